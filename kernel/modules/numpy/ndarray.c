/* The ndarray types: numpy.ndarray over arrays of the host, cupy.ndarray over arrays of devices.
 *
 * One struct and mostly the same slots; which class an Array gets is decided by where its bytes are. Methods come from
 * the function table (functions.c) and ndarray_methods.c, attributes from ndarray_attributes.c. */
#include "kernel/modules/numpy/functions.h"
#include "kernel/modules/numpy/ndarray.h"
#include "kernel/modules/numpy/scalar.h"
#include "kernel/modules/numpy/types.h"

#include "kernel/objects/number/float.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/core/weak.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Life ---- */

/* Arrays whose elements are arrays of one shape show these as axes of their own; such types are seen within records only. */
static Array *with_inner_axes(Array *owned, Error *error) {
    const Dtype *dtype = owned->dtype;
    int64_t shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX];
    int dimensions = owned->dimensions, more = dtype->base_dimensions;
    if (dimensions + more > ARRAY_DIMENSIONS_MAX) {
        error_set(error, "ValueError", "number of dimensions must be within [0, 64]");
        return array_release(owned), NULL;
    }
    memcpy(shape, owned->shape, sizeof *shape * (size_t)dimensions);
    memcpy(strides, owned->strides, sizeof *strides * (size_t)dimensions);
    memcpy(shape + dimensions, dtype->base_shape, sizeof *shape * (size_t)more);
    shape_c_strides(more, dtype->base_shape, dtype->base->item_size, strides + dimensions);
    Array *array = array_over_buffer(owned->buffer, dtype->base, dimensions + more, shape, strides, owned->offset, error);
    if (array) {
        array->writeable = owned->writeable;
        array->base = array_retain(owned->base);
    }
    array_release(owned);
    return array;
}

Value value_from_array(Thread *thread, Array *owned) {
    if (!owned) return VALUE_ABSENT;
    ArrayContext *context = array_context(thread);
    Error error = ERROR_NONE;
    if (owned->dtype->base && !(owned = with_inner_axes(owned, &error))) return raise_array_error(thread, &error);
    NdArray *object = NULL;
    if (context && !runtime_had_elements(context->runtime, &error)) raise_array_error(thread, &error);
    else if (context) object = object_new(thread, context->array_types[array_library(owned)]);
    if (!object) {
        array_release(owned);
        return VALUE_ABSENT;
    }
    object->array = owned;
    owned->origin = NULL; /* it outlives the call that it was read for */
    return value_from_object(object);
}

bool array_make_ready(Thread *thread, const Array *array) {
    Error error = ERROR_NONE;
    if (array_context(thread) && array_settle(array, &error)) return true;
    raise_array_error(thread, &error);
    return false;
}

static void ndarray_destroy(Object *self) {
    NdArray *object = (NdArray *)self;
    array_release(object->array);
    value_release(object->base);
}

/* A view of the bytes that a cupy.cuda.MemoryPointer holds. */
static Array *array_at_pointer(Thread *thread, const Dtype *dtype, int count, const int64_t *shape, Value pointer, Value strides_value) {
    Error error = ERROR_NONE;
    int64_t strides[ARRAY_DIMENSIONS_MAX], lowest = 0, highest = dtype->item_size;
    Value held = value_get_attribute_c(thread, pointer, "_bytes");
    if (value_is_absent(held)) return NULL;
    Array *array = NULL, *bytes = value_is_ndarray(held) ? value_ndarray(held) : NULL;
    shape_c_strides(count, shape, dtype->item_size, strides);
    if (!bytes) raise_type_error(thread, "memptr must be a cupy.cuda.MemoryPointer, not %s", value_type_name(thread, pointer));
    else if (value_is_none(strides_value) || extents_from_value(thread, strides_value, strides, ARRAY_DIMENSIONS_MAX) == count) {
        bool is_empty = false;
        for (int d = 0; d < count; d++) {
            int64_t reach = 0;
            is_empty = is_empty || shape[d] == 0;
            if (shape[d] > 1 && __builtin_mul_overflow(shape[d] - 1, strides[d], &reach)) reach = INT64_MAX / 128;
            if (reach > INT64_MAX / 128 || reach < -INT64_MAX / 128) reach = INT64_MAX / 128;
            *(reach < 0 ? &lowest : &highest) += reach;
        }
        if (!is_empty && (lowest < 0 || highest > array_byte_count(bytes)))
            raise_value_error(thread, "the array reaches beyond the memory of %lld bytes", (long long)array_byte_count(bytes));
        else if (!(array = array_view(bytes, dtype, count, shape, strides, 0, &error))) raise_array_error(thread, &error);
    } else if (!exception_is_set(thread)) raise_value_error(thread, "strides must have as many items as shape");
    value_release(held);
    return array;
}

