/* BaseException, and the classes with members of their own. */
#include "kernel/objects/error/exception.h"

#include "kernel/language/report/traceback.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/error/exception_types.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/objects_state.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

Value exception_create(Thread *thread, Type *type, const Call *call) {
    Value arguments = tuple_from_values(thread, call->values, call->positional_count);
    if (value_is_absent(arguments)) return arguments;
    Value self = type_create_plain(thread, type);
    if (value_is_absent(self)) {
        value_release(arguments);
        return self;
    }
    Exception *exception = (Exception *)self.object;
    exception->arguments = value_tuple(arguments);
    for (size_t i = 0; i < EXCEPTION_EXTRA_COUNT; i++) exception->extra[i] = VALUE_NONE;
    return self;
}

/* create has made them already, of the same values as a rule. */
static bool has_arguments(const Exception *exception, const Call *call) {
    if (!exception->arguments || exception->arguments->count != call->positional_count) return false;
    for (size_t i = 0; i < call->positional_count; i++)
        if (!value_is(exception->arguments->items[i], call->values[i])) return false;
    return true;
}

static bool set_arguments(Thread *thread, Exception *exception, const Call *call) {
    if (has_arguments(exception, call)) return true;
    Value arguments = tuple_from_values(thread, call->values, call->positional_count);
    if (value_is_absent(arguments)) return false;
    Tuple *old = exception->arguments;
    exception->arguments = value_tuple(arguments);
    object_release(old);
    return true;
}

bool exception_initialize(Thread *thread, Value self, const Call *call) {
    if (call->names && call->names->count) {
        raise_type_error(thread, "%s() takes no keyword arguments", value_type_name(thread, self));
        return false;
    }
    return set_arguments(thread, (Exception *)self.object, call);
}

static void set_extra(Exception *exception, size_t index, Value value) {
    value_replace(&exception->extra[index], value_retain(value));
}

/* Keywords name=..., into members; others are errors. The members begin at `first`. */
static bool initialize_with_keywords(Thread *thread, Value self, const Call *call, const char *const *names, size_t first) {
    Exception *exception = (Exception *)self.object;
    if (!set_arguments(thread, exception, call)) return false;
    for (size_t k = 0; call->names && k < call->names->count; k++) {
        String *name = value_string(call->names->items[k]);
        size_t i = 0;
        while (names[i] && !string_equals_c(name, names[i])) i++;
        if (!names[i]) {
            raise_type_error(thread, "'%s' is an invalid keyword argument for %s()", name->bytes, value_type_name(thread, self));
            return false;
        }
        set_extra(exception, first + i, call->values[call->positional_count + k]);
    }
    return true;
}

bool stop_iteration_initialize(Thread *thread, Value self, const Call *call) {
    if (!exception_initialize(thread, self, call)) return false;
    set_extra((Exception *)self.object, 0, call->positional_count ? call->values[0] : VALUE_NONE);
    return true;
}

bool system_exit_initialize(Thread *thread, Value self, const Call *call) {
    if (!exception_initialize(thread, self, call)) return false;
    Exception *exception = (Exception *)self.object;
    if (call->positional_count == 1) set_extra(exception, 0, call->values[0]);
    else if (call->positional_count > 1) set_extra(exception, 0, (Value){.tag = TAG_OBJECT, .object = &exception->arguments->object});
    return true;
}

bool name_error_initialize(Thread *thread, Value self, const Call *call) {
    static const char *const names[] = {"name", NULL};
    return initialize_with_keywords(thread, self, call, names, 0);
}

bool attribute_error_initialize(Thread *thread, Value self, const Call *call) {
    static const char *const names[] = {"name", "obj", NULL};
    return initialize_with_keywords(thread, self, call, names, 0);
}

bool import_error_initialize(Thread *thread, Value self, const Call *call) {
    static const char *const names[] = {"name", "path", NULL};
    for (size_t i = 0; i < 3; i++) set_extra((Exception *)self.object, i, VALUE_NONE); /* it may be called again */
    if (!initialize_with_keywords(thread, self, call, names, 1)) return false;
    if (call->positional_count == 1) set_extra((Exception *)self.object, 0, call->values[0]);
    return true;
}

