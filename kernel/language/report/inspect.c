/* What `name?` and shift-tab show: signature, documentation, type and text of a value, in IPython's layout. */
#include "kernel/language/report/callable_text.h"
#include "kernel/language/cell/cursor.h"
#include "kernel/language/run/function.h"
#include "kernel/language/report/highlight.h"
#include "kernel/language/session/session.h"
#include "kernel/language/run/vm.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/error/exception.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/type.h"

#include "base/memory.h"

#include <string.h>

enum { MAXIMUM_FIELDS = 10, LONGEST_TEXT = 200 };

typedef struct Field {
    const char *title;
    char *body; /* owned */
} Field;

typedef struct Inspection {
    Thread *thread;
    Value value;
    CursorText name;
    int detail;
    Field fields[MAXIMUM_FIELDS];
    size_t count;
} Inspection;

/* ---- fields ---- */

static void add_owned(Inspection *inspection, const char *title, char *body) {
    if (!body) return;
    if (inspection->count == MAXIMUM_FIELDS) memory_release(body);
    else inspection->fields[inspection->count++] = (Field){title, body};
}

static void add_text(Inspection *inspection, const char *title, const char *body) {
    if (body) add_owned(inspection, title, memory_copy_string(body));
}

/* Source text in colours, line by line. */
static char *colour(const char *text) {
    TextBuffer out = TEXT_BUFFER_EMPTY;
    HighlightState state = {0};
    while (*text) {
        size_t length = strcspn(text, "\n");
        highlight_line(&state, text, length, 0, SIZE_MAX, SIZE_MAX, &out);
        text += length;
        if (*text) text++;
        if (*text) text_append_char(&out, '\n');
    }
    return text_detach(&out);
}

static char *join_fields(Inspection *inspection) {
    TextBuffer out = TEXT_BUFFER_EMPTY;
    size_t width = 0;
    for (size_t i = 0; i < inspection->count; i++) {
        size_t length = strlen(inspection->fields[i].title);
        if (length > width) width = length;
    }
    for (size_t i = 0; i < inspection->count; i++) {
        const Field *field = &inspection->fields[i];
        const char *body = field->body + strspn(field->body, "\n");
        size_t length = strlen(body);
        while (length && body[length - 1] == '\n') length--;
        text_append_format(&out, "%s\033[31m%s:\033[39m", i ? "\n" : "", field->title);
        text_append_repeated(&out, ' ', width - strlen(field->title));
        text_append_char(&out, memchr(body, '\n', length) ? '\n' : ' ');
        text_append_bytes(&out, body, length);
    }
    for (size_t i = 0; i < inspection->count; i++) memory_release(inspection->fields[i].body);
    return text_detach(&out);
}

/* ---- documentation ---- */

static size_t indentation_of(const char *line) {
    size_t i = 0;
    while (line[i] == ' ' || line[i] == '\t') i++;
    return line[i] == '\n' || !line[i] ? SIZE_MAX : i;
}

/* As inspect.cleandoc: the common indentation of the lines after the first goes, and empty lines at both ends.
 */
static char *clean_documentation(const char *text) {
    TextBuffer out = TEXT_BUFFER_EMPTY;
    size_t margin = SIZE_MAX;
    for (const char *line = strchr(text, '\n'); line; line = strchr(line + 1, '\n')) {
        size_t indentation = indentation_of(line + 1);
        if (indentation < margin) margin = indentation;
    }
    if (margin == SIZE_MAX) margin = 0;
    text += strspn(text, " \t");
    for (bool first = true; *text; first = false) {
        size_t length = strcspn(text, "\n"), taken = 0;
        while (!first && taken < margin && taken < length && (text[taken] == ' ' || text[taken] == '\t'))
            taken++;
        text_append_bytes(&out, text + taken, length - taken);
        text += length;
        if (*text == '\n') {
            text_append_char(&out, '\n');
            text++;
        }
    }
    while (out.length && strchr("\n \t", out.bytes[out.length - 1])) text_truncate(&out, out.length - 1);
    return text_detach(&out);
}

/* __doc__ of a value; NULL when it has none. */
static char *documentation_of(Thread *thread, Value value) {
    Value text = value_find_attribute_c(thread, value, "__doc__");
    exception_clear(thread);
    char *result = value_is_string(text) ? clean_documentation(value_c_string(text)) : NULL;
    value_release(text);
    return result;
}

/* The documentation of a method that the class itself (or a base made by a class statement) defines. */
static char *method_documentation(Thread *thread, Type *type, const char *name) {
    Value method = type_lookup(type, string_intern(thread, name));
    return value_is_function(method) ? documentation_of(thread, method) : NULL;
}

static void add_documentation(Inspection *inspection, bool always) {
    char *text = documentation_of(inspection->thread, inspection->value);
    if (text || always) add_owned(inspection, "Docstring", text ? text : memory_copy_string("<no docstring>"));
}

/* ---- the kinds of values ---- */

static void add_signature(Inspection *inspection, const char *title) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_bytes(&text, inspection->name.text, inspection->name.length);
    if (callable_append_signature(inspection->thread, inspection->value, &text) && !text.failed) {
        add_owned(inspection, title, colour(text_string(&text)));
    }
    text_release(&text);
}

