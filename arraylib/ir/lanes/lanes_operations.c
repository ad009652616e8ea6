/* Operations without effect on vectors of lanes. */
#include "arraylib/core/roots.h"
#include "arraylib/ir/lanes/lanes_render.h"

#include <math.h>
#include <stdio.h>

static LlvmValue generic(Lanes *n, const IrValue *value) {
    LlvmValue all[7] = {pointer_constant(n, value), NULL, NULL, NULL, lanes_room(n, value->type), exec_bits(n), number(n, 32, n->plan->width)};
    for (int i = 0; i < 3; i++)
        all[i + 1] = i < value->operand_count ? lanes_in_memory(n, value->operands[i]->type, lanes_vector(n, value->operands[i])) : n->l->ConstNull(n->r->bytes);
    llvm_call_helper(n->r, "lanes.generic", (void *)lanes_generic, n->l->VoidTypeInContext(n->r->context), all, 7, false);
    return lanes_from_memory(n, value->type, all[4]);
}

LlvmValue lanes_intrinsic(Lanes *n, const char *function, const char *suffix, LlvmType result, LlvmValue *arguments, unsigned count) {
    char name[60];
    LlvmType types[4];
    snprintf(name, sizeof name, "llvm.%s.%s", function, suffix);
    for (unsigned i = 0; i < count; i++) types[i] = n->l->TypeOf(arguments[i]);
    LlvmType type = n->l->FunctionType(result, types, count, 0);
    LlvmValue code = n->l->GetNamedFunction(n->r->target, name);
    if (!code) code = n->l->AddFunction(n->r->target, name, type);
    return n->l->BuildCall2(n->r->builder, type, code, arguments, count, "");
}

/* The other way is hardly ever taken: without the word of it, LLVM would keep registers for the calls there. */
void lanes_branch_likely(Lanes *n, LlvmValue condition, LlvmBlock yes, LlvmBlock no) {
    LlvmValue arguments[] = {condition, number(n, 1, 1)};
    branch_if(n, lanes_intrinsic(n, "expect", "i1", int_type(n, 1), arguments, 2), yes, no);
}

static LlvmValue float_intrinsic(Lanes *n, const char *function, const IrType *type, LlvmValue *arguments, unsigned count) {
    char suffix[20];
    snprintf(suffix, sizeof suffix, "v%df%d", n->plan->width, 8 * (int)type->size);
    return lanes_intrinsic(n, function, suffix, n->l->TypeOf(arguments[0]), arguments, count);
}

static LlvmValue wide_math(Lanes *n, const IrValue *value, LlvmValue *x) {
    const IrType *type = value->operands[0]->type;
    bool is_double = type == IR_TYPE(FLOAT64);
    void *address = NULL;
    switch (value->detail) {
    case IR_MATH_sqrt:
    case IR_MATH_floor:
    case IR_MATH_ceil:
    case IR_MATH_trunc:
    case IR_MATH_rint: return float_intrinsic(n, ir_math_rows[value->detail].name, type, x, 1);
    case IR_MATH_fma: return float_intrinsic(n, "fma", type, x, 3);
    case IR_MATH_isnan: return n->l->BuildFCmp(n->r->builder, LLVM_REAL_UNO, x[0], x[0], "");
    case IR_MATH_fmin:
    case IR_MATH_fmax: {
        int predicate = value->detail == IR_MATH_fmin ? LLVM_REAL_OLE : LLVM_REAL_OGE;
        LlvmValue first = binary(n, LLVM_OR, n->l->BuildFCmp(n->r->builder, predicate, x[0], x[1], ""), n->l->BuildFCmp(n->r->builder, LLVM_REAL_UNO, x[1], x[1], ""));
        return choose(n, first, x[0], x[1]);
    }
#define ONE(name) case IR_MATH_##name: address = is_double ? (void *)name : (void *)name##f; break;
    ONE(sin) ONE(cos) ONE(tan) ONE(exp) ONE(log) ONE(tanh) ONE(exp2) ONE(log2) ONE(log10) ONE(atan) ONE(erf) ONE(expm1) ONE(log1p)
    ONE(asin) ONE(acos) ONE(sinh) ONE(cosh) ONE(round)
#undef ONE
    case IR_MATH_cbrt: address = is_double ? (void *)real_cbrt : (void *)real_cbrtf; break;
    default: return generic(n, value);
    }
    LlvmValue all[] = {pointer_constant(n, address), lanes_in_memory(n, type, x[0]), lanes_room(n, type), exec_bits(n), number(n, 32, n->plan->width)};
    llvm_call_helper(n->r, is_double ? "lanes.math64" : "lanes.math32", is_double ? (void *)lanes_math_f64 : (void *)lanes_math_f32,
                     n->l->VoidTypeInContext(n->r->context), all, 5, false);
    return lanes_from_memory(n, type, all[2]);
}

