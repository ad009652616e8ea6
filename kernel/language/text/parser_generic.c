/* Type parameters, as PEP 695 explains them: by a function around the definition in which they are variables.
 *
 *     @decorator                        @decorator
 *     def f[T: int](x: T = START): ...  @__import__("_type_parameters").call
 *                                       def f(.0=START):
 *                                           from _type_parameters import (variable as .variable, ...)
 *                                           T = .variable("T", lambda: int, None)
 *                                           def .f(x: T = .0): ...
 *                                           return .finish(.f, (T,))
 *
 * What begins with a dot cannot be written by anybody else. A class gets Generic[T] among its bases; `type X[T] = V` returns
 * .alias("X", lambda: V, (T,)). Defaults are worked out outside, as they are arguments of the function; annotations and bases are
 * worked out inside, so that they do not see the names of a class around the definition (PEP 695 would have them seen). */
#include "kernel/language/text/parser_generic.h"

#include <stdio.h>
#include <string.h>

static const char module_name[] = "_type_parameters";

/* Makes nodes where the definition begins. */
typedef struct Maker {
    Parser *parser;
    const Token *first;
} Maker;

static const Identifier *make_identifier(Maker *maker, const char *text) {
    const Identifier *name = ast_identifier(maker->parser->context, text, strlen(text));
    if (!name) parser_no_memory(maker->parser);
    return name;
}

static Node *make(Maker *maker, NodeKind kind) {
    Node *node = parser_node(maker->parser, kind, maker->first);
    if (node) node->end_line = maker->first->end_line, node->end_column = maker->first->end_column;
    return node;
}

static Node *make_name(Maker *maker, const Identifier *name, ExpressionContext context) {
    Node *node = make(maker, NODE_NAME);
    if (node) node->name.id = name, node->name.ctx = context;
    return node;
}

static Node *make_load(Maker *maker, const char *name) { return make_name(maker, make_identifier(maker, name), CONTEXT_LOAD); }

static Node *make_text(Maker *maker, const char *text, size_t length) {
    Node *node = make(maker, NODE_CONSTANT);
    if (node) node->constant.value = (Constant){.kind = CONSTANT_STRING, .bytes = (char *)text, .length = length};
    return node;
}

static Node *make_none(Maker *maker) {
    Node *node = make(maker, NODE_CONSTANT);
    if (node) node->constant.value = (Constant){.kind = CONSTANT_NONE};
    return node;
}

static Node *make_lambda(Maker *maker, Node *body) {
    if (!body) return make_none(maker);
    Node *node = make(maker, NODE_LAMBDA);
    if (node) node->lambda.args = empty_parameters(maker->parser), node->lambda.body = body;
    return node;
}

static Node *make_call(Maker *maker, Node *function, Node *const *arguments, size_t count) {
    NodeVector list = {0};
    for (size_t i = 0; i < count; i++)
        if (!arguments[i] || !parser_push(maker->parser, &list, arguments[i])) return NULL;
    Node *node = function ? make(maker, NODE_CALL) : NULL;
    if (node) node->call.func = function, node->call.args = parser_list(&list);
    return node;
}

static Node *make_tuple(Maker *maker, const NodeVector *items) {
    Node *node = make(maker, NODE_TUPLE);
    if (node) node->tuple.elts = parser_list(items), node->tuple.ctx = CONTEXT_LOAD;
    return node;
}

static bool push_return(Maker *maker, NodeVector *body, Node *value) {
    Node *node = value ? make(maker, NODE_RETURN) : NULL;
    if (node) node->return_statement.value = value;
    return node && parser_push(maker->parser, body, node);
}

/* ---- the parameters ---- */

