/* IPython.display: display(), clear_output() and their kin. The objects that are shown as what they hold are Python's. */
#include "kernel/modules/IPython/ipython.h"

#include "base/memory.h"
#include "base/text_buffer.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

/* ---- publishing ---- */

static Value publish(Thread *thread, Value data, Value metadata, const char *identifier, bool update) {
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (front_end->flush) front_end->flush(front_end->context);
    if (front_end->display) {
        front_end->display(front_end->context, thread, data, metadata, identifier, update);
        return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NONE;
    }
    /* A plain program: the text. */
    Value text = value_is_dict(data) ? dict_get_c(thread, value_dict(data), "text/plain") : VALUE_ABSENT;
    if (value_is_absent(text) || !value_is_string(text)) return VALUE_NONE;
    const String *string = value_string(text);
    bool good = interpreter_write(thread, false, string->bytes, string->length) && interpreter_write(thread, false, "\n", 1);
    return good ? VALUE_NONE : VALUE_ABSENT;
}

/* Keep of `data` what include and exclude (None, a type or a collection of types) leave. */
static bool is_listed(Thread *thread, Value list, Value type) {
    if (value_is_string(list)) return string_equals(value_string(list), value_string(type));
    return value_contains(thread, list, type) == 1;
}

static Value filtered(Thread *thread, Value data, Value include, Value exclude) {
    if (value_is_none(include) && value_is_none(exclude)) return value_retain(data);
    Value kept = dict_new(thread), type, shown;
    for (size_t at = 0; !value_is_absent(kept) && dict_next(value_dict(data), &at, &type, &shown);) {
        bool stays = (value_is_none(include) || is_listed(thread, include, type)) &&
                     (value_is_none(exclude) || !is_listed(thread, exclude, type));
        if (exception_is_set(thread) || (stays && !dict_set(thread, value_dict(kept), type, shown))) {
            value_release(kept);
            return VALUE_ABSENT;
        }
    }
    return kept;
}

static Value show_one(Thread *thread, Value value, Value include, Value exclude, Value metadata, bool raw, const char *identifier,
                      bool update) {
    if (raw && !value_is_dict(value)) return raise_type_error(thread, "raw data must be a dict of MIME types");
    Value own = VALUE_ABSENT, result = VALUE_ABSENT;
    Value data = raw ? value_retain(value) : thread->interpreter->format_value(thread, value, &own);
    if (raw) own = dict_new(thread);
    Value kept = value_is_absent(data) ? data : filtered(thread, data, include, exclude);
    bool good = !value_is_absent(kept) && !value_is_absent(own) &&
                (!value_is_dict(metadata) || dict_update(thread, value_dict(own), metadata));
    if (good && !dict_count(value_dict(kept))) result = VALUE_NONE; /* it has shown itself */
    else if (good) result = publish(thread, kept, own, identifier, update);
    value_release(data), value_release(kept), value_release(own);
    return result;
}

/* ---- ids ---- */

static Value new_identifier(Thread *thread) {
    unsigned char bytes[16];
    char text[33];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) memset(bytes, 0, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    return string_from_c(thread, text);
}

static Value handle_new(Thread *thread, Value identifier) {
    Value module = import_module(thread, "IPython.core.display_objects");
    Value class = value_is_absent(module) ? module : value_get_attribute_c(thread, module, "DisplayHandle");
    Value handle = value_is_absent(class) ? class : value_call_one(thread, class, identifier);
    value_release(module), value_release(class);
    return handle;
}

/* ---- the functions ---- */

/* One argument of many: an option that means nothing here is let through, as IPython does. */
static Value option(const Value *arguments, Thread *thread, const char *name) {
    Value found = value_is_dict(arguments[7]) ? dict_get_c(thread, value_dict(arguments[7]), name) : VALUE_ABSENT;
    return value_is_absent(found) ? VALUE_NONE : found;
}

NATIVE(display_display) {
    (void)native;
    const Tuple *values = value_tuple(arguments[0]);
    Value identifier = arguments[4].tag == TAG_BOOL && arguments[4].integer ? new_identifier(thread) : value_retain(arguments[4]);
    int raw = value_truth(thread, arguments[5]), clears = value_truth(thread, arguments[6]), update = value_truth(thread, option(arguments, thread, "update"));
    if (value_is_absent(identifier) || raw < 0 || clears < 0 || update < 0) return VALUE_ABSENT;
    Value text = value_is_none(identifier) ? VALUE_NONE : value_str(thread, identifier), result = VALUE_NONE;
    const char *name = value_is_string(text) ? value_c_string(text) : NULL;
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (value_is_absent(text)) result = text;
    else if (update && !name) result = raise_type_error(thread, "display_id required for update_display");
    else if (clears && front_end->clear_output) front_end->clear_output(front_end->context, true);
    for (size_t i = 0; i < values->count && !value_is_absent(result); i++)
        result = show_one(thread, values->items[i], arguments[1], arguments[2], arguments[3], raw, name, update);
    if (!values->count && name && !value_is_absent(result)) { /* a place for later */
        Value nothing = dict_new(thread), none = dict_new(thread);
        result = value_is_absent(nothing) || value_is_absent(none) ? VALUE_ABSENT : publish(thread, nothing, none, name, update);
        value_release(nothing), value_release(none);
    }
    if (!value_is_absent(result) && name) result = handle_new(thread, identifier);
    value_release(identifier), value_release(text);
    return result;
}

