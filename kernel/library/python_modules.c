/* The entries of the modules that are written in Python. */
#include "kernel/library/python_module.h"

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

/* identifier, name; python_text.h has the text as python_<identifier>. */
#define PYTHON_MODULES(X) \
    X(__future__, "__future__") X(abc, "abc") X(bisect, "bisect") X(collections, "collections") \
    X(contextlib, "contextlib") X(copy, "copy") X(copyreg, "copyreg") X(dataclasses, "dataclasses") \
    X(enum, "enum") X(functools, "functools") X(heapq, "heapq") X(itertools, "itertools") \
    X(operator, "operator") X(random, "random") X(string, "string") X(types, "types") X(typing, "typing") \
    X(warnings, "warnings") X(weakref, "weakref")

#define X(identifier, name_)                                                                                        \
    static bool initialize_##identifier(Thread *thread, Value module) {                                             \
        return python_module_run(thread, module, name_, python_##identifier, sizeof python_##identifier - 1);       \
    }                                                                                                               \
    const ModuleEntry library_##identifier = {.name = name_, .initialize = initialize_##identifier};
PYTHON_MODULES(X)
#undef X
