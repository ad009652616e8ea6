/* Several elementwise operators over one block of elements after another.
 *
 * A plan is a list of calls of the operators' own loops: casts and gathers of what does not lie evenly, then the
 * operators. What is between them stays in slots of a block each, on the stack of the thread that computes, so that it
 * never leaves the cache and nothing can fail for want of memory. The loops are those of elementwise.c, so the digits
 * are the same, whatever is fused.
 *
 * Elements are numbered along the walk. A reduction asks for them by ranges: a pairwise sum of a long run is a tree over
 * ranges, the lowest of which are computed into a block and added by the same code as ever.
 *
 * Where the innermost axis is short (51 x 51 x 7 grids, slices of them, points of two coordinates), a block takes many of
 * its rows: operands are gathered into slots, results scattered from them. A block for each row of five elements spent two
 * thirds of the time in setting up calls and reading flags (short_columns of tests/bench/programs: 4.0 of NumPy's time
 * before, 0.9 with gathering).
 *
 * A result larger than any cache goes to memory past the caches: an ordinary store would first read the line that it is about
 * to fill (x*2 + 1 of 80 MB by one thread: 5.9 ms, streamed 4.3). */
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/loops/loops.h"
#include "arraylib/device/host/walk.h"

#include <stddef.h>
#include <stdatomic.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum {
    CALLS_MAX = 4 * FUSION_STEPS_MAX + FUSION_OUTPUTS_MAX,
    MEMORIES_MAX = FUSION_INPUTS_MAX + FUSION_OUTPUTS_MAX + 1, /* inputs, outputs, the value that is reduced */
    PLACES_MAX = MEMORIES_MAX + CALLS_MAX,
    SLOTS_MAX = 64,
    SLOT_BYTES = 96 << 10,
    BLOCK = 1024,
    ROW_SHORT = 32, /* elements: shorter rows go through a block together. Copying costs about what two operators do */
    SEGMENT = 1 << 16, /* elements of a reduction that one thread takes */
};

/* Places: memories first, then one for each call that leaves its result in a slot. */
typedef struct FusedCall {
    HostLoop *loop;
    int count, places[4]; /* operands, the result last */
    int step;             /* whose flags it may raise; -1: none */
} FusedCall;

typedef struct FusedPlan {
    FusedTask *task;
    const Device *device;
    ArrayRuntime *runtime;
    Walk walk;
    int memory_count, reduced; /* `reduced`: the memory where the reduced value goes; -1: none */
    int call_count, place_count, slot_count, block;
    FusedCall calls[CALLS_MAX];
    int slots[PLACES_MAX]; /* of places from memory_count on */
    const Dtype *types[PLACES_MAX];
    int values[FUSION_INPUTS_MAX + FUSION_STEPS_MAX]; /* the place of each value */
    bool failed; /* too much for the tables */
    bool is_streaming; /* some output goes past the caches */
    bool gathers;      /* rows are short */
    atomic_int flags[FUSION_STEPS_MAX], reduction_flags, interrupted;
} FusedPlan;

/* ---- Making the plan */

static int new_place(FusedPlan *plan, const Dtype *type) {
    if (plan->place_count == PLACES_MAX) {
        plan->failed = true;
        return 0;
    }
    plan->types[plan->place_count] = type;
    return plan->place_count++;
}

static void add_call(FusedPlan *plan, HostLoop *loop, int count, const int *places, int step) {
    if (plan->call_count == CALLS_MAX) {
        plan->failed = true;
        return;
    }
    FusedCall *call = &plan->calls[plan->call_count++];
    *call = (FusedCall){.loop = loop, .count = count, .step = step};
    memcpy(call->places, places, (size_t)count * sizeof *places);
}

/* One element for all. */
static bool is_single(const Walk *walk, int memory) {
    for (int axis = 0; axis < walk->dimensions; axis++)
        if (walk->strides[axis][memory]) return false;
    return true;
}

static int64_t inner_stride(const FusedPlan *plan, int place) {
    if (place >= plan->memory_count || place == plan->reduced) return plan->types[place]->item_size;
    if (plan->gathers) return is_single(&plan->walk, place) ? 0 : plan->types[place]->item_size;
    return plan->walk.strides[plan->walk.dimensions - 1][place];
}

