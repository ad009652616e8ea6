/* The elementwise operators in IR, as the column of core/operators.h tells. Each computes to the bit what the host's own
 * loops do (device/host/loops/), and a test compares them. NOTHING, and so never fused: operators whose errors depend on
 * values (integer division, powers of integers), and those of two results, with loops inside, or with formulas of their
 * own for complex numbers. */
#include "arraylib/core/operators.h"
#include "arraylib/ir.h"

#include <math.h>
#include <string.h>

typedef struct Spelling {
    IrBuilder *b;
    const IrType *type; /* that it is computed in: of the first input, float32 for float16 */
    bool half;          /* the inputs were float16: the whole operator in float32, rounded once */
    int count;
    IrValue *x[3];
} Spelling;

/* What a word of the column stands for: a function, and what it is to use. */
typedef struct SpellingRule {
    IrValue *(*spell)(const Spelling *s, const struct SpellingRule *rule);
    IrOperation operation;
    IrMath math;
    double above, below; /* SCALED */
    bool for_integers;   /* TEST: what holds for each of them */
} SpellingRule;

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

static IrValue *spell_one(const Spelling *s, const SpellingRule *rule) { return ir_build_unary(s->b, rule->operation, s->x[0]); }
static IrValue *spell_two(const Spelling *s, const SpellingRule *rule) { return both(s, rule->operation); }
static IrValue *spell_same(const Spelling *s, const SpellingRule *rule) {
    (void)rule;
    return s->x[0];
}

static IrValue *spell_math(const Spelling *s, const SpellingRule *rule) { return ir_build_math(s->b, rule->math, s->x, s->count); }

/* A function that complex numbers have a formula of their own for. */
static IrValue *spell_floats(const Spelling *s, const SpellingRule *rule) {
    return kind_of(s) == 'f' ? spell_math(s, rule) : NULL;
}

/* An operation whose errors depend on the values where they are integers. */
static IrValue *spell_inexact(const Spelling *s, const SpellingRule *rule) {
    return is_whole(s) ? NULL : both(s, rule->operation);
}

/* A test that a complex number passes when both of its parts do, or either. */
static IrValue *spell_test(const Spelling *s, const SpellingRule *rule) {
    if (is_whole(s)) return boolean(s, rule->for_integers);
    if (kind_of(s) == 'f') return math(s, rule->math, s->x[0]);
    IrValue *first = math(s, rule->math, real(s, s->x[0]));
    return two(s, rule->operation, first, math(s, rule->math, imaginary(s, s->x[0])));
}

static IrValue *own_sign(const Spelling *s) {
    IrValue *a = s->x[0], *zero, *result;
    if (kind_of(s) == 'c' || kind_of(s) == 'b') return NULL;
    zero = number(s, 0);
    result = kind_of(s) == 'f' ? ir_build_select(s->b, two(s, IR_EQ, a, zero), zero, a) : zero;
    if (kind_of(s) != 'u') result = ir_build_select(s->b, two(s, IR_LT, a, zero), number(s, -1), result);
    return ir_build_select(s->b, two(s, IR_GT, a, zero), number(s, 1), result);
}

static IrValue *own_bitwise_count(const Spelling *s) {
    IrValue *wide = ir_build_cast(s->b, IR_TYPE(UINT64), s->x[0]);
    if (kind_of(s) == 'i') {
        IrValue *negative = two(s, IR_LT, s->x[0], number(s, 0));
        wide = ir_build_select(s->b, negative, ir_build_unary(s->b, IR_NEG, wide), wide);
    }
    return ir_build_cast(s->b, IR_TYPE(UINT8), math(s, IR_MATH_popcount, wide));
}

/* The real and the imaginary part each; integers stay as they are. */
static IrValue *spell_parts(const Spelling *s, const SpellingRule *rule) {
    if (kind_of(s) == 'f') return math(s, rule->math, s->x[0]);
    if (is_whole(s)) return s->x[0];
    IrValue *first = math(s, rule->math, real(s, s->x[0]));
    return two(s, IR_COMPLEX, first, math(s, rule->math, imaginary(s, s->x[0])));
}

