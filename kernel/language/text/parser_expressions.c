/* Expressions, from the walrus down to the power operator. */
#include "kernel/language/text/parser_state.h"

#include <string.h>

/* ---- lists of expressions ---- */

/* A node of the tokens from `mark` on: brackets around the first operand count. */
static Node *node_from(Parser *parser, NodeKind kind, size_t mark) {
    return parser_node(parser, kind, parser->tokens[mark]);
}

/* item (',' item)* [','] as a tuple, or the item alone when there is no comma. */
static Node *parse_tuple_of(Parser *parser, Node *(*parse_item)(Parser *)) {
    Token *first = parser_peek(parser);
    Node *item = parse_item(parser);
    if (!item || !parser_at(parser, TOKEN_COMMA)) return item;
    NodeVector items = {0};
    if (!parser_push(parser, &items, item)) return NULL;
    while (parser_accept(parser, TOKEN_COMMA)) {
        size_t mark = parser->mark;
        item = parse_item(parser);
        if (parser->failed) return NULL;
        if (!item) {
            parser->mark = mark;
            break;
        }
        if (!parser_push(parser, &items, item)) return NULL;
    }
    Node *tuple = parser_node(parser, NODE_TUPLE, first);
    if (tuple) tuple->tuple.elts = parser_list(&items);
    return tuple;
}

Node *parse_star_expressions(Parser *parser) { return parse_tuple_of(parser, parse_star_expression); }

Node *parse_expressions(Parser *parser) { return parse_tuple_of(parser, parse_expression); }

bool parse_star_named_expressions(Parser *parser, NodeVector *out) {
    do {
        size_t mark = parser->mark;
        Node *item = parse_star_named_expression(parser);
        if (parser->failed) return false;
        if (!item) {
            parser->mark = mark;
            return out->count > 0;
        }
        if (!parser_push(parser, out, item)) return false;
    } while (parser_accept(parser, TOKEN_COMMA));
    return true;
}

static Node *parse_starred(Parser *parser, Node *(*parse_value)(Parser *)) {
    Token *star = parser_expect(parser, TOKEN_STAR);
    Node *value = star ? parse_value(parser) : NULL;
    if (!value) return NULL;
    Node *node = parser_node(parser, NODE_STARRED, star);
    if (node) node->starred.value = value;
    return node;
}

Node *parse_starred_expression(Parser *parser) { return parse_starred(parser, parse_expression); }

Node *parse_star_expression(Parser *parser) {
    if (parser->failed) return NULL;
    if (parser_at(parser, TOKEN_STAR)) return parse_starred(parser, parse_bitwise_or);
    return parse_expression(parser);
}

Node *parse_star_named_expression(Parser *parser) {
    if (parser_at(parser, TOKEN_STAR)) return parse_starred(parser, parse_bitwise_or);
    return parse_named_expression(parser);
}

Node *parse_yield(Parser *parser) {
    Token *first = parser_expect(parser, TOKEN_YIELD);
    if (!first) return NULL;
    if (parser_accept(parser, TOKEN_FROM)) {
        Node *value = parse_expression(parser);
        Node *node = value ? parser_node(parser, NODE_YIELD_FROM, first) : NULL;
        if (node) node->yield_from.value = value;
        return node;
    }
    size_t mark = parser->mark;
    Node *value = parse_star_expressions(parser);
    if (!value) parser->mark = mark;
    if (parser->failed) return NULL;
    Node *node = parser_node(parser, NODE_YIELD, first);
    if (node) node->yield.value = value;
    return node;
}

Node *parse_yield_or_star_expressions(Parser *parser) {
    return parser_at(parser, TOKEN_YIELD) ? parse_yield(parser) : parse_star_expressions(parser);
}

/* ---- walrus, conditional, lambda ---- */

