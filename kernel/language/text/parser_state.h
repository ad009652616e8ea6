/* What the parser's files share; not for others.
 *
 * The parser is a hand-written recursive descent over the grammar of Python 3.11. A parsing function either
 * returns a node with the mark behind it, or NULL; then the mark may stand anywhere, and the caller resets it.
 *
 * A text that does not parse is parsed a second time with `diagnosing` set: then the functions also try the
 * common mistakes, in a fixed order, and the first that fits raises its message. When none fits it is "invalid
 * syntax" at the furthest token that the first parse looked at. This is CPython's way, and the only one that
 * gives its messages; it also keeps the first parse free of all that. While diagnosing, alternatives are tried
 * one after the other, so results are memorised at each token. */
#ifndef KERNEL_LANGUAGE_PARSER_STATE_H
#define KERNEL_LANGUAGE_PARSER_STATE_H

#include "kernel/language/text/ast.h"
#include "kernel/language/text/lexer.h"
#include "kernel/language/text/parser.h"

#define PARSER_MAX_DEPTH 3000

typedef enum ParserRule {
    RULE_EXPRESSION,
    RULE_STAR_EXPRESSION,
    RULE_DISJUNCTION,
    RULE_BITWISE_OR,
    RULE_PRIMARY,
    RULE_ATOM,
    RULE_ARGUMENTS,
    RULE_INVALID_NAMED,
    RULE_STAR_TARGET,
    RULE_BLOCK,
    RULE_SIMPLE_STATEMENT,
    RULE_CLOSED_PATTERN,
} ParserRule;

typedef struct ParserMemo {
    ParserRule rule;
    size_t end;
    void *result;
    struct ParserMemo *next;
} ParserMemo;

typedef struct Parser {
    AstContext *context;
    Arena *arena;
    Lexer *lexer;
    SyntaxFault *fault;
    Token **tokens; /* those fetched so far */
    size_t fill, capacity;
    size_t mark; /* the next token to consume */
    int depth;
    unsigned flags;
    bool failed; /* every function returns NULL: a fault is set, or the first parse has given up */
    bool diagnosing;
    bool remembers;      /* results are memorised: in every parse but the first */
    bool brace_failed;   /* a dict or set display did not parse: see parser_run */
    /* Inside an f-string's expression: where its text stands in the file, how deep the f-strings are nested. */
    bool in_format_string;
    int start_line, start_column;
    Token fault_token; /* what parser_peek gives after a fault */
} Parser;

typedef struct NodeVector {
    Node **items;
    size_t count, capacity;
} NodeVector;

/* parser.c: tokens */
Token *parser_fetch(Parser *parser); /* the token at the mark when it is not fetched yet */

static inline Token *parser_peek(Parser *parser) {
    return parser->mark < parser->fill ? parser->tokens[parser->mark] : parser_fetch(parser);
}
static inline bool parser_at(Parser *parser, TokenKind kind) { return parser_peek(parser)->kind == kind; }
static inline Token *parser_expect(Parser *parser, TokenKind kind) {
    Token *token = parser_peek(parser);
    if (token->kind != kind || parser->failed) return NULL;
    parser->mark++;
    return token;
}
static inline bool parser_accept(Parser *parser, TokenKind kind) { return parser_expect(parser, kind) != NULL; }
bool parser_next_is(Parser *parser, TokenKind kind); /* the token after the one at the mark */
Token *parser_expect_forced(Parser *parser, TokenKind kind); /* or raise "expected ..." */
bool parser_at_word(Parser *parser, const char *word);      /* a NAME with this text: soft keywords */
Token *parser_last_token(Parser *parser);                   /* the last one consumed that has a text */

/* parser.c: nodes. All return NULL (with the fault set) when there is no memory. */
Node *parser_node(Parser *parser, NodeKind kind, const Token *first);
Node *parser_finish(Parser *parser, Node *node);                        /* ends at the last token */
bool parser_push(Parser *parser, NodeVector *vector, Node *node);
NodeList parser_list(const NodeVector *vector);
const Identifier *parser_identifier(Parser *parser, const Token *token);
void *parser_allocate(Parser *parser, size_t size);
/* In the first parse, what stands in brackets does not parse: nothing else will come of it, so stop trying. Only
 * `with (` and `match (` may mean something else, and they ask parser_resume. */
Node *parser_give_up(Parser *parser);
void parser_resume(Parser *parser);
bool parser_enter(Parser *parser); /* one level deeper; false with MemoryError */
static inline void parser_leave(Parser *parser) { parser->depth--; }

/* parser.c: memory of results while diagnosing */
bool parser_recall(Parser *parser, ParserRule rule, void **result);
void *parser_remember(Parser *parser, ParserRule rule, size_t mark, void *result);

