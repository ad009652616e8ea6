/* Bound methods, staticmethod and classmethod. */
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/objects_state.h"

/* ---- bound methods ---- */
Value bound_method_new(Thread *thread, Value function, Value self) {
    BoundMethod *method = object_new(thread, thread_builtins(thread)->type_bound_method);
    if (!method) return VALUE_ABSENT;
    method->function = value_retain(function);
    method->self = value_retain(self);
    return value_from_object(method);
}

static Value bound_method_create(Thread *thread, Type *type, const Call *call) {
    (void)type;
    Value arguments[2];
    if (!native_match(thread, "method", "(function, instance, /)", call, arguments, 2)) return VALUE_ABSENT;
    Value result;
    if (!value_is_callable(thread->interpreter, arguments[0])) result = raise_type_error(thread, "first argument must be callable");
    else if (value_is_none(arguments[1])) result = raise_type_error(thread, "instance must not be None");
    else result = bound_method_new(thread, arguments[0], arguments[1]);
    native_release_arguments(arguments, 2);
    return result;
}

static Value bound_method_call(Thread *thread, Value callable, const Call *call) {
    BoundMethod *method = (BoundMethod *)callable.object;
    /* Methods of methods: each level copies the arguments, so that the stack alone would be too late a limit. */
    bool nests = value_has_type(method->function, &bound_method_type_template);
    if (nests && !thread_enter(thread, " while calling a Python object")) return VALUE_ABSENT;
    object_retain(method);
    Value result = value_call_with_self(thread, method->function, method->self, call);
    object_release(method);
    if (nests) thread_leave(thread);
    return result;
}

static Value bound_method_get_attribute(Thread *thread, Value self, String *name) {
    Value found = attribute_get_generic(thread, self, self.object->type, name, true);
    if (!value_is_absent(found) || exception_is_set(thread)) return found;
    return value_get_attribute(thread, ((BoundMethod *)self.object)->function, name);
}

static Value bound_method_repr(Thread *thread, Value self) {
    BoundMethod *method = (BoundMethod *)self.object;
    Builtins *builtins = thread_builtins(thread);
    Value name = value_find_attribute(thread, method->function, builtins->name___qualname__);
    if (!value_is_string(name)) value_replace(&name, value_find_attribute(thread, method->function, builtins->name___name__));
    if (exception_is_set(thread)) return VALUE_ABSENT;
    Value shown = value_repr(thread, method->self);
    Value repr = value_is_absent(shown) ? VALUE_ABSENT
                                        : string_format(thread, "<bound method %s of %s>",
                                                        value_is_string(name) ? value_c_string(name) : "?", value_c_string(shown));
    value_release(shown);
    value_release(name);
    return repr;
}

static Value bound_method_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if ((comparison != COMPARE_EQ && comparison != COMPARE_NE) || !value_has_type(left, &bound_method_type_template) ||
        !value_has_type(right, &bound_method_type_template))
        return VALUE_NOT_IMPLEMENTED;
    BoundMethod *a = (BoundMethod *)left.object, *b = (BoundMethod *)right.object;
    int equal = value_is(a->self, b->self) ? value_equal(thread, a->function, b->function) : 0;
    return equal < 0 ? VALUE_ABSENT : value_from_bool((equal != 0) == (comparison == COMPARE_EQ));
}

static bool bound_method_hash(Thread *thread, Value self, int64_t *hash) {
    BoundMethod *method = (BoundMethod *)self.object;
    if (!value_hash(thread, method->function, hash)) return false;
    *hash ^= method->self.integer >> 4;
    if (*hash == -1) *hash = -2;
    return true;
}

static void bound_method_destroy(Object *self) {
    BoundMethod *method = (BoundMethod *)self;
    value_clear(&method->function);
    value_clear(&method->self);
}
static bool bound_method_visit(Object *self, Visit *visit, void *context) {
    BoundMethod *method = (BoundMethod *)self;
    return visit_value(method->function, visit, context) && visit_value(method->self, visit, context);
}

static Value bound_method_function(Thread *thread, Value self) {
    (void)thread;
    return value_retain(((BoundMethod *)self.object)->function);
}
static Value bound_method_self(Thread *thread, Value self) {
    (void)thread;
    return value_retain(((BoundMethod *)self.object)->self);
}
static Value bound_method_documentation(Thread *thread, Value self) {
    return value_get_attribute(thread, ((BoundMethod *)self.object)->function, thread_builtins(thread)->name___doc__);
}

