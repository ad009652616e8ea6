/* Templates. Their tokens are read again for each set of arguments. */
#include "arraylib/cudac/private.h"

#include <stdio.h>
#include <string.h>

/* A parameter's default is read again where it is needed. */
static void skip_default(Cudac *c, const char *open, const char *close, int line) {
    int depth = 0;
    while (depth || (!cudac_next_is(c, ",") && !cudac_next_is(c, ">"))) {
        Token *token = cudac_take(c);
        if (token->kind == TOKEN_END) cudac_fail(c, line, "expected a \">\"");
        if (token_is(token, open)) depth++;
        if (token_is(token, close)) depth--;
    }
}

/* <typename T, int N = 4>. */
void cudac_parse_template_head(Cudac *c, TemplateParameter **parameters, int *count) {
    int line = cudac_peek(c)->line;
    *parameters = cudac_allocate(c, TEMPLATE_PARAMETERS_MAX * sizeof **parameters);
    *count = 0;
    cudac_expect(c, "<");
    cudac_scope_push(c); /* later parameters may use earlier ones */
    while (!cudac_accept(c, ">")) {
        if (*count == TEMPLATE_PARAMETERS_MAX) cudac_refuse(c, line, "a template with more than %d parameters", TEMPLATE_PARAMETERS_MAX);
        TemplateParameter *parameter = &(*parameters)[(*count)++];
        parameter->is_type = cudac_next_is(c, "typename") || cudac_next_is(c, "class");
        if (cudac_accept(c, "template")) { /* template <typename> class B */
            cudac_skip_braces(c, "<", ">");
            parameter->is_type = parameter->is_template = true;
            if (!cudac_next_is(c, "class") && !cudac_next_is(c, "typename")) cudac_fail(c, line, "expected a \"class\"");
        }
        if (parameter->is_type) c->at++;
        else cudac_parse_specifiers(c);
        if (cudac_accept(c, "...")) parameter->is_pack = c->has_packs = true;
        parameter->name = cudac_peek(c)->kind == TOKEN_NAME ? cudac_take_name(c) : "";
        if (cudac_accept(c, "=")) {
            parameter->fallback = c->at;
            skip_default(c, parameter->is_type ? "<" : "(", parameter->is_type ? ">" : ")", line);
        }
        if (parameter->is_pack && !cudac_next_is(c, ">")) cudac_refuse(c, line, "a pack before other parameters of a template");
        if (*parameter->name && parameter->is_pack) cudac_declare(c, DECLARED_PACK, parameter->name);
        else if (*parameter->name) {
            if (parameter->is_type) cudac_declare(c, DECLARED_TYPE, parameter->name)->type = SCALAR(INT32);
            else cudac_declare(c, DECLARED_NUMBER, parameter->name)->number = 1;
        }
        if (!cudac_next_is(c, ">")) cudac_expect(c, ",");
    }
    cudac_scope_pop(c);
}

static TemplateArgument parse_argument(Cudac *c, bool is_type, bool is_template) {
    int line = cudac_peek(c)->line;
    if (is_template) {
        while (token_is(cudac_peek_ahead(c, 1), "::")) c->at += 2;
        const char *name = cudac_take_name(c);
        Declared *found = cudac_scope_find(c, name);
        if (!found || found->kind != DECLARED_STRUCT_TEMPLATE) cudac_fail(c, line, "\"%s\" is not a class template", name);
        return (TemplateArgument){SCALAR(INT32), found, 0};
    }
    if (is_type) return (TemplateArgument){cudac_parse_type_name(c), NULL, 0};
    Expression *e = cudac_parse_template_number(c);
    if (e->kind != EXPRESSION_CONSTANT) cudac_fail(c, line, "expression must have a constant value");
    return (TemplateArgument){NULL, NULL, cudac_expression_integer_value(c, cudac_expression_cast(c, e, SCALAR(INT64), line), line)};
}

void cudac_parse_template_arguments(Cudac *c, const Declared *declared, TemplateArguments *arguments) {
    arguments->count = 0;
    cudac_deeper(c, cudac_peek(c)->line);
    while (!cudac_accept(c, ">")) {
        int line = cudac_peek(c)->line, number = arguments->count, last = declared->parameter_count - 1;
        bool in_angles = c->in_angles;
        PackExpansion x;
        c->in_angles = true;
        bool expands = cudac_pack_expands(c, &x);
        c->in_angles = in_angles;
        if (expands) {
            for (int i = 0; i < x.count; i++) {
                if (arguments->count == TEMPLATE_PARAMETERS_MAX) cudac_fail(c, line, "too many template arguments for \"%s\"", declared->name);
                cudac_pack_bind(c, &x, i);
                int at = arguments->count < last ? arguments->count : last;
                arguments->items[arguments->count++] = parse_argument(c, at >= 0 ? declared->parameters[at].is_type : cudac_starts_type(c), false);
                cudac_scope_pop(c);
            }
            c->at = x.end;
            if (!cudac_next_is(c, ">")) cudac_expect(c, ",");
            continue;
        }
        if (number > last && last >= 0 && declared->parameters[last].is_pack) number = last;
        /* one too many: another overload may take it; guess by what stands there */
        bool is_type = number < declared->parameter_count ? declared->parameters[number].is_type : cudac_starts_type(c);
        if (arguments->count == TEMPLATE_PARAMETERS_MAX) cudac_fail(c, line, "too many template arguments for \"%s\"", declared->name);
        arguments->items[arguments->count++] = parse_argument(c, is_type, number <= last && declared->parameters[number].is_template);
        if (!cudac_next_is(c, ">")) cudac_expect(c, ",");
    }
    c->depth--;
}

