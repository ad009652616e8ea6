/* Ufuncs over numbers and arrays. What is computed of arrays stays an expression until somebody needs the elements; then it is
 * one loop nest over the common shape, as numba's array expressions are. */
#include "kernel/compile/private.h"

#include <math.h>
#include <string.h>

struct ArrayExpression {
    const Operator *row;
    int loop;              /* of the row */
    DtypeNumber result;
    CompileValue operands[OPERATOR_INPUTS_MAX];
    int count;
};

bool value_is_array_like(CompileValue value) { return value.expression || value.type->kind == TYPE_KIND_ARRAY; }

/* ---- one element: what arraylib spells, and what it does not */

static IrValue *spell_complex_product(Compilation *c, IrValue *a, IrValue *b) { return code_binary(c, IR_MUL, a, b); }

static IrValue *spell_gcd(Compilation *c, DtypeNumber number, IrValue *a, IrValue *b) {
    IrValue *zero = code_integer(c, number, 0);
    IrValue *left = code_variable(c, (TypePart){.number = number}), *right = code_variable(c, (TypePart){.number = number});
    code_set(c, left, dtypes[number].kind == 'i' ? code_unary(c, IR_ABS, a) : a);
    code_set(c, right, dtypes[number].kind == 'i' ? code_unary(c, IR_ABS, b) : b);
    code_while(c);
    IrValue *divisor = code_get(c, right);
    code_test(c, code_binary(c, IR_NE, divisor, zero));
    IrValue *now = code_get(c, right), *rest = code_binary(c, IR_REM, code_get(c, left), now);
    code_set(c, left, now);
    code_set(c, right, rest);
    code_end(c);
    return code_get(c, left);
}

static IrValue *spell_own(Compilation *c, const Operator *row, DtypeNumber number, IrValue **x) {
    char kind = dtypes[number].kind;
    switch (row->number) {
    case OPERATOR_floor_divide: return code_binary(c, IR_FLOOR_DIV, x[0], x[1]);
    case OPERATOR_remainder: return code_binary(c, IR_FLOOR_REM, x[0], x[1]);
    case OPERATOR_fmod: return code_binary(c, IR_REM, x[0], x[1]);
    case OPERATOR_multiply: return spell_complex_product(c, x[0], x[1]);
    case OPERATOR_square: return code_binary(c, IR_MUL, x[0], x[0]);
    case OPERATOR_reciprocal: {
        IrValue *one = kind == 'c' ? ir_constant(c->module, ir_scalar_type(number), number == DTYPE_COMPLEX64 ? (IrScalar){.c64 = {1, 0}} : (IrScalar){.c128 = {1, 0}})
                                   : code_integer(c, number, 1);
        return code_binary(c, IR_DIV, one, x[0]);
    }
    case OPERATOR_power:
        if (kind == 'c') return code_math(c, IR_MATH_pow, x[0], x[1]);
        return value_part(c, number_power(c, c->node, value_number(c, number, x[0]), value_number(c, number, x[1])));
    case OPERATOR_gcd: return spell_gcd(c, number, x[0], x[1]);
    case OPERATOR_lcm: {
        IrValue *divisor = spell_gcd(c, number, x[0], x[1]), *product = code_binary(c, IR_MUL, code_binary(c, IR_DIV, x[0], divisor), x[1]);
        return kind == 'i' ? code_unary(c, IR_ABS, product) : product;
    }
    case OPERATOR_sign: return NULL;
    default: return NULL;
    }
}

static IrValue *spell(Compilation *c, const Operator *row, int loop, IrValue **inputs) {
    if (!c->emit) return NULL;
    IrValue *output = ir_build_operator(&c->builder, row, loop, inputs);
    if (output || ir_module_failed(c->module)) return output;
    output = spell_own(c, row, (DtypeNumber)row->loops[loop][0], inputs);
    if (!output && !ir_module_failed(c->module)) fail_unsupported(c, c->node, "Use of unsupported NumPy function 'numpy.%s' or unsupported use of the function.", row->name);
    return output;
}

/* ---- types */

/* The first loop into which all operands may be cast safely. */
static int find_loop(const Operator *row, const CompileValue *operands, int count) {
    for (int pass = 0; pass < 2; pass++)
        for (int loop = 0; loop < row->loop_count; loop++) {
            bool fits = true;
            for (int i = 0; i < count && fits; i++) {
                DtypeNumber from = operands[i].type->number, to = (DtypeNumber)row->loops[loop][i];
                if (to == DTYPE_FLOAT16 && from != DTYPE_FLOAT16) fits = false; /* numba has no loops of half precision */
                else fits = pass == 0 ? from == to : dtype_can_cast(&dtypes[from], &dtypes[to], CASTING_SAFE);
            }
            if (fits) return loop;
        }
    return -1;
}

