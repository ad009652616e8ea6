/* Histograms, interpolation, covariance, derivatives and integrals of samples, padding. */
#include "arraylib/functions/sorting/bin_rules.h"
#include "arraylib/functions/compose.h"

#include <math.h>
#include <string.h>

ARRAY_FAMILY(statistics);

/* ---- Counting. */

ARRAY_FUNCTION(bincount, NUMPY | CUPY, "(x, /, weights=None, minlength=0)",
               "How often each whole number occurs.\n\n>>> bincount([0, 1, 1, 3])\narray([1, 2, 0, 1])\n",
               .traits = CLASS_PLAIN) {
    Array *x = call_array(call, 0);
    int64_t least;
    if (x && call->arguments[2].kind == VARIANT_NONE && call->namespace == NUMPY) {
        call_fail(call, "TypeError", "use 0 instead of None for minlength");
        return variant_absent();
    }
    if (!x || !call_integer(call, 2, &least)) return variant_absent();
    bool is_list = call->arguments[0].kind != VARIANT_ARRAY && call->namespace == NUMPY;
    if (is_list && x->dimensions == 1 && array_size(x) && !dtype_is_integer(x->dtype) && x->dtype->kind != 'b') {
        if (!runtime_warn(call->runtime, "DeprecationWarning", call->error, "Non-integer input passed to bincount. In a future version of NumPy, "
                          "this will be an error. (Deprecated NumPy 2.1)"))
            return variant_absent();
        x = call_cast(call, x, DTYPE(INT64));
    }
    if (x && x->dtype == DTYPE(UINT64) && call->namespace == NUMPY) x = call_cast(call, x, DTYPE(INT64));
    if (!x) return variant_absent();
    if (is_list && x->dimensions > 1) {
        call_fail(call, "ValueError", "setting an array element with a sequence. The requested array would exceed the maximum number of dimension "
                  "of 1.");
        return variant_absent();
    }
    if (x->dtype->kind == 'b' || (!array_size(x) && !dtype_is_integer(x->dtype))) x = call_cast(call, x, DTYPE(INT64));
    if (!x || x->dimensions != 1) {
        call_fail(call, "ValueError", "object of too small depth for desired array");
        return variant_absent();
    }
    if (x->dtype->kind == 'f' && call->namespace == CUPY) return call_fail(call, "TypeError", "x must be int array"), variant_absent();
    if (!dtype_can_cast(x->dtype, DTYPE(INT64), CASTING_SAFE)) {
        call_fail(call, "TypeError",
                  "Cannot cast array data from dtype(%s) to dtype('int64') according to the rule 'safe'",
                  x->dtype->shown);
        return variant_absent();
    }
    if (least < 0) {
        call_fail(call, "ValueError", "'minlength' must not be negative");
        return variant_absent();
    }
    int64_t size = least;
    if (x->shape[0]) {
        if (call_item(call, call_reduce(call, OPERATOR(minimum), x, ALL_AXES, false, NULL), 0) < 0) {
            call_fail(call, "ValueError", "%s", call->namespace == CUPY ? "The first argument of bincount must be non-negative"
                                                                        : "'list' argument must have no negative elements");
            return variant_absent();
        }
        int64_t largest =
            call_item_integer(call, call_reduce(call, OPERATOR(maximum), x, ALL_AXES, false, NULL), 0);
        if (largest + 1 > size) size = largest + 1;
    }
    bool weighted = call_is_given(call, 1);
    Array *counts = call_filled(call, weighted ? DTYPE(FLOAT64) : DTYPE(INT64), 1, &size, variant_integer(0));
    Array *weights = weighted ? call_array(call, 1) : NULL;
    if (weights && dtype_is_complex(weights->dtype) && call->namespace == NUMPY) {
        if (call->arguments[1].kind == VARIANT_ARRAY)
            call_fail(call, "TypeError", "Cannot cast array data from dtype(%s) to dtype('float64') according to the rule 'safe'", weights->dtype->shown);
        else
            call_fail(call, "TypeError", "float() argument must be a string or a real number, not 'complex'");
        return variant_absent();
    }
    if (weights && !weights->dimensions) {
        call_fail(call, "ValueError", "object of too small depth for desired array");
        return variant_absent();
    }
    weights = weights ? call_cast(call, weights, DTYPE(FLOAT64)) : NULL;
    if (!counts || (weighted && !weights)) return variant_absent();
    if (weights && (weights->dimensions != 1 || weights->shape[0] != x->shape[0])) {
        call_fail(call, "ValueError", "The weights and list don't have the same length.");
        return variant_absent();
    }
    if (!x->shape[0]) return call_give(call, counts);
    return ufunc_at(call->runtime, OPERATOR(add), of_array(counts), of_array(x),
                    weights ? of_array(weights) : variant_integer(1), call->error)
               ? call_give(call, counts)
               : variant_absent();
}

/* From where to where equal bins go. */
static bool bin_range(ArrayCall *call, Array *a, size_t range_index, double range[2]) {
    if (call_is_given(call, range_index)) {
        Array *given = call_array_of(call, range_index, DTYPE(FLOAT64));
        if (!given) return false;
        if (array_size(given) != 2) return call_fail(call, "ValueError", "too many values to unpack (expected 2)");
        range[0] = call_item(call, given, 0);
        range[1] = call_item(call, given, 1);
        if (range[0] > range[1]) return call_fail(call, "ValueError", "max must be larger than min in range parameter.");
    } else if (!array_size(a)) {
        range[0] = 0;
        range[1] = 1;
    } else {
        range[0] = call_item(call, call_reduce(call, OPERATOR(minimum), a, ALL_AXES, false, NULL), 0);
        range[1] = call_item(call, call_reduce(call, OPERATOR(maximum), a, ALL_AXES, false, NULL), 0);
    }
    if (!isfinite(range[0]) || !isfinite(range[1]))
        return call_fail(call, "ValueError",
                         call_is_given(call, range_index) ? "supplied range of [%g, %g] is not finite"
                                                          : "autodetected range of [%g, %g] is not finite",
                         range[0], range[1]);
    if (range[0] == range[1]) {
        range[0] -= 0.5;
        range[1] += 0.5;
    }
    return !error_is_set(call->error);
}

