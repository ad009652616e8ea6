/* What is known of whole numbers and addresses before a kernel runs: between which numbers they lie, and whether they count
 * up along the lanes.
 *
 * A range holds for all lanes (low, high), or only for those that run where the value is computed (least, most): behind
 * `if (i < 16)` the lanes that are left have an i under 16. Of a pointer the latter is the distance in bytes from what it
 * points into. An access that stays inside of that needs no check when it runs. */
#include "arraylib/ir/lanes/lanes.h"

static LaneInfo *info_of(const LanePlan *plan, const IrValue *value) { return &plan->info[value->number]; }

static bool is_whole(const IrType *type) { return ir_kind(type) == 'i' || ir_kind(type) == 'u'; }

static bool fits(const IrType *type, int64_t low, int64_t high) {
    if (type->size == 8) return ir_kind(type) == 'i' || low >= 0;
    int bits = 8 * (int)type->size;
    if (ir_kind(type) == 'i') return low >= -((int64_t)1 << (bits - 1)) && high < (int64_t)1 << (bits - 1);
    return low >= 0 && high < (int64_t)1 << bits;
}

/* ---- ranges ---- */

typedef struct Range {
    bool known;
    int64_t low, high;
} Range;

enum { ALL_LANES, RUNNING_LANES };

/* Far from the ends, so that sums of two cannot wrap here. */
static Range within(const IrType *type, int64_t low, int64_t high) {
    const int64_t far = (int64_t)1 << 60;
    return (Range){low <= high && low >= -far && high <= far && fits(type, low, high), low, high};
}

static Range plain_range(const LanePlan *plan, const IrValue *value, int whose) {
    if (ir_is_constant(value)) return is_whole(value->type) ? within(value->type, value->constant.i, value->constant.i) : (Range){.known = false};
    if (value->operation == IR_PARAMETER) return (Range){.known = false};
    const LaneInfo *info = info_of(plan, value);
    return whose == ALL_LANES ? (Range){info->is_ranged, info->low, info->high} : (Range){info->is_bounded, info->least, info->most};
}

/* Behind casts that leave the number as it is. */
static const IrValue *uncast(const LanePlan *plan, const IrValue *value) {
    while (value->operation == IR_CAST && is_whole(value->type) && is_whole(value->operands[0]->type)) {
        Range from = plain_range(plan, value->operands[0], RUNNING_LANES);
        bool widens = value->type->size > value->operands[0]->type->size && (ir_kind(value->type) == 'i' || ir_kind(value->operands[0]->type) == 'u');
        if (!widens && !(from.known && fits(value->type, from.low, from.high))) break;
        value = value->operands[0];
    }
    return value;
}

static IrOperation mirrored(IrOperation comparison) {
    switch (comparison) {
    case IR_LT: return IR_GT;
    case IR_LE: return IR_GE;
    case IR_GT: return IR_LT;
    case IR_GE: return IR_LE;
    default: return comparison;
    }
}

static IrOperation negated(IrOperation comparison) {
    switch (comparison) {
    case IR_LT: return IR_GE;
    case IR_LE: return IR_GT;
    case IR_GT: return IR_LE;
    case IR_GE: return IR_LT;
    case IR_EQ: return IR_NE;
    case IR_NE: return IR_EQ;
    default: return IR_CONSTANT;
    }
}

/* What `condition`, being `truth`, says of the value. */
static void refine(const LanePlan *plan, const IrValue *condition, bool truth, const IrValue *value, Range *range, int depth) {
    if (ir_is_constant(condition) || depth > 8) return;
    if (condition->operation == IR_NOT) refine(plan, condition->operands[0], !truth, value, range, depth + 1);
    if (condition->operation == (truth ? IR_AND : IR_OR) && condition->type == IR_TYPE(BOOL))
        for (int i = 0; i < 2; i++) refine(plan, condition->operands[i], truth, value, range, depth + 1);
    if (condition->operation < IR_EQ || condition->operation > IR_GE || !is_whole(condition->operands[0]->type)) return;
    IrOperation comparison = truth ? condition->operation : negated(condition->operation);
    const IrValue *same = uncast(plan, value);
    for (int side = 0; side < 2; side++) {
        if (uncast(plan, condition->operands[side]) != same) continue;
        Range other = plain_range(plan, condition->operands[1 - side], RUNNING_LANES);
        IrOperation now = side ? mirrored(comparison) : comparison;
        if (!other.known) continue;
        if (!range->known) *range = (Range){now == IR_EQ, other.low, other.high};
        if (now == IR_LT || now == IR_LE || now == IR_EQ) {
            int64_t high = other.high - (now == IR_LT);
            if (high < range->high) range->high = high;
        }
        if (now == IR_GT || now == IR_GE || now == IR_EQ) {
            int64_t low = other.low + (now == IR_GT);
            if (low > range->low) range->low = low;
        }
    }
}

