/* Reductions: sums, products, extremes, moments, truth; running ones. */
#include "arraylib/functions/compose.h"

#include <math.h>
#include <string.h>

ARRAY_FAMILY(reduce);

/* (a, axis, dtype, out, keepdims, initial, where): the arguments' places; 0 where a function lacks one. */
typedef struct ReduceArguments {
    uint64_t axes;
    bool keep_dimensions;
    const Dtype *dtype;
    Variant initial;
    bool has_initial;
    Array *where;
} ReduceArguments;

static bool reduce_arguments(ArrayCall *call, const Array *a, size_t dtype, size_t keep, size_t initial,
                             size_t where, ReduceArguments *out) {
    *out = (ReduceArguments){0};
    if (!a || !call_axes(call, 1, a->dimensions, &out->axes)) return false;
    if (dtype && !call_dtype(call, dtype, &out->dtype)) return false;
    if (keep && call_is_given(call, keep) && !call_truth(call, keep, &out->keep_dimensions)) return false;
    if (initial && call_is_given(call, initial)) {
        out->initial = call->arguments[initial];
        out->has_initial = true;
        if (out->initial.kind == VARIANT_ARRAY && array_size(out->initial.array) == 1)
            out->initial = array_scalar_at(out->initial.array, 0, call->error);
    }
    if (where && call_is_given(call, where) &&
        !(call->arguments[where].kind == VARIANT_BOOL && call->arguments[where].integer)) {
        out->where = call_array_of(call, where, DTYPE(BOOL));
        if (!out->where) return false;
    }
    return !error_is_set(call->error);
}

static Array *reduce(ArrayCall *call, const Operator *row, Array *a, const ReduceArguments *arguments) {
    if (!a) return NULL;
    return call_hold(call, array_reduce(call->runtime, row, a, arguments->axes, arguments->keep_dimensions,
                                        arguments->dtype, arguments->has_initial ? &arguments->initial : NULL,
                                        arguments->where, row->name, call->error));
}

/* (a, axis=None, dtype=None, out=None, keepdims, initial, where) */
static Variant plain_reduction(ArrayCall *call, const Operator *row) {
    Array *a = call_array(call, 0);
    ReduceArguments arguments;
    if (!reduce_arguments(call, a, 2, 4, 5, 6, &arguments)) return variant_absent();
    return call_give_out(call, reduce(call, row, a, &arguments), 3);
}
/* (a, axis=None, out=None, keepdims, initial, where) */
static Variant extreme_reduction(ArrayCall *call, const Operator *row) {
    Array *a = call_array(call, 0);
    ReduceArguments arguments;
    if (!reduce_arguments(call, a, 0, 3, 4, 5, &arguments)) return variant_absent();
    return call_give_out(call, reduce(call, row, a, &arguments), 2);
}
/* (a, axis=None, out=None, keepdims, where) */
static Variant truth_reduction(ArrayCall *call, const Operator *row) {
    Array *a = call_array(call, 0);
    ReduceArguments arguments;
    if (!reduce_arguments(call, a, 0, 3, 0, 4, &arguments)) return variant_absent();
    if (a->dtype->kind == 'O' && call->namespace == NUMPY) arguments.dtype = DTYPE(BOOL);
    return call_give_out(call, reduce(call, row, a, &arguments), 2);
}

#define SUM_SIGNATURE                                                                                          \
    "(a, axis=None, dtype=None, out=None, keepdims=<no value>, initial=<no value>, where=<no value>)"
#define EXTREME_SIGNATURE "(a, axis=None, out=None, keepdims=<no value>, initial=<no value>, where=<no value>)"
#define TRUTH_SIGNATURE "(a, axis=None, out=None, keepdims=<no value>, *, where=<no value>)"

ARRAY_FUNCTION(
    sum, NUMPY | CUPY | METHOD | FUSES, SUM_SIGNATURE,
    "Sum of the elements over the given axes.\n\n>>> sum([[0, 1], [0, 5]], axis=0)\narray([0, 6])\n",
               .traits = CUPY_METHOD | CLASS_SCALARS | OBSERVED | REFUSES_GENERATOR | OTHERS_METHOD,
               .own_method = "axis dtype out") {
    return plain_reduction(call, OPERATOR(add));
}
ARRAY_FUNCTION(prod, NUMPY | CUPY | METHOD | FUSES, SUM_SIGNATURE,
               "Product of the elements.\n\n>>> prod([1, 2, 3])\nnp.int64(6)\n",
               .traits = CUPY_METHOD | CLASS_SCALARS | OBSERVED | OTHERS_METHOD,
               .own_method = "axis dtype out") {
    return plain_reduction(call, OPERATOR(multiply));
}
ARRAY_FUNCTION(max, NUMPY | CUPY | METHOD | FUSES, EXTREME_SIGNATURE,
               "The largest element.\n\n>>> max([1, 3, 2])\nnp.int64(3)\n",
               .traits = CUPY_METHOD | CLASS_SCALARS | OBSERVED | OTHERS_METHOD,
               .own_method = "axis out") {
    return extreme_reduction(call, OPERATOR(maximum));
}
ARRAY_FUNCTION(min, NUMPY | CUPY | METHOD | FUSES, EXTREME_SIGNATURE,
               "The smallest element.\n\n>>> min([1, 3, 2])\nnp.int64(1)\n",
               .traits = CUPY_METHOD | CLASS_SCALARS | OBSERVED | OTHERS_METHOD,
               .own_method = "axis out") {
    return extreme_reduction(call, OPERATOR(minimum));
}
ARRAY_FUNCTION(amax, NUMPY | CUPY | FUSES, EXTREME_SIGNATURE,
               "The largest element.\n\n>>> amax([1, 3, 2])\nnp.int64(3)\n",
               .traits = CUPY_METHOD | CLASS_SCALARS | OBSERVED) {
    return extreme_reduction(call, OPERATOR(maximum));
}
ARRAY_FUNCTION(amin, NUMPY | CUPY | FUSES, EXTREME_SIGNATURE,
               "The smallest element.\n\n>>> amin([1, 3, 2])\nnp.int64(1)\n",
               .traits = CUPY_METHOD | CLASS_SCALARS | OBSERVED) {
    return extreme_reduction(call, OPERATOR(minimum));
}
ARRAY_FUNCTION(all, NUMPY | CUPY | METHOD | FUSES, TRUTH_SIGNATURE,
               "Are all elements true?\n\n>>> all([True, False])\nnp.False_\n",
               .traits = CUPY_NAMED | CLASS_SCALARS | OBSERVED | OTHERS_METHOD,
               .own_method = "axis out") {
    return truth_reduction(call, OPERATOR(logical_and));
}
ARRAY_FUNCTION(any, NUMPY | CUPY | METHOD | FUSES, TRUTH_SIGNATURE,
               "Is any element true?\n\n>>> any([True, False])\nnp.True_\n",
               .traits = CUPY_NAMED | CLASS_SCALARS | OBSERVED | OTHERS_METHOD,
               .own_method = "axis out") {
    return truth_reduction(call, OPERATOR(logical_or));
}

