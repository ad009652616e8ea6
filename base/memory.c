#include "base/memory.h"

#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

/* The one exception to "no mutable file-scope state": the handler is set once at start, and the counters
 * exist for the failure-injection tests. */
static MemoryPressureHandler *pressure_handler;
static void *pressure_context;
static struct {
    bool was_asked, counts, watches;
    long seen, first, last; /* allocations so far; those that fail */
    long held;
} injection;

/* Two blocks that nobody touches. The first is let go when a program cannot have something small, so that its MemoryError
 * can be raised and told of; a program that goes on may take that as well. The second is for the process's own messages. */
enum { FOR_PROGRAM, FOR_MESSAGES, RESERVES, SMALLEST_RESERVE = 64 << 10 };
static struct Reserve {
    void *block;
    size_t size;
    bool is_mapped;
} reserves[RESERVES];
static pthread_mutex_t reserve_lock = PTHREAD_MUTEX_INITIALIZER;

/* Mapped, for an allocator that has given back a large block gives smaller ones to the system later. It may have enough itself
 * where the system has no more. */
static bool reserve_take(struct Reserve *reserve, size_t size) {
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    bool is_mapped = block != MAP_FAILED;
    if (!is_mapped) block = malloc(size);
    if (block) *reserve = (struct Reserve){block, size, is_mapped};
    return block;
}

static void reserve_let_go(struct Reserve *reserve) {
    if (reserve->is_mapped) munmap(reserve->block, reserve->size);
    else free(reserve->block);
    *reserve = (struct Reserve){0};
}

static bool there_is(size_t size) {
    struct Reserve trial = {0};
    if (!reserve_take(&trial, size)) return false;
    reserve_let_go(&trial);
    return true;
}

/* The largest up to `size` that leaves as much as `more` times itself. */
static void reserve_fill(struct Reserve *reserve, size_t size, double more) {
    for (; !reserve->block && size >= SMALLEST_RESERVE; size -= size / 4)
        if (there_is(size + (size_t)((double)size * more))) reserve_take(reserve, size);
}

/* A program that is allowed to take everything else cannot give it back if it gets nothing at all any more. */
void memory_keep_reserve(size_t size) {
    pthread_mutex_lock(&reserve_lock);
    reserve_fill(&reserves[FOR_MESSAGES], size, 0.25);
    reserve_fill(&reserves[FOR_PROGRAM], size, 2);
    pthread_mutex_unlock(&reserve_lock);
}

/* What is wanted is not there, not even when the handler has done what it can. */
static void *fail(size_t wanted) {
    pthread_mutex_lock(&reserve_lock);
    if (wanted <= reserves[FOR_PROGRAM].size / 2) reserve_let_go(&reserves[FOR_PROGRAM]);
    pthread_mutex_unlock(&reserve_lock);
    return NULL;
}

void memory_make_room(void) {
    pthread_mutex_lock(&reserve_lock);
    struct Reserve *reserve = &reserves[FOR_MESSAGES];
    if (reserve->block && !there_is(reserve->size)) reserve_let_go(reserve);
    pthread_mutex_unlock(&reserve_lock);
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

/* Without a promise to keep pages for it: what the heuristics of overcommitting make of one large block is not asked. */
static bool could_map(size_t size) {
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block != MAP_FAILED) munmap(block, size);
    return block != MAP_FAILED;
}

bool memory_has_room(size_t size) {
    if (failure_injected()) return false;
    return could_map(size) || (relieved(size) && could_map(size));
}

size_t memory_share(size_t most, size_t least, size_t parts) {
    enum { PAGE = 65536 };
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return most;
    size_t share = (size_t)limit.rlim_cur / parts / PAGE * PAGE;
    return share < least ? least : share > most ? most : share;
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
