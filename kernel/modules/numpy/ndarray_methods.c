/* Methods of arrays that the function table does not have: those whose results are Python's, and the way between
 * host and device. */
#include "kernel/modules/numpy/functions.h"
#include "kernel/modules/numpy/ndarray.h"
#include "kernel/modules/numpy/types.h"

#include "base/memory.h"
#include "kernel/modules/cupy/device.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- item and tolist ---- */

static Value item_at(Thread *thread, const Array *array, int64_t position) {
    Error error = ERROR_NONE;
    Variant scalar = array_scalar_at(array, position, &error);
    if (scalar.kind == VARIANT_ABSENT) return raise_array_error(thread, &error);
    return value_from_scalar(thread, scalar);
}

NATIVE(ndarray_item_method) {
    NATIVE_UNUSED;
    const Array *array = value_ndarray(arguments[0]);
    const Tuple *indexes = value_tuple(arguments[1]);
    int64_t size = array_size(array), position = 0;
    if (indexes->count == 1 && value_is_tuple(indexes->items[0])) indexes = value_tuple(indexes->items[0]);
    if (indexes->count == 0) {
        if (size != 1) return raise_value_error(thread, "can only convert an array of size 1 to a Python scalar");
        return item_at(thread, array, 0);
    }
    if (indexes->count == 1) {
        if (!value_to_int64(thread, indexes->items[0], &position)) return VALUE_ABSENT;
        if (position < -size || position >= size)
            return raise_index_error(thread, "index %lld is out of bounds for %ssize %lld", (long long)position,
                                     array->dimensions == 1 ? "axis 0 with " : "", (long long)size);
        return item_at(thread, array, position < 0 ? position + size : position);
    }
    if (indexes->count != (size_t)array->dimensions)
        return raise_value_error(thread, "incorrect number of indices for array");
    for (int i = 0; i < array->dimensions; i++) {
        int64_t index, extent = array->shape[i];
        if (!value_to_int64(thread, indexes->items[i], &index)) return VALUE_ABSENT;
        if (index < -extent || index >= extent)
            return raise_index_error(thread, "index %lld is out of bounds for axis %d with size %lld",
                                     (long long)index, i, (long long)extent);
        position = position * extent + (index < 0 ? index + extent : index);
    }
    return item_at(thread, array, position);
}

/* The commonest elements, which are values of the language at once. */
static Value plain_element(Thread *thread, const Dtype *dtype, const char *bytes) {
    switch (dtype->number) {
    case DTYPE_INT64: return value_from_int(*(const int64_t *)bytes);
    case DTYPE_INT32: return value_from_int(*(const int32_t *)bytes);
    case DTYPE_FLOAT64: return value_new_float(thread, *(const double *)bytes);
    case DTYPE_FLOAT32: return value_new_float(thread, (double)*(const float *)bytes);
    default: return value_from_bool(*bytes != 0);
    }
}
static Value plain_list(Thread *thread, const Array *array, const char *bytes, int axis) {
    const int64_t extent = array->shape[axis], stride = array->strides[axis];
    Value list = list_new_sized(thread, (size_t)extent);
    const bool is_object = array->dtype->kind == 'O', is_last = axis == array->dimensions - 1;
    for (int64_t i = 0; i < extent && !value_is_absent(list); i++, bytes += stride) {
        Value item = !is_last   ? plain_list(thread, array, bytes, axis + 1)
                     : is_object ? value_retain(value_of_handle(handle_read(bytes)))
                                 : plain_element(thread, array->dtype, bytes);
        if (value_is_absent(item) || !list_append_owned(thread, value_list(list), item)) value_replace(&list, VALUE_ABSENT);
    }
    return list;
}
static bool has_plain_elements(const Array *array) {
    const Dtype *dtype = array->dtype;
    bool is_plain = dtype->kind == 'O' || dtype == DTYPE(INT64) || dtype == DTYPE(INT32) || dtype == DTYPE(FLOAT64) || dtype == DTYPE(FLOAT32) ||
                    dtype == DTYPE(BOOL);
    return is_plain && array->dimensions && device_is_host(array_device(array)) && array_is_aligned(array);
}

