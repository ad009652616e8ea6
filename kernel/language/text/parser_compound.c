/* Compound statements. */
#include "kernel/language/text/parser_compound.h"
#include "kernel/language/text/parser_generic.h"

void diagnose_header_end(Parser *parser, bool wants_colon, const char *what, int line) {
    if (parser->failed) return;
    if (wants_colon && parser_accept(parser, TOKEN_NEWLINE)) {
        parser_raise(parser, "SyntaxError", "expected ':'");
        return;
    }
    if (parser_accept(parser, TOKEN_COLON) && parser_accept(parser, TOKEN_NEWLINE) &&
        !parser_at(parser, TOKEN_INDENT)) {
        parser_raise(parser, "IndentationError", "expected an indented block after %s on line %d", what, line);
    }
}

/* ':' block */
static bool parse_suite(Parser *parser, NodeList *body) {
    if (!parser_accept(parser, TOKEN_COLON)) return false;
    StatementList *block = parse_block(parser);
    if (block) *body = block->list;
    return block != NULL;
}

/* ['else' ':' block]. False only when parsing has failed for good. */
static bool parse_else(Parser *parser, NodeList *body) {
    size_t mark = parser->mark;
    Token *first = parser_peek(parser);
    if (first->kind != TOKEN_ELSE) return !parser->failed;
    parser->mark++;
    if (parser->diagnosing) {
        size_t after = parser->mark;
        diagnose_header_end(parser, false, "'else' statement", first->line);
        parser->mark = after;
    }
    if (!parser_expect_forced(parser, TOKEN_COLON)) return false;
    StatementList *block = parse_block(parser);
    if (block) *body = block->list;
    else parser->mark = mark;
    return !parser->failed;
}

/* ---- if, while ---- */

static Node *parse_if(Parser *parser) {
    size_t start = parser->mark;
    Token *first = parser_peek(parser);
    parser->mark++;
    if (parser->diagnosing) {
        bool is_elif = first->kind == TOKEN_ELIF;
        if (parse_named_expression(parser)) {
            diagnose_header_end(parser, true, is_elif ? "'elif' statement" : "'if' statement", first->line);
        }
        parser->mark = start + 1;
    }
    Node *test = parser->failed ? NULL : parse_named_expression(parser);
    NodeList body, otherwise = {0};
    if (!test || !parse_suite(parser, &body)) return NULL;
    Node *nested = NULL;
    if (parser_at(parser, TOKEN_ELIF)) {
        size_t mark = parser->mark;
        if (!parser_enter(parser)) return NULL;
        nested = parse_if(parser);
        parser_leave(parser);
        if (parser->failed) return NULL;
        if (!nested) parser->mark = mark;
    } else if (!parse_else(parser, &otherwise)) {
        return NULL;
    }
    Node *node = parser_node(parser, NODE_IF, first);
    if (!node) return NULL;
    node->if_statement.test = test;
    node->if_statement.body = body;
    node->if_statement.orelse = otherwise;
    if (nested) {
        NodeVector one = {0};
        if (!parser_push(parser, &one, nested)) return NULL;
        node->if_statement.orelse = parser_list(&one);
    }
    return node;
}

static Node *parse_while(Parser *parser) {
    size_t start = parser->mark;
    Token *first = parser_peek(parser);
    parser->mark++;
    if (parser->diagnosing) {
        if (parse_named_expression(parser)) diagnose_header_end(parser, true, "'while' statement", first->line);
        parser->mark = start + 1;
    }
    Node *test = parser->failed ? NULL : parse_named_expression(parser);
    NodeList body, otherwise = {0};
    if (!test || !parse_suite(parser, &body) || !parse_else(parser, &otherwise)) return NULL;
    Node *node = parser_node(parser, NODE_WHILE, first);
    if (!node) return NULL;
    node->while_statement.test = test;
    node->while_statement.body = body;
    node->while_statement.orelse = otherwise;
    return node;
}

/* ---- for ---- */

static void diagnose_for(Parser *parser) {
    parser_accept(parser, TOKEN_ASYNC);
    Token *word = parser_expect(parser, TOKEN_FOR);
    if (word && parse_star_targets(parser) && parser_accept(parser, TOKEN_IN) &&
        parse_star_expressions(parser)) {
        diagnose_header_end(parser, true, "'for' statement", word->line);
    }
}

