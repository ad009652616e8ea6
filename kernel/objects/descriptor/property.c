/* property, and the descriptors of built-in members: rows of Type.properties, and __slots__. */
#include "kernel/language/run/function.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/objects_state.h"

#include <string.h>

static bool is_given(Value value) { return !value_is_absent(value) && !value_is_none(value); }
static Value none_for_absent(Value value) { return value_is_absent(value) ? VALUE_NONE : value_retain(value); }

/* A property without a docstring of its own has its getter's. */
static bool property_take_documentation(Thread *thread, Property *property) {
    property->documentation_from_getter = false;
    if (!is_given(property->documentation) && is_given(property->getter)) {
        Value text = value_find_attribute(thread, property->getter, thread_builtins(thread)->name___doc__);
        if (value_is_absent(text) && exception_is_set(thread)) return false;
        if (is_given(text)) {
            property->documentation_from_getter = true;
            value_replace(&property->documentation, text);
        } else {
            value_release(text);
        }
    }
    if (property->object.type == thread_builtins(thread)->type_property || !is_given(property->documentation)) return true;
    /* In a subclass __doc__ of the class hides the member: it goes into the instance's dict. */
    Dict *attributes = object_attributes(thread, &property->object);
    Value self = value_from_object(property);
    if (!attributes && !exception_is_set(thread) && property->documentation_from_getter) /* without a dict there is no place for it */
        raise_attribute_error_format(thread, self, thread_builtins(thread)->name___doc__, "'%s' object attribute '__doc__' is read-only",
                                     property->object.type->name);
    return !attributes ? !exception_is_set(thread)
                       : dict_set_string(thread, attributes, thread_builtins(thread)->name___doc__, property->documentation);
}

static bool property_fill(Thread *thread, Property *property, const Value *functions) {
    value_replace(&property->getter, is_given(functions[0]) ? value_retain(functions[0]) : VALUE_ABSENT);
    value_replace(&property->setter, is_given(functions[1]) ? value_retain(functions[1]) : VALUE_ABSENT);
    value_replace(&property->deleter, is_given(functions[2]) ? value_retain(functions[2]) : VALUE_ABSENT);
    value_replace(&property->documentation, is_given(functions[3]) ? value_retain(functions[3]) : VALUE_ABSENT);
    return property_take_documentation(thread, property);
}

Value property_new(Thread *thread, Value getter, Value setter, Value deleter, Value documentation) {
    Property *property = object_new(thread, thread_builtins(thread)->type_property);
    if (!property) return VALUE_ABSENT;
    Value functions[4] = {getter, setter, deleter, documentation}, self = value_from_object(property);
    if (!property_fill(thread, property, functions)) value_clear(&self);
    return self;
}

static Value property_create(Thread *thread, Type *type, const Call *call) {
    (void)call;
    return type_create_plain(thread, type);
}

static bool property_initialize(Thread *thread, Value self, const Call *call) {
    Value arguments[4];
    if (!native_match(thread, "property", "(fget=None, fset=None, fdel=None, doc=None)", call, arguments, 4)) return false;
    bool done = property_fill(thread, (Property *)self.object, arguments);
    native_release_arguments(arguments, 4);
    return done;
}

static Value raise_no_accessor(Thread *thread, Property *property, Value instance, const char *what) {
    Type *type = type_of(thread->interpreter, instance);
    if (property->name && native_is_hidden_function(property->getter)) {
        const char *owner = value_c_string(value_function(property->getter)->qualified_name), *dot = strchr(owner, '.');
        Value module = value_function(property->getter)->module;
        if (dot && value_is_string(module))
            return raise_format(thread, thread_builtins(thread)->exception_AttributeError,
                                "attribute '%s' of '%s.%.*s' objects is not writable", property->name->bytes, value_c_string(module),
                                (int)(dot - owner), owner);
        return raise_attribute_error_format(thread, instance, property->name, "readonly attribute");
    }
    Value qualified = value_get_attribute(thread, (Value){.tag = TAG_OBJECT, .object = &type->object}, thread_builtins(thread)->name___qualname__);
    if (value_is_absent(qualified)) return qualified;
    Type *error = thread_builtins(thread)->exception_AttributeError;
    Value name = property->name ? value_repr(thread, (Value){.tag = TAG_OBJECT, .object = &property->name->object}) : VALUE_ABSENT;
    if (!value_is_absent(name))
        raise_format(thread, error, "property %s of '%s' object has no %s", value_c_string(name), value_c_string(qualified), what);
    else if (!exception_is_set(thread))
        raise_format(thread, error, "property of '%s' object has no %s", value_c_string(qualified), what);
    value_release(name);
    value_release(qualified);
    return VALUE_ABSENT;
}

