#include "kernel/objects/core/weak.h"

#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/objects_state.h"

WeakReference **weak_references_place(Object *object) {
    size_t offset = object->type->weak_offset;
    return offset ? (WeakReference **)((char *)object + offset) : NULL;
}

bool value_can_be_weakly_referenced(Value value) {
    return value.tag == TAG_OBJECT && value.object->type->weak_offset;
}

static void weak_reference_detach(WeakReference *reference) {
    if (!reference->target) return;
    *reference->place = reference->next;
    if (reference->next) reference->next->place = reference->place;
    reference->target = NULL;
    reference->next = NULL;
    reference->place = NULL;
}

static void weak_reference_attach(WeakReference *reference, Object *target, WeakReference **place) {
    reference->target = target;
    reference->place = place;
    reference->next = *place;
    if (reference->next) reference->next->place = &reference->next;
    *place = reference;
}

static WeakReference *weak_reference_shared(Object *target, const Type *type) {
    for (WeakReference *reference = *weak_references_place(target); reference; reference = reference->next)
        if (reference->object.type == type && value_is_absent(reference->callback) && reference->object.references > 0)
            return reference;
    return NULL;
}

static Value weak_reference_make(Thread *thread, Type *type, Value target, Value callback) {
    if (!value_can_be_weakly_referenced(target))
        return raise_type_error(thread, "cannot create weak reference to '%s' object", value_type_name(thread, target));
    if (value_is_none(callback)) callback = VALUE_ABSENT;
    Type *plain = thread_builtins(thread)->type_weak_reference;
    if (value_is_absent(callback) && type == plain) {
        WeakReference *shared = weak_reference_shared(target.object, type);
        if (shared) return value_from_object(object_retain(shared));
    }
    WeakReference *reference = object_new(thread, type);
    if (!reference) return VALUE_ABSENT;
    reference->hash = -1;
    reference->callback = value_retain(callback);
    weak_reference_attach(reference, target.object, weak_references_place(target.object));
    return value_from_object(reference);
}

Value weak_reference_new(Thread *thread, Value target, Value callback) {
    return weak_reference_make(thread, thread_builtins(thread)->type_weak_reference, target, callback);
}

Value weak_reference_get(Value value) {
    WeakReference *reference = (WeakReference *)value.object;
    Object *target = reference->target;
    /* A target without references waits for its destruction. */
    return target && target->references > 0 ? value_from_object(object_retain(target)) : VALUE_NONE;
}

size_t weak_reference_count(Value target) {
    if (!value_can_be_weakly_referenced(target)) return 0;
    size_t count = 0;
    for (WeakReference *reference = *weak_references_place(target.object); reference; reference = reference->next) count++;
    return count;
}

Value weak_reference_list(Thread *thread, Value target) {
    Value result = list_new(thread);
    if (value_is_absent(result) || !value_can_be_weakly_referenced(target)) return result;
    for (WeakReference *reference = *weak_references_place(target.object); reference; reference = reference->next) {
        if (reference->object.references == 0) continue;
        if (!list_append(thread, value_list(result), (Value){.tag = TAG_OBJECT, .object = &reference->object})) {
            value_release(result);
            return VALUE_ABSENT;
        }
    }
    return result;
}

void weak_references_clear(Thread *thread, Object *object) {
    WeakReference **place = weak_references_place(object);
    if (!place || !*place) return;
    WeakReference *with_callback = NULL, **end = &with_callback; /* retained, linked through `next`: the newest is called first */
    while (*place) {
        WeakReference *reference = *place;
        weak_reference_detach(reference);
        bool is_dead = reference->object.references == 0 ||
                       (reference->object.type->flags & TYPE_COLLECTED && gc_link(&reference->object)->previous & GC_COLLECTING);
        if (value_is_absent(reference->callback) || is_dead) continue;
        object_retain(reference);
        *end = reference;
        end = &reference->next;
    }
    while (with_callback) {
        WeakReference *reference = with_callback;
        with_callback = reference->next;
        reference->next = NULL;
        Value callback = reference->callback;
        reference->callback = VALUE_ABSENT;
        Value exception = exception_take(thread);
        Value result = value_call_one(thread, callback, (Value){.tag = TAG_OBJECT, .object = &reference->object});
        if (value_is_absent(result)) exception_report_unraisable(thread, callback);
        value_release(result);
        if (!value_is_absent(exception)) exception_restore(thread, exception);
        value_release(callback);
        object_release(reference);
    }
}

