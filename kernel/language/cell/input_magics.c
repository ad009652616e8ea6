/* %magic, !command, name? and the other escapes.
 *
 * One at a time: the tokens after such a thing are not to be trusted, so that after each change the cell is
 * read again, until nothing is left to change. Of several in a cell the first in the text comes first. */
#include "kernel/language/cell/input_state.h"
#include "kernel/language/report/string_repr.h"

#include <string.h>

enum { MAXIMUM_CHANGES = 500 };

typedef enum EscapeKind {
    ESCAPE_NONE,
    ESCAPE_HELP_END,
    ESCAPE_MAGIC_ASSIGN,
    ESCAPE_SYSTEM_ASSIGN,
    ESCAPE_COMMAND
} EscapeKind;

typedef struct Escape {
    EscapeKind kind;
    size_t line, column;
    size_t last_line; /* ESCAPE_HELP_END: where the question mark stands */
} Escape;

typedef struct TextSpan {
    const char *text;
    size_t length;
} TextSpan;

static bool is_blank(char character) { return character == ' ' || (character >= '\t' && character <= '\r'); }

static TextSpan span_trim_end(TextSpan span) {
    while (span.length && is_blank(span.text[span.length - 1])) span.length--;
    return span;
}

/* Up to the first space, and behind it. */
static TextSpan span_partition(TextSpan span, TextSpan *rest) {
    const char *space = span.length ? memchr(span.text, ' ', span.length) : NULL;
    if (!space) {
        *rest = (TextSpan){"", 0};
        return span;
    }
    size_t length = (size_t)(space - span.text);
    *rest = (TextSpan){space + 1, span.length - length - 1};
    return (TextSpan){span.text, length};
}

/* ---- finding ---- */

/* The first '=' outside brackets; the line's count when there is none. */
static size_t find_assignment(const CellTokenLine *line) {
    int level = 0;
    for (size_t i = 0; i < line->count; i++) {
        const CellToken *token = &line->items[i];
        if (level == 0 && cell_token_is(token, "=")) return i;
        if (token->length != 1 || !token->text[0]) continue;
        if (strchr("([{", token->text[0])) level++;
        else if (strchr(")]}", token->text[0]) && level > 0) level--;
    }
    return line->count;
}

static bool starts_with_equal(const CellLine *line) {
    size_t i = 0;
    while (i < line->length && is_blank(line->text[i])) i++;
    return i < line->length && line->text[i] == '=';
}

/* a = %magic, a = !command */
static bool find_assigned(const CellLines *lines, const CellTokenLine *line, Escape *found) {
    size_t at = find_assignment(line);
    if (at + 2 > line->count) return false;
    const CellToken *next = &line->items[at + 1];
    if (at + 2 < line->count && cell_token_is(next, "%") && line->items[at + 2].kind == CELL_NAME) {
        *found = (Escape){.kind = ESCAPE_MAGIC_ASSIGN, .line = next->line, .column = next->column};
        return true;
    }
    if (starts_with_equal(&lines->items[line->items[at].line])) return false;
    for (size_t i = at + 1; i < line->count && line->items[i].kind == CELL_ERROR; i++) {
        next = &line->items[i];
        if (cell_token_is(next, "!")) {
            *found = (Escape){.kind = ESCAPE_SYSTEM_ASSIGN, .line = next->line, .column = next->column};
            return true;
        }
        if (!is_blank(next->text[0])) break;
    }
    return false;
}

static const CellToken *first_token(const CellTokenLine *line) {
    size_t i = 0;
    while (i < line->count && (line->items[i].kind == CELL_INDENT || line->items[i].kind == CELL_DEDENT)) i++;
    return i < line->count ? &line->items[i] : NULL;
}

static bool find_command(const CellTokenLine *line, Escape *found) {
    const CellToken *first = first_token(line);
    if (!first || first->length != 1 || !strchr("!?%,;/", first->text[0])) return false;
    *found = (Escape){.kind = ESCAPE_COMMAND, .line = first->line, .column = first->column};
    return true;
}

