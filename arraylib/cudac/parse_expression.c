/* Expressions. */
#include "arraylib/cudac/private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- literals ---- */

static Expression *integer_literal(Cudac *c, const Token *token) {
    char *end;
    const char *text = token->text;
    int base = 0;
    char digits[80];
    size_t length = 0;
    if (text[0] == '0' && (text[1] == 'b' || text[1] == 'B')) {
        base = 2;
        text += 2;
    }
    errno = 0;
    for (; *text && length < sizeof digits - 1; text++) digits[length++] = *text;
    digits[length] = '\0';
    uint64_t value = strtoull(digits, &end, base);
    bool decimal = base == 0 && digits[0] != '0', is_unsigned = false, is_long = false;
    if (errno) cudac_fail(c, token->line, "integer constant is too large");
    for (; *end; end++) {
        if (*end == 'u' || *end == 'U') is_unsigned = true;
        else if (*end == 'l' || *end == 'L') is_long = true;
        else if (base == 0 && digits[0] == '0' && (*end == '8' || *end == '9')) cudac_fail(c, token->line, "invalid octal digit");
        else cudac_fail(c, token->line, "user-defined literal operator not found");
    }
    const Type *type;
    if (is_long) type = is_unsigned || value > INT64_MAX ? SCALAR(UINT64) : SCALAR(INT64);
    else if (is_unsigned) type = value <= UINT32_MAX ? SCALAR(UINT32) : SCALAR(UINT64);
    else if (value <= INT32_MAX) type = SCALAR(INT32);
    else if (!decimal && value <= UINT32_MAX) type = SCALAR(UINT32);
    else type = value <= INT64_MAX ? SCALAR(INT64) : SCALAR(UINT64);
    return cudac_expression_integer(c, type, (int64_t)value, token->line);
}

static Expression *number_literal(Cudac *c, const Token *token) {
    const char *text = token->text;
    bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (is_hex ? !strpbrk(text, "pP.") : !strpbrk(text, ".eE")) {
        size_t length = strlen(text);
        if (is_hex || (text[length - 1] != 'f' && text[length - 1] != 'F')) return integer_literal(c, token);
    }
    char *end;
    double value = strtod(text, &end);
    Expression *e = cudac_expression_create(c, EXPRESSION_CONSTANT, SCALAR(FLOAT64), token->line);
    if (*end == 'f' || *end == 'F') {
        e->type = SCALAR(FLOAT32);
        e->constant.f32 = strtof(text, NULL);
        end++;
    } else {
        e->constant.f64 = value;
        if (*end == 'l' || *end == 'L') end++;
    }
    if (*end) cudac_fail(c, token->line, "user-defined literal operator not found");
    return e;
}

/* ---- names ---- */

/* A field of the struct whose method is read. */
Expression *cudac_own_member(Cudac *c, const Scope *scope, const char *name, int line) {
    if (!scope->structure || !c->function || !c->function->is_method || !cudac_has_member(scope->structure, name)) return NULL;
    if (c->function->owner != scope->structure) return NULL;
    return cudac_expression_member(c, cudac_expression_variable(c, c->function->parameters[0], line), name, line);
}

/* In a lambda "this" is what the function around has: it is captured. */
bool cudac_has_self(const Cudac *c) {
    if (!c->function || !c->function->is_method) return false;
    return !c->function->declared->is_lambda || cudac_structure_field(c->function->owner, "__this");
}

Expression *cudac_expression_self(Cudac *c, int line) {
    if (!cudac_has_self(c))
        cudac_fail(c, line, "\"this\" may only be used inside a nonstatic member function");
    Expression *object = cudac_expression_variable(c, c->function->parameters[0], line);
    return c->function->declared->is_lambda ? cudac_expression_member(c, object, "__this", line) : object;
}

static int place_of(const char *name) {
    static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    for (int i = 0; i < 4; i++)
        if (!strcmp(names[i], name)) return i;
    return -1;
}

static Expression *parse_place(Cudac *c, int place, int line) {
    Declared *type = cudac_scope_find(c, place < 2 ? "uint3" : "dim3");
    if (cudac_accept(c, ".")) {
        const char *axis = cudac_take_name(c);
        if (axis[1] || axis[0] < 'x' || axis[0] > 'z') cudac_fail(c, line, "class \"%s\" has no member \"%s\"", place < 2 ? "uint3" : "dim3", axis);
        return cudac_builtin_place(c, place, axis[0] - 'x', line);
    }
    Expression *all[3];
    for (int i = 0; i < 3; i++) all[i] = cudac_builtin_place(c, place, i, line);
    Expression *list = cudac_expression_create(c, EXPRESSION_LIST, &cudac_type_void, line);
    list->arguments = cudac_allocate(c, sizeof all);
    memcpy(list->arguments, all, sizeof all);
    list->argument_count = 3;
    return cudac_expression_construct(c, type->type, &list, 1, line);
}

void cudac_parse_call_arguments(Cudac *c, Expression ***arguments, int *count) {
    Expression **all = cudac_allocate(c, (ARGUMENTS_MAX + 1) * sizeof *all);
    *count = 0;
    cudac_expect(c, "(");
    while (!cudac_accept(c, ")")) {
        PackExpansion x;
        if (cudac_pack_expands(c, &x)) {
            for (int i = 0; i < x.count; i++) {
                if (*count == ARGUMENTS_MAX) cudac_refuse(c, cudac_peek(c)->line, "a call with more than %d arguments", ARGUMENTS_MAX);
                cudac_pack_bind(c, &x, i);
                all[(*count)++] = cudac_parse_assignment(c);
                cudac_scope_pop(c);
            }
            c->at = x.end;
            if (!cudac_next_is(c, ")")) cudac_expect(c, ",");
            continue;
        }
        if (*count == ARGUMENTS_MAX) cudac_refuse(c, cudac_peek(c)->line, "a call with more than %d arguments", ARGUMENTS_MAX);
        all[(*count)++] = cudac_next_is(c, "{") ? cudac_parse_initial(c, NULL) : cudac_parse_assignment(c);
        if (!cudac_next_is(c, ")")) cudac_expect(c, ",");
    }
    *arguments = all;
}

