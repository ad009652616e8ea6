/* numpy's functions that call functions of the user's: fromfunction, apply_along_axis, piecewise, ... */
#include "kernel/modules/numpy/functions.h"
#include "kernel/modules/numpy/modules.h"

#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/core/gc.h"

/* ---- Helpers ---- */

/* values[first ...] as the positional arguments, keywords may be NULL. */
static Value call_with(Thread *thread, Value function, const Value *values, size_t count, Value keywords) {
    Value positional = tuple_from_values(thread, values, count);
    if (value_is_absent(positional)) return positional;
    Value result = value_call_unpacked(thread, function, value_tuple(positional),
                                       value_is_dict(keywords) ? value_dict(keywords) : NULL);
    value_release(positional);
    return result;
}

/* np.array(list) with a dtype, or the one that is found. */
static Value array_of(Thread *thread, Value list, Value dtype) {
    const Value values[2] = {list, dtype};
    return call_numpy(thread, "array", values, value_is_absent(dtype) || value_is_none(dtype) ? 1 : 2);
}

/* ---- fromfunction, fromiter ---- */

NATIVE(np_fromfunction) {
    NATIVE_UNUSED;
    Value dtype = value_is_absent(arguments[2])
                      ? value_from_dtype(thread, DTYPE(FLOAT64))
                      : value_retain(arguments[2]);
    const Value values[2] = {arguments[1], dtype};
    Value grids = value_is_absent(dtype) ? VALUE_ABSENT : call_numpy(thread, "indices", values, 2), result = VALUE_ABSENT;
    Value list = value_is_absent(grids) ? VALUE_ABSENT : tuple_from_iterable(thread, grids);
    if (!value_is_absent(list))
        result = call_with(thread, arguments[0], value_tuple(list)->items, value_tuple(list)->count, arguments[4]);
    value_release(dtype);
    value_release(grids);
    value_release(list);
    return result;
}

/* Each item as an element, sequences too. */
static Value array_of_objects(Thread *thread, const List *list) {
    ArrayContext *context = array_context(thread);
    Error error = ERROR_NONE;
    const int64_t count = (int64_t)list->count;
    Array *array = context ? array_create(context->runtime->host, &dtype_object, 1, &count, &error) : NULL;
    if (!array) return context ? raise_array_error(thread, &error) : VALUE_ABSENT;
    char *bytes = array_data(array);
    for (int64_t i = 0; i < count && array; i++, bytes += sizeof(VariantHandle *)) {
        if (value_is_none(list->items[i])) continue;
        VariantHandle *handle = handle_of_value(thread, value_retain(list->items[i]));
        if (handle) handle_put(bytes, handle);
        else {
            array_release(array);
            array = NULL;
        }
    }
    return array ? value_from_array(thread, array) : VALUE_ABSENT;
}

NATIVE(np_fromiter) {
    NATIVE_UNUSED;
    int64_t limit;
    if (!value_to_int64(thread, arguments[2], &limit)) return VALUE_ABSENT;
    Value iterator = value_iterate(thread, arguments[0]), list = VALUE_ABSENT, result = VALUE_ABSENT;
    if (value_is_absent(iterator)) return iterator;
    list = list_new(thread);
    bool succeeded = !value_is_absent(list);
    while (succeeded && (limit < 0 || (int64_t)value_list(list)->count < limit)) {
        Value item = value_next(thread, iterator);
        if (value_is_absent(item)) {
            succeeded = !exception_is_set(thread);
            break;
        }
        succeeded = list_append_owned(thread, value_list(list), item);
    }
    if (succeeded && limit >= 0 && (int64_t)value_list(list)->count < limit) {
        raise_value_error(thread, "iterator too short: Expected %lld but iterator had only %zu items.", (long long)limit,
                          value_list(list)->count);
        succeeded = false;
    }
    const Dtype *dtype = succeeded ? dtype_from_value(thread, arguments[1]) : NULL;
    Value base = dtype && dtype->base ? value_from_dtype(thread, dtype->base) : VALUE_ABSENT; /* arrays in a row, of a shape each */
    if (dtype == &dtype_object) result = array_of_objects(thread, value_list(list));
    else if (dtype && !exception_is_set(thread)) result = array_of(thread, list, value_is_absent(base) ? arguments[1] : base);
    value_release(base);
    if (dtype && dtype->base && value_is_ndarray(result)) { /* of an empty list, too */
        int64_t extents[ARRAY_DIMENSIONS_MAX] = {(int64_t)value_list(list)->count};
        for (int i = 0; i < dtype->base_dimensions; i++) extents[i + 1] = dtype->base_shape[i];
        Value shape = tuple_from_extents(thread, extents, dtype->base_dimensions + 1);
        value_replace(&result, value_is_absent(shape) ? VALUE_ABSENT : call_numpy_two(thread, "reshape", result, shape));
        value_release(shape);
    }
    value_release(list);
    value_release(iterator);
    return result;
}

/* ---- apply_over_axes ---- */

