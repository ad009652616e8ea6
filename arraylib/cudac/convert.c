/* Trees from trees: what C converts by itself, and the types that operators give. */
#include "arraylib/cudac/private.h"
#include "arraylib/ir/private.h"

#include <stdio.h>
#include <string.h>

enum { HEIGHT_MAX = 1500 };
static Expression *write_bits(Cudac *c, Expression *target, Expression *value, int line);
static Expression *pointer_moved(Cudac *c, Expression *pointer, Expression *by, bool back, int line);

Expression *cudac_expression_create(Cudac *c, ExpressionKind kind, const Type *type, int line) {
    if (++c->nodes > NODES_MAX) cudac_fail(c, line, "the text is too long");
    Expression *e = cudac_allocate(c, sizeof *e);
    e->kind = kind;
    e->type = type;
    e->line = line;
    e->height = 1;
    return e;
}

static void fold(Expression *e) {
    IrScalar operands[3] = {{.u = 0}, {.u = 0}, {.u = 0}}, result = {.c128 = {0, 0}};
    const IrType *types[3], *type;
    Expression *parts[] = {e->a, e->b, e->c};
    int count = 0;
    if (e->kind != EXPRESSION_UNARY && e->kind != EXPRESSION_BINARY && e->kind != EXPRESSION_CAST && e->kind != EXPRESSION_CONDITIONAL) return;
    for (; count < 3 && parts[count]; count++) {
        if (parts[count]->kind != EXPRESSION_CONSTANT || parts[count]->type->kind != TYPE_SCALAR) return;
        operands[count] = parts[count]->constant;
        types[count] = ir_scalar_type(parts[count]->type->scalar);
    }
    if (e->type->kind != TYPE_SCALAR) return;
    type = ir_scalar_type(e->type->scalar);
    if (e->kind == EXPRESSION_CONDITIONAL) result = operands[0].u ? operands[1] : operands[2];
    else {
        IrOperation operation = e->kind == EXPRESSION_CAST ? IR_CAST : e->operation;
        if (operation == IR_CAST && ir_kind(types[0]) == 'c' && ir_kind(type) != 'c') return;
        if (!ir_evaluate(operation, 0, type, types, operands, &result)) return;
    }
    e->kind = EXPRESSION_CONSTANT;
    e->constant = result;
    e->a = e->b = e->c = NULL;
}

Expression *cudac_expression_finish(Cudac *c, Expression *e) {
    Expression *parts[] = {e->a, e->b, e->c};
    for (int i = 0; i < 3; i++)
        if (parts[i] && parts[i]->height >= e->height) e->height = parts[i]->height + 1;
    for (int i = 0; i < e->argument_count; i++)
        if (e->arguments[i]->height >= e->height) e->height = e->arguments[i]->height + 1;
    if (e->height > HEIGHT_MAX) cudac_fail(c, e->line, "the expression is too complex");
    fold(e);
    return e;
}

Expression *cudac_expression_integer(Cudac *c, const Type *type, int64_t value, int line) {
    Expression *e = cudac_expression_create(c, EXPRESSION_CONSTANT, type, line);
    e->constant = (IrScalar){.i = value};
    return e;
}

Expression *cudac_expression_variable(Cudac *c, Variable *variable, int line) {
    Expression *e = cudac_expression_create(c, EXPRESSION_VARIABLE, variable->type, line);
    e->variable = variable;
    if (variable->has_constant) {
        e->kind = EXPRESSION_CONSTANT;
        e->constant = variable->constant;
        return e;
    }
    e->is_place = true;
    return e;
}

static Expression *unary_node(Cudac *c, ExpressionKind kind, const Type *type, Expression *a, int line) {
    Expression *e = cudac_expression_create(c, kind, type, line);
    e->a = a;
    return cudac_expression_finish(c, e);
}

static Expression *binary_node(Cudac *c, ExpressionKind kind, IrOperation operation, const Type *type, Expression *a, Expression *b, int line) {
    Expression *e = cudac_expression_create(c, kind, type, line);
    e->operation = operation;
    e->a = a;
    e->b = b;
    return cudac_expression_finish(c, e);
}

int64_t cudac_expression_integer_value(Cudac *c, const Expression *e, int line) {
    if (e->kind != EXPRESSION_CONSTANT || !cudac_type_is_integer(e->type)) cudac_fail(c, line, "expression must have a constant value");
    return e->constant.i;
}

Expression *cudac_expression_decayed(Cudac *c, Expression *e) {
    if (e->type->kind != TYPE_ARRAY) return e;
    return unary_node(c, EXPRESSION_DECAY, cudac_type_pointer(c, e->type->element), e, e->line);
}

/* Something has its address taken: it must lie in memory. */
static void mark_addressed(Expression *e) {
    while (e->kind == EXPRESSION_MEMBER || (e->kind == EXPRESSION_INDEX && e->a->kind != EXPRESSION_VARIABLE)) e = e->a;
    if (e->kind == EXPRESSION_VARIABLE) e->variable->is_addressed = true;
}

static void mark_assigned(Expression *e) {
    for (;;) {
        if (e->kind == EXPRESSION_MEMBER || e->kind == EXPRESSION_DECAY || (e->kind == EXPRESSION_INDEX && e->a->type->kind == TYPE_ARRAY)) e = e->a;
        else if (e->kind == EXPRESSION_COMMA) e = e->b;
        else break;
    }
    if (e->kind == EXPRESSION_VARIABLE) e->variable->is_assigned = true;
}

/* ---- conversions ---- */

static bool inherits(const Type *from, const Type *to) {
    return from->kind == TYPE_STRUCT && to->kind == TYPE_STRUCT && cudac_structure_base(from->structure, to->structure) != NULL;
}

/* A constructor that takes just this struct. */
static bool constructs_from(Cudac *c, const Type *from, const Type *to) {
    for (Declared *d = cudac_structure_find(to, "#constructor"); d; d = d->overload) {
        if (d->least > 2 || d->most < 2 || d->is_template) continue;
        const Function *function = cudac_instantiate_function(c, d, NULL, 0);
        if (function && function->parameter_count > 1 && cudac_type_same(function->parameters[1]->type, from)) return true;
    }
    return false;
}

static bool pointers_fit(const Type *from, const Type *to) {
    if (!cudac_type_keeps(to, from)) return false;
    if (inherits(from, to)) return true;
    return to->kind == TYPE_VOID || cudac_type_same(from, to);
}

/* "operator T()" of a struct: to the very type, or from number to number; of two that differ in const the one
 * for the object. */
