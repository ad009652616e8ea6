/* How it works.
 *
 * The first walk (scopes_collect.c) opens a Scope for every block and writes down, in flags, what the block
 * does with each name: assigns it, uses it, declares it global... The second (here) decides what each name is.
 * A name that its block does not bind is looked for in the enclosing functions, from the inside out; class
 * bodies are passed over, but for `__class__`, which every class body offers to its methods. Where it is found
 * it becomes a cell; every block on the way gets it as a free variable, so that closures can hand the cell
 * down. */
#include "kernel/language/compile/scopes_state.h"

#include <string.h>

/* ---- symbols ---- */

static void index_symbol(Scope *scope, uint32_t at) {
    size_t mask = scope->slot_count - 1, slot = scope->symbols[at].name->hash & mask;
    while (scope->slots[slot]) slot = (slot + 1) & mask;
    scope->slots[slot] = at + 1;
}

static bool grow_symbols(ScopeBuilder *builder, Scope *scope) {
    size_t capacity = scope->symbol_capacity ? scope->symbol_capacity * 2 : 8;
    Symbol *symbols = scope_allocate(builder, capacity * sizeof *symbols);
    uint32_t *slots = scope_allocate(builder, capacity * 2 * sizeof *slots);
    if (!symbols || !slots) return false;
    if (scope->symbol_count) memcpy(symbols, scope->symbols, scope->symbol_count * sizeof *symbols);
    scope->symbols = symbols;
    scope->slots = slots;
    scope->symbol_capacity = capacity;
    scope->slot_count = capacity * 2;
    for (uint32_t i = 0; i < scope->symbol_count; i++) index_symbol(scope, i);
    return true;
}

const Symbol *scope_find(const Scope *scope, const Identifier *name) {
    if (!scope->slot_count) return NULL;
    size_t mask = scope->slot_count - 1;
    for (size_t slot = name->hash & mask; scope->slots[slot]; slot = (slot + 1) & mask) {
        const Symbol *symbol = &scope->symbols[scope->slots[slot] - 1];
        if (symbol->name == name) return symbol;
    }
    return NULL;
}

Symbol *scope_add(ScopeBuilder *builder, Scope *scope, const Identifier *name) {
    const Symbol *found = scope_find(scope, name);
    if (found) return (Symbol *)found;
    if (scope->symbol_count == scope->symbol_capacity && !grow_symbols(builder, scope)) return NULL;
    uint32_t at = (uint32_t)scope->symbol_count++;
    scope->symbols[at] = (Symbol){.name = name};
    index_symbol(scope, at);
    return &scope->symbols[at];
}

const Identifier *scope_mangle(AstContext *context, const Identifier *class_name, const Identifier *name) {
    if (!class_name || name->length < 3 || name->bytes[0] != '_' || name->bytes[1] != '_') return name;
    if (name->bytes[name->length - 1] == '_' && name->bytes[name->length - 2] == '_') return name;
    if (memchr(name->bytes, '.', name->length)) return name;
    const char *class_bytes = ast_definition_name(class_name);
    while (*class_bytes == '_') class_bytes++;
    if (!*class_bytes) return name;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_char(&text, '_');
    text_append(&text, class_bytes);
    text_append_bytes(&text, name->bytes, name->length);
    const Identifier *mangled = text.failed ? NULL : ast_identifier(context, text_string(&text), text.length);
    text_release(&text);
    return mangled;
}

Scope *scope_of(const Node *node) {
    switch (node->kind) {
    case NODE_MODULE: return node->module.scope;
    case NODE_INTERACTIVE: return node->interactive.scope;
    case NODE_EXPRESSION: return node->expression.scope;
    case NODE_FUNCTION: return node->function.scope;
    case NODE_ASYNC_FUNCTION: return node->async_function.scope;
    case NODE_CLASS: return node->class_definition.scope;
    case NODE_LAMBDA: return node->lambda.scope;
    case NODE_LIST_COMPREHENSION: return node->list_comprehension.scope;
    case NODE_SET_COMPREHENSION: return node->set_comprehension.scope;
    case NODE_DICT_COMPREHENSION: return node->dict_comprehension.scope;
    case NODE_GENERATOR: return node->generator.scope;
    default: return NULL;
    }
}

/* ---- faults and memory ---- */

void *scope_allocate(ScopeBuilder *builder, size_t size) {
    void *block = arena_allocate(builder->context->arena, size);
    if (!block && !builder->fault->kind) *builder->fault = (SyntaxFault){.kind = "MemoryError", .message = ""};
    return block;
}

bool scope_fail(ScopeBuilder *builder, const Node *node, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    syntax_fault_set_list(builder->fault, builder->context->arena, "SyntaxError", node->line, node->column + 1,
                          node->end_line, node->end_column + 1, format, arguments);
    va_end(arguments);
    return false;
}

