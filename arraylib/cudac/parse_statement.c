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

Statement *cudac_declaration_of(Cudac *c, Variable *variable) {
    Statement *s = create(c, STATEMENT_DECLARATION, variable->line);
    s->variable = variable;
    return s;
}

/* ---- declarations ---- */

/* The count of an array from its list. */
static const Type *completed(Cudac *c, const Type *type, const Expression *initial) {
    if (type->kind != TYPE_ARRAY || type->count >= 0 || !initial || initial->kind != EXPRESSION_LIST) return type;
    return cudac_type_array(c, type->element, cudac_list_count(c, type, initial));
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
        const Type *element = (*type)->element;
        if ((*type)->kind == TYPE_REFERENCE)
            *type = cudac_type_qualified(c, raw->type, element->is_const, element->is_volatile);
        else if ((*type)->kind == TYPE_POINTER && deduced->kind == TYPE_POINTER) {
            deduced = cudac_type_pointer(
                c, cudac_type_qualified(c, deduced->element, element->is_const, element->is_volatile));
            *type = cudac_type_qualified(c, deduced, (*type)->is_const, false);
        } else
            *type = cudac_type_qualified(c, cudac_type_plain(c, deduced), (*type)->is_const, false);
    }
    if (!raw) return NULL;
    if (raw->kind == EXPRESSION_STRING && (*type)->kind == TYPE_ARRAY && !variable->is_reference) raw = cudac_string_list(c, raw);
    if (is_open_list(raw)) {
        *type = completed(c, *type, raw);
        if (variable->is_reference) cudac_refuse(c, line, "a reference to a list");
        return cudac_expression_construct(c, cudac_type_plain(c, *type), &raw, 1, line);
    }
    if (variable->is_reference) return raw;
    if ((*type)->kind == TYPE_ARRAY) cudac_fail(c, line, "initialization with \"{...}\" expected for aggregate object");
    return cudac_expression_initial(c, raw, *type, line);
}

static void bind_reference(Cudac *c, Variable *variable, bool takes_any, int line) {
    Expression *e = variable->initial;
    if (!e) cudac_fail(c, line, "reference variable \"%s\" requires an initializer", variable->name);
    if (!variable->type->is_const) e = cudac_expression_place(c, e, line);
    bool is_same = e->is_place && cudac_type_same(e->type, variable->type);
    if (!variable->is_forwarding) takes_any = false;
    bool takes_values = variable->type->is_const || variable->is_forwarding;
    Expression *base = e->is_place && !is_same && e->type->kind == TYPE_STRUCT
                           ? cudac_expression_as_base(c, e, variable->type, line)
                           : NULL;
    if (e->is_place && (is_same || base) && !cudac_type_keeps(variable->type, e->type))
        cudac_fail_binding(c, e, variable->type, variable->is_forwarding, line);
    if (is_same && variable->is_forwarding && !takes_any && cudac_is_lvalue(e))
        cudac_fail_binding(c, e, variable->type, true, line);
    if (is_same || base)
        variable->initial = cudac_expression_address(c, base ? base : e, line);
    else if (takes_values) {
        Expression *address = cudac_expression_create(c, EXPRESSION_ADDRESS, cudac_type_pointer(c, variable->type), line);
        address->a = cudac_expression_converted(c, e, cudac_type_plain(c, variable->type), line);
        variable->initial = cudac_expression_finish(c, address);
    } else
        cudac_fail_binding(c, e, variable->type, false, line);
}

static const char *lacks_constructor(Cudac *c, const Type *type) {
    while (type->kind == TYPE_ARRAY) type = type->element;
    return type->kind == TYPE_STRUCT
               ? cudac_format(c, " -- class \"%s\" has no user-provided default constructor",
                              type->structure->name)
               : "";
}

