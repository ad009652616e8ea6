/* The match statement and its patterns. */
#include "kernel/language/text/parser_compound.h"

static Node *parse_pattern(Parser *parser);

/* ---- names ---- */

static bool follows_capture(Parser *parser) {
    return !parser_at(parser, TOKEN_DOT) && !parser_at(parser, TOKEN_LEFT_PARENTHESIS) &&
           !parser_at(parser, TOKEN_EQUAL);
}

/* A NAME other than _ that no '.', '(' or '=' follows. */
static const Identifier *parse_capture_target(Parser *parser) {
    if (parser_at_word(parser, "_")) return NULL;
    Token *name = parser_expect(parser, TOKEN_NAME);
    return name && follows_capture(parser) ? parser_identifier(parser, name) : NULL;
}

/* NAME ('.' NAME)* as an expression. */
static Node *parse_dotted(Parser *parser) {
    Token *first = parser_expect(parser, TOKEN_NAME);
    Node *node = first ? parser_node(parser, NODE_NAME, first) : NULL;
    if (!node) return NULL;
    node->name.id = parser_identifier(parser, first);
    for (;;) {
        size_t mark = parser->mark;
        Token *name = parser_accept(parser, TOKEN_DOT) ? parser_expect(parser, TOKEN_NAME) : NULL;
        if (!name) {
            parser->mark = mark;
            return parser->failed ? NULL : node;
        }
        Node *attribute = parser_node(parser, NODE_ATTRIBUTE, first);
        if (!attribute) return NULL;
        attribute->attribute.value = node;
        attribute->attribute.attr = parser_identifier(parser, name);
        node = attribute;
    }
}

/* ---- literals ---- */

static bool is_imaginary(const Node *node) {
    return node->kind == NODE_CONSTANT && node->constant.value.kind == CONSTANT_COMPLEX;
}

static Node *parse_signed_number(Parser *parser) {
    Token *first = parser_peek(parser);
    bool negative = parser_accept(parser, TOKEN_MINUS);
    Token *token = parser_expect(parser, TOKEN_NUMBER);
    Node *number = token ? parse_number(parser, token) : NULL;
    if (!number || !negative) return number;
    Node *node = parser_node(parser, NODE_UNARY_OPERATION, first);
    if (!node) return NULL;
    node->unary_operation.op = AST_UNARY_MINUS;
    node->unary_operation.operand = number;
    return node;
}

/* A number, or real +- imaginary. */
static Node *parse_number_literal(Parser *parser) {
    Token *first = parser_peek(parser);
    Node *left = parse_signed_number(parser);
    if (!left || (!parser_at(parser, TOKEN_PLUS) && !parser_at(parser, TOKEN_MINUS))) return left;
    Node *real = left->kind == NODE_UNARY_OPERATION ? left->unary_operation.operand : left;
    if (is_imaginary(real)) return PARSER_RAISE_NODE(parser, real, "real number required in complex literal");
    AstBinaryOperator op = parser_at(parser, TOKEN_PLUS) ? AST_BINARY_ADD : AST_BINARY_SUBTRACT;
    parser->mark++;
    Token *token = parser_expect(parser, TOKEN_NUMBER);
    Node *imaginary = token ? parse_number(parser, token) : NULL;
    if (!imaginary) return NULL;
    if (!is_imaginary(imaginary)) {
        return PARSER_RAISE_NODE(parser, imaginary, "imaginary number required in complex literal");
    }
    Node *node = parser_node(parser, NODE_BINARY_OPERATION, first);
    if (!node) return NULL;
    node->binary_operation.left = left;
    node->binary_operation.op = op;
    node->binary_operation.right = imaginary;
    return node;
}

static Node *parse_literal(Parser *parser) {
    switch (parser_peek(parser)->kind) {
    case TOKEN_NUMBER:
    case TOKEN_MINUS: return parse_number_literal(parser);
    case TOKEN_STRING: return parse_strings(parser);
    case TOKEN_NONE:
    case TOKEN_TRUE:
    case TOKEN_FALSE: return parse_atom(parser);
    default: return NULL;
    }
}

