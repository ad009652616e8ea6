/* The format mini-language for str, int, float and complex.
 *
 * A specification is parsed once into a FormatSpec. Numbers are then laid out as sign, prefix, digits (whole part, rest) and
 * padded; grouping inserts separators into the whole part, counting zeros that fill the width. */
#include "kernel/objects/text/format_spec.h"
#include "kernel/objects/number/float.h"
#include "kernel/objects/text/unicode.h"
#include "kernel/objects/core/value_support.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <ctype.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>

typedef struct FormatSpec {
    uint32_t fill;
    char align;      /* '<', '>', '=', '^'; 0: not given */
    char sign;       /* '+', '-', ' '; 0: not given */
    bool no_negative_zero, alternate;
    int64_t width;   /* -1: not given */
    char grouping;   /* ',', '_'; 0: none */
    int64_t precision; /* -1: not given */
    uint32_t type;   /* 0: not given */
    bool fill_given;
} FormatSpec;

static bool parse_number(Thread *thread, const char *text, size_t length, size_t *at, int64_t *number) {
    size_t start = *at;
    int64_t value = 0;
    while (*at < length) { /* digits of any script */
        size_t size = 1;
        bool is_ascii = (unsigned char)text[*at] < 0x80;
        int digit = is_ascii ? (isdigit((unsigned char)text[*at]) ? text[*at] - '0' : -1) : unicode_decimal(utf8_decode(text + *at, length - *at, &size));
        if (digit < 0) break;
        if (value > (INT64_MAX - 9) / 10)
            return raise_value_error(thread, "Too many decimal digits in format string"), false;
        value = value * 10 + digit;
        *at += size;
    }
    if (*at > start) *number = value;
    return true;
}

static bool is_alignment(char c) { return c == '<' || c == '>' || c == '=' || c == '^'; }

static bool parse_spec(Thread *thread, const String *specification, const char *type_name, char default_align,
                       uint32_t default_type, FormatSpec *spec) {
    const char *text = specification->bytes;
    size_t length = specification->length, at = 0, size = 1;
    *spec = (FormatSpec){.fill = ' ', .align = default_align, .width = -1, .precision = -1, .type = default_type};
    bool align_given = false;
    uint32_t first = length ? utf8_decode(text, length, &size) : 0;
    if (length > size && is_alignment(text[size])) {
        spec->fill = first;
        spec->fill_given = align_given = true;
        spec->align = text[size];
        at = size + 1;
    } else if (length && is_alignment(text[0])) {
        spec->align = text[0];
        align_given = true;
        at = 1;
    }
    if (at < length && (text[at] == '+' || text[at] == '-' || text[at] == ' ')) spec->sign = text[at++];
    if (at < length && text[at] == 'z') {
        spec->no_negative_zero = true;
        at++;
    }
    if (at < length && text[at] == '#') {
        spec->alternate = true;
        at++;
    }
    if (!spec->fill_given && at < length && text[at] == '0') {
        spec->fill = '0';
        if (!align_given && default_align == '>') spec->align = '=';
        at++;
    }
    if (!parse_number(thread, text, length, &at, &spec->width)) return false;
    if (at < length && text[at] == ',') {
        spec->grouping = ',';
        at++;
    }
    if (at < length && text[at] == '_') {
        if (spec->grouping) return raise_value_error(thread, "Cannot specify both ',' and '_'."), false;
        spec->grouping = '_';
        at++;
    }
    if (at < length && text[at] == ',' && spec->grouping == '_')
        return raise_value_error(thread, "Cannot specify both ',' and '_'."), false;
    if (at < length && text[at] == ',' && spec->grouping == ',')
        return raise_value_error(thread, "Cannot specify ',' with ','."), false;
    if (at < length && text[at] == '.') {
        at++;
        if (!parse_number(thread, text, length, &at, &spec->precision)) return false;
        if (spec->precision < 0) return raise_value_error(thread, "Format specifier missing precision"), false;
    }
    if (at < length) {
        spec->type = utf8_decode(text + at, length - at, &size);
        if (at + size < length)
            return raise_value_error(thread, "Invalid format specifier '%s' for object of type '%s'", text, type_name), false;
    }
    if (spec->grouping) {
        uint32_t t = spec->type;
        bool allowed = t == 'd' || t == 'e' || t == 'f' || t == 'g' || t == 'E' || t == 'G' || t == '%' || t == 'F' || !t ||
                       (spec->grouping == '_' && (t == 'b' || t == 'o' || t == 'x' || t == 'X'));
        if (!allowed) {
            if (t > 32 && t < 128) raise_value_error(thread, "Cannot specify '%c' with '%c'.", spec->grouping, (char)t);
            else raise_value_error(thread, "Cannot specify '%c' with '\\x%x'.", spec->grouping, t);
            return false;
        }
    }
    return true;
}

