/* Sorting: a stable radix sort, eight bits a pass and one reading of the keys in each (sort.cu), over keys whose unsigned order is the elements' order (NaN
 * last). Many short rows are sorted together, each by a block in shared memory (sort_short.cu). Where no places are wanted and there are
 * many keys, sort_spread.c comes first, and the radix sort's launches do nothing if that did it. */
#include "arraylib/device/cuda/sort.h"

#include "arraylib/device/cuda/block_sum_text.h"
#include "arraylib/device/cuda/sort_text.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

enum { DIGITS = 256, SHORT = 1024, SHORT_BLOCK = 256, BLOCK = 384 /* and what a tile has, as in sort.cu */ };

static int64_t tile_size(const Dtype *dtype) { return BLOCK * (dtype->item_size > 4 ? 10 : 20); }

static const char *key_type(const Dtype *dtype) {
    return dtype->item_size == 1 ? "unsigned char" : dtype->item_size == 2 ? "unsigned short"
           : dtype->item_size == 4 ? "unsigned" : "unsigned long long";
}

void cuda_sort_append_key(TextBuffer *source, const Dtype *dtype, bool places) {
    int bits = dtype->item_size * 8;
    text_append_format(source, "typedef %s Key;\nenum { BITS = %d, MANTISSA = %d };\n", key_type(dtype), bits,
                       dtype->kind != 'f' ? 0 : bits == 16 ? 10 : bits == 32 ? 23 : 52);
    unsigned long long top = 1ull << (bits - 1);
    switch (dtype->kind) {
    case 'i':
        text_append_format(source, "__device__ inline Key to_key(Key x) { return (Key)(x ^ (Key)%lluull); }\n"
                           "__device__ inline Key from_key(Key k) { return (Key)(k ^ (Key)%lluull); }\n", top, top);
        break;
    case 'f': {
        unsigned long long infinity = dtype->item_size == 2 ? 0x7c00ull : dtype->item_size == 4 ? 0x7f800000ull : 0x7ff0000000000000ull;
        text_append_format(source,
                           "__device__ inline Key to_key(Key x) {\n    Key size = (Key)(x & (Key)%lluull);\n"
                           "    if (size > (Key)%lluull) return (Key)~(Key)0; // NaN\n"
                           "%s"
                           "    return x & (Key)%lluull ? (Key)~x : (Key)(x | (Key)%lluull);\n}\n"
                           "__device__ inline Key from_key(Key k) { return k & (Key)%lluull ? (Key)(k & (Key)%lluull) : (Key)~k; }\n",
                           top - 1, infinity, places ? "    if (size == 0) return (Key)1 << (BITS - 1); // both zeros are equal\n" : "", top, top, top, top - 1);
        break;
    }
    default: text_append(source, "__device__ inline Key to_key(Key x) { return x; }\n__device__ inline Key from_key(Key k) { return k; }\n");
    }
}

enum { STAGE_SHORT = 0, STAGE_COUNT = 1, STAGE_PLACE, COUNTING_BLOCKS = 1056 /* eight a multiprocessor of a large GPU */ };

/* Counts of rows that are `long` do not fit beside two marks in 32 bits. */
static CudaFunction sort_function(Device *device, const Dtype *dtype, int stage, bool is_long, bool places, Error *error) {
    char key[32];
    snprintf(key, sizeof key, "sort%d/%c%s%s", stage, dtype->code, is_long ? "/long" : "", places ? "/places" : "");
    CudaFunction function = cuda_function_find(device, key);
    if (function) return function;
    TextBuffer source = TEXT_BUFFER_EMPTY;
    cuda_sort_append_key(&source, dtype, places);
    text_append_format(&source, "#define STAGE %d\ntypedef unsigned %s Told;\n", stage, is_long ? "long long" : "int");
    if (stage != STAGE_SHORT) text_append(&source, block_sum_text);
    text_append(&source, stage == STAGE_SHORT ? sort_short_text : sort_text);
    return cuda_function_build(device, key, BUILD_NOW, &source, error);
}

static bool sort_short(Device *device, const SortTask *task, Error *error) {
    CudaFunction function = sort_function(device, task->dtype, STAGE_SHORT, false, task->indexes, error);
    SortTask copy = *task;
    int length = (int)task->length, padded = 2;
    while (padded < length) padded *= 2;
    void *parameters[] = {&copy.data, &copy.indexes, &copy.rows, &length, &padded};
    return function && cuda_launch(device, function, task->rows < 1 << 20 ? task->rows : 1 << 20, SHORT_BLOCK, parameters, error);
}

/* One pass's parameter, as in sort.cu. */
typedef struct Pass {
    char *keys, *keys_out, *indexes, *indexes_out, *told, *totals, *next, *needed;
    int64_t length, tiles;
    int shift, first, last;
} Pass;

/* Memory for a row: two buffers of keys, two of indexes, what tiles tell in every pass, the counts and tile numbers of the passes; and
 * what sort_spread.c wants, whose keys are where the two buffers are. */
enum { PASSES_MAX = 8, TOTALS_SIZE = DIGITS * 4 };
typedef struct Scratch {
    char *keys[2], *indexes[2], *told, *totals, *rest;
    bool spreads;
} Scratch;

static bool is_long(const SortTask *task) { return task->length >= 1 << 30; }
static size_t told_size(const SortTask *task) { return is_long(task) ? 8 : 4; }

