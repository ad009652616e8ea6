/* Kernels on the host, one block at a call: those whose threads need not wait for each other.
 *
 *     kernel k(a, b)    becomes    function thread_k(a, b, where it is)        the body
 *                                  function block_k(a, b, where the block is)  loops over its threads, x innermost
 *
 * so that `return` ends one thread, and LLVM, which takes the body into the loop, may vectorise over threads. Kernels
 * with barriers, warp operations or shared memory stay with the interpreter. */
#include "arraylib/ir/passes/passes.h"

#include <stdio.h>
#include <string.h>

enum { PLACES = 3 * IR_PLACE_COUNT };

typedef struct Emulation {
    IrModule *module;
    IrFunction *kernel, *thread, *block;
    bool possible;
} Emulation;

static void look_inside(IrValue *value, void *context) {
    Emulation *emulation = context;
    bool calls_host = value->operation == IR_PARALLEL || (value->operation == IR_CALL && value->callee->kind == IR_EXTERNAL);
    if (calls_host || (ir_trait(value) == TRAIT_G && value->operation != IR_THREAD)) emulation->possible = false;
}

/* A function that is called does not know where it is. */
static void look_at_callee(IrValue *value, void *context) {
    Emulation *emulation = context;
    if (ir_trait(value) == TRAIT_G) emulation->possible = false;
}

static bool is_possible(Emulation *emulation) {
    emulation->possible = true;
    ir_walk(emulation->kernel->body, look_inside, emulation);
    for (IrFunction *function = emulation->module->functions; function; function = function->next)
        if (function->kind == IR_FUNCTION) ir_walk(function->body, look_at_callee, emulation);
    for (int i = 0; i < emulation->kernel->parameter_count; i++)
        if (emulation->kernel->parameters[i]->type->kind == IR_STRUCT) emulation->possible = false;
    return emulation->possible && emulation->kernel->parameter_count + PLACES <= IR_PARAMETERS_MAX;
}

/* The kernel's parameters and then places from `first` on: thread_index.x is 0, grid_size.z is 11. */
static IrFunction *create(Emulation *emulation, const char *prefix, int first) {
    const IrType *types[IR_PARAMETERS_MAX];
    const char *names[IR_PARAMETERS_MAX];
    char texts[IR_PARAMETERS_MAX][24], name[230];
    const IrFunction *kernel = emulation->kernel;
    int count = 0;
    for (; count < kernel->parameter_count; count++) types[count] = kernel->parameters[count]->type;
    for (int place = first; place < PLACES; place++) types[count++] = IR_TYPE(INT32);
    for (int i = 0; i < count; i++) {
        snprintf(texts[i], sizeof texts[i], "p%d", i);
        names[i] = texts[i];
    }
    snprintf(name, sizeof name, "%s_%s", prefix, kernel->name);
    return ir_function_create(emulation->module, IR_FUNCTION, name, ir_void_type(), types, names, count);
}

static void replace_place(IrValue *value, void *context) {
    Emulation *emulation = context;
    pass_resolve(value);
    if (value->operation != IR_THREAD) return;
    value->note = emulation->thread->parameters[emulation->kernel->parameter_count + value->detail];
    ir_block_remove(value);
}

static bool fill_thread(Emulation *emulation) {
    const IrFunction *kernel = emulation->kernel;
    for (int i = 0; i < kernel->parameter_count; i++) kernel->parameters[i]->note = emulation->thread->parameters[i];
    bool good = pass_copy_block(kernel->body, emulation->thread->body);
    pass_clear_notes(emulation->kernel);
    ir_walk(emulation->thread->body, replace_place, emulation);
    pass_clear_notes(emulation->thread);
    emulation->thread->small = kernel->small;
    emulation->thread->always_inline = true;
    return good;
}

static void fill_block(Emulation *emulation) {
    IrFunction *block = emulation->block;
    int own = emulation->kernel->parameter_count;
    IrBuilder b = ir_builder(block);
    IrValue *arguments[IR_PARAMETERS_MAX], **places = block->parameters + own; /* from block_index.x on */
    IrValue *zero = ir_integer(emulation->module, IR_TYPE(INT32), 0), *one = ir_integer(emulation->module, IR_TYPE(INT32), 1);
    for (int axis = 2; axis >= 0; axis--) arguments[own + axis] = ir_build_for(&b, zero, places[3 + axis], one);
    for (int i = 0; i < own; i++) arguments[i] = block->parameters[i];
    for (int place = 3; place < PLACES; place++) arguments[own + place] = places[place - 3];
    ir_build_call(&b, emulation->thread, arguments, own + PLACES);
}

IrFunction *ir_emulate(IrModule *module, IrFunction *kernel) {
    Emulation emulation = {.module = module, .kernel = kernel};
    if (kernel->kind != IR_KERNEL || !is_possible(&emulation)) return NULL;
    emulation.thread = create(&emulation, "thread", 0);
    emulation.block = emulation.thread ? create(&emulation, "block", 3) : NULL;
    if (!emulation.block) return NULL;
    pass_clear_notes(kernel);
    if (!fill_thread(&emulation)) return NULL;
    fill_block(&emulation);
    return ir_module_failed(module) ? NULL : emulation.block;
}
