/* What is the same for the lanes of a vector, and for a block; what counts up along the lanes; where regions begin. */
#include "arraylib/ir/lanes/lanes.h"

#include <string.h>

typedef struct Analysis {
    LanePlan *plan;
    bool changed, possible, uses_warps;
} Analysis;

static LaneInfo *info_of(const LanePlan *plan, const IrValue *value) { return &plan->info[value->number]; }

static int level_of(const LanePlan *plan, const IrValue *value) { return ir_is_constant(value) || value->operation == IR_PARAMETER ? LEVEL_BLOCK : info_of(plan, value)->level; }

static bool is_barrier(IrOperation operation) {
    return operation == IR_BARRIER || operation == IR_BARRIER_COUNT || operation == IR_BARRIER_AND || operation == IR_BARRIER_OR;
}

static void find_barrier(IrValue *value, void *context) {
    if (is_barrier(value->operation)) *(bool *)context = true;
}

bool lanes_has_barrier(const IrValue *value) {
    bool found = is_barrier(value->operation);
    for (int i = 0; i < 2; i++)
        if (value->blocks[i]) ir_walk(value->blocks[i], find_barrier, &found);
    return found;
}

/* ---- levels ---- */

static void raise_level(Analysis *a, const IrValue *value, int level) {
    LaneInfo *info = info_of(a->plan, value);
    if (info->level >= level) return;
    info->level = (uint8_t)level;
    a->changed = true;
}

/* How far the structures between an inner block and an outer one part the threads. */
static int control_level(const LanePlan *plan, const IrBlock *inner, const IrBlock *outer) {
    int level = LEVEL_BLOCK;
    for (; inner != outer && inner && inner->owner; inner = inner->owner->block) {
        int one = info_of(plan, inner->owner)->level;
        if (one > level) level = one;
    }
    return level;
}

static bool is_parameter_memory(const IrValue *pointer) {
    for (; pointer->operand_count; pointer = pointer->operands[0])
        if (pointer->operation != IR_FIELD && pointer->operation != IR_ITEM && pointer->operation != IR_BITCAST && pointer->operation != IR_OFFSET) return false;
    return pointer->operation == IR_PARAMETER && pointer->type->kind == IR_STRUCT;
}

/* A loop that lanes leave at different times, or that they enter apart. */
static void raise_loops(Analysis *a, const IrValue *jump) {
    const LanePlan *plan = a->plan;
    int level = LEVEL_BLOCK;
    for (const IrBlock *block = jump->block; block->owner; block = block->owner->block) {
        IrValue *owner = block->owner;
        if (owner->operation == IR_IF) {
            if (info_of(plan, owner)->level > level) level = info_of(plan, owner)->level;
            continue;
        }
        raise_level(a, owner, level);
        if (jump->operation != IR_RETURN) return;
        if (info_of(plan, owner)->level > level) level = info_of(plan, owner)->level;
    }
}

static void visit_level(IrValue *value, void *context) {
    Analysis *a = context;
    LanePlan *plan = a->plan;
    int level = LEVEL_BLOCK;
    for (int i = 0; i < value->operand_count; i++)
        if (level_of(plan, value->operands[i]) > level) level = level_of(plan, value->operands[i]);
    switch (value->operation) {
    case IR_THREAD:
        if (value->detail == 0) level = plan->block[0] > 1 ? LEVEL_LANE : LEVEL_BLOCK;
        else if (value->detail < 3) level = plan->block[value->detail] == 1 ? LEVEL_BLOCK : plan->lanes_along_x ? LEVEL_VECTOR : LEVEL_LANE;
        break;
    case IR_GET: level = info_of(plan, value->operands[0])->level; break;
    case IR_SET: {
        int control = control_level(plan, value->block, value->operands[0]->block);
        int given = level_of(plan, value->operands[1]);
        raise_level(a, value->operands[0], given > control ? given : control);
        level = info_of(plan, value->operands[0])->level;
        break;
    }
    case IR_LOAD:
        if (level < LEVEL_VECTOR && !is_parameter_memory(value->operands[0])) level = LEVEL_VECTOR;
        break;
    case IR_CLOCK:
    case IR_ACTIVE_MASK: level = LEVEL_VECTOR; break;
    case IR_LOCAL:
    case IR_ATOMIC:
    case IR_ATOMIC_CAS:
    case IR_SHUFFLE:
    case IR_VOTE: level = LEVEL_LANE; break;
    case IR_BARRIER_COUNT:
    case IR_BARRIER_AND:
    case IR_BARRIER_OR: level = LEVEL_BLOCK; break;
    case IR_TEST: raise_level(a, value->block->owner, level); break;
    case IR_BREAK:
    case IR_CONTINUE:
    case IR_RETURN:
        raise_loops(a, value);
        if (value->operation == IR_RETURN && value->block != plan->kernel->body) plan->returns_early = true;
        break;
    case IR_FOR:
        raise_level(a, value, level);
        if (level == LEVEL_LANE) a->possible = false; /* each lane its own count */
        raise_level(a, value->blocks[0]->index, level);
        break;
    default: break;
    }
    raise_level(a, value, level);
}