/* The place where a value lies as the operator wants it: of `type`, evenly. `single_will_do`: one element for all may
 * stay one. */
static int operand_place(FusedPlan *plan, int value, const Dtype *type, bool single_will_do, int step) {
    int place = plan->values[value];
    int64_t stride = inner_stride(plan, place);
    bool even = stride == type->item_size || (single_will_do && !stride);
    if (plan->types[place] == type && even) return place;
    HostLoop *loop = device_cast_loop(plan->device, plan->types[place], type);
    for (int i = 0; i < plan->call_count; i++) { /* it may have been made for another operator */
        const FusedCall *call = &plan->calls[i];
        if (call->count == 2 && call->loop == loop && call->places[0] == place && call->places[1] >= plan->memory_count &&
            plan->types[call->places[1]] == type)
            return call->places[1];
    }
    int places[] = {place, new_place(plan, type)};
    add_call(plan, loop, 2, places, plan->types[place] == type ? -1 : step);
    return places[1];
}

/* Even elements, past the caches. */
static void stream_elements(char *const *data, const int64_t *strides, int64_t count) {
    const char *from = data[0];
    char *to = data[1];
    size_t size = (size_t)(count * strides[1]), head = -(uintptr_t)to & 63;
    if (head > size) head = size;
    memcpy(to, from, head);
    from += head, to += head, size -= head;
#ifdef __SSE2__
    for (; size >= 64; size -= 64, from += 64, to += 64)
        for (int i = 0; i < 4; i++) _mm_stream_si128((__m128i *)(void *)to + i, _mm_loadu_si128((const __m128i *)(const void *)from + i));
#endif
    memcpy(to, from, size);
}

static inline bool is_streamed(const FusedPlan *plan, int memory) {
    const FusedTask *task = plan->task;
    if (memory == plan->reduced || plan->gathers || inner_stride(plan, memory) != plan->types[memory]->item_size) return false;
    int64_t size = plan->types[memory]->item_size;
    for (int i = 0; i < task->shape.dimensions; i++) size *= task->shape.extents[i];
    return size >= STREAMED_FROM;
}

/* The memory that a result can be written to at once; -1: none. */
static int direct_memory(const FusedPlan *plan, int value, const Dtype *type) {
    const FusedTask *task = plan->task;
    if (task->reduction && task->reduction->value == value && plan->types[plan->reduced] == type) return plan->reduced;
    for (int i = 0; i < task->output_count; i++) {
        int place = task->input_count + i;
        if (task->outputs[i].value == value && plan->types[place] == type && inner_stride(plan, place) == type->item_size &&
            !is_streamed(plan, place))
            return place;
    }
    return -1;
}

static void store(FusedPlan *plan, int value, int memory, int step) {
    int from = plan->values[value];
    if (from == memory) return;
    bool is_same = plan->types[from] == plan->types[memory], streams = is_same && from >= plan->memory_count && is_streamed(plan, memory);
    plan->is_streaming = plan->is_streaming || streams;
    add_call(plan, streams ? stream_elements : device_cast_loop(plan->device, plan->types[from], plan->types[memory]), 2, (int[]){from, memory},
             is_same ? -1 : step);
}

static void plan_steps(FusedPlan *plan) {
    const FusedTask *task = plan->task;
    for (int s = 0; s < task->step_count && !plan->failed; s++) {
        const FusionStep *step = &task->steps[s];
        const Operator *row = step->operator_row;
        int value = task->input_count + s, places[4];
        const Dtype *result = &dtypes[row->loops[step->loop][row->inputs]];
        for (int k = 0; k < row->inputs; k++)
            places[k] = operand_place(plan, step->operands[k], &dtypes[row->loops[step->loop][k]], row->inputs == 2, s);
        int memory = direct_memory(plan, value, result);
        places[row->inputs] = plan->values[value] = memory >= 0 ? memory : new_place(plan, result);
        add_call(plan, host_loop(row, step->loop), row->inputs + 1, places, host_loop_has_flags(row, step->loop) ? s : -1);
        for (int i = 0; i < task->output_count; i++)
            if (task->outputs[i].value == value) store(plan, value, task->input_count + i, s);
        if (task->reduction && task->reduction->value == value) store(plan, value, plan->reduced, s);
    }
}

