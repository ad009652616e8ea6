/* What numpy.strings does to whole arrays of text, letter by letter: of bytes, and of str whose letters are all ASCII. Where others are
 * met, the answer is None, and the methods of str are asked instead (kernel/modules/numpy/python/strings.py). Text of one case in every
 * element is found and counted whatever its letters are. */
#include "arraylib/core/flexible.h"
#include "arraylib/functions/compose.h"

#include <string.h>

ARRAY_FAMILY(letters);

typedef struct Text {
    const void *letters; /* of the elements, one after another */
    int64_t count, width; /* elements, letters of each */
    bool is_wide;        /* letters of str, four bytes each */
    Array *array;
} Text;

static bool text_of(ArrayCall *call, size_t index, Text *text) {
    Array *a = call_array(call, index);
    if (a && !dtype_is_text(a->dtype)) return call_fail(call, "TypeError", "string operation on non-string array");
    a = call_contiguous(call, a, NULL);
    if (!a) return false;
    *text = (Text){array_data(a), array_size(a), dtype_text_length(a->dtype), a->dtype->kind == 'U', a};
    return true;
}

static Array *texts_like(ArrayCall *call, const Text *text, int64_t width) {
    const Dtype *dtype = dtype_text(call->runtime->flexible_types, text->array->dtype->kind, width > 0 ? width : 1);
    if (!dtype) return error_no_memory(call->error), NULL;
    return call_new(call, dtype, text->array->dimensions, text->array->shape);
}
static Array *numbers_like(ArrayCall *call, const Text *text, const Dtype *dtype) {
    return call_new(call, dtype, text->array->dimensions, text->array->shape);
}

typedef enum LetterKind { UPPER = 1, LOWER = 2, DIGIT = 4, SPACE = 8, STRANGE = 16, SPACE_OF_STR = 32 } LetterKind;
static const uint8_t kinds[128] = {
    ['a'... 'z'] = LOWER, ['A'... 'Z'] = UPPER, ['0'... '9'] = DIGIT, [' '] = SPACE, ['\t'... '\r'] = SPACE, [0x1c ... 0x1f] = SPACE_OF_STR,
};
static inline int kind_of(uint32_t letter, bool is_wide) {
    if (letter >= 0x80) return is_wide ? STRANGE : 0;
    int kind = kinds[letter];
    return kind != SPACE_OF_STR ? kind : is_wide ? SPACE : 0;
}

/* What is asked of an element: all its letters of some kinds, or (with `cased`) some of one case, none of the other. */
typedef struct Question {
    const char *name;
    int all, cased;
    bool is_title;
} Question;
static const Question questions[] = {
    {"isalpha", UPPER | LOWER, 0, false}, {"isdigit", DIGIT, 0, false},   {"isdecimal", DIGIT, 0, false},
    {"isnumeric", DIGIT, 0, false},       {"isspace", SPACE, 0, false},   {"isalnum", UPPER | LOWER | DIGIT, 0, false},
    {"isupper", 0, UPPER, false},         {"islower", 0, LOWER, false},   {"istitle", 0, 0, true},
};
typedef enum CaseChange { TO_UPPER, TO_LOWER, TO_OTHER, TO_CAPITAL, TO_TITLE } CaseChange;
static const char *const case_changes[] = {"upper", "lower", "swapcase", "capitalize", "title"};
static int place_in(const char *const *names, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (!strcmp(names[i], name)) return i;
    return -1;
}

typedef enum Search { FIND, RFIND, COUNT, STARTS, ENDS } Search;
static const char *const searches[] = {"find", "rfind", "count", "startswith", "endswith"};
enum { LEFT = 1, RIGHT = 2 };

/* Bounds as str's methods take them: counted from the end where they are negative, `end` no farther than the length. */
static inline void clip_bounds(int64_t length, int64_t *start, int64_t *end) {
    if (*end > length) *end = length;
    else if (*end < 0) *end = *end + length > 0 ? *end + length : 0;
    if (*start < 0) *start = *start + length > 0 ? *start + length : 0;
}

