/* Functions of the Python array API standard that NumPy has beside its own. */
#include "arraylib/functions/compose.h"

#include <string.h>

ARRAY_FAMILY(standard);

/* ---- running sums and products ---- */

static Variant cumulative(ArrayCall *call, const Operator *row, int64_t neutral) {
    Array *x = call_at_least(call, call_array(call, 0), 1);
    int axis = 0;
    const Dtype *dtype = NULL;
    bool includes;
    if (!x || !call_dtype(call, 2, &dtype) || !call_truth(call, 4, &includes)) return variant_absent();
    if (x->dimensions > 1 && !call_is_given(call, 1)) {
        call_fail(call, "ValueError", "For arrays which have more than one dimension ``axis`` argument is required.");
        return variant_absent();
    }
    if (!call_axis(call, 1, x->dimensions, &axis)) return variant_absent();
    Array *sums = call_accumulate(call, row, x, axis, dtype);
    if (includes && sums) {
        int64_t shape[ARRAY_DIMENSIONS_MAX];
        memcpy(shape, sums->shape, sizeof *shape * (size_t)sums->dimensions);
        shape[axis] = 1;
        Array *parts[] = {call_filled(call, sums->dtype, sums->dimensions, shape, variant_integer(neutral)), sums};
        sums = parts[0] ? call_stack_axis(call, parts, 2, axis) : NULL;
    }
    return call_give_out(call, sums, 3);
}
#define CUMULATIVE "(x, /, *, axis=None, dtype=None, out=None, include_initial=False)"
ARRAY_FUNCTION(cumulative_sum, NUMPY, CUMULATIVE,
               "Running sum along an axis.\n\n>>> cumulative_sum([1, 2, 3], include_initial=True)\narray([0, 1, 3, 6])\n",
               .traits = OBSERVED) {
    return cumulative(call, OPERATOR(add), 0);
}
ARRAY_FUNCTION(cumulative_prod, NUMPY, CUMULATIVE,
               "Running product along an axis.\n\n>>> cumulative_prod([1, 2, 3], include_initial=True)\narray([1, 1, 2, 6])\n",
               .traits = OBSERVED) {
    return cumulative(call, OPERATOR(multiply), 1);
}

/* ---- parts ---- */

ARRAY_FUNCTION(unstack, NUMPY, "(x, /, *, axis=0)",
               "The slices along an axis.\n\n>>> unstack(array([[1, 2], [3, 4]]), axis=1)\n(array([1, 3]), array([2, 4]))\n") {
    Array *x = call_array(call, 0);
    int axis = 0;
    if (x && call->arguments[0].kind == VARIANT_SEQUENCE) {
        call_fail(call, "AttributeError", "'%s' object has no attribute 'ndim'", variant_type_name(call->arguments[0]));
        return variant_absent();
    }
    if (!x) return variant_absent();
    if (!x->dimensions) {
        call_fail(call, "ValueError", "Input array must be at least 1-d.");
        return variant_absent();
    }
    if (!call_axis(call, 1, x->dimensions, &axis)) return variant_absent();
    Variant slices = variant_list((size_t)x->shape[axis], true);
    for (int64_t i = 0; slices.kind == VARIANT_SEQUENCE && i < x->shape[axis]; i++) {
        Array *slice = call_drop_axis(call, call_slice(call, x, axis, i, 1, 1), axis);
        if (slice) variant_items(slices)[i] = call_give_item(call, slice);
        else variant_release(&slices);
    }
    return slices;
}

static Variant unique_parts(ArrayCall *call, bool index, bool inverse, bool counts, const char *name, const char *const *fields) {
    Variant arguments[] = {call->arguments[0], variant_bool(index), variant_bool(inverse), variant_bool(counts), variant_none(),
                           variant_bool(false), variant_bool(true)};
    Variant result = call_function(call, "unique", arguments, sizeof arguments / sizeof *arguments);
    if (result.kind == VARIANT_SEQUENCE) {
        result.list->type_name = name;
        result.list->field_names = fields;
    }
    return result;
}
ARRAY_FUNCTION(unique_all, NUMPY, "(x)",
               "The unique elements, where each is first, where it went, and how often it is there.\n\n"
               ">>> unique_all([3, 1, 1]).counts\narray([2, 1])\n") {
    static const char *const fields[] = {"values", "indices", "inverse_indices", "counts"};
    return unique_parts(call, true, true, true, "UniqueAllResult", fields);
}
ARRAY_FUNCTION(unique_counts, NUMPY, "(x)", "The unique elements and how often each is there.\n\n>>> unique_counts([3, 1, 1]).counts\narray([2, 1])\n") {
    static const char *const fields[] = {"values", "counts"};
    return unique_parts(call, false, false, true, "UniqueCountsResult", fields);
}
ARRAY_FUNCTION(unique_inverse, NUMPY, "(x)",
               "The unique elements, and for each element which one it is.\n\n>>> unique_inverse([3, 1, 1]).inverse_indices\narray([1, 0, 0])\n") {
    static const char *const fields[] = {"values", "inverse_indices"};
    return unique_parts(call, false, true, false, "UniqueInverseResult", fields);
}
ARRAY_FUNCTION(unique_values, NUMPY, "(x)", "The unique elements.\n\n>>> unique_values([3, 1, 1])\narray([1, 3])\n") {
    return unique_parts(call, false, false, false, NULL, NULL);
}

