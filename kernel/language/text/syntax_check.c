/* The errors that CPython's compiler finds. The walk follows the order in which it generates code, since the
 * first error met is the one reported. Patterns have their own rules: pattern_check.c. */
#include "kernel/language/text/syntax_check.h"

#include <string.h>

enum { MAXIMUM_BLOCKS = 20, MAXIMUM_BEFORE_STAR = 256 };

static bool check(SyntaxCheck *state, Node *node);

bool syntax_check_fail(SyntaxCheck *state, const Node *node, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    syntax_fault_set_list(state->fault, state->context->arena, "SyntaxError", node->line, node->column + 1,
                          node->end_line, node->end_column + 1, format, arguments);
    va_end(arguments);
    return false;
}

bool syntax_check_node(SyntaxCheck *state, Node *node) { return !node || check(state, node); }

bool syntax_check_list(SyntaxCheck *state, const NodeList *list) {
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i] && !check(state, list->items[i])) return false;
    }
    return true;
}

bool syntax_check_name(SyntaxCheck *state, const Identifier *name, const char *what, const Node *node) {
    if (!name || name->length != 9 || strcmp(name->bytes, "__debug__")) return true;
    return syntax_check_fail(state, node, "cannot %s __debug__", what);
}

/* ---- blocks ---- */

/* Statements inside one more loop, try or with. */
static bool check_in_block(SyntaxCheck *state, const NodeList *body, const Node *node, CheckBlock kind) {
    if (state->block_count >= MAXIMUM_BLOCKS) {
        return syntax_check_fail(state, node, "too many statically nested blocks");
    }
    CheckBlock outer = state->block;
    state->block_count++;
    if (kind != BLOCK_PLAIN) state->block = kind;
    bool good = syntax_check_list(state, body);
    state->block = outer;
    state->block_count--;
    return good;
}

static bool is_async_here(const SyntaxCheck *state) {
    if (state->flags & PARSE_TOP_LEVEL_AWAIT && state->scope->kind == SCOPE_MODULE) return true;
    return state->scope->node->kind == NODE_ASYNC_FUNCTION;
}

static bool is_function_block(const Scope *scope) {
    return scope->kind != SCOPE_MODULE && scope->kind != SCOPE_CLASS;
}

static bool check_jump(SyntaxCheck *state, Node *node) {
    if (state->block == BLOCK_EXCEPT_STAR) {
        return syntax_check_fail(state, node,
                                 "'break', 'continue' and 'return' cannot appear in an except* block");
    }
    if (state->block == BLOCK_LOOP) return true;
    return syntax_check_fail(
        state, node, node->kind == NODE_BREAK ? "'break' outside loop" : "'continue' not properly in loop");
}

static bool check_return(SyntaxCheck *state, Node *node) {
    const Scope *scope = state->scope;
    if (!is_function_block(scope)) return syntax_check_fail(state, node, "'return' outside function");
    if (node->return_statement.value && scope->is_coroutine && scope->is_generator) {
        return syntax_check_fail(state, node, "'return' with value in async generator");
    }
    if (!syntax_check_node(state, node->return_statement.value)) return false;
    if (state->in_except_star) {
        return syntax_check_fail(state, node,
                                 "'break', 'continue' and 'return' cannot appear in an except* block");
    }
    return true;
}

static bool check_loop(SyntaxCheck *state, Node *node) {
    if (node->kind == NODE_WHILE) {
        return check(state, node->while_statement.test) &&
               check_in_block(state, &node->while_statement.body, node, BLOCK_LOOP) &&
               syntax_check_list(state, &node->while_statement.orelse);
    }
    if (node->kind == NODE_ASYNC_FOR && !is_async_here(state)) {
        return syntax_check_fail(state, node, "'async for' outside async function");
    }
    return check(state, node->for_statement.iter) && check(state, node->for_statement.target) &&
           check_in_block(state, &node->for_statement.body, node, BLOCK_LOOP) &&
           syntax_check_list(state, &node->for_statement.orelse);
}

static bool check_with(SyntaxCheck *state, Node *node) {
    if (node->kind == NODE_ASYNC_WITH && !is_async_here(state)) {
        return syntax_check_fail(state, node, "'async with' outside async function");
    }
    NodeList *items = &node->with_statement.items;
    int outer = state->block_count;
    bool good = true;
    for (size_t i = 0; good && i < items->count; i++) {
        good = check(state, items->items[i]->with_item.context_expr) &&
               syntax_check_node(state, items->items[i]->with_item.optional_vars);
        if (good && state->block_count++ >= MAXIMUM_BLOCKS) {
            good = syntax_check_fail(state, node, "too many statically nested blocks");
        }
    }
    good = good && syntax_check_list(state, &node->with_statement.body);
    state->block_count = outer;
    return good;
}

