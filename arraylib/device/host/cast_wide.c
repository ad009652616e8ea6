/* The commonest conversions once more for processors with AVX2: the same results and flags, many at a time. What is left over at an end and
 * what does not lie evenly goes to the plain loops of cast.c. */
#include "arraylib/device/host/float_flags.h"
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/vector/vector_bits.h"

#include <string.h>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

#ifdef __x86_64__
#include <immintrin.h>

enum { MANY = 64 }; /* elements of a step */

/* `step` does MANY elements from `in` to `out`. */
#define WIDE_CAST(FROM, TO, step)                                                                             \
    __attribute__((target("avx2,f16c"))) static void wide_##FROM##_##TO(char *const *data, const int64_t *strides, int64_t count) { \
        const STORED_##FROM *in = (const STORED_##FROM *)data[0];                                             \
        STORED_##TO *out = (STORED_##TO *)data[1];                                                            \
        bool apart = data[1] + count * 16 <= data[0] || data[0] + count * 16 <= data[1];                      \
        bool is_even = strides[0] == sizeof(STORED_##FROM) && strides[1] == sizeof(STORED_##TO) && apart;     \
        for (; is_even && count >= MANY; count -= MANY, in += MANY, out += MANY) step(FROM, TO, in, out);     \
        if (count) host_plain_cast(DTYPE_##FROM, DTYPE_##TO)((char *[]){(char *)in, (char *)out}, strides, count); \
    }
#define INLINE static inline __attribute__((always_inline, target("avx2,f16c")))

/* Floats to integers of at most 32 bits: the processor's conversion, then what is too long is cut off. */
INLINE void int32_of_FLOAT64(const double *in, int32_t *out) {
    for (int i = 0; i < MANY; i += 4) _mm_storeu_si128((__m128i *)(out + i), _mm256_cvttpd_epi32(_mm256_loadu_pd(in + i)));
}
INLINE void int32_of_FLOAT32(const float *in, int32_t *out) {
    for (int i = 0; i < MANY; i += 8) _mm256_storeu_si256((__m256i *)(out + i), _mm256_cvttps_epi32(_mm256_loadu_ps(in + i)));
}
#define THROUGH_INT32(FROM, TO, in, out)                                                                      \
    do {                                                                                                      \
        int32_t whole[MANY];                                                                                  \
        int32_of_##FROM(in, whole);                                                                           \
        for (int i = 0; i < MANY; i++) (out)[i] = (STORED_##TO)whole[i];                                      \
    } while (0)

/* Is it not 0? Lanes of 64 bits are made lanes of 32 bits, those bytes; both leave the halves of a vector in turns. */
INLINE __m256i zeros_of_FLOAT32(const float *in) {
    return _mm256_castps_si256(_mm256_cmp_ps(_mm256_loadu_ps(in), _mm256_setzero_ps(), _CMP_EQ_OQ));
}
INLINE __m256i zeros_of_INT32(const int32_t *in) {
    return _mm256_cmpeq_epi32(_mm256_loadu_si256((const __m256i *)in), _mm256_setzero_si256());
}
INLINE __m256i joined(__m256 a, __m256 b) {
    return _mm256_permute4x64_epi64(_mm256_castps_si256(_mm256_shuffle_ps(a, b, 0x88)), 0xd8);
}
INLINE __m256i zeros_of_FLOAT64(const double *in) {
    __m256d zero = _mm256_setzero_pd();
    return joined(_mm256_castpd_ps(_mm256_cmp_pd(_mm256_loadu_pd(in), zero, _CMP_EQ_OQ)),
                  _mm256_castpd_ps(_mm256_cmp_pd(_mm256_loadu_pd(in + 4), zero, _CMP_EQ_OQ)));
}
INLINE __m256i zeros_of_INT64(const int64_t *in) {
    const __m256i *at = (const __m256i *)in;
    __m256i zero = _mm256_setzero_si256();
    return joined(_mm256_castsi256_ps(_mm256_cmpeq_epi64(_mm256_loadu_si256(at), zero)),
                  _mm256_castsi256_ps(_mm256_cmpeq_epi64(_mm256_loadu_si256(at + 1), zero)));
}
#define TRUTHS(FROM, TO, in, out)                                                                             \
    for (int i = 0; i < MANY; i += 32) {                                                                      \
        __m256i low = _mm256_packs_epi32(zeros_of_##FROM(in + i), zeros_of_##FROM(in + i + 8));               \
        __m256i high = _mm256_packs_epi32(zeros_of_##FROM(in + i + 16), zeros_of_##FROM(in + i + 24));        \
        __m256i zeros = _mm256_permutevar8x32_epi32(_mm256_packs_epi16(low, high), _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7)); \
        _mm256_storeu_si256((__m256i *)(out + i), _mm256_andnot_si256(zeros, _mm256_set1_epi8(1)));           \
    }

/* Truths to floats: any byte but 0 is 1. */
#define OF_TRUTHS_FLOAT32(FROM, TO, in, out)                                                                  \
    for (int i = 0; i < MANY; i += 8) {                                                                       \
        __m256i number = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(in + i)));                    \
        __m256 zeros = _mm256_castsi256_ps(_mm256_cmpeq_epi32(number, _mm256_setzero_si256()));               \
        _mm256_storeu_ps(out + i, _mm256_andnot_ps(zeros, _mm256_set1_ps(1)));                                \
    }
#define OF_TRUTHS_FLOAT64(FROM, TO, in, out)                                                                  \
    for (int i = 0; i < MANY; i += 4) {                                                                       \
        int32_t four;                                                                                         \
        memcpy(&four, in + i, sizeof four);                                                                   \
        __m256i number = _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four));                                       \
        __m256d zeros = _mm256_castsi256_pd(_mm256_cmpeq_epi64(number, _mm256_setzero_si256()));              \
        _mm256_storeu_pd(out + i, _mm256_andnot_pd(zeros, _mm256_set1_pd(1)));                                \
    }

