/* The operators in IR. Each computes to the bit what the host's own loops do (device/host/loops_*.c), and a test compares
 * them. Left out, and so never fused: operators whose errors depend on values (integer division, powers of integers),
 * and those of two results, with loops inside, or with formulas of their own for complex numbers. */
#include "arraylib/graph/fuse.h"

#include <math.h>
#include <string.h>

typedef struct Spelling {
    IrBuilder *b;
    const IrType *type; /* that it is computed in: of the first input, float32 for float16 */
    IrValue *x[3];
} Spelling;

static char kind_of(const Spelling *s) { return ir_kind(s->type); }
static bool is_whole(const Spelling *s) { return strchr("biu", kind_of(s)) != NULL; }
static IrValue *number(const Spelling *s, double value) { return ir_float(s->b->module, s->type, value); }
static IrValue *two(const Spelling *s, IrOperation operation, IrValue *left, IrValue *right) {
    return ir_build_binary(s->b, operation, left, right);
}
static IrValue *both(const Spelling *s, IrOperation operation) { return two(s, operation, s->x[0], s->x[1]); }
static IrValue *math(const Spelling *s, IrMath function, IrValue *x) { return ir_build_math(s->b, function, &x, 1); }
static IrValue *real(const Spelling *s, IrValue *x) { return ir_build_unary(s->b, IR_REAL, x); }
static IrValue *imaginary(const Spelling *s, IrValue *x) { return ir_build_unary(s->b, IR_IMAG, x); }
static IrValue *boolean(const Spelling *s, bool value) { return ir_integer(s->b->module, IR_TYPE(BOOL), value); }

static IrValue *truth(const Spelling *s, IrValue *x) {
    if (ir_kind(x->type) != 'c') return ir_build_cast(s->b, IR_TYPE(BOOL), x);
    IrValue *first = ir_build_cast(s->b, IR_TYPE(BOOL), real(s, x));
    return two(s, IR_OR, first, ir_build_cast(s->b, IR_TYPE(BOOL), imaginary(s, x)));
}

/* A test that a complex number passes when both of its parts do, or either. */
static IrValue *test(const Spelling *s, IrMath function, IrOperation joined, bool for_integers) {
    if (is_whole(s)) return boolean(s, for_integers);
    if (kind_of(s) == 'f') return math(s, function, s->x[0]);
    IrValue *first = math(s, function, real(s, s->x[0]));
    return two(s, joined, first, math(s, function, imaginary(s, s->x[0])));
}

static IrValue *sign(const Spelling *s) {
    IrValue *a = s->x[0], *zero, *result;
    if (kind_of(s) == 'c' || kind_of(s) == 'b') return NULL;
    zero = number(s, 0);
    result = kind_of(s) == 'f' ? ir_build_select(s->b, two(s, IR_EQ, a, zero), zero, a) : zero;
    if (kind_of(s) != 'u') result = ir_build_select(s->b, two(s, IR_LT, a, zero), number(s, -1), result);
    return ir_build_select(s->b, two(s, IR_GT, a, zero), number(s, 1), result);
}

static IrValue *count_bits(const Spelling *s) {
    IrValue *wide = ir_build_cast(s->b, IR_TYPE(UINT64), s->x[0]);
    if (kind_of(s) == 'i') {
        IrValue *negative = two(s, IR_LT, s->x[0], number(s, 0));
        wide = ir_build_select(s->b, negative, ir_build_unary(s->b, IR_NEG, wide), wide);
    }
    return ir_build_cast(s->b, IR_TYPE(UINT8), math(s, IR_MATH_popcount, wide));
}

static IrValue *in_parts(const Spelling *s, IrMath function) {
    if (kind_of(s) == 'f') return math(s, function, s->x[0]);
    if (is_whole(s)) return s->x[0];
    IrValue *first = math(s, function, real(s, s->x[0]));
    return two(s, IR_COMPLEX, first, math(s, function, imaginary(s, s->x[0])));
}

