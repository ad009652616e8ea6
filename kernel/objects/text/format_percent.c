/* format % values, for str and bytes: one engine, whose differences are marked by `is_bytes`. */
#include "kernel/objects/text/bytes_private.h"
#include "kernel/objects/number/float.h"
#include "kernel/objects/text/string_private.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

typedef struct PercentFormat {
    Thread *thread;
    bool is_bytes;
    const char *format;
    size_t length, at;
    Value values;      /* the right operand */
    bool is_tuple, is_mapping, mapping_used;
    size_t next;       /* item of the tuple; 1: the only value is used up */
    Value held;        /* the value looked up last in the mapping, from then on the only one: owned */
    TextBuffer text;
} PercentFormat;

typedef struct Conversion {
    bool left, plus, blank, alternate, zero;
    int64_t width, precision; /* -1: not given */
    uint32_t type;
    size_t place;
} Conversion;

/* The next argument, borrowed. */
static Value next_argument(PercentFormat *state) {
    if (state->is_tuple) {
        const Tuple *tuple = value_tuple(state->values);
        if (state->next < tuple->count) return tuple->items[state->next++];
    } else if (state->next == 0) {
        state->next = 1;
        return value_is_absent(state->held) ? state->values : state->held;
    }
    return raise_type_error(state->thread, "not enough arguments for format string");
}

static bool parse_key(PercentFormat *state) {
    Thread *thread = state->thread;
    if (!state->is_mapping) return raise_type_error(thread, "format requires a mapping"), false;
    size_t start = ++state->at;
    int depth = 1;
    for (; state->at < state->length; state->at++) {
        if (state->format[state->at] == '(') depth++;
        if (state->format[state->at] == ')' && --depth == 0) break;
    }
    if (state->at >= state->length) return raise_value_error(thread, "incomplete format key"), false;
    const char *name = state->format + start;
    size_t length = state->at++ - start;
    Value key = state->is_bytes ? bytes_new(thread, name, length) : string_new(thread, name, length);
    if (value_is_absent(key)) return false;
    value_replace(&state->held, value_get_item(thread, state->values, key));
    value_release(key);
    state->next = 0;
    state->mapping_used = true;
    return !value_is_absent(state->held);
}

/* A number, or '*' for an argument. */
static bool parse_count(PercentFormat *state, int64_t *count, const char *name) {
    Thread *thread = state->thread;
    if (state->at < state->length && state->format[state->at] == '*') {
        state->at++;
        Value value = next_argument(state);
        if (value_is_absent(value)) return false;
        if (!is_int(value)) return raise_type_error(thread, "* wants int"), false;
        if (!int_fits_int64(value, count) || *count > INT32_MAX || *count < -INT32_MAX)
            return raise_overflow_error(thread, "Python int too large to convert to C %s", *name == 'w' ? "ssize_t" : "int"), false;
        return true;
    }
    int64_t number = 0;
    bool found = false;
    while (state->at < state->length && isdigit((unsigned char)state->format[state->at])) {
        if (number > (*name == 'w' ? INT64_MAX / 2 : INT32_MAX) / 10)
            return raise_value_error(thread, "%s too big", name), false;
        number = number * 10 + (state->format[state->at++] - '0');
        found = true;
    }
    if (found) *count = number;
    else if (*name == 'p') *count = 0;
    return true;
}