static LlvmValue wide_cast(Lanes *n, const IrValue *value, LlvmValue x) {
    const IrType *from = value->operands[0]->type, *to = value->type;
    LlvmType type = wide(n, scalar_type(n, to));
    char a = ir_kind(from), b = ir_kind(to);
    if (from == to) return x;
    if (from == IR_TYPE(FLOAT16) || to == IR_TYPE(FLOAT16)) return generic(n, value);
    LlvmValue zero = n->l->ConstNull(n->l->TypeOf(x));
    if (b == 'b') return a == 'f' ? n->l->BuildFCmp(n->r->builder, LLVM_REAL_UNE, x, zero, "") : compare(n, LLVM_INT_NE, x, zero);
    if (a == 'f' && b == 'f') return convert(n, to->size > from->size ? LLVM_FPEXT : LLVM_FPTRUNC, x, type);
    if (b == 'f') return convert(n, a == 'i' ? LLVM_SITOFP : LLVM_UITOFP, x, type);
    if (a == 'f') {
        char suffix[40];
        if (to->size < 4) return generic(n, value);
        snprintf(suffix, sizeof suffix, "v%di%d.v%df%d", n->plan->width, 8 * (int)to->size, n->plan->width, 8 * (int)from->size);
        return lanes_intrinsic(n, b == 'i' ? "fptosi.sat" : "fptoui.sat", suffix, type, &x, 1);
    }
    if (a == 'b') return convert(n, LLVM_ZEXT, x, type);
    if (to->size == from->size) return x;
    return convert(n, to->size < from->size ? LLVM_TRUNC : a == 'i' ? LLVM_SEXT : LLVM_ZEXT, x, type);
}

static LlvmValue wide_shift(Lanes *n, const IrValue *value, LlvmValue a, LlvmValue by) {
    const IrType *type = value->type;
    int bits = 8 * (int)type->size;
    LlvmType scalar = scalar_type(n, type);
    LlvmValue limit = splat(n, n->l->ConstInt(scalar, (uint64_t)bits, 0)), zero = n->l->ConstNull(n->l->TypeOf(a));
    LlvmValue far = compare(n, LLVM_INT_UGE, by, limit);
    if (value->operation == IR_SHR && ir_kind(type) == 'i')
        return binary(n, LLVM_ASHR, a, choose(n, far, splat(n, n->l->ConstInt(scalar, (uint64_t)bits - 1, 0)), by));
    return choose(n, far, zero, binary(n, value->operation == IR_SHL ? LLVM_SHL : LLVM_LSHR, a, choose(n, far, zero, by)));
}

static LlvmValue wide_whole(Lanes *n, const IrValue *value, const IrType *type, LlvmValue a, LlvmValue b) {
    bool is_signed = ir_kind(type) == 'i';
    LlvmValue zero = n->l->ConstNull(n->l->TypeOf(a));
    switch (value->operation) {
    case IR_NEG: return binary(n, LLVM_SUB, zero, a);
    case IR_NOT: return binary(n, LLVM_XOR, a, splat(n, n->l->ConstInt(scalar_type(n, type), UINT64_MAX, 0)));
    case IR_ABS: return is_signed ? choose(n, compare(n, LLVM_INT_SLT, a, zero), binary(n, LLVM_SUB, zero, a), a) : a;
    case IR_ADD: return binary(n, LLVM_ADD, a, b);
    case IR_SUB: return binary(n, LLVM_SUB, a, b);
    case IR_MUL: return binary(n, LLVM_MUL, a, b);
    case IR_AND: return binary(n, LLVM_AND, a, b);
    case IR_OR: return binary(n, LLVM_OR, a, b);
    case IR_XOR: return binary(n, LLVM_XOR, a, b);
    case IR_SHL:
    case IR_SHR: return wide_shift(n, value, a, b);
    case IR_MIN:
    case IR_MAX: {
        LlvmValue less = compare(n, is_signed ? LLVM_INT_SLT : LLVM_INT_ULT, a, b);
        return value->operation == IR_MIN ? choose(n, less, a, b) : choose(n, less, b, a);
    }
    case IR_EQ: return compare(n, LLVM_INT_EQ, a, b);
    case IR_NE: return compare(n, LLVM_INT_NE, a, b);
    case IR_LT: return compare(n, is_signed ? LLVM_INT_SLT : LLVM_INT_ULT, a, b);
    case IR_LE: return compare(n, is_signed ? LLVM_INT_SLE : LLVM_INT_ULE, a, b);
    case IR_GT: return compare(n, is_signed ? LLVM_INT_SGT : LLVM_INT_UGT, a, b);
    case IR_GE: return compare(n, is_signed ? LLVM_INT_SGE : LLVM_INT_UGE, a, b);
    case IR_DIV:
    case IR_REM: {
        const IrValue *by = value->operands[1];
        bool div = value->operation == IR_DIV;
        if (ir_is_constant(by) && by->constant.i > 0) return binary(n, div ? (is_signed ? LLVM_SDIV : LLVM_UDIV) : (is_signed ? LLVM_SREM : LLVM_UREM), a, b);
        return generic(n, value);
    }
    default: return generic(n, value);
    }
}

