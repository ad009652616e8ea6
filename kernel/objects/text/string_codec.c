/* Text to bytes and back: the codecs that are not files of their own in Python, with the error handlers.
 *
 * A codec is two functions, one code point at a time; UTF-8, the text's own form, is copied when nothing is wrong with it. */
#include "config.h"

#include "kernel/objects/text/string_private.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <string.h>
#include <stdio.h>

/* Bytes of a code point appended; false: it has none in this encoding. */
typedef bool EncodeOne(TextBuffer *bytes, uint32_t code_point);
/* The code point at `bytes` (length > 0), its size in *size; UTF8_INVALID with the size of what is wrong and why. */
typedef uint32_t DecodeOne(const unsigned char *bytes, size_t length, size_t *size, const char **reason);

typedef struct Codec {
    const char *name, *aliases; /* aliases: separated and ended by blanks */
    EncodeOne *encode;
    DecodeOne *decode;
    const char *limit;     /* why a character cannot be encoded */
    const char *mark;      /* written first by encode, skipped by decode */
    size_t mark_length;
} Codec;

static bool is_surrogate(uint32_t c) { return c >= 0xD800 && c < 0xE000; }

static bool encode_utf8(TextBuffer *bytes, uint32_t c) {
    if (is_surrogate(c)) return false;
    text_append_code_point(bytes, c);
    return true;
}

static bool encode_ascii(TextBuffer *bytes, uint32_t c) {
    if (c >= 0x80) return false;
    text_append_char(bytes, (char)c);
    return true;
}
static uint32_t decode_ascii(const unsigned char *in, size_t length, size_t *size, const char **reason) {
    (void)length;
    *size = 1;
    *reason = "ordinal not in range(128)";
    return in[0] < 0x80 ? in[0] : UTF8_INVALID;
}
static bool encode_latin1(TextBuffer *bytes, uint32_t c) {
    if (c >= 0x100) return false;
    text_append_char(bytes, (char)c);
    return true;
}
static uint32_t decode_latin1(const unsigned char *in, size_t length, size_t *size, const char **reason) {
    (void)length, (void)reason;
    *size = 1;
    return in[0];
}

static const uint16_t windows_1252[32] = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
                                          0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
                                          0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};
static bool encode_windows(TextBuffer *bytes, uint32_t c) {
    if (c < 0x80 || (c >= 0xA0 && c < 0x100)) return text_append_char(bytes, (char)c), true;
    for (uint32_t i = 0; i < 32; i++)
        if (windows_1252[i] == c) return text_append_char(bytes, (char)(0x80 + i)), true;
    return false;
}
static uint32_t decode_windows(const unsigned char *in, size_t length, size_t *size, const char **reason) {
    (void)length;
    *size = 1;
    *reason = "character maps to <undefined>";
    if (in[0] < 0x80 || in[0] >= 0xA0) return in[0];
    return windows_1252[in[0] - 0x80] ? windows_1252[in[0] - 0x80] : UTF8_INVALID;
}

static void append_unit(TextBuffer *bytes, uint32_t unit, size_t size, bool big_endian) {
    for (size_t i = 0; i < size; i++) text_append_char(bytes, (char)(unit >> 8 * (big_endian ? size - 1 - i : i)));
}
static uint32_t read_unit(const unsigned char *in, size_t size, bool big_endian) {
    uint32_t unit = 0;
    for (size_t i = 0; i < size; i++) unit |= (uint32_t)in[i] << 8 * (big_endian ? size - 1 - i : i);
    return unit;
}

