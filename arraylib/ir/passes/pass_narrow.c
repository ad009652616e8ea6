/* narrow: indexes of 32 bits. A GPU multiplies them several times as fast, and vectors hold twice as many.
 *
 * In a function that promises `small`, the range of every integer is estimated from what it is made of; loops whose
 * bounds fit count in int32, and index expressions all of whose parts fit are computed in int32. */
#include "arraylib/ir/passes/passes.h"

#include <string.h>

typedef struct Range {
    int64_t low, high; /* low > high: unknown */
    IrValue *narrow;   /* the same in int32, once it was asked for */
} Range;

static const Range unknown = {1, 0, NULL};

static bool is_known(Range range) { return range.low <= range.high; }
static bool fits(Range range) { return is_known(range) && range.low >= INT32_MIN && range.high <= INT32_MAX; }

static Range range_of(const IrValue *value) {
    if (ir_is_constant(value)) {
        bool small_enough = ir_kind(value->type) == 'i' || (ir_kind(value->type) == 'u' && value->constant.i >= 0);
        return small_enough ? (Range){value->constant.i, value->constant.i, NULL} : unknown;
    }
    return value->note ? *(const Range *)value->note : unknown;
}

/* Beneath casts that change nothing. */
static const IrValue *bare(const IrValue *value) {
    while (value->operation == IR_CAST && ir_kind(value->operands[0]->type) == 'i' &&
           value->operands[0]->type->size <= value->type->size)
        value = value->operands[0];
    return value;
}

static bool is_place(const IrValue *value, IrPlace place, int *axis) {
    value = bare(value);
    if (value->operation != IR_THREAD || value->detail / 3 != (int)place) return false;
    *axis = value->detail % 3;
    return true;
}

/* block_index * block_size, grid_size * block_size: a launch has fewer threads than 2**31 along an axis. */
static bool is_thread_product(const IrValue *value, int *axis) {
    int other;
    value = bare(value);
    if (value->operation != IR_MUL) return false;
    for (int i = 0; i < 2; i++) {
        const IrValue *count = value->operands[i], *size = value->operands[1 - i];
        if ((is_place(count, IR_BLOCK_INDEX, axis) || is_place(count, IR_GRID_SIZE, axis)) &&
            is_place(size, IR_BLOCK_SIZE, &other) && *axis == other)
            return true;
    }
    return false;
}

static Range combine(const IrValue *value) {
    Range a = range_of(value->operands[0]), b = range_of(value->operands[1]), result;
    int64_t corners[4];
    int axis, other;
    if (value->operation == IR_MUL && is_thread_product(value, &axis)) return (Range){0, INT32_MAX, NULL};
    if (value->operation == IR_ADD)
        for (int i = 0; i < 2; i++)
            if (is_thread_product(value->operands[i], &axis) && is_place(value->operands[1 - i], IR_THREAD_INDEX, &other) && axis == other)
                return (Range){0, INT32_MAX, NULL};
    if (value->operation == IR_FLOOR_REM && is_known(b) && b.low > 0) return (Range){0, b.high - 1, NULL};
    if (value->operation == IR_AND && is_known(b) && b.low == b.high && b.low >= 0) return (Range){0, b.low, NULL};
    if (!is_known(a) || !is_known(b)) return unknown;
    switch (value->operation) {
    case IR_ADD:
        return __builtin_add_overflow(a.low, b.low, &result.low) || __builtin_add_overflow(a.high, b.high, &result.high)
                   ? unknown : (Range){result.low, result.high, NULL};
    case IR_SUB:
        return __builtin_sub_overflow(a.low, b.high, &result.low) || __builtin_sub_overflow(a.high, b.low, &result.high)
                   ? unknown : (Range){result.low, result.high, NULL};
    case IR_MIN: return (Range){a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high, NULL};
    case IR_MAX: return (Range){a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high, NULL};
    case IR_MUL:
        for (int i = 0; i < 4; i++)
            if (__builtin_mul_overflow(i & 1 ? a.high : a.low, i & 2 ? b.high : b.low, &corners[i])) return unknown;
        result = (Range){corners[0], corners[0], NULL};
        for (int i = 1; i < 4; i++) {
            if (corners[i] < result.low) result.low = corners[i];
            if (corners[i] > result.high) result.high = corners[i];
        }
        return result;
    default: return unknown;
    }
}

