/* Calls of constexpr functions with constants: the tree is run. What it does not know is left to the device. */
#include "arraylib/cudac/private.h"
#include "arraylib/ir/private.h"

#include <string.h>

enum { STEPS_MAX = 200000, VALUES_MAX = 64, CALLS_MAX = 60 };

typedef enum Outcome { GOES_ON, BREAKS, CONTINUES, RETURNS, UNKNOWN } Outcome;

typedef struct Frame { /* a call's variables */
    const Variable *variables[VALUES_MAX];
    IrScalar values[VALUES_MAX], result;
    int count, depth;
} Frame;

static bool evaluate(Cudac *c, Frame *frame, Expression *e, IrScalar *result);

static IrScalar *find(Frame *frame, const Variable *variable) {
    for (int i = frame->count - 1; i >= 0; i--)
        if (frame->variables[i] == variable) return &frame->values[i];
    return NULL;
}

static bool declare(Frame *frame, const Variable *variable, IrScalar value) {
    IrScalar *place = find(frame, variable);
    if (variable->type->kind != TYPE_SCALAR || variable->is_reference || (!place && frame->count == VALUES_MAX)) return false;
    if (!place) {
        frame->variables[frame->count] = variable;
        place = &frame->values[frame->count++];
    }
    *place = value;
    return true;
}

static bool compute(IrOperation operation, int detail, const Type *type, const Type *const *from, const IrScalar *operands, int count, IrScalar *result) {
    const IrType *types[3];
    for (int i = 0; i < count; i++) {
        if (from[i]->kind != TYPE_SCALAR) return false;
        types[i] = ir_scalar_type(from[i]->scalar);
    }
    if (operation == IR_CAST && type_letter(from[0]) == 'c' && type_letter(type) != 'c') return false;
    return type->kind == TYPE_SCALAR && ir_evaluate(operation, detail, ir_scalar_type(type->scalar), types, operands, result);
}

static bool cast(const Type *from, const Type *to, IrScalar value, IrScalar *result) {
    if (from->kind == TYPE_SCALAR && to->kind == TYPE_SCALAR && from->scalar == to->scalar) return *result = value, true;
    return compute(IR_CAST, 0, to, &from, &value, 1, result);
}

static bool assign(Cudac *c, Frame *frame, Expression *e, IrScalar *result) {
    IrScalar *place = e->a->kind == EXPRESSION_VARIABLE ? find(frame, e->a->variable) : NULL, right, both[2];
    if (!place || e->type->kind != TYPE_SCALAR) return false;
    if (e->kind == EXPRESSION_STEP) {
        const Type *wide = cudac_type_promoted(e->type), *types[] = {wide, wide};
        IrScalar old = *place, one = {.u = 0};
        if (type_letter(wide) == 'f' || !cast(e->type, wide, old, &both[0])) return false;
        one.i = 1;
        both[1] = one;
        if (!compute(e->operation, 0, wide, types, both, 2, &right) || !cast(wide, e->type, right, place)) return false;
        *result = e->is_postfix ? old : *place;
        return true;
    }
    if (!evaluate(c, frame, e->b, &right)) return false;
    if (e->operation != IR_CONSTANT) {
        const Type *types[] = {e->wide, e->b->type};
        if (!cast(e->a->type, e->wide, *place, &both[0])) return false;
        both[1] = right;
        if (!compute(e->operation, 0, e->wide, types, both, 2, &right) || !cast(e->wide, e->type, right, &right)) return false;
    }
    *result = *place = right;
    return true;
}

static bool call(Cudac *c, Frame *outer, Expression *e, IrScalar *result);

static bool evaluate(Cudac *c, Frame *frame, Expression *e, IrScalar *result) {
    IrScalar operands[3];
    const Type *types[3];
    Expression *parts[] = {e->a, e->b, e->c};
    if (++c->evaluations > STEPS_MAX) return false;
    switch (e->kind) {
    case EXPRESSION_CONSTANT: return *result = e->constant, e->type->kind == TYPE_SCALAR;
    case EXPRESSION_VARIABLE: {
        const IrScalar *place = find(frame, e->variable);
        if (place) *result = *place;
        return place != NULL;
    }
    case EXPRESSION_LOGICAL_AND:
    case EXPRESSION_LOGICAL_OR:
        if (!evaluate(c, frame, e->a, &operands[0])) return false;
        if ((operands[0].u & 1) == (e->kind == EXPRESSION_LOGICAL_OR)) return *result = operands[0], true;
        return evaluate(c, frame, e->b, result);
    case EXPRESSION_LOGICAL_NOT:
        if (!evaluate(c, frame, e->a, result)) return false;
        result->u = !(result->u & 1);
        return true;
    case EXPRESSION_CONDITIONAL: return evaluate(c, frame, e->a, &operands[0]) && evaluate(c, frame, operands[0].u & 1 ? e->b : e->c, result);
    case EXPRESSION_COMMA: return evaluate(c, frame, e->a, result) && evaluate(c, frame, e->b, result);
    case EXPRESSION_ASSIGN:
    case EXPRESSION_STEP: return assign(c, frame, e, result);
    case EXPRESSION_CALL: return call(c, frame, e, result);
    case EXPRESSION_UNARY:
    case EXPRESSION_BINARY:
    case EXPRESSION_CAST: {
        int count = 0;
        for (; count < 3 && parts[count]; count++) {
            types[count] = parts[count]->type;
            if (!evaluate(c, frame, parts[count], &operands[count])) return false;
        }
        return compute(e->kind == EXPRESSION_CAST ? IR_CAST : e->operation, 0, e->type, types, operands, count, result);
    }
    case EXPRESSION_BUILTIN:
        if (e->argument_count > 3 || e->argument_count < 1 || (e->operation != IR_MATH && ir_operation_rows[e->operation].trait != TRAIT_P)) return false;
        for (int i = 0; i < e->argument_count; i++) {
            types[i] = e->arguments[i]->type;
            if (!evaluate(c, frame, e->arguments[i], &operands[i])) return false;
        }
        return compute(e->operation, e->detail, e->type, types, operands, e->argument_count, result);
    default: return false;
    }
}