#define DEFINE_LETTERS(width_name, Letter, IS_WIDE)                                                           \
    static inline int64_t length_##width_name(const Letter *text, int64_t width) {                            \
        while (width && !text[width - 1]) width--;                                                            \
        return width;                                                                                         \
    }                                                                                                         \
    static void lengths_##width_name(const Text *text, int64_t *out) {                                        \
        const Letter *at = text->letters;                                                                     \
        for (int64_t i = 0; i < text->count; i++, at += text->width) out[i] = length_##width_name(at, text->width); \
    }                                                                                                         \
    static bool answers_##width_name(const Text *text, const Question *question, bool *out) {                 \
        const Letter *at = text->letters;                                                                     \
        for (int64_t i = 0; i < text->count; i++, at += text->width) {                                        \
            int64_t length = length_##width_name(at, text->width);                                            \
            int met = 0, before = 0, refused = question->cased ? (UPPER | LOWER) ^ question->cased : ~question->all; \
            bool is_so = length > 0;                                                                          \
            for (int64_t k = 0; k < length && is_so; k++) {                                                   \
                int kind = kind_of(at[k], IS_WIDE);                                                           \
                if (kind == STRANGE) return false;                                                            \
                met |= kind;                                                                                  \
                if (question->is_title) refused = before & (UPPER | LOWER) ? UPPER : LOWER;                   \
                is_so = question->all ? kind & question->all : !(kind & refused);                             \
                before = kind;                                                                                \
            }                                                                                                 \
            out[i] = is_so && (question->all || (met & (UPPER | LOWER)));                                     \
        }                                                                                                     \
        return true;                                                                                          \
    }                                                                                                         \
    static bool change_case_##width_name(const Text *text, CaseChange how, Letter *out) {                     \
        const Letter *at = text->letters;                                                                     \
        for (int64_t i = 0; i < text->count; i++, at += text->width, out += text->width) {                    \
            bool is_upper = how == TO_UPPER || how == TO_CAPITAL || how == TO_TITLE;                          \
            for (int64_t k = 0; k < text->width; k++) {                                                       \
                int kind = kind_of(at[k], IS_WIDE);                                                           \
                if (kind == STRANGE) return false;                                                            \
                bool turned = how == TO_OTHER ? kind & (UPPER | LOWER) : kind & (is_upper ? LOWER : UPPER);   \
                out[k] = (Letter)(at[k] ^ (turned ? 0x20 : 0));                                               \
                if (how == TO_TITLE) is_upper = !(kind & (UPPER | LOWER));                                    \
                else if (how == TO_CAPITAL) is_upper = false;                                                 \
            }                                                                                                 \
        }                                                                                                     \
        return true;                                                                                          \
    }                                                                                                         \
    static inline bool is_there_##width_name(const Letter *text, const Letter *sought, int64_t length) {      \
        for (int64_t k = 0; k < length; k++)                                                                  \
            if (text[k] != sought[k]) return false;                                                           \
        return true;                                                                                          \
    }                                                                                                         \
    static int64_t search_##width_name(const Letter *text, int64_t width, const Letter *sought, int64_t length, int64_t start, \
                                       int64_t end, Search how) {                                             \
        clip_bounds(length_##width_name(text, width), &start, &end);                                          \
        int64_t last = end - length, found = 0;                                                               \
        if (how == STARTS || how == ENDS)                                                                     \
            return last >= start && is_there_##width_name(text + (how == STARTS ? start : last), sought, length); \
        if (how == RFIND) {                                                                                   \
            for (int64_t at = last; at >= start; at--)                                                        \
                if (is_there_##width_name(text + at, sought, length)) return at;                              \
            return -1;                                                                                        \
        }                                                                                                     \
        for (int64_t at = start; at <= last; at++) {                                                          \
            if (!is_there_##width_name(text + at, sought, length)) continue;                                  \
            if (how == FIND) return at;                                                                       \
            found++;                                                                                          \
            if (length) at += length - 1;                                                                     \
        }                                                                                                     \
        return how == FIND ? -1 : found;                                                                      \
    }                                                                                                         \
    static void searches_##width_name(const Text *text, const Text *sought, int64_t start, int64_t end, Search how, void *out) { \
        const Letter *at = text->letters, *what = sought->letters;                                            \
        int64_t step = sought->count == 1 ? 0 : sought->width, length = length_##width_name(what, sought->width); \
        for (int64_t i = 0; i < text->count; i++, at += text->width, what += step) {                          \
            if (step) length = length_##width_name(what, sought->width);                                      \
            int64_t found = search_##width_name(at, text->width, what, length, start, end, how);              \
            if (how == STARTS || how == ENDS) ((bool *)out)[i] = found;                                       \
            else ((int64_t *)out)[i] = found;                                                                 \
        }                                                                                                     \
    }                                                                                                         \
    /* Without `chars`: of white space. */                                                                    \
    static bool strip_##width_name(const Text *text, const Text *chars, int sides, Letter *out) {             \
        const Letter *at = text->letters, *set = chars ? chars->letters : NULL;                               \
        int64_t set_length = chars ? length_##width_name(set, chars->width) : 0;                              \
        for (int64_t i = 0; i < text->count; i++, at += text->width, out += text->width) {                    \
            int64_t from = 0, to = length_##width_name(at, text->width);                                      \
            for (int side = LEFT; side <= RIGHT; side++)                                                      \
                while (from < to && (sides & side)) {                                                         \
                    Letter letter = side == LEFT ? at[from] : at[to - 1];                                     \
                    bool is_in = false;                                                                       \
                    for (int64_t k = 0; k < set_length && !is_in; k++) is_in = set[k] == letter;              \
                    if (!chars) {                                                                             \
                        int kind = kind_of(letter, IS_WIDE);                                                  \
                        if (kind == STRANGE) return false;                                                    \
                        is_in = kind == SPACE;                                                                \
                    }                                                                                         \
                    if (!is_in) break;                                                                        \
                    if (side == LEFT) from++;                                                                 \
                    else to--;                                                                                \
                }                                                                                             \
            memcpy(out, at + from, (size_t)(to - from) * sizeof *out);                                        \
            memset(out + (to - from), 0, (size_t)(text->width - (to - from)) * sizeof *out);                  \
        }                                                                                                     \
        return true;                                                                                          \
    }                                                                                                         \
    /* `share`: of what is filled, how much goes left, in halves; zeros go behind a sign. */                  \
    static void fill_##width_name(const Text *text, int64_t wanted, Letter letter, int share, bool is_zeros, Letter *out, int64_t width) { \
        const Letter *at = text->letters;                                                                     \
        for (int64_t i = 0; i < text->count; i++, at += text->width, out += width) {                          \
            int64_t length = length_##width_name(at, text->width), fill = wanted > length ? wanted - length : 0, k = 0; \
            int64_t left = share == 1 ? fill / 2 + (fill & wanted & 1) : share ? fill : 0, sign = 0;          \
            if (is_zeros && fill && length && (at[0] == '+' || at[0] == '-')) out[k++] = at[0], sign = 1;     \
            for (; left > 0; left--, fill--) out[k++] = letter;                                               \
            memcpy(out + k, at + sign, (size_t)(length - sign) * sizeof *out);                                \
            for (k += length - sign; fill > 0; fill--) out[k++] = letter;                                     \
            memset(out + k, 0, (size_t)(width - k) * sizeof *out);                                            \
        }                                                                                                     \
    }                                                                                                         \
    static void cut_##width_name(const Text *text, const int64_t *bounds, const bool *given, int64_t step, Letter *out) { \
        const Letter *at = text->letters;                                                                     \
        for (int64_t i = 0; i < text->count; i++, at += text->width, out += text->width) {                    \
            int64_t length = length_##width_name(at, text->width), limits[2], put = 0;                        \
            int64_t low = step < 0 ? -1 : 0, high = step < 0 ? length - 1 : length;                           \
            for (int k = 0; k < 2; k++) {                                                                     \
                limits[k] = bounds[k] < 0 ? bounds[k] + length : bounds[k];                                   \
                limits[k] = limits[k] < low ? low : limits[k] > high ? high : limits[k];                      \
                if (!given[k]) limits[k] = (step < 0) != (k == 1) ? high : low;                               \
            }                                                                                                 \
            for (int64_t k = limits[0]; step > 0 ? k < limits[1] : k > limits[1]; k += step) out[put++] = at[k]; \
            memset(out + put, 0, (size_t)(text->width - put) * sizeof *out);                                  \
        }                                                                                                     \
    }                                                                                                         \
    static void repeat_##width_name(const Text *text, int64_t times, Letter *out, int64_t width) {            \
        const Letter *at = text->letters;                                                                     \
        for (int64_t i = 0; i < text->count; i++, at += text->width, out += width) {                          \
            int64_t length = length_##width_name(at, text->width), put = 0;                                   \
            for (int64_t k = 0; k < times; k++, put += length) memcpy(out + put, at, (size_t)length * sizeof *out); \
            memset(out + put, 0, (size_t)(width - put) * sizeof *out);                                        \
        }                                                                                                     \
    }                                                                                                         \
    /* The most letters that an element has; with `out` they are written, too. */                             \
    static int64_t replace_##width_name(const Text *text, const Text *old, const Text *new, int64_t most, Letter *out, int64_t width) { \
        const Letter *at = text->letters, *from = old->letters, *to = new->letters;                           \
        int64_t from_length = length_##width_name(from, old->width), to_length = length_##width_name(to, new->width), longest = 0; \
        for (int64_t i = 0; i < text->count; i++, at += text->width) {                                        \
            int64_t length = length_##width_name(at, text->width), put = 0, left = most;                      \
            for (int64_t k = 0; k < length;) {                                                                \
                if (left && k + from_length <= length && is_there_##width_name(at + k, from, from_length)) {  \
                    if (out) memcpy(out + put, to, (size_t)to_length * sizeof *out);                          \
                    put += to_length;                                                                         \
                    k += from_length;                                                                         \
                    left--;                                                                                   \
                } else {                                                                                      \
                    if (out) out[put] = at[k];                                                                \
                    put++;                                                                                    \
                    k++;                                                                                      \
                }                                                                                             \
            }                                                                                                 \
            longest = put > longest ? put : longest;                                                          \
            if (out) {                                                                                        \
                memset(out + put, 0, (size_t)(width - put) * sizeof *out);                                    \
                out += width;                                                                                 \
            }                                                                                                 \
        }                                                                                                     \
        return longest;                                                                                       \
    }