static Node *parse_literal_pattern(Parser *parser) {
    Token *first = parser_peek(parser);
    bool singleton = first->kind == TOKEN_NONE || first->kind == TOKEN_TRUE || first->kind == TOKEN_FALSE;
    Node *value = parse_literal(parser);
    Node *node = value ? parser_node(parser, singleton ? NODE_MATCH_SINGLETON : NODE_MATCH_VALUE, first) : NULL;
    if (!node) return NULL;
    if (singleton) node->match_singleton.value = value->constant.value;
    else node->match_value.value = value;
    return node;
}

/* ---- sequences ---- */

static Node *parse_star_pattern(Parser *parser) {
    Token *first = parser_expect(parser, TOKEN_STAR);
    if (!first) return NULL;
    const Identifier *name = NULL;
    if (parser_at_word(parser, "_")) {
        parser->mark++;
    } else {
        name = parse_capture_target(parser);
        if (!name) return NULL;
    }
    Node *node = parser_node(parser, NODE_MATCH_STAR, first);
    if (node) node->match_star.name = name;
    return node;
}

static Node *parse_maybe_star_pattern(Parser *parser) {
    return parser_at(parser, TOKEN_STAR) ? parse_star_pattern(parser) : parse_pattern(parser);
}

/* pattern (',' pattern)* [',']; none is fine. *comma: a comma was seen. */
static bool parse_pattern_items(Parser *parser, NodeVector *out, bool *comma) {
    *comma = false;
    do {
        size_t mark = parser->mark;
        Node *item = parse_maybe_star_pattern(parser);
        if (parser->failed) return false;
        if (!item) {
            parser->mark = mark;
            return true;
        }
        if (!parser_push(parser, out, item)) return false;
        if (parser_at(parser, TOKEN_COMMA)) *comma = true;
    } while (parser_accept(parser, TOKEN_COMMA));
    return true;
}

static Node *make_sequence_pattern(Parser *parser, const Token *first, const NodeVector *items) {
    Node *node = parser_node(parser, NODE_MATCH_SEQUENCE, first);
    if (node) node->match_sequence.patterns = parser_list(items);
    return node;
}

/* ( ) or [ ] */
static Node *parse_bracketed_pattern(Parser *parser) {
    Token *first = parser_peek(parser);
    bool round = first->kind == TOKEN_LEFT_PARENTHESIS, comma;
    NodeVector items = {0};
    parser->mark++;
    if (!parse_pattern_items(parser, &items, &comma)) return NULL;
    if (!parser_accept(parser, round ? TOKEN_RIGHT_PARENTHESIS : TOKEN_RIGHT_BRACKET)) return NULL;
    if (round && items.count == 1 && !comma) {
        return items.items[0]->kind == NODE_MATCH_STAR ? NULL : items.items[0];
    }
    return make_sequence_pattern(parser, first, &items);
}

/* ---- mappings ---- */

static bool parse_mapping_item(Parser *parser, NodeVector *keys, NodeVector *patterns) {
    Node *key = parser_at(parser, TOKEN_NAME) ? parse_dotted(parser) : parse_literal(parser);
    if (!key || key->kind == NODE_NAME || !parser_accept(parser, TOKEN_COLON)) return false;
    Node *pattern = parse_pattern(parser);
    return pattern && parser_push(parser, keys, key) && parser_push(parser, patterns, pattern);
}

