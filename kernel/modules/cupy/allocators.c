/* Where the memory of device arrays comes from - set_allocator for all, using_allocator for a thread - and who is told of it: memory
 * hooks.
 *
 * An allocation is a pair (allocator, source), kept in the context (for all) and in a Thread (for it alone). The source says what to do
 * without asking Python: None, memory of no pool; a MemoryPool, its books. Else the allocator is called for each array, and its
 * MemoryPointer is kept as long as the array's memory is needed. */
#include "kernel/modules/cupy/device.h"

#include "base/memory.h"
#include "kernel/objects/core/interpreter.h"

#include <string.h>

/* ---- Memory that an allocator of the user's gives ---- */

static bool is_true(Value value) { return value.tag == TAG_BOOL && value.integer; }

/* The bytes behind a MemoryPointer; NULL with an exception. */
static const Array *bytes_behind(Thread *thread, Value pointer) {
    Value type = array_module_member(thread, "cupy._memory", "MemoryPointer");
    if (value_is_absent(type)) return NULL;
    int is_pointer = value_is_instance_of(thread, pointer, type);
    value_release(type);
    if (is_pointer == 0) raise_type_error(thread, "Cannot convert %s to cupy.cuda.memory.MemoryPointer", value_type_name(thread, pointer));
    Value bytes = is_pointer > 0 ? value_get_attribute_c(thread, pointer, "_bytes") : VALUE_ABSENT;
    if (value_is_absent(bytes)) return NULL;
    bool is_array = value_is_ndarray(bytes);
    const Array *array = is_array ? value_ndarray(bytes) : NULL;
    if (!is_array) raise_type_error(thread, "the MemoryPointer has no memory");
    value_release(bytes); /* the pointer keeps it */
    return array;
}

static Value call_on(Thread *thread, Device *device, Value allocator, size_t size) {
    ArrayRuntime *runtime = device->runtime;
    size_t current = runtime->current_accelerator;
    runtime->current_accelerator = (size_t)device->number;
    Value pointer = value_call_one(thread, allocator, value_from_int((int64_t)size));
    runtime->current_accelerator = current;
    ((ArrayContext *)runtime->hook_context)->thread = thread;
    return pointer;
}

char *memory_from_allocator(Device *device, Value allocator, size_t size, Value *pointer, Error *error) {
    Thread *thread = ((ArrayContext *)device->runtime->hook_context)->thread;
    Value held = exception_take(thread); /* an array may die, and others be made, while one is on its way */
    char *address = NULL;
    *pointer = call_on(thread, device, allocator, size);
    const Array *bytes = value_is_absent(*pointer) ? NULL : bytes_behind(thread, *pointer);
    if (bytes && array_device(bytes) != device)
        raise_value_error(thread, "the allocator gave memory of device %d, not of device %d", array_device(bytes)->number, device->number);
    else if (bytes && (size_t)array_byte_count(bytes) < size)
        raise_value_error(thread, "the allocator gave %lld bytes, not %zu", (long long)array_byte_count(bytes), size);
    else if (bytes)
        address = array_data(bytes);
    if (!address) {
        value_release(*pointer);
        *pointer = VALUE_ABSENT;
        error_clear(error);
        error->kind = ERROR_ALREADY_RAISED;
        if (!value_is_absent(held)) exception_report_unraisable(thread, VALUE_NONE);
    }
    if (!value_is_absent(held)) exception_restore(thread, held);
    return address;
}

static Value default_allocator(Thread *thread) {
    Value pool = memory_pool_default(thread), allocator = value_is_absent(pool) ? pool : value_get_attribute_c(thread, pool, "malloc");
    value_release(pool);
    return allocator;
}

/* Of each thread, cupy.cuda.using_allocator: (allocator, source). */
static const char own_allocation;

static char *lend_memory(void *context, Device *device, size_t size, void **owner, Error *error) {
    const ArrayContext *arrays = context;
    Value *pointer = memory_allocate(sizeof *pointer);
    if (!pointer) return error_no_memory(error), NULL;
    Value own = thread_slot(arrays->thread, &own_allocation), pair = value_is_absent(own) ? arrays->allocation : own;
    Value allocator = value_is_absent(pair) ? default_allocator(arrays->thread) : value_retain(value_tuple(pair)->items[0]);
    char *address = value_is_absent(allocator) ? NULL : memory_from_allocator(device, allocator, size, pointer, error);
    if (value_is_absent(allocator)) error->kind = ERROR_ALREADY_RAISED;
    value_release(allocator);
    if (address) *owner = pointer;
    else memory_release(pointer);
    return address;
}

static void return_memory(void *owner) {
    value_release(*(Value *)owner);
    memory_release(owner);
}

/* ---- Which allocation holds ---- */

