/* Raising: thread->exception holds the instance that is on its way. */
#include "kernel/language/report/traceback.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/error/exception_types.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/objects_state.h"

#include "base/memory.h"
#include "base/text_buffer.h"

#include <errno.h>
#include <string.h>

bool exception_is_set(const Thread *thread) { return !value_is_absent(thread->exception); }

bool exception_matches(Thread *thread, Type *type) {
    return thread->exception.tag == TAG_OBJECT && type_is_subtype(thread->exception.object->type, type);
}

Value exception_take(Thread *thread) {
    Value instance = thread->exception;
    thread->exception = VALUE_ABSENT;
    return instance;
}

void exception_restore(Thread *thread, Value instance) { value_replace(&thread->exception, instance); }

void exception_clear(Thread *thread) { value_clear(&thread->exception); }

/* instance.__context__ = what is being handled, unless that would close a ring. */
static void exception_chain(Thread *thread, Value instance) {
    Value handled = thread->handled;
    if (handled.tag != TAG_OBJECT || value_is(handled, instance)) return;
    Value at = handled;
    for (size_t steps = 0; steps < 10000; steps++) {
        Exception *exception = (Exception *)at.object;
        Value next = exception->context;
        if (next.tag != TAG_OBJECT) break;
        if (value_is(next, instance)) {
            value_clear(&exception->context);
            break;
        }
        at = next;
    }
    value_replace(&((Exception *)instance.object)->context, value_retain(handled));
}

Value raise_instance(Thread *thread, Value instance) {
    value_retain(instance);
    exception_chain(thread, instance);
    exception_restore(thread, instance);
    return VALUE_ABSENT;
}

/* type(argument), raised. */
static Value raise_with(Thread *thread, Type *type, const Value *arguments, size_t count) {
    if (thread->interpreter->lookup_failed) {
        thread->interpreter->lookup_failed = false;
        return raise_no_memory(thread);
    }
    exception_clear(thread);
    Value type_value = {.tag = TAG_OBJECT, .object = &type->object};
    Value instance = value_call_values(thread, type_value, arguments, count);
    if (value_is_absent(instance)) return VALUE_ABSENT; /* what went wrong is raised instead */
    if (instance.object->type->flags & TYPE_EXCEPTION) raise_instance(thread, instance);
    else
        raise_type_error(thread, "exceptions must derive from BaseException");
    value_release(instance);
    return VALUE_ABSENT;
}

static Value raise_text(Thread *thread, Type *type, TextBuffer *text) {
    if (text->failed) {
        text_release(text);
        return raise_no_memory(thread);
    }
    exception_clear(thread);
    Value message = string_new(thread, text_string(text), text->length);
    text_release(text);
    if (value_is_absent(message)) return message;
    raise_with(thread, type, &message, 1);
    value_release(message);
    return VALUE_ABSENT;
}

#define RAISE_FORMATTED(type)                           \
    TextBuffer text = TEXT_BUFFER_EMPTY;                \
    va_list arguments;                                  \
    va_start(arguments, format);                        \
    text_append_format_list(&text, format, arguments);  \
    va_end(arguments);                                  \
    return raise_text(thread, type, &text)

Value raise_format(Thread *thread, Type *type, const char *format, ...) { RAISE_FORMATTED(type); }
Value raise_type_error(Thread *thread, const char *format, ...) { RAISE_FORMATTED(thread_builtins(thread)->exception_TypeError); }
Value raise_value_error(Thread *thread, const char *format, ...) { RAISE_FORMATTED(thread_builtins(thread)->exception_ValueError); }
Value raise_index_error(Thread *thread, const char *format, ...) { RAISE_FORMATTED(thread_builtins(thread)->exception_IndexError); }
Value raise_overflow_error(Thread *thread, const char *format, ...) {
    RAISE_FORMATTED(thread_builtins(thread)->exception_OverflowError);
}
Value raise_runtime_error(Thread *thread, const char *format, ...) {
    RAISE_FORMATTED(thread_builtins(thread)->exception_RuntimeError);
}

