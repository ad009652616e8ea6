/* Functions and blocks of the IR as LLVM code.
 *
 * Each IR function becomes `i32 name(parameters, result *, IrRun *)`, internal; its result says whether it was ended by a
 * fault. Beside it stands the entry `i32 entry.name(void **arguments, IrRun *)`. Everything that changes lives in allocas
 * of the entry block, of which LLVM makes registers. */
#include "arraylib/ir/render_llvm.h"

#include <string.h>

/* ---- faults: called by compiled code ---- */

static void fault_bounds(IrRun *run, int32_t axis, int64_t index, int64_t size, int32_t line) {
    run->fault = (IrFault){.kind = IR_FAULT_BOUNDS, .axis = axis, .index = index, .size = size, .line = line};
}

static void fault_raised(IrRun *run, int64_t number, int32_t line) {
    run->fault = (IrFault){.kind = IR_FAULT_RAISED, .raised = number, .line = line};
}

static void fault_again(IrRun *run, const IrFault *caught) { run->fault = *caught; }

/* At a handler. Nonzero: an interrupt, which nobody catches. */
static int32_t catch_fault(IrRun *run, IrFault *caught) {
    if (!ir_fault_is_caught(&run->fault)) return 1;
    *caught = run->fault;
    run->fault.kind = IR_FAULT_NONE;
    return 0;
}

static int32_t run_parts(IrPartEntry *entry, int64_t start, int64_t stop, int64_t parts, void *context, IrRun *run) {
    return !ir_run_parts(entry, start, stop, parts, context, run);
}

static void fault_plain(IrRun *run, int32_t kind) { run->fault = (IrFault){.kind = kind}; }

static void fault_check(IrRun *run, const IrValue *check) {
    run->fault = (IrFault){.kind = IR_FAULT_CHECK, .line = check->line, .class_name = check->name, .message = check->message};
}

