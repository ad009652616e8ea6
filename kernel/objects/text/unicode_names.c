/* Names that are made by rule (Hangul, ideographs) are made here, aliases and sequences are a table's; the rest is not ours to
 * carry (a megabyte): ICU has it, opened when a name first asks for it. */
#include "kernel/objects/text/unicode_names.h"

#include "base/utf8.h"
#include "kernel/objects/text/unicode.h"
#include "kernel/objects/text/unicode_aliases.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NEWEST_ICU = 90, OLDEST_ICU = 50, CHOICE_NAME = 0, LONGEST_NAME = 120 };

typedef int32_t CharFromName(int choice, const char *name, int *error);
typedef int32_t CharName(int32_t code_point, int choice, char *name, int32_t capacity, int *error);
typedef double NumericValue(int32_t code_point);
typedef void Function(void);

/* ---- ICU ---- */

/* Which ICU the process has loaded already, so that nobody looks through the system for it again. */
static int find_loaded(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    const char *name = strrchr(info->dlpi_name, '/');
    name = name ? name + 1 : info->dlpi_name;
    return sscanf(name, "libicuuc.so.%d", (int *)data) == 1;
}

/* An ICU function: its symbols end with the library's version. The library stays open. */
static Function *find_function(const char *name) {
    int newest = NEWEST_ICU, oldest = OLDEST_ICU, loaded = 0;
    if (dl_iterate_phdr(find_loaded, &loaded)) newest = oldest = loaded;
    for (int version = newest; version >= oldest; version--) {
        char library[32], symbol[48];
        snprintf(library, sizeof library, "libicuuc.so.%d", version);
        void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
        if (!handle) continue;
        snprintf(symbol, sizeof symbol, "%s_%d", name, version);
        Function *function;
        *(void **)&function = dlsym(handle, symbol);
        if (loaded || !function) dlclose(handle);
        if (function) return function;
    }
    return NULL;
}

bool unicode_number(uint32_t code_point, double *number) {
    NumericValue *function = unicode_is_assigned(code_point) ? (NumericValue *)find_function("u_getNumericValue") : NULL;
    *number = function ? function((int32_t)code_point) : -123456789.0; /* what ICU says for none */
    return *number != -123456789.0;
}

/* ---- syllables of Hangul: "HANGUL SYLLABLE " and the three parts (The Unicode Standard, section 3.12) ---- */

enum { FIRST_SYLLABLE = 0xAC00, VOWEL_COUNT = 21, FINAL_COUNT = 28, SYLLABLE_COUNT = 11172 };
static const char hangul_prefix[] = "HANGUL SYLLABLE ";
static const char *const hangul_initials[] = {"G", "GG", "N", "D", "DD", "R", "M", "B", "BB", "S",
                                              "SS", "", "J", "JJ", "C", "K", "T", "P", "H", NULL};
static const char *const hangul_vowels[] = {"A", "AE", "YA", "YAE", "EO", "E", "YEO", "YE", "O", "WA", "WAE",
                                            "OE", "YO", "U", "WEO", "WE", "WI", "YU", "EU", "YI", "I", NULL};
static const char *const hangul_finals[] = {"", "G", "GG", "GS", "N", "NJ", "NH", "D", "L", "LG", "LM", "LB", "LS", "LT", "LP",
                                            "LH", "M", "B", "BS", "S", "SS", "NG", "J", "C", "K", "T", "P", "H", NULL};

/* Of the parts that the text begins with the longest; -1: none. */
static int longest_part(const char *const *parts, const char **text) {
    int found = -1;
    size_t longest = 0;
    for (int i = 0; parts[i]; i++) {
        size_t length = strlen(parts[i]);
        if (strncmp(*text, parts[i], length) != 0 || (found >= 0 && length < longest)) continue;
        found = i;
        longest = length;
    }
    *text += longest;
    return found;
}

static uint32_t hangul_from_name(const char *text) {
    int initial = longest_part(hangul_initials, &text), vowel = longest_part(hangul_vowels, &text);
    int final = vowel < 0 ? -1 : longest_part(hangul_finals, &text);
    if (final < 0 || *text) return UTF8_INVALID;
    return FIRST_SYLLABLE + (uint32_t)((initial * VOWEL_COUNT + vowel) * FINAL_COUNT + final);
}

