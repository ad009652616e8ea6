/* What stands outside of functions: declarations, templates, name expressions; then the bodies of what is used. */
#include "arraylib/cudac/private.h"

#include <string.h>

/* ---- variables of the module ---- */

static void fill_bytes(Cudac *c, const Expression *e, unsigned char *bytes) {
    while (e->kind == EXPRESSION_CAST && e->type->kind == TYPE_POINTER && e->a->kind == EXPRESSION_CAST) e = e->a;
    if (e->kind == EXPRESSION_CAST && e->type->kind == TYPE_POINTER && e->a->kind == EXPRESSION_CONSTANT) { /* a function's address, NULL */
        memcpy(bytes, &e->a->constant, (size_t)cudac_type_size(c, e->a->type, e->line));
        return;
    }
    const Expression *inner = e;
    while (inner->kind == EXPRESSION_CAST && inner->type->kind == TYPE_POINTER) inner = inner->a;
    if (inner->kind == EXPRESSION_DECAY && inner->a->kind == EXPRESSION_STRING) { /* its memory is there already, and stays */
        IrGlobal *global = ir_variable_create(c->module, cudac_ir_name(c, "string", c->string_count++), cudac_type_ir(c, inner->a->type, e->line), inner->a->text);
        if (!global) cudac_fail_ir(c, e->line);
        memcpy(bytes, &(uint64_t){(uint64_t)(uintptr_t)global->bytes}, 8);
        return;
    }
    if (e->kind == EXPRESSION_CONSTANT) {
        memcpy(bytes, &e->constant, (size_t)cudac_type_size(c, e->type, e->line));
        return;
    }
    if (e->kind != EXPRESSION_LIST) cudac_fail(c, e->line, "dynamic initialization is not supported for a __device__, __constant__ or __shared__ variable");
    for (int i = 0; i < e->argument_count; i++) {
        int64_t offset = e->type->kind == TYPE_STRUCT ? e->type->structure->fields[i].offset : i * cudac_type_size(c, e->type->element, e->line);
        fill_bytes(c, e->arguments[i], bytes + offset);
    }
}

void cudac_parse_module_variable(Cudac *c, const Specifiers *s, const Type *type, const char *name) {
    int line = cudac_peek(c)->line;
    Expression *initial = NULL;
    Variable *variable = cudac_allocate(c, sizeof *variable);
    if (!name) cudac_fail(c, line, "expected an identifier");
    if (type->kind == TYPE_VOID || type->kind == TYPE_REFERENCE) cudac_fail(c, line, "incomplete type \"%s\" is not allowed", cudac_type_name(c, type));
    *variable = (Variable){.kind = VARIABLE_MODULE, .name = name, .type = type, .line = line, .is_constant_memory = s->is_constant};
    if (s->is_shared) {
        variable->kind = s->is_extern ? VARIABLE_DYNAMIC_SHARED : VARIABLE_SHARED;
        cudac_declare(c, DECLARED_VARIABLE, name)->variable = variable;
        return;
    }
    if (cudac_accept(c, "=") || cudac_next_is(c, "{")) {
        Expression *raw = cudac_parse_initial(c, NULL);
        if (raw->kind == EXPRESSION_STRING && type->kind == TYPE_ARRAY) raw = cudac_string_list(c, raw);
        bool is_list = is_open_list(raw);
        if (is_list && type->kind == TYPE_ARRAY && type->count < 0)
            type = variable->type = cudac_type_array(c, type->element, cudac_list_count(c, type, raw));
        initial = is_list ? cudac_expression_construct(c, cudac_type_plain(c, type), &raw, 1, line) : cudac_expression_converted(c, raw, type, line);
    }
    if (type->is_const && initial && initial->kind == EXPRESSION_CONSTANT && !s->is_device && !s->is_constant) {
        variable->has_constant = true;
        variable->constant = initial->constant;
        cudac_declare(c, DECLARED_VARIABLE, name)->variable = variable;
        return;
    }
    if (s->is_extern && !initial) cudac_refuse(c, line, "an external variable");
    if (!s->is_device && !s->is_constant && !type->is_const && !(type->kind == TYPE_ARRAY && type->element->is_const)) {
        /* a variable of the host: known, but no kernel can use it */
        cudac_refuse(c, line, "a variable of the host (\"%s\")", name);
    }
    int64_t size = cudac_type_size(c, type, line);
    if (size > (s->is_constant ? 65536 : 64 << 20)) cudac_fail(c, line, "the variable \"%s\" is too large", name);
    unsigned char *bytes = cudac_allocate(c, (size_t)size + 16);
    if (initial) fill_bytes(c, initial, bytes);
    const IrType *ir = cudac_type_ir(c, type, line);
    if (c->scope->structure || c->function) name = cudac_ir_name(c, cudac_format(c, "%.60s_%.60s", c->scope->structure ? c->scope->structure->name : c->function->declared->name, name), c->structure_count++);
    const char *symbol = name;
    name = variable->name;
    if (ir_global_find(c->module, symbol) || ir_function_find(c->module, symbol)) cudac_fail(c, line, "variable \"%s\" has already been defined", name);
    variable->global = ir_variable_create(c->module, symbol, ir, bytes);
    if (!variable->global) cudac_fail_ir(c, line);
    cudac_declare(c, DECLARED_VARIABLE, name)->variable = variable;
}