/* ---- what is possible ---- */

static void look(IrValue *value, void *context) {
    Analysis *a = context;
    switch (value->operation) {
    case IR_CALL:
    case IR_PARALLEL:
    case IR_TRY:
    case IR_RAISE:
    case IR_VIEW:
    case IR_COPY:
    case IR_SHAPE:
    case IR_STRIDE:
    case IR_DATA:
    case IR_ELEMENT:
    case IR_ELEMENT_CHECKED: a->possible = false; break;
    case IR_SHUFFLE:
    case IR_VOTE:
    case IR_ACTIVE_MASK: a->uses_warps = true; break;
    case IR_FOR:
        if (!ir_is_constant(value->operands[2]) || value->operands[2]->constant.u != 1) a->possible = false;
        break;
    default: break;
    }
    if (ir_gives_value(value) && ir_kind(value->type) == 'c') a->possible = false;
    for (int i = 0; i < value->operand_count; i++)
        if (ir_kind(value->operands[i]->type) == 'c') a->possible = false;
}

/* A volatile program's lanes keep step only as lanes of one vector. */
static void look_at_sync(IrValue *value, void *context) {
    if (value->operation == IR_SYNC_WARP) ((Analysis *)context)->uses_warps = true;
}

/* ---- regions ---- */

bool lanes_at_block(const LanePlan *plan, const IrValue *value) {
    if (info_of(plan, value)->level != LEVEL_BLOCK) return false;
    switch (value->operation) {
    case IR_SHARED:
    case IR_DYNAMIC_SHARED:
    case IR_THREAD:
    case IR_GET:
    case IR_SET:
    case IR_VAR:
    case IR_LOAD: return true;
    default: return ir_trait(value) == TRAIT_P;
    }
}

typedef struct Regions {
    LanePlan *plan;
    int current; /* 0: none is open */
    Analysis *analysis;
} Regions;

static void set_region(IrValue *value, void *context) {
    Regions *regions = context;
    LaneInfo *info = info_of(regions->plan, value);
    info->region = regions->current;
    info->at_block = false;
    if (value->operation == IR_FOR) info_of(regions->plan, value->blocks[0]->index)->region = regions->current;
    /* A variable of the block that a region's loop changes would go on from one vector's value to the next. */
    if (value->operation == IR_SET) raise_level(regions->analysis, value->operands[0], LEVEL_VECTOR);
}

static void assign_regions(Regions *regions, IrBlock *block) {
    for (IrValue *value = block->first; value; value = value->next) {
        LaneInfo *info = info_of(regions->plan, value);
        info->region = 0;
        if (lanes_has_barrier(value)) {
            regions->current = 0;
            info->at_block = true;
            info->region = ++regions->plan->region_count; /* its condition's */
            for (int i = 0; i < 2; i++) {
                if (!value->blocks[i]) continue;
                if (value->blocks[i]->index) info_of(regions->plan, value->blocks[i]->index)->at_block = true;
                assign_regions(regions, value->blocks[i]);
                regions->current = 0;
            }
            continue;
        }
        if (value->operation == IR_TEST) {
            regions->current = 0;
            info->at_block = true;
            info->region = ++regions->plan->region_count;
            continue;
        }
        if (lanes_at_block(regions->plan, value)) {
            info->at_block = true;
            if (value->operation == IR_SET) regions->current = 0;
            continue;
        }
        if (!regions->current) regions->current = ++regions->plan->region_count;
        set_region(value, regions);
        for (int i = 0; i < 2; i++)
            if (value->blocks[i]) ir_walk(value->blocks[i], set_region, regions);
    }
}

/* Cheap enough to be computed again: counts of what must be. 0: no. */
static int cost_again(const LanePlan *plan, const IrValue *value) {
    enum { COST_MAX = 24 };
    if (value->operation == IR_THREAD) return 1;
    if (value->operation == IR_LOCAL) return 1;
    if (value->type->kind != IR_POINTER && !strchr("biu", ir_kind(value->type))) return 0;
    switch (value->operation) {
    case IR_NEG: case IR_NOT: case IR_ADD: case IR_SUB: case IR_MUL: case IR_AND: case IR_OR: case IR_XOR: case IR_SHL: case IR_SHR: case IR_MIN: case IR_MAX:
    case IR_EQ: case IR_NE: case IR_LT: case IR_LE: case IR_GT: case IR_GE: case IR_SELECT: case IR_BITCAST: case IR_OFFSET: case IR_FIELD: case IR_ITEM:
    case IR_CAST: break;
    case IR_DIV:
    case IR_REM:
        if (ir_is_constant(value->operands[1])) break;
        return 0;
    default: return 0;
    }
    int cost = 1;
    for (int i = 0; i < value->operand_count; i++) {
        const IrValue *used = value->operands[i];
        if (used->type->kind != IR_POINTER && !strchr("biu", ir_kind(used->type))) return 0;
        if (ir_is_constant(used) || used->operation == IR_PARAMETER || info_of(plan, used)->at_block) continue;
        if (!info_of(plan, used)->is_again) return 0;
        cost += info_of(plan, used)->cost;
    }
    return cost <= COST_MAX ? cost : 0;
}