/* ---- the type ---- */
static Value weak_reference_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[2];
    if (!native_match(thread, "ref", "(object, callback=None, /)", call, arguments, 2)) return VALUE_ABSENT;
    Value result = weak_reference_make(thread, type, arguments[0], arguments[1]);
    native_release_arguments(arguments, 2);
    return result;
}

static bool weak_reference_initialize(Thread *thread, Value self, const Call *call) {
    (void)thread, (void)self, (void)call; /* create has taken the arguments */
    return true;
}

static void weak_reference_destroy(Object *self) {
    WeakReference *reference = (WeakReference *)self;
    weak_reference_detach(reference);
    value_clear(&reference->callback);
}

static void weak_reference_clear(Object *self) { value_clear(&((WeakReference *)self)->callback); }

static bool weak_reference_visit(Object *self, Visit *visit, void *context) {
    return visit_value(((WeakReference *)self)->callback, visit, context);
}

static Value weak_reference_call(Thread *thread, Value self, const Call *call) {
    if (!native_match(thread, "weakref", "()", call, NULL, 0)) return VALUE_ABSENT;
    return weak_reference_get(self);
}

static bool weak_reference_hash(Thread *thread, Value self, int64_t *hash) {
    WeakReference *reference = (WeakReference *)self.object;
    if (reference->hash == -1) {
        Value target = weak_reference_get(self);
        if (value_is_none(target)) {
            raise_type_error(thread, "weak object has gone away");
            return false;
        }
        bool done = value_hash(thread, target, &reference->hash);
        value_release(target);
        if (!done) {
            reference->hash = -1;
            return false;
        }
    }
    *hash = reference->hash;
    return true;
}

static Value weak_reference_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if ((comparison != COMPARE_EQ && comparison != COMPARE_NE) || !value_has_type(left, &weak_reference_type_template) ||
        !value_has_type(right, &weak_reference_type_template))
        return VALUE_NOT_IMPLEMENTED;
    Value left_target = weak_reference_get(left), right_target = weak_reference_get(right);
    Value result;
    if (value_is_none(left_target) || value_is_none(right_target))
        result = value_from_bool(value_is(left, right) == (comparison == COMPARE_EQ));
    else
        result = value_compare(thread, left_target, right_target, comparison);
    value_release(left_target);
    value_release(right_target);
    return result;
}

static Value weak_reference_repr(Thread *thread, Value self) {
    Value target = weak_reference_get(self);
    if (value_is_none(target)) return string_format(thread, "<weakref at %p; dead>", (void *)self.object);
    Value name = value_find_attribute(thread, target, thread_builtins(thread)->name___name__);
    if (value_is_absent(name) && exception_is_set(thread)) exception_clear(thread);
    Value result =
        value_is_string(name)
            ? string_format(thread, "<weakref at %p; to '%s' at %p (%s)>", (void *)self.object,
                            value_type_name(thread, target), (void *)target.object, value_c_string(name))
            : string_format(thread, "<weakref at %p; to '%s' at %p>", (void *)self.object,
                            value_type_name(thread, target), (void *)target.object);
    value_release(name);
    value_release(target);
    return result;
}

static Value weak_reference_callback(Thread *thread, Value self) {
    (void)thread;
    Value callback = ((WeakReference *)self.object)->callback;
    return value_is_absent(callback) ? VALUE_NONE : value_retain(callback);
}

static const PropertyEntry weak_reference_properties[] = {
    {"__callback__", weak_reference_callback, NULL, NULL},
    {0},
};

NATIVE(weak_reference_class_get_item) {
    (void)native;
    return generic_alias_new(thread, arguments[0], arguments[1]);
}
static const NativeEntry weak_reference_methods[] = {
    {"__class_getitem__", "($cls, item, /)", "The type with parameters: name[...].", weak_reference_class_get_item, NULL,
     NATIVE_CLASS},
    {0},
};

const Type weak_reference_type_template = {
    .name = "weakref.ReferenceType",
    .documentation = "A reference that does not keep its object alive; called, it gives the object, or None when that has gone.",
    .signature = "(object, callback=None, /)",
    .flags = TYPE_COLLECTED | TYPE_BASE,
    .instance_size = sizeof(WeakReference),
    .create = weak_reference_create,
    .initialize = weak_reference_initialize,
    .destroy = weak_reference_destroy,
    .visit = weak_reference_visit,
    .clear = weak_reference_clear,
    .repr = weak_reference_repr,
    .hash = weak_reference_hash,
    .compare = weak_reference_compare,
    .call = weak_reference_call,
    .methods = weak_reference_methods,
    .properties = weak_reference_properties,
};