ARRAY_FUNCTION(ptp, NUMPY | CUPY, "(a, axis=None, out=None, keepdims=<no value>)",
               "Range of the values, largest minus smallest.\n\n>>> ptp([1, 5, 2])\nnp.int64(4)\n",
               .traits = CUPY_METHOD | CLASS_SCALARS | OBSERVED) {
    Array *a = call_array(call, 0);
    ReduceArguments arguments;
    if (!reduce_arguments(call, a, 0, 3, 0, 0, &arguments)) return variant_absent();
    Array *high = reduce(call, OPERATOR(maximum), a, &arguments),
          *low = reduce(call, OPERATOR(minimum), a, &arguments);
    return call_give_out(call, APPLY2(subtract, high, low), 2);
}

/* Of values of the language NaN is what does not equal itself. */
static Array *is_no_number(ArrayCall *call, Array *a) { return a->dtype->kind == 'O' ? APPLY2(not_equal, a, a) : APPLY1(isnan, a); }

/* NaN counts as `neutral` in the nan-functions. */
static Array *without_nan(ArrayCall *call, Array *a, double neutral) {
    if (!a || (!dtype_is_inexact(a->dtype) && a->dtype->kind != 'O')) return a;
    if (a->dtype->kind == 'O') return call_where(call, is_no_number(call, a), isinf(neutral) ? variant_float(neutral) : variant_integer((int64_t)neutral), of_array(a));
    bool repeats = false; /* a copy of it lies otherwise than what operators make of it */
    for (int i = 0; i < a->dimensions; i++) repeats = repeats || (a->shape[i] > 1 && !a->strides[i]);
    if (repeats && call->namespace != CUPY && !(a = call_copy(call, a, 'K'))) return NULL;
    return call_where(call, APPLY1(isnan, a), variant_float(neutral), of_array(a));
}

ARRAY_FUNCTION(nansum, NUMPY | CUPY | FUSES, SUM_SIGNATURE,
               "Sum, NaN counting as zero.\n\n>>> nansum([1, nan])\nnp.float64(1.0)\n",
               .traits = CLASS_SCALARS | OBSERVED) {
    Array *a = call_array(call, 0);
    ReduceArguments arguments;
    if (!reduce_arguments(call, a, 2, 4, 5, 6, &arguments)) return variant_absent();
    return call_give_out(call, reduce(call, OPERATOR(add), without_nan(call, a, 0), &arguments), 3);
}
ARRAY_FUNCTION(nanprod, NUMPY | CUPY | FUSES, SUM_SIGNATURE,
               "Product, NaN counting as one.\n\n>>> nanprod([2, nan])\nnp.float64(2.0)\n",
               .traits = CLASS_SCALARS | OBSERVED) {
    Array *a = call_array(call, 0);
    ReduceArguments arguments;
    if (!reduce_arguments(call, a, 2, 4, 5, 6, &arguments)) return variant_absent();
    return call_give_out(call, reduce(call, OPERATOR(multiply), without_nan(call, a, 1), &arguments), 3);
}
static Variant nan_extreme(ArrayCall *call, const Operator *row) {
    Array *a = call_array(call, 0);
    ReduceArguments arguments;
    if (!reduce_arguments(call, a, 0, 3, 4, 5, &arguments)) return variant_absent();
    bool is_array = call->arguments[0].kind == VARIANT_ARRAY || call->namespace == CUPY; /* NumPy does not take lists to fmax */
    if (!is_array && (!dtype_is_inexact(a->dtype) || !array_size(a))) row = row == OPERATOR(fmax) ? OPERATOR(maximum) : OPERATOR(minimum);
    Array *missing = a->dtype->kind == 'O' ? is_no_number(call, a) : NULL;
    if (a->dtype->kind == 'O') a = without_nan(call, a, row == OPERATOR(fmax) || row == OPERATOR(maximum) ? -INFINITY : INFINITY);
    Array *result = reduce(call, row, a, &arguments);
    if (missing && result) { /* NaN after all where there is nothing else */
        missing = call_reduce(call, OPERATOR(logical_and), missing, arguments.axes, arguments.keep_dimensions, NULL);
        bool has_nothing = missing && call_count_nonzero(call, missing) > 0;
        if (has_nothing && !runtime_warn(call->runtime, "RuntimeWarning", call->error, "All-NaN axis encountered")) return variant_absent();
        result = missing ? call_where(call, missing, variant_float(NAN), of_array(result)) : NULL;
    }
    Array *none = result && dtype_is_inexact(result->dtype) ? APPLY1(isnan, result) : result && dtype_is_date(result->dtype) ? APPLY1(isnat, result) : NULL;
    if (none && call_count_nonzero(call, none) > 0 &&
        !runtime_warn(call->runtime, "RuntimeWarning", call->error, "All-NaN %s encountered", is_array ? "slice" : "axis"))
        return variant_absent();
    return call_give_out(call, result, 2);
}
ARRAY_FUNCTION(nanmax, NUMPY | CUPY, EXTREME_SIGNATURE,
               "The largest element, NaN left out.\n\n>>> nanmax([1, nan])\nnp.float64(1.0)\n",
               .traits = CLASS_SCALARS | OBSERVED) {
    return nan_extreme(call, OPERATOR(fmax));
}
ARRAY_FUNCTION(nanmin, NUMPY | CUPY, EXTREME_SIGNATURE,
               "The smallest element, NaN left out.\n\n>>> nanmin([1, nan])\nnp.float64(1.0)\n",
               .traits = CLASS_SCALARS | OBSERVED) {
    return nan_extreme(call, OPERATOR(fmin));
}