ARRAY_FUNCTION(astype, NUMPY | CUPY, "(x, dtype, /, *, copy=True, device=None)",
               "The array with another type.\n\n>>> astype(array([1, 2]), float64)\narray([1., 2.])\n",
               .traits = MOVES_BYTES) {
    Variant x = call->arguments[0];
    const Dtype *dtype = NULL;
    bool copies;
    if (x.kind != VARIANT_ARRAY && x.kind != VARIANT_SCALAR) {
        call_fail(call, "TypeError", "Input should be a NumPy array or scalar. It is a <class '%s'> instead.", variant_type_name(x));
        return variant_absent();
    }
    Array *array = call_array(call, 0);
    if (!array || !call_dtype(call, 1, &dtype) || !call_truth(call, 2, &copies)) return variant_absent();
    if (!dtype) dtype = DTYPE(FLOAT64);
    Array *result = array->dtype != dtype ? call_cast(call, array, dtype) : copies ? call_copy(call, array, 'K') : array;
    return x.kind == VARIANT_SCALAR ? call_give_item(call, result) : call_give(call, result);
}

/* ---- products of vectors ---- */

typedef enum VectorProduct { VECTOR_VECTOR, MATRIX_VECTOR, VECTOR_MATRIX } VectorProduct;

/* NumPy's words for operands that lack dimensions or do not fit. */
static bool check_core(ArrayCall *call, const Array *a, const Array *b, VectorProduct kind) {
    static const char *const signatures[] = {"(n),(n)->()", "(m,n),(n)->(m)", "(n),(n,m)->(m)"};
    const Array *operands[] = {a, b};
    const char *name = call->function->path;
    if (strchr(name, '.')) name = strrchr(name, '.') + 1;
    for (int i = 0; i < 2; i++) {
        int needed = (kind == MATRIX_VECTOR && i == 0) || (kind == VECTOR_MATRIX && i == 1) ? 2 : 1;
        if (operands[i]->dimensions < needed)
            return call_fail(call, "ValueError",
                             "%s: Input operand %d does not have enough dimensions (has %d, gufunc core with signature %s requires %d)", name, i,
                             operands[i]->dimensions, signatures[kind], needed);
    }
    int64_t left = a->shape[a->dimensions - 1], right = b->shape[b->dimensions - (kind == VECTOR_MATRIX ? 2 : 1)];
    return left == right ||
           call_fail(call, "ValueError",
                     "%s: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature %s (size %lld is different from %lld)",
                     name, signatures[kind], (long long)right, (long long)left);
}

