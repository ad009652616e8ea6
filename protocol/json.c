#include "protocol/json.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

static json_t *json_from_broken_text(const char *text, size_t length) {
    TextBuffer mended = TEXT_BUFFER_EMPTY;
    for (size_t at = 0; at < length;) {
        size_t size;
        uint32_t code_point = utf8_decode(text + at, length - at, &size);
        bool is_broken = code_point == UTF8_INVALID || (code_point >= 0xd800 && code_point <= 0xdfff);
        if (is_broken) text_append_code_point(&mended, 0xfffd);
        else text_append_bytes(&mended, text + at, size);
        at += size;
    }
    json_t *string = mended.failed ? NULL : json_stringn(text_string(&mended), mended.length);
    text_release(&mended);
    return string;
}

json_t *json_from_text(const char *text, size_t length) {
    json_t *string = json_stringn(text ? text : "", length);
    return string ? string : json_from_broken_text(text, length);
}

json_t *json_from_string(const char *text) {
    return json_from_text(text, text ? strlen(text) : 0);
}

static int append_piece(const char *bytes, size_t length, void *context) {
    TextBuffer *text = context;
    text_append_bytes(text, bytes, length);
    return text->failed ? -1 : 0;
}

bool json_append_text(TextBuffer *text, const json_t *value) {
    return json_dump_callback(value, append_piece, text, JSON_COMPACT | JSON_ENCODE_ANY) == 0 && !text->failed;
}

json_t *json_parse(const char *bytes, size_t length) {
    return json_loadb(bytes ? bytes : "", length, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
}

/* ---- lone surrogates: U+D800 stands as U+10D800, and so on ---- */

enum { STAND_IN = 0x100000 };

/* The UTF-16 unit of an escape \uXXXX at `at`; -1: none is there. */
static long escaped_unit(const char *at, const char *end) {
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u') return -1;
    char digits[5] = {at[2], at[3], at[4], at[5], '\0'};
    return strspn(digits, "0123456789abcdefABCDEF") == 4 ? strtol(digits, NULL, 16) : -1;
}

json_t *json_parse_loosely(const char *bytes, size_t length, bool *has_surrogates) {
    *has_surrogates = false;
    json_t *value = json_parse(bytes, length);
    if (value || !bytes) return value;
    TextBuffer mended = TEXT_BUFFER_EMPTY;
    const char *end = bytes + length;
    bool is_mended = false;
    for (const char *at = bytes; at < end;) {
        long unit = escaped_unit(at, end), second = unit >= 0xD800 && unit <= 0xDBFF ? escaped_unit(at + 6, end) : -1;
        bool is_pair = second >= 0xDC00 && second <= 0xDFFF;
        size_t size = is_pair ? 12 : unit >= 0 ? 6 : *at == '\\' && end - at > 1 ? 2 : 1;
        if (unit >= 0xD800 && unit <= 0xDFFF && !is_pair) {
            text_append_code_point(&mended, STAND_IN + (uint32_t)unit);
            *has_surrogates = true;
        } else if (size == 1 && (unsigned char)*at >= 0x80) {
            uint32_t code_point = utf8_decode(at, (size_t)(end - at), &size);
            bool is_broken = code_point == UTF8_INVALID || (code_point >= 0xD800 && code_point <= 0xDFFF);
            text_append_code_point(&mended, is_broken ? 0xFFFD : code_point);
            is_mended = is_mended || is_broken;
        } else {
            text_append_bytes(&mended, at, size);
        }
        at += size;
    }
    if ((*has_surrogates || is_mended) && !mended.failed) value = json_parse(text_string(&mended), mended.length);
    text_release(&mended);
    return value;
}

void json_append_surrogates(TextBuffer *text, const char *bytes, size_t length) {
    for (size_t at = 0, size; at < length; at += size) {
        uint32_t code_point = utf8_decode(bytes + at, length - at, &size);
        bool stands_in = code_point >= STAND_IN + 0xD800 && code_point <= STAND_IN + 0xDFFF;
        if (stands_in) text_append_code_point(text, code_point - STAND_IN);
        else text_append_bytes(text, bytes + at, size);
    }
}

const char *json_member_string(const json_t *object, const char *name, const char *otherwise) {
    const char *string = json_string_value(json_object_get(object, name));
    return string ? string : otherwise;
}

bool json_member_bool(const json_t *object, const char *name, bool otherwise) {
    const json_t *member = json_object_get(object, name);
    return json_is_boolean(member) ? json_is_true(member) : otherwise;
}

json_int_t json_member_integer(const json_t *object, const char *name, json_int_t otherwise) {
    const json_t *member = json_object_get(object, name);
    if (json_is_real(member)) {
        double number = json_real_value(member);
        return number > -9e15 && number < 9e15 ? (json_int_t)number : otherwise;
    }
    return json_is_integer(member) ? json_integer_value(member) : otherwise;
}
