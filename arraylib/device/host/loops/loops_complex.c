/* Products and squares of complex numbers for processors that multiply and add in one step (FMA), with NumPy's bits there: each
 * part is one product, rounded, and then another added to it without rounding between. Elsewhere the plain formula serves, and
 * everywhere in a product along the innermost axis, where NumPy uses it too. Absolute values are the larger part times
 * sqrt(1 + ratio * ratio) of the parts, with NumPy's bits too. */
#include "arraylib/device/host/loops/loops.h"
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/vector/vector_bits.h"
#include "arraylib/device/host/vector/vector_math.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif
#include <math.h>
#include <string.h>

#if defined(__x86_64__) && defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#elif defined(__x86_64__)
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

#ifdef __x86_64__

static inline __m256 product_COMPLEX64(__m256 a, __m256 b) {
    __m256 crossed = _mm256_mul_ps(_mm256_movehdup_ps(a), _mm256_permute_ps(b, 0xb1));
    return _mm256_fmaddsub_ps(_mm256_moveldup_ps(a), b, crossed);
}
static inline __m256d product_COMPLEX128(__m256d a, __m256d b) {
    __m256d crossed = _mm256_mul_pd(_mm256_permute_pd(a, 0xf), _mm256_permute_pd(b, 0x5));
    return _mm256_fmaddsub_pd(_mm256_movedup_pd(a), b, crossed);
}

/* One element, in the lower half of a vector. */
static inline void one_COMPLEX64(const char *a, const char *b, char *out) {
    __m128 left = _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)a)), right = _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)b));
    __m128 crossed = _mm_mul_ps(_mm_movehdup_ps(left), _mm_permute_ps(right, 0xb1));
    _mm_storel_epi64((__m128i *)out, _mm_castps_si128(_mm_fmaddsub_ps(_mm_moveldup_ps(left), right, crossed)));
}
static inline void one_COMPLEX128(const char *a, const char *b, char *out) {
    __m128d left = _mm_loadu_pd((const double *)a), right = _mm_loadu_pd((const double *)b);
    __m128d crossed = _mm_mul_pd(_mm_permute_pd(left, 0x3), _mm_permute_pd(right, 0x1));
    _mm_storeu_pd((double *)out, _mm_fmaddsub_pd(_mm_movedup_pd(left), right, crossed));
}

#define COMPLEX_LOOPS(TYPE, part, suffix, lanes)                                                              \
    static void products_##TYPE(const char *a, int64_t a_stride, const char *b, int64_t b_stride, char *out,  \
                                int64_t out_stride, int64_t count) {                                          \
        const int64_t size = 2 * (int64_t)sizeof(part);                                                       \
        int64_t i = 0;                                                                                        \
        bool apart = (out == a || out + count * size <= a || a + count * size <= out) &&                      \
                     (out == b || out + count * size <= b || b + count * size <= out);                        \
        if (a_stride == size && b_stride == size && out_stride == size && apart)                              \
            for (; i + lanes <= count; i += lanes, a += lanes * size, b += lanes * size, out += lanes * size) \
                _mm256_storeu_##suffix((part *)out, product_##TYPE(_mm256_loadu_##suffix((const part *)a),    \
                                                                   _mm256_loadu_##suffix((const part *)b)));  \
        for (; i < count; i++, a += a_stride, b += b_stride, out += out_stride) one_##TYPE(a, b, out);        \
    }                                                                                                         \
    static void multiply_##TYPE(char *const *data, const int64_t *strides, int64_t count) {                   \
        bool runs = data[0] == data[2] ? !strides[0] && !strides[2] : /* a product of all, or a running one */ \
                    data[2] == data[0] + strides[0] && strides[0] == strides[2] && count > 1;                 \
        if (runs) {                                                                                           \
            host_binary_tables[OPERATOR_multiply][multiply_##TYPE##_loop](data, strides, count);              \
            return;                                                                                           \
        }                                                                                                     \
        products_##TYPE(data[0], strides[0], data[1], strides[1], data[2], strides[2], count);                \
    }                                                                                                         \
    static void square_##TYPE(char *const *data, const int64_t *strides, int64_t count) {                     \
        products_##TYPE(data[0], strides[0], data[0], strides[0], data[1], strides[1], count);                \
    }

/* Absolute values from the real and the imaginary parts: infinite where one part is, else NaN where one is. No flag is raised by
 * a division of nothing by nothing, or of infinities. */
