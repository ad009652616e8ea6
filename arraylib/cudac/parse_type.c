/* Types as they are written: specifiers and declarators. */
#include "arraylib/cudac/private.h"

#include <string.h>

static bool is_word(const Token *token, const char *const *words, size_t count) {
    for (size_t i = 0; token->kind == TOKEN_NAME && i < count; i++)
        if (!strcmp(words[i], token->text)) return true;
    return false;
}
#define IS_WORD(token, words) is_word(token, words, sizeof(words) / sizeof *(words))

static const char *const base_words[] = {"void", "bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "auto",
                                         "__half", "struct", "union", "enum", "class", "complex", "__int64", "_Bool", "wchar_t", "decltype"};
static const char *const other_words[] = {
    "const", "volatile", "static", "extern", "inline", "__inline__", "__forceinline__", "__noinline__", "__device__", "__global__", "__host__",
    "__shared__", "__constant__", "__managed__", "__restrict__", "__restrict", "restrict", "constexpr", "typedef", "register", "typename",
    "__launch_bounds__", "__align__", "alignas", "__attribute__", "friend", "explicit", "mutable", "__grid_constant__", "__inline", "virtual"};

static bool names_type(Cudac *c, const Token *token) {
    if (token->kind != TOKEN_NAME) return false;
    Declared *found = cudac_scope_find(c, token->text);
    return found && (found->kind == DECLARED_TYPE || found->kind == DECLARED_STRUCT_TEMPLATE || found->kind == DECLARED_NAME_TEMPLATE);
}

/* "std::" and the like before a name: everything lies in one space. */
static void skip_spaces(Cudac *c) {
    for (;;) {
        if (cudac_next_is(c, "::") && cudac_peek_ahead(c, 1)->kind == TOKEN_NAME) c->at++;
        else if (cudac_peek(c)->kind == TOKEN_NAME && token_is(cudac_peek_ahead(c, 1), "::") && !names_type(c, cudac_peek(c))) c->at += 2;
        else return;
    }
}

bool cudac_starts_type(Cudac *c) {
    size_t at = c->at;
    skip_spaces(c);
    Token *token = cudac_peek(c);
    bool result = IS_WORD(token, base_words) || IS_WORD(token, other_words) || names_type(c, token);
    if (result && token_is(token, "complex")) result = token_is(cudac_peek_ahead(c, 1), "<");
    if (result && names_type(c, token) && token_is(cudac_peek_ahead(c, 1), "::")) { /* Type::name: a type or not */
        Declared *found = cudac_scope_find(c, token->text);
        Declared *member = found->kind == DECLARED_TYPE ? cudac_structure_find(found->type, cudac_peek_ahead(c, 2)->text) : NULL;
        result = member && member->kind == DECLARED_TYPE;
    }
    c->at = at;
    return result;
}

int cudac_parse_alignment(Cudac *c, int line) {
    cudac_expect(c, "(");
    int64_t value = cudac_starts_type(c) ? cudac_type_alignment(c, cudac_parse_type_name(c), line) : cudac_expression_integer_value(c, cudac_parse_conditional(c), line);
    if (value < 1 || value > 256 || (value & (value - 1))) cudac_fail(c, line, "invalid alignment");
    cudac_expect(c, ")");
    return (int)value;
}

static void parse_qualifier(Cudac *c, Specifiers *s, bool *is_const, bool *is_volatile) {
    Token *token = cudac_take(c);
    const char *word = token->text;
    if (!strcmp(word, "const")) *is_const = true;
    else if (!strcmp(word, "volatile")) *is_volatile = true;
    else if (!strcmp(word, "typedef")) s->is_typedef = true;
    else if (!strcmp(word, "extern")) {
        s->is_extern = true;
        s->has_c_name = cudac_peek(c)->kind == TOKEN_STRING;
        if (s->has_c_name) c->at++;
    } else if (!strcmp(word, "static")) s->is_static = true;
    else if (!strcmp(word, "constexpr")) s->is_constexpr = *is_const = true;
    else if (!strcmp(word, "__shared__")) s->is_shared = true;
    else if (!strcmp(word, "__constant__")) s->is_constant = true;
    else if (!strcmp(word, "__device__")) s->is_device = true;
    else if (!strcmp(word, "__global__")) s->is_global = true;
    else if (!strcmp(word, "__host__")) s->is_host = true;
    else if (!strcmp(word, "friend")) s->is_friend = true;
    else if (!strcmp(word, "virtual")) s->is_virtual = true;
    else if (!strcmp(word, "mutable"))
        s->is_mutable = true;
    else if (!strcmp(word, "__managed__")) s->is_device = true;
    else if (!strcmp(word, "__align__") || !strcmp(word, "alignas")) s->alignment = cudac_parse_alignment(c, token->line);
    else if ((!strcmp(word, "__launch_bounds__") || !strcmp(word, "__attribute__")) && cudac_next_is(c, "(")) cudac_skip_braces(c, "(", ")");
}

