/* What each operation on scalars computes: the interpreter and the constant folder ask here, and compiled code must
 * agree to the bit. */
#include "arraylib/core/roots.h"
#include "arraylib/ir/evaluate.h"

#include "arraylib/ir/private.h"

#include <math.h>
#include <string.h>

/* ---- memory ---- */

IrScalar ir_scalar_load(const IrType *type, const void *memory) {
    IrScalar scalar = {.c128 = {0, 0}};
    if (type->kind == IR_POINTER) {
        memcpy(&scalar.pointer, memory, sizeof scalar.pointer);
        return scalar;
    }
    switch (type->scalar) {
    case DTYPE_BOOL: scalar.u = *(const uint8_t *)memory != 0; break;
#define LOAD(NAME, c_type, member) case DTYPE_##NAME: { c_type x; memcpy(&x, memory, sizeof x); scalar.member = x; break; }
        LOAD(INT8, int8_t, i) LOAD(UINT8, uint8_t, u) LOAD(INT16, int16_t, i) LOAD(UINT16, uint16_t, u)
        LOAD(INT32, int32_t, i) LOAD(UINT32, uint32_t, u) LOAD(INT64, int64_t, i) LOAD(UINT64, uint64_t, u)
#undef LOAD
    default: memcpy(&scalar, memory, (size_t)type->size);
    }
    return scalar;
}

/* Little-endian: the first bytes of the wide form are the narrow one. */
void ir_scalar_store(const IrType *type, void *memory, IrScalar value) { memcpy(memory, &value, (size_t)type->size); }

static bool float_equal(double left, double right, const void *a, const void *b, size_t size) {
    return (isnan(left) && isnan(right)) || !memcmp(a, b, size);
}

bool ir_scalar_equal(const IrType *type, IrScalar left, IrScalar right) {
    if (type->kind == IR_POINTER) return left.pointer == right.pointer;
    switch (type->scalar) {
    case DTYPE_FLOAT16: return left.f16 == right.f16 || (isnan(float16_to_float(left.f16)) && isnan(float16_to_float(right.f16)));
    case DTYPE_FLOAT32: return float_equal(left.f32, right.f32, &left, &right, 4);
    case DTYPE_FLOAT64: return float_equal(left.f64, right.f64, &left, &right, 8);
    case DTYPE_COMPLEX64:
        return float_equal(left.c64.real, right.c64.real, &left.c64.real, &right.c64.real, 4) &&
               float_equal(left.c64.imaginary, right.c64.imaginary, &left.c64.imaginary, &right.c64.imaginary, 4);
    case DTYPE_COMPLEX128:
        return float_equal(left.c128.real, right.c128.real, &left.c128.real, &right.c128.real, 8) &&
               float_equal(left.c128.imaginary, right.c128.imaginary, &left.c128.imaginary, &right.c128.imaginary, 8);
    default: return left.u == right.u;
    }
}

static bool ir_scalar_truth(const IrType *type, IrScalar value) {
    switch (ir_kind(type)) {
    case 'f':
        if (type->scalar == DTYPE_FLOAT64) return value.f64 != 0;
        return type->scalar == DTYPE_FLOAT32 ? value.f32 != 0 : (value.f16 & 0x7fff) != 0;
    case 'c':
        if (type->scalar == DTYPE_COMPLEX64) return value.c64.real != 0 || value.c64.imaginary != 0;
        return value.c128.real != 0 || value.c128.imaginary != 0;
    default: return value.u != 0;
    }
}

/* ---- integers: computed in 64 bits, then cut to their width ---- */

static IrScalar cut(const IrType *type, uint64_t bits) {
    int shift = 64 - 8 * (int)type->size;
    IrScalar result = {.u = bits};
    if (type->scalar == DTYPE_BOOL) result.u = bits & 1;
    else if (ir_kind(type) == 'i') result.i = (int64_t)(bits << shift) >> shift;
    else result.u = bits << shift >> shift;
    return result;
}

static int64_t smallest(const IrType *type) { return (int64_t)(UINT64_MAX << (8 * type->size - 1)); }

