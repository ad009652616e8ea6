/* Attributes and methods of arrays and numbers, and the NumPy functions that make arrays. What has several ways through it is
 * written in Python: numba/_library. */
#include "kernel/compile/private.h"

#include "kernel/objects/descriptor/native.h"

#include <string.h>

static CompileValue attribute_shape(Compilation *c, const Node *node, CompileValue self, const void *data) {
    bool is_strides = data != NULL;
    (void)node;
    CompileValue *items = compile_allocate(c, (size_t)self.type->rank * sizeof *items + 1);
    for (int i = 0; i < self.type->rank; i++) {
        items[i] = value_number(c, DTYPE_INT64, is_strides ? array_stride(c, self, i) : array_extent(c, self, i));
        if (!is_strides) items[i].least = 0;
    }
    return tuple_of(c, items, self.type->rank);
}

static CompileValue attribute_number(Compilation *c, const Node *node, CompileValue self, const void *data) {
    (void)node;
    if (*(const char *)data == 'n') return value_int(c, self.type->rank);
    if (*(const char *)data == 'i') return value_int(c, item_size_of(self.type->item));
    IrValue *count = array_count(c, self);
    if (*(const char *)data == 'b') count = code_binary(c, IR_MUL, count, code_integer(c, DTYPE_INT64, item_size_of(self.type->item)));
    CompileValue result = value_number(c, DTYPE_INT64, count);
    result.least = 0;
    return result;
}

static CompileValue attribute_transposed(Compilation *c, const Node *node, CompileValue self, const void *data) {
    (void)node;
    (void)data;
    return array_transposed(c, self);
}

static CompileValue attribute_dtype(Compilation *c, const Node *node, CompileValue self, const void *data) {
    (void)data;
    DtypeNumber number = self.type->number;
    Value numpy = compile_keep(c, import_module(c->thread, "numpy"));
    Value scalar = compile_keep(c, value_get_attribute_c(c->thread, numpy, number == DTYPE_BOOL ? "bool_" : dtypes[number].name));
    Value dtype = compile_keep(c, value_call_method(c->thread, numpy, "dtype", &scalar, 1));
    return value_from_constant(c, node, "dtype", dtype);
}

/* .real and .imag: views of a complex array's parts. */
static CompileValue attribute_part(Compilation *c, const Node *node, CompileValue self, const void *data) {
    bool is_imaginary = data != NULL;
    const CompileType *type = self.type;
    char kind = dtypes[type->number].kind;
    if (kind != 'c') {
        if (!is_imaginary) return self;
        return call_path(c, node, "numpy.zeros_like", &self, 1);
    }
    DtypeNumber number = type->number == DTYPE_COMPLEX64 ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
    IrValue *shape[IR_RANK_MAX], *strides[IR_RANK_MAX];
    for (int i = 0; i < type->rank; i++) {
        shape[i] = array_extent(c, self, i);
        strides[i] = array_stride(c, self, i);
    }
    IrValue *address = code_retype(c, number, array_first(c, self));
    if (is_imaginary) address = code_offset(c, address, code_integer(c, DTYPE_INT64, 1));
    const CompileType *part = type_array(c->types, number_type(c, number), type->rank, 'A', type->is_mutable, type->is_aligned);
    CompileValue view = array_value(c, part, array_owner(c, self), address, shape, strides);
    view.is_borrowed = self.is_borrowed;
    return view;
}

static CompileValue attribute_of_number(Compilation *c, const Node *node, CompileValue self, const void *data) {
    bool is_imaginary = data != NULL;
    (void)node;
    if (type_number_kind(self.type) != 'c') {
        if (!is_imaginary) return self;
        return value_number(c, self.type->number, type_number_kind(self.type) == 'f' ? code_float(c, self.type->number, 0) : code_integer(c, self.type->number, 0));
    }
    DtypeNumber number = self.type->number == DTYPE_COMPLEX64 ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
    return value_number(c, number, code_unary(c, is_imaginary ? IR_IMAG : IR_REAL, value_part(c, self)));
}

static CompileValue method_conjugate(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    return operate_ufunc(c, node, OPERATOR(conjugate), a->values, 1);
}

static CompileValue method_item(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    (void)node;
    CompileValue self = a->values[0];
    if (self.type->kind == TYPE_KIND_NUMBER) return self;
    IrValue *count = array_count(c, self), *zeros[IR_RANK_MAX];
    code_check(c, code_binary(c, IR_EQ, count, code_integer(c, DTYPE_INT64, 1)), "ValueError", "item(): cannot convert array of size != 1 to scalar");
    for (int i = 0; i < self.type->rank; i++) zeros[i] = code_integer(c, DTYPE_INT64, 0);
    return array_load(c, self, zeros, false);
}

