/* The collector of cycles.
 *
 * Reference counts free everything that is not part of a cycle. For the rest: take a set of tracked objects and copy
 * each one's count into its link; visit what every object of the set refers to and subtract one for each reference
 * that comes from inside. What is left with a count above zero is held from outside (a frame, a native, an older object);
 * it and all that it reaches lives. The others are unreachable: their weak references are emptied, their finalizers
 * run, and, if none of that brought them back, their references are dropped (`clear`), upon which the counts free
 * them.
 *
 * Two generations: the young are examined often; those that survive join the old, which are examined when they have grown
 * by half. A collection that is due is only noted (interpreter->attention) and runs at the VM's next safe
 * point, never inside an allocation. */
#include "kernel/objects/core/objects_state.h"

#include "base/memory.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/fields.h"
#include "kernel/objects/core/weak.h"

enum { COUNT_SHIFT = 2 };
#define LINK_UNREACHABLE ((uintptr_t)1) /* in `next`, while the lists are being parted */

/* ---- lists ---- */
static void list_initialize(GcLink *head) {
    head->next = head;
    head->previous = (uintptr_t)head;
}
static bool list_is_empty(const GcLink *head) { return head->next == head; }
static void list_append_link(GcLink *head, GcLink *link) {
    GcLink *last = gc_previous(head);
    last->next = link;
    gc_set_previous(link, last);
    link->next = head;
    gc_set_previous(head, link);
}
static void list_unlink(GcLink *link) {
    GcLink *previous = gc_previous(link), *next = link->next;
    previous->next = next;
    gc_set_previous(next, previous);
}
static void list_move(GcLink *link, GcLink *head) {
    list_unlink(link);
    list_append_link(head, link);
}
static void list_merge(GcLink *from, GcLink *to) {
    if (list_is_empty(from)) return;
    GcLink *last = gc_previous(to), *first = from->next, *from_last = gc_previous(from);
    last->next = first;
    gc_set_previous(first, last);
    from_last->next = to;
    gc_set_previous(to, from_last);
    list_initialize(from);
}
static size_t list_size(const GcLink *head) {
    size_t size = 0;
    for (const GcLink *link = head->next; link != head; link = link->next) size++;
    return size;
}

/* A full collection waits for that many survivors of young ones, and for half as many as there are old objects. */
enum { FULL_LEAST = 2000 };

GarbageCollector *collector_new(void) {
    GarbageCollector *collector = memory_allocate_zeroed(1, sizeof *collector);
    if (!collector) return NULL;
    list_initialize(&collector->generations[0]);
    list_initialize(&collector->generations[1]);
    collector->thresholds[0] = 2000;
    collector->thresholds[1] = 10;
    collector->enabled = true;
    return collector;
}

void collector_delete(GarbageCollector **collector) {
    memory_release(*collector);
    *collector = NULL;
}

bool object_is_collected(const Object *object) {
    return object->type->flags & TYPE_COLLECTED && gc_link(object)->next != NULL;
}

bool object_visit(Object *object, Visit *visit, void *context) {
    Type *type = object->type;
    if (type->visit && !type->visit(object, visit, context)) return false;
    uintptr_t attributes = attributes_word(object);
    if (attributes & 1 ? !fields_visit(object, visit, context) : attributes && !visit((Object *)attributes, context)) return false;
    if (!(type->flags & TYPE_HEAP)) return true;
    for (Type *class = type; class && class->flags & TYPE_HEAP; class = class->base)
        if (!visit_values((Value *)((char *)object + class->slots_offset), class->slot_count, visit, context)) return false;
    return visit((Object *)type, context);
}

/* Drop what can be part of a cycle. The class stays: it goes with the memory. */
static void object_clear_members(Object *object) {
    Type *type = object->type;
    if (type->clear) type->clear(object);
    if (object_fields(object)) fields_clear(object);
    else if (type->attributes_offset) object_clear((Dict **)(void *)((char *)object + type->attributes_offset));
    for (Type *class = type; class && class->flags & TYPE_HEAP; class = class->base) {
        Value *values = (Value *)((char *)object + class->slots_offset);
        for (size_t i = 0; i < class->slot_count; i++) value_clear(&values[i]);
    }
}