static bool find_help(const CellTokenLine *line, Escape *found) {
    if (line->count <= 2 || !cell_token_is(&line->items[line->count - 2], "?")) return false;
    const CellToken *first = first_token(line);
    if (!first) return false;
    *found = (Escape){.kind = ESCAPE_HELP_END,
                      .line = first->line,
                      .column = first->column,
                      .last_line = line->items[line->count - 2].line};
    return true;
}

static bool is_before(const Escape *left, const Escape *right) {
    if (left->line != right->line) return left->line < right->line;
    if (left->column != right->column) return left->column < right->column;
    return left->kind < right->kind;
}

/* The first of each kind, the earliest first. Returns how many. */
static size_t find_escapes(const CellLines *lines, const CellTokens *tokens, Escape found[4]) {
    Escape one;
    bool has[ESCAPE_COMMAND + 1] = {0};
    size_t count = 0;
    for (size_t i = 0; i < tokens->count; i++) {
        const CellTokenLine *line = &tokens->lines[i];
        for (int finder = 0; finder < 3; finder++) {
            bool good = finder == 0   ? find_assigned(lines, line, &one)
                        : finder == 1 ? find_command(line, &one)
                                      : find_help(line, &one);
            if (!good || has[one.kind]) continue;
            has[one.kind] = true;
            size_t at = count++;
            for (; at > 0 && is_before(&one, &found[at - 1]); at--) found[at] = found[at - 1];
            found[at] = one;
        }
    }
    return count;
}

/* ---- writing ---- */

static void append_call(TextBuffer *out, const char *method, TextSpan one, const TextSpan *two) {
    text_append_format(out, "get_ipython().%s(", method);
    text_append_string_repr(out, one.text, one.length);
    if (two) {
        text_append(out, ", ");
        text_append_string_repr(out, two->text, two->length);
    }
    text_append_char(out, ')');
}

static void append_help(TextBuffer *out, TextSpan target, bool detailed) {
    const char *method = detailed ? "pinfo2" : memchr(target.text, '*', target.length) ? "psearch" : "pinfo";
    append_call(out, "run_line_magic", (TextSpan){method, strlen(method)}, &target);
}

static void append_line_magic(TextBuffer *out, TextSpan content) {
    TextSpan rest, name = span_partition(content, &rest);
    append_call(out, "run_line_magic", name, &rest);
}

/* The words of `span` with `separator` between them. */
static void append_words(TextBuffer *out, TextSpan span, const char *separator) {
    bool any = false;
    for (size_t i = 0; i < span.length;) {
        while (i < span.length && is_blank(span.text[i])) i++;
        size_t start = i;
        while (i < span.length && !is_blank(span.text[i])) i++;
        if (i == start) break;
        if (any) text_append(out, separator);
        text_append_bytes(out, span.text + start, i - start);
        any = true;
    }
}

/* ,f a b -> f("a", "b")    ;f a b -> f("a b")    /f a b -> f(a, b) */
static bool append_quoted_call(TextBuffer *out, char escape, TextSpan content) {
    TextSpan rest, name = span_partition(content, &rest);
    if (escape == '/' && !name.length) return false;
    text_append_bytes(out, name.text, name.length);
    text_append(out, escape == '/' ? "(" : "(\"");
    if (escape == ';') text_append_bytes(out, rest.text, rest.length);
    else append_words(out, rest, escape == ',' ? "\", \"" : ", ");
    text_append(out, escape == '/' ? ")" : "\")");
    return true;
}