Node *parse_assignment_expression(Parser *parser) {
    Token *first = parser_expect(parser, TOKEN_NAME);
    if (!first || !parser_accept(parser, TOKEN_COLON_EQUAL)) return NULL;
    size_t mark = parser->mark;
    Node *value = parse_expression(parser);
    if (!value) return NULL;
    size_t end = parser->mark;
    parser->mark = mark - 1;
    Node *target = parser_node(parser, NODE_NAME, first);
    parser->mark = end;
    Node *node = target ? parser_node(parser, NODE_NAMED_EXPRESSION, first) : NULL;
    if (!node) return NULL;
    target->name.id = parser_identifier(parser, first);
    target->name.ctx = CONTEXT_STORE;
    node->named_expression.target = target;
    node->named_expression.value = value;
    return node;
}

Node *parse_named_expression(Parser *parser) {
    if (parser->failed) return NULL;
    size_t mark = parser->mark;
    if (parser_at(parser, TOKEN_NAME) && parser_next_is(parser, TOKEN_COLON_EQUAL)) {
        return parse_assignment_expression(parser);
    }
    if (parser->diagnosing) {
        diagnose_named_expression(parser);
        parser->mark = mark;
    }
    Node *node = parse_expression(parser);
    return node && !parser_at(parser, TOKEN_COLON_EQUAL) ? node : NULL;
}

static Node *parse_lambda(Parser *parser) {
    Token *first = parser_expect(parser, TOKEN_LAMBDA);
    if (!first) return NULL;
    Node *parameters =
        parser_at(parser, TOKEN_COLON) ? empty_parameters(parser) : parse_parameters(parser, TOKEN_COLON);
    if (!parameters || !parser_accept(parser, TOKEN_COLON)) return NULL;
    Node *body = parse_expression(parser);
    Node *node = body ? parser_node(parser, NODE_LAMBDA, first) : NULL;
    if (!node) return NULL;
    node->lambda.args = parameters;
    node->lambda.body = body;
    return node;
}

/* disjunction ['if' disjunction 'else' expression] | lambda */
static Node *parse_conditional(Parser *parser) {
    if (parser_at(parser, TOKEN_LAMBDA)) return parse_lambda(parser);
    size_t start = parser->mark;
    Node *body = parse_disjunction(parser);
    if (!body) return NULL;
    size_t mark = parser->mark;
    if (!parser_accept(parser, TOKEN_IF)) return body;
    Node *test = parse_disjunction(parser), *otherwise = NULL;
    if (test && parser_accept(parser, TOKEN_ELSE)) otherwise = parse_expression(parser);
    if (parser->failed) return NULL;
    if (!otherwise) {
        parser->mark = mark;
        return body;
    }
    Node *node = node_from(parser, NODE_CONDITIONAL, start);
    if (!node) return NULL;
    node->conditional.test = test;
    node->conditional.body = body;
    node->conditional.orelse = otherwise;
    return node;
}

Node *parse_expression(Parser *parser) {
    void *known;
    if (parser->failed) return NULL;
    if (parser_recall(parser, RULE_EXPRESSION, &known)) return known;
    if (!parser_enter(parser)) return NULL;
    size_t mark = parser->mark;
    if (parser->diagnosing) {
        diagnose_expression(parser);
        parser->mark = mark;
    }
    Node *node = parser->failed ? NULL : parse_conditional(parser);
    parser_leave(parser);
    return parser_remember(parser, RULE_EXPRESSION, mark, node);
}

Node *parse_plain_expression(Parser *parser) {
    bool diagnosing = parser->diagnosing;
    parser->diagnosing = false;
    Node *node = parse_conditional(parser);
    parser->diagnosing = diagnosing;
    return node;
}

/* ---- or, and, not ---- */

static Node *parse_inversion(Parser *parser);
static Node *parse_conjunction(Parser *parser);

static Node *parse_boolean(Parser *parser, BooleanOperator op) {
    TokenKind word = op == BOOLEAN_OR ? TOKEN_OR : TOKEN_AND;
    Node *(*parse_operand)(Parser *) = op == BOOLEAN_OR ? parse_conjunction : parse_inversion;
    size_t start = parser->mark;
    Node *first = parse_operand(parser);
    if (!first || !parser_at(parser, word)) return first;
    NodeVector values = {0};
    if (!parser_push(parser, &values, first)) return NULL;
    for (;;) {
        size_t mark = parser->mark;
        Node *value = parser_accept(parser, word) ? parse_operand(parser) : NULL;
        if (parser->failed) return NULL;
        if (!value) {
            parser->mark = mark;
            break;
        }
        if (!parser_push(parser, &values, value)) return NULL;
    }
    if (values.count == 1) return first;
    Node *node = node_from(parser, NODE_BOOLEAN_OPERATION, start);
    if (!node) return NULL;
    node->boolean_operation.op = op;
    node->boolean_operation.values = parser_list(&values);
    return node;
}

