#include "arraylib/device/host/walk.h"

#include "arraylib/device/host/float_flags.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Nobody asks for FE_INEXACT, which nearly every addition raises: what it left is not worth clearing. */
#define FLAGS_OF_INTEREST (FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW | FE_INVALID)

int float_flags_read(void) {
    int met = flags_met(FLAGS_OF_INTEREST);
    if (!met) return 0;
    return (met & FE_DIVBYZERO ? FLOAT_DIVIDE : 0) | (met & FE_OVERFLOW ? FLOAT_OVERFLOW : 0) |
           (met & FE_UNDERFLOW ? FLOAT_UNDERFLOW : 0) | (met & FE_INVALID ? FLOAT_INVALID : 0);
}

void float_flags_clear(void) {
    if (flags_met(FLAGS_OF_INTEREST)) flags_clear();
}

/* Should axis `left` (outer so far) come inside of `right`? The operands from the last on decide. */
static bool steps_less(const Walk *walk, int left, int right) {
    for (int k = walk->operand_count - 1; k >= 0; k--) {
        int64_t a = llabs(walk->strides[left][k]), b = llabs(walk->strides[right][k]);
        if (!a || !b || a == b) continue;
        return a < b;
    }
    return false;
}

static void swap_axes(Walk *walk, int left, int right) {
    int64_t extent = walk->shape[left], strides[WALK_OPERANDS_MAX];
    walk->shape[left] = walk->shape[right];
    walk->shape[right] = extent;
    memcpy(strides, walk->strides[left], sizeof strides);
    memcpy(walk->strides[left], walk->strides[right], sizeof strides);
    memcpy(walk->strides[right], strides, sizeof strides);
}

static bool joins(const Walk *walk, int outer, int inner) {
    for (int k = 0; k < walk->operand_count; k++)
        if (walk->strides[outer][k] != walk->strides[inner][k] * walk->shape[inner]) return false;
    return true;
}

static void join_axes(Walk *walk) {
    int kept = 0;
    for (int axis = 1; axis < walk->dimensions; axis++) {
        if (joins(walk, kept, axis)) {
            walk->shape[axis] *= walk->shape[kept];
        } else {
            kept++;
        }
        walk->shape[kept] = walk->shape[axis];
        if (kept != axis) memcpy(walk->strides[kept], walk->strides[axis], sizeof walk->strides[kept]);
    }
    walk->dimensions = kept + 1;
}

bool walk_begin(Walk *walk, Shape shape, const Operand *const *operands, int operand_count, bool reorder) {
    walk->operand_count = operand_count;
    walk->dimensions = 0;
    walk->whole_runs = false;
    walk->weight = 1;
    for (int axis = 0; axis < shape.dimensions; axis++) {
        if (shape.extents[axis] == 0) return false;
        if (shape.extents[axis] == 1) continue;
        walk->shape[walk->dimensions] = shape.extents[axis];
        for (int k = 0; k < operand_count; k++) walk->strides[walk->dimensions][k] = operands[k]->strides[axis];
        walk->dimensions++;
    }
    for (int k = 0; k < operand_count; k++) walk->data[k] = operands[k]->data;
    if (!walk->dimensions) {
        walk->dimensions = 1;
        walk->shape[0] = 1;
        memset(walk->strides[0], 0, sizeof walk->strides[0]);
        return true;
    }
    if (reorder) /* insertion sort: stable, and there are few axes */
        for (int i = 1; i < walk->dimensions; i++)
            for (int j = i; j > 0 && steps_less(walk, j - 1, j); j--) swap_axes(walk, j - 1, j);
    join_axes(walk);
    return true;
}

#define RUN_MAX (1 << 18) /* elements between two looks at the interrupt flag */

static bool run_inner(const Walk *walk, ArrayRuntime *runtime, char *const *data, int64_t count, WalkBody *body,
                      void *context, Error *error) {
    const int64_t *strides = walk->strides[walk->dimensions - 1];
    if (count <= RUN_MAX || walk->whole_runs) return body(context, data, strides, count, error);
    char *moving[WALK_OPERANDS_MAX];
    memcpy(moving, data, sizeof moving);
    while (count > 0) {
        int64_t piece = count < RUN_MAX ? count : RUN_MAX;
        if (!body(context, moving, strides, piece, error) || !runtime_poll(runtime, error)) return false;
        for (int k = 0; k < walk->operand_count; k++) moving[k] += piece * strides[k];
        count -= piece;
    }
    return true;
}

bool walk_run(const Walk *walk, ArrayRuntime *runtime, WalkBody *body, void *context, Error *error) {
    int inner = walk->dimensions - 1;
    char *data[WALK_OPERANDS_MAX];
    memcpy(data, walk->data, sizeof data);
    if (inner == 0) return run_inner(walk, runtime, data, walk->shape[0], body, context, error);
    int64_t position[ARRAY_DIMENSIONS_MAX] = {0}, done = 0;
    for (;;) {
        if (!run_inner(walk, runtime, data, walk->shape[inner], body, context, error)) return false;
        done += walk->shape[inner];
        if (done > RUN_MAX) {
            done = 0;
            if (!runtime_poll(runtime, error)) return false;
        }
        int axis = inner - 1;
        for (; axis >= 0; axis--) {
            const int64_t *strides = walk->strides[axis];
            if (++position[axis] < walk->shape[axis]) {
                for (int k = 0; k < walk->operand_count; k++) data[k] += strides[k];
                break;
            }
            for (int k = 0; k < walk->operand_count; k++) data[k] -= (walk->shape[axis] - 1) * strides[k];
            position[axis] = 0;
        }
        if (axis < 0) return true;
    }
}

typedef struct ParallelWalk {
    const Walk *walk;
    ArrayRuntime *runtime;
    WalkBody *body;
    void *context;
    atomic_int flags, failed;
    Error *error;
} ParallelWalk;

static void run_piece(void *context, int64_t from, int64_t to) {
    ParallelWalk *parallel = context;
    Walk piece = *parallel->walk;
    for (int k = 0; k < piece.operand_count; k++) piece.data[k] += from * piece.strides[0][k];
    piece.shape[0] = to - from;
    Error error = ERROR_NONE;
    float_flags_clear();
    if (!walk_run(&piece, parallel->runtime, parallel->body, parallel->context, &error)) {
        if (!atomic_exchange(&parallel->failed, 1))
            *parallel->error = error;
        else
            error_clear(&error);
    }
    atomic_fetch_or(&parallel->flags, float_flags_read());
}

bool walk_run_parallel(const Walk *walk, ArrayRuntime *runtime, WalkBody *body, void *context, int *float_flags,
                       Error *error) {
    int64_t elements = walk->weight;
    for (int axis = 0; axis < walk->dimensions; axis++) elements *= walk->shape[axis];
    if (elements < 65536 || walk->shape[0] < 2) {
        if (float_flags) float_flags_clear();
        bool well = walk_run(walk, runtime, body, context, error);
        if (float_flags) *float_flags |= float_flags_read();
        return well;
    }
    ParallelWalk parallel = {walk, runtime, body, context, 0, 0, error};
    int64_t grain = 32768 / (elements / walk->shape[0]);
    runtime_parallel_for(runtime, walk->shape[0], grain < 1 ? 1 : grain, run_piece, &parallel);
    if (float_flags) *float_flags |= parallel.flags;
    return !parallel.failed;
}