static bool check_handler(SyntaxCheck *state, Node *node, bool starred) {
    if (!syntax_check_node(state, node->except_handler.type) ||
        !syntax_check_name(state, node->except_handler.name, "assign to", node)) {
        return false;
    }
    bool outer = state->in_except_star;
    if (starred) state->in_except_star = true;
    state->block_count++; /* what all handlers are in */
    bool good =
        check_in_block(state, &node->except_handler.body, node, starred ? BLOCK_EXCEPT_STAR : BLOCK_PLAIN);
    state->block_count--;
    state->in_except_star = outer;
    return good;
}

static bool check_try(SyntaxCheck *state, Node *node) {
    NodeList *handlers = &node->try_statement.handlers;
    bool starred = node->kind == NODE_TRY_STAR;
    NodeList *final = &node->try_statement.finalbody;
    int outer = state->block_count;
    if (final->count && state->block_count++ >= MAXIMUM_BLOCKS)
        return syntax_check_fail(state, node, "too many statically nested blocks");
    bool good = handlers->count ? check_in_block(state, &node->try_statement.body, node, BLOCK_PLAIN)
                                : syntax_check_list(state, &node->try_statement.body);
    if (!starred) good = good && syntax_check_list(state, &node->try_statement.orelse);
    for (size_t i = 0; good && i < handlers->count; i++) {
        if (!handlers->items[i]->except_handler.type && i + 1 < handlers->count) {
            good = syntax_check_fail(state, handlers->items[i], "default 'except:' must be last");
        } else {
            good = check_handler(state, handlers->items[i], starred);
        }
    }
    if (starred) good = good && syntax_check_list(state, &node->try_statement.orelse);
    state->block_count = outer;
    return good && (!final->count || check_in_block(state, final, node, BLOCK_PLAIN));
}

/* ---- functions and classes ---- */

/* Run `body` in a scope of its own: loops outside it do not count. */
static bool check_scope(SyntaxCheck *state, Scope *scope, const NodeList *body, Node *expression) {
    SyntaxCheck inner = *state;
    inner.scope = scope;
    inner.block = BLOCK_PLAIN;
    inner.block_count = 0;
    inner.in_except_star = false;
    return body ? syntax_check_list(&inner, body) : check(&inner, expression);
}

static bool check_parameters(SyntaxCheck *state, const NodeList *list, const Node *owner) {
    for (size_t i = 0; i < list->count; i++) {
        if (!syntax_check_name(state, list->items[i]->argument.arg, "assign to", owner)) return false;
    }
    return true;
}

static bool check_arguments(SyntaxCheck *state, Node *node, const Node *owner) {
    Node *star = node->arguments.vararg, *double_star = node->arguments.kwarg;
    return check_parameters(state, &node->arguments.posonlyargs, owner) &&
           check_parameters(state, &node->arguments.args, owner) &&
           (!star || syntax_check_name(state, star->argument.arg, "assign to", owner)) &&
           check_parameters(state, &node->arguments.kwonlyargs, owner) &&
           (!double_star || syntax_check_name(state, double_star->argument.arg, "assign to", owner)) &&
           syntax_check_list(state, &node->arguments.defaults) &&
           syntax_check_list(state, &node->arguments.kw_defaults);
}

static bool check_annotation(SyntaxCheck *state, Node *annotation) {
    if (!annotation || state->context->futures & FUTURE_ANNOTATIONS) return true;
    if (annotation->kind == NODE_STARRED) return check(state, annotation->starred.value); /* *args: *Ts */
    return check(state, annotation);
}

static bool check_annotations(SyntaxCheck *state, const NodeList *list) {
    for (size_t i = 0; i < list->count; i++) {
        if (!check_annotation(state, list->items[i]->argument.annotation)) return false;
    }
    return true;
}

static bool check_function(SyntaxCheck *state, Node *node) {
    Node *arguments = node->function.args; /* async_function's fields lie the same */
    Node *star = arguments->arguments.vararg, *double_star = arguments->arguments.kwarg;
    return syntax_check_list(state, &node->function.decorator_list) &&
           check_arguments(state, arguments, node) && check_annotations(state, &arguments->arguments.args) &&
           check_annotations(state, &arguments->arguments.posonlyargs) &&
           (!star || check_annotation(state, star->argument.annotation)) &&
           check_annotations(state, &arguments->arguments.kwonlyargs) &&
           (!double_star || check_annotation(state, double_star->argument.annotation)) &&
           check_annotation(state, node->function.returns) &&
           check_scope(state, node->function.scope, &node->function.body, NULL);
}