static bool encode_utf16(TextBuffer *bytes, uint32_t c, bool big_endian) {
    if (is_surrogate(c)) return false;
    if (c < 0x10000) {
        append_unit(bytes, c, 2, big_endian);
    } else {
        append_unit(bytes, 0xD800 + ((c - 0x10000) >> 10), 2, big_endian);
        append_unit(bytes, 0xDC00 + ((c - 0x10000) & 0x3FF), 2, big_endian);
    }
    return true;
}
static uint32_t decode_utf16(const unsigned char *in, size_t length, size_t *size, const char **reason, bool big_endian) {
    *size = length < 2 ? length : 2;
    *reason = "truncated data";
    if (length < 2) return UTF8_INVALID;
    uint32_t unit = read_unit(in, 2, big_endian);
    if (!is_surrogate(unit)) return unit;
    *reason = "illegal encoding";
    if (unit >= 0xDC00) return UTF8_INVALID;
    *reason = "unexpected end of data";
    if (length < 4) {
        *size = length;
        return UTF8_INVALID;
    }
    uint32_t second = read_unit(in + 2, 2, big_endian);
    *reason = "illegal UTF-16 surrogate";
    if (second < 0xDC00 || second > 0xDFFF) return UTF8_INVALID;
    *size = 4;
    return 0x10000 + ((unit - 0xD800) << 10) + (second - 0xDC00);
}
static bool encode_utf32(TextBuffer *bytes, uint32_t c, bool big_endian) {
    if (is_surrogate(c)) return false;
    append_unit(bytes, c, 4, big_endian);
    return true;
}
static uint32_t decode_utf32(const unsigned char *in, size_t length, size_t *size, const char **reason, bool big_endian) {
    *size = length < 4 ? length : 4;
    *reason = "truncated data";
    if (length < 4) return UTF8_INVALID;
    uint32_t c = read_unit(in, 4, big_endian);
    *reason = is_surrogate(c) ? "code point in surrogate code point range(0xd800, 0xe000)" : "code point not in range(0x110000)";
    return is_surrogate(c) || c > 0x10FFFF ? UTF8_INVALID : c;
}

#define WIDE(name, bits)                                                                                             \
    static bool encode_##name##_le(TextBuffer *bytes, uint32_t c) { return encode_##name(bytes, c, false); }         \
    static bool encode_##name##_be(TextBuffer *bytes, uint32_t c) { return encode_##name(bytes, c, true); }          \
    static uint32_t decode_##name##_le(const unsigned char *in, size_t length, size_t *size, const char **reason) {  \
        return decode_##name(in, length, size, reason, false);                                                       \
    }                                                                                                                \
    static uint32_t decode_##name##_be(const unsigned char *in, size_t length, size_t *size, const char **reason) {  \
        return decode_##name(in, length, size, reason, true);                                                        \
    }
WIDE(utf16, 16)
WIDE(utf32, 32)

static const Codec codecs[] = {
    {"utf-8", "utf8 u8 utf cp65001 ", encode_utf8, utf8_decode_strict, "surrogates not allowed", NULL, 0},
    {"ascii", "us-ascii 646 ansi_x3.4-1968 iso646-us ", encode_ascii, decode_ascii, "ordinal not in range(128)", NULL, 0},
    {"latin-1", "latin1 l1 latin iso-8859-1 iso8859-1 iso8859 8859 cp819 ", encode_latin1, decode_latin1,
     "ordinal not in range(256)", NULL, 0},
    {"utf-8-sig", "", encode_utf8, utf8_decode_strict, "surrogates not allowed", "\xEF\xBB\xBF", 3},
    {"utf-16", "utf16 u16 ", encode_utf16_le, decode_utf16_le, "surrogates not allowed", "\xFF\xFE", 2},
    {"utf-16-le", "utf-16le ", encode_utf16_le, decode_utf16_le, "surrogates not allowed", NULL, 0},
    {"utf-16-be", "utf-16be ", encode_utf16_be, decode_utf16_be, "surrogates not allowed", NULL, 0},
    {"utf-32", "utf32 u32 ", encode_utf32_le, decode_utf32_le, "surrogates not allowed", "\xFF\xFE\0\0", 4},
    {"utf-32-le", "utf-32le ", encode_utf32_le, decode_utf32_le, "surrogates not allowed", NULL, 0},
    {"utf-32-be", "utf-32be ", encode_utf32_be, decode_utf32_be, "surrogates not allowed", NULL, 0},
    {"cp1252", "windows-1252 1252 ", encode_windows, decode_windows, "character maps to <undefined>", NULL, 0},
};