/* Slots for results that are not in memory, each free again after its last use. */
static bool assign_slots(FusedPlan *plan) {
    int last[PLACES_MAX];
    bool taken[SLOTS_MAX] = {false};
    for (int i = 0; i < plan->call_count; i++)
        for (int k = 0; k < plan->calls[i].count; k++) last[plan->calls[i].places[k]] = i;
    for (int i = 0; i < plan->call_count; i++) {
        const FusedCall *call = &plan->calls[i];
        int result = call->places[call->count - 1];
        if (result >= plan->memory_count) {
            int slot = 0;
            while (slot < SLOTS_MAX && taken[slot]) slot++;
            if (slot == SLOTS_MAX) return false;
            taken[slot] = true;
            plan->slots[result] = slot;
            if (slot >= plan->slot_count) plan->slot_count = slot + 1;
        }
        for (int k = 0; k < call->count; k++)
            if (call->places[k] >= plan->memory_count && last[call->places[k]] == i) taken[plan->slots[call->places[k]]] = false;
    }
    return true;
}

static bool make_plan(FusedPlan *plan, FusedTask *task, const Device *device, Error *error) {
    const Operand *operands[WALK_OPERANDS_MAX];
    plan->task = task;
    plan->device = device;
    plan->runtime = device->runtime;
    plan->reduced = -1;
    int count = 0;
    for (int i = 0; i < task->input_count; i++) {
        plan->types[count] = task->inputs[i].dtype;
        plan->values[i] = count;
        operands[count++] = &task->inputs[i];
    }
    for (int i = 0; i < task->output_count; i++) {
        plan->types[count] = task->outputs[i].operand.dtype;
        operands[count++] = &task->outputs[i].operand;
    }
    const FusedReduction *reduction = task->reduction;
    Operand order = {NULL, NULL, task->order_strides, false};
    if (reduction) {
        plan->types[count] = &dtypes[reduction->operator_row->loops[reduction->loop][0]];
        plan->reduced = count;
        operands[count++] = &order;
    }
    plan->memory_count = plan->place_count = count;
    bool any_order = !reduction || (reduction->outer == 1 && reduction->trailing);
    if (!walk_begin(&plan->walk, task->shape, operands, count, any_order)) return true; /* no elements: no calls */
    plan->gathers = plan->walk.dimensions > 1 && plan->walk.shape[plan->walk.dimensions - 1] < ROW_SHORT;
    plan_steps(plan);
    if (plan->failed || !assign_slots(plan)) return error_set(error, "NotImplementedError", "too much to fuse");
    for (int memory = 0; memory < plan->memory_count && plan->gathers; memory++) plan->slots[memory] = plan->slot_count++;
    int room = SLOT_BYTES / ((plan->slot_count + 1) * 16);
    if (room < 64) return error_set(error, "NotImplementedError", "too much to fuse");
    plan->block = room >= BLOCK ? BLOCK : room / 64 * 64;
    return true;
}

/* ---- Running it */

typedef struct FusedRunner {
    FusedPlan *plan;
    char *data[PLACES_MAX];
    int64_t strides[PLACES_MAX];
    char *reduced; /* where the next element of the reduced value goes */
    int flags[FUSION_STEPS_MAX];
    _Alignas(64) char slots[SLOT_BYTES];
    _Alignas(64) char block[BLOCK * 16]; /* the reduced value's elements */
} FusedRunner;


static void runner_begin(FusedRunner *runner, FusedPlan *plan) {
    runner->plan = plan;
    memset(runner->flags, 0, sizeof runner->flags);
    for (int place = 0; place < plan->place_count; place++) {
        runner->strides[place] = inner_stride(plan, place);
        if (place >= plan->memory_count)
            runner->data[place] = runner->slots + (size_t)plan->slots[place] * (size_t)plan->block * 16;
    }
    float_flags_clear();
}

static void runner_end(FusedRunner *runner) {
    FusedPlan *plan = runner->plan;
#ifdef __SSE2__
    if (plan->is_streaming) _mm_sfence(); /* before another thread reads */
#endif
    for (int s = 0; s < plan->task->step_count; s++)
        if (runner->flags[s]) atomic_fetch_or(&plan->flags[s], runner->flags[s]);
}

