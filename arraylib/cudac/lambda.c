/* Lambdas: a struct of what is captured, with a call operator. By reference is a pointer to the variable. */
#include "arraylib/cudac/private.h"

#include <string.h>

typedef struct Captures {
    Structure *structure;
    Expression *values[ARGUMENTS_MAX];
    int count, line;
} Captures;

static void capture(Cudac *c, Captures *captures, const char *name, Expression *value, bool by_reference) {
    Structure *structure = captures->structure;
    if (cudac_structure_field(structure, name)) return;
    if (captures->count == ARGUMENTS_MAX) cudac_refuse(c, captures->line, "a lambda that captures more than %d variables", ARGUMENTS_MAX);
    if (value->type->kind == TYPE_VOID) cudac_fail(c, captures->line, "cannot deduce the type of a capture");
    if (by_reference) value = cudac_expression_address(c, value, captures->line);
    const Type *type = by_reference ? value->type : cudac_type_plain(c, value->type);
    if (type->kind != TYPE_ARRAY) value = cudac_expression_initial(c, value, type, captures->line);
    cudac_structure_add(c, structure, name, type, captures->line);
    structure->fields[structure->field_count - 1].is_capture = by_reference;
    captures->values[captures->count++] = value;
}

/* A variable of the functions around; NULL: something else, or nothing. */
static Expression *outer_variable(Cudac *c, const char *name, bool *is_shared, int line) {
    *is_shared = false;
    for (const Scope *scope = c->scope; scope; scope = scope->outer) {
        const Declared *found = cudac_scope_find_own(scope, name);
        Expression *member = found ? NULL : cudac_own_member(c, scope, name, line);
        if (member) {
            *is_shared = !c->function->declared->is_lambda; /* the object is meant, not a copy */
            return member;
        }
        if (!found) continue;
        if (found->kind != DECLARED_VARIABLE || found->variable->has_constant) return NULL;
        *is_shared = found->variable->kind == VARIABLE_SHARED;
        if (*is_shared || found->variable->kind == VARIABLE_LOCAL || found->variable->kind == VARIABLE_PARAMETER) return cudac_expression_variable(c, found->variable, line);
        return NULL;
    }
    return NULL;
}

/* "this", or a method of the object around. */
static bool uses_object(Cudac *c, const Token *token) {
    if (!c->function || !cudac_has_self(c)) return false;
    if (token_is(token, "this")) return true;
    const Declared *found = cudac_scope_find(c, token->text);
    return found && found->kind == DECLARED_FUNCTION && found->is_method && !found->is_lambda;
}

static void parse_captures(Cudac *c, Captures *captures, bool *by_copy, bool *by_reference) {
    cudac_expect(c, "[");
    while (!cudac_accept(c, "]")) {
        bool reference = cudac_next_is(c, "&"), shared;
        if (cudac_next_is(c, "=")) c->at++, *by_copy = true;
        else if (reference && (token_is(cudac_peek_ahead(c, 1), ",") || token_is(cudac_peek_ahead(c, 1), "]"))) c->at++, *by_reference = true;
        else if (cudac_next_is(c, "this") || (cudac_next_is(c, "*") && token_is(cudac_peek_ahead(c, 1), "this"))) {
            cudac_accept(c, "*");
            c->at++;
            *by_copy = true; /* members are reached by reference anyway */
        } else {
            if (reference) c->at++;
            const char *name = cudac_take_name(c);
            Expression *value = cudac_accept(c, "=") ? cudac_parse_assignment(c) : outer_variable(c, name, &shared, captures->line);
            if (value) capture(c, captures, name, value, reference);
        }
        if (!cudac_next_is(c, "]")) cudac_expect(c, ",");
    }
}