static bool add_source(Inspection *inspection) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    bool found = inspection->detail > 0 && callable_append_source(inspection->thread, inspection->value, &text);
    if (found) add_owned(inspection, "Source", colour(text_string(&text)));
    text_release(&text);
    return found;
}

static void add_subclasses(Inspection *inspection) {
    const Type *type = value_type(inspection->value);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < type->subclass_count && i < 10; i++) {
        const char *name = type->subclasses[i]->name, *dot = strrchr(name, '.');
        text_append_format(&text, "%s%s", i ? ", " : "", dot ? dot + 1 : name);
    }
    if (type->subclass_count > 10) text_append(&text, ", ...");
    add_text(inspection, "Subclasses", text_string(&text));
    text_release(&text);
}

static const char *type_name_of(Inspection *inspection) {
    const char *name = value_type_name(inspection->thread, inspection->value), *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

static void describe_callable(Inspection *inspection) {
    bool is_class = value_is_type(inspection->value);
    add_signature(inspection, is_class ? "Init signature" : "Signature");
    if (!add_source(inspection)) { /* which shows the docstring, too */
        add_documentation(inspection, true);
        if (is_class)
            add_owned(inspection, "Init docstring",
                      method_documentation(inspection->thread, value_type(inspection->value), "__init__"));
    }
    add_text(inspection, "File", callable_file(inspection->value));
    add_text(inspection, "Type", type_name_of(inspection));
    if (is_class) add_subclasses(inspection);
}

/* str(value), cut in the middle when it is long; further lines are set under the first. */
static void add_string_form(Inspection *inspection) {
    Value text = value_str(inspection->thread, inspection->value);
    exception_clear(inspection->thread);
    if (!value_is_string(text)) return;
    const char *bytes = value_c_string(text);
    size_t length = value_string(text)->length;
    TextBuffer out = TEXT_BUFFER_EMPTY;
    bool cut = length > LONGEST_TEXT && inspection->detail == 0;
    size_t half = cut ? LONGEST_TEXT / 2 : length;
    while (cut && half < length && ((unsigned char)bytes[half] & 0xC0) == 0x80) half--;
    for (size_t i = 0; i < half; i++) {
        text_append_char(&out, bytes[i]);
        if (bytes[i] == '\n') text_append_repeated(&out, ' ', strlen("String form:") + 1);
    }
    if (cut) {
        size_t rest = length - LONGEST_TEXT / 2;
        while (rest < length && ((unsigned char)bytes[rest] & 0xC0) == 0x80) rest++;
        text_append(&out, " <...> ");
        text_append_bytes(&out, bytes + rest, length - rest);
    }
    if (!out.failed) add_text(inspection, "String form", text_string(&out));
    text_release(&out);
    value_release(text);
}

static void add_length(Inspection *inspection) {
    Type *type = type_of(inspection->thread->interpreter, inspection->value);
    if (!type->length) return;
    int64_t length = value_length(inspection->thread, inspection->value);
    exception_clear(inspection->thread);
    if (length < 0) return;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "%lld", (long long)length);
    add_text(inspection, "Length", text_string(&text));
    text_release(&text);
}

static void add_module_file(Inspection *inspection) {
    if (!value_is_module(inspection->value)) return;
    Value file = value_find_attribute_c(inspection->thread, inspection->value, "__file__");
    exception_clear(inspection->thread);
    if (value_is_string(file)) add_text(inspection, "File", value_c_string(file));
    value_release(file);
}

static void describe_plain(Inspection *inspection) {
    Thread *thread = inspection->thread;
    Type *type = type_of(thread->interpreter, inspection->value);
    if (value_is_callable(thread->interpreter, inspection->value)) add_signature(inspection, "Signature");
    add_text(inspection, "Type", type_name_of(inspection));
    add_string_form(inspection);
    add_length(inspection);
    add_module_file(inspection);
    if (!add_source(inspection)) add_documentation(inspection, false);
    if (!(type->flags & TYPE_HEAP)) return;
    add_owned(inspection, "Init docstring", method_documentation(thread, type, "__init__"));
    add_owned(inspection, "Call docstring", method_documentation(thread, type, "__call__"));
}

static bool is_plain_callable(Value value) {
    return value_is_type(value) || value_is_function(value) || value_has_type(value, &native_type_template) ||
           value_has_type(value, &bound_method_type_template) ||
           value_has_type(value, &method_descriptor_type_template) ||
           value_has_type(value, &slot_wrapper_type_template) ||
           value_has_type(value, &method_wrapper_type_template) ||
           value_has_type(value, &classmethod_descriptor_type_template);
}

char *session_inspect(Session *session, Thread *thread, const char *source, size_t length, size_t cursor,
                      int detail) {
    CursorText name = cursor_find_name(source, length, cursor);
    if (!name.length || memchr(name.text, '(', name.length)) return NULL;
    Value value = language_evaluate(thread, name.text, name.length, "<inspection>", "eval",
                                    session_namespace(session), VALUE_ABSENT);
    exception_clear(thread);
    if (value_is_absent(value)) return NULL;
    Inspection inspection = {.thread = thread, .value = value, .name = name, .detail = detail};
    if (is_plain_callable(value)) describe_callable(&inspection);
    else describe_plain(&inspection);
    exception_clear(thread);
    value_release(value);
    return join_fields(&inspection);
}
