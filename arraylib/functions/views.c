/* Views of arrays: transposed, reshaped, parts of complex numbers, other types over the same bytes. */
#include "arraylib/array.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

Array *array_transpose(Array *array, const int *axes, Error *error) {
    int64_t shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX];
    int dimensions = array->dimensions;
    for (int i = 0; i < dimensions; i++) {
        int from = axes ? axes[i] : dimensions - 1 - i;
        shape[i] = array->shape[from];
        strides[i] = array->strides[from];
    }
    return array_view(array, array->dtype, dimensions, shape, strides, 0, error);
}

/* Strides that show the array in another shape without moving bytes; false: there are none. Runs of old axes
 * are matched with runs of new axes of the same product; each run of old ones must be evenly spaced. */
static bool view_strides(const Array *array, int dimensions, const int64_t *shape, bool fortran,
                         int64_t *strides) {
    int64_t old_shape[ARRAY_DIMENSIONS_MAX], old_strides[ARRAY_DIMENSIONS_MAX];
    int old_dimensions = 0;
    for (int i = 0; i < array->dimensions; i++) {
        if (array->shape[i] == 1) continue;
        old_shape[old_dimensions] = array->shape[i];
        old_strides[old_dimensions++] = array->strides[i];
    }
    int old_from = 0, new_from = 0, old_to = 1, new_to = 1;
    while (new_from < dimensions && old_from < old_dimensions) {
        int64_t new_product = shape[new_from], old_product = old_shape[old_from];
        while (new_product != old_product) {
            if (new_product < old_product)
                new_product *= shape[new_to++];
            else
                old_product *= old_shape[old_to++];
        }
        for (int i = old_from; i < old_to - 1; i++)
            if (fortran ? old_strides[i + 1] != old_shape[i] * old_strides[i]
                        : old_strides[i] != old_shape[i + 1] * old_strides[i + 1])
                return false;
        if (fortran) {
            strides[new_from] = old_strides[old_from];
            for (int i = new_from + 1; i < new_to; i++) strides[i] = strides[i - 1] * shape[i - 1];
        } else {
            strides[new_to - 1] = old_strides[old_to - 1];
            for (int i = new_to - 1; i > new_from; i--) strides[i - 1] = strides[i] * shape[i];
        }
        new_from = new_to++;
        old_from = old_to++;
    }
    int64_t last = new_from ? strides[new_from - 1] : array->dtype->item_size;
    if (fortran && new_from) last *= shape[new_from - 1];
    for (int i = new_from; i < dimensions; i++) strides[i] = last;
    return true;
}

static bool resolve_shape(const Array *array, int dimensions, const int64_t *wanted, int64_t *shape,
                          Error *error) {
    int64_t size = array_size(array), known = 1;
    int unknown = -1;
    for (int i = 0; i < dimensions; i++) {
        shape[i] = wanted[i];
        if (wanted[i] < 0) {
            if (unknown >= 0) return error_set(error, "ValueError", "can only specify one unknown dimension");
            if (wanted[i] != -1) return error_set(error, "ValueError", "negative dimensions not allowed");
            unknown = i;
        } else if (__builtin_mul_overflow(known, wanted[i], &known)) {
            known = -1;
            break;
        }
    }
    if (unknown >= 0 && known > 0 && size % known == 0) {
        shape[unknown] = size / known;
        return true;
    }
    if (unknown < 0 && known == size) return true;
    if (!device_is_host(array_device(array))) { /* as CuPy: what was asked for */
        char asked[SHAPE_TEXT_SIZE];
        return error_set(error, "ValueError", "cannot reshape array of size %lld into shape %s", (long long)size, shape_text(dimensions, wanted, asked));
    }
    char text[SHAPE_TEXT_SIZE]; /* as NumPy: an unknown extent in front is left out, elsewhere it is "newaxis" */
    size_t used = (size_t)snprintf(text, sizeof text, "(");
    for (int i = unknown == 0; i < dimensions; i++) {
        if (wanted[i] >= 0) used += (size_t)snprintf(text + used, sizeof text - used, "%lld", (long long)wanted[i]);
        else used += (size_t)snprintf(text + used, sizeof text - used, "newaxis");
        if (i + 1 < dimensions || dimensions == 1) used += (size_t)snprintf(text + used, sizeof text - used, ",");
    }
    snprintf(text + used, sizeof text - used, ")");
    error_set(error, "ValueError", "cannot reshape array of size %lld into shape %s", (long long)size, text);
    return false;
}

Array *array_reshape(Array *array, int dimensions, const int64_t *wanted, char order, Error *error) {
    int64_t shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX];
    if (!resolve_shape(array, dimensions, wanted, shape, error)) return NULL;
    bool fortran =
        order == 'F' || (order == 'A' && array_is_f_contiguous(array) && !array_is_c_contiguous(array));
    if (!array_size(array)) {
        shape_c_strides(dimensions, shape, array->dtype->item_size, strides);
        return array_view(array, array->dtype, dimensions, shape, strides, 0, error);
    }
    if (view_strides(array, dimensions, shape, fortran, strides))
        return array_view(array, array->dtype, dimensions, shape, strides, 0, error);
    Array *copy = array_copy(array, fortran ? 'F' : 'C', error);
    if (!copy) return NULL;
    if (fortran)
        shape_f_strides(dimensions, shape, array->dtype->item_size, strides);
    else
        shape_c_strides(dimensions, shape, array->dtype->item_size, strides);
    Array *result = array_view(copy, copy->dtype, dimensions, shape, strides, 0, error);
    array_release(copy);
    return result;
}

