/* Simple statements, blocks, and the start rules. */
#include "kernel/language/text/parser_compound.h"
#include "kernel/language/text/parser_generic.h"
#include "kernel/language/text/parser_state.h"

#include "base/text_buffer.h"

/* ---- assignment ---- */

static bool augmented_operator(TokenKind kind, AstBinaryOperator *op) {
    switch (kind) {
    case TOKEN_PLUS_EQUAL: *op = AST_BINARY_ADD; return true;
    case TOKEN_MINUS_EQUAL: *op = AST_BINARY_SUBTRACT; return true;
    case TOKEN_STAR_EQUAL: *op = AST_BINARY_MULTIPLY; return true;
    case TOKEN_AT_EQUAL: *op = AST_BINARY_MATRIX_MULTIPLY; return true;
    case TOKEN_SLASH_EQUAL: *op = AST_BINARY_DIVIDE; return true;
    case TOKEN_PERCENT_EQUAL: *op = AST_BINARY_MODULO; return true;
    case TOKEN_AMPERSAND_EQUAL: *op = AST_BINARY_BIT_AND; return true;
    case TOKEN_BAR_EQUAL: *op = AST_BINARY_BIT_OR; return true;
    case TOKEN_CIRCUMFLEX_EQUAL: *op = AST_BINARY_BIT_XOR; return true;
    case TOKEN_LEFT_SHIFT_EQUAL: *op = AST_BINARY_LEFT_SHIFT; return true;
    case TOKEN_RIGHT_SHIFT_EQUAL: *op = AST_BINARY_RIGHT_SHIFT; return true;
    case TOKEN_DOUBLE_STAR_EQUAL: *op = AST_BINARY_POWER; return true;
    case TOKEN_DOUBLE_SLASH_EQUAL: *op = AST_BINARY_FLOOR_DIVIDE; return true;
    default: return false;
    }
}

bool parser_at_augmented(Parser *parser) {
    AstBinaryOperator op;
    return augmented_operator(parser_peek(parser)->kind, &op);
}

static bool is_single_target(const Node *node) {
    return node->kind == NODE_NAME || node->kind == NODE_ATTRIBUTE || node->kind == NODE_SUBSCRIPT;
}

static Node *parse_annotated(Parser *parser, const Token *first, Node *target) {
    if (!is_single_target(target)) return NULL;
    bool simple = target->kind == NODE_NAME && first->kind == TOKEN_NAME;
    parser->mark++;
    Node *annotation = parse_expression(parser), *value = NULL;
    if (!annotation) return NULL;
    if (parser_accept(parser, TOKEN_EQUAL)) {
        value = parse_yield_or_star_expressions(parser);
        if (!value) return NULL;
    }
    Node *node = parser_node(parser, NODE_ANNOTATED_ASSIGN, first);
    if (!node) return NULL;
    target_convert(target, CONTEXT_STORE);
    node->annotated_assign.target = target;
    node->annotated_assign.annotation = annotation;
    node->annotated_assign.value = value;
    node->annotated_assign.simple = simple;
    return node;
}

static Node *parse_assign_chain(Parser *parser, const Token *first, Node *value) {
    NodeVector targets = {0};
    while (parser_at(parser, TOKEN_EQUAL)) {
        if (!target_convert(value, CONTEXT_STORE)) return NULL;
        if (!parser_push(parser, &targets, value)) return NULL;
        parser->mark++;
        value = parse_yield_or_star_expressions(parser);
        if (!value) return NULL;
    }
    Node *node = parser_node(parser, NODE_ASSIGN, first);
    if (!node) return NULL;
    node->assign.targets = parser_list(&targets);
    node->assign.value = value;
    return node;
}

static Node *parse_augmented(Parser *parser, const Token *first, Node *target) {
    AstBinaryOperator op;
    if (!is_single_target(target)) return NULL;
    augmented_operator(parser_peek(parser)->kind, &op);
    parser->mark++;
    Node *value = parse_yield_or_star_expressions(parser);
    Node *node = value ? parser_node(parser, NODE_AUGMENTED_ASSIGN, first) : NULL;
    if (!node) return NULL;
    target_convert(target, CONTEXT_STORE);
    node->augmented_assign.target = target;
    node->augmented_assign.op = op;
    node->augmented_assign.value = value;
    return node;
}

