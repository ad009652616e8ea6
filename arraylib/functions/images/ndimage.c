/* scipy.ndimage's filters: arrays are extended at their edges, and what a filter takes together are shifted views of them.
 *
 * Everything is computed in double (complex in complex) and stored in the output's type after each axis, as SciPy does; sums
 * are taken in its order. */
#include "arraylib/functions/images/ndimage.h"

#include <float.h>
#include <math.h>
#include <string.h>

ARRAY_FAMILY(ndimage);

/* ---- Edges ---- */

static bool edge_from_name(ArrayCall *call, Variant variant, EdgeMode *mode) {
    static const struct {
        const char *name;
        EdgeMode mode;
    } names[] = {{"reflect", EDGE_REFLECT},   {"grid-mirror", EDGE_REFLECT}, {"constant", EDGE_CONSTANT}, {"grid-constant", EDGE_CONSTANT},
                 {"nearest", EDGE_NEAREST}, {"mirror", EDGE_MIRROR},       {"wrap", EDGE_WRAP},         {"grid-wrap", EDGE_WRAP}};
    for (size_t i = 0; variant.kind == VARIANT_STRING && i < sizeof names / sizeof *names; i++)
        if (!strcmp(variant.text->bytes, names[i].name)) {
            *mode = names[i].mode;
            return true;
        }
    return call_fail(call, "RuntimeError", "boundary mode not supported");
}

bool ndimage_axes_asked(ArrayCall *call, int dimensions, AxesAsked *asked) {
    size_t last = call->count - 1, length = strlen(call->function->signature);
    asked->count = dimensions;
    for (int axis = 0; axis < dimensions; axis++) asked->place[axis] = axis;
    if (length < 10 || strcmp(call->function->signature + length - 10, "axes=None)") || !call_is_given(call, last)) return true;
    Variant given = call->arguments[last];
    bool several = given.kind == VARIANT_SEQUENCE;
    asked->count = several ? (int)given.list->count : 1;
    for (int axis = 0; axis < dimensions; axis++) asked->place[axis] = -1;
    for (int i = 0; i < asked->count; i++) {
        int64_t axis;
        if (!variant_to_index(several ? given.list->items[i] : given, &axis, call->error)) return false;
        if (axis < -dimensions || axis >= dimensions) return call_fail(call, "ValueError", "specified axis: %lld is out of range", (long long)axis);
        if (axis < 0) axis += dimensions;
        if (asked->place[axis] >= 0) return call_fail(call, "ValueError", "axes must be unique");
        asked->place[axis] = i;
    }
    return true;
}

Array *ndimage_along_axes(ArrayCall *call, Array *a, int dimensions, const char *name) {
    AxesAsked asked;
    int64_t shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX];
    if (!a || !ndimage_axes_asked(call, dimensions, &asked)) return NULL;
    if (a->dimensions != asked.count) {
        call_fail(call, "RuntimeError", "%s.ndim (%d) must match len(axes) (%d)", name, a->dimensions, asked.count);
        return NULL;
    }
    for (int axis = 0, own = 0; axis < dimensions; axis++) { /* in the input's order, whatever the order asked */
        bool is_asked = asked.place[axis] >= 0;
        shape[axis] = is_asked ? a->shape[own] : 1;
        strides[axis] = is_asked ? a->strides[own++] : 0;
    }
    return call_hold(call, array_view(a, a->dtype, dimensions, shape, strides, 0, call->error));
}

bool ndimage_for_axis(ArrayCall *call, size_t index, int axis, int dimensions, const char *name, Variant *value) {
    AxesAsked asked;
    *value = call->arguments[index];
    if (!ndimage_axes_asked(call, dimensions, &asked)) return false;
    int place = asked.place[axis];
    if (value->kind != VARIANT_SEQUENCE) {
        if (place < 0 && value->kind != VARIANT_STRING) *value = variant_integer(0);
        return true;
    }
    if ((int)value->list->count != asked.count)
        return call_fail(call, "RuntimeError", "%s must have length equal to input rank", name);
    if (place >= 0) *value = value->list->items[place];
    else *value = asked.count && value->list->items[0].kind == VARIANT_STRING ? value->list->items[0] : variant_integer(0);
    return true;
}

int64_t ndimage_edge_place(int64_t at, int64_t count, EdgeMode mode) {
    int64_t period = mode == EDGE_MIRROR ? 2 * count - 2 : 2 * count;
    if (mode == EDGE_NEAREST || count == 1) return at < 0 ? 0 : at >= count ? count - 1 : at;
    if (mode == EDGE_WRAP) return ((at % count) + count) % count;
    at = ((at % period) + period) % period;
    return at < count ? at : mode == EDGE_MIRROR ? period - at : period - 1 - at;
}

/* Where an element beyond the edges comes from: places of 0 .. count - 1 for -before .. count + after - 1. */
static Array *edge_places(ArrayCall *call, int64_t count, int64_t before, int64_t after, EdgeMode mode) {
    int64_t size = before + count + after;
    Array *places = call_hold(call, array_create(call->runtime->host, DTYPE(INT64), 1, &size, call->error));
    int64_t *place = places ? (int64_t *)array_data(places) : NULL;
    for (int64_t i = 0; place && i < size; i++) place[i] = ndimage_edge_place(i - before, count, mode);
    return places ? call_on_device(call, places) : NULL;
}