DEFINE_LETTERS(wide, uint32_t, true)
DEFINE_LETTERS(narrow, uint8_t, false)

/* A loop of the text's letters. */
#define OF_TEXT(text, name, ...) ((text).is_wide ? name##_wide(__VA_ARGS__) : name##_narrow(__VA_ARGS__))

static int64_t longest_of(const Text *text) {
    int64_t longest = 0;
    for (int64_t i = 0; i < text->count; i++) {
        int64_t length = text->is_wide ? length_wide((const uint32_t *)text->letters + i * text->width, text->width)
                                       : length_narrow((const uint8_t *)text->letters + i * text->width, text->width);
        longest = length > longest ? length : longest;
    }
    return longest;
}

/* The result, or None where letters were met that are no ASCII. */
static Variant given(ArrayCall *call, Array *result, bool is_known) {
    return !result ? variant_absent() : is_known ? call_give(call, result) : variant_none();
}

ARRAY_FUNCTION(_text_lengths, NUMPY | NO_DISPATCH, "(a)", "The length of each text.\n\n>>> _text_lengths(['ab', 'c'])\narray([2, 1])\n") {
    Text text;
    Array *result = text_of(call, 0, &text) ? numbers_like(call, &text, DTYPE(INT64)) : NULL;
    if (result) OF_TEXT(text, lengths, &text, (int64_t *)array_data(result));
    return given(call, result, true);
}

