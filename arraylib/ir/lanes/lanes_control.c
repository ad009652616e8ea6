/* Branches and loops within a region: lanes part under masks. */
#include "arraylib/ir/lanes/lanes_render.h"

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
bool lanes_has_jump(const IrValue *value) {
    bool found = false;
    for (int i = 0; i < 2; i++)
        if (value->blocks[i]) ir_walk(value->blocks[i], find_jump, &found);
    return found;
}

/* Behind something that lanes may have left for good. Where all of one side of a condition did, the other side's lanes go on. */
static void skip_if_nobody(Lanes *n, const IrValue *value, LlvmValue before) {
    bool masked = n->loop ? n->loop->round != NULL || n->alive != NULL : n->alive != NULL || n->block_loop != NULL;
    if (!lanes_has_jump(value) || !masked) return;
    renew_mask(n, before);
    n->context = ++n->contexts;
    if (!n->exec) return;
    LlvmBlock on = new_block(n), none = new_block(n);
    branch_if(n, compare(n, LLVM_INT_NE, n->exec, number(n, 32, 0)), on, none);
    go_to(n, none);
    branch(n, n->side ? n->side : n->loop ? n->loop->next : n->exit);
    go_to(n, on);
}

/* One side of a condition, under the mask of the lanes that take it. */
static void render_side(Lanes *n, IrBlock *list, LlvmValue mask, LlvmBlock after) {
    LlvmBlock around = n->side;
    n->exec = mask;
    n->context = ++n->contexts;
    n->side = after;
    lanes_render_list(n, list);
    n->side = around;
    branch(n, after);
}

static void render_if(Lanes *n, const IrValue *value) {
    LlvmBlock then = new_block(n), other = value->blocks[1] ? new_block(n) : NULL, end = new_block(n);
    LlvmValue before = n->exec;
    int context = n->context;
    if (info_of(n, value)->level < LEVEL_LANE) {
        branch_if(n, lanes_scalar(n, value->operands[0]), then, other ? other : end);
        for (int i = 0; i < 2; i++) {
            if (!value->blocks[i]) continue;
            go_to(n, i ? other : then);
            n->exec = before;
            lanes_render_list(n, value->blocks[i]);
            branch(n, end);
        }
        go_to(n, end);
        n->exec = before;
        skip_if_nobody(n, value, before);
        return;
    }
    LlvmValue bits = bits_of(n, lanes_vector(n, value->operands[0])), zero = number(n, 32, 0);
    LlvmValue yes = and_exec(n, bits), no = binary(n, LLVM_AND, exec_bits(n), binary(n, LLVM_XOR, bits, number(n, 32, -1)));
    LlvmBlock middle = other ? new_block(n) : end;
    branch_if(n, compare(n, LLVM_INT_NE, yes, zero), then, middle);
    go_to(n, then);
    render_side(n, value->blocks[0], yes, middle);
    if (other) {
        go_to(n, middle);
        branch_if(n, compare(n, LLVM_INT_NE, no, zero), other, end);
        go_to(n, other);
        render_side(n, value->blocks[1], no, end);
    }
    go_to(n, end);
    n->exec = before;
    n->context = context;
    skip_if_nobody(n, value, before);
}

static void find_loop(IrValue *value, void *context) {
    if (value->operation == IR_WHILE || value->operation == IR_FOR) *(bool *)context = true;
}

