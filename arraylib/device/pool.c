#include "arraylib/device/pool.h"

#include "base/memory.h"
#include "base/text_buffer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Chunk Chunk;
struct Chunk {
    uintptr_t address;
    size_t size;
    Chunk *before, *after;              /* neighbours within the block; NULL at its ends */
    Chunk *free_before, *free_after;    /* in the list of its bin */
    Chunk *next;                        /* handed out: in its bucket; unused: in the list of spare ones */
    bool is_free;
};

/* Chunks of one size each up to 128 KiB; the last bin holds all larger ones, the smallest first. */
enum { GRAIN = 512, BINS = 257, BUCKETS_FIRST = 256 };

struct DevicePool {
    const PoolBacking *backing;
    void *context;
    DevicePool *own, *next; /* the one it was made beside (or itself; NULL: that is gone), and the list of those */
    const PoolObserver *observer; /* of the own one: for all */
    bool keeps_nothing, is_abandoned;
    Chunk *bins[BINS];
    uint64_t filled[(BINS + 63) / 64]; /* which bins are not empty */
    Chunk **buckets;                   /* what is handed out, by address */
    size_t bucket_count, living;
    Chunk *spare;
    PoolNumbers numbers;
};

static DevicePool *create(const PoolBacking *backing, void *context, Error *error) {
    DevicePool *pool = memory_allocate_zeroed(1, sizeof *pool);
    Chunk **buckets = memory_allocate_zeroed(BUCKETS_FIRST, sizeof *buckets);
    if (!pool || !buckets) {
        memory_release(pool);
        memory_release(buckets);
        error_no_memory(error);
        return NULL;
    }
    *pool = (DevicePool){.backing = backing, .context = context, .buckets = buckets, .bucket_count = BUCKETS_FIRST};
    pool->own = pool;
    return pool;
}

DevicePool *pool_create(const PoolBacking *backing, void *context, Error *error) { return create(backing, context, error); }

DevicePool *pool_create_beside(DevicePool *own, bool keeps_nothing, Error *error) {
    DevicePool *pool = create(own->backing, own->context, error);
    if (!pool) return NULL;
    pool->own = own;
    pool->next = own->next;
    pool->keeps_nothing = keeps_nothing;
    own->next = pool;
    return pool;
}

void pool_observe(DevicePool *own, const PoolObserver *observer) { own->observer = observer; }

static void tell(const DevicePool *pool, PoolEvent event, size_t size, size_t rounded, const Chunk *chunk) {
    const PoolObserver *observer = pool->own ? pool->own->observer : NULL;
    if (!observer) return;
    observer->tell(observer->context, &(PoolNews){event, pool->context, size, rounded, chunk ? chunk->address : 0, chunk});
}

static size_t bucket_of(const DevicePool *pool, uintptr_t address) {
    return (address / GRAIN * 0x9e3779b97f4a7c15ull >> 20) & (pool->bucket_count - 1);
}

static size_t bin_of(size_t size) { return size / GRAIN < BINS - 1 ? size / GRAIN : BINS - 1; }

/* ---- the free ones ---- */

static void put_free(DevicePool *pool, Chunk *chunk) {
    size_t bin = bin_of(chunk->size);
    Chunk *before = NULL, *after = pool->bins[bin];
    while (bin == BINS - 1 && after && after->size < chunk->size) before = after, after = after->free_after;
    chunk->free_before = before;
    chunk->free_after = after;
    if (after) after->free_before = chunk;
    *(before ? &before->free_after : &pool->bins[bin]) = chunk;
    pool->filled[bin / 64] |= 1ull << bin % 64;
    chunk->is_free = true;
    pool->numbers.free_bytes += chunk->size;
    pool->numbers.free_chunks++;
}

