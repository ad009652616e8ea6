/* The syntax tree: the nodes of Python 3.11's abstract grammar (Python.asdl), field for field and name for name.
 *
 * One table, AST_TABLE, describes every node; the C structures, the dump, the generic walk and the tests come
 * from it. A node is allocated with the size of its own kind only: copy the pointer, never the structure.
 *
 *     if (node->kind == NODE_BINARY_OPERATION) visit(node->binary_operation.left);
 *
 * Everything lives in one Arena: nodes, lists, identifiers and the bytes of constants. Nothing is freed singly.
 * Columns are byte offsets in the UTF-8 of the line, from 0; lines count from 1 (Python's col_offset, lineno).
 * Identifiers are interned for each AstContext: two equal identifiers of one tree are the same pointer. */
#ifndef KERNEL_LANGUAGE_AST_H
#define KERNEL_LANGUAGE_AST_H

#include "base/arena.h"
#include "base/text_buffer.h"
#include "kernel/language/text/syntax_fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Node Node;
struct Scope; /* scopes.h */

typedef struct Identifier {
    uint32_t length; /* bytes, without the NUL */
    uint32_t hash;
    char bytes[]; /* NUL-terminated UTF-8, normalised to NFKC as Python does */
} Identifier;

typedef struct NodeList {
    Node **items;
    size_t count;
} NodeList;

typedef struct IdentifierList {
    const Identifier **items;
    size_t count;
} IdentifierList;

/* Operators. The word is the node's name in Python's ast, the text its spelling. */
#define AST_BINARY_OPERATORS(OPERATOR)                                                                         \
    OPERATOR(ADD, Add, "+")                                                                                    \
    OPERATOR(SUBTRACT, Sub, "-")                                                                               \
    OPERATOR(MULTIPLY, Mult, "*")                                                                              \
    OPERATOR(MATRIX_MULTIPLY, MatMult, "@")                                                                    \
    OPERATOR(DIVIDE, Div, "/")                                                                                 \
    OPERATOR(MODULO, Mod, "%")                                                                                 \
    OPERATOR(POWER, Pow, "**")                                                                                 \
    OPERATOR(LEFT_SHIFT, LShift, "<<")                                                                         \
    OPERATOR(RIGHT_SHIFT, RShift, ">>")                                                                        \
    OPERATOR(BIT_OR, BitOr, "|")                                                                               \
    OPERATOR(BIT_XOR, BitXor, "^")                                                                             \
    OPERATOR(BIT_AND, BitAnd, "&")                                                                             \
    OPERATOR(FLOOR_DIVIDE, FloorDiv, "//")

#define AST_UNARY_OPERATORS(OPERATOR)                                                                          \
    OPERATOR(INVERT, Invert, "~")                                                                              \
    OPERATOR(NOT, Not, "not")                                                                                  \
    OPERATOR(PLUS, UAdd, "+")                                                                                  \
    OPERATOR(MINUS, USub, "-")

#define AST_COMPARE_OPERATORS(OPERATOR)                                                                        \
    OPERATOR(EQUAL, Eq, "==")                                                                                  \
    OPERATOR(NOT_EQUAL, NotEq, "!=")                                                                           \
    OPERATOR(LESS, Lt, "<")                                                                                    \
    OPERATOR(LESS_EQUAL, LtE, "<=")                                                                            \
    OPERATOR(GREATER, Gt, ">")                                                                                 \
    OPERATOR(GREATER_EQUAL, GtE, ">=")                                                                         \
    OPERATOR(IS, Is, "is")                                                                                     \
    OPERATOR(IS_NOT, IsNot, "is not")                                                                          \
    OPERATOR(IN, In, "in")                                                                                     \
    OPERATOR(NOT_IN, NotIn, "not in")