/* Names are compared without case, '_' and ' ' counting as '-'. */
static const Codec *find_codec(Thread *thread, const char *encoding) {
    char name[32];
    size_t length = strlen(encoding);
    if (length < sizeof name) {
        for (size_t i = 0; i <= length; i++) {
            char c = encoding[i];
            name[i] = c == '_' || c == ' ' ? '-' : c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
        }
        for (size_t i = 0; i < sizeof codecs / sizeof *codecs; i++) {
            if (!strcmp(codecs[i].name, name)) return &codecs[i];
            for (const char *alias = codecs[i].aliases; *alias; alias += strcspn(alias, " ") + 1)
                if (strcspn(alias, " ") == length && !strncmp(alias, name, length)) return &codecs[i];
        }
    }
    raise_format(thread, thread_builtins(thread)->exception_LookupError, "unknown encoding: %s", encoding);
    return NULL;
}

/* What the module _codecs makes of it: an encoding or an error handler that is not one of those here. */
static Value ask_module(Thread *thread, const char *function, const char *direction, Value object, const char *encoding, const char *errors) {
    exception_clear(thread);
    Value module = import_module(thread, "_codecs");
    Value code = value_is_absent(module) ? module : value_get_attribute_c(thread, module, function);
    Value values[4] = {string_from_c(thread, direction), object, string_from_c(thread, encoding), string_from_c(thread, errors)};
    Value result = VALUE_ABSENT;
    if (!value_is_absent(code) && !value_is_absent(values[0]) && !value_is_absent(values[2]) && !value_is_absent(values[3]))
        result = value_call_values(thread, code, values, 4);
    value_release(values[0]);
    value_release(values[2]);
    value_release(values[3]);
    value_release(code);
    value_release(module);
    return result;
}

static bool handler_is_here(const char *errors) {
    static const char *const names[] = {"strict", "ignore", "replace", "surrogateescape", "surrogatepass", "xmlcharrefreplace", "backslashreplace"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(errors, names[i])) return true;
    return false;
}

static bool raise_codec_error(Thread *thread, Type *class, const char *encoding, Value object, size_t start, size_t end,
                              const char *reason) {
    Value arguments[5] = {string_from_c(thread, encoding), value_retain(object), value_from_int((int64_t)start),
                          value_from_int((int64_t)end), string_from_c(thread, reason)};
    Value instance = VALUE_ABSENT;
    if (!value_is_absent(arguments[0]) && !value_is_absent(arguments[4]))
        instance = value_call_values(thread, value_from_object(class), arguments, 5);
    for (int i = 0; i < 5; i++) value_release(arguments[i]);
    if (!value_is_absent(instance)) raise_instance(thread, instance);
    value_release(instance);
    return false;
}

/* ---- encoding ---- */

/* Where the run of characters that have no bytes ends. */
static size_t unencodable_end(const Codec *codec, String *string, size_t index) {
    TextBuffer bytes = TEXT_BUFFER_EMPTY;
    size_t end = index + 1;
    if (codec->encode != encode_windows)
        while (end < string->count && !codec->encode(&bytes, string_code_point(string, end))) end++;
    text_release(&bytes);
    return end;
}