static Function *conversion_of(Cudac *c, const Expression *e, const Type *to) {
    Function *found = NULL;
    if (e->type->kind != TYPE_STRUCT || to->kind == TYPE_STRUCT) return NULL;
    for (Declared *d = cudac_structure_find(e->type, "#conversion"); d; d = d->overload) {
        Function *function = cudac_instantiate_function(c, d, NULL, 0);
        bool is_exact = cudac_type_same(function->result, to),
             was_exact = found && cudac_type_same(found->result, to);
        if (!is_exact && (function->result->kind != TYPE_SCALAR || to->kind != TYPE_SCALAR)) continue;
        if (!cudac_type_keeps(function->parameters[0]->type, e->type)) continue;
        bool is_closer = found && cudac_type_keeps(found->parameters[0]->type, function->parameters[0]->type);
        if (!found || (is_exact && !was_exact) || (is_exact == was_exact && is_closer)) found = function;
    }
    return found;
}

static bool is_null(const Expression *e) { return e->kind == EXPRESSION_CONSTANT && cudac_type_is_integer(e->type) && e->constant.u == 0; }

int cudac_conversion_cost(Cudac *c, const Expression *e, const Type *to, bool is_reference) {
    const Type *from = e->type;
    bool is_place = e->is_place || (e->kind == EXPRESSION_CONDITIONAL && e->arguments);
    if (inherits(from, to)) return is_reference && !to->is_const && (from->is_const || !is_place) ? -1 : 2;
    if (is_reference && !to->is_const && !is_place) return -1;
    if (is_reference && !to->is_const && (from->is_const || !cudac_type_same(from, to))) return -1;
    if (from->kind == TYPE_ARRAY && to->kind == TYPE_POINTER)
        return pointers_fit(from->element, to->element) ? (cudac_type_same(from->element, to->element) && from->element->is_const == to->element->is_const ? 0 : 2) : -1;
    if (cudac_type_same(from, to)) {
        if (from->kind != TYPE_POINTER) return 0;
        return cudac_type_points_alike(to, from) ? !cudac_type_points_alike(from, to) : -1;
    }
    if (from->kind == TYPE_POINTER && to->kind == TYPE_POINTER) return pointers_fit(from->element, to->element) ? 3 : -1;
    if (from->kind == TYPE_SCALAR && to->kind == TYPE_SCALAR) {
        char a = type_letter(from), b = type_letter(to);
        if (a == 'c' && b != 'c') return -1;
        if (cudac_type_same(cudac_type_promoted(from), to)) return 1;
        if (a == 'f' && b == 'f') return from->scalar < to->scalar ? 1 : 4;
        if (b == 'c') return a == 'c' ? 4 : 6;
        if (a != 'f' && b != 'f') return from->scalar <= to->scalar && b != 'b' ? 3 : 4;
        if (a != 'f' && to->scalar == DTYPE_FLOAT64) return 4;
        return 5;
    }
    if (to->kind == TYPE_POINTER && is_null(e)) return 5;
    if (type_is(to, DTYPE_BOOL) && (from->kind == TYPE_POINTER || from->kind == TYPE_ARRAY)) return 6;
    if (to->kind == TYPE_STRUCT && is_open_list(e)) return 4;
    if (from->kind != TYPE_STRUCT)
        for (const Declared *d = cudac_structure_find(to, "#constructor"); d; d = d->overload)
            if (d->least <= 2 && d->most >= 2) return 8;
    if (from->kind == TYPE_STRUCT && to->kind == TYPE_STRUCT && constructs_from(c, from, to)) return 8;
    const Function *function = conversion_of(c, e, to);
    return !function ? -1 : cudac_type_same(function->result, to) ? 8 : 9;
}

/* From a base to the struct around it: back to where that begins. */
static Expression *moved_to_whole(Cudac *c, Expression *pointer, const Type *whole, int line) {
    int64_t offset = 0;
    for (const Structure *at = whole->structure; at != pointer->type->element->structure;) {
        const Field *field = cudac_structure_base(at, pointer->type->element->structure);
        offset += field->offset;
        at = field->type->structure;
    }
    if (!offset) return pointer;
    const Type *bytes = cudac_type_pointer(c, SCALAR(INT8));
    return pointer_moved(c, cudac_expression_cast(c, pointer, bytes, line),
                         cudac_expression_integer(c, SCALAR(INT64), -offset, line), false, line);
}

Expression *cudac_expression_cast(Cudac *c, Expression *e, const Type *type, int line) {
    const Type *to = cudac_type_plain(c, type);
    if (to->kind == TYPE_VOID) return unary_node(c, EXPRESSION_CAST, &cudac_type_void, e, line);
    if (is_open_list(e)) return cudac_expression_construct(c, to, &e, 1, line);
    if (e->type->kind == TYPE_ARRAY) e = cudac_expression_decayed(c, e);
    const Type *from = e->type;
    if (cudac_type_same(from, to) && from->kind != TYPE_POINTER) {
        if (!e->is_place && from->is_const == type->is_const) return e;
        if (from->kind == TYPE_STRUCT) return e;
    }
    if (from->kind == TYPE_POINTER && to->kind == TYPE_POINTER && inherits(from->element, to->element))
        return cudac_expression_address(c, cudac_expression_as_base(c, cudac_expression_dereference(c, e, line), to->element, line), line);
    if (from->kind == TYPE_POINTER && to->kind == TYPE_POINTER && inherits(to->element, from->element))
        e = moved_to_whole(c, e, to->element, line);
    bool good = from->kind == to->kind && (from->kind == TYPE_SCALAR || from->kind == TYPE_POINTER);
    if (from->kind == TYPE_SCALAR && type_letter(from) == 'c' && type_letter(to) != 'c') good = false;
    if (from->kind == TYPE_POINTER && cudac_type_is_integer(to) && (dtypes[to->scalar].item_size == 8 || to->scalar == DTYPE_BOOL)) good = true;
    if (to->kind == TYPE_POINTER && cudac_type_is_integer(from)) good = true;
    if (!good && to->kind == TYPE_STRUCT) return cudac_expression_construct(c, to, &e, 1, line);
    Function *conversion = good ? NULL : conversion_of(c, e, to);
    if (conversion) {
        Expression *made = cudac_call_function(c, conversion, &e, 1, line);
        return cudac_type_same(made->type, to) ? made : cudac_expression_cast(c, made, to, line);
    }
    if (!good) cudac_fail(c, line, "invalid type conversion from \"%s\" to \"%s\"", cudac_type_name(c, from), cudac_type_name(c, type));
    bool is_short = to->kind == TYPE_SCALAR && dtypes[to->scalar].item_size < 4 && (type_letter(to) == 'i' || type_letter(to) == 'u');
    if (is_short && type_letter(from) == 'f') /* GPUs make 32 bits of floats, of which the lower ones are kept */
        e = unary_node(c, EXPRESSION_CAST, type_letter(to) == 'i' ? SCALAR(INT32) : SCALAR(UINT32), e, line);
    return unary_node(c, EXPRESSION_CAST, to, e, line);
}