Value raise_zero_division(Thread *thread, const char *message) {
    return raise_format(thread, thread_builtins(thread)->exception_ZeroDivisionError, "%s", message);
}

static void set_members(Thread *thread, size_t first, Value value) {
    if (exception_is_set(thread)) value_replace(&((Exception *)thread->exception.object)->extra[first], value_retain(value));
}

Value raise_attribute_error_format(Thread *thread, Value object, String *name, const char *format, ...) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    va_list arguments;
    va_start(arguments, format);
    text_append_format_list(&text, format, arguments);
    va_end(arguments);
    raise_text(thread, thread_builtins(thread)->exception_AttributeError, &text);
    if (exception_matches(thread, thread_builtins(thread)->exception_AttributeError)) {
        set_members(thread, 0, (Value){.tag = TAG_OBJECT, .object = &name->object});
        set_members(thread, 1, object);
    }
    return VALUE_ABSENT;
}

void attribute_error_complete(Thread *thread, Value object, String *name) {
    if (!exception_is_set(thread) || !exception_matches(thread, thread_builtins(thread)->exception_AttributeError)) return;
    const Exception *exception = (Exception *)thread->exception.object;
    for (size_t i = 0; i < 2; i++)
        if (!value_is_absent(exception->extra[i]) && !value_is_none(exception->extra[i])) return;
    set_members(thread, 0, (Value){.tag = TAG_OBJECT, .object = &name->object});
    set_members(thread, 1, object);
}

Value raise_attribute_error(Thread *thread, Value object, String *name) {
    if (value_is_type(object))
        return raise_attribute_error_format(thread, object, name, "type object '%s' has no attribute '%s'",
                                            type_short_name(value_type(object)), name->bytes);
    return raise_attribute_error_format(thread, object, name, "'%s' object has no attribute '%s'",
                                        value_type_name(thread, object), name->bytes);
}

Value raise_key_error(Thread *thread, Value key) {
    return raise_with(thread, thread_builtins(thread)->exception_KeyError, &key, 1);
}

Value raise_name_error(Thread *thread, String *name) {
    raise_format(thread, thread_builtins(thread)->exception_NameError, "name '%s' is not defined", name->bytes);
    if (exception_matches(thread, thread_builtins(thread)->exception_NameError))
        set_members(thread, 0, (Value){.tag = TAG_OBJECT, .object = &name->object});
    return VALUE_ABSENT;
}

/* An instance of its own where there is room for that; the one that was made at the start where there is not. */
Value raise_no_memory(Thread *thread) {
    Value instance = thread_builtins(thread)->no_memory_error;
    ObjectsState *state = thread->interpreter->objects;
    if (!state->is_out_of_memory && instance.tag == TAG_OBJECT) {
        state->is_out_of_memory = true;
        exception_clear(thread);
        Value fresh = value_call_none(thread, (Value){.tag = TAG_OBJECT, .object = &instance.object->type->object});
        state->is_out_of_memory = false;
        if (!value_is_absent(fresh)) {
            raise_instance(thread, fresh);
            value_release(fresh);
            return VALUE_ABSENT;
        }
    }
    if (instance.tag == TAG_OBJECT) {
        Exception *exception = (Exception *)instance.object;
        if (!value_is(thread->exception, instance)) {
            value_clear(&exception->traceback);
            value_clear(&exception->context);
        }
        exception_restore(thread, value_retain(instance));
    }
    return VALUE_ABSENT;
}

Value raise_stop_iteration(Thread *thread, Value value) {
    bool plain = value_is_absent(value);
    return raise_with(thread, thread_builtins(thread)->exception_StopIteration, &value, plain ? 0 : 1);
}