typedef struct Words { int longs; bool is_short, is_signed, is_unsigned, has_int; const Type *base; } Words;

static const Type *number_type(Cudac *c, const Words *w, int line) {
    if (w->base) {
        bool sized = w->longs || w->is_short || w->is_signed || w->is_unsigned;
        if (sized && type_is(w->base, DTYPE_INT8)) return w->is_unsigned ? SCALAR(UINT8) : SCALAR(INT8);
        if (sized && !(w->longs == 1 && type_is(w->base, DTYPE_FLOAT64))) cudac_fail(c, line, "invalid combination of type specifiers");
        return w->base;
    }
    if (w->is_short) return w->is_unsigned ? SCALAR(UINT16) : SCALAR(INT16);
    if (w->longs) return w->is_unsigned ? SCALAR(UINT64) : SCALAR(INT64);
    return w->is_unsigned ? SCALAR(UINT32) : SCALAR(INT32);
}

static const Type *parse_complex(Cudac *c, int line) {
    cudac_expect(c, "<");
    const Type *part = cudac_parse_type_name(c);
    cudac_expect(c, ">");
    if (type_is(part, DTYPE_FLOAT32)) return SCALAR(COMPLEX64);
    if (type_is(part, DTYPE_FLOAT64)) return SCALAR(COMPLEX128);
    if (cudac_is_stand_in(part)) return part; /* a template's own parameter, while it is matched */
    cudac_fail(c, line, "complex<%s> is not defined", cudac_type_name(c, part));
}

static const Type *parse_named_type(Cudac *c) {
    Token *token = cudac_take(c);
    Declared *found = cudac_scope_find(c, token->text);
    const Type *type = NULL;
    if (found->kind == DECLARED_NAME_TEMPLATE) {
        TemplateArguments arguments = {.count = 0};
        cudac_expect(c, "<");
        cudac_parse_template_arguments(c, found, &arguments);
        type = cudac_instantiate_name(c, found, &arguments, token->line);
    } else if (found->kind == DECLARED_STRUCT_TEMPLATE) {
        TemplateArguments arguments = {.count = 0};
        if (cudac_accept(c, "<")) cudac_parse_template_arguments(c, found, &arguments);
        else if (c->scope && found->owner) return &found->owner->type;
        type = &cudac_instantiate_structure(c, found, &arguments, token->line)->type;
    } else if (found->type->kind == TYPE_STRUCT && found->type->structure->made_from && cudac_next_is(c, "<")) { /* the template, within itself */
        TemplateArguments arguments = {.count = 0};
        c->at++;
        cudac_parse_template_arguments(c, found->type->structure->made_from, &arguments);
        type = &cudac_instantiate_structure(c, found->type->structure->made_from, &arguments, token->line)->type;
    } else type = found->type;
    while (cudac_next_is(c, "::")) {
        Declared *member = cudac_structure_find(type, cudac_peek_ahead(c, 1)->text);
        if (!member && type->kind == TYPE_STRUCT && type->structure->made_from && !type->structure->is_complete && !type->structure->fields && type->structure->is_open) {
            c->at += 2; /* of a template while it is matched: whatever it will be */
            continue;
        }
        if (!member || member->kind != DECLARED_TYPE) break;
        c->at += 2;
        type = member->type;
    }
    return type;
}