static void take_free(DevicePool *pool, Chunk *chunk) {
    size_t bin = bin_of(chunk->size);
    *(chunk->free_before ? &chunk->free_before->free_after : &pool->bins[bin]) = chunk->free_after;
    if (chunk->free_after) chunk->free_after->free_before = chunk->free_before;
    if (!pool->bins[bin]) pool->filled[bin / 64] &= ~(1ull << bin % 64);
    chunk->is_free = false;
    pool->numbers.free_bytes -= chunk->size;
    pool->numbers.free_chunks--;
}

static Chunk *smallest_for(const DevicePool *pool, size_t size) {
    for (size_t bin = bin_of(size); bin < BINS; bin++) {
        uint64_t rest = pool->filled[bin / 64] >> bin % 64;
        if (!rest) {
            bin |= 63;
            continue;
        }
        bin += (size_t)__builtin_ctzll(rest);
        Chunk *chunk = pool->bins[bin];
        while (chunk && chunk->size < size) chunk = chunk->free_after;
        if (chunk) return chunk;
    }
    return NULL;
}

/* ---- chunks ---- */

static Chunk *new_chunk(DevicePool *pool, uintptr_t address, size_t size) {
    Chunk *chunk = pool->spare;
    if (chunk) pool->spare = chunk->next;
    else chunk = memory_allocate(sizeof *chunk);
    if (chunk) *chunk = (Chunk){.address = address, .size = size};
    return chunk;
}

static void drop_chunk(DevicePool *pool, Chunk *chunk) {
    chunk->next = pool->spare;
    pool->spare = chunk;
}

/* What is left of a chunk when `size` bytes are used goes back. Without memory for that the chunk stays whole. */
static void split(DevicePool *pool, Chunk *chunk, size_t size) {
    Chunk *rest = chunk->size > size ? new_chunk(pool, chunk->address + size, chunk->size - size) : NULL;
    if (!rest) return;
    rest->before = chunk;
    rest->after = chunk->after;
    if (rest->after) rest->after->before = rest;
    chunk->after = rest;
    chunk->size = size;
    put_free(pool, rest);
}

/* `second` becomes part of `first`. */
static void join(DevicePool *pool, Chunk *first, Chunk *second) {
    first->size += second->size;
    first->after = second->after;
    if (first->after) first->after->before = first;
    drop_chunk(pool, second);
}

void pool_trim(DevicePool *pool) {
    for (size_t bin = 0; bin < BINS; bin++)
        for (Chunk *chunk = pool->bins[bin], *next; chunk; chunk = next) {
            next = chunk->free_after;
            if (chunk->before || chunk->after) continue;
            take_free(pool, chunk);
            pool->backing->give(pool->context, chunk->address, chunk->size);
            drop_chunk(pool, chunk);
        }
}

void pool_trim_all(DevicePool *own) {
    for (DevicePool *pool = own; pool; pool = pool->next) pool_trim(pool);
}

/* ---- what is handed out ---- */

static void grow_buckets(DevicePool *pool) {
    size_t count = pool->bucket_count * 2, old_count = pool->bucket_count;
    Chunk **old = pool->buckets, **buckets = memory_allocate_zeroed(count, sizeof *buckets);
    if (!buckets) return; /* longer lists do, too */
    pool->buckets = buckets;
    pool->bucket_count = count;
    for (size_t i = 0; i < old_count; i++)
        for (Chunk *chunk = old[i], *next; chunk; chunk = next) {
            next = chunk->next;
            Chunk **bucket = &buckets[bucket_of(pool, chunk->address)];
            chunk->next = *bucket;
            *bucket = chunk;
        }
    memory_release(old);
}

static void hand_out(DevicePool *pool, Chunk *chunk) {
    if (pool->living++ > 2 * pool->bucket_count) grow_buckets(pool);
    Chunk **bucket = &pool->buckets[bucket_of(pool, chunk->address)];
    chunk->next = *bucket;
    *bucket = chunk;
    pool->numbers.used_bytes += chunk->size;
}