/* ---- Moments. */

static int64_t reduced_count(const Array *a, uint64_t axes) {
    int64_t count = 1;
    for (int i = 0; i < a->dimensions; i++)
        if (axes >> i & 1) count *= a->shape[i];
    return count;
}

/* An array without axes has none to name: what counts its elements says so. */
static bool has_axes(ArrayCall *call, const Array *a) {
    Variant given = call->arguments[1];
    int64_t number;
    if (a->dimensions || call->namespace == CUPY || !call_is_given(call, 1)) return true;
    if (given.kind == VARIANT_SEQUENCE && !given.list->count) return true;
    if (!variant_to_index(given.kind == VARIANT_SEQUENCE ? given.list->items[0] : given, &number, call->error)) return false;
    return call_fail(call, "numpy.exceptions.AxisError", "axis %lld is out of bounds for array of dimension 0", (long long)number);
}

/* How many elements each result is made of: a number, or with a mask an array of counts. */
static Variant divisor(ArrayCall *call, const Array *a, const ReduceArguments *arguments, double less,
                       bool keep) {
    if (!arguments->where) {
        double count = (double)reduced_count(a, arguments->axes) - less;
        count = count > 0 ? count : 0;
        if (a->dtype->kind == 'O') return count == floor(count) ? variant_scalar_integer((int64_t)count) : variant_scalar_double(count);
        return call->namespace == CUPY ? variant_float(count) : variant_scalar(DTYPE(FLOAT64), &count); /* divided as doubles */
    }
    Array *mask = call_broadcast(call, arguments->where, a->dimensions, a->shape);
    Array *count = mask ? call_reduce(call, OPERATOR(add), mask, arguments->axes, keep, DTYPE(INT64)) : NULL;
    if (count && less != 0)
        count =
            call_apply2(call, OPERATOR(maximum),
                        of_array(call_apply2(call, OPERATOR(subtract), of_array(count), variant_float(less))),
                        variant_integer(0));
    return of_array(count);
}

static const Dtype *mean_type(const Array *a, const Dtype *dtype) {
    if (dtype || dtype_is_flexible(a->dtype)) return dtype;
    if (a->dtype->number == DTYPE_FLOAT16) return DTYPE(FLOAT32);
    return dtype_is_inexact(a->dtype) ? NULL : DTYPE(FLOAT64);
}

/* Of a whole array NumPy divides scalars, and its warnings say so. */
static Array *divide_sum(ArrayCall *call, Array *sum, Variant count) {
    if (count.kind == VARIANT_ARRAY && !count.array->dimensions && call->namespace != CUPY)
        count = variant_scalar(count.array->dtype, array_data(count.array));
    if (sum && sum->dtype->kind == 'O' && count.kind == VARIANT_SCALAR) { /* beside elements a number of Python's, beside their sum one of NumPy's */
        if (sum->dimensions) element_make_plain(&count);
        else count = of_array(call_hold(call, array_from_variant(call->runtime, count, &dtype_object, call->device, false, call->error)));
    }
    bool as_scalars = sum && !sum->dimensions && (sum->dtype->number == DTYPE_FLOAT64 || sum->dtype->number == DTYPE_COMPLEX128);
    if (!as_scalars || call->namespace == CUPY)
        return call_apply2(call, OPERATOR(divide), of_array(sum), count);
    Variant inputs[] = {variant_scalar(sum->dtype, array_data(sum)), count};
    UfuncOptions options = {.is_operator = true};
    if (count.kind == VARIANT_ABSENT) return NULL;
    Variant quotient = ufunc_call(call->runtime, OPERATOR(divide), inputs, 2, &options, call->error);
    if (quotient.kind != VARIANT_SCALAR) return NULL;
    return call_number(call, quotient.dtype, quotient);
}

/* The sum by the count, in the sum's type: whole numbers are cut. */
static Array *quotient_of(ArrayCall *call, Array *sum, Variant count) {
    bool whole = sum && (dtype_is_integer(sum->dtype) || sum->dtype->kind == 'b');
    if (whole && sum->dimensions && call->namespace != CUPY && count.kind != VARIANT_ABSENT) {
        Variant inputs[] = {of_array(sum), count};
        UfuncOptions options = {.out = variant_array(sum), .has_casting = true, .casting = CASTING_UNSAFE};
        Variant quotient = ufunc_call(call->runtime, OPERATOR(divide), inputs, 2, &options, call->error);
        return quotient.kind == VARIANT_ARRAY ? call_hold(call, quotient.array) : NULL;
    }
    Array *result = divide_sum(call, sum, count);
    bool casts = result && result->dtype != sum->dtype && (call->namespace != CUPY || dtype_is_inexact(sum->dtype));
    return casts ? call_cast(call, result, sum->dtype) : result;
}

/* Is there a result that nothing counts for? Then `warning` is told. CuPy does not look. */
static bool warn_of_none(ArrayCall *call, const Array *a, const ReduceArguments *arguments, Variant count, double less, const char *warning) {
    bool all = true;
    if (!device_is_host(array_device(a))) return true;
    if (count.kind == VARIANT_ARRAY && !call_all_true(call, count.array, &all)) return false;
    if (!arguments->where) all = (double)reduced_count(a, arguments->axes) > less;
    return all || runtime_warn(call->runtime, "RuntimeWarning", call->error, "%s", warning);
}