static void visit_again(IrValue *value, void *context) {
    LanePlan *plan = context;
    LaneInfo *info = info_of(plan, value);
    if (info->at_block || !ir_gives_value(value) || value->operation == IR_VAR) return;
    info->cost = (uint8_t)cost_again(plan, value);
    info->is_again = info->cost > 0;
}

static void visit_uses(IrValue *value, void *context) {
    LanePlan *plan = context;
    const LaneInfo *own = info_of(plan, value);
    for (int i = 0; i < value->operand_count; i++) {
        IrValue *used = value->operands[i];
        if (ir_is_constant(used) || used->operation == IR_PARAMETER) continue;
        LaneInfo *info = info_of(plan, used);
        if (info->at_block || info->region == own->region) continue;
        if (used->operation == IR_VAR) info->is_array = true;
        else if (!info->is_again) info->is_spilled = true;
    }
}

static int64_t take_scratch(LanePlan *plan, int64_t size) {
    int64_t at = plan->scratch;
    plan->scratch += (size + 63) & ~(int64_t)63;
    return at;
}

static void visit_local(IrValue *value, void *context) {
    LanePlan *plan = context;
    int64_t lanes = (int64_t)plan->vectors * plan->width;
    if (value->operation == IR_LOCAL) info_of(plan, value)->slot = take_scratch(plan, ((value->type->element->size + 15) & ~(int64_t)15) * lanes);
}

static void visit_storage(IrValue *value, void *context) {
    LanePlan *plan = context;
    LaneInfo *info = info_of(plan, value);
    int64_t lanes = (int64_t)plan->vectors * plan->width;
    if (value->operation == IR_SHARED) {
        plan->shared_at[value->number] = plan->shared;
        plan->shared += (value->type->element->size + 63) & ~(int64_t)63;
    } else if (info->is_spilled || info->is_array) info->slot = take_scratch(plan, 8 * lanes);
}

/* Before regions tell apart what vectors compute one after the other. */
static void note_common(LanePlan *plan) {
    for (int i = 0; i <= plan->kernel->value_count; i++) plan->info[i].is_common = plan->info[i].level == LEVEL_BLOCK;
}

static void clear_info(LanePlan *plan) { memset(plan->info, 0, ((size_t)plan->kernel->value_count + 1) * sizeof *plan->info); }

bool lanes_analyse(LanePlan *plan, IrFunction *kernel, const uint32_t *block, Arena *arena) {
    Analysis a = {.plan = plan, .possible = true};
    *plan = (LanePlan){.kernel = kernel, .block = {(int)block[0], (int)block[1], (int)block[2]}};
    plan->threads = plan->block[0] * plan->block[1] * plan->block[2];
    ir_function_number(kernel);
    ir_walk(kernel->body, look, &a);
    ir_walk(kernel->body, look_at_sync, &a);
    for (int i = 0; i < kernel->parameter_count; i++)
        if (kernel->parameters[i]->type->kind == IR_ARRAY || ir_kind(kernel->parameters[i]->type) == 'c') a.possible = false;
    if (!a.possible) return false;
    bool flat = plan->block[1] * plan->block[2] == 1;
    plan->width = 32;
    if (!a.uses_warps && !flat && (plan->block[0] == 16 || plan->block[0] == 8)) plan->width = plan->block[0];
    plan->lanes_along_x = flat || plan->block[0] % plan->width == 0;
    plan->vectors = (plan->threads + plan->width - 1) / plan->width;
    plan->has_partial = plan->threads % plan->width != 0;
    plan->info = arena_allocate(arena, ((size_t)kernel->value_count + 1) * sizeof *plan->info);
    plan->shared_at = arena_allocate(arena, ((size_t)kernel->value_count + 1) * sizeof *plan->shared_at);
    if (!plan->info || !plan->shared_at) return false;
    clear_info(plan);
    do { /* levels only rise */
        do {
            a.changed = false;
            ir_walk(kernel->body, visit_level, &a);
        } while (a.changed);
        if (!plan->region_count) note_common(plan);
        Regions regions = {plan, 0, &a};
        plan->region_count = 0;
        assign_regions(&regions, kernel->body);
    } while (a.changed);
    if (!a.possible) return false;
    ir_walk(kernel->body, visit_again, plan);
    ir_walk(kernel->body, visit_uses, plan);
    lanes_find_ranges(plan);
    ir_walk(kernel->body, visit_local, plan);
    plan->locals = plan->scratch;
    ir_walk(kernel->body, visit_storage, plan);
    return plan->scratch < 1 << 26 && plan->shared <= IR_SHARED_BYTES_MAX;
}
