/* Structs: members, methods, constructors, operators. Bodies of methods are only passed over; they are read when called. */
#include "arraylib/cudac/private.h"

#include <string.h>

const char *cudac_operator_name(Cudac *c) {
    Token *token = cudac_take(c);
    if (token_is(token, "(") && cudac_accept(c, ")")) return "operator()";
    if (token_is(token, "[") && cudac_accept(c, "]")) return "operator[]";
    if (token_is(token, ">") && cudac_next_is(c, ">") && !cudac_peek(c)->space_before) {
        c->at++;
        return "operator>>";
    }
    if (token_is(token, ">") && cudac_next_is(c, ">=") && !cudac_peek(c)->space_before) {
        c->at++;
        return "operator>>=";
    }
    return cudac_format(c, "operator%s", token->text);
}

/* From the parenthesis of a head: how many parameters, of which how many need be given. */
void cudac_count_parameters(Cudac *c, Declared *declared) {
    int depth = 0, angle = 0, count = 0, least = -1;
    bool any = false;
    declared->pack_at = -1;
    for (size_t i = c->at;; i++) {
        Token *token = &c->tokens.tokens[i];
        if (token->kind == TOKEN_END) cudac_fail(c, cudac_peek(c)->line, "expected a \")\"");
        if (token->kind == TOKEN_SIGN) {
            if (token_is(token, "(") || token_is(token, "[") || token_is(token, "{")) depth++;
            if (token_is(token, ")") || token_is(token, "]") || token_is(token, "}")) depth--;
            if (depth == 0) break;
            if (depth == 1 && token_is(token, "<")) angle++;
            if (depth == 1 && token_is(token, ">") && angle) angle--;
            if (depth == 1 && !angle && token_is(token, ",")) count++;
            if (depth == 1 && token_is(token, "=") && least < 0) least = count;
        }
        if (depth == 1 && token_is(token, "...") && i > c->at + 1 && !token_is(token - 1, ",")) { /* a pack: any number of arguments */
            declared->pack_at = count;
            if (least < 0) least = count;
        }
        if (i > c->at && !(token->kind == TOKEN_NAME && token_is(token, "void") && token_is(&c->tokens.tokens[i + 1], ")"))) any = true;
    }
    if (any) count++;
    declared->least = least < 0 ? count : least;
    declared->most = declared->pack_at >= 0 ? ARGUMENTS_MAX - 2 : count;
}

/* Between a function's parameters and its body. */
static bool accept_quality(Cudac *c, Declared *declared) {
    if (cudac_accept(c, "const")) return declared->is_const = true;
    if (cudac_accept(c, "volatile")) return declared->is_volatile = true;
    if (cudac_next_is(c, "&") || cudac_next_is(c, "&&")) {
        declared->object_kind = token_is(cudac_take(c), "&") ? '&' : 'r';
        return true;
    }
    if (cudac_accept(c, "override") || cudac_accept(c, "final")) return true;
    if (cudac_accept(c, "->")) return cudac_parse_type_name(c) != NULL;
    if (!cudac_accept(c, "noexcept")) return false;
    if (cudac_next_is(c, "(")) cudac_skip_braces(c, "(", ")");
    return true;
}

/* Behind the head of a function: what follows its parameters, and its body. */
static bool skip_function(Cudac *c, Declared *declared) {
    cudac_skip_braces(c, "(", ")");
    while (accept_quality(c, declared)) continue;
    if (cudac_accept(c, ":")) /* a constructor's list */
        while (!cudac_next_is(c, "{")) {
            cudac_take_name(c);
            if (cudac_next_is(c, "<")) cudac_skip_braces(c, "<", ">");
            cudac_skip_braces(c, cudac_next_is(c, "{") ? "{" : "(", cudac_next_is(c, "{") ? "}" : ")");
            if (!cudac_accept(c, ",")) break;
        }
    if (cudac_next_is(c, "{")) {
        cudac_skip_braces(c, "{", "}");
        return true;
    }
    if (cudac_accept(c, "=")) {
        declared->is_default = cudac_next_is(c, "default");
        declared->is_deleted = cudac_next_is(c, "delete");
        cudac_take(c); /* default, delete, 0 */
        cudac_expect(c, ";");
        return false;
    }
    cudac_expect(c, ";");
    return false;
}