static Array *mean(ArrayCall *call, Array *a, ReduceArguments arguments, bool keep) {
    bool half = !arguments.dtype && a->dtype->number == DTYPE_FLOAT16;
    Variant count = divisor(call, a, &arguments, 0, keep);
    if (count.kind == VARIANT_ABSENT || !warn_of_none(call, a, &arguments, count, 0, "Mean of empty slice")) return NULL;
    arguments.dtype = mean_type(a, arguments.dtype);
    arguments.keep_dimensions = keep;
    Array *sum = reduce(call, OPERATOR(add), a, &arguments);
    Array *result = quotient_of(call, sum, count);
    return half ? call_cast(call, result, DTYPE(FLOAT16)) : result;
}

Array *call_mean(ArrayCall *call, Array *a, uint64_t axes) {
    ReduceArguments arguments = {.axes = axes};
    return a ? mean(call, a, arguments, false) : NULL;
}

ARRAY_FUNCTION(mean, NUMPY | CUPY | METHOD | FUSES,
               "(a, axis=None, dtype=None, out=None, keepdims=<no value>, *, where=<no value>)",
               "Arithmetic mean over the given axes.\n\n>>> mean([[1, 2], [3, 4]])\nnp.float64(2.5)\n",
               .traits = CUPY_METHOD | CLASS_SCALARS | OBSERVED | OTHERS_METHOD,
               .own_method = "axis dtype out") {
    Array *a = call_array(call, 0);
    ReduceArguments arguments;
    if (!reduce_arguments(call, a, 2, 4, 0, 5, &arguments) || !has_axes(call, a)) return variant_absent();
    return call_give_out(call, mean(call, a, arguments, arguments.keep_dimensions), 3);
}

/* |z| squared, in the type of z's parts. */
static Array *squared(ArrayCall *call, Array *z) {
    if (!z || !dtype_is_complex(z->dtype)) return z ? APPLY1(square, z) : NULL;
    Array *real = call_hold(call, array_real_part(z, call->error)), *imaginary = call_hold(call, array_imaginary_part(z, call->error));
    FloatGathering gathering; /* both parts are squared in one operation there */
    runtime_gather_floats(call->runtime, &gathering);
    real = APPLY1(square, real);
    imaginary = APPLY1(square, imaginary);
    return runtime_end_gathering(call->runtime, &gathering, "square", call->error) ? APPLY2(add, real, imaginary) : NULL;
}

/* `center`: the mean, with the reduced axes kept; NULL: it is computed. */
static Array *variance(ArrayCall *call, Array *a, ReduceArguments arguments, double less, Array *center) {
    Variant freedom = divisor(call, a, &arguments, less, arguments.keep_dimensions);
    if (freedom.kind == VARIANT_ABSENT || !warn_of_none(call, a, &arguments, freedom, less, "Degrees of freedom <= 0 for slice")) return NULL;
    if (call->namespace == CUPY && !arguments.where && (double)reduced_count(a, arguments.axes) <= less) freedom = variant_float(NAN);
    ReduceArguments for_mean = arguments;
    bool as_reals = !arguments.dtype && !dtype_is_inexact(a->dtype) && a->dtype->kind != 'O';
    if (as_reals) for_mean.dtype = DTYPE(FLOAT64);
    for_mean.keep_dimensions = true;
    if (!center) {
        Array *sum = reduce(call, OPERATOR(add), a, &for_mean);
        center = sum ? divide_sum(call, sum, divisor(call, a, &arguments, 0, true)) : NULL;
        bool casts = center && (dtype_is_inexact(sum->dtype) || (sum->dtype->kind != 'O' && call->namespace != CUPY));
        if (casts) center = call_cast(call, center, sum->dtype);
    }
    Array *apart = squared(call, APPLY2(subtract, a, center));
    for_mean = arguments;
    for_mean.dtype = arguments.dtype && call->namespace == CUPY ? dtype_real(arguments.dtype) : as_reals ? DTYPE(FLOAT64) : arguments.dtype;
    Array *squares = reduce(call, OPERATOR(add), apart, &for_mean);
    return squares ? quotient_of(call, squares, freedom) : NULL;
}

/* The root of a variance, in its type. */
static Array *root_of(ArrayCall *call, Array *a) {
    if (a && !a->dimensions && a->dtype->kind == 'O') { /* a number of NumPy's has a root; other values need a method of that name */
        Variant number = array_scalar_at(a, 0, call->error), plain;
        bool is_number = number.kind == VARIANT_CALLABLE && call->runtime->hooks.unbox &&
                         call->runtime->hooks.unbox(call->runtime->hook_context, number.handle, 'f', &plain, call->error);
        Variant root = is_number && plain.kind == VARIANT_SCALAR ? ufunc_call(call->runtime, OPERATOR(sqrt), &plain, 1, NULL, call->error) : variant_absent();
        if (is_number) variant_release(&plain);
        variant_release(&number);
        if (root.kind != VARIANT_ABSENT) return call_number(call, root.dtype, root);
        if (error_is_set(call->error)) return NULL;
    }
    if (!a || dtype_is_inexact(a->dtype) || call->namespace == CUPY || dtype_is_flexible(a->dtype)) return a ? APPLY1(sqrt, a) : NULL;
    if (!a->dimensions) return call_cast(call, APPLY1(sqrt, a), a->dtype);
    Variant input = of_array(a);
    UfuncOptions options = {.out = input};
    Variant root = ufunc_call(call->runtime, OPERATOR(sqrt), &input, 1, &options, call->error);
    return root.kind == VARIANT_ARRAY ? call_hold(call, root.array) : NULL;
}

/* ddof or correction, and mean. */
static bool read_spread(ArrayCall *call, double *less, Array **center) {
    if (!call_real(call, 4, less)) return false;
    if (call->count > 7 && call_is_given(call, 7) && !(*center = call_array(call, 7))) return false;
    if (call->count <= 8 || !call_is_given(call, 8)) return true;
    if (*less != 0) return call_fail(call, "ValueError", "ddof and correction can't be provided simultaneously.");
    return call_real(call, 8, less);
}