/* How many equal bins a rule asks for; 0 with an error. */
static int64_t bins_by_rule(ArrayCall *call, Array *a, const char *rule, size_t range_index, size_t weights_index) {
    double range[2];
    if (!bin_rule_exists(rule)) return call_fail(call, "ValueError", "'%s' is not a valid estimator for `bins`", rule);
    if (weights_index && call_is_given(call, weights_index))
        return call_fail(call, "TypeError", "Automated estimation of the number of bins is not supported for weighted data");
    if (!bin_range(call, a, range_index, range)) return 0;
    Array *sorted = call_sort(call, call_flat(call, call_cast(call, a, DTYPE(FLOAT64))), 0);
    Array *here = sorted ? call_hold(call, array_to_device(sorted, call->runtime->host, call->error)) : NULL;
    if (!here || !array_settle(here, call->error)) return 0;
    const double *numbers = (const double *)array_data(here);
    int64_t first = 0, end = here->shape[0];
    while (call_is_given(call, range_index) && first < end && numbers[first] < range[0]) first++;
    while (call_is_given(call, range_index) && end > first && !(numbers[end - 1] <= range[1])) end--;
    BinSample sample = {numbers + first, end - first, range[0], range[1]};
    bool is_at_limit;
    double width = bin_rule_width(rule, &sample, &is_at_limit);
    if (is_at_limit && !runtime_warn(call->runtime, "RuntimeWarning", call->error, "The number of bins estimated may be suboptimal.")) return 0;
    if (!(width > 0)) return 1;
    if (dtype_is_integer(a->dtype) && width < 1) width = 1;
    return (int64_t)ceil((range[1] - range[0]) / width);
}

/* The edges of equal bins, or those given; *equal: how many equal bins, 0 for given edges. */
static Array *bin_edges(ArrayCall *call, Array *a, Variant bins, size_t range_index, size_t weights_index, int64_t *equal, double range[2]) {
    *equal = 0;
    if (bins.kind == VARIANT_STRING) {
        int64_t chosen = bins_by_rule(call, a, bins.text->bytes, range_index, weights_index);
        if (chosen < 1) return NULL;
        bins = variant_integer(chosen);
    }
    if (!variant_is_integral(bins) && bins.kind != VARIANT_FLOAT) {
        Array *edges =
            call_hold(call, array_from_variant(call->runtime, bins, NULL, call->device, false, call->error));
        if (edges && edges->dimensions != 1) call_fail(call, "ValueError", "`bins` must be 1d, when an array");
        bool rising = true;
        if (edges && edges->dimensions == 1 && edges->shape[0] > 1) {
            int64_t count = edges->shape[0] - 1;
            if (!call_all_true(call,
                               APPLY2(less_equal, call_slice(call, edges, 0, 0, count, 1),
                                      call_slice(call, edges, 0, 1, count, 1)),
                               &rising))
                return NULL;
        }
        if (!rising) call_fail(call, "ValueError", "`bins` must increase monotonically, when an array");
        return error_is_set(call->error) ? NULL : edges;
    }
    int64_t count;
    if (bins.kind == VARIANT_FLOAT) {
        call_fail(call, "TypeError", "`bins` must be an integer, a string, or an array");
        return NULL;
    }
    if (!variant_to_index(bins, &count, call->error)) return NULL;
    if (count < 1) {
        call_fail(call, "ValueError", "`bins` must be positive, when an integer");
        return NULL;
    }
    if (!bin_range(call, a, range_index, range)) return NULL;
    *equal = count;
    const Dtype *dtype = dtype_is_inexact(a->dtype) ? dtype_real(a->dtype) : DTYPE(FLOAT64);
    double step = (range[1] - range[0]) / (double)count;
    if (dtype->number == DTYPE_FLOAT32)
        step = (float)((float)(range[1] - range[0]) / (float)count); /* as linspace of floats */
    Array *line = call_cast(call, call_iota(call, count + 1), dtype);
    Array *edges =
        APPLY2_NUMBER(add, APPLY2_NUMBER(multiply, line, variant_float(step)), variant_float(range[0]));
    if (!edges || !call_set(call, edges, variant_integer(count), variant_float(range[1])) || !(edges = call_cast(call, edges, dtype))) return NULL;
    bool rising = true;
    if (call->namespace == NUMPY &&
        !call_all_true(call, APPLY2(less, call_slice(call, edges, 0, 0, count, 1), call_slice(call, edges, 0, 1, count, 1)), &rising))
        return NULL;
    if (!rising) call_fail(call, "ValueError", "Too many bins for data range. Cannot create %lld finite-sized bins.", (long long)count);
    return rising ? edges : NULL;
}

/* Equal bins on the host: where a number lies follows from division, put right by the edges beside it. */
enum { HISTOGRAM_PARTS = 16, HISTOGRAM_PART_LEAST = 1 << 16, HISTOGRAM_BINS_MAX = 1 << 16 };
typedef struct Histogram {
    const Array *numbers;
    const double *edges;
    int64_t bins, size, *counts; /* counts: bins of each part */
    int parts;
} Histogram;

#define COUNT_CASE(NAME, Number)                                                                                      \
    case DTYPE_##NAME:                                                                                        \
        for (int64_t i = begin; i < end; i++) {                                                               \
            double number = (double)((const Number *)data)[i];                                                \
            if (!(number >= first && number <= last)) continue;                                               \
            double place = (number - first) * scale;                                                          \
            int64_t bin = place >= (double)bins ? bins - 1 : place > 0 ? (int64_t)place : 0;                  \
            while (number < edges[bin]) bin--;                                                                \
            while (bin < bins - 1 && number >= edges[bin + 1]) bin++;                                         \
            counts[bin]++;                                                                                    \
        }                                                                                                     \
        break;

static void count_parts(void *context, int64_t from, int64_t to) {
    const Histogram *histogram = context;
    const double *edges = histogram->edges;
    const char *data = array_data(histogram->numbers);
    int64_t bins = histogram->bins;
    double first = edges[0], last = edges[bins], scale = (double)bins / (last - first);
    for (int64_t part = from; part < to; part++) {
        int64_t *counts = histogram->counts + part * bins, begin = histogram->size / histogram->parts * part;
        int64_t end = part == histogram->parts - 1 ? histogram->size : begin + histogram->size / histogram->parts;
        memset(counts, 0, (size_t)bins * sizeof *counts);
        switch (histogram->numbers->dtype->number) {
            COUNT_CASE(UINT8, uint8_t)
            COUNT_CASE(INT32, int32_t)
            COUNT_CASE(INT64, int64_t)
            COUNT_CASE(FLOAT32, float)
            COUNT_CASE(FLOAT64, double)
        default: break;
        }
    }
}

