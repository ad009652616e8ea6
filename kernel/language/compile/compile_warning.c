/* What the compiler warns of: literals that are compared by identity, called or indexed, and assertions of tuples. */
#include "kernel/language/compile/compiler.h"

#include "kernel/objects/text/string.h"
#include "kernel/objects/error/warnings.h"

static void warn(Unit *unit, const Node *node, Value message) {
    Thread *thread = unit->compiler->thread;
    if (unit->compiler->failed || value_is_absent(message)) {
        value_release(message);
        return;
    }
    size_t length;
    const char *text = source_line(unit->compiler->source, node->line, &length);
    const char *file = value_c_string(unit->compiler->file);
    Value line = text && file[0] != '<' ? string_new(thread, text, length) : VALUE_NONE;
    Value module = thread_builtins(thread)->empty_string;
    if (!warn_explicit(thread, message, thread_builtins(thread)->exception_SyntaxWarning, value_string(unit->compiler->file),
                       node->line, module, NULL, line)) {
        bool is_error = exception_matches(thread, thread_builtins(thread)->exception_SyntaxWarning);
        if (is_error) { /* a filter made it an error: one of syntax, then */
            exception_clear(thread);
            unit_error(unit, node, "%s", value_c_string(message));
        }
        unit->compiler->failed = true;
    }
    value_release(line);
    value_release(message);
}

static const char *constant_type(ConstantKind kind) {
    switch (kind) {
    case CONSTANT_NONE: return "NoneType";
    case CONSTANT_TRUE: case CONSTANT_FALSE: return "bool";
    case CONSTANT_ELLIPSIS: return "ellipsis";
    case CONSTANT_INTEGER: case CONSTANT_BIG_INTEGER: return "int";
    case CONSTANT_FLOAT: return "float";
    case CONSTANT_COMPLEX: return "complex";
    case CONSTANT_STRING: return "str";
    default: return "bytes";
    }
}

/* The type of a literal or display; NULL: not known. */
static const char *literal_type(const Node *node) {
    switch (node->kind) {
    case NODE_CONSTANT: return constant_type(node->constant.value.kind);
    case NODE_TUPLE: return "tuple";
    case NODE_LIST: case NODE_LIST_COMPREHENSION: return "list";
    case NODE_DICT: case NODE_DICT_COMPREHENSION: return "dict";
    case NODE_SET: case NODE_SET_COMPREHENSION: return "set";
    case NODE_GENERATOR: return "generator";
    case NODE_LAMBDA: return "function";
    case NODE_JOINED_STRING: case NODE_FORMATTED_VALUE: return "str";
    default: return NULL;
    }
}

void warn_of_call(Unit *unit, const Node *node) {
    const Node *callee = node->call.func;
    const char *type = callee->kind == NODE_LAMBDA ? NULL : literal_type(callee);
    if (type)
        warn(unit, node, string_format(unit->compiler->thread, "'%s' object is not callable; perhaps you missed a comma?", type));
}

static bool cannot_be_indexed(const Node *node) {
    if (node->kind == NODE_SET || node->kind == NODE_SET_COMPREHENSION || node->kind == NODE_GENERATOR || node->kind == NODE_LAMBDA)
        return true;
    return node->kind == NODE_CONSTANT && node->constant.value.kind != CONSTANT_STRING && node->constant.value.kind != CONSTANT_BYTES;
}

static bool is_sequence(const Node *node) {
    switch (node->kind) {
    case NODE_TUPLE: case NODE_LIST: case NODE_LIST_COMPREHENSION: case NODE_JOINED_STRING: case NODE_FORMATTED_VALUE: return true;
    case NODE_CONSTANT: return node->constant.value.kind == CONSTANT_STRING || node->constant.value.kind == CONSTANT_BYTES;
    default: return false;
    }
}

void warn_of_subscript(Unit *unit, const Node *node) {
    const Node *container = node->subscript.value, *key = node->subscript.slice;
    Thread *thread = unit->compiler->thread;
    if (cannot_be_indexed(container)) {
        warn(unit, node, string_format(thread, "'%s' object is not subscriptable; perhaps you missed a comma?", literal_type(container)));
        return;
    }
    if (!is_sequence(container)) return;
    const char *type = literal_type(key);
    bool is_integer = key->kind == NODE_CONSTANT && (key->constant.value.kind == CONSTANT_INTEGER ||
                                                     key->constant.value.kind == CONSTANT_BIG_INTEGER ||
                                                     key->constant.value.kind == CONSTANT_TRUE ||
                                                     key->constant.value.kind == CONSTANT_FALSE);
    if (type && !is_integer)
        warn(unit, node, string_format(thread, "%s indices must be integers or slices, not %s; perhaps you missed a comma?",
                                       literal_type(container), type));
}

static bool is_literal(const Node *node) { /* singletons are fine */
    return node->kind == NODE_CONSTANT && node->constant.value.kind > CONSTANT_ELLIPSIS;
}

void warn_of_comparison(Unit *unit, const Node *node) {
    const Node *left = node->compare.left;
    for (size_t i = 0; i < node->compare.ops.count; i++) {
        const Node *right = node->compare.comparators.items[i];
        AstCompareOperator operator = node->compare.ops.items[i];
        bool is = operator == AST_COMPARE_IS;
        if ((is || operator == AST_COMPARE_IS_NOT) && (is_literal(left) || is_literal(right)))
            warn(unit, node, string_from_c(unit->compiler->thread, is ? "\"is\" with a literal. Did you mean \"==\"?"
                                                                     : "\"is not\" with a literal. Did you mean \"!=\"?"));
        left = right;
    }
}

void warn_of_assertion(Unit *unit, const Node *node) {
    const Node *test = node->assert_statement.test;
    if (test->kind == NODE_TUPLE && test->tuple.elts.count)
        warn(unit, node, string_from_c(unit->compiler->thread, "assertion is always true, perhaps remove parentheses?"));
}
