/* Case and character classes: upper, title, isalpha and the like. */
#include "kernel/objects/text/string_private.h"
#include "kernel/objects/text/unicode.h"

#include "base/utf8.h"

typedef size_t CaseMapping(uint32_t code_point, uint32_t mapped[3]);

static void append_mapped(TextBuffer *text, const uint32_t *mapped, size_t count) {
    for (size_t i = 0; i < count; i++) text_append_code_point(text, mapped[i]);
}

/* Sigma at the end of a word: a cased letter before it, none after it, passing over what is ignorable. */
static bool is_final_sigma(const String *text, size_t at, size_t after) {
    size_t size, i = at;
    bool cased_before = false;
    while (i > 0) {
        do i--;
        while (i > 0 && ((unsigned char)text->bytes[i] & 0xC0) == 0x80);
        uint32_t c = utf8_decode(text->bytes + i, text->length - i, &size);
        if (unicode_is_case_ignorable(c)) continue;
        cased_before = unicode_is_cased(c);
        break;
    }
    if (!cased_before) return false;
    for (i = after; i < text->length; i += size) {
        uint32_t c = utf8_decode(text->bytes + i, text->length - i, &size);
        if (!unicode_is_case_ignorable(c)) return !unicode_is_cased(c);
    }
    return true;
}

static void append_lower(TextBuffer *result, const String *text, size_t at, size_t size, uint32_t c) {
    uint32_t mapped[3];
    if (c == 0x3A3) text_append_code_point(result, is_final_sigma(text, at, at + size) ? 0x3C2 : 0x3C3);
    else append_mapped(result, mapped, unicode_to_lower(c, mapped));
}

static Value map_ascii(Thread *thread, const String *text, bool to_upper) {
    String *result = string_new_buffer(thread, text->length);
    if (!result) return VALUE_ABSENT;
    for (size_t i = 0; i < text->length; i++) {
        char c = text->bytes[i];
        if (to_upper ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z') c ^= 0x20;
        result->bytes[i] = c;
    }
    return string_finish(result);
}

Value string_method_upper(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    const String *text = value_string(arguments[0]);
    if (text->is_ascii) return map_ascii(thread, text, true);
    TextBuffer result = TEXT_BUFFER_EMPTY;
    uint32_t mapped[3];
    for (size_t i = 0, size; i < text->length; i += size)
        append_mapped(&result, mapped, unicode_to_upper(utf8_decode(text->bytes + i, text->length - i, &size), mapped));
    return string_from_text_buffer(thread, &result);
}

Value string_method_lower(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    const String *text = value_string(arguments[0]);
    if (text->is_ascii) return map_ascii(thread, text, false);
    TextBuffer result = TEXT_BUFFER_EMPTY;
    for (size_t i = 0, size; i < text->length; i += size) {
        uint32_t c = utf8_decode(text->bytes + i, text->length - i, &size);
        append_lower(&result, text, i, size, c);
    }
    return string_from_text_buffer(thread, &result);
}

Value string_method_casefold(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    const String *text = value_string(arguments[0]);
    if (text->is_ascii) return map_ascii(thread, text, false);
    TextBuffer result = TEXT_BUFFER_EMPTY;
    uint32_t mapped[3];
    for (size_t i = 0, size; i < text->length; i += size)
        append_mapped(&result, mapped, unicode_fold_case(utf8_decode(text->bytes + i, text->length - i, &size), mapped));
    return string_from_text_buffer(thread, &result);
}

Value string_method_swapcase(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    const String *text = value_string(arguments[0]);
    TextBuffer result = TEXT_BUFFER_EMPTY;
    uint32_t mapped[3];
    for (size_t i = 0, size; i < text->length; i += size) {
        uint32_t c = utf8_decode(text->bytes + i, text->length - i, &size);
        if (unicode_is_upper(c)) append_lower(&result, text, i, size, c);
        else if (unicode_is_lower(c)) append_mapped(&result, mapped, unicode_to_upper(c, mapped));
        else text_append_code_point(&result, c);
    }
    return string_from_text_buffer(thread, &result);
}

static Value map_title_ascii(Thread *thread, const String *text, bool every_word) {
    String *result = string_new_buffer(thread, text->length);
    if (!result) return VALUE_ABSENT;
    bool inside = false;
    for (size_t i = 0; i < text->length; i++) {
        char c = text->bytes[i];
        bool is_letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
        result->bytes[i] = !is_letter ? c : inside ? c | 0x20 : c & ~0x20;
        inside = every_word ? is_letter : true;
    }
    return string_finish(result);
}

/* Title: the first cased letter of every run; capitalize: only the first character. */
static Value map_title(Thread *thread, const String *text, bool every_word) {
    if (text->is_ascii) return map_title_ascii(thread, text, every_word);
    TextBuffer result = TEXT_BUFFER_EMPTY;
    uint32_t mapped[3];
    bool inside = false;
    for (size_t i = 0, size; i < text->length; i += size) {
        uint32_t c = utf8_decode(text->bytes + i, text->length - i, &size);
        if (!inside) append_mapped(&result, mapped, unicode_to_title(c, mapped));
        else append_lower(&result, text, i, size, c);
        inside = every_word ? unicode_is_cased(c) : true;
    }
    return string_from_text_buffer(thread, &result);
}

Value string_method_title(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return map_title(thread, value_string(arguments[0]), true);
}

Value string_method_capitalize(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return map_title(thread, value_string(arguments[0]), false);
}

/* ---- classes ---- */

static bool is_alphanumeric(uint32_t c) {
    return unicode_is_alpha(c) || unicode_is_numeric(c);
}
static bool is_decimal(uint32_t c) { return unicode_decimal(c) >= 0; }

static bool every_character(const String *text, bool (*holds)(uint32_t)) {
    for (size_t i = 0, size; i < text->length; i += size)
        if (!holds(utf8_decode(text->bytes + i, text->length - i, &size))) return false;
    return true;
}

static inline bool ascii_letter(unsigned char c) { return (unsigned char)((c | 0x20) - 'a') < 26; }
static inline bool ascii_digit(unsigned char c) { return (unsigned char)(c - '0') < 10; }
static inline bool ascii_word(unsigned char c) { return ascii_letter(c) || ascii_digit(c); }
static inline bool ascii_space(unsigned char c) { return c == ' ' || (unsigned char)(c - '\t') < 5 || (unsigned char)(c - 0x1C) < 4; }

/* Most text is ASCII and needs no tables. */
#define CLASS_METHODS(X)                                                                                                      \
    X(isalpha, unicode_is_alpha, ascii_letter) X(isalnum, is_alphanumeric, ascii_word) X(isdecimal, is_decimal, ascii_digit)  \
    X(isdigit, unicode_is_digit, ascii_digit) X(isnumeric, unicode_is_numeric, ascii_digit) X(isspace, unicode_is_space, ascii_space)
#define X(name, holds, ascii_holds)                                                                   \
    Value string_method_##name(Thread *thread, const Native *native, const Value *arguments) {        \
        (void)thread, (void)native;                                                                   \
        const String *text = value_string(arguments[0]);                                              \
        if (!text->is_ascii) return value_from_bool(every_character(text, holds));                    \
        for (size_t i = 0; i < text->length; i++)                                                     \
            if (!ascii_holds((unsigned char)text->bytes[i])) return VALUE_FALSE;                      \
        return value_from_bool(text->length > 0);                                                     \
    }
