/* Complex arithmetic in NumPy's way: products by the plain formula, quotients by Smith's, comparisons in
 * lexical order with NaN as NumPy treats it. One set for each precision. */
#ifndef ARRAYLIB_DEVICE_HOST_COMPLEX_H
#define ARRAYLIB_DEVICE_HOST_COMPLEX_H

#include "arraylib/core/dtype.h"

#include <complex.h>
#include <math.h>

#define DEFINE_COMPLEX(TYPE, Number, real_type, suffix)                                                       \
    static inline Number TYPE##_add(Number a, Number b) {                                                     \
        return (Number){a.real + b.real, a.imaginary + b.imaginary};                                          \
    }                                                                                                         \
    static inline Number TYPE##_subtract(Number a, Number b) {                                                \
        return (Number){a.real - b.real, a.imaginary - b.imaginary};                                          \
    }                                                                                                         \
    static inline Number TYPE##_multiply(Number a, Number b) {                                                \
        return (Number){a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real}; \
    }                                                                                                         \
    static inline Number TYPE##_divide(Number a, Number b) {                                                  \
        real_type real_size = fabs##suffix(b.real), imaginary_size = fabs##suffix(b.imaginary);               \
        if (real_size >= imaginary_size) {                                                                    \
            if (real_size == 0 && imaginary_size == 0)                                                        \
                return (Number){a.real / real_size, a.imaginary / real_size};                                 \
            real_type ratio = b.imaginary / b.real, scale = (real_type)1 / (b.real + b.imaginary * ratio);    \
            return (Number){(a.real + a.imaginary * ratio) * scale, (a.imaginary - a.real * ratio) * scale};  \
        }                                                                                                     \
        real_type ratio = b.real / b.imaginary, scale = (real_type)1 / (b.imaginary + b.real * ratio);        \
        return (Number){(a.real * ratio + a.imaginary) * scale, (a.imaginary * ratio - a.real) * scale};      \
    }                                                                                                         \
    static inline Number TYPE##_reciprocal(Number a) {                                                        \
        bool is_flat = fabs##suffix(a.imaginary) <= fabs##suffix(a.real);                                     \
        real_type ratio = is_flat ? a.imaginary / a.real : a.real / a.imaginary;                              \
        real_type size = is_flat ? a.real + a.imaginary * ratio : a.real * ratio + a.imaginary;               \
        return is_flat ? (Number){1 / size, -ratio / size} : (Number){ratio / size, -1 / size};               \
    }                                                                                                         \
    static inline bool TYPE##_isnan(Number a) { return isnan(a.real) || isnan(a.imaginary); }                 \
    static inline bool TYPE##_less(Number a, Number b) {                                                      \
        return (a.real < b.real && !isnan(a.imaginary) && !isnan(b.imaginary)) ||                             \
               (a.real == b.real && a.imaginary < b.imaginary);                                               \
    }                                                                                                         \
    static inline bool TYPE##_less_equal(Number a, Number b) {                                                \
        return (a.real < b.real && !isnan(a.imaginary) && !isnan(b.imaginary)) ||                             \
               (a.real == b.real && a.imaginary <= b.imaginary);                                              \
    }                                                                                                         \
    static inline real_type _Complex TYPE##_c(Number a) {                                                     \
        union { Number pair; real_type _Complex number; } both = {.pair = a};                                 \
        return both.number;                                                                                   \
    }                                                                                                         \
    static inline Number TYPE##_pair(real_type _Complex a) {                                                  \
        union { real_type _Complex number; Number pair; } both = {.number = a};                               \
        return both.pair;                                                                                     \
    }

DEFINE_COMPLEX(COMPLEX64, Complex64, float, f)
DEFINE_COMPLEX(COMPLEX128, Complex128, double, )

#endif