static Expression *converted(Cudac *c, Expression *e, const Type *type, const char *words, int line) {
    if (e->type->kind == TYPE_STRUCT && type->kind != TYPE_STRUCT && !conversion_of(c, e, type) &&
        !is_open_list(e))
        cudac_fail(c, line, "no suitable conversion function from \"%s\" to \"%s\" exists",
                   cudac_type_name(c, e->type), cudac_type_name(c, cudac_type_plain(c, type)));
    if (e->type->kind == TYPE_STRUCT && type->kind != TYPE_STRUCT) return cudac_expression_cast(c, e, type, line);
    if (cudac_conversion_cost(c, e, type, false) < 0) {
        const Type *from = e->type->kind == TYPE_ARRAY ? cudac_expression_decayed(c, e)->type : e->type;
        cudac_fail(c, line, "a value of type \"%s\" cannot be %s type \"%s\"", cudac_type_name(c, from), words, cudac_type_name(c, cudac_type_plain(c, type)));
    }
    return cudac_expression_cast(c, e, type, line);
}

static Expression *constructed(Cudac *c, Expression *e, const Type *type, int line) {
    bool is_number = e->type->kind == TYPE_SCALAR || e->type->kind == TYPE_POINTER;
    if (is_number && !is_open_list(e) && !cudac_structure_find(type, "#constructor"))
        cudac_fail(c, line, "no suitable constructor exists to convert from \"%s\" to \"%s\"", cudac_type_name(c, e->type), cudac_type_name(c, type));
    return cudac_expression_construct(c, cudac_type_plain(c, type), &e, 1, line);
}

Expression *cudac_expression_converted(Cudac *c, Expression *e, const Type *type, int line) { return converted(c, e, type, "converted to", line); }

Expression *cudac_expression_initial(Cudac *c, Expression *e, const Type *type, int line) {
    if (type->kind == TYPE_STRUCT) return constructed(c, e, type, line);
    return converted(c, e, type, "used to initialize an entity of", line);
}

Expression *cudac_expression_assigned(Cudac *c, Expression *e, const Type *type, int line) {
    if (type->kind == TYPE_STRUCT && cudac_type_same(e->type, type)) return e; /* no constructor has a say */
    if (type->kind == TYPE_STRUCT) return cudac_expression_initial(c, e, type, line);
    return converted(c, e, type, "assigned to an entity of", line);
}

Expression *cudac_expression_truth(Cudac *c, Expression *e) {
    if (e->type->kind == TYPE_STRUCT || e->type->kind == TYPE_SCALAR || e->type->kind == TYPE_POINTER || e->type->kind == TYPE_ARRAY)
        return cudac_expression_cast(c, e, SCALAR(BOOL), e->line);
    cudac_fail(c, e->line, "expression must have bool type (or be convertible to bool)");
}

/* ---- operators ---- */

static Expression *operator_from(Cudac *c, Declared *found, const char *name, Expression **operands, int count, int line) {
    if (!found || found->kind != DECLARED_FUNCTION) return NULL;
    Call call = {.candidates = found,
                 .arguments = operands,
                 .count = count,
                 .has_object = found->owner && found->is_method,
                 .is_optional = true,
                 .name = name,
                 .operator= name + strlen("operator"),
                 .line = line};
    Function *function = cudac_resolve(c, &call);
    return function && !function->declared->is_default
               ? cudac_call_function(c, function, operands, count, line)
               : NULL;
}

/* The operator of the left operand's struct, or one that stands on its own; an assignment is a struct's own only. */
static Expression *overloaded(Cudac *c, const char *sign, Expression **operands, int count, int line) {
    char name[20];
    snprintf(name, sizeof name, "operator%s", sign);
    Expression *own = operator_from(c, cudac_structure_find(operands[0]->type, name), name, operands, count, line);
    return own || !strcmp(sign, "=") ? own : operator_from(c, cudac_scope_find(c, name), name, operands, count, line);
}

static _Noreturn void no_operator(Cudac *c, const char *sign, const Expression *a, const Expression *b, int line) {
    if (b && !strcmp(sign, "[]"))
        cudac_fail(c, line,
                   "no operator \"[]\" matches these operands\n            operand types are: %s [ %s ]",
                   cudac_type_name(c, a->type), cudac_type_name(c, b->type));
    if (b)
        cudac_fail(c, line, "no operator \"%s\" matches these operands\n            operand types are: %s %s %s", sign, cudac_type_name(c, a->type), sign,
                   cudac_type_name(c, b->type));
    cudac_fail(c, line, "no operator \"%s\" matches these operands\n            operand types are: %s %s", sign, sign, cudac_type_name(c, a->type));
}

static IrOperation operation_of(const char *sign) {
    switch (sign[0]) {
    case '+': return IR_ADD;
    case '-': return IR_SUB;
    case '*': return IR_MUL;
    case '/': return IR_DIV;
    case '%': return IR_REM;
    case '&': return IR_AND;
    case '|': return IR_OR;
    case '^': return IR_XOR;
    case '<': return sign[1] == '<' ? IR_SHL : sign[1] ? IR_LE : IR_LT;
    case '>': return sign[1] == '>' ? IR_SHR : sign[1] ? IR_GE : IR_GT;
    case '=': return IR_EQ;
    default: return IR_NE;
    }
}

/* An operand that is a struct, by its only conversion to a number or a pointer. */
static Expression *as_number(Cudac *c, Expression *e, int line) {
    const Type *to = NULL;
    for (Declared *d = cudac_structure_find(e->type, "#conversion"); d; d = d->overload) {
        const Function *function = cudac_instantiate_function(c, d, NULL, 0);
        const Type *result = cudac_type_plain(c, function->result);
        if ((result->kind != TYPE_SCALAR && result->kind != TYPE_POINTER) ||
            !cudac_type_keeps(function->parameters[0]->type, e->type))
            continue;
        if (to && !cudac_type_same(to, result)) return e;
        to = result;
    }
    return to ? cudac_expression_cast(c, e, to, line) : e;
}

static bool is_comparison(IrOperation operation) { return operation >= IR_EQ && operation <= IR_GE; }

static Expression *pointer_moved(Cudac *c, Expression *pointer, Expression *by, bool back, int line) {
    by = cudac_expression_cast(c, by, SCALAR(INT64), line);
    if (back) by = unary_node(c, EXPRESSION_UNARY, SCALAR(INT64), by, line), by->operation = IR_NEG;
    if (back && by->a && by->a->kind == EXPRESSION_CONSTANT) by = cudac_expression_integer(c, SCALAR(INT64), (int64_t)(0 - by->a->constant.u), line);
    cudac_type_size(c, pointer->type->element, line);
    return binary_node(c, EXPRESSION_POINTER_ADD, IR_OFFSET, pointer->type, pointer, by, line);
}

