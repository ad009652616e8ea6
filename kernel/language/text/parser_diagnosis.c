/* The common mistakes, and what to say about them. See parser_state.h for when they are tried. */
#include "kernel/language/text/parser_state.h"

#include <string.h>

/* ---- words ---- */

static const char *constant_description(const Constant *constant) {
    switch (constant->kind) {
    case CONSTANT_NONE: return "None";
    case CONSTANT_TRUE: return "True";
    case CONSTANT_FALSE: return "False";
    case CONSTANT_ELLIPSIS: return "ellipsis";
    default: return "literal";
    }
}

const char *expression_description(const Node *node) {
    switch (node->kind) {
    case NODE_ATTRIBUTE: return "attribute";
    case NODE_SUBSCRIPT: return "subscript";
    case NODE_STARRED: return "starred";
    case NODE_NAME: return "name";
    case NODE_LIST: return "list";
    case NODE_TUPLE: return "tuple";
    case NODE_LAMBDA: return "lambda";
    case NODE_CALL: return "function call";
    case NODE_BOOLEAN_OPERATION:
    case NODE_BINARY_OPERATION:
    case NODE_UNARY_OPERATION: return "expression";
    case NODE_GENERATOR: return "generator expression";
    case NODE_YIELD:
    case NODE_YIELD_FROM: return "yield expression";
    case NODE_AWAIT: return "await expression";
    case NODE_LIST_COMPREHENSION: return "list comprehension";
    case NODE_SET_COMPREHENSION: return "set comprehension";
    case NODE_DICT_COMPREHENSION: return "dict comprehension";
    case NODE_DICT: return "dict literal";
    case NODE_SET: return "set display";
    case NODE_JOINED_STRING:
    case NODE_FORMATTED_VALUE: return "f-string expression";
    case NODE_CONSTANT: return constant_description(&node->constant.value);
    case NODE_COMPARE: return "comparison";
    case NODE_CONDITIONAL: return "conditional expression";
    case NODE_NAMED_EXPRESSION: return "named expression";
    default: return "expression";
    }
}

/* The first part of what is meant as a target that cannot be one. */
static Node *find_invalid_target(Node *node, TargetUse use) {
    switch (node->kind) {
    case NODE_LIST:
    case NODE_TUPLE:
        for (size_t i = 0; i < node->tuple.elts.count; i++) {
            Node *found = find_invalid_target(node->tuple.elts.items[i], use);
            if (found) return found;
        }
        return NULL;
    case NODE_STARRED: return use == TARGET_DELETE ? node : find_invalid_target(node->starred.value, use);
    case NODE_COMPARE: /* `for x in y` has been read as a comparison */
        if (use != TARGET_FOR) return node;
        if (node->compare.ops.items[0] != AST_COMPARE_IN) return NULL;
        return find_invalid_target(node->compare.left, use);
    case NODE_NAME:
    case NODE_SUBSCRIPT:
    case NODE_ATTRIBUTE: return NULL;
    default: return node;
    }
}

void diagnose_target(Parser *parser, Node *node, TargetUse use) {
    Node *invalid = node ? find_invalid_target(node, use) : NULL;
    if (!invalid) return;
    PARSER_RAISE_NODE(parser, invalid, use == TARGET_DELETE ? "cannot delete %s" : "cannot assign to %s",
                      expression_description(invalid));
}

static bool is_legacy_statement(const Node *node) {
    return node->kind == NODE_NAME &&
           (!strcmp(node->name.id->bytes, "print") || !strcmp(node->name.id->bytes, "exec"));
}

/* CPython compares as many letters as the name has, so that `c` and `mat` count too. */
static bool at_soft_keyword(Parser *parser) {
    static const char *const WORDS[] = {"_", "case", "match"};
    Token *token = parser_peek(parser);
    for (size_t i = 0; token->kind == TOKEN_NAME && i < 3; i++) {
        if (!strncmp(WORDS[i], token->start, token->length)) return true;
    }
    return false;
}

/* ---- expressions ---- */

