/* PCRE2: codes made when first needed, and matches run with limits. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "kernel/library/regex/regex.h"

#include "base/memory.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/text/string.h"

#include <pcre2.h>
#include <string.h>

/* The plain code gives up after this many steps (well under 100 ms); then the watched one begins again. */
enum { PLAIN_MATCH_LIMIT = 2000000, HEAP_LIMIT_KILOBYTES = 2000000, STACK_START = 32768, STACK_MOST = 64 << 20, NESTING_LIMIT = 5000 };

/* What all patterns of an interpreter share. */
typedef struct RegexState {
    pcre2_compile_context *compile_context;
    pcre2_match_context *plain_context, *watched_context;
    pcre2_jit_stack *stack;
    pcre2_general_context *data_context;
    pcre2_match_data *data; /* for patterns of few groups, one match at a time; NULL: none now */
    size_t data_largest;    /* block that it has */
    bool data_in_use;
    bool in_use; /* of the contexts: a callout may hand the interpreter to another thread */
} RegexState;

/* Offset pairs of the shared match data. PCRE2 keeps the frames of matches that it interprets with them: so no pattern has match
 * data of its own, and those that had to grow beyond this go after the match. */
enum { SHARED_PAIRS = 32, SHARED_BYTES = 1 << 18 };

static const char regex_state_key;

static void state_release(void *pointer) {
    RegexState *state = pointer;
    pcre2_compile_context_free(state->compile_context);
    pcre2_match_context_free(state->plain_context);
    pcre2_match_context_free(state->watched_context);
    pcre2_jit_stack_free(state->stack);
    pcre2_match_data_free(state->data);
    pcre2_general_context_free(state->data_context);
    memory_release(state);
}

static int poll_callout(pcre2_callout_block *block, void *context) {
    (void)block;
    return thread_poll(context) ? 0 : PCRE2_ERROR_CALLOUT;
}

static void prepare_contexts(RegexState *state) {
    state->plain_context = pcre2_match_context_create(NULL);
    state->watched_context = pcre2_match_context_create(NULL);
    state->stack = pcre2_jit_stack_create(STACK_START, STACK_MOST, NULL);
    if (!state->plain_context || !state->watched_context) return;
    pcre2_set_match_limit(state->plain_context, PLAIN_MATCH_LIMIT);
    pcre2_set_match_limit(state->watched_context, UINT32_MAX);
    pcre2_set_depth_limit(state->watched_context, UINT32_MAX);
    pcre2_set_heap_limit(state->plain_context, HEAP_LIMIT_KILOBYTES);
    pcre2_set_heap_limit(state->watched_context, HEAP_LIMIT_KILOBYTES);
    if (!state->stack) return;
    pcre2_jit_stack_assign(state->plain_context, NULL, state->stack);
    pcre2_jit_stack_assign(state->watched_context, NULL, state->stack);
}

static void *take_for_data(size_t size, void *context) {
    RegexState *state = context;
    if (size > state->data_largest) state->data_largest = size;
    return memory_allocate(size);
}

static void give_from_data(void *block, void *context) {
    (void)context;
    memory_release(block);
}

static pcre2_match_data *data_take(RegexState *state, size_t pairs) {
    if (state->data_in_use || pairs > SHARED_PAIRS) return pcre2_match_data_create((uint32_t)pairs, NULL);
    if (!state->data) state->data = pcre2_match_data_create(SHARED_PAIRS, state->data_context);
    state->data_in_use = state->data;
    return state->data;
}

static void data_give(RegexState *state, pcre2_match_data *data) {
    if (data == state->data) {
        state->data_in_use = false;
        if (state->data_largest <= SHARED_BYTES) return;
        state->data = NULL;
        state->data_largest = 0;
    }
    pcre2_match_data_free(data);
}

static RegexState *state_new(void) {
    RegexState *state = memory_allocate_zeroed(1, sizeof *state);
    if (!state) return NULL;
    prepare_contexts(state);
    state->compile_context = pcre2_compile_context_create(NULL);
    state->data_context = pcre2_general_context_create(take_for_data, give_from_data, state);
    if (!state->compile_context || !state->data_context || !state->plain_context || !state->watched_context) return state_release(state), NULL;
    pcre2_set_newline(state->compile_context, PCRE2_NEWLINE_LF);
    pcre2_set_bsr(state->compile_context, PCRE2_BSR_UNICODE);
    pcre2_set_parens_nest_limit(state->compile_context, NESTING_LIMIT);
    pcre2_set_compile_extra_options(state->compile_context, PCRE2_EXTRA_ALLOW_SURROGATE_ESCAPES);
    return state;
}