static Variable *parse_variable(Cudac *c, const Specifiers *s, const Type *type, const char *name) {
    int line = cudac_peek(c)->line;
    Variable *variable = cudac_allocate(c, sizeof *variable);
    *variable = (Variable){.kind = VARIABLE_LOCAL, .name = name, .line = line, .owner = c->function};
    if (!name) cudac_fail(c, line, "expected an identifier");
    if (type->kind == TYPE_VOID && !s->is_auto) cudac_fail(c, line, "incomplete type \"void\" is not allowed");
    if (type->kind == TYPE_REFERENCE) {
        variable->is_reference = true;
        variable->is_forwarding = type->is_forwarding;
        if (s->is_auto) {
            bool takes_any = !type->element->is_const;
            variable->initial = initial_value(c, variable, &type, s);
            variable->type = type;
            bind_reference(c, variable, takes_any, line);
            cudac_declare(c, DECLARED_VARIABLE, name)->variable = variable;
            return variable;
        }
        type = type->element;
    }
    bool is_outermost = c->function && c->scope->outer && c->scope->outer == c->function->parameter_scope;
    if (cudac_scope_find_own(c->scope, name) || (is_outermost && cudac_scope_find_own(c->scope->outer, name)))
        cudac_fail(c, line, "\"%s\" has already been declared in the current scope", name);
    if (s->is_shared) {
        variable->kind = s->is_extern || (type->kind == TYPE_ARRAY && type->count < 0) ? VARIABLE_DYNAMIC_SHARED : VARIABLE_SHARED;
        variable->type = type;
        if (variable->kind == VARIABLE_SHARED) cudac_type_size(c, type, line);
        if (cudac_next_is(c, "=") || cudac_next_is(c, "{")) cudac_fail(c, line, "initializer not allowed for __shared__ variable");
        cudac_declare(c, DECLARED_VARIABLE, name)->variable = variable;
        return variable;
    }
    variable->type = type;
    if (s->is_static && !type->is_const && !(type->kind == TYPE_ARRAY && type->element->is_const)) { /* one for all threads */
        Specifiers kept = *s;
        kept.is_device = true;
        if (s->is_auto || variable->is_reference) cudac_refuse(c, line, "a static variable of this kind");
        cudac_parse_module_variable(c, &kept, type, name);
        return cudac_scope_find_own(c->scope, name)->variable;
    }
    Declared *declared = s->is_auto ? NULL : cudac_declare(c, DECLARED_VARIABLE, name); /* visible in its own value */
    if (declared) declared->variable = variable;
    variable->initial = initial_value(c, variable, &type, s);
    variable->type = type;
    if (!declared) cudac_declare(c, DECLARED_VARIABLE, name)->variable = variable;
    if (variable->is_reference)
        bind_reference(c, variable, false, line);
    else if (!variable->initial) {
        if (cudac_needs_construction(type)) variable->initial = cudac_expression_construct(c, cudac_type_plain(c, type), NULL, 0, line);
        else if (type->is_const)
            cudac_fail(c, line, "const variable \"%s\" requires an initializer%s", name,
                       lacks_constructor(c, type));
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

/* A variable without a name that holds the value; its declaration goes to `place`. */
static Expression *hidden_variable(Cudac *c, Expression *value, Statement **place, int line) {
    Variable *variable = cudac_allocate(c, sizeof *variable);
    *variable = (Variable){.kind = VARIABLE_LOCAL, .name = "", .type = value->type, .line = line, .owner = c->function, .initial = value, .is_addressed = true};
    Statement *declaration = *place = create(c, STATEMENT_DECLARATION, line);
    declaration->variable = variable;
    return cudac_expression_variable(c, variable, line);
}

/* auto [a, b] = p: names for the members of a copy, or of what stands there. The parser stands before the bracket or "&". */
static void parse_binding(Cudac *c, const Specifiers *s, Statement ***end) {
    int count = 0, line = cudac_peek(c)->line;
    const char *names[ARGUMENTS_MAX];
    bool by_reference = cudac_accept(c, "&") || cudac_accept(c, "&&");
    cudac_expect(c, "[");
    do {
        if (count == ARGUMENTS_MAX) cudac_refuse(c, line, "so many names in a structured binding");
        names[count++] = cudac_take_name(c);
    } while (cudac_accept(c, ","));
    cudac_expect(c, "]");
    bool in_braces = cudac_accept(c, "{"), in_parentheses = !in_braces && cudac_accept(c, "(");
    if (!in_braces && !in_parentheses) cudac_expect(c, "=");
    Expression *whole = cudac_parse_assignment(c);
    if (in_braces || in_parentheses) cudac_expect(c, in_braces ? "}" : ")");
    const Type *type = whole->type;
    if (type->kind != TYPE_STRUCT && type->kind != TYPE_ARRAY) cudac_fail(c, line, "cannot bind to the non-class, non-array type \"%s\"", cudac_type_name(c, type));
    int64_t parts = type->kind == TYPE_ARRAY ? type->count : type->structure->field_count;
    if (parts != count) cudac_fail(c, line, "the number of names in a structured binding does not match the number of elements");
    if (!by_reference || !whole->is_place) {
        whole = hidden_variable(c, whole, *end, line);
        *end = &(**end)->next;
    }
    for (int i = 0; i < count; i++) {
        Expression *part = type->kind == TYPE_ARRAY ? cudac_expression_index(c, whole, cudac_expression_integer(c, SCALAR(INT32), i, line), line)
                                                    : cudac_expression_member(c, whole, type->structure->fields[i].name, line);
        Variable *variable = cudac_allocate(c, sizeof *variable);
        *variable = (Variable){.kind = VARIABLE_LOCAL, .name = names[i], .type = cudac_type_qualified(c, part->type, s->type->is_const, false), .is_reference = true,
                               .line = line, .owner = c->function, .initial = cudac_expression_address(c, part, line)};
        Statement *declaration = **end = create(c, STATEMENT_DECLARATION, line);
        declaration->variable = variable;
        *end = &declaration->next;
        if (cudac_scope_find_own(c->scope, names[i])) cudac_fail(c, line, "\"%s\" has already been declared in the current scope", names[i]);
        cudac_declare(c, DECLARED_VARIABLE, names[i])->variable = variable;
    }
}

Statement *cudac_parse_local_declaration(Cudac *c) {
    int line = cudac_peek(c)->line;
    Statement *first = create(c, STATEMENT_BLOCK, line), **end = &first->list;
    Specifiers s = cudac_parse_specifiers(c);
    first->is_default = true; /* no scope of its own */
    if (cudac_accept(c, ";")) return first;
    if (s.is_auto && (cudac_next_is(c, "[") || token_is(cudac_peek_ahead(c, 1), "["))) {
        parse_binding(c, &s, &end);
        cudac_expect(c, ";");
        return first;
    }
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
    if (s->kind == STATEMENT_MARK) { /* the label and what it stands before */
        Statement *block = create(c, STATEMENT_BLOCK, s->line);
        block->list = s;
        s->next = parse_scoped(c);
        s = block;
    }
    cudac_scope_pop(c);
    return s;
}

/* "(x)", "(int x = f())", "(int x = f(); x > 2)": what it declares goes to `before`. */
static Expression *parse_declaring_condition(Cudac *c, Statement ***before) {
    int line = cudac_peek(c)->line;
    size_t at;
    cudac_expect(c, "(");
    while (cudac_starts_type(c)) {
        at = c->at;
        const char *name = NULL;
        Specifiers s = cudac_parse_specifiers(c);
        const Type *type = cudac_next_is(c, "(") ? NULL : cudac_parse_declarator(c, s.type, &name, false);
        bool declares = name && (cudac_next_is(c, "=") || cudac_next_is(c, "{") || cudac_next_is(c, ";") || cudac_next_is(c, ","));
        if (!declares) {
            c->at = at;
            break;
        }
        Statement *declaration = create(c, STATEMENT_DECLARATION, line);
        declaration->variable = parse_variable(c, &s, type, name);
        if (cudac_accept(c, ")")) {
            **before = declaration;
            *before = &declaration->next;
            return cudac_expression_variable(c, declaration->variable, line);
        }
        c->at = at;
        cudac_scope_pop(c); /* read again, as a whole statement */
        cudac_scope_push(c);
        **before = cudac_parse_local_declaration(c);
        *before = &(**before)->next;
        break;
    }
    Expression *e = cudac_parse_expression(c);
    if (cudac_accept(c, ";")) {
        Statement *first = create(c, STATEMENT_EXPRESSION, line);
        first->expression = e;
        **before = first;
        *before = &first->next;
        e = cudac_parse_expression(c);
    }
    cudac_expect(c, ")");
    return e;
}

static Statement *parse_if(Cudac *c, Statement ***before, int line) {
    bool constant = cudac_accept(c, "constexpr");
    Statement *s = create(c, STATEMENT_IF, line);
    s->expression = cudac_expression_truth(c, parse_declaring_condition(c, before));
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

/* for (T x : array): a loop over its indexes; x is declared in each round. The parser stands behind the colon. */
static Statement *parse_range_for(Cudac *c, const Specifiers *s, const Type *type, const char *name, int line) {
    Statement *loop = create(c, STATEMENT_FOR, line), *body = create(c, STATEMENT_BLOCK, line), *declaration = create(c, STATEMENT_DECLARATION, line);
    Statement *whole = create(c, STATEMENT_BLOCK, line);
    Expression *range = cudac_next_is(c, "{") ? cudac_parse_initial(c, NULL) : cudac_parse_expression(c);
    cudac_expect(c, ")");
    if (is_open_list(range)) {
        if (!range->argument_count) cudac_fail(c, line, "cannot deduce the type of the range");
        const Type *element = cudac_type_plain(c, cudac_expression_decayed(c, range->arguments[0])->type);
        range = hidden_variable(c, cudac_expression_construct(c, cudac_type_array(c, element, range->argument_count), &range, 1, line), &whole->list, line);
    }
    if (range->type->kind != TYPE_ARRAY) cudac_refuse(c, line, "a loop over a range that is no array");
    Variable *index = cudac_allocate(c, sizeof *index), *item = cudac_allocate(c, sizeof *item);
    *index = (Variable){.kind = VARIABLE_LOCAL, .name = "", .type = SCALAR(INT64), .is_assigned = true, .line = line, .owner = c->function,
                        .initial = cudac_expression_integer(c, SCALAR(INT64), 0, line)};
    loop->second = create(c, STATEMENT_DECLARATION, line);
    loop->second->variable = index;
    loop->expression = cudac_expression_binary(c, "<", cudac_expression_variable(c, index, line), cudac_expression_integer(c, SCALAR(INT64), range->type->count, line), line);
    loop->step = cudac_expression_step(c, true, false, cudac_expression_variable(c, index, line), line);
    Expression *element = cudac_expression_index(c, range, cudac_expression_variable(c, index, line), line);
    bool is_reference = type->kind == TYPE_REFERENCE;
    if (is_reference) type = type->element;
    if (s->is_auto) type = is_reference ? cudac_type_qualified(c, element->type, type->is_const, false) : cudac_type_plain(c, element->type);
    *item = (Variable){.kind = VARIABLE_LOCAL, .name = name, .type = type, .is_reference = is_reference, .line = line, .owner = c->function};
    item->initial = is_reference ? element : cudac_expression_initial(c, element, type, line);
    if (is_reference) bind_reference(c, item, false, line);
    cudac_declare(c, DECLARED_VARIABLE, name)->variable = item;
    declaration->variable = item;
    body->list = declaration;
    declaration->next = parse_scoped(c);
    loop->first = body;
    cudac_scope_pop(c);
    if (!whole->list) return loop;
    whole->list->next = loop;
    return whole;
}

static Statement *parse_for(Cudac *c, int line) {
    Statement *s = create(c, STATEMENT_FOR, line);
    cudac_expect(c, "(");
    cudac_scope_push(c);
    if (!cudac_accept(c, ";")) {
        if (cudac_starts_type(c)) {
            size_t at = c->at;
            const char *name;
            Specifiers specifiers = cudac_parse_specifiers(c);
            const Type *type = cudac_parse_declarator(c, specifiers.type, &name, false);
            if (name && cudac_accept(c, ":")) return parse_range_for(c, &specifiers, type, name, line);
            c->at = at;
            s->second = cudac_parse_local_declaration(c);
        } else {
            s->second = create(c, STATEMENT_EXPRESSION, line);
            s->second->expression = cudac_parse_expression(c);
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

static Statement *parse_switch(Cudac *c, Statement ***before, int line) {
    Statement *s = create(c, STATEMENT_SWITCH, line);
    s->expression = parse_declaring_condition(c, before);
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
                for (const Statement *other = s->list; other != *end; other = other->next)
                    if (other->kind == STATEMENT_LABEL && !other->is_default && other->label.i == (*end)->label.i)
                        cudac_fail(c, here, "case label value has already appeared in this switch at line %d", other->line);
            }
            cudac_expect(c, ":");
        } else *end = cudac_parse_statement(c);
        end = &(*end)->next;
    }
    cudac_scope_pop(c);
    return s;
}

/* A local variable that is returned is made where the result goes: no constructor copies it. */
static bool is_own_local(const Cudac *c, const Expression *e) {
    const Variable *variable = e->kind == EXPRESSION_VARIABLE ? e->variable : NULL;
    return variable && variable->kind == VARIABLE_LOCAL && variable->owner == c->function &&
           !variable->is_reference && cudac_type_same(e->type, c->function->result);
}

static Expression *returned(Cudac *c, const Type *result, int line) {
    Expression *e = cudac_parse_initial(c, NULL);
    if (is_open_list(e) && result->kind != TYPE_REFERENCE)
        return cudac_expression_construct(c, cudac_type_plain(c, result), &e, 1, line);
    if (result->kind == TYPE_REFERENCE) {
        const Type *to = result->element;
        if (!to->is_const) e = cudac_expression_place(c, e, line);
        bool is_same = cudac_type_same(e->type, to);
        Expression *base = is_same || !e->is_place || e->type->kind != TYPE_STRUCT
                               ? NULL
                               : cudac_expression_as_base(c, e, to, line);
        if (base || is_same) {
            bool binds = !result->is_forwarding || !cudac_is_lvalue(e);
            if ((e->is_place || !to->is_const) && (!e->is_place || !binds || !cudac_type_keeps(to, e->type)))
                cudac_fail_binding(c, e, to, result->is_forwarding, line);
            if (base) e = base;
        } else if (!to->is_const)
            cudac_fail_binding(c, e, to, false, line);
        return cudac_expression_address(c, e, line);
    }
    if (is_own_local(c, e)) return e;
    if (e->type->kind != TYPE_STRUCT && result->kind != TYPE_STRUCT &&
        cudac_conversion_cost(c, e, result, false) < 0)
        cudac_fail(c, line, "return value type does not match the function type");
    return cudac_expression_initial(c, e, result, line);
}

static Statement *parse_return(Cudac *c, int line) {
    Statement *s = create(c, STATEMENT_RETURN, line);
    if (c->function->has_auto_result) { /* this one tells what all give */
        c->function->has_auto_result = false;
        if (!cudac_next_is(c, ";")) {
            s->expression = cudac_expression_decayed(c, cudac_parse_expression(c));
            c->function->result = cudac_type_plain(c, s->expression->type);
            if (c->function->result->kind != TYPE_VOID && !is_own_local(c, s->expression))
                s->expression = cudac_expression_initial(c, s->expression, c->function->result, line);
        }
        cudac_expect(c, ";");
        return s;
    }
    const Type *result = c->function->result;
    if (cudac_accept(c, ";")) {
        if (result->kind != TYPE_VOID) cudac_fail(c, line, "non-void function should return a value");
        return s;
    }
    if (result->kind == TYPE_VOID) {
        s->expression = cudac_parse_expression(c);
        if (s->expression->type->kind != TYPE_VOID) cudac_fail(c, line, "return value type does not match the function type");
    } else
        s->expression = returned(c, result, line);
    cudac_expect(c, ";");
    return s;
}

static Statement *parse_word(Cudac *c, const char *word, int line) {
    Statement *s;
    if (cudac_accept(c, "if")) {
        Statement *block = create(c, STATEMENT_BLOCK, line), **end = &block->list;
        cudac_scope_push(c);
        s = parse_if(c, &end, line);
        cudac_scope_pop(c);
        *end = s;
        return block->list == s ? s : block;
    }
    if (cudac_accept(c, "for")) return parse_for(c, line);
    if (cudac_accept(c, "switch")) {
        Statement *block = create(c, STATEMENT_BLOCK, line), **end = &block->list;
        cudac_scope_push(c);
        s = parse_switch(c, &end, line);
        cudac_scope_pop(c);
        *end = s;
        return block->list == s ? s : block;
    }
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
    if (cudac_accept(c, "namespace")) { /* another name for one: all lie in one space */
        while (!cudac_accept(c, ";") && cudac_peek(c)->kind != TOKEN_END) c->at++;
        return create(c, STATEMENT_BLOCK, line);
    }
    if (cudac_next_is(c, "case") || cudac_next_is(c, "default")) cudac_refuse(c, line, "a label inside a nested statement");
    if (cudac_next_is(c, "else")) cudac_fail(c, line, "expected a statement");
    if (cudac_accept(c, "goto")) {
        s = create(c, STATEMENT_GOTO, line);
        s->name = cudac_take_name(c);
        cudac_expect(c, ";");
        return s;
    }
    if (cudac_next_is(c, "try") || cudac_next_is(c, "throw")) cudac_refuse(c, line, "\"%s\"", word);
    if (cudac_accept(c, "asm") || cudac_accept(c, "__asm__") || cudac_accept(c, "__asm")) {
        s = create(c, STATEMENT_BLOCK, line);
        cudac_parse_assembly(c, &s->list, line);
        return s;
    }
    return NULL;
}

static Statement *parse_plain(Cudac *c) {
    Token *token = cudac_peek(c);
    int line = token->line;
    while (cudac_next_is(c, "[") && token_is(cudac_peek_ahead(c, 1), "[")) { /* [[fallthrough]] */
        cudac_skip_braces(c, "[", "]");
        token = cudac_peek(c);
    }
    if (cudac_next_is(c, "{")) return cudac_parse_block(c);
    if (cudac_accept(c, ";")) return create(c, STATEMENT_BLOCK, line);
    if (token->kind == TOKEN_NAME) {
        Statement *s = parse_word(c, token->text, line);
        if (s) return s;
        if (token_is(cudac_peek_ahead(c, 1), ":")) {
            s = create(c, STATEMENT_MARK, line);
            s->name = cudac_take_name(c);
            c->at++;
            return s;
        }
        bool declares = token_is(cudac_peek_ahead(c, 1), "(") && token_is(cudac_peek_ahead(c, 2), "*") && cudac_peek_ahead(c, 3)->kind == TOKEN_NAME && /* int (*p)[3] */
                        (token_is(cudac_peek_ahead(c, 4), "[") || (token_is(cudac_peek_ahead(c, 4), ")") && (token_is(cudac_peek_ahead(c, 5), "[") || token_is(cudac_peek_ahead(c, 5), "("))));
        bool cast = !declares && token_is(cudac_peek_ahead(c, 1), "(") && !token_is(token, "__align__") && !token_is(token, "alignas") && !token_is(token, "decltype");
        if (cudac_starts_type(c) && !cast && token_is(cudac_peek_ahead(c, 1), "<")) { /* Type<T>::call(), Type<T>(x) */
            size_t at = c->at;
            cudac_parse_specifiers(c);
            cast = cudac_next_is(c, "::") || cudac_next_is(c, "(") || cudac_next_is(c, "{");
            c->at = at;
        }
        if (cudac_starts_type(c) && !cast) return cudac_parse_local_declaration(c);
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

/* Sets a member, const ones, too. */
static Statement *set_member(Cudac *c, Function *function, const char *name, Expression *value, int line) {
    Statement *s = create(c, STATEMENT_EXPRESSION, line);
    Expression *member = cudac_expression_member(c, cudac_expression_variable(c, function->parameters[0], line), name, line);
    Expression *assign = cudac_expression_create(c, EXPRESSION_ASSIGN, member->type, line);
    assign->a = member;
    assign->b = value;
    assign->is_place = true;
    s->expression = cudac_expression_finish(c, assign);
    return s;
}

/* What a constructor's list says nothing of, and has a value of its own: bases before the list, members, too. */
static Statement **own_initials(Cudac *c, Function *function, Statement **end) {
    Structure *structure = function->owner;
    size_t start = c->at;
    int line = cudac_peek(c)->line;
    for (int i = 0; i < structure->field_count && structure->has_initials; i++) {
        const Field *field = &structure->fields[i];
        const char *name = field->is_base ? field->type->structure->name : field->name;
        bool said = false;
        for (size_t at = start; !token_is(&c->tokens.tokens[at], "{") || c->tokens.tokens[at - 1].kind == TOKEN_NAME; at++) {
            if (c->tokens.tokens[at].kind == TOKEN_END) break;
            if (token_is(&c->tokens.tokens[at], name) || token_is(&c->tokens.tokens[at], structure->name)) said = true;
        }
        Expression *value = said ? NULL : cudac_own_initial(c, structure, field, line);
        if (!value) continue;
        *end = set_member(c, function, field->name, value, line);
        end = &(*end)->next;
    }
    return end;
}

/* "x(a), y(b)" of a constructor: assignments before its body. */
static void parse_initial_list(Cudac *c, Function *function, Statement **end) {
    while (!cudac_next_is(c, "{")) {
        int line = cudac_peek(c)->line;
        const char *name = cudac_take_name(c);
        if (cudac_next_is(c, "<")) cudac_skip_braces(c, "<", ">");
        for (int i = 0; i < function->owner->field_count; i++) { /* a base */
            const Field *field = &function->owner->fields[i];
            if (field->is_base && !strcmp(field->type->structure->name, name)) name = field->name;
        }
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
            const Field *field = cudac_structure_field(function->owner, name);
            if (field && field->is_capture) { /* a reference is bound */
                if (count != 1) cudac_fail(c, line, "reference member \"%s\" requires an initializer", name);
                s->expression = cudac_expression_bind_member(c, self, field, arguments[0], line);
                *end = s;
                end = &s->next;
                if (!cudac_accept(c, ",")) break;
                continue;
            }
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
    function->is_parsed = true;
    int depth = c->depth;
    cudac_scope_push(c);
    function->parameter_scope = c->scope;
    for (int i = 0; i < function->parameter_count; i++)
        if (*function->parameters[i]->name) {
            function->parameters[i]->owner = function;
            if (cudac_scope_find_own(c->scope, function->parameters[i]->name))
                cudac_fail(c, function->parameters[i]->line, "duplicate parameter name");
            cudac_declare(c, DECLARED_VARIABLE, function->parameters[i]->name)->variable = function->parameters[i];
        }
    if (function->pack_name && *function->pack_name) {
        Declared *pack = cudac_declare(c, DECLARED_PACK, function->pack_name);
        pack->pack_count = function->parameter_count - function->pack_from;
        pack->pack_variables = function->parameters + function->pack_from;
    }
    if (function->declared->is_special) function->body = create(c, STATEMENT_BLOCK, cudac_peek(c)->line);
    else if (function->declared->is_constructor) {
        bool has_list = cudac_accept(c, ":");
        function->body = create(c, STATEMENT_BLOCK, cudac_peek(c)->line);
        Statement **end = own_initials(c, function, &function->body->list);
        if (has_list) parse_initial_list(c, function, end);
        else *end = cudac_parse_block(c);
    } else function->body = cudac_parse_block(c);
    cudac_scope_pop(c);
    function->has_auto_result = false; /* nothing is returned */
    c->depth = depth;
    c->function = NULL;
}
