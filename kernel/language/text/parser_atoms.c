/* Atoms: names, literals, displays, comprehensions; and what stands in brackets after a primary. */
#include "kernel/language/text/parser_state.h"

#include <string.h>

/* ---- comprehensions ---- */

static bool at_for_clause(Parser *parser) {
    return parser_at(parser, TOKEN_FOR) ||
           (parser_at(parser, TOKEN_ASYNC) && parser_next_is(parser, TOKEN_FOR));
}

static bool parse_conditions(Parser *parser, NodeVector *out) {
    for (;;) {
        size_t mark = parser->mark;
        Node *condition = parser_accept(parser, TOKEN_IF) ? parse_disjunction(parser) : NULL;
        if (parser->failed) return false;
        if (!condition) {
            parser->mark = mark;
            return true;
        }
        if (!parser_push(parser, out, condition)) return false;
    }
}

static Node *parse_for_clause(Parser *parser) {
    size_t start = parser->mark;
    bool is_async = parser_accept(parser, TOKEN_ASYNC);
    Node *target = parser_accept(parser, TOKEN_FOR) ? parse_star_targets(parser) : NULL;
    if (target && parser_accept(parser, TOKEN_IN)) {
        Node *iterable = parse_disjunction(parser);
        NodeVector conditions = {0};
        if (!iterable || !parse_conditions(parser, &conditions)) return NULL;
        Node *node = ast_node(parser->context, NODE_COMPREHENSION);
        if (!node) return parser_no_memory(parser);
        node->comprehension.target = target;
        node->comprehension.iter = iterable;
        node->comprehension.ifs = parser_list(&conditions);
        node->comprehension.is_async = is_async;
        return node;
    }
    parser->mark = start;
    if (parser->diagnosing) diagnose_for_target(parser);
    return NULL;
}

bool parse_for_clauses(Parser *parser, NodeVector *out) {
    for (;;) {
        size_t mark = parser->mark;
        Node *clause = at_for_clause(parser) ? parse_for_clause(parser) : NULL;
        if (parser->failed) return false;
        if (!clause) {
            parser->mark = mark;
            return out->count > 0;
        }
        if (!parser_push(parser, out, clause)) return false;
    }
}

/* After the element: the clauses and the closing bracket. */
static Node *parse_comprehension(Parser *parser, NodeKind kind, const Token *first, Node *element,
                                 TokenKind closing) {
    NodeVector clauses = {0};
    if (!parse_for_clauses(parser, &clauses) || !parser_accept(parser, closing)) return NULL;
    Node *node = parser_node(parser, kind, first);
    if (!node) return NULL;
    /* The three kinds of one element have the same fields. */
    node->list_comprehension.elt = element;
    node->list_comprehension.generators = parser_list(&clauses);
    return node;
}

/* ---- ( ) ---- */

static Node *make_sequence(Parser *parser, NodeKind kind, const Token *first, const NodeVector *items) {
    Node *node = parser_node(parser, kind, first);
    if (!node) return NULL;
    node->tuple.elts = parser_list(items);
    node->tuple.ctx = CONTEXT_LOAD;
    return node;
}

static Node *parse_parenthesis_contents(Parser *parser, const Token *first) {
    NodeVector items = {0};
    if (parser_accept(parser, TOKEN_RIGHT_PARENTHESIS)) return make_sequence(parser, NODE_TUPLE, first, &items);
    if (parser_at(parser, TOKEN_YIELD)) {
        Node *node = parse_yield(parser);
        return node && parser_accept(parser, TOKEN_RIGHT_PARENTHESIS) ? node : NULL;
    }
    Node *item = parse_star_named_expression(parser);
    if (!item) return NULL;
    if (parser_accept(parser, TOKEN_COMMA)) {
        if (!parser_push(parser, &items, item)) return NULL;
        size_t mark = parser->mark;
        if (!parse_star_named_expressions(parser, &items) && !parser->failed) parser->mark = mark;
        if (items.count == 1) parser->mark = mark;
        if (!parser_accept(parser, TOKEN_RIGHT_PARENTHESIS)) return NULL;
        return make_sequence(parser, NODE_TUPLE, first, &items);
    }
    if (item->kind == NODE_STARRED) return NULL;
    if (parser_accept(parser, TOKEN_RIGHT_PARENTHESIS)) return item;
    return parse_comprehension(parser, NODE_GENERATOR, first, item, TOKEN_RIGHT_PARENTHESIS);
}