ARRAY_FUNCTION(_text_answers, NUMPY | NO_DISPATCH, "(a, question)",
               "What str's method `question` says of each text; None where not all letters are ASCII.\n\n"
               ">>> _text_answers(['ab', 'a1'], 'isalpha')\narray([ True, False])\n") {
    Text text;
    const char *name;
    const Question *question = NULL;
    if (!call_text(call, 1, &name) || !text_of(call, 0, &text)) return variant_absent();
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (!strcmp(questions[i].name, name)) question = &questions[i];
    if (!question) return variant_none();
    Array *result = numbers_like(call, &text, DTYPE(BOOL));
    return given(call, result, result && OF_TEXT(text, answers, &text, question, (bool *)array_data(result)));
}

ARRAY_FUNCTION(_text_cased, NUMPY | NO_DISPATCH, "(a, how)",
               "What str's method `how` makes of each text, of the same width; None where not all letters are ASCII.\n\n"
               ">>> _text_cased(['ab', 'c'], 'upper')\narray(['AB', 'C'], dtype='<U2')\n") {
    Text text;
    const char *name;
    if (!call_text(call, 1, &name) || !text_of(call, 0, &text)) return variant_absent();
    int how = place_in(case_changes, sizeof case_changes / sizeof *case_changes, name);
    if (how < 0) return variant_none();
    Array *result = texts_like(call, &text, text.width);
    return given(call, result, result && OF_TEXT(text, change_case, &text, (CaseChange)how, (void *)array_data(result)));
}

