/* The unary operators on the host: an expression for each kind of type, the loops from the groups. */
#include "arraylib/core/roots.h"
#include "arraylib/device/host/float_flags.h"
#include "arraylib/device/host/loops/loops.h"

#include <math.h>
#include <string.h>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

/* Expressions: name_KIND(type token, a). */
#define negative_SIGNED(A, a) (-(WRAPPING_##A)(a))
#define negative_UNSIGNED negative_SIGNED
#define negative_REAL(A, a) (-(a))
#define negative_COMPLEX(A, a) ((COMPUTED_##A){-(a).real, -(a).imaginary})
#define positive_SIGNED(A, a) (a)
#define positive_UNSIGNED(A, a) (a)
#define positive_REAL(A, a) (a)
#define positive_COMPLEX(A, a) (a)
#define absolute_BOOLEAN(A, a) (a)
#define absolute_SIGNED(A, a) ((a) < 0 ? -(WRAPPING_##A)(a) : (WRAPPING_##A)(a))
#define absolute_UNSIGNED(A, a) (a)
#define absolute_REAL(A, a) MATH(A, fabs)(a)
#define absolute_COMPLEX(A, a) MATH(A, hypot)((a).real, (a).imaginary)
#define fabs_REAL(A, a) MATH(A, fabs)(a)
#define sign_SIGNED(A, a) ((a) > 0 ? 1 : (a) < 0 ? -1 : 0)
#define sign_UNSIGNED(A, a) ((a) > 0)
#define sign_REAL(A, a) ((a) > 0 ? 1 : (a) < 0 ? -1 : (a) == 0 ? 0 : (a))
#define sign_COMPLEX(A, a) PASTE(A, _sign)(a)
#define square_SIGNED(A, a) ((WRAPPING_##A)(a) * (WRAPPING_##A)(a))
#define square_UNSIGNED square_SIGNED
#define square_REAL(A, a) ((a) * (a))
#define square_COMPLEX(A, a) PASTE(A, _multiply)(a, a)
#define sqrt_REAL(A, a) MATH(A, sqrt)(a)
#define cbrt_REAL(A, a) MATH(A, real_cbrt)(a)
#define reciprocal_SIGNED(A, a) ((a) ? 1 / (a) : reciprocal_of_zero_##A())
#define reciprocal_UNSIGNED reciprocal_SIGNED
#define reciprocal_REAL(A, a) (1 / (a))
#define reciprocal_COMPLEX(A, a) PASTE(A, _reciprocal)(a)
#define exp_REAL(A, a) MATH(A, exp)(a)
#define exp2_REAL(A, a) MATH(A, exp2)(a)
#define expm1_REAL(A, a) MATH(A, expm1)(a)
#define log_REAL(A, a) MATH(A, log)(a)
#define log2_REAL(A, a) MATH(A, log2)(a)
#define log10_REAL(A, a) MATH(A, log10)(a)
#define log1p_REAL(A, a) MATH(A, log1p)(a)
#define sin_REAL(A, a) MATH(A, sin)(a)
#define cos_REAL(A, a) MATH(A, cos)(a)
#define tan_REAL(A, a) MATH(A, tan)(a)
#define arcsin_REAL(A, a) MATH(A, asin)(a)
#define arccos_REAL(A, a) MATH(A, acos)(a)
#define arctan_REAL(A, a) MATH(A, atan)(a)
#define sinh_REAL(A, a) MATH(A, sinh)(a)
#define cosh_REAL(A, a) MATH(A, cosh)(a)
#define tanh_REAL(A, a) MATH(A, tanh)(a)
#define arcsinh_REAL(A, a) MATH(A, asinh)(a)
#define arccosh_REAL(A, a) MATH(A, acosh)(a)
#define arctanh_REAL(A, a) MATH(A, atanh)(a)
/* Complex functions go through C's own. */
#define COMPLEX_FUNCTION(A, function, a) PASTE(A, _pair)(MATH(A, function)(PASTE(A, _c)(a)))
#define sqrt_COMPLEX(A, a) COMPLEX_FUNCTION(A, csqrt, a)
#define exp_COMPLEX(A, a) COMPLEX_FUNCTION(A, cexp, a)
#define exp2_COMPLEX(A, a)                                                                                   \
    PASTE(A, _pair)(MATH(A, cexp)(PASTE(A, _c)((COMPUTED_##A){(a).real * M_LN2, (a).imaginary * M_LN2})))
#define expm1_COMPLEX(A, a) PASTE(A, _expm1)(a)
#define log_COMPLEX(A, a) COMPLEX_FUNCTION(A, clog, a)
#define log2_COMPLEX(A, a) PASTE(A, _scale)(COMPLEX_FUNCTION(A, clog, a), 1.442695040888963407359924681001892137)
#define log10_COMPLEX(A, a) PASTE(A, _scale)(COMPLEX_FUNCTION(A, clog, a), 0.434294481903251827651128918916605082)
#define log1p_COMPLEX(A, a) PASTE(A, _log1p)(a)
#define sin_COMPLEX(A, a) COMPLEX_FUNCTION(A, csin, a)
#define cos_COMPLEX(A, a) COMPLEX_FUNCTION(A, ccos, a)
#define tan_COMPLEX(A, a) COMPLEX_FUNCTION(A, ctan, a)
#define arcsin_COMPLEX(A, a) COMPLEX_FUNCTION(A, casin, a)
#define arccos_COMPLEX(A, a) COMPLEX_FUNCTION(A, cacos, a)
#define arctan_COMPLEX(A, a) COMPLEX_FUNCTION(A, catan, a)
#define sinh_COMPLEX(A, a) COMPLEX_FUNCTION(A, csinh, a)
#define cosh_COMPLEX(A, a) COMPLEX_FUNCTION(A, ccosh, a)
#define tanh_COMPLEX(A, a) COMPLEX_FUNCTION(A, ctanh, a)
#define arcsinh_COMPLEX(A, a) COMPLEX_FUNCTION(A, casinh, a)
#define arccosh_COMPLEX(A, a) COMPLEX_FUNCTION(A, cacosh, a)
#define arctanh_COMPLEX(A, a) COMPLEX_FUNCTION(A, catanh, a)
#define degrees_REAL(A, a) ((a) * ((COMPUTED_##A)180 / (COMPUTED_##A)M_PI))
#define rad2deg_REAL degrees_REAL
#define radians_REAL(A, a) ((a) * ((COMPUTED_##A)M_PI / (COMPUTED_##A)180))
#define deg2rad_REAL radians_REAL
#define floor_BOOLEAN(A, a) (a)
#define floor_SIGNED(A, a) (a)
#define floor_UNSIGNED(A, a) (a)
#define floor_REAL(A, a) MATH(A, floor)(a)
#define ceil_BOOLEAN(A, a) (a)
#define ceil_SIGNED(A, a) (a)
#define ceil_UNSIGNED(A, a) (a)
#define ceil_REAL(A, a) MATH(A, ceil)(a)
#define trunc_BOOLEAN(A, a) (a)
#define trunc_SIGNED(A, a) (a)
#define trunc_UNSIGNED(A, a) (a)
#define trunc_REAL(A, a) MATH(A, trunc)(a)
#define rint_REAL(A, a) MATH(A, rint)(a)
#define rint_COMPLEX(A, a) ((COMPUTED_##A){MATH(A, rint)((a).real), MATH(A, rint)((a).imaginary)})
#define conjugate_SIGNED(A, a) (a)
#define conjugate_UNSIGNED(A, a) (a)
#define conjugate_REAL(A, a) (a)
#define conjugate_COMPLEX(A, a) ((COMPUTED_##A){(a).real, -(a).imaginary})
#define spacing_REAL(A, a) PASTE(A, _spacing)(a)
#define invert_BOOLEAN(A, a) (!(a))
#define invert_SIGNED(A, a) (~(a))
#define invert_UNSIGNED(A, a) (~(a))
#define bitwise_count_SIGNED(A, a) __builtin_popcountll((uint64_t)(a) < 1ull << 63 ? (uint64_t)(a) : -(uint64_t)(a))
#define bitwise_count_UNSIGNED(A, a) __builtin_popcountll(a)
#define logical_not_BOOLEAN(A, a) (!(a))
#define logical_not_SIGNED(A, a) (!(a))
#define logical_not_UNSIGNED(A, a) (!(a))
#define logical_not_REAL(A, a) ((a) == 0)
#define logical_not_COMPLEX(A, a) ((a).real == 0 && (a).imaginary == 0)
#define isnan_BOOLEAN(A, a) ((void)(a), 0)
#define isnan_SIGNED isnan_BOOLEAN
#define isnan_UNSIGNED isnan_BOOLEAN
#define isnan_REAL(A, a) ((a) != (a))
#define isnan_COMPLEX(A, a) PASTE(A, _isnan)(a)
#define isinf_BOOLEAN(A, a) ((void)(a), 0)
#define isinf_SIGNED isinf_BOOLEAN
#define isinf_UNSIGNED isinf_BOOLEAN
#define isinf_REAL(A, a) (isinf(a) != 0)
#define isinf_COMPLEX(A, a) (isinf((a).real) || isinf((a).imaginary))
#define isfinite_BOOLEAN(A, a) ((void)(a), 1)
#define isfinite_SIGNED isfinite_BOOLEAN
#define isfinite_UNSIGNED isfinite_BOOLEAN
#define isfinite_REAL(A, a) (isfinite(a) != 0)
#define isfinite_COMPLEX(A, a) (isfinite((a).real) && isfinite((a).imaginary))
#define isnat_SIGNED(A, a) ((a) == INT64_MIN)
#define signbit_REAL(A, a) (signbit(a) != 0)

/* 1/0 of integers: the flags, and what infinity converts to. */
#define RECIPROCAL_OF_ZERO(A, value)                                                                         \
    static STORED_##A reciprocal_of_zero_##A(void) {                                                         \
        flags_raise(FE_DIVBYZERO | FE_INVALID);                                                            \
        return value;                                                                                        \
    }
RECIPROCAL_OF_ZERO(INT8, 0)
RECIPROCAL_OF_ZERO(UINT8, 0)
RECIPROCAL_OF_ZERO(INT16, 0)
RECIPROCAL_OF_ZERO(UINT16, 0)
RECIPROCAL_OF_ZERO(INT32, INT32_MIN)
RECIPROCAL_OF_ZERO(UINT32, 0)
RECIPROCAL_OF_ZERO(INT64, INT64_MIN)
RECIPROCAL_OF_ZERO(UINT64, 0)

static double FLOAT64_spacing(double a) {
    if (!isfinite(a)) return NAN;
    return a < 0 ? nextafter(a, -INFINITY) - a : nextafter(a, INFINITY) - a;
}
static float FLOAT32_spacing(float a) {
    if (!isfinite(a)) return NAN;
    return a < 0 ? nextafterf(a, -INFINITY) - a : nextafterf(a, INFINITY) - a;
}
static float FLOAT16_spacing(float a) {
    if (!isfinite(a)) {
        feraiseexcept(FE_INVALID);
        return NAN;
    }
    float16_bits half = float16_from_float(fabsf(a)); /* towards infinity, and so never negative */
    if (a < 0) return float16_to_float(half) - float16_to_float((float16_bits)(half - 1));
    return float16_to_float((float16_bits)(half + 1)) - float16_to_float(half);
}

#define COMPLEX_HELPERS(A, Number, suffix)                                                                   \
    static inline Number A##_scale(Number a, double factor) {                                                \
        return (Number){a.real * (REAL_PART_##A)factor, a.imaginary * (REAL_PART_##A)factor};                \
    }                                                                                                        \
    static inline Number A##_sign(Number a) {                                                                \
        if (A##_isnan(a)) return (Number){NAN, NAN};                                                         \
        REAL_PART_##A size = hypot##suffix(a.real, a.imaginary);                                             \
        if (size == 0) return (Number){0, 0};                                                                \
        return (Number){a.real / size, a.imaginary / size};                                                  \
    }                                                                                                        \
    static inline Number A##_expm1(Number a) {                                                               \
        REAL_PART_##A half = sin##suffix(a.imaginary / 2);                                                   \
        return (Number){expm1##suffix(a.real) * cos##suffix(a.imaginary) - 2 * half * half,                  \
                        exp##suffix(a.real) * sin##suffix(a.imaginary)};                                     \
    }                                                                                                        \
    static inline Number A##_log1p(Number a) {                                                               \
        REAL_PART_##A size = hypot##suffix(a.real + 1, a.imaginary);                                         \
        return (Number){log##suffix(size), atan2##suffix(a.imaginary, a.real + 1)};                          \
    }
COMPLEX_HELPERS(COMPLEX64, Complex64, f)
COMPLEX_HELPERS(COMPLEX128, Complex128, )

#define EXPRESSION(name, A) PASTE(name##_, KIND_##A)
#define DEFINE(name, A, R) UNARY_LOOP(name##_##A, A, R, EXPRESSION(name, A))
#define ROW(name, group, ...) group(DEFINE, name)
ELEMENTWISE_UNARY(ROW)
#undef ROW

/* frexp and modf: two results. */
#define PAIR_LOOP(function, A, R, S, body)                                                                   \
    static void function(char *const *data, const int64_t *strides, int64_t count) {                         \
        const char *in = data[0];                                                                            \
        char *first = data[1], *second = data[2];                                                            \
        for (int64_t i = 0; i < count; i++, in += strides[0], first += strides[1], second += strides[2]) {   \
            COMPUTED_##A a = LOAD_##A(*(const STORED_##A *)in), one;                                         \
            COMPUTED_##S two;                                                                                \
            body(A);                                                                                         \
            *(STORED_##R *)first = STORE_##R(one);                                                           \
            *(STORED_##S *)second = STORE_##S(two);                                                          \
        }                                                                                                    \
    }
/* Normal numbers are taken apart here. */
#define DEFINE_TAKE_APART(A, real, Bits, DIGITS, EXPONENTS, c_function)                                      \
    static inline real A##_take_apart(real a, int *power) {                                                  \
        Bits bits;                                                                                           \
        memcpy(&bits, &a, sizeof bits);                                                                      \
        int exponent = (int)(bits >> DIGITS) & EXPONENTS;                                                    \
        if (exponent == 0 || exponent == EXPONENTS) {                                                        \
            real rest = c_function(a, power);                                                                \
            if (exponent == EXPONENTS) *power = 0;                                                           \
            return rest;                                                                                     \
        }                                                                                                    \
        *power = exponent - (EXPONENTS >> 1) + 1;                                                            \
        bits = (bits & ~((Bits)EXPONENTS << DIGITS)) | (Bits)((EXPONENTS >> 1) - 1) << DIGITS;               \
        memcpy(&a, &bits, sizeof a);                                                                         \
        return a;                                                                                            \
    }
DEFINE_TAKE_APART(FLOAT64, double, uint64_t, 52, 0x7ff, frexp)
DEFINE_TAKE_APART(FLOAT32, float, uint32_t, 23, 0xff, frexpf)
#define FLOAT16_take_apart FLOAT32_take_apart
#define frexp_BODY(A) (one = PASTE(A, _take_apart)(a, &two))
#define modf_BODY(A) (one = MATH(A, modf)(a, &two))
#define DEFINE_PAIR(name, A, R, S) PAIR_LOOP(name##_##A, A, R, S, name##_BODY)
#define ROW(name, group, ...) group(DEFINE_PAIR, name)
ELEMENTWISE_UNARY_PAIR(ROW)
#undef ROW

#define ENTRY(name, A, R) name##_##A,
#define ENTRY_PAIR(name, A, R, S) name##_##A,
#define ROW(name, group, ...) static HostLoop *const name##_table[] = {group(ENTRY, name)};
ELEMENTWISE_UNARY(ROW)
#undef ROW
#define ROW(name, group, ...)                                                      \
    static HostLoop *const name##_table[] = {group(ENTRY_PAIR, name)};
ELEMENTWISE_UNARY_PAIR(ROW)
#undef ROW

#define ROW(name, group, ...) [OPERATOR_##name] = name##_table,
HostLoop *const *const host_unary_tables[OPERATOR_COUNT] = {ELEMENTWISE_UNARY(ROW) ELEMENTWISE_UNARY_PAIR(ROW)};
#undef ROW