NATIVE(ndarray_tolist) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    Error error = ERROR_NONE;
    if (!context) return VALUE_ABSENT;
    if (has_plain_elements(value_ndarray(arguments[0])))
        return plain_list(thread, value_ndarray(arguments[0]), array_data(value_ndarray(arguments[0])), 0);
    Array *array = value_ndarray(arguments[0]), *objects = dtype_is_date(array->dtype) ? array_cast(array, &dtype_object, &error) : array_retain(array);
    Variant list = objects ? array_to_list(context->runtime, objects, &error) : variant_absent();
    array_release(objects);
    if (list.kind == VARIANT_ABSENT) return raise_array_error(thread, &error);
    return value_from_variant(thread, list, NULL, 0);
}

/* ---- Bytes ---- */

static Array *host_copy(Thread *thread, Value self, char order) {
    Error error = ERROR_NONE;
    Array *host = array_on_host(value_ndarray(self), &error);
    Array *copy = host ? array_copy(host, order, &error) : NULL;
    array_release(host);
    if (!copy) raise_array_error(thread, &error);
    return copy;
}

/* 'C', 'F', 'A' or 'K'; 0 with an exception. */
static char order_argument(Thread *thread, Value value) {
    if (value_is_none(value)) return 'C';
    if (!value_is_string(value)) return raise_type_error(thread, "order must be str, not %s", value_type_name(thread, value)), 0;
    const String *text = value_string(value);
    if (text->length == 1 && strchr("CFAKcfak", *text->bytes)) return (char)(*text->bytes & ~0x20);
    return raise_value_error(thread, "order must be one of 'C', 'F', 'A', or 'K' (got '%s')", text->bytes), 0;
}

NATIVE(ndarray_tobytes) {
    NATIVE_UNUSED;
    char order = order_argument(thread, arguments[1]);
    Error error = ERROR_NONE;
    Array *copy;
    const Array *self = value_ndarray(arguments[0]);
    if (!order) return VALUE_ABSENT;
    if (order == 'F' || (order == 'A' && array_is_f_contiguous(self) && !array_is_c_contiguous(self))) {
        Array *transposed = array_transpose(value_ndarray(arguments[0]), NULL, &error);
        Value view = transposed ? value_from_array(thread, transposed) : raise_array_error(thread, &error);
        copy = value_is_absent(view) ? NULL : host_copy(thread, view, 'C');
        value_release(view);
    } else {
        copy = host_copy(thread, arguments[0], 'C');
    }
    if (!copy) return VALUE_ABSENT;
    Value bytes = bytes_new(thread, array_data(copy), (size_t)array_byte_count(copy));
    array_release(copy);
    return bytes;
}

NATIVE(ndarray_bytes_method) {
    NATIVE_UNUSED;
    Value order = string_from_c(thread, "C");
    const Value values[2] = {arguments[0], order};
    Value bytes = value_is_absent(order) ? order : ndarray_tobytes(thread, native, values);
    value_release(order);
    return bytes;
}

/* The bytes of a buffer stay with their object; the array holds it. */
static void buffer_owner_release(void *owner) {
    value_release(*(Value *)owner);
    memory_release(owner);
}

/* A memoryview of its own for an array over an object's memory: nobody can release it, and a bytearray keeps its length. */
static Value private_view(Thread *thread, Value object) {
    Value type = {.tag = TAG_OBJECT, .object = &thread_builtins(thread)->type_memoryview->object};
    return value_call_one(thread, type, object);
}

Value array_memory_view(const Array *array) {
    const Value *owner = array_memory_owner(array, buffer_owner_release);
    return owner ? *owner : VALUE_ABSENT;
}

Value array_memory_base(Thread *thread, const Array *array) {
    Value view = array_memory_view(array);
    return value_is_absent(view) ? VALUE_NONE : private_view(thread, view); /* the array's own may not be released */
}

static bool lies_evenly(const char *bytes, const Dtype *dtype, int dimensions, const int64_t *strides) {
    uintptr_t unit = dtype->alignment, crooked = (uintptr_t)bytes % unit;
    for (int i = 0; i < dimensions && strides; i++) crooked |= (uintptr_t)llabs(strides[i]) % unit;
    return crooked == 0;
}

