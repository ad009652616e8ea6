/* Reductions from the inside: what reduce.c shares with scans and with fused work. */
#ifndef ARRAYLIB_DEVICE_CUDA_REDUCE_H
#define ARRAYLIB_DEVICE_CUDA_REDUCE_H

#include "arraylib/device/cuda/cuda.h"

/* `combine` over the type Accumulator, `element` from the loop's type Input, and folds of a block. */
void cuda_append_fold(TextBuffer *source, const Operator *row, int loop);

typedef struct ReducePlan {
    Layout kept, reduced; /* operands: input, mask, output (kept only) */
    int64_t rows, length, parts;
    bool per_thread; /* a thread folds a row */
    bool contiguous; /* the elements of a row follow on each other, and none is masked */
    bool columns;    /* the first elements of the rows do, as in a sum over axis 0: a warp reads 32 rows at a time */
} ReducePlan;

/* Where the elements come from. The text defines, behind the geometries kept:: and reduced:: and the fold,
 *     struct Source (what the kernel is handed), struct Row, and
 *     Row row_of(const Source &, const kept::Geometry &, long long row)
 *     bool skips(const Row &, const reduced::Geometry &, long long i)
 *     Input load(const Row &, const reduced::Geometry &, long long i), which is called once for each element. */
typedef struct ReduceSource {
    const char *key;
    void (*append)(TextBuffer *source, const void *context, const ReducePlan *plan);
    const void *context;
    void *parameter;  /* the Source itself */
} ReduceSource;

/* Is everything built that would do the same work otherwise? `prepare`: what is not will be, beside the work. */
typedef bool ReducePartsAreReady(Device *device, const void *context, bool prepare);

/* Reduce what `from` gives; the task's input has the type and the strides that the elements would have in memory, and no data.
 * With `parts_are_ready` the function is built beside the work if the parts are, and the answer is "NotImplementedError". */
bool cuda_reduce_from(Device *device, const ReduceTask *task, const ReduceSource *from, ReducePartsAreReady *parts_are_ready,
                      Error *error);
bool cuda_reduce_is_ready(Device *device, const ReduceTask *task, bool prepare);

#endif