static void diagnose_neighbours(Parser *parser) {
    size_t start = parser->mark;
    if (at_soft_keyword(parser) || (parser_at(parser, TOKEN_NAME) && parser_next_is(parser, TOKEN_STRING)))
        return;
    Node *first = parse_disjunction(parser);
    Node *second = first ? parse_plain_expression(parser) : NULL;
    if (second && !is_legacy_statement(first) && parser->tokens[parser->mark - 1]->level > 0) {
        PARSER_RAISE_NODES(parser, first, second, "invalid syntax. Perhaps you forgot a comma?");
    }
    parser->mark = start;
}

static void diagnose_missing_else(Parser *parser) {
    size_t start = parser->mark;
    Node *body = parse_disjunction(parser), *test = NULL;
    if (body && parser_accept(parser, TOKEN_IF)) test = parse_disjunction(parser);
    if (test && !parser_at(parser, TOKEN_ELSE) && !parser_at(parser, TOKEN_COLON)) {
        PARSER_RAISE_NODES(parser, body, test, "expected 'else' after 'if' expression");
    }
    parser->mark = start;
}

static void diagnose_legacy(Parser *parser) {
    size_t start = parser->mark;
    Token *name = parser_expect(parser, TOKEN_NAME);
    bool legacy = name && ((name->length == 5 && !memcmp(name->start, "print", 5)) ||
                           (name->length == 4 && !memcmp(name->start, "exec", 4)));
    if (name && !parser_at(parser, TOKEN_LEFT_PARENTHESIS)) {
        Node *value = parse_star_expressions(parser);
        if (value && legacy) {
            PARSER_RAISE_NODES(parser, name, value,
                               "Missing parentheses in call to '%.*s'. Did you mean %.*s(...)?",
                               (int)name->length, name->start, (int)name->length, name->start);
        }
    }
    parser->mark = start;
}

void diagnose_expression(Parser *parser) {
    diagnose_neighbours(parser);
    if (!parser->failed) diagnose_missing_else(parser);
    if (!parser->failed) diagnose_legacy(parser);
}

static bool at_assignment(Parser *parser) {
    return parser_at(parser, TOKEN_EQUAL) || parser_at(parser, TOKEN_COLON_EQUAL);
}

static const char MAYBE_EQUAL[] = "invalid syntax. Maybe you meant '==' or ':=' instead of '='?";

static void diagnose_named_plainly(Parser *parser) {
    size_t start = parser->mark;
    Node *target = parse_expression(parser);
    if (target && parser_accept(parser, TOKEN_COLON_EQUAL) && parse_expression(parser)) {
        PARSER_RAISE_NODE(parser, target, "cannot use assignment expressions with %s",
                          expression_description(target));
    }
    parser->mark = start;
    if (parser->failed) return;
    Token *first = parser_peek(parser);
    if (parser_accept(parser, TOKEN_NAME) && parser_accept(parser, TOKEN_EQUAL)) {
        Node *value = parse_bitwise_or(parser);
        if (value && !at_assignment(parser)) PARSER_RAISE_NODES(parser, first, value, MAYBE_EQUAL);
    }
    parser->mark = start;
    if (parser->failed || first->kind == TOKEN_TRUE || first->kind == TOKEN_NONE || first->kind == TOKEN_FALSE)
        return;
    if (first->kind == TOKEN_LEFT_PARENTHESIS || first->kind == TOKEN_LEFT_BRACKET) {
        Node *display = parse_atom(parser);
        parser->mark = start;
        if (display &&
            (display->kind == NODE_LIST || display->kind == NODE_TUPLE || display->kind == NODE_GENERATOR) &&
            display->line == first->line && display->column == first->column) {
            return;
        }
    }
    target = parser->failed ? NULL : parse_bitwise_or(parser);
    if (target && parser_accept(parser, TOKEN_EQUAL) && parse_bitwise_or(parser) && !at_assignment(parser)) {
        PARSER_RAISE_NODE(parser, target, "cannot assign to %s here. Maybe you meant '==' instead of '='?",
                          expression_description(target));
    }
}

