/* super: attributes from what follows a class in an MRO. */
#include "kernel/language/run/frame.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/objects_state.h"

/* The class in whose MRO to look: of an instance, or a class itself when it is derived from `type`. */
static Type *super_check(Thread *thread, Type *type, Value self) {
    if (value_is_type(self) && type_is_subtype(value_type(self), type)) return value_type(self);
    Type *own = type_of(thread->interpreter, self);
    if (own == type || type_is_subtype(own, type)) return own;
    if (self.tag == TAG_OBJECT) {
        Value claimed = value_find_attribute(thread, self, thread_builtins(thread)->name___class__);
        bool fits = value_is_type(claimed) && value_type(claimed) != own && type_is_subtype(value_type(claimed), type);
        value_release(claimed); /* its instance keeps it */
        if (fits) return value_type(claimed);
        if (exception_is_set(thread)) return NULL;
    }
    raise_type_error(thread, "super(type, obj): obj must be an instance or subtype of type");
    return NULL;
}

static Value super_find(Thread *thread, Type *type, Value self, Type *self_type, String *name) {
    Tuple *order = self_type->order;
    size_t i = 0;
    while (order && i < order->count && order->items[i].object != &type->object) i++;
    for (i++; order && i < order->count; i++) {
        Dict *attributes = type_attributes(thread, value_type(order->items[i]));
        if (!attributes) return VALUE_ABSENT;
        Value found = dict_get_string(attributes, name);
        if (value_is_absent(found)) continue;
        bool is_class = self.tag == TAG_OBJECT && self.object == &self_type->object;
        return descriptor_bind(thread, found, is_class ? VALUE_ABSENT : self, self_type);
    }
    return VALUE_ABSENT;
}

Value super_get_attribute(Thread *thread, Type *type, Value self, String *name) {
    Type *self_type = super_check(thread, type, self);
    if (!self_type) return VALUE_ABSENT;
    if (name != thread_builtins(thread)->name___class__) {
        Value found = super_find(thread, type, self, self_type, name);
        if (!value_is_absent(found) || exception_is_set(thread)) return found;
    }
    Value super = super_new(thread, type, self);
    if (value_is_absent(super)) return super;
    Value found = object_get_attribute_generic(thread, super, name);
    value_release(super);
    return found;
}

static bool super_fill(Thread *thread, Super *super, Type *type, Value self) {
    Type *self_type = NULL;
    if (!value_is_absent(self) && !(self_type = super_check(thread, type, self))) return false;
    Type *old_type = super->type, *old_self_type = super->self_type;
    super->type = object_retain(type);
    super->self_type = self_type ? object_retain(self_type) : NULL;
    value_replace(&super->self, value_retain(self));
    object_release(old_type);
    object_release(old_self_type);
    return true;
}

Value super_new(Thread *thread, Type *type, Value self) {
    Super *super = object_new(thread, thread_builtins(thread)->type_super);
    if (!super) return VALUE_ABSENT;
    Value result = value_from_object(super);
    if (!super_fill(thread, super, type, self)) value_clear(&result);
    return result;
}

static Value super_create(Thread *thread, Type *type, const Call *call) {
    (void)call;
    return type_create_plain(thread, type);
}

static bool super_initialize(Thread *thread, Value self, const Call *call) {
    Super *super = (Super *)self.object;
    Value arguments[2];
    if (call->positional_count > 2 && !(call->names && call->names->count))
        return raise_type_error(thread, "super() expected at most 2 arguments, got %zu", call->positional_count), false;
    if (!native_match(thread, "super", "(type=None, obj=None, /)", call, arguments, 2)) return false;
    Value class = arguments[0], instance = arguments[1];
    bool done;
    if (call->positional_count == 0) {
        done = thread_super_arguments(thread, &class, &instance) && super_fill(thread, super, value_type(class), instance);
    } else if (!value_is_type(class)) {
        raise_type_error(thread, "super() argument 1 must be a type, not %s", value_type_name(thread, class));
        done = false;
    } else {
        done = super_fill(thread, super, value_type(class), value_is_none(instance) ? VALUE_ABSENT : instance);
    }
    native_release_arguments(arguments, 2);
    return done;
}

