/* The transcendental functions of float32 as SLEEF has those of float64: within 1 ulp, the same bits on every processor with fused
 * multiply-add. They are computed in float64, where short series leave errors of some thousandths of float32's last digit: no number in
 * two parts, no tables. Included by vector_math_16.c, _32.c, _64.c after vector_width.h.
 *
 * The series are interpolations at Chebyshev's points, relative errors 2**-32 and less. Where a function has no result, or x is beyond
 * what the reduction serves, they give no number, and the C library's function is asked (vector_math.c). */
#include "arraylib/core/roots.h"
#include "arraylib/device/host/vector/vector_math.h"
#include "arraylib/device/host/vector/vector_width.h"

#define LN2 0x1.62e42fefa39efp-1
#define LOG2_E 0x1.71547652b82fep+0
#define LOG10_E 0x1.bcb7b1526e50ep-2
#define LOG10_2 0x1.34413509f79ffp-2
#define PI 0x1.921fb54442d18p+1
#define HALF_PI 0x1.921fb54442d18p+0

/* (2**r - 1) / r for r from -1/2 to 1/2 */
static const double power_terms[] = {0x1.62e42fefa39efp-1,  0x1.ebfbe045f4d3cp-3,  0x1.c6b08d883dca1p-5, 0x1.3b2a1b7152befp-7,
                                     0x1.5d879ead06a82p-10, 0x1.443fffc90db59p-13, 0x1.00a581594758ep-16};
/* log((1 + s) / (1 - s)) / s in s**2, arctan(x) / x in x**2 to 1, arcsin(x) / x in x**2 to 1/4 */
static const double log_terms[] = {0x1.0000000004988p+1, 0x1.555554db6d410p-1, 0x1.999a9bbfcf938p-2, 0x1.2432ec97e26d1p-2,
                                   0x1.e3a9bc9e83906p-3};
static const double arctan_terms[] = {0x1.ffffffff64898p-1,  -0x1.555553f671b9ap-2, 0x1.999914dc909cfp-3,  -0x1.2488519fa5a60p-3,
                                      0x1.c6533dfc9a77bp-4,  -0x1.6f95036b2d2f5p-4, 0x1.2811fdeff7003p-4,  -0x1.ba035c4e8d652p-5,
                                      0x1.151ab904c9279p-5,  -0x1.0354cc23b8650p-6, 0x1.3625e8d6eefb9p-8,  -0x1.5bcf6e5741041p-11};
static const double arcsin_terms[] = {0x1.ffffffffe1fddp-1, 0x1.55555644ffd27p-3, 0x1.3332974333413p-4, 0x1.6ddd3297735ebp-5,
                                      0x1.ed3310aa58a51p-6, 0x1.93e1363c82c76p-6, 0x1.e5084c0c9e239p-8, 0x1.1ca8ba846c6cbp-5};
/* (sin(r) / r - 1) / r**2 to r = pi / 2; the same to pi / 4, and (cos(r) - 1) / r**2 */
static const double long_sine_terms[] = {-0x1.555555546014ap-3, 0x1.11110fda70688p-7, -0x1.a0190593eb251p-13, 0x1.71968a40e2c65p-19,
                                         -0x1.9db0f577440a2p-26};
static const double sine_terms[] = {-0x1.555555545dd83p-3, 0x1.11110deeb33cbp-7, -0x1.a013a6edcb130p-13, 0x1.6dbdd270070fbp-19};
static const double cosine_terms[] = {-0x1.fffffffffe691p-2, 0x1.555555514ea4cp-5, -0x1.6c16bae4ef875p-10, 0x1.a0129816dae6bp-16,
                                      -0x1.2474b4d949b3fp-22};