/* f(a=1, a=2) */
static bool check_keywords(SyntaxCheck *state, const NodeList *keywords, const Node *owner) {
    for (size_t i = 0; i < keywords->count; i++) {
        const Identifier *name = keywords->items[i]->keyword.arg;
        if (!name) continue;
        if (!syntax_check_name(state, name, "assign to", owner)) return false;
        for (size_t j = i + 1; j < keywords->count; j++) {
            if (keywords->items[j]->keyword.arg == name) {
                return syntax_check_fail(state, keywords->items[j], "keyword argument repeated: %s",
                                         name->bytes);
            }
        }
    }
    return true;
}

static bool check_starred_list(SyntaxCheck *state, const NodeList *list) {
    for (size_t i = 0; i < list->count; i++) {
        Node *item = list->items[i];
        if (!check(state, item->kind == NODE_STARRED ? item->starred.value : item)) return false;
    }
    return true;
}

static bool check_class(SyntaxCheck *state, Node *node) {
    return syntax_check_list(state, &node->class_definition.decorator_list) &&
           check_scope(state, node->class_definition.scope, &node->class_definition.body, NULL) &&
           check_keywords(state, &node->class_definition.keywords, node) &&
           check_starred_list(state, &node->class_definition.bases) &&
           syntax_check_list(state, &node->class_definition.keywords);
}

/* ---- expressions ---- */

static bool check_call(SyntaxCheck *state, Node *node) {
    return check_keywords(state, &node->call.keywords, node) && check(state, node->call.func) &&
           check_starred_list(state, &node->call.args) && syntax_check_list(state, &node->call.keywords);
}

static bool check_comprehension_clauses(SyntaxCheck *state, Node *node, const NodeList *clauses) {
    for (size_t i = 0; i < clauses->count; i++) {
        Node *clause = clauses->items[i];
        if (clause->comprehension.is_async && state->block_count++ >= MAXIMUM_BLOCKS)
            return syntax_check_fail(state, node, "too many statically nested blocks");
        if ((i && !check(state, clause->comprehension.iter)) || !check(state, clause->comprehension.target) ||
            !syntax_check_list(state, &clause->comprehension.ifs)) {
            return false;
        }
    }
    if (node->kind == NODE_DICT_COMPREHENSION) {
        return check(state, node->dict_comprehension.key) && check(state, node->dict_comprehension.value);
    }
    Node *element = node->list_comprehension.elt;
    return check(state, element->kind == NODE_STARRED && node->kind == NODE_GENERATOR ? element->starred.value
                                                                                      : element);
}

static bool check_comprehension(SyntaxCheck *state, Node *node) {
    bool is_dict = node->kind == NODE_DICT_COMPREHENSION;
    NodeList *clauses = is_dict ? &node->dict_comprehension.generators : &node->list_comprehension.generators;
    Scope *scope = scope_of(node);
    if (!scope) return true;
    if (scope->is_coroutine && !scope->is_generator && !is_async_here(state) &&
        state->scope->kind != SCOPE_COMPREHENSION) {
        return syntax_check_fail(state, node, "asynchronous comprehension outside of an asynchronous function");
    }
    if (!check(state, clauses->items[0]->comprehension.iter)) return false;
    SyntaxCheck inner = *state;
    inner.scope = scope;
    inner.block_count = 0;
    return check_comprehension_clauses(&inner, node, clauses);
}

static bool check_await(SyntaxCheck *state, Node *node) {
    ScopeKind kind = state->scope->kind;
    if (!(state->flags & PARSE_TOP_LEVEL_AWAIT && kind == SCOPE_MODULE)) {
        if (!is_function_block(state->scope)) return syntax_check_fail(state, node, "'await' outside function");
        if (state->scope->node->kind != NODE_ASYNC_FUNCTION && kind != SCOPE_COMPREHENSION) {
            return syntax_check_fail(state, node, "'await' outside async function");
        }
    }
    return check(state, node->await.value);
}

static bool check_yield(SyntaxCheck *state, Node *node) {
    if (!is_function_block(state->scope)) return syntax_check_fail(state, node, "'yield' outside function");
    if (node->kind == NODE_YIELD_FROM && state->scope->node->kind == NODE_ASYNC_FUNCTION) {
        return syntax_check_fail(state, node, "'yield from' inside async function");
    }
    return syntax_check_node(state, node->yield.value);
}

/* A list or tuple, being read or assigned to. */
static bool check_sequence(SyntaxCheck *state, Node *node) {
    NodeList *items = &node->tuple.elts;
    bool starred = false;
    if (node->tuple.ctx == CONTEXT_STORE) {
        for (size_t i = 0; i < items->count; i++) {
            if (items->items[i]->kind != NODE_STARRED) continue;
            if (starred) return syntax_check_fail(state, node, "multiple starred expressions in assignment");
            if (i >= MAXIMUM_BEFORE_STAR) {
                return syntax_check_fail(state, node, "too many expressions in star-unpacking assignment");
            }
            starred = true;
        }
    }
    return check_starred_list(state, items);
}