bool array_set_shape(Array *array, int dimensions, const int64_t *wanted, Error *error) {
    int64_t shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX];
    if (!resolve_shape(array, dimensions, wanted, shape, error)) return false;
    if (array_size(array) && !view_strides(array, dimensions, shape, false, strides))
        return error_set(error, "AttributeError",
                         "Incompatible shape for in-place modification. Use `.reshape()` to make a copy with "
                         "the desired shape.");
    if (!array_size(array)) shape_c_strides(dimensions, shape, array->dtype->item_size, strides);
    if (dimensions > array->dimensions) { /* its geometry is stored behind it: there is no room for more */
        int64_t *storage = memory_allocate(2 * (size_t)dimensions * sizeof *storage);
        if (!storage) return error_no_memory(error);
        if (array->shape != array->inline_storage) memory_release(array->shape);
        array->shape = storage;
        array->strides = storage + dimensions;
    }
    array->dimensions = dimensions;
    memcpy(array->shape, shape, sizeof *shape * (size_t)dimensions);
    memcpy(array->strides, strides, sizeof *strides * (size_t)dimensions);
    return true;
}

Array *array_real_part(Array *array, Error *error) {
    if (!dtype_is_complex(array->dtype)) return array_retain(array);
    return array_view(array, dtype_real(array->dtype), array->dimensions, array->shape, array->strides, 0,
                      error);
}

static bool fill_with_zero_bytes(Array *array, Error *error) {
    Device *device = array_device(array);
    void *zero = memory_allocate_zeroed(1, (size_t)array->dtype->item_size + 1);
    if (!zero) return error_set(error, "MemoryError", "no memory for one element");
    bool done = device->operations->fill(device, (Shape){array->dimensions, array->shape}, array_operand(array), zero, error);
    memory_release(zero);
    return done;
}

static bool fill_objects_with_zero(Array *array, Error *error) {
    int64_t number = 0;
    Array *zero = array_filled(array_device(array), DTYPE(INT64), 0, NULL, &number, error);
    bool done = zero && array_assign(array, zero, error);
    array_release(zero);
    return done;
}

Array *array_imaginary_part(Array *array, Error *error) {
    if (dtype_is_complex(array->dtype)) {
        const Dtype *real = dtype_real(array->dtype);
        return array_view(array, real, array->dimensions, array->shape, array->strides, real->item_size, error);
    }
    bool f_only = array_is_f_contiguous(array) && !array_is_c_contiguous(array);
    Device *device = array_device(array);
    Array *zeros = (f_only ? array_create_f : array_create)(device, array->dtype, array->dimensions, array->shape, error);
    bool filled = zeros && array->dtype->has_objects ? fill_objects_with_zero(zeros, error) : zeros && fill_with_zero_bytes(zeros, error);
    if (zeros && !filled) {
        array_release(zeros);
        return NULL;
    }
    if (zeros) zeros->writeable = false;
    return zeros;
}

Array *array_view_as(Array *array, const Dtype *dtype, Error *error) {
    int64_t shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX];
    int last = array->dimensions - 1;
    int64_t from = array->dtype->item_size, to = dtype->item_size;
    if (dtype != array->dtype && (dtype->has_objects || array->dtype->has_objects)) {
        error_set(error, "TypeError", "Cannot change data-type for array of references.");
        return NULL;
    }
    if (!to) {
        error_set(error, "TypeError", "data-type must not be 0-sized");
        return NULL;
    }
    if (dtype->base && from != to) {
        error_set(error, "ValueError", "Changing the dtype to a subarray type is only supported if the total itemsize is unchanged");
        return NULL;
    }
    memcpy(shape, array->shape, sizeof *shape * (size_t)array->dimensions);
    memcpy(strides, array->strides, sizeof *strides * (size_t)array->dimensions);
    if (from != to) {
        if (last < 0) {
            error_set(error, "ValueError",
                      "Changing the dtype of a 0d array is only supported if the itemsize is unchanged");
            return NULL;
        }
        if (strides[last] != from && shape[last] != 1 && array_size(array)) {
            error_set(error, "ValueError",
                      "To change to a dtype of a different size, the last axis must be contiguous");
            return NULL;
        }
        int64_t bytes = shape[last] * from;
        if (bytes % to) {
            error_set(error, "ValueError",
                      to > from ? "When changing to a larger dtype, its size must be a divisor of the total "
                                  "size in bytes of the "
                                  "last axis of the array."
                                : "When changing to a smaller dtype, its size must be a divisor of the size of "
                                  "original dtype");
            return NULL;
        }
        shape[last] = bytes / to;
        strides[last] = to;
    }
    return array_view(array, dtype, array->dimensions, shape, strides, 0, error);
}