static Node *make_expression_statement(Parser *parser, const Token *first, Node *value) {
    Node *node = parser_node(parser, NODE_EXPRESSION_STATEMENT, first);
    if (node) node->expression_statement.value = value;
    return node;
}

static Node *parse_expression_or_assignment(Parser *parser) {
    Token *first = parser_peek(parser);
    Node *value = parse_star_expressions(parser);
    if (!value) return NULL;
    switch (parser_peek(parser)->kind) {
    case TOKEN_COLON: return parse_annotated(parser, first, value);
    case TOKEN_EQUAL: return parse_assign_chain(parser, first, value);
    default: break;
    }
    if (parser_at_augmented(parser)) return parse_augmented(parser, first, value);
    return make_expression_statement(parser, first, value);
}

/* ['=' value] */
static bool skip_assigned(Parser *parser) {
    size_t mark = parser->mark;
    if (parser_accept(parser, TOKEN_EQUAL) && !parse_yield_or_star_expressions(parser)) parser->mark = mark;
    return !parser->failed;
}

/* The forms of assignment one after the other, as CPython's grammar tries them. True when one fits; *cut when
 * the augmented form was recognised and then failed. */
static bool try_assignment(Parser *parser, bool *cut) {
    size_t start = parser->mark;
    *cut = false;
    if (parser_accept(parser, TOKEN_NAME) && parser_accept(parser, TOKEN_COLON) && parse_expression(parser)) {
        return skip_assigned(parser);
    }
    parser->mark = start;
    Node *target = parser->failed ? NULL : parse_single_target(parser);
    if (target && (target->kind != NODE_NAME || parser->tokens[start]->kind != TOKEN_NAME) &&
        parser_accept(parser, TOKEN_COLON) && parse_expression(parser)) {
        return skip_assigned(parser);
    }
    parser->mark = start;
    size_t mark = start;
    bool any = false;
    while (!parser->failed && parse_star_targets(parser) && parser_accept(parser, TOKEN_EQUAL)) {
        any = true;
        mark = parser->mark;
    }
    parser->mark = mark;
    if (any && parse_yield_or_star_expressions(parser) && !parser_at(parser, TOKEN_EQUAL)) return true;
    parser->mark = start;
    target = parser->failed ? NULL : parse_single_target(parser);
    if (target && parser_at_augmented(parser)) {
        parser->mark++;
        *cut = true;
        return parse_yield_or_star_expressions(parser) != NULL;
    }
    return false;
}

static Node *diagnose_expression_or_assignment(Parser *parser) {
    size_t start = parser->mark;
    Token *first = parser_peek(parser);
    bool cut;
    if (try_assignment(parser, &cut) && !parser->failed) return parser_node(parser, NODE_PASS, first);
    if (parser->failed) return NULL;
    parser->mark = start;
    if (!cut) diagnose_assignment(parser);
    parser->mark = start;
    if (parser->failed) return NULL;
    Node *value = first->kind == TOKEN_YIELD ? parse_yield(parser) : parse_star_expressions(parser);
    return value ? make_expression_statement(parser, first, value) : NULL;
}

/* ---- imports ---- */

static const Identifier *parse_dotted_name(Parser *parser) {
    Token *first = parser_expect(parser, TOKEN_NAME);
    if (!first) return NULL;
    if (!parser_at(parser, TOKEN_DOT)) return parser_identifier(parser, first);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_bytes(&text, first->start, first->length);
    for (;;) {
        size_t mark = parser->mark;
        Token *name = parser_accept(parser, TOKEN_DOT) ? parser_expect(parser, TOKEN_NAME) : NULL;
        if (!name) {
            parser->mark = mark;
            break;
        }
        text_append_char(&text, '.');
        text_append_bytes(&text, name->start, name->length);
    }
    const Identifier *result = NULL;
    if (!text.failed && !parser->failed)
        result = ast_identifier(parser->context, text_string(&text), text.length);
    text_release(&text);
    if (!result && !parser->failed) parser_no_memory(parser);
    return result;
}

/* After the name: ['as' NAME]. */
static Node *parse_alias(Parser *parser, const Token *first, const Identifier *name) {
    const Identifier *alias = NULL;
    if (!name) return NULL;
    size_t mark = parser->mark;
    if (parser_accept(parser, TOKEN_AS)) {
        Token *word = parser_expect(parser, TOKEN_NAME);
        if (word) alias = parser_identifier(parser, word);
        else parser->mark = mark;
    }
    Node *node = parser_node(parser, NODE_ALIAS, first);
    if (!node) return NULL;
    node->alias.name = name;
    node->alias.asname = alias;
    return node;
}