static Node *parse_parenthesis(Parser *parser) {
    size_t start = parser->mark;
    Token *first = parser_expect(parser, TOKEN_LEFT_PARENTHESIS);
    if (parser->diagnosing && (parser_at(parser, TOKEN_STAR) || parser_at(parser, TOKEN_DOUBLE_STAR))) {
        size_t inner = parser->mark;
        Node *node = parse_parenthesis_contents(parser, first);
        if (node || parser->failed) return node;
        parser->mark = start;
        diagnose_group(parser);
        parser->mark = inner;
    }
    Node *node = parse_parenthesis_contents(parser, first);
    if (!node && parser->diagnosing && !parser->failed) {
        parser->mark = start;
        diagnose_group(parser);
        diagnose_comprehension(parser);
    }
    return node ? node : parser_give_up(parser);
}

/* ---- [ ] ---- */

static Node *parse_bracket(Parser *parser) {
    size_t start = parser->mark;
    Token *first = parser_expect(parser, TOKEN_LEFT_BRACKET);
    NodeVector items = {0};
    if (parser_accept(parser, TOKEN_RIGHT_BRACKET)) return make_sequence(parser, NODE_LIST, first, &items);
    Node *node = NULL;
    if (parse_star_named_expressions(parser, &items)) {
        if (parser_accept(parser, TOKEN_RIGHT_BRACKET)) {
            node = make_sequence(parser, NODE_LIST, first, &items);
        } else if (items.count == 1 && items.items[0]->kind != NODE_STARRED && at_for_clause(parser) &&
                   parser_last_token(parser)->kind != TOKEN_COMMA) {
            node = parse_comprehension(parser, NODE_LIST_COMPREHENSION, first, items.items[0],
                                       TOKEN_RIGHT_BRACKET);
        }
    }
    if (!node && parser->diagnosing && !parser->failed) {
        parser->mark = start;
        diagnose_comprehension(parser);
    }
    return node ? node : parser_give_up(parser);
}

/* ---- { } ---- */

Node *parse_key_value(Parser *parser, Node **value) {
    Node *key = parse_expression(parser);
    if (!key || !parser_accept(parser, TOKEN_COLON)) return NULL;
    *value = parse_expression(parser);
    return *value ? key : NULL;
}

/* One pair or **mapping; a NULL key for the latter. */
static bool parse_dict_item(Parser *parser, Node **key, Node **value) {
    *key = NULL;
    if (parser_accept(parser, TOKEN_DOUBLE_STAR)) {
        *value = parse_bitwise_or(parser);
        return *value != NULL;
    }
    *key = parse_key_value(parser, value);
    return *key != NULL;
}

bool parse_key_values(Parser *parser, NodeVector *keys, NodeVector *values) {
    do {
        size_t mark = parser->mark;
        Node *key, *value;
        bool found = parse_dict_item(parser, &key, &value);
        if (parser->failed) return false;
        if (!found) {
            parser->mark = mark;
            return keys->count > 0;
        }
        if (!parser_push(parser, keys, key) || !parser_push(parser, values, value)) return false;
    } while (parser_accept(parser, TOKEN_COMMA));
    return true;
}

static Node *make_dict(Parser *parser, const Token *first, const NodeVector *keys, const NodeVector *values) {
    if (!parser_accept(parser, TOKEN_RIGHT_BRACE)) return NULL;
    Node *node = parser_node(parser, NODE_DICT, first);
    if (!node) return NULL;
    node->dict.keys = parser_list(keys);
    node->dict.values = parser_list(values);
    return node;
}