/* A view of a buffer with strides of the caller's own, which must stay inside it. */
static Array *array_in_strides(Thread *thread, const Dtype *dtype, int count, const int64_t *shape, Value buffer, Value offset, Value given) {
    int64_t strides[ARRAY_DIMENSIONS_MAX], start, lowest, highest, length = 0;
    Error error = ERROR_NONE;
    const char *unused;
    size_t size;
    if (extents_from_value(thread, given, strides, ARRAY_DIMENSIONS_MAX) != count) {
        if (!exception_is_set(thread)) raise_value_error(thread, "strides, if given, must be the same length as shape");
        return NULL;
    }
    if (!value_to_int64(thread, offset, &start)) return NULL;
    bool is_empty = false;
    for (int d = 0; d < count; d++) is_empty = is_empty || !shape[d];
    if (dtype->has_objects && !is_empty) return raise_value_error(thread, "cannot create an OBJECT array from memory buffer"), NULL;
    if (value_is_ndarray(buffer)) length = array_byte_count(value_ndarray(buffer));
    else if (value_buffer(thread, buffer, &unused, &size)) length = (int64_t)size;
    else return NULL;
    Array *bytes = ndarray_over_buffer(thread, DTYPE(UINT8), 1, &length, buffer, value_from_int(0)), *array = NULL;
    if (!bytes) return NULL;
    lowest = start;
    highest = start + dtype->item_size;
    bool fits = true;
    for (int d = 0; d < count && fits; d++) {
        int64_t reach;
        fits = shape[d] < 1 || (!__builtin_mul_overflow(shape[d] - 1, strides[d], &reach) &&
                                !__builtin_add_overflow(reach < 0 ? lowest : highest, reach, reach < 0 ? &lowest : &highest));
    }
    if (fits && lowest >= 0 && highest <= length) {
        array = array_view(bytes, dtype, count, shape, strides, start, &error);
        if (array) array->is_crooked = !array_is_aligned(array);
        else raise_array_error(thread, &error);
    } else {
        raise_value_error(thread, "strides is incompatible with shape of requested array and size of buffer");
    }
    array_release(bytes);
    return array;
}

/* New memory of a device, in strides that lead no further than the elements one after the other would. */
static Array *array_of_strides(Thread *thread, Device *device, const Dtype *dtype, int count, const int64_t *shape, Value given, Error *error) {
    int64_t strides[ARRAY_DIMENSIONS_MAX], size, reach = dtype->item_size;
    bool is_backward = false, is_empty = false;
    if (extents_from_value(thread, given, strides, ARRAY_DIMENSIONS_MAX) != count) {
        if (!exception_is_set(thread)) raise_value_error(thread, "strides must have as many items as shape");
        return NULL;
    }
    if (!shape_size(count, shape, (size_t)dtype->item_size, &size, error)) return NULL;
    size *= dtype->item_size;
    for (int i = 0; i < count; i++) {
        int64_t further;
        is_empty = is_empty || !shape[i];
        is_backward = is_backward || (shape[i] > 1 && strides[i] < 0);
        if (shape[i] < 1) continue;
        bool is_beyond = __builtin_mul_overflow(shape[i] - 1, strides[i], &further) || __builtin_add_overflow(reach, further, &reach);
        if (is_beyond) reach = INT64_MAX;
    }
    if (is_backward) return raise_value_error(thread, "ndarray() with strides currently does not allow negative strides"), NULL;
    if (!is_empty && reach > size)
        return raise_value_error(thread, "ndarray() with strides must stay withing a contiguous size of %lld but got %lld.",
                                 (long long)size, (long long)reach),
               NULL;
    Array *bytes = array_create(device, DTYPE(UINT8), 1, &size, error);
    Array *array = bytes ? array_view(bytes, dtype, count, shape, strides, 0, error) : NULL;
    array_release(bytes);
    return array;
}

/* The same memory with its first axis innermost. */
static Array *array_turned(Thread *thread, Array *owned) {
    int64_t strides[ARRAY_DIMENSIONS_MAX];
    Error error = ERROR_NONE;
    shape_f_strides(owned->dimensions, owned->shape, owned->dtype->item_size, strides);
    Array *turned = array_view(owned, owned->dtype, owned->dimensions, owned->shape, strides, 0, &error);
    if (turned) turned->writeable = owned->writeable;
    else raise_array_error(thread, &error);
    array_release(owned);
    return turned;
}

/* np.ndarray(shape, dtype=float, buffer=None, offset=0, strides=None, order=None); cupy.ndarray has a pointer instead. */
/* ndarray() alone takes text of no characters as it is: for all others it has one at least. */
static Array *array_without_characters(Device *device, const Dtype *dtype, int count, const int64_t *shape, Error *error) {
    Array *wider = array_create(device, dtype, count, shape, error);
    Array *array = wider ? array_over_buffer(wider->buffer, dtype, count, shape, NULL, 0, error) : NULL;
    array_release(wider);
    return array;
}