void diagnose_named_expression(Parser *parser) {
    void *known;
    if (parser_recall(parser, RULE_INVALID_NAMED, &known)) return;
    size_t mark = parser->mark;
    diagnose_named_plainly(parser);
    parser->mark = mark;
    parser_remember(parser, RULE_INVALID_NAMED, mark, NULL);
}

/* ---- arguments ---- */

static Node *last_of(const NodeVector *clauses) {
    Node *clause = clauses->items[clauses->count - 1];
    NodeList *conditions = &clause->comprehension.ifs;
    return conditions->count ? conditions->items[conditions->count - 1] : clause->comprehension.iter;
}

static const char BARE_GENERATOR[] = "Generator expression must be parenthesized";

/* f(x for x in y, 1) */
static void diagnose_generator_first(Parser *parser) {
    NodeVector clauses = {0}, more = {0};
    Node *element = parse_expression(parser);
    if (!element || !parse_for_clauses(parser, &clauses) || !parser_accept(parser, TOKEN_COMMA)) return;
    size_t mark = parser->mark;
    if (!parse_args(parser)) {
        parser->mark = mark;
        if (parse_expression(parser)) parse_for_clauses(parser, &more);
    }
    PARSER_RAISE_NODES(parser, element, last_of(&clauses), BARE_GENERATOR);
}

/* f(x = y for y in z) */
static void diagnose_generator_keyword(Parser *parser) {
    NodeVector clauses = {0};
    Token *name = parser_expect(parser, TOKEN_NAME);
    Token *equal = name ? parser_expect(parser, TOKEN_EQUAL) : NULL;
    if (equal && parse_expression(parser) && parse_for_clauses(parser, &clauses)) {
        PARSER_RAISE_NODES(parser, name, equal, MAYBE_EQUAL);
    }
}

/* f(1, x for x in y) */
static void diagnose_generator_last(Parser *parser) {
    NodeVector clauses = {0};
    Node *arguments = parse_args(parser);
    if (!arguments || !parse_for_clauses(parser, &clauses)) return;
    NodeList *list = &arguments->call.args;
    if (list->count > 1)
        PARSER_RAISE_NODES(parser, list->items[list->count - 1], last_of(&clauses), BARE_GENERATOR);
}

static void diagnose_generator_after_comma(Parser *parser) {
    NodeVector clauses = {0};
    if (!parse_args(parser) || !parser_accept(parser, TOKEN_COMMA)) return;
    Node *element = parse_expression(parser);
    if (element && parse_for_clauses(parser, &clauses)) {
        PARSER_RAISE_NODES(parser, element, last_of(&clauses), BARE_GENERATOR);
    }
}

static void diagnose_order(Parser *parser) {
    Node *arguments = parse_args(parser);
    if (!arguments || !parser_accept(parser, TOKEN_COMMA) || !parse_args(parser)) return;
    bool unpacking = false;
    for (size_t i = 0; i < arguments->call.keywords.count; i++) {
        if (!arguments->call.keywords.items[i]->keyword.arg) unpacking = true;
    }
    parser_raise(parser, "SyntaxError", "positional argument follows keyword argument%s",
                 unpacking ? " unpacking" : "");
}

static void diagnose_star_after_double_star(Parser *parser) {
    Node *arguments = parse_args(parser);
    if (arguments && parser_accept(parser, TOKEN_COMMA) && parser_accept(parser, TOKEN_STAR)) {
        PARSER_RAISE_NODE(parser, arguments, "iterable argument unpacking follows keyword argument unpacking");
    }
}

void diagnose_arguments(Parser *parser) {
    static void (*const MISTAKES[])(Parser *) = {
        diagnose_star_after_double_star, diagnose_generator_first,       diagnose_generator_keyword,
        diagnose_generator_last,         diagnose_generator_after_comma, diagnose_order,
    };
    size_t start = parser->mark;
    for (size_t i = 0; i < sizeof MISTAKES / sizeof *MISTAKES && !parser->failed; i++) {
        parser->mark = start;
        MISTAKES[i](parser);
    }
    parser->mark = start;
}