static bool counts_directly(ArrayCall *call, const Array *a, int64_t equal) {
    DtypeNumber number = (DtypeNumber)a->dtype->number;
    return equal && equal <= HISTOGRAM_BINS_MAX && device_is_host(call->device) &&
           (number == DTYPE_UINT8 || number == DTYPE_INT32 || number == DTYPE_INT64 || number == DTYPE_FLOAT32 || number == DTYPE_FLOAT64);
}

static Array *counts_of_equal(ArrayCall *call, Array *a, Array *edges, int64_t bins) {
    Array *flat = call_contiguous(call, call_flat(call, a), NULL), *limits = call_contiguous(call, edges, DTYPE(FLOAT64));
    if (!flat || !limits || !array_settle(flat, call->error) || !array_settle(limits, call->error)) return NULL;
    Histogram histogram = {.numbers = flat, .edges = (const double *)array_data(limits), .bins = bins, .size = array_size(flat)};
    int64_t parts = histogram.size / HISTOGRAM_PART_LEAST, shape[] = {1, bins};
    parts = parts < 1 ? 1 : parts > HISTOGRAM_PARTS ? HISTOGRAM_PARTS : parts;
    shape[0] = histogram.parts = (int)parts;
    Array *counts = call_new(call, DTYPE(INT64), 2, shape);
    if (!counts) return NULL;
    histogram.counts = (int64_t *)array_data(counts);
    runtime_parallel_for(call->runtime, parts, 1, count_parts, &histogram);
    if (!runtime_poll(call->runtime, call->error)) return NULL;
    return call_reduce(call, OPERATOR(add), counts, 1, false, NULL);
}

/* Counts between edges: how many lie left of each edge, the last edge's own included, then differences. */
static Array *counts_between(ArrayCall *call, Array *a, Array *edges, Array *weights) {
    int64_t bins = edges->shape[0] - 1;
    Array *flat = call_flat(call, a);
    if (!flat || bins < 1) return NULL;
    if (!weights) {
        Array *sorted = call_sort(call, flat, 0), *inner = call_slice(call, edges, 0, 0, bins, 1),
              *end = call_slice(call, edges, 0, bins, 1, 1);
        Array *parts[] = {call_search(call, sorted, inner, false), call_search(call, sorted, end, true)};
        Array *places = parts[0] && parts[1] ? call_stack_axis(call, parts, 2, 0) : NULL;
        return places ? APPLY2(subtract, call_slice(call, places, 0, 1, bins, 1),
                               call_slice(call, places, 0, 0, bins, 1))
                      : NULL;
    }
    Array *order = call_argsort(call, flat, 0), *sorted = order ? call_take(call, flat, order, 0) : NULL;
    Array *heavy = sorted ? call_take(call, call_flat(call, weights), order, 0) : NULL;
    Array *running = heavy ? call_accumulate(call, OPERATOR(add), heavy, 0, NULL) : NULL;
    if (!running) return NULL;
    Array *zero = call_filled(call, running->dtype, 1, (int64_t[]){1}, variant_integer(0)),
          *both[] = {zero, running};
    Array *total = zero ? call_stack_axis(call, both, 2, 0) : NULL;
    Array *parts[] = {call_search(call, sorted, call_slice(call, edges, 0, 0, bins, 1), false),
                      call_search(call, sorted, call_slice(call, edges, 0, bins, 1, 1), true)};
    Array *places = parts[0] && parts[1] ? call_stack_axis(call, parts, 2, 0) : NULL,
          *at = places ? call_take(call, total, places, 0) : NULL;
    return at ? APPLY2(subtract, call_slice(call, at, 0, 1, bins, 1), call_slice(call, at, 0, 0, bins, 1))
              : NULL;
}

ARRAY_FUNCTION(histogram, NUMPY | CUPY, "(a, bins=10, range=None, density=None, weights=None)",
               "Counts of values in bins, and the bins' edges.\n\n>>> histogram([1, 2, 1], bins=[0, 1, 2, "
               "3])\n(array([0, 2, 1]), array([0, 1, 2, 3]))\n",
               .traits = CLASS_PLAIN) {
    Array *a = call_array(call, 0), *weights = NULL;
    double range[2];
    int64_t equal;
    bool density;
    if (!a || !call_truth(call, 3, &density)) return variant_absent();
    if (a->dtype->kind == 'b') {
        if (call->namespace != CUPY &&
            !runtime_warn(call->runtime, "RuntimeWarning", call->error, "Converting input from bool to <class 'numpy.uint8'> for compatibility."))
            return variant_absent();
        a = call_cast(call, a, DTYPE(UINT8));
    }
    if (call_is_given(call, 4)) {
        weights = call_array(call, 4);
        if (!weights) return variant_absent();
        if (array_size(weights) != array_size(a)) {
            call_fail(call, "ValueError", "weights should have the same shape as a.");
            return variant_absent();
        }
    }
    Array *edges = a ? bin_edges(call, a, call->arguments[1], 2, 4, &equal, range) : NULL;
    bool directly = edges && !weights && counts_directly(call, a, equal);
    Array *counts = !edges ? NULL : directly ? counts_of_equal(call, a, edges, equal) : counts_between(call, a, edges, weights);
    if (density && counts) {
        int64_t bins = counts->shape[0];
        Array *widths = call_cast(
            call,
            APPLY2(subtract, call_slice(call, edges, 0, 1, bins, 1), call_slice(call, edges, 0, 0, bins, 1)),
            DTYPE(FLOAT64));
        Array *total = call_reduce(call, OPERATOR(add), counts, ALL_AXES, false, NULL);
        counts = APPLY2(divide, APPLY2(divide, counts, widths), total);
    }
    return counts ? call_give_list(call, (Array *[]){counts, edges}, 2, true) : variant_absent();
}

ARRAY_FUNCTION(
    histogram_bin_edges, NUMPY, "(a, bins=10, range=None, weights=None)",
    "The edges that histogram uses.\n\n>>> histogram_bin_edges([0, 1], bins=2)\narray([0. , 0.5, 1. ])\n") {
    Array *a = call_array(call, 0);
    double range[2];
    int64_t equal;
    return a ? call_give(call, bin_edges(call, a, call->arguments[1], 2, 3, &equal, range)) : variant_absent();
}

