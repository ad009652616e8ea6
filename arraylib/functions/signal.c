/* Convolution and correlation: numpy's along a line, scipy.signal's in a plane. */
#include "arraylib/functions/compose.h"

#include <string.h>

ARRAY_FAMILY(signal);

typedef enum ConvolveMode { MODE_FULL, MODE_SAME, MODE_VALID } ConvolveMode;

static bool mode_argument(ArrayCall *call, size_t index, ConvolveMode *mode, const char *wording) {
    const char *text;
    if (!call_string(call, index, &text)) return false;
    if (!text || !strcmp(text, "full"))
        *mode = MODE_FULL;
    else if (!strcmp(text, "same"))
        *mode = MODE_SAME;
    else if (!strcmp(text, "valid"))
        *mode = MODE_VALID;
    else
        return call_fail(call, "ValueError", wording, text);
    return true;
}

/* The primitive over matrices. `conjugated_flip`: correlate instead, that is with the kernel turned around. */
static Array *convolve_plane(ArrayCall *call, Array *input, Array *kernel, const int64_t shape[2],
                             const int64_t origin[2], ConvolveBoundary boundary, const void *fill) {
    Array *output = input && kernel ? call_new(call, input->dtype, 2, shape) : NULL;
    if (!output) return NULL;
    static const uint8_t zero[16];
    ConvolveTask task = {.dtype = input->dtype,
                         .input_shape = {input->shape[0], input->shape[1]},
                         .kernel_shape = {kernel->shape[0], kernel->shape[1]},
                         .output_shape = {shape[0], shape[1]},
                         .input = array_data(input),
                         .kernel = array_data(kernel),
                         .output = array_data(output),
                         .origin = {origin[0], origin[1]},
                         .boundary = boundary,
                         .fill_value = fill ? fill : zero};
    return call->device->operations->convolve(call->device, &task, call->error) ? output : NULL;
}

static Array *flipped(ArrayCall *call, Array *a) {
    for (int i = 0; a && i < a->dimensions; i++) a = call_slice(call, a, i, a->shape[i] - 1, a->shape[i], -1);
    return a && dtype_is_complex(a->dtype) ? APPLY1(conjugate, a) : a;
}

/* ---- Along a line. */

/* Values of the language: the input shifted, times each value of the kernel, summed up. */
static Array *convolve_values(ArrayCall *call, Array *a, Array *v) {
    int64_t n = array_size(a), m = array_size(v), count = n + m - 1;
    Array *sum = call_filled(call, &dtype_object, 1, &count, variant_integer(0));
    for (int64_t i = 0; sum && i < m; i++) {
        Array *here = call_slice(call, sum, 0, i, n, 1), *product = here ? APPLY2(multiply, a, call_slice(call, v, 0, i, 1, 1)) : NULL;
        Array *sums = product ? APPLY2(add, here, product) : NULL;
        if (!sums || !call_assign(call, here, sums) || !runtime_poll(call->runtime, call->error)) return NULL;
    }
    return sum;
}

static Array *convolve_line(ArrayCall *call, Array *a, Array *v, ConvolveMode mode, bool swap_allowed) {
    if (!a || !v) return NULL;
    const Dtype *dtype = dtype_promote(a->dtype, v->dtype);
    int64_t n = array_size(a), m = array_size(v);
    if (swap_allowed && m > n) { /* the longer one is the input */
        Array *held = a;
        a = v;
        v = held;
        n = array_size(a);
        m = array_size(v);
    }
    int64_t longer = n > m ? n : m, shorter = n > m ? m : n;
    int64_t count = mode == MODE_FULL ? n + m - 1 : mode == MODE_SAME ? longer : longer - shorter + 1;
    int64_t from = mode == MODE_FULL ? 0 : mode == MODE_SAME ? (shorter - 1) / 2 : shorter - 1;
    if (dtype_is_flexible(a->dtype) || dtype_is_flexible(v->dtype)) {
        Array *sum = convolve_values(call, a, v);
        return sum ? call_slice(call, sum, 0, from, count, 1) : NULL;
    }
    a = call_reshape(call, call_contiguous(call, a, dtype), 2, (int64_t[]){1, n});
    v = call_reshape(call, call_contiguous(call, v, dtype), 2, (int64_t[]){1, m});
    Array *line = convolve_plane(call, a, v, (int64_t[]){1, count}, (int64_t[]){0, from}, BOUNDARY_FILL, NULL);
    return line ? call_reshape(call, line, 1, &count) : NULL;
}

static bool line_arguments(ArrayCall *call, Array **a, Array **v) {
    *a = call_at_least(call, call_array(call, 0), 1);
    *v = call_at_least(call, call_array(call, 1), 1);
    if (!*a || !*v) return false;
    if ((*a)->dimensions != 1 || (*v)->dimensions != 1)
        return call_fail(call, "ValueError", "object too deep for desired array");
    bool correlates = call->namespace != CUPY && !strcmp(call->function->path, "correlate");
    if (!(*a)->shape[0]) return call_fail(call, "ValueError", correlates ? "first array argument cannot be empty" : "a cannot be empty");
    if (!(*v)->shape[0]) return call_fail(call, "ValueError", correlates ? "second array argument cannot be empty" : "v cannot be empty");
    return true;
}