static bool same_arguments(const TemplateArguments *a, const TemplateArguments *b) {
    if (a->count != b->count) return false;
    for (int i = 0; i < a->count; i++) {
        if ((a->items[i].type == NULL) != (b->items[i].type == NULL) || a->items[i].made_from != b->items[i].made_from) return false;
        if (a->items[i].type ? !cudac_type_same(a->items[i].type, b->items[i].type) || a->items[i].type->is_const != b->items[i].type->is_const
                             : a->items[i].number != b->items[i].number)
            return false;
    }
    return true;
}

static void bind(Cudac *c, Scope *scope, const TemplateParameter *parameter, TemplateArgument argument) {
    Declared *declared = cudac_allocate(c, sizeof *declared);
    if (argument.made_from) declared = argument.made_from;
    else *declared = (Declared){.kind = argument.type ? DECLARED_TYPE : DECLARED_NUMBER, .name = parameter->name, .type = argument.type, .number = argument.number};
    if (*parameter->name) cudac_scope_set(c, scope, parameter->name, declared);
}

static bool has_pack(const TemplateParameter *parameters, int count) { return count && parameters[count - 1].is_pack; }

static void bind_pack(Cudac *c, Scope *scope, const TemplateParameter *parameter, const TemplateArgument *items, int count) {
    Declared *declared = cudac_allocate(c, sizeof *declared);
    *declared = (Declared){.kind = DECLARED_PACK, .name = parameter->name, .pack_count = count};
    declared->pack_items = cudac_allocate(c, (size_t)(count + 1) * sizeof *items);
    if (count) memcpy(declared->pack_items, items, (size_t)count * sizeof *items);
    if (*parameter->name) cudac_scope_set(c, scope, parameter->name, declared);
}

/* More arguments than there are parameters. */
static bool too_many(const Declared *declared, int count) {
    return count > declared->parameter_count && !has_pack(declared->parameters, declared->parameter_count);
}

/* A scope with the parameters bound; missing arguments take their defaults. False: one is missing. */
static bool bind_all(Cudac *c, const Declared *declared, TemplateArguments *arguments, Scope *scope) {
    for (int i = 0; i < declared->parameter_count; i++) {
        const TemplateParameter *parameter = &declared->parameters[i];
        if (parameter->is_pack) {
            int count = arguments->count > i ? arguments->count - i : 0;
            for (int k = i; k < i + count; k++)
                if ((arguments->items[k].type != NULL) != parameter->is_type) return false;
            bind_pack(c, scope, parameter, &arguments->items[i], count);
            break;
        }
        if (i >= arguments->count) {
            if (!parameter->fallback) return false;
            size_t at = c->at;
            Scope *before = c->scope;
            c->at = parameter->fallback;
            c->scope = scope;
            arguments->items[i] = parse_argument(c, parameter->is_type, parameter->is_template);
            arguments->count = i + 1;
            c->at = at;
            c->scope = before;
        }
        if ((arguments->items[i].type != NULL) != parameter->is_type) return false;
        bind(c, scope, parameter, arguments->items[i]);
    }
    return true;
}

/* ---- stand-ins: a template's parameters, while its head is matched ---- */

/* A type is a struct with a capacity below 0, a number lies far below all others. */
bool cudac_is_stand_in(const Type *type) { return type && type->kind == TYPE_STRUCT && type->structure->field_capacity < 0; }
bool cudac_is_stand_in_number(int64_t number) { return number < INT64_MIN + 2 * TEMPLATE_PARAMETERS_MAX; }

/* Has a type one within it? */
static bool has_stand_in(const Type *type) {
    while (type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY || type->kind == TYPE_REFERENCE) {
        if (type->kind == TYPE_ARRAY && cudac_is_stand_in_number(type->count)) return true;
        type = type->element;
    }
    return cudac_is_stand_in(type) || (type->kind == TYPE_STRUCT && type->structure->is_open);
}

static TemplateArgument stand_in(Cudac *c, const TemplateParameter *parameter, int i) {
        Structure *type = NULL;
        if (parameter->is_type) {
            type = cudac_structure_create(c, parameter->name, false, NULL);
            type->field_capacity = -1 - i;
            type->is_complete = true;
            type->size = 1;
        }
        return (TemplateArgument){type ? &type->type : NULL, NULL, INT64_MIN + i};
}