static Value super_get_slot(Thread *thread, Value self, String *name) {
    Super *super = (Super *)self.object;
    if (super->self_type && name != thread_builtins(thread)->name___class__) {
        Value found = super_find(thread, super->type, super->self, super->self_type, name);
        if (!value_is_absent(found) || exception_is_set(thread)) return found;
    }
    return object_get_attribute_generic(thread, self, name);
}

static Value super_bind(Thread *thread, Value self, Value instance, Value owner) {
    (void)owner;
    Super *super = (Super *)self.object;
    if (value_is_absent(instance) || !value_is_absent(super->self)) return value_retain(self);
    if (self.object->type == thread_builtins(thread)->type_super) return super_new(thread, super->type, instance);
    Value arguments[2] = {value_from_object(super->type), instance};
    return value_call_values(thread, value_from_object(self.object->type), arguments, super->type ? 2 : 0);
}

static Value super_repr(Thread *thread, Value self) {
    Super *super = (Super *)self.object;
    const char *name = super->type ? super->type->name : "NULL";
    if (super->self_type) return string_format(thread, "<super: <class '%s'>, <%s object>>", name, super->self_type->name);
    return string_format(thread, "<super: <class '%s'>, NULL>", name);
}

static void super_destroy(Object *self) {
    Super *super = (Super *)self;
    value_clear(&super->self);
    object_clear(&super->type);
    object_clear(&super->self_type);
}
static bool super_visit(Object *self, Visit *visit, void *context) {
    Super *super = (Super *)self;
    return visit_value(super->self, visit, context) && visit_object(super->type, visit, context) &&
           visit_object(super->self_type, visit, context);
}

static Value super_this_class(Thread *thread, Value self) {
    (void)thread;
    Type *type = ((Super *)self.object)->type;
    return type ? value_from_object(object_retain(type)) : VALUE_NONE;
}
static Value super_self(Thread *thread, Value self) {
    (void)thread;
    Value bound = ((Super *)self.object)->self;
    return value_is_absent(bound) ? VALUE_NONE : value_retain(bound);
}
static Value super_self_class(Thread *thread, Value self) {
    (void)thread;
    Type *type = ((Super *)self.object)->self_type;
    return type ? value_from_object(object_retain(type)) : VALUE_NONE;
}

static const PropertyEntry super_properties[] = {
    {"__thisclass__", super_this_class, NULL, "the class after which the search begins"},
    {"__self__", super_self, NULL, "the object whose methods are sought; None if not bound"},
    {"__self_class__", super_self_class, NULL, "the class whose order of resolution is followed; None if not "
                                               "bound"},
    {0},
};

const Type super_type_template = {
    .name = "super",
    .documentation = "super() -> super(__class__, the method's first argument)\n"
                     "super(type, object) -> what object would be if its class came after type\n"
                     "super(type, subclass) -> the same, for class methods\n"
                     "super(type) -> not bound to an object\n\n"
                     "Finds methods in the classes that come after type in the order of resolution:\n\n  class "
                     "Base(object):\n      def __init__(self, x):\n          self.x = x\n\n  class "
                     "Derived(Base):\n      def __init__(self, x, y):\n          super().__init__(x)\n          "
                     "self.y = y",
    .flags = TYPE_COLLECTED | TYPE_BASE,
    .instance_size = sizeof(Super),
    .create = super_create,
    .initialize = super_initialize,
    .destroy = super_destroy,
    .visit = super_visit,
    .clear = super_destroy,
    .repr = super_repr,
    .get_attribute = super_get_slot,
    .descriptor_get = super_bind,
    .properties = super_properties,
};