#define AST_ENUM_BINARY(name, word, text) AST_BINARY_##name,
#define AST_ENUM_UNARY(name, word, text) AST_UNARY_##name,
#define AST_ENUM_COMPARE(name, word, text) AST_COMPARE_##name,
typedef enum AstBinaryOperator { AST_BINARY_OPERATORS(AST_ENUM_BINARY) AST_BINARY_OPERATOR_COUNT } AstBinaryOperator;
typedef enum AstUnaryOperator { AST_UNARY_OPERATORS(AST_ENUM_UNARY) AST_UNARY_OPERATOR_COUNT } AstUnaryOperator;
typedef enum AstCompareOperator { AST_COMPARE_OPERATORS(AST_ENUM_COMPARE) AST_COMPARE_OPERATOR_COUNT } AstCompareOperator;
#undef AST_ENUM_BINARY
#undef AST_ENUM_UNARY
#undef AST_ENUM_COMPARE
typedef enum BooleanOperator { BOOLEAN_AND, BOOLEAN_OR } BooleanOperator;
typedef enum ExpressionContext { CONTEXT_LOAD, CONTEXT_STORE, CONTEXT_DELETE } ExpressionContext;

typedef struct CompareOperatorList {
    AstCompareOperator *items;
    size_t count;
} CompareOperatorList;

typedef enum ConstantKind {
    CONSTANT_NONE,
    CONSTANT_TRUE,
    CONSTANT_FALSE,
    CONSTANT_ELLIPSIS,
    CONSTANT_INTEGER,     /* fits int64: `integer` */
    CONSTANT_BIG_INTEGER, /* `bytes`: digits of base `base` (2, 8, 10, 16), no prefix, no underscores */
    CONSTANT_FLOAT,       /* `number` */
    CONSTANT_COMPLEX,     /* `number` is the imaginary part */
    CONSTANT_STRING,      /* `bytes`: UTF-8; lone surrogates encoded as three bytes */
    CONSTANT_BYTES,       /* `bytes` */
} ConstantKind;

typedef struct Constant {
    ConstantKind kind;
    int base;
    union {
        int64_t integer;
        double number;
        const char *bytes; /* NUL-terminated, may hold further NULs */
    };
    size_t length;
} Constant;

/* The fields' kinds: NODE one node; OPTIONAL a node or NULL; LIST nodes; HOLES nodes, items may be NULL;
 * NAME an identifier; MAYBE_NAME an identifier or NULL; NAMES identifiers; INTEGER an int; CONTEXT; the operators;
 * CONSTANT a Constant; SCOPE a Scope, set by scopes.c and not part of the dump. */
