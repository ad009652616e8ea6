/* The passes, and what they share. A pass may use `note` of every value; it is NULL at the start. */
#ifndef ARRAYLIB_IR_PASSES_H
#define ARRAYLIB_IR_PASSES_H

#include "arraylib/ir/private.h"
#include "config.h"

bool pass_fold(IrFunction *function);
bool pass_common(IrFunction *function);
bool pass_dead(IrFunction *function);
bool pass_inline(IrFunction *function);
bool pass_promote(IrFunction *function);
bool pass_forward(IrFunction *function);
bool pass_narrow(IrFunction *function);
bool pass_strip(IrFunction *function);

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

#endif
