/* Order statistics: medians and quantiles, with nan in them or without. */
#include "arraylib/functions/compose.h"

#include <math.h>
#include <string.h>

ARRAY_FAMILY(quantiles);

/* The reduced axes joined into one last axis, the others before it. */
static Array *rows_over(ArrayCall *call, Array *a, uint64_t axes) {
    int order[ARRAY_DIMENSIONS_MAX], at = 0;
    int64_t shape[ARRAY_DIMENSIONS_MAX], inner = 1;
    if (!a) return NULL;
    for (int i = 0; i < a->dimensions; i++)
        if (!(axes >> i & 1)) {
            shape[at] = a->shape[i];
            order[at++] = i;
        }
    int kept = at;
    for (int i = 0; i < a->dimensions; i++)
        if (axes >> i & 1) {
            inner *= a->shape[i];
            order[at++] = i;
        }
    shape[kept] = inner;
    return call_reshape(call, call_transpose(call, a, order), kept + 1, shape);
}

static Array *with_kept_axes(ArrayCall *call, Array *a, uint64_t axes, int dimensions, int leading) {
    for (int i = 0; i < dimensions && a; i++)
        if (axes >> i & 1) a = call_expand(call, a, i + leading);
    return a;
}

/* Element `position` (of the last axis) of sorted rows, a view without that axis. */
static Array *column(ArrayCall *call, Array *sorted, int64_t position) {
    int last = sorted->dimensions - 1;
    return call_drop_axis(call, call_slice(call, sorted, last, position, 1, 1), last);
}

/* NaN where a row has one: NaN sorts last, so the last column tells. */
static Array *nan_through(ArrayCall *call, Array *sorted, Array *result) {
    if (!sorted || !result || !(dtype_is_inexact(sorted->dtype) || dtype_is_date(sorted->dtype)) || !sorted->shape[sorted->dimensions - 1])
        return result;
    Array *last = column(call, sorted, sorted->shape[sorted->dimensions - 1] - 1);
    return last ? call_where(call, APPLY1(isnan, last), of_array(last), of_array(result)) : NULL;
}

Array *call_median(ArrayCall *call, Array *a, uint64_t axes) {
    Array *rows = rows_over(call, a, axes);
    if (!rows) return NULL;
    int last = rows->dimensions - 1;
    int64_t count = rows->shape[last], members = count % 2 ? 1 : count ? 2 : 0, first = (count - members + 1) / 2;
    Array *sorted = call_partition_by(call, rows, last, rows->dtype, first, first + members - 1); /* NaN at the end all the same */
    if (!sorted) return NULL;
    Array *middle = call_mean(call, call_slice(call, sorted, last, first, members, 1), 1ull << last);
    return nan_through(call, sorted, middle);
}

/* The axes as a tuple of them is read: in other words than a reduction's, and of an array without axes none at all. */
static bool tuple_axes(ArrayCall *call, size_t index, const Array *a, uint64_t *axes) {
    Variant given = call->arguments[index];
    bool several = given.kind == VARIANT_SEQUENCE;
    int64_t number;
    if (call->namespace != CUPY && call_is_given(call, index) && !a->dimensions && (!several || given.list->count)) {
        if (!variant_to_index(several ? given.list->items[0] : given, &number, call->error)) return false;
        return call_fail(call, "numpy.exceptions.AxisError", "axis %lld is out of bounds for array of dimension 0", (long long)number);
    }
    for (size_t i = 0; call->namespace != CUPY && several && i < given.list->count; i++)
        for (size_t k = 0; k < i; k++) {
            int one, other;
            int64_t left, right;
            if (!variant_to_index(given.list->items[i], &left, call->error) || !variant_to_index(given.list->items[k], &right, call->error) ||
                !axis_normalise(left, a->dimensions, &one, NULL, call->error) || !axis_normalise(right, a->dimensions, &other, NULL, call->error))
                return false;
            if (one == other) return call_fail(call, "ValueError", "repeated axis");
        }
    return call_axes(call, index, a->dimensions, axes);
}

