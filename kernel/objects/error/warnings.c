/* Warnings: which are shown, once or always, and how. */
#include "kernel/objects/error/warnings.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/language/run/frame.h"
#include "kernel/language/text/sources.h"
#include "kernel/objects/container/list.h"
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/text/string.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Warnings {
    List *filters;
    List *own;       /* NULL; what `filters` was before the program set warnings.filters */
    Dict *once;      /* (text, category) shown under "once" */
    int64_t version; /* changes with the filters */
    Value show;      /* a callable, or none */
    Value source;    /* the object that is being warned about, borrowed; or none */
};

static Value type_value(Type *type) { return (Value){.tag = TAG_OBJECT, .object = &type->object}; }

/* ---- filters ---- */
static Value make_filter(Thread *thread, const char *action, Value message, Type *category, Value module, int64_t line) {
    Value items[5] = {string_from_c(thread, action), message, type_value(category), module, value_from_int(line)};
    Value filter = value_is_absent(items[0]) ? VALUE_ABSENT : tuple_from_values(thread, items, 5);
    value_release(items[0]);
    return filter;
}

static bool add_default(Thread *thread, List *filters, const char *action, Type *category, const char *module) {
    Value name = module ? string_from_c(thread, module) : VALUE_NONE;
    Value filter = value_is_absent(name) ? VALUE_ABSENT : make_filter(thread, action, VALUE_NONE, category, name, 0);
    value_release(name);
    return list_append_owned(thread, filters, filter);
}

static Warnings *warnings_get(Thread *thread) {
    ObjectsState *state = thread->interpreter->objects;
    if (state->warnings) return state->warnings;
    Builtins *builtins = thread_builtins(thread);
    Warnings *warnings = memory_allocate_zeroed(1, sizeof *warnings);
    if (!warnings) {
        raise_no_memory(thread);
        return NULL;
    }
    warnings->show = warnings->source = VALUE_NONE;
    warnings->filters = value_list(list_new(thread));
    warnings->once = value_dict(dict_new(thread));
    List *filters = warnings->filters;
    if (!filters || !warnings->once || !add_default(thread, filters, "default", builtins->exception_DeprecationWarning, "__main__") ||
        !add_default(thread, filters, "ignore", builtins->exception_DeprecationWarning, NULL) ||
        !add_default(thread, filters, "ignore", builtins->exception_PendingDeprecationWarning, NULL) ||
        !add_default(thread, filters, "ignore", builtins->exception_ImportWarning, NULL) ||
        !add_default(thread, filters, "ignore", builtins->exception_ResourceWarning, NULL)) {
        object_release(warnings->filters);
        object_release(warnings->once);
        memory_release(warnings);
        return NULL;
    }
    state->warnings = warnings;
    return warnings;
}

void warnings_delete(Interpreter *interpreter) {
    Warnings *warnings = interpreter->objects->warnings;
    if (!warnings) return;
    interpreter->objects->warnings = NULL;
    object_release(warnings->filters);
    if (warnings->own) object_release(warnings->own);
    object_release(warnings->once);
    value_release(warnings->show);
    memory_release(warnings);
}

List *warnings_filters(Thread *thread) {
    Warnings *warnings = warnings_get(thread);
    return warnings ? warnings->filters : NULL;
}

bool warnings_set_filters(Thread *thread, List *filters) {
    thread_finish_pending(thread); /* what was called under the old ones */
    Warnings *warnings = warnings_get(thread);
    if (!warnings) return false;
    List *old = warnings->filters;
    warnings->filters = object_retain(filters);
    object_release(old);
    warnings->version++;
    return true;
}

bool warnings_assign_filters(Thread *thread, List *filters) {
    Warnings *warnings = warnings_get(thread);
    if (!warnings) return false;
    List *own = warnings->own ? warnings->own : object_retain(warnings->filters), *next = filters ? filters : own;
    warnings->own = filters ? own : NULL;
    bool done = warnings_set_filters(thread, next);
    if (!filters) object_release(own);
    return done;
}

void warnings_filters_changed(Thread *thread) {
    thread_finish_pending(thread);
    Warnings *warnings = warnings_get(thread);
    if (warnings) warnings->version++;
    else
        exception_clear(thread);
}

bool warnings_may_raise(Thread *thread) {
    const Warnings *warnings = thread->interpreter->objects->warnings;
    if (warnings && warnings->filters->object.references > 1) return true; /* whoever else holds the list may write to it */
    for (size_t i = 0; warnings && i < warnings->filters->count; i++) {
        Value filter = warnings->filters->items[i];
        if (!value_is_tuple(filter) || !value_tuple(filter)->count) return true;
        Value action = value_tuple(filter)->items[0];
        if (value_is_string(action) && string_equals_c(value_string(action), "error")) return true;
    }
    return false;
}

