#include "kernel/notebook/json_text.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void append_string(TextBuffer *text, const char *bytes, size_t length) {
    text_append_char(text, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        switch (c) {
        case '"': text_append(text, "\\\""); break;
        case '\\': text_append(text, "\\\\"); break;
        case '\b': text_append(text, "\\b"); break;
        case '\f': text_append(text, "\\f"); break;
        case '\n': text_append(text, "\\n"); break;
        case '\r': text_append(text, "\\r"); break;
        case '\t': text_append(text, "\\t"); break;
        default:
            if (c < 0x20) text_append_format(text, "\\u%04x", c);
            else text_append_char(text, (char)c);
        }
    }
    text_append_char(text, '"');
}

static void new_line(TextBuffer *text, size_t depth) {
    text_append_char(text, '\n');
    text_append_repeated(text, ' ', depth);
}

static void append_value(TextBuffer *text, const json_t *json, size_t depth);

static int compare_keys(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void append_object(TextBuffer *text, const json_t *json, size_t depth) {
    size_t count = json_object_size(json), used = 0;
    if (!count) {
        text_append(text, "{}");
        return;
    }
    const char **keys = memory_allocate(count * sizeof *keys);
    if (!keys) {
        text->failed = true;
        return;
    }
    for (void *at = json_object_iter((json_t *)json); at; at = json_object_iter_next((json_t *)json, at))
        keys[used++] = json_object_iter_key(at);
    qsort(keys, used, sizeof *keys, compare_keys);
    for (size_t i = 0; i < used; i++) {
        text_append_char(text, i ? ',' : '{');
        new_line(text, depth + 1);
        append_string(text, keys[i], strlen(keys[i]));
        text_append(text, ": ");
        append_value(text, json_object_get(json, keys[i]), depth + 1);
    }
    new_line(text, depth);
    text_append_char(text, '}');
    memory_release(keys);
}

static void append_array(TextBuffer *text, const json_t *json, size_t depth) {
    size_t index;
    json_t *item;
    if (!json_array_size(json)) {
        text_append(text, "[]");
        return;
    }
    json_array_foreach((json_t *)json, index, item) {
        text_append_char(text, index ? ',' : '[');
        new_line(text, depth + 1);
        append_value(text, item, depth + 1);
    }
    new_line(text, depth);
    text_append_char(text, ']');
}

static void append_value(TextBuffer *text, const json_t *json, size_t depth) {
    switch (json_typeof(json)) {
    case JSON_NULL: text_append(text, "null"); break;
    case JSON_TRUE: text_append(text, "true"); break;
    case JSON_FALSE: text_append(text, "false"); break;
    case JSON_INTEGER: text_append_format(text, "%" JSON_INTEGER_FORMAT, json_integer_value(json)); break;
    case JSON_REAL: text_append_double(text, json_real_value(json)); break;
    case JSON_STRING: append_string(text, json_string_value(json), json_string_length(json)); break;
    case JSON_ARRAY: append_array(text, json, depth); break;
    case JSON_OBJECT: append_object(text, json, depth); break;
    }
}

void json_text_append(TextBuffer *text, const json_t *json) { append_value(text, json, 0); }