/* A result over one axis, laid out as the other axes are. */
static Array *laid_out_as_rest(ArrayCall *call, Array *result, Array *a, uint64_t axes) {
    if (!result || call->namespace == CUPY || __builtin_popcountll(axes) != 1 || result->dimensions < 2 || !array_size(a)) return result;
    int axis = __builtin_ctzll(axes);
    Array *rest = call_drop_axis(call, call_slice(call, a, axis, 0, 1, 1), axis);
    return rest ? call_laid_out(call, result, rest) : NULL;
}

ARRAY_FUNCTION(median, NUMPY | CUPY, "(a, axis=None, out=None, overwrite_input=False, keepdims=False)",
               "Median over the given axes.\n\n>>> median([3, 1, 2])\nnp.float64(2.0)\n",
               .traits = CLASS_SCALARS | OBSERVED) {
    Array *a = call_array(call, 0);
    uint64_t axes;
    bool keep;
    if (!a || !tuple_axes(call, 1, a, &axes) || !call_truth(call, 4, &keep)) return variant_absent();
    Array *result = laid_out_as_rest(call, call_median(call, a, axes), a, axes);
    if (keep && !a->dimensions && !call_is_given(call, 2)) return call_give(call, result); /* an array still */
    return call_give_out(call, keep ? with_kept_axes(call, result, axes, a->dimensions, 0) : result, 2);
}

/* Where a quantile lies among n sorted elements (from 0), by NumPy's methods. */
static double virtual_index(const char *method, double q, double n) {
    double alpha = 1, beta = 1;
    if (!strcmp(method, "inverted_cdf") || !strcmp(method, "averaged_inverted_cdf")) return n * q - 1;
    if (!strcmp(method, "closest_observation")) return n * q - 1 - 0.5;
    if (!strcmp(method, "interpolated_inverted_cdf"))
        alpha = 0, beta = 1;
    else if (!strcmp(method, "hazen"))
        alpha = beta = 0.5;
    else if (!strcmp(method, "weibull"))
        alpha = beta = 0;
    else if (!strcmp(method, "median_unbiased"))
        alpha = beta = 1.0 / 3;
    else if (!strcmp(method, "normal_unbiased"))
        alpha = beta = 3.0 / 8;
    if (alpha == 1 && beta == 1) return (n - 1) * q;
    return n * q + (alpha + q * (1 - alpha - beta)) - 1;
}

/* What NumPy does with single elements it does with scalars, and its warnings say so. */
static Variant of_element(Array *a, bool scalar) {
    return scalar ? variant_scalar(a->dtype, array_data(a)) : of_array(a);
}
static Array *between_elements(ArrayCall *call, const Operator *row, Variant left, Variant right, bool scalars) {
    if (!scalars) return call_apply2(call, row, left, right);
    Variant inputs[] = {left, right};
    UfuncOptions options = {.is_operator = true};
    Variant result = ufunc_call(call->runtime, row, inputs, 2, &options, call->error);
    if (result.kind != VARIANT_SCALAR) return NULL;
    bool overflows = row->number == OPERATOR_subtract && result.dtype->kind == 'i' && variant_to_integer(result) < 0; /* they are sorted */
    if (overflows && !runtime_float_errors(call->runtime, "scalar subtract", FLOAT_OVERFLOW, call->error)) return NULL;
    return call_number(call, result.dtype, result);
}