static uint64_t divide_integers(IrOperation operation, bool is_signed, const IrType *type, IrScalar a, IrScalar b) {
    bool want_rest = operation == IR_REM || operation == IR_FLOOR_REM;
    if (b.u == 0) return 0;
    if (!is_signed) return want_rest ? a.u % b.u : a.u / b.u;
    if (b.i == -1) return want_rest ? 0 : a.i == smallest(type) ? a.u : (uint64_t)-a.i;
    int64_t quotient = a.i / b.i, rest = a.i % b.i;
    bool down = (operation == IR_FLOOR_DIV || operation == IR_FLOOR_REM) && rest && (rest < 0) != (b.i < 0);
    return (uint64_t)(want_rest ? (down ? rest + b.i : rest) : (down ? quotient - 1 : quotient));
}

static bool evaluate_integer(IrOperation operation, const IrType *type, IrScalar a, IrScalar b, IrScalar *result) {
    bool is_signed = ir_kind(type) == 'i';
    unsigned width = 8u * (unsigned)type->size;
    bool less = is_signed ? a.i < b.i : a.u < b.u;
    uint64_t bits;
    switch (operation) {
    case IR_NEG: bits = 0 - a.u; break;
    case IR_NOT: bits = ~a.u; break;
    case IR_ABS: bits = is_signed && a.i < 0 ? 0 - a.u : a.u; break;
    case IR_ADD: bits = a.u + b.u; break;
    case IR_SUB: bits = a.u - b.u; break;
    case IR_MUL: bits = a.u * b.u; break;
    case IR_DIV:
    case IR_REM:
    case IR_FLOOR_DIV:
    case IR_FLOOR_REM: bits = divide_integers(operation, is_signed, type, a, b); break;
    case IR_AND: bits = a.u & b.u; break;
    case IR_OR: bits = a.u | b.u; break;
    case IR_XOR: bits = a.u ^ b.u; break;
    case IR_SHL: bits = b.u >= width ? 0 : a.u << b.u; break;
    case IR_SHR:
        if (is_signed) bits = (uint64_t)(a.i >> (b.u >= width ? 63 : b.u));
        else bits = b.u >= width ? 0 : a.u >> b.u;
        break;
    case IR_MIN: bits = less ? a.u : b.u; break;
    case IR_MAX: bits = less ? b.u : a.u; break;
    case IR_EQ: result->u = a.u == b.u; return true;
    case IR_NE: result->u = a.u != b.u; return true;
    case IR_LT: result->u = less; return true;
    case IR_GE: result->u = !less; return true;
    case IR_GT: result->u = is_signed ? a.i > b.i : a.u > b.u; return true;
    case IR_LE: result->u = is_signed ? a.i <= b.i : a.u <= b.u; return true;
    default: return false;
    }
    *result = cut(type, bits);
    return true;
}

static bool math_integer(IrMath function, const IrType *type, IrScalar a, IrScalar *result) {
    unsigned width = 8u * (unsigned)type->size;
    uint64_t bits = width == 64 ? a.u : a.u & (((uint64_t)1 << width) - 1), mirrored = 0;
    switch (function) {
    case IR_MATH_popcount: bits = (uint64_t)__builtin_popcountll(bits); break;
    case IR_MATH_clz: bits = bits ? (uint64_t)__builtin_clzll(bits) - (64 - width) : width; break;
    case IR_MATH_ctz: bits = bits ? (uint64_t)__builtin_ctzll(bits) : width; break;
    case IR_MATH_reverse_bits:
        for (unsigned i = 0; i < width; i++) mirrored |= (bits >> i & 1) << (width - 1 - i);
        bits = mirrored;
        break;
    default: return false;
    }
    *result = cut(type, bits);
    return true;
}

/* ---- floats ---- */

