/* type: the class of classes. */
#include "kernel/objects/container/containers.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/core/value_support.h"
#include "kernel/objects/core/weak.h"

#include "base/memory.h"

#include <string.h>

/* A class's name has neither lone surrogates nor null characters. */
static bool check_name(Thread *thread, String *name) {
    Value encoded = string_encode(thread, name, "utf-8", "strict");
    if (value_is_absent(encoded)) return false;
    value_release(encoded);
    if (memchr(name->bytes, 0, name->length)) return raise_value_error(thread, "type name must not contain null characters"), false;
    return true;
}

static Value type_value(Type *type) { return (Value){.tag = TAG_OBJECT, .object = &type->object}; }

/* ---- calling ---- */
Value type_call(Thread *thread, Value self, const Call *call) {
    Builtins *builtins = thread_builtins(thread);
    Type *type = value_type(self);
    if (type == builtins->type_type && call->positional_count == 1 && !(call->names && call->names->count))
        return value_from_object(object_retain(type_of(thread->interpreter, call->values[0])));
    if (!type->create) return raise_type_error(thread, "cannot create '%s' instances", type->name);
    Value instance = type->create(thread, type, call);
    if (value_is_absent(instance)) return instance;
    if (instance.tag != TAG_OBJECT && !(type->flags & TYPE_HEAP)) return instance; /* int(), float(), bool(): nothing is left to do */
    Type *made = type_of(thread->interpreter, instance);
    if (made == type && !(made->flags & TYPE_HEAP) && made->initialize == builtins->type_object->initialize &&
        made->create != builtins->type_object->create)
        return instance;
    if (made != type && !type_is_subtype(made, type)) return instance;
    if (made->initialize && made->initialize != builtins->type_object->initialize) {
        if (made->initialize(thread, instance, call)) return instance;
    } else if (!made->initialize || builtins->type_object->initialize(thread, instance, call)) {
        return instance;
    }
    value_release(instance);
    return VALUE_ABSENT;
}

static Value type_create(Thread *thread, Type *metatype, const Call *call) {
    if (call->positional_count == 1 && metatype == thread_builtins(thread)->type_type && !(call->names && call->names->count))
        return value_from_object(object_retain(type_of(thread->interpreter, call->values[0])));
    if (call->positional_count == 1 && metatype == thread_builtins(thread)->type_type)
        return raise_type_error(thread, "type() takes no keyword arguments");
    if (call->positional_count != 3)
        return raise_type_error(thread, metatype == thread_builtins(thread)->type_type
                                            ? "type() takes 1 or 3 arguments"
                                            : "type.__new__() takes exactly 3 arguments (%zu given)",
                                call->positional_count);
    Value name = call->values[0], bases = call->values[1], attributes = call->values[2];
    if (!value_is_string(name))
        return raise_type_error(thread, "type.__new__() argument 1 must be str, not %s", argument_type_name(thread, name));
    if (!check_name(thread, value_string(name))) return VALUE_ABSENT;
    if (!value_is_tuple(bases))
        return raise_type_error(thread, "type.__new__() argument 2 must be tuple, not %s", value_type_name(thread, bases));
    if (!value_is_dict(attributes))
        return raise_type_error(thread, "type.__new__() argument 3 must be dict, not %s", value_type_name(thread, attributes));
    for (size_t i = 0; i < value_tuple(bases)->count; i++) {
        Value base = value_tuple(bases)->items[i];
        if (value_is_type(base)) continue;
        Value entries = value_find_attribute(thread, base, thread_builtins(thread)->name___mro_entries__);
        if (value_is_absent(entries) && exception_is_set(thread)) return VALUE_ABSENT;
        if (value_is_absent(entries)) continue;
        value_release(entries);
        return raise_type_error(thread, "type() doesn't support MRO entry resolution; use types.new_class()");
    }
    Type *winner = type_derive_metatype(thread, metatype, value_tuple(bases));
    if (!winner) return VALUE_ABSENT;
    if (winner != metatype && winner->create != metatype->create) return winner->create(thread, winner, call);
    Call keywords = {.values = call->values + 3, .names = call->names};
    return type_new_with(thread, winner, value_string(name), value_tuple(bases), value_dict(attributes), &keywords);
}

