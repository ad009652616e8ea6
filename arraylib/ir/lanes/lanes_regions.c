/* Regions: loops over a block's vectors between barriers, and the structures around barriers. */
#include "arraylib/ir/lanes/lanes_render.h"

enum { REGION_MAX = 20000 };
typedef struct Pending {
    const IrValue **items;
    int count, region;
} Pending;

typedef struct RegionLoop { LlvmValue counter; LlvmBlock head, next, done, exit, skip; } RegionLoop;

/* Only the loop, from one vector to before another: n->vector in its body is the vector's number. */
static RegionLoop begin_vectors_between(Lanes *n, LlvmValue from, LlvmValue to) {
    RegionLoop loop = {slot(n, int_type(n, 64)), new_block(n), NULL, new_block(n), n->exit, NULL};
    LlvmBlock body = new_block(n);
    store(n, from, loop.counter);
    branch(n, loop.head);
    go_to(n, loop.head);
    n->vector = load(n, int_type(n, 64), loop.counter);
    branch_if(n, compare(n, LLVM_INT_ULT, n->vector, to), body, loop.done);
    go_to(n, body);
    return loop;
}

static RegionLoop begin_vectors(Lanes *n) { return begin_vectors_between(n, number(n, 64, 0), number(n, 64, n->plan->vectors)); }

static void end_vectors(Lanes *n, const RegionLoop *loop) {
    store(n, binary(n, LLVM_ADD, n->vector, number(n, 64, 1)), loop->counter);
    branch(n, loop->head);
    go_to(n, loop->done);
    n->vector = NULL;
}

/* Opens the loop over vectors; the builder is left in its body, with the mask of the lanes that are there. */
static RegionLoop open_region_between(Lanes *n, int region, LlvmValue from, LlvmValue to) {
    RegionLoop loop = begin_vectors_between(n, from, to);
    loop.next = new_block(n);
    loop.skip = new_block(n);
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

static RegionLoop open_region(Lanes *n, int region) { return open_region_between(n, region, number(n, 64, 0), number(n, 64, n->plan->vectors)); }

static void close_region(Lanes *n, const RegionLoop *loop) {
    if (loop->next) {
        branch(n, loop->next);
        go_to(n, loop->next);
    }
    if (n->alive) store(n, load(n, int_type(n, 32), n->alive), mask_place(n, n->alive_at));
    branch(n, loop->skip);
    go_to(n, loop->skip);
    end_vectors(n, loop);
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
            store(n, load(n, whole, lanes_spilled_place(n, used, lanes)), place);
            *(lanes ? &info->vector : &info->scalar) = place;
            kept->variables[kept->count++] = used;
            info->vector_region = n->region;
        } else if (used->operation != IR_VAR) lanes_bring(n, used);
    }
}

static void write_back(Kept *kept) {
    Lanes *n = kept->n;
    for (int i = 0; i < kept->count; i++) {
        const IrValue *variable = kept->variables[i];
        LaneInfo *info = info_of(n, variable);
        bool lanes = info->level == LEVEL_LANE;
        LlvmType type = lanes ? wide(n, stored_type(n, variable->type)) : stored_type(n, variable->type);
        store(n, load(n, type, lanes ? info->vector : info->scalar), lanes_spilled_place(n, variable, lanes));
    }
}

static void keep_for(Kept *kept, const Pending *pending) {
    for (int i = 0; i < pending->count; i++) {
        IrValue *item = (IrValue *)(uintptr_t)pending->items[i];
        keep_operands(item, kept);
        for (int k = 0; k < 2; k++)
            if (item->blocks[k]) ir_walk(item->blocks[k], keep_operands, kept);
    }
}

static void render_alone(Lanes *n, const Pending *pending, LlvmValue from, LlvmValue to) {
    RegionLoop loop = open_region_between(n, pending->region, from, to);
    Kept kept = {.n = n};
    keep_for(&kept, pending);
    for (int i = 0; i < pending->count && is_open(n) && !n->r->failed; i++) lanes_render_value(n, pending->items[i]);
    branch(n, loop.next);
    go_to(n, loop.next);
    write_back(&kept);
    loop.next = NULL;
    close_region(n, &loop);
}