/* ---- methods of arrays */

static CompileValue method_copy(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)node;
    (void)data;
    return array_copied(c, value_force(c, a->values[0]), 'C');
}

static CompileValue method_astype(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    CompileValue self = a->values[0];
    DtypeNumber number = argument_dtype(c, node, a->values[1]);
    IrValue *shape[IR_RANK_MAX], *indexes[IR_RANK_MAX];
    for (int i = 0; i < self.type->rank; i++) shape[i] = array_extent(c, self, i);
    CompileValue copy = array_new(c, number_type(c, number), self.type->rank, shape, self.type->layout == 'F' ? 'F' : 'C', false);
    array_view_of(c, &self);
    array_view_of(c, &copy);
    array_loops(c, self.type->rank, shape, indexes);
    array_store(c, copy, indexes, array_load(c, self, indexes, false), false);
    array_loops_end(c, self.type->rank);
    return copy;
}

static CompileValue method_fill(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    array_fill_from(c, node, a->values[0], a->values[1]);
    return value_none(c);
}

static CompileValue reshaped(Compilation *c, const Node *node, CompileValue array, CompileValue *extents, int count) {
    if (count == 1 && extents[0].type->kind == TYPE_KIND_TUPLE) {
        CompileValue tuple = extents[0];
        count = tuple.type->count;
        extents = compile_allocate(c, (size_t)count * sizeof *extents + 1);
        for (int i = 0; i < count; i++) extents[i] = value_item(c, tuple, i);
    }
    for (int i = 0; i < count; i++)
        if (!type_is_integer(extents[i].type)) fail_no_implementation(c, node, "<function reshape>", extents, count);
    return array_reshape_to(c, node, array, extents, count);
}

static CompileValue method_reshape(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    return reshaped(c, node, value_force(c, a->values[0]), a->values + 1, a->count - 1);
}

static CompileValue method_ravel(Compilation *c, const Node *node, Arguments *a, const void *data) {
    bool always_copies = data != NULL;
    CompileValue array = value_force(c, a->values[0]);
    if (array.type->layout != 'C' || always_copies) array = array_copied(c, array, 'C');
    CompileValue minus = value_int(c, -1);
    (void)minus;
    CompileValue count = value_number(c, DTYPE_INT64, array_count(c, array));
    count.least = 0;
    return array_reshape_to(c, node, array, &count, 1);
}

static CompileValue method_transpose(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    if (a->count == 1) return array_transposed(c, value_force(c, a->values[0]));
    CompileValue array = value_force(c, a->values[0]), axes = a->count == 2 && a->values[1].type->kind == TYPE_KIND_TUPLE ? a->values[1] : tuple_of(c, a->values + 1, a->count - 1);
    const CompileType *type = array.type;
    IrValue *shape[IR_RANK_MAX], *strides[IR_RANK_MAX];
    if (axes.type->count != type->rank) fail_no_implementation(c, node, "<function transpose>", a->values, a->count);
    for (int i = 0; i < type->rank; i++) {
        int64_t axis;
        if (!value_known_int(value_item(c, axes, i), &axis)) fail_typing(c, node, "call", "transpose() wants axes that are known when compiling");
        if (axis < 0) axis += type->rank;
        if (axis < 0 || axis >= type->rank) fail_kind(c, "ValueError", "axis is out of bounds for array of given dimension");
        shape[i] = array_extent(c, array, (int)axis);
        strides[i] = array_stride(c, array, (int)axis);
    }
    CompileValue view = array_value(c, type_array(c->types, type->item, type->rank, 'A', type->is_mutable, type->is_aligned), array_owner(c, array),
                                    array_first(c, array), shape, strides);
    view.is_borrowed = array.is_borrowed;
    return view;
}

/* ---- new arrays */

static DtypeNumber wanted_dtype(Compilation *c, const Node *node, CompileValue value, DtypeNumber fallback) {
    return argument_is_given(value) && value.type->kind != TYPE_KIND_NONE ? argument_dtype(c, node, value) : fallback;
}

enum { MAKE_EMPTY, MAKE_ZEROS, MAKE_ONES, MAKE_FULL };

