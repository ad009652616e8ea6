/* The entries of the modules that are written in Python. */
#include "kernel/library/python_module.h"

#include "kernel/library/module_list.h"
#include "kernel/library/python_text.h"
#include "kernel/objects/builtins.h"
#include "kernel/objects/containers.h"

#include <stdio.h>

static bool run(Thread *thread, Value module, const char *form, const char *name, const char *source, size_t length) {
    char file[128];
    snprintf(file, sizeof file, form, name);
    Value done = thread->interpreter->run_source(thread, source, length, file, module_attributes(module));
    value_release(done);
    return !value_is_absent(done);
}

bool python_module_run(Thread *thread, Value module, const char *name, const char *source, size_t length) {
    return run(thread, module, "<frozen %s>", name, source, length);
}

/* python_text.h has the text as python_<identifier>. */
#define MODULE(identifier, name_, form)                                                                              \
    static bool initialize_##identifier(Thread *thread, Value module) {                                             \
        return run(thread, module, form, name_, python_##identifier, sizeof python_##identifier - 1);               \
    }                                                                                                               \
    const ModuleEntry library_##identifier = {.name = name_, .initialize = initialize_##identifier};
#define P(identifier, name) MODULE(identifier, name, "<frozen %s>")
#define N(identifier, name) MODULE(identifier, name, "<native %s>")
LIBRARY_PYTHON_MODULES(P)
LIBRARY_NATIVE_MODULES(N)
