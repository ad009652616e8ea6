/* Arrays out of square brackets (mgrid, ogrid, s_, index_exp; r_ and c_ are python/joining.py) and walks over indexes (ndindex, ndenumerate). */
#include "kernel/modules/numpy/modules.h"

#include <math.h>

/* ---- Ranges ---- */

/* A complex step says how many points there are. */
static bool counts_points(Value step) {
    const void *bytes;
    const Dtype *dtype = value_scalar(step, &bytes);
    return dtype ? dtype_is_complex(dtype) : value_is_complex(step);
}

/* The array of a slice in brackets: start:stop:step, or with an imaginary step that many points, both ends included. */
static Value range_array(Thread *thread, const Slice *slice, ArrayLibrary library) {
    Value start = value_is_none(slice->start) ? value_from_int(0) : slice->start;
    if (counts_points(slice->step)) {
        double real, imaginary;
        if (!value_to_complex(thread, slice->step, &real, &imaginary)) return VALUE_ABSENT;
        const Value values[3] = {start, slice->stop, value_from_int((int64_t)hypot(real, imaginary))};
        return call_library(thread, library, "linspace", values, 3);
    }
    const Value values[3] = {start, slice->stop, value_is_none(slice->step) ? value_from_int(1) : slice->step};
    return call_library(thread, library, "arange", values, 3);
}

/* ---- mgrid and ogrid ---- */

typedef struct BracketObject {
    Object object;
    enum BracketKind { BRACKET_MGRID, BRACKET_OGRID, BRACKET_SLICE, BRACKET_TUPLE } kind;
    ArrayLibrary library;
} BracketObject;

static Value reshape_to(Thread *thread, Value array, const int64_t *extents, int count) {
    Value shape = tuple_from_extents(thread, extents, count);
    Value shaped = value_is_absent(shape) ? VALUE_ABSENT : call_numpy_two(thread, "reshape", array, shape);
    value_release(shape);
    return shaped;
}

static Value grid(Thread *thread, Value key, bool is_open, ArrayLibrary library) {
    if (value_is_slice(key)) return range_array(thread, (const Slice *)key.object, library);
    if (!value_is_tuple(key))
        return raise_format(thread, thread_builtins(thread)->exception_AttributeError, "'%s' object has no attribute 'step'",
                            value_type_name(thread, key));
    const Tuple *slices = value_tuple(key);
    int count = (int)slices->count;
    if (count > ARRAY_DIMENSIONS_MAX) return raise_value_error(thread, "too many dimensions");
    Value axes = tuple_new(thread, slices->count), result = VALUE_ABSENT;
    if (value_is_absent(axes)) return axes;
    int64_t full[ARRAY_DIMENSIONS_MAX];
    Value numbers = tuple_new(thread, 3 * slices->count + 1); /* which decide the type of all axes, each number as wide as it is */
    if (value_is_absent(numbers)) {
        value_release(axes);
        return numbers;
    }
    for (size_t i = 0; i <= 3 * slices->count; i++) value_tuple(numbers)->items[i] = value_from_int(0);
    for (int i = 0; i < count; i++) {
        if (!value_is_slice(slices->items[i])) {
            raise_format(thread, thread_builtins(thread)->exception_AttributeError, "'%s' object has no attribute 'step'",
                         value_type_name(thread, slices->items[i]));
            goto done;
        }
        Value range = range_array(thread, (const Slice *)slices->items[i].object, library);
        if (value_is_absent(range)) goto done;
        int64_t extents[ARRAY_DIMENSIONS_MAX];
        for (int k = 0; k < count; k++) extents[k] = 1;
        full[i] = extents[i] = value_ndarray(range)->shape[0];
        const Slice *slice = (const Slice *)slices->items[i].object;
        const void *bytes;
        const Dtype *step_type = value_scalar(slice->step, &bytes);
        Value width = step_type == DTYPE(COMPLEX64) ? scalar_new(thread, DTYPE(FLOAT32), &(float){1}) : value_from_float(1);
        const Value parts[3] = {slice->start, slice->stop, counts_points(slice->step) ? width : slice->step};
        for (int k = 0; k < 3; k++)
            if (!value_is_none(parts[k])) value_replace(&value_tuple(numbers)->items[3 * i + k], value_retain(parts[k]));
        value_release(width);
        value_tuple(axes)->items[i] = reshape_to(thread, range, extents, count);
        value_release(range);
        if (value_is_absent(value_tuple(axes)->items[i])) goto done;
    }
    Value type = call_numpy(thread, "result_type", value_tuple(numbers)->items, value_tuple(numbers)->count);
    Value shape = tuple_from_extents(thread, full, count);
    bool succeeded = !value_is_absent(type) && !value_is_absent(shape);
    for (int i = 0; i < count && succeeded; i++) {
        Value *axis = &value_tuple(axes)->items[i];
        value_replace(axis, value_call_method(thread, *axis, "astype", &type, 1));
        if (!is_open && !value_is_absent(*axis))
            value_replace(axis, call_numpy_two(thread, "broadcast_to", *axis, shape));
        succeeded = !value_is_absent(*axis);
    }
    if (succeeded) result = is_open ? value_retain(axes) : call_numpy_one(thread, "stack", axes);
    value_release(type);
    value_release(shape);
done:
    value_release(numbers);
    value_release(axes);
    return result;
}