static Expression *pointer_operation(Cudac *c, const char *sign, IrOperation operation, Expression *a, Expression *b, int line) {
    a = cudac_expression_decayed(c, a);
    b = cudac_expression_decayed(c, b);
    bool left = a->type->kind == TYPE_POINTER, right = b->type->kind == TYPE_POINTER;
    if (operation == IR_ADD && left && cudac_type_is_integer(b->type)) return pointer_moved(c, a, b, false, line);
    if (operation == IR_ADD && right && cudac_type_is_integer(a->type)) return pointer_moved(c, b, a, false, line);
    if (operation == IR_SUB && left && cudac_type_is_integer(b->type)) return pointer_moved(c, a, b, true, line);
    if (operation == IR_SUB && left && right && cudac_type_same(a->type->element, b->type->element)) {
        Expression *e = binary_node(c, EXPRESSION_POINTER_DIFFERENCE, IR_SUB, SCALAR(INT64), a, b, line);
        e->extra = cudac_type_size(c, a->type->element, line);
        return e;
    }
    if (is_comparison(operation) && (left || is_null(a)) && (right || is_null(b))) {
        a = cudac_expression_cast(c, a, SCALAR(UINT64), line);
        b = cudac_expression_cast(c, b, SCALAR(UINT64), line);
        return binary_node(c, EXPRESSION_BINARY, operation, SCALAR(BOOL), a, b, line);
    }
    no_operator(c, sign, a, b, line);
}

/* Complex numbers meet ints, and floats doubles: the common type as C++'s templates would refuse it; here it is found. */
Expression *cudac_expression_binary(Cudac *c, const char *sign, Expression *a, Expression *b, int line) {
    IrOperation operation = operation_of(sign);
    if (a->type->kind == TYPE_STRUCT || b->type->kind == TYPE_STRUCT) {
        Expression *found = overloaded(c, sign, (Expression *[]){a, b}, 2, line);
        if (found) return found;
        a = as_number(c, a, line);
        b = as_number(c, b, line);
        if (a->type->kind == TYPE_STRUCT || b->type->kind == TYPE_STRUCT) no_operator(c, sign, a, b, line);
    }
    if (!strcmp(sign, "&&") || !strcmp(sign, "||")) {
        a = cudac_expression_truth(c, a);
        b = cudac_expression_truth(c, b);
        ExpressionKind kind = *sign == '&' ? EXPRESSION_LOGICAL_AND : EXPRESSION_LOGICAL_OR;
        if (a->kind == EXPRESSION_CONSTANT) return (a->constant.u != 0) == (*sign == '&') ? b : a;
        return binary_node(c, kind, operation, SCALAR(BOOL), a, b, line);
    }
    if (a->type->kind != TYPE_SCALAR || b->type->kind != TYPE_SCALAR) return pointer_operation(c, sign, operation, a, b, line);
    const Type *type = cudac_type_common(a->type, b->type);
    bool shifts = operation == IR_SHL || operation == IR_SHR;
    bool whole = shifts || operation == IR_REM || operation == IR_AND || operation == IR_OR || operation == IR_XOR;
    if (whole && (!cudac_type_is_integer(a->type) || !cudac_type_is_integer(b->type))) cudac_fail(c, line, "expression must have integral or unscoped enum type");
    if (type_letter(type) == 'c' && is_comparison(operation) && operation != IR_EQ && operation != IR_NE) no_operator(c, sign, a, b, line);
    if (shifts) type = cudac_type_promoted(a->type);
    if (operation == IR_DIV && cudac_type_is_integer(type) && b->kind == EXPRESSION_CONSTANT && b->constant.u == 0) type = cudac_type_promoted(type);
    return binary_node(c, EXPRESSION_BINARY, operation, is_comparison(operation) ? SCALAR(BOOL) : type, cudac_expression_cast(c, a, type, line),
                       cudac_expression_cast(c, b, type, line), line);
}

Expression *cudac_expression_unary(Cudac *c, const char *sign, Expression *a, int line) {
    if (a->type->kind == TYPE_STRUCT) {
        Expression *found = overloaded(c, sign, &a, 1, line);
        if (found) return found;
        if (*sign != '!') a = as_number(c, a, line);
        if (*sign != '!' && a->type->kind == TYPE_STRUCT) no_operator(c, sign, a, NULL, line);
    }
    if (*sign == '!') {
        a = cudac_expression_truth(c, a);
        if (a->kind == EXPRESSION_CONSTANT) return cudac_expression_integer(c, SCALAR(BOOL), !a->constant.u, line);
        return unary_node(c, EXPRESSION_LOGICAL_NOT, SCALAR(BOOL), a, line);
    }
    if (*sign == '+' && (a->type->kind == TYPE_POINTER || a->type->kind == TYPE_ARRAY)) return cudac_expression_decayed(c, a);
    if (a->type->kind != TYPE_SCALAR || (*sign == '~' && !cudac_type_is_integer(a->type))) no_operator(c, sign, a, NULL, line);
    a = cudac_expression_cast(c, a, cudac_type_promoted(a->type), line);
    if (*sign == '+') return a;
    Expression *e = cudac_expression_create(c, EXPRESSION_UNARY, a->type, line);
    e->operation = *sign == '-' ? IR_NEG : IR_NOT;
    e->a = a;
    return cudac_expression_finish(c, e);
}

/* "(c ? x : y) = 1": both are places. */
Expression *cudac_expression_place(Cudac *c, Expression *a, int line) {
    if (a->kind != EXPRESSION_CONDITIONAL || !a->arguments) return a;
    Expression *yes = cudac_expression_address(c, a->arguments[0], line), *no = cudac_expression_address(c, a->arguments[1], line);
    return cudac_expression_dereference(c, cudac_expression_conditional(c, a->a, yes, no, line), line);
}

static void check_modifiable(Cudac *c, const Expression *a, int line) {
    if (!a->is_place || a->type->is_const || a->type->kind == TYPE_ARRAY) cudac_fail(c, line, "expression must be a modifiable lvalue");
}

Expression *cudac_expression_assign(Cudac *c, const char *sign, Expression *a, Expression *b, int line) {
    char plain[4] = {sign[0], sign[1] == '=' ? '\0' : sign[1], '\0'};
    if (a->bits) return write_bits(c, a, sign[1] ? cudac_expression_binary(c, plain, a, b, line) : b, line);
    a = cudac_expression_place(c, a, line);
    if (a->type->kind == TYPE_STRUCT) {
        Expression *found = overloaded(c, sign, (Expression *[]){a, b}, 2, line);
        if (found) return found;
        if (sign[1] || (a->is_place && a->type->is_const)) no_operator(c, sign, a, b, line);
    }
    check_modifiable(c, a, line);
    mark_assigned(a);
    Expression *e = cudac_expression_create(c, EXPRESSION_ASSIGN, a->type, line);
    e->a = a;
    e->is_place = true;
    if (!sign[1]) {
        e->b = cudac_expression_assigned(c, b, a->type, line);
        return cudac_expression_finish(c, e);
    }
    e->operation = operation_of(plain);
    if (a->type->kind == TYPE_POINTER) {
        if ((e->operation != IR_ADD && e->operation != IR_SUB) || !cudac_type_is_integer(b->type)) no_operator(c, sign, a, b, line);
        b = cudac_expression_cast(c, b, SCALAR(INT64), line);
        if (e->operation == IR_SUB) b = cudac_expression_unary(c, "-", b, line);
        e->operation = IR_OFFSET;
        e->b = b;
        return cudac_expression_finish(c, e);
    }
    Expression *result = cudac_expression_binary(c, plain, a, b, line); /* for its types and its complaints */
    if (type_letter(result->type) == 'c' && type_letter(a->type) != 'c') no_operator(c, sign, a, b, line);
    e->wide = result->type;
    e->b = cudac_expression_cast(c, b, result->type, line);
    return cudac_expression_finish(c, e);
}