/* ---- declarations ---- */

static void parse_declaration(Cudac *c, TemplateParameter *parameters, int parameter_count) {
    size_t start = c->at;
    Specifiers s = cudac_parse_specifiers(c);
    if (cudac_accept(c, ";")) return;
    for (;;) {
        const char *name;
        int line = cudac_peek(c)->line;
        const Type *type = cudac_parse_declarator(c, s.type, &name, false);
        if (!name && cudac_accept(c, "operator")) name = cudac_operator_name(c);
        if (s.is_typedef) {
            if (!name) cudac_fail(c, line, "expected an identifier");
            Declared *old = cudac_scope_find_own(c->scope, name);
            if (!old || old->kind != DECLARED_TYPE || !cudac_type_same(old->type, type)) cudac_declare(c, DECLARED_TYPE, name)->type = type;
        } else if (cudac_next_is(c, "::"))
            cudac_refuse(c, line, "a member that is defined outside of its class");
        else if (name && cudac_next_is(c, "(")) {
            Declared *declared = cudac_declare_function(c, c->scope, name, start, parameters, parameter_count);
            declared->is_kernel = s.is_global;
            declared->is_constexpr = s.is_constexpr;
            declared->has_c_name = s.has_c_name || c->c_names || (declared->overload && declared->overload->has_c_name);
            if (s.is_global && type->kind != TYPE_VOID) cudac_fail(c, line, "a __global__ function must have a void return type");
            if (!s.is_device && !s.is_global && s.is_host) declared->is_special = true;
            return;
        } else if (s.is_auto && !name)
            cudac_fail(c, line, "expected an identifier");
        else cudac_parse_module_variable(c, &s, type, name);
        if (!cudac_accept(c, ",")) break;
    }
    cudac_expect(c, ";");
}