static Node *parse_conjunction(Parser *parser) { return parse_boolean(parser, BOOLEAN_AND); }

Node *parse_disjunction(Parser *parser) {
    void *known;
    if (parser->failed) return NULL;
    if (parser_recall(parser, RULE_DISJUNCTION, &known)) return known;
    size_t mark = parser->mark;
    return parser_remember(parser, RULE_DISJUNCTION, mark, parse_boolean(parser, BOOLEAN_OR));
}

/* The comparison operator at the mark, consumed; false when there is none. */
static bool accept_comparison(Parser *parser, AstCompareOperator *op) {
    const Token *token = parser_peek(parser);
    TokenKind kind = token->kind;
    if (parser->flags & FUTURE_BARRY && kind == TOKEN_NOT_EQUAL) {
        PARSER_RAISE_NODE(parser, token, "with Barry as BDFL, use '<>' instead of '!='");
        return false;
    }
    if (parser->flags & FUTURE_BARRY && kind == TOKEN_UNKNOWN && token->length == 2 && !memcmp(token->start, "<>", 2))
        kind = TOKEN_NOT_EQUAL;
    switch (kind) {
    case TOKEN_DOUBLE_EQUAL: *op = AST_COMPARE_EQUAL; break;
    case TOKEN_NOT_EQUAL: *op = AST_COMPARE_NOT_EQUAL; break;
    case TOKEN_LESS: *op = AST_COMPARE_LESS; break;
    case TOKEN_LESS_EQUAL: *op = AST_COMPARE_LESS_EQUAL; break;
    case TOKEN_GREATER: *op = AST_COMPARE_GREATER; break;
    case TOKEN_GREATER_EQUAL: *op = AST_COMPARE_GREATER_EQUAL; break;
    case TOKEN_IN: *op = AST_COMPARE_IN; break;
    case TOKEN_IS: *op = AST_COMPARE_IS; break;
    case TOKEN_NOT: *op = AST_COMPARE_NOT_IN; break;
    default: return false;
    }
    parser->mark++;
    if (kind == TOKEN_NOT) return parser_accept(parser, TOKEN_IN);
    if (kind == TOKEN_IS && parser_accept(parser, TOKEN_NOT)) *op = AST_COMPARE_IS_NOT;
    return true;
}

static Node *parse_comparison(Parser *parser) {
    size_t start = parser->mark;
    Node *left = parse_bitwise_or(parser);
    if (!left) return NULL;
    NodeVector comparators = {0};
    AstCompareOperator *operators = NULL;
    size_t capacity = 0;
    for (;;) {
        size_t mark = parser->mark;
        AstCompareOperator op;
        Node *right = accept_comparison(parser, &op) ? parse_bitwise_or(parser) : NULL;
        if (parser->failed) return NULL;
        if (!right) {
            parser->mark = mark;
            break;
        }
        if (comparators.count == capacity) {
            capacity = capacity ? capacity * 2 : 4;
            AstCompareOperator *grown = parser_allocate(parser, capacity * sizeof *grown);
            if (!grown) return NULL;
            for (size_t i = 0; i < comparators.count; i++) grown[i] = operators[i];
            operators = grown;
        }
        operators[comparators.count] = op;
        if (!parser_push(parser, &comparators, right)) return NULL;
    }
    if (!comparators.count) return left;
    Node *node = node_from(parser, NODE_COMPARE, start);
    if (!node) return NULL;
    node->compare.left = left;
    node->compare.comparators = parser_list(&comparators);
    node->compare.ops = (CompareOperatorList){operators, comparators.count};
    return node;
}