/* Within the range of the type that it is computed in: otherwise it may have wrapped around. */
static Range within_type(Range range, const IrType *type) {
    if (!is_known(range) || type->size == 8) return type->size == 8 && ir_kind(type) == 'u' && range.low < 0 ? unknown : range;
    int bits = 8 * (int)type->size;
    int64_t low = ir_kind(type) == 'i' ? -((int64_t)1 << (bits - 1)) : 0;
    int64_t high = ir_kind(type) == 'i' ? ((int64_t)1 << (bits - 1)) - 1 : ((int64_t)1 << bits) - 1;
    return range.low >= low && range.high <= high ? range : unknown;
}

static Range estimate(const IrValue *value) {
    const IrType *type = value->type;
    Range range = unknown;
    if (!strchr("iu", ir_kind(type))) return unknown;
    switch (value->operation) {
    case IR_SHAPE: return (Range){0, INT32_MAX, NULL};
    case IR_STRIDE: return (Range){INT32_MIN, INT32_MAX, NULL};
    case IR_THREAD:
        if (value->detail / 3 == IR_THREAD_INDEX) return (Range){0, 1023, NULL};
        return value->detail / 3 == IR_BLOCK_SIZE ? (Range){1, 1024, NULL} : (Range){0, INT32_MAX, NULL};
    case IR_CAST:
        if (strchr("iub", ir_kind(value->operands[0]->type)))
            range = ir_kind(value->operands[0]->type) == 'b' ? (Range){0, 1, NULL} : range_of(value->operands[0]);
        break;
    case IR_SELECT: {
        Range a = range_of(value->operands[1]), b = range_of(value->operands[2]);
        if (is_known(a) && is_known(b)) range = (Range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high, NULL};
        break;
    }
    default:
        if (value->operand_count == 2 && ir_trait(value) == TRAIT_P && value->operands[0]->type == type &&
            value->operands[1]->type == type)
            range = combine(value);
    }
    range = within_type(range, type);
    if (!is_known(range) && type->size <= 4) /* any number of the type */
        range = within_type((Range){ir_kind(type) == 'i' ? -((int64_t)1 << (8 * type->size - 1)) : 0,
                                    ((int64_t)1 << (8 * type->size - (ir_kind(type) == 'i'))) - 1, NULL}, type);
    return range;
}

static void set_range(IrFunction *function, IrValue *value, Range range) {
    Range *kept = arena_allocate(&function->module->arena, sizeof *kept);
    if (!kept) ir_fail(function->module, "MemoryError", "no memory");
    else *kept = range;
    value->note = kept;
}

static Range index_range(const IrValue *loop) {
    Range start = range_of(loop->operands[0]), stop = range_of(loop->operands[1]), step = range_of(loop->operands[2]);
    if (!is_known(start) || !is_known(stop) || !is_known(step) || stop.high == INT64_MIN || stop.low == INT64_MAX) return unknown;
    if (step.low > 0) return (Range){start.low, stop.high - 1 > start.low ? stop.high - 1 : start.low, NULL};
    if (step.high < 0) return (Range){stop.low + 1 < start.high ? stop.low + 1 : start.high, start.high, NULL};
    return unknown;
}

/* ---- the same in 32 bits ---- */

enum { DEPTH_MAX = 200 };

static IrBuilder builder_behind(IrFunction *function, IrValue *value) {
    bool in_block = value->operation != IR_PARAMETER && value->operation != IR_INDEX;
    IrBlock *block = value->operation == IR_PARAMETER ? function->body : value->block;
    return (IrBuilder){.module = function->module, .block = block, .before = in_block ? value->next : block->first, .line = value->line};
}

static bool all_fit(const IrValue *value) {
    for (int i = 0; i < value->operand_count; i++)
        if (!fits(range_of(value->operands[i])) || value->operands[i]->type != value->type) return false;
    return true;
}