Value import_error_str(Thread *thread, Value self) {
    Value message = ((Exception *)self.object)->extra[0];
    return value_is_exact_string(message) ? value_retain(message) : exception_str(thread, self);
}

bool syntax_error_initialize(Thread *thread, Value self, const Call *call) {
    if (!exception_initialize(thread, self, call)) return false;
    Exception *exception = (Exception *)self.object;
    if (call->positional_count >= 1) set_extra(exception, 0, call->values[0]);
    if (call->positional_count != 2) return true;
    Value place = tuple_from_iterable(thread, call->values[1]);
    if (value_is_absent(place)) return false;
    size_t count = value_tuple(place)->count;
    bool good = count == 4 || count == 6;
    if (!good) {
        if (count == 5) raise_type_error(thread, "end_offset must be provided when end_lineno is provided");
        else raise_type_error(thread, "function takes %s %d arguments (%zu given)", count < 4 ? "at least" : "at most", count < 4 ? 4 : 6, count);
    }
    for (size_t i = 0; good && i < count; i++) set_extra(exception, 1 + i, value_tuple(place)->items[i]);
    value_release(place);
    return good;
}

Value syntax_error_str(Thread *thread, Value self) {
    Exception *exception = (Exception *)self.object;
    Value message = value_str(thread, exception->extra[0]);
    if (value_is_absent(message)) return message;
    bool has_file = value_is_string(exception->extra[1]), has_line = value_is_int(exception->extra[2]);
    const char *file = has_file ? value_c_string(exception->extra[1]) : "";
    const char *slash = strrchr(file, '/');
    if (slash) file = slash + 1;
    int64_t line = 0;
    if (has_line && !value_to_int64(thread, exception->extra[2], &line)) exception_clear(thread);
    Value text = has_file && has_line ? string_format(thread, "%s (%s, line %lld)", value_c_string(message), file, (long long)line)
                 : has_file           ? string_format(thread, "%s (%s)", value_c_string(message), file)
                 : has_line           ? string_format(thread, "%s (line %lld)", value_c_string(message), (long long)line)
                                      : value_retain(message);
    value_release(message);
    return text;
}

/* ---- OSError: the number chooses the class ---- */
static Type *os_error_class(Builtins *builtins, int64_t number) {
    switch (number) {
    case EAGAIN:
    case EALREADY:
    case EINPROGRESS: return builtins->exception_BlockingIOError;
    case EPIPE:
    case ESHUTDOWN: return builtins->exception_BrokenPipeError;
    case ECHILD: return builtins->exception_ChildProcessError;
    case ECONNABORTED: return builtins->exception_ConnectionAbortedError;
    case ECONNREFUSED: return builtins->exception_ConnectionRefusedError;
    case ECONNRESET: return builtins->exception_ConnectionResetError;
    case EEXIST: return builtins->exception_FileExistsError;
    case ENOENT: return builtins->exception_FileNotFoundError;
    case EINTR: return builtins->exception_InterruptedError;
    case EISDIR: return builtins->exception_IsADirectoryError;
    case ENOTDIR: return builtins->exception_NotADirectoryError;
    case EACCES:
    case EPERM: return builtins->exception_PermissionError;
    case ESRCH: return builtins->exception_ProcessLookupError;
    case ETIMEDOUT: return builtins->exception_TimeoutError;
    default: return NULL;
    }
}

Value os_error_create(Thread *thread, Type *type, const Call *call) {
    Builtins *builtins = thread_builtins(thread);
    if (type == builtins->exception_OSError && call->positional_count >= 2 && call->positional_count <= 5 &&
        call->values[0].tag == TAG_INT) {
        Type *class = os_error_class(builtins, call->values[0].integer);
        if (class) type = class;
    }
    return exception_create(thread, type, call);
}

