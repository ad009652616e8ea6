#include "arraylib/ir/private.h"

#include "base/hash_table.h"
#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const IrOperationRow ir_operation_rows[IR_OPERATION_COUNT] = {
#define X(NAME, word, operands, rule, kinds, trait) {word, operands, RULE_##rule, kinds, TRAIT_##trait},
    IR_OPERATIONS(X)
#undef X
};

const IrMathRow ir_math_rows[IR_MATH_COUNT] = {
#define X(name, operands, result, kinds) {#name, operands, #result[0], kinds},
    IR_MATH_FUNCTIONS(X)
#undef X
};

#define X(NAME, word, cuda) {word, cuda},
const IrWord ir_places[] = {IR_THREAD_PLACES(X)};
const IrWord ir_atomics[] = {IR_ATOMICS(X)};
const IrWord ir_shuffles[] = {IR_SHUFFLES(X)};
const IrWord ir_votes[] = {IR_VOTES(X)};
const IrWord ir_fences[] = {IR_FENCES(X)};
#undef X

const IrWord *ir_detail_words(IrOperation operation, int *count) {
    switch (operation) {
    case IR_ATOMIC: *count = IR_ATOMIC_COUNT; return ir_atomics;
    case IR_SHUFFLE: *count = IR_SHUFFLE_COUNT; return ir_shuffles;
    case IR_VOTE: *count = IR_VOTE_COUNT; return ir_votes;
    case IR_FENCE: *count = IR_FENCE_COUNT; return ir_fences;
    default: return NULL;
    }
}

void *ir_fail(IrModule *module, const char *kind, const char *format, ...) {
    char message[512];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    error_set(&module->error, kind, "%s", message);
    return NULL;
}