/* Atomic for everything that the processor has no instruction for. */
static void atomic_by_exchange(int32_t operation, int32_t dtype, void *place, const void *operand, void *old) {
    const IrType *type = ir_scalar_type((DtypeNumber)dtype);
    uint64_t before = 0, after;
    bool done;
    if (type->size == 4) before = __atomic_load_n((uint32_t *)place, __ATOMIC_SEQ_CST);
    else before = __atomic_load_n((uint64_t *)place, __ATOMIC_SEQ_CST);
    do {
        IrScalar result = ir_atomic_combine((IrAtomic)operation, type, ir_scalar_load(type, &before), ir_scalar_load(type, operand));
        after = 0;
        ir_scalar_store(type, &after, result);
        if (type->size == 4) {
            uint32_t expected = (uint32_t)before;
            done = __atomic_compare_exchange_n((uint32_t *)place, &expected, (uint32_t)after, false, __ATOMIC_SEQ_CST,
                                               __ATOMIC_SEQ_CST);
            before = expected;
        } else
            done = __atomic_compare_exchange_n((uint64_t *)place, &before, after, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    } while (!done);
    memcpy(old, &before, (size_t)type->size);
}

/* ---- small things ---- */

static LlvmType i32_type(LlvmRender *r) { return r->l->IntTypeInContext(r->context, 32); }
static LlvmType i64_type(LlvmRender *r) { return r->l->IntTypeInContext(r->context, 64); }
static LlvmType void_type(LlvmRender *r) { return r->l->VoidTypeInContext(r->context); }

static LlvmBlock new_block(LlvmRender *r) { return r->l->AppendBasicBlockInContext(r->context, r->code, ""); }
static void go_to(LlvmRender *r, LlvmBlock block) { r->l->PositionBuilderAtEnd(r->builder, block); }
static bool is_open(LlvmRender *r) { return !r->l->GetBasicBlockTerminator(r->l->GetInsertBlock(r->builder)); }
static void branch(LlvmRender *r, LlvmBlock block) {
    if (is_open(r)) r->l->BuildBr(r->builder, block);
}

LlvmValue llvm_slot(LlvmRender *r, LlvmType type) { return r->l->BuildAlloca(r->entry_builder, type, ""); }

/* An address as a pointer to the type: a step that only LLVM 14 knows of. */
static LlvmValue pointer_to(LlvmRender *r, LlvmBuilder builder, LlvmValue address, LlvmType type) {
    return r->l->BuildCast(builder, LLVM_BITCAST, address, r->l->PointerType(type, 0), "");
}

static LlvmValue offset_bytes(LlvmRender *r, LlvmBuilder builder, LlvmValue address, LlvmValue bytes) {
    return r->l->BuildInBoundsGEP2(builder, r->l->IntTypeInContext(r->context, 8), address, &bytes, 1, "");
}

static LlvmValue load_word(LlvmRender *r, LlvmBuilder builder, LlvmValue address, int64_t offset, LlvmType type) {
    LlvmValue place = offset ? offset_bytes(r, builder, address, llvm_integer(r, 64, (uint64_t)offset)) : address;
    return r->l->BuildLoad2(builder, type, pointer_to(r, builder, place, type), "");
}

static bool is_complex(const IrType *type) { return ir_kind(type) == 'c'; }

static LlvmValue load_scalar(LlvmRender *r, const IrType *type, LlvmValue address) {
    const Llvm *l = r->l;
    LlvmType memory = llvm_memory_type(r, type);
    if (is_complex(type)) { /* its parts, so that nothing aggregate reaches the optimiser */
        const IrType *half = ir_scalar_type(dtype_real(ir_dtype(type))->number);
        LlvmValue real = load_scalar(r, half, address);
        LlvmValue imaginary = load_scalar(r, half, offset_bytes(r, r->builder, address, llvm_integer(r, 64, (uint64_t)half->size)));
        LlvmValue pair = l->BuildInsertValue(r->builder, l->GetUndef(memory), real, 0, "");
        return l->BuildInsertValue(r->builder, pair, imaginary, 1, "");
    }
    LlvmValue value = l->BuildLoad2(r->builder, memory, pointer_to(r, r->builder, address, memory), "");
    if (type == IR_TYPE(BOOL)) return l->BuildICmp(r->builder, LLVM_INT_NE, value, llvm_integer(r, 8, 0), "");
    return value;
}

static void store_scalar(LlvmRender *r, const IrType *type, LlvmValue address, LlvmValue value) {
    const Llvm *l = r->l;
    LlvmType memory = llvm_memory_type(r, type);
    if (is_complex(type)) {
        const IrType *half = ir_scalar_type(dtype_real(ir_dtype(type))->number);
        store_scalar(r, half, address, l->BuildExtractValue(r->builder, value, 0, ""));
        store_scalar(r, half, offset_bytes(r, r->builder, address, llvm_integer(r, 64, (uint64_t)half->size)),
                     l->BuildExtractValue(r->builder, value, 1, ""));
        return;
    }
    if (type == IR_TYPE(BOOL)) value = l->BuildCast(r->builder, LLVM_ZEXT, value, memory, "");
    l->BuildStore(r->builder, value, pointer_to(r, r->builder, address, memory));
}

static LlvmValue value_of(LlvmRender *r, const IrValue *value) {
    return value->operation == IR_CONSTANT ? llvm_constant(r, value->type, value->constant) : r->values[value->number];
}

static LlvmValue operand(LlvmRender *r, const IrValue *value, int number) { return value_of(r, value->operands[number]); }

/* An index as a 64-bit number. */
static LlvmValue wide_index(LlvmRender *r, const IrValue *index) {
    LlvmValue value = value_of(r, index);
    if (index->type->size == 8) return value;
    return r->l->BuildCast(r->builder, ir_kind(index->type) == 'i' ? LLVM_SEXT : LLVM_ZEXT, value, i64_type(r), "");
}

/* Goes on where the condition holds; elsewhere the builder is left in a block that must end the function. */
static LlvmBlock begin_failure(LlvmRender *r, LlvmValue good) {
    LlvmBlock on = new_block(r), failure = new_block(r);
    r->l->BuildCondBr(r->builder, good, on, failure);
    go_to(r, failure);
    return on;
}

/* A fault has happened: to the handler around, or out. */
static void leave(LlvmRender *r) {
    if (r->handler) r->l->BuildBr(r->builder, r->handler->block);
    else r->l->BuildRet(r->builder, llvm_integer(r, 32, 1));
}

static void end_failure(LlvmRender *r, LlvmBlock on) {
    leave(r);
    go_to(r, on);
}

/* ---- arrays ---- */

static LlvmArray *array_of(LlvmRender *r, const IrValue *value) {
    LlvmArray **place = &r->arrays[value->number];
    if (!*place) *place = arena_allocate(&r->arena, sizeof **place);
    if (!*place) r->failed = true;
    return *place;
}

static LlvmValue array_data(LlvmRender *r, const IrValue *value) {
    LlvmArray *array = array_of(r, value);
    if (!array) return r->l->GetUndef(r->bytes);
    if (!array->data) array->data = load_word(r, r->entry_builder, r->values[value->number], 0, r->bytes);
    return array->data;
}

static LlvmValue array_extent(LlvmRender *r, const IrValue *value, int axis) {
    LlvmArray *array = array_of(r, value);
    if (!array) return llvm_integer(r, 64, 0);
    if (!array->shape[axis])
        array->shape[axis] = load_word(r, r->entry_builder, r->values[value->number], 8 + 8 * axis, i64_type(r));
    return array->shape[axis];
}

static LlvmValue array_stride(LlvmRender *r, const IrValue *value, int axis) {
    LlvmArray *array = array_of(r, value);
    const IrType *type = value->type;
    if (!array) return llvm_integer(r, 64, 0);
    if (array->strides[axis]) return array->strides[axis];
    if (!type->contiguous)
        array->strides[axis] = load_word(r, r->entry_builder, r->values[value->number], 8 + 8 * (type->rank + axis), i64_type(r));
    else if (axis == type->rank - 1) array->strides[axis] = llvm_integer(r, 64, (uint64_t)type->element->size);
    else
        array->strides[axis] = r->l->BuildBinOp(r->entry_builder, LLVM_MUL, array_stride(r, value, axis + 1),
                                                array_extent(r, value, axis + 1), "");
    return array->strides[axis];
}

/* What a view is made of. */
static void note_view(LlvmRender *r, const IrValue *value) {
    LlvmArray *array = array_of(r, value);
    int rank = value->type->rank;
    if (!array) return;
    *array = (LlvmArray){.data = operand(r, value, 0)};
    for (int axis = 0; axis < rank; axis++) {
        array->shape[axis] = operand(r, value, 1 + axis);
        if (!value->type->contiguous) array->strides[axis] = operand(r, value, 1 + rank + axis);
    }
    LlvmValue stride = llvm_integer(r, 64, (uint64_t)value->type->element->size);
    for (int axis = rank - 1; value->type->contiguous && axis >= 0; axis--) {
        array->strides[axis] = stride;
        if (axis) stride = r->l->BuildBinOp(r->builder, LLVM_MUL, stride, array->shape[axis], "");
    }
}

/* An array as callees take it: the address of its IrArrayView. */
static LlvmValue array_descriptor(LlvmRender *r, const IrValue *value) {
    if (value->operation == IR_PARAMETER) return value_of(r, value);
    LlvmArray *array = array_of(r, value);
    int rank = value->type->rank, words = value->type->contiguous ? rank : 2 * rank;
    if (!array) return r->l->GetUndef(r->bytes);
    if (!array->descriptor) {
        LlvmType memory = r->l->ArrayType(i64_type(r), 1 + 2 * (unsigned)rank);
        array->descriptor = r->l->BuildCast(r->entry_builder, LLVM_BITCAST, llvm_slot(r, memory), r->bytes, "");
    }
    store_scalar(r, IR_TYPE(INT64), array->descriptor, r->l->BuildCast(r->builder, LLVM_PTRTOINT, array->data, i64_type(r), ""));
    for (int i = 0; i < words; i++)
        store_scalar(r, IR_TYPE(INT64), offset_bytes(r, r->builder, array->descriptor, llvm_integer(r, 64, 8 + 8 * (uint64_t)i)),
                     i < rank ? array->shape[i] : array->strides[i - rank]);
    return array->descriptor;
}

static void check_bounds(LlvmRender *r, const IrValue *value, int axis, LlvmValue index) {
    LlvmValue extent = array_extent(r, value->operands[0], axis);
    LlvmBlock on = begin_failure(r, r->l->BuildICmp(r->builder, LLVM_INT_ULT, index, extent, ""));
    LlvmValue arguments[] = {r->run, llvm_integer(r, 32, (uint64_t)axis), index, extent, llvm_integer(r, 32, (uint64_t)value->line)};
    llvm_call_helper(r, "ir.fault_bounds", (void *)fault_bounds, void_type(r), arguments, 5, false);
    end_failure(r, on);
}

static LlvmValue element_address(LlvmRender *r, const IrValue *value) {
    const IrValue *array = value->operands[0];
    LlvmValue address = array_data(r, array), indexes[IR_RANK_MAX];
    for (int axis = 0; axis < array->type->rank; axis++) {
        indexes[axis] = wide_index(r, value->operands[axis + 1]);
        if (value->operation == IR_ELEMENT_CHECKED) check_bounds(r, value, axis, indexes[axis]);
    }
    for (int axis = 0; axis < array->type->rank; axis++)
        address = offset_bytes(r, r->builder, address,
                               r->l->BuildBinOp(r->builder, LLVM_MUL, indexes[axis], array_stride(r, array, axis), ""));
    return address;
}

/* ---- memory ---- */

static LlvmValue table_constant(LlvmRender *r, const IrType *type, const char *bytes, LlvmType *llvm_table) {
    (void)type;
    LlvmType byte = r->l->IntTypeInContext(r->context, 8);
    size_t size = (size_t)type->size;
    LlvmValue *all = arena_allocate(&r->arena, size * sizeof *all);
    *llvm_table = r->l->ArrayType(byte, (unsigned)size);
    if (!all) {
        r->failed = true;
        return r->l->ConstNull(*llvm_table);
    }
    for (size_t i = 0; i < size; i++) all[i] = llvm_integer(r, 8, (unsigned char)bytes[i]);
    return r->l->ConstArray(byte, all, (unsigned)size);
}

/* Tables of constants; there are few, each made where it is first used. A variable lies in the module. */
static LlvmValue global_address(LlvmRender *r, const IrGlobal *global) {
    if (global->is_variable) return r->l->BuildCast(r->builder, LLVM_INTTOPTR, llvm_integer(r, 64, (uintptr_t)global->bytes), r->bytes, "");
    LlvmType type;
    LlvmValue bytes = table_constant(r, global->type, global->bytes, &type);
    LlvmValue table = r->l->AddGlobal(r->target, type, "");
    r->l->SetInitializer(table, bytes);
    r->l->SetGlobalConstant(table, 1);
    r->l->SetLinkage(table, LLVM_INTERNAL);
    r->l->SetAlignment(table, 16);
    return r->l->ConstBitCast(table, r->bytes);
}

static LlvmValue local_memory(LlvmRender *r, const IrType *type) {
    LlvmType memory = r->l->ArrayType(r->l->IntTypeInContext(r->context, 8), (unsigned)type->element->size);
    LlvmValue slot = r->l->BuildAlloca(r->entry_builder, memory, "");
    r->l->SetAlignment(slot, 16);
    return r->l->BuildCast(r->entry_builder, LLVM_BITCAST, slot, r->bytes, "");
}

static LlvmValue atomic(LlvmRender *r, const IrValue *value) {
    static const int plain[] = {[IR_ATOMIC_ADD] = LLVM_ATOMIC_ADD, [IR_ATOMIC_SUB] = LLVM_ATOMIC_SUB,
                                [IR_ATOMIC_AND] = LLVM_ATOMIC_AND, [IR_ATOMIC_OR] = LLVM_ATOMIC_OR,
                                [IR_ATOMIC_XOR] = LLVM_ATOMIC_XOR, [IR_ATOMIC_EXCHANGE] = LLVM_ATOMIC_XCHG};
    const Llvm *l = r->l;
    const IrType *type = value->type;
    LlvmType memory = llvm_memory_type(r, type), bits = l->IntTypeInContext(r->context, 8 * (unsigned)type->size);
    LlvmValue address = operand(r, value, 0), first = operand(r, value, 1);
    if (value->operation == IR_ATOMIC_CAS) { /* by bits */
        LlvmValue expected = l->BuildCast(r->builder, LLVM_BITCAST, first, bits, "");
        LlvmValue wanted = l->BuildCast(r->builder, LLVM_BITCAST, operand(r, value, 2), bits, "");
        LlvmValue both = l->BuildAtomicCmpXchg(r->builder, pointer_to(r, r->builder, address, bits), expected, wanted,
                                               LLVM_SEQUENTIAL, LLVM_SEQUENTIAL, 0);
        return l->BuildCast(r->builder, LLVM_BITCAST, l->BuildExtractValue(r->builder, both, 0, ""), memory, "");
    }
    bool is_signed = ir_kind(type) == 'i', special = value->detail == IR_ATOMIC_INC || value->detail == IR_ATOMIC_DEC;
    if (ir_kind(type) != 'f' && !special) {
        int operation = value->detail == IR_ATOMIC_MIN   ? (is_signed ? LLVM_ATOMIC_MIN : LLVM_ATOMIC_UMIN)
                        : value->detail == IR_ATOMIC_MAX ? (is_signed ? LLVM_ATOMIC_MAX : LLVM_ATOMIC_UMAX)
                                                         : plain[value->detail];
        return l->BuildAtomicRMW(r->builder, operation, pointer_to(r, r->builder, address, memory), first, LLVM_SEQUENTIAL, 0);
    }
    LlvmValue slot = llvm_slot(r, memory), old = llvm_slot(r, memory);
    l->BuildStore(r->builder, first, slot);
    LlvmValue arguments[] = {llvm_integer(r, 32, (uint64_t)value->detail), llvm_integer(r, 32, type->scalar), address,
                             l->BuildCast(r->builder, LLVM_BITCAST, slot, r->bytes, ""),
                             l->BuildCast(r->builder, LLVM_BITCAST, old, r->bytes, "")};
    llvm_call_helper(r, "ir.atomic", (void *)atomic_by_exchange, void_type(r), arguments, 5, false);
    return l->BuildLoad2(r->builder, memory, old, "");
}

/* ---- control ---- */

static void render_block(LlvmRender *r, const IrBlock *block);

static void render_if(LlvmRender *r, const IrValue *value) {
    LlvmBlock then = new_block(r), other = value->blocks[1] ? new_block(r) : NULL, end = new_block(r);
    r->l->BuildCondBr(r->builder, operand(r, value, 0), then, other ? other : end);
    go_to(r, then);
    render_block(r, value->blocks[0]);
    branch(r, end);
    if (other) {
        go_to(r, other);
        render_block(r, value->blocks[1]);
        branch(r, end);
    }
    go_to(r, end);
}

static void render_body(LlvmRender *r, const IrBlock *body, LlvmBlock next, LlvmBlock exit) {
    LlvmLoop loop = {next, exit, r->loop};
    r->loop = &loop;
    render_block(r, body);
    r->loop = loop.outer;
    branch(r, next);
}

static void render_while(LlvmRender *r, const IrValue *value) {
    LlvmBlock condition = new_block(r), body = new_block(r), exit = new_block(r);
    branch(r, condition);
    go_to(r, condition);
    LlvmLoop loop = {body, exit, r->loop}; /* TEST goes to one of them */
    r->loop = &loop;
    render_block(r, value->blocks[0]);
    r->loop = loop.outer;
    go_to(r, body);
    render_body(r, value->blocks[1], condition, exit);
    go_to(r, exit);
}

/* By ones, which needs no count: the index cannot pass the end. */
static void render_simple_for(LlvmRender *r, const IrValue *value, bool up) {
    const Llvm *l = r->l;
    const IrType *type = value->operands[0]->type;
    LlvmType index_type = llvm_type(r, type);
    bool is_signed = ir_kind(type) == 'i';
    LlvmValue slot = llvm_slot(r, index_type), stop = operand(r, value, 1), one = l->ConstInt(index_type, up ? 1 : UINT64_MAX, 0);
    LlvmBlock test = new_block(r), body = new_block(r), next = new_block(r), exit = new_block(r);
    l->BuildStore(r->builder, operand(r, value, 0), slot);
    branch(r, test);
    go_to(r, test);
    LlvmValue index = l->BuildLoad2(r->builder, index_type, slot, "");
    int predicate = up ? (is_signed ? LLVM_INT_SLT : LLVM_INT_ULT) : LLVM_INT_SGT;
    l->BuildCondBr(r->builder, l->BuildICmp(r->builder, predicate, index, stop, ""), body, exit);
    go_to(r, body);
    r->values[value->blocks[0]->index->number] = index;
    render_body(r, value->blocks[0], next, exit);
    go_to(r, next);
    LlvmValue after = is_signed ? l->BuildNSWAdd(r->builder, index, one, "") : l->BuildBinOp(r->builder, LLVM_ADD, index, one, "");
    l->BuildStore(r->builder, after, slot);
    branch(r, test);
    go_to(r, exit);
}

/* The number of rounds, as ir_trip_count says, in 64 bits. */
static LlvmValue trip_count(LlvmRender *r, const IrValue *value, LlvmValue start, LlvmValue stop, LlvmValue step) {
    const Llvm *l = r->l;
    bool is_signed = ir_kind(value->operands[0]->type) == 'i';
    LlvmValue zero = llvm_integer(r, 64, 0), one = llvm_integer(r, 64, 1), count[2];
    LlvmValue none = l->BuildICmp(r->builder, LLVM_INT_EQ, step, zero, "");
    for (int down = 0; down < 2; down++) {
        LlvmValue from = down ? stop : start, to = down ? start : stop;
        LlvmValue size = down ? l->BuildBinOp(r->builder, LLVM_SUB, zero, step, "") : step;
        LlvmValue divisor = l->BuildSelect(r->builder, none, one, size, "");
        LlvmValue range = l->BuildBinOp(r->builder, LLVM_SUB, l->BuildBinOp(r->builder, LLVM_SUB, to, from, ""), one, "");
        LlvmValue rounds = l->BuildBinOp(r->builder, LLVM_ADD, l->BuildBinOp(r->builder, LLVM_UDIV, range, divisor, ""), one, "");
        LlvmValue any = l->BuildICmp(r->builder, is_signed ? LLVM_INT_SLT : LLVM_INT_ULT, from, to, "");
        count[down] = l->BuildSelect(r->builder, any, rounds, zero, "");
    }
    LlvmValue up = l->BuildICmp(r->builder, is_signed ? LLVM_INT_SGT : LLVM_INT_NE, step, zero, "");
    LlvmValue rounds = is_signed ? l->BuildSelect(r->builder, up, count[0], count[1], "") : count[0];
    return l->BuildSelect(r->builder, none, zero, rounds, "");
}

static void render_for(LlvmRender *r, const IrValue *value) {
    const Llvm *l = r->l;
    const IrType *type = value->operands[0]->type;
    const IrValue *step_value = value->operands[2];
    if (ir_is_constant(step_value) && step_value->constant.u == 1) {
        render_simple_for(r, value, true);
        return;
    }
    if (ir_is_constant(step_value) && step_value->constant.i == -1 && ir_kind(type) == 'i') {
        render_simple_for(r, value, false);
        return;
    }
    LlvmType index_type = llvm_type(r, type);
    LlvmValue slot = llvm_slot(r, index_type), left_slot = llvm_slot(r, i64_type(r)), step = operand(r, value, 2);
    LlvmBlock test = new_block(r), body = new_block(r), next = new_block(r), exit = new_block(r);
    l->BuildStore(r->builder, operand(r, value, 0), slot);
    LlvmValue count = trip_count(r, value, wide_index(r, value->operands[0]), wide_index(r, value->operands[1]),
                                 wide_index(r, step_value));
    l->BuildStore(r->builder, count, left_slot);
    branch(r, test);
    go_to(r, test);
    LlvmValue index = l->BuildLoad2(r->builder, index_type, slot, ""), left = l->BuildLoad2(r->builder, i64_type(r), left_slot, "");
    l->BuildCondBr(r->builder, l->BuildICmp(r->builder, LLVM_INT_NE, left, llvm_integer(r, 64, 0), ""), body, exit);
    go_to(r, body);
    r->values[value->blocks[0]->index->number] = index;
    render_body(r, value->blocks[0], next, exit);
    go_to(r, next);
    l->BuildStore(r->builder, l->BuildBinOp(r->builder, LLVM_ADD, index, step, ""), slot);
    l->BuildStore(r->builder, l->BuildBinOp(r->builder, LLVM_SUB, left, llvm_integer(r, 64, 1), ""), left_slot);
    branch(r, test);
    go_to(r, exit);
}

/* ---- calls ---- */

static LlvmType function_type(LlvmRender *r, const IrFunction *function) {
    LlvmType types[IR_PARAMETERS_MAX + 2];
    unsigned count = 0;
    for (int i = 0; i < function->parameter_count; i++) types[count++] = llvm_type(r, function->parameters[i]->type);
    if (function->result->kind != IR_VOID) types[count++] = r->bytes;
    types[count++] = r->bytes;
    return r->l->FunctionType(i32_type(r), types, count, 0);
}

static LlvmValue function_code(LlvmRender *r, const IrFunction *function) {
    TextBuffer name = TEXT_BUFFER_EMPTY;
    text_append_format(&name, "function.%s", function->name);
    LlvmValue code = r->l->GetNamedFunction(r->target, text_string(&name));
    if (!code) {
        code = r->l->AddFunction(r->target, text_string(&name), function_type(r, function));
        r->l->SetLinkage(code, LLVM_INTERNAL);
    }
    if (name.failed) r->failed = true;
    text_release(&name);
    return code;
}

/* As C passes it: whole numbers shorter than an int as one. */
static LlvmValue to_external(LlvmRender *r, const IrType *type, LlvmValue value) {
    if (type->kind != IR_SCALAR || strchr("fc", ir_kind(type))) {
        if (type != IR_TYPE(FLOAT16)) return value;
    } else if (type->size >= 4) return value;
    return r->l->BuildCast(r->builder, ir_kind(type) == 'i' ? LLVM_SEXT : LLVM_ZEXT, value, i32_type(r), "");
}

static LlvmValue call_external(LlvmRender *r, const IrValue *value) {
    const IrFunction *external = value->callee;
    const Llvm *l = r->l;
    LlvmValue arguments[1 + 16];
    unsigned count = (unsigned)value->operand_count + 1;
    arguments[0] = r->run;
    for (unsigned i = 1; i < count; i++)
        arguments[i] = to_external(r, value->operands[i - 1]->type, operand(r, value, (int)i - 1));
    bool gives = ir_gives_value(value);
    LlvmType result = gives ? llvm_memory_type(r, value->type) : void_type(r);
    TextBuffer name = TEXT_BUFFER_EMPTY;
    text_append_format(&name, "external.%s", external->name);
    LlvmValue given = llvm_call_helper(r, text_string(&name), external->address, result, arguments, count, false);
    if (name.failed) r->failed = true;
    text_release(&name);
    if (external->can_fault) {
        LlvmValue kind = load_word(r, r->builder, r->run, offsetof(IrRun, fault.kind), i32_type(r));
        end_failure(r, begin_failure(r, l->BuildICmp(r->builder, LLVM_INT_EQ, kind, llvm_integer(r, 32, IR_FAULT_NONE), "")));
    }
    if (gives && value->type == IR_TYPE(BOOL)) return l->BuildICmp(r->builder, LLVM_INT_NE, given, llvm_integer(r, 8, 0), "");
    return gives ? given : NULL;
}

static void render_parallel(LlvmRender *r, const IrValue *value) {
    const Llvm *l = r->l;
    LlvmValue arguments[6] = {l->BuildCast(r->builder, LLVM_BITCAST, function_code(r, value->callee), r->bytes, "")};
    for (int i = 0; i < 4; i++) arguments[i + 1] = operand(r, value, i);
    arguments[5] = r->run;
    LlvmValue status = llvm_call_helper(r, "ir.run_parts", (void *)run_parts, i32_type(r), arguments, 6, false);
    end_failure(r, begin_failure(r, l->BuildICmp(r->builder, LLVM_INT_EQ, status, llvm_integer(r, 32, 0), "")));
}

static LlvmValue address_constant(LlvmRender *r, const void *address) {
    return r->l->BuildCast(r->builder, LLVM_INTTOPTR, llvm_integer(r, 64, (uintptr_t)address), r->bytes, "");
}

static LlvmValue call_rare(LlvmRender *r, const IrValue *value) {
    const Llvm *l = r->l;
    LlvmValue arguments[] = {r->run, address_constant(r, r->program), address_constant(r, value->callee), operand(r, value, 0)};
    LlvmValue status = llvm_call_helper(r, "ir.call_rare", (void *)ir_call_rare, i32_type(r), arguments, 4, false);
    end_failure(r, begin_failure(r, l->BuildICmp(r->builder, LLVM_INT_NE, status, llvm_integer(r, 32, 1), "")));
    return l->BuildICmp(r->builder, LLVM_INT_NE, status, llvm_integer(r, 32, 0), "");
}

static LlvmValue render_call(LlvmRender *r, const IrValue *value) {
    LlvmValue arguments[IR_PARAMETERS_MAX + 2], slot = NULL;
    unsigned count = 0;
    if (value->callee->kind == IR_EXTERNAL) return call_external(r, value);
    if (value->callee->is_rare) return call_rare(r, value);
    for (; count < (unsigned)value->operand_count; count++) {
        const IrValue *argument = value->operands[count];
        arguments[count] = argument->type->kind == IR_ARRAY ? array_descriptor(r, argument) : value_of(r, argument);
    }
    if (ir_gives_value(value)) {
        slot = r->l->BuildCast(r->entry_builder, LLVM_BITCAST, llvm_slot(r, llvm_memory_type(r, value->type)), r->bytes, "");
        arguments[count++] = slot;
    }
    arguments[count++] = r->run;
    LlvmValue status = r->l->BuildCall2(r->builder, function_type(r, value->callee), function_code(r, value->callee),
                                        arguments, count, "");
    LlvmBlock on = begin_failure(r, r->l->BuildICmp(r->builder, LLVM_INT_EQ, status, llvm_integer(r, 32, 0), ""));
    end_failure(r, on);
    return slot ? load_scalar(r, value->type, slot) : NULL;
}

static void render_return(LlvmRender *r, const IrValue *value) {
    if (value->operand_count) store_scalar(r, value->operands[0]->type, r->result, operand(r, value, 0));
    r->l->BuildRet(r->builder, llvm_integer(r, 32, 0));
}

/* ---- values ---- */

static void render_check(LlvmRender *r, const IrValue *value) {
    LlvmBlock on = begin_failure(r, operand(r, value, 0));
    LlvmValue site = r->l->BuildCast(r->builder, LLVM_INTTOPTR, llvm_integer(r, 64, (uintptr_t)value), r->bytes, "");
    llvm_call_helper(r, "ir.fault_check", (void *)fault_check, void_type(r), (LlvmValue[]){r->run, site}, 2, false);
    end_failure(r, on);
}

static void render_raise(LlvmRender *r, const IrValue *value) {
    LlvmValue arguments[3] = {r->run};
    if (!value->operand_count) {
        arguments[1] = r->l->BuildCast(r->builder, LLVM_INTTOPTR, llvm_integer(r, 64, (uintptr_t)value), r->bytes, "");
        llvm_call_helper(r, "ir.fault_check", (void *)fault_check, void_type(r), arguments, 2, false);
    } else if (value->operands[0]->type->kind == IR_POINTER) {
        arguments[1] = operand(r, value, 0);
        llvm_call_helper(r, "ir.fault_again", (void *)fault_again, void_type(r), arguments, 2, false);
    } else {
        arguments[1] = operand(r, value, 0);
        arguments[2] = llvm_integer(r, 32, (uint64_t)value->line);
        llvm_call_helper(r, "ir.fault_raised", (void *)fault_raised, void_type(r), arguments, 3, false);
    }
    leave(r);
}

static void render_try(LlvmRender *r, const IrValue *value) {
    const Llvm *l = r->l;
    LlvmType memory = l->ArrayType(i64_type(r), (sizeof(IrFault) + 7) / 8);
    LlvmHandler handler = {new_block(r), l->BuildCast(r->entry_builder, LLVM_BITCAST, llvm_slot(r, memory), r->bytes, ""), r->handler};
    LlvmBlock end = new_block(r);
    r->handler = &handler;
    render_block(r, value->blocks[0]);
    branch(r, end);
    r->handler = handler.outer;
    go_to(r, handler.block);
    r->caught = handler.fault;
    LlvmValue status = llvm_call_helper(r, "ir.catch", (void *)catch_fault, i32_type(r), (LlvmValue[]){r->run, handler.fault}, 2, false);
    end_failure(r, begin_failure(r, l->BuildICmp(r->builder, LLVM_INT_EQ, status, llvm_integer(r, 32, 0), "")));
    render_block(r, value->blocks[1]);
    branch(r, end);
    go_to(r, end);
}

static void fail_plainly(LlvmRender *r, LlvmValue good, IrFaultKind kind) {
    LlvmBlock on = begin_failure(r, good);
    LlvmValue arguments[] = {r->run, llvm_integer(r, 32, kind)};
    llvm_call_helper(r, "ir.fault_plain", (void *)fault_plain, void_type(r), arguments, 2, false);
    end_failure(r, on);
}

/* Where the flag is; where nobody can interrupt, a zero of the run's own. */
static LlvmValue interrupt_flag(LlvmRender *r) {
    const Llvm *l = r->l;
    if (r->interrupt) return r->interrupt;
    LlvmValue flag = load_word(r, r->entry_builder, r->run, offsetof(IrRun, interrupt), r->bytes);
    LlvmValue none = l->BuildICmp(r->entry_builder, LLVM_INT_EQ, flag, l->ConstNull(r->bytes), "");
    LlvmValue zero = offset_bytes(r, r->entry_builder, r->run, llvm_integer(r, 64, offsetof(IrRun, fault.reserved)));
    return r->interrupt = l->BuildSelect(r->entry_builder, none, zero, flag, "");
}

static void render_poll(LlvmRender *r) {
    LlvmType byte = r->l->IntTypeInContext(r->context, 8);
    LlvmValue flag = r->l->BuildLoad2(r->builder, byte, pointer_to(r, r->builder, interrupt_flag(r), byte), "");
    r->l->SetVolatile(flag, 1);
    fail_plainly(r, r->l->BuildICmp(r->builder, LLVM_INT_EQ, flag, llvm_integer(r, 8, 0), ""), IR_FAULT_INTERRUPT);
}

static LlvmValue render_scalar(LlvmRender *r, const IrValue *value) {
    LlvmValue operands[4] = {NULL, NULL, NULL, NULL};
    for (int i = 0; i < value->operand_count && i < 4; i++) operands[i] = operand(r, value, i);
    return llvm_scalar(r, value, operands);
}

static LlvmValue moved_address(LlvmRender *r, const IrValue *value) {
    LlvmValue size = llvm_integer(r, 64, (uint64_t)value->type->element->size);
    LlvmValue distance = r->l->BuildBinOp(r->builder, LLVM_MUL, wide_index(r, value->operands[1]), size, "");
    return offset_bytes(r, r->builder, operand(r, value, 0), distance);
}

static void render_copy(LlvmRender *r, const IrValue *value) {
    const IrType *type = value->operands[0]->type->element;
    r->l->BuildMemMove(r->builder, operand(r, value, 0), (unsigned)type->alignment, operand(r, value, 1),
                       (unsigned)type->alignment, llvm_integer(r, 64, (uint64_t)type->size));
}

static void print_from_code(IrRun *run, const IrValue *print, const IrScalar *values) {
    const IrType *types[IR_PRINT_MAX];
    for (int i = 0; i < print->operand_count; i++) types[i] = print->operands[i]->type;
    ir_print_values(run, print->block->function->module, print->message, types, values, print->operand_count);
}

static void render_print(LlvmRender *r, const IrValue *value) {
    LlvmType words = r->l->ArrayType(i64_type(r), 2 * IR_PRINT_MAX);
    LlvmValue slot = r->l->BuildCast(r->entry_builder, LLVM_BITCAST, llvm_slot(r, words), r->bytes, "");
    for (int i = 0; i < value->operand_count; i++) {
        LlvmValue place = offset_bytes(r, r->builder, slot, llvm_integer(r, 64, (uint64_t)i * sizeof(IrScalar))), one = operand(r, value, i);
        const IrType *type = value->operands[i]->type;
        bool whole = ir_kind(type) != 'f';
        if (whole && type->size < 8) one = r->l->BuildCast(r->builder, ir_kind(type) == 'i' ? LLVM_SEXT : LLVM_ZEXT, one, i64_type(r), "");
        store_scalar(r, whole ? IR_TYPE(INT64) : type, place, one);
    }
    LlvmValue site = r->l->BuildCast(r->builder, LLVM_INTTOPTR, llvm_integer(r, 64, (uintptr_t)value), r->bytes, "");
    llvm_call_helper(r, "ir.print", (void *)print_from_code, void_type(r), (LlvmValue[]){r->run, site, slot}, 3, false);
}

static LlvmValue render_value(LlvmRender *r, const IrValue *value) {
    switch (value->operation) {
    case IR_IF: render_if(r, value); return NULL;
    case IR_FOR: render_for(r, value); return NULL;
    case IR_WHILE: render_while(r, value); return NULL;
    case IR_TEST: r->l->BuildCondBr(r->builder, operand(r, value, 0), r->loop->next, r->loop->exit); return NULL;
    case IR_BREAK: branch(r, r->loop->exit); return NULL;
    case IR_CONTINUE: branch(r, r->loop->next); return NULL;
    case IR_RETURN: render_return(r, value); return NULL;
    case IR_CALL: return render_call(r, value);
    case IR_PARALLEL: render_parallel(r, value); return NULL;
    case IR_TRY: render_try(r, value); return NULL;
    case IR_CAUGHT: return r->caught;
    case IR_RAISE: render_raise(r, value); return NULL;
    case IR_CHECK: render_check(r, value); return NULL;
    case IR_VIEW: note_view(r, value); return NULL;
    case IR_POLL: render_poll(r); return NULL;
    case IR_SHAPE: return array_extent(r, value->operands[0], value->detail);
    case IR_STRIDE: return array_stride(r, value->operands[0], value->detail);
    case IR_DATA: return array_data(r, value->operands[0]);
    case IR_ELEMENT:
    case IR_ELEMENT_CHECKED: return element_address(r, value);
    case IR_OFFSET:
    case IR_ITEM: return moved_address(r, value);
    case IR_FIELD:
        return offset_bytes(r, r->builder, operand(r, value, 0), llvm_integer(r, 64, (uint64_t)ir_field_of(value)->offset));
    case IR_GLOBAL: return global_address(r, value->global);
    case IR_VAR: {
        LlvmValue slot = llvm_slot(r, llvm_type(r, value->type));
        r->l->BuildStore(r->builder, operand(r, value, 0), slot);
        return slot;
    }
    case IR_GET: return r->l->BuildLoad2(r->builder, llvm_type(r, value->type), operand(r, value, 0), "");
    case IR_SET: r->l->BuildStore(r->builder, operand(r, value, 1), operand(r, value, 0)); return NULL;
    case IR_LOCAL: return local_memory(r, value->type);
    case IR_LOAD: return load_scalar(r, value->type, operand(r, value, 0));
    case IR_STORE: store_scalar(r, value->operands[1]->type, operand(r, value, 0), operand(r, value, 1)); return NULL;
    case IR_COPY: render_copy(r, value); return NULL;
    case IR_ATOMIC:
    case IR_ATOMIC_CAS: return atomic(r, value);
    case IR_CLOCK: return llvm_call_helper(r, "ir.clock", (void *)ir_clock, i64_type(r), NULL, 0, false);
    case IR_PRINT: render_print(r, value); return NULL;
    case IR_FENCE: r->l->BuildFence(r->builder, LLVM_SEQUENTIAL, 0, ""); return NULL;
    default: return render_scalar(r, value);
    }
}

static void render_block(LlvmRender *r, const IrBlock *block) {
    for (const IrValue *value = block->first; value && !r->failed; value = value->next)
        r->values[value->number] = render_value(r, value);
}

/* ---- functions ---- */

static void find_device_operation(IrValue *value, void *context) {
    bool *found = context;
    if (ir_trait(value) == TRAIT_G) *found = true;
}

static const IrFunction *missing_external(const IrModule *module) {
    for (const IrFunction *function = module->functions; function; function = function->next)
        if (function->kind == IR_EXTERNAL && !function->address) return function;
    return NULL;
}

typedef struct Reach {
    IrFunction **seen;
    size_t count;
} Reach;

static void collect_callee(IrValue *value, void *context) {
    Reach *reach = context;
    if (value->operation != IR_CALL && value->operation != IR_PARALLEL) return;
    for (size_t i = 0; i < reach->count; i++)
        if (reach->seen[i] == value->callee) return;
    reach->seen[reach->count++] = value->callee;
}

/* The functions that this one calls, directly or not. False: no memory. */
static bool reach_of(Arena *arena, const IrFunction *function, Reach *reach) {
    size_t total = 1;
    for (const IrFunction *other = function->module->functions; other; other = other->next) total++;
    *reach = (Reach){arena_allocate(arena, total * sizeof *reach->seen), 0};
    if (!reach->seen) return false;
    ir_walk(function->body, collect_callee, reach);
    for (size_t i = 0; i < reach->count; i++) ir_walk(reach->seen[i]->body, collect_callee, reach);
    return true;
}

static bool calls_itself(LlvmRender *r, const IrFunction *function) {
    Reach reach;
    if (!reach_of(&r->arena, function, &reach)) return true;
    for (size_t i = 0; i < reach.count; i++)
        if (reach.seen[i] == function) return true;
    return false;
}

static bool runs_on_host(LlvmRender *r, const IrFunction *function) {
    Reach reach;
    bool found = function->kind != IR_FUNCTION;
    ir_walk(function->body, find_device_operation, &found);
    if (found || !reach_of(&r->arena, function, &reach)) return false;
    for (size_t i = 0; i < reach.count; i++) ir_walk(reach.seen[i]->body, find_device_operation, &found);
    return !found;
}

/* Is the stack deep enough for this frame? An address in it tells. */
static void render_stack_check(LlvmRender *r) {
    LlvmValue mark = r->l->BuildCast(r->builder, LLVM_PTRTOINT, llvm_slot(r, i64_type(r)), i64_type(r), "");
    LlvmValue limit = load_word(r, r->builder, r->run, offsetof(IrRun, stack_limit), i64_type(r));
    fail_plainly(r, r->l->BuildICmp(r->builder, LLVM_INT_UGE, mark, limit, ""), IR_FAULT_RECURSION);
}

static void add_string(LlvmRender *r, LlvmValue function, const char *name, const char *value) {
    r->l->AddAttributeAtIndex(function, (unsigned)LLVM_FUNCTION_ATTRIBUTES,
                              r->l->CreateStringAttribute(r->context, name, (unsigned)strlen(name), value, (unsigned)strlen(value)));
}

static void add_function_attributes(LlvmRender *r, LlvmValue function) {
    llvm_add_attribute(r, function, "nounwind");
    add_string(r, function, "target-cpu", r->processor);
    add_string(r, function, "target-features", r->features);
    if (strstr(r->features, "+avx512f")) add_string(r, function, "prefer-vector-width", "512");
}

/* What the function's code begins with. Its values are the parameters, or stand in the list that an entry is given. */
static void take_parameters(LlvmRender *r, const IrFunction *function, bool from_list) {
    const Llvm *l = r->l;
    unsigned count = (unsigned)function->parameter_count;
    bool gives = function->result->kind != IR_VOID;
    r->result = NULL;
    for (unsigned i = 0; i < count && !from_list; i++) r->values[i] = l->GetParam(r->code, i);
    if (!from_list) {
        if (gives) r->result = l->GetParam(r->code, count);
        r->run = l->GetParam(r->code, count + gives);
        return;
    }
    LlvmValue list = l->GetParam(r->code, 0);
    r->run = l->GetParam(r->code, 1);
    for (unsigned i = 0; i < count; i++) {
        const IrType *type = function->parameters[i]->type;
        LlvmValue place = load_word(r, r->builder, list, 8 * (int64_t)i, r->bytes);
        r->values[i] = type->kind == IR_ARRAY ? place : load_scalar(r, type, place);
    }
    if (gives) r->result = load_word(r, r->builder, list, 8 * (int64_t)count, r->bytes);
}

static bool render_body_of(LlvmRender *r, IrFunction *function, bool is_entry) {
    const Llvm *l = r->l;
    ir_function_number(function);
    r->function = function;
    add_function_attributes(r, r->code);
    if (function->fast_math) llvm_fast_attributes(r, r->code);
    r->values = arena_allocate(&r->arena, (size_t)(function->value_count + 1) * sizeof *r->values);
    r->arrays = arena_allocate(&r->arena, (size_t)(function->value_count + 1) * sizeof *r->arrays);
    if (!r->values || !r->arrays) return false;
    LlvmBlock entry = new_block(r), start = new_block(r);
    l->PositionBuilderAtEnd(r->entry_builder, entry);
    l->PositionBuilderAtEnd(r->builder, entry);
    take_parameters(r, function, is_entry);
    go_to(r, start);
    r->interrupt = NULL;
    r->loop = NULL;
    r->handler = NULL;
    if (calls_itself(r, function)) render_stack_check(r);
    render_block(r, function->body);
    if (is_open(r)) {
        if (function->result->kind == IR_VOID) l->BuildRet(r->builder, llvm_integer(r, 32, 0));
        else l->BuildUnreachable(r->builder); /* behind an if whose branches both return */
    }
    l->BuildBr(r->entry_builder, start);
    return !r->failed;
}

static bool render_function(LlvmRender *r, IrFunction *function) {
    r->code = function_code(r, function);
    if (function->always_inline) llvm_add_attribute(r, r->code, "alwaysinline");
    return render_body_of(r, function, false);
}

static void begin_entry(LlvmRender *r, const IrFunction *function) {
    LlvmType types[] = {r->bytes, r->bytes};
    TextBuffer name = TEXT_BUFFER_EMPTY;
    text_append_format(&name, "entry.%s", function->name);
    r->code = r->l->AddFunction(r->target, text_string(&name), r->l->FunctionType(i32_type(r), types, 2, 0));
    text_release(&name);
}

/* `i32 entry(void **arguments, IrRun *run)` of a function that others call, too. */
static void render_entry(LlvmRender *r, const IrFunction *function) {
    LlvmValue arguments[IR_PARAMETERS_MAX + 2], callee = function_code(r, function);
    unsigned count = (unsigned)function->parameter_count;
    begin_entry(r, function);
    add_function_attributes(r, r->code);
    go_to(r, new_block(r));
    take_parameters(r, function, true);
    memcpy(arguments, r->values, count * sizeof *arguments);
    if (r->result) arguments[count++] = r->result;
    arguments[count++] = r->run;
    r->l->BuildRet(r->builder, r->l->BuildCall2(r->builder, function_type(r, function), callee, arguments, count, ""));
}

static void look_for_call(IrValue *value, void *context) {
    const IrFunction **wanted = context;
    if ((value->operation == IR_CALL || value->operation == IR_PARALLEL) && value->callee == *wanted) *wanted = NULL;
}

static bool is_called(const IrModule *module, const IrFunction *function) {
    for (const IrFunction *other = module->functions; other && function; other = other->next) ir_walk(other->body, look_for_call, &function);
    return !function;
}

/* A rare function is a program of its own, made of it and of what it calls. */
static bool is_wanted(LlvmRender *r, const IrFunction *function) {
    Reach reach;
    if (!r->rare || function == r->rare) return r->rare || !function->is_rare;
    if (function->is_rare || !reach_of(&r->arena, r->rare, &reach)) return false;
    for (size_t i = 0; i < reach.count; i++)
        if (reach.seen[i] == function) return true;
    return false;
}

bool llvm_render_module(LlvmRender *r) {
    const IrFunction *missing = missing_external(r->module);
    r->bytes = r->l->PointerType(r->l->IntTypeInContext(r->context, 8), 0);
    if (missing) return error_set(r->error, "SystemError", "@%s is not there", missing->name);
    for (IrFunction *function = r->module->functions; function; function = function->next) {
        if (!is_wanted(r, function) || !runs_on_host(r, function)) continue;
        bool called = function != r->rare && is_called(r->module, function);
        if (!called) begin_entry(r, function);
        if (!(called ? render_function(r, function) : render_body_of(r, function, true))) return error_no_memory(r->error);
        if (called && (function == r->rare || !(function->is_internal || r->rare))) render_entry(r, function);
    }
    return true;
}