ARRAY_FUNCTION(histogram2d, NUMPY | CUPY, "(x, y, bins=10, range=None, density=None, weights=None)",
               "Counts of points in a grid of bins, and the edges of both axes.",
               .traits = CLASS_PLAIN) {
    Array *points[2] = {call_flat(call, call_array(call, 0)), call_flat(call, call_array(call, 1))}, *edges[2],
          *places[2];
    bool density;
    if (!points[0] || !points[1] || !call_truth(call, 4, &density)) return variant_absent();
    if (points[0]->shape[0] != points[1]->shape[0]) {
        call_fail(call, "ValueError", "x and y must have the same length.");
        return variant_absent();
    }
    Variant bins = call->arguments[2];
    bool pair = bins.kind == VARIANT_SEQUENCE && bins.list->count == 2;
    Array *inside = NULL;
    for (int i = 0; i < 2; i++) {
        double range[2];
        int64_t equal;
        /* The range of both axes comes as pairs: each axis finds its own through the edges. */
        Variant mine = pair ? bins.list->items[i] : bins;
        Variant ranges = call->arguments[3];
        if (ranges.kind == VARIANT_SEQUENCE && ranges.list->count == 2 && variant_is_integral(mine)) {
            Array *limits =
                call_hold(call, array_from_variant(call->runtime, ranges.list->items[i], DTYPE(FLOAT64),
                                                   call->device, false, call->error));
            int64_t count = variant_to_integer(mine);
            if (!limits || array_size(limits) != 2 || count < 1) return variant_absent();
            double low = call_item(call, limits, 0), high = call_item(call, limits, 1);
            edges[i] = APPLY2_NUMBER(add,
                                     APPLY2_NUMBER(multiply, call_iota(call, count + 1),
                                                   variant_float((high - low) / (double)count)),
                                     variant_float(low));
            if (!edges[i] || !call_set(call, edges[i], variant_integer(count), variant_float(high)))
                return variant_absent();
        } else {
            edges[i] = bin_edges(call, points[i], mine, SIZE_MAX, 0, &equal, range);
        }
        if (!edges[i]) return variant_absent();
        int64_t count = edges[i]->shape[0] - 1;
        Array *found =
            APPLY2_NUMBER(subtract, call_search(call, edges[i], points[i], true), variant_integer(1));
        Array *end = call_slice(call, edges[i], 0, count, 1, 1);
        places[i] = found ? APPLY2(subtract, found, APPLY2(equal, points[i], end))
                          : NULL; /* the last edge belongs to the last bin */
        if (!places[i]) return variant_absent();
        Array *within = APPLY2(logical_and, APPLY2_NUMBER(greater_equal, places[i], variant_integer(0)),
                               APPLY2_NUMBER(less, places[i], variant_integer(count)));
        inside = inside ? APPLY2(logical_and, inside, within) : within;
    }
    int64_t shape[2] = {edges[0]->shape[0] - 1, edges[1]->shape[0] - 1};
    Array *counts = call_filled(call, DTYPE(FLOAT64), 2, shape, variant_integer(0)),
          *flat = call_flat(call, counts);
    Array *at = APPLY2(add, APPLY2_NUMBER(multiply, places[0], variant_integer(shape[1])), places[1]);
    Variant amount = variant_float(1);
    if (call_is_given(call, 5))
        amount = of_array(call_mask(call, call_flat(call, call_array_of(call, 5, DTYPE(FLOAT64))), inside));
    at = at && inside ? call_mask(call, at, inside) : NULL;
    if (!at || !flat || amount.kind == VARIANT_ABSENT ||
        !ufunc_at(call->runtime, OPERATOR(add), of_array(flat), of_array(at), amount, call->error))
        return variant_absent();
    if (density) {
        Array *area = NULL;
        for (int i = 0; i < 2; i++) {
            Array *width = APPLY2(subtract, call_slice(call, edges[i], 0, 1, shape[i], 1),
                                  call_slice(call, edges[i], 0, 0, shape[i], 1));
            area = i ? APPLY2(multiply, area, width) : width ? call_expand(call, width, 1) : NULL;
        }
        counts = APPLY2(divide, APPLY2(divide, counts, area),
                        call_reduce(call, OPERATOR(add), counts, ALL_AXES, false, NULL));
    }
    return counts ? call_give_list(call, (Array *[]){counts, edges[0], edges[1]}, 3, true) : variant_absent();
}

/* ---- Interpolation, slopes, areas. */

