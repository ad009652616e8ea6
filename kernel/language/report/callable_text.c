#include "kernel/language/report/callable_text.h"
#include "kernel/language/run/function.h"
#include "kernel/language/text/sources.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/error/exception.h"
#include "kernel/objects/descriptor/signature.h"
#include "kernel/objects/core/type.h"

#include <string.h>

/* ---- functions made by def ---- */

static void append_repr(Thread *thread, Value value, TextBuffer *out) {
    Value text = value_repr(thread, value);
    if (value_is_absent(text)) {
        exception_clear(thread);
        text_append(out, "...");
        return;
    }
    text_append_bytes(out, value_c_string(text), value_string(text)->length);
    value_release(text);
}

/* As inspect.formatannotation: classes by name, other things by repr. */
static void append_annotation(Thread *thread, Value annotation, TextBuffer *out) {
    if (value_is_type(annotation)) {
        Value name = type_qualified_name(thread, value_type(annotation));
        if (!value_is_absent(name)) {
            text_append(out, value_c_string(name));
            value_release(name);
            return;
        }
        exception_clear(thread);
    }
    append_repr(thread, annotation, out);
}

typedef struct SignatureWriter {
    Thread *thread;
    TextBuffer *out;
    Value annotations; /* dict, or absent; owned */
    bool any;
} SignatureWriter;

static void write_separator(SignatureWriter *writer) {
    if (writer->any) text_append(writer->out, ", ");
    writer->any = true;
}

static void write_parameter(SignatureWriter *writer, const char *prefix, String *name, Value default_value) {
    write_separator(writer);
    text_append(writer->out, prefix);
    text_append(writer->out, name->bytes);
    Value annotation = VALUE_ABSENT;
    if (value_is_dict(writer->annotations)) annotation = dict_get_string(value_dict(writer->annotations), name);
    if (!value_is_absent(annotation)) {
        text_append(writer->out, ": ");
        append_annotation(writer->thread, annotation, writer->out);
    }
    if (value_is_absent(default_value)) return;
    text_append(writer->out, value_is_absent(annotation) ? "=" : " = ");
    append_repr(writer->thread, default_value, writer->out);
}

static Value keyword_default(const Function *function, String *name) {
    return function->keyword_defaults ? dict_get_string(function->keyword_defaults, name) : VALUE_ABSENT;
}

static void append_function(Thread *thread, Value value, size_t skipped, TextBuffer *out) {
    Function *function = value_function(value);
    Code *code = function->code;
    size_t positional = code->argument_count, only = code->positional_only_count;
    size_t defaults = function->defaults ? function->defaults->count : 0, at = positional;
    SignatureWriter writer = {
        .thread = thread, .out = out, .annotations = value_find_attribute_c(thread, value, "__annotations__")};
    text_append_char(out, '(');
    for (size_t i = skipped; i < positional; i++) {
        Value default_value =
            i + defaults >= positional ? function->defaults->items[i + defaults - positional] : VALUE_ABSENT;
        write_parameter(&writer, "", code->locals[i], default_value);
        if (i + 1 == only) {
            write_separator(&writer);
            text_append_char(out, '/');
        }
    }
    size_t star = positional + code->keyword_only_count;
    if (code->flags & CODE_STAR_ARGUMENTS) {
        write_parameter(&writer, "*", code->locals[star++], VALUE_ABSENT);
    } else if (code->keyword_only_count) {
        write_separator(&writer);
        text_append_char(out, '*');
    }
    for (size_t i = 0; i < code->keyword_only_count; i++, at++) {
        write_parameter(&writer, "", code->locals[at], keyword_default(function, code->locals[at]));
    }
    if (code->flags & CODE_STAR_KEYWORDS) write_parameter(&writer, "**", code->locals[star], VALUE_ABSENT);
    text_append_char(out, ')');
    Value result = VALUE_ABSENT;
    if (value_is_dict(writer.annotations))
        result = dict_get_c(thread, value_dict(writer.annotations), "return");
    if (!value_is_absent(result)) {
        text_append(out, " -> ");
        append_annotation(thread, result, out);
    }
    value_release(writer.annotations);
}

/* ---- native functions ---- */

