/* math and cmath. */
#include "kernel/compile/private.h"

#include <math.h>
#include <string.h>

typedef struct MathRow {
    IrMath function;
    const char *name;
} MathRow;

static _Noreturn void refuse(Compilation *c, const Node *node, const char *name, Arguments *a) {
    fail_no_implementation(c, node, compile_text(c, "<built-in function %s>", name), a->values, a->count);
}

/* float64 of ints; float32 stays. */
static DtypeNumber real_number(Compilation *c, const Node *node, const char *name, Arguments *a) {
    bool is_single = true;
    for (int i = 0; i < a->count; i++) {
        if (!argument_is_given(a->values[i])) continue;
        a->values[i] = value_force(c, a->values[i]);
        if (a->values[i].type->kind == TYPE_KIND_OPTIONAL) a->values[i] = value_convert(c, a->values[i], a->values[i].type->item);
        char kind = type_number_kind(a->values[i].type);
        if (kind == '-' || kind == 'c') refuse(c, node, name, a);
        is_single &= a->values[i].type->number == DTYPE_FLOAT32 || (a->count > 1 && kind != 'f' && dtypes[a->values[i].type->number].item_size < 4);
    }
    bool any_float = false;
    for (int i = 0; i < a->count; i++) any_float |= a->values[i].type->number == DTYPE_FLOAT32;
    return is_single && any_float ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
}

static CompileValue code_math_row(Compilation *c, const Node *node, Arguments *a, const void *data) {
    const MathRow *row = data;
    DtypeNumber number = real_number(c, node, row->name, a);
    IrValue *second = a->count > 1 ? value_as(c, a->values[1], number) : NULL;
    IrValue *result = code_math(c, row->function, value_as(c, a->values[0], number), second);
    switch (row->function) {
    case IR_MATH_isnan:
    case IR_MATH_isinf:
    case IR_MATH_isfinite: return value_number(c, DTYPE_BOOL, result);
    case IR_MATH_floor:
    case IR_MATH_ceil:
    case IR_MATH_trunc: {
        char kind = type_number_kind(a->values[0].type);
        if (kind == 'u' || kind == 'i') return value_convert(c, a->values[0], number_type(c, kind == 'u' ? DTYPE_UINT64 : DTYPE_INT64));
        return value_number(c, DTYPE_INT64, code_cast(c, number, DTYPE_INT64, result));
    }
    default: return value_number(c, number, result);
    }
}

/* sqrt and log of a negative number: nan, as numba has it; no ValueError. */

static CompileValue code_fabs(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    DtypeNumber number = real_number(c, node, "fabs", a);
    return value_number(c, number, code_unary(c, IR_ABS, value_as(c, a->values[0], number)));
}

static CompileValue code_angle(Compilation *c, const Node *node, Arguments *a, const void *data) {
    bool to_degrees = data != NULL;
    DtypeNumber number = real_number(c, node, to_degrees ? "degrees" : "radians", a);
    double factor = to_degrees ? 180 / M_PI : M_PI / 180;
    return value_number(c, number, code_binary(c, IR_MUL, value_as(c, a->values[0], number), code_float(c, number, factor)));
}

static CompileValue code_fmod(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    DtypeNumber number = real_number(c, node, "fmod", a);
    return value_number(c, number, code_binary(c, IR_REM, value_as(c, a->values[0], number), value_as(c, a->values[1], number)));
}

static CompileValue code_log(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    DtypeNumber number = real_number(c, node, "log", a);
    return value_number(c, number, code_math(c, IR_MATH_log, value_as(c, a->values[0], number), NULL));
}

static CompileValue code_pow(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    DtypeNumber number = real_number(c, node, "pow", a);
    char kind = type_number_kind(a->values[1].type);
    if (kind == 'i' && type_number_kind(a->values[0].type) == 'f') return number_power(c, node, a->values[0], a->values[1]);
    return value_number(c, number, code_math(c, IR_MATH_pow, value_as(c, a->values[0], number), value_as(c, a->values[1], number)));
}