void diagnose_keyword(Parser *parser) {
    size_t start = parser->mark;
    Token *first = parser_peek(parser), *equal;
    if (first->kind == TOKEN_TRUE || first->kind == TOKEN_FALSE || first->kind == TOKEN_NONE) {
        parser->mark++;
        equal = parser_expect(parser, TOKEN_EQUAL);
        if (equal) PARSER_RAISE_NODES(parser, first, equal, "cannot assign to %s", token_text(first->kind));
    }
    parser->mark = start;
    if (!parser->failed) diagnose_generator_keyword(parser);
    parser->mark = start;
    if (parser->failed || (first->kind == TOKEN_NAME && parser_next_is(parser, TOKEN_EQUAL))) return;
    Node *value = parse_expression(parser);
    equal = value ? parser_expect(parser, TOKEN_EQUAL) : NULL;
    if (equal) {
        PARSER_RAISE_NODES(parser, value, equal,
                           "expression cannot contain assignment, perhaps you meant \"==\"?");
    }
    parser->mark = start;
}

/* ---- displays ---- */

void diagnose_comprehension(Parser *parser) {
    static const char FORGOTTEN[] = "did you forget parentheses around the comprehension target?";
    size_t start = parser->mark;
    if (parser->failed) return;
    bool round = parser_at(parser, TOKEN_LEFT_PARENTHESIS);
    NodeVector clauses = {0}, rest = {0};
    parser->mark++;
    Node *first = parser_at(parser, TOKEN_STAR) ? parse_starred_expression(parser) : NULL;
    if (first && parse_for_clauses(parser, &clauses)) {
        PARSER_RAISE_NODE(parser, first, "iterable unpacking cannot be used in comprehension");
    }
    parser->mark = start + 1;
    first = round || parser->failed ? NULL : parse_star_named_expression(parser);
    Token *comma = first ? parser_expect(parser, TOKEN_COMMA) : NULL;
    if (comma) {
        size_t mark = parser->mark;
        if (parse_star_named_expressions(parser, &rest) && parse_for_clauses(parser, &clauses)) {
            PARSER_RAISE_NODES(parser, first, rest.items[rest.count - 1], FORGOTTEN);
        }
        parser->mark = mark;
        if (!parser->failed && parse_for_clauses(parser, &clauses)) {
            PARSER_RAISE_NODES(parser, first, comma, FORGOTTEN);
        }
    }
    parser->mark = start;
}

void diagnose_dict_comprehension(Parser *parser) {
    size_t start = parser->mark++;
    NodeVector clauses = {0};
    Token *star = parser_expect(parser, TOKEN_DOUBLE_STAR);
    if (star && parse_bitwise_or(parser) && parse_for_clauses(parser, &clauses) &&
        parser_accept(parser, TOKEN_RIGHT_BRACE)) {
        PARSER_RAISE_NODE(parser, star, "dict unpacking cannot be used in dict comprehension");
    }
    parser->mark = start;
}

void diagnose_group(Parser *parser) {
    size_t start = parser->mark++;
    Token *star = parser_peek(parser);
    if (star->kind == TOKEN_STAR) {
        Node *value = parse_starred_expression(parser);
        if (value && parser_accept(parser, TOKEN_RIGHT_PARENTHESIS)) {
            PARSER_RAISE_NODE(parser, value, "cannot use starred expression here");
        }
    } else if (parser_accept(parser, TOKEN_DOUBLE_STAR)) {
        if (parse_expression(parser) && parser_accept(parser, TOKEN_RIGHT_PARENTHESIS)) {
            PARSER_RAISE_NODE(parser, star, "cannot use double starred expression here");
        }
    }
    parser->mark = start;
}

