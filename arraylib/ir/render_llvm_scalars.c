/* Operations on scalars as LLVM code; each computes to the bit what ir/evaluate.c does. */
#include "arraylib/core/roots.h"
#include "arraylib/ir/evaluate.h"
#include "arraylib/ir/render_llvm.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- types and constants ---- */

LlvmType llvm_memory_type(LlvmRender *r, const IrType *type) {
    const Llvm *l = r->l;
    if (type->kind != IR_SCALAR) return r->bytes;
    switch (type->scalar) {
    case DTYPE_FLOAT32: return l->FloatTypeInContext(r->context);
    case DTYPE_FLOAT64: return l->DoubleTypeInContext(r->context);
    case DTYPE_COMPLEX64:
    case DTYPE_COMPLEX128: {
        LlvmType part = type->scalar == DTYPE_COMPLEX64 ? l->FloatTypeInContext(r->context) : l->DoubleTypeInContext(r->context);
        return l->StructTypeInContext(r->context, (LlvmType[]){part, part}, 2, 0);
    }
    default: return l->IntTypeInContext(r->context, 8 * (unsigned)type->size);
    }
}

LlvmType llvm_type(LlvmRender *r, const IrType *type) {
    return type == IR_TYPE(BOOL) ? r->l->IntTypeInContext(r->context, 1) : llvm_memory_type(r, type);
}

LlvmValue llvm_integer(LlvmRender *r, unsigned bits, uint64_t value) {
    return r->l->ConstInt(r->l->IntTypeInContext(r->context, bits), value, 0);
}

/* Through its bits, so that a NaN keeps them. */
static LlvmValue float_constant(LlvmRender *r, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return r->l->ConstBitCast(llvm_integer(r, 64, bits), r->l->DoubleTypeInContext(r->context));
}

static LlvmValue single_constant(LlvmRender *r, float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return r->l->ConstBitCast(llvm_integer(r, 32, bits), r->l->FloatTypeInContext(r->context));
}

LlvmValue llvm_constant(LlvmRender *r, const IrType *type, IrScalar value) {
    switch (type->scalar) {
    case DTYPE_FLOAT16: return llvm_integer(r, 16, value.f16);
    case DTYPE_FLOAT32: return single_constant(r, value.f32);
    case DTYPE_FLOAT64: return float_constant(r, value.f64);
    case DTYPE_COMPLEX64:
        return r->l->ConstStructInContext(
            r->context, (LlvmValue[]){single_constant(r, value.c64.real), single_constant(r, value.c64.imaginary)}, 2, 0);
    case DTYPE_COMPLEX128:
        return r->l->ConstStructInContext(
            r->context, (LlvmValue[]){float_constant(r, value.c128.real), float_constant(r, value.c128.imaginary)}, 2, 0);
    default: return r->l->ConstInt(llvm_type(r, type), value.u, 0);
    }
}

/* ---- calls ---- */

void llvm_add_attribute(LlvmRender *r, LlvmValue function, const char *name) {
    const Llvm *l = r->l;
    unsigned kind = l->GetEnumAttributeKindForName(name, strlen(name));
    if (kind) l->AddAttributeAtIndex(function, (unsigned)LLVM_FUNCTION_ATTRIBUTES, l->CreateEnumAttribute(r->context, kind, 0));
}

/* Neither reads nor writes memory: "memory(none)" since LLVM 16, "readnone" before. */
static void mark_pure(LlvmRender *r, LlvmValue function) {
    llvm_add_attribute(r, function, r->l->version >= 16 ? "memory" : "readnone");
    llvm_add_attribute(r, function, "willreturn");
}

LlvmValue llvm_call_helper(LlvmRender *r, const char *name, void *address, LlvmType result, LlvmValue *arguments,
                           unsigned count, bool is_pure) {
    const Llvm *l = r->l;
    LlvmType types[24];
    for (unsigned i = 0; i < count; i++) types[i] = l->TypeOf(arguments[i]);
    LlvmType type = l->FunctionType(result, types, count, 0);
    LlvmValue function = l->GetNamedFunction(r->target, name);
    if (!function) {
        LlvmHelper *helper = arena_allocate(&r->arena, sizeof *helper);
        if (!helper) {
            r->failed = true;
            return l->GetUndef(result);
        }
        function = l->AddFunction(r->target, name, type);
        llvm_add_attribute(r, function, "nounwind");
        if (is_pure) mark_pure(r, function);
        *helper = (LlvmHelper){function, arena_copy(&r->arena, name, strlen(name)), !strncmp(name, "_ZGV", 4), address, r->helpers};
        if (!helper->name) r->failed = true;
        r->helpers = helper;
    }
    return l->BuildCall2(r->builder, type, function, arguments, count, "");
}