#define DEFINE_FLOAT(T, suffix, name)                                                                                \
    T ir_floor_div_##name(T a, T b) {                                                                                \
        if (b == 0) return a / b;                                                                                    \
        T rest = fmod##suffix(a, b);                                                                                 \
        if (isnan(rest)) return rest;                                                                                \
        T quotient = (a - rest) / b;                                                                                 \
        if (rest != 0 && (rest < 0) != (b < 0)) quotient -= 1;                                                       \
        if (quotient == 0) return copysign##suffix(0, a / b);                                                        \
        T whole = floor##suffix(quotient);                                                                           \
        return quotient - whole > (T)0.5 ? whole + 1 : whole;                                                        \
    }                                                                                                                \
    T ir_floor_rem_##name(T a, T b) {                                                                                \
        T rest = fmod##suffix(a, b);                                                                                 \
        if (b == 0) return rest;                                                                                     \
        if (rest == 0) return copysign##suffix(0, b);                                                                \
        return (rest < 0) != (b < 0) ? rest + b : rest;                                                              \
    }                                                                                                                \
    T ir_lgamma_##name(T x) {                                                                                        \
        int sign;                                                                                                    \
        return lgamma##suffix##_r(x, &sign);                                                                         \
    }                                                                                                                \
    static bool binary_##name(IrOperation operation, T a, T b, T *result) {                                          \
        switch (operation) {                                                                                         \
        case IR_NEG: *result = -a; return true;                                                                      \
        case IR_ABS: *result = fabs##suffix(a); return true;                                                         \
        case IR_ADD: *result = a + b; return true;                                                                   \
        case IR_SUB: *result = a - b; return true;                                                                   \
        case IR_MUL: *result = a * b; return true;                                                                   \
        case IR_DIV: *result = a / b; return true;                                                                   \
        case IR_REM: *result = fmod##suffix(a, b); return true;                                                      \
        case IR_FLOOR_DIV: *result = ir_floor_div_##name(a, b); return true;                                         \
        case IR_FLOOR_REM: *result = ir_floor_rem_##name(a, b); return true;                                         \
        case IR_MIN: *result = a <= b || isnan(a) ? a : b; return true;                                              \
        case IR_MAX: *result = a >= b || isnan(a) ? a : b; return true;                                              \
        default: return false;                                                                                       \
        }                                                                                                            \
    }                                                                                                                \
    static bool compare_##name(IrOperation operation, T a, T b, IrScalar *result) {                                  \
        switch (operation) {                                                                                         \
        case IR_EQ: result->u = a == b; return true;                                                                 \
        case IR_NE: result->u = a != b; return true;                                                                 \
        case IR_LT: result->u = a < b; return true;                                                                  \
        case IR_LE: result->u = a <= b; return true;                                                                 \
        case IR_GT: result->u = a > b; return true;                                                                  \
        case IR_GE: result->u = a >= b; return true;                                                                 \
        default: return false;                                                                                       \
        }                                                                                                            \
    }                                                                                                                \
    static bool test_##name(IrMath function, T a, IrScalar *result) {                                                \
        switch (function) {                                                                                          \
        case IR_MATH_isnan: result->u = isnan(a) != 0; return true;                                                  \
        case IR_MATH_isinf: result->u = isinf(a) != 0; return true;                                                  \
        case IR_MATH_isfinite: result->u = isfinite(a) != 0; return true;                                            \
        case IR_MATH_signbit: result->u = signbit(a) != 0; return true;                                              \
        default: return false;                                                                                       \
        }                                                                                                            \
    }                                                                                                                \
    static bool math_##name(IrMath function, T a, T b, T c, T *result) {                                             \
        switch (function) {                                                                                          \
            UNARY_FUNCTIONS(UNARY_CASE, suffix)                                                                      \
        case IR_MATH_lgamma: *result = ir_lgamma_##name(a); return true;                                             \
        case IR_MATH_cbrt: *result = real_cbrt##suffix(a); return true;                                              \
        case IR_MATH_pow: *result = pow##suffix(a, b); return true;                                                  \
        case IR_MATH_atan2: *result = atan2##suffix(a, b); return true;                                              \
        case IR_MATH_hypot: *result = hypot##suffix(a, b); return true;                                              \
        case IR_MATH_copysign: *result = copysign##suffix(a, b); return true;                                        \
        case IR_MATH_nextafter: *result = nextafter##suffix(a, b); return true;                                      \
        case IR_MATH_fmin: *result = a <= b || isnan(b) ? a : b; return true;                                        \
        case IR_MATH_fmax: *result = a >= b || isnan(b) ? a : b; return true;                                        \
        case IR_MATH_fma: *result = fma##suffix(a, b, c); return true;                                               \
        default: return false;                                                                                       \
        }                                                                                                            \
    }

#define UNARY_FUNCTIONS(X, suffix)                                                                                   \
    X(sin, suffix) X(cos, suffix) X(tan, suffix) X(asin, suffix) X(acos, suffix) X(atan, suffix) X(sinh, suffix)     \
    X(cosh, suffix) X(tanh, suffix) X(asinh, suffix) X(acosh, suffix) X(atanh, suffix) X(exp, suffix)                \
    X(exp2, suffix) X(expm1, suffix) X(log, suffix) X(log2, suffix) X(log10, suffix) X(log1p, suffix)                \
    X(sqrt, suffix) X(erf, suffix) X(erfc, suffix) X(tgamma, suffix) X(floor, suffix)                \
    X(ceil, suffix) X(trunc, suffix) X(rint, suffix) X(round, suffix)