static Value raise_unknown_type(Thread *thread, uint32_t type, const char *type_name) {
    if (type > 32 && type < 128)
        return raise_value_error(thread, "Unknown format code '%c' for object of type '%s'", (char)type, type_name);
    return raise_value_error(thread, "Unknown format code '\\x%x' for object of type '%s'", type, type_name);
}

static void append_fill(TextBuffer *text, uint32_t fill, int64_t count) {
    if (fill < 0x80) {
        if (count > 0) text_append_repeated(text, (char)fill, (size_t)count);
        return;
    }
    for (; count > 0 && !text->failed; count--) text_append_code_point(text, fill);
}

/* `content` has `columns` characters; `lead` of its bytes (sign and prefix) stay in front of '=' padding. */
static void append_padded(TextBuffer *text, const FormatSpec *spec, const char *content, size_t length, size_t columns,
                          size_t lead) {
    int64_t missing = spec->width > (int64_t)columns ? spec->width - (int64_t)columns : 0, left = 0;
    if (spec->align == '>') left = missing;
    else if (spec->align == '^') left = missing / 2;
    if (spec->align == '=') {
        text_append_bytes(text, content, lead);
        append_fill(text, spec->fill, missing);
        text_append_bytes(text, content + lead, length - lead);
        return;
    }
    append_fill(text, spec->fill, left);
    text_append_bytes(text, content, length);
    append_fill(text, spec->fill, missing - left);
}

Value format_string(Thread *thread, String *string, String *specification) {
    FormatSpec spec;
    if (!parse_spec(thread, specification, "str", '<', 's', &spec)) return VALUE_ABSENT;
    if (spec.type != 's') return raise_unknown_type(thread, spec.type, "str");
    if (spec.sign == ' ') return raise_value_error(thread, "Space not allowed in string format specifier");
    if (spec.sign) return raise_value_error(thread, "Sign not allowed in string format specifier");
    if (spec.no_negative_zero)
        return raise_value_error(thread, "Negative zero coercion (z) not allowed in string format specifier");
    if (spec.alternate) return raise_value_error(thread, "Alternate form (#) not allowed in string format specifier");
    if (spec.align == '=') return raise_value_error(thread, "'=' alignment not allowed in string format specifier");
    size_t count = string->count, length = string->length;
    if (spec.precision >= 0 && (size_t)spec.precision < count) {
        count = (size_t)spec.precision;
        length = string_byte_offset(string, count);
    }
    TextBuffer text = TEXT_BUFFER_EMPTY;
    append_padded(&text, &spec, string->bytes, length, count, 0);
    return string_from_text_buffer(thread, &text);
}

/* ---- numbers ---- */

/* Whole digits with separators, zero-filled to `width` columns (0: not). */
static void append_grouped(TextBuffer *text, const char *digits, size_t count, char separator, size_t group, int64_t width) {
    if (!separator) {
        if (width > (int64_t)count) text_append_repeated(text, '0', (size_t)width - count);
        text_append_bytes(text, digits, count);
        return;
    }
    size_t shown = count;
    while (width > 0 && (int64_t)(shown + (shown - 1) / group) < width) shown++;
    for (size_t i = 0; i < shown; i++) {
        if (i && (shown - i) % group == 0) text_append_char(text, separator);
        text_append_char(text, i < shown - count ? '0' : digits[i - (shown - count)]);
    }
}