/* What the calls since the last look met belongs to `step`. */
static inline void note_flags(FusedRunner *runner, int step) {
    int met = float_flags_read();
    if (!met) return;
    if (step >= 0) runner->flags[step] |= met;
    float_flags_clear();
}

static void run_block(FusedRunner *runner, int64_t count) {
    const FusedPlan *plan = runner->plan;
    for (int i = 0; i < plan->call_count; i++) {
        const FusedCall *call = &plan->calls[i];
        char *data[4];
        int64_t strides[4];
        for (int k = 0; k < call->count; k++) {
            data[k] = runner->data[call->places[k]];
            strides[k] = runner->strides[call->places[k]];
        }
        call->loop(data, strides, count);
        note_flags(runner, call->step);
    }
}

/* Elements [from, from + count) of a memory to or from a slot, where they lie evenly. */
__attribute__((always_inline)) static inline void move_rows(const Walk *walk, int memory, int64_t from, int64_t count, size_t size, char *slot, bool gathers) {
    int inner = walk->dimensions - 1;
    int64_t position[ARRAY_DIMENSIONS_MAX], at = from % walk->shape[inner], rest = from / walk->shape[inner];
    int64_t step = walk->strides[inner][memory];
    char *row = walk->data[memory];
    for (int axis = inner - 1; axis >= 0; axis--) {
        position[axis] = rest % walk->shape[axis];
        rest /= walk->shape[axis];
        row += position[axis] * walk->strides[axis][memory];
    }
    while (count > 0) {
        int64_t piece = walk->shape[inner] - at < count ? walk->shape[inner] - at : count;
        char *element = row + at * step;
        count -= piece;
        at = 0;
        for (; piece > 0; piece--, element += step, slot += size) {
            if (gathers) memcpy(slot, element, size);
            else memcpy(element, slot, size);
        }
        for (int axis = inner - 1; axis >= 0; axis--) {
            row += walk->strides[axis][memory];
            if (++position[axis] < walk->shape[axis]) break;
            row -= position[axis] * walk->strides[axis][memory];
            position[axis] = 0;
        }
    }
}

static void move_elements(const Walk *walk, int memory, int64_t from, int64_t count, size_t size, char *slot, bool gathers) {
    switch (size) { /* a known size is one move */
    case 1: move_rows(walk, memory, from, count, 1, slot, gathers); break;
    case 4: move_rows(walk, memory, from, count, 4, slot, gathers); break;
    case 8: move_rows(walk, memory, from, count, 8, slot, gathers); break;
    default: move_rows(walk, memory, from, count, size, slot, gathers);
    }
}

/* The same as run_range where rows are short. */
static void run_rows(FusedRunner *runner, int64_t from, int64_t count) {
    const FusedPlan *plan = runner->plan;
    const Walk *walk = &plan->walk;
    int inputs = plan->task->input_count;
    while (count > 0) {
        int64_t now = count < plan->block ? count : plan->block;
        for (int k = 0; k < plan->memory_count; k++) {
            if (k == plan->reduced) {
                runner->data[k] = runner->reduced;
                runner->reduced += now * runner->strides[k];
                continue;
            }
            runner->data[k] = runner->strides[k] ? runner->slots + (size_t)plan->slots[k] * (size_t)plan->block * 16 : walk->data[k];
            if (k < inputs && runner->strides[k])
                move_elements(walk, k, from, now, (size_t)plan->types[k]->item_size, runner->data[k], true);
        }
        run_block(runner, now);
        for (int k = inputs; k < plan->memory_count; k++)
            if (k != plan->reduced && runner->strides[k])
                move_elements(walk, k, from, now, (size_t)plan->types[k]->item_size, runner->data[k], false);
        from += now;
        count -= now;
    }
}

