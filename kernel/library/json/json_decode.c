/* _json.scan: a value from JSON text. Places are bytes while reading and characters in what users see. */
#include "kernel/library/json/json_text.h"

#include "kernel/objects/container/dict.h"
#include "kernel/objects/number/float.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/value_support.h"

#include <math.h>
#include <string.h>

enum { KEY_CACHE_SIZE = 64, LONGEST_CACHED_KEY = 32 };

typedef struct Decoder {
    Thread *thread;
    String *string;
    const char *bytes;
    size_t length, at;
    Value object_hook, parse_float, parse_int, parse_constant, pairs_hook; /* None: the usual way */
    bool strict;
    Value keys[KEY_CACHE_SIZE]; /* texts that were keys before */
} Decoder;

static Value decode_value(Decoder *decoder);

/* JSONDecodeError(message, text, place); `offset` in bytes. Absent. */
static Value decode_error(Decoder *decoder, const char *message, size_t offset) {
    Thread *thread = decoder->thread;
    if (offset > decoder->length) offset = decoder->length;
    Value place = value_from_int((int64_t)string_index_of_offset(decoder->string, offset));
    if (!message) { /* no value begins here: whoever called the scanner says so */
        Value stop = value_call_one(thread, value_from_object(thread_builtins(thread)->exception_StopIteration), place);
        if (!value_is_absent(stop)) raise_instance(thread, stop);
        value_release(stop);
        return VALUE_ABSENT;
    }
    Value module = import_module(thread, "json.decoder");
    Value class = value_is_absent(module) ? module : value_get_attribute_c(thread, module, "JSONDecodeError");
    Value text = value_is_absent(class) ? class : string_from_c(thread, message);
    if (!value_is_absent(text)) {
        Value values[3] = {text, {.tag = TAG_OBJECT, .object = &decoder->string->object}, place};
        Value error = value_call_values(thread, class, values, 3);
        if (!value_is_absent(error)) raise_instance(thread, error);
        value_release(error);
    }
    value_release(text);
    value_release(class);
    value_release(module);
    return VALUE_ABSENT;
}

static void skip_space(Decoder *decoder) {
    while (decoder->at < decoder->length) {
        char c = decoder->bytes[decoder->at];
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return;
        decoder->at++;
    }
}

static char peek(const Decoder *decoder) { return decoder->at < decoder->length ? decoder->bytes[decoder->at] : 0; }

/* ---- strings ---- */
static bool read_unit(const Decoder *decoder, size_t at, uint32_t *unit) {
    *unit = 0;
    if (at + 4 > decoder->length) return false;
    for (size_t i = at; i < at + 4; i++) {
        char c = decoder->bytes[i], low = (char)(c | 32);
        if (c >= '0' && c <= '9') *unit = *unit * 16 + (uint32_t)(c - '0');
        else if (low >= 'a' && low <= 'f') *unit = *unit * 16 + (uint32_t)(low - 'a' + 10);
        else return false;
    }
    return true;
}

/* Behind "\u": the code point, a pair of surrogates together. */
static bool read_code(Decoder *decoder, uint32_t *code) {
    uint32_t second;
    if (decoder->at + 4 >= decoder->length || !read_unit(decoder, decoder->at, code)) {
        decode_error(decoder, "Invalid \\uXXXX escape", decoder->at - 1);
        return false;
    }
    decoder->at += 4;
    if (*code >= 0xD800 && *code <= 0xDBFF && decoder->at + 6 < decoder->length && decoder->bytes[decoder->at] == '\\' &&
        decoder->bytes[decoder->at + 1] == 'u' && read_unit(decoder, decoder->at + 2, &second) && second >= 0xDC00 && second <= 0xDFFF) {
        *code = 0x10000 + ((*code - 0xD800) << 10) + (second - 0xDC00);
        decoder->at += 6;
    }
    return true;
}

