/* None, Ellipsis and NotImplemented: values without an object, types with one instance. */
#include "kernel/objects/text/string_private.h"

static Value intern_text(Thread *thread, const char *text) {
    String *string = string_intern(thread, text);
    return string ? value_from_object(object_retain(string)) : VALUE_ABSENT;
}

static bool no_arguments(Thread *thread, Type *type, const Call *call) {
    if (call->positional_count == 0 && (!call->names || call->names->count == 0)) return true;
    raise_type_error(thread, "%s takes no arguments", type->name);
    return false;
}

static bool hash_of_singleton(Thread *thread, Value self, int64_t *hash) {
    (void)thread;
    *hash = 0xFCA86420 + (int64_t)self.tag;
    return true;
}

NATIVE(singleton_reduce) {
    NATIVE_UNUSED;
    return value_str(thread, arguments[0]);
}

static const NativeEntry singleton_methods[] = {{"__reduce__", "($self, /)", NULL, singleton_reduce, NULL, 0}, {0}};

static Value none_repr(Thread *thread, Value self) {
    (void)self;
    return intern_text(thread, "None");
}
static Value none_create(Thread *thread, Type *type, const Call *call) {
    return no_arguments(thread, type, call) ? VALUE_NONE : VALUE_ABSENT;
}
static int none_truth(Thread *thread, Value self) {
    (void)thread, (void)self;
    return 0;
}
const Type none_type_template = {
    .name = "NoneType",
    .flags = TYPE_IMMUTABLE,
    .instance_size = sizeof(Object),
    .create = none_create,
    .repr = none_repr,
    .hash = hash_of_singleton,
    .truth = none_truth,
};

static Value ellipsis_repr(Thread *thread, Value self) {
    (void)self;
    return intern_text(thread, "Ellipsis");
}
static Value ellipsis_create(Thread *thread, Type *type, const Call *call) {
    return no_arguments(thread, type, call) ? VALUE_ELLIPSIS : VALUE_ABSENT;
}
const Type ellipsis_type_template = {
    .name = "ellipsis",
    .flags = TYPE_IMMUTABLE,
    .instance_size = sizeof(Object),
    .create = ellipsis_create,
    .repr = ellipsis_repr,
    .hash = hash_of_singleton,
    .methods = singleton_methods,
};

static Value not_implemented_repr(Thread *thread, Value self) {
    (void)self;
    return intern_text(thread, "NotImplemented");
}
static Value not_implemented_create(Thread *thread, Type *type, const Call *call) {
    return no_arguments(thread, type, call) ? VALUE_NOT_IMPLEMENTED : VALUE_ABSENT;
}
static int not_implemented_truth(Thread *thread, Value self) {
    (void)self;
    Type *category = thread_builtins(thread)->exception_DeprecationWarning;
    return warn_format(thread, category, "NotImplemented should not be used in a boolean context") ? 1 : -1;
}
const Type not_implemented_type_template = {
    .name = "NotImplementedType",
    .flags = TYPE_IMMUTABLE,
    .instance_size = sizeof(Object),
    .create = not_implemented_create,
    .repr = not_implemented_repr,
    .hash = hash_of_singleton,
    .truth = not_implemented_truth,
    .methods = singleton_methods,
};
