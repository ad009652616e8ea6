#include "kernel/language/report/string_repr.h"

#include "base/utf8.h"

#include <string.h>
#include <utf8proc.h>

static bool is_printable(uint32_t code_point) {
    switch (utf8proc_category((utf8proc_int32_t)code_point)) {
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_ZS: return false;
    default: return true;
    }
}

static void append_escape(TextBuffer *out, uint32_t code_point, bool bytes) {
    const char *simple = code_point == '\n'   ? "\\n"
                         : code_point == '\r' ? "\\r"
                         : code_point == '\t' ? "\\t"
                                              : NULL;
    if (simple) text_append(out, simple);
    else if (code_point < 0x100 || bytes) text_append_format(out, "\\x%02x", code_point);
    else if (code_point < 0x10000) text_append_format(out, "\\u%04x", code_point);
    else text_append_format(out, "\\U%08x", code_point);
}

/* A code point of a string constant, lone surrogates included. */
static uint32_t next_code_point(const char *bytes, size_t length, size_t *size) {
    uint32_t code_point = utf8_decode(bytes, length, size);
    if (code_point == UTF8_INVALID && length >= 3 && (unsigned char)bytes[0] == 0xED) {
        *size = 3;
        return 0xD000u | ((uint32_t)bytes[1] & 0x3F) << 6 | ((uint32_t)bytes[2] & 0x3F);
    }
    return code_point;
}

static void append_quoted(TextBuffer *out, const char *bytes, size_t length, bool is_bytes) {
    bool single = memchr(bytes, '\'', length), twofold = memchr(bytes, '"', length);
    char quote = single && !twofold ? '"' : '\'';
    if (is_bytes) text_append_char(out, 'b');
    text_append_char(out, quote);
    for (size_t i = 0, size; i < length; i += size) {
        size = 1;
        uint32_t code_point =
            is_bytes ? (unsigned char)bytes[i] : next_code_point(bytes + i, length - i, &size);
        if (code_point == (unsigned char)quote || code_point == '\\') {
            text_append_char(out, '\\');
            text_append_char(out, (char)code_point);
        } else if (code_point < 32 || code_point == 127 ||
                   (code_point > 127 &&
                    (is_bytes || code_point == UTF8_INVALID || !is_printable(code_point)))) {
            append_escape(out, code_point, is_bytes);
        } else {
            text_append_bytes(out, bytes + i, size);
        }
    }
    text_append_char(out, quote);
}

void text_append_string_repr(TextBuffer *out, const char *bytes, size_t length) {
    append_quoted(out, bytes, length, false);
}

void text_append_bytes_repr(TextBuffer *out, const char *bytes, size_t length) {
    append_quoted(out, bytes, length, true);
}
