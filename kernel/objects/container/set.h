/* set and frozenset: keys in a table with open addressing; iteration goes through the table. */
#ifndef KERNEL_OBJECTS_SET_H
#define KERNEL_OBJECTS_SET_H

#include "kernel/objects/container/containers.h"
#include "kernel/objects/core/type_templates.h"

typedef struct SetEntry {
    Value key;    /* absent: free, or removed when hash is -1 */
    int64_t hash;
} SetEntry;

typedef struct Set {
    Object object;
    SetEntry *table; /* mask + 1 entries, or NULL when nothing was ever added */
    size_t mask;
    size_t fill;     /* live and removed */
    size_t count;    /* live */
    int64_t hash;    /* of a frozenset, -1: not computed yet */
    size_t finger;   /* where the next pop() begins to look */
    uint32_t version;
    struct WeakReference *weak_references;
} Set;

static inline Set *value_set(Value value) { return (Set *)value.object; }
bool set_add_hashed(Thread *thread, Set *set, Value item, int64_t hash);
int set_discard(Thread *thread, Value set, Value item); /* 1 removed, 0 absent, -1 error */
bool set_update(Thread *thread, Value set, Value iterable);
Value set_from_iterable(Thread *thread, bool frozen, Value iterable); /* iterable may be absent */
void set_clear(Set *set);
Value set_binary(Thread *thread, BinaryOperator operator, Value left, Value right); /* both sets: | & - ^ */

#endif