Value raise_os_error(Thread *thread, int number, const char *path) {
    Value arguments[3] = {value_from_int(number), string_from_c(thread, strerror(number)),
                          path ? string_decode(thread, path, strlen(path), "utf-8", "surrogateescape") : VALUE_NONE};
    if (!value_is_absent(arguments[1]) && !value_is_absent(arguments[2]))
        raise_with(thread, thread_builtins(thread)->exception_OSError, arguments, path ? 3 : 2);
    value_release(arguments[1]);
    value_release(arguments[2]);
    return VALUE_ABSENT;
}

/* What an error shows of a path that was given as any object. */
static Value plain_path(Thread *thread, Value path) {
    Value method = path.tag == TAG_OBJECT && !value_is_string(path) ? value_find_attribute_c(thread, path, "__fspath__") : VALUE_ABSENT;
    Value text = value_is_absent(method) ? method : value_call_none(thread, method);
    value_release(method);
    exception_clear(thread);
    return value_is_absent(text) ? value_retain(path) : text;
}

Value raise_os_error_of(Thread *thread, int number, Value first, Value second) {
    Value arguments[5] = {value_from_int(number), string_from_c(thread, strerror(number)), plain_path(thread, first), VALUE_NONE,
                          value_is_absent(second) ? second : plain_path(thread, second)};
    if (!value_is_absent(arguments[1]))
        raise_with(thread, thread_builtins(thread)->exception_OSError, arguments, value_is_absent(second) ? 3 : 5);
    else raise_no_memory(thread); /* what plain_path() asked may have cleared it */
    for (int i = 1; i < 5; i++) value_release(arguments[i]);
    return VALUE_ABSENT;
}

/* ---- errors of the rooms below ---- */
bool exception_register(Thread *thread, const char *kind, Type *type) {
    if (hash_set(&thread->interpreter->objects->exception_kinds, kind, type)) return true;
    raise_no_memory(thread);
    return false;
}

/* "numpy.exceptions.AxisError" may not be registered yet: importing its module does that. */
static Type *find_kind(Thread *thread, const char *kind) {
    ObjectsState *state = thread->interpreter->objects;
    Type *type = exception_find_built_in(thread_builtins(thread), kind);
    if (!type) type = hash_get(&state->exception_kinds, kind);
    const char *dot = strrchr(kind, '.');
    if (type || !dot) return type;
    char *module_name = memory_copy_bytes(kind, (size_t)(dot - kind));
    Value module = module_name ? import_module(thread, module_name) : VALUE_ABSENT;
    memory_release(module_name);
    type = hash_get(&state->exception_kinds, kind);
    if (!type && !value_is_absent(module)) {
        Value found = value_find_attribute_c(thread, module, dot + 1);
        if (value_is_type(found) && found.object->type) type = value_type(found); /* the module keeps it */
        value_release(found);
    }
    value_release(module);
    exception_clear(thread);
    return type;
}

Value raise_error(Thread *thread, Error *error) {
    if (!error_is_set(error)) return raise_runtime_error(thread, "unknown error");
    const char *kind = error->kind;
    Type *type = find_kind(thread, kind);
    if (strcmp(kind, "MemoryError") == 0 && !error->message) raise_no_memory(thread);
    else if (!type) raise_runtime_error(thread, "%s: %s", kind, error->message ? error->message : "");
    else raise_format(thread, type, "%s", error->message ? error->message : "");
    error_clear(error);
    return VALUE_ABSENT;
}

void exception_replace_with_cause(Thread *thread, Type *type, const char *format, ...) {
    Value cause = exception_take(thread);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    va_list arguments;
    va_start(arguments, format);
    text_append_format_list(&text, format, arguments);
    va_end(arguments);
    raise_text(thread, type, &text);
    if (exception_is_set(thread) && cause.tag == TAG_OBJECT && !value_is(thread->exception, cause)) {
        Exception *exception = (Exception *)thread->exception.object;
        value_replace(&exception->cause, value_retain(cause));
        value_replace(&exception->context, value_retain(cause));
        exception->suppress_context = true;
    }
    value_release(cause);
}