static LlvmValue llvm_call_intrinsic(LlvmRender *r, const char *name, LlvmType result, LlvmValue *arguments, unsigned count) {
    const Llvm *l = r->l;
    LlvmType types[4];
    for (unsigned i = 0; i < count; i++) types[i] = l->TypeOf(arguments[i]);
    LlvmType type = l->FunctionType(result, types, count, 0);
    LlvmValue function = l->GetNamedFunction(r->target, name);
    if (!function) function = l->AddFunction(r->target, name, type);
    return l->BuildCall2(r->builder, type, function, arguments, count, "");
}

/* ---- short names ---- */

static LlvmValue binary(LlvmRender *r, int opcode, LlvmValue a, LlvmValue b) {
    LlvmValue fast = r->function && r->function->fast_math ? llvm_fast_operation(r, opcode, a, b) : NULL;
    return fast ? fast : r->l->BuildBinOp(r->builder, opcode, a, b, "");
}
static LlvmValue convert(LlvmRender *r, int opcode, LlvmValue a, LlvmType type) {
    return r->l->BuildCast(r->builder, opcode, a, type, "");
}
static LlvmValue choose(LlvmRender *r, LlvmValue condition, LlvmValue yes, LlvmValue no) {
    return r->l->BuildSelect(r->builder, condition, yes, no, "");
}
static LlvmValue integers(LlvmRender *r, int predicate, LlvmValue a, LlvmValue b) {
    return r->l->BuildICmp(r->builder, predicate, a, b, "");
}
static LlvmValue reals(LlvmRender *r, int predicate, LlvmValue a, LlvmValue b) {
    return r->l->BuildFCmp(r->builder, predicate, a, b, "");
}
static LlvmValue part(LlvmRender *r, LlvmValue pair, unsigned which) { return r->l->BuildExtractValue(r->builder, pair, which, ""); }
static LlvmValue pair(LlvmRender *r, LlvmValue real, LlvmValue imaginary) {
    LlvmType type = r->l->TypeOf(real);
    LlvmValue value = r->l->GetUndef(r->l->StructTypeInContext(r->context, (LlvmType[]){type, type}, 2, 0));
    value = r->l->BuildInsertValue(r->builder, value, real, 0, "");
    return r->l->BuildInsertValue(r->builder, value, imaginary, 1, "");
}
static LlvmValue zero_of(LlvmRender *r, LlvmValue like) { return r->l->ConstNull(r->l->TypeOf(like)); }

/* ---- half precision ---- */

/* The exponent is moved by a multiplication, which also normalises; infinities and NaNs get theirs afterwards. */
static LlvmValue half_to_float(LlvmRender *r, LlvmValue half) {
    LlvmType i32 = r->l->IntTypeInContext(r->context, 32), f32 = r->l->FloatTypeInContext(r->context);
    LlvmValue bits = convert(r, LLVM_ZEXT, half, i32);
    LlvmValue sign = binary(r, LLVM_SHL, binary(r, LLVM_AND, bits, llvm_integer(r, 32, 0x8000)), llvm_integer(r, 32, 16));
    LlvmValue size = binary(r, LLVM_SHL, binary(r, LLVM_AND, bits, llvm_integer(r, 32, 0x7fff)), llvm_integer(r, 32, 13));
    LlvmValue scaled = binary(r, LLVM_FMUL, convert(r, LLVM_BITCAST, size, f32), single_constant(r, 0x1p112f));
    LlvmValue special = integers(r, LLVM_INT_UGE, size, llvm_integer(r, 32, 0x0f800000));
    LlvmValue top = choose(r, special, llvm_integer(r, 32, 0x7f800000), llvm_integer(r, 32, 0));
    LlvmValue result = binary(r, LLVM_OR, convert(r, LLVM_BITCAST, scaled, i32), top);
    return convert(r, LLVM_BITCAST, binary(r, LLVM_OR, result, sign), f32);
}

static LlvmValue half_from(LlvmRender *r, LlvmValue number, bool is_double) {
    LlvmType i16 = r->l->IntTypeInContext(r->context, 16);
    return is_double ? llvm_call_helper(r, "ir.half.f64", (void *)float16_from_double, i16, &number, 1, true)
                     : llvm_call_helper(r, "ir.half.f32", (void *)float16_from_float, i16, &number, 1, true);
}