static Node *parse_dict_comprehension(Parser *parser, const Token *first, Node *key, Node *value) {
    NodeVector clauses = {0};
    if (!parse_for_clauses(parser, &clauses) || !parser_accept(parser, TOKEN_RIGHT_BRACE)) return NULL;
    Node *node = parser_node(parser, NODE_DICT_COMPREHENSION, first);
    if (!node) return NULL;
    node->dict_comprehension.key = key;
    node->dict_comprehension.value = value;
    node->dict_comprehension.generators = parser_list(&clauses);
    return node;
}

/* After the first element of what turned out to be a set. */
static Node *parse_set_rest(Parser *parser, const Token *first, Node *item) {
    NodeVector items = {0};
    if (!parser_push(parser, &items, item)) return NULL;
    if (item->kind != NODE_STARRED && at_for_clause(parser)) {
        return parse_comprehension(parser, NODE_SET_COMPREHENSION, first, item, TOKEN_RIGHT_BRACE);
    }
    if (parser_accept(parser, TOKEN_COMMA)) {
        size_t mark = parser->mark;
        NodeVector rest = {0};
        if (!parse_star_named_expressions(parser, &rest)) parser->mark = mark;
        for (size_t i = 0; i < rest.count; i++) {
            if (!parser_push(parser, &items, rest.items[i])) return NULL;
        }
    }
    return parser_accept(parser, TOKEN_RIGHT_BRACE) ? make_sequence(parser, NODE_SET, first, &items) : NULL;
}

/* After `key ':' value` or `** mapping`, the first item of what turned out to be a dict. */
static Node *parse_dict_rest(Parser *parser, const Token *first, Node *key, Node *value) {
    if (key && at_for_clause(parser)) return parse_dict_comprehension(parser, first, key, value);
    NodeVector keys = {0}, values = {0};
    if (!parser_push(parser, &keys, key) || !parser_push(parser, &values, value)) return NULL;
    if (parser_accept(parser, TOKEN_COMMA)) {
        size_t mark = parser->mark;
        if (!parse_key_values(parser, &keys, &values)) return NULL;
        (void)mark;
    }
    return make_dict(parser, first, &keys, &values);
}

static Node *parse_brace_contents(Parser *parser, const Token *first) {
    NodeVector none = {0};
    if (parser_at(parser, TOKEN_RIGHT_BRACE)) return make_dict(parser, first, &none, &none);
    Node *value;
    if (parser_accept(parser, TOKEN_DOUBLE_STAR)) {
        value = parse_bitwise_or(parser);
        return value ? parse_dict_rest(parser, first, NULL, value) : NULL;
    }
    bool is_walrus = parser_at(parser, TOKEN_NAME) && parser_next_is(parser, TOKEN_COLON_EQUAL);
    Node *item = parse_star_named_expression(parser);
    if (!item) return NULL;
    if (item->kind == NODE_STARRED || is_walrus || !parser_accept(parser, TOKEN_COLON)) {
        return parse_set_rest(parser, first, item);
    }
    value = parse_expression(parser);
    return value ? parse_dict_rest(parser, first, item, value) : NULL;
}

/* The alternatives one by one: dict, set, dict comprehension, set comprehension. */
static Node *diagnose_brace(Parser *parser, size_t start, const Token *first) {
    NodeVector keys = {0}, values = {0}, items = {0};
    size_t inner = parser->mark;
    if (!parser_at(parser, TOKEN_RIGHT_BRACE)) parse_key_values(parser, &keys, &values);
    Node *node = parser->failed ? NULL : make_dict(parser, first, &keys, &values);
    if (node || parser->failed) return node;
    parser->mark = inner;
    diagnose_dict(parser);
    parser->mark = inner;
    if (!parser->failed && parse_star_named_expressions(parser, &items) &&
        parser_accept(parser, TOKEN_RIGHT_BRACE)) {
        return make_sequence(parser, NODE_SET, first, &items);
    }
    parser->mark = inner;
    Node *value, *key = parser->failed ? NULL : parse_key_value(parser, &value);
    node = key ? parse_dict_comprehension(parser, first, key, value) : NULL;
    if (node || parser->failed) return node;
    parser->mark = start;
    diagnose_dict_comprehension(parser);
    parser->mark = inner;
    Node *item = parser->failed ? NULL : parse_named_expression(parser);
    node = item ? parse_comprehension(parser, NODE_SET_COMPREHENSION, first, item, TOKEN_RIGHT_BRACE) : NULL;
    if (node || parser->failed) return node;
    parser->mark = start;
    diagnose_comprehension(parser);
    return NULL;
}