static Range type_range(const IrType *type) {
    int bits = 8 * (int)type->size;
    if (!is_whole(type) || bits == 64) return (Range){.known = false};
    if (ir_kind(type) == 'u') return (Range){true, 0, ((int64_t)1 << bits) - 1};
    return (Range){true, -((int64_t)1 << (bits - 1)), ((int64_t)1 << (bits - 1)) - 1};
}

static Range range_of(const LanePlan *plan, const IrValue *value, const IrBlock *block, int whose) {
    Range range = plain_range(plan, value, whose);
    if (whose == ALL_LANES || ir_is_constant(value)) return range;
    if (!range.known) range = type_range(value->type);
    for (; block && block->owner && block != value->block; block = block->owner->block)
        if (block->owner->operation == IR_IF) refine(plan, block->owner->operands[0], block == block->owner->blocks[0], value, &range, 0);
    if (range.low > range.high) range.high = range.low; /* no lane runs there */
    return range;
}

static Range product(const IrType *type, Range a, int64_t factor) {
    const int64_t far = (int64_t)1 << 40;
    if (!a.known || a.low < -far || a.high > far || factor < 0 || factor > 1 << 20) return (Range){.known = false};
    return within(type, a.low * factor, a.high * factor);
}

static Range computed_range(const LanePlan *plan, const IrValue *value, int whose) {
    const IrType *type = value->type;
    Range none = {.known = false}, a = none, b = none;
    const IrValue *left = value->operand_count > 0 ? value->operands[0] : NULL, *right = value->operand_count > 1 ? value->operands[1] : NULL;
    if (left && is_whole(left->type)) a = range_of(plan, left, value->block, whose);
    if (right && is_whole(right->type)) b = range_of(plan, right, value->block, whose);
    switch (value->operation) {
    case IR_THREAD: {
        int axis = value->detail % 3, place = value->detail / 3, size = plan->block[axis];
        if (place == IR_THREAD_INDEX) return within(type, 0, size - 1);
        if (place == IR_BLOCK_SIZE) return within(type, size, size);
        return within(type, place == IR_GRID_SIZE, INT32_MAX);
    }
    case IR_CAST:
        if (left && left->type == IR_TYPE(BOOL)) return within(type, 0, 1);
        if (a.known && fits(type, a.low, a.high)) return a;
        break;
    case IR_ADD:
        if (a.known && b.known) return within(type, a.low + b.low, a.high + b.high);
        break;
    case IR_SUB:
        if (a.known && b.known) return within(type, a.low - b.high, a.high - b.low);
        break;
    case IR_MUL:
        if (ir_is_constant(left)) return product(type, b, left->constant.i);
        if (ir_is_constant(right)) return product(type, a, right->constant.i);
        if (a.known && b.known && a.low >= 0 && b.low >= 0 && a.high < 1 << 28 && b.high < 1 << 28) return within(type, a.low * b.low, a.high * b.high);
        break;
    case IR_SHL:
        if (ir_is_constant(right) && right->constant.i >= 0 && right->constant.i <= 20) return product(type, a, (int64_t)1 << right->constant.i);
        break;
    case IR_SHR:
        if (a.known && a.low >= 0 && ir_is_constant(right) && right->constant.i >= 0 && right->constant.i < 63) return within(type, a.low >> right->constant.i, a.high >> right->constant.i);
        break;
    case IR_DIV:
        if (a.known && a.low >= 0 && ir_is_constant(right) && right->constant.i > 0) return within(type, a.low / right->constant.i, a.high / right->constant.i);
        if (a.known && a.low >= 0 && b.known && b.low > 0) return within(type, a.low / b.high, a.high / b.low);
        break;
    case IR_REM:
        if (b.known && b.low > 0 && (ir_kind(type) == 'u' || (a.known && a.low >= 0))) return within(type, 0, a.known && a.high < b.high - 1 ? a.high : b.high - 1);
        break;
    case IR_AND:
        for (int i = 0; i < 2; i++) {
            const IrValue *mask = i ? right : left;
            if (is_whole(type) && ir_is_constant(mask) && mask->constant.i >= 0) return within(type, 0, mask->constant.i);
        }
        if (a.known && b.known && a.low >= 0 && b.low >= 0) return within(type, 0, a.high < b.high ? a.high : b.high);
        break;
    case IR_MIN:
        if (a.known && b.known) return within(type, a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high);
        break;
    case IR_MAX:
        if (a.known && b.known) return within(type, a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high);
        break;
    case IR_SELECT: {
        Range c = range_of(plan, value->operands[2], value->block, whose);
        if (b.known && c.known) return within(type, b.low < c.low ? b.low : c.low, b.high > c.high ? b.high : c.high);
        break;
    }
    default: break;
    }
    return none; /* known is only what did not wrap */
}