static bool parse_conversion(PercentFormat *state, Conversion *conversion) {
    *conversion = (Conversion){.width = -1, .precision = -1};
    if (state->at < state->length && state->format[state->at] == '(' && !parse_key(state)) return false;
    for (; state->at < state->length; state->at++) {
        char c = state->format[state->at];
        if (c == '-') conversion->left = true;
        else if (c == '+') conversion->plus = true;
        else if (c == ' ') conversion->blank = true;
        else if (c == '#') conversion->alternate = true;
        else if (c == '0') conversion->zero = true;
        else break;
    }
    if (!parse_count(state, &conversion->width, "width")) return false;
    if (conversion->width < -1) {
        conversion->left = true;
        conversion->width = -conversion->width;
    }
    if (state->at < state->length && state->format[state->at] == '.') {
        state->at++;
        conversion->precision = 0;
        if (!parse_count(state, &conversion->precision, "precision")) return false;
        if (conversion->precision < 0) conversion->precision = 0;
    }
    while (state->at < state->length && strchr("hlL", state->format[state->at])) state->at++;
    if (state->at >= state->length) return raise_value_error(state->thread, "incomplete format"), false;
    size_t size = 1;
    conversion->place = state->at;
    conversion->type = state->is_bytes ? (unsigned char)state->format[state->at]
                                       : utf8_decode(state->format + state->at, state->length - state->at, &size);
    state->at += size;
    return true;
}

static void append_field(PercentFormat *state, const Conversion *conversion, const char *bytes, size_t length, size_t columns) {
    size_t missing = conversion->width > (int64_t)columns ? (size_t)conversion->width - columns : 0;
    if (!conversion->left) text_append_repeated(&state->text, ' ', missing);
    text_append_bytes(&state->text, bytes, length);
    if (conversion->left) text_append_repeated(&state->text, ' ', missing);
}

/* sign, prefix ("0x"), digits; zeros for '0' go between prefix and digits. */
static void append_number(PercentFormat *state, const Conversion *conversion, bool negative, const char *prefix,
                          const char *digits, size_t length, bool may_fill) {
    char sign = negative ? '-' : conversion->plus ? '+' : conversion->blank ? ' ' : '\0';
    size_t prefix_length = strlen(prefix), columns = (sign != 0) + prefix_length + length;
    size_t missing = conversion->width > (int64_t)columns ? (size_t)conversion->width - columns : 0;
    bool zeros = may_fill && conversion->zero && !conversion->left;
    TextBuffer *text = &state->text;
    if (missing && !conversion->left && !zeros) text_append_repeated(text, ' ', missing);
    if (sign) text_append_char(text, sign);
    if (prefix_length) text_append_bytes(text, prefix, prefix_length);
    if (missing && zeros) text_append_repeated(text, '0', missing);
    text_append_bytes(text, digits, length);
    if (missing && conversion->left) text_append_repeated(text, ' ', missing);
}

/* %d of a small int: no objects on the way. */
static void convert_small(PercentFormat *state, const Conversion *conversion, int64_t integer) {
    char digits[24], *first = digits + sizeof digits;
    uint64_t magnitude = integer < 0 ? 0 - (uint64_t)integer : (uint64_t)integer;
    do *--first = (char)('0' + magnitude % 10);
    while (magnitude /= 10);
    append_number(state, conversion, integer < 0, "", first, (size_t)(digits + sizeof digits - first), true);
}

/* The argument of %d or %x as a plain int; owned. */
static Value integer_argument(PercentFormat *state, Value value, char type) {
    Thread *thread = state->thread;
    if (is_int(value)) return int_plain(thread, value);
    bool decimal = type == 'd' || type == 'i' || type == 'u';
    const Type *value_type = type_of(thread->interpreter, value);
    Value result = VALUE_ABSENT;
    if (!is_string(value) && !is_bytes(value)) {
        if (decimal && (value_type->to_int || value_type->to_index)) result = int_from_value(thread, value);
        else if (!decimal && value_type->to_index) {
            Value index = value_type->to_index(thread, value);
            if (!value_is_absent(index)) result = int_plain(thread, index);
            value_release(index);
        }
        if (!value_is_absent(result) || exception_is_set(thread)) {
            if (value_is_absent(result) && exception_matches(thread, thread_builtins(thread)->exception_TypeError)) exception_clear(thread);
            else return result;
        }
    }
    return raise_type_error(thread, decimal ? "%%%c format: a real number is required, not %s"
                                            : "%%%c format: an integer is required, not %s",
                            type, value_type->name);
}