static Node *parse_brace(Parser *parser) {
    size_t start = parser->mark;
    Token *first = parser_expect(parser, TOKEN_LEFT_BRACE);
    if (parser->diagnosing) return diagnose_brace(parser, start, first);
    size_t inner = parser->mark;
    Node *node = parse_brace_contents(parser, first);
    if (!node && !parser->failed) {
        parser->brace_failed = true;
        if (parser->remembers) {
            parser->mark = inner;
            diagnose_dict(parser);
        }
    }
    return node ? node : parser_give_up(parser);
}

/* ---- atoms ---- */

static Node *parse_singleton(Parser *parser, const Token *token, ConstantKind kind) {
    parser->mark++;
    Node *node = parser_node(parser, NODE_CONSTANT, token);
    if (node) node->constant.value.kind = kind;
    return node;
}

Node *parse_atom(Parser *parser) {
    void *known;
    Token *token = parser_peek(parser);
    switch (token->kind) {
    case TOKEN_NAME: {
        parser->mark++;
        Node *node = parser_node(parser, NODE_NAME, token);
        if (node) node->name.id = parser_identifier(parser, token);
        return node;
    }
    case TOKEN_TRUE: return parse_singleton(parser, token, CONSTANT_TRUE);
    case TOKEN_FALSE: return parse_singleton(parser, token, CONSTANT_FALSE);
    case TOKEN_NONE: return parse_singleton(parser, token, CONSTANT_NONE);
    case TOKEN_ELLIPSIS: return parse_singleton(parser, token, CONSTANT_ELLIPSIS);
    case TOKEN_NUMBER: parser->mark++; return parse_number(parser, token);
    case TOKEN_STRING:
    case TOKEN_LEFT_PARENTHESIS:
    case TOKEN_LEFT_BRACKET:
    case TOKEN_LEFT_BRACE: break;
    default: return NULL;
    }
    if (parser_recall(parser, RULE_ATOM, &known)) return known;
    size_t mark = parser->mark;
    Node *node = token->kind == TOKEN_STRING             ? parse_strings(parser)
                 : token->kind == TOKEN_LEFT_PARENTHESIS ? parse_parenthesis(parser)
                 : token->kind == TOKEN_LEFT_BRACKET     ? parse_bracket(parser)
                                                         : parse_brace(parser);
    return parser_remember(parser, RULE_ATOM, mark, node);
}

/* ---- arguments ---- */

static Node *make_keyword(Parser *parser, const Token *first, const Identifier *name, Node *value) {
    Node *node = value ? parser_node(parser, NODE_KEYWORD, first) : NULL;
    if (!node) return NULL;
    node->keyword.arg = name;
    node->keyword.value = value;
    return node;
}

/* NAME '=' expression. */
static Node *parse_keyword(Parser *parser) {
    Token *first = parser_peek(parser);
    if (parser->diagnosing) {
        size_t mark = parser->mark;
        diagnose_keyword(parser);
        parser->mark = mark;
    }
    if (!parser_accept(parser, TOKEN_NAME) || !parser_accept(parser, TOKEN_EQUAL)) return NULL;
    Node *value = parse_expression(parser);
    return value ? make_keyword(parser, first, parser_identifier(parser, first), value) : NULL;
}

/* A keyword argument, or a starred one, or (after the first **) a doubly starred one. */
static Node *parse_keyword_item(Parser *parser, bool after_double_star) {
    size_t mark = parser->mark;
    Token *first = parser_peek(parser);
    Node *node = parse_keyword(parser);
    if (node || parser->failed) return node;
    parser->mark = mark;
    if (!after_double_star) return parse_starred_expression(parser);
    return parser_accept(parser, TOKEN_DOUBLE_STAR)
               ? make_keyword(parser, first, NULL, parse_expression(parser))
               : NULL;
}