static Variant spread(ArrayCall *call, bool root) {
    Array *a = call_array(call, 0), *center = NULL;
    ReduceArguments arguments;
    double less = 0;
    if (!reduce_arguments(call, a, 2, 5, 0, 6, &arguments) || !has_axes(call, a) || !read_spread(call, &less, &center)) return variant_absent();
    Array *result = variance(call, a, arguments, less, center);
    return call_give_out(call, root ? root_of(call, result) : result, 3);
}
#define SPREAD_SIGNATURE                                                                                       \
    "(a, axis=None, dtype=None, out=None, ddof=0, keepdims=<no value>, *, where=<no value>, mean=<no value>, " \
    "correction=<no value>)"
ARRAY_FUNCTION(std, NUMPY | CUPY | METHOD | FUSES, SPREAD_SIGNATURE,
               "Standard deviation.\n\n>>> std([1, 3])\nnp.float64(1.0)\n",
               .traits = CUPY_METHOD | CLASS_SCALARS | OBSERVED | OTHERS_METHOD,
               .own_method = "axis dtype out") {
    return spread(call, true);
}
ARRAY_FUNCTION(var, NUMPY | CUPY | METHOD | FUSES, SPREAD_SIGNATURE,
               "Variance.\n\n>>> var([1, 3])\nnp.float64(1.0)\n",
               .traits = CUPY_METHOD | CLASS_SCALARS | OBSERVED | OTHERS_METHOD,
               .own_method = "axis dtype out") {
    return spread(call, false);
}

/* ---- Moments without NaN. */

/* What is no NaN, and what `where` lets through; the elements with 0 for NaN. */
static bool leave_out_nan(ArrayCall *call, Array **a, ReduceArguments *arguments) {
    Array *is_number = *a ? APPLY1(logical_not, is_no_number(call, *a)) : NULL;
    *a = without_nan(call, *a, 0);
    arguments->where = arguments->where && is_number ? APPLY2(logical_and, is_number, arguments->where) : is_number;
    return *a && arguments->where;
}
/* sum / count, NaN (and no word) where the count is not above zero; *all tells whether there is no such. */
static Array *divide_by_counts(ArrayCall *call, Array *sum, Array *count, bool *all) {
    Array *counts = sum ? APPLY2_NUMBER(greater, count, variant_integer(0)) : NULL;
    if (!counts || !call_all_true(call, counts, all)) return NULL;
    Array *result = call_cast(call, APPLY2(divide, sum, *all ? count : call_where(call, counts, of_array(count), variant_integer(1))), sum->dtype);
    if (*all || !result) return result;
    Array *nothing = call_number(call, result->dtype, dtype_is_complex(result->dtype) ? variant_complex(NAN, NAN) : variant_float(NAN));
    return nothing ? call_where(call, counts, of_array(result), of_array(nothing)) : NULL;
}
static Array *count_of(ArrayCall *call, Array *a, const ReduceArguments *arguments, bool keep) {
    Array *mask = call_broadcast(call, arguments->where, a->dimensions, a->shape);
    return mask ? call_reduce(call, OPERATOR(add), mask, arguments->axes, keep, DTYPE(INT64)) : NULL;
}
static bool warn_if(ArrayCall *call, bool condition, const char *warning) {
    return !condition || !device_is_host(call->device) || runtime_warn(call->runtime, "RuntimeWarning", call->error, "%s", warning);
}
static bool is_inexact_type(ArrayCall *call, const ReduceArguments *arguments) {
    return !arguments->dtype || dtype_is_inexact(arguments->dtype) || call_fail(call, "TypeError", "If a is inexact, then dtype must be inexact");
}
ARRAY_FUNCTION(nanmean, NUMPY | CUPY,
               "(a, axis=None, dtype=None, out=None, keepdims=<no value>, *, where=<no value>)",
               "Mean, NaN left out.\n\n>>> nanmean([1, nan, 3])\nnp.float64(2.0)\n",
               .traits = CLASS_SCALARS | OBSERVED) {
    Array *a = call_array(call, 0);
    ReduceArguments arguments;
    bool all = true;
    if (!reduce_arguments(call, a, 2, 4, 0, 5, &arguments)) return variant_absent();
    Array *missing = a->dtype->kind == 'O' ? is_no_number(call, a) : NULL;
    if (!dtype_is_inexact(a->dtype) && (!missing || !call_count_nonzero(call, missing)))
        return has_axes(call, a) ? call_give_out(call, mean(call, a, arguments, arguments.keep_dimensions), 3) : variant_absent();
    if (!is_inexact_type(call, &arguments)) return variant_absent();
    const Dtype *asked = arguments.dtype;
    if (!asked && call->namespace == CUPY) arguments.dtype = mean_type(a, NULL);
    ReduceArguments for_sum = arguments;
    if (!leave_out_nan(call, &a, &arguments)) return variant_absent();
    Array *sum = reduce(call, OPERATOR(add), a, &for_sum), *count = sum ? count_of(call, a, &arguments, arguments.keep_dimensions) : NULL;
    Array *result = count ? divide_by_counts(call, sum, count, &all) : NULL;
    if (result && !asked) result = call_cast(call, result, a->dtype);
    return result && warn_if(call, !all, "Mean of empty slice") ? call_give_out(call, result, 3) : variant_absent();
}
static Array *nan_variance(ArrayCall *call, Array *a, ReduceArguments arguments, double less, Array *given_center) {
    bool all = true;
    ReduceArguments for_mean = arguments;
    for_mean.keep_dimensions = true;
    Array *given = arguments.where, *count = NULL, *kept = NULL;
    if (!is_inexact_type(call, &arguments) || !leave_out_nan(call, &a, &arguments) || !(count = count_of(call, a, &arguments, true))) return NULL;
    Array *center = given_center ? given_center : divide_by_counts(call, reduce(call, OPERATOR(add), a, &for_mean), count, &all);
    Array *apart = APPLY2(subtract, a, center);
    apart = call_where(call, arguments.where, of_array(apart), variant_integer(0));
    for_mean = arguments;
    for_mean.where = given;
    for_mean.dtype = arguments.dtype ? dtype_real(arguments.dtype) : NULL;
    Array *squares = reduce(call, OPERATOR(add), squared(call, apart), &for_mean);
    kept = squares ? count_of(call, a, &arguments, arguments.keep_dimensions) : NULL;
    Array *result = kept ? divide_by_counts(call, squares, less != 0 ? APPLY2_NUMBER(subtract, kept, variant_float(less)) : kept, &all) : NULL;
    return result && warn_if(call, !all, "Degrees of freedom <= 0 for slice.") ? result : NULL;
}
static Variant nan_spread(ArrayCall *call, bool root) {
    Array *a = call_array(call, 0), *center = NULL;
    ReduceArguments arguments;
    double less = 0;
    if (!reduce_arguments(call, a, 2, 5, 0, 6, &arguments) || !read_spread(call, &less, &center)) return variant_absent();
    bool plain = !dtype_is_inexact(a->dtype);
    if (plain && !has_axes(call, a)) return variant_absent();
    Array *result = plain ? variance(call, a, arguments, less, center) : nan_variance(call, a, arguments, less, center);
    return call_give_out(call, root ? root_of(call, result) : result, 3);
}
ARRAY_FUNCTION(nanstd, NUMPY | CUPY, SPREAD_SIGNATURE,
               "Standard deviation, NaN left out.\n\n>>> nanstd([1, nan, 3])\nnp.float64(1.0)\n",
               .traits = CLASS_SCALARS) {
    return nan_spread(call, true);
}
ARRAY_FUNCTION(nanvar, NUMPY | CUPY, SPREAD_SIGNATURE,
               "Variance, NaN left out.\n\n>>> nanvar([1, nan, 3])\nnp.float64(1.0)\n",
               .traits = CLASS_SCALARS) {
    return nan_spread(call, false);
}

