/* Values as front ends show them: a dict of MIME types, text/plain always. */
#include "kernel/language/session.h"
#include "kernel/objects/containers.h"
#include "kernel/objects/exception.h"

/* The methods that IPython's formatters ask a value for. */
static const char *const rich_methods[][2] = {
    {"text/html", "_repr_html_"},           {"text/markdown", "_repr_markdown_"}, {"image/svg+xml", "_repr_svg_"},
    {"image/png", "_repr_png_"},            {"image/jpeg", "_repr_jpeg_"},        {"application/pdf", "_repr_pdf_"},
    {"text/latex", "_repr_latex_"},         {"application/json", "_repr_json_"},  {"application/javascript", "_repr_javascript_"},
};

static bool add_rich(Thread *thread, Dict *data, Value value, const char *type, const char *method_name) {
    Value method = value_find_attribute_c(thread, value, method_name);
    if (value_is_absent(method)) return !exception_is_set(thread);
    Value shown = value_call_none(thread, method);
    value_release(method);
    if (value_is_absent(shown)) return false;
    if (value_is_none(shown)) return true;
    return dict_set_c_owned(thread, data, type, shown);
}

Value session_format_value(Thread *thread, Value value) {
    Value data = dict_new(thread), text = value_is_absent(data) ? data : session_pretty(thread, value);
    bool good = !value_is_absent(data) && dict_set_c_owned(thread, value_dict(data), "text/plain", text);
    for (size_t i = 0; i < sizeof rich_methods / sizeof *rich_methods && good && value.tag == TAG_OBJECT; i++)
        good = add_rich(thread, value_dict(data), value, rich_methods[i][0], rich_methods[i][1]);
    if (good) return data;
    value_release(data);
    return VALUE_ABSENT;
}
