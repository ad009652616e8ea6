/* Statements, and declarations within functions. */
#include "arraylib/cudac/private.h"

#include <string.h>

static Statement *create(Cudac *c, StatementKind kind, int line) {
    if (++c->nodes > NODES_MAX) cudac_fail(c, line, "the text is too long");
    Statement *s = cudac_allocate(c, sizeof *s);
    s->kind = kind;
    s->line = line;
    return s;
}

/* ---- declarations ---- */

/* The count of an array from its list. */
static const Type *completed(Cudac *c, const Type *type, const Expression *initial) {
    if (type->kind != TYPE_ARRAY || type->count >= 0 || !initial || initial->kind != EXPRESSION_LIST) return type;
    return cudac_type_array(c, type->element, initial->argument_count);
}

static void remember_constant(Variable *variable) {
    const Expression *e = variable->initial;
    if (!variable->type->is_const || variable->type->is_volatile || variable->type->kind != TYPE_SCALAR || variable->is_reference) return;
    if (!e || e->kind != EXPRESSION_CONSTANT) return;
    variable->has_constant = true;
    variable->constant = e->constant;
}

static Expression *initial_value(Cudac *c, Variable *variable, const Type **type, const Specifiers *s) {
    int line = cudac_peek(c)->line;
    Expression *raw = NULL;
    if (cudac_accept(c, "=") || cudac_next_is(c, "{")) raw = cudac_parse_initial(c, NULL);
    else if (cudac_next_is(c, "(")) {
        Expression **arguments;
        int count;
        cudac_parse_call_arguments(c, &arguments, &count);
        if (s->is_auto && count == 1) raw = arguments[0];
        else return cudac_expression_construct(c, cudac_type_plain(c, *type), arguments, count, line);
    }
    if (s->is_auto) {
        if (!raw) cudac_fail(c, line, "an \"auto\" type must have an initializer");
        const Type *deduced = cudac_expression_decayed(c, raw)->type;
        if (deduced->kind == TYPE_VOID) cudac_fail(c, line, "cannot deduce \"auto\" type");
        bool is_const = (*type)->is_const || (*type)->element != NULL;
        if ((*type)->kind == TYPE_REFERENCE) deduced = raw->type;
        *type = (*type)->kind == TYPE_POINTER ? deduced : cudac_type_qualified(c, cudac_type_plain(c, deduced), (*type)->is_const && is_const, false);
    }
    if (!raw) return NULL;
    if (is_open_list(raw)) {
        *type = completed(c, *type, raw);
        if (variable->is_reference) cudac_refuse(c, line, "a reference to a list");
        return cudac_expression_construct(c, cudac_type_plain(c, *type), &raw, 1, line);
    }
    if (variable->is_reference) return raw;
    if ((*type)->kind == TYPE_ARRAY) cudac_fail(c, line, "initialization with \"{...}\" expected for aggregate object");
    return cudac_expression_initial(c, raw, *type, line);
}

static void bind_reference(Cudac *c, Variable *variable, int line) {
    Expression *e = variable->initial;
    if (!e) cudac_fail(c, line, "reference variable \"%s\" requires an initializer", variable->name);
    if (e->is_place && cudac_type_same(e->type, variable->type)) variable->initial = cudac_expression_address(c, e, line);
    else if (variable->type->is_const) {
        Expression *address = cudac_expression_create(c, EXPRESSION_ADDRESS, cudac_type_pointer(c, variable->type), line);
        address->a = cudac_expression_converted(c, e, cudac_type_plain(c, variable->type), line);
        variable->initial = cudac_expression_finish(c, address);
    } else cudac_fail(c, line, "initial value of reference to non-const must be an lvalue");
}

