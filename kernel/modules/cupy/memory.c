/* Memory pools: what a notebook asks of them - how much is used, give it back, stay below a limit. Each device has a pool of its own,
 * which the default MemoryPool shows; another MemoryPool keeps books of its own, made for a device when it is first asked there. */
#include "kernel/modules/cupy/device.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct PoolObject {
    Object object;
    bool is_default, keeps_nothing;
    Value allocator;   /* the user's, for blocks; absent: the device's own memory */
    DevicePool **pools; /* by the device's number; NULL: none so far. The default one's are the devices' */
    size_t count;
} PoolObject;

static Value call_library_member(Thread *thread, const char *module, const char *name, Value argument) {
    Value function = array_module_member(thread, module, name);
    Value result = value_is_absent(function) ? function : value_call_one(thread, function, argument);
    value_release(function);
    return result;
}

static bool is_managed(Thread *thread, Value allocator) {
    Value managed = array_module_member(thread, "cupy.cuda._members", "malloc_managed");
    bool is_it = value_is_object(allocator) && value_is_object(managed) && allocator.object == managed.object;
    value_release(managed);
    return is_it;
}

/* That of managed memory says that there is none. */
static Value create_pool(Thread *thread, Type *type, const Call *call) {
    Value argument;
    if (!native_match(thread, "MemoryPool", "(allocator=None)", call, &argument, 1)) return VALUE_ABSENT;
    if (is_managed(thread, argument)) {
        Value refusal = value_call_one(thread, argument, value_from_int(0));
        value_release(refusal);
        native_release_arguments(&argument, 1);
        return VALUE_ABSENT;
    }
    PoolObject *pool = object_new(thread, type);
    if (pool && !value_is_none(argument)) pool->allocator = value_retain(argument);
    native_release_arguments(&argument, 1);
    return value_from_object(pool);
}

static Value create_pinned_pool(Thread *thread, Type *type, const Call *call) {
    Value argument;
    if (!native_match(thread, "PinnedMemoryPool", "(allocator=None)", call, &argument, 1)) return VALUE_ABSENT;
    native_release_arguments(&argument, 1);
    return value_from_object(object_new(thread, type));
}

static Value standing_pool(Thread *thread, Value *place, bool keeps_nothing) {
    Type *type = value_is_absent(*place) ? type_from_template(thread, &memory_pool_type_template) : NULL;
    PoolObject *pool = type ? object_new(thread, type) : NULL;
    if (pool) {
        pool->is_default = !keeps_nothing;
        pool->keeps_nothing = keeps_nothing;
        *place = value_from_object(pool);
    }
    return value_is_absent(*place) ? VALUE_ABSENT : value_retain(*place);
}

Value memory_pool_default(Thread *thread) {
    ArrayContext *context = array_context(thread);
    return context ? standing_pool(thread, &context->memory_pool, false) : VALUE_ABSENT;
}

Value memory_pool_plain(Thread *thread) {
    ArrayContext *context = array_context(thread);
    return context ? standing_pool(thread, &context->plain_memory, true) : VALUE_ABSENT;
}

/* ---- Blocks from a user's allocator ---- */

typedef struct UserBlocks { /* what such a pool stands on: PoolBacking's context */
    Device *device;
    Value allocator; /* borrowed of the pool */
    struct UserBlock {
        uintptr_t address;
        Value pointer;
    } *blocks;
    size_t count, capacity;
} UserBlocks;

static uintptr_t take_user_block(void *context, size_t size, Error *error) {
    UserBlocks *blocks = context;
    if (blocks->count == blocks->capacity) {
        size_t capacity = blocks->capacity ? 2 * blocks->capacity : 16;
        struct UserBlock *more = memory_resize(blocks->blocks, capacity * sizeof *more);
        if (!more) return error_no_memory(error), 0;
        blocks->blocks = more;
        blocks->capacity = capacity;
    }
    Value pointer;
    char *bytes = memory_from_allocator(blocks->device, blocks->allocator, size, &pointer, error);
    if (!bytes) return 0;
    blocks->blocks[blocks->count++] = (struct UserBlock){(uintptr_t)bytes, pointer};
    return (uintptr_t)bytes;
}

