/* Reductions by several threads, with the bits that one thread would give: outputs are dealt out where there are many; of a single
 * one the halves of the pairwise sum, or pieces of a run whose order does not matter. */
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/loops/loops.h"
#include "arraylib/device/host/walk.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 1 << 16, PIECE = 1 << 16, NEIGHBOURS = 64 /* outputs side by side that one thread takes at least: a cache line's and more */,
       ROW_PART = 1 << 17 /* bytes */ };

/* ---- the halves of a pairwise sum ---- */

static void cut(SumSegments *segments, int64_t from, int64_t count) {
    if (count <= segments->limit) {
        segments->items[segments->count].from = from;
        segments->items[segments->count++].count = count;
        return;
    }
    int64_t half = host_pairwise_half(segments->type, count);
    cut(segments, from, half);
    cut(segments, from + half, count - half);
}

void sum_segments_begin(SumSegments *segments, const Dtype *type, int64_t from, int64_t count) {
    segments->type = type;
    segments->count = 0;
    for (segments->limit = PIECE; count / segments->limit >= SUM_SEGMENTS_MAX / 4; segments->limit *= 2) continue;
    cut(segments, from, count);
}

static void add_halves(const SumSegments *segments, int *at, int64_t count, void *sum) {
    if (count <= segments->limit) {
        memcpy(sum, segments->items[(*at)++].sum, 16);
        return;
    }
    char left[16], right[16];
    int64_t half = host_pairwise_half(segments->type, count);
    add_halves(segments, at, half, left);
    add_halves(segments, at, count - half, right);
    host_add_sums(segments->type, left, right, sum);
}

void sum_segments_end(const SumSegments *segments, int64_t count, void *sum) {
    int at = 0;
    add_halves(segments, &at, count, sum);
}

/* ---- parts of a run ---- */

int64_t host_piece_length(int64_t length) {
    int64_t piece = (length + SUM_SEGMENTS_MAX - 1) / SUM_SEGMENTS_MAX;
    return piece < PIECE ? PIECE : piece;
}

bool host_is_associative(const Operator *row, const Dtype *type) {
    switch (row->number) {
    case OPERATOR_maximum:
    case OPERATOR_minimum: return type->kind != 'c';
    case OPERATOR_add:
    case OPERATOR_multiply: return !dtype_is_inexact(type);
    default: return !dtype_is_inexact(type) && row->identity != IDENTITY_NONE;
    }
}

/* ---- many outputs ---- */

typedef struct Dealt {
    Device *device;
    const ReduceTask *task;
    int axis;
    int64_t parts; /* of the axis, about equal */
    atomic_int flags, failed;
    Error *error;
} Dealt;

static void reduce_slice(void *context, int64_t from, int64_t to) {
    Dealt *dealt = context;
    ReduceTask slice = *dealt->task;
    Operand where;
    int64_t extents[ARRAY_DIMENSIONS_MAX];
    int64_t extent = slice.shape.extents[dealt->axis];
    from = from * extent / dealt->parts;
    to = to * extent / dealt->parts;
    memcpy(extents, slice.shape.extents, sizeof *extents * (size_t)slice.shape.dimensions);
    extents[dealt->axis] = to - from;
    slice.shape.extents = extents;
    slice.input.data += from * slice.input.strides[dealt->axis];
    slice.output.data += from * slice.output.strides[dealt->axis];
    if (slice.where) {
        where = *slice.where;
        where.data += from * where.strides[dealt->axis];
        slice.where = &where;
    }
    int flags = 0;
    Error error = ERROR_NONE;
    if (!host_reduce_alone(dealt->device, &slice, &flags, &error)) {
        if (!atomic_exchange(&dealt->failed, 1)) *dealt->error = error;
        else error_clear(&error);
    }
    atomic_fetch_or(&dealt->flags, flags);
}

/* The kept axis along which outputs are dealt out: the one with the widest steps of the input. -1: there is none. */
static int dealing_axis(const ReduceTask *task) {
    int found = -1;
    int64_t widest = 0;
    for (int i = 0; i < task->shape.dimensions; i++) {
        int64_t step = task->input.strides[i] < 0 ? -task->input.strides[i] : task->input.strides[i];
        if (!task->output.strides[i] || task->shape.extents[i] < 2 || step < widest) continue;
        found = i;
        widest = step;
    }
    return found;
}

