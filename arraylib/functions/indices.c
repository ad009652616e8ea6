/* Indices of triangles and diagonals. */
#include "arraylib/functions/compose.h"

ARRAY_FAMILY(indices);

static Variant give_triangle(ArrayCall *call, int64_t rows, int64_t columns, int64_t k, bool lower) {
    Array *apart = APPLY2(subtract, call_iota(call, columns), call_expand(call, call_iota(call, rows), 1)),
          *positions[2];
    Array *mask = call_apply2(call, lower ? OPERATOR(less_equal) : OPERATOR(greater_equal), of_array(apart),
                              variant_integer(k));
    return mask && call_nonzero(call, mask, positions) ? call_give_list(call, positions, 2, true) : variant_absent();
}
static Variant triangle_indices(ArrayCall *call, bool lower) {
    int64_t rows, columns, k;
    if (!call_integer(call, 0, &rows) || !call_integer(call, 1, &k)) return variant_absent();
    columns = rows;
    if (call_is_given(call, 2) && !call_integer(call, 2, &columns)) return variant_absent();
    return give_triangle(call, rows, columns, k, lower);
}
ARRAY_FUNCTION(
    tril_indices, NUMPY | CUPY, "(n, k=0, m=None)",
    "Indices of the lower triangle.\n\n>>> tril_indices(2)\n(array([0, 1, 1]), array([0, 0, 1]))\n",
               .traits = ASKS_NOBODY) {
    return triangle_indices(call, true);
}
ARRAY_FUNCTION(
    triu_indices, NUMPY | CUPY, "(n, k=0, m=None)",
    "Indices of the upper triangle.\n\n>>> triu_indices(2)\n(array([0, 0, 1]), array([0, 1, 1]))\n",
               .traits = ASKS_NOBODY) {
    return triangle_indices(call, false);
}
ARRAY_FUNCTION(diag_indices, NUMPY | CUPY, "(n, ndim=2)",
               "Indices of the main diagonal.\n\n>>> diag_indices(2)\n(array([0, 1]), array([0, 1]))\n",
               .traits = ASKS_NOBODY) {
    int64_t n, dimensions;
    if (!call_integer(call, 0, &n) || !call_integer(call, 1, &dimensions)) return variant_absent();
    if (dimensions < 0 || dimensions > ARRAY_DIMENSIONS_MAX) dimensions = 0;
    Array *same[ARRAY_DIMENSIONS_MAX], *line = call_iota(call, n);
    for (int64_t i = 0; i < dimensions; i++) same[i] = line;
    return line ? call_give_list(call, same, (size_t)dimensions, true) : variant_absent();
}

/* Of an array's own shape. */
static Variant triangle_indices_of(ArrayCall *call, bool lower) {
    Array *a = call_array(call, 0);
    int64_t k;
    if (a && call->arguments[0].kind == VARIANT_SEQUENCE) {
        call_fail(call, "AttributeError", "'%s' object has no attribute 'ndim'", variant_type_name(call->arguments[0]));
        return variant_absent();
    }
    if (!a || !call_integer(call, 1, &k)) return variant_absent();
    if (a->dimensions == 2) return give_triangle(call, a->shape[0], a->shape[1], k, lower);
    call_fail(call, "ValueError", "input array must be 2-d");
    return variant_absent();
}
ARRAY_FUNCTION(tril_indices_from, NUMPY | CUPY, "(arr, k=0)",
               "Indices of the lower triangle of an array.\n\n>>> tril_indices_from(ones((2, 2)))\n(array([0, 1, 1]), array([0, 0, 1]))\n") {
    return triangle_indices_of(call, true);
}
ARRAY_FUNCTION(triu_indices_from, NUMPY | CUPY, "(arr, k=0)",
               "Indices of the upper triangle of an array.\n\n>>> triu_indices_from(ones((2, 2)))\n(array([0, 0, 1]), array([0, 1, 1]))\n") {
    return triangle_indices_of(call, false);
}
ARRAY_FUNCTION(diag_indices_from, NUMPY | CUPY, "(arr)",
               "Indices of the main diagonal of an array.\n\n>>> diag_indices_from(ones((2, 2)))\n(array([0, 1]), array([0, 1]))\n") {
    Array *a = call_array(call, 0);
    if (!a) return variant_absent();
    if (a->dimensions < 2) {
        call_fail(call, "ValueError", "input array must be at least 2-d");
        return variant_absent();
    }
    Array *same[ARRAY_DIMENSIONS_MAX], *line = call_iota(call, a->shape[0]);
    for (int i = 0; i < a->dimensions; i++) {
        same[i] = line;
        if (a->shape[i] == a->shape[0]) continue;
        call_fail(call, "ValueError", "All dimensions of input must be of equal length");
        return variant_absent();
    }
    return line ? call_give_list(call, same, (size_t)a->dimensions, true) : variant_absent();
}

ARRAY_FUNCTION(mask_indices, NUMPY | CUPY, "(n, mask_func, k=0)",
               "Indices where a function leaves something of an n by n array of ones.\n\n"
               ">>> mask_indices(2, triu)\n(array([0, 0, 1]), array([0, 1, 1]))\n",
               .traits = ASKS_NOBODY) {
    int64_t n;
    Variant function = call->arguments[1], left = variant_absent();
    if (!call_integer(call, 0, &n)) return variant_absent();
    Array *ones = call_filled(call, DTYPE(INT64), 2, (int64_t[]){n, n}, variant_integer(1)), *positions[ARRAY_DIMENSIONS_MAX];
    if (!ones) return variant_absent();
    if (function.kind != VARIANT_CALLABLE) {
        call_fail(call, "TypeError", "'%s' object is not callable", variant_type_name(function));
        return variant_absent();
    }
    const ArrayHooks *hooks = &call->runtime->hooks;
    if (!hooks->invoke || !hooks->invoke(call->runtime->hook_context, &function, (Variant[]){of_array(ones), call->arguments[2]}, 2, &left, call->error))
        return variant_absent();
    Array *mask = left.kind == VARIANT_ARRAY ? call_hold(call, array_retain(left.array)) : NULL;
    variant_release(&left);
    if (!mask) {
        call_fail(call, "TypeError", "mask_func must return an array");
        return variant_absent();
    }
    mask = APPLY2_NUMBER(not_equal, mask, variant_integer(0));
    return mask && call_nonzero(call, mask, positions) ? call_give_list(call, positions, (size_t)mask->dimensions, true) : variant_absent();
}