Scope *cudac_stand_ins(Cudac *c, Scope *outer, const TemplateParameter *parameters, int count, int pack_count) {
    Scope *scope = cudac_scope_create(c, outer);
    TemplateArgument items[TEMPLATE_PARAMETERS_MAX];
    for (int i = 0; i < count; i++) {
        if (parameters[i].is_pack) {
            for (int k = 0; k < pack_count && i + k < TEMPLATE_PARAMETERS_MAX; k++) items[k] = stand_in(c, &parameters[i], i + k);
            bind_pack(c, scope, &parameters[i], items, pack_count < TEMPLATE_PARAMETERS_MAX - i ? pack_count : TEMPLATE_PARAMETERS_MAX - i);
        } else if (parameters[i].is_template) { /* any template stands there */
            Declared *any = cudac_allocate(c, sizeof *any);
            *any = (Declared){.kind = DECLARED_STRUCT_TEMPLATE, .name = parameters[i].name, .scope = scope, .is_special = true, .number = i};
            any->parameters = cudac_allocate(c, TEMPLATE_PARAMETERS_MAX * sizeof *any->parameters);
            for (int k = 0; k < TEMPLATE_PARAMETERS_MAX; k++) any->parameters[k] = (TemplateParameter){.name = "", .is_type = true};
            any->parameter_count = 1;
            if (*parameters[i].name) cudac_scope_set(c, scope, parameters[i].name, any);
        } else bind(c, scope, &parameters[i], stand_in(c, &parameters[i], i));
    }
    return scope;
}

static bool unify(Cudac *c, TemplateArguments *found, bool *known, const Type *pattern, const Type *actual);
static void learn_number(TemplateArguments *found, bool *known, int64_t stand_in, int64_t actual);

bool cudac_is_prelude(const Cudac *c, const Declared *declared) { return declared->at < c->prelude_end; }

/* ---- structs ---- */

static void read_arguments(Cudac *c, const Declared *primary, size_t at, Scope *scope, TemplateArguments *arguments) {
    size_t here = c->at;
    Scope *before = c->scope;
    c->at = at;
    c->scope = scope;
    cudac_parse_template_arguments(c, primary, arguments);
    c->at = here;
    c->scope = before;
}

/* Is it made for a pattern that these arguments have? The pattern is matched, then read again with what was found. */
static Scope *match_partial(Cudac *c, const Declared *primary, Declared *partial, const TemplateArguments *arguments) {
    TemplateArguments pattern, found = {.count = 0}, again;
    bool known[TEMPLATE_PARAMETERS_MAX] = {false};
    Scope *scope = cudac_scope_create(c, primary->scope);
    bool packs = has_pack(partial->parameters, partial->parameter_count);
    int elements = 0;
    do read_arguments(c, primary, partial->pattern_at, cudac_stand_ins(c, primary->scope, partial->parameters, partial->parameter_count, elements), &pattern);
    while (packs && pattern.count < arguments->count && elements++ < arguments->count);
    if (pattern.count != arguments->count) return NULL;
    for (int i = 0; i < pattern.count; i++) {
        if ((pattern.items[i].type == NULL) != (arguments->items[i].type == NULL)) return NULL;
        if (!pattern.items[i].type) learn_number(&found, known, pattern.items[i].number, arguments->items[i].number);
        else if (!unify(c, &found, known, pattern.items[i].type, arguments->items[i].type)) return NULL;
    }
    for (int i = 0; i < partial->parameter_count - (packs ? 1 : 0); i++) {
        if (!known[i]) return NULL;
        bind(c, scope, &partial->parameters[i], found.items[i]);
    }
    if (packs) {
        int first = partial->parameter_count - 1;
        for (int i = first; i < first + elements; i++)
            if (i >= TEMPLATE_PARAMETERS_MAX || !known[i]) return NULL;
        bind_pack(c, scope, &partial->parameters[first], &found.items[first], elements);
    }
    read_arguments(c, primary, partial->pattern_at, scope, &again);
    scope->is_template = true;
    return same_arguments(&again, arguments) ? scope : NULL;
}

Structure *cudac_instantiate_structure(Cudac *c, Declared *declared, const TemplateArguments *given, int line) {
    TemplateArguments arguments = *given;
    Scope *scope = cudac_scope_create(c, declared->scope);
    scope->is_template = true;
    bool open = declared->is_special; /* a template's parameter that is a template */
    if (too_many(declared, arguments.count)) cudac_fail(c, line, "too many arguments for class template \"%s\"", declared->name);
    if (!bind_all(c, declared, &arguments, scope)) cudac_fail(c, line, "too few arguments for class template \"%s\"", declared->name);
    for (Instance *instance = declared->instances; instance; instance = instance->next)
        if (same_arguments(&instance->arguments, &arguments)) return instance->structure;
    if (++c->function_count > FUNCTIONS_MAX) cudac_fail(c, line, "too many instances of templates");
    cudac_deeper(c, line);
    Structure *structure = cudac_structure_create(c, declared->name, false, scope);
    Instance *instance = cudac_allocate(c, sizeof *instance);
    *instance = (Instance){arguments, NULL, structure, declared->instances};
    declared->instances = instance;
    structure->made_from = declared;
    structure->arguments = &instance->arguments;
    size_t body = declared->at;
    for (int i = 0; i < arguments.count; i++)
        if (arguments.items[i].type ? has_stand_in(arguments.items[i].type)
                                    : cudac_is_stand_in_number(arguments.items[i].number))
            open = true;
    structure->is_open = open;
    if (!open) {
        for (Declared *partial = declared->partial; partial; partial = partial->partial) {
            Scope *matched = match_partial(c, declared, partial, &arguments);
            if (!matched) continue;
            structure->scope->outer = scope = matched;
            body = partial->at;
            break;
        }
        Declared *self = cudac_allocate(c, sizeof *self);
        *self = (Declared){.kind = DECLARED_TYPE, .name = declared->name, .type = &structure->type};
        cudac_scope_set(c, scope, declared->name, self);
        size_t at = c->at;
        Scope *before = c->scope;
        Function *function = c->function;
        c->at = body;
        c->scope = scope;
        cudac_parse_struct_body(c, structure);
        c->at = at;
        c->scope = before;
        c->function = function;
    }
    c->depth--;
    return structure;
}

