/* The context, and the way from a function to code. */
#include "kernel/compile/private.h"

#include "base/memory.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/builtin/builtins.h"

#include <stdlib.h>
#include <string.h>

static void release_context(void *state) {
    CompileContext *context = state;
    if (!context) return;
    HashEntry *entry;
    for (size_t at = 0; hash_next(&context->sources, &at, &entry);) source_tree_release(entry->value);
    hash_release(&context->sources, NULL);
    hash_release(&context->trees, NULL);
    hash_release(&context->rows, NULL);
    hash_release(&context->attributes, NULL);
    type_table_release(&context->types);
    arena_release(&context->arena);
    ir_compiler_destroy(context->compiler);
    memory_release(context->compiler_problem);
    memory_release(context);
}

static void forget_constants(void *state) {
    CompileContext *context = state;
    context->is_ended = true;
    type_table_forget(&context->types);
}

CompileContext *compile_context(Thread *thread, const CompileHost *host) {
    static const char key = 0;
    CompileContext *context = interpreter_state(thread->interpreter, &key);
    if (context && context->is_ended) return raise_runtime_error(thread, "the interpreter is ending"), NULL;
    if (context) return context;
    context = memory_allocate_zeroed(1, sizeof *context);
    if (!context || !type_table_create(&context->types) || !interpreter_set_lasting_state(thread->interpreter, &key, context, release_context)) {
        release_context(context);
        raise_no_memory(thread);
        return NULL;
    }
    context->thread = thread;
    context->host = host;
    static const char constants_key = 0;
    if (!interpreter_set_state(thread->interpreter, &constants_key, context, forget_constants)) {
        raise_no_memory(thread);
        return NULL;
    }
    return context;
}

TypeTable *compile_types(CompileContext *context) { return &context->types; }

bool compile_is_possible(CompileContext *context, const char **why) {
    if (!context->compiler_tried) {
        Error error = ERROR_NONE;
        context->compiler_tried = true;
        context->compiler = ir_compiler_create(&error);
        if (!context->compiler) context->compiler_problem = memory_copy_string(error.message ? error.message : "LLVM is missing");
        error_clear(&error);
    }
    *why = context->compiler_problem;
    return context->compiler != NULL;
}

static Value raise_failure(Compilation *c) {
    Thread *thread = c->thread;
    if (c->has_raised || exception_is_set(thread)) return VALUE_ABSENT;
    if (!c->error_kind || !strcmp(c->error_kind, "MemoryError")) return raise_no_memory(thread);
    static const char errors[] = "numba.core.errors.";
    if (!strncmp(c->error_kind, errors, sizeof errors - 1)) {
        Value module = import_module(thread, "numba.core.errors");
        Value type = value_is_absent(module) ? VALUE_ABSENT : value_get_attribute_c(thread, module, c->error_kind + sizeof errors - 1);
        Value text = value_is_absent(type) ? VALUE_ABSENT : string_new(thread, text_string(&c->message), c->message.length);
        Value made = value_is_absent(text) ? VALUE_ABSENT : value_call_one(thread, type, text);
        if (!value_is_absent(made)) raise_instance(thread, made);
        value_release(made);
        value_release(text);
        value_release(type);
        value_release(module);
        return VALUE_ABSENT;
    }
    Error error = ERROR_NONE;
    error_set(&error, c->error_kind, "%s", text_string(&c->message));
    return raise_error(thread, &error);
}

static void compilation_end(Compilation *c) {
    for (size_t i = 0; i < c->kept_count; i++) value_release(c->kept[i]);
    memory_release(c->kept);
    text_release(&c->message);
    ir_module_destroy(c->module);
    arena_release(&c->arena);
}

static bool type_has_no_parts(const CompileType *type) { return type->kind == TYPE_KIND_LITERAL || type->kind == TYPE_KIND_OMITTED; }

