/* Convolution and correlation: numpy's along a line, scipy.signal's in a plane. */
#include "arraylib/functions/images/ndimage.h"

#include <math.h>
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
    if (*a && *v && call->namespace == CUPY && !strcmp(call->function->path, "convolve")) { /* CuPy's takes all elements in a row */
        *a = call_flat(call, *a);
        *v = call_flat(call, *v);
    }
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
               "Sums of products of one sequence with the other turned round, at each shift.\n\n>>> convolve([1, 2, 3], [0, 1, 0.5])\narray([0. "
               ", 1. , 2.5, 4. , 1.5])\n",
               .traits = CLASS_PLAIN) {
    Array *a, *v;
    ConvolveMode mode;
    if (!line_arguments(call, &a, &v) || !mode_argument(call, 2, &mode, NUMPY_MODE_ERROR))
        return variant_absent();
    return call_give(call, convolve_line(call, a, v, mode, true));
}

ARRAY_FUNCTION(correlate, NUMPY | CUPY, "(a, v, mode='valid')",
               "Cross-correlation of two vectors.\n\n>>> correlate([1, 2, 3], [0, 1, 0.5])\narray([3.5])\n",
               .traits = CLASS_PLAIN) {
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
    if (!dtype || dtype_is_flexible(dtype)) {
        call_fail(call, "ValueError", "%s not available for this type.", correlate ? "correlate2d" : "convolve2d");
        return variant_absent();
    }
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

/* ---- In any number of dimensions. */

typedef struct Wanted { /* what of the whole convolution is wanted */
    int64_t shape[ARRAY_DIMENSIONS_MAX], origin[ARRAY_DIMENSIONS_MAX];
} Wanted;

/* Along the axes that are chosen; along the others the operands broadcast. */
static void wanted_part(const Array *a, const Array *b, ConvolveMode mode, uint64_t axes, Wanted *wanted) {
    for (int i = 0; i < a->dimensions; i++) {
        int64_t n = a->shape[i], m = b->shape[i];
        bool is_chosen = axes >> i & 1;
        wanted->shape[i] = mode == MODE_SAME ? n : !is_chosen ? (n == 1 ? m : n) : mode == MODE_FULL ? n + m - 1 : n - m + 1;
        wanted->origin[i] = mode == MODE_FULL || (!is_chosen && (mode == MODE_VALID || n >= m)) ? 0 : mode == MODE_SAME ? (m - 1) / 2 : m - 1;
        if (is_chosen && (!n || !m)) wanted->shape[i] = 0;
    }
}

/* By the input shifted, times each element of the kernel. */
static Array *convolve_shifted(ArrayCall *call, Array *a, Array *b, const Wanted *wanted) {
    Array *padded = a, *sum = NULL;
    int64_t place[ARRAY_DIMENSIONS_MAX] = {0}, kernel_size = array_size(b);
    for (int i = 0; i < a->dimensions; i++) padded = ndimage_extended(call, padded, i, b->shape[i] - 1, b->shape[i] - 1, EDGE_CONSTANT, 0);
    if (!kernel_size || !padded) return padded ? call_filled(call, a->dtype, a->dimensions, wanted->shape, variant_integer(0)) : NULL;
    for (int64_t k = 0; k < kernel_size; k++) {
        Array *moved = padded, *weight = b;
        for (int i = 0; i < a->dimensions && moved && weight; i++) {
            moved = call_slice(call, moved, i, wanted->origin[i] - place[i] + b->shape[i] - 1, wanted->shape[i], 1);
            weight = call_slice(call, weight, i, place[i], 1, 1);
        }
        Array *part = moved && weight ? APPLY2(multiply, moved, weight) : NULL;
        sum = !part ? NULL : sum ? APPLY2(add, sum, part) : part;
        if (!sum || !runtime_poll(call->runtime, call->error)) return NULL;
        for (int i = a->dimensions - 1; i >= 0 && ++place[i] == b->shape[i]; i--) place[i] = 0;
    }
    return sum;
}

static Array *convolve_directly(ArrayCall *call, Array *a, Array *b, const Wanted *wanted) {
    if (a->dimensions > 2 || dtype_is_flexible(a->dtype)) return convolve_shifted(call, a, b, wanted);
    bool is_line = a->dimensions == 1;
    int64_t shape[2] = {1, wanted->shape[0]}, origin[2] = {0, wanted->origin[0]};
    if (is_line) {
        a = call_expand(call, a, 0);
        b = call_expand(call, b, 0);
    }
    a = call_contiguous(call, a, NULL);
    b = call_contiguous(call, b, NULL);
    if (!a || !b) return NULL;
    Array *result = convolve_plane(call, a, b, is_line ? shape : wanted->shape, is_line ? origin : wanted->origin, BOUNDARY_FILL, NULL);
    return is_line && result ? call_drop_axis(call, result, 0) : result;
}

static int64_t good_length(int64_t least) {
    for (int64_t n = least;; n++) {
        int64_t rest = n;
        for (int k = 0; k < 3; k++)
            for (int prime = (const int[]){2, 3, 5}[k]; rest % prime == 0;) rest /= prime;
        if (rest == 1) return n;
    }
}

/* By the product of Fourier transforms over the axes; the operands are of one floating type. */
static Array *convolve_by_transforms(ArrayCall *call, Array *a, Array *b, uint64_t axes, const Wanted *wanted) {
    int64_t sizes[ARRAY_DIMENSIONS_MAX], places[ARRAY_DIMENSIONS_MAX];
    size_t count = 0;
    for (int i = 0; i < a->dimensions; i++)
        if (axes >> i & 1) {
            sizes[count] = good_length(a->shape[i] + b->shape[i] - 1);
            places[count++] = i;
        }
    bool is_complex = dtype_is_complex(a->dtype);
    Variant lists[2] = {variant_list(count, true), variant_list(count, true)};
    for (size_t i = 0; i < count && lists[0].kind == VARIANT_SEQUENCE && lists[1].kind == VARIANT_SEQUENCE; i++) {
        lists[0].list->items[i] = variant_integer(sizes[i]);
        lists[1].list->items[i] = variant_integer(places[i]);
    }
    const char *there = is_complex ? "fft.fftn" : "fft.rfftn", *back = is_complex ? "fft.ifftn" : "fft.irfftn";
    Array *x = !count ? a : call_function_array(call, there, (Variant[]){of_array(a), lists[0], lists[1]}, 3);
    Array *y = !count ? b : x ? call_function_array(call, there, (Variant[]){of_array(b), lists[0], lists[1]}, 3) : NULL;
    Array *product = y ? APPLY2(multiply, x, y) : NULL;
    Array *result = !count ? product : product ? call_function_array(call, back, (Variant[]){of_array(product), lists[0], lists[1]}, 3) : NULL;
    variant_release(&lists[0]);
    variant_release(&lists[1]);
    for (int i = 0; i < a->dimensions && result; i++) result = call_slice(call, result, i, wanted->origin[i], wanted->shape[i], 1);
    return result;
}

typedef enum Method { METHOD_DIRECT, METHOD_TRANSFORMS } Method;

/* The quicker of the two, by the number of operations. Whole numbers that a double could not hold stay with the direct one. */
static Method quicker_method(const Array *a, const Array *b, const Wanted *wanted) {
    double direct = a->dimensions > 2 ? 4.0 * (double)array_size(b) : 0.5 * (double)array_size(b), whole = 1;
    for (int i = 0; i < a->dimensions; i++) {
        direct *= (double)wanted->shape[i];
        whole *= (double)(a->shape[i] + b->shape[i]);
    }
    if (!dtype_is_inexact(a->dtype) || dtype_is_flexible(a->dtype)) return METHOD_DIRECT;
    for (int i = 0; i < a->dimensions; i++) whole *= i == 0 ? 12 * log2(whole + 2) : 1;
    return direct < 1e6 || direct < whole ? METHOD_DIRECT : METHOD_TRANSFORMS;
}

static Array *convolved(ArrayCall *call, Array *a, Array *b, Method method, uint64_t axes, const Wanted *wanted) {
    const Dtype *dtype = a->dtype;
    if (method == METHOD_DIRECT) return convolve_directly(call, a, b, wanted);
    if (!dtype_is_inexact(dtype) && axes) {
        a = call_cast(call, a, DTYPE(FLOAT64));
        b = call_cast(call, b, DTYPE(FLOAT64));
    }
    Array *result = a && b ? convolve_by_transforms(call, a, b, axes, wanted) : NULL;
    if (result && axes && dtype->kind != 'b' && !dtype_is_inexact(dtype)) result = APPLY1(rint, result);
    if (result && axes && dtype->kind == 'b') result = APPLY2_NUMBER(greater, result, variant_float(0.5));
    return result ? call_copy(call, dtype_is_flexible(dtype) ? result : call_cast(call, result, dtype), 'C') : NULL;
}

/* For 'valid' one operand must lie within the other: they change places where the second is the larger one. */
static bool order_operands(ArrayCall *call, Array **a, Array **b, uint64_t axes) {
    bool first = true, second = true;
    for (int i = 0; i < (*a)->dimensions; i++) {
        if (!(axes >> i & 1)) continue;
        first = first && (*a)->shape[i] >= (*b)->shape[i];
        second = second && (*b)->shape[i] >= (*a)->shape[i];
    }
    if (!first && !second)
        return call_fail(call, "ValueError", "For 'valid' mode, one must be at least as large as the other in every dimension");
    if (!first) {
        Array *held = *a;
        *a = *b;
        *b = held;
    }
    return true;
}

/* Where an operand has no elements: what SciPy says, or the zeros that it leaves. `a` and `b` in the order of the call, b not reversed;
 * `method` auto, fft or direct. */
static Variant convolve_nothing(ArrayCall *call, Array *a, Array *b, ConvolveMode mode, const char *method, bool correlate) {
    const Dtype *dtype = dtype_promote(a->dtype, b->dtype);
    bool swaps = mode == MODE_VALID && array_size(a) < array_size(b), is_direct = method && *method == 'd';
    if (*(method ? method : "auto") == 'f') {
        if (call->namespace == CUPY) return call_give(call, call_new(call, dtype, 1, (int64_t[]){0}));
        call_fail(call, "IndexError", "index 0 is out of bounds for axis 0 with size 0");
        return variant_absent();
    }
    if (!is_direct && call->namespace != CUPY && (strchr("iu", a->dtype->kind) || strchr("iu", b->dtype->kind))) {
        call_fail(call, "ValueError", "zero-size array to reduction operation maximum which has no identity");
        return variant_absent();
    }
    bool by_order = mode != MODE_SAME || array_size(a) >= array_size(b);
    if (a->dimensions == 1 && by_order) {
        bool first = !array_size(swaps && !(correlate && is_direct) ? b : a);
        if (correlate && is_direct) call_fail(call, "ValueError", "%s array argument cannot be empty", first ? "first" : "second");
        else call_fail(call, "ValueError", "%s cannot be empty", first ? "a" : "v");
        return variant_absent();
    }
    const Array *large = swaps || (mode == MODE_FULL && array_size(a) < array_size(b)) ? b : a, *small = large == a ? b : a;
    int64_t shape[ARRAY_DIMENSIONS_MAX], part[ARRAY_DIMENSIONS_MAX];
    bool fits = true;
    for (int i = 0; i < a->dimensions; i++) {
        shape[i] = mode == MODE_VALID ? large->shape[i] - small->shape[i] + 1 : large->shape[i] + small->shape[i] - 1;
        if (shape[i] < 0) {
            call_fail(call, "ValueError", "negative dimensions are not allowed");
            return variant_absent();
        }
        part[i] = shape[i] < large->shape[i] ? shape[i] : large->shape[i];
        fits = fits && (part[i] == large->shape[i] || large->shape[i] == 1);
    }
    if (mode != MODE_VALID && !fits) {
        char from[SHAPE_TEXT_SIZE], into[SHAPE_TEXT_SIZE];
        call_fail(call, "ValueError", "could not broadcast input array from shape %s into shape %s",
                  shape_text_tight(large->dimensions, large->shape, from), shape_text_tight(large->dimensions, part, into));
        return variant_absent();
    }
    return call_give(call, call_filled(call, dtype, a->dimensions, mode == MODE_SAME ? a->shape : shape, variant_integer(0)));
}

static Variant any_dimension(ArrayCall *call, bool correlate) {
    Array *a = call_array(call, 0), *b = call_array(call, 1);
    ConvolveMode mode;
    const char *method, *mode_text;
    if (!a || !b) return variant_absent();
    if (a->dimensions != b->dimensions) {
        call_fail(call, "ValueError", "%s should have the same dimensionality", correlate ? "in1 and in2" : "volume and kernel");
        return variant_absent();
    }
    if (a->dimensions == 0) return call_give_item(call, APPLY2(multiply, a, b));
    if (!call_string(call, 2, &mode_text) || !call_string(call, 3, &method)) return variant_absent();
    if (!mode_argument(call, 2, &mode, correlate ? "Acceptable mode flags are 'valid', 'same', or 'full'.%.0s"
                                                 : "Acceptable mode flags are 'valid', 'same', or 'full', not mode=%s"))
        return variant_absent();
    if (method && strcmp(method, "auto") && strcmp(method, "direct") && strcmp(method, "fft")) {
        call_fail(call, "ValueError", "Acceptable method flags are 'auto', 'direct', or 'fft'.");
        return variant_absent();
    }
    const Dtype *dtype = dtype_promote(a->dtype, b->dtype);
    if (dtype && (!array_size(a) || !array_size(b))) {
        Array *first = a, *second = b;
        if (mode == MODE_VALID && !order_operands(call, &first, &second, ALL_AXES)) return variant_absent();
        return convolve_nothing(call, a, b, mode, method, correlate);
    }
    if (correlate) b = flipped(call, b);
    a = a && dtype ? call_cast(call, a, dtype) : NULL;
    b = b && dtype ? call_cast(call, b, dtype) : NULL;
    if (!a || !b || (mode == MODE_VALID && !order_operands(call, &a, &b, ALL_AXES))) return variant_absent();
    Wanted wanted;
    wanted_part(a, b, mode, ALL_AXES, &wanted);
    Method chosen = !method || !strcmp(method, "auto") ? quicker_method(a, b, &wanted) : *method == 'f' ? METHOD_TRANSFORMS : METHOD_DIRECT;
    return call_give(call, convolved(call, a, b, chosen, ALL_AXES, &wanted));
}
#define CONVOLVE_TEXT                                                                                                                \
    " of arrays of as many axes.\n\nmode is 'full', 'valid' or 'same' (the size of in1); method 'direct' (sums of products), 'fft' or "  \
    "'auto', the quicker one. The result has the type that the two promote to.\n\n"
ARRAY_FUNCTION_AT(signal_convolve, "signal.convolve", SCIPY | CUPYX, "(in1, in2, mode='full', method='auto')",
                  "Convolution" CONVOLVE_TEXT ">>> convolve([1, 2, 3], [1, 1])\narray([1, 3, 5, 3])\n") {
    return any_dimension(call, false);
}
ARRAY_FUNCTION_AT(signal_correlate, "signal.correlate", SCIPY | CUPYX, "(in1, in2, mode='full', method='auto')",
                  "Cross-correlation" CONVOLVE_TEXT ">>> correlate([1, 2, 3], [0, 1])\narray([1, 2, 3, 0])\n") {
    return any_dimension(call, true);
}

static bool transform_axes(ArrayCall *call, int dimensions, uint64_t *axes) {
    Variant given = call->arguments[3];
    *axes = ALL_AXES;
    if (given.kind == VARIANT_NONE || given.kind == VARIANT_ABSENT) return true;
    size_t count = given.kind == VARIANT_SEQUENCE ? given.list->count : 1;
    if (!count) return call_fail(call, "ValueError", "when provided, axes cannot be empty");
    *axes = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t axis;
        if (!variant_to_index(given.kind == VARIANT_SEQUENCE ? given.list->items[i] : given, &axis, call->error)) return false;
        if (axis < 0) axis += dimensions;
        if (axis < 0 || axis >= dimensions) return call_fail(call, "ValueError", "axes exceeds dimensionality of input");
        if (*axes >> axis & 1) return call_fail(call, "ValueError", "all axes must be unique");
        *axes |= UINT64_C(1) << axis;
    }
    return true;
}

