/* str.format: replacement fields with attribute and index look-up, conversions and nested specifications. */
#include "kernel/objects/container/dict.h"
#include "kernel/objects/text/string_private.h"
#include "kernel/objects/text/unicode.h"

#include "base/utf8.h"

#include <ctype.h>
#include <string.h>

typedef enum Numbering { NUMBERING_UNKNOWN, NUMBERING_AUTOMATIC, NUMBERING_MANUAL } Numbering;

typedef struct FormatCall {
    Thread *thread;
    Tuple *positional; /* NULL for format_map */
    Value mapping;
    Numbering numbering;
    int64_t next;
} FormatCall;

static bool run_format(FormatCall *call, const char *format, size_t length, int depth, TextBuffer *text);

/* Digits only: the number, else -1. False: too large a one. */
static bool as_index(Thread *thread, const char *name, size_t length, int64_t *index) {
    *index = length ? 0 : -1;
    for (size_t i = 0, size = 1; i < length; i += size) {
        size = 1;
        bool is_ascii = (unsigned char)name[i] < 0x80;
        int digit = is_ascii ? (isdigit((unsigned char)name[i]) ? name[i] - '0' : -1) : unicode_decimal(utf8_decode(name + i, length - i, &size));
        if (digit < 0) return *index = -1, true;
        if (__builtin_mul_overflow(*index, 10, index) || __builtin_add_overflow(*index, digit, index))
            return raise_value_error(thread, "Too many decimal digits in format string"), false;
    }
    return true;
}

static bool switch_numbering(FormatCall *call, Numbering wanted) {
    if (call->numbering == NUMBERING_UNKNOWN) call->numbering = wanted;
    if (call->numbering == wanted) return true;
    raise_value_error(call->thread, wanted == NUMBERING_MANUAL
                                        ? "cannot switch from automatic field numbering to manual field specification"
                                        : "cannot switch from manual field specification to automatic field numbering");
    return false;
}

/* The value that a field's first name stands for; owned. */
static Value first_value(FormatCall *call, const char *name, size_t length) {
    Thread *thread = call->thread;
    int64_t index;
    if (!as_index(thread, name, length, &index)) return VALUE_ABSENT;
    if (length == 0) {
        if (call->positional && !switch_numbering(call, NUMBERING_AUTOMATIC)) return VALUE_ABSENT;
        index = call->next++;
    } else if (index >= 0) {
        if (call->positional && !switch_numbering(call, NUMBERING_MANUAL)) return VALUE_ABSENT;
    } else {
        Value key = string_new(thread, name, length);
        if (value_is_absent(key)) return VALUE_ABSENT;
        Value value = value_get_item(thread, call->mapping, key);
        value_release(key);
        return value;
    }
    if (!call->positional) return raise_value_error(thread, "Format string contains positional fields");
    if (index >= (int64_t)call->positional->count)
        return raise_index_error(thread, "Replacement index %lld out of range for positional args tuple", (long long)index);
    return value_retain(call->positional->items[index]);
}

/* name(.attribute | [index])*; owned. */
static Value field_value(FormatCall *call, const char *name, size_t length) {
    Thread *thread = call->thread;
    size_t at = 0;
    while (at < length && name[at] != '.' && name[at] != '[') at++;
    Value value = first_value(call, name, at);
    while (!value_is_absent(value) && at < length) {
        char kind = name[at++];
        size_t start = at;
        Value next = VALUE_ABSENT;
        if (kind == '.') {
            while (at < length && name[at] != '.' && name[at] != '[') at++;
            if (at == start) raise_value_error(thread, "Empty attribute in format string");
            String *attribute = at > start ? string_intern_bytes(thread, name + start, at - start) : NULL;
            if (attribute) next = value_get_attribute(thread, value, attribute);
            object_release(attribute);
        } else if (kind == '[') {
            while (at < length && name[at] != ']') at++;
            if (at >= length) raise_value_error(thread, "Missing ']' in format string");
            else if (at == start) raise_value_error(thread, "Empty attribute in format string");
            else {
                int64_t index;
                bool fits = as_index(thread, name + start, at - start, &index);
                Value key = !fits ? VALUE_ABSENT : index >= 0 ? value_from_int(index) : string_new(thread, name + start, at - start);
                if (!value_is_absent(key)) next = value_get_item(thread, value, key);
                value_release(key);
                at++;
            }
        } else {
            raise_value_error(thread, "Only '.' or '[' may follow ']' in format field specifier");
        }
        value_release(value);
        value = next;
    }
    return value;
}

static Value convert(Thread *thread, Value value, uint32_t conversion) {
    Value result;
    switch (conversion) {
    case 'r': result = value_repr(thread, value); break;
    case 's': result = value_str(thread, value); break;
    case 'a': result = value_ascii(thread, value); break;
    default:
        if (conversion > 32 && conversion < 127)
            result = raise_value_error(thread, "Unknown conversion specifier %c", (char)conversion);
        else result = raise_value_error(thread, "Unknown conversion specifier \\x%x", conversion);
    }
    value_release(value);
    return result;
}