/* ---- loops that count ---- */

typedef struct Counting {
    const LanePlan *plan;
    const IrValue *variable, *loop;
    int64_t low, high; /* while the loop's body has not stepped yet */
    bool rises, falls, halves, good, casts;
    int sets;
    int64_t advance; /* at least by so much in each step */
} Counting;

static bool stands_in(const IrBlock *block, const IrBlock *outer) {
    for (; block; block = block->owner ? block->owner->block : NULL)
        if (block == outer) return true;
    return false;
}

/* In the loop's body, with nothing but branches between. */
static bool is_straight_in(const IrBlock *block, const IrBlock *body) {
    for (; block != body; block = block->owner->block)
        if (!block->owner || block->owner->operation != IR_IF) return false;
    return true;
}

/* Behind casts between signed and unsigned, and to wider numbers: `i += blockDim.x` is computed unsigned. */
static const IrValue *unsigned_too(const IrValue *value, bool *casts) {
    while (value->operation == IR_CAST && is_whole(value->type) && is_whole(value->operands[0]->type) && value->type->size >= value->operands[0]->type->size) {
        if (ir_kind(value->type) != ir_kind(value->operands[0]->type)) *casts = true;
        value = value->operands[0];
    }
    return value;
}

static bool reads(const IrValue *value, const IrValue *variable, bool *casts) {
    value = unsigned_too(value, casts);
    return value->operation == IR_GET && value->operands[0] == variable;
}

/* Between signed and unsigned only what both have stays the same number. */
static bool keeps(const IrType *type, bool casts, int64_t low, int64_t high) {
    return fits(type, low, high) && (!casts || (low >= 0 && high <= INT32_MAX));
}

static void look_at_step(IrValue *set, void *context) {
    Counting *c = context;
    if (set->operation != IR_SET || set->operands[0] != c->variable) return;
    c->sets++;
    bool casts = c->casts;
    const IrValue *step = unsigned_too(set->operands[1], &casts);
    if (!stands_in(set->block, c->loop->blocks[1]) || !is_straight_in(set->block, c->loop->blocks[1]) || ir_is_constant(step) || step->operand_count != 2 || step->type->size != c->variable->type->size) {
        c->good = false;
        return;
    }
    const IrValue *from = step->operands[0], *by = step->operands[1];
    if ((step->operation == IR_ADD || step->operation == IR_MUL) && !reads(from, c->variable, &casts)) from = step->operands[1], by = step->operands[0];
    Range range = plain_range(c->plan, by, RUNNING_LANES);
    if (!reads(from, c->variable, &casts) || !range.known || !keeps(c->variable->type, casts, c->low, c->high)) {
        c->good = false;
        return;
    }
    bool fixed = ir_is_constant(by);
    c->advance = step->operation == IR_ADD ? (range.low > 0 ? range.low : -range.high) : step->operation == IR_SUB ? range.low : c->low > 0;
    c->halves = step->operation == IR_SHR || step->operation == IR_DIV;
    if (step->operation != IR_ADD && step->operation != IR_SUB && range.low < 1 + (step->operation == IR_MUL || step->operation == IR_DIV)) c->advance = 0;
    switch (step->operation) { /* from a value between low and high it must not wrap, and go one way */
    case IR_ADD:
        if (range.low >= 0 && keeps(c->variable->type, casts, c->low, c->high + range.high)) c->rises = true;
        else if (range.high <= 0 && keeps(c->variable->type, casts, c->low + range.low, c->high)) c->falls = true;
        else c->good = false;
        break;
    case IR_SUB:
        if (range.low >= 0 && keeps(c->variable->type, casts, c->low - range.high, c->high)) c->falls = true;
        else c->good = false;
        break;
    case IR_MUL:
        if (fixed && range.low >= 1 && c->low >= 0 && product(c->variable->type, (Range){true, c->low, c->high}, range.high).known) c->rises = true;
        else c->good = false;
        break;
    case IR_SHL:
        if (fixed && range.low >= 0 && range.high <= 20 && c->low >= 0 && product(c->variable->type, (Range){true, c->low, c->high}, (int64_t)1 << range.high).known) c->rises = true;
        else c->good = false;
        break;
    case IR_SHR:
        if (fixed && range.low >= 0 && range.high < 63 && c->low >= 0) c->falls = true;
        else c->good = false;
        break;
    case IR_DIV:
        if (fixed && range.low >= 1 && c->low >= 0) c->falls = true;
        else c->good = false;
        break;
    default: c->good = false;
    }
}

