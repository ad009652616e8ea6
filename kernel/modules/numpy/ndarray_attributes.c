/* The attributes of arrays: shape, dtype, T, real, flat, flags, ... */
#include "kernel/modules/numpy/ndarray.h"
#include "kernel/modules/numpy/types.h"

#include "kernel/modules/cupy/device.h"
#include "kernel/objects/descriptor/descriptor.h"

#include <limits.h>

/* An array that is a view of self's. */
static Value view_of(Thread *thread, Value self, Array *view, Error *error) {
    if (!view) return raise_array_error(thread, error);
    return array_keep_class(thread, value_from_variant(thread, variant_array(view), &self, 1), &self, 1, false);
}

/* ---- Geometry ---- */

static Value get_shape(Thread *thread, Value self) {
    const Array *array = value_ndarray(self);
    return tuple_from_extents(thread, array->shape, array->dimensions);
}
static bool set_shape(Thread *thread, Value self, Value value) {
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    Error error = ERROR_NONE;
    if (value_is_absent(value)) {
        raise_format(thread, thread_builtins(thread)->exception_AttributeError, "Cannot delete array shape");
        return false;
    }
    int count = extents_from_value(thread, value, shape, ARRAY_DIMENSIONS_MAX);
    if (count < 0) return false;
    if (array_set_shape(value_ndarray(self), count, shape, &error)) return true;
    raise_array_error(thread, &error);
    return false;
}
static Value get_strides(Thread *thread, Value self) {
    const Array *array = value_ndarray(self);
    return tuple_from_extents(thread, array->strides, array->dimensions);
}
static Value get_ndim(Thread *thread, Value self) {
    return (void)thread, value_from_int(value_ndarray(self)->dimensions);
}
static Value get_size(Thread *thread, Value self) {
    return (void)thread, value_from_int(array_size(value_ndarray(self)));
}
static Value get_itemsize(Thread *thread, Value self) {
    return (void)thread, value_from_int(value_ndarray(self)->dtype->item_size);
}
static Value get_nbytes(Thread *thread, Value self) {
    return (void)thread, value_from_int(array_byte_count(value_ndarray(self)));
}

/* ---- Type ---- */

static Value get_dtype(Thread *thread, Value self) { return value_from_dtype(thread, value_ndarray(self)->dtype); }
static bool set_dtype(Thread *thread, Value self, Value value) {
    NdArray *object = (NdArray *)self.object;
    Error error = ERROR_NONE;
    const Dtype *dtype = value_is_absent(value) ? NULL : dtype_from_value(thread, value);
    if (!dtype) {
        if (!exception_is_set(thread)) raise_type_error(thread, "Cannot delete array dtype");
        return false;
    }
    Array *view = array_view_as(object->array, dtype, &error);
    if (!view) {
        raise_array_error(thread, &error);
        return false;
    }
    array_release(object->array);
    object->array = view;
    return true;
}

/* ---- Views ---- */

static Value get_transpose(Thread *thread, Value self) {
    Error error = ERROR_NONE;
    return view_of(thread, self, array_transpose(value_ndarray(self), NULL, &error), &error);
}
static Value get_matrix_transpose(Thread *thread, Value self) {
    Error error = ERROR_NONE;
    const Array *array = value_ndarray(self);
    int axes[ARRAY_DIMENSIONS_MAX], count = array->dimensions;
    if (count < 2) return raise_value_error(thread, "matrix transpose with ndim < 2 is undefined");
    for (int i = 0; i < count; i++) axes[i] = i;
    axes[count - 2] = count - 1;
    axes[count - 1] = count - 2;
    return view_of(thread, self, array_transpose(value_ndarray(self), axes, &error), &error);
}
static Value get_real(Thread *thread, Value self) {
    Error error = ERROR_NONE;
    return view_of(thread, self, array_real_part(value_ndarray(self), &error), &error);
}
static Value get_imag(Thread *thread, Value self) {
    Error error = ERROR_NONE;
    return view_of(thread, self, array_imaginary_part(value_ndarray(self), &error), &error);
}
static bool set_part(Thread *thread, Value self, Value value, bool imaginary) {
    if (imaginary && !dtype_is_complex(value_ndarray(self)->dtype)) {
        raise_type_error(thread, "array does not have imaginary part to set");
        return false;
    }
    Value part = imaginary ? get_imag(thread, self) : get_real(thread, self);
    bool stored = !value_is_absent(part) && value_set_item(thread, part, VALUE_ELLIPSIS, value);
    value_release(part);
    return stored;
}
static bool set_real(Thread *thread, Value self, Value value) { return set_part(thread, self, value, false); }
static bool set_imag(Thread *thread, Value self, Value value) { return set_part(thread, self, value, true); }