static Value ndarray_create(Thread *thread, Type *type, const Call *call) {
    ArrayContext *context = array_context(thread);
    Value arguments[6] = {VALUE_ABSENT, VALUE_ABSENT, VALUE_ABSENT, VALUE_NONE, VALUE_ABSENT, VALUE_ABSENT};
    if (!context) return VALUE_ABSENT;
    bool on_device = type_is_subtype(type, context->array_types[LIBRARY_CUPY]);
    if (on_device) {
        Value given[5];
        if (!native_match(thread, "ndarray", "(shape, dtype=None, memptr=None, strides=None, order='C')", call, given, 5)) return VALUE_ABSENT;
        memcpy(arguments, given, 3 * sizeof *given);
        memcpy(&arguments[4], &given[3], 2 * sizeof *given);
    } else if (!native_match(thread, "ndarray", "(shape, dtype=None, buffer=None, offset=0, strides=None, order=None)", call, arguments, 6))
        return VALUE_ABSENT;
    const Dtype *dtype = dtype_from_value(thread, arguments[1]);
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    int count = dtype ? extents_from_value(thread, arguments[0], shape, ARRAY_DIMENSIONS_MAX) : -1;
    Error error = ERROR_NONE;
    Array *array = NULL;
    if (count >= 0 && (!on_device || array_devices_ready(thread))) {
        Device *device = on_device ? runtime_current_device(context->runtime) : context->runtime->host;
        const char *order = value_is_string(arguments[5]) ? value_c_string(arguments[5]) : "C";
        if (value_is_none(arguments[2])) {
            bool strided = on_device && !value_is_absent(arguments[4]) && !value_is_none(arguments[4]);
            array = strided ? array_of_strides(thread, device, dtype, count, shape, arguments[4], &error)
                    : dtype_is_text(dtype) && !dtype->item_size ? array_without_characters(device, dtype, count, shape, &error)
                    : *order == 'F' ? array_create_f(device, dtype, count, shape, &error)
                                    : array_create(device, dtype, count, shape, &error);
            if (!array && !exception_is_set(thread)) raise_array_error(thread, &error);
        } else if (on_device) {
            array = array_at_pointer(thread, dtype, count, shape, arguments[2], arguments[4]);
        } else {
            bool has_strides = !value_is_absent(arguments[4]) && !value_is_none(arguments[4]);
            array = has_strides ? array_in_strides(thread, dtype, count, shape, arguments[2], arguments[3], arguments[4])
                                : ndarray_over_buffer(thread, dtype, count, shape, arguments[2], arguments[3]);
            if (array && *order == 'F' && !has_strides && count > 1) array = array_turned(thread, array);
        }
    }
    Value buffer = on_device ? VALUE_NONE : value_retain(arguments[2]);
    native_release_arguments(arguments, 6);
    if (!array) {
        value_release(buffer);
        return VALUE_ABSENT;
    }
    NdArray *object = object_new(thread, type);
    if (!object) {
        array_release(array);
        value_release(buffer);
        return VALUE_ABSENT;
    }
    object->array = array;
    if (!value_is_none(buffer)) object->base = buffer;
    Value made = value_from_object(object);
    if (type->flags & TYPE_HEAP && !array_finalize(thread, made, VALUE_NONE)) value_replace(&made, VALUE_ABSENT);
    return made;
}

/* ---- Text ---- */

Value ndarray_repr(Thread *thread, Value self) {
    ArrayContext *context = array_context(thread);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    Error error = ERROR_NONE;
    if (!context) return VALUE_ABSENT;
    if (!value_is_absent(context->override_repr) && !value_is_none(context->override_repr)) {
        Value function = value_retain(context->override_repr), shown = value_call_one(thread, function, self);
        value_release(function);
        return shown;
    }
    const char *name = value_is_subclass_array(self) ? type_short_name(self.object->type) : "array";
    Value held = value_retain(context->print_formatter); /* what elements do when they are shown may set another */
    bool shown = array_repr_as(context->runtime, value_ndarray(self), name, &text, &error);
    value_release(held);
    if (!shown) {
        text_release(&text);
        return raise_array_error(thread, &error);
    }
    return string_from_text_buffer(thread, &text);
}

Value ndarray_str(Thread *thread, Value self) {
    ArrayContext *context = array_context(thread);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    Error error = ERROR_NONE;
    if (!context) return VALUE_ABSENT;
    Value held = value_retain(context->print_formatter);
    bool shown = array_str(context->runtime, value_ndarray(self), &text, &error);
    value_release(held);
    if (!shown) {
        text_release(&text);
        return raise_array_error(thread, &error);
    }
    return string_from_text_buffer(thread, &text);
}

static Value ndarray_format(Thread *thread, Value self, Value specification) {
    bool is_empty = value_is_string(specification) && !value_string(specification)->length;
    if (value_ndarray(self)->dimensions == 0) {
        Value item = ndarray_item(thread, self);
        Value text = value_is_absent(item) ? VALUE_ABSENT
                     : is_empty            ? value_str(thread, item)
                                           : value_format(thread, item, specification);
        value_release(item);
        return text;
    }
    if (is_empty) return ndarray_str(thread, self);
    bool on_device = array_library(value_ndarray(self)) == LIBRARY_CUPY; /* whose text is that of a copy on the host */
    return raise_type_error(thread, "unsupported format string passed to %s.__format__", on_device ? "numpy.ndarray" : self.object->type->name);
}

/* ---- As a number ---- */

static int ndarray_truth(Thread *thread, Value self) {
    ArrayContext *context = array_context(thread);
    Error error = ERROR_NONE;
    bool truth;
    if (!context) return -1;
    if (!array_size(value_ndarray(self)) && array_library(value_ndarray(self)) == LIBRARY_CUPY)
        return warn_format(thread, thread_builtins(thread)->exception_DeprecationWarning,
                           "The truth value of an empty array is ambiguous. Returning False, but in future this will result in an error. "
                           "Use `array.size > 0` to check that an array is not empty.")
                   ? 0
                   : -1;
    if (array_truth(context->runtime, value_ndarray(self), &truth, &error)) return truth;
    raise_array_error(thread, &error);
    return -1;
}

Value ndarray_item(Thread *thread, Value self) {
    Error error = ERROR_NONE;
    Variant scalar = array_scalar_at(value_ndarray(self), 0, &error);
    if (scalar.kind == VARIANT_ABSENT) return raise_array_error(thread, &error);
    return value_from_scalar(thread, scalar);
}