/* The text without its $self, and without the first parameter of a bound one. */
static bool append_native(const char *signature, TextBuffer *out) {
    if (!signature || signature[0] != '(' || strstr(signature, "<unrepresentable>")) return false;
    if (signature[1] != '$') {
        text_append(out, signature);
        return true;
    }
    const char *rest = signature + 2 + strcspn(signature + 2, ",)");
    if (*rest == ',') rest += 1 + strspn(rest + 1, " ");
    if (!strncmp(rest, "/,", 2)) rest += 2 + strspn(rest + 2, " ");
    else if (!strncmp(rest, "/)", 2)) rest++;
    text_append_char(out, '(');
    text_append(out, rest);
    return true;
}

/* With its self, for what was taken of the class. */
static bool append_unbound(const char *signature, TextBuffer *out) {
    if (!signature || signature[0] != '(' || signature[1] != '$' || strstr(signature, "<unrepresentable>")) return append_native(signature, out);
    text_append_char(out, '(');
    text_append(out, signature + 2);
    return true;
}

/* ---- classes ---- */

static bool append_class(Thread *thread, Value value, TextBuffer *out) {
    Type *type = value_type(value);
    static const char *const MAKERS[] = {"__init__", "__new__"};
    for (size_t i = 0; i < 2; i++) {
        Value maker = type_lookup(type, string_intern(thread, MAKERS[i]));
        if (value_is_absent(maker)) continue;
        if (value_has_type(maker, &staticmethod_type_template))
            maker = ((MethodWrapper *)maker.object)->callable;
        if (!value_is_function(maker)) continue;
        append_function(thread, maker, 1, out);
        return true;
    }
    for (; type; type = type->base) {
        if (type->signature) return append_native(type->signature, out);
        if (type->flags & TYPE_HEAP) continue;
        break;
    }
    if (value_type(value)->flags & TYPE_HEAP) {
        text_append(out, "()");
        return true;
    }
    return false;
}

static Value unwrap(Value value, size_t *skipped) {
    for (;;) {
        if (value_has_type(value, &bound_method_type_template)) {
            value = ((BoundMethod *)value.object)->function;
            ++*skipped;
        } else if (value_has_type(value, &staticmethod_type_template) ||
                   value_has_type(value, &classmethod_type_template)) {
            value = ((MethodWrapper *)value.object)->callable;
        } else {
            return value;
        }
    }
}

/* What a decorator's function stands for, as functools.wraps notes it; owned, absent for other values. */
static Value wrapped_function(Thread *thread, Value value) {
    Value found = VALUE_ABSENT;
    for (int i = 0; i < 100 && value_is_function(value); i++) {
        Value inner = value_find_attribute_c(thread, value, "__wrapped__");
        if (value_is_absent(inner)) {
            exception_clear(thread);
            break;
        }
        value_replace(&found, inner);
        value = inner;
    }
    return found;
}

bool callable_append_signature(Thread *thread, Value value, TextBuffer *out) {
    size_t skipped = 0;
    value = unwrap(value, &skipped);
    Value wrapped = wrapped_function(thread, value);
    if (!value_is_absent(wrapped)) {
        bool known;
        if (value_is_function(wrapped)) {
            append_function(thread, wrapped, skipped, out);
            known = true;
        } else known = callable_append_signature(thread, wrapped, out);
        value_release(wrapped);
        if (known) return true;
    }
    if (value_is_function(value)) {
        append_function(thread, value, skipped, out);
        return true;
    }
    if (value_has_type(value, &method_descriptor_type_template)) {
        const Native *native = (Native *)value.object;
        if (native->is_python) return callable_append_signature(thread, native->self, out);
        return append_unbound(native->entry->signature, out);
    }
    if (value_has_type(value, &native_type_template) ||
        value_has_type(value, &classmethod_descriptor_type_template)) {
        const Native *native = (Native *)value.object;
        if (native->is_python) return callable_append_signature(thread, native->self, out);
        return append_native(native->entry->signature, out);
    }
    if (value_has_type(value, &slot_wrapper_type_template)) return append_unbound(((SlotWrapper *)value.object)->entry->signature, out);
    if (value_has_type(value, &method_wrapper_type_template)) return append_native(((SlotWrapper *)value.object)->entry->signature, out);
    if (value_is_type(value)) return append_class(thread, value, out);
    if (value.tag != TAG_OBJECT) return false;
    Value call = type_lookup(value.object->type, string_intern(thread, "__call__"));
    if (value_is_absent(call) || !value_is_function(call)) return false;
    append_function(thread, call, 1, out);
    return true;
}