static char expression_layout(const CompileValue *operands, int count) {
    bool all_f = true, any = false;
    for (int i = 0; i < count; i++) {
        if (operands[i].type->kind != TYPE_KIND_ARRAY || operands[i].type->rank == 0) continue;
        any = true;
        all_f &= operands[i].type->layout == 'F';
    }
    return any && all_f ? 'F' : 'C';
}

CompileValue operate_ufunc(Compilation *c, const Node *node, const Operator *row, const CompileValue *operands, int count) {
    CompileValue values[OPERATOR_INPUTS_MAX];
    int rank = -1;
    c->node = node;
    for (int i = 0; i < count; i++) {
        values[i] = operands[i];
        if (values[i].type->kind == TYPE_KIND_OPTIONAL) values[i] = value_convert(c, values[i], values[i].type->item);
        const CompileType *type = values[i].type;
        if (type->kind == TYPE_KIND_ARRAY && type->item->kind == TYPE_KIND_NUMBER) rank = type->rank > rank ? type->rank : rank;
        else if (type->kind != TYPE_KIND_NUMBER) fail_no_implementation(c, node, compile_text(c, "<ufunc '%s'>", row->name), operands, count);
    }
    int loop = count == row->inputs ? find_loop(row, values, count) : -1;
    if (loop < 0) fail_no_implementation(c, node, compile_text(c, "<ufunc '%s'>", row->name), operands, count);
    DtypeNumber result = (DtypeNumber)row->loops[loop][row->inputs];
    if (rank <= 0) { /* numbers, and arrays without axes */
        IrValue *inputs[OPERATOR_INPUTS_MAX];
        for (int i = 0; i < count; i++) {
            CompileValue value = value_force(c, values[i]);
            if (value.type->kind == TYPE_KIND_ARRAY) value = array_load(c, value, NULL, false);
            inputs[i] = value_as(c, value, (DtypeNumber)row->loops[loop][i]);
        }
        return value_number(c, result, spell(c, row, loop, inputs));
    }
    ArrayExpression *expression = compile_allocate(c, sizeof *expression);
    expression->row = row;
    expression->loop = loop;
    expression->result = result;
    expression->count = count;
    memcpy(expression->operands, values, sizeof values);
    CompileValue value = value_of(type_array(c->types, number_type(c, result), rank, expression_layout(values, count), true, true), NULL);
    value.expression = expression;
    return value;
}

/* ---- loops */

enum { LEAVES_MAX = 64 };
typedef struct Leaf {
    CompileValue array;      /* with its view */
    IrValue *single[IR_RANK_MAX]; /* is the axis one element, for all? NULL: known not to be */
    CompileValue flat;       /* as one axis, in the fast way */
} Leaf;

typedef struct Loops {
    Leaf leaves[LEAVES_MAX];
    int count, rank;
    bool is_fast, is_flat;
} Loops;

static void collect(Compilation *c, Loops *loops, CompileValue *value) {
    if (value->expression) {
        ArrayExpression *copy = compile_allocate(c, sizeof *copy);
        *copy = *value->expression;
        value->expression = copy;
        for (int i = 0; i < copy->count; i++) collect(c, loops, &copy->operands[i]);
        return;
    }
    value_parts(c, value);
    if (value->type->kind != TYPE_KIND_ARRAY) return;
    if (value->type->rank == 0) {
        *value = array_load(c, *value, NULL, false);
        return;
    }
    if (loops->count == LEAVES_MAX) fail_unsupported(c, c->node, "more than %d arrays in one expression", LEAVES_MAX);
    array_view_of(c, value);
    loops->leaves[loops->count].array = *value;
    value->item_count = -1 - loops->count++; /* which leaf it is */
}

static IrValue *element(Compilation *c, Loops *loops, CompileValue value, IrValue *const *indexes) {
    if (value.expression) {
        IrValue *inputs[OPERATOR_INPUTS_MAX];
        const ArrayExpression *e = value.expression;
        for (int i = 0; i < e->count; i++) {
            DtypeNumber from = e->operands[i].expression ? e->operands[i].expression->result : e->operands[i].type->number;
            inputs[i] = code_cast(c, from, (DtypeNumber)e->row->loops[e->loop][i], element(c, loops, e->operands[i], indexes));
        }
        return spell(c, e->row, e->loop, inputs);
    }
    if (value.type->kind != TYPE_KIND_ARRAY) return value_part(c, value);
    Leaf *leaf = &loops->leaves[-1 - value.item_count];
    if (loops->is_flat) return value_part(c, array_load(c, leaf->flat, indexes, false));
    IrValue *places[IR_RANK_MAX];
    int missing = loops->rank - value.type->rank;
    for (int i = 0; i < value.type->rank; i++) {
        IrValue *single = loops->is_fast ? NULL : leaf->single[i];
        places[i] = single ? code_select(c, single, code_integer(c, DTYPE_INT64, 0), indexes[missing + i]) : indexes[missing + i];
    }
    return value_part(c, array_load(c, leaf->array, places, false));
}

