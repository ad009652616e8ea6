/* The commonest loops once more for processors with AVX2, four or eight elements at a time; the same operations, so the same bits. */
#include "arraylib/device/host/loops/loops.h"
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/vector/vector_bits.h"

#include "arraylib/core/roots.h"

#include <math.h>
#include <string.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

#if defined(__x86_64__) && defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,popcnt"))), apply_to = function)
#elif defined(__x86_64__)
#pragma GCC optimize("O3")
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

#ifdef __x86_64__

#define ADD(A, a, b) ((a) + (b))
#define SUBTRACT(A, a, b) ((a) - (b))
#define MULTIPLY(A, a, b) ((a) * (b))
#define DIVIDE(A, a, b) ((a) / (b))
#define LESS(A, a, b) ((a) < (b))
#define LESS_EQUAL(A, a, b) ((a) <= (b))
#define GREATER(A, a, b) ((a) > (b))
#define GREATER_EQUAL(A, a, b) ((a) >= (b))
#define EQUAL(A, a, b) ((a) == (b))
#define NOT_EQUAL(A, a, b) ((a) != (b))
#define MAXIMUM(A, a, b) (((a) >= (b)) | ((a) != (a)) ? (a) : (b))
#define MINIMUM(A, a, b) (((a) <= (b)) | ((a) != (a)) ? (a) : (b))
#define NEGATIVE(A, a) (-(a))
#define SQUARE(A, a) ((a) * (a))
#define ABSOLUTE_FLOAT32(A, a) fabsf(a)
#define ABSOLUTE_FLOAT64(A, a) fabs(a)
#define ROOT_FLOAT32(A, a) sqrtf(a)
#define ROOT_FLOAT64(A, a) sqrt(a)
#define IS_NAN(A, a) ((a) != (a))
#define IS_FINITE(A, a) ((a) - (a) == 0)
#define IS_INFINITE(A, a) ((a) == (COMPUTED_##A)INFINITY || (a) == -(COMPUTED_##A)INFINITY)

/* X(operator, kind of loop, result, expression) for a type */
#define WIDE_LOOPS(X, NAME)                                                                                   \
    X(add, BINARY, NAME, NAME, ADD) X(subtract, BINARY, NAME, NAME, SUBTRACT) X(multiply, BINARY, NAME, NAME, MULTIPLY) \
    X(divide, BINARY, NAME, NAME, DIVIDE) X(less, BINARY, NAME, BOOL, LESS) X(less_equal, BINARY, NAME, BOOL, LESS_EQUAL) \
    X(greater, BINARY, NAME, BOOL, GREATER) X(greater_equal, BINARY, NAME, BOOL, GREATER_EQUAL)               \
    X(equal, BINARY, NAME, BOOL, EQUAL) X(not_equal, BINARY, NAME, BOOL, NOT_EQUAL)                           \
    X(maximum, BINARY, NAME, NAME, MAXIMUM) X(minimum, BINARY, NAME, NAME, MINIMUM)                           \
    X(negative, UNARY, NAME, NAME, NEGATIVE) X(square, UNARY, NAME, NAME, SQUARE)                             \
    X(absolute, UNARY, NAME, NAME, ABSOLUTE_##NAME) X(sqrt, UNARY, NAME, NAME, ROOT_##NAME)                   \
    X(isnan, UNARY, NAME, BOOL, IS_NAN) X(isfinite, UNARY, NAME, BOOL, IS_FINITE) X(isinf, UNARY, NAME, BOOL, IS_INFINITE)

#define DEFINE_UNARY(function, A, R, expression) UNARY_LOOP(function, A, R, expression)
#define DEFINE_BINARY(function, A, R, expression) BINARY_LOOP(function, A, A, R, expression)
#define DEFINE(operator, KIND, A, R, expression) DEFINE_##KIND(wide_##operator##_##A, A, R, expression)
WIDE_LOOPS(DEFINE, FLOAT32)
WIDE_LOOPS(DEFINE, FLOAT64)

#define CASE(operator, KIND, A, R, expression) case OPERATOR_##operator: return wide_##operator##_##A;
#define FIND(NAME)                                                                                            \
    static HostLoop *find_##NAME(OperatorNumber number) {                                                     \
        switch (number) {                                                                                     \
            WIDE_LOOPS(CASE, NAME)                                                                            \
        default: return NULL;                                                                                 \
        }                                                                                                     \
    }
FIND(FLOAT32)
FIND(FLOAT64)