static Declared *call_operator(Cudac *c, Structure *structure, size_t start, bool is_mutable) {
    Declared *declared = cudac_allocate(c, sizeof *declared);
    size_t at = c->at;
    *declared = (Declared){.kind = DECLARED_FUNCTION,
                           .name = "operator()",
                           .at = start,
                           .scope = structure->scope,
                           .owner = structure,
                           .is_method = true,
                           .is_lambda = true,
                           .is_const = !is_mutable,
                           .has_body = true,
                           .pack_at = -1};
    c->at = start;
    if (cudac_next_is(c, "(")) {
        cudac_count_parameters(c, declared);
        declared->parameters = cudac_allocate(c, TEMPLATE_PARAMETERS_MAX * sizeof *declared->parameters);
        cudac_skip_braces(c, "(", ")");
        for (size_t i = start; i < c->at; i++) { /* each "auto" is a parameter of a template */
            if (!token_is(&c->tokens.tokens[i], "auto")) continue;
            if (token_is(&c->tokens.tokens[i + 1], "...") || (token_is(&c->tokens.tokens[i + 1], "&&") && token_is(&c->tokens.tokens[i + 2], "..."))) cudac_refuse(c, c->tokens.tokens[i].line, "a lambda for any number of arguments");
            if (declared->parameter_count == TEMPLATE_PARAMETERS_MAX) cudac_refuse(c, c->tokens.tokens[i].line, "a template with more than %d parameters", TEMPLATE_PARAMETERS_MAX);
            TemplateParameter *parameter = &declared->parameters[declared->parameter_count++];
            *parameter = (TemplateParameter){.name = cudac_format(c, "#auto%d", declared->parameter_count), .is_type = true};
        }
        declared->is_template = declared->parameter_count > 0;
    }
    declared->least++, declared->most++;
    c->at = at;
    cudac_scope_set(c, structure->scope, declared->name, declared);
    return declared;
}

Expression *cudac_parse_lambda(Cudac *c) {
    Captures captures = {.line = cudac_peek(c)->line};
    bool by_copy = false, by_reference = false;
    if (!c->function) cudac_refuse(c, captures.line, "a lambda outside of a function");
    cudac_deeper(c, captures.line);
    Structure *structure = captures.structure = cudac_structure_create(c, "lambda", false, c->scope);
    parse_captures(c, &captures, &by_copy, &by_reference);
    while (cudac_next_is(c, "__device__") || cudac_next_is(c, "__host__")) c->at++;
    size_t start = c->at;
    if (cudac_next_is(c, "<")) cudac_refuse(c, captures.line, "a template of a lambda");
    if (cudac_next_is(c, "(")) cudac_skip_braces(c, "(", ")");
    bool is_mutable = false;
    while (!cudac_next_is(c, "{")) {
        if (cudac_peek(c)->kind == TOKEN_END || cudac_next_is(c, ";")) cudac_fail(c, captures.line, "expected a \"{\"");
        is_mutable = cudac_next_is(c, "mutable") || is_mutable;
        c->at++;
    }
    cudac_skip_braces(c, "{", "}");
    for (size_t i = start; i < c->at; i++) {
        const Token *token = &c->tokens.tokens[i], *before = i > start ? token - 1 : NULL;
        bool shared;
        if (token->kind != TOKEN_NAME || (before && (token_is(before, ".") || token_is(before, "->") || token_is(before, "::")))) continue;
        if (uses_object(c, token)) {
            capture(c, &captures, "__this", cudac_expression_self(c, captures.line), true);
            continue;
        }
        Expression *value = outer_variable(c, token->text, &shared, captures.line);
        if (value && (by_copy || by_reference || shared)) capture(c, &captures, token->text, value, by_reference || shared);
    }
    call_operator(c, structure, start, is_mutable);
    cudac_structure_finish(c, structure, captures.line);
    Expression *e = cudac_expression_create(c, EXPRESSION_LIST, &structure->type, captures.line);
    e->argument_count = captures.count;
    e->arguments = cudac_allocate(c, (size_t)(captures.count + 1) * sizeof *e->arguments);
    memcpy(e->arguments, captures.values, (size_t)captures.count * sizeof *e->arguments);
    c->depth--;
    return cudac_expression_finish(c, e);
}