static void append_with_commas(TextBuffer *text, size_t number) {
    char digits[32];
    int count = snprintf(digits, sizeof digits, "%zu", number);
    for (int i = 0; i < count; i++) {
        if (i && (count - i) % 3 == 0) text_append_char(text, ',');
        text_append_char(text, digits[i]);
    }
}

void pool_out_of_memory(const DevicePool *pool, size_t size, Error *error) {
    PoolNumbers numbers = pool ? pool->numbers : (PoolNumbers){0};
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append(&text, "Out of memory allocating ");
    append_with_commas(&text, size);
    text_append(&text, " bytes (allocated so far: ");
    append_with_commas(&text, numbers.used_bytes + numbers.free_bytes);
    text_append(&text, " bytes");
    if (numbers.limit) {
        text_append(&text, ", limit set to: ");
        append_with_commas(&text, numbers.limit);
        text_append(&text, " bytes");
    }
    text_append(&text, ").");
    error_set(error, "cupy.cuda.memory.OutOfMemoryError", "%s", text_string(&text));
    text_release(&text);
}

static bool passes_limit(const DevicePool *pool, size_t size) {
    const PoolNumbers *numbers = &pool->numbers;
    return numbers->limit && numbers->used_bytes + numbers->free_bytes + size > numbers->limit;
}

static Chunk *take_block(DevicePool *pool, size_t size, Error *error) {
    if (passes_limit(pool, size)) pool_trim(pool);
    if (passes_limit(pool, size)) {
        pool_out_of_memory(pool, size, error);
        return NULL;
    }
    uintptr_t address = pool->backing->take(pool->context, size, error);
    if (!address && !error_is_set(error)) {
        if (pool->own) pool_trim_all(pool->own);
        address = pool->backing->take(pool->context, size, error);
    }
    Chunk *chunk = address ? new_chunk(pool, address, size) : NULL;
    if (chunk) return chunk;
    if (address) pool->backing->give(pool->context, address, size);
    if (!error_is_set(error)) pool_out_of_memory(pool, size, error);
    return NULL;
}

static Chunk *new_block(DevicePool *pool, size_t size, Error *error) {
    tell(pool, POOL_TAKES_BLOCK, size, size, NULL);
    Chunk *chunk = take_block(pool, size, error);
    tell(pool, POOL_HAS_TAKEN_BLOCK, size, size, chunk);
    return chunk;
}

uintptr_t pool_take(DevicePool *pool, size_t size, Error *error) {
    if (size > SIZE_MAX / 4) {
        pool_out_of_memory(pool, size, error);
        return 0;
    }
    size_t asked = size;
    size = size ? (size + GRAIN - 1) / GRAIN * GRAIN : GRAIN;
    tell(pool, POOL_TAKES, asked, size, NULL);
    Chunk *chunk = smallest_for(pool, size);
    if (chunk) {
        take_free(pool, chunk);
        split(pool, chunk, size);
    } else {
        chunk = new_block(pool, size, error);
    }
    if (chunk) hand_out(pool, chunk);
    tell(pool, POOL_HAS_TAKEN, asked, size, chunk);
    return chunk ? chunk->address : 0;
}

static Chunk **place_of(DevicePool *pool, uintptr_t address) {
    Chunk **place = &pool->buckets[bucket_of(pool, address)];
    while (*place && (*place)->address != address) place = &(*place)->next;
    return place;
}

static void take_back(DevicePool *pool, Chunk **place) {
    Chunk *chunk = *place;
    *place = chunk->next;
    pool->living--;
    pool->numbers.used_bytes -= chunk->size;
    if (chunk->after && chunk->after->is_free) {
        take_free(pool, chunk->after);
        join(pool, chunk, chunk->after);
    }
    if (chunk->before && chunk->before->is_free) {
        Chunk *first = chunk->before;
        take_free(pool, first);
        join(pool, first, chunk);
        chunk = first;
    }
    put_free(pool, chunk);
    if (pool->keeps_nothing) pool_trim(pool);
}