static bool encode_error(Thread *thread, const Codec *codec, String *string, size_t index, uint32_t c, const char *errors,
                         TextBuffer *bytes) {
    char text[16] = "?";
    if (!strcmp(errors, "ignore")) return true;
    if (!strcmp(errors, "surrogateescape") && c >= 0xDC80 && c <= 0xDCFF) {
        text_append_char(bytes, (char)(c - 0xDC00));
        return true;
    }
    if (!strcmp(errors, "surrogatepass") && is_surrogate(c)) {
        if (codec->encode == encode_utf8) text_append_code_point(bytes, c);
        else if (codec->encode == encode_utf16_le || codec->encode == encode_utf16_be)
            append_unit(bytes, c, 2, codec->encode == encode_utf16_be);
        else append_unit(bytes, c, 4, codec->encode == encode_utf32_be);
        return true;
    }
    if (!strcmp(errors, "xmlcharrefreplace")) snprintf(text, sizeof text, "&#%u;", c);
    else if (!strcmp(errors, "backslashreplace"))
        snprintf(text, sizeof text, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", c);
    else if (strcmp(errors, "replace")) {
        static const char *const known[] = {"strict", "surrogateescape", "surrogatepass"};
        for (size_t i = 0; i < 3; i++)
            if (!strcmp(errors, known[i]))
                return raise_codec_error(thread, thread_builtins(thread)->exception_UnicodeEncodeError,
                                         codec->encode == encode_windows ? "charmap" : codec->name, value_from_object(string),
                                         index, unencodable_end(codec, string, index), codec->limit);
        raise_format(thread, thread_builtins(thread)->exception_LookupError, "unknown error handler name '%s'", errors);
        return false;
    }
    for (const char *t = text; *t; t++) codec->encode(bytes, (unsigned char)*t);
    return true;
}

Value string_encode(Thread *thread, String *string, const char *encoding, const char *errors) {
    const Codec *codec = find_codec(thread, encoding);
    Value self = {.tag = TAG_OBJECT, .object = &string->object};
    if (!codec) return ask_module(thread, "_other", "encode", self, encoding, errors);
    if (string->is_ascii && !codec->mark && (codec <= &codecs[2] || codec->encode == encode_windows))
        return bytes_new(thread, string->bytes, string->length);
    TextBuffer bytes = TEXT_BUFFER_EMPTY;
    text_reserve(&bytes, string->length + codec->mark_length);
    if (codec->mark) text_append_bytes(&bytes, codec->mark, codec->mark_length);
    size_t index = 0;
    for (size_t i = 0, size; i < string->length; i += size, index++) {
        uint32_t c = utf8_decode(string->bytes + i, string->length - i, &size);
        if (codec->encode(&bytes, c)) continue;
        bool is_here = handler_is_here(errors);
        if (is_here && encode_error(thread, codec, string, index, c, errors, &bytes)) continue;
        text_release(&bytes);
        return is_here ? VALUE_ABSENT : ask_module(thread, "_handled", "encode", self, encoding, errors);
    }
    Value result = bytes.failed ? raise_no_memory(thread) : bytes_new(thread, text_string(&bytes), bytes.length);
    text_release(&bytes);
    return result;
}

/* ---- decoding ---- */

/* With the order of the bytes, which a mark tells. */
static const char *name_in_errors(const Codec *codec, const char *bytes, size_t length) {
    if (codec->decode == decode_windows) return "charmap";
    if (!codec->mark) return codec->name;
    if (codec->mark_length == 3) return "utf-8";
    if (codec->mark_length == 2) return length >= 2 && !memcmp(bytes, "\xFE\xFF", 2) ? "utf-16-be" : "utf-16-le";
    return length >= 4 && !memcmp(bytes, "\0\0\xFE\xFF", 4) ? "utf-32-be" : "utf-32-le";
}

static bool decode_error(Thread *thread, const Codec *codec, const char *bytes, size_t length, size_t start, size_t size,
                         const char *reason, const char *errors, TextBuffer *text) {
    if (!strcmp(errors, "ignore")) return true;
    if (!strcmp(errors, "replace")) {
        text_append_code_point(text, 0xFFFD);
        return true;
    }
    if (!strcmp(errors, "backslashreplace")) {
        for (size_t i = 0; i < size; i++) text_append_format(text, "\\x%02x", (unsigned char)bytes[start + i]);
        return true;
    }
    if (!strcmp(errors, "surrogateescape") && (unsigned char)bytes[start] >= 0x80) {
        for (size_t i = 0; i < size; i++) text_append_code_point(text, 0xDC00 + (unsigned char)bytes[start + i]);
        return true;
    }
    if (strcmp(errors, "strict") && strcmp(errors, "surrogateescape") && strcmp(errors, "surrogatepass")) {
        raise_format(thread, thread_builtins(thread)->exception_LookupError, "unknown error handler name '%s'", errors);
        return false;
    }
    Value object = bytes_new(thread, bytes, length);
    if (value_is_absent(object)) return false;
    raise_codec_error(thread, thread_builtins(thread)->exception_UnicodeDecodeError,
                      name_in_errors(codec, bytes, length),
                      object, start, start + size, reason);
    value_release(object);
    return false;
}

static Value ask_module_to_decode(Thread *thread, const char *function, const char *bytes, size_t length, const char *encoding,
                                  const char *errors) {
    Value object = bytes_new(thread, bytes, length);
    Value result = value_is_absent(object) ? object : ask_module(thread, function, "decode", object, encoding, errors);
    value_release(object);
    return result;
}

Value string_decode(Thread *thread, const char *bytes, size_t length, const char *encoding, const char *errors) {
    const Codec *codec = find_codec(thread, encoding);
    if (!codec) return ask_module_to_decode(thread, "_other", bytes, length, encoding, errors);
    DecodeOne *decode = codec->decode;
    size_t at = 0;
    if (codec->mark && length >= codec->mark_length && !memcmp(bytes, codec->mark, codec->mark_length)) {
        at = codec->mark_length;
    } else if (codec->decode == decode_utf16_le && codec->mark && length >= 2 && !memcmp(bytes, "\xFE\xFF", 2)) {
        at = 2;
        decode = decode_utf16_be;
    } else if (codec->decode == decode_utf32_le && codec->mark && length >= 4 && !memcmp(bytes, "\0\0\xFE\xFF", 4)) {
        at = 4;
        decode = decode_utf32_be;
    }
    if (codec == &codecs[0] && utf8_is_ascii(bytes, length)) return string_new_ascii(thread, bytes, length);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_reserve(&text, length - at);
    while (at < length) {
        size_t size = 1;
        const char *reason = "";
        uint32_t c = decode((const unsigned char *)bytes + at, length - at, &size, &reason);
        if (c != UTF8_INVALID) {
            text_append_code_point(&text, c);
        } else if (!strcmp(errors, "surrogatepass") && decode == utf8_decode_strict && length - at >= 3 &&
                   utf8_decode(bytes + at, length - at, &size) != UTF8_INVALID && size == 3) {
            text_append_bytes(&text, bytes + at, 3);
        } else {
            decode((const unsigned char *)bytes + at, length - at, &size, &reason);
            bool is_here = handler_is_here(errors) && strcmp(errors, "xmlcharrefreplace");
            if (!is_here || !decode_error(thread, codec, bytes, length, at, size, reason, errors, &text)) {
                text_release(&text);
                return is_here ? VALUE_ABSENT : ask_module_to_decode(thread, "_handled", bytes, length, encoding, errors);
            }
        }
        at += size;
    }
    return string_from_text_buffer(thread, &text);
}

Value string_for_system(Thread *thread, Value string) {
    String *text = value_string(string);
    if (text->is_ascii) return value_retain(string);
    return string_encode(thread, text, "utf-8", "surrogateescape");
}

Value string_from_system(Thread *thread, const char *bytes, size_t length) {
    return string_decode(thread, bytes, length, "utf-8", "surrogateescape");
}

bool codec_name_check(Thread *thread, String *name) {
    if (name->count != name->length) { /* lone surrogates are refused */
        Value encoded = string_encode(thread, name, "utf-8", "strict");
        if (value_is_absent(encoded)) return false;
        value_release(encoded);
    }
    if (strlen(name->bytes) != name->length) return raise_value_error(thread, "embedded null character"), false;
    return true;
}

bool codec_arguments_check(Thread *thread, const char *method, const Value *arguments) {
    for (int i = 1; i <= 2; i++) {
        if (value_is_string(arguments[i])) {
            if (!codec_name_check(thread, value_string(arguments[i]))) return false;
            continue;
        }
        raise_type_error(thread, "%s() argument '%s' must be str, not %s", method, i == 1 ? "encoding" : "errors",
                         argument_type_name(thread, arguments[i]));
        return false;
    }
    return true;
}
