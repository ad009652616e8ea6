/* The passes by name, and what they share. Each takes a function from one valid form to another that computes the same. */
#include "arraylib/ir/passes/passes.h"

#include <string.h>

const IrPass ir_passes[] = {
    {"fold", "compute what is constant; take branches that are certain", pass_fold},
    {"cse", "compute equal expressions once", pass_common},
    {"dead", "drop what nobody uses", pass_dead},
    {"inline", "take functions into the kernels that call them", pass_inline},
    {"plain", "make sums of views' elements and while loops of counting ones, in kernels", pass_plain},
    {"promote", "make variables of local memory", pass_promote},
    {"forward", "use what variables are known to hold", pass_forward},
    {"narrow", "index with 32 bits where the function promises that they are enough", pass_narrow},
    {"hoist", "compute before a loop what is the same in all its rounds", pass_hoist},
    {"split", "take the rare ways of inner loops out of the function", pass_split},
    {"strip", "cut inner loops into strips; check bounds and poll once a strip", pass_strip},
};
const size_t ir_pass_count = sizeof ir_passes / sizeof *ir_passes;

void pass_clear_notes(IrFunction *function);

static void clear_note(IrValue *value, void *context) {
    (void)context;
    value->note = NULL;
    if (value->operation == IR_FOR) value->blocks[0]->index->note = NULL;
}

void pass_clear_notes(IrFunction *function) {
    for (int i = 0; i < function->parameter_count; i++) function->parameters[i]->note = NULL;
    ir_walk(function->body, clear_note, NULL);
}

static const IrPass *find_pass(const char *name, size_t length) {
    for (size_t i = 0; i < ir_pass_count; i++)
        if (strlen(ir_passes[i].name) == length && !memcmp(ir_passes[i].name, name, length)) return &ir_passes[i];
    return NULL;
}

static bool run_pass(IrModule *module, const IrPass *pass, Error *error) {
    for (IrFunction *function = module->functions; function; function = function->next) {
        pass_clear_notes(function);
        if (!pass->run(function)) return error_no_memory(error);
        pass_clear_notes(function);
    }
    Error fault = ERROR_NONE;
    if (!IR_VERIFY_EACH || ir_verify(module, &fault)) return true;
    error_set(error, "SystemError", "after the pass %s: %s", pass->name, fault.message ? fault.message : "a fault");
    error_clear(&fault);
    return false;
}

bool ir_run_passes(IrModule *module, const char *names, Error *error) {
    while (*names) {
        size_t length = strcspn(names, " ");
        const IrPass *pass = find_pass(names, length);
        if (length && !pass) return error_set(error, "ValueError", "there is no pass %.*s", (int)length, names);
        if (length && !run_pass(module, pass, error)) return false;
        names += length;
        while (*names == ' ') names++;
    }
    return true;
}

/* ---- changing the tree ---- */

void pass_resolve(IrValue *value) {
    for (int i = 0; i < value->operand_count; i++)
        while (!ir_is_constant(value->operands[i]) && value->operands[i]->note) value->operands[i] = value->operands[i]->note;
}

static void pass_set_depth(IrBlock *block, int depth) {
    block->depth = depth;
    for (IrValue *value = block->first; value; value = value->next)
        for (int i = 0; i < 2; i++)
            if (value->blocks[i]) pass_set_depth(value->blocks[i], depth + 1);
}

void pass_move_values(IrBlock *from, IrBlock *to, IrValue *before) {
    for (IrValue *value = from->first, *next; value; value = next) {
        next = value->next;
        ir_block_remove(value);
        ir_block_insert(to, before, value);
        for (int i = 0; i < 2; i++)
            if (value->blocks[i]) pass_set_depth(value->blocks[i], to->depth + 1);
    }
}

/* A copy's operands: the copy of what was copied, else the value itself. */
static IrValue *copy_of(IrValue *value) { return !ir_is_constant(value) && value->note ? value->note : value; }

bool pass_copy_block(const IrBlock *from, IrBlock *to) {
    IrModule *module = to->function->module;
    for (IrValue *value = from->first; value; value = value->next) {
        IrValue *copy = ir_value_create(module, value->operation, value->detail, value->type, value->operands, value->operand_count);
        if (!copy) return false;
        for (int i = 0; i < copy->operand_count; i++) copy->operands[i] = copy_of(copy->operands[i]);
        copy->line = value->line;
        copy->loop_hint = value->loop_hint;
        copy->callee = value->callee; /* whichever of the union is set */
        copy->message = value->message;
        ir_block_insert(to, NULL, copy);
        value->note = copy;
        for (int i = 0; i < 2; i++) {
            if (!value->blocks[i]) continue;
            copy->blocks[i] = ir_block_create(to->function, copy, to->depth + 1);
            if (!copy->blocks[i]) return false;
            if (value->blocks[i]->index) {
                IrValue *index = ir_value_create(module, IR_INDEX, 0, value->blocks[i]->index->type, NULL, 0);
                if (!index) return false;
                index->block = copy->blocks[i];
                copy->blocks[i]->index = index;
                value->blocks[i]->index->note = index;
            }
            if (!pass_copy_block(value->blocks[i], copy->blocks[i])) return false;
        }
    }
    return true;
}
