/* Patterns whose code has more than 64 KB: PCRE2's library for bytes refuses them, since it keeps distances in two bytes.
 *
 * The library of 32-bit units has no such limit. It is opened when such a pattern comes up, and the subject is spread out to
 * one unit a character, once for all matches in it. */
#define PCRE2_CODE_UNIT_WIDTH 0
#include "kernel/library/regex/regex.h"

#include "base/memory.h"
#include "base/utf8.h"
#include "base/library.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/text/string.h"

#include <pcre2.h>
#include <string.h>

enum { PLAIN_MATCH_LIMIT = 2000000, HEAP_LIMIT_KILOBYTES = 2000000, NESTING_LIMIT = 5000 };

/* Name of the function, of its declaration's type. */
#define FUNCTIONS(X)                                                                                                            \
    X(compile_context_create) X(compile_context_free) X(set_newline) X(set_bsr) X(set_parens_nest_limit)                       \
    X(set_compile_extra_options) X(compile) X(jit_compile) X(code_free) X(match_data_create) X(match_data_free) X(match)       \
    X(get_ovector_pointer) X(match_context_create) X(match_context_free) X(set_match_limit) X(set_depth_limit) X(set_heap_limit) X(set_callout)

typedef struct Large {
#define X(name) __typeof__(&pcre2_##name##_32) name;
    FUNCTIONS(X)
#undef X
    pcre2_compile_context_32 *compile_context;
} Large;

static const char library_key;

static void large_release(void *pointer) {
    Large *library = pointer;
    if (library->compile_context) library->compile_context_free(library->compile_context);
    memory_release(library);
}

/* Every function of *library; false when one is not there. */
static bool large_open(Large *library) {
    void *handle = library_open(LIBRARY_PCRE2_32, NULL);
    if (!handle) return false;
    static const char *const names[] = {
#define X(name) "pcre2_" #name "_32",
        FUNCTIONS(X)
#undef X
    };
    void *symbols[sizeof names / sizeof *names];
    if (!library_functions(handle, names, sizeof names / sizeof *names, symbols, NULL)) return false;
    _Static_assert(offsetof(Large, compile_context) == sizeof symbols, "one symbol a function");
    memcpy(library, symbols, sizeof symbols);
    library->compile_context = library->compile_context_create(NULL);
    if (!library->compile_context) return false;
    library->set_newline(library->compile_context, PCRE2_NEWLINE_LF);
    library->set_bsr(library->compile_context, PCRE2_BSR_UNICODE);
    library->set_parens_nest_limit(library->compile_context, NESTING_LIMIT);
    library->set_compile_extra_options(library->compile_context, PCRE2_EXTRA_ALLOW_SURROGATE_ESCAPES);
    return true;
}

static Large *large_of(Thread *thread, Value pattern) {
    Large *library = interpreter_state(thread->interpreter, &library_key);
    if (library) return library;
    library = memory_allocate_zeroed(1, sizeof *library);
    if (!library) return raise_no_memory(thread), NULL;
    if (!large_open(library)) {
        large_release(library);
        regex_raise(thread, string_from_c(thread, "regular expression is too large (the library libpcre2-32.so.0 would take it)"), pattern, -1);
        return NULL;
    }
    if (interpreter_set_state(thread->interpreter, &library_key, library, large_release)) return library;
    large_release(library);
    raise_no_memory(thread);
    return NULL;
}

/* ---- bytes spread out ---- */
/* One unit a byte, or a character of UTF-8. Released with memory_release. */
static uint32_t *spread(Thread *thread, const char *bytes, size_t length, bool is_text, size_t *count) {
    uint32_t *units = length < PTRDIFF_MAX / 4 ? memory_allocate((length + 1) * sizeof *units) : NULL;
    if (!units) return raise_no_memory(thread), NULL;
    *count = 0;
    for (size_t at = 0, size = 1; at < length; at += size)
        units[(*count)++] = is_text ? utf8_decode(bytes + at, length - at, &size) : (unsigned char)bytes[at];
    units[*count] = 0;
    return units;
}

/* Where in the bytes a unit is, and which unit a byte; from a place known before. */
static size_t byte_of(RegexSubject *subject, size_t unit) {
    if (!subject->is_text || subject->is_ascii) return unit;
    if (unit < subject->known_unit) subject->known_unit = subject->known_byte = 0;
    for (; subject->known_unit < unit; subject->known_unit++)
        do subject->known_byte++;
        while (((unsigned char)subject->bytes[subject->known_byte] & 0xC0) == 0x80 && subject->known_byte < subject->length);
    return subject->known_byte;
}

static size_t unit_of(RegexSubject *subject, size_t byte) {
    if (!subject->is_text || subject->is_ascii) return byte;
    if (byte < subject->known_byte) subject->known_unit = subject->known_byte = 0;
    while (subject->known_byte < byte) byte_of(subject, subject->known_unit + 1);
    return subject->known_unit;
}