Declared *cudac_declare_function(Cudac *c, Scope *scope, const char *name, size_t start, TemplateParameter *parameters, int parameter_count) {
    Declared *declared = cudac_allocate(c, sizeof *declared);
    Declared *old = cudac_scope_find_own(scope, name);
    if (old && scope->structure && old->owner != scope->structure && !old->is_used)
        old = NULL;                                      /* a base's is hidden */
    if (!old && scope == c->outermost && scope->outer) { /* beside what the prelude has under that name */
        old = cudac_scope_find_own(scope->outer, name);
        if (old && old->kind != DECLARED_FUNCTION) old = NULL;
    }
    *declared = (Declared){.kind = DECLARED_FUNCTION, .name = name, .at = start, .scope = scope, .parameters = parameters,
                           .parameter_count = parameter_count, .is_template = parameter_count > 0, .owner = scope->structure};
    cudac_count_parameters(c, declared);
    declared->has_body = skip_function(c, declared);
    if (old && old->kind != DECLARED_FUNCTION) cudac_fail(c, c->tokens.tokens[start].line, "\"%s\" has already been declared in the current scope", name);
    declared->overload = old;
    cudac_scope_set(c, scope, name, declared);
    return declared;
}

static void parse_method_template(Cudac *c, Structure *structure) {
    TemplateParameter *parameters;
    int count, line = cudac_peek(c)->line;
    const char *name, *plain = structure->made_from ? structure->made_from->name : structure->name;
    c->at++;
    cudac_parse_template_head(c, &parameters, &count);
    if (!count) cudac_refuse(c, line, "a specialization of a member");
    if (cudac_next_is(c, "struct") || cudac_next_is(c, "class") || cudac_next_is(c, "using")) cudac_refuse(c, line, "a template of a type as a member");
    size_t start = c->at;
    Scope *before = c->scope;
    c->scope = cudac_stand_ins(c, before, parameters, count, 1);
    while (cudac_next_is(c, "__device__") || cudac_next_is(c, "__host__") || cudac_next_is(c, "inline") || cudac_next_is(c, "__forceinline__") || cudac_next_is(c, "explicit")) c->at++;
    bool constructs = cudac_next_is(c, plain) && token_is(cudac_peek_ahead(c, 1), "(");
    Specifiers s = {.is_static = false};
    if (constructs) c->at++, name = "#constructor";
    else {
        c->at = start;
        s = cudac_parse_specifiers(c);
        cudac_parse_declarator(c, s.type, &name, false);
        if (!name && cudac_accept(c, "operator")) name = cudac_operator_name(c);
    }
    if (!name || !cudac_next_is(c, "(")) cudac_refuse(c, line, "a template of a variable");
    c->scope = before;
    Declared *method = cudac_declare_function(c, structure->scope, name, start, parameters, count);
    method->is_constructor = constructs;
    method->is_constexpr = s.is_constexpr;
    if (s.is_static) return;
    method->is_method = true;
    method->least++, method->most++;
    if (method->pack_at >= 0) method->pack_at++;
}

/* An initial value that is read again where it is needed. */
static void skip_initial(Cudac *c) {
    int depth = 0, line = cudac_peek(c)->line;
    while (depth || (!cudac_next_is(c, ",") && !cudac_next_is(c, ";"))) {
        Token *token = cudac_take(c);
        if (token->kind == TOKEN_END) cudac_fail(c, line, "expected a \";\"");
        if (token->kind != TOKEN_SIGN) continue;
        if (token_is(token, "(") || token_is(token, "{") || token_is(token, "[")) depth++;
        if (token_is(token, ")") || token_is(token, "}") || token_is(token, "]")) depth--;
    }
}

static void parse_data(Cudac *c, Structure *structure, const Specifiers *s, const Type *type, const char *name) {
    for (;;) {
        int line = cudac_peek(c)->line;
        if (!s->is_static && cudac_accept(c, ":")) {
            cudac_structure_add_bits(c, structure, name, type, (int)cudac_expression_integer_value(c, cudac_parse_conditional(c), line), line);
            if (cudac_next_is(c, "=") || cudac_next_is(c, "{")) cudac_refuse(c, line, "a bit field with a value of its own");
            if (!cudac_accept(c, ",")) break;
            type = cudac_parse_declarator(c, s->type, &name, false);
            continue;
        }
        if (!name) cudac_fail(c, line, "expected an identifier");
        if (s->is_static) {
            if (!type->is_const && !(type->kind == TYPE_ARRAY && type->element->is_const)) cudac_refuse(c, line, "a static member that is no constant");
            if (!cudac_next_is(c, "=") && !cudac_next_is(c, "{")) cudac_refuse(c, line, "a static member without a value in its class");
            cudac_parse_module_variable(c, s, type, name);
        } else {
            if (type->kind == TYPE_VOID) cudac_fail(c, line, "incomplete type \"void\" is not allowed");
            cudac_structure_add(c, structure, name, type, line);
            structure->fields[structure->field_count - 1].is_mutable = s->is_mutable;
            if (cudac_needs_construction(type)) structure->has_initials = true;
            if (cudac_accept(c, "=") || cudac_next_is(c, "{")) {
                structure->fields[structure->field_count - 1].initial_at = c->at;
                structure->has_initials = true;
                skip_initial(c);
            }
        }
        if (!cudac_accept(c, ",")) break;
        type = cudac_parse_declarator(c, s->type, &name, false);
    }
    cudac_expect(c, ";");
}

