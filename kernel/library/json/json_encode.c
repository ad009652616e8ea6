/* _json.encode: a value as JSON text. */
#include "kernel/library/json/json_text.h"

#include "kernel/objects/container/dict.h"
#include "kernel/objects/number/float.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/container/list.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/value_support.h"

#include "base/utf8.h"

#include <math.h>

/* The containers around a value, for the check of circles. */
typedef struct Enclosing {
    const struct Enclosing *outer;
    const Object *object;
} Enclosing;

typedef struct Encoder {
    Thread *thread;
    TextBuffer text;
    Value default_function;
    const String *indent, *item_separator, *key_separator; /* indent NULL: one line */
    bool sort_keys, skip_keys, ensure_ascii, check_circular, allow_nan;
    size_t depth;
} Encoder;

static bool encode_value(Encoder *encoder, Value value, const Enclosing *enclosing);

static void append_string(TextBuffer *text, const String *string) { text_append_bytes(text, string->bytes, string->length); }

/* ---- strings ---- */
static void append_unit(TextBuffer *text, uint32_t unit) {
    static const char digits[] = "0123456789abcdef";
    char escape[6] = {'\\', 'u', digits[unit >> 12 & 15], digits[unit >> 8 & 15], digits[unit >> 4 & 15], digits[unit & 15]};
    text_append_bytes(text, escape, sizeof escape);
}

static void append_escaped(TextBuffer *text, uint32_t code) {
    switch (code) {
    case '"': text_append_bytes(text, "\\\"", 2); break;
    case '\\': text_append_bytes(text, "\\\\", 2); break;
    case '\n': text_append_bytes(text, "\\n", 2); break;
    case '\r': text_append_bytes(text, "\\r", 2); break;
    case '\t': text_append_bytes(text, "\\t", 2); break;
    case '\f': text_append_bytes(text, "\\f", 2); break;
    case '\b': text_append_bytes(text, "\\b", 2); break;
    default:
        if (code < 0x10000) {
            append_unit(text, code);
        } else {
            append_unit(text, 0xD800 + ((code - 0x10000) >> 10));
            append_unit(text, 0xDC00 + ((code - 0x10000) & 0x3FF));
        }
    }
}

static void json_append_string(TextBuffer *text, const String *string, bool ensure_ascii) {
    const unsigned char *bytes = (const unsigned char *)string->bytes;
    size_t length = string->length, from = 0;
    text_append_char(text, '"');
    for (size_t at = 0; at < length;) {
        unsigned char byte = bytes[at];
        bool plain = byte >= 0x80 ? !ensure_ascii : byte >= ' ' && byte != '"' && byte != '\\' && (byte != 0x7F || !ensure_ascii);
        if (plain) {
            at++;
            continue;
        }
        text_append_bytes(text, string->bytes + from, at - from);
        size_t size = 1;
        uint32_t code = byte;
        if (byte >= 0x80) code = utf8_decode(string->bytes + at, length - at, &size);
        if (code == UTF8_INVALID) { /* a lone surrogate */
            code = (uint32_t)(byte & 0x0F) << 12 | (uint32_t)(bytes[at + 1] & 0x3F) << 6 | (uint32_t)(bytes[at + 2] & 0x3F);
            size = 3;
        }
        append_escaped(text, code);
        at += size;
        from = at;
    }
    text_append_bytes(text, string->bytes + from, length - from);
    text_append_char(text, '"');
}

