/* Arrays out of Variants: np.array() of numbers, scalars, arrays and nested sequences of them; and the way
 * back. */
#include "arraylib/array.h"

#include "arraylib/core/datetime.h"
#include "arraylib/core/element.h"
#include "base/memory.h"
#include "base/utf8.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Finding shape and type of nested sequences. */

typedef struct Discovery {
    ArrayRuntime *runtime;
    int dimensions; /* agreed so far: the shape's length */
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    bool ragged;
    const Dtype *dtype, *given;
    bool has_array;
    int most; /* axes at most: below them a sequence is an element of an object array, and refused by others */
    Error *error;
} Discovery;

/* What text, or a number written as text, needs. */
static const Dtype *text_for(ArrayRuntime *runtime, char kind, Variant value, Error *error) {
    size_t length;
    if (value.kind == VARIANT_STRING) {
        length = utf8_count(value.text->bytes, value.text->length);
    } else if (value.kind == VARIANT_BYTES) {
        length = value.text->length;
    } else if (value.kind == VARIANT_ARRAY) {
        const Dtype *dtype = dtype_native(value.array->dtype);
        length = dtype_is_text(dtype) ? (size_t)dtype_text_length(dtype) : dtype_is_flexible(dtype) ? 28 : (size_t)number_text_length(dtype);
    } else if (value.kind == VARIANT_SCALAR && (!dtype_is_flexible(value.dtype) || value.dtype->kind == 'm')) {
        length = value.dtype->kind == 'm' ? 21 : (size_t)number_text_length(value.dtype);
    } else {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        if (runtime->hooks.text && !runtime->hooks.text(runtime->hook_context, &value, false, &text, error)) {
            text_release(&text);
            return NULL;
        }
        length = utf8_count(text_string(&text), text.length);
        text_release(&text);
    }
    const Dtype *dtype = dtype_text(runtime->flexible_types, kind, (int64_t)length);
    if (!dtype) error_no_memory(error);
    return dtype;
}

/* The unit that a date needs when only "a date" was asked for. */
static const Dtype *date_for(ArrayRuntime *runtime, char kind, Variant value, Error *error) {
    DatetimeUnit unit = UNIT_GENERIC;
    int64_t multiple = 1;
    if (value.kind == VARIANT_SCALAR && dtype_is_date(value.dtype)) {
        unit = value.dtype->unit;
        multiple = value.dtype->multiple;
    } else if (value.kind == VARIANT_ARRAY && dtype_is_date(value.array->dtype)) {
        unit = value.array->dtype->unit;
        multiple = value.array->dtype->multiple;
    } else if ((value.kind == VARIANT_STRING || value.kind == VARIANT_BYTES) && kind == 'M') {
        DateFields fields;
        bool is_nat;
        if (!datetime_parse(runtime, value.text->bytes, value.text->length, &fields, &unit, &is_nat, error)) return NULL;
    } else if (value.kind == VARIANT_ARRAY && kind == 'M' && dtype_is_text(value.array->dtype)) {
        const Dtype *found = dtype_date(runtime->flexible_types, kind, UNIT_GENERIC, 1);
        for (int64_t i = 0; i < array_size(value.array) && found; i++) {
            Variant item = array_scalar_at(value.array, i, error);
            const Dtype *own = item.kind == VARIANT_ABSENT ? NULL : date_for(runtime, kind, item, error);
            found = own ? dtype_promote(found, own) : NULL;
            variant_release(&item);
        }
        return found;
    } else if (value.kind == VARIANT_CALLABLE && runtime->hooks.unbox) {
        Variant plain;
        if (!runtime->hooks.unbox(runtime->hook_context, value.handle, kind, &plain, error)) return NULL;
        const Dtype *dtype = plain.kind == VARIANT_SCALAR ? date_for(runtime, kind, plain, error) : dtype_date(runtime->flexible_types, kind, unit, 1);
        variant_release(&plain);
        return dtype;
    }
    const Dtype *dtype = dtype_date(runtime->flexible_types, kind, unit, multiple);
    if (!dtype) error_no_memory(error);
    return dtype;
}

