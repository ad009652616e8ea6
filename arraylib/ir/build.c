/* Appending values to a block. A failed step leaves module->error set and gives NULL. */
#include "arraylib/ir/private.h"

#include <string.h>

static IrValue *place(IrBuilder *builder, IrValue *value) {
    if (!value) return NULL;
    value->line = builder->line;
    ir_block_insert(builder->block, builder->before, value);
    return value;
}

static bool all_there(IrModule *module, IrOperation operation, IrValue *const *operands, int count) {
    for (int i = 0; i < count; i++) {
        if (operands[i]) continue;
        ir_fail(module, "SystemError", "%s: operand %d is missing", ir_operation_rows[operation].word, i);
        return false;
    }
    return true;
}

/* A value with the type that it should have; `fill` has set what else it needs. */
static IrValue *finish(IrBuilder *builder, IrValue *value, const IrType *given) {
    TextBuffer why = TEXT_BUFFER_EMPTY;
    if (!value) return NULL;
    value->type = ir_infer(builder->module, value, given, &why);
    if (!value->type) {
        ir_fail(builder->module, "SystemError", "%s %s", ir_operation_rows[value->operation].word, text_string(&why));
        value = NULL;
    }
    text_release(&why);
    return place(builder, value);
}

static IrValue *start(IrBuilder *builder, IrOperation operation, int detail, IrValue *const *operands, int count) {
    if (ir_module_failed(builder->module) || !all_there(builder->module, operation, operands, count)) return NULL;
    return ir_value_create(builder->module, operation, detail, ir_void_type(), operands, count);
}

IrValue *ir_build(IrBuilder *builder, IrOperation operation, int detail, IrValue *const *operands, int count) {
    return finish(builder, start(builder, operation, detail, operands, count), NULL);
}

IrValue *ir_build_unary(IrBuilder *builder, IrOperation operation, IrValue *operand) {
    return ir_build(builder, operation, 0, &operand, 1);
}

IrValue *ir_build_binary(IrBuilder *builder, IrOperation operation, IrValue *left, IrValue *right) {
    return ir_build(builder, operation, 0, (IrValue *[]){left, right}, 2);
}

IrValue *ir_build_select(IrBuilder *builder, IrValue *condition, IrValue *yes, IrValue *no) {
    return ir_build(builder, IR_SELECT, 0, (IrValue *[]){condition, yes, no}, 3);
}

IrValue *ir_build_cast(IrBuilder *builder, const IrType *type, IrValue *value) {
    if (value && value->type == type) return value;
    return finish(builder, start(builder, IR_CAST, 0, &value, 1), type);
}

IrValue *ir_build_cut(IrBuilder *builder, const IrType *type, IrValue *value) {
    return finish(builder, start(builder, IR_CUT, 0, &value, 1), type);
}

IrValue *ir_build_bitcast(IrBuilder *builder, const IrType *type, IrValue *value) {
    if (value && value->type == type) return value;
    return finish(builder, start(builder, IR_BITCAST, 0, &value, 1), type);
}

IrValue *ir_build_math(IrBuilder *builder, IrMath function, IrValue *const *operands, int count) {
    return ir_build(builder, IR_MATH, (int)function, operands, count);
}

IrValue *ir_build_shape(IrBuilder *builder, IrValue *array, int axis) {
    return ir_build(builder, IR_SHAPE, axis, &array, 1);
}

IrValue *ir_build_element(IrBuilder *builder, IrValue *array, IrValue *const *indexes, int count, bool checked) {
    IrValue *operands[IR_RANK_MAX + 1] = {array};
    if (count < 0 || count > IR_RANK_MAX) return ir_fail(builder->module, "SystemError", "element has too many indexes");
    if (count) memcpy(operands + 1, indexes, (size_t)count * sizeof *operands);
    return ir_build(builder, checked ? IR_ELEMENT_CHECKED : IR_ELEMENT, 0, operands, count + 1);
}

IrValue *ir_build_thread(IrBuilder *builder, IrPlace where, int axis) {
    return ir_build(builder, IR_THREAD, 3 * (int)where + axis, NULL, 0);
}

IrValue *ir_build_global(IrBuilder *builder, IrGlobal *global) {
    IrValue *value = start(builder, IR_GLOBAL, 0, NULL, 0);
    if (value) value->global = global;
    return finish(builder, value, NULL);
}