static void parse_template(Cudac *c) {
    TemplateParameter *parameters;
    int count;
    if (!cudac_next_is(c, "<")) { /* an explicit instance: made when it is used */
        while (!cudac_next_is(c, ";") && cudac_peek(c)->kind != TOKEN_END) c->at++;
        cudac_expect(c, ";");
        return;
    }
    cudac_parse_template_head(c, &parameters, &count);
    if (!count) {
        cudac_parse_specialization(c);
        return;
    }
    if (cudac_next_is(c, "struct") || cudac_next_is(c, "class") || cudac_next_is(c, "union")) {
        int line = cudac_take(c)->line;
        while (cudac_next_is(c, "__align__") || cudac_next_is(c, "alignas")) {
            c->at++;
            cudac_skip_braces(c, "(", ")");
        }
        const char *name = cudac_take_name(c);
        size_t pattern_at = 0;
        if (cudac_next_is(c, "<")) {
            pattern_at = c->at + 1;
            cudac_skip_braces(c, "<", ">");
        }
        if (cudac_accept(c, ";")) return;
        Declared *primary = pattern_at ? cudac_scope_find(c, name) : NULL, *declared;
        if (pattern_at) {
            if (!primary || primary->kind != DECLARED_STRUCT_TEMPLATE) cudac_fail(c, line, "\"%s\" is not a class template", name);
            declared = cudac_allocate(c, sizeof *declared);
            *declared = (Declared){.kind = DECLARED_STRUCT_TEMPLATE, .name = name, .scope = c->scope, .pattern_at = pattern_at, .partial = primary->partial};
            primary->partial = declared;
        } else {
            Declared *old = cudac_scope_find_own(c->scope, name);
            declared = cudac_declare(c, DECLARED_STRUCT_TEMPLATE, name);
            if (old && old->kind == DECLARED_STRUCT_TEMPLATE) declared->partial = old->partial;
        }
        declared->at = c->at;
        declared->parameters = parameters;
        declared->parameter_count = count;
        while (!cudac_next_is(c, "{") && cudac_peek(c)->kind != TOKEN_END) c->at++;
        cudac_skip_braces(c, "{", "}");
        cudac_expect(c, ";");
        return;
    }
    if (cudac_accept(c, "using")) {
        Declared *declared = cudac_declare(c, DECLARED_NAME_TEMPLATE, cudac_take_name(c));
        cudac_expect(c, "=");
        declared->at = c->at;
        declared->parameters = parameters;
        declared->parameter_count = count;
        while (!cudac_next_is(c, ";") && cudac_peek(c)->kind != TOKEN_END) c->at++;
        cudac_expect(c, ";");
        return;
    }
    /* The head mentions the parameters: they get stand-ins while it is passed over. */
    size_t start = c->at;
    Scope *before = c->scope;
    c->scope = cudac_stand_ins(c, before, parameters, count, 1);
    Specifiers s = cudac_parse_specifiers(c);
    const char *name;
    int line = cudac_peek(c)->line;
    cudac_parse_declarator(c, s.type, &name, false);
    if (!name && cudac_accept(c, "operator")) name = cudac_operator_name(c);
    c->scope = before;
    if (name && (cudac_next_is(c, "=") || cudac_next_is(c, "{")) && (s.is_constexpr || s.type->is_const)) {
        Declared *declared = cudac_declare(c, DECLARED_VARIABLE_TEMPLATE, name);
        declared->at = start;
        declared->parameters = parameters;
        declared->parameter_count = count;
        while (!cudac_next_is(c, ";") && cudac_peek(c)->kind != TOKEN_END) c->at++;
        cudac_expect(c, ";");
        return;
    }
    if (!name || !cudac_next_is(c, "(")) cudac_refuse(c, line, "a template of a variable");
    Declared *declared = cudac_declare_function(c, c->scope, name, start, parameters, count);
    declared->is_kernel = s.is_global;
    declared->is_constexpr = s.is_constexpr;
}

static void parse_one(Cudac *c) {
    Token *token = cudac_peek(c);
    int line = token->line;
    if (cudac_accept(c, ";")) return;
    if (cudac_next_is(c, "extern") && cudac_peek_ahead(c, 1)->kind == TOKEN_STRING && token_is(cudac_peek_ahead(c, 2), "{")) {
        c->at += 3;
        c->c_names++;
        while (!cudac_closes_block(c)) parse_one(c);
        c->c_names--;
        return;
    }
    if (cudac_accept(c, "template")) {
        parse_template(c);
        return;
    }
    if (cudac_accept(c, "namespace") || (cudac_next_is(c, "inline") && token_is(cudac_peek_ahead(c, 1), "namespace"))) {
        while (!cudac_next_is(c, "{")) {
            if (cudac_accept(c, ";")) return; /* another name for it: all lie in one space */
            if (cudac_peek(c)->kind == TOKEN_END) cudac_fail(c, line, "expected a \"{\"");
            c->at++;
        }
        c->at++;
        cudac_deeper(c, line);
        while (!cudac_closes_block(c)) parse_one(c);
        c->depth--;
        return;
    }
    if (cudac_parse_using(c)) return;
    if (cudac_next_is(c, "texture") || cudac_next_is(c, "surface")) cudac_refuse(c, line, "texture references");
    parse_declaration(c, NULL, 0);
}

