/* The entries of the modules that are written in Python. */
#include "kernel/modules/python_modules.h"

#include "kernel/modules/python_text.h"
#include "kernel/objects/interpreter.h"

#include <stdio.h>

static bool run(Thread *thread, Value module, const char *name, const char *source, size_t length) {
    char file[128];
    snprintf(file, sizeof file, "<frozen %s>", name);
    Value done = thread->interpreter->run_source(thread, source, length, file, module_attributes(module));
    value_release(done);
    return !value_is_absent(done);
}

#define P(identifier, name_)                                                                        \
    static bool initialize_##identifier(Thread *thread, Value module) {                             \
        return run(thread, module, name_, python_##identifier, sizeof python_##identifier - 1);     \
    }                                                                                               \
    const ModuleEntry python_module_##identifier = {.name = name_, .initialize = initialize_##identifier};
PYTHON_MODULES(P)
#undef P

#define P(identifier, name) {"<frozen " name ">", python_##identifier, sizeof python_##identifier - 1},
const PythonText module_texts[] = {PYTHON_MODULES(P) {NULL, NULL, 0}};
#undef P