/* Goes on where all lanes of all of the team's vectors run, and the tail writes nothing that was read; else alone. */
static void leave_unless_full(Lanes *n, const LaneTeam *team, LlvmValue index) {
    int teams = lanes_full_teams(n, team->size);
    if (teams * team->size < n->plan->vectors) {
        LlvmBlock full = new_block(n);
        branch_if(n, compare(n, LLVM_INT_ULT, index, number(n, 64, teams)), full, n->alone);
        go_to(n, full);
        n->went_alone = true;
    }
    LlvmValue bits = NULL, apart = lanes_team_apart(n, team);
    if (apart) {
        LlvmBlock on = new_block(n);
        lanes_branch_likely(n, apart, on, n->alone);
        go_to(n, on);
        n->went_alone = true;
    }
    for (int i = 0; i < team->size; i++) {
        n->vector = team->vector[i];
        for (int k = 0; k < n->mask_count + n->plan->returns_early; k++) {
            LlvmValue one = load(n, int_type(n, 32), mask_place(n, k < n->mask_count ? n->masks[k] : n->alive_at));
            bits = bits ? binary(n, LLVM_AND, bits, one) : one;
        }
    }
    if (!bits) return;
    LlvmBlock full = new_block(n);
    lanes_branch_likely(n, compare(n, LLVM_INT_EQ, bits, number(n, 32, full_mask(n))), full, n->alone);
    go_to(n, full);
    n->went_alone = true;
}

static void render_team(Lanes *n, const Pending *pending, LaneTeam *team) {
    Kept *kept = arena_allocate(&n->r->arena, (size_t)team->size * sizeof *kept);
    if (!kept) {
        n->r->failed = true;
        return;
    }
    n->region = pending->region;
    n->context = ++n->contexts;
    n->exec = NULL;
    n->loop = NULL;
    for (int i = 0; i < team->size; i++) {
        lanes_team_member(n, team, i);
        kept[i] = (Kept){.n = n};
        keep_for(&kept[i], pending);
    }
    lanes_team_render(n, team, pending->items, pending->count);
    for (int i = 0; i < team->size; i++) {
        lanes_team_member(n, team, i);
        write_back(&kept[i]);
    }
}

static void render_teams(Lanes *n, const Pending *pending, LaneTeam *team) {
    LlvmType i64 = int_type(n, 64);
    LlvmBlock head = new_block(n), body = new_block(n), next = new_block(n), done = new_block(n), alone = new_block(n);
    LlvmValue counter = slot(n, i64), vectors = number(n, 64, n->plan->vectors);
    store(n, number(n, 64, 0), counter);
    branch(n, head);
    go_to(n, head);
    LlvmValue index = load(n, i64, counter), first = binary(n, LLVM_MUL, index, number(n, 64, team->size));
    branch_if(n, compare(n, LLVM_INT_ULT, first, vectors), body, done);
    go_to(n, body);
    if (!lanes_team_start(n, team, first)) {
        n->r->failed = true;
        return;
    }
    n->alone = alone;
    n->went_alone = false;
    leave_unless_full(n, team, index);
    render_team(n, pending, team);
    lanes_team_end(n, team);
    branch(n, next);
    n->alone = NULL;
    go_to(n, alone);
    if (n->went_alone) {
        LlvmValue end = binary(n, LLVM_ADD, first, number(n, 64, team->size));
        render_alone(n, pending, first, choose(n, compare(n, LLVM_INT_ULT, end, vectors), end, vectors));
    }
    branch(n, next);
    go_to(n, next);
    store(n, binary(n, LLVM_ADD, index, number(n, 64, 1)), counter);
    branch(n, head);
    go_to(n, done);
}

static void flush(Lanes *n, Pending *pending) {
    if (!pending->count) return;
    LaneTeam team;
    lanes_team_plan(n, &team, pending->items, pending->count);
    if (team.size > 1) render_teams(n, pending, &team);
    else render_alone(n, pending, number(n, 64, 0), number(n, 64, n->plan->vectors));
    pending->count = 0;
}

int64_t lanes_take_masks(Lanes *n) {
    int64_t at = n->plan->scratch;
    n->plan->scratch += (4 * (int64_t)n->plan->vectors + 63) & ~(int64_t)63;
    return at;
}

