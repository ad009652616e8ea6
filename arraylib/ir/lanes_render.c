/* A kernel's block as LLVM code over vectors of lanes. lanes.h tells the plan.
 *
 * Pointers are 64-bit numbers here. A mask is an integer of W bits in an i32; NULL means that every lane runs. */
#include "arraylib/ir/lanes_help.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct LaneLoop { /* in a region */
    bool is_uniform;
    LlvmBlock next, exit;
    LlvmValue live, round; /* slots: lanes still in the loop, in this round */
    struct LaneLoop *outer;
} LaneLoop;

typedef struct BlockLoop { /* around barriers */
    bool is_uniform;
    LlvmBlock next, exit;
    int64_t live, round; /* masks in the scratch memory, a word for each vector */
    struct BlockLoop *outer;
} BlockLoop;

typedef struct Lanes {
    LlvmRender *r;
    const Llvm *l;
    LanePlan *plan;
    LlvmValue call, run, scratch, shared, dynamic, index[3], grid[3];
    LlvmValue *parameters, *low, *high, interrupt;
    LlvmBlock exit, fault;
    /* in a region */
    LlvmValue vector; /* its number, i64; NULL: between regions */
    int region;
    LlvmValue exec;   /* i32, or NULL */
    int context, contexts;
    LaneLoop *loop;
    LlvmValue alive;  /* slot of lanes that have not returned; NULL: none returns early */
    BlockLoop *block_loop;
    int64_t masks[IR_NESTING_MAX + 2]; /* in the scratch memory: what the structures around leave on */
    int mask_count;
    int64_t alive_at;
} Lanes;

/* ---- small things ---- */

static LlvmType int_type(Lanes *n, int bits) { return n->l->IntTypeInContext(n->r->context, (unsigned)bits); }
static LlvmValue number(Lanes *n, int bits, int64_t value) { return n->l->ConstInt(int_type(n, bits), (uint64_t)value, 0); }
static LlvmBlock new_block(Lanes *n) { return n->l->AppendBasicBlockInContext(n->r->context, n->r->code, ""); }
static void go_to(Lanes *n, LlvmBlock block) { n->l->PositionBuilderAtEnd(n->r->builder, block); }
static bool is_open(Lanes *n) { return !n->l->GetBasicBlockTerminator(n->l->GetInsertBlock(n->r->builder)); }
static void branch(Lanes *n, LlvmBlock block) {
    if (is_open(n)) n->l->BuildBr(n->r->builder, block);
}
static void branch_if(Lanes *n, LlvmValue condition, LlvmBlock yes, LlvmBlock no) { n->l->BuildCondBr(n->r->builder, condition, yes, no); }
static LlvmValue binary(Lanes *n, int opcode, LlvmValue a, LlvmValue b) { return n->l->BuildBinOp(n->r->builder, opcode, a, b, ""); }
static LlvmValue convert(Lanes *n, int opcode, LlvmValue a, LlvmType type) { return n->l->BuildCast(n->r->builder, opcode, a, type, ""); }
static LlvmValue compare(Lanes *n, int predicate, LlvmValue a, LlvmValue b) { return n->l->BuildICmp(n->r->builder, predicate, a, b, ""); }
static LlvmValue choose(Lanes *n, LlvmValue c, LlvmValue a, LlvmValue b) { return n->l->BuildSelect(n->r->builder, c, a, b, ""); }
static LlvmValue slot(Lanes *n, LlvmType type) { return n->l->BuildAlloca(n->r->entry_builder, type, ""); }
static LlvmValue store(Lanes *n, LlvmValue value, LlvmValue place) {
    LlvmValue done = n->l->BuildStore(n->r->builder, value, place);
    n->l->SetAlignment(done, 1);
    return done;
}
static LlvmValue load(Lanes *n, LlvmType type, LlvmValue place) {
    LlvmValue value = n->l->BuildLoad2(n->r->builder, type, place, "");
    n->l->SetAlignment(value, 1);
    return value;
}
static LlvmValue as_pointer(Lanes *n, LlvmValue address, LlvmType type) { return convert(n, LLVM_INTTOPTR, address, n->l->PointerType(type, 0)); }
static LlvmValue bytes_of(Lanes *n, LlvmValue place) { return convert(n, LLVM_BITCAST, place, n->r->bytes); }

static LlvmType scalar_type(Lanes *n, const IrType *type) { return type->kind == IR_POINTER ? int_type(n, 64) : llvm_type(n->r, type); }
static LlvmType stored_type(Lanes *n, const IrType *type) { return type->kind == IR_POINTER ? int_type(n, 64) : llvm_memory_type(n->r, type); }
static LlvmType wide(Lanes *n, LlvmType type) { return n->l->VectorType(type, (unsigned)n->plan->width); }
static LaneInfo *info_of(Lanes *n, const IrValue *value) { return &n->plan->info[value->number]; }
static int full_mask(Lanes *n) { return n->plan->width == 32 ? -1 : (int)((1u << n->plan->width) - 1); }

static LlvmValue splat(Lanes *n, LlvmValue scalar) {
    LlvmValue vector = n->l->GetUndef(wide(n, n->l->TypeOf(scalar)));
    for (int i = 0; i < n->plan->width; i++) vector = n->l->BuildInsertElement(n->r->builder, vector, scalar, number(n, 32, i), "");
    return vector;
}

static LlvmValue ramp(Lanes *n, LlvmType type, int64_t stride) {
    LlvmValue vector = n->l->GetUndef(wide(n, type));
    for (int i = 0; i < n->plan->width; i++) vector = n->l->BuildInsertElement(n->r->builder, vector, n->l->ConstInt(type, (uint64_t)(i * stride), 0), number(n, 32, i), "");
    return vector;
}

static LlvmValue bits_of(Lanes *n, LlvmValue flags) { /* <W x i1> to i32 */
    LlvmValue bits = convert(n, LLVM_BITCAST, flags, int_type(n, n->plan->width));
    return n->plan->width == 32 ? bits : convert(n, LLVM_ZEXT, bits, int_type(n, 32));
}
static LlvmValue flags_of(Lanes *n, LlvmValue bits) {
    if (n->plan->width != 32) bits = convert(n, LLVM_TRUNC, bits, int_type(n, n->plan->width));
    return convert(n, LLVM_BITCAST, bits, wide(n, int_type(n, 1)));
}
static LlvmValue exec_bits(Lanes *n) { return n->exec ? n->exec : number(n, 32, full_mask(n)); }
static LlvmValue and_exec(Lanes *n, LlvmValue bits) { return n->exec ? binary(n, LLVM_AND, n->exec, bits) : bits; }

static LlvmValue scratch_at(Lanes *n, int64_t at, int64_t each) {
    LlvmValue address = binary(n, LLVM_ADD, n->scratch, number(n, 64, at));
    return each ? binary(n, LLVM_ADD, address, binary(n, LLVM_MUL, n->vector, number(n, 64, each))) : address;
}
static LlvmValue mask_place(Lanes *n, int64_t at) { return as_pointer(n, scratch_at(n, at, 4), int_type(n, 32)); }
static LlvmValue pointer_constant(Lanes *n, const void *pointer) { return convert(n, LLVM_INTTOPTR, number(n, 64, (int64_t)(uintptr_t)pointer), n->r->bytes); }

static void fault_unless(Lanes *n, LlvmValue good) {
    LlvmBlock on = new_block(n);
    branch_if(n, good, on, n->fault);
    go_to(n, on);
}

/* ---- values ---- */

/* In its stored form: bools of vectors are bytes. */
static LlvmValue stored_form(Lanes *n, const IrType *type, LlvmValue value, bool is_vector) {
    if (type != IR_TYPE(BOOL)) return value;
    return convert(n, LLVM_ZEXT, value, is_vector ? wide(n, int_type(n, 8)) : int_type(n, 8));
}
static LlvmValue from_stored(Lanes *n, const IrType *type, LlvmValue value, bool is_vector) {
    if (type != IR_TYPE(BOOL)) return value;
    LlvmValue zero = n->l->ConstNull(n->l->TypeOf(value));
    (void)is_vector;
    return compare(n, LLVM_INT_NE, value, zero);
}