/* `line` starts with one of !?%,;/ */
static bool append_command(TextBuffer *out, TextSpan line) {
    char escape = line.text[0];
    bool twice = line.length > 1 && line.text[1] == escape && (escape == '!' || escape == '?');
    TextSpan content = {line.text + 1 + twice, line.length - 1 - twice};
    switch (escape) {
    case '!': append_call(out, twice ? "getoutput" : "system", content, NULL); return true;
    case '%': append_line_magic(out, content); return true;
    case '?':
        if (!content.length) text_append(out, "get_ipython().show_usage()");
        else append_help(out, content, twice);
        return true;
    default: return append_quoted_call(out, escape, content);
    }
}

static bool is_name_byte(char character) {
    unsigned char byte = (unsigned char)character;
    return byte == '_' || byte == '*' || byte >= 0x80 || (byte >= '0' && byte <= '9') ||
           ((byte | 32) >= 'a' && (byte | 32) <= 'z');
}

static bool is_digit(char character) { return character >= '0' && character <= '9'; }

/* A name that does not begin with a digit; returns its end, or `at` when there is none. */
static const char *skip_name(const char *at, const char *end) {
    if (at < end && is_digit(*at)) return at;
    while (at < end && is_name_byte(*at)) at++;
    return at;
}

/* [%[%]]name, then .name and [number] in any number, up to `end` exactly. */
static bool is_help_target(const char *at, const char *end) {
    for (int i = 0; i < 2 && at < end && *at == '%'; i++) at++;
    const char *next = skip_name(at, end);
    if (next == at) return false;
    while (next < end) {
        at = next;
        if (*at == '.') {
            next = skip_name(at + 1, end);
            if (next == at + 1) return false;
        } else if (*at == '[') {
            const char *digits = at + 1 + (at + 1 < end && at[1] == '-');
            next = digits;
            while (next < end && is_digit(*next)) next++;
            if (next == digits || next == end || *next++ != ']') return false;
        } else {
            return false;
        }
    }
    return true;
}

/* `content` ends in name? or name??. False when it is no name that the question is about. */
static bool append_help_end(TextBuffer *out, TextSpan content) {
    if (content.length && content.text[content.length - 1] == '\n') content.length--;
    for (int marks = 2; marks >= 1; marks--) {
        if (content.length <= (size_t)marks) continue;
        const char *end = content.text + content.length - marks;
        if (end[0] != '?' || end[marks - 1] != '?') continue;
        for (const char *at = content.text; at < end; at++) {
            if (!is_help_target(at, end)) continue;
            append_help(out, (TextSpan){at, (size_t)(end - at)}, marks == 2);
            return true;
        }
    }
    return false;
}

/* ---- replacing ---- */

static bool continues(const CellLine *line) {
    return line->length >= 2 && !memcmp(line->text + line->length - 2, "\\\n", 2);
}

/* The text from the escape on, with lines that a backslash continues joined; *last is the last line. */
static TextSpan assemble(Arena *arena, const CellLines *lines, const Escape *escape, size_t *last) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    size_t at = escape->line;
    for (;; at++) {
        CellLine line = lines->items[at];
        size_t column = at == escape->line ? escape->column : 0;
        TextSpan part = span_trim_end((TextSpan){line.text + column, line.length - column});
        bool more = continues(&line) && at + 1 < lines->count;
        if (more || continues(&line)) part.length -= part.length > 0;
        text_append_bytes(&text, part.text, part.length);
        if (!more) break;
        text_append_char(&text, ' ');
    }
    *last = at;
    char *copy = text.failed ? NULL : arena_copy(arena, text_string(&text), text.length);
    TextSpan result = {copy, text.length};
    text_release(&text);
    return result;
}

/* The text from the escape to the end of the line of the question mark. */
static TextSpan take_lines(Arena *arena, const CellLines *lines, const Escape *escape) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (size_t i = escape->line; i <= escape->last_line; i++) {
        size_t column = i == escape->line ? escape->column : 0;
        text_append_bytes(&text, lines->items[i].text + column, lines->items[i].length - column);
    }
    char *copy = text.failed ? NULL : arena_copy(arena, text_string(&text), text.length);
    TextSpan result = {copy, text.length};
    text_release(&text);
    return result;
}

