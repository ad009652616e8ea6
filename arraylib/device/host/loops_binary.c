/* The binary and ternary operators on the host: an expression for each kind of type, the loops from the groups. */
#include "arraylib/device/host/float_flags.h"
#include "arraylib/device/host/loops.h"

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
    static Number A##_power(Number a, Number b) {                                                            \
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

/* Expressions: name_KIND(type token, a, b). */
#define add_BOOLEAN(A, a, b) ((a) | (b))
#define add_SIGNED(A, a, b) ((WRAPPING_##A)(a) + (WRAPPING_##A)(b))
#define add_UNSIGNED add_SIGNED
#define add_REAL(A, a, b) ((a) + (b))
#define add_COMPLEX(A, a, b) PASTE(A, _add)(a, b)
#define subtract_SIGNED(A, a, b) ((WRAPPING_##A)(a) - (WRAPPING_##A)(b))
#define subtract_UNSIGNED subtract_SIGNED
#define subtract_REAL(A, a, b) ((a) - (b))
#define subtract_COMPLEX(A, a, b) PASTE(A, _subtract)(a, b)
#define multiply_BOOLEAN(A, a, b) ((a) & (b))
#define multiply_SIGNED(A, a, b) ((WRAPPING_##A)(a) * (WRAPPING_##A)(b))
#define multiply_UNSIGNED multiply_SIGNED
#define multiply_REAL(A, a, b) ((a) * (b))
#define multiply_COMPLEX(A, a, b) PASTE(A, _multiply)(a, b)
#define divide_REAL(A, a, b) ((a) / (b))
#define divide_COMPLEX(A, a, b) PASTE(A, _divide)(a, b)
#define floor_divide_SIGNED(A, a, b) PASTE(A, _floor_divide)(a, b)
#define floor_divide_UNSIGNED floor_divide_SIGNED
#define floor_divide_REAL floor_divide_SIGNED
#define remainder_SIGNED(A, a, b) PASTE(A, _remainder)(a, b)
#define remainder_UNSIGNED remainder_SIGNED
#define remainder_REAL remainder_SIGNED
#define fmod_SIGNED(A, a, b) PASTE(A, _fmod)(a, b)
#define fmod_UNSIGNED fmod_SIGNED
#define fmod_REAL(A, a, b) MATH(A, fmod)(a, b)
#define power_SIGNED(A, a, b) PASTE(A, _power)(a, b)
#define power_UNSIGNED power_SIGNED
#define power_REAL power_SIGNED
#define power_COMPLEX power_SIGNED
#define float_power_REAL power_SIGNED
#define float_power_COMPLEX power_SIGNED
#define maximum_BOOLEAN(A, a, b) ((a) | (b))
#define maximum_SIGNED(A, a, b) ((a) > (b) ? (a) : (b))
#define maximum_UNSIGNED maximum_SIGNED
#define maximum_REAL(A, a, b) PASTE(A, _maximum)(a, b)
#define maximum_COMPLEX maximum_REAL
#define minimum_BOOLEAN(A, a, b) ((a) & (b))
#define minimum_SIGNED(A, a, b) ((a) < (b) ? (a) : (b))
#define minimum_UNSIGNED minimum_SIGNED
#define minimum_REAL(A, a, b) PASTE(A, _minimum)(a, b)
#define minimum_COMPLEX minimum_REAL
#define fmax_BOOLEAN maximum_BOOLEAN
#define fmax_SIGNED maximum_SIGNED
#define fmax_UNSIGNED maximum_SIGNED
#define fmax_REAL(A, a, b) PASTE(A, _fmax)(a, b)
#define fmax_COMPLEX fmax_REAL
#define fmin_BOOLEAN minimum_BOOLEAN
#define fmin_SIGNED minimum_SIGNED
#define fmin_UNSIGNED minimum_SIGNED
#define fmin_REAL(A, a, b) PASTE(A, _fmin)(a, b)
#define fmin_COMPLEX fmin_REAL
#define arctan2_REAL(A, a, b) MATH(A, atan2)(a, b)
#define hypot_REAL(A, a, b) MATH(A, hypot)(a, b)
#define copysign_REAL(A, a, b) MATH(A, copysign)(a, b)
#define nextafter_REAL(A, a, b) PASTE(A, _nextafter)(a, b)
#define heaviside_REAL(A, a, b) PASTE(A, _heaviside)(a, b)
#define logaddexp_REAL(A, a, b) PASTE(A, _logaddexp)(a, b)
#define logaddexp2_REAL(A, a, b) PASTE(A, _logaddexp2)(a, b)
/* Where the power of two is a normal number a product has the digits and the flags of ldexp. */
#define DEFINE_TIMES_POWER(A, real, Bits, LEAST, MOST, DIGITS, c_function)                                   \
    static inline real A##_times_power(real a, int64_t b) {                                                  \
        if (b < LEAST || b > MOST) return c_function(a, b > 100000 ? 100000 : b < -100000 ? -100000 : (int)b); \
        Bits bits = (Bits)(b + MOST) << DIGITS;                                                              \
        real power;                                                                                          \
        memcpy(&power, &bits, sizeof power);                                                                 \
        return a * power;                                                                                    \
    }
