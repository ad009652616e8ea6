/* binascii: bytes as text and back, and check sums. */
#include "kernel/library/machine/module_error.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/value_support.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

#define binascii_error(thread, ...) raise_module_error(thread, "binascii", "Error", __VA_ARGS__)

static Value take_bytes(Thread *thread, TextBuffer *text) {
    Value result = text->failed ? raise_no_memory(thread) : bytes_new(thread, text_string(text), text->length);
    text_release(text);
    return result;
}

/* A buffer, or a str of ASCII. */
static bool ascii_buffer(Thread *thread, Value value, const char **bytes, size_t *length) {
    if (is_string(value)) {
        if (!value_string(value)->is_ascii) return raise_value_error(thread, "string argument should contain only ASCII characters"), false;
        *bytes = value_c_string(value);
        *length = value_string(value)->length;
        return true;
    }
    if (value_buffer(thread, value, bytes, length)) return true;
    if (exception_matches(thread, thread_builtins(thread)->exception_TypeError)) {
        exception_clear(thread);
        raise_type_error(thread, "argument should be bytes, buffer or ASCII string, not '%s'", value_type_name(thread, value));
    }
    return false;
}

/* ---- base 16 ---- */
/* data.hex(sep, step) as bytes, for any buffer. */
static Value hexlify(Thread *thread, const Value *arguments) {
    const char *bytes;
    size_t length;
    if (!value_buffer(thread, arguments[0], &bytes, &length)) return VALUE_ABSENT;
    Value copy = bytes_new(thread, bytes, length);
    size_t count = is_missing(arguments[1]) ? 0 : 2;
    Value text = value_is_absent(copy) ? copy : value_call_method(thread, copy, "hex", arguments + 1, count);
    Value result = value_is_absent(text) ? text : bytes_new(thread, value_c_string(text), value_string(text)->length);
    value_release(text);
    value_release(copy);
    return result;
}
NATIVE(binascii_to_hex) {
    (void)native;
    return hexlify(thread, arguments);
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    char low = (char)(c | 32);
    return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

NATIVE(binascii_from_hex) {
    (void)native;
    const char *bytes;
    size_t length;
    if (!ascii_buffer(thread, arguments[0], &bytes, &length)) return VALUE_ABSENT;
    if (length % 2) return binascii_error(thread, "Odd-length string");
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < length; i += 2) {
        int high = hex_digit(bytes[i]), low = hex_digit(bytes[i + 1]);
        if (high < 0 || low < 0) {
            text_release(&text);
            return binascii_error(thread, "Non-hexadecimal digit found");
        }
        text_append_char(&text, (char)(high << 4 | low));
    }
    return take_bytes(thread, &text);
}

/* ---- base 64 ---- */
static const char base64_alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

NATIVE(binascii_to_base64) {
    (void)native;
    const char *bytes;
    size_t length;
    int newline = value_truth(thread, arguments[1]);
    if (newline < 0 || !value_buffer(thread, arguments[0], &bytes, &length)) return VALUE_ABSENT;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (length > SIZE_MAX / 2 || !text_reserve(&text, length / 3 * 4 + 6)) return text_release(&text), raise_no_memory(thread);
    for (size_t i = 0; i < length; i += 3) {
        size_t left = length - i;
        uint32_t group = (uint32_t)(unsigned char)bytes[i] << 16;
        if (left > 1) group |= (uint32_t)(unsigned char)bytes[i + 1] << 8;
        if (left > 2) group |= (uint32_t)(unsigned char)bytes[i + 2];
        char four[4] = {base64_alphabet[group >> 18], base64_alphabet[group >> 12 & 63],
                        left > 1 ? base64_alphabet[group >> 6 & 63] : '=', left > 2 ? base64_alphabet[group & 63] : '='};
        text_append_bytes(&text, four, 4);
    }
    if (newline) text_append_char(&text, '\n');
    return take_bytes(thread, &text);
}

static void base64_values(signed char values[256]) {
    memset(values, -1, 256);
    for (int i = 0; i < 64; i++) values[(unsigned char)base64_alphabet[i]] = (signed char)i;
}

static Value base64_fail(Thread *thread, TextBuffer *text, const char *message) {
    text_release(text);
    return binascii_error(thread, "%s", message);
}