static Value bracket_get_item(Thread *thread, Value self, Value key) {
    ArrayLibrary library = ((const BracketObject *)self.object)->library;
    switch (((const BracketObject *)self.object)->kind) {
    case BRACKET_MGRID: return grid(thread, key, false, library);
    case BRACKET_OGRID: return grid(thread, key, true, library);
    case BRACKET_TUPLE: return value_is_tuple(key) ? value_retain(key) : tuple_from_values(thread, &key, 1);
    default: return value_retain(key);
    }
}

static const Type mgrid_type_template = {.name = "numpy.lib._index_tricks_impl.MGridClass",
                                         .base = (Type *)&object_type_template,
                                         .instance_size = sizeof(BracketObject),
                                         .get_item = bracket_get_item};
static const Type ogrid_type_template = {.name = "numpy.lib._index_tricks_impl.OGridClass",
                                         .base = (Type *)&object_type_template,
                                         .instance_size = sizeof(BracketObject),
                                         .get_item = bracket_get_item};
static const Type index_type_template = {.name = "numpy.lib._index_tricks_impl.IndexExpression",
                                         .base = (Type *)&object_type_template,
                                         .instance_size = sizeof(BracketObject),
                                         .get_item = bracket_get_item};

static Value bracket_new(Thread *thread, const Type *bracket_template, enum BracketKind kind, ArrayLibrary library) {
    Type *type = type_from_template(thread, bracket_template);
    BracketObject *bracket = type ? object_new(thread, type) : NULL;
    if (bracket) {
        bracket->kind = kind;
        bracket->library = library;
    }
    return value_from_object(bracket);
}
#define BRACKET_MAKERS(name, bracket_template, kind)                                                          \
    Value make_##name(Thread *thread) { return bracket_new(thread, &bracket_template, kind, LIBRARY_NUMPY); }   \
    Value make_cupy_##name(Thread *thread) { return bracket_new(thread, &bracket_template, kind, LIBRARY_CUPY); }
BRACKET_MAKERS(mgrid, mgrid_type_template, BRACKET_MGRID)
BRACKET_MAKERS(ogrid, ogrid_type_template, BRACKET_OGRID)
BRACKET_MAKERS(s_, index_type_template, BRACKET_SLICE)
BRACKET_MAKERS(index_exp, index_type_template, BRACKET_TUPLE)

/* ---- ndindex and ndenumerate ---- */

typedef struct IndexWalk {
    Object object;
    enum { WALK_INDEXES, WALK_PAIRS } kind;
    Value array; /* of pairs */
    int dimensions;
    bool finished;
    int64_t shape[ARRAY_DIMENSIONS_MAX], index[ARRAY_DIMENSIONS_MAX];
} IndexWalk;

