/* `from __future__ import ...` at the beginning of a module: what it asks for, found before anything else looks at the tree. */
#include "kernel/language/compile/scopes_state.h"

#include <string.h>

bool is_future_import(const Node *node) {
    return node->kind == NODE_IMPORT_FROM && !node->import_from.level && node->import_from.module &&
           !strcmp(node->import_from.module->bytes, "__future__");
}

static bool is_docstring(const Node *node) {
    return node->kind == NODE_EXPRESSION_STATEMENT && node->expression_statement.value->kind == NODE_CONSTANT &&
           node->expression_statement.value->constant.value.kind == CONSTANT_STRING;
}

/* What each feature changes; those that are the rule by now change nothing. */
static const struct Feature {
    const char *name;
    unsigned flag;
} FEATURES[] = {{"nested_scopes", 0},    {"generators", 0},       {"division", 0},
                {"absolute_import", 0},  {"with_statement", 0},   {"print_function", 0},
                {"unicode_literals", 0}, {"barry_as_FLUFL", FUTURE_BARRY}, {"generator_stop", 0},
                {"annotations", FUTURE_ANNOTATIONS}};

static const struct Feature *find_feature(const char *name) {
    for (size_t i = 0; i < sizeof FEATURES / sizeof *FEATURES; i++)
        if (!strcmp(FEATURES[i].name, name)) return &FEATURES[i];
    return NULL;
}

static bool add_features(AstContext *context, const Node *node, SyntaxFault *fault) {
    for (size_t i = 0; i < node->import_from.names.count; i++) {
        const char *name = node->import_from.names.items[i]->alias.name->bytes;
        const struct Feature *feature = find_feature(name);
        if (!feature) {
            const char *format = strcmp(name, "braces") ? "future feature %.100s is not defined" : "not a chance";
            syntax_fault_set(fault, context->arena, "SyntaxError", node->line, node->column + 1, node->line, NO_OFFSET, format, name);
            return false;
        }
        context->futures |= feature->flag;
    }
    return true;
}

/* An import that comes too late on the line of the last one is found here, on a later line by syntax_check. */
bool futures_find(AstContext *context, const NodeList *body, SyntaxFault *fault) {
    bool done = false;
    int previous_line = 0;
    for (size_t i = body->count && is_docstring(body->items[0]); i < body->count; i++) {
        const Node *node = body->items[i];
        if (done && node->line > previous_line) return true;
        previous_line = node->line;
        if (!is_future_import(node)) {
            done = true;
        } else if (done) {
            syntax_fault_set(fault, context->arena, "SyntaxError", node->line, node->column, node->line, NO_OFFSET,
                             "from __future__ imports must occur at the beginning of the file");
            return false;
        } else {
            if (!add_features(context, node, fault)) return false;
            context->last_future_line = node->line;
        }
    }
    return true;
}