#define AST_TABLE(KIND)                                                                                        \
    KIND(MODULE, Module, module, LIST(body) LIST(type_ignores) SCOPE(scope))                                   \
    KIND(INTERACTIVE, Interactive, interactive, LIST(body) SCOPE(scope))                                       \
    KIND(EXPRESSION, Expression, expression, ONE(body) SCOPE(scope))                                           \
    /* statements */                                                                                           \
    KIND(FUNCTION, FunctionDef, function,                                                                      \
         NAME(name) ONE(args) LIST(body) LIST(decorator_list) OPTIONAL(returns) SCOPE(scope))                  \
    KIND(ASYNC_FUNCTION, AsyncFunctionDef, async_function,                                                     \
         NAME(name) ONE(args) LIST(body) LIST(decorator_list) OPTIONAL(returns) SCOPE(scope))                  \
    KIND(CLASS, ClassDef, class_definition,                                                                    \
         NAME(name) LIST(bases) LIST(keywords) LIST(body) LIST(decorator_list) SCOPE(scope))                   \
    KIND(RETURN, Return, return_statement, OPTIONAL(value))                                                    \
    KIND(DELETE, Delete, delete_statement, LIST(targets))                                                      \
    KIND(ASSIGN, Assign, assign, LIST(targets) ONE(value))                                                     \
    KIND(AUGMENTED_ASSIGN, AugAssign, augmented_assign, ONE(target) BINARY(op) ONE(value))                     \
    KIND(ANNOTATED_ASSIGN, AnnAssign, annotated_assign,                                                        \
         ONE(target) ONE(annotation) OPTIONAL(value) INTEGER(simple))                                          \
    KIND(FOR, For, for_statement, ONE(target) ONE(iter) LIST(body) LIST(orelse))                               \
    KIND(ASYNC_FOR, AsyncFor, async_for, ONE(target) ONE(iter) LIST(body) LIST(orelse))                        \
    KIND(WHILE, While, while_statement, ONE(test) LIST(body) LIST(orelse))                                     \
    KIND(IF, If, if_statement, ONE(test) LIST(body) LIST(orelse))                                              \
    KIND(WITH, With, with_statement, LIST(items) LIST(body))                                                   \
    KIND(ASYNC_WITH, AsyncWith, async_with, LIST(items) LIST(body))                                            \
    KIND(MATCH, Match, match, ONE(subject) LIST(cases))                                                        \
    KIND(RAISE, Raise, raise, OPTIONAL(exc) OPTIONAL(cause))                                                   \
    KIND(TRY, Try, try_statement, LIST(body) LIST(handlers) LIST(orelse) LIST(finalbody))                      \
    KIND(TRY_STAR, TryStar, try_star, LIST(body) LIST(handlers) LIST(orelse) LIST(finalbody))                  \
    KIND(ASSERT, Assert, assert_statement, ONE(test) OPTIONAL(msg))                                            \
    KIND(IMPORT, Import, import, LIST(names))                                                                  \
    KIND(IMPORT_FROM, ImportFrom, import_from, MAYBE_NAME(module) LIST(names) INTEGER(level))                  \
    KIND(GLOBAL, Global, global, NAMES(names))                                                                 \
    KIND(NONLOCAL, Nonlocal, nonlocal, NAMES(names))                                                           \
    KIND(EXPRESSION_STATEMENT, Expr, expression_statement, ONE(value))                                         \
    KIND(PASS, Pass, pass, )                                                                                   \
    KIND(BREAK, Break, break_statement, )                                                                      \
    KIND(CONTINUE, Continue, continue_statement, )                                                             \
    /* expressions */                                                                                          \
    KIND(BOOLEAN_OPERATION, BoolOp, boolean_operation, BOOLEAN(op) LIST(values))                               \
    KIND(NAMED_EXPRESSION, NamedExpr, named_expression, ONE(target) ONE(value))                                \
    KIND(BINARY_OPERATION, BinOp, binary_operation, ONE(left) BINARY(op) ONE(right))                           \
    KIND(UNARY_OPERATION, UnaryOp, unary_operation, UNARY(op) ONE(operand))                                    \
    KIND(LAMBDA, Lambda, lambda, ONE(args) ONE(body) SCOPE(scope))                                             \
    KIND(CONDITIONAL, IfExp, conditional, ONE(test) ONE(body) ONE(orelse))                                     \
    KIND(DICT, Dict, dict, HOLES(keys) LIST(values)) /* a NULL key: **value */                                 \
    KIND(SET, Set, set, LIST(elts))                                                                            \
    KIND(LIST_COMPREHENSION, ListComp, list_comprehension, ONE(elt) LIST(generators) SCOPE(scope))             \
    KIND(SET_COMPREHENSION, SetComp, set_comprehension, ONE(elt) LIST(generators) SCOPE(scope))                \
    KIND(DICT_COMPREHENSION, DictComp, dict_comprehension,                                                     \
         ONE(key) ONE(value) LIST(generators) SCOPE(scope))                                                    \
    KIND(GENERATOR, GeneratorExp, generator, ONE(elt) LIST(generators) SCOPE(scope))                           \
    KIND(AWAIT, Await, await, ONE(value))                                                                      \
    KIND(YIELD, Yield, yield, OPTIONAL(value))                                                                 \
    KIND(YIELD_FROM, YieldFrom, yield_from, ONE(value))                                                        \
    KIND(COMPARE, Compare, compare, ONE(left) COMPARES(ops) LIST(comparators))                                 \
    KIND(CALL, Call, call, ONE(func) LIST(args) LIST(keywords))                                                \
    KIND(FORMATTED_VALUE, FormattedValue, formatted_value,                                                     \
         ONE(value) INTEGER(conversion) OPTIONAL(format_spec)) /* conversion: -1, 's', 'r' or 'a' */           \
    KIND(JOINED_STRING, JoinedStr, joined_string, LIST(values))                                                \
    KIND(CONSTANT, Constant, constant, CONSTANT(value) MAYBE_TEXT(kind)) /* kind: "u" for u"..." */            \
    KIND(ATTRIBUTE, Attribute, attribute, ONE(value) NAME(attr) CONTEXT(ctx))                                  \
    KIND(SUBSCRIPT, Subscript, subscript, ONE(value) ONE(slice) CONTEXT(ctx))                                  \
    KIND(STARRED, Starred, starred, ONE(value) CONTEXT(ctx))                                                   \
    KIND(NAME, Name, name, NAME(id) CONTEXT(ctx))                                                              \
    KIND(LIST, List, list, LIST(elts) CONTEXT(ctx))                                                            \
    KIND(TUPLE, Tuple, tuple, LIST(elts) CONTEXT(ctx))                                                         \
    KIND(SLICE, Slice, slice, OPTIONAL(lower) OPTIONAL(upper) OPTIONAL(step))                                  \
    /* the parts of statements and expressions */                                                              \
    KIND(COMPREHENSION, comprehension, comprehension, ONE(target) ONE(iter) LIST(ifs) INTEGER(is_async))       \
    KIND(EXCEPT_HANDLER, ExceptHandler, except_handler, OPTIONAL(type) MAYBE_NAME(name) LIST(body))            \
    KIND(ARGUMENTS, arguments, arguments,                                                                      \
         LIST(posonlyargs) LIST(args) OPTIONAL(vararg) LIST(kwonlyargs) HOLES(kw_defaults) OPTIONAL(kwarg)     \
         LIST(defaults))                                                                                       \
    KIND(ARGUMENT, arg, argument, NAME(arg) OPTIONAL(annotation))                                              \
    KIND(KEYWORD, keyword, keyword, MAYBE_NAME(arg) ONE(value)) /* no name: **value */                         \
    KIND(ALIAS, alias, alias, NAME(name) MAYBE_NAME(asname))                                                   \
    KIND(WITH_ITEM, withitem, with_item, ONE(context_expr) OPTIONAL(optional_vars))                            \
    KIND(MATCH_CASE, match_case, match_case, ONE(pattern) OPTIONAL(guard) LIST(body))                          \
    KIND(MATCH_VALUE, MatchValue, match_value, ONE(value))                                                     \
    KIND(MATCH_SINGLETON, MatchSingleton, match_singleton, CONSTANT(value))                                    \
    KIND(MATCH_SEQUENCE, MatchSequence, match_sequence, LIST(patterns))                                        \
    KIND(MATCH_MAPPING, MatchMapping, match_mapping, LIST(keys) LIST(patterns) MAYBE_NAME(rest))               \
    KIND(MATCH_CLASS, MatchClass, match_class,                                                                 \
         ONE(cls) LIST(patterns) NAMES(kwd_attrs) LIST(kwd_patterns))                                          \
    KIND(MATCH_STAR, MatchStar, match_star, MAYBE_NAME(name))                                                  \
    KIND(MATCH_AS, MatchAs, match_as, OPTIONAL(pattern) MAYBE_NAME(name))                                      \
    KIND(MATCH_OR, MatchOr, match_or, LIST(patterns))