/* ---- names and variables ---- */

const Type *cudac_instantiate_name(Cudac *c, Declared *declared, TemplateArguments *arguments, int line) {
    Scope *scope = cudac_scope_create(c, declared->scope), *before = c->scope;
    if (too_many(declared, arguments->count) || !bind_all(c, declared, arguments, scope)) cudac_fail(c, line, "wrong arguments for alias template \"%s\"", declared->name);
    size_t at = c->at;
    cudac_deeper(c, line);
    c->at = declared->at;
    c->scope = scope;
    const Type *type = cudac_parse_type_name(c);
    c->depth--;
    c->at = at;
    c->scope = before;
    return type;
}

/* A template of a variable is a constant of each instance. */
Expression *cudac_instantiate_variable(Cudac *c, Declared *declared, TemplateArguments *arguments, int line) {
    Scope *scope = cudac_scope_create(c, declared->scope), *before = c->scope;
    if (too_many(declared, arguments->count) || !bind_all(c, declared, arguments, scope)) cudac_fail(c, line, "wrong arguments for variable template \"%s\"", declared->name);
    size_t at = c->at;
    const char *name;
    cudac_deeper(c, line);
    c->at = declared->at;
    c->scope = scope;
    Specifiers s = cudac_parse_specifiers(c);
    const Type *type = cudac_parse_declarator(c, s.type, &name, false);
    if (!cudac_accept(c, "=") && !cudac_next_is(c, "{")) cudac_refuse(c, line, "a template of a variable without a value");
    Expression *e = cudac_parse_initial(c, s.is_auto ? NULL : type);
    if (e->kind != EXPRESSION_CONSTANT) cudac_refuse(c, line, "a template of a variable that is no constant");
    c->depth--;
    c->at = at;
    c->scope = before;
    return e;
}

/* ---- functions ---- */

static Variable *parse_parameter(Cudac *c) {
    Specifiers s = cudac_parse_specifiers(c);
    int line = cudac_peek(c)->line;
    const char *name;
    const Type *type = cudac_parse_declarator(c, s.type, &name, true);
    Variable *variable = cudac_allocate(c, sizeof *variable);
    *variable = (Variable){.kind = VARIABLE_PARAMETER, .name = name ? name : "", .type = type, .line = line};
    if (type->kind == TYPE_REFERENCE) {
        variable->is_reference = true;
        variable->is_forwarding = type->is_forwarding;
        variable->type = type->element;
    }
    if (s.is_auto) cudac_refuse(c, line, "a parameter of type auto");
    if (type->kind == TYPE_VOID) cudac_fail(c, line, "incomplete type \"void\" is not allowed");
    if (cudac_accept(c, "=")) variable->initial = cudac_parse_initial(c, variable->type);
    return variable;
}