static Variant vector_product(ArrayCall *call, VectorProduct kind, size_t axis_index, size_t out_index) {
    Array *a = call_array(call, 0), *b = a ? call_array(call, 1) : NULL;
    if (!b) return variant_absent();
    static const int cores[3][3] = {{1, 1, 0}, {2, 1, 1}, {1, 2, 1}};
    static const char *const names[] = {"vecdot", "matvec", "vecmat"}, *const signatures[] = {"(n),(n)->()", "(m,n),(n)->(m)", "(n),(n,m)->(m)"};
    const Dtype *dtype = NULL;
    Variant axes = variant_absent();
    if (out_index) {
        Array *operands[2] = {a, b};
        if (!call_dtype(call, 5, &dtype) || !call_core_axes(call, 7, names[kind], cores[kind], operands, &axes)) return variant_absent();
        a = dtype ? call_cast(call, operands[0], dtype) : operands[0];
        b = dtype ? call_cast(call, operands[1], dtype) : operands[1];
        if (!a || !b) return variant_absent();
        if (kind != VECTOR_VECTOR && call_is_given(call, axis_index)) {
            call_fail(call, "TypeError", "%s: axis can only be used with a single shared core dimension, not with the 2 distinct ones implied by "
                      "signature %s.", names[kind], signatures[kind]);
            return variant_absent();
        }
    }
    if (kind == VECTOR_VECTOR && call_is_given(call, axis_index)) {
        int axis = a->dimensions - 1, other = b->dimensions - 1;
        if (!call_axis(call, axis_index, a->dimensions, &axis) || !call_axis(call, axis_index, b->dimensions, &other)) return variant_absent();
        a = call_move_axis(call, a, axis, a->dimensions - 1);
        b = call_move_axis(call, b, other, b->dimensions - 1);
        if (!a || !b) return variant_absent();
    }
    if (!check_core(call, a, b, kind)) return variant_absent();
    if (kind != MATRIX_VECTOR && (dtype_is_complex(a->dtype) || (kind == VECTOR_MATRIX && a->dtype->kind == 'O'))) a = APPLY1(conjugate, a);
    if (!a) return variant_absent();
    if (kind != MATRIX_VECTOR) a = call_expand(call, a, a->dimensions - 1);
    if (kind != VECTOR_MATRIX) b = call_expand(call, b, b->dimensions);
    Array *product = a && b ? call_matmul(call, a, b) : NULL;
    if (product && kind != VECTOR_MATRIX) product = call_drop_axis(call, product, product->dimensions - 1);
    if (product && kind != MATRIX_VECTOR) product = call_drop_axis(call, product, product->dimensions - (kind == VECTOR_VECTOR ? 1 : 2));
    product = call_place_core_axes(call, product, names[kind], cores[kind][2], axes);
    return out_index ? call_give_out(call, product, out_index) : call_give_item(call, product);
}
ARRAY_FUNCTION(vecdot, NUMPY, CORE_PARAMETERS,
               "Dot products of vectors, the first ones conjugated.\n\n>>> vecdot([[1, 2], [3, 4]], [1, 1])\narray([3, 7])\n",
               .traits = ASKS_NOBODY) {
    return vector_product(call, VECTOR_VECTOR, 8, 2);
}
ARRAY_FUNCTION(matvec, NUMPY, CORE_PARAMETERS,
               "Products of matrices and vectors.\n\n>>> matvec([[1, 2], [3, 4]], [1, 1])\narray([3, 7])\n",
               .traits = ASKS_NOBODY) {
    return vector_product(call, MATRIX_VECTOR, 8, 2);
}
ARRAY_FUNCTION(vecmat, NUMPY, CORE_PARAMETERS,
               "Products of vectors, conjugated, and matrices.\n\n>>> vecmat([1, 1], [[1, 2], [3, 4]])\narray([4, 6])\n",
               .traits = ASKS_NOBODY) {
    return vector_product(call, VECTOR_MATRIX, 8, 2);
}

/* ---- linalg ---- */

