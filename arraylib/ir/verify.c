/* Is a module what ir/README.md says? Types follow, values are used where they are visible, blocks end as they must. */
#include "arraylib/ir/private.h"

#include <string.h>

typedef struct Verifier {
    IrModule *module;
    IrFunction *function;
    Error *error;
    int64_t local_bytes;
    int64_t shared_bytes;
    bool calls_itself;
} Verifier;

static bool fault(Verifier *verifier, const IrValue *value, const char *what) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "@%s", verifier->function->name);
    if (value && ir_gives_value(value)) text_append_format(&text, ", %%%d", value->number);
    if (value && value->line) text_append_format(&text, ", line %d", value->line);
    text_append_format(&text, ": %s%s%s", value ? ir_operation_rows[value->operation].word : "", value ? " " : "", what);
    error_set(verifier->error, "SystemError", "%s", text_string(&text));
    text_release(&text);
    return false;
}

/* Is `value` computed before `user`, in its block or one around it? Every value seen so far carries its block in
 * `note`; a block that has ended is unmarked by its values' notes being cleared. */
static bool is_visible(const Verifier *verifier, const IrValue *value) {
    if (value->operation == IR_CONSTANT) return true;
    if (value->operation == IR_PARAMETER)
        return value->number < verifier->function->parameter_count &&
               verifier->function->parameters[value->number] == value;
    return value->note == verifier;
}

static bool check_block(Verifier *verifier, IrBlock *block);

static bool is_jump(IrOperation operation) {
    return operation == IR_BREAK || operation == IR_CONTINUE || operation == IR_RETURN || operation == IR_TEST || operation == IR_RAISE;
}

static bool inside_loop(const IrBlock *block) {
    for (; block->owner; block = block->owner->block) {
        if (block->owner->operation == IR_FOR) return true;
        if (block->owner->operation == IR_WHILE) return block == block->owner->blocks[1];
    }
    return false;
}

/* Where nothing may leave: the condition of a while. */
static bool inside_condition(const IrBlock *block) {
    for (; block->owner; block = block->owner->block) {
        if (block->owner->operation == IR_FOR) return false;
        if (block->owner->operation == IR_WHILE) return block == block->owner->blocks[0];
    }
    return false;
}

static bool check_jump(Verifier *verifier, const IrValue *value) {
    const IrBlock *block = value->block;
    switch (value->operation) {
    case IR_BREAK:
    case IR_CONTINUE: return inside_loop(block) || fault(verifier, value, "stands in no loop");
    case IR_TEST:
        if (!block->owner || block->owner->operation != IR_WHILE || block != block->owner->blocks[0])
            return fault(verifier, value, "stands outside of a while's condition");
        return true;
    case IR_RETURN: {
        const IrType *given = value->operand_count ? value->operands[0]->type : ir_void_type();
        if (inside_condition(block)) return fault(verifier, value, "stands in a while's condition");
        return given == verifier->function->result || fault(verifier, value, "gives another type than the function");
    }
    case IR_CAUGHT:
        return (block->owner && block->owner->operation == IR_TRY && block == block->owner->blocks[1] && block->first == value) ||
               fault(verifier, value, "does not begin a handler");
    default: return true;
    }
}

static bool check_blocks(Verifier *verifier, IrValue *value) {
    IrOperation operation = value->operation;
    bool first = operation == IR_IF || operation == IR_FOR || operation == IR_WHILE || operation == IR_TRY;
    if ((value->blocks[0] != NULL) != first || (value->blocks[1] && operation == IR_FOR) ||
        ((operation == IR_WHILE || operation == IR_TRY) && !value->blocks[1]) || (value->blocks[1] && !first))
        return fault(verifier, value, "has not the blocks that it needs");
    if (operation == IR_FOR) {
        IrValue *index = value->blocks[0]->index;
        if (!index || index->type != value->operands[0]->type) return fault(verifier, value, "has no index of its type");
        const IrValue *step = value->operands[2];
        if (ir_is_constant(step) && step->constant.u == 0) return fault(verifier, value, "has a step of 0");
        index->note = verifier;
    }
    for (int i = 0; i < 2; i++) {
        if (!value->blocks[i]) continue;
        if (value->blocks[i]->owner != value || value->blocks[i]->depth != value->block->depth + 1)
            return fault(verifier, value, "has a block that belongs elsewhere");
        if (!check_block(verifier, value->blocks[i])) return false;
    }
    if (operation == IR_FOR) value->blocks[0]->index->note = NULL;
    if (operation == IR_TRY && (!value->blocks[1]->first || value->blocks[1]->first->operation != IR_CAUGHT))
        return fault(verifier, value, "has a handler that does not begin with caught");
    if (operation == IR_TRY && verifier->function->kind == IR_KERNEL) return fault(verifier, value, "stands in a kernel");
    const IrValue *last = operation == IR_WHILE ? value->blocks[0]->last : NULL;
    if (operation == IR_WHILE && (!last || last->operation != IR_TEST))
        return fault(verifier, value, "has a condition that does not end in test");
    return true;
}