ARRAY_FUNCTION(interp, NUMPY | CUPY, "(x, xp, fp, left=None, right=None, period=None)",
               "Values between given points, along straight lines.\n\n>>> interp(2.5, [1, 2, 3], [3, 2, "
               "0])\nnp.float64(1.0)\n",
               .traits = CLASS_PLAIN) {
    Array *x = call_array(call, 0), *xp = call_array(call, 1), *fp = call_array(call, 2);
    if (!x || !xp || !fp) return variant_absent();
    for (int i = 0; i < 2 && call->namespace != CUPY; i++) { /* a period converts, else a safe cast is due */
        const Dtype *own = dtype_native((i ? x : xp)->dtype);
        if (call_is_given(call, 5) ? !warn_complex_discarded(call->runtime, own, DTYPE(FLOAT64), call->error)
                                   : !dtype_can_cast(own, DTYPE(FLOAT64), CASTING_SAFE) &&
                                         !call_fail(call, "TypeError", "Cannot cast array data from dtype(%s) to dtype('float64') according to the rule 'safe'",
                                                    own->shown))
            return variant_absent();
    }
    x = call_cast(call, x, DTYPE(FLOAT64));
    xp = call_cast(call, xp, DTYPE(FLOAT64));
    if (!x || !xp) return variant_absent();
    fp = call_cast(call, fp, dtype_is_complex(fp->dtype) ? DTYPE(COMPLEX128) : DTYPE(FLOAT64));
    if (!fp || xp->dimensions != 1 || fp->dimensions != 1 || xp->shape[0] != fp->shape[0]) {
        call_fail(call, "ValueError", "fp and xp are not of the same length.");
        return variant_absent();
    }
    int64_t count = xp->shape[0];
    if (!count) {
        call_fail(call, "ValueError", "array of sample points is empty");
        return variant_absent();
    }
    if (call_is_given(call, 5)) {
        double period;
        if (!call_real(call, 5, &period)) return variant_absent();
        if (period == 0) {
            call_fail(call, "ValueError", "period must be a non-zero value");
            return variant_absent();
        }
        period = fabs(period);
        x = APPLY2_NUMBER(remainder, x, variant_float(period));
        xp = APPLY2_NUMBER(remainder, xp, variant_float(period));
        Array *order = xp ? call_argsort(call, xp, 0) : NULL;
        xp = order ? call_take(call, xp, order, 0) : NULL;
        fp = order ? call_take(call, fp, order, 0) : NULL;
        if (!xp || !fp) return variant_absent();
        Array *points[] = {
            APPLY2_NUMBER(subtract, call_slice(call, xp, 0, count - 1, 1, 1), variant_float(period)), xp,
            APPLY2_NUMBER(add, call_slice(call, xp, 0, 0, 1, 1), variant_float(period))};
        Array *values[] = {call_slice(call, fp, 0, count - 1, 1, 1), fp, call_slice(call, fp, 0, 0, 1, 1)};
        for (int i = 0; i < 3; i++)
            if (!points[i] || !values[i]) return variant_absent();
        xp = call_stack_axis(call, points, 3, 0);
        fp = call_stack_axis(call, values, 3, 0);
        count += 2;
    }
    Array *first = call_drop_axis(call, call_slice(call, fp, 0, 0, 1, 1), 0),
          *last = call_drop_axis(call, call_slice(call, fp, 0, count - 1, 1, 1), 0);
    Variant left = of_array(first), right = of_array(last);
    if (call_is_given(call, 3)) left = call->arguments[3];
    if (call_is_given(call, 4)) right = call->arguments[4];
    Array *inside = last;
    if (count > 1 && x && xp && fp) {
        Array *place = APPLY2_NUMBER(subtract, call_search(call, xp, x, true), variant_integer(1));
        place = place ? call_apply3(call, OPERATOR(clip), of_array(place), variant_integer(0),
                                    variant_integer(count - 2))
                      : NULL;
        Array *next = APPLY2_NUMBER(add, place, variant_integer(1));
        Array *x0 = call_take(call, xp, place, 0), *x1 = call_take(call, xp, next, 0),
              *y0 = call_take(call, fp, place, 0), *y1 = call_take(call, fp, next, 0);
        Array *slope = APPLY2(divide, APPLY2(subtract, y1, y0), APPLY2(subtract, x1, x0));
        inside = APPLY2(add, APPLY2(multiply, slope, APPLY2(subtract, x, x0)), y0);
        inside = inside ? call_where(call, APPLY2(equal, x, x0), of_array(y0), of_array(inside)) : NULL;
        /* Where infinities made a nan: from the other end, or what both ends are. */
        Array *lost = inside ? APPLY1(isnan, inside) : NULL;
        int64_t losses = lost ? call_count_nonzero(call, lost) : 0;
        if (losses > 0) {
            Array *back = APPLY2(add, APPLY2(multiply, slope, APPLY2(subtract, x, x1)), y1);
            inside = back ? call_where(call, lost, of_array(back), of_array(inside)) : NULL;
            lost = inside ? APPLY2(logical_and, APPLY1(isnan, inside), APPLY2(equal, y0, y1)) : NULL;
            inside = lost ? call_where(call, lost, of_array(y0), of_array(inside)) : NULL;
            inside = inside ? call_where(call, APPLY1(isnan, x), of_array(x), of_array(inside)) : NULL;
        }
    }
    Array *low = call_drop_axis(call, call_slice(call, xp, 0, 0, 1, 1), 0),
          *high = call_drop_axis(call, call_slice(call, xp, 0, count - 1, 1, 1), 0);
    Array *result = call_where(call, APPLY2(less, x, low), left, of_array(inside));
    result = call_where(call, APPLY2(greater, x, high), right, of_array(result));
    result = result && last ? call_where(call, APPLY2(equal, x, high), of_array(last), of_array(result)) : NULL;
    return call_give_item(call, result);
}

/* What is between neighbours along an axis: one number, or one for each pair of them. */
typedef struct Spacing {
    double step;
    Array *steps; /* NULL: all are `step` */
} Spacing;

static bool is_single(Variant value) { return variant_is_number(value) || (value.kind == VARIANT_ARRAY && !value.array->dimensions); }

/* A number, or the places of an axis's `length` samples. */
static bool read_spacing(ArrayCall *call, Variant given, int64_t length, Spacing *spacing) {
    *spacing = (Spacing){.step = 1};
    if (variant_is_number(given)) {
        spacing->step = variant_to_double(given);
        return true;
    }
    Array *places = call_hold(call, array_from_variant(call->runtime, given, NULL, call->device, false, call->error));
    if (!places) return false;
    if (!places->dimensions) {
        spacing->step = call_item(call, places, 0);
        return !error_is_set(call->error);
    }
    if (places->dimensions != 1) return call_fail(call, "ValueError", "distances must be either scalars or 1d");
    if (places->shape[0] != length)
        return call_fail(call, "ValueError", "when 1d, distances must match the length of the corresponding dimension");
    if (length < 2) return call_fail(call, "IndexError", "index 0 is out of bounds for axis 0 with size 0");
    places = call_cast(call, places, DTYPE(FLOAT64));
    Array *steps = places ? APPLY2(subtract, call_slice(call, places, 0, 1, length - 1, 1), call_slice(call, places, 0, 0, length - 1, 1)) : NULL;
    if (!steps) return false;
    spacing->step = call_item(call, steps, 0);
    bool even;
    if (!call_all_true(call, APPLY2_NUMBER(equal, steps, variant_float(spacing->step)), &even)) return false;
    if (!even) spacing->steps = steps;
    return true;
}

