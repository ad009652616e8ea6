/* The first walk: which block does what with which name. Its order is CPython's, for the sake of the messages.
 */
#include "kernel/language/compile/scopes_state.h"

#include <string.h>

static bool visit(ScopeBuilder *builder, Node *node);

static bool visit_list(ScopeBuilder *builder, const NodeList *list) {
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i] && !visit(builder, list->items[i])) return false;
    }
    return true;
}

static bool visit_optional(ScopeBuilder *builder, Node *node) { return !node || visit(builder, node); }

/* ---- names ---- */

static const Identifier *mangle(ScopeBuilder *builder, const Scope *scope, const Identifier *name) {
    return scope_mangle(builder->context, scope->class_name, name);
}

static unsigned flags_of(ScopeBuilder *builder, const Scope *scope, const Identifier *name) {
    const Identifier *mangled = mangle(builder, scope, name);
    const Symbol *symbol = mangled ? scope_find(scope, mangled) : NULL;
    return symbol ? symbol->flags : 0;
}

static bool add_flags(ScopeBuilder *builder, Scope *scope, const Identifier *name, unsigned flags,
                      const Node *node) {
    const Identifier *mangled = mangle(builder, scope, name);
    Symbol *symbol = mangled ? scope_add(builder, scope, mangled) : NULL;
    if (!symbol) {
        if (!builder->fault->kind) *builder->fault = (SyntaxFault){.kind = "MemoryError", .message = ""};
        return false;
    }
    if (flags & symbol->flags & SYMBOL_PARAMETER) {
        return scope_fail(builder, node, "duplicate argument '%s' in function definition", name->bytes);
    }
    if (scope->in_iteration_target) {
        if (symbol->flags & (SYMBOL_GLOBAL | SYMBOL_NONLOCAL)) {
            return scope_fail(builder, node,
                              "comprehension inner loop cannot rebind assignment expression target '%s'",
                              name->bytes);
        }
        flags |= SYMBOL_ITERATION_TARGET;
    }
    symbol->flags |= flags;
    if (flags & SYMBOL_PARAMETER) scope->parameter_count++;
    if (flags & SYMBOL_GLOBAL && scope != builder->module) {
        Symbol *global = scope_add(builder, builder->module, mangled);
        if (!global) return false;
        global->flags |= SYMBOL_GLOBAL;
    }
    return true;
}

static bool define(ScopeBuilder *builder, const Identifier *name, unsigned flags, const Node *node) {
    return add_flags(builder, builder->current, name, flags, node);
}

static bool add_directive(ScopeBuilder *builder, const Identifier *name, const Node *node) {
    Scope *scope = builder->current;
    ScopeDirective *directive = scope_allocate(builder, sizeof *directive), **last = &scope->directives;
    if (!directive) return false;
    *directive = (ScopeDirective){.name = mangle(builder, scope, name), .node = node};
    while (*last) last = &(*last)->next;
    *last = directive;
    return true;
}

/* ---- blocks ---- */

static bool add_child(ScopeBuilder *builder, Scope *parent, Scope *child) {
    if (parent->child_count == parent->child_capacity) {
        size_t capacity = parent->child_capacity ? parent->child_capacity * 2 : 4;
        Scope **children = scope_allocate(builder, capacity * sizeof *children);
        if (!children) return false;
        if (parent->child_count) memcpy(children, parent->children, parent->child_count * sizeof *children);
        parent->children = children;
        parent->child_capacity = capacity;
    }
    parent->children[parent->child_count++] = child;
    return true;
}

static Scope *open_scope(ScopeBuilder *builder, ScopeKind kind, Node *node) {
    Scope *scope = scope_allocate(builder, sizeof *scope), *parent = builder->current;
    if (!scope) return NULL;
    *scope = (Scope){.kind = kind, .node = node, .parent = parent};
    if (parent) {
        scope->class_name = parent->class_name;
        scope->is_nested = parent->is_nested || (parent->kind != SCOPE_MODULE && parent->kind != SCOPE_CLASS);
        scope->iterable_depth = parent->iterable_depth;
        if (!add_child(builder, parent, scope)) return NULL;
    }
    builder->current = scope;
    return scope;
}