/* ---- integers ---- */

static LlvmValue divide_integers(LlvmRender *r, IrOperation operation, const IrType *type, LlvmValue a, LlvmValue b) {
    bool is_signed = ir_kind(type) == 'i', want_rest = operation == IR_REM || operation == IR_FLOOR_REM;
    bool down = is_signed && (operation == IR_FLOOR_DIV || operation == IR_FLOOR_REM);
    unsigned bits = 8 * (unsigned)type->size;
    LlvmValue zero = llvm_integer(r, bits, 0), one = llvm_integer(r, bits, 1);
    LlvmValue none = integers(r, LLVM_INT_EQ, b, zero), unsafe = none;
    if (is_signed) {
        LlvmValue lowest = llvm_integer(r, bits, (uint64_t)1 << (bits - 1));
        LlvmValue over = binary(r, LLVM_AND, integers(r, LLVM_INT_EQ, a, lowest),
                                integers(r, LLVM_INT_EQ, b, llvm_integer(r, bits, UINT64_MAX)));
        unsafe = binary(r, LLVM_OR, none, over);
    }
    LlvmValue divisor = choose(r, unsafe, one, b); /* by 1: right where it overflows, and the rest is 0 */
    LlvmValue rest = want_rest || down ? binary(r, is_signed ? LLVM_SREM : LLVM_UREM, a, divisor) : NULL, adjust = NULL;
    if (down)
        adjust = binary(r, LLVM_AND, integers(r, LLVM_INT_NE, rest, zero),
                        integers(r, LLVM_INT_SLT, binary(r, LLVM_XOR, rest, divisor), zero));
    if (want_rest) return down ? choose(r, adjust, binary(r, LLVM_ADD, rest, divisor), rest) : rest;
    LlvmValue quotient = binary(r, is_signed ? LLVM_SDIV : LLVM_UDIV, a, divisor);
    if (down) quotient = choose(r, adjust, binary(r, LLVM_SUB, quotient, one), quotient);
    return choose(r, none, zero, quotient);
}

static int integer_predicate(IrOperation operation, bool is_signed) {
    switch (operation) {
    case IR_EQ: return LLVM_INT_EQ;
    case IR_NE: return LLVM_INT_NE;
    case IR_LT: return is_signed ? LLVM_INT_SLT : LLVM_INT_ULT;
    case IR_LE: return is_signed ? LLVM_INT_SLE : LLVM_INT_ULE;
    case IR_GT: return is_signed ? LLVM_INT_SGT : LLVM_INT_UGT;
    default: return is_signed ? LLVM_INT_SGE : LLVM_INT_UGE;
    }
}

static LlvmValue shift(LlvmRender *r, IrOperation operation, const IrType *type, LlvmValue a, LlvmValue by) {
    unsigned bits = 8 * (unsigned)type->size;
    LlvmValue far = integers(r, LLVM_INT_UGE, by, llvm_integer(r, bits, bits));
    if (operation == IR_SHR && ir_kind(type) == 'i')
        return binary(r, LLVM_ASHR, a, choose(r, far, llvm_integer(r, bits, bits - 1), by));
    LlvmValue near = choose(r, far, llvm_integer(r, bits, 0), by);
    return choose(r, far, llvm_integer(r, bits, 0), binary(r, operation == IR_SHL ? LLVM_SHL : LLVM_LSHR, a, near));
}

static LlvmValue integer_operation(LlvmRender *r, const IrValue *value, const IrType *type, LlvmValue a, LlvmValue b) {
    bool is_signed = ir_kind(type) == 'i';
    LlvmValue zero = zero_of(r, a);
    switch (value->operation) {
    case IR_NEG: return binary(r, LLVM_SUB, zero, a);
    case IR_NOT: return binary(r, LLVM_XOR, a, r->l->ConstInt(r->l->TypeOf(a), UINT64_MAX, 0));
    case IR_ABS: return is_signed ? choose(r, integers(r, LLVM_INT_SLT, a, zero), binary(r, LLVM_SUB, zero, a), a) : a;
    case IR_ADD: return binary(r, LLVM_ADD, a, b);
    case IR_SUB: return binary(r, LLVM_SUB, a, b);
    case IR_MUL: return binary(r, LLVM_MUL, a, b);
    case IR_DIV:
    case IR_REM:
    case IR_FLOOR_DIV:
    case IR_FLOOR_REM: return divide_integers(r, value->operation, type, a, b);
    case IR_AND: return binary(r, LLVM_AND, a, b);
    case IR_OR: return binary(r, LLVM_OR, a, b);
    case IR_XOR: return binary(r, LLVM_XOR, a, b);
    case IR_SHL:
    case IR_SHR: return shift(r, value->operation, type, a, b);
    case IR_MIN: return choose(r, integers(r, integer_predicate(IR_LT, is_signed), a, b), a, b);
    case IR_MAX: return choose(r, integers(r, integer_predicate(IR_LT, is_signed), a, b), b, a);
    default: return integers(r, integer_predicate(value->operation, is_signed), a, b);
    }
}

