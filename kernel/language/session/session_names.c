/* The names that a session of cells puts among the user's, before the first cell and after %reset. */
#include "base/memory.h"
#include "kernel/language/run/vm.h"
#include "kernel/language/session/session_private.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

/* What lies among the builtins, too: whoever binds one of them otherwise finds it again behind %reset. */
static bool put_tools(Thread *thread, Dict *names) {
    static const char *const tools[] = {"exit", "quit", "open", "get_ipython"};
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        Value tool = dict_get_c(thread, thread->interpreter->builtin_names, tools[i]);
        if (!value_is_absent(tool) && !dict_set_c(thread, names, tools[i], tool)) return false;
    }
    Value builtins = import_module(thread, "builtins");
    return dict_set_c_owned(thread, names, "__builtin__", builtins);
}

bool session_put_names(Thread *thread, Dict *names, Value inputs, Value outputs, Value folders) {
    static const char *const inputs_of_late[] = {"_i", "_ii", "_iii"};
    bool fine = put_tools(thread, names) && dict_set_c(thread, names, "In", inputs) && dict_set_c(thread, names, "_ih", inputs) &&
                dict_set_c(thread, names, "Out", outputs) && dict_set_c(thread, names, "_oh", outputs) &&
                dict_set_c(thread, names, "_dh", folders);
    for (size_t i = 0; fine && i < sizeof inputs_of_late / sizeof *inputs_of_late; i++)
        if (value_is_absent(dict_get_c(thread, names, inputs_of_late[i])))
            fine = dict_set_c(thread, names, inputs_of_late[i], thread_builtins(thread)->empty_string);
    return fine;
}

/* The folders in _dh are pathlib's, as in IPython. pathlib would double the time of a start: the first of them waits until a
 * cell or a magic is about _dh. */
bool session_put_folder(Thread *thread, Value folders, const char *folder) {
    if (!folder || value_list(folders)->count) return true;
    Value module = import_module(thread, "pathlib"), text = string_from_system(thread, folder, strlen(folder)), path = VALUE_ABSENT;
    if (!value_is_absent(module) && !value_is_absent(text)) path = value_call_method(thread, module, "Path", &text, 1);
    if (value_is_absent(path) && !value_is_absent(text)) { /* the machine has no library */
        exception_clear(thread);
        path = value_retain(text);
    }
    value_release(module), value_release(text);
    return list_append_owned(thread, value_list(folders), path);
}

char *session_find_folder(void) {
    char folder[PATH_MAX];
    return getcwd(folder, sizeof folder) ? memory_copy_string(folder) : NULL;
}
