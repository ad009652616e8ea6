/* Arrays out of Variants: np.array() of numbers, scalars, arrays and nested sequences of them; and the way
 * back. */
#include "arraylib/array.h"

#include "base/memory.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- One number into one element. */

static bool store_integer(Variant number, const Dtype *dtype, void *bytes, Error *error) {
    static const struct {
        int64_t low;
        uint64_t high;
    } ranges[DTYPE_COUNT] = {
        [DTYPE_INT8] = {INT8_MIN, INT8_MAX},    [DTYPE_UINT8] = {0, UINT8_MAX},
        [DTYPE_INT16] = {INT16_MIN, INT16_MAX}, [DTYPE_UINT16] = {0, UINT16_MAX},
        [DTYPE_INT32] = {INT32_MIN, INT32_MAX}, [DTYPE_UINT32] = {0, UINT32_MAX},
        [DTYPE_INT64] = {INT64_MIN, INT64_MAX}, [DTYPE_UINT64] = {0, UINT64_MAX},
    };
    if (number.kind == VARIANT_BIG || (number.kind == VARIANT_UNSIGNED && dtype != DTYPE(UINT64)))
        return error_set(error, "OverflowError", "Python int too large to convert to C long");
    bool is_large = number.kind == VARIANT_UNSIGNED;
    int64_t whole = number.integer;
    uint64_t large = number.unsigned_integer;
    if (is_large ? large > ranges[dtype->number].high
                 : whole < ranges[dtype->number].low ||
                       (whole >= 0 && (uint64_t)whole > ranges[dtype->number].high)) {
        return error_set(error, "OverflowError", "Python integer %lld out of bounds for %s", (long long)whole,
                         dtype->name);
    }
    memcpy(bytes, &large, dtype->item_size); /* little end first; the two's complement of either */
    return true;
}

static bool store_real_as_integer(ArrayRuntime *runtime, double real, bool is_scalar, const Dtype *dtype,
                                  void *bytes, Error *error) {
    int64_t whole = 0;
    if (isnan(real) || isinf(real)) {
        if (!is_scalar && isnan(real))
            return error_set(error, "ValueError", "cannot convert float NaN to integer");
        if (!is_scalar) return error_set(error, "OverflowError", "cannot convert float infinity to integer");
        whole = dtype == DTYPE(UINT64) && real > 0 ? 0 : INT64_MIN;
        if (!runtime_float_errors(runtime, "cast", FLOAT_INVALID, error)) return false;
    } else if (!is_scalar) { /* as int(real), which must fit */
        bool fits = real < (dtype == DTYPE(UINT64) ? 0x1p64 : 0x1p63) && real >= -0x1p63;
        if (!fits) return error_set(error, "OverflowError", "Python int too large to convert to C long");
        if (real >= 0x1p63) return store_integer((Variant){.kind = VARIANT_UNSIGNED, .unsigned_integer = (uint64_t)real}, dtype, bytes, error);
        return store_integer(variant_integer((int64_t)real), dtype, bytes, error);
    } else if ((dtype->item_size < 4 || dtype == DTYPE(INT32)) && !(real > -2147483649.0 && real < 2147483648.0)) {
        whole = INT32_MIN; /* as the host's casts, which go through 32 bits there */
        if (!runtime_float_errors(runtime, "cast", FLOAT_INVALID, error)) return false;
    } else if (real < 0x1p63 && real >= -0x1p63) {
        whole = (int64_t)real;
    } else if (real > 0 && real < 0x1p64) {
        uint64_t large = (uint64_t)real;
        memcpy(bytes, &large, dtype->item_size);
        return true;
    } else {
        whole = dtype == DTYPE(UINT64) && real > 0 ? 0 : INT64_MIN;
        if (!runtime_float_errors(runtime, "cast", FLOAT_INVALID, error)) return false;
    }
    memcpy(bytes, &whole, dtype->item_size);
    return true;
}