/* Reads the head at declared->at with c->scope = scope. */
static Function *parse_head(Cudac *c, Declared *declared, Scope *scope) {
    Function *function = cudac_allocate(c, sizeof *function);
    Function *before_function = c->function;
    Scope *before = c->scope;
    size_t at = c->at;
    Variable *parameters[ARGUMENTS_MAX];
    const char *name;
    int count = 0, line, auto_parameters = c->auto_parameters;
    c->auto_parameters = 0;
    c->at = declared->at;
    c->scope = scope;
    c->function = NULL;
    line = cudac_peek(c)->line;
    *function = (Function){.declared = declared, .scope = scope, .owner = declared->owner, .result = &cudac_type_void};
    if (declared->is_method) {
        Variable *self = cudac_allocate(c, sizeof *self);
        const Type *type =
            cudac_type_qualified(c, &declared->owner->type, declared->is_const, declared->is_volatile);
        *self = (Variable){
            .kind = VARIABLE_PARAMETER, .name = "#this", .type = type, .is_reference = true, .line = line};
        parameters[count++] = self;
        function->is_method = true;
    }
    bool is_auto = declared->is_lambda;
    if (declared->is_lambda) c->auto_parameters = 1;
    else if (declared->is_constructor)
        while (!cudac_next_is(c, "(")) c->at++;
    else if (!strcmp(declared->name, "#conversion")) {
        while (!cudac_accept(c, "operator")) c->at++;
        function->result = cudac_parse_type_name(c);
    } else {
        Specifiers s = cudac_parse_specifiers(c);
        function->result = cudac_parse_declarator(c, s.type, &name, false);
        function->is_kernel = s.is_global;
        is_auto = s.is_auto;
        if (is_auto && function->result->kind != TYPE_VOID) cudac_refuse(c, line, "a function whose result is a pointer or reference to auto");
        if (cudac_accept(c, "operator")) cudac_operator_name(c);
        if (cudac_next_is(c, "<")) cudac_skip_braces(c, "<", ">"); /* of a specialization */
    }
    bool has_parameters = !declared->is_lambda || cudac_next_is(c, "(");
    if (has_parameters) cudac_expect(c, "(");
    if (cudac_next_is(c, "void") && token_is(cudac_peek_ahead(c, 1), ")")) c->at++;
    while (has_parameters && !cudac_accept(c, ")")) {
        if (count == ARGUMENTS_MAX) cudac_refuse(c, line, "a function with more than %d parameters", ARGUMENTS_MAX);
        if (cudac_next_is(c, "...")) cudac_refuse(c, line, "a variadic function");
        PackExpansion x;
        if (cudac_pack_expands(c, &x)) { /* R... r */
            function->pack_from = count;
            for (int i = 0; i < x.count; i++) {
                if (count == ARGUMENTS_MAX) cudac_refuse(c, line, "a function with more than %d parameters", ARGUMENTS_MAX);
                cudac_pack_bind(c, &x, i);
                Variable *variable = parameters[count++] = parse_parameter(c);
                cudac_scope_pop(c);
                function->pack_name = variable->name;
                variable->name = cudac_format(c, "#%.100s%d", variable->name, i);
            }
            if (!x.count) function->pack_name = c->tokens.tokens[x.end - 1].kind == TOKEN_NAME ? c->tokens.tokens[x.end - 1].text : "";
            c->at = x.end;
            if (!cudac_next_is(c, ")")) cudac_refuse(c, line, "parameters behind a pack");
            continue;
        }
        parameters[count++] = parse_parameter(c);
        if (!cudac_next_is(c, ")")) cudac_expect(c, ",");
    }
    c->auto_parameters = auto_parameters;
    function->has_auto_result = is_auto;
    while (!cudac_next_is(c, "{") && !cudac_next_is(c, ":") && !cudac_next_is(c, ";") && cudac_peek(c)->kind != TOKEN_END) {
        if (!is_auto || !cudac_accept(c, "->")) c->at++;
        else { /* the parameters may be used in it */
            cudac_scope_push(c);
            for (int i = 0; i < count; i++)
                if (*parameters[i]->name) cudac_declare(c, DECLARED_VARIABLE, parameters[i]->name)->variable = parameters[i];
            function->result = cudac_parse_type_name(c);
            function->has_auto_result = false;
            cudac_scope_pop(c);
        }
    }
    function->body_at = c->at;
    function->parameters = cudac_allocate(c, (size_t)(count + 1) * sizeof *function->parameters);
    memcpy(function->parameters, parameters, (size_t)count * sizeof *parameters);
    function->parameter_count = count;
    if (function->result->kind == TYPE_ARRAY) cudac_fail(c, line, "function returning array is not allowed");
    c->at = at;
    c->scope = before;
    c->function = before_function;
    return function;
}

Function *cudac_instantiate_function(Cudac *c, Declared *declared, const TemplateArguments *given, int line) {
    TemplateArguments arguments = {.count = 0};
    Scope *scope = declared->scope;
    if (given) arguments = *given;
    if (declared->is_template) {
        scope = cudac_scope_create(c, declared->scope);
        if (too_many(declared, arguments.count) || !bind_all(c, declared, &arguments, scope)) return NULL;
    } else arguments.count = 0;
    for (Instance *instance = declared->instances; instance; instance = instance->next)
        if (same_arguments(&instance->arguments, &arguments)) return instance->function;
    if (++c->function_count > FUNCTIONS_MAX) cudac_fail(c, line, "too many instances of templates");
    cudac_deeper(c, line);
    Instance *instance = cudac_allocate(c, sizeof *instance);
    Function *function = parse_head(c, declared, scope);
    *instance = (Instance){arguments, function, NULL, declared->instances};
    declared->instances = instance;
    function->number = c->function_count;
    c->depth--;
    return function;
}

/* ---- deduction ---- */

static void learn_number(TemplateArguments *found, bool *known, int64_t stand_in, int64_t actual) {
    if (!cudac_is_stand_in_number(stand_in)) return;
    int number = (int)(stand_in - INT64_MIN);
    known[number] = true;
    found->items[number] = (TemplateArgument){NULL, NULL, actual};
}

