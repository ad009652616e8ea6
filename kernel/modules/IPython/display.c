/* IPython.display: display(), clear_output() and the objects that are shown as what they hold. */
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

/* ---- DisplayHandle ---- */

typedef struct Handle {
    Object object;
    Value identifier;
} Handle;

static void handle_destroy(Object *self) { value_release(((Handle *)self)->identifier); }
static Value handle_identifier(Thread *thread, Value self) {
    (void)thread;
    return value_retain(((Handle *)self.object)->identifier);
}
static Value handle_repr(Thread *thread, Value self) {
    return string_format(thread, "<DisplayHandle display_id=%s>", value_c_string(((Handle *)self.object)->identifier));
}

static Value handle_show(Thread *thread, const Value *arguments, bool update) {
    return show_one(thread, arguments[1], VALUE_NONE, VALUE_NONE, VALUE_NONE, false,
                    value_c_string(((Handle *)arguments[0].object)->identifier), update);
}
NATIVE(handle_update) {
    (void)native;
    return handle_show(thread, arguments, true);
}
NATIVE(handle_display) {
    (void)native;
    return handle_show(thread, arguments, false);
}

static const NativeEntry handle_methods[] = {
    {.name = "update", .signature = "($self, obj, **kwargs)", .documentation = "Replace what is shown.", .code = handle_update},
    {.name = "display", .signature = "($self, obj, **kwargs)", .documentation = "Show under the same id.", .code = handle_display},
    {0}};
static const PropertyEntry handle_properties[] = {{.name = "display_id", .get = handle_identifier}, {0}};
static const Type handle_type = {.name = "IPython.core.display_functions.DisplayHandle",
                                 .documentation = "What display(display_id=...) returns: update(obj) changes it in place.",
                                 .flags = TYPE_IMMUTABLE,
                                 .instance_size = sizeof(Handle),
                                 .destroy = handle_destroy,
                                 .repr = handle_repr,
                                 .methods = handle_methods,
                                 .properties = handle_properties};

static Value new_identifier(Thread *thread) {
    unsigned char bytes[16];
    char text[33];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) memset(bytes, 0, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    return string_from_c(thread, text);
}

static Value handle_new(Thread *thread, Value identifier) {
    Type *type = type_from_template(thread, &handle_type);
    Handle *handle = type ? object_new(thread, type) : NULL;
    if (!handle) return VALUE_ABSENT;
    handle->identifier = value_retain(identifier);
    return value_from_object(handle);
}

/* ---- the functions ---- */

NATIVE(display_display) {
    (void)native;
    const Tuple *values = value_tuple(arguments[0]);
    Value identifier = arguments[4].tag == TAG_BOOL && arguments[4].integer ? new_identifier(thread) : value_retain(arguments[4]);
    int raw = value_truth(thread, arguments[5]), clears = value_truth(thread, arguments[6]);
    if (value_is_absent(identifier) || raw < 0 || clears < 0) return VALUE_ABSENT;
    FrontEnd *front_end = &thread->interpreter->front_end;
    const char *name = value_is_string(identifier) ? value_c_string(identifier) : NULL;
    if (clears && front_end->clear_output) front_end->clear_output(front_end->context, true);
    Value result = VALUE_NONE;
    for (size_t i = 0; i < values->count && !value_is_absent(result); i++)
        result = show_one(thread, values->items[i], arguments[1], arguments[2], arguments[3], raw, name, false);
    if (!value_is_absent(result) && name) result = handle_new(thread, identifier);
    value_release(identifier);
    return result;
}

NATIVE(display_update_display) {
    (void)native;
    if (!value_is_string(arguments[1])) return raise_type_error(thread, "display_id must be str");
    return show_one(thread, arguments[0], VALUE_NONE, VALUE_NONE, arguments[2], false, value_c_string(arguments[1]), true);
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

/* ---- objects that hold what is to be shown ---- */

typedef struct DisplayObject {
    Object object;
    Dict *attributes;
    Value data, url, filename, format, width, height;
} DisplayObject;

static void display_object_destroy(Object *self) {
    DisplayObject *object = (DisplayObject *)self;
    const Value values[] = {object->data, object->url, object->filename, object->format, object->width, object->height};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) value_release(values[i]);
}

