/* The entries of the modules that are written in Python. */
#include "kernel/library/python_module.h"

#include "kernel/library/module_list.h"
#include "kernel/library/python_text.h"
#include "kernel/objects/builtins.h"
#include "kernel/objects/containers.h"

#include <stdio.h>

bool python_module_run(Thread *thread, Value module, const char *name, const char *source, size_t length) {
    char file[128];
    snprintf(file, sizeof file, "<frozen %s>", name);
    Value done = thread->interpreter->run_source(thread, source, length, file, module_attributes(module));
    value_release(done);
    return !value_is_absent(done);
}

/* python_text.h has the text as python_<identifier>. */
#define P(identifier, name_)                                                                                        \
    static bool initialize_##identifier(Thread *thread, Value module) {                                             \
        return python_module_run(thread, module, name_, python_##identifier, sizeof python_##identifier - 1);       \
    }                                                                                                               \
    const ModuleEntry library_##identifier = {.name = name_, .initialize = initialize_##identifier};
LIBRARY_PYTHON_MODULES(P)
#undef P