static Node *make_unary(Parser *parser, const Token *first, AstUnaryOperator op, Node *operand) {
    Node *node = operand ? parser_node(parser, NODE_UNARY_OPERATION, first) : NULL;
    if (!node) return NULL;
    node->unary_operation.op = op;
    node->unary_operation.operand = operand;
    return node;
}

static Node *parse_inversion(Parser *parser) {
    Token *first = parser_peek(parser);
    if (first->kind != TOKEN_NOT) return parse_comparison(parser);
    parser->mark++;
    if (!parser_enter(parser)) return NULL;
    Node *operand = parse_inversion(parser);
    parser_leave(parser);
    return make_unary(parser, first, AST_UNARY_NOT, operand);
}

/* ---- arithmetic ---- */

/* How tightly a binary operator binds, from 1 (|) up; 0 for other tokens. */
static int binary_precedence(TokenKind kind, AstBinaryOperator *op) {
    switch (kind) {
    case TOKEN_BAR: *op = AST_BINARY_BIT_OR; return 1;
    case TOKEN_CIRCUMFLEX: *op = AST_BINARY_BIT_XOR; return 2;
    case TOKEN_AMPERSAND: *op = AST_BINARY_BIT_AND; return 3;
    case TOKEN_LEFT_SHIFT: *op = AST_BINARY_LEFT_SHIFT; return 4;
    case TOKEN_RIGHT_SHIFT: *op = AST_BINARY_RIGHT_SHIFT; return 4;
    case TOKEN_PLUS: *op = AST_BINARY_ADD; return 5;
    case TOKEN_MINUS: *op = AST_BINARY_SUBTRACT; return 5;
    case TOKEN_STAR: *op = AST_BINARY_MULTIPLY; return 6;
    case TOKEN_SLASH: *op = AST_BINARY_DIVIDE; return 6;
    case TOKEN_DOUBLE_SLASH: *op = AST_BINARY_FLOOR_DIVIDE; return 6;
    case TOKEN_PERCENT: *op = AST_BINARY_MODULO; return 6;
    case TOKEN_AT: *op = AST_BINARY_MATRIX_MULTIPLY; return 6;
    default: return 0;
    }
}

static Node *parse_factor(Parser *parser);

static Node *make_binary(Parser *parser, size_t start, Node *left, AstBinaryOperator op, Node *right) {
    Node *node = node_from(parser, NODE_BINARY_OPERATION, start);
    if (!node) return NULL;
    node->binary_operation.left = left;
    node->binary_operation.op = op;
    node->binary_operation.right = right;
    return node;
}

static Node *parse_await_primary(Parser *parser) {
    Token *first = parser_peek(parser);
    if (first->kind != TOKEN_AWAIT) return parse_primary(parser);
    parser->mark++;
    Node *value = parse_primary(parser);
    Node *node = value ? parser_node(parser, NODE_AWAIT, first) : NULL;
    if (node) node->await.value = value;
    return node;
}

static Node *parse_power(Parser *parser) {
    size_t start = parser->mark;
    Node *base = parse_await_primary(parser);
    if (!base) return NULL;
    size_t mark = parser->mark;
    if (!parser_accept(parser, TOKEN_DOUBLE_STAR)) return base;
    if (!parser_enter(parser)) return NULL;
    Node *exponent = parse_factor(parser);
    parser_leave(parser);
    if (parser->failed) return NULL;
    if (!exponent) {
        parser->mark = mark;
        return base;
    }
    return make_binary(parser, start, base, AST_BINARY_POWER, exponent);
}

static Node *parse_factor(Parser *parser) {
    Token *first = parser_peek(parser);
    AstUnaryOperator op;
    switch (first->kind) {
    case TOKEN_PLUS: op = AST_UNARY_PLUS; break;
    case TOKEN_MINUS: op = AST_UNARY_MINUS; break;
    case TOKEN_TILDE: op = AST_UNARY_INVERT; break;
    default: return parse_power(parser);
    }
    parser->mark++;
    if (!parser_enter(parser)) return NULL;
    Node *operand = parse_factor(parser);
    parser_leave(parser);
    return make_unary(parser, first, op, operand);
}