static bool unify(Cudac *c, TemplateArguments *found, bool *known, const Type *pattern, const Type *actual) {
    if (cudac_is_stand_in(pattern)) {
        int number = -1 - pattern->structure->field_capacity;
        if (pattern->is_const || pattern->is_volatile) { /* "const T": what is written there is no part of T */
            bool is_const = actual->is_const && !pattern->is_const, is_volatile = actual->is_volatile && !pattern->is_volatile;
            actual = cudac_type_qualified(c, cudac_type_plain(c, actual), is_const, is_volatile);
        }
        if (known[number] && number < found->count) return true; /* given: what stands there is converted */
        if (known[number]) return cudac_type_identical(found->items[number].type, actual);
        known[number] = true;
        found->items[number] = (TemplateArgument){actual, NULL, 0};
        return true;
    }
    if (pattern->kind == TYPE_REFERENCE) return unify(c, found, known, pattern->element, actual);
    if (pattern->kind == TYPE_POINTER && actual->kind == TYPE_ARRAY) return unify(c, found, known, pattern->element, actual->element);
    if (pattern->kind == TYPE_STRUCT && pattern->structure->made_from) {
        Declared *any = pattern->structure->made_from;
        if (any->is_special && actual->kind == TYPE_STRUCT && actual->structure->made_from) { /* B<T>: what B is, too */
            const TemplateArguments *a = pattern->structure->arguments, *b = actual->structure->arguments;
            known[any->number] = true;
            found->items[any->number] = (TemplateArgument){SCALAR(INT32), actual->structure->made_from, 0};
            for (int i = 0; i < a->count && i < b->count; i++)
                if (a->items[i].type && (!b->items[i].type || !unify(c, found, known, a->items[i].type, b->items[i].type))) return false;
            return true;
        }
        if (actual->kind != TYPE_STRUCT || actual->structure->made_from != pattern->structure->made_from) return true;
        const TemplateArguments *a = pattern->structure->arguments, *b = actual->structure->arguments;
        for (int i = 0; i < a->count && i < b->count; i++) {
            if (a->items[i].type) {
                if (!b->items[i].type || !unify(c, found, known, a->items[i].type, b->items[i].type)) return false;
            } else learn_number(found, known, a->items[i].number, b->items[i].number);
        }
        return true;
    }
    if ((pattern->kind == TYPE_POINTER || pattern->kind == TYPE_ARRAY) && pattern->kind == actual->kind) {
        if (pattern->kind == TYPE_ARRAY) learn_number(found, known, pattern->count, actual->count);
        return unify(c, found, known, pattern->element, actual->element);
    }
    if (pattern->kind == TYPE_FUNCTION && actual->kind == TYPE_FUNCTION && pattern->prototype->parameter_count == actual->prototype->parameter_count) {
        for (int i = 0; i < pattern->prototype->parameter_count; i++)
            if (!unify(c, found, known, pattern->prototype->parameters[i]->type, actual->prototype->parameters[i]->type)) return false;
        return unify(c, found, known, pattern->prototype->result, actual->prototype->result);
    }
    return true; /* nothing to find here: the conversion will tell */
}

bool cudac_template_deduce(Cudac *c, Declared *declared, const TemplateArguments *given,
                           Expression **arguments, int count, TemplateArguments *result) {
    TemplateArguments found = {.count = 0};
    bool known[TEMPLATE_PARAMETERS_MAX] = {false};
    result->count = 0;
    bool packs = has_pack(declared->parameters, declared->parameter_count);
    int named = declared->parameter_count - (packs ? 1 : 0), elements = 0;
    if (given && too_many(declared, given->count)) return false;
    if (packs && declared->pack_at >= 0) elements = count - declared->pack_at;
    else if (packs && given) elements = given->count - named;
    if (elements < 0) elements = 0;
    if (named + elements > TEMPLATE_PARAMETERS_MAX) return false;
    for (int i = 0; given && i < given->count; i++) {
        known[i] = true;
        found.items[i] = given->items[i];
    }
    found.count = given ? given->count : 0;
    bool complete = given && given->count == declared->parameter_count && !packs;
    if (!complete) {
        cudac_deeper(c, count ? arguments[0]->line : 0);
        Function *pattern = parse_head(c, declared, cudac_stand_ins(c, declared->scope, declared->parameters, declared->parameter_count, elements));
        for (int i = 0; i < count && i < pattern->parameter_count; i++) {
            const Type *type = arguments[i]->type;
            Variable *parameter = pattern->parameters[i];
            if (is_open_list(arguments[i])) continue;
            if (!parameter->is_reference && type->kind == TYPE_ARRAY) type = cudac_type_pointer(c, type->element);
            if (!parameter->is_reference || parameter->type->is_const) type = cudac_type_plain(c, type);
            if (!unify(c, &found, known, parameter->type, type)) return c->depth--, false;
        }
        c->depth--;
    }
    for (int i = 0; i < named + elements && known[i]; i++) result->items[result->count++] = found.items[i];
    return true;
}

/* ---- specializations: behind "template <>" ---- */