Specifiers cudac_parse_specifiers(Cudac *c) {
    Specifiers s = {.type = NULL};
    Words w = {.longs = 0};
    bool is_const = false, is_volatile = false, any = false;
    int line = cudac_peek(c)->line;
    for (;;) {
        if (!any && !w.base) skip_spaces(c);
        Token *token = cudac_peek(c);
        if (cudac_next_is(c, "[") && token_is(cudac_peek_ahead(c, 1), "[")) cudac_skip_braces(c, "[", "]");
        else if (token_is(token, "extern") && cudac_peek_ahead(c, 1)->kind == TOKEN_STRING && (any || w.base)) /* a ";" is missing before it */
            cudac_fail(c, token->line, "linkage specification is not allowed");
        else if (IS_WORD(token, other_words)) parse_qualifier(c, &s, &is_const, &is_volatile);
        else if (token->kind != TOKEN_NAME || w.base) {
            if (token->kind == TOKEN_NAME && w.base && (token_is(token, "int") || token_is(token, "signed") || token_is(token, "unsigned") || token_is(token, "long"))) {
                if (token_is(token, "unsigned")) w.is_unsigned = true;
                if (token_is(token, "signed")) w.is_signed = true;
                if (token_is(token, "long")) w.longs++;
                c->at++;
                continue;
            }
            break;
        } else if (cudac_accept(c, "unsigned")) any = w.is_unsigned = true;
        else if (cudac_accept(c, "signed")) any = w.is_signed = true;
        else if (cudac_accept(c, "short")) any = w.is_short = true;
        else if (cudac_accept(c, "long")) any = true, w.longs++;
        else if (cudac_accept(c, "int")) any = w.has_int = true;
        else if (cudac_accept(c, "__int64")) any = true, w.longs = 2;
        else if (token_is(token, "float") && !any) c->at++, w.base = SCALAR(FLOAT32);
        else if (token_is(token, "double") && (!any || w.longs)) c->at++, w.base = SCALAR(FLOAT64);
        else if (token_is(token, "char")) c->at++, w.base = SCALAR(INT8);
        else if (any) break;
        else if (cudac_accept(c, "void")) w.base = &cudac_type_void;
        else if (cudac_accept(c, "bool") || cudac_accept(c, "_Bool")) w.base = SCALAR(BOOL);
        else if (cudac_accept(c, "__half")) w.base = SCALAR(FLOAT16);
        else if (cudac_accept(c, "auto")) {
            Declared *parameter = c->auto_parameters ? cudac_scope_find(c, cudac_format(c, "#auto%d", c->auto_parameters++)) : NULL;
            s.is_auto = !parameter;
            w.base = parameter ? parameter->type : &cudac_type_void;
        } else if (token_is(token, "decltype")) {
            c->at++;
            cudac_expect(c, "(");
            w.base = cudac_type_plain(c, cudac_parse_expression(c)->type);
            cudac_expect(c, ")");
        } else if (token_is(token, "complex") && token_is(cudac_peek_ahead(c, 1), "<")) {
            c->at++;
            w.base = parse_complex(c, line);
        } else if (cudac_accept(c, "struct") || cudac_accept(c, "class")) w.base = cudac_parse_struct(c, false);
        else if (cudac_accept(c, "union")) w.base = cudac_parse_struct(c, true);
        else if (cudac_accept(c, "enum")) w.base = cudac_parse_enumeration(c);
        else if (names_type(c, token)) w.base = parse_named_type(c);
        else break;
    }
    if (!w.base && !any && !s.type) {
        Token *token = cudac_peek(c);
        if (token->kind == TOKEN_NAME) cudac_refuse_known(c, token->text, token->line);
        Token *after = cudac_peek_ahead(c, 1);
        bool names_variable = after->kind == TOKEN_NAME && !IS_WORD(after, other_words) && !IS_WORD(after, base_words);
        if (token->kind == TOKEN_NAME && !c->function && !c->scope->structure && !names_variable && !token_is(after, "*") && !token_is(after, "<"))
            cudac_fail(c, token->line, "this declaration has no storage class or type specifier");
        if (token->kind == TOKEN_NAME && !s.is_constexpr) cudac_fail(c, token->line, "identifier \"%s\" is undefined", token->text);
        cudac_fail(c, token->line, c->function || c->scope->structure ? "expected a type specifier" : "expected a declaration");
    }
    s.type = cudac_type_qualified(c, number_type(c, &w, line), is_const, is_volatile);
    return s;
}