/* An array over memory that the view keeps. Takes over the view. */
static Array *array_over_view(Thread *thread, Value view, char *first, bool read_only, const Dtype *dtype, int dimensions,
                              const int64_t *shape, const int64_t *strides) {
    Error error = ERROR_NONE;
    Value *owner = memory_allocate(sizeof *owner);
    if (!owner) {
        value_release(view);
        return raise_no_memory(thread), NULL;
    }
    *owner = view;
    Array *array = array_from_memory(array_context(thread)->runtime->host, first, dtype, dimensions, shape, strides, owner,
                                     buffer_owner_release, &error);
    if (array) {
        array->writeable = !read_only;
        return array;
    }
    buffer_owner_release(owner);
    return raise_array_error(thread, &error), NULL;
}

/* A copy: for bytes that do not lie evenly for their type. */
static Array *array_of_bytes(Thread *thread, const char *bytes, bool read_only, const Dtype *dtype, int dimensions, const int64_t *shape) {
    Error error = ERROR_NONE;
    Array *array = array_create(array_context(thread)->runtime->host, dtype, dimensions, shape, &error);
    if (!array) return raise_array_error(thread, &error), NULL;
    if (array_byte_count(array)) memcpy(array_data(array), bytes, (size_t)array_byte_count(array));
    array->writeable = !read_only;
    return array;
}

/* "3w" is '<U3', ">i" is '>i'. */
static const Dtype *spelled_dtype(Thread *thread, const char *spelled) {
    const char *order = *spelled == '>' ? ">" : "<", *digits = spelled + (*spelled == '>');
    size_t length = strlen(digits);
    char text[32], last = length ? digits[length - 1] : 0;
    if (*digits >= '0' && *digits <= '9')
        snprintf(text, sizeof text, "%s%c%.*s", order, last == 'w' ? 'U' : last == 's' ? 'S' : 'V', (int)length - 1, digits);
    else snprintf(text, sizeof text, "%s%s", order, *digits == 'Z' ? last == 'f' ? "c8" : "c16" : digits);
    Value name = string_from_c(thread, text);
    const Dtype *dtype = value_is_absent(name) ? NULL : dtype_from_value(thread, name);
    value_release(name);
    return dtype;
}

/* The type's letter for one of the buffer protocol's: several are numbers of 64 bits. */
static char format_code(char format) { return strchr("qn", format) ? 'l' : strchr("QN", format) ? 'L' : format; }

Array *array_over_memory(Thread *thread, Value object) {
    LentMemory memory;
    if (!array_context(thread)) return NULL;
    Value view = private_view(thread, object);
    if (value_is_absent(view) || value_lend_memory(thread, view, false, &memory) != 1) return value_release(view), NULL;
    const Dtype *dtype = memory.format == '*'   ? spelled_dtype(thread, memory.spelled)
                         : memory.format == 'c' ? spelled_dtype(thread, "1s")
                                                : dtype_from_code(format_code(memory.format));
    if (!dtype) {
        if (!exception_is_set(thread)) raise_value_error(thread, "'%c' is not a valid PEP 3118 buffer format string", memory.format);
        return value_release(view), NULL;
    }
    if (lies_evenly(memory.first, dtype, memory.dimensions, memory.strides))
        return array_over_view(thread, view, memory.first, memory.read_only, dtype, memory.dimensions, memory.shape, memory.strides);
    Value copy = value_call_method(thread, view, "tobytes", NULL, 0);
    const char *bytes;
    size_t length;
    Array *array = NULL;
    if (!value_is_absent(copy) && value_buffer(thread, copy, &bytes, &length))
        array = array_of_bytes(thread, bytes, memory.read_only, dtype, memory.dimensions, memory.shape);
    value_release(copy);
    value_release(view);
    return array;
}

/* The object's bytes from `start` on, which must be there. */
static Array *array_over_bytes(Thread *thread, Value object, const Dtype *dtype, int dimensions, const int64_t *shape, size_t start) {
    const char *bytes;
    size_t length;
    LentMemory memory;
    Value view = private_view(thread, object);
    if (!value_is_absent(view) && value_buffer(thread, view, &bytes, &length) && value_lend_memory(thread, view, false, &memory) == 1) {
        return array_over_view(thread, view, (char *)(uintptr_t)bytes + start, memory.read_only, dtype, dimensions, shape, NULL);
    }
    value_release(view);
    return NULL;
}