static CompileValue filled(Compilation *c, const Node *node, int rank, IrValue **shape, DtypeNumber number, char layout, int how, CompileValue fill) {
    CompileValue array = array_new(c, number_type(c, number), rank, shape, layout, how == MAKE_ZEROS);
    if (how == MAKE_ONES) fill = value_convert(c, value_int(c, 1), number_type(c, number));
    if (how == MAKE_ONES || how == MAKE_FULL) array_fill_from(c, node, array, fill);
    return array;
}

static CompileValue code_new(Compilation *c, const Node *node, Arguments *a, const void *data) {
    int how = (int)(intptr_t)data;
    IrValue *shape[IR_RANK_MAX];
    int rank = argument_extents(c, node, a->values[0], shape);
    const char *names[] = {"<built-in function empty>", "<built-in function zeros>", "<function ones>", "<function full>"};
    if (rank < 0) fail_no_implementation(c, node, names[how], a->values, how == MAKE_FULL ? 2 : 1);
    CompileValue fill = how == MAKE_FULL ? value_force(c, a->values[1]) : a->values[0];
    DtypeNumber fallback = how == MAKE_FULL && fill.type->kind == TYPE_KIND_NUMBER ? fill.type->number : DTYPE_FLOAT64;
    return filled(c, node, rank, shape, wanted_dtype(c, node, a->values[how == MAKE_FULL ? 2 : 1], fallback), 'C', how, fill);
}

static CompileValue code_new_like(Compilation *c, const Node *node, Arguments *a, const void *data) {
    int how = (int)(intptr_t)data;
    CompileValue model = value_force(c, a->values[0]);
    IrValue *shape[IR_RANK_MAX];
    int rank = 0;
    DtypeNumber number = model.type->number;
    char layout = 'C';
    if (model.type->kind == TYPE_KIND_ARRAY) {
        rank = model.type->rank;
        layout = model.type->layout == 'F' ? 'F' : 'C';
        for (int i = 0; i < rank; i++) shape[i] = array_extent(c, model, i);
    } else if (model.type->kind != TYPE_KIND_NUMBER) fail_no_implementation(c, node, "<function like>", a->values, 1);
    CompileValue fill = how == MAKE_FULL ? value_force(c, a->values[1]) : model;
    return filled(c, node, rank, shape, wanted_dtype(c, node, a->values[how == MAKE_FULL ? 2 : 1], number), layout, how, fill);
}

/* arange: how many there are is ceil((stop - start) / step). */
static CompileValue code_arange(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    CompileValue values[3] = {value_int(c, 0), a->values[0], value_int(c, 1)};
    if (argument_is_given(a->values[1]) && a->values[1].type->kind != TYPE_KIND_NONE) {
        values[0] = a->values[0];
        values[1] = a->values[1];
    }
    if (argument_is_given(a->values[2])) values[2] = a->values[2];
    DtypeNumber number = DTYPE_INT64;
    for (int i = 0; i < 3; i++) {
        if (values[i].type->kind != TYPE_KIND_NUMBER) fail_no_implementation(c, node, "<built-in function arange>", values, 3);
        if (i == 1 || argument_is_given(a->values[i == 0 ? 1 : 2])) number = dtype_promote(&dtypes[number], &dtypes[values[i].type->number])->number;
    }
    number = wanted_dtype(c, node, a->values[3], number);
    bool whole = true;
    for (int i = 0; i < 3; i++) whole &= type_number_kind(values[i].type) != 'f' && type_number_kind(values[i].type) != 'c';
    IrValue *count;
    if (whole) {
        CompileValue range = value_of(type_range(c->types, DTYPE_INT64), NULL);
        range.items = values;
        for (int i = 0; i < 3; i++) values[i] = value_convert(c, values[i], number_type(c, DTYPE_INT64));
        count = value_part(c, call_path(c, node, "builtins.len", &range, 1));
    } else {
        IrValue *x[3];
        for (int i = 0; i < 3; i++) x[i] = value_as(c, values[i], DTYPE_FLOAT64);
        IrValue *steps = code_binary(c, IR_DIV, code_binary(c, IR_SUB, x[1], x[0]), x[2]);
        count = code_cast(c, DTYPE_FLOAT64, DTYPE_INT64, code_math(c, IR_MATH_ceil, steps, NULL));
        count = code_binary(c, IR_MAX, count, code_integer(c, DTYPE_INT64, 0));
    }
    CompileValue array = array_new(c, number_type(c, number), 1, &count, 'C', false);
    array_view_of(c, &array);
    IrValue *start = value_as(c, values[0], number), *step = value_as(c, values[2], number), *index;
    array_loops(c, 1, &count, &index);
    IrValue *value = code_binary(c, IR_ADD, start, code_binary(c, IR_MUL, code_cast(c, DTYPE_INT64, number, index), step));
    array_store(c, array, &index, value_number(c, number, value), false);
    array_loops_end(c, 1);
    return array;
}