/* ---- parting the reachable from the unreachable ---- */
static size_t link_count(const GcLink *link) { return link->previous >> COUNT_SHIFT; }
static void link_set_count(GcLink *link, size_t count) {
    link->previous = (link->previous & GC_FLAGS) | count << COUNT_SHIFT;
}

static bool visit_subtract(Object *object, void *context) {
    (void)context;
    if (!(object->type->flags & TYPE_COLLECTED)) return true;
    GcLink *link = gc_link(object);
    if (link->previous & GC_COLLECTING && link_count(link) > 0) link->previous -= (uintptr_t)1 << COUNT_SHIFT;
    return true;
}

/* An object reached from a live one: it lives; when it was put aside already it comes back to the end of the live list. */
static bool visit_reachable(Object *object, void *context) {
    GcLink *live = context;
    if (!(object->type->flags & TYPE_COLLECTED)) return true;
    GcLink *link = gc_link(object);
    if (!(link->previous & GC_COLLECTING)) return true;
    if ((uintptr_t)link->next & LINK_UNREACHABLE) {
        GcLink *previous = gc_previous(link), *next = (GcLink *)((uintptr_t)link->next & ~LINK_UNREACHABLE);
        previous->next = (GcLink *)((uintptr_t)next | ((uintptr_t)previous->next & LINK_UNREACHABLE));
        gc_set_previous(next, previous);
        link->previous = GC_COLLECTING | (link->previous & GC_FINALIZED);
        GcLink *last = gc_previous(live);
        last->next = link;
        link->next = live;
        live->previous = (uintptr_t)link | (live->previous & GC_FLAGS);
        link_set_count(link, 1);
    } else if (link_count(link) == 0) {
        link_set_count(link, 1);
    }
    return true;
}

/* Moves what nothing outside of `live` holds to `unreachable` (initialised here). Afterwards `live` is a proper list
 * again, and so is `unreachable`, whose links keep GC_COLLECTING. */
static void part_unreachable(GcLink *live, GcLink *unreachable) {
    for (GcLink *link = live->next; link != live; link = link->next) {
        link->previous = (link->previous & GC_FINALIZED) | GC_COLLECTING;
        link_set_count(link, gc_object(link)->references);
    }
    for (GcLink *link = live->next; link != live; link = link->next)
        object_visit(gc_object(link), visit_subtract, NULL);
    list_initialize(unreachable);
    unreachable->next = (GcLink *)((uintptr_t)unreachable | LINK_UNREACHABLE);
    GcLink *previous = live;
    GcLink *link = live->next;
    /* The last live link is found through live->previous while visit_reachable appends. */
    while (link != live) {
        if (link_count(link) > 0) {
            object_visit(gc_object(link), visit_reachable, live);
            link->previous = (uintptr_t)previous | (link->previous & GC_FINALIZED);
            previous = link;
        } else {
            previous->next = link->next;
            GcLink *last = gc_previous(unreachable);
            last->next = (GcLink *)((uintptr_t)link | LINK_UNREACHABLE);
            link->previous = (uintptr_t)last | (link->previous & GC_FINALIZED) | GC_COLLECTING;
            link->next = (GcLink *)((uintptr_t)unreachable | LINK_UNREACHABLE);
            unreachable->previous = (uintptr_t)link;
            /* While the live list is single-linked its end must be known for appending. */
            if (gc_previous(live) == link) live->previous = (uintptr_t)previous;
        }
        link = previous->next;
    }
    live->previous = (uintptr_t)previous;
    GcLink *at = unreachable;
    do {
        at->next = (GcLink *)((uintptr_t)at->next & ~LINK_UNREACHABLE);
        at = at->next;
    } while (at != unreachable);
}

/* ---- what happens to the unreachable ---- */
static void unreachable_release_marks(GcLink *head) {
    for (GcLink *link = head->next; link != head; link = link->next) link->previous &= ~(uintptr_t)GC_COLLECTING;
}

