#include "base/memory.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The one exception to "no mutable file-scope state": the handler is set once at start, and the counters
 * exist for the failure-injection tests. */
static MemoryPressureHandler *pressure_handler;
static void *pressure_context;
static struct {
    bool was_asked, counts, watches;
    long seen, first, last; /* allocations so far; those that fail */
    long held;
} injection;

static void *reserve; /* let go when small things cannot be had */
static size_t reserve_size;

void memory_keep_reserve(size_t size) {
    if (__atomic_load_n(&reserve, __ATOMIC_RELAXED)) return;
    void *block = malloc(size), *more = block ? malloc(size) : NULL; /* only where there is as much again */
    free(more);
    if (!more) {
        free(block);
        return;
    }
    reserve_size = size;
    __atomic_store_n(&reserve, block, __ATOMIC_RELAXED);
}

static void let_reserve_go(void) { free(__atomic_exchange_n(&reserve, NULL, __ATOMIC_RELAXED)); }

/* What is wanted is not there, not even when the handler has done what it can. */
static void *fail(size_t wanted) {
    if (wanted <= reserve_size / 2) let_reserve_go();
    return NULL;
}

void memory_make_room(void) {
    void *block = malloc(reserve_size + 1);
    if (!block) let_reserve_go();
    free(block);
}

static void read_environment(void) {
    injection.was_asked = true;
    const char *text = getenv("CUPOLA_FAIL_ALLOCATION");
    if (text && strtol(text, NULL, 10) > 0) memory_fail(strtol(text, NULL, 10), 1);
}

static bool failure_injected(void) {
    if (!injection.was_asked) read_environment();
    if (!injection.counts) return false;
    long number = ++injection.seen;
    return number >= injection.first && number <= injection.last;
}

long memory_fail(long first, long count) {
    long seen = injection.seen;
    injection.was_asked = true;
    injection.seen = 0;
    injection.counts = first > 0;
    injection.watches = injection.watches || injection.counts;
    injection.first = first;
    injection.last = count > LONG_MAX - first ? LONG_MAX : first + count - 1;
    return seen;
}

long memory_held(void) { return __atomic_load_n(&injection.held, __ATOMIC_RELAXED); }

/* A block more, or one less, while somebody watches. */
static void *note_taken(void *block) {
    if (injection.watches && block) __atomic_add_fetch(&injection.held, 1, __ATOMIC_RELAXED);
    return block;
}

bool memory_is_counted(void) {
    if (!injection.was_asked) read_environment();
    return injection.counts;
}

void memory_set_pressure_handler(MemoryPressureHandler *handler, void *context) {
    pressure_handler = handler;
    pressure_context = context;
}

static bool relieved(size_t wanted) {
    MemoryPressureHandler *handler = pressure_handler;
    if (!handler) return false;
    pressure_handler = NULL; /* the handler's own allocations do not call it again */
    bool freed = handler(pressure_context, wanted);
    pressure_handler = handler;
    return freed;
}

void *memory_allocate(size_t size) {
    if (failure_injected()) return NULL;
    if (size == 0) size = 1;
    if (size > PTRDIFF_MAX) return NULL;
    void *block = malloc(size);
    if (!block && relieved(size)) block = malloc(size);
    return block ? note_taken(block) : fail(size);
}

void *memory_allocate_zeroed(size_t count, size_t size) {
    if (failure_injected()) return NULL;
    if (count == 0 || size == 0) count = size = 1;
    if (count > PTRDIFF_MAX / size) return NULL;
    void *block = calloc(count, size);
    if (!block && relieved(count * size)) block = calloc(count, size);
    return block ? note_taken(block) : fail(count * size);
}

void *memory_resize(void *block, size_t size) {
    if (failure_injected()) return NULL;
    if (size == 0) size = 1;
    if (size > PTRDIFF_MAX) return NULL;
    void *resized = realloc(block, size);
    if (!resized && relieved(size)) resized = realloc(block, size);
    if (!resized) return fail(size);
    return block ? resized : note_taken(resized);
}

void memory_release(void *block) {
    if (injection.watches && block) __atomic_sub_fetch(&injection.held, 1, __ATOMIC_RELAXED);
    free(block);
}

char *memory_copy_bytes(const char *bytes, size_t length) {
    char *copy = memory_allocate(length + 1);
    if (!copy) return NULL;
    if (length) memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

char *memory_copy_string(const char *string) { return memory_copy_bytes(string, strlen(string)); }