#define NARROWED(FROM, TO, in, out)                                                                           \
    for (int i = 0; i < MANY; i += 4) _mm_storeu_ps(out + i, _mm256_cvtpd_ps(_mm256_loadu_pd(in + i)));

/* Halves. Of the processor's flags only the one of overflow counts. What a double has beyond float32's digits leaves a mark in their
 * last, so that the number is rounded once. */
#define HALVES_FLOAT32(in, i) _mm256_loadu_ps((in) + (i))
INLINE __m128 marked_float(const double *in) {
    const __m256i beyond = _mm256_set1_epi64x((1 << 29) - 1);
    __m256i bits = _mm256_castpd_si256(_mm256_loadu_pd(in)), rest = _mm256_and_si256(bits, beyond);
    __m256i mark = _mm256_andnot_si256(_mm256_cmpeq_epi64(rest, _mm256_setzero_si256()), _mm256_set1_epi64x(1 << 29));
    return _mm256_cvtpd_ps(_mm256_castsi256_pd(_mm256_or_si256(_mm256_andnot_si256(beyond, bits), mark)));
}
#define HALVES_FLOAT64(in, i) _mm256_set_m128(marked_float((in) + (i) + 4), marked_float((in) + (i)))
#define TO_HALVES(FROM, TO, in, out)                                                                          \
    for (int i = 0; i < MANY; i += 8)                                                                         \
        _mm_storeu_si128((__m128i *)(out + i), _mm256_cvtps_ph(HALVES_##FROM(in, i), _MM_FROUND_TO_NEAREST_INT));
#define OF_HALVES_FLOAT32(FROM, TO, in, out)                                                                  \
    for (int i = 0; i < MANY; i += 8)                                                                         \
        _mm256_storeu_ps(out + i, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(in + i))));
#define OF_HALVES_FLOAT64(FROM, TO, in, out)                                                                  \
    for (int i = 0; i < MANY; i += 4)                                                                         \
        _mm256_storeu_pd(out + i, _mm256_cvtps_pd(_mm_cvtph_ps(_mm_loadl_epi64((const __m128i *)(in + i)))));

#define HALF_CAST(FROM, TO, step)                                                                             \
    WIDE_CAST(FROM, TO, step)                                                                                 \
    static void half_##FROM##_##TO(char *const *data, const int64_t *strides, int64_t count) {                \
        SavedFlags flags = flags_save();                                                                      \
        flags_clear();                                                                                        \
        wide_##FROM##_##TO(data, strides, count);                                                             \
        bool is_over = flags_met(FE_OVERFLOW) != 0;                                                           \
        flags_restore(flags);                                                                                 \
        if (is_over) flags_raise(FE_OVERFLOW);                                                                \
    }

/* X(from, to, step) */
#define WIDE_CASTS(X)                                                                                         \
    X(FLOAT32, INT8, THROUGH_INT32) X(FLOAT32, UINT8, THROUGH_INT32) X(FLOAT32, INT16, THROUGH_INT32)         \
    X(FLOAT32, UINT16, THROUGH_INT32) X(FLOAT32, INT32, THROUGH_INT32)                                        \
    X(FLOAT64, INT8, THROUGH_INT32) X(FLOAT64, UINT8, THROUGH_INT32) X(FLOAT64, INT16, THROUGH_INT32)         \
    X(FLOAT64, UINT16, THROUGH_INT32) X(FLOAT64, INT32, THROUGH_INT32)                                        \
    X(FLOAT32, BOOL, TRUTHS) X(FLOAT64, BOOL, TRUTHS) X(INT32, BOOL, TRUTHS) X(INT64, BOOL, TRUTHS)           \
    X(BOOL, FLOAT32, OF_TRUTHS_FLOAT32) X(BOOL, FLOAT64, OF_TRUTHS_FLOAT64) X(FLOAT64, FLOAT32, NARROWED)
#define HALF_CASTS(X)                                                                                         \
    X(FLOAT32, FLOAT16, TO_HALVES) X(FLOAT64, FLOAT16, TO_HALVES)                                             \
    X(FLOAT16, FLOAT32, OF_HALVES_FLOAT32) X(FLOAT16, FLOAT64, OF_HALVES_FLOAT64)
WIDE_CASTS(WIDE_CAST)
HALF_CASTS(HALF_CAST)
#endif

HostLoop *host_wide_cast(DtypeNumber from, DtypeNumber to) {
#ifdef __x86_64__
    if (host_vector_bits() < 256) return NULL;
    switch (from * DTYPE_COUNT + to) {
#define WIDE_CASE(FROM, TO, step)                                                                             \
    case DTYPE_##FROM * DTYPE_COUNT + DTYPE_##TO: return wide_##FROM##_##TO;
#define HALF_CASE(FROM, TO, step)                                                                             \
    case DTYPE_##FROM * DTYPE_COUNT + DTYPE_##TO: return half_##FROM##_##TO;
        WIDE_CASTS(WIDE_CASE)
        HALF_CASTS(HALF_CASE)
    default: return NULL;
    }
#else
    (void)from, (void)to;
    return NULL;
#endif
}
