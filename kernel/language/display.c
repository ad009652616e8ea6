/* Values as front ends show them: a dict of MIME types, text/plain always. A value says more about itself by
 * methods with agreed names, which are asked in turn; one that fails is reported and left out, as in IPython.
 */
#include "kernel/language/session.h"
#include "kernel/language/session_private.h"
#include "kernel/objects/containers.h"
#include "kernel/objects/dict.h"
#include "kernel/objects/exception.h"
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

/* The method returned data, or (data, metadata). */
static Value first_of_pair(Value shown) {
    if (!value_is_tuple(shown) || value_tuple(shown)->count != 2) return shown;
    Value data = value_retain(value_tuple(shown)->items[0]);
    value_release(shown);
    return data;
}

static bool add_rich(Thread *thread, Dict *data, Value value) {
    for (size_t i = 0; i < sizeof RICH_METHODS / sizeof *RICH_METHODS; i++) {
        Value shown = first_of_pair(call_shower(thread, value, RICH_METHODS[i][1]));
        if (value_is_absent(shown)) continue;
        if (value_is_none(shown)) continue;
        if (!dict_set_c_owned(thread, data, RICH_METHODS[i][0], shown)) return false;
    }
    Value bundle = first_of_pair(call_shower(thread, value, "_repr_mimebundle_"));
    bool good = !value_is_dict(bundle) || dict_merge(thread, data, bundle);
    value_release(bundle);
    return good;
}

Value session_format_value(Thread *thread, Value value) {
    Value data = dict_new(thread);
    if (value_is_absent(data)) return data;
    bool rich = value.tag == TAG_OBJECT && !value_is_type(value) && !answers_everything(thread, value);
    Value shown = rich ? call_shower(thread, value, "_ipython_display_") : VALUE_ABSENT;
    if (!value_is_absent(shown)) { /* it has shown itself */
        value_release(shown);
        return data;
    }
    Value text = session_pretty(thread, value);
    bool good = dict_set_c_owned(thread, value_dict(data), "text/plain", text) &&
                (!rich || add_rich(thread, value_dict(data), value));
    if (good) return data;
    value_release(data);
    return VALUE_ABSENT;
}