static IrValue *narrowed_at(IrFunction *function, IrValue *value, int depth) {
    const IrType *type = IR_TYPE(INT32);
    if (value->type == type) return value;
    if (ir_is_constant(value)) return ir_integer(function->module, type, value->constant.i);
    Range *range = value->note;
    if (range && range->narrow) return range->narrow;
    IrBuilder b = builder_behind(function, value);
    IrValue *result = NULL;
    bool arithmetic = value->operation == IR_ADD || value->operation == IR_SUB || value->operation == IR_MUL ||
                      value->operation == IR_MIN || value->operation == IR_MAX;
    if (value->operation == IR_CAST && value->operands[0]->type == type) return value->operands[0];
    if (arithmetic && depth < DEPTH_MAX && all_fit(value)) {
        IrValue *left = narrowed_at(function, value->operands[0], depth + 1);
        IrValue *right = narrowed_at(function, value->operands[1], depth + 1);
        b = builder_behind(function, value);
        result = ir_build_binary(&b, value->operation, left, right);
    } else result = ir_build_cast(&b, type, value);
    if (result && range) {
        set_range(function, result, (Range){range->low, range->high, NULL});
        range->narrow = result;
    }
    return result;
}

static IrValue *narrowed(IrFunction *function, IrValue *value) { return narrowed_at(function, value, 0); }

/* The loop counts in int32; who used its index gets it back as it was. */
static void narrow_loop(IrFunction *function, IrValue *loop) {
    IrValue *index = loop->blocks[0]->index;
    Range start = range_of(loop->operands[0]), stop = range_of(loop->operands[1]), step = range_of(loop->operands[2]);
    if (index->type != IR_TYPE(INT64) || !fits(start) || !fits(stop) || !fits(step)) return;
    for (int i = 0; i < 3; i++) {
        IrValue *narrow = narrowed(function, loop->operands[i]);
        if (!narrow) return;
        loop->operands[i] = narrow;
    }
    IrValue *counter = ir_value_create(function->module, IR_INDEX, 0, IR_TYPE(INT32), NULL, 0);
    if (!counter) return;
    counter->block = loop->blocks[0];
    loop->blocks[0]->index = counter;
    /* The old index becomes the cast: all that use it need no change. */
    IrValue **operands = arena_allocate(&function->module->arena, sizeof *operands);
    if (!operands) return;
    operands[0] = counter;
    index->operation = IR_CAST;
    index->operands = operands;
    index->operand_count = 1;
    ir_block_insert(loop->blocks[0], loop->blocks[0]->first, index);
}

static void narrow_block(IrFunction *function, IrBlock *block);

static void narrow_value(IrFunction *function, IrValue *value) {
    if (value->operation == IR_FOR) {
        IrValue *index = value->blocks[0]->index;
        Range range = index_range(value);
        narrow_loop(function, value);
        if (index->operation == IR_CAST) set_range(function, value->blocks[0]->index, range);
        set_range(function, index, range);
    }
    if (value->operation != IR_INDEX && !value->note) set_range(function, value, estimate(value));
    bool takes_index = value->operation == IR_ELEMENT || value->operation == IR_ELEMENT_CHECKED ||
                       value->operation == IR_OFFSET || value->operation == IR_ITEM;
    for (int i = 1; takes_index && i < value->operand_count; i++) {
        IrValue *index = value->operands[i];
        if (index->type->size != 8 || !fits(range_of(index))) continue;
        IrValue *narrow = narrowed(function, index);
        if (narrow) value->operands[i] = narrow;
    }
    for (int i = 0; i < 2; i++)
        if (value->blocks[i]) narrow_block(function, value->blocks[i]);
}

static void narrow_block(IrFunction *function, IrBlock *block) {
    for (IrValue *value = block->first; value; value = value->next)
        if (!ir_module_failed(function->module)) narrow_value(function, value);
}

bool pass_narrow(IrFunction *function) {
    if (!function->small) return true;
    narrow_block(function, function->body);
    return !ir_module_failed(function->module);
}