/* The closing brace is where the conversion should be, and is taken for it: what comes next decides. */
static void raise_brace_as_conversion(FormatCall *call, const char *field, size_t name_end, char next) {
    Thread *thread = call->thread;
    if (!next) return (void)raise_value_error(thread, "unmatched '{' in format spec");
    if (next != ':' && next != '}') return (void)raise_value_error(thread, "expected ':' after conversion specifier");
    Value value = field_value(call, field, name_end);
    if (!value_is_absent(value)) raise_value_error(thread, "Unknown conversion specifier }");
    value_release(value);
}

/* One field: the text between the braces; `next` comes behind the closing one. */
static bool append_field(FormatCall *call, const char *field, size_t length, char next, int depth, TextBuffer *text) {
    Thread *thread = call->thread;
    size_t name_end = 0;
    int brackets = 0;
    for (; name_end < length; name_end++) {
        char c = field[name_end];
        if (c == '[') brackets = 1;
        else if (c == ']') brackets = 0;
        else if (c == '{' && !brackets) return raise_value_error(thread, "unexpected '{' in field name"), false;
        else if (!brackets && (c == '!' || c == ':')) break;
    }
    uint32_t conversion = 0;
    size_t spec_start = name_end;
    if (name_end < length && field[name_end] == '!') {
        size_t size = 1, at = name_end + 1;
        if (at >= length) return raise_brace_as_conversion(call, field, name_end, next), false;
        conversion = utf8_decode(field + at, length - at, &size);
        spec_start = at + size;
        if (spec_start < length && field[spec_start] != ':')
            return raise_value_error(thread, "expected ':' after conversion specifier"), false;
    }
    Value value = field_value(call, field, name_end);
    if (!value_is_absent(value) && conversion) value = convert(thread, value, conversion);
    if (value_is_absent(value)) return false;
    TextBuffer expanded = TEXT_BUFFER_EMPTY;
    bool done = true;
    if (spec_start < length) {
        const char *spec = field + spec_start + 1;
        size_t spec_length = length - spec_start - 1;
        if (memchr(spec, '{', spec_length) || memchr(spec, '}', spec_length))
            done = run_format(call, spec, spec_length, depth - 1, &expanded);
        else text_append_bytes(&expanded, spec, spec_length);
    }
    Value specification = expanded.failed ? raise_no_memory(thread) : done ? string_new(thread, text_string(&expanded), expanded.length) : VALUE_ABSENT;
    text_release(&expanded);
    Value shown = value_is_absent(specification) ? VALUE_ABSENT : value_format(thread, value, specification);
    value_release(specification);
    value_release(value);
    if (value_is_absent(shown)) return false;
    text_append_bytes(text, value_string(shown)->bytes, value_string(shown)->length);
    value_release(shown);
    return true;
}

/* Where the field that begins after '{' ends: index of its '}', or length. */
static size_t field_end(const char *format, size_t length, size_t at) {
    int depth = 1;
    bool in_index = false, in_spec = false;
    for (; at < length; at++) {
        char c = format[at];
        if (!in_spec && c == '[') in_index = true;
        else if (in_index) in_index = c != ']';
        else if (c == '{') depth++;
        else if (c == '}' && --depth == 0) return at;
        else if (c == ':' && depth == 1) in_spec = true;
    }
    return length;
}

/* A field without its '}'. */
static Value raise_unmatched(Thread *thread, const char *field, size_t length) {
    size_t at = 0;
    for (bool in_index = false; at < length && (in_index || (field[at] != '!' && field[at] != ':')); at++)
        in_index = in_index ? field[at] != ']' : field[at] == '[';
    if (at == length) return raise_value_error(thread, "expected '}' before end of string");
    if (field[at] == '!' && at + 1 == length)
        return raise_value_error(thread, "end of string while looking for conversion specifier");
    return raise_value_error(thread, "unmatched '{' in format spec");
}

static bool run_format(FormatCall *call, const char *format, size_t length, int depth, TextBuffer *text) {
    if (depth <= 0) return raise_value_error(call->thread, "Max string recursion exceeded"), false;
    for (size_t at = 0; at < length;) {
        size_t start = at;
        while (at < length && format[at] != '{' && format[at] != '}') at++;
        text_append_bytes(text, format + start, at - start);
        if (at >= length) break;
        char brace = format[at++];
        if (at < length && format[at] == brace) {
            text_append_char(text, brace);
            at++;
            continue;
        }
        if (brace == '}') return raise_value_error(call->thread, "Single '}' encountered in format string"), false;
        if (at >= length) return raise_value_error(call->thread, "Single '{' encountered in format string"), false;
        size_t end = field_end(format, length, at);
        if (end >= length) return raise_unmatched(call->thread, format + at, length - at), false;
        if (!append_field(call, format + at, end - at, end + 1 < length ? format[end + 1] : '\0', depth, text)) return false;
        at = end + 1;
    }
    return true;
}

Value string_format_call(Thread *thread, String *format, Tuple *positional, Value mapping) {
    FormatCall call = {.thread = thread, .positional = positional, .mapping = mapping};
    TextBuffer text = TEXT_BUFFER_EMPTY;
    Value result = VALUE_ABSENT;
    if (run_format(&call, format->bytes, format->length, 2, &text))
        result = text.failed || !positional || positional->count > 1
                     ? string_from_text_buffer(thread, &text)
                     : string_of_format(thread, &text, value_from_object(format), positional, VALUE_ABSENT);
    text_release(&text);
    return result;
}