/* The backslash was read. */
static bool read_escape(Decoder *decoder, TextBuffer *text, size_t begin) {
    static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    if (decoder->at >= decoder->length) return decode_error(decoder, "Unterminated string starting at", begin), false;
    char letter = decoder->bytes[decoder->at++];
    const char *found = letter ? strchr(letters, letter) : NULL;
    uint32_t code;
    if (found) return text_append_char(text, values[found - letters]), true;
    if (letter != 'u') return decode_error(decoder, "Invalid \\escape", decoder->at - 2), false;
    if (!read_code(decoder, &code)) return false;
    text_append_code_point(text, code);
    return true;
}

static Value plain_string(Decoder *decoder, const char *bytes, size_t length, bool is_key) {
    if (!is_key || length > LONGEST_CACHED_KEY) return string_new(decoder->thread, bytes, length);
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)bytes[i]) * 16777619u;
    Value *place = &decoder->keys[(hash ^ hash >> 16) % KEY_CACHE_SIZE];
    if (value_is_object(*place) && value_string(*place)->length == length && memcmp(value_c_string(*place), bytes, length) == 0)
        return value_retain(*place);
    Value key = string_new(decoder->thread, bytes, length);
    if (!value_is_absent(key)) value_replace(place, value_retain(key));
    return key;
}

/* Behind the opening quote. */
static Value decode_string(Decoder *decoder, bool is_key) {
    size_t begin = decoder->at - 1, from = decoder->at;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    bool good = true;
    while (good) {
        size_t at = decoder->at;
        while (at < decoder->length) {
            unsigned char c = (unsigned char)decoder->bytes[at];
            if (c == '"' || c == '\\' || (c < 0x20 && decoder->strict)) break;
            at++;
        }
        decoder->at = at;
        if (at >= decoder->length) {
            decode_error(decoder, "Unterminated string starting at", begin);
            break;
        }
        if (decoder->bytes[at] == '"' && from == begin + 1 && !text.bytes) {
            decoder->at++;
            return plain_string(decoder, decoder->bytes + from, at - from, is_key);
        }
        text_append_bytes(&text, decoder->bytes + from, at - from);
        decoder->at++;
        if (decoder->bytes[at] == '"') {
            return string_from_text_buffer(decoder->thread, &text);
        }
        if (decoder->bytes[at] != '\\') {
            decode_error(decoder, "Invalid control character at", at);
            break;
        }
        good = read_escape(decoder, &text, begin);
        from = decoder->at;
    }
    text_release(&text);
    return VALUE_ABSENT;
}

/* ---- numbers and constants ---- */
static Value call_with_text(Decoder *decoder, Value function, const char *bytes, size_t length) {
    Value text = string_new(decoder->thread, bytes, length);
    Value result = value_is_absent(text) ? text : value_call_one(decoder->thread, function, text);
    value_release(text);
    return result;
}