static Value get_base(Thread *thread, Value self) {
    NdArray *object = (NdArray *)self.object;
    const Array *array = object->array;
    if (!value_is_absent(object->base)) return value_retain(object->base);
    Value base = array->base ? value_from_array(thread, array_retain(array->base)) : array_memory_base(thread, array);
    if (!value_is_none(base) && !value_is_absent(base)) object->base = value_retain(base); /* always the same one */
    return base;
}

/* ---- flat ---- */

typedef struct FlatIterator {
    Object object;
    Value array;
    int64_t index;
} FlatIterator;

static Value flat_array(Thread *thread, Value array) {
    Value minus_one = value_from_int(-1);
    return value_call_method(thread, array, "reshape", &minus_one, 1);
}
static void flat_destroy(Object *self) { value_release(((FlatIterator *)self)->array); }
static int64_t flat_length(Thread *thread, Value self) {
    (void)thread;
    return array_size(value_ndarray(((FlatIterator *)self.object)->array));
}

/* Indexes of numpy.flatiter have rules of their own: the index that means the same to a one-dimensional array. Owned. */
static Value flat_key(Thread *thread, Value self, Value key, bool assigns) {
    Type *index_error = thread_builtins(thread)->exception_IndexError, *deprecation = thread_builtins(thread)->exception_DeprecationWarning;
    const char *not_an_index = "only integers, slices (`:`), ellipsis (`...`) and integer or boolean arrays are valid indices";
    int64_t size = array_size(value_ndarray(((FlatIterator *)self.object)->array));
    if (array_library(value_ndarray(((FlatIterator *)self.object)->array)) != LIBRARY_NUMPY) return value_retain(key);
    if (value_is_tuple(key)) {
        size_t count = value_tuple(key)->count;
        if (count > 1)
            return raise_format(thread, index_error, "too many indices for flat iterator: flat iterator is 1-dimensional, but %zu were indexed",
                                count);
        if (count == 1) return flat_key(thread, self, value_tuple(key)->items[0], assigns);
        return assigns ? raise_format(thread, index_error, "Assigning to a flat iterator with a 0-D index is not supported") : VALUE_ELLIPSIS;
    }
    if (value_is_none(key) || value_is_string(key)) return raise_format(thread, index_error, "%s", not_an_index);
    bool is_truth = key.tag == TAG_BOOL, truth = is_truth && key.integer;
    const void *bytes;
    const Dtype *scalar = is_truth ? NULL : value_scalar(key, &bytes);
    if (scalar && scalar->kind == 'b') is_truth = true, truth = *(const uint8_t *)bytes;
    if (is_truth) {
        if (!warn_format(thread, deprecation, "Indexing flat iterators with a 0-dimensional boolean index is deprecated and may be removed "
                                              "in a future version. (Deprecated NumPy 2.4)"))
            return VALUE_ABSENT;
        return truth ? value_from_int(0) : slice_new(thread, value_from_int(0), value_from_int(0), VALUE_NONE);
    }
    if (value_is_list(key)) {
        Value array = call_numpy_one(thread, "asarray", key);
        if (value_is_absent(array)) {
            exception_clear(thread);
            return raise_format(thread, index_error, "%s", not_an_index);
        }
        const Dtype *dtype = value_ndarray(array)->dtype;
        bool is_empty = !array_size(value_ndarray(array)), is_float = dtype->kind == 'f' && !is_empty;
        if (dtype->kind == 'b' && !is_empty) {
            value_release(array);
            return raise_format(thread, index_error, "boolean indices for iterators are not supported because of previous behavior that was "
                                                     "confusing (valid boolean indices are expected to work in the future)");
        }
        if (is_float && !warn_format(thread, deprecation, "Invalid non-array indices for iterator objects are deprecated and will be removed in "
                                                          "a future version. (Deprecated NumPy 2.4)"))
            value_replace(&array, VALUE_ABSENT);
        if ((is_float || is_empty) && !value_is_absent(array)) {
            Value type = value_from_dtype(thread, DTYPE(INT64));
            value_replace(&array, value_is_absent(type) ? type : value_call_method(thread, array, "astype", &type, 1));
            value_release(type);
        }
        return array;
    }
    if (value_is_ndarray(key) && value_ndarray(key)->dtype->kind == 'b') {
        const Array *mask = value_ndarray(key);
        if (mask->dimensions > 1)
            return raise_format(thread, index_error, "too many indices for flat iterator: flat iterator is 1-dimensional, but %d were indexed",
                                mask->dimensions);
        if (mask->dimensions == 1 && mask->shape[0] != size)
            return raise_format(thread, index_error, "boolean index did not match indexed flat iterator along axis 0; size of axis is %lld but "
                                                     "size of corresponding boolean axis is %lld", (long long)size, (long long)mask->shape[0]);
    }
    return value_retain(key);
}