ARRAY_FUNCTION_AT(linalg_vecdot, "linalg.vecdot", NUMPY, "(x1, x2, /, *, axis=-1)",
                  "Dot products of vectors along an axis.\n\n>>> linalg.vecdot([1, 2], [3, 4])\nnp.int64(11)\n") {
    return vector_product(call, VECTOR_VECTOR, 2, 0);
}
ARRAY_FUNCTION_AT(linalg_matmul, "linalg.matmul", NUMPY, "(x1, x2, /)",
                  "Matrix product.\n\n>>> linalg.matmul([[1, 2], [3, 4]], [1, 2])\narray([ 5, 11])\n") {
    return call_function(call, "matmul", call->arguments, 2);
}
ARRAY_FUNCTION_AT(linalg_outer, "linalg.outer", NUMPY, "(x1, x2, /)",
                  "Each element of one vector times each of the other.\n\n>>> linalg.outer([1, 2], [3, 4])\narray([[3, 4],\n       [6, 8]])\n") {
    Array *a = call_array(call, 0), *b = a ? call_array(call, 1) : NULL;
    if (!b) return variant_absent();
    if (a->dimensions != 1 || b->dimensions != 1) {
        call_fail(call, "ValueError", "Input arrays must be one-dimensional, but they are x1.ndim=%d and x2.ndim=%d.", a->dimensions, b->dimensions);
        return variant_absent();
    }
    return call_function(call, "outer", (Variant[]){of_array(a), of_array(b), variant_none()}, 3);
}
ARRAY_FUNCTION_AT(linalg_tensordot, "linalg.tensordot", NUMPY, "(x1, x2, /, *, axes=2)",
                  "Products summed over axes of both arrays.\n\n>>> linalg.tensordot([1, 2], [3, 4], axes=1)\narray(11)\n") {
    return call_function(call, "tensordot", call->arguments, 3);
}
ARRAY_FUNCTION_AT(linalg_cross, "linalg.cross", NUMPY, "(x1, x2, /, *, axis=-1)",
                  "Cross product of vectors of three elements.\n\n>>> linalg.cross([1, 0, 0], [0, 1, 0])\narray([0, 0, 1])\n") {
    Array *a = call_array(call, 0), *b = a ? call_array(call, 1) : NULL;
    int axis = a ? a->dimensions - 1 : 0, other = b ? b->dimensions - 1 : 0;
    if (!b || !call_axis(call, 2, a->dimensions, &axis) || !call_axis(call, 2, b->dimensions, &other)) return variant_absent();
    int64_t left = a->dimensions ? a->shape[axis] : 0, right = b->dimensions ? b->shape[other] : 0;
    if (left != 3 || right != 3) {
        call_fail(call, "ValueError", "Both input arrays must be (arrays of) 3-dimensional vectors, but they are %lld and %lld dimensional instead.",
                  (long long)left, (long long)right);
        return variant_absent();
    }
    Variant last = variant_integer(-1);
    return call_function(call, "cross", (Variant[]){of_array(a), of_array(b), last, last, last, call->arguments[2]}, 6);
}
ARRAY_FUNCTION_AT(linalg_diagonal, "linalg.diagonal", NUMPY, "(x, /, *, offset=0)",
                  "Diagonals of matrices.\n\n>>> linalg.diagonal([[1, 2], [3, 4]])\narray([1, 4])\n",
                  .traits = MOVES_BYTES) {
    return call_function(call, "diagonal", (Variant[]){call->arguments[0], call->arguments[1], variant_integer(-2), variant_integer(-1)}, 4);
}
ARRAY_FUNCTION_AT(linalg_trace, "linalg.trace", NUMPY, "(x, /, *, offset=0, dtype=None)",
                  "Sums of the diagonals of matrices.\n\n>>> linalg.trace([[1, 2], [3, 4]])\nnp.int64(5)\n",
                  .traits = OBSERVED) {
    return call_function(call, "trace", (Variant[]){call->arguments[0], call->arguments[1], variant_integer(-2), variant_integer(-1),
                                                    call->arguments[2], variant_none()}, 6);
}
ARRAY_FUNCTION_AT(linalg_matrix_transpose, "linalg.matrix_transpose", NUMPY, "(x, /)",
                  "The array with its last two axes swapped.\n\n>>> linalg.matrix_transpose([[1, 2], [3, 4]])\narray([[1, 3],\n       [2, 4]])\n",
                  .traits = MOVES_BYTES) {
    return call_function(call, "matrix_transpose", call->arguments, 1);
}
ARRAY_FUNCTION_AT(linalg_matrix_norm, "linalg.matrix_norm", NUMPY, "(x, /, *, keepdims=False, ord='fro')",
                  "Norms of matrices.\n\n>>> linalg.matrix_norm([[3., 0.], [0., 4.]])\nnp.float64(5.0)\n") {
    Variant axes = variant_list(2, true);
    if (axes.kind == VARIANT_ABSENT) return axes;
    variant_items(axes)[0] = variant_integer(-2);
    variant_items(axes)[1] = variant_integer(-1);
    Variant result = call_function(call, "linalg.norm", (Variant[]){call->arguments[0], call->arguments[2], axes, call->arguments[1]}, 4);
    variant_release(&axes);
    return result;
}
ARRAY_FUNCTION_AT(linalg_vector_norm, "linalg.vector_norm", NUMPY, "(x, /, *, axis=None, keepdims=False, ord=2)",
                  "Norms of vectors; of all elements as one vector when no axis is given.\n\n>>> linalg.vector_norm([[3., 4.]])\nnp.float64(5.0)\n") {
    Array *x = call_array(call, 0), *lines = x;
    int order[ARRAY_DIMENSIONS_MAX], at = 0;
    int64_t shape[ARRAY_DIMENSIONS_MAX], length = 1;
    uint64_t axes;
    bool keep;
    if (!x || !call_axes(call, 1, x->dimensions, &axes) || !call_truth(call, 2, &keep)) return variant_absent();
    for (int i = 0; i < x->dimensions; i++)
        if (!(axes >> i & 1)) shape[at] = x->shape[i], order[at++] = i;
    int kept = at;
    for (int i = 0; i < x->dimensions; i++)
        if (axes >> i & 1) length *= x->shape[i], order[at++] = i;
    shape[kept] = length;
    lines = call_reshape(call, call_transpose(call, x, order), kept + 1, shape);
    if (!lines) return variant_absent();
    Variant norm = call_function(call, "linalg.norm", (Variant[]){of_array(lines), call->arguments[3], variant_integer(kept), variant_bool(false)}, 4);
    if (!keep || norm.kind == VARIANT_ABSENT) return norm;
    Array *result = norm.kind == VARIANT_ARRAY ? call_hold(call, norm.array) : call_number(call, norm.dtype, norm);
    for (int i = 0; i < x->dimensions && result; i++)
        if (axes >> i & 1) result = call_expand(call, result, i);
    return call_give(call, result);
}