/* The elements [from, from + count) of the walk. */
static void run_range(FusedRunner *runner, int64_t from, int64_t count) {
    const FusedPlan *plan = runner->plan;
    const Walk *walk = &plan->walk;
    int inner = walk->dimensions - 1;
    if (plan->gathers) {
        run_rows(runner, from, count);
        return;
    }
    while (count > 0) {
        int64_t rest = from, at = rest % walk->shape[inner], position[ARRAY_DIMENSIONS_MAX];
        position[inner] = at;
        rest /= walk->shape[inner];
        for (int axis = inner - 1; axis >= 0; axis--) {
            position[axis] = rest % walk->shape[axis];
            rest /= walk->shape[axis];
        }
        int64_t piece = walk->shape[inner] - at;
        if (piece > count) piece = count;
        from += piece;
        count -= piece;
        for (int k = 0; k < plan->memory_count; k++) {
            char *data = walk->data[k];
            if (k == plan->reduced) continue;
            for (int axis = 0; axis <= inner; axis++) data += position[axis] * walk->strides[axis][k];
            runner->data[k] = data;
        }
        while (piece > 0) {
            int64_t now = piece < plan->block ? piece : plan->block;
            if (plan->reduced >= 0) runner->data[plan->reduced] = runner->reduced;
            run_block(runner, now);
            for (int k = 0; k < plan->memory_count; k++) runner->data[k] += now * runner->strides[k];
            if (plan->reduced >= 0) runner->reduced += now * runner->strides[plan->reduced];
            piece -= now;
        }
    }
}

static bool stopped(FusedPlan *plan) {
    const atomic_bool *interrupt = plan->runtime->interrupt;
    if (!interrupt || !atomic_load_explicit(interrupt, memory_order_relaxed)) return false;
    atomic_store(&plan->interrupted, 1);
    return true;
}

enum { POLLED = 1 << 16 };

static void run_elements(void *context, int64_t from, int64_t to) {
    FusedRunner runner;
    runner_begin(&runner, context);
    for (; from < to && !stopped(context); from += POLLED) run_range(&runner, from, to - from < POLLED ? to - from : POLLED);
    runner_end(&runner);
}

/* ---- Reductions */

/* What the reduction itself met: looked at before a step can be taken for it. */
static inline void note_reduction(FusedPlan *plan) {
    int met = float_flags_read();
    if (!met) return;
    atomic_fetch_or(&plan->reduction_flags, met);
    float_flags_clear();
}

/* Elements [from, from + count), at most a block, of the reduced value. */
static const char *reduced_block(FusedRunner *runner, int64_t from, int64_t count) {
    runner->reduced = runner->block;
    run_range(runner, from, count);
    return runner->block;
}

static void pairwise_range(FusedRunner *runner, const Dtype *type, int64_t from, int64_t count, void *sum) {
    if (count <= BLOCK) {
        host_pairwise(type, reduced_block(runner, from, count), type->item_size, count, sum);
        note_reduction(runner->plan);
        return;
    }
    char left[16], right[16];
    int64_t half = host_pairwise_half(type, count);
    pairwise_range(runner, type, from, half, left);
    pairwise_range(runner, type, from + half, count - half, right);
    host_add_sums(type, left, right, sum);
    note_reduction(runner->plan);
}

typedef struct Segments {
    FusedPlan *plan;
    SumSegments sums;
} Segments;

static void sum_halves(void *context, int64_t from, int64_t to) {
    Segments *segments = context;
    FusedRunner runner;
    runner_begin(&runner, segments->plan);
    for (int64_t i = from; i < to && !stopped(segments->plan); i++)
        pairwise_range(&runner, segments->sums.type, segments->sums.items[i].from, segments->sums.items[i].count, segments->sums.items[i].sum);
    runner_end(&runner);
}

/* output += the sum of a long row, by several threads. */
static void sum_long_row(FusedPlan *plan, const Dtype *type, int64_t from, int64_t count, char *output) {
    Segments segments;
    segments.plan = plan;
    sum_segments_begin(&segments.sums, type, from, count);
    runtime_parallel_for(plan->runtime, segments.sums.count, 1, sum_halves, &segments);
    char sum[16];
    float_flags_clear();
    sum_segments_end(&segments.sums, count, sum);
    host_add_sums(type, output, sum, output);
    note_reduction(plan);
}

static bool sums_pairwise(const FusedReduction *reduction, const Dtype *type) {
    return reduction->operator_row->number == OPERATOR_add && dtype_is_inexact(type);
}

