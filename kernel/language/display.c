/* Values as front ends show them: a dict of MIME types, text/plain always. A value says more about itself by
 * methods with agreed names, which are asked in turn; one that fails is reported and left out, as in IPython.
 */
#include "base/memory.h"
#include "kernel/language/session.h"
#include "kernel/language/session_private.h"
#include "kernel/language/traceback.h"
#include "kernel/objects/containers.h"
#include "kernel/objects/dict.h"
#include "kernel/objects/exception.h"
#include "kernel/objects/gc.h"
#include "kernel/objects/type.h"

#include <string.h>

static const char *const RICH_METHODS[][2] = {
    {"text/html", "_repr_html_"},
    {"text/markdown", "_repr_markdown_"},
    {"image/svg+xml", "_repr_svg_"},
    {"image/png", "_repr_png_"},
    {"image/jpeg", "_repr_jpeg_"},
    {"application/pdf", "_repr_pdf_"},
    {"text/latex", "_repr_latex_"},
    {"application/json", "_repr_json_"},
    {"application/javascript", "_repr_javascript_"},
};

void session_show_exception(Thread *thread, Value exception, const char *mode) {
    Session *session = thread->interpreter->session;
    const FrontEnd *front_end = &thread->interpreter->front_end;
    char **lines = NULL;
    size_t count = 0;
    traceback_format_cell(thread, exception, mode ? mode : session_settings(session)->traceback_mode, &lines, &count);
    exception_clear(thread);
    Value pieces = list_new(thread);
    for (size_t i = 0; i < count; i++) {
        if (!value_is_absent(pieces) && !list_append_owned(thread, value_list(pieces), string_from_c(thread, lines[i]))) value_clear(&pieces);
        if (!front_end->error) interpreter_write(thread, true, lines[i], strlen(lines[i])), interpreter_write(thread, true, "\n", 1);
        memory_release(lines[i]);
    }
    memory_release(lines);
    if (front_end->error && !value_is_absent(pieces)) {
        Value text = value_str(thread, exception);
        exception_clear(thread);
        front_end->error(front_end->context, thread, type_short_name(exception.object->type),
                         value_is_string(text) ? value_c_string(text) : "", pieces);
        value_release(text);
    }
    value_release(pieces);
    exception_clear(thread);
    session_note_shown(session, thread, exception);
}

/* The error of a formatter is shown, and the rest goes on; one that says that there is nothing to show is not. */
static void show_error(Thread *thread) {
    Value exception = exception_take(thread);
    if (!value_is_instance(thread->interpreter, exception, thread_builtins(thread)->exception_NotImplementedError))
        session_show_exception(thread, exception, NULL);
    value_release(exception);
}

/* An interrupt and the like end the cell. */
static bool is_tolerated(Thread *thread) {
    return thread->interpreter->session &&
           exception_matches(thread, thread_builtins(thread)->exception_Exception);
}

/* What a look for a method may leave behind: that there is none is fine, that there was no memory to look is told. */
static void settle_look(Thread *thread) {
    if (exception_is_set(thread) && exception_matches(thread, thread_builtins(thread)->exception_MemoryError)) show_error(thread);
    exception_clear(thread);
}

/* What the method of this name returns; absent when there is none or it failed. */
static Value call_shower(Thread *thread, Value value, const char *name) {
    if (value.tag != TAG_OBJECT || value_is_type(value))
        return VALUE_ABSENT; /* a class's methods want an instance */
    Value method = value_find_attribute_c(thread, value, name);
    if (value_is_absent(method)) {
        settle_look(thread);
        return VALUE_ABSENT;
    }
    Value shown = value_is_callable(thread->interpreter, method) ? value_call_none(thread, method) : VALUE_NONE;
    value_release(method);
    if (exception_is_set(thread) && is_tolerated(thread)) show_error(thread);
    return shown;
}

/* Objects that answer to every name are not asked. */
static bool answers_everything(Thread *thread, Value value) {
    Value canary = value_find_attribute_c(thread, value, "_ipython_canary_method_should_not_exist_");
    bool found = !value_is_absent(canary);
    settle_look(thread);
    value_release(canary);
    return found;
}

/* The method returned data, or (data, metadata): the first is the result, the second goes into *second. */
static Value first_of_pair(Value shown, Value *second) {
    *second = VALUE_ABSENT;
    if (!value_is_tuple(shown) || value_tuple(shown)->count != 2) return shown;
    Value data = value_retain(value_tuple(shown)->items[0]);
    *second = value_retain(value_tuple(shown)->items[1]);
    value_release(shown);
    return data;
}

/* metadata: what a method says of its own type; NULL when nobody wants it. */
static bool add_shown(Thread *thread, Dict *data, Dict *metadata, const char *type, Value shown) {
    Value own;
    shown = first_of_pair(shown, &own);
    bool good = true;
    if (value_is_absent(shown) || value_is_none(shown)) value_release(shown);
    else {
        good = dict_set_c_owned(thread, data, type, shown);
        if (good && metadata && value_is_dict(own) && dict_count(value_dict(own))) good = dict_set_c(thread, metadata, type, own);
    }
    value_release(own);
    return good;
}

/* Text for texts, bytes or their base64 for pictures, a list or a dict for JSON. */
static const char *wanted_type(const char *type) {
    if (!strcmp(type, "image/png") || !strcmp(type, "image/jpeg") || !strcmp(type, "application/pdf"))
        return "(<class 'bytes'>, <class 'str'>)";
    return strcmp(type, "application/json") ? "<class 'str'>" : "(<class 'list'>, <class 'dict'>)";
}

