/* Attributes: of instances, through their class; of classes, through their metaclass. */
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/descriptor/fields.h"
#include "kernel/objects/core/objects_state.h"

/* What an attribute found in a class gives for an instance (absent: for the class itself); `descriptor` is borrowed. */
Value descriptor_bind(Thread *thread, Value descriptor, Value instance, Type *owner) {
    if (descriptor.tag != TAG_OBJECT) return descriptor;
    Type *type = descriptor.object->type;
    if (!type->descriptor_get) return value_retain(descriptor);
    if (!thread_may_nest(thread)) return VALUE_ABSENT;
    Value owner_value = {.tag = TAG_OBJECT, .object = &owner->object};
    object_retain(descriptor.object);
    Value result = type->descriptor_get(thread, descriptor, instance, owner_value);
    object_release(descriptor.object);
    return result;
}

/* The instance's own attribute; borrowed, absent: none. */
static inline Value own_attribute(Value self, String *name) {
    uintptr_t word = self.tag == TAG_OBJECT ? attributes_word(self.object) : 0;
    if (!word) return VALUE_ABSENT;
    return word & 1 ? fields_get(self.object, name) : dict_get_string((Dict *)word, name);
}

Value attribute_get_generic(Thread *thread, Value self, Type *type, String *name, bool quiet) {
    Value descriptor = type_lookup(type, name);
    if (descriptor.tag == TAG_OBJECT && descriptor.object->type->descriptor_set && descriptor.object->type->descriptor_get)
        return descriptor_bind(thread, descriptor, self, type);
    Value value = own_attribute(self, name);
    if (!value_is_absent(value)) return value_retain(value);
    if (!value_is_absent(descriptor)) return descriptor_bind(thread, descriptor, self, type);
    return quiet ? VALUE_ABSENT : raise_attribute_error(thread, self, name);
}

Value object_get_attribute_generic(Thread *thread, Value self, String *name) {
    return attribute_get_generic(thread, self, type_of(thread->interpreter, self), name, false);
}

Value value_get_attribute(Thread *thread, Value value, String *name) {
    Type *type = type_of(thread->interpreter, value);
    if (!thread_may_nest(thread)) return VALUE_ABSENT;
    if (type->get_attribute) return type->get_attribute(thread, value, name);
    return attribute_get_generic(thread, value, type, name, false);
}

Value value_get_attribute_c(Thread *thread, Value value, const char *name) {
    String *interned = string_intern(thread, name);
    return interned ? value_get_attribute(thread, value, interned) : VALUE_ABSENT;
}

Value value_find_attribute(Thread *thread, Value value, String *name) {
    Type *type = type_of(thread->interpreter, value);
    Value result;
    if (!thread_may_nest(thread)) return VALUE_ABSENT;
    if (!type->get_attribute) result = attribute_get_generic(thread, value, type, name, true);
    else if (type->get_attribute == type_get_attribute) result = type_get_attribute_quiet(thread, value, name, true);
    else result = type->get_attribute(thread, value, name);
    if (value_is_absent(result) && exception_matches(thread, thread_builtins(thread)->exception_AttributeError))
        exception_clear(thread);
    if (value_is_absent(result) && thread->interpreter->lookup_failed && !exception_is_set(thread)) {
        thread->interpreter->lookup_failed = false; /* it may well be there */
        raise_no_memory(thread);
    }
    return result;
}

Value value_find_attribute_c(Thread *thread, Value value, const char *name) {
    String *interned = string_intern(thread, name);
    return interned ? value_find_attribute(thread, value, interned) : VALUE_ABSENT;
}

bool value_find_method(Thread *thread, Value self, String *name, Value *callable, bool *self_first) {
    Type *type = type_of(thread->interpreter, self);
    *self_first = false;
    if (!type->get_attribute) {
        Value found = type_lookup(type, name);
        if (value_is_method(found)) {
            Value own = own_attribute(self, name);
            *self_first = value_is_absent(own);
            *callable = value_retain(*self_first ? found : own);
            return true;
        }
    }
    *callable = value_get_attribute(thread, self, name);
    return !value_is_absent(*callable);
}

bool value_find_special(Thread *thread, Value self, String *name, Value *method, bool *self_first) {
    Type *type = type_of(thread->interpreter, self);
    Value found = type_lookup(type, name);
    *self_first = false;
    *method = VALUE_ABSENT;
    if (value_is_absent(found)) return false;
    if (value_is_method(found)) {
        *self_first = true;
        *method = value_retain(found);
    } else {
        *method = descriptor_bind(thread, found, self, type);
    }
    return !value_is_absent(*method);
}

/* ---- setting ---- */
static bool raise_cannot_set(Thread *thread, Value self, Type *type, String *name, Value descriptor) {
    if (value_is_absent(descriptor)) raise_attribute_error(thread, self, name);
    else raise_attribute_error_format(thread, self, name, "'%s' object attribute '%s' is read-only", type->name, name->bytes);
    return false;
}

bool object_set_attribute_generic(Thread *thread, Value self, String *name, Value value) {
    Type *type = type_of(thread->interpreter, self);
    Value descriptor = type_lookup(type, name);
    if (descriptor.tag == TAG_OBJECT && descriptor.object->type->descriptor_set) {
        if (!thread_may_nest(thread)) return false;
        Object *held = object_retain(descriptor.object);
        bool done = held->type->descriptor_set(thread, descriptor, self, value);
        object_release(held);
        return done;
    }
    if (self.tag != TAG_OBJECT || !type->attributes_offset)
        return raise_cannot_set(thread, self, type, name, descriptor);
    if (value_is_absent(value)) {
        Dict *attributes = attributes_word(self.object) ? object_attributes(thread, self.object) : NULL;
        if (!attributes && exception_is_set(thread)) return false;
        int removed = attributes ? dict_remove(thread, attributes, (Value){.tag = TAG_OBJECT, .object = &name->object}) : 0;
        if (removed == 0) raise_attribute_error(thread, self, name);
        return removed > 0;
    }
    int stored = fields_set(thread, self.object, name, value);
    if (stored) return stored > 0;
    Dict *attributes = object_attributes(thread, self.object);
    return attributes && dict_set_string(thread, attributes, name, value);
}

bool value_set_attribute(Thread *thread, Value value, String *name, Value attribute) {
    Type *type = type_of(thread->interpreter, value);
    if (!thread_may_nest(thread)) return false;
    if (type->set_attribute) return type->set_attribute(thread, value, name, attribute);
    return object_set_attribute_generic(thread, value, name, attribute);
}

bool value_set_attribute_c(Thread *thread, Value value, const char *name, Value attribute) {
    String *interned = string_intern(thread, name);
    return interned && value_set_attribute(thread, value, interned, attribute);
}

bool value_delete_attribute(Thread *thread, Value value, String *name) {
    return value_set_attribute(thread, value, name, VALUE_ABSENT);
}