static LlvmValue integer_math(LlvmRender *r, const IrValue *value, LlvmValue a) {
    char name[40];
    static const char *const names[] = {"ctpop", "ctlz", "cttz", "bitreverse"};
    int which = value->detail - IR_MATH_popcount;
    LlvmValue arguments[] = {a, llvm_integer(r, 1, 0)};
    snprintf(name, sizeof name, "llvm.%s.i%d", names[which], 8 * (int)value->type->size);
    return llvm_call_intrinsic(r, name, r->l->TypeOf(a), arguments, which == 1 || which == 2 ? 2 : 1);
}

/* ---- floats: a and b are float or double ---- */

static const char *suffix_of(bool is_double) { return is_double ? "f64" : "f32"; }

static LlvmValue float_intrinsic(LlvmRender *r, const char *function, bool is_double, LlvmValue *arguments, unsigned count) {
    char name[40];
    snprintf(name, sizeof name, "llvm.%s.%s", function, suffix_of(is_double));
    return llvm_call_intrinsic(r, name, r->l->TypeOf(arguments[0]), arguments, count);
}

static LlvmValue float_helper(LlvmRender *r, const char *function, bool is_double, void *single, void *twice,
                              LlvmValue *arguments, unsigned count) {
    char name[40];
    snprintf(name, sizeof name, "ir.%s.%s", function, suffix_of(is_double));
    return llvm_call_helper(r, name, is_double ? twice : single, r->l->TypeOf(arguments[0]), arguments, count, true);
}

/* a where a <op> b or `nan` is NaN, else b */
static LlvmValue extreme(LlvmRender *r, int predicate, LlvmValue a, LlvmValue b, LlvmValue nan) {
    return choose(r, binary(r, LLVM_OR, reals(r, predicate, a, b), reals(r, LLVM_REAL_UNO, nan, nan)), a, b);
}

static LlvmValue float_operation(LlvmRender *r, IrOperation operation, bool is_double, LlvmValue *x) {
    LlvmValue a = x[0], b = x[1];
    switch (operation) {
    case IR_NEG: return r->l->BuildFNeg(r->builder, a, "");
    case IR_ABS: return float_intrinsic(r, "fabs", is_double, x, 1);
    case IR_ADD: return binary(r, LLVM_FADD, a, b);
    case IR_SUB: return binary(r, LLVM_FSUB, a, b);
    case IR_MUL: return binary(r, LLVM_FMUL, a, b);
    case IR_DIV: return binary(r, LLVM_FDIV, a, b);
    case IR_REM: return float_helper(r, "fmod", is_double, (void *)fmodf, (void *)fmod, x, 2);
    case IR_FLOOR_DIV:
        return float_helper(r, "floor_div", is_double, (void *)ir_floor_div_f32, (void *)ir_floor_div_f64, x, 2);
    case IR_FLOOR_REM:
        return float_helper(r, "floor_rem", is_double, (void *)ir_floor_rem_f32, (void *)ir_floor_rem_f64, x, 2);
    case IR_MIN: return extreme(r, LLVM_REAL_OLE, a, b, a);
    case IR_MAX: return extreme(r, LLVM_REAL_OGE, a, b, a);
    case IR_EQ: return reals(r, LLVM_REAL_OEQ, a, b);
    case IR_NE: return reals(r, LLVM_REAL_UNE, a, b);
    case IR_LT: return reals(r, LLVM_REAL_OLT, a, b);
    case IR_LE: return reals(r, LLVM_REAL_OLE, a, b);
    case IR_GT: return reals(r, LLVM_REAL_OGT, a, b);
    default: return reals(r, LLVM_REAL_OGE, a, b);
    }
}

static LlvmValue signbit_of(LlvmRender *r, LlvmValue a, bool is_double) {
    LlvmValue bits = convert(r, LLVM_BITCAST, a, r->l->IntTypeInContext(r->context, is_double ? 64 : 32));
    return integers(r, LLVM_INT_SLT, bits, zero_of(r, bits));
}

