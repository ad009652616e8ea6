/* Memory that lives and dies together: allocations have no release of their own. Zeroed, 16-byte aligned. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

typedef struct ArenaBlock ArenaBlock;
typedef struct Arena {
    ArenaBlock *block;
    size_t used;
} Arena;

#define ARENA_EMPTY ((Arena){0})

void *arena_allocate(Arena *arena, size_t size); /* NULL: no memory */
char *arena_copy(Arena *arena, const char *bytes, size_t length); /* NUL-terminated */
void arena_release(Arena *arena);

#endif