/* Second-order differences inside, first- or second-order ones at the ends. */
static Array *gradient(ArrayCall *call, Array *a, int axis, const Spacing *between, bool second_order) {
    int64_t n = a->shape[axis];
    Array *spacing = between->steps;
    double step = between->step;
    const Dtype *dtype = dtype_is_inexact(a->dtype) ? a->dtype : DTYPE(FLOAT64);
    Array *out = call->namespace == CUPY ? call_new(call, dtype, a->dimensions, a->shape)
                                         : call_hold(call, array_create_like(call->device, dtype, a, call->error));
    if (!out) return NULL;
    Array *ahead = call_slice(call, a, axis, 2, n - 2, 1), *behind = call_slice(call, a, axis, 0, n - 2, 1),
          *here = call_slice(call, a, axis, 1, n - 2, 1);
    Array *inner, *ends[2];
    Array *h[2] = {NULL, NULL};
    if (spacing) {
        int64_t shape[ARRAY_DIMENSIONS_MAX];
        for (int i = 0; i < a->dimensions; i++) shape[i] = i == axis ? n - 2 : 1;
        Array *before = call_reshape(call, call_slice(call, spacing, 0, 0, n - 2, 1), a->dimensions, shape);
        Array *after = call_reshape(call, call_slice(call, spacing, 0, 1, n - 2, 1), a->dimensions, shape);
        Array *both = APPLY2(add, before, after);
        Array *w0 = APPLY2(divide, before ? APPLY1(negative, after) : NULL, APPLY2(multiply, before, both));
        Array *w1 = APPLY2(divide, APPLY2(subtract, after, before), APPLY2(multiply, before, after));
        Array *w2 = APPLY2(divide, before, APPLY2(multiply, after, both));
        inner = APPLY2(add, APPLY2(add, APPLY2(multiply, w0, behind), APPLY2(multiply, w1, here)),
                       APPLY2(multiply, w2, ahead));
        h[0] = call_drop_axis(call, call_slice(call, spacing, 0, 0, 1, 1), 0);
        h[1] = call_drop_axis(call, call_slice(call, spacing, 0, n - 2, 1, 1), 0);
    } else {
        inner = APPLY2_NUMBER(divide, APPLY2(subtract, ahead, behind), variant_float(2 * step));
    }
    for (int end = 0; end < 2; end++) {
        int64_t at = end ? n - 1 : 0, near = end ? n - 2 : 1, far = end ? n - 3 : 2;
        Array *y0 = call_slice(call, a, axis, at, 1, 1), *y1 = call_slice(call, a, axis, near, 1, 1);
        if (!second_order) {
            Array *apart = end ? APPLY2(subtract, y0, y1) : APPLY2(subtract, y1, y0);
            ends[end] =
                spacing ? APPLY2(divide, apart, h[end]) : APPLY2_NUMBER(divide, apart, variant_float(step));
            continue;
        }
        Array *y2 = call_slice(call, a, axis, far, 1, 1);
        if (spacing) {
            double h0 = call_item(call, spacing, end ? n - 2 : 0),
                   h1 = call_item(call, spacing, end ? n - 3 : 1), sign = end ? 1 : -1;
            ends[end] = APPLY2(
                add,
                APPLY2(add, APPLY2_NUMBER(multiply, y0, variant_float(sign * (2 * h0 + h1) / (h0 * (h0 + h1)))),
                       APPLY2_NUMBER(multiply, y1, variant_float(-sign * (h0 + h1) / (h0 * h1)))),
                APPLY2_NUMBER(multiply, y2, variant_float(sign * h0 / (h1 * (h0 + h1)))));
        } else {
            double sign = end ? 1 : -1;
            ends[end] = APPLY2(add,
                               APPLY2(add, APPLY2_NUMBER(multiply, y0, variant_float(sign * 1.5 / step)),
                                      APPLY2_NUMBER(multiply, y1, variant_float(-sign * 2 / step))),
                               APPLY2_NUMBER(multiply, y2, variant_float(sign * 0.5 / step)));
        }
    }
    bool well = (n == 2 || call_assign(call, call_slice(call, out, axis, 1, n - 2, 1), inner)) &&
                call_assign(call, call_slice(call, out, axis, 0, 1, 1), ends[0]) &&
                call_assign(call, call_slice(call, out, axis, n - 1, 1, 1), ends[1]);
    return well ? out : NULL;
}

ARRAY_FUNCTION(
    gradient, NUMPY | CUPY, "(f, *varargs, axis=None, edge_order=1)",
    "Slopes by differences of neighbours.\n\n>>> gradient([1, 2, 4, 7])\narray([1. , 1.5, 2.5, 3. ])\n",
               .traits = CUPY_TAKES_HOST | OBSERVED) {
    Array *a = call_array(call, 0);
    uint64_t axes;
    int64_t order;
    if (!a || !call_axes(call, 2, a->dimensions, &axes) || !call_integer(call, 3, &order)) return variant_absent();
    int places[ARRAY_DIMENSIONS_MAX], count = 0; /* the axes in the order that they are named in */
    Variant named = call->arguments[2];
    if (named.kind == VARIANT_SEQUENCE)
        for (size_t i = 0; i < named.list->count; i++) {
            int64_t number;
            if (!variant_to_index(named.list->items[i], &number, call->error) ||
                !axis_normalise(number, a->dimensions, &places[count++], NULL, call->error))
                return variant_absent();
        }
    else
        for (int axis = 0; axis < a->dimensions; axis++)
            if (axes >> axis & 1) places[count++] = axis;
    const VariantList *given = call->arguments[1].list;
    Spacing spacings[ARRAY_DIMENSIONS_MAX];
    bool is_one = given->count == 1 && is_single(given->items[0]);
    if (given->count && given->count != (size_t)count && !is_one) {
        call_fail(call, "TypeError", "invalid number of arguments");
        return variant_absent();
    }
    for (int i = 0; i < count; i++) {
        Variant step = given->count ? given->items[is_one ? 0 : i] : variant_float(1);
        if (!read_spacing(call, step, a->shape[places[i]], &spacings[i])) return variant_absent();
    }
    if (order > 2) {
        call_fail(call, "ValueError", "'edge_order' greater than 2 not supported");
        return variant_absent();
    }
    /* NumPy leaves bool to subtract, which refuses it. */
    if (!dtype_is_inexact(a->dtype) && (a->dtype->kind != 'b' || call->namespace == CUPY)) a = call_cast(call, a, DTYPE(FLOAT64));
    Array *results[ARRAY_DIMENSIONS_MAX];
    for (int i = 0; a && i < count; i++) {
        if (a->shape[places[i]] < order + 1) {
            call_fail(call, "ValueError",
                      "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required.");
            return variant_absent();
        }
        if (!(results[i] = gradient(call, a, places[i], &spacings[i], order == 2))) return variant_absent();
    }
    if (!a) return variant_absent();
    return count == 1 ? call_give(call, results[0]) : call_give_list(call, results, (size_t)count, true);
}

ARRAY_FUNCTION(trapezoid, NUMPY | CUPY, "(y, x=None, dx=1.0, axis=-1)",
               "Area under samples by the trapezoidal rule.\n\n>>> trapezoid([1, 2, 3])\nnp.float64(4.0)\n",
               .traits = OBSERVED) {
    Array *y = call_array(call, 0);
    double step;
    if (!y || !call_real(call, 2, &step)) return variant_absent();
    int axis = y->dimensions - 1;
    if (!call_axis(call, 3, y->dimensions, &axis)) return variant_absent();
    if (axis < 0) {
        call_fail(call, "numpy.exceptions.AxisError", "axis -1 is out of bounds for array of dimension 0");
        return variant_absent();
    }
    int64_t n = y->shape[axis] > 1 ? y->shape[axis] - 1 : 0;
    Array *sum = APPLY2(add, call_slice(call, y, axis, 1, n, 1), call_slice(call, y, axis, 0, n, 1)), *width;
    if (call_is_given(call, 1)) {
        Array *x = call_array(call, 1);
        if (!x) return variant_absent();
        int along = x->dimensions == 1 ? 0 : axis;
        if (along >= x->dimensions || (x->shape[along] != y->shape[axis] && call->namespace == CUPY)) {
            call_fail(call, "ValueError", "operands could not be broadcast together");
            return variant_absent();
        }
        int64_t m = x->shape[along] > 1 ? x->shape[along] - 1 : 0;
        width = APPLY2(subtract, call_slice(call, x, along, 1, m, 1), call_slice(call, x, along, 0, m, 1));
        for (int i = axis + 1; x->dimensions == 1 && i < y->dimensions && width; i++)
            width = call_expand(call, width, width->dimensions);
        sum = APPLY2(multiply, width, sum);
    } else {
        sum = NUMBER_APPLY2(multiply, variant_float(step), sum);
    }
    return call_give_item(call, call_reduce(call, OPERATOR(add), APPLY2_NUMBER(divide, sum, variant_float(2)),
                                            1ull << axis, false, NULL));
}