static Value ndarray_through(Thread *thread, Value self, Type *type, const char *where) {
    const Array *array = value_ndarray(self);
    if (array->dimensions > 0 && array_library(array) == LIBRARY_NUMPY)
        return raise_type_error(thread, "only 0-dimensional arrays can be converted to Python scalars");
    if (array_size(array) != 1)
        return raise_type_error(thread, "only length-1 arrays can be converted to Python scalars");
    if (!thread_enter(thread, where)) return VALUE_ABSENT; /* the element may hold the array */
    Value item = ndarray_item(thread, self);
    Value number = value_is_absent(item)
                       ? VALUE_ABSENT
                       : value_call_one(thread, (Value){.tag = TAG_OBJECT, .object = &type->object}, item);
    thread_leave(thread);
    value_release(item);
    return number;
}
static Value ndarray_to_int(Thread *thread, Value self) {
    return ndarray_through(thread, self, thread_builtins(thread)->type_int, " in ndarray.__int__");
}
static Value ndarray_to_float(Thread *thread, Value self) {
    return ndarray_through(thread, self, thread_builtins(thread)->type_float, " in ndarray.__float__");
}
Value ndarray_to_complex(Thread *thread, Value self) {
    return ndarray_through(thread, self, thread_builtins(thread)->type_complex, " while calling a Python object");
}
static Value ndarray_to_index(Thread *thread, Value self) {
    const Array *array = value_ndarray(self);
    if (array->dimensions || !dtype_is_integer(array->dtype))
        return raise_type_error(thread, "only integer scalar arrays can be converted to a scalar index");
    return ndarray_item(thread, self);
}

/* ---- As a sequence ---- */

static int64_t ndarray_length(Thread *thread, Value self) {
    const Array *array = value_ndarray(self);
    if (array->dimensions) return array->shape[0];
    raise_type_error(thread, "len() of unsized object");
    return -1;
}

/* What stands in the brackets of x[1, 2:3], or of x[1] alone; how many. */
static int index_parts(const Value *key, const Value **parts) {
    bool is_tuple = key->tag == TAG_OBJECT && key->object->type->flags & TYPE_TUPLE;
    *parts = is_tuple ? value_tuple(*key)->items : key;
    return is_tuple ? (int)value_tuple(*key)->count : 1;
}

/* An index that is one integer, Python's or NumPy's int64. */
static inline bool plain_index(Value value, int64_t *index) {
    if (value.tag == TAG_INT) {
        *index = value.integer;
        return true;
    }
    const void *bytes;
    if (value.tag != TAG_OBJECT || value_scalar(value, &bytes) != DTYPE(INT64)) return false;
    *index = *(const int64_t *)bytes;
    return true;
}

/* Where the element of these integers lies. false: other indexes (or out of bounds). */
static inline bool offset_of_indexes(const Array *array, const Value *indexes, int count, int64_t *offset) {
    int64_t index;
    if (count != array->dimensions || count == 0) return false;
    *offset = 0;
    for (int i = 0; i < count; i++) {
        if (!plain_index(indexes[i], &index)) return false;
        if (index < 0) index += array->shape[i];
        if (index < 0 || index >= array->shape[i]) return false;
        *offset += index * array->strides[i];
    }
    return true;
}

/* x[3] and x[1, 2] likewise. */
static inline bool element_offset(const Array *array, Value key, int64_t *offset) {
    int64_t index;
    if (array->dimensions == 1 && plain_index(key, &index)) { /* by far the commonest */
        if (index < 0) index += array->shape[0];
        if (index < 0 || index >= array->shape[0]) return false;
        *offset = index * array->strides[0];
        return true;
    }
    const Value *indexes;
    int count = index_parts(&key, &indexes);
    return offset_of_indexes(array, indexes, count, offset);
}

/* One bound of a slice: an integer or None. */
static bool is_plain_bound(Value bound) {
    int64_t integer;
    return value_is_none(bound) || plain_index(bound, &integer);
}

/* The parts of x[1:-1], x[2] and x[:, 3], of integers and slices over such: where their view lies. false: another index. */
static bool view_layout(Thread *thread, const Array *array, Value key, int64_t *offset, int *dimensions, int64_t *shape, int64_t *strides) {
    const Value *indexes;
    int count = index_parts(&key, &indexes), kept = 0;
    if (count > array->dimensions) return false;
    *offset = 0;
    for (int i = 0; i < array->dimensions; i++) {
        int64_t start = 0, stop, step = 1, length = array->shape[i];
        if (i < count && plain_index(indexes[i], &start)) {
            if (start < 0) start += length;
            if (start < 0 || start >= length) return false;
            *offset += start * array->strides[i];
            continue;
        }
        if (i < count) {
            if (!value_is_slice(indexes[i])) return false;
            const Slice *slice = (const Slice *)indexes[i].object;
            bool is_step = value_is_none(slice->step) || (slice->step.tag == TAG_INT && slice->step.integer);
            if (!is_plain_bound(slice->start) || !is_plain_bound(slice->stop) || !is_step || !slice_unpack(thread, slice, &start, &stop, &step))
                return false;
            length = slice_adjust(length, &start, &stop, step);
            if (length == 0) start = 0, step = 1;
        }
        *offset += start * array->strides[i];
        shape[kept] = length;
        strides[kept++] = array->strides[i] * step;
    }
    *dimensions = kept;
    return true;
}