#define NUMPY_MODE_ERROR "mode must be one of 'valid', 'same', or 'full' (got '%s')"

ARRAY_FUNCTION(convolve, NUMPY | CUPY, "(a, v, mode='full')",
               "Discrete linear convolution of two vectors.\n\n>>> convolve([1, 2, 3], [0, 1, 0.5])\narray([0. "
               ", 1. , 2.5, 4. , 1.5])\n") {
    Array *a, *v;
    ConvolveMode mode;
    if (!line_arguments(call, &a, &v) || !mode_argument(call, 2, &mode, NUMPY_MODE_ERROR))
        return variant_absent();
    return call_give(call, convolve_line(call, a, v, mode, true));
}

ARRAY_FUNCTION(correlate, NUMPY | CUPY, "(a, v, mode='valid')",
               "Cross-correlation of two vectors.\n\n>>> correlate([1, 2, 3], [0, 1, 0.5])\narray([3.5])\n") {
    Array *a, *v;
    ConvolveMode mode;
    if (!line_arguments(call, &a, &v) || !mode_argument(call, 2, &mode, NUMPY_MODE_ERROR))
        return variant_absent();
    if (v->shape[0] > a->shape[0]) { /* correlate(a, v) is correlate(v, a) turned around and conjugated */
        Array *result = convolve_line(call, v, flipped(call, a), mode, false);
        return call_give(call, call_copy(call, flipped(call, result), 'C'));
    }
    return call_give(call, convolve_line(call, a, flipped(call, v), mode, false));
}

/* ---- In a plane. */

static bool boundary_argument(ArrayCall *call, size_t index, ConvolveBoundary *boundary) {
    const char *text;
    if (!call_string(call, index, &text)) return false;
    if (!text || !strcmp(text, "fill"))
        *boundary = BOUNDARY_FILL;
    else if (!strcmp(text, "wrap") || !strcmp(text, "circular"))
        *boundary = BOUNDARY_WRAP;
    else if (!strcmp(text, "symm") || !strcmp(text, "symmetric"))
        *boundary = BOUNDARY_SYMMETRIC;
    else
        return call_fail(
            call, "ValueError",
            "Acceptable boundary flags are 'fill', 'circular' (or 'wrap'), and 'symmetric' (or 'symm').");
    return true;
}

#define SCIPY_MODE_ERROR "Acceptable mode flags are 'valid', 'same', or 'full'.%.0s"

static Variant plane(ArrayCall *call, bool correlate) {
    Array *a = call_array(call, 0), *b = call_array(call, 1);
    ConvolveMode mode;
    ConvolveBoundary boundary = BOUNDARY_FILL;
    if (!a || !b) return variant_absent();
    if (a->dimensions != 2 || b->dimensions != 2) {
        call_fail(call, "ValueError", "%s inputs must both be 2-D arrays",
                  correlate ? "correlate2d" : "convolve2d");
        return variant_absent();
    }
    if (!mode_argument(call, 2, &mode, SCIPY_MODE_ERROR) || !boundary_argument(call, 3, &boundary))
        return variant_absent();
    bool swapped = false;
    if (mode == MODE_VALID) {
        bool first = a->shape[0] >= b->shape[0] && a->shape[1] >= b->shape[1];
        bool second = b->shape[0] >= a->shape[0] && b->shape[1] >= a->shape[1];
        if (!first && !second) {
            call_fail(call, "ValueError",
                      "For 'valid' mode, one must be at least as large as the other in every dimension");
            return variant_absent();
        }
        swapped = !first;
    }
    if (swapped) {
        Array *held = a;
        a = b;
        b = held;
    }
    const Dtype *dtype = dtype_promote(a->dtype, b->dtype);
    if (correlate) b = flipped(call, b);
    a = call_contiguous(call, a, dtype);
    b = call_contiguous(call, b, dtype);
    if (!a || !b) return variant_absent();
    uint8_t fill[16] = {0};
    if (call_is_given(call, 4)) {
        Variant value = call->arguments[4];
        if (value.kind == VARIANT_ARRAY && array_size(value.array) == 1)
            value = array_scalar_at(value.array, 0, call->error);
        if (!variant_store(call->runtime, value, dtype, fill, call->error)) return variant_absent();
    }
    int64_t shape[2], origin[2];
    for (int i = 0; i < 2; i++) {
        int64_t n = a->shape[i], m = b->shape[i];
        shape[i] = mode == MODE_FULL ? n + m - 1 : mode == MODE_SAME ? n : n - m + 1;
        origin[i] = mode == MODE_FULL ? 0 : mode == MODE_SAME ? (m - 1) / 2 : m - 1;
        if (mode == MODE_SAME && correlate) origin[i] = m / 2;
        if (shape[i] < 0 || !n || !m) shape[i] = 0;
    }
    Array *result = convolve_plane(call, a, b, shape, origin, boundary, fill);
    if (swapped && correlate) result = call_copy(call, flipped(call, result), 'C');
    return call_give(call, result);
}

