#include "tests/unit/random_ir.h"

#include "arraylib/ir/private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t random_next(RandomIr *random) { /* splitmix64 */
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

int random_below(RandomIr *random, int limit) { return (int)(random_next(random) % (uint64_t)limit); }

static const IrType *random_type(RandomIr *r, const char *kinds) {
    for (;;) {
        const IrType *type = ir_scalar_type((DtypeNumber)random_below(r, DTYPE_COUNT));
        if (strchr(kinds, ir_kind(type))) return type;
    }
}

static double random_double(RandomIr *r) {
    static const double special[] = {0.0, -0.0, 1.0, -1.0, 0.5, INFINITY, -INFINITY, NAN, 1e-310, 1e300, 3.0, 65504.0, 1e-8, 255.0};
    if (random_below(r, 4) == 0) return special[random_below(r, (int)(sizeof special / sizeof *special))];
    return ldexp((double)(int64_t)random_next(r), random_below(r, 24) - 74);
}

static IrValue *random_constant(RandomIr *r, const IrType *type) {
    static const int64_t special[] = {0, 1, -1, 2, 3, 7, 8, 31, 63, 127, -128, 255, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    IrScalar value = {.c128 = {0, 0}};
    switch (ir_kind(type)) {
    case 'f': return ir_float(r->module, type, random_double(r));
    case 'c':
        if (type->scalar == DTYPE_COMPLEX64) value.c64 = (Complex64){(float)random_double(r), (float)random_double(r)};
        else value.c128 = (Complex128){random_double(r), random_double(r)};
        return ir_constant(r->module, type, value);
    default: return ir_integer(r->module, type, random_below(r, 3) ? special[random_below(r, 16)] : (int64_t)random_next(r));
    }
}

static void keep(RandomIr *r, IrValue *value) {
    if (value && value->type->kind == IR_SCALAR && r->count < 4000) r->pool[r->count++] = value;
}

/* A value of one of the kinds. */
static IrValue *pick(RandomIr *r, const char *kinds) {
    for (int attempt = 0; attempt < 12 && r->count; attempt++) {
        int back = random_below(r, 2) && r->count > 8 ? r->count - 1 - random_below(r, 8) : random_below(r, r->count);
        if (strchr(kinds, ir_kind(r->pool[back]->type))) return r->pool[back];
    }
    return random_constant(r, random_type(r, kinds));
}

static IrValue *pick_of_type(RandomIr *r, const IrType *type) {
    if (random_below(r, 5) == 0) return random_constant(r, type);
    for (int attempt = 0; attempt < 8 && r->count; attempt++) {
        IrValue *value = r->pool[random_below(r, r->count)];
        if (value->type == type) return value;
    }
    IrValue *value = pick(r, ir_kind(type) == 'c' ? "biufc" : "biuf");
    return ir_build_cast(&r->builder, type, value);
}

static IrValue *condition(RandomIr *r) { return pick_of_type(r, IR_TYPE(BOOL)); }

/* Where the sign of a NaN would show. */
static IrValue *without_nan(RandomIr *r, IrValue *value) {
    IrBuilder *b = &r->builder;
    if (ir_kind(value->type) == 'c') {
        IrValue *good = ir_build_binary(b, IR_EQ, value, value);
        return ir_build_select(b, good, value, ir_float(r->module, value->type, 1));
    }
    IrValue *nan = ir_build_math(b, IR_MATH_isnan, &value, 1);
    return ir_build_select(b, nan, ir_float(r->module, value->type, 1), value);
}

/* ---- operations ---- */

static void random_operation(RandomIr *r) {
    static const struct { IrOperation operation; const char *kinds; int operands; } rows[] = {
        {IR_NEG, "iufc", 1}, {IR_NOT, "biu", 1}, {IR_ABS, "iufc", 1}, {IR_ADD, "iufc", 2}, {IR_SUB, "iufc", 2},
        {IR_MUL, "iufc", 2}, {IR_DIV, "iufc", 2}, {IR_REM, "iuf", 2}, {IR_FLOOR_DIV, "iuf", 2}, {IR_FLOOR_REM, "iuf", 2},
        {IR_AND, "biu", 2}, {IR_OR, "biu", 2}, {IR_XOR, "biu", 2}, {IR_SHL, "iu", 2}, {IR_SHR, "iu", 2},
        {IR_MIN, "biuf", 2}, {IR_MAX, "biuf", 2}, {IR_EQ, "biufc", 2}, {IR_NE, "biufc", 2}, {IR_LT, "biuf", 2},
        {IR_LE, "biuf", 2}, {IR_GT, "biuf", 2}, {IR_GE, "biuf", 2}, {IR_REAL, "c", 1}, {IR_IMAG, "c", 1},
    };
    size_t which = (size_t)random_below(r, (int)(sizeof rows / sizeof *rows));
    IrValue *first = pick(r, rows[which].kinds);
    if (r->exact && rows[which].operation == IR_ABS && ir_kind(first->type) == 'c') return;
    if (rows[which].operands == 1) keep(r, ir_build_unary(&r->builder, rows[which].operation, first));
    else keep(r, ir_build_binary(&r->builder, rows[which].operation, first, pick_of_type(r, first->type)));
}

/* The same bits everywhere. */
static bool is_exact(IrMath function, const IrType *type) {
    if (ir_kind(type) == 'c') return false;
    return function == IR_MATH_sqrt || (function >= IR_MATH_floor && function <= IR_MATH_signbit) ||
           (function >= IR_MATH_copysign && function != IR_MATH_hypot);
}

static void random_math(RandomIr *r) {
    static const struct { const char *kinds; int operands; } rows[] = {
#define X(name, operands, result, kinds) {kinds, operands},
        IR_MATH_FUNCTIONS(X)
#undef X
    };
    int function = random_below(r, IR_MATH_COUNT);
    IrValue *x[3];
    x[0] = pick(r, rows[function].kinds);
    if (function == IR_MATH_nextafter && x[0]->type == IR_TYPE(FLOAT16)) return;
    for (int i = 1; i < rows[function].operands; i++) x[i] = pick_of_type(r, x[0]->type);
    if (r->exact && !is_exact((IrMath)function, x[0]->type)) return;
    bool sign_shows = function == IR_MATH_signbit || function == IR_MATH_copysign || ir_kind(x[0]->type) == 'c';
    if (sign_shows)
        for (int i = 0; i < rows[function].operands; i++) x[i] = without_nan(r, x[i]);
    keep(r, ir_build_math(&r->builder, (IrMath)function, x, rows[function].operands));
}

static void random_cast(RandomIr *r) {
    IrBuilder *b = &r->builder;
    IrValue *value = pick(r, "biufc");
    switch (random_below(r, 4)) {
    case 0: /* of integers only: a NaN's bits are anyone's */
        value = pick(r, "iu");
        keep(r, ir_build_bitcast(b, value->type->size == 4 ? IR_TYPE(FLOAT32) : value->type->size == 8 ? IR_TYPE(FLOAT64)
                                    : value->type->size == 2 ? IR_TYPE(FLOAT16) : IR_TYPE(UINT8), value));
        break;
    case 1: {
        IrValue *real = pick_of_type(r, random_below(r, 2) ? IR_TYPE(FLOAT32) : IR_TYPE(FLOAT64));
        keep(r, ir_build_binary(b, IR_COMPLEX, real, pick_of_type(r, real->type)));
        break;
    }
    case 2:
        if (random_below(r, 4) == 0) { /* of a small number */
            IrValue *small = ir_build_binary(b, IR_AND, pick_of_type(r, IR_TYPE(INT64)), ir_integer(r->module, IR_TYPE(INT64), 127));
            IrValue *number = ir_build_cast(b, random_type(r, "f"), small);
            keep(r, ir_build_cut(b, random_type(r, "iu"), number));
            break;
        } /* fall through */
    default: keep(r, ir_build_cast(b, random_type(r, ir_kind(value->type) == 'c' ? "c" : "biufc"), value));
    }
}

static void random_select(RandomIr *r) {
    IrValue *yes = pick(r, "biufc");
    keep(r, ir_build_select(&r->builder, condition(r), yes, pick_of_type(r, yes->type)));
}

/* ---- memory ---- */

static IrValue *index_below(RandomIr *r, IrValue *extent) {
    IrValue *any = pick_of_type(r, IR_TYPE(INT64));
    return ir_build_binary(&r->builder, IR_FLOOR_REM, any, extent);
}

static IrValue *random_element(RandomIr *r) {
    IrBuilder *b = &r->builder;
    IrValue *array = r->arrays[random_below(r, r->array_count)], *indexes[4];
    for (int axis = 0; axis < array->type->rank; axis++) {
        if (random_below(r, 40) == 0) indexes[axis] = pick_of_type(r, IR_TYPE(INT64)); /* may be out of bounds: checked */
        else indexes[axis] = NULL;
    }
    bool checked = random_below(r, 2);
    for (int axis = 0; axis < array->type->rank; axis++) {
        if (indexes[axis] && !r->kernel) checked = true;
        else indexes[axis] = index_below(r, ir_build_shape(b, array, axis));
    }
    return ir_build_element(b, array, indexes, array->type->rank, checked);
}

static void random_memory(RandomIr *r) {
    IrBuilder *b = &r->builder;
    if (!r->array_count) return;
    IrValue *place = random_element(r);
    if (!place) return;
    const IrType *type = place->type->element;
    bool whole = type == IR_TYPE(INT32) || type == IR_TYPE(UINT32) || type == IR_TYPE(INT64) || type == IR_TYPE(UINT64);
    switch (random_below(r, 5)) {
    case 0:
        if (whole) {
            int operation = random_below(r, IR_ATOMIC_COUNT - (type == IR_TYPE(UINT32) ? 0 : 2));
            keep(r, ir_build(b, IR_ATOMIC, operation, (IrValue *[]){place, pick_of_type(r, type)}, 2));
        } else if (type == IR_TYPE(FLOAT32) || type == IR_TYPE(FLOAT64))
            keep(r, ir_build(b, IR_ATOMIC, random_below(r, 4), (IrValue *[]){place, pick_of_type(r, type)}, 2));
        else keep(r, ir_build_load(b, place));
        break;
    case 1: ir_build_store(b, place, pick_of_type(r, type)); break;
    case 2:
        if (whole) {
            IrValue *now = ir_build_load(b, place);
            keep(r, ir_build(b, IR_ATOMIC_CAS, 0, (IrValue *[]){place, now, pick_of_type(r, type)}, 3));
        }
        break;
    default: keep(r, ir_build_load(b, place));
    }
}

static void random_local(RandomIr *r) {
    IrBuilder *b = &r->builder;
    const IrType *type = random_type(r, "biufc");
    IrValue *memory = ir_build_storage(b, r->device && random_below(r, 2) ? IR_SHARED : IR_LOCAL, ir_fixed_type(r->module, type, 8));
    for (int i = 0; i < 8; i++)
        ir_build_store(b, ir_build_binary(b, IR_ITEM, memory, ir_integer(r->module, IR_TYPE(INT32), i)), pick_of_type(r, type));
    for (int i = random_below(r, 3); i >= 0; i--) {
        IrValue *index = ir_build_binary(b, IR_AND, pick_of_type(r, IR_TYPE(INT32)), ir_integer(r->module, IR_TYPE(INT32), 7));
        IrValue *place = ir_build_binary(b, IR_ITEM, memory, index);
        if (random_below(r, 3)) keep(r, ir_build_load(b, place));
        else ir_build_store(b, place, pick_of_type(r, type));
    }
}

/* A place within: fields, elements of what is fixed. */
static IrValue *place_within(RandomIr *r, IrValue *memory) {
    IrBuilder *b = &r->builder;
    while (memory && memory->type->element->kind != IR_SCALAR) {
        const IrType *type = memory->type->element;
        if (type->kind == IR_STRUCT) {
            memory = ir_build(b, IR_FIELD, random_below(r, type->field_count), &memory, 1);
        } else {
            IrValue *index = ir_build_binary(b, IR_AND, pick_of_type(r, IR_TYPE(INT32)), ir_integer(r->module, IR_TYPE(INT32), 3));
            memory = ir_build_binary(b, IR_ITEM, memory, index);
        }
    }
    return memory;
}

static void store_all(RandomIr *r, IrValue *memory) {
    IrBuilder *b = &r->builder;
    const IrType *type = memory->type->element;
    if (type->kind == IR_SCALAR) ir_build_store(b, memory, pick_of_type(r, type));
    for (int i = 0; type->kind == IR_STRUCT && i < type->field_count; i++) store_all(r, ir_build(b, IR_FIELD, i, &memory, 1));
    for (int i = 0; type->kind == IR_FIXED && i < 4; i++)
        store_all(r, ir_build_binary(b, IR_ITEM, memory, ir_integer(r->module, IR_TYPE(INT32), i)));
}

static void random_struct(RandomIr *r) {
    IrBuilder *b = &r->builder;
    const IrType *type = r->structs[random_below(r, 2)];
    IrValue *memory = ir_build_storage(b, IR_LOCAL, type), *other = NULL;
    store_all(r, memory);
    if (random_below(r, 2)) {
        other = ir_build_storage(b, IR_LOCAL, type);
        ir_build(b, IR_COPY, 0, (IrValue *[]){other, memory}, 2);
    }
    for (int i = random_below(r, 5); i >= 0; i--) {
        IrValue *place = place_within(r, other && random_below(r, 2) ? other : memory);
        if (random_below(r, 3)) keep(r, ir_build_load(b, place));
        else ir_build_store(b, place, pick_of_type(r, place->type->element));
    }
}

static void random_constant_memory(RandomIr *r) {
    IrBuilder *b = &r->builder;
    IrValue *index = ir_build_binary(b, IR_AND, pick_of_type(r, IR_TYPE(INT32)), ir_integer(r->module, IR_TYPE(INT32), 7));
    keep(r, ir_build_load(b, ir_build_binary(b, IR_ITEM, ir_build_global(b, r->table), index)));
}

/* ---- variables and blocks ---- */

static void random_variable(RandomIr *r) {
    IrBuilder *b = &r->builder;
    if (!r->variable_count || (random_below(r, 4) == 0 && r->variable_count < 100)) {
        IrValue *variable = ir_build_var(b, pick(r, "biufc"));
        if (variable) r->variables[r->variable_count++] = variable;
        return;
    }
    IrValue *variable = r->variables[random_below(r, r->variable_count)];
    if (random_below(r, 2)) keep(r, ir_build_get(b, variable));
    else ir_build_set(b, variable, pick_of_type(r, variable->type));
}

static void random_statements(RandomIr *r, int count);

/* What is made inside is forgotten outside. */
static void inner(RandomIr *r, int statements) {
    int count = r->count, variables = r->variable_count, arrays = r->array_count;
    r->depth++;
    random_statements(r, statements);
    r->depth--;
    r->count = count;
    r->variable_count = variables;
    r->array_count = arrays;
}

/* An array that shows a part of another: some of its first axis, often backwards. */
static void random_view(RandomIr *r) {
    IrBuilder *b = &r->builder;
    if (!r->array_count || r->array_count == 8) return;
    IrValue *array = r->arrays[random_below(r, r->array_count)], *extents[2], *strides[2], *indexes[2];
    int rank = array->type->rank;
    bool contiguous = array->type->contiguous && random_below(r, 2);
    for (int axis = 0; axis < rank; axis++) {
        extents[axis] = ir_build_shape(b, array, axis);
        strides[axis] = ir_build(b, IR_STRIDE, axis, &array, 1);
        indexes[axis] = ir_integer(r->module, IR_TYPE(INT64), 0);
    }
    if (!contiguous && random_below(r, 2)) {
        IrValue *one = ir_integer(r->module, IR_TYPE(INT64), 1), *two = ir_integer(r->module, IR_TYPE(INT64), 2);
        indexes[0] = ir_build_binary(b, IR_SUB, extents[0], one);
        extents[0] = ir_build_binary(b, IR_DIV, ir_build_binary(b, IR_ADD, extents[0], one), two);
        strides[0] = ir_build_binary(b, IR_MUL, strides[0], ir_integer(r->module, IR_TYPE(INT64), -2));
    }
    IrValue *first = ir_build_element(b, array, indexes, rank, false);
    IrValue *view = ir_build_view(b, first, extents, strides, rank, contiguous);
    if (view) r->arrays[r->array_count++] = view;
}

/* What may fault, and what is done then. */
static void random_try(RandomIr *r) {
    IrBuilder *b = &r->builder;
    ir_build_try(b);
    inner(r, 1 + random_below(r, 4));
    switch (random_below(r, 4)) {
    case 0: ir_build_check(b, condition(r), "ValueError", "drawn inside"); break;
    case 1:
        ir_build_if(b, condition(r));
        ir_build_raise_number(b, pick_of_type(r, IR_TYPE(INT64)));
        ir_build_end(b);
        break;
    default: break;
    }
    inner(r, random_below(r, 3));
    IrValue *caught = ir_build_catch(b);
    int count = r->count;
    if (random_below(r, 2)) keep(r, ir_build_caught_kind(b, caught));
    inner(r, 1 + random_below(r, 3));
    r->count = count;
    if (random_below(r, 3) == 0) {
        ir_build_if(b, condition(r));
        if (random_below(r, 2)) ir_build_raise_again(b, caught);
        else ir_build_raise(b, "KeyError", "drawn in the handler");
        ir_build_end(b);
    }
    ir_build_end(b);
}

static void random_if(RandomIr *r) {
    ir_build_if(&r->builder, condition(r));
    inner(r, 1 + random_below(r, 6));
    if (random_below(r, 2)) {
        ir_build_else(&r->builder);
        inner(r, 1 + random_below(r, 6));
    }
    ir_build_end(&r->builder);
}

/* break or continue under a condition */
static void random_leave(RandomIr *r) {
    ir_build_if(&r->builder, condition(r));
    ir_build(&r->builder, random_below(r, 2) ? IR_BREAK : IR_CONTINUE, 0, NULL, 0);
    ir_build_end(&r->builder);
}

static void random_for(RandomIr *r) {
    IrBuilder *b = &r->builder;
    const IrType *types[] = {IR_TYPE(INT32), IR_TYPE(INT64), IR_TYPE(UINT32), IR_TYPE(UINT64)};
    const IrType *type = types[random_below(r, 4)];
    int64_t steps[] = {1, 1, 1, -1, 2, 3, -2, 1000};
    IrValue *start = ir_integer(r->module, type, random_below(r, 9)), *step = ir_integer(r->module, type, steps[random_below(r, 8)]);
    IrValue *mask = ir_integer(r->module, type, 7);
    IrValue *stop = ir_build_binary(b, IR_AND, pick_of_type(r, type), mask);
    if (random_below(r, 4) == 0) step = ir_build_binary(b, IR_AND, pick_of_type(r, type), mask);
    if (random_below(r, 6) == 0 && ir_kind(type) == 'i') { /* at the edge of the type */
        start = ir_integer(r->module, type, type == IR_TYPE(INT32) ? INT32_MAX - 5 : INT64_MAX - 5);
        stop = ir_integer(r->module, type, type == IR_TYPE(INT32) ? INT32_MAX : INT64_MAX);
    }
    IrValue *index = ir_build_for(b, start, stop, step);
    int count = r->count;
    keep(r, index);
    r->loop_depth++;
    inner(r, 2 + random_below(r, 5));
    if (random_below(r, 3) == 0) random_leave(r);
    r->loop_depth--;
    r->count = count;
    ir_build_end(b);
}

static void random_while(RandomIr *r) {
    IrBuilder *b = &r->builder;
    const IrType *type = IR_TYPE(INT32);
    IrValue *left = ir_build_var(b, ir_integer(r->module, type, random_below(r, 6)));
    ir_build_while(b);
    int count = r->count;
    IrValue *now = ir_build_get(b, left);
    ir_build_set(b, left, ir_build_binary(b, IR_SUB, now, ir_integer(r->module, type, 1)));
    random_operation(r);
    ir_build_test(b, ir_build_binary(b, IR_GT, now, ir_integer(r->module, type, 0)));
    r->count = count;
    r->loop_depth++;
    inner(r, 2 + random_below(r, 5));
    if (random_below(r, 3) == 0) random_leave(r);
    r->loop_depth--;
    r->count = count;
    ir_build_end(b);
}

static void random_call(RandomIr *r) {
    IrValue *arguments[8];
    if (!r->helper || r->loop_depth > 1) return;
    for (int i = 0; i < r->helper->parameter_count; i++) arguments[i] = pick_of_type(r, r->helper->parameters[i]->type);
    keep(r, ir_build_call(&r->builder, r->helper, arguments, r->helper->parameter_count));
}

static void random_recursion(RandomIr *r) {
    if (!r->deep || r->loop_depth > 1) return;
    IrValue *times = ir_build_binary(&r->builder, IR_AND, pick_of_type(r, IR_TYPE(INT32)), ir_integer(r->module, IR_TYPE(INT32), 7));
    keep(r, ir_build_call(&r->builder, r->deep, (IrValue *[]){times, pick_of_type(r, r->deep->result)}, 2));
}

/* An innermost loop over an array, as fused expressions and numba's loops have it: what vectorises. */
static void random_sweep(RandomIr *r) {
    IrBuilder *b = &r->builder;
    for (int i = 0; i < r->array_count; i++) {
        IrValue *array = r->arrays[i], *indexes[2] = {NULL, NULL};
        if (random_below(r, 2)) continue;
        int axis = array->type->rank - 1;
        if (axis) indexes[0] = index_below(r, ir_build_shape(b, array, 0));
        IrValue *one = ir_integer(r->module, IR_TYPE(INT64), 1), *zero = ir_integer(r->module, IR_TYPE(INT64), 0);
        IrValue *stop = ir_build_shape(b, array, axis);
        if (random_below(r, 5) == 0) stop = ir_build_binary(b, IR_ADD, stop, one); /* one too far, found by the check */
        bool checked = stop->operation == IR_ADD || random_below(r, 2);
        if (r->kernel && stop->operation == IR_ADD) return;
        IrValue *index = ir_build_for(b, zero, stop, one);
        int count = r->count;
        keep(r, index);
        indexes[axis] = index;
        IrValue *place = ir_build_element(b, array, indexes, axis + 1, checked);
        keep(r, ir_build_load(b, place));
        for (int k = 0; k < 3; k++) random_operation(r);
        ir_build_store(b, place, pick_of_type(r, place->type->element));
        ir_build_end(b);
        r->count = count;
    }
}

static void random_device(RandomIr *r) {
    IrBuilder *b = &r->builder;
    IrValue *all = ir_integer(r->module, IR_TYPE(UINT32), 0xffffffff);
    switch (random_below(r, 6)) {
    case 0: keep(r, ir_build_thread(b, (IrPlace)random_below(r, IR_PLACE_COUNT), random_below(r, 3))); break;
    case 1: ir_build(b, IR_FENCE, random_below(r, IR_FENCE_COUNT), NULL, 0); break;
    case 2:
        if (r->depth == 0) ir_build(b, IR_BARRIER, 0, NULL, 0);
        break;
    case 3:
        if (r->depth == 0) {
            const IrType *types[] = {IR_TYPE(INT32), IR_TYPE(UINT32), IR_TYPE(INT64), IR_TYPE(FLOAT32), IR_TYPE(FLOAT64)};
            IrValue *value = pick_of_type(r, types[random_below(r, 5)]);
            IrValue *lane = pick_of_type(r, IR_TYPE(INT32)), *width = ir_integer(r->module, IR_TYPE(INT32), 1 << random_below(r, 6));
            keep(r, ir_build(b, IR_SHUFFLE, random_below(r, IR_SHUFFLE_COUNT), (IrValue *[]){all, value, lane, width}, 4));
        }
        break;
    case 4:
        if (r->depth == 0) keep(r, ir_build(b, IR_VOTE, random_below(r, IR_VOTE_COUNT), (IrValue *[]){all, condition(r)}, 2));
        break;
    default:
        if (r->depth == 0) {
            IrOperation kinds[] = {IR_BARRIER_COUNT, IR_BARRIER_AND, IR_BARRIER_OR};
            keep(r, ir_build_unary(b, kinds[random_below(r, 3)], condition(r)));
        }
    }
}

static void random_statement(RandomIr *r) {
    bool deep = r->depth >= 3 || r->loop_depth >= 2;
    r->builder.line = random_below(r, 8) ? 0 : 1 + random_below(r, 1000);
    switch (random_below(r, 34)) {
    case 0: case 1: case 2: random_math(r); break;
    case 3: case 4: case 5: random_cast(r); break;
    case 6: random_select(r); break;
    case 7: case 8: case 9: random_variable(r); break;
    case 10: case 11: case 12: random_memory(r); break;
    case 13: if (r->loop_depth == 0) random_local(r); break;
    case 14: case 15: if (!deep) random_if(r); break;
    case 16: if (!deep) random_for(r); break;
    case 17: if (!deep) random_while(r); break;
    case 18: random_call(r); break;
    case 19: if (!deep && r->loop_depth == 0) random_sweep(r); break;
    case 20:
        if (r->device) random_device(r);
        else if (r->threads) keep(r, ir_build_thread(&r->builder, (IrPlace)random_below(r, IR_PLACE_COUNT), random_below(r, 3)));
        break;
    case 31: random_view(r); break;
    case 32: if (!deep && r->tries) random_try(r); break;
    case 22: if (r->loop_depth == 0) random_struct(r); break;
    case 23: random_constant_memory(r); break;
    case 24: random_recursion(r); break;
    case 21: if (!r->kernel && random_below(r, 12) == 0) ir_build_check(&r->builder, condition(r), "ValueError", "drawn"); break;
    default: random_operation(r);
    }
}

static void random_statements(RandomIr *r, int count) {
    for (int i = 0; i < count && !ir_module_failed(r->module); i++) random_statement(r);
}

static void begin_function(RandomIr *r, IrFunction *function) {
    r->builder = ir_builder(function);
    r->count = r->variable_count = r->array_count = 0;
    for (int i = 0; i < function->parameter_count; i++) {
        IrValue *parameter = function->parameters[i];
        if (parameter->type->kind == IR_ARRAY) r->arrays[r->array_count++] = parameter;
        else keep(r, parameter);
    }
}

static void return_something(RandomIr *r, IrFunction *function) {
    if (function->result->kind == IR_VOID) ir_build_return(&r->builder, NULL);
    else ir_build_return(&r->builder, pick_of_type(r, function->result));
}

static void early_return(RandomIr *r, IrFunction *function) {
    ir_build_if(&r->builder, condition(r));
    inner(r, 2);
    return_something(r, function);
    ir_build_end(&r->builder);
}

/* Structs, a table of constants, and a function that calls itself so many times. */
static void make_furniture(RandomIr *r) {
    IrField fields[4];
    static const char *const names[] = {"first", "second", "third", "fourth"};
    for (int k = 0; k < 2; k++) {
        int count = 1 + random_below(r, 3);
        for (int i = 0; i < count; i++) {
            const IrType *type = random_type(r, "biufc");
            fields[i] = (IrField){names[i], random_below(r, 3) ? type : ir_fixed_type(r->module, type, 4), 0};
        }
        if (k) fields[count++] = (IrField){names[3], random_below(r, 2) ? r->structs[0] : ir_fixed_type(r->module, r->structs[0], 4), 0};
        r->structs[k] = ir_struct_type(r->module, k ? "outer" : "inner", fields, count);
    }
    const IrType *type = random_type(r, "iuf");
    unsigned char bytes[8 * 16] = {0};
    for (int i = 0; i < 8; i++) {
        IrScalar value;
        const IrType *from = IR_TYPE(INT64);
        value.i = random_below(r, 2000) - 1000;
        ir_evaluate(IR_CAST, 0, type, &from, &value, &value);
        ir_scalar_store(type, bytes + i * type->size, value);
    }
    r->table = ir_global_create(r->module, "table", ir_fixed_type(r->module, type, 8), bytes);
    const IrType *result = random_type(r, "iuf"), *types[] = {IR_TYPE(INT32), result};
    IrFunction *deep = ir_function_create(r->module, IR_FUNCTION, "deep", result, types, (const char *[]){"times", "value"}, 2);
    r->builder = ir_builder(deep);
    IrBuilder *b = &r->builder;
    IrValue *one = ir_integer(r->module, IR_TYPE(INT32), 1);
    ir_build_if(b, ir_build_binary(b, IR_LT, deep->parameters[0], one));
    ir_build_return(b, deep->parameters[1]);
    ir_build_end(b);
    IrValue *less = ir_build_binary(b, IR_SUB, deep->parameters[0], one);
    IrValue *next = ir_build_binary(b, random_below(r, 2) ? IR_MUL : IR_ADD, deep->parameters[1], random_constant(r, result));
    IrValue *below = ir_build_call(b, deep, (IrValue *[]){less, next}, 2);
    ir_build_return(b, random_below(r, 2) ? below : ir_build_binary(b, IR_SUB, below, deep->parameters[1]));
    r->deep = deep;
}

IrModule *random_ir_module(uint64_t seed, int flags) {
    bool is_kernel = flags & RANDOM_KERNEL;
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    RandomIr random = {.state = seed, .module = ir_module_create(), .kernel = is_kernel,
                        .device = (flags & RANDOM_DEVICE) == RANDOM_DEVICE, .exact = flags & RANDOM_EXACT, .tries = !is_kernel && !(flags & RANDOM_NO_TRY),
                        .threads = (flags & RANDOM_THREADS) == RANDOM_THREADS}, *r = &random;
    make_furniture(r);
    const IrType *types[8];
    int count = 1 + random_below(r, 3);
    for (int i = 0; i < count; i++) types[i] = random_type(r, "biufc");
    IrFunction *helper = ir_function_create(r->module, IR_FUNCTION, "helper", random_type(r, "biufc"), types, names, count);
    begin_function(r, helper);
    r->threads = false; /* a helper does not know where it is */
    random_statements(r, 6);
    if (random_below(r, 2)) early_return(r, helper);
    return_something(r, helper);
    r->threads = (flags & RANDOM_THREADS) == RANDOM_THREADS;
    r->helper = helper;
    count = 3 + random_below(r, 5);
    for (int i = 0; i < count; i++) {
        if (random_below(r, 2)) types[i] = random_type(r, "biufc");
        else types[i] = ir_array_type(r->module, (DtypeNumber)random_below(r, DTYPE_COUNT), 1 + random_below(r, 2), random_below(r, 2));
    }
    IrFunction *function = ir_function_create(r->module, is_kernel ? IR_KERNEL : IR_FUNCTION, "f",
                                              is_kernel ? ir_void_type() : random_type(r, "biufc"), types, names, count);
    function->small = random_below(r, 2);
    begin_function(r, function);
    random_statements(r, 25);
    if ((!is_kernel || r->threads) && random_below(r, 3) == 0) early_return(r, function);
    random_statements(r, 10);
    return_something(r, function);
    return r->module;
}

/* ---- arguments ---- */

enum { LONG = 2500, MARGIN = 64 };

static void fill(RandomIr *random, const IrType *type, unsigned char *bytes, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        IrScalar value = {.u = random_next(random)};
        const IrType *from = IR_TYPE(INT64);
        if (type == IR_TYPE(BOOL)) value.u &= 1;
        else if (random_below(random, 3)) { /* small numbers more often than any bits */
            value.i = random_below(random, 200) - 100;
            ir_evaluate(IR_CAST, 0, type, &from, &value, &value);
        } else if (type->size == 16) value.c128.imaginary = 0.5;
        ir_scalar_store(type, bytes + i * type->size, value);
    }
}

