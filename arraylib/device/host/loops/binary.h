/* What the loops of binary operators are made of: functions of two numbers of each type, and a file's loops from rows.
 *
 * The rows of core/operators.h are cut into lists, one a file loops_<list>.c: together they took a compiler 19 seconds. Such a
 * file defines an expression for each kind of type, name_KIND(type token, a, b), and calls BINARY_LOOPS with its list. */
#ifndef ARRAYLIB_DEVICE_HOST_BINARY_H
#define ARRAYLIB_DEVICE_HOST_BINARY_H

#include "arraylib/device/host/float_flags.h"
#include "arraylib/device/host/loops/loops.h"

#include <math.h>
#include <string.h>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

/* Integer division and its relatives, rounding down; zero divisors give 0 and the divide flag. */
#define INTEGER_FUNCTIONS(A, type, minimum, has_sign)                                                        \
    static inline type A##_floor_divide(type a, type b) {                                                    \
        if (b == 0) {                                                                                        \
            flags_raise(FE_DIVBYZERO);                                                                     \
            return 0;                                                                                        \
        }                                                                                                    \
        if (has_sign && a == minimum && b == (type)-1) {                                                     \
            flags_raise(FE_OVERFLOW);                                                                      \
            return minimum;                                                                                  \
        }                                                                                                    \
        type quotient = (type)(a / b);                                                                       \
        return has_sign && (a % b != 0) && ((a < 0) != (b < 0)) ? (type)(quotient - 1) : quotient;           \
    }                                                                                                        \
    static inline type A##_fmod(type a, type b) {                                                            \
        if (b == 0) {                                                                                        \
            flags_raise(FE_DIVBYZERO);                                                                     \
            return 0;                                                                                        \
        }                                                                                                    \
        return has_sign && b == (type)-1 ? 0 : (type)(a % b);                                                \
    }                                                                                                        \
    static inline type A##_remainder(type a, type b) {                                                       \
        type rest = A##_fmod(a, b);                                                                          \
        return has_sign && rest != 0 && ((rest < 0) != (b < 0)) ? (type)(rest + b) : rest;                   \
    }                                                                                                        \
    static inline type A##_power(type a, type b) {                                                           \
        WRAPPING_##A result = 1, base = (WRAPPING_##A)a;                                                     \
        for (uint64_t left = (uint64_t)b; left; left >>= 1, base *= base)                                    \
            if (left & 1) result *= base;                                                                    \
        return (type)result;                                                                                 \
    }                                                                                                        \
    static inline type A##_gcd(type a, type b) {                                                             \
        WRAPPING_##A x = has_sign && a < 0 ? -(WRAPPING_##A)a : (WRAPPING_##A)a;                             \
        WRAPPING_##A y = has_sign && b < 0 ? -(WRAPPING_##A)b : (WRAPPING_##A)b;                             \
        while (y) {                                                                                          \
            WRAPPING_##A rest = x % y;                                                                       \
            x = y;                                                                                           \
            y = rest;                                                                                        \
        }                                                                                                    \
        return (type)x;                                                                                      \
    }                                                                                                        \
    static inline type A##_lcm(type a, type b) {                                                             \
        WRAPPING_##A x = has_sign && a < 0 ? -(WRAPPING_##A)a : (WRAPPING_##A)a;                             \
        WRAPPING_##A y = has_sign && b < 0 ? -(WRAPPING_##A)b : (WRAPPING_##A)b;                             \
        WRAPPING_##A common = (WRAPPING_##A)A##_gcd(a, b);                                                   \
        return common ? (type)(x / common * y) : 0;                                                          \
    }                                                                                                        \
    static inline type A##_left_shift(type a, type b) {                                                      \
        return (uint64_t)b < sizeof(type) * 8 ? (type)((WRAPPING_##A)a << b) : 0;                            \
    }                                                                                                        \
    static inline type A##_right_shift(type a, type b) {                                                     \
        return (uint64_t)b < sizeof(type) * 8 ? (type)(a >> b) : has_sign && a < 0 ? (type)-1 : 0;           \
    }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wtype-limits"