/* Runs `what` for each vector that is there: masks from a condition. `any`: slot that becomes 1 when a lane goes on. */
static void split_masks(Lanes *n, const IrValue *value, const IrValue *condition, int64_t yes_at, int64_t no_at, LlvmValue any) {
    /* places are cleared first: vectors that are left out have no lanes */
    store(n, number(n, 32, 0), any);
    RegionLoop clear = begin_vectors(n);
    store(n, number(n, 32, 0), mask_place(n, yes_at));
    if (no_at >= 0) store(n, number(n, 32, 0), mask_place(n, no_at));
    end_vectors(n, &clear);
    RegionLoop loop = open_region(n, info_of(n, value)->region);
    if (condition) lanes_bring(n, condition);
    LlvmValue bits = condition ? (lanes_is_wide(n, condition) ? bits_of(n, lanes_vector(n, condition))
                                                          : choose(n, lanes_scalar(n, condition), number(n, 32, full_mask(n)), number(n, 32, 0)))
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
        branch_if(n, lanes_scalar(n, value->operands[0]), then, other);
        go_to(n, then);
        lanes_render_block_list(n, value->blocks[0]);
        branch(n, end);
        if (value->blocks[1]) {
            go_to(n, other);
            lanes_render_block_list(n, value->blocks[1]);
            branch(n, end);
        }
        go_to(n, end);
        return;
    }
    int64_t yes = lanes_take_masks(n), no = lanes_take_masks(n);
    LlvmValue any = slot(n, int_type(n, 32));
    split_masks(n, value, value->operands[0], yes, no, any);
    branch_if(n, compare(n, LLVM_INT_NE, load(n, int_type(n, 32), any), number(n, 32, 0)), then, other);
    for (int i = 0; i < 2; i++) {
        if (!value->blocks[i]) continue;
        go_to(n, i ? other : then);
        n->masks[n->mask_count++] = i ? no : yes;
        lanes_render_block_list(n, value->blocks[i]);
        n->mask_count--;
        branch(n, i == 0 && value->blocks[1] ? other : end);
    }
    go_to(n, end);
}

static void block_poll(Lanes *n) {
    n->vector = number(n, 64, 0);
    lanes_render_poll(n);
    n->vector = NULL;
}

static void render_block_while(Lanes *n, const IrValue *value) {
    LlvmBlock head = new_block(n), body = new_block(n), exit = new_block(n);
    const IrValue *test = value->blocks[0]->last;
    bool plain = info_of(n, value)->level == LEVEL_BLOCK && !lanes_has_jump(value);
    if (plain) {
        branch(n, head);
        go_to(n, head);
        block_poll(n);
        lanes_render_block_list(n, value->blocks[0]);
        branch_if(n, lanes_scalar(n, test->operands[0]), body, exit);
        go_to(n, body);
        lanes_render_block_list(n, value->blocks[1]);
        branch(n, head);
        go_to(n, exit);
        return;
    }
    BlockLoop loop = {.live = lanes_take_masks(n), .round = lanes_take_masks(n), .outer = n->block_loop};
    LlvmValue any = slot(n, int_type(n, 32));
    split_masks(n, value, NULL, loop.live, -1, any);
    branch(n, head);
    go_to(n, head);
    block_poll(n);
    n->masks[n->mask_count++] = loop.live;
    BlockLoop *before = n->block_loop;
    n->block_loop = &loop;
    lanes_render_block_list(n, value->blocks[0]);
    int64_t kept = lanes_take_masks(n);
    split_masks(n, test, test->operands[0], kept, -1, any);
    /* live = round = kept */
    RegionLoop copy = begin_vectors(n);
    LlvmValue bits = load(n, int_type(n, 32), mask_place(n, kept));
    store(n, bits, mask_place(n, loop.live));
    store(n, bits, mask_place(n, loop.round));
    end_vectors(n, &copy);
    branch_if(n, compare(n, LLVM_INT_NE, load(n, int_type(n, 32), any), number(n, 32, 0)), body, exit);
    go_to(n, body);
    n->masks[n->mask_count - 1] = loop.round;
    lanes_render_block_list(n, value->blocks[1]);
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
    lanes_bring(n, value->operands[0]);
    LlvmValue bits = lanes_is_wide(n, value->operands[0]) ? bits_of(n, lanes_vector(n, value->operands[0]))
                                                    : choose(n, lanes_scalar(n, value->operands[0]), number(n, 32, -1), zero);
    LlvmValue counts[] = {binary(n, LLVM_AND, exec_bits(n), bits), exec_bits(n)}, places[] = {yes, all};
    for (int i = 0; i < 2; i++) {
        LlvmValue count = lanes_intrinsic(n, "ctpop", "i32", int_type(n, 32), &counts[i], 1);
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
    default: lanes_render_value(n, value);
    }
}

void lanes_render_block_list(Lanes *n, const IrBlock *block) {
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