/* `part_type`: of the shares of two neighbours, as q's; NULL: q is a number of Python's, which does not widen the result. */
static Array *interpolated(ArrayCall *call, Array *sorted, double q, const char *method, const Dtype *part_type, bool is_single) {
    bool scalars = is_single && sorted->dimensions == 1 && device_is_host(call->device) && sorted->dtype->kind != 'O';
    double count = (double)sorted->shape[sorted->dimensions - 1], at = virtual_index(method, q, count);
    if (!strcmp(method, "lower"))
        at = floor(at);
    else if (!strcmp(method, "higher"))
        at = ceil(at);
    else if (!strcmp(method, "nearest"))
        at = rint(at);
    else if (!strcmp(method, "midpoint"))
        at = 0.5 * (floor(at) + ceil(at));
    else if (!strcmp(method, "inverted_cdf"))
        at = ceil(at);
    else if (!strcmp(method, "averaged_inverted_cdf"))
        at = at == floor(at) ? at + 0.5 : ceil(at);
    else if (!strcmp(method, "closest_observation")) /* the next one; of two as near, that with an even number, counted from one */
        at = at == floor(at) && fmod(fabs(at), 2) == 1 ? at : floor(at) + 1;
    if (at < 0) at = 0;
    if (at > count - 1) at = count - 1;
    int64_t low = (int64_t)floor(at), high = low + 1 < (int64_t)count ? low + 1 : low;
    double part = at - (double)low;
    Array *below = column(call, sorted, low), *above = column(call, sorted, high);
    bool exact = !strcmp(method, "lower") || !strcmp(method, "higher") || !strcmp(method, "nearest") ||
                 !strcmp(method, "inverted_cdf") || !strcmp(method, "closest_observation");
    if (exact) return call_copy(call, below, 'C');
    if (!below || !above) return NULL;
    /* From the nearer end, so that the ends are met exactly. The other way is computed as well, as its warnings show. */
    Array *apart = between_elements(call, OPERATOR(subtract), of_element(above, scalars), of_element(below, scalars), scalars);
    Variant parts[] = {variant_float(part), variant_float(1 - part)};
    for (int i = 0; i < 2 && part_type; i++) {
        float single = (float)parts[i].real;
        parts[i] = part_type == DTYPE(FLOAT32) ? variant_scalar(part_type, &single) : variant_scalar_double(parts[i].real);
    }
    if (!apart) return NULL;
    Array *upwards = APPLY2(add, below, between_elements(call, OPERATOR(multiply), of_element(apart, scalars), parts[0], scalars));
    Array *step = between_elements(call, OPERATOR(multiply), of_element(apart, scalars), parts[1], scalars);
    return part >= 0.5 && upwards && step ? call_cast(call, APPLY2(subtract, above, step), upwards->dtype) : upwards;
}

Array *call_quantile(ArrayCall *call, Array *sorted, double q) { return interpolated(call, sorted, q, "linear", NULL, false); }

static const char *const methods[] = {"inverted_cdf",
                                      "averaged_inverted_cdf",
                                      "closest_observation",
                                      "interpolated_inverted_cdf",
                                      "hazen",
                                      "weibull",
                                      "linear",
                                      "median_unbiased",
                                      "normal_unbiased",
                                      "lower",
                                      "higher",
                                      "midpoint",
                                      "nearest"};

/* One row's elements but its nans, sorted: they are at its end. NULL without an error: nothing is left. */
static Array *without_nans(ArrayCall *call, Array *sorted_rows, int64_t row) {
    int64_t length = sorted_rows->shape[1], count = length;
    Array *line = call_drop_axis(call, call_slice(call, sorted_rows, 0, row, 1, 1), 0);
    if (line && dtype_is_inexact(line->dtype)) {
        Array *real = APPLY1(logical_not, APPLY1(isnan, line));
        count = real ? call_count_nonzero(call, real) : -1;
    }
    return line && count > 0 ? call_slice(call, line, 0, 0, count, 1) : NULL;
}