static bool check_storage(Verifier *verifier, const IrValue *value) {
    int64_t size = (value->type->element->size + 15) & ~(int64_t)15;
    if (value->operation == IR_LOCAL && (verifier->local_bytes += size) > IR_LOCAL_BYTES_MAX)
        return fault(verifier, value, "exceeds the function's local memory");
    if (value->operation == IR_SHARED && (verifier->shared_bytes += size) > IR_SHARED_BYTES_MAX)
        return fault(verifier, value, "exceeds a block's shared memory");
    return true;
}

static bool check_value(Verifier *verifier, IrValue *value) {
    TextBuffer why = TEXT_BUFFER_EMPTY;
    if (value->operation <= IR_INDEX || value->operation >= IR_OPERATION_COUNT)
        return fault(verifier, NULL, "a block holds what is no operation");
    for (int i = 0; i < value->operand_count; i++)
        if (!value->operands[i] || !is_visible(verifier, value->operands[i]))
            return fault(verifier, value, "uses a value that is not visible there");
    const IrType *type = ir_infer(verifier->module, value, value->type, &why);
    bool good = type == value->type;
    if (type && !good) text_append(&why, "has another type than it says");
    if (!good) fault(verifier, value, text_string(&why));
    text_release(&why);
    if (!good) return false;
    bool says = value->operation == IR_CHECK || (value->operation == IR_RAISE && !value->operand_count);
    if (says && (!value->name || !value->message)) return fault(verifier, value, "says nothing");
    /* A function may be called by kernels, so it may ask where it is; on the host nobody is anywhere. */
    if (!check_jump(verifier, value) || !check_blocks(verifier, value)) return false;
    if ((value->operation == IR_LOCAL || value->operation == IR_SHARED) && !check_storage(verifier, value)) return false;
    if (is_jump(value->operation) && value->next) return fault(verifier, value, "has something behind it that is never reached");
    value->note = verifier;
    return true;
}

static bool check_block(Verifier *verifier, IrBlock *block) {
    bool good = true;
    if (block->depth > IR_NESTING_MAX) return fault(verifier, NULL, "blocks are nested too deeply");
    for (IrValue *value = block->first; value && good; value = value->next) {
        if (value->block != block) return fault(verifier, value, "stands in another block than it says");
        good = check_value(verifier, value);
    }
    for (IrValue *value = block->first; value; value = value->next) value->note = NULL;
    return good;
}

/* Does every way through the block end in a return? A loop may run not at all. */
static bool always_returns(const IrBlock *block) {
    const IrValue *last = block->last;
    if (!last) return false;
    if (last->operation == IR_RETURN || last->operation == IR_RAISE) return true;
    return (last->operation == IR_IF || last->operation == IR_TRY) && last->blocks[1] && always_returns(last->blocks[0]) && always_returns(last->blocks[1]);
}

static void clear_note(IrValue *value, void *context) {
    (void)context;
    value->note = NULL;
    if (value->blocks[0] && value->blocks[0]->index) value->blocks[0]->index->note = NULL;
}

bool ir_verify(IrModule *module, Error *error) {
    if (ir_module_failed(module))
        return error_set(error, module->error.kind, "%s", module->error.message ? module->error.message : "no memory");
    Verifier verifier = {.module = module, .error = error};
    for (IrFunction *function = module->functions; function; function = function->next) {
        verifier.function = function;
        verifier.local_bytes = 0;
        ir_function_number(function);
        ir_walk(function->body, clear_note, NULL);
        if (!check_block(&verifier, function->body)) return false;
        bool is_odd = function->parameter_count != 1 || function->parameters[0]->type->kind != IR_POINTER || function->result != IR_TYPE(BOOL);
        if (function->is_rare && (is_odd || function->kind != IR_FUNCTION)) return fault(&verifier, NULL, "is rare, and takes or gives another thing than such functions do");
        if (function->kind == IR_EXTERNAL) {
            if (function->body->first) return fault(&verifier, NULL, "is external, and has a body");
            continue;
        }
        if (function->result->kind != IR_VOID && !always_returns(function->body))
            return fault(&verifier, NULL, "does not return on every way through it");
    }
    if (ir_module_failed(module)) return error_no_memory(error);
    return true;
}
