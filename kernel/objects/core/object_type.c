/* object: what every value can do. */
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/fields.h"
#include "kernel/objects/number/float.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/core/weak.h"

#include <string.h>

/* ---- making ---- */
static Value raise_abstract(Thread *thread, Type *type) {
    Value names = dict_get_string(type_attributes(thread, type), thread_builtins(thread)->name___abstractmethods__);
    Value sorted = list_from_iterable(thread, names);
    if (value_is_absent(sorted)) return sorted;
    Value done = value_call_method(thread, sorted, "sort", NULL, 0);
    Value separator = string_from_c(thread, ", ");
    Value joined = value_is_absent(done) ? VALUE_ABSENT : value_call_method(thread, separator, "join", &sorted, 1);
    if (!value_is_absent(joined))
        raise_type_error(thread, "Can't instantiate abstract class %s with abstract method%s %s", type->name,
                         value_list(sorted)->count == 1 ? "" : "s", value_c_string(joined));
    value_release(joined);
    value_release(separator);
    value_release(sorted);
    return VALUE_ABSENT;
}

Value type_create_plain(Thread *thread, Type *type) {
    if (type->flags & TYPE_ABSTRACT) return raise_abstract(thread, type);
    size_t room = fields_room(type), size = (type->instance_size + 7) & ~(size_t)7;
    if (!room) return value_from_object(object_new(thread, type));
    Object *object = object_new_sized(thread, type, size + room);
    if (object) fields_embed(object, size);
    return value_from_object(object);
}

/* Arguments are an error unless someone took them: the one of __new__ and __init__ that is not overridden complains. */
static Value object_create(Thread *thread, Type *type, const Call *call) {
    Type *object_type = thread_builtins(thread)->type_object;
    bool has_arguments = call->positional_count || (call->names && call->names->count);
    if (has_arguments) {
        if (type->create != object_type->create)
            return raise_type_error(thread, "object.__new__() takes exactly one argument (the type to instantiate)");
        if (type->initialize == object_type->initialize) return raise_type_error(thread, "%s() takes no arguments", type->name);
    }
    return type_create_plain(thread, type);
}

static bool object_initialize(Thread *thread, Value self, const Call *call) {
    bool has_arguments = call->positional_count || (call->names && call->names->count);
    if (!has_arguments) return true;
    Type *object_type = thread_builtins(thread)->type_object, *type = type_of(thread->interpreter, self);
    if (type->initialize != object_type->initialize) {
        raise_type_error(thread, "object.__init__() takes exactly one argument (the instance to initialize)");
        return false;
    }
    if (type->create == object_type->create) {
        raise_type_error(thread, "%s.__init__() takes exactly one argument (the instance to initialize)", type->name);
        return false;
    }
    return true;
}

/* ---- text, hash, comparison ---- */
static Value object_repr(Thread *thread, Value self) {
    Value name = type_qualified_name(thread, type_of(thread->interpreter, self));
    if (value_is_absent(name)) return name;
    Value repr = string_format(thread, "<%s object at 0x%llx>", value_c_string(name), (unsigned long long)self.integer);
    value_release(name);
    return repr;
}

/* Not value_repr: str() checks the result and names __str__ in its error. */
static Value object_str(Thread *thread, Value self) { return type_of(thread->interpreter, self)->repr(thread, self); }

static Value object_format(Thread *thread, Value self, Value specification) {
    if (value_string(specification)->length == 0) return value_str(thread, self);
    return raise_type_error(thread, "unsupported format string passed to %s.__format__", value_type_name(thread, self));
}

static bool object_hash(Thread *thread, Value self, int64_t *hash) {
    (void)thread;
    if (self.tag == TAG_FLOAT) return *hash = float_hash(self.number, NULL), true;
    uintptr_t address = (uintptr_t)self.integer;
    *hash = (int64_t)(address >> 4 | address << (8 * sizeof address - 4));
    if (*hash == -1) *hash = -2;
    return true;
}

static Value object_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if (comparison == COMPARE_EQ) return value_is(left, right) ? VALUE_TRUE : VALUE_NOT_IMPLEMENTED;
    if (comparison != COMPARE_NE) return VALUE_NOT_IMPLEMENTED;
    /* != is the opposite of what the class says to ==. */
    Type *type = type_of(thread->interpreter, left);
    if (!type->compare) return VALUE_NOT_IMPLEMENTED;
    Value equal = type->compare(thread, left, right, COMPARE_EQ);
    if (value_is_absent(equal) || equal.tag == TAG_NOT_IMPLEMENTED) return equal;
    int truth = value_truth(thread, equal);
    value_release(equal);
    return truth < 0 ? VALUE_ABSENT : value_from_bool(!truth);
}

/* ---- members ---- */
Value object_get_dict(Thread *thread, Value self) {
    if (value_is_type(self)) { /* a metaclass that is derived from a class of its own, too */
        Type *base = thread_builtins(thread)->type_type;
        return descriptor_bind(thread, type_lookup(base, thread_builtins(thread)->name___dict__), self, base);
    }
    Dict *attributes = self.tag == TAG_OBJECT ? object_attributes(thread, self.object) : NULL;
    if (attributes) return value_from_object(object_retain(attributes));
    if (exception_is_set(thread)) return VALUE_ABSENT;
    return raise_attribute_error(thread, self, thread_builtins(thread)->name___dict__);
}