static Value ndarray_get_item(Thread *thread, Value self, Value key) {
    Array *array = value_ndarray(self);
    int64_t offset, shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX];
    int dimensions;
    if (device_is_host(array_device(array)) && array->dtype->kind != 'V' && element_offset(array, key, &offset))
        return array_ready(thread, array) ? scalar_new(thread, array->dtype, array_data(array) + offset) : VALUE_ABSENT;
    ArrayContext *context = array_context(thread);
    Variant index;
    Error error = ERROR_NONE;
    if (!context) return VALUE_ABSENT;
    if (view_layout(thread, array, key, &offset, &dimensions, shape, strides) && (dimensions || !device_is_host(array_device(array)))) {
        if (!graph_observe(array, &error)) return raise_array_error(thread, &error);
        Array *view = array_view(array, array->dtype, dimensions, shape, strides, offset, &error);
        if (!view) return raise_array_error(thread, &error);
        return array_keep_class(thread, value_from_variant(thread, variant_array(view), &self, 1), &self, 1, false);
    }
    if (!variant_from_value(thread, key, &index)) return VALUE_ABSENT;
    Variant result = array_get_item(context->runtime, array, index, &error);
    variant_release(&index);
    if (result.kind == VARIANT_ABSENT) return raise_array_error(thread, &error);
    return array_keep_class(thread, value_from_variant(thread, result, &self, 1), &self, 1, false);
}

union ElementBytes {
    double real;
    float single;
    int64_t integer;
    int32_t word;
    int16_t half;
    uint8_t byte;
    Complex128 complex;
};

static inline bool integer_bytes(const Dtype *dtype, int64_t integer, union ElementBytes *bytes) {
    switch (dtype->number) {
    case DTYPE_INT64: bytes->integer = integer; return true;
    case DTYPE_FLOAT64: bytes->real = (double)integer; return true;
    case DTYPE_FLOAT32: bytes->single = (float)integer; return integer >= -(1 << 24) && integer <= 1 << 24;
    case DTYPE_INT32: bytes->word = (int32_t)integer; return integer == (int32_t)integer;
    case DTYPE_UINT32: bytes->word = (int32_t)integer; return integer == (uint32_t)integer;
    case DTYPE_INT16: bytes->half = (int16_t)integer; return integer == (int16_t)integer;
    case DTYPE_UINT8: bytes->byte = (uint8_t)integer; return integer == (uint8_t)integer;
    case DTYPE_INT8: bytes->byte = (uint8_t)integer; return integer == (int8_t)integer;
    case DTYPE_BOOL: bytes->byte = integer != 0; return true;
    case DTYPE_UINT64: bytes->integer = integer; return integer >= 0;
    case DTYPE_COMPLEX128: bytes->complex = (Complex128){(double)integer, 0}; return true;
    default: return false;
    }
}

static inline bool real_bytes(const Dtype *dtype, double number, union ElementBytes *bytes) {
    switch (dtype->number) {
    case DTYPE_FLOAT64: bytes->real = number; return true;
    case DTYPE_FLOAT32: bytes->single = (float)number; return !number || (fabs(number) < 0x1p127 && fabs(number) > 0x1p-126);
    case DTYPE_COMPLEX128: bytes->complex = (Complex128){number, 0}; return true;
    case DTYPE_INT64: case DTYPE_INT32: return fabs(number) < 0x1p31 && integer_bytes(dtype, (int64_t)number, bytes);
    default: return false;
    }
}

/* The number that `value` is, as the bytes of an element of `dtype`, when storing it can neither fail nor warn: numbers of the
 * array's own type, and those that its type surely holds. false: the general way. */
static inline bool element_bytes(const Dtype *dtype, Value value, union ElementBytes *bytes) {
    if (value.tag == TAG_FLOAT) return real_bytes(dtype, float_number(value), bytes);
    if (value.tag == TAG_INT) return integer_bytes(dtype, value.integer, bytes);
    if (value.tag == TAG_BOOL) return integer_bytes(dtype, value.integer, bytes);
    const void *own;
    const Dtype *type = value.tag == TAG_OBJECT ? value_scalar(value, &own) : NULL;
    if (type == dtype && dtype->item_size <= (int)sizeof *bytes) {
        memcpy(bytes, own, (size_t)dtype->item_size);
        return true;
    }
    if (type == DTYPE(FLOAT64)) return real_bytes(dtype, *(const double *)own, bytes);
    return type == DTYPE(INT64) && integer_bytes(dtype, *(const int64_t *)own, bytes);
}

/* x[i] = number of the array's own kind. 1: stored; 0: the general way; -1: failed. */
static inline int store_at(Thread *thread, Array *array, int64_t offset, Value value) {
    union ElementBytes bytes;
    if (array->dtype->number >= DTYPE_COUNT || !array->writeable || !device_is_host(array_device(array))) return 0;
    if (!element_bytes(array->dtype, value, &bytes)) return 0;
    if (!array_ready(thread, array)) return -1;
    char *place = array_data(array) + offset;
    if (array->dtype->item_size == 8) memcpy(place, &bytes, 8);
    else memcpy(place, &bytes, (size_t)array->dtype->item_size);
    return 1;
}
static int store_number(Thread *thread, Array *array, Value key, Value value) {
    int64_t offset;
    return element_offset(array, key, &offset) ? store_at(thread, array, offset, value) : 0;
}

