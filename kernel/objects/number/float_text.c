/* Doubles from and to text: float(), round(), and the digits of format(). */
#include "kernel/objects/number/float_private.h"
#include "kernel/objects/text/unicode.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Longest run of digits with single underscores between them. */
static size_t digit_run(const char *text, size_t length, bool underscores) {
    size_t at = 0;
    while (at < length && (isdigit((unsigned char)text[at]) ||
                           (underscores && text[at] == '_' && at > 0 && text[at - 1] != '_' && at + 1 < length &&
                            isdigit((unsigned char)text[at + 1]))))
        at++;
    return at;
}

/* The extent of a number at the start of `text`, 0 when there is none. */
static size_t number_extent(const char *text, size_t length, bool underscores, bool *is_word) {
    size_t at = 0;
    *is_word = false;
    if (at < length && (text[at] == '+' || text[at] == '-')) at++;
    static const char *const words[] = {"infinity", "inf", "nan"};
    for (size_t i = 0; i < 3; i++) {
        size_t size = strlen(words[i]);
        if (length - at >= size && !strncasecmp(text + at, words[i], size)) {
            *is_word = true;
            return at + size;
        }
    }
    size_t whole = digit_run(text + at, length - at, underscores), fraction = 0;
    at += whole;
    if (at < length && text[at] == '.') {
        fraction = digit_run(text + at + 1, length - at - 1, underscores);
        if (!whole && !fraction) return 0;
        at += 1 + fraction;
    } else if (!whole) {
        return 0;
    }
    if (at < length && (text[at] == 'e' || text[at] == 'E')) {
        size_t sign = at + 1 < length && (text[at + 1] == '+' || text[at + 1] == '-');
        size_t exponent = digit_run(text + at + 1 + sign, length - at - 1 - sign, underscores);
        if (exponent) at += 1 + sign + exponent;
    }
    return at;
}

static double convert(const char *text, size_t length) {
    char small[128], *copy = length < sizeof small ? small : memory_allocate(length + 1);
    if (!copy) return NAN;
    size_t written = 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] != '_') copy[written++] = text[i];
    copy[written] = '\0';
    double number = strtod(copy, NULL);
    if (copy != small) memory_release(copy);
    return number;
}

size_t float_parse_prefix(const char *text, size_t length, double *number) {
    bool is_word;
    size_t extent = number_extent(text, length, false, &is_word);
    if (extent) *number = convert(text, extent);
    return extent;
}

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F); }

/* Up to fifteen digits and a power of ten that a double holds exactly: one division rounds as it must. */
static bool parse_short(const char *text, size_t length, double *number) {
    static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    bool is_negative = length && text[0] == '-';
    size_t at = is_negative, digits = 0, behind = 0;
    int64_t mantissa = 0;
    if (length > 18) return false;
    for (bool point = false; at < length; at++) {
        if (text[at] == '.' && !point) {
            point = true;
            continue;
        }
        if (text[at] < '0' || text[at] > '9') return false;
        mantissa = mantissa * 10 + (text[at] - '0');
        digits++;
        behind += point;
    }
    if (!digits || digits > 15) return false;
    double value = (double)mantissa / powers[behind];
    *number = is_negative ? -value : value;
    return true;
}

bool float_parse(const char *text, size_t length, double *number) {
    if (parse_short(text, length, number)) return true;
    char *ascii = NULL;
    if (!utf8_is_ascii(text, length)) {
        ascii = unicode_numeric_text(text, length, &length);
        if (!ascii) return false;
        text = ascii;
    }
    while (length && is_blank(*text)) text++, length--;
    while (length && is_blank(text[length - 1])) length--;
    bool is_word, valid = length && number_extent(text, length, true, &is_word) == length;
    if (valid) *number = convert(text, length);
    memory_release(ascii);
    return valid;
}

/* mantissa * 2**exponent, and whether digits other than zero follow it. */
typedef struct HexNumber {
    uint64_t mantissa;
    int64_t exponent;
    bool has_rest;
} HexNumber;
static const int64_t HEX_EXPONENT_LIMIT = (int64_t)1 << 53;