static Value read_file(Thread *thread, const char *path, bool as_bytes) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    char block[65536];
    size_t count;
    FILE *file = fopen(path, "rbe");
    while (file && (count = fread(block, 1, sizeof block, file)) > 0) text_append_bytes(&text, block, count);
    bool failed = !file || ferror(file);
    Value result = failed ? raise_os_error(thread, errno, path)
                   : text.failed ? raise_no_memory(thread)
                   : as_bytes    ? bytes_new(thread, text_string(&text), text.length)
                                 : string_new(thread, text_string(&text), text.length);
    if (file) fclose(file);
    text_release(&text);
    return result;
}

static Value make(Thread *thread, Type *type, const Call *call, const char *name, const char *signature, bool is_image) {
    Value arguments[12];
    size_t count = native_parameter_count(signature);
    if (!native_match(thread, name, signature, call, arguments, 12)) return VALUE_ABSENT;
    DisplayObject *object = object_new(thread, type);
    Value result = value_from_object(object);
    if (object) {
        object->data = value_retain(arguments[0]);
        object->url = value_retain(arguments[1]);
        object->filename = value_retain(arguments[2]);
        object->format = object->width = object->height = VALUE_NONE;
        if (is_image) {
            object->format = value_retain(arguments[3]);
            object->width = value_retain(arguments[5]);
            object->height = value_retain(arguments[6]);
        }
        /* A first argument that is a path or an address is one. */
        if (is_image && value_is_string(object->data)) {
            const char *text = value_c_string(object->data);
            bool is_url = !strncmp(text, "http://", 7) || !strncmp(text, "https://", 8);
            value_replace(is_url ? &object->url : &object->filename, value_retain(object->data));
            value_replace(&object->data, VALUE_NONE);
        }
        if (value_is_none(object->data) && value_is_string(object->filename)) {
            Value data = read_file(thread, value_c_string(object->filename), is_image);
            if (value_is_absent(data)) {
                value_release(result);
                result = VALUE_ABSENT;
            } else {
                value_replace(&object->data, data);
            }
        }
    }
    native_release_arguments(arguments, count);
    return result;
}

static DisplayObject *display_object(Value self) { return (DisplayObject *)self.object; }

NATIVE(display_object_data) {
    (void)native, (void)thread;
    return value_retain(display_object(arguments[0])->data);
}

static Value get_data(Thread *thread, Value self) {
    (void)thread;
    return value_retain(display_object(self)->data);
}
static Value get_url(Thread *thread, Value self) {
    (void)thread;
    return value_retain(display_object(self)->url);
}
static Value get_filename(Thread *thread, Value self) {
    (void)thread;
    return value_retain(display_object(self)->filename);
}
static const PropertyEntry display_object_properties[] = {
    {.name = "data", .get = get_data}, {.name = "url", .get = get_url}, {.name = "filename", .get = get_filename}, {0}};

static Value display_object_repr(Thread *thread, Value self) {
    return string_format(thread, "<%s object>", self.object->type->name);
}

/* Math is LaTeX between dollars. */
NATIVE(math_latex) {
    (void)native;
    Value data = display_object(arguments[0])->data;
    if (!value_is_string(data)) return VALUE_NONE;
    const char *text = value_c_string(data);
    text += strspn(text, "$ ");
    size_t length = strlen(text);
    while (length && strchr("$ ", text[length - 1])) length--;
    return string_format(thread, "$\\displaystyle %.*s$", (int)length, text);
}

/* name, method, its code */
#define DISPLAY_CLASSES(X)                                                                            \
    X(HTML, "_repr_html_", display_object_data, "HTML")                                               \
    X(Markdown, "_repr_markdown_", display_object_data, "Markdown")                                   \
    X(Latex, "_repr_latex_", display_object_data, "LaTeX")                                            \
    X(Math, "_repr_latex_", math_latex, "a LaTeX formula")                                            \
    X(SVG, "_repr_svg_", display_object_data, "an SVG picture")                                       \
    X(Javascript, "_repr_javascript_", display_object_data, "JavaScript to run in the page")          \
    X(JSON, "_repr_json_", display_object_data, "JSON")