/* Weak references are emptied before any finalizer can see a half-dead object; callbacks run only for references that
 * live themselves (weak_references_clear looks at the mark). */
static void unreachable_clear_weak(Thread *thread, GcLink *head) {
    GcLink seen;
    list_initialize(&seen);
    while (!list_is_empty(head)) {
        GcLink *link = head->next;
        Object *object = gc_object(link);
        list_move(link, &seen);
        if (!object->type->weak_offset) continue;
        object_retain(object);
        weak_references_clear(thread, object);
        object_release(object);
    }
    list_merge(&seen, head);
}

static void unreachable_finalize(Thread *thread, GcLink *head) {
    GcLink seen;
    list_initialize(&seen);
    while (!list_is_empty(head)) {
        GcLink *link = head->next;
        Object *object = gc_object(link);
        list_move(link, &seen);
        if (!object->type->finalize || link->previous & GC_FINALIZED) continue;
        link->previous |= GC_FINALIZED;
        object_retain(object);
        if (!object->type->finalize(thread, value_from_object(object))) finalizer_report(thread, object);
        object_release(object);
    }
    list_merge(&seen, head);
}

static void unreachable_delete(GcLink *head, GcLink *survivors) {
    while (!list_is_empty(head)) {
        GcLink *link = head->next;
        Object *object = gc_object(link);
        object_retain(object);
        object_clear_members(object);
        /* Still there after the release: something else holds it; look at it another time. */
        if (head->next == link) list_move(link, survivors);
        object_release(object);
    }
}

/* A tuple of what can be part of no cycle will never be part of one itself: it is not looked at again. */
static bool tuple_is_inert(const Object *object, const Type *tuple_type) {
    if (object->type != tuple_type) return false;
    const Tuple *tuple = (const Tuple *)object;
    for (size_t i = 0; i < tuple->count; i++) {
        Value item = tuple->items[i];
        if (item.tag == TAG_ABSENT) return false; /* still being made */
        if (item.tag != TAG_OBJECT || !(item.object->type->flags & TYPE_COLLECTED)) continue;
        if (item.object->type->flags & TYPE_TYPE && !(((const Type *)item.object)->flags & TYPE_HEAP)) continue; /* built in */
        if (item.object->type != tuple_type || gc_link(item.object)->next) return false;
    }
    return true;
}
static void untrack_tuples(Thread *thread, GcLink *head) {
    const Type *tuple_type = thread_builtins(thread)->type_tuple;
    for (GcLink *link = head->next, *next; link != head; link = next) {
        next = link->next;
        if (tuple_is_inert(gc_object(link), tuple_type)) gc_untrack(gc_object(link));
    }
}
void object_track_again(Thread *thread, Object *object) {
    if (!gc_link(object)->next) gc_track(thread->interpreter->collector, object);
}

static size_t collect_generation(Thread *thread, GarbageCollector *collector, int generation) {
    GcLink *young = &collector->generations[0], *old = &collector->generations[1];
    GcLink set, unreachable, dead;
    list_initialize(&set);
    list_merge(young, &set);
    if (generation > 0) list_merge(old, &set);
    part_unreachable(&set, &unreachable);
    untrack_tuples(thread, &set);
    int64_t survived = (int64_t)list_size(&set);
    list_merge(&set, old);
    if (generation > 0) {
        collector->survived = 0;
        collector->counts[1] = (size_t)survived;
    } else {
        collector->survived += survived;
    }
    if (list_is_empty(&unreachable)) return 0;
    unreachable_clear_weak(thread, &unreachable);
    unreachable_release_marks(&unreachable);
    unreachable_finalize(thread, &unreachable);
    part_unreachable(&unreachable, &dead); /* what is left in `unreachable` was brought back */
    list_merge(&unreachable, old);
    unreachable_release_marks(&dead);
    size_t found = list_size(&dead);
    unreachable_delete(&dead, old);
    return found;
}

