/* Arrays on devices: making, copying, converting, moving. */
#include "arraylib/device/device.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void release_device_buffer(Buffer *buffer) {
    device_delist(buffer);
    if (buffer->bytes && buffer->bytes != buffer->near) buffer->device->operations->free(buffer->device, buffer->bytes, buffer->size);
    memory_release(buffer);
}

/* Of an array whose elements are references: the runtime knows all of them. */
typedef struct References {
    const Dtype *dtype;
    Buffer *buffer;
    struct References *next, **link; /* `link` points to what points here */
} References;

static int64_t reference_count(const References *references) {
    return (int64_t)(references->buffer->size / (size_t)references->dtype->item_size);
}

static void release_references(Buffer *buffer) {
    References *references = buffer->owner;
    elements_clear(references->dtype, buffer->bytes, reference_count(references));
    *references->link = references->next;
    if (references->next) references->next->link = references->link;
    memory_release(references);
    release_device_buffer(buffer);
}

static bool keep_references(Buffer *buffer, const Dtype *dtype) {
    References *references = memory_allocate(sizeof *references), **first = (References **)&buffer->device->runtime->references;
    if (!references) return false;
    *references = (References){dtype, buffer, *first, first};
    if (*first) (*first)->link = &references->next;
    *first = references;
    buffer->owner = references;
    buffer->release = release_references;
    return true;
}

void runtime_forget_references(ArrayRuntime *runtime) {
    References *done = NULL, *references;
    while ((references = runtime->references)) { /* one after the other: what goes may take arrays along, and make some */
        Buffer *buffer = buffer_retain(references->buffer);
        *references->link = references->next; /* to the list of those that are done */
        if (references->next) references->next->link = references->link;
        references->next = done;
        references->link = &done;
        if (done) done->link = &references->next;
        done = references;
        elements_clear(references->dtype, buffer->bytes, reference_count(references));
        buffer_release(buffer);
    }
    runtime->references = done;
    if (done) done->link = (References **)&runtime->references;
}

static void release_lent(Buffer *buffer) {
    buffer->device->runtime->hooks.return_memory(buffer->owner);
    memory_release(buffer);
}

void *buffer_lender(const Buffer *buffer) { return buffer->release == release_lent ? buffer->owner : NULL; }

enum { NEAR_BYTES_MAX = 2048 }; /* of the host's buffers */

Buffer *buffer_create(Device *device, size_t size, Error *error) {
    ArrayRuntime *runtime = device->runtime;
    bool is_lent = runtime->lends_memory && size && !device_is_host(device);
    bool is_near = size <= NEAR_BYTES_MAX && device_is_host(device);
    Buffer *buffer = memory_allocate(sizeof *buffer + (is_near ? size : 0));
    void *owner = NULL;
    if (!buffer) {
        error_no_memory(error);
        return NULL;
    }
    char *bytes = is_near ? buffer->near
                  : is_lent ? runtime->hooks.lend_memory(runtime->hook_context, device, size, &owner, error)
                          : device->operations->allocate(device, size, error);
    if (!bytes) {
        memory_release(buffer);
        return NULL;
    }
    *buffer = (Buffer){.references = 1, .device = device, .bytes = bytes, .size = size, .release = release_device_buffer};
    if (is_lent) buffer->owner = owner, buffer->release = release_lent, buffer->is_shared = true;
    else if (!device_is_host(device)) device_enlist(buffer);
    return buffer;
}

static const char *const memory_units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

/* NumPy's words for memory that could not be had. */
static void explain_no_memory(const Dtype *dtype, int dimensions, const int64_t *shape, double size,
                              Error *error) {
    if (error->message || (error->kind && strcmp(error->kind, "MemoryError"))) return;
    char text[SHAPE_TEXT_SIZE];
    int unit = 0;
    while (size >= 1024 && unit < 6) {
        size /= 1024;
        unit++;
    }
    int digits = unit == 0 || size >= 100 ? 0 : size >= 10 ? 1 : 2;
    error_clear(error);
    error_set(error, "numpy._core._exceptions._ArrayMemoryError",
              "Unable to allocate %.*f %s for an array with shape %s and data type %s", digits, size,
              memory_units[unit], shape_text(dimensions, shape, text), dtype->name);
}

