/* Which lines of a cell belong to what a frame runs: the program, or the text of the function. */
#include "kernel/language/report/traceback_pieces.h"

#include "base/memory.h"
#include "kernel/language/text/lexer.h"
#include "kernel/language/text/parser.h"

#include <string.h>

typedef struct Enclosing {
    int line;
    Piece found;
} Enclosing;

static bool find_function(Node *node, void *data) {
    Enclosing *enclosing = data;
    if (node->line && (node->line > enclosing->line || node->end_line < enclosing->line)) return true;
    if (node->kind == NODE_FUNCTION || node->kind == NODE_ASYNC_FUNCTION) enclosing->found = (Piece){node->line, node->end_line + 1};
    return ast_visit_children(node, find_function, data);
}

/* The innermost function around a line, else the whole text. */
static Piece enclosing_function(const Source *source, int line) {
    Enclosing enclosing = {line, {1, (int)source_line_count(source) + 1}};
    Arena arena = ARENA_EMPTY;
    AstContext context = {0};
    SyntaxFault fault = SYNTAX_FAULT_NONE;
    const char *text = source_contents(source);
    Node *tree = parse_source(&context, &arena, text, source->length, PARSE_MODULE, PARSE_TOP_LEVEL_AWAIT, &fault);
    if (tree) ast_visit_children(tree, find_function, &enclosing);
    arena_release(&arena);
    return enclosing.found;
}

/* The lexer at a line; NULL: no memory, no such line. *arena is for the caller to release. */
static Lexer *lexer_at(const Source *source, int line, Arena *arena) {
    size_t length, normal_length;
    const char *text = source_line(source, line, &length);
    SyntaxFault fault = SYNTAX_FAULT_NONE;
    Lexer *lexer = text ? memory_allocate(sizeof *lexer) : NULL;
    const char *normal = lexer ? lexer_normalise(arena, text, source->length - (size_t)(text - source->text), &normal_length, &fault) : NULL;
    if (normal) lexer_start(lexer, arena, normal, normal_length);
    else memory_release(lexer), lexer = NULL;
    return lexer;
}

/* The last line of a statement that is read from the middle: a bracket may close that was opened before. */
static int logical_line_end(const Source *source, int line) {
    Arena arena = ARENA_EMPTY;
    Lexer *lexer = lexer_at(source, line, &arena);
    int end = line;
    if (lexer) {
        Token token;
        do token = lexer_next(lexer);
        while (token.kind != TOKEN_NEWLINE && token.kind != TOKEN_END && token.kind != TOKEN_ERROR);
        end = line + (token.kind == TOKEN_ERROR ? lexer->line : token.line) - 1;
    }
    memory_release(lexer);
    arena_release(&arena);
    return end;
}

/* The column at which the body begins; -1: it stands in the line of its header. */
static int body_column(const Source *source, const Code *code) {
    Arena arena = ARENA_EMPTY;
    Lexer *lexer = lexer_at(source, code->first_line, &arena);
    int column = -1;
    bool started = false;
    while (lexer && column < 0) {
        Token token = lexer_next(lexer);
        if (token.kind == TOKEN_END || token.kind == TOKEN_ERROR || token.line > code->last_line - code->first_line + 1) break;
        if (token.kind == TOKEN_DEF || token.kind == TOKEN_CLASS) started = true;
        if (started && token.kind == TOKEN_INDENT) column = lexer_next(lexer).column;
    }
    memory_release(lexer);
    arena_release(&arena);
    return column;
}

/* Comments behind the body that are indented as it is are its own. */
static int with_comments(const Source *source, const Code *code) {
    int column = -1, end = code->last_line;
    size_t length;
    const char *text;
    for (int line = end + 1; (text = source_line(source, line, &length)); line++) {
        size_t blank = strspn(text, " \t\f");
        if (blank >= length) continue;
        if (text[blank] != '#') break;
        if (column < 0) column = body_column(source, code);
        if (column < 0) break;
        if ((int)blank >= column) end = line;
    }
    return end;
}

Piece traceback_block(const Code *code, const Source *source, int line) {
    const char *name = code->name->bytes;
    if (!strcmp(name, "<module>")) return (Piece){1, (int)source_line_count(source) + 1};
    if (!strcmp(name, "<lambda>")) return (Piece){code->first_line, logical_line_end(source, code->first_line) + 1};
    if (*name == '<') return enclosing_function(source, line);
    return (Piece){code->first_line, with_comments(source, code) + 1};
}