static Value property_get(Thread *thread, Value self, Value instance, Value owner) {
    (void)owner;
    Property *property = (Property *)self.object;
    if (value_is_absent(instance)) return value_retain(self);
    if (value_is_absent(property->getter)) return raise_no_accessor(thread, property, instance, "getter");
    return value_call_one(thread, property->getter, instance);
}

static bool property_set(Thread *thread, Value self, Value instance, Value value) {
    Property *property = (Property *)self.object;
    bool deletes = value_is_absent(value);
    Value function = deletes ? property->deleter : property->setter;
    if (value_is_absent(function)) {
        raise_no_accessor(thread, property, instance, deletes ? "deleter" : "setter");
        return false;
    }
    Value result = deletes ? value_call_one(thread, function, instance) : value_call_two(thread, function, instance, value);
    value_release(result);
    return !value_is_absent(result);
}

/* A copy with one function replaced, of the same class. */
static Value property_copy(Thread *thread, Value self, size_t index, Value function) {
    Property *property = (Property *)self.object;
    Value members[4] = {property->getter, property->setter, property->deleter,
                        property->documentation_from_getter ? VALUE_ABSENT : property->documentation};
    if (is_given(function)) members[index] = function;
    for (int i = 0; i < 4; i++)
        if (value_is_absent(members[i])) members[i] = VALUE_NONE;
    Value copy = value_call_values(thread, (Value){.tag = TAG_OBJECT, .object = &self.object->type->object}, members, 4);
    if (value_has_type(copy, &property_type_template) && property->name) {
        Property *made = (Property *)copy.object;
        object_release(made->name);
        made->name = object_retain(property->name);
    }
    return copy;
}

NATIVE(property_getter) {
    (void)native;
    return property_copy(thread, arguments[0], 0, arguments[1]);
}
NATIVE(property_setter) {
    (void)native;
    return property_copy(thread, arguments[0], 1, arguments[1]);
}
NATIVE(property_deleter) {
    (void)native;
    return property_copy(thread, arguments[0], 2, arguments[1]);
}
static Value property_set_name(Thread *thread, const Native *native, const Call *call) {
    (void)native;
    const Value *arguments = call->values;
    if (call->positional_count != 3)
        return raise_type_error(thread, "__set_name__() takes 2 positional arguments but %zu were given", call->positional_count - 1);
    Property *property = (Property *)arguments[0].object;
    String *old = property->name;
    property->name = value_is_string(arguments[2]) ? value_string(value_retain(arguments[2])) : NULL;
    object_release(old);
    return VALUE_NONE;
}

static Value property_get_getter(Thread *thread, Value self) {
    (void)thread;
    return none_for_absent(((Property *)self.object)->getter);
}
static Value property_get_setter(Thread *thread, Value self) {
    (void)thread;
    return none_for_absent(((Property *)self.object)->setter);
}
static Value property_get_deleter(Thread *thread, Value self) {
    (void)thread;
    return none_for_absent(((Property *)self.object)->deleter);
}
static Value property_get_documentation(Thread *thread, Value self) {
    (void)thread;
    return none_for_absent(((Property *)self.object)->documentation);
}
static bool property_set_documentation(Thread *thread, Value self, Value value) {
    (void)thread;
    value_replace(&((Property *)self.object)->documentation, value_retain(value));
    return true;
}
static Value property_is_abstract(Thread *thread, Value self) {
    Property *property = (Property *)self.object;
    Value functions[3] = {property->getter, property->setter, property->deleter};
    for (int i = 0; i < 3; i++) {
        if (value_is_absent(functions[i])) continue;
        Value flag = value_find_attribute_c(thread, functions[i], "__isabstractmethod__");
        if (value_is_absent(flag) && exception_is_set(thread)) return flag;
        int truth = value_is_absent(flag) ? 0 : value_truth(thread, flag);
        value_release(flag);
        if (truth) return truth < 0 ? VALUE_ABSENT : VALUE_TRUE;
    }
    return VALUE_FALSE;
}

