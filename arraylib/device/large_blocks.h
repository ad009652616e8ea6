/* The large blocks of host memory that live, and which of them are page-locked for a device.
 *
 * A device fetches from page-locked memory, and writes into it, by itself and at the bus's speed; other memory has to be copied by processors. Locking
 * costs as much as one transfer, so a block is locked when it is transferred for a second time: the arrays of a notebook that goes
 * back and forth, and, since blocks of dead arrays serve again, the results of repeated transfers to the host. */
#ifndef ARRAYLIB_DEVICE_LARGE_BLOCKS_H
#define ARRAYLIB_DEVICE_LARGE_BLOCKS_H

#include "arraylib/device/device.h"

enum { LARGE_BLOCK = 1 << 20 }; /* bytes: smaller ones are not counted */

typedef struct PageLocker {
    bool (*lock)(Device *device, char *bytes, size_t size); /* false: that cannot be had */
    void (*unlock)(Device *device, char *bytes);
} PageLocker;

/* A block is there; what is not recorded for want of memory is never locked. */
void large_block_born(ArrayRuntime *runtime, char *bytes, size_t size);
void large_block_dies(ArrayRuntime *runtime, char *bytes); /* before its memory goes back to the system */
/* The device is about to transfer to or from this memory: is it page-locked, or is it now? */
bool large_block_is_locked(Device *device, const PageLocker *locker, const void *bytes, size_t size);
void large_blocks_unlock(Device *device); /* what was locked for this device: before it goes */
void large_blocks_forget(ArrayRuntime *runtime); /* at the end of the runtime */

#endif
