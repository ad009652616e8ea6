/* Products and squares of complex numbers for processors that multiply and add in one step (FMA), with NumPy's bits there: each
 * part is one product, rounded, and then another added to it without rounding between. Elsewhere the plain formula serves, and
 * everywhere in a product along the innermost axis, where NumPy uses it too. */
#include "arraylib/device/host/loops.h"
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/vector_bits.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

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
    if ((type != DTYPE_COMPLEX64 && type != DTYPE_COMPLEX128) || (!is_product && !is_square)) return NULL;
    if (host_vector_bits() < 256) return NULL;
    if (type == DTYPE_COMPLEX64) return is_product ? multiply_COMPLEX64 : square_COMPLEX64;
    return is_product ? multiply_COMPLEX128 : square_COMPLEX128;
#else
    (void)operator_row, (void)loop;
    return NULL;
#endif
}