static RegexState *regex_state(Thread *thread) {
    RegexState *state = interpreter_state(thread->interpreter, &regex_state_key);
    if (state) return state;
    state = state_new();
    if (state && interpreter_set_state(thread->interpreter, &regex_state_key, state, state_release)) return state;
    if (state) state_release(state);
    raise_no_memory(thread);
    return NULL;
}

/* ---- codes ---- */
bool regex_raise_compile_error(Thread *thread, Value pattern, int number) {
    PCRE2_UCHAR text[256];
    if (number == PCRE2_ERROR_HEAP_FAILED) return raise_no_memory(thread), false;
    if (number == PCRE2_ERROR_PARENTHESES_NEST_TOO_DEEP)
        return raise_format(thread, thread_builtins(thread)->exception_RecursionError,
                            "maximum recursion depth exceeded while compiling a regular expression"), false;
    pcre2_get_error_message(number, text, sizeof text);
    regex_raise(thread, string_from_c(thread, (const char *)text), pattern, -1);
    return false;
}

bool regex_text(Thread *thread, Pattern *pattern, bool wide, bool watched, RegexAnchor anchor, TextBuffer *text) {
    if (!pattern->tree.root && !regex_parse_again(thread, pattern->pattern, &pattern->tree)) return false;
    regex_emit(&pattern->tree, wide, watched, anchor, text);
    regex_nodes_release(&pattern->tree);
    return text->failed ? (raise_no_memory(thread), false) : true;
}

static pcre2_code *code_of(Thread *thread, RegexState *state, Pattern *pattern, bool wide, bool watched, RegexAnchor anchor) {
    void **place = &pattern->codes[wide][watched][anchor];
    if (*place) return *place;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (!regex_text(thread, pattern, wide, watched, anchor, &text)) return text_release(&text), NULL;
    uint32_t options = PCRE2_DOTALL | PCRE2_MULTILINE | PCRE2_ALT_CIRCUMFLEX | PCRE2_NEVER_BACKSLASH_C;
    if (wide) options |= PCRE2_UTF | PCRE2_UCP | PCRE2_NO_UTF_CHECK;
    if (anchor != REGEX_SEARCH) options |= PCRE2_ANCHORED;
    if (pattern->tree.has_atomic) options |= PCRE2_NO_START_OPTIMIZE; /* the JIT's search for a start may miss one then */
    int error;
    PCRE2_SIZE place_of_error;
    pcre2_code *code = pcre2_compile((PCRE2_SPTR)text_string(&text), text.length, options, &error, &place_of_error, state->compile_context);
    text_release(&text);
    if (!code && error == PCRE2_ERROR_PATTERN_TOO_LARGE) return pattern->is_large = true, NULL;
    if (!code) return regex_raise_compile_error(thread, pattern->pattern, error), NULL;
    return *place = code;
}

/* The JIT for what is worth it; without it, PCRE2 interprets. */
static void hurry(Pattern *pattern, pcre2_code *code, void **place, size_t length) {
    if (pattern->work < REGEX_WORK_FOR_JIT) {
        length += REGEX_WORK_OF_CALL;
        pattern->work = length < REGEX_WORK_FOR_JIT - pattern->work ? pattern->work + (uint32_t)length : REGEX_WORK_FOR_JIT;
        if (pattern->work < REGEX_WORK_FOR_JIT) return;
    }
    uint16_t bit = (uint16_t)(1u << (place - &pattern->codes[0][0][0]));
    if (pattern->quick & bit) return;
    pattern->quick |= bit;
    (void)pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
}

bool regex_check(Thread *thread, Pattern *pattern) {
    RegexState *state = regex_state(thread);
    if (!state) return false;
    return code_of(thread, state, pattern, false, false, REGEX_SEARCH) || (pattern->is_large && regex_large_check(thread, pattern));
}

void regex_codes_release(Pattern *pattern) {
    for (size_t i = 0; i < REGEX_CODE_COUNT; i++) {
        void **place = &pattern->codes[i / (2 * REGEX_ANCHOR_COUNT)][i / REGEX_ANCHOR_COUNT % 2][i % REGEX_ANCHOR_COUNT];
        pcre2_code_free(*place);
        *place = NULL;
    }
    regex_large_release(pattern);
}