/* ---- source ---- */

static size_t indentation_of(const char *line, size_t length) {
    size_t i = 0;
    while (i < length && (line[i] == ' ' || line[i] == '\t')) i++;
    return i == length ? SIZE_MAX : i;
}

static void append_lines(const Source *source, int first, int last, TextBuffer *out) {
    for (int i = first; i <= last; i++) {
        size_t length;
        const char *line = source_line(source, i, &length);
        if (!line) break;
        text_append_bytes(out, line, length);
        text_append_char(out, '\n');
    }
}

/* Lines that are decorators above the def at `line`. */
static int find_first_line(const Source *source, int line) {
    for (; line > 1; line--) {
        size_t length;
        const char *text = source_line(source, line - 1, &length);
        size_t at = text ? indentation_of(text, length) : SIZE_MAX;
        if (at == SIZE_MAX || text[at] != '@') break;
    }
    return line;
}

/* The last line that is indented more than the one at `line`. */
static int find_last_line(const Source *source, int line) {
    size_t length;
    const char *text = source_line(source, line, &length);
    size_t margin = text ? indentation_of(text, length) : 0;
    int last = line;
    for (int i = line + 1; (text = source_line(source, i, &length)); i++) {
        size_t indentation = indentation_of(text, length);
        if (indentation == SIZE_MAX) continue;
        if (indentation <= margin && text[indentation] != ')' && text[indentation] != ']') break;
        last = i;
    }
    return last;
}

/* `class NAME` in the source that one of the class's functions comes from. */
static bool append_class_source(Thread *thread, Type *type, TextBuffer *out) {
    Dict *attributes = type_attributes(thread, type);
    Value key, value;
    const char *name = strrchr(type->name, '.') ? strrchr(type->name, '.') + 1 : type->name;
    size_t name_length = strlen(name);
    for (size_t at = 0; attributes && dict_next(attributes, &at, &key, &value);) {
        size_t skipped = 0;
        value = unwrap(value, &skipped);
        if (!value_is_function(value) || !value_function(value)->code->source) continue;
        const Source *source = value_function(value)->code->source;
        for (int i = value_function(value)->code->first_line; i >= 1; i--) {
            size_t length;
            const char *line = source_line(source, i, &length);
            size_t indentation = line ? indentation_of(line, length) : SIZE_MAX;
            if (indentation == SIZE_MAX || length < indentation + 6 + name_length) continue;
            if (memcmp(line + indentation, "class ", 6) || memcmp(line + indentation + 6, name, name_length))
                continue;
            append_lines(source, find_first_line(source, i), find_last_line(source, i), out);
            return true;
        }
    }
    return false;
}

static Code *code_of(Value value) {
    size_t skipped = 0;
    value = unwrap(value, &skipped);
    return value_is_function(value) ? value_function(value)->code : NULL;
}

bool callable_append_source(Thread *thread, Value value, TextBuffer *out) {
    const Code *code = code_of(value);
    if (!code && value_is_type(value)) return append_class_source(thread, value_type(value), out);
    if (!code || !code->source) return false;
    int first = find_first_line(code->source, code->first_line), line = code->first_line;
    /* first_line may be that of the first decorator already. */
    for (size_t length; line < code->last_line; line++) {
        const char *text = source_line(code->source, line, &length);
        size_t at = text ? indentation_of(text, length) : SIZE_MAX;
        if (at != SIZE_MAX && text[at] != '@') break;
    }
    int last = find_last_line(code->source, line);
    append_lines(code->source, first, last > code->last_line ? last : code->last_line, out);
    return true;
}

const char *callable_file(Value value) {
    const Code *code = code_of(value);
    return code && value_is_string(code->file) ? value_c_string(code->file) : NULL;
}