static bool convert_integer(PercentFormat *state, const Conversion *conversion, Value value) {
    char type = (char)conversion->type;
    if (value.tag == TAG_INT && conversion->precision < 0 && (type == 'd' || type == 'i')) {
        convert_small(state, conversion, value.integer);
        return true;
    }
    Value number = integer_argument(state, value, type);
    if (value_is_absent(number)) return false;
    int base = type == 'o' ? 8 : type == 'x' || type == 'X' ? 16 : 10;
    Value digits = int_to_text(state->thread, number, base);
    bool negative = int_sign(number) < 0;
    value_release(number);
    if (value_is_absent(digits)) return false;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    size_t length = value_string(digits)->length - negative;
    if (conversion->precision > (int64_t)length) text_append_repeated(&text, '0', (size_t)conversion->precision - length);
    text_append_bytes(&text, value_c_string(digits) + negative, length);
    value_release(digits);
    for (size_t i = 0; type == 'X' && !text.failed && i < text.length; i++) text.bytes[i] = (char)toupper((unsigned char)text.bytes[i]);
    const char *prefix = !conversion->alternate ? "" : type == 'o' ? "0o" : type == 'x' ? "0x" : type == 'X' ? "0X" : "";
    append_number(state, conversion, negative, prefix, text_string(&text), text.length, true);
    if (text.failed) state->text.failed = true;
    text_release(&text);
    return true;
}

static bool convert_float(PercentFormat *state, const Conversion *conversion, Value value) {
    Thread *thread = state->thread;
    double number;
    if (!value_to_double(thread, value, &number)) {
        if (state->is_bytes && exception_matches(thread, thread_builtins(thread)->exception_TypeError)) {
            exception_clear(thread);
            raise_type_error(thread, "float argument required, not %s", value_type_name(thread, value));
        }
        return false;
    }
    int precision = conversion->precision < 0 ? 6 : (int)conversion->precision;
    char lower = (char)(conversion->type | 0x20);
    TextBuffer digits = TEXT_BUFFER_EMPTY;
    if (lower == 'g' && precision == 0) precision = 1;
    float_append_format(&digits, fabs(number), lower, precision, conversion->alternate, false);
    for (size_t i = 0; conversion->type < 'a' && !digits.failed && i < digits.length; i++)
        digits.bytes[i] = (char)toupper((unsigned char)digits.bytes[i]);
    append_number(state, conversion, signbit(number) && !isnan(number), "", text_string(&digits), digits.length, true);
    if (digits.failed) state->text.failed = true;
    text_release(&digits);
    return true;
}

static bool convert_character(PercentFormat *state, const Conversion *conversion, Value value) {
    Thread *thread = state->thread;
    char bytes[4];
    size_t length = 1;
    int64_t number;
    if (state->is_bytes) {
        const char *source;
        if (is_int(value)) {
            if (!int_fits_int64(value, &number) || number < 0 || number > 255)
                return raise_overflow_error(thread, "%%c arg not in range(256)"), false;
            bytes[0] = (char)number;
        } else if (buffer_of(thread, value, &source, &length) && length == 1) {
            bytes[0] = *source;
        } else {
            return raise_type_error(thread, "%%c requires an integer in range(256) or a single byte"), false;
        }
    } else if (is_string(value)) {
        const String *string = value_string(value);
        if (string->count != 1) return raise_type_error(thread, "%%c requires int or char"), false;
        length = string->length;
        memcpy(bytes, string->bytes, length);
    } else {
        const Type *type = type_of(thread->interpreter, value);
        if (!is_int(value) && !type->to_index) return raise_type_error(thread, "%%c requires int or char"), false;
        if (!value_to_int64(thread, value, &number)) {
            if (exception_matches(thread, thread_builtins(thread)->exception_TypeError))
                return raise_type_error(thread, "%%c requires int or char"), false;
            if (!exception_matches(thread, thread_builtins(thread)->exception_OverflowError)) return false;
            exception_clear(thread);
            number = -1;
        }
        if (number < 0 || number > 0x10FFFF) return raise_overflow_error(thread, "%%c arg not in range(0x110000)"), false;
        length = utf8_encode((uint32_t)number, bytes);
    }
    append_field(state, conversion, bytes, length, 1);
    return true;
}