/* The factor as the host computes it, in the type itself. */
static IrValue *scaled(const Spelling *s, double above, double below) {
    double factor = s->type == IR_TYPE(FLOAT32) ? (float)above / (float)below : above / below;
    return two(s, IR_MUL, s->x[0], number(s, factor));
}

static IrValue *spell_unary(const Spelling *s, OperatorNumber operator_number) {
    static const struct { OperatorNumber number; IrMath function; } functions[] = {
        {OPERATOR_cbrt, IR_MATH_cbrt}, {OPERATOR_exp2, IR_MATH_exp2}, {OPERATOR_expm1, IR_MATH_expm1},
        {OPERATOR_log2, IR_MATH_log2}, {OPERATOR_log10, IR_MATH_log10}, {OPERATOR_log1p, IR_MATH_log1p},
        {OPERATOR_arcsin, IR_MATH_asin}, {OPERATOR_arccos, IR_MATH_acos}, {OPERATOR_arctan, IR_MATH_atan},
        {OPERATOR_sinh, IR_MATH_sinh}, {OPERATOR_cosh, IR_MATH_cosh}, {OPERATOR_tanh, IR_MATH_tanh},
        {OPERATOR_arcsinh, IR_MATH_asinh}, {OPERATOR_arccosh, IR_MATH_acosh}, {OPERATOR_arctanh, IR_MATH_atanh},
    }, complex_too[] = {
        {OPERATOR_sqrt, IR_MATH_sqrt}, {OPERATOR_exp, IR_MATH_exp}, {OPERATOR_log, IR_MATH_log},
        {OPERATOR_sin, IR_MATH_sin}, {OPERATOR_cos, IR_MATH_cos}, {OPERATOR_tan, IR_MATH_tan},
    };
    IrValue *a = s->x[0];
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (functions[i].number == operator_number) return kind_of(s) == 'f' ? math(s, functions[i].function, a) : NULL;
    for (size_t i = 0; i < sizeof complex_too / sizeof *complex_too; i++)
        if (complex_too[i].number == operator_number) return math(s, complex_too[i].function, a);
    switch (operator_number) {
    case OPERATOR_negative: return ir_build_unary(s->b, IR_NEG, a);
    case OPERATOR_positive: return a;
    case OPERATOR_absolute: return kind_of(s) == 'b' ? a : ir_build_unary(s->b, IR_ABS, a);
    case OPERATOR_fabs: return ir_build_unary(s->b, IR_ABS, a);
    case OPERATOR_sign: return sign(s);
    case OPERATOR_square: return kind_of(s) == 'c' ? NULL : two(s, IR_MUL, a, a); /* complex products: as the processor does them */
    case OPERATOR_reciprocal: return is_whole(s) || kind_of(s) == 'c' ? NULL : two(s, IR_DIV, number(s, 1), a);
    case OPERATOR_degrees:
    case OPERATOR_rad2deg: return scaled(s, 180, M_PI);
    case OPERATOR_radians:
    case OPERATOR_deg2rad: return scaled(s, M_PI, 180);
    case OPERATOR_floor: return in_parts(s, IR_MATH_floor);
    case OPERATOR_ceil: return in_parts(s, IR_MATH_ceil);
    case OPERATOR_trunc: return in_parts(s, IR_MATH_trunc);
    case OPERATOR_rint: return in_parts(s, IR_MATH_rint);
    case OPERATOR_conjugate:
        if (kind_of(s) != 'c') return a;
        return two(s, IR_COMPLEX, real(s, a), ir_build_unary(s->b, IR_NEG, imaginary(s, a)));
    case OPERATOR_invert: return ir_build_unary(s->b, IR_NOT, a);
    case OPERATOR_bitwise_count: return count_bits(s);
    case OPERATOR_logical_not: return ir_build_unary(s->b, IR_NOT, truth(s, a));
    case OPERATOR_isnan: return test(s, IR_MATH_isnan, IR_OR, false);
    case OPERATOR_isinf: return test(s, IR_MATH_isinf, IR_OR, false);
    case OPERATOR_isfinite: return test(s, IR_MATH_isfinite, IR_AND, true);
    case OPERATOR_signbit: return math(s, IR_MATH_signbit, a);
    default: return NULL;
    }
}