/* output = op(output, elements of a range), one after another. */
static void combine_range(FusedRunner *runner, const FusedReduction *reduction, int64_t from, int64_t count, char *output) {
    while (count > 0 && !stopped(runner->plan)) {
        int64_t piece = count < BLOCK ? count : BLOCK;
        const char *block = reduced_block(runner, from, piece);
        host_combine(reduction->operator_row, reduction->loop, output, 0, block, piece);
        note_reduction(runner->plan);
        from += piece;
        count -= piece;
    }
}

static void begin_output(FusedRunner *runner, const FusedReduction *reduction, const Dtype *type, int64_t first, char *output) {
    if (host_neutral_element(reduction->operator_row, type, output)) return;
    memcpy(output, reduced_block(runner, first, 1), type->item_size);
}

static void combine_segments(void *context, int64_t from, int64_t to) {
    Segments *segments = context;
    const FusedReduction *reduction = segments->plan->task->reduction;
    FusedRunner runner;
    runner_begin(&runner, segments->plan);
    for (int64_t i = from; i < to; i++) {
        begin_output(&runner, reduction, segments->sums.type, segments->sums.items[i].from, segments->sums.items[i].sum);
        combine_range(&runner, reduction, segments->sums.items[i].from, segments->sums.items[i].count, segments->sums.items[i].sum);
    }
    runner_end(&runner);
}

static void combine_long_row(FusedPlan *plan, const Dtype *type, int64_t from, int64_t count, char *output) {
    const FusedReduction *reduction = plan->task->reduction;
    Segments segments;
    segments.plan = plan;
    segments.sums.type = type;
    segments.sums.count = 0;
    int64_t step = host_piece_length(count);
    for (int64_t at = 0; at < count; at += step) {
        segments.sums.items[segments.sums.count].from = from + at;
        segments.sums.items[segments.sums.count++].count = count - at < step ? count - at : step;
    }
    runtime_parallel_for(plan->runtime, segments.sums.count, 1, combine_segments, &segments);
    for (int i = 0; i < segments.sums.count; i++)
        host_combine(reduction->operator_row, reduction->loop, output, 0, segments.sums.items[i].sum, 1);
}

/* Many rows are computed at once, then each is combined as a longer one would be. */
static void reduce_short_rows(FusedRunner *runner, const Dtype *type, int64_t from, int64_t to) {
    const FusedReduction *reduction = runner->plan->task->reduction;
    int64_t size = type->item_size, length = reduction->inner, most = BLOCK / length;
    bool is_sum = sums_pairwise(reduction, type);
    while (from < to && !stopped(runner->plan)) {
        int64_t rows = to - from < most ? to - from : most;
        const char *block = reduced_block(runner, from * length, rows * length);
        for (int64_t row = 0; row < rows; row++, block += length * size) {
            char *output = reduction->output + (from + row) * size, sum[16];
            bool has_neutral = host_neutral_element(reduction->operator_row, type, output);
            if (!is_sum) {
                if (!has_neutral) memcpy(output, block, (size_t)size);
                host_combine(reduction->operator_row, reduction->loop, output, 0, block, length);
                continue;
            }
            host_pairwise(type, block, size, length, sum);
            host_add_sums(type, output, sum, output);
        }
        note_reduction(runner->plan);
        from += rows;
    }
}

static void reduce_rows(void *context, int64_t from, int64_t to) {
    FusedPlan *plan = context;
    const FusedReduction *reduction = plan->task->reduction;
    const Dtype *type = plan->types[plan->reduced];
    FusedRunner runner;
    runner_begin(&runner, plan);
    if (reduction->inner <= ROW_SHORT && reduction->inner > 0) {
        reduce_short_rows(&runner, type, from, to);
        runner_end(&runner);
        return;
    }
    for (int64_t row = from; row < to && !stopped(plan); row++) {
        char *output = reduction->output + row * type->item_size;
        int64_t first = row * reduction->inner;
        if (!sums_pairwise(reduction, type)) {
            begin_output(&runner, reduction, type, first, output);
            combine_range(&runner, reduction, first, reduction->inner, output);
            continue;
        }
        char sum[16];
        host_neutral_element(reduction->operator_row, type, output);
        pairwise_range(&runner, type, first, reduction->inner, sum);
        host_add_sums(type, output, sum, output);
        note_reduction(plan);
    }
    runner_end(&runner);
}