static LlvmValue spilled_place(Lanes *n, const IrValue *value, bool as_vector) {
    LlvmType type = stored_type(n, value->type);
    return as_pointer(n, scratch_at(n, info_of(n, value)->slot, 8 * n->plan->width), as_vector ? wide(n, type) : type);
}

/* The value of a vector's lanes when it is the same, or the first lane's when it is linear. */
static LlvmValue scalar_of(Lanes *n, const IrValue *value) {
    if (ir_is_constant(value)) return llvm_constant(n->r, value->type, value->constant);
    if (value->operation == IR_PARAMETER) return n->parameters[value->number];
    LaneInfo *info = info_of(n, value);
    if (info->at_block || info->region == n->region || !info->is_spilled || info->scalar_region == n->region) return info->scalar;
    LlvmType type = stored_type(n, value->type);
    return from_stored(n, value->type, load(n, type, spilled_place(n, value, false)), false);
}

static bool is_wide(Lanes *n, const IrValue *value) { return !ir_is_constant(value) && value->operation != IR_PARAMETER && info_of(n, value)->level == LEVEL_LANE; }

static LlvmValue vector_of(Lanes *n, const IrValue *value) {
    if (!is_wide(n, value)) return splat(n, scalar_of(n, value));
    LaneInfo *info = info_of(n, value);
    if (info->region == n->region || info->vector_region == n->region) return info->vector;
    LlvmType type = wide(n, stored_type(n, value->type));
    return from_stored(n, value->type, load(n, type, spilled_place(n, value, true)), true);
}

static void set_scalar(Lanes *n, const IrValue *value, LlvmValue scalar) {
    LaneInfo *info = info_of(n, value);
    info->scalar = scalar;
    if (info->is_spilled && !info->at_block && info->level < LEVEL_LANE)
        store(n, stored_form(n, value->type, scalar, false), spilled_place(n, value, false));
}
static void set_vector(Lanes *n, const IrValue *value, LlvmValue vector) {
    LaneInfo *info = info_of(n, value);
    info->vector = vector;
    if (info->is_spilled) store(n, stored_form(n, value->type, vector, true), spilled_place(n, value, true));
}

/* A vector in memory for a helper. */
static LlvmValue in_memory(Lanes *n, const IrType *type, LlvmValue vector) {
    LlvmValue place = slot(n, wide(n, stored_type(n, type)));
    store(n, stored_form(n, type, vector, true), place);
    return bytes_of(n, place);
}
static LlvmValue from_memory(Lanes *n, const IrType *type, LlvmValue bytes) {
    LlvmType stored = wide(n, stored_type(n, type));
    return from_stored(n, type, load(n, stored, convert(n, LLVM_BITCAST, bytes, n->l->PointerType(stored, 0))), true);
}
static LlvmValue room(Lanes *n, const IrType *type) { return bytes_of(n, slot(n, wide(n, stored_type(n, type)))); }

/* ---- operations on lanes ---- */

static LlvmValue generic(Lanes *n, const IrValue *value) {
    LlvmValue all[7] = {pointer_constant(n, value), NULL, NULL, NULL, room(n, value->type), exec_bits(n), number(n, 32, n->plan->width)};
    for (int i = 0; i < 3; i++)
        all[i + 1] = i < value->operand_count ? in_memory(n, value->operands[i]->type, vector_of(n, value->operands[i])) : n->l->ConstNull(n->r->bytes);
    llvm_call_helper(n->r, "lanes.generic", (void *)lanes_generic, n->l->VoidTypeInContext(n->r->context), all, 7, false);
    return from_memory(n, value->type, all[4]);
}

static LlvmValue intrinsic(Lanes *n, const char *function, const char *suffix, LlvmType result, LlvmValue *arguments, unsigned count) {
    char name[60];
    LlvmType types[4];
    snprintf(name, sizeof name, "llvm.%s.%s", function, suffix);
    for (unsigned i = 0; i < count; i++) types[i] = n->l->TypeOf(arguments[i]);
    LlvmType type = n->l->FunctionType(result, types, count, 0);
    LlvmValue code = n->l->GetNamedFunction(n->r->target, name);
    if (!code) code = n->l->AddFunction(n->r->target, name, type);
    return n->l->BuildCall2(n->r->builder, type, code, arguments, count, "");
}

