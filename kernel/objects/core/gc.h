/* Memory of objects: allocation, the collector of cycles, and what a type's visit, clear and destroy owe it.
 *
 * A collected object (Type.flags & TYPE_COLLECTED) is known to the collector from object_new on; its memory is zero
 * then, so `visit` must accept NULL and absent members.
 *
 * The machinery itself looks after what every instance may have: its `attributes` dict (Type.attributes_offset), its
 * weak references, its __slots__ and the reference to a class made by a class statement. A type's visit, clear and
 * destroy handle only the other members, and call no visit, clear or destroy of the base unless they replace one. */
#ifndef KERNEL_OBJECTS_GC_H
#define KERNEL_OBJECTS_GC_H

#include "kernel/objects/core/object.h"

/* In a visit function: `return visit_value(a, visit, context) && visit_object(b, visit, context);` */
static inline bool visit_value(Value value, Visit *visit, void *context) {
    return value.tag != TAG_OBJECT || visit(value.object, context);
}
static inline bool visit_object(void *object, Visit *visit, void *context) {
    return !object || visit((Object *)object, context);
}
static inline bool visit_values(const Value *values, size_t count, Visit *visit, void *context) {
    for (size_t i = 0; i < count; i++)
        if (!visit_value(values[i], visit, context)) return false;
    return true;
}
/* In clear and destroy functions: empty the place first, then release what was there. */
static inline void value_clear(Value *place) {
    Value old = *place;
    *place = VALUE_ABSENT;
    value_release(old);
}
#define object_clear(place)              \
    do {                                 \
        void *object_clear_old = *(place); \
        *(place) = NULL;                 \
        object_release(object_clear_old); \
    } while (0)

/* A longer or shorter block for an object with one reference that is not collected (a string that grows in place).
 * NULL without an exception when there is no memory: the old one stays valid. */
void *object_resize(Thread *thread, void *object, size_t size);
/* The instance's dict, made when first needed; borrowed. NULL with MemoryError, or without an exception when the
 * type's instances have none. */
Dict *object_attributes(Thread *thread, Object *object);

/* The collector. Generation 0 holds the young, 1 those that survived. */
typedef struct GarbageStatistics {
    size_t collections[2], collected[2];
    size_t counts[2]; /* objects in each */
} GarbageStatistics;
size_t collector_collect(Thread *thread, int generation); /* objects found unreachable; 1 collects all */
bool collector_enable(Interpreter *interpreter, bool enabled); /* what it was before */
bool collector_is_enabled(const Interpreter *interpreter);
void collector_thresholds(Interpreter *interpreter, int64_t *young, int64_t *old, bool set);
GarbageStatistics collector_statistics(const Interpreter *interpreter);
bool object_is_collected(const Object *object); /* gc.is_tracked */
/* For who writes new items into an old tuple: the collector may have lost interest in it. */
void object_track_again(Thread *thread, Object *object);
/* Every tracked object, retained, in a new list (gc.get_objects). */
Value collector_objects(Thread *thread);
/* Objects that `object` refers to directly (gc.get_referents); and those that refer to it. */
Value object_referents(Thread *thread, Object *object);
Value object_referrers(Thread *thread, Object *object);

#endif
