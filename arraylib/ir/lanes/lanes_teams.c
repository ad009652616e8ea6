/* Several vectors of a block at once ("a team"), where a region's loop is the same for all of them.
 *
 * Vector after vector, a loop such as `sum += a[ty][k] * b[k][tx]` loads b's row again for each row of threads, and each
 * addition waits for the one before it. A team goes through the loop together: one counter, one load of what its members
 * share, and an accumulator for each member in a register. Every thread computes what it would alone, in the same order;
 * only how the steps of different vectors lie between each other changes.
 *
 * It is done where that cannot be seen:
 * - What a team does together writes nothing but variables (no stores, atomics, output, votes, jumps), so that no vector
 *   sees how far another is. What follows, from the first such thing on (the tail), is done by one member after the other;
 *   and what it may write is apart from what was read together. That is looked at when the kernel runs: a pointer's range
 *   is the allocation that it came with. (A tail that leaves its pointer's range for one that was read races with the
 *   other threads, as it would on a GPU.)
 * - Control that is rendered once is the same for the whole block, whatever memory holds: what depends on threads or on
 *   loads is rendered for one member after the other. Only an `if` around the loop may depend on them: there all lanes of
 *   all members must agree.
 * - All lanes of all members run. What does not, and an access that is not on its straight way, leaves for the loop that
 *   goes vector by vector ("alone") from the region's beginning. Until then nothing was written: so faults are found in
 *   their order. In the tail, where there is no way back, accesses are as they are alone. */
#include "arraylib/ir/lanes/lanes_render.h"

#include <string.h>

enum { VALUES_MAX = 240 }; /* that a team may render: code for several vectors is as many times as long */

typedef struct Look {
    Lanes *n;
    LaneTeam *team;
    bool possible, in_loop; /* that a team goes through */
    bool is_over;           /* behind an `if` that holds the tail */
    int values, carried;    /* bytes of a vector's variables that such loops set */
    const IrValue *tail;
} Look;

static bool is_common(const Lanes *n, const IrValue *value) { return n->plan->info[value->number].is_common && n->plan->info[value->number].level < LEVEL_LANE; }
static bool is_loop(const IrValue *value) { return value->operation == IR_FOR || value->operation == IR_WHILE; }

/* Quick enough beside calls, lane by lane, that something is gained. */
static bool is_quick(const IrValue *value) {
    if (value->operand_count && value->operands[0]->type == IR_TYPE(FLOAT16)) return false;
    if (value->operation != IR_MATH) return true;
    return value->detail == IR_MATH_sqrt || value->detail == IR_MATH_fma || value->detail == IR_MATH_fmin || value->detail == IR_MATH_fmax;
}

static bool may_be_in_team(Lanes *n, const IrValue *value) {
    switch (value->operation) {
    case IR_VAR:
    case IR_GET:
    case IR_SET:
    case IR_THREAD:
    case IR_SHARED:
    case IR_DYNAMIC_SHARED:
    case IR_TEST:
    case IR_IF:
    case IR_FOR:
    case IR_WHILE: return true;
    case IR_LOAD: return lanes_may_be_straight(n, value);
    default: return ir_trait(value) == TRAIT_P && is_quick(value);
    }
}

static void look_at(IrValue *value, void *context) {
    Look *look = context;
    look->values++;
    if (!may_be_in_team(look->n, value)) look->possible = false;
    if (value->operation == IR_LOAD && !lanes_add_root(look->team->loads, &look->team->load_count, value->operands[0])) look->possible = false;
    if (value->operation != IR_SET || !look->in_loop) return;
    const IrValue *variable = value->operands[0];
    LaneInfo *info = info_of(look->n, variable);
    if (info->level == LEVEL_LANE && !info->is_carried) look->carried += (int)variable->type->size * look->n->plan->width;
    info->is_carried = true;
}

static void look_through(Look *look, const IrValue *value) {
    look_at((IrValue *)(uintptr_t)value, look);
    bool common = is_common(look->n, value), before = look->in_loop;
    if (common && is_loop(value)) look->in_loop = true;
    for (int i = 0; i < 2; i++) {
        if (!value->blocks[i]) continue;
        if (!common) ir_walk(value->blocks[i], look_at, look);
        else
            for (const IrValue *inner = value->blocks[i]->first; inner; inner = inner->next) look_through(look, inner);
    }
    look->in_loop = before;
}