/* A number written in text, as float() and int() read it. */
static bool parse_number(Variant text, const Dtype *dtype, Variant *number, Error *error) {
    const char *start = text.text->bytes;
    char *end;
    while (*start == ' ') start++;
    if (dtype_is_integer(dtype)) {
        *number = variant_integer(strtoll(start, &end, 10));
    } else {
        *number = variant_float(strtod(start, &end));
    }
    while (*end == ' ') end++;
    if (end != start && !*end) return true;
    return error_set(error, "ValueError",
                     dtype_is_integer(dtype) ? "invalid literal for int() with base 10: '%s'"
                                             : "could not convert string to float: '%s'",
                     text.text->bytes);
}

bool variant_store(ArrayRuntime *runtime, Variant number, const Dtype *dtype, void *bytes, Error *error) {
    if (number.kind == VARIANT_STRING && !parse_number(number, dtype, &number, error)) return false;
    if (number.kind == VARIANT_NONE && dtype_is_float(dtype)) number = variant_float(NAN);
    bool is_scalar = number.kind == VARIANT_SCALAR;
    if (is_scalar && number.dtype == dtype) {
        memcpy(bytes, number.scalar, dtype->item_size);
        return true;
    }
    if (is_scalar) number = scalar_to_variant(number.dtype, number.scalar);
    if (number.kind < VARIANT_BOOL || number.kind > VARIANT_COMPLEX) {
        if (number.kind == VARIANT_SEQUENCE)
            return error_set(error, "ValueError", "setting an array element with a sequence.");
        if (dtype->kind == 'c')
            return error_set(error, "TypeError", "must be real number, not %s", variant_type_name(number));
        if (dtype_is_integer(dtype))
            return error_set(error, "TypeError",
                             "int() argument must be a string, a bytes-like object or a real number, not '%s'",
                             variant_type_name(number));
        return error_set(error, "TypeError", "float() argument must be a string or a real number, not '%s'",
                         variant_type_name(number));
    }
    Complex128 value = variant_to_complex(number);
    if (dtype->kind != 'c' && dtype->kind != 'b' && number.kind == VARIANT_COMPLEX) {
        if (!is_scalar)
            return error_set(
                error, "TypeError",
                dtype_is_integer(dtype)
                    ? "int() argument must be a string, a bytes-like object or a real number, not 'complex'"
                    : "float() argument must be a string or a real number, not 'complex'");
        if (!runtime_warn(runtime, "numpy.exceptions.ComplexWarning", error,
                          "Casting complex values to real discards the imaginary part"))
            return false;
    }
    switch (dtype->number) {
    case DTYPE_BOOL:
        *(uint8_t *)bytes = value.real != 0 || value.imaginary != 0;
        return true;
    case DTYPE_FLOAT16: {
        float16_bits half = float16_from_double(value.real);
        memcpy(bytes, &half, sizeof half);
        return (half & 0x7fff) != 0x7c00 || isinf(value.real) ||
               runtime_float_errors(runtime, "cast", FLOAT_OVERFLOW, error);
    }
    case DTYPE_FLOAT32: {
        float single = (float)value.real;
        memcpy(bytes, &single, sizeof single);
        return !isinf(single) || isinf(value.real) ||
               runtime_float_errors(runtime, "cast", FLOAT_OVERFLOW, error);
    }
    case DTYPE_FLOAT64:
        memcpy(bytes, &value.real, sizeof value.real);
        return true;
    case DTYPE_COMPLEX64: {
        Complex64 narrow = {(float)value.real, (float)value.imaginary};
        memcpy(bytes, &narrow, sizeof narrow);
        bool fits = (!isinf(narrow.real) || isinf(value.real)) && (!isinf(narrow.imaginary) || isinf(value.imaginary));
        return fits || runtime_float_errors(runtime, "cast", FLOAT_OVERFLOW, error);
    }
    case DTYPE_COMPLEX128:
        memcpy(bytes, &value, sizeof value);
        return true;
    default:
        break;
    }
    if (number.kind == VARIANT_FLOAT || number.kind == VARIANT_COMPLEX)
        return store_real_as_integer(runtime, value.real, is_scalar, dtype, bytes, error);
    if (is_scalar) { /* numpy's integers wrap */
        memcpy(bytes, &number.integer, dtype->item_size);
        return true;
    }
    return store_integer(number, dtype, bytes, error);
}