/* sign + prefix + grouped whole digits + rest, padded. */
static void append_number(TextBuffer *text, const FormatSpec *spec, char sign, const char *prefix, const char *whole,
                          size_t whole_length, const char *rest, size_t rest_length, size_t group) {
    if (!spec->grouping) { /* straight into `text` */
        size_t prefix_length = strlen(prefix), columns = (sign != 0) + prefix_length + whole_length + rest_length;
        int64_t missing = spec->width > (int64_t)columns ? spec->width - (int64_t)columns : 0;
        int64_t left = spec->align == '>' ? missing : spec->align == '^' ? missing / 2 : 0;
        append_fill(text, spec->fill, left);
        if (sign) text_append_char(text, sign);
        if (prefix_length) text_append_bytes(text, prefix, prefix_length);
        if (spec->align == '=') append_fill(text, spec->fill, missing);
        text_append_bytes(text, whole, whole_length);
        text_append_bytes(text, rest, rest_length);
        if (spec->align != '=') append_fill(text, spec->fill, missing - left);
        return;
    }
    TextBuffer number = TEXT_BUFFER_EMPTY;
    if (sign) text_append_char(&number, sign);
    text_append(&number, prefix);
    size_t lead = number.length;
    int64_t zeros = 0;
    if (spec->fill == '0' && spec->align == '=') zeros = spec->width - (int64_t)lead - (int64_t)rest_length;
    append_grouped(&number, whole, whole_length, spec->grouping, group, whole_length ? zeros : 0);
    text_append_bytes(&number, rest, rest_length);
    append_padded(text, spec, text_string(&number), number.length, number.length, lead);
    if (number.failed) text->failed = true;
    text_release(&number);
}

static char sign_of(bool negative, char wanted) {
    if (negative) return '-';
    return wanted == '+' || wanted == ' ' ? wanted : '\0';
}

static Value format_character(Thread *thread, Value number, FormatSpec *spec) {
    int64_t code_point;
    if (spec->sign) return raise_value_error(thread, "Sign not allowed with integer format specifier 'c'");
    if (spec->alternate) return raise_value_error(thread, "Alternate form (#) not allowed with integer format specifier 'c'");
    if (!int_fits_int64(number, &code_point)) return raise_overflow_error(thread, "Python int too large to convert to C long");
    if (code_point < 0 || code_point > 0x10FFFF) return raise_overflow_error(thread, "%%c arg not in range(0x110000)");
    char bytes[4];
    size_t length = utf8_encode((uint32_t)code_point, bytes);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    append_padded(&text, spec, bytes, length, 1, 0);
    return string_from_text_buffer(thread, &text);
}

enum { QUICK_WIDTH = 64 };

/* A small int in decimal, without grouping: no buffer but the stack's. */
static Value format_quickly(Thread *thread, int64_t integer, const FormatSpec *spec) {
    char digits[24], shown[QUICK_WIDTH + 24], *first = digits + sizeof digits, *to = shown;
    uint64_t magnitude = integer < 0 ? 0 - (uint64_t)integer : (uint64_t)integer;
    do *--first = (char)('0' + magnitude % 10);
    while (magnitude /= 10);
    size_t length = (size_t)(digits + sizeof digits - first);
    char sign = sign_of(integer < 0, spec->sign);
    int64_t columns = (int64_t)length + (sign != 0), missing = spec->width > columns ? spec->width - columns : 0;
    int64_t left = spec->align == '>' ? missing : spec->align == '^' ? missing / 2 : 0;
    memset(to, (int)spec->fill, (size_t)left);
    to += left;
    if (sign) *to++ = sign;
    size_t inside = spec->align == '=' ? (size_t)missing : 0;
    memset(to, (int)spec->fill, inside);
    to += inside;
    memcpy(to, first, length);
    to += length;
    size_t right = (size_t)(missing - left) - inside;
    memset(to, (int)spec->fill, right);
    to += right;
    return string_new_ascii(thread, shown, (size_t)(to - shown));
}

static Value format_double(Thread *thread, double number, FormatSpec *spec, const char *type_name);

