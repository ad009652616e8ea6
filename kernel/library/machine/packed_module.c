/* The modules of the pack: what runs when one is first imported. */
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/system/pack.h"

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

static bool initialize(Thread *thread, Value module) {
    Value name = dict_get_string(module_attributes(module), thread_builtins(thread)->name___name__);
    const PackRecord *record = pack_find(value_c_string(name));
    Value done = thread->interpreter->language->run_packed(thread, record, module_attributes(module));
    if (value_is_absent(done)) return false;
    value_release(done);
    return !(record->flags & PACK_NATIVE) || make_functions_native(thread, module);
}

const ModuleEntry packed_module = {.name = "", .initialize = initialize};
