/* Values as front ends show them: a dict of MIME types, text/plain always. A value says more about itself by
 * methods with agreed names, which are asked in turn; one that fails is reported and left out, as in IPython.
 */
#include "kernel/language/session.h"
#include "kernel/language/session_private.h"
#include "kernel/objects/containers.h"
#include "kernel/objects/dict.h"
#include "kernel/objects/exception.h"
#include "kernel/objects/gc.h"
#include "kernel/objects/type.h"

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

/* What the method of this name returns; absent when there is none or it failed. */
static Value call_shower(Thread *thread, Value value, const char *name) {
    if (value.tag != TAG_OBJECT || value_is_type(value))
        return VALUE_ABSENT; /* a class's methods want an instance */
    Value method = value_find_attribute_c(thread, value, name);
    if (value_is_absent(method)) {
        exception_clear(thread);
        return VALUE_ABSENT;
    }
    Value shown = value_is_callable(thread->interpreter, method) ? value_call_none(thread, method) : VALUE_NONE;
    value_release(method);
    if (exception_is_set(thread)) session_report_exception(thread);
    return shown;
}

/* Objects that answer to every name are not asked. */
static bool answers_everything(Thread *thread, Value value) {
    Value canary = value_find_attribute_c(thread, value, "_ipython_canary_method_should_not_exist_");
    bool found = !value_is_absent(canary);
    exception_clear(thread);
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

static bool add_rich(Thread *thread, Dict *data, Dict *metadata, Value value) {
    for (size_t i = 0; i < sizeof RICH_METHODS / sizeof *RICH_METHODS; i++)
        if (!add_shown(thread, data, metadata, RICH_METHODS[i][0], call_shower(thread, value, RICH_METHODS[i][1]))) return false;
    Value own, bundle = first_of_pair(call_shower(thread, value, "_repr_mimebundle_"), &own);
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
        if (exception_is_set(thread)) session_report_exception(thread);
        if (!add_shown(thread, data, metadata, value_c_string(name), shown)) return false;
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
    Value text = plain_text(thread, value);
    bool good = dict_set_c_owned(thread, value_dict(data), "text/plain", text) &&
                (!rich || add_rich(thread, value_dict(data), metadata, value)) &&
                add_user_formats(thread, value_dict(data), metadata, value);
    if (good) return data;
    value_release(data);
    return VALUE_ABSENT;
}