bool object_set_dict(Thread *thread, Value self, Value value) {
    if (value_is_type(self) || value_is_module(self)) {
        String *name = thread_builtins(thread)->name___dict__;
        if (value_is_type(self)) raise_attribute_error_format(thread, self, name, "attribute '__dict__' of 'type' objects is not writable");
        else raise_attribute_error_format(thread, self, name, "readonly attribute");
        return false;
    }
    if (self.tag != TAG_OBJECT || !self.object->type->attributes_offset) {
        raise_attribute_error(thread, self, thread_builtins(thread)->name___dict__);
        return false;
    }
    if (!value_is_absent(value) && !value_is_dict(value)) {
        raise_type_error(thread, "__dict__ must be set to a dictionary, not a '%s'", value_type_name(thread, value));
        return false;
    }
    if (!object_attributes(thread, self.object)) return false; /* no Fields from here on */
    Dict **place = (Dict **)(void *)((char *)self.object + self.object->type->attributes_offset), *old = *place;
    *place = value_is_absent(value) ? NULL : value_dict(value_retain(value)); /* deleted: an empty one is made when asked for */
    object_release(old);
    return true;
}

Value object_get_weak(Thread *thread, Value self) {
    (void)thread;
    WeakReference **place = self.tag == TAG_OBJECT ? weak_references_place(self.object) : NULL;
    return place && *place && (*place)->object.references ? value_from_object(object_retain(*place)) : VALUE_NONE;
}

static Value object_get_class(Thread *thread, Value self) {
    return value_from_object(object_retain(type_of(thread->interpreter, self)));
}

/* The nearest class with __slots__; NULL: none. */
static Type *slots_owner(Type *type) {
    while (type && !type->slot_count) type = type->base;
    return type;
}

static bool same_slots(const Type *a, const Type *b) {
    bool same = a->slot_count == b->slot_count && a->slots_offset == b->slots_offset;
    for (size_t i = 0; same && i < a->slot_count; i++) same = value_is(a->slot_names->items[i], b->slot_names->items[i]);
    return same;
}

static bool object_set_class(Thread *thread, Value self, Value value) {
    if (!value_is_type(value)) {
        if (value_is_absent(value)) raise_type_error(thread, "can't delete __class__ attribute");
        else
            raise_type_error(thread, "__class__ must be set to a class, not '%s' object", value_type_name(thread, value));
        return false;
    }
    Type *from = type_of(thread->interpreter, self), *to = value_type(value);
    Type *module = thread_builtins(thread)->type_module;
    bool are_modules = type_is_subtype(from, module) && type_is_subtype(to, module);
    if (self.tag != TAG_OBJECT || (!are_modules && (!(from->flags & TYPE_HEAP) || !(to->flags & TYPE_HEAP)))) {
        raise_type_error(thread, "__class__ assignment only supported for mutable types or ModuleType subclasses");
        return false;
    }
    uint32_t layout = TYPE_COLLECTED | TYPE_PREFIXED | TYPE_VARIABLE;
    bool same = from->instance_size == to->instance_size && from->attributes_offset == to->attributes_offset &&
                from->weak_offset == to->weak_offset && from->destroy == to->destroy &&
                (from->flags & layout) == (to->flags & layout);
    for (Type *a = slots_owner(from), *b = slots_owner(to); same && a != b; a = slots_owner(a->base), b = slots_owner(b->base))
        same = a && b && same_slots(a, b);
    if (!same) {
        raise_type_error(thread, "__class__ assignment: '%s' object layout differs from '%s'", to->name, from->name);
        return false;
    }
    if (object_fields(self.object) && !object_attributes(thread, self.object)) return false; /* their names are the old class's */
    self.object->type = object_retain(to);
    object_release(from);
    return true;
}

static Value class_attribute(Thread *thread, Value self) {
    return value_get_attribute(thread, self, thread_builtins(thread)->name___class__);
}

static bool merge_class_attributes(Thread *thread, Dict *names, Type *type) {
    for (size_t i = type->order->count; i-- > 0;) {
        Dict *attributes = type_attributes(thread, value_type(type->order->items[i]));
        if (!attributes) return false;
        Value key, value;
        for (size_t at = 0; dict_next(attributes, &at, &key, &value);)
            if (!dict_set(thread, names, key, VALUE_NONE)) return false;
    }
    return true;
}

Value names_of_type(Thread *thread, Type *type) { /* a dict whose keys are the names */
    Value names = dict_new(thread);
    if (!value_is_absent(names) && !merge_class_attributes(thread, value_dict(names), type)) value_clear(&names);
    return names;
}

