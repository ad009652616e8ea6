/* unicodedata: properties of characters and the normal forms of text. utf8proc has them, ICU the names and numbers. */
#include "kernel/objects/text/string.h"
#include "kernel/objects/text/unicode.h"
#include "kernel/objects/text/unicode_names.h"
#include "kernel/objects/core/value_support.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { LONGEST_NAME = 160 };

static bool character(Thread *thread, const Native *native, Value value, int argument, uint32_t *code) {
    const char *name = native->entry->name;
    char place[24] = "argument";
    if (argument) snprintf(place, sizeof place, "argument %d", argument);
    if (!is_string(value)) {
        raise_type_error(thread, "%s() %s must be a unicode character, not %s", name, place, value_type_name(thread, value));
        return false;
    }
    if (value_string(value)->count != 1) {
        raise_type_error(thread, "%s() %s must be a unicode character, not str", name, place);
        return false;
    }
    *code = string_code_point(value_string(value), 0);
    return true;
}

static const utf8proc_property_t *property_of(uint32_t code) {
    enum { NOBODY = 0x378 }; /* not assigned */
    return utf8proc_get_property((utf8proc_int32_t)(unicode_is_assigned(code) ? code : NOBODY));
}

NATIVE(unicode_category_of) {
    uint32_t code;
    return character(thread, native, arguments[0], 0, &code) ? string_from_c(thread, unicode_category(code)) : VALUE_ABSENT;
}

NATIVE(unicode_bidirectional) {
    static const char *const classes[] = {"",   "L",  "LRE", "LRO", "R",  "AL", "RLE", "RLO", "PDF", "EN",  "ES",  "ET",
                                          "AN", "CS", "NSM", "BN",  "B",  "S",  "WS",  "ON",  "LRI", "RLI", "FSI", "PDI"};
    uint32_t code;
    if (!character(thread, native, arguments[0], 0, &code)) return VALUE_ABSENT;
    unsigned class = property_of(code)->bidi_class;
    return string_from_c(thread, class < sizeof classes / sizeof *classes ? classes[class] : "");
}

NATIVE(unicode_combining) {
    uint32_t code;
    return character(thread, native, arguments[0], 0, &code) ? value_from_int(property_of(code)->combining_class) : VALUE_ABSENT;
}
NATIVE(unicode_mirrored) {
    uint32_t code;
    return character(thread, native, arguments[0], 0, &code) ? value_from_int(property_of(code)->bidi_mirrored) : VALUE_ABSENT;
}

/* Ranges of wide characters that are full-width or half-width forms; of narrow ones that are ambiguous, only the common. */
NATIVE(unicode_width) {
    uint32_t code;
    if (!character(thread, native, arguments[0], 0, &code)) return VALUE_ABSENT;
    const char *width = "N";
    if (code == 0x3000 || (code >= 0xFF01 && code <= 0xFF60) || (code >= 0xFFE0 && code <= 0xFFE6)) width = "F";
    else if (code == 0x20A9 || (code >= 0xFF61 && code <= 0xFFDC) || (code >= 0xFFE8 && code <= 0xFFEE)) width = "H";
    else if (property_of(code)->charwidth == 2) width = "W";
    else if ((code >= 0x20 && code <= 0x7E) || code == 0xA2 || code == 0xA3 || code == 0xA5 || code == 0xA6 || code == 0xAC || code == 0xAF ||
             (code >= 0x27E6 && code <= 0x27ED) || code == 0x2985 || code == 0x2986)
        width = "Na";
    else if (code == 0xA1 || code == 0xA4 || code == 0xA7 || code == 0xA8 || code == 0xAA || code == 0xAD || code == 0xAE ||
             (code >= 0xB0 && code <= 0xB4) || (code >= 0xB6 && code <= 0xBA) || (code >= 0xBC && code <= 0xBF) || code == 0xC6 ||
             code == 0xD0 || code == 0xD7 || code == 0xD8 || code == 0xDE || code == 0xDF || code == 0xE0 || code == 0xE1 || code == 0xE6 ||
             (code >= 0xE8 && code <= 0xEA) || code == 0xEC || code == 0xED || code == 0xF0 || code == 0xF2 || code == 0xF3 ||
             (code >= 0xF7 && code <= 0xFA) || code == 0xFC || code == 0xFE || (code >= 0x300 && code <= 0x36F) ||
             (code >= 0x391 && code <= 0x3A9 && code != 0x3A2) || (code >= 0x3B1 && code <= 0x3C9 && code != 0x3C2) || code == 0x401 ||
             (code >= 0x410 && code <= 0x44F) || code == 0x451 || code == 0x2013 || code == 0x2014 || (code >= 0x2018 && code <= 0x2019) ||
             (code >= 0x201C && code <= 0x201D) || (code >= 0x2024 && code <= 0x2027) || code == 0x2030 || code == 0x20AC ||
             (code >= 0x2160 && code <= 0x216B) || (code >= 0x2190 && code <= 0x2199) || code == 0x2200 || code == 0x221E ||
             (code >= 0x2460 && code <= 0x24E9) || (code >= 0x2500 && code <= 0x254B) || code == 0x25A0 || code == 0x25A1 || code == 0x2605 ||
             (code >= 0xE000 && code <= 0xF8FF) || code == 0xFFFD)
        width = "A";
    return string_from_c(thread, width);
}

