#include "kernel/language/cell/cell_tokens.h"

#include <string.h>

enum { MAXIMUM_INDENTS = 100, TAB_SIZE = 8 };

typedef struct Reader {
    Arena *arena;
    const CellLines *lines;
    CellTokens *tokens;
    size_t token_capacity, line_capacity;
    size_t line, indents[MAXIMUM_INDENTS], indent_count;
    int level; /* open brackets; below 0 after too many closing ones, which counts as unfinished */
    int group; /* the same, but never below 0: a token line ends outside brackets */
    bool continued, failed;
    char quote; /* of the string that goes on in the next line; 0: none */
    bool triple;
    CellToken string; /* as much as is known of that string */
} Reader;

bool cell_token_is(const CellToken *token, const char *text) {
    return token->length == strlen(text) && !memcmp(token->text, text, token->length);
}

bool cell_split(Arena *arena, const char *text, size_t length, CellLines *lines) {
    size_t count = 1;
    for (size_t i = 0; i < length; i++) count += text[i] == '\n' || text[i] == '\r';
    *lines = (CellLines){.items = arena_allocate(arena, count * sizeof *lines->items)};
    if (!lines->items) return false;
    for (size_t start = 0; start < length;) {
        size_t end = start;
        while (end < length && text[end] != '\n' && text[end] != '\r') end++;
        if (end < length) end += text[end] == '\r' && end + 1 < length && text[end + 1] == '\n' ? 2 : 1;
        lines->items[lines->count++] = (CellLine){text + start, end - start};
        start = end;
    }
    return true;
}

/* ---- collecting ---- */

static bool open_line(Reader *reader) {
    CellTokens *tokens = reader->tokens;
    if (tokens->count == reader->line_capacity) {
        size_t capacity = reader->line_capacity ? reader->line_capacity * 2 : 16;
        CellTokenLine *lines = arena_allocate(reader->arena, capacity * sizeof *lines);
        if (!lines) return false;
        if (tokens->count) memcpy(lines, tokens->lines, tokens->count * sizeof *lines);
        tokens->lines = lines;
        reader->line_capacity = capacity;
    }
    tokens->lines[tokens->count++] = (CellTokenLine){0};
    reader->token_capacity = 0;
    return true;
}

static void add(Reader *reader, CellTokenKind kind, size_t column, const char *text, size_t length) {
    CellTokenLine *line = &reader->tokens->lines[reader->tokens->count - 1];
    if (line->count == reader->token_capacity) {
        size_t capacity = reader->token_capacity ? reader->token_capacity * 2 : 8;
        CellToken *items = arena_allocate(reader->arena, capacity * sizeof *items);
        if (!items) {
            reader->failed = true;
            return;
        }
        if (line->count) memcpy(items, line->items, line->count * sizeof *items);
        line->items = items;
        reader->token_capacity = capacity;
    }
    line->items[line->count++] =
        (CellToken){.kind = kind, .line = reader->line, .column = column, .text = text, .length = length};
    if (kind == CELL_NEWLINE || (kind == CELL_BREAK && reader->group == 0))
        reader->failed |= !open_line(reader);
}

/* ---- characters ---- */

static bool is_word(char character) {
    unsigned char byte = (unsigned char)character;
    return byte == '_' || byte >= 0x80 || (byte >= '0' && byte <= '9') ||
           ((byte | 32) >= 'a' && (byte | 32) <= 'z');
}

static bool is_digit(char character) { return character >= '0' && character <= '9'; }

static bool is_line_end(char character) { return character == '\n' || character == '\r'; }

/* ---- strings ---- */

/* The end of the string whose contents begin at `at`; NULL when it is not in this line. */
static const char *find_quote(const char *at, const char *end, char quote, bool triple) {
    for (; at < end; at++) {
        if (*at == '\\') at++;
        else if (*at == quote && !triple) return at + 1;
        else if (*at == quote && end - at >= 3 && at[1] == quote && at[2] == quote) return at + 3;
    }
    return NULL;
}

/* Does the line's text end in a backslash (before its line end)? */
static bool ends_in_backslash(const char *at, const char *end) {
    while (end > at && is_line_end(end[-1])) end--;
    return end > at && end[-1] == '\\';
}

