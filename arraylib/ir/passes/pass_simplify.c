/* fold, cse, dead: what makes a function smaller without looking at its loops. */
#include "arraylib/ir/passes/passes.h"

#include "base/memory.h"

#include <string.h>

/* ---- fold ---- */

static void remove_from(IrValue *value) {
    for (IrValue *next; value; value = next) {
        next = value->next;
        ir_block_remove(value);
    }
}

static bool is_number(const IrValue *value, int64_t number) {
    if (!ir_is_constant(value) || !strchr("biu", ir_kind(value->type))) return false;
    IrScalar wanted = {.i = number};
    const IrType *from = IR_TYPE(INT64);
    if (value->type != IR_TYPE(BOOL)) ir_evaluate(IR_CAST, 0, value->type, &from, &wanted, &wanted);
    return value->constant.u == wanted.u;
}

static IrValue *computed(const IrValue *value) {
    IrScalar operands[4], result;
    const IrType *types[4];
    if (value->operand_count < 1 || value->operand_count > 3 || value->type->kind != IR_SCALAR) return NULL;
    for (int i = 0; i < value->operand_count; i++) {
        if (!ir_is_constant(value->operands[i])) return NULL;
        operands[i] = value->operands[i]->constant;
        types[i] = value->operands[i]->type;
    }
    if (!ir_evaluate(value->operation, value->detail, value->type, types, operands, &result)) return NULL;
    return ir_constant(value->block->function->module, value->type, result);
}

/* What SHAPE, STRIDE or DATA of a view is. NULL: a stride that follows from extents. */
static IrValue *part_of_view(const IrValue *value, const IrValue *view) {
    const IrType *type = view->type;
    if (value->operation == IR_DATA) return view->operands[0];
    if (value->operation == IR_SHAPE) return view->operands[1 + value->detail];
    if (!type->contiguous) return view->operands[1 + type->rank + value->detail];
    if (value->detail < type->rank - 1) return NULL;
    return ir_integer(value->block->function->module, IR_TYPE(INT64), type->element->size);
}

/* Quotients and rests that round down, by a power of two; and those that are only compared with 0, for which any rest will do.
 * The value becomes the other operation. */
static void simplify_rest(IrValue *value) {
    IrModule *module = value->block->function->module;
    IrOperation operation = value->operation;
    if (operation == IR_EQ || operation == IR_NE) {
        IrValue *rest = value->operands[0];
        if (rest->operation != IR_FLOOR_REM || !strchr("iu", ir_kind(rest->type)) || !is_number(value->operands[1], 0)) return;
        IrValue *plain = ir_value_create(module, IR_REM, 0, rest->type, rest->operands, 2);
        if (!plain) return;
        plain->line = value->line;
        ir_block_insert(value->block, value, plain);
        value->operands[0] = plain;
        return;
    }
    bool is_rest = operation == IR_FLOOR_REM;
    if ((!is_rest && operation != IR_FLOOR_DIV) || !strchr("iu", ir_kind(value->type)) || !ir_is_constant(value->operands[1])) return;
    uint64_t by = value->operands[1]->constant.u;
    if ((ir_kind(value->type) == 'i' && (int64_t)by <= 0) || !by || (by & (by - 1))) return;
    IrValue *other = ir_integer(module, value->type, is_rest ? (int64_t)(by - 1) : __builtin_ctzll(by));
    if (!other) return;
    value->operation = is_rest ? IR_AND : IR_SHR;
    value->operands[1] = other;
}

/* A check that fails is a RAISE, and nothing behind it is reached. A condition's block must end in its test. */
static IrValue *raise_at(IrValue *check) {
    const IrValue *owner = check->block->owner;
    if (owner && owner->operation == IR_WHILE && check->block == owner->blocks[0]) return check->next;
    check->operation = IR_RAISE;
    check->operand_count = 0;
    remove_from(check->next);
    return NULL;
}