bool os_error_initialize(Thread *thread, Value self, const Call *call) {
    if (!exception_initialize(thread, self, call)) return false;
    Exception *exception = (Exception *)self.object;
    size_t count = call->positional_count;
    if (count < 2 || count > 5) return true;
    set_extra(exception, 0, call->values[0]);
    set_extra(exception, 1, call->values[1]);
    if (count > 2) set_extra(exception, 2, call->values[2]);
    if (count > 4) set_extra(exception, 3, call->values[4]);
    if (count == 2 || value_is_none(exception->extra[2])) return true;
    Call two = {.values = call->values, .positional_count = 2}; /* args keeps only the first two */
    return set_arguments(thread, exception, &two);
}

Value os_error_str(Thread *thread, Value self) {
    Exception *exception = (Exception *)self.object;
    if (exception->arguments->count < 2) return exception_str(thread, self);
    Value number = value_str(thread, exception->extra[0]), text = value_str(thread, exception->extra[1]);
    Value file = value_is_none(exception->extra[2]) ? VALUE_NONE : value_repr(thread, exception->extra[2]);
    Value other = value_is_none(exception->extra[3]) ? VALUE_NONE : value_repr(thread, exception->extra[3]);
    Value result = VALUE_ABSENT;
    if (value_is_absent(number) || value_is_absent(text) || value_is_absent(file) || value_is_absent(other)) result = VALUE_ABSENT;
    else if (value_is_none(file)) result = string_format(thread, "[Errno %s] %s", value_c_string(number), value_c_string(text));
    else if (value_is_none(other))
        result = string_format(thread, "[Errno %s] %s: %s", value_c_string(number), value_c_string(text), value_c_string(file));
    else
        result = string_format(thread, "[Errno %s] %s: %s -> %s", value_c_string(number), value_c_string(text), value_c_string(file),
                               value_c_string(other));
    value_release(number);
    value_release(text);
    value_release(file);
    value_release(other);
    return result;
}

/* ---- UnicodeError's children: encoding, object, start, end, reason ---- */
static bool unicode_initialize(Thread *thread, Value self, const Call *call, size_t count) {
    if (!exception_initialize(thread, self, call)) return false;
    if (call->positional_count != count) {
        raise_type_error(thread, "function takes exactly %zu arguments (%zu given)", count, call->positional_count);
        return false;
    }
    Exception *exception = (Exception *)self.object;
    size_t first = 5 - count; /* UnicodeTranslateError has no encoding */
    for (size_t i = 0; i < count; i++) set_extra(exception, first + i, call->values[i]);
    return true;
}
bool unicode_error_initialize(Thread *thread, Value self, const Call *call) {
    if (!unicode_initialize(thread, self, call, 5)) return false;
    Exception *exception = (Exception *)self.object;
    Type *decodes = thread_builtins(thread)->exception_UnicodeDecodeError;
    if (!type_is_subtype(self.object->type, decodes) || value_has_type(exception->extra[1], &bytes_type_template)) return true;
    const char *bytes;
    size_t length;
    if (!value_buffer(thread, exception->extra[1], &bytes, &length)) return false;
    Value copy = bytes_new(thread, bytes, length);
    if (!value_is_absent(copy)) value_replace(&exception->extra[1], copy);
    return !value_is_absent(copy);
}
bool unicode_translate_initialize(Thread *thread, Value self, const Call *call) { return unicode_initialize(thread, self, call, 4); }