Array *array_over_all_bytes(Thread *thread, Value object) {
    const char *bytes;
    size_t length;
    if (!array_context(thread) || !value_buffer(thread, object, &bytes, &length)) return NULL;
    int64_t count = (int64_t)length;
    return array_over_bytes(thread, object, DTYPE(UINT8), 1, &count, 0);
}

Array *ndarray_over_buffer(Thread *thread, const Dtype *dtype, int count, const int64_t *shape, Value buffer,
                           Value offset) {
    ArrayContext *context = array_context(thread);
    Error error = ERROR_NONE;
    const char *bytes;
    size_t length;
    int64_t start, size;
    if (!context || !value_to_int64(thread, offset, &start)) return NULL;
    bool is_same = value_is_ndarray(buffer) && value_ndarray(buffer)->dtype == dtype && dtype->item_size && start % dtype->item_size == 0;
    bool is_empty = false;
    for (int i = 0; i < count; i++) is_empty = is_empty || !shape[i];
    if (dtype->has_objects && !is_same && !is_empty) return raise_value_error(thread, "cannot create an OBJECT array from memory buffer"), NULL;
    if (value_is_ndarray(buffer)) {
        const Array *array = value_ndarray(buffer);
        if (!device_is_host(array_device(array)) || !array_is_c_contiguous(array)) {
            raise_value_error(thread, "ndarray is not contiguous");
            return NULL;
        }
        if (!array_ready(thread, array)) return NULL;
        bytes = array_data(array);
        length = (size_t)array_byte_count(array);
    } else if (!value_buffer(thread, buffer, &bytes, &length)) {
        return NULL;
    }
    if (!shape_size(count, shape, dtype->item_size, &size, &error)) {
        raise_array_error(thread, &error);
        return NULL;
    }
    if (start < 0 || (uint64_t)start > length || (uint64_t)size * dtype->item_size > length - (uint64_t)start) {
        raise_type_error(thread, "buffer is too small for requested array");
        return NULL;
    }
    if (!value_is_ndarray(buffer)) return array_over_bytes(thread, buffer, dtype, count, shape, (size_t)start);
    Array *array = array_view(value_ndarray(buffer), dtype, count, shape, NULL, start, &error);
    if (!array) raise_array_error(thread, &error);
    return array;
}

/* ---- Protocols and copies ---- */

NATIVE(ndarray_array_method) {
    NATIVE_UNUSED;
    Type *plain = array_context(thread)->array_types[LIBRARY_NUMPY];
    Value array = value_is_subclass_array(arguments[0]) ? array_view_as_class(thread, arguments[0], plain) : value_retain(arguments[0]);
    if (value_is_absent(array) || value_is_none(arguments[1])) return array;
    Value cast = value_call_method(thread, array, "astype", &arguments[1], 1);
    value_release(array);
    return cast;
}
NATIVE(ndarray_copy_method) {
    NATIVE_UNUSED;
    return value_call_method(thread, arguments[0], "copy", NULL, 0);
}
NATIVE(ndarray_complex_method) {
    NATIVE_UNUSED;
    return ndarray_to_complex(thread, arguments[0]);
}
NATIVE(ndarray_conjugate) {
    NATIVE_UNUSED;
    const Dtype *dtype = dtype_native(value_ndarray(arguments[0])->dtype);
    if (!dtype_is_complex(dtype) && dtype->kind != 'O') return value_retain(arguments[0]);
    return array_operate(thread, OPERATOR(conjugate), arguments, 1);
}
/* Of one element: of each number, character or field; references stay. */
static void swap_bytes(const Dtype *dtype, char *bytes) {
    const Dtype *straight = dtype_native(dtype);
    size_t width = straight->kind == 'U' ? 4 : (size_t)straight->item_size / (dtype_is_complex(straight) ? 2 : 1);
    if (dtype->kind == 'O' || dtype->kind == 'S') return;
    for (int i = 0; i < dtype->field_count; i++) swap_bytes(dtype->fields[i].dtype, bytes + dtype->fields[i].offset);
    for (int at = 0; dtype->base && at < dtype->item_size; at += dtype->base->item_size) swap_bytes(dtype->base, bytes + at);
    if (dtype->kind == 'V') return;
    for (char *end = bytes + dtype->item_size; bytes < end; bytes += width)
        for (size_t i = 0; i < width / 2; i++) {
            char byte = bytes[i];
            bytes[i] = bytes[width - 1 - i];
            bytes[width - 1 - i] = byte;
        }
}

