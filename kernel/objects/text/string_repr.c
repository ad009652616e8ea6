/* repr() and ascii() of text. */
#include "kernel/objects/text/string_private.h"
#include "kernel/objects/text/unicode.h"

#include "base/utf8.h"

#include <string.h>

static void append_escaped(TextBuffer *text, uint32_t code_point) {
    if (code_point == '\t') text_append(text, "\\t");
    else if (code_point == '\n') text_append(text, "\\n");
    else if (code_point == '\r') text_append(text, "\\r");
    else if (code_point < 0x100) text_append_format(text, "\\x%02x", code_point);
    else if (code_point < 0x10000) text_append_format(text, "\\u%04x", code_point);
    else text_append_format(text, "\\U%08x", code_point);
}

/* Single quotes, unless the text has some and no double ones. */
void string_append_repr(TextBuffer *text, const char *bytes, size_t length, bool ascii_only) {
    char quote = memchr(bytes, '\'', length) && !memchr(bytes, '"', length) ? '"' : '\'';
    text_append_char(text, quote);
    size_t plain = 0; /* where the run of characters that stand for themselves began */
    for (size_t i = 0, size; i < length; i += size) {
        uint32_t code_point = utf8_decode(bytes + i, length - i, &size);
        bool is_plain = code_point < 0x80 ? code_point >= ' ' && code_point < 0x7F && code_point != '\\' &&
                                                code_point != (unsigned char)quote
                                          : !ascii_only && unicode_is_printable(code_point);
        if (is_plain) continue;
        text_append_bytes(text, bytes + plain, i - plain);
        plain = i + size;
        if (code_point == '\\' || code_point == (unsigned char)quote) {
            text_append_char(text, '\\');
            text_append_char(text, (char)code_point);
        } else {
            append_escaped(text, code_point);
        }
    }
    text_append_bytes(text, bytes + plain, length - plain);
    text_append_char(text, quote);
}

/* Nothing to escape and no quotes: most texts. */
static bool is_plain_ascii(const String *string) {
    for (size_t i = 0; i < string->length; i++) {
        char c = string->bytes[i];
        if (c < ' ' || c == 0x7F || c == '\\' || c == '\'') return false;
    }
    return true;
}

Value string_repr(Thread *thread, String *string) {
    if (string->is_ascii && is_plain_ascii(string)) {
        String *quoted = string_new_buffer(thread, string->length + 2);
        if (!quoted) return VALUE_ABSENT;
        quoted->bytes[0] = quoted->bytes[string->length + 1] = '\'';
        memcpy(quoted->bytes + 1, string->bytes, string->length);
        return string_finish(quoted);
    }
    TextBuffer text = TEXT_BUFFER_EMPTY;
    string_append_repr(&text, string->bytes, string->length, false);
    return string_from_text_buffer(thread, &text);
}