static Node *parse_for(Parser *parser) {
    size_t start = parser->mark;
    Token *first = parser_peek(parser);
    if (parser->diagnosing) {
        diagnose_for(parser);
        parser->mark = start;
    }
    bool is_async = parser_accept(parser, TOKEN_ASYNC);
    if (!parser_accept(parser, TOKEN_FOR)) return NULL;
    Node *target = parser->failed ? NULL : parse_star_targets(parser);
    if (!target || !parser_accept(parser, TOKEN_IN)) {
        parser->mark = start;
        if (parser->diagnosing && !parser->failed) diagnose_for_target(parser);
        return NULL;
    }
    Node *iterable = parse_star_expressions(parser);
    NodeList body, otherwise = {0};
    if (!iterable || !parse_suite(parser, &body) || !parse_else(parser, &otherwise)) return NULL;
    Node *node = parser_node(parser, is_async ? NODE_ASYNC_FOR : NODE_FOR, first);
    if (!node) return NULL;
    node->for_statement.target = target; /* async_for's fields lie the same */
    node->for_statement.iter = iterable;
    node->for_statement.body = body;
    node->for_statement.orelse = otherwise;
    return node;
}

/* ---- with ---- */

static Node *parse_with_item(Parser *parser) {
    size_t start = parser->mark;
    Node *expression = parse_expression(parser), *target = NULL;
    if (!expression) return NULL;
    size_t mark = parser->mark;
    if (parser_accept(parser, TOKEN_AS)) {
        target = parse_star_target(parser);
        if (target && !parser_at(parser, TOKEN_COMMA) && !parser_at(parser, TOKEN_RIGHT_PARENTHESIS) &&
            !parser_at(parser, TOKEN_COLON)) {
            target = NULL;
        }
        if (!target) {
            if (parser->diagnosing && !parser->failed) {
                parser->mark = start;
                diagnose_with_item(parser);
            }
            parser->mark = mark;
        }
    }
    if (parser->failed) return NULL;
    Node *node = ast_node(parser->context, NODE_WITH_ITEM);
    if (!node) return parser_no_memory(parser);
    if (target) target_convert(target, CONTEXT_STORE);
    node->with_item.context_expr = expression;
    node->with_item.optional_vars = target;
    return node;
}

/* item (',' item)*; a comma that no item follows is not taken. */
static bool parse_with_items(Parser *parser, NodeVector *out) {
    for (;;) {
        size_t mark = parser->mark;
        Node *item = !out->count || parser_accept(parser, TOKEN_COMMA) ? parse_with_item(parser) : NULL;
        if (parser->failed) return false;
        if (!item) {
            parser->mark = mark;
            return out->count > 0;
        }
        if (!parser_push(parser, out, item)) return false;
    }
}

/* (expression ['as' target]) (',' ...)*, where in brackets the expression may be a tuple. */
static bool skip_with_items(Parser *parser, bool bracketed) {
    bool any = false;
    for (;;) {
        size_t mark = parser->mark;
        Node *item = NULL;
        if (!any || parser_accept(parser, TOKEN_COMMA)) {
            item = bracketed ? parse_expressions(parser) : parse_expression(parser);
        }
        if (parser->failed) return false;
        if (!item) {
            parser->mark = mark;
            return any;
        }
        any = true;
        mark = parser->mark;
        if (parser_accept(parser, TOKEN_AS) && !parse_star_target(parser)) parser->mark = mark;
    }
}

/* The two forms of a with header, each with `missing` as what is wrong at its end. */
static void diagnose_with(Parser *parser, bool wants_colon) {
    size_t start = parser->mark;
    for (int bracketed = 0; bracketed < 2 && !parser->failed; bracketed++) {
        parser->mark = start;
        parser_accept(parser, TOKEN_ASYNC);
        Token *word = parser_expect(parser, TOKEN_WITH);
        if (!word || (bracketed && !parser_accept(parser, TOKEN_LEFT_PARENTHESIS))) continue;
        if (!skip_with_items(parser, bracketed)) continue;
        if (bracketed) {
            parser_accept(parser, TOKEN_COMMA);
            if (!parser_accept(parser, TOKEN_RIGHT_PARENTHESIS)) continue;
        }
        if (!wants_colon) {
            diagnose_header_end(parser, false, "'with' statement", word->line);
        } else if (parser_accept(parser, TOKEN_NEWLINE)) {
            parser_raise(parser, "SyntaxError", "expected ':'");
        }
    }
    parser->mark = start;
}

