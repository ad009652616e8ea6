/* help(): what pydoc prints for functions, classes, modules and everything else. */
#include "kernel/objects/builtin/builtin_private.h"
#include "kernel/objects/descriptor/descriptor.h"

#include "kernel/language/report/callable_text.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct Help {
    Thread *thread;
    TextBuffer text;
} Help;

/* An attribute as a str; absent when there is none or it is no str, never with an exception. */
static Value text_attribute(Thread *thread, Value value, String *name) {
    Value attribute = value_find_attribute(thread, value, name);
    if (exception_is_set(thread)) exception_clear(thread);
    if (is_string(attribute)) return attribute;
    value_release(attribute);
    return VALUE_ABSENT;
}

/* Lines of `bytes` with their common indentation (not counting the first line) taken off, each after `margin`. */
static void append_documentation(TextBuffer *text, const char *bytes, const char *margin) {
    size_t common = SIZE_MAX;
    const char *line = strchr(bytes, '\n');
    while (line) {
        size_t blanks = strspn(++line, " \t");
        if (line[blanks] && line[blanks] != '\n' && blanks < common) common = blanks;
        line = strchr(line, '\n');
    }
    if (common == SIZE_MAX) common = 0;
    size_t length = strlen(bytes);
    while (length && strchr(" \t\n", bytes[length - 1])) length--;
    const char *end = bytes + length;
    bool first = true;
    for (size_t blanks = strspn(bytes, " \t"); bytes + blanks < end && bytes[blanks] == '\n'; blanks = strspn(bytes, " \t")) {
        bytes += blanks + 1; /* lines without text in front */
        first = false;
    }
    if (first) bytes += strspn(bytes, " \t");
    for (; bytes < end; first = false) {
        size_t size = strcspn(bytes, "\n");
        if (bytes + size > end) size = (size_t)(end - bytes);
        size_t skipped = 0;
        while (!first && skipped < common && skipped < size && strchr(" \t", bytes[skipped])) skipped++;
        text_append(text, margin);
        text_append_bytes(text, bytes + skipped, size - skipped);
        text_append_char(text, '\n');
        bytes += size + (bytes + size < end);
    }
}

static void append_value_documentation(Help *help, Value value, const char *margin) {
    Value documentation = text_attribute(help->thread, value, thread_builtins(help->thread)->name___doc__);
    if (!value_is_absent(documentation) && value_string(documentation)->length)
        append_documentation(&help->text, value_c_string(documentation), margin);
    value_release(documentation);
}

static void append_name_and_signature(Help *help, const char *name, Value value) {
    text_append(&help->text, name);
    size_t before = help->text.length;
    if (!strcmp(name, "<lambda>")) { /* as it is written */
        text_append(&help->text, " lambda ");
        size_t start = help->text.length;
        if (callable_append_signature(help->thread, value, &help->text) && help->text.length > start + 1) {
            memmove(help->text.bytes + start, help->text.bytes + start + 1, help->text.length - start - 1);
            text_truncate(&help->text, help->text.length - 2);
            return;
        }
        text_truncate(&help->text, before);
    }
    if (!callable_append_signature(help->thread, value, &help->text)) {
        text_truncate(&help->text, before);
        text_append(&help->text, "(...)");
    }
}

static Value qualified_class_name(Thread *thread, Type *type, Value current_module) {
    Builtins *builtins = thread_builtins(thread);
    Value class = value_from_object(type), module = text_attribute(thread, class, builtins->name___module__);
    Value name = text_attribute(thread, class, builtins->name___name__);
    Value result = value_is_absent(module) || (is_string(current_module) && string_equals(value_string(module), value_string(current_module)))
                       ? value_retain(name)
                       : string_format(thread, "%s.%s", value_c_string(module), value_is_absent(name) ? "?" : value_c_string(name));
    value_release(module);
    value_release(name);
    return result;
}

/* ---- classes ---- */

typedef enum MemberKind {
    MEMBER_METHOD,
    MEMBER_CLASS_METHOD,
    MEMBER_STATIC_METHOD,
    MEMBER_READONLY_PROPERTY,
    MEMBER_DESCRIPTOR,
    MEMBER_DATA,
    MEMBER_KIND_COUNT
} MemberKind;

static const char *const member_titles[] = {"Methods",      "Class methods", "Static methods", "Readonly properties",
                                            "Data descriptors", "Data and other attributes"};