/* False, with the exception, when the key names a place that is not there. */
static bool flat_places_fit(Thread *thread, Value self, Value key) {
    const Array *array = value_ndarray(((FlatIterator *)self.object)->array);
    int64_t size = array_size(array), count = 1, single;
    if (array_library(array) != LIBRARY_NUMPY) return true;
    const Array *places = value_is_ndarray(key) ? value_ndarray(key) : NULL;
    if (!places && key.tag != TAG_INT) return true;
    if (places && (places->dtype != DTYPE(INT64) || !array_is_c_contiguous(places))) return true;
    if (places) count = array_size(places);
    else single = key.integer;
    const int64_t *numbers = places ? (const int64_t *)array_data(places) : &single;
    for (int64_t i = 0; i < count; i++)
        if (numbers[i] >= size || numbers[i] < -size) {
            raise_format(thread, thread_builtins(thread)->exception_IndexError, "index %lld is out of bounds for size %lld",
                         (long long)numbers[i], (long long)size);
            return false;
        }
    return true;
}

static Value flat_get_item(Thread *thread, Value self, Value given) {
    Value key = flat_key(thread, self, given, false);
    if (!value_is_absent(key) && !flat_places_fit(thread, self, key)) value_replace(&key, VALUE_ABSENT);
    Value flat = value_is_absent(key) ? VALUE_ABSENT : flat_array(thread, ((FlatIterator *)self.object)->array);
    Value item = value_is_absent(flat) ? VALUE_ABSENT : value_get_item(thread, flat, key);
    value_release(flat);
    value_release(key);
    if (value_is_ndarray(item)) { /* a copy, always */
        Value copy = value_call_method(thread, item, "copy", NULL, 0);
        value_release(item);
        return copy;
    }
    return item;
}
/* Several values for the elements flat[key], one after the other: from the beginning again, or not all of them. Owned. */
static Value flat_values(Thread *thread, Value flat, Value key, Value value) {
    const Array *array = value_ndarray(flat);
    if (array_library(array) != LIBRARY_NUMPY || key.tag == TAG_INT || !(value_is_list(value) || value_is_tuple(value) || value_is_ndarray(value)))
        return value_retain(value);
    Value dtype = value_from_dtype(thread, array->dtype), result = VALUE_ABSENT;
    Value values = value_is_absent(dtype) ? VALUE_ABSENT : call_numpy_two(thread, "asarray", value, dtype);
    Value places = value_is_ndarray(values) ? value_get_item(thread, flat, key) : VALUE_ABSENT;
    if (value_is_ndarray(places)) {
        const Value operands[] = {values, value_from_int(array_size(value_ndarray(places)))};
        result = array_size(value_ndarray(values)) > 1 ? call_numpy(thread, "resize", operands, 2) : value_retain(values);
    } else if (!value_is_absent(places)) result = value_retain(value);
    value_release(dtype);
    value_release(values);
    value_release(places);
    return result;
}

