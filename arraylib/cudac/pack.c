/* Parameter packs: a pattern with "..." behind it is read again for each element, its packs bound to that element. */
#include "arraylib/cudac/private.h"

#include <string.h>

static bool opens(const Token *token) { return token->kind == TOKEN_SIGN && (token_is(token, "(") || token_is(token, "[") || token_is(token, "{")); }
static bool closes(const Token *token) { return token->kind == TOKEN_SIGN && (token_is(token, ")") || token_is(token, "]") || token_is(token, "}")); }

static bool begins_list(Cudac *c, const Token *name) {
    if (name->kind != TOKEN_NAME) return false;
    if (strstr(name->text, "_cast")) return true;
    for (const Declared *d = cudac_scope_find(c, name->text); d; d = d->kind == DECLARED_FUNCTION ? d->overload : NULL)
        if (d->kind == DECLARED_STRUCT_TEMPLATE || d->kind == DECLARED_NAME_TEMPLATE || d->kind == DECLARED_VARIABLE_TEMPLATE || (d->kind == DECLARED_FUNCTION && d->is_template)) return true;
    return false;
}

/* The packs that tokens name; how many elements they have is the same for all. */
static void find_packs(Cudac *c, size_t start, size_t end, PackExpansion *x, int line) {
    x->pack_count = 0;
    for (size_t i = start; i < end; i++) {
        const Token *token = &c->tokens.tokens[i];
        Declared *found = token->kind == TOKEN_NAME ? cudac_scope_find(c, token->text) : NULL;
        if (!found || found->kind != DECLARED_PACK) continue;
        if (i >= 3 && token_is(token - 1, "(") && token_is(token - 2, "...") && token_is(token - 3, "sizeof")) continue;
        if (!x->pack_count) x->count = found->pack_count;
        if (x->count != found->pack_count) cudac_fail(c, line, "the packs of an expansion have different lengths");
        if (x->pack_count == PACKS_MAX) cudac_refuse(c, line, "so many packs in an expansion");
        x->packs[x->pack_count++] = found;
    }
}

bool cudac_pack_expands(Cudac *c, PackExpansion *x) {
    int depth = 0, angle = 0;
    bool dots = false;
    if (!c->has_packs) return false;
    x->start = x->end = c->at;
    for (;; x->end++) {
        const Token *token = &c->tokens.tokens[x->end];
        if (token->kind == TOKEN_END || token->kind == TOKEN_PLACE) return false;
        if (token->kind != TOKEN_SIGN) continue;
        if (depth == 0 && angle == 0 && (token_is(token, ",") || token_is(token, ";") || closes(token))) break;
        if (depth == 0 && token_is(token, "<") && x->end > x->start && begins_list(c, token - 1)) angle++;
        else if (depth == 0 && token_is(token, ">")) {
            if (angle == 0 && c->in_angles) break;
            if (angle) angle--;
        }
        if (opens(token)) depth++;
        if (closes(token)) depth--;
        if (depth == 0 && angle == 0 && token_is(token, "...")) dots = true;
    }
    if (!dots) return false;
    find_packs(c, x->start, x->end, x, cudac_peek(c)->line);
    return x->pack_count > 0;
}

void cudac_pack_bind(Cudac *c, const PackExpansion *x, int number) {
    cudac_scope_push(c);
    for (int i = 0; i < x->pack_count; i++) {
        const Declared *pack = x->packs[i];
        if (pack->pack_variables) cudac_declare(c, DECLARED_VARIABLE, pack->name)->variable = pack->pack_variables[number];
        else if (pack->pack_items[number].type) cudac_declare(c, DECLARED_TYPE, pack->name)->type = pack->pack_items[number].type;
        else cudac_declare(c, DECLARED_NUMBER, pack->name)->number = pack->pack_items[number].number;
    }
    c->at = x->start;
}

/* ---- folds: (pack op ...), (... op pack), (a op ... op b); the parser stands behind the parenthesis ---- */