static bool parse_with_header(Parser *parser, bool bracketed, NodeVector *items) {
    if (bracketed && !parser_accept(parser, TOKEN_LEFT_PARENTHESIS)) return false;
    if (!parse_with_items(parser, items)) return false;
    if (bracketed) {
        parser_accept(parser, TOKEN_COMMA);
        if (!parser_accept(parser, TOKEN_RIGHT_PARENTHESIS)) return false;
    }
    return parser_at(parser, TOKEN_COLON);
}

static Node *parse_with(Parser *parser) {
    size_t start = parser->mark;
    Token *first = parser_peek(parser);
    if (parser->diagnosing) diagnose_with(parser, false);
    bool is_async = parser_accept(parser, TOKEN_ASYNC);
    if (parser->failed || !parser_accept(parser, TOKEN_WITH)) return NULL;
    size_t mark = parser->mark;
    for (int bracketed = 1; bracketed >= 0 && !parser->failed; bracketed--) {
        NodeVector items = {0};
        NodeList body;
        parser->mark = mark;
        if (!parse_with_header(parser, bracketed, &items)) {
            if (bracketed) parser_resume(parser);
            continue;
        }
        if (!parse_suite(parser, &body)) {
            parser_give_up(parser); /* the other form has the same block */
            continue;
        }
        Node *node = parser_node(parser, is_async ? NODE_ASYNC_WITH : NODE_WITH, first);
        if (!node) return NULL;
        node->with_statement.items = parser_list(&items); /* async_with's fields lie the same */
        node->with_statement.body = body;
        return node;
    }
    parser->mark = start;
    if (parser->diagnosing && !parser->failed) diagnose_with(parser, true);
    return NULL;
}

/* ---- try ---- */

/* ['as' NAME] */
static const Identifier *parse_as_name(Parser *parser) {
    size_t mark = parser->mark;
    Token *name = parser_accept(parser, TOKEN_AS) ? parser_expect(parser, TOKEN_NAME) : NULL;
    if (name) return parser_identifier(parser, name);
    parser->mark = mark;
    return NULL;
}

static void diagnose_except_end(Parser *parser, bool starred) {
    size_t start = parser->mark;
    Token *word = parser_expect(parser, TOKEN_EXCEPT);
    if (!word) return;
    const char *what = starred ? "'except*' statement" : "'except' statement";
    if ((!starred || parser_accept(parser, TOKEN_STAR)) && parse_expression(parser)) {
        parse_as_name(parser);
        diagnose_header_end(parser, false, what, word->line);
    }
    parser->mark = start + 1;
    if (!starred) diagnose_header_end(parser, false, what, word->line);
    parser->mark = start;
}

static void diagnose_except(Parser *parser) {
    size_t start = parser->mark;
    if (!parser_accept(parser, TOKEN_EXCEPT)) return;
    parser_accept(parser, TOKEN_STAR);
    size_t inner = parser->mark;
    Node *first = parse_expression(parser);
    if (first && parser_accept(parser, TOKEN_COMMA) && parse_expressions(parser)) {
        parse_as_name(parser);
        if (parser_accept(parser, TOKEN_COLON)) {
            PARSER_RAISE_FROM(parser, first, "multiple exception types must be parenthesized");
        }
    }
    parser->mark = inner;
    if (!parser->failed && parse_expression(parser)) {
        parse_as_name(parser);
        if (parser_accept(parser, TOKEN_NEWLINE)) parser_raise(parser, "SyntaxError", "expected ':'");
    }
    parser->mark = start + 1;
    if (parser_accept(parser, TOKEN_NEWLINE)) parser_raise(parser, "SyntaxError", "expected ':'");
    if (parser_accept(parser, TOKEN_STAR) &&
        (parser_accept(parser, TOKEN_NEWLINE) || parser_accept(parser, TOKEN_COLON))) {
        parser_raise(parser, "SyntaxError", "expected one or more exception types");
    }
    parser->mark = start;
}