/* Bytes of a row of outputs whose inputs lie further apart than they: such rows are laid over each other, and are dealt out in parts
 * as long as can be. 0: the axis is no part of such a row. */
static int64_t row_bytes(const ReduceTask *task, int axis) {
    int64_t step = llabs(task->input.strides[axis]), bytes = step * task->shape.extents[axis];
    for (int i = 0; i < task->shape.dimensions; i++)
        if (!task->output.strides[i] && task->shape.extents[i] > 1 && llabs(task->input.strides[i]) >= bytes) return bytes;
    return 0;
}

static bool deal_out(Device *device, const ReduceTask *task, int axis, int64_t count, int *float_flags, Error *error) {
    Dealt dealt = {device, task, axis, 1, 0, 0, error};
    int64_t extent = task->shape.extents[axis], grain = LARGE / 2 / (count / extent);
    if (task->input.strides[axis] == task->input.dtype->item_size && grain < NEIGHBOURS) grain = NEIGHBOURS;
    if (grain < 2) grain = 2; /* an axis of extent 1 would not be there: others could join, and sums be taken in another order */
    dealt.parts = extent < 2 * grain ? 1 : extent / grain;
    int64_t row = row_bytes(task, axis), longest = row / ROW_PART, threads = runtime_thread_count(device->runtime);
    if (row && longest < threads) longest = threads;
    if (row && dealt.parts > longest) dealt.parts = longest;
    runtime_parallel_for(device->runtime, dealt.parts, 1, reduce_slice, &dealt);
    if (float_flags) *float_flags |= dealt.flags;
    return !dealt.failed;
}

/* ---- one output ---- */

typedef struct Run { /* the whole input as one run */
    Device *device;
    const ReduceTask *task;
    const Dtype *type;
    const char *data;
    int64_t stride, length;
    SumSegments segments;
    atomic_int flags;
    int count; /* pieces */
    char pieces[SUM_SEGMENTS_MAX * 16]; /* results side by side, of `type` */
} Run;

static bool find_run(Run *run) {
    Walk walk;
    const Operand *operands[] = {&run->task->output, &run->task->input};
    if (!walk_begin(&walk, run->task->shape, operands, 2, true) || walk.dimensions != 1 || walk.strides[0][0]) return false;
    run->data = walk.data[1];
    run->stride = walk.strides[0][1];
    run->length = walk.shape[0];
    return true;
}

static void sum_halves(void *context, int64_t from, int64_t to) {
    Run *run = context;
    float_flags_clear();
    for (int64_t i = from; i < to; i++)
        host_pairwise(run->type, run->data + run->segments.items[i].from * run->stride, run->stride, run->segments.items[i].count,
                      run->segments.items[i].sum);
    atomic_fetch_or(&run->flags, float_flags_read());
}

static void reduce_pieces(void *context, int64_t from, int64_t to) {
    Run *run = context;
    int64_t length = host_piece_length(run->length), none = 0;
    for (int64_t i = from; i < to; i++) {
        int64_t count = run->length - i * length < length ? run->length - i * length : length;
        ReduceTask piece = {.operator_row = run->task->operator_row, .loop = run->task->loop, .shape = {1, &count}};
        piece.input = (Operand){.dtype = run->type, .data = (char *)run->data + i * length * run->stride, .strides = &run->stride};
        piece.output = (Operand){.dtype = run->type, .data = run->pieces + i * run->type->item_size, .strides = &none};
        int flags = 0;
        Error error = ERROR_NONE;
        host_reduce_alone(run->device, &piece, &flags, &error); /* an interrupt is looked for when all is done */
        error_clear(&error);
        atomic_fetch_or(&run->flags, flags);
    }
}