static void diagnose_dict_value(Parser *parser) {
    size_t start = parser->mark;
    Token *colon;
    if (parse_expression(parser) && (colon = parser_expect(parser, TOKEN_COLON))) {
        Token *star = parser_peek(parser);
        if (star->kind == TOKEN_RIGHT_BRACE || star->kind == TOKEN_COMMA) {
            PARSER_RAISE_NODE(parser, colon, "expression expected after dictionary key and ':'");
        } else if (parser_accept(parser, TOKEN_STAR) && parse_bitwise_or(parser)) {
            PARSER_RAISE_FROM(parser, star, "cannot use a starred expression in a dictionary value");
        }
    }
    parser->mark = start;
}

void diagnose_dict(Parser *parser) {
    size_t start = parser->mark;
    NodeVector keys = {0}, values = {0};
    if (parser->failed) return;
    if (parse_key_values(parser, &keys, &values) && parser->tokens[parser->mark - 1]->kind == TOKEN_COMMA) {
        size_t mark = parser->mark;
        Node *key = parse_expression(parser);
        if (key && !parser_at(parser, TOKEN_COLON)) {
            parser_raise_range(parser, key->line, key->end_column - 1, key->end_line, -1,
                               "':' expected after dictionary key");
        }
        parser->mark = mark;
        if (!parser->failed) diagnose_dict_value(parser);
    }
    parser->mark = start;
    if (!parser->failed) diagnose_dict_value(parser);
}

/* ---- statements ---- */

void diagnose_for_target(Parser *parser) {
    size_t start = parser->mark;
    parser_accept(parser, TOKEN_ASYNC);
    if (parser_accept(parser, TOKEN_FOR)) diagnose_target(parser, parse_star_expressions(parser), TARGET_FOR);
    parser->mark = start;
}

void diagnose_with_item(Parser *parser) {
    size_t start = parser->mark;
    Node *target =
        parse_expression(parser) && parser_accept(parser, TOKEN_AS) ? parse_expression(parser) : NULL;
    if (target && (parser_at(parser, TOKEN_COMMA) || parser_at(parser, TOKEN_RIGHT_PARENTHESIS) ||
                   parser_at(parser, TOKEN_COLON))) {
        diagnose_target(parser, target, TARGET_STAR);
    }
    parser->mark = start;
}

void diagnose_delete(Parser *parser) {
    parser->mark++;
    diagnose_target(parser, parse_star_expressions(parser), TARGET_DELETE);
}

static void diagnose_annotation(Parser *parser) {
    size_t start = parser->mark;
    if (parser_at(parser, TOKEN_LEFT_PARENTHESIS) || parser_at(parser, TOKEN_LEFT_BRACKET)) {
        Node *target = parse_atom(parser);
        if (target && (target->kind == NODE_LIST || target->kind == NODE_TUPLE) &&
            parser_accept(parser, TOKEN_COLON) && parse_expression(parser)) {
            PARSER_RAISE_NODE(parser, target, "only single target (not %s) can be annotated",
                              expression_description(target));
        }
    }
    parser->mark = start;
    Node *first = parser->failed ? NULL : parse_star_named_expression(parser);
    if (first && parser_accept(parser, TOKEN_COMMA)) {
        size_t mark;
        do { /* runs of expressions without a comma between them, too */
            NodeVector rest = {0};
            mark = parser->mark;
            if (!parse_star_named_expressions(parser, &rest)) parser->mark = mark;
        } while (parser->mark > mark);
        if (parser_accept(parser, TOKEN_COLON) && parse_expression(parser)) {
            PARSER_RAISE_NODE(parser, first, "only single target (not tuple) can be annotated");
        }
    }
    parser->mark = start;
    Node *target = parser->failed ? NULL : parse_expression(parser);
    if (target && parser_accept(parser, TOKEN_COLON) && parse_expression(parser)) {
        PARSER_RAISE_NODE(parser, target, "illegal target for annotation");
    }
    parser->mark = start;
}

static bool at_augmented(Parser *parser) {
    TokenKind kind = parser_peek(parser)->kind;
    return kind >= TOKEN_PLUS_EQUAL && kind <= TOKEN_DOUBLE_SLASH_EQUAL;
}