bool warnings_add_filter(Thread *thread, const char *action, Value message, Type *category, Value module, int64_t line, bool append) {
    thread_finish_pending(thread);
    Warnings *warnings = warnings_get(thread);
    if (!warnings) return false;
    Value filter = make_filter(thread, action, message, category, module, line);
    if (value_is_absent(filter)) return false;
    List *filters = warnings->filters;
    bool done = true;
    for (size_t i = 0; i < filters->count; i++) { /* an equal one moves instead of standing twice */
        int equal = value_equal(thread, filters->items[i], filter);
        if (equal < 0) done = false;
        if (equal <= 0 || append) continue;
        Value removed = list_pop(thread, filters, (int64_t)i);
        value_release(removed);
        break;
    }
    done = done && (append ? list_append(thread, filters, filter) : list_insert(thread, filters, 0, filter));
    value_release(filter);
    warnings->version++;
    return done;
}

bool warnings_set_show(Thread *thread, Value callable) {
    thread_finish_pending(thread);
    Warnings *warnings = warnings_get(thread);
    if (!warnings) return false;
    value_replace(&warnings->show, value_retain(callable));
    return true;
}

Value warnings_show(Thread *thread) {
    Warnings *warnings = warnings_get(thread);
    return warnings ? warnings->show : VALUE_ABSENT;
}

/* None matches everything, a str the whole text, anything else is a compiled expression. */
static int pattern_matches(Thread *thread, Value pattern, Value text) {
    if (value_is_none(pattern)) return 1;
    if (value_is_string(pattern)) return value_equal(thread, pattern, text);
    Value match = value_call_method(thread, pattern, "match", &text, 1);
    if (value_is_absent(match)) return -1;
    int truth = value_truth(thread, match);
    value_release(match);
    return truth;
}

/* The action of the first filter that fits: a static string, NULL with an exception. */
static const char *find_action(Thread *thread, Warnings *warnings, Value text, Type *category, Value module, int64_t line) {
    static const char *const actions[] = {"error", "ignore", "always", "module", "once", "default", "all"};
    for (size_t i = 0; i < warnings->filters->count; i++) {
        Value filter = warnings->filters->items[i];
        if (!value_is_tuple(filter) || value_tuple(filter)->count != 5) {
            raise_value_error(thread, "warnings.filters item %zu isn't a 5-tuple", i);
            return NULL;
        }
        const Value *items = value_tuple(filter)->items;
        int64_t filter_line = 0;
        if (!value_to_int64(thread, items[4], &filter_line)) return NULL;
        if (filter_line && filter_line != line) continue;
        if (!value_is_type(items[2]) || !type_is_subtype(category, value_type(items[2]))) continue;
        int fits = pattern_matches(thread, items[1], text);
        if (fits > 0) fits = pattern_matches(thread, items[3], module);
        if (fits < 0) return NULL;
        if (!fits) continue;
        for (size_t a = 0; a < sizeof actions / sizeof *actions; a++)
            if (value_is_string(items[0]) && string_equals_c(value_string(items[0]), actions[a])) return actions[a];
        raise_runtime_error(thread, "Unrecognized action (%s) in warnings.filters:\n %s",
                            value_is_string(items[0]) ? value_c_string(items[0]) : "?", value_type_name(thread, filter));
        return NULL;
    }
    return "default";
}

/* ---- what was shown already ---- */
/* 1: (text, category, line) is in the registry; 0: it is now; -1: an exception. */
static int registry_note(Thread *thread, Dict *registry, Value text, Type *category, int64_t line) {
    Value items[3] = {text, type_value(category), value_from_int(line)};
    Value key = tuple_from_values(thread, items, line < 0 ? 2 : 3);
    if (value_is_absent(key)) return -1;
    Value found = dict_get(thread, registry, key);
    int result = !value_is_absent(found);
    if (!result && (exception_is_set(thread) || !dict_set(thread, registry, key, VALUE_TRUE))) result = -1;
    value_release(key);
    return result;
}

static bool registry_refresh(Thread *thread, Warnings *warnings, Dict *registry) {
    Value version = dict_get_c(thread, registry, "version");
    if (value_is(version, value_from_int(warnings->version))) return true;
    dict_clear(registry);
    return dict_set_c(thread, registry, "version", value_from_int(warnings->version));
}

