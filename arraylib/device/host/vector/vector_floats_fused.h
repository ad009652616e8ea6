/* The commonest functions in float32 itself, twice as many at a time: errors below 0.9 ulp with fused multiply-add. Included by
 * vector_floats.h.
 *
 * Where a number is beyond what they serve (or gives a result that is not normal) they give no number. */
/* (e**r - 1 - r) / r**2, (2**r - 1 - r * log(2)) / r**2 */
static const float exp_few[] = {0x1p-1f, 0x1.555556p-3f, 0x1.5554e8p-5f, 0x1.1110e0p-7f, 0x1.6d43b0p-10f, 0x1.a1256cp-13f};
static const float exp2_few[] = {0x1.ebfbe0p-3f, 0x1.c6b08ep-5f, 0x1.3b2a54p-7f, 0x1.5d87c0p-10f, 0x1.44138ap-13f, 0x1.008a20p-16f};
/* (log(1 + f) - f + f**2 / 2) / f**3 */
static const float log_few[] = {0x1.555556p-2f,  -0x1.ffffb6p-3f, 0x1.999954p-3f,  -0x1.557838p-3f, 0x1.24b290p-3f,
                                -0x1.f7579cp-4f, 0x1.bf1a08p-4f, -0x1.fcd61ap-4f, 0x1.d01f96p-4f};

#define SHORT_SERIES(x, terms) short_series(x, terms, (int)(sizeof terms / sizeof *terms))
INLINE Floats short_series(Floats x, const float *terms, int count) {
    Floats sum = (Floats){0} + terms[count - 1];
    UNROLLED
    for (int k = count - 2; k >= 0; k--) sum = fused(sum, x, (Floats){0} + terms[k]);
    return sum;
}
#define SHORT_ROUNDING 0x1.8p23f
#define ALL(number) ((Floats){0} + (number))

/* 2**n * (1 + rest), n in the low bits of `moved` */
INLINE Floats power_times(Floats moved, Floats rest) {
    Floats scale = (Floats)(((FloatBits)moved << 23) + (FloatBits)ALL(1.0f));
    return fused(scale, rest, scale);
}
INLINE Floats fused_exp(Floats x, FloatBits *special) {
    Floats moved = fused(x, ALL(0x1.715476p+0f), ALL(SHORT_ROUNDING)), n = moved - SHORT_ROUNDING;
    Floats most = fused(n, ALL(-0x1.62e4p-1f), x), least = n * -0x1.7f7d1cp-20f, r = most + least; /* most is exact */
    *special = (FloatBits)(((FloatBits)x & INT32_MAX) > (FloatBits)ALL(87.3f));
    return power_times(moved, fused(r * r, SHORT_SERIES(r, exp_few), least) + most);
}
INLINE Floats fused_exp2(Floats x, FloatBits *special) {
    Floats moved = x + SHORT_ROUNDING, r = x - (moved - SHORT_ROUNDING);
    *special = (FloatBits)(((FloatBits)x & INT32_MAX) > (FloatBits)ALL(126.0f));
    return power_times(moved, fused(r, ALL(0x1.62e430p-1f), r * r * SHORT_SERIES(r, exp2_few)));
}

/* The logarithm to a base: of 2 and of e by it, each in two parts. */
INLINE Floats fused_log_of(Floats x, float of_2, float of_2_rest, float of_e, float of_e_rest, FloatBits *special) {
    const FloatBits half = (FloatBits)ALL(0x1.555556p-1f); /* f from -1/3 to 1/3 */
    FloatWhole exponent = (FloatWhole)((FloatBits)x - half) >> 23;
    Floats f = (Floats)((FloatBits)x - ((FloatBits)exponent << 23)) - 1, e = __builtin_convertvector(exponent, Floats);
    Floats square = f * f, tail = fused(square * f, SHORT_SERIES(f, log_few), square * -0.5f);
    *special = (FloatBits)((FloatBits)x - 0x00800000u >= 0x7f000000u);
    Floats high = of_e == 1 ? f : f * of_e, whole = e * of_2, sum = whole + high;
    Floats left = high - (sum - whole); /* what rounding left over, here and in `high`, goes before the tail */
    if (of_e != 1) left += fused(f, ALL(of_e_rest), fused(f, ALL(of_e), -high));
    if (of_2_rest != 0) left = fused(e, ALL(of_2_rest), left);
    return sum + (of_e == 1 ? tail + left : fused(tail, ALL(of_e), left));
}
INLINE Floats fused_log(Floats x, FloatBits *special) { return fused_log_of(x, 0x1.62e4p-1f, 0x1.7f7d1cp-20f, 1, 0, special); }
INLINE Floats fused_log2(Floats x, FloatBits *special) { return fused_log_of(x, 1, 0, 0x1.715476p+0f, 0x1.4ae0c0p-26f, special); }
INLINE Floats fused_log10(Floats x, FloatBits *special) {
    return fused_log_of(x, 0x1.344p-2f, 0x1.3509f8p-18f, 0x1.bcb7b2p-2f, -0x1.5b235ep-27f, special);
}

typedef float FloatsLoose __attribute__((vector_size(WIDTH), aligned(sizeof(float)), may_alias));
#define DEFINE_FUSED(name)                                                                                    \
    INLINE Floats floats_##name(Floats x, FloatBits *special) {                                               \
        FloatBits here;                                                                                       \
        Floats result = fused_##name(x, &here);                                                               \
        *special |= here;                                                                                     \
        return (Floats)((FloatBits)result | here);                                                            \
    }                                                                                                         \
    static bool NAMED(apply_##name, WIDTH)(VectorFunction * none, const float *in, float *out, int64_t count) { \
        FloatBits special = {0};                                                                              \
        int64_t i = 0;                                                                                        \
        (void)none;                                                                                           \
        for (; i + FLOAT_LANES <= count; i += FLOAT_LANES)                                                    \
            *(FloatsLoose *)(out + i) = floats_##name(*(const FloatsLoose *)(in + i), &special);              \
        if (i < count) {                                                                                      \
            Floats x;                                                                                         \
            for (int lane = 0; lane < FLOAT_LANES; lane++) x[lane] = in[i + lane < count ? i + lane : i];     \
            x = floats_##name(x, &special);                                                                   \
            memcpy(out + i, &x, (size_t)(count - i) * sizeof(float));                                         \
        }                                                                                                     \
        uint32_t any = 0;                                                                                     \
        for (int lane = 0; lane < FLOAT_LANES; lane++) any |= special[lane];                                  \
        return any != 0;                                                                                      \
    }
DEFINE_FUSED(exp)
DEFINE_FUSED(exp2)
DEFINE_FUSED(log)
DEFINE_FUSED(log2)
DEFINE_FUSED(log10)