static const Type *parse_arrays(Cudac *c, const Type *type, bool is_parameter) {
    int64_t counts[16];
    int count = 0, line = cudac_peek(c)->line;
    while (cudac_accept(c, "[")) {
        if (count == 16) cudac_fail(c, line, "too many dimensions");
        counts[count] = -1;
        if (!cudac_next_is(c, "]")) {
            Expression *size = cudac_parse_conditional(c);
            if (size->kind != EXPRESSION_CONSTANT) cudac_fail(c, line, "expression must have a constant value");
            counts[count] = cudac_expression_integer_value(c, cudac_expression_cast(c, size, SCALAR(INT64), line), line);
            if (counts[count] < 0 && !cudac_is_stand_in_number(counts[count]))
                cudac_fail(c, line, "the size of an array must be greater than zero");
        }
        cudac_expect(c, "]");
        count++;
    }
    for (int i = count - 1; i >= 0; i--) {
        if (i > 0 && counts[i] < 0) cudac_fail(c, line, "an array may not have elements of this type");
        type = is_parameter && i == 0 ? cudac_type_pointer(c, type) : cudac_type_array(c, type, counts[i]);
    }
    return type;
}

static const Type *parse_pointers(Cudac *c, const Type *type) {
    for (;;) {
        if (cudac_accept(c, "*")) {
            type = cudac_type_pointer(c, type);
            for (;;) {
                if (cudac_accept(c, "const")) type = cudac_type_qualified(c, type, true, false);
                else if (cudac_accept(c, "volatile")) type = cudac_type_qualified(c, type, false, true);
                else if (!cudac_accept(c, "__restrict__") && !cudac_accept(c, "__restrict") && !cudac_accept(c, "restrict")) break;
            }
        } else if (cudac_accept(c, "&")) {
            type = cudac_type_reference(c, type);
            if (!cudac_accept(c, "__restrict__")) cudac_accept(c, "__restrict");
        }
        else if (cudac_accept(c, "&&")) {
            type = cudac_type_reference(c, type);
            if (!type->is_forwarding) {
                Type *copy = cudac_allocate(c, sizeof *copy);
                *copy = *type;
                copy->is_forwarding = true;
                type = copy;
            }
        }
        else if (cudac_next_is(c, "const") && type->kind == TYPE_SCALAR) c->at++, type = cudac_type_qualified(c, type, true, false);
        else return type;
    }
}

/* Behind "T (*name)" : the parameters of what is pointed to. */
static const Type *parse_function_type(Cudac *c, const Type *result) {
    Function *prototype = cudac_allocate(c, sizeof *prototype);
    Variable *parameters[ARGUMENTS_MAX];
    int count = 0, line = cudac_peek(c)->line;
    cudac_expect(c, "(");
    if (cudac_next_is(c, "void") && token_is(cudac_peek_ahead(c, 1), ")")) c->at++;
    cudac_deeper(c, line);
    while (!cudac_accept(c, ")")) {
        const char *name;
        if (count == ARGUMENTS_MAX) cudac_refuse(c, line, "a function with more than %d parameters", ARGUMENTS_MAX);
        if (cudac_next_is(c, "...")) cudac_refuse(c, line, "a variadic function");
        Specifiers s = cudac_parse_specifiers(c);
        const Type *type = cudac_parse_declarator(c, s.type, &name, true);
        Variable *variable = parameters[count++] = cudac_allocate(c, sizeof *variable);
        *variable = (Variable){.kind = VARIABLE_PARAMETER, .name = "", .type = type, .line = line};
        if (type->kind == TYPE_REFERENCE) {
            variable->is_reference = true;
            variable->type = type->element;
        }
        if (!cudac_next_is(c, ")")) cudac_expect(c, ",");
    }
    c->depth--;
    *prototype = (Function){.result = result, .parameter_count = count, .is_prototype = true, .name = ""};
    prototype->parameters = cudac_allocate(c, (size_t)(count + 1) * sizeof *parameters);
    memcpy(prototype->parameters, parameters, (size_t)count * sizeof *parameters);
    return cudac_type_function(c, prototype);
}