/* Written through a copy, so that any layout will do. */
static bool flat_assign(Thread *thread, Value array, Value key, Value value, const char *when_read_only) {
    if (value_is_ndarray(array) && !value_ndarray(array)->writeable) {
        raise_value_error(thread, "%s", when_read_only);
        return false;
    }
    Value flat = value_call_method(thread, array, "flatten", NULL, 0), shape = get_shape(thread, array);
    Value values = value_is_ndarray(flat) && !value_is_absent(shape) ? flat_values(thread, flat, key, value) : VALUE_ABSENT;
    bool is_empty = value_is_ndarray(values) && key.tag != TAG_INT && !array_size(value_ndarray(values)); /* nothing to begin again with */
    bool stored = !value_is_absent(values) && (is_empty || value_set_item(thread, flat, key, values));
    value_release(values);
    Value shaped = stored ? value_call_method(thread, flat, "reshape", &shape, 1) : VALUE_ABSENT;
    stored = !value_is_absent(shaped) && value_set_item(thread, array, VALUE_ELLIPSIS, shaped);
    value_release(flat);
    value_release(shape);
    value_release(shaped);
    return stored;
}
static bool flat_set_item(Thread *thread, Value self, Value given, Value value) {
    Value array = ((FlatIterator *)self.object)->array;
    Value key = flat_key(thread, self, given, true);
    if (value_is_absent(key)) return false;
    bool stored = flat_assign(thread, array, key, value, "underlying array is read-only");
    if (!stored && key.tag == TAG_INT && value_ndarray(array)->dtype->kind != 'O' &&
        (value.tag == TAG_INT || value.tag == TAG_FLOAT || value_is_numpy_scalar(value) || value_is_list(value) || value_is_tuple(value)) &&
        !exception_matches(thread, thread_builtins(thread)->exception_IndexError)) {
        exception_clear(thread);
        raise_value_error(thread, "Error setting single item of array.");
    }
    value_release(key);
    return stored;
}
static Value flat_iterate(Thread *thread, Value self) { return (void)thread, value_retain(self); }
static Value flat_next(Thread *thread, Value self) {
    FlatIterator *flat = (FlatIterator *)self.object;
    Array *array = value_ndarray(flat->array);
    Error error = ERROR_NONE;
    if (flat->index >= array_size(array)) return VALUE_ABSENT;
    if (!device_is_host(array_device(array))) { /* an array of no dimension, where it lies */
        int64_t rest = flat->index++, offset = 0;
        for (int axis = array->dimensions - 1; axis >= 0; rest /= array->shape[axis--])
            offset += rest % array->shape[axis] * array->strides[axis];
        Array *view = array_ready(thread, array) ? array_view(array, array->dtype, 0, NULL, NULL, offset, &error) : NULL;
        return view ? value_from_array(thread, view) : exception_is_set(thread) ? VALUE_ABSENT : raise_array_error(thread, &error);
    }
    Variant scalar = array_scalar_at(array, flat->index++, &error);
    if (scalar.kind == VARIANT_ABSENT) return raise_array_error(thread, &error);
    return value_from_variant(thread, scalar, NULL, 0);
}
static Value flat_get_base(Thread *thread, Value self) {
    return (void)thread, value_retain(((FlatIterator *)self.object)->array);
}
static Value flat_get_index(Thread *thread, Value self) {
    return (void)thread, value_from_int(((FlatIterator *)self.object)->index);
}
/* The place of the index: along the first axis it may lie behind the end. */
static Value flat_get_coords(Thread *thread, Value self) {
    const FlatIterator *flat = (const FlatIterator *)self.object;
    const Array *array = value_ndarray(flat->array);
    int64_t coordinates[ARRAY_DIMENSIONS_MAX] = {0}, rest = flat->index;
    for (int axis = array->dimensions - 1; axis >= 0 && rest; axis--) {
        coordinates[axis] = axis ? rest % array->shape[axis] : rest;
        rest /= array->shape[axis];
    }
    return tuple_from_extents(thread, coordinates, array->dimensions);
}
NATIVE(flat_copy) {
    NATIVE_UNUSED;
    return value_call_method(thread, ((FlatIterator *)arguments[0].object)->array, "flatten", NULL, 0);
}
static const PropertyEntry flat_properties[] = {{"base", flat_get_base, NULL, "Whose elements these are."},
                                                {"coords", flat_get_coords, NULL, "The current place, a number for each axis."},
                                                {"index", flat_get_index, NULL, "Current flat index."},
                                                {NULL, NULL, NULL, NULL}};
static const NativeEntry flat_methods[] = {{"copy", "($self)", "A copy as a 1-D array.", flat_copy, NULL, 0},
                                           {"__array__", "($self, dtype=None, *, copy=None)", NULL, flat_copy, NULL, 0},
                                           {NULL, NULL, NULL, NULL, NULL, 0}};
