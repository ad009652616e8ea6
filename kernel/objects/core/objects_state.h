/* What the object model keeps for each interpreter. Private to objects/. */
#ifndef KERNEL_OBJECTS_OBJECTS_STATE_H
#define KERNEL_OBJECTS_OBJECTS_STATE_H

#include "kernel/objects/core/pool.h"
#include "base/hash_table.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/core/pointer_table.h"
#include "kernel/objects/core/type.h"

/* In front of every collected object. `previous` carries two flags, and during a collection a count in the
 * place of the address (see gc.c). next == NULL: not tracked. */
typedef struct GcLink GcLink;
struct GcLink {
    GcLink *next;
    uintptr_t previous;
};
enum { GC_FINALIZED = 1, GC_COLLECTING = 2, GC_FLAGS = 3 };

typedef struct GarbageCollector {
    GcLink generations[2]; /* heads of circular lists */
    size_t counts[2];
    int64_t thresholds[2]; /* objects made since the last young collection; survivors since the last full one */
    int64_t made, survived;
    bool enabled, wanted, collecting;
    GarbageStatistics statistics;
} GarbageCollector;

enum { METHOD_CACHE_SIZE = 1024 };
typedef struct MethodCacheEntry {
    uint32_t version;
    String *name; /* retained: another at its address would be taken for it */
    Value value;  /* borrowed */
} MethodCacheEntry;

/* A copy of a template: the link is there because types are collected objects; it is never tracked. */
typedef struct StaticType {
    GcLink link;
    Type type;
} StaticType;

typedef struct Warnings Warnings;

typedef struct ObjectsState {
    PointerTable types;      /* template -> its copy */
    PointerTable signatures; /* signature text -> Signature */
    HashTable exception_kinds;
    StaticType *static_types; /* the copies of the built-in types, one block */
    Pool pool;
    GcLink *dying; /* objects that wait to be destroyed */
    uint32_t destroy_depth;
    MethodCacheEntry method_cache[METHOD_CACHE_SIZE];
    Warnings *warnings;
    String **slot_names; /* interned, one for each row of slot_entries; NULL where it has no name */
    bool is_out_of_memory; /* the MemoryError is being made */
    size_t builtin_name_count; /* how many names the builtins module has at the start */
    List *repr_stack; /* containers whose repr is being made */
} ObjectsState;

static inline GcLink *gc_link(const Object *object) { return (GcLink *)object - 1; }
static inline Object *gc_object(const GcLink *link) { return (Object *)(link + 1); }
static inline GcLink *gc_previous(const GcLink *link) {
    return (GcLink *)(link->previous & ~(uintptr_t)GC_FLAGS);
}
static inline void gc_set_previous(GcLink *link, GcLink *previous) {
    link->previous = (uintptr_t)previous | (link->previous & GC_FLAGS);
}
/* Onto the end of the young list; the link is empty but for its flags. */
static inline void gc_track(GarbageCollector *collector, Object *object) {
    GcLink *head = &collector->generations[0], *link = gc_link(object), *last = gc_previous(head);
    last->next = link;
    gc_set_previous(link, last);
    link->next = head;
    gc_set_previous(head, link);
}
static inline void gc_untrack(Object *object) {
    GcLink *link = gc_link(object), *next = link->next;
    if (!next) return;
    GcLink *previous = gc_previous(link);
    previous->next = next;
    gc_set_previous(next, previous);
    link->next = NULL;
    link->previous &= GC_FINALIZED;
}
static inline void gc_count(Interpreter *interpreter) {
    GarbageCollector *collector = interpreter->collector;
    if (++collector->made > collector->thresholds[0] && collector->enabled && !collector->collecting) {
        collector->wanted = true;
        atomic_store_explicit(&interpreter->attention, true, memory_order_relaxed);
    }
}
/* A block for an object of a type that is TYPE_LIGHT, with its header and nothing else: the caller writes all the rest.
 * Without links (object_take) or with (object_take_collected: call gc_track when the members are set). */