bool variant_set(ArrayRuntime *runtime, Variant number, const Dtype *dtype, void *bytes, Error *error) {
    if (dtype->kind == 'i' && number.kind == VARIANT_SCALAR && number.dtype != dtype) {
        if (dtype_is_complex(number.dtype) && !runtime_warn(runtime, "numpy.exceptions.ComplexWarning", error,
                                                            "Casting complex values to real discards the imaginary part"))
            return false;
        number = scalar_to_variant(number.dtype, number.scalar);
        if (number.kind == VARIANT_COMPLEX) number = variant_float(number.real);
    }
    return variant_store(runtime, number, dtype, bytes, error);
}

/* ---- Finding shape and type of nested sequences. */

typedef struct Discovery {
    ArrayRuntime *runtime;
    int dimensions; /* agreed so far: the shape's length */
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    bool ragged;
    const Dtype *dtype, *given;
    bool has_array;
    Error *error;
} Discovery;

static const Dtype *number_dtype(Variant number) {
    switch (number.kind) {
    case VARIANT_BOOL:
        return DTYPE(BOOL);
    case VARIANT_INTEGER:
        return DTYPE(INT64);
    case VARIANT_UNSIGNED:
        return DTYPE(UINT64);
    case VARIANT_FLOAT:
        return DTYPE(FLOAT64);
    case VARIANT_COMPLEX:
        return DTYPE(COMPLEX128);
    case VARIANT_SCALAR:
        return number.dtype;
    default:
        return NULL;
    }
}

static void join_dtype(Discovery *found, const Dtype *dtype) {
    found->dtype = found->dtype ? dtype_promote(found->dtype, dtype) : dtype;
}

/* The shape below `depth` must be `shape`; the first leaf decides, later ones may only shorten it. */
static void meet_leaf(Discovery *found, int depth, int dimensions, const int64_t *shape, bool first) {
    int total = depth + dimensions;
    if (first) {
        if (total > ARRAY_DIMENSIONS_MAX) total = ARRAY_DIMENSIONS_MAX;
        found->dimensions = total;
        for (int i = depth; i < total; i++) found->shape[i] = shape[i - depth];
        return;
    }
    int agreed = depth;
    while (agreed < total && agreed < found->dimensions && shape[agreed - depth] == found->shape[agreed])
        agreed++;
    if (agreed < found->dimensions || agreed < total) {
        found->ragged = true;
        if (agreed < found->dimensions) found->dimensions = agreed;
    }
}

static bool discover(Discovery *found, Variant value, int depth, bool *first) {
    if (value.kind == VARIANT_ARRAY) {
        join_dtype(found, value.array->dtype);
        found->has_array = true;
        meet_leaf(found, depth, value.array->dimensions, value.array->shape, *first);
        *first = false;
        return true;
    }
    if (value.kind != VARIANT_SEQUENCE) {
        const Dtype *dtype = number_dtype(value);
        if (found->given) dtype = found->given; /* whether it converts shows when it is stored */
        if (!dtype) {
            if (value.kind == VARIANT_BIG)
                return error_set(found->error, "OverflowError", "Python int too large to convert to C long");
            return error_set(found->error, "TypeError", "arrays of '%s' objects are not supported",
                             variant_type_name(value));
        }
        join_dtype(found, dtype);
        meet_leaf(found, depth, 0, NULL, *first);
        *first = false;
        return true;
    }
    if (depth >= ARRAY_DIMENSIONS_MAX)
        return error_set(found->error, "ValueError",
                         "setting an array element with a sequence. The requested array would "
                         "exceed the maximum number of dimension of 64.");
    int64_t count = (int64_t)value.list->count;
    if (*first) {
        found->shape[depth] = count;
        if (count == 0) {
            found->dimensions = depth + 1;
            *first = false;
            return true;
        }
    } else {
        if (depth >= found->dimensions) { /* a sequence where a number was */
            found->ragged = true;
            return true;
        }
        if (found->shape[depth] != count) {
            found->ragged = true;
            found->dimensions = depth;
        } else if (count == 0 && found->dimensions > depth + 1) {
            found->ragged = true;
            found->dimensions = depth + 1;
        }
    }
    for (int64_t i = 0; i < count; i++)
        if (!discover(found, value.list->items[i], depth + 1, first)) return false;
    return true;
}