ARRAY_FUNCTION(average, NUMPY | CUPY, "(a, axis=None, weights=None, returned=False, *, keepdims=<no value>)",
               "Weighted average.\n\n>>> average([1, 2, 3], weights=[3, 1, 0])\nnp.float64(1.25)\n",
               .traits = CUPY_TAKES_HOST | CLASS_SCALARS | OBSERVED) {
    Array *a = call_array(call, 0);
    ReduceArguments arguments;
    bool returned;
    Variant given = call->arguments[1];
    int64_t number;
    bool named = a && given.kind == VARIANT_INTEGER && call->namespace != CUPY && call_integer(call, 1, &number);
    if (named && (number >= a->dimensions || number < -a->dimensions)) {
        call_fail(call, "numpy.exceptions.AxisError", "axis: axis %lld is out of bounds for array of dimension %d", (long long)number, a->dimensions);
        return variant_absent();
    }
    if (!reduce_arguments(call, a, 0, 4, 0, 0, &arguments) || !call_truth(call, 3, &returned))
        return variant_absent();
    Array *result, *scale;
    if (!call_is_given(call, 2)) {
        result = mean(call, a, arguments, arguments.keep_dimensions);
        if (result && !array_size(result) && call->namespace != CUPY) { /* how many go into each */
            call_fail(call, "ZeroDivisionError", "division by zero");
            return variant_absent();
        }
        scale = result ? call_filled(call, result->dtype, result->dimensions, result->shape,
                                     variant_integer(reduced_count(a, arguments.axes)))
                       : NULL;
    } else {
        Array *weights = call_array(call, 2);
        if (!weights) return variant_absent();
        bool same = weights->dimensions == a->dimensions &&
                    !memcmp(weights->shape, a->shape, sizeof(int64_t) * (size_t)a->dimensions);
        if (!same) {
            int axis = 0;
            if (!call_is_given(call, 1)) {
                call_fail(call, "TypeError", "Axis must be specified when shapes of a and weights differ.");
                return variant_absent();
            }
            if (!call_axis(call, 1, a->dimensions, &axis)) return variant_absent();
            if (weights->dimensions != 1 || weights->shape[0] != a->shape[axis]) {
                call_fail(call, "ValueError",
                          weights->dimensions != 1
                              ? "Shape of weights must be consistent with shape of a along specified axis."
                              : "Shape of weights must be consistent with shape of a along specified axis.");
                return variant_absent();
            }
            for (int i = axis + 1; i < a->dimensions; i++)
                weights = call_expand(call, weights, weights ? weights->dimensions : 0);
            weights = call_broadcast(call, weights, a->dimensions, a->shape);
        }
        const Dtype *type = weights ? dtype_promote(a->dtype, weights->dtype) : NULL;
        if (!type) return variant_absent();
        if (!dtype_is_inexact(a->dtype)) type = dtype_promote(type, DTYPE(FLOAT64));
        arguments.dtype = type;
        scale = reduce(call, OPERATOR(add), call_cast(call, weights, type), &arguments);
        bool nonzero;
        if (!scale || !call_all_true(call, scale, &nonzero)) return variant_absent();
        if (!nonzero) {
            call_fail(call, "ZeroDivisionError", "Weights sum to zero, can't be normalized");
            return variant_absent();
        }
        Array *sum =
            reduce(call, OPERATOR(add), call_cast(call, APPLY2(multiply, a, weights), type), &arguments);
        result = APPLY2(divide, sum, scale);
    }
    if (!returned || !result) return call_give_item(call, result);
    Variant pair = variant_list(2, true);
    if (pair.kind == VARIANT_SEQUENCE) {
        pair.list->items[0] = call_give_item(call, result);
        pair.list->items[1] = call_give_item(call, scale);
    }
    return pair;
}

/* ---- Places of extremes. */