/* Several without brackets around them (PEP 758). */
static Node *parse_exception_types(Parser *parser, const Token *word, Node *first) {
    NodeVector types = {0};
    for (Node *type = first; type; type = parser_at(parser, TOKEN_COLON) ? NULL : parse_expression(parser)) {
        if (!parser_push(parser, &types, type)) return NULL;
        if (!parser_accept(parser, TOKEN_COMMA)) break;
    }
    Node *node = parser_at(parser, TOKEN_COLON) ? parser_node(parser, NODE_TUPLE, word) : NULL;
    if (!node) return NULL;
    node->line = first->line, node->column = first->column;
    node->tuple.elts = parser_list(&types), node->tuple.ctx = CONTEXT_LOAD;
    return node;
}

static Node *parse_handler(Parser *parser, bool starred) {
    size_t start = parser->mark;
    Token *first = parser_peek(parser);
    if (first->kind != TOKEN_EXCEPT) return NULL;
    if (parser->diagnosing) diagnose_except_end(parser, starred);
    parser->mark = start + 1;
    Node *type = NULL;
    const Identifier *name = NULL;
    NodeList body;
    bool good = !parser->failed && (!starred || parser_accept(parser, TOKEN_STAR));
    if (good && (starred || !parser_at(parser, TOKEN_COLON))) {
        type = parse_expression(parser);
        if (type && parser->lexer->minor >= 14 && parser_at(parser, TOKEN_COMMA)) type = parse_exception_types(parser, first, type);
        else if (type) name = parse_as_name(parser);
        good = type != NULL;
    }
    if (good && parse_suite(parser, &body)) {
        Node *node = parser_node(parser, NODE_EXCEPT_HANDLER, first);
        if (!node) return NULL;
        node->except_handler.type = type;
        node->except_handler.name = name;
        node->except_handler.body = body;
        return node;
    }
    parser->mark = start;
    if (parser->diagnosing && !parser->failed) diagnose_except(parser);
    return NULL;
}

static bool parse_handlers(Parser *parser, bool starred, NodeVector *out) {
    for (;;) {
        size_t mark = parser->mark;
        Node *handler = parse_handler(parser, starred);
        if (parser->failed) return false;
        if (!handler) {
            parser->mark = mark;
            return out->count > 0;
        }
        if (!parser_push(parser, out, handler)) return false;
    }
}

/* After `try: block` with handlers of one kind: a handler of the other kind. */
static void diagnose_mixed_handlers(Parser *parser, bool starred) {
    NodeVector handlers = {0};
    if (!parse_handlers(parser, starred, &handlers)) return;
    Token *word = parser_expect(parser, TOKEN_EXCEPT), *star = NULL;
    if (!word || (!starred && !(star = parser_expect(parser, TOKEN_STAR)))) return;
    size_t mark = parser->mark;
    if (parse_expression(parser)) parse_as_name(parser);
    else if (starred) parser->mark = mark;
    else return;
    if (!parser_accept(parser, TOKEN_COLON)) return;
    static const char MESSAGE[] = "cannot have both 'except' and 'except*' on the same 'try'";
    PARSER_RAISE_NODES(parser, word, star ? star : word, MESSAGE);
}

static void diagnose_try(Parser *parser) {
    Token *word = parser_expect(parser, TOKEN_TRY);
    size_t mark = parser->mark;
    diagnose_header_end(parser, false, "'try' statement", word->line);
    parser->mark = mark;
    if (parser->failed || !parser_accept(parser, TOKEN_COLON)) return;
    size_t inner = parser->mark;
    if (!parse_block(parser)) parser->mark = inner;
    else if (!parser_at(parser, TOKEN_EXCEPT) && !parser_at(parser, TOKEN_FINALLY)) {
        parser_raise(parser, "SyntaxError", "expected 'except' or 'finally' block");
    }
    if (parser->failed) return;
    mark = parser->mark;
    diagnose_mixed_handlers(parser, false);
    parser->mark = mark;
    if (!parser->failed) diagnose_mixed_handlers(parser, true);
}