DEFINE_TIMES_POWER(FLOAT64, double, uint64_t, -1022, 1023, 52, ldexp)
DEFINE_TIMES_POWER(FLOAT32, float, uint32_t, -126, 127, 23, ldexpf)
#define FLOAT16_times_power FLOAT32_times_power
#define ldexp_REAL(A, a, b) PASTE(A, _times_power)(a, b)
#define bitwise_and_BOOLEAN(A, a, b) ((a) & (b))
#define bitwise_and_SIGNED bitwise_and_BOOLEAN
#define bitwise_and_UNSIGNED bitwise_and_BOOLEAN
#define bitwise_or_BOOLEAN(A, a, b) ((a) | (b))
#define bitwise_or_SIGNED bitwise_or_BOOLEAN
#define bitwise_or_UNSIGNED bitwise_or_BOOLEAN
#define bitwise_xor_BOOLEAN(A, a, b) ((a) ^ (b))
#define bitwise_xor_SIGNED bitwise_xor_BOOLEAN
#define bitwise_xor_UNSIGNED bitwise_xor_BOOLEAN
#define left_shift_SIGNED(A, a, b) PASTE(A, _left_shift)(a, b)
#define left_shift_UNSIGNED left_shift_SIGNED
#define right_shift_SIGNED(A, a, b) PASTE(A, _right_shift)(a, b)
#define right_shift_UNSIGNED right_shift_SIGNED
#define gcd_SIGNED(A, a, b) PASTE(A, _gcd)(a, b)
#define gcd_UNSIGNED gcd_SIGNED
#define lcm_SIGNED(A, a, b) PASTE(A, _lcm)(a, b)
#define lcm_UNSIGNED lcm_SIGNED
#define equal_BOOLEAN(A, a, b) ((a) == (b))
#define equal_SIGNED equal_BOOLEAN
#define equal_UNSIGNED equal_BOOLEAN
#define equal_REAL equal_BOOLEAN
#define equal_COMPLEX(A, a, b) PASTE(A, _equal)(a, b)
#define not_equal_BOOLEAN(A, a, b) ((a) != (b))
#define not_equal_SIGNED not_equal_BOOLEAN
#define not_equal_UNSIGNED not_equal_BOOLEAN
#define not_equal_REAL not_equal_BOOLEAN
#define not_equal_COMPLEX(A, a, b) (!PASTE(A, _equal)(a, b))
#define less_BOOLEAN(A, a, b) ((a) < (b))
#define less_SIGNED less_BOOLEAN
#define less_UNSIGNED less_BOOLEAN
#define less_REAL less_BOOLEAN
#define less_COMPLEX(A, a, b) PASTE(A, _less)(a, b)
#define less_equal_BOOLEAN(A, a, b) ((a) <= (b))
#define less_equal_SIGNED less_equal_BOOLEAN
#define less_equal_UNSIGNED less_equal_BOOLEAN
#define less_equal_REAL less_equal_BOOLEAN
#define less_equal_COMPLEX(A, a, b) PASTE(A, _less_equal)(a, b)
#define greater_BOOLEAN(A, a, b) ((a) > (b))
#define greater_SIGNED greater_BOOLEAN
#define greater_UNSIGNED greater_BOOLEAN
#define greater_REAL greater_BOOLEAN
#define greater_COMPLEX(A, a, b) PASTE(A, _less)(b, a)
#define greater_equal_BOOLEAN(A, a, b) ((a) >= (b))
#define greater_equal_SIGNED greater_equal_BOOLEAN
#define greater_equal_UNSIGNED greater_equal_BOOLEAN
#define greater_equal_REAL greater_equal_BOOLEAN
#define greater_equal_COMPLEX(A, a, b) PASTE(A, _less_equal)(b, a)
#define logical_and_BOOLEAN(A, a, b) (((a) != 0) & ((b) != 0))
#define logical_and_SIGNED logical_and_BOOLEAN
#define logical_and_UNSIGNED logical_and_BOOLEAN
#define logical_and_REAL logical_and_BOOLEAN
#define logical_and_COMPLEX(A, a, b) (PASTE(A, _truth)(a) && PASTE(A, _truth)(b))
#define logical_or_BOOLEAN(A, a, b) (((a) != 0) | ((b) != 0))
#define logical_or_SIGNED logical_or_BOOLEAN
#define logical_or_UNSIGNED logical_or_BOOLEAN
#define logical_or_REAL logical_or_BOOLEAN
#define logical_or_COMPLEX(A, a, b) (PASTE(A, _truth)(a) || PASTE(A, _truth)(b))
#define logical_xor_BOOLEAN(A, a, b) (((a) != 0) != ((b) != 0))
#define logical_xor_SIGNED logical_xor_BOOLEAN
#define logical_xor_UNSIGNED logical_xor_BOOLEAN
#define logical_xor_REAL logical_xor_BOOLEAN
#define logical_xor_COMPLEX(A, a, b) (PASTE(A, _truth)(a) != PASTE(A, _truth)(b))