/* item (',' item)*; false when there is not one. A comma that no item follows is not taken. */
static bool parse_keyword_items(Parser *parser, bool after_double_star, NodeVector *positional,
                                NodeVector *keywords) {
    bool any = false;
    for (;;) {
        size_t mark = parser->mark;
        Node *item =
            !any || parser_accept(parser, TOKEN_COMMA) ? parse_keyword_item(parser, after_double_star) : NULL;
        if (parser->failed) return false;
        if (!item) {
            parser->mark = mark;
            return any;
        }
        any = true;
        if (!parser_push(parser, item->kind == NODE_KEYWORD ? keywords : positional, item)) return false;
    }
}

static bool parse_keyword_arguments(Parser *parser, NodeVector *positional, NodeVector *keywords) {
    bool any = parse_keyword_items(parser, false, positional, keywords);
    if (parser->failed) return false;
    size_t mark = parser->mark;
    if (any && !parser_accept(parser, TOKEN_COMMA)) return true;
    bool more = parse_keyword_items(parser, true, positional, keywords);
    if (!more) parser->mark = mark;
    return (any || more) && !parser->failed;
}

/* '*' expression | (NAME ':=' expression | expression) not followed by '='. */
static Node *parse_positional(Parser *parser) {
    if (parser_at(parser, TOKEN_STAR)) return parse_starred_expression(parser);
    Node *node;
    if (parser_at(parser, TOKEN_NAME)) {
        if (!parser->diagnosing && parser_next_is(parser, TOKEN_EQUAL)) return NULL;
        if (parser_next_is(parser, TOKEN_COLON_EQUAL)) {
            node = parse_assignment_expression(parser);
            return node && !parser_at(parser, TOKEN_EQUAL) ? node : NULL;
        }
    }
    node = parse_expression(parser);
    return node && !parser_at(parser, TOKEN_COLON_EQUAL) && !parser_at(parser, TOKEN_EQUAL) ? node : NULL;
}

/* With `generator`, f(x for x in y) is taken here as well, which spares the first parse an attempt. */
static Node *parse_argument_list(Parser *parser, bool generator) {
    size_t start = parser->mark;
    Token *first = parser_peek(parser);
    NodeVector positional = {0}, keywords = {0};
    for (;;) {
        size_t mark = parser->mark;
        Node *item = !positional.count || parser_accept(parser, TOKEN_COMMA) ? parse_positional(parser) : NULL;
        if (parser->failed) return NULL;
        if (!item) {
            parser->mark = mark;
            break;
        }
        if (generator && !positional.count && item->kind != NODE_STARRED && at_for_clause(parser)) {
            item = parse_comprehension(parser, NODE_GENERATOR, parser->tokens[start - 1], item,
                                       TOKEN_RIGHT_PARENTHESIS);
            if (!item) return NULL;
            parser->mark--; /* the call takes the bracket too */
            if (!parser_push(parser, &positional, item)) return NULL;
            break;
        }
        if (!parser_push(parser, &positional, item)) return NULL;
    }
    size_t mark = parser->mark;
    if (!positional.count || parser_accept(parser, TOKEN_COMMA)) {
        bool any = parse_keyword_arguments(parser, &positional, &keywords);
        if (parser->failed) return NULL;
        if (!any) parser->mark = mark;
    }
    if (!positional.count && !keywords.count) return NULL;
    Node *node = parser_node(parser, NODE_CALL, first);
    if (!node) return NULL;
    node->call.args = parser_list(&positional);
    node->call.keywords = parser_list(&keywords);
    return node;
}

Node *parse_args(Parser *parser) { return parse_argument_list(parser, false); }

