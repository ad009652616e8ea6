/* forward: what a variable is known to hold takes the place of reading it. Copies of structs that became variables, and
 * parameters of functions that were taken in, vanish so; what stays of variables is what loops and branches change. */
#include "arraylib/ir/passes/passes.h"

#include "base/memory.h"

#include <string.h>

enum { WORK_MAX = 1 << 26 }; /* entries copied for branches: beyond, the function stays as it is */

typedef struct Forward {
    IrFunction *function;
    int *place;       /* of a variable in `known`, by number */
    IrValue **known;  /* what each variable holds, or NULL */
    int count, branches;
    bool no_memory;
} Forward;

static void count_value(IrValue *value, void *context) {
    Forward *f = context;
    if (value->operation == IR_VAR) f->place[value->number] = f->count++;
    if (value->operation == IR_IF || value->operation == IR_TRY) f->branches++;
}

static bool is_visible(const IrValue *value, const IrBlock *from) {
    if (ir_is_constant(value) || value->operation == IR_PARAMETER) return true;
    for (; from; from = from->owner ? from->owner->block : NULL)
        if (value->block == from) return true;
    return false;
}

static void forget_set(IrValue *value, void *context) {
    Forward *f = context;
    if (value->operation == IR_SET) f->known[f->place[value->operands[0]->number]] = NULL;
}

static void forget_hidden(Forward *f, const IrBlock *block) {
    for (int i = 0; i < f->count; i++)
        if (f->known[i] && !is_visible(f->known[i], block)) f->known[i] = NULL;
}

static void forward_block(Forward *f, IrBlock *block);

static bool leaves(const IrBlock *block) { return block->last && pass_is_jump(block->last); }

static void forward_if(Forward *f, IrValue *value) {
    size_t size = (size_t)f->count * sizeof *f->known;
    IrValue **before = memory_allocate(size + 1), **first = memory_allocate(size + 1);
    if (!before || !first) f->no_memory = true;
    else {
        memcpy(before, f->known, size);
        forward_block(f, value->blocks[0]);
        bool first_leaves = leaves(value->blocks[0]), second_leaves = value->blocks[1] && leaves(value->blocks[1]);
        memcpy(first, f->known, size);
        memcpy(f->known, before, size);
        if (value->blocks[1]) forward_block(f, value->blocks[1]);
        if (second_leaves) memcpy(f->known, first, size);
        for (int i = 0; i < f->count && !first_leaves && !second_leaves; i++)
            if (f->known[i] != first[i]) f->known[i] = NULL;
        forget_hidden(f, value->block);
    }
    memory_release(before);
    memory_release(first);
}

/* The body may be left anywhere: its handler knows only what the body does not change. */
static void forward_try(Forward *f, IrValue *value) {
    size_t size = (size_t)f->count * sizeof *f->known;
    IrValue **before = memory_allocate(size + 1), **first = memory_allocate(size + 1);
    if (!before || !first) f->no_memory = true;
    else {
        memcpy(before, f->known, size);
        forward_block(f, value->blocks[0]);
        bool first_leaves = leaves(value->blocks[0]), second_leaves = leaves(value->blocks[1]);
        memcpy(first, f->known, size);
        memcpy(f->known, before, size);
        ir_walk(value->blocks[0], forget_set, f);
        forward_block(f, value->blocks[1]);
        if (second_leaves) memcpy(f->known, first, size);
        for (int i = 0; i < f->count && !first_leaves && !second_leaves; i++)
            if (f->known[i] != first[i]) f->known[i] = NULL;
        forget_hidden(f, value->block);
    }
    memory_release(before);
    memory_release(first);
}

static void forward_loop(Forward *f, IrValue *value) {
    for (int i = 0; i < 2; i++)
        if (value->blocks[i]) ir_walk(value->blocks[i], forget_set, f);
    for (int i = 0; i < 2 && !f->no_memory; i++) {
        if (!value->blocks[i]) continue;
        if (i) forget_hidden(f, value->blocks[1]); /* the condition's values are its own */
        forward_block(f, value->blocks[i]);
    }
    for (int i = 0; i < 2; i++)
        if (value->blocks[i]) ir_walk(value->blocks[i], forget_set, f);
    forget_hidden(f, value->block);
}

static void forward_value(Forward *f, IrValue *value) {
    pass_resolve(value);
    switch (value->operation) {
    case IR_VAR: f->known[f->place[value->number]] = value->operands[0]; return;
    case IR_SET: f->known[f->place[value->operands[0]->number]] = value->operands[1]; return;
    case IR_GET: {
        IrValue **known = &f->known[f->place[value->operands[0]->number]];
        if (*known) {
            value->note = *known;
            ir_block_remove(value);
        } else *known = value;
        return;
    }
    case IR_IF: forward_if(f, value); return;
    case IR_TRY: forward_try(f, value); return;
    case IR_FOR:
    case IR_WHILE: forward_loop(f, value); return;
    default: return;
    }
}

static void forward_block(Forward *f, IrBlock *block) {
    for (IrValue *value = block->first, *next; value && !f->no_memory; value = next) {
        next = value->next;
        forward_value(f, value);
    }
}

bool pass_forward(IrFunction *function) {
    Forward f = {.function = function};
    ir_function_number(function);
    f.place = memory_allocate_zeroed((size_t)function->value_count + 1, sizeof *f.place);
    if (!f.place) return false;
    ir_walk(function->body, count_value, &f);
    f.known = memory_allocate_zeroed((size_t)f.count + 1, sizeof *f.known);
    if (!f.known) f.no_memory = true;
    else if ((int64_t)f.count * (f.branches + 1) < WORK_MAX) forward_block(&f, function->body);
    memory_release(f.place);
    memory_release(f.known);
    return !f.no_memory;
}