static Node *parse_binary(Parser *parser, int minimum) {
    size_t start = parser->mark;
    Node *left = parse_factor(parser);
    while (left) {
        size_t mark = parser->mark;
        AstBinaryOperator op;
        int precedence = binary_precedence(parser_peek(parser)->kind, &op);
        if (!precedence || precedence < minimum) break;
        parser->mark++;
        Node *right = precedence == 6 ? parse_factor(parser) : parse_binary(parser, precedence + 1);
        if (parser->failed) return NULL;
        if (!right) {
            parser->mark = mark;
            break;
        }
        left = make_binary(parser, start, left, op, right);
    }
    return left;
}

Node *parse_bitwise_or(Parser *parser) {
    void *known;
    if (parser->failed) return NULL;
    if (parser_recall(parser, RULE_BITWISE_OR, &known)) return known;
    size_t mark = parser->mark;
    return parser_remember(parser, RULE_BITWISE_OR, mark, parse_binary(parser, 1));
}

/* ---- primaries ---- */

static Node *parse_call(Parser *parser, size_t start, Node *function) {
    size_t mark = parser->mark;
    Node *arguments = parser->diagnosing ? parse_generator_arguments(parser) : NULL;
    if (!arguments && !parser->failed) {
        parser->mark = mark;
        parser_accept(parser, TOKEN_LEFT_PARENTHESIS);
        size_t inner = parser->mark;
        if (!parser_at(parser, TOKEN_RIGHT_PARENTHESIS)) {
            arguments = parse_call_arguments(parser);
            if (parser->failed) return NULL;
            if (!arguments) parser->mark = inner;
        }
        if (!parser_accept(parser, TOKEN_RIGHT_PARENTHESIS)) return parser_give_up(parser);
    }
    Node *node = parser->failed ? NULL : node_from(parser, NODE_CALL, start);
    if (!node) return NULL;
    node->call.func = function;
    if (arguments) {
        node->call.args = arguments->call.args;
        node->call.keywords = arguments->call.keywords;
    }
    return node;
}

static Node *parse_attribute(Parser *parser, size_t start, Node *value) {
    parser->mark++;
    Token *name = parser_expect(parser, TOKEN_NAME);
    Node *node = name ? node_from(parser, NODE_ATTRIBUTE, start) : NULL;
    if (!node) return NULL;
    node->attribute.value = value;
    node->attribute.attr = parser_identifier(parser, name);
    return node;
}

static Node *parse_subscript(Parser *parser, size_t start, Node *value) {
    parser->mark++;
    Node *slice = parse_slices(parser);
    if (!slice || !parser_accept(parser, TOKEN_RIGHT_BRACKET)) return parser_give_up(parser);
    Node *node = node_from(parser, NODE_SUBSCRIPT, start);
    if (!node) return NULL;
    node->subscript.value = value;
    node->subscript.slice = slice;
    return node;
}

static Node *parse_trailers(Parser *parser) {
    size_t start = parser->mark;
    Node *node = parse_atom(parser);
    while (node) {
        size_t mark = parser->mark;
        Node *longer = NULL;
        TokenKind kind = parser_peek(parser)->kind;
        if (parser->diagnosing && (kind == TOKEN_LEFT_BRACKET || kind == TOKEN_LEFT_BRACE)) {
            diagnose_comprehension(
                parser); /* CPython looks for f(x for x in y) here, and finds these mistakes */
        }
        switch (kind) {
        case TOKEN_DOT: longer = parse_attribute(parser, start, node); break;
        case TOKEN_LEFT_PARENTHESIS: longer = parse_call(parser, start, node); break;
        case TOKEN_LEFT_BRACKET: longer = parse_subscript(parser, start, node); break;
        default: break;
        }
        if (parser->failed) return NULL;
        if (!longer) {
            parser->mark = mark;
            break;
        }
        node = longer;
    }
    return node;
}

Node *parse_primary(Parser *parser) {
    void *known;
    if (parser->failed) return NULL;
    if (parser_recall(parser, RULE_PRIMARY, &known)) return known;
    size_t mark = parser->mark;
    return parser_remember(parser, RULE_PRIMARY, mark, parse_trailers(parser));
}