static void property_destroy(Object *self) {
    Property *property = (Property *)self;
    value_clear(&property->getter);
    value_clear(&property->setter);
    value_clear(&property->deleter);
    value_clear(&property->documentation);
    object_clear(&property->name);
}
static bool property_visit(Object *self, Visit *visit, void *context) {
    Property *property = (Property *)self;
    return visit_value(property->getter, visit, context) && visit_value(property->setter, visit, context) &&
           visit_value(property->deleter, visit, context) && visit_value(property->documentation, visit, context);
}

static const NativeEntry property_methods[] = {
    {"getter", "($self, fget, /)", "The same property with another function for reading.", property_getter, NULL, 0},
    {"setter", "($self, fset, /)", "The same property with another function for assignment.", property_setter, NULL, 0},
    {"deleter", "($self, fdel, /)", "The same property with another function for del.", property_deleter, NULL, 0},
    {"__set_name__", "($self, owner, name, /)", "Told by the class under which name it is kept.", NULL, (const void *)property_set_name, NATIVE_RAW},
    {0},
};
static const PropertyEntry property_properties[] = {
    {"fget", property_get_getter, NULL, "the function that reads"},
    {"fset", property_get_setter, NULL, "the function that assigns"},
    {"fdel", property_get_deleter, NULL, "the function that deletes"},
    {"__doc__", property_get_documentation, property_set_documentation, NULL},
    {"__isabstractmethod__", property_is_abstract, NULL, NULL},
    {0},
};

const Type property_type_template = {
    .name = "property",
    .signature = "(fget=None, fset=None, fdel=None, doc=None)",
    .flags = TYPE_COLLECTED | TYPE_BASE,
    .instance_size = sizeof(Property),
    .create = property_create,
    .initialize = property_initialize,
    .destroy = property_destroy,
    .visit = property_visit,
    .clear = property_destroy,
    .descriptor_get = property_get,
    .descriptor_set = property_set,
    .methods = property_methods,
    .properties = property_properties,
};

/* ---- rows of Type.properties ---- */

/* Those that are plain members of the struct in CPython: their descriptors are of another type, and say so. */
static const char *const members[] = {
    "complex.real", "complex.imag", "range.start", "range.stop", "range.step", "slice.start", "slice.stop", "slice.step",
    "property.fget", "property.fset", "property.fdel", "property.__doc__", "function.__closure__", "function.__doc__",
    "function.__globals__", "function.__module__", "function.__builtins__", "method.__func__", "method.__self__",
    "code.co_argcount", "code.co_posonlyargcount", "code.co_kwonlyargcount", "code.co_stacksize", "code.co_flags",
    "code.co_nlocals", "code.co_consts", "code.co_names", "code.co_filename", "code.co_name", "code.co_qualname",
    "code.co_firstlineno", "generator.gi_code", "coroutine.cr_code", "coroutine.cr_origin", "async_generator.ag_code",
    "async_generator.ag_running", "type.__basicsize__", "type.__itemsize__", "type.__flags__", "type.__weakrefoffset__",
    "type.__base__", "type.__dictoffset__", "type.__mro__", "staticmethod.__func__", "staticmethod.__wrapped__",
    "classmethod.__func__", "classmethod.__wrapped__", "super.__thisclass__", "super.__self__", "super.__self_class__",
    "BaseException.__suppress_context__", "OSError.errno", "OSError.strerror", "OSError.filename", "OSError.filename2",
    "ImportError.msg", "ImportError.name", "ImportError.path", "StopIteration.value", "SyntaxError.msg", "SyntaxError.filename",
    "SyntaxError.lineno", "SyntaxError.offset", "SyntaxError.text", "SyntaxError.end_lineno", "SyntaxError.end_offset",
    "SyntaxError.print_file_and_line", "SystemExit.code", "AttributeError.name", "AttributeError.obj", "NameError.name",
    "BaseExceptionGroup.message", "BaseExceptionGroup.exceptions", "traceback.tb_frame", "traceback.tb_lasti", "method-wrapper.__self__",
};

