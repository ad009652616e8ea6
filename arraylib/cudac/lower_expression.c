/* Expressions to IR. Scalars and pointers are values; structs and arrays are built in memory and passed by their address. */
#include "arraylib/cudac/private.h"
#include "arraylib/ir/private.h"

#include <string.h>

static IrBuilder *at_line(Cudac *c, const Expression *e) {
    IrBuilder *b = builder_of(c);
    if (e->line > 0) b->line = e->line;
    return b;
}

/* ---- small things ---- */

IrValue *cudac_lower_cast(Cudac *c, IrValue *value, const Type *to, int line) {
    IrBuilder *b = builder_of(c);
    const IrType *type = cudac_type_ir(c, to, line);
    if (!value || value->type == type) return value;
    if (type->kind == IR_POINTER) {
        if (value->type->kind == IR_SCALAR) value = ir_build_cast(b, IR_TYPE(UINT64), value);
        return ir_build_bitcast(b, type, value);
    }
    if (value->type->kind == IR_POINTER) {
        value = ir_build_bitcast(b, IR_TYPE(UINT64), value);
        return ir_build_cast(b, type, value);
    }
    return ir_build_cast(b, type, value);
}

IrValue *cudac_lower_zero(Cudac *c, const Type *type, int line) {
    IrValue *zero = ir_integer(c->module, type->kind == TYPE_POINTER ? IR_TYPE(UINT64) : cudac_type_ir(c, type, line), 0);
    return cudac_lower_cast(c, zero, type, line);
}

IrValue *cudac_lower_retyped(Cudac *c, IrValue *pointer, const Type *element, int line) {
    const IrType *wanted = cudac_type_ir(c, element, line);
    if (!pointer || pointer->type->element == wanted) return pointer;
    return ir_build_bitcast(builder_of(c), ir_pointer_type(c->module, wanted, pointer->type->space), pointer);
}

IrValue *cudac_lower_generic(Cudac *c, IrValue *pointer) {
    if (!pointer || pointer->type->space == IR_GLOBAL_SPACE) return pointer;
    return ir_build_bitcast(builder_of(c), ir_pointer_type(c->module, pointer->type->element, IR_GLOBAL_SPACE), pointer);
}

IrValue *cudac_lower_temporary(Cudac *c, const Type *type, int line) { return ir_build_storage(builder_of(c), IR_LOCAL, cudac_type_ir(c, type, line)); }

/* Threads of a warp that talk through volatile memory expect to run in step. */
static void keep_step(Cudac *c, const Type *type) {
    if (type->is_volatile) ir_build_unary(builder_of(c), IR_SYNC_WARP, ir_integer(c->module, IR_TYPE(UINT32), 0));
}

IrValue *cudac_lower_load(Cudac *c, IrValue *pointer, const Type *type) {
    return ir_build_load(builder_of(c), cudac_lower_retyped(c, pointer, type, 0));
}

void cudac_lower_store(Cudac *c, IrValue *pointer, IrValue *value, const Type *type) {
    keep_step(c, type);
    ir_build_store(builder_of(c), cudac_lower_retyped(c, pointer, type, 0), value);
    keep_step(c, type);
}

/* A variable that is no memory. */
static bool is_register(const Expression *e) {
    if (e->kind != EXPRESSION_VARIABLE || e->variable->in_memory || e->variable->is_reference) return false;
    return e->variable->kind == VARIABLE_LOCAL || e->variable->kind == VARIABLE_PARAMETER;
}

static IrValue *read_register(Cudac *c, const Variable *variable) {
    if (variable->value && variable->value->operation == IR_VAR) return ir_build_get(builder_of(c), variable->value);
    return variable->value;
}

/* ---- places ---- */

/* For whom races are reported to. */
static IrValue *name_storage(Cudac *c, IrValue *storage, const Variable *variable) {
    if (storage) storage->message = arena_copy(&c->module->arena, variable->name, strlen(variable->name));
    return storage;
}

