/* Powers, exponentials and logarithms of float64 in half of SLEEF's time, for processors with fused multiply-add: errors below 0.8 ulp, of
 * powers below 0.6 ulp, so those that a number holds exactly are exact. Included by vector_math_32.c, _64.c (and _16.c of other processors)
 * after vector_width.h.
 *
 * The series are interpolations at Chebyshev's points. Where a number is beyond what they serve (or gives a result that is not normal)
 * they give no number, and the C library's function is asked (vector_math.c). */
#include "arraylib/device/host/vector/vector_math.h"
#include "arraylib/device/host/vector/vector_width.h"

#ifdef HAS_FUSED_FLOATS
/* (e**r - 1 - r) / r**2; 2**r without its first three terms, over r**3 */
static const double exp_tail[] = {0x1.0000000000001p-1,  0x1.5555555555556p-3,  0x1.5555555553d37p-5,  0x1.11111111109a6p-7,
                                  0x1.6c16c1789d1d7p-10, 0x1.a01a01a7cebcdp-13, 0x1.a019b8ca26fcfp-16, 0x1.71de0d85293b8p-19,
                                  0x1.2891d4ffbb0f9p-22, 0x1.af390ba7e6f47p-26};
static const double exp2_tail[] = {0x1.c6b08d704a0c2p-5, 0x1.3b2ab6fba4e78p-7, 0x1.5d87fe78a5272p-10, 0x1.430912f86bf50p-13,
                                   0x1.ffcbfc6710084p-17, 0x1.62c022401c79fp-20, 0x1.b524fadf5b6e0p-24, 0x1.e4cf1ccb2b32cp-28,
                                   0x1.e9d40bd1335b2p-32, 0x1.c48f815ec8ad6p-36};
/* With s = f / (2 + f), log(1 + f) = 2 * s + s**3 * (2/3 + 2/5 * s**2 + ...): from 2/3, and half of it from 1/7 */
static const double log_tail[] = {0x1.5555555555558p-1, 0x1.9999999995273p-2, 0x1.2492492dfd86cp-2, 0x1.c71c62d5e53e0p-3,
                                  0x1.7462b91b8df65p-3, 0x1.39fdcceb4bb45p-3, 0x1.2b5f68a50d903p-3};
static const double power_log_tail[] = {0x1.2492492492522p-3, 0x1.c71c71c6ea5acp-4, 0x1.745d177ad436ap-4, 0x1.3b1395b82701ep-4,
                                        0x1.1118cd67251c5p-4, 0x1.df7ba1f4809c3p-5, 0x1.e03a7acf07f85p-5};

INLINE Whole greater_than(Vector x, double limit) { return ~(Whole)(size_of(x) <= limit); } /* or no number */

/* 2**n * (1 + most + least), n in the low bits of `moved` */
INLINE Vector scaled(Vector moved, Vector most, Vector least) {
    Vector sum = most + 1, rest = ((1 - sum) + most) + least;
    return (Vector)((Whole)(sum + rest) + ((Whole)moved << 52));
}
INLINE Vector double_exp(Vector x, Whole *special) {
    Vector moved = multiply_add(x, spread(0x1.71547652b82fep+0), spread(ROUNDING)), n = moved - ROUNDING;
    Vector most = multiply_add(n, spread(-0x1.62e42fefa4000p-1), x), least = n * 0x1.8432a1b0e2634p-43, r = most + least;
    *special = greater_than(x, 707);
    return scaled(moved, most, multiply_add(r * r, SERIES(r, exp_tail), least)); /* most is exact */
}
/* 2**n * 2**r * (1 + rest), n in the low bits of `moved`: the first two terms in two parts, so that all is rounded once and a little. */
INLINE Vector scaled_power(Vector moved, Vector r, Vector rest) {
    const Vector by = spread(0x1.62e42fefa39efp-1), by2 = spread(0x1.ebfbdff82c58fp-3);
    Vector first = r * by, first_rest = multiply_add(r, spread(0x1.abc9e3b39803fp-56), multiply_add(r, by, -first));
    Vector square = r * r, square_rest = multiply_add(r, r, -square), second = square * by2;
    Vector second_rest = multiply_add(square_rest, by2, multiply_add(square, by2, -second));
    Vector sum = first + second, sum_rest = ((first - sum) + second) + (first_rest + (second_rest + rest));
    return scaled(moved, sum, multiply_add(square * r, SERIES(r, exp2_tail), sum_rest));
}
INLINE Vector double_exp2(Vector x, Whole *special) {
    Vector moved = x + ROUNDING;
    *special = greater_than(x, 1021);
    return scaled_power(moved, x - (moved - ROUNDING), spread(0));
}