static void hex_append(HexNumber *hex, char c, bool behind_point) {
    unsigned digit = (unsigned)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    if (hex->mantissa >> 60) {
        hex->has_rest = hex->has_rest || digit;
        if (!behind_point) hex->exponent += 4;
    } else {
        hex->mantissa = hex->mantissa << 4 | digit;
        if (behind_point) hex->exponent -= 4;
    }
}

/* Rounded once, half to even, at the last bit that the result has: strtod rounds subnormal ones wrongly in some C libraries. */
static double hex_to_double(const HexNumber *hex) {
    if (!hex->mantissa) return 0;
    int bits = 64 - __builtin_clzll(hex->mantissa);
    int64_t top = hex->exponent + bits - 1, last = top - 52 > -1074 ? top - 52 : -1074;
    if (top > 1023) return INFINITY;
    if (top < -1076) return 0;
    int shift = (int)(last - hex->exponent);
    if (shift <= 0) return ldexp((double)hex->mantissa, (int)hex->exponent);
    uint64_t kept = shift < 64 ? hex->mantissa >> shift : 0, half = (uint64_t)1 << (shift - 1);
    uint64_t rest = shift < 64 ? hex->mantissa & ((half << 1) - 1) : hex->mantissa;
    if (shift <= 64 && (rest > half || (rest == half && (hex->has_rest || kept & 1)))) kept++;
    return ldexp((double)kept, (int)last);
}

HexResult float_parse_hex(const char *text, size_t length, double *number) {
    while (length && is_blank(*text)) text++, length--;
    while (length && is_blank(text[length - 1])) length--;
    bool is_word;
    if (length && number_extent(text, length, false, &is_word) == length && is_word) {
        *number = convert(text, length);
        return HEX_VALID;
    }
    size_t at = 0, digits = 0;
    bool negative = false;
    if (at < length && (text[at] == '+' || text[at] == '-')) negative = text[at++] == '-';
    if (length - at >= 2 && text[at] == '0' && (text[at + 1] | 0x20) == 'x') at += 2;
    HexNumber hex = {0};
    for (bool point = false; at < length && (isxdigit((unsigned char)text[at]) || (text[at] == '.' && !point)); at++) {
        if (text[at] == '.') point = true;
        else hex_append(&hex, text[at], point);
        digits += text[at] != '.';
    }
    bool valid = digits > 0;
    if (valid && at < length && (text[at] | 0x20) == 'p') {
        size_t sign = at + 1 < length && (text[at + 1] == '+' || text[at + 1] == '-');
        size_t exponent = digit_run(text + at + 1 + sign, length - at - 1 - sign, false);
        valid = exponent > 0;
        int64_t power = 0;
        for (size_t i = 0; i < exponent; i++)
            if (power < HEX_EXPONENT_LIMIT) power = power * 10 + (text[at + 1 + sign + i] - '0');
        hex.exponent += sign && text[at + 1] == '-' ? -power : power;
        at += 1 + sign + exponent;
    }
    if (!valid || at != length) return HEX_INVALID;
    *number = copysign(hex_to_double(&hex), negative ? -1.0 : 1.0);
    return isinf(*number) ? HEX_TOO_LARGE : HEX_VALID;
}

/* All decimal digits of a finite double (at most 767 are significant), then rounded by hand at 10**-digits. */
static double round_at_power(double number, int digits) {
    char text[800];
    snprintf(text, sizeof text, "%.770e", fabs(number));
    int exponent = atoi(strchr(text, 'e') + 1);
    text[1] = text[0]; /* close the gap of the point: digits at text[1...771] */
    char *decimals = text + 1;
    memmove(decimals + 1, text + 2, 770);
    int kept = exponent + 1 + digits; /* digits in front of the place */
    if (kept < 0) return copysign(0.0, number);
    if (kept > 770) return number;
    bool up = decimals[kept] > '5';
    if (decimals[kept] == '5') {
        bool exact = true;
        for (int i = kept + 1; i <= 770; i++) exact = exact && decimals[i] == '0';
        up = !exact || (kept > 0 && (decimals[kept - 1] - '0') % 2);
    }
    char rounded[820];
    int length = 0;
    rounded[length++] = '0';
    memcpy(rounded + length, decimals, (size_t)kept);
    length += kept;
    if (up) {
        int i = length - 1;
        while (rounded[i] == '9') rounded[i--] = '0';
        rounded[i]++;
    }
    snprintf(rounded + length, sizeof rounded - (size_t)length, "e%d", -digits);
    return copysign(strtod(rounded, NULL), number);
}