static bool is_member(const Type *owner, const char *name) {
    size_t length = strlen(owner->name);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (!strncmp(members[i], owner->name, length) && members[i][length] == '.' && !strcmp(members[i] + length + 1, name))
            return true;
    return false;
}

Value property_descriptor_new(Thread *thread, Type *owner, const PropertyEntry *entry) {
    if (!(owner->flags & TYPE_HEAP) && is_member(owner, entry->name)) {
        Value member = member_descriptor_new(thread, owner, string_intern(thread, entry->name), SIZE_MAX);
        if (!value_is_absent(member)) ((MemberDescriptor *)member.object)->entry = entry;
        return member;
    }
    PropertyDescriptor *descriptor = object_new(thread, thread_builtins(thread)->type_property_descriptor);
    if (!descriptor) return VALUE_ABSENT;
    descriptor->owner = owner;
    descriptor->entry = entry;
    return value_from_object(descriptor);
}

static bool check_instance(Thread *thread, const Type *owner, const char *name, Value instance) {
    Type *type = type_of(thread->interpreter, instance);
    if (type == owner || type_is_subtype(type, owner)) return true;
    raise_type_error(thread, "descriptor '%s' for '%s' objects doesn't apply to a '%s' object", name, owner->name, type->name);
    return false;
}

static Value property_descriptor_get(Thread *thread, Value self, Value instance, Value owner) {
    (void)owner;
    PropertyDescriptor *descriptor = (PropertyDescriptor *)self.object;
    if (value_is_absent(instance)) return value_retain(self);
    if (!check_instance(thread, descriptor->owner, descriptor->entry->name, instance)) return VALUE_ABSENT;
    if (descriptor->entry->get) return descriptor->entry->get(thread, instance);
    return raise_format(thread, thread_builtins(thread)->exception_AttributeError, "attribute '%s' of '%s' objects is not readable",
                        descriptor->entry->name, descriptor->owner->name);
}

static bool property_descriptor_set(Thread *thread, Value self, Value instance, Value value) {
    PropertyDescriptor *descriptor = (PropertyDescriptor *)self.object;
    if (!check_instance(thread, descriptor->owner, descriptor->entry->name, instance)) return false;
    if (descriptor->entry->set) return descriptor->entry->set(thread, instance, value);
    raise_format(thread, thread_builtins(thread)->exception_AttributeError, "attribute '%s' of '%s' objects is not writable",
                 descriptor->entry->name, descriptor->owner->name);
    return false;
}

static Value property_descriptor_repr(Thread *thread, Value self) {
    PropertyDescriptor *descriptor = (PropertyDescriptor *)self.object;
    return string_format(thread, "<attribute '%s' of '%s' objects>", descriptor->entry->name, descriptor->owner->name);
}
static Value property_descriptor_name(Thread *thread, Value self) {
    return string_from_c(thread, ((PropertyDescriptor *)self.object)->entry->name);
}
static Value property_descriptor_qualified_name(Thread *thread, Value self) {
    PropertyDescriptor *descriptor = (PropertyDescriptor *)self.object;
    return string_format(thread, "%s.%s", type_short_name(descriptor->owner), descriptor->entry->name);
}
static Value property_descriptor_documentation(Thread *thread, Value self) {
    const char *text = ((PropertyDescriptor *)self.object)->entry->documentation;
    return text ? string_from_c(thread, text) : VALUE_NONE;
}
static Value property_descriptor_owner(Thread *thread, Value self) {
    (void)thread;
    return value_from_object(object_retain(((PropertyDescriptor *)self.object)->owner));
}

static const PropertyEntry property_descriptor_properties[] = {
    {"__name__", property_descriptor_name, NULL, NULL},
    {"__qualname__", property_descriptor_qualified_name, NULL, NULL},
    {"__doc__", property_descriptor_documentation, NULL, NULL},
    {"__objclass__", property_descriptor_owner, NULL, NULL},
    {0},
};