static void look_at_tail(IrValue *value, void *context) {
    Look *look = context;
    look->values++;
    switch (value->operation) {
    case IR_BREAK:
    case IR_CONTINUE:
    case IR_RETURN: look->possible = false; break;
    case IR_STORE:
    case IR_ATOMIC:
    case IR_ATOMIC_CAS:
        if (!lanes_add_root(look->team->stores, &look->team->store_count, value->operands[0])) look->possible = false;
        break;
    case IR_SET: /* members have one place for it */
        if (value->operands[0]->number < look->tail->number && is_common(look->n, value->operands[0])) look->possible = false;
        break;
    default: break;
    }
}

typedef struct Content {
    Lanes *n;
    bool has_loop, is_for_tail;
} Content;

static void look_into(IrValue *value, void *context) {
    Content *content = context;
    if (is_loop(value) && is_common(content->n, value)) content->has_loop = true;
    if (!may_be_in_team(content->n, value)) content->is_for_tail = true;
}

static Content content_of(Lanes *n, const IrValue *value) {
    Content content = {.n = n};
    look_into((IrValue *)(uintptr_t)value, &content);
    for (int i = 0; i < 2; i++)
        if (value->blocks[i]) ir_walk(value->blocks[i], look_into, &content);
    return content;
}

static bool is_early_return(const IrValue *value) { return value->operation == IR_IF && !value->blocks[1] && value->blocks[0]->first && value->blocks[0]->first->operation == IR_RETURN; }

/* An `if` that the team goes into together, all lanes of it: for the loop in there. */
static bool opens(Lanes *n, const IrValue *value, Content content) {
    return value->operation == IR_IF && !value->blocks[1] && content.has_loop && (!is_common(n, value) || content.is_for_tail);
}

static const IrValue **items_of(Lanes *n, const IrBlock *block, int *count) {
    *count = 0;
    for (const IrValue *value = block->first; value; value = value->next) ++*count;
    const IrValue **items = arena_allocate(&n->r->arena, ((size_t)*count + 1) * sizeof *items);
    if (!items) n->r->failed = true;
    if (!items) *count = 0;
    int i = 0;
    for (const IrValue *value = block->first; items && value; value = value->next) items[i++] = value;
    return items;
}

/* A list that the team begins together. Its tail begins behind the last loop before what needs a tail, so that what is
 * read there is read in turn, too. */
static void look_along(Look *look, const IrValue *const *items, int count) {
    Lanes *n = look->n;
    int needs = 0;
    for (; needs < count && (is_early_return(items[needs]) || opens(n, items[needs], content_of(n, items[needs])) || !content_of(n, items[needs]).is_for_tail); needs++) continue;
    int tail = needs;
    while (needs < count && tail > 0 && !is_early_return(items[tail - 1]) && !content_of(n, items[tail - 1]).has_loop) tail--;
    for (int i = 0; i < tail; i++) {
        bool returns = is_early_return(items[i]);
        if (look->is_over && (items[i]->blocks[0] || items[i]->operation == IR_LOAD)) look->possible = false;
        if (!returns && !opens(n, items[i], content_of(n, items[i]))) {
            look_through(look, items[i]);
            continue;
        }
        info_of(n, items[i])->must_agree = true;
        look->values++;
        if (returns) continue;
        int inner_count;
        const IrValue **inner = items_of(n, items[i]->blocks[0], &inner_count);
        look_along(look, inner, inner_count);
        if (look->tail) look->is_over = true;
    }
    if (tail == count) return;
    if (look->is_over) look->possible = false;
    look->tail = items[tail];
    info_of(n, items[tail])->is_tail = true;
    for (int i = tail; i < count; i++) {
        look_at_tail((IrValue *)(uintptr_t)items[i], look);
        for (int k = 0; k < 2; k++)
            if (items[i]->blocks[k]) ir_walk(items[i]->blocks[k], look_at_tail, look);
    }
}