Array *ndimage_extended(ArrayCall *call, Array *a, int axis, int64_t before, int64_t after, EdgeMode mode, double fill) {
    if (!a || (!before && !after)) return a;
    int64_t whole;
    if (__builtin_add_overflow(before, after, &whole) || __builtin_add_overflow(whole, a->shape[axis], &whole) || whole > INT64_MAX / 16) {
        call_fail(call, "MemoryError", "an axis of more elements than any memory holds");
        return NULL;
    }
    if (mode != EDGE_CONSTANT && a->shape[axis]) { /* beyond nothing there are zeros */
        Array *places = edge_places(call, a->shape[axis], before, after, mode);
        return places ? call_take(call, a, places, axis) : NULL;
    }
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    memcpy(shape, a->shape, sizeof *shape * (size_t)a->dimensions);
    shape[axis] += before + after;
    Array *result = call_filled(call, a->dtype, a->dimensions, shape, variant_float(fill));
    return result && call_assign(call, call_slice(call, result, axis, before, a->shape[axis], 1), a) ? result : NULL;
}

/* ---- Arguments and results ---- */

static const Dtype *working_type(const Array *a) { return dtype_is_complex(a->dtype) ? DTYPE(COMPLEX128) : DTYPE(FLOAT64); }

/* The output's type: of the array or the dtype given for it, else the input's. */
static bool output_type(ArrayCall *call, size_t index, const Array *a, const Dtype **dtype) {
    Variant given = call->arguments[index];
    *dtype = a->dtype;
    if (given.kind == VARIANT_ARRAY) {
        *dtype = given.array->dtype;
        return true;
    }
    return call_dtype(call, index, dtype);
}

static Variant give_output(ArrayCall *call, Array *result, size_t index) {
    if (call->arguments[index].kind == VARIANT_ARRAY) return call_give_out(call, result, index);
    return call_give(call, result);
}

bool ndimage_check_origin(ArrayCall *call, int64_t origin, int64_t length, const char *what) {
    if (length / 2 + origin >= 0 && length / 2 + origin < length) return true;
    if (*what)
        return call_fail(call, "ValueError", "Invalid origin; origin must satisfy -(len(%s) // 2) <= origin <= (len(%s)-1) // 2", what, what);
    return call_fail(call, "ValueError", "invalid origin");
}

/* ---- Along a line ---- */

typedef struct Line {
    int axis;
    EdgeMode mode;
    double fill;
    int64_t origin;
} Line;

static Array *shifted(ArrayCall *call, Array *line, const Line *along, int64_t count, int64_t by) {
    return call_slice(call, line, along->axis, by, count, 1);
}

static Array *times(ArrayCall *call, Array *a, double weight) { return APPLY2_NUMBER(multiply, a, variant_float(weight)); }

/* A result in the type that is asked for. Devices round negative numbers to 0 where unsigned ones are wanted; SciPy wraps them around. */
static Array *as_output(ArrayCall *call, Array *result, const Dtype *dtype) {
    if (result && dtype->kind == 'u' && dtype_is_inexact(result->dtype) && !device_is_host(call->device)) result = call_cast(call, result, DTYPE(INT64));
    return result ? call_cast(call, result, dtype) : NULL;
}

/* Correlate along one axis; the result is of `dtype`. Even and odd weights are taken in pairs, as SciPy does. */
static Array *correlate_line(ArrayCall *call, Array *a, const double *weights, int64_t length, const Line *along, const Dtype *dtype) {
    if (!a) return NULL;
    int64_t half = length / 2, rest = length - half - 1, count = a->shape[along->axis];
    int symmetry = length & 1 ? 1 : 0;
    for (int64_t i = 1; i <= half && symmetry == 1; i++)
        if (fabs(weights[half + i] - weights[half - i]) > DBL_EPSILON) symmetry = -1;
    for (int64_t i = 1; i <= half && symmetry == -1; i++)
        if (fabs(weights[half + i] + weights[half - i]) > DBL_EPSILON) symmetry = 0;
    Lines lines = {weights, length, half + along->origin, rest - along->origin, symmetry, along->mode, along->fill};
    if (ndimage_filters_lines(call, a, &lines, dtype)) return ndimage_filter_lines(call, a, along->axis, &lines, dtype);
    Array *line = ndimage_extended(call, call_cast(call, a, working_type(a)), along->axis, lines.before, lines.after, along->mode, along->fill);
    if (!line) return NULL;
    Array *sum;
    if (symmetry) {
        sum = times(call, shifted(call, line, along, count, half), weights[half]);
        for (int64_t i = half; i >= 1 && sum; i--) {
            Array *left = shifted(call, line, along, count, half - i), *right = shifted(call, line, along, count, half + i);
            Array *pair = symmetry > 0 ? APPLY2(add, left, right) : APPLY2(subtract, left, right);
            sum = APPLY2(add, sum, times(call, pair, weights[half - i]));
        }
    } else {
        sum = times(call, shifted(call, line, along, count, half + rest), weights[length - 1]);
        for (int64_t i = 0; i < length - 1 && sum; i++) sum = APPLY2(add, sum, times(call, shifted(call, line, along, count, i), weights[i]));
    }
    return as_output(call, sum, dtype);
}

/* A one-dimensional filter's weights, axis, mode, cval and origin: (input, weights, axis=-1, output=None, mode, cval, origin). */
static bool line_arguments(ArrayCall *call, Array *a, size_t axis, size_t mode, size_t cval, size_t origin, Line *along) {
    int64_t number = 0;
    along->axis = a->dimensions - 1;
    if (!a->dimensions) return call_fail(call, "RuntimeError", "input must have at least one dimension");
    if (!call_axis(call, axis, a->dimensions, &along->axis) || !edge_from_name(call, call->arguments[mode], &along->mode) ||
        !call_real(call, cval, &along->fill) || (origin && !call_integer(call, origin, &number)))
        return false;
    along->origin = number;
    return true;
}