/* The factor as the host computes it, in the type itself. */
static IrValue *spell_scaled(const Spelling *s, const SpellingRule *rule) {
    bool single = s->type == IR_TYPE(FLOAT32);
    double factor = single ? (float)rule->above / (float)rule->below : rule->above / rule->below;
    return two(s, IR_MUL, s->x[0], number(s, factor));
}

static IrValue *own_absolute(const Spelling *s) {
    return kind_of(s) == 'b' ? s->x[0] : ir_build_unary(s->b, IR_ABS, s->x[0]);
}

/* Complex products are as the processor does them. */
static IrValue *own_square(const Spelling *s) { return kind_of(s) == 'c' ? NULL : two(s, IR_MUL, s->x[0], s->x[0]); }
static IrValue *own_multiply(const Spelling *s) {
    return kind_of(s) == 'c' ? NULL : both(s, kind_of(s) == 'b' ? IR_AND : IR_MUL);
}

static IrValue *own_reciprocal(const Spelling *s) {
    return is_whole(s) || kind_of(s) == 'c' ? NULL : two(s, IR_DIV, number(s, 1), s->x[0]);
}

static IrValue *own_conjugate(const Spelling *s) {
    if (kind_of(s) != 'c') return s->x[0];
    return two(s, IR_COMPLEX, real(s, s->x[0]), ir_build_unary(s->b, IR_NEG, imaginary(s, s->x[0])));
}

static IrValue *own_logical_not(const Spelling *s) { return ir_build_unary(s->b, IR_NOT, truth(s, s->x[0])); }
static IrValue *own_add(const Spelling *s) { return both(s, kind_of(s) == 'b' ? IR_OR : IR_ADD); }

/* In lexical order; `inner` compares the imaginary parts. */
static IrValue *compare_complex(const Spelling *s, IrOperation inner, IrValue *a, IrValue *b) {
    IrValue *real_a = real(s, a), *real_b = real(s, b), *imaginary_a = imaginary(s, a), *imaginary_b = imaginary(s, b);
    IrValue *less = two(s, IR_LT, real_a, real_b), *equal = two(s, IR_EQ, real_a, real_b);
    return two(s, IR_OR, less, two(s, IR_AND, equal, two(s, inner, imaginary_a, imaginary_b)));
}

static IrValue *spell_compare(const Spelling *s, const SpellingRule *rule) {
    IrOperation operation = rule->operation;
    if (kind_of(s) != 'c' || operation == IR_EQ || operation == IR_NE) return both(s, operation);
    bool swapped = operation == IR_GT || operation == IR_GE;
    IrOperation inner = operation == IR_LT || operation == IR_GT ? IR_LT : IR_LE;
    return swapped ? compare_complex(s, inner, s->x[1], s->x[0]) : compare_complex(s, inner, s->x[0], s->x[1]);
}

static IrValue *own_power(const Spelling *s) {
    if (kind_of(s) != 'f') return NULL;
    IrValue *is_square = two(s, IR_EQ, s->x[1], number(s, 2)), *square = two(s, IR_MUL, s->x[0], s->x[0]);
    return ir_build_select(s->b, is_square, square, ir_build_math(s->b, IR_MATH_pow, s->x, 2));
}

static IrValue *own_heaviside(const Spelling *s) {
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

static IrValue *own_logaddexp(const Spelling *s) { return log_add(s, false); }
static IrValue *own_logaddexp2(const Spelling *s) { return log_add(s, true); }

static IrValue *own_nextafter(const Spelling *s) {
    return s->half ? NULL : ir_build_math(s->b, IR_MATH_nextafter, s->x, 2); /* of float16 it is the next float16 */
}

static IrValue *spell_extreme(const Spelling *s, const SpellingRule *rule) {
    return kind_of(s) == 'c' ? NULL : both(s, rule->operation);
}

/* The same, but a NaN gives way to a number. */
static IrValue *spell_numbers(const Spelling *s, const SpellingRule *rule) {
    return kind_of(s) == 'f' ? spell_math(s, rule) : spell_extreme(s, rule);
}

static IrValue *spell_logical(const Spelling *s, const SpellingRule *rule) {
    IrValue *left = truth(s, s->x[0]);
    return two(s, rule->operation, left, truth(s, s->x[1]));
}

static IrValue *own_clip(const Spelling *s) {
    return kind_of(s) == 'c' ? NULL : two(s, IR_MIN, two(s, IR_MAX, s->x[0], s->x[1]), s->x[2]);
}

static IrValue *own_where_select(const Spelling *s) { return ir_build_select(s->b, s->x[0], s->x[1], s->x[2]); }

/* ---- The column ---- */

/* OWN(name) is own_<name>(s), whichever row it stands in. */
#define OWN_SPELLING(name)                                                                                   \
    static IrValue *spell_own_##name(const Spelling *s, const SpellingRule *rule) {                          \
        (void)rule;                                                                                          \
        return own_##name(s);                                                                                \
    }