/* The quantile of each row by itself; nan where there is nothing but nans. */
static Array *nan_quantile(ArrayCall *call, Array *sorted, double at, const char *method, const Dtype *part_type, bool is_single, bool *is_empty) {
    int last = sorted->dimensions - 1;
    int64_t length = sorted->shape[last], count = length ? array_size(sorted) / length : 0;
    Array *rows = call_reshape(call, sorted, 2, (int64_t[]){count, length}), *result = NULL;
    for (int64_t row = 0; rows && row < count; row++) {
        Array *line = without_nans(call, rows, row);
        if (error_is_set(call->error)) return NULL;
        Array *value = line ? interpolated(call, line, at, method, part_type, is_single)
                            : call_filled(call, dtype_inexact(sorted->dtype), 0, NULL, variant_float(NAN));
        *is_empty = *is_empty || !line;
        if (value && !result) result = call_new(call, value->dtype, 1, &count);
        if (!value || !result || !call_assign(call, call_slice(call, result, 0, row, 1, 1), value)) return NULL;
        if (!runtime_poll(call->runtime, call->error)) return NULL;
    }
    return result ? call_reshape(call, result, last, sorted->shape) : NULL;
}

/* A number out of `scale`, in the precision that it was given in. */
static double share_of(double number, double scale, const Dtype *written) {
    return written == DTYPE(FLOAT32) ? (double)((float)number / (float)scale) : number / scale;
}

static bool check_range(ArrayCall *call, Array *q, double scale, const Dtype *written, const char *range_error) {
    for (int64_t i = 0; i < array_size(q); i++) {
        double at = share_of(call_item(call, q, i), scale, written);
        if (!(at >= 0 && at <= 1)) return call_fail(call, "ValueError", "%s", range_error);
    }
    return true;
}

/* nan for each result of no elements at all, and NumPy's warning. */
static Array *of_nothing(ArrayCall *call, Array *a, uint64_t axes, bool keep) {
    int64_t shape[ARRAY_DIMENSIONS_MAX], size = 1;
    int dimensions = 0;
    for (int i = 0; i < a->dimensions; i++) {
        bool reduced = axes >> i & 1;
        if (reduced && !keep) continue;
        size *= shape[dimensions++] = reduced ? 1 : a->shape[i];
    }
    if (size && device_is_host(call->device) && !runtime_warn(call->runtime, "RuntimeWarning", call->error, "Mean of empty slice")) return NULL;
    return call_filled(call, dtype_inexact(a->dtype), dimensions, shape, variant_float(NAN));
}

/* The weights, broadcast to the array: of its shape, or of that of the axes in the order that they are named in. */
static Array *weights_for(ArrayCall *call, Array *a) {
    Array *weights = call_array(call, 7);
    if (!weights) return NULL;
    bool same = weights->dimensions == a->dimensions, fits;
    for (int i = 0; same && i < a->dimensions; i++) same = weights->shape[i] == a->shape[i];
    if (!same && !call_is_given(call, 2)) {
        call_fail(call, "TypeError", "Axis must be specified when shapes of a and weights differ.");
        return NULL;
    }
    if (!same) {
        Variant given = call->arguments[2], single[1] = {given};
        const Variant *items = given.kind == VARIANT_SEQUENCE ? given.list->items : single;
        int count = given.kind == VARIANT_SEQUENCE ? (int)given.list->count : 1;
        int64_t shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX] = {0}, number;
        memcpy(shape, a->shape, sizeof *shape * (size_t)a->dimensions);
        fits = count == weights->dimensions;
        for (int i = 0, axis; fits && i < count; i++) {
            if (!variant_to_index(items[i], &number, call->error) || !axis_normalise(number, a->dimensions, &axis, NULL, call->error)) return NULL;
            fits = weights->shape[i] == a->shape[axis];
            strides[axis] = weights->strides[i];
        }
        if (!fits) {
            call_fail(call, "ValueError", "Shape of weights must be consistent with shape of a along specified axis.");
            return NULL;
        }
        weights = call_view(call, weights, a->dimensions, shape, strides, 0);
    }
    Array *negative = weights ? APPLY2_NUMBER(less, weights, variant_integer(0)) : NULL;
    if (!negative || call_count_nonzero(call, negative) > 0) {
        if (negative && !error_is_set(call->error)) call_fail(call, "ValueError", "Weights must be non-negative.");
        return NULL;
    }
    return weights;
}