typedef struct Continues {
    const IrValue *loop;
    bool found;
} Continues;

static void look_for_continue(IrValue *value, void *context) {
    Continues *c = context;
    if (value->operation != IR_CONTINUE) return;
    for (const IrBlock *block = value->block; block->owner; block = block->owner->block) {
        if (block->owner->operation == IR_IF) continue;
        if (block->owner == c->loop) c->found = true;
        return;
    }
}

static bool has_continue(const IrValue *loop) {
    Continues c = {loop, false};
    ir_walk(loop->blocks[1], look_for_continue, &c);
    return c.found;
}

/* The loop's test compares a variable that only rises or only falls with something that is known. */
static void find_counting(const LanePlan *plan, const IrValue *loop) {
    const IrValue *test = loop->blocks[0]->last, *condition = test ? test->operands[0] : NULL;
    if (!condition || ir_is_constant(condition) || condition->operation < IR_EQ || condition->operation > IR_GE) return;
    for (int side = 0; side < 2; side++) {
        bool casts = false;
        const IrValue *counter = unsigned_too(condition->operands[side], &casts);
        if (counter->operation != IR_GET || counter->block != loop->blocks[0] || !is_whole(counter->type)) continue;
        const IrValue *variable = counter->operands[0];
        if (stands_in(variable->block, loop->blocks[0]) || stands_in(variable->block, loop->blocks[1])) continue;
        IrOperation comparison = side ? mirrored(condition->operation) : condition->operation;
        Range start = plain_range(plan, variable->operands[0], RUNNING_LANES), limit = plain_range(plan, condition->operands[1 - side], RUNNING_LANES);
        if (!start.known || !limit.known) continue;
        Counting c = {.plan = plan, .variable = variable, .loop = loop, .low = start.low, .high = start.high, .good = true, .casts = casts};
        bool upward = comparison == IR_LT || comparison == IR_LE;
        if (upward) c.high = limit.high - (comparison == IR_LT);
        else if (comparison == IR_GT || comparison == IR_GE) c.low = limit.low + (comparison == IR_GT);
        else if (comparison == IR_NE && limit.low == 0 && limit.high == 0 && start.low >= 0) c.low = 1; /* by halves, down to 0 */
        else continue;
        if (c.low > c.high) continue; /* never runs */
        ir_walk(loop->blocks[1], look_at_step, &c);
        LaneInfo *info = info_of(plan, variable);
        if (!c.good || c.rises == c.falls || upward != c.rises || c.sets != info->sets || (comparison == IR_NE && !c.halves)) continue;
        info->loop = loop;
        info->least = c.low;
        info->most = c.high;
        info->rounds = c.sets == 1 && c.advance > 0 && info->set->block == loop->blocks[1] && !has_continue(loop) ? (c.high - c.low) / c.advance + 1 : INT64_MAX;
    }
}

typedef struct Earlier {
    const IrValue *get, *variable;
    bool found;
} Earlier;

static void look_earlier(IrValue *set, void *context) {
    Earlier *e = context;
    if (set->operation != IR_SET || set->operands[0] != e->variable || set->number > e->get->number) return;
    const IrValue *last = set->block->last;
    bool leaves = last->operation == IR_BREAK || last->operation == IR_CONTINUE || last->operation == IR_RETURN;
    if (!leaves || stands_in(e->get->block, set->block)) e->found = true;
}

