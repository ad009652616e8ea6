/* Numbers made of numbers: parts of complex ones, limits, rounding, the replacement of nan. */
#include "arraylib/functions/compose.h"

#include <float.h>
#include <math.h>
#include <string.h>

ARRAY_FAMILY(numeric);

/* ---- Parts ---- */

/* As the attribute of what is given: an array gives an array, a number of Python's a number of its. */
static Variant part_of_value(ArrayCall *call, Array *part(Array *array, Error *error)) {
    Variant value = call->arguments[0];
    Array *a = call_array(call, 0), *result = a ? call_hold(call, part(a, call->error)) : NULL;
    if (!result || value.kind == VARIANT_ARRAY) return call_give(call, result);
    Variant item = call_give_item(call, result);
    if (variant_is_number(value) && value.kind != VARIANT_SCALAR) element_make_plain(&item);
    return item;
}

ARRAY_FUNCTION(real, NUMPY | CUPY, "(val)", "The real part.\n\n>>> real(array([1 + 2j, 3]))\narray([1., 3.])\n") {
    return part_of_value(call, array_real_part);
}
ARRAY_FUNCTION(imag, NUMPY | CUPY, "(val)", "The imaginary part.\n\n>>> imag(array([1 + 2j, 3]))\narray([2., 0.])\n") {
    return part_of_value(call, array_imaginary_part);
}
ARRAY_FUNCTION(angle, NUMPY | CUPY, "(z, deg=False)",
               "The angle of complex numbers.\n\n>>> angle(array([1, 1j]), deg=True)\narray([ 0., 90.])\n",
               .traits = OBSERVED) {
    bool degrees = false;
    Array *a = call_array(call, 0);
    if (!a || !call_truth(call, 1, &degrees)) return variant_absent();
    Array *angles = dtype_is_complex(a->dtype) ? APPLY2(arctan2, call_hold(call, array_imaginary_part(a, call->error)),
                                                        call_hold(call, array_real_part(a, call->error)))
                                               : NUMBER_APPLY2(arctan2, variant_integer(0), a);
    if (degrees) angles = APPLY2_NUMBER(multiply, angles, variant_float(180 / M_PI));
    return call_give_item(call, angles);
}

/* ---- Limits ---- */

/* A limit of Python's integers beyond what whole numbers of the array's type reach is none. */
static bool limits(const ArrayCall *call, size_t index, const Dtype *dtype, bool upper) {
    Variant limit = call->arguments[index];
    if (!call_is_given(call, index)) return false;
    if (!dtype_is_integer(dtype)) return true;
    bool is_large = limit.kind == VARIANT_UNSIGNED || (limit.kind == VARIANT_BIG && limit.real > 0);
    bool is_low = limit.kind == VARIANT_BIG && limit.real < 0;
    int bits = (int)dtype->item_size * 8 - (dtype->kind == 'i');
    uint64_t most = bits == 64 ? UINT64_MAX : (1ull << bits) - 1;
    int64_t least = dtype->kind == 'u' ? 0 : -(int64_t)most - 1;
    if (limit.kind == VARIANT_BIG) return upper ? is_low : is_large;
    if (limit.kind == VARIANT_UNSIGNED) return !upper || limit.unsigned_integer < most;
    if (limit.kind != VARIANT_INTEGER) return true;
    return upper ? limit.integer < 0 || (uint64_t)limit.integer < most : limit.integer > least;
}
ARRAY_FUNCTION(clip, NUMPY | CUPY | METHOD | FUSES,
               "(a, a_min=None, a_max=None, out=None, *, min=None, max=None, dtype=None, where=True, casting='same_kind', "
               "order='K', subok=True)",
               "Limit the elements to an interval.\n\n>>> clip(arange(5), 1, 3)\narray([1, 1, 2, 3, 3])\n",
               .traits = CUPY_METHOD | OBSERVED,
               .own_method = "a_min a_max | out") {
    Array *a = call_array(call, 0);
    size_t least = call_is_given(call, 1) ? 1 : 4, most = call_is_given(call, 2) ? 2 : 5;
    const char *casting = NULL;
    UfuncOptions options = {.namespace = call->namespace, .where = call->arguments[7], .out = call->arguments[3]};
    if (!a || !call_dtype(call, 6, &options.dtype) || !call_string(call, 8, &casting)) return variant_absent();
    if (casting && strcmp(casting, "same_kind") && !(options.has_casting = casting_from_name(casting, &options.casting))) {
        call_fail(call, "ValueError", "casting must be one of 'no', 'equiv', 'safe', 'same_kind', 'unsafe' (got '%s')", casting);
        return variant_absent();
    }
    bool above = limits(call, least, a->dtype, false), below = limits(call, most, a->dtype, true);
    Variant inputs[3] = {of_array(a)};
    size_t count = 1;
    if (above) inputs[count++] = call->arguments[least];
    if (below) inputs[count++] = call->arguments[most];
    if (count == 1 && !call_is_given(call, 3)) return call_give_item(call, call_copy(call, a, 'K'));
    const Operator *row = above && below ? OPERATOR(clip) : above ? OPERATOR(maximum) : below ? OPERATOR(minimum) : OPERATOR(positive);
    return ufunc_call(call->runtime, row, inputs, count, &options, call->error);
}

