#include "base/text_buffer.h"

#include "base/decimal.h"
#include "base/memory.h"
#include "base/utf8.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool text_reserve(TextBuffer *text, size_t extra) {
    if (text->failed) return false;
    if (text->capacity - text->length > extra) return true;
    size_t wanted = text->length + extra + 1;
    if (wanted < extra) {
        text->failed = true;
        return false;
    }
    size_t capacity = text->capacity ? text->capacity : 32;
    while (capacity < wanted) {
        if (capacity > SIZE_MAX / 2) {
            text->failed = true;
            return false;
        }
        capacity *= 2;
    }
    char *bytes = memory_resize(text->bytes, capacity);
    if (!bytes) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->capacity = capacity;
    text->bytes[text->length] = '\0';
    return true;
}

void text_append_bytes(TextBuffer *text, const char *bytes, size_t length) {
    if (!text_reserve(text, length)) return;
    if (length) memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_append(TextBuffer *text, const char *string) { text_append_bytes(text, string, strlen(string)); }

void text_append_char(TextBuffer *text, char character) { text_append_bytes(text, &character, 1); }

void text_append_repeated(TextBuffer *text, char character, size_t count) {
    if (!text_reserve(text, count)) return;
    memset(text->bytes + text->length, character, count);
    text->length += count;
    text->bytes[text->length] = '\0';
}

void text_append_code_point(TextBuffer *text, uint32_t code_point) {
    char bytes[4];
    text_append_bytes(text, bytes, utf8_encode(code_point, bytes));
}

void text_append_format_list(TextBuffer *text, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    if (text_reserve(text, 47)) { /* most fit at once */
        size_t room = text->capacity - text->length;
        int needed = vsnprintf(text->bytes + text->length, room, format, arguments);
        if (needed >= 0 && (size_t)needed < room) {
            text->length += (size_t)needed;
        } else {
            text->bytes[text->length] = '\0';
            if (needed >= 0 && text_reserve(text, (size_t)needed)) {
                vsnprintf(text->bytes + text->length, (size_t)needed + 1, format, again);
                text->length += (size_t)needed;
            }
        }
    }
    va_end(again);
}

void text_append_format(TextBuffer *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_append_format_list(text, format, arguments);
    va_end(arguments);
}

void text_truncate(TextBuffer *text, size_t length) {
    if (length >= text->length) return;
    text->length = length;
    text->bytes[length] = '\0';
}

const char *text_string(const TextBuffer *text) { return text->bytes ? text->bytes : ""; }

char *text_detach(TextBuffer *text) {
    char *bytes = NULL;
    if (!text->failed && text_reserve(text, 0)) {
        bytes = text->bytes;
        text->bytes = NULL;
    }
    text_release(text);
    return bytes;
}

void text_release(TextBuffer *text) {
    memory_release(text->bytes);
    *text = TEXT_BUFFER_EMPTY;
}

/* "digits" * 10**(exponent - count + 1), laid out as Python's repr does: fixed between 1e-4 and 1e16, else exponent. */
static void append_decimal(TextBuffer *text, const char *digits, size_t count, int exponent) {
    if (exponent < -4 || exponent >= 16) {
        text_append_char(text, digits[0]);
        if (count > 1) {
            text_append_char(text, '.');
            text_append_bytes(text, digits + 1, count - 1);
        }
        text_append_format(text, "e%c%02d", exponent < 0 ? '-' : '+', abs(exponent));
    } else if (exponent < 0) {
        text_append(text, "0.");
        text_append_repeated(text, '0', (size_t)(-exponent - 1));
        text_append_bytes(text, digits, count);
    } else {
        size_t whole = (size_t)exponent + 1;
        if (count <= whole) {
            text_append_bytes(text, digits, count);
            text_append_repeated(text, '0', whole - count);
            text_append(text, ".0");
        } else {
            text_append_bytes(text, digits, whole);
            text_append_char(text, '.');
            text_append_bytes(text, digits + whole, count - whole);
        }
    }
}

/* From printf's %e form. */
static void append_shortest(TextBuffer *text, const char *scientific) {
    char digits[40];
    size_t count = 0;
    const char *c = scientific;
    if (*c == '-') {
        text_append_char(text, '-');
        c++;
    }
    for (; *c && *c != 'e'; c++)
        if (*c != '.') digits[count++] = *c;
    int exponent = *c == 'e' ? atoi(c + 1) : 0;
    while (count > 1 && digits[count - 1] == '0') count--;
    append_decimal(text, digits, count, exponent);
}

void text_append_double(TextBuffer *text, double number) {
    if (isnan(number)) {
        text_append(text, "nan");
        return;
    }
    if (signbit(number)) {
        text_append_char(text, '-');
        number = -number;
    }
    if (isinf(number) || number == 0) {
        text_append(text, number == 0 ? "0.0" : "inf");
        return;
    }
    char digits[20], *end = digits + sizeof digits, *start = end;
    int exponent;
    uint64_t decimal = decimal_shortest(number, &exponent);
    do *--start = (char)('0' + decimal % 10);
    while (decimal /= 10);
    size_t count = (size_t)(end - start);
    append_decimal(text, start, count, exponent + (int)count - 1);
}

void text_append_float(TextBuffer *text, float number) {
    if (isnan(number) || isinf(number)) {
        text_append_double(text, (double)number);
        return;
    }
    char scientific[40];
    for (int precision = 0; precision <= 8; precision++) {
        snprintf(scientific, sizeof scientific, "%.*e", precision, (double)number);
        if (precision == 8 || strtof(scientific, NULL) == number) break;
    }
    append_shortest(text, scientific);
}