NATIVE(unicode_decomposition) {
    static const char *const kinds[] = {"",         "<font>",   "<noBreak>", "<initial>", "<medial>", "<final>",  "<isolated>", "<circle>", "<super>",
                                        "<sub>",    "<vertical>", "<wide>",  "<narrow>",  "<small>",  "<square>", "<fraction>", "<compat>"};
    uint32_t code;
    if (!character(thread, native, arguments[0], 0, &code)) return VALUE_ABSENT;
    const utf8proc_property_t *property = property_of(code);
    if (property->decomp_seqindex == UINT16_MAX) return string_new(thread, "", 0);
    /* One step of it: utf8proc decomposes fully, so a canonical pair is found by composing all but the last again. */
    utf8proc_int32_t parts[32];
    int boundary = 0;
    bool compatible = property->decomp_type != 0;
    utf8proc_option_t options = UTF8PROC_DECOMPOSE | (compatible ? UTF8PROC_COMPAT : 0);
    ptrdiff_t count = utf8proc_decompose_char((utf8proc_int32_t)code, parts, 32, options, &boundary);
    if (count <= 0 || count > 32) return string_new(thread, "", 0);
    if (!compatible && count > 2) {
        utf8proc_int32_t last = parts[count - 1];
        count = utf8proc_normalize_utf32(parts, count - 1, UTF8PROC_COMPOSE | UTF8PROC_STABLE);
        if (count < 1 || count > 31) return string_new(thread, "", 0);
        parts[count++] = last;
    }
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (compatible && (size_t)property->decomp_type < sizeof kinds / sizeof *kinds) text_append_format(&text, "%s ", kinds[property->decomp_type]);
    for (ptrdiff_t i = 0; i < count; i++) text_append_format(&text, i ? " %04X" : "%04X", (unsigned)parts[i]);
    return string_from_text_buffer(thread, &text);
}

static Value default_or_raise(Thread *thread, Value fallback, const char *message) {
    return value_is_absent(fallback) ? raise_value_error(thread, "%s", message) : value_retain(fallback);
}

NATIVE(unicode_decimal_of) {
    uint32_t code;
    if (!character(thread, native, arguments[0], 1, &code)) return VALUE_ABSENT;
    int digit = unicode_decimal(code);
    return digit >= 0 ? value_from_int(digit) : default_or_raise(thread, arguments[1], "not a decimal");
}
NATIVE(unicode_digit_of) {
    uint32_t code;
    double number;
    if (!character(thread, native, arguments[0], 1, &code)) return VALUE_ABSENT;
    int digit = unicode_decimal(code);
    if (digit >= 0) return value_from_int(digit);
    if (unicode_is_digit(code) && unicode_number(code, &number)) return value_from_int((int64_t)number);
    return default_or_raise(thread, arguments[1], "not a digit");
}
NATIVE(unicode_numeric_of) {
    uint32_t code;
    double number;
    if (!character(thread, native, arguments[0], 1, &code)) return VALUE_ABSENT;
    int digit = unicode_decimal(code);
    if (digit >= 0) return value_from_float(digit);
    if (unicode_number(code, &number)) return value_from_float(number);
    return default_or_raise(thread, arguments[1], "not a numeric character");
}

NATIVE(unicode_name_of) {
    uint32_t code;
    char name[LONGEST_NAME];
    if (!character(thread, native, arguments[0], 1, &code)) return VALUE_ABSENT;
    return unicode_name(code, name, sizeof name) ? string_from_c(thread, name) : default_or_raise(thread, arguments[1], "no such name");
}

static bool name_argument(Thread *thread, Value value, const char **name, size_t *length) {
    if (is_string(value)) {
        *name = value_c_string(value), *length = value_string(value)->length;
        return true;
    }
    if (is_bytes(value)) {
        *name = ((Bytes *)value.object)->bytes, *length = ((Bytes *)value.object)->length;
        return true;
    }
    bool is_buffer = value_has_type(value, &bytearray_type_template) || value_has_type(value, &memoryview_type_template);
    raise_type_error(thread, is_buffer ? "lookup() argument must be read-only bytes-like object, not %s"
                                       : "a bytes-like object is required, not '%s'", value_type_name(thread, value));
    return false;
}

NATIVE(unicode_lookup) {
    (void)native;
    enum { LONGEST = 256 };
    const char *name = NULL;
    size_t length = 0;
    if (!name_argument(thread, arguments[0], &name, &length)) return VALUE_ABSENT;
    uint32_t codes[UNICODE_SEQUENCE_SIZE];
    size_t count = length <= LONGEST ? unicode_sequence_from_name(name, length, codes) : 0;
    if (count) {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        for (size_t i = 0; i < count; i++) text_append_code_point(&text, codes[i]);
        return string_from_text_buffer(thread, &text);
    }
    Value message = length > LONGEST ? string_from_c(thread, "name too long")
                                     : string_format(thread, "undefined character name '%s'", name);
    if (!value_is_absent(message)) raise_key_error(thread, message);
    value_release(message);
    return VALUE_ABSENT;
}

