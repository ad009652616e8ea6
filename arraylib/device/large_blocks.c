#include "arraylib/device/large_blocks.h"

#include "base/memory.h"

#include <stdint.h>
#include <unistd.h>

typedef struct LargeBlock {
    char *bytes;
    size_t size;
    Device *device; /* that it is locked for; NULL: it is not */
    const PageLocker *locker;
    bool was_transferred, is_refused;
} LargeBlock;

typedef struct LargeBlocks {
    LargeBlock *blocks;
    size_t count, room, locked; /* bytes that are locked */
} LargeBlocks;

static size_t lockable_bytes(void) {
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (size_t)pages / 4 * (size_t)size : 0;
}

void large_block_born(ArrayRuntime *runtime, char *bytes, size_t size) {
    LargeBlocks *all = runtime->large_blocks;
    if (!all && !(all = runtime->large_blocks = memory_allocate_zeroed(1, sizeof *all))) return;
    if (all->count == all->room) {
        size_t room = all->room ? 2 * all->room : 32;
        LargeBlock *blocks = memory_resize(all->blocks, room * sizeof *blocks);
        if (!blocks) return;
        all->blocks = blocks;
        all->room = room;
    }
    all->blocks[all->count++] = (LargeBlock){.bytes = bytes, .size = size};
}

static void unlock(LargeBlocks *all, LargeBlock *block) {
    block->locker->unlock(block->device, block->bytes);
    block->device = NULL;
    all->locked -= block->size;
}

void large_block_dies(ArrayRuntime *runtime, char *bytes) {
    LargeBlocks *all = runtime->large_blocks;
    for (size_t i = all ? all->count : 0; i-- > 0;) {
        if (all->blocks[i].bytes != bytes) continue;
        if (all->blocks[i].device) unlock(all, &all->blocks[i]);
        all->blocks[i] = all->blocks[--all->count];
        return;
    }
}

bool large_block_is_locked(Device *device, const PageLocker *locker, const void *bytes, size_t size) {
    LargeBlocks *all = device->runtime->large_blocks;
    const char *from = bytes;
    for (size_t i = all ? all->count : 0; i-- > 0;) {
        LargeBlock *block = &all->blocks[i];
        if (from < block->bytes || from >= block->bytes + block->size) continue;
        if (block->device) return size <= (size_t)(block->bytes + block->size - from);
        if (!block->was_transferred) {
            block->was_transferred = true;
            return false;
        }
        if (block->is_refused || all->locked + block->size > lockable_bytes()) return false;
        block->is_refused = !locker->lock(device, block->bytes, block->size);
        if (block->is_refused) return false;
        block->device = device;
        block->locker = locker;
        all->locked += block->size;
        return size <= (size_t)(block->bytes + block->size - from);
    }
    return false;
}

void large_blocks_unlock(Device *device) {
    LargeBlocks *all = device->runtime->large_blocks;
    for (size_t i = 0; all && i < all->count; i++)
        if (all->blocks[i].device == device) unlock(all, &all->blocks[i]);
}

void large_blocks_forget(ArrayRuntime *runtime) {
    if (runtime->large_blocks) memory_release(runtime->large_blocks->blocks);
    memory_release(runtime->large_blocks);
    runtime->large_blocks = NULL;
}