const Type property_descriptor_type_template = {
    .name = "getset_descriptor",
    .instance_size = sizeof(PropertyDescriptor),
    .repr = property_descriptor_repr,
    .descriptor_get = property_descriptor_get,
    .descriptor_set = property_descriptor_set,
    .properties = property_descriptor_properties,
};

/* ---- __slots__ ---- */
Value member_descriptor_new(Thread *thread, Type *owner, String *name, size_t offset) {
    if (!name) return VALUE_ABSENT; /* it could not be interned */
    MemberDescriptor *member = object_new(thread, thread_builtins(thread)->type_member_descriptor);
    if (!member) return VALUE_ABSENT;
    member->owner = object_retain(owner);
    member->name = object_retain(name);
    member->offset = offset;
    return value_from_object(member);
}

static Value *member_place(Value self, Value instance) {
    return (Value *)((char *)instance.object + ((MemberDescriptor *)self.object)->offset);
}

static Value member_get(Thread *thread, Value self, Value instance, Value owner) {
    (void)owner;
    MemberDescriptor *member = (MemberDescriptor *)self.object;
    if (value_is_absent(instance)) return value_retain(self);
    if (!check_instance(thread, member->owner, member->name->bytes, instance)) return VALUE_ABSENT;
    if (member->entry) return member->entry->get(thread, instance);
    Value value = *member_place(self, instance);
    return value_is_absent(value) ? raise_attribute_error(thread, instance, member->name) : value_retain(value);
}

static bool member_set(Thread *thread, Value self, Value instance, Value value) {
    MemberDescriptor *member = (MemberDescriptor *)self.object;
    if (!check_instance(thread, member->owner, member->name->bytes, instance)) return false;
    if (member->entry) {
        if (member->entry->set) return member->entry->set(thread, instance, value);
        raise_format(thread, thread_builtins(thread)->exception_AttributeError, "readonly attribute");
        return false;
    }
    Value *place = member_place(self, instance);
    if (value_is_absent(value) && value_is_absent(*place)) {
        raise_attribute_error_format(thread, instance, member->name, "%s", member->name->bytes);
        return false;
    }
    value_replace(place, value_retain(value));
    return true;
}

static Value member_repr(Thread *thread, Value self) {
    MemberDescriptor *member = (MemberDescriptor *)self.object;
    return string_format(thread, "<member '%s' of '%s' objects>", member->name->bytes, member->owner->name);
}
static void member_destroy(Object *self) {
    object_clear(&((MemberDescriptor *)self)->name);
    object_clear(&((MemberDescriptor *)self)->owner);
}
static bool member_visit(Object *self, Visit *visit, void *context) {
    return visit_object(((MemberDescriptor *)self)->owner, visit, context);
}
static Value member_name(Thread *thread, Value self) {
    (void)thread;
    return value_from_object(object_retain(((MemberDescriptor *)self.object)->name));
}
static Value member_owner(Thread *thread, Value self) {
    (void)thread;
    return value_from_object(object_retain(((MemberDescriptor *)self.object)->owner));
}
static Value member_qualified_name(Thread *thread, Value self) {
    const MemberDescriptor *member = (MemberDescriptor *)self.object;
    const Type *owner = member->owner;
    return string_format(thread, "%s.%s", owner->qualified_name ? owner->qualified_name->bytes : type_short_name(owner), member->name->bytes);
}
static Value member_documentation(Thread *thread, Value self) {
    const PropertyEntry *entry = ((MemberDescriptor *)self.object)->entry;
    return entry && entry->documentation ? string_from_c(thread, entry->documentation) : VALUE_NONE;
}

static const PropertyEntry member_properties[] = {
    {"__name__", member_name, NULL, NULL},
    {"__qualname__", member_qualified_name, NULL, NULL},
    {"__objclass__", member_owner, NULL, NULL},
    {"__doc__", member_documentation, NULL, NULL},
    {0},
};

/* The owner is dropped only with the descriptor: member_get needs it. */
const Type member_descriptor_type_template = {
    .name = "member_descriptor",
    .flags = TYPE_COLLECTED,
    .instance_size = sizeof(MemberDescriptor),
    .destroy = member_destroy,
    .visit = member_visit,
    .repr = member_repr,
    .descriptor_get = member_get,
    .descriptor_set = member_set,
    .properties = member_properties,
};