INTEGER_FUNCTIONS(INT8, int8_t, INT8_MIN, 1)
INTEGER_FUNCTIONS(UINT8, uint8_t, 0, 0)
INTEGER_FUNCTIONS(INT16, int16_t, INT16_MIN, 1)
INTEGER_FUNCTIONS(UINT16, uint16_t, 0, 0)
INTEGER_FUNCTIONS(INT32, int32_t, INT32_MIN, 1)
INTEGER_FUNCTIONS(UINT32, uint32_t, 0, 0)
INTEGER_FUNCTIONS(INT64, int64_t, INT64_MIN, 1)
INTEGER_FUNCTIONS(UINT64, uint64_t, 0, 0)
#pragma GCC diagnostic pop

/* Floats: Python's divmod; the quotient is rounded so that quotient * b + rest is near a. */
#define REAL_FUNCTIONS(A, type, suffix)                                                                      \
    static inline type A##_remainder(type a, type b) {                                                       \
        type rest = fmod##suffix(a, b);                                                                      \
        if (b == 0 || isnan(rest)) return rest;                                                              \
        if (rest != 0) return (rest < 0) != (b < 0) ? rest + b : rest;                                       \
        return copysign##suffix(0, b);                                                                       \
    }                                                                                                        \
    static inline type A##_floor_divide(type a, type b) {                                                    \
        if (b == 0) return a / b;                                                                            \
        type rest = fmod##suffix(a, b);                                                                      \
        if (isnan(rest)) return rest;                                                                        \
        type quotient = (a - rest) / b;                                                                      \
        if (rest != 0 && (rest < 0) != (b < 0)) quotient -= 1;                                               \
        if (quotient == 0) return copysign##suffix(0, a / b);                                                \
        type whole = floor##suffix(quotient);                                                                \
        return quotient - whole > (type)0.5 ? whole + 1 : whole;                                             \
    }                                                                                                        \
    static inline type A##_maximum(type a, type b) { return a >= b || isnan(a) ? a : b; }                    \
    static inline type A##_minimum(type a, type b) { return a <= b || isnan(a) ? a : b; }                    \
    static inline type A##_fmax(type a, type b) { return a >= b || isnan(b) ? a : b; }                       \
    static inline type A##_fmin(type a, type b) { return a <= b || isnan(b) ? a : b; }                       \
    static inline type A##_power(type a, type b) { return b == 2 ? a * a : pow##suffix(a, b); }              \
    static inline type A##_heaviside(type a, type b) { return isnan(a) ? a : a == 0 ? b : a > 0; }           \
    static inline type A##_logaddexp(type a, type b) {                                                       \
        if (a == b) return a + (type)M_LN2;                                                                  \
        type apart = a - b;                                                                                  \
        if (apart > 0) return a + log1p##suffix(exp##suffix(-apart));                                        \
        return apart <= 0 ? b + log1p##suffix(exp##suffix(apart)) : apart;                                   \
    }                                                                                                        \
    static inline type A##_logaddexp2(type a, type b) {                                                      \
        if (a == b) return a + 1;                                                                            \
        type apart = a - b;                                                                                  \
        if (apart > 0) return a + (type)M_LOG2E * log1p##suffix(exp2##suffix(-apart));                       \
        return apart <= 0 ? b + (type)M_LOG2E * log1p##suffix(exp2##suffix(apart)) : apart;                  \
    }
REAL_FUNCTIONS(FLOAT16, float, f)
REAL_FUNCTIONS(FLOAT32, float, f)
REAL_FUNCTIONS(FLOAT64, double, )

