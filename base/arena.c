#include "base/arena.h"

#include "base/memory.h"

#include <string.h>

struct ArenaBlock {
    ArenaBlock *previous;
    size_t size;
    _Alignas(16) unsigned char bytes[];
};

/* Small at first, for many arenas hold little; from the third on each block is twice as large as the one before. */
enum { FIRST_BLOCK = 512, LARGEST_BLOCK = 16384 };

void *arena_allocate(Arena *arena, size_t size) {
    size = (size + 15) & ~(size_t)15;
    if (!arena->block || arena->block->size - arena->used < size) {
        const ArenaBlock *last = arena->block;
        size_t block_size = !last || !last->previous ? FIRST_BLOCK : last->size < LARGEST_BLOCK / 2 ? last->size * 2 : LARGEST_BLOCK;
        if (block_size < size) block_size = size;
        ArenaBlock *block = memory_allocate(sizeof *block + block_size);
        if (!block) return NULL;
        *block = (ArenaBlock){.previous = arena->block, .size = block_size};
        arena->block = block;
        arena->used = 0;
    }
    void *result = arena->block->bytes + arena->used;
    arena->used += size;
    return memset(result, 0, size);
}

char *arena_copy(Arena *arena, const char *bytes, size_t length) {
    char *copy = arena_allocate(arena, length + 1);
    if (copy && length) memcpy(copy, bytes, length);
    return copy;
}

void arena_release(Arena *arena) {
    while (arena->block) {
        ArenaBlock *previous = arena->block->previous;
        memory_release(arena->block);
        arena->block = previous;
    }
    arena->used = 0;
}