/* A value that this one always equals, to the bit. */
static IrValue *identity(const IrValue *value) {
    if (!value->operand_count) return NULL;
    IrValue *a = value->operands[0], *b = value->operand_count > 1 ? value->operands[1] : NULL;
    bool whole = strchr("iu", ir_kind(value->type)) != NULL;
    switch (value->operation) {
    case IR_ADD:
    case IR_OR:
    case IR_XOR:
        if (is_number(a, 0)) return b;
        return is_number(b, 0) ? a : NULL;
    case IR_SUB:
    case IR_SHL:
    case IR_SHR: return is_number(b, 0) ? a : NULL;
    case IR_MUL:
        if (is_number(a, 1) || (whole && is_number(b, 0))) return b;
        return is_number(b, 1) || (whole && is_number(a, 0)) ? a : NULL;
    case IR_AND:
        if (is_number(a, 0) || is_number(b, value->type == IR_TYPE(BOOL) ? 1 : -1)) return a;
        return is_number(b, 0) || is_number(a, value->type == IR_TYPE(BOOL) ? 1 : -1) ? b : NULL;
    case IR_DIV:
    case IR_FLOOR_DIV: return whole && is_number(b, 1) ? a : NULL;
    case IR_MIN:
    case IR_MAX: return a == b ? a : NULL;
    case IR_SELECT:
        if (ir_is_constant(a)) return a->constant.u ? b : value->operands[2];
        return b == value->operands[2] ? b : NULL;
    case IR_CAST: return a->type == value->type ? a : NULL;
    case IR_SHAPE:
    case IR_STRIDE:
    case IR_DATA: return a->operation == IR_VIEW ? part_of_view(value, a) : NULL;
    case IR_BITCAST: return a->type == value->type ? a : NULL;
    case IR_NOT: return a->operation == IR_NOT ? a->operands[0] : NULL;
    default: return NULL;
    }
}

static void fold_block(IrBlock *block);

/* The block takes the place of its owner. Where it ends in a jump, nothing behind is ever reached. */
static IrValue *splice(IrValue *value, IrBlock *chosen) {
    IrValue *next = value->next;
    IrBlock *block = value->block;
    if (chosen) pass_move_values(chosen, block, value);
    IrValue *last = value->previous;
    ir_block_remove(value);
    if (last && chosen && pass_is_jump(last) && next) {
        remove_from(next);
        next = NULL;
    }
    return next;
}

static bool runs_never(const IrValue *value) {
    const IrValue *const *x = (const IrValue *const *)value->operands;
    if (ir_is_constant(x[2]) && x[2]->constant.u == 0) return true;
    if (!ir_is_constant(x[0]) || !ir_is_constant(x[1]) || !ir_is_constant(x[2])) return false;
    return ir_trip_count(x[0]->type, x[0]->constant, x[1]->constant, x[2]->constant) == 0;
}

/* Returns what comes next. */
static IrValue *fold_value(IrValue *value) {
    IrValue *next = value->next, *better = NULL;
    pass_resolve(value);
    simplify_rest(value);
    if (ir_trait(value) == TRAIT_P && (better = computed(value)) == NULL) better = identity(value);
    if (better) {
        value->note = better;
        ir_block_remove(value);
        return next;
    }
    for (int i = 0; i < 2; i++)
        if (value->blocks[i]) fold_block(value->blocks[i]);
    next = value->next;
    if (value->operation == IR_CHECK && is_number(value->operands[0], 1)) {
        ir_block_remove(value);
        return next;
    }
    if (value->operation == IR_CHECK && is_number(value->operands[0], 0)) return raise_at(value);
    if (value->operation == IR_IF && ir_is_constant(value->operands[0]))
        return splice(value, value->blocks[value->operands[0]->constant.u ? 0 : 1]);
    if (value->operation == IR_FOR && runs_never(value)) return splice(value, NULL);
    return next;
}

static void fold_block(IrBlock *block) {
    for (IrValue *value = block->first; value; value = fold_value(value)) continue;
}

bool pass_fold(IrFunction *function) {
    fold_block(function->body);
    return !ir_module_failed(function->module);
}

/* ---- cse ---- */

enum { BUCKETS = 256 };

typedef struct Known {
    IrValue *value;
    struct Known *next; /* in the bucket */
    struct Known *previous; /* seen before, in the order of the walk */
    unsigned bucket;
} Known;

typedef struct KnownTable {
    Known *buckets[BUCKETS], *last;
    Arena arena;
    bool failed;
} KnownTable;

static bool is_shareable(const IrValue *value) {
    switch (value->operation) {
    case IR_ELEMENT_CHECKED: /* what passed once passes again */
    case IR_CHECK:
    case IR_THREAD:
    case IR_DYNAMIC_SHARED: return true;
    default: return ir_trait(value) == TRAIT_P;
    }
}

