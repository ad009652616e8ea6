/* Weak references: weakref.ref. The library's proxies and weak containers are built on them.
 *
 * An object that can be weakly referenced holds (at Type.weak_offset) the head of a list of its references. When it
 * dies they are emptied first, then their callbacks run. */
#ifndef KERNEL_OBJECTS_WEAK_H
#define KERNEL_OBJECTS_WEAK_H

#include "kernel/objects/core/type_templates.h"

typedef struct WeakReference WeakReference;
struct WeakReference {
    Object object;
    Object *target;  /* NULL once it is gone */
    Value callback;  /* absent: none */
    int64_t hash;    /* of the target, once asked for; -1 before */
    WeakReference *next, **place; /* in the target's list */
};

/* A reference without callback is shared. TypeError "cannot create weak reference to 'int' object". */
Value weak_reference_new(Thread *thread, Value target, Value callback); /* callback may be none or absent */
Value weak_reference_get(Value reference); /* the target, owned; None once it is gone */
size_t weak_reference_count(Value target); /* weakref.getweakrefcount */
Value weak_reference_list(Thread *thread, Value target);
bool value_can_be_weakly_referenced(Value value);

#endif
