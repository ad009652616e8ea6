/* Is a cell ready to run, does it want more, or is it wrong? As IPython decides. */
#include "kernel/language/cell/is_complete.h"
#include "kernel/language/cell/input_state.h"
#include "kernel/language/text/parser.h"
#include "kernel/language/compile/scopes.h"
#include "kernel/language/session/session.h"

#include "base/text_buffer.h"

#include <string.h>

/* Blanks at the start of the last line, a tab as four. */
static int last_indent(const CellLines *lines) {
    const CellLine *line = &lines->items[lines->count - 1];
    int width = 0;
    for (size_t i = 0; i < line->length && (line->text[i] == ' ' || line->text[i] == '\t'); i++) {
        width += line->text[i] == '\t' ? 4 : 1;
    }
    return width;
}

static Completeness incomplete(int indent, int *result) {
    *result = indent;
    return CELL_INCOMPLETE;
}

static bool ends_with_newline(const char *source, size_t length) {
    while (length && (source[length - 1] == ' ' || source[length - 1] == '\t' || source[length - 1] == '\r'))
        length--;
    return length && source[length - 1] == '\n';
}

/* Does the last line that is not blank end in a backslash? */
static bool ends_in_backslash(const CellLines *lines) {
    for (size_t i = lines->count; i-- > 0;) {
        CellLine line = lines->items[i];
        if (cell_line_is_blank(&line)) continue;
        while (line.length && line.text[line.length - 1] == '\n') line.length--;
        return line.length && line.text[line.length - 1] == '\\';
    }
    return false;
}

static bool closes_too_much(const CellTokenLine *line) {
    int level = 0;
    for (size_t i = 0; i < line->count; i++) {
        const CellToken *token = &line->items[i];
        if (token->kind != CELL_OPERATOR || token->length != 1) continue;
        if (strchr("([{", token->text[0])) level++;
        else if (strchr(")]}", token->text[0]) && --level < 0) return true;
    }
    return false;
}

static bool is_comment_only(const CellLines *lines) {
    for (size_t i = 0; i < lines->count; i++) {
        const CellLine *line = &lines->items[i];
        if (cell_line_is_blank(line)) continue;
        size_t at = 0;
        while (line->text[at] == ' ' || line->text[at] == '\t' || line->text[at] == '\f') at++;
        if (line->text[at] != '#') return false;
    }
    return true;
}

/* What the parser itself says of the transformed cell. */
static Completeness judge(Arena *arena, const CellLines *lines) {
    size_t length;
    AstContext context;
    SyntaxFault fault;
    if (is_comment_only(lines)) return CELL_COMPLETE;
    const char *source = cell_lines_join(arena, lines, &length);
    if (!source) return CELL_INVALID;
    Node *tree = parse_source(&context, arena, source, length, PARSE_MODULE, PARSE_TOP_LEVEL_AWAIT, &fault);
    if (!tree) return fault.at_end ? CELL_INCOMPLETE : CELL_INVALID;
    bool good =
        scopes_build(&context, tree, &fault) && syntax_check(&context, tree, PARSE_TOP_LEVEL_AWAIT, &fault);
    return good ? CELL_COMPLETE : CELL_INVALID;
}

static bool is_final_line(const CellTokenLine *line) {
    for (size_t i = 0; i < line->count; i++) {
        if (line->items[i].kind != CELL_DEDENT && line->items[i].kind != CELL_END) return false;
    }
    return line->count && line->items[line->count - 1].kind == CELL_END;
}

/* The cell's tokens look right so far: what of the last line, and of the whole? */
static Completeness check_tokens(Arena *arena, const CellLines *lines, CellTokens *tokens, bool newline,
                                 int *indent) {
    if (lines->count == 1 && tokens->count && closes_too_much(&tokens->lines[0])) return CELL_INVALID;
    if (!tokens->count) return incomplete(last_indent(lines), indent);
    const CellTokenLine *open = &tokens->lines[tokens->count - 1];
    if (tokens->is_open && open->items[open->count - 1].kind != CELL_ERROR) {
        return incomplete(last_indent(lines), indent);
    }
    bool dedents = false;
    CellTokenLine *last = &tokens->lines[tokens->count - 1];
    if (is_final_line(last) && tokens->count > 1) {
        dedents = last->items[0].kind == CELL_DEDENT;
        last = &tokens->lines[--tokens->count - 1];
    }
    while (last->count) {
        CellTokenKind kind = last->items[last->count - 1].kind;
        if (kind != CELL_NEWLINE && kind != CELL_COMMENT && kind != CELL_END) break;
        last->count--;
    }
    if (!last->count) return incomplete(last_indent(lines), indent);
    if (cell_token_is(&last->items[last->count - 1], ":")) {
        size_t at = 0;
        while (last->items[at].kind == CELL_INDENT || last->items[at].kind == CELL_DEDENT) at++;
        return incomplete((int)last->items[at].column + 4, indent);
    }
    Completeness result = judge(arena, lines);
    if (result == CELL_INCOMPLETE) return incomplete(last_indent(lines), indent);
    if (result == CELL_COMPLETE && dedents && !newline) return incomplete(last_indent(lines), indent);
    return result;
}

static Completeness check(Arena *arena, CellLines *lines, bool newline, int *indent) {
    CellTokens tokens;
    if (!lines->count) return CELL_COMPLETE;
    if (ends_in_backslash(lines)) return incomplete(last_indent(lines), indent);
    if (!input_clean(arena, lines)) return CELL_INVALID;
    if (!lines->count) return CELL_COMPLETE;
    if (lines->items[0].length >= 2 && !memcmp(lines->items[0].text, "%%", 2)) {
        if (cell_line_is_blank(&lines->items[lines->count - 1])) return CELL_COMPLETE;
        return incomplete(last_indent(lines), indent);
    }
    if (!input_transform_magics(arena, lines) || !cell_tokenize(arena, lines, &tokens)) return CELL_INVALID;
    if (tokens.is_misaligned) return CELL_INVALID;
    return check_tokens(arena, lines, &tokens, newline, indent);
}

Completeness check_complete(const char *source, size_t length, int *indent) {
    Arena arena = ARENA_EMPTY;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    CellLines lines;
    bool newline = ends_with_newline(source, length);
    *indent = 0;
    text_append_bytes(&text, source, length);
    if (!newline) text_append_char(&text, '\n');
    Completeness result = CELL_INVALID;
    if (!text.failed && cell_split(&arena, text_string(&text), text.length, &lines)) {
        result = check(&arena, &lines, newline, indent);
    }
    text_release(&text);
    arena_release(&arena);
    return result;
}

Completeness session_check_complete(const char *source, size_t length, int *indent) {
    return check_complete(source, length, indent);
}
