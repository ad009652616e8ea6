/* %%html, %%javascript, %%latex, %%markdown, %%svg: the cell's text shown as what it is. */
#include "kernel/magics/magic.h"

#include <string.h>

static Value show(Thread *thread, const MagicCall *call, const char *type, const char *class_name) {
    FrontEnd *front_end = &thread->interpreter->front_end;
    Value data = dict_new(thread), metadata = dict_new(thread), result = VALUE_ABSENT;
    if (strstr(call->line->bytes, "--isolated") && !value_is_absent(metadata)) { /* in a frame of its own */
        Value own = dict_new(thread);
        if (!value_is_absent(own)) dict_set_c(thread, value_dict(own), "isolated", VALUE_TRUE);
        dict_set_c_owned(thread, value_dict(metadata), type, own);
    }
    if (!value_is_absent(data) && !value_is_absent(metadata) &&
        dict_set_c(thread, value_dict(data), type, value_from_object(call->cell)) &&
        dict_set_c_owned(thread, value_dict(data), "text/plain",
                         string_format(thread, "<IPython.core.display.%s object>", class_name))) {
        if (front_end->display) front_end->display(front_end->context, thread, data, metadata, VALUE_NONE, false);
        result = VALUE_NONE;
    }
    value_release(data), value_release(metadata);
    return result;
}

#define RICH(name_, type_, class_, what)                                                                           \
    static Value run_##name_(Thread *thread, const MagicCall *call) { return show(thread, call, type_, class_); }  \
    const Magic magic_##name_ = {.name = #name_, .is_cell = true, .keeps_text = true, .run = run_##name_,          \
                                 .documentation = "%%" #name_ "\n\nShow the cell as " what "."};

RICH(html, "text/html", "HTML", "HTML")
RICH(HTML, "text/html", "HTML", "HTML")
RICH(javascript, "application/javascript", "Javascript", "JavaScript to run in the page")
RICH(js, "application/javascript", "Javascript", "JavaScript to run in the page")
RICH(latex, "text/latex", "Latex", "LaTeX")
RICH(markdown, "text/markdown", "Markdown", "Markdown")
RICH(SVG, "image/svg+xml", "SVG", "an SVG picture")
RICH(svg, "image/svg+xml", "SVG", "an SVG picture")
