#include "arraylib/core/array.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

Buffer *buffer_retain(Buffer *buffer) {
    buffer->references++;
    return buffer;
}

void buffer_release(Buffer *buffer) {
    if (!buffer) return;
    if (!--buffer->references) buffer->release(buffer);
    else if (buffer->watch) buffer->watch->dropped(buffer);
}

Array *array_retain(Array *array) {
    if (array) array->references++;
    return array;
}

void array_release(Array *array) {
    while (array && !--array->references) {
        Array *base = array->base;
        buffer_release(array->buffer);
        if (array->shape != array->inline_storage) memory_release(array->shape); /* a shape that was set */
        memory_release(array);
        array = base;
    }
}

static Array *array_allocate(const Dtype *dtype, int dimensions, Error *error) {
    Array *array = memory_allocate(sizeof *array + 2 * (size_t)dimensions * sizeof(int64_t));
    if (!array) {
        error_no_memory(error);
        return NULL;
    }
    *array = (Array){.references = 1, .dtype = dtype, .dimensions = dimensions, .writeable = true};
    array->shape = array->inline_storage;
    array->strides = array->inline_storage + dimensions;
    return array;
}

Array *array_over_buffer(Buffer *buffer, const Dtype *dtype, int dimensions, const int64_t *shape,
                         const int64_t *strides, int64_t offset, Error *error) {
    Array *array = array_allocate(dtype, dimensions, error);
    if (!array) return NULL;
    if (dimensions) memcpy(array->shape, shape, (size_t)dimensions * sizeof *shape);
    if (!strides) shape_c_strides(dimensions, shape, dtype->item_size, array->strides);
    else if (dimensions) memcpy(array->strides, strides, (size_t)dimensions * sizeof *strides);
    array->buffer = buffer_retain(buffer);
    array->offset = offset;
    array->is_crooked = !array_is_aligned(array);
    return array;
}

Array *array_view(Array *parent, const Dtype *dtype, int dimensions, const int64_t *shape,
                  const int64_t *strides, int64_t byte_offset, Error *error) {
    Array *array = array_over_buffer(parent->buffer, dtype, dimensions, shape, strides,
                                     parent->offset + byte_offset, error);
    if (!array) return NULL;
    array->writeable = parent->writeable;
    array->base = array_retain(parent->base ? parent->base : parent);
    return array;
}

int64_t array_size(const Array *array) {
    int64_t size = 1;
    for (int i = 0; i < array->dimensions; i++) size *= array->shape[i];
    return size;
}

bool array_is_c_contiguous(const Array *array) {
    int64_t expected = array->dtype->item_size;
    bool contiguous = true;
    for (int i = array->dimensions - 1; i >= 0; i--) {
        if (array->shape[i] == 0) return true;
        if (array->shape[i] == 1) continue;
        if (array->strides[i] != expected) contiguous = false;
        expected = (int64_t)((uint64_t)expected * (uint64_t)array->shape[i]); /* of a broadcast shape it may be beyond all numbers */
    }
    return contiguous;
}

bool array_is_f_contiguous(const Array *array) {
    int64_t expected = array->dtype->item_size;
    bool contiguous = true;
    for (int i = 0; i < array->dimensions; i++) {
        if (array->shape[i] == 0) return true;
        if (array->shape[i] == 1) continue;
        if (array->strides[i] != expected) contiguous = false;
        expected = (int64_t)((uint64_t)expected * (uint64_t)array->shape[i]); /* of a broadcast shape it may be beyond all numbers */
    }
    return contiguous;
}

bool array_is_aligned(const Array *array) {
    uintptr_t bits = (uintptr_t)array_address(array);
    for (int i = 0; i < array->dimensions; i++)
        if (array->shape[i] > 1) bits |= (uintptr_t)array->strides[i];
    return (bits & (array->dtype->alignment - 1u)) == 0;
}

static void byte_range(const Array *array, const char **low, const char **high) {
    int64_t from = 0, to = array->dtype->item_size;
    for (int i = 0; i < array->dimensions; i++) {
        if (!array->shape[i]) to = from; /* empty: nothing overlaps */
        int64_t span = (array->shape[i] - 1) * array->strides[i];
        if (span < 0) from += span;
        else to += span;
    }
    *low = array_address(array) + from;
    *high = array_address(array) + to;
}