#define LINE_SIGNATURE "(input, weights, axis=-1, output=None, mode='reflect', cval=0.0, origin=0)"
static Variant weighted_line(ArrayCall *call, bool convolves) {
    Array *a = call_array(call, 0), *weights = a ? call_array_of(call, 1, DTYPE(FLOAT64)) : NULL;
    const Dtype *dtype;
    Line along;
    if (!weights || !line_arguments(call, a, 2, 4, 5, 6, &along) || !output_type(call, 3, a, &dtype)) return variant_absent();
    weights = call_on_host(call, call_contiguous(call, weights, NULL));
    if (!weights) return variant_absent();
    if (weights->dimensions != 1 || weights->shape[0] < 1) {
        call_fail(call, "RuntimeError", "no filter weights given");
        return variant_absent();
    }
    int64_t length = weights->shape[0];
    if (convolves) {
        weights = call_contiguous(call, call_slice(call, weights, 0, length - 1, length, -1), NULL);
        along.origin = -along.origin - !(length & 1);
        if (!weights) return variant_absent();
    }
    if (!ndimage_check_origin(call, along.origin, length, "weights")) return variant_absent();
    return give_output(call, correlate_line(call, a, (const double *)array_data(weights), length, &along, dtype), 3);
}
ARRAY_FUNCTION_AT(ndimage_correlate1d, "ndimage.correlate1d", SCIPY | CUPYX, LINE_SIGNATURE,
                  "Correlation with weights along an axis.\n\n>>> ndimage.correlate1d([2, 8, 0, 4], weights=[1, 3])\narray([ 8, 26,  8, 12])\n") {
    return weighted_line(call, false);
}
ARRAY_FUNCTION_AT(ndimage_convolve1d, "ndimage.convolve1d", SCIPY | CUPYX, LINE_SIGNATURE,
                  "Convolution with weights along an axis.\n\n>>> ndimage.convolve1d([2, 8, 0, 4], weights=[1, 3])\narray([14, 24,  4, 16])\n") {
    return weighted_line(call, true);
}

/* ---- Gaussians ---- */

enum { RADIUS_MAX = 1 << 20, ORDER_MAX = 64 };

/* Weights of the order-th derivative of a Gaussian, turned around: 2 * radius + 1 of them, in an array of the call. */
static Array *gaussian_weights(ArrayCall *call, double sigma, int64_t order, int64_t radius) {
    int64_t length = 2 * radius + 1;
    Array *weights = call_hold(call, array_create(call->runtime->host, DTYPE(FLOAT64), 1, &length, call->error));
    if (!weights) return NULL;
    double *phi = (double *)array_data(weights), variance = sigma * sigma;
    for (int64_t i = 0; i < length; i++) {
        double x = (double)(i - radius);
        phi[i] = exp(-0.5 / variance * (x * x));
    }
    ReduceTask task = {.operator_row = OPERATOR(add), .loop = operator_loop_for(OPERATOR(add), DTYPE(FLOAT64)), .shape = {1, &length},
                       .input = array_operand(weights)};
    double total = 0;
    int64_t none[1] = {0};
    int flags = 0;
    task.output = (Operand){DTYPE(FLOAT64), (char *)&total, none, false};
    if (!call->runtime->host->operations->reduce(call->runtime->host, &task, &flags, call->error)) return NULL;
    for (int64_t i = 0; i < length; i++) phi[i] /= total;
    if (order > 0) { /* the polynomial that the derivatives multiply the Gaussian with */
        double q[ORDER_MAX + 1] = {1}, next[ORDER_MAX + 1];
        for (int64_t step = 0; step < order; step++) {
            for (int64_t k = 0; k <= order; k++)
                next[k] = (k < order ? (double)(k + 1) * q[k + 1] : 0) + (k > 0 ? q[k - 1] * (1 / -variance) : 0);
            memcpy(q, next, sizeof *q * (size_t)(order + 1));
        }
        for (int64_t i = 0; i < length; i++) {
            double x = (double)(i - radius), power = 1, sum = 0;
            for (int64_t k = 0; k <= order; k++, power *= x) sum += power * q[k];
            phi[i] *= sum;
        }
    }
    for (int64_t i = 0; i < length / 2; i++) {
        double held = phi[i];
        phi[i] = phi[length - 1 - i];
        phi[length - 1 - i] = held;
    }
    return weights;
}

static bool gaussian_radius(ArrayCall *call, double sigma, double truncate, Variant radius, int64_t order, int64_t *result) {
    if (order < 0 || order > ORDER_MAX) return call_fail(call, "ValueError", "order must be non-negative");
    double reach = truncate * sigma + 0.5;
    *result = reach < RADIUS_MAX && reach >= 0 ? (int64_t)reach : RADIUS_MAX + 1;
    if (radius.kind != VARIANT_NONE && radius.kind != VARIANT_ABSENT && (!variant_to_index(radius, result, call->error) || *result < 0))
        return call_fail(call, "ValueError", "Radius must be a nonnegative integer.");
    return *result <= RADIUS_MAX || call_fail(call, "MemoryError", "the filter is too wide");
}