/* ---- numbers ---- */
static bool append_float(Encoder *encoder, double number) {
    if (isfinite(number)) return text_append_double(&encoder->text, number), true;
    if (!encoder->allow_nan) {
        if (encoder->indent) {
            TextBuffer shown = TEXT_BUFFER_EMPTY;
            text_append_double(&shown, number);
            raise_value_error(encoder->thread, "Out of range float values are not JSON compliant: %s", text_string(&shown));
            text_release(&shown);
        } else {
            raise_value_error(encoder->thread, "Out of range float values are not JSON compliant");
        }
        return false;
    }
    text_append(&encoder->text, isnan(number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity");
    return true;
}

static bool append_int(Encoder *encoder, Value value) {
    int64_t small;
    if (int_fits_int64(value, &small)) {
        char digits[24], *at = digits + sizeof digits;
        uint64_t rest = small < 0 ? -(uint64_t)small : (uint64_t)small;
        do *--at = (char)('0' + rest % 10);
        while (rest /= 10);
        if (small < 0) *--at = '-';
        text_append_bytes(&encoder->text, at, (size_t)(digits + sizeof digits - at));
        return true;
    }
    Value text = int_to_text(encoder->thread, value, 10);
    if (value_is_absent(text)) return false;
    append_string(&encoder->text, value_string(text));
    value_release(text);
    return true;
}

/* ---- containers ---- */
static void append_newline(Encoder *encoder) {
    if (!encoder->indent) return;
    text_append_char(&encoder->text, '\n');
    for (size_t i = 0; i < encoder->depth; i++) append_string(&encoder->text, encoder->indent);
}

static bool enter(Encoder *encoder, Value container, const Enclosing *outer, Enclosing *own) {
    *own = (Enclosing){outer, value_is_object(container) ? container.object : NULL};
    for (const Enclosing *one = outer; encoder->check_circular && one; one = one->outer) {
        if (!own->object || one->object != own->object) continue;
        raise_value_error(encoder->thread, "Circular reference detected");
        return false;
    }
    return thread_enter(encoder->thread, " while encoding a JSON object");
}

static bool encode_sequence(Encoder *encoder, Value sequence, const Enclosing *outer) {
    Enclosing own;
    if (sequence_fast_count(sequence) == 0) return text_append(&encoder->text, "[]"), true;
    if (!enter(encoder, sequence, outer, &own)) return false;
    text_append_char(&encoder->text, '[');
    encoder->depth++;
    bool good = true;
    for (size_t i = 0; good && i < sequence_fast_count(sequence); i++) { /* default() may change it */
        if (i) append_string(&encoder->text, encoder->item_separator);
        append_newline(encoder);
        Value item = value_retain(sequence_fast_items(sequence)[i]);
        good = encode_value(encoder, item, &own);
        value_release(item);
    }
    encoder->depth--;
    append_newline(encoder);
    text_append_char(&encoder->text, ']');
    thread_leave(encoder->thread);
    return good;
}

/* 1: written, 0: left out, -1: an exception. `first`: no separator in front. */
static int encode_key(Encoder *encoder, Value key, bool first) {
    bool known = is_string(key) || is_float(key) || is_int(key) || key.tag == TAG_NONE;
    if (!known && encoder->skip_keys) return 0;
    if (!known) {
        raise_type_error(encoder->thread, "keys must be str, int, float, bool or None, not %s", value_type_name(encoder->thread, key));
        return -1;
    }
    TextBuffer *text = &encoder->text;
    if (!first) {
        append_string(text, encoder->item_separator);
        append_newline(encoder);
    }
    bool good = true;
    if (is_string(key)) {
        json_append_string(text, value_string(key), encoder->ensure_ascii);
    } else {
        text_append_char(text, '"');
        if (key.tag == TAG_NONE) text_append(text, "null");
        else if (key.tag == TAG_BOOL) text_append(text, key.integer ? "true" : "false");
        else good = is_float(key) ? append_float(encoder, float_number(key)) : append_int(encoder, key);
        text_append_char(text, '"');
    }
    append_string(text, encoder->key_separator);
    return good ? 1 : -1;
}

static bool encode_pair(Encoder *encoder, Value key, Value value, const Enclosing *own, bool *first) {
    key = value_retain(key);
    value = value_retain(value);
    int written = encode_key(encoder, key, *first);
    if (written > 0) *first = false;
    bool good = written >= 0 && (!written || encode_value(encoder, value, own));
    value_release(key);
    value_release(value);
    return good;
}

/* A list of the pairs: of another mapping than a plain dict, or sorted by key. */
static Value pair_list(Encoder *encoder, Value dict) {
    Value items = value_call_method(encoder->thread, dict, "items", NULL, 0);
    Value list = value_is_absent(items) ? items : list_from_iterable(encoder->thread, items);
    value_release(items);
    if (!value_is_absent(list) && encoder->sort_keys && !list_sort(encoder->thread, value_list(list), VALUE_NONE, false)) value_clear(&list);
    return list;
}

static bool encode_pairs(Encoder *encoder, Value list, const Enclosing *own, bool *first) {
    bool good = !value_is_absent(list);
    for (size_t i = 0; good && i < value_list(list)->count; i++) {
        Value pair = value_list(list)->items[i];
        if (!is_tuple(pair) || value_tuple(pair)->count != 2) {
            raise_value_error(encoder->thread, "items must return 2-tuples");
            good = false;
        } else {
            pair = value_retain(pair);
            good = encode_pair(encoder, value_tuple(pair)->items[0], value_tuple(pair)->items[1], own, first);
            value_release(pair);
        }
    }
    value_release(list);
    return good;
}

static bool encode_dict(Encoder *encoder, Value dict, const Enclosing *outer) {
    Enclosing own;
    if (dict_count(value_dict(dict)) == 0) return text_append(&encoder->text, "{}"), true;
    if (!enter(encoder, dict, outer, &own)) return false;
    text_append_char(&encoder->text, '{');
    encoder->depth++;
    append_newline(encoder);
    bool good = true, first = true;
    if (encoder->sort_keys || !value_is_exact_dict(dict)) {
        good = encode_pairs(encoder, pair_list(encoder, dict), &own, &first);
    } else {
        Value key, value;
        for (size_t at = 0; good && dict_next(value_dict(dict), &at, &key, &value);) good = encode_pair(encoder, key, value, &own, &first);
    }
    encoder->depth--;
    append_newline(encoder);
    text_append_char(&encoder->text, '}');
    thread_leave(encoder->thread);
    return good;
}

static bool encode_other(Encoder *encoder, Value value, const Enclosing *outer) {
    Enclosing own;
    if (!enter(encoder, value, outer, &own)) return false;
    Value replacement = value_call_one(encoder->thread, encoder->default_function, value);
    bool good = !value_is_absent(replacement) && encode_value(encoder, replacement, &own);
    value_release(replacement);
    thread_leave(encoder->thread);
    return good;
}

static bool encode_value(Encoder *encoder, Value value, const Enclosing *enclosing) {
    TextBuffer *text = &encoder->text;
    if (text->failed || !thread_poll(encoder->thread)) return false;
    switch (value.tag) {
    case TAG_NONE: return text_append(text, "null"), true;
    case TAG_BOOL: return text_append(text, value.integer ? "true" : "false"), true;
    case TAG_INT: return append_int(encoder, value);
    case TAG_FLOAT: return append_float(encoder, value.number);
    default: break;
    }
    if (is_string(value)) return json_append_string(text, value_string(value), encoder->ensure_ascii), true;
    if (is_int(value)) return append_int(encoder, value);
    if (is_float(value)) return append_float(encoder, float_number(value));
    if (is_list(value) || is_tuple(value)) return encode_sequence(encoder, value, enclosing);
    if (is_dict(value)) return encode_dict(encoder, value, enclosing);
    return encode_other(encoder, value, enclosing);
}

enum { ARGUMENT_VALUE, ARGUMENT_DEFAULT, ARGUMENT_INDENT, ARGUMENT_ITEM, ARGUMENT_KEY, ARGUMENT_SORT, ARGUMENT_SKIP, ARGUMENT_ASCII,
       ARGUMENT_CIRCULAR, ARGUMENT_NAN };

NATIVE(json_encode) {
    (void)native;
    for (size_t i = ARGUMENT_INDENT; i <= ARGUMENT_KEY; i++)
        if (!is_string(arguments[i]) && !(i == ARGUMENT_INDENT && value_is_none(arguments[i])))
            return raise_type_error(thread, "make_encoder() argument %zu must be str, not %s", i + 2, value_type_name(thread, arguments[i]));
    bool truths[ARGUMENT_NAN + 1];
    for (size_t i = ARGUMENT_SORT; i <= ARGUMENT_NAN; i++) {
        int truth = value_truth(thread, arguments[i]);
        if (truth < 0) return VALUE_ABSENT;
        truths[i] = truth;
    }
    Encoder encoder = {
        .thread = thread,
        .default_function = arguments[ARGUMENT_DEFAULT],
        .indent = value_is_none(arguments[ARGUMENT_INDENT]) ? NULL : value_string(arguments[ARGUMENT_INDENT]),
        .item_separator = value_string(arguments[ARGUMENT_ITEM]),
        .key_separator = value_string(arguments[ARGUMENT_KEY]),
        .sort_keys = truths[ARGUMENT_SORT],
        .skip_keys = truths[ARGUMENT_SKIP],
        .ensure_ascii = truths[ARGUMENT_ASCII],
        .check_circular = truths[ARGUMENT_CIRCULAR],
        .allow_nan = truths[ARGUMENT_NAN],
    };
    bool good = encode_value(&encoder, arguments[ARGUMENT_VALUE], NULL);
    if (encoder.text.failed && !exception_is_set(thread)) raise_no_memory(thread);
    if (good && !encoder.text.failed) return string_from_text_buffer(thread, &encoder.text);
    text_release(&encoder.text);
    return VALUE_ABSENT;
}

NATIVE(json_encode_string) {
    (void)native;
    if (!is_string(arguments[0]))
        return raise_type_error(thread, "first argument must be a string, not %s", value_type_name(thread, arguments[0]));
    TextBuffer text = TEXT_BUFFER_EMPTY;
    json_append_string(&text, value_string(arguments[0]), native->entry->data != NULL);
    return string_from_text_buffer(thread, &text);
}

static const NativeEntry json_functions[] = {
    {"encode", "(o, default, indent, item_separator, key_separator, sort_keys, skipkeys, ensure_ascii, check_circular, allow_nan, /)",
     "A value as JSON text.", json_encode, NULL, 0},
    {"encode_basestring", "(string, /)", "A str as a JSON string.", json_encode_string, NULL, 0},
    {"encode_basestring_ascii", "(string, /)", "A str as a JSON string of ASCII characters.", json_encode_string, "", 0},
    {"scan", "(string, idx, object_hook, parse_float, parse_int, parse_constant, object_pairs_hook, strict, /)",
     "The pair of the value that begins at an index and the index behind it.", json_scan, NULL, 0},
    {"scanstring", "(string, end, strict=True, /)", "The pair of the string that begins in front of an index and the index behind it.",
     json_scan_string, NULL, 0},
    {0},
};

/* make_scanner, make_encoder: few programs use them. */
static Value json_get_attribute(Thread *thread, Value module, String *name) {
    (void)module;
    bool is_known = string_equals_c(name, "make_scanner") || string_equals_c(name, "make_encoder");
    if (!is_known) return VALUE_ABSENT;
    Value rest = import_module(thread, "_json_rest");
    Value value = value_is_absent(rest) ? rest : value_get_attribute(thread, rest, name);
    value_release(rest);
    return value;
}

const ModuleEntry library__json = {.name = "_json", .functions = json_functions, .get_attribute = json_get_attribute};