/* %b and %s of bytes. */
static bool convert_buffer(PercentFormat *state, const Conversion *conversion, Value value) {
    Thread *thread = state->thread;
    Value made = VALUE_ABSENT, method;
    bool self_first;
    const char *bytes;
    size_t length;
    if (!buffer_of(thread, value, &bytes, &length)) {
        if (exception_is_set(thread)) return false;
        if (value_has_type(value, &memoryview_type_template)) { /* its items do not lie side by side */
            made = memoryview_to_bytes(thread, value);
        } else if (value_is_object(value) &&
            value_find_special(thread, value, thread_builtins(thread)->name___bytes__, &method, &self_first)) {
            made = self_first ? value_call_one(thread, method, value) : value_call_none(thread, method);
            value_release(method);
        }
        if (exception_is_set(thread)) return false;
        if (value_is_absent(made) || !buffer_of(thread, made, &bytes, &length)) {
            value_release(made);
            raise_type_error(thread, "%%b requires a bytes-like object, or an object that implements __bytes__, not '%s'",
                             value_type_name(thread, value));
            return false;
        }
    }
    if (conversion->precision >= 0 && (size_t)conversion->precision < length) length = (size_t)conversion->precision;
    append_field(state, conversion, bytes, length, length);
    value_release(made);
    return true;
}

static bool convert_text(PercentFormat *state, const Conversion *conversion, Value value) {
    Thread *thread = state->thread;
    Value text = conversion->type == 's'                       ? value_str(thread, value)
                 : conversion->type == 'r' && !state->is_bytes ? value_repr(thread, value)
                                                               : value_ascii(thread, value);
    if (value_is_absent(text)) return false;
    String *string = value_string(text);
    size_t columns = string->count, length = string->length;
    if (conversion->precision >= 0 && (size_t)conversion->precision < columns) {
        columns = (size_t)conversion->precision;
        length = string_byte_offset(string, columns);
    }
    append_field(state, conversion, string->bytes, length, columns);
    value_release(text);
    return true;
}

static bool convert(PercentFormat *state, const Conversion *conversion) {
    Value value = next_argument(state);
    if (value_is_absent(value)) return false;
    if (!(conversion->type < 128 && conversion->type && strchr(state->is_bytes ? "bdiuoxXeEfFgGcrsa" : "diuoxXeEfFgGcrsa", (int)conversion->type))) {
        size_t index = state->is_bytes ? conversion->place : utf8_count(state->format, conversion->place);
        uint32_t shown = conversion->type > 31 && conversion->type < 128 ? conversion->type : '?';
        raise_value_error(state->thread, "unsupported format character '%c' (0x%x) at index %zu", (char)shown,
                          conversion->type, index);
        return false;
    }
    switch (conversion->type) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X': return convert_integer(state, conversion, value);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': return convert_float(state, conversion, value);
    case 'c': return convert_character(state, conversion, value);
    case 'b': return convert_buffer(state, conversion, value);
    case 's': return state->is_bytes ? convert_buffer(state, conversion, value) : convert_text(state, conversion, value);
    default: return convert_text(state, conversion, value);
    }
}

