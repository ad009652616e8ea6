#include "kernel/language/text/parser_state.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <string.h>

/* ---- tokens ---- */

Token *parser_fetch(Parser *parser) {
    if (parser->failed) return &parser->fault_token;
    while (parser->fill <= parser->mark) {
        if (parser->fill == parser->capacity) {
            size_t capacity = parser->capacity ? parser->capacity * 2 : 256;
            Token **tokens = memory_resize(parser->tokens, capacity * sizeof *tokens);
            if (!tokens) {
                parser_no_memory(parser);
                return &parser->fault_token;
            }
            parser->tokens = tokens;
            parser->capacity = capacity;
        }
        Token *token = parser_allocate(parser, sizeof *token);
        if (!token) return &parser->fault_token;
        *token = lexer_next(parser->lexer);
        if (token->kind == TOKEN_ERROR) {
            parser->failed = true;
            *parser->fault = parser->lexer->fault;
            return &parser->fault_token;
        }
        if (parser->in_format_string && parser->lexer->line == parser->start_line) {
            if (token->column >= 0) token->column += parser->start_column;
            if (token->end_column >= 0) token->end_column += parser->start_column;
        }
        parser->tokens[parser->fill++] = token;
    }
    return parser->tokens[parser->mark];
}

bool parser_next_is(Parser *parser, TokenKind kind) {
    parser->mark++;
    bool result = parser_at(parser, kind);
    parser->mark--;
    return result;
}

Token *parser_expect_forced(Parser *parser, TokenKind kind) {
    if (parser->failed) return NULL;
    Token *token = parser_peek(parser);
    if (parser->failed) return NULL;
    if (token->kind != kind) return PARSER_RAISE_NODE(parser, token, "expected '%s'", token_text(kind));
    parser->mark++;
    return token;
}

bool parser_at_word(Parser *parser, const char *word) {
    Token *token = parser_peek(parser);
    return token->kind == TOKEN_NAME && token->length == strlen(word) &&
           !memcmp(token->start, word, token->length);
}

Token *parser_last_token(Parser *parser) {
    for (size_t at = parser->mark; at > 0; at--) {
        Token *token = parser->tokens[at - 1];
        switch (token->kind) {
        case TOKEN_END:
        case TOKEN_NEWLINE:
        case TOKEN_INDENT:
        case TOKEN_DEDENT: break;
        default: return token;
        }
    }
    return &parser->fault_token;
}

/* ---- nodes ---- */

void *parser_no_memory(Parser *parser) {
    if (!parser->fault->kind) *parser->fault = (SyntaxFault){.kind = "MemoryError", .message = ""};
    parser->failed = true;
    return NULL;
}

void *parser_allocate(Parser *parser, size_t size) {
    void *result = arena_allocate(parser->arena, size);
    return result ? result : parser_no_memory(parser);
}

Node *parser_give_up(Parser *parser) {
    if (!parser->remembers) parser->failed = true;
    return NULL;
}

void parser_resume(Parser *parser) {
    if (!parser->fault->kind) parser->failed = false;
}

bool parser_enter(Parser *parser) {
    if (parser->failed) return false;
    if (++parser->depth <= PARSER_MAX_DEPTH) return true;
    parser->depth--;
    parser_no_memory(parser);
    return false;
}

Node *parser_node(Parser *parser, NodeKind kind, const Token *first) {
    Node *node = ast_node(parser->context, kind);
    if (!node) return parser_no_memory(parser);
    node->line = first->line;
    node->column = first->column;
    return parser_finish(parser, node);
}

Node *parser_finish(Parser *parser, Node *node) {
    if (!node) return NULL;
    Token *last = parser_last_token(parser);
    node->end_line = last->end_line;
    node->end_column = last->end_column;
    return node;
}

bool parser_push(Parser *parser, NodeVector *vector, Node *node) {
    if (vector->count == vector->capacity) {
        size_t capacity = vector->capacity ? vector->capacity * 2 : 4;
        Node **items = parser_allocate(parser, capacity * sizeof *items);
        if (!items) return false;
        if (vector->count) memcpy(items, vector->items, vector->count * sizeof *items);
        vector->items = items;
        vector->capacity = capacity;
    }
    vector->items[vector->count++] = node;
    return true;
}

NodeList parser_list(const NodeVector *vector) { return (NodeList){vector->items, vector->count}; }

const Identifier *parser_identifier(Parser *parser, const Token *token) {
    const Identifier *identifier = ast_identifier(parser->context, token->start, token->length);
    if (!identifier) parser_no_memory(parser);
    return identifier;
}

/* ---- memory of results ---- */

bool parser_recall(Parser *parser, ParserRule rule, void **result) {
    if (!parser->remembers) return false;
    Token *token = parser_peek(parser);
    for (ParserMemo *memo = token->memo; memo; memo = memo->next) {
        if (memo->rule == rule) {
            if (memo->result) parser->mark = memo->end;
            *result = memo->result;
            return true;
        }
    }
    return false;
}

