/* Memory from the system, with one place for what happens when there is none.
 *
 * Every allocation of the process goes through here, so that a test can inject a failure into each in
 * turn (CUPOLA_FAIL_ALLOCATION=N fails the N-th) and so that a pressure handler (trim pools, collect
 * cycles) gets one chance before an allocation is reported as failed. All functions return NULL on failure. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

void *memory_allocate(size_t size);                 /* uninitialised; size 0 gives a unique pointer */
void *memory_allocate_zeroed(size_t count, size_t size); /* count * size bytes of zero; overflow is a failure */
void *memory_resize(void *block, size_t size);      /* like realloc; on failure the block stays valid */
void memory_release(void *block);                   /* NULL is fine */
char *memory_copy_string(const char *string);       /* strdup */
char *memory_copy_bytes(const char *bytes, size_t length); /* copy, with a NUL appended */

/* Keep so many bytes back, fewer where there is little, until small allocations fail: then they are let go, so that a MemoryError
 * can be raised and told of. As many again are kept for messages. Call it again when that is over. */
void memory_keep_reserve(size_t size);
void memory_make_room(void); /* before messages go to libraries that end the process without memory: lets theirs go if little is left */

/* Could the system give so much now? For libraries that end the process, or wait for ever, where they get nothing. */
bool memory_has_room(size_t size);

/* For what is reserved in advance: `most`, or where the process's address space is limited one of so many parts of that, but no less
 * than `least`; whole pages. */
size_t memory_share(size_t most, size_t least, size_t parts);

/* For tests of what happens without memory: of the allocations from now on, `count` fail, the first of them the
 * `first`-th; 0 ends that. Returns how many there were since the last call (of those that were counted: none before it). */
long memory_fail(long first, long count);
long memory_held(void); /* blocks not given back, of those since memory_fail was called first */
bool memory_is_counted(void); /* while they are, every object is an allocation: no pools */

/* The handler returns true when it freed something, and then the allocation is tried once more. */
typedef bool MemoryPressureHandler(void *context, size_t wanted);
void memory_set_pressure_handler(MemoryPressureHandler *handler, void *context);

#endif