CLASS_METHODS(X)
#undef X

Value string_method_isprintable(Thread *thread, const Native *native, const Value *arguments) {
    (void)thread, (void)native;
    return value_from_bool(every_character(value_string(arguments[0]), unicode_is_printable));
}

Value string_method_isascii(Thread *thread, const Native *native, const Value *arguments) {
    (void)thread, (void)native;
    return value_from_bool(value_string(arguments[0])->is_ascii);
}

bool string_is_identifier(const String *text) {
    for (size_t i = 0, size; i < text->length; i += size) {
        uint32_t c = utf8_decode(text->bytes + i, text->length - i, &size);
        if (!(i ? unicode_is_identifier_part(c) : unicode_is_identifier_start(c))) return false;
    }
    return text->length > 0;
}

Value string_method_isidentifier(Thread *thread, const Native *native, const Value *arguments) {
    (void)thread, (void)native;
    return value_from_bool(string_is_identifier(value_string(arguments[0])));
}

/* Some cased character, and none of the other case. */
static bool all_of_case(const String *text, bool upper) {
    bool found = false;
    for (size_t i = 0, size; i < text->length; i += size) {
        uint32_t c = utf8_decode(text->bytes + i, text->length - i, &size);
        if ((upper ? unicode_is_lower(c) : unicode_is_upper(c)) || unicode_is_title(c)) return false;
        found = found || (upper ? unicode_is_upper(c) : unicode_is_lower(c));
    }
    return found;
}

Value string_method_isupper(Thread *thread, const Native *native, const Value *arguments) {
    (void)thread, (void)native;
    return value_from_bool(all_of_case(value_string(arguments[0]), true));
}

Value string_method_islower(Thread *thread, const Native *native, const Value *arguments) {
    (void)thread, (void)native;
    return value_from_bool(all_of_case(value_string(arguments[0]), false));
}

Value string_method_istitle(Thread *thread, const Native *native, const Value *arguments) {
    (void)thread, (void)native;
    const String *text = value_string(arguments[0]);
    bool found = false, inside = false;
    for (size_t i = 0, size; i < text->length; i += size) {
        uint32_t c = utf8_decode(text->bytes + i, text->length - i, &size);
        if (unicode_is_upper(c) || unicode_is_title(c)) {
            if (inside) return VALUE_FALSE;
            inside = found = true;
        } else if (unicode_is_lower(c)) {
            if (!inside) return VALUE_FALSE;
        } else {
            inside = false;
        }
    }
    return value_from_bool(found);
}
