/* Included by vector_math_16.c, _32.c, _64.c with WIDTH, the bytes of a vector: their functions for that width. */
#include "arraylib/device/host/vector/vector_math.h"
#include "arraylib/device/host/vector/vector_width.h"
#include "arraylib/device/host/vector/vector_floats.h"
#include "arraylib/device/host/vector/vector_doubles.h"

#include <float.h>
#include <math.h>
#include <string.h>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

/* An element is special when it or its result is not finite, or the result is smaller than normal numbers and it is not 0. */
#define DEFINE_APPLY(name, real, Bits, EXPONENT, SIGN)                                                        \
    bool NAMED(name, WIDTH)(VectorFunction * function, const real *in, real *out, int64_t count) {            \
        typedef real Vector __attribute__((vector_size(WIDTH)));                                              \
        typedef Bits Whole __attribute__((vector_size(WIDTH)));                                               \
        typedef real Unaligned __attribute__((vector_size(WIDTH), aligned(sizeof(real)), may_alias));         \
        typedef Vector Apply(Vector);                                                                         \
        enum { LANES = WIDTH / sizeof(real) };                                                                \
        Apply *apply = (Apply *)function;                                                                     \
        Whole special = {0};                                                                                  \
        for (int64_t i = 0; i < count; i += LANES) {                                                          \
            Vector x = {0};                                                                                   \
            bool whole = i + LANES <= count;                                                                  \
            if (whole) x = *(const Unaligned *)(in + i);                                                      \
            else                                                                                              \
                memcpy(&x, in + i, (size_t)(count - i) * sizeof(real));                                       \
            Vector result = apply(x);                                                                         \
            Whole exponent = (Whole)result & EXPONENT;                                                        \
            special |= (Whole)(exponent == EXPONENT) | (Whole)(((Whole)x & EXPONENT) == EXPONENT) |           \
                       ((Whole)(exponent == 0) & (Whole)(((Whole)x & ~SIGN) != 0));                           \
            if (whole) *(Unaligned *)(out + i) = result;                                                      \
            else                                                                                              \
                memcpy(out + i, &result, (size_t)(count - i) * sizeof(real));                                 \
        }                                                                                                     \
        Bits any = 0;                                                                                         \
        for (int lane = 0; lane < LANES; lane++) any |= special[lane];                                        \
        return any != 0;                                                                                      \
    }
DEFINE_APPLY(vector_apply_doubles, double, uint64_t, 0x7ff0000000000000ull, 0x8000000000000000ull)

/* Of two arguments: special too when the result is 0. Adding and subtracting MAGIC rounds small numbers to whole ones. */
#define DEFINE_APPLY2(name, real, Bits, EXPONENT, MAGIC)                                                       \
    bool NAMED(name, WIDTH)(VectorFunction * function, bool is_power, const real *a, const real *b, real *out, int64_t count) { \
        typedef real Vector __attribute__((vector_size(WIDTH)));                                              \
        typedef Bits Whole __attribute__((vector_size(WIDTH)));                                               \
        typedef real Unaligned __attribute__((vector_size(WIDTH), aligned(sizeof(real)), may_alias));         \
        typedef Vector Apply(Vector, Vector);                                                                 \
        enum { LANES = WIDTH / sizeof(real) };                                                                \
        Apply *apply = (Apply *)function;                                                                     \
        const Whole powers = (Whole){0} - (Bits)is_power;                                                     \
        Whole special = {0};                                                                                  \
        for (int64_t i = 0; i < count; i += LANES) {                                                          \
            Vector x = {0}, y = {0};                                                                          \
            bool whole = i + LANES <= count;                                                                  \
            if (whole) x = *(const Unaligned *)(a + i), y = *(const Unaligned *)(b + i);                      \
            else                                                                                              \
                memcpy(&x, a + i, (size_t)(count - i) * sizeof(real)), memcpy(&y, b + i, (size_t)(count - i) * sizeof(real)); \
            Vector result = apply(x, y);                                                                      \
            Whole exponent = (Whole)result & EXPONENT;                                                        \
            special |= (Whole)(exponent == EXPONENT) | (Whole)(exponent == 0) |                               \
                       (Whole)(((Whole)x & EXPONENT) == EXPONENT) | (Whole)(((Whole)y & EXPONENT) == EXPONENT) | \
                       ((Whole)(y >= 2) & (Whole)(y <= VECTOR_WHOLE_MOST) & (Whole)((y + MAGIC) - MAGIC == y) & powers); \
            if (whole) *(Unaligned *)(out + i) = result;                                                      \
            else                                                                                              \
                memcpy(out + i, &result, (size_t)(count - i) * sizeof(real));                                 \
        }                                                                                                     \
        Bits any = 0;                                                                                         \
        for (int lane = 0; lane < LANES; lane++) any |= special[lane];                                        \
        return any != 0;                                                                                      \
    }
DEFINE_APPLY2(vector_apply_doubles2, double, uint64_t, 0x7ff0000000000000ull, 0x1.8p52)

/* What each product leaves over is carried along, so that only the end rounds. */
bool NAMED(vector_whole_doubles, WIDTH)(const double *in, int power, double *out, int64_t count) {
    double left[VECTOR_PIECE];
    int64_t special = 0;
    for (int64_t i = 0; i < count; i++) {
        out[i] = in[i] * in[i];
        left[i] = fma(in[i], in[i], -out[i]);
    }
    for (int k = 2; k < power; k++)
        for (int64_t i = 0; i < count; i++) {
            double product = out[i] * in[i];
            left[i] = fma(left[i], in[i], fma(out[i], in[i], -product));
            out[i] = product;
        }
    for (int64_t i = 0; i < count; i++) {
        out[i] += left[i];
        special |= !(fabs(out[i]) <= DBL_MAX) | (fabs(out[i]) < 0x1p-960);
    }
    return special;
}

bool NAMED(vector_whole_floats, WIDTH)(const float *in, int power, float *out, int64_t count) {
    double products[VECTOR_PIECE];
    int32_t special = 0;
    for (int64_t i = 0; i < count; i++) products[i] = (double)in[i] * in[i];
    for (int k = 2; k < power; k++)
        for (int64_t i = 0; i < count; i++) products[i] *= in[i];
    for (int64_t i = 0; i < count; i++) {
        out[i] = (float)products[i];
        special |= !(fabsf(out[i]) <= FLT_MAX) | (fabsf(out[i]) < FLT_MIN);
    }
    return special;
}