static Array *create(Device *device, const Dtype *dtype, int dimensions, const int64_t *shape,
                     const int64_t *strides, Error *error) {
    int64_t size;
    if (dtype_is_flexible(dtype)) {
        if (!device_is_host(device)) {
            dtype_refuse(dtype, error);
            return NULL;
        }
        if (!dtype->item_size && dtype_is_text(dtype)) dtype = dtype_text(dtype->table, dtype->kind, 1); /* text has a character at least */
        if (!dtype) {
            error_no_memory(error);
            return NULL;
        }
    }
    for (int i = 0; i < dimensions && !device_is_host(device); i++)
        if (shape[i] < 0) {
            error_set(error, "ValueError", "Negative dimensions are not allowed");
            return NULL;
        }
    if (dimensions > ARRAY_DIMENSIONS_MAX) {
        error_set(error, "ValueError", "maximum supported dimension for an ndarray is currently 64, found %d",
                  dimensions);
        return NULL;
    }
    if (!shape_size(dimensions, shape, dtype->item_size, &size, error)) return NULL;
    Buffer *buffer = buffer_create(device, (size_t)size * dtype->item_size, error);
    if (!buffer) {
        explain_no_memory(dtype, dimensions, shape, (double)size * dtype->item_size, error);
        return NULL;
    }
    if (dtype_is_flexible(dtype)) memset(buffer->bytes, 0, buffer->size); /* no references, no characters */
    if (dtype->has_objects && !keep_references(buffer, dtype)) {
        buffer_release(buffer);
        error_no_memory(error);
        return NULL;
    }
    Array *array = array_over_buffer(buffer, dtype, dimensions, shape, strides, 0, error);
    if (array && !size && dimensions && device_is_host(device)) memset(array->strides, 0, (size_t)dimensions * sizeof *array->strides); /* NumPy's */
    buffer_release(buffer);
    return array;
}

Array *array_create(Device *device, const Dtype *dtype, int dimensions, const int64_t *shape, Error *error) {
    return create(device, dtype, dimensions, shape, NULL, error);
}

Array *array_create_f(Device *device, const Dtype *dtype, int dimensions, const int64_t *shape, Error *error) {
    int64_t strides[ARRAY_DIMENSIONS_MAX];
    if (dimensions <= ARRAY_DIMENSIONS_MAX) shape_f_strides(dimensions, shape, dtype->item_size, strides);
    return create(device, dtype, dimensions, shape, strides, error);
}

/* Does axis `inner` lie further in than `outer` in memory? 1: yes, -1: no, 0: the models do not tell (a stride of 0). */
static int lies_within(int inner, int outer, const int64_t (*models)[ARRAY_DIMENSIONS_MAX], int count) {
    int answer = 0;
    for (int k = 0; k < count; k++) {
        int64_t in = llabs(models[k][inner]), out = llabs(models[k][outer]);
        if (!in || !out) continue;
        if (in <= out) return 1;
        answer = -1;
    }
    return answer;
}

Array *array_create_in_order(Device *device, const Dtype *dtype, int dimensions, const int64_t *shape,
                             const int64_t (*models)[ARRAY_DIMENSIONS_MAX], int count, Error *error) {
    int order[ARRAY_DIMENSIONS_MAX]; /* outermost first */
    int64_t strides[ARRAY_DIMENSIONS_MAX], step = dtype->item_size;
    for (int i = 0; i < dimensions; i++) order[dimensions - 1 - i] = dimensions - 1 - i;
    for (int i = dimensions - 2; i >= 0; i--) { /* from the last axis on, each is put where it belongs */
        int axis = order[i], place = i;
        for (int j = i + 1; j < dimensions; j++) {
            int within = lies_within(order[j], axis, models, count);
            if (within > 0) break;
            if (within < 0) place = j;
        }
        for (int j = i; j < place; j++) order[j] = order[j + 1];
        order[place] = axis;
    }
    for (int i = dimensions - 1; i >= 0; i--) {
        strides[order[i]] = step;
        step *= shape[order[i]] ? shape[order[i]] : 1;
    }
    return create(device, dtype, dimensions, shape, strides, error);
}

Array *array_create_like(Device *device, const Dtype *dtype, const Array *model, Error *error) {
    return array_create_like_shaped(device, dtype, model, model->shape, error);
}