void random_arguments_prepare(RandomArguments *arguments, IrFunction *function, uint64_t seed) {
    RandomIr random = {.state = seed};
    memset(arguments, 0, sizeof *arguments);
    arguments->function = function;
    for (int i = 0; i <= function->parameter_count; i++) {
        const IrType *type = i < function->parameter_count ? function->parameters[i]->type : function->result;
        arguments->list[i] = arguments->scalars[i];
        if (type->kind == IR_SCALAR) fill(&random, type, arguments->scalars[i], 1);
        if (type->kind != IR_ARRAY) continue;
        const IrType *element = type->element;
        int64_t rows = type->rank == 2 ? 1 + random_below(&random, 4) : 1, columns = 1 + random_below(&random, seed % 8 ? 20 : LONG);
        int64_t gap = type->contiguous ? 1 : 1 + random_below(&random, 2), *words = arguments->views[i].words;
        arguments->sizes[i] = rows * columns * gap * element->size + MARGIN;
        arguments->memory[i] = calloc((size_t)arguments->sizes[i], 1);
        fill(&random, element, arguments->memory[i], rows * columns * gap);
        arguments->views[i].data = arguments->memory[i];
        int64_t strides[2] = {columns * gap * element->size, gap * element->size}, extents[2] = {rows, columns};
        if (!type->contiguous && random_below(&random, 3) == 0) { /* backwards */
            arguments->views[i].data = arguments->memory[i] + (columns - 1) * strides[1];
            strides[1] = -strides[1];
        }
        for (int axis = 0; axis < type->rank; axis++) {
            words[axis] = extents[axis + 2 - type->rank];
            words[type->rank + axis] = strides[axis + 2 - type->rank];
        }
        arguments->list[i] = &arguments->views[i];
    }
}

