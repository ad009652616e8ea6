/* The parameters of def and lambda. */
#include "kernel/language/text/parser_state.h"

Node *empty_parameters(Parser *parser) {
    Node *node = ast_node(parser->context, NODE_ARGUMENTS);
    return node ? node : parser_no_memory(parser);
}

typedef struct ParameterList {
    NodeVector positional_only, plain, keyword_only, defaults, keyword_defaults;
    Node *star, *double_star;
    bool after_star, bare_star_waits;
} ParameterList;

/* NAME [annotation]. After '*' in a def, the annotation may be starred. */
static Node *parse_parameter(Parser *parser, bool annotated, bool starred) {
    Token *name = parser_expect(parser, TOKEN_NAME);
    if (!name) return NULL;
    Node *annotation = NULL;
    if (annotated && parser_accept(parser, TOKEN_COLON)) {
        annotation = starred ? parse_star_expression(parser) : parse_expression(parser);
        if (!annotation) return NULL;
    }
    Node *node = parser_node(parser, NODE_ARGUMENT, name);
    if (!node) return NULL;
    node->argument.arg = parser_identifier(parser, name);
    node->argument.annotation = annotation;
    return node;
}

/* A ',' or, without taking it, the terminator. */
static bool end_parameter(Parser *parser, TokenKind terminator) {
    if (!parser_accept(parser, TOKEN_COMMA)) return parser_at(parser, terminator);
    if (terminator != TOKEN_COLON) parser_peek(parser); /* CPython looks for a type comment there */
    return true;
}

static bool parse_slash(Parser *parser, ParameterList *list, TokenKind terminator) {
    if (!list->plain.count || list->positional_only.count || list->after_star) return false;
    list->positional_only = list->plain;
    list->plain = (NodeVector){0};
    return end_parameter(parser, terminator);
}

static bool parse_star(Parser *parser, ParameterList *list, TokenKind terminator) {
    if (list->after_star) return false;
    list->after_star = true;
    if (parser_accept(parser, TOKEN_COMMA)) {
        list->bare_star_waits = true;
        return true;
    }
    list->star = parse_parameter(parser, terminator != TOKEN_COLON, true);
    return list->star && end_parameter(parser, terminator);
}

static bool parse_double_star(Parser *parser, ParameterList *list, TokenKind terminator) {
    if (list->bare_star_waits) return false;
    list->double_star = parse_parameter(parser, terminator != TOKEN_COLON, false);
    return list->double_star && end_parameter(parser, terminator);
}

static bool parse_named_parameter(Parser *parser, ParameterList *list, TokenKind terminator) {
    Node *parameter = parse_parameter(parser, terminator != TOKEN_COLON, false);
    if (!parameter) return false;
    Node *value = NULL;
    if (parser_accept(parser, TOKEN_EQUAL)) {
        value = parse_expression(parser);
        if (!value) return false;
    }
    if (!end_parameter(parser, terminator)) return false;
    if (list->after_star) {
        list->bare_star_waits = false;
        return parser_push(parser, &list->keyword_only, parameter) &&
               parser_push(parser, &list->keyword_defaults, value);
    }
    if (value)
        return parser_push(parser, &list->plain, parameter) && parser_push(parser, &list->defaults, value);
    return !list->defaults.count && parser_push(parser, &list->plain, parameter);
}

static Node *parse_parameter_list(Parser *parser, TokenKind terminator) {
    ParameterList list = {0};
    while (!parser_at(parser, terminator)) {
        bool good;
        if (parser->failed || list.double_star) return NULL;
        if (parser_accept(parser, TOKEN_SLASH)) good = parse_slash(parser, &list, terminator);
        else if (parser_accept(parser, TOKEN_STAR)) good = parse_star(parser, &list, terminator);
        else if (parser_accept(parser, TOKEN_DOUBLE_STAR)) good = parse_double_star(parser, &list, terminator);
        else good = parse_named_parameter(parser, &list, terminator);
        if (!good || parser->failed) return NULL;
    }
    if (list.bare_star_waits) return NULL;
    Node *node = empty_parameters(parser);
    if (!node) return NULL;
    node->arguments.posonlyargs = parser_list(&list.positional_only);
    node->arguments.args = parser_list(&list.plain);
    node->arguments.vararg = list.star;
    node->arguments.kwonlyargs = parser_list(&list.keyword_only);
    node->arguments.kw_defaults = parser_list(&list.keyword_defaults);
    node->arguments.kwarg = list.double_star;
    node->arguments.defaults = parser_list(&list.defaults);
    return node;
}

Node *parse_parameters(Parser *parser, TokenKind terminator) {
    if (parser->failed) return NULL;
    size_t mark = parser->mark;
    if (parser->diagnosing) {
        diagnose_parameters(parser, terminator);
        parser->mark = mark;
    }
    return parser->failed ? NULL : parse_parameter_list(parser, terminator);
}
