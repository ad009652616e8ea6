#include "kernel/language/text/ast_unparse.h"
#include "kernel/language/report/string_repr.h"

#include <math.h>
#include <string.h>

/* How tightly an expression binds; one that binds less than its place wants is put in parentheses. */
enum {
    LEVEL_TUPLE,
    LEVEL_TEST,
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_NOT,
    LEVEL_COMPARE,
    LEVEL_EXPRESSION,
    LEVEL_BIT_XOR,
    LEVEL_BIT_AND,
    LEVEL_SHIFT,
    LEVEL_SUM,
    LEVEL_TERM,
    LEVEL_FACTOR,
    LEVEL_POWER,
    LEVEL_AWAIT,
    LEVEL_ATOM,
};

static void write_node(TextBuffer *out, const Node *node, int level);

static void write_list(TextBuffer *out, const NodeList *list, int level) {
    for (size_t i = 0; i < list->count; i++) {
        if (i) text_append(out, ", ");
        write_node(out, list->items[i], level);
    }
}

static void open_if(TextBuffer *out, bool condition) {
    if (condition) text_append_char(out, '(');
}

static void close_if(TextBuffer *out, bool condition) {
    if (condition) text_append_char(out, ')');
}

/* ---- operators ---- */

static int binary_level(AstBinaryOperator op) {
    switch (op) {
    case AST_BINARY_BIT_OR: return LEVEL_EXPRESSION;
    case AST_BINARY_BIT_XOR: return LEVEL_BIT_XOR;
    case AST_BINARY_BIT_AND: return LEVEL_BIT_AND;
    case AST_BINARY_LEFT_SHIFT:
    case AST_BINARY_RIGHT_SHIFT: return LEVEL_SHIFT;
    case AST_BINARY_ADD:
    case AST_BINARY_SUBTRACT: return LEVEL_SUM;
    case AST_BINARY_POWER: return LEVEL_POWER;
    default: return LEVEL_TERM;
    }
}

static void write_binary(TextBuffer *out, const Node *node, int level) {
    AstBinaryOperator op = node->binary_operation.op;
    int own = binary_level(op);
    bool to_right = op == AST_BINARY_POWER;
    open_if(out, level > own);
    write_node(out, node->binary_operation.left, own + to_right);
    text_append_format(out, " %s ", binary_operator_text(op));
    write_node(out, node->binary_operation.right, own + !to_right);
    close_if(out, level > own);
}

static void write_boolean(TextBuffer *out, const Node *node, int level) {
    bool is_or = node->boolean_operation.op == BOOLEAN_OR;
    int own = is_or ? LEVEL_OR : LEVEL_AND;
    open_if(out, level > own);
    for (size_t i = 0; i < node->boolean_operation.values.count; i++) {
        if (i) text_append(out, is_or ? " or " : " and ");
        write_node(out, node->boolean_operation.values.items[i], own + 1);
    }
    close_if(out, level > own);
}

static void write_unary(TextBuffer *out, const Node *node, int level) {
    bool is_not = node->unary_operation.op == AST_UNARY_NOT;
    int own = is_not ? LEVEL_NOT : LEVEL_FACTOR;
    open_if(out, level > own);
    text_append(out, unary_operator_text(node->unary_operation.op));
    if (is_not) text_append_char(out, ' ');
    write_node(out, node->unary_operation.operand, own);
    close_if(out, level > own);
}

static void write_compare(TextBuffer *out, const Node *node, int level) {
    open_if(out, level > LEVEL_COMPARE);
    write_node(out, node->compare.left, LEVEL_COMPARE + 1);
    for (size_t i = 0; i < node->compare.ops.count; i++) {
        text_append_format(out, " %s ", compare_operator_text(node->compare.ops.items[i]));
        write_node(out, node->compare.comparators.items[i], LEVEL_COMPARE + 1);
    }
    close_if(out, level > LEVEL_COMPARE);
}

static void write_conditional(TextBuffer *out, const Node *node, int level) {
    open_if(out, level > LEVEL_TEST);
    write_node(out, node->conditional.body, LEVEL_TEST + 1);
    text_append(out, " if ");
    write_node(out, node->conditional.test, LEVEL_TEST + 1);
    text_append(out, " else ");
    write_node(out, node->conditional.orelse, LEVEL_TEST);
    close_if(out, level > LEVEL_TEST);
}