/* A string literal at `start` with its quote at `quote`. Returns where to go on; NULL at an unterminated one.
 */
static const char *read_string(Reader *reader, const char *line, const char *start, const char *quote,
                               const char *end) {
    bool triple = end - quote >= 3 && quote[1] == *quote && quote[2] == *quote;
    const char *close = find_quote(quote + (triple ? 3 : 1), end, *quote, triple);
    size_t column = (size_t)(start - line);
    if (close) {
        add(reader, CELL_STRING, column, start, (size_t)(close - start));
        return close;
    }
    if (triple || ends_in_backslash(quote, end)) {
        reader->string =
            (CellToken){.line = reader->line, .column = column, .text = start, .length = (size_t)(end - start)};
        reader->quote = *quote;
        reader->triple = triple;
        return end;
    }
    return NULL;
}

/* The line inside a string that began before. Returns where the string ends, or the line's end. */
static const char *continue_string(Reader *reader, const char *line, const char *end) {
    const char *close = find_quote(line, end, reader->quote, reader->triple);
    if (close) {
        size_t line_number = reader->line;
        reader->quote = 0;
        reader->line = reader->string.line;
        add(reader, CELL_STRING, reader->string.column, reader->string.text, reader->string.length);
        reader->line = line_number;
        return close;
    }
    if (!reader->triple && !ends_in_backslash(line, end)) {
        add(reader, CELL_ERROR, 0, line, (size_t)(end - line));
        reader->quote = 0;
    }
    return end;
}

/* Letters that may stand before a quote; NULL when what stands at `at` is no string. */
static const char *find_opening(const char *at, const char *end) {
    for (int letters = 0; at < end && letters < 3; at++, letters++) {
        if (*at == '"' || *at == '\'') return at;
        if (!strchr("bBrRuUfF", *at)) return NULL;
    }
    return NULL;
}

/* ---- the other tokens ---- */

static const char *skip_number(const char *at, const char *end) {
    const char *start = at;
    while (at < end && (is_word(*at) || *at == '.')) {
        bool exponent = (*at | 32) == 'e' && !(start[0] == '0' && at > start && (start[1] | 32) == 'x');
        at++;
        if (exponent && at < end && (*at == '+' || *at == '-') && at + 1 < end && is_digit(at[1])) at++;
    }
    return at;
}

static size_t operator_length(const char *at, const char *end) {
    static const char *const LONG[] = {
        "**=", "//=", ">>=", "<<=", "...", "!=", "==", "<=", ">=", "->", "+=", "-=", "*=",
        "/=",  "%=",  "&=",  "|=",  "^=",  "@=", "**", "//", "<<", ">>", ":=", "<>"};
    for (size_t i = 0; i < sizeof LONG / sizeof *LONG; i++) {
        size_t length = strlen(LONG[i]);
        if ((size_t)(end - at) >= length && !memcmp(at, LONG[i], length)) return length;
    }
    return strchr("()[]{}:,;+-*/|&<>=.%~^@", *at) ? 1 : 0;
}

/* One token at `at`, which is no blank. Returns where to go on. */
static const char *read_token(Reader *reader, const char *line, const char *at, const char *end) {
    size_t column = (size_t)(at - line), length;
    const char *opening = find_opening(at, end);
    if (opening) {
        const char *next = read_string(reader, line, at, opening, end);
        if (next) return next;
        if (opening == at) {
            add(reader, CELL_ERROR, column, at, 1);
            return at + 1;
        }
    }
    if (is_line_end(*at)) {
        add(reader, reader->level > 0 ? CELL_BREAK : CELL_NEWLINE, column, at, (size_t)(end - at));
        return end;
    }
    if (*at == '#') {
        const char *comment_end = end;
        while (comment_end > at && is_line_end(comment_end[-1])) comment_end--;
        add(reader, CELL_COMMENT, column, at, (size_t)(comment_end - at));
        return comment_end;
    }
    if (*at == '\\' && at + 1 < end && is_line_end(at[1])) {
        reader->continued = true;
        return end;
    }
    if (is_digit(*at) || (*at == '.' && at + 1 < end && is_digit(at[1]))) {
        length = (size_t)(skip_number(at, end) - at);
        add(reader, CELL_NUMBER, column, at, length);
        return at + length;
    }
    if (is_word(*at)) {
        const char *next = at;
        while (next < end && is_word(*next)) next++;
        add(reader, CELL_NAME, column, at, (size_t)(next - at));
        return next;
    }
    length = operator_length(at, end);
    if (!length) {
        add(reader, CELL_ERROR, column, at, 1);
        return at + 1;
    }
    if (strchr("([{", *at)) {
        reader->level++;
        reader->group++;
    } else if (strchr(")]}", *at)) {
        reader->level--;
        reader->group -= reader->group > 0;
    }
    add(reader, CELL_OPERATOR, column, at, length);
    return at + length;
}