/* ---- matches ---- */
static int run_code(Thread *thread, RegexState *state, Pattern *pattern, RegexSubject *subject, RegexAnchor anchor, bool watched,
                    pcre2_match_data *data, pcre2_match_context *context) {
    bool wide = subject->is_text && !subject->is_ascii;
    pcre2_code *code = code_of(thread, state, pattern, wide, watched, anchor);
    if (!code) return PCRE2_ERROR_CALLOUT;
    hurry(pattern, code, &pattern->codes[wide][watched][anchor], watched ? REGEX_WORK_FOR_JIT : subject->length - subject->start);
    uint32_t options = PCRE2_NO_UTF_CHECK | (subject->must_advance ? PCRE2_NOTEMPTY_ATSTART : 0);
    PCRE2_SPTR text = (PCRE2_SPTR)subject->bytes;
    int status = pcre2_match(code, text, subject->length, subject->start, options, data, context);
    if (status == PCRE2_ERROR_JIT_STACKLIMIT) /* the interpreter keeps its stack on the heap */
        status = pcre2_match(code, text, subject->length, subject->start, options | PCRE2_NO_JIT, data, context);
    return status;
}

static int run_contexts(Thread *thread, RegexState *state, RegexState *contexts, Pattern *pattern, RegexSubject *subject,
                        RegexAnchor anchor, pcre2_match_data *data) {
    if (!contexts->watched_context || !contexts->plain_context) return PCRE2_ERROR_NOMEMORY;
    int status = run_code(thread, state, pattern, subject, anchor, false, data, contexts->plain_context);
    if (status != PCRE2_ERROR_MATCHLIMIT && status != PCRE2_ERROR_DEPTHLIMIT) return status;
    if (!thread_poll(thread)) return PCRE2_ERROR_CALLOUT;
    contexts->in_use = true;
    pcre2_set_callout(contexts->watched_context, poll_callout, thread);
    status = run_code(thread, state, pattern, subject, anchor, true, data, contexts->watched_context);
    contexts->in_use = false;
    return status;
}

static int run_with(Thread *thread, RegexState *state, Pattern *pattern, RegexSubject *subject, RegexAnchor anchor,
                    pcre2_match_data *data) {
    if (!state->in_use) return run_contexts(thread, state, state, pattern, subject, anchor, data);
    RegexState own = {0}; /* a match that a callout left waiting has the others, and their stack */
    prepare_contexts(&own);
    int status = run_contexts(thread, state, &own, pattern, subject, anchor, data);
    pcre2_match_context_free(own.plain_context);
    pcre2_match_context_free(own.watched_context);
    pcre2_jit_stack_free(own.stack);
    return status;
}

static int raise_match_error(Thread *thread, int status) {
    if (exception_is_set(thread)) return -1;
    PCRE2_UCHAR text[256];
    if (status == PCRE2_ERROR_NOMEMORY || status == PCRE2_ERROR_HEAPLIMIT) return raise_no_memory(thread), -1;
    pcre2_get_error_message(status, text, sizeof text);
    raise_runtime_error(thread, "regular expression: %s", (const char *)text);
    return -1;
}

static int run_large(Thread *thread, Pattern *pattern, RegexSubject *subject, RegexAnchor anchor, size_t *offsets) {
    int status = regex_large_run(thread, pattern, subject, anchor, offsets);
    if (exception_is_set(thread)) return -1;
    if (status <= 0) return status == PCRE2_ERROR_NOMATCH ? 0 : raise_match_error(thread, status);
    subject->must_advance = offsets[1] == offsets[0];
    subject->start = offsets[1];
    return 1;
}

int regex_run(Thread *thread, Pattern *pattern, RegexSubject *subject, RegexAnchor anchor, size_t *offsets) {
    RegexState *state = regex_state(thread);
    if (!state) return -1;
    if (subject->start > subject->length) return 0;
    if (pattern->is_large) return run_large(thread, pattern, subject, anchor, offsets);
    size_t count = regex_offset_count(pattern);
    pcre2_match_data *data = data_take(state, count / 2);
    if (!data) return raise_no_memory(thread), -1;
    object_retain(pattern);
    int status = run_with(thread, state, pattern, subject, anchor, data), result = 0;
    if (pattern->is_large) { /* only this code of it is */
        result = run_large(thread, pattern, subject, anchor, offsets);
    } else if (status > 0) {
        const PCRE2_SIZE *found = pcre2_get_ovector_pointer(data);
        for (size_t i = 0; i < count; i++) offsets[i] = i < 2 * (size_t)status && found[i] != PCRE2_UNSET ? found[i] : SIZE_MAX;
        subject->must_advance = offsets[1] == offsets[0];
        subject->start = offsets[1];
        result = 1;
    } else if (status != PCRE2_ERROR_NOMATCH) {
        result = raise_match_error(thread, status);
    }
    data_give(state, data);
    object_release(pattern);
    return result;
}