ARRAY_FUNCTION_AT(ndimage_gaussian_filter1d, "ndimage.gaussian_filter1d", SCIPY | CUPYX,
                  "(input, sigma, axis=-1, order=0, output=None, mode='reflect', cval=0.0, truncate=4.0, *, radius=None)",
                  "A Gaussian filter, or a derivative of it, along an axis.\n\n>>> ndimage.gaussian_filter1d([1.0, 2.0, 3.0, 4.0, 5.0], 1)\n"
                  "array([1.42704095, 2.06782203, 3.        , 3.93217797, 4.57295905])\n") {
    Array *a = call_array(call, 0);
    const Dtype *dtype;
    Line along;
    double sigma, truncate;
    int64_t order, radius;
    if (!a || !line_arguments(call, a, 2, 5, 6, 0, &along) || !output_type(call, 4, a, &dtype) || !call_real(call, 1, &sigma) ||
        !call_integer(call, 3, &order) || !call_real(call, 7, &truncate) ||
        !gaussian_radius(call, sigma, truncate, call->arguments[8], order, &radius))
        return variant_absent();
    Array *weights = gaussian_weights(call, sigma, order, radius);
    return weights ? give_output(call, correlate_line(call, a, (const double *)array_data(weights), weights->shape[0], &along, dtype), 4)
                   : variant_absent();
}

/* What the filters over several axes are given: sigma is argument 1, the others have their places; an order is an argument
 * (0: there is none), or one for a single axis (derived_axis, -1: none). */
typedef struct Gaussians {
    size_t order_index, mode_index, cval_index;
    int derived_axis;
    int64_t derived_order;
    double truncate;
    Variant radius;
    uint64_t axes;
    bool smooths_all; /* the axes that are not asked as well: a sigma is one for all or one for each of the input's axes */
    const Dtype *dtype;
} Gaussians;

static bool sigma_for_axis(ArrayCall *call, const Gaussians *given, int axis, int dimensions, Variant *sigma) {
    Variant all = call->arguments[1];
    if (!given->smooths_all) return ndimage_for_axis(call, 1, axis, dimensions, "sequence argument", sigma);
    bool several = all.kind == VARIANT_SEQUENCE;
    if (several && (int)all.list->count != dimensions) return call_fail(call, "RuntimeError", "sequence argument must have length equal to input rank");
    *sigma = several ? all.list->items[axis] : all;
    return true;
}

/* One Gaussian after the other along the axes. */
static Array *gaussian_all(ArrayCall *call, Array *a, const Gaussians *given) {
    int dimensions = a->dimensions;
    const Dtype *dtype = given->dtype;
    Array *result = a;
    bool done = false;
    double fill;
    if (!call_real(call, given->cval_index, &fill)) return NULL;
    for (int axis = 0; axis < dimensions && result; axis++) {
        Variant sigma_given, order_given, mode_given, radius_given = given->radius;
        int64_t order = given->derived_axis == axis ? given->derived_order : 0, radius;
        Line along = {.axis = axis, .fill = fill};
        if (!(given->axes >> axis & 1)) continue;
        if (!sigma_for_axis(call, given, axis, dimensions, &sigma_given) ||
            !ndimage_for_axis(call, given->mode_index, axis, dimensions, "sequence argument", &mode_given) || !edge_from_name(call, mode_given, &along.mode))
            return NULL;
        if (given->order_index && (!ndimage_for_axis(call, given->order_index, axis, dimensions, "sequence argument", &order_given) ||
                                   !variant_to_index(order_given, &order, call->error)))
            return NULL;
        if (radius_given.kind == VARIANT_SEQUENCE) {
            AxesAsked asked;
            if (!ndimage_axes_asked(call, dimensions, &asked)) return NULL;
            size_t place = (size_t)asked.place[axis];
            radius_given = place < radius_given.list->count ? radius_given.list->items[place] : variant_none();
        }
        if (!variant_is_number(sigma_given)) {
            call_fail(call, "TypeError", "must be real number, not %s", variant_type_name(sigma_given));
            return NULL;
        }
        double sigma = variant_to_double(sigma_given);
        if (!(sigma > 1e-15)) continue;
        if (!gaussian_radius(call, sigma, given->truncate, radius_given, order, &radius)) return NULL;
        Array *weights = gaussian_weights(call, sigma, order, radius);
        result = weights ? correlate_line(call, result, (const double *)array_data(weights), weights->shape[0], &along, dtype) : NULL;
        done = true;
    }
    if (!done && result) result = result->dtype == dtype ? call_copy(call, result, 'C') : call_cast(call, result, dtype);
    return result;
}

ARRAY_FUNCTION_AT(ndimage_gaussian_filter, "ndimage.gaussian_filter", SCIPY | CUPYX,
                  "(input, sigma, order=0, output=None, mode='reflect', cval=0.0, truncate=4.0, *, radius=None, axes=None)",
                  "A Gaussian filter over all axes, or those given.\n\n>>> ndimage.gaussian_filter([[0, 0, 9], [9, 9, 0]], 1)\n"
                  "array([[4, 3, 3],\n       [5, 4, 3]])\n") {
    Array *a = call_array(call, 0);
    Gaussians given = {.order_index = 2, .mode_index = 4, .cval_index = 5, .derived_axis = -1, .radius = call->arguments[7]};
    if (!a || !output_type(call, 3, a, &given.dtype) || !call_real(call, 6, &given.truncate) || !call_axes(call, 8, a->dimensions, &given.axes))
        return variant_absent();
    return give_output(call, gaussian_all(call, a, &given), 3);
}

