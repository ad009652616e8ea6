/* numpy.lib.stride_tricks: views with strides of the caller's own, and windows that slide over an array. */
#include "arraylib/functions/compose.h"

ARRAY_FAMILY(strides);

/* Does a view with this shape and these strides stay inside the array's buffer? */
static bool view_fits(const Array *a, int dimensions, const int64_t *shape, const int64_t *strides) {
    int64_t least = a->offset, most = a->offset + a->dtype->item_size;
    for (int i = 0; i < dimensions; i++) {
        int64_t reach;
        if (shape[i] == 0) return true;
        if (__builtin_mul_overflow(shape[i] - 1, strides[i], &reach)) return false;
        if (__builtin_add_overflow(reach < 0 ? least : most, reach, reach < 0 ? &least : &most)) return false;
    }
    return least >= 0 && most <= (int64_t)a->buffer->size;
}

/* Would elements of the view lie where the array has some? Only there are references; other bytes cannot be read as such. */
static bool keeps_references(const Array *a, int dimensions, const int64_t *shape, const int64_t *strides) {
    int64_t grid = 0;
    for (int i = 0; i < a->dimensions; i++) {
        int64_t step = a->shape[i] > 1 ? a->strides[i] : 0;
        while (step) { /* Euclid's: the common divisor of the strides */
            int64_t rest = grid % step;
            grid = step;
            step = rest;
        }
    }
    for (int i = 0; i < dimensions; i++)
        if (shape[i] > 1 && (grid ? strides[i] % grid : strides[i])) return false;
    return true;
}

ARRAY_FUNCTION_AT(as_strided, "lib.stride_tricks.as_strided", NUMPY | CUPY,
                  "(x, shape=None, strides=None, subok=False, writeable=True)",
                  "The same memory, seen with other lengths and steps of the axes; it must not be left.\n\n"
                  ">>> lib.stride_tricks.as_strided(arange(5), shape=(3, 3), strides=(8, 8))\n"
                  "array([[0, 1, 2],\n       [1, 2, 3],\n       [2, 3, 4]])\n",
                  .traits = MOVES_BYTES | ASKS_NOBODY | VIEWS_INTERFACE) {
    Array *a = call_array(call, 0);
    if (!a) return variant_absent();
    int dimensions = a->dimensions, stride_count;
    int64_t shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX];
    for (int i = 0; i < dimensions; i++) {
        shape[i] = a->shape[i];
        strides[i] = a->strides[i];
    }
    stride_count = dimensions;
    if (call_is_given(call, 1) && !call_shape(call, 1, &dimensions, shape)) return variant_absent();
    if (call_is_given(call, 2)) {
        Variant given = call->arguments[2];
        stride_count = given.kind == VARIANT_SEQUENCE ? (int)variant_count(given) : 1;
        for (int i = 0; i < stride_count && i < ARRAY_DIMENSIONS_MAX; i++)
            strides[i] = variant_to_integer(given.kind == VARIANT_SEQUENCE ? variant_items(given)[i] : given);
    }
    bool writeable = true;
    if (!call_truth(call, 4, &writeable)) return variant_absent();
    if (stride_count != dimensions) {
        call_fail(call, "ValueError", "mismatch in length of strides and shape");
        return variant_absent();
    }
    if (!view_fits(a, dimensions, shape, strides)) {
        call_fail(call, "ValueError", "the view would reach outside of the array's memory");
        return variant_absent();
    }
    if (a->dtype->has_objects && !keeps_references(a, dimensions, shape, strides)) {
        call_fail(call, "ValueError", "the view would read references where there are none");
        return variant_absent();
    }
    Array *view = call_view(call, a, dimensions, shape, strides, 0);
    if (view && !writeable) view->writeable = false;
    return call_give(call, view);
}

ARRAY_FUNCTION_AT(sliding_window_view, "lib.stride_tricks.sliding_window_view", NUMPY | CUPY,
                  "(x, window_shape, axis=None, *, subok=False, writeable=False)",
                  "Windows of a shape that slide over the array; the new axes come last.\n\n"
                  ">>> lib.stride_tricks.sliding_window_view(arange(5), 3)\n"
                  "array([[0, 1, 2],\n       [1, 2, 3],\n       [2, 3, 4]])\n",
                  .traits = MOVES_BYTES | VIEWS_INTERFACE) {
    Array *a = call_array(call, 0);
    int windows = 0;
    int64_t window[ARRAY_DIMENSIONS_MAX];
    if (!a || !call_shape(call, 1, &windows, window)) return variant_absent();
    int axes[ARRAY_DIMENSIONS_MAX], count = windows;
    if (call_is_given(call, 2)) {
        Variant given = call->arguments[2];
        bool is_sequence = given.kind == VARIANT_SEQUENCE;
        count = is_sequence ? (int)variant_count(given) : 1;
        for (int i = 0; i < count && i < windows; i++)
            if (!axis_normalise(variant_to_integer(is_sequence ? variant_items(given)[i] : given), a->dimensions, &axes[i], NULL,
                                call->error))
                return variant_absent();
    } else {
        count = a->dimensions;
        for (int i = 0; i < count; i++) axes[i] = i;
    }
    if (count != windows) {
        if (call_is_given(call, 2))
            call_fail(call, "ValueError", "Must provide matching length window_shape and axis; got %d window_shape elements and %d axes elements.",
                      windows, count);
        else
            call_fail(call, "ValueError", "Since axis is `None`, must provide window_shape for all dimensions of `x`; got %d window_shape "
                      "elements and `x.ndim` is %d.", windows, a->dimensions);
        return variant_absent();
    }
    int64_t shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX];
    if (a->dimensions + windows > ARRAY_DIMENSIONS_MAX) {
        call_fail(call, "ValueError", "too many dimensions");
        return variant_absent();
    }
    for (int i = 0; i < a->dimensions; i++) {
        shape[i] = a->shape[i];
        strides[i] = a->strides[i];
    }
    for (int i = 0; i < windows; i++) {
        if (window[i] < 0 || (shape[axes[i]] -= window[i] - 1) <= 0) {
            call_fail(call, "ValueError", window[i] < 0 ? "`window_shape` cannot contain negative values"
                                                        : "window shape cannot be larger than input array shape");
            return variant_absent();
        }
        shape[a->dimensions + i] = window[i];
        strides[a->dimensions + i] = a->strides[axes[i]];
    }
    Array *view = call_view(call, a, a->dimensions + windows, shape, strides, 0);
    bool is_writeable = false;
    if (view && !call_truth(call, 4, &is_writeable)) return variant_absent();
    if (view) view->writeable = a->writeable && is_writeable;
    return call_give(call, view);
}