/* Blanks before a character that is no Python count as a token each. */
static const char *skip_blanks(Reader *reader, const char *line, const char *at, const char *end) {
    const char *next = at;
    while (next < end && (*next == ' ' || *next == '\t' || *next == '\f')) next++;
    if (next == end) return end;
    bool unknown = *next == '!' ? !(next + 1 < end && next[1] == '=') : *next == '?' || *next == '$';
    if (!unknown) return next;
    for (; at < next; at++) add(reader, CELL_ERROR, (size_t)(at - line), at, 1);
    return next;
}

/* ---- indentation ---- */

/* False: the line is blank or a comment, and done. */
static bool read_indentation(Reader *reader, const char *line, const char *end, const char **at) {
    size_t column = 0;
    const char *scan = line;
    for (; scan < end; scan++) {
        if (*scan == ' ') column++;
        else if (*scan == '\t') column = (column / TAB_SIZE + 1) * TAB_SIZE;
        else if (*scan == '\f') column = 0;
        else break;
    }
    *at = scan;
    if (scan == end) return false;
    if (*scan == '#' || is_line_end(*scan)) {
        if (*scan == '#') scan = read_token(reader, line, scan, end);
        add(reader, CELL_BREAK, (size_t)(scan - line), scan, (size_t)(end - scan));
        return false;
    }
    if (column > reader->indents[reader->indent_count]) {
        if (reader->indent_count + 1 < MAXIMUM_INDENTS) reader->indents[++reader->indent_count] = column;
        add(reader, CELL_INDENT, 0, line, (size_t)(scan - line));
    }
    while (column < reader->indents[reader->indent_count]) {
        reader->indent_count--;
        if (column > reader->indents[reader->indent_count]) {
            reader->tokens->is_misaligned = true;
            return false;
        }
        add(reader, CELL_DEDENT, (size_t)(scan - line), scan, 0);
    }
    return true;
}

static void read_line(Reader *reader, const CellLine *line) {
    const char *at = line->text, *end = line->text + line->length;
    if (reader->quote) {
        at = continue_string(reader, at, end);
    } else if (!reader->level && !reader->continued) {
        if (!read_indentation(reader, line->text, end, &at)) return;
    }
    reader->continued = false;
    while (at < end && !reader->quote && !reader->failed) {
        const char *next = skip_blanks(reader, line->text, at, end);
        at = next < end ? read_token(reader, line->text, next, end) : end;
    }
}

bool cell_tokenize(Arena *arena, const CellLines *lines, CellTokens *tokens) {
    *tokens = (CellTokens){0};
    Reader reader = {.arena = arena, .lines = lines, .tokens = tokens};
    if (!open_line(&reader)) return false;
    for (; reader.line < lines->count && !reader.failed && !tokens->is_misaligned; reader.line++) {
        read_line(&reader, &lines->items[reader.line]);
    }
    tokens->is_open = reader.quote || reader.level || reader.continued;
    if (!tokens->is_open) {
        const char *nothing = "";
        CellTokenLine *last = &tokens->lines[tokens->count - 1];
        if (last->count && last->items[last->count - 1].kind != CELL_COMMENT)
            add(&reader, CELL_NEWLINE, 0, nothing, 0);
        for (; reader.indent_count; reader.indent_count--) add(&reader, CELL_DEDENT, 0, nothing, 0);
        add(&reader, CELL_END, 0, nothing, 0);
    }
    if (!tokens->lines[tokens->count - 1].count) tokens->count--;
    return !reader.failed;
}