static const Dtype *transform_type(const Dtype *dtype) {
    return dtype == DTYPE(FLOAT16) ? DTYPE(FLOAT32) : dtype_is_inexact(dtype) ? dtype : DTYPE(FLOAT64);
}

static Variant convolve_floats(ArrayCall *call, bool by_blocks) {
    Array *a = call_array(call, 0), *b = call_array(call, 1);
    ConvolveMode mode;
    uint64_t axes;
    if (!a || !b) return variant_absent();
    if (a->dimensions == 0 && b->dimensions == 0) return call_give_item(call, APPLY2(multiply, a, b));
    if (a->dimensions != b->dimensions) {
        call_fail(call, "ValueError", "in1 and in2 should have the same dimensionality");
        return variant_absent();
    }
    if (!array_size(a) || !array_size(b)) return call_give(call, call_filled(call, DTYPE(FLOAT64), 1, (int64_t[]){0}, variant_integer(0)));
    if (!transform_axes(call, a->dimensions, &axes)) return variant_absent();
    for (int i = 0; i < a->dimensions; i++) {
        char first[SHAPE_TEXT_SIZE], second[SHAPE_TEXT_SIZE];
        if (axes >> i & 1 || a->shape[i] == b->shape[i] || a->shape[i] == 1 || b->shape[i] == 1) continue;
        call_fail(call, "ValueError", "incompatible shapes for in1 and in2: %s and %s", shape_text(a->dimensions, a->shape, first),
                  shape_text(b->dimensions, b->shape, second));
        return variant_absent();
    }
    if (!mode_argument(call, 2, &mode, by_blocks ? SCIPY_MODE_ERROR : "acceptable mode flags are 'valid', 'same', or 'full'%.0s"))
        return variant_absent();
    uint64_t transformed = 0; /* along axes of extent 1 the operands are only multiplied */
    for (int i = 0; i < a->dimensions; i++)
        if (axes >> i & 1 && a->shape[i] != 1 && b->shape[i] != 1) transformed |= UINT64_C(1) << i;
    if (mode == MODE_VALID && !order_operands(call, &a, &b, transformed)) return variant_absent();
    axes = transformed;
    const Dtype *dtype = axes ? dtype_promote(transform_type(a->dtype), transform_type(b->dtype)) : dtype_promote(a->dtype, b->dtype);
    a = dtype ? call_cast(call, a, dtype) : NULL;
    b = dtype ? call_cast(call, b, dtype) : NULL;
    if (!a || !b) return variant_absent();
    Wanted wanted;
    wanted_part(a, b, mode, axes, &wanted);
    return call_give(call, convolved(call, a, b, METHOD_TRANSFORMS, axes, &wanted));
}
ARRAY_FUNCTION_AT(signal_fftconvolve, "signal.fftconvolve", SCIPY | CUPYX, "(in1, in2, mode='full', axes=None)",
                  "Convolve arrays of as many axes by Fourier transforms, in floating point, over the axes given.\n\n"
                  ">>> fftconvolve([1., 2.], [1., 1.]).round(9)\narray([1., 3., 2.])\n") {
    return convolve_floats(call, false);
}
ARRAY_FUNCTION_AT(signal_oaconvolve, "signal.oaconvolve", SCIPY | CUPYX, "(in1, in2, mode='full', axes=None)",
                  "Convolve arrays of as many axes, one of which may be much longer, in floating point.\n\n"
                  ">>> oaconvolve([1., 2.], [1., 1.]).round(9)\narray([1., 3., 2.])\n") {
    return convolve_floats(call, true);
}