/* x = 2**exponent * (1 + f), f from sqrt(1/2) - 1 to sqrt(2) - 1; special: not positive, not normal */
INLINE Vector fraction_of(Vector x, Vector *exponent, Whole *special) {
    const Whole half = (Whole)spread(0x1.6a09e667f3bcdp-1), one = (Whole)spread(1);
    Whole biased = ((Whole)x - half + one) >> 52;
    *exponent = (Vector)(biased | (Whole)spread(0x1p52)) - (0x1p52 + 1023);
    *special = (Whole)((Whole)x - 0x0010000000000000u >= 0x7fe0000000000000u);
    return (Vector)((Whole)x - (biased << 52) + one) - 1;
}
/* The logarithm to a base: of 2 and of e by it, each in two parts. */
INLINE Vector double_log_of(Vector x, double of_2, double of_2_rest, double of_e, double of_e_rest, Whole *special) {
    Vector e, f = fraction_of(x, &e, special), s = f / (f + 2), z = s * s, half = f * f * 0.5;
    Vector near = f - half, lost = ((f - near) - half) - multiply_add(f * 0.5, f, -half); /* f - f**2 / 2 in two parts */
    Vector tail = multiply_add(s, multiply_add(z, SERIES(z, log_tail), half), lost);      /* log(1 + f) - near */
    Vector high = of_e == 1 ? near : near * of_e, whole = e * of_2, sum = whole + high;
    Vector left = high - (sum - whole); /* what rounding left over, here and in `high`, goes before the tail */
    if (of_e != 1) left += multiply_add(near, spread(of_e_rest), multiply_add(near, spread(of_e), -high));
    if (of_2_rest != 0) left = multiply_add(e, spread(of_2_rest), left);
    return sum + (of_e == 1 ? tail + left : multiply_add(tail, spread(of_e), left));
}
INLINE Vector double_log(Vector x, Whole *special) {
    return double_log_of(x, 0x1.62e42fefa4000p-1, -0x1.8432a1b0e2634p-43, 1, 0, special);
}
INLINE Vector double_log2(Vector x, Whole *special) {
    return double_log_of(x, 1, 0, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56, special);
}
INLINE Vector double_log10(Vector x, Whole *special) {
    return double_log_of(x, 0x1.34413509f8000p-2, -0x1.80433b83b532ap-44, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57, special);
}

/* log2(x) in two parts, to some 66 bits. s, s**2, s**3 and the series' first three terms are in two parts, too. */
INLINE Vector split_log2(Vector x, Vector *rest, Whole *special) {
    Vector e, f = fraction_of(x, &e, special), m = f + 1, divisor = m + 1, inverse = 1 / divisor;
    Vector s = f * inverse, s_rest = (multiply_add(-s, divisor, f) - s * (m - (divisor - 1))) * inverse;
    Vector z = s * s, z_rest = multiply_add(s, s, -z) + (s + s) * s_rest;
    const Vector third = spread(0x1.5555555555555p-2), fifth = spread(0x1.999999999999ap-3);
    Vector next = z * fifth, tail = multiply_add(z * z, SERIES(z, power_log_tail), spread(0x1.5555555555555p-56));
    Vector next_rest = multiply_add(z_rest, fifth, multiply_add(z, spread(-0x1.999999999999ap-57), multiply_add(z, fifth, -next)));
    Vector factor = third + next, factor_rest = ((third - factor) + next) + (next_rest + tail);
    Vector cube = z * s, cube_rest = multiply_add(z, s, -cube) + multiply_add(z_rest, s, z * s_rest);
    Vector more = cube * factor, more_rest = multiply_add(cube, factor, -more) + multiply_add(cube, factor_rest, cube_rest * factor);
    Vector sum = s + more, sum_rest = ((s - sum) + more) + (more_rest + s_rest);
    const Vector by = spread(0x1.71547652b82fep+1);
    Vector part = sum * by, part_rest = multiply_add(sum, by, -part) + multiply_add(sum, spread(0x1.777d0ffda0d24p-55), sum_rest * by);
    Vector whole = e + part;
    *rest = ((e - whole) + part) + part_rest;
    return whole;
}
/* Powers of negative numbers have a sign when the exponent is odd, and none when it is not whole. */
INLINE Vector double_power(Vector x, Vector y, Whole *special) {
    Vector log_rest, log = split_log2(size_of(x), &log_rest, special), t = log * y, t_rest = multiply_add(log, y, -t) + log_rest * y;
    Vector moved = t + ROUNDING, r = t - (moved - ROUNDING), near = r + t_rest;
    t_rest = ((r - near) + t_rest) * 0x1.62e42fefa39efp-1;
    Vector power = scaled_power(moved, near, t_rest);
    Vector y_moved = y + ROUNDING;
    Whole is_whole = (Whole)(y_moved - ROUNDING == y) & (Whole)(size_of(y) < 0x1p51), negative = sign_of(x);
    *special |= greater_than(t, 1020) | (-(negative >> 63) & ~is_whole);
    return (Vector)((Whole)power ^ (negative & ((Whole)y_moved << 63)));
}