/* ---- Covariance. */

/* Weights of observations: one for each, none below zero; those that count how often something was seen are whole. */
static bool take_weights(ArrayCall *call, size_t index, bool whole, int64_t count, Array **weights) {
    const char *name = whole ? "fweights" : "aweights";
    *weights = NULL;
    if (!call_is_given(call, index)) return true;
    Array *given = call_array(call, index);
    Array *taken = given ? call_cast(call, given, DTYPE(FLOAT64)) : NULL;
    bool well;
    if (!taken) return false;
    if (whole && (!call_all_true(call, APPLY2(equal, taken, APPLY1(rint, taken)), &well) || !well))
        return !error_is_set(call->error) ? call_fail(call, "TypeError", "fweights must be integer") : false;
    if (taken->dimensions > 1) return call_fail(call, "RuntimeError", "cannot handle multidimensional %s", name);
    if (taken->dimensions != 1 || taken->shape[0] != count)
        return call_fail(call, "RuntimeError", "incompatible numbers of samples and %s", name);
    if (!call_all_true(call, APPLY2_NUMBER(greater_equal, taken, variant_float(0)), &well)) return false;
    if (!well) return call_fail(call, "ValueError", "%s cannot be negative", name);
    *weights = whole ? given : taken;
    return true;
}

static Array *covariance(ArrayCall *call, size_t rows_index, size_t bias_index, size_t less_index, size_t weights_index, size_t dtype_index) {
    Array *m = call_array(call, 0);
    bool by_rows, biased = false;
    if (!m || !call_truth(call, rows_index, &by_rows) || (bias_index && !call_truth(call, bias_index, &biased)))
        return NULL;
    if (m->dimensions > 2) {
        call_fail(call, "ValueError", "m has more than 2 dimensions");
        return NULL;
    }
    const Dtype *dtype = dtype_promote(m->dtype, DTYPE(FLOAT64));
    Array *parts[2] = {m, call_is_given(call, 1) ? call_array(call, 1) : NULL};
    if (call_is_given(call, 1) && !parts[1]) return NULL;
    if (parts[1] && parts[1]->dimensions > 2) {
        call_fail(call, "ValueError", "y has more than 2 dimensions");
        return NULL;
    }
    if (parts[1]) dtype = dtype_promote(dtype, parts[1]->dtype);
    if (call_is_given(call, dtype_index) && !call_dtype(call, dtype_index, &dtype)) return NULL;
    for (int i = 0; i < 2 && parts[i]; i++) {
        if (parts[i]->dimensions < 2)
            parts[i] = call_at_least(call, parts[i], 2);
        else if (!by_rows)
            parts[i] = call_transpose(call, parts[i], NULL);
        parts[i] = call_cast(call, parts[i], dtype);
        if (!parts[i]) return NULL;
    }
    if (parts[1] && parts[0]->shape[1] != parts[1]->shape[1] && call->namespace == NUMPY) {
        call_fail(call, "ValueError", "all the input array dimensions except for the concatenation axis must match exactly, but along dimension 1, "
                  "the array at index 0 has size %lld and the array at index 1 has size %lld", (long long)parts[0]->shape[1],
                  (long long)parts[1]->shape[1]);
        return NULL;
    }
    Array *x = parts[1] ? call_stack_axis(call, parts, 2, 0) : parts[0];
    if (!x) return NULL;
    double count = (double)x->shape[1], less = biased ? 0 : 1;
    if (less_index && call_is_given(call, less_index) && !call_real(call, less_index, &less)) return NULL;
    if (less != floor(less)) {
        call_fail(call, "ValueError", "ddof must be integer");
        return NULL;
    }
    Array *often = NULL, *rated = NULL, *weights = NULL;
    if (weights_index && (!take_weights(call, weights_index, true, x->shape[1], &often) ||
                          !take_weights(call, weights_index + 1, false, x->shape[1], &rated)))
        return NULL;
    weights = often && rated ? APPLY2(multiply, often, rated) : often ? often : rated;
    if ((often || rated) && !weights) return NULL;
    double scale = count - less;
    Array *mean, *sum = weights ? call_reduce(call, OPERATOR(add), call_cast(call, weights, DTYPE(FLOAT64)), 1, false, NULL) : NULL;
    if (weights) {
        mean = call_reduce(call, OPERATOR(add), APPLY2(multiply, x, weights), 2, true, NULL);
        if (sum && call->namespace == NUMPY && !call_item(call, sum, 0)) {
            call_fail(call, "ZeroDivisionError", "Weights sum to zero, can't be normalized");
            return NULL;
        }
        mean = sum ? APPLY2(divide, mean, call_cast(call, sum, dtype_real(dtype))) : NULL;
        if (!mean) return NULL;
        double total = call_item(call, sum, 0), rating = 1;
        if (rated) {
            Array *products = call_reduce(call, OPERATOR(add), APPLY2(multiply, weights, rated), 1, false, NULL);
            if (!products) return NULL;
            rating = call_item(call, products, 0) / total;
        }
        scale = less == 0 ? total : total - less * rating;
    } else if (count == 0 && call->namespace == NUMPY && !runtime_warn(call->runtime, "RuntimeWarning", call->error, "Mean of empty slice")) {
        return NULL;
    } else mean = APPLY2_NUMBER(divide, call_reduce(call, OPERATOR(add), x, 2, true, NULL), variant_float(count));
    if (scale <= 0) {
        if (!runtime_warn(call->runtime, "RuntimeWarning", call->error, "Degrees of freedom <= 0 for slice"))
            return NULL;
        scale = 0;
    }
    x = APPLY2(subtract, x, mean);
    Array *weighted = x && weights ? call_cast(call, APPLY2(multiply, x, weights), x->dtype) : x;
    Array *turned = weighted ? call_transpose(call, dtype_is_complex(x->dtype) ? APPLY1(conjugate, weighted) : weighted, NULL) : NULL;
    Array *products = call_matmul(call, x, turned);
    if (scale == 0 && call->namespace == NUMPY) { /* 1 / 0 warns */
        Array *one = call_filled(call, DTYPE(FLOAT64), 0, NULL, variant_integer(1));
        return APPLY2(multiply, products, APPLY2_NUMBER(divide, one, variant_float(0)));
    }
    return APPLY2_NUMBER(multiply, products, variant_float(1 / scale));
}