bool ir_name_is_good(const char *name, size_t length) {
    if (!length || length > 200 || (*name >= '0' && *name <= '9')) return false;
    for (size_t i = 0; i < length; i++) {
        char c = name[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_')) return false;
    }
    return true;
}

IrModule *ir_module_create(void) {
    IrModule *module = memory_allocate_zeroed(1, sizeof *module);
    HashTable *constants = memory_allocate_zeroed(1, sizeof *constants);
    if (!module || !constants) {
        memory_release(module);
        memory_release(constants);
        return NULL;
    }
    module->constant_table = constants;
    return module;
}

void ir_module_destroy(IrModule *module) {
    if (!module) return;
    hash_release(module->constant_table, NULL);
    memory_release(module->constant_table);
    arena_release(&module->arena);
    error_clear(&module->error);
    memory_release(module);
}

/* ---- values and blocks ---- */

IrValue *ir_value_create(IrModule *module, IrOperation operation, int detail, const IrType *type,
                         IrValue *const *operands, int count) {
    IrValue *value = arena_allocate(&module->arena, sizeof *value);
    IrValue **copies = count ? arena_allocate(&module->arena, (size_t)count * sizeof *copies) : NULL;
    if (!value || (count && !copies)) return ir_fail(module, "MemoryError", "no memory");
    if (count) memcpy(copies, operands, (size_t)count * sizeof *copies);
    *value = (IrValue){.operation = operation, .detail = detail, .type = type, .operands = copies, .operand_count = count};
    return value;
}

IrBlock *ir_block_create(IrFunction *function, IrValue *owner, int depth) {
    IrBlock *block = arena_allocate(&function->module->arena, sizeof *block);
    if (!block) return ir_fail(function->module, "MemoryError", "no memory");
    *block = (IrBlock){.owner = owner, .function = function, .depth = depth};
    return block;
}

void ir_block_insert(IrBlock *block, IrValue *before, IrValue *value) {
    value->block = block;
    value->next = before;
    value->previous = before ? before->previous : block->last;
    *(value->previous ? &value->previous->next : &block->first) = value;
    *(before ? &before->previous : &block->last) = value;
}

void ir_block_remove(IrValue *value) {
    IrBlock *block = value->block;
    *(value->previous ? &value->previous->next : &block->first) = value->next;
    *(value->next ? &value->next->previous : &block->last) = value->previous;
    value->block = NULL;
    value->previous = value->next = NULL;
}

void ir_walk(IrBlock *block, IrVisit *visit, void *context) {
    for (IrValue *value = block->first, *next; value; value = next) {
        next = value->next;
        visit(value, context);
        for (int i = 0; i < 2; i++)
            if (value->blocks[i]) ir_walk(value->blocks[i], visit, context);
    }
}

static void number_value(IrValue *value, void *context) {
    int *count = context;
    value->number = (*count)++;
    if (value->operation == IR_FOR) value->blocks[0]->index->number = (*count)++;
}

void ir_function_number(IrFunction *function) {
    int count = function->parameter_count;
    ir_walk(function->body, number_value, &count);
    function->value_count = count;
}

/* ---- functions and tables ---- */

IrFunction *ir_function_find(const IrModule *module, const char *name) {
    for (IrFunction *function = module->functions; function; function = function->next)
        if (!strcmp(function->name, name)) return function;
    return NULL;
}

IrGlobal *ir_global_find(const IrModule *module, const char *name) {
    for (IrGlobal *global = module->globals; global; global = global->next)
        if (!strcmp(global->name, name)) return global;
    return NULL;
}

static bool name_is_free(IrModule *module, const char *name) {
    if (!ir_name_is_good(name, strlen(name)))
        ir_fail(module, "SystemError", "@%.80s is no name", name);
    else if (ir_function_find(module, name) || ir_global_find(module, name))
        ir_fail(module, "SystemError", "@%s is defined twice", name);
    else return true;
    return false;
}

static IrValue *make_parameter(IrModule *module, IrValue *const *before, int position, const IrType *type,
                               const char *name) {
    if (!type || type->kind == IR_VOID || type->kind == IR_FIXED)
        return ir_fail(module, "SystemError", "parameter %d cannot be of that type", position);
    if (!ir_name_is_good(name, strlen(name))) return ir_fail(module, "SystemError", "%%%.80s is no name", name);
    for (int i = 0; i < position; i++)
        if (!strcmp(before[i]->name, name)) return ir_fail(module, "SystemError", "two parameters are called %%%s", name);
    IrValue *parameter = ir_value_create(module, IR_PARAMETER, 0, type, NULL, 0);
    if (!parameter) return NULL;
    parameter->number = position;
    parameter->name = arena_copy(&module->arena, name, strlen(name));
    return parameter->name ? parameter : ir_fail(module, "MemoryError", "no memory");
}

IrFunction *ir_function_create(IrModule *module, IrFunctionKind kind, const char *name, const IrType *result,
                               const IrType *const *types, const char *const *names, int count) {
    if (!name_is_free(module, name)) return NULL;
    if (count < 0 || count > IR_PARAMETERS_MAX)
        return ir_fail(module, "SystemError", "@%s has too many parameters", name);
    if (!result || (result->kind != IR_VOID && result->kind != IR_SCALAR && result->kind != IR_POINTER) ||
        (kind == IR_KERNEL && result->kind != IR_VOID))
        return ir_fail(module, "SystemError", "@%s cannot give a result of that type", name);
    IrFunction *function = arena_allocate(&module->arena, sizeof *function);
    IrValue **parameters = arena_allocate(&module->arena, (size_t)(count + 1) * sizeof *parameters);
    if (!function || !parameters) return ir_fail(module, "MemoryError", "no memory");
    *function = (IrFunction){.module = module, .kind = kind, .result = result, .parameters = parameters,
                             .parameter_count = count, .name = arena_copy(&module->arena, name, strlen(name))};
    function->body = ir_block_create(function, NULL, 0);
    if (!function->name || !function->body) return ir_fail(module, "MemoryError", "no memory");
    for (int i = 0; i < count; i++) {
        parameters[i] = make_parameter(module, parameters, i, types[i], names[i]);
        if (!parameters[i]) return NULL;
        if (types[i]->kind == IR_STRUCT && kind == IR_FUNCTION)
            return ir_fail(module, "SystemError", "@%s: structs come by value into kernels only", name);
    }
    *(module->last_function ? &module->last_function->next : &module->functions) = function;
    return module->last_function = function;
}

static bool is_good_table(const IrType *type, bool is_variable) {
    const IrType *innermost = type;
    while (innermost && innermost->kind == IR_FIXED) innermost = innermost->element;
    if (!type || type->size > (is_variable ? 1 << 26 : 1 << 20)) return false;
    return innermost->kind == IR_SCALAR || (is_variable && (innermost->kind == IR_STRUCT || innermost->kind == IR_POINTER));
}

static IrGlobal *create_global(IrModule *module, const char *name, const IrType *type, const void *bytes, bool is_variable) {
    if (!name_is_free(module, name)) return NULL;
    if (!is_good_table(type, is_variable))
        return ir_fail(module, "SystemError", "@%s cannot be of that type", name);
    IrGlobal *global = arena_allocate(&module->arena, sizeof *global);
    char *copy = arena_copy(&module->arena, bytes, (size_t)type->size);
    if (!global || !copy) return ir_fail(module, "MemoryError", "no memory");
    *global = (IrGlobal){arena_copy(&module->arena, name, strlen(name)), type, copy, is_variable, NULL};
    if (!global->name) return ir_fail(module, "MemoryError", "no memory");
    *(module->last_global ? &module->last_global->next : &module->globals) = global;
    return module->last_global = global;
}

IrGlobal *ir_global_create(IrModule *module, const char *name, const IrType *type, const void *bytes) {
    return create_global(module, name, type, bytes, false);
}

IrGlobal *ir_variable_create(IrModule *module, const char *name, const IrType *type, const void *bytes) {
    return create_global(module, name, type, bytes, true);
}

/* ---- constants ---- */

IrValue *ir_constant(IrModule *module, const IrType *type, IrScalar scalar) {
    char key[64];
    unsigned char bytes[16] = {0};
    if (!type || type->kind != IR_SCALAR) return ir_fail(module, "SystemError", "a constant must be a scalar");
    ir_scalar_store(type, bytes, scalar);
    int length = snprintf(key, sizeof key, "%d:", type->scalar);
    for (int i = 0; i < type->size; i++) length += snprintf(key + length, sizeof key - (size_t)length, "%02x", bytes[i]);
    IrValue *value = hash_get(module->constant_table, key);
    if (value) return value;
    value = ir_value_create(module, IR_CONSTANT, 0, type, NULL, 0);
    if (!value) return NULL;
    value->constant = ir_scalar_load(type, bytes);
    if (!hash_set(module->constant_table, key, value)) return ir_fail(module, "MemoryError", "no memory");
    return value;
}

IrValue *ir_integer(IrModule *module, const IrType *type, int64_t number) {
    IrScalar scalar = {.i = number}, result = scalar;
    const IrType *from = IR_TYPE(INT64);
    if (!type || type->kind != IR_SCALAR) return ir_fail(module, "SystemError", "a constant must be a scalar");
    ir_evaluate(IR_CAST, 0, type, &from, &scalar, &result);
    return ir_constant(module, type, result);
}

IrValue *ir_float(IrModule *module, const IrType *type, double number) {
    IrScalar scalar = {.f64 = number}, result = scalar;
    const IrType *from = IR_TYPE(FLOAT64);
    if (!type || type->kind != IR_SCALAR) return ir_fail(module, "SystemError", "a constant must be a scalar");
    ir_evaluate(IR_CAST, 0, type, &from, &scalar, &result);
    return ir_constant(module, type, result);
}