static bool type_initialize(Thread *thread, Value self, const Call *call) {
    (void)self;
    if (call->positional_count == 1 && call->names && call->names->count) {
        raise_type_error(thread, "type.__init__() takes no keyword arguments");
        return false;
    }
    if (call->positional_count != 1 && call->positional_count != 3) {
        raise_type_error(thread, "type.__init__() takes 1 or 3 arguments");
        return false;
    }
    return true;
}

/* ---- attributes ---- */
Value type_get_attribute_quiet(Thread *thread, Value self, String *name, bool quiet) {
    Type *type = value_type(self), *metatype = self.object->type;
    Value in_metatype = type_lookup(metatype, name);
    if (in_metatype.tag == TAG_OBJECT && in_metatype.object->type->descriptor_set && in_metatype.object->type->descriptor_get)
        return descriptor_bind(thread, in_metatype, self, metatype);
    Value found = type_lookup(type, name);
    if (!value_is_absent(found)) return descriptor_bind(thread, found, VALUE_ABSENT, type);
    if (!value_is_absent(in_metatype)) return descriptor_bind(thread, in_metatype, self, metatype);
    if (quiet) return VALUE_ABSENT;
    return raise_attribute_error_format(thread, self, name, "type object '%s' has no attribute '%s'",
                                        type->flags & TYPE_HEAP ? type_short_name(type) : type->name, name->bytes);
}

Value type_get_attribute(Thread *thread, Value self, String *name) {
    return type_get_attribute_quiet(thread, self, name, false);
}

static bool type_store_attribute(Thread *thread, Value self, String *name, Value value) {
    Type *type = value_type(self), *metatype = self.object->type;
    if (type->flags & TYPE_IMMUTABLE) {
        raise_type_error(thread, "cannot set '%s' attribute of immutable type '%s'", name->bytes, type->name);
        return false;
    }
    Value descriptor = type_lookup(metatype, name);
    if (descriptor.tag == TAG_OBJECT && descriptor.object->type->descriptor_set)
        return descriptor.object->type->descriptor_set(thread, descriptor, self, value);
    String *interned = string_intern_object(thread, name);
    bool done = interned && type_set_attribute(thread, type, interned, value);
    object_release(interned);
    return done;
}

static Value type_repr(Thread *thread, Value self) {
    Value name = type_qualified_name(thread, value_type(self));
    if (value_is_absent(name)) return name;
    Value repr = string_format(thread, "<class '%s'>", value_c_string(name));
    value_release(name);
    return repr;
}

static Value type_or(Thread *thread, Value left, Value right) { return union_from_or(thread, left, right); }

/* ---- life ---- */
static bool type_visit(Object *self, Visit *visit, void *context) {
    Type *type = (Type *)self;
    return visit_object(type->attributes, visit, context) && visit_object(type->bases, visit, context) &&
           visit_object(type->order, visit, context) && visit_object(type->base, visit, context);
}

static void type_clear(Object *self) {
    Type *type = (Type *)self;
    if (!(type->flags & TYPE_HEAP)) return;
    type_modified(type);
    if (type->attributes) dict_clear(type->attributes);
    object_clear(&type->order);
}

void type_release_members(Type *type) {
    object_clear(&type->attributes);
    object_clear(&type->order);
    object_clear(&type->bases);
    object_clear(&type->qualified_name);
    object_clear(&type->slot_names);
    object_clear(&type->name_object);
    value_clear(&type->module);
    memory_release(type->subclasses);
    for (size_t i = 0; i < type->field_count; i++) object_release(type->field_names[i]);
    memory_release(type->field_names);
    type->subclasses = NULL;
    type->field_names = NULL;
    type->subclass_count = type->field_count = 0;
}

static void type_destroy(Object *self) {
    Type *type = (Type *)self;
    type_remove_from_bases(type);
    if (type->flags & TYPE_READY) type->version = 0;
    Type *base = type->base;
    type_release_members(type);
    object_release(base);
}

/* ---- properties ---- */
static bool check_mutable(Thread *thread, Type *type, const char *name, Value value) {
    if (!(type->flags & TYPE_HEAP)) {
        raise_type_error(thread, "cannot set '%s' attribute of immutable type '%s'", name, type->name);
        return false;
    }
    if (value_is_absent(value)) {
        raise_type_error(thread, "cannot delete '%s' attribute of immutable type '%s'", name, type->name);
        return false;
    }
    return true;
}

