/* The CPU as a device: its memory and the table of its primitives. */
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/libraries.h"
#include "arraylib/device/large_blocks.h"

#include "base/memory.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>

/* Memory of arrays that died is kept for the next one of its size: pages that the system hands out afresh cost
 * more than most operations on them. Sizes are rounded to whole pages (large ones to 64 KiB), so that a block's
 * true size follows from the one asked for. What has not served for KEPT_FOR allocations goes back to the system: a
 * session of ever new sizes would keep memory for none of them. */
enum {
    CACHED_BLOCKS = 64,
    KEPT_FOR = 256,
    CACHED_FROM = 4096,
    COARSE_FROM = 1 << 20,
    COARSE_STEP = 1 << 16,
    HUGE_FROM = 1 << 22
};
#define CACHED_BYTES_MAX ((size_t)256 << 20)

typedef struct BlockCache {
    struct {
        char *bytes;
        size_t size;
        uint64_t given_back; /* in allocations of the cache's sizes */
    } blocks[CACHED_BLOCKS]; /* the oldest first */
    int count;
    uint64_t allocations;
    size_t total;
} BlockCache;

static size_t block_size(size_t size) {
    size_t step = size < COARSE_FROM ? CACHED_FROM : COARSE_STEP;
    return size < CACHED_FROM || size > SIZE_MAX - step ? size : (size + step - 1) / step * step;
}

static void remove_block(BlockCache *cache, int at) {
    cache->total -= cache->blocks[at].size;
    cache->count--;
    memmove(&cache->blocks[at], &cache->blocks[at + 1], (size_t)(cache->count - at) * sizeof *cache->blocks);
}

static void release_block(ArrayRuntime *runtime, char *bytes, size_t size) {
    if (size >= LARGE_BLOCK) large_block_dies(runtime, bytes);
    memory_release(bytes);
}

static void release_oldest(ArrayRuntime *runtime, BlockCache *cache) {
    release_block(runtime, cache->blocks[0].bytes, cache->blocks[0].size);
    remove_block(cache, 0);
}

static void empty_cache(ArrayRuntime *runtime) {
    BlockCache *cache = runtime->block_cache;
    while (cache && cache->count) release_oldest(runtime, cache);
}

char *host_allocate(Device *device, size_t size, Error *error) {
    BlockCache *cache = device->runtime->block_cache;
    size = block_size(size);
    if (cache && size >= CACHED_FROM) cache->allocations++;
    for (int i = cache && size >= CACHED_FROM ? cache->count - 1 : -1; i >= 0; i--) {
        if (cache->blocks[i].size != size) continue;
        char *bytes = cache->blocks[i].bytes;
        remove_block(cache, i);
        return bytes;
    }
    char *bytes = memory_allocate(size);
    if (!bytes && cache && cache->count) {
        empty_cache(device->runtime);
        bytes = memory_allocate(size);
    }
    if (!bytes) {
        error_no_memory(error);
        return NULL;
    }
    if (size >= LARGE_BLOCK) large_block_born(device->runtime, bytes, size);
    if (size >= HUGE_FROM) { /* fewer, larger pages, where the system has them */
        uintptr_t from = ((uintptr_t)bytes + 4095) & ~(uintptr_t)4095,
                  to = ((uintptr_t)bytes + size) & ~(uintptr_t)4095;
        madvise((void *)from, to - from, MADV_HUGEPAGE);
    }
    return bytes;
}

void host_free(Device *device, char *bytes, size_t size) {
    ArrayRuntime *runtime = device->runtime;
    size = block_size(size);
    if (!runtime->block_cache && size >= CACHED_FROM)
        runtime->block_cache = memory_allocate_zeroed(1, sizeof(BlockCache));
    BlockCache *cache = runtime->block_cache;
    if (!cache || size < CACHED_FROM || size > CACHED_BYTES_MAX / 2) {
        release_block(runtime, bytes, size);
        return;
    }
    while (cache->count == CACHED_BLOCKS || cache->total + size > CACHED_BYTES_MAX) release_oldest(runtime, cache);
    while (cache->count && cache->blocks[0].given_back + KEPT_FOR < cache->allocations) release_oldest(runtime, cache);
    cache->blocks[cache->count].bytes = bytes;
    cache->blocks[cache->count].given_back = cache->allocations;
    cache->blocks[cache->count++].size = size;
    cache->total += size;
}

static bool host_copy_in(Device *device, char *target, const void *source, size_t size, Error *error) {
    (void)device;
    (void)error;
    if (size) memmove(target, source, size);
    return true;
}

static bool host_copy_out(Device *device, void *target, const char *source, size_t size, Error *error) {
    return host_copy_in(device, target, source, size, error);
}

static bool host_copy_within(Device *device, char *target, const char *source, size_t size, Error *error) {
    return host_copy_in(device, target, source, size, error);
}

static bool host_copy_peer(Device *device, char *target, Device *from, const char *source, size_t size,
                           Error *error) {
    (void)device;
    return from->operations->copy_to_host(from, target, source, size, error);
}

static bool host_synchronize(Device *device, Error *error) {
    (void)device;
    (void)error;
    return true;
}

static bool host_memory_info(Device *device, size_t *free_bytes, size_t *total_bytes, Error *error) {
    (void)device;
    struct sysinfo info;
    if (sysinfo(&info)) return error_set(error, "OSError", "the memory's size is not known");
    *free_bytes = (size_t)info.freeram * info.mem_unit;
    *total_bytes = (size_t)info.totalram * info.mem_unit;
    return true;
}

static void host_trim(Device *device, struct DevicePool *pool) { (void)pool, empty_cache(device->runtime); }

static void host_destroy(Device *device) {
    libraries_close(device->runtime);
    empty_cache(device->runtime);
    large_blocks_forget(device->runtime);
    memory_release(device->runtime->block_cache);
    device->runtime->block_cache = NULL;
    memory_release(device);
}

const DeviceOperations host_operations = {
    .name = "host",
    .allocate = host_allocate,
    .free = host_free,
    .copy_from_host = host_copy_in,
    .copy_to_host = host_copy_out,
    .copy_within = host_copy_within,
    .copy_peer = host_copy_peer,
    .synchronize = host_synchronize,
    .memory_info = host_memory_info,
    .elementwise = host_elementwise,
    .fused = host_fused,
    .cast = host_cast,
    .fill = host_fill,
    .iota = host_iota,
    .reduce = host_reduce,
    .scan = host_scan,
    .arg_reduce = host_arg_reduce,
    .gather = host_gather,
    .scatter = host_scatter,
    .count_nonzero = host_count_nonzero,
    .compress = host_compress,
    .expand = host_expand,
    .nonzero = host_nonzero,
    .sort = host_sort,
    .search = host_search,
    .matmul = host_matmul,
    .convolve = host_convolve,
    .fft = host_fft,
    .solve = host_solve,
    .call_library = host_call_library,
    .destroy = host_destroy,
    .trim = host_trim,
};

Device *host_device_create(ArrayRuntime *runtime, Error *error) {
    Device *device = memory_allocate(sizeof *device);
    if (!device) {
        error_no_memory(error);
        return NULL;
    }
    *device = (Device){.operations = &host_operations, .runtime = runtime, .kind = DEVICE_HOST, .number = -1};
    return device;
}
