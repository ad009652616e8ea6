/* Type parameters and `type` statements (PEP 695, 696), of Python 3.12 and later. */
#ifndef KERNEL_LANGUAGE_PARSER_GENERIC_H
#define KERNEL_LANGUAGE_PARSER_GENERIC_H

#include "kernel/language/text/parser_state.h"

/* '[' parameters ']' at the mark, when there are any and the version has them. False: they do not parse. */
bool parse_type_parameters(Parser *parser, NodeVector *parameters);
/* A def or class with such parameters, as what stands for it: see parser_generic.c. The node itself when there are none. */
Node *generic_definition(Parser *parser, const Token *first, Node *definition, const NodeVector *parameters);
/* 'type' NAME [parameters] '=' expression; NULL: it is something else. */
Node *parse_type_alias(Parser *parser);
/* __import__(module).function(arguments), with a position of `first`. */
Node *parser_module_call(Parser *parser, const Token *first, const char *module, const char *function, Node *const *arguments, size_t count);

#endif