static Value get_name(Thread *thread, Value self) {
    Type *type = value_type(self);
    if (type->name_object) return value_from_object(object_retain(type->name_object));
    return value_from_object(object_retain(string_intern(thread, type_short_name(type))));
}

static bool set_name(Thread *thread, Value self, Value value) {
    Type *type = value_type(self);
    if (!check_mutable(thread, type, "__name__", value)) return false;
    if (!value_is_string(value)) {
        raise_type_error(thread, "can only assign string to %s.__name__, not '%s'", type->name, value_type_name(thread, value));
        return false;
    }
    if (!check_name(thread, value_string(value))) return false;
    String *old = type->name_object;
    type->name_object = value_string(value_retain(value));
    type->name = type->name_object->bytes;
    object_release(old);
    return true;
}

static Value get_qualified_name(Thread *thread, Value self) {
    Type *type = value_type(self);
    return type->qualified_name ? value_from_object(object_retain(type->qualified_name)) : get_name(thread, self);
}

static bool set_qualified_name(Thread *thread, Value self, Value value) {
    Type *type = value_type(self);
    if (!check_mutable(thread, type, "__qualname__", value)) return false;
    if (!value_is_string(value)) {
        raise_type_error(thread, "can only assign string to %s.__qualname__, not '%s'", type->name, value_type_name(thread, value));
        return false;
    }
    String *old = type->qualified_name;
    type->qualified_name = value_string(value_retain(value));
    object_release(old);
    return true;
}

static Value get_module(Thread *thread, Value self) { return type_module(thread, value_type(self)); }

static bool set_module(Thread *thread, Value self, Value value) {
    if (!check_mutable(thread, value_type(self), "__module__", value)) return false;
    return type_set_attribute(thread, value_type(self), thread_builtins(thread)->name___module__, value);
}

static Value get_documentation(Thread *thread, Value self) {
    Type *type = value_type(self);
    Dict *attributes = type_attributes(thread, type);
    if (!attributes) return VALUE_ABSENT;
    Value found = dict_get_string(attributes, thread_builtins(thread)->name___doc__);
    return value_is_absent(found) ? VALUE_NONE : descriptor_bind(thread, found, VALUE_ABSENT, type);
}

static bool set_documentation(Thread *thread, Value self, Value value) {
    if (!check_mutable(thread, value_type(self), "__doc__", value)) return false;
    return type_set_attribute(thread, value_type(self), thread_builtins(thread)->name___doc__, value);
}

static Value get_bases(Thread *thread, Value self) {
    (void)thread;
    return value_from_object(object_retain(value_type(self)->bases));
}

static bool set_bases(Thread *thread, Value self, Value value) {
    Type *type = value_type(self);
    if (!check_mutable(thread, type, "__bases__", value)) return false;
    if (!value_is_tuple(value))
        return raise_type_error(thread, "can only assign tuple to %s.__bases__, not %s", type->name, value_type_name(thread, value)), false;
    Tuple *bases = value_tuple(value);
    if (!bases->count) return raise_type_error(thread, "can only assign non-empty tuple to %s.__bases__, not ()", type->name), false;
    for (size_t i = 0; i < bases->count; i++) {
        if (!value_is_type(bases->items[i]))
            return raise_type_error(thread, "%s.__bases__ must be tuple of classes, not '%s'", type->name,
                                    value_type_name(thread, bases->items[i])), false;
        bool is_cycle = type_is_subtype(value_type(bases->items[i]), type);
        /* While a mro() runs, the orders may not tell yet. */
        for (const Type *at = value_type(bases->items[i]); at && !is_cycle; at = at->base) is_cycle = at == type;
        if (is_cycle)
            return raise_type_error(thread, "a __bases__ item causes an inheritance cycle"), false;
    }
    return type_change_bases(thread, type, bases);
}

static Value get_base(Thread *thread, Value self) {
    (void)thread;
    Type *base = value_type(self)->base;
    return base ? value_from_object(object_retain(base)) : VALUE_NONE;
}

static Value get_order(Thread *thread, Value self) {
    (void)thread;
    Tuple *order = value_type(self)->order;
    return order ? value_from_object(object_retain(order)) : VALUE_NONE;
}

static Value get_attributes(Thread *thread, Value self) {
    Dict *attributes = type_attributes(thread, value_type(self));
    return attributes ? mapping_proxy_new(thread, (Value){.tag = TAG_OBJECT, .object = (Object *)attributes}) : VALUE_ABSENT;
}