static Value unicode_str(Thread *thread, Value self, bool decodes) {
    Exception *exception = (Exception *)self.object;
    int64_t start, end;
    Value object = exception->extra[1];
    if (value_is_none(object)) return string_from_c(thread, "");
    if (!value_to_int64(thread, exception->extra[2], &start) || !value_to_int64(thread, exception->extra[3], &end)) return VALUE_ABSENT;
    Value encoding = value_str(thread, exception->extra[0]), reason = value_str(thread, exception->extra[4]);
    Value result = VALUE_ABSENT;
    bool has_encoding = !value_is_none(exception->extra[0]);
    if (value_is_absent(encoding) || value_is_absent(reason)) goto done;
    const char *verb = decodes ? "decode" : has_encoding ? "encode" : "translate";
    char who[200] = "can't";
    if (has_encoding) snprintf(who, sizeof who, "'%.150s' codec can't", value_c_string(encoding));
    Value unit = start < INT64_MAX && end == start + 1 ? value_get_item(thread, object, value_from_int(start)) : VALUE_ABSENT;
    exception_clear(thread);
    if (decodes && unit.tag == TAG_INT) {
        result = string_format(thread, "%s decode byte 0x%02x in position %lld: %s", who, (unsigned)unit.integer, (long long)start, value_c_string(reason));
    } else if (!decodes && value_is_string(unit)) {
        uint32_t code = value_string(unit)->count ? string_code_point(value_string(unit), 0) : 0;
        char shown[16];
        snprintf(shown, sizeof shown, code < 0x100 ? "\\x%02x" : code < 0x10000 ? "\\u%04x" : "\\U%08x", code);
        result = string_format(thread, "%s %s character '%s' in position %lld: %s", who, verb, shown, (long long)start, value_c_string(reason));
    } else {
        result = string_format(thread, "%s %s %s in position %lld-%lld: %s", who, verb, decodes ? "bytes" : "characters",
                               (long long)start, (long long)((uint64_t)end - 1), value_c_string(reason));
    }
    value_release(unit);
done:
    value_release(encoding);
    value_release(reason);
    return result;
}
Value unicode_decode_str(Thread *thread, Value self) { return unicode_str(thread, self, true); }
Value unicode_encode_str(Thread *thread, Value self) { return unicode_str(thread, self, false); }

/* ---- text ---- */
Value exception_str(Thread *thread, Value self) {
    Tuple *arguments = ((Exception *)self.object)->arguments;
    if (arguments->count == 0) return value_retain(thread_builtins(thread)->empty_string);
    if (arguments->count == 1) return value_str(thread, arguments->items[0]);
    return value_repr(thread, (Value){.tag = TAG_OBJECT, .object = &arguments->object});
}

Value key_error_str(Thread *thread, Value self) {
    Tuple *arguments = ((Exception *)self.object)->arguments;
    return arguments->count == 1 ? value_repr(thread, arguments->items[0]) : exception_str(thread, self);
}

static Value exception_repr(Thread *thread, Value self) {
    Exception *exception = (Exception *)self.object;
    const char *name = type_short_name(self.object->type);
    Value arguments = {.tag = TAG_OBJECT, .object = &exception->arguments->object};
    Value shown = value_repr(thread, exception->arguments->count == 1 ? exception->arguments->items[0] : arguments);
    if (value_is_absent(shown)) return shown;
    Value repr = string_format(thread, exception->arguments->count == 1 ? "%s(%s)" : "%s%s", name, value_c_string(shown));
    value_release(shown);
    return repr;
}

/* ---- life ---- */
static void exception_clear_members(Object *self) {
    Exception *exception = (Exception *)self;
    object_clear(&exception->arguments);
    value_clear(&exception->cause);
    value_clear(&exception->context);
    value_clear(&exception->traceback);
    for (size_t i = 0; i < EXCEPTION_EXTRA_COUNT; i++) value_clear(&exception->extra[i]);
}

static bool exception_visit(Object *self, Visit *visit, void *context) {
    Exception *exception = (Exception *)self;
    return visit_object(exception->arguments, visit, context) && visit_value(exception->cause, visit, context) &&
           visit_value(exception->context, visit, context) && visit_value(exception->traceback, visit, context) &&
           visit_values(exception->extra, EXCEPTION_EXTRA_COUNT, visit, context);
}

/* A cleared exception may still be looked at by a finalizer: its arguments are then empty. */
static void exception_clear_cycle(Object *self) {
    Exception *exception = (Exception *)self;
    Interpreter *interpreter = self->type->interpreter;
    exception_clear_members(self);
    exception->arguments = object_retain(interpreter->builtins->empty_tuple.object);
}

/* ---- properties ---- */
static Value none_for_absent(Value value) { return value_is_absent(value) ? VALUE_NONE : value_retain(value); }