void lanes_team_plan(Lanes *n, LaneTeam *team, const IrValue *const *items, int count) {
    Look look = {.n = n, .team = team, .possible = true};
    *team = (LaneTeam){.size = 1};
    look_along(&look, items, count);
    for (int i = 0; i < team->load_count * team->store_count; i++)
        if (!lanes_may_be_apart(team->loads[i / team->store_count], team->stores[i % team->store_count])) return;
    if (!look.possible || !look.carried) return;
    bool large = strstr(n->r->features, "+avx512f") != NULL, middle = strstr(n->r->features, "+avx2") != NULL;
    int registers = (look.carried + (large ? 63 : middle ? 31 : 15)) / (large ? 64 : middle ? 32 : 16), most = large ? 16 : 8;
    int size = LANE_TEAM_MAX;
    while (size > 1 && (size * registers > most || size * look.values > VALUES_MAX || lanes_full_teams(n, size) == 0)) size /= 2;
    team->size = size;
}

int lanes_full_teams(const Lanes *n, int size) { return (n->plan->vectors - n->plan->has_partial) / size; }

bool lanes_team_start(Lanes *n, LaneTeam *team, LlvmValue first) {
    size_t bytes = ((size_t)n->plan->kernel->value_count + 1) * sizeof *n->plan->info;
    team->own = n->plan->info;
    for (int i = 0; i < team->size; i++) {
        team->info[i] = arena_allocate(&n->r->arena, bytes);
        if (!team->info[i]) return false;
        memcpy(team->info[i], team->own, bytes);
        team->vector[i] = binary(n, LLVM_ADD, first, number(n, 64, i));
    }
    return true;
}

void lanes_team_member(Lanes *n, const LaneTeam *team, int member) {
    n->plan->info = team->info[member];
    n->vector = team->vector[member];
}

void lanes_team_end(Lanes *n, const LaneTeam *team) {
    n->plan->info = team->own;
    n->vector = NULL;
}

/* One place, or one computation, is enough for all members. */
static bool is_shared(Lanes *n, const IrValue *value) {
    const IrValue *place = value->operation == IR_GET || value->operation == IR_SET ? value->operands[0] : value;
    return is_common(n, value) && !info_of(n, value)->is_spilled && !info_of(n, place)->is_array && is_common(n, place);
}

static void share(LaneTeam *team, const IrValue *value) {
    for (int i = 1; i < team->size; i++) team->info[i][value->number] = team->info[0][value->number];
}

static void render_one(Lanes *n, LaneTeam *team, const IrValue *value);

static void render_list(Lanes *n, LaneTeam *team, const IrBlock *block) {
    for (const IrValue *value = block->first; value && value->operation != IR_TEST && !n->r->failed; value = value->next) render_one(n, team, value);
}

/* From here on the members act, one after the other: nothing is begun again. */
static void render_tail(Lanes *n, LaneTeam *team, const IrValue *const *items, int count) {
    LlvmBlock alone = n->alone;
    n->alone = NULL;
    for (int i = 0; i < team->size; i++) {
        lanes_team_member(n, team, i);
        for (int k = 0; k < count && !n->r->failed; k++) lanes_render_value(n, items[k]);
    }
    n->alone = alone;
}

void lanes_team_render(Lanes *n, LaneTeam *team, const IrValue *const *items, int count) {
    for (int i = 0; i < count && !n->r->failed; i++) {
        if (team->own[items[i]->number].is_tail) {
            render_tail(n, team, items + i, count - i);
            return;
        }
        render_one(n, team, items[i]);
    }
}

