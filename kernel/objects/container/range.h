/* range: any integers; all-int64 ranges have their numbers beside the Values for the fast paths. */
#ifndef KERNEL_OBJECTS_RANGE_H
#define KERNEL_OBJECTS_RANGE_H

#include "kernel/objects/container/containers.h"
#include "kernel/objects/core/type_templates.h"

typedef struct Range {
    Object object;
    Value start, stop, step, length; /* ints */
} Range;

/* While is_small: `next` is the item to come, `remaining` how many are left. Else the Values count. */
typedef struct RangeIterator {
    Object object;
    int64_t next, step;
    uint64_t remaining;
    bool is_small;
    uint64_t total; /* how many there were at first */
    Value big_next, big_step, big_remaining, big_total;
} RangeIterator;

Value range_new(Thread *thread, Value start, Value stop, Value step); /* ints; ValueError for step 0 */
Value range_item(Thread *thread, const Range *range, Value index);   /* index already in bounds; owned */
/* False, with a MemoryError: the iterable is a range of so many numbers that no container with `each` bytes a number can hold
 * them. For containers that grow while they are filled and would take all the memory there is before they fail. */
bool range_can_be_held(Thread *thread, Value iterable, size_t each);
Value range_iterator_new(Thread *thread, int64_t start, int64_t step, uint64_t count);
/* The VM's inline step: false when exhausted or not small. */
static inline bool range_iterator_next_fast(RangeIterator *iterator, int64_t *item) {
    if (!iterator->is_small || iterator->remaining == 0) return false;
    *item = iterator->next;
    iterator->remaining--;
    iterator->next = (int64_t)((uint64_t)iterator->next + (uint64_t)iterator->step);
    return true;
}

#endif