static Node *parse_parameter(Parser *parser) {
    Maker maker = {parser, parser_peek(parser)};
    bool is_pack = parser_accept(parser, TOKEN_STAR), is_specification = !is_pack && parser_accept(parser, TOKEN_DOUBLE_STAR);
    Token *name = parser_expect(parser, TOKEN_NAME);
    Node *bound = NULL, *value = NULL;
    if (!name) return NULL;
    if (!is_pack && !is_specification && parser_accept(parser, TOKEN_COLON) && !(bound = parse_expression(parser))) return NULL;
    if (parser->lexer->minor >= 13 && parser_accept(parser, TOKEN_EQUAL)) {
        value = is_pack ? parse_star_expression(parser) : parse_expression(parser);
        if (!value) return NULL;
    }
    bool is_starred = value && value->kind == NODE_STARRED; /* what it gives comes as a tuple of one, and a mark in the bound's place */
    NodeVector one = {0};
    if (is_starred && (!parser_push(parser, &one, value) || !(value = make_tuple(&maker, &one)))) return NULL;
    Node *const arguments[] = {make_text(&maker, name->start, name->length),
                               is_starred ? make_text(&maker, "*", 1) : make_lambda(&maker, bound), make_lambda(&maker, value)};
    Node *call = make_call(&maker, make_load(&maker, is_pack ? ".pack" : is_specification ? ".specification" : ".variable"), arguments, 3);
    Node *node = call ? make(&maker, NODE_ASSIGN) : NULL;
    NodeVector targets = {0};
    if (!node || !parser_push(parser, &targets, make_name(&maker, parser_identifier(parser, name), CONTEXT_STORE))) return NULL;
    node->assign.targets = parser_list(&targets), node->assign.value = call;
    return node;
}

static bool has_default(const Node *parameter) { return parameter->assign.value->call.args.items[2]->kind == NODE_LAMBDA; }

bool parse_type_parameters(Parser *parser, NodeVector *parameters) {
    if (parser->lexer->minor < 12 || !parser_accept(parser, TOKEN_LEFT_BRACKET)) return true;
    do {
        if (parameters->count && parser_at(parser, TOKEN_RIGHT_BRACKET)) break;
        Node *parameter = parse_parameter(parser);
        if (!parameter || (parameters->count && has_default(parameters->items[parameters->count - 1]) && !has_default(parameter)) ||
            !parser_push(parser, parameters, parameter))
            return false;
    } while (parser_accept(parser, TOKEN_COMMA));
    return parser_accept(parser, TOKEN_RIGHT_BRACKET);
}

static Node *parameter_names(Maker *maker, const NodeVector *parameters) {
    NodeVector names = {0};
    for (size_t i = 0; i < parameters->count; i++) {
        const Identifier *name = parameters->items[i]->assign.targets.items[0]->name.id;
        if (!parser_push(maker->parser, &names, make_name(maker, name, CONTEXT_LOAD))) return NULL;
    }
    return make_tuple(maker, &names);
}

/* ---- the function around ---- */

static Node *make_import(Maker *maker) {
    static const char *const names[][2] = {{"variable", ".variable"}, {"pack", ".pack"}, {"specification", ".specification"},
                                           {"generic", ".generic"}, {"finish", ".finish"}, {"alias", ".alias"}};
    Node *node = make(maker, NODE_IMPORT_FROM);
    NodeVector aliases = {0};
    for (size_t i = 0; node && i < sizeof names / sizeof *names; i++) {
        Node *alias = make(maker, NODE_ALIAS);
        if (!alias || !parser_push(maker->parser, &aliases, alias)) return NULL;
        alias->alias.name = make_identifier(maker, names[i][0]);
        alias->alias.asname = make_identifier(maker, names[i][1]);
    }
    if (node) node->import_from.module = make_identifier(maker, module_name), node->import_from.names = parser_list(&aliases);
    return node;
}

static Node *make_attribute(Maker *maker, const char *from, const char *name) {
    Node *module = make_text(maker, from, strlen(from));
    Node *import = make_call(maker, make_load(maker, "__import__"), &module, 1), *node = import ? make(maker, NODE_ATTRIBUTE) : NULL;
    if (node) node->attribute.value = import, node->attribute.attr = make_identifier(maker, name), node->attribute.ctx = CONTEXT_LOAD;
    return node;
}

Node *parser_module_call(Parser *parser, const Token *first, const char *module, const char *function, Node *const *arguments, size_t count) {
    Maker maker = {parser, first};
    return make_call(&maker, make_attribute(&maker, module, function), arguments, count);
}

/* Its body begins with the import and the parameters. */
static Node *make_around(Maker *maker, const Identifier *name, const NodeVector *parameters, NodeVector *body) {
    Node *node = make(maker, NODE_FUNCTION), *import = node ? make_import(maker) : NULL, *call = import ? make_attribute(maker, module_name, "call") : NULL;
    NodeVector decorators = {0};
    if (!call || !parser_push(maker->parser, &decorators, call) || !parser_push(maker->parser, body, import)) return NULL;
    for (size_t i = 0; i < parameters->count; i++)
        if (!parser_push(maker->parser, body, parameters->items[i])) return NULL;
    node->function.name = name;
    node->function.args = empty_parameters(maker->parser);
    node->function.decorator_list = parser_list(&decorators);
    return maker->parser->failed ? NULL : node;
}

