/* Sorting: a stable radix sort, eight bits a pass, over keys whose unsigned order is the elements' order (NaN last).
 *
 * A pass: every tile of 16,384 keys counts its digits; the counts are summed over digits and tiles; every tile then puts
 * its keys in their places. Within a tile the order is kept by warps, each of which owns a run of the tile: lanes with
 * the same digit find each other by a vote. Many short rows are sorted together, each by a block in shared memory. */
#include "arraylib/device/cuda/cuda.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

enum { BLOCK = 256, TILE = 16384, SHORT = 1024 };

static const char *key_type(const Dtype *dtype) {
    return dtype->item_size == 1 ? "unsigned char" : dtype->item_size == 2 ? "unsigned short"
           : dtype->item_size == 4 ? "unsigned" : "unsigned long long";
}

static void append_key_text(TextBuffer *source, const Dtype *dtype) {
    int bits = dtype->item_size * 8;
    text_append_format(source, "typedef %s Key;\nenum { BITS = %d };\n", key_type(dtype), bits);
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
                           "    if (size == 0) return (Key)%lluull; // both zeros are equal\n"
                           "    return x & (Key)%lluull ? (Key)~x : (Key)(x | (Key)%lluull);\n}\n"
                           "__device__ inline Key from_key(Key k) { return k & (Key)%lluull ? (Key)(k & (Key)%lluull) : (Key)~k; }\n",
                           top - 1, infinity, top, top, top, top, top - 1);
        break;
    }
    default: text_append(source, "__device__ inline Key to_key(Key x) { return x; }\n__device__ inline Key from_key(Key k) { return k; }\n");
    }
}

/* Stages: 0 prepare keys and indexes, 1 count, 2 sum the counts, 3 place, 4 write elements, 5 write indexes. */
static const char radix_text[] =
    "enum { TILE = 16384, WARPS = 8, EACH = TILE / 256 };\n"
    "extern \"C\" __global__ void kernel(const Key *elements, Key *keys, Key *keys_out, unsigned *indexes, unsigned *indexes_out, "
    "unsigned *counts, long long n, int shift, int stage, void *output) {\n"
    "    long long tiles = (n + TILE - 1) / TILE;\n"
    "    if (stage == 0 || stage >= 4) {\n"
    "        for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x) {\n"
    "            if (stage == 0) { keys[i] = to_key(elements[i]); if (indexes) indexes[i] = (unsigned)i; }\n"
    "            else if (stage == 4) ((Key *)output)[i] = from_key(keys[i]);\n"
    "            else ((long long *)output)[i] = indexes[i];\n        }\n        return;\n    }\n"
    "    if (stage == 2) { // one block: exclusive sums over digit-major counts\n"
    "        __shared__ unsigned sums[256];\n        __shared__ unsigned running;\n        if (threadIdx.x == 0) running = 0;\n        __syncthreads();\n"
    "        long long all = tiles * 256;\n"
    "        for (long long from = 0; from < all; from += 1024) {\n"
    "            long long at = from + threadIdx.x * 4;\n            unsigned here[4], mine = 0;\n"
    "            for (int k = 0; k < 4; k++) { here[k] = at + k < all ? counts[at + k] : 0; mine += here[k]; }\n"
    "            sums[threadIdx.x] = mine;\n            __syncthreads();\n"
    "            for (unsigned step = 1; step < 256; step <<= 1) { unsigned before = threadIdx.x >= step ? sums[threadIdx.x - step] : 0; __syncthreads(); sums[threadIdx.x] += before; __syncthreads(); }\n"
    "            unsigned place = running + sums[threadIdx.x] - mine;\n"
    "            for (int k = 0; k < 4; k++) { if (at + k < all) counts[at + k] = place; place += here[k]; }\n"
    "            __syncthreads();\n            if (threadIdx.x == 255) running += sums[255];\n            __syncthreads();\n        }\n        return;\n    }\n"
    "    __shared__ unsigned digits[WARPS][256];\n    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;\n"
    "    for (long long tile = blockIdx.x; tile < tiles; tile += gridDim.x) {\n"
    "        for (int w = 0; w < WARPS; w++) digits[w][threadIdx.x] = 0;\n        __syncthreads();\n"
    "        long long from = tile * TILE + warp * (TILE / WARPS);\n"
    "        for (int k = 0; k < EACH; k++) {\n            long long i = from + k * 32 + lane;\n"
    "            if (i < n) atomicAdd(&digits[warp][(keys[i] >> shift) & 255], 1u);\n        }\n        __syncthreads();\n"
    "        if (stage == 1) {\n            unsigned sum = 0;\n            for (int w = 0; w < WARPS; w++) sum += digits[w][threadIdx.x];\n"
    "            counts[threadIdx.x * tiles + tile] = sum;\n            __syncthreads();\n            continue;\n        }\n"
    "        unsigned place = counts[threadIdx.x * tiles + tile];\n"
    "        for (int w = 0; w < WARPS; w++) { unsigned here = digits[w][threadIdx.x]; digits[w][threadIdx.x] = place; place += here; }\n"
    "        __syncthreads();\n"
    "        for (int k = 0; k < EACH; k++) {\n            long long i = from + k * 32 + lane;\n            bool inside = i < n;\n"
    "            Key key = inside ? keys[i] : (Key)0;\n            unsigned digit = inside ? (unsigned)((key >> shift) & 255) : 256u;\n"
    "            unsigned same = __match_any_sync(0xffffffffu, digit), before = __popc(same & ((1u << lane) - 1));\n            unsigned base = 0;\n"
    "            if (inside) base = digits[warp][digit];\n            __syncwarp();\n"
    "            if (inside && before == 0) digits[warp][digit] = base + __popc(same);\n            __syncwarp();\n"
    "            if (inside) { keys_out[base + before] = key; if (indexes) indexes_out[base + before] = indexes[i]; }\n        }\n"
    "        __syncthreads();\n    }\n}\n";