static bool store_nested(ArrayRuntime *runtime, Array *array, Variant value, int depth, int64_t offset,
                         Error *error) {
    if (value.kind == VARIANT_ARRAY) {
        Array *target = array_view(array, array->dtype, array->dimensions - depth, array->shape + depth,
                                   array->strides + depth, offset, error);
        Array *source = target ? array_on_host(value.array, error) : NULL;
        bool well = source && array_assign(target, source, error);
        array_release(source);
        array_release(target);
        return well;
    }
    if (depth == array->dimensions)
        return variant_set(runtime, value, array->dtype, array_data(array) + offset, error);
    for (size_t i = 0; i < value.list->count; i++)
        if (!store_nested(runtime, array, value.list->items[i], depth + 1,
                          offset + (int64_t)i * array->strides[depth], error))
            return false;
    return true;
}

static Array *ragged_error(const Discovery *found) {
    char text[SHAPE_TEXT_SIZE];
    error_set(
        found->error, "ValueError",
        "setting an array element with a sequence. The requested array has an inhomogeneous shape after %d "
        "dimensions. The detected shape was %s + inhomogeneous part.",
        found->dimensions, shape_text(found->dimensions, found->shape, text));
    return NULL;
}

static Array *array_from_sequence(ArrayRuntime *runtime, Variant value, const Dtype *dtype, Error *error) {
    Discovery found = {.runtime = runtime, .error = error, .given = dtype};
    bool first = true;
    if (!discover(&found, value, 0, &first)) return NULL;
    if (found.ragged) return ragged_error(&found);
    if (!dtype) dtype = found.dtype ? found.dtype : DTYPE(FLOAT64);
    Array *array = array_create(runtime->host, dtype, found.dimensions, found.shape, error);
    if (array && !store_nested(runtime, array, value, 0, 0, error)) {
        array_release(array);
        return NULL;
    }
    return array;
}

/* Sequences that hold arrays of an accelerator are put together there. */
static Device *device_inside(Variant value) {
    if (value.kind == VARIANT_ARRAY) return array_device(value.array);
    if (value.kind != VARIANT_SEQUENCE) return NULL;
    for (size_t i = 0; i < value.list->count; i++) {
        Device *device = device_inside(value.list->items[i]);
        if (device && !device_is_host(device)) return device;
        if (variant_is_number(value.list->items[i])) return NULL;
    }
    return NULL;
}

static bool warn_complex_discarded(ArrayRuntime *runtime, const Dtype *from, const Dtype *to, Error *error) {
    if (from->kind != 'c' || to->kind == 'c' || to->kind == 'b') return true;
    return runtime_warn(runtime, "numpy.exceptions.ComplexWarning", error,
                        "Casting complex values to real discards the imaginary part");
}

Array *array_from_variant(ArrayRuntime *runtime, Variant value, const Dtype *dtype, Device *device, bool copy,
                          Error *error) {
    if (value.kind == VARIANT_ARRAY) {
        Array *source = value.array;
        if (device_is_host(device) && !device_is_host(array_device(source))) {
            array_check_device(source, device, error);
            return NULL;
        }
        if (dtype && !warn_complex_discarded(runtime, source->dtype, dtype, error)) return NULL;
        Array *converted =
            dtype && dtype != source->dtype ? array_cast(source, dtype, error) : array_retain(source);
        if (!converted) return NULL;
        Array *moved = array_to_device(converted, device, error);
        bool fresh = moved && moved != source;
        array_release(converted);
        if (!moved || !copy || fresh) return moved;
        Array *copied = array_copy(moved, 'K', error);
        array_release(moved);
        return copied;
    }
    Array *array;
    if (value.kind == VARIANT_SEQUENCE) {
        Device *inside = device_inside(value);
        if (inside && !device_is_host(inside) && device_is_host(device)) {
            error_set(
                error, "TypeError",
                "Implicit conversion to a NumPy array is not allowed. Please use `.get()` to construct a NumPy "
                "array explicitly.");
            return NULL;
        }
        array = array_from_sequence(runtime, value, dtype, error);
    } else {
        const Dtype *type = number_dtype(value);
        uint8_t bytes[16];
        if (!dtype && !type) {
            if (value.kind == VARIANT_BIG)
                error_set(error, "OverflowError", "Python int too large to convert to C long");
            else
                error_set(error, "TypeError", "arrays of '%s' objects are not supported",
                          variant_type_name(value));
            return NULL;
        }
        if (!dtype) dtype = type;
        if (!variant_store(runtime, value, dtype, bytes, error)) return NULL;
        return array_filled(device, dtype, 0, NULL, bytes, error);
    }
    if (!array || device_is_host(device)) return array;
    Array *moved = array_to_device(array, device, error);
    array_release(array);
    return moved;
}