Expression *cudac_expression_step(Cudac *c, bool up, bool postfix, Expression *a, int line) {
    a = cudac_expression_place(c, a, line);
    if (a->bits) {
        if (postfix) cudac_refuse(c, line, "a bit field with a step behind it");
        return write_bits(c, a, cudac_expression_binary(c, up ? "+" : "-", a, cudac_expression_integer(c, SCALAR(INT32), 1, line), line), line);
    }
    if (a->type->kind == TYPE_STRUCT) {
        Expression *zero = cudac_expression_integer(c, SCALAR(INT32), 0, line);
        Expression *found = overloaded(c, up ? "++" : "--", (Expression *[]){a, zero}, postfix ? 2 : 1, line);
        if (found) return found;
        no_operator(c, up ? "++" : "--", a, NULL, line);
    }
    check_modifiable(c, a, line);
    if (a->type->kind != TYPE_POINTER && a->type->kind != TYPE_SCALAR) no_operator(c, up ? "++" : "--", a, NULL, line);
    mark_assigned(a);
    Expression *e = cudac_expression_create(c, EXPRESSION_STEP, cudac_type_plain(c, a->type), line);
    e->a = a;
    e->operation = up ? IR_ADD : IR_SUB;
    e->is_postfix = postfix;
    e->is_place = !postfix;
    return cudac_expression_finish(c, e);
}

Expression *cudac_expression_conditional(Cudac *c, Expression *condition, Expression *a, Expression *b, int line) {
    condition = cudac_expression_truth(c, condition);
    const Type *type;
    Expression *places[] = {a, b};
    a = cudac_expression_decayed(c, a);
    b = cudac_expression_decayed(c, b);
    if (a->type->kind == TYPE_SCALAR && b->type->kind == TYPE_SCALAR)
        type = a->type->scalar == b->type->scalar ? cudac_type_plain(c, a->type) : cudac_type_common(a->type, b->type);
    else if (cudac_type_same(a->type, b->type)) {
        type = cudac_type_plain(c, a->type->kind == TYPE_POINTER && cudac_type_points_alike(b->type, a->type)
                                       ? b->type
                                       : a->type);
        if (type->kind == TYPE_STRUCT)
            type = cudac_type_qualified(c, type, a->type->is_const || b->type->is_const, false);
    } else if (a->type->kind == TYPE_POINTER && is_null(b))
        type = a->type;
    else if (b->type->kind == TYPE_POINTER && is_null(a)) type = b->type;
    else
        cudac_fail(c, line, "operand types are incompatible (\"%s\" and \"%s\")", cudac_type_name(c, a->type), cudac_type_name(c, b->type));
    Expression *e = cudac_expression_create(c, EXPRESSION_CONDITIONAL, type, line);
    e->a = condition;
    e->b = type->kind == TYPE_STRUCT || type->kind == TYPE_VOID ? a : cudac_expression_cast(c, a, type, line);
    e->c = type->kind == TYPE_STRUCT || type->kind == TYPE_VOID ? b : cudac_expression_cast(c, b, type, line);
    if (places[0]->is_place && places[1]->is_place && cudac_type_same(places[0]->type, places[1]->type)) { /* it may be one itself */
        e->arguments = cudac_allocate(c, sizeof places);
        memcpy(e->arguments, places, sizeof places);
    }
    return cudac_expression_finish(c, e);
}

Expression *cudac_expression_as_base(Cudac *c, Expression *e, const Type *type, int line) {
    while (e->type->kind == TYPE_STRUCT && !cudac_type_same(e->type, type)) {
        const Field *field = cudac_structure_base(e->type->structure, type->structure);
        if (!field) return NULL;
        e = cudac_expression_member(c, e, field->name, line);
    }
    return e;
}

/* ---- bit fields ---- */

static const Type *unit_type(const Structure *structure, const BitField *bits) { return structure->fields[bits->field].type; }

static Expression *bits_unit(Cudac *c, Expression *a, const BitField *bits, int line) {
    return cudac_expression_member(c, a, a->type->structure->fields[bits->field].name, line);
}

static Expression *number_of(Cudac *c, const Type *type, uint64_t value, int line) { return cudac_expression_integer(c, type, (int64_t)value, line); }

static uint64_t bits_mask(const BitField *bits) { return bits->width == 64 ? UINT64_MAX : ((uint64_t)1 << bits->width) - 1; }

/* Wide enough to shift in: 64 bits. */
static Expression *read_bits(Cudac *c, Expression *a, const BitField *bits, int line) {
    bool is_signed = type_letter(bits->type) == 'i';
    const Type *wide = is_signed ? SCALAR(INT64) : SCALAR(UINT64);
    Expression *unit = cudac_expression_cast(c, bits_unit(c, a, bits, line), wide, line), *e;
    e = cudac_expression_binary(c, "<<", unit, number_of(c, SCALAR(INT32), (uint64_t)(64 - bits->width - bits->shift), line), line);
    e = cudac_expression_binary(c, ">>", e, number_of(c, SCALAR(INT32), (uint64_t)(64 - bits->width), line), line);
    const Type *type = cudac_type_plain(c, bits->type);
    e = cudac_expression_cast(c, e, type, line);
    if (e->kind == EXPRESSION_CONSTANT) return e;
    if (bits->width < 32 && dtypes[type->scalar].item_size == 4) { /* it is promoted to int */
        Expression *promoted = cudac_expression_cast(c, e, SCALAR(INT32), line);
        if (promoted != e) e = promoted;
    }
    e->bits = bits;
    e->bits_of = a;
    return e;
}

/* The bits of a value at their place in the unit. */
static Expression *placed_bits(Cudac *c, Expression *value, const Type *unit, const BitField *bits, int line) {
    value = cudac_expression_cast(c, cudac_expression_converted(c, value, bits->type, line), SCALAR(UINT64), line);
    value = cudac_expression_binary(c, "&", value, number_of(c, SCALAR(UINT64), bits_mask(bits), line), line);
    value = cudac_expression_binary(c, "<<", value, number_of(c, SCALAR(INT32), (uint64_t)bits->shift, line), line);
    return cudac_expression_cast(c, value, unit, line);
}