static void parse_member(Cudac *c, Structure *structure) {
    size_t start = c->at;
    const char *name;
    if (cudac_next_is(c, "template")) {
        parse_method_template(c, structure);
        return;
    }
    /* a constructor: qualifiers, the struct's name, a parenthesis */
    while (cudac_next_is(c, "__device__") || cudac_next_is(c, "__host__") || cudac_next_is(c, "inline") || cudac_next_is(c, "__forceinline__") || cudac_next_is(c, "explicit") ||
           cudac_next_is(c, "constexpr") || cudac_next_is(c, "__inline__") || cudac_next_is(c, "__noinline__"))
        c->at++;
    const char *plain = structure->made_from ? structure->made_from->name : structure->name;
    if (cudac_next_is(c, plain) && token_is(cudac_peek_ahead(c, 1), "(")) {
        c->at++;
        Declared *constructor = cudac_declare_function(c, structure->scope, "#constructor", start, NULL, 0);
        constructor->is_constructor = true;
        constructor->is_method = true;
        constructor->least++, constructor->most++;
        constructor->is_special = constructor->is_default;
        return;
    }
    if (cudac_accept(c, "~")) {
        int line = cudac_peek(c)->line;
        cudac_take_name(c);
        Declared ignored = {.name = "~"};
        if (skip_function(c, &ignored) && !token_is(&c->tokens.tokens[c->at - 2], "{"))
            cudac_refuse(c, line, "a destructor that does something");
        return;
    }
    if (cudac_next_is(c, "operator")) { /* operator T() */
        c->at++;
        cudac_parse_type_name(c);
        Declared *conversion = cudac_declare_function(c, structure->scope, "#conversion", start, NULL, 0);
        conversion->is_method = true;
        conversion->least = conversion->most = 1;
        return;
    }
    c->at = start;
    Specifiers s = cudac_parse_specifiers(c);
    if (s.is_virtual) cudac_refuse(c, cudac_peek(c)->line, "a virtual function");
    if (cudac_next_is(c, ";") && s.type->kind == TYPE_STRUCT && !strcmp(s.type->structure->name, "<unnamed>")) { /* its members are this struct's */
        cudac_structure_add(c, structure, cudac_format(c, "unnamed_%d", structure->field_count), s.type, cudac_peek(c)->line);
        structure->fields[structure->field_count - 1].is_base = true;
    }
    if (cudac_accept(c, ";")) return;
    const Type *type = cudac_parse_declarator(c, s.type, &name, false);
    if (!name && cudac_accept(c, "operator")) name = cudac_operator_name(c);
    if (s.is_typedef) {
        if (!name) cudac_fail(c, cudac_peek(c)->line, "expected an identifier");
        cudac_declare(c, DECLARED_TYPE, name)->type = type;
        cudac_expect(c, ";");
    } else if (name && cudac_next_is(c, "(")) {
        Scope *scope = structure->scope;
        if (s.is_friend) /* known around the struct, read within it */
            while (scope->structure || scope->is_template) scope = scope->outer;
        Declared *method = cudac_declare_function(c, scope, name, start, NULL, 0);
        method->is_constexpr = s.is_constexpr;
        if (s.is_friend) method->scope = structure->scope;
        if (s.is_static || s.is_friend) return;
        method->is_method = true;
        method->least++, method->most++;
    } else parse_data(c, structure, &s, type, name);
}

/* "using Base::f": they stand beside this struct's own. */
static void use_inherited(Cudac *c, Structure *structure, const char *name) {
    Declared *own = NULL, **end = &own;
    for (Declared *d = cudac_scope_find_own(structure->scope, name); d; d = d->overload) {
        if (d->kind != DECLARED_FUNCTION) return;
        *end = cudac_allocate(c, sizeof **end);
        **end = *d;
        if (d->owner != structure) (*end)->is_used = true;
        end = &(*end)->overload;
    }
    if (own) cudac_scope_set(c, structure->scope, name, own);
}

