/* What can stand left of '=', after `for`, `as` and `del`.
 *
 * A target is read as the expression that it looks like and then converted: its context becomes Store or Del.
 */
#include "kernel/language/text/parser_state.h"

static bool is_target(const Node *node, ExpressionContext context) {
    switch (node->kind) {
    case NODE_NAME:
    case NODE_ATTRIBUTE:
    case NODE_SUBSCRIPT: return true;
    case NODE_STARRED:
        return context == CONTEXT_STORE && node->starred.value->kind != NODE_STARRED &&
               is_target(node->starred.value, context);
    case NODE_TUPLE:
    case NODE_LIST:
        for (size_t i = 0; i < node->tuple.elts.count; i++) {
            if (!is_target(node->tuple.elts.items[i], context)) return false;
        }
        return true;
    default: return false;
    }
}

static void set_context(Node *node, ExpressionContext context) {
    switch (node->kind) {
    case NODE_NAME: node->name.ctx = context; break;
    case NODE_ATTRIBUTE: node->attribute.ctx = context; break;
    case NODE_SUBSCRIPT: node->subscript.ctx = context; break;
    case NODE_STARRED:
        node->starred.ctx = context;
        set_context(node->starred.value, context);
        break;
    case NODE_TUPLE:
    case NODE_LIST:
        node->tuple.ctx = context; /* list's fields lie the same */
        for (size_t i = 0; i < node->tuple.elts.count; i++) set_context(node->tuple.elts.items[i], context);
        break;
    default: break;
    }
}

bool target_convert(Node *node, ExpressionContext context) {
    if (!is_target(node, context)) return false;
    set_context(node, context);
    return true;
}

/* When results are memorised, nodes are shared between attempts: an attempt must not change what another one
 * reads. */
static Node *convert(Parser *parser, Node *node, ExpressionContext context) {
    if (!node || !is_target(node, context)) return NULL;
    if (!parser->remembers) set_context(node, context);
    return node;
}

Node *parse_star_target(Parser *parser) {
    if (parser->failed) return NULL;
    Token *star = parser_peek(parser);
    if (star->kind != TOKEN_STAR) return convert(parser, parse_primary(parser), CONTEXT_STORE);
    parser->mark++;
    if (parser_at(parser, TOKEN_STAR)) return NULL;
    Node *value = convert(parser, parse_primary(parser), CONTEXT_STORE);
    Node *node = value ? parser_node(parser, NODE_STARRED, star) : NULL;
    if (!node) return NULL;
    node->starred.value = value;
    node->starred.ctx = CONTEXT_STORE;
    return node;
}

Node *parse_star_targets(Parser *parser) {
    Token *first = parser_peek(parser);
    Node *item = parse_star_target(parser);
    if (!item || !parser_at(parser, TOKEN_COMMA)) return item;
    NodeVector items = {0};
    if (!parser_push(parser, &items, item)) return NULL;
    while (parser_accept(parser, TOKEN_COMMA)) {
        size_t mark = parser->mark;
        item = parse_star_target(parser);
        if (parser->failed) return NULL;
        if (!item) {
            parser->mark = mark;
            break;
        }
        if (!parser_push(parser, &items, item)) return NULL;
    }
    Node *tuple = parser_node(parser, NODE_TUPLE, first);
    if (!tuple) return NULL;
    tuple->tuple.elts = parser_list(&items);
    tuple->tuple.ctx = CONTEXT_STORE;
    return tuple;
}

Node *parse_single_target(Parser *parser) {
    Node *node = parse_primary(parser);
    if (!node || (node->kind != NODE_NAME && node->kind != NODE_ATTRIBUTE && node->kind != NODE_SUBSCRIPT))
        return NULL;
    return convert(parser, node, CONTEXT_STORE);
}

bool parse_delete_targets(Parser *parser, NodeVector *out) {
    do {
        size_t mark = parser->mark;
        Node *item = convert(parser, parse_primary(parser), CONTEXT_DELETE);
        if (parser->failed) return false;
        if (!item) {
            parser->mark = mark;
            return out->count > 0;
        }
        if (!parser_push(parser, out, item)) return false;
    } while (parser_accept(parser, TOKEN_COMMA));
    return true;
}