/* ---- lambda ---- */

static void write_separator(TextBuffer *out, bool *any) {
    if (*any) text_append(out, ", ");
    *any = true;
}

static void write_parameter(TextBuffer *out, const Node *parameter, const Node *value, bool *any) {
    write_separator(out, any);
    text_append(out, parameter->argument.arg->bytes);
    if (!value) return;
    text_append_char(out, '=');
    write_node(out, value, LEVEL_TEST);
}

static void write_parameters(TextBuffer *out, const Node *node) {
    size_t only = node->arguments.posonlyargs.count, count = only + node->arguments.args.count;
    size_t plain = count - node->arguments.defaults.count;
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const Node *parameter =
            i < only ? node->arguments.posonlyargs.items[i] : node->arguments.args.items[i - only];
        write_parameter(out, parameter, i < plain ? NULL : node->arguments.defaults.items[i - plain], &any);
        if (only && i + 1 == only) text_append(out, ", /");
    }
    if (node->arguments.vararg || node->arguments.kwonlyargs.count) {
        write_separator(out, &any);
        text_append_char(out, '*');
        if (node->arguments.vararg) text_append(out, node->arguments.vararg->argument.arg->bytes);
    }
    for (size_t i = 0; i < node->arguments.kwonlyargs.count; i++) {
        write_parameter(out, node->arguments.kwonlyargs.items[i], node->arguments.kw_defaults.items[i], &any);
    }
    if (node->arguments.kwarg) {
        write_separator(out, &any);
        text_append_format(out, "**%s", node->arguments.kwarg->argument.arg->bytes);
    }
}

static void write_lambda(TextBuffer *out, const Node *node, int level) {
    const Node *parameters = node->lambda.args;
    open_if(out, level > LEVEL_TEST);
    text_append(out, parameters->arguments.posonlyargs.count + parameters->arguments.args.count ? "lambda "
                                                                                                : "lambda");
    write_parameters(out, parameters);
    text_append(out, ": ");
    write_node(out, node->lambda.body, LEVEL_TEST);
    close_if(out, level > LEVEL_TEST);
}

/* ---- displays ---- */

static void write_clauses(TextBuffer *out, const NodeList *clauses) {
    for (size_t i = 0; i < clauses->count; i++) {
        const Node *clause = clauses->items[i];
        text_append(out, clause->comprehension.is_async ? " async for " : " for ");
        write_node(out, clause->comprehension.target, LEVEL_TUPLE);
        text_append(out, " in ");
        write_node(out, clause->comprehension.iter, LEVEL_TEST + 1);
        for (size_t j = 0; j < clause->comprehension.ifs.count; j++) {
            text_append(out, " if ");
            write_node(out, clause->comprehension.ifs.items[j], LEVEL_TEST + 1);
        }
    }
}

static void write_comprehension(TextBuffer *out, const Node *node, const char *brackets) {
    text_append_char(out, brackets[0]);
    if (node->kind == NODE_DICT_COMPREHENSION) {
        write_node(out, node->dict_comprehension.key, LEVEL_TEST);
        text_append(out, ": ");
        write_node(out, node->dict_comprehension.value, LEVEL_TEST);
        write_clauses(out, &node->dict_comprehension.generators);
    } else {
        write_node(out, node->list_comprehension.elt, LEVEL_TEST);
        write_clauses(out, &node->list_comprehension.generators);
    }
    text_append_char(out, brackets[1]);
}

static void write_dict(TextBuffer *out, const Node *node) {
    text_append_char(out, '{');
    for (size_t i = 0; i < node->dict.values.count; i++) {
        if (i) text_append(out, ", ");
        if (node->dict.keys.items[i]) {
            write_node(out, node->dict.keys.items[i], LEVEL_TEST);
            text_append(out, ": ");
            write_node(out, node->dict.values.items[i], LEVEL_TEST);
        } else {
            text_append(out, "**");
            write_node(out, node->dict.values.items[i], LEVEL_EXPRESSION);
        }
    }
    text_append_char(out, '}');
}