NATIVE(binascii_from_base64) {
    (void)native;
    const char *bytes;
    size_t length, quad = 0, pads = 0, i = 0;
    int strict = value_truth(thread, arguments[1]);
    if (strict < 0 || !ascii_buffer(thread, arguments[0], &bytes, &length)) return VALUE_ABSENT;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    signed char values[256];
    base64_values(values);
    unsigned left = 0;
    if (strict && length && bytes[0] == '=') return base64_fail(thread, &text, "Leading padding not allowed");
    for (; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '=') {
            if (quad >= 2 && quad + ++pads >= 4) {
                if (strict && i + 1 < length) return base64_fail(thread, &text, "Excess data after padding");
                return take_bytes(thread, &text);
            }
            continue;
        }
        int value = values[c];
        if (value < 0) {
            if (strict) return base64_fail(thread, &text, "Only base64 data is allowed");
            continue;
        }
        if (strict && pads) return base64_fail(thread, &text, "Discontinuous padding not allowed");
        pads = 0;
        if (quad) text_append_char(&text, (char)(left << 2 * quad | (unsigned)value >> (6 - 2 * quad)));
        left = (unsigned)value;
        quad = (quad + 1) % 4;
    }
    if (quad == 1) {
        size_t count = text.length / 3 * 4 + 1;
        text_release(&text);
        return binascii_error(thread, "Invalid base64-encoded string: number of data characters (%zu) cannot be 1 more than a multiple of 4",
                              count);
    }
    if (quad) return base64_fail(thread, &text, "Incorrect padding");
    return take_bytes(thread, &text);
}

/* ---- quoted-printable ---- */
NATIVE(binascii_from_quoted) {
    (void)native;
    const char *bytes;
    size_t length;
    int header = value_truth(thread, arguments[1]);
    if (header < 0 || !ascii_buffer(thread, arguments[0], &bytes, &length)) return VALUE_ABSENT;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < length;) {
        char c = bytes[i];
        if (c == '=') {
            i++;
            if (i >= length) break;
            if (bytes[i] == '\n' || bytes[i] == '\r') { /* a soft line break */
                while (i < length && bytes[i] != '\n') i++;
                if (i < length) i++;
            } else if (bytes[i] == '=') {
                text_append_char(&text, '=');
                i++;
            } else if (i + 1 < length && hex_digit(bytes[i]) >= 0 && hex_digit(bytes[i + 1]) >= 0) {
                text_append_char(&text, (char)(hex_digit(bytes[i]) << 4 | hex_digit(bytes[i + 1])));
                i += 2;
            } else {
                text_append_char(&text, '=');
            }
        } else {
            text_append_char(&text, header && c == '_' ? ' ' : c);
            i++;
        }
    }
    return take_bytes(thread, &text);
}