static Variable *parse_variable(Cudac *c, const Specifiers *s, const Type *type, const char *name) {
    int line = cudac_peek(c)->line;
    Variable *variable = cudac_allocate(c, sizeof *variable);
    *variable = (Variable){.kind = VARIABLE_LOCAL, .name = name, .line = line, .owner = c->function};
    if (!name) cudac_fail(c, line, "expected an identifier");
    if (type->kind == TYPE_VOID && !s->is_auto) cudac_fail(c, line, "incomplete type \"void\" is not allowed");
    if (type->kind == TYPE_REFERENCE) {
        variable->is_reference = true;
        if (s->is_auto) {
            variable->initial = initial_value(c, variable, &type, s);
            variable->type = type->kind == TYPE_REFERENCE ? variable->initial->type : type;
            bind_reference(c, variable, line);
            cudac_declare(c, DECLARED_VARIABLE, name)->variable = variable;
            return variable;
        }
        type = type->element;
    }
    if (cudac_scope_find_own(c->scope, name)) cudac_fail(c, line, "\"%s\" has already been declared in the current scope", name);
    if (s->is_shared) {
        variable->kind = s->is_extern || (type->kind == TYPE_ARRAY && type->count < 0) ? VARIABLE_DYNAMIC_SHARED : VARIABLE_SHARED;
        variable->type = type;
        if (variable->kind == VARIABLE_SHARED) cudac_type_size(c, type, line);
        if (cudac_next_is(c, "=") || cudac_next_is(c, "{")) cudac_fail(c, line, "initializer not allowed for __shared__ variable");
        cudac_declare(c, DECLARED_VARIABLE, name)->variable = variable;
        return variable;
    }
    variable->type = type;
    if (s->is_static && !type->is_const) cudac_refuse(c, line, "a static variable in a function");
    Declared *declared = s->is_auto ? NULL : cudac_declare(c, DECLARED_VARIABLE, name); /* visible in its own value */
    if (declared) declared->variable = variable;
    variable->initial = initial_value(c, variable, &type, s);
    variable->type = type;
    if (!declared) cudac_declare(c, DECLARED_VARIABLE, name)->variable = variable;
    if (variable->is_reference) bind_reference(c, variable, line);
    else if (!variable->initial) {
        bool plain = true;
        for (const Declared *d = cudac_structure_find(type, "#constructor"); d; d = d->overload)
            if (d->least == 1 && d->has_body) plain = false;
        if (!plain) variable->initial = cudac_expression_construct(c, cudac_type_plain(c, type), NULL, 0, line);
    }
    if (!variable->is_reference) cudac_type_size(c, type, line);
    if (s->is_constexpr && variable->initial && variable->initial->kind != EXPRESSION_CONSTANT && type->kind == TYPE_SCALAR)
        cudac_fail(c, line, "expression must have a constant value");
    remember_constant(variable);
    return variable;
}

/* "using NAME = TYPE;" declares the name; other uses of the word, and static_assert, are passed over. */
bool cudac_parse_using(Cudac *c) {
    bool is_using = cudac_accept(c, "using");
    if (!is_using && !cudac_accept(c, "static_assert")) return false;
    if (is_using && cudac_peek(c)->kind == TOKEN_NAME && token_is(cudac_peek_ahead(c, 1), "=")) {
        const char *name = cudac_take_name(c);
        c->at++;
        const Type *type = cudac_parse_type_name(c);
        cudac_declare(c, DECLARED_TYPE, name)->type = type;
    } else
        while (!cudac_next_is(c, ";") && cudac_peek(c)->kind != TOKEN_END) c->at++;
    cudac_expect(c, ";");
    return true;
}

Statement *cudac_parse_local_declaration(Cudac *c) {
    int line = cudac_peek(c)->line;
    Statement *first = create(c, STATEMENT_BLOCK, line), **end = &first->list;
    Specifiers s = cudac_parse_specifiers(c);
    first->is_default = true; /* no scope of its own */
    if (cudac_accept(c, ";")) return first;
    do {
        const char *name;
        const Type *type = cudac_parse_declarator(c, s.type, &name, false);
        if (s.is_typedef) {
            if (!name) cudac_fail(c, line, "expected an identifier");
            cudac_declare(c, DECLARED_TYPE, name)->type = type;
            continue;
        }
        if (s.is_constant) cudac_fail(c, line, "a \"__constant__\" variable declaration is not allowed inside a function body");
        if (s.is_extern && !s.is_shared) cudac_refuse(c, line, "an external variable");
        Statement *declaration = create(c, STATEMENT_DECLARATION, line);
        declaration->variable = parse_variable(c, &s, type, name);
        *end = declaration;
        end = &declaration->next;
    } while (cudac_accept(c, ","));
    cudac_expect(c, ";");
    return first;
}

/* ---- statements ---- */

Statement *cudac_parse_block(Cudac *c) {
    Statement *block = create(c, STATEMENT_BLOCK, cudac_peek(c)->line), **end = &block->list;
    cudac_expect(c, "{");
    cudac_scope_push(c);
    cudac_deeper(c, block->line);
    while (!cudac_closes_block(c)) {
        *end = cudac_parse_statement(c);
        end = &(*end)->next;
    }
    c->depth--;
    cudac_scope_pop(c);
    return block;
}

static Expression *parse_condition(Cudac *c) {
    cudac_expect(c, "(");
    Expression *e = cudac_expression_truth(c, cudac_parse_expression(c));
    cudac_expect(c, ")");
    return e;
}

static Statement *parse_scoped(Cudac *c) {
    cudac_scope_push(c);
    Statement *s = cudac_parse_statement(c);
    cudac_scope_pop(c);
    return s;
}

