/* Several vectors of a block at once ("a team"), where a region's loop is the same for all of them.
 *
 * Vector after vector, a loop such as `sum += a[ty][k] * b[k][tx]` loads b's row again for each row of threads, and each
 * addition waits for the one before it. A team goes through the loop together: one counter, one load of what its members
 * share, and an accumulator for each member in a register. Every thread computes what it would alone, in the same order;
 * only how the steps of different vectors lie between each other changes.
 *
 * It is done where that cannot be seen:
 * - The region writes nothing but variables and what is kept for other regions (no stores, atomics, output, votes, or
 *   jumps), so that no vector sees how far another is.
 * - Control that is rendered once is the same for the whole block, whatever memory holds: what depends on threads or on
 *   loads is rendered for one member after the other.
 * - All lanes of all members run. An access that is not on its straight way leaves for the loop that goes vector by vector
 *   ("alone") from the region's beginning. Until then nothing was written back: so faults are found in their order. */
#include "arraylib/ir/lanes_render.h"

#include <string.h>

enum { VALUES_MAX = 600 }; /* that a team may render: code for several vectors is as many times as long */

typedef struct Look {
    Lanes *n;
    bool possible, in_loop; /* that a team goes through */
    int values, carried;    /* bytes of a vector's variables that such loops set */
} Look;

static bool is_common(const Lanes *n, const IrValue *value) { return n->plan->info[value->number].is_common && n->plan->info[value->number].level < LEVEL_LANE; }
static bool is_structure(const IrValue *value) { return value->operation == IR_IF || value->operation == IR_FOR || value->operation == IR_WHILE; }

/* Quick enough beside calls, lane by lane, that nothing would be gained. */
static bool is_quick(const IrValue *value) {
    if (value->operand_count && value->operands[0]->type == IR_TYPE(FLOAT16)) return false;
    if (value->operation != IR_MATH) return true;
    return value->detail == IR_MATH_sqrt || value->detail == IR_MATH_fma || value->detail == IR_MATH_fmin || value->detail == IR_MATH_fmax;
}

static void look_at(IrValue *value, void *context) {
    Look *look = context;
    look->values++;
    switch (value->operation) {
    case IR_SET: {
        const IrValue *variable = value->operands[0];
        const LaneInfo *info = info_of(look->n, variable);
        if (look->in_loop && info->level == LEVEL_LANE && info->set == value) look->carried += (int)variable->type->size * look->n->plan->width;
        break;
    }
    case IR_VAR:
    case IR_GET:
    case IR_THREAD:
    case IR_SHARED:
    case IR_DYNAMIC_SHARED:
    case IR_TEST:
    case IR_IF:
    case IR_FOR:
    case IR_WHILE: break;
    case IR_LOAD:
        if (!lanes_may_be_straight(look->n, value)) look->possible = false;
        break;
    default:
        if (ir_trait(value) != TRAIT_P || !is_quick(value)) look->possible = false;
    }
}

static void look_through(Look *look, const IrValue *value) {
    look_at((IrValue *)(uintptr_t)value, look);
    bool common = is_common(look->n, value), before = look->in_loop;
    if (common && value->operation != IR_IF && is_structure(value)) look->in_loop = true;
    for (int i = 0; i < 2; i++) {
        if (!value->blocks[i]) continue;
        if (!common) ir_walk(value->blocks[i], look_at, look);
        else
            for (const IrValue *inner = value->blocks[i]->first; inner; inner = inner->next) look_through(look, inner);
    }
    look->in_loop = before;
}

int lanes_team_size(Lanes *n, const IrValue *const *items, int count) {
    Look look = {.n = n, .possible = true};
    for (int i = 0; i < count; i++) look_through(&look, items[i]);
    if (!look.possible || !look.carried) return 1;
    bool large = strstr(n->r->features, "+avx512f") != NULL, middle = strstr(n->r->features, "+avx2") != NULL;
    int registers = (look.carried + (large ? 63 : middle ? 31 : 15)) / (large ? 64 : middle ? 32 : 16), most = large ? 16 : 8;
    int size = LANE_TEAM_MAX;
    while (size > 1 && (size * registers > most || size * look.values > VALUES_MAX || lanes_full_teams(n, size) == 0)) size /= 2;
    return size;
}

int lanes_full_teams(const Lanes *n, int size) { return (n->plan->vectors - n->plan->has_partial) / size; }

bool lanes_team_start(Lanes *n, LaneTeam *team, int size, LlvmValue first) {
    size_t bytes = ((size_t)n->plan->kernel->value_count + 1) * sizeof *n->plan->info;
    *team = (LaneTeam){.size = size, .own = n->plan->info};
    for (int i = 0; i < size; i++) {
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

static void render_list(Lanes *n, LaneTeam *team, const IrBlock *block) {
    for (const IrValue *value = block->first; value && value->operation != IR_TEST && !n->r->failed; value = value->next) lanes_team_render(n, team, value);
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

void lanes_team_render(Lanes *n, LaneTeam *team, const IrValue *value) {
    lanes_team_member(n, team, 0);
    if (is_structure(value) && is_common(n, value)) {
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