/* All lanes of all members go the same way, or they go alone. */
static void render_agreement(Lanes *n, LaneTeam *team, const IrValue *value) {
    LlvmBlock then = new_block(n), end = new_block(n);
    bool returns = is_early_return(value);
    if (is_common(n, value) && !returns) branch_if(n, lanes_scalar(n, value->operands[0]), then, end);
    else {
        LlvmValue all = NULL, any = NULL, none = number(n, 32, 0), full = number(n, 32, full_mask(n));
        for (int i = 0; i < team->size; i++) {
            lanes_team_member(n, team, i);
            const IrValue *condition = value->operands[0];
            LlvmValue bits = lanes_is_wide(n, condition) ? bits_of(n, lanes_vector(n, condition)) : choose(n, lanes_scalar(n, condition), full, none);
            all = all ? binary(n, LLVM_AND, all, bits) : bits;
            any = any ? binary(n, LLVM_OR, any, bits) : bits;
        }
        n->went_alone = true;
        if (returns) lanes_branch_likely(n, compare(n, LLVM_INT_EQ, any, none), end, n->alone);
        else {
            LlvmBlock other = new_block(n);
            branch_if(n, compare(n, LLVM_INT_EQ, all, full), then, other);
            go_to(n, other);
            branch_if(n, compare(n, LLVM_INT_EQ, any, none), end, n->alone);
        }
    }
    go_to(n, then);
    if (!returns) {
        int count;
        const IrValue **items = items_of(n, value->blocks[0], &count);
        lanes_team_render(n, team, items, count);
    }
    branch(n, end);
    go_to(n, end);
}

static void render_if(Lanes *n, LaneTeam *team, const IrValue *value) {
    LlvmBlock then = new_block(n), end = new_block(n), other = value->blocks[1] ? new_block(n) : end;
    branch_if(n, lanes_scalar(n, value->operands[0]), then, other);
    for (int i = 0; i < 2; i++) {
        if (!value->blocks[i]) continue;
        go_to(n, i ? other : then);
        render_list(n, team, value->blocks[i]);
        branch(n, end);
    }
    go_to(n, end);
}

static void render_loop(Lanes *n, LaneTeam *team, const IrValue *value) {
    bool counts = value->operation == IR_FOR;
    LlvmBlock head = new_block(n), body = new_block(n), exit = new_block(n);
    LaneLoop loop = {.is_uniform = true, .next = head, .exit = exit, .outer = n->loop};
    LlvmType type = counts ? scalar_type(n, value->operands[0]->type) : NULL;
    LlvmValue counter = counts ? slot(n, type) : NULL;
    if (counts) store(n, lanes_scalar(n, value->operands[0]), counter);
    branch(n, head);
    go_to(n, head);
    lanes_poll_loop(n, value);
    n->loop = &loop;
    LlvmValue more;
    if (counts) {
        const IrValue *index = value->blocks[0]->index;
        LlvmValue at = load(n, type, counter);
        info_of(n, index)->scalar = at;
        share(team, index);
        more = compare(n, ir_kind(index->type) == 'i' ? LLVM_INT_SLT : LLVM_INT_ULT, at, lanes_scalar(n, value->operands[1]));
    } else {
        render_list(n, team, value->blocks[0]);
        lanes_team_member(n, team, 0);
        more = lanes_scalar(n, value->blocks[0]->last->operands[0]);
    }
    branch_if(n, more, body, exit);
    go_to(n, body);
    render_list(n, team, value->blocks[counts ? 0 : 1]);
    if (counts) store(n, binary(n, LLVM_ADD, load(n, type, counter), n->l->ConstInt(type, 1, 0)), counter);
    branch(n, head);
    go_to(n, exit);
    n->loop = loop.outer;
}

static void render_one(Lanes *n, LaneTeam *team, const IrValue *value) {
    lanes_team_member(n, team, 0);
    if (team->own[value->number].must_agree) {
        render_agreement(n, team, value);
        return;
    }
    if ((value->operation == IR_IF || is_loop(value)) && is_common(n, value)) {
        if (value->operation == IR_IF) render_if(n, team, value);
        else render_loop(n, team, value);
        return;
    }
    lanes_render_value(n, value);
    if (is_shared(n, value)) {
        share(team, value);
        return;
    }
    for (int i = 1; i < team->size; i++) {
        lanes_team_member(n, team, i);
        lanes_render_value(n, value);
    }
}

/* Nothing that the tail writes was read before by a member whose turn came later. NULL: surely. */
LlvmValue lanes_team_apart(Lanes *n, const LaneTeam *team) {
    LlvmValue apart = NULL;
    for (int i = 0; i < team->load_count * team->store_count; i++) {
        LlvmValue one = lanes_are_apart(n, team->loads[i / team->store_count], team->stores[i % team->store_count]);
        if (one) apart = apart ? binary(n, LLVM_AND, apart, one) : one;
    }
    return apart;
}