/* cosh(r) and sinh(r) / r in r**2 to log(2) / 2 */
static const double cosh_terms[] = {0x1.ffffffffa7135p-1, 0x1.0000005c89e4ep-1, 0x1.555464a0f079ep-5, 0x1.6da753185ad01p-10};
static const double sinh_terms[] = {0x1.fffffffff61fdp-1, 0x1.5555557e7125ep-3, 0x1.1110a6222ea35p-7, 0x1.a17df2ec2bc60p-13};

/* 2**t as `scale` * (1 + `rest`); t is kept within what float32 tells from 0 and infinity. */
INLINE void split_power(Vector t, Vector *scale, Vector *rest) {
    t = most(least(t, spread(200)), spread(-200));
    Vector moved = t + ROUNDING, r = t - (moved - ROUNDING);
    *scale = (Vector)(((Whole)moved << 52) + (Whole)spread(1));
    *rest = r * SERIES(r, power_terms);
}
INLINE Vector power_of_2(Vector t) {
    Vector scale, rest;
    split_power(t, &scale, &rest);
    return multiply_add(scale, rest, scale);
}
#ifndef HAS_FUSED_FLOATS
INLINE Vector float_exp2(Vector x) { return power_of_2(x); }
INLINE Vector float_exp(Vector x) { return power_of_2(x * LOG2_E); }
#endif
INLINE Vector float_expm1(Vector x) {
    Vector scale, rest;
    split_power(x * LOG2_E, &scale, &rest);
    return with_sign(multiply_add(scale, rest, scale - 1), sign_of(x));
}

/* v = 2**`exponent` * (1 + f), f from sqrt(1/2) - 1 to sqrt(2) - 1; gives log(1 + f). `above`: v - 1 more precisely than v has it. */
INLINE Vector split_log(Vector v, const Vector *above, Vector *exponent) {
    const Whole half = (Whole)spread(0x1.6a09e667f3bcdp-1), one = (Whole)spread(1);
    Whole biased = (((Whole)v - half + one) >> 52);
    *exponent = (Vector)(biased | (Whole)spread(0x1p52)) - (0x1p52 + 1023);
    Vector f = (Vector)((Whole)v - (biased << 52) + one) - 1;
    if (above) f = choose((Whole)(biased == 1023), *above, f);
    Vector s = f / (f + 2);
    return s * SERIES(s * s, log_terms);
}
INLINE Vector log_of_1_and(Vector above) { /* above > -1 */
    Vector exponent, rest = split_log(above + 1, &above, &exponent);
    return multiply_add(exponent, spread(LN2), rest);
}
#ifndef HAS_FUSED_FLOATS
INLINE Vector log_times(Vector x, double factor, double of_2) {
    Vector exponent, rest = split_log(x, NULL, &exponent);
    return only_where((Whole)(x > 0), multiply_add(exponent, spread(of_2), rest * factor));
}
INLINE Vector float_log(Vector x) { return log_times(x, 1, LN2); }
INLINE Vector float_log2(Vector x) { return log_times(x, LOG2_E, 1); }
INLINE Vector float_log10(Vector x) { return log_times(x, LOG10_E, LOG10_2); }
#endif
INLINE Vector float_log1p(Vector x) { return only_where((Whole)(x > -1), with_sign(log_of_1_and(x), sign_of(x))); }
INLINE Vector float_arcsinh(Vector x) {
    Vector a = size_of(x), square = a * a;
    return with_sign(log_of_1_and(a + square / (square_root(square + 1) + 1)), sign_of(x));
}
INLINE Vector float_arccosh(Vector x) {
    Vector t = x - 1;
    return only_where((Whole)(x >= 1), log_of_1_and(t + square_root(t * (t + 2))));
}
INLINE Vector float_arctanh(Vector x) {
    Vector a = size_of(x);
    return only_where((Whole)(a < 1), with_sign(log_of_1_and((a + a) / (1 - a)) * 0.5, sign_of(x)));
}