#define AST_ENUM(name, word, member, fields) NODE_##name,
typedef enum NodeKind { AST_TABLE(AST_ENUM) NODE_KIND_COUNT } NodeKind;
#undef AST_ENUM

/* Every field starts at a multiple of eight bytes, which lets ast.c find it from the sizes alone. */
#define AST_FIELD _Alignas(8)
#define ONE(name) AST_FIELD Node *name;
#define OPTIONAL(name) AST_FIELD Node *name;
#define LIST(name) AST_FIELD NodeList name;
#define HOLES(name) AST_FIELD NodeList name;
#define NAME(name) AST_FIELD const Identifier *name;
#define MAYBE_NAME(name) AST_FIELD const Identifier *name;
#define MAYBE_TEXT(name) AST_FIELD const char *name;
#define NAMES(name) AST_FIELD IdentifierList name;
#define INTEGER(name) AST_FIELD int name;
#define CONTEXT(name) AST_FIELD ExpressionContext name;
#define BINARY(name) AST_FIELD AstBinaryOperator name;
#define UNARY(name) AST_FIELD AstUnaryOperator name;
#define BOOLEAN(name) AST_FIELD BooleanOperator name;
#define COMPARES(name) AST_FIELD CompareOperatorList name;
#define CONSTANT(name) AST_FIELD Constant name;
#define SCOPE(name) AST_FIELD struct Scope *name;
#define AST_MEMBER(name, word, member, fields)                                                                 \
    struct {                                                                                                   \
        fields                                                                                                 \
    } member;