static size_t scratch_plan(Device *device, const SortTask *task, char *memory, Scratch *scratch) {
    size_t used = 0, item = task->dtype->item_size, n = (size_t)task->length, tile = (size_t)tile_size(task->dtype), tiles = (n + tile - 1) / tile;
    size_t spread = 0, rest = 0, both = 2 * n * item;
    scratch->spreads = cuda_sort_spread_room(device, task, &spread, &rest);
    if (spread > both) both = spread;
    size_t sizes[] = {n * item, both - n * item, task->indexes ? n * 4 : 0, task->indexes ? n * 4 : 0, item * tiles * DIGITS * told_size(task),
                      PASSES_MAX * (TOTALS_SIZE + 4), rest};
    char **parts[] = {&scratch->keys[0], &scratch->keys[1], &scratch->indexes[0], &scratch->indexes[1], &scratch->told,
                      &scratch->totals, &scratch->rest};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        *parts[i] = memory ? memory + used : NULL;
        used += (sizes[i] + 15) & ~(size_t)15;
    }
    return used;
}

static bool clear(Device *device, char *memory, size_t size, Error *error) {
    return cuda_check(device, cuda_state(device)->system->driver.set_bytes_async(cuda_address(memory), 0, size, NULL), error);
}

static bool sort_row(Device *device, const SortTask *task, CudaFunction *stages, int64_t row, const Scratch *scratch,
                     Error *error) {
    int64_t tile = tile_size(task->dtype), tiles = (task->length + tile - 1) / tile;
    int bits = task->dtype->item_size * 8;
    char *elements = task->data + row * task->length * (int64_t)task->dtype->item_size;
    Pass pass = {.keys = elements, .told = scratch->told, .totals = scratch->totals, .length = task->length, .tiles = tiles};
    void *parameters[] = {&pass};
    if (scratch->spreads && !cuda_sort_spread(device, task, elements, scratch->keys[0], scratch->rest, &pass.needed, error)) return false;
    bool good = clear(device, scratch->totals, PASSES_MAX * (TOTALS_SIZE + 4), error) &&
                cuda_launch(device, stages[0], tiles < COUNTING_BLOCKS ? tiles : COUNTING_BLOCKS, BLOCK, parameters, error);
    for (int side = 0; pass.shift < bits && good; pass.shift += 8, side = !side) {
        pass.first = pass.shift == 0;
        pass.last = pass.shift + 8 == bits;
        pass.keys_out = !pass.last ? scratch->keys[side] : task->indexes ? NULL : elements;
        /* A single pass would overwrite what other blocks still read. */
        if (pass.last && pass.first && pass.keys_out) pass.keys_out = scratch->keys[side];
        if (task->indexes) pass.indexes_out = pass.last ? (char *)(task->indexes + row * task->length) : scratch->indexes[side];
        int number = pass.shift / 8;
        pass.totals = scratch->totals + number * TOTALS_SIZE;
        pass.next = scratch->totals + PASSES_MAX * TOTALS_SIZE + number * 4;
        pass.told = scratch->told + (size_t)number * (size_t)tiles * DIGITS * told_size(task);
        good = cuda_launch(device, stages[1], tiles, BLOCK, parameters, error);
        if (pass.last && pass.first && pass.keys_out && good)
            good = device->operations->copy_within(device, elements, pass.keys_out, (size_t)task->length, error);
        pass.keys = pass.keys_out;
        pass.indexes = pass.indexes_out;
    }
    return good;
}

/* Complex numbers have no key of their own: the host sorts them. */
static bool sort_on_host(Device *device, const SortTask *task, Error *error) {
    size_t count = (size_t)(task->rows * task->length), size = count * task->dtype->item_size;
    char *data = memory_allocate(size);
    int64_t *indexes = task->indexes ? memory_allocate(count * sizeof *indexes) : NULL;
    bool good = data && (indexes || !task->indexes) ? true : error_no_memory(error);
    SortTask host_task = *task;
    host_task.data = data;
    host_task.indexes = indexes;
    Device *host = device->runtime->host;
    good = good && device->operations->copy_to_host(device, data, task->data, size, error) &&
           host->operations->sort(host, &host_task, error);
    if (good && indexes)
        good = device->operations->copy_from_host(device, (char *)task->indexes, indexes, count * sizeof *indexes, error);
    else if (good) good = device->operations->copy_from_host(device, task->data, data, size, error);
    memory_release(data);
    memory_release(indexes);
    return good;
}

bool cuda_sort(Device *device, const SortTask *task, Error *error) {
    if (task->rows == 0 || task->length == 0) return true;
    if (!cuda_enter(device, error)) return false;
    if (task->dtype->kind == 'c' || task->length > UINT32_MAX - 1) return sort_on_host(device, task, error);
    if (task->length <= SHORT) return sort_short(device, task, error);
    CudaFunction stages[2];
    for (int stage = STAGE_COUNT; stage <= STAGE_PLACE; stage++)
        if (!(stages[stage - 1] = sort_function(device, task->dtype, stage, is_long(task), task->indexes, error))) return false;
    Scratch scratch;
    size_t size = scratch_plan(device, task, NULL, &scratch);
    char *memory = cuda_allocate(device, size, error);
    bool good = memory != NULL;
    scratch_plan(device, task, memory, &scratch);
    for (int64_t row = 0; row < task->rows && good; row++)
        good = sort_row(device, task, stages, row, &scratch, error) && runtime_poll(device->runtime, error);
    cuda_free(device, memory, size);
    return good;
}