#define UNARY_CASE(name, suffix) case IR_MATH_##name: *result = name##suffix(a); return true;

DEFINE_FLOAT(float, f, f32)
DEFINE_FLOAT(double, , f64)

/* ---- complex numbers: products by the plain formula, quotients by Smith's ---- */

#define DEFINE_COMPLEX(Number, T, suffix, name)                                                                      \
    static inline T _Complex join_##name(Number a) {                                                                 \
        union { Number pair; T _Complex number; } both = {.pair = a};                                                \
        return both.number;                                                                                          \
    }                                                                                                                \
    static inline Number split_##name(T _Complex a) {                                                                \
        union { T _Complex number; Number pair; } both = {.number = a};                                              \
        return both.pair;                                                                                            \
    }                                                                                                                \
    static Number divide_##name(Number a, Number b) {                                                                \
        T real_size = fabs##suffix(b.real), imaginary_size = fabs##suffix(b.imaginary);                              \
        if (real_size >= imaginary_size) {                                                                           \
            if (real_size == 0 && imaginary_size == 0) return (Number){a.real / real_size, a.imaginary / real_size}; \
            T ratio = b.imaginary / b.real, scale = (T)1 / (b.real + b.imaginary * ratio);                           \
            return (Number){(a.real + a.imaginary * ratio) * scale, (a.imaginary - a.real * ratio) * scale};         \
        }                                                                                                            \
        T ratio = b.real / b.imaginary, scale = (T)1 / (b.imaginary + b.real * ratio);                               \
        return (Number){(a.real * ratio + a.imaginary) * scale, (a.imaginary * ratio - a.real) * scale};             \
    }                                                                                                                \
    static bool binary_##name(IrOperation operation, Number a, Number b, Number *result) {                           \
        switch (operation) {                                                                                         \
        case IR_NEG: *result = (Number){-a.real, -a.imaginary}; return true;                                         \
        case IR_ADD: *result = (Number){a.real + b.real, a.imaginary + b.imaginary}; return true;                    \
        case IR_SUB: *result = (Number){a.real - b.real, a.imaginary - b.imaginary}; return true;                    \
        case IR_MUL:                                                                                                 \
            *result = (Number){a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real}; \
            return true;                                                                                             \
        case IR_DIV: *result = divide_##name(a, b); return true;                                                     \
        default: return false;                                                                                       \
        }                                                                                                            \
    }                                                                                                                \
    void ir_divide_##name(const Number *a, const Number *b, Number *result) { *result = divide_##name(*a, *b); }     \
    void ir_math_##name(int function, const Number *a, const Number *b, Number *result) {                            \
        switch (function) {                                                                                          \
        case IR_MATH_sin: *result = split_##name(csin##suffix(join_##name(*a))); break;                              \
        case IR_MATH_cos: *result = split_##name(ccos##suffix(join_##name(*a))); break;                              \
        case IR_MATH_tan: *result = split_##name(ctan##suffix(join_##name(*a))); break;                              \
        case IR_MATH_exp: *result = split_##name(cexp##suffix(join_##name(*a))); break;                              \
        case IR_MATH_log: *result = split_##name(clog##suffix(join_##name(*a))); break;                              \
        case IR_MATH_sqrt: *result = split_##name(csqrt##suffix(join_##name(*a))); break;                            \
        default: *result = split_##name(cpow##suffix(join_##name(*a), join_##name(*b))); break; /* pow */            \
        }                                                                                                            \
    }

#include <complex.h>
#undef I
DEFINE_COMPLEX(Complex64, float, f, c64)
DEFINE_COMPLEX(Complex128, double, , c128)

/* ---- casts ---- */

/* Towards zero; what does not fit becomes the nearest that does, NaN becomes 0. */
static IrScalar integer_from_double(const IrType *type, double x) {
    unsigned width = 8u * (unsigned)type->size;
    if (isnan(x)) return (IrScalar){.u = 0};
    if (ir_kind(type) == 'i') {
        double limit = ldexp(1, (int)width - 1);
        if (x >= limit) return (IrScalar){.i = (int64_t)(((uint64_t)1 << (width - 1)) - 1)};
        return x < -limit ? (IrScalar){.i = smallest(type)} : (IrScalar){.i = (int64_t)x};
    }
    if (x >= ldexp(1, (int)width)) return (IrScalar){.u = UINT64_MAX >> (64 - width)};
    return (IrScalar){.u = x <= 0 ? 0 : (uint64_t)x};
}