/* ---- codes ---- */
static pcre2_code_32 *code_of(Thread *thread, Large *library, Pattern *pattern, bool wide, bool watched, RegexAnchor anchor) {
    if (!pattern->large_codes && !(pattern->large_codes = memory_allocate_zeroed(REGEX_CODE_COUNT, sizeof *pattern->large_codes)))
        return raise_no_memory(thread), NULL;
    void **place = &pattern->large_codes[(2 * wide + watched) * REGEX_ANCHOR_COUNT + anchor];
    if (*place) return *place;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (!regex_text(thread, pattern, wide, watched, anchor, &text)) return text_release(&text), NULL;
    size_t count;
    uint32_t *units = spread(thread, text_string(&text), text.length, wide, &count);
    text_release(&text);
    if (!units) return NULL;
    uint32_t options = PCRE2_DOTALL | PCRE2_MULTILINE | PCRE2_ALT_CIRCUMFLEX | PCRE2_NEVER_BACKSLASH_C;
    if (wide) options |= PCRE2_UTF | PCRE2_UCP | PCRE2_NO_UTF_CHECK;
    if (anchor != REGEX_SEARCH) options |= PCRE2_ANCHORED;
    if (pattern->tree.has_atomic) options |= PCRE2_NO_START_OPTIMIZE;
    int error;
    PCRE2_SIZE place_of_error;
    pcre2_code_32 *code = library->compile(units, count, options, &error, &place_of_error, library->compile_context);
    memory_release(units);
    if (!code) return regex_raise_compile_error(thread, pattern->pattern, error), NULL;
    if (!watched) (void)library->jit_compile(code, PCRE2_JIT_COMPLETE);
    return *place = code;
}

bool regex_large_check(Thread *thread, Pattern *pattern) {
    Large *library = large_of(thread, pattern->pattern);
    return library && code_of(thread, library, pattern, false, false, REGEX_SEARCH);
}

void regex_large_release(Pattern *pattern) {
    if (!pattern->large_codes) return;
    Large *library = interpreter_state(pattern->object.type->interpreter, &library_key);
    for (size_t i = 0; library && i < REGEX_CODE_COUNT; i++)
        if (pattern->large_codes[i]) library->code_free(pattern->large_codes[i]);
    memory_release(pattern->large_codes);
    pattern->large_codes = NULL;
}

/* ---- matches ---- */
static int poll_callout(pcre2_callout_block_32 *block, void *context) {
    (void)block;
    return thread_poll(context) ? 0 : PCRE2_ERROR_CALLOUT;
}

static int run_code(Thread *thread, Large *library, Pattern *pattern, RegexSubject *subject, RegexAnchor anchor, bool watched,
                    pcre2_match_data_32 *data) {
    pcre2_code_32 *code = code_of(thread, library, pattern, subject->is_text && !subject->is_ascii, watched, anchor);
    pcre2_match_context_32 *context = code ? library->match_context_create(NULL) : NULL;
    if (!context) return code ? PCRE2_ERROR_NOMEMORY : PCRE2_ERROR_CALLOUT;
    library->set_match_limit(context, watched ? UINT32_MAX : PLAIN_MATCH_LIMIT);
    if (watched) library->set_depth_limit(context, UINT32_MAX);
    library->set_heap_limit(context, HEAP_LIMIT_KILOBYTES);
    if (watched) library->set_callout(context, poll_callout, thread);
    uint32_t options = PCRE2_NO_UTF_CHECK | (subject->must_advance ? PCRE2_NOTEMPTY_ATSTART : 0);
    size_t start = unit_of(subject, subject->start);
    int status = library->match(code, subject->units, subject->unit_count, start, options, data, context);
    if (status == PCRE2_ERROR_JIT_STACKLIMIT)
        status = library->match(code, subject->units, subject->unit_count, start, options | PCRE2_NO_JIT, data, context);
    library->match_context_free(context);
    return status;
}

int regex_large_run(Thread *thread, Pattern *pattern, RegexSubject *subject, RegexAnchor anchor, size_t *offsets) {
    Large *library = large_of(thread, pattern->pattern);
    if (!library) return -1;
    if (!subject->units) {
        subject->units = spread(thread, subject->bytes, subject->length, subject->is_text && !subject->is_ascii, &subject->unit_count);
        if (!subject->units) return -1;
    }
    size_t count = regex_offset_count(pattern);
    pcre2_match_data_32 *data = library->match_data_create((uint32_t)(count / 2), NULL);
    if (!data) return raise_no_memory(thread), -1;
    object_retain(pattern);
    int status = run_code(thread, library, pattern, subject, anchor, false, data);
    if (status == PCRE2_ERROR_MATCHLIMIT || status == PCRE2_ERROR_DEPTHLIMIT)
        status = thread_poll(thread) ? run_code(thread, library, pattern, subject, anchor, true, data) : PCRE2_ERROR_CALLOUT;
    if (status > 0) {
        const PCRE2_SIZE *found = library->get_ovector_pointer(data);
        for (size_t i = 0; i < count; i++)
            offsets[i] = i < 2 * (size_t)status && found[i] != PCRE2_UNSET ? byte_of(subject, found[i]) : SIZE_MAX;
    }
    library->match_data_free(data);
    object_release(pattern);
    return status;
}
