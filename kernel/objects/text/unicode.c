/* Character properties: categories and simple case from utf8proc, exceptions from unicode_tables.c. */
#include "kernel/objects/text/unicode.h"
#include "kernel/objects/text/unicode_tables.h"

#include <utf8proc.h>

static bool in_ranges(const CodePointRange *ranges, size_t count, uint32_t code_point) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (code_point > ranges[middle].last) low = middle + 1;
        else high = middle;
    }
    return low < count && code_point >= ranges[low].first;
}
#define IN(table, code_point) in_ranges(table, table##_count, code_point)

/* A utf8proc of today knows characters that Python 3.11 does not. */
bool unicode_is_assigned(uint32_t c) {
    if (c < 0x378 || (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7A3)) return true;
    return !IN(unicode_unassigned, c);
}

static utf8proc_category_t category_of(uint32_t code_point) {
    return unicode_is_assigned(code_point) ? utf8proc_category((utf8proc_int32_t)code_point) : UTF8PROC_CATEGORY_CN;
}

const char *unicode_category(uint32_t code_point) {
    return unicode_is_assigned(code_point) ? utf8proc_category_string((utf8proc_int32_t)code_point) : "Cn";
}

bool unicode_is_alpha(uint32_t c) {
    if (c < 0x80) return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    utf8proc_category_t category = category_of(c);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

/* Decimal digits come in runs of ten, zero first. */
int unicode_decimal(uint32_t c) {
    if (c < 0x80) return c >= '0' && c <= '9' ? (int)(c - '0') : -1;
    if (category_of(c) != UTF8PROC_CATEGORY_ND) return -1;
    if (c >= 0x1D7CE && c <= 0x1D7FF) return (int)((c - 0x1D7CE) % 10);
    uint32_t first = c;
    while (c - first < 60 && category_of(first - 1) == UTF8PROC_CATEGORY_ND) first--;
    return (int)((c - first) % 10);
}

bool unicode_is_digit(uint32_t c) { return unicode_decimal(c) >= 0 || IN(unicode_digits, c); }

bool unicode_is_numeric(uint32_t c) {
    if (c < 0x80) return c >= '0' && c <= '9';
    utf8proc_category_t category = category_of(c);
    return (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO) || IN(unicode_numerals, c);
}

bool unicode_is_space(uint32_t c) {
    if (c < 0x80) return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F);
    return c == 0x85 || c == 0x2028 || c == 0x2029 || category_of(c) == UTF8PROC_CATEGORY_ZS;
}

bool unicode_is_line_break(uint32_t c) {
    return (c >= '\n' && c <= '\r') || (c >= 0x1C && c <= 0x1E) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

bool unicode_is_upper(uint32_t c) {
    if (c < 0x80) return c >= 'A' && c <= 'Z';
    return category_of(c) == UTF8PROC_CATEGORY_LU || IN(unicode_other_uppercase, c);
}

bool unicode_is_lower(uint32_t c) {
    if (c < 0x80) return c >= 'a' && c <= 'z';
    return category_of(c) == UTF8PROC_CATEGORY_LL || IN(unicode_other_lowercase, c);
}

bool unicode_is_title(uint32_t c) { return c >= 0x80 && category_of(c) == UTF8PROC_CATEGORY_LT; }
bool unicode_is_cased(uint32_t c) { return unicode_is_upper(c) || unicode_is_lower(c) || unicode_is_title(c); }

bool unicode_is_case_ignorable(uint32_t c) {
    switch (category_of(c)) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_SK: return true;
    default: return IN(unicode_other_ignorable, c);
    }
}

bool unicode_is_printable(uint32_t c) {
    if (c < 0x80) return c >= ' ' && c < 0x7F;
    switch (category_of(c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_ZS: return false;
    default: return true;
    }
}

bool unicode_is_identifier_start(uint32_t c) {
    if (c < 0x80) return c == '_' || unicode_is_alpha(c);
    if (IN(unicode_not_start, c)) return false;
    return unicode_is_alpha(c) || category_of(c) == UTF8PROC_CATEGORY_NL || IN(unicode_other_start, c);
}

bool unicode_is_identifier_part(uint32_t c) {
    if (c < 0x80) return c == '_' || unicode_is_alpha(c) || (c >= '0' && c <= '9');
    if (IN(unicode_not_part, c)) return false;
    switch (category_of(c)) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_PC: return true;
    default: return unicode_is_alpha(c) || IN(unicode_other_part, c);
    }
}

static size_t special_case(const SpecialCase *table, size_t count, uint32_t c, uint32_t mapped[3]) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (table[middle].code_point < c) low = middle + 1;
        else high = middle;
    }
    if (low == count || table[low].code_point != c) return 0;
    size_t size = 0;
    while (size < 3 && table[low].mapped[size]) {
        mapped[size] = table[low].mapped[size];
        size++;
    }
    return size;
}

size_t unicode_to_upper(uint32_t c, uint32_t mapped[3]) {
    if (c < 0x80) {
        mapped[0] = c >= 'a' && c <= 'z' ? c - 32 : c;
        return 1;
    }
    size_t size = special_case(unicode_special_upper, unicode_special_upper_count, c, mapped);
    if (size) return size;
    mapped[0] = (uint32_t)utf8proc_toupper((utf8proc_int32_t)c);
    return 1;
}

size_t unicode_to_title(uint32_t c, uint32_t mapped[3]) {
    if (c < 0x80) return unicode_to_upper(c, mapped);
    size_t size = special_case(unicode_special_title, unicode_special_title_count, c, mapped);
    if (size) return size;
    mapped[0] = (uint32_t)utf8proc_totitle((utf8proc_int32_t)c);
    return 1;
}

size_t unicode_to_lower(uint32_t c, uint32_t mapped[3]) {
    if (c == 0x130) { /* dotted capital I */
        mapped[0] = 'i';
        mapped[1] = 0x307;
        return 2;
    }
    mapped[0] = c < 0x80 ? (c >= 'A' && c <= 'Z' ? c + 32 : c) : (uint32_t)utf8proc_tolower((utf8proc_int32_t)c);
    return 1;
}

size_t unicode_fold_case(uint32_t c, uint32_t mapped[3]) {
    if (c < 0x80) return unicode_to_lower(c, mapped);
    utf8proc_int32_t folded[4];
    int boundary = 0;
    utf8proc_ssize_t size = utf8proc_decompose_char((utf8proc_int32_t)c, folded, 4, UTF8PROC_CASEFOLD, &boundary);
    if (size < 1 || size > 3) {
        mapped[0] = c;
        return 1;
    }
    for (utf8proc_ssize_t i = 0; i < size; i++) mapped[i] = (uint32_t)folded[i];
    return (size_t)size;
}
