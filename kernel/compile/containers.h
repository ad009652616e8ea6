/* Lists of compiled code in memory: what code, the C functions that it calls and the boxes share.
 *
 * A value of such a type is one part, the address of a HeapObject; its bytes begin with a ListMemory. An item lies
 * in memory as its parts, one behind the other. Owners within are counted by their holder. */
#ifndef KERNEL_COMPILE_CONTAINERS_H
#define KERNEL_COMPILE_CONTAINERS_H

#include "kernel/compile/compile.h"

typedef struct ItemLayout {
    const CompileType *type;
    int64_t size;             /* of an item, a multiple of its strictest part */
    int part_count, owner_count;
    const int64_t *offsets;   /* of the parts */
    const int64_t *owners;    /* offsets of those that are counted */
} ItemLayout;

typedef struct ListMemory {
    int64_t count, capacity, data, is_dirty;
    const ItemLayout *layout;
    Object *parent;           /* of a reflected one: the list of Python's, borrowed */
} ListMemory;

static inline ListMemory *list_memory(int64_t owner) { return (ListMemory *)((HeapObject *)(intptr_t)owner)->bytes; }

const ItemLayout *item_layout(TypeTable *types, const CompileType *type); /* kept with the type; NULL: no memory */

/* Called by code (IrRun first) and by the boxes; 0 or false with a fault where there is no memory. */
int64_t list_create(IrRun *run, int64_t layout, int64_t capacity);
void list_grow(IrRun *run, int64_t owner, int64_t capacity);
/* The holder's own count of what is stored in it; what is stored where no run ends is taken out of its run. */
void runtime_adopt(IrRun *run, int64_t holder, int64_t owner);
void heap_leave_run_deeply(HeapObject *object);
void layout_retain(const ItemLayout *layout, const char *item);
void layout_release(const ItemLayout *layout, const char *item);

#endif