static const uint64_t powers_of_ten[] = {1,
                                         10,
                                         100,
                                         1000,
                                         10000,
                                         100000,
                                         1000000,
                                         10000000,
                                         100000000,
                                         1000000000,
                                         10000000000,
                                         100000000000,
                                         1000000000000,
                                         10000000000000,
                                         100000000000000,
                                         1000000000000000};
enum { MOST_SCALED_DIGITS = 15 };

/* magnitude * 10**digits rounded half to even, exactly, when the product of mantissa and power fits 128 bits. */
static bool scale_exactly(double magnitude, int digits, uint64_t *scaled) {
    uint64_t bits;
    memcpy(&bits, &magnitude, sizeof bits);
    int exponent = (int)(bits >> 52), shift = 1075 - exponent;
    if (digits < 0 || digits > MOST_SCALED_DIGITS || exponent == 0 || shift < 0 || shift > 120) return false;
    uint64_t mantissa = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
    unsigned __int128 product = (unsigned __int128)mantissa * powers_of_ten[digits], whole = product >> shift;
    if (whole >> 63) return false;
    if (shift) {
        unsigned __int128 rest = product - (whole << shift), half = (unsigned __int128)1 << (shift - 1);
        if (rest > half || (rest == half && (whole & 1))) whole++;
    }
    *scaled = (uint64_t)whole;
    return true;
}

double float_round_digits(double number, int digits) {
    uint64_t scaled;
    if (scale_exactly(fabs(number), digits, &scaled) && scaled < (uint64_t)1 << 53)
        return copysign((double)scaled / (double)powers_of_ten[digits], number);
    return round_at_power(number, digits);
}

/* As printf's "%.*f" of a number that is not negative. */
static bool append_fixed(TextBuffer *text, double magnitude, int precision) {
    uint64_t scaled;
    if (magnitude == 0 || !scale_exactly(magnitude, precision, &scaled)) return false;
    char digits[40], *end = digits + sizeof digits, *start = end;
    for (int i = 0; scaled || i <= precision; i++, scaled /= 10) {
        if (i == precision && i > 0) *--start = '.';
        *--start = (char)('0' + scaled % 10);
    }
    text_append_bytes(text, start, (size_t)(end - start));
    return true;
}

/* ".0" after a whole number's digits. */
static void finish_point(TextBuffer *text, size_t start) {
    const char *digits = text->bytes + start;
    if (!text->failed && !strpbrk(digits, ".nNeE")) text_append(text, ".0");
}

/* A point behind the digits, where there is none: 1.e+22. */
static void force_point(TextBuffer *text, size_t start) {
    if (text->failed || strchr(text->bytes + start, '.')) return;
    size_t digits = start + strcspn(text->bytes + start, "e");
    char exponent[16];
    snprintf(exponent, sizeof exponent, "%s", text->bytes + digits);
    text_truncate(text, digits);
    text_append_char(text, '.');
    text_append(text, exponent);
}

void float_append_format(TextBuffer *text, double number, char kind, int precision, bool alternate, bool add_point_zero) {
    if (!isfinite(number)) {
        text_append(text, isnan(number) ? "nan" : number < 0 ? "-inf" : "inf");
        return;
    }
    size_t start = text->length;
    if (kind == 'r') {
        text_append_double(text, number);
        if (!add_point_zero && !text->failed && text->length > start + 2 && !strcmp(text->bytes + text->length - 2, ".0"))
            text_truncate(text, text->length - 2);
        if (alternate) force_point(text, start);
        return;
    }
    if (kind == 'f' && !alternate && !add_point_zero && !signbit(number) && append_fixed(text, number, precision)) return;
    char format[8] = "%";
    strcat(format, alternate ? "#.*" : ".*");
    format[strlen(format)] = kind;
    text_append_format(text, format, precision, number);
    if (add_point_zero) finish_point(text, start);
}