/* Rows of up to 1,024 elements: bitonic in shared memory on (key, position), which makes it stable. */
static const char short_text[] =
    "extern \"C\" __global__ void kernel(Key *elements, long long *indexes, long long rows, int length, int padded) {\n"
    "    __shared__ Key keys[1024];\n    __shared__ unsigned short places[1024];\n"
    "    for (long long row = blockIdx.x; row < rows; row += gridDim.x) {\n"
    "        Key *data = elements + row * length;\n"
    "        for (int i = threadIdx.x; i < padded; i += blockDim.x) { keys[i] = i < length ? to_key(data[i]) : (Key)~(Key)0; places[i] = (unsigned short)i; }\n"
    "        __syncthreads();\n"
    "        for (int size = 2; size <= padded; size <<= 1)\n            for (int step = size >> 1; step; step >>= 1) {\n"
    "                for (int i = threadIdx.x; i < padded; i += blockDim.x) {\n                    int other = i ^ step;\n"
    "                    if (other > i) {\n                        bool after = keys[i] > keys[other] || (keys[i] == keys[other] && places[i] > places[other]);\n"
    "                        if (after == ((i & size) == 0)) { Key k = keys[i]; keys[i] = keys[other]; keys[other] = k; unsigned short p = places[i]; places[i] = places[other]; places[other] = p; }\n"
    "                    }\n                }\n                __syncthreads();\n            }\n"
    "        for (int i = threadIdx.x; i < length; i += blockDim.x) { if (indexes) indexes[row * length + i] = places[i]; else data[i] = from_key(keys[i]); }\n"
    "        __syncthreads();\n    }\n}\n";

static CudaFunction sort_function(Device *device, const Dtype *dtype, bool is_short, Error *error) {
    char key[16];
    snprintf(key, sizeof key, "sort%d/%c", is_short, dtype->code);
    CudaFunction function = cuda_function_find(device, key);
    if (function) return function;
    TextBuffer source = TEXT_BUFFER_EMPTY;
    append_key_text(&source, dtype);
    text_append(&source, is_short ? short_text : radix_text);
    return cuda_function_build(device, key, &source, error);
}

static bool sort_short(Device *device, const SortTask *task, Error *error) {
    CudaFunction function = sort_function(device, task->dtype, true, error);
    SortTask copy = *task;
    int length = (int)task->length, padded = 2;
    while (padded < length) padded *= 2;
    void *parameters[] = {&copy.data, &copy.indexes, &copy.rows, &length, &padded};
    return function && cuda_launch(device, function, task->rows < 1 << 20 ? task->rows : 1 << 20, BLOCK, parameters, error);
}

static bool sort_row(Device *device, const SortTask *task, CudaFunction function, int64_t row, char *scratch, Error *error) {
    int64_t n = task->length, tiles = (n + TILE - 1) / TILE;
    size_t item = task->dtype->item_size, keys_size = ((size_t)n * item + 15) & ~(size_t)15;
    size_t indexes_size = task->indexes ? ((size_t)n * 4 + 15) & ~(size_t)15 : 0;
    char *elements = task->data + row * n * (int64_t)item, *keys = scratch, *keys_out = keys + keys_size;
    char *indexes = task->indexes ? keys_out + keys_size : NULL, *indexes_out = indexes ? indexes + indexes_size : NULL;
    char *counts = keys_out + keys_size + 2 * indexes_size;
    char *output = task->indexes ? (char *)(task->indexes + row * n) : elements;
    int shift = 0, stage = 0;
    void *parameters[] = {&elements, &keys, &keys_out, &indexes, &indexes_out, &counts, &n, &shift, &stage, &output};
    int64_t wide = (n + BLOCK - 1) / BLOCK;
    if (wide > 1 << 16) wide = 1 << 16;
    bool good = cuda_launch(device, function, wide, BLOCK, parameters, error);
    for (; shift < (int)item * 8 && good; shift += 8) {
        for (stage = 1; stage <= 3 && good; stage++)
            good = cuda_launch(device, function, stage == 2 ? 1 : tiles, BLOCK, parameters, error);
        char *swapped = keys;
        keys = keys_out, keys_out = swapped;
        swapped = indexes;
        indexes = indexes_out, indexes_out = swapped;
    }
    stage = task->indexes ? 5 : 4;
    return good && cuda_launch(device, function, wide, BLOCK, parameters, error);
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
    CudaFunction function = sort_function(device, task->dtype, false, error);
    if (!function) return false;
    size_t n = (size_t)task->length, tiles = (n + TILE - 1) / TILE;
    size_t size = 2 * (n * task->dtype->item_size + 16) + (task->indexes ? 2 * (n * 4 + 16) : 0) + tiles * 256 * 4 + 64;
    char *scratch = cuda_allocate(device, size, error);
    bool good = scratch != NULL;
    for (int64_t row = 0; row < task->rows && good; row++)
        good = sort_row(device, task, function, row, scratch, error) && runtime_poll(device->runtime, error);
    cuda_free(device, scratch, size);
    return good;
}
