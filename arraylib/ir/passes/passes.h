/* The passes, and what they share. A pass may use `note` of every value; it is NULL at the start. */
#ifndef ARRAYLIB_IR_PASSES_H
#define ARRAYLIB_IR_PASSES_H

#include "arraylib/ir/private.h"
#include "config.h"

bool pass_fold(IrFunction *function);
bool pass_common(IrFunction *function);
bool pass_dead(IrFunction *function);
bool pass_inline(IrFunction *function);
bool pass_plain(IrFunction *function);
bool pass_promote(IrFunction *function);
bool pass_forward(IrFunction *function);
bool pass_narrow(IrFunction *function);
bool pass_strip(IrFunction *function);
bool pass_hoist(IrFunction *function);
bool pass_split(IrFunction *function);

/* A kernel that computes the same and has no arrays; itself when it has none. NULL: no memory, or what cannot be. */
IrFunction *ir_flatten(IrFunction *kernel);
/* Its arguments from those of the kernel, at most IR_PARAMETERS_MAX; their number. */
int ir_flatten_arguments(const IrFunction *kernel, void *const *arguments, void **flat);

void pass_clear_notes(IrFunction *function);
/* Operands that were replaced (their note says by what) become their replacements. */
void pass_resolve(IrValue *value);
void pass_move_values(IrBlock *from, IrBlock *to, IrValue *before);
/* Appends copies; each value's note is its copy afterwards. False: no memory. */
bool pass_copy_block(const IrBlock *from, IrBlock *to);
static inline bool pass_is_jump(const IrValue *value) {
    return value->operation == IR_BREAK || value->operation == IR_CONTINUE || value->operation == IR_RETURN ||
           value->operation == IR_RAISE;
}

/* What a loop checks in each round and can be looked at once for many of them (loop_checks.c). */
enum { LOOP_CHECKS_MAX = 64 };
typedef struct LoopChecks {
    IrFunction *function;
    IrValue *loop;
    IrBlock *body;
    IrValue *index;
    IrValue *checks[LOOP_CHECKS_MAX];
    int check_count;
    IrBuilder builder;
} LoopChecks;

bool loop_holds(const IrValue *value, const IrBlock *body); /* is it computed in there? */
void checks_add(LoopChecks *c, IrValue *value); /* if it is one */
/* Are all of them good in the rounds from `first` to `last`? NULL: there are none. Built where c->builder is. */
IrValue *checks_hold(LoopChecks *c, IrValue *first, IrValue *last);
void checks_drop(LoopChecks *c); /* they are known to be good */

#endif