static void give_user_block(void *context, uintptr_t address, size_t size) {
    UserBlocks *blocks = context;
    (void)size;
    for (size_t i = 0; i < blocks->count; i++) {
        if (blocks->blocks[i].address != address) continue;
        Value pointer = blocks->blocks[i].pointer;
        blocks->blocks[i] = blocks->blocks[--blocks->count];
        value_release(pointer);
        return;
    }
}

static const PoolBacking user_backing = {take_user_block, give_user_block};

static DevicePool *user_pool(Thread *thread, const PoolObject *pool, Device *device) {
    UserBlocks *blocks = memory_allocate_zeroed(1, sizeof *blocks);
    Error error = ERROR_NONE;
    DevicePool *made = blocks ? pool_create(&user_backing, blocks, &error) : NULL;
    if (made) {
        *blocks = (UserBlocks){.device = device, .allocator = pool->allocator};
        return made;
    }
    memory_release(blocks);
    raise_no_memory(thread);
    return NULL;
}

static void pool_object_destroy(Object *self) {
    PoolObject *pool = (PoolObject *)self;
    for (size_t i = 0; i < pool->count; i++) {
        if (!pool->pools[i]) continue;
        if (value_is_absent(pool->allocator)) {
            pool_abandon(pool->pools[i]);
            continue;
        }
        UserBlocks *blocks = pool_context(pool->pools[i]);
        pool_trim(pool->pools[i]);
        pool_destroy(pool->pools[i]);
        memory_release(blocks->blocks);
        memory_release(blocks);
    }
    memory_release(pool->pools);
    value_release(pool->allocator);
}

/* Its books on a device; NULL with an exception. */
static DevicePool *books_of(Thread *thread, PoolObject *pool, Device *device) {
    Error error = ERROR_NONE;
    size_t number = (size_t)device->number, unused, total;
    if (pool->is_default) return device->pool;
    if (number >= pool->count) {
        DevicePool **more = memory_resize(pool->pools, (number + 1) * sizeof(DevicePool *));
        if (!more) return raise_no_memory(thread), NULL;
        pool->pools = more;
        while (pool->count <= number) more[pool->count++] = NULL;
    }
    if (pool->pools[number]) return pool->pools[number];
    DevicePool *made;
    if (!value_is_absent(pool->allocator)) {
        made = user_pool(thread, pool, device);
        if (!made) return NULL;
    } else if (!(made = pool_create_beside(device->pool, pool->keeps_nothing, &error))) {
        return raise_array_error(thread, &error), NULL;
    }
    pool->pools[number] = made;
    if (pool->keeps_nothing || !getenv("CUPY_GPU_MEMORY_LIMIT")) return made;
    if (device->operations->memory_info(device, &unused, &total, &error) && pool_heed_environment(made, total, &error)) return made;
    return raise_array_error(thread, &error), NULL;
}

bool memory_pool_take_from(Thread *thread, Value pool) {
    ArrayContext *context = array_context(thread);
    for (size_t i = 0; i < context->runtime->accelerator_count; i++) {
        Device *device = context->runtime->accelerators[i];
        DevicePool *books = books_of(thread, (PoolObject *)pool.object, device);
        if (!books) return false;
        device->taking = books;
    }
    return true;
}

/* The current device. Work that waits is done first: what it makes counts. */
static Device *pool_device(Thread *thread) {
    int number = device_current(thread);
    if (number < 0 || !devices_synchronize(thread)) return NULL;
    return array_context(thread)->runtime->accelerators[number];
}

static DevicePool *asked_books(Thread *thread, Value self, Device **device) {
    *device = pool_device(thread);
    return *device ? books_of(thread, (PoolObject *)self.object, *device) : NULL;
}

typedef enum PoolQuestion { POOL_USED, POOL_TOTAL, POOL_FREE, POOL_FREE_CHUNKS, POOL_LIMIT } PoolQuestion;
static const PoolQuestion questions[] = {POOL_USED, POOL_TOTAL, POOL_FREE, POOL_FREE_CHUNKS, POOL_LIMIT};