size_t collector_collect(Thread *thread, int generation) {
    GarbageCollector *collector = thread->interpreter->collector;
    if (collector->collecting) return 0;
    collector->collecting = true;
    collector->wanted = false;
    collector->made = 0;
    Value exception = exception_take(thread);
    size_t found = collect_generation(thread, collector, generation);
    if (generation > 0) type_forget_lookups(thread->interpreter);
    if (!value_is_absent(exception)) exception_restore(thread, exception);
    collector->statistics.collections[generation]++;
    collector->statistics.collected[generation] += found;
    collector->collecting = false;
    return found;
}

void collector_attend(Thread *thread) {
    GarbageCollector *collector = thread->interpreter->collector;
    if (!collector->wanted) return;
    bool full = collector->survived > FULL_LEAST && (size_t)collector->survived * 2 > collector->counts[1];
    collector_collect(thread, full);
}

/* ---- the gc module's questions ---- */
bool collector_enable(Interpreter *interpreter, bool enabled) {
    bool before = interpreter->collector->enabled;
    interpreter->collector->enabled = enabled;
    if (!enabled) interpreter->collector->wanted = false;
    return before;
}

bool collector_is_enabled(const Interpreter *interpreter) { return interpreter->collector->enabled; }

void collector_thresholds(Interpreter *interpreter, int64_t *young, int64_t *old, bool set) {
    GarbageCollector *collector = interpreter->collector;
    if (set) {
        collector->thresholds[0] = *young > 0 ? *young : INT64_MAX;
        collector->thresholds[1] = *old;
    }
    *young = collector->thresholds[0] == INT64_MAX ? 0 : collector->thresholds[0];
    *old = collector->thresholds[1];
}

GarbageStatistics collector_statistics(const Interpreter *interpreter) {
    GarbageStatistics statistics = interpreter->collector->statistics;
    for (int i = 0; i < 2; i++) statistics.counts[i] = list_size(&interpreter->collector->generations[i]);
    return statistics;
}

typedef struct Finder {
    Thread *thread;
    List *found;
    Object *target;
    bool hit, failed;
} Finder;

static bool visit_append(Object *object, void *context) {
    Finder *finder = context;
    if (!list_append(finder->thread, finder->found, (Value){.tag = TAG_OBJECT, .object = object})) finder->failed = true;
    return !finder->failed;
}
static bool visit_compare(Object *object, void *context) {
    Finder *finder = context;
    if (object == finder->target) finder->hit = true;
    return !finder->hit;
}

Value collector_objects(Thread *thread) {
    GarbageCollector *collector = thread->interpreter->collector;
    Value result = list_new(thread);
    if (value_is_absent(result)) return result;
    Finder finder = {.thread = thread, .found = value_list(result)};
    for (int i = 0; i < 2; i++) {
        GcLink *head = &collector->generations[i];
        for (GcLink *link = head->next; link != head && !finder.failed; link = link->next)
            if (gc_object(link) != result.object) visit_append(gc_object(link), &finder);
    }
    if (!finder.failed) return result;
    value_release(result);
    return VALUE_ABSENT;
}

Value object_referents(Thread *thread, Object *object) {
    Value result = list_new(thread);
    if (value_is_absent(result) || !(object->type->flags & TYPE_COLLECTED)) return result;
    Finder finder = {.thread = thread, .found = value_list(result)};
    object_visit(object, visit_append, &finder);
    if (!finder.failed) return result;
    value_release(result);
    return VALUE_ABSENT;
}

Value object_referrers(Thread *thread, Object *object) {
    GarbageCollector *collector = thread->interpreter->collector;
    Value result = list_new(thread);
    if (value_is_absent(result)) return result;
    Finder finder = {.thread = thread, .found = value_list(result), .target = object};
    for (int i = 0; i < 2; i++) {
        GcLink *head = &collector->generations[i];
        for (GcLink *link = head->next; link != head && !finder.failed; link = link->next) {
            if (gc_object(link) == result.object) continue;
            finder.hit = false;
            object_visit(gc_object(link), visit_compare, &finder);
            if (finder.hit) visit_append(gc_object(link), &finder);
        }
    }
    if (!finder.failed) return result;
    value_release(result);
    return VALUE_ABSENT;
}
