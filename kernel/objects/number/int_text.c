/* Integers from and to text. */
#include "kernel/objects/number/int_private.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/text/unicode.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <string.h>

enum { DEFAULT_DIGITS_LIMIT = 4300, THRESHOLD_DIGITS = 640 };

static const char digits_limit_key;

int int_digits_limit(Thread *thread) {
    const int *limit = interpreter_state(thread->interpreter, &digits_limit_key);
    return limit ? *limit : DEFAULT_DIGITS_LIMIT;
}

bool int_set_digits_limit(Thread *thread, int digits) {
    if (digits != 0 && digits < THRESHOLD_DIGITS)
        return raise_value_error(thread, "maxdigits must be 0 or larger than %d", THRESHOLD_DIGITS), false;
    int *limit = interpreter_state(thread->interpreter, &digits_limit_key);
    if (!limit) {
        limit = memory_allocate(sizeof *limit);
        if (!limit || !interpreter_set_state(thread->interpreter, &digits_limit_key, limit, memory_release))
            return raise_no_memory(thread), false;
    }
    *limit = digits;
    return true;
}

static Value small_to_text(Thread *thread, int64_t integer, int base) {
    char text[72], *end = text + sizeof text, *c = end;
    uint64_t magnitude = integer < 0 ? 0 - (uint64_t)integer : (uint64_t)integer;
    if (base == 10)
        do *--c = (char)('0' + magnitude % 10);
        while (magnitude /= 10);
    else
        do *--c = "0123456789abcdefghijklmnopqrstuvwxyz"[magnitude % (unsigned)base];
        while (magnitude /= (unsigned)base);
    if (integer < 0) *--c = '-';
    return string_new_ascii(thread, c, (size_t)(end - c));
}

Value int_to_text(Thread *thread, Value value, int base) {
    int64_t small;
    if (int_fits_int64(value, &small)) return small_to_text(thread, small, base);
    mpz_srcptr big = ((Int *)value.object)->integer;
    size_t size = mpz_sizeinbase(big, base);
    int limit = int_digits_limit(thread);
    bool is_power = (base & (base - 1)) == 0;
    if (!is_power && limit && size > (size_t)limit + 1) goto too_long;
    if (!int_reserve_bits(thread, mpz_sizeinbase(big, 2))) return VALUE_ABSENT;
    String *text = string_new_buffer(thread, size + 2);
    if (!text) return VALUE_ABSENT;
    mpz_get_str(text->bytes, base, big);
    size_t length = strlen(text->bytes);
    Value result = string_new_ascii(thread, text->bytes, length);
    object_release(text);
    if (!is_power && limit && length - (mpz_sgn(big) < 0) > (size_t)limit) {
        value_release(result);
        goto too_long;
    }
    return result;
too_long:
    return raise_value_error(thread,
                             "Exceeds the limit (%d digits) for integer string conversion; use "
                             "sys.set_int_max_str_digits() to increase the limit",
                             limit);
}

/* ---- parsing ---- */

static int digit_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 99;
}

/* Text as plain ASCII: other scripts' digits become 0 to 9, their spaces blanks. NULL without an exception when some
 * character is neither (and not ASCII); owned. */
char *unicode_numeric_text(const char *text, size_t length, size_t *ascii_length) {
    char *ascii = memory_allocate(length + 1);
    if (!ascii) return NULL;
    size_t written = 0;
    for (size_t i = 0; i < length;) {
        size_t size;
        uint32_t code_point = utf8_decode(text + i, length - i, &size);
        i += size;
        if (code_point < 0x80) ascii[written++] = (char)code_point;
        else if (code_point != UTF8_INVALID && unicode_decimal(code_point) >= 0)
            ascii[written++] = (char)('0' + unicode_decimal(code_point));
        else if (code_point != UTF8_INVALID && unicode_is_space(code_point)) ascii[written++] = ' ';
        else ascii[written++] = '?';
    }
    ascii[written] = '\0';
    *ascii_length = written;
    return ascii;
}

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F); }

typedef struct IntText {
    const char *digits; /* may hold underscores */
    size_t length;
    int base;
    bool negative;
} IntText;