/* The prelude's tanh(complex<T>) is none for a real number: the function of real numbers is built in. */
static bool makes_complex(Cudac *c, const Function *function, Expression *const *arguments, int count) {
    bool found = false;
    for (int i = 0; i < count && i < function->parameter_count; i++)
        found = found || (type_letter(function->parameters[i]->type) == 'c' && type_letter(arguments[i]->type) != 'c');
    return found && cudac_is_prelude(c, function->declared);
}

static bool has_methods(const Declared *d) {
    for (; d; d = d->overload)
        if (d->kind == DECLARED_FUNCTION && d->is_method) return true;
    return false;
}

/* The object that the call is for; without one it is that of the method around, which knows this one. */
static Expression *call_object(Cudac *c, const Declared *found, Expression *object, int line) {
    if (object || !has_methods(found) || !cudac_has_self(c)) return object;
    object = cudac_expression_self(c, line);
    const Structure *own = object->type->kind == TYPE_STRUCT ? object->type->structure : NULL;
    return own && (own == found->owner || cudac_structure_base(own, found->owner)) ? object : NULL;
}

static Expression *call_method(Cudac *c, Declared *method, Expression *object, Expression **arguments,
                               int count, int line) {
    Expression *all[ARGUMENTS_MAX + 2] = {object};
    memcpy(all + 1, arguments, (size_t)count * sizeof *all);
    Call call = {.candidates = method,
                 .arguments = all,
                 .count = count + 1,
                 .has_object = true,
                 .name = method->name,
                 .line = line};
    return cudac_call(c, &call);
}

static Expression *parse_call(Cudac *c, const char *name, Declared *found, const TemplateArguments *given, Expression *object, int line) {
    Expression **arguments, *all[ARGUMENTS_MAX + 2];
    int count;
    cudac_parse_call_arguments(c, &arguments, &count);
    if (found && found->kind == DECLARED_FUNCTION) {
        bool builtin = !found->owner && cudac_builtin_exists(name);
        object = call_object(c, found, object, line);
        Call call = {.candidates = found,
                     .given = given,
                     .arguments = arguments,
                     .count = count,
                     .is_optional = builtin,
                     .name = name,
                     .line = line};
        if (object) {
            all[0] = object;
            memcpy(all + 1, arguments, (size_t)count * sizeof *all);
            call.arguments = all;
            call.count++;
            call.has_object = true;
        }
        Function *function = cudac_resolve(c, &call);
        int first = object && function && !function->is_method;
        if (function && !(builtin && makes_complex(c, function, arguments, count)))
            return cudac_call_function(c, function, call.arguments + first, call.count - first, line);
    }
    Expression *result = cudac_builtin_call(c, name, arguments, count, line);
    if (result) return result;
    if (found && found->kind == DECLARED_VARIABLE && found->variable->type->kind == TYPE_STRUCT) {
        Expression *callee = cudac_expression_variable(c, found->variable, line);
        Declared *method = cudac_structure_find(found->variable->type, "operator()");
        if (method) return call_method(c, method, callee, arguments, count, line);
    }
    if (!found) cudac_refuse_known(c, name, line);
    static const char *const bessel[] = {"y0", "y1", "yn", "y0f", "y1f", "ynf"};
    for (size_t i = 0; !found && i < sizeof bessel / sizeof *bessel; i++)
        if (!strcmp(bessel[i], name)) cudac_refuse(c, line, "Bessel functions (\"%s\")", name);
    if (found) cudac_fail(c, line, "expression preceding parentheses of apparent call must have (pointer-to-) function type");
    cudac_fail(c, line, "identifier \"%s\" is undefined", name);
}

static bool any_template(const Declared *found) {
    for (; found; found = found->overload)
        if (found->kind == DECLARED_FUNCTION && found->is_template) return true;
    return false;
}

/* Behind "Type::name". */
static Expression *parse_static_member(Cudac *c, Declared *member, int line) {
    TemplateArguments given = {.count = 0};
    bool has_given = cudac_next_is(c, "<") && any_template(member);
    if (member->kind == DECLARED_NUMBER) return cudac_expression_integer(c, SCALAR(INT32), member->number, line);
    if (member->kind == DECLARED_VARIABLE) return cudac_expression_variable(c, member->variable, line);
    if (has_given) {
        const Declared *first = member;
        while (!first->is_template) first = first->overload;
        c->at++;
        cudac_parse_template_arguments(c, first, &given);
    }
    if (!cudac_next_is(c, "(") && member->kind == DECLARED_FUNCTION && !member->is_method) return cudac_function_address(c, cudac_instantiate_function(c, member, has_given ? &given : NULL, line), line);
    return parse_call(c, member->name, member, has_given ? &given : NULL, NULL, line);
}

