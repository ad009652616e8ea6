/* Between scopes.c and scopes_collect.c. */
#ifndef KERNEL_LANGUAGE_SCOPES_STATE_H
#define KERNEL_LANGUAGE_SCOPES_STATE_H

#include "kernel/language/compile/scopes.h"

#define SCOPES_MAX_DEPTH 3000

/* A global or nonlocal statement, or a walrus that acts like one. */
typedef struct ScopeDirective {
    const Identifier *name;
    const Node *node;
    struct ScopeDirective *next;
} ScopeDirective;

typedef struct ScopeBuilder {
    AstContext *context;
    SyntaxFault *fault;
    Scope *module, *current;
    const Identifier *class_word, *super_word, *iterator_word;
    int depth;
    const Scope *annotation; /* of the annotation that is looked at, when it stays text; what it opens is inside no more */
} ScopeBuilder;

void *scope_allocate(ScopeBuilder *builder, size_t size);
Symbol *scope_add(ScopeBuilder *builder, Scope *scope, const Identifier *name); /* or the one there; NULL: no memory */
bool scope_fail(ScopeBuilder *builder, const Node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4))); /* false */
Scope *scopes_collect(ScopeBuilder *builder, Node *tree);

/* futures.c: the __future__ imports at the beginning of a module, into the context; false: *fault is set. */
bool futures_find(AstContext *context, const NodeList *body, SyntaxFault *fault);

#endif