static bool is_hangul(uint32_t code_point) { return code_point - FIRST_SYLLABLE < SYLLABLE_COUNT; }

static bool hangul_name(uint32_t code_point, char *name, size_t capacity) {
    uint32_t index = code_point - FIRST_SYLLABLE, pair = index / FINAL_COUNT;
    snprintf(name, capacity, "%s%s%s%s", hangul_prefix, hangul_initials[pair / VOWEL_COUNT], hangul_vowels[pair % VOWEL_COUNT],
             hangul_finals[index % FINAL_COUNT]);
    return true;
}

/* ---- ideographs: a prefix and the number ---- */

static const char ideograph_prefix[] = "CJK UNIFIED IDEOGRAPH-";

static bool is_ideograph(uint32_t c) {
    static const struct {
        uint32_t first, last;
    } blocks[] = {{0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0x20000, 0x2A6DF}, {0x2A700, 0x2B738},
                  {0x2B740, 0x2B81D}, {0x2B820, 0x2CEA1}, {0x2CEB0, 0x2EBE0}, {0x30000, 0x3134A}};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (c >= blocks[i].first && c <= blocks[i].last) return true;
    return false;
}

static uint32_t ideograph_from_number(const char *digits) {
    size_t length = strlen(digits);
    if ((length != 4 && length != 5) || strspn(digits, "0123456789ABCDEF") != length) return UTF8_INVALID;
    uint32_t code_point = (uint32_t)strtoul(digits, NULL, 16);
    return is_ideograph(code_point) ? code_point : UTF8_INVALID;
}

/* Tangut's ideographs have a name in Unicode, but none in Python 3.11. */
static bool has_no_name(uint32_t c) {
    return (c >= 0x17000 && c <= 0x187F7) || (c >= 0x18D00 && c <= 0x18D08) || !unicode_is_assigned(c);
}

/* ---- aliases and sequences ---- */

typedef struct Alias {
    const char *name;
    uint32_t code_points[UNICODE_SEQUENCE_SIZE]; /* zeros at the end */
} Alias;

#define ALIAS(name, ...) {name, {__VA_ARGS__}},
static const Alias aliases[] = {UNICODE_ALIASES(ALIAS)};
#undef ALIAS

static int compare_alias(const void *name, const void *alias) { return strcmp(name, ((const Alias *)alias)->name); }

static size_t count_of(const uint32_t *code_points) {
    size_t count = 1;
    while (count < UNICODE_SEQUENCE_SIZE && code_points[count]) count++;
    return count;
}

static size_t copy_code_points(uint32_t *out, const uint32_t *from, size_t count) {
    memcpy(out, from, count * sizeof *out);
    return count;
}

/* VS1 to VS256. */
static uint32_t variation_selector(const char *text) {
    size_t length = strlen(text);
    if (!length || length > 3 || *text == '0' || strspn(text, "0123456789") != length) return UTF8_INVALID;
    uint32_t number = (uint32_t)strtoul(text, NULL, 10);
    if (number > 256) return UTF8_INVALID;
    return number <= 16 ? 0xFE00 + number - 1 : 0xE0100 + number - 17;
}

enum { VIRAMA = 0xBCD };