NATIVE(bound_method_reduce) {
    (void)native;
    BoundMethod *method = (BoundMethod *)arguments[0].object;
    Value getattr = dict_get_c(thread, thread->interpreter->builtin_names, "getattr");
    Value name = value_get_attribute(thread, method->function, thread_builtins(thread)->name___name__);
    if (value_is_absent(name) || value_is_absent(getattr)) return VALUE_ABSENT;
    Value pair[2] = {method->self, name};
    Value inner = tuple_from_values(thread, pair, 2);
    value_release(name);
    if (value_is_absent(inner)) return inner;
    Value outer[2] = {getattr, inner};
    Value result = tuple_from_values(thread, outer, 2);
    value_release(inner);
    return result;
}

static const NativeEntry bound_method_methods[] = {
    {"__reduce__", "($self, /)", NULL, bound_method_reduce, NULL, 0},
    {0},
};
static const PropertyEntry bound_method_properties[] = {
    {"__func__", bound_method_function, NULL, "the function that is called"},
    {"__self__", bound_method_self, NULL, "the object, which is the function's first argument"},
    {"__doc__", bound_method_documentation, NULL, NULL},
    {0},
};

const Type bound_method_type_template = {
    .name = "method",
    .documentation = "Create a bound instance method object.",
    .signature = "(function, instance, /)",
    .flags = TYPE_COLLECTED,
    .instance_size = sizeof(BoundMethod),
    .weak_offset = offsetof(BoundMethod, weak_references),
    .create = bound_method_create,
    .destroy = bound_method_destroy,
    .visit = bound_method_visit,
    .clear = bound_method_destroy,
    .repr = bound_method_repr,
    .hash = bound_method_hash,
    .compare = bound_method_compare,
    .call = bound_method_call,
    .get_attribute = bound_method_get_attribute,
    .methods = bound_method_methods,
    .properties = bound_method_properties,
};

/* ---- staticmethod and classmethod ---- */
/* The wrapper looks like what it wraps. */
static bool copy_wrapped(Thread *thread, MethodWrapper *wrapper) {
    static const char *const names[] = {"__module__", "__name__", "__qualname__", "__doc__", "__annotations__"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Value value = value_find_attribute_c(thread, wrapper->callable, names[i]);
        if (value_is_absent(value)) {
            if (exception_is_set(thread)) return false;
            continue;
        }
        Dict *attributes = object_attributes(thread, &wrapper->object);
        bool done = attributes && dict_set_c(thread, attributes, names[i], value);
        value_release(value);
        if (!done) return false;
    }
    return true;
}

static Value method_wrapper_make(Thread *thread, Type *type, Value callable) {
    MethodWrapper *wrapper = object_new(thread, type);
    if (!wrapper) return VALUE_ABSENT;
    wrapper->callable = value_retain(callable);
    return value_from_object(wrapper);
}

Value staticmethod_new(Thread *thread, Value callable) {
    return method_wrapper_make(thread, thread_builtins(thread)->type_staticmethod, callable);
}

Value classmethod_new(Thread *thread, Value callable) {
    return method_wrapper_make(thread, thread_builtins(thread)->type_classmethod, callable);
}

static Value wrapper_create(Thread *thread, Type *type, const Call *call) {
    (void)call;
    return type_create_plain(thread, type);
}

static bool wrapper_initialize(Thread *thread, Value self, const Call *call, const char *name) {
    Value callable;
    if (!native_match(thread, name, "(function, /)", call, &callable, 1)) return false;
    MethodWrapper *wrapper = (MethodWrapper *)self.object;
    value_replace(&wrapper->callable, callable);
    return copy_wrapped(thread, wrapper);
}
static bool staticmethod_initialize(Thread *thread, Value self, const Call *call) {
    return wrapper_initialize(thread, self, call, "staticmethod");
}
static bool classmethod_initialize(Thread *thread, Value self, const Call *call) {
    return wrapper_initialize(thread, self, call, "classmethod");
}

static Value check_callable(Thread *thread, MethodWrapper *wrapper, const char *name) {
    if (!value_is_absent(wrapper->callable)) return wrapper->callable;
    return raise_runtime_error(thread, "uninitialized %s object", name);
}

static Value staticmethod_get(Thread *thread, Value self, Value instance, Value owner) {
    (void)instance, (void)owner;
    return value_retain(check_callable(thread, (MethodWrapper *)self.object, "staticmethod"));
}

