/* IPython: its version and get_ipython(), which the magics put into a session's builtins. Sub-modules are members made when asked
 * for: a module that is being made cannot import what lies below it. */
#include "kernel/modules/IPython/ipython.h"

const char ipython_session_key = 0;

static Value get_from_home(Thread *thread, String *name) {
    Value module = import_module(thread, "IPython.core.getipython");
    Value function = value_is_absent(module) ? module : value_get_attribute(thread, module, name);
    value_release(module);
    return function;
}

static Value ipython_member(Thread *thread, Value module, String *name) {
    (void)module;
    if (string_equals_c(name, "display")) return import_module(thread, "IPython.display");
    if (string_equals_c(name, "get_ipython")) return get_from_home(thread, name);
    if (!string_equals_c(name, "_session")) return VALUE_ABSENT;
    Object *function = interpreter_state(thread->interpreter, &ipython_session_key);
    return function ? value_from_object(object_retain(function)) : VALUE_ABSENT;
}

static bool ipython_initialize(Thread *thread, Value module) {
    const Value numbers[] = {value_from_int(9), value_from_int(18), value_from_int(1)};
    return module_add(thread, module, "__version__", string_from_c(thread, "9.18.1")) &&
           module_add(thread, module, "version_info", tuple_from_values(thread, numbers, 3));
}

const ModuleEntry module_ipython = {.name = "IPython",
                                    .documentation = "The interactive session, by the names that notebooks know.",
                                    .initialize = ipython_initialize,
                                    .get_attribute = ipython_member};

static Value core_member(Thread *thread, Value module, String *name) {
    (void)module;
    return string_equals_c(name, "display") ? import_module(thread, "IPython.core.display") : VALUE_ABSENT;
}

const ModuleEntry module_ipython_core = {.name = "IPython.core",
                                         .documentation = "Older homes of what IPython.display has.",
                                         .get_attribute = core_member};

/* The magics that are written in Python lie below it. */
const ModuleEntry module_ipython_core_magics = {.name = "IPython.core.magics", .documentation = "The magics that are written in Python."};
const ModuleEntry module_ipython_utils = {.name = "IPython.utils", .documentation = "Helpers by the names that notebooks know."};
const ModuleEntry module_ipython_lib = {.name = "IPython.lib", .documentation = "More rich objects."};