static double number_of(const IrType *type, IrScalar value) {
    switch (type->scalar) {
    case DTYPE_FLOAT16: return float16_to_float(value.f16);
    case DTYPE_FLOAT32: return value.f32;
    case DTYPE_FLOAT64: return value.f64;
    default: return ir_kind(type) == 'i' ? (double)value.i : (double)value.u;
    }
}

static float single_of(const IrType *type, IrScalar value) { /* 64-bit integers round once */
    if (ir_kind(type) == 'f') return type->scalar == DTYPE_FLOAT32 ? value.f32 : (float)number_of(type, value);
    return ir_kind(type) == 'i' ? (float)value.i : (float)value.u;
}

static IrScalar cast(const IrType *from, const IrType *to, IrScalar value) {
    IrScalar result = {.c128 = {0, 0}};
    if (from == to) return value;
    if (to->scalar == DTYPE_BOOL) return (IrScalar){.u = ir_scalar_truth(from, value)};
    if (ir_kind(from) == 'c') {
        if (to->scalar == DTYPE_COMPLEX64) result.c64 = (Complex64){(float)value.c128.real, (float)value.c128.imaginary};
        else result.c128 = (Complex128){value.c64.real, value.c64.imaginary};
        return result;
    }
    switch (to->scalar) {
    case DTYPE_FLOAT16: result.f16 = float16_from_double(number_of(from, value)); return result;
    case DTYPE_FLOAT32: result.f32 = single_of(from, value); return result;
    case DTYPE_FLOAT64: result.f64 = number_of(from, value); return result;
    case DTYPE_COMPLEX64: result.c64.real = single_of(from, value); return result;
    case DTYPE_COMPLEX128: result.c128.real = number_of(from, value); return result;
    default: return ir_kind(from) == 'f' ? integer_from_double(to, number_of(from, value)) : cut(to, value.u);
    }
}

/* ---- all together ---- */

uint64_t ir_trip_count(const IrType *type, IrScalar start, IrScalar stop, IrScalar step) {
    bool is_signed = ir_kind(type) == 'i', up = is_signed ? step.i > 0 : step.u != 0;
    if (up) {
        if (is_signed ? start.i >= stop.i : start.u >= stop.u) return 0;
        return (stop.u - start.u - 1) / step.u + 1;
    }
    if (!is_signed || step.i == 0 || start.i <= stop.i) return 0;
    return (start.u - stop.u - 1) / (0 - step.u) + 1;
}

static bool evaluate_float(IrOperation operation, int detail, const IrType *type, const IrScalar *x, IrScalar *result) {
    bool done, is_math = operation == IR_MATH, is_test = is_math && ir_math_rows[detail].result == 'B';
    bool is_compare = operation >= IR_EQ && operation <= IR_GE;
    if (type->scalar == DTYPE_FLOAT64) {
        double out;
        if (is_compare) return compare_f64(operation, x[0].f64, x[1].f64, result);
        if (is_test) return test_f64(detail, x[0].f64, result);
        done = is_math ? math_f64(detail, x[0].f64, x[1].f64, x[2].f64, &out) : binary_f64(operation, x[0].f64, x[1].f64, &out);
        if (done) result->f64 = out;
        return done;
    }
    float in[3], out;
    bool half = type->scalar == DTYPE_FLOAT16;
    for (int i = 0; i < 3; i++) in[i] = half ? float16_to_float(x[i].f16) : x[i].f32;
    if (is_compare) return compare_f32(operation, in[0], in[1], result);
    if (is_test) return test_f32(detail, in[0], result);
    if (half && is_math && detail == IR_MATH_nextafter) return false;
    done = is_math ? math_f32(detail, in[0], in[1], in[2], &out) : binary_f32(operation, in[0], in[1], &out);
    if (done && half) result->f16 = float16_from_double(out);
    else if (done) result->f32 = out;
    return done;
}