/* Put `text` for the lines from `first` to `last`. */
static bool replace_lines(Arena *arena, CellLines *lines, size_t first, size_t last, const TextBuffer *text) {
    char *copy = text->failed ? NULL : arena_copy(arena, text_string(text), text->length);
    if (!copy) return false;
    lines->items[first] = (CellLine){copy, text->length};
    memmove(&lines->items[first + 1], &lines->items[last + 1],
            (lines->count - last - 1) * sizeof *lines->items);
    lines->count -= last - first;
    return true;
}

/* *changed: the escape was one. False: no memory. */
static bool transform_escape(Arena *arena, CellLines *lines, const Escape *escape, bool *changed) {
    size_t last = escape->last_line;
    TextSpan content = escape->kind == ESCAPE_HELP_END ? take_lines(arena, lines, escape)
                                                       : assemble(arena, lines, escape, &last);
    if (!content.text) return false;
    TextBuffer out = TEXT_BUFFER_EMPTY;
    TextSpan inner = {content.text + 1, content.length - (content.length > 0)};
    text_append_bytes(&out, lines->items[escape->line].text, escape->column);
    *changed = true;
    switch (escape->kind) {
    case ESCAPE_HELP_END: *changed = append_help_end(&out, content); break;
    case ESCAPE_MAGIC_ASSIGN: append_line_magic(&out, inner); break;
    case ESCAPE_SYSTEM_ASSIGN: append_call(&out, "getoutput", inner, NULL); break;
    case ESCAPE_COMMAND: *changed = append_command(&out, content); break;
    case ESCAPE_NONE: break;
    }
    text_append_char(&out, '\n');
    bool good = !*changed || replace_lines(arena, lines, escape->line, last, &out);
    text_release(&out);
    return good;
}

bool input_transform_magics(Arena *arena, CellLines *lines) {
    for (int i = 0; i < MAXIMUM_CHANGES; i++) {
        CellTokens tokens;
        Escape found[4];
        bool changed = false;
        if (!cell_tokenize(arena, lines, &tokens)) return false;
        if (tokens.is_misaligned) break; /* the parser will say so */
        size_t count = find_escapes(lines, &tokens, found);
        for (size_t j = 0; j < count && !changed; j++) {
            if (!transform_escape(arena, lines, &found[j], &changed)) return false;
        }
        if (!changed) break;
    }
    return true;
}

/* ---- %%magic ---- */

/* %%name? asks for help, which the escapes above see to. */
static bool asks_for_help(const CellLine *line) {
    const char *at = line->text + 2, *end = line->text + line->length;
    const char *start = at;
    while (at < end && *at != '*' && is_name_byte(*at)) at++;
    return at > start && at < end && *at == '?';
}

bool input_transform_cell_magic(Arena *arena, CellLines *lines) {
    CellLine *first = lines->items;
    if (!lines->count || first->length < 2 || memcmp(first->text, "%%", 2) || asks_for_help(first)) return true;
    TextSpan rest, name = span_partition(span_trim_end((TextSpan){first->text + 2, first->length - 2}), &rest);
    TextBuffer body = TEXT_BUFFER_EMPTY, out = TEXT_BUFFER_EMPTY;
    for (size_t i = 1; i < lines->count; i++)
        text_append_bytes(&body, lines->items[i].text, lines->items[i].length);
    text_append(&out, "get_ipython().run_cell_magic(");
    text_append_string_repr(&out, name.text, name.length);
    text_append(&out, ", ");
    text_append_string_repr(&out, rest.text, rest.length);
    text_append(&out, ", ");
    text_append_string_repr(&out, text_string(&body), body.length);
    text_append(&out, ")\n");
    bool good = !body.failed && replace_lines(arena, lines, 0, lines->count - 1, &out);
    text_release(&body);
    text_release(&out);
    return good;
}