static Array *along(ArrayCall *call, Array *rows, Array *places) {
    if (!rows || !places) return NULL;
    return call_function_array(call, "take_along_axis", (Variant[]){of_array(rows), of_array(places), variant_integer(rows->dimensions - 1)}, 3);
}

/* The elements where the sum of the weights first reaches each share, as inverted_cdf has it. An array even of a single one. */
static Variant weighted_quantile(ArrayCall *call, Array *a, Array *q, uint64_t axes, bool keep, double scale, const Dtype *written, bool skips_nan) {
    Array *weights = weights_for(call, a), *rows = weights ? rows_over(call, a, axes) : NULL, *own = rows ? rows_over(call, weights, axes) : NULL;
    Array *order = own ? call_argsort(call, rows, rows->dimensions - 1) : NULL;
    Array *sorted = along(call, rows, order), *sums = along(call, own, order), *result = NULL;
    if (!sums || !sorted) return variant_absent();
    int last = sorted->dimensions - 1;
    int64_t n = sorted->shape[last], count = array_size(q);
    bool nan_in = skips_nan && dtype_is_inexact(sorted->dtype);
    Array *is_nan = nan_in ? APPLY1(isnan, sorted) : NULL, *most = NULL;
    if (nan_in) {
        sums = call_where(call, is_nan, variant_integer(0), of_array(sums));
        most = call_reduce(call, OPERATOR(add), APPLY1(logical_not, is_nan), 1ull << last, true, DTYPE(INT64));
        bool all = true;
        if (!most || !call_all_true(call, most, &all)) return variant_absent();
        if (!all && !runtime_warn(call->runtime, "RuntimeWarning", call->error, "All-NaN slice encountered")) return variant_absent();
        most = APPLY2_NUMBER(maximum, most, variant_integer(1));
    }
    sums = sums ? call_accumulate(call, OPERATOR(add), sums, last, DTYPE(FLOAT64)) : NULL;
    Array *total = sums ? call_slice(call, sums, last, n - 1, 1, 1) : NULL;
    if (nan_in && total) total = call_where(call, call_slice(call, is_nan, last, 0, 1, 1), variant_float(1), of_array(total)); /* of nothing but nans */
    sums = APPLY2(divide, sums, total);
    Array *wrong = sums ? APPLY1(isnan, call_slice(call, sums, last, n - 1, 1, 1)) : NULL;
    if (!wrong || call_count_nonzero(call, wrong) > 0) {
        if (wrong && !error_is_set(call->error)) call_fail(call, "ValueError", "Weights included NaN, inf or were all zero.");
        return variant_absent();
    }
    if (written && dtype_is_float(written)) sums = call_cast(call, sums, written);
    sums = call_where(call, sums ? APPLY2_NUMBER(equal, sums, variant_integer(0)) : NULL, variant_integer(-1), of_array(sums));
    for (int64_t i = 0; i < count; i++) {
        Array *before = sums ? APPLY2_NUMBER(less, sums, variant_float(share_of(call_item(call, q, i), scale, written))) : NULL;
        Array *places = before ? call_reduce(call, OPERATOR(add), before, 1ull << last, true, DTYPE(INT64)) : NULL;
        places = nan_in ? APPLY2(minimum, places, APPLY2_NUMBER(subtract, most, variant_integer(1))) : APPLY2_NUMBER(minimum, places, variant_integer(n - 1));
        Array *value = call_drop_axis(call, along(call, sorted, places), last);
        if (!skips_nan) value = nan_through(call, sorted, value);
        if (keep) value = with_kept_axes(call, value, axes, a->dimensions, 0);
        if (!value) return variant_absent();
        bool none = !skips_nan && !value->dimensions && dtype_is_inexact(value->dtype) && isnan(call_item(call, value, 0)); /* nan is a number */
        if (!q->dimensions) return call_is_given(call, 3) || none ? call_give_out(call, value, 3) : call_give(call, value);
        if (!result) {
            int64_t shape[ARRAY_DIMENSIONS_MAX] = {count};
            memcpy(shape + 1, value->shape, sizeof *shape * (size_t)value->dimensions);
            result = call_new(call, value->dtype, value->dimensions + 1, shape);
        }
        if (!call_assign(call, call_slice(call, result, 0, i, 1, 1), value)) return variant_absent();
    }
    return call_give_out(call, result ? result : call_new(call, a->dtype, 1, &count), 3);
}