IrValue *ir_build_var(IrBuilder *builder, IrValue *initial) { return ir_build_unary(builder, IR_VAR, initial); }
IrValue *ir_build_get(IrBuilder *builder, IrValue *variable) { return ir_build_unary(builder, IR_GET, variable); }
IrValue *ir_build_set(IrBuilder *builder, IrValue *variable, IrValue *value) {
    return ir_build_binary(builder, IR_SET, variable, value);
}

IrValue *ir_build_storage(IrBuilder *builder, IrOperation operation, const IrType *type) {
    IrSpace space = operation == IR_LOCAL ? IR_LOCAL_SPACE : IR_SHARED_SPACE;
    return finish(builder, start(builder, operation, 0, NULL, 0), ir_pointer_type(builder->module, type, space));
}

IrValue *ir_build_load(IrBuilder *builder, IrValue *pointer) { return ir_build_unary(builder, IR_LOAD, pointer); }
IrValue *ir_build_store(IrBuilder *builder, IrValue *pointer, IrValue *value) {
    return ir_build_binary(builder, IR_STORE, pointer, value);
}

IrValue *ir_build_call(IrBuilder *builder, IrFunction *callee, IrValue *const *arguments, int count) {
    IrValue *value = start(builder, IR_CALL, 0, arguments, count);
    if (value) value->callee = callee;
    return finish(builder, value, NULL);
}

IrValue *ir_build_view(IrBuilder *builder, IrValue *pointer, IrValue *const *extents, IrValue *const *strides, int rank,
                       bool contiguous) {
    IrValue *operands[1 + 2 * IR_RANK_MAX] = {pointer};
    if (rank < 0 || rank > IR_RANK_MAX) return ir_fail(builder->module, "SystemError", "view has too many axes");
    if (!pointer || pointer->type->kind != IR_POINTER || pointer->type->element->kind != IR_SCALAR)
        return ir_fail(builder->module, "SystemError", "view needs a pointer to scalars");
    for (int axis = 0; axis < rank; axis++) {
        operands[1 + axis] = extents[axis];
        if (!contiguous) operands[1 + rank + axis] = strides[axis];
    }
    return finish(builder, start(builder, IR_VIEW, 0, operands, 1 + (contiguous ? 1 : 2) * rank),
                  ir_array_type(builder->module, pointer->type->element->scalar, rank, contiguous));
}

IrValue *ir_build_parallel(IrBuilder *builder, IrFunction *body, IrValue *first, IrValue *stop, IrValue *parts,
                           IrValue *context) {
    IrValue *value = start(builder, IR_PARALLEL, 0, (IrValue *[]){first, stop, parts, context}, 4);
    if (value) value->callee = body;
    return finish(builder, value, NULL);
}

IrValue *ir_build_print(IrBuilder *builder, const char *format, IrValue *const *values, int count) {
    IrValue *value = start(builder, IR_PRINT, 0, values, count);
    if (value && !(value->message = arena_copy(&builder->module->arena, format, strlen(format))))
        return ir_fail(builder->module, "MemoryError", "no memory");
    return finish(builder, value, NULL);
}

static IrValue *exception(IrBuilder *builder, IrValue *value, const char *kind, const char *message) {
    if (value) {
        value->name = arena_copy(&builder->module->arena, kind, strlen(kind));
        value->message = arena_copy(&builder->module->arena, message, strlen(message));
        if (!value->name || !value->message) return ir_fail(builder->module, "MemoryError", "no memory");
    }
    return finish(builder, value, NULL);
}

IrValue *ir_build_check(IrBuilder *builder, IrValue *condition, const char *kind, const char *message) {
    return exception(builder, start(builder, IR_CHECK, 0, &condition, 1), kind, message);
}

IrValue *ir_build_raise(IrBuilder *builder, const char *kind, const char *message) {
    return exception(builder, start(builder, IR_RAISE, 0, NULL, 0), kind, message);
}

IrValue *ir_build_raise_number(IrBuilder *builder, IrValue *number) { return ir_build_unary(builder, IR_RAISE, number); }
IrValue *ir_build_raise_again(IrBuilder *builder, IrValue *caught) { return ir_build_unary(builder, IR_RAISE, caught); }

IrValue *ir_build_return(IrBuilder *builder, IrValue *value) {
    return ir_build(builder, IR_RETURN, 0, &value, value ? 1 : 0);
}

/* ---- blocks ---- */

static IrBlock *inner_block(IrBuilder *builder, IrValue *owner) {
    if (!owner) return NULL;
    if (builder->block->depth >= IR_NESTING_MAX) return ir_fail(builder->module, "SystemError", "blocks are nested too deeply");
    return ir_block_create(builder->block->function, owner, builder->block->depth + 1);
}