/* ---- normal forms ---- */
static bool form_options(Thread *thread, Value form, utf8proc_option_t *options) {
    static const struct {
        const char *name;
        int options;
    } forms[] = {{"NFC", UTF8PROC_STABLE | UTF8PROC_COMPOSE}, {"NFD", UTF8PROC_STABLE | UTF8PROC_DECOMPOSE},
                 {"NFKC", UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT}, {"NFKD", UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT}};
    for (size_t i = 0; i < 4; i++)
        if (string_equals_c(value_string(form), forms[i].name)) return *options = (utf8proc_option_t)forms[i].options, true;
    raise_value_error(thread, "invalid normalization form");
    return false;
}

static bool is_surrogate_at(const char *bytes) {
    return (unsigned char)bytes[0] == 0xED && (unsigned char)bytes[1] >= 0xA0;
}

/* utf8proc takes no lone surrogates: what is between them is mapped. */
static Value normalize(Thread *thread, String *string, utf8proc_option_t options) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (size_t at = 0; at < string->length;) {
        size_t end = at;
        while (end < string->length && !is_surrogate_at(string->bytes + end)) end++;
        utf8proc_uint8_t *mapped = NULL;
        ptrdiff_t length = end > at ? utf8proc_map((const utf8proc_uint8_t *)string->bytes + at, (ptrdiff_t)(end - at), &mapped, options) : 0;
        if (length < 0) {
            text_release(&text);
            return raise_no_memory(thread);
        }
        text_append_bytes(&text, (const char *)mapped, (size_t)length);
        free(mapped);
        if (end < string->length) {
            text_append_bytes(&text, string->bytes + end, 3);
            end += 3;
        }
        at = end;
    }
    return string_from_text_buffer(thread, &text);
}

static bool form_arguments(Thread *thread, const Native *native, const Value *arguments, utf8proc_option_t *options) {
    for (int i = 0; i < 2; i++)
        if (!is_string(arguments[i])) {
            raise_type_error(thread, "%s() argument %d must be str, not %s", native->entry->name, i + 1, value_type_name(thread, arguments[i]));
            return false;
        }
    return form_options(thread, arguments[0], options);
}

NATIVE(unicode_normalize) {
    utf8proc_option_t options;
    if (!form_arguments(thread, native, arguments, &options)) return VALUE_ABSENT;
    String *string = value_string(arguments[1]);
    return string->is_ascii ? value_retain(arguments[1]) : normalize(thread, string, options);
}
NATIVE(unicode_is_normalized) {
    utf8proc_option_t options;
    if (!form_arguments(thread, native, arguments, &options)) return VALUE_ABSENT;
    Value normal = normalize(thread, value_string(arguments[1]), options);
    if (value_is_absent(normal)) return normal;
    bool same = string_equals(value_string(normal), value_string(arguments[1]));
    value_release(normal);
    return value_from_bool(same);
}

static const NativeEntry unicode_functions[] = {
    {"category", "(chr, /)", "The general category, such as 'Lu'.", unicode_category_of, NULL, 0},
    {"bidirectional", "(chr, /)", "The class of writing direction, such as 'L'.", unicode_bidirectional, NULL, 0},
    {"combining", "(chr, /)", "The canonical combining class, 0 when it does not combine.", unicode_combining, NULL, 0},
    {"mirrored", "(chr, /)", "1 when the character is mirrored in text from right to left.", unicode_mirrored, NULL, 0},
    {"east_asian_width", "(chr, /)", "The width in East Asian text, such as 'W'.", unicode_width, NULL, 0},
    {"decomposition", "(chr, /)", "What the character is composed of.", unicode_decomposition, NULL, 0},
    {"decimal", "(chr, default=<absent>, /)", "The decimal digit's value.", unicode_decimal_of, NULL, 0},
    {"digit", "(chr, default=<absent>, /)", "The digit's value.", unicode_digit_of, NULL, 0},
    {"numeric", "(chr, default=<absent>, /)", "The number that the character stands for.", unicode_numeric_of, NULL, 0},
    {"name", "(chr, default=<absent>, /)", "The character's name.", unicode_name_of, NULL, 0},
    {"lookup", "(name, /)", "The character of a name.", unicode_lookup, NULL, 0},
    {"normalize", "(form, unistr, /)", "The text in the normal form NFC, NFD, NFKC or NFKD.", unicode_normalize, NULL, 0},
    {"is_normalized", "(form, unistr, /)", "Whether the text is in a normal form.", unicode_is_normalized, NULL, 0},
    {0},
};

static bool unicode_initialize(Thread *thread, Value module) {
    return module_add(thread, module, "unidata_version", string_from_c(thread, "14.0.0"));
}

const ModuleEntry library_unicodedata = {.name = "unicodedata", .documentation = "Properties of characters.", .functions = unicode_functions,
                                         .initialize = unicode_initialize};