/* Rows of which the elements that quantiles lie between are in their places (all, where nans are left out), and nans at the end. */
static Array *sorted_for(ArrayCall *call, Array *rows, Array *q, double scale, const Dtype *written, const char *method, bool skips_nan) {
    const int last = rows->dimensions - 1;
    const int64_t length = rows->shape[last];
    double low = (double)length, high = 0;
    if (skips_nan || !length || !array_size(q)) return call_sort(call, rows, last);
    for (int64_t i = 0; i < array_size(q); i++) {
        double at = virtual_index(method, share_of(call_item(call, q, i), scale, written), (double)length);
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    int64_t first = low > 2 ? (int64_t)low - 2 : 0, end = high + 3 < (double)length ? (int64_t)high + 3 : length - 1;
    return call_partition_by(call, rows, last, rows->dtype, first, end);
}

static Variant quantile(ArrayCall *call, double scale, const char *range_error, bool skips_nan) {
    Array *a = call_array(call, 0), *q = call_array_of(call, 1, DTYPE(FLOAT64));
    Variant given = call->arguments[1];
    const Dtype *written = variant_is_integral(given)       ? DTYPE(INT64)
                           : given.kind == VARIANT_SCALAR ? given.dtype
                           : given.kind == VARIANT_ARRAY  ? given.array->dtype
                                                          : NULL;
    bool is_weak = call->namespace == CUPY || given.kind == VARIANT_INTEGER || given.kind == VARIANT_FLOAT;
    const Dtype *part_type = is_weak ? NULL : written == DTYPE(FLOAT32) ? written : DTYPE(FLOAT64);
    uint64_t axes;
    bool keep, known = false, is_empty = false;
    const char *method;
    if (!a || !q) return variant_absent();
    if (dtype_is_complex(a->dtype)) {
        call_fail(call, "TypeError", "a must be an array of real numbers");
        return variant_absent();
    }
    if (!check_range(call, q, scale, written, range_error) || !tuple_axes(call, 2, a, &axes) || !call_text(call, 5, &method) ||
        !call_truth(call, 6, &keep))
        return variant_absent();
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) known = known || !strcmp(method, methods[i]);
    if (!known) {
        call_fail(call, "ValueError",
                  "'%s' is not a valid method. Use one of: dict_keys(['inverted_cdf', 'averaged_inverted_cdf', "
                  "'closest_observation', 'interpolated_inverted_cdf', 'hazen', 'weibull', 'linear', "
                  "'median_unbiased', "
                  "'normal_unbiased', 'lower', 'higher', 'midpoint', 'nearest'])",
                  method);
        return variant_absent();
    }
    if (call->namespace == NUMPY && call_is_given(call, 7) && strcmp(method, "inverted_cdf")) {
        call_fail(call, "ValueError", "Only method 'inverted_cdf' supports weights. Got: %s.", method);
        return variant_absent();
    }
    if (call->namespace == NUMPY && call_is_given(call, 7)) return weighted_quantile(call, a, q, axes, keep, scale, written, skips_nan);
    bool whole = scale == 1 && written && !dtype_is_inexact(written); /* 0 and 1: nothing lies between elements */
    if (whole && !strcmp(method, "linear") && call->namespace != CUPY) method = "lower";
    Array *rows = rows_over(call, a, axes), *sorted = rows ? sorted_for(call, rows, q, scale, written, method, skips_nan) : NULL;
    if (!sorted) return variant_absent();
    int64_t count = array_size(q);
    if (skips_nan && !array_size(a))
        return call_give_out(call, of_nothing(call, a, axes, keep), 3);
    if (!sorted->shape[sorted->dimensions - 1]) {
        call_fail(call, "IndexError", "index %d is out of bounds for axis 0 with size 0", dtype_is_inexact(sorted->dtype) ? -1 : 0);
        return variant_absent();
    }
    Array *result = NULL;
    for (int64_t i = 0; i < count; i++) {
        double at = share_of(call_item(call, q, i), scale, written);
        Array *value = skips_nan ? nan_quantile(call, sorted, at, method, part_type, !q->dimensions, &is_empty)
                                 : nan_through(call, sorted, interpolated(call, sorted, at, method, part_type, !q->dimensions));
        if (is_empty && i == 0 && device_is_host(call->device) &&
            !runtime_warn(call->runtime, "RuntimeWarning", call->error, "All-NaN slice encountered"))
            return variant_absent();
        if (keep) value = with_kept_axes(call, value, axes, a->dimensions, 0);
        if (!value) return variant_absent();
        if (!q->dimensions) return call_give_out(call, value, 3);
        if (!result) {
            int64_t shape[ARRAY_DIMENSIONS_MAX];
            shape[0] = count;
            memcpy(shape + 1, value->shape, sizeof *shape * (size_t)value->dimensions);
            result = call_new(call, value->dtype, value->dimensions + 1, shape);
        }
        if (!call_assign(call, call_slice(call, result, 0, i, 1, 1), value)) return variant_absent();
    }
    if (!result) result = call_new(call, DTYPE(FLOAT64), 1, &count);
    if (result && q->dimensions > 1 && q->dimensions + result->dimensions - 1 <= ARRAY_DIMENSIONS_MAX) {
        int64_t shape[ARRAY_DIMENSIONS_MAX];
        memcpy(shape, q->shape, sizeof *shape * (size_t)q->dimensions);
        memcpy(shape + q->dimensions, result->shape + 1, sizeof *shape * (size_t)(result->dimensions - 1));
        result = call_reshape(call, result, q->dimensions + result->dimensions - 1, shape);
    }
    return call_give_out(call, result, 3);
}
#define QUANTILE                                                                                               \
    "(a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False, *, weights=None)"