void random_arguments_drop(RandomArguments *arguments) {
    for (int i = 0; i < 10; i++) free(arguments->memory[i]);
}

/* False: something differs, told to stderr. The result counts only where both calls ended well. */
bool random_arguments_equal(const RandomArguments *left, const RandomArguments *right, bool with_result) {
    const IrFunction *function = left->function;
    for (int i = 0; i < function->parameter_count; i++) {
        const IrType *type = function->parameters[i]->type;
        if (type->kind != IR_ARRAY) continue;
        for (int64_t at = 0; at + type->element->size <= left->sizes[i]; at += type->element->size)
            if (!ir_scalar_equal(type->element, ir_scalar_load(type->element, left->memory[i] + at),
                                 ir_scalar_load(type->element, right->memory[i] + at))) {
                fprintf(stderr, "%%%s differs at byte %lld\n", function->parameters[i]->name, (long long)at);
                return false;
            }
    }
    const void *a = left->scalars[function->parameter_count], *b = right->scalars[function->parameter_count];
    if (function->result->kind != IR_SCALAR || !with_result) return true;
    if (ir_scalar_equal(function->result, ir_scalar_load(function->result, a), ir_scalar_load(function->result, b))) return true;
    fprintf(stderr, "the result differs\n");
    return false;
}
