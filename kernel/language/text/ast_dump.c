/* The tree as text, exactly as Python's ast.dump prints it. */
#include "kernel/language/text/ast_fields.h"
#include "kernel/language/report/string_repr.h"

#include "base/memory.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAXIMUM_DEPTH = 3000 };

static void append_big_integer(TextBuffer *out, const Constant *constant) {
    mpz_t number;
    mpz_init(number);
    mpz_set_str(number, constant->bytes, constant->base);
    char *digits = mpz_get_str(NULL, 10, number);
    text_append(out, digits);
    free(digits);
    mpz_clear(number);
}

void ast_append_constant(const Constant *constant, TextBuffer *out) {
    switch (constant->kind) {
    case CONSTANT_NONE: text_append(out, "None"); return;
    case CONSTANT_TRUE: text_append(out, "True"); return;
    case CONSTANT_FALSE: text_append(out, "False"); return;
    case CONSTANT_ELLIPSIS: text_append(out, "Ellipsis"); return;
    case CONSTANT_INTEGER: text_append_format(out, "%lld", (long long)constant->integer); return;
    case CONSTANT_BIG_INTEGER: append_big_integer(out, constant); return;
    case CONSTANT_FLOAT: text_append_double(out, constant->number); return;
    case CONSTANT_COMPLEX: {
        text_append_double(out, constant->number);
        if (out->length > 2 && !strcmp(out->bytes + out->length - 2, ".0")) text_truncate(out, out->length - 2);
        text_append_char(out, 'j');
        return;
    }
    case CONSTANT_STRING: text_append_string_repr(out, constant->bytes, constant->length); return;
    case CONSTANT_BYTES: text_append_bytes_repr(out, constant->bytes, constant->length); return;
    }
}

static void append_node(TextBuffer *out, const Node *node, bool with_positions, int depth);

static void append_list(TextBuffer *out, const NodeList *list, bool with_positions, int depth) {
    text_append_char(out, '[');
    for (size_t i = 0; i < list->count; i++) {
        if (i) text_append(out, ", ");
        append_node(out, list->items[i], with_positions, depth);
    }
    text_append_char(out, ']');
}

static void append_names(TextBuffer *out, const IdentifierList *names) {
    text_append_char(out, '[');
    for (size_t i = 0; i < names->count; i++) {
        if (i) text_append(out, ", ");
        text_append_string_repr(out, names->items[i]->bytes, names->items[i]->length);
    }
    text_append_char(out, ']');
}

#define OPERATOR_WORD(name, word, text) #word,
static const char *const BINARY_WORDS[] = {AST_BINARY_OPERATORS(OPERATOR_WORD)};
static const char *const UNARY_WORDS[] = {AST_UNARY_OPERATORS(OPERATOR_WORD)};
static const char *const COMPARE_WORDS[] = {AST_COMPARE_OPERATORS(OPERATOR_WORD)};
static const char *const BOOLEAN_WORDS[] = {"And", "Or"};
static const char *const CONTEXT_WORDS[] = {"Load", "Store", "Del"};

static void append_compare_operators(TextBuffer *out, const CompareOperatorList *list) {
    text_append_char(out, '[');
    for (size_t i = 0; i < list->count; i++) {
        text_append_format(out, "%s%s()", i ? ", " : "", COMPARE_WORDS[list->items[i]]);
    }
    text_append_char(out, ']');
}

static bool field_is_absent(AstFieldKind kind, const void *field) {
    return kind == AST_FIELD_SCOPE ||
           ((kind == AST_FIELD_OPTIONAL || kind == AST_FIELD_MAYBE_NAME || kind == AST_FIELD_MAYBE_TEXT) &&
            !*(void *const *)field);
}

static void append_field(TextBuffer *out, AstFieldKind kind, const void *field, bool with_positions,
                         int depth) {
    switch (kind) {
    case AST_FIELD_ONE:
    case AST_FIELD_OPTIONAL: append_node(out, *(Node *const *)field, with_positions, depth); break;
    case AST_FIELD_LIST:
    case AST_FIELD_HOLES: append_list(out, field, with_positions, depth); break;
    case AST_FIELD_NAME:
    case AST_FIELD_MAYBE_NAME: {
        const Identifier *name = *(const Identifier *const *)field;
        text_append_string_repr(out, name->bytes, name->length);
        break;
    }
    case AST_FIELD_MAYBE_TEXT: {
        const char *text = *(const char *const *)field;
        text_append_string_repr(out, text, strlen(text));
        break;
    }
    case AST_FIELD_NAMES: append_names(out, field); break;
    case AST_FIELD_INTEGER: text_append_format(out, "%d", *(const int *)field); break;
    case AST_FIELD_CONTEXT:
        text_append_format(out, "%s()", CONTEXT_WORDS[*(const ExpressionContext *)field]);
        break;
    case AST_FIELD_BINARY:
        text_append_format(out, "%s()", BINARY_WORDS[*(const AstBinaryOperator *)field]);
        break;
    case AST_FIELD_UNARY: text_append_format(out, "%s()", UNARY_WORDS[*(const AstUnaryOperator *)field]); break;
    case AST_FIELD_BOOLEAN:
        text_append_format(out, "%s()", BOOLEAN_WORDS[*(const BooleanOperator *)field]);
        break;
    case AST_FIELD_COMPARES: append_compare_operators(out, field); break;
    case AST_FIELD_CONSTANT: ast_append_constant(field, out); break;
    case AST_FIELD_SCOPE: break;
    }
}

static void append_node(TextBuffer *out, const Node *node, bool with_positions, int depth) {
    if (!node) {
        text_append(out, "None");
        return;
    }
    if (depth > MAXIMUM_DEPTH) {
        text_append(out, "...");
        return;
    }
    text_append_format(out, "%s(", ast_kind_name(node->kind));
    const char *at = (const char *)node + offsetof(Node, module), *separator = "";
    for (const AstField *field = AST_FIELDS[node->kind]; field->name;
         at += AST_FIELD_SIZES[field->kind], field++) {
        if (field_is_absent(field->kind, at)) continue;
        text_append_format(out, "%s%s=", separator, field->name);
        append_field(out, field->kind, at, with_positions, depth + 1);
        separator = ", ";
    }
    if (with_positions && node->line) {
        text_append_format(out, "%slineno=%d, col_offset=%d, end_lineno=%d, end_col_offset=%d", separator,
                           node->line, node->column, node->end_line, node->end_column);
    }
    text_append_char(out, ')');
}

void ast_dump(const Node *node, bool with_positions, TextBuffer *out) {
    append_node(out, node, with_positions, 0);
}