/* alias (',' alias)*; a comma that no alias follows is not taken. */
static bool parse_aliases(Parser *parser, bool dotted, NodeVector *out) {
    for (;;) {
        size_t mark = parser->mark;
        Node *alias = NULL;
        if (!out->count || parser_accept(parser, TOKEN_COMMA)) {
            Token *first = parser_peek(parser);
            const Identifier *name = NULL;
            if (dotted) name = parse_dotted_name(parser);
            else if (parser_accept(parser, TOKEN_NAME)) name = parser_identifier(parser, first);
            alias = parse_alias(parser, first, name);
        }
        if (parser->failed) return false;
        if (!alias) {
            parser->mark = mark;
            return out->count > 0;
        }
        if (!parser_push(parser, out, alias)) return false;
    }
}

static Node *parse_import(Parser *parser) {
    Token *first = parser_expect(parser, TOKEN_IMPORT);
    NodeVector names = {0};
    if (!parse_aliases(parser, true, &names)) return NULL;
    Node *node = parser_node(parser, NODE_IMPORT, first);
    if (node) node->import.names = parser_list(&names);
    return node;
}

static bool parse_import_targets(Parser *parser, NodeVector *names) {
    size_t start = parser->mark;
    Token *first = parser_peek(parser);
    if (parser_accept(parser, TOKEN_STAR)) {
        Token star = {.kind = TOKEN_NAME, .start = "*", .length = 1};
        Node *alias = parse_alias(parser, first, parser_identifier(parser, &star));
        return alias && parser_push(parser, names, alias);
    }
    if (parser_accept(parser, TOKEN_LEFT_PARENTHESIS)) {
        if (!parse_aliases(parser, false, names)) return false;
        parser_accept(parser, TOKEN_COMMA);
        return parser_accept(parser, TOKEN_RIGHT_PARENTHESIS);
    }
    if (parse_aliases(parser, false, names) && !parser_at(parser, TOKEN_COMMA)) return true;
    if (!parser->diagnosing || parser->failed) return false;
    parser->mark = start;
    NodeVector again = {0};
    if (parse_aliases(parser, false, &again) && parser_accept(parser, TOKEN_COMMA) &&
        parser_accept(parser, TOKEN_NEWLINE)) {
        parser_raise(parser, "SyntaxError", "trailing comma not allowed without surrounding parentheses");
    }
    return false;
}

static Node *parse_import_from(Parser *parser) {
    Token *first = parser_expect(parser, TOKEN_FROM);
    int level = 0;
    for (;; parser->mark++) {
        if (parser_at(parser, TOKEN_DOT)) level++;
        else if (parser_at(parser, TOKEN_ELLIPSIS)) level += 3;
        else break;
    }
    const Identifier *module = NULL;
    if (!level || !parser_at(parser, TOKEN_IMPORT)) {
        module = parse_dotted_name(parser);
        if (!module) return NULL;
    }
    NodeVector names = {0};
    if (!parser_accept(parser, TOKEN_IMPORT) || !parse_import_targets(parser, &names)) return NULL;
    Node *node = parser_node(parser, NODE_IMPORT_FROM, first);
    if (!node) return NULL;
    node->import_from.module = module;
    node->import_from.names = parser_list(&names);
    node->import_from.level = level;
    return node;
}

/* ---- the other simple statements ---- */

static Node *parse_return(Parser *parser) {
    Token *first = parser_expect(parser, TOKEN_RETURN);
    size_t mark = parser->mark;
    Node *value = parse_star_expressions(parser);
    if (!value) parser->mark = mark;
    Node *node = parser->failed ? NULL : parser_node(parser, NODE_RETURN, first);
    if (node) node->return_statement.value = value;
    return node;
}

/* word expression, or the word alone when `optional`; then [separator expression]. */
static bool parse_one_or_two(Parser *parser, TokenKind separator, bool optional, Node **one, Node **two) {
    size_t mark = parser->mark;
    *two = NULL;
    *one = parse_expression(parser);
    if (parser->failed) return false;
    if (!*one) {
        parser->mark = mark;
        return optional;
    }
    mark = parser->mark;
    if (parser_accept(parser, separator)) {
        *two = parse_expression(parser);
        if (!*two) parser->mark = mark;
    }
    return !parser->failed;
}

