/* Reductions over pending work, done while it is computed. */
#include "arraylib/graph/private.h"

#include <string.h>

/* The axes as rows of the result in C order: all, the last ones, or the first ones. False: otherwise. */
static bool rows_of(const Node *node, uint64_t axes, FusedReduction *reduction) {
    int dimensions = node->dimensions, reduced = 0;
    for (int i = 0; i < dimensions; i++) reduced += axes >> i & 1;
    reduction->outer = reduction->inner = 1;
    if (!reduced) return false;
    reduction->trailing = axes >> (dimensions - 1) & 1;
    if (reduced == dimensions) {
        reduction->inner = node->size;
        return true;
    }
    int64_t expected = node->dtype->item_size;
    for (int i = dimensions - 1; i >= 0; i--) {
        if (node->shape[i] > 1 && node->strides[i] != expected) return false;
        expected *= node->shape[i];
    }
    int first = reduction->trailing ? dimensions - reduced : 0;
    for (int i = 0; i < dimensions; i++) {
        bool in_block = i >= first && i < first + reduced;
        if (in_block != (axes >> i & 1)) return false;
        bool inner = reduction->trailing ? in_block : !in_block;
        *(inner ? &reduction->inner : &reduction->outer) *= node->shape[i];
    }
    return reduction->trailing ? reduction->inner >= 64 : reduction->inner >= 512;
}

int graph_reduce(ArrayRuntime *runtime, const Operator *row, int loop, Array *array, uint64_t axes, Array *output,
                 Error *error) {
    Node *node = array->buffer->node;
    if (!node || !node->dimensions || !array->buffer->device->operations->fused) return 0;
    FusedReduction reduction = {.operator_row = row, .loop = loop};
    if (!graph_is_plain_result(array) || !rows_of(node, axes, &reduction)) return 0;
    Batch batch;
    bool again;
    do {
        graph_batch_begin(&batch, node);
        /* Held by nobody but the call, without views and other work on it: nobody will look at it again. */
        bool wanted = (array->references > 1 && !array->is_temporary) || array->buffer->references > 1;
        if (!graph_choose_outputs(&batch, wanted, &again, error)) return -1;
    } while (again);
    FusedTask task;
    if (batch.is_full || !graph_fill_task(&batch, &task, error)) {
        graph_batch_unmark(&batch);
        return error_is_set(error) ? -1 : 0;
    }
    reduction.value = batch.input_count + batch.count - 1;
    reduction.output = array_data(output);
    task.reduction = &reduction;
    Device *device = array->buffer->device;
    if (!device->operations->fused(device, &task, error)) {
        graph_batch_unmark(&batch);
        if (!error->kind || strcmp(error->kind, "NotImplementedError")) return -1;
        error_clear(error);
        return 0;
    }
    batch.graph->counts.launches++;
    batch.graph->counts.steps += (uint64_t)batch.count + 1;
    return graph_batch_end(&batch, task.float_flags, true, error) && graph_give_warnings(batch.graph, error) &&
                   runtime_float_errors(runtime, "reduce", reduction.float_flags, error)
               ? 1
               : -1;
}