/* In lexical order; `inner` compares the imaginary parts. */
static IrValue *compare_complex(const Spelling *s, IrOperation inner, IrValue *a, IrValue *b) {
    IrValue *real_a = real(s, a), *real_b = real(s, b), *imaginary_a = imaginary(s, a), *imaginary_b = imaginary(s, b);
    IrValue *less = two(s, IR_LT, real_a, real_b), *equal = two(s, IR_EQ, real_a, real_b);
    return two(s, IR_OR, less, two(s, IR_AND, equal, two(s, inner, imaginary_a, imaginary_b)));
}

static IrValue *compare(const Spelling *s, IrOperation operation) {
    if (kind_of(s) != 'c' || operation == IR_EQ || operation == IR_NE) return both(s, operation);
    bool swapped = operation == IR_GT || operation == IR_GE;
    IrOperation inner = operation == IR_LT || operation == IR_GT ? IR_LT : IR_LE;
    return swapped ? compare_complex(s, inner, s->x[1], s->x[0]) : compare_complex(s, inner, s->x[0], s->x[1]);
}

static IrValue *power(const Spelling *s) {
    if (kind_of(s) != 'f') return NULL;
    IrValue *is_square = two(s, IR_EQ, s->x[1], number(s, 2)), *square = two(s, IR_MUL, s->x[0], s->x[0]);
    return ir_build_select(s->b, is_square, square, ir_build_math(s->b, IR_MATH_pow, s->x, 2));
}

static IrValue *heaviside(const Spelling *s) {
    IrValue *a = s->x[0], *zero = number(s, 0);
    IrValue *step = ir_build_select(s->b, two(s, IR_GT, a, zero), number(s, 1), zero);
    IrValue *result = ir_build_select(s->b, two(s, IR_EQ, a, zero), s->x[1], step);
    return ir_build_select(s->b, math(s, IR_MATH_isnan, a), a, result);
}

/* base 2: the same with other functions and factors */
static IrValue *log_add(const Spelling *s, bool is_two) {
    IrValue *a = s->x[0], *b = s->x[1], *zero = number(s, 0), *side[2];
    IrValue *apart = two(s, IR_SUB, a, b), *back = ir_build_unary(s->b, IR_NEG, apart);
    for (int i = 0; i < 2; i++) {
        IrValue *tail = math(s, IR_MATH_log1p, math(s, is_two ? IR_MATH_exp2 : IR_MATH_exp, i ? apart : back));
        if (is_two) tail = two(s, IR_MUL, number(s, M_LOG2E), tail);
        side[i] = two(s, IR_ADD, i ? b : a, tail);
    }
    IrValue *lower = ir_build_select(s->b, two(s, IR_LE, apart, zero), side[1], apart);
    IrValue *result = ir_build_select(s->b, two(s, IR_GT, apart, zero), side[0], lower);
    IrValue *doubled = two(s, IR_ADD, a, number(s, is_two ? 1 : M_LN2));
    return ir_build_select(s->b, two(s, IR_EQ, a, b), doubled, result);
}

static IrValue *extreme(const Spelling *s, bool largest, bool ignore_nan) {
    if (kind_of(s) == 'c') return NULL;
    if (kind_of(s) == 'f' && ignore_nan) return ir_build_math(s->b, largest ? IR_MATH_fmax : IR_MATH_fmin, s->x, 2);
    return both(s, largest ? IR_MAX : IR_MIN);
}

static IrValue *logical(const Spelling *s, IrOperation operation) {
    IrValue *left = truth(s, s->x[0]);
    return two(s, operation, left, truth(s, s->x[1]));
}