/* x[2:9:2] = number, short and along one axis. */
static int fill_line(Thread *thread, Array *array, Value key, Value value) {
    enum { LONGEST = 1 << 14 }; /* elements; more are for several threads */
    union ElementBytes bytes;
    int64_t offset, shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX];
    int dimensions;
    if (array->dtype->number >= DTYPE_COUNT || !array->writeable || array->is_crooked || !device_is_host(array_device(array))) return 0;
    if (!element_bytes(array->dtype, value, &bytes) || !view_layout(thread, array, key, &offset, &dimensions, shape, strides)) return 0;
    if (dimensions != 1 || shape[0] > LONGEST) return 0;
    if (!array_ready(thread, array)) return -1;
    char *place = array_data(array) + offset;
    switch (array->dtype->item_size) {
#define FILL(SIZE) case SIZE: for (int64_t i = 0; i < shape[0]; i++, place += strides[0]) memcpy(place, &bytes, SIZE); return 1;
    FILL(1) FILL(2) FILL(4) FILL(8) FILL(16)
#undef FILL
    default: return 0;
    }
}

static Value ndarray_get_element(Thread *thread, Value self, const Value *indexes, size_t count) {
    const Array *array = value_ndarray(self);
    int64_t offset;
    if (!device_is_host(array_device(array)) || array->dtype->number >= DTYPE_COUNT) return VALUE_ABSENT;
    if (!offset_of_indexes(array, indexes, (int)count, &offset) || !array_ready(thread, array)) return VALUE_ABSENT;
    return scalar_new(thread, array->dtype, array_data(array) + offset);
}
static int ndarray_set_element(Thread *thread, Value self, const Value *indexes, size_t count, Value value) {
    int64_t offset;
    Array *array = value_ndarray(self);
    return offset_of_indexes(array, indexes, (int)count, &offset) ? store_at(thread, array, offset, value) : 0;
}

/* x[1:-1] = y of an array of that shape and type: 1: stored; 0: the general way; -1: failed. */
static int store_alike(Thread *thread, ArrayContext *context, Array *array, Value key, Value value) {
    if (!value_is_ndarray(value) || !array->writeable || array->dtype->number >= DTYPE_COUNT || array->is_crooked) return 0;
    Array *source = value_ndarray(value);
    int64_t offset, shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX], size = array->dtype->item_size;
    int dimensions;
    if (source->dtype != array->dtype || source->is_crooked || !device_is_host(array_device(array)) || !device_is_host(array_device(source)) ||
        !view_layout(thread, array, key, &offset, &dimensions, shape, strides) || !dimensions || dimensions != source->dimensions ||
        memcmp(shape, source->shape, (size_t)dimensions * sizeof *shape))
        return 0;
    Error error = ERROR_NONE;
    bool well = array_settle(source, &error) && array_settle(array, &error);
    enum { MOVED_ALONE = 1 << 18 }; /* bytes; more are for several threads */
    if (well && dimensions == 1 && strides[0] == size && source->strides[0] == size && shape[0] * size <= MOVED_ALONE) {
        memmove(array_data(array) + offset, array_data(source), (size_t)(shape[0] * size)); /* they may overlap */
    } else if (well) {
        Array *view = array_view(array, array->dtype, dimensions, shape, strides, offset, &error);
        well = view && array_assign(view, source, &error);
        array_release(view);
    }
    if (!runtime_had_elements(context->runtime, &error) || !well) return raise_array_error(thread, &error), -1;
    return 1;
}

/* Is `value` the very view that `key` takes? So it is behind x[1:] -= y, whose work is done by then. */
static bool is_own_view(Thread *thread, const Array *array, Value key, Value value) {
    if (!value_is_ndarray(value) || !array->writeable || array->dtype->has_objects) return false; /* an array can be an element */
    const Array *view = value_ndarray(value);
    int64_t offset, shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX];
    int dimensions;
    if (view->buffer != array->buffer || view->dtype != array->dtype || !view_layout(thread, array, key, &offset, &dimensions, shape, strides))
        return false;
    size_t size = (size_t)dimensions * sizeof *shape;
    return view->dimensions == dimensions && view->offset == array->offset + offset && !memcmp(view->shape, shape, size) &&
           !memcmp(view->strides, strides, size);
}

static bool ndarray_set_item(Thread *thread, Value self, Value key, Value value) {
    Array *array = value_ndarray(self);
    if (value_is_absent(value)) {
        raise_value_error(thread, "cannot delete array elements");
        return false;
    }
    int done = store_number(thread, array, key, value);
    if (!done && value.tag != TAG_OBJECT) done = fill_line(thread, array, key, value);
    if (done) return done > 0;
    if (is_own_view(thread, array, key, value)) return true;
    ArrayContext *context = array_context(thread);
    Variant index, elements;
    Error error = ERROR_NONE;
    if (!context) return false;
    done = store_alike(thread, context, array, key, value);
    if (done) return done > 0;
    if (!variant_from_value(thread, key, &index)) return false;
    int64_t offset;
    bool is_number_there = value_is_ndarray(value) && !value_ndarray(value)->dimensions && array_library(value_ndarray(value)) == LIBRARY_CUPY &&
                           array_library(array) == LIBRARY_NUMPY && element_offset(array, key, &offset);
    Value number = is_number_there ? ndarray_item(thread, value) : VALUE_NONE; /* one element takes it by float() or int() */
    bool is_read = !value_is_absent(number) && variant_from_value(thread, is_number_there ? number : value, &elements);
    value_release(number);
    if (!is_read) {
        variant_release(&index);
        return false;
    }
    bool stored = array_set_item(context->runtime, array, index, elements, &error);
    variant_release(&index);
    variant_release(&elements);
    if (!stored) raise_array_error(thread, &error);
    return stored;
}