static Node *parse_raise(Parser *parser) {
    Token *first = parser_expect(parser, TOKEN_RAISE);
    Node *exception, *cause;
    if (!parse_one_or_two(parser, TOKEN_FROM, true, &exception, &cause)) return NULL;
    Node *node = parser_node(parser, NODE_RAISE, first);
    if (!node) return NULL;
    node->raise.exc = exception;
    node->raise.cause = cause;
    return node;
}

static Node *parse_assert(Parser *parser) {
    Token *first = parser_expect(parser, TOKEN_ASSERT);
    Node *test, *message;
    if (!parse_one_or_two(parser, TOKEN_COMMA, false, &test, &message)) return NULL;
    Node *node = parser_node(parser, NODE_ASSERT, first);
    if (!node) return NULL;
    node->assert_statement.test = test;
    node->assert_statement.msg = message;
    return node;
}

static Node *parse_delete(Parser *parser) {
    size_t start = parser->mark;
    Token *first = parser_expect(parser, TOKEN_DEL);
    NodeVector targets = {0};
    if (parse_delete_targets(parser, &targets) &&
        (parser_at(parser, TOKEN_SEMICOLON) || parser_at(parser, TOKEN_NEWLINE))) {
        Node *node = parser_node(parser, NODE_DELETE, first);
        if (node) node->delete_statement.targets = parser_list(&targets);
        return node;
    }
    if (parser->diagnosing && !parser->failed) {
        parser->mark = start;
        diagnose_delete(parser);
    }
    return NULL;
}

static Node *parse_declaration(Parser *parser, NodeKind kind) {
    Token *first = parser_peek(parser);
    parser->mark++;
    const Identifier **names = NULL;
    size_t count = 0, capacity = 0;
    for (;;) {
        size_t mark = parser->mark;
        Token *name = !count || parser_accept(parser, TOKEN_COMMA) ? parser_expect(parser, TOKEN_NAME) : NULL;
        if (!name) {
            parser->mark = mark;
            break;
        }
        if (count == capacity) {
            capacity = capacity ? capacity * 2 : 4;
            const Identifier **grown = parser_allocate(parser, capacity * sizeof *grown);
            if (!grown) return NULL;
            for (size_t i = 0; i < count; i++) grown[i] = names[i];
            names = grown;
        }
        names[count++] = parser_identifier(parser, name);
    }
    Node *node = count && !parser->failed ? parser_node(parser, kind, first) : NULL;
    if (node) node->global.names = (IdentifierList){names, count}; /* nonlocal's lies the same */
    return node;
}

static Node *parse_word(Parser *parser, NodeKind kind) {
    Token *first = parser_peek(parser);
    parser->mark++;
    return parser_node(parser, kind, first);
}

static Node *parse_simple_statement_plainly(Parser *parser) {
    Token *first = parser_peek(parser);
    switch (first->kind) {
    case TOKEN_RETURN: return parse_return(parser);
    case TOKEN_IMPORT: return parse_import(parser);
    case TOKEN_FROM: return parse_import_from(parser);
    case TOKEN_RAISE: return parse_raise(parser);
    case TOKEN_PASS: return parse_word(parser, NODE_PASS);
    case TOKEN_DEL: return parse_delete(parser);
    case TOKEN_ASSERT: return parse_assert(parser);
    case TOKEN_BREAK: return parse_word(parser, NODE_BREAK);
    case TOKEN_CONTINUE: return parse_word(parser, NODE_CONTINUE);
    case TOKEN_GLOBAL: return parse_declaration(parser, NODE_GLOBAL);
    case TOKEN_NONLOCAL: return parse_declaration(parser, NODE_NONLOCAL);
    default: break;
    }
    Node *alias = parse_type_alias(parser);
    if (alias || parser->failed) return alias;
    if (parser->diagnosing) return diagnose_expression_or_assignment(parser);
    if (first->kind == TOKEN_YIELD) {
        Node *value = parse_yield(parser);
        return value ? make_expression_statement(parser, first, value) : NULL;
    }
    return parse_expression_or_assignment(parser);
}

static Node *parse_simple_statement(Parser *parser) {
    void *known;
    if (parser->failed) return NULL;
    if (parser_recall(parser, RULE_SIMPLE_STATEMENT, &known)) return known;
    size_t mark = parser->mark;
    return parser_remember(parser, RULE_SIMPLE_STATEMENT, mark, parse_simple_statement_plainly(parser));
}

