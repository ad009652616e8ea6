#include "kernel/objects/core/pointer_table.h"

#include "base/memory.h"

#include <stdint.h>

static size_t pointer_slot(const PointerTable *table, const void *key) {
    size_t mask = table->capacity - 1;
    size_t at = (size_t)(((uintptr_t)key >> 3) * UINT64_C(0x9E3779B97F4A7C15) >> 32) & mask;
    while (table->keys[at] && table->keys[at] != key) at = (at + 1) & mask;
    return at;
}

void *pointer_table_get(const PointerTable *table, const void *key) {
    if (!table->capacity) return NULL;
    size_t at = pointer_slot(table, key);
    return table->keys[at] ? table->values[at] : NULL;
}

static bool pointer_table_grow(PointerTable *table) {
    PointerTable grown = {.capacity = table->capacity ? table->capacity * 2 : 64};
    grown.keys = memory_allocate_zeroed(grown.capacity, sizeof *grown.keys);
    grown.values = memory_allocate_zeroed(grown.capacity, sizeof *grown.values);
    if (!grown.keys || !grown.values) {
        pointer_table_release(&grown);
        return false;
    }
    for (size_t i = 0; i < table->capacity; i++) {
        if (!table->keys[i]) continue;
        size_t at = pointer_slot(&grown, table->keys[i]);
        grown.keys[at] = table->keys[i];
        grown.values[at] = table->values[i];
    }
    grown.count = table->count;
    pointer_table_release(table);
    *table = grown;
    return true;
}

bool pointer_table_set(PointerTable *table, const void *key, void *value) {
    if ((table->count + 1) * 4 > table->capacity * 3 && !pointer_table_grow(table)) return false;
    size_t at = pointer_slot(table, key);
    if (!table->keys[at]) table->count++;
    table->keys[at] = key;
    table->values[at] = value;
    return true;
}

void pointer_table_release(PointerTable *table) {
    memory_release(table->keys);
    memory_release(table->values);
    *table = (PointerTable){0};
}