Value format_int(Thread *thread, Value number, String *specification) {
    const char *type_name = value_type_name(thread, number);
    if (specification->length == 0) {
        if (number.tag == TAG_BOOL || number.tag == TAG_OBJECT) return value_str(thread, number);
        return int_to_text(thread, number, 10);
    }
    FormatSpec spec;
    if (!parse_spec(thread, specification, type_name, '>', 'd', &spec)) return VALUE_ABSENT;
    int base = 10;
    const char *prefix = "";
    switch (spec.type) {
    case 'b': base = 2, prefix = "0b"; break;
    case 'o': base = 8, prefix = "0o"; break;
    case 'x': base = 16, prefix = "0x"; break;
    case 'X': base = 16, prefix = "0X"; break;
    case 'd':
    case 'n':
    case 'c': break;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case '%': {
        double value;
        return int_to_double(thread, number, &value) ? format_double(thread, value, &spec, type_name) : VALUE_ABSENT;
    }
    default: return raise_unknown_type(thread, spec.type, type_name);
    }
    if (spec.precision >= 0) return raise_value_error(thread, "Precision not allowed in integer format specifier");
    if (spec.no_negative_zero) return raise_value_error(thread, "Negative zero coercion (z) not allowed in integer format specifier");
    if (spec.type == 'c') return format_character(thread, number, &spec);
    if (base == 10 && number.tag == TAG_INT && !spec.grouping && spec.fill < 0x80 && spec.width < QUICK_WIDTH)
        return format_quickly(thread, number.integer, &spec);
    Value digits = int_to_text(thread, number, base);
    if (value_is_absent(digits)) return VALUE_ABSENT;
    String *plain = value_string(digits);
    bool negative = *plain->bytes == '-';
    char *upper = NULL;
    const char *whole = plain->bytes + negative;
    size_t length = plain->length - negative;
    if (spec.type == 'X') {
        upper = memory_copy_bytes(whole, length);
        for (size_t i = 0; upper && i < length; i++) upper[i] = (char)toupper((unsigned char)upper[i]);
        if (upper) whole = upper;
    }
    TextBuffer text = TEXT_BUFFER_EMPTY;
    append_number(&text, &spec, sign_of(negative, spec.sign), spec.alternate ? prefix : "", whole, length, "", 0,
                  base == 10 ? 3 : 4);
    memory_release(upper);
    value_release(digits);
    return string_from_text_buffer(thread, &text);
}

/* The unsigned digits of a float in the wanted form. *negative is set; false: an exception. */
static void append_digits(TextBuffer *text, double number, const FormatSpec *spec, bool *negative) {
    int precision = spec->precision < 0 ? 6 : (int)spec->precision;
    bool upper = spec->type == 'E' || spec->type == 'F' || spec->type == 'G';
    double magnitude = fabs(number);
    size_t start = text->length;
    *negative = signbit(number) && !isnan(number);
    switch (spec->type) {
    case 'e':
    case 'E': float_append_format(text, magnitude, 'e', precision, spec->alternate, false); break;
    case 'f':
    case 'F': float_append_format(text, magnitude, 'f', precision, spec->alternate, false); break;
    case '%':
        float_append_format(text, magnitude * 100, 'f', precision, spec->alternate, false);
        text_append_char(text, '%');
        break;
    case 'g':
    case 'G':
    case 'n': float_append_format(text, magnitude, 'g', precision ? precision : 1, spec->alternate, false); break;
    default: /* no type: as repr, or as 'g' with a point or an exponent from the precision on */
        if (spec->precision < 0) {
            float_append_format(text, magnitude, 'r', 0, spec->alternate, true);
        } else {
            int digits = precision ? precision : 1;
            /* The exponent form starts one digit earlier than 'g' does. */
            TextBuffer probe = TEXT_BUFFER_EMPTY;
            float_append_format(&probe, magnitude, 'e', digits - 1, spec->alternate, false);
            const char *exponent = isfinite(magnitude) && probe.bytes ? strchr(probe.bytes, 'e') : NULL;
            int power = exponent ? atoi(exponent + 1) : 0;
            if (exponent && power == digits - 1) {
                size_t end = (size_t)(exponent - probe.bytes);
                if (!spec->alternate && memchr(probe.bytes, '.', end)) {
                    while (probe.bytes[end - 1] == '0') end--;
                    if (probe.bytes[end - 1] == '.') end--;
                }
                text_append_bytes(text, probe.bytes, end);
                text_append(text, exponent);
            } else {
                float_append_format(text, magnitude, 'g', digits, spec->alternate, true);
            }
            text_release(&probe);
        }
        break;
    }
    if (*negative && spec->no_negative_zero && !text->failed) {
        bool zero = isfinite(number);
        for (size_t i = start; i < text->length && text->bytes[i] != 'e'; i++)
            zero = zero && (text->bytes[i] < '1' || text->bytes[i] > '9');
        if (zero) *negative = false;
    }
    for (size_t i = start; upper && !text->failed && i < text->length; i++)
        text->bytes[i] = (char)toupper((unsigned char)text->bytes[i]);
}