void diagnose_assignment(Parser *parser) {
    size_t start = parser->mark;
    diagnose_annotation(parser);
    if (parser->failed) return;
    size_t mark = start;
    parser->mark = start;
    while (parse_star_targets(parser) && parser_accept(parser, TOKEN_EQUAL)) mark = parser->mark;
    parser->mark = mark;
    Node *value = parser->failed ? NULL : parse_star_expressions(parser);
    if (value && parser_accept(parser, TOKEN_EQUAL)) diagnose_target(parser, value, TARGET_STAR);
    parser->mark = mark;
    value = parser->failed ? NULL : parse_yield(parser);
    if (value && parser_accept(parser, TOKEN_EQUAL)) {
        PARSER_RAISE_NODE(parser, value, "assignment to yield expression not possible");
    }
    parser->mark = start;
    value = parser->failed ? NULL : parse_star_expressions(parser);
    if (value && at_augmented(parser)) {
        parser->mark++;
        if (parse_yield_or_star_expressions(parser)) {
            PARSER_RAISE_NODE(parser, value, "'%s' is an illegal expression for augmented assignment",
                              expression_description(value));
        }
    }
    parser->mark = start;
}

/* ---- parameters ---- */

typedef enum DefaultUse { DEFAULT_NONE, DEFAULT_WANTED, DEFAULT_MAYBE } DefaultUse;

/* NAME [annotation] */
static Node *parse_bare_parameter(Parser *parser, TokenKind terminator) {
    Token *name = parser_expect(parser, TOKEN_NAME);
    if (!name) return NULL;
    size_t mark = parser->mark;
    if (terminator != TOKEN_COLON && parser_accept(parser, TOKEN_COLON) && !parse_expression(parser)) {
        parser->mark = mark;
    }
    Node *node = parser_node(parser, NODE_ARGUMENT, name);
    if (node) node->argument.arg = parser_identifier(parser, name);
    return node;
}

/* '=' expression */
static bool parse_default(Parser *parser) {
    size_t mark = parser->mark;
    Token *equal = parser_expect(parser, TOKEN_EQUAL);
    if (!equal) return false;
    if (parse_expression(parser)) return true;
    parser->mark = mark + 1;
    if (!parser->failed && (parser_at(parser, TOKEN_RIGHT_PARENTHESIS) || parser_at(parser, TOKEN_COMMA))) {
        PARSER_RAISE_NODE(parser, equal, "expected default value expression");
    }
    return false;
}

/* A parameter and the ',' or terminator behind it; resets the mark when it is not there. */
static Node *parse_parameter_with(Parser *parser, DefaultUse use, TokenKind terminator) {
    size_t start = parser->mark;
    Node *node = parse_bare_parameter(parser, terminator);
    if (node && use != DEFAULT_NONE) {
        size_t mark = parser->mark;
        if (!parse_default(parser)) {
            parser->mark = mark;
            if (use == DEFAULT_WANTED) node = NULL;
        }
    }
    bool comma = node && parser_accept(parser, TOKEN_COMMA);
    if (comma && terminator != TOKEN_COLON) parser_peek(parser);
    if (node && (comma || parser_at(parser, terminator)) && !parser->failed) return node;
    parser->mark = start;
    return NULL;
}

static size_t skip_parameters(Parser *parser, DefaultUse use, TokenKind terminator) {
    size_t count = 0;
    while (!parser->failed && parse_parameter_with(parser, use, terminator)) count++;
    return count;
}

/* Parameters and the '/' behind them, with its ',' or the terminator. */
static bool skip_slash(Parser *parser, bool with_default, TokenKind terminator) {
    size_t start = parser->mark;
    size_t count = skip_parameters(parser, DEFAULT_NONE, terminator);
    if (with_default) count = skip_parameters(parser, DEFAULT_WANTED, terminator);
    if (count && parser_accept(parser, TOKEN_SLASH) &&
        (parser_accept(parser, TOKEN_COMMA) || parser_at(parser, terminator))) {
        return true;
    }
    parser->mark = start;
    return false;
}