/* Sign, prefix, underscores: what is left are digits of the base. */
static bool scan_int(const char *text, size_t length, int base, IntText *scanned) {
    while (length && is_blank(*text)) text++, length--;
    while (length && is_blank(text[length - 1])) length--;
    scanned->negative = false;
    if (length && (*text == '+' || *text == '-')) {
        scanned->negative = *text == '-';
        text++, length--;
    }
    int prefixed = 0;
    if (length >= 2 && text[0] == '0') {
        char letter = text[1] | 0x20;
        prefixed = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
    }
    bool must_be_zero = base == 0 && !prefixed && length > 1 && text[0] == '0';
    if (prefixed && (base == 0 || base == prefixed)) {
        base = prefixed;
        text += 2, length -= 2;
        if (length && *text == '_') text++, length--;
    } else if (base == 0) {
        base = 10;
    }
    if (!length || *text == '_' || text[length - 1] == '_') return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '_') {
            if (text[i + 1] == '_') return false;
        } else if (digit_value(text[i]) >= base || (must_be_zero && text[i] != '0')) {
            return false;
        }
    }
    *scanned = (IntText){text, length, base, scanned->negative};
    return true;
}

static Value convert_int(Thread *thread, const IntText *scanned) {
    uint64_t magnitude = 0;
    size_t digits = 0;
    bool fits = true;
    for (size_t i = 0; i < scanned->length; i++) {
        if (scanned->digits[i] == '_') continue;
        digits++;
        fits = fits && !__builtin_mul_overflow(magnitude, (uint64_t)scanned->base, &magnitude) &&
               !__builtin_add_overflow(magnitude, (uint64_t)digit_value(scanned->digits[i]), &magnitude);
    }
    if (fits && magnitude <= INT64_MAX)
        return value_from_int(scanned->negative ? -(int64_t)magnitude : (int64_t)magnitude);
    int limit = int_digits_limit(thread);
    bool is_power = (scanned->base & (scanned->base - 1)) == 0;
    if (!is_power && limit && digits > (size_t)limit)
        return raise_value_error(thread,
                                 "Exceeds the limit (%d digits) for integer string conversion: value has %zu digits; "
                                 "use sys.set_int_max_str_digits() to increase the limit",
                                 limit, digits);
    if (!int_reserve_bits(thread, (uint64_t)digits * 6)) return VALUE_ABSENT;
    char *plain = memory_allocate(digits + 1);
    if (!plain) return raise_no_memory(thread);
    size_t written = 0;
    for (size_t i = 0; i < scanned->length; i++)
        if (scanned->digits[i] != '_') plain[written++] = scanned->digits[i];
    plain[written] = '\0';
    mpz_t big;
    mpz_init(big);
    mpz_set_str(big, plain, scanned->base);
    memory_release(plain);
    if (scanned->negative) mpz_neg(big, big);
    return int_from_mpz(thread, big);
}

static void raise_invalid_literal(Thread *thread, int base, Value original) {
    Value repr = value_repr(thread, original);
    if (value_is_absent(repr)) return;
    Value shown = repr;
    String *string = value_string(repr);
    if (string->count > 200) shown = string_substring(thread, string, 0, 200);
    if (!value_is_absent(shown))
        raise_value_error(thread, "invalid literal for int() with base %d: %s", base, value_c_string(shown));
    if (shown.object != repr.object) value_release(shown);
    value_release(repr);
}

bool int_parse(Thread *thread, const char *text, size_t length, int base, Value original, Value *result) {
    if (base != 0 && (base < 2 || base > 36))
        return raise_value_error(thread, "int() base must be >= 2 and <= 36, or 0"), false;
    char *ascii = NULL;
    if (!utf8_is_ascii(text, length)) {
        ascii = unicode_numeric_text(text, length, &length);
        if (!ascii) return raise_no_memory(thread), false;
        text = ascii;
    }
    IntText scanned;
    bool valid = scan_int(text, length, base, &scanned);
    if (valid) *result = convert_int(thread, &scanned);
    else raise_invalid_literal(thread, base, original);
    memory_release(ascii);
    return valid && !value_is_absent(*result);
}

Value int_from_text(Thread *thread, const char *digits, size_t length, int base) {
    Value text = string_new(thread, digits, length), result = VALUE_ABSENT;
    if (value_is_absent(text)) return VALUE_ABSENT;
    int_parse(thread, digits, length, base, text, &result);
    value_release(text);
    return result;
}