static void enter(IrBuilder *builder, IrBlock *block) {
    if (!block) return;
    builder->block = block;
    builder->before = NULL;
}

IrValue *ir_build_if(IrBuilder *builder, IrValue *condition) {
    IrValue *value = ir_build_unary(builder, IR_IF, condition);
    if (!value || !(value->blocks[0] = inner_block(builder, value))) return NULL;
    enter(builder, value->blocks[0]);
    return value;
}

void ir_build_else(IrBuilder *builder) {
    IrValue *owner = builder->block->owner;
    if (ir_module_failed(builder->module)) return;
    if (!owner || owner->operation != IR_IF || owner->blocks[1]) {
        ir_fail(builder->module, "SystemError", "else without if");
        return;
    }
    builder->block = owner->block;
    owner->blocks[1] = inner_block(builder, owner);
    enter(builder, owner->blocks[1]);
}

IrValue *ir_build_for(IrBuilder *builder, IrValue *first, IrValue *stop, IrValue *step) {
    IrValue *value = ir_build(builder, IR_FOR, 0, (IrValue *[]){first, stop, step}, 3);
    IrBlock *body = inner_block(builder, value);
    IrValue *index = body ? ir_value_create(builder->module, IR_INDEX, 0, first->type, NULL, 0) : NULL;
    if (!index) return NULL;
    value->blocks[0] = index->block = body;
    body->index = index;
    enter(builder, body);
    return index;
}

void ir_build_while(IrBuilder *builder) {
    IrValue *value = ir_build(builder, IR_WHILE, 0, NULL, 0);
    if (!value) return;
    value->blocks[0] = inner_block(builder, value);
    value->blocks[1] = inner_block(builder, value);
    if (value->blocks[0] && value->blocks[1]) enter(builder, value->blocks[0]);
}

void ir_build_test(IrBuilder *builder, IrValue *condition) {
    IrValue *owner = builder->block->owner;
    if (!ir_build_unary(builder, IR_TEST, condition)) return;
    if (!owner || owner->operation != IR_WHILE || builder->block != owner->blocks[0])
        ir_fail(builder->module, "SystemError", "test outside of while's condition");
    else enter(builder, owner->blocks[1]);
}

void ir_build_try(IrBuilder *builder) {
    IrValue *value = ir_build(builder, IR_TRY, 0, NULL, 0);
    if (!value) return;
    value->blocks[0] = inner_block(builder, value);
    value->blocks[1] = inner_block(builder, value);
    if (value->blocks[0] && value->blocks[1]) enter(builder, value->blocks[0]);
}

IrValue *ir_build_catch(IrBuilder *builder) {
    IrValue *owner = builder->block->owner;
    if (ir_module_failed(builder->module)) return NULL;
    if (!owner || owner->operation != IR_TRY || builder->block != owner->blocks[0] || owner->blocks[1]->first)
        return ir_fail(builder->module, "SystemError", "catch without try");
    enter(builder, owner->blocks[1]);
    return ir_build(builder, IR_CAUGHT, 0, NULL, 0);
}

static IrValue *caught_part(IrBuilder *builder, IrValue *caught, size_t offset, const IrType *type) {
    IrModule *module = builder->module;
    if (!caught) return NULL;
    IrValue *bytes = ir_build_bitcast(builder, ir_pointer_type(module, IR_TYPE(INT8), IR_LOCAL_SPACE), caught);
    IrValue *place = ir_build_binary(builder, IR_OFFSET, bytes, ir_integer(module, IR_TYPE(INT64), (int64_t)offset));
    if (!place) return NULL;
    return ir_build_load(builder, ir_build_bitcast(builder, ir_pointer_type(module, type, IR_LOCAL_SPACE), place));
}

IrValue *ir_build_caught_kind(IrBuilder *builder, IrValue *caught) {
    return caught_part(builder, caught, offsetof(IrFault, kind), IR_TYPE(INT32));
}

IrValue *ir_build_caught_number(IrBuilder *builder, IrValue *caught) {
    return caught_part(builder, caught, offsetof(IrFault, raised), IR_TYPE(INT64));
}

void ir_build_end(IrBuilder *builder) {
    IrValue *owner = builder->block->owner;
    if (ir_module_failed(builder->module)) return;
    if (!owner) {
        ir_fail(builder->module, "SystemError", "end without a block");
        return;
    }
    builder->block = owner->block;
    builder->before = owner->next;
}