const Type *cudac_parse_declarator(Cudac *c, const Type *base, const char **name, bool is_parameter) {
    const Type *type = parse_pointers(c, base);
    *name = NULL;
    if (cudac_next_is(c, "(") && (token_is(cudac_peek_ahead(c, 1), "*") || token_is(cudac_peek_ahead(c, 1), "&"))) { /* T (*name)[n] */
        c->at++;
        bool reference = token_is(cudac_take(c), "&");
        int line = cudac_peek(c)->line;
        bool is_const = cudac_accept(c, "const");
        cudac_accept(c, "__restrict__");
        if (cudac_peek(c)->kind == TOKEN_NAME) *name = cudac_take_name(c);
        size_t counts = c->at;
        while (cudac_next_is(c, "[")) cudac_skip_braces(c, "[", "]");
        bool is_table = c->at > counts;
        if (!cudac_accept(c, ")") || (!cudac_next_is(c, "[") && !cudac_next_is(c, "("))) cudac_refuse(c, line, "a declarator of this kind");
        if (cudac_next_is(c, "(")) {
            type = parse_function_type(c, type);
            type = reference ? cudac_type_pointer(c, type) : cudac_type_qualified(c, cudac_type_pointer(c, type), is_const, false);
            if (!is_table) return type;
            size_t behind = c->at;
            c->at = counts;
            type = parse_arrays(c, type, is_parameter);
            c->at = behind;
            return type;
        }
        if (is_table) cudac_refuse(c, line, "a declarator of this kind");
        type = parse_arrays(c, type, false);
        return reference ? cudac_type_reference(c, type) : cudac_type_pointer(c, type);
    }
    if (cudac_next_is(c, "operator")) return type;
    if (is_parameter) cudac_accept(c, "..."); /* the elements of a pack */
    if (!is_parameter && cudac_next_is(c, "(") && cudac_peek_ahead(c, 1)->kind == TOKEN_NAME && token_is(cudac_peek_ahead(c, 2), ")") && token_is(cudac_peek_ahead(c, 3), "[")) {
        c->at++; /* T (name)[n] */
        *name = cudac_take_name(c);
        c->at++;
        return parse_arrays(c, type, is_parameter);
    }
    skip_spaces(c);
    if (cudac_peek(c)->kind == TOKEN_NAME) *name = cudac_take_name(c);
    if (cudac_next_is(c, "[") && token_is(cudac_peek_ahead(c, 1), "[")) cudac_skip_braces(c, "[", "]");
    return parse_arrays(c, type, is_parameter);
}

const Type *cudac_parse_type_name(Cudac *c) {
    const char *name;
    cudac_deeper(c, cudac_peek(c)->line);
    Specifiers s = cudac_parse_specifiers(c);
    int line = cudac_peek(c)->line;
    const Type *type = cudac_parse_declarator(c, s.type, &name, false);
    if (name) cudac_fail(c, line, "expected a \")\"");
    c->depth--;
    return type;
}

/* ---- enumerations ---- */

const Type *cudac_parse_enumeration(Cudac *c) {
    const Type *type = SCALAR(INT32);
    int64_t value = 0;
    if (!cudac_accept(c, "class")) cudac_accept(c, "struct");
    if (cudac_peek(c)->kind == TOKEN_NAME) {
        const char *name = cudac_take_name(c);
        Declared *old = cudac_scope_find(c, name);
        if (!cudac_next_is(c, "{") && !cudac_next_is(c, ":") && old && old->kind == DECLARED_TYPE) return old->type;
        cudac_declare(c, DECLARED_TYPE, name)->type = type;
    }
    if (cudac_accept(c, ":")) cudac_parse_type_name(c);
    cudac_expect(c, "{");
    while (!cudac_next_is(c, "}")) {
        int line = cudac_peek(c)->line;
        const char *name = cudac_take_name(c);
        if (cudac_accept(c, "=")) value = cudac_expression_integer_value(c, cudac_parse_conditional(c), line);
        cudac_declare(c, DECLARED_NUMBER, name)->number = value;
        value = (int64_t)((uint64_t)value + 1);
        if (!cudac_accept(c, ",")) break;
    }
    cudac_expect(c, "}");
    return type;
}