static Value get_arguments(Thread *thread, Value self) {
    (void)thread;
    return value_from_object(object_retain(((Exception *)self.object)->arguments));
}
static bool set_arguments_property(Thread *thread, Value self, Value value) {
    if (value_is_absent(value)) {
        raise_type_error(thread, "args may not be deleted");
        return false;
    }
    Value tuple = tuple_from_iterable(thread, value);
    if (value_is_absent(tuple)) return false;
    Exception *exception = (Exception *)self.object;
    Tuple *old = exception->arguments;
    exception->arguments = value_tuple(tuple);
    object_release(old);
    return true;
}

static Value get_traceback(Thread *thread, Value self) {
    (void)thread;
    return none_for_absent(((Exception *)self.object)->traceback);
}
static bool set_traceback(Thread *thread, Value self, Value value) {
    if (value_is_absent(value)) {
        raise_type_error(thread, "__traceback__ may not be deleted");
        return false;
    }
    if (!value_is_none(value) && !value_has_type(value, &traceback_type_template)) {
        raise_type_error(thread, "__traceback__ must be a traceback or None");
        return false;
    }
    value_replace(&((Exception *)self.object)->traceback, value_is_none(value) ? VALUE_ABSENT : value_retain(value));
    return true;
}

static bool set_link(Thread *thread, Value *place, Value value, const char *name) {
    if (value_is_absent(value)) {
        raise_type_error(thread, "__%s__ may not be deleted", name);
        return false;
    }
    if (!value_is_none(value) && !(value.tag == TAG_OBJECT && value.object->type->flags & TYPE_EXCEPTION)) {
        raise_type_error(thread, "exception %s must be None or derive from BaseException", name);
        return false;
    }
    value_replace(place, value_is_none(value) ? VALUE_ABSENT : value_retain(value));
    return true;
}
static Value get_cause(Thread *thread, Value self) {
    (void)thread;
    return none_for_absent(((Exception *)self.object)->cause);
}
static bool set_cause(Thread *thread, Value self, Value value) {
    Exception *exception = (Exception *)self.object;
    if (!set_link(thread, &exception->cause, value, "cause")) return false;
    exception->suppress_context = true;
    return true;
}
static Value get_context(Thread *thread, Value self) {
    (void)thread;
    return none_for_absent(((Exception *)self.object)->context);
}
static bool set_context(Thread *thread, Value self, Value value) {
    return set_link(thread, &((Exception *)self.object)->context, value, "context");
}
static Value get_suppress_context(Thread *thread, Value self) {
    (void)thread;
    return value_from_bool(((Exception *)self.object)->suppress_context);
}
static bool set_suppress_context(Thread *thread, Value self, Value value) {
    if (value.tag != TAG_BOOL) {
        raise_type_error(thread, "attribute value type must be bool");
        return false;
    }
    ((Exception *)self.object)->suppress_context = value.integer;
    return true;
}
static const PropertyEntry exception_properties[] = {
    {"args", get_arguments, set_arguments_property, "the arguments, as a tuple"},
    {"__traceback__", get_traceback, set_traceback, "where it was raised"},
    {"__cause__", get_cause, set_cause, "what stands behind from in the raise statement"},
    {"__context__", get_context, set_context, "the exception that was handled when this one was raised"},
    {"__suppress_context__", get_suppress_context, set_suppress_context, "whether __context__ is not shown"},
    {"__dict__", object_get_dict, object_set_dict, NULL},
    {0},
};

/* ---- methods ---- */
NATIVE(exception_with_traceback) {
    (void)native;
    return set_traceback(thread, arguments[0], arguments[1]) ? value_retain(arguments[0]) : VALUE_ABSENT;
}

/* The notes are an ordinary attribute of the instance. */
NATIVE(exception_add_note) {
    (void)native;
    String *name = thread_builtins(thread)->name___notes__;
    if (!value_is_string(arguments[1]))
        return raise_type_error(thread, "note must be a str, not '%s'", value_type_name(thread, arguments[1]));
    Value notes = value_find_attribute(thread, arguments[0], name);
    if (value_is_absent(notes) && !exception_is_set(thread)) {
        notes = list_new(thread);
        if (!value_is_absent(notes) && !value_set_attribute(thread, arguments[0], name, notes)) value_clear(&notes);
    }
    if (value_is_absent(notes)) return notes;
    bool is_list = value_is_list(notes);
    if (!is_list) raise_type_error(thread, "Cannot add note: __notes__ is not a list");
    bool done = is_list && list_append(thread, value_list(notes), arguments[1]);
    value_release(notes);
    return done ? VALUE_NONE : VALUE_ABSENT;
}