ARRAY_FUNCTION(_text_searches, NUMPY | NO_DISPATCH, "(a, sub, start, end, how)",
               "What str's method `how` finds of `sub`, one for all texts or one for each, between the two bounds.\n\n"
               ">>> _text_searches(['abc', 'xbz'], 'b', 0, 9, 'find')\narray([1, 1])\n") {
    Text text, sought;
    const char *name;
    int64_t start, end;
    if (!call_text(call, 4, &name) || !text_of(call, 0, &text) || !text_of(call, 1, &sought) || !call_integer(call, 2, &start) ||
        !call_integer(call, 3, &end))
        return variant_absent();
    int how = place_in(searches, sizeof searches / sizeof *searches, name);
    bool fits = sought.count == 1 || (sought.count == text.count && sought.array->dimensions == text.array->dimensions &&
                                      !memcmp(sought.array->shape, text.array->shape, sizeof *text.array->shape * (size_t)text.array->dimensions));
    if (how < 0 || sought.is_wide != text.is_wide || !fits) return variant_none();
    Array *result = numbers_like(call, &text, how == STARTS || how == ENDS ? DTYPE(BOOL) : DTYPE(INT64));
    if (result) OF_TEXT(text, searches, &text, &sought, start, end, (Search)how, array_data(result));
    return given(call, result, true);
}

ARRAY_FUNCTION(_text_stripped, NUMPY | NO_DISPATCH, "(a, chars, sides)",
               "Texts without the letters of `chars` (None: white space) at the left (1), the right (2) or both (3).\n\n"
               "None where white space may be none of ASCII's.\n\n"
               ">>> _text_stripped([' a '], None, 3)\narray(['a'], dtype='<U3')\n") {
    Text text, chars;
    int64_t sides;
    bool has_chars = call_is_given(call, 1);
    if (!text_of(call, 0, &text) || !call_integer(call, 2, &sides) || (has_chars && !text_of(call, 1, &chars))) return variant_absent();
    if (has_chars && (chars.count != 1 || chars.is_wide != text.is_wide)) return variant_none();
    Array *result = texts_like(call, &text, text.width);
    return given(call, result, result && OF_TEXT(text, strip, &text, has_chars ? &chars : NULL, (int)sides, (void *)array_data(result)));
}

ARRAY_FUNCTION(_text_filled, NUMPY | NO_DISPATCH, "(a, width, letter, how)",
               "Texts filled up to a width as str's method `how` does: 'center', 'ljust', 'rjust', 'zfill'. `letter` is a number.\n\n"
               ">>> _text_filled(['-2'], 4, 48, 'zfill')\narray(['-002'], dtype='<U4')\n") {
    static const char *const names[] = {"ljust", "center", "rjust", "zfill"};
    Text text;
    int64_t wanted, letter;
    const char *name;
    if (!call_text(call, 3, &name) || !text_of(call, 0, &text) || !call_integer(call, 1, &wanted) || !call_integer(call, 2, &letter))
        return variant_absent();
    int how = place_in(names, 4, name);
    int64_t longest = longest_of(&text), width = wanted > longest ? wanted : longest;
    if (how < 0) return variant_none();
    Array *result = texts_like(call, &text, width);
    if (!result) return variant_absent();
    width = dtype_text_length(result->dtype);
    if (text.is_wide) fill_wide(&text, wanted, (uint32_t)letter, how > 2 ? 2 : how, how == 3, (uint32_t *)array_data(result), width);
    else fill_narrow(&text, wanted, (uint8_t)letter, how > 2 ? 2 : how, how == 3, (uint8_t *)array_data(result), width);
    return given(call, result, true);
}