static CompileValue code_gcd(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    return operate_ufunc(c, node, OPERATOR(gcd), a->values, 2);
}

/* frexp, modf, ldexp */
static CompileValue code_modf(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    DtypeNumber number = real_number(c, node, "modf", a);
    IrValue *x = value_as(c, a->values[0], number), *whole = code_math(c, IR_MATH_trunc, x, NULL);
    IrValue *rest = code_select(c, code_math(c, IR_MATH_isinf, x, NULL), code_float(c, number, 0), code_binary(c, IR_SUB, x, whole));
    CompileValue both[2] = {value_number(c, number, code_math(c, IR_MATH_copysign, rest, x)), value_number(c, number, whole)};
    return tuple_of(c, both, 2);
}

static double runtime_ldexp(IrRun *run, double x, int64_t exponent) {
    (void)run;
    return ldexp(x, exponent > 5000 ? 5000 : exponent < -5000 ? -5000 : (int)exponent);
}
static double runtime_fraction(IrRun *run, double x) {
    int exponent;
    (void)run;
    return frexp(x, &exponent);
}
static int64_t runtime_exponent(IrRun *run, double x) {
    int exponent = 0;
    (void)run;
    frexp(x, &exponent);
    return isfinite(x) ? exponent : 0;
}

static CompileValue code_ldexp(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    DtypeNumber number = a->values[0].type->number == DTYPE_FLOAT32 ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
    if (type_number_kind(a->values[0].type) == '-' || !type_is_integer(a->values[1].type)) refuse(c, node, "ldexp", a);
    IrValue *arguments[2] = {value_as(c, a->values[0], DTYPE_FLOAT64), value_as(c, a->values[1], DTYPE_INT64)};
    IrValue *result = code_external(c, "runtime_ldexp", runtime_ldexp, DTYPE_FLOAT64, arguments, 2, false);
    return value_number(c, number, code_cast(c, DTYPE_FLOAT64, number, result));
}

static CompileValue code_frexp(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    DtypeNumber number = real_number(c, node, "frexp", a);
    IrValue *x = value_as(c, a->values[0], DTYPE_FLOAT64);
    IrValue *fraction = code_external(c, "runtime_fraction", runtime_fraction, DTYPE_FLOAT64, &x, 1, false);
    IrValue *exponent = code_external(c, "runtime_exponent", runtime_exponent, DTYPE_INT64, &x, 1, false);
    CompileValue both[2] = {value_number(c, number, code_cast(c, DTYPE_FLOAT64, number, fraction)),
                            value_number(c, DTYPE_INT32, code_cast(c, DTYPE_INT64, DTYPE_INT32, exponent))};
    return tuple_of(c, both, 2);
}

/* ---- cmath */

static IrValue *as_complex(Compilation *c, const Node *node, const char *name, Arguments *a, DtypeNumber *number) {
    CompileValue value = value_force(c, a->values[0]);
    if (type_number_kind(value.type) == '-') refuse(c, node, name, a);
    *number = value.type->number == DTYPE_COMPLEX64 || value.type->number == DTYPE_FLOAT32 ? DTYPE_COMPLEX64 : DTYPE_COMPLEX128;
    return value_as(c, value, *number);
}

static CompileValue code_cmath(Compilation *c, const Node *node, Arguments *a, const void *data) {
    const MathRow *row = data;
    DtypeNumber number;
    IrValue *z = as_complex(c, node, row->name, a, &number);
    return value_number(c, number, code_math(c, row->function, z, NULL));
}

static CompileValue code_phase(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    DtypeNumber number;
    IrValue *z = as_complex(c, node, "phase", a, &number);
    DtypeNumber real = number == DTYPE_COMPLEX64 ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
    return value_number(c, real, code_math(c, IR_MATH_atan2, code_unary(c, IR_IMAG, z), code_unary(c, IR_REAL, z)));
}

static CompileValue code_polar(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    CompileValue both[2] = {call_path(c, node, "builtins.abs", a->values, 1), code_phase(c, node, a, NULL)};
    return tuple_of(c, both, 2);
}

