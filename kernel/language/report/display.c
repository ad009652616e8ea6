/* Values as front ends show them: a dict of MIME types, text/plain always. A value says more about itself by
 * methods with agreed names, which are asked in turn; one that fails is reported and left out, as in IPython.
 */
#include "base/memory.h"
#include "kernel/language/session/session.h"
#include "kernel/language/session/session_private.h"
#include "kernel/language/report/traceback.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/container/dict.h"
#include "kernel/objects/error/exception.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/core/type.h"

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

/* Of a class only what is bound to it: a method of a class wants an instance. */
static bool is_bound(Thread *thread, Value value, Value method) {
    return !value_is_type(value) || method.object->type == thread_builtins(thread)->type_bound_method;
}

/* The method of this name, owned; absent when there is none. */
static Value find_shower(Thread *thread, Value value, const char *name) {
    if (value.tag != TAG_OBJECT) return VALUE_ABSENT;
    Value method = value_find_attribute_c(thread, value, name);
    if (value_is_absent(method)) {
        settle_look(thread);
    } else if (!value_is_callable(thread->interpreter, method) || !is_bound(thread, value, method)) {
        value_clear(&method);
    }
    return method;
}

/* What the method of this name returns; absent when there is none or it failed. */
static Value call_shower(Thread *thread, Value value, const char *name) {
    Value method = find_shower(thread, value, name);
    if (value_is_absent(method)) return VALUE_ABSENT;
    Value shown = value_call_none(thread, method);
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

/* What is shown, and of which types. */
typedef struct Formatting {
    Thread *thread;
    Value value;
    Value include, exclude; /* None (or what is false), a type or a collection of types */
    Dict *data, *metadata;  /* metadata: NULL when nobody wants it */
} Formatting;

static bool is_listed(Thread *thread, Value list, Value type) {
    if (value_is_string(list)) return string_equals(value_string(list), value_string(type));
    return value_contains(thread, list, type) == 1;
}

/* False also when an exception is set. */
static bool wants_type(const Formatting *formatting, Value type) {
    Thread *thread = formatting->thread;
    if (!value_is_none(formatting->include) && !is_listed(thread, formatting->include, type)) return false;
    return !exception_is_set(thread) && (value_is_none(formatting->exclude) || !is_listed(thread, formatting->exclude, type)) &&
           !exception_is_set(thread);
}

/* Whether to ask for a type: it is wanted, and no bundle has it already. */
static bool asks_for(const Formatting *formatting, const char *type) {
    if (!value_is_absent(dict_get_c(formatting->thread, formatting->data, type))) return false;
    if (value_is_none(formatting->include) && value_is_none(formatting->exclude)) return true;
    Value name = string_from_c(formatting->thread, type);
    bool asks = !value_is_absent(name) && wants_type(formatting, name);
    value_release(name);
    return asks;
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

/* With the metadata that a method says of its own type. */
static bool add_shown(const Formatting *formatting, const char *type, Value shown) {
    Value own;
    shown = first_of_pair(shown, &own);
    bool good = true;
    if (value_is_absent(shown) || value_is_none(shown)) value_release(shown);
    else {
        good = dict_set_c_owned(formatting->thread, formatting->data, type, shown);
        if (good && formatting->metadata && value_is_dict(own) && dict_count(value_dict(own)))
            good = dict_set_c(formatting->thread, formatting->metadata, type, own);
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
static bool refuse(const Formatting *formatting, const char *type, const char *wanted, Value shown) {
    Thread *thread = formatting->thread;
    Value text = value_repr(thread, formatting->value);
    exception_clear(thread);
    Value line = string_format(thread, "FormatterWarning: %s formatter returned invalid type <class '%s'> (expected %s) for object: %s\n", type,
                               value_type_name(thread, shown), wanted, value_is_string(text) ? value_c_string(text) : "?");
    bool good = !value_is_absent(line) && interpreter_write(thread, true, value_c_string(line), value_string(line)->length);
    value_release(line);
    value_release(text);
    return good;
}

static bool add_rich(const Formatting *formatting) {
    Thread *thread = formatting->thread;
    for (size_t i = 0; i < sizeof RICH_METHODS / sizeof *RICH_METHODS; i++) {
        const char *type = RICH_METHODS[i][0];
        Value shown = asks_for(formatting, type) ? call_shower(thread, formatting->value, RICH_METHODS[i][1]) : VALUE_ABSENT;
        if (exception_is_set(thread)) return false;
        if (!is_wanted(shown, type)) {
            bool good = refuse(formatting, type, wanted_type(type), shown);
            value_release(shown);
            if (!good) return false;
        } else if (!add_shown(formatting, type, shown)) return false;
    }
    return true;
}

/* ---- _repr_mimebundle_ ---- */

static Value call_for_bundle(const Formatting *formatting) {
    Thread *thread = formatting->thread;
    Value method = find_shower(thread, formatting->value, "_repr_mimebundle_");
    if (value_is_absent(method)) return VALUE_ABSENT;
    const Value lists[] = {formatting->include, formatting->exclude};
    String *words[] = {string_intern(thread, "include"), string_intern(thread, "exclude")};
    const Value pair[] = {value_from_object(words[0]), value_from_object(words[1])};
    Value names = words[0] && words[1] ? tuple_from_values(thread, pair, 2) : VALUE_ABSENT;
    const Call call = {.values = lists, .names = value_is_absent(names) ? NULL : value_tuple(names)};
    Value shown = call.names ? value_call(thread, method, &call) : VALUE_ABSENT;
    value_release(names);
    value_release(method);
    if (exception_is_set(thread) && is_tolerated(thread)) show_error(thread);
    return shown;
}

/* What of it is wanted. */
static bool merge_wanted(const Formatting *formatting, Dict *into, Value from) {
    Value type, shown;
    for (size_t at = 0; dict_next(value_dict(from), &at, &type, &shown);) {
        if (value_is_string(type) && !wants_type(formatting, type)) {
            if (exception_is_set(formatting->thread)) return false;
        } else if (!dict_set(formatting->thread, into, type, shown)) return false;
    }
    return true;
}

static bool add_bundle(const Formatting *formatting) {
    Thread *thread = formatting->thread;
    Value bundle = call_for_bundle(formatting), own = VALUE_ABSENT;
    if (exception_is_set(thread)) return false;
    bool good = true;
    if (value_is_tuple(bundle) && value_tuple(bundle)->count != 2) {
        size_t count = value_tuple(bundle)->count;
        good = false;
        if (count < 2) raise_value_error(thread, "not enough values to unpack (expected 2, got %zu)", count);
        else raise_value_error(thread, "too many values to unpack (expected 2)");
    } else {
        bundle = first_of_pair(bundle, &own);
        if (value_is_dict(bundle)) good = merge_wanted(formatting, formatting->data, bundle);
        else if (!value_is_absent(bundle) && !value_is_none(bundle)) good = refuse(formatting, "text/plain", "<class 'dict'>", bundle);
        if (good && formatting->metadata && value_is_dict(own)) good = merge_wanted(formatting, formatting->metadata, own);
    }
    value_release(bundle);
    value_release(own);
    return good;
}

/* ---- the whole ---- */

/* get_ipython().display_formatter, once somebody has asked for it, does it in Python: its formatters may have been changed. */
static Value format_by_user(const Formatting *formatting, Value formatter, Value *metadata) {
    Thread *thread = formatting->thread;
    Value given[] = {formatting->value, formatting->include, formatting->exclude}, data = VALUE_ABSENT;
    Value pair = value_call_method(thread, formatter, "format", given, 3);
    if (value_is_tuple(pair) && value_tuple(pair)->count == 2 && value_is_dict(value_tuple(pair)->items[0]) &&
        value_is_dict(value_tuple(pair)->items[1])) {
        data = value_retain(value_tuple(pair)->items[0]);
        if (metadata) *metadata = value_retain(value_tuple(pair)->items[1]);
    } else if (!value_is_absent(pair)) {
        raise_type_error(thread, "format() must return two dicts, not %s", value_type_name(thread, pair));
    }
    value_release(pair);
    return data;
}

static Value plain_text(Thread *thread, Value value) {
    Session *session = thread->interpreter->session;
    return session && session_settings(session)->plain_repr ? value_repr(thread, value) : session_pretty(thread, value);
}

static bool add_plain(const Formatting *formatting) {
    Thread *thread = formatting->thread;
    if (!asks_for(formatting, "text/plain")) return !exception_is_set(thread);
    Value text = plain_text(thread, formatting->value);
    if (value_is_absent(text) && is_tolerated(thread)) show_error(thread); /* the richer forms may do */
    return !exception_is_set(thread) &&
           (value_is_absent(text) || dict_set_c_owned(thread, formatting->data, "text/plain", text));
}

static bool add_all(const Formatting *formatting) {
    Thread *thread = formatting->thread;
    bool rich = formatting->value.tag == TAG_OBJECT && !answers_everything(thread, formatting->value);
    if (rich) {
        Value shown = call_shower(thread, formatting->value, "_ipython_display_");
        if (!value_is_absent(shown)) { /* it has shown itself */
            value_release(shown);
            return true;
        }
        if (exception_is_set(thread) || !add_bundle(formatting)) return false; /* interrupted, for one */
    }
    return add_plain(formatting) && (!rich || add_rich(formatting));
}

/* Nothing, or what is false, wants nothing particular. */
static bool settle_list(Thread *thread, Value *list) {
    int truth = value_truth(thread, *list);
    if (!truth) *list = VALUE_NONE;
    return truth >= 0;
}

Value session_format_filtered(Thread *thread, Value value, Value include, Value exclude, Value *metadata) {
    Session *session = thread->interpreter->session;
    if (metadata) *metadata = VALUE_ABSENT;
    Formatting formatting = {.thread = thread, .value = value, .include = include, .exclude = exclude};
    if (!settle_list(thread, &formatting.include) || !settle_list(thread, &formatting.exclude)) return VALUE_ABSENT;
    if (session && !value_is_absent(session_settings(session)->formatter))
        return format_by_user(&formatting, session_settings(session)->formatter, metadata);
    Value data = dict_new(thread), own = metadata ? dict_new(thread) : VALUE_NONE;
    bool good = !value_is_absent(data) && !value_is_absent(own);
    if (good) {
        formatting.data = value_dict(data);
        formatting.metadata = metadata ? value_dict(own) : NULL;
        good = add_all(&formatting);
    }
    if (!good) value_clear(&data), value_clear(&own);
    if (metadata) *metadata = own;
    return data;
}

Value session_format_value(Thread *thread, Value value, Value *metadata) {
    return session_format_filtered(thread, value, VALUE_NONE, VALUE_NONE, metadata);
}