static LlvmValue wide_float(Lanes *n, const IrValue *value, const IrType *type, LlvmValue *x) {
    static const int predicates[] = {LLVM_REAL_OEQ, LLVM_REAL_UNE, LLVM_REAL_OLT, LLVM_REAL_OLE, LLVM_REAL_OGT, LLVM_REAL_OGE};
    if (type == IR_TYPE(FLOAT16)) return generic(n, value);
    switch (value->operation) {
    case IR_NEG: return n->l->BuildFNeg(n->r->builder, x[0], "");
    case IR_ABS: return float_intrinsic(n, "fabs", type, x, 1);
    case IR_ADD: return binary(n, LLVM_FADD, x[0], x[1]);
    case IR_SUB: return binary(n, LLVM_FSUB, x[0], x[1]);
    case IR_MUL: return binary(n, LLVM_FMUL, x[0], x[1]);
    case IR_DIV: return binary(n, LLVM_FDIV, x[0], x[1]);
    case IR_MATH: return wide_math(n, value, x);
    case IR_EQ:
    case IR_NE:
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE: return n->l->BuildFCmp(n->r->builder, predicates[value->operation - IR_EQ], x[0], x[1], "");
    default: return generic(n, value);
    }
}

/* A step of an address; `wide`: over lanes. */
static LlvmValue address_step(Lanes *n, const IrValue *value, bool lanes) {
    const IrValue *base = value->operands[0];
    LlvmValue from = lanes ? lanes_vector(n, base) : lanes_scalar(n, base);
    LlvmType i64 = lanes ? wide(n, int_type(n, 64)) : int_type(n, 64);
    if (value->operation == IR_BITCAST) return from;
    LlvmValue distance = NULL;
    if (value->operation == IR_FIELD) distance = number(n, 64, ir_field_of(value)->offset);
    else {
        const IrValue *by = value->operands[1];
        LlvmValue index = lanes ? lanes_vector(n, by) : lanes_scalar(n, by);
        if (by->type->size < 8) index = convert(n, ir_kind(by->type) == 'i' ? LLVM_SEXT : LLVM_ZEXT, index, i64);
        LlvmValue size = number(n, 64, value->type->element->size);
        return binary(n, LLVM_ADD, from, binary(n, LLVM_MUL, index, lanes ? splat(n, size) : size));
    }
    return binary(n, LLVM_ADD, from, lanes ? splat(n, distance) : distance);
}

static bool is_address(const IrValue *value) {
    return value->operation == IR_FIELD || value->operation == IR_ITEM || value->operation == IR_OFFSET ||
           (value->operation == IR_BITCAST && (value->type->kind == IR_POINTER || value->operands[0]->type->kind == IR_POINTER));
}

LlvmValue lanes_narrow_pure(Lanes *n, const IrValue *value) {
    LlvmValue x[3] = {NULL, NULL, NULL};
    if (is_address(value)) return address_step(n, value, false);
    if (value->operation == IR_GLOBAL) return number(n, 64, (int64_t)(uintptr_t)value->global->bytes);
    for (int i = 0; i < value->operand_count && i < 3; i++) x[i] = lanes_scalar(n, value->operands[i]);
    return llvm_scalar(n->r, value, x);
}

LlvmValue lanes_wide_pure(Lanes *n, const IrValue *value) {
    LlvmValue x[3] = {NULL, NULL, NULL};
    const IrType *type = value->operands[0]->type;
    if (is_address(value)) return address_step(n, value, true);
    for (int i = 0; i < value->operand_count && i < 3; i++) x[i] = lanes_vector(n, value->operands[i]);
    switch (value->operation) {
    case IR_SELECT: return choose(n, x[0], x[1], x[2]);
    case IR_CUT:
    case IR_CAST: return wide_cast(n, value, x[0]);
    case IR_BITCAST: return convert(n, LLVM_BITCAST, x[0], wide(n, scalar_type(n, value->type)));
    default: break;
    }
    if (type->kind == IR_POINTER) return compare(n, value->operation == IR_EQ ? LLVM_INT_EQ : LLVM_INT_NE, x[0], x[1]);
    if (ir_kind(type) == 'f') return wide_float(n, value, type, x);
    return value->operation == IR_MATH ? generic(n, value) : wide_whole(n, value, type, x[0], x[1]);
}