static bool visit_annotation(ScopeBuilder *builder, Node *annotation) {
    if (!annotation) return true;
    if (!(builder->context->futures & FUTURE_ANNOTATIONS)) return visit(builder, annotation);
    /* It stays text. The names in it do not count, but a yield is wrong all the same: collect into a scope that nobody looks at. */
    Scope *current = builder->current, *aside = scope_allocate(builder, sizeof *aside);
    if (!aside) return false;
    *aside = (Scope){.kind = SCOPE_FUNCTION, .node = annotation, .parent = current};
    builder->current = aside;
    builder->annotation = aside;
    bool good = visit(builder, annotation);
    builder->current = current;
    builder->annotation = NULL;
    return good;
}

static bool define_parameters(ScopeBuilder *builder, const NodeList *list) {
    for (size_t i = 0; i < list->count; i++) {
        if (!define(builder, list->items[i]->argument.arg, SYMBOL_PARAMETER, list->items[i])) return false;
    }
    return true;
}

static bool define_arguments(ScopeBuilder *builder, Node *node) {
    Scope *scope = builder->current;
    if (!define_parameters(builder, &node->arguments.posonlyargs) ||
        !define_parameters(builder, &node->arguments.args) ||
        !define_parameters(builder, &node->arguments.kwonlyargs)) {
        return false;
    }
    Node *star = node->arguments.vararg, *double_star = node->arguments.kwarg;
    scope->has_star_args = star;
    scope->has_star_keywords = double_star;
    return (!star || define(builder, star->argument.arg, SYMBOL_PARAMETER, star)) &&
           (!double_star || define(builder, double_star->argument.arg, SYMBOL_PARAMETER, double_star));
}

static bool annotate_parameters(ScopeBuilder *builder, const NodeList *list) {
    for (size_t i = 0; i < list->count; i++) {
        if (!visit_annotation(builder, list->items[i]->argument.annotation)) return false;
    }
    return true;
}

static bool visit_function(ScopeBuilder *builder, Node *node) {
    Node *arguments = node->function.args; /* async_function's fields lie the same */
    if (!define(builder, node->function.name, SYMBOL_ASSIGNED, node)) return false;
    if (!visit_list(builder, &arguments->arguments.defaults) ||
        !visit_list(builder, &arguments->arguments.kw_defaults) ||
        !annotate_parameters(builder, &arguments->arguments.posonlyargs) ||
        !annotate_parameters(builder, &arguments->arguments.args)) {
        return false;
    }
    Node *star = arguments->arguments.vararg, *double_star = arguments->arguments.kwarg;
    if ((star && !visit_annotation(builder, star->argument.annotation)) ||
        (double_star && !visit_annotation(builder, double_star->argument.annotation)) ||
        !annotate_parameters(builder, &arguments->arguments.kwonlyargs) ||
        !visit_annotation(builder, node->function.returns) ||
        !visit_list(builder, &node->function.decorator_list)) {
        return false;
    }
    Scope *scope = open_scope(builder, SCOPE_FUNCTION, node);
    if (!scope) return false;
    scope->is_coroutine = node->kind == NODE_ASYNC_FUNCTION;
    node->function.scope = scope;
    bool good = define_arguments(builder, arguments) && visit_list(builder, &node->function.body);
    builder->current = scope->parent;
    return good;
}

static bool visit_class(ScopeBuilder *builder, Node *node) {
    if (!define(builder, node->class_definition.name, SYMBOL_ASSIGNED, node) ||
        !visit_list(builder, &node->class_definition.bases) ||
        !visit_list(builder, &node->class_definition.keywords) ||
        !visit_list(builder, &node->class_definition.decorator_list)) {
        return false;
    }
    Scope *scope = open_scope(builder, SCOPE_CLASS, node);
    if (!scope) return false;
    scope->class_name = node->class_definition.name;
    node->class_definition.scope = scope;
    bool good = visit_list(builder, &node->class_definition.body);
    builder->current = scope->parent;
    return good;
}

static bool visit_lambda(ScopeBuilder *builder, Node *node) {
    Node *arguments = node->lambda.args;
    if (!visit_list(builder, &arguments->arguments.defaults) ||
        !visit_list(builder, &arguments->arguments.kw_defaults)) {
        return false;
    }
    Scope *scope = open_scope(builder, SCOPE_LAMBDA, node);
    if (!scope) return false;
    node->lambda.scope = scope;
    bool good = define_arguments(builder, arguments) && visit(builder, node->lambda.body);
    builder->current = scope->parent;
    return good;
}

/* ---- comprehensions ---- */