NATIVE(pool_ask) {
    Device *device;
    const DevicePool *books = asked_books(thread, arguments[0], &device);
    if (!books) return VALUE_ABSENT;
    PoolNumbers numbers = pool_numbers(books);
    size_t answers[] = {[POOL_USED] = numbers.used_bytes,
                        [POOL_TOTAL] = numbers.used_bytes + numbers.free_bytes,
                        [POOL_FREE] = numbers.free_bytes,
                        [POOL_FREE_CHUNKS] = numbers.free_chunks,
                        [POOL_LIMIT] = numbers.limit};
    return value_from_int((int64_t)answers[*(const PoolQuestion *)native->entry->data]);
}
NATIVE(pinned_free_blocks) {
    NATIVE_UNUSED;
    const ArrayContext *context = array_context(thread);
    int64_t sum = 0;
    if (!context) return VALUE_ABSENT;
    for (size_t i = 0; i < sizeof context->runtime->pinned_blocks / sizeof *context->runtime->pinned_blocks; i++)
        sum += context->runtime->pinned_blocks[i];
    return value_from_int(sum);
}
NATIVE(pinned_free_all) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    memset(context->runtime->pinned_blocks, 0, sizeof context->runtime->pinned_blocks);
    return VALUE_NONE;
}
NATIVE(pinned_book) { /* _pinned_take(size), _pinned_give(size) */
    int64_t size;
    ArrayContext *context = array_context(thread);
    if (!context || !value_to_int64(thread, arguments[0], &size)) return VALUE_ABSENT;
    (native->entry->data ? pinned_give : pinned_take)(context->runtime, (size_t)size);
    return VALUE_NONE;
}
/* ---- Memory that a pool hands out ---- */

typedef struct UserChunk { /* of a pool over a user's blocks */
    Value pool;
    DevicePool *books;
    uintptr_t address;
} UserChunk;

static void user_chunk_release(void *owner) {
    UserChunk *chunk = owner;
    pool_give(chunk->books, chunk->address);
    value_release(chunk->pool);
    memory_release(chunk);
}

static Array *user_bytes(Thread *thread, Value self, DevicePool *books, Device *device, int64_t size) {
    Error error = ERROR_NONE;
    UserChunk *chunk = memory_allocate(sizeof *chunk);
    uintptr_t address = chunk ? pool_take(books, (size_t)size, &error) : 0;
    if (!address) {
        memory_release(chunk);
        return raise_array_error(thread, &error), NULL;
    }
    *chunk = (UserChunk){value_retain(self), books, address};
    Array *array = array_from_memory(device, (char *)address, DTYPE(UINT8), 1, &size, NULL, chunk, user_chunk_release, &error);
    if (array) return array;
    user_chunk_release(chunk);
    return raise_array_error(thread, &error), NULL;
}

static Array *own_bytes(Thread *thread, DevicePool *books, Device *device, int64_t size) {
    ArrayRuntime *runtime = device->runtime;
    DevicePool *before = device->taking;
    bool lends = runtime->lends_memory;
    Error error = ERROR_NONE;
    device->taking = books;
    runtime->lends_memory = false;
    Array *array = array_create(device, DTYPE(UINT8), 1, &size, &error);
    runtime->lends_memory = lends;
    device->taking = before;
    return array ? array : (raise_array_error(thread, &error), NULL);
}

/* The bytes as an array, on the current device. */
static Value pool_bytes(Thread *thread, Value self, int64_t size) {
    PoolObject *pool = (PoolObject *)self.object;
    int number = device_current(thread);
    if (number < 0) return VALUE_ABSENT;
    Device *device = array_context(thread)->runtime->accelerators[number];
    DevicePool *books = books_of(thread, pool, device);
    if (!books) return VALUE_ABSENT;
    bool has_user = !value_is_absent(pool->allocator) && size > 0;
    Array *array = has_user ? user_bytes(thread, self, books, device, size) : own_bytes(thread, books, device, size);
    return array ? value_from_array(thread, array) : VALUE_ABSENT;
}

static bool read_size(Thread *thread, Value value, int64_t *size) {
    if (!value_to_int64(thread, value, size)) return false;
    if (*size >= 0) return true;
    raise_format(thread, thread_builtins(thread)->exception_OverflowError, "can't convert negative value to size_t");
    return false;
}