/* %d and %s of a small int and %s of a str, without flags: most conversions. False when it is another one. */
static bool convert_plain(PercentFormat *state) {
    if (!state->is_tuple || state->is_bytes || state->at >= state->length || state->next >= value_tuple(state->values)->count) return false;
    Value value = value_tuple(state->values)->items[state->next];
    char type = state->format[state->at];
    if (type == 's' && value_is_exact_string(value)) {
        text_append_bytes(&state->text, value_string(value)->bytes, value_string(value)->length);
    } else if ((type == 'd' || type == 's') && value.tag == TAG_INT) {
        char digits[24], *first = digits + sizeof digits;
        uint64_t rest = value.integer < 0 ? -(uint64_t)value.integer : (uint64_t)value.integer;
        do *--first = (char)('0' + rest % 10);
        while (rest /= 10);
        if (value.integer < 0) *--first = '-';
        text_append_bytes(&state->text, first, (size_t)(digits + sizeof digits - first));
    } else return false;
    state->next++;
    state->at++;
    return true;
}

static bool run_format(PercentFormat *state) {
    while (state->at < state->length) {
        const char *percent = memchr(state->format + state->at, '%', state->length - state->at);
        size_t end = percent ? (size_t)(percent - state->format) : state->length;
        text_append_bytes(&state->text, state->format + state->at, end - state->at);
        if (!percent) break;
        state->at = end + 1;
        if (state->at < state->length && state->format[state->at] == '%') {
            text_append_char(&state->text, '%');
            state->at++;
            continue;
        }
        if (convert_plain(state)) continue;
        Conversion conversion;
        if (!parse_conversion(state, &conversion) || !convert(state, &conversion)) return false;
    }
    size_t given = state->is_tuple ? value_tuple(state->values)->count : 1;
    if (state->mapping_used || state->next >= given || (state->is_mapping && !state->is_tuple)) return true;
    raise_type_error(state->thread, state->is_bytes ? "not all arguments converted during bytes formatting"
                                                    : "not all arguments converted during string formatting");
    return false;
}

static bool format_values(Thread *thread, PercentFormat *state, Value values) {
    state->thread = thread;
    state->values = values;
    state->is_tuple = is_tuple(values);
    bool is_text = is_string(values) || (state->is_bytes && (is_bytes(values) || value_has_type(values, &bytearray_type_template)));
    state->is_mapping = value_is_object(values) && !state->is_tuple && !is_text && values.object->type->get_item;
    state->held = VALUE_ABSENT;
    bool done = run_format(state);
    value_clear(&state->held);
    if (done && state->text.failed) {
        raise_no_memory(thread);
        done = false;
    }
    return done;
}

static bool is_same_text(const TextBuffer *text, Value value) {
    return is_string(value) && !(value.object->type->flags & TYPE_HEAP) && value_string(value)->length == text->length &&
           memcmp(value_c_string(value), text_string((TextBuffer *)text), text->length) == 0;
}

/* What was formatted, as the very object that went in when nothing about it changed. */
Value string_of_format(Thread *thread, TextBuffer *text, Value format, const Tuple *values, Value value) {
    if (values && values->count == 1) value = values->items[0];
    if (values && values->count == 0) value = format;
    if (is_same_text(text, value)) return value_retain(value);
    return string_new(thread, text_string(text), text->length);
}

Value string_format_percent(Thread *thread, String *format, Value values) {
    PercentFormat state = {.format = format->bytes, .length = format->length};
    Value result = VALUE_ABSENT;
    if (format_values(thread, &state, values))
        result = string_of_format(thread, &state.text, value_from_object(format), state.is_tuple ? value_tuple(values) : NULL, values);
    text_release(&state.text);
    return result;
}

Value bytes_format_percent(Thread *thread, Value format, Value values) {
    const Bytes *bytes = (const Bytes *)format.object;
    PercentFormat state = {.is_bytes = true, .format = bytes->bytes, .length = bytes->length};
    Value result = VALUE_ABSENT;
    if (format_values(thread, &state, values)) result = bytes_new(thread, text_string(&state.text), state.text.length);
    text_release(&state.text);
    return result;
}