/* At the statement that declared the name. */
static bool fail_at_directive(ScopeBuilder *builder, const Scope *scope, const Identifier *name,
                              const char *format) {
    for (ScopeDirective *directive = scope->directives; directive; directive = directive->next) {
        if (directive->name == name) return scope_fail(builder, directive->node, format, name->bytes);
    }
    return scope_fail(builder, scope->node, format, name->bytes);
}

/* ---- resolving ---- */

static bool is_function(const Scope *scope) {
    return scope->kind != SCOPE_CLASS && scope->kind != SCOPE_MODULE;
}

enum { BOUND_FLAGS = SYMBOL_ASSIGNED | SYMBOL_PARAMETER | SYMBOL_IMPORTED };

/* Does the block itself make the name a variable of its own? */
static bool binds(const Symbol *symbol) {
    return symbol && symbol->flags & BOUND_FLAGS && !(symbol->flags & (SYMBOL_GLOBAL | SYMBOL_NONLOCAL));
}

/* The enclosing block whose variable the name is; NULL when it is a global. */
static Scope *find_binder(ScopeBuilder *builder, const Scope *scope, const Identifier *name) {
    for (Scope *outer = scope->parent; outer; outer = outer->parent) {
        if (outer->kind == SCOPE_CLASS) {
            if (name == builder->class_word) return outer;
            continue;
        }
        if (!is_function(outer)) return NULL;
        const Symbol *symbol = scope_find(outer, name);
        if (binds(symbol)) return outer;
        if (symbol && symbol->flags & SYMBOL_GLOBAL) return NULL;
    }
    return NULL;
}

/* The binder's variable becomes a cell, and free in the blocks between. */
static bool hand_down(ScopeBuilder *builder, Scope *scope, Scope *binder, const Identifier *name) {
    for (Scope *between = scope->parent; between != binder; between = between->parent) {
        Symbol *symbol = (Symbol *)scope_find(between, name);
        if (!symbol) {
            symbol = scope_add(builder, between, name);
            if (!symbol) return false;
            symbol->kind = VARIABLE_FREE;
        } else if (between->kind == SCOPE_CLASS && symbol->flags & (BOUND_FLAGS | SYMBOL_GLOBAL)) {
            symbol->flags |= SYMBOL_FREE_IN_CLASS;
        }
    }
    if (binder->kind == SCOPE_CLASS) {
        binder->needs_class_cell = true;
        return true;
    }
    Symbol *symbol = (Symbol *)scope_find(binder, name);
    symbol->kind = VARIABLE_CELL;
    return true;
}

static bool resolve_symbol(ScopeBuilder *builder, Scope *scope, size_t at) {
    Symbol *symbol = &scope->symbols[at];
    const Identifier *name = symbol->name;
    if (symbol->flags & SYMBOL_GLOBAL) {
        if (symbol->flags & SYMBOL_NONLOCAL) {
            return fail_at_directive(builder, scope, name, "name '%s' is nonlocal and global");
        }
        symbol->kind = VARIABLE_GLOBAL_EXPLICIT;
        return true;
    }
    if (symbol->flags & SYMBOL_NONLOCAL && scope->kind == SCOPE_MODULE) {
        return fail_at_directive(builder, scope, name, "nonlocal declaration not allowed at module level");
    }
    if (binds(symbol)) return true; /* local, or a cell that an inner block has made already */
    Scope *binder = symbol->flags || symbol->kind != VARIABLE_FREE ? find_binder(builder, scope, name) : NULL;
    if (binder) {
        symbol->kind = VARIABLE_FREE;
        return hand_down(builder, scope, binder, name);
    }
    if (symbol->flags & SYMBOL_NONLOCAL) {
        return fail_at_directive(builder, scope, name, "no binding for nonlocal '%s' found");
    }
    if (symbol->flags) symbol->kind = VARIABLE_GLOBAL_IMPLICIT;
    return true;
}

static bool resolve(ScopeBuilder *builder, Scope *scope) {
    size_t count = scope->symbol_count;
    for (size_t i = 0; i < count; i++) {
        if (!resolve_symbol(builder, scope, i)) return false;
    }
    for (size_t i = 0; i < scope->child_count; i++) {
        if (!resolve(builder, scope->children[i])) return false;
    }
    return true;
}

Scope *scopes_build(AstContext *context, Node *tree, SyntaxFault *fault) {
    *fault = SYNTAX_FAULT_NONE;
    ScopeBuilder builder = {.context = context,
                            .fault = fault,
                            .class_word = ast_identifier(context, "__class__", 9),
                            .super_word = ast_identifier(context, "super", 5),
                            .iterator_word = ast_identifier(context, ".0", 2)};
    if (!builder.class_word || !builder.super_word || !builder.iterator_word) {
        *fault = (SyntaxFault){.kind = "MemoryError", .message = ""};
        return NULL;
    }
    Scope *scope = scopes_collect(&builder, tree);
    return scope && resolve(&builder, scope) ? scope : NULL;
}