ARRAY_FUNCTION(quantile, NUMPY | CUPY, QUANTILE,
               "Quantiles over the given axes.\n\n>>> quantile([1, 2, 3, 4], 0.5)\nnp.float64(2.5)\n") {
    return quantile(call, 1, "Quantiles must be in the range [0, 1]", false);
}
ARRAY_FUNCTION(percentile, NUMPY | CUPY, QUANTILE,
               "Percentiles over the given axes.\n\n>>> percentile([1, 2, 3, 4], 25)\nnp.float64(1.75)\n") {
    return quantile(call, 100, "Percentiles must be in the range [0, 100]", false);
}

ARRAY_FUNCTION(nanquantile, NUMPY, QUANTILE,
               "Quantiles over the given axes, NaN left out.\n\n>>> nanquantile([1, nan, 3, 4], 0.5)\nnp.float64(3.0)\n") {
    return quantile(call, 1, "Quantiles must be in the range [0, 1]", true);
}
ARRAY_FUNCTION(nanpercentile, NUMPY, QUANTILE,
               "Percentiles over the given axes, NaN left out.\n\n>>> nanpercentile([1, nan, 3, 4], 50)\nnp.float64(3.0)\n") {
    return quantile(call, 100, "Percentiles must be in the range [0, 100]", true);
}