/* ---- Rounding ---- */

/* NumPy's way: scaled by a power of ten, rounded half to even, scaled back. */
static Array *round_to(ArrayCall *call, Array *a, int64_t decimals) {
    if (!a) return NULL;
    if (dtype_is_flexible(dtype_native(a->dtype)) && !decimals) return APPLY1(rint, a);
    if (a->dtype == DTYPE(BOOL) && decimals && call->namespace != CUPY) {
        call_fail(call, "numpy._core._exceptions.UFuncTypeError",
                  "Cannot cast ufunc '%s' output from dtype('float64') to dtype('bool') with casting rule 'same_kind'",
                  decimals > 0 ? "multiply" : "divide");
        return NULL;
    }
    if (a->dtype == DTYPE(BOOL)) a = call_cast(call, a, DTYPE(FLOAT16));
    if (!a) return NULL;
    if (!dtype_is_inexact(a->dtype) && !dtype_is_flexible(dtype_native(a->dtype))) {
        if (decimals >= 0) return call_copy(call, a, 'K');
        double power = pow(10, (double)-decimals);
        Array *whole = APPLY1(rint, APPLY2_NUMBER(divide, a, variant_float(power)));
        return call_cast(call, APPLY2_NUMBER(multiply, whole, variant_float(power)), a->dtype);
    }
    if (decimals == 0) return APPLY1(rint, a);
    if (dtype_is_complex(a->dtype)) { /* part by part: a complex division would lose digits */
        Array *result = call_new(call, a->dtype, a->dimensions, a->shape);
        if (!result || !call_assign(call, call_hold(call, array_real_part(result, call->error)),
                                    round_to(call, call_hold(call, array_real_part(a, call->error)), decimals)) ||
            !call_assign(call, call_hold(call, array_imaginary_part(result, call->error)),
                         round_to(call, call_hold(call, array_imaginary_part(a, call->error)), decimals)))
            return NULL;
        return result;
    }
    double power = pow(10, (double)(decimals < 0 ? -decimals : decimals));
    if (decimals < 0) {
        Array *whole = APPLY1(rint, APPLY2_NUMBER(divide, a, variant_float(power)));
        return APPLY2_NUMBER(multiply, whole, variant_float(power));
    }
    Array *whole = APPLY1(rint, APPLY2_NUMBER(multiply, a, variant_float(power)));
    return APPLY2_NUMBER(divide, whole, variant_float(power));
}
static Variant round_call(ArrayCall *call) {
    int64_t decimals = 0;
    Array *a = call_array(call, 0);
    if (!a || !call_integer(call, 1, &decimals)) return variant_absent();
    if (decimals != (int)decimals) {
        call_fail(call, "OverflowError", "signed integer is %s", decimals < 0 ? "less than minimum" : "greater than maximum");
        return variant_absent();
    }
    Array *rounded = round_to(call, a, decimals);
    bool f_only = array_is_f_contiguous(a) && !array_is_c_contiguous(a);
    if (rounded && decimals && dtype_is_inexact(a->dtype) && !(f_only ? array_is_f_contiguous : array_is_c_contiguous)(rounded))
        rounded = call_copy(call, rounded, f_only ? 'F' : 'C');
    return call_give_out(call, rounded, 2);
}
ARRAY_FUNCTION(round, NUMPY | CUPY | METHOD, "(a, decimals=0, out=None)",
               "Round to so many decimals, halves to the even neighbour.\n\n>>> round(array([0.5, 1.5, 2.5]))\n"
               "array([0., 2., 2.])\n",
               .traits = CUPY_TAKES_HOST | CLASS_ROUNDS | OBSERVED,
               .own_method = "decimals out") {
    return round_call(call);
}
ARRAY_FUNCTION(around, NUMPY | CUPY, "(a, decimals=0, out=None)",
               "Round to so many decimals, halves to the even neighbour.\n\n>>> around(array([1.25, 1.35]), 1)\n"
               "array([1.2, 1.4])\n",
               .traits = CUPY_TAKES_HOST | CLASS_ROUNDS | OBSERVED,
               .own_method = "round: decimals out") {
    return round_call(call);
}
ARRAY_FUNCTION(fix, NUMPY | CUPY, "(x, out=None)",
               "Round towards zero.\n\n>>> fix(array([1.7, -1.7]))\narray([ 1., -1.])\n") {
    Array *a = call_array(call, 0);
    return a ? call_give_out(call, APPLY1(trunc, a), 1) : variant_absent();
}