/* unit = (unit & ~mask) | value; what was written is read behind it. */
static Expression *write_bits(Cudac *c, Expression *target, Expression *value, int line) {
    const BitField *bits = target->bits;
    Expression *a = target->bits_of, *unit = bits_unit(c, a, bits, line);
    const Type *type = unit_type(a->type->structure, bits);
    Expression *kept = cudac_expression_binary(c, "&", unit, number_of(c, type, ~(bits_mask(bits) << bits->shift), line), line);
    Expression *both = cudac_expression_create(c, EXPRESSION_COMMA, target->type, line);
    both->a = cudac_expression_assign(c, "=", unit, cudac_expression_binary(c, "|", kept, placed_bits(c, value, type, bits, line), line), line);
    both->b = read_bits(c, a, bits, line);
    both->type = both->b->type;
    return cudac_expression_finish(c, both);
}

Expression *cudac_expression_member(Cudac *c, Expression *a, const char *name, int line) {
    if (a->type->kind != TYPE_STRUCT) cudac_fail(c, line, "expression must have class type but it has type \"%s\"", cudac_type_name(c, a->type));
    const Structure *structure = a->type->structure;
    const Field *field = cudac_structure_field(structure, name);
    const BitField *bits = field ? NULL : cudac_structure_bits(structure, name);
    if (bits) return read_bits(c, a, bits, line);
    for (int i = 0; !field && i < structure->field_count; i++)
        if (structure->fields[i].is_base && cudac_has_member(structure->fields[i].type->structure, name))
            return cudac_expression_member(c, cudac_expression_member(c, a, structure->fields[i].name, line), name, line);
    if (!field) {
        const Declared *own = cudac_structure_find(a->type, name);
        if (own && own->kind == DECLARED_VARIABLE) return cudac_expression_variable(c, own->variable, line); /* a static one */
        cudac_fail(c, line, "class \"%s\" has no member \"%s\"", structure->name, name);
    }
    bool is_const = a->type->is_const && !field->is_mutable;
    Expression *e = cudac_expression_create(
        c, EXPRESSION_MEMBER, cudac_type_qualified(c, field->type, is_const, a->type->is_volatile), line);
    e->a = a;
    e->is_expiring = a->is_expiring || !a->is_place;
    e->detail = (int)(field - structure->fields);
    e->is_place = true;
    cudac_expression_finish(c, e);
    if (!field->is_capture) return e;
    e->type = field->type;
    return cudac_expression_dereference(c, e, line);
}

Expression *cudac_expression_bind_member(Cudac *c, Expression *a, const Field *field, Expression *target, int line) {
    Expression *member = cudac_expression_create(c, EXPRESSION_MEMBER, field->type, line);
    member->a = a;
    member->detail = (int)(field - a->type->structure->fields);
    member->is_place = true;
    mark_assigned(a);
    cudac_expression_finish(c, member);
    if (!cudac_type_same(target->type, field->type->element)) cudac_fail(c, line, "a reference of type \"%s &\" cannot be bound to a value of type \"%s\"", cudac_type_name(c, field->type->element), cudac_type_name(c, target->type));
    return binary_node(c, EXPRESSION_ASSIGN, IR_CONSTANT, field->type, member, cudac_expression_address(c, target, line), line);
}

Expression *cudac_expression_index(Cudac *c, Expression *a, Expression *b, int line) {
    if (a->type->kind == TYPE_STRUCT) {
        Expression *found = overloaded(c, "[]", (Expression *[]){a, b}, 2, line);
        if (found) return found;
        a = as_number(c, a, line);
        if (a->type->kind == TYPE_STRUCT) no_operator(c, "[]", a, b, line);
    }
    b = as_number(c, b, line);
    if (cudac_type_is_integer(a->type) && !cudac_type_is_integer(b->type)) {
        Expression *swap = a;
        a = b;
        b = swap;
    }
    if ((a->type->kind == TYPE_POINTER || a->type->kind == TYPE_ARRAY) && b->type->kind == TYPE_STRUCT) no_operator(c, "[]", a, b, line);
    if ((a->type->kind == TYPE_POINTER || a->type->kind == TYPE_ARRAY) && !cudac_type_is_integer(b->type))
        cudac_fail(c, line, "expression must have integral or unscoped enum type");
    if ((a->type->kind != TYPE_POINTER && a->type->kind != TYPE_ARRAY) || !cudac_type_is_integer(b->type))
        cudac_fail(c, line, "expression must have pointer-to-object type but it has type \"%s\"", cudac_type_name(c, a->type));
    if (a->type->element->kind == TYPE_VOID) cudac_fail(c, line, "expression must be a pointer to a complete object type");
    cudac_type_size(c, a->type->element, line);
    Expression *e = cudac_expression_create(c, EXPRESSION_INDEX, a->type->element, line);
    e->a = a;
    b = cudac_expression_cast(c, b, cudac_type_promoted(b->type), line);
    e->b = b;
    e->is_place = true;
    return cudac_expression_finish(c, e);
}

Expression *cudac_expression_dereference(Cudac *c, Expression *a, int line) {
    a = cudac_expression_decayed(c, a);
    if (type_is_function_pointer(a->type)) return a;
    if (a->type->kind == TYPE_STRUCT) {
        Expression *found = overloaded(c, "*", &a, 1, line);
        if (found) return found;
        a = as_number(c, a, line);
        if (a->type->kind == TYPE_STRUCT) no_operator(c, "*", a, NULL, line);
    }
    if (a->type->kind != TYPE_POINTER || a->type->element->kind == TYPE_VOID) cudac_fail(c, line, "operand of \"*\" must be a pointer but has type \"%s\"", cudac_type_name(c, a->type));
    Expression *e = unary_node(c, EXPRESSION_DEREFERENCE, a->type->element, a, line);
    e->is_place = true;
    return e;
}

/* A constant whose address is taken lies in memory after all. */
static Expression *constant_place(Cudac *c, Variable *variable, int line) {
    if (variable->kind == VARIABLE_MODULE && !variable->global) {
        const char *symbol = cudac_ir_name(c, variable->name, c->structure_count++);
        variable->global = ir_variable_create(c->module, symbol, cudac_type_ir(c, variable->type, line),
                                              &variable->constant);
        if (!variable->global) cudac_fail_ir(c, line);
    }
    Expression *e = cudac_expression_create(c, EXPRESSION_VARIABLE, variable->type, line);
    e->variable = variable;
    e->is_place = true;
    return e;
}

Expression *cudac_expression_address(Cudac *c, Expression *a, int line) {
    if (!a->is_place && type_is_function_pointer(a->type)) return a;
    a = cudac_expression_place(c, a, line);
    if (a->kind == EXPRESSION_CONSTANT && a->variable) a = constant_place(c, a->variable, line);
    if (!a->is_place) cudac_fail(c, line, "expression must be an lvalue or a function designator");
    mark_addressed(a);
    mark_assigned(a);
    return unary_node(c, EXPRESSION_ADDRESS, cudac_type_pointer(c, a->type), a, line);
}

/* ---- structs and arrays from lists; constructors ---- */