static LlvmValue float_intrinsic(Lanes *n, const char *function, const IrType *type, LlvmValue *arguments, unsigned count) {
    char suffix[20];
    snprintf(suffix, sizeof suffix, "v%df%d", n->plan->width, 8 * (int)type->size);
    return intrinsic(n, function, suffix, n->l->TypeOf(arguments[0]), arguments, count);
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
    ONE(sin) ONE(cos) ONE(tan) ONE(exp) ONE(log) ONE(tanh) ONE(exp2) ONE(log2) ONE(log10) ONE(atan) ONE(erf) ONE(cbrt) ONE(expm1) ONE(log1p)
    ONE(asin) ONE(acos) ONE(sinh) ONE(cosh) ONE(round)
#undef ONE
    default: return generic(n, value);
    }
    LlvmValue all[] = {pointer_constant(n, address), in_memory(n, type, x[0]), room(n, type), exec_bits(n), number(n, 32, n->plan->width)};
    llvm_call_helper(n->r, is_double ? "lanes.math64" : "lanes.math32", is_double ? (void *)lanes_math_f64 : (void *)lanes_math_f32,
                     n->l->VoidTypeInContext(n->r->context), all, 5, false);
    return from_memory(n, type, all[2]);
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
        return intrinsic(n, b == 'i' ? "fptosi.sat" : "fptoui.sat", suffix, type, &x, 1);
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
    LlvmValue from = lanes ? vector_of(n, base) : scalar_of(n, base);
    LlvmType i64 = lanes ? wide(n, int_type(n, 64)) : int_type(n, 64);
    if (value->operation == IR_BITCAST) return from;
    LlvmValue distance = NULL;
    if (value->operation == IR_FIELD) distance = number(n, 64, ir_field_of(value)->offset);
    else {
        const IrValue *by = value->operands[1];
        LlvmValue index = lanes ? vector_of(n, by) : scalar_of(n, by);
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

static LlvmValue narrow_pure(Lanes *n, const IrValue *value) {
    LlvmValue x[3] = {NULL, NULL, NULL};
    if (is_address(value)) return address_step(n, value, false);
    if (value->operation == IR_GLOBAL) return number(n, 64, (int64_t)(uintptr_t)value->global->bytes);
    for (int i = 0; i < value->operand_count && i < 3; i++) x[i] = scalar_of(n, value->operands[i]);
    return llvm_scalar(n->r, value, x);
}

static LlvmValue wide_pure(Lanes *n, const IrValue *value) {
    LlvmValue x[3] = {NULL, NULL, NULL};
    const IrType *type = value->operands[0]->type;
    if (is_address(value)) return address_step(n, value, true);
    for (int i = 0; i < value->operand_count && i < 3; i++) x[i] = vector_of(n, value->operands[i]);
    switch (value->operation) {
    case IR_SELECT: return choose(n, x[0], x[1], x[2]);
    case IR_CAST: return wide_cast(n, value, x[0]);
    case IR_BITCAST: return convert(n, LLVM_BITCAST, x[0], wide(n, scalar_type(n, value->type)));
    default: break;
    }
    if (type->kind == IR_POINTER) return compare(n, value->operation == IR_EQ ? LLVM_INT_EQ : LLVM_INT_NE, x[0], x[1]);
    if (ir_kind(type) == 'f') return wide_float(n, value, type, x);
    return value->operation == IR_MATH ? generic(n, value) : wide_whole(n, value, type, x[0], x[1]);
}

/* ---- memory ---- */

static const IrValue *root_of(const IrValue *pointer) {
    for (;;) {
        switch (pointer->operation) {
        case IR_FIELD:
        case IR_ITEM:
        case IR_OFFSET:
        case IR_BITCAST:
        case IR_GET:
        case IR_VAR: pointer = pointer->operands[0]; break;
        case IR_SELECT: pointer = pointer->operands[1]; break;
        default: return pointer;
        }
    }
}

/* Where the pointer should lead; a hint: what lies elsewhere is looked up. */
static void range_of(Lanes *n, const IrValue *pointer, LlvmValue *low, LlvmValue *high) {
    const IrValue *root = root_of(pointer);
    int64_t size = root->type->kind == IR_POINTER ? root->type->element->size : 0;
    *low = *high = number(n, 64, -1);
    if (root->operation == IR_PARAMETER) {
        *low = n->low[root->number];
        *high = n->high[root->number];
    } else if (root->operation == IR_SHARED) {
        *low = binary(n, LLVM_ADD, n->shared, number(n, 64, n->plan->shared_at[root->number]));
        *high = binary(n, LLVM_ADD, *low, number(n, 64, size));
    } else if (root->operation == IR_DYNAMIC_SHARED) {
        *low = n->dynamic;
        *high = binary(n, LLVM_ADD, n->dynamic, load(n, int_type(n, 64), as_pointer(n, binary(n, LLVM_ADD, convert(n, LLVM_PTRTOINT, n->call, int_type(n, 64)), number(n, 64, offsetof(LaneCall, dynamic_size))), int_type(n, 64))));
    } else if (root->operation == IR_LOCAL) {
        *low = binary(n, LLVM_ADD, n->scratch, number(n, 64, info_of(n, root)->slot));
        *high = binary(n, LLVM_ADD, *low, number(n, 64, ((size + 15) & ~(int64_t)15) * n->plan->vectors * n->plan->width));
    } else if (root->operation == IR_GLOBAL) {
        *low = number(n, 64, (int64_t)(uintptr_t)root->global->bytes);
        *high = binary(n, LLVM_ADD, *low, number(n, 64, root->global->type->size));
    }
}

/* low <= address and address + size <= high */
static LlvmValue is_inside(Lanes *n, LlvmValue address, int64_t size, LlvmValue low, LlvmValue high) {
    /* one comparison, whose other side does not change in a loop; a range that is too small begins where nothing lies */
    LlvmValue good = compare(n, LLVM_INT_ULE, number(n, 64, size), binary(n, LLVM_SUB, high, low));
    LlvmValue start = choose(n, good, low, number(n, 64, -1));
    LlvmValue span = choose(n, good, binary(n, LLVM_SUB, binary(n, LLVM_SUB, high, low), number(n, 64, size)), number(n, 64, 0));
    return compare(n, LLVM_INT_ULE, binary(n, LLVM_SUB, address, start), span);
}

static LlvmValue slow_access(Lanes *n, const IrValue *value, LlvmValue addresses, LlvmValue data, LlvmValue mask, LlvmValue low, LlvmValue high) {
    LlvmValue place = slot(n, wide(n, int_type(n, 64)));
    store(n, addresses, place);
    LlvmValue vector = n->vector ? n->vector : number(n, 64, 0);
    LlvmValue all[] = {n->call, n->run, pointer_constant(n, value), bytes_of(n, place), data, mask, low, high};
    LlvmType types[9], type;
    /* nine arguments: by hand */
    LlvmValue nine[9];
    for (int i = 0; i < 8; i++) nine[i] = all[i], types[i] = n->l->TypeOf(all[i]);
    nine[8] = vector;
    types[8] = n->l->TypeOf(vector);
    type = n->l->FunctionType(int_type(n, 32), types, 9, 0);
    LlvmValue function = convert(n, LLVM_INTTOPTR, number(n, 64, (int64_t)(uintptr_t)lanes_access), n->l->PointerType(type, 0));
    return n->l->BuildCall2(n->r->builder, type, function, nine, 9, "");
}

static void narrow_access(Lanes *n, const IrValue *value) {
    const IrType *type = value->operands[0]->type->element;
    LlvmType stored = stored_type(n, type);
    LlvmValue low, high, address = scalar_of(n, value->operands[0]), data = slot(n, wide(n, stored));
    bool reads = value->operation == IR_LOAD;
    range_of(n, value->operands[0], &low, &high);
    LlvmValue one = convert(n, LLVM_BITCAST, data, n->l->PointerType(stored, 0));
    LlvmValue given = reads ? NULL : stored_form(n, type, scalar_of(n, value->operands[1]), false);
    LlvmBlock fast = new_block(n), slow = new_block(n), on = new_block(n);
    branch_if(n, is_inside(n, address, type->size, low, high), fast, slow);
    go_to(n, slow);
    if (!reads) store(n, given, one);
    LlvmValue bad = slow_access(n, value, splat(n, address), bytes_of(n, data), number(n, 32, 1), low, high);
    LlvmBlock read = new_block(n);
    branch_if(n, compare(n, LLVM_INT_EQ, bad, number(n, 32, 0)), read, n->fault);
    go_to(n, read);
    LlvmValue result = reads ? slot(n, stored) : NULL; /* apart from what the helper sees, so that it can be a register */
    if (reads) store(n, load(n, stored, one), result);
    branch(n, on);
    go_to(n, fast);
    if (reads) store(n, load(n, stored, as_pointer(n, address, stored)), result);
    else store(n, given, as_pointer(n, address, stored));
    branch(n, on);
    go_to(n, on);
    if (reads) set_scalar(n, value, from_stored(n, type, load(n, stored, result), false));
}

static LlvmValue is_full(Lanes *n) { return n->exec ? compare(n, LLVM_INT_EQ, n->exec, number(n, 32, full_mask(n))) : number(n, 1, 1); }

static void wide_access(Lanes *n, const IrValue *value) {
    const IrType *type = value->operands[0]->type->element;
    const IrValue *pointer = value->operands[0];
    LlvmType stored = stored_type(n, type), all_stored = wide(n, stored);
    bool reads = value->operation == IR_LOAD, uniform = !is_wide(n, pointer), linear = !uniform && info_of(n, pointer)->is_linear;
    LlvmValue low, high, data = slot(n, all_stored), result = slot(n, all_stored), addresses = vector_of(n, pointer);
    LlvmValue given = reads ? NULL : stored_form(n, type, vector_of(n, value->operands[1]), true);
    range_of(n, pointer, &low, &high);
    LlvmBlock slow = new_block(n), on = new_block(n);
    bool may_be_straight = !uniform && !(linear && info_of(n, pointer)->stride != type->size);
    if (may_be_straight) {
        LlvmBlock fast = new_block(n);
        LlvmValue first = linear ? scalar_of(n, pointer) : n->l->BuildExtractElement(n->r->builder, addresses, number(n, 32, 0), "");
        LlvmValue straight = is_inside(n, first, type->size * n->plan->width, low, high);
        if (!linear) {
            LlvmValue expected = binary(n, LLVM_ADD, splat(n, first), ramp(n, int_type(n, 64), type->size));
            straight = binary(n, LLVM_AND, straight, compare(n, LLVM_INT_EQ, bits_of(n, compare(n, LLVM_INT_EQ, addresses, expected)), number(n, 32, full_mask(n))));
        }
        if (!reads) straight = binary(n, LLVM_AND, straight, is_full(n));
        branch_if(n, straight, fast, slow);
        go_to(n, fast);
        if (reads) store(n, load(n, all_stored, as_pointer(n, first, all_stored)), result);
        else store(n, given, as_pointer(n, first, all_stored));
        branch(n, on);
    } else branch(n, slow);
    go_to(n, slow);
    if (!reads) store(n, given, data);
    LlvmValue bad = slow_access(n, value, addresses, bytes_of(n, data), exec_bits(n), low, high);
    LlvmBlock read = new_block(n);
    branch_if(n, compare(n, LLVM_INT_EQ, bad, number(n, 32, 0)), read, n->fault);
    go_to(n, read);
    if (reads) store(n, load(n, all_stored, data), result);
    branch(n, on);
    go_to(n, on);
    if (reads) set_vector(n, value, from_stored(n, type, load(n, all_stored, result), true));
}

static void render_access(Lanes *n, const IrValue *value) {
    bool lanes = is_wide(n, value->operands[0]) || (value->operation == IR_STORE && is_wide(n, value->operands[1]));
    if (lanes) wide_access(n, value);
    else narrow_access(n, value);
}

static void call_nine(Lanes *n, void *address, LlvmValue *all, unsigned count, LlvmType result, LlvmValue *out) {
    LlvmType types[10];
    for (unsigned i = 0; i < count; i++) types[i] = n->l->TypeOf(all[i]);
    LlvmType type = n->l->FunctionType(result, types, count, 0);
    LlvmValue function = convert(n, LLVM_INTTOPTR, number(n, 64, (int64_t)(uintptr_t)address), n->l->PointerType(type, 0));
    *out = n->l->BuildCall2(n->r->builder, type, function, all, count, "");
}

static void render_atomic(Lanes *n, const IrValue *value) {
    const IrType *type = value->type, *pointer = value->operands[0]->type;
    LlvmValue first = in_memory(n, type, vector_of(n, value->operands[1])), bad;
    LlvmValue second = value->operand_count > 2 ? in_memory(n, type, vector_of(n, value->operands[2])) : first, out = room(n, type);
    LlvmValue all[] = {n->call, n->run, pointer_constant(n, value), in_memory(n, pointer, vector_of(n, value->operands[0])), first, second, out, exec_bits(n), n->vector};
    call_nine(n, (void *)lanes_atomic, all, 9, int_type(n, 32), &bad);
    fault_unless(n, compare(n, LLVM_INT_EQ, bad, number(n, 32, 0)));
    set_vector(n, value, from_memory(n, type, out));
}

/* ---- warps ---- */

static void render_shuffle(Lanes *n, const IrValue *value) {
    LlvmValue all[7] = {pointer_constant(n, value)}, ignored;
    for (int i = 0; i < 4; i++) all[i + 1] = in_memory(n, value->operands[i]->type, vector_of(n, value->operands[i]));
    all[5] = room(n, value->type);
    all[6] = exec_bits(n);
    call_nine(n, (void *)lanes_shuffle, all, 7, n->l->VoidTypeInContext(n->r->context), &ignored);
    set_vector(n, value, from_memory(n, value->type, all[5]));
}

static void render_vote(Lanes *n, const IrValue *value) {
    LlvmValue mask = is_wide(n, value->operands[0]) ? n->l->BuildExtractElement(n->r->builder, vector_of(n, value->operands[0]), number(n, 32, 0), "") : scalar_of(n, value->operands[0]);
    LlvmValue wanted = and_exec(n, mask), yes = binary(n, LLVM_AND, bits_of(n, vector_of(n, value->operands[1])), wanted), result = yes;
    if (value->detail == IR_VOTE_ANY) result = compare(n, LLVM_INT_NE, yes, number(n, 32, 0));
    if (value->detail == IR_VOTE_ALL) result = compare(n, LLVM_INT_EQ, yes, wanted);
    set_vector(n, value, splat(n, result));
}

static void render_print(Lanes *n, const IrValue *value) {
    LlvmType pointers = n->l->ArrayType(n->r->bytes, IR_PRINT_MAX);
    LlvmValue list = bytes_of(n, slot(n, pointers)), ignored;
    for (int i = 0; i < value->operand_count; i++) {
        LlvmValue at = binary(n, LLVM_ADD, convert(n, LLVM_PTRTOINT, list, int_type(n, 64)), number(n, 64, 8 * i));
        store(n, in_memory(n, value->operands[i]->type, vector_of(n, value->operands[i])), as_pointer(n, at, n->r->bytes));
    }
    LlvmValue all[] = {n->run, pointer_constant(n, value), list, exec_bits(n), number(n, 32, n->plan->width)};
    call_nine(n, (void *)lanes_print, all, 5, n->l->VoidTypeInContext(n->r->context), &ignored);
}

static void raise_fault(Lanes *n, LlvmValue good, const IrValue *check) {
    LlvmBlock on = new_block(n), bad = new_block(n);
    LlvmValue ignored;
    branch_if(n, good, on, bad);
    go_to(n, bad);
    call_nine(n, (void *)lanes_fault, (LlvmValue[]){n->run, check ? pointer_constant(n, check) : n->l->ConstNull(n->r->bytes)}, 2, n->l->VoidTypeInContext(n->r->context), &ignored);
    branch(n, n->fault);
    go_to(n, on);
}

static void render_check(Lanes *n, const IrValue *value) {
    if (!is_wide(n, value->operands[0])) {
        raise_fault(n, scalar_of(n, value->operands[0]), value);
        return;
    }
    LlvmValue bits = bits_of(n, vector_of(n, value->operands[0]));
    LlvmValue failed = binary(n, LLVM_AND, exec_bits(n), binary(n, LLVM_XOR, bits, number(n, 32, -1)));
    raise_fault(n, compare(n, LLVM_INT_EQ, failed, number(n, 32, 0)), value);
}

static void render_poll(Lanes *n) {
    LlvmType byte = int_type(n, 8);
    LlvmValue flag = load(n, byte, convert(n, LLVM_BITCAST, n->interrupt, n->l->PointerType(byte, 0)));
    n->l->SetVolatile(flag, 1);
    raise_fault(n, compare(n, LLVM_INT_EQ, flag, number(n, 8, 0)), NULL);
}

/* ---- where a thread is ---- */

static void render_place(Lanes *n, const IrValue *value) {
    int axis = value->detail % 3, place = value->detail / 3;
    const int *block = n->plan->block;
    if (place == IR_BLOCK_INDEX) set_scalar(n, value, n->index[axis]);
    else if (place == IR_GRID_SIZE) set_scalar(n, value, n->grid[axis]);
    else if (place == IR_BLOCK_SIZE) set_scalar(n, value, number(n, 32, block[axis]));
    else if (block[axis] == 1) set_scalar(n, value, number(n, 32, 0));
    else {
        LlvmValue first = convert(n, LLVM_TRUNC, binary(n, LLVM_MUL, n->vector, number(n, 64, n->plan->width)), int_type(n, 32));
        LlvmValue divisor = number(n, 32, axis == 0 ? 1 : axis == 1 ? block[0] : block[0] * block[1]), size = number(n, 32, block[axis]);
        LlvmValue scalar = binary(n, LLVM_UREM, binary(n, LLVM_UDIV, first, divisor), size);
        if (n->plan->lanes_along_x && axis == 0 && block[1] * block[2] == 1) scalar = first;
        if (info_of(n, value)->level < LEVEL_LANE) set_scalar(n, value, scalar);
        else if (n->plan->lanes_along_x) {
            info_of(n, value)->scalar = scalar;
            set_vector(n, value, binary(n, LLVM_ADD, splat(n, scalar), ramp(n, int_type(n, 32), 1)));
        } else {
            LlvmValue all = binary(n, LLVM_ADD, splat(n, first), ramp(n, int_type(n, 32), 1));
            set_vector(n, value, binary(n, LLVM_UREM, binary(n, LLVM_UDIV, all, splat(n, divisor)), splat(n, size)));
        }
    }
}

/* ---- variables ---- */

static LlvmValue variable_place(Lanes *n, const IrValue *variable) {
    LaneInfo *info = info_of(n, variable);
    if (!info->is_array || info->at_block || info->vector_region == n->region) return info->level == LEVEL_LANE ? info->vector : info->scalar;
    return spilled_place(n, variable, info->level == LEVEL_LANE);
}

static void render_variable(Lanes *n, const IrValue *value) {
    LaneInfo *info = info_of(n, value);
    bool lanes = info->level == LEVEL_LANE;
    LlvmType type = lanes ? wide(n, stored_type(n, value->type)) : stored_type(n, value->type);
    if (!info->is_array || info->at_block) {
        LlvmValue place = slot(n, type);
        if (lanes) info->vector = place;
        else info->scalar = place;
    }
    info->context = n->context;
    LlvmValue first = lanes ? vector_of(n, value->operands[0]) : scalar_of(n, value->operands[0]);
    store(n, stored_form(n, value->type, first, lanes), variable_place(n, value));
}

static void render_get(Lanes *n, const IrValue *value) {
    const IrValue *variable = value->operands[0];
    bool lanes = info_of(n, variable)->level == LEVEL_LANE;
    LlvmType type = lanes ? wide(n, stored_type(n, value->type)) : stored_type(n, value->type);
    LlvmValue got = from_stored(n, value->type, load(n, type, variable_place(n, variable)), lanes);
    if (lanes) set_vector(n, value, got);
    else set_scalar(n, value, got);
}

static void render_set(Lanes *n, const IrValue *value) {
    const IrValue *variable = value->operands[0];
    LaneInfo *info = info_of(n, variable);
    LlvmValue place = variable_place(n, variable);
    if (info->level < LEVEL_LANE) {
        store(n, stored_form(n, variable->type, scalar_of(n, value->operands[1]), false), place);
        return;
    }
    LlvmValue given = stored_form(n, variable->type, vector_of(n, value->operands[1]), true);
    if (n->exec && !(info->context == n->context && info->region == n->region)) {
        LlvmValue old = load(n, wide(n, stored_type(n, variable->type)), place);
        given = choose(n, flags_of(n, n->exec), given, old);
    }
    store(n, given, place);
}

/* ---- control in a region ---- */

static void render_list(Lanes *n, const IrBlock *block);
static void render_one(Lanes *n, const IrValue *value);

/* Lanes that are still there, after something in which some may have left. */
static void renew_mask(Lanes *n, LlvmValue before) {
    LlvmValue bits = before;
    if (n->loop && n->loop->round) {
        LlvmValue round = load(n, int_type(n, 32), n->loop->round);
        bits = bits ? binary(n, LLVM_AND, bits, round) : round;
    } else {
        LlvmValue others[] = {n->alive ? load(n, int_type(n, 32), n->alive) : NULL,
                              !n->loop && n->block_loop ? load(n, int_type(n, 32), mask_place(n, n->block_loop->round)) : NULL};
        for (int i = 0; i < 2; i++)
            if (others[i]) bits = bits ? binary(n, LLVM_AND, bits, others[i]) : others[i];
    }
    n->exec = bits;
}

static void find_jump(IrValue *value, void *context) {
    if (value->operation == IR_BREAK || value->operation == IR_CONTINUE || value->operation == IR_RETURN) *(bool *)context = true;
}
static bool has_jump(const IrValue *value) {
    bool found = false;
    for (int i = 0; i < 2; i++)
        if (value->blocks[i]) ir_walk(value->blocks[i], find_jump, &found);
    return found;
}

/* Behind something that lanes may have left for good. */
static void skip_if_nobody(Lanes *n, const IrValue *value, LlvmValue before) {
    bool masked = n->loop ? n->loop->round != NULL || n->alive != NULL : n->alive != NULL || n->block_loop != NULL;
    if (!has_jump(value) || !masked) return;
    renew_mask(n, before);
    n->context = ++n->contexts;
    if (!n->exec) return;
    LlvmBlock on = new_block(n), none = new_block(n);
    branch_if(n, compare(n, LLVM_INT_NE, n->exec, number(n, 32, 0)), on, none);
    go_to(n, none);
    branch(n, n->loop ? n->loop->next : n->exit);
    go_to(n, on);
}

static void render_if(Lanes *n, const IrValue *value) {
    LlvmBlock then = new_block(n), other = value->blocks[1] ? new_block(n) : NULL, end = new_block(n);
    LlvmValue before = n->exec;
    int context = n->context;
    if (info_of(n, value)->level < LEVEL_LANE) {
        branch_if(n, scalar_of(n, value->operands[0]), then, other ? other : end);
        for (int i = 0; i < 2; i++) {
            if (!value->blocks[i]) continue;
            go_to(n, i ? other : then);
            n->exec = before;
            render_list(n, value->blocks[i]);
            branch(n, end);
        }
        go_to(n, end);
        n->exec = before;
        skip_if_nobody(n, value, before);
        return;
    }
    LlvmValue bits = bits_of(n, vector_of(n, value->operands[0])), zero = number(n, 32, 0);
    LlvmValue yes = and_exec(n, bits), no = binary(n, LLVM_AND, exec_bits(n), binary(n, LLVM_XOR, bits, number(n, 32, -1)));
    LlvmBlock middle = other ? new_block(n) : end;
    branch_if(n, compare(n, LLVM_INT_NE, yes, zero), then, middle);
    go_to(n, then);
    n->exec = yes;
    n->context = ++n->contexts;
    render_list(n, value->blocks[0]);
    branch(n, middle);
    if (other) {
        go_to(n, middle);
        branch_if(n, compare(n, LLVM_INT_NE, no, zero), other, end);
        go_to(n, other);
        n->exec = no;
        n->context = ++n->contexts;
        render_list(n, value->blocks[1]);
        branch(n, end);
    }
    go_to(n, end);
    n->exec = before;
    n->context = context;
    skip_if_nobody(n, value, before);
}

static void leave(Lanes *n, LlvmValue place) {
    LlvmValue left = binary(n, LLVM_XOR, exec_bits(n), number(n, 32, -1));
    store(n, binary(n, LLVM_AND, load(n, int_type(n, 32), place), left), place);
}

static void render_jump(Lanes *n, const IrValue *value) {
    LaneLoop *loop = n->loop;
    if (value->operation == IR_RETURN) {
        if (n->alive) leave(n, n->alive);
        for (; loop; loop = loop->outer) {
            if (loop->live) leave(n, loop->live);
            if (loop->round) leave(n, loop->round);
        }
        if (n->loop && n->loop->is_uniform) branch(n, n->loop->exit);
        return;
    }
    if (!loop) { /* a loop around the region */
        leave(n, mask_place(n, n->block_loop->round));
        if (value->operation == IR_BREAK) leave(n, mask_place(n, n->block_loop->live));
        return;
    }
    if (loop->is_uniform) {
        branch(n, value->operation == IR_BREAK ? loop->exit : loop->next);
        return;
    }
    leave(n, loop->round);
    if (value->operation == IR_BREAK) leave(n, loop->live);
}

static void render_while(Lanes *n, const IrValue *value) {
    LlvmBlock head = new_block(n), body = new_block(n), exit = new_block(n);
    LlvmValue before = n->exec, zero = number(n, 32, 0);
    int context = n->context;
    LaneLoop loop = {.is_uniform = info_of(n, value)->level < LEVEL_LANE, .next = head, .exit = exit, .outer = n->loop};
    if (!loop.is_uniform) {
        loop.live = slot(n, int_type(n, 32));
        loop.round = slot(n, int_type(n, 32));
        store(n, exec_bits(n), loop.live);
    } else if (n->loop && n->loop->round) loop.round = NULL;
    branch(n, head);
    go_to(n, head);
    render_poll(n);
    n->loop = &loop;
    if (!loop.is_uniform) {
        n->exec = load(n, int_type(n, 32), loop.live);
        n->context = ++n->contexts;
        LlvmBlock any = new_block(n);
        branch_if(n, compare(n, LLVM_INT_NE, n->exec, zero), any, exit);
        go_to(n, any);
        store(n, n->exec, loop.round);
    } else if (n->alive && has_jump(value)) {
        n->exec = before;
    }
    const IrBlock *condition = value->blocks[0];
    for (const IrValue *part = condition->first; part && part->operation != IR_TEST; part = part->next) render_one(n, part);
    const IrValue *test = condition->last;
    if (!is_wide(n, test->operands[0])) branch_if(n, scalar_of(n, test->operands[0]), body, exit);
    else {
        LlvmValue on = and_exec(n, bits_of(n, vector_of(n, test->operands[0])));
        store(n, on, loop.live);
        store(n, on, loop.round);
        branch_if(n, compare(n, LLVM_INT_NE, on, zero), body, exit);
        n->exec = on;
    }
    go_to(n, body);
    render_list(n, value->blocks[1]);
    branch(n, head);
    go_to(n, exit);
    n->loop = loop.outer;
    n->exec = before;
    n->context = context;
    skip_if_nobody(n, value, before);
}

/* Its bounds are the same for all lanes, and its step is 1. */
static void render_for(Lanes *n, const IrValue *value) {
    LlvmBlock head = new_block(n), body = new_block(n), next = new_block(n), exit = new_block(n);
    LlvmValue before = n->exec, zero = number(n, 32, 0);
    const IrType *type = value->operands[0]->type;
    LlvmType index_type = scalar_type(n, type);
    int context = n->context;
    LaneLoop loop = {.is_uniform = info_of(n, value)->level < LEVEL_LANE, .next = next, .exit = exit, .outer = n->loop};
    LlvmValue counter = slot(n, index_type);
    store(n, scalar_of(n, value->operands[0]), counter);
    if (!loop.is_uniform) {
        loop.live = slot(n, int_type(n, 32));
        loop.round = slot(n, int_type(n, 32));
        store(n, exec_bits(n), loop.live);
    }
    branch(n, head);
    go_to(n, head);
    render_poll(n);
    LlvmValue index = load(n, index_type, counter);
    LlvmBlock more = new_block(n);
    branch_if(n, compare(n, ir_kind(type) == 'i' ? LLVM_INT_SLT : LLVM_INT_ULT, index, scalar_of(n, value->operands[1])), more, exit);
    go_to(n, more);
    info_of(n, value->blocks[0]->index)->scalar = index;
    n->loop = &loop;
    if (!loop.is_uniform) {
        n->exec = load(n, int_type(n, 32), loop.live);
        n->context = ++n->contexts;
        store(n, n->exec, loop.round);
        branch_if(n, compare(n, LLVM_INT_NE, n->exec, zero), body, exit);
    } else branch(n, body);
    go_to(n, body);
    render_list(n, value->blocks[0]);
    branch(n, next);
    go_to(n, next);
    store(n, binary(n, LLVM_ADD, load(n, index_type, counter), n->l->ConstInt(index_type, 1, 0)), counter);
    branch(n, head);
    go_to(n, exit);
    n->loop = loop.outer;
    n->exec = before;
    n->context = context;
    skip_if_nobody(n, value, before);
}

static void render_one(Lanes *n, const IrValue *value) {
    LaneInfo *info = info_of(n, value);
    switch (value->operation) {
    case IR_IF: render_if(n, value); return;
    case IR_WHILE: render_while(n, value); return;
    case IR_FOR: render_for(n, value); return;
    case IR_BREAK:
    case IR_CONTINUE:
    case IR_RETURN: render_jump(n, value); return;
    case IR_THREAD: render_place(n, value); return;
    case IR_VAR: render_variable(n, value); return;
    case IR_GET: render_get(n, value); return;
    case IR_SET: render_set(n, value); return;
    case IR_LOAD:
    case IR_STORE: render_access(n, value); return;
    case IR_ATOMIC:
    case IR_ATOMIC_CAS: render_atomic(n, value); return;
    case IR_SHUFFLE: render_shuffle(n, value); return;
    case IR_VOTE: render_vote(n, value); return;
    case IR_ACTIVE_MASK: set_scalar(n, value, exec_bits(n)); return;
    case IR_SYNC_WARP: return;
    case IR_FENCE: n->l->BuildFence(n->r->builder, LLVM_SEQUENTIAL, 0, ""); return;
    case IR_CLOCK: set_scalar(n, value, llvm_call_helper(n->r, "ir.clock", (void *)ir_clock, int_type(n, 64), NULL, 0, false)); return;
    case IR_PRINT: render_print(n, value); return;
    case IR_CHECK: render_check(n, value); return;
    case IR_POLL: render_poll(n); return;
    case IR_SHARED: set_scalar(n, value, binary(n, LLVM_ADD, n->shared, number(n, 64, n->plan->shared_at[value->number]))); return;
    case IR_DYNAMIC_SHARED: set_scalar(n, value, n->dynamic); return;
    case IR_LOCAL: {
        int64_t each = (value->type->element->size + 15) & ~(int64_t)15;
        info->scalar = scratch_at(n, info->slot, each * n->plan->width);
        set_vector(n, value, binary(n, LLVM_ADD, splat(n, info->scalar), ramp(n, int_type(n, 64), each)));
        return;
    }
    default: break;
    }
    if (ir_trait(value) != TRAIT_P) {
        n->r->failed = true;
        return;
    }
    if (info->level < LEVEL_LANE) {
        set_scalar(n, value, narrow_pure(n, value));
        return;
    }
    if (info->is_linear) info->scalar = narrow_pure(n, value);
    set_vector(n, value, wide_pure(n, value));
}

static void render_list(Lanes *n, const IrBlock *block) {
    for (const IrValue *value = block->first; value && is_open(n) && !n->r->failed; value = value->next) render_one(n, value);
}

/* ---- regions ---- */

enum { REGION_MAX = 20000 };
typedef struct Pending {
    const IrValue **items;
    int count, region;
} Pending;

/* Opens the loop over vectors; the builder is left in its body, with the mask of the lanes that are there. */
typedef struct RegionLoop { LlvmValue counter; LlvmBlock head, next, done, exit, skip; } RegionLoop;

static RegionLoop open_region(Lanes *n, int region) {
    RegionLoop loop = {slot(n, int_type(n, 64)), new_block(n), new_block(n), new_block(n), n->exit, new_block(n)};
    LlvmBlock body = new_block(n);
    store(n, number(n, 64, 0), loop.counter);
    branch(n, loop.head);
    go_to(n, loop.head);
    n->vector = load(n, int_type(n, 64), loop.counter);
    branch_if(n, compare(n, LLVM_INT_ULT, n->vector, number(n, 64, n->plan->vectors)), body, loop.done);
    go_to(n, body);
    n->region = region;
    n->context = ++n->contexts;
    n->exec = NULL;
    n->loop = NULL;
    n->exit = loop.next;
    if (n->plan->has_partial) {
        LlvmValue last = compare(n, LLVM_INT_EQ, n->vector, number(n, 64, n->plan->vectors - 1));
        n->exec = choose(n, last, number(n, 32, (int64_t)((1u << n->plan->threads % n->plan->width) - 1)), number(n, 32, full_mask(n)));
    }
    for (int i = 0; i < n->mask_count; i++) n->exec = and_exec(n, load(n, int_type(n, 32), mask_place(n, n->masks[i])));
    if (n->plan->returns_early) {
        LlvmValue alive = load(n, int_type(n, 32), mask_place(n, n->alive_at));
        n->alive = slot(n, int_type(n, 32));
        store(n, alive, n->alive);
        n->exec = and_exec(n, alive);
    }
    if (n->mask_count || n->plan->returns_early) {
        LlvmBlock some = new_block(n);
        branch_if(n, compare(n, LLVM_INT_NE, n->exec, number(n, 32, 0)), some, loop.skip); /* nothing was read, so nothing is written back */
        go_to(n, some);
    }
    return loop;
}

static void close_region(Lanes *n, const RegionLoop *loop) {
    if (loop->next) {
        branch(n, loop->next);
        go_to(n, loop->next);
    }
    if (n->alive) store(n, load(n, int_type(n, 32), n->alive), mask_place(n, n->alive_at));
    branch(n, loop->skip);
    go_to(n, loop->skip);
    store(n, binary(n, LLVM_ADD, n->vector, number(n, 64, 1)), loop->counter);
    branch(n, loop->head);
    go_to(n, loop->done);
    n->vector = NULL;
    n->exec = NULL;
    n->alive = NULL;
    n->exit = loop->exit;
}

/* What a region takes from others is read once, at its start; its variables are written back at its end. Between the two the
 * compiler can keep them in registers. */
enum { KEPT_MAX = 256 };
typedef struct Kept {
    Lanes *n;
    const IrValue *variables[KEPT_MAX];
    int count;
} Kept;

static void keep_operands(IrValue *value, void *context) {
    Kept *kept = context;
    Lanes *n = kept->n;
    if (value->operation == IR_VAR && info_of(n, value)->is_array && !info_of(n, value)->at_block && info_of(n, value)->vector_region != n->region && kept->count < KEPT_MAX) {
        LaneInfo *info = info_of(n, value);
        LlvmValue place = slot(n, info->level == LEVEL_LANE ? wide(n, stored_type(n, value->type)) : stored_type(n, value->type));
        *(info->level == LEVEL_LANE ? &info->vector : &info->scalar) = place;
        info->vector_region = n->region;
        kept->variables[kept->count++] = value;
    }
    for (int i = 0; i < value->operand_count; i++) {
        IrValue *used = value->operands[i];
        if (ir_is_constant(used) || used->operation == IR_PARAMETER) continue;
        LaneInfo *info = info_of(n, used);
        bool lanes = info->level == LEVEL_LANE;
        LlvmType type = stored_type(n, used->type);
        if (info->at_block || info->region == n->region || info->vector_region == n->region) continue;
        if (used->operation == IR_VAR && info->is_array && kept->count < KEPT_MAX) {
            LlvmType whole = lanes ? wide(n, type) : type;
            LlvmValue place = slot(n, whole);
            store(n, load(n, whole, spilled_place(n, used, lanes)), place);
            *(lanes ? &info->vector : &info->scalar) = place;
            kept->variables[kept->count++] = used;
        } else if (info->is_spilled) {
            info->scalar = from_stored(n, used->type, load(n, type, spilled_place(n, used, false)), false);
            if (lanes) info->vector = from_stored(n, used->type, load(n, wide(n, type), spilled_place(n, used, true)), true);
            info->scalar_region = n->region;
        } else continue;
        info->vector_region = n->region;
    }
}

static void write_back(Kept *kept) {
    Lanes *n = kept->n;
    for (int i = 0; i < kept->count; i++) {
        const IrValue *variable = kept->variables[i];
        LaneInfo *info = info_of(n, variable);
        bool lanes = info->level == LEVEL_LANE;
        LlvmType type = lanes ? wide(n, stored_type(n, variable->type)) : stored_type(n, variable->type);
        store(n, load(n, type, lanes ? info->vector : info->scalar), spilled_place(n, variable, lanes));
    }
}

static void flush(Lanes *n, Pending *pending) {
    if (!pending->count) return;
    RegionLoop loop = open_region(n, pending->region);
    Kept kept = {.n = n};
    for (int i = 0; i < pending->count; i++) {
        IrValue *item = (IrValue *)(uintptr_t)pending->items[i];
        keep_operands(item, &kept);
        for (int k = 0; k < 2; k++)
            if (item->blocks[k]) ir_walk(item->blocks[k], keep_operands, &kept);
    }
    for (int i = 0; i < pending->count && is_open(n) && !n->r->failed; i++) render_one(n, pending->items[i]);
    branch(n, loop.next);
    go_to(n, loop.next);
    write_back(&kept);
    loop.next = NULL;
    close_region(n, &loop);
    pending->count = 0;
}

static void render_block_list(Lanes *n, const IrBlock *block);

static int64_t take_masks(Lanes *n) {
    int64_t at = n->plan->scratch;
    n->plan->scratch += (4 * (int64_t)n->plan->vectors + 63) & ~(int64_t)63;
    return at;
}

/* Runs `what` for each vector that is there: masks from a condition. `any`: slot that becomes 1 when a lane goes on. */
static void split_masks(Lanes *n, const IrValue *value, const IrValue *condition, int64_t yes_at, int64_t no_at, LlvmValue any) {
    /* places are cleared first: vectors that are left out have no lanes */
    RegionLoop clear = {slot(n, int_type(n, 64)), new_block(n), NULL, new_block(n), n->exit, NULL};
    LlvmBlock body = new_block(n);
    store(n, number(n, 64, 0), clear.counter);
    store(n, number(n, 32, 0), any);
    branch(n, clear.head);
    go_to(n, clear.head);
    n->vector = load(n, int_type(n, 64), clear.counter);
    branch_if(n, compare(n, LLVM_INT_ULT, n->vector, number(n, 64, n->plan->vectors)), body, clear.done);
    go_to(n, body);
    store(n, number(n, 32, 0), mask_place(n, yes_at));
    if (no_at >= 0) store(n, number(n, 32, 0), mask_place(n, no_at));
    store(n, binary(n, LLVM_ADD, n->vector, number(n, 64, 1)), clear.counter);
    branch(n, clear.head);
    go_to(n, clear.done);
    RegionLoop loop = open_region(n, info_of(n, value)->region);
    LlvmValue bits = condition ? (is_wide(n, condition) ? bits_of(n, vector_of(n, condition))
                                                          : choose(n, scalar_of(n, condition), number(n, 32, full_mask(n)), number(n, 32, 0)))
                               : number(n, 32, full_mask(n));
    LlvmValue yes = and_exec(n, bits);
    store(n, yes, mask_place(n, yes_at));
    if (no_at >= 0) store(n, binary(n, LLVM_AND, exec_bits(n), binary(n, LLVM_XOR, bits, number(n, 32, -1))), mask_place(n, no_at));
    store(n, binary(n, LLVM_OR, load(n, int_type(n, 32), any), yes), any);
    close_region(n, &loop);
}

static void render_block_if(Lanes *n, const IrValue *value) {
    LlvmBlock then = new_block(n), end = new_block(n), other = value->blocks[1] ? new_block(n) : end;
    if (info_of(n, value)->level == LEVEL_BLOCK) {
        branch_if(n, scalar_of(n, value->operands[0]), then, other);
        go_to(n, then);
        render_block_list(n, value->blocks[0]);
        branch(n, end);
        if (value->blocks[1]) {
            go_to(n, other);
            render_block_list(n, value->blocks[1]);
            branch(n, end);
        }
        go_to(n, end);
        return;
    }
    int64_t yes = take_masks(n), no = take_masks(n);
    LlvmValue any = slot(n, int_type(n, 32));
    split_masks(n, value, value->operands[0], yes, no, any);
    branch_if(n, compare(n, LLVM_INT_NE, load(n, int_type(n, 32), any), number(n, 32, 0)), then, other);
    for (int i = 0; i < 2; i++) {
        if (!value->blocks[i]) continue;
        go_to(n, i ? other : then);
        n->masks[n->mask_count++] = i ? no : yes;
        render_block_list(n, value->blocks[i]);
        n->mask_count--;
        branch(n, i == 0 && value->blocks[1] ? other : end);
    }
    go_to(n, end);
}

static void block_poll(Lanes *n) {
    n->vector = number(n, 64, 0);
    render_poll(n);
    n->vector = NULL;
}

static void render_block_while(Lanes *n, const IrValue *value) {
    LlvmBlock head = new_block(n), body = new_block(n), exit = new_block(n);
    const IrValue *test = value->blocks[0]->last;
    bool plain = info_of(n, value)->level == LEVEL_BLOCK && !has_jump(value);
    if (plain) {
        branch(n, head);
        go_to(n, head);
        block_poll(n);
        render_block_list(n, value->blocks[0]);
        branch_if(n, scalar_of(n, test->operands[0]), body, exit);
        go_to(n, body);
        render_block_list(n, value->blocks[1]);
        branch(n, head);
        go_to(n, exit);
        return;
    }
    BlockLoop loop = {.live = take_masks(n), .round = take_masks(n), .outer = n->block_loop};
    LlvmValue any = slot(n, int_type(n, 32));
    split_masks(n, value, NULL, loop.live, -1, any);
    branch(n, head);
    go_to(n, head);
    block_poll(n);
    n->masks[n->mask_count++] = loop.live;
    BlockLoop *before = n->block_loop;
    n->block_loop = &loop;
    render_block_list(n, value->blocks[0]);
    int64_t kept = take_masks(n);
    split_masks(n, test, test->operands[0], kept, -1, any);
    /* live = round = kept */
    {
        RegionLoop copy = {slot(n, int_type(n, 64)), new_block(n), NULL, new_block(n), n->exit, NULL};
        LlvmBlock inner = new_block(n);
        store(n, number(n, 64, 0), copy.counter);
        branch(n, copy.head);
        go_to(n, copy.head);
        n->vector = load(n, int_type(n, 64), copy.counter);
        branch_if(n, compare(n, LLVM_INT_ULT, n->vector, number(n, 64, n->plan->vectors)), inner, copy.done);
        go_to(n, inner);
        LlvmValue bits = load(n, int_type(n, 32), mask_place(n, kept));
        store(n, bits, mask_place(n, loop.live));
        store(n, bits, mask_place(n, loop.round));
        store(n, binary(n, LLVM_ADD, n->vector, number(n, 64, 1)), copy.counter);
        branch(n, copy.head);
        go_to(n, copy.done);
        n->vector = NULL;
    }
    branch_if(n, compare(n, LLVM_INT_NE, load(n, int_type(n, 32), any), number(n, 32, 0)), body, exit);
    go_to(n, body);
    n->masks[n->mask_count - 1] = loop.round;
    render_block_list(n, value->blocks[1]);
    branch(n, head);
    n->mask_count--;
    n->block_loop = before;
    go_to(n, exit);
}

/* barrier_count and its kin: over all threads that are there. */
static void render_barrier_vote(Lanes *n, const IrValue *value) {
    LlvmValue yes = slot(n, int_type(n, 32)), all = slot(n, int_type(n, 32)), zero = number(n, 32, 0);
    store(n, zero, yes);
    store(n, zero, all);
    RegionLoop loop = open_region(n, info_of(n, value)->region);
    LlvmValue bits = is_wide(n, value->operands[0]) ? bits_of(n, vector_of(n, value->operands[0]))
                                                    : choose(n, scalar_of(n, value->operands[0]), number(n, 32, -1), zero);
    LlvmValue counts[] = {binary(n, LLVM_AND, exec_bits(n), bits), exec_bits(n)}, places[] = {yes, all};
    for (int i = 0; i < 2; i++) {
        LlvmValue count = intrinsic(n, "ctpop", "i32", int_type(n, 32), &counts[i], 1);
        store(n, binary(n, LLVM_ADD, load(n, int_type(n, 32), places[i]), count), places[i]);
    }
    close_region(n, &loop);
    LlvmValue count = load(n, int_type(n, 32), yes), result = count;
    if (value->operation == IR_BARRIER_AND) result = compare(n, LLVM_INT_EQ, count, load(n, int_type(n, 32), all));
    if (value->operation == IR_BARRIER_OR) result = compare(n, LLVM_INT_NE, count, zero);
    info_of(n, value)->scalar = result;
}

static void render_block_one(Lanes *n, const IrValue *value) {
    n->region = 0;
    switch (value->operation) {
    case IR_IF: render_block_if(n, value); return;
    case IR_WHILE: render_block_while(n, value); return;
    case IR_FOR: n->r->failed = true; return;
    case IR_BARRIER: return;
    case IR_BARRIER_COUNT:
    case IR_BARRIER_AND:
    case IR_BARRIER_OR: render_barrier_vote(n, value); return;
    case IR_TEST: return;
    default: render_one(n, value);
    }
}

static void render_block_list(Lanes *n, const IrBlock *block) {
    size_t count = 0;
    for (const IrValue *value = block->first; value; value = value->next) count++;
    Pending pending = {.items = arena_allocate(&n->r->arena, (count + 1) * sizeof *pending.items)};
    if (!pending.items) {
        n->r->failed = true;
        return;
    }
    for (const IrValue *value = block->first; value && !n->r->failed; value = value->next) {
        const LaneInfo *info = info_of(n, value);
        bool barrier = lanes_has_barrier(value) || value->operation == IR_TEST;
        if (!barrier && !info->at_block) {
            if (pending.count && pending.region != info->region) flush(n, &pending);
            pending.region = info->region;
            pending.items[pending.count++] = value;
            continue;
        }
        if (barrier || value->operation == IR_SET) flush(n, &pending);
        render_block_one(n, value);
    }
    flush(n, &pending);
}

/* ---- the whole ---- */

static LlvmValue call_field(Lanes *n, int64_t offset, LlvmType type) {
    LlvmValue place = binary(n, LLVM_ADD, convert(n, LLVM_PTRTOINT, n->call, int_type(n, 64)), number(n, 64, offset));
    return load(n, type, as_pointer(n, place, type));
}

static void read_parameters(Lanes *n) {
    const IrFunction *kernel = n->plan->kernel;
    LlvmType i64 = int_type(n, 64);
    LlvmValue list = call_field(n, offsetof(LaneCall, arguments), i64), ranges = call_field(n, offsetof(LaneCall, ranges), i64);
    for (int i = 0; i < kernel->parameter_count; i++) {
        const IrType *type = kernel->parameters[i]->type;
        LlvmValue place = load(n, i64, as_pointer(n, binary(n, LLVM_ADD, list, number(n, 64, 8 * i)), i64));
        if (type->kind == IR_STRUCT) {
            n->parameters[i] = n->low[i] = place;
            n->high[i] = binary(n, LLVM_ADD, place, number(n, 64, type->size));
            continue;
        }
        LlvmType stored = stored_type(n, type);
        n->parameters[i] = from_stored(n, type, load(n, stored, as_pointer(n, place, stored)), false);
        n->low[i] = load(n, i64, as_pointer(n, binary(n, LLVM_ADD, ranges, number(n, 64, (int64_t)sizeof(IrRange) * i)), i64));
        n->high[i] = load(n, i64, as_pointer(n, binary(n, LLVM_ADD, ranges, number(n, 64, (int64_t)sizeof(IrRange) * i + 8)), i64));
    }
}

static void start_alive(Lanes *n) {
    if (!n->plan->returns_early) return;
    n->alive_at = take_masks(n);
    for (int i = 0; i < n->plan->vectors; i++)
        store(n, number(n, 32, full_mask(n)), as_pointer(n, binary(n, LLVM_ADD, n->scratch, number(n, 64, n->alive_at + 4 * i)), int_type(n, 32)));
}

static void add_text(LlvmRender *r, const char *name, const char *value) {
    r->l->AddAttributeAtIndex(r->code, (unsigned)LLVM_FUNCTION_ATTRIBUTES,
                              r->l->CreateStringAttribute(r->context, name, (unsigned)strlen(name), value, (unsigned)strlen(value)));
}

bool lanes_render(LlvmRender *r, LanePlan *plan) {
    Lanes lanes = {.r = r, .l = r->l, .plan = plan}, *n = &lanes;
    const Llvm *l = r->l;
    size_t count = (size_t)plan->kernel->parameter_count + 1;
    r->bytes = l->PointerType(l->IntTypeInContext(r->context, 8), 0);
    LlvmType types[] = {r->bytes, r->bytes};
    r->code = l->AddFunction(r->target, "entry.lanes", l->FunctionType(int_type(n, 32), types, 2, 0));
    llvm_add_attribute(r, r->code, "nounwind");
    add_text(r, "target-cpu", r->processor);
    add_text(r, "target-features", r->features);
    if (strstr(r->features, "+avx512f")) add_text(r, "prefer-vector-width", "512");
    n->parameters = arena_allocate(&r->arena, count * sizeof *n->parameters);
    n->low = arena_allocate(&r->arena, count * sizeof *n->low);
    n->high = arena_allocate(&r->arena, count * sizeof *n->high);
    if (!n->parameters || !n->low || !n->high) return false;
    LlvmBlock entry = new_block(n), start = new_block(n);
    n->exit = new_block(n);
    n->fault = new_block(n);
    l->PositionBuilderAtEnd(r->entry_builder, entry);
    go_to(n, start);
    n->call = l->GetParam(r->code, 0);
    n->run = l->GetParam(r->code, 1);
    for (int i = 0; i < 3; i++) {
        n->index[i] = call_field(n, (int64_t)offsetof(LaneCall, index) + 4 * i, int_type(n, 32));
        n->grid[i] = call_field(n, (int64_t)offsetof(LaneCall, grid) + 4 * i, int_type(n, 32));
    }
    n->shared = call_field(n, offsetof(LaneCall, shared), int_type(n, 64));
    n->dynamic = call_field(n, offsetof(LaneCall, dynamic), int_type(n, 64));
    n->scratch = call_field(n, offsetof(LaneCall, scratch), int_type(n, 64));
    LlvmValue where = binary(n, LLVM_ADD, convert(n, LLVM_PTRTOINT, n->run, int_type(n, 64)), number(n, 64, offsetof(IrRun, interrupt)));
    n->interrupt = load(n, r->bytes, as_pointer(n, where, r->bytes));
    read_parameters(n);
    start_alive(n);
    render_block_list(n, plan->kernel->body);
    branch(n, n->exit);
    go_to(n, n->exit);
    l->BuildRet(r->builder, number(n, 32, 0));
    go_to(n, n->fault);
    l->BuildRet(r->builder, number(n, 32, 1));
    l->BuildBr(r->entry_builder, start);
    return !r->failed;
}