/* ---- vector mathematics: glibc's libmvec ---- */

static const struct { IrMath function; int operands; } vector_functions[] = {
    {IR_MATH_sin, 1}, {IR_MATH_cos, 1}, {IR_MATH_exp, 1}, {IR_MATH_log, 1}, {IR_MATH_pow, 2}, {IR_MATH_tan, 1},
    {IR_MATH_asin, 1}, {IR_MATH_acos, 1}, {IR_MATH_atan, 1}, {IR_MATH_atan2, 2}, {IR_MATH_sinh, 1}, {IR_MATH_cosh, 1},
    {IR_MATH_tanh, 1}, {IR_MATH_asinh, 1}, {IR_MATH_acosh, 1}, {IR_MATH_atanh, 1}, {IR_MATH_exp2, 1},
    {IR_MATH_expm1, 1}, {IR_MATH_log2, 1}, {IR_MATH_log10, 1}, {IR_MATH_log1p, 1}, {IR_MATH_erf, 1},
    {IR_MATH_erfc, 1}, {IR_MATH_hypot, 2},
};

/* The letter of the vector ABI and the bytes of a vector, for the best that code is made for. */
static char vector_class(const LlvmRender *r, unsigned *bytes) {
#if defined(__x86_64__)
    if (strstr(r->features, "+avx512f")) return *bytes = 64, 'e';
    if (strstr(r->features, "+avx2")) return *bytes = 32, 'd';
    return *bytes = 16, 'b';
#else
    (void)r;
    return *bytes = 0, '\0';
#endif
}

/* A scalar function that computes in lane 0 of the vector function, so that a value does not depend on whether its loop
 * was vectorised; and the attribute that tells LLVM of the vector function. */
static LlvmValue vector_math(LlvmRender *r, const char *function, int operands, bool is_double, LlvmValue *x) {
    const Llvm *l = r->l;
    unsigned bytes, lanes;
    char class = vector_class(r, &bytes), symbol[60], scalar[60], variant[160];
    const char *arguments = operands == 2 ? "vv" : "v";
    lanes = bytes / (is_double ? 8 : 4);
    snprintf(symbol, sizeof symbol, "_ZGV%cN%u%s_%s%s", class, lanes, arguments, function, is_double ? "" : "f");
    snprintf(scalar, sizeof scalar, "lane0_%s%s", function, is_double ? "" : "f");
    snprintf(variant, sizeof variant, "_ZGV_LLVM_N%u%s_%s(%s)", lanes, arguments, scalar, symbol);
    void *address = r->vector_library && class ? dlsym(r->vector_library, symbol) : NULL;
    if (!address) return NULL;
    LlvmType type = l->TypeOf(x[0]), vector = l->VectorType(type, lanes), types[] = {type, type}, vectors[] = {vector, vector};
    LlvmType scalar_type = l->FunctionType(type, types, (unsigned)operands, 0);
    LlvmValue code = l->GetNamedFunction(r->target, scalar);
    if (!code) {
        LlvmBlock back = l->GetInsertBlock(r->builder);
        code = l->AddFunction(r->target, scalar, scalar_type);
        l->SetLinkage(code, LLVM_INTERNAL);
        llvm_add_attribute(r, code, "noinline");
        llvm_add_attribute(r, code, "nounwind");
        mark_pure(r, code);
        l->AddAttributeAtIndex(code, (unsigned)LLVM_FUNCTION_ATTRIBUTES,
                               l->CreateStringAttribute(r->context, "target-features", 15, r->features, (unsigned)strlen(r->features)));
        l->PositionBuilderAtEnd(r->builder, l->AppendBasicBlockInContext(r->context, code, ""));
        LlvmValue wide[2];
        for (int i = 0; i < operands; i++) {
            wide[i] = l->GetUndef(vector);
            for (unsigned lane = 0; lane < lanes; lane++)
                wide[i] = l->BuildInsertElement(r->builder, wide[i], l->GetParam(code, (unsigned)i), llvm_integer(r, 32, lane), "");
        }
        LlvmValue all = llvm_call_helper(r, symbol, address, vector, wide, (unsigned)operands, true);
        l->BuildRet(r->builder, l->BuildExtractElement(r->builder, all, llvm_integer(r, 32, 0), ""));
        l->PositionBuilderAtEnd(r->builder, back);
        (void)vectors;
    }
    LlvmValue call = l->BuildCall2(r->builder, scalar_type, code, x, (unsigned)operands, "");
    l->AddCallSiteAttribute(call, (unsigned)LLVM_FUNCTION_ATTRIBUTES,
                            l->CreateStringAttribute(r->context, "vector-function-abi-variant", 27, variant,
                                                     (unsigned)strlen(variant)));
    return call;
}