static MemberKind member_kind(Thread *thread, Value raw) {
    if (value_has_type(raw, &classmethod_type_template) || value_has_type(raw, &classmethod_descriptor_type_template)) return MEMBER_CLASS_METHOD;
    if (value_has_type(raw, &staticmethod_type_template)) return MEMBER_STATIC_METHOD;
    if (value_has_type(raw, &property_type_template))
        return value_is_absent(((Property *)raw.object)->setter) ? MEMBER_READONLY_PROPERTY : MEMBER_DESCRIPTOR;
    if (value_has_type(raw, &native_type_template)) return MEMBER_STATIC_METHOD;
    if (value_is_method(raw) || value_has_type(raw, &function_type_template) || value_has_type(raw, &slot_wrapper_type_template))
        return MEMBER_METHOD;
    const Type *type = type_of(thread->interpreter, raw);
    return type->descriptor_set ? MEMBER_DESCRIPTOR : MEMBER_DATA;
}

/* Text that is longer without its middle; absent when it is not. */
static Value without_middle(Thread *thread, String *text, size_t longest) {
    if (text->count <= longest) return VALUE_ABSENT;
    size_t head = (longest - 3) / 2, tail = longest - 3 - head;
    Value begin = string_substring(thread, text, 0, head), end = string_substring(thread, text, text->count - tail, text->count);
    Value cut = value_is_absent(begin) || value_is_absent(end) ? VALUE_ABSENT
                                                               : string_format(thread, "%s...%s", value_c_string(begin), value_c_string(end));
    value_release(begin), value_release(end);
    exception_clear(thread);
    return cut;
}
static Value shortened_text(Thread *thread, String *text, size_t longest) {
    Value cut = without_middle(thread, text, longest);
    Value shown = value_is_absent(cut) ? cut : value_repr(thread, cut);
    value_release(cut);
    return shown;
}

/* A value on a line of its own: no addresses, and no longer than a line. */
static void append_data(Help *help, const char *name, Value value) {
    enum { LONGEST_LINE = 70, LONGEST_TEXT = 100 };
    Thread *thread = help->thread;
    Value shown = value_is_string(value) ? shortened_text(thread, value_string(value), LONGEST_TEXT) : VALUE_ABSENT;
    if (value_is_absent(shown)) shown = value_repr(thread, value);
    if (exception_is_set(thread)) exception_clear(thread);
    TextBuffer line = TEXT_BUFFER_EMPTY;
    const char *from = value_is_absent(shown) ? "..." : value_c_string(shown);
    bool is_container = value_is_list(value) || value_is_tuple(value) || value_is_dict(value) || value_has_type(value, &set_type_template) ||
                        value_has_type(value, &frozenset_type_template);
    while (*from) {
        size_t hexadecimal = is_container || strncmp(from, " at 0x", 6) ? 0 : strspn(from + 6, "0123456789abcdefABCDEF");
        if (hexadecimal >= 6 && from[6 + hexadecimal] == '>') from += 6 + hexadecimal;
        else text_append_char(&line, *from++);
    }
    value_release(shown);
    Value whole = string_from_text_buffer(thread, &line);
    if (value_is_absent(whole)) {
        exception_clear(thread);
        return;
    }
    String *text = value_string(whole);
    Value cut_text = !is_container && !value_is_string(value) ? without_middle(thread, text, LONGEST_TEXT) : VALUE_ABSENT;
    if (!value_is_absent(cut_text)) {
        value_release(whole);
        whole = cut_text;
        text = value_string(whole);
    }
    size_t used = utf8_count(name, strlen(name)) + 3;
    if (used + text->count > LONGEST_LINE) {
        Value cut = string_substring(thread, text, 0, used < LONGEST_LINE ? LONGEST_LINE - used : 0);
        text_append_format(&help->text, "%s = %s...", name, value_is_absent(cut) ? "" : value_c_string(cut));
        exception_clear(thread);
        value_release(cut);
    } else {
        text_append_format(&help->text, "%s = %s", name, text->bytes);
    }
    value_release(whole);
}

static bool is_visible(const String *name, bool has_fields) {
    if (has_fields && *name->bytes == '_' && strncmp(name->bytes, "__", 2)) return true; /* a named tuple's are for everybody */
    static const char *const hidden[] = {"__doc__",  "__module__",  "__name__", "__qualname__", "__slots__", "__file__",
                                         "__path__", "__package__", "__spec__", "__loader__",   "__cached__", "__builtins__"};
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        if (string_equals_c(name, hidden[i])) return false;
    bool is_special = name->length > 4 && !strncmp(name->bytes, "__", 2) && !strcmp(name->bytes + name->length - 2, "__");
    return is_special || *name->bytes != '_';
}

