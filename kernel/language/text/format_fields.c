#include "kernel/language/text/format_fields.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

enum { MOST_NESTED = 150 }; /* f-strings in f-strings: as many as CPython's tokenizer takes */

typedef struct Quotes {
    char quote;
    int count; /* 1 or 3 */
} Quotes;

static const char *skip_text(const char *at, const char *end, Quotes quotes, bool is_raw, bool is_format, int depth);

static bool has_closing(const char *at, const char *end, Quotes quotes) {
    if (*at != quotes.quote) return false;
    return quotes.count == 1 || (end - at >= 3 && at[1] == quotes.quote && at[2] == quotes.quote);
}

/* A string inside an expression; `at` is its first quote, `start` where the letters in front of it begin. */
static const char *skip_string(const char *start, const char *at, const char *end, int depth) {
    bool is_raw = false, is_format = false, may_be_template = at - start <= 2; /* `not` is a word in front of a string */
    for (; start < at; start++) {
        is_raw |= (*start | 32) == 'r';
        is_format |= (*start | 32) == 'f' || (may_be_template && (*start | 32) == 't');
    }
    Quotes quotes = {*at, end - at >= 3 && at[1] == *at && at[2] == *at ? 3 : 1};
    return skip_text(at + quotes.count, end, quotes, is_raw, is_format, depth + 1);
}

/* The letters right in front of a quote, when they can be a prefix. */
static const char *find_prefix(const char *first, const char *at) {
    const char *start = at;
    while (start > first && at - start < 3 && (isalnum((unsigned char)start[-1]) || start[-1] == '_' || (unsigned char)start[-1] >= 0x80))
        start--;
    return at - start <= 2 ? start : at;
}

/* To what ends the expression at `first`: see format_expression_end. */
static const char *skip_expression(const char *first, const char *end, int depth) {
    size_t brackets = 0;
    if (depth > MOST_NESTED) return NULL;
    for (const char *at = first; at < end; at++) {
        char next = at + 1 < end ? at[1] : '\0';
        switch (*at) {
        case '\'':
        case '"':
            at = skip_string(find_prefix(first, at), at, end, depth);
            if (!at) return NULL;
            at--;
            break;
        case '#':
            at = memchr(at, '\n', (size_t)(end - at));
            if (!at) return NULL;
            break;
        case '(':
        case '[':
        case '{': brackets++; break;
        case ')':
        case ']':
            if (!brackets--) return NULL;
            break;
        case '}':
            if (!brackets--) return at;
            break;
        case '<':
        case '>':
        case '!':
        case '=':
            if (next == '=') at++;
            else if (!brackets && (*at == '!' || *at == '=')) return at;
            break;
        case ':':
            if (!brackets) return at;
            break;
        default: break;
        }
    }
    return NULL;
}

/* Behind the '}' of a field; `at` stands behind its '{'. */
static const char *skip_field(const char *at, const char *end, Quotes quotes, bool is_raw, int depth) {
    at = skip_expression(at, end, depth);
    if (at && *at == '=')
        for (at++; at < end && isspace((unsigned char)*at);) at++;
    if (at && at < end && *at == '!')
        while (at < end && *at != ':' && *at != '}') at++;
    if (!at || at >= end) return NULL;
    if (*at == '}') return at + 1;
    if (*at != ':') return NULL;
    /* The specification: text with fields of its own, up to the brace. */
    for (at++; at && at < end && !has_closing(at, end, quotes);) {
        if (*at == '}') return at + 1;
        if (*at == '\n' && quotes.count == 1) return NULL;
        if (*at == '{') at = skip_field(at + 1, end, quotes, is_raw, depth + 1);
        else at += *at == '\\' && !is_raw && at + 1 < end && at[1] != '{' && at[1] != '}' ? 2 : 1;
    }
    return NULL;
}

/* Behind the closing quotes. */
static const char *skip_text(const char *at, const char *end, Quotes quotes, bool is_raw, bool is_format, int depth) {
    if (depth > MOST_NESTED) return NULL;
    while (at && at < end) {
        if (has_closing(at, end, quotes)) return at + quotes.count;
        if (*at == '\n' && quotes.count == 1) return NULL;
        char next = at + 1 < end ? at[1] : '\0';
        if (*at == '\\') {
            bool is_name = is_format && !is_raw && next == 'N' && at + 2 < end && at[2] == '{';
            const char *close = is_name ? memchr(at, '}', (size_t)(end - at)) : NULL;
            if (is_name && !close) return NULL;
            at = is_name ? close + 1 : at + (is_format && (next == '{' || next == '}') ? 1 : 2);
        } else if (is_format && *at == '{' && next != '{') {
            at = skip_field(at + 1, end, quotes, is_raw, depth);
        } else at += is_format && *at == '{' ? 2 : 1;
    }
    return NULL;
}

const char *format_string_end(const char *at, const char *end, char quote, int quote_count, bool is_raw) {
    return skip_text(at, end, (Quotes){quote, quote_count}, is_raw, true, 0);
}

const char *format_expression_end(const char *at, const char *end) { return skip_expression(at, end, 0); }
