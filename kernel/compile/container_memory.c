/* Lists in memory: what code calls for them. */
#include "kernel/compile/containers.h"
#include "kernel/compile/private.h"

#include "base/memory.h"

static CompiledRun *whole_run(IrRun *run) { return run ? run->context : NULL; }

static void no_memory(IrRun *run) {
    if (run) runtime_fault(run, "MemoryError", "Allocation failed (probably too large).");
}

/* ---- what is counted */

void layout_retain(const ItemLayout *layout, const char *item) {
    for (int i = 0; i < layout->owner_count; i++) {
        HeapObject *owner = *(HeapObject *const *)(item + layout->owners[i]);
        if (owner) heap_retain(owner);
    }
}

void layout_release(const ItemLayout *layout, const char *item) {
    for (int i = 0; i < layout->owner_count; i++) {
        HeapObject *owner = *(HeapObject *const *)(item + layout->owners[i]);
        if (owner) heap_release(owner);
    }
}

static void list_destroy(HeapObject *object) {
    ListMemory *list = (ListMemory *)object->bytes;
    char *items = (char *)(intptr_t)list->data;
    for (int64_t i = 0; list->layout->owner_count && i < list->count; i++) layout_release(list->layout, items + i * list->layout->size);
    memory_release(items);
}

static void leave_items(const ItemLayout *layout, const char *item) {
    for (int i = 0; i < layout->owner_count; i++) {
        HeapObject *owner = *(HeapObject *const *)(item + layout->owners[i]);
        if (owner) heap_leave_run_deeply(owner);
    }
}

void heap_leave_run_deeply(HeapObject *object) {
    if (!object->run) return;
    heap_leave_run(object);
    if (object->destroy == list_destroy) {
        const ListMemory *list = (const ListMemory *)object->bytes;
        for (int64_t i = 0; i < list->count; i++) leave_items(list->layout, (const char *)(intptr_t)list->data + i * list->layout->size);
    }
}

void runtime_adopt(IrRun *run, int64_t holder, int64_t owner) {
    (void)run;
    if (!owner) return;
    heap_retain((HeapObject *)(intptr_t)owner);
    if (!((HeapObject *)(intptr_t)holder)->run) heap_leave_run_deeply((HeapObject *)(intptr_t)owner);
}

/* ---- lists */

int64_t list_create(IrRun *run, int64_t layout, int64_t capacity) {
    HeapObject *object = heap_create(whole_run(run), sizeof(ListMemory), true);
    if (!object) return no_memory(run), 0;
    ListMemory *list = (ListMemory *)object->bytes;
    list->layout = (const ItemLayout *)(intptr_t)layout;
    object->destroy = list_destroy;
    if (capacity > 0) list_grow(run, (int64_t)(intptr_t)object, capacity);
    return (int64_t)(intptr_t)object;
}

/* Room for so many items at least: by a half more than there was. */
void list_grow(IrRun *run, int64_t owner, int64_t capacity) {
    ListMemory *list = list_memory(owner);
    if (capacity <= list->capacity) return;
    if (list->capacity && capacity < list->capacity + list->capacity / 2 + 4) capacity = list->capacity + list->capacity / 2 + 4;
    int64_t bytes;
    void *grown = __builtin_mul_overflow(capacity, list->layout->size ? list->layout->size : 1, &bytes) || bytes > INT64_MAX / 2
                      ? NULL : memory_resize((void *)(intptr_t)list->data, (size_t)bytes);
    if (!grown) {
        no_memory(run);
        return;
    }
    list->data = (int64_t)(intptr_t)grown;
    list->capacity = capacity;
}