static Statement *parse_if(Cudac *c, int line) {
    bool constant = cudac_accept(c, "constexpr");
    Statement *s = create(c, STATEMENT_IF, line);
    s->expression = parse_condition(c);
    if (constant && s->expression->kind != EXPRESSION_CONSTANT) cudac_fail(c, line, "expression must have a constant value");
    if (constant && !s->expression->constant.u) { /* the branch not taken is not looked into */
        if (cudac_next_is(c, "{")) cudac_skip_braces(c, "{", "}");
        else parse_scoped(c);
        s->first = create(c, STATEMENT_BLOCK, line);
    } else s->first = parse_scoped(c);
    if (!cudac_accept(c, "else")) return s;
    if (constant && s->expression->constant.u && cudac_next_is(c, "{")) cudac_skip_braces(c, "{", "}");
    else s->second = parse_scoped(c);
    return s;
}

static Statement *parse_for(Cudac *c, int line) {
    Statement *s = create(c, STATEMENT_FOR, line);
    cudac_expect(c, "(");
    cudac_scope_push(c);
    if (!cudac_accept(c, ";")) {
        if (cudac_starts_type(c)) {
            s->second = cudac_parse_local_declaration(c);
        } else {
            s->second = create(c, STATEMENT_EXPRESSION, line);
            s->second->expression = cudac_parse_expression(c);
            if (cudac_next_is(c, ":")) cudac_refuse(c, line, "a loop over a range");
            cudac_expect(c, ";");
        }
    }
    if (!cudac_next_is(c, ";")) s->expression = cudac_expression_truth(c, cudac_parse_expression(c));
    cudac_expect(c, ";");
    if (!cudac_next_is(c, ")")) s->step = cudac_parse_expression(c);
    cudac_expect(c, ")");
    s->first = parse_scoped(c);
    cudac_scope_pop(c);
    return s;
}

static Statement *parse_switch(Cudac *c, int line) {
    Statement *s = create(c, STATEMENT_SWITCH, line);
    cudac_expect(c, "(");
    s->expression = cudac_parse_expression(c);
    cudac_expect(c, ")");
    if (!cudac_type_is_integer(s->expression->type)) cudac_fail(c, line, "expression must have integral or enum type");
    s->expression = cudac_expression_cast(c, s->expression, cudac_type_promoted(s->expression->type), line);
    Statement **end = &s->list;
    cudac_expect(c, "{");
    cudac_scope_push(c);
    while (!cudac_closes_block(c)) {
        int here = cudac_peek(c)->line;
        if (cudac_next_is(c, "case") || cudac_next_is(c, "default")) {
            *end = create(c, STATEMENT_LABEL, here);
            (*end)->is_default = cudac_next_is(c, "default");
            c->at++;
            if (!(*end)->is_default) {
                Expression *value = cudac_expression_cast(c, cudac_parse_conditional(c), s->expression->type, here);
                (*end)->label.i = cudac_expression_integer_value(c, value, here);
            }
            cudac_expect(c, ":");
        } else *end = cudac_parse_statement(c);
        end = &(*end)->next;
    }
    cudac_scope_pop(c);
    return s;
}

static Statement *parse_return(Cudac *c, int line) {
    Statement *s = create(c, STATEMENT_RETURN, line);
    const Type *result = c->function->result;
    if (cudac_accept(c, ";")) {
        if (result->kind != TYPE_VOID) cudac_fail(c, line, "non-void function should return a value");
        return s;
    }
    if (result->kind == TYPE_VOID) {
        s->expression = cudac_parse_expression(c);
        if (s->expression->type->kind != TYPE_VOID) cudac_fail(c, line, "return value type does not match the function type");
    } else if (result->kind == TYPE_REFERENCE) s->expression = cudac_expression_address(c, cudac_parse_expression(c), line);
    else s->expression = cudac_parse_initial(c, result);
    cudac_expect(c, ";");
    return s;
}