/* Read in the loop's body, before any step of that round. */
static bool is_fresh(const LanePlan *plan, const IrValue *get) {
    const IrValue *variable = get->operands[0], *loop = info_of(plan, variable)->loop;
    Earlier earlier = {get, variable, false};
    if (!loop || !stands_in(get->block, loop->blocks[1])) return false;
    ir_walk(loop->blocks[1], look_earlier, &earlier);
    return !earlier.found;
}

static void visit_range(IrValue *value, void *context) {
    LanePlan *plan = context;
    LaneInfo *info = info_of(plan, value);
    if (value->operation == IR_WHILE) {
        find_counting(plan, value);
        return;
    }
    if (value->operation == IR_FOR) {
        const IrValue *index = value->blocks[0]->index;
        for (int whose = ALL_LANES; whose <= RUNNING_LANES; whose++) {
            Range from = plain_range(plan, value->operands[0], whose), to = plain_range(plan, value->operands[1], whose);
            if (!from.known || !to.known || to.high <= from.low) continue;
            if (whose == ALL_LANES) info_of(plan, index)->is_ranged = true, info_of(plan, index)->low = from.low, info_of(plan, index)->high = to.high - 1;
            else info_of(plan, index)->is_bounded = true, info_of(plan, index)->least = from.low, info_of(plan, index)->most = to.high - 1;
        }
        return;
    }
    if (value->operation == IR_GET) {
        const LaneInfo *variable = info_of(plan, value->operands[0]);
        if (!is_whole(value->type) || !is_fresh(plan, value)) return;
        info->is_bounded = true;
        info->least = variable->least;
        info->most = variable->most;
        if (variable->level == LEVEL_LANE) return;
        info->is_ranged = true; /* then all lanes are in the loop together */
        info->low = variable->least;
        info->high = variable->most;
        return;
    }
    if (value->type->kind == IR_POINTER) {
        Range base = {.known = false}, by = {true, 0, 0};
        const IrValue *from = value->operand_count ? value->operands[0] : NULL;
        if (value->operation == IR_SHARED || value->operation == IR_LOCAL || value->operation == IR_GLOBAL) base = by;
        else if (!from || from->type->kind != IR_POINTER || from->operation == IR_PARAMETER) return;
        else if (value->operation == IR_FIELD || value->operation == IR_ITEM || value->operation == IR_OFFSET || value->operation == IR_BITCAST) base = plain_range(plan, from, RUNNING_LANES);
        if (value->operation == IR_FIELD) by.low = by.high = ir_field_of(value)->offset;
        if (value->operation == IR_ITEM || value->operation == IR_OFFSET) by = product(IR_TYPE(INT64), range_of(plan, value->operands[1], value->block, RUNNING_LANES), value->type->element->size);
        Range sum = base.known && by.known ? within(IR_TYPE(INT64), base.low + by.low, base.high + by.high) : (Range){.known = false};
        info->is_bounded = sum.known;
        info->least = sum.low;
        info->most = sum.high;
        return;
    }
    if (!is_whole(value->type)) return;
    Range all = computed_range(plan, value, ALL_LANES), running = computed_range(plan, value, RUNNING_LANES);
    info->is_ranged = all.known, info->low = all.low, info->high = all.high;
    info->is_bounded = running.known, info->least = running.low, info->most = running.high;
}

/* ---- linear values ---- */

static bool stride_of(const LanePlan *plan, const IrValue *value, int64_t *stride, bool *is_exact) {
    *stride = 0;
    if (ir_is_constant(value) || value->operation == IR_PARAMETER || info_of(plan, value)->level < LEVEL_LANE) return true;
    const LaneInfo *info = info_of(plan, value);
    *stride = info->stride;
    if (!info->is_exact) *is_exact = false;
    return info->is_linear;
}

/* Can the first lane's number tell that the last one's has not wrapped? */
static bool may_look(const IrType *type, int64_t stride) {
    int64_t most = (int64_t)1 << (8 * type->size - 2);
    return stride * IR_WARP_SIZE < most && stride * IR_WARP_SIZE > -most;
}

