/* Between syntax_check.c and pattern_check.c; the door is syntax_check in parser.h. */
#ifndef KERNEL_LANGUAGE_SYNTAX_CHECK_H
#define KERNEL_LANGUAGE_SYNTAX_CHECK_H

#include "kernel/language/text/parser.h"
#include "kernel/language/compile/scopes.h"

typedef enum CheckBlock { BLOCK_PLAIN, BLOCK_LOOP, BLOCK_EXCEPT_STAR } CheckBlock;

typedef struct SyntaxCheck {
    AstContext *context;
    SyntaxFault *fault;
    unsigned flags;
    Scope *scope;
    CheckBlock block; /* what a break would leave */
    int block_count;
    bool in_except_star;
    const Node *last_pattern; /* the one looked at last, which CPython blames for what it finds afterwards */
} SyntaxCheck;

bool syntax_check_fail(SyntaxCheck *state, const Node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4))); /* false */
bool syntax_check_node(SyntaxCheck *state, Node *node); /* NULL is fine */
bool syntax_check_list(SyntaxCheck *state, const NodeList *list);
bool syntax_check_name(SyntaxCheck *state, const Identifier *name, const char *what, const Node *node); /* __debug__ */
bool check_match(SyntaxCheck *state, Node *node);

#endif