static bool evaluate_complex(IrOperation operation, int detail, const IrType *type, const IrScalar *x, IrScalar *result) {
    bool narrow = type->scalar == DTYPE_COMPLEX64;
    switch (operation) {
    case IR_REAL:
        if (narrow) result->f32 = x->c64.real;
        else result->f64 = x->c128.real;
        return true;
    case IR_IMAG:
        if (narrow) result->f32 = x->c64.imaginary;
        else result->f64 = x->c128.imaginary;
        return true;
    case IR_ABS:
        if (narrow) result->f32 = hypotf(x->c64.real, x->c64.imaginary);
        else result->f64 = hypot(x->c128.real, x->c128.imaginary);
        return true;
    case IR_EQ:
    case IR_NE: {
        bool equal = narrow ? x[0].c64.real == x[1].c64.real && x[0].c64.imaginary == x[1].c64.imaginary
                            : x[0].c128.real == x[1].c128.real && x[0].c128.imaginary == x[1].c128.imaginary;
        result->u = equal == (operation == IR_EQ);
        return true;
    }
    case IR_MATH:
        if (narrow) ir_math_c64(detail, &x[0].c64, &x[1].c64, &result->c64);
        else ir_math_c128(detail, &x[0].c128, &x[1].c128, &result->c128);
        return true;
    default:
        return narrow ? binary_c64(operation, x[0].c64, x[1].c64, &result->c64)
                      : binary_c128(operation, x[0].c128, x[1].c128, &result->c128);
    }
}

static bool evaluate_pointer(IrOperation operation, const IrScalar *operands, IrScalar *result) {
    if (operation == IR_EQ) result->u = operands[0].u == operands[1].u;
    else if (operation == IR_NE) result->u = operands[0].u != operands[1].u;
    else if (operation == IR_BITCAST) *result = operands[0];
    else return false;
    return true;
}

bool ir_evaluate(IrOperation operation, int detail, const IrType *result_type, const IrType *const *types,
                 const IrScalar *operands, IrScalar *result) {
    const IrType *type = types[0];
    IrScalar x[3] = {{.c128 = {0, 0}}, {.c128 = {0, 0}}, {.c128 = {0, 0}}};
    int count = operation == IR_MATH ? ir_math_rows[detail].operands : ir_operation_rows[operation].operands;
    if (ir_operation_rows[operation].trait != TRAIT_P || count < 1 || count > 3) return false;
    for (int i = 0; i < count; i++) x[i] = operands[i];
    memset(result, 0, sizeof *result);
    if (operation == IR_SELECT) {
        *result = x[0].u ? x[1] : x[2];
        return true;
    }
    if (type->kind == IR_POINTER) return evaluate_pointer(operation, x, result);
    if (type->kind != IR_SCALAR) return false;
    switch (operation) {
    case IR_CUT:
    case IR_CAST: *result = cast(type, result_type, x[0]); return true;
    case IR_BITCAST: {
        unsigned char bytes[16] = {0};
        ir_scalar_store(type, bytes, x[0]);
        *result = ir_scalar_load(result_type, bytes);
        return true;
    }
    case IR_COMPLEX:
        if (type->scalar == DTYPE_FLOAT32) result->c64 = (Complex64){x[0].f32, x[1].f32};
        else result->c128 = (Complex128){x[0].f64, x[1].f64};
        return true;
    default: break;
    }
    switch (ir_kind(type)) {
    case 'f': return evaluate_float(operation, detail, type, x, result);
    case 'c': return evaluate_complex(operation, detail, type, x, result);
    default:
        return operation == IR_MATH ? math_integer(detail, type, x[0], result)
                                    : evaluate_integer(operation, type, x[0], x[1], result);
    }
}

IrScalar ir_atomic_combine(IrAtomic operation, const IrType *type, IrScalar old, IrScalar value) {
    static const IrOperation plain[] = {[IR_ATOMIC_ADD] = IR_ADD, [IR_ATOMIC_SUB] = IR_SUB, [IR_ATOMIC_MIN] = IR_MIN,
                                        [IR_ATOMIC_MAX] = IR_MAX, [IR_ATOMIC_AND] = IR_AND, [IR_ATOMIC_OR] = IR_OR,
                                        [IR_ATOMIC_XOR] = IR_XOR};
    IrScalar result = value;
    switch (operation) {
    case IR_ATOMIC_EXCHANGE: break;
    case IR_ATOMIC_INC: result.u = old.u >= value.u ? 0 : old.u + 1; break;
    case IR_ATOMIC_DEC: result.u = old.u == 0 || old.u > value.u ? value.u : old.u - 1; break;
    default: ir_evaluate(plain[operation], 0, type, (const IrType *[]){type, type}, (IrScalar[]){old, value}, &result);
    }
    return result;
}