static Node *parse_mapping_pattern(Parser *parser) {
    Token *first = parser_expect(parser, TOKEN_LEFT_BRACE);
    NodeVector keys = {0}, patterns = {0};
    const Identifier *rest = NULL;
    while (!parser_at(parser, TOKEN_RIGHT_BRACE)) {
        if (parser_accept(parser, TOKEN_DOUBLE_STAR)) {
            rest = parse_capture_target(parser);
            if (!rest) return NULL;
            parser_accept(parser, TOKEN_COMMA);
            break;
        }
        if (!parse_mapping_item(parser, &keys, &patterns)) return NULL;
        if (!parser_accept(parser, TOKEN_COMMA)) break;
    }
    if (!parser_accept(parser, TOKEN_RIGHT_BRACE)) return NULL;
    Node *node = parser_node(parser, NODE_MATCH_MAPPING, first);
    if (!node) return NULL;
    node->match_mapping.keys = parser_list(&keys);
    node->match_mapping.patterns = parser_list(&patterns);
    node->match_mapping.rest = rest;
    return node;
}

/* ---- classes ---- */

typedef struct ClassArguments {
    NodeVector positional, keyword_patterns;
    const Identifier **names;
    size_t capacity;
} ClassArguments;

static bool add_keyword_pattern(Parser *parser, ClassArguments *arguments, const Token *name, Node *pattern) {
    size_t count = arguments->keyword_patterns.count;
    if (count == arguments->capacity) {
        arguments->capacity = count ? count * 2 : 4;
        const Identifier **grown = parser_allocate(parser, arguments->capacity * sizeof *grown);
        if (!grown) return false;
        for (size_t i = 0; i < count; i++) grown[i] = arguments->names[i];
        arguments->names = grown;
    }
    arguments->names[count] = parser_identifier(parser, name);
    return parser_push(parser, &arguments->keyword_patterns, pattern);
}

/* One argument of a class pattern. False at a mistake; a positional one after a keyword is one, in *misplaced.
 */
static bool parse_class_argument(Parser *parser, ClassArguments *arguments, Node **misplaced) {
    Token *name = parser_peek(parser);
    bool keyword = name->kind == TOKEN_NAME && parser_next_is(parser, TOKEN_EQUAL);
    if (keyword) parser->mark += 2;
    Node *pattern = parse_pattern(parser);
    if (!pattern) return false;
    if (keyword) return add_keyword_pattern(parser, arguments, name, pattern);
    if (arguments->keyword_patterns.count) {
        *misplaced = pattern;
        return false;
    }
    return parser_push(parser, &arguments->positional, pattern);
}

static void raise_misplaced(Parser *parser, Node *first) {
    Node *last = first;
    for (;;) {
        size_t mark = parser->mark;
        Node *pattern = parser_accept(parser, TOKEN_COMMA) ? parse_pattern(parser) : NULL;
        if (!pattern) {
            parser->mark = mark;
            break;
        }
        last = pattern;
    }
    PARSER_RAISE_NODES(parser, first, last, "positional patterns follow keyword patterns");
}

static Node *parse_class_pattern(Parser *parser, const Token *first, Node *class) {
    ClassArguments arguments = {0};
    parser->mark++;
    while (!parser_at(parser, TOKEN_RIGHT_PARENTHESIS)) {
        Node *misplaced = NULL;
        if (!parse_class_argument(parser, &arguments, &misplaced)) {
            if (misplaced && parser->diagnosing) raise_misplaced(parser, misplaced);
            return NULL;
        }
        if (!parser_accept(parser, TOKEN_COMMA)) break;
    }
    if (!parser_accept(parser, TOKEN_RIGHT_PARENTHESIS)) return NULL;
    Node *node = parser_node(parser, NODE_MATCH_CLASS, first);
    if (!node) return NULL;
    node->match_class.cls = class;
    node->match_class.patterns = parser_list(&arguments.positional);
    node->match_class.kwd_attrs = (IdentifierList){arguments.names, arguments.keyword_patterns.count};
    node->match_class.kwd_patterns = parser_list(&arguments.keyword_patterns);
    return node;
}