/* Things that a GPU has and that are not known here: no mistake of the text. */
void cudac_refuse_known(Cudac *c, const char *name, int line) {
    static const struct { const char *name, *what; } rows[] = {
        {"tex", "textures"}, {"surf", "surfaces"}, {"curand", "random numbers of cuRAND"}, {"skipahead", "random numbers of cuRAND"},
        {"wmma", "matrix operations of warps (wmma)"}, {"cub", "CUB"}, {"thrust", "Thrust"}, {"__nv_bfloat16", "bfloat16"}, {"__nv_", "a type of the compiler's own"},
        {"__pipeline", "asynchronous copies"}, {"memcpy_async", "asynchronous copies"}, {"cudaLaunch", "a kernel launched by a kernel"},
        {"cudaDeviceSynchronize", "a kernel launched by a kernel"}, {"cudaMalloc", "the host's functions in a kernel"}, {"__cluster", "clusters of blocks"},
        {"__vadd", "SIMD instructions"}, {"__vsub", "SIMD instructions"}, {"__vabs", "SIMD instructions"}, {"__vmax", "SIMD instructions"},
        {"__vmin", "SIMD instructions"}, {"__vcmp", "SIMD instructions"}, {"alloca", "alloca"}, {"__int128", "integers of 128 bits"}, {"__cudaLaunch", "a kernel launched by a kernel"}, {"typeid", "typeid"}, {"dynamic_cast", "dynamic_cast"},
        {"__dadd_r", "rounding up and down"}, {"__dsub_r", "rounding up and down"}, {"__dmul_r", "rounding up and down"}, {"__ddiv_r", "rounding up and down"},
        {"__fadd_r", "rounding up and down"}, {"__fsub_r", "rounding up and down"}, {"__fmul_r", "rounding up and down"}, {"__fdiv_r", "rounding up and down"},
        {"__fma_r", "rounding up and down"}, {"__fmaf_", "rounding up and down"}, {"__frcp_r", "rounding up and down"}, {"__drcp_r", "rounding up and down"},
        {"__fsqrt_r", "rounding up and down"}, {"__dsqrt_r", "rounding up and down"}, {"__vi", "SIMD instructions"}, {"__dp2a", "SIMD instructions"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strncmp(rows[i].name, name, strlen(rows[i].name))) cudac_refuse(c, line, "%s (\"%s\")", rows[i].what, name);
}

static Expression *function_named(Cudac *c, Declared *found, const TemplateArguments *given, const char *name, int line) {
    Declared *chosen = NULL;
    int bodies = 0;
    for (Declared *d = found; d; d = d->overload)
        if (d->kind == DECLARED_FUNCTION && (d->is_template == (given != NULL))) {
            if (!chosen || !chosen->has_body) chosen = d;
            bodies += d->has_body;
        }
    if (!chosen || bodies > 1) cudac_refuse(c, line, "the address of an overloaded function (\"%s\")", name);
    Function *function = cudac_instantiate_function(c, chosen, given, line);
    if (!function) cudac_fail(c, line, "too few arguments for template \"%s\"", name);
    return cudac_function_address(c, function, line);
}

static Expression *parse_name(Cudac *c) {
    Token *token = cudac_take(c);
    const char *name = token->text;
    int line = token->line, place = place_of(name);
    while (cudac_next_is(c, "::")) { /* a space, or a struct's own name */
        Declared *found = cudac_scope_find(c, name);
        c->at++;
        name = cudac_take_name(c);
        if (found && found->kind == DECLARED_TYPE && found->type->kind == TYPE_STRUCT) {
            Declared *member = cudac_structure_find(found->type, name);
            if (!member) cudac_fail(c, line, "class \"%s\" has no member \"%s\"", found->name, name);
            return parse_static_member(c, member, line);
        }
    }
    if (place >= 0) return parse_place(c, place, line);
    Declared *found = NULL;
    for (const Scope *scope = c->scope; scope && !found; scope = scope->outer) {
        found = cudac_scope_find_own(scope, name);
        Expression *member = found ? NULL : cudac_own_member(c, scope, name, line);
        if (member) return member;
    }
    TemplateArguments given = {.count = 0};
    bool has_given = false;
    if (found && found->kind == DECLARED_VARIABLE_TEMPLATE) {
        cudac_expect(c, "<");
        cudac_parse_template_arguments(c, found, &given);
        return cudac_instantiate_variable(c, found, &given, line);
    }
    if (cudac_next_is(c, "<") && found && any_template(found)) {
        const Declared *first = found;
        while (!first->is_template) first = first->overload;
        c->at++;
        cudac_parse_template_arguments(c, first, &given);
        has_given = true;
    } else if (cudac_next_is(c, "<") && !found && cudac_builtin_exists(name)) {
        TemplateArguments ignored;
        Declared none = {.name = name};
        c->at++;
        cudac_parse_template_arguments(c, &none, &ignored);
    }
    if (found && found->kind == DECLARED_FUNCTION && (cudac_next_is(c, "<<") || (cudac_next_is(c, "<") && token_is(cudac_peek_ahead(c, 1), "<"))))
        cudac_refuse(c, line, "a kernel launched by a kernel");
    if (cudac_next_is(c, "(") && (!found || found->kind == DECLARED_FUNCTION || (found->kind == DECLARED_VARIABLE && found->variable->type->kind == TYPE_STRUCT)))
        return parse_call(c, name, found, has_given ? &given : NULL, NULL, line);
    if (!found && !strcmp(name, "warpSize")) return cudac_expression_integer(c, SCALAR(INT32), 32, line);
    if (!found) cudac_refuse_known(c, name, line);
    if (!found) cudac_fail(c, line, "identifier \"%s\" is undefined", name);
    switch (found->kind) {
    case DECLARED_VARIABLE:
        if (found->variable->owner && found->variable->owner != c->function && (found->variable->kind == VARIABLE_LOCAL || found->variable->kind == VARIABLE_PARAMETER) && !found->variable->has_constant)
            cudac_fail(c, line, "an enclosing-function local variable cannot be referenced in a lambda body unless it is in the capture list");
        return cudac_expression_variable(c, found->variable, line);
    case DECLARED_NUMBER: return cudac_expression_integer(c, found->number == (int32_t)found->number ? SCALAR(INT32) : SCALAR(INT64), found->number, line);
    case DECLARED_FUNCTION: return function_named(c, found, has_given ? &given : NULL, name, line);
    default: cudac_fail(c, line, "type name is not allowed");
    }
}

/* ---- primary and postfix ---- */

static Expression *parse_sizeof(Cudac *c, bool alignment, int line) {
    const Type *type;
    if (!alignment && cudac_accept(c, "...")) {
        cudac_expect(c, "(");
        const char *name = cudac_take_name(c);
        const Declared *pack = cudac_scope_find(c, name);
        cudac_expect(c, ")");
        if (!pack || pack->kind != DECLARED_PACK) cudac_fail(c, line, "\"%s\" is not a parameter pack", name);
        return cudac_expression_integer(c, SCALAR(UINT64), pack->pack_count, line);
    }
    bool paren = cudac_next_is(c, "(");
    size_t at = c->at;
    if (paren) c->at++;
    if (paren && cudac_starts_type(c)) {
        type = cudac_parse_type_name(c);
        cudac_expect(c, ")");
    } else {
        c->at = at;
        type = cudac_parse_unary(c)->type;
    }
    if (type->kind == TYPE_VOID) cudac_fail(c, line, "incomplete type \"void\" is not allowed");
    return cudac_expression_integer(c, SCALAR(UINT64), alignment ? cudac_type_alignment(c, type, line) : cudac_type_size(c, type, line), line);
}

static bool are_kin(const Type *left, const Type *right) {
    if (cudac_type_same(left, right)) return true;
    if (left->kind != TYPE_STRUCT || right->kind != TYPE_STRUCT) return false;
    return cudac_structure_base(left->structure, right->structure) ||
           cudac_structure_base(right->structure, left->structure);
}

/* "(T &)e": the same place as another type; with static_cast a value is made where the two are no kin. */
static Expression *cast_place(Cudac *c, Expression *e, const Type *type, char word, int line) {
    bool is_place = e->is_place || (e->kind == EXPRESSION_CONDITIONAL && e->arguments),
         takes_values = type->element->is_const || type->is_forwarding;
    if (takes_values && (!is_place || (word == 's' && !are_kin(e->type, type->element))))
        return cudac_expression_cast(c, e, type->element, line);
    if (word == 's' && !are_kin(e->type, type->element)) cudac_fail_binding(c, e, type->element, false, line);
    Expression *address = cudac_expression_address(c, e, line);
    if (word == 'r') address = cudac_expression_cast(c, address, SCALAR(UINT64), line);
    e = cudac_expression_dereference(
        c, cudac_expression_cast(c, address, cudac_type_pointer(c, type->element), line), line);
    e->is_expiring = type->is_forwarding;
    return e;
}

/* const_cast, static_cast, reinterpret_cast: the word's first letter. */
static Expression *parse_named_cast(Cudac *c, char word, int line) {
    cudac_expect(c, "<");
    const Type *type = cudac_parse_type_name(c);
    cudac_expect(c, ">");
    cudac_expect(c, "(");
    Expression *e = cudac_parse_expression(c);
    cudac_expect(c, ")");
    bool points = type->kind == TYPE_POINTER || type->kind == TYPE_REFERENCE;
    const Type *from = type->kind == TYPE_POINTER ? cudac_expression_decayed(c, e)->type : e->type;
    if (word == 'c' && (!points || !cudac_type_same(type->kind == TYPE_POINTER ? type : type->element, from)))
        cudac_fail(c, line,
                   "a const_cast can only adjust type qualifiers; it cannot change the underlying type");
    bool keeps =
        type->kind != TYPE_POINTER || from->kind != TYPE_POINTER || cudac_type_points_alike(type, from);
    if (type->kind == TYPE_REFERENCE && e->is_place) keeps = cudac_type_keeps(type->element, from);
    if (word != 'c' && points && !keeps)
        cudac_fail(c, line, "%s_cast cannot cast away const or other type qualifiers",
                   word == 's' ? "static" : "reinterpret");
    if (type->kind != TYPE_REFERENCE && word == 'r' && type->kind == TYPE_POINTER &&
        from->kind == TYPE_POINTER)
        e = cudac_expression_cast(c, e, SCALAR(UINT64), line);
    return type->kind == TYPE_REFERENCE ? cast_place(c, e, type, word, line)
                                        : cudac_expression_cast(c, e, type, line);
}

static Expression *parse_functional_cast(Cudac *c) {
    Expression **arguments;
    int count, line = cudac_peek(c)->line;
    Specifiers s = cudac_parse_specifiers(c);
    if (cudac_accept(c, "::")) {
        const char *name = cudac_take_name(c);
        Declared *member = cudac_structure_find(s.type, name);
        if (!member) cudac_fail(c, line, "class \"%s\" has no member \"%s\"", cudac_type_name(c, s.type), name);
        return parse_static_member(c, member, line);
    }
    if (cudac_next_is(c, "{")) {
        Expression *list = cudac_parse_initial(c, NULL);
        return cudac_expression_construct(c, cudac_type_plain(c, s.type), &list, 1, line);
    }
    if (!cudac_next_is(c, "(")) cudac_fail(c, line, "expected a \"(\"");
    cudac_parse_call_arguments(c, &arguments, &count);
    return cudac_expression_construct(c, cudac_type_plain(c, s.type), arguments, count, line);
}

static Expression *parse_string(Cudac *c) {
    Token *token = cudac_take(c);
    Expression *e = cudac_expression_create(c, EXPRESSION_STRING, NULL, token->line);
    char *text = cudac_copy(c, token->text, token->length);
    while (cudac_peek(c)->kind == TOKEN_STRING) text = cudac_format(c, "%.280s%.280s", text, cudac_take(c)->text);
    e->text = text;
    e->is_place = true;
    e->type = cudac_type_array(c, cudac_type_qualified(c, SCALAR(INT8), true, false), (int64_t)strlen(text) + 1);
    return e;
}

static Expression *parse_offsetof(Cudac *c, int line) {
    c->at++;
    cudac_expect(c, "(");
    const Type *type = cudac_parse_type_name(c);
    int64_t offset = 0;
    cudac_type_size(c, type, line);
    do {
        if (!cudac_accept(c, ",")) cudac_accept(c, ".");
        const char *name = cudac_take_name(c);
        const Field *field = type->kind == TYPE_STRUCT ? cudac_structure_field(type->structure, name) : NULL;
        if (!field) cudac_fail(c, line, "class \"%s\" has no member \"%s\"", cudac_type_name(c, type), name);
        offset += field->offset;
        type = field->type;
        while (cudac_accept(c, "[")) {
            int64_t index = cudac_expression_integer_value(c, cudac_parse_conditional(c), line);
            cudac_expect(c, "]");
            if (type->kind != TYPE_ARRAY) cudac_fail(c, line, "expression must have pointer-to-object type");
            type = type->element;
            offset += index * cudac_type_size(c, type, line);
        }
    } while (cudac_next_is(c, "."));
    cudac_expect(c, ")");
    return cudac_expression_integer(c, SCALAR(UINT64), offset, line);
}

static Expression *parse_heap_call(Cudac *c, const char *name, Expression *argument, int line) {
    Declared *found = cudac_scope_find(c, name);
    if (!found || found->kind != DECLARED_FUNCTION) cudac_fail(c, line, "identifier \"%s\" is undefined", name);
    return cudac_call(
        c, &(Call){.candidates = found, .arguments = &argument, .count = 1, .name = name, .line = line});
}

/* new T, new T(1, 2), new T[n]: memory of the heap. */
static Expression *parse_new(Cudac *c, int line) {
    c->at++;
    Expression *place = NULL;
    if (cudac_accept(c, "(")) { /* at a place that is there */
        place = cudac_parse_assignment(c);
        cudac_expect(c, ")");
    }
    Specifiers s = cudac_parse_specifiers(c);
    const Type *type = s.type;
    while (cudac_accept(c, "*")) type = cudac_type_pointer(c, type);
    Expression *size = cudac_expression_integer(c, SCALAR(UINT64), cudac_type_size(c, type, line), line);
    if (place && cudac_next_is(c, "[")) cudac_refuse(c, line, "an array by placement new");
    if (cudac_accept(c, "[")) {
        if (cudac_needs_construction(type)) cudac_refuse(c, line, "an array of objects with constructors by new");
        size = cudac_expression_binary(c, "*", size, cudac_parse_expression(c), line);
        cudac_expect(c, "]");
        if (cudac_accept(c, "(")) cudac_expect(c, ")");
        return cudac_expression_cast(c, parse_heap_call(c, "malloc", size, line), cudac_type_pointer(c, type), line);
    }
    if (place && !cudac_next_is(c, "(") && !cudac_next_is(c, "{") && !cudac_needs_construction(type)) return cudac_expression_cast(c, place, cudac_type_pointer(c, type), line);
    if (cudac_next_is(c, "(") || cudac_next_is(c, "{") || cudac_needs_construction(type)) {
        Expression **arguments = NULL;
        int count = 0;
        if (cudac_next_is(c, "{")) {
            arguments = cudac_allocate(c, sizeof *arguments);
            arguments[count++] = cudac_parse_initial(c, NULL);
        } else if (cudac_next_is(c, "(")) cudac_parse_call_arguments(c, &arguments, &count);
        Declared *found = cudac_scope_find(c, place ? "__place_at" : "__place_new");
        Expression *value = cudac_expression_construct(c, cudac_type_plain(c, type), arguments, count, line), *all[] = {value, place};
        if (!found) cudac_refuse(c, line, "\"new\"");
        return cudac_call(
            c,
            &(Call){
                .candidates = found, .arguments = all, .count = place ? 2 : 1, .name = "new", .line = line});
    }
    return cudac_expression_cast(c, parse_heap_call(c, "malloc", size, line), cudac_type_pointer(c, type), line);
}

static Expression *parse_primary(Cudac *c) {
    Token *token = cudac_peek(c);
    int line = token->line;
    switch (token->kind) {
    case TOKEN_NUMBER: c->at++; return number_literal(c, token);
    case TOKEN_STRING: return parse_string(c);
    case TOKEN_CHARACTER: c->at++; return cudac_expression_integer(c, SCALAR(INT8), token->length ? (signed char)token->text[0] : 0, line);
    case TOKEN_NAME:
        if (cudac_accept(c, "true")) return cudac_expression_integer(c, SCALAR(BOOL), 1, line);
        if (cudac_accept(c, "false")) return cudac_expression_integer(c, SCALAR(BOOL), 0, line);
        if (cudac_accept(c, "nullptr")) return cudac_expression_integer(c, SCALAR(INT32), 0, line);
        if (cudac_accept(c, "this")) return cudac_expression_address(c, cudac_expression_self(c, line), line);
        if ((cudac_next_is(c, "offsetof") && !cudac_scope_find(c, "offsetof")) || cudac_next_is(c, "__builtin_offsetof")) return parse_offsetof(c, line);
        if (cudac_next_is(c, "new")) return parse_new(c, line);
        if (cudac_accept(c, "delete")) {
            if (cudac_accept(c, "[")) cudac_expect(c, "]");
            Expression *pointer = cudac_parse_unary(c);
            return parse_heap_call(c, "free", pointer, line);
        }
        if (cudac_accept(c, "sizeof")) return parse_sizeof(c, false, line);
        if (cudac_accept(c, "alignof") || cudac_accept(c, "__alignof__")) return parse_sizeof(c, true, line);
        if (cudac_accept(c, "static_cast") || cudac_accept(c, "const_cast") ||
            cudac_accept(c, "reinterpret_cast"))
            return parse_named_cast(c, *token->text, line);
        if (cudac_next_is(c, "throw")) cudac_refuse(c, line, "\"%s\"", token->text);
        if (cudac_accept(c, "operator")) {
            const char *name = cudac_operator_name(c);
            if (!cudac_next_is(c, "(")) cudac_refuse(c, line, "an operator's address");
            return parse_call(c, name, cudac_scope_find(c, name), NULL, NULL, line);
        }
        if (cudac_starts_type(c)) return parse_functional_cast(c);
        return parse_name(c);
    default: break;
    }
    if (cudac_next_is(c, "::")) {
        c->at++;
        return parse_primary(c);
    }
    if (cudac_next_is(c, "[")) return cudac_parse_lambda(c);
    if (!cudac_accept(c, "(")) cudac_fail(c, line, "expected an expression");
    bool in_angles = c->in_angles;
    c->in_angles = false;
    Expression *e = cudac_parse_fold(c);
    if (!e) {
        e = cudac_parse_expression(c);
        cudac_expect(c, ")");
    }
    c->in_angles = in_angles;
    return e;
}

static Expression *complex_member(Cudac *c, Expression *e, const char *name, int line) {
    Expression **arguments;
    int count;
    if (cudac_next_is(c, "(")) cudac_parse_call_arguments(c, &arguments, &count);
    else count = 0;
    if (count == 0 && (!strcmp(name, "real") || !strcmp(name, "imag"))) return cudac_builtin_call(c, name, &e, 1, line);
    if (count == 1 && (!strcmp(name, "real") || !strcmp(name, "imag"))) {
        const Type *part = cudac_type_scalar(dtype_real(&dtypes[e->type->scalar])->number);
        Expression *argument = cudac_expression_converted(c, arguments[0], part, line);
        Expression *other = cudac_builtin_call(c, *name == 'r' ? "imag" : "real", &e, 1, line);
        Expression *parts[] = {*name == 'r' ? argument : other, *name == 'r' ? other : argument};
        return cudac_expression_assign(c, "=", e, cudac_expression_construct(c, cudac_type_plain(c, e->type), parts, 2, line), line);
    }
    cudac_fail(c, line, "class \"%s\" has no member \"%s\"", cudac_type_name(c, e->type), name);
}

static bool names_base(Cudac *c) {
    const Token *token = cudac_peek(c);
    const Declared *found = token->kind == TOKEN_NAME ? cudac_scope_find(c, token->text) : NULL;
    if (!found || (found->kind != DECLARED_TYPE && found->kind != DECLARED_STRUCT_TEMPLATE)) return false;
    return token_is(cudac_peek_ahead(c, 1), "::") ||
           (found->kind == DECLARED_STRUCT_TEMPLATE && token_is(cudac_peek_ahead(c, 1), "<"));
}

static Expression *parse_member_of(Cudac *c, Expression *e, int line) {
    cudac_accept(c, "template");
    if (e->type->kind == TYPE_STRUCT && names_base(c)) { /* x.Base::f() */
        const Type *type = cudac_parse_specifiers(c).type;
        cudac_expect(c, "::");
        Expression *base = type->kind == TYPE_STRUCT ? cudac_expression_as_base(c, e, type, line) : NULL;
        if (!base)
            cudac_fail(c, line, "\"%s\" is not a base class of \"%s\"", cudac_type_name(c, type),
                       e->type->structure->name);
        e = base;
    }
    const char *name = cudac_accept(c, "operator") ? cudac_operator_name(c) : cudac_take_name(c);
    if (e->type->kind == TYPE_SCALAR && type_letter(e->type) == 'c') return complex_member(c, e, name, line);
    Declared *method = cudac_structure_find(e->type, name);
    if (e->type->kind == TYPE_STRUCT && (cudac_next_is(c, "(") || (cudac_next_is(c, "<") && method && any_template(method))) && !cudac_has_member(e->type->structure, name)) {
        TemplateArguments given = {.count = 0};
        const Declared *first = method;
        bool has_given = cudac_next_is(c, "<");
        while (has_given && !first->is_template) first = first->overload;
        if (has_given) {
            c->at++;
            cudac_parse_template_arguments(c, first, &given);
        }
        if (!method || method->kind != DECLARED_FUNCTION) cudac_fail(c, line, "class \"%s\" has no member \"%s\"", e->type->structure->name, name);
        return parse_call(c, name, method, has_given ? &given : NULL, e, line);
    }
    return cudac_expression_member(c, e, name, line);
}

static Expression *parse_postfix(Cudac *c) {
    Expression *e = parse_primary(c);
    for (;;) {
        int line = cudac_peek(c)->line;
        if (cudac_accept(c, "[")) {
            Expression *index = cudac_parse_expression(c);
            cudac_expect(c, "]");
            e = cudac_expression_index(c, e, index, line);
        } else if (cudac_accept(c, ".")) e = parse_member_of(c, e, line);
        else if (cudac_accept(c, "->")) e = parse_member_of(c, cudac_expression_dereference(c, e, line), line);
        else if (cudac_accept(c, "++")) e = cudac_expression_step(c, true, true, e, line);
        else if (cudac_accept(c, "--")) e = cudac_expression_step(c, false, true, e, line);
        else if (cudac_next_is(c, "(") && type_is_function_pointer(e->type)) {
            Expression **arguments;
            int count;
            cudac_parse_call_arguments(c, &arguments, &count);
            e = cudac_call_pointer(c, e, arguments, count, line);
        } else if (cudac_next_is(c, "(") && cudac_structure_find(e->type, "operator()"))
            e = parse_call(c, "operator()", cudac_structure_find(e->type, "operator()"), NULL, e, line);
        else return e;
    }
}

/* ---- unary, binary ---- */

static Expression *parse_cast(Cudac *c, int line) {
    cudac_expect(c, "(");
    const Type *type = cudac_parse_type_name(c);
    cudac_expect(c, ")");
    if (cudac_next_is(c, "{")) {
        Expression *list = cudac_parse_initial(c, NULL);
        return cudac_expression_construct(c, cudac_type_plain(c, type), &list, 1, line);
    }
    Expression *e = cudac_parse_unary(c);
    return type->kind == TYPE_REFERENCE ? cast_place(c, e, type, '(', line)
                                        : cudac_expression_cast(c, e, type, line);
}

Expression *cudac_parse_unary(Cudac *c) {
    Token *token = cudac_peek(c);
    int line = token->line;
    Expression *e;
    cudac_deeper(c, line);
    if (token->kind != TOKEN_SIGN) e = parse_postfix(c);
    else if (cudac_accept(c, "++")) e = cudac_expression_step(c, true, false, cudac_parse_unary(c), line);
    else if (cudac_accept(c, "--")) e = cudac_expression_step(c, false, false, cudac_parse_unary(c), line);
    else if (cudac_accept(c, "-")) e = cudac_expression_unary(c, "-", cudac_parse_unary(c), line);
    else if (cudac_accept(c, "+")) e = cudac_expression_unary(c, "+", cudac_parse_unary(c), line);
    else if (cudac_accept(c, "!")) e = cudac_expression_unary(c, "!", cudac_parse_unary(c), line);
    else if (cudac_accept(c, "~")) e = cudac_expression_unary(c, "~", cudac_parse_unary(c), line);
    else if (cudac_accept(c, "*")) e = cudac_expression_dereference(c, cudac_parse_unary(c), line);
    else if (cudac_accept(c, "&")) e = cudac_expression_address(c, cudac_parse_unary(c), line);
    else {
        bool cast = false;
        if (cudac_next_is(c, "(")) {
            c->at++;
            cast = cudac_starts_type(c);
            c->at--;
            if (cast) { /* "(int)(x)" is one, "(float4(x) + y)" is none */
                size_t at = c->at;
                c->at++;
                Token *first = cudac_peek(c);
                bool simple = token_is(cudac_peek_ahead(c, 1), "(") && !token_is(first, "decltype") && !token_is(first, "__align__");
                bool to_pointer = simple && (token_is(cudac_peek_ahead(c, 2), "*") || token_is(cudac_peek_ahead(c, 2), "&")) && token_is(cudac_peek_ahead(c, 3), ")");
                if (to_pointer) cast = true; /* (int (*)[3])p */
                else if (simple && first->kind == TOKEN_NAME) cast = false;
                else if (token_is(cudac_peek_ahead(c, 1), "<") || token_is(cudac_peek_ahead(c, 1), "::")) {
                    cudac_parse_specifiers(c);
                    cast = !cudac_next_is(c, "(") && !cudac_next_is(c, "{") && !cudac_next_is(c, "::");
                } else if (token_is(cudac_peek_ahead(c, 1), "{")) cast = false;
                c->at = at;
            }
        }
        e = cast ? parse_cast(c, line) : parse_postfix(c);
    }
    c->depth--;
    return e;
}

/* The binary operator that stands here: its level, and how many tokens it takes. */
static int binary_level(Cudac *c, const char **sign, int *tokens) {
    static const struct { const char *sign; int level; } rows[] = {
        {"*", 10}, {"/", 10}, {"%", 10}, {"+", 9}, {"-", 9}, {"<<", 8}, {"<", 7}, {"<=", 7}, {">=", 7}, {"==", 6}, {"!=", 6},
        {"&", 5}, {"^", 4}, {"|", 3}, {"&&", 2}, {"||", 1}};
    Token *token = cudac_peek(c);
    *tokens = 1;
    if (token->kind == TOKEN_NAME && (token_is(token, "and") || token_is(token, "or"))) {
        *sign = token_is(token, "and") ? "&&" : "||";
        return token_is(token, "and") ? 2 : 1;
    }
    if (token->kind != TOKEN_SIGN) return 0;
    if (token_is(token, ">")) {
        Token *next = cudac_peek_ahead(c, 1);
        if (token_is(next, ">=") && !next->space_before) return 0; /* >>= */
        if (token_is(next, ">") && !next->space_before && !c->in_angles) {
            *sign = ">>";
            *tokens = 2;
            return 8;
        }
        *sign = ">";
        return c->in_angles ? 0 : 7;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (token_is(token, rows[i].sign)) {
            *sign = rows[i].sign;
            return rows[i].level;
        }
    return 0;
}

static Expression *parse_binary(Cudac *c, int least) {
    Expression *e = cudac_parse_unary(c);
    for (;;) {
        const char *sign;
        int tokens, line = cudac_peek(c)->line, level = binary_level(c, &sign, &tokens);
        if (!level || level < least) return e;
        c->at += (size_t)tokens;
        cudac_deeper(c, line);
        Expression *right = parse_binary(c, level + 1);
        c->depth--;
        e = cudac_expression_binary(c, sign, e, right, line);
    }
}

Expression *cudac_parse_template_number(Cudac *c) {
    bool before = c->in_angles;
    c->in_angles = true;
    Expression *e = parse_binary(c, 1);
    c->in_angles = before;
    return e;
}

Expression *cudac_parse_conditional(Cudac *c) {
    Expression *e = parse_binary(c, 1);
    int line = cudac_peek(c)->line;
    if (!cudac_accept(c, "?")) return e;
    cudac_deeper(c, line);
    Expression *yes = cudac_parse_expression(c);
    cudac_expect(c, ":");
    Expression *no = cudac_parse_assignment(c);
    c->depth--;
    return cudac_expression_conditional(c, e, yes, no, line);
}

Expression *cudac_parse_assignment(Cudac *c) {
    static const char *const signs[] = {"=", "+=", "-=", "*=", "/=", "%=", "<<=", "&=", "^=", "|="};
    cudac_deeper(c, cudac_peek(c)->line);
    Expression *e = cudac_parse_conditional(c);
    Token *token = cudac_peek(c);
    const char *sign = NULL;
    if (token->kind == TOKEN_SIGN) {
        for (size_t i = 0; i < sizeof signs / sizeof *signs && !sign; i++)
            if (token_is(token, signs[i])) sign = signs[i];
        if (sign) c->at++;
        else if (token_is(token, ">") && token_is(cudac_peek_ahead(c, 1), ">=") && !cudac_peek_ahead(c, 1)->space_before) {
            sign = ">>=";
            c->at += 2;
        }
    }
    if (sign) {
        Expression *right = cudac_next_is(c, "{") ? cudac_parse_initial(c, NULL) : cudac_parse_assignment(c);
        e = cudac_expression_assign(c, sign, e, right, token->line);
    }
    c->depth--;
    return e;
}

Expression *cudac_parse_expression(Cudac *c) {
    Expression *e = cudac_parse_assignment(c);
    while (cudac_next_is(c, ",")) {
        int line = cudac_take(c)->line;
        Expression *right = cudac_parse_assignment(c), *both = cudac_expression_create(c, EXPRESSION_COMMA, right->type, line);
        both->a = e;
        both->b = right;
        both->is_place = right->is_place;
        e = cudac_expression_finish(c, both);
    }
    return e;
}

/* An initial value: an expression or a list. A list has the type void until it is known what it makes. */
Expression *cudac_parse_initial(Cudac *c, const Type *type) {
    int line = cudac_peek(c)->line;
    if (!cudac_accept(c, "{")) {
        Expression *e = cudac_parse_assignment(c);
        return type ? cudac_expression_initial(c, e, type, line) : e;
    }
    size_t capacity = 16;
    Expression *list = cudac_expression_create(c, EXPRESSION_LIST, &cudac_type_void, line), **all = cudac_allocate(c, capacity * sizeof *all);
    cudac_deeper(c, line);
    PackExpansion x = {.count = 0};
    for (int element = 0; element < x.count || !cudac_accept(c, "}"); element++) {
        if (element >= x.count) {
            x.count = element = 0;
            if (cudac_pack_expands(c, &x) && x.count == 0) {
                c->at = x.end;
                if (!cudac_next_is(c, "}")) cudac_expect(c, ",");
                continue;
            }
        }
        if ((size_t)list->argument_count == capacity) {
            Expression **more = cudac_allocate(c, 2 * capacity * sizeof *more);
            memcpy(more, all, capacity * sizeof *more);
            all = more;
            capacity *= 2;
        }
        if (cudac_next_is(c, "[") && cudac_peek_ahead(c, 1)->kind == TOKEN_NUMBER && token_is(cudac_peek_ahead(c, 3), "=")) cudac_refuse(c, cudac_peek(c)->line, "an initializer that names an index");
        if (cudac_accept(c, ".")) {
            if (!list->designators) {
                list->designators = cudac_allocate(c, ARGUMENTS_MAX * sizeof *list->designators);
                memset(list->designators, 0, ARGUMENTS_MAX * sizeof *list->designators);
            }
            const char *name = cudac_take_name(c);
            if (list->argument_count >= ARGUMENTS_MAX) cudac_refuse(c, line, "so many designated initializers");
            list->designators[list->argument_count] = name;
            if (!cudac_next_is(c, "{")) cudac_expect(c, "=");
        } else if (list->designators && list->argument_count >= ARGUMENTS_MAX) cudac_refuse(c, line, "so many designated initializers");
        if (x.count) cudac_pack_bind(c, &x, element);
        all[list->argument_count++] = cudac_parse_initial(c, NULL);
        if (x.count) {
            cudac_scope_pop(c);
            c->at = x.end;
            if (element + 1 < x.count) continue;
        }
        if (!cudac_next_is(c, "}")) cudac_expect(c, ",");
    }
    c->depth--;
    list->arguments = all;
    cudac_expression_finish(c, list);
    return type ? cudac_expression_construct(c, cudac_type_plain(c, type), &list, 1, line) : list;
}