static IrValue *variable_place(Cudac *c, Expression *e) {
    Variable *variable = e->variable;
    IrBuilder *b = builder_of(c);
    switch (variable->kind) {
    case VARIABLE_MODULE: return ir_build_global(b, variable->global);
    case VARIABLE_DYNAMIC_SHARED: {
        const Type *element = variable->type->kind == TYPE_ARRAY && variable->type->count < 0 ? variable->type->element : variable->type;
        return name_storage(c, ir_build_storage(b, IR_DYNAMIC_SHARED, cudac_type_ir(c, element, e->line)), variable);
    }
    case VARIABLE_SHARED:
        if (variable->lowered_in == lowering_of(c)->serial && variable->value) return variable->value;
        { /* where the function begins, so that it is seen everywhere */
            IrBuilder entry = *b;
            entry.block = variable->lowered_in == lowering_of(c)->serial ? b->block : b->block->function->body;
            entry.before = entry.block->first;
            variable->value = name_storage(c, ir_build_storage(&entry, IR_SHARED, cudac_type_ir(c, variable->type, e->line)), variable);
            variable->lowered_in = lowering_of(c)->serial;
            return variable->value;
        }
    default: break;
    }
    if (!variable->value) cudac_fail(c, e->line, "\"%s\" is used where it is not known", variable->name);
    if (variable->is_reference) return cudac_lower_retyped(c, read_register(c, variable), variable->type, e->line);
    if (variable->in_memory) return variable->value;
    IrValue *copy = cudac_lower_temporary(c, variable->type, e->line); /* a value where a place is wanted: of a const variable */
    cudac_lower_store(c, copy, read_register(c, variable), variable->type);
    return copy;
}

static IrValue *member_place(Cudac *c, Expression *e) {
    const Structure *structure = e->a->type->structure;
    const Field *field = &structure->fields[e->detail];
    IrValue *base = cudac_lower_place(c, e->a);
    at_line(c, e);
    if (structure->is_union || field->number < 0) return cudac_lower_retyped(c, base, field->type, e->line);
    return ir_build(builder_of(c), IR_FIELD, field->number, (IrValue *[]){cudac_lower_retyped(c, base, e->a->type, e->line)}, 1);
}

static IrValue *index_place(Cudac *c, Expression *e) {
    if (e->a->type->kind == TYPE_ARRAY && e->a->type->count >= 0) {
        IrValue *base = cudac_lower_retyped(c, cudac_lower_place(c, e->a), e->a->type, e->line), *index = cudac_lower_value(c, e->b);
        return ir_build(at_line(c, e), IR_ITEM, 0, (IrValue *[]){base, index}, 2);
    }
    IrValue *base = e->a->type->kind == TYPE_ARRAY ? cudac_lower_place(c, e->a) : cudac_lower_value(c, e->a), *index = cudac_lower_value(c, e->b);
    base = cudac_lower_retyped(c, base, e->type, e->line);
    return ir_build(at_line(c, e), IR_OFFSET, 0, (IrValue *[]){base, index}, 2);
}

static IrValue *string_place(Cudac *c, Expression *e) {
    const IrType *type = cudac_type_ir(c, e->type, e->line);
    IrGlobal *global = ir_variable_create(c->module, cudac_ir_name(c, "string", c->string_count++), type, e->text);
    if (!global) cudac_fail_ir(c, e->line);
    return ir_build_global(builder_of(c), global);
}

IrValue *cudac_lower_place(Cudac *c, Expression *e) {
    IrValue *place;
    switch (e->kind) {
    case EXPRESSION_VARIABLE: return variable_place(c, e);
    case EXPRESSION_MEMBER: return member_place(c, e);
    case EXPRESSION_INDEX: return index_place(c, e);
    case EXPRESSION_DEREFERENCE: return cudac_lower_retyped(c, cudac_lower_value(c, e->a), e->type, e->line);
    case EXPRESSION_ASSIGN:
    case EXPRESSION_STEP:
        if (!e->is_place) break;
        if (e->type->kind == TYPE_STRUCT) {
            place = cudac_lower_place(c, e->a);
            cudac_lower_into(c, e->b, place);
            return place;
        }
        cudac_lower_value(c, e);
        return cudac_lower_place(c, e->a);
    case EXPRESSION_COMMA:
        cudac_lower_value(c, e->a);
        return cudac_lower_place(c, e->b);
    case EXPRESSION_STRING: return string_place(c, e);
    default: break;
    }
    place = cudac_lower_temporary(c, cudac_type_plain(c, e->type), e->line);
    cudac_lower_into(c, e, place);
    return place;
}

/* ---- structs and arrays ---- */