OWN_SPELLING(absolute)
OWN_SPELLING(sign)
OWN_SPELLING(square)
OWN_SPELLING(reciprocal)
OWN_SPELLING(conjugate)
OWN_SPELLING(bitwise_count)
OWN_SPELLING(logical_not)
OWN_SPELLING(add)
OWN_SPELLING(multiply)
OWN_SPELLING(power)
OWN_SPELLING(nextafter)
OWN_SPELLING(heaviside)
OWN_SPELLING(logaddexp)
OWN_SPELLING(logaddexp2)
OWN_SPELLING(clip)
OWN_SPELLING(where_select)

#define SPELL_NOTHING {NULL, 0, 0, 0, 0, false}
#define SPELL_SAME {spell_same, 0, 0, 0, 0, false}
#define SPELL_ONE(operation_) {spell_one, IR_##operation_, 0, 0, 0, false}
#define SPELL_TWO(operation_) {spell_two, IR_##operation_, 0, 0, 0, false}
#define SPELL_INEXACT(operation_) {spell_inexact, IR_##operation_, 0, 0, 0, false}
#define SPELL_COMPARE(operation_) {spell_compare, IR_##operation_, 0, 0, 0, false}
#define SPELL_LOGICAL(operation_) {spell_logical, IR_##operation_, 0, 0, 0, false}
#define SPELL_EXTREME(operation_) {spell_extreme, IR_##operation_, 0, 0, 0, false}
#define SPELL_NUMBERS(operation_, function) {spell_numbers, IR_##operation_, IR_MATH_##function, 0, 0, false}
#define SPELL_MATH(function) {spell_math, 0, IR_MATH_##function, 0, 0, false}
#define SPELL_FLOATS(function) {spell_floats, 0, IR_MATH_##function, 0, 0, false}
#define SPELL_PARTS(function) {spell_parts, 0, IR_MATH_##function, 0, 0, false}
#define SPELL_SCALED(above_, below_) {spell_scaled, 0, 0, above_, below_, false}
#define SPELL_TEST(function, joined, for_integers_) {spell_test, IR_##joined, IR_MATH_##function, 0, 0, for_integers_}
#define SPELL_OWN(name) {spell_own_##name, 0, 0, 0, 0, false}

static const SpellingRule rules[OPERATOR_COUNT] = {
#define ROW(name, group, identity, cuda, ir, objects, traits, documentation) SPELL_##ir,
    ELEMENTWISE_ROWS(ROW)
#undef ROW
};

IrValue *ir_build_operator(IrBuilder *builder, const Operator *row, int loop, IrValue *const *inputs) {
    Spelling s = {.b = builder, .count = row->inputs};
    const uint8_t *types = row->loops[loop];
    if (row->own || !rules[row->number].spell) return NULL;
    for (int i = 0; i < row->inputs; i++) {
        s.x[i] = inputs[i];
        if (types[i] != DTYPE_FLOAT16 || row->number == OPERATOR_where_select) continue; /* it computes nothing */
        s.half = true;
        s.x[i] = ir_build_cast(builder, IR_TYPE(FLOAT32), inputs[i]);
    }
    s.type = ir_scalar_type(s.half ? DTYPE_FLOAT32 : (DtypeNumber)types[0]);
    IrValue *result = rules[row->number].spell(&s, &rules[row->number]);
    return result ? ir_build_cast(builder, ir_scalar_type((DtypeNumber)types[row->inputs]), result) : NULL;
}