static bool apply(Thread *thread, ArrayContext *context) {
    Value own = thread_slot(thread, &own_allocation), pair = value_is_absent(own) ? context->allocation : own;
    Value source = value_is_absent(pair) ? memory_pool_default(thread) : value_retain(value_tuple(pair)->items[1]);
    if (value_is_none(source)) source = memory_pool_plain(thread);
    if (value_is_absent(source)) return false;
    ArrayRuntime *runtime = context->runtime;
    bool is_pool = value_has_type(source, &memory_pool_type_template), good = !is_pool || memory_pool_take_from(thread, source);
    if (good) {
        runtime->hooks.lend_memory = lend_memory;
        runtime->hooks.return_memory = return_memory;
        runtime->lends_memory = !is_pool;
        runtime->watches_memory = !is_pool || context->is_observed;
    }
    value_release(source);
    return good;
}

bool memory_allocation_apply(Thread *thread) { return apply(thread, thread->interpreter->arrays); }

/* Another thread works with arrays now. */
static void thread_changed(ArrayContext *context, Thread *thread) {
    Error error = ERROR_NONE;
    Value held = exception_take(thread);
    graph_finish(context->runtime, &error); /* what was put off has the memory of the thread that called it */
    error_clear(&error);
    if (!apply(thread, context)) exception_report_unraisable(thread, VALUE_NONE);
    if (!value_is_absent(held)) exception_restore(thread, held);
}

static bool finish(Thread *thread, ArrayContext *context) {
    Error error = ERROR_NONE;
    if (graph_finish(context->runtime, &error)) return true;
    raise_array_error(thread, &error);
    return false;
}

/* _set_allocation(allocator, source, for_thread): allocator None: that of all threads, or the default. */
NATIVE(set_allocation) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    if (!context || !array_devices_ready(thread) || !finish(thread, context)) return VALUE_ABSENT;
    Value pair = VALUE_ABSENT;
    if (!value_is_none(arguments[0]) && value_is_absent(pair = tuple_from_values(thread, arguments, 2))) return VALUE_ABSENT;
    bool is_own = is_true(arguments[2]);
    Value before = value_retain(is_own ? thread_slot(thread, &own_allocation) : context->allocation);
    if (is_own && !thread_set_slot(thread, &own_allocation, pair)) return value_release(before), VALUE_ABSENT;
    if (is_own && !context->thread_changed) context->thread_changed = thread_changed;
    if (!is_own) value_replace(&context->allocation, pair);
    if (apply(thread, context)) return value_release(before), VALUE_NONE;
    if (is_own) thread_set_slot(thread, &own_allocation, before); /* the slot is there */
    else value_replace(&context->allocation, before);
    return VALUE_ABSENT;
}

/* _get_allocation(of_thread): the allocator, or None. */
NATIVE(get_allocation) {
    NATIVE_UNUSED;
    const ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    Value pair = is_true(arguments[0]) ? thread_slot(thread, &own_allocation) : context->allocation;
    return value_is_absent(pair) ? VALUE_NONE : value_retain(value_tuple(pair)->items[0]);
}

/* ---- Memory hooks ---- */

static const char *const event_names[] = {[POOL_TAKES] = "malloc_preprocess",        [POOL_HAS_TAKEN] = "malloc_postprocess",
                                          [POOL_TAKES_BLOCK] = "alloc_preprocess",    [POOL_HAS_TAKEN_BLOCK] = "alloc_postprocess",
                                          [POOL_GETS_BACK] = "free_preprocess",       [POOL_HAS_GOT_BACK] = "free_postprocess"};

static void tell_hooks(void *state, const PoolNews *news) {
    ArrayContext *context = state;
    Thread *thread = context->thread;
    Value held = exception_take(thread);
    Value function = array_module_member(thread, "cupy.cuda.memory_hook", "_tell");
    const Value told[] = {string_from_c(thread, event_names[news->event]),   value_from_int(((Device *)news->device)->number),
                          value_from_int((int64_t)news->size),               value_from_int((int64_t)news->rounded),
                          value_from_int((int64_t)news->address),            value_from_int((int64_t)(intptr_t)news->identity)};
    Value result = value_is_absent(function) || value_is_absent(told[0]) ? VALUE_ABSENT : value_call_values(thread, function, told, 6);
    if (value_is_absent(result)) exception_report_unraisable(thread, VALUE_NONE);
    value_release(result);
    value_release(told[0]);
    value_release(function);
    context->thread = thread;
    if (!value_is_absent(held)) exception_restore(thread, held);
}

/* _observe_memory(is_observed) */
NATIVE(observe_memory) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    if (!context || !array_devices_ready(thread) || !finish(thread, context)) return VALUE_ABSENT;
    context->is_observed = is_true(arguments[0]);
    context->observer = (PoolObserver){tell_hooks, context};
    for (size_t i = 0; i < context->runtime->accelerators_made; i++)
        pool_observe(context->runtime->accelerators[i]->pool, context->is_observed ? &context->observer : NULL);
    return apply(thread, context) ? VALUE_NONE : VALUE_ABSENT;
}

const NativeEntry allocation_functions[] = {
    {"_set_allocation", "(allocator, source, for_thread, /)", NULL, set_allocation, NULL, 0},
    {"_get_allocation", "(of_thread, /)", NULL, get_allocation, NULL, 0},
    {"_observe_memory", "(is_observed, /)", NULL, observe_memory, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