static void specialize_structure(Cudac *c) {
    TemplateArguments arguments;
    int line = cudac_take(c)->line;
    const char *name = cudac_take_name(c);
    Declared *primary = cudac_scope_find(c, name);
    if (!primary || primary->kind != DECLARED_STRUCT_TEMPLATE) cudac_fail(c, line, "\"%s\" is not a class template", name);
    cudac_expect(c, "<");
    cudac_parse_template_arguments(c, primary, &arguments);
    Scope *scope = cudac_scope_create(c, c->scope), *before = c->scope;
    if (!bind_all(c, primary, &arguments, cudac_scope_create(c, primary->scope))) cudac_fail(c, line, "too few arguments for class template \"%s\"", name);
    Structure *structure = NULL;
    for (Instance *instance = primary->instances; instance; instance = instance->next)
        if (same_arguments(&instance->arguments, &arguments)) structure = instance->structure;
    if (structure && structure->is_complete) cudac_fail(c, line, "this declaration of \"%s\" is made for arguments that were used before", name);
    if (!structure) {
        Instance *instance = cudac_allocate(c, sizeof *instance);
        structure = cudac_structure_create(c, name, false, scope);
        *instance = (Instance){arguments, NULL, structure, primary->instances};
        primary->instances = instance;
        structure->made_from = primary;
        structure->arguments = &instance->arguments;
    }
    Declared *self = cudac_allocate(c, sizeof *self);
    *self = (Declared){.kind = DECLARED_TYPE, .name = name, .type = &structure->type};
    scope = structure->scope->outer;
    scope->is_template = true;
    cudac_scope_set(c, scope, name, self);
    if (cudac_accept(c, ";")) return;
    c->scope = scope;
    cudac_parse_struct_body(c, structure);
    c->scope = before;
    cudac_expect(c, ";");
}

static bool specializes(Cudac *c, Declared *primary, const TemplateArguments *given, const Function *function, TemplateArguments *result) {
    bool known[TEMPLATE_PARAMETERS_MAX] = {false};
    *result = *given;
    if (given->count > primary->parameter_count) return false;
    for (int i = 0; i < given->count; i++) known[i] = true;
    Function *pattern = parse_head(c, primary, cudac_stand_ins(c, primary->scope, primary->parameters, primary->parameter_count, 0));
    if (pattern->parameter_count != function->parameter_count) return false;
    for (int i = 0; i < function->parameter_count; i++)
        if (!unify(c, result, known, pattern->parameters[i]->type, function->parameters[i]->type)) return false;
    for (result->count = 0; result->count < primary->parameter_count && known[result->count];) result->count++;
    return bind_all(c, primary, result, cudac_scope_create(c, primary->scope));
}

void cudac_parse_specialization(Cudac *c) {
    if (cudac_next_is(c, "struct") || cudac_next_is(c, "class")) {
        specialize_structure(c);
        return;
    }
    size_t start = c->at;
    Specifiers s = cudac_parse_specifiers(c);
    TemplateArguments given = {.count = 0}, arguments;
    const char *name;
    int line = cudac_peek(c)->line;
    cudac_parse_declarator(c, s.type, &name, false);
    Declared *primary = name ? cudac_scope_find(c, name) : NULL;
    while (primary && !(primary->kind == DECLARED_FUNCTION && primary->is_template)) primary = primary->overload;
    if (!primary) cudac_fail(c, line, "\"%s\" is not a function template", name ? name : "");
    if (cudac_accept(c, "<")) cudac_parse_template_arguments(c, primary, &given);
    if (!cudac_next_is(c, "(")) cudac_refuse(c, line, "a specialization of a variable");
    Declared *declared = cudac_declare_function(c, cudac_scope_create(c, c->scope), name, start, NULL, 0);
    Function *function = parse_head(c, declared, declared->scope);
    for (; primary; primary = primary->overload) {
        if (primary->kind != DECLARED_FUNCTION || !primary->is_template || !specializes(c, primary, &given, function, &arguments)) continue;
        Instance *instance = cudac_allocate(c, sizeof *instance);
        *instance = (Instance){arguments, function, NULL, primary->instances};
        primary->instances = instance;
        function->number = ++c->function_count;
        return;
    }
    cudac_fail(c, line, "no instance of function template \"%s\" matches the specified type", name);
}

/* The head for these arguments; NULL: they do not go into it (a type in it does not exist). */
Function *cudac_template_substitute(Cudac *c, Declared *d, const TemplateArguments *arguments, int line) {
    Cudac before = *c;
    if (setjmp(c->escape)) {
        memcpy(c->escape, before.escape, sizeof c->escape);
        if (strcmp(c->error->kind, "CompileException") != 0 || (c->module && ir_module_failed(c->module))) longjmp(c->escape, 1);
        error_clear(c->error);
        c->at = before.at;
        c->scope = before.scope;
        c->function = before.function;
        c->depth = before.depth;
        c->auto_parameters = before.auto_parameters;
        c->in_angles = before.in_angles;
        return NULL;
    }
    Function *function = cudac_instantiate_function(c, d, arguments, line);
    memcpy(c->escape, before.escape, sizeof c->escape);
    return function;
}

/* ---- what overloads ask ---- */

Function *cudac_template_pattern(Cudac *c, Declared *declared, int elements) {
    return parse_head(
        c, declared,
        cudac_stand_ins(c, declared->scope, declared->parameters, declared->parameter_count, elements));
}