#define X(class_, method_, code_, what_)                                                                             \
    static Value create_##class_(Thread *thread, Type *type, const Call *call) {                                     \
        return make(thread, type, call, #class_, "(data=None, url=None, filename=None, metadata=None)", false);      \
    }                                                                                                                \
    static const NativeEntry methods_##class_[] = {                                                                  \
        {.name = method_, .signature = "($self)", .documentation = "What is shown.", .code = code_}, {0}};           \
    static const Type type_##class_ = {.name = "IPython.core.display." #class_,                                      \
                                       .documentation = "Shows its data as " what_ ".",                              \
                                       .signature = "(data=None, url=None, filename=None, metadata=None)",           \
                                       .flags = TYPE_BASE,                                                           \
                                       .instance_size = sizeof(DisplayObject),                                       \
                                       .attributes_offset = offsetof(DisplayObject, attributes),                     \
                                       .create = create_##class_,                                                    \
                                       .destroy = display_object_destroy,                                            \
                                       .repr = display_object_repr,                                                  \
                                       .methods = methods_##class_,                                                  \
                                       .properties = display_object_properties};
DISPLAY_CLASSES(X)
#undef X

/* ---- Image ---- */

static bool is_jpeg(const DisplayObject *image) {
    if (value_is_string(image->format)) {
        const char *format = value_c_string(image->format);
        return !strcmp(format, "jpeg") || !strcmp(format, "jpg");
    }
    if (!value_is_bytes(image->data)) return false;
    const Bytes *bytes = (const Bytes *)image->data.object;
    return bytes->length > 2 && !memcmp(bytes->bytes, "\xff\xd8", 2);
}

static bool is_gif(const DisplayObject *image) {
    if (!value_is_bytes(image->data)) return false;
    const Bytes *bytes = (const Bytes *)image->data.object;
    return bytes->length > 3 && !memcmp(bytes->bytes, "GIF", 3);
}

NATIVE(image_png) {
    (void)native, (void)thread;
    DisplayObject *image = display_object(arguments[0]);
    return is_jpeg(image) || is_gif(image) ? VALUE_NONE : value_retain(image->data);
}

NATIVE(image_jpeg) {
    (void)native, (void)thread;
    DisplayObject *image = display_object(arguments[0]);
    return is_jpeg(image) ? value_retain(image->data) : VALUE_NONE;
}

/* An address that is not embedded is a link to it. */
NATIVE(image_html) {
    (void)native;
    DisplayObject *image = display_object(arguments[0]);
    if (!value_is_string(image->url) || !value_is_none(image->data)) return VALUE_NONE;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "<img src=\"%s\"", value_c_string(image->url));
    const Value sizes[] = {image->width, image->height};
    static const char *const names[] = {"width", "height"};
    for (int i = 0; i < 2; i++)
        if (sizes[i].tag == TAG_INT) text_append_format(&text, " %s=\"%lld\"", names[i], (long long)sizes[i].integer);
    text_append(&text, "/>");
    Value result = text.failed ? raise_no_memory(thread) : string_new(thread, text.bytes, text.length);
    text_release(&text);
    return result;
}

static const char image_signature[] = "(data=None, url=None, filename=None, format=None, embed=None, width=None, height=None, "
                                      "retina=False, unconfined=False, metadata=None, alt=None)";
static Value image_create(Thread *thread, Type *type, const Call *call) {
    return make(thread, type, call, "Image", image_signature, true);
}
static const NativeEntry image_methods[] = {
    {.name = "_repr_png_", .signature = "($self)", .documentation = "PNG data.", .code = image_png},
    {.name = "_repr_jpeg_", .signature = "($self)", .documentation = "JPEG data.", .code = image_jpeg},
    {.name = "_repr_html_", .signature = "($self)", .documentation = "A link, for an address.", .code = image_html},
    {0}};