static const Type flat_type_template = {
    .name = "numpy.flatiter",
    .documentation = "The elements of an array, one after the other, the last index fastest.",
    .base = (Type *)&object_type_template,
    .instance_size = sizeof(FlatIterator),
    .destroy = flat_destroy,
    .length = flat_length,
    .get_item = flat_get_item,
    .set_item = flat_set_item,
    .iterate = flat_iterate,
    .next = flat_next,
    .properties = flat_properties,
    .methods = flat_methods,
};
static Value get_flat(Thread *thread, Value self) {
    Type *type = type_from_template(thread, &flat_type_template);
    FlatIterator *flat = type ? object_new(thread, type) : NULL;
    if (!flat) return VALUE_ABSENT;
    flat->array = value_retain(self);
    return value_from_object(flat);
}
static bool set_flat(Thread *thread, Value self, Value value) {
    Value all = slice_new(thread, VALUE_NONE, VALUE_NONE, VALUE_NONE);
    bool stored = !value_is_absent(all) && flat_assign(thread, self, all, value, "array is read-only");
    value_release(all);
    return stored;
}

/* ---- flags ---- */

typedef struct Flags {
    Object object;
    Value array;
} Flags;

static Array *flags_array(Value self) { return value_ndarray(((Flags *)self.object)->array); }

typedef enum Flag {
    FLAG_C_CONTIGUOUS, FLAG_F_CONTIGUOUS, FLAG_OWNDATA, FLAG_WRITEABLE, FLAG_ALIGNED, FLAG_WRITEBACKIFCOPY,
    FLAG_FNC, FLAG_FORC, FLAG_BEHAVED, FLAG_CARRAY, FLAG_FARRAY
} Flag;
static const struct {
    const char *name, *short_name;
    Flag flag;
} flag_names[] = {{"C_CONTIGUOUS", "C", FLAG_C_CONTIGUOUS}, {"F_CONTIGUOUS", "F", FLAG_F_CONTIGUOUS},
                  {"OWNDATA", "O", FLAG_OWNDATA},           {"WRITEABLE", "W", FLAG_WRITEABLE},
                  {"ALIGNED", "A", FLAG_ALIGNED},           {"WRITEBACKIFCOPY", "X", FLAG_WRITEBACKIFCOPY},
                  {"FNC", "FNC", FLAG_FNC},                 {"FORC", "FORC", FLAG_FORC},
                  {"BEHAVED", "B", FLAG_BEHAVED},           {"CARRAY", "CA", FLAG_CARRAY},
                  {"FARRAY", "FA", FLAG_FARRAY},            {"CONTIGUOUS", "CONTIGUOUS", FLAG_C_CONTIGUOUS}};