void *parser_remember(Parser *parser, ParserRule rule, size_t mark, void *result) {
    if (!parser->remembers || parser->failed || mark >= parser->fill) return result;
    ParserMemo *memo = parser_allocate(parser, sizeof *memo);
    if (!memo) return NULL;
    Token *token = parser->tokens[mark];
    *memo = (ParserMemo){.rule = rule, .end = parser->mark, .result = result, .next = token->memo};
    token->memo = memo;
    return result;
}

/* ---- faults ---- */

/* The start of a line of what the lexer reads, by the number that its tokens carry. */
static const char *find_line(Parser *parser, int line, const char **end) {
    const char *at = parser->lexer->source, *limit = parser->lexer->end;
    for (int i = parser->in_format_string ? parser->start_line : 1; i < line; i++) {
        const char *newline = memchr(at, '\n', (size_t)(limit - at));
        if (!newline || newline + 1 >= limit) break;
        at = newline + 1;
    }
    const char *newline = memchr(at, '\n', (size_t)(limit - at));
    *end = newline ? newline : limit;
    return at;
}

/* The line that CPython shows with the fault, on which both columns are counted. */
static const char *find_shown_line(Parser *parser, int line, const char **end) {
    Lexer *lexer = parser->lexer;
    if (lexer->line > line || lexer->line_end == lexer->buffer_start) return find_line(parser, line, end);
    *end = lexer->line_end;
    return lexer->buffer_start;
}

/* The offset for a column that counts bytes from 1; one that points past the line's end stands for the end. */
static int count_to(const char *line, const char *end, int column) {
    size_t width = (size_t)(end - line), wanted = (size_t)column;
    if (column <= 0) return column;
    return (int)utf8_count(line, wanted < width ? wanted : width) + (wanted > width);
}

/* Columns already count from 1 here. */
static void *raise_fault(Parser *parser, const char *kind, int line, int column, int end_line, int end_column,
                         const char *format, va_list arguments) {
    if (parser->failed) return NULL;
    parser->failed = true;
    bool counted = parser->in_format_string; /* CPython leaves these columns in bytes */
    if (counted) {
        column -= parser->start_column;
        end_column -= parser->start_column;
    }
    const char *shown_end, *shown = find_shown_line(parser, line, &shown_end);
    TextBuffer buffer = TEXT_BUFFER_EMPTY;
    if (parser->in_format_string) text_append(&buffer, "f-string: ");
    text_append_format_list(&buffer, format, arguments);
    int offset = counted ? column : count_to(shown, shown_end, column);
    int end_offset = counted ? end_column : count_to(shown, shown_end, end_column);
    syntax_fault_set(parser->fault, parser->arena, buffer.failed ? "MemoryError" : kind, line, offset, end_line, end_offset, "%s",
                     buffer.failed ? "" : text_string(&buffer));
    text_release(&buffer);
    parser->fault->text = arena_copy(parser->arena, shown, (size_t)(shown_end - shown));
    return NULL;
}

void *parser_raise_range(Parser *parser, int line, int column, int end_line, int end_column, const char *format,
                         ...) {
    if (end_line == PARSER_CURRENT_POSITION) {
        end_line = parser->lexer->line;
        end_column = (int)(parser->lexer->cursor - parser->lexer->line_start) - 1;
    }
    va_list arguments;
    va_start(arguments, format);
    raise_fault(parser, "SyntaxError", line, column + 1, end_line, end_column + 1, format, arguments);
    va_end(arguments);
    return NULL;
}

void *parser_raise(Parser *parser, const char *kind, const char *format, ...) {
    if (parser->failed) return NULL;
    Token *token = parser->fill ? parser->tokens[parser->fill - 1] : &parser->fault_token;
    Lexer *lexer = parser->lexer;
    int column = token->column + 1;
    if (token->column < 0) {
        column = lexer->cursor == lexer->source
                     ? 0
                     : (int)utf8_count(lexer->line_start, (size_t)(lexer->cursor - lexer->line_start));
    }
    va_list arguments;
    va_start(arguments, format);
    if (token->column < 0) {
        /* This column is counted already: keep it out of the conversion. */
        raise_fault(parser, kind, token->line, 0, token->end_line, 0, format, arguments);
        parser->fault->offset = column;
        parser->fault->end_offset = -1;
    } else {
        raise_fault(parser, kind, token->line, column, token->end_line, token->end_column + 1, format,
                    arguments);
    }
    va_end(arguments);
    return NULL;
}

/* ---- running ---- */

void parser_start(Parser *parser, AstContext *context, Lexer *lexer, unsigned flags, SyntaxFault *fault) {
    *parser = (Parser){.context = context,
                       .arena = context->arena,
                       .lexer = lexer,
                       .fault = fault,
                       .flags = flags,
                       .fault_token = {.kind = TOKEN_ERROR}};
}

void parser_stop(Parser *parser) {
    memory_release(parser->tokens);
    parser->tokens = NULL;
}

