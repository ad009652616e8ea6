/* From a tree of elementwise operators to one IR function. */
#ifndef ARRAYLIB_GRAPH_FUSE_H
#define ARRAYLIB_GRAPH_FUSE_H

#include "arraylib/device/device.h"
#include "arraylib/ir.h"

/* How an operand lies over the common shape: without gaps in C order, anyhow, or one element for all. */
typedef enum FusionLayout { FUSION_CONTIGUOUS = 'c', FUSION_STRIDED = 's', FUSION_SINGLE = 'k' } FusionLayout;

typedef struct FusionOperand {
    const Dtype *dtype;
    FusionLayout layout;
    int value; /* outputs: what is stored there */
} FusionOperand;

typedef struct Fusion {
    int rank; /* of the common shape, at least 1; axes that can be one should be */
    int input_count, step_count, output_count;
    FusionOperand inputs[FUSION_INPUTS_MAX], outputs[FUSION_OUTPUTS_MAX];
    FusionStep steps[FUSION_STEPS_MAX];
    bool small; /* as IrFunction.small */
} Fusion;

/* What decides the code: shapes and numbers do not. For caches. */
void fusion_append_key(TextBuffer *key, const Fusion *fusion);
/* A module with the function "fused", verified, before passes. NULL and `error`: "NotImplementedError" where an operator
 * has no spelling in IR (it stays with the device's own loops).
 *
 * IR_FUNCTION: fused(from, to, inputs..., outputs...) over [from, to) of the first axis, so that threads may share.
 * IR_KERNEL: fused(count, inputs..., outputs...) over all elements; each thread takes every n-th.
 * Operands are arrays of `rank`, single ones arrays of rank 0. */
IrModule *fusion_render(const Fusion *fusion, IrFunctionKind kind, Error *error);

#endif