static bool flag_value(Value self, Flag flag) {
    const Array *array = flags_array(self);
    bool c = array_is_c_contiguous(array), f = array_is_f_contiguous(array), behaved = array->writeable;
    switch (flag) {
    case FLAG_C_CONTIGUOUS: return c;
    case FLAG_F_CONTIGUOUS: return f;
    case FLAG_OWNDATA:
        return !array->base && value_is_absent(((NdArray *)((Flags *)self.object)->array.object)->base) &&
               value_is_absent(array_memory_view(array));
    case FLAG_WRITEABLE: return array->writeable;
    case FLAG_ALIGNED: return array_is_aligned(array);
    case FLAG_WRITEBACKIFCOPY: return false;
    case FLAG_FNC: return f && !c;
    case FLAG_FORC: return f || c;
    case FLAG_BEHAVED: return behaved && array_is_aligned(array);
    case FLAG_CARRAY: return behaved && c;
    default: return behaved && f && !c;
    }
}
static void flags_destroy(Object *self) { value_release(((Flags *)self)->array); }
static Value flags_repr(Thread *thread, Value self) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    int count = array_library(flags_array(self)) == LIBRARY_CUPY ? 3 : 6;
    for (int i = 0; i < count; i++)
        text_append_format(&text, "  %s : %s%s", flag_names[i].name,
                           flag_value(self, flag_names[i].flag) ? "True" : "False", count == 3 && i == 2 ? "" : "\n");
    return string_from_text_buffer(thread, &text);
}
static int flag_find(Value key) {
    for (size_t i = 0; value_is_string(key) && i < sizeof flag_names / sizeof *flag_names; i++)
        if (string_equals_c(value_string(key), flag_names[i].name) ||
            string_equals_c(value_string(key), flag_names[i].short_name))
            return (int)flag_names[i].flag;
    return -1;
}
static Value flags_get_item(Thread *thread, Value self, Value key) {
    int flag = flag_find(key);
    if (flag < 0) {
        raise_format(thread, thread_builtins(thread)->exception_KeyError, "Unknown flag");
        return VALUE_ABSENT;
    }
    return value_from_bool(flag_value(self, (Flag)flag));
}
/* Does it lie over memory that is not to be changed, or of which nobody tells whether it may be? */
static bool lies_over_constant(Thread *thread, const NdArray *object) {
    LentMemory memory;
    Value view = array_memory_view(object->array);
    if (value_is_absent(view)) return !value_is_absent(object->base) && !value_is_ndarray(object->base);
    return value_lend_memory(thread, view, false, &memory) == 1 && memory.read_only;
}
static bool flags_set_writeable(Thread *thread, Value self, Value value) {
    int truth = value_is_absent(value) ? -1 : value_truth(thread, value);
    const NdArray *object = (const NdArray *)((Flags *)self.object)->array.object;
    Array *array = object->array;
    if (truth < 0) return false;
    if (truth && (array->base ? !array->base->writeable : lies_over_constant(thread, object))) {
        raise_value_error(thread, "cannot set WRITEABLE flag to True of this array");
        return false;
    }
    array->writeable = truth;
    return true;
}
static bool flags_set_item(Thread *thread, Value self, Value key, Value value) {
    if (flag_find(key) == FLAG_WRITEABLE) return flags_set_writeable(thread, self, value);
    raise_format(thread, thread_builtins(thread)->exception_KeyError, "Unknown flag");
    return false;
}
#define FLAG_GETTER(name, flag)                                                                               \
    static Value flags_get_##name(Thread *thread, Value self) {                                               \
        return (void)thread, value_from_bool(flag_value(self, flag));                                         \
    }
FLAG_GETTER(c_contiguous, FLAG_C_CONTIGUOUS)
FLAG_GETTER(f_contiguous, FLAG_F_CONTIGUOUS) FLAG_GETTER(owndata, FLAG_OWNDATA)
    FLAG_GETTER(writeable, FLAG_WRITEABLE) FLAG_GETTER(aligned, FLAG_ALIGNED)
        FLAG_GETTER(writebackifcopy, FLAG_WRITEBACKIFCOPY) FLAG_GETTER(fnc, FLAG_FNC)
            FLAG_GETTER(forc, FLAG_FORC) FLAG_GETTER(behaved, FLAG_BEHAVED) FLAG_GETTER(carray, FLAG_CARRAY)
                FLAG_GETTER(farray, FLAG_FARRAY)
    /* The flags as bits of NumPy's C interface. */
    static Value flags_get_num(Thread *thread, Value self) {
    static const struct {
        Flag flag;
        int bit;
    } rows[] = {{FLAG_C_CONTIGUOUS, 1}, {FLAG_F_CONTIGUOUS, 2},  {FLAG_OWNDATA, 4},
                {FLAG_ALIGNED, 0x100},  {FLAG_WRITEABLE, 0x400}, {FLAG_WRITEBACKIFCOPY, 0x2000}};
    int bits = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (flag_value(self, rows[i].flag)) bits |= rows[i].bit;
    return (void)thread, value_from_int(bits);
}
static const PropertyEntry flags_properties[] = {
    {"fortran", flags_get_f_contiguous, NULL, NULL},
    {"num", flags_get_num, NULL, NULL},
    {"c_contiguous", flags_get_c_contiguous, NULL, NULL},
    {"contiguous", flags_get_c_contiguous, NULL, NULL},
    {"f_contiguous", flags_get_f_contiguous, NULL, NULL},
    {"owndata", flags_get_owndata, NULL, NULL},
    {"writeable", flags_get_writeable, flags_set_writeable, NULL},
    {"aligned", flags_get_aligned, NULL, NULL},
    {"writebackifcopy", flags_get_writebackifcopy, NULL, NULL},
    {"fnc", flags_get_fnc, NULL, NULL},
    {"forc", flags_get_forc, NULL, NULL},
    {"behaved", flags_get_behaved, NULL, NULL},
    {"carray", flags_get_carray, NULL, NULL},
    {"farray", flags_get_farray, NULL, NULL},
    {NULL, NULL, NULL, NULL}};
