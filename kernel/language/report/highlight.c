#include "kernel/language/report/highlight.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static const char *const keywords[] = {
    "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except", "finally", "for",
    "from", "global", "if", "import", "lambda", "nonlocal", "pass", "raise", "return", "try", "while", "with", "yield",
    "None", "True", "False", NULL,
};
static const char *const word_operators[] = {"and", "or", "not", "in", "is", NULL};
static const char *const known_functions[] = {
    "abs", "all", "any", "bool", "bytes", "callable", "chr", "classmethod", "cls", "complex", "dict", "dir", "divmod",
    "enumerate", "eval", "exec", "filter", "float", "format", "frozenset", "getattr", "globals", "hasattr", "hash", "hex",
    "id", "input", "int", "isinstance", "issubclass", "iter", "len", "list", "locals", "map", "max", "min", "next",
    "object", "open", "ord", "pow", "print", "property", "range", "repr", "reversed", "round", "self", "set", "setattr",
    "slice", "sorted", "staticmethod", "str", "sum", "super", "tuple", "type", "vars", "zip", NULL,
};

static bool is_in(const char *const *words, const char *text, size_t length) {
    for (size_t i = 0; words[i]; i++)
        if (strlen(words[i]) == length && !strncmp(words[i], text, length)) return true;
    return false;
}

static bool is_word(char character) { return isalnum((unsigned char)character) || character == '_' || (character & 0x80); }

static bool ends_with(const char *text, size_t length, const char *ending) {
    size_t size = strlen(ending);
    return length > size && !strncmp(text + length - size, ending, size);
}

/* Where the token at `at` ends, and the colour codes around it (NULL: none). */
static size_t next_token(HighlightState *state, const char *line, size_t length, size_t at, const char **on, const char **off) {
    *on = NULL;
    *off = "\033[39m";
    char first = line[at];
    if (state->quote) {
        *on = "\033[33m";
        for (size_t i = at; i < length; i++)
            if (line[i] == '\\') i++;
            else if (line[i] == state->quote && i + 2 < length && line[i + 1] == line[i] && line[i + 2] == line[i]) {
                state->quote = 0;
                return i + 3;
            }
        return length;
    }
    if (first == '#') {
        *on = "\033[38;5;66;03m";
        *off = "\033[39;00m";
        return length;
    }
    if (first == '"' || first == '\'') {
        *on = "\033[33m";
        bool triple = at + 2 < length && line[at + 1] == first && line[at + 2] == first;
        for (size_t i = at + (triple ? 3 : 1); i < length; i++) {
            if (line[i] == '\\') i++;
            else if (line[i] == first && !triple) return i + 1;
            else if (line[i] == first && i + 2 < length && line[i + 1] == first && line[i + 2] == first) return i + 3;
        }
        if (triple) state->quote = first;
        return length;
    }
    size_t end = at + 1;
    if (isdigit((unsigned char)first)) {
        *on = "\033[32m";
        while (end < length && (is_word(line[end]) || line[end] == '.')) end++;
        return end;
    }
    if (!is_word(first)) return end;
    while (end < length && is_word(line[end])) end++;
    const char *word = line + at;
    size_t size = end - at;
    if (is_in(keywords, word, size)) *on = "\033[38;5;28;01m", *off = "\033[39;00m";
    else if (is_in(word_operators, word, size)) *on = "\033[38;5;129;01m", *off = "\033[39;00m";
    else if (is_in(known_functions, word, size)) *on = "\033[38;5;28m";
    else if (isupper((unsigned char)*word) && (ends_with(word, size, "Error") || ends_with(word, size, "Exception") ||
                                               ends_with(word, size, "Warning") || (size == 9 && !strncmp(word, "Exception", 9))))
        *on = "\033[38;5;167;01m", *off = "\033[39;00m";
    return end;
}

void highlight_line(HighlightState *state, const char *line, size_t length, size_t from, size_t mark_from, size_t mark_to,
                    TextBuffer *out) {
    for (size_t at = from; at < length;) {
        const char *on, *off;
        size_t end = next_token(state, line, length, at, &on, &off);
        while (at < end) {
            bool marked = at >= mark_from && at < mark_to;
            size_t stop = end;
            if (marked && mark_to < stop) stop = mark_to;
            if (!marked && mark_from > at && mark_from < stop) stop = mark_from;
            if (marked) text_append_format(out, "\033[30;43m%.*s\033[39;49m", (int)(stop - at), line + at);
            else if (on) text_append_format(out, "%s%.*s%s", on, (int)(stop - at), line + at, off);
            else text_append_bytes(out, line + at, stop - at);
            at = stop;
        }
    }
}