static bool parse_finally(Parser *parser, NodeList *body) {
    Token *word = parser_expect(parser, TOKEN_FINALLY);
    if (!word) return false;
    if (parser->diagnosing) {
        size_t mark = parser->mark;
        diagnose_header_end(parser, false, "'finally' statement", word->line);
        parser->mark = mark;
    }
    if (!parser_expect_forced(parser, TOKEN_COLON)) return false;
    StatementList *block = parse_block(parser);
    if (block) *body = block->list;
    return block != NULL;
}

static Node *parse_try(Parser *parser) {
    size_t start = parser->mark;
    Token *first = parser_peek(parser);
    if (parser->diagnosing) diagnose_try(parser);
    parser->mark = start + 1;
    if (parser->failed || !parser_expect_forced(parser, TOKEN_COLON)) return NULL;
    StatementList *body = parse_block(parser);
    if (!body) return NULL;
    NodeList otherwise = {0}, finally = {0};
    NodeVector handlers = {0};
    bool starred = false;
    size_t mark = parser->mark;
    if (!parser_at(parser, TOKEN_FINALLY)) {
        if (!parser_at(parser, TOKEN_EXCEPT)) return NULL;
        starred = parser_next_is(parser, TOKEN_STAR);
        /* While diagnosing, the plain form is tried first even when the starred one is meant. */
        bool found = parser->diagnosing && parse_handlers(parser, false, &handlers);
        if (found) starred = false;
        else if (!parser->failed) {
            parser->mark = mark;
            found = parse_handlers(parser, starred, &handlers);
        }
        if (!found || !parse_else(parser, &otherwise)) return NULL;
        mark = parser->mark;
        if (!parse_finally(parser, &finally)) {
            if (parser->failed) return NULL;
            parser->mark = mark;
        }
    } else if (!parse_finally(parser, &finally)) {
        return NULL;
    }
    Node *node = parser_node(parser, starred ? NODE_TRY_STAR : NODE_TRY, first);
    if (!node) return NULL;
    node->try_statement.body = body->list; /* try_star's fields lie the same */
    node->try_statement.handlers = parser_list(&handlers);
    node->try_statement.orelse = otherwise;
    node->try_statement.finalbody = finally;
    return node;
}

/* ---- def, class ---- */

static void diagnose_function(Parser *parser) {
    parser_accept(parser, TOKEN_ASYNC);
    Token *word = parser_expect(parser, TOKEN_DEF);
    if (!word || !parser_accept(parser, TOKEN_NAME) || !parser_accept(parser, TOKEN_LEFT_PARENTHESIS)) return;
    if (!parser_at(parser, TOKEN_RIGHT_PARENTHESIS) && !parse_parameters(parser, TOKEN_RIGHT_PARENTHESIS))
        return;
    if (!parser_accept(parser, TOKEN_RIGHT_PARENTHESIS)) return;
    size_t mark = parser->mark;
    if (parser_accept(parser, TOKEN_ARROW) && !parse_expression(parser)) parser->mark = mark;
    diagnose_header_end(parser, false, "function definition", word->line);
}

static Node *parse_function(Parser *parser) {
    size_t start = parser->mark;
    Token *first = parser_peek(parser);
    if (parser->diagnosing) {
        diagnose_function(parser);
        parser->mark = start;
    }
    bool is_async = parser_accept(parser, TOKEN_ASYNC);
    if (parser->failed || !parser_accept(parser, TOKEN_DEF)) return NULL;
    Token *name = parser_expect(parser, TOKEN_NAME);
    NodeVector types = {0};
    if (!name || !parse_type_parameters(parser, &types) || !parser_expect_forced(parser, TOKEN_LEFT_PARENTHESIS)) return NULL;
    Node *parameters = parser_at(parser, TOKEN_RIGHT_PARENTHESIS)
                           ? empty_parameters(parser)
                           : parse_parameters(parser, TOKEN_RIGHT_PARENTHESIS);
    if (!parameters || !parser_accept(parser, TOKEN_RIGHT_PARENTHESIS)) return NULL;
    Node *result = NULL;
    size_t mark = parser->mark;
    if (parser_accept(parser, TOKEN_ARROW)) {
        result = parse_expression(parser);
        if (!result) parser->mark = mark;
    }
    if (!parser_expect_forced(parser, TOKEN_COLON)) return NULL;
    StatementList *body = parse_block(parser);
    Node *node = body ? parser_node(parser, is_async ? NODE_ASYNC_FUNCTION : NODE_FUNCTION, first) : NULL;
    if (!node) return NULL;
    node->function.name = parser_identifier(parser, name); /* async_function's fields lie the same */
    node->function.args = parameters;
    node->function.body = body->list;
    node->function.returns = result;
    return generic_definition(parser, first, node, &types);
}