/* Part by part, so that a pass can take structs apart; large arrays in one go. */
static void copy_value(Cudac *c, IrValue *to, IrValue *from, const Type *type, int line) {
    IrBuilder *b = builder_of(c);
    if (type->kind == TYPE_SCALAR || type->kind == TYPE_POINTER) {
        cudac_lower_store(c, to, cudac_lower_load(c, from, type), cudac_type_plain(c, type));
        return;
    }
    to = cudac_lower_retyped(c, to, type, line);
    from = cudac_lower_retyped(c, from, type, line);
    if (type->kind == TYPE_STRUCT && !type->structure->is_union) {
        for (int i = 0; i < type->structure->field_count; i++) {
            const Field *field = &type->structure->fields[i];
            if (field->number < 0) continue;
            IrValue *source = ir_build(b, IR_FIELD, field->number, &from, 1), *target = ir_build(b, IR_FIELD, field->number, &to, 1);
            copy_value(c, target, source, field->type, line);
        }
    } else if (type->kind == TYPE_ARRAY && type->count <= 16) {
        for (int64_t i = 0; i < type->count; i++) {
            IrValue *index = ir_integer(c->module, IR_TYPE(INT32), i);
            IrValue *source = ir_build(b, IR_ITEM, 0, (IrValue *[]){from, index}, 2), *target = ir_build(b, IR_ITEM, 0, (IrValue *[]){to, index}, 2);
            copy_value(c, target, source, type->element, line);
        }
    } else ir_build_binary(b, IR_COPY, to, from);
}

static void clear_value(Cudac *c, IrValue *place, const Type *type, int line) {
    IrBuilder *b = builder_of(c);
    if (type->kind == TYPE_SCALAR || type->kind == TYPE_POINTER) cudac_lower_store(c, place, cudac_lower_zero(c, type, line), cudac_type_plain(c, type));
    else if (type->kind == TYPE_STRUCT) {
        place = cudac_lower_retyped(c, place, type, line);
        if (type->structure->is_union) {
            if (type->structure->field_count) clear_value(c, cudac_lower_retyped(c, place, type->structure->fields[0].type, line), type->structure->fields[0].type, line);
            return;
        }
        for (int i = 0; i < type->structure->field_count; i++)
            if (type->structure->fields[i].number >= 0) clear_value(c, ir_build(b, IR_FIELD, type->structure->fields[i].number, &place, 1), type->structure->fields[i].type, line);
    } else if (type->count > 0) {
        place = cudac_lower_retyped(c, place, type, line);
        IrValue *zero = ir_integer(c->module, IR_TYPE(INT32), 0), *one = ir_integer(c->module, IR_TYPE(INT32), 1);
        IrValue *index = ir_build_for(b, zero, ir_integer(c->module, IR_TYPE(INT32), type->count > INT32_MAX ? INT32_MAX : type->count), one);
        clear_value(c, ir_build(b, IR_ITEM, 0, (IrValue *[]){place, index}, 2), type->element, line);
        ir_build_end(b);
    }
}

static void list_into(Cudac *c, Expression *e, IrValue *place) {
    IrBuilder *b = builder_of(c);
    const Type *type = e->type;
    place = cudac_lower_retyped(c, place, type, e->line);
    bool is_struct = type->kind == TYPE_STRUCT;
    int64_t parts = is_struct ? (type->structure->is_union ? 1 : type->structure->field_count) : type->count;
    if (e->argument_count < parts && parts > 64) clear_value(c, place, type, e->line);
    for (int64_t i = 0; i < parts && (i < e->argument_count || parts <= 64); i++) {
        const Type *part = is_struct ? type->structure->fields[i].type : type->element;
        IrValue *target;
        if (is_struct && type->structure->fields[i].number < 0) continue;
        if (is_struct && type->structure->is_union) target = cudac_lower_retyped(c, place, part, e->line);
        else if (is_struct) target = ir_build(b, IR_FIELD, type->structure->fields[i].number, &place, 1);
        else target = ir_build(b, IR_ITEM, 0, (IrValue *[]){place, ir_integer(c->module, IR_TYPE(INT32), i)}, 2);
        if (i < e->argument_count) cudac_lower_into(c, e->arguments[i], target);
        else clear_value(c, target, part, e->line);
    }
}

static IrValue *lower_call(Cudac *c, Expression *e, IrValue *place);

