/* What lanes do beside computing: atomics, warps, printing, faults. */
#include "arraylib/ir/lanes/lanes_render.h"

void lanes_call(Lanes *n, void *address, LlvmValue *all, unsigned count, LlvmType result, LlvmValue *out) {
    LlvmType types[10];
    for (unsigned i = 0; i < count; i++) types[i] = n->l->TypeOf(all[i]);
    LlvmType type = n->l->FunctionType(result, types, count, 0);
    LlvmValue function = convert(n, LLVM_INTTOPTR, number(n, 64, (int64_t)(uintptr_t)address), n->l->PointerType(type, 0));
    *out = n->l->BuildCall2(n->r->builder, type, function, all, count, "");
}

void lanes_render_atomic(Lanes *n, const IrValue *value) {
    const IrType *type = value->type, *pointer = value->operands[0]->type;
    LlvmValue first = lanes_in_memory(n, type, lanes_vector(n, value->operands[1])), bad;
    LlvmValue second = value->operand_count > 2 ? lanes_in_memory(n, type, lanes_vector(n, value->operands[2])) : first, out = lanes_room(n, type);
    LlvmValue all[] = {n->call, n->run, pointer_constant(n, value), lanes_in_memory(n, pointer, lanes_vector(n, value->operands[0])), first, second, out, exec_bits(n), n->vector};
    lanes_call(n, (void *)lanes_atomic, all, 9, int_type(n, 32), &bad);
    fault_unless(n, compare(n, LLVM_INT_EQ, bad, number(n, 32, 0)));
    lanes_set_vector(n, value, lanes_from_memory(n, type, out));
}

/* ---- warps ---- */

void lanes_render_shuffle(Lanes *n, const IrValue *value) {
    LlvmValue all[7] = {pointer_constant(n, value)}, ignored;
    for (int i = 0; i < 4; i++) all[i + 1] = lanes_in_memory(n, value->operands[i]->type, lanes_vector(n, value->operands[i]));
    all[5] = lanes_room(n, value->type);
    all[6] = exec_bits(n);
    lanes_call(n, (void *)lanes_shuffle, all, 7, n->l->VoidTypeInContext(n->r->context), &ignored);
    lanes_set_vector(n, value, lanes_from_memory(n, value->type, all[5]));
}

void lanes_render_vote(Lanes *n, const IrValue *value) {
    LlvmValue mask = lanes_is_wide(n, value->operands[0]) ? n->l->BuildExtractElement(n->r->builder, lanes_vector(n, value->operands[0]), number(n, 32, 0), "") : lanes_scalar(n, value->operands[0]);
    LlvmValue wanted = and_exec(n, mask), yes = binary(n, LLVM_AND, bits_of(n, lanes_vector(n, value->operands[1])), wanted), result = yes;
    if (value->detail == IR_VOTE_ANY) result = compare(n, LLVM_INT_NE, yes, number(n, 32, 0));
    if (value->detail == IR_VOTE_ALL) result = compare(n, LLVM_INT_EQ, yes, wanted);
    lanes_set_vector(n, value, splat(n, result));
}

void lanes_render_print(Lanes *n, const IrValue *value) {
    LlvmType pointers = n->l->ArrayType(n->r->bytes, IR_PRINT_MAX);
    LlvmValue list = bytes_of(n, slot(n, pointers)), ignored;
    for (int i = 0; i < value->operand_count; i++) {
        LlvmValue at = binary(n, LLVM_ADD, convert(n, LLVM_PTRTOINT, list, int_type(n, 64)), number(n, 64, 8 * i));
        store(n, lanes_in_memory(n, value->operands[i]->type, lanes_vector(n, value->operands[i])), as_pointer(n, at, n->r->bytes));
    }
    LlvmValue all[] = {n->run, pointer_constant(n, value), list, exec_bits(n), number(n, 32, n->plan->width)};
    lanes_call(n, (void *)lanes_print, all, 5, n->l->VoidTypeInContext(n->r->context), &ignored);
}

void lanes_raise_fault(Lanes *n, LlvmValue good, const IrValue *check) {
    LlvmBlock on = new_block(n), bad = new_block(n);
    LlvmValue ignored;
    lanes_branch_likely(n, good, on, bad);
    go_to(n, bad);
    lanes_call(n, (void *)lanes_fault, (LlvmValue[]){n->run, check ? pointer_constant(n, check) : n->l->ConstNull(n->r->bytes)}, 2, n->l->VoidTypeInContext(n->r->context), &ignored);
    branch(n, n->fault);
    go_to(n, on);
}

void lanes_render_check(Lanes *n, const IrValue *value) {
    if (!lanes_is_wide(n, value->operands[0])) {
        lanes_raise_fault(n, lanes_scalar(n, value->operands[0]), value);
        return;
    }
    LlvmValue bits = bits_of(n, lanes_vector(n, value->operands[0]));
    LlvmValue failed = binary(n, LLVM_AND, exec_bits(n), binary(n, LLVM_XOR, bits, number(n, 32, -1)));
    lanes_raise_fault(n, compare(n, LLVM_INT_EQ, failed, number(n, 32, 0)), value);
}

void lanes_render_poll(Lanes *n) {
    LlvmType byte = int_type(n, 8);
    LlvmValue flag = load(n, byte, convert(n, LLVM_BITCAST, n->interrupt, n->l->PointerType(byte, 0)));
    n->l->SetVolatile(flag, 1);
    lanes_raise_fault(n, compare(n, LLVM_INT_EQ, flag, number(n, 8, 0)), NULL);
}