/* '(' [arguments] ')'. True when there is none, too. */
static bool parse_bases(Parser *parser, Node **arguments) {
    *arguments = NULL;
    if (!parser_accept(parser, TOKEN_LEFT_PARENTHESIS)) return true;
    size_t mark = parser->mark;
    if (!parser_at(parser, TOKEN_RIGHT_PARENTHESIS)) {
        if (parser->diagnosing) {
            *arguments = parse_call_arguments(parser);
        } else {
            *arguments = parse_args(parser);
            if (*arguments) parser_accept(parser, TOKEN_COMMA);
        }
        if (!*arguments) parser->mark = mark;
    }
    return parser_accept(parser, TOKEN_RIGHT_PARENTHESIS);
}

static Node *parse_class(Parser *parser) {
    size_t start = parser->mark;
    Token *first = parser_peek(parser);
    Node *arguments;
    if (parser->diagnosing) {
        parser->mark++;
        if (parser_accept(parser, TOKEN_NAME)) {
            size_t mark = parser->mark;
            if (!parse_bases(parser, &arguments)) parser->mark = mark;
            diagnose_header_end(parser, true, "class definition", first->line);
        }
        parser->mark = start;
    }
    if (parser->failed || !parser_accept(parser, TOKEN_CLASS)) return NULL;
    Token *name = parser_expect(parser, TOKEN_NAME);
    NodeVector types = {0};
    NodeList body;
    if (!name || !parse_type_parameters(parser, &types) || !parse_bases(parser, &arguments) || !parse_suite(parser, &body)) return NULL;
    Node *node = parser_node(parser, NODE_CLASS, first);
    if (!node) return NULL;
    node->class_definition.name = parser_identifier(parser, name);
    if (arguments) {
        node->class_definition.bases = arguments->call.args;
        node->class_definition.keywords = arguments->call.keywords;
    }
    node->class_definition.body = body;
    return generic_definition(parser, first, node, &types);
}

static Node *parse_decorated(Parser *parser) {
    NodeVector decorators = {0};
    while (parser_accept(parser, TOKEN_AT)) {
        Node *decorator = parse_named_expression(parser);
        if (!decorator || !parser_accept(parser, TOKEN_NEWLINE)) return NULL;
        if (!parser_push(parser, &decorators, decorator)) return NULL;
    }
    Node *node = parser_at(parser, TOKEN_CLASS) ? parse_class(parser) : parse_function(parser);
    if (!node) return NULL;
    NodeList own = node->kind == NODE_CLASS ? (NodeList){0} : node->function.decorator_list; /* of a generic definition */
    if (own.count && !parser_push(parser, &decorators, own.items[0])) return NULL;
    if (node->kind == NODE_CLASS) node->class_definition.decorator_list = parser_list(&decorators);
    else node->function.decorator_list = parser_list(&decorators);
    return node;
}

Node *parse_compound(Parser *parser) {
    switch (parser_peek(parser)->kind) {
    case TOKEN_DEF: return parse_function(parser);
    case TOKEN_AT: return parse_decorated(parser);
    case TOKEN_IF: return parse_if(parser);
    case TOKEN_CLASS: return parse_class(parser);
    case TOKEN_WITH: return parse_with(parser);
    case TOKEN_FOR: return parse_for(parser);
    case TOKEN_TRY: return parse_try(parser);
    case TOKEN_WHILE: return parse_while(parser);
    case TOKEN_NAME: return parser_at_word(parser, "match") ? parse_match(parser) : NULL;
    case TOKEN_ASYNC:
        if (parser_next_is(parser, TOKEN_DEF)) return parse_function(parser);
        if (parser_next_is(parser, TOKEN_WITH)) return parse_with(parser);
        if (parser_next_is(parser, TOKEN_FOR)) return parse_for(parser);
        return NULL;
    default: return NULL;
    }
}
