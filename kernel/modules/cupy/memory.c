/* Memory pools: what a notebook asks of them - how much is used, give it back, stay below a limit. arraylib has one pool a device;
 * every MemoryPool is a view of the current device's. */
#include "kernel/modules/cupy/device.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static Value pool_new(Thread *thread, const Type *pool_template) {
    Type *type = type_from_template(thread, pool_template);
    return type ? value_from_object(object_new(thread, type)) : VALUE_ABSENT;
}

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

/* An allocator of the user's own is accepted and not called; that of managed memory says that there is none. */
static Value create_pool(Thread *thread, Type *type, const Call *call) {
    Value argument;
    if (!native_match(thread, "MemoryPool", "(allocator=None)", call, &argument, 1)) return VALUE_ABSENT;
    if (is_managed(thread, argument)) {
        Value refusal = value_call_one(thread, argument, value_from_int(0));
        value_release(refusal);
        native_release_arguments(&argument, 1);
        return VALUE_ABSENT;
    }
    native_release_arguments(&argument, 1);
    return value_from_object(object_new(thread, type));
}

/* The current device's pool. Work that waits is done first: what it makes counts. */
static Device *pool_device(Thread *thread) {
    int number = device_current(thread);
    if (number < 0 || !devices_synchronize(thread)) return NULL;
    return array_context(thread)->runtime->accelerators[number];
}

typedef enum PoolQuestion { POOL_USED, POOL_TOTAL, POOL_FREE, POOL_FREE_CHUNKS, POOL_LIMIT } PoolQuestion;
static const PoolQuestion questions[] = {POOL_USED, POOL_TOTAL, POOL_FREE, POOL_FREE_CHUNKS, POOL_LIMIT};

NATIVE(pool_ask) {
    (void)arguments;
    Device *device = pool_device(thread);
    if (!device) return VALUE_ABSENT;
    PoolNumbers numbers = pool_numbers(device->pool);
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
NATIVE(pool_malloc) {
    (void)native;
    return call_library_member(thread, "cupy._memory", "alloc", arguments[1]);
}
NATIVE(pinned_malloc) {
    (void)native;
    return call_library_member(thread, "cupy.cuda._members", "alloc_pinned_memory", arguments[1]);
}
NATIVE(pool_free_all) {
    NATIVE_UNUSED;
    Device *device = pool_device(thread);
    if (!device) return VALUE_ABSENT;
    device->operations->trim(device);
    return VALUE_NONE;
}
NATIVE(pool_limit) {
    (void)native;
    int64_t size = 0;
    double fraction;
    Device *device = pool_device(thread);
    if (!device) return VALUE_ABSENT;
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
    pool_set_limit(device->pool, (size_t)size);
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
    {"get_limit", "($self)", "The upper limit of the pool in bytes; 0: none.", pool_ask, &questions[POOL_LIMIT], 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
const Type memory_pool_type_template = {
    .name = "cupy.cuda.memory.MemoryPool",
    .documentation = "The pool of device memory.",
    .base = (Type *)&object_type_template,
    .flags = TYPE_BASE,
    .instance_size = sizeof(Object),
    .create = create_pool,
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
    .create = create_pool,
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

/* One pool a device serves every allocation: an allocator of the user's own is accepted and not called. */
NATIVE(set_allocator) {
    NATIVE_UNUSED;
    return VALUE_NONE;
}
NATIVE(get_default_memory_pool) {
    NATIVE_UNUSED;
    return pool_new(thread, &memory_pool_type_template);
}
NATIVE(get_default_pinned_memory_pool) {
    NATIVE_UNUSED;
    return pool_new(thread, &pinned_memory_pool_type_template);
}
static const bool gives = true;
const NativeEntry allocator_functions[] = {
    {"_pinned_take", "(size)", NULL, pinned_book, NULL, 0},
    {"_pinned_give", "(size)", NULL, pinned_book, &gives, 0},
    {"set_allocator", "(allocator=None)", "Set where device memory comes from.", set_allocator, NULL, 0},
    {"set_pinned_memory_allocator", "(allocator=None)", "Set where pinned memory comes from.", set_allocator, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
const NativeEntry memory_functions[] = {
    {"get_default_memory_pool", "()", "The pool of device memory.", get_default_memory_pool, NULL, 0},
    {"_bytes_at", "(address, length, owner, /)", "Bytes of a device, which an object keeps.", bytes_at, NULL, 0},
    {"get_default_pinned_memory_pool", "()", "The pool of pinned host memory.", get_default_pinned_memory_pool, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