/* ---- nan ---- */

/* What takes the place of nan, inf and -inf: numbers or arrays. */
typedef struct Replacements {
    Variant nan, most, least;
} Replacements;

/* `a` with nan, inf and -inf replaced; real numbers only. */
static Array *replace_infinite(ArrayCall *call, Array *a, const Replacements *by) {
    Array *positive = APPLY2_NUMBER(equal, a, variant_float(INFINITY));
    Array *negative = APPLY2_NUMBER(equal, a, variant_float(-INFINITY));
    Array *none = APPLY1(isnan, a);
    a = call_where(call, none, by->nan, of_array(a));
    a = call_where(call, positive, by->most, of_array(a));
    return call_where(call, negative, by->least, of_array(a));
}

/* A number, or an array of the type and shape of `a`. */
static bool replacement(ArrayCall *call, size_t index, const Array *a, Variant *by) {
    double number;
    if (!call_is_given(call, index)) return true;
    Variant given = call->arguments[index];
    if (given.kind == VARIANT_SEQUENCE || (given.kind == VARIANT_ARRAY && given.array->dimensions)) {
        Array *values = call_broadcast(call, call_array_of(call, index, dtype_real(a->dtype)), a->dimensions, a->shape);
        if (!values && error_is_set(call->error) && !strcmp(call->error->kind, "ValueError")) {
            char from[SHAPE_TEXT_SIZE], to[SHAPE_TEXT_SIZE];
            error_clear(call->error);
            Array *wrong = call_array(call, index);
            return wrong && call_fail(call, "ValueError", "could not broadcast input array from shape %s into shape %s",
                                      shape_text_tight(wrong->dimensions, wrong->shape, from), shape_text_tight(a->dimensions, a->shape, to));
        }
        if (values) *by = of_array(values);
        return values != NULL;
    }
    if (!call_real(call, index, &number)) return false;
    *by = variant_float(number);
    return true;
}

ARRAY_FUNCTION(nan_to_num, NUMPY | CUPY, "(x, copy=True, nan=0.0, posinf=None, neginf=None)",
               "Replace nan by zero and infinities by the largest finite numbers.\n\n>>> nan_to_num(array([nan, 1.0]))\n"
               "array([0., 1.])\n",
               .traits = OBSERVED) {
    bool copy = true;
    Array *a = call_array(call, 0);
    if (!a || !call_truth(call, 1, &copy)) return variant_absent();
    if (!dtype_is_inexact(a->dtype)) return call_give_item(call, copy ? call_copy(call, a, 'K') : a);
    const Dtype *real = dtype_real(a->dtype);
    double most = real == DTYPE(FLOAT16) ? 65504 : real == DTYPE(FLOAT32) ? FLT_MAX : DBL_MAX, least = -most;
    Replacements by = {variant_float(0), variant_float(most), variant_float(least)};
    if (!replacement(call, 2, a, &by.nan) || !replacement(call, 3, a, &by.most) || !replacement(call, 4, a, &by.least)) return variant_absent();
    Array *result;
    if (dtype_is_complex(a->dtype)) {
        result = call_copy(call, a, 'K');
        for (int i = 0; i < 2 && result; i++) {
            Array *part = call_hold(call, i ? array_imaginary_part(result, call->error) : array_real_part(result, call->error));
            if (!part || !call_assign(call, part, replace_infinite(call, part, &by))) return variant_absent();
        }
    } else {
        bool repeats = false; /* a copy of it lies otherwise than what operators make of it */
        for (int i = 0; i < a->dimensions; i++) repeats = repeats || (a->shape[i] > 1 && !a->strides[i]);
        Array *source = repeats && copy && call->namespace != CUPY ? call_copy(call, a, 'K') : a;
        result = source ? replace_infinite(call, source, &by) : NULL;
    }
    if (copy || !result || call->arguments[0].kind != VARIANT_ARRAY) return call_give_item(call, result);
    return call_assign(call, a, result) ? call_give(call, a) : variant_absent();
}