NATIVE(ndarray_byteswap) {
    NATIVE_UNUSED;
    Array *copy = host_copy(thread, arguments[0], 'A');
    int in_place = value_truth(thread, arguments[1]);
    Error error = ERROR_NONE;
    if (!copy || in_place < 0) {
        array_release(copy);
        return VALUE_ABSENT;
    }
    char *bytes = array_data(copy);
    for (int64_t at = 0, size = array_byte_count(copy); at < size; at += copy->dtype->item_size) swap_bytes(copy->dtype, bytes + at);
    if (!in_place) return array_keep_class(thread, value_from_array(thread, copy), arguments, 1, false);
    bool stored = array_assign(value_ndarray(arguments[0]), copy, &error);
    array_release(copy);
    return stored ? value_retain(arguments[0]) : raise_array_error(thread, &error);
}
NATIVE(ndarray_setflags) {
    NATIVE_UNUSED;
    Array *array = value_ndarray(arguments[0]);
    if (value_is_none(arguments[1])) return VALUE_NONE;
    int writeable = value_truth(thread, arguments[1]);
    if (writeable < 0) return VALUE_ABSENT;
    if (writeable && array->base && !array->base->writeable)
        return raise_value_error(thread, "cannot set WRITEABLE flag to True of this array");
    array->writeable = writeable;
    return VALUE_NONE;
}

/* New elements that are values of the language are the number 0. */
static bool fill_with_zero(Array *array, int64_t from, Error *error) {
    for (int64_t i = from; i < array_size(array); i++)
        if (!element_store(array_device(array)->runtime, variant_integer(0), array->dtype, array_data(array) + i * array->dtype->item_size, error)) return false;
    return true;
}

/* Is there another who would notice: a view, a lent memory, a name? The call itself holds the array up to three times, as a method
 * that was bound before it does. */
static bool is_shared(const NdArray *self) { return self->object.references > 3 || self->array->references > 1 || self->array->buffer->references > 1; }

/* x.resize(shape): in place; only for an array that owns its elements. */
NATIVE(ndarray_resize) {
    NATIVE_UNUSED;
    NdArray *self = (NdArray *)arguments[0].object;
    const Tuple *given = value_tuple(arguments[1]);
    if (!given->count || (given->count == 1 && value_is_none(given->items[0]))) return VALUE_NONE;
    Value shape = given->count == 1 ? value_retain(given->items[0]) : value_retain(arguments[1]);
    int64_t extents[ARRAY_DIMENSIONS_MAX], size;
    int count = extents_from_value(thread, shape, extents, ARRAY_DIMENSIONS_MAX);
    value_release(shape);
    if (count < 0) return VALUE_ABSENT;
    for (int i = 0; i < count; i++)
        if (extents[i] < 0) return raise_value_error(thread, "negative dimensions not allowed");
    Error error = ERROR_NONE;
    int checks = value_truth(thread, arguments[2]);
    if (checks < 0) return VALUE_ABSENT;
    bool in_c_order = array_is_c_contiguous(self->array);
    if (!in_c_order && !array_is_f_contiguous(self->array)) return raise_value_error(thread, "resize only works on single-segment arrays");
    if (!shape_size(count, extents, self->array->dtype->item_size, &size, &error))
        return raise_array_error(thread, &error);
    if (size == array_size(self->array) && !in_c_order)
        shape_c_strides(self->array->dimensions, self->array->shape, self->array->dtype->item_size, self->array->strides);
    if (size == array_size(self->array)) /* the elements stay where they are */
        return array_set_shape(self->array, count, extents, &error) ? VALUE_NONE : raise_array_error(thread, &error);
    if (self->array->base || !value_is_absent(self->base) || !value_is_absent(array_memory_view(self->array)))
        return raise_value_error(thread, "cannot resize this array: it does not own its data");
    if (checks && is_shared(self))
        return raise_value_error(thread, "cannot resize an array that references or is referenced\nby another object in this way.\nUse the np.resize "
                                         "function to get a new resized copy or\n set refcheck=False to disable this check");
    static const unsigned char zero[16];
    Array *resized = array_filled(array_device(self->array), self->array->dtype, count, extents, zero, &error);
    int64_t kept = array_size(self->array) < size ? array_size(self->array) : size;
    if (resized && !in_c_order) /* columns stay columns, and the elements where they are in memory */
        for (int64_t i = 0, step = resized->dtype->item_size; i < count; step *= resized->shape[i++]) resized->strides[i] = step;
    Array *source = resized ? array_view(self->array, self->array->dtype, 1, &kept, NULL, 0, &error) : NULL;
    Array *target = source ? array_view(resized, resized->dtype, 1, &kept, NULL, 0, &error) : NULL;
    bool copied = target && array_assign(target, source, &error);
    if (copied && resized->dtype->kind == 'O') copied = fill_with_zero(resized, kept, &error);
    array_release(source);
    array_release(target);
    if (!copied) {
        array_release(resized);
        return raise_array_error(thread, &error);
    }
    array_release(self->array);
    self->array = resized;
    return VALUE_NONE;
}

