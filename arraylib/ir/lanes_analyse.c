/* What is the same for the lanes of a vector, and for a block; what counts up along the lanes; where regions begin. */
#include "arraylib/ir/lanes.h"

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

/* ---- linear values ---- */

static bool ranged(const LanePlan *plan, const IrValue *value, int64_t *low, int64_t *high) {
    if (ir_is_constant(value)) {
        if (ir_kind(value->type) != 'i' && ir_kind(value->type) != 'u') return false;
        *low = *high = value->constant.i;
        return value->constant.i >= INT32_MIN && value->constant.i <= UINT32_MAX;
    }
    if (value->operation == IR_PARAMETER) return false;
    *low = info_of(plan, value)->low;
    *high = info_of(plan, value)->high;
    return info_of(plan, value)->is_ranged;
}

static bool fits(const IrType *type, int64_t low, int64_t high) {
    if (type->size == 8) return ir_kind(type) == 'i' || low >= 0;
    int bits = 8 * (int)type->size;
    if (ir_kind(type) == 'i') return low >= -((int64_t)1 << (bits - 1)) && high < (int64_t)1 << (bits - 1);
    return low >= 0 && high < (int64_t)1 << bits;
}

static bool stride_of(const LanePlan *plan, const IrValue *value, int64_t *stride) {
    *stride = 0;
    if (level_of(plan, value) < LEVEL_LANE) return true;
    *stride = info_of(plan, value)->stride;
    return info_of(plan, value)->is_linear;
}