/* ---- Others ---- */

ARRAY_FUNCTION(sinc, NUMPY | CUPY, "(x)",
               "sin(pi x) / (pi x), and 1 at 0.\n\n>>> sinc(array([0.0, 1.0])).round(6)\narray([1., 0.])\n",
               .traits = CLASS_PLAIN) {
    Array *a = call_array(call, 0);
    if (!a) return variant_absent();
    a = call_cast(call, a, dtype_inexact(a->dtype));
    Array *y = APPLY2_NUMBER(multiply, a, variant_float(M_PI));
    y = call_where(call, a ? APPLY2_NUMBER(equal, a, variant_float(0)) : NULL, variant_float(1e-20), of_array(y));
    return call_give_item(call, APPLY2(divide, APPLY1(sin, y), y));
}

ARRAY_FUNCTION(unwrap, NUMPY | CUPY, "(p, discont=None, axis=-1, *, period=6.283185307179586)",
               "Unwrap by taking the complement of large differences with respect to the period.\n\n"
               ">>> unwrap(array([0.0, 6.5])).round(4)\narray([0.    , 0.2168])\n",
               .traits = CLASS_PLAIN) {
    double period = 2 * M_PI, limit;
    Array *a = call_array(call, 0);
    if (!a || !call_real(call, 3, &period)) return variant_absent();
    limit = period / 2;
    if (call_is_given(call, 1) && !call_real(call, 1, &limit)) return variant_absent();
    if (limit < period / 2) limit = period / 2;
    int axis = a->dimensions - 1;
    if (!call_axis(call, 2, a->dimensions, &axis)) return variant_absent();
    /* Whole numbers stay whole where the period is; half of an odd period lies between two of them. */
    bool is_whole = call->arguments[3].kind == VARIANT_INTEGER && dtype_is_integer(a->dtype) && call->namespace == NUMPY;
    int64_t turn = is_whole ? call->arguments[3].integer : 0;
    if (!is_whole) a = call_cast(call, a, dtype_inexact(a->dtype));
    if (!a || a->shape[axis] < 2) return call_give(call, a ? call_copy(call, a, 'C') : NULL);
    int64_t count = a->shape[axis] - 1;
    Array *steps = APPLY2(subtract, call_slice(call, a, axis, 1, count, 1), call_slice(call, a, axis, 0, count, 1));
    Variant low = is_whole ? variant_integer(-(turn / 2)) : variant_float(-period / 2);
    Variant high = is_whole ? variant_integer(turn / 2) : variant_float(period / 2);
    Array *wrapped = APPLY2_NUMBER(add, APPLY2_NUMBER(remainder, APPLY2_NUMBER(subtract, steps, low),
                                                      is_whole ? variant_integer(turn) : variant_float(period)), low);
    if (!is_whole || turn % 2 == 0) {
        Array *at_edge = APPLY2(logical_and, APPLY2_NUMBER(equal, wrapped, low), APPLY2_NUMBER(greater, steps, variant_integer(0)));
        wrapped = call_where(call, at_edge, high, of_array(wrapped));
    }
    Array *corrections = APPLY2(subtract, wrapped, steps);
    Array *small = APPLY2_NUMBER(less, APPLY1(absolute, steps), variant_float(limit));
    corrections = call_where(call, small, variant_integer(0), of_array(corrections));
    corrections = corrections ? call_accumulate(call, OPERATOR(add), corrections, axis, NULL) : NULL;
    Array *result = call_copy(call, a, 'C');
    Array *rest = result ? call_slice(call, result, axis, 1, count, 1) : NULL;
    if (!rest || !call_assign(call, rest, APPLY2(add, rest, corrections))) return variant_absent();
    return call_give(call, result);
}