/* What the passes and LLVM make of the module. */
static bool make_code(Compilation *c, Compiled *compiled, Instance *top) {
    Error error = ERROR_NONE;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    bool good = !ir_module_failed(c->module);
    if (!good) error_set(&error, c->module->error.kind, "%s", c->module->error.message ? c->module->error.message : "");
    if (good && c->is_device) {
        good = ir_verify(c->module, &error) && ir_run_passes(c->module, "fold cse fold cse dead", &error);
        if (good && top->options.keeps_text) ir_module_print(c->module, &text);
        if (good && top->options.keeps_text) compiled->text = memory_copy_string(text_string(&text));
        text_release(&text);
        if (!good) raise_error(c->thread, &error);
        return good;
    }
    good = good && ir_verify(c->module, &error) && ir_run_passes(c->module, IR_DEFAULT_PASSES, &error);
    const char *why;
    if (good && top->options.keeps_text) ir_module_print(c->module, &text);
    if (good && compile_is_possible(c->context, &why)) {
        IrCompileOptions options = {.source = top->options.keeps_text ? &text : NULL};
        compiled->program = ir_compile(c->context->compiler, c->module, &options, &error);
        compiled->entry = compiled->program ? ir_program_entry(compiled->program, top->ir_name) : NULL;
        good = compiled->entry != NULL;
        if (!good) error_set(&error, "SystemError", "no code");
    }
    if (good && top->options.keeps_text) compiled->text = memory_copy_string(text_string(&text));
    text_release(&text);
    if (good) return true;
    raise_error(c->thread, &error);
    return false;
}

static Compiled *compile(Compilation *c, Function *function, const CompileType *const *types, int count, const CompileType *result,
                         const CompileOptions *options, const CompileType **inferred) {
    const FunctionTree *tree = tree_of_function(c->context, function);
    if (!tree) {
        raise_format(c->thread, thread_builtins(c->thread)->exception_OSError, "could not get source code");
        return NULL;
    }
    Instance *top = instance_find(c, tree, function, NULL, types, count, options);
    top->wanted_result = result;
    instance_infer(c, top);
    if (c->is_device && !inferred && top->result->kind != TYPE_KIND_NONE)
        fail_kind(c, "TypeError", "CUDA kernel must have void return type.");
    if (inferred) {
        *inferred = top->result;
        return NULL;
    }
    instance_declare(c, top);
    for (bool is_done = false; !is_done;) {
        is_done = true;
        for (Instance *instance = c->instances; instance; instance = instance->next)
            if (instance->ir && instance->state != INSTANCE_EMITTED) {
                is_done = false;
                instance_emit(c, instance);
            }
    }
    Compiled *compiled = memory_allocate_zeroed(1, sizeof *compiled);
    if (!compiled) fail_memory(c);
    compiled->count = count;
    compiled->result = top->result;
    compiled->types = memory_allocate(((size_t)count + 1) * sizeof *compiled->types);
    if (compiled->types) memcpy(compiled->types, types, (size_t)count * sizeof *types);
    for (int i = 0; i < count; i++) compiled->part_count += type_has_no_parts(types[i]) ? 0 : types[i]->part_count;
    if (!compiled->types || !make_code(c, compiled, top)) {
        if (!compiled->types) raise_no_memory(c->thread);
        compiled_destroy(compiled);
        return NULL;
    }
    compiled->function = top->ir;
    compiled->module = c->module;
    c->module = NULL;
    return compiled;
}

static Compiled *start(CompileContext *context, Thread *thread, Function *function, const CompileType *const *types, int count,
                       const CompileType *result, const CompileOptions *options, const CompileType **inferred) {
    Compilation *c = memory_allocate_zeroed(1, sizeof *c);
    Compiled *compiled = NULL;
    if (!c) {
        raise_no_memory(thread);
        return NULL;
    }
    c->context = context;
    c->thread = thread;
    c->types = &context->types;
    c->is_device = options->target == COMPILE_CUDA;
    c->is_emulated = options->is_emulated;
    c->checks_all = options->is_debug && options->is_emulated;
    c->module = ir_module_create();
    jmp_buf escape;
    c->escape = &escape;
    if (!c->module) raise_no_memory(thread);
    else if (_setjmp(escape) == 0) compiled = compile(c, function, types, count, result, options, inferred);
    else raise_failure(c);
    compilation_end(c);
    memory_release(c);
    return compiled;
}

Compiled *compile_function(CompileContext *context, Thread *thread, Function *function, const CompileType *const *types, int count,
                           const CompileType *result, const CompileOptions *options) {
    return start(context, thread, function, types, count, result, options, NULL);
}

const CompileType *compile_infer(CompileContext *context, Thread *thread, Function *function, const CompileType *const *types, int count,
                                 const CompileOptions *options) {
    const CompileType *result = NULL;
    start(context, thread, function, types, count, NULL, options, &result);
    return result;
}

void compiled_destroy(Compiled *compiled) {
    if (!compiled) return;
    ir_program_destroy(compiled->program);
    ir_module_destroy(compiled->module);
    memory_release(compiled->types);
    memory_release(compiled->text);
    memory_release(compiled);
}