/* 2 * cosh(a) and 2 * sinh(a) of a >= 0 */
INLINE void split_hyperbolic(Vector a, Vector *cosh, Vector *sinh) {
    a = least(a, spread(120));
    Vector moved = a * LOG2_E + ROUNDING, r = multiply_add(moved - ROUNDING, spread(-LN2), a), z = r * r;
    Vector up = (Vector)(((Whole)moved << 52) + (Whole)spread(1)), down = (Vector)((Whole)spread(1) - ((Whole)moved << 52));
    Vector even = SERIES(z, cosh_terms), odd = r * SERIES(z, sinh_terms), sum = up + down, difference = up - down;
    *cosh = multiply_add(sum, even, difference * odd);
    *sinh = multiply_add(sum, odd, difference * even);
}
INLINE Vector float_sinh(Vector x) {
    Vector cosh, sinh;
    split_hyperbolic(size_of(x), &cosh, &sinh);
    return with_sign(sinh * 0.5, sign_of(x));
}
INLINE Vector float_cosh(Vector x) {
    Vector cosh, sinh;
    split_hyperbolic(size_of(x), &cosh, &sinh);
    return cosh * 0.5;
}
INLINE Vector float_tanh(Vector x) {
    Vector cosh, sinh;
    split_hyperbolic(size_of(x), &cosh, &sinh);
    return with_sign(sinh / cosh, sign_of(x));
}

/* Multiples of pi, in two parts the first of which has room for 20 bits more, are taken off numbers of at most this size. */
#define TURNS_MOST 0x1p20
INLINE Vector long_sine(Vector r) {
    Vector z = r * r;
    return r * multiply_add(z, SERIES(z, long_sine_terms), spread(1));
}
INLINE Vector less_turns(Vector x, Vector turns) { return (x - turns * 0x1.921fb544p+1) - turns * 0x1.0b4611a626331p-33; }
INLINE Vector float_sin(Vector x) {
    Vector moved = x * 0x1.45f306dc9c883p-2 + ROUNDING, sine = long_sine(less_turns(x, moved - ROUNDING));
    return only_where((Whole)(size_of(x) <= TURNS_MOST), (Vector)((Whole)sine ^ ((Whole)moved << 63)));
}
INLINE Vector float_cos(Vector x) {
    Vector moved = (x * 0x1.45f306dc9c883p-2 + 0.5) + ROUNDING, sine = long_sine(less_turns(x, (moved - ROUNDING) - 0.5));
    return only_where((Whole)(size_of(x) <= TURNS_MOST), (Vector)((Whole)sine ^ ((Whole)moved << 63)));
}
INLINE Vector float_tan(Vector x) {
    Vector moved = x * 0x1.45f306dc9c883p-1 + ROUNDING, r = less_turns(x, (moved - ROUNDING) * 0.5), z = r * r;
    Vector sine = r * multiply_add(z, SERIES(z, sine_terms), spread(1)), cosine = multiply_add(z, SERIES(z, cosine_terms), spread(1));
    Whole is_odd = -((Whole)moved & 1);
    Vector tangent = choose(is_odd, cosine, sine) / choose(is_odd, sine, cosine);
    return only_where((Whole)(size_of(x) <= TURNS_MOST), (Vector)((Whole)tangent ^ (is_odd & SIGN)));
}

/* The angle of a point: of the smaller of two sizes over the larger, up to an eighth of a turn, then turned. */
INLINE Vector angle_of(Vector a, Vector b) {
    Vector q = least(a, b) / most(a, b), angle = q * SERIES(q * q, arctan_terms);
    return choose((Whole)(a > b), HALF_PI - angle, angle);
}
INLINE Vector float_arctan(Vector x) { return with_sign(angle_of(size_of(x), spread(1)), sign_of(x)); }
INLINE Vector float_arctan2(Vector y, Vector x) {
    Vector angle = angle_of(size_of(y), size_of(x)), other = PI - angle;
    return with_sign(choose(-(sign_of(x) >> 63), other, angle), sign_of(y));
}