static CompileValue code_rect(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    DtypeNumber number = real_number(c, node, "rect", a);
    IrValue *length = value_as(c, a->values[0], number), *angle = value_as(c, a->values[1], number);
    IrValue *real = code_binary(c, IR_MUL, length, code_math(c, IR_MATH_cos, angle, NULL));
    IrValue *imaginary = code_binary(c, IR_MUL, length, code_math(c, IR_MATH_sin, angle, NULL));
    return value_number(c, number == DTYPE_FLOAT32 ? DTYPE_COMPLEX64 : DTYPE_COMPLEX128, code_binary(c, IR_COMPLEX, real, imaginary));
}

static CompileValue code_complex_test(Compilation *c, const Node *node, Arguments *a, const void *data) {
    const MathRow *row = data;
    DtypeNumber number;
    IrValue *z = as_complex(c, node, row->name, a, &number);
    IrValue *real = code_math(c, row->function, code_unary(c, IR_REAL, z), NULL), *imaginary = code_math(c, row->function, code_unary(c, IR_IMAG, z), NULL);
    return value_number(c, DTYPE_BOOL, code_binary(c, row->function == IR_MATH_isfinite ? IR_AND : IR_OR, real, imaginary));
}

#define MATH(name, function, count) {"math." #name, count == 1 ? "x" : "x y", code_math_row, &(const MathRow){IR_MATH_##function, #name}},
#define CMATH(name) {"cmath." #name, "z", code_cmath, &(const MathRow){IR_MATH_##name, #name}},
#define TEST(name) {"cmath." #name, "z", code_complex_test, &(const MathRow){IR_MATH_##name, #name}},
static const BuiltinRow rows[] = {
    MATH(sqrt, sqrt, 1) MATH(exp, exp, 1) MATH(expm1, expm1, 1) MATH(exp2, exp2, 1) MATH(cbrt, cbrt, 1) MATH(log2, log2, 1)
    MATH(log10, log10, 1) MATH(log1p, log1p, 1) MATH(sin, sin, 1) MATH(cos, cos, 1) MATH(tan, tan, 1) MATH(asin, asin, 1)
    MATH(acos, acos, 1) MATH(atan, atan, 1) MATH(sinh, sinh, 1) MATH(cosh, cosh, 1) MATH(tanh, tanh, 1) MATH(asinh, asinh, 1)
    MATH(acosh, acosh, 1) MATH(atanh, atanh, 1) MATH(erf, erf, 1) MATH(erfc, erfc, 1) MATH(gamma, tgamma, 1) MATH(lgamma, lgamma, 1)
    MATH(floor, floor, 1) MATH(ceil, ceil, 1) MATH(trunc, trunc, 1) MATH(isnan, isnan, 1) MATH(isinf, isinf, 1)
    MATH(isfinite, isfinite, 1) MATH(atan2, atan2, 2) MATH(hypot, hypot, 2) MATH(copysign, copysign, 2) MATH(nextafter, nextafter, 2)
    {"math.fabs", "x", code_fabs, NULL},
    {"math.degrees", "x", code_angle, "degrees"},
    {"math.radians", "x", code_angle, NULL},
    {"math.fmod", "x y", code_fmod, NULL},
    {"math.log", "x", code_log, NULL},
    {"math.pow", "x y", code_pow, NULL},
    {"math.gcd", "a b", code_gcd, NULL},
    {"math.modf", "x", code_modf, NULL},
    {"math.ldexp", "x i", code_ldexp, NULL},
    {"math.frexp", "x", code_frexp, NULL},
    CMATH(sqrt) CMATH(exp) CMATH(log) CMATH(sin) CMATH(cos) CMATH(tan) TEST(isnan) TEST(isinf) TEST(isfinite)
    {"cmath.phase", "z", code_phase, NULL},
    {"cmath.polar", "z", code_polar, NULL},
    {"cmath.rect", "r phi", code_rect, NULL},
    {0},
};

const BuiltinRow *const mathematics_rows = rows;