/* ---- tensors as matrices ---- */

ARRAY_FUNCTION_AT(linalg_tensorinv, "linalg.tensorinv", NUMPY, "(a, ind=2)",
                  "The inverse with respect to tensordot over the first ind axes.\n\n>>> linalg.tensorinv([[2., 0.], [0., 4.]], ind=1)\narray([[0.5 , 0.  ],\n       [0.  , 0.25]])\n") {
    Array *a = call_array(call, 0);
    int64_t first, shape[ARRAY_DIMENSIONS_MAX], leading = 1, rest = 1;
    if (!a || !call_integer(call, 1, &first)) return variant_absent();
    if (first <= 0) {
        call_fail(call, "ValueError", "Invalid ind argument.");
        return variant_absent();
    }
    if (first > a->dimensions) first = a->dimensions;
    for (int i = 0; i < a->dimensions; i++) {
        if (i < first) leading *= a->shape[i];
        else rest *= a->shape[i];
        shape[i < first ? a->dimensions - (int)first + i : i - (int)first] = a->shape[i];
    }
    Array *matrix = call_reshape(call, a, 2, (int64_t[]){leading, rest});
    Array *inverse = matrix ? call_function_array(call, "linalg.inv", (Variant[]){of_array(matrix)}, 1) : NULL;
    return call_give(call, inverse ? call_reshape(call, inverse, a->dimensions, shape) : NULL);
}

ARRAY_FUNCTION_AT(linalg_tensorsolve, "linalg.tensorsolve", NUMPY, "(a, b, axes=None)",
                  "Solve tensordot(a, x) = b for x.\n\n>>> linalg.tensorsolve([[2., 0.], [0., 4.]], [2., 2.])\narray([1. , 0.5])\n") {
    Array *a = call_array(call, 0), *b = a ? call_array(call, 1) : NULL;
    Variant axes = call->arguments[2];
    if (!b) return variant_absent();
    if (axes.kind == VARIANT_SEQUENCE || axes.kind == VARIANT_INTEGER) { /* these go last */
        size_t count = axes.kind == VARIANT_SEQUENCE ? axes.list->count : 1;
        int order[ARRAY_DIMENSIONS_MAX], at = 0;
        uint64_t moved = 0;
        if (!variant_to_axes(axes, a->dimensions, &moved, call->error)) return variant_absent();
        for (int i = 0; i < a->dimensions; i++)
            if (!(moved >> i & 1)) order[at++] = i;
        for (size_t k = 0; k < count; k++) {
            int64_t axis;
            if (!variant_to_index(axes.kind == VARIANT_SEQUENCE ? axes.list->items[k] : axes, &axis, call->error)) return variant_absent();
            order[at++] = (int)(axis < 0 ? axis + a->dimensions : axis);
        }
        a = call_transpose(call, a, order);
        if (!a) return variant_absent();
    }
    int rest = a->dimensions - b->dimensions;
    int64_t columns = 1, rows;
    for (int i = rest < 0 ? a->dimensions : a->dimensions - rest; i < a->dimensions; i++) columns *= a->shape[i];
    rows = columns ? array_size(a) / columns : 0;
    if (array_size(a) != columns * columns) {
        call_fail(call, "numpy.linalg.LinAlgError", "Input arrays must satisfy the requirement             prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])");
        return variant_absent();
    }
    Array *matrix = call_reshape(call, a, 2, (int64_t[]){rows, columns}), *flat = call_flat(call, b);
    Array *x = matrix && flat ? call_function_array(call, "linalg.solve", (Variant[]){of_array(matrix), of_array(flat)}, 2) : NULL;
    return call_give(call, x ? call_reshape(call, x, rest < 0 ? 0 : rest, a->shape + (a->dimensions - (rest < 0 ? 0 : rest))) : NULL);
}