static CompileValue as_line(Compilation *c, CompileValue array, IrValue *count) {
    const CompileType *type = type_array(c->types, array.type->item, 1, 'C', true, true);
    CompileValue line = array_value(c, type, NULL, array_first(c, array), &count, NULL);
    array_view_of(c, &line);
    return line;
}

static void compute(Compilation *c, Loops *loops, CompileValue value, CompileValue result, IrValue *const *shape) {
    IrValue *indexes[IR_RANK_MAX];
    bool all_c = result.type->layout == 'C', all_f = result.type->layout == 'F';
    for (int i = 0; i < loops->count; i++) {
        all_c &= loops->leaves[i].array.type->layout == 'C' || (loops->leaves[i].array.type->layout == 'F' && loops->rank == 1);
        all_f &= loops->leaves[i].array.type->layout == 'F';
    }
    loops->is_flat = loops->is_fast && (all_c || all_f);
    if (loops->is_flat) {
        IrValue *count = array_count(c, result);
        CompileValue line = as_line(c, result, count);
        for (int i = 0; i < loops->count; i++) loops->leaves[i].flat = as_line(c, loops->leaves[i].array, count);
        array_loops(c, 1, &count, indexes);
        array_store(c, line, indexes, value_number(c, result.type->number, element(c, loops, value, indexes)), false);
        array_loops_end(c, 1);
        return;
    }
    array_loops(c, loops->rank, shape, indexes);
    array_store(c, result, indexes, value_number(c, result.type->number, element(c, loops, value, indexes)), false);
    array_loops_end(c, loops->rank);
}

static CompileValue evaluate(Compilation *c, CompileValue value) {
    const CompileType *type = value.type;
    if (!c->emit) return value_of(type, NULL);
    Loops *loops = compile_allocate(c, sizeof *loops);
    loops->rank = type->rank;
    collect(c, loops, &value);
    IrValue *shape[IR_RANK_MAX], *one = code_integer(c, DTYPE_INT64, 1), *same = NULL;
    bool same_rank = true;
    for (int k = 0; k < loops->count; k++) {
        Leaf *leaf = &loops->leaves[k];
        int missing = type->rank - leaf->array.type->rank;
        same_rank &= missing == 0;
        for (int i = 0; i < leaf->array.type->rank; i++) {
            IrValue *extent = array_extent(c, leaf->array, i);
            leaf->single[i] = NULL;
            if (loops->count == 1) {
                shape[i] = extent;
                continue;
            }
            leaf->single[i] = code_binary(c, IR_EQ, extent, one);
        }
    }
    for (int axis = 0; loops->count > 1 && axis < type->rank; axis++) {
        IrValue *extent = NULL;
        for (int k = 0; k < loops->count; k++) {
            int own = axis - (type->rank - loops->leaves[k].array.type->rank);
            if (own < 0) continue;
            IrValue *its = array_extent(c, loops->leaves[k].array, own);
            extent = !extent ? its : its == extent ? extent : code_select(c, loops->leaves[k].single[own], extent, its);
        }
        for (int k = 0; k < loops->count; k++) {
            int own = axis - (type->rank - loops->leaves[k].array.type->rank);
            if (own < 0) continue;
            IrValue *its = array_extent(c, loops->leaves[k].array, own);
            if (its == extent) continue;
            IrValue *equal = code_binary(c, IR_EQ, its, extent);
            code_check(c, code_binary(c, IR_OR, equal, loops->leaves[k].single[own]), "ValueError",
                       compile_text(c, "unable to broadcast argument %d to output array", k));
            same = same ? code_binary(c, IR_AND, same, equal) : equal;
        }
        shape[axis] = extent;
    }
    CompileValue result = array_new(c, type->item, type->rank, shape, type->layout, false);
    array_view_of(c, &result);
    if (loops->count == 1 || (same_rank && !same)) {
        loops->is_fast = true;
        compute(c, loops, value, result, shape);
    } else if (same_rank) {
        code_if(c, same);
        loops->is_fast = true;
        compute(c, loops, value, result, shape);
        code_else(c);
        loops->is_fast = false;
        compute(c, loops, value, result, shape);
        code_end(c);
    } else compute(c, loops, value, result, shape);
    return result;
}

CompileValue value_force(Compilation *c, CompileValue value) { return value.expression ? evaluate(c, value) : value; }