static void visit_linear(IrValue *value, void *context) {
    LanePlan *plan = context;
    LaneInfo *info = info_of(plan, value);
    int64_t stride[2] = {0, 0};
    const IrType *type = value->type;
    bool is_signed = ir_kind(type) == 'i', exact = true, ignored = true;
    for (int i = 0; i < value->operand_count; i++)
        if (!ir_is_constant(value->operands[i]) && value->operands[i]->operation != IR_PARAMETER && info_of(plan, value->operands[i])->is_conditional) info->is_conditional = true;
    const int64_t far = 1 << 20;
    if (value->operation == IR_THREAD) {
        info->is_linear = info->is_exact = value->detail == 0 && plan->lanes_along_x;
        info->stride = 1;
        return;
    }
    if (value->operation == IR_GET) {
        const LaneInfo *variable = info_of(plan, value->operands[0]);
        if (!variable->stepped || !(stands_in(value->block, variable->stepped->blocks[0]) || stands_in(value->block, variable->stepped->blocks[1]))) return;
        info->is_linear = stride_of(plan, value->operands[0]->operands[0], &info->stride, &exact);
        info->is_exact = exact && is_signed && !variable->steps_casts; /* the user's signed numbers do not wrap */
        return;
    }
    if (type->kind == IR_POINTER) {
        if (value->operation == IR_BITCAST && value->operands[0]->type->kind == IR_POINTER) info->is_linear = stride_of(plan, value->operands[0], &info->stride, &exact);
        else if (value->operation == IR_FIELD && value->operands[0]->type->kind == IR_POINTER) info->is_linear = stride_of(plan, value->operands[0], &info->stride, &exact);
        else if (value->operation == IR_ITEM || value->operation == IR_OFFSET) {
            const IrType *by = value->operands[1]->type;
            info->is_linear = stride_of(plan, value->operands[0], &stride[0], &ignored) && stride_of(plan, value->operands[1], &stride[1], &exact) && stride[1] < far && stride[1] > -far;
            if (info->is_linear) info->stride = stride[0] + stride[1] * type->element->size;
            info->needs_look = by->size < 8 && !exact; /* the index is widened */
            if (info->needs_look && !may_look(by, stride[1])) info->is_linear = false;
            if (info->needs_look) info->is_conditional = true;
        } else if (value->operation == IR_LOCAL) {
            info->is_linear = true;
            info->stride = (type->element->size + 15) & ~(int64_t)15;
        }
        info->is_exact = info->is_linear;
        return;
    }
    if (!is_whole(type)) return;
    switch (value->operation) {
    case IR_CAST: {
        const IrType *from = value->operands[0]->type;
        if (!is_whole(from)) return;
        info->is_linear = stride_of(plan, value->operands[0], &info->stride, &exact);
        /* What is wider counts on only where the narrow number did not wrap: the code looks (lanes_render_value). */
        bool widens = type->size > from->size, keeps = ir_kind(from) == 'u' || is_signed;
        info->needs_look = widens && !exact;
        info->is_exact = (widens && keeps) || (info->is_ranged && exact);
        if (info->needs_look && !may_look(from, info->stride)) info->is_linear = false;
        break;
    }
    case IR_ADD:
    case IR_SUB:
        info->is_linear = stride_of(plan, value->operands[0], &stride[0], &exact) && stride_of(plan, value->operands[1], &stride[1], &exact);
        info->stride = stride[0] + (value->operation == IR_ADD ? stride[1] : -stride[1]);
        info->is_exact = exact && (info->is_ranged || is_signed);
        break;
    case IR_MUL:
    case IR_SHL: {
        const IrValue *left = value->operands[0], *right = value->operands[1];
        if (value->operation == IR_MUL && ir_is_constant(left)) right = left, left = value->operands[1];
        if (!ir_is_constant(right) || right->constant.i < 0 || right->constant.i > (value->operation == IR_MUL ? far : 20)) return;
        info->is_linear = stride_of(plan, left, &info->stride, &exact) && info->stride < far && info->stride > -far;
        if (info->is_linear) info->stride *= value->operation == IR_MUL ? right->constant.i : (int64_t)1 << right->constant.i;
        info->is_exact = exact && (info->is_ranged || is_signed);
        break;
    }
    default: return;
    }
    if (info->stride > (int64_t)1 << 40 || info->stride < -((int64_t)1 << 40)) info->is_linear = false;
    if (info->needs_look) info->is_conditional = true;
}

/* ---- variables that step together ---- */

static void visit_set(IrValue *value, void *context) {
    LanePlan *plan = context;
    if (value->operation != IR_SET) return;
    LaneInfo *info = info_of(plan, value->operands[0]);
    info->sets++;
    info->set = value;
}