static bool check_starred(SyntaxCheck *state, Node *node) {
    return syntax_check_fail(state, node,
                             node->starred.ctx == CONTEXT_STORE
                                 ? "starred assignment target must be in a list or tuple"
                                 : "can't use starred expression here");
}

static const char *verb_of(ExpressionContext context) {
    return context == CONTEXT_DELETE ? "delete" : "assign to";
}

static bool check_assign(SyntaxCheck *state, Node *node) {
    return check(state, node->assign.value) && syntax_check_list(state, &node->assign.targets);
}

static bool check_annotated_assign(SyntaxCheck *state, Node *node) {
    return syntax_check_node(state, node->annotated_assign.value) &&
           check(state, node->annotated_assign.target) &&
           check_annotation(state, node->annotated_assign.annotation);
}

static bool check_late_future(SyntaxCheck *state, Node *node) {
    if (!is_future_import(node) || node->line <= state->context->last_future_line) return true;
    return syntax_check_fail(state, node, "from __future__ imports must occur at the beginning of the file");
}

static bool check_aliases(SyntaxCheck *state, Node *node) {
    const NodeList *names = node->kind == NODE_IMPORT ? &node->import.names : &node->import_from.names;
    for (size_t i = 0; i < names->count; i++) {
        const Node *alias = names->items[i];
        const Identifier *name = alias->alias.asname ? alias->alias.asname : alias->alias.name;
        if (!syntax_check_name(state, name, "assign to", node)) return false;
    }
    return node->kind == NODE_IMPORT || check_late_future(state, node);
}

static bool check_child(Node *node, void *data) { return check(data, node); }

static bool check(SyntaxCheck *state, Node *node) {
    switch (node->kind) {
    case NODE_FUNCTION:
    case NODE_ASYNC_FUNCTION: return check_function(state, node);
    case NODE_CLASS: return check_class(state, node);
    case NODE_LAMBDA:
        return check_arguments(state, node->lambda.args, node) &&
               check_scope(state, node->lambda.scope, NULL, node->lambda.body);
    case NODE_RETURN: return check_return(state, node);
    case NODE_ASSIGN: return check_assign(state, node);
    case NODE_ANNOTATED_ASSIGN: return check_annotated_assign(state, node);
    case NODE_FOR:
    case NODE_ASYNC_FOR:
    case NODE_WHILE: return check_loop(state, node);
    case NODE_WITH:
    case NODE_ASYNC_WITH: return check_with(state, node);
    case NODE_MATCH: return check_match(state, node);
    case NODE_TRY:
    case NODE_TRY_STAR: return check_try(state, node);
    case NODE_IMPORT:
    case NODE_IMPORT_FROM: return check_aliases(state, node);
    case NODE_BREAK:
    case NODE_CONTINUE: return check_jump(state, node);
    case NODE_CALL: return check_call(state, node);
    case NODE_LIST_COMPREHENSION:
    case NODE_SET_COMPREHENSION:
    case NODE_DICT_COMPREHENSION:
    case NODE_GENERATOR: return check_comprehension(state, node);
    case NODE_AWAIT: return check_await(state, node);
    case NODE_YIELD:
    case NODE_YIELD_FROM: return check_yield(state, node);
    case NODE_LIST:
    case NODE_TUPLE: return check_sequence(state, node);
    case NODE_SET: return check_starred_list(state, &node->set.elts);
    case NODE_STARRED: return check_starred(state, node);
    case NODE_NAME:
        return node->name.ctx == CONTEXT_LOAD ||
               syntax_check_name(state, node->name.id, verb_of(node->name.ctx), node);
    case NODE_ATTRIBUTE:
        if (node->attribute.ctx != CONTEXT_LOAD &&
            !syntax_check_name(state, node->attribute.attr, verb_of(node->attribute.ctx), node)) {
            return false;
        }
        return check(state, node->attribute.value);
    default: return ast_visit_children(node, check_child, state);
    }
}

/* ---- the whole ---- */

bool syntax_check(AstContext *context, Node *tree, unsigned flags, SyntaxFault *fault) {
    *fault = SYNTAX_FAULT_NONE;
    SyntaxCheck state = {.context = context, .fault = fault, .flags = flags, .scope = scope_of(tree)};
    if (tree->kind == NODE_EXPRESSION) return check(&state, tree->expression.body);
    NodeList *body = tree->kind == NODE_MODULE ? &tree->module.body : &tree->interactive.body;
    return syntax_check_list(&state, body);
}
