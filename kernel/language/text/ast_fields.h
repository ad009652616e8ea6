/* The fields of every kind of node as data, made from AST_TABLE: for the generic walk and the dump. */
#ifndef KERNEL_LANGUAGE_AST_FIELDS_H
#define KERNEL_LANGUAGE_AST_FIELDS_H

#include "kernel/language/text/ast.h"

typedef enum AstFieldKind {
    AST_FIELD_ONE,
    AST_FIELD_OPTIONAL,
    AST_FIELD_LIST,
    AST_FIELD_HOLES,
    AST_FIELD_NAME,
    AST_FIELD_MAYBE_NAME,
    AST_FIELD_MAYBE_TEXT,
    AST_FIELD_NAMES,
    AST_FIELD_INTEGER,
    AST_FIELD_CONTEXT,
    AST_FIELD_BINARY,
    AST_FIELD_UNARY,
    AST_FIELD_BOOLEAN,
    AST_FIELD_COMPARES,
    AST_FIELD_CONSTANT,
    AST_FIELD_SCOPE,
} AstFieldKind;

typedef struct AstField {
    AstFieldKind kind;
    const char *name; /* NULL ends the list */
} AstField;

/* What a field takes, alignment included. */
static const unsigned char AST_FIELD_SIZES[] = {
    [AST_FIELD_ONE] = 8,
    [AST_FIELD_OPTIONAL] = 8,
    [AST_FIELD_LIST] = sizeof(NodeList),
    [AST_FIELD_HOLES] = sizeof(NodeList),
    [AST_FIELD_NAME] = 8,
    [AST_FIELD_MAYBE_NAME] = 8,
    [AST_FIELD_MAYBE_TEXT] = 8,
    [AST_FIELD_NAMES] = sizeof(IdentifierList),
    [AST_FIELD_INTEGER] = 8,
    [AST_FIELD_CONTEXT] = 8,
    [AST_FIELD_BINARY] = 8,
    [AST_FIELD_UNARY] = 8,
    [AST_FIELD_BOOLEAN] = 8,
    [AST_FIELD_COMPARES] = sizeof(CompareOperatorList),
    [AST_FIELD_CONSTANT] = sizeof(Constant),
    [AST_FIELD_SCOPE] = 8,
};
_Static_assert(sizeof(void *) == 8 && sizeof(NodeList) == 16 && sizeof(Constant) % 8 == 0,
               "the walk over fields counts in steps of eight bytes");

#define ONE(name) {AST_FIELD_ONE, #name},
#define OPTIONAL(name) {AST_FIELD_OPTIONAL, #name},
#define LIST(name) {AST_FIELD_LIST, #name},
#define HOLES(name) {AST_FIELD_HOLES, #name},
#define NAME(name) {AST_FIELD_NAME, #name},
#define MAYBE_NAME(name) {AST_FIELD_MAYBE_NAME, #name},
#define MAYBE_TEXT(name) {AST_FIELD_MAYBE_TEXT, #name},
#define NAMES(name) {AST_FIELD_NAMES, #name},
#define INTEGER(name) {AST_FIELD_INTEGER, #name},
#define CONTEXT(name) {AST_FIELD_CONTEXT, #name},
#define BINARY(name) {AST_FIELD_BINARY, #name},
#define UNARY(name) {AST_FIELD_UNARY, #name},
#define BOOLEAN(name) {AST_FIELD_BOOLEAN, #name},
#define COMPARES(name) {AST_FIELD_COMPARES, #name},
#define CONSTANT(name) {AST_FIELD_CONSTANT, #name},
#define SCOPE(name) {AST_FIELD_SCOPE, #name},
#define AST_FIELD_LIST_OF(name, word, member, fields) static const AstField AST_FIELDS_##name[] = {fields{0, NULL}};
AST_TABLE(AST_FIELD_LIST_OF)
#undef ONE
#undef OPTIONAL
#undef LIST
#undef HOLES
#undef NAME
#undef MAYBE_NAME
#undef MAYBE_TEXT
#undef NAMES
#undef INTEGER
#undef CONTEXT
#undef BINARY
#undef UNARY
#undef BOOLEAN
#undef COMPARES
#undef CONSTANT
#undef SCOPE

static const AstField *const AST_FIELDS[NODE_KIND_COUNT] = {
#define AST_FIELD_POINTER(name, word, member, fields) AST_FIELDS_##name,
    AST_TABLE(AST_FIELD_POINTER)
#undef AST_FIELD_POINTER
};

#endif