static int is_shown_already(Thread *thread, Warnings *warnings, const char *action, Dict *registry, Value text, Type *category, int64_t line) {
    if (strcmp(action, "always") == 0 || strcmp(action, "all") == 0) return 0;
    if (strcmp(action, "once") == 0) return registry_note(thread, warnings->once, text, category, -1);
    if (!registry) return 0;
    if (strcmp(action, "module") == 0) return registry_note(thread, registry, text, category, 0);
    return registry_note(thread, registry, text, category, line);
}

/* ---- showing ---- */
/* The line of a file that lies on disk; owned, NULL: unknown. */
static char *read_file_line(const char *path, int64_t line) {
    FILE *file = fopen(path, "r");
    if (!file) return NULL;
    char *text = NULL;
    size_t capacity = 0;
    ssize_t length = 0;
    for (int64_t at = 0; at < line && length >= 0; at++) length = getline(&text, &capacity, file);
    fclose(file);
    char *copy = length > 0 ? memory_copy_bytes(text, (size_t)length) : NULL;
    free(text);
    return copy;
}

/* A cell's or module's line through the frames that run it, or ran it; owned, NULL: unknown. */
static char *find_source_line(Thread *thread, const char *file, int64_t line) {
    if (file[0] == '<' && strncmp(file, "<ipython-input-", 15)) return NULL; /* "<string>": as Python, not shown */
    for (int depth = 0;; depth++) {
        Frame *frame = thread_frame(thread, depth);
        if (!frame) break;
        const Code *code = frame->code;
        if (!code->source || !value_is_string(code->file) || strcmp(value_c_string(code->file), file) != 0) continue;
        size_t length;
        const char *text = source_line(code->source, (int)line, &length);
        return text ? memory_copy_bytes(text, length) : NULL;
    }
    const Source *known = sources_find(thread, file); /* of a cell whose frames are gone: pending work warns at its end */
    if (known) {
        size_t length;
        const char *text = source_line(known, (int)line, &length);
        return text ? memory_copy_bytes(text, length) : NULL;
    }
    return read_file_line(file, line);
}

Value warnings_format(Thread *thread, Value message, Type *category, String *file, int64_t line, Value source) {
    Value text = value_str(thread, message);
    if (value_is_absent(text)) return text;
    TextBuffer out = TEXT_BUFFER_EMPTY;
    text_append_format(&out, "%s:%lld: %s: %s\n", file->bytes, (long long)line, type_short_name(category), value_c_string(text));
    value_release(text);
    char *found = value_is_string(source) ? memory_copy_string(value_c_string(source)) : find_source_line(thread, file->bytes, line);
    if (found) {
        char *start = found + strspn(found, " \t\f"), *end = start + strlen(start);
        while (end > start && strchr(" \t\r\n\f", end[-1])) end--;
        if (end > start) {
            text_append(&out, "  ");
            text_append_bytes(&out, start, (size_t)(end - start));
            text_append(&out, "\n");
        }
        memory_release(found);
    }
    return string_from_text_buffer(thread, &out);
}

static bool show_warning(Thread *thread, Warnings *warnings, Value message, Type *category, String *file, int64_t line, Value source) {
    Value file_value = {.tag = TAG_OBJECT, .object = &file->object};
    if (!value_is_none(warnings->show)) {
        Value show = value_retain(warnings->show);
        Value values[7] = {message, type_value(category), file_value, value_from_int(line), VALUE_NONE, VALUE_NONE, warnings->source};
        if (value_is_string(source)) values[5] = source;
        Value result = value_call_values(thread, show, values, 7);
        value_release(show);
        value_release(result);
        return !value_is_absent(result);
    }
    Value text = warnings_format(thread, message, category, file, line, source);
    bool done = !value_is_absent(text) && interpreter_write(thread, true, value_c_string(text), value_string(text)->length);
    value_release(text);
    if (!done || value_is_none(warnings->source)) return done;
    TextBuffer advice = TEXT_BUFFER_EMPTY; /* as where allocations could be traced */
    text_append_format(&advice, "%s: Enable tracemalloc to get the object allocation traceback\n", type_short_name(category));
    done = interpreter_write(thread, true, text_string(&advice), advice.length);
    text_release(&advice);
    return done;
}

