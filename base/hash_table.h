/* A table from strings to pointers, in insertion order. Keys are copied; values are the caller's. */
#ifndef BASE_HASH_TABLE_H
#define BASE_HASH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct HashEntry {
    char *key; /* NULL: removed */
    size_t key_length;
    uint64_t hash;
    void *value;
} HashEntry;

typedef struct HashTable {
    HashEntry *entries; /* in insertion order, `used` of them, some removed */
    uint32_t *slots;    /* index into entries plus 1; 0 is free */
    size_t used, live, slot_count;
} HashTable;

#define HASH_TABLE_EMPTY ((HashTable){0})

uint64_t hash_bytes(const void *bytes, size_t length);
void *hash_get(const HashTable *table, const char *key);            /* NULL when absent */
bool hash_set(HashTable *table, const char *key, void *value);      /* false: no memory */
void *hash_remove(HashTable *table, const char *key);               /* the value, or NULL */
void hash_release(HashTable *table, void (*release_value)(void *)); /* the function may be NULL */
/* Iterate: for (size_t at = 0; hash_next(&table, &at, &entry);) ... */
bool hash_next(const HashTable *table, size_t *at, HashEntry **entry);

#endif
