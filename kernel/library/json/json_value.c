#include "kernel/library/json/json_value.h"

#include "base/memory.h"
#include "base/utf8.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/error/exception.h"
#include "kernel/objects/core/interpreter.h"

#include <math.h>
#include <openssl/evp.h>

static json_t *bytes_to_json(Thread *thread, Value value) {
    const Bytes *bytes = (const Bytes *)value.object;
    if (bytes->length > INT32_MAX / 2) {
        raise_value_error(thread, "bytes of %zu are too many for a message", bytes->length);
        return NULL;
    }
    unsigned char *text = memory_allocate((bytes->length + 2) / 3 * 4 + 1);
    if (!text) {
        raise_no_memory(thread);
        return NULL;
    }
    int length = EVP_EncodeBlock(text, (const unsigned char *)bytes->bytes, (int)bytes->length);
    json_t *json = json_stringn((const char *)text, (size_t)length);
    memory_release(text);
    if (!json) raise_no_memory(thread);
    return json;
}

/* Lone surrogates are no UTF-8: they travel as U+FFFD. */
static char *copy_mended(const String *string) {
    char *copy = memory_copy_bytes(string->bytes, string->length);
    for (size_t at = 0, bad; copy && !utf8_is_strict(copy + at, string->length - at, &bad);) {
        utf8_encode(0xFFFD, copy + at + bad); /* as long as a surrogate */
        at += bad + 3;
    }
    return copy;
}

static bool is_sound(const String *string) { return string->is_ascii || utf8_is_strict(string->bytes, string->length, NULL); }

static json_t *string_to_json(Thread *thread, const String *string) {
    char *copy = is_sound(string) ? NULL : copy_mended(string);
    const char *text = is_sound(string) ? string->bytes : copy;
    json_t *json = text ? json_stringn_nocheck(text, string->length) : NULL;
    memory_release(copy);
    if (!json) raise_no_memory(thread);
    return json;
}

static bool set_named(json_t *object, const String *name, json_t *json) {
    if (is_sound(name)) return json_object_set_new_nocheck(object, name->bytes, json) == 0;
    char *copy = copy_mended(name);
    bool stored = copy && json_object_set_nocheck(object, copy, json) == 0;
    memory_release(copy);
    json_decref(json);
    return stored;
}

static json_t *dict_to_json(Thread *thread, Dict *dict) {
    json_t *object = json_object();
    Value key, item;
    for (size_t at = 0; object && dict_next(dict, &at, &key, &item);) {
        Value name = value_str(thread, key);
        json_t *json = value_is_absent(name) ? NULL : value_to_json(thread, item);
        bool stored = json && set_named(object, value_string(name), json);
        value_release(name);
        if (!stored) {
            if (!exception_is_set(thread)) raise_no_memory(thread);
            json_decref(object);
            return NULL;
        }
    }
    if (!object) raise_no_memory(thread);
    return object;
}

static json_t *sequence_to_json(Thread *thread, const Value *items, size_t count) {
    json_t *array = json_array();
    for (size_t i = 0; array && i < count; i++) {
        json_t *json = value_to_json(thread, items[i]);
        if (!json || json_array_append_new(array, json) != 0) {
            if (!exception_is_set(thread)) raise_no_memory(thread);
            json_decref(array);
            return NULL;
        }
    }
    if (!array) raise_no_memory(thread);
    return array;
}

static json_t *convert(Thread *thread, Value value) {
    switch (value.tag) {
    case TAG_NONE: return json_null();
    case TAG_BOOL: return json_boolean(value.integer);
    case TAG_INT: return json_integer(value.integer);
    case TAG_FLOAT: return isfinite(value.number) ? json_real(value.number) : json_null();
    default: break;
    }
    if (value_is_string(value)) return string_to_json(thread, value_string(value));
    if (value_is_bytes(value)) return bytes_to_json(thread, value);
    if (value_is_dict(value)) return dict_to_json(thread, value_dict(value));
    if (value_is_list(value)) return sequence_to_json(thread, value_list(value)->items, value_list(value)->count);
    if (value_is_tuple(value)) return sequence_to_json(thread, value_tuple(value)->items, value_tuple(value)->count);
    double number;
    if (value_is_float(value) && value_to_double(thread, value, &number))
        return isfinite(number) ? json_real(number) : json_null();
    Value text = value_str(thread, value);
    if (value_is_absent(text)) return NULL;
    json_t *json = string_to_json(thread, value_string(text));
    value_release(text);
    return json;
}

json_t *value_to_json(Thread *thread, Value value) {
    if (!thread_enter(thread, " while encoding a JSON object")) return NULL;
    json_t *json = convert(thread, value);
    thread_leave(thread);
    return json;
}

static Value object_from_json(Thread *thread, const json_t *json) {
    Value dict = dict_new(thread);
    if (value_is_absent(dict)) return dict;
    const char *key;
    json_t *item;
    json_object_foreach((json_t *)json, key, item) {
        if (!dict_set_c_owned(thread, value_dict(dict), key, value_from_json(thread, item))) {
            value_release(dict);
            return VALUE_ABSENT;
        }
    }
    return dict;
}

static Value array_from_json(Thread *thread, const json_t *json) {
    Value list = list_new(thread);
    if (value_is_absent(list)) return list;
    size_t index;
    json_t *item;
    json_array_foreach((json_t *)json, index, item) {
        if (!list_append_owned(thread, value_list(list), value_from_json(thread, item))) {
            value_release(list);
            return VALUE_ABSENT;
        }
    }
    return list;
}

Value value_from_json(Thread *thread, const json_t *json) {
    switch (json_typeof(json)) {
    case JSON_NULL: return VALUE_NONE;
    case JSON_TRUE: return VALUE_TRUE;
    case JSON_FALSE: return VALUE_FALSE;
    case JSON_INTEGER: return value_from_int(json_integer_value(json));
    case JSON_REAL: return value_new_float(thread, json_real_value(json));
    case JSON_STRING: return string_new(thread, json_string_value(json), json_string_length(json));
    case JSON_OBJECT: break;
    case JSON_ARRAY: break;
    }
    if (!thread_enter(thread, " while decoding a JSON object")) return VALUE_ABSENT;
    Value value = json_is_object(json) ? object_from_json(thread, json) : array_from_json(thread, json);
    thread_leave(thread);
    return value;
}