#define SHARED_METHODS                                                                                        \
    {"item", "($self, *args)", "One element as Python's own number or text.",      \
     ndarray_item_method, NULL, 0},                                                                           \
        {"tolist", "($self)", "The array as a nested list of Python scalars.", ndarray_tolist, NULL, 0},      \
        {"tobytes", "($self, order='C')", "The raw bytes of the elements.", ndarray_tobytes, NULL, 0},        \
        {"tofile", "($self, fid, sep='', format='%s')", "Write the elements to a file: their bytes, or text.", ndarray_to_file, NULL, 0}, \
        {"conj", "($self)", "The same with the imaginary parts negated.", ndarray_conjugate, NULL, 0},              \
        {"conjugate", "($self)", "The same with the imaginary parts negated.", ndarray_conjugate, NULL, 0},         \
        {"__copy__", "($self)", NULL, ndarray_copy_method, NULL, 0},                                          \
        {"__deepcopy__", "($self, memo, /)", NULL, ndarray_deep_copy, NULL, 0},                             \
        {"__complex__", "($self, /)", NULL, ndarray_complex_method, NULL, 0},                                 \
        {"__dlpack_device__", "($self, /)", "DLPack's type and number of the array's device.", ndarray_dlpack_device, NULL, 0}

const NativeEntry ndarray_extra_methods[] = {
    SHARED_METHODS,
    {"__array_finalize__", "($self, obj, /)", "Here for subclasses to call; does nothing.", ndarray_array_finalize, NULL, 0},
    {"__array_wrap__", "($self, array, context=None, return_scalar=True, /)", "An array as one of self's class.", ndarray_array_wrap, NULL, 0},
    {"__array_function__", "($self, func, types, args, kwargs, /)", "Calls a function of numpy's for arrays.", ndarray_array_function, NULL, 0},
    {"__array_ufunc__", "($self, ufunc, method, /, *inputs, **kwargs)", "Calls a method of a ufunc.", ndarray_array_ufunc, NULL, 0},
    {"__array__", "($self, dtype=None, *, copy=None)", "The array itself, or cast to a dtype.", ndarray_array_method,
     NULL, 0},
    {"__reduce__", "($self, /)", NULL, ndarray_reduce, NULL, 0},
    {"__setstate__", "($self, state, /)", NULL, ndarray_set_state, NULL, 0},
    {"__dlpack__", "($self, /, *, stream=None, max_version=None, dl_device=None, copy=None)", "The array in a capsule of DLPack's.",
     ndarray_dlpack, NULL, 0},
    {"byteswap", "($self, inplace=False)", "The elements with their bytes in the other order.", ndarray_byteswap, NULL, 0},
    {"setflags", "($self, write=None, align=None, uic=None)", "Set the WRITEABLE flag.", ndarray_setflags, NULL, 0},
    {"resize", "($self, *new_shape, refcheck=True)", "Change shape and size of the array in place.", ndarray_resize,
     NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};

/* ---- CuPy's own ---- */

static bool same_shape(const Array *left, const Array *right) {
    return left->dimensions == right->dimensions && !memcmp(left->shape, right->shape, (size_t)left->dimensions * sizeof *left->shape);
}
static Value raise_shape_mismatch(Thread *thread, const char *format, const Array *first, const Array *second) {
    char texts[2][SHAPE_TEXT_SIZE];
    return raise_format(thread, thread_builtins(thread)->exception_ValueError, format, shape_text(first->dimensions, first->shape, texts[0]),
                        shape_text(second->dimensions, second->shape, texts[1]));
}

/* The elements on the host, in the order asked for, or in an array that is given. */
NATIVE(cupy_get) {
    NATIVE_UNUSED;
    Array *source = value_ndarray(arguments[0]);
    Error error = ERROR_NONE;
    if (!value_is_none(arguments[3])) {
        if (!value_is_ndarray(arguments[3]) || array_library(value_ndarray(arguments[3])) != LIBRARY_NUMPY)
            return raise_type_error(thread, "Only numpy.ndarray can be obtained fromcupy.ndarray");
        Array *out = value_ndarray(arguments[3]);
        if (source->dtype != out->dtype)
            return raise_type_error(thread, "%s array cannot be obtained from %s array", out->dtype->name, source->dtype->name);
        if (!same_shape(source, out)) return raise_shape_mismatch(thread, "Shape mismatch. Expected shape: %s, actual shape: %s", source, out);
        if (!array_is_c_contiguous(out) && !array_is_f_contiguous(out))
            return raise_format(thread, thread_builtins(thread)->exception_RuntimeError,
                                "`out` cannot be specified when copying to non-contiguous ndarray");
        if (!array_assign(out, source, &error)) return raise_array_error(thread, &error);
        return value_retain(arguments[3]);
    }
    bool is_told = value_is_string(arguments[2]) && value_string(arguments[2])->length;
    int order = is_told ? toupper((unsigned char)*value_c_string(arguments[2])) : 'C';
    if (order == 'A') order = array_is_f_contiguous(source) && !array_is_c_contiguous(source) ? 'F' : 'C';
    if (order != 'C' && order != 'F') return raise_value_error(thread, "unsupported order: %c", order);
    Array *host = array_on_host(source, &error), *copy = host;
    bool is_as_wanted = host && (order == 'C' ? array_is_c_contiguous(host) : array_is_f_contiguous(host));
    if (host && !is_as_wanted) {
        copy = array_copy(host, (char)order, &error);
        array_release(host);
    }
    return copy ? value_from_array(thread, copy) : raise_array_error(thread, &error);
}

/* Records are bytes to a device. */
static bool set_records(Array *target, const Array *source, Error *error) {
    int64_t size = array_byte_count(target);
    Array *plain = array_is_c_contiguous(source) ? array_retain((Array *)source) : array_copy((Array *)source, 'C', error);
    Array *from = plain ? array_view(plain, DTYPE(UINT8), 1, &size, NULL, 0, error) : NULL;
    Array *to = from ? array_view(target, DTYPE(UINT8), 1, &size, NULL, 0, error) : NULL;
    bool good = to && array_assign(to, from, error);
    array_release(to);
    array_release(from);
    array_release(plain);
    return good;
}

NATIVE(cupy_set) {
    NATIVE_UNUSED;
    Error error = ERROR_NONE;
    Array *target = value_ndarray(arguments[0]);
    if (!value_is_ndarray(arguments[1]) || array_library(value_ndarray(arguments[1])) != LIBRARY_NUMPY)
        return raise_type_error(thread, "Only numpy.ndarray can be set to cupy.ndarray");
    const Array *source = value_ndarray(arguments[1]);
    if (source->dtype != target->dtype)
        return raise_type_error(thread, "%s array cannot be set to %s array", source->dtype->name, target->dtype->name);
    if (!same_shape(source, target)) return raise_shape_mismatch(thread, "Shape mismatch. Old shape: %s, new shape: %s", target, source);
    if (!array_is_c_contiguous(target) && !array_is_f_contiguous(target))
        return raise_format(thread, thread_builtins(thread)->exception_RuntimeError, "Cannot set to non-contiguous array");
    bool is_set = dtype_is_flexible(target->dtype) && array_is_c_contiguous(target) ? set_records(target, source, &error)
                                                                                   : array_assign(target, source, &error);
    return is_set ? VALUE_NONE : raise_array_error(thread, &error);
}

/* Methods that are written in Python, in cupy._methods under the same name. */
NATIVE(cupy_method_in_python) {
    Value function = array_module_member(thread, "cupy._methods", native->entry->name);
    Value result = value_is_absent(function)
                       ? function
                       : value_call_values(thread, function, arguments, native_parameter_count(native->entry->signature));
    value_release(function);
    return result;
}

NATIVE(cupy_array_method) {
    NATIVE_UNUSED;
    return raise_type_error(thread, "Implicit conversion to a NumPy array is not allowed. Please use `.get()` to "
                                    "construct a NumPy array explicitly.");
}

const NativeEntry cupy_ndarray_methods[] = {
    SHARED_METHODS,
    {"__dlpack__", "($self, stream=None, *, max_version=None, dl_device=None, copy=None)",
     "The array in a capsule of DLPack's.", ndarray_dlpack, NULL, 0},
    {"__bytes__", "($self)", NULL, ndarray_bytes_method, NULL, 0},
    {"__array_finalize__", "($self, obj, /)", "Here for subclasses to call; does nothing.",
     ndarray_array_finalize, NULL, 0},
    {"__array_function__", "($self, func, types, args, kwargs)", "Calls CuPy's function of that name.",
     cupy_method_in_python, NULL, 0},
    {"__array_ufunc__", "($self, ufunc, method, /, *inputs, **kwargs)", "Calls CuPy's ufunc of that name.",
     cupy_method_in_python, NULL, 0},
    {"__div__", "($self, other, /)", "self / other", cupy_method_in_python, NULL, 0},
    {"__idiv__", "($self, other, /)", "self /= other", cupy_method_in_python, NULL, 0},
    {"__hex__", "($self)", "hex() of the only element.", cupy_method_in_python, NULL, 0},
    {"__oct__", "($self)", "oct() of the only element.", cupy_method_in_python, NULL, 0},
    {"toDlpack", "($self, stream=None, *, max_version=None, dl_device=None, copy=None)",
     "The array in a capsule of DLPack's.", ndarray_dlpack, NULL, 0},
    {"get", "($self, stream=None, order='C', out=None, blocking=True)",
     "Return a copy of the array on the host.\n\n>>> arange(3).get()\narray([0, 1, 2])\n", cupy_get, NULL, 0},
    {"set", "($self, arr, stream=None)", "Copy an array of the host into this one.", cupy_set, NULL, 0},
    {"__reduce__", "($self, /)", NULL, cupy_method_in_python, NULL, 0},
    {"byteswap", "($self, inplace=False)", "The elements with their bytes in the other order.",
     cupy_method_in_python, NULL, 0},
    {"dump", "($self, file)", "Write the pickle of the array to a file.", cupy_method_in_python, NULL, 0},
    {"dumps", "($self)", "The pickle of the array.", cupy_method_in_python, NULL, 0},
    {"ptp", "($self, axis=None, out=None, keepdims=False)",
     "The greatest less the least element along an axis.", cupy_method_in_python, NULL, 0},
    {"reduced_view", "($self, dtype=None)", "A view of the least number of dimensions.",
     cupy_method_in_python, NULL, 0},
    {"scatter_add", "($self, slices, value)", "Add to the chosen elements, as often as they are chosen.",
     cupy_method_in_python, NULL, 0},
    {"scatter_max", "($self, slices, value)", "Keep the greater of the chosen elements and the values.",
     cupy_method_in_python, NULL, 0},
    {"scatter_min", "($self, slices, value)", "Keep the lesser of the chosen elements and the values.",
     cupy_method_in_python, NULL, 0},
    {"__array__", "($self, dtype=None, *, copy=None)", NULL, cupy_array_method, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