static int ndarray_contains(Thread *thread, Value self, Value item) {
    Value equal = array_compare(thread, self, item, COMPARE_EQ);
    if (equal.tag == TAG_NOT_IMPLEMENTED) return 0;
    Value any = value_is_absent(equal) ? VALUE_ABSENT : call_numpy_one(thread, "any", equal);
    int truth = value_is_absent(any) ? -1 : value_truth(thread, any);
    value_release(equal);
    value_release(any);
    return truth;
}

/* ---- Iteration ---- */

typedef struct NdArrayIterator {
    Object object;
    Value array; /* absent: exhausted */
    int64_t index;
} NdArrayIterator;

static void iterator_destroy(Object *self) { value_release(((NdArrayIterator *)self)->array); }
static Value iterator_iterate(Thread *thread, Value self) { return (void)thread, value_retain(self); }
static Value iterator_next(Thread *thread, Value self) {
    NdArrayIterator *iterator = (NdArrayIterator *)self.object;
    if (value_is_absent(iterator->array)) return VALUE_ABSENT;
    if (iterator->index >= value_ndarray(iterator->array)->shape[0]) {
        value_replace(&iterator->array, VALUE_ABSENT);
        return VALUE_ABSENT;
    }
    return ndarray_get_item(thread, iterator->array, value_from_int(iterator->index++));
}
static const Type ndarray_iterator_type_template = {
    .name = "iterator",
    .base = (Type *)&object_type_template,
    .instance_size = sizeof(NdArrayIterator),
    .destroy = iterator_destroy,
    .iterate = iterator_iterate,
    .next = iterator_next,
};

static Value ndarray_iterate(Thread *thread, Value self) {
    if (!value_ndarray(self)->dimensions) return raise_type_error(thread, "iteration over a 0-d array");
    Type *type = type_from_template(thread, &ndarray_iterator_type_template);
    NdArrayIterator *iterator = type ? object_new(thread, type) : NULL;
    if (!iterator) return VALUE_ABSENT;
    iterator->array = value_retain(self);
    return value_from_object(iterator);
}

/* ---- Operators ---- */

#define BINARY(slot, row)                                                                                     \
    static Value ndarray_##row(Thread *thread, Value left, Value right) {                                     \
        return array_binary(thread, OPERATOR(row), left, right);                                              \
    }                                                                                                         \
    static Value ndarray_in_place_##row(Thread *thread, Value left, Value right) {                            \
        return array_in_place(thread, OPERATOR(row), left, right);                                            \
    }
ARRAY_BINARY_SLOTS(BINARY)
#undef BINARY
static Value ndarray_divmod(Thread *thread, Value left, Value right) {
    return array_binary(thread, OPERATOR(divmod), left, right);
}
#define UNARY(slot, row)                                                                                      \
    static Value ndarray_##row(Thread *thread, Value self) {                                                  \
        return array_operate(thread, OPERATOR(row), &self, 1);                                                \
    }
ARRAY_UNARY_SLOTS(UNARY)
#undef UNARY

static Value ndarray_matmul(Thread *thread, Value left, Value right) {
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    const Type *plain = context->array_types[LIBRARY_NUMPY];
    if (left.tag == TAG_OBJECT && right.tag == TAG_OBJECT && left.object->type == plain && right.object->type == plain) {
        Array *result;
        Error error = ERROR_NONE;
        if (!array_matmul_plain(context->runtime, value_ndarray(left), value_ndarray(right), &result, &error))
            return raise_array_error(thread, &error);
        if (result && result->dimensions) return value_from_array(thread, result);
        if (result) {
            Value number = scalar_new(thread, result->dtype, array_data(result));
            array_release(result);
            return number;
        }
    }
    const Value other = value_is_ndarray(left) ? right : left;
    if (other.tag == TAG_OBJECT && !value_is_ndarray(other) && other.object->type->flags & TYPE_HEAP &&
        !value_is_numpy_scalar(other))
        return VALUE_NOT_IMPLEMENTED;
    return call_numpy_two(thread, "matmul", left, right);
}
static Value ndarray_in_place_matmul(Thread *thread, Value left, Value right) {
    Value product = ndarray_matmul(thread, left, right);
    if (value_is_absent(product) || product.tag == TAG_NOT_IMPLEMENTED) return product;
    bool stored = ndarray_set_item(thread, left, VALUE_ELLIPSIS, product);
    value_release(product);
    return stored ? value_retain(left) : VALUE_ABSENT;
}

#define BINARY_ENTRY(slot, row) [BINARY_##slot] = ndarray_##row,
#define IN_PLACE_ENTRY(slot, row) [BINARY_##slot] = ndarray_in_place_##row,
#define UNARY_ENTRY(slot, row) [UNARY_##slot] = ndarray_##row,