/* Second derivatives summed, or the root of squared first ones: by Gaussians. */
static Variant gaussian_combined(ArrayCall *call, bool laplace) {
    Array *a = call_array(call, 0), *sum = NULL;
    const Dtype *dtype;
    if (!a || !output_type(call, 2, a, &dtype)) return variant_absent();
    Gaussians given = {.mode_index = 3, .cval_index = 4, .derived_order = laplace ? 2 : 1, .truncate = 4.0, .radius = variant_none(),
                       .axes = ALL_AXES, .smooths_all = !laplace, .dtype = dtype};
    AxesAsked asked;
    bool any = false;
    if (!ndimage_axes_asked(call, a->dimensions, &asked)) return variant_absent();
    for (int axis = 0; axis < a->dimensions; axis++)
        if (laplace && asked.place[axis] < 0 && axis < 64) given.axes &= ~(1ull << axis);
    for (int axis = 0; axis < a->dimensions; axis++) {
        if (asked.place[axis] < 0) continue;
        given.derived_axis = axis;
        Array *part = gaussian_all(call, a, &given);
        if (!laplace) part = APPLY2(multiply, part, part);
        sum = any ? APPLY2(add, sum, part) : part;
        any = true;
        if (!sum) return variant_absent();
    }
    if (!laplace && sum) sum = as_output(call, APPLY1(sqrt, sum), dtype);
    return give_output(call, sum ? sum : call_copy(call, a, 'C'), 2);
}
#define GAUSSIAN_SIGNATURE "(input, sigma, output=None, mode='reflect', cval=0.0, *, axes=None)"
ARRAY_FUNCTION_AT(ndimage_gaussian_laplace, "ndimage.gaussian_laplace", SCIPY | CUPYX, GAUSSIAN_SIGNATURE,
                  "Laplace filter by second derivatives of Gaussians.\n\n>>> ndimage.gaussian_laplace([0., 0., 1., 0., 0.], 1).round(4)\n"
                  "array([ 0.1398,  0.0152, -0.3989,  0.0152,  0.1398])\n") {
    return gaussian_combined(call, true);
}
ARRAY_FUNCTION_AT(ndimage_gaussian_gradient_magnitude, "ndimage.gaussian_gradient_magnitude", SCIPY | CUPYX, GAUSSIAN_SIGNATURE,
                  "Size of the gradient by derivatives of Gaussians.\n\n>>> ndimage.gaussian_gradient_magnitude([0., 0., 1., 0., 0.], 1).round(4)\n"
                  "array([0.0941, 0.2376, 0.    , 0.2376, 0.0941])\n") {
    return gaussian_combined(call, false);
}

/* ---- Means of neighbours ---- */

/* As a running sum: what comes in less what goes out is added, then all are divided. */
static Array *uniform_line(ArrayCall *call, Array *a, int64_t size, const Line *along, const Dtype *dtype) {
    if (!a) return NULL;
    int64_t half = size / 2, rest = size - half - 1, count = a->shape[along->axis];
    if (!count) return as_output(call, call_copy(call, a, 'C'), dtype);
    Lines lines = {NULL, size, half + along->origin, rest - along->origin, 1, along->mode, along->fill};
    if (ndimage_filters_lines(call, a, &lines, dtype)) return ndimage_filter_lines(call, a, along->axis, &lines, dtype);
    Array *line = ndimage_extended(call, call_cast(call, a, working_type(a)), along->axis, lines.before, lines.after, along->mode, along->fill);
    if (!line) return NULL;
    Array *first = shifted(call, line, along, 1, 0);
    for (int64_t i = 1; i < size && first; i++) first = APPLY2(add, first, shifted(call, line, along, 1, i));
    Array *changes = count > 1 ? APPLY2(subtract, shifted(call, line, along, count - 1, size), shifted(call, line, along, count - 1, 0)) : NULL;
    Array *parts[] = {first, changes};
    Array *sums = count > 1 ? first && changes ? call_stack_axis(call, parts, 2, along->axis) : NULL : first;
    if (sums && count > 1) sums = call_accumulate(call, OPERATOR(add), sums, along->axis, NULL);
    return as_output(call, APPLY2_NUMBER(divide, sums, variant_float((double)size)), dtype);
}

ARRAY_FUNCTION_AT(ndimage_uniform_filter1d, "ndimage.uniform_filter1d", SCIPY | CUPYX,
                  "(input, size, axis=-1, output=None, mode='reflect', cval=0.0, origin=0)",
                  "Means of size neighbours along an axis.\n\n>>> ndimage.uniform_filter1d([2, 8, 0, 4, 1, 9, 9, 0], size=3)\n"
                  "array([4, 3, 4, 1, 4, 6, 6, 3])\n") {
    Array *a = call_array(call, 0);
    const Dtype *dtype;
    Line along;
    int64_t size;
    if (!a || !call_integer(call, 1, &size) || !line_arguments(call, a, 2, 4, 5, 6, &along) || !output_type(call, 3, a, &dtype)) return variant_absent();
    if (size < 1) {
        call_fail(call, "RuntimeError", "incorrect filter size");
        return variant_absent();
    }
    if (!ndimage_check_origin(call, along.origin, size, "")) return variant_absent();
    return give_output(call, uniform_line(call, a, size, &along, dtype), 3);
}

