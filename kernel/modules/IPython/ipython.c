/* IPython: its version and get_ipython(), which the magics put into a session's builtins. Sub-modules are members made when asked
 * for: a module that is being made cannot import what lies below it. */
#include "kernel/modules/IPython/ipython.h"

#include <stdio.h>

const char ipython_session_key = 0;

static Value get_from(Thread *thread, const char *home, String *name) {
    Value module = import_module(thread, home);
    Value function = value_is_absent(module) ? module : value_get_attribute(thread, module, name);
    value_release(module);
    return function;
}

/* IPython has imported its rooms, and what lies in them, for itself. */
static Value room_member(Thread *thread, Value module, String *name) {
    Value own = dict_get_string(module_attributes(module), thread_builtins(thread)->name___name__);
    char full[128];
    if (!value_is_string(own) || name->bytes[0] == '_') return VALUE_ABSENT;
    snprintf(full, sizeof full, "%s.%s", value_c_string(own), name->bytes);
    return module_entry_find(full) ? import_module(thread, full) : VALUE_ABSENT;
}

static Value ipython_member(Thread *thread, Value module, String *name) {
    if (string_equals_c(name, "display")) return import_module(thread, "IPython.display");
    if (string_equals_c(name, "get_ipython")) return get_from(thread, "IPython.core.getipython", name);
    if (string_equals_c(name, "InteractiveShell")) return get_from(thread, "IPython.core.interactiveshell", name);
    if (!string_equals_c(name, "_session")) return room_member(thread, module, name);
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

const ModuleEntry module_ipython_core = {.name = "IPython.core",
                                         .documentation = "Older homes of what IPython.display has.",
                                         .get_attribute = room_member};

/* The magics that are written in Python lie below it. */
const ModuleEntry module_ipython_core_magics = {.name = "IPython.core.magics", .documentation = "The magics that are written in Python."};
const ModuleEntry module_ipython_utils = {.name = "IPython.utils", .documentation = "Helpers by the names that notebooks know.",
                                          .get_attribute = room_member};
const ModuleEntry module_ipython_lib = {.name = "IPython.lib", .documentation = "More rich objects.", .get_attribute = room_member};