/* A loop that surely ends soon need not look for interrupts. */
void lanes_poll_loop(Lanes *n, const IrValue *loop) {
    enum { ROUNDS_MAX = 4096 };
    bool nested = false;
    for (int i = 0; i < 2; i++)
        if (loop->blocks[i]) ir_walk(loop->blocks[i], find_loop, &nested);
    if (nested || lanes_rounds(n->plan, loop) > ROUNDS_MAX) lanes_render_poll(n);
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
    LlvmBlock around = n->side;
    int context = n->context;
    LaneLoop loop = {.is_uniform = info_of(n, value)->level < LEVEL_LANE, .next = head, .exit = exit, .outer = n->loop};
    if (!loop.is_uniform) {
        loop.live = slot(n, int_type(n, 32));
        loop.round = slot(n, int_type(n, 32));
        store(n, exec_bits(n), loop.live);
    } else if (n->loop && n->loop->round) loop.round = NULL;
    branch(n, head);
    go_to(n, head);
    lanes_poll_loop(n, value);
    n->loop = &loop;
    n->side = NULL;
    if (!loop.is_uniform) {
        n->exec = load(n, int_type(n, 32), loop.live);
        n->context = ++n->contexts;
        LlvmBlock any = new_block(n);
        branch_if(n, compare(n, LLVM_INT_NE, n->exec, zero), any, exit);
        go_to(n, any);
        store(n, n->exec, loop.round);
    } else if (n->alive && lanes_has_jump(value)) {
        n->exec = before;
    }
    const IrBlock *condition = value->blocks[0];
    for (const IrValue *part = condition->first; part && part->operation != IR_TEST; part = part->next) lanes_render_value(n, part);
    const IrValue *test = condition->last;
    if (!lanes_is_wide(n, test->operands[0])) branch_if(n, lanes_scalar(n, test->operands[0]), body, exit);
    else {
        LlvmValue on = and_exec(n, bits_of(n, lanes_vector(n, test->operands[0])));
        store(n, on, loop.live);
        store(n, on, loop.round);
        branch_if(n, compare(n, LLVM_INT_NE, on, zero), body, exit);
        n->exec = on;
    }
    go_to(n, body);
    lanes_render_list(n, value->blocks[1]);
    branch(n, head);
    go_to(n, exit);
    n->loop = loop.outer;
    n->side = around;
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
    LlvmBlock around = n->side;
    int context = n->context;
    LaneLoop loop = {.is_uniform = info_of(n, value)->level < LEVEL_LANE, .next = next, .exit = exit, .outer = n->loop};
    LlvmValue counter = slot(n, index_type);
    store(n, lanes_scalar(n, value->operands[0]), counter);
    if (!loop.is_uniform) {
        loop.live = slot(n, int_type(n, 32));
        loop.round = slot(n, int_type(n, 32));
        store(n, exec_bits(n), loop.live);
    }
    branch(n, head);
    go_to(n, head);
    lanes_poll_loop(n, value);
    LlvmValue index = load(n, index_type, counter);
    LlvmBlock more = new_block(n);
    branch_if(n, compare(n, ir_kind(type) == 'i' ? LLVM_INT_SLT : LLVM_INT_ULT, index, lanes_scalar(n, value->operands[1])), more, exit);
    go_to(n, more);
    info_of(n, value->blocks[0]->index)->scalar = index;
    n->loop = &loop;
    n->side = NULL;
    if (!loop.is_uniform) {
        n->exec = load(n, int_type(n, 32), loop.live);
        n->context = ++n->contexts;
        store(n, n->exec, loop.round);
        branch_if(n, compare(n, LLVM_INT_NE, n->exec, zero), body, exit);
    } else branch(n, body);
    go_to(n, body);
    lanes_render_list(n, value->blocks[0]);
    branch(n, next);
    go_to(n, next);
    store(n, binary(n, LLVM_ADD, load(n, index_type, counter), n->l->ConstInt(index_type, 1, 0)), counter);
    branch(n, head);
    go_to(n, exit);
    n->loop = loop.outer;
    n->side = around;
    n->exec = before;
    n->context = context;
    skip_if_nobody(n, value, before);
}

void lanes_render_value(Lanes *n, const IrValue *value) {
    LaneInfo *info = info_of(n, value);
    switch (value->operation) {
    case IR_IF: render_if(n, value); return;
    case IR_WHILE: render_while(n, value); return;
    case IR_FOR: render_for(n, value); return;
    case IR_BREAK:
    case IR_CONTINUE:
    case IR_RETURN: render_jump(n, value); return;
    case IR_THREAD: lanes_render_place(n, value); return;
    case IR_VAR: lanes_render_variable(n, value); return;
    case IR_GET: lanes_render_get(n, value); return;
    case IR_SET: lanes_render_set(n, value); return;
    case IR_LOAD:
    case IR_STORE: lanes_render_access(n, value); return;
    case IR_ATOMIC:
    case IR_ATOMIC_CAS: lanes_render_atomic(n, value); return;
    case IR_SHUFFLE: lanes_render_shuffle(n, value); return;
    case IR_VOTE: lanes_render_vote(n, value); return;
    case IR_ACTIVE_MASK: lanes_set_scalar(n, value, exec_bits(n)); return;
    case IR_SYNC_WARP: return;
    case IR_FENCE: n->l->BuildFence(n->r->builder, LLVM_SEQUENTIAL, 0, ""); return;
    case IR_CLOCK: lanes_set_scalar(n, value, llvm_call_helper(n->r, "ir.clock", (void *)ir_clock, int_type(n, 64), NULL, 0, false)); return;
    case IR_PRINT: lanes_render_print(n, value); return;
    case IR_CHECK: lanes_render_check(n, value); return;
    case IR_POLL: lanes_render_poll(n); return;
    case IR_SHARED: lanes_set_scalar(n, value, binary(n, LLVM_ADD, n->shared, number(n, 64, n->plan->shared_at[value->number]))); return;
    case IR_DYNAMIC_SHARED: lanes_set_scalar(n, value, n->dynamic); return;
    case IR_LOCAL: {
        int64_t each = (value->type->element->size + 15) & ~(int64_t)15;
        info->scalar = scratch_at(n, info->slot, each * n->plan->width);
        lanes_set_vector(n, value, binary(n, LLVM_ADD, splat(n, info->scalar), ramp(n, int_type(n, 64), each)));
        return;
    }
    default: break;
    }
    if (ir_trait(value) != TRAIT_P) {
        n->r->failed = true;
        return;
    }
    if (info->level < LEVEL_LANE) {
        lanes_set_scalar(n, value, lanes_narrow_pure(n, value));
        return;
    }
    if (info->is_linear) {
        info->scalar = lanes_narrow_pure(n, value);
        lanes_set_holds(n, value);
    }
    if (!info->is_lazy) lanes_set_vector(n, value, lanes_wide_pure(n, value));
}

void lanes_render_list(Lanes *n, const IrBlock *block) {
    for (const IrValue *value = block->first; value && is_open(n) && !n->r->failed; value = value->next) lanes_render_value(n, value);
}