/* The same facts, told of whatever arrays. */
static Value flags_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    (void)thread;
    if (right.tag != TAG_OBJECT || right.object->type != left.object->type || (comparison != COMPARE_EQ && comparison != COMPARE_NE))
        return VALUE_NOT_IMPLEMENTED;
    bool same = true;
    for (int flag = FLAG_C_CONTIGUOUS; flag <= FLAG_WRITEBACKIFCOPY; flag++) same = same && flag_value(left, (Flag)flag) == flag_value(right, (Flag)flag);
    return value_from_bool(same == (comparison == COMPARE_EQ));
}
static const Type flags_type_template = {
    .name = "numpy._core.multiarray.flagsobj",
    .base = (Type *)&object_type_template,
    .instance_size = sizeof(Flags),
    .destroy = flags_destroy,
    .repr = flags_repr,
    .compare = flags_compare,
    .get_item = flags_get_item,
    .set_item = flags_set_item,
    .properties = flags_properties,
};
static Value get_flags(Thread *thread, Value self) {
    Type *type = type_from_template(thread, &flags_type_template);
    Flags *flags = type ? object_new(thread, type) : NULL;
    if (!flags) return VALUE_ABSENT;
    flags->array = value_retain(self);
    return value_from_object(flags);
}

/* ---- Memory ---- */

static Value get_numpy_device(Thread *thread, Value self) { return (void)self, string_from_c(thread, "cpu"); }
static Value get_cupy_device(Thread *thread, Value self) {
    return device_object(thread, array_device(value_ndarray(self))->number);
}

static Value get_numpy_data(Thread *thread, Value self) {
    Type *type = thread_builtins(thread)->type_memoryview;
    return value_call_one(thread, (Value){.tag = TAG_OBJECT, .object = &type->object}, self);
}

/* The address of the elements, for others: from now on they may change at any time. */
static Value shared_address(Thread *thread, const Array *array) {
    if (!array_ready(thread, array)) return VALUE_ABSENT;
    char *address = array_data(array);
    array->buffer->is_shared = true;
    return value_from_int((int64_t)(intptr_t)address);
}

static Value get_ctypes(Thread *thread, Value self) {
    Value address = shared_address(thread, value_ndarray(self));
    Value object = value_is_absent(address) ? address : ndarray_addresses(thread, self, address);
    value_release(address);
    return object;
}

static Value get_array_struct(Thread *thread, Value self) {
    Value address = shared_address(thread, value_ndarray(self));
    if (value_is_absent(address)) return address;
    value_release(address);
    return array_capsule_new(thread, value_ndarray(self));
}

/* A MemoryPointer to the first element. It holds the whole memory. */
static Value get_cupy_data(Thread *thread, Value self) {
    Array *array = value_ndarray(self);
    Error error = ERROR_NONE;
    Value address = shared_address(thread, array), pointer = VALUE_ABSENT;
    if (value_is_absent(address)) return VALUE_ABSENT;
    Value module = import_module(thread, "cupy._memory");
    int64_t length = (int64_t)array->buffer->size;
    Array *bytes = array_over_buffer(array->buffer, DTYPE(UINT8), 1, &length, NULL, 0, &error);
    value_release(address);
    if (!bytes) raise_array_error(thread, &error);
    else if (value_is_absent(module)) array_release(bytes);
    else {
        const Value *lent = buffer_lender(array->buffer); /* an allocator's own MemoryPointer */
        const Value told[] = {value_from_array(thread, bytes), value_from_int(array->offset), lent ? *lent : VALUE_NONE};
        if (!value_is_absent(told[0])) pointer = value_call_method(thread, module, "pointer_of", told, 3);
        value_release(told[0]);
    }
    value_release(module);
    return pointer;
}

/* dtype.descr; a type of its own where fields cannot tell it. */
static Value interface_fields(Thread *thread, const Dtype *dtype) {
    Value object = value_from_dtype(thread, dtype), fields = value_is_absent(object) ? object : value_get_attribute_c(thread, object, "descr");
    value_release(object);
    return fields;
}

/* The address of the current stream; the default stream's is 1, for 0 means none there. */
static Value stream_of_interface(Thread *thread) {
    Value get = array_module_member(thread, "cupy.cuda", "get_current_stream"), stream = value_is_absent(get) ? get : value_call_values(thread, get, NULL, 0);
    Value address = value_is_absent(stream) ? stream : value_get_attribute_c(thread, stream, "ptr");
    value_release(get);
    value_release(stream);
    return value_is_int(address) && !address.integer ? value_from_int(1) : address;
}

