/* The characters of a pattern or of a replacement, read token by token, and the errors with their places. */
#include "kernel/library/regex/regex.h"

#include "base/memory.h"
#include "base/utf8.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/type.h"

#include <stdio.h>
#include <string.h>

Value regex_raise(Thread *thread, Value message, Value pattern, int64_t position) {
    if (value_is_absent(message)) return VALUE_ABSENT;
    Value module = import_module(thread, "re");
    Value class = value_is_absent(module) ? VALUE_ABSENT : value_get_attribute_c(thread, module, "error");
    Value values[3] = {message, pattern, value_from_int(position)};
    Value error = value_is_absent(class) ? VALUE_ABSENT : value_call_values(thread, class, values, position < 0 ? 1 : 3);
    if (!value_is_absent(error)) raise_instance(thread, error);
    value_release(error);
    value_release(class);
    value_release(module);
    value_release(message);
    return VALUE_ABSENT;
}

/* Messages about a bytes pattern show bytes beyond ASCII as escapes. */
static Value ascii_message(Thread *thread, const char *message) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (size_t at = 0, size, length = strlen(message); at < length; at += size) {
        uint32_t code = utf8_decode(message + at, length - at, &size);
        if (code < 0x80) text_append_char(&text, (char)code);
        else text_append_format(&text, "\\x%02x", (unsigned)code & 0xFF);
    }
    return string_from_text_buffer(thread, &text);
}

void regex_fail(RegexSource *source, size_t offset, const char *format, ...) {
    if (source->failed) return;
    source->failed = true;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    /* A message that was cut inside a character is cut in front of it. */
    size_t length = strlen(text), bad;
    if (!utf8_is_valid(text, length, &bad) && length - bad < 4) text[bad] = 0;
    Value message = source->is_text ? string_from_c(source->thread, text) : ascii_message(source->thread, text);
    size_t place = regex_tell(source);
    regex_raise(source->thread, message, source->pattern, place >= offset ? (int64_t)(place - offset) : 0);
}

bool regex_warn(RegexSource *source, const char *category, const char *format, ...) {
    if (source->is_silent) return !source->failed;
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    Builtins *builtins = thread_builtins(source->thread);
    Type *type = strcmp(category, "FutureWarning") == 0 ? builtins->exception_FutureWarning : builtins->exception_DeprecationWarning;
    if (!warn_format(source->thread, type, "%s", text)) source->failed = true;
    return !source->failed;
}

static void source_step(RegexSource *source) {
    source->next = source->index;
    source->next_length = 0;
    if (source->index >= source->length) return;
    source->next_length = 1;
    if (source->text[source->index] == '\\') {
        if (source->index + 1 >= source->length) {
            source->index = source->length; /* the place of the message is that of the backslash */
            source->next_length = 0;
            regex_fail(source, 1, "bad escape (end of pattern)");
            return;
        }
        source->next_length = 2;
    }
    source->index += source->next_length;
}

void regex_advance(RegexSource *source) {
    if (!source->failed) source_step(source);
    if (source->failed) source->next_length = 0, source->index = source->length;
}

bool regex_accept(RegexSource *source, uint32_t character) {
    if (regex_peek(source) != character) return false;
    regex_advance(source);
    return true;
}

bool regex_source_open(Thread *thread, Value pattern, RegexSource *source) {
    *source = (RegexSource){.thread = thread, .pattern = pattern};
    const char *bytes;
    size_t length;
    source->is_text = value_is_string(pattern);
    if (source->is_text) {
        bytes = value_c_string(pattern);
        length = value_string(pattern)->length;
    } else if (!value_buffer(thread, pattern, &bytes, &length)) {
        return false;
    }
    if (length > SIZE_MAX / 8 || !(source->text = memory_allocate((length + 1) * sizeof *source->text)))
        return raise_no_memory(thread), false;
    for (size_t at = 0, size; at < length; at += size) {
        size = 1;
        uint32_t code = (unsigned char)bytes[at];
        if (source->is_text && code >= 0x80) code = utf8_decode(bytes + at, length - at, &size);
        if (code == UTF8_INVALID && length - at >= 3) { /* a lone surrogate */
            code = (uint32_t)(bytes[at] & 0x0F) << 12 | (uint32_t)(bytes[at + 1] & 0x3F) << 6 | (uint32_t)(bytes[at + 2] & 0x3F);
            size = 3;
        }
        source->text[source->length++] = code;
    }
    source_step(source);
    return !source->failed;
}