/* The arcsine of x up to 1/2; `is_far`: beyond it, half of what x lacks of a quarter turn. */
INLINE Vector short_arcsine(Vector size, Whole *is_far) {
    *is_far = (Whole)(size > 0.5);
    Vector rest = 0.5 - size * 0.5, z = choose(*is_far, rest, size * size), s = choose(*is_far, square_root(rest), size);
    return only_where((Whole)(size <= 1), s * SERIES(z, arcsin_terms));
}
INLINE Vector float_arcsin(Vector x) {
    Whole is_far;
    Vector angle = short_arcsine(size_of(x), &is_far);
    return only_where((Whole)(size_of(x) <= 1), with_sign(choose(is_far, HALF_PI - (angle + angle), angle), sign_of(x)));
}
INLINE Vector float_arccos(Vector x) {
    Whole is_far;
    Vector angle = short_arcsine(size_of(x), &is_far), twice = angle + angle;
    Vector far = choose((Whole)(x < 0), PI - twice, twice);
    return choose(is_far, far, HALF_PI - (Vector)((Whole)angle ^ sign_of(x)));
}

/* As core/roots.c does one: the same steps, so the same bits. */
INLINE Vector float_cbrt(Vector x) {
    Whole third = product_of_low((Whole)x >> 32 & (UINT32_MAX >> 1), (Whole){0} + ROOT_THIRD) >> 33;
    Vector size = size_of(x), inverse = (Vector)((ROOT_MIDDLE - third) << 32), left;
    ROOT_STEP(inverse, size);
    ROOT_STEP(inverse, size);
    return choose((Whole)(x == 0), x, with_sign(size * (inverse * inverse), sign_of(x)));
}

/* Powers of negative numbers have a sign when the exponent is odd, and none when it is not whole. */
INLINE Vector float_power(Vector x, Vector y) {
    y = most(least(y, spread(0x1p40)), spread(-0x1p40));
    Vector exponent, size = size_of(x), rest = split_log(size, NULL, &exponent), moved = y + ROUNDING;
    Vector power = power_of_2(multiply_add(rest, spread(LOG2_E), exponent) * y);
    Whole is_whole = (Whole)(moved - ROUNDING == y), negative = sign_of(x);
    power = (Vector)((Whole)power ^ (negative & ((Whole)moved << 63)));
    return only_where((Whole)(x > 0) | ((Whole)(x < 0) & is_whole), power);
}

typedef uint32_t FewBits __attribute__((vector_size(WIDTH / 2)));
typedef float FewLoose __attribute__((vector_size(WIDTH / 2), aligned(sizeof(float)), may_alias));
#define FLOAT_EXPONENT 0x7f800000u

INLINE bool any_of(FewBits bits) {
    uint32_t any = 0;
    for (int lane = 0; lane < LANES; lane++) any |= bits[lane];
    return any != 0;
}
/* Fewer than LANES at an end; others are the same as the first. */
static Few few_of(const float *in, int64_t count) {
    Few few;
    for (int lane = 0; lane < LANES; lane++) few[lane] = in[lane < count ? lane : 0];
    return few;
}
INLINE FewBits not_finite(Few x) { return (FewBits)(((FewBits)x & FLOAT_EXPONENT) == FLOAT_EXPONENT); }
INLINE FewBits not_normal(Few x) { return (FewBits)(((FewBits)x << 1) - 0x01000000u >= 0xfe000000u); }