/* Rows combined to one: each thread takes some columns. */
static void reduce_columns(void *context, int64_t from, int64_t to) {
    FusedPlan *plan = context;
    const FusedReduction *reduction = plan->task->reduction;
    const Dtype *type = plan->types[plan->reduced];
    int64_t size = type->item_size;
    char neutral[16];
    bool has_neutral = host_neutral_element(reduction->operator_row, type, neutral);
    FusedRunner runner;
    runner_begin(&runner, plan);
    for (int64_t column = from; column < to && !stopped(plan); column += BLOCK) {
        int64_t count = to - column < BLOCK ? to - column : BLOCK;
        char *output = reduction->output + column * size;
        for (int64_t i = 0; has_neutral && i < count; i++) memcpy(output + i * size, neutral, (size_t)size);
        for (int64_t row = 0; row < reduction->outer && !stopped(plan); row++) {
            const char *block = reduced_block(&runner, row * reduction->inner + column, count);
            if (!row && !has_neutral) {
                memcpy(output, block, (size_t)(count * size));
                continue;
            }
            host_combine(reduction->operator_row, reduction->loop, output, size, block, count);
            note_reduction(plan);
        }
    }
    runner_end(&runner);
}

static void run_reduction(FusedPlan *plan) {
    FusedReduction *reduction = plan->task->reduction;
    const Dtype *type = plan->types[plan->reduced];
    bool long_row = reduction->trailing && reduction->outer == 1 && reduction->inner >= 2 * SEGMENT;
    if (long_row && sums_pairwise(reduction, type)) {
        host_neutral_element(reduction->operator_row, type, reduction->output);
        sum_long_row(plan, type, 0, reduction->inner, reduction->output);
    } else if (long_row && host_is_associative(reduction->operator_row, type)) {
        FusedRunner runner;
        runner_begin(&runner, plan);
        begin_output(&runner, reduction, type, 0, reduction->output);
        combine_long_row(plan, type, 0, reduction->inner, reduction->output);
    } else if (reduction->trailing) {
        int64_t grain = SEGMENT / (reduction->inner ? reduction->inner : 1);
        runtime_parallel_for(plan->runtime, reduction->outer, grain ? grain : 1, reduce_rows, plan);
    } else {
        int64_t grain = SEGMENT / (reduction->outer ? reduction->outer : 1);
        runtime_parallel_for(plan->runtime, reduction->inner, grain < BLOCK ? BLOCK : grain, reduce_columns, plan);
    }
    reduction->float_flags = host_operator_has_flags(reduction->operator_row) ? plan->reduction_flags : 0;
}

bool host_fused(Device *device, FusedTask *task, Error *error) {
    FusedPlan plan;
    memset(&plan, 0, offsetof(FusedPlan, calls));
    for (int s = 0; s < FUSION_STEPS_MAX; s++) plan.flags[s] = 0;
    plan.failed = plan.is_streaming = false;
    plan.reduction_flags = plan.interrupted = 0;
    if (task->reduction) { /* what is reduced in another type than it has, in whole pieces, is not done here */
        const FusedReduction *reduction = task->reduction;
        const FusionStep *last = &task->steps[reduction->value - task->input_count];
        const Dtype *type = &dtypes[reduction->operator_row->loops[reduction->loop][0]],
                    *from = &dtypes[last->operator_row->loops[last->loop][last->operator_row->inputs]];
        if (type->number == DTYPE_FLOAT16 || (type != from && dtype_is_inexact(type)))
            return error_set(error, "NotImplementedError", "a reduction in another type");
    }
    if (!make_plan(&plan, task, device, error)) return false;
    if (plan.call_count) {
        int64_t count = 1;
        for (int axis = 0; axis < plan.walk.dimensions; axis++) count *= plan.walk.shape[axis];
        if (task->reduction) run_reduction(&plan);
        else
            runtime_parallel_for(device->runtime, count, 1 << 15, run_elements, &plan);
    }
    for (int s = 0; s < task->step_count; s++) task->float_flags[s] = plan.flags[s];
    return !plan.interrupted || runtime_poll(device->runtime, error);
}