static inline void *object_take(Thread *thread, Type *type, size_t size) {
    Object *object = (Object *)pool_take(&thread->interpreter->objects->pool, size);
    if (!object) return NULL;
    object->references = 1;
    object->type = type;
    return object;
}
static inline void *object_take_collected(Thread *thread, Type *type, size_t size) {
    GcLink *link = (GcLink *)pool_take(&thread->interpreter->objects->pool, sizeof(GcLink) + size);
    if (!link) return NULL;
    link->previous = 0;
    Object *object = gc_object(link);
    object->references = 1;
    object->type = type;
    gc_count(thread->interpreter);
    return object;
}
GarbageCollector *collector_new(void);
void collector_delete(GarbageCollector **collector);
void collector_attend(Thread *thread); /* collects when it is due */
/* Visits everything an object holds: its type's visit, attributes, __slots__ and class. */
bool object_visit(Object *object, Visit *visit, void *context);
void finalizer_report(Thread *thread, Object *object); /* __del__ failed */

void weak_references_clear(Thread *thread, Object *object); /* empties them, then runs the callbacks */
struct WeakReference;
struct WeakReference **weak_references_place(Object *object); /* NULL: cannot be weakly referenced */

bool slots_initialize(Thread *thread);
Value type_lookup_uncached(Type *type, String *name); /* borrowed */
void type_forget_lookups(Interpreter *interpreter);
void type_inherit_layout(Type *type);
Value type_new_with(Thread *thread, Type *metatype, String *name, Tuple *bases, Dict *attributes, const Call *keywords);
Value type_compute_order(Thread *thread, Type *type); /* tuple */
Value names_of_type(Thread *thread, Type *type); /* a dict: the names that dir() of a class lists */
Value object_reduce_protocol(Thread *thread, Value self, int64_t protocol);
/* What __reduce__ of a built-in iterator gives: (builtins.NAME, arguments), and the state where there is one. Takes over
 * the arguments and the state; an absent argument makes it absent. */
Value reduce_with(Thread *thread, const char *name, const Value *arguments, size_t count, Value state);
Value reduce_to_list(Thread *thread, Value iterator); /* (iter, ([what is left],)); the iterator is used up and taken over */
Value object_default_state(Thread *thread, Value self); /* object.__getstate__ */
Value object_get_dict(Thread *thread, Value self);
bool object_set_dict(Thread *thread, Value self, Value value);
Value object_get_weak(Thread *thread, Value self);
bool type_add_to_bases(Thread *thread, Type *type);
void type_remove_from_bases(Type *type);
bool type_change_bases(Thread *thread, Type *type, Tuple *bases); /* an assignment to __bases__ */
Value type_new_wrapper(Thread *thread, Type *type); /* __new__ of a built-in type: a native bound to it */
Type *static_type_copy(Interpreter *interpreter, StaticType *place, const Type *type_template);
void type_release_members(Type *type);
void signatures_release(Interpreter *interpreter);
bool exceptions_initialize(Interpreter *interpreter, StaticType *places); /* builtin_exception_count of them */
bool exceptions_ready(Thread *thread);
bool exception_group_ready(Thread *thread);
Type *exception_find_built_in(Builtins *builtins, const char *name); /* NULL when there is none */
const char *exception_name_at(size_t index);                        /* below BaseException; NULL at the end */
extern const size_t builtin_exception_count;
bool builtins_module_initialize(Thread *thread);
void warnings_delete(Interpreter *interpreter);

/* AttributeError or not: the lookup behind value_get_attribute; with `quiet` a missing one is absent without an exception. */
Value attribute_get_generic(Thread *thread, Value self, Type *type, String *name, bool quiet);
Value type_get_attribute(Thread *thread, Value self, String *name);
Value type_get_attribute_quiet(Thread *thread, Value self, String *name, bool quiet);
/* The TypeError of a sequence's + or *; false: these two have no words of their own. */
bool raise_sequence_operands(Thread *thread, BinaryOperator operator, Type *left, Type *right, bool in_place);
/* Call what a descriptor in a class gives for an instance; owned. `instance` may be absent. */
Value descriptor_bind(Thread *thread, Value descriptor, Value instance, Type *owner);

/* core/events.c */
void interpreter_release_listeners(Interpreter *interpreter);
void thread_clear_slots(Thread *thread);

#endif