static bool visit_target(ScopeBuilder *builder, Node *target) {
    builder->current->in_iteration_target = true;
    bool good = visit(builder, target);
    builder->current->in_iteration_target = false;
    return good;
}

static bool visit_iterable(ScopeBuilder *builder, Node *iterable) {
    Scope *scope = builder->current;
    scope->iterable_depth++;
    bool good = visit(builder, iterable);
    scope->iterable_depth--;
    return good;
}

static bool visit_clause(ScopeBuilder *builder, Node *clause) {
    if (!visit_target(builder, clause->comprehension.target) ||
        !visit_iterable(builder, clause->comprehension.iter) ||
        !visit_list(builder, &clause->comprehension.ifs)) {
        return false;
    }
    if (clause->comprehension.is_async) builder->current->is_coroutine = true;
    return true;
}

static bool visit_comprehension_body(ScopeBuilder *builder, Node *node, const NodeList *clauses) {
    Node *first = clauses->items[0];
    Scope *scope = builder->current;
    if (first->comprehension.is_async) scope->is_coroutine = true;
    if (!define(builder, builder->iterator_word, SYMBOL_PARAMETER, node) ||
        !visit_target(builder, first->comprehension.target) ||
        !visit_list(builder, &first->comprehension.ifs)) {
        return false;
    }
    for (size_t i = 1; i < clauses->count; i++) {
        if (!visit_clause(builder, clauses->items[i])) return false;
    }
    if (node->kind == NODE_DICT_COMPREHENSION) {
        return visit(builder, node->dict_comprehension.value) && visit(builder, node->dict_comprehension.key);
    }
    return visit(builder, node->list_comprehension.elt);
}

static bool visit_comprehension(ScopeBuilder *builder, Node *node) {
    bool is_dict = node->kind == NODE_DICT_COMPREHENSION;
    NodeList *clauses = is_dict ? &node->dict_comprehension.generators : &node->list_comprehension.generators;
    if (!visit_iterable(builder, clauses->items[0]->comprehension.iter)) return false;
    Scope *scope = open_scope(builder, SCOPE_COMPREHENSION, node);
    if (!scope) return false;
    if (is_dict) node->dict_comprehension.scope = scope;
    else node->list_comprehension.scope = scope; /* those of one element have the same fields */
    bool good = visit_comprehension_body(builder, node, clauses);
    builder->current = scope->parent;
    scope->is_generator = node->kind == NODE_GENERATOR;
    if (scope->is_coroutine && !scope->is_generator) builder->current->is_coroutine = true;
    return good;
}

/* A walrus in a comprehension binds in the block around all comprehensions. */
static bool extend_walrus(ScopeBuilder *builder, Node *target) {
    const Identifier *name = target->name.id;
    for (Scope *scope = builder->current; scope; scope = scope->parent) {
        switch (scope->kind) {
        case SCOPE_COMPREHENSION:
            if (flags_of(builder, scope, name) & SYMBOL_ITERATION_TARGET) {
                return scope_fail(builder, target,
                                  "assignment expression cannot rebind comprehension iteration variable '%s'",
                                  name->bytes);
            }
            break;
        case SCOPE_FUNCTION:
        case SCOPE_LAMBDA: {
            bool global = flags_of(builder, scope, name) & SYMBOL_GLOBAL;
            return define(builder, name, global ? SYMBOL_GLOBAL : SYMBOL_NONLOCAL, target) &&
                   add_directive(builder, name, target) &&
                   add_flags(builder, scope, name, SYMBOL_ASSIGNED, target);
        }
        case SCOPE_MODULE:
            return define(builder, name, SYMBOL_GLOBAL, target) && add_directive(builder, name, target) &&
                   add_flags(builder, scope, name, SYMBOL_GLOBAL, target);
        case SCOPE_CLASS:
            return scope_fail(builder, target,
                              "assignment expression within a comprehension cannot be used in a class body");
        }
    }
    return true;
}

static bool visit_walrus(ScopeBuilder *builder, Node *node) {
    if (builder->current == builder->annotation) {
        return scope_fail(builder, node, "'named expression' can not be used within an annotation");
    }
    if (builder->current->iterable_depth > 0) {
        return scope_fail(builder, node,
                          "assignment expression cannot be used in a comprehension iterable expression");
    }
    if (builder->current->kind == SCOPE_COMPREHENSION &&
        !extend_walrus(builder, node->named_expression.target)) {
        return false;
    }
    return visit(builder, node->named_expression.value) && visit(builder, node->named_expression.target);
}