typedef double Loose __attribute__((vector_size(WIDTH), aligned(sizeof(double)), may_alias));
INLINE bool any_double(Whole bits) {
    uint64_t any = 0;
    for (int lane = 0; lane < LANES; lane++) any |= bits[lane];
    return any != 0;
}
/* Fewer than LANES at an end; others are the same as the first. */
static Vector doubles_of(const double *in, int64_t count) {
    Vector some;
    for (int lane = 0; lane < LANES; lane++) some[lane] = in[lane < count ? lane : 0];
    return some;
}
#define DEFINE_DOUBLES(name)                                                                                  \
    INLINE Vector doubles_##name(Vector x, Whole *special) {                                                  \
        Whole here;                                                                                           \
        Vector result = double_##name(x, &here);                                                              \
        *special |= here;                                                                                     \
        return (Vector)((Whole)result | here);                                                                \
    }                                                                                                         \
    static bool NAMED(doubles_apply_##name, WIDTH)(VectorFunction * none, const double *in, double *out, int64_t count) { \
        Whole special = {0};                                                                                  \
        int64_t i = 0;                                                                                        \
        (void)none;                                                                                           \
        for (; i + LANES <= count; i += LANES) *(Loose *)(out + i) = doubles_##name(*(const Loose *)(in + i), &special); \
        if (i < count) {                                                                                      \
            Vector result = doubles_##name(doubles_of(in + i, count - i), &special);                          \
            memcpy(out + i, &result, (size_t)(count - i) * sizeof(double));                                   \
        }                                                                                                     \
        return any_double(special);                                                                           \
    }
DEFINE_DOUBLES(exp)
DEFINE_DOUBLES(exp2)
DEFINE_DOUBLES(log)
DEFINE_DOUBLES(log2)
DEFINE_DOUBLES(log10)

/* Special too: whole exponents that products serve. */
INLINE Vector doubles_power(Vector x, Vector y, bool is_power, Whole *special) {
    Whole here;
    Vector result = double_power(x, y, &here);
    *special |= here;
    if (is_power) *special |= (Whole)(y >= 2) & (Whole)(y <= VECTOR_WHOLE_MOST) & (Whole)((y + ROUNDING) - ROUNDING == y);
    return (Vector)((Whole)result | here);
}
static bool NAMED(doubles_apply_power, WIDTH)(VectorFunction *none, bool is_power, const double *a, const double *b, double *out,
                                              int64_t count) {
    Whole special = {0};
    int64_t i = 0;
    (void)none;
    for (; i + LANES <= count; i += LANES)
        *(Loose *)(out + i) = doubles_power(*(const Loose *)(a + i), *(const Loose *)(b + i), is_power, &special);
    if (i < count) {
        Vector result = doubles_power(doubles_of(a + i, count - i), doubles_of(b + i, count - i), is_power, &special);
        memcpy(out + i, &result, (size_t)(count - i) * sizeof(double));
    }
    return any_double(special);
}

ApplyDoubles *const NAMED(vector_doubles, WIDTH)[VECTOR_COUNT] = {
    [VECTOR_exp] = NAMED(doubles_apply_exp, WIDTH),     [VECTOR_exp2] = NAMED(doubles_apply_exp2, WIDTH),
    [VECTOR_log] = NAMED(doubles_apply_log, WIDTH),     [VECTOR_log2] = NAMED(doubles_apply_log2, WIDTH),
    [VECTOR_log10] = NAMED(doubles_apply_log10, WIDTH),
};
ApplyDoubles2 *const NAMED(vector_doubles2, WIDTH)[VECTOR_COUNT] = {[VECTOR_power] = NAMED(doubles_apply_power, WIDTH)};
#else
ApplyDoubles *const NAMED(vector_doubles, WIDTH)[VECTOR_COUNT] = {NULL};
ApplyDoubles2 *const NAMED(vector_doubles2, WIDTH)[VECTOR_COUNT] = {NULL};
#endif