static bool skip_any_slash(Parser *parser, TokenKind terminator) {
    return skip_slash(parser, false, terminator) || skip_slash(parser, true, terminator);
}

static void diagnose_default_order(Parser *parser, TokenKind terminator) {
    skip_parameters(parser, DEFAULT_NONE, terminator);
    if (!skip_slash(parser, true, terminator) && !skip_parameters(parser, DEFAULT_WANTED, terminator)) return;
    Node *parameter = parser->failed ? NULL : parse_parameter_with(parser, DEFAULT_NONE, terminator);
    if (parameter) PARSER_RAISE_NODE(parser, parameter, "non-default argument follows default argument");
}

static void diagnose_bracketed_parameters(Parser *parser, TokenKind terminator) {
    skip_parameters(parser, DEFAULT_NONE, terminator);
    Token *open = parser_expect(parser, TOKEN_LEFT_PARENTHESIS), *close;
    if (!open) return;
    bool lambda = terminator == TOKEN_COLON;
    if (lambda) {
        do {
            size_t mark = parser->mark;
            if (!parser_accept(parser, TOKEN_NAME)) {
                parser->mark = mark;
                break;
            }
        } while (parser_accept(parser, TOKEN_COMMA));
        if (parser->tokens[parser->mark - 1] == open) return;
    } else if (!skip_parameters(parser, DEFAULT_NONE, terminator)) {
        return;
    }
    parser_accept(parser, TOKEN_COMMA);
    close = parser_expect(parser, TOKEN_RIGHT_PARENTHESIS);
    if (close) {
        PARSER_RAISE_NODES(parser, open, close, "%s parameters cannot be parenthesized",
                           lambda ? "Lambda expression" : "Function");
    }
}

static void diagnose_first_slash(Parser *parser, TokenKind terminator) {
    (void)terminator;
    Token *slash = parser_expect(parser, TOKEN_SLASH);
    if (slash && parser_accept(parser, TOKEN_COMMA)) {
        PARSER_RAISE_NODE(parser, slash, "at least one argument must precede /");
    }
}

static void diagnose_second_slash(Parser *parser, TokenKind terminator) {
    if (!skip_any_slash(parser, terminator)) return;
    skip_parameters(parser, DEFAULT_MAYBE, terminator);
    Token *slash = parser_expect(parser, TOKEN_SLASH);
    if (slash) PARSER_RAISE_NODE(parser, slash, "/ may appear only once");
}

static void diagnose_slash_after_star(Parser *parser, TokenKind terminator) {
    skip_any_slash(parser, terminator);
    skip_parameters(parser, DEFAULT_MAYBE, terminator);
    if (!parser_accept(parser, TOKEN_STAR)) return;
    if (!parser_accept(parser, TOKEN_COMMA) && !parse_parameter_with(parser, DEFAULT_NONE, terminator)) return;
    skip_parameters(parser, DEFAULT_MAYBE, terminator);
    Token *slash = parser_expect(parser, TOKEN_SLASH);
    if (slash) PARSER_RAISE_NODE(parser, slash, "/ must be ahead of *");
}

static void diagnose_slash_star(Parser *parser, TokenKind terminator) {
    if (!skip_parameters(parser, DEFAULT_MAYBE, terminator) || !parser_accept(parser, TOKEN_SLASH)) return;
    Token *star = parser_expect(parser, TOKEN_STAR);
    if (star) PARSER_RAISE_NODE(parser, star, "expected comma between / and *");
}

static void diagnose_bare_star(Parser *parser, TokenKind terminator) {
    Token *star = parser_expect(parser, TOKEN_STAR);
    if (!star) return;
    bool bare = parser_accept(parser, terminator);
    if (!bare && parser_accept(parser, TOKEN_COMMA)) {
        bare = parser_accept(parser, terminator) || parser_accept(parser, TOKEN_DOUBLE_STAR);
    }
    if (!bare) return;
    if (terminator == TOKEN_COLON) parser_raise(parser, "SyntaxError", "named arguments must follow bare *");
    else PARSER_RAISE_NODE(parser, star, "named arguments must follow bare *");
}