static IrValue *spell_binary(const Spelling *s, OperatorNumber operator_number) {
    switch (operator_number) {
    case OPERATOR_add: return both(s, kind_of(s) == 'b' ? IR_OR : IR_ADD);
    case OPERATOR_subtract: return both(s, IR_SUB);
    case OPERATOR_multiply: return kind_of(s) == 'c' ? NULL : both(s, kind_of(s) == 'b' ? IR_AND : IR_MUL);
    case OPERATOR_divide: return both(s, IR_DIV);
    case OPERATOR_floor_divide: return is_whole(s) ? NULL : both(s, IR_FLOOR_DIV);
    case OPERATOR_remainder: return is_whole(s) ? NULL : both(s, IR_FLOOR_REM);
    case OPERATOR_fmod: return is_whole(s) ? NULL : both(s, IR_REM);
    case OPERATOR_power:
    case OPERATOR_float_power: return power(s);
    case OPERATOR_maximum: return extreme(s, true, false);
    case OPERATOR_minimum: return extreme(s, false, false);
    case OPERATOR_fmax: return extreme(s, true, true);
    case OPERATOR_fmin: return extreme(s, false, true);
    case OPERATOR_arctan2: return ir_build_math(s->b, IR_MATH_atan2, s->x, 2);
    case OPERATOR_hypot: return ir_build_math(s->b, IR_MATH_hypot, s->x, 2);
    case OPERATOR_copysign: return ir_build_math(s->b, IR_MATH_copysign, s->x, 2);
    case OPERATOR_nextafter: return ir_build_math(s->b, IR_MATH_nextafter, s->x, 2);
    case OPERATOR_heaviside: return heaviside(s);
    case OPERATOR_logaddexp: return log_add(s, false);
    case OPERATOR_logaddexp2: return log_add(s, true);
    case OPERATOR_bitwise_and: return both(s, IR_AND);
    case OPERATOR_bitwise_or: return both(s, IR_OR);
    case OPERATOR_bitwise_xor: return both(s, IR_XOR);
    case OPERATOR_left_shift: return both(s, IR_SHL);
    case OPERATOR_right_shift: return both(s, IR_SHR);
    case OPERATOR_equal: return compare(s, IR_EQ);
    case OPERATOR_not_equal: return compare(s, IR_NE);
    case OPERATOR_less: return compare(s, IR_LT);
    case OPERATOR_less_equal: return compare(s, IR_LE);
    case OPERATOR_greater: return compare(s, IR_GT);
    case OPERATOR_greater_equal: return compare(s, IR_GE);
    case OPERATOR_logical_and: return logical(s, IR_AND);
    case OPERATOR_logical_or: return logical(s, IR_OR);
    case OPERATOR_logical_xor: return logical(s, IR_XOR);
    default: return NULL;
    }
}

static IrValue *spell_ternary(const Spelling *s, OperatorNumber operator_number) {
    if (operator_number == OPERATOR_where_select) return ir_build_select(s->b, s->x[0], s->x[1], s->x[2]);
    if (operator_number != OPERATOR_clip || kind_of(s) == 'c') return NULL;
    return two(s, IR_MIN, two(s, IR_MAX, s->x[0], s->x[1]), s->x[2]);
}

bool fusion_spell(IrBuilder *builder, const Operator *row, int loop, IrValue *const *inputs, IrValue **outputs) {
    Spelling s = {.b = builder};
    const uint8_t *types = row->loops[loop];
    bool half = false;
    if (row->outputs != 1 || row->inputs > 3) return false;
    for (int i = 0; i < row->inputs; i++) {
        s.x[i] = inputs[i];
        if (types[i] != DTYPE_FLOAT16 || row->number == OPERATOR_where_select) continue;
        half = true; /* the whole operator in float32, rounded once */
        s.x[i] = ir_build_cast(builder, IR_TYPE(FLOAT32), inputs[i]);
    }
    if (half && row->number == OPERATOR_nextafter) return false;
    s.type = ir_scalar_type(half ? DTYPE_FLOAT32 : (DtypeNumber)types[0]);
    IrValue *result = row->inputs == 1   ? spell_unary(&s, row->number)
                      : row->inputs == 2 ? spell_binary(&s, row->number)
                                         : spell_ternary(&s, row->number);
    if (!result) return false;
    *outputs = ir_build_cast(builder, ir_scalar_type((DtypeNumber)types[row->inputs]), result);
    return *outputs != NULL;
}