/* An element is special when it or its result is not finite, or the result is smaller than normal numbers and it is not 0. */
#define DEFINE_FLOATS(name)                                                                                   \
    INLINE Few few_##name(Few x, FewBits *special) {                                                          \
        Few result = narrowed(float_##name(widened(x)));                                                      \
        *special |= (not_normal(result) & (FewBits)((x != 0) | (result != 0))) | not_finite(x);               \
        return result;                                                                                        \
    }                                                                                                         \
    static bool NAMED(apply_##name, WIDTH)(VectorFunction * none, const float *in, float *out, int64_t count) { \
        FewBits special = {0};                                                                                \
        int64_t i = 0;                                                                                        \
        (void)none;                                                                                           \
        for (; i + LANES <= count; i += LANES)                                                                \
            *(FewLoose *)(out + i) = few_##name(*(const FewLoose *)(in + i), &special);                       \
        if (i < count) {                                                                                      \
            Few result = few_##name(few_of(in + i, count - i), &special);                                     \
            memcpy(out + i, &result, (size_t)(count - i) * sizeof(float));                                    \
        }                                                                                                     \
        return any_of(special);                                                                               \
    }
DEFINE_FLOATS(sin)
DEFINE_FLOATS(cos)
DEFINE_FLOATS(tan)
DEFINE_FLOATS(arcsin)
DEFINE_FLOATS(arccos)
DEFINE_FLOATS(arctan)
DEFINE_FLOATS(expm1)
DEFINE_FLOATS(log1p)
DEFINE_FLOATS(sinh)
DEFINE_FLOATS(cosh)
DEFINE_FLOATS(tanh)
DEFINE_FLOATS(arcsinh)
DEFINE_FLOATS(arccosh)
DEFINE_FLOATS(arctanh)
DEFINE_FLOATS(cbrt)
#ifdef HAS_FUSED_FLOATS
#include "arraylib/device/host/vector/vector_floats_fused.h"
#else
DEFINE_FLOATS(exp)
DEFINE_FLOATS(exp2)
DEFINE_FLOATS(log)
DEFINE_FLOATS(log2)
DEFINE_FLOATS(log10)
#endif

/* Of two arguments: special too when the result is 0, and exponents that products serve. */
#define DEFINE_FLOATS2(name)                                                                                  \
    INLINE Few few_##name(Few x, Few y, bool is_power, FewBits *special) {                                    \
        Few result = narrowed(float_##name(widened(x), widened(y)));                                          \
        *special |= not_normal(result) | not_finite(x) | not_finite(y);                                       \
        if (is_power)                                                                                         \
            *special |= (FewBits)(y >= 2) & (FewBits)(y <= VECTOR_WHOLE_MOST) & (FewBits)((y + 0x1.8p23f) - 0x1.8p23f == y); \
        return result;                                                                                        \
    }                                                                                                         \
    static bool NAMED(apply_##name, WIDTH)(VectorFunction * none, bool is_power, const float *a, const float *b, float *out, \
                                           int64_t count) {                                                   \
        FewBits special = {0};                                                                                \
        int64_t i = 0;                                                                                        \
        (void)none;                                                                                           \
        for (; i + LANES <= count; i += LANES)                                                                \
            *(FewLoose *)(out + i) = few_##name(*(const FewLoose *)(a + i), *(const FewLoose *)(b + i), is_power, &special); \
        if (i < count) {                                                                                      \
            Few result = few_##name(few_of(a + i, count - i), few_of(b + i, count - i), is_power, &special);  \
            memcpy(out + i, &result, (size_t)(count - i) * sizeof(float));                                    \
        }                                                                                                     \
        return any_of(special);                                                                               \
    }
#define X(name, c_name) DEFINE_FLOATS2(name)
VECTOR_FUNCTIONS2(X)
#undef X

ApplyFloats *const NAMED(vector_floats, WIDTH)[VECTOR_COUNT] = {
#define X(name, c_name) [VECTOR_##name] = NAMED(apply_##name, WIDTH),
    VECTOR_FUNCTIONS(X)[VECTOR_cbrt] = NAMED(apply_cbrt, WIDTH)
#undef X
};
ApplyFloats2 *const NAMED(vector_floats2, WIDTH)[VECTOR_COUNT] = {
#define X(name, c_name) [VECTOR_##name] = NAMED(apply_##name, WIDTH),
    VECTOR_FUNCTIONS2(X)
#undef X
};