static LlvmValue try_vector_math(LlvmRender *r, IrMath function, bool is_double, LlvmValue *x) {
    if (!r->options->vector_math) return NULL;
    for (size_t i = 0; i < sizeof vector_functions / sizeof *vector_functions; i++)
        if (vector_functions[i].function == function)
            return vector_math(r, ir_math_rows[function].name, vector_functions[i].operands, is_double, x);
    return NULL;
}

static LlvmValue float_math(LlvmRender *r, IrMath function, bool is_double, LlvmValue *x) {
    LlvmValue size, infinite, result;
    const char *name = ir_math_rows[function].name;
#define HELPER(math)                                                                                                 \
    case IR_MATH_##math:                                                                                             \
        return float_helper(r, #math, is_double, (void *)math##f, (void *)math, x, (unsigned)ir_math_rows[function].operands);
    switch (function) {
    case IR_MATH_sqrt:
    case IR_MATH_floor:
    case IR_MATH_ceil:
    case IR_MATH_trunc:
    case IR_MATH_rint:
    case IR_MATH_round: return float_intrinsic(r, name, is_double, x, 1);
    case IR_MATH_copysign: return float_intrinsic(r, name, is_double, x, 2);
    case IR_MATH_fma: return float_intrinsic(r, name, is_double, x, 3);
    case IR_MATH_fmin: return extreme(r, LLVM_REAL_OLE, x[0], x[1], x[1]);
    case IR_MATH_fmax: return extreme(r, LLVM_REAL_OGE, x[0], x[1], x[1]);
    case IR_MATH_isnan: return reals(r, LLVM_REAL_UNO, x[0], x[0]);
    case IR_MATH_isinf:
    case IR_MATH_isfinite:
        size = float_intrinsic(r, "fabs", is_double, x, 1);
        infinite = is_double ? float_constant(r, INFINITY) : single_constant(r, INFINITY);
        return reals(r, function == IR_MATH_isinf ? LLVM_REAL_OEQ : LLVM_REAL_OLT, size, infinite);
    case IR_MATH_signbit: return signbit_of(r, x[0], is_double);
    default: break;
    }
    result = try_vector_math(r, function, is_double, x);
    if (result) return result;
    switch (function) {
        HELPER(sin) HELPER(cos) HELPER(tan) HELPER(asin) HELPER(acos) HELPER(atan) HELPER(sinh) HELPER(cosh) HELPER(tanh)
        HELPER(asinh) HELPER(acosh) HELPER(atanh) HELPER(exp) HELPER(exp2) HELPER(expm1) HELPER(log) HELPER(log2)
        HELPER(log10) HELPER(log1p) HELPER(erf) HELPER(erfc) HELPER(tgamma) HELPER(pow) HELPER(atan2)
        HELPER(hypot) HELPER(nextafter)
    case IR_MATH_cbrt: return float_helper(r, name, is_double, (void *)real_cbrtf, (void *)real_cbrt, x, 1);
    case IR_MATH_lgamma: return float_helper(r, name, is_double, (void *)ir_lgamma_f32, (void *)ir_lgamma_f64, x, 1);
    default: r->failed = true; return x[0];
    }
#undef HELPER
}

static LlvmValue any_float(LlvmRender *r, const IrValue *value, const IrType *type, LlvmValue *operands) {
    bool half = type->scalar == DTYPE_FLOAT16, is_double = type->scalar == DTYPE_FLOAT64;
    LlvmValue x[3] = {NULL, NULL, NULL};
    for (int i = 0; i < value->operand_count; i++) x[i] = half ? half_to_float(r, operands[i]) : operands[i];
    LlvmValue result = value->operation == IR_MATH ? float_math(r, (IrMath)value->detail, is_double, x)
                                                   : float_operation(r, value->operation, is_double, x);
    return half && value->type == type ? half_from(r, result, false) : result;
}

/* ---- complex numbers ---- */

/* A function that takes and gives them through memory. */
static LlvmValue complex_helper(LlvmRender *r, const char *name, void *address, int which, LlvmValue a, LlvmValue b) {
    LlvmType type = r->l->TypeOf(a), i32 = r->l->IntTypeInContext(r->context, 32);
    LlvmValue places[4] = {r->l->ConstInt(i32, (uint64_t)which, 0)};
    for (int i = 1; i < 4; i++) places[i] = llvm_slot(r, type);
    r->l->BuildStore(r->builder, a, places[1]);
    r->l->BuildStore(r->builder, b ? b : a, places[2]);
    unsigned skip = which < 0 ? 1 : 0;
    for (int i = 1; i < 4; i++) places[i] = convert(r, LLVM_BITCAST, places[i], r->bytes);
    llvm_call_helper(r, name, address, r->l->VoidTypeInContext(r->context), places + skip, 4 - skip, false);
    LlvmValue typed = convert(r, LLVM_BITCAST, places[3], r->l->PointerType(type, 0));
    return r->l->BuildLoad2(r->builder, type, typed, "");
}

static LlvmValue complex_operation(LlvmRender *r, const IrValue *value, const IrType *type, LlvmValue a, LlvmValue b) {
    bool narrow = type->scalar == DTYPE_COMPLEX64;
    LlvmValue real = part(r, a, 0), imaginary = part(r, a, 1), other_real = b ? part(r, b, 0) : NULL,
              other_imaginary = b ? part(r, b, 1) : NULL;
    switch (value->operation) {
    case IR_REAL: return real;
    case IR_IMAG: return imaginary;
    case IR_NEG: return pair(r, r->l->BuildFNeg(r->builder, real, ""), r->l->BuildFNeg(r->builder, imaginary, ""));
    case IR_ABS:
        return float_helper(r, "hypot", !narrow, (void *)hypotf, (void *)hypot, (LlvmValue[]){real, imaginary}, 2);
    case IR_ADD:
    case IR_SUB: {
        int opcode = value->operation == IR_ADD ? LLVM_FADD : LLVM_FSUB;
        return pair(r, binary(r, opcode, real, other_real), binary(r, opcode, imaginary, other_imaginary));
    }
    case IR_MUL:
        return pair(r,
                    binary(r, LLVM_FSUB, binary(r, LLVM_FMUL, real, other_real),
                           binary(r, LLVM_FMUL, imaginary, other_imaginary)),
                    binary(r, LLVM_FADD, binary(r, LLVM_FMUL, real, other_imaginary),
                           binary(r, LLVM_FMUL, imaginary, other_real)));
    case IR_DIV:
        return complex_helper(r, narrow ? "ir.divide.c64" : "ir.divide.c128",
                              narrow ? (void *)ir_divide_c64 : (void *)ir_divide_c128, -1, a, b);
    case IR_EQ:
    case IR_NE: {
        LlvmValue equal = binary(r, LLVM_AND, reals(r, LLVM_REAL_OEQ, real, other_real),
                                 reals(r, LLVM_REAL_OEQ, imaginary, other_imaginary));
        return value->operation == IR_EQ ? equal : binary(r, LLVM_XOR, equal, llvm_integer(r, 1, 1));
    }
    default:
        return complex_helper(r, narrow ? "ir.math.c64" : "ir.math.c128",
                              narrow ? (void *)ir_math_c64 : (void *)ir_math_c128, value->detail, a, b);
    }
}

/* ---- casts ---- */

static LlvmValue truth(LlvmRender *r, const IrType *type, LlvmValue a) {
    switch (ir_kind(type)) {
    case 'f':
        if (type->scalar != DTYPE_FLOAT16) return reals(r, LLVM_REAL_UNE, a, zero_of(r, a));
        a = binary(r, LLVM_AND, a, llvm_integer(r, 16, 0x7fff));
        return integers(r, LLVM_INT_NE, a, llvm_integer(r, 16, 0));
    default: return integers(r, LLVM_INT_NE, a, zero_of(r, a));
    }
}

static LlvmValue to_float(LlvmRender *r, const IrType *from, bool want_double, LlvmValue a) {
    LlvmType type = want_double ? r->l->DoubleTypeInContext(r->context) : r->l->FloatTypeInContext(r->context);
    if (ir_kind(from) == 'i') return convert(r, LLVM_SITOFP, a, type);
    if (ir_kind(from) != 'f') return convert(r, LLVM_UITOFP, a, type);
    bool is_double = from->scalar == DTYPE_FLOAT64;
    if (from->scalar == DTYPE_FLOAT16) a = half_to_float(r, a);
    if (is_double == want_double) return a;
    return convert(r, want_double ? LLVM_FPEXT : LLVM_FPTRUNC, a, type);
}

static LlvmValue to_integer(LlvmRender *r, const IrType *from, const IrType *to, LlvmValue a) {
    LlvmType type = llvm_type(r, to);
    char name[60];
    if (ir_kind(from) != 'f') {
        if (from->size > to->size) return convert(r, LLVM_TRUNC, a, type);
        if (from->size == to->size && from->scalar != DTYPE_BOOL) return a;
        return convert(r, ir_kind(from) == 'i' ? LLVM_SEXT : LLVM_ZEXT, a, type);
    }
    bool is_double = from->scalar == DTYPE_FLOAT64;
    if (from->scalar == DTYPE_FLOAT16) a = half_to_float(r, a);
    snprintf(name, sizeof name, "llvm.fpto%ci.sat.i%d.%s", ir_kind(to) == 'i' ? 's' : 'u', 8 * (int)to->size, suffix_of(is_double));
    return llvm_call_intrinsic(r, name, type, &a, 1);
}

static LlvmValue cast(LlvmRender *r, const IrType *from, const IrType *to, LlvmValue a) {
    if (from == to) return a;
    if (ir_kind(to) == 'b') return truth(r, from, a);
    if (ir_kind(from) == 'c') {
        LlvmType type = to->scalar == DTYPE_COMPLEX64 ? r->l->FloatTypeInContext(r->context) : r->l->DoubleTypeInContext(r->context);
        int opcode = to->scalar == DTYPE_COMPLEX64 ? LLVM_FPTRUNC : LLVM_FPEXT;
        return pair(r, convert(r, opcode, part(r, a, 0), type), convert(r, opcode, part(r, a, 1), type));
    }
    switch (to->scalar) {
    case DTYPE_FLOAT16: return half_from(r, to_float(r, from, from->scalar != DTYPE_FLOAT32, a), from->scalar != DTYPE_FLOAT32);
    case DTYPE_FLOAT32: return to_float(r, from, false, a);
    case DTYPE_FLOAT64: return to_float(r, from, true, a);
    case DTYPE_COMPLEX64:
    case DTYPE_COMPLEX128: {
        LlvmValue real = to_float(r, from, to->scalar == DTYPE_COMPLEX128, a);
        return pair(r, real, zero_of(r, real));
    }
    default: return to_integer(r, from, to, a);
    }
}

/* Shorter integers by way of 32 bits, for which every processor has an instruction; uint32 by way of 64. */
static LlvmValue cut(LlvmRender *r, const IrType *from, const IrType *to, LlvmValue a) {
    bool is_wide = to->size == 8 || to == IR_TYPE(UINT32);
    LlvmType wide = r->l->IntTypeInContext(r->context, is_wide ? 64 : 32), own = llvm_type(r, to);
    if (from == IR_TYPE(FLOAT16)) a = half_to_float(r, a);
    LlvmValue number = convert(r, to == IR_TYPE(UINT64) ? LLVM_FPTOUI : LLVM_FPTOSI, a, wide);
    return wide == own ? number : convert(r, LLVM_TRUNC, number, own);
}

/* ---- all together ---- */

LlvmValue llvm_scalar(LlvmRender *r, const IrValue *value, LlvmValue *operands) {
    const IrType *type = value->operands[0]->type;
    LlvmValue second = value->operand_count > 1 ? operands[1] : NULL;
    switch (value->operation) {
    case IR_SELECT: return choose(r, operands[0], operands[1], operands[2]);
    case IR_CAST: return cast(r, type, value->type, operands[0]);
    case IR_CUT: return cut(r, type, value->type, operands[0]);
    case IR_BITCAST:
        if (type->kind == IR_POINTER)
            return value->type->kind == IR_POINTER ? operands[0] : convert(r, LLVM_PTRTOINT, operands[0], llvm_type(r, value->type));
        if (value->type->kind == IR_POINTER) return convert(r, LLVM_INTTOPTR, operands[0], r->bytes);
        return convert(r, LLVM_BITCAST, operands[0], llvm_type(r, value->type));
    case IR_COMPLEX: return pair(r, operands[0], operands[1]);
    default: break;
    }
    if (type->kind == IR_POINTER) return integers(r, value->operation == IR_EQ ? LLVM_INT_EQ : LLVM_INT_NE, operands[0], second);
    switch (ir_kind(type)) {
    case 'f': return any_float(r, value, type, operands);
    case 'c': return complex_operation(r, value, type, operands[0], second);
    default:
        return value->operation == IR_MATH ? integer_math(r, value, operands[0])
                                           : integer_operation(r, value, type, operands[0], second);
    }
}
