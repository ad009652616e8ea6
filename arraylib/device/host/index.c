/* Gather, scatter and the positions of true elements. */
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/loops/loops.h"
#include "arraylib/device/host/walk.h"

#include <string.h>

typedef struct IndexRun {
    const GatherTask *task;
    size_t size;
    const Dtype *references; /* elements that are counted; NULL: bytes are moved */
    HostLoop *accumulate, *in, *out; /* in, out: casts to the loop's types and back; NULL: they are the same */
    bool scatter, check;
    bool wraps; /* an emulated device: indexes outside wrap around, as CuPy's do */
} IndexRun;

/* Operands: indexed, other, then the indexes, over a walk that keeps the order of elements. */
static bool run_index(void *context, char *const *data, const int64_t *strides, int64_t count, Error *error) {
    const IndexRun *run = context;
    const GatherTask *task = run->task;
    for (int64_t i = 0; i < count; i++) {
        int64_t offset = i * strides[0];
        for (int k = 0; k < task->index_count; k++) {
            int64_t index = *(const int64_t *)(data[2 + k] + i * strides[2 + k]), size = task->index_sizes[k];
            if (index < -size || index >= size) {
                if (!run->wraps || size == 0)
                    return error_set(error, "IndexError",
                                     "index %lld is out of bounds for axis %d with size %lld", (long long)index,
                                     task->index_axes[k], (long long)size);
                index %= size;
            }
            offset += (index < 0 ? index + size : index) * task->index_strides[k];
        }
        if (run->check) continue;
        char *there = data[0] + offset, *other = data[1] + i * strides[1];
        if (run->references)
            element_copy(run->references, run->scatter ? there : other, run->scatter ? other : there);
        else if (!run->scatter)
            memcpy(other, there, run->size);
        else if (!run->accumulate)
            memcpy(there, other, run->size);
        else if (!run->in && !run->out)
            run->accumulate((char *[]){there, other, there}, (int64_t[]){0, 0, 0}, 1);
        else {
            _Alignas(16) char value[16], result[16];
            if (run->in) run->in((char *[]){there, value}, (int64_t[]){0, 0}, 1);
            run->accumulate((char *[]){run->in ? value : there, other, run->out ? result : there}, (int64_t[]){0, 0, 0}, 1);
            if (run->out) run->out((char *[]){result, there}, (int64_t[]){0, 0}, 1);
        }
    }
    return true;
}

/* The common case: one index array over the first axis, rows of elements. */
#define GATHER_RUN(type)                                                                                       \
    for (int64_t i = 0; i < count; i++) {                                                                      \
        int64_t index = *(const int64_t *)(data[2] + i * strides[2]);                                          \
        if (__builtin_expect(index < -size || index >= size, 0))                                               \
            return run_index(context, data, strides, count, error);                                            \
        *(type *)(data[1] + i * strides[1]) =                                                                  \
            *(const type *)(data[0] + i * strides[0] + (index < 0 ? index + size : index) * step);             \
    }
static bool run_gather_one(void *context, char *const *data, const int64_t *strides, int64_t count,
                           Error *error) {
    const IndexRun *run = context;
    int64_t size = run->task->index_sizes[0], step = run->task->index_strides[0];
    uintptr_t bits = (uintptr_t)data[0] | (uintptr_t)data[1] | (uintptr_t)strides[0] | (uintptr_t)strides[1] | (uintptr_t)step;
    if (dtype_is_flexible(run->task->indexed.dtype) || bits & (run->task->indexed.dtype->alignment - 1u)) return run_index(context, data, strides, count, error);
    switch (run->size) {
    case 1:
        GATHER_RUN(uint8_t) break;
    case 2:
        GATHER_RUN(uint16_t) break;
    case 4:
        GATHER_RUN(uint32_t) break;
    case 8:
        GATHER_RUN(uint64_t) break;
    default:
        GATHER_RUN(Complex128) break;
    }
    return true;
}

/* The same the other way: elements are put, or numbers of the commonest types added to what is there. What is not as it should
 * be is left to the slow way, from there on. */
#define SCATTER_RUN(type, put)                                                                                 \
    for (int64_t i = 0; i < count; i++) {                                                                      \
        int64_t index = *(const int64_t *)(data[2] + i * strides[2]);                                          \
        if (__builtin_expect(index < -size || index >= size, 0)) {                                             \
            char *rest[] = {data[0] + i * strides[0], data[1] + i * strides[1], data[2] + i * strides[2]};     \
            return run_index(context, rest, strides, count - i, error);                                        \
        }                                                                                                      \
        *(type *)(data[0] + i * strides[0] + (index < 0 ? index + size : index) * step) put *(const type *)(data[1] + i * strides[1]); \
    }
static bool run_scatter_one(void *context, char *const *data, const int64_t *strides, int64_t count, Error *error) {
    const IndexRun *run = context;
    const Dtype *dtype = run->task->indexed.dtype;
    int64_t size = run->task->index_sizes[0], step = run->task->index_strides[0];
    uintptr_t bits = (uintptr_t)data[0] | (uintptr_t)data[1] | (uintptr_t)strides[0] | (uintptr_t)strides[1] | (uintptr_t)step;
    bool is_sum = run->accumulate && run->task->accumulate->number == OPERATOR_add && !run->in && !run->out;
    if (dtype_is_flexible(dtype) || bits & (dtype->alignment - 1u) || (run->accumulate && !is_sum)) return run_index(context, data, strides, count, error);
    if (is_sum) {
        switch (dtype->number) {
        case DTYPE_FLOAT64:
            SCATTER_RUN(double, +=) return true;
        case DTYPE_FLOAT32:
            SCATTER_RUN(float, +=) return true;
        case DTYPE_INT64:
        case DTYPE_UINT64:
            SCATTER_RUN(uint64_t, +=) return true;
        case DTYPE_INT32:
        case DTYPE_UINT32:
            SCATTER_RUN(uint32_t, +=) return true;
        default: return run_index(context, data, strides, count, error);
        }
    }
    switch (run->size) {
    case 1:
        SCATTER_RUN(uint8_t, =) break;
    case 2:
        SCATTER_RUN(uint16_t, =) break;
    case 4:
        SCATTER_RUN(uint32_t, =) break;
    case 8:
        SCATTER_RUN(uint64_t, =) break;
    default:
        SCATTER_RUN(Complex128, =) break;
    }
    return true;
}