NATIVE(display_update_display) {
    (void)native;
    Value text = value_str(thread, arguments[1]);
    if (value_is_absent(text)) return text;
    int raw = value_truth(thread, arguments[5]);
    Value result = raw < 0 ? VALUE_ABSENT
                           : show_one(thread, arguments[0], arguments[3], arguments[4], arguments[2], raw, value_c_string(text), true);
    value_release(text);
    return result;
}

NATIVE(display_publish) {
    (void)native;
    Value metadata = value_is_dict(arguments[1]) ? value_retain(arguments[1]) : dict_new(thread);
    Value result = value_is_absent(metadata) ? metadata : publish(thread, arguments[0], metadata, NULL, false);
    value_release(metadata);
    return result;
}

NATIVE(display_clear_output) {
    (void)native;
    FrontEnd *front_end = &thread->interpreter->front_end;
    int wait = value_truth(thread, arguments[0]);
    if (wait < 0) return VALUE_ABSENT;
    if (front_end->flush) front_end->flush(front_end->context);
    if (front_end->clear_output) front_end->clear_output(front_end->context, wait);
    return VALUE_NONE;
}

NATIVE(display_set_formats) {
    (void)native;
    Value module = import_module(thread, "matplotlib_inline.backend_inline");
    Value function = value_is_absent(module) ? module : value_get_attribute_c(thread, module, "set_matplotlib_formats");
    Value result = value_is_absent(function) ? function
                                             : value_call_unpacked(thread, function, value_tuple(arguments[0]), NULL);
    value_release(module), value_release(function);
    return result;
}

/* ---- the module ---- */

static const NativeEntry display_functions[] = {
    {.name = "display",
     .signature = "(*objs, include=None, exclude=None, metadata=None, display_id=None, raw=False, clear=False, **kwargs)",
     .documentation = "Show objects in the front end, each as the richest form that it has.\n\n"
                      "With display_id (a str, or True for a new one) the result is a handle whose update(obj) changes the output.",
     .code = display_display},
    {.name = "update_display", .signature = "(obj, *, display_id, metadata=None, include=None, exclude=None, raw=False, **kwargs)",
     .documentation = "Replace what was shown under an id.", .code = display_update_display},
    {.name = "publish_display_data", .signature = "(data, metadata=None)",
     .documentation = "Show data given by MIME type.", .code = display_publish},
    {.name = "clear_output", .signature = "(wait=False)", .documentation = "Clear the cell's output, now or at the next output.",
     .code = display_clear_output},
    {.name = "set_matplotlib_formats", .signature = "(*formats, **kwargs)",
     .documentation = "The formats of pictures: 'png', 'retina', 'svg'.", .code = display_set_formats},
    {0}};

/* What is written in Python, when it is asked for. */
static const struct {
    const char *module, *names; /* between spaces */
} python_names[] = {
    {"IPython.core.display_objects",
     " DisplayHandle DisplayObject GeoJSON HTML Image JSON Javascript Latex Markdown Math Pretty ProgressBar SVG TextDisplayObject Video "
     "display_html display_javascript display_jpeg display_json display_latex display_markdown display_pdf display_png display_pretty "
     "display_svg "},
    {"IPython.lib.display",
     " Audio Code FileLink FileLinks IFrame ScribdDocument VimeoVideo YouTubeVideo set_matplotlib_close "},
};
enum { PYTHON_NAME_COUNT = sizeof python_names / sizeof *python_names };

static Value display_member(Thread *thread, Value module, String *name) {
    (void)module;
    char word[64];
    Value home = VALUE_ABSENT;
    if (name->length > sizeof word - 3 || memchr(name->bytes, ' ', name->length)) return VALUE_ABSENT;
    snprintf(word, sizeof word, " %s ", name->bytes);
    for (size_t i = 0; i < PYTHON_NAME_COUNT && value_is_absent(home); i++)
        if (strstr(python_names[i].names, word)) home = import_module(thread, python_names[i].module);
    Value member = value_is_absent(home) ? home : value_get_attribute(thread, home, name);
    value_release(home);
    return member;
}

/* __all__, so that `import *` asks for those, too. */
static bool add_all(Thread *thread, Value module) {
    Value names = list_new(thread), key, value;
    if (value_is_absent(names)) return false;
    bool good = true;
    for (size_t at = 0; good && dict_next(module_attributes(module), &at, &key, &value);)
        if (value_is_string(key) && value_c_string(key)[0] != '_') good = list_append(thread, value_list(names), key);
    for (size_t i = 0; i < PYTHON_NAME_COUNT; i++)
        for (const char *word = python_names[i].names + 1; good && *word; word += strcspn(word, " ") + 1)
            good = list_append_owned(thread, value_list(names), string_new(thread, word, strcspn(word, " ")));
    if (good) return module_add(thread, module, "__all__", names);
    value_release(names);
    return false;
}

#define DISPLAY_MODULE(identifier, name_)                                                                   \
    const ModuleEntry module_##identifier = {.name = name_,                                                 \
                                             .documentation = "Showing rich objects in the front end.",     \
                                             .functions = display_functions,                                \
                                             .initialize = add_all,                                         \
                                             .get_attribute = display_member};
DISPLAY_MODULE(ipython_display, "IPython.display")
DISPLAY_MODULE(ipython_core_display, "IPython.core.display")

/* display() without an import, as IPython offers it. */
bool ipython_add_display(Thread *thread, Dict *names) {
    return dict_set_c_owned(thread, names, "display", native_new(thread, &display_functions[0], VALUE_NONE));
}