static void release(DevicePool *pool);

static void unlink_from_own(DevicePool *pool) {
    DevicePool **place = &pool->own->next;
    while (*place != pool) place = &(*place)->next;
    *place = pool->next;
}

void pool_give(DevicePool *own, uintptr_t address) {
    for (DevicePool *pool = own; pool; pool = pool->next) {
        const Chunk *chunk = *place_of(pool, address);
        if (!chunk) continue;
        const size_t size = chunk->size;
        const PoolObserver *observer = own->observer;
        PoolNews news = {POOL_GETS_BACK, pool->context, size, size, address, chunk};
        if (observer) observer->tell(observer->context, &news);
        take_back(pool, place_of(pool, address)); /* the observer may have asked for memory */
        news.event = POOL_HAS_GOT_BACK;
        if (pool->is_abandoned && !pool->living) {
            unlink_from_own(pool);
            release(pool);
        }
        if (observer) observer->tell(observer->context, &news);
        return;
    }
}

void pool_abandon(DevicePool *pool) {
    if (pool->own) pool_trim(pool);
    pool->keeps_nothing = pool->is_abandoned = true;
    if (pool->own && pool->living) return;
    if (pool->own) unlink_from_own(pool);
    release(pool);
}

void *pool_context(const DevicePool *pool) { return pool->context; }

PoolNumbers pool_numbers(const DevicePool *pool) { return pool->numbers; }

void pool_set_limit(DevicePool *pool, size_t limit) { pool->numbers.limit = limit; }

bool pool_heed_environment(DevicePool *pool, size_t total, Error *error) {
    const char *text = getenv("CUPY_GPU_MEMORY_LIMIT");
    size_t length = text ? strlen(text) : 0;
    char *end;
    if (!length) return true;
    if (text[length - 1] == '%') {
        double share = strtod(text, &end) / 100;
        if (length == 1 || end != text + length - 1 || !(share >= 0 && share <= 1))
            return error_set(error, "ValueError", "CUPY_GPU_MEMORY_LIMIT is no share of the memory: '%s'", text);
        pool_set_limit(pool, (size_t)(share * (double)total));
        return true;
    }
    errno = 0;
    long long bytes = strtoll(text, &end, 10);
    if (*end || errno || bytes < 0) return error_set(error, "ValueError", "CUPY_GPU_MEMORY_LIMIT is no number of bytes: '%s'", text);
    pool_set_limit(pool, (size_t)bytes);
    return true;
}

static void release_list(Chunk *chunk) {
    for (Chunk *next; chunk; chunk = next) {
        next = chunk->next;
        memory_release(chunk);
    }
}

/* Forget all chunks: their memory went, or goes, another way. */
static void forget_chunks(DevicePool *pool) {
    for (size_t i = 0; i < pool->bucket_count; i++) {
        release_list(pool->buckets[i]);
        pool->buckets[i] = NULL;
    }
    for (size_t bin = 0; bin < BINS; bin++) {
        for (Chunk *chunk = pool->bins[bin], *next; chunk; chunk = next) {
            next = chunk->free_after;
            memory_release(chunk);
        }
        pool->bins[bin] = NULL;
    }
    memset(pool->filled, 0, sizeof pool->filled);
    pool->living = 0;
    pool->numbers = (PoolNumbers){0};
}

static void release(DevicePool *pool) {
    forget_chunks(pool);
    release_list(pool->spare);
    memory_release(pool->buckets);
    memory_release(pool);
}

void pool_destroy(DevicePool *own) {
    if (!own) return;
    for (DevicePool *pool = own->next, *next; pool; pool = next) {
        next = pool->next;
        if (pool->is_abandoned) {
            release(pool);
            continue;
        }
        forget_chunks(pool);
        pool->own = pool->next = NULL;
    }
    release(own);
}