/* ---- check sums ---- */
static uint32_t crc32_of(uint32_t crc, const char *bytes, size_t length) {
    uint32_t table[16];
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t c = i;
        for (int k = 0; k < 4; k++) c = c & 1 ? c >> 1 ^ 0xEDB88320U : c >> 1;
        table[i] = c;
    }
    crc = ~crc;
    for (size_t i = 0; i < length; i++) {
        crc ^= (unsigned char)bytes[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}

/* An int, of any size, reduced to 32 bits. */
static bool start_value(Thread *thread, Value value, uint32_t *start) {
    Value mask = value_binary(thread, BINARY_AND, value, value_from_int(0xFFFFFFFF));
    if (mask.tag != TAG_INT) {
        bool failed = value_is_absent(mask);
        value_release(mask);
        if (!failed) raise_type_error(thread, "'%s' object cannot be interpreted as an integer", value_type_name(thread, value));
        return false;
    }
    *start = (uint32_t)mask.integer;
    return true;
}

NATIVE(binascii_crc32) {
    (void)native;
    const char *bytes;
    size_t length;
    uint32_t start;
    if (!start_value(thread, arguments[1], &start) || !value_buffer(thread, arguments[0], &bytes, &length)) return VALUE_ABSENT;
    return value_from_int(crc32_of(start, bytes, length));
}

NATIVE(binascii_crc_hqx) {
    (void)native;
    const char *bytes;
    size_t length;
    uint32_t start;
    if (!start_value(thread, arguments[1], &start) || !value_buffer(thread, arguments[0], &bytes, &length)) return VALUE_ABSENT;
    uint32_t crc = start & 0xFFFF;
    for (size_t i = 0; i < length; i++) {
        crc ^= (uint32_t)(unsigned char)bytes[i] << 8;
        for (int k = 0; k < 8; k++) crc = (crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1) & 0xFFFF;
    }
    return value_from_int(crc);
}

/* ---- uuencode: a line has its length, then four characters for each three bytes ---- */

static int sixth(unsigned char character) { return (character - ' ') & 0x3F; }

NATIVE(binascii_from_uu) {
    (void)native;
    const char *bytes;
    size_t length, at = 1, filled = 0;
    if (!ascii_buffer(thread, arguments[0], &bytes, &length)) return VALUE_ABSENT;
    size_t count = (size_t)sixth(length ? (unsigned char)*bytes : 0);
    char line[64] = {0};
    uint32_t bits = 0;
    for (int have = 0; filled < count; at++) {
        unsigned char c = at < length ? (unsigned char)bytes[at] : '\n';
        bool is_end = c == '\n' || c == '\r';
        if (!is_end && (c < ' ' || c > ' ' + 64)) return binascii_error(thread, "Illegal char");
        bits = bits << 6 | (is_end ? 0u : (uint32_t)sixth(c));
        if ((have += 6) < 8) continue;
        have -= 8;
        line[filled++] = (char)(bits >> have);
        if (is_end) at--; /* what lacks is zero */
    }
    for (; at < length; at++)
        if (!strchr(" `\n\r", bytes[at]) || !bytes[at]) return binascii_error(thread, "Trailing garbage");
    return bytes_new(thread, line, count);
}

NATIVE(binascii_to_uu) {
    (void)native;
    const char *bytes;
    size_t length;
    int backtick = value_truth(thread, arguments[1]);
    if (backtick < 0 || !value_buffer(thread, arguments[0], &bytes, &length)) return VALUE_ABSENT;
    if (length > 45) return binascii_error(thread, "At most 45 bytes at once");
    char line[1 + 60 + 1];
    size_t out = 0;
    line[out++] = (char)(length || !backtick ? ' ' + (int)length : '`');
    for (size_t i = 0; i < length; i += 3) {
        uint32_t group = 0;
        for (size_t k = 0; k < 3; k++) group = group << 8 | (i + k < length ? (unsigned char)bytes[i + k] : 0u);
        for (int shift = 18; shift >= 0; shift -= 6) {
            int value = (int)(group >> shift) & 0x3F;
            line[out++] = (char)(value || !backtick ? ' ' + value : '`');
        }
    }
    line[out++] = '\n';
    return bytes_new(thread, line, out);
}

#define HEX "(data, sep=None, bytes_per_sep=1)"
static const NativeEntry binascii_functions[] = {
    {"hexlify", HEX, "The bytes in hexadecimal digits.", binascii_to_hex, NULL, 0},
    {"b2a_hex", HEX, "The bytes in hexadecimal digits.", binascii_to_hex, NULL, 0},
    {"unhexlify", "(hexstr, /)", "The bytes of hexadecimal digits.", binascii_from_hex, NULL, 0},
    {"a2b_hex", "(hexstr, /)", "The bytes of hexadecimal digits.", binascii_from_hex, NULL, 0},
    {"b2a_base64", "(data, /, *, newline=True)", "The bytes in base 64.", binascii_to_base64, NULL, 0},
    {"a2b_base64", "(data, /, *, strict_mode=False)", "The bytes of a text in base 64.", binascii_from_base64, NULL, 0},
    {"a2b_qp", "(data, header=False)", "The bytes of quoted-printable text.", binascii_from_quoted, NULL, 0},
    {"a2b_uu", "(data, /)", "The bytes of a line of uuencoded text.", binascii_from_uu, NULL, 0},
    {"b2a_uu", "(data, /, *, backtick=False)", "A line of uuencoded text for at most 45 bytes.", binascii_to_uu, NULL, 0},
    {"crc32", "(data, crc=0, /)", "The CRC-32 check sum, beginning with a former one.", binascii_crc32, NULL, 0},
    {"crc_hqx", "(data, crc, /)", "The CRC-CCITT check sum.", binascii_crc_hqx, NULL, 0},
    {0},
};

static bool binascii_initialize(Thread *thread, Value module) {
    Builtins *builtins = thread_builtins(thread);
    Type *error = type_new_simple(thread, "binascii.Error", builtins->exception_ValueError, "Text that is not in the encoding.");
    Type *incomplete = type_new_simple(thread, "binascii.Incomplete", builtins->exception_Exception, "Text that ends too early.");
    return error && incomplete && module_add(thread, module, "Error", value_from_object(error)) &&
           module_add(thread, module, "Incomplete", value_from_object(incomplete));
}

const ModuleEntry library_binascii = {.name = "binascii", .documentation = "Bytes as text and back.", .functions = binascii_functions,
                                      .initialize = binascii_initialize};