struct Node {
    NodeKind kind;
    int line, column, end_line, end_column; /* all 0 where Python's node has no position */
    union {
        AST_TABLE(AST_MEMBER)
    };
};

#undef AST_FIELD
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
#undef AST_MEMBER

/* The features that `from __future__ import` turns on, as in CPython's co_flags. */
enum { FUTURE_BARRY = 0x400000, FUTURE_ANNOTATIONS = 0x1000000, FUTURE_ALL = 0x1fe0000 };

/* Where the nodes of one source text live, and its table of identifiers. */
typedef struct AstContext {
    Arena *arena;
    const Identifier **slots; /* open addressing, in the arena */
    size_t slot_count, used;
    SyntaxDoubts doubts;
    int silent; /* strings that are read again note nothing */
    int most_digits; /* of a decimal number: sys.set_int_max_str_digits(); 0: any */
    unsigned futures;     /* FUTURE_...: asked for from outside, and by the text once scopes_build has seen it */
    int last_future_line; /* of the last __future__ import at the beginning */
} AstContext;

/* All return NULL when there is no memory. A new node is zeroed but for its kind. */
Node *ast_node(AstContext *context, NodeKind kind);
const Identifier *ast_identifier(AstContext *context, const char *bytes, size_t length);
/* The name of a def or class, which is kept with a dot in front of it while a generic one is made (parser_generic.c). */
static inline const char *ast_definition_name(const Identifier *name) { return name->bytes + (name->bytes[0] == '.'); }
/* Is it the function that parser_generic.c puts around a definition? */
bool ast_is_around_generic(const Node *node);

const char *ast_kind_name(NodeKind kind);               /* "FunctionDef" */
const char *binary_operator_text(AstBinaryOperator op);    /* "+" */
const char *unary_operator_text(AstUnaryOperator op);      /* "not" */
const char *compare_operator_text(AstCompareOperator op);  /* "not in" */

/* Call visit(child, data) for every direct child that is not NULL, in the order of the fields; stops and returns
 * false at the first that returns false. */
typedef bool AstVisitor(Node *node, void *data);
bool ast_visit_children(Node *node, AstVisitor *visit, void *data);

void ast_append_constant(const Constant *constant, TextBuffer *out); /* its repr */

/* As Python's ast.dump(tree) or ast.dump(tree, include_attributes=True), to the character. */
void ast_dump(const Node *node, bool with_positions, TextBuffer *out);

#endif