/* A capture, the wildcard, a value (a.b) or a class (a.b(...)). */
static Node *parse_name_pattern(Parser *parser) {
    Token *first = parser_peek(parser);
    if (parser_at_word(parser, "_")) {
        parser->mark++;
        return parser_node(parser, NODE_MATCH_AS, first);
    }
    Node *value = parse_dotted(parser);
    if (!value) return NULL;
    if (parser_at(parser, TOKEN_LEFT_PARENTHESIS)) return parse_class_pattern(parser, first, value);
    if (!follows_capture(parser)) return NULL;
    bool capture = value->kind == NODE_NAME;
    Node *node = parser_node(parser, capture ? NODE_MATCH_AS : NODE_MATCH_VALUE, first);
    if (!node) return NULL;
    if (capture) node->match_as.name = value->name.id;
    else node->match_value.value = value;
    return node;
}

/* ---- patterns ---- */

static Node *parse_closed_pattern_plainly(Parser *parser) {
    switch (parser_peek(parser)->kind) {
    case TOKEN_NAME: return parse_name_pattern(parser);
    case TOKEN_LEFT_PARENTHESIS:
    case TOKEN_LEFT_BRACKET: return parse_bracketed_pattern(parser);
    case TOKEN_LEFT_BRACE: return parse_mapping_pattern(parser);
    default: return parse_literal_pattern(parser);
    }
}

static Node *parse_closed_pattern(Parser *parser) {
    void *known;
    if (parser->failed) return NULL;
    if (parser_recall(parser, RULE_CLOSED_PATTERN, &known)) return known;
    size_t mark = parser->mark;
    return parser_remember(parser, RULE_CLOSED_PATTERN, mark, parse_closed_pattern_plainly(parser));
}

static Node *parse_or_pattern(Parser *parser) {
    Token *first = parser_peek(parser);
    Node *pattern = parse_closed_pattern(parser);
    if (!pattern || !parser_at(parser, TOKEN_BAR)) return pattern;
    NodeVector patterns = {0};
    if (!parser_push(parser, &patterns, pattern)) return NULL;
    for (;;) {
        size_t mark = parser->mark;
        pattern = parser_accept(parser, TOKEN_BAR) ? parse_closed_pattern(parser) : NULL;
        if (parser->failed) return NULL;
        if (!pattern) {
            parser->mark = mark;
            break;
        }
        if (!parser_push(parser, &patterns, pattern)) return NULL;
    }
    if (patterns.count == 1) return patterns.items[0];
    Node *node = parser_node(parser, NODE_MATCH_OR, first);
    if (node) node->match_or.patterns = parser_list(&patterns);
    return node;
}

/* At the target after 'as'. */
static void diagnose_as_target(Parser *parser) {
    if (parser_at_word(parser, "_")) {
        PARSER_RAISE_NODE(parser, parser_peek(parser), "cannot use '_' as a target");
    } else if (!parser_at(parser, TOKEN_NAME)) {
        Node *target = parse_expression(parser);
        if (target) PARSER_RAISE_NODE(parser, target, "invalid pattern target");
    }
}

static Node *parse_pattern(Parser *parser) {
    if (!parser_enter(parser)) return NULL;
    Token *first = parser_peek(parser);
    Node *pattern = parse_or_pattern(parser);
    size_t mark = parser->mark;
    if (pattern && parser_accept(parser, TOKEN_AS)) {
        size_t target_mark = parser->mark;
        const Identifier *name = parse_capture_target(parser);
        if (name) {
            Node *node = parser_node(parser, NODE_MATCH_AS, first);
            if (node) {
                node->match_as.pattern = pattern;
                node->match_as.name = name;
            }
            pattern = node;
        } else {
            parser->mark = target_mark;
            if (parser->diagnosing) diagnose_as_target(parser);
            parser->mark = mark;
        }
    }
    parser_leave(parser);
    return parser->failed ? NULL : pattern;
}