ARRAY_FUNCTION_AT(ndimage_uniform_filter, "ndimage.uniform_filter", SCIPY | CUPYX,
                  "(input, size=3, output=None, mode='reflect', cval=0.0, origin=0, *, axes=None)",
                  "Means of the neighbours within a box.\n\n>>> ndimage.uniform_filter([[0., 9.], [9., 0.]], 3)\narray([[4., 5.],\n       [5., 4.]])\n") {
    Array *a = call_array(call, 0), *result = a;
    const Dtype *dtype;
    uint64_t axes;
    bool done = false;
    if (!a || !output_type(call, 2, a, &dtype) || !call_axes(call, 6, a->dimensions, &axes)) return variant_absent();
    for (int axis = 0; axis < a->dimensions && result; axis++) {
        Variant size_given, mode, origin;
        Line along = {.axis = axis};
        int64_t size;
        if (!(axes >> axis & 1)) continue;
        if (!ndimage_for_axis(call, 1, axis, a->dimensions, "sequence argument", &size_given) || !variant_to_index(size_given, &size, call->error) ||
            !ndimage_for_axis(call, 3, axis, a->dimensions, "sequence argument", &mode) || !edge_from_name(call, mode, &along.mode) ||
            !call_real(call, 4, &along.fill) || !ndimage_for_axis(call, 5, axis, a->dimensions, "sequence argument", &origin) ||
            !variant_to_index(origin, &along.origin, call->error))
            return variant_absent();
        if (size <= 1) continue;
        if (!ndimage_check_origin(call, along.origin, size, "")) return variant_absent();
        result = uniform_line(call, result, size, &along, dtype);
        done = true;
    }
    return give_output(call, done || !result ? result : call_cast(call, call_copy(call, result, 'C'), dtype), 2);
}

/* ---- Derivatives ---- */

static Variant difference_filter(ArrayCall *call, const double smoothing[3]) {
    static const double derivative[3] = {-1, 0, 1};
    Array *a = call_array(call, 0);
    const Dtype *dtype;
    Line along;
    if (!a || !line_arguments(call, a, 1, 3, 4, 0, &along) || !output_type(call, 2, a, &dtype)) return variant_absent();
    int axis = along.axis;
    Array *result = correlate_line(call, a, derivative, 3, &along, dtype);
    for (along.axis = 0; along.axis < a->dimensions && result; along.axis++)
        if (along.axis != axis) result = correlate_line(call, result, smoothing, 3, &along, dtype);
    return give_output(call, result, 2);
}
#define DIFFERENCE_SIGNATURE "(input, axis=-1, output=None, mode='reflect', cval=0.0)"
ARRAY_FUNCTION_AT(ndimage_sobel, "ndimage.sobel", SCIPY | CUPYX, DIFFERENCE_SIGNATURE,
                  "Sobel filter: differences along an axis, smoothed along the others.\n\n>>> ndimage.sobel([1, 2, 4, 8])\narray([1, 3, 6, 4])\n") {
    return difference_filter(call, (const double[3]){1, 2, 1});
}
ARRAY_FUNCTION_AT(ndimage_prewitt, "ndimage.prewitt", SCIPY | CUPYX, DIFFERENCE_SIGNATURE,
                  "Prewitt filter: differences along an axis, summed along the others.\n\n>>> ndimage.prewitt([1, 2, 4, 8])\narray([1, 3, 6, 4])\n") {
    return difference_filter(call, (const double[3]){1, 1, 1});
}
ARRAY_FUNCTION_AT(ndimage_laplace, "ndimage.laplace", SCIPY | CUPYX, "(input, output=None, mode='reflect', cval=0.0, *, axes=None)",
                  "Laplace filter: second differences summed over the axes.\n\n>>> ndimage.laplace([1, 2, 4, 8])\narray([ 1,  1,  2, -4])\n") {
    static const double second[3] = {1, -2, 1};
    Array *a = call_array(call, 0), *sum = NULL;
    const Dtype *dtype;
    AxesAsked asked;
    if (!a || !output_type(call, 1, a, &dtype) || !ndimage_axes_asked(call, a->dimensions, &asked)) return variant_absent();
    bool any = false;
    for (int axis = 0; axis < a->dimensions; axis++) {
        Variant mode;
        Line along = {.axis = axis};
        if (asked.place[axis] < 0) continue;
        if (!ndimage_for_axis(call, 2, axis, a->dimensions, "sequence argument", &mode) || !edge_from_name(call, mode, &along.mode) ||
            !call_real(call, 3, &along.fill))
            return variant_absent();
        Array *part = correlate_line(call, a, second, 3, &along, dtype);
        sum = any ? APPLY2(add, sum, part) : part;
        any = true;
        if (!sum) return variant_absent();
    }
    return give_output(call, sum ? sum : call_copy(call, a, 'C'), 1);
}

/* ---- Neighbourhoods of any shape ---- */

/* The input extended so far that every neighbour is there. */
static bool surround(ArrayCall *call, Array *a, const int64_t *shape, size_t mode_index, size_t cval_index, size_t origin_index, int64_t sign,
                     Neighbourhood *around) {
    double fill;
    if (!a) return false;
    around->dimensions = a->dimensions;
    around->extended = a;
    if (!call_real(call, cval_index, &fill)) return false;
    for (int axis = 0; axis < a->dimensions; axis++) {
        Variant mode, origin_given;
        EdgeMode edge;
        int64_t origin;
        if (!ndimage_for_axis(call, mode_index, axis, a->dimensions, "sequence argument", &mode) || !edge_from_name(call, mode, &edge) ||
            !ndimage_for_axis(call, origin_index, axis, a->dimensions, "sequence argument", &origin_given) ||
            !variant_to_index(origin_given, &origin, call->error))
            return false;
        if (sign < 0) origin = -origin - !(shape[axis] & 1);
        if (!ndimage_check_origin(call, origin, shape[axis], "")) return false;
        around->shape[axis] = shape[axis];
        around->before[axis] = shape[axis] / 2 + origin;
        around->extended = ndimage_extended(call, around->extended, axis, around->before[axis], shape[axis] - 1 - around->before[axis], edge, fill);
        if (!around->extended) return false;
    }
    return true;
}

Array *ndimage_neighbour(ArrayCall *call, const Array *a, const Neighbourhood *around, int64_t number) {
    Array *view = around->extended;
    for (int axis = around->dimensions - 1; axis >= 0; axis--) {
        int64_t at = number % around->shape[axis];
        number /= around->shape[axis];
        view = call_slice(call, view, axis, at, a->shape[axis], 1);
    }
    return view;
}