static Outcome execute(Cudac *c, Frame *frame, const Statement *s) {
    IrScalar value = {.u = 0};
    Outcome outcome;
    if (!s) return GOES_ON;
    if (++c->evaluations > STEPS_MAX) return UNKNOWN;
    switch (s->kind) {
    case STATEMENT_EXPRESSION: return evaluate(c, frame, s->expression, &value) ? GOES_ON : UNKNOWN;
    case STATEMENT_DECLARATION:
        if (s->variable->has_constant) return GOES_ON;
        if (s->variable->initial && !evaluate(c, frame, s->variable->initial, &value)) return UNKNOWN;
        return s->variable->kind == VARIABLE_LOCAL && declare(frame, s->variable, value) ? GOES_ON : UNKNOWN;
    case STATEMENT_BLOCK:
        for (const Statement *part = s->list; part; part = part->next)
            if ((outcome = execute(c, frame, part)) != GOES_ON) return outcome;
        return GOES_ON;
    case STATEMENT_IF:
        if (!evaluate(c, frame, s->expression, &value)) return UNKNOWN;
        return execute(c, frame, value.u & 1 ? s->first : s->second);
    case STATEMENT_WHILE:
    case STATEMENT_DO:
    case STATEMENT_FOR:
        if (s->kind == STATEMENT_FOR && (outcome = execute(c, frame, s->second)) != GOES_ON) return outcome;
        for (bool first = true;; first = false) {
            bool asks = s->expression && !(first && s->kind == STATEMENT_DO);
            if (asks && !evaluate(c, frame, s->expression, &value)) return UNKNOWN;
            if (asks && !(value.u & 1)) return GOES_ON;
            outcome = execute(c, frame, s->first);
            if (outcome == BREAKS) return GOES_ON;
            if (outcome == RETURNS || outcome == UNKNOWN || c->evaluations++ > STEPS_MAX) return outcome == RETURNS ? RETURNS : UNKNOWN;
            if (s->kind == STATEMENT_FOR && s->step && !evaluate(c, frame, s->step, &value)) return UNKNOWN;
        }
    case STATEMENT_BREAK: return BREAKS;
    case STATEMENT_CONTINUE: return CONTINUES;
    case STATEMENT_RETURN: return s->expression && evaluate(c, frame, s->expression, &frame->result) ? RETURNS : UNKNOWN;
    default: return UNKNOWN;
    }
}

static bool call(Cudac *c, Frame *outer, Expression *e, IrScalar *result) {
    Function *function = e->function;
    if (function->is_prototype || !function->declared->is_constexpr || !function->declared->has_body || function->declared->is_constructor || e->type->kind != TYPE_SCALAR || outer->depth >= CALLS_MAX) return false;
    Frame *frame = cudac_allocate(c, sizeof *frame);
    memset(frame, 0, sizeof *frame);
    frame->depth = outer->depth + 1;
    for (int i = 0; i < e->argument_count; i++) {
        IrScalar value;
        const Variable *parameter = function->parameters[i];
        if (parameter->is_reference) {
            if (parameter->type->kind == TYPE_STRUCT && i == 0 && function->is_method) continue;
            return false;
        }
        if (!evaluate(c, outer, e->arguments[i], &value) || !declare(frame, parameter, value)) return false;
    }
    cudac_body_now(c, function, e->line);
    if (!function->body || execute(c, frame, function->body) != RETURNS) return false;
    *result = frame->result;
    return true;
}

Expression *cudac_evaluate_call(Cudac *c, Expression *e) {
    Frame none = {.count = 0};
    IrScalar value = {.c128 = {0, 0}};
    for (int i = 0; i < e->argument_count; i++)
        if (e->arguments[i]->kind != EXPRESSION_CONSTANT) return NULL;
    if (e->type->kind != TYPE_SCALAR) return NULL;
    c->evaluations = 0;
    if (!call(c, &none, e, &value)) return NULL;
    Expression *constant = cudac_expression_create(c, EXPRESSION_CONSTANT, e->type, e->line);
    constant->constant = value;
    return constant;
}
