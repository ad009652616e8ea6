/* A table from addresses to pointers. */
#ifndef KERNEL_OBJECTS_POINTER_TABLE_H
#define KERNEL_OBJECTS_POINTER_TABLE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct PointerTable {
    const void **keys; /* NULL: free */
    void **values;
    size_t count, capacity; /* capacity: 0 or a power of two */
} PointerTable;

void *pointer_table_get(const PointerTable *table, const void *key);       /* NULL when there is none */
bool pointer_table_set(PointerTable *table, const void *key, void *value); /* false: no memory */
void pointer_table_release(PointerTable *table);                          /* the table, not the values */

#endif