static Statement *parse_word(Cudac *c, const char *word, int line) {
    Statement *s;
    if (cudac_accept(c, "if")) return parse_if(c, line);
    if (cudac_accept(c, "for")) return parse_for(c, line);
    if (cudac_accept(c, "switch")) return parse_switch(c, line);
    if (cudac_accept(c, "return")) return parse_return(c, line);
    if (cudac_accept(c, "while")) {
        s = create(c, STATEMENT_WHILE, line);
        s->expression = parse_condition(c);
        s->first = parse_scoped(c);
        return s;
    }
    if (cudac_accept(c, "do")) {
        s = create(c, STATEMENT_DO, line);
        s->first = parse_scoped(c);
        cudac_expect(c, "while");
        s->expression = parse_condition(c);
        cudac_expect(c, ";");
        return s;
    }
    if (cudac_next_is(c, "break") || cudac_next_is(c, "continue")) {
        s = create(c, cudac_next_is(c, "break") ? STATEMENT_BREAK : STATEMENT_CONTINUE, line);
        c->at++;
        cudac_expect(c, ";");
        return s;
    }
    if (cudac_parse_using(c)) return create(c, STATEMENT_BLOCK, line);
    if (cudac_next_is(c, "case") || cudac_next_is(c, "default")) cudac_refuse(c, line, "a label inside a nested statement");
    if (cudac_next_is(c, "goto") || cudac_next_is(c, "try") || cudac_next_is(c, "throw")) cudac_refuse(c, line, "\"%s\"", word);
    if (cudac_next_is(c, "asm") || cudac_next_is(c, "__asm__") || cudac_next_is(c, "__asm")) cudac_refuse(c, line, "assembly (asm)");
    return NULL;
}

static Statement *parse_plain(Cudac *c) {
    Token *token = cudac_peek(c);
    int line = token->line;
    if (cudac_next_is(c, "{")) return cudac_parse_block(c);
    if (cudac_accept(c, ";")) return create(c, STATEMENT_BLOCK, line);
    if (token->kind == TOKEN_NAME) {
        Statement *s = parse_word(c, token->text, line);
        if (s) return s;
        bool cast = token_is(cudac_peek_ahead(c, 1), "(") && !token_is(token, "__align__") && !token_is(token, "decltype");
        if (cudac_starts_type(c) && !cast) return cudac_parse_local_declaration(c);
        if (token_is(cudac_peek_ahead(c, 1), ":") && !token_is(cudac_peek_ahead(c, 2), ":") && !cudac_scope_find(c, token->text)) cudac_refuse(c, line, "a label");
    }
    Statement *s = create(c, STATEMENT_EXPRESSION, line);
    s->expression = cudac_parse_expression(c);
    cudac_expect(c, ";");
    return s;
}

Statement *cudac_parse_statement(Cudac *c) {
    cudac_deeper(c, cudac_peek(c)->line);
    Statement *s = parse_plain(c);
    c->depth--;
    return s;
}

/* ---- bodies ---- */

/* "x(a), y(b)" of a constructor: assignments before its body. */
static void parse_initial_list(Cudac *c, Function *function, Statement **end) {
    while (!cudac_next_is(c, "{")) {
        int line = cudac_peek(c)->line;
        const char *name = cudac_take_name(c);
        Expression **arguments, *self = cudac_expression_variable(c, function->parameters[0], line);
        int count;
        if (cudac_next_is(c, "{")) {
            Expression *list = cudac_parse_initial(c, NULL);
            arguments = cudac_allocate(c, sizeof *arguments);
            arguments[0] = list;
            count = 1;
        } else cudac_parse_call_arguments(c, &arguments, &count);
        Statement *s = create(c, STATEMENT_EXPRESSION, line);
        if (!strcmp(name, function->owner->name)) {
            Expression *other = cudac_expression_construct(c, &function->owner->type, arguments, count, line);
            s->expression = cudac_expression_assign(c, "=", self, other, line);
        } else {
            Expression *member = cudac_expression_member(c, self, name, line);
            Expression *value = cudac_expression_construct(c, cudac_type_plain(c, member->type), arguments, count, line);
            Expression *assign = cudac_expression_create(c, EXPRESSION_ASSIGN, member->type, line); /* const members, too */
            assign->a = member;
            assign->b = value;
            assign->is_place = true;
            s->expression = cudac_expression_finish(c, assign);
        }
        *end = s;
        end = &s->next;
        if (!cudac_accept(c, ",")) break;
    }
    *end = cudac_parse_block(c);
}

void cudac_parse_body(Cudac *c, Function *function) {
    c->at = function->body_at;
    c->scope = function->scope;
    c->function = function;
    cudac_scope_push(c);
    for (int i = 0; i < function->parameter_count; i++)
        if (*function->parameters[i]->name) {
            if (cudac_scope_find_own(c->scope, function->parameters[i]->name))
                cudac_fail(c, function->parameters[i]->line, "\"%s\" has already been declared in the current scope", function->parameters[i]->name);
            cudac_declare(c, DECLARED_VARIABLE, function->parameters[i]->name)->variable = function->parameters[i];
        }
    if (function->declared->is_special) function->body = create(c, STATEMENT_BLOCK, cudac_peek(c)->line);
    else if (cudac_accept(c, ":")) {
        function->body = create(c, STATEMENT_BLOCK, cudac_peek(c)->line);
        parse_initial_list(c, function, &function->body->list);
    } else function->body = cudac_parse_block(c);
    cudac_scope_pop(c);
    c->function = NULL;
}
