#include "protocol/json.h"

#include "base/utf8.h"

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