/* "K" and "KAA" of TAMIL CONSONANT K, TAMIL SYLLABLE KAA: a letter and a vowel sign, or the sign that takes the vowel away. */
static size_t tamil_sequence(const char *text, bool has_vowel, uint32_t *out) {
    static const struct {
        const char *name;
        uint32_t code_points[3];
    } consonants[] = {{"K", {0xB95}},   {"NG", {0xB99}},  {"C", {0xB9A}},  {"NY", {0xB9E}}, {"TT", {0xB9F}}, {"NN", {0xBA3}},
                      {"T", {0xBA4}},   {"N", {0xBA8}},   {"P", {0xBAA}},  {"M", {0xBAE}},  {"Y", {0xBAF}},  {"R", {0xBB0}},
                      {"L", {0xBB2}},   {"V", {0xBB5}},   {"LLL", {0xBB4}}, {"LL", {0xBB3}}, {"RR", {0xBB1}}, {"NNN", {0xBA9}},
                      {"J", {0xB9C}},   {"SH", {0xBB6}},  {"SS", {0xBB7}}, {"S", {0xBB8}},  {"H", {0xBB9}},
                      {"KSS", {0xB95, VIRAMA, 0xBB7}}};
    static const struct {
        const char *name;
        uint32_t code_point;
    } vowels[] = {{"AA", 0xBBE}, {"I", 0xBBF},  {"II", 0xBC0}, {"U", 0xBC1},  {"UU", 0xBC2}, {"E", 0xBC6},
                  {"EE", 0xBC7}, {"AI", 0xBC8}, {"O", 0xBCA},  {"OO", 0xBCB}, {"AU", 0xBCC}, {NULL, 0}};
    for (size_t i = 0; i < sizeof consonants / sizeof *consonants; i++) {
        size_t length = strlen(consonants[i].name), vowel = 0;
        if (strncmp(text, consonants[i].name, length) != 0) continue;
        while (has_vowel && vowels[vowel].name && strcmp(vowels[vowel].name, text + length) != 0) vowel++;
        if (has_vowel ? !vowels[vowel].name : text[length] != 0) continue;
        size_t count = copy_code_points(out, consonants[i].code_points, consonants[i].code_points[1] ? 3 : 1);
        out[count] = has_vowel ? vowels[vowel].code_point : VIRAMA;
        return count + 1;
    }
    return 0;
}

static const char *behind(const char *text, const char *prefix) {
    size_t length = strlen(prefix);
    return strncmp(text, prefix, length) ? NULL : text + length;
}

/* `name` in capitals. */
static size_t find_alias(const char *name, uint32_t *out) {
    const Alias *alias = bsearch(name, aliases, sizeof aliases / sizeof *aliases, sizeof *aliases, compare_alias);
    if (alias) return copy_code_points(out, alias->code_points, count_of(alias->code_points));
    const char *rest = behind(name, "VS");
    if (rest && (*out = variation_selector(rest)) != UTF8_INVALID) return 1;
    if ((rest = behind(name, "TAMIL CONSONANT "))) return tamil_sequence(rest, false, out);
    if ((rest = behind(name, "TAMIL SYLLABLE "))) return tamil_sequence(rest, true, out);
    return 0;
}

/* ---- the door ---- */

bool unicode_name(uint32_t code_point, char *name, size_t capacity) {
    if (is_hangul(code_point)) return hangul_name(code_point, name, capacity);
    if (is_ideograph(code_point)) return snprintf(name, capacity, "%s%X", ideograph_prefix, (unsigned)code_point) > 0;
    if (has_no_name(code_point)) return false;
    CharName *function = (CharName *)find_function("u_charName");
    int error = 0;
    return function && function((int32_t)code_point, CHOICE_NAME, name, (int32_t)capacity, &error) > 0 && error <= 0;
}

size_t unicode_sequence_from_name(const char *name, size_t length, uint32_t code_points[UNICODE_SEQUENCE_SIZE]) {
    char exact[LONGEST_NAME], capitals[LONGEST_NAME];
    if (length >= LONGEST_NAME || memchr(name, '\0', length)) return 0;
    for (size_t i = 0; i < length; i++) {
        exact[i] = name[i];
        capitals[i] = (char)(name[i] >= 'a' && name[i] <= 'z' ? name[i] - 32 : name[i]);
    }
    exact[length] = capitals[length] = 0;
    /* As in Python 3.11 the names that are made by rule are known in capitals only. */
    const char *rest = behind(exact, hangul_prefix), *digits = behind(exact, ideograph_prefix);
    if (rest || digits) {
        *code_points = rest ? hangul_from_name(rest) : ideograph_from_number(digits);
        return *code_points != UTF8_INVALID;
    }
    size_t count = find_alias(capitals, code_points);
    if (count) return count;
    CharFromName *function = (CharFromName *)find_function("u_charFromName");
    int error = 0;
    uint32_t found = function ? (uint32_t)function(CHOICE_NAME, capitals, &error) : UTF8_INVALID;
    if (!function || error > 0 || found == 0xFFFF || is_hangul(found) || is_ideograph(found) || has_no_name(found)) return 0;
    *code_points = found;
    return 1;
}

uint32_t unicode_from_name(const char *name, size_t length) {
    uint32_t code_points[UNICODE_SEQUENCE_SIZE];
    return unicode_sequence_from_name(name, length, code_points) == 1 ? *code_points : UTF8_INVALID;
}