static Value decode_constant(Decoder *decoder, const char *name, double number) {
    size_t length = strlen(name);
    decoder->at += length;
    if (value_is_none(decoder->parse_constant)) return isnan(number) ? value_shared_nan(NAN_OF_JSON) : value_from_float(number);
    return call_with_text(decoder, decoder->parse_constant, name, length);
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Where the number at `at` ends; *is_float. 0: none. */
static size_t measure_number(const Decoder *decoder, bool *is_float) {
    const char *bytes = decoder->bytes; /* NUL behind the end stops every loop */
    size_t at = decoder->at;
    *is_float = false;
    if (bytes[at] == '-') at++;
    if (bytes[at] == '0') at++;
    else if (!is_digit(bytes[at])) return 0;
    else while (is_digit(bytes[at])) at++;
    if (bytes[at] == '.' && is_digit(bytes[at + 1])) {
        *is_float = true;
        for (at++; is_digit(bytes[at]);) at++;
    }
    if (bytes[at] == 'e' || bytes[at] == 'E') {
        size_t digits = at + 1 + (bytes[at + 1] == '-' || bytes[at + 1] == '+');
        if (is_digit(bytes[digits])) {
            *is_float = true;
            for (at = digits; is_digit(bytes[at]);) at++;
        }
    }
    return at;
}

static Value decode_number(Decoder *decoder) {
    bool is_float;
    size_t start = decoder->at, end = measure_number(decoder, &is_float);
    if (!end) return decode_error(decoder, NULL, start);
    decoder->at = end;
    const char *text = decoder->bytes + start;
    size_t length = end - start;
    Value function = is_float ? decoder->parse_float : decoder->parse_int;
    if (!value_is_none(function)) return call_with_text(decoder, function, text, length);
    double number;
    if (is_float) return float_parse(text, length, &number) ? value_from_float(number) : decode_error(decoder, NULL, start);
    if (length > 18) return int_from_text(decoder->thread, text, length, 10);
    int64_t integer = 0;
    for (size_t i = *text == '-'; i < length; i++) integer = integer * 10 + (text[i] - '0');
    return value_from_int(*text == '-' ? -integer : integer);
}

/* ---- containers ---- */
static Value decode_array(Decoder *decoder) {
    Value list = list_new(decoder->thread);
    if (value_is_absent(list)) return list;
    decoder->at++;
    skip_space(decoder);
    while (peek(decoder) != ']') {
        if (!list_append_owned(decoder->thread, value_list(list), decode_value(decoder))) break;
        skip_space(decoder);
        if (peek(decoder) == ']') break;
        if (peek(decoder) != ',') {
            decode_error(decoder, "Expecting ',' delimiter", decoder->at);
            break;
        }
        decoder->at++;
        skip_space(decoder);
        if (peek(decoder) == ']') {
            decode_error(decoder, NULL, decoder->at);
            break;
        }
    }
    if (exception_is_set(decoder->thread)) {
        value_release(list);
        return VALUE_ABSENT;
    }
    decoder->at++;
    return list;
}

/* The key up to its colon and the space behind it; absent with an exception. */
static Value decode_key(Decoder *decoder) {
    if (peek(decoder) != '"') return decode_error(decoder, "Expecting property name enclosed in double quotes", decoder->at);
    decoder->at++;
    Value key = decode_string(decoder, true);
    if (value_is_absent(key)) return key;
    skip_space(decoder);
    if (peek(decoder) == ':') {
        decoder->at++;
        skip_space(decoder);
        return key;
    }
    value_release(key);
    return decode_error(decoder, "Expecting ':' delimiter", decoder->at);
}

static bool decode_pair(Decoder *decoder, Value container, bool pairs) {
    Value key = decode_key(decoder);
    if (value_is_absent(key)) return false;
    Value value = decode_value(decoder);
    bool good = !value_is_absent(value);
    if (good && pairs) {
        Value both[2] = {key, value};
        good = list_append_owned(decoder->thread, value_list(container), tuple_from_values(decoder->thread, both, 2));
    } else if (good) {
        good = dict_set_string(decoder->thread, value_dict(container), value_string(key), value);
    }
    value_release(key);
    value_release(value);
    return good;
}

static bool decode_pairs(Decoder *decoder, Value container, bool pairs) {
    decoder->at++;
    skip_space(decoder);
    while (peek(decoder) != '}') {
        if (!decode_pair(decoder, container, pairs)) return false;
        skip_space(decoder);
        if (peek(decoder) == '}') break;
        if (peek(decoder) != ',') return decode_error(decoder, "Expecting ',' delimiter", decoder->at), false;
        decoder->at++;
        skip_space(decoder);
        if (peek(decoder) == '}') return decode_error(decoder, "Expecting property name enclosed in double quotes", decoder->at), false;
    }
    decoder->at++;
    return true;
}

static Value decode_object(Decoder *decoder) {
    bool pairs = !value_is_none(decoder->pairs_hook);
    Value container = pairs ? list_new(decoder->thread) : dict_new(decoder->thread);
    if (value_is_absent(container)) return container;
    Value hook = pairs ? decoder->pairs_hook : decoder->object_hook, result = VALUE_ABSENT;
    if (decode_pairs(decoder, container, pairs)) {
        if (value_is_none(hook)) return container;
        result = value_call_one(decoder->thread, hook, container);
    }
    value_release(container);
    return result;
}

static bool starts_with(const Decoder *decoder, const char *word) {
    size_t length = strlen(word);
    return decoder->length - decoder->at >= length && memcmp(decoder->bytes + decoder->at, word, length) == 0;
}

static Value decode_value(Decoder *decoder) {
    if (decoder->at >= decoder->length) return decode_error(decoder, NULL, decoder->at);
    if (!thread_poll(decoder->thread)) return VALUE_ABSENT;
    char c = decoder->bytes[decoder->at];
    switch (c) {
    case '"': decoder->at++; return decode_string(decoder, false);
    case 'n':
        if (starts_with(decoder, "null")) return decoder->at += 4, VALUE_NONE;
        break;
    case 't':
        if (starts_with(decoder, "true")) return decoder->at += 4, VALUE_TRUE;
        break;
    case 'f':
        if (starts_with(decoder, "false")) return decoder->at += 5, VALUE_FALSE;
        break;
    case 'N':
        if (starts_with(decoder, "NaN")) return decode_constant(decoder, "NaN", (double)NAN);
        break;
    case 'I':
        if (starts_with(decoder, "Infinity")) return decode_constant(decoder, "Infinity", (double)INFINITY);
        break;
    case '{': case '[': {
        bool array = c == '[';
        if (!thread_enter(decoder->thread, array ? " while decoding a JSON array from a unicode string"
                                                 : " while decoding a JSON object from a unicode string"))
            return VALUE_ABSENT;
        Value value = array ? decode_array(decoder) : decode_object(decoder);
        thread_leave(decoder->thread);
        return value;
    }
    default:
        if (starts_with(decoder, "-Infinity")) return decode_constant(decoder, "-Infinity", -(double)INFINITY);
        return decode_number(decoder);
    }
    return decode_error(decoder, NULL, decoder->at);
}

static bool decoder_open(Thread *thread, Value string, Value index, Decoder *decoder) {
    int64_t start;
    if (!value_to_count(thread, index, &start)) return false;
    if (!is_string(string)) {
        raise_type_error(thread, "first argument must be a string, not %s", value_type_name(thread, string));
        return false;
    }
    if (start < 0) return raise_value_error(thread, "idx cannot be negative"), false;
    String *text = value_string(string);
    bool inside = (uint64_t)start <= text->count;
    *decoder = (Decoder){.thread = thread, .string = text, .bytes = text->bytes, .length = text->length, .strict = true,
                         .at = inside ? string_byte_offset(text, (size_t)start) : text->length};
    return true;
}

static Value decoder_close(Decoder *decoder, Value value) {
    for (size_t i = 0; i < KEY_CACHE_SIZE; i++) value_release(decoder->keys[i]);
    if (value_is_absent(value)) return value;
    return tuple_pair_owned(decoder->thread, value, value_from_int((int64_t)string_index_of_offset(decoder->string, decoder->at)));
}

Value json_scan(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    Decoder decoder;
    if (!decoder_open(thread, arguments[0], arguments[1], &decoder)) return VALUE_ABSENT;
    if (arguments[1].tag == TAG_INT && (uint64_t)arguments[1].integer > decoder.string->count) { /* told as it was given */
        Value stop = value_call_one(thread, value_from_object(thread_builtins(thread)->exception_StopIteration), arguments[1]);
        if (!value_is_absent(stop)) raise_instance(thread, stop);
        value_release(stop);
        return VALUE_ABSENT;
    }
    decoder.object_hook = arguments[2];
    decoder.parse_float = arguments[3];
    decoder.parse_int = arguments[4];
    decoder.parse_constant = arguments[5];
    decoder.pairs_hook = arguments[6];
    int strict = value_truth(thread, arguments[7]);
    if (strict < 0) return VALUE_ABSENT;
    decoder.strict = strict;
    return decoder_close(&decoder, decode_value(&decoder));
}

Value json_scan_string(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    Decoder decoder;
    if (!decoder_open(thread, arguments[0], arguments[1], &decoder)) return VALUE_ABSENT;
    if (arguments[1].tag == TAG_INT && (arguments[1].integer > (int64_t)decoder.string->count || arguments[1].integer < 1))
        return raise_value_error(thread, "end is out of bounds");
    int strict = value_truth(thread, arguments[2]);
    if (strict < 0) return VALUE_ABSENT;
    decoder.strict = strict;
    return decoder_close(&decoder, decode_string(&decoder, false));
}
