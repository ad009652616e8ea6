/* callable, delattr, dir, getattr, hasattr, isinstance, issubclass, setattr, vars. */
#include "kernel/objects/builtin_private.h"

#include "kernel/language/frame.h"

static String *attribute_name(Thread *thread, Value name) {
    if (is_string(name)) return string_intern_object(thread, value_string(name));
    raise_type_error(thread, "attribute name must be string, not '%s'", value_type_name(thread, name));
    return NULL;
}

NATIVE(builtin_getattr) {
    NATIVE_UNUSED;
    String *name = attribute_name(thread, arguments[1]);
    if (!name) return VALUE_ABSENT;
    if (value_is_absent(arguments[2])) return value_get_attribute(thread, arguments[0], name);
    Value value = value_find_attribute(thread, arguments[0], name);
    return value_is_absent(value) && !exception_is_set(thread) ? value_retain(arguments[2]) : value;
}

NATIVE(builtin_hasattr) {
    NATIVE_UNUSED;
    String *name = attribute_name(thread, arguments[1]);
    if (!name) return VALUE_ABSENT;
    Value value = value_find_attribute(thread, arguments[0], name);
    if (value_is_absent(value)) return exception_is_set(thread) ? VALUE_ABSENT : VALUE_FALSE;
    value_release(value);
    return VALUE_TRUE;
}

NATIVE(builtin_setattr) {
    NATIVE_UNUSED;
    String *name = attribute_name(thread, arguments[1]);
    return name && value_set_attribute(thread, arguments[0], name, arguments[2]) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(builtin_delattr) {
    NATIVE_UNUSED;
    String *name = attribute_name(thread, arguments[1]);
    return name && value_delete_attribute(thread, arguments[0], name) ? VALUE_NONE : VALUE_ABSENT;
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

NATIVE(builtin_dir) {
    NATIVE_UNUSED;
    if (value_is_absent(arguments[0])) return sorted_list(thread, thread_locals(thread));
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
     "Return whether the object is callable (i.e., some kind of function).\n\nNote that classes are callable, as are instances of "
     "classes with a\n__call__() method.",
     builtin_callable, NULL, 0},
    {"delattr", "(obj, name, /)",
     "Deletes the named attribute from the given object.\n\ndelattr(x, 'y') is equivalent to ``del x.y``", builtin_delattr, NULL, 0},
    {"dir", "(object=<unrepresentable>, /)",
     "dir([object]) -> list of strings\n\nIf called without an argument, return the names in the current scope.\nElse, return an "
     "alphabetized list of names comprising (some of) the attributes\nof the given object, and of attributes reachable from it.",
     builtin_dir, NULL, 0},
    {"getattr", "(object, name, default=<unrepresentable>, /)",
     "getattr(object, name[, default]) -> value\n\nGet a named attribute from an object; getattr(x, 'y') is equivalent to x.y.\nWhen "
     "a default argument is given, it is returned when the attribute doesn't\nexist; without it, an exception is raised in that "
     "case.",
     builtin_getattr, NULL, 0},
    {"hasattr", "(obj, name, /)",
     "Return whether the object has an attribute with the given name.\n\nThis is done by calling getattr(obj, name) and catching "
     "AttributeError.",
     builtin_hasattr, NULL, 0},
    {"isinstance", "(obj, class_or_tuple, /)",
     "Return whether an object is an instance of a class or of a subclass thereof.\n\nA tuple, as in ``isinstance(x, (A, B, ...))``, "
     "may be given as the target to\ncheck against. This is equivalent to ``isinstance(x, A) or isinstance(x, B)\nor ...`` etc.",
     builtin_isinstance, NULL, 0},
    {"issubclass", "(cls, class_or_tuple, /)",
     "Return whether 'cls' is derived from another class or is the same class.\n\nA tuple, as in ``issubclass(x, (A, B, ...))``, may be "
     "given as the target to\ncheck against. This is equivalent to ``issubclass(x, A) or issubclass(x, B)\nor ...``.",
     builtin_issubclass, NULL, 0},
    {"setattr", "(obj, name, value, /)",
     "Sets the named attribute on the given object to the specified value.\n\nsetattr(x, 'y', v) is equivalent to ``x.y = v``",
     builtin_setattr, NULL, 0},
    {"vars", "(object=<unrepresentable>, /)",
     "vars([object]) -> dictionary\n\nWithout arguments, equivalent to locals().\nWith an argument, equivalent to object.__dict__.",
     builtin_vars, NULL, 0},
    {0}};
