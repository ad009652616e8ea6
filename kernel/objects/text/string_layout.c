/* Padding and rearranging: center, ljust, rjust, zfill, expandtabs, translate, maketrans. */
#include "kernel/objects/container/dict.h"
#include "kernel/objects/text/string_private.h"

#include "base/utf8.h"

#include <string.h>

static Value pad(Thread *thread, String *text, size_t left, size_t right, const char *fill, size_t fill_length) {
    size_t extra;
    if (__builtin_mul_overflow(left + right, fill_length, &extra) || extra > PTRDIFF_MAX / 2) return raise_no_memory(thread);
    String *result = string_new_buffer(thread, text->length + extra);
    if (!result) return VALUE_ABSENT;
    char *at = result->bytes;
    for (size_t i = 0; i < left; i++, at += fill_length) memcpy(at, fill, fill_length);
    memcpy(at, text->bytes, text->length);
    at += text->length;
    for (size_t i = 0; i < right; i++, at += fill_length) memcpy(at, fill, fill_length);
    return string_finish(result);
}

static Value align(Thread *thread, const Value *arguments, char how) {
    String *text = value_string(arguments[0]);
    int64_t width;
    if (!value_to_count(thread, arguments[1], &width)) return VALUE_ABSENT;
    if (!is_string(arguments[2]))
        return raise_type_error(thread, "The fill character must be a unicode character, not %s", value_type_name(thread, arguments[2]));
    const String *fill = value_string(arguments[2]);
    if (fill->count != 1) return raise_type_error(thread, "The fill character must be exactly one character long");
    if (width <= (int64_t)text->count) return value_str(thread, arguments[0]);
    size_t missing = (size_t)width - text->count, left = 0;
    if (how == '>') left = missing;
    else if (how == '^') left = missing / 2 + (missing & (size_t)width & 1);
    return pad(thread, text, left, missing - left, fill->bytes, fill->length);
}

Value string_method_center(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return align(thread, arguments, '^');
}
Value string_method_ljust(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return align(thread, arguments, '<');
}
Value string_method_rjust(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return align(thread, arguments, '>');
}

Value string_method_zfill(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    String *text = value_string(arguments[0]);
    int64_t width;
    if (!value_to_count(thread, arguments[1], &width)) return VALUE_ABSENT;
    if (width <= (int64_t)text->count) return value_str(thread, arguments[0]);
    size_t missing = (size_t)width - text->count;
    Value padded = pad(thread, text, missing, 0, "0", 1);
    if (!value_is_absent(padded) && text->length && (*text->bytes == '+' || *text->bytes == '-')) {
        char *bytes = value_string(padded)->bytes;
        bytes[0] = *text->bytes;
        bytes[missing] = '0';
    }
    return padded;
}

Value string_method_expandtabs(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    const String *text = value_string(arguments[0]);
    int64_t width, column = 0;
    if (!value_to_c_int(thread, arguments[1], &width)) return VALUE_ABSENT;
    if (!memchr(text->bytes, '\t', text->length)) return string_plain(thread, arguments[0]);
    TextBuffer result = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < text->length; i++) {
        char c = text->bytes[i];
        if (c == '\t') {
            if (width > 0) {
                int64_t blanks = width - column % width;
                text_append_repeated(&result, ' ', (size_t)blanks);
                column += blanks;
            }
            continue;
        }
        text_append_char(&result, c);
        if (c == '\n' || c == '\r') column = 0;
        else if (((unsigned char)c & 0xC0) != 0x80) column++;
    }
    return string_from_text_buffer(thread, &result);
}

/* ---- translate ---- */

/* What a code point becomes; false: an exception. */
static bool translate_one(Thread *thread, Value table, uint32_t code_point, TextBuffer *result) {
    Value replacement = VALUE_ABSENT, key = value_from_int(code_point);
    if (value_is_exact_dict(table)) {
        replacement = value_retain(dict_get(thread, value_dict(table), key));
    } else {
        replacement = value_get_item(thread, table, key);
        if (value_is_absent(replacement) && exception_matches(thread, thread_builtins(thread)->exception_LookupError))
            exception_clear(thread);
    }
    if (value_is_absent(replacement)) {
        if (exception_is_set(thread)) return false;
        text_append_code_point(result, code_point);
        return true;
    }
    bool valid = true;
    int64_t number;
    if (is_string(replacement)) {
        text_append_bytes(result, value_string(replacement)->bytes, value_string(replacement)->length);
    } else if (is_int(replacement)) {
        valid = int_fits_int64(replacement, &number) && number >= 0 && number <= 0x10FFFF;
        if (valid) text_append_code_point(result, (uint32_t)number);
        else raise_value_error(thread, "character mapping must be in range(0x110000)");
    } else if (replacement.tag != TAG_NONE) {
        raise_type_error(thread, "character mapping must return integer, None or str");
        valid = false;
    }
    value_release(replacement);
    return valid;
}

Value string_method_translate(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    const String *text = value_string(arguments[0]);
    TextBuffer result = TEXT_BUFFER_EMPTY;
    for (size_t i = 0, size; i < text->length; i += size) {
        uint32_t code_point = utf8_decode(text->bytes + i, text->length - i, &size);
        if (translate_one(thread, arguments[1], code_point, &result)) continue;
        text_release(&result);
        return VALUE_ABSENT;
    }
    return string_from_text_buffer(thread, &result);
}

static bool translation_from_strings(Thread *thread, Dict *table, Value from, Value to, Value deleted) {
    if (!string_argument(thread, "maketrans", 2, to) ||
        (!value_is_absent(deleted) && !string_argument(thread, "maketrans", 3, deleted)))
        return false;
    if (!is_string(from))
        return raise_type_error(thread, "first maketrans argument must be a string if there is a second argument"), false;
    String *source = value_string(from), *target = value_string(to);
    if (source->count != target->count)
        return raise_value_error(thread, "the first two maketrans arguments must have equal length"), false;
    for (size_t i = 0; i < source->count; i++)
        if (!dict_set(thread, table, value_from_int(string_code_point(source, i)),
                      value_from_int(string_code_point(target, i))))
            return false;
    if (value_is_absent(deleted)) return true;
    for (size_t i = 0; i < value_string(deleted)->count; i++)
        if (!dict_set(thread, table, value_from_int(string_code_point(value_string(deleted), i)), VALUE_NONE)) return false;
    return true;
}

static bool translation_from_dict(Thread *thread, Dict *table, Value source) {
    if (!is_dict(source))
        return raise_type_error(thread, "if you give only one argument to maketrans it must be a dict"), false;
    Value key, value;
    for (size_t at = 0; dict_next(value_dict(source), &at, &key, &value);) {
        Value plain = key;
        if (is_string(key)) {
            if (value_string(key)->count != 1)
                return raise_value_error(thread, "string keys in translate table must be of length 1"), false;
            plain = value_from_int(string_code_point(value_string(key), 0));
        } else if (!is_int(key)) {
            return raise_type_error(thread, "keys in translate table must be strings or integers"), false;
        }
        if (!dict_set(thread, table, plain, value)) return false;
    }
    return true;
}

Value string_method_maketrans(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    Value table = dict_new(thread);
    if (value_is_absent(table)) return VALUE_ABSENT;
    bool done = value_is_absent(arguments[1])
                    ? translation_from_dict(thread, value_dict(table), arguments[0])
                    : translation_from_strings(thread, value_dict(table), arguments[0], arguments[1], arguments[2]);
    if (done) return table;
    value_release(table);
    return VALUE_ABSENT;
}
