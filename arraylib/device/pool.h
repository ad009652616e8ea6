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

/* Who is told of what pools do (cupy's memory hooks). */
typedef enum PoolEvent { POOL_TAKES, POOL_HAS_TAKEN, POOL_TAKES_BLOCK, POOL_HAS_TAKEN_BLOCK, POOL_GETS_BACK, POOL_HAS_GOT_BACK } PoolEvent;
typedef struct PoolNews {
    PoolEvent event;
    void *device;        /* the pool's `context` */
    size_t size, rounded; /* asked for, and as the pool counts it */
    uintptr_t address;   /* 0: there is none (yet) */
    const void *identity; /* of what is handed out */
} PoolNews;
typedef struct PoolObserver {
    void (*tell)(void *context, const PoolNews *news);
    void *context;
} PoolObserver;

typedef struct PoolNumbers {
    size_t used_bytes, free_bytes, free_chunks; /* handed out; kept for later, in so many pieces */
    size_t limit;                               /* of both together; 0: none */
} PoolNumbers;

DevicePool *pool_create(const PoolBacking *backing, void *context, Error *error);
/* A pool of its own books beside one that pool_create made, with the same backing. One that keeps nothing gives each block back
 * as soon as it is free. */
DevicePool *pool_create_beside(DevicePool *own, bool keeps_nothing, Error *error);
/* Nobody will ask such a pool for anything again: it goes when the last of what it handed out has come back. */
void pool_abandon(DevicePool *pool);
/* NULL is fine; what is handed out is forgotten. Those beside it are empty from then on, until they are abandoned. */
void pool_destroy(DevicePool *pool);
void pool_observe(DevicePool *own, const PoolObserver *observer); /* and those beside it; NULL: nobody */

/* An address of `size` bytes, or 0: cupy's OutOfMemoryError, or what the backing said. */
uintptr_t pool_take(DevicePool *pool, size_t size, Error *error);
void pool_give(DevicePool *own, uintptr_t address); /* to the pool that handed it out: this one, or one beside it */
void pool_trim(DevicePool *pool); /* blocks that are free as a whole go back */
void pool_trim_all(DevicePool *own); /* and of those beside it */
void *pool_context(const DevicePool *pool); /* what pool_create was told */
PoolNumbers pool_numbers(const DevicePool *pool);
void pool_set_limit(DevicePool *pool, size_t limit);
/* As CUPY_GPU_MEMORY_LIMIT says, in bytes or as "40%" of the device's `total`; ValueError for anything else. */
bool pool_heed_environment(DevicePool *pool, size_t total, Error *error);
/* cupy.cuda.memory.OutOfMemoryError for so many bytes. NULL pool: nothing is allocated so far. */
void pool_out_of_memory(const DevicePool *pool, size_t size, Error *error);

#endif