/* A fault of the lexer further on explains more than one of the parser: the rest may be a torn string. */
static void check_rest(Parser *parser) {
    Lexer *lexer = parser->lexer;
    if (lexer->failed || parser->in_format_string) return;
    int fault_line = parser->fill ? parser->tokens[parser->fill - 1]->line : 1;
    Token token;
    do {
        token = lexer_next(lexer);
    } while (token.kind != TOKEN_END && token.kind != TOKEN_ERROR);
    if (token.kind != TOKEN_ERROR) return;
    if (!lexer->fault_is_quiet) {
        *parser->fault = lexer->fault;
    } else if (lexer->level && fault_line > lexer->brackets[lexer->level - 1].line) {
        *parser->fault = SYNTAX_FAULT_NONE;
        lexer_report_unclosed(lexer, parser->fault);
    }
}

static void forget(Parser *parser) {
    for (size_t i = 0; i < parser->fill; i++) parser->tokens[i]->memo = NULL;
}

Node *parser_run(Parser *parser, Node *(*rule)(Parser *)) {
    Node *tree = rule(parser);
    if (tree && !parser->failed) return tree;
    parser_resume(parser);
    bool at_end = parser->lexer->at_end || parser->lexer->fault.at_end;
    int depth = parser->depth;
    parser->remembers = true;
    if (parser->brace_failed && !parser->failed) {
        /* CPython looks for mistakes in dicts in its first parse already. Ours does in a repetition of it. */
        parser->mark = 0;
        rule(parser);
    }
    if (!parser->failed) {
        Token *last = parser->fill ? parser->tokens[parser->fill - 1] : &parser->fault_token;
        forget(parser);
        parser->diagnosing = true;
        parser->mark = 0;
        parser->depth = depth;
        rule(parser);
        if (!parser->failed) {
            if (last->kind == TOKEN_INDENT) parser_raise(parser, "IndentationError", "unexpected indent");
            else if (last->kind == TOKEN_DEDENT)
                parser_raise(parser, "IndentationError", "unexpected unindent");
            else PARSER_RAISE_NODE(parser, last, "invalid syntax");
            if (last->kind == TOKEN_INDENT || last->kind == TOKEN_DEDENT) {
                parser->fault->at_end = at_end;
                return NULL;
            }
        }
    }
    if (strcmp(parser->fault->kind, "MemoryError")) check_rest(parser);
    parser->fault->at_end = at_end;
    return NULL;
}

enum { MOST_DIGITS = 4300 };

static Node *parse_as(AstContext *context, Arena *arena, const char *text, size_t length, ParseMode mode, unsigned flags, int most_digits,
                      SyntaxFault *fault) {
    *context = (AstContext){.arena = arena, .most_digits = most_digits, .futures = flags & FUTURE_ALL};
    *fault = SYNTAX_FAULT_NONE;
    Lexer lexer;
    lexer_start(&lexer, arena, text, length);
    lexer.doubts = &context->doubts;
    lexer.minor = (int)(flags / PARSE_VERSION % 16);
    Parser parser;
    parser_start(&parser, context, &lexer, flags, fault);
    Node *tree = parser_run(&parser, mode == PARSE_MODULE       ? parse_file
                                     : mode == PARSE_EXPRESSION ? parse_evaluation
                                                                : parse_interactive);
    parser_stop(&parser);
    return tree;
}

Node *parse_source(AstContext *context, Arena *arena, const char *source, size_t length, ParseMode mode,
                   unsigned flags, SyntaxFault *fault) {
    if (!(flags / PARSE_VERSION % 16)) flags |= PARSE_NEWEST;
    return parse_source_limited(context, arena, source, length, mode, flags, MOST_DIGITS, fault);
}

/* A text that 3.11 reads means the same in later versions; of others the one says what is wrong that comes
 * further, or else 3.11. */
Node *parse_source_limited(AstContext *context, Arena *arena, const char *source, size_t length, ParseMode mode,
                           unsigned flags, int most_digits, SyntaxFault *fault) {
    unsigned version = flags / PARSE_VERSION % 16, others = flags - version * PARSE_VERSION;
    *context = (AstContext){.arena = arena, .most_digits = most_digits, .futures = flags & FUTURE_ALL};
    *fault = SYNTAX_FAULT_NONE;
    if (length > INT32_MAX / 2) {
        syntax_fault_set(fault, arena, "OverflowError", 0, 0, 0, 0, "source code is too long");
        return NULL;
    }
    size_t normal_length;
    const char *normal = lexer_normalise(arena, source, length, &normal_length, fault);
    if (!normal) return NULL;
    /* An expression is read as it stands: its end is not the end of a line. */
    if (mode == PARSE_EXPRESSION && normal_length && (!length || !strchr("\r\n", source[length - 1])))
        normal_length--;
    Node *tree = parse_as(context, arena, normal, normal_length, mode, others, most_digits, fault);
    if (tree || version < 12 || !strcmp(fault->kind, "MemoryError")) return tree;
    AstContext first_context = *context;
    SyntaxFault first_fault = *fault;
    tree = parse_as(context, arena, normal, normal_length, mode, flags, most_digits, fault);
    bool went_further = fault->line > first_fault.line || (fault->line == first_fault.line && fault->offset > first_fault.offset);
    if (!tree && !went_further) *context = first_context, *fault = first_fault;
    return tree;
}