/* A lane's variable that a loop steps by the same in every round: whoever is still in the loop has stepped as often. */
static void visit_variable(IrValue *value, void *context) {
    LanePlan *plan = context;
    if (value->operation != IR_VAR || !is_whole(value->type)) return;
    LaneInfo *info = info_of(plan, value);
    if (info->level < LEVEL_LANE || info->is_array) return;
    if (info->sets != 1 || !info->set->block->owner) return;
    bool casts = false;
    const IrValue *loop = info->set->block->owner, *step = unsigned_too(info->set->operands[1], &casts);
    if (loop->operation != IR_WHILE || info->set->block != loop->blocks[1] || loop->block != value->block || ir_is_constant(step)) return;
    if (step->operation != IR_ADD && step->operation != IR_SUB) return;
    bool adds = step->operation == IR_ADD && reads(step->operands[1], value, &casts);
    const IrValue *from = step->operands[adds ? 1 : 0], *by = step->operands[adds ? 0 : 1];
    if (!reads(from, value, &casts) || step->type->size != value->type->size || (!ir_is_constant(by) && by->operation != IR_PARAMETER && info_of(plan, by)->level == LEVEL_LANE)) return;
    info->steps_casts = casts;
    if (!has_continue(loop)) info->stepped = loop;
}

static void visit_lazy(IrValue *value, void *context) {
    enum { DEPTH_MAX = 6 };
    LanePlan *plan = context;
    LaneInfo *info = info_of(plan, value);
    int conditional = 0, depth = 0;
    if (!info->is_linear || info->is_spilled || info->level < LEVEL_LANE || ir_trait(value) != TRAIT_P) return;
    for (int i = 0; i < value->operand_count; i++) {
        const IrValue *used = value->operands[i];
        if (ir_is_constant(used) || used->operation == IR_PARAMETER || !info_of(plan, used)->is_conditional) continue;
        conditional++;
        if (info_of(plan, used)->lazy_depth > depth) depth = info_of(plan, used)->lazy_depth;
    }
    info->lazy_depth = (uint8_t)(info->is_conditional ? depth + 1 : 0);
    info->is_lazy = conditional < 2 && info->lazy_depth <= DEPTH_MAX;
    if (!info->is_lazy) info->lazy_depth = 0;
}

void lanes_find_ranges(LanePlan *plan) {
    IrBlock *body = plan->kernel->body;
    ir_walk(body, visit_set, plan);
    for (int round = 0; round < 3; round++) ir_walk(body, visit_range, plan); /* a limit may stand behind what it bounds */
    ir_walk(body, visit_variable, plan);
    ir_walk(body, visit_linear, plan);
    ir_walk(body, visit_lazy, plan);
}

static const IrValue *root_of(const IrValue *pointer) {
    while (pointer->operation == IR_FIELD || pointer->operation == IR_ITEM || pointer->operation == IR_OFFSET || pointer->operation == IR_BITCAST) pointer = pointer->operands[0];
    return pointer;
}

bool lanes_is_inside(const LanePlan *plan, const IrValue *pointer) {
    const IrValue *root = root_of(pointer);
    int64_t size;
    if (ir_is_constant(pointer) || pointer->operation == IR_PARAMETER || !info_of(plan, pointer)->is_bounded) return false;
    if (root->operation == IR_SHARED || root->operation == IR_LOCAL) size = root->type->element->size;
    else if (root->operation == IR_GLOBAL) size = root->global->type->size;
    else return false;
    const LaneInfo *info = info_of(plan, pointer);
    return info->least >= 0 && info->most <= size - pointer->type->element->size;
}

int64_t lanes_rounds(const LanePlan *plan, const IrValue *loop) {
    if (loop->operation == IR_FOR) {
        const LaneInfo *index = info_of(plan, loop->blocks[0]->index);
        return index->is_bounded ? index->most - index->least + 1 : INT64_MAX;
    }
    const IrValue *condition = loop->blocks[0]->last->operands[0];
    for (int side = 0; side < 2 && !ir_is_constant(condition) && condition->operand_count == 2; side++) {
        bool casts = false;
        const IrValue *counter = unsigned_too(condition->operands[side], &casts);
        if (counter->operation == IR_GET && info_of(plan, counter->operands[0])->loop == loop) return info_of(plan, counter->operands[0])->rounds;
    }
    return INT64_MAX;
}