NATIVE(np_apply_over_axes) {
    NATIVE_UNUSED;
    Value array = call_numpy_one(thread, "asarray", arguments[1]);
    int64_t axes[ARRAY_DIMENSIONS_MAX];
    int count = value_is_absent(array) ? -1 : extents_from_value(thread, arguments[2], axes, ARRAY_DIMENSIONS_MAX);
    for (int i = 0; i < count && !value_is_absent(array); i++) {
        int dimensions = value_ndarray(array)->dimensions;
        int64_t axis = axes[i] < 0 ? axes[i] + dimensions : axes[i];
        const Value values[2] = {array, value_from_int(axis)};
        Value reduced = value_call_values(thread, arguments[0], values, 2);
        if (value_is_ndarray(reduced) && value_ndarray(reduced)->dimensions == dimensions - 1)
            value_replace(&reduced, call_numpy_two(thread, "expand_dims", reduced, value_from_int(axis)));
        value_release(array);
        array = reduced;
    }
    if (count >= 0) return array;
    value_release(array);
    return VALUE_ABSENT;
}

/* ---- piecewise ---- */

NATIVE(np_piecewise) {
    NATIVE_UNUSED;
    /* x, condlist, funclist, *args, **kw */
    Value x = call_numpy_one(thread, "asarray", arguments[0]);
    Value conditions = value_is_absent(x) ? VALUE_ABSENT : call_numpy_one(thread, "asarray", arguments[1]);
    Value functions = value_is_absent(conditions) ? VALUE_ABSENT : tuple_from_iterable(thread, arguments[2]);
    Value result = value_is_absent(functions) ? VALUE_ABSENT : call_numpy_one(thread, "zeros_like", x);
    if (!value_is_absent(result) && value_ndarray(conditions)->dimensions == value_ndarray(x)->dimensions)
        value_replace(&conditions, call_numpy_two(thread, "expand_dims", conditions, value_from_int(0)));
    bool has_conditions = !value_is_absent(result) && value_is_ndarray(conditions) && value_ndarray(conditions)->dimensions;
    int64_t count = has_conditions ? value_ndarray(conditions)->shape[0] : 0;
    if (!has_conditions && !exception_is_set(thread)) raise_value_error(thread, "piecewise() takes a list of conditions");
    int64_t given = value_is_absent(functions) ? 0 : (int64_t)value_tuple(functions)->count;
    bool succeeded = has_conditions;
    if (succeeded && given != count && given != count + 1) {
        raise_value_error(thread, "with %lld condition(s), either %lld or %lld functions are expected", (long long)count,
                          (long long)count, (long long)count + 1);
        succeeded = false;
    }
    for (int64_t i = 0; i < given && succeeded; i++) {
        Value where;
        if (i < count) {
            Value row = value_get_item(thread, conditions, value_from_int(i));
            Value type = value_from_dtype(thread, DTYPE(BOOL));
            where = value_is_absent(row) ? row : value_call_method(thread, row, "astype", &type, 1);
            value_release(row);
            value_release(type);
        } else { /* where no condition holds */
            Value any = call_numpy_two(thread, "any", conditions, value_from_int(0));
            where = value_is_absent(any) ? any : call_numpy_one(thread, "logical_not", any);
            value_release(any);
        }
        Value function = value_tuple(functions)->items[i], piece;
        if (value_is_absent(where)) {
            piece = VALUE_ABSENT;
        } else if (value_is_callable(thread->interpreter, function)) {
            Value chosen = value_get_item(thread, x, where);
            Value values = tuple_new(thread, 1 + value_tuple(arguments[3])->count);
            piece = VALUE_ABSENT;
            if (!value_is_absent(chosen) && !value_is_absent(values)) {
                value_tuple(values)->items[0] = value_retain(chosen);
                for (size_t k = 0; k < value_tuple(arguments[3])->count; k++)
                    value_tuple(values)->items[1 + k] = value_retain(value_tuple(arguments[3])->items[k]);
                piece = array_size(value_ndarray(chosen))
                            ? value_call_unpacked(thread, function, value_tuple(values), value_dict(arguments[4]))
                            : value_retain(chosen);
            }
            value_release(chosen);
            value_release(values);
        } else {
            piece = value_retain(function);
        }
        succeeded = !value_is_absent(piece) && value_set_item(thread, result, where, piece);
        value_release(piece);
        value_release(where);
    }
    value_release(x);
    value_release(conditions);
    value_release(functions);
    if (!succeeded) value_replace(&result, VALUE_ABSENT);
    return result;
}

const NativeEntry callable_functions[] = {
    {"fromfunction", "(function, shape, *, dtype=<no value>, like=None, **kwargs)",
     "An array whose elements are a function of their indexes.", np_fromfunction, NULL, 0},
    {"fromiter", "(iter, dtype, count=-1, *, like=None)", "A 1-D array from an iterable.", np_fromiter, NULL, 0},
    {"apply_over_axes", "(func, a, axes)", "Apply a function over several axes, one after another.", np_apply_over_axes,
     NULL, 0},
    {"piecewise", "(x, condlist, funclist, *args, **kw)", "A function that is defined piece by piece.", np_piecewise, NULL,
     NATIVE_ASKS_LISTS},
    {NULL, NULL, NULL, NULL, NULL, 0}};