static inline float FLOAT16_nextafter(float a, float b) {
    if (isnan(a) || isnan(b)) return NAN;
    if (a == b) return a; /* of two zeros the first, where C has the second */
    float16_bits half = float16_from_float(a);
    if (a == 0) return copysignf(float16_to_float(1), b);
    half = (float16_bits)((a < b) == (a > 0) ? half + 1 : half - 1);
    if ((half & 0x7fff) == 0x7c00) flags_raise(FE_OVERFLOW);
    return float16_to_float(half);
}
static inline float FLOAT32_nextafter(float a, float b) { return nextafterf(a, b); }
static inline double FLOAT64_nextafter(double a, double b) { return nextafter(a, b); }

/* Small whole exponents by repeated products, as NumPy; others by cpow. */
#define COMPLEX_FUNCTIONS(A, Number, suffix)                                                                 \
    static inline Number A##_maximum(Number a, Number b) {                                                   \
        return A##_isnan(a) || (!A##_isnan(b) && A##_less_equal(b, a)) ? a : b;                              \
    }                                                                                                        \
    static inline Number A##_minimum(Number a, Number b) {                                                   \
        return A##_isnan(a) || (!A##_isnan(b) && A##_less_equal(a, b)) ? a : b;                              \
    }                                                                                                        \
    static inline Number A##_fmax(Number a, Number b) {                                                      \
        return A##_isnan(b) || (!A##_isnan(a) && A##_less_equal(b, a)) ? a : b;                              \
    }                                                                                                        \
    static inline Number A##_fmin(Number a, Number b) {                                                      \
        return A##_isnan(b) || (!A##_isnan(a) && A##_less_equal(a, b)) ? a : b;                              \
    }                                                                                                        \
    static inline Number A##_power(Number a, Number b) {                                                            \
        if (b.real == 0 && b.imaginary == 0) return (Number){1, 0};                                          \
        if (a.real == 0 && a.imaginary == 0)                                                                 \
            return b.real > 0 ? (Number){0, 0} : (Number){NAN + (REAL_PART_##A)(0 * INFINITY), NAN};         \
        /* the comparisons raise a flag for NaN */                                                           \
        if (b.imaginary == 0 && b.real > -100 && b.real < 100 && b.real == rint##suffix(b.real)) {           \
            int whole = (int)b.real;                                                                         \
            unsigned left = (unsigned)(whole < 0 ? -whole : whole);                                          \
            if (whole == 1) return a;                                                                        \
            if (whole == 2) return A##_multiply(a, a);                                                       \
            if (whole == 3) return A##_multiply(a, A##_multiply(a, a));                                      \
            Number result = {1, 0}, base = a;                                                                \
            for (;; base = A##_multiply(base, base)) {                                                       \
                if (left & 1) result = A##_multiply(result, base);                                           \
                if (!(left >>= 1)) break;                                                                    \
            }                                                                                                \
            return whole < 0 ? A##_divide((Number){1, 0}, result) : result;                                  \
        }                                                                                                    \
        return A##_pair(cpow##suffix(A##_c(a), A##_c(b)));                                                   \
    }                                                                                                        \
    static inline bool A##_equal(Number a, Number b) { return a.real == b.real && a.imaginary == b.imaginary; } \
    static inline bool A##_truth(Number a) { return a.real != 0 || a.imaginary != 0; }
COMPLEX_FUNCTIONS(COMPLEX64, Complex64, f)
COMPLEX_FUNCTIONS(COMPLEX128, Complex128, )

#define BINARY_EXPRESSION(name, A) PASTE(name##_, KIND_##A)
#define BINARY_DEFINE(name, A, B, R) BINARY_LOOP(name##_##A##_##B, A, B, R, BINARY_EXPRESSION(name, A))
#define BINARY_ENTRY(name, A, B, R) name##_##A##_##B,
#define BINARY_ROW(name, group, ...)                                               \
    group(BINARY_DEFINE, name) HostLoop *const host_loops_##name[] = {group(BINARY_ENTRY, name)};
#define BINARY_LOOPS(list) list(BINARY_ROW)

#endif
