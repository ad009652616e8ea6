/* From IR to LLVM: what render_llvm.c (functions, blocks, memory) and render_llvm_scalars.c share. */
#ifndef ARRAYLIB_IR_RENDER_LLVM_H
#define ARRAYLIB_IR_RENDER_LLVM_H

#include "arraylib/ir/llvm.h"
#include "arraylib/ir/private.h"

/* A function of ours that compiled code calls: LLVM's declaration and where it is. */
typedef struct LlvmHelper {
    LlvmValue function;
    const char *name;
    bool is_vector;
    void *address;
    struct LlvmHelper *next;
} LlvmHelper;

typedef struct LlvmLoop {
    LlvmBlock next, exit;
    struct LlvmLoop *outer;
} LlvmLoop;

typedef struct LlvmHandler { /* where faults go; NULL: out of the function */
    LlvmBlock block;
    LlvmValue fault; /* the function's own copy */
    struct LlvmHandler *outer;
} LlvmHandler;

/* What is known of an array: a parameter's is loaded at the function's entry when first asked for. */
typedef struct LlvmArray {
    LlvmValue data, descriptor, shape[IR_RANK_MAX], strides[IR_RANK_MAX];
} LlvmArray;

typedef struct LlvmRender {
    const Llvm *l;
    IrModule *module;
    Arena arena; /* what lives as long as the rendering */
    const IrCompileOptions *options;
    Error *error;
    LlvmContext context;
    LlvmModule target;
    IrProgram *program;    /* that it becomes */
    const IrFunction *rare; /* it is made of this one and what it calls alone; NULL: of all that are not rare */
    LlvmBuilder builder, entry_builder; /* the latter at the end of the function's entry block */
    LlvmType bytes; /* the type of every address: i8 * (or ptr) */
    LlvmHelper *helpers;
    const char *processor, *features;
    /* the function at hand */
    IrFunction *function;
    LlvmValue code, run, result, interrupt;
    LlvmValue *values; /* by number */
    LlvmArray **arrays; /* by number; NULL: no array, or not asked for */
    LlvmLoop *loop;
    LlvmHandler *handler;
    LlvmValue caught; /* at a handler's start */
    LlvmModule patterns; /* of fast operations, with the flags below */
    unsigned patterns_flags;
    LlvmValue pattern[2][5];
    void *vector_library;
    bool failed;
} LlvmRender;

LlvmType llvm_type(LlvmRender *r, const IrType *type);        /* of a value */
LlvmType llvm_memory_type(LlvmRender *r, const IrType *type); /* as stored: a bool takes a byte */
LlvmValue llvm_constant(LlvmRender *r, const IrType *type, IrScalar value);
LlvmValue llvm_integer(LlvmRender *r, unsigned bits, uint64_t value);
/* An operation on scalars: every one that ir_evaluate knows. */
LlvmValue llvm_scalar(LlvmRender *r, const IrValue *value, LlvmValue *operands);
/* Call the function of ours at `address`; the name is for the eye (and must differ for each address). */
LlvmValue llvm_call_helper(LlvmRender *r, const char *name, void *address, LlvmType result, LlvmValue *arguments,
                           unsigned count, bool is_pure);
/* The operation on floats with the function's flags; NULL: it is none. */
LlvmValue llvm_fast_operation(LlvmRender *r, int opcode, LlvmValue a, LlvmValue b);
void llvm_fast_attributes(LlvmRender *r, LlvmValue function);
LlvmValue llvm_slot(LlvmRender *r, LlvmType type); /* memory in the frame, at the entry */
void llvm_add_attribute(LlvmRender *r, LlvmValue function, const char *name);
/* Renders every function that a host can run into r->target. */
bool llvm_render_module(LlvmRender *r);

#endif