static unsigned bucket_of(const IrValue *value) {
    uint64_t hash = (uint64_t)value->operation * 31 + (uint64_t)value->detail;
    for (int i = 0; i < value->operand_count; i++) hash = hash * 0x9e3779b97f4a7c15u + ((uintptr_t)value->operands[i] >> 4);
    return (unsigned)(hash >> 20) % BUCKETS;
}

static bool is_same(const IrValue *left, const IrValue *right) {
    if (left->operation != right->operation || left->detail != right->detail || left->type != right->type ||
        left->operand_count != right->operand_count)
        return false;
    if (left->operation == IR_GLOBAL && left->global != right->global) return false;
    for (int i = 0; i < left->operand_count; i++)
        if (left->operands[i] != right->operands[i]) return false;
    return true;
}

static void share_block(KnownTable *table, IrBlock *block);

static void share_value(KnownTable *table, IrValue *value) {
    pass_resolve(value);
    if (is_shareable(value)) {
        unsigned bucket = bucket_of(value);
        for (Known *known = table->buckets[bucket]; known; known = known->next) {
            if (!is_same(known->value, value)) continue;
            if (ir_gives_value(value)) value->note = known->value;
            ir_block_remove(value);
            return;
        }
        Known *known = arena_allocate(&table->arena, sizeof *known);
        if (!known) table->failed = true;
        else {
            *known = (Known){value, table->buckets[bucket], table->last, bucket};
            table->buckets[bucket] = table->last = known;
        }
    }
    for (int i = 0; i < 2; i++)
        if (value->blocks[i]) share_block(table, value->blocks[i]);
}

/* What a block computed is forgotten at its end. */
static void share_block(KnownTable *table, IrBlock *block) {
    Known *before = table->last;
    for (IrValue *value = block->first, *next; value; value = next) {
        next = value->next;
        share_value(table, value);
    }
    for (; table->last != before; table->last = table->last->previous)
        table->buckets[table->last->bucket] = table->last->next;
}

bool pass_common(IrFunction *function) {
    KnownTable table = {.last = NULL};
    share_block(&table, function->body);
    arena_release(&table.arena);
    return !table.failed;
}

/* ---- dead ---- */

/* Does something beside the values that use it see it? */
static bool is_seen(const IrValue *value) {
    switch (value->operation) {
    case IR_VAR:
    case IR_LOCAL:
    case IR_SHARED:
    case IR_THREAD:
    case IR_DYNAMIC_SHARED:
    case IR_ACTIVE_MASK: return false;
    case IR_SET: return value->operands[0]->note != NULL;
    default: return ir_trait(value) != TRAIT_P && ir_trait(value) != TRAIT_R;
    }
}

static bool mark(IrValue *value) {
    if (ir_is_constant(value) || value->note) return false;
    value->note = value;
    return true;
}

/* From the end, so that users come before what they use. */
static bool mark_block(IrBlock *block) {
    bool changed = false;
    for (IrValue *value = block->last; value; value = value->previous) {
        for (int i = 1; i >= 0; i--)
            if (value->blocks[i] && mark_block(value->blocks[i])) changed = true;
        if (!is_seen(value) && !value->note) continue;
        if (mark(value)) changed = true;
        for (int i = 0; i < value->operand_count; i++) {
            if (value->operation == IR_SET && i == 0) continue;
            if (mark(value->operands[i])) changed = true;
        }
    }
    return changed;
}

static bool is_empty(const IrBlock *block) { return !block || !block->first; }

static bool sweep_block(IrBlock *block) {
    bool changed = false;
    for (IrValue *value = block->first, *next; value; value = next) {
        next = value->next;
        for (int i = 0; i < 2; i++)
            if (value->blocks[i] && sweep_block(value->blocks[i])) changed = true;
        bool idle = (value->operation == IR_IF || value->operation == IR_FOR) && is_empty(value->blocks[0]) && is_empty(value->blocks[1]);
        if (value->operation == IR_IF && value->blocks[1] && !value->blocks[1]->first) value->blocks[1] = NULL;
        if (value->note && !idle) continue;
        ir_block_remove(value);
        changed = true;
    }
    return changed;
}

bool pass_dead(IrFunction *function) {
    do {
        pass_clear_notes(function);
        while (mark_block(function->body)) continue;
    } while (sweep_block(function->body));
    return true;
}