/* From behind the brace to behind the closing one. */
static void parse_struct_members(Cudac *c, Structure *structure) {
    Scope *before = c->scope;
    int line = cudac_peek(c)->line;
    c->scope = structure->scope;
    cudac_deeper(c, line);
    while (!cudac_accept(c, "}")) {
        if (cudac_accept(c, ";")) continue;
        if ((cudac_next_is(c, "public") || cudac_next_is(c, "private") || cudac_next_is(c, "protected")) && token_is(cudac_peek_ahead(c, 1), ":")) c->at += 2;
        else if (cudac_accept(c, "using")) {
            const char *name = cudac_take_name(c);
            if (cudac_next_is(c, "::") || cudac_next_is(c, "<")) { /* a base's name, which is known anyway */
                while (!cudac_next_is(c, ";") && cudac_peek(c)->kind != TOKEN_END) c->at++;
                use_inherited(c, structure, c->tokens.tokens[c->at - 1].text);
                cudac_accept(c, ";");
                continue;
            }
            cudac_expect(c, "=");
            const Type *type = cudac_parse_type_name(c);
            cudac_declare(c, DECLARED_TYPE, name)->type = type;
            cudac_expect(c, ";");
        } else parse_member(c, structure);
    }
    c->depth--;
    cudac_structure_finish(c, structure, line);
    c->scope = before;
}

/* What this struct inherits: a part in front of its own members, and the names of methods. */
static void parse_bases(Cudac *c, Structure *structure) {
    int count = 0;
    do {
        int line = cudac_peek(c)->line;
        while (cudac_accept(c, "public") || cudac_accept(c, "private") || cudac_accept(c, "protected")) continue;
        if (cudac_next_is(c, "virtual")) cudac_refuse(c, line, "virtual inheritance");
        const Type *type = cudac_type_plain(c, cudac_parse_specifiers(c).type);
        if (type->kind != TYPE_STRUCT) cudac_fail(c, line, "not a class or struct name");
        cudac_structure_add(c, structure, cudac_format(c, "base_%d", count++), type, line);
        structure->fields[structure->field_count - 1].is_base = true;
        if (!type->structure->field_count && structure->field_count == 1) structure->size = 0; /* an empty one takes no room */
        if (type->structure->has_initials) structure->has_initials = true;
        for (const Declared *d = cudac_structure_find(type, "#constructor"); d; d = d->overload) structure->has_initials = true;
        HashEntry *entry;
        for (size_t at = 0; hash_next(&type->structure->scope->names, &at, &entry);) {
            Declared *inherited = entry->value;
            if (*inherited->name != '#') cudac_scope_set(c, structure->scope, inherited->name, inherited);
        }
    } while (cudac_accept(c, ","));
}

/* From the colon of its bases, or its brace. */
void cudac_parse_struct_body(Cudac *c, Structure *structure) {
    if (cudac_accept(c, ":")) parse_bases(c, structure);
    cudac_expect(c, "{");
    parse_struct_members(c, structure);
}

Structure *cudac_structure_create(Cudac *c, const char *name, bool is_union, Scope *outer) {
    Structure *structure = cudac_allocate(c, sizeof *structure);
    structure->name = name;
    structure->is_union = is_union;
    structure->type = (Type){.kind = TYPE_STRUCT, .structure = structure};
    structure->scope = cudac_scope_create(c, outer);
    structure->scope->structure = structure;
    return structure;
}

/* Behind the word struct. */
const Type *cudac_parse_struct(Cudac *c, bool is_union) {
    const char *name = NULL;
    int alignment = 0, line = cudac_peek(c)->line;
    while (cudac_next_is(c, "__align__") || cudac_next_is(c, "alignas") || cudac_next_is(c, "__attribute__")) {
        if (cudac_accept(c, "__attribute__")) {
            cudac_skip_braces(c, "(", ")");
            continue;
        }
        c->at++;
        alignment = cudac_parse_alignment(c, line);
    }
    if (cudac_peek(c)->kind == TOKEN_NAME) name = cudac_take_name(c);
    Declared *old = name ? cudac_scope_find(c, name) : NULL;
    cudac_accept(c, "final");
    if (!cudac_next_is(c, "{") && !cudac_next_is(c, ":")) {
        if (old && old->kind == DECLARED_TYPE) return old->type;
        if (!name) cudac_fail(c, line, "expected an identifier");
        Declared *declared = cudac_declare(c, DECLARED_TYPE, name);
        Structure *structure = cudac_structure_create(c, name, is_union, c->scope);
        return declared->type = &structure->type;
    }
    Structure *structure = NULL;
    if (old && old->kind == DECLARED_TYPE && old->type->kind == TYPE_STRUCT && old == cudac_scope_find_own(c->scope, name)) {
        structure = old->type->structure;
        if (structure->is_complete && structure->field_count && !old->is_special)
            cudac_fail(c, line, "class \"%s\" has already been defined", name);
        if (structure->is_complete || old->is_special) structure = NULL;
    }
    if (!structure) {
        structure = cudac_structure_create(c, name ? name : "<unnamed>", is_union, c->scope);
        if (name) cudac_declare(c, DECLARED_TYPE, name)->type = &structure->type;
    }
    structure->is_union = is_union;
    structure->wanted_alignment = alignment;
    cudac_parse_struct_body(c, structure);
    return &structure->type;
}
