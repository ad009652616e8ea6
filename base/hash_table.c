#include "base/hash_table.h"

#include "base/memory.h"

#include <string.h>

uint64_t hash_bytes(const void *bytes, size_t length) { /* FNV-1a, then mixed */
    const unsigned char *in = bytes;
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++) hash = (hash ^ in[i]) * 0x100000001b3u;
    return hash ^ hash >> 32;
}

static HashEntry *find(const HashTable *table, const char *key, size_t length, uint64_t hash, size_t *slot) {
    if (!table->slot_count) return NULL;
    size_t mask = table->slot_count - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        uint32_t index = table->slots[i];
        if (slot) *slot = i;
        if (index == 0) return NULL;
        HashEntry *entry = &table->entries[index - 1];
        if (entry->key && entry->hash == hash && entry->key_length == length && !memcmp(entry->key, key, length))
            return entry;
    }
}

void *hash_get(const HashTable *table, const char *key) {
    size_t length = strlen(key);
    HashEntry *entry = find(table, key, length, hash_bytes(key, length), NULL);
    return entry ? entry->value : NULL;
}

/* Make room for one more entry: twice the slots, removed entries dropped. */
static bool grow(HashTable *table) {
    size_t slot_count = 8;
    while (slot_count < (table->live + 1) * 2 + 2) slot_count *= 2;
    uint32_t *slots = memory_allocate_zeroed(slot_count, sizeof *slots);
    HashEntry *entries = memory_allocate(slot_count * sizeof *entries);
    if (!slots || !entries) {
        memory_release(slots);
        memory_release(entries);
        return false;
    }
    size_t used = 0;
    for (size_t i = 0; i < table->used; i++) {
        if (!table->entries[i].key) continue;
        size_t at = table->entries[i].hash & (slot_count - 1);
        while (slots[at]) at = (at + 1) & (slot_count - 1);
        entries[used++] = table->entries[i];
        slots[at] = (uint32_t)used;
    }
    memory_release(table->slots);
    memory_release(table->entries);
    table->slots = slots;
    table->entries = entries;
    table->used = table->live = used;
    table->slot_count = slot_count;
    return true;
}

bool hash_set(HashTable *table, const char *key, void *value) {
    size_t length = strlen(key);
    uint64_t hash = hash_bytes(key, length);
    HashEntry *entry = find(table, key, length, hash, NULL);
    if (entry) {
        entry->value = value;
        return true;
    }
    if ((table->used + 1) * 2 > table->slot_count && !grow(table)) return false;
    char *copy = memory_copy_bytes(key, length);
    if (!copy) return false;
    size_t slot;
    find(table, key, length, hash, &slot);
    table->entries[table->used++] = (HashEntry){copy, length, hash, value};
    table->slots[slot] = (uint32_t)table->used;
    table->live++;
    return true;
}

void *hash_remove(HashTable *table, const char *key) {
    size_t length = strlen(key);
    HashEntry *entry = find(table, key, length, hash_bytes(key, length), NULL);
    if (!entry) return NULL;
    memory_release(entry->key);
    entry->key = NULL; /* the slot stays taken, so that probes go past it */
    table->live--;
    return entry->value;
}

void hash_release(HashTable *table, void (*release_value)(void *)) {
    for (size_t i = 0; i < table->used; i++) {
        if (!table->entries[i].key) continue;
        memory_release(table->entries[i].key);
        if (release_value) release_value(table->entries[i].value);
    }
    memory_release(table->entries);
    memory_release(table->slots);
    *table = HASH_TABLE_EMPTY;
}

bool hash_next(const HashTable *table, size_t *at, HashEntry **entry) {
    while (*at < table->used) {
        HashEntry *candidate = &table->entries[(*at)++];
        if (candidate->key) {
            *entry = candidate;
            return true;
        }
    }
    return false;
}