int64_t ndimage_place_count(const Neighbourhood *around) {
    int64_t count = 1;
    for (int axis = 0; axis < around->dimensions; axis++) count *= around->shape[axis];
    return count;
}

#define WEIGHTED_SIGNATURE "(input, weights, output=None, mode='reflect', cval=0.0, origin=0, *, axes=None)"
static Variant weighted(ArrayCall *call, bool convolves) {
    Array *a = call_array(call, 0), *weights = a ? call_array_of(call, 1, DTYPE(FLOAT64)) : NULL, *sum = NULL;
    const Dtype *dtype;
    Neighbourhood around;
    if (!weights || !output_type(call, 2, a, &dtype)) return variant_absent();
    if (!(weights = ndimage_along_axes(call, weights, a->dimensions, "weights"))) return variant_absent();
    if (convolves)
        for (int axis = 0; axis < weights->dimensions && weights; axis++)
            weights = call_slice(call, weights, axis, weights->shape[axis] - 1, weights->shape[axis], -1);
    weights = weights ? call_on_host(call, call_contiguous(call, weights, NULL)) : NULL;
    if (!weights || !surround(call, call_cast(call, a, working_type(a)), weights->shape, 3, 4, 5, convolves ? -1 : 1, &around)) return variant_absent();
    const double *weight = (const double *)array_data(weights);
    if (ndimage_weighs_neighbours(call, a, dtype)) {
        Array *numbers = call_hold(call, array_create(call->runtime->host, DTYPE(INT64), 1, (int64_t[]){ndimage_place_count(&around)}, call->error));
        Array *kept = call_hold(call, array_create(call->runtime->host, DTYPE(FLOAT64), 1, (int64_t[]){ndimage_place_count(&around)}, call->error));
        if (!numbers || !kept) return variant_absent();
        int64_t taps = 0, *number = (int64_t *)array_data(numbers);
        for (int64_t i = 0; i < ndimage_place_count(&around); i++)
            if (!(fabs(weight[i]) <= DBL_EPSILON)) {
                number[taps] = i;
                ((double *)array_data(kept))[taps++] = weight[i];
            }
        if (taps)
            return give_output(call, ndimage_weigh_neighbours(call, a, &around, (const double *)array_data(kept), taps, number, dtype), 2);
    }
    for (int64_t i = 0; i < ndimage_place_count(&around); i++) {
        if (fabs(weight[i]) <= DBL_EPSILON) continue;
        Array *part = times(call, ndimage_neighbour(call, a, &around, i), weight[i]);
        sum = sum ? APPLY2(add, sum, part) : part;
        if (!sum || !runtime_poll(call->runtime, call->error)) return variant_absent();
    }
    if (!sum) sum = call_filled(call, dtype, a->dimensions, a->shape, variant_integer(0));
    return give_output(call, as_output(call, sum, dtype), 2);
}
ARRAY_FUNCTION_AT(ndimage_correlate, "ndimage.correlate", SCIPY | CUPYX, WEIGHTED_SIGNATURE,
                  "Correlation with an array of weights.\n\n>>> ndimage.correlate([[1, 2], [3, 4]], [[1, 0], [0, 1]])\narray([[2, 3],\n       [4, 5]])\n") {
    return weighted(call, false);
}
ARRAY_FUNCTION_AT(ndimage_convolve, "ndimage.convolve", SCIPY | CUPYX, WEIGHTED_SIGNATURE,
                  "Convolution with an array of weights.\n\n>>> ndimage.convolve([[1, 2], [3, 4]], [[1, 0], [0, 1]])\narray([[5, 6],\n       [7, 8]])\n") {
    return weighted(call, true);
}

/* ---- Ranks ---- */

/* The footprint of (input, ..., size=None, footprint=None, ...): its shape, and which places count (NULL: all). */
static bool footprint_arguments(ArrayCall *call, const Array *a, size_t size_index, int64_t *shape, const uint8_t **counts) {
    *counts = NULL;
    if (call_is_given(call, size_index + 1)) {
        Array *footprint = call_array_of(call, size_index + 1, DTYPE(BOOL));
        bool fits = !footprint || call_is_given(call, call->count - 1) || footprint->dimensions == a->dimensions;
        if (!fits) return call_fail(call, "RuntimeError", "footprint array has incorrect shape.");
        footprint = ndimage_along_axes(call, footprint, a->dimensions, "footprint");
        footprint = footprint ? call_on_host(call, call_contiguous(call, footprint, NULL)) : NULL;
        if (!footprint) return false;
        memcpy(shape, footprint->shape, sizeof *shape * (size_t)a->dimensions);
        *counts = (const uint8_t *)array_data(footprint);
        return true;
    }
    if (!call_is_given(call, size_index)) return call_fail(call, "RuntimeError", "no footprint or filter size provided");
    AxesAsked asked;
    if (!ndimage_axes_asked(call, a->dimensions, &asked)) return false;
    for (int axis = 0; axis < a->dimensions; axis++) {
        Variant size;
        shape[axis] = 1;
        if (asked.place[axis] < 0) continue;
        if (!ndimage_for_axis(call, size_index, axis, a->dimensions, "sequence argument", &size) || !variant_to_index(size, &shape[axis], call->error)) return false;
        if (shape[axis] < 1) return call_fail(call, "RuntimeError", "incorrect filter size");
    }
    return true;
}

typedef enum RankKind { RANK_LEAST, RANK_MOST, RANK_MIDDLE, RANK_GIVEN, RANK_PERCENTILE } RankKind;