/* Rounding, by the instruction that tells nobody it was inexact. */
#define ROUNDING_LOOP(name, NAME, real, Vector, suffix, how)                                                  \
    static void wide_##name##_##NAME(char *const *data, const int64_t *strides, int64_t count) {              \
        const char *in = data[0];                                                                             \
        char *out = data[1];                                                                                  \
        const int64_t each = 32 / sizeof(real);                                                               \
        bool even = strides[0] == sizeof(real) && strides[1] == sizeof(real) && APART(data[0], data[1], NAME, NAME, count, count); \
        for (; even && count >= each; count -= each, in += 32, out += 32)                                     \
            _mm256_storeu_p##suffix((real *)out, _mm256_round_p##suffix(_mm256_loadu_p##suffix((const real *)in), how | _MM_FROUND_NO_EXC)); \
        for (; count > 0; count--, in += strides[0], out += strides[1]) {                                     \
            Vector one = _mm_set_s##suffix(*(const real *)in);                                                \
            _mm_store_s##suffix((real *)out, _mm_round_s##suffix(one, one, how | _MM_FROUND_NO_EXC));         \
        }                                                                                                     \
    }
#define ROUNDINGS(name, how)                                                                                  \
    ROUNDING_LOOP(name, FLOAT32, float, __m128, s, how)                                                       \
    ROUNDING_LOOP(name, FLOAT64, double, __m128d, d, how)
ROUNDINGS(floor, _MM_FROUND_TO_NEG_INF)
ROUNDINGS(ceil, _MM_FROUND_TO_POS_INF)
ROUNDINGS(trunc, _MM_FROUND_TO_ZERO)
ROUNDINGS(rint, _MM_FROUND_TO_NEAREST_INT)

static HostLoop *find_rounding(OperatorNumber number, bool is_double) {
    switch (number) {
    case OPERATOR_floor: return is_double ? wide_floor_FLOAT64 : wide_floor_FLOAT32;
    case OPERATOR_ceil: return is_double ? wide_ceil_FLOAT64 : wide_ceil_FLOAT32;
    case OPERATOR_trunc: return is_double ? wide_trunc_FLOAT64 : wide_trunc_FLOAT32;
    case OPERATOR_rint: return is_double ? wide_rint_FLOAT64 : wide_rint_FLOAT32;
    default: return NULL;
    }
}

/* Limits: a piece of the larger ones, then of the smaller ones in place, where nothing is read that was written. (As one loop they are not
 * made vectors of.) */