static Value get_abstract_methods(Thread *thread, Value self) {
    Type *type = value_type(self);
    String *name = thread_builtins(thread)->name___abstractmethods__;
    Dict *attributes = type->flags & TYPE_HEAP ? type->attributes : NULL;
    Value found = attributes ? dict_get_string(attributes, name) : VALUE_ABSENT;
    if (!value_is_absent(found)) return value_retain(found);
    return raise_attribute_error_format(thread, self, name, "type object '%s' has no attribute '%s'", type->name, name->bytes);
}

static bool set_abstract_methods(Thread *thread, Value self, Value value) {
    Type *type = value_type(self);
    int truth = value_is_absent(value) ? 0 : value_truth(thread, value);
    if (truth < 0) return false;
    if (!(type->flags & TYPE_HEAP) && !check_mutable(thread, type, "__abstractmethods__", value)) return false;
    if (!type_set_attribute(thread, type, thread_builtins(thread)->name___abstractmethods__, value)) return false;
    type->flags = truth ? type->flags | TYPE_ABSTRACT : type->flags & ~(uint32_t)TYPE_ABSTRACT;
    return true;
}

/* What a class made by 3.14's library works out in a function (PEP 649), or none. */
static Value make_annotations(Thread *thread, Type *type) {
    Value function = dict_get_c(thread, type->attributes, "__annotate__");
    if (value_is_absent(function) || function.tag == TAG_NONE) return exception_is_set(thread) ? VALUE_ABSENT : dict_new(thread);
    Value bound = descriptor_bind(thread, function, VALUE_ABSENT, type);
    Value made = value_is_absent(bound) ? bound : value_call_one(thread, bound, value_from_int(1)); /* 1: as values */
    value_release(bound);
    return made;
}

static Value get_annotations(Thread *thread, Value self) {
    Type *type = value_type(self);
    String *name = thread_builtins(thread)->name___annotations__;
    if (!(type->flags & TYPE_HEAP))
        return raise_attribute_error_format(thread, self, name, "type object '%s' has no attribute '%s'", type->name, name->bytes);
    Value found = dict_get_string(type->attributes, name);
    if (!value_is_absent(found)) return descriptor_bind(thread, found, VALUE_ABSENT, type);
    Value made = make_annotations(thread, type);
    if (value_is_absent(made) || type_set_attribute(thread, type, name, made)) return made;
    value_release(made);
    return VALUE_ABSENT;
}

static bool set_annotations(Thread *thread, Value self, Value value) {
    Type *type = value_type(self);
    if (!(type->flags & TYPE_HEAP)) return check_mutable(thread, type, "__annotations__", value);
    return type_set_attribute(thread, type, thread_builtins(thread)->name___annotations__, value);
}

static Value get_text_signature(Thread *thread, Value self) {
    Type *type = value_type(self);
    return type->flags & TYPE_HEAP || !type->signature ? VALUE_NONE : string_from_c(thread, type->signature);
}

static Value get_instance_size(Thread *thread, Value self) {
    (void)thread;
    return value_from_int((int64_t)value_type(self)->instance_size);
}

static Value get_attributes_offset(Thread *thread, Value self) {
    (void)thread;
    return value_from_int((int64_t)value_type(self)->attributes_offset);
}

static Value get_weak_offset(Thread *thread, Value self) {
    (void)thread;
    return value_from_int((int64_t)value_type(self)->weak_offset);
}

/* What an item of the tail takes, as sys.getsizeof counts it. */
static Value get_item_size(Thread *thread, Value self) {
    (void)thread;
    uint32_t flags = value_type(self)->flags;
    if (!(flags & TYPE_VARIABLE)) return value_from_int(0);
    return value_from_int(flags & TYPE_TUPLE ? (int64_t)sizeof(Value) : 1);
}

static Value get_flags(Thread *thread, Value self) {
    (void)thread;
    /* The bits that inspect looks at: Py_TPFLAGS_HEAPTYPE, BASETYPE, IS_ABSTRACT; SEQUENCE and MAPPING. */
    uint32_t flags = value_type(self)->flags;
    return value_from_int((flags & TYPE_HEAP ? 1 << 9 : 0) | (flags & TYPE_BASE ? 1 << 10 : 0) |
                          (flags & TYPE_ABSTRACT ? 1 << 20 : 0) | (flags & TYPE_SEQUENCE ? 1 << 5 : 0) |
                          (flags & TYPE_MAPPING ? 1 << 6 : 0));
}