/* ---- statements and expressions with a say in names ---- */

static bool visit_declaration(ScopeBuilder *builder, Node *node) {
    bool global = node->kind == NODE_GLOBAL;
    const char *word = global ? "global" : "nonlocal";
    for (size_t i = 0; i < node->global.names.count; i++) {
        const Identifier *name = node->global.names.items[i];
        unsigned flags = flags_of(builder, builder->current, name);
        if (flags & SYMBOL_PARAMETER) {
            return scope_fail(builder, node, "name '%s' is parameter and %s", name->bytes, word);
        }
        if (flags & SYMBOL_USED) {
            return scope_fail(builder, node, "name '%s' is used prior to %s declaration", name->bytes, word);
        }
        if (flags & SYMBOL_ANNOTATED) {
            return scope_fail(builder, node, "annotated name '%s' can't be %s", name->bytes, word);
        }
        if (flags & SYMBOL_ASSIGNED) {
            return scope_fail(builder, node, "name '%s' is assigned to before %s declaration", name->bytes,
                              word);
        }
        if (!define(builder, name, global ? SYMBOL_GLOBAL : SYMBOL_NONLOCAL, node) ||
            !add_directive(builder, name, node)) {
            return false;
        }
    }
    return true;
}

static bool visit_annotated_assign(ScopeBuilder *builder, Node *node) {
    Node *target = node->annotated_assign.target, *value = node->annotated_assign.value;
    bool simple = node->annotated_assign.simple;
    Scope *scope = builder->current;
    if (target->kind == NODE_NAME) {
        const Identifier *name = target->name.id;
        unsigned flags = flags_of(builder, scope, name);
        if (flags & (SYMBOL_GLOBAL | SYMBOL_NONLOCAL) && scope != builder->module && simple) {
            return scope_fail(builder, node, "annotated name '%s' can't be %s", name->bytes,
                              flags & SYMBOL_GLOBAL ? "global" : "nonlocal");
        }
        if (simple) {
            scope->has_annotations = true;
            if (!define(builder, name, SYMBOL_ANNOTATED | SYMBOL_ASSIGNED, target)) return false;
        } else if (value && !define(builder, name, SYMBOL_ASSIGNED, target)) {
            return false;
        }
    } else if (!visit(builder, target)) {
        return false;
    }
    return visit_annotation(builder, node->annotated_assign.annotation) && visit_optional(builder, value);
}

static bool visit_alias(ScopeBuilder *builder, Node *node) {
    const Identifier *name = node->alias.asname ? node->alias.asname : node->alias.name;
    if (name->bytes[0] == '*') {
        if (builder->current->kind != SCOPE_MODULE) {
            return scope_fail(builder, node, "import * only allowed at module level");
        }
        builder->current->has_import_star = true;
        return true;
    }
    const char *dot = node->alias.asname ? NULL : memchr(name->bytes, '.', name->length);
    if (dot) {
        name = ast_identifier(builder->context, name->bytes, (size_t)(dot - name->bytes));
        if (!name) return scope_allocate(builder, SIZE_MAX / 2) != NULL;
    }
    return define(builder, name, SYMBOL_IMPORTED, node);
}

static bool visit_yield(ScopeBuilder *builder, Node *node) {
    if (builder->current == builder->annotation) {
        return scope_fail(builder, node, "'%s' can not be used within an annotation",
                          node->kind == NODE_AWAIT ? "await expression" : "yield expression");
    }
    Scope *scope = builder->current;
    if (!visit_optional(builder, node->yield.value)) return false; /* yield_from and await lie the same */
    if (node->kind == NODE_AWAIT) {
        scope->is_coroutine = true;
        return true;
    }
    scope->is_generator = true;
    if (scope->kind != SCOPE_COMPREHENSION) return true;
    NodeKind kind = scope->node->kind;
    return scope_fail(builder, node, "'yield' inside %s",
                      kind == NODE_LIST_COMPREHENSION   ? "list comprehension"
                      : kind == NODE_SET_COMPREHENSION  ? "set comprehension"
                      : kind == NODE_DICT_COMPREHENSION ? "dict comprehension"
                                                        : "generator expression");
}

