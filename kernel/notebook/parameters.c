/* Texts become values, and values Python's text, in Python: _notebook_parameters, in an interpreter of its own. */
#include "kernel/notebook/parameters.h"

#include "base/memory.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"

static Value text_or_none(Thread *thread, const char *text) { return text ? string_from_c(thread, text) : VALUE_NONE; }

static Value rows(Thread *thread, const RunParameter *parameters, size_t count) {
    Value list = list_new(thread);
    for (size_t i = 0; i < count && !value_is_absent(list); i++) {
        Value parts[3] = {text_or_none(thread, parameters[i].kind), text_or_none(thread, parameters[i].name),
                          text_or_none(thread, parameters[i].value)};
        bool good = !value_is_absent(parts[0]) && !value_is_absent(parts[1]) && !value_is_absent(parts[2]) &&
                    list_append_owned(thread, value_list(list), tuple_from_values(thread, parts, 3));
        for (int part = 0; part < 3; part++) value_release(parts[part]);
        if (!good) value_replace(&list, VALUE_ABSENT);
    }
    return list;
}

static void tell(Thread *thread, Error *error) {
    Value exception = exception_take(thread), text = value_str(thread, exception);
    exception_clear(thread);
    error_set(error, "ValueError", "%s", value_is_string(text) ? value_c_string(text) : "the parameters cannot be read");
    value_release(text), value_release(exception);
}

static char *make_source(Thread *thread, const RunParameter *parameters, size_t count, Error *error) {
    Value given = rows(thread, parameters, count), module = VALUE_ABSENT, text = VALUE_ABSENT;
    if (!value_is_absent(given)) module = import_module(thread, "_notebook_parameters");
    if (!value_is_absent(module)) text = value_call_method(thread, module, "cell", &given, 1);
    char *source = value_is_string(text) ? memory_copy_string(value_c_string(text)) : NULL;
    if (exception_is_set(thread)) tell(thread, error);
    else if (!source) error_no_memory(error);
    value_release(given), value_release(module), value_release(text);
    return source;
}

char *parameters_source(const RunParameter *parameters, size_t count, Error *error) {
    if (!count) return memory_copy_string("");
    Interpreter *interpreter = interpreter_new(NULL);
    char *source = NULL;
    if (interpreter) source = make_source(interpreter->main, parameters, count, error);
    else error_no_memory(error);
    interpreter_delete(&interpreter);
    return source;
}