static void conditional_into(Cudac *c, Expression *e, IrValue *place) {
    IrBuilder *b = builder_of(c);
    ir_build_if(b, cudac_lower_value(c, e->a));
    cudac_lower_into(c, e->b, place);
    ir_build_else(b);
    cudac_lower_into(c, e->c, place);
    ir_build_end(b);
}

void cudac_lower_into(Cudac *c, Expression *e, IrValue *place) {
    at_line(c, e);
    if (e->type->kind == TYPE_SCALAR || e->type->kind == TYPE_POINTER) {
        cudac_lower_store(c, place, cudac_lower_value(c, e), cudac_type_plain(c, e->type));
        return;
    }
    switch (e->kind) {
    case EXPRESSION_LIST: list_into(c, e, place); return;
    case EXPRESSION_CALL: lower_call(c, e, place); return;
    case EXPRESSION_CONDITIONAL: conditional_into(c, e, place); return;
    case EXPRESSION_CONSTRUCT:
        e->variable->in_memory = true;
        e->variable->value = cudac_lower_retyped(c, place, e->type, e->line);
        cudac_lower_value(c, e->a);
        return;
    default: copy_value(c, place, cudac_lower_place(c, e), e->type, e->line);
    }
}

/* ---- calls ---- */

static IrValue *build_call(Cudac *c, Function *function, IrValue **arguments, int count) {
    for (int i = 0; i < count; i++) { /* pointers to what was not complete yet */
        const IrType *wanted = function->ir->parameters[i]->type;
        if (arguments[i] && arguments[i]->type != wanted && wanted->kind == IR_POINTER) arguments[i] = ir_build_bitcast(builder_of(c), wanted, arguments[i]);
    }
    return ir_build_call(builder_of(c), function->ir, arguments, count);
}

static IrValue *lower_call(Cudac *c, Expression *e, IrValue *place) {
    Function *function = e->function;
    IrValue *arguments[ARGUMENTS_MAX + 2];
    int count = 0;
    bool by_place = function->result->kind == TYPE_STRUCT;
    if (by_place) {
        if (!place) place = cudac_lower_temporary(c, function->result, e->line);
        arguments[count++] = cudac_lower_generic(c, cudac_lower_retyped(c, place, function->result, e->line));
    }
    for (int i = 0; i < e->argument_count; i++) {
        const Variable *parameter = function->parameters[i];
        if (!parameter->is_reference && parameter->type->kind == TYPE_STRUCT) { /* a copy that is the callee's own */
            IrValue *copy = cudac_lower_temporary(c, parameter->type, e->line);
            cudac_lower_into(c, e->arguments[i], copy);
            arguments[count++] = cudac_lower_generic(c, copy);
        } else arguments[count++] = cudac_lower_value(c, e->arguments[i]);
    }
    at_line(c, e);
    if (!function->is_prototype) return build_call(c, function, arguments, count);
    /* Through a pointer: whose number is it? */
    IrBuilder *b = builder_of(c);
    IrValue *number = cudac_lower_cast(c, cudac_lower_value(c, e->a), SCALAR(UINT64), e->line), *result = NULL;
    bool has_result = !by_place && function->result->kind != TYPE_VOID;
    const Type *type = function->result->kind == TYPE_REFERENCE ? cudac_type_pointer(c, function->result->element) : function->result;
    if (has_result) result = ir_build_var(b, cudac_lower_zero(c, type, e->line));
    for (Function *other = c->functions; other; other = other->next) {
        if (!other->address || !cudac_same_signature(other, function)) continue;
        ir_build_if(b, ir_build_binary(b, IR_EQ, number, ir_integer(c->module, IR_TYPE(UINT64), other->address)));
        IrValue *value = build_call(c, other, arguments, count);
        if (has_result) ir_build_set(b, result, cudac_lower_cast(c, value, type, e->line));
        ir_build_end(b);
    }
    return has_result ? ir_build_get(b, result) : NULL;
}

/* ---- values ---- */