Expression *cudac_string_list(Cudac *c, Expression *string) {
    Expression *list = cudac_expression_create(c, EXPRESSION_LIST, &cudac_type_void, string->line);
    list->argument_count = (int)string->type->count;
    list->arguments = cudac_allocate(c, (size_t)list->argument_count * sizeof *list->arguments);
    for (int i = 0; i < list->argument_count; i++) list->arguments[i] = cudac_expression_integer(c, SCALAR(INT8), string->text[i], string->line);
    return cudac_expression_finish(c, list);
}

bool cudac_needs_construction(const Type *type) {
    while (type->kind == TYPE_ARRAY) type = type->element;
    if (type->kind != TYPE_STRUCT) return false;
    if (type->structure->has_initials) return true;
    const Declared *first = cudac_structure_find(type, "#constructor"), *without = NULL;
    for (const Declared *d = first; d; d = d->overload)
        if (d->least == 1) without = d;
    return first && (!without || without->has_body || without->is_deleted);
}

/* What a member is when nothing is given for it: its own initial value, or NULL. */
Expression *cudac_own_initial(Cudac *c, Structure *structure, const Field *field, int line) {
    if (!field->initial_at) return cudac_needs_construction(field->type) ? cudac_expression_construct(c, cudac_type_plain(c, field->type), NULL, 0, line) : NULL;
    size_t at = c->at;
    Scope *scope = c->scope;
    c->at = field->initial_at;
    c->scope = structure->scope;
    Expression *e = cudac_parse_initial(c, field->type);
    c->at = at;
    c->scope = scope;
    return e;
}

static Expression *zero_of(Cudac *c, const Type *type, int line) { return cudac_expression_construct(c, cudac_type_plain(c, type), NULL, 0, line); }

/* Parts by name, and members' own initial values: a place for each member. */
static Expression **placed(Cudac *c, const Type *type, Expression **arguments, const char *const *designators, int *count, int line) {
    Structure *structure = type->structure;
    Expression **all = cudac_allocate(c, (size_t)(structure->field_count + 1) * sizeof *all);
    memset(all, 0, (size_t)(structure->field_count + 1) * sizeof *all);
    int next = 0;
    for (int i = 0; i < *count; i++) {
        if (designators && designators[i]) {
            const Field *field = cudac_structure_field(structure, designators[i]);
            if (!field) cudac_fail(c, line, "class \"%s\" has no member \"%s\"", structure->name, designators[i]);
            next = (int)(field - structure->fields);
        }
        if (next >= structure->field_count) cudac_fail(c, line, "too many initializer values");
        all[next++] = arguments[i];
    }
    for (int i = 0; i < structure->field_count; i++) {
        if (!all[i]) all[i] = cudac_own_initial(c, structure, &structure->fields[i], line);
        if (!all[i]) all[i] = zero_of(c, structure->fields[i].type, line);
    }
    *count = structure->field_count;
    return all;
}

/* Values in the order of members, some of them bit fields: those of a unit are put together. */
static Expression **packed(Cudac *c, const Type *type, Expression **arguments, int *count, int line) {
    const Structure *structure = type->structure;
    Expression **all = cudac_allocate(c, (size_t)(structure->field_count + 1) * sizeof *all);
    int next = 0, used = 0, field = 0;
    for (; field < structure->field_count && next < *count; field++) {
        bool is_unit = false;
        Expression *unit = cudac_expression_integer(c, structure->fields[field].type, 0, line);
        for (int i = 0; i < structure->bit_count; i++) {
            const BitField *bits = &structure->bits[i];
            if (bits->field != field) continue;
            is_unit = true;
            if (!bits->name || next >= *count) continue;
            unit = cudac_expression_binary(c, "|", unit, placed_bits(c, arguments[next++], structure->fields[field].type, bits, line), line);
            unit = cudac_expression_cast(c, unit, structure->fields[field].type, line);
        }
        all[used++] = is_unit ? unit : arguments[next++];
    }
    if (next < *count) cudac_fail(c, line, "too many initializer values");
    *count = used;
    return all;
}

/* ---- braces that are left out: { 1, 2, 3 } for { { 1, 2 }, 3 } ---- */

static int part_count(const Type *type) {
    if (type->kind == TYPE_ARRAY) return (int)(type->count > 1 << 20 ? 1 << 20 : type->count);
    return type->structure->is_union ? type->structure->field_count > 0 : type->structure->field_count;
}

static const Type *part_type(const Type *type, int i) {
    return type->kind == TYPE_ARRAY ? type->element : type->structure->fields[i].type;
}

/* Is this argument the whole part by itself? */
static bool is_whole(Cudac *c, const Type *part, const Expression *e) {
    if (is_open_list(e) || (part->kind != TYPE_ARRAY && part->kind != TYPE_STRUCT)) return true;
    if (part->kind == TYPE_ARRAY)
        return cudac_type_same(e->type, part) ||
               (e->kind == EXPRESSION_STRING && type_is(part->element, DTYPE_INT8));
    return cudac_structure_find(part, "#constructor") || part->structure->bit_count ||
           cudac_conversion_cost(c, e, part, false) >= 0;
}

/* How many arguments a part takes. */
static int taken(Cudac *c, const Type *part, Expression **arguments, int count) {
    if (!count || is_whole(c, part, arguments[0])) return count ? 1 : 0;
    int used = 0;
    for (int i = 0; i < part_count(part) && used < count; i++)
        used += taken(c, part_type(part, i), arguments + used, count - used);
    return used ? used : 1;
}

int cudac_list_count(Cudac *c, const Type *type, const Expression *list) {
    int made = 0;
    for (int used = 0; used < list->argument_count; made++)
        used += taken(c, type->element, list->arguments + used, list->argument_count - used);
    return made;
}

/* The same with the braces put in. */
static Expression **braced(Cudac *c, const Type *type, Expression **arguments, int *count, int line) {
    Expression **all = cudac_allocate(c, (size_t)(*count + 1) * sizeof *all);
    int made = 0, used = 0;
    for (; used < *count; made++) {
        const Type *part = made < part_count(type) ? part_type(type, made) : NULL;
        int number = part ? taken(c, part, arguments + used, *count - used) : 1;
        if (part && !is_whole(c, part, arguments[used]) && part_count(part)) {
            Expression *list = cudac_expression_create(c, EXPRESSION_LIST, &cudac_type_void, line);
            list->arguments = arguments + used;
            list->argument_count = number;
            all[made] = cudac_expression_finish(c, list);
        } else
            all[made] = arguments[used];
        used += number;
    }
    *count = made;
    return all;
}

/* Elements that are not said are constructed, too. */
static Expression **filled(Cudac *c, const Type *type, Expression **arguments, int *count, int line) {
    enum { OBJECTS_MAX = 1024 };
    if (type->count > OBJECTS_MAX)
        cudac_refuse(c, line, "an array of more than %d objects with constructors", OBJECTS_MAX);
    Expression **all = cudac_allocate(c, (size_t)type->count * sizeof *all);
    if (*count) memcpy(all, arguments, (size_t)*count * sizeof *all);
    while (*count < type->count)
        all[(*count)++] = cudac_expression_construct(c, cudac_type_plain(c, type->element), NULL, 0, line);
    return all;
}

