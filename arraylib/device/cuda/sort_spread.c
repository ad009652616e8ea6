/* Sorting many keys by two readings of them (sort_spread.cu): in about half of the radix sort's time. */
#include "arraylib/device/cuda/sort.h"

#include "arraylib/device/cuda/block_sum_text.h"
#include "arraylib/device/cuda/sort_spread_text.h"

#include <stdio.h>

/* As in sort_spread.cu; and `mean`: a bucket's keys, if all have the same. */
enum {
    SAMPLE_BLOCK = 256, SAMPLE_TILE = SAMPLE_BLOCK * 8, SAMPLES_MOST = 1 << 18, SAMPLES_SHARE = 16,
    SPREAD_BLOCK = 1024, BLOCK = 512, SEGMENTS = 2048, SEGMENT_SIZE = 8, EXPONENTS = 2048, BUCKETS_FEW = 2048, BUCKETS_MOST = 4096,
    KEYS_LEAST = 1 << 20
};
enum { STAGE_SAMPLE = 1, STAGE_SEGMENTS, STAGE_SPREAD, STAGE_FINISH, STAGES = 4 };

static int64_t is_wide(const SortTask *task) { return task->dtype->item_size > 4; }
static int64_t tile(const SortTask *task) { return is_wide(task) ? 8192 : 16384; }
static int64_t capacity(const SortTask *task) { return is_wide(task) ? 6144 : 12288; }
static int64_t mean(const SortTask *task) { return is_wide(task) ? 4096 : 8192; }
static int64_t places(const SortTask *task) { return is_wide(task) ? 4096 : 8192; }

static int64_t count_buckets(const SortTask *task) { return (task->length + mean(task) - 1) / mean(task); }
static int most_buckets(const SortTask *task) { return count_buckets(task) > BUCKETS_FEW ? BUCKETS_MOST : BUCKETS_FEW; }

static int64_t count_samples(const SortTask *task) {
    int64_t samples = SAMPLES_MOST;
    while (samples * SAMPLES_SHARE > task->length) samples /= 2;
    return samples;
}

static size_t shared_size(const SortTask *task, int stage) {
    size_t item = task->dtype->item_size, most = (size_t)most_buckets(task);
    if (stage == STAGE_FINISH) return (size_t)capacity(task) * item + (size_t)places(task) * 2;
    return (size_t)tile(task) * (item + 2) + SEGMENTS * SEGMENT_SIZE + most * 8;
}

/* What is zero at first (as far as `segments`), and what is not. */
typedef struct Rest {
    char *low, *high, *hole, *tickets, *failed, *exponents, *counts, *filled, *segments, *begins, *sample;
} Rest;

static size_t plan(const SortTask *task, char *memory, Rest *rest) {
    size_t used = 0, most = (size_t)most_buckets(task);
    size_t sizes[] = {8, 8, 8, 8, 8, EXPONENTS * 4, SEGMENTS * 4, most * 4, SEGMENTS * SEGMENT_SIZE, most * 4,
                      (size_t)count_samples(task) * task->dtype->item_size};
    char **parts[] = {&rest->low, &rest->high, &rest->hole, &rest->tickets, &rest->failed, &rest->exponents, &rest->counts,
                      &rest->filled, &rest->segments, &rest->begins, &rest->sample};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        *parts[i] = memory ? memory + used : NULL;
        used += sizes[i];
    }
    return used;
}

bool cuda_sort_spread_room(Device *device, const SortTask *task, size_t *keys, size_t *rest) {
    Rest parts;
    char kind = task->dtype->kind;
    if (task->indexes || task->dtype->item_size < 4 || (kind != 'i' && kind != 'u' && kind != 'f') || task->length < KEYS_LEAST ||
        count_buckets(task) > BUCKETS_MOST || (int)shared_size(task, STAGE_SPREAD) > cuda_state(device)->shared_most)
        return false;
    *keys = (size_t)(count_buckets(task) * capacity(task)) * task->dtype->item_size;
    *rest = plan(task, NULL, &parts);
    return true;
}

static CudaFunction stage_function(Device *device, const SortTask *task, int stage, Error *error) {
    enum { ATTRIBUTE_SHARED_MOST = 8 }; /* CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES */
    char key[32];
    snprintf(key, sizeof key, "spread%d/%c/%d", stage, task->dtype->code, most_buckets(task));
    CudaFunction function = cuda_function_find(device, key);
    if (function) return function;
    TextBuffer source = TEXT_BUFFER_EMPTY;
    cuda_sort_append_key(&source, task->dtype, false);
    text_append_format(&source, "#define STAGE %d\nenum { BUCKETS = %d };\n%s", stage, most_buckets(task), block_sum_text);
    text_append(&source, sort_spread_text);
    if (!(function = cuda_function_build(device, key, BUILD_NOW, &source, error)) || stage < STAGE_SPREAD) return function;
    int status = cuda_state(device)->system->driver.function_set_attribute(function, ATTRIBUTE_SHARED_MOST, (int)shared_size(task, stage));
    return cuda_check(device, status, error) ? function : NULL;
}

/* The kernels' parameter, as in sort_spread.cu. */
typedef struct Spread {
    char *keys, *spread, *sample, *low, *high, *hole, *exponents, *counts, *segments, *filled, *begins, *tickets, *failed;
    int64_t length;
    unsigned samples, buckets;
} Spread;

bool cuda_sort_spread(Device *device, const SortTask *task, char *elements, char *keys, char *memory, char **failed, Error *error) {
    CudaState *state = cuda_state(device);
    CudaFunction stages[STAGES];
    Rest rest;
    plan(task, memory, &rest);
    *failed = rest.failed;
    for (int stage = STAGE_SAMPLE; stage <= STAGE_FINISH; stage++)
        if (!(stages[stage - 1] = stage_function(device, task, stage, error))) return false;
    if (!cuda_check(device, state->system->driver.set_bytes_async(cuda_address(memory), 0, (size_t)(rest.segments - memory), NULL), error))
        return false;
    unsigned tiles = (unsigned)((task->length + tile(task) - 1) / tile(task)), processors = (unsigned)state->processor_count;
    Spread spread = {.keys = elements, .spread = keys, .sample = rest.sample, .low = rest.low, .high = rest.high, .hole = rest.hole,
                     .exponents = rest.exponents, .counts = rest.counts, .segments = rest.segments, .filled = rest.filled,
                     .begins = rest.begins, .tickets = rest.tickets, .failed = rest.failed, .length = task->length,
                     .samples = (unsigned)count_samples(task), .buckets = (unsigned)count_buckets(task)};
    unsigned sampling = spread.samples / SAMPLE_TILE;
    const LaunchShape shapes[STAGES] = {
        {{sampling, 1, 1}, {SAMPLE_BLOCK, 1, 1}, 0},
        {{sampling, 1, 1}, {SAMPLE_BLOCK, 1, 1}, 0},
        {{tiles < processors ? tiles : processors, 1, 1}, {SPREAD_BLOCK, 1, 1}, (unsigned)shared_size(task, STAGE_SPREAD)},
        {{spread.buckets < 2 * processors ? spread.buckets : 2 * processors, 1, 1}, {BLOCK, 1, 1}, (unsigned)shared_size(task, STAGE_FINISH)},
    };
    void *parameters[] = {&spread};
    for (int stage = 0; stage < STAGES; stage++)
        if (!cuda_launch_shape(device, stages[stage], &shapes[stage], parameters, error)) return false;
    return true;
}