/* __array_interface__ and __cuda_array_interface__: shape, typestr, data, strides, version. */
static Value array_interface(Thread *thread, Value self, int version) {
    const Array *array = value_ndarray(self);
    Value interface = dict_new(thread), place = tuple_new(thread, 2);
    if (value_is_absent(interface) || value_is_absent(place)) goto failed;
    Dict *dict = value_dict(interface);
    Value address = shared_address(thread, array);
    if (value_is_absent(address)) goto failed;
    value_tuple(place)->items[0] = address;
    value_tuple(place)->items[1] = value_from_bool(!array->writeable);
    Value strides = array_is_c_contiguous(array) ? VALUE_NONE : get_strides(thread, self);
    bool filled = dict_set_c(thread, dict, "data", place) && dict_set_c_owned(thread, dict, "strides", strides) &&
                  dict_set_c_owned(thread, dict, "descr", interface_fields(thread, array->dtype)) &&
                  (device_is_host(array_device(array)) || dict_set_c_owned(thread, dict, "stream", stream_of_interface(thread))) &&
                  dict_set_c_owned(thread, dict, "typestr", string_from_c(thread, array->dtype->string)) &&
                  dict_set_c_owned(thread, dict, "shape", get_shape(thread, self)) &&
                  dict_set_c(thread, dict, "version", value_from_int(version));
    if (!filled) goto failed;
    value_release(place);
    return interface;
failed:
    value_release(interface);
    value_release(place);
    return VALUE_ABSENT;
}
static Value get_array_interface(Thread *thread, Value self) { return array_interface(thread, self, 3); }

static Value get_numpy_priority(Thread *thread, Value self) { return (void)thread, (void)self, value_from_float(0); }
static Value get_cupy_priority(Thread *thread, Value self) { return (void)thread, (void)self, value_from_int(100); }

#define SHARED_PROPERTIES                                                                                     \
    {"shape", get_shape, set_shape, "Tuple of array dimensions."},                                            \
        {"dtype", get_dtype, set_dtype, "What the elements are."},                                \
        {"ndim", get_ndim, NULL, "Number of array dimensions."},                                              \
        {"size", get_size, NULL, "How many elements there are."},                                         \
        {"itemsize", get_itemsize, NULL, "How many bytes an element takes."},                            \
        {"nbytes", get_nbytes, NULL, "How many bytes all elements take."},                   \
        {"strides", get_strides, NULL, "For each axis how many bytes the next element is away."},                          \
        {"T", get_transpose, NULL, "The axes the other way round; no element moves."},                                          \
        {"mT", get_matrix_transpose, NULL, "The last two axes changed with each other; no element moves."},                           \
        {"real", get_real, set_real, "A view of what stands without i."},                                          \
        {"imag", get_imag, set_imag, "A view of what stands beside i; zeros for real elements."},                                     \
        {"flat", get_flat, set_flat, "All elements in a row, row by row."},                                       \
        {"flags", get_flags, NULL, "How the elements lie in memory, and whether they may be written."},                      \
        {"base", get_base, NULL, "Whose memory it shows; None where it is its own."}

const PropertyEntry numpy_ndarray_properties[] = {
    SHARED_PROPERTIES,
    {"device", get_numpy_device, NULL, "cpu"},
    {"data", get_numpy_data, NULL, "Memory of the array's elements."},
    {"ctypes", get_ctypes, NULL, "An object with the address of the elements: x.ctypes.data."},
    {"__array_interface__", get_array_interface, NULL, "Array protocol: Python side."},
    {"__array_struct__", get_array_struct, NULL, "Array protocol: C side."},
    {"__array_priority__", get_numpy_priority, NULL, NULL},
    {NULL, NULL, NULL, NULL}};
const PropertyEntry cupy_ndarray_properties[] = {
    SHARED_PROPERTIES,
    {"device", get_cupy_device, NULL, "CUDA device on which this array resides."},
    {"data", get_cupy_data, NULL, "The address of the elements on the device: x.data.ptr."},
    {"__cuda_array_interface__", get_array_interface, NULL, "CUDA array interface."},
    {"__array_priority__", get_cupy_priority, NULL, NULL},
    {NULL, NULL, NULL, NULL}};