static void visit_linear(IrValue *value, void *context) {
    LanePlan *plan = context;
    LaneInfo *info = info_of(plan, value);
    int64_t low[2], high[2], stride[2] = {0, 0};
    const IrType *type = value->type;
    bool whole = ir_kind(type) == 'i' || ir_kind(type) == 'u', is_signed = ir_kind(type) == 'i';
    if (value->operation == IR_THREAD) {
        int axis = value->detail % 3, place = value->detail / 3;
        info->is_ranged = place == IR_THREAD_INDEX || place == IR_BLOCK_SIZE;
        info->low = place == IR_BLOCK_SIZE ? plan->block[axis] : 0;
        info->high = place == IR_BLOCK_SIZE ? plan->block[axis] : plan->block[axis] - 1;
        info->is_linear = value->detail == 0 && plan->lanes_along_x;
        info->stride = 1;
        return;
    }
    if (value->operation == IR_GET) return;
    if (type->kind == IR_POINTER) {
        if (value->operation == IR_BITCAST && value->operands[0]->type->kind == IR_POINTER) {
            info->is_linear = stride_of(plan, value->operands[0], &info->stride);
        } else if (value->operation == IR_FIELD && value->operands[0]->type->kind == IR_POINTER) info->is_linear = stride_of(plan, value->operands[0], &info->stride);
        else if (value->operation == IR_ITEM || value->operation == IR_OFFSET) {
            info->is_linear = stride_of(plan, value->operands[0], &stride[0]) && stride_of(plan, value->operands[1], &stride[1]) &&
                              stride[1] < 1 << 20 && stride[1] > -(1 << 20);
            info->stride = stride[0] + stride[1] * type->element->size;
        } else if (value->operation == IR_LOCAL) {
            info->is_linear = true;
            info->stride = (type->element->size + 15) & ~(int64_t)15;
        }
        return;
    }
    if (!whole) return;
    bool known = value->operand_count > 0 && ranged(plan, value->operands[0], &low[0], &high[0]);
    bool both = known && value->operand_count > 1 && ranged(plan, value->operands[1], &low[1], &high[1]);
    switch (value->operation) {
    case IR_CAST: {
        char from = ir_kind(value->operands[0]->type);
        if (from != 'i' && from != 'u') return;
        if (known && fits(type, low[0], high[0])) {
            info->is_ranged = true;
            info->low = low[0], info->high = high[0];
        }
        bool widens = (from == 'i' ? is_signed : true) && type->size > value->operands[0]->type->size;
        info->is_linear = (info->is_ranged || widens) && stride_of(plan, value->operands[0], &info->stride);
        return;
    }
    case IR_ADD:
    case IR_SUB: {
        int64_t sign = value->operation == IR_ADD ? 1 : -1;
        if (both) {
            int64_t least = sign > 0 ? low[0] + low[1] : low[0] - high[1], most = sign > 0 ? high[0] + high[1] : high[0] - low[1];
            if (fits(type, least, most)) info->is_ranged = true, info->low = least, info->high = most;
        }
        info->is_linear = (info->is_ranged || is_signed) && stride_of(plan, value->operands[0], &stride[0]) && stride_of(plan, value->operands[1], &stride[1]);
        info->stride = stride[0] + sign * stride[1];
        return;
    }
    case IR_MUL:
    case IR_SHL: {
        const IrValue *left = value->operands[0], *right = value->operands[1];
        if (value->operation == IR_MUL && ir_is_constant(left)) right = left, left = value->operands[1];
        if (!ir_is_constant(right) || right->constant.i < 0 || right->constant.i > (value->operation == IR_MUL ? 1 << 20 : 20)) return;
        int64_t factor = value->operation == IR_MUL ? right->constant.i : (int64_t)1 << right->constant.i;
        if (ranged(plan, left, &low[0], &high[0]) && low[0] > -((int64_t)1 << 33) && high[0] < (int64_t)1 << 33 && fits(type, low[0] * factor, high[0] * factor))
            info->is_ranged = true, info->low = low[0] * factor, info->high = high[0] * factor;
        info->is_linear = (info->is_ranged || is_signed) && stride_of(plan, left, &info->stride) && info->stride < 1 << 20 && info->stride > -(1 << 20);
        info->stride *= factor;
        return;
    }
    case IR_AND:
        if (ir_is_constant(value->operands[1]) && value->operands[1]->constant.i >= 0 && value->operands[1]->constant.i < INT32_MAX)
            info->is_ranged = true, info->low = 0, info->high = value->operands[1]->constant.i;
        return;
    default: return;
    }
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

static void visit_uses(IrValue *value, void *context) {
    LanePlan *plan = context;
    const LaneInfo *own = info_of(plan, value);
    for (int i = 0; i < value->operand_count; i++) {
        IrValue *used = value->operands[i];
        if (ir_is_constant(used) || used->operation == IR_PARAMETER) continue;
        LaneInfo *info = info_of(plan, used);
        if (info->at_block || info->region == own->region) continue;
        if (used->operation == IR_VAR) info->is_array = true;
        else info->is_spilled = true;
    }
}

static int64_t take_scratch(LanePlan *plan, int64_t size) {
    int64_t at = plan->scratch;
    plan->scratch += (size + 63) & ~(int64_t)63;
    return at;
}

static void visit_storage(IrValue *value, void *context) {
    LanePlan *plan = context;
    LaneInfo *info = info_of(plan, value);
    int64_t lanes = (int64_t)plan->vectors * plan->width;
    if (value->operation == IR_SHARED) {
        plan->shared_at[value->number] = plan->shared;
        plan->shared += (value->type->element->size + 63) & ~(int64_t)63;
    } else if (value->operation == IR_LOCAL) info->slot = take_scratch(plan, ((value->type->element->size + 15) & ~(int64_t)15) * lanes);
    else if (info->is_spilled || info->is_array) info->slot = take_scratch(plan, 8 * lanes);
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
        Regions regions = {plan, 0, &a};
        plan->region_count = 0;
        assign_regions(&regions, kernel->body);
    } while (a.changed);
    if (!a.possible) return false;
    ir_walk(kernel->body, visit_linear, plan);
    ir_walk(kernel->body, visit_uses, plan);
    ir_walk(kernel->body, visit_storage, plan);
    return plan->scratch < 1 << 26 && plan->shared <= IR_SHARED_BYTES_MAX;
}