static bool parse_simple_statements(Parser *parser, NodeVector *out) {
    bool any = false;
    do {
        size_t mark = parser->mark;
        Node *statement = parse_simple_statement(parser);
        if (parser->failed) return false;
        if (!statement) {
            parser->mark = mark;
            if (!any) return false;
            break;
        }
        any = true;
        if (!parser_push(parser, out, statement)) return false;
    } while (parser_accept(parser, TOKEN_SEMICOLON));
    return parser_accept(parser, TOKEN_NEWLINE);
}

/* ---- statements and blocks ---- */

static bool parse_statement(Parser *parser, NodeVector *out) {
    if (!parser_enter(parser)) return false;
    size_t mark = parser->mark, count = out->count;
    bool good = false;
    Node *compound = parse_compound(parser);
    if (compound) {
        good = parser_push(parser, out, compound);
    } else if (!parser->failed) {
        parser->mark = mark;
        good = parse_simple_statements(parser, out);
    }
    if (!good) out->count = count;
    parser_leave(parser);
    return good;
}

static bool parse_statements(Parser *parser, TokenKind end, NodeVector *out) {
    while (!parser_at(parser, end)) {
        if (parser->failed || !parse_statement(parser, out)) return false;
    }
    return true;
}

static StatementList *parse_block_plainly(Parser *parser) {
    NodeVector statements = {0};
    if (parser_accept(parser, TOKEN_NEWLINE)) {
        if (!parser_accept(parser, TOKEN_INDENT)) {
            if (parser->diagnosing) parser_raise(parser, "IndentationError", "expected an indented block");
            return NULL;
        }
        if (!parse_statements(parser, TOKEN_DEDENT, &statements) || !statements.count) return NULL;
        parser->mark++;
    } else if (!parse_simple_statements(parser, &statements)) {
        return NULL;
    }
    StatementList *list = parser_allocate(parser, sizeof *list);
    if (list) list->list = parser_list(&statements);
    return list;
}

StatementList *parse_block(Parser *parser) {
    void *known;
    if (parser->failed) return NULL;
    if (parser_recall(parser, RULE_BLOCK, &known)) return known;
    size_t mark = parser->mark;
    return parser_remember(parser, RULE_BLOCK, mark, parse_block_plainly(parser));
}

/* ---- start rules ---- */

Node *parse_file(Parser *parser) {
    NodeVector statements = {0};
    if (!parse_statements(parser, TOKEN_END, &statements)) return NULL;
    Node *node = ast_node(parser->context, NODE_MODULE);
    if (!node) return parser_no_memory(parser);
    node->module.body = parser_list(&statements);
    return node;
}

/* Is there more than blanks and comments behind the statement? */
static bool has_more_text(const Lexer *lexer) {
    for (const char *at = lexer->cursor; at < lexer->end; at++) {
        if (*at == '#') {
            while (at < lexer->end && *at != '\n') at++;
        } else if (!(*at == ' ' || *at == '\t' || *at == '\n' || *at == '\f')) {
            return true;
        }
    }
    return false;
}

Node *parse_interactive(Parser *parser) {
    NodeVector statements = {0};
    Token *first = parser_peek(parser);
    if (first->kind == TOKEN_NEWLINE) return NULL;
    if (!parse_statement(parser, &statements)) return NULL;
    if (parser_last_token(parser) == parser->tokens[parser->mark - 2] && !parser->failed &&
        has_more_text(parser->lexer)) {
        return parser_raise(parser, "SyntaxError",
                            "multiple statements found while compiling a single statement");
    }
    while (parser_accept(parser, TOKEN_NEWLINE)) continue;
    if (!parser_at(parser, TOKEN_END) || parser->failed) return NULL;
    Node *node = ast_node(parser->context, NODE_INTERACTIVE);
    if (!node) return parser_no_memory(parser);
    node->interactive.body = parser_list(&statements);
    return node;
}

Node *parse_evaluation(Parser *parser) {
    Node *value = parse_expressions(parser);
    if (!value) return NULL;
    while (parser_accept(parser, TOKEN_NEWLINE)) continue;
    if (!parser_at(parser, TOKEN_END) || parser->failed) return NULL;
    Node *node = ast_node(parser->context, NODE_EXPRESSION);
    if (!node) return parser_no_memory(parser);
    node->expression.body = value;
    return node;
}