/* The arguments that make an exception again: the names of files are not among an OSError's args. */
static Value arguments_again(Thread *thread, const Exception *exception) {
    Tuple *own = exception->arguments;
    Value file = exception->extra[2], other = exception->extra[3];
    bool is_os_error = type_is_subtype(exception->object.type, thread_builtins(thread)->exception_OSError);
    if (!is_os_error || own->count != 2 || !value_is_object(file)) return value_retain(value_from_object(own));
    Value all[5] = {own->items[0], own->items[1], file, VALUE_NONE, other};
    return tuple_from_values(thread, all, value_is_object(other) ? 5 : 3);
}

/* Attributes; an ImportError's name and path, too. Owned; None: there are none. */
static Value state_of(Thread *thread, const Exception *exception) {
    Value attributes = exception->attributes ? value_from_object(exception->attributes) : VALUE_NONE;
    bool is_import_error = type_is_subtype(exception->object.type, thread_builtins(thread)->exception_ImportError);
    const Value *name = &exception->extra[1], *path = &exception->extra[2];
    if (!is_import_error || (!value_is_object(*name) && !value_is_object(*path))) return value_retain(attributes);
    Value state = exception->attributes ? dict_copy(thread, exception->attributes) : dict_new(thread);
    if (value_is_absent(state)) return state;
    if ((value_is_object(*name) && !dict_set_c(thread, value_dict(state), "name", *name)) ||
        (value_is_object(*path) && !dict_set_c(thread, value_dict(state), "path", *path)))
        value_clear(&state);
    return state;
}

NATIVE(exception_reduce) {
    (void)native;
    Exception *exception = (Exception *)arguments[0].object;
    Value state = state_of(thread, exception);
    if (value_is_absent(state)) return state;
    Value values[3] = {value_from_object(exception->object.type), arguments_again(thread, exception), state};
    Value result = value_is_absent(values[1]) ? values[1] : tuple_from_values(thread, values, value_is_none(state) ? 2 : 3);
    value_release(values[1]);
    value_release(state);
    return result;
}

NATIVE(exception_set_state) {
    (void)native;
    if (value_is_none(arguments[1])) return VALUE_NONE;
    if (!value_is_dict(arguments[1])) return raise_type_error(thread, "state is not a dictionary");
    Value key, value;
    for (size_t at = 0; dict_next(value_dict(arguments[1]), &at, &key, &value);)
        if (value_is_string(key) && !value_set_attribute(thread, arguments[0], value_string(key), value)) return VALUE_ABSENT;
    return VALUE_NONE;
}

static const NativeEntry exception_methods[] = {
    {"with_traceback", "($self, tb, /)", "Replace the exception's traceback by tb; the exception itself is the "
                                         "result.",
     exception_with_traceback, NULL, 0},
    {"add_note", "($self, note, /)", "Add a line of text that is shown below the exception's traceback.", exception_add_note, NULL, 0},
    {"__reduce__", "($self, /)", NULL, exception_reduce, NULL, 0},
    {"__setstate__", "($self, state, /)", NULL, exception_set_state, NULL, 0},
    {0},
};

const Type exception_type_template = {
    .name = "BaseException",
    .documentation = "The root of the exceptions: whatever is raised derives from it.",
    .signature = "(*args, **kwargs)",
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_EXCEPTION,
    .instance_size = sizeof(Exception),
    .attributes_offset = offsetof(Exception, attributes),
    .create = exception_create,
    .initialize = exception_initialize,
    .destroy = exception_clear_members,
    .visit = exception_visit,
    .clear = exception_clear_cycle,
    .repr = exception_repr,
    .str = exception_str,
    .methods = exception_methods,
    .properties = exception_properties,
};