static bool is_wanted(Value shown, const char *type) {
    if (value_is_tuple(shown) && value_tuple(shown)->count) shown = value_tuple(shown)->items[0];
    if (value_is_none(shown) || value_is_absent(shown)) return true;
    const char *wanted = wanted_type(type);
    if (strstr(wanted, "list")) return value_is_list(shown) || value_is_dict(shown);
    return value_is_string(shown) || (*wanted == '(' && value_is_bytes(shown));
}

/* Shown without it, and told. */
static bool refuse(Thread *thread, Value value, const char *type, Value shown) {
    Value text = value_repr(thread, value);
    exception_clear(thread);
    Value line = string_format(thread, "FormatterWarning: %s formatter returned invalid type <class '%s'> (expected %s) for object: %s\n", type,
                               value_type_name(thread, shown), wanted_type(type), value_is_string(text) ? value_c_string(text) : "?");
    bool good = !value_is_absent(line) && interpreter_write(thread, true, value_c_string(line), value_string(line)->length);
    value_release(line);
    value_release(text);
    return good;
}

static bool add_rich(Thread *thread, Dict *data, Dict *metadata, Value value) {
    for (size_t i = 0; i < sizeof RICH_METHODS / sizeof *RICH_METHODS; i++) {
        const char *type = RICH_METHODS[i][0];
        Value shown = call_shower(thread, value, RICH_METHODS[i][1]);
        if (exception_is_set(thread)) return false;
        if (!is_wanted(shown, type)) {
            bool good = refuse(thread, value, type, shown);
            value_release(shown);
            if (!good) return false;
        } else if (!add_shown(thread, data, metadata, type, shown)) return false;
    }
    Value own, bundle = first_of_pair(call_shower(thread, value, "_repr_mimebundle_"), &own);
    if (exception_is_set(thread)) return false;
    bool good = (!value_is_dict(bundle) || dict_merge(thread, data, bundle)) &&
                (!metadata || !value_is_dict(own) || dict_merge(thread, metadata, own));
    value_release(bundle);
    value_release(own);
    return good;
}

/* The function that the user registered for the value's class or the nearest of its bases; borrowed, or absent. */
static Value user_formatter(Thread *thread, Value functions, const Type *type) {
    for (size_t i = 0; i < type->order->count; i++) {
        Value found = dict_get(thread, value_dict(functions), type->order->items[i]);
        if (!value_is_absent(found)) return found;
    }
    return VALUE_ABSENT;
}

static bool add_user_formats(Thread *thread, Dict *data, Dict *metadata, Value value) {
    Session *session = thread->interpreter->session;
    Value formatters = session ? session_settings(session)->formatters : VALUE_ABSENT, name, functions;
    if (!value_is_dict(formatters)) return true;
    const Type *type = type_of(thread->interpreter, value);
    for (size_t at = 0; dict_next(value_dict(formatters), &at, &name, &functions);) {
        if (!value_is_string(name) || !value_is_dict(functions) || !dict_count(value_dict(functions))) continue;
        Value function = user_formatter(thread, functions, type);
        if (value_is_absent(function) || string_equals_c(value_string(name), "text/plain")) continue;
        value_retain(function);
        Value shown = value_call_one(thread, function, value);
        value_release(function);
        if (exception_is_set(thread) && is_tolerated(thread)) show_error(thread);
        if (exception_is_set(thread) || !add_shown(thread, data, metadata, value_c_string(name), shown)) return false;
    }
    return true;
}

static Value plain_text(Thread *thread, Value value) {
    Session *session = thread->interpreter->session;
    return session && session_settings(session)->plain_repr ? value_repr(thread, value) : session_pretty(thread, value);
}

static Value format_value(Thread *thread, Value value, Dict *metadata);

Value session_format_value(Thread *thread, Value value, Value *metadata) {
    if (!metadata) return format_value(thread, value, NULL);
    *metadata = dict_new(thread);
    if (value_is_absent(*metadata)) return VALUE_ABSENT;
    Value data = format_value(thread, value, value_dict(*metadata));
    if (value_is_absent(data)) value_clear(metadata);
    return data;
}

static Value format_value(Thread *thread, Value value, Dict *metadata) {
    Value data = dict_new(thread);
    if (value_is_absent(data)) return data;
    bool rich = value.tag == TAG_OBJECT && !value_is_type(value) && !answers_everything(thread, value);
    Value shown = rich ? call_shower(thread, value, "_ipython_display_") : VALUE_ABSENT;
    if (!value_is_absent(shown)) { /* it has shown itself */
        value_release(shown);
        return data;
    }
    if (exception_is_set(thread)) { /* it was interrupted */
        value_release(data);
        return VALUE_ABSENT;
    }
    Value text = plain_text(thread, value);
    if (value_is_absent(text) && is_tolerated(thread)) show_error(thread); /* the richer forms may do */
    bool good = !exception_is_set(thread) &&
                (value_is_absent(text) || dict_set_c_owned(thread, value_dict(data), "text/plain", text)) &&
                (!rich || add_rich(thread, value_dict(data), metadata, value)) &&
                add_user_formats(thread, value_dict(data), metadata, value);
    if (good) return data;
    value_release(data);
    return VALUE_ABSENT;
}