/* ---- what is used ---- */

static void check_kernel(Cudac *c, const Function *function) {
    for (int i = 0; i < function->parameter_count; i++)
        if (function->parameters[i]->is_reference) cudac_fail(c, function->parameters[i]->line, "a parameter of a __global__ function cannot have reference type");
}

static void enlist_plain(Cudac *c, Declared *d) {
    int line = c->tokens.tokens[d->at].line;
    Function *function = cudac_instantiate_function(c, d, NULL, line);
    for (Function *other = c->functions; other; other = other->next) {
        const Declared *its = other->declared;
        bool is_same = other != function && its->has_body && its->scope == d->scope && !its->is_template && !strcmp(its->name, d->name);
        if (is_same && (cudac_same_parameters(other, function) || (d->is_kernel && its->is_kernel)))
            cudac_fail(c, line, "function \"%s\" has already been defined (previous definition at line %d)", d->name, c->tokens.tokens[its->at].line);
    }
    if (d->is_kernel) {
        check_kernel(c, function);
        cudac_enlist_function(c, function, line);
        function->name = d->name;
    } else cudac_enlist_function(c, function, line);
}

/* In the order of the text: the tables keep it, a chain of overloads is backwards. */
static void enlist_overloads(Cudac *c, Declared *d) {
    if (d->overload && d->overload->kind == DECLARED_FUNCTION) enlist_overloads(c, d->overload);
    if (d->kind == DECLARED_FUNCTION && d->has_body && !d->is_template && !d->is_special && !cudac_is_prelude(c, d)) enlist_plain(c, d);
}

static void enlist_all(Cudac *c) {
    HashEntry *entry;
    for (size_t at = 0; hash_next(&c->outermost->names, &at, &entry);) {
        Declared *d = entry->value;
        if (d->kind == DECLARED_FUNCTION) enlist_overloads(c, d);
    }
}

/* "scale<float>", "&table", "scale": a template's instance becomes a kernel of its own. */
static void parse_name_expression(Cudac *c) {
    Token *place = cudac_take(c);
    char symbol[160];
    cudac_symbol(symbol, sizeof symbol, place->text, (int)place->length);
    cudac_accept(c, "&");
    while (token_is(cudac_peek_ahead(c, 1), "::")) c->at += 2;
    const char *name = cudac_take_name(c);
    Declared *found = cudac_scope_find_own(c->outermost, name);
    if (!found) cudac_fail(c, 0, "identifier \"%s\" is undefined", name);
    if (found->kind != DECLARED_FUNCTION) return;
    if (!cudac_accept(c, "<")) return;
    while (found && !found->is_template) found = found->overload;
    if (!found) cudac_fail(c, 0, "\"%s\" is not a template", name);
    TemplateArguments arguments;
    cudac_parse_template_arguments(c, found, &arguments);
    Function *function = cudac_instantiate_function(c, found, &arguments, c->tokens.tokens[found->at].line);
    if (!function) cudac_fail(c, 0, "too few arguments for template \"%s\"", name);
    check_kernel(c, function);
    cudac_enlist_function(c, function, 0);
    function->name = cudac_copy(c, symbol, strlen(symbol));
}

void cudac_parse_module(Cudac *c) {
    c->at = 0;
    while (c->at < c->prelude_end) parse_one(c);
    c->outermost = cudac_scope_push(c); /* the user's names may be the prelude's */
    while (cudac_peek(c)->kind != TOKEN_END && cudac_peek(c)->kind != TOKEN_PLACE) parse_one(c);
    size_t names = c->at;
    enlist_all(c);
    for (c->at = names; cudac_peek(c)->kind == TOKEN_PLACE;) {
        size_t before = c->at;
        parse_name_expression(c);
        if (c->at == before) break;
    }
    if (cudac_peek(c)->kind != TOKEN_END) cudac_fail(c, cudac_peek(c)->line, "a name expression cannot be read");
    for (Function *function = c->functions; function; function = function->next)
        if (!function->is_parsed) cudac_parse_body(c, function);
}