/* np.array of nested tuples and lists that are written down, or of an array. */
static int nested_shape(Compilation *c, CompileValue value, int64_t *shape, const CompileType **item) {
    if (value.type->kind != TYPE_KIND_TUPLE && !(value.type->kind == TYPE_KIND_LIST && value.items)) {
        const CompileType *joined = *item ? type_unify(c->types, *item, value.type) : value.type;
        *item = joined;
        return 0;
    }
    int count = value.items ? value.item_count : value.type->count, depth = -1;
    shape[0] = count;
    for (int i = 0; i < count; i++) {
        int inner = nested_shape(c, value_item(c, value, i), shape + 1, item);
        if (!*item || (depth >= 0 && inner != depth)) return -100;
        depth = inner;
    }
    return depth < 0 ? 1 : depth + 1;
}

static void store_nested(Compilation *c, CompileValue array, CompileValue value, IrValue **indexes, int depth, int rank) {
    if (depth == rank) {
        array_store(c, array, indexes, value, false);
        return;
    }
    int count = value.items ? value.item_count : value.type->count;
    for (int i = 0; i < count; i++) {
        indexes[depth] = code_integer(c, DTYPE_INT64, i);
        store_nested(c, array, value_item(c, value, i), indexes, depth + 1, rank);
    }
}

static CompileValue code_array(Compilation *c, const Node *node, Arguments *a, const void *data) {
    bool may_share = data != NULL;
    CompileValue value = value_force(c, a->values[0]);
    if (value.type->kind == TYPE_KIND_ARRAY) {
        if (argument_is_given(a->values[1])) {
            DtypeNumber number = argument_dtype(c, node, a->values[1]);
            if (!may_share || number != value.type->number) {
                Arguments both = {.values = (CompileValue[]){value, a->values[1]}, .count = 2, .node = node};
                return method_astype(c, node, &both, NULL);
            }
        }
        return may_share ? value : array_copied(c, value, value.type->layout == 'F' ? 'F' : 'C');
    }
    int64_t extents[IR_RANK_MAX];
    const CompileType *item = NULL;
    bool is_known = value.type->kind == TYPE_KIND_TUPLE || value.type->kind == TYPE_KIND_NUMBER || (value.type->kind == TYPE_KIND_LIST && value.items);
    if (!is_known) return call_path(c, node, "numba._library.array_of", a->values, argument_is_given(a->values[1]) ? 2 : 1);
    int rank = nested_shape(c, value, extents, &item);
    if (rank < 0 || !item || item->kind != TYPE_KIND_NUMBER) fail_no_implementation(c, node, "<built-in function array>", a->values, 1);
    IrValue *shape[IR_RANK_MAX], *indexes[IR_RANK_MAX];
    for (int i = 0; i < rank; i++) shape[i] = code_integer(c, DTYPE_INT64, extents[i]);
    CompileValue array = array_new(c, number_type(c, wanted_dtype(c, node, a->values[1], item->number)), rank, shape, 'C', false);
    array_view_of(c, &array);
    store_nested(c, array, value, indexes, 0, rank);
    return array;
}

static CompileValue code_reshape(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    return reshaped(c, node, value_force(c, a->values[0]), a->values + 1, 1);
}

/* ---- reductions over all elements: one accumulator */

static CompileValue code_reduce(Compilation *c, const Node *node, Arguments *a, const void *data) {
    const char *name = data;
    CompileValue array = value_force(c, a->values[0]);
    if (argument_is_given(a->values[1]) && a->values[1].type->kind != TYPE_KIND_NONE)
        return call_path(c, node, compile_text(c, "numba._library.%s_axis", name), a->values, argument_is_given(a->values[2]) ? 3 : 2);
    if (array.type->kind != TYPE_KIND_ARRAY || array.type->item->kind != TYPE_KIND_NUMBER) fail_no_implementation(c, node, compile_text(c, "<function %s>", name), a->values, 1);
    bool is_sum = *name == 's', is_product = *name == 'p';
    DtypeNumber number = array.type->number;
    char kind = dtypes[number].kind;
    if ((is_sum || is_product) && kind != 'f' && kind != 'c') number = kind == 'u' ? DTYPE_UINT64 : DTYPE_INT64;
    if (argument_is_given(a->values[2])) number = argument_dtype(c, node, a->values[2]);
    kind = dtypes[number].kind;
    IrValue *shape[IR_RANK_MAX], *indexes[IR_RANK_MAX], *total = code_variable(c, (TypePart){.number = number});
    IrValue *first = is_product ? (kind == 'f' ? code_float(c, number, 1) : kind == 'c' ? code_cast(c, DTYPE_FLOAT64, number, code_float(c, DTYPE_FLOAT64, 1)) : code_integer(c, number, 1))
                                : kind == 'f' ? code_float(c, number, 0) : kind == 'c' ? code_cast(c, DTYPE_FLOAT64, number, code_float(c, DTYPE_FLOAT64, 0)) : code_integer(c, number, 0);
    int rank = array.type->rank;
    for (int i = 0; i < rank; i++) shape[i] = array_extent(c, array, i);
    array_view_of(c, &array);
    code_set(c, total, first);
    array_loops(c, rank, shape, indexes);
    IrValue *element = value_as(c, array_load(c, array, indexes, false), number);
    code_set(c, total, code_binary(c, is_sum ? IR_ADD : IR_MUL, code_get(c, total), element));
    array_loops_end(c, rank);
    return value_number(c, number, code_get(c, total));
}

