/* Windows of signals, and the Bessel function that one of them is made with. */
#include "arraylib/functions/compose.h"

#include <math.h>

ARRAY_FAMILY(windows);

/* 1 - count, 3 - count, ... below count, as doubles. */
static Array *odd_steps(ArrayCall *call, double count) {
    int64_t size = (int64_t)ceil((2 * count - 1) / 2);
    Array *steps = call_cast(call, call_iota(call, size), DTYPE(FLOAT64));
    return APPLY2_NUMBER(add, APPLY2_NUMBER(multiply, steps, variant_float(2)), variant_float(1 - count));
}

/* What all windows give for no point and for one. false: there are more, or it failed. */
static bool is_trivial(ArrayCall *call, double count, Variant *result) {
    if (count > 1) return false;
    *result = call_give(call, call_filled(call, DTYPE(FLOAT64), 1, (int64_t[]){count >= 1}, variant_float(1)));
    return true;
}

static Array *cosine_of(ArrayCall *call, Array *steps, double factor, double count) {
    Array *angles = APPLY2_NUMBER(multiply, steps, variant_float(factor));
    return angles ? APPLY1(cos, APPLY2_NUMBER(divide, angles, variant_float(count - 1))) : NULL;
}

/* constant + weight * cos(pi n / (M - 1)) (+ weight2 * cos(2 pi n / (M - 1))) */
static Variant cosine_window(ArrayCall *call, double constant, double weight, double weight2) {
    double count;
    Variant result = variant_absent();
    if (!call_real(call, 0, &count) || is_trivial(call, count, &result)) return result;
    Array *steps = odd_steps(call, count);
    Array *window = APPLY2_NUMBER(multiply, cosine_of(call, steps, M_PI, count), variant_float(weight));
    window = APPLY2_NUMBER(add, window, variant_float(constant));
    if (weight2 != 0)
        window = APPLY2(add, window, APPLY2_NUMBER(multiply, cosine_of(call, steps, 2 * M_PI, count), variant_float(weight2)));
    return call_give(call, window);
}

ARRAY_FUNCTION(hanning, NUMPY | CUPY, "(M)", "The Hann window, a raised cosine.\n\n>>> hanning(5)\narray([0. , 0.5, 1. , 0.5, 0. ])\n",
               .traits = ASKS_NOBODY) {
    return cosine_window(call, 0.5, 0.5, 0);
}
ARRAY_FUNCTION(hamming, NUMPY | CUPY, "(M)", "The Hamming window, a cosine on a pedestal.\n\n>>> hamming(3)\narray([0.08, 1.  , 0.08])\n",
               .traits = ASKS_NOBODY) {
    return cosine_window(call, 0.54, 0.46, 0);
}
ARRAY_FUNCTION(blackman, NUMPY | CUPY, "(M)",
               "The Blackman window, of two cosines.\n\n>>> blackman(3).round(8)\narray([-0.,  1., -0.])\n",
               .traits = ASKS_NOBODY) {
    return cosine_window(call, 0.42, 0.5, 0.08);
}

ARRAY_FUNCTION(bartlett, NUMPY | CUPY, "(M)", "The Bartlett window, a triangle.\n\n>>> bartlett(5)\narray([0. , 0.5, 1. , 0.5, 0. ])\n",
               .traits = ASKS_NOBODY) {
    double count;
    Variant result = variant_absent();
    if (!call_real(call, 0, &count) || is_trivial(call, count, &result)) return result;
    Array *steps = odd_steps(call, count), *slope = APPLY2_NUMBER(divide, steps, variant_float(count - 1));
    if (!slope) return variant_absent();
    Array *rising = NUMBER_APPLY2(add, variant_float(1), slope), *falling = NUMBER_APPLY2(subtract, variant_float(1), slope);
    Array *left = APPLY2_NUMBER(less_equal, steps, variant_float(0));
    return call_give(call, rising && falling && left ? call_where(call, left, of_array(rising), of_array(falling)) : NULL);
}

/* ---- Bessel's I0 (Clenshaw 1962; the coefficients of Cephes) ---- */

static const double up_to_8[] = {
    -4.4153416464793395e-18, 3.3307945188222384e-17, -2.431279846547955e-16, 1.715391285555133e-15, -1.1685332877993451e-14,
    7.676185498604936e-14, -4.856446783111929e-13, 2.95505266312964e-12, -1.726826291441556e-11, 9.675809035373237e-11,
    -5.189795601635263e-10, 2.6598237246823866e-09, -1.300025009986248e-08, 6.046995022541919e-08, -2.670793853940612e-07,
    1.1173875391201037e-06, -4.4167383584587505e-06, 1.6448448070728896e-05, -5.754195010082104e-05, 0.00018850288509584165,
    -0.0005763755745385824, 0.0016394756169413357, -0.004324309995050576, 0.010546460394594998, -0.02373741480589947,
    0.04930528423967071, -0.09490109704804764, 0.17162090152220877, -0.3046826723431984, 0.6767952744094761};
