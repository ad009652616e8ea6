/* IPython.display: display(), clear_output() and their kin. The objects that are shown as what they hold are Python's. */
#include "kernel/modules/IPython/ipython.h"

#include "base/memory.h"
#include "base/text_buffer.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

/* ---- publishing ---- */

static Value publish(Thread *thread, Value data, Value metadata, Value transient, bool update) {
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (front_end->flush) front_end->flush(front_end->context);
    if (front_end->display) {
        front_end->display(front_end->context, thread, data, metadata, transient, update);
        return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NONE;
    }
    /* A plain program: the text. */
    Value text = value_is_dict(data) ? dict_get_c(thread, value_dict(data), "text/plain") : VALUE_ABSENT;
    if (value_is_absent(text) || !value_is_string(text)) return VALUE_NONE;
    const String *string = value_string(text);
    bool good = interpreter_write(thread, false, string->bytes, string->length) && interpreter_write(thread, false, "\n", 1);
    return good ? VALUE_NONE : VALUE_ABSENT;
}

/* Data given by type. */
static Value publish_checked(Thread *thread, Value data, Value metadata, Value transient, bool update) {
    if (!value_is_dict(data)) {
        Value text = value_repr(thread, data);
        if (!value_is_absent(text)) raise_type_error(thread, "data must be a dict, got: %s", value_c_string(text));
        value_release(text);
        return VALUE_ABSENT;
    }
    Value own = value_is_dict(metadata) ? value_retain(metadata) : dict_new(thread);
    Value result = value_is_absent(own) ? own : publish(thread, data, own, transient, update);
    value_release(own);
    return result;
}

/* metadata over what the value says of itself, dict by dict. */
static bool merge(Thread *thread, Dict *into, Dict *from) {
    Value key, value;
    if (!thread_enter(thread, " while merging metadata")) return false;
    bool good = true;
    for (size_t at = 0; good && dict_next(from, &at, &key, &value);) {
        Value old = dict_get(thread, into, key);
        if (exception_is_set(thread)) good = false;
        else if (value_is_dict(old) && value_is_dict(value)) good = merge(thread, value_dict(old), value_dict(value));
        else good = dict_set(thread, into, key, value);
    }
    thread_leave(thread);
    return good;
}

/* How something is shown, beside what. */
typedef struct Showing {
    Value include, exclude, metadata;
    Value transient; /* None, or a dict */
    bool raw, update;
} Showing;

static Value show_one(Thread *thread, Value value, const Showing *showing) {
    if (showing->raw) return publish_checked(thread, value, showing->metadata, showing->transient, showing->update);
    Value own = VALUE_ABSENT, result = VALUE_ABSENT;
    Value data = thread->interpreter->language->format_value(thread, value, showing->include, showing->exclude, &own);
    bool good = !value_is_absent(data) && !value_is_absent(own) &&
                (!value_is_dict(showing->metadata) || merge(thread, value_dict(own), value_dict(showing->metadata)));
    if (good && !dict_count(value_dict(data))) result = VALUE_NONE; /* it has shown itself */
    else if (good) result = publish(thread, data, own, showing->transient, showing->update);
    value_release(data), value_release(own);
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

/* None, or a new dict: what is given, and the id as text. */
static Value make_transient(Thread *thread, Value given, Value identifier) {
    if (value_is_none(identifier) && (!value_is_dict(given) || !dict_count(value_dict(given)))) return VALUE_NONE;
    Value transient = dict_new(thread);
    bool good = !value_is_absent(transient) && (!value_is_dict(given) || dict_update(thread, value_dict(transient), given)) &&
                (value_is_none(identifier) || dict_set_c_owned(thread, value_dict(transient), "display_id", value_str(thread, identifier)));
    if (good) return transient;
    value_release(transient);
    return VALUE_ABSENT;
}

/* Each of the values; without one, a place for what an id will show later. */
static Value show_all(Thread *thread, const Tuple *values, Showing *showing, Value given, Value identifier, bool clears) {
    FrontEnd *front_end = &thread->interpreter->front_end;
    Value result = VALUE_NONE;
    showing->transient = make_transient(thread, given, identifier);
    if (value_is_absent(showing->transient)) return VALUE_ABSENT;
    if (clears && front_end->clear_output) front_end->clear_output(front_end->context, true);
    for (size_t i = 0; i < values->count && !value_is_absent(result); i++) result = show_one(thread, values->items[i], showing);
    if (!values->count && !value_is_none(identifier) && !value_is_absent(result)) { /* a place for later */
        Value nothing = dict_new(thread), none = dict_new(thread);
        result = value_is_absent(nothing) || value_is_absent(none) ? VALUE_ABSENT
                                                                  : publish(thread, nothing, none, showing->transient, showing->update);
        value_release(nothing), value_release(none);
    }
    value_release(showing->transient);
    return result;
}

NATIVE(display_display) {
    (void)native;
    Value option = value_is_dict(arguments[8]) ? dict_get_c(thread, value_dict(arguments[8]), "update") : VALUE_ABSENT;
    int raw = value_truth(thread, arguments[6]), clears = value_truth(thread, arguments[7]);
    int update = value_is_absent(option) ? 0 : value_truth(thread, option);
    if (raw < 0 || clears < 0 || update < 0) return VALUE_ABSENT;
    if (update && value_is_none(arguments[5])) return raise_type_error(thread, "display_id required for update_display");
    Value identifier = value_is(arguments[5], VALUE_TRUE) ? new_identifier(thread) : value_retain(arguments[5]);
    if (value_is_absent(identifier)) return identifier;
    Showing showing = {arguments[1], arguments[2], arguments[3], VALUE_NONE, raw, update};
    Value result = show_all(thread, value_tuple(arguments[0]), &showing, arguments[4], identifier, clears);
    if (!value_is_absent(result) && !value_is_none(identifier)) result = handle_new(thread, identifier);
    value_release(identifier);
    return result;
}

NATIVE(display_update_display) {
    (void)native;
    int raw = value_truth(thread, arguments[5]);
    if (raw < 0) return VALUE_ABSENT;
    Showing showing = {arguments[3], arguments[4], arguments[2], VALUE_NONE, raw, true};
    showing.transient = make_transient(thread, VALUE_NONE, arguments[1]);
    if (value_is_absent(showing.transient)) return VALUE_ABSENT;
    Value result = show_one(thread, arguments[0], &showing);
    value_release(showing.transient);
    return result;
}

NATIVE(display_publish) {
    (void)native;
    Value option = value_is_dict(arguments[3]) ? dict_get_c(thread, value_dict(arguments[3]), "update") : VALUE_ABSENT;
    int update = value_is_absent(option) ? 0 : value_truth(thread, option);
    if (update < 0) return VALUE_ABSENT;
    return publish_checked(thread, arguments[0], arguments[1], arguments[2], update);
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
     .signature = "(*objs, include=None, exclude=None, metadata=None, transient=None, display_id=None, raw=False, clear=False, **kwargs)",
     .documentation = "Show objects in the front end, each as the richest form that it has.\n\n"
                      "With display_id (a str, or True for a new one) the result is a handle whose update(obj) changes the output.",
     .code = display_display},
    {.name = "update_display", .signature = "(obj, *, display_id, metadata=None, include=None, exclude=None, raw=False, **kwargs)",
     .documentation = "Replace what was shown under an id.", .code = display_update_display},
    {.name = "publish_display_data", .signature = "(data, metadata=None, *, transient=None, **kwargs)",
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