/* A pattern, or a sequence without brackets. */
static Node *parse_patterns(Parser *parser) {
    Token *first = parser_peek(parser);
    NodeVector items = {0};
    bool comma;
    if (!parse_pattern_items(parser, &items, &comma) || !items.count) return NULL;
    if (comma) return make_sequence_pattern(parser, first, &items);
    return items.items[0]->kind == NODE_MATCH_STAR ? NULL : items.items[0];
}

/* ---- the statement ---- */

/* ['if' named_expression]. False only when parsing has failed for good. */
static bool parse_guard(Parser *parser, Node **guard) {
    size_t mark = parser->mark;
    *guard = parser_accept(parser, TOKEN_IF) ? parse_named_expression(parser) : NULL;
    if (!*guard) parser->mark = mark;
    return !parser->failed;
}

static Node *parse_case(Parser *parser) {
    if (!parser_at_word(parser, "case")) return NULL;
    Token *first = parser_peek(parser);
    size_t start = parser->mark++;
    Node *guard;
    if (parser->diagnosing) {
        if (parse_patterns(parser) && parse_guard(parser, &guard)) {
            diagnose_header_end(parser, true, "'case' statement", first->line);
        }
        parser->mark = start + 1;
    }
    Node *pattern = parser->failed ? NULL : parse_patterns(parser);
    if (!pattern || !parse_guard(parser, &guard) || !parser_accept(parser, TOKEN_COLON)) return NULL;
    StatementList *body = parse_block(parser);
    Node *node = body ? ast_node(parser->context, NODE_MATCH_CASE) : NULL;
    if (!node) return body ? parser_no_memory(parser) : NULL;
    node->match_case.pattern = pattern;
    node->match_case.guard = guard;
    node->match_case.body = body->list;
    return node;
}

static Node *parse_subject(Parser *parser) {
    Token *first = parser_peek(parser);
    NodeVector items = {0};
    Node *value = parse_star_named_expression(parser);
    if (!value) return NULL;
    if (!parser_accept(parser, TOKEN_COMMA)) return value->kind == NODE_STARRED ? NULL : value;
    size_t mark = parser->mark;
    if (!parser_push(parser, &items, value)) return NULL;
    NodeVector rest = {0};
    if (!parse_star_named_expressions(parser, &rest)) parser->mark = mark;
    for (size_t i = 0; i < rest.count; i++) {
        if (!parser_push(parser, &items, rest.items[i])) return NULL;
    }
    Node *node = parser->failed ? NULL : parser_node(parser, NODE_TUPLE, first);
    if (node) node->tuple.elts = parser_list(&items);
    return node;
}

static Node *parse_match_plainly(Parser *parser) {
    Token *first = parser_peek(parser);
    parser->mark++;
    Node *subject = parse_subject(parser);
    if (!subject || !parser_accept(parser, TOKEN_COLON) || !parser_accept(parser, TOKEN_NEWLINE) ||
        !parser_accept(parser, TOKEN_INDENT)) {
        return NULL;
    }
    NodeVector cases = {0};
    for (;;) {
        size_t mark = parser->mark;
        Node *node = parse_case(parser);
        if (parser->failed) return NULL;
        if (!node) {
            parser->mark = mark;
            break;
        }
        if (!parser_push(parser, &cases, node)) return NULL;
    }
    if (!cases.count || !parser_accept(parser, TOKEN_DEDENT)) return NULL;
    Node *node = parser_node(parser, NODE_MATCH, first);
    if (!node) return NULL;
    node->match.subject = subject;
    node->match.cases = parser_list(&cases);
    return node;
}

Node *parse_match(Parser *parser) {
    size_t start = parser->mark;
    Token *first = parser_peek(parser);
    Node *node = parse_match_plainly(parser);
    if (!node) parser_resume(parser);
    if (node || parser->failed || !parser->diagnosing) return node;
    parser->mark = start + 1;
    if (parse_subject(parser)) diagnose_header_end(parser, true, "'match' statement", first->line);
    return NULL;
}