bool warn_explicit(Thread *thread, Value message, Type *category, String *file, int64_t line, Value module, Dict *registry,
                   Value source) {
    Warnings *warnings = warnings_get(thread);
    if (!warnings) return false;
    thread_finish_pending(thread); /* its warnings come first */
    bool is_instance = value_is_instance(thread->interpreter, message, thread_builtins(thread)->exception_Warning);
    if (is_instance) category = message.object->type;
    Value text = is_instance ? value_str(thread, message) : value_retain(message);
    if (value_is_absent(text)) return false;
    Value instance = is_instance ? value_retain(message) : value_call_one(thread, type_value(category), text);
    bool done = !value_is_absent(instance) && (!registry || registry_refresh(thread, warnings, registry));
    const char *action = done ? find_action(thread, warnings, text, category, module, line) : NULL;
    done = action != NULL;
    if (done && strcmp(action, "error") == 0) {
        raise_instance(thread, instance);
        done = false;
    } else if (done && strcmp(action, "ignore") != 0) {
        int shown = is_shown_already(thread, warnings, action, registry, text, category, line);
        done = shown == 1 || (shown == 0 && show_warning(thread, warnings, instance, category, file, line, source));
    }
    value_release(instance);
    value_release(text);
    return done;
}

/* ---- from where it is raised ---- */
static Dict *globals_registry(Thread *thread, Dict *globals) {
    Value registry = dict_get_c(thread, globals, "__warningregistry__");
    if (value_is_dict(registry)) return value_dict(registry);
    registry = dict_new(thread);
    if (value_is_absent(registry)) return NULL;
    bool done = dict_set_c(thread, globals, "__warningregistry__", registry);
    value_release(registry); /* the globals keep it */
    return done ? value_dict(registry) : NULL;
}

static bool warn_from(Thread *thread, Value message, Type *category, String *file, int64_t line, Dict *globals) {
    Dict *registry = NULL;
    Value module = VALUE_ABSENT;
    if (!file && !(file = string_intern(thread, "sys"))) return false;
    if (globals) {
        registry = globals_registry(thread, globals);
        if (!registry) return false;
        module = dict_get_string(globals, thread_builtins(thread)->name___name__);
    }
    String *unknown = value_is_string(module) ? NULL : string_intern(thread, "<unknown>");
    if (!value_is_string(module)) module = value_from_object(unknown);
    if (value_is_absent(module)) return false;
    if (registry) object_retain(registry);
    object_retain(file);
    value_retain(module);
    bool done = warn_explicit(thread, message, category, file, line, module, registry, VALUE_NONE);
    value_release(module);
    object_release(file);
    object_release(registry);
    return done;
}

bool warn_value(Thread *thread, Value message, Type *category, int64_t level) {
    if (!category) category = thread_builtins(thread)->exception_UserWarning;
    int depth = level < 1 ? 0 : level > INT32_MAX ? INT32_MAX : (int)level - 1;
    Frame *frame = thread_frame(thread, depth);
    if (!frame || !frame->globals) return warn_from(thread, message, category, NULL, 1, NULL);
    String *file = value_is_string(frame->code->file) ? value_string(frame->code->file) : NULL;
    return warn_from(thread, message, category, file, code_position(frame->code, frame->at).line, frame->globals);
}

bool warn_about(Thread *thread, Value source, Value message, Type *category, int64_t level) {
    thread_finish_pending(thread); /* its warnings are about something else */
    Warnings *warnings = warnings_get(thread);
    if (!warnings) return false;
    Value before = warnings->source;
    warnings->source = source;
    bool done = warn_value(thread, message, category, level);
    warnings->source = before;
    return done;
}

struct WarningPlace {
    Code *code;
    Dict *globals;
    const Word *at;
};

WarningPlace *warning_place_take(Thread *thread) {
    Frame *frame = thread_frame(thread, 0);
    WarningPlace *place = frame && frame->globals ? memory_allocate(sizeof *place) : NULL;
    if (place) *place = (WarningPlace){object_retain(frame->code), object_retain(frame->globals), frame->at};
    return place;
}

void warning_place_release(WarningPlace *place) {
    object_release(place->code);
    object_release(place->globals);
    memory_release(place);
}

bool warn_at(Thread *thread, const WarningPlace *place, Type *category, Value message) {
    String *file = value_is_string(place->code->file) ? value_string(place->code->file) : NULL;
    return warn_from(thread, message, category, file, code_position(place->code, place->at).line, place->globals);
}

bool warn_format(Thread *thread, Type *category, const char *format, ...) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    va_list arguments;
    va_start(arguments, format);
    text_append_format_list(&text, format, arguments);
    va_end(arguments);
    Value message = string_from_text_buffer(thread, &text);
    if (value_is_absent(message)) return false;
    bool done = warn_value(thread, message, category, 1);
    value_release(message);
    return done;
}