static const Type type_Image = {.name = "IPython.core.display.Image",
                                .documentation = "A picture: PNG or JPEG data, a file's name, or an address.",
                                .signature = image_signature,
                                .flags = TYPE_BASE,
                                .instance_size = sizeof(DisplayObject),
                                .attributes_offset = offsetof(DisplayObject, attributes),
                                .create = image_create,
                                .destroy = display_object_destroy,
                                .repr = display_object_repr,
                                .methods = image_methods,
                                .properties = display_object_properties};

/* ---- the module ---- */

static const NativeEntry display_functions[] = {
    {.name = "display",
     .signature = "(*objs, include=None, exclude=None, metadata=None, display_id=None, raw=False, clear=False, transient=None)",
     .documentation = "Show objects in the front end, each as the richest form that it has.\n\n"
                      "With display_id (a str, or True for a new one) the result is a handle whose update(obj) changes the output.",
     .code = display_display},
    {.name = "update_display", .signature = "(obj, *, display_id, metadata=None)",
     .documentation = "Replace what was shown under an id.", .code = display_update_display},
    {.name = "publish_display_data", .signature = "(data, metadata=None)",
     .documentation = "Show data given by MIME type.", .code = display_publish},
    {.name = "clear_output", .signature = "(wait=False)", .documentation = "Clear the cell's output, now or at the next output.",
     .code = display_clear_output},
    {.name = "set_matplotlib_formats", .signature = "(*formats, **kwargs)",
     .documentation = "The formats of pictures: 'png', 'retina', 'svg'.", .code = display_set_formats},
    {0}};

static bool display_initialize(Thread *thread, Value module) {
    const Type *const types[] = {
#define X(class_, method, code, what) &type_##class_,
        DISPLAY_CLASSES(X)
#undef X
            &type_Image, &handle_type};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        Type *type = type_from_template(thread, types[i]);
        if (!type || !module_add_type(thread, module, type)) return false;
    }
    return true;
}

/* What is written in Python, when it is asked for. */
static const char *const python_names[] = {"Audio", "Video", "IFrame", "YouTubeVideo", "VimeoVideo", "FileLink", "FileLinks", "Code", "Pretty",
                                           "GeoJSON", "ProgressBar", "DisplayObject", "TextDisplayObject", "display_html", "display_pretty",
                                           "display_markdown", "display_latex", "set_matplotlib_close"};
enum { PYTHON_NAME_COUNT = sizeof python_names / sizeof *python_names };

static Value display_member(Thread *thread, Value module, String *name) {
    (void)module;
    bool known = false;
    for (size_t i = 0; i < PYTHON_NAME_COUNT && !known; i++) known = string_equals_c(name, python_names[i]);
    Value home = known ? import_module(thread, "IPython.lib.display") : VALUE_ABSENT;
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
    for (size_t i = 0; i < PYTHON_NAME_COUNT && good; i++)
        good = list_append_owned(thread, value_list(names), string_from_c(thread, python_names[i]));
    if (good) return module_add(thread, module, "__all__", names);
    value_release(names);
    return false;
}

static bool display_fill(Thread *thread, Value module) { return display_initialize(thread, module) && add_all(thread, module); }

#define DISPLAY_MODULE(identifier, name_)                                                                   \
    const ModuleEntry module_##identifier = {.name = name_,                                                 \
                                             .documentation = "Showing rich objects in the front end.",     \
                                             .functions = display_functions,                                \
                                             .initialize = display_fill,                                    \
                                             .get_attribute = display_member};
DISPLAY_MODULE(ipython_display, "IPython.display")
DISPLAY_MODULE(ipython_core_display, "IPython.core.display")

/* display() without an import, as IPython offers it. */
bool ipython_add_display(Thread *thread, Dict *names) {
    return dict_set_c_owned(thread, names, "display", native_new(thread, &display_functions[0], VALUE_NONE));
}