bool cudac_template_forwards(Cudac *c, Declared *declared, int parameter) {
    if (!declared->is_template) return false;
    const Function *pattern = cudac_template_pattern(c, declared, parameter + 1);
    const Variable *variable = parameter < pattern->parameter_count ? pattern->parameters[parameter] : NULL;
    return variable && variable->is_forwarding && cudac_is_stand_in(variable->type) &&
           !variable->type->is_const && !variable->type->is_volatile;
}

/* Is it what the pattern says, to the letter? `found` are the pattern's parameters. */
static bool fits_pattern(const Type *pattern, const Type *actual, const Type **found) {
    if ((pattern->is_const && !actual->is_const) || (pattern->is_volatile && !actual->is_volatile))
        return false;
    if (cudac_is_stand_in(pattern)) {
        int number = -1 - pattern->structure->field_capacity;
        if (found[number]) return cudac_type_identical(found[number], actual);
        found[number] = actual;
        return true;
    }
    if (pattern->kind != actual->kind || pattern->is_const != actual->is_const ||
        pattern->is_volatile != actual->is_volatile)
        return false;
    if (pattern->kind == TYPE_STRUCT && pattern->structure->made_from &&
        pattern->structure->made_from == actual->structure->made_from) {
        const TemplateArguments *a = pattern->structure->arguments, *b = actual->structure->arguments;
        for (int i = 0; i < a->count && i < b->count; i++) {
            bool number = !a->items[i].type || !b->items[i].type;
            if (number && !cudac_is_stand_in_number(a->items[i].number) &&
                a->items[i].number != b->items[i].number)
                return false;
            if (!number && !fits_pattern(a->items[i].type, b->items[i].type, found)) return false;
        }
        return a->count == b->count;
    }
    if (pattern->kind == TYPE_ARRAY && !cudac_is_stand_in_number(pattern->count) &&
        pattern->count != actual->count)
        return false;
    if (pattern->kind == TYPE_POINTER || pattern->kind == TYPE_ARRAY || pattern->kind == TYPE_REFERENCE)
        return fits_pattern(pattern->element, actual->element, found);
    return cudac_type_same(pattern, actual);
}

/* Does what the left one is for go into the right one's pattern? References and qualifiers on top apart. */
static bool goes_into(Cudac *c, const Function *left, const Function *right, int count) {
    const Type *found[2 * TEMPLATE_PARAMETERS_MAX] = {NULL};
    for (int i = 0; i < count; i++) {
        if (i == 0 && left->is_method && right->is_method) continue;
        if (!fits_pattern(cudac_type_plain(c, right->parameters[i]->type),
                          cudac_type_plain(c, left->parameters[i]->type), found))
            return false;
    }
    return true;
}

/* Are the two one template, declared twice? */
bool cudac_template_same(Cudac *c, Declared *left, Declared *right, int count) {
    if (!left->is_template || !right->is_template) return left->is_template == right->is_template;
    Function *a = cudac_template_pattern(c, left, count), *b = cudac_template_pattern(c, right, count);
    return a->parameter_count == b->parameter_count && goes_into(c, a, b, a->parameter_count) &&
           goes_into(c, b, a, a->parameter_count);
}

/* The partial order of function templates. */
bool cudac_template_more_special(Cudac *c, Declared *left, Declared *right, int count) {
    Function *a = cudac_template_pattern(c, left, count), *b = cudac_template_pattern(c, right, count);
    if (a->parameter_count < count || b->parameter_count < count || !goes_into(c, a, b, count)) return false;
    if (!goes_into(c, b, a, count)) return true;
    bool more = false;
    for (int i = a->is_method && b->is_method; i < count;
         i++) { /* const T & is more special than T &, that more than T && */
        const Variable *x = a->parameters[i], *y = b->parameters[i];
        if (!x->is_reference || !y->is_reference) continue;
        if (x->is_forwarding != y->is_forwarding) {
            if (x->is_forwarding) return false;
            more = true;
        } else if (cudac_type_keeps(x->type, y->type) && !cudac_type_keeps(y->type, x->type))
            more = true;
        else if (!cudac_type_keeps(x->type, y->type))
            return false;
    }
    return more;
}

void cudac_enlist_function(Cudac *c, Function *function, int line) {
    if (function->name) return;
    if (!function->declared->has_body && !function->declared->is_special) cudac_fail(c, line, "function \"%s\" is declared but never defined", function->declared->name);
    function->name = cudac_ir_name(c, function->declared->name, function->number);
    function->used_at = line || !c->function ? line : c->function->used_at;
    *(c->last_function ? &c->last_function->next : &c->functions) = function;
    c->last_function = function;
}

void cudac_body_now(Cudac *c, Function *function, int line) {
    size_t at = c->at;
    Scope *scope = c->scope;
    Function *before = c->function;
    if (function->is_parsed) return;
    cudac_deeper(c, line);
    cudac_parse_body(c, function);
    c->depth--;
    c->at = at;
    c->scope = scope;
    c->function = before;
}