/* May it be computed although nobody needs it? No memory, no effect, little work. */
static bool is_cheap(const Expression *e) {
    if (e->height > 12) return false;
    switch (e->kind) {
    case EXPRESSION_CONSTANT: return true;
    case EXPRESSION_VARIABLE: return is_register(e) && e->variable->value;
    case EXPRESSION_BUILTIN:
        if (e->operation == IR_MATH && e->detail < IR_MATH_floor && e->detail != IR_MATH_sqrt) return false;
        if (e->operation == IR_MATH && e->detail >= IR_MATH_pow && e->detail < IR_MATH_fmin) return false;
        if (e->operation != IR_THREAD && ir_operation_rows[e->operation].trait != TRAIT_P) return false;
        for (int i = 0; i < e->argument_count; i++)
            if (!is_cheap(e->arguments[i])) return false;
        return true;
    case EXPRESSION_UNARY:
    case EXPRESSION_BINARY:
    case EXPRESSION_CAST:
    case EXPRESSION_LOGICAL_AND:
    case EXPRESSION_LOGICAL_OR:
    case EXPRESSION_LOGICAL_NOT:
    case EXPRESSION_CONDITIONAL:
        if (e->kind == EXPRESSION_BINARY && (e->operation == IR_DIV || e->operation == IR_REM)) return false;
        return e->type->kind == TYPE_SCALAR && is_cheap(e->a) && (!e->b || is_cheap(e->b)) && (!e->c || is_cheap(e->c));
    default: return false;
    }
}

static IrValue *lower_logical(Cudac *c, Expression *e) {
    IrBuilder *b = builder_of(c);
    bool is_and = e->kind == EXPRESSION_LOGICAL_AND;
    IrValue *left = cudac_lower_value(c, e->a);
    if (is_cheap(e->b)) {
        IrValue *right = cudac_lower_value(c, e->b);
        return ir_build_binary(b, is_and ? IR_AND : IR_OR, left, right);
    }
    IrValue *result = ir_build_var(b, left);
    ir_build_if(b, is_and ? left : ir_build_unary(b, IR_NOT, left));
    ir_build_set(b, result, cudac_lower_value(c, e->b));
    ir_build_end(b);
    return ir_build_get(b, result);
}

static IrValue *lower_conditional(Cudac *c, Expression *e) {
    IrBuilder *b = builder_of(c);
    IrValue *condition = cudac_lower_value(c, e->a);
    if (e->type->kind == TYPE_VOID) {
        ir_build_if(b, condition);
        cudac_lower_value(c, e->b);
        ir_build_else(b);
        cudac_lower_value(c, e->c);
        ir_build_end(b);
        return NULL;
    }
    if (is_cheap(e->b) && is_cheap(e->c)) {
        IrValue *yes = cudac_lower_value(c, e->b), *no = cudac_lower_value(c, e->c);
        return ir_build_select(b, condition, yes, no);
    }
    IrValue *result = ir_build_var(b, cudac_lower_zero(c, e->type, e->line));
    ir_build_if(b, condition);
    ir_build_set(b, result, cudac_lower_value(c, e->b));
    ir_build_else(b);
    ir_build_set(b, result, cudac_lower_value(c, e->c));
    ir_build_end(b);
    return ir_build_get(b, result);
}

/* A product that a sum around it may take in: the two are rounded once, as on a GPU. What the text computes by __fmul_rn and its
 * kin stays by itself. */
static bool is_product(const Cudac *c, const Expression *e) {
    return c->contracts && e->kind == EXPRESSION_BINARY && e->operation == IR_MUL && (type_is(e->type, DTYPE_FLOAT32) || type_is(e->type, DTYPE_FLOAT64));
}

typedef struct Term { /* of a sum */
    IrValue *value, *factor; /* factor NULL: no product */
} Term;

static Term lower_term(Cudac *c, Expression *e, bool may_contract) {
    if (!may_contract || !is_product(c, e)) return (Term){cudac_lower_value(c, e), NULL};
    IrValue *value = cudac_lower_value(c, e->a);
    return (Term){value, cudac_lower_value(c, e->b)};
}

static bool is_sum(IrOperation operation) { return operation == IR_ADD || operation == IR_SUB; }

static IrValue *build_sum(Cudac *c, Expression *e, Term left, Term right) {
    IrBuilder *b = at_line(c, e);
    if (!left.factor && !right.factor) return ir_build_binary(b, e->operation, left.value, right.value);
    IrValue *other = left.factor ? right.value : left.value, *first = left.factor ? left.value : right.value;
    if (e->operation == IR_SUB && left.factor) other = ir_build_unary(b, IR_NEG, other);
    if (e->operation == IR_SUB && right.factor) first = ir_build_unary(b, IR_NEG, first);
    return ir_build_math(b, IR_MATH_fma, (IrValue *[]){first, left.factor ? left.factor : right.factor, other}, 3);
}

