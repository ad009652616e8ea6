/* Included by vector_math_16.c, _32.c, _64.c with WIDTH, the bytes of a vector: their functions for that width. */
#include "arraylib/device/host/vector_math.h"

#include <string.h>

#define NAMED_(name, width) name##_##width
#define NAMED(name, width) NAMED_(name, width)

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
DEFINE_APPLY(vector_apply_floats, float, uint32_t, 0x7f800000u, 0x80000000u)
