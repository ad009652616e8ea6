/* Loads and stores of lanes, checked. */
#include "arraylib/ir/lanes_render.h"

#include <stddef.h>

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
    LlvmValue low, high, address = lanes_scalar(n, value->operands[0]), data = slot(n, wide(n, stored));
    bool reads = value->operation == IR_LOAD;
    range_of(n, value->operands[0], &low, &high);
    LlvmValue one = convert(n, LLVM_BITCAST, data, n->l->PointerType(stored, 0));
    LlvmValue given = reads ? NULL : lanes_stored_form(n, type, lanes_scalar(n, value->operands[1]), false);
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
    if (reads) lanes_set_scalar(n, value, lanes_from_stored(n, type, load(n, stored, result), false));
}

static LlvmValue is_full(Lanes *n) { return n->exec ? compare(n, LLVM_INT_EQ, n->exec, number(n, 32, full_mask(n))) : number(n, 1, 1); }

static void wide_access(Lanes *n, const IrValue *value) {
    const IrType *type = value->operands[0]->type->element;
    const IrValue *pointer = value->operands[0];
    LlvmType stored = stored_type(n, type), all_stored = wide(n, stored);
    bool reads = value->operation == IR_LOAD, uniform = !lanes_is_wide(n, pointer), linear = !uniform && info_of(n, pointer)->is_linear;
    LlvmValue low, high, data = slot(n, all_stored), result = slot(n, all_stored), addresses = lanes_vector(n, pointer);
    LlvmValue given = reads ? NULL : lanes_stored_form(n, type, lanes_vector(n, value->operands[1]), true);
    range_of(n, pointer, &low, &high);
    LlvmBlock slow = new_block(n), on = new_block(n);
    bool may_be_straight = !uniform && !(linear && info_of(n, pointer)->stride != type->size);
    if (may_be_straight) {
        LlvmBlock fast = new_block(n);
        LlvmValue first = linear ? lanes_scalar(n, pointer) : n->l->BuildExtractElement(n->r->builder, addresses, number(n, 32, 0), "");
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
    if (reads) lanes_set_vector(n, value, lanes_from_stored(n, type, load(n, all_stored, result), true));
}

void lanes_render_access(Lanes *n, const IrValue *value) {
    bool lanes = lanes_is_wide(n, value->operands[0]) || (value->operation == IR_STORE && lanes_is_wide(n, value->operands[1]));
    if (lanes) wide_access(n, value);
    else narrow_access(n, value);
}