/* (input, [rank,] size, footprint, output, mode, cval, origin) from `first` on. */
static Variant ranked(ArrayCall *call, size_t first, RankKind kind) {
    Array *a = call_array(call, 0), *result = NULL;
    const Dtype *dtype;
    const uint8_t *counts;
    int64_t shape[ARRAY_DIMENSIONS_MAX], members = 0, rank = 0;
    Neighbourhood around;
    if (!a || !output_type(call, first + 2, a, &dtype) || !footprint_arguments(call, a, first, shape, &counts) ||
        !surround(call, a, shape, first + 3, first + 4, first + 5, 1, &around))
        return variant_absent();
    int64_t places = ndimage_place_count(&around);
    for (int64_t i = 0; i < places; i++) members += !counts || counts[i];
    if (!members) {
        call_fail(call, "ValueError", "All-zero footprint is not supported.");
        return variant_absent();
    }
    rank = kind == RANK_MIDDLE ? members / 2 : kind == RANK_MOST ? members - 1 : 0;
    if (kind == RANK_GIVEN && !call_integer(call, 1, &rank)) return variant_absent();
    if (kind == RANK_PERCENTILE) {
        double percentile;
        if (!call_real(call, 1, &percentile)) return variant_absent();
        if (percentile < 0) percentile += 100;
        if (percentile < 0 || percentile > 100) {
            call_fail(call, "RuntimeError", "invalid percentile");
            return variant_absent();
        }
        rank = percentile == 100 ? members - 1 : (int64_t)((double)members * percentile / 100);
    }
    if (kind == RANK_GIVEN && rank < 0) rank += members;
    if (rank < 0 || rank >= members) {
        call_fail(call, "RuntimeError", "rank not within filter footprint size");
        return variant_absent();
    }
    if (rank == 0 || rank == members - 1) {
        for (int64_t i = 0; i < places; i++) {
            if (counts && !counts[i]) continue;
            Array *view = ndimage_neighbour(call, a, &around, i);
            result = result ? call_apply2(call, rank ? OPERATOR(maximum) : OPERATOR(minimum), of_array(result), of_array(view)) : view;
            if (!result || !runtime_poll(call->runtime, call->error)) return variant_absent();
        }
        return give_output(call, call_cast(call, call_copy(call, result, 'C'), dtype), first + 2);
    }
    int64_t table_shape[ARRAY_DIMENSIONS_MAX];
    memcpy(table_shape, a->shape, sizeof *table_shape * (size_t)a->dimensions);
    table_shape[a->dimensions] = members;
    Array *table = a->dimensions < ARRAY_DIMENSIONS_MAX ? call_new(call, a->dtype, a->dimensions + 1, table_shape) : NULL;
    for (int64_t i = 0, at = 0; table && i < places; i++) {
        if (counts && !counts[i]) continue;
        Array *column = call_drop_axis(call, call_slice(call, table, a->dimensions, at++, 1, 1), a->dimensions);
        if (!call_assign(call, column, ndimage_neighbour(call, a, &around, i)) || !runtime_poll(call->runtime, call->error)) return variant_absent();
    }
    Array *sorted = table ? call_sort(call, table, a->dimensions) : NULL;
    result = sorted ? call_drop_axis(call, call_slice(call, sorted, a->dimensions, rank, 1, 1), a->dimensions) : NULL;
    return give_output(call, result ? call_cast(call, call_copy(call, result, 'C'), dtype) : NULL, first + 2);
}
#define FOOTPRINT "size=None, footprint=None, output=None, mode='reflect', cval=0.0, origin=0, *, axes=None)"
ARRAY_FUNCTION_AT(ndimage_median_filter, "ndimage.median_filter", SCIPY | CUPYX, "(input, " FOOTPRINT,
                  "The median of the neighbours.\n\n>>> ndimage.median_filter([1, 9, 2, 3], size=3)\narray([1, 2, 3, 3])\n") {
    return ranked(call, 1, RANK_MIDDLE);
}
ARRAY_FUNCTION_AT(ndimage_minimum_filter, "ndimage.minimum_filter", SCIPY | CUPYX, "(input, " FOOTPRINT,
                  "The least of the neighbours.\n\n>>> ndimage.minimum_filter([3, 9, 2, 4], size=3)\narray([3, 2, 2, 2])\n") {
    return ranked(call, 1, RANK_LEAST);
}
ARRAY_FUNCTION_AT(ndimage_maximum_filter, "ndimage.maximum_filter", SCIPY | CUPYX, "(input, " FOOTPRINT,
                  "The largest of the neighbours.\n\n>>> ndimage.maximum_filter([3, 9, 2, 4], size=3)\narray([9, 9, 9, 4])\n") {
    return ranked(call, 1, RANK_MOST);
}
ARRAY_FUNCTION_AT(ndimage_rank_filter, "ndimage.rank_filter", SCIPY | CUPYX, "(input, rank, " FOOTPRINT,
                  "The neighbour of a rank, the least being 0.\n\n>>> ndimage.rank_filter([3, 9, 2, 4], 1, size=3)\narray([3, 3, 4, 4])\n") {
    return ranked(call, 2, RANK_GIVEN);
}
ARRAY_FUNCTION_AT(ndimage_percentile_filter, "ndimage.percentile_filter", SCIPY | CUPYX, "(input, percentile, " FOOTPRINT,
                  "The neighbour at a percentile.\n\n>>> ndimage.percentile_filter([3, 9, 2, 4], 50, size=3)\narray([3, 3, 4, 4])\n") {
    return ranked(call, 2, RANK_PERCENTILE);
}