Array *array_create_like_shaped(Device *device, const Dtype *dtype, const Array *model, const int64_t *shape, Error *error) {
    int order[ARRAY_DIMENSIONS_MAX], n = model->dimensions;
    int64_t strides[ARRAY_DIMENSIONS_MAX], step = dtype->item_size;
    for (int i = 0; i < n; i++) order[i] = i;
    for (int i = 1; i < n; i++) /* outermost first; equals keep their order */
        for (int j = i; j > 0 && llabs(model->strides[order[j - 1]]) < llabs(model->strides[order[j]]); j--) {
            int held = order[j];
            order[j] = order[j - 1];
            order[j - 1] = held;
        }
    for (int i = n - 1; i >= 0; i--) {
        strides[order[i]] = step;
        step *= shape[order[i]] ? shape[order[i]] : 1;
    }
    return create(device, dtype, n, shape, strides, error);
}

Operand array_operand(const Array *array) {
    return (Operand){array->dtype, array_data(array), array->strides, false};
}

Array *array_filled(Device *device, const Dtype *dtype, int dimensions, const int64_t *shape, const void *value,
                    Error *error) {
    Array *array = array_create(device, dtype, dimensions, shape, error);
    if (array &&
        !device->operations->fill(device, (Shape){dimensions, shape}, array_operand(array), value, error)) {
        array_release(array);
        return NULL;
    }
    return array;
}

/* Strides of `source` broadcast to the target's shape; false: it does not fit. */
static bool broadcast_strides(const Array *source, int dimensions, const int64_t *shape, int64_t *strides) {
    int extra = dimensions - source->dimensions;
    for (int i = 0; i < -extra; i++)
        if (source->shape[i] != 1) return false;
    for (int i = 0; i < dimensions; i++) {
        int at = i - extra;
        strides[i] = 0;
        if (at < 0 || source->shape[at] == 1) continue;
        if (source->shape[at] != shape[i]) return false;
        strides[i] = source->strides[at];
    }
    return true;
}

bool device_may_answer(const Device *device, Error *error) {
    const ArrayHooks *hooks = &device->runtime->hooks;
    return device_is_host(device) || !hooks->may_wait || hooks->may_wait(device->runtime->hook_context, error);
}

static bool assign_across(Array *target, const Array *source, Error *error) {
    Device *to = array_device(target), *from = array_device(source);
    /* Bring the source over as contiguous bytes, then finish on the target's device. */
    Array *packed = array_settle(source, error) ? array_contiguous((Array *)source, source->dtype, error) : NULL;
    Array *moved = packed ? array_create(to, source->dtype, source->dimensions, source->shape, error) : NULL;
    bool well = moved != NULL;
    if (well) {
        size_t size = (size_t)array_byte_count(packed);
        if (device_is_host(to))
            well = device_may_answer(from, error) && from->operations->copy_to_host(from, array_data(moved), array_data(packed), size, error);
        else if (device_is_host(from))
            well = to->operations->copy_from_host(to, array_data(moved), array_data(packed), size, error);
        else
            well = to->operations->copy_peer(to, array_data(moved), from, array_data(packed), size, error);
    }
    well = well && array_assign(target, moved, error);
    array_release(packed);
    array_release(moved);
    return well;
}

bool array_assign(Array *target, const Array *source, Error *error) {
    int64_t strides[ARRAY_DIMENSIONS_MAX];
    if (!broadcast_strides(source, target->dimensions, target->shape, strides)) {
        char from[SHAPE_TEXT_SIZE], to[SHAPE_TEXT_SIZE];
        return error_set(error, "ValueError", "could not broadcast input array from shape %s into shape %s",
                         shape_text_tight(source->dimensions, source->shape, from),
                         shape_text_tight(target->dimensions, target->shape, to));
    }
    Device *device = array_device(target);
    if (device != array_device(source)) return assign_across(target, source, error);
    if (!array_settle(target, error) || !array_settle(source, error)) return false;
    Array *copy = NULL;
    if (array_may_overlap(target, source)) {
        bool same = array_data(target) == array_data(source) && target->dtype == source->dtype;
        for (int i = 0; i < target->dimensions && same; i++)
            same = target->shape[i] == 1 || strides[i] == target->strides[i];
        if (same) return true;
        copy = array_copy((Array *)source, 'K', error);
        if (!copy || !broadcast_strides(copy, target->dimensions, target->shape, strides)) {
            array_release(copy);
            return false;
        }
        source = copy;
    }
    int flags = 0;
    Operand input = {source->dtype, array_data(source), strides, false};
    bool well = device->operations->cast(device, (Shape){target->dimensions, target->shape}, input,
                                         array_operand(target), &flags, error) &&
                runtime_float_errors(device->runtime, "cast", flags, error);
    array_release(copy);
    return well;
}

