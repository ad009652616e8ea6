#include "kernel/objects/core/pool.h"

#include <string.h>
#include <sys/mman.h>

#define REGION_SIZE ((size_t)64 << 30)

void pool_open(Pool *pool) {
#ifdef CUPOLA_SANITIZED
    (void)pool; /* the sanitizer is to see every misuse */
#else
    if (memory_is_counted()) return;
    size_t spans = REGION_SIZE >> POOL_SPAN_BITS;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    char *region = mmap(NULL, REGION_SIZE, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (region == MAP_FAILED) return;
    void *classes = mmap(NULL, spans, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (classes == MAP_FAILED) {
        munmap(region, REGION_SIZE);
        return;
    }
    madvise(region, REGION_SIZE, MADV_DONTDUMP);
    pool->region = region;
    pool->region_size = REGION_SIZE;
    pool->span_classes = classes;
#endif
}

void pool_close(Pool *pool) {
    if (!pool->region) return;
    munmap(pool->region, pool->region_size);
    munmap(pool->span_classes, pool->region_size >> POOL_SPAN_BITS);
    memset(pool, 0, sizeof *pool);
}

void *pool_refill(Pool *pool, size_t class) {
    size_t size = class ? class * POOL_STEP : POOL_STEP;
    if (pool->next[class] == NULL || pool->next[class] + size > pool->end[class]) {
        if ((pool->spans_used + 1) << POOL_SPAN_BITS > pool->region_size) return memory_allocate(size);
        char *span = pool->region + (pool->spans_used << POOL_SPAN_BITS);
        pool->span_classes[pool->spans_used++] = (uint8_t)class;
        pool->next[class] = span;
        pool->end[class] = span + ((size_t)1 << POOL_SPAN_BITS);
    }
    void *block = pool->next[class];
    pool->next[class] += size;
    return block;
}

void *pool_resize(Pool *pool, void *block, size_t size) {
    size_t offset = (size_t)((char *)block - pool->region);
    if (!pool->region || offset >= pool->region_size) return memory_resize(block, size);
    size_t class = pool->span_classes[offset >> POOL_SPAN_BITS], room = class ? class * POOL_STEP : POOL_STEP;
    if (size <= room && (size > room / 2 || room <= 64)) return block;
    void *moved = pool_take(pool, size);
    if (!moved) return NULL;
    memcpy(moved, block, size < room ? size : room);
    pool_give(pool, block);
    return moved;
}
