/* Memory pools: what a notebook asks of them - how much is used, give it back. arraylib has one pool a device. */
#include "kernel/modules/cupy/device.h"

typedef struct PoolObject {
    Object object;
    int64_t limit;
} PoolObject;

static Value pool_new(Thread *thread, const Type *pool_template) {
    Type *type = type_from_template(thread, pool_template);
    return type ? value_from_object(object_new(thread, type)) : VALUE_ABSENT;
}

static Value pool_create(Thread *thread, Type *type, const Call *call) {
    Value argument;
    if (!native_match(thread, "MemoryPool", "(allocator=None)", call, &argument, 1)) return VALUE_ABSENT;
    native_release_arguments(&argument, 1);
    return value_from_object(object_new(thread, type));
}

static Value used_bytes(Thread *thread) {
    DeviceDescription description;
    int number = device_current(thread);
    if (number < 0 || !device_describe(thread, number, &description)) return VALUE_ABSENT;
    return value_from_int((int64_t)(description.total_bytes - description.free_bytes));
}

NATIVE(pool_used_bytes) {
    NATIVE_UNUSED;
    return used_bytes(thread);
}
NATIVE(pool_zero) {
    NATIVE_UNUSED;
    return value_from_int(0);
}
NATIVE(pool_free_all) {
    NATIVE_UNUSED;
    return devices_synchronize(thread) ? VALUE_NONE : VALUE_ABSENT;
}
NATIVE(pool_set_limit) {
    NATIVE_UNUSED;
    int64_t size = 0;
    if (!value_is_none(arguments[1]) && !value_to_int64(thread, arguments[1], &size)) return VALUE_ABSENT;
    ((PoolObject *)arguments[0].object)->limit = size;
    return VALUE_NONE;
}
NATIVE(pool_get_limit) {
    NATIVE_UNUSED;
    return value_from_int(((const PoolObject *)arguments[0].object)->limit);
}

static const NativeEntry memory_pool_methods[] = {
    {"used_bytes", "($self)", "Bytes of device memory in use.", pool_used_bytes, NULL, 0},
    {"total_bytes", "($self)", "Bytes of device memory that the pool holds.", pool_used_bytes, NULL, 0},
    {"free_bytes", "($self)", "Bytes that the pool holds unused.", pool_zero, NULL, 0},
    {"n_free_blocks", "($self)", "Blocks that the pool holds unused.", pool_zero, NULL, 0},
    {"free_all_blocks", "($self, stream=None)", "Give unused blocks back.", pool_free_all, NULL, 0},
    {"free_all_free", "($self)", "Give unused blocks back.", pool_free_all, NULL, 0},
    {"set_limit", "($self, size=None, fraction=None)", "Set the upper limit of the pool.", pool_set_limit, NULL, 0},
    {"get_limit", "($self)", "The upper limit of the pool.", pool_get_limit, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
const Type memory_pool_type_template = {
    .name = "cupy.cuda.memory.MemoryPool",
    .documentation = "The pool of device memory.",
    .base = (Type *)&object_type_template,
    .flags = TYPE_BASE,
    .instance_size = sizeof(PoolObject),
    .create = pool_create,
    .methods = memory_pool_methods,
};
static const NativeEntry pinned_pool_methods[] = {
    {"n_free_blocks", "($self)", "Blocks that the pool holds unused.", pool_zero, NULL, 0},
    {"free_all_blocks", "($self)", "Give unused blocks back.", pool_free_all, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
const Type pinned_memory_pool_type_template = {
    .name = "cupy.cuda.pinned_memory.PinnedMemoryPool",
    .documentation = "The pool of host memory that devices read directly.",
    .base = (Type *)&object_type_template,
    .flags = TYPE_BASE,
    .instance_size = sizeof(PoolObject),
    .create = pool_create,
    .methods = pinned_pool_methods,
};

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
const NativeEntry allocator_functions[] = {
    {"set_allocator", "(allocator=None)", "Set where device memory comes from.", set_allocator, NULL, 0},
    {"set_pinned_memory_allocator", "(allocator=None)", "Set where pinned memory comes from.", set_allocator, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
const NativeEntry memory_functions[] = {
    {"get_default_memory_pool", "()", "The pool of device memory.", get_default_memory_pool, NULL, 0},
    {"get_default_pinned_memory_pool", "()", "The pool of pinned host memory.", get_default_pinned_memory_pool, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