void regex_source_close(RegexSource *source) { memory_release(source->text); }

Value regex_slice(RegexSource *source, size_t start, size_t length) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < length; i++) text_append_code_point(&text, source->text[start + i]);
    return string_from_text_buffer(source->thread, &text);
}

bool regex_until(RegexSource *source, char terminator, const char *what, size_t *start, size_t *length) {
    *start = regex_tell(source);
    *length = 0;
    for (;;) {
        size_t size = source->next_length;
        uint32_t next = regex_peek(source);
        regex_advance(source);
        if (source->failed) return false;
        if (!size) {
            if (*length) regex_fail(source, *length, "missing %c, unterminated name", terminator);
            else regex_fail(source, 0, "missing %s", what);
            return false;
        }
        if (next == (uint32_t)terminator) break;
        *length += size;
    }
    if (!*length) regex_fail(source, 1, "missing %s", what);
    return !source->failed;
}

int regex_name_is_identifier(Thread *thread, Value name) {
    Value answer = value_call_method(thread, name, "isidentifier", NULL, 0);
    int truth = value_is_absent(answer) ? -1 : value_truth(thread, answer);
    value_release(answer);
    return truth;
}

Value regex_show(RegexSource *source, Value name) {
    return source->is_text ? value_repr(source->thread, name) : value_ascii(source->thread, name);
}

bool regex_check_name(RegexSource *source, Value name, size_t offset) {
    int good = regex_name_is_identifier(source->thread, name);
    if (good < 0) return source->failed = true, false;
    if (good && (source->is_text || value_string(name)->is_ascii)) return true;
    Value shown = regex_show(source, name);
    if (value_is_absent(shown)) return source->failed = true, false;
    size_t length = value_string(name)->count;
    if (good) regex_warn(source, "DeprecationWarning", "bad character in group name %s at position %zu", value_c_string(shown),
                         regex_tell(source) - length - offset);
    else regex_fail(source, length + offset, "bad character in group name %s", value_c_string(shown));
    value_release(shown);
    return !source->failed;
}

bool regex_number(RegexSource *source, Value name, size_t offset, uint32_t *number) {
    const String *text = value_string(name);
    uint64_t value = 0;
    size_t i = 0;
    for (; i < text->length && regex_is_digit((unsigned char)text->bytes[i]); i++) {
        value = value * 10 + (uint64_t)(text->bytes[i] - '0');
        if (value > UINT32_MAX) value = UINT32_MAX;
    }
    *number = (uint32_t)value;
    if (i == text->length) return i > 0;
    /* What int() takes besides plain digits is deprecated. */
    Value integer = int_from_text(source->thread, text->bytes, text->length, 10);
    bool good = !value_is_absent(integer) && int_sign(integer) >= 0;
    if (good) *number = integer.tag == TAG_INT && integer.integer < UINT32_MAX ? (uint32_t)integer.integer : UINT32_MAX;
    if (value_is_absent(integer)) exception_clear(source->thread);
    value_release(integer);
    Value shown = good ? regex_show(source, name) : VALUE_ABSENT;
    if (!value_is_absent(shown))
        regex_warn(source, "DeprecationWarning", "bad character in group name %s at position %zu", value_c_string(shown),
                   regex_tell(source) - text->count - offset);
    value_release(shown);
    return good;
}

bool regex_is_octal(uint32_t character) { return character >= '0' && character <= '7'; }
bool regex_is_digit(uint32_t character) { return character >= '0' && character <= '9'; }
bool regex_is_letter(uint32_t character) { return (character | 32) >= 'a' && (character | 32) <= 'z' && character < 128; }

uint32_t regex_control_escape(uint32_t letter) {
    static const char letters[] = "abfnrtv", codes[] = "\a\b\f\n\r\t\v";
    const char *found = letter < 128 && letter ? strchr(letters, (int)letter) : NULL;
    return found ? (uint32_t)codes[found - letters] : UINT32_MAX;
}