NATIVE(pool_is_plain) {
    NATIVE_UNUSED;
    return value_from_bool(value_is_absent(((const PoolObject *)arguments[0].object)->allocator));
}

NATIVE(pool_malloc) {
    NATIVE_UNUSED;
    int64_t size;
    if (!read_size(thread, arguments[1], &size)) return VALUE_ABSENT;
    const int64_t grain = 512;
    Value bytes = pool_bytes(thread, arguments[0], size > INT64_MAX - grain ? size : (size + grain - 1) / grain * grain);
    Value pointer = value_is_absent(bytes) ? bytes : call_library_member(thread, "cupy._memory", "pointer_of", bytes);
    value_release(bytes);
    return pointer;
}
NATIVE(plain_bytes) { /* _plain_bytes(size): what set_allocator(None) has arrays take */
    NATIVE_UNUSED;
    int64_t size;
    Value pool = read_size(thread, arguments[0], &size) ? memory_pool_plain(thread) : VALUE_ABSENT;
    Value bytes = value_is_absent(pool) ? pool : pool_bytes(thread, pool, size);
    value_release(pool);
    return bytes;
}
NATIVE(pinned_malloc) {
    (void)native;
    return call_library_member(thread, "cupy.cuda._members", "alloc_pinned_memory", arguments[1]);
}
NATIVE(pool_free_all) {
    NATIVE_UNUSED;
    Device *device;
    DevicePool *books = asked_books(thread, arguments[0], &device);
    if (!books) return VALUE_ABSENT;
    device->operations->trim(device, books);
    return VALUE_NONE;
}
NATIVE(pool_limit) {
    (void)native;
    int64_t size = 0;
    double fraction;
    Device *device;
    DevicePool *books = asked_books(thread, arguments[0], &device);
    if (!books) return VALUE_ABSENT;
    if (!value_is_none(arguments[1])) {
        if (!value_is_none(arguments[2])) return raise_value_error(thread, "size and fraction cannot be specified at one time");
        if (!value_to_int64(thread, arguments[1], &size)) return VALUE_ABSENT;
        if (size < 0) return raise_value_error(thread, "memory limit size out of range: %lld", (long long)size);
    } else if (!value_is_none(arguments[2])) {
        DeviceDescription description;
        if (!value_to_double(thread, arguments[2], &fraction) || !device_describe(thread, device->number, &description)) return VALUE_ABSENT;
        if (!(fraction >= 0 && fraction <= 1)) return raise_value_error(thread, "memory limit fraction out of range: %.17g", fraction);
        size = (int64_t)(fraction * (double)description.total_bytes);
    }
    pool_set_limit(books, (size_t)size);
    return VALUE_NONE;
}
static const NativeEntry memory_pool_methods[] = {
    {"malloc", "($self, size)", "Allocate bytes on the current device.", pool_malloc, NULL, 0},
    {"used_bytes", "($self)", "Bytes that arrays and the like hold.", pool_ask, &questions[POOL_USED], 0},
    {"total_bytes", "($self)", "Bytes of device memory that the pool holds, used or not.", pool_ask, &questions[POOL_TOTAL], 0},
    {"free_bytes", "($self)", "Bytes that the pool holds unused.", pool_ask, &questions[POOL_FREE], 0},
    {"n_free_blocks", "($self)", "Pieces of memory that the pool holds unused.", pool_ask, &questions[POOL_FREE_CHUNKS], 0},
    {"free_all_blocks", "($self, stream=None)", "Give unused blocks back to the device.", pool_free_all, NULL, 0},
    {"free_all_free", "($self)", "Give unused blocks back to the device.", pool_free_all, NULL, 0},
    {"set_limit", "($self, size=None, fraction=None)", "Set the upper limit of the pool in bytes, or as a part of the device's memory; 0: none.", pool_limit,
     NULL, 0},
    {"_is_plain", "($self)", "Whether its blocks are the device's own memory.", pool_is_plain, NULL, 0},
    {"get_limit", "($self)", "The upper limit of the pool in bytes; 0: none.", pool_ask, &questions[POOL_LIMIT], 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
const Type memory_pool_type_template = {
    .name = "cupy.cuda.memory.MemoryPool",
    .documentation = "The pool of device memory.",
    .base = (Type *)&object_type_template,
    .flags = TYPE_BASE,
    .instance_size = sizeof(PoolObject),
    .create = create_pool,
    .destroy = pool_object_destroy,
    .methods = memory_pool_methods,
};
static const NativeEntry pinned_pool_methods[] = {
    {"n_free_blocks", "($self)", "Blocks that the pool holds unused.", pinned_free_blocks, NULL, 0},
    {"free_all_blocks", "($self)", "Give unused blocks back.", pinned_free_all, NULL, 0},
    {"malloc", "($self, size)", "Allocate memory of the host for transfers.", pinned_malloc, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
const Type pinned_memory_pool_type_template = {
    .name = "cupy.cuda.pinned_memory.PinnedMemoryPool",
    .documentation = "The pool of host memory that devices read directly.",
    .base = (Type *)&object_type_template,
    .flags = TYPE_BASE,
    .instance_size = sizeof(Object),
    .create = create_pinned_pool,
    .methods = pinned_pool_methods,
};

/* ---- Memory that others tell of ---- */

static void owner_release(void *owner) {
    value_release(*(Value *)owner);
    memory_release(owner);
}

/* The device in whose memory these bytes lie; NULL: none. */
static Device *device_around(const ArrayRuntime *runtime, int count, const char *bytes, size_t size) {
    for (int i = 0; i < count; i++) {
        Device *device = runtime->accelerators[i];
        if (device->operations->holds(device, bytes, size)) return device;
    }
    return NULL;
}

/* Bytes at an address of a device, which an object keeps. */
NATIVE(bytes_at) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    int64_t address, length;
    int count = device_count(thread);
    Error error = ERROR_NONE;
    if (!context || count < 0 || !value_to_int64(thread, arguments[0], &address) || !value_to_int64(thread, arguments[1], &length))
        return VALUE_ABSENT;
    char *bytes = (char *)(intptr_t)address;
    Device *device = length > 0 ? device_around(context->runtime, count, bytes, (size_t)length) : NULL;
    if (!device) return raise_value_error(thread, "there is no memory of a device at this address");
    Value *owner = memory_allocate(sizeof *owner);
    if (!owner) return raise_no_memory(thread);
    *owner = value_retain(arguments[2]);
    Array *array = array_from_memory(device, bytes, DTYPE(UINT8), 1, &length, NULL, owner, owner_release, &error);
    if (array) return value_from_array(thread, array);
    owner_release(owner);
    return raise_array_error(thread, &error);
}

/* One pool serves every transfer: another allocator is accepted and not called. */
NATIVE(set_pinned_allocator) {
    NATIVE_UNUSED;
    return VALUE_NONE;
}
NATIVE(get_default_memory_pool) {
    NATIVE_UNUSED;
    return memory_pool_default(thread);
}
NATIVE(get_default_pinned_memory_pool) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    Type *type = context && value_is_absent(context->pinned_pool) ? type_from_template(thread, &pinned_memory_pool_type_template) : NULL;
    if (type) context->pinned_pool = value_from_object(object_new(thread, type));
    return context && !value_is_absent(context->pinned_pool) ? value_retain(context->pinned_pool) : VALUE_ABSENT;
}
static const bool gives = true;
const NativeEntry allocator_functions[] = {
    {"_pinned_take", "(size)", NULL, pinned_book, NULL, 0},
    {"_pinned_give", "(size)", NULL, pinned_book, &gives, 0},
    {"set_pinned_memory_allocator", "(allocator=None)", "Set where pinned memory comes from.", set_pinned_allocator, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
const NativeEntry memory_functions[] = {
    {"get_default_memory_pool", "()", "The pool of device memory.", get_default_memory_pool, NULL, 0},
    {"_plain_bytes", "(size, /)", "So many bytes of a device, of no pool.", plain_bytes, NULL, 0},
    {"_bytes_at", "(address, length, owner, /)", "Bytes of a device, which an object keeps.", bytes_at, NULL, 0},
    {"get_default_pinned_memory_pool", "()", "The pool of pinned host memory.", get_default_pinned_memory_pool, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