/* Let a default be worked out in front of the function around, as one of its own. */
static bool move_default(Maker *maker, Node **value, NodeVector *arguments, NodeVector *defaults) {
    char name[24];
    snprintf(name, sizeof name, ".default%zu", arguments->count);
    Node *argument = make(maker, NODE_ARGUMENT);
    if (!argument || !parser_push(maker->parser, arguments, argument) || !parser_push(maker->parser, defaults, *value)) return false;
    argument->argument.arg = make_identifier(maker, name);
    *value = make_load(maker, name);
    return *value != NULL;
}

static bool move_defaults(Maker *maker, Node *inner, Node *around) {
    NodeVector arguments = {0}, defaults = {0};
    NodeList lists[] = {inner->arguments.defaults, inner->arguments.kw_defaults};
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < lists[i].count; j++)
            if (lists[i].items[j] && !move_default(maker, &lists[i].items[j], &arguments, &defaults)) return false;
    around->arguments.args = parser_list(&arguments), around->arguments.defaults = parser_list(&defaults);
    return true;
}

static bool add_generic(Maker *maker, Node *definition, const NodeVector *parameters) {
    Node *names = parameter_names(maker, parameters), *base = names ? make_call(maker, make_load(maker, ".generic"), &names, 1) : NULL;
    NodeVector bases = {0};
    for (size_t i = 0; i < definition->class_definition.bases.count; i++)
        if (!parser_push(maker->parser, &bases, definition->class_definition.bases.items[i])) return false;
    if (!base || !parser_push(maker->parser, &bases, base)) return false;
    definition->class_definition.bases = parser_list(&bases);
    return true;
}

Node *generic_definition(Parser *parser, const Token *first, Node *definition, const NodeVector *parameters) {
    if (!definition || !parameters->count) return definition;
    Maker maker = {parser, first};
    bool is_class = definition->kind == NODE_CLASS;
    const Identifier *name = is_class ? definition->class_definition.name : definition->function.name;
    char *dotted = parser_allocate(parser, name->length + 2);
    NodeVector body = {0};
    Node *around = dotted ? make_around(&maker, name, parameters, &body) : NULL;
    if (!around) return NULL;
    snprintf(dotted, name->length + 2, ".%s", name->bytes);
    const Identifier *inner = make_identifier(&maker, dotted);
    if (is_class) definition->class_definition.name = inner;
    else definition->function.name = inner;
    bool good = is_class ? add_generic(&maker, definition, parameters) : move_defaults(&maker, definition->function.args, around->function.args);
    Node *const arguments[] = {make_name(&maker, inner, CONTEXT_LOAD), parameter_names(&maker, parameters)};
    if (!good || !parser_push(parser, &body, definition) ||
        !push_return(&maker, &body, make_call(&maker, make_load(&maker, ".finish"), arguments, 2)))
        return NULL;
    around->function.body = parser_list(&body);
    around->end_line = definition->end_line, around->end_column = definition->end_column;
    return around;
}

Node *parse_type_alias(Parser *parser) {
    size_t mark = parser->mark;
    if (parser->lexer->minor < 12 || !parser_at_word(parser, "type") || !parser_next_is(parser, TOKEN_NAME)) return NULL;
    Maker maker = {parser, parser_peek(parser)};
    parser->mark++;
    Token *name = parser_expect(parser, TOKEN_NAME);
    NodeVector parameters = {0}, body = {0};
    Node *value = name && parse_type_parameters(parser, &parameters) && parser_accept(parser, TOKEN_EQUAL) ? parse_expression(parser) : NULL;
    if (!value) {
        parser->mark = mark;
        return NULL;
    }
    const Identifier *identifier = parser_identifier(parser, name);
    Node *around = make_around(&maker, identifier, &parameters, &body);
    Node *const arguments[] = {make_text(&maker, name->start, name->length), make_lambda(&maker, value), parameter_names(&maker, &parameters)};
    if (!around || !push_return(&maker, &body, make_call(&maker, make_load(&maker, ".alias"), arguments, 3))) return NULL;
    around->function.body = parser_list(&body);
    return around;
}