ARRAY_FUNCTION_AT(signal_convolve2d, "signal.convolve2d", SCIPY | CUPYX,
                  "(in1, in2, mode='full', boundary='fill', fillvalue=0)",
                  "Convolve two matrices.\n\nmode is 'full', 'valid' or 'same'; boundary 'fill' (with "
                  "fillvalue), 'wrap' or 'symm'.\n\n"
                  ">>> convolve2d([[1, 2], [3, 4]], [[1, 1]], mode='valid')\narray([[3],\n       [7]])\n") {
    return plane(call, false);
}
ARRAY_FUNCTION_AT(signal_correlate2d, "signal.correlate2d", SCIPY | CUPYX,
                  "(in1, in2, mode='full', boundary='fill', fillvalue=0)",
                  "Cross-correlate two matrices.\n\n>>> correlate2d([[1, 2], [3, 4]], [[1, 1]], "
                  "mode='valid')\narray([[3],\n       [7]])\n") {
    return plane(call, true);
}

/* scipy.signal.convolve of one or two dimensions, directly; the mode 'same' is centred on the first input. */
static Variant any_dimension(ArrayCall *call, bool correlate) {
    Array *a = call_array(call, 0), *b = call_array(call, 1);
    ConvolveMode mode;
    if (!a || !b || !mode_argument(call, 2, &mode, SCIPY_MODE_ERROR)) return variant_absent();
    if (a->dimensions != b->dimensions) {
        call_fail(call, "ValueError", "in1 and in2 should have the same dimensionality");
        return variant_absent();
    }
    if (a->dimensions == 0) return call_give_item(call, APPLY2(multiply, a, b));
    if (a->dimensions > 2) {
        call_fail(call, "NotImplementedError", "convolution of more than two dimensions");
        return variant_absent();
    }
    bool line = a->dimensions == 1;
    const Dtype *dtype = dtype_promote(a->dtype, b->dtype);
    if (line) {
        a = call_expand(call, a, 0);
        b = call_expand(call, b, 0);
    }
    if (correlate) b = flipped(call, b);
    a = call_contiguous(call, a, dtype);
    b = call_contiguous(call, b, dtype);
    if (!a || !b) return variant_absent();
    bool larger = a->shape[0] >= b->shape[0] && a->shape[1] >= b->shape[1];
    if (mode == MODE_VALID && !larger) {
        Array *held = a;
        a = b;
        b = held;
        if (a->shape[0] < b->shape[0] || a->shape[1] < b->shape[1]) {
            call_fail(call, "ValueError",
                      "For 'valid' mode, one must be at least as large as the other in every dimension");
            return variant_absent();
        }
    }
    int64_t shape[2], origin[2];
    for (int i = 0; i < 2; i++) {
        int64_t n = a->shape[i], m = b->shape[i];
        shape[i] = mode == MODE_FULL ? n + m - 1 : mode == MODE_SAME ? n : n - m + 1;
        origin[i] = mode == MODE_FULL ? 0 : mode == MODE_SAME ? (m - 1) / 2 : m - 1;
        if (!n || !m) shape[i] = 0;
    }
    Array *result = convolve_plane(call, a, b, shape, origin, BOUNDARY_FILL, NULL);
    return call_give(call, line && result ? call_drop_axis(call, result, 0) : result);
}
ARRAY_FUNCTION_AT(
    signal_convolve, "signal.convolve", SCIPY | CUPYX, "(in1, in2, mode='full', method='auto')",
    "Convolve two arrays of one or two dimensions.\n\n>>> convolve([1, 2, 3], [1, 1])\narray([1, 3, 5, 3])\n") {
    return any_dimension(call, false);
}
ARRAY_FUNCTION_AT(signal_fftconvolve, "signal.fftconvolve", SCIPY | CUPYX, "(in1, in2, mode='full', axes=None)",
                  "Convolve two arrays of one or two dimensions, in floating point.\n\n>>> fftconvolve([1., "
                  "2.], [1., 1.])\narray([1., 3., 2.])\n") {
    Variant result = any_dimension(call, false);
    if (result.kind != VARIANT_ARRAY || dtype_is_inexact(result.array->dtype)) return result;
    Array *exact = call_hold(call, result.array);
    return call_give(call, call_cast(call, exact, DTYPE(FLOAT64)));
}
ARRAY_FUNCTION_AT(signal_correlate, "signal.correlate", SCIPY | CUPYX, "(in1, in2, mode='full', method='auto')",
                  "Cross-correlate two arrays of one or two dimensions.\n\n>>> correlate([1, 2, 3], [0, "
                  "1])\narray([1, 2, 3, 0])\n") {
    return any_dimension(call, true);
}
