/* Included by vector_math_16.c, _32.c, _64.c with WIDTH, the bytes of a vector: vectors of doubles of that width and what the compiler
 * has no operator for. */
#ifndef ARRAYLIB_DEVICE_HOST_VECTOR_WIDTH_H
#define ARRAYLIB_DEVICE_HOST_VECTOR_WIDTH_H

#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#define NAMED_(name, width) name##_##width
#define NAMED(name, width) NAMED_(name, width)

typedef double Vector __attribute__((vector_size(WIDTH)));
typedef uint64_t Whole __attribute__((vector_size(WIDTH)));
enum { LANES = WIDTH / 8 };
typedef float Few __attribute__((vector_size(WIDTH / 2))); /* as many floats */
#define INLINE static inline __attribute__((always_inline))

INLINE Vector spread(double number) {
    Vector all;
    for (int lane = 0; lane < LANES; lane++) all[lane] = number;
    return all;
}
/* Lane by lane: a where the mask's bits are set, else b. */
INLINE Vector choose(Whole mask, Vector a, Vector b) { return (Vector)((mask & (Whole)a) | (~mask & (Whole)b)); }

#if WIDTH == 16
INLINE Vector widened(Few a) { return __builtin_convertvector(a, Vector); }
INLINE Few narrowed(Vector a) { return __builtin_convertvector(a, Few); }
#endif
/* multiply_add: a * b + c, rounded once where the processor can. product_of_low: of the low halves of 64-bit lanes. */
#if WIDTH == 64
INLINE Vector multiply_add(Vector a, Vector b, Vector c) { return (Vector)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c); }
INLINE Vector least(Vector a, Vector b) { return (Vector)_mm512_min_pd((__m512d)a, (__m512d)b); }
INLINE Vector most(Vector a, Vector b) { return (Vector)_mm512_max_pd((__m512d)a, (__m512d)b); }
INLINE Vector square_root(Vector a) { return (Vector)_mm512_sqrt_pd((__m512d)a); }
INLINE Vector widened(Few a) { return (Vector)_mm512_cvtps_pd((__m256)a); }
INLINE Few narrowed(Vector a) { return (Few)_mm512_cvtpd_ps((__m512d)a); }
INLINE Whole product_of_low(Whole a, Whole b) { return (Whole)_mm512_mul_epu32((__m512i)a, (__m512i)b); }
#elif WIDTH == 32
INLINE Vector multiply_add(Vector a, Vector b, Vector c) { return (Vector)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c); }
INLINE Vector least(Vector a, Vector b) { return (Vector)_mm256_min_pd((__m256d)a, (__m256d)b); }
INLINE Vector most(Vector a, Vector b) { return (Vector)_mm256_max_pd((__m256d)a, (__m256d)b); }
INLINE Vector square_root(Vector a) { return (Vector)_mm256_sqrt_pd((__m256d)a); }
INLINE Vector widened(Few a) { return (Vector)_mm256_cvtps_pd((__m128)a); }
INLINE Few narrowed(Vector a) { return (Few)_mm256_cvtpd_ps((__m256d)a); }
INLINE Whole product_of_low(Whole a, Whole b) { return (Whole)_mm256_mul_epu32((__m256i)a, (__m256i)b); }
#elif defined(__SSE2__)
INLINE Vector multiply_add(Vector a, Vector b, Vector c) { return a * b + c; }
INLINE Vector least(Vector a, Vector b) { return (Vector)_mm_min_pd((__m128d)a, (__m128d)b); }
INLINE Vector most(Vector a, Vector b) { return (Vector)_mm_max_pd((__m128d)a, (__m128d)b); }
INLINE Vector square_root(Vector a) { return (Vector)_mm_sqrt_pd((__m128d)a); }
INLINE Whole product_of_low(Whole a, Whole b) { return (Whole)_mm_mul_epu32((__m128i)a, (__m128i)b); }
#else
INLINE Vector least(Vector a, Vector b) { return choose((Whole)(a < b), a, b); }
INLINE Vector most(Vector a, Vector b) { return choose((Whole)(a > b), a, b); }
INLINE Whole product_of_low(Whole a, Whole b) { return (a & UINT32_MAX) * (b & UINT32_MAX); }
INLINE Vector multiply_add(Vector a, Vector b, Vector c) {
    for (int lane = 0; lane < LANES; lane++) a[lane] = __builtin_fma(a[lane], b[lane], c[lane]);
    return a;
}
INLINE Vector square_root(Vector a) {
    for (int lane = 0; lane < LANES; lane++) a[lane] = __builtin_sqrt(a[lane]);
    return a;
}
#endif

/* As many floats as a vector holds, with the same. Without fused multiply-add: nothing of the kind. */
typedef float Floats __attribute__((vector_size(WIDTH)));
typedef uint32_t FloatBits __attribute__((vector_size(WIDTH)));
typedef int32_t FloatWhole __attribute__((vector_size(WIDTH)));
enum { FLOAT_LANES = WIDTH / 4 };
#if WIDTH == 64
#define HAS_FUSED_FLOATS
INLINE Floats fused(Floats a, Floats b, Floats c) { return (Floats)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c); }
#elif WIDTH == 32
#define HAS_FUSED_FLOATS
INLINE Floats fused(Floats a, Floats b, Floats c) { return (Floats)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c); }
#elif defined(__aarch64__)
#define HAS_FUSED_FLOATS
INLINE Floats fused(Floats a, Floats b, Floats c) {
    for (int lane = 0; lane < FLOAT_LANES; lane++) a[lane] = __builtin_fmaf(a[lane], b[lane], c[lane]);
    return a;
}
#endif

#define SIGN 0x8000000000000000u
INLINE Whole sign_of(Vector x) { return (Whole)x & SIGN; }
INLINE Vector size_of(Vector x) { return (Vector)((Whole)x & ~SIGN); }
INLINE Vector with_sign(Vector size, Whole sign) { return (Vector)(((Whole)size & ~SIGN) | sign); }
INLINE Vector only_where(Whole mask, Vector x) { return (Vector)((Whole)x | ~mask); } /* elsewhere no number */

#if defined(__clang__)
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED _Pragma("GCC unroll 16")
#endif

/* terms[0] + terms[1] * x + terms[2] * x**2 + ... Long ones as two of x**2, of which neither waits for the other. */
#define SERIES(x, terms) series(x, terms, (int)(sizeof terms / sizeof *terms))
INLINE Vector steps(Vector x, const double *terms, int count, int step) {
    Vector sum = spread(terms[(count - 1) / step * step]);
    UNROLLED
    for (int k = (count - 1) / step * step - step; k >= 0; k -= step) sum = multiply_add(sum, x, spread(terms[k]));
    return sum;
}
INLINE Vector series(Vector x, const double *terms, int count) {
    if (count < 6) return steps(x, terms, count, 1);
    Vector square = x * x;
    return multiply_add(steps(square, terms + 1, count - 1, 2), x, steps(square, terms, count, 2));
}

/* Added to a small number it leaves the nearest whole one in the low bits; taken away again, that one as a number. */
#define ROUNDING 0x1.8p52

#endif