static Array *convert(Array *array, const Dtype *dtype, char order, Error *error) {
    Device *device = array_device(array);
    bool f_only = array_is_f_contiguous(array) && !array_is_c_contiguous(array);
    Array *copy = order == 'F' || (order == 'A' && f_only)
                      ? array_create_f(device, dtype, array->dimensions, array->shape, error)
                  : order == 'K' ? array_create_like(device, dtype, array, error)
                                 : array_create(device, dtype, array->dimensions, array->shape, error);
    if (copy && !array_assign(copy, array, error)) {
        array_release(copy);
        return NULL;
    }
    return copy;
}

Array *array_copy(Array *array, char order, Error *error) { return convert(array, array->dtype, order, error); }

Array *array_cast(Array *array, const Dtype *dtype, Error *error) {
    return dtype == array->dtype ? array_retain(array) : convert(array, dtype, 'K', error);
}

Array *array_contiguous(Array *array, const Dtype *dtype, Error *error) {
    if (dtype == array->dtype && array_is_c_contiguous(array)) return array_retain(array);
    return convert(array, dtype, 'C', error);
}

Array *array_to_device(Array *array, Device *device, Error *error) {
    if (array_device(array) == device) return array_retain(array);
    const Dtype *native = array->dtype->native;
    if (native && !dtype_is_flexible(native) && !device_is_host(device)) { /* devices know the machine's byte order alone */
        Array *turned = array_cast(array, native, error), *there = turned ? array_to_device(turned, device, error) : NULL;
        array_release(turned);
        return there;
    }
    bool f_only = array_is_f_contiguous(array) && !array_is_c_contiguous(array);
    Array *moved =
        (f_only ? array_create_f : array_create)(device, array->dtype, array->dimensions, array->shape, error);
    Device *from = array_device(array);
    if (!moved) return NULL;
    if (device_is_host(from) && !device_is_host(device) && array_byte_count(array)) { /* the books say that a block carried it */
        pinned_take(device->runtime, (size_t)array_byte_count(array));
        pinned_give(device->runtime, (size_t)array_byte_count(array));
    }
    bool well;
    if (!array_settle(array, error)) {
        well = false;
    } else if (f_only || array_is_c_contiguous(array)) { /* the same bytes in the same order: one copy */
        size_t size = (size_t)array_byte_count(array);
        if (device_is_host(device))
            well = device_may_answer(from, error) && from->operations->copy_to_host(from, array_data(moved), array_data(array), size, error);
        else if (device_is_host(from))
            well =
                device->operations->copy_from_host(device, array_data(moved), array_data(array), size, error);
        else
            well =
                device->operations->copy_peer(device, array_data(moved), from, array_data(array), size, error);
    } else {
        well = array_assign(moved, array, error);
    }
    if (well) return moved;
    array_release(moved);
    return NULL;
}

Array *array_on_host(Array *array, Error *error) {
    return array_to_device(array, array_device(array)->runtime->host, error);
}

bool array_read_item(const Array *array, int64_t byte_offset, void *value, Error *error) {
    Device *device = array_device(array);
    if (!array_settle(array, error)) return false;
    if (array->dtype->has_objects || array->dtype->item_size > 16) return error_set(error, "TypeError", "elements of dtype(%s) are not numbers", array->dtype->shown);
    if (!device_may_answer(device, error)) return false;
    const char *from = array_data(array) + byte_offset;
    if (!device_is_addressable(device))
        return device->operations->copy_to_host(device, value, from, array->dtype->item_size, error);
    memcpy(value, from, array->dtype->item_size);
    return true;
}

bool array_write_item(Array *array, int64_t byte_offset, const void *value, Error *error) {
    Device *device = array_device(array);
    if (!array_settle(array, error)) return false;
    if (array->dtype->has_objects) return error_set(error, "TypeError", "elements of dtype(%s) are not numbers", array->dtype->shown);
    char *to = array_data(array) + byte_offset;
    if (!device_is_addressable(device))
        return device->operations->copy_from_host(device, to, value, array->dtype->item_size, error);
    memcpy(to, value, array->dtype->item_size);
    return true;
}