#define NDARRAY_SLOTS                                                                                        \
    .base = (Type *)&object_type_template, .flags = TYPE_BASE | TYPE_SEQUENCE | TYPE_OWN_TRUTH,              \
    .instance_size = sizeof(NdArray), .weak_offset = offsetof(NdArray, weak), .create = ndarray_create,      \
    .destroy = ndarray_destroy, .repr = ndarray_repr, .str = ndarray_str, .format = ndarray_format,          \
    .truth = ndarray_truth, .length = ndarray_length, .compare = array_compare, .iterate = ndarray_iterate,  \
    .get_item = ndarray_get_item, .set_item = ndarray_set_item, .to_int = ndarray_to_int,                    \
    .get_element = ndarray_get_element, .set_element = ndarray_set_element,                                   \
    .to_float = ndarray_to_float,                                                                            \
    .binary = {ARRAY_BINARY_SLOTS(BINARY_ENTRY) BINARY_ENTRY(DIVMOD, divmod)                                 \
                   BINARY_ENTRY(MATRIX_MULTIPLY, matmul)},                                                   \
    .unary = {ARRAY_UNARY_SLOTS(UNARY_ENTRY)}

/* Texts, bytes and numbers of the other byte order as the buffer protocol writes them. False: what it has no letter for. */
static bool spell_format(const Dtype *dtype, LentMemory *memory) {
    const Dtype *kept = dtype_native(dtype);
    const char *order = kept != dtype ? ">" : "";
    bool is_number = !dtype_is_flexible(kept);
    if (!is_number && !dtype_is_text(kept) && !(kept->kind == 'V' && !kept->is_record && !kept->base)) return false;
    memory->format = '*';
    if (is_number && kept->kind == 'c') snprintf(memory->spelled, sizeof memory->spelled, "%sZ%c", order, kept->item_size == 8 ? 'f' : 'd');
    else if (is_number) snprintf(memory->spelled, sizeof memory->spelled, "%s%c", order, kept->code);
    else
        snprintf(memory->spelled, sizeof memory->spelled, "%s%lld%c", order,
                 (long long)(dtype_is_text(kept) ? dtype_text_length(kept) : (int64_t)kept->item_size),
                 kept->kind == 'U' ? 'w' : kept->kind == 'S' ? 's' : 'x');
    return true;
}

/* For memoryview, hashlib, files and the like. A view of its own keeps the memory: the array may get other memory. */
static bool ndarray_lend_memory(Thread *thread, Value self, bool lasting, LentMemory *memory) {
    Array *array = value_ndarray(self);
    if (!array_ready(thread, array)) return false;
    const Dtype *dtype = array->dtype;
    *memory = (LentMemory){.first = array_data(array), .shape = array->shape, .strides = array->strides, .dimensions = array->dimensions,
                           .format = dtype->code, .item_size = dtype->item_size, .read_only = !array->writeable, .keeper = VALUE_ABSENT};
    if (dtype_is_flexible(dtype) && !spell_format(dtype, memory))
        return raise_value_error(thread, "cannot include dtype '%c' in a buffer", dtype->code), false;
    if (!lasting) return true;
    Error error = ERROR_NONE;
    Array *view = array_view(array, array->dtype, array->dimensions, array->shape, array->strides, 0, &error);
    if (!view) return raise_array_error(thread, &error), false;
    array->buffer->is_shared = true;
    return !value_is_absent(memory->keeper = value_from_array(thread, view));
}

static bool ndarray_of_device_lends_nothing(Thread *thread, Value self, bool lasting, LentMemory *memory) {
    (void)self, (void)lasting, (void)memory;
    raise_type_error(thread, "Accessing a CuPy ndarry on CPU is not allowed except when using system memory (on HMM or ATS enabled "
                             "systems, need to set CUPY_ENABLE_UMP=1) or managed memory");
    return false;
}

const Type numpy_ndarray_type_template = {
    .name = "numpy.ndarray",
    .documentation = "Elements of one type, in any number of dimensions.",
    .signature = "(shape, dtype=float, buffer=None, offset=0, strides=None, order=None)",
    .methods = ndarray_extra_methods,
    .properties = numpy_ndarray_properties,
    .lend_memory = ndarray_lend_memory,
    .contains = ndarray_contains,
    .to_index = ndarray_to_index,
    .in_place = {ARRAY_BINARY_SLOTS(IN_PLACE_ENTRY) IN_PLACE_ENTRY(MATRIX_MULTIPLY, matmul)},
    NDARRAY_SLOTS,
};
const Type cupy_ndarray_type_template = {
    .name = "cupy.ndarray",
    .documentation = "A multidimensional array on a device.",
    .signature = "(shape, dtype=float, memptr=None, strides=None, order='C')",
    .methods = cupy_ndarray_methods,
    .properties = cupy_ndarray_properties,
    .lend_memory = ndarray_of_device_lends_nothing,
    .in_place = {ARRAY_BINARY_SLOTS(IN_PLACE_ENTRY)},
    NDARRAY_SLOTS,
};

bool array_types_make(Thread *thread, ArrayContext *context) {
    static const Type *const templates[LIBRARY_COUNT] = {&numpy_ndarray_type_template, &cupy_ndarray_type_template};
    for (int i = 0; i < LIBRARY_COUNT; i++) {
        Type *type = context->array_types[i] = type_from_template(thread, templates[i]);
        if (!type || !array_type_add_methods(thread, type, (ArrayLibrary)i)) return false;
        if (i == LIBRARY_CUPY) type->flags |= TYPE_SHORT_NAME;
    }
    return true;
}