/* Is it asked for without saying how long, or in which unit? */
static bool is_open(const Dtype *dtype) {
    return dtype && ((dtype_is_text(dtype) && !dtype->item_size) || (dtype_is_date(dtype) && dtype->unit == UNIT_GENERIC));
}

/* The type of one value by itself, or as much of `wanted` as it needs. NULL with `error`. */
static const Dtype *element_dtype(ArrayRuntime *runtime, Variant value, const Dtype *wanted, Error *error) {
    if (wanted && dtype_is_text(wanted) && !wanted->item_size) return text_for(runtime, wanted->kind, value, error);
    if (wanted && is_open(wanted)) return date_for(runtime, wanted->kind, value, error);
    if (wanted) return wanted;
    switch (value.kind) {
    case VARIANT_BOOL: return DTYPE(BOOL);
    case VARIANT_INTEGER: return DTYPE(INT64);
    case VARIANT_UNSIGNED: return DTYPE(UINT64);
    case VARIANT_FLOAT: return DTYPE(FLOAT64);
    case VARIANT_COMPLEX: return DTYPE(COMPLEX128);
    case VARIANT_SCALAR: return value.dtype;
    case VARIANT_RECORD: return value.array->dtype;
    case VARIANT_STRING: return text_for(runtime, 'U', value, error);
    case VARIANT_BYTES: return text_for(runtime, 'S', value, error);
    default: return &dtype_object;
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

static bool holds_objects(const Discovery *found) { return found->given && found->given->kind == 'O'; }

/* Is it taken apart? Tuples are the elements of records, and what has a shape of its own is no list. */
static bool is_nested(const Discovery *found, Variant value, int depth) {
    if (value.kind != VARIANT_SEQUENCE || (depth >= found->most && holds_objects(found))) return false;
    return !(found->given && found->given->kind == 'V' && value.list->is_tuple);
}

static bool exceeds_axes(const Discovery *found) {
    return error_set(found->error, "ValueError",
                     "setting an array element with a sequence. The requested array would exceed the maximum number of dimension of %d.", found->most);
}

static bool discover(Discovery *found, Variant value, int depth, bool *first) {
    bool is_array = value.kind == VARIANT_ARRAY, is_deeper = is_array && value.array->dimensions > found->most - depth;
    if (is_array && !(is_deeper && holds_objects(found))) {
        const Dtype *dtype = is_open(found->given) ? element_dtype(found->runtime, value, found->given, found->error) : value.array->dtype;
        if (!dtype) return false;
        join_dtype(found, dtype);
        found->has_array = true;
        if (is_deeper) return exceeds_axes(found);
        meet_leaf(found, depth, value.array->dimensions, value.array->shape, *first);
        *first = false;
        return true;
    }
    if (is_array || !is_nested(found, value, depth)) {
        const Dtype *dtype = element_dtype(found->runtime, value, found->given, found->error);
        if (!dtype) return false;
        join_dtype(found, dtype);
        meet_leaf(found, depth, 0, NULL, *first);
        *first = false;
        return true;
    }
    if (depth >= found->most) return exceeds_axes(found);
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
    if (depth == array->dimensions && dtype_is_flexible(array->dtype) && !(value.kind == VARIANT_ARRAY && array->dtype->kind == 'V'))
        return element_store(runtime, value, array->dtype, array_data(array) + offset, error);
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

Array *array_from_sequence(ArrayRuntime *runtime, Variant value, const Dtype *dtype, int most, Error *error) {
    Discovery found = {.runtime = runtime, .error = error, .given = dtype, .most = most};
    bool first = true;
    if (!discover(&found, value, 0, &first)) return NULL;
    if (found.ragged && dtype != &dtype_object) return ragged_error(&found);
    if (!dtype || is_open(dtype)) dtype = found.dtype ? found.dtype : dtype ? dtype : DTYPE(FLOAT64);
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

/* "As text", "as dates": of an array, which says how long or in which unit. NULL: as it is. */
const Dtype *open_cast(ArrayRuntime *runtime, Array *source, const Dtype *dtype, Error *error) {
    const Dtype *from = source->dtype;
    if (!is_open(dtype)) return dtype;
    if (dtype_is_date(dtype) && dtype_is_date(from))
        return from->kind == dtype->kind ? from : dtype_date(runtime->flexible_types, dtype->kind, from->unit, from->multiple);
    if (dtype_is_date(dtype) && !dtype_is_text(from) && from->kind != 'O') return dtype;
    if (from->kind == 'O' || (dtype_is_date(dtype) && dtype_is_text(from))) { /* as its elements need */
        const Dtype *found = NULL;
        for (int64_t i = 0; i < array_size(source); i++) {
            Variant value = array_scalar_at(source, i, error);
            const Dtype *own = value.kind == VARIANT_ABSENT ? NULL : element_dtype(runtime, value, dtype, error);
            variant_release(&value);
            if (!own) return NULL;
            found = found ? dtype_promote(found, own) : own;
        }
        return found ? found : dtype;
    }
    if (from->kind == dtype->kind) return from;
    Variant value = {.kind = VARIANT_ARRAY, .array = source};
    return text_for(runtime, dtype->kind, value, error);
}

Array *array_from_variant(ArrayRuntime *runtime, Variant value, const Dtype *dtype, Device *device, bool copy,
                          Error *error) {
    if (value.kind == VARIANT_RECORD) value.kind = VARIANT_ARRAY;
    if (value.kind == VARIANT_ARRAY) {
        Array *source = value.array;
        if (device_is_host(device) && !device_is_host(array_device(source))) {
            array_check_device(source, device, error);
            return NULL;
        }
        if (dtype && !warn_complex_discarded(runtime, source->dtype, dtype, error)) return NULL;
        if (is_open(dtype)) dtype = open_cast(runtime, source, dtype, error);
        if (error_is_set(error)) return NULL;
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
        array = array_from_sequence(runtime, value, dtype, ARRAY_DIMENSIONS_MAX, error);
    } else {
        const Dtype *type = element_dtype(runtime, value, dtype, error);
        uint8_t bytes[16];
        if (!type) return NULL;
        if (dtype_is_flexible(type) && !device_is_host(device)) {
            dtype_refuse(type, error);
            return NULL;
        }
        if (!dtype_is_flexible(type))
            return variant_store(runtime, value, type, bytes, error) ? array_filled(device, type, 0, NULL, bytes, error) : NULL;
        array = array_create(device, type, 0, NULL, error);
        if (array && !element_store(runtime, value, array->dtype, array_data(array), error)) {
            array_release(array);
            return NULL;
        }
        return array;
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

void *array_memory_owner(const Array *array, void (*release_owner)(void *owner)) {
    if (array->buffer->release != release_foreign) return NULL;
    const ForeignOwner *foreign = array->buffer->owner;
    return foreign->release == release_owner ? foreign->owner : NULL;
}

/* ---- The way back. */

Variant array_scalar_at(const Array *array, int64_t position, Error *error) {
    int64_t offset = 0;
    if (!graph_observe(array, error)) return variant_absent();
    for (int axis = array->dimensions - 1; axis >= 0; axis--) {
        offset += position % array->shape[axis] * array->strides[axis];
        position /= array->shape[axis];
    }
    if (dtype_is_flexible(array->dtype)) {
        if (array_settle(array, error)) return variant_scalar(array->dtype, array_data(array) + offset);
        return variant_absent();
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
    if (dtype_is_flexible(array->dtype)) {
        variant_release(&scalar);
        return element_truth(runtime, array->dtype, array_data(array), truth, error);
    }
    Complex128 number = variant_to_complex(scalar);
    *truth = number.real != 0 || number.imaginary != 0;
    return true;
}