#define EXPRESSION(name, A) PASTE(name##_, KIND_##A)
#define DEFINE(name, A, B, R) BINARY_LOOP(name##_##A##_##B, A, B, R, EXPRESSION(name, A))
#define ROW(name, group, identity, cuda, documentation) group(DEFINE, name)
ELEMENTWISE_BINARY(ROW)
#undef ROW

#define DEFINE_DIVMOD(name, A, B, R, S)                                                                      \
    static void name##_##A(char *const *data, const int64_t *strides, int64_t count) {                       \
        const char *left = data[0], *right = data[1];                                                        \
        char *quotient = data[2], *rest = data[3];                                                           \
        for (int64_t i = 0; i < count; i++) {                                                                \
            COMPUTED_##A a = LOAD_##A(*(const STORED_##A *)left), b = LOAD_##A(*(const STORED_##A *)right);  \
            *(STORED_##A *)quotient = STORE_##A(PASTE(A, _floor_divide)(a, b));                              \
            *(STORED_##A *)rest = STORE_##A(PASTE(A, _remainder)(a, b));                                     \
            left += strides[0], right += strides[1], quotient += strides[2], rest += strides[3];             \
        }                                                                                                    \
    }
GROUP_DIVMOD2_2(DEFINE_DIVMOD, divmod)

#define TERNARY_LOOP(function, A, B, C, R, expression)                                                       \
    static void function(char *const *data, const int64_t *strides, int64_t count) {                         \
        const char *first = data[0], *second = data[1], *third = data[2];                                    \
        char *out = data[3];                                                                                 \
        for (int64_t i = 0; i < count; i++) {                                                                \
            COMPUTED_##A a = LOAD_##A(*(const STORED_##A *)first);                                           \
            COMPUTED_##B b = LOAD_##B(*(const STORED_##B *)second);                                          \
            COMPUTED_##C c = LOAD_##C(*(const STORED_##C *)third);                                           \
            *(STORED_##R *)out = STORE_##R(expression(B, a, b, c));                                          \
            first += strides[0], second += strides[1], third += strides[2], out += strides[3];               \
        }                                                                                                    \
    }
#define clip_BOOLEAN(A, a, b, c) (((a) | (b)) & (c))
#define clip_SIGNED(A, a, b, c) clip_ordered(a, b, c)
#define clip_UNSIGNED clip_SIGNED
#define clip_ordered(a, b, c) ((a) < (b) ? ((b) > (c) ? (c) : (b)) : (a) > (c) ? (c) : (a))
#define clip_REAL(A, a, b, c) PASTE(A, _minimum)(PASTE(A, _maximum)(a, b), c)
#define clip_COMPLEX clip_REAL
#define SELECT(A, a, b, c) ((a) ? (b) : (c))
#define DEFINE_CLIP(name, A, B, C, R) TERNARY_LOOP(name##_##B, A, B, C, R, PASTE(clip_, KIND_##B))
#define DEFINE_SELECT(name, A, B, C, R) TERNARY_LOOP(name##_##B, A, B, C, R, SELECT)
GROUP_ALL3(DEFINE_CLIP, clip)
GROUP_SELECT3(DEFINE_SELECT, where_select)

#define ENTRY(name, A, B, R) name##_##A##_##B,
#define ENTRY_PAIR(name, A, B, R, S) name##_##A,
#define ENTRY_TERNARY(name, A, B, C, R) name##_##B,
#define ROW(name, group, identity, cuda, documentation) static HostLoop *const name##_table[] = {group(ENTRY, name)};
ELEMENTWISE_BINARY(ROW)
#undef ROW
static HostLoop *const divmod_table[] = {GROUP_DIVMOD2_2(ENTRY_PAIR, divmod)};
static HostLoop *const clip_table[] = {GROUP_ALL3(ENTRY_TERNARY, clip)};
static HostLoop *const where_select_table[] = {GROUP_SELECT3(ENTRY_TERNARY, where_select)};

#define ROW(name, group, identity, cuda, documentation) [OPERATOR_##name] = name##_table,
HostLoop *const *const host_binary_tables[OPERATOR_COUNT] = {
    ELEMENTWISE_BINARY(ROW) ELEMENTWISE_BINARY_PAIR(ROW) ELEMENTWISE_TERNARY(ROW)};
#undef ROW