enum { CLIP_PIECE = 1024 };
#define DEFINE_CLIP(NAME)                                                                                     \
    BINARY_LOOP(raise_##NAME, NAME, NAME, NAME, MAXIMUM)                                                      \
    BINARY_LOOP(lower_##NAME, NAME, NAME, NAME, MINIMUM)                                                      \
    static void wide_clip_##NAME(char *const *data, const int64_t *strides, int64_t count) {                  \
        const char *in = data[0], *low = data[1], *high = data[2];                                            \
        char *out = data[3];                                                                                  \
        bool apart = strides[3] == sizeof(STORED_##NAME) && strides[0] >= 0 && strides[1] >= 0 && strides[2] >= 0 && \
                     (low >= out + count * strides[3] || low + (count - 1) * strides[1] < out) &&             \
                     (high >= out + count * strides[3] || high + (count - 1) * strides[2] < out);             \
        for (int64_t at = 0; apart && at < count; at += CLIP_PIECE) {                                         \
            int64_t piece = count - at < CLIP_PIECE ? count - at : CLIP_PIECE;                                \
            char *here = out + at * strides[3];                                                               \
            char *const first[] = {(char *)in + at * strides[0], (char *)low + at * strides[1], here};        \
            char *const second[] = {here, (char *)high + at * strides[2], here};                              \
            raise_##NAME(first, (int64_t[]){strides[0], strides[1], strides[3]}, piece);                      \
            lower_##NAME(second, (int64_t[]){strides[3], strides[2], strides[3]}, piece);                     \
        }                                                                                                     \
        for (int64_t i = 0; !apart && i < count; i++) {                                                       \
            STORED_##NAME a = *(const STORED_##NAME *)(in + i * strides[0]);                                  \
            STORED_##NAME least = *(const STORED_##NAME *)(low + i * strides[1]), b = MAXIMUM(NAME, a, least); \
            STORED_##NAME most = *(const STORED_##NAME *)(high + i * strides[2]);                             \
            *(STORED_##NAME *)(out + i * strides[3]) = MINIMUM(NAME, b, most);                                \
        }                                                                                                     \
    }
#define CLIPPED(X) X(INT8) X(INT16) X(INT32) X(INT64) X(UINT8) X(UINT16) X(UINT32) X(UINT64) X(FLOAT32) X(FLOAT64)
CLIPPED(DEFINE_CLIP)

static HostLoop *find_clip(DtypeNumber type) {
    switch (type) {
#define CLIP_CASE(NAME) case DTYPE_##NAME: return wide_clip_##NAME;
        CLIPPED(CLIP_CASE)
    default: return NULL;
    }
}

/* Bits are counted by the processor's own instruction. */
#ifndef __clang__
#pragma GCC push_options
#pragma GCC target("avx2,popcnt")
#endif
#define COUNT_SIGNED(A, a) __builtin_popcountll((a) < 0 ? 0 - (uint64_t)(a) : (uint64_t)(a))
#define COUNT_UNSIGNED(A, a) __builtin_popcountll(a)
UNARY_LOOP(wide_bitwise_count_INT32, INT32, UINT8, COUNT_SIGNED)
UNARY_LOOP(wide_bitwise_count_INT64, INT64, UINT8, COUNT_SIGNED)
UNARY_LOOP(wide_bitwise_count_UINT32, UINT32, UINT8, COUNT_UNSIGNED)
UNARY_LOOP(wide_bitwise_count_UINT64, UINT64, UINT8, COUNT_UNSIGNED)
#ifndef __clang__
#pragma GCC pop_options
#endif

static HostLoop *find_bitwise_count(DtypeNumber type) {
    switch (type) {
    case DTYPE_INT32: return wide_bitwise_count_INT32;
    case DTYPE_INT64: return wide_bitwise_count_INT64;
    case DTYPE_UINT32: return wide_bitwise_count_UINT32;
    case DTYPE_UINT64: return wide_bitwise_count_UINT64;
    default: return NULL;
    }
}

/* Cube roots (core/roots.c), four at a time, with fused multiply-add, which processors of 256 bits have. */
#ifndef __clang__
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

typedef double Four __attribute__((vector_size(32)));
typedef int64_t FourWhole __attribute__((vector_size(32)));
#define INLINE static inline __attribute__((always_inline))
INLINE Four choose(FourWhole mask, Four a, Four b) { return (Four)((mask & (FourWhole)a) | (~mask & (FourWhole)b)); }
INLINE Four four_of(double number) { return (Four){number, number, number, number}; }

/* 0, infinite or no number, which are their own roots: all but their signs tells. */
INLINE FourWhole are_themselves(FourWhole bits) {
    FourWhole places = bits & INT64_MAX;
    return (places == 0) | (places >= 0x7ff0000000000000);
}

INLINE Four inverse_roots(Four x) {
    FourWhole thirds = (FourWhole)_mm256_mul_epu32((__m256i)((FourWhole)x >> 32), _mm256_set1_epi64x(ROOT_THIRD)) >> 33;
    Four inverse = (Four)((ROOT_MIDDLE - thirds) << 32), left;
    ROOT_STEP(inverse, x);
    ROOT_STEP(inverse, x);
    return inverse;
}

INLINE Four four_roots(Four x) {
    FourWhole own = are_themselves((FourWhole)x), sign = (FourWhole)x & INT64_MIN;
    Four size = choose(own, four_of(1), (Four)((FourWhole)x & INT64_MAX));
    FourWhole small = size < 0x1p-900, large = size > 0x1p900;
    Four back = choose(small, four_of(0x1p-100), choose(large, four_of(0x1p100), four_of(1)));
    size *= choose(small, four_of(0x1p300), choose(large, four_of(0x1p-300), four_of(1)));
    Four inverse = inverse_roots(size), square_inverse = inverse * inverse, root = size * square_inverse;
    Four square = root * root, square_rest = (Four)_mm256_fmsub_pd((__m256d)root, (__m256d)root, (__m256d)square);
    Four cube = square * root, cube_rest = (Four)_mm256_fmsub_pd((__m256d)square, (__m256d)root, (__m256d)cube) + square_rest * root;
    Four result = (root - ((cube - size) + cube_rest) * (square_inverse * (1.0 / 3))) * back;
    return choose(own, x, (Four)((FourWhole)result | sign));
}

#define ROOT_LOOP(function, real, four, scalar)                                                               \
    static void function(char *const *data, const int64_t *strides, int64_t count) {                          \
        typedef real Few __attribute__((vector_size(4 * sizeof(real))));                                      \
        const char *in = data[0];                                                                             \
        char *out = data[1];                                                                                  \
        bool is_even = strides[0] == sizeof(real) && strides[1] == sizeof(real);                              \
        for (; is_even && count >= 4; count -= 4, in += sizeof(Few), out += sizeof(Few)) {                    \
            Few few;                                                                                          \
            memcpy(&few, in, sizeof few);                                                                     \
            few = __builtin_convertvector(four(__builtin_convertvector(few, Four)), Few);                     \
            memcpy(out, &few, sizeof few);                                                                    \
        }                                                                                                     \
        for (; count; count--, in += strides[0], out += strides[1]) *(real *)out = scalar(*(const real *)in); \
    }
ROOT_LOOP(wide_cbrt_FLOAT64, double, four_roots, real_cbrt)

#ifndef __clang__
#pragma GCC pop_options
#endif

/* DEFINE_PAIRWISE of contiguous elements with the eight accumulators in vectors (what a compiler made of an array of them waited
 * for its own stores). */
#define DEFINE_WIDE_PAIRWISE(function, real)                                                                  \
    static real function(const real *in, int64_t count) {                                                     \
        typedef real Vector __attribute__((vector_size(32)));                                                 \
        typedef real Stored __attribute__((vector_size(32), aligned(sizeof(real)), may_alias));               \
        enum { EACH = 32 / sizeof(real), VECTORS = 8 / EACH };                                                \
        if (count < 8) {                                                                                      \
            real sum = (real)-0.0;                                                                            \
            for (int64_t i = 0; i < count; i++) sum += in[i];                                                 \
            return sum;                                                                                       \
        }                                                                                                     \
        if (count > PAIRWISE_BLOCK) {                                                                         \
            int64_t half = count / 2 - count / 2 % 8;                                                         \
            real left = function(in, half);                                                                   \
            return left + function(in + half, count - half);                                                  \
        }                                                                                                     \
        Vector part[VECTORS];                                                                                 \
        for (int k = 0; k < VECTORS; k++) part[k] = *(const Stored *)(in + k * EACH);                         \
        int64_t i = 8;                                                                                        \
        for (; i + 8 <= count; i += 8)                                                                        \
            for (int k = 0; k < VECTORS; k++) part[k] += *(const Stored *)(in + i + k * EACH);                \
        enum { LAST = VECTORS - 1, FROM = LAST * EACH };                                                      \
        real sum = ((part[0][0] + part[0][1]) + (part[0][2] + part[0][3])) +                                  \
                   ((part[LAST][4 - FROM] + part[LAST][5 - FROM]) + (part[LAST][6 - FROM] + part[LAST][7 - FROM])); \
        for (; i < count; i++) sum += in[i];                                                                  \
        return sum;                                                                                           \
    }
DEFINE_WIDE_PAIRWISE(sum_FLOAT32, float)
DEFINE_WIDE_PAIRWISE(sum_FLOAT64, double)

#endif

#if defined(__x86_64__) && defined(__clang__)
#pragma clang attribute pop
#elif defined(__x86_64__)
#pragma GCC pop_options
#endif

HostLoop *wide_loop(const Operator *operator_row, int loop) {
#ifdef __x86_64__
    DtypeNumber type = (DtypeNumber)operator_row->loops[loop][0];
    if (operator_row->number == OPERATOR_clip) return host_vector_bits() >= 256 ? find_clip(type) : NULL;
    if (operator_row->number == OPERATOR_bitwise_count) return host_vector_bits() >= 256 ? find_bitwise_count(type) : NULL;
    if ((type == DTYPE_FLOAT64 || type == DTYPE_FLOAT32) && host_vector_bits() >= 256) {
        HostLoop *rounding = find_rounding(operator_row->number, type == DTYPE_FLOAT64);
        if (rounding) return rounding;
        if (operator_row->number == OPERATOR_cbrt) return type == DTYPE_FLOAT64 ? wide_cbrt_FLOAT64 : NULL;
        return type == DTYPE_FLOAT64 ? find_FLOAT64(operator_row->number) : find_FLOAT32(operator_row->number);
    }
#endif
    (void)operator_row, (void)loop;
    return NULL;
}

bool wide_pairwise(const Dtype *type, const char *in, int64_t stride, int64_t count, void *sum) {
#ifdef __x86_64__
    if (count < 64 || stride != type->item_size || host_vector_bits() < 256) return false;
    if (type->number == DTYPE_FLOAT64) return *(double *)sum = sum_FLOAT64((const double *)in, count), true;
    if (type->number == DTYPE_FLOAT32) return *(float *)sum = sum_FLOAT32((const float *)in, count), true;
#endif
    (void)type, (void)in, (void)stride, (void)count, (void)sum;
    return false;
}