static void walk_destroy(Object *self) { value_release(((IndexWalk *)self)->array); }
static Value walk_iterate(Thread *thread, Value self) { return (void)thread, value_retain(self); }

static void walk_advance(IndexWalk *walk) {
    for (int i = walk->dimensions - 1; i >= 0; i--) {
        if (++walk->index[i] < walk->shape[i]) return;
        walk->index[i] = 0;
    }
    walk->finished = true;
}

static Value walk_next(Thread *thread, Value self) {
    IndexWalk *walk = (IndexWalk *)self.object;
    if (walk->finished) return VALUE_ABSENT;
    Value index = tuple_from_extents(thread, walk->index, walk->dimensions), result = index;
    if (!value_is_absent(index) && walk->kind != WALK_INDEXES) {
        Value element = value_get_item(thread, walk->array, index);
        const Value pair[2] = {index, element};
        result = value_is_absent(element) ? element : tuple_from_values(thread, pair, 2);
        value_release(index);
        value_release(element);
    }
    walk_advance(walk);
    return result;
}
#define WALK_TYPE(identifier, type_name)                                                                      \
    static const Type identifier##_type_template = {.name = type_name,                                        \
                                                    .base = (Type *)&object_type_template,                    \
                                                    .instance_size = sizeof(IndexWalk),                       \
                                                    .destroy = walk_destroy,                                  \
                                                    .iterate = walk_iterate,                                  \
                                                    .next = walk_next};
WALK_TYPE(ndindex, "numpy.ndindex") WALK_TYPE(ndenumerate, "numpy.ndenumerate")

static IndexWalk *walk_new(Thread *thread, const Type *walk_template, const int64_t *shape, int count) {
    Type *type = type_from_template(thread, walk_template);
    IndexWalk *walk = type ? object_new(thread, type) : NULL;
    if (!walk) return NULL;
    walk->dimensions = count;
    for (int i = 0; i < count; i++) {
        walk->shape[i] = shape[i];
        walk->finished = walk->finished || shape[i] <= 0;
    }
    return walk;
}

NATIVE(np_ndindex) {
    NATIVE_UNUSED;
    const Tuple *given = value_tuple(arguments[0]);
    bool is_nested = given->count == 1 && value_is_tuple(given->items[0]);
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    int count = extents_from_value(thread, is_nested ? given->items[0] : arguments[0], shape, ARRAY_DIMENSIONS_MAX);
    if (count < 0) return VALUE_ABSENT;
    for (int i = 0; i < count; i++)
        if (shape[i] < 0) return raise_value_error(thread, "negative dimensions are not allowed");
    return value_from_object(walk_new(thread, &ndindex_type_template, shape, count));
}

static Value walk_over(Thread *thread, const Type *walk_template, Value array, int kind) {
    Value object = value_is_ndarray(array) ? value_retain(array) : call_numpy_one(thread, "asarray", array);
    if (value_is_absent(object)) return object;
    const Array *data = value_ndarray(object);
    IndexWalk *walk = walk_new(thread, walk_template, data->shape, data->dimensions);
    if (!walk) {
        value_release(object);
        return VALUE_ABSENT;
    }
    walk->kind = kind;
    walk->array = object;
    return value_from_object(walk);
}
NATIVE(np_ndenumerate) {
    NATIVE_UNUSED;
    return walk_over(thread, &ndenumerate_type_template, arguments[0], WALK_PAIRS);
}
const NativeEntry cupy_index_functions[] = {
    {"ndindex", "(*shape)", "Every index of an array of that shape.", np_ndindex, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
const NativeEntry index_functions[] = {
    {"ndindex", "(*shape)", "Every index of an array of that shape.", np_ndindex, NULL, 0},
    {"ndenumerate", "(arr)", "Pairs of index and element.", np_ndenumerate, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
