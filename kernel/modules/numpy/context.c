/* The state of the array faces and the way out of arraylib: warnings, callbacks, exceptions. */
#include "kernel/modules/numpy/numpy.h"

#include "base/memory.h"
#include "kernel/modules/numpy/modules.h"

#include <string.h>

/* ---- Exceptions ---- */

static Type *category_find(Thread *thread, const char *name) {
    Value found = dict_get_c(thread, thread->interpreter->builtin_names, name);
    if (value_is_absent(found)) exception_clear(thread);
    if (!value_is_absent(found) && value_is_type(found)) return value_type(found);
    const char *dot = strrchr(name, '.');
    Value member = array_module_member(thread, "numpy.exceptions", dot ? dot + 1 : name);
    if (value_is_absent(member)) {
        exception_clear(thread);
        return thread_builtins(thread)->exception_RuntimeWarning;
    }
    Type *type = value_type(member);
    value_release(member); /* the module keeps it */
    return type;
}

Value raise_array_error(Thread *thread, Error *error) {
    if (error->kind == ERROR_ALREADY_RAISED && exception_is_set(thread)) {
        error_clear(error);
        return VALUE_ABSENT;
    }
    if (!error_is_set(error)) {
        if (!exception_is_set(thread)) raise_no_memory(thread);
        return VALUE_ABSENT;
    }
    return raise_error(thread, error);
}

/* ---- The hooks ---- */

static bool hook_warn(void *context, const char *category, const char *message, Error *error) {
    ArrayContext *arrays = context;
    Thread *thread = arrays->thread;
    if (warn_format(thread, category_find(thread, category), "%s", message)) return true;
    error_clear(error);
    error->kind = ERROR_ALREADY_RAISED;
    return false;
}

static bool hook_invoke(void *context, Variant *callable, const Variant *arguments, size_t count, Variant *result,
                        Error *error) {
    ArrayContext *arrays = context;
    Thread *thread = arrays->thread;
    *result = variant_absent();
    Value *values = memory_allocate_zeroed(count ? count : 1, sizeof *values);
    if (!values) return error_no_memory(error);
    bool succeeded = true;
    for (size_t i = 0; i < count && succeeded; i++) {
        values[i] = value_from_variant(thread, variant_copy(arguments[i]), NULL, 0);
        succeeded = !value_is_absent(values[i]);
    }
    if (succeeded) {
        Value returned = value_call_values(thread, *(Value *)callable->handle->value, values, count);
        succeeded = !value_is_absent(returned) && variant_from_value(thread, returned, result);
        value_release(returned);
    }
    for (size_t i = 0; i < count; i++) value_release(values[i]);
    memory_release(values);
    arrays->thread = thread;
    if (succeeded) return true;
    error_clear(error);
    error->kind = ERROR_ALREADY_RAISED;
    return false;
}

/* np.seterrcall: a function gets (kind, flags), an object with write() gets a line. */
static bool hook_float_error(void *context, const char *kind, int flags, FloatErrorMode mode, Error *error) {
    ArrayContext *arrays = context;
    Thread *thread = arrays->thread;
    Value callback = arrays->error_callback, result;
    if (value_is_absent(callback) || value_is_none(callback)) return true;
    if (mode == FLOAT_ERROR_CALL) {
        Value text = string_from_c(thread, kind);
        result = value_is_absent(text) ? VALUE_ABSENT
                                       : value_call_two(thread, callback, text, value_from_int(flags));
        value_release(text);
    } else {
        Value line = string_format(thread, "Warning: %s encountered\n", kind);
        result = value_is_absent(line) ? VALUE_ABSENT : value_call_method(thread, callback, "write", &line, 1);
        value_release(line);
    }
    if (!value_is_absent(result)) {
        value_release(result);
        return true;
    }
    error_clear(error);
    error->kind = ERROR_ALREADY_RAISED;
    return false;
}

/* ---- The context ---- */

static const char context_key = 0;

static void release_object(void *object) { object_release(object); }

static void context_release(void *state) {
    ArrayContext *context = state;
    for (int i = 0; i < LIBRARY_COUNT; i++) hash_release(&context->ufuncs[i], release_object);
    hash_release(&context->object_types, NULL);
    hash_release(&context->result_types, release_object);
    for (int i = 0; i < DTYPE_COUNT; i++) value_release(context->dtypes[i]);
    for (int i = 0; i < 2; i++) value_release(context->bools[i]);
    value_release(context->error_callback);
    runtime_destroy(context->runtime);
    arena_release(&context->arena);
    context->interpreter->arrays = NULL;
    memory_release(context);
}

static ArrayContext *context_make(Thread *thread) {
    Error error = ERROR_NONE;
    ArrayContext *context = memory_allocate_zeroed(1, sizeof *context);
    if (!context) {
        raise_no_memory(thread);
        return NULL;
    }
    context->interpreter = thread->interpreter;
    context->thread = thread;
    context->runtime = runtime_create(&error);
    if (!context->runtime) {
        memory_release(context);
        raise_array_error(thread, &error);
        return NULL;
    }
    context->runtime->hooks = (ArrayHooks){hook_warn, hook_invoke, hook_float_error};
    context->runtime->hook_context = context;
    context->runtime->interrupt = &thread->interpreter->interrupted;
    if (!interpreter_set_state(thread->interpreter, &context_key, context, context_release)) {
        context_release(context);
        raise_no_memory(thread);
        return NULL;
    }
    thread->interpreter->arrays = context;
    if (!numpy_exceptions_make(thread) || !scalar_types_make(thread, context) || !array_types_make(thread, context)) return NULL;
    return context;
}

ArrayContext *array_context(Thread *thread) {
    ArrayContext *context = thread->interpreter->arrays;
    if (!context) context = context_make(thread);
    if (context) context->thread = thread;
    return context;
}
