/* Memory of objects.
 *
 * Small blocks come from a pool (pool.h). In front of a collected object lies its GcLink; in front
 * of that, for classes derived from a type with a tail (str, bytes, tuple), its attributes and weak references:
 *
 *     [attributes, weak references] [GcLink] [Object ... tail]
 *
 * Destruction of long chains (a list of a list of a list ...) would recurse once a link: beyond a depth the object is put
 * on a list instead, which the outermost destruction works off. */
#include "kernel/objects/core/objects_state.h"

#include "base/memory.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/fields.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/weak.h"

#include <string.h>

enum { DESTROY_DEPTH_LIMIT = 40 };

static inline size_t prefix_size(const Type *type) {
    return (type->flags & TYPE_COLLECTED ? sizeof(GcLink) : 0) + (type->flags & TYPE_PREFIXED ? 2 * sizeof(void *) + type->prefix_slots * sizeof(Value) : 0);
}

/* Most blocks are small: a loop over whole steps of the pool is quicker than a call. */
static inline void clear_block(char *block, size_t size) {
#ifdef CUPOLA_SANITIZED
    memset(block, 0, size);
#else
    if (size > 128) {
        memset(block, 0, size);
        return;
    }
    for (char *end = block + size; block < end; block += POOL_STEP) {
        memset(block, 0, POOL_STEP);
        __asm__("" : "+r"(block)); /* or the compiler would make a call of it after all */
    }
#endif
}

void *object_new_sized(Thread *thread, Type *type, size_t size) {
    Interpreter *interpreter = thread->interpreter;
    if (!type) return NULL; /* the type itself could not be made, which has been raised */
    size_t prefix = prefix_size(type);
    char *block = size <= PTRDIFF_MAX - prefix ? pool_take(&interpreter->objects->pool, prefix + size) : NULL;
    if (!block) {
        raise_no_memory(thread);
        return NULL;
    }
    /* The tail of text is written by its maker; every other tail holds values. */
    bool is_text = type->flags & (TYPE_STRING | TYPE_BYTES) && size > type->instance_size;
    clear_block(block, prefix + (is_text ? type->instance_size : size));
    Object *object = (Object *)(block + prefix);
    object->references = 1;
    object->type = type;
    if (type->flags & TYPE_HEAP) object_retain(type);
    if (type->flags & TYPE_COLLECTED) {
        gc_track(interpreter->collector, object);
        gc_count(interpreter);
    }
    return object;
}

void *object_new(Thread *thread, Type *type) { return object_new_sized(thread, type, type ? type->instance_size : 0); }

void *object_resize(Thread *thread, void *object, size_t size) {
    Type *type = ((Object *)object)->type;
    size_t prefix = prefix_size(type);
    if (type->flags & TYPE_COLLECTED || size > PTRDIFF_MAX - prefix) return NULL;
    return pool_resize(&thread->interpreter->objects->pool, object, size);
}

/* The Values of __slots__, of the class and the classes it is derived from. */
static void object_clear_slots(Object *object) {
    for (Type *type = object->type; type && type->flags & TYPE_HEAP; type = type->base) {
        Value *values = (Value *)((char *)object + type->slots_offset);
        for (size_t i = 0; i < type->slot_count; i++) value_clear(&values[i]);
    }
}

/* "Exception ignored in: <function C.__del__ at 0x...>" */
void finalizer_report(Thread *thread, Object *object) {
    Value function = type_lookup(object->type, thread_builtins(thread)->name___del__);
    bool is_own = function.tag == TAG_OBJECT && object->type->flags & TYPE_HEAP; /* else a built-in's: the object itself is named */
    exception_report_unraisable(thread, is_own ? function : (Value){.tag = TAG_OBJECT, .object = object});
}

static bool object_finalize(Thread *thread, Object *object) {
    Type *type = object->type;
    if (type->flags & TYPE_COLLECTED) {
        if (gc_link(object)->previous & GC_FINALIZED) return true;
        gc_link(object)->previous |= GC_FINALIZED;
    }
    object->references = 1;
    Value exception = exception_take(thread);
    if (!type->finalize(thread, value_from_object(object))) finalizer_report(thread, object);
    if (!value_is_absent(exception)) exception_restore(thread, exception);
    return --object->references == 0;
}

static void object_destroy_now(Thread *thread, Object *object) {
    Type *type = object->type;
    ObjectsState *state = type->interpreter->objects;
    bool collected = type->flags & TYPE_COLLECTED;
    if (type->finalize && !object_finalize(thread, object)) {
        /* It lives again. */
        if (collected && !gc_link(object)->next) gc_track(type->interpreter->collector, object);
        return;
    }
    if (collected) gc_untrack(object); /* first: a collection in a callback would take it for unreachable, and free it */
    if (type->weak_offset) weak_references_clear(thread, object);
    if (type->flags & TYPE_LIGHT) {
        if (type->destroy) type->destroy(object);
        pool_give(&state->pool, (char *)object - prefix_size(type));
        return;
    }
    uintptr_t attributes = attributes_word(object);
    if (attributes & 1) fields_clear(object);
    else if (attributes) *(uintptr_t *)(void *)((char *)object + type->attributes_offset) = 0;
    if (type->flags & TYPE_HEAP) object_clear_slots(object);
    if (type->destroy) type->destroy(object);
    if (attributes && !(attributes & 1)) object_release((Dict *)attributes);
    pool_give(&state->pool, (char *)object - prefix_size(type));
    if (type->flags & TYPE_HEAP) object_release(type);
}

/* The outermost destruction works off what the inner ones left. */
static void destroy_waiting(Thread *thread, ObjectsState *state) {
    while (state->destroy_depth == 1 && state->dying) {
        GcLink *link = state->dying;
        state->dying = gc_previous(link);
        gc_set_previous(link, NULL);
        object_destroy_now(thread, gc_object(link));
    }
}

void object_destroy(Object *object) {
    Type *type = object->type;
    Interpreter *interpreter = type->interpreter;
    ObjectsState *state = interpreter->objects;
    if (type->flags & TYPE_LIGHT) {
        if (!(type->flags & TYPE_COLLECTED)) {
            /* Text, numbers, iterators: no chains. */
            if (type->flags & TYPE_STRING) {
                if (((String *)object)->is_interned) string_table_remove(interpreter->strings, (String *)object);
            } else if (type->destroy) {
                type->destroy(object);
            }
            pool_give(&state->pool, object);
            return;
        }
        if (state->destroy_depth < DESTROY_DEPTH_LIMIT) {
            gc_untrack(object);
            state->destroy_depth++;
            if (type->destroy) type->destroy(object);
            pool_give(&state->pool, gc_link(object));
            if (state->dying) destroy_waiting(interpreter->running, state);
            state->destroy_depth--;
            return;
        }
    }
    if (state->destroy_depth >= DESTROY_DEPTH_LIMIT && type->flags & TYPE_COLLECTED) {
        gc_untrack(object);
        GcLink *link = gc_link(object);
        gc_set_previous(link, state->dying);
        state->dying = link;
        return;
    }
    Thread *thread = interpreter->running;
    state->destroy_depth++;
    object_destroy_now(thread, object);
    if (state->dying) destroy_waiting(thread, state);
    state->destroy_depth--;
}

Dict *object_attributes(Thread *thread, Object *object) {
    size_t offset = object->type->attributes_offset;
    if (!offset) return NULL;
    if (object_fields(object)) return fields_to_dict(thread, object);
    Dict **place = (Dict **)(void *)((char *)object + offset);
    if (!*place) *place = value_dict(dict_new(thread));
    return *place;
}