static void write_tuple(TextBuffer *out, const Node *node, int level) {
    bool bracketed = level > LEVEL_TUPLE || !node->tuple.elts.count;
    open_if(out, bracketed);
    write_list(out, &node->tuple.elts, LEVEL_TEST);
    if (node->tuple.elts.count == 1) text_append_char(out, ',');
    close_if(out, bracketed);
}

/* ---- strings and constants ---- */

static void write_format_body(TextBuffer *out, const Node *node);

static void write_replacement(TextBuffer *out, const Node *node) {
    TextBuffer expression = TEXT_BUFFER_EMPTY;
    write_node(&expression, node->formatted_value.value, LEVEL_TEST + 1);
    text_append(out, text_string(&expression)[0] == '{' ? "{ " : "{");
    text_append(out, text_string(&expression));
    text_release(&expression);
    if (node->formatted_value.conversion > 0) text_append_format(out, "!%c", node->formatted_value.conversion);
    if (node->formatted_value.format_spec) {
        text_append_char(out, ':');
        write_format_body(out, node->formatted_value.format_spec);
    }
    text_append_char(out, '}');
}

/* The inside of an f-string, before quotes and escapes. */
static void write_format_body(TextBuffer *out, const Node *node) {
    if (node->kind == NODE_FORMATTED_VALUE) {
        write_replacement(out, node);
    } else if (node->kind == NODE_JOINED_STRING) {
        for (size_t i = 0; i < node->joined_string.values.count; i++) {
            write_format_body(out, node->joined_string.values.items[i]);
        }
    } else if (node->kind == NODE_CONSTANT && node->constant.value.kind == CONSTANT_STRING) {
        for (size_t i = 0; i < node->constant.value.length; i++) {
            char character = node->constant.value.bytes[i];
            if (character == '{' || character == '}') text_append_char(out, character);
            text_append_char(out, character);
        }
    }
}

static void write_joined(TextBuffer *out, const Node *node) {
    TextBuffer body = TEXT_BUFFER_EMPTY;
    write_format_body(&body, node);
    text_append_char(out, 'f');
    text_append_string_repr(out, text_string(&body), body.length);
    text_release(&body);
}

static void write_constant(TextBuffer *out, const Node *node) {
    const Constant *value = &node->constant.value;
    switch (value->kind) {
    case CONSTANT_ELLIPSIS: text_append(out, "..."); break;
    case CONSTANT_FLOAT:
    case CONSTANT_COMPLEX:
        if (isinf(value->number)) {
            text_append(out, value->kind == CONSTANT_FLOAT ? "1e309" : "1e309j");
            break;
        }
        ast_append_constant(value, out);
        break;
    default:
        if (node->constant.kind) text_append(out, node->constant.kind);
        ast_append_constant(value, out);
    }
}

/* ---- primaries ---- */

static void write_call(TextBuffer *out, const Node *node) {
    const NodeList *arguments = &node->call.args, *keywords = &node->call.keywords;
    write_node(out, node->call.func, LEVEL_ATOM);
    if (arguments->count == 1 && !keywords->count && arguments->items[0]->kind == NODE_GENERATOR) {
        write_node(out, arguments->items[0], LEVEL_ATOM);
        return;
    }
    text_append_char(out, '(');
    write_list(out, arguments, LEVEL_TEST);
    bool any = arguments->count;
    for (size_t i = 0; i < keywords->count; i++) {
        const Node *keyword = keywords->items[i];
        write_separator(out, &any);
        if (keyword->keyword.arg) text_append_format(out, "%s=", keyword->keyword.arg->bytes);
        else text_append(out, "**");
        write_node(out, keyword->keyword.value, LEVEL_TEST);
    }
    text_append_char(out, ')');
}

static bool is_integer(const Node *node) {
    return node->kind == NODE_CONSTANT &&
           (node->constant.value.kind == CONSTANT_INTEGER || node->constant.value.kind == CONSTANT_BIG_INTEGER);
}