static Array *squeezed(ArrayCall *call, Array *a) {
    for (int i = a ? a->dimensions - 1 : -1; i >= 0 && a; i--)
        if (a->shape[i] == 1) a = call_drop_axis(call, a, i);
    return a;
}

ARRAY_FUNCTION(cov, NUMPY | CUPY,
               "(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None)",
               "Covariance matrix; each row is a variable.\n\n>>> cov([1., 2., 3.])\narray(1.)\n",
               .traits = CUPY_TAKES_HOST | CLASS_PLAIN) {
    return call_give(call, squeezed(call, covariance(call, 2, 3, 4, 5, 7)));
}
ARRAY_FUNCTION(
    corrcoef, NUMPY | CUPY, "(x, y=None, rowvar=True, *, dtype=None)",
    "Correlation coefficients.\n\n>>> corrcoef([1., 2.], [2., 4.])\narray([[1., 1.],\n       [1., 1.]])\n",
               .traits = CUPY_TAKES_HOST | CLASS_PLAIN) {
    Array *c = covariance(call, 2, 0, 0, 0, 3);
    if (!c) return variant_absent();
    int64_t n = c->shape[0], stride = c->strides[0] + c->strides[1];
    Array *diagonal = call_view(call, c, 1, &n, &stride, 0);
    if (diagonal && dtype_is_complex(c->dtype)) diagonal = call_hold(call, array_real_part(diagonal, call->error));
    Array *deviation = diagonal ? APPLY1(sqrt, diagonal) : NULL;
    if (n == 1)
        return call_give_item(call, squeezed(call, APPLY2(divide, c, APPLY2(multiply, deviation, deviation))));
    c = APPLY2(divide, APPLY2(divide, c, deviation ? call_expand(call, deviation, 1) : NULL), deviation);
    return call_give(
        call, c && !dtype_is_complex(c->dtype)
                  ? call_apply3(call, OPERATOR(clip), of_array(c), variant_integer(-1), variant_integer(1))
                  : c);
}

/* ---- Padding. */

/* Which element of an axis of `extent` stands at `at`, outside of it too; -1: none. */
static int64_t padded_index(int64_t at, int64_t extent, const char *mode) {
    if (at >= 0 && at < extent) return at;
    if (!extent || !strcmp(mode, "empty")) return -1;
    if (!strcmp(mode, "edge")) return at < 0 ? 0 : extent - 1;
    if (!strcmp(mode, "wrap")) return (at % extent + extent) % extent;
    if (!strcmp(mode, "symmetric")) {
        at = (at % (2 * extent) + 2 * extent) % (2 * extent);
        return at < extent ? at : 2 * extent - 1 - at;
    }
    if (extent == 1) return 0; /* reflect */
    int64_t period = 2 * (extent - 1);
    at = (at % period + period) % period;
    return at < extent ? at : period - at;
}

/* Pairs for every axis out of a number, a pair, or a list of pairs. */
static bool pad_pairs(ArrayCall *call, Variant given, int dimensions, double pairs[][2]) {
    Array *widths = call_hold(call, array_from_variant(call->runtime, given, DTYPE(FLOAT64),
                                                       call->runtime->host, false, call->error));
    Array *all = NULL;
    if (widths) {
        int64_t shape[2] = {dimensions, 2};
        bool fits = widths->dimensions <= 2;
        int64_t broadcast[2];
        for (int i = 0; i < 2 && fits; i++) {
            int at = i - (2 - widths->dimensions);
            broadcast[i] = at < 0 || widths->shape[at] == 1 ? 0 : widths->strides[at];
            fits = at < 0 || widths->shape[at] == 1 || widths->shape[at] == shape[i];
        }
        if (!fits)
            return call_fail(call, "ValueError",
                             "operands could not be broadcast together with remapped shapes "
                             "[original->remapped]: (%lld,)  and requested shape (%d,2)",
                             (long long)(widths->dimensions ? widths->shape[0] : 0), dimensions);
        all = call_view(call, widths, 2, shape, broadcast, 0);
    }
    for (int i = 0; all && i < dimensions; i++)
        for (int k = 0; k < 2; k++) pairs[i][k] = call_item(call, all, 2 * i + k);
    return all != NULL;
}

ARRAY_FUNCTION(_pad, NUMPY | CUPY, "(array, widths, mode)",
               "What pad() does with modes that repeat elements, or leave what is new as it is.\n\n>>> _pad(array([1, 2]), [(1, 2)], 'edge')\n"
               "array([1, 1, 2, 2, 2])\n") {
    Array *a = call_array(call, 0);
    const char *mode;
    double widths[ARRAY_DIMENSIONS_MAX][2];
    if (!a || !call_text(call, 2, &mode) || !pad_pairs(call, call->arguments[1], a->dimensions, widths)) return variant_absent();
    for (int axis = 0; axis < a->dimensions && a; axis++) {
        int64_t before = (int64_t)widths[axis][0], after = (int64_t)widths[axis][1], extent = a->shape[axis];
        int64_t shape[ARRAY_DIMENSIONS_MAX];
        memcpy(shape, a->shape, sizeof *shape * (size_t)a->dimensions);
        shape[axis] = extent + before + after;
        bool f_only = array_is_f_contiguous(a) && !array_is_c_contiguous(a);
        Array *wide = call_hold(call, (f_only ? array_create_f : array_create)(call->device, a->dtype, a->dimensions, shape, call->error));
        if (!wide || !call_assign(call, call_slice(call, wide, axis, before, extent, 1), a)) return variant_absent();
        for (int64_t i = 0; i < before + after; i++) {
            int64_t at = i < before ? i - before : extent + i - before, from = padded_index(at, extent, mode);
            if (from < 0) continue;
            if (!call_assign(call, call_slice(call, wide, axis, at + before, 1, 1), call_slice(call, a, axis, from, 1, 1)))
                return variant_absent();
        }
        a = wide;
    }
    return call_give(call, a == call_array(call, 0) ? call_copy(call, a, 'C') : a);
}