/* The mean of the two middle ones (which may be the same) of each row's elements but its nans. */
static Array *nan_median(ArrayCall *call, Array *a, uint64_t axes) {
    Array *rows = rows_over(call, a, axes), *is_nan = rows ? APPLY1(isnan, rows) : NULL;
    if (!is_nan) return NULL;
    if (rows->shape[rows->dimensions - 1] && !call_count_nonzero(call, is_nan)) return call_median(call, a, axes);
    Array *sorted = call_sort(call, rows, rows->dimensions - 1);
    if (!sorted) return NULL;
    int last = sorted->dimensions - 1;
    Array *real = APPLY1(logical_not, APPLY1(isnan, sorted));
    Array *count = real ? call_reduce(call, OPERATOR(add), real, 1ull << last, true, DTYPE(INT64)) : NULL;
    Array *most = APPLY2_NUMBER(maximum, count, variant_integer(1));
    Array *places[2] = {APPLY2_NUMBER(floor_divide, APPLY2_NUMBER(subtract, most, variant_integer(1)), variant_integer(2)),
                        APPLY2_NUMBER(floor_divide, most, variant_integer(2))};
    if (!places[0] || !places[1]) return NULL;
    /* Where the count is odd, both are the middle one. */
    Array *middles[2];
    places[1] = APPLY2(minimum, places[1], APPLY2_NUMBER(subtract, most, variant_integer(1)));
    for (int i = 0; i < 2; i++) {
        middles[i] = call_function_array(call, "take_along_axis", (Variant[]){of_array(sorted), of_array(places[i]), variant_integer(last)}, 3);
        middles[i] = call_drop_axis(call, middles[i], last);
    }
    Array *same = APPLY2(equal, places[0], places[1]);
    Array *sum = APPLY2(add, middles[0], middles[1]);
    Array *pair = dtype_is_inexact(sorted->dtype) ? APPLY2(divide, sum, call_number(call, sorted->dtype, variant_integer(2)))
                                                  : APPLY2_NUMBER(divide, sum, variant_integer(2));
    Array *result = same ? call_where(call, call_drop_axis(call, same, last), of_array(middles[0]), of_array(pair)) : NULL;
    bool all_have = true;
    if (!result || !call_all_true(call, count, &all_have)) return NULL;
    if (all_have || !device_is_host(call->device)) return result;
    int64_t empty = array_size(count) - call_count_nonzero(call, count); /* each slice says so */
    for (int64_t i = 0; i < empty; i++)
        if (!runtime_warn(call->runtime, "RuntimeWarning", call->error, "All-NaN slice encountered")) return NULL;
    return result;
}

ARRAY_FUNCTION(nanmedian, NUMPY | CUPY, "(a, axis=None, out=None, overwrite_input=False, keepdims=<no value>)",
               "Median over the given axes, NaN left out.\n\n>>> nanmedian([3, nan, 2, 1])\nnp.float64(2.0)\n",
               .traits = CLASS_SCALARS) {
    Array *a = call_array(call, 0);
    uint64_t axes;
    bool keep;
    if (!a || !tuple_axes(call, 1, a, &axes) || !call_truth(call, 4, &keep)) return variant_absent();
    bool is_empty = array_size(a) == 0;
    if (is_empty) return call_give_out(call, of_nothing(call, a, axes, keep), 2);
    Array *result = dtype_is_inexact(a->dtype) || a->dtype->kind == 'm' ? nan_median(call, a, axes) : call_median(call, a, axes);
    result = laid_out_as_rest(call, result, a, axes);
    if (keep && !a->dimensions && !call_is_given(call, 2)) return call_give(call, result); /* an array still */
    return call_give_out(call, keep ? with_kept_axes(call, result, axes, a->dimensions, 0) : result, 2);
}