#define COMPLEX_ABSOLUTE(TYPE, Vector, suffix)                                                                \
    static inline Vector absolute_parts_##TYPE(Vector real, Vector imaginary) {                               \
        const Vector sign = _mm256_set1_##suffix(-0.0), one = _mm256_set1_##suffix(1), infinity = _mm256_set1_##suffix(INFINITY); \
        real = _mm256_andnot_##suffix(sign, real);                                                            \
        imaginary = _mm256_andnot_##suffix(sign, imaginary);                                                  \
        Vector infinite = _mm256_or_##suffix(_mm256_cmp_##suffix(real, infinity, _CMP_EQ_OQ),                 \
                                             _mm256_cmp_##suffix(imaginary, infinity, _CMP_EQ_OQ));           \
        Vector unordered = _mm256_cmp_##suffix(real, imaginary, _CMP_UNORD_Q);                                \
        Vector large = _mm256_max_##suffix(real, imaginary), small = _mm256_min_##suffix(real, imaginary);    \
        Vector zero = _mm256_cmp_##suffix(large, _mm256_setzero_##suffix(), _CMP_EQ_OQ);                      \
        Vector divisor = _mm256_blendv_##suffix(large, one, _mm256_or_##suffix(zero, infinite));              \
        Vector ratio = _mm256_div_##suffix(_mm256_andnot_##suffix(infinite, small), divisor);                 \
        Vector result = _mm256_mul_##suffix(large, _mm256_sqrt_##suffix(_mm256_fmadd_##suffix(ratio, ratio, one))); \
        result = _mm256_blendv_##suffix(result, _mm256_add_##suffix(real, imaginary), unordered);             \
        return _mm256_blendv_##suffix(result, infinity, infinite);                                            \
    }
COMPLEX_ABSOLUTE(COMPLEX64, __m256, ps)
COMPLEX_ABSOLUTE(COMPLEX128, __m256d, pd)

/* Of eight, or four, numbers that lie side by side. */
static inline void absolute_run_COMPLEX64(const float *in, float *out) {
    __m256 low = _mm256_loadu_ps(in), high = _mm256_loadu_ps(in + 8);
    __m256 mixed = absolute_parts_COMPLEX64(_mm256_shuffle_ps(low, high, 0x88), _mm256_shuffle_ps(low, high, 0xdd));
    _mm256_storeu_ps(out, _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(mixed), 0xd8)));
}
static inline void absolute_run_COMPLEX128(const double *in, double *out) {
    __m256d low = _mm256_loadu_pd(in), high = _mm256_loadu_pd(in + 4);
    __m256d mixed = absolute_parts_COMPLEX128(_mm256_unpacklo_pd(low, high), _mm256_unpackhi_pd(low, high));
    _mm256_storeu_pd(out, _mm256_permute4x64_pd(mixed, 0xd8));
}

#define ABSOLUTE_LOOP(TYPE, part, lanes)                                                                      \
    static void absolute_##TYPE(char *const *data, const int64_t *strides, int64_t count) {                   \
        const char *in = data[0];                                                                             \
        char *out = data[1];                                                                                  \
        const int64_t size = (int64_t)sizeof(part);                                                           \
        bool even = strides[0] == 2 * size && strides[1] == size && (out + count * size <= in || in + count * 2 * size <= out); \
        for (; even && count >= lanes; count -= lanes, in += lanes * 2 * size, out += lanes * size)           \
            absolute_run_##TYPE((const part *)in, (part *)out);                                               \
        while (count > 0) {                                                                                   \
            part parts[2 * lanes] = {0}, results[lanes];                                                      \
            int64_t piece = count < lanes ? count : lanes;                                                    \
            for (int64_t i = 0; i < piece; i++) memcpy(&parts[2 * i], in + i * strides[0], 2 * sizeof(part)); \
            absolute_run_##TYPE(parts, results);                                                              \
            for (int64_t i = 0; i < piece; i++) memcpy(out + i * strides[1], &results[i], sizeof(part));      \
            in += piece * strides[0];                                                                         \
            out += piece * strides[1];                                                                        \
            count -= piece;                                                                                   \
        }                                                                                                     \
    }
ABSOLUTE_LOOP(COMPLEX64, float, 8)
ABSOLUTE_LOOP(COMPLEX128, double, 4)

enum { /* where the plain loops stand */
#define LOOP(name, A, B, R) name##_##A##_loop,
    GROUP_ALL2(LOOP, multiply)
#undef LOOP
};
COMPLEX_LOOPS(COMPLEX64, float, ps, 4)
COMPLEX_LOOPS(COMPLEX128, double, pd, 2)

#endif

#if defined(__x86_64__) && defined(__clang__)
#pragma clang attribute pop
#elif defined(__x86_64__)
#pragma GCC pop_options
#endif

HostLoop *complex_loop(const Operator *operator_row, int loop) {
#ifdef __x86_64__
    DtypeNumber type = (DtypeNumber)operator_row->loops[loop][0];
    bool is_product = operator_row->number == OPERATOR_multiply, is_square = operator_row->number == OPERATOR_square;
    bool is_absolute = operator_row->number == OPERATOR_absolute;
    if ((type != DTYPE_COMPLEX64 && type != DTYPE_COMPLEX128) || (!is_product && !is_square && !is_absolute)) return NULL;
    if (host_vector_bits() < 256) return NULL;
    if (is_absolute && !vector_math_is_wanted()) return NULL; /* the C library's hypot */
    if (is_absolute) return type == DTYPE_COMPLEX64 ? absolute_COMPLEX64 : absolute_COMPLEX128;
    if (type == DTYPE_COMPLEX64) return is_product ? multiply_COMPLEX64 : square_COMPLEX64;
    return is_product ? multiply_COMPLEX128 : square_COMPLEX128;
#else
    (void)operator_row, (void)loop;
    return NULL;
#endif
}