/* ---- catching ---- */
static bool is_exception_class(Value class) { return value_is_type(class) && value_type(class)->flags & TYPE_EXCEPTION; }

bool exception_matches_value(Thread *thread, Value instance, Value class, bool *matches) {
    *matches = false;
    if (value_is_tuple(class)) {
        Tuple *classes = value_tuple(class);
        for (size_t i = 0; i < classes->count; i++)
            if (!is_exception_class(classes->items[i])) goto failed;
        for (size_t i = 0; i < classes->count && !*matches; i++)
            *matches = value_is_instance(thread->interpreter, instance, value_type(classes->items[i]));
        return true;
    }
    if (!is_exception_class(class)) goto failed;
    *matches = value_is_instance(thread->interpreter, instance, value_type(class));
    return true;
failed:
    raise_type_error(thread, "catching classes that do not inherit from BaseException is not allowed");
    return false;
}

/* The user's own sys.unraisablehook; false: there is none. */
static bool call_unraisable_hook(Thread *thread, Value instance, Value source) {
    Value module = dict_get_c(thread, thread->interpreter->modules, "sys");
    if (!value_is_module(module)) return false;
    Value hook = value_retain(dict_get_c(thread, module_attributes(module), "unraisablehook"));
    Value first = dict_get_c(thread, module_attributes(module), "__unraisablehook__");
    /* sys.__unraisablehook__ is another object for the same function. */
    bool is_own = value_has_type(hook, &native_type_template) && value_has_type(first, &native_type_template) &&
                  ((Native *)hook.object)->entry->code == ((Native *)first.object)->entry->code;
    if (value_is_absent(hook) || value_is_none(hook) || is_own) {
        value_release(hook);
        return false;
    }
    Value fields = dict_new(thread), traceback = ((Exception *)instance.object)->traceback, result = VALUE_ABSENT, unraisable;
    Value type = {.tag = TAG_OBJECT, .object = &instance.object->type->object};
    if (!value_is_absent(fields) && dict_set_c(thread, value_dict(fields), "exc_type", type) &&
        dict_set_c(thread, value_dict(fields), "exc_value", instance) &&
        dict_set_c(thread, value_dict(fields), "exc_traceback", value_is_absent(traceback) ? VALUE_NONE : traceback) &&
        dict_set_c(thread, value_dict(fields), "err_msg", VALUE_NONE) && dict_set_c(thread, value_dict(fields), "object", source) &&
        !value_is_absent(unraisable = namespace_new(thread, value_dict(fields)))) {
        result = value_call_one(thread, hook, unraisable);
        value_release(unraisable);
    }
    value_release(result);
    value_release(fields);
    value_release(hook);
    return !value_is_absent(result);
}

void exception_report_unraisable(Thread *thread, Value source) {
    Value instance = exception_take(thread);
    if (value_is_absent(instance)) return;
    if (call_unraisable_hook(thread, instance, source)) {
        value_release(instance);
        return;
    }
    exception_clear(thread);
    Value shown = value_repr(thread, source);
    exception_clear(thread);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "Exception ignored in: %s\n", value_is_absent(shown) ? "<object repr() failed>" : value_c_string(shown));
    traceback_format_unraisable(thread, instance, &text);
    interpreter_write(thread, true, text_string(&text), text.length);
    exception_clear(thread);
    text_release(&text);
    value_release(shown);
    value_release(instance);
}

void exception_show(Thread *thread, Value exception, Value traceback) {
    Exception *shown = (Exception *)exception.object;
    Value own = shown->traceback;
    shown->traceback = value_is_none(traceback) ? VALUE_ABSENT : value_retain(traceback);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    traceback_format_plain(thread, exception, &text);
    Value given = shown->traceback;
    shown->traceback = own;
    value_release(given);
    interpreter_write(thread, true, text_string(&text), text.length);
    text_release(&text);
}