static bool visit_name(ScopeBuilder *builder, Node *node) {
    bool load = node->name.ctx == CONTEXT_LOAD;
    if (!define(builder, node->name.id, load ? SYMBOL_USED : SYMBOL_ASSIGNED, node)) return false;
    ScopeKind kind = builder->current->kind;
    if (load && node->name.id == builder->super_word && kind != SCOPE_MODULE && kind != SCOPE_CLASS) {
        return define(builder, builder->class_word, SYMBOL_USED, node);
    }
    return true;
}

static bool visit_try(ScopeBuilder *builder, Node *node) {
    return visit_list(builder, &node->try_statement.body) && visit_list(builder, &node->try_statement.orelse) &&
           visit_list(builder, &node->try_statement.handlers) &&
           visit_list(builder, &node->try_statement.finalbody);
}

static bool define_optional(ScopeBuilder *builder, const Identifier *name, Node *node) {
    return !name || define(builder, name, SYMBOL_ASSIGNED, node);
}

static bool visit_child(Node *node, void *data) { return visit(data, node); }

static bool visit_plainly(ScopeBuilder *builder, Node *node) {
    switch (node->kind) {
    case NODE_FUNCTION:
    case NODE_ASYNC_FUNCTION: return visit_function(builder, node);
    case NODE_CLASS: return visit_class(builder, node);
    case NODE_LAMBDA: return visit_lambda(builder, node);
    case NODE_LIST_COMPREHENSION:
    case NODE_SET_COMPREHENSION:
    case NODE_DICT_COMPREHENSION:
    case NODE_GENERATOR: return visit_comprehension(builder, node);
    case NODE_NAMED_EXPRESSION: return visit_walrus(builder, node);
    case NODE_GLOBAL:
    case NODE_NONLOCAL: return visit_declaration(builder, node);
    case NODE_ANNOTATED_ASSIGN: return visit_annotated_assign(builder, node);
    case NODE_ALIAS: return visit_alias(builder, node);
    case NODE_YIELD:
    case NODE_YIELD_FROM:
    case NODE_AWAIT: return visit_yield(builder, node);
    case NODE_NAME: return visit_name(builder, node);
    case NODE_CONSTANT: return true;
    case NODE_TRY:
    case NODE_TRY_STAR: return visit_try(builder, node);
    case NODE_EXCEPT_HANDLER:
        return visit_optional(builder, node->except_handler.type) &&
               define_optional(builder, node->except_handler.name, node) &&
               visit_list(builder, &node->except_handler.body);
    case NODE_MATCH_STAR: return define_optional(builder, node->match_star.name, node);
    case NODE_MATCH_AS:
        return visit_optional(builder, node->match_as.pattern) &&
               define_optional(builder, node->match_as.name, node);
    case NODE_MATCH_MAPPING:
        return visit_list(builder, &node->match_mapping.keys) &&
               visit_list(builder, &node->match_mapping.patterns) &&
               define_optional(builder, node->match_mapping.rest, node);
    case NODE_ASYNC_FOR:
    case NODE_ASYNC_WITH: /* at the top of a cell they alone make it a coroutine */
        if (builder->current->kind == SCOPE_MODULE) builder->current->is_coroutine = true;
        return ast_visit_children(node, visit_child, builder);
    default: return ast_visit_children(node, visit_child, builder);
    }
}

static bool visit(ScopeBuilder *builder, Node *node) {
    if (++builder->depth > SCOPES_MAX_DEPTH) {
        *builder->fault = (SyntaxFault){.kind = "RecursionError",
                                        .message = "maximum recursion depth exceeded during compilation"};
        return false;
    }
    bool good = visit_plainly(builder, node);
    builder->depth--;
    return good;
}

/* ---- the whole ---- */

Scope *scopes_collect(ScopeBuilder *builder, Node *tree) {
    Scope *scope = open_scope(builder, SCOPE_MODULE, tree);
    if (!scope) return NULL;
    builder->module = scope;
    if (tree->kind == NODE_EXPRESSION) {
        tree->expression.scope = scope;
        return visit(builder, tree->expression.body) ? scope : NULL;
    }
    NodeList *body = tree->kind == NODE_MODULE ? &tree->module.body : &tree->interactive.body;
    if (tree->kind == NODE_MODULE) tree->module.scope = scope;
    else tree->interactive.scope = scope;
    return futures_find(builder->context, body, builder->fault) && visit_list(builder, body) ? scope : NULL;
}