static bool reduce_run(Run *run, bool is_sum, int *float_flags, Error *error) {
    const ReduceTask *task = run->task;
    char *output = task->output.data, total[16];
    size_t size = run->type->item_size;
    if (is_sum) {
        sum_segments_begin(&run->segments, run->type, 0, run->length);
        runtime_parallel_for(run->device->runtime, run->segments.count, 1, sum_halves, run);
        float_flags_clear();
        sum_segments_end(&run->segments, run->length, total);
        if (task->initial) memcpy(output, task->initial, size);
        else host_neutral_element(task->operator_row, run->type, output);
        host_add_sums(run->type, output, total, output);
    } else {
        run->count = (int)((run->length + host_piece_length(run->length) - 1) / host_piece_length(run->length));
        runtime_parallel_for(run->device->runtime, run->count, 1, reduce_pieces, run);
        float_flags_clear();
        memcpy(output, task->initial ? task->initial : run->pieces, size);
        host_combine(task->operator_row, task->loop, output, 0, run->pieces + (task->initial ? 0 : size), run->count - !task->initial);
    }
    if (float_flags && host_operator_has_flags(task->operator_row)) *float_flags |= run->flags | float_flags_read();
    return runtime_poll(run->device->runtime, error);
}

bool host_reduce(Device *device, const ReduceTask *task, int *float_flags, Error *error) {
    int64_t count = 1;
    if (task->flexible) return flexible_reduce(device, task, error);
    for (int i = 0; i < task->shape.dimensions; i++) count *= task->shape.extents[i];
    if (count < LARGE) return host_reduce_alone(device, task, float_flags, error);
    int axis = dealing_axis(task);
    if (axis >= 0) return deal_out(device, task, axis, count, float_flags, error);
    Run run = {.device = device, .task = task, .type = &dtypes[task->operator_row->loops[task->loop][0]]};
    bool is_sum = task->operator_row->number == OPERATOR_add && dtype_is_inexact(run.type) && run.type->number != DTYPE_FLOAT16;
    if (count < 2 * PIECE || task->where || task->input.dtype != run.type || task->output.dtype != run.type ||
        (!is_sum && !host_is_associative(task->operator_row, run.type)) || !find_run(&run))
        return host_reduce_alone(device, task, float_flags, error);
    return reduce_run(&run, is_sum, float_flags, error);
}

/* ---- where the largest is ---- */

typedef struct ArgPieces {
    const ArgReduceTask *task;
    int64_t length, piece, found[SUM_SEGMENTS_MAX];
} ArgPieces;

static void search_pieces(void *context, int64_t from, int64_t to) {
    ArgPieces *pieces = context;
    const ArgReduceTask *task = pieces->task;
    int64_t stride = task->input.strides[task->shape.dimensions - 1];
    for (int64_t i = from; i < to; i++) {
        int64_t first = i * pieces->piece, count = pieces->length - first < pieces->piece ? pieces->length - first : pieces->piece;
        pieces->found[i] = first + host_argument(task->maximum, task->input.dtype->number, task->input.data + first * stride, stride, count);
    }
}

bool host_arg_reduce(Device *device, const ArgReduceTask *task, Error *error) {
    int last = task->shape.dimensions - 1;
    if (dtype_is_flexible(task->input.dtype)) return flexible_arg_reduce(device, task, error);
    int64_t rows = 1, length = task->shape.extents[last], size = task->input.dtype->item_size;
    for (int i = 0; i < last; i++) rows *= task->shape.extents[i];
    if (rows != 1 || length < 2 * PIECE) return host_arg_reduce_rows(device, task, error);
    ArgPieces pieces = {.task = task, .length = length, .piece = host_piece_length(length)};
    int count = (int)((length + pieces.piece - 1) / pieces.piece);
    runtime_parallel_for(device->runtime, count, 1, search_pieces, &pieces);
    char candidates[SUM_SEGMENTS_MAX * 16]; /* of each piece, in order: the first of the best is the answer */
    for (int i = 0; i < count; i++) memcpy(candidates + i * size, task->input.data + pieces.found[i] * task->input.strides[last], (size_t)size);
    *(int64_t *)task->output.data = pieces.found[host_argument(task->maximum, task->input.dtype->number, candidates, size, count)];
    return runtime_poll(device->runtime, error);
}
