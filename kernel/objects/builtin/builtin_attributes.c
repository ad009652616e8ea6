/* callable, delattr, dir, getattr, hasattr, isinstance, issubclass, setattr, vars. */
#include "kernel/objects/builtin/builtin_private.h"

#include "kernel/language/run/frame.h"

/* Owned. */
static String *attribute_name(Thread *thread, Value name) {
    if (is_string(name)) return string_intern_object(thread, value_string(name));
    raise_type_error(thread, "attribute name must be string, not '%s'", value_type_name(thread, name));
    return NULL;
}

NATIVE(builtin_getattr) {
    NATIVE_UNUSED;
    String *name = attribute_name(thread, arguments[1]);
    if (!name) return VALUE_ABSENT;
    bool has_default = !value_is_absent(arguments[2]);
    Value value = has_default ? value_find_attribute(thread, arguments[0], name) : value_get_attribute(thread, arguments[0], name);
    object_release(name);
    return value_is_absent(value) && !exception_is_set(thread) ? value_retain(arguments[2]) : value;
}

NATIVE(builtin_hasattr) {
    NATIVE_UNUSED;
    String *name = attribute_name(thread, arguments[1]);
    if (!name) return VALUE_ABSENT;
    Value value = value_find_attribute(thread, arguments[0], name);
    object_release(name);
    if (value_is_absent(value)) return exception_is_set(thread) ? VALUE_ABSENT : VALUE_FALSE;
    value_release(value);
    return VALUE_TRUE;
}

NATIVE(builtin_setattr) {
    NATIVE_UNUSED;
    String *name = attribute_name(thread, arguments[1]);
    bool done = name && value_set_attribute(thread, arguments[0], name, arguments[2]);
    object_release(name);
    return done ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(builtin_delattr) {
    NATIVE_UNUSED;
    String *name = attribute_name(thread, arguments[1]);
    bool done = name && value_delete_attribute(thread, arguments[0], name);
    object_release(name);
    return done ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(builtin_isinstance) {
    NATIVE_UNUSED;
    int holds = value_is_instance_of(thread, arguments[0], arguments[1]);
    return holds < 0 ? VALUE_ABSENT : value_from_bool(holds);
}

NATIVE(builtin_issubclass) {
    NATIVE_UNUSED;
    int holds = value_is_subclass_of(thread, arguments[0], arguments[1]);
    return holds < 0 ? VALUE_ABSENT : value_from_bool(holds);
}

NATIVE(builtin_callable) {
    NATIVE_UNUSED;
    return value_from_bool(value_is_callable(thread->interpreter, arguments[0]));
}

static Value sorted_list(Thread *thread, Value names) {
    if (value_is_absent(names)) return VALUE_ABSENT;
    Value list = list_from_iterable(thread, names);
    value_release(names);
    if (value_is_absent(list) || list_sort(thread, value_list(list), VALUE_NONE, false)) return list;
    value_release(list);
    return VALUE_ABSENT;
}

/* What the namespace's keys() gives: it may be any mapping, in eval() and exec(). */
static Value names_of_scope(Thread *thread) {
    Value locals = thread_locals(thread);
    if (value_is_absent(locals) || locals.object->type == thread_builtins(thread)->type_dict) return sorted_list(thread, locals);
    Value keys = value_call_method(thread, locals, "keys", NULL, 0);
    const Type *type = type_of(thread->interpreter, keys);
    if (!value_is_absent(keys) && !type->iterate && !type->get_item) {
        raise_type_error(thread, "%s.keys() returned a non-iterable (type %s)", value_type_name(thread, locals), type->name);
        value_clear(&keys);
    }
    value_release(locals);
    return sorted_list(thread, keys);
}

NATIVE(builtin_dir) {
    NATIVE_UNUSED;
    if (value_is_absent(arguments[0])) return names_of_scope(thread);
    Value method;
    bool self_first;
    if (!value_find_special(thread, arguments[0], thread_builtins(thread)->name___dir__, &method, &self_first)) {
        if (exception_is_set(thread)) return VALUE_ABSENT;
        return raise_type_error(thread, "object does not provide __dir__");
    }
    Value names = self_first ? value_call_one(thread, method, arguments[0]) : value_call_none(thread, method);
    value_release(method);
    return sorted_list(thread, names);
}

NATIVE(builtin_vars) {
    NATIVE_UNUSED;
    if (value_is_absent(arguments[0])) return thread_locals(thread);
    Value namespace = value_find_attribute(thread, arguments[0], thread_builtins(thread)->name___dict__);
    if (value_is_absent(namespace) && !exception_is_set(thread))
        raise_type_error(thread, "vars() argument must have __dict__ attribute");
    return namespace;
}

const NativeEntry builtin_attribute_functions[] = {
    {"callable", "(obj, /)",
     "Whether obj can be called: functions, methods, classes, and objects whose class defines __call__.",
     builtin_callable, NULL, 0},
    {"delattr", "(obj, name, /)",
     "Take the attribute away: delattr(obj, 'name') does what del obj.name does.", builtin_delattr, NULL, 0},
    {"dir", "(object=<unrepresentable>, /)",
     "dir([object]) -> list of names, sorted\n\n"
     "Without an argument: the names of the scope. Of a module: its names. Of a class: its attributes and those "
     "of its bases.\nOf another object: its own attributes and its class's. What defines __dir__ answers for "
     "itself.",
     builtin_dir, NULL, 0},
    {"getattr", "(object, name, default=<unrepresentable>, /)",
     "getattr(object, name[, default]) -> value\n\n"
     "The attribute of that name, as object.name gives it; the default, if there is one, where the attribute is "
     "missing.",
     builtin_getattr, NULL, 0},
    {"hasattr", "(obj, name, /)",
     "Whether getattr(obj, name) finds something instead of raising AttributeError.",
     builtin_hasattr, NULL, 0},
    {"isinstance", "(obj, class_or_tuple, /)",
     "Whether the object's class is this one or derived from it. Instead of a class, a tuple of them or a union "
     "may stand.",
     builtin_isinstance, NULL, 0},
    {"issubclass", "(cls, class_or_tuple, /)",
     "Whether cls is this class or derived from it. Instead of a class, a tuple of them or a union may stand.",
     builtin_issubclass, NULL, 0},
    {"setattr", "(obj, name, value, /)",
     "Give the attribute a value: setattr(obj, 'name', v) does what obj.name = v does.",
     builtin_setattr, NULL, 0},
    {"vars", "(object=<unrepresentable>, /)",
     "vars([object]) -> dictionary\n\nThe object's attributes, as its __dict__ keeps them; without an object, "
     "what locals() gives.",
     builtin_vars, NULL, 0},
    {0}};