/* Are all within bounds? */
static bool run_check_one(void *context, char *const *data, const int64_t *strides, int64_t count, Error *error) {
    const IndexRun *run = context;
    int64_t size = run->task->index_sizes[0], strange = 0;
    for (int64_t i = 0; i < count; i++) {
        int64_t index = *(const int64_t *)(data[2] + i * strides[2]);
        strange |= (index < -size) | (index >= size);
    }
    return !strange || run_index(context, data, strides, count, error);
}

/* A walk holds up to four index arrays; with more, the rest are added up front by the composer. */
#define INDEX_OPERANDS_MAX (WALK_OPERANDS_MAX - 2)

static bool walk_index(Device *device, const GatherTask *task, IndexRun *run, Error *error) {
    if (task->index_count > INDEX_OPERANDS_MAX) return error_set(error, "IndexError", "too many index arrays");
    const Operand *operands[WALK_OPERANDS_MAX] = {&task->indexed, &task->other};
    for (int k = 0; k < task->index_count; k++) operands[2 + k] = &task->indexes[k];
    Walk walk;
    if (!walk_begin(&walk, task->shape, operands, 2 + task->index_count, false)) return true;
    if (!run->scatter && !run->check && task->index_count == 1 && !run->references)
        return walk_run_parallel(&walk, device->runtime, run_gather_one, run, NULL, error);
    if (task->index_count == 1 && !run->references)
        return walk_run(&walk, device->runtime, run->check ? run_check_one : run_scatter_one, run, error);
    return walk_run(&walk, device->runtime, run_index, run, error);
}

bool host_gather(Device *device, const GatherTask *task, Error *error) {
    const Dtype *dtype = task->indexed.dtype;
    IndexRun run = {.task = task, .size = (size_t)dtype->item_size, .references = dtype->has_objects ? dtype : NULL, .wraps = device->kind == DEVICE_EMULATED};
    return walk_index(device, task, &run, error);
}

bool host_scatter(Device *device, const GatherTask *task, Error *error) {
    const Dtype *dtype = task->indexed.dtype;
    IndexRun run = {.task = task,
                    .size = (size_t)dtype->item_size,
                    .references = dtype->has_objects ? dtype : NULL,
                    .scatter = true,
                    .check = true,
                    .wraps = device->kind == DEVICE_EMULATED};
    if (!walk_index(device, task, &run, error)) return false; /* check all bounds before writing */
    run.check = false;
    if (!task->accumulate) return walk_index(device, task, &run, error);
    const uint8_t *types = task->accumulate->loops[task->loop];
    run.accumulate = host_loop(task->accumulate, task->loop);
    if (types[0] != dtype->number) run.in = device_cast_loop(device, dtype, &dtypes[types[0]]);
    if (types[2] != dtype->number) run.out = device_cast_loop(device, &dtypes[types[2]], dtype);
    float_flags_clear();
    bool well = walk_index(device, task, &run, error);
    if (task->float_flags && (host_operator_has_flags(task->accumulate) || run.out)) *task->float_flags |= float_flags_read();
    return well;
}

static bool run_count(void *context, char *const *data, const int64_t *strides, int64_t count, Error *error) {
    (void)error;
    int64_t found = 0;
    const char *in = data[0];
    for (int64_t i = 0; i < count; i++) found += in[i * strides[0]] != 0;
    *(int64_t *)context += found;
    return true;
}

bool host_count_nonzero(Device *device, Shape shape, Operand input, int64_t *count, Error *error) {
    Walk walk;
    const Operand *operands[] = {&input};
    *count = 0;
    if (!walk_begin(&walk, shape, operands, 1, true)) return true;
    if (walk.dimensions == 1 && walk.strides[0][0] == 1) {
        *count = host_count_true(device, walk.data[0], walk.shape[0]);
        return runtime_poll(device->runtime, error);
    }
    return walk_run(&walk, device->runtime, run_count, count, error);
}

bool host_nonzero(Device *device, Shape shape, Operand input, int64_t count, int64_t *output, Error *error) {
    int inner = shape.dimensions - 1;
    if (inner < 0 || !count) return true;
    int64_t position[ARRAY_DIMENSIONS_MAX] = {0}, at = 0;
    const char *row = input.data;
    for (;;) {
        int64_t first = at, *places = output + inner * count;
        for (int64_t i = 0; i < shape.extents[inner] && at < count; i++) { /* written in any case: no branch is guessed */
            places[at] = i;
            at += row[i * input.strides[inner]] != 0;
        }
        for (int axis = 0; axis < inner; axis++)
            for (int64_t i = first; i < at; i++) output[axis * count + i] = position[axis];
        if (at >= count) return true;
        if (!runtime_poll(device->runtime, error)) return false;
        int axis = inner - 1;
        for (; axis >= 0; axis--) {
            row += input.strides[axis];
            if (++position[axis] < shape.extents[axis]) break;
            row -= shape.extents[axis] * input.strides[axis];
            position[axis] = 0;
        }
        if (axis < 0) return true;
    }
}