/* Of a method: its own docstring, or that of what it overrides. */
static void append_inherited_documentation(Help *help, Type *type, String *name, Value bound) {
    size_t before = help->text.length;
    append_value_documentation(help, bound, " |      ");
    for (size_t i = 1; help->text.length == before && i < type->order->count; i++) {
        Dict *attributes = type_attributes(help->thread, (Type *)type->order->items[i].object);
        Value overridden = attributes ? dict_get_string(attributes, name) : VALUE_ABSENT;
        if (!value_is_absent(overridden)) append_value_documentation(help, overridden, " |      ");
    }
}

static void append_member(Help *help, Type *type, String *name, Value raw, MemberKind kind) {
    Thread *thread = help->thread;
    Value bound = kind == MEMBER_CLASS_METHOD || kind == MEMBER_STATIC_METHOD
                      ? value_find_attribute(thread, value_from_object(type), name)
                      : value_retain(raw);
    if (exception_is_set(thread)) exception_clear(thread);
    if (value_is_absent(bound)) bound = value_retain(raw);
    text_append(&help->text, " |  ");
    /* A second name of a function: what it does is told where the first one stands. */
    Value own_name = text_attribute(thread, bound, thread_builtins(thread)->name___name__);
    bool is_alias = value_is_string(own_name) && !string_equals(value_string(own_name), name), is_told = false;
    if (is_alias) {
        String *first = string_intern_object(thread, value_string(own_name));
        is_told = first && (value_is(type_lookup(type, first), raw) || value_is(type_lookup(type->object.type, first), raw));
        if (first) object_release(first);
    }
    switch (kind) {
    case MEMBER_METHOD:
    case MEMBER_CLASS_METHOD:
    case MEMBER_STATIC_METHOD:
        if (is_alias) text_append_format(&help->text, "%s = ", name->bytes);
        append_name_and_signature(help, is_alias ? value_c_string(own_name) : name->bytes, bound);
        text_append(&help->text, kind == MEMBER_CLASS_METHOD || (kind == MEMBER_STATIC_METHOD && value_has_type(raw, &native_type_template))
                                         ? " from builtins.type\n"
                                         : "\n");
        if (!is_told) append_inherited_documentation(help, type, name, bound);
        text_append(&help->text, " |  \n");
        break;
    case MEMBER_DATA:
        append_data(help, name->bytes, bound);
        text_append(&help->text, "\n |  \n");
        break;
    default:
        text_append_format(&help->text, "%s\n", name->bytes);
        append_value_documentation(help, bound, " |      ");
        text_append(&help->text, " |  \n");
        break;
    }
    value_release(own_name);
    value_release(bound);
}

/* The members that `owner` gives to `type` (not those that a class in front of it in the MRO has too). */
static void append_members(Help *help, Type *type, Type *owner, Dict *seen, Value module, bool *first_section) {
    Thread *thread = help->thread;
    Builtins *builtins = thread_builtins(thread);
    Dict *attributes = type_attributes(thread, owner);
    bool has_fields = !value_is_absent(type_lookup(type, string_intern(thread, "_fields")));
    /* Who inherits annotations is asked for its own, and so gets some. */
    if (attributes && owner == type && type->flags & TYPE_HEAP && value_is_absent(dict_get_string(attributes, builtins->name___annotations__)) &&
        !value_is_absent(type_lookup(type, builtins->name___annotations__))) {
        value_release(value_find_attribute(thread, value_from_object(type), builtins->name___annotations__));
        exception_clear(thread);
    }
    Value names = attributes ? dict_keys_list(thread, attributes) : VALUE_ABSENT;
    if (value_is_absent(names) || !list_sort(thread, value_list(names), VALUE_NONE, false)) {
        value_release(names);
        return;
    }
    const List *sorted = value_list(names);
    for (int kind = 0; kind < MEMBER_KIND_COUNT; kind++) {
        bool any = false;
        for (size_t i = 0; i < sorted->count; i++) {
            Value name = sorted->items[i], raw = dict_get(thread, attributes, name);
            if (!is_string(name) || !is_visible(value_string(name), has_fields) || (int)member_kind(thread, raw) != kind) continue;
            if (!value_is_absent(dict_get_string(seen, value_string(name)))) continue;
            if (!any) {
                if (!*first_section)
                    text_append(&help->text, " |  ----------------------------------------------------------------------\n");
                text_append_format(&help->text, " |  %s ", member_titles[kind]);
                if (owner == type) {
                    text_append(&help->text, "defined here:\n |  \n");
                } else {
                    Value owner_name = qualified_class_name(thread, owner, module);
                    text_append_format(&help->text, "inherited from %s:\n |  \n", value_c_string(owner_name));
                    value_release(owner_name);
                }
                any = true;
                *first_section = false;
            }
            append_member(help, type, value_string(name), raw, (MemberKind)kind);
        }
    }
    dict_merge(thread, seen, value_from_object(attributes));
    value_release(names);
}