static Variant arg_extreme(ArrayCall *call, bool maximum, bool skip_nan) {
    Array *a = call_array(call, 0);
    int axis = 0;
    bool keep = false;
    if (!a || (call_is_given(call, 3) && !call_truth(call, 3, &keep))) return variant_absent();
    int dimensions = a->dimensions;
    if (a->dtype->kind == 'V' && call->namespace == NUMPY) {
        call_fail(call, "TypeError", "data type not ordered");
        return variant_absent();
    }
    if (!dimensions && call->namespace != CUPY && !call_axis(call, 1, 1, &axis)) return variant_absent();
    axis = 0;
    bool whole = !call_is_given(call, 1) || !dimensions;
    Array *none = skip_nan && call->namespace == NUMPY && dtype_is_inexact(a->dtype) ? APPLY1(isnan, a) : NULL;
    Array *missing = skip_nan && call->namespace == CUPY && dtype_is_inexact(a->dtype) ? APPLY1(isnan, a) : NULL;
    if (skip_nan) a = without_nan(call, a, maximum ? -INFINITY : INFINITY);
    if (whole || !dimensions)
        a = call_flat(call, a);
    else if (!call_axis(call, 1, a->dimensions, &axis))
        return variant_absent();
    if (!a) return variant_absent();
    if (none && a->shape[axis]) {
        Array *all = call_reduce(call, OPERATOR(logical_and), none, whole ? ALL_AXES : 1ull << axis, false, NULL);
        if (!all) return variant_absent();
        if (call_count_nonzero(call, all) > 0) {
            call_fail(call, "ValueError", "All-NaN slice encountered");
            return variant_absent();
        }
    }
    if (!a->shape[axis] && call->namespace == CUPY) {
        const char *small = maximum ? "argmax" : "argmin", *large = maximum ? "ARGMAX" : "ARGMIN";
        call_fail(call, "ValueError", "zero-size array to reduction operation %s%s which has no identity",
                  skip_nan ? "cupy_nan" : whole ? "CUPY_CUB_" : "cupy_", whole && !skip_nan ? large : small);
        return variant_absent();
    }
    if (!a->shape[axis]) {
        call_fail(call, "ValueError", "attempt to get arg%s of an empty sequence", maximum ? "max" : "min");
        return variant_absent();
    }
    Array *rows = call_move_axis(call, a, axis, a->dimensions - 1);
    Array *out = rows ? call_new(call, DTYPE(INT64), rows->dimensions - 1, rows->shape) : NULL;
    if (!out) return variant_absent();
    ArgReduceTask task = {maximum, {rows->dimensions, rows->shape}, array_operand(rows), array_operand(out)};
    if (!call->device->operations->arg_reduce(call->device, &task, call->error)) return variant_absent();
    if (skip_nan && missing) { /* CuPy's place where all is NaN */
        Array *nowhere = call_reduce(call, OPERATOR(logical_and), missing, whole ? ALL_AXES : 1ull << axis, false, NULL);
        if (!nowhere || !(out = call_where(call, nowhere, variant_integer(-1), of_array(out)))) return variant_absent();
    }
    if (keep && whole) {
        int64_t shape[ARRAY_DIMENSIONS_MAX];
        for (int i = 0; i < dimensions; i++) shape[i] = 1;
        out = call_reshape(call, out, dimensions, shape);
    } else if (keep) {
        out = call_expand(call, out, axis);
    }
    if (call_is_given(call, 2) && call->arguments[2].kind == VARIANT_ARRAY && call->namespace == NUMPY) { /* nothing is broadcast */
        const Array *target = call->arguments[2].array;
        bool fits = target->dimensions == out->dimensions;
        for (int i = 0; i < out->dimensions && fits; i++) fits = target->shape[i] == out->shape[i];
        if (!fits) {
            call_fail(call, "ValueError", "output array does not match result of np.arg%s.", maximum ? "max" : "min");
            return variant_absent();
        }
    }
    return call_give_out(call, out, 2);
}
#define ARG_SIGNATURE "(a, axis=None, out=None, *, keepdims=<no value>)"
ARRAY_FUNCTION(argmax, NUMPY | CUPY | METHOD, ARG_SIGNATURE,
               "Index of the largest element.\n\n>>> argmax([1, 3, 2])\nnp.int64(1)\n",
               .traits = OTHERS_METHOD,
               .own_method = "axis out") {
    return arg_extreme(call, true, false);
}
ARRAY_FUNCTION(argmin, NUMPY | CUPY | METHOD, ARG_SIGNATURE,
               "Index of the smallest element.\n\n>>> argmin([1, 3, 2])\nnp.int64(0)\n",
               .traits = OTHERS_METHOD,
               .own_method = "axis out") {
    return arg_extreme(call, false, false);
}
ARRAY_FUNCTION(nanargmax, NUMPY | CUPY, ARG_SIGNATURE,
               "Index of the largest element, NaN left out.\n\n>>> nanargmax([nan, 1])\nnp.int64(1)\n") {
    return arg_extreme(call, true, true);
}
ARRAY_FUNCTION(nanargmin, NUMPY | CUPY, ARG_SIGNATURE,
               "Index of the smallest element, NaN left out.\n\n>>> nanargmin([nan, 1])\nnp.int64(1)\n") {
    return arg_extreme(call, false, true);
}

ARRAY_FUNCTION(count_nonzero, NUMPY | CUPY, "(a, axis=None, *, keepdims=False)",
               "How many elements are not zero.\n\n>>> count_nonzero([0, 1, 2])\n2\n") {
    Array *a = call_array(call, 0);
    ReduceArguments arguments;
    if (!reduce_arguments(call, a, 0, 2, 0, 0, &arguments)) return variant_absent();
    if (!call_is_given(call, 1) && !arguments.keep_dimensions) {
        int64_t count = call_count_nonzero(call, a);
        if (count < 0) return variant_absent();
        if (call->namespace == CUPY)
            return call_give(call, call_number(call, DTYPE(INT64), variant_integer(count)));
        return variant_scalar_integer(count);
    }
    arguments.dtype = DTYPE(INT64);
    return call_give_item(call, reduce(call, OPERATOR(add), call_cast(call, a, DTYPE(BOOL)), &arguments));
}

