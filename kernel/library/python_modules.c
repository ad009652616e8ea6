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

/* The public functions of a module that is native in CPython look native. */
static bool make_functions_native(Thread *thread, Value module) {
    Dict *attributes = module_attributes(module);
    Value copy = dict_copy(thread, attributes), key, value;
    bool done = !value_is_absent(copy);
    for (size_t at = 0; done && dict_next(value_dict(copy), &at, &key, &value);) {
        if (!native_is_hidden_function(value)) continue;
        if (!value_is_string(key) || value_c_string(key)[0] == '_') continue;
        Value native = native_new_python(thread, value);
        done = !value_is_absent(native) && dict_set(thread, attributes, key, native);
        value_release(native);
    }
    value_release(copy);
    return done;
}

bool python_module_run(Thread *thread, Value module, const char *name, const char *source, size_t length) {
    return run(thread, module, "<frozen %s>", name, source, length);
}

/* python_text.h has the text as python_<identifier>. */
#define MODULE(identifier, name_, form, also)                                                                        \
    static bool initialize_##identifier(Thread *thread, Value module) {                                             \
        return run(thread, module, form, name_, python_##identifier, sizeof python_##identifier - 1) && (also);     \
    }                                                                                                               \
    const ModuleEntry library_##identifier = {.name = name_, .initialize = initialize_##identifier};
#define P(identifier, name) MODULE(identifier, name, "<frozen %s>", true)
#define N(identifier, name) MODULE(identifier, name, "<native %s>", make_functions_native(thread, module))
LIBRARY_PYTHON_MODULES(P)
LIBRARY_NATIVE_MODULES(N)
#undef P
#undef N

#define P(identifier, name) {"<frozen " name ">", python_##identifier, sizeof python_##identifier - 1},
#define N(identifier, name) {"<native " name ">", python_##identifier, sizeof python_##identifier - 1},
const PythonText library_texts[] = {LIBRARY_PYTHON_MODULES(P) LIBRARY_NATIVE_MODULES(N) {NULL, NULL, 0}};