static bool precision_is_valid(Thread *thread, const FormatSpec *spec) {
    if (spec->precision <= INT32_MAX - 16) return true;
    return raise_value_error(thread, "precision too big"), false;
}

static Value format_double(Thread *thread, double number, FormatSpec *spec, const char *type_name) {
    if (spec->type && !(spec->type < 128 && strchr("eEfFgGn%", (int)spec->type))) return raise_unknown_type(thread, spec->type, type_name);
    if (!precision_is_valid(thread, spec)) return VALUE_ABSENT;
    TextBuffer digits = TEXT_BUFFER_EMPTY, text = TEXT_BUFFER_EMPTY;
    bool negative;
    append_digits(&digits, number, spec, &negative);
    const char *shown = text_string(&digits);
    size_t whole = 0;
    while (whole < digits.length && isdigit((unsigned char)shown[whole])) whole++;
    append_number(&text, spec, sign_of(negative, spec->sign), "", shown, whole, shown + whole, digits.length - whole, 3);
    if (digits.failed) text.failed = true;
    text_release(&digits);
    return string_from_text_buffer(thread, &text);
}

Value format_float(Thread *thread, double number, String *specification) {
    FormatSpec spec;
    if (!parse_spec(thread, specification, "float", '>', 0, &spec)) return VALUE_ABSENT;
    return format_double(thread, number, &spec, "float");
}

Value format_complex(Thread *thread, double real, double imaginary, String *specification) {
    FormatSpec spec;
    if (!parse_spec(thread, specification, "complex", '>', 0, &spec)) return VALUE_ABSENT;
    if (spec.type && !(spec.type < 128 && strchr("eEfFgGn", (int)spec.type))) return raise_unknown_type(thread, spec.type, "complex");
    if (spec.fill == '0') return raise_value_error(thread, "Zero padding is not allowed in complex format specifier");
    if (spec.align == '=') return raise_value_error(thread, "'=' alignment flag is not allowed in complex format specifier");
    if (!precision_is_valid(thread, &spec)) return VALUE_ABSENT;
    FormatSpec part = spec;
    part.width = -1;
    TextBuffer whole = TEXT_BUFFER_EMPTY, text = TEXT_BUFFER_EMPTY;
    bool in_parentheses = false, with_real = true;
    if (!spec.type) { /* as str(): (1+2j), 2j */
        with_real = real != 0 || signbit(real);
        in_parentheses = with_real;
    }
    if (in_parentheses) text_append_char(&whole, '(');
    for (int i = with_real ? 0 : 1; i < 2; i++) {
        TextBuffer digits = TEXT_BUFFER_EMPTY;
        bool negative;
        double number = i ? imaginary : real;
        if (!spec.type && spec.precision < 0) {
            negative = signbit(number) && !isnan(number) && !(spec.no_negative_zero && number == 0);
            float_append_format(&digits, fabs(number), 'r', 0, spec.alternate, false);
        } else {
            FormatSpec digits_spec = part;
            if (!spec.type) digits_spec.type = 'g';
            append_digits(&digits, number, &digits_spec, &negative);
        }
        char sign = sign_of(negative, i && with_real ? '+' : spec.sign);
        const char *shown = text_string(&digits);
        size_t count = 0;
        while (count < digits.length && isdigit((unsigned char)shown[count])) count++;
        if (sign) text_append_char(&whole, sign);
        append_grouped(&whole, shown, count, spec.grouping, 3, 0);
        text_append_bytes(&whole, shown + count, digits.length - count);
        text_release(&digits);
    }
    text_append(&whole, in_parentheses ? "j)" : "j");
    append_padded(&text, &spec, text_string(&whole), whole.length, whole.length, 0);
    if (whole.failed) text.failed = true;
    text_release(&whole);
    return string_from_text_buffer(thread, &text);
}