static int compare_names(const void *left, const void *right) {
    return strcasecmp(*(const char *const *)left, *(const char *const *)right);
}

/* The first few of the built-in classes that derive from a class. */
static void append_built_in_subclasses(Help *help, Type *type) {
    enum { MOST = 4 };
    const char **names = type->subclass_count ? memory_allocate(type->subclass_count * sizeof *names) : NULL;
    size_t count = 0;
    for (size_t i = 0; names && i < type->subclass_count; i++) {
        const Type *other = type->subclasses[i];
        if (!(other->flags & TYPE_HEAP) && *other->name != '_' && value_is_absent(other->module)) names[count++] = type_short_name(other);
    }
    if (count) {
        qsort(names, count, sizeof *names, compare_names);
        text_append(&help->text, " |  Built-in subclasses:\n");
        for (size_t i = 0; i < count && i < MOST; i++) text_append_format(&help->text, " |      %s\n", names[i]);
        if (count > MOST) text_append_format(&help->text, " |      ... and %zu other subclasses\n", count - MOST);
        text_append(&help->text, " |  \n");
    }
    memory_release(names);
}

static void append_class(Help *help, Type *type) {
    Thread *thread = help->thread;
    Builtins *builtins = thread_builtins(thread);
    Value class = value_from_object(type), module = text_attribute(thread, class, builtins->name___module__);
    text_append_format(&help->text, "class %s(", type_short_name(type));
    for (size_t i = 0; i < type->bases->count; i++) {
        Value name = qualified_class_name(thread, (Type *)type->bases->items[i].object, module);
        text_append_format(&help->text, "%s%s", i ? ", " : "", value_c_string(name));
        value_release(name);
    }
    text_append(&help->text, ")\n");
    size_t before = help->text.length;
    text_append_format(&help->text, " |  %s", type_short_name(type));
    size_t signature = help->text.length;
    if (callable_append_signature(thread, class, &help->text) && help->text.length > signature + 2) text_append(&help->text, "\n |  \n");
    else text_truncate(&help->text, before);
    Value documentation = text_attribute(thread, class, builtins->name___doc__);
    if (!value_is_absent(documentation)) {
        append_documentation(&help->text, value_c_string(documentation), " |  ");
        text_append(&help->text, " |  \n");
    }
    value_release(documentation);
    if (type->order->count > 2) {
        text_append(&help->text, " |  Method resolution order:\n");
        for (size_t i = 0; i < type->order->count; i++) {
            Value name = qualified_class_name(thread, (Type *)type->order->items[i].object, module);
            text_append_format(&help->text, " |      %s\n", value_c_string(name));
            value_release(name);
        }
        text_append(&help->text, " |  \n");
    }
    append_built_in_subclasses(help, type);
    Value seen = dict_new(thread);
    bool first_section = true;
    for (size_t i = 0; !value_is_absent(seen) && i < type->order->count; i++) {
        Type *owner = (Type *)type->order->items[i].object;
        if (owner == builtins->type_object && type != owner) continue;
        append_members(help, type, owner, value_dict(seen), module, &first_section);
    }
    value_release(seen);
    value_release(module);
    /* The last empty " |  " line goes. */
    if (help->text.length >= 5 && !memcmp(help->text.bytes + help->text.length - 5, " |  \n", 5))
        text_truncate(&help->text, help->text.length - 5);
    text_append_char(&help->text, '\n');
}

/* ---- modules ---- */

/* pydoc has what there is to say of a module. */
static bool append_module(Help *help, Value module) {
    Thread *thread = help->thread;
    Value pydoc = import_module(thread, "pydoc");
    Value function = value_is_absent(pydoc) ? pydoc : value_get_attribute_c(thread, pydoc, "_module_help");
    Value text = value_is_absent(function) ? function : value_call_one(thread, function, module);
    bool done = is_string(text);
    if (done) text_append_bytes(&help->text, value_c_string(text), value_string(text)->length);
    value_release(pydoc);
    value_release(function);
    value_release(text);
    return done;
}

/* ---- everything ---- */