/* left op right, in the type `wide`, as the type of the left. */
static IrValue *combined(Cudac *c, Expression *e, IrValue *old, Term right) {
    IrBuilder *b = at_line(c, e);
    if (e->operation == IR_OFFSET) return ir_build_binary(b, IR_OFFSET, old, right.value);
    Term wide = {cudac_lower_cast(c, old, e->wide, e->line), NULL};
    return cudac_lower_cast(c, build_sum(c, e, wide, right), e->a->type, e->line);
}

/* Of two products the first one is taken in. */
static IrValue *lower_binary(Cudac *c, Expression *e) {
    Term left = lower_term(c, e->a, is_sum(e->operation));
    return build_sum(c, e, left, lower_term(c, e->b, is_sum(e->operation) && !left.factor));
}

static IrValue *lower_assign(Cudac *c, Expression *e) {
    IrBuilder *b = builder_of(c);
    IrValue *value;
    if (e->type->kind == TYPE_STRUCT || e->type->kind == TYPE_ARRAY) {
        IrValue *place = cudac_lower_place(c, e->a);
        bool simple = e->b->kind != EXPRESSION_LIST && e->b->kind != EXPRESSION_CALL && e->b->kind != EXPRESSION_CONSTRUCT && e->b->kind != EXPRESSION_CONDITIONAL;
        IrValue *source = simple ? place : cudac_lower_temporary(c, cudac_type_plain(c, e->type), e->line); /* the right side may read the left */
        cudac_lower_into(c, e->b, source);
        if (!simple) copy_value(c, place, source, cudac_type_plain(c, e->type), e->line);
        return NULL;
    }
    bool plain = e->operation == IR_CONSTANT;
    if (is_register(e->a)) {
        Variable *variable = e->a->variable;
        Term right = lower_term(c, e->b, is_sum(e->operation));
        value = plain ? right.value : combined(c, e, read_register(c, variable), right);
        at_line(c, e);
        ir_build_set(b, variable->value, value);
        return value;
    }
    if (plain) { /* the value first: the place may be a reference to a temporary of it */
        value = cudac_lower_value(c, e->b);
        IrValue *place = cudac_lower_place(c, e->a);
        at_line(c, e);
        cudac_lower_store(c, place, value, e->a->type);
        return value;
    }
    Term right = lower_term(c, e->b, is_sum(e->operation));
    IrValue *place = cudac_lower_place(c, e->a);
    at_line(c, e);
    value = combined(c, e, cudac_lower_load(c, place, e->a->type), right);
    cudac_lower_store(c, place, value, e->a->type);
    return value;
}

static IrValue *stepped(Cudac *c, Expression *e, IrValue *old) {
    IrBuilder *b = at_line(c, e);
    if (e->type->kind == TYPE_POINTER) return ir_build_binary(b, IR_OFFSET, old, ir_integer(c->module, IR_TYPE(INT64), e->operation == IR_ADD ? 1 : -1));
    const Type *wide = cudac_type_promoted(e->type);
    IrValue *one = ir_integer(c->module, cudac_type_ir(c, wide, e->line), 1);
    return cudac_lower_cast(c, ir_build_binary(b, e->operation, cudac_lower_cast(c, old, wide, e->line), one), e->type, e->line);
}

static IrValue *lower_step(Cudac *c, Expression *e) {
    bool in_register = is_register(e->a);
    IrValue *place = in_register ? NULL : cudac_lower_place(c, e->a);
    IrValue *old = in_register ? read_register(c, e->a->variable) : cudac_lower_load(c, place, e->a->type);
    IrValue *value = stepped(c, e, old);
    if (in_register) ir_build_set(builder_of(c), e->a->variable->value, value);
    else cudac_lower_store(c, place, value, e->a->type);
    return e->is_postfix ? old : value;
}

static IrValue *lower_cast_expression(Cudac *c, Expression *e) {
    if (e->type->kind == TYPE_VOID) {
        if (e->a->type->kind == TYPE_STRUCT || e->a->type->kind == TYPE_ARRAY) cudac_lower_place(c, e->a);
        else cudac_lower_value(c, e->a);
        return NULL;
    }
    if (e->a->type->kind == TYPE_STRUCT) return cudac_lower_place(c, e->a);
    IrValue *value = cudac_lower_value(c, e->a);
    at_line(c, e);
    return cudac_lower_cast(c, value, e->type, e->line);
}