/* parser.c: faults. They return NULL for the sake of `return`. */
void *parser_raise(Parser *parser, const char *kind, const char *format, ...) /* at the last token fetched */
    __attribute__((format(printf, 3, 4)));
void *parser_raise_range(Parser *parser, int line, int column, int end_line, int end_column, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
void *parser_no_memory(Parser *parser);
#define PARSER_RAISE_NODE(parser, node, ...)                                                                   \
    parser_raise_range(parser, (node)->line, (node)->column, (node)->end_line, (node)->end_column, __VA_ARGS__)
#define PARSER_RAISE_NODES(parser, first, last, ...)                                                           \
    parser_raise_range(parser, (first)->line, (first)->column, (last)->end_line, (last)->end_column, __VA_ARGS__)
#define PARSER_CURRENT_POSITION (-5) /* as the end's line and column: where the lexer stands */
#define PARSER_RAISE_FROM(parser, first, ...)                                                                  \
    parser_raise_range(parser, (first)->line, (first)->column, PARSER_CURRENT_POSITION, PARSER_CURRENT_POSITION, \
                       __VA_ARGS__)
void parser_start(Parser *parser, AstContext *context, Lexer *lexer, unsigned flags, SyntaxFault *fault);
/* Run a start rule as CPython does: first pass, diagnosing pass, then the faults of the rest of the source. */
Node *parser_run(Parser *parser, Node *(*rule)(Parser *));
void parser_stop(Parser *parser);

/* parser_statements.c */
Node *parse_file(Parser *parser);
Node *parse_interactive(Parser *parser);
Node *parse_evaluation(Parser *parser);
typedef struct StatementList {
    NodeList list;
} StatementList;
StatementList *parse_block(Parser *parser);

/* parser_expressions.c */
Node *parse_expression(Parser *parser);
Node *parse_disjunction(Parser *parser);
Node *parse_bitwise_or(Parser *parser);
Node *parse_primary(Parser *parser);
Node *parse_star_expression(Parser *parser);
Node *parse_star_expressions(Parser *parser);
Node *parse_star_named_expression(Parser *parser);
bool parse_star_named_expressions(Parser *parser, NodeVector *out); /* at least one; a trailing comma is taken */
Node *parse_assignment_expression(Parser *parser);
Node *parse_named_expression(Parser *parser);
Node *parse_starred_expression(Parser *parser); /* '*' expression */
Node *parse_yield_or_star_expressions(Parser *parser);
Node *parse_yield(Parser *parser);
Node *parse_expressions(Parser *parser);
Node *parse_plain_expression(Parser *parser); /* an expression without diagnosing below it */

/* parser_atoms.c */
Node *parse_atom(Parser *parser);
bool parse_for_clauses(Parser *parser, NodeVector *out);
Node *parse_args(Parser *parser); /* the arguments of a call, as a Call without func */
Node *parse_call_arguments(Parser *parser);
Node *parse_generator_arguments(Parser *parser); /* while diagnosing: (x for x in y), as a Call without func */
Node *parse_slices(Parser *parser);
Node *parse_key_value(Parser *parser, Node **value); /* the key */
bool parse_key_values(Parser *parser, NodeVector *keys, NodeVector *values);

/* parser_parameters.c */
Node *parse_parameters(Parser *parser, TokenKind terminator); /* COLON: a lambda's */
Node *empty_parameters(Parser *parser);

/* parser_targets.c */
Node *parse_star_targets(Parser *parser);
Node *parse_star_target(Parser *parser);
bool target_convert(Node *node, ExpressionContext context); /* false, and nothing changed, when it cannot be one */
bool parse_delete_targets(Parser *parser, NodeVector *out);
Node *parse_single_target(Parser *parser);

/* parser_patterns.c */
Node *parse_match(Parser *parser);

/* parser_strings.c, parser_numbers.c */
Node *parse_strings(Parser *parser);
Node *parse_number(Parser *parser, const Token *token);

/* parser_diagnosis.c: each tries its mistakes at the mark and leaves the mark where it was. */
void diagnose_expression(Parser *parser);
void diagnose_named_expression(Parser *parser);
void diagnose_arguments(Parser *parser);
void diagnose_keyword(Parser *parser);
void diagnose_comprehension(Parser *parser);
void diagnose_dict_comprehension(Parser *parser);
void diagnose_group(Parser *parser);
void diagnose_dict(Parser *parser);
void diagnose_for_target(Parser *parser);
void diagnose_assignment(Parser *parser);
void diagnose_delete(Parser *parser);
void diagnose_with_item(Parser *parser);
void diagnose_parameters(Parser *parser, TokenKind terminator);

typedef enum TargetUse { TARGET_STAR, TARGET_DELETE, TARGET_FOR } TargetUse;
void diagnose_target(Parser *parser, Node *node, TargetUse use); /* "cannot assign to ..." for what is no target in it */
const char *expression_description(const Node *node);            /* "function call" */

#endif
