/* Loads and stores of lanes, checked. */
#include "arraylib/ir/lanes/lanes_render.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

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

/* ---- which ranges are apart ---- */

bool lanes_add_root(const IrValue **pointers, int *count, const IrValue *pointer) {
    for (int i = 0; i < *count; i++)
        if (root_of(pointers[i]) == root_of(pointer)) return true;
    if (*count == LANE_ROOTS_MAX) return false;
    pointers[(*count)++] = pointer;
    return true;
}

static bool is_own_memory(const IrValue *root) { return root->operation == IR_SHARED || root->operation == IR_DYNAMIC_SHARED || root->operation == IR_LOCAL; }

bool lanes_may_be_apart(const IrValue *load, const IrValue *store) {
    const IrValue *from = root_of(load), *to = root_of(store);
    return from != to && (is_own_memory(to) || to->operation == IR_PARAMETER || to->operation == IR_GLOBAL);
}

/* Reads together stay in their range, so that these are all that there is to compare. */
LlvmValue lanes_are_apart(Lanes *n, const IrValue *load, const IrValue *store) {
    LlvmValue low[2], high[2];
    if (is_own_memory(root_of(load)) || is_own_memory(root_of(store))) return NULL;
    range_of(n, load, &low[0], &high[0]);
    range_of(n, store, &low[1], &high[1]);
    return binary(n, LLVM_OR, compare(n, LLVM_INT_ULE, high[0], low[1]), compare(n, LLVM_INT_ULE, high[1], low[0]));
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

/* In a team nothing is done lane by lane: all of it goes vector by vector. */
static bool leaves_team(Lanes *n, LlvmBlock slow) {
    if (!n->alone) return false;
    go_to(n, slow);
    branch(n, n->alone);
    n->went_alone = true;
    return true;
}

static void narrow_access(Lanes *n, const IrValue *value) {
    const IrType *type = value->operands[0]->type->element;
    LlvmType stored = stored_type(n, type);
    LlvmValue low, high, address = lanes_scalar(n, value->operands[0]), data = slot(n, wide(n, stored));
    bool reads = value->operation == IR_LOAD;
    LlvmValue given = reads ? NULL : lanes_stored_form(n, type, lanes_scalar(n, value->operands[1]), false);
    if (lanes_is_inside(n->plan, value->operands[0])) {
        if (reads) lanes_set_scalar(n, value, lanes_from_stored(n, type, load(n, stored, as_pointer(n, address, stored)), false));
        else store(n, given, as_pointer(n, address, stored));
        return;
    }
    range_of(n, value->operands[0], &low, &high);
    LlvmValue one = convert(n, LLVM_BITCAST, data, n->l->PointerType(stored, 0));
    LlvmBlock fast = new_block(n), slow = new_block(n), on = new_block(n);
    lanes_branch_likely(n, is_inside(n, address, type->size, low, high), fast, slow);
    LlvmValue result = reads ? slot(n, stored) : NULL; /* apart from what the helper sees, so that it can be a register */
    if (!leaves_team(n, slow)) {
        go_to(n, slow);
        if (!reads) store(n, given, one);
        LlvmValue bad = slow_access(n, value, splat(n, address), bytes_of(n, data), number(n, 32, 1), low, high);
        LlvmBlock read = new_block(n);
        lanes_branch_likely(n, compare(n, LLVM_INT_EQ, bad, number(n, 32, 0)), read, n->fault);
        go_to(n, read);
        if (reads) store(n, load(n, stored, one), result);
        branch(n, on);
    }
    go_to(n, fast);
    if (reads) store(n, load(n, stored, as_pointer(n, address, stored)), result);
    else store(n, given, as_pointer(n, address, stored));
    branch(n, on);
    go_to(n, on);
    if (reads) lanes_set_scalar(n, value, lanes_from_stored(n, type, load(n, stored, result), false));
}

/* ---- lanes at addresses of their own ---- */

typedef struct Access {
    const IrValue *value, *pointer;
    const IrType *type;
    LlvmType all_stored;
    LlvmValue low, high;
    LlvmValue given, result; /* what a store writes; slot of what a load reads */
    LlvmBlock slow, on;      /* slow: NULL until something branches there */
    bool reads, is_inside;
} Access;

static bool has_feature(Lanes *n, const char *feature) { return strstr(n->r->features, feature) != NULL; }

/* Under a mask, in one instruction: where the processor has it. */
static bool may_mask(Lanes *n, const IrType *type) { return type->size == 4 || type->size == 8 || type->kind == IR_POINTER ? has_feature(n, "+avx2") : false; }
static bool may_gather(Lanes *n, const IrType *type) { return may_mask(n, type) && has_feature(n, "+avx512f"); }

static LlvmValue exec_flags(Lanes *n) { return flags_of(n, exec_bits(n)); }

static const char *element_word(const IrType *type) {
    if (type->kind == IR_POINTER) return "i64";
    bool is_float = ir_kind(type) == 'f';
    return type->size == 8 ? (is_float ? "f64" : "i64") : is_float ? "f32" : "i32";
}

static LlvmValue masked(Lanes *n, Access *a, const char *function, LlvmValue place, bool gathers) {
    char suffix[60], element[20] = "";
    const char *word = element_word(a->type);
    int width = n->plan->width;
    if (n->l->version < 15) snprintf(element, sizeof element, "%s", word); /* LLVM 14 names what a pointer leads to */
    if (gathers) snprintf(suffix, sizeof suffix, "v%d%s.v%dp0%s", width, word, width, element);
    else if (!*element) snprintf(suffix, sizeof suffix, "v%d%s.p0", width, word);
    else snprintf(suffix, sizeof suffix, "v%d%s.p0v%d%s", width, word, width, element);
    LlvmValue mask = exec_flags(n), alignment = number(n, 32, 1);
    if (a->reads) {
        LlvmValue arguments[] = {place, alignment, mask, n->l->ConstNull(a->all_stored)};
        return lanes_intrinsic(n, function, suffix, a->all_stored, arguments, 4);
    }
    LlvmValue arguments[] = {a->given, place, alignment, mask};
    return lanes_intrinsic(n, function, suffix, n->l->VoidTypeInContext(n->r->context), arguments, 4);
}

static void take(Lanes *n, Access *a, LlvmValue got) {
    if (a->reads) store(n, got, a->result);
    branch(n, a->on);
}

/* The straight way, where the lanes' elements lie side by side. `whole`: all of them may be read. */
static void straight_access(Lanes *n, Access *a, LlvmValue first, bool whole) {
    LlvmValue place = as_pointer(n, first, a->all_stored);
    bool needs_mask = n->exec && !(a->reads && whole) && may_mask(n, a->type); /* without: all of them run, which was looked at */
    if (needs_mask) take(n, a, masked(n, a, a->reads ? "masked.load" : "masked.store", place, false));
    else take(n, a, a->reads ? load(n, a->all_stored, place) : store(n, a->given, place));
}

static void gather_access(Lanes *n, Access *a, LlvmValue addresses) {
    LlvmType pointers = wide(n, n->l->PointerType(stored_type(n, a->type), 0));
    take(n, a, masked(n, a, a->reads ? "masked.gather" : "masked.scatter", convert(n, LLVM_INTTOPTR, addresses, pointers), true));
}

static void otherwise_slow(Lanes *n, Access *a, LlvmValue good) {
    if (!good) return;
    LlvmBlock fast = new_block(n);
    if (!a->slow) a->slow = new_block(n);
    lanes_branch_likely(n, good, fast, a->slow);
    go_to(n, fast);
}

static LlvmValue is_full(Lanes *n) { return n->exec ? compare(n, LLVM_INT_EQ, n->exec, number(n, 32, full_mask(n))) : NULL; }
static LlvmValue both(Lanes *n, LlvmValue a, LlvmValue b) { return a && b ? binary(n, LLVM_AND, a, b) : a ? a : b; }

static void linear_access(Lanes *n, Access *a) {
    LlvmValue first = lanes_scalar(n, a->pointer), good = lanes_holds(n, a->pointer);
    int64_t stride = info_of(n, a->pointer)->stride, size = a->type->size, reach = stride * (n->plan->width - 1);
    bool is_straight = stride == size, mask = may_mask(n, a->type);
    bool proven = a->is_inside && (!n->exec || mask);
    if (!proven && reach >= 0) good = both(n, good, is_inside(n, first, reach + size, a->low, a->high));
    else if (!proven) good = both(n, good, is_inside(n, binary(n, LLVM_ADD, first, number(n, 64, reach)), size - reach, a->low, a->high));
    if (is_straight) {
        if (!mask && !a->reads) good = both(n, good, is_full(n));
        otherwise_slow(n, a, good);
        straight_access(n, a, first, !proven);
    } else if (may_gather(n, a->type)) {
        otherwise_slow(n, a, good);
        gather_access(n, a, lanes_vector(n, a->pointer));
    } else branch(n, a->slow = new_block(n));
}

static void scattered_access(Lanes *n, Access *a) {
    LlvmValue addresses = lanes_vector(n, a->pointer), first = n->l->BuildExtractElement(n->r->builder, addresses, number(n, 32, 0), "");
    int64_t size = a->type->size;
    bool gathers = may_gather(n, a->type), mask = may_mask(n, a->type);
    LlvmBlock fast = new_block(n), other = new_block(n);
    LlvmValue expected = binary(n, LLVM_ADD, splat(n, first), ramp(n, int_type(n, 64), size));
    LlvmValue straight = compare(n, LLVM_INT_EQ, bits_of(n, compare(n, LLVM_INT_EQ, addresses, expected)), number(n, 32, full_mask(n)));
    straight = binary(n, LLVM_AND, straight, is_inside(n, first, size * n->plan->width, a->low, a->high));
    if (!mask && !a->reads) straight = both(n, straight, is_full(n));
    branch_if(n, straight, fast, other);
    go_to(n, fast);
    straight_access(n, a, first, true);
    go_to(n, other);
    if (!gathers) {
        a->slow = other;
        return;
    }
    if (!a->is_inside) {
        LlvmValue room = binary(n, LLVM_SUB, a->high, a->low);
        LlvmValue last = binary(n, LLVM_SUB, room, number(n, 64, size)); /* unless the room is smaller than one */
        LlvmValue in = compare(n, LLVM_INT_ULE, binary(n, LLVM_SUB, addresses, splat(n, a->low)), splat(n, last));
        LlvmValue out = and_exec(n, binary(n, LLVM_XOR, bits_of(n, in), number(n, 32, full_mask(n))));
        otherwise_slow(n, a, binary(n, LLVM_AND, compare(n, LLVM_INT_EQ, out, number(n, 32, 0)), compare(n, LLVM_INT_UGE, room, number(n, 64, size))));
    }
    gather_access(n, a, addresses);
}

static void wide_access(Lanes *n, const IrValue *value) {
    const IrValue *pointer = value->operands[0];
    Access a = {.value = value, .pointer = pointer, .type = pointer->type->element, .on = new_block(n), .reads = value->operation == IR_LOAD};
    LlvmType stored = stored_type(n, a.type);
    a.all_stored = wide(n, stored);
    a.is_inside = lanes_is_inside(n->plan, pointer);
    if (a.reads) a.result = slot(n, a.all_stored);
    else a.given = lanes_stored_form(n, a.type, lanes_vector(n, value->operands[1]), true);
    range_of(n, pointer, &a.low, &a.high);
    if (!lanes_is_wide(n, pointer)) branch(n, a.slow = new_block(n));
    else if (info_of(n, pointer)->is_linear) linear_access(n, &a);
    else scattered_access(n, &a);
    if (a.slow && !leaves_team(n, a.slow)) {
        LlvmValue data = slot(n, a.all_stored);
        go_to(n, a.slow);
        if (!a.reads) store(n, a.given, data);
        LlvmValue bad = slow_access(n, value, lanes_vector(n, pointer), bytes_of(n, data), exec_bits(n), a.low, a.high);
        LlvmBlock read = new_block(n);
        lanes_branch_likely(n, compare(n, LLVM_INT_EQ, bad, number(n, 32, 0)), read, n->fault);
        go_to(n, read);
        take(n, &a, a.reads ? load(n, a.all_stored, data) : NULL);
    }
    go_to(n, a.on);
    if (a.reads) lanes_set_vector(n, value, lanes_from_stored(n, a.type, load(n, a.all_stored, a.result), true));
}

bool lanes_may_be_straight(Lanes *n, const IrValue *load) {
    const IrValue *pointer = load->operands[0];
    if (!lanes_is_wide(n, pointer)) return true;
    const LaneInfo *info = info_of(n, pointer);
    return info->is_linear && (info->stride == load->type->size || may_gather(n, load->type));
}

void lanes_render_access(Lanes *n, const IrValue *value) {
    bool lanes = lanes_is_wide(n, value->operands[0]) || (value->operation == IR_STORE && lanes_is_wide(n, value->operands[1]));
    if (lanes) wide_access(n, value);
    else narrow_access(n, value);
}
