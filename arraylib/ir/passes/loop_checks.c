/* Bounds that can be looked at once for many rounds of a loop: of indexes that follow the loop's own, c * i + d with a small
 * constant c, or that behind Python's rule for negative ones. Such an index is between its ends in every round, as long as
 * it cannot wrap around on the way: rounds times FACTOR_MAX are less than half of its type's numbers. */
#include "arraylib/ir/passes/passes.h"

#include <string.h>

enum { FACTOR_MAX = 1 << 20, EXPRESSION_DEPTH_MAX = 8 };

/* ---- indexes that follow the loop ---- */

bool loop_holds(const IrValue *value, const IrBlock *body) {
    for (const IrBlock *block = value->block; block; block = block->owner ? block->owner->block : NULL)
        if (block == body) return true;
    return false;
}

static bool is_wrapping_select(const IrValue *value) {
    if (value->operation != IR_SELECT) return false;
    const IrValue *condition = value->operands[0];
    return condition->operation == IR_LT && condition->operands[0] == value->operands[2] &&
           ir_is_constant(condition->operands[1]) && condition->operands[1]->constant.u == 0;
}

static bool is_signed_index(const IrType *type) { return type == IR_TYPE(INT32) || type == IR_TYPE(INT64); }

/* Is it factor * index + something fixed? */
static bool is_affine(const LoopChecks *c, const IrValue *value, int64_t *factor, int depth) {
    int64_t left, right;
    *factor = 0;
    if (value == c->index) {
        *factor = 1;
        return true;
    }
    if (ir_is_constant(value) || value->operation == IR_PARAMETER || !loop_holds(value, c->body)) return true;
    if (depth > EXPRESSION_DEPTH_MAX) return false;
    if (value->operation == IR_SHAPE || value->operation == IR_STRIDE) return !loop_holds(value->operands[0], c->body);
    if (!is_signed_index(value->type)) return false;
    const IrValue *const *x = (const IrValue *const *)value->operands;
    switch (value->operation) {
    case IR_ADD:
    case IR_SUB:
        if (!is_affine(c, x[0], &left, depth + 1) || !is_affine(c, x[1], &right, depth + 1)) return false;
        *factor = value->operation == IR_ADD ? left + right : left - right;
        break;
    case IR_MUL:
        if (!is_affine(c, x[0], &left, depth + 1) || !is_affine(c, x[1], &right, depth + 1)) return false;
        if (left == 0 && right == 0) return true;
        if (ir_is_constant(x[1]) && x[1]->constant.i >= -FACTOR_MAX && x[1]->constant.i <= FACTOR_MAX)
            *factor = left * x[1]->constant.i;
        else if (ir_is_constant(x[0]) && x[0]->constant.i >= -FACTOR_MAX && x[0]->constant.i <= FACTOR_MAX)
            *factor = right * x[0]->constant.i;
        else return false;
        break;
    case IR_CAST:
        if (!is_signed_index(x[0]->type) || x[0]->type->size > value->type->size) return false;
        if (!is_affine(c, x[0], factor, depth + 1)) return false;
        /* In the middle of an expression, what is cast must not wrap around between its ends. */
        return depth == 0 || *factor == 0 || x[0] == c->index;
    default: return false;
    }
    return *factor >= -FACTOR_MAX && *factor <= FACTOR_MAX;
}

/* The index that is checked in place of this one. */
static IrValue *plain_index(IrValue *index) { return is_wrapping_select(index) ? index->operands[2] : index; }

/* Can the array's extents be told outside of the loop? */
static bool has_fixed_extents(const LoopChecks *c, const IrValue *array) {
    int64_t factor;
    if (array->operation != IR_VIEW || !loop_holds(array, c->body)) return true;
    for (int axis = 0; axis < array->type->rank; axis++)
        if (!is_affine(c, array->operands[1 + axis], &factor, 0) || factor) return false;
    return true;
}

static bool can_hoist(const LoopChecks *c, const IrValue *check) {
    int64_t factor;
    if (!has_fixed_extents(c, check->operands[0])) return false;
    for (int i = 1; i < check->operand_count; i++) {
        const IrValue *index = plain_index(check->operands[i]);
        if (!is_signed_index(index->type) || !is_affine(c, index, &factor, 0)) return false;
    }
    return true;
}

/* The expression with another value for the index, built where the builder is. */
static IrValue *evaluate_at(LoopChecks *c, IrValue *value, IrValue *at) {
    IrValue *operands[2];
    if (value == c->index) return at;
    if (ir_is_constant(value) || value->operation == IR_PARAMETER || !loop_holds(value, c->body)) return value;
    for (int i = 0; i < value->operand_count && i < 2; i++) operands[i] = evaluate_at(c, value->operands[i], at);
    if (value->operation == IR_CAST) return ir_build_cast(&c->builder, value->type, operands[0]);
    return ir_build(&c->builder, value->operation, value->detail, operands, value->operand_count);
}

static IrValue *both(LoopChecks *c, IrValue *left, IrValue *right) {
    return left ? ir_build_binary(&c->builder, IR_AND, left, right) : right;
}

static IrValue *is_in_bounds(LoopChecks *c, IrValue *index, IrValue *extent) {
    IrBuilder *b = &c->builder;
    IrValue *unsigned_index = ir_build_cast(b, IR_TYPE(UINT64), index); /* in this order with every compiler */
    return ir_build_binary(b, IR_LT, unsigned_index, ir_build_cast(b, IR_TYPE(UINT64), extent));
}

IrValue *checks_hold(LoopChecks *c, IrValue *first, IrValue *last) {
    IrBuilder *b = &c->builder;
    IrValue *good = NULL;
    for (int k = 0; k < c->check_count; k++) {
        IrValue *check = c->checks[k], *array = check->operands[0];
        if (check->operation == IR_CHECK) { /* its condition is the same in all rounds */
            good = both(c, good, array);
            continue;
        }
        for (int axis = 0; axis < array->type->rank; axis++) {
            IrValue *index = plain_index(check->operands[axis + 1]);
            IrValue *extent = array->operation == IR_VIEW ? evaluate_at(c, array->operands[1 + axis], first) : ir_build_shape(b, array, axis);
            int64_t factor = 0;
            is_affine(c, index, &factor, 0);
            good = both(c, good, is_in_bounds(c, evaluate_at(c, index, first), extent));
            if (factor) good = both(c, good, is_in_bounds(c, evaluate_at(c, index, last), extent));
        }
    }
    return good;
}


void checks_add(LoopChecks *c, IrValue *value) {
    if (c->check_count == LOOP_CHECKS_MAX) return;
    bool fixed = value->operation == IR_CHECK && !loop_holds(value->operands[0], c->body);
    if (fixed || (value->operation == IR_ELEMENT_CHECKED && can_hoist(c, value))) c->checks[c->check_count++] = value;
}

void checks_drop(LoopChecks *c) {
    for (int k = 0; k < c->check_count; k++) {
        IrValue *check = c->checks[k];
        if (check->operation == IR_CHECK) {
            ir_block_remove(check);
            continue;
        }
        check->operation = IR_ELEMENT;
        for (int i = 1; i < check->operand_count; i++) check->operands[i] = plain_index(check->operands[i]);
    }
}