static const char *fold_sign(Cudac *c, size_t at, bool backwards, size_t *length) {
    const Token *token = &c->tokens.tokens[at], *other = backwards ? token - 1 : token + 1;
    *length = 1;
    if (token->kind != TOKEN_SIGN) return NULL;
    if (token_is(token, ">") && token_is(other, ">")) return *length = 2, ">>";
    static const char *const signs[] = {"+", "-", "*", "/", "%", "&", "|", "^", "<<", "&&", "||", ",", "==", "!=", "<", ">", "<=", ">=", "+=", "-=", "*=", "="};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (token_is(token, signs[i])) return signs[i];
    return NULL;
}

static Expression *combined(Cudac *c, const char *sign, Expression *a, Expression *b, int line) {
    size_t length = strlen(sign);
    if (!strcmp(sign, ",")) {
        Expression *both = cudac_expression_create(c, EXPRESSION_COMMA, b->type, line);
        both->a = a;
        both->b = b;
        both->is_place = b->is_place;
        return cudac_expression_finish(c, both);
    }
    bool compares = !strcmp(sign, "==") || !strcmp(sign, "!=") || !strcmp(sign, "<=") || !strcmp(sign, ">=");
    return !compares && sign[length - 1] == '=' ? cudac_expression_assign(c, sign, a, b, line) : cudac_expression_binary(c, sign, a, b, line);
}

/* NULL: this is no fold. */
Expression *cudac_parse_fold(Cudac *c) {
    size_t start = c->at, end = start, dots = 0, length;
    int depth = 0, line = cudac_peek(c)->line;
    if (!c->has_packs) return NULL;
    for (;; end++) {
        const Token *token = &c->tokens.tokens[end];
        if (token->kind == TOKEN_END || token->kind == TOKEN_PLACE) return NULL;
        if (depth == 0 && closes(token)) break;
        if (opens(token)) depth++;
        if (closes(token)) depth--;
        if (depth == 0 && token_is(token, "...") && !dots) dots = end;
    }
    if (!dots && !token_is(&c->tokens.tokens[start], "...")) return NULL;
    if (!dots) dots = start;
    PackExpansion left = {.start = start}, right = {.start = dots + 1};
    const char *sign = NULL;
    if (dots > start) {
        sign = fold_sign(c, dots - 1, true, &length);
        if (!sign) return NULL;
        left.end = dots - length;
        find_packs(c, left.start, left.end, &left, line);
    }
    if (dots + 1 < end) {
        const char *other = fold_sign(c, dots + 1, false, &length);
        if (!other || (sign && strcmp(sign, other) != 0)) return NULL;
        sign = other;
        right.start = dots + 1 + length;
        find_packs(c, right.start, end, &right, line);
    }
    bool is_right = left.pack_count > 0;
    PackExpansion *x = is_right ? &left : &right;
    if (!sign || !x->pack_count) cudac_fail(c, line, "operand of a fold expression has no pack to expand");
    if (x->count > ARGUMENTS_MAX) cudac_refuse(c, line, "a fold of more than %d values", ARGUMENTS_MAX);
    Expression *values[ARGUMENTS_MAX + 1], *result = NULL;
    cudac_deeper(c, line);
    for (int i = 0; i < x->count; i++) {
        cudac_pack_bind(c, x, i);
        values[i] = cudac_parse_unary(c);
        cudac_scope_pop(c);
    }
    if (dots > start && dots + 1 < end) { /* the value that it begins with */
        c->at = is_right ? right.start : left.start;
        result = cudac_parse_unary(c);
    }
    for (int i = 0; i < x->count; i++) {
        Expression *value = values[is_right ? x->count - 1 - i : i];
        result = !result ? value : is_right ? combined(c, sign, value, result, line) : combined(c, sign, result, value, line);
    }
    c->depth--;
    c->at = end;
    cudac_expect(c, ")");
    if (result) return result;
    if (!strcmp(sign, "&&") || !strcmp(sign, "||")) return cudac_expression_integer(c, SCALAR(BOOL), *sign == '&', line);
    if (strcmp(sign, ",") != 0) cudac_fail(c, line, "a fold of an empty pack over the operator \"%s\"", sign);
    return cudac_expression_cast(c, cudac_expression_integer(c, SCALAR(INT32), 0, line), &cudac_type_void, line);
}