Node *parse_call_arguments(Parser *parser) {
    void *known;
    if (parser->failed) return NULL;
    if (parser_recall(parser, RULE_ARGUMENTS, &known)) return known;
    size_t mark = parser->mark;
    Node *node = parse_argument_list(parser, !parser->diagnosing);
    if (node) parser_accept(parser, TOKEN_COMMA);
    if (node && !parser_at(parser, TOKEN_RIGHT_PARENTHESIS)) node = NULL;
    if (!node && parser->diagnosing && !parser->failed) {
        parser->mark = mark;
        diagnose_arguments(parser);
    }
    return parser_remember(parser, RULE_ARGUMENTS, mark, node);
}

Node *parse_generator_arguments(Parser *parser) {
    size_t start = parser->mark;
    Token *first = parser_expect(parser, TOKEN_LEFT_PARENTHESIS);
    if (!first) return NULL;
    Node *item;
    if (parser_at(parser, TOKEN_NAME) && parser_next_is(parser, TOKEN_COLON_EQUAL)) {
        item = parse_assignment_expression(parser);
    } else {
        item = parse_expression(parser);
        if (item && parser_at(parser, TOKEN_COLON_EQUAL)) item = NULL;
    }
    Node *generator =
        item ? parse_comprehension(parser, NODE_GENERATOR, first, item, TOKEN_RIGHT_PARENTHESIS) : NULL;
    if (parser->failed) return NULL;
    if (!generator) {
        parser->mark = start;
        diagnose_comprehension(parser);
        return NULL;
    }
    NodeVector positional = {0};
    Node *node = parser_push(parser, &positional, generator) ? parser_node(parser, NODE_CALL, first) : NULL;
    if (node) node->call.args = parser_list(&positional);
    return node;
}

/* ---- subscripts ---- */

static Node *parse_optional_bound(Parser *parser) {
    size_t mark = parser->mark;
    Node *bound = parse_expression(parser);
    if (!bound) parser->mark = mark;
    return bound;
}

/* From the first ':' on. */
static Node *parse_slice_rest(Parser *parser, const Token *first, Node *lower) {
    if (!parser_accept(parser, TOKEN_COLON)) return NULL;
    Node *upper = parse_optional_bound(parser), *step = NULL;
    if (parser_accept(parser, TOKEN_COLON)) step = parse_optional_bound(parser);
    Node *node = parser->failed ? NULL : parser_node(parser, NODE_SLICE, first);
    if (!node) return NULL;
    node->slice.lower = lower;
    node->slice.upper = upper;
    node->slice.step = step;
    return node;
}

static Node *parse_slice(Parser *parser) {
    Token *first = parser_peek(parser);
    size_t mark = parser->mark;
    if (first->kind == TOKEN_COLON) return parse_slice_rest(parser, first, NULL);
    bool is_walrus = first->kind == TOKEN_NAME && parser_next_is(parser, TOKEN_COLON_EQUAL);
    Node *node;
    if (parser->diagnosing) { /* the mistakes of a bound come before those of a whole subscript */
        node = parse_expression(parser);
        if (parser->failed) return NULL;
        if (node && parser_at(parser, TOKEN_COLON)) return parse_slice_rest(parser, first, node);
        parser->mark = mark;
    }
    node = parse_named_expression(parser);
    if (!node || is_walrus || !parser_at(parser, TOKEN_COLON)) return node;
    return parse_slice_rest(parser, first, node);
}

Node *parse_slices(Parser *parser) {
    Token *first = parser_peek(parser);
    NodeVector items = {0};
    bool comma = false;
    for (;;) {
        size_t mark = parser->mark;
        Node *item = parser_at(parser, TOKEN_STAR) ? parse_starred_expression(parser) : parse_slice(parser);
        if (parser->failed) return NULL;
        if (!item) {
            parser->mark = mark;
            break;
        }
        if (!parser_push(parser, &items, item)) return NULL;
        comma = parser_accept(parser, TOKEN_COMMA);
        if (!comma) break;
    }
    if (!items.count) return NULL;
    if (items.count == 1 && !comma && items.items[0]->kind != NODE_STARRED) return items.items[0];
    return make_sequence(parser, NODE_TUPLE, first, &items);
}