static const char *kind_of(Value value) {
    if (value_has_type(value, &function_type_template)) return "function";
    if (value_has_type(value, &native_type_template)) return "built-in function";
    if (value_has_type(value, &bound_method_type_template)) return "method";
    if (value_has_type(value, &method_descriptor_type_template)) return "method_descriptor";
    if (value_has_type(value, &slot_wrapper_type_template)) return "wrapper_descriptor";
    return NULL;
}

static void append_callable(Help *help, Value value, const char *kind) {
    Thread *thread = help->thread;
    Builtins *builtins = thread_builtins(thread);
    Value name = text_attribute(thread, value, builtins->name___name__), module = text_attribute(thread, value, builtins->name___module__);
    const char *shown = value_is_absent(name) ? "<unknown>" : value_c_string(name);
    bool is_descriptor = strchr(kind, '_') != NULL;
    Value self = value_has_type(value, &bound_method_type_template) ? ((BoundMethod *)value.object)->self
                 : value_has_type(value, &native_type_template)     ? ((Native *)value.object)->self
                                                                    : VALUE_ABSENT;
    text_append_format(&help->text, is_descriptor ? "Help on %s" : "Help on %s %s", kind, shown);
    if (!value_is_absent(module) && !is_descriptor) text_append_format(&help->text, " in module %s", value_c_string(module));
    text_append(&help->text, ":\n\n");
    append_name_and_signature(help, shown, value);
    if (!value_is_absent(self) && !value_is_module(self)) {
        Value class = qualified_class_name(thread, type_of(thread->interpreter, self), VALUE_ABSENT);
        text_append_format(&help->text, " method of %s instance", value_c_string(class));
        value_release(class);
    }
    text_append_char(&help->text, '\n');
    append_value_documentation(help, value, "    ");
    text_append_char(&help->text, '\n');
    value_release(name);
    value_release(module);
}

/* false: an exception is set. */
static bool append_help(Help *help, Value value) {
    Thread *thread = help->thread;
    Builtins *builtins = thread_builtins(thread);
    const char *kind = kind_of(value);
    if (kind) {
        append_callable(help, value, kind);
        return true;
    }
    if (value_is_module(value)) {
        return append_module(help, value);
    }
    if (value_has_type(value, &property_type_template)) {
        text_append(&help->text, "Help on property:\n\n");
        append_value_documentation(help, value, "    ");
        text_append_char(&help->text, '\n');
        return true;
    }
    bool is_class = value_is_type(value);
    Type *type = is_class ? (Type *)value.object : type_of(thread->interpreter, value);
    Value class = value_from_object(type), module = text_attribute(thread, class, builtins->name___module__);
    if (is_class)
        text_append_format(&help->text, "Help on class %s in module %s:\n\n", type_short_name(type),
                           value_is_absent(module) ? "builtins" : value_c_string(module));
    else if (value_is_absent(module) || string_equals_c(value_string(module), "builtins"))
        text_append_format(&help->text, "Help on %s object:\n\n", type_short_name(type));
    else
        text_append_format(&help->text, "Help on %s in module %s object:\n\n", type_short_name(type), value_c_string(module));
    value_release(module);
    append_class(help, type);
    return true;
}

/* A name in a string: of a builtin, or of a module that can be imported. Absent without an exception: neither. */
static Value named_value(Thread *thread, Value name) {
    Value value = value_retain(dict_get(thread, thread->interpreter->builtin_names, name));
    if (!value_is_absent(value)) return value;
    value = import_module(thread, value_c_string(name));
    if (value_is_absent(value)) exception_clear(thread);
    return value;
}

NATIVE(builtin_help) {
    NATIVE_UNUSED;
    Help help = {.thread = thread};
    bool good = true;
    if (value_is_absent(arguments[0])) {
        text_append(&help.text, "Type help(object) for help about it, or object? for a summary.\n");
    } else if (is_string(arguments[0])) {
        Value value = named_value(thread, arguments[0]);
        if (value_is_absent(value))
            text_append_format(&help.text,
                               "No Python documentation found for '%s'.\nUse help() to get the interactive help utility.\nUse "
                               "help(str) for help on the str class.\n",
                               value_c_string(arguments[0]));
        else good = append_help(&help, value);
        value_release(value);
    } else {
        good = append_help(&help, arguments[0]);
    }
    bool done = good && !help.text.failed && interpreter_write(thread, false, text_string(&help.text), help.text.length);
    if (good && help.text.failed) raise_no_memory(thread);
    text_release(&help.text);
    return done ? VALUE_NONE : VALUE_ABSENT;
}

const NativeEntry builtin_help_functions[] = {
    {"help", "(object=<unrepresentable>, /)", "Print what is known about an object.", builtin_help, NULL, 0},
    {0}};
