/* Scopes: for every module, function, lambda, comprehension and class body, what each name in it means.
 *
 * scopes_build walks the tree twice, as CPython's symtable does: first it collects what each block binds and
 * uses, then it resolves every use to a local, a cell, a free or a global variable. It also reports what the
 * grammar cannot: global and nonlocal misused, duplicate parameters, walrus in the wrong place, yield inside a
 * comprehension. The Scope of a node is stored in it (node->function.scope, node->lambda.scope, ...).
 *
 * Names are mangled here (`__x` in class C is `_C__x`): look up scope_mangle(...)'s result. */
#ifndef KERNEL_LANGUAGE_SCOPES_H
#define KERNEL_LANGUAGE_SCOPES_H

#include "kernel/language/text/ast.h"
#include "kernel/language/text/syntax_fault.h"

typedef enum ScopeKind { SCOPE_MODULE, SCOPE_FUNCTION, SCOPE_LAMBDA, SCOPE_COMPREHENSION, SCOPE_CLASS } ScopeKind;

typedef enum VariableKind {
    VARIABLE_LOCAL,           /* in a class or module block: in its namespace dictionary */
    VARIABLE_CELL,            /* bound here, used by an inner function */
    VARIABLE_FREE,            /* bound by an enclosing function */
    VARIABLE_GLOBAL_EXPLICIT, /* declared `global` */
    VARIABLE_GLOBAL_IMPLICIT, /* found nowhere: module, then builtins (in a class: its namespace first) */
} VariableKind;

enum {
    SYMBOL_ASSIGNED = 1 << 0,
    SYMBOL_USED = 1 << 1,
    SYMBOL_PARAMETER = 1 << 2,
    SYMBOL_IMPORTED = 1 << 3,
    SYMBOL_GLOBAL = 1 << 4,   /* named in a global statement */
    SYMBOL_NONLOCAL = 1 << 5, /* named in a nonlocal statement */
    SYMBOL_ANNOTATED = 1 << 6,
    SYMBOL_ITERATION_TARGET = 1 << 7, /* bound by a comprehension's for */
    SYMBOL_FREE_IN_CLASS = 1 << 8,    /* a class block that binds the name and passes an outer one on to its methods */
};

typedef struct Symbol {
    const Identifier *name; /* mangled */
    VariableKind kind;
    unsigned flags;
} Symbol;

typedef struct Scope {
    ScopeKind kind;
    Node *node;
    struct Scope *parent;         /* NULL for the module */
    const Identifier *class_name; /* of the innermost enclosing class, for mangling; or NULL */
    /* In order of first appearance; the parameters come first, in the order in which a frame holds them:
     * positional-only, positional, keyword-only, *args, **kwargs. A comprehension has one parameter, ".0". */
    Symbol *symbols;
    size_t symbol_count;
    size_t parameter_count;
    struct Scope **children; /* in the order of the text */
    size_t child_count;
    bool is_nested;        /* inside a function */
    bool is_generator;     /* has yield, or is a generator expression */
    bool is_coroutine;     /* async def, or an asynchronous comprehension */
    bool has_star_args, has_star_keywords;
    bool needs_class_cell; /* class: a method uses __class__ or super(): `__class__` is a cell of the class block */
    bool has_annotations;  /* class, module: has an annotated name: __annotations__ wanted */
    bool has_import_star;
    /* Behind: the index of scope_find, and what scopes_build keeps while it works. */
    uint32_t *slots;
    size_t slot_count, symbol_capacity, child_capacity;
    struct ScopeDirective *directives; /* global and nonlocal statements, for messages */
    int iterable_depth;                /* inside the iterable of a comprehension */
    bool in_iteration_target;
} Scope;

/* Build the scopes of a whole tree (module, interactive or expression). Returns the outermost Scope, NULL with
 * *fault set (a SyntaxError, RecursionError or MemoryError). The arena of `context` holds everything. */
Scope *scopes_build(AstContext *context, Node *tree, SyntaxFault *fault);

/* NULL when the name (mangled, of the same AstContext) does not appear in the block. */
const Symbol *scope_find(const Scope *scope, const Identifier *name);

/* The name as the class's private names are spelled; `name` itself when there is nothing to do. NULL: no memory. */
const Identifier *scope_mangle(AstContext *context, const Identifier *class_name, const Identifier *name);

/* The scope that a node opens; NULL when it opens none. */
Scope *scope_of(const Node *node);

#endif
