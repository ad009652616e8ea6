/* strip: inner loops in strips of 1024 rounds.
 *
 *     for i = start to stop step 1 { ... a[i + 3] checked ... }
 *
 * becomes
 *
 *     for s = start to stop step 1024 {
 *         poll
 *         end = s + min(stop - s, 1024)
 *         if s + 3 and end - 1 + 3 are inside { for i = s to end { ... a[i + 3] ... } }
 *         else { for i = s to end { ... a[i + 3] checked ... } }
 *     }
 *
 * so that the loop inside has neither checks nor polls and may be vectorised, and a fault happens in the same round as
 * before. An index is hoisted when it is c * i + d with a small constant c (or that behind Python's rule for negative
 * ones): in between it is then between its ends. Every other loop polls in each round. */
#include "arraylib/ir/passes/passes.h"

#include <string.h>

enum { STRIP = 1024 };

typedef LoopChecks Strip;

typedef struct Survey {
    Strip *strip;
    bool loops;
    int depth; /* of the innermost block */
} Survey;

static void look(IrValue *value, void *context) {
    Survey *survey = context;
    Strip *strip = survey->strip;
    if (value->operation == IR_FOR || value->operation == IR_WHILE) survey->loops = true;
    if (value->block->depth > survey->depth) survey->depth = value->block->depth;
    checks_add(strip, value);
}

/* ---- the new loops ---- */

/* `break` of the loop itself becomes: note it, and break. There are no loops inside. */
static void mark_breaks(IrModule *module, IrBlock *block, IrValue *stopped) {
    for (IrValue *value = block->first; value; value = value->next) {
        for (int i = 0; i < 2; i++)
            if (value->blocks[i]) mark_breaks(module, value->blocks[i], stopped);
        if (value->operation != IR_BREAK) continue;
        IrBuilder builder = {.module = module, .block = block, .before = value};
        ir_build_set(&builder, stopped, ir_integer(module, IR_TYPE(BOOL), 1));
    }
}

static void find_break(IrValue *value, void *context) {
    if (value->operation == IR_BREAK) *(bool *)context = true;
}

/* The loop over one strip, with an empty body; its own IF's block is the builder's. */
static IrBlock *build_inner(Strip *strip, IrValue *first, IrValue *end) {
    IrModule *module = strip->function->module;
    IrValue *index = ir_build_for(&strip->builder, first, end, ir_integer(module, first->type, 1));
    if (!index) return NULL;
    IrBlock *body = strip->builder.block;
    body->owner->loop_hint = 1;
    body->owner->line = strip->loop->line;
    return body;
}

static bool fill_with_original(Strip *strip, IrBlock *body) {
    checks_drop(strip);
    pass_move_values(strip->body, body, NULL);
    strip->index->note = body->index;
    return true;
}

static bool fill_with_copy(Strip *strip, IrBlock *body) {
    strip->index->note = body->index;
    bool good = pass_copy_block(strip->body, body);
    pass_clear_notes(strip->function);
    strip->index->note = NULL;
    return good;
}

static void resolve(IrValue *value, void *context) {
    (void)context;
    pass_resolve(value);
}

static bool cut(Strip *strip) {
    IrModule *module = strip->function->module;
    IrBuilder *b = &strip->builder;
    IrValue *loop = strip->loop, *start = loop->operands[0], *stop = loop->operands[1], *stopped = NULL;
    const IrType *type = start->type, *wide = type->size == 8 ? IR_TYPE(UINT64) : IR_TYPE(UINT32);
    bool breaks = false;
    ir_walk(strip->body, find_break, &breaks);
    *b = (IrBuilder){.module = module, .block = loop->block, .before = loop, .line = loop->line};
    if (breaks && (stopped = ir_build_var(b, ir_integer(module, IR_TYPE(BOOL), 0)))) mark_breaks(module, strip->body, stopped);
    IrValue *first = ir_build_for(b, start, stop, ir_integer(module, type, STRIP));
    if (!first) return false;
    IrBlock *outer = b->block;
    ir_build(b, IR_POLL, 0, NULL, 0);
    IrValue *left = ir_build_cast(b, wide, ir_build_binary(b, IR_SUB, stop, first));
    IrValue *length = ir_build_binary(b, IR_MIN, left, ir_integer(module, wide, STRIP));
    IrValue *end = ir_build_binary(b, IR_ADD, first, ir_build_cast(b, type, length));
    IrValue *last = ir_build_binary(b, IR_SUB, end, ir_integer(module, type, 1));
    IrValue *good = checks_hold(strip, first, last);
    if (good) {
        IrValue *choice = ir_build_if(b, good);
        IrBlock *fast = choice ? build_inner(strip, first, end) : NULL;
        if (!fast) return false;
        ir_build_end(b);
        ir_build_else(b);
        IrBlock *slow = build_inner(strip, first, end);
        if (!slow || !fill_with_copy(strip, slow) || !fill_with_original(strip, fast)) return false;
    } else {
        IrBlock *body = build_inner(strip, first, end);
        if (!body || !fill_with_original(strip, body)) return false;
    }
    *b = (IrBuilder){.module = module, .block = outer, .line = loop->line};
    if (stopped) {
        ir_build_if(b, ir_build_get(b, stopped));
        ir_build(b, IR_BREAK, 0, NULL, 0);
    }
    ir_walk(outer, resolve, NULL);
    strip->index->note = NULL;
    ir_block_remove(loop);
    return !ir_module_failed(module);
}

static bool add_poll(IrFunction *function, IrBlock *block) {
    IrBuilder builder = {.module = function->module, .block = block, .before = block->first};
    return ir_build(&builder, IR_POLL, 0, NULL, 0) != NULL;
}

static bool strip_block(IrFunction *function, IrBlock *block);

static bool strip_for(IrFunction *function, IrValue *loop) {
    Strip strip = {.function = function, .loop = loop, .body = loop->blocks[0], .index = loop->blocks[0]->index};
    Survey survey = {.strip = &strip};
    const IrValue *step = loop->operands[2];
    if (loop->loop_hint) return true;
    bool by_one = ir_is_constant(step) && step->constant.u == 1;
    if (by_one) ir_walk(strip.body, look, &survey);
    if (by_one && !survey.loops && survey.depth + 4 < IR_NESTING_MAX) return cut(&strip);
    return strip_block(function, loop->blocks[0]) && add_poll(function, loop->blocks[0]);
}

static bool strip_block(IrFunction *function, IrBlock *block) {
    for (IrValue *value = block->first, *next; value; value = next) {
        bool good = true;
        next = value->next;
        if (value->operation == IR_FOR) good = strip_for(function, value);
        else if (value->operation == IR_WHILE)
            good = strip_block(function, value->blocks[0]) && strip_block(function, value->blocks[1]) &&
                   add_poll(function, value->blocks[0]);
        else if (value->operation == IR_IF || value->operation == IR_TRY)
            good = strip_block(function, value->blocks[0]) && (!value->blocks[1] || strip_block(function, value->blocks[1]));
        if (!good) return false;
    }
    return true;
}

bool pass_strip(IrFunction *function) {
    if (function->kind == IR_KERNEL) return true; /* a GPU neither checks nor polls */
    return strip_block(function, function->body) && !ir_module_failed(function->module);
}