static const PropertyEntry type_properties[] = {
    {"__name__", get_name, set_name, NULL},
    {"__qualname__", get_qualified_name, set_qualified_name, NULL},
    {"__module__", get_module, set_module, NULL},
    {"__doc__", get_documentation, set_documentation, NULL},
    {"__bases__", get_bases, set_bases, NULL},
    {"__base__", get_base, NULL, NULL},
    {"__mro__", get_order, NULL, NULL},
    {"__dict__", get_attributes, NULL, NULL},
    {"__abstractmethods__", get_abstract_methods, set_abstract_methods, NULL},
    {"__annotations__", get_annotations, set_annotations, NULL},
    {"__text_signature__", get_text_signature, NULL, NULL},
    {"__basicsize__", get_instance_size, NULL, NULL},
    {"__flags__", get_flags, NULL, NULL},
    {"__dictoffset__", get_attributes_offset, NULL, NULL},
    {"__weakrefoffset__", get_weak_offset, NULL, NULL},
    {"__itemsize__", get_item_size, NULL, NULL},
    {0},
};

/* ---- methods ---- */
NATIVE(type_subclasses) {
    (void)native;
    Type *type = value_type(arguments[0]);
    Value list = list_new(thread);
    for (size_t i = 0; !value_is_absent(list) && i < type->subclass_count; i++)
        if (!list_append(thread, value_list(list), type_value(type->subclasses[i]))) value_clear(&list);
    return list;
}

NATIVE(type_mro) {
    (void)native;
    Value order = type_compute_order(thread, value_type(arguments[0]));
    if (value_is_absent(order)) return order;
    Value list = list_from_values(thread, value_tuple(order)->items, value_tuple(order)->count);
    value_release(order);
    return list;
}

NATIVE(type_instance_check) {
    (void)native;
    int result = type_check_instance(thread, arguments[1], arguments[0]);
    return result < 0 ? VALUE_ABSENT : value_from_bool(result);
}

NATIVE(type_subclass_check) {
    (void)native;
    int result = type_check_subclass(thread, arguments[1], arguments[0]);
    return result < 0 ? VALUE_ABSENT : value_from_bool(result);
}

NATIVE(type_prepare) {
    NATIVE_UNUSED;
    return dict_new(thread);
}

NATIVE(type_directory) {
    (void)native;
    Value names = names_of_type(thread, value_type(arguments[0]));
    if (value_is_absent(names)) return names;
    Value list = list_from_iterable(thread, names);
    value_release(names);
    return list;
}

NATIVE(type_size_of) {
    NATIVE_UNUSED;
    return value_from_int(sizeof(Type));
}

static const NativeEntry type_methods[] = {
    {"mro", "($self, /)", "The classes in which attributes are sought, in that order, as a list.", type_mro, NULL, 0},
    {"__subclasses__", "($self, /)", "The living classes that derive directly from this one.", type_subclasses, NULL, 0},
    {"__prepare__", "($cls, name=None, bases=None, /, **kwds)",
     "The mapping in which the class's body will put its names.", type_prepare,
     NULL, NATIVE_CLASS},
    {"__instancecheck__", "($self, instance, /)", "Asked by isinstance(object, self).", type_instance_check, NULL, 0},
    {"__subclasscheck__", "($self, subclass, /)", "Asked by issubclass(cls, self).", type_subclass_check, NULL, 0},
    {"__dir__", "($self, /)", "The names of the class and of its bases.", type_directory, NULL, 0},
    {"__sizeof__", "($self, /)", "How many bytes the class takes.", type_size_of, NULL, 0},
    {0},
};

const Type type_type_template = {
    .name = "type",
    .documentation = "type(object) -> the object's type\ntype(name, bases, dict, **kwds) -> a new type",
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_TYPE,
    .instance_size = sizeof(Type),
    .weak_offset = offsetof(Type, weak_references),
    .create = type_create,
    .initialize = type_initialize,
    .destroy = type_destroy,
    .visit = type_visit,
    .clear = type_clear,
    .repr = type_repr,
    .call = type_call,
    .get_attribute = type_get_attribute,
    .set_attribute = type_store_attribute,
    .binary[BINARY_OR] = type_or,
    .methods = type_methods,
    .properties = type_properties,
};