static CompileValue code_is_one(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    return value_force(c, call_path(c, node, "numpy.absolute", a->values, 1));
}

static const AttributeRow attributes[] = {
    {"array.shape", attribute_shape, NULL},
    {"array.strides", attribute_shape, "strides"},
    {"array.ndim", attribute_number, "n"},
    {"array.size", attribute_number, "s"},
    {"array.itemsize", attribute_number, "i"},
    {"array.nbytes", attribute_number, "b"},
    {"array.T", attribute_transposed, NULL},
    {"array.dtype", attribute_dtype, NULL},
    {"array.real", attribute_part, NULL},
    {"array.imag", attribute_part, "imag"},
    {"number.real", attribute_of_number, NULL},
    {"number.imag", attribute_of_number, "imag"},
    {0},
};

static const BuiltinRow rows[] = {
    {"array.copy", "self order=", method_copy, NULL},
    {"array.astype", "self dtype", method_astype, NULL},
    {"array.fill", "self value", method_fill, NULL},
    {"array.reshape", NULL, method_reshape, NULL},
    {"array.ravel", "self order=", method_ravel, NULL},
    {"array.flatten", "self order=", method_ravel, "flatten"},
    {"array.transpose", NULL, method_transpose, NULL},
    {"array.item", "self", method_item, NULL},
    {"array.sum", "self axis= dtype=", code_reduce, "sum"},
    {"array.prod", "self axis= dtype=", code_reduce, "prod"},
    {"array.conj", "self", method_conjugate, NULL},
    {"array.conjugate", "self", method_conjugate, NULL},
    {"number.conjugate", "self", method_conjugate, NULL},
    {"number.conj", "self", method_conjugate, NULL},
    {"number.item", "self", method_item, NULL},
    {"numpy.empty", "shape dtype=", code_new, (void *)MAKE_EMPTY},
    {"numpy.zeros", "shape dtype=", code_new, (void *)MAKE_ZEROS},
    {"numpy.ones", "shape dtype=", code_new, (void *)MAKE_ONES},
    {"numpy.full", "shape fill_value dtype=", code_new, (void *)MAKE_FULL},
    {"numpy.empty_like", "prototype dtype=", code_new_like, (void *)MAKE_EMPTY},
    {"numpy.zeros_like", "a dtype=", code_new_like, (void *)MAKE_ZEROS},
    {"numpy.ones_like", "a dtype=", code_new_like, (void *)MAKE_ONES},
    {"numpy.full_like", "a fill_value dtype=", code_new_like, (void *)MAKE_FULL},
    {"numpy.arange", "start stop= step= dtype=", code_arange, NULL},
    {"numpy.array", "object dtype=", code_array, NULL},
    {"numpy.asarray", "a dtype=", code_array, "share"},
    {"numpy.ascontiguousarray", "a dtype=", code_array, "share"},
    {"numpy.copy", "a", method_copy, NULL},
    {"numpy.reshape", "a shape", code_reshape, NULL},
    {"numpy.ravel", "a order=", method_ravel, NULL},
    {"numpy.transpose", NULL, method_transpose, NULL},
    {"numpy.sum", "a axis= dtype=", code_reduce, "sum"},
    {"numpy.prod", "a axis= dtype=", code_reduce, "prod"},
    {"numpy.abs", "x", code_is_one, NULL},
    {0},
};

const BuiltinRow *const member_rows = rows;
const AttributeRow *const member_attributes = attributes;