bool array_may_overlap(const Array *left, const Array *right) {
    if (left->buffer->device != right->buffer->device || !array_size(left) || !array_size(right)) return false;
    const char *left_low, *left_high, *right_low, *right_high;
    byte_range(left, &left_low, &left_high);
    byte_range(right, &right_low, &right_high);
    return left_low < right_high && right_low < left_high;
}

static char *write_shape(int dimensions, const int64_t *shape, const char *format, char text[SHAPE_TEXT_SIZE]) {
    size_t used = 0;
    text[used++] = '(';
    for (int i = 0; i < dimensions; i++)
        used += (size_t)snprintf(text + used, SHAPE_TEXT_SIZE - used, i ? format : "%lld", (long long)shape[i]);
    if (dimensions == 1) text[used++] = ',';
    text[used++] = ')';
    text[used] = '\0';
    return text;
}

char *shape_text(int dimensions, const int64_t *shape, char text[SHAPE_TEXT_SIZE]) {
    return write_shape(dimensions, shape, ", %lld", text);
}

char *shape_text_tight(int dimensions, const int64_t *shape, char text[SHAPE_TEXT_SIZE]) {
    return write_shape(dimensions, shape, ",%lld", text);
}

bool shape_size(int dimensions, const int64_t *shape, size_t item_size, int64_t *size, Error *error) {
    int64_t elements = 1, bytes = (int64_t)item_size;
    bool is_empty = false;
    for (int i = 0; i < dimensions; i++)
        if (shape[i] < 0) return error_set(error, "ValueError", "negative dimensions are not allowed");
    for (int i = 0; i < dimensions; i++) { /* without the zeros: strides must be possible, too */
        is_empty = is_empty || !shape[i];
        if (shape[i] && (__builtin_mul_overflow(elements, shape[i], &elements) || __builtin_mul_overflow(bytes, shape[i], &bytes)))
            return error_set(error, "ValueError",
                             "array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum possible size.");
    }
    *size = is_empty || !bytes ? 0 : elements;
    return true;
}

void shape_c_strides(int dimensions, const int64_t *shape, int64_t item_size, int64_t *strides) {
    for (int i = dimensions - 1; i >= 0; i--) {
        strides[i] = item_size;
        item_size = (int64_t)((uint64_t)item_size * (uint64_t)(shape[i] ? shape[i] : 1)); /* an empty shape may be beyond all numbers */
    }
}

void shape_f_strides(int dimensions, const int64_t *shape, int64_t item_size, int64_t *strides) {
    for (int i = 0; i < dimensions; i++) {
        strides[i] = item_size;
        item_size = (int64_t)((uint64_t)item_size * (uint64_t)(shape[i] ? shape[i] : 1)); /* an empty shape may be beyond all numbers */
    }
}

bool shapes_check_broadcast(size_t count, const int *dimensions, const int64_t *const *shapes, Error *error) {
    int most = 0;
    for (size_t k = 0; k < count; k++) most = dimensions[k] > most ? dimensions[k] : most;
    for (int i = 0; i < most; i++) {
        int64_t extent = 1;
        size_t source = 0;
        for (size_t k = 0; k < count; k++) {
            int axis = i - (most - dimensions[k]);
            if (axis < 0 || shapes[k][axis] == 1 || shapes[k][axis] == extent) continue;
            if (extent == 1) {
                extent = shapes[k][axis];
                source = k;
                continue;
            }
            char one[SHAPE_TEXT_SIZE], two[SHAPE_TEXT_SIZE];
            return error_set(error, "ValueError", "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg %zu "
                             "with shape %s and arg %zu with shape %s.", source, shape_text(dimensions[source], shapes[source], one), k,
                             shape_text(dimensions[k], shapes[k], two));
        }
    }
    return true;
}

bool shape_broadcast(int dimensions, const int64_t *shape, int *result_dimensions, int64_t *result) {
    if (dimensions > *result_dimensions) {
        int more = dimensions - *result_dimensions;
        memmove(result + more, result, (size_t)*result_dimensions * sizeof *result);
        for (int i = 0; i < more; i++) result[i] = 1;
        *result_dimensions = dimensions;
    }
    int64_t *tail = result + (*result_dimensions - dimensions);
    for (int i = 0; i < dimensions; i++) {
        if (shape[i] == 1 || shape[i] == tail[i]) continue;
        if (tail[i] != 1) return false;
        tail[i] = shape[i];
    }
    return true;
}
