/* _weakref and _warnings: what the modules weakref and warnings take from the object model. */
#include "kernel/objects/core/weak.h"

#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/type.h"
#include "kernel/objects/error/warnings.h"

NATIVE(weakref_count) {
    NATIVE_UNUSED;
    return value_from_int((int64_t)weak_reference_count(arguments[0]));
}
NATIVE(weakref_list) {
    NATIVE_UNUSED;
    return weak_reference_list(thread, arguments[0]);
}

static const NativeEntry weakref_functions[] = {
    {"getweakrefcount", "(object, /)", "How many weak references and proxies point to the object.", weakref_count, NULL, 0},
    {"getweakrefs", "(object, /)", "The weak references and proxies that point to the object, in a list.", weakref_list, NULL, 0},
    {0},
};

static bool weakref_initialize(Thread *thread, Value module) {
    Value type = {.tag = TAG_OBJECT, .object = &thread_builtins(thread)->type_weak_reference->object};
    return module_add(thread, module, "ref", value_retain(type)) && module_add(thread, module, "ReferenceType", value_retain(type));
}

const ModuleEntry library__weakref = {.name = "_weakref", .functions = weakref_functions, .initialize = weakref_initialize};

/* ---- warnings ---- */
/* A Warning instance brings its class; else the category must be one. NULL: TypeError. */
static Type *warning_category(Thread *thread, Value message, Value category) {
    Builtins *builtins = thread_builtins(thread);
    if (value_is_instance(thread->interpreter, message, builtins->exception_Warning)) return message.object->type;
    if (value_is_none(category)) return builtins->exception_UserWarning;
    if (value_is_type(category) && type_is_subtype(value_type(category), builtins->exception_Warning)) return value_type(category);
    raise_type_error(thread, "category must be a Warning subclass, not '%s'", value_type_name(thread, category));
    return NULL;
}

NATIVE(warnings_warn) {
    (void)native;
    int64_t level;
    Type *category = warning_category(thread, arguments[0], arguments[1]);
    if (!category || !value_to_int64(thread, arguments[2], &level)) return VALUE_ABSENT;
    return warn_about(thread, arguments[3], arguments[0], category, level) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(warnings_warn_explicit) {
    (void)native;
    int64_t line;
    Type *category = warning_category(thread, arguments[0], arguments[1]);
    if (!category || !value_to_int64(thread, arguments[3], &line)) return VALUE_ABSENT;
    if (!value_is_string(arguments[2]))
        return raise_type_error(thread, "warn_explicit() argument 3 must be str, not %s", value_type_name(thread, arguments[2]));
    if (!value_is_none(arguments[5]) && !value_is_dict(arguments[5])) return raise_type_error(thread, "'registry' must be a dict or None");
    Dict *registry = value_is_none(arguments[5]) ? NULL : value_dict(arguments[5]);
    Value module = value_is_none(arguments[4]) ? arguments[2] : arguments[4];
    return warn_explicit(thread, arguments[0], category, value_string(arguments[2]), line, module, registry, VALUE_NONE) ? VALUE_NONE
                                                                                                                  : VALUE_ABSENT;
}

NATIVE(warnings_get_filters) {
    NATIVE_UNUSED;
    thread_finish_pending(thread); /* who asks for the list may be about to change it */
    List *filters = warnings_filters(thread);
    return filters ? value_from_object(object_retain(filters)) : VALUE_ABSENT;
}

NATIVE(warnings_replace_filters) {
    (void)native;
    if (!value_is_list(arguments[0])) return raise_type_error(thread, "filters must be a list");
    return warnings_set_filters(thread, value_list(arguments[0])) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(warnings_mutated) {
    NATIVE_UNUSED;
    warnings_filters_changed(thread);
    return VALUE_NONE;
}

NATIVE(warnings_set_shower) {
    (void)native;
    return warnings_set_show(thread, arguments[0]) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(warnings_get_shower) {
    NATIVE_UNUSED;
    return value_retain(warnings_show(thread));
}

NATIVE(warnings_text) {
    (void)native;
    int64_t line;
    if (!value_is_type(arguments[1])) return raise_type_error(thread, "category must be a class");
    if (!value_to_int64(thread, arguments[3], &line)) return VALUE_ABSENT;
    Value file = value_str(thread, arguments[2]);
    if (value_is_absent(file)) return file;
    Value text = warnings_format(thread, arguments[0], value_type(arguments[1]), value_string(file), line, arguments[4]);
    value_release(file);
    return text;
}

static const NativeEntry warnings_functions[] = {
    {"warn", "(message, category=None, stacklevel=1, source=None)",
     "Warn of something; the filters decide whether it is shown, left out or raised.",
     warnings_warn, NULL, 0},
    {"warn_explicit", "(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None)",
     "Issue a warning for a place.", warnings_warn_explicit, NULL, 0},
    {"get_filters", "()", NULL, warnings_get_filters, NULL, 0},
    {"set_filters", "(filters, /)", NULL, warnings_replace_filters, NULL, 0},
    {"filters_mutated", "()", NULL, warnings_mutated, NULL, 0},
    {"set_show", "(function, /)", NULL, warnings_set_shower, NULL, 0},
    {"get_show", "()", NULL, warnings_get_shower, NULL, 0},
    {"formatwarning", "(message, category, filename, lineno, line=None)",
     "A warning as the text that is shown: place, category, message and line of source.",
     warnings_text, NULL, 0},
    {0},
};

const ModuleEntry library__warnings = {.name = "_warnings", .functions = warnings_functions};