static Value classmethod_get(Thread *thread, Value self, Value instance, Value owner) {
    Value callable = check_callable(thread, (MethodWrapper *)self.object, "classmethod");
    if (value_is_absent(callable)) return callable;
    if (value_is_absent(owner)) owner = (Value){.tag = TAG_OBJECT, .object = &type_of(thread->interpreter, instance)->object};
    if (value_is_method(callable)) return bound_method_new(thread, callable, owner);
    Type *type = type_of(thread->interpreter, callable);
    if (type->descriptor_get) return descriptor_bind(thread, callable, owner, value_type(owner));
    return bound_method_new(thread, callable, owner);
}

static Value staticmethod_call(Thread *thread, Value self, const Call *call) {
    Value callable = check_callable(thread, (MethodWrapper *)self.object, "staticmethod");
    /* It may have been initialized with itself. */
    if (value_is_absent(callable) || !thread_enter(thread, " while calling a Python object")) return VALUE_ABSENT;
    value_retain(callable);
    Value result = value_call(thread, callable, call);
    value_release(callable);
    thread_leave(thread);
    return result;
}

static Value wrapper_repr(Thread *thread, Value self) {
    Value shown = value_repr(thread, ((MethodWrapper *)self.object)->callable);
    if (value_is_absent(shown)) return shown;
    Value repr = string_format(thread, "<%s(%s)>", value_type_name(thread, self), value_c_string(shown));
    value_release(shown);
    return repr;
}

static void wrapper_destroy(Object *self) { value_clear(&((MethodWrapper *)self)->callable); }
static bool wrapper_visit(Object *self, Visit *visit, void *context) {
    return visit_value(((MethodWrapper *)self)->callable, visit, context);
}

static Value wrapper_function(Thread *thread, Value self) {
    (void)thread;
    Value callable = ((MethodWrapper *)self.object)->callable;
    return value_is_absent(callable) ? VALUE_NONE : value_retain(callable);
}

static Value wrapper_is_abstract(Thread *thread, Value self) {
    Value flag = value_find_attribute_c(thread, ((MethodWrapper *)self.object)->callable, "__isabstractmethod__");
    if (value_is_absent(flag)) return exception_is_set(thread) ? VALUE_ABSENT : VALUE_FALSE;
    int truth = value_truth(thread, flag);
    value_release(flag);
    return truth < 0 ? VALUE_ABSENT : value_from_bool(truth);
}

static const PropertyEntry wrapper_properties[] = {
    {"__func__", wrapper_function, NULL, NULL},
    {"__wrapped__", wrapper_function, NULL, NULL},
    {"__isabstractmethod__", wrapper_is_abstract, NULL, NULL},
    {"__dict__", object_get_dict, object_set_dict, NULL},
    {0},
};

const Type staticmethod_type_template = {
    .name = "staticmethod",
    .documentation = "staticmethod(function) -> method\n\nA function kept in a class that receives neither the "
                     "class nor an object of it. Mostly used as a decorator:\n\n  class Circle:\n      "
                     "@staticmethod\n      def area(radius):\n          return 3.14159 * radius ** 2",
    .signature = "(function, /)",
    .flags = TYPE_COLLECTED | TYPE_BASE,
    .instance_size = sizeof(MethodWrapper),
    .attributes_offset = offsetof(MethodWrapper, attributes),
    .create = wrapper_create,
    .initialize = staticmethod_initialize,
    .destroy = wrapper_destroy,
    .visit = wrapper_visit,
    .clear = wrapper_destroy,
    .repr = wrapper_repr,
    .call = staticmethod_call,
    .descriptor_get = staticmethod_get,
    .properties = wrapper_properties,
};

const Type classmethod_type_template = {
    .name = "classmethod",
    .documentation = "classmethod(function) -> method\n\nA method that receives the class as its first argument, "
                     "whether it is called on the class or on one of its\n"
                     "objects. Mostly used as a decorator:\n\n  class Point:\n      @classmethod\n      def "
                     "origin(cls):\n          return cls(0, 0)",
    .signature = "(function, /)",
    .flags = TYPE_COLLECTED | TYPE_BASE,
    .instance_size = sizeof(MethodWrapper),
    .attributes_offset = offsetof(MethodWrapper, attributes),
    .create = wrapper_create,
    .initialize = classmethod_initialize,
    .destroy = wrapper_destroy,
    .visit = wrapper_visit,
    .clear = wrapper_destroy,
    .repr = wrapper_repr,
    .descriptor_get = classmethod_get,
    .properties = wrapper_properties,
};
