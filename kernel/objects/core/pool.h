/* Memory of small objects: blocks of one size lie side by side in spans of 64 KiB, free ones in a list a size.
 *
 * The spans are pieces of one reserved region of addresses, so that a block's address says whether it is the pool's and,
 * through its span, how large it is. Where the system refuses the reservation, and under sanitizers, every block comes
 * from the general allocator. */
#ifndef KERNEL_OBJECTS_POOL_H
#define KERNEL_OBJECTS_POOL_H

#include "config.h"

#include "base/memory.h"

#include <stddef.h>
#include <stdint.h>

enum { POOL_STEP = 16, POOL_LARGEST = 512, POOL_CLASSES = POOL_LARGEST / POOL_STEP + 1, POOL_SPAN_BITS = 16 };

typedef struct FreeBlock {
    struct FreeBlock *next;
} FreeBlock;

typedef struct Pool {
    char *region;         /* NULL: none */
    size_t region_size;
    uint8_t *span_classes; /* one a span */
    size_t spans_used;
    FreeBlock *free[POOL_CLASSES];
    char *next[POOL_CLASSES], *end[POOL_CLASSES]; /* what is left of the newest span of each size */
} Pool;

void pool_open(Pool *pool);
void pool_close(Pool *pool); /* every block is gone then */
void *pool_refill(Pool *pool, size_t class);
void *pool_resize(Pool *pool, void *block, size_t size); /* as realloc; NULL leaves the old block valid */

static inline void *pool_take(Pool *pool, size_t size) {
    size_t class = (size + POOL_STEP - 1) / POOL_STEP;
    if (class >= POOL_CLASSES) return memory_allocate(size);
#ifdef CUPOLA_SANITIZED
    if (!pool->region) return memory_allocate(size); /* to the byte, so that a sanitizer sees a write behind it */
#else
    if (!pool->region) return memory_allocate(class * POOL_STEP); /* whole steps: objects are cleared by them */
#endif
    FreeBlock *block = pool->free[class];
    if (!block) return pool_refill(pool, class);
    pool->free[class] = block->next;
    return block;
}

static inline void pool_give(Pool *pool, void *block) {
    size_t offset = (size_t)((char *)block - pool->region);
    if (!pool->region || offset >= pool->region_size) {
        memory_release(block);
        return;
    }
    size_t class = pool->span_classes[offset >> POOL_SPAN_BITS];
    FreeBlock *free_block = (FreeBlock *)block;
    free_block->next = pool->free[class];
    pool->free[class] = free_block;
}

#endif