static Expression *list_of(Cudac *c, const Type *type, Expression **arguments, const char *const *designators, int count, int line) {
    bool is_aggregate =
        type->kind == TYPE_ARRAY || (type->kind == TYPE_STRUCT && !type->structure->bit_count);
    if (is_aggregate && !designators) arguments = braced(c, type, arguments, &count, line);
    if (type->kind == TYPE_ARRAY && type->count > count && cudac_needs_construction(type))
        arguments = filled(c, type, arguments, &count, line);
    if (type->kind == TYPE_STRUCT && type->structure->bit_count) {
        if (designators || type->structure->has_initials) cudac_refuse(c, line, "such initializers of a struct with bit fields");
        arguments = packed(c, type, arguments, &count, line);
    }
    if (type->kind == TYPE_STRUCT && !type->structure->is_union && (designators || type->structure->has_initials))
        arguments = placed(c, type, arguments, designators, &count, line);
    else if (designators) cudac_refuse(c, line, "a designated initializer of a union");
    Expression *e = cudac_expression_create(c, EXPRESSION_LIST, type, line);
    int most = type->kind == TYPE_STRUCT ? type->structure->field_count : type->kind == TYPE_ARRAY ? (int)(type->count > 1 << 20 ? 1 << 20 : type->count) : 1;
    if (type->kind == TYPE_STRUCT && type->structure->is_union) most = 1;
    if (count > most) cudac_fail(c, line, "too many initializer values");
    e->arguments = cudac_allocate(c, (size_t)(count + 1) * sizeof *e->arguments);
    e->argument_count = count;
    for (int i = 0; i < count; i++) {
        const Type *part = type->kind == TYPE_STRUCT ? type->structure->fields[i].type : type->element;
        Expression *argument = arguments[i];
        bool is_list = is_open_list(argument);
        if (type->kind == TYPE_STRUCT && type->structure->fields[i].is_capture && !is_list && argument->is_place && cudac_type_same(argument->type, part->element)) {
            e->arguments[i] = cudac_expression_address(c, argument, line);
            continue;
        }
        if (part->kind == TYPE_ARRAY && argument->kind == EXPRESSION_STRING) argument = cudac_string_list(c, argument), is_list = true;
        if (part->kind == TYPE_ARRAY && argument->kind == EXPRESSION_LIST && cudac_type_same(argument->type, part)) e->arguments[i] = argument;
        else if (part->kind == TYPE_ARRAY && is_list) e->arguments[i] = list_of(c, part, argument->arguments, argument->designators, argument->argument_count, line);
        else if (part->kind == TYPE_ARRAY && cudac_type_same(argument->type, part)) e->arguments[i] = argument;
        else if (is_list && part->kind != TYPE_STRUCT) e->arguments[i] = cudac_expression_construct(c, part, &argument, 1, line);
        else e->arguments[i] = cudac_expression_initial(c, argument, part, line);
    }
    return cudac_expression_finish(c, e);
}

Expression *cudac_expression_construct(Cudac *c, const Type *type, Expression **arguments, int count, int line) {
    cudac_deeper(c, line);
    Expression *result;
    const char *const *designators = NULL;
    if (count == 1 && is_open_list(arguments[0])) { /* "{ a, b }": what it holds is for the parts, or for a constructor */
        count = arguments[0]->argument_count;
        designators = arguments[0]->designators;
        arguments = arguments[0]->arguments;
    }
    if (type->kind == TYPE_ARRAY) result = list_of(c, type, arguments, designators, count, line);
    else if (type->kind == TYPE_STRUCT) {
        Declared *constructors = cudac_structure_find(type, "#constructor");
        if (!type->structure->is_complete) cudac_fail(c, line, "incomplete type \"%s\" is not allowed", cudac_type_name(c, type));
        if (count == 1 && inherits(arguments[0]->type, type) && cudac_has_copies(c, type))
            arguments[0] = cudac_expression_as_base(c, arguments[0], type, line);
        bool copies = count == 1 && cudac_type_same(arguments[0]->type, type);
        bool has_copies = copies && arguments[0]->is_place && constructors && cudac_has_copies(c, type);
        if (copies && !has_copies)
            result = arguments[0];
        else if (count == 1 && inherits(arguments[0]->type, type) && !constructors) result = cudac_expression_as_base(c, arguments[0], type, line);
        else if (constructors && !(count == 1 && inherits(arguments[0]->type, type))) {
            Expression *all[ARGUMENTS_MAX + 1];
            Expression *e = cudac_expression_create(c, EXPRESSION_CONSTRUCT, type, line);
            Variable *self = cudac_allocate(c, sizeof *self);
            *self = (Variable){.kind = VARIABLE_LOCAL, .name = "", .type = type, .is_addressed = true, .is_assigned = true, .line = line};
            e->variable = self;
            all[0] = cudac_expression_variable(c, self, line);
            for (int i = 0; i < count && i < ARGUMENTS_MAX; i++) all[i + 1] = arguments[i];
            Call call = {.candidates = constructors,
                         .arguments = all,
                         .count = count + 1,
                         .has_object = true,
                         .name = type->structure->name,
                         .line = line};
            Function *function = cudac_resolve(c, &call);
            if (copies && function->declared->is_default)
                result = arguments[0];
            else {
                e->a = cudac_call_function(c, function, all, count + 1, line);
                result = cudac_expression_finish(c, e);
            }
        } else if (count == 1 && cudac_conversion_cost(c, arguments[0], type, false) < 0 && arguments[0]->type->kind == TYPE_STRUCT) {
            cudac_fail(c, line, "no suitable user-defined conversion from \"%s\" to \"%s\" exists", cudac_type_name(c, arguments[0]->type), cudac_type_name(c, type));
        } else if (count == 1 && inherits(arguments[0]->type, type)) result = cudac_expression_as_base(c, arguments[0], type, line);
        else result = list_of(c, type, arguments, designators, count, line);
    } else if (count == 0) result = cudac_expression_cast(c, cudac_expression_integer(c, SCALAR(INT32), 0, line), type, line);
    else if (type->kind == TYPE_SCALAR && type_letter(type) == 'c' && count == 2) {
        const Type *part = cudac_type_scalar(dtype_real(&dtypes[type->scalar])->number);
        result = binary_node(c, EXPRESSION_BINARY, IR_COMPLEX, type, cudac_expression_converted(c, arguments[0], part, line),
                             cudac_expression_converted(c, arguments[1], part, line), line);
    } else if (count == 1) result = cudac_expression_cast(c, arguments[0], type, line);
    else cudac_fail(c, line, "too many initializer values");
    c->depth--;
    return result;
}