typedef struct ForeignOwner {
    void *owner;
    void (*release)(void *owner);
} ForeignOwner;

static void release_foreign(Buffer *buffer) {
    ForeignOwner *foreign = buffer->owner;
    if (foreign->release) foreign->release(foreign->owner);
    memory_release(foreign);
    memory_release(buffer);
}

Array *array_from_memory(Device *device, void *bytes, const Dtype *dtype, int dimensions,
                         const int64_t *shape, const int64_t *strides, void *owner,
                         void (*release_owner)(void *owner), Error *error) {
    int64_t size;
    if (!shape_size(dimensions, shape, dtype->item_size, &size, error)) return NULL;
    Buffer *buffer = memory_allocate(sizeof *buffer);
    ForeignOwner *foreign = memory_allocate(sizeof *foreign);
    if (!buffer || !foreign) {
        memory_release(buffer);
        memory_release(foreign);
        error_no_memory(error);
        return NULL;
    }
    *foreign = (ForeignOwner){owner, NULL};
    *buffer = (Buffer){.references = 1, .device = device, .bytes = bytes, .size = (size_t)size * dtype->item_size,
                       .release = release_foreign, .owner = foreign, .is_shared = true};
    Array *array = array_over_buffer(buffer, dtype, dimensions, shape, strides, 0, error);
    if (array) foreign->release = release_owner; /* on failure the caller keeps its object */
    buffer_release(buffer);
    return array;
}

/* ---- The way back. */

Variant array_scalar_at(const Array *array, int64_t position, Error *error) {
    int64_t offset = 0;
    if (!graph_observe(array, error)) return variant_absent();
    for (int axis = array->dimensions - 1; axis >= 0; axis--) {
        offset += position % array->shape[axis] * array->strides[axis];
        position /= array->shape[axis];
    }
    Variant scalar = {.kind = VARIANT_SCALAR, .dtype = array->dtype};
    return array_read_item(array, offset, scalar.scalar, error) ? scalar : variant_absent();
}

static Variant list_below(const Array *array, int depth, const char *data) {
    if (depth == array->dimensions) return scalar_to_variant(array->dtype, data);
    Variant list = variant_list((size_t)array->shape[depth], false);
    if (list.kind == VARIANT_ABSENT) return list;
    for (int64_t i = 0; i < array->shape[depth]; i++) {
        list.list->items[i] = list_below(array, depth + 1, data + i * array->strides[depth]);
        if (list.list->items[i].kind == VARIANT_ABSENT) {
            variant_release(&list);
            return list;
        }
    }
    return list;
}

Variant array_to_list(ArrayRuntime *runtime, Array *array, Error *error) {
    (void)runtime;
    Array *host = graph_observe(array, error) ? array_on_host(array, error) : NULL;
    if (!host) return variant_absent();
    Variant list = list_below(host, 0, array_data(host));
    if (list.kind == VARIANT_ABSENT) error_no_memory(error);
    array_release(host);
    return list;
}

bool array_truth(ArrayRuntime *runtime, Array *array, bool *truth, Error *error) {
    (void)runtime;
    if (!graph_observe(array, error)) return false;
    int64_t size = array_size(array);
    if (size == 0)
        return error_set(
            error, "ValueError",
            "The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an array is "
            "not empty.");
    if (size > 1)
        return error_set(
            error, "ValueError",
            "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()");
    Variant scalar = array_scalar_at(array, 0, error);
    if (scalar.kind == VARIANT_ABSENT) return false;
    Complex128 number = variant_to_complex(scalar);
    *truth = number.real != 0 || number.imaginary != 0;
    return true;
}