static void diagnose_star_default(Parser *parser, TokenKind terminator) {
    if (!parser_accept(parser, TOKEN_STAR) || !parse_bare_parameter(parser, terminator)) return;
    Token *equal = parser_expect(parser, TOKEN_EQUAL);
    if (equal) PARSER_RAISE_NODE(parser, equal, "var-positional argument cannot have default value");
}

static void diagnose_second_star(Parser *parser, TokenKind terminator) {
    if (!parser_accept(parser, TOKEN_STAR)) return;
    if (!parse_parameter_with(parser, DEFAULT_NONE, terminator) && !parser_accept(parser, TOKEN_COMMA)) return;
    skip_parameters(parser, DEFAULT_MAYBE, terminator);
    Token *star = parser_expect(parser, TOKEN_STAR);
    if (star &&
        (parse_parameter_with(parser, DEFAULT_NONE, terminator) || parser_accept(parser, TOKEN_COMMA))) {
        PARSER_RAISE_NODE(parser, star, "* argument may appear only once");
    }
}

static void diagnose_double_star(Parser *parser, TokenKind terminator) {
    static const char FOLLOWED[] = "arguments cannot follow var-keyword argument";
    if (!parser_accept(parser, TOKEN_DOUBLE_STAR) || !parse_bare_parameter(parser, terminator)) return;
    Token *equal = parser_expect(parser, TOKEN_EQUAL);
    if (equal) PARSER_RAISE_NODE(parser, equal, "var-keyword argument cannot have default value");
    if (!parser_accept(parser, TOKEN_COMMA)) return;
    Token *next = parser_peek(parser);
    Node *parameter = parse_bare_parameter(parser, terminator);
    if (parameter) {
        PARSER_RAISE_NODE(parser, parameter, FOLLOWED);
    } else if (next->kind == TOKEN_STAR || next->kind == TOKEN_DOUBLE_STAR || next->kind == TOKEN_SLASH) {
        PARSER_RAISE_NODE(parser, next, FOLLOWED);
    }
}

typedef void ParameterDiagnosis(Parser *parser, TokenKind terminator);

static void try_diagnoses(Parser *parser, ParameterDiagnosis *const *diagnoses, size_t count,
                          TokenKind terminator) {
    size_t start = parser->mark;
    for (size_t i = 0; i < count && !parser->failed; i++) {
        parser->mark = start;
        diagnoses[i](parser, terminator);
    }
    parser->mark = start;
}

void diagnose_parameters(Parser *parser, TokenKind terminator) {
    static ParameterDiagnosis *const LISTS[] = {diagnose_default_order,    diagnose_bracketed_parameters,
                                                diagnose_first_slash,      diagnose_second_slash,
                                                diagnose_slash_after_star, diagnose_slash_star};
    static ParameterDiagnosis *const STARS[] = {diagnose_bare_star, diagnose_star_default,
                                                diagnose_second_star};
    static ParameterDiagnosis *const DOUBLE_STARS[] = {diagnose_double_star};
    try_diagnoses(parser, LISTS, sizeof LISTS / sizeof *LISTS, terminator);
    if (parser->failed) return;
    skip_any_slash(parser, terminator);
    skip_parameters(parser, DEFAULT_MAYBE, terminator);
    if (parser_at(parser, TOKEN_STAR)) {
        try_diagnoses(parser, STARS, sizeof STARS / sizeof *STARS, terminator);
        if (parser->failed) return;
        parser->mark++;
        if (!parser_accept(parser, TOKEN_COMMA)) parse_parameter_with(parser, DEFAULT_NONE, terminator);
        skip_parameters(parser, DEFAULT_MAYBE, terminator);
    }
    if (parser_at(parser, TOKEN_DOUBLE_STAR)) {
        try_diagnoses(parser, DOUBLE_STARS, sizeof DOUBLE_STARS / sizeof *DOUBLE_STARS, terminator);
    }
}
