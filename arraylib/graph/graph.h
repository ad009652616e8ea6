/* Pending work: elementwise operations that were called and not yet done.
 *
 * A deferred operation leaves an array whose buffer has a Node: what is to be computed, and from what. The bytes are
 * computed when somebody looks at them (array_data, through the buffer's watch), when an operand is about to be
 * written, when the graph grows past its limits, when the language says so (graph_finish), or when the array dies
 * without having been used. What is computed together is fused. */
#ifndef ARRAYLIB_GRAPH_GRAPH_H
#define ARRAYLIB_GRAPH_GRAPH_H

#include "arraylib/device/device.h"

/* Give the runtime a graph; false: no memory. CUPOLA_EAGER=1 gives none: everything is done at once. */
bool graph_attach(ArrayRuntime *runtime);
/* Do what is pending and work without a graph from now on. */
void graph_detach(ArrayRuntime *runtime);

/* Do all that is pending, in the order in which it was called. False: interrupted, or no memory; the rest stays pending. */
bool graph_finish(ArrayRuntime *runtime, Error *error);
/* Do what the array's bytes need (array_settle: and what is pending on them, too). */
bool graph_observe(const Array *array, Error *error);

typedef struct GraphInput {
    const Array *array;     /* NULL: a number */
    const int64_t *strides; /* over the operation's shape, 0 where the array is broadcast */
    const Dtype *dtype;
    const void *number;     /* an element of `dtype` */
} GraphInput;

/* Is work of `count` elements on the device put off now? Small work on the host costs the same here with a graph and without. */
bool graph_may_defer(const ArrayRuntime *runtime, const Device *device, int64_t count);
static inline bool graph_defers(const ArrayRuntime *runtime, const Device *device, int64_t count) {
    return (count >= runtime->deferred_from || device->kind == DEVICE_CUDA) && graph_may_defer(runtime, device, count);
}
/* Put off one operation: `output` is its fresh array, which owns its buffer alone. False: do it now. `name` is for
 * warnings, and lives for ever. */
bool graph_defer(ArrayRuntime *runtime, const Operator *operator_row, int loop, const GraphInput *inputs, Array *output,
                 const char *name);

/* output = op-reduce of a pending array over the axes of the mask, while it is computed. 1: done. 0: not possible
 * (compute the array, then reduce it). -1: failed. `output` is a fresh array in C order, of the loop's type. */
int graph_reduce(ArrayRuntime *runtime, const Operator *operator_row, int loop, Array *array, uint64_t axes, Array *output,
                 Error *error);

/* How many operations were put off and how many were done together with others: for tests and `%memit`-like curiosity. */
typedef struct GraphCounts {
    uint64_t deferred, launches, steps;
} GraphCounts;
GraphCounts graph_counts(const ArrayRuntime *runtime);

#endif