static IrValue *lower_read(Cudac *c, Expression *e) {
    if (is_register(e)) {
        if (!e->variable->value) cudac_fail(c, e->line, "\"%s\" is used where it is not known", e->variable->name);
        return read_register(c, e->variable);
    }
    IrValue *place = cudac_lower_place(c, e);
    at_line(c, e);
    return cudac_lower_load(c, place, e->type);
}

IrValue *cudac_lower_value(Cudac *c, Expression *e) {
    IrBuilder *b = at_line(c, e);
    IrValue *left, *right;
    if (ir_module_failed(c->module)) cudac_fail_ir(c, e->line);
    switch (e->kind) {
    case EXPRESSION_CONSTANT: return ir_constant(c->module, cudac_type_ir(c, e->type, e->line), e->constant);
    case EXPRESSION_VARIABLE:
    case EXPRESSION_MEMBER:
    case EXPRESSION_INDEX:
    case EXPRESSION_DEREFERENCE:
        if (e->type->kind == TYPE_STRUCT || e->type->kind == TYPE_ARRAY) return cudac_lower_place(c, e); /* of an expression whose value is dropped */
        return lower_read(c, e);
    case EXPRESSION_UNARY: return left = cudac_lower_value(c, e->a), ir_build_unary(at_line(c, e), e->operation, left);
    case EXPRESSION_BINARY: return lower_binary(c, e);
    case EXPRESSION_LOGICAL_AND:
    case EXPRESSION_LOGICAL_OR: return lower_logical(c, e);
    case EXPRESSION_LOGICAL_NOT: return ir_build_unary(b, IR_NOT, cudac_lower_value(c, e->a));
    case EXPRESSION_ASSIGN: return lower_assign(c, e);
    case EXPRESSION_STEP: return lower_step(c, e);
    case EXPRESSION_CONDITIONAL:
        if (e->type->kind == TYPE_STRUCT) return cudac_lower_place(c, e);
        return lower_conditional(c, e);
    case EXPRESSION_CALL: return lower_call(c, e, NULL);
    case EXPRESSION_BUILTIN: return cudac_builtin_lower(c, e);
    case EXPRESSION_CAST: return lower_cast_expression(c, e);
    case EXPRESSION_ADDRESS: {
        IrValue *place = e->a->type->kind == TYPE_SCALAR && !e->a->is_place ? NULL : cudac_lower_place(c, e->a);
        if (!place) {
            place = cudac_lower_temporary(c, cudac_type_plain(c, e->a->type), e->line);
            cudac_lower_store(c, place, cudac_lower_value(c, e->a), cudac_type_plain(c, e->a->type));
        }
        return cudac_lower_generic(c, cudac_lower_retyped(c, place, e->a->type, e->line));
    }
    case EXPRESSION_DECAY: return cudac_lower_generic(c, cudac_lower_retyped(c, cudac_lower_place(c, e->a), e->a->type->element, e->line));
    case EXPRESSION_COMMA:
        cudac_lower_value(c, e->a);
        return cudac_lower_value(c, e->b);
    case EXPRESSION_POINTER_ADD:
        left = cudac_lower_value(c, e->a);
        right = cudac_lower_value(c, e->b);
        return ir_build_binary(at_line(c, e), IR_OFFSET, cudac_lower_retyped(c, left, e->type->element, e->line), right);
    case EXPRESSION_POINTER_DIFFERENCE:
        left = ir_build_bitcast(b, IR_TYPE(INT64), cudac_lower_value(c, e->a));
        right = ir_build_bitcast(b, IR_TYPE(INT64), cudac_lower_value(c, e->b));
        return ir_build_binary(b, IR_DIV, ir_build_binary(b, IR_SUB, left, right), ir_integer(c->module, IR_TYPE(INT64), e->extra));
    case EXPRESSION_STRING: return cudac_lower_generic(c, cudac_lower_retyped(c, string_place(c, e), e->type->element, e->line));
    case EXPRESSION_LIST:
    case EXPRESSION_CONSTRUCT: return cudac_lower_place(c, e);
    }
    return NULL;
}