NATIVE(object_directory) {
    (void)native;
    Value class = class_attribute(thread, arguments[0]);
    if (value_is_absent(class)) return class;
    Value names = value_is_type(class) ? names_of_type(thread, value_type(class)) : dict_new(thread);
    value_release(class);
    if (value_is_absent(names)) return names;
    Value attributes = value_find_attribute(thread, arguments[0], thread_builtins(thread)->name___dict__);
    bool done = !exception_is_set(thread);
    if (value_is_dict(attributes)) done = dict_update(thread, value_dict(names), attributes);
    value_release(attributes);
    Value list = done ? list_from_iterable(thread, names) : VALUE_ABSENT;
    value_release(names);
    return list;
}

NATIVE(object_size_of) {
    (void)native;
    return value_from_int((int64_t)type_of(thread->interpreter, arguments[0])->instance_size);
}

NATIVE(object_init_subclass) {
    NATIVE_UNUSED;
    return VALUE_NONE;
}

NATIVE(object_subclass_hook) {
    NATIVE_UNUSED;
    return VALUE_NOT_IMPLEMENTED;
}

NATIVE(object_reduce) {
    (void)native;
    return object_reduce_protocol(thread, arguments[0], 0);
}

/* A class's own __reduce__ comes first. */
NATIVE(object_reduce_extended) {
    (void)native;
    int64_t protocol;
    String *name = string_intern(thread, "__reduce__");
    if (!name || !value_to_int64(thread, arguments[1], &protocol)) return VALUE_ABSENT;
    if (protocol != (int32_t)protocol) return raise_overflow_error(thread, "Python int too large to convert to C int");
    Type *type = type_of(thread->interpreter, arguments[0]);
    if (!value_is(type_lookup(type, name), type_lookup(thread_builtins(thread)->type_object, name)))
        return value_call_method(thread, arguments[0], "__reduce__", NULL, 0);
    return object_reduce_protocol(thread, arguments[0], protocol);
}

NATIVE(object_get_state) {
    (void)native;
    return object_default_state(thread, arguments[0]);
}

static const NativeEntry object_methods[] = {
    {"__dir__", "($self, /)", "The names that dir() lists.", object_directory, NULL, 0},
    {"__sizeof__", "($self, /)", "How many bytes the object takes.", object_size_of, NULL, 0},
    {"__init_subclass__", "($cls, /)", "Called for each new subclass, with the keywords of its class statement; "
                                       "override it to take part.", object_init_subclass, NULL,
     NATIVE_CLASS},
    {"__subclasshook__", "($cls, subclass, /)", "Asked by issubclass() of an abstract class; the answer "
                                                "NotImplemented leaves the question to the usual rules.",
     object_subclass_hook, NULL, NATIVE_CLASS},
    {"__reduce__", "($self, /)", "The state that pickle and copy keep.", object_reduce, NULL, 0},
    {"__reduce_ex__", "($self, protocol, /)", "The state that pickle and copy keep.", object_reduce_extended, NULL, 0},
    {"__getstate__", "($self, /)", "The state that pickle and copy keep.", object_get_state, NULL, 0},
    {0},
};

static const PropertyEntry object_properties[] = {
    {"__class__", object_get_class, object_set_class, "the object's class"},
    {0},
};

const Type object_type_template = {
    .name = "object",
    .documentation = "The class from which all others derive.\n\n"
                     "object() is a thing without attributes that equals only itself.",
    .signature = "()",
    .flags = TYPE_BASE,
    .instance_size = sizeof(Object),
    .create = object_create,
    .initialize = object_initialize,
    .repr = object_repr,
    .str = object_str,
    .format = object_format,
    .hash = object_hash,
    .compare = object_compare,
    .methods = object_methods,
    .properties = object_properties,
};

/* ---- __new__ of built-in types ---- */
static Value call_create(Thread *thread, const Native *native, const Call *call) {
    Type *owner = value_type(native->self);
    if (call->positional_count == 0) return raise_type_error(thread, "%s.__new__(): not enough arguments", owner->name);
    Value class = call->values[0];
    if (!value_is_type(class))
        return raise_type_error(thread, "%s.__new__(X): X is not a type object (%s)", owner->name, value_type_name(thread, class));
    Type *type = value_type(class);
    if (!type_is_subtype(type, owner))
        return raise_type_error(thread, "%s.__new__(%s): %s is not a subtype of %s", owner->name, type->name, type->name, owner->name);
    const Type *built_in = type;
    while (built_in->flags & TYPE_HEAP) built_in = built_in->base;
    if (built_in->create != owner->create)
        return raise_type_error(thread, "%s.__new__(%s) is not safe, use %s.__new__()", owner->name, type->name, built_in->name);
    Call rest = {.values = call->values + 1, .positional_count = call->positional_count - 1, .names = call->names};
    return owner->create(thread, type, &rest);
}

static const NativeEntry create_entry = {
    "__new__", "(*args, **kwargs)", "Make an object of the class, not yet initialized.", NULL,
    (const void *)call_create, NATIVE_RAW};

Value type_new_wrapper(Thread *thread, Type *type) {
    return native_new_bound(thread, &create_entry, (Value){.tag = TAG_OBJECT, .object = &type->object}, NULL);
}