static const double beyond_8[] = {
    -7.233180487874754e-18, -4.830504485944182e-18, 4.46562142029676e-17, 3.461222867697461e-17, -2.8276239805165836e-16,
    -3.425485619677219e-16, 1.7725601330565263e-15, 3.8116806693526224e-15, -9.554846698828307e-15, -4.150569347287222e-14,
    1.54008621752141e-14, 3.8527783827421426e-13, 7.180124451383666e-13, -1.7941785315068062e-12, -1.3215811840447713e-11,
    -3.1499165279632416e-11, 1.1889147107846439e-11, 4.94060238822497e-10, 3.3962320257083865e-09, 2.266668990498178e-08,
    2.0489185894690638e-07, 2.8913705208347567e-06, 6.889758346916825e-05, 0.0033691164782556943, 0.8044904110141088};

static Array *chebyshev_sum(ArrayCall *call, Array *x, const double *coefficients, int count) {
    Array *b0 = call_filled(call, x->dtype, x->dimensions, x->shape, variant_float(coefficients[0])), *b2 = NULL;
    Array *b1 = call_filled(call, x->dtype, x->dimensions, x->shape, variant_float(0));
    for (int i = 1; i < count && b0 && b1; i++) {
        b2 = b1;
        b1 = b0;
        b0 = APPLY2_NUMBER(add, APPLY2(subtract, APPLY2(multiply, x, b1), b2), variant_float(coefficients[i]));
    }
    return b0 && b2 ? APPLY2_NUMBER(multiply, APPLY2(subtract, b0, b2), variant_float(0.5)) : NULL;
}

static Array *bessel_i0(ArrayCall *call, Array *x) {
    if (!x) return NULL;
    if (dtype_is_complex(x->dtype)) {
        call_fail(call, "TypeError", "i0 not supported for complex values");
        return NULL;
    }
    if (!dtype_is_float(x->dtype)) x = call_cast(call, x, DTYPE(FLOAT64));
    x = x ? APPLY1(absolute, x) : NULL;
    Array *small = APPLY2_NUMBER(less_equal, x, variant_float(8.0));
    if (!small) return NULL;
    Array *near_x = call_where(call, small, of_array(x), variant_float(0)); /* of infinity nothing is subtracted, */
    Array *safe = call_where(call, small, variant_float(8.0), of_array(x)); /* nothing is divided by 0 */
    Array *near_place = APPLY2_NUMBER(subtract, APPLY2_NUMBER(divide, near_x, variant_float(2.0)), variant_float(2));
    Array *far_place = APPLY2_NUMBER(subtract, NUMBER_APPLY2(divide, variant_float(32.0), safe), variant_float(2.0));
    if (!near_place || !far_place) return NULL;
    Array *growth = APPLY1(exp, x);
    Array *near = APPLY2(multiply, growth, chebyshev_sum(call, near_place, up_to_8, sizeof up_to_8 / sizeof *up_to_8));
    Array *far = APPLY2(divide, APPLY2(multiply, growth, chebyshev_sum(call, far_place, beyond_8, sizeof beyond_8 / sizeof *beyond_8)),
                        APPLY1(sqrt, safe));
    return near && far ? call_where(call, small, of_array(near), of_array(far)) : NULL;
}

ARRAY_FUNCTION(i0, NUMPY | CUPY, "(x)",
               "Bessel's I of order 0.\n\n>>> i0([0., 1.])\narray([1.        , 1.26606588])\n") {
    return call_give(call, bessel_i0(call, call_array(call, 0)));
}

ARRAY_FUNCTION(kaiser, NUMPY | CUPY, "(M, beta)",
               "The Kaiser window, made with a Bessel function.\n\n>>> kaiser(3, 0.0)\narray([1., 1., 1.])\n",
               .traits = ASKS_NOBODY) {
    double count, beta;
    Variant result = variant_absent();
    if (!call_real(call, 0, &count) || !call_real(call, 1, &beta)) return result;
    if (count == 1 && is_trivial(call, count, &result)) return result;
    Array *steps = call_cast(call, call_iota(call, count > 0 ? (int64_t)ceil(count) : 0), DTYPE(FLOAT64));
    double middle = (count - 1) / 2.0;
    Array *apart = APPLY2_NUMBER(divide, APPLY2_NUMBER(subtract, steps, variant_float(middle)), variant_float(middle));
    Array *inner = NUMBER_APPLY2(subtract, variant_float(1), APPLY2(multiply, apart, apart));
    Array *window = inner ? bessel_i0(call, APPLY2_NUMBER(multiply, APPLY1(sqrt, inner), variant_float(beta))) : NULL;
    Array *peak = bessel_i0(call, call_number(call, DTYPE(FLOAT64), variant_float(beta)));
    return call_give(call, APPLY2(divide, window, peak));
}