/* ---- Running. */

static Variant running(ArrayCall *call, const Operator *row, double neutral, bool skip_nan) {
    Array *a = call_array(call, 0);
    int axis = 0;
    const Dtype *dtype = NULL;
    if (!a || !call_dtype(call, 2, &dtype)) return variant_absent();
    if (skip_nan) a = without_nan(call, a, neutral);
    if (!call_is_given(call, 1)) a = call_flat(call, a);
    a = call_at_least(call, a, 1);
    if (!a || !call_axis(call, 1, a->dimensions, &axis)) return variant_absent();
    return call_give_out(call, call_accumulate(call, row, a, axis, dtype), 3);
}
#define RUNNING_SIGNATURE "(a, axis=None, dtype=None, out=None)"
ARRAY_FUNCTION(cumsum, NUMPY | CUPY | METHOD, RUNNING_SIGNATURE,
               "Running sum.\n\n>>> cumsum([1, 2, 3])\narray([1, 3, 6])\n",
               .traits = CUPY_TYPED | OBSERVED,
               .own_method = "axis dtype out") {
    return running(call, OPERATOR(add), 0, false);
}
ARRAY_FUNCTION(cumprod, NUMPY | CUPY | METHOD, RUNNING_SIGNATURE,
               "Running product.\n\n>>> cumprod([1, 2, 3])\narray([1, 2, 6])\n",
               .traits = CUPY_TYPED | OBSERVED,
               .own_method = "axis dtype out") {
    return running(call, OPERATOR(multiply), 1, false);
}
ARRAY_FUNCTION(nancumsum, NUMPY | CUPY, RUNNING_SIGNATURE,
               "Running sum, NaN counting as zero.\n\n>>> nancumsum([1, nan])\narray([1., 1.])\n") {
    return running(call, OPERATOR(add), 0, true);
}
ARRAY_FUNCTION(nancumprod, NUMPY | CUPY, RUNNING_SIGNATURE,
               "Running product, NaN counting as one.\n\n>>> nancumprod([2, nan])\narray([2., 2.])\n") {
    return running(call, OPERATOR(multiply), 1, true);
}

ARRAY_FUNCTION(diff, NUMPY | CUPY, "(a, n=1, axis=-1, prepend=<no value>, append=<no value>)",
               "Differences of neighbours.\n\n>>> diff([1, 2, 4, 7])\narray([1, 2, 3])\n",
               .traits = CUPY_TAKES_HOST | OBSERVED) {
    Array *a = call_array(call, 0);
    int64_t times, number;
    int axis;
    if (!a || !call_integer(call, 1, &times) || !call_integer(call, 2, &number)) return variant_absent();
    if (times < 0) {
        call_fail(call, "ValueError", "order must be non-negative but got %lld", (long long)times);
        return variant_absent();
    }
    if (!a->dimensions) {
        call_fail(call, "ValueError", "diff requires input that is at least one dimensional");
        return variant_absent();
    }
    if (!times && call->namespace != CUPY) return call_give(call, a);
    if (!axis_normalise(number, a->dimensions, &axis, NULL, call->error)) return variant_absent();
    for (size_t i = 3; i <= 4; i++) {
        if (call->arguments[i].kind == VARIANT_ABSENT || !a) continue;
        Array *more = call_array(call, i);
        if (!more) return variant_absent();
        if (!more->dimensions) {
            int64_t shape[ARRAY_DIMENSIONS_MAX];
            memcpy(shape, a->shape, sizeof *shape * (size_t)a->dimensions);
            shape[axis] = 1;
            more = call_broadcast(call, more, a->dimensions, shape);
        }
        Array *parts[] = {i == 3 ? more : a, i == 3 ? a : more};
        a = more ? call_stack_axis(call, parts, 2, axis) : NULL;
    }
    for (; times > 0 && a; times--) {
        int64_t count = a->shape[axis] > 0 ? a->shape[axis] - 1 : 0;
        if (!a->shape[axis] && times > 2) times = 2; /* nothing is left but the type of differences of differences */
        Array *later = call_slice(call, a, axis, 1, count, 1),
              *earlier = call_slice(call, a, axis, 0, count, 1);
        a = a->dtype->kind == 'b' ? APPLY2(not_equal, later, earlier) : APPLY2(subtract, later, earlier);
    }
    return call_give(call, a);
}

ARRAY_FUNCTION(ediff1d, NUMPY | CUPY, "(ary, to_end=None, to_begin=None)",
               "Differences of the flattened array's neighbours.\n\n>>> ediff1d([1, 2, 4])\narray([1, 2])\n") {
    Array *a = call_flat(call, call_array(call, 0)), *parts[3];
    size_t count = 0;
    if (!a) return variant_absent();
    int64_t size = a->shape[0] > 0 ? a->shape[0] - 1 : 0;
    for (size_t i = 2; i >= 1; i--) {
        Array *end = call_is_given(call, i) ? call_array(call, i) : NULL;
        if (end && !dtype_can_cast(end->dtype, a->dtype, CASTING_SAME_KIND))
            call_fail(call, "TypeError", "dtype of `%s` must be compatible with input `ary` under the `same_kind` rule.", i == 2 ? "to_begin" : "to_end");
        if (error_is_set(call->error)) return variant_absent();
    }
    if (call_is_given(call, 2)) parts[count++] = call_flat(call, call_array_of(call, 2, a->dtype));
    parts[count++] = APPLY2(subtract, call_slice(call, a, 0, 1, size, 1), call_slice(call, a, 0, 0, size, 1));
    if (call_is_given(call, 1)) parts[count++] = call_flat(call, call_array_of(call, 1, a->dtype));
    for (size_t i = 0; i < count; i++)
        if (!parts[i]) return variant_absent();
    return call_give(call, call_stack_axis(call, parts, count, 0));
}
