/* The memory pool of an accelerator: the books of CuPy's, so that a notebook that prints them prints the same.
 *
 * Sizes are rounded up to 512 bytes. The smallest free chunk that is large enough is taken and split; a chunk that is given
 * back is joined with free neighbours of its block. Blocks come from the backing and go back to it when the pool is trimmed. */
#ifndef ARRAYLIB_DEVICE_POOL_H
#define ARRAYLIB_DEVICE_POOL_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct DevicePool DevicePool;

typedef struct PoolBacking {
    /* A block of memory; 0: there is none (no error set), or another failure (error set). */
    uintptr_t (*take)(void *context, size_t size, Error *error);
    void (*give)(void *context, uintptr_t address, size_t size);
} PoolBacking;

typedef struct PoolNumbers {
    size_t used_bytes, free_bytes, free_chunks; /* handed out; kept for later, in so many pieces */
    size_t limit;                               /* of both together; 0: none */
} PoolNumbers;

DevicePool *pool_create(const PoolBacking *backing, void *context, Error *error);
void pool_destroy(DevicePool *pool); /* NULL is fine; what is handed out is forgotten */

/* An address of `size` bytes, or 0: cupy's OutOfMemoryError, or what the backing said. */
uintptr_t pool_take(DevicePool *pool, size_t size, Error *error);
void pool_give(DevicePool *pool, uintptr_t address);
void pool_trim(DevicePool *pool); /* blocks that are free as a whole go back */
PoolNumbers pool_numbers(const DevicePool *pool);
void pool_set_limit(DevicePool *pool, size_t limit);
/* As CUPY_GPU_MEMORY_LIMIT says, in bytes or as "40%" of the device's `total`; ValueError for anything else. */
bool pool_heed_environment(DevicePool *pool, size_t total, Error *error);
/* cupy.cuda.memory.OutOfMemoryError for so many bytes. NULL pool: nothing is allocated so far. */
void pool_out_of_memory(const DevicePool *pool, size_t size, Error *error);

#endif