static void write_slice(TextBuffer *out, const Node *node) {
    if (node->slice.lower) write_node(out, node->slice.lower, LEVEL_TEST);
    text_append_char(out, ':');
    if (node->slice.upper) write_node(out, node->slice.upper, LEVEL_TEST);
    if (!node->slice.step) return;
    text_append_char(out, ':');
    write_node(out, node->slice.step, LEVEL_TEST);
}

static void write_await(TextBuffer *out, const Node *node, int level) {
    open_if(out, level > LEVEL_AWAIT);
    text_append(out, "await ");
    write_node(out, node->await.value, LEVEL_ATOM);
    close_if(out, level > LEVEL_AWAIT);
}

static void write_yield(TextBuffer *out, const Node *node) {
    text_append(out, node->kind == NODE_YIELD_FROM ? "(yield from" : "(yield");
    if (node->yield.value) { /* yield_from's fields lie the same */
        text_append_char(out, ' ');
        write_node(out, node->yield.value, LEVEL_TEST);
    }
    text_append_char(out, ')');
}

static void write_walrus(TextBuffer *out, const Node *node, int level) {
    open_if(out, level > LEVEL_TUPLE);
    write_node(out, node->named_expression.target, LEVEL_ATOM);
    text_append(out, " := ");
    write_node(out, node->named_expression.value, LEVEL_ATOM);
    close_if(out, level > LEVEL_TUPLE);
}

static void write_bracketed(TextBuffer *out, const NodeList *list, const char *brackets) {
    text_append_char(out, brackets[0]);
    write_list(out, list, LEVEL_TEST);
    text_append_char(out, brackets[1]);
}

static void write_node(TextBuffer *out, const Node *node, int level) {
    switch (node->kind) {
    case NODE_BOOLEAN_OPERATION: write_boolean(out, node, level); break;
    case NODE_NAMED_EXPRESSION: write_walrus(out, node, level); break;
    case NODE_BINARY_OPERATION: write_binary(out, node, level); break;
    case NODE_UNARY_OPERATION: write_unary(out, node, level); break;
    case NODE_LAMBDA: write_lambda(out, node, level); break;
    case NODE_CONDITIONAL: write_conditional(out, node, level); break;
    case NODE_DICT: write_dict(out, node); break;
    case NODE_SET: write_bracketed(out, &node->set.elts, "{}"); break;
    case NODE_LIST_COMPREHENSION: write_comprehension(out, node, "[]"); break;
    case NODE_SET_COMPREHENSION:
    case NODE_DICT_COMPREHENSION: write_comprehension(out, node, "{}"); break;
    case NODE_GENERATOR: write_comprehension(out, node, "()"); break;
    case NODE_AWAIT: write_await(out, node, level); break;
    case NODE_YIELD:
    case NODE_YIELD_FROM: write_yield(out, node); break;
    case NODE_COMPARE: write_compare(out, node, level); break;
    case NODE_CALL: write_call(out, node); break;
    case NODE_FORMATTED_VALUE:
    case NODE_JOINED_STRING: write_joined(out, node); break;
    case NODE_CONSTANT: write_constant(out, node); break;
    case NODE_ATTRIBUTE:
        write_node(out, node->attribute.value, LEVEL_ATOM);
        text_append(out, is_integer(node->attribute.value) ? " ." : ".");
        text_append(out, node->attribute.attr->bytes);
        break;
    case NODE_SUBSCRIPT:
        write_node(out, node->subscript.value, LEVEL_ATOM);
        text_append_char(out, '[');
        write_node(out, node->subscript.slice, LEVEL_TUPLE);
        text_append_char(out, ']');
        break;
    case NODE_STARRED:
        text_append_char(out, '*');
        write_node(out, node->starred.value, LEVEL_EXPRESSION);
        break;
    case NODE_NAME: text_append(out, node->name.id->bytes); break;
    case NODE_LIST: write_bracketed(out, &node->list.elts, "[]"); break;
    case NODE_TUPLE: write_tuple(out, node, level); break;
    case NODE_SLICE: write_slice(out, node); break;
    default: break;
    }
}

void ast_unparse(const Node *expression, TextBuffer *out) { write_node(out, expression, LEVEL_TEST); }