ARRAY_FUNCTION(_text_slices, NUMPY | NO_DISPATCH, "(a, start, stop, step)",
               "The same slice of each text.\n\n>>> _text_slices(['hello'], 1, 3, None)\narray(['el'], dtype='<U5')\n") {
    Text text;
    int64_t bounds[2] = {0, 0}, step = 1;
    bool is_given[2] = {call_is_given(call, 1), call_is_given(call, 2)};
    if (!text_of(call, 0, &text) || (is_given[0] && !call_integer(call, 1, &bounds[0])) || (is_given[1] && !call_integer(call, 2, &bounds[1])) ||
        (call_is_given(call, 3) && !call_integer(call, 3, &step)))
        return variant_absent();
    if (!step || step == INT64_MIN || step > INT64_MAX / 2 || step < INT64_MIN / 2) return variant_none();
    Array *result = texts_like(call, &text, text.width);
    if (result) OF_TEXT(text, cut, &text, bounds, is_given, step, (void *)array_data(result));
    return given(call, result, true);
}

ARRAY_FUNCTION(_text_repeated, NUMPY | NO_DISPATCH, "(a, times)",
               "Each text repeated.\n\n>>> _text_repeated(['ab'], 2)\narray(['abab'], dtype='<U4')\n") {
    Text text;
    int64_t times;
    if (!text_of(call, 0, &text) || !call_integer(call, 1, &times)) return variant_absent();
    int64_t width = longest_of(&text);
    if (times < 0) times = 0;
    if (times > (1 << 28) / (width ? width : 1)) return variant_none();
    Array *result = texts_like(call, &text, width * times);
    if (result) OF_TEXT(text, repeat, &text, times, (void *)array_data(result), dtype_text_length(result->dtype));
    return given(call, result, true);
}

ARRAY_FUNCTION(_text_replaced, NUMPY | NO_DISPATCH, "(a, old, new, count)",
               "Each text with `old`, which is not empty, replaced by `new`, at most count times (-1: all).\n\n"
               ">>> _text_replaced(['abab'], 'a', 'xy', -1)\narray(['xybxyb'], dtype='<U6')\n") {
    Text text, old, new;
    int64_t most;
    if (!text_of(call, 0, &text) || !text_of(call, 1, &old) || !text_of(call, 2, &new) || !call_integer(call, 3, &most)) return variant_absent();
    bool fits = old.count == 1 && new.count == 1 && old.is_wide == text.is_wide && new.is_wide == text.is_wide;
    if (!fits || !longest_of(&old)) return variant_none();
    int64_t width = OF_TEXT(text, replace, &text, &old, &new, most, NULL, 0);
    Array *result = texts_like(call, &text, width);
    if (result) OF_TEXT(text, replace, &text, &old, &new, most, (void *)array_data(result), dtype_text_length(result->dtype));
    return given(call, result, true);
}

ARRAY_FUNCTION(_text_recoded, NUMPY | NO_DISPATCH, "(a)",
               "Bytes as str, str as bytes, as wide as the longest; None where not all letters are ASCII.\n\n"
               ">>> _text_recoded([b'ab'])\narray(['ab'], dtype='<U2')\n") {
    Text text;
    if (!text_of(call, 0, &text)) return variant_absent();
    int64_t longest = longest_of(&text), width = longest ? longest : 1;
    const Dtype *dtype = dtype_text(call->runtime->flexible_types, text.is_wide ? 'S' : 'U', width);
    Array *result = dtype ? call_new(call, dtype, text.array->dimensions, text.array->shape) : NULL;
    if (!result) return variant_absent();
    uint32_t strange = 0;
    void *out = array_data(result);
    const int64_t kept = width < text.width ? width : text.width;
    for (int64_t i = 0; i < text.count; i++)
        for (int64_t k = 0; k < width; k++) {
            uint32_t letter = k >= kept ? 0
                              : text.is_wide ? ((const uint32_t *)text.letters)[i * text.width + k]
                                             : ((const uint8_t *)text.letters)[i * text.width + k];
            strange |= letter & ~0x7fu;
            if (text.is_wide) ((uint8_t *)out)[i * width + k] = (uint8_t)letter;
            else ((uint32_t *)out)[i * width + k] = letter;
        }
    return given(call, result, !strange);
}
