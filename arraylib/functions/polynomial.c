/* Polynomials by their coefficients, the highest power first. */
#include "arraylib/functions/compose.h"

#include <float.h>
#include <math.h>
#include <string.h>

ARRAY_FAMILY(polynomial);

static Array *coefficients(ArrayCall *call, size_t index) {
    Array *p = call_at_least(call, call_array(call, index), 1);
    if (p && p->dimensions != 1) {
        call_fail(call, "ValueError", "Polynomial must be 1d only.");
        return NULL;
    }
    return p;
}

static Array *item(ArrayCall *call, Array *p, int64_t i) {
    return p ? call_drop_axis(call, call_slice(call, p, 0, i, 1, 1), 0) : NULL;
}

ARRAY_FUNCTION(polyval, NUMPY | CUPY, "(p, x)",
               "Value of a polynomial.\n\n>>> polyval([3, 0, 1], 5)\nnp.int64(76)\n",
               .traits = OF_POLYNOMIALS) {
    Array *p = call->namespace == NUMPY ? call_array(call, 0) : coefficients(call, 0), *x = call_array(call, 1);
    if (p && !p->dimensions) {
        call_fail(call, "TypeError", "iteration over a 0-d array");
        return variant_absent();
    }
    Array *y = x ? call_filled(call, x->dtype, x->dimensions, x->shape, variant_integer(0)) : NULL;
    for (int64_t i = 0; p && y && i < p->shape[0]; i++) {
        Variant value = variant_absent(); /* a number of Python's takes x's type */
        VariantHandle *element = p->dtype->kind == 'O' ? handle_read(array_data(p) + i * p->strides[0]) : NULL;
        if (element && !call->runtime->hooks.unbox(call->runtime->hook_context, element, 'f', &value, call->error)) return variant_absent();
        y = APPLY2(multiply, y, x);
        y = variant_is_number(value) ? APPLY2_NUMBER(add, y, value) : APPLY2(add, y, item(call, p, i));
        variant_release(&value);
    }
    if (!p || !p->shape[0]) return p ? call_give(call, y) : variant_absent();
    return call_give_item(call, y);
}

/* `a` behind `count` zeros, so that two polynomials are of one length. */
static Array *behind_zeros(ArrayCall *call, Array *a, int64_t length) {
    if (!a || a->shape[0] == length) return a;
    Array *zeros = call_filled(call, a->dtype, 1, (int64_t[]){length - a->shape[0]}, variant_integer(0)),
          *parts[] = {zeros, a};
    return zeros ? call_stack_axis(call, parts, 2, 0) : NULL;
}
static Variant sum(ArrayCall *call, const Operator *row) {
    Array *a = coefficients(call, 0), *b = coefficients(call, 1);
    if (!a || !b) return variant_absent();
    int64_t length = a->shape[0] > b->shape[0] ? a->shape[0] : b->shape[0];
    Array *one = behind_zeros(call, a, length), *two = behind_zeros(call, b, length);
    return call_give(call, call_apply2(call, row, of_array(one), of_array(two)));
}
ARRAY_FUNCTION(polyadd, NUMPY | CUPY, "(a1, a2)",
               "Sum of two polynomials.\n\n>>> polyadd([1, 2], [9, 5, 4])\narray([9, 6, 6])\n",
               .traits = OF_POLYNOMIALS) {
    return sum(call, OPERATOR(add));
}
ARRAY_FUNCTION(polysub, NUMPY | CUPY, "(a1, a2)",
               "Difference of two polynomials.\n\n>>> polysub([2, 10], [1, 1])\narray([1, 9])\n",
               .traits = OF_POLYNOMIALS) {
    return sum(call, OPERATOR(subtract));
}

static Array *product(ArrayCall *call, Array *a, Array *b) {
    if (!a || !b) return NULL;
    int64_t length = a->shape[0] + b->shape[0] - 1;
    Array *result = call_filled(call, dtype_promote(a->dtype, b->dtype), 1, &length, variant_integer(0));
    for (int64_t i = 0; result && i < a->shape[0]; i++) {
        Array *part = call_slice(call, result, 0, i, b->shape[0], 1),
              *more = APPLY2(add, part, APPLY2(multiply, b, item(call, a, i)));
        if (!call_assign(call, part, more)) return NULL;
    }
    return result;
}
/* As poly1d takes coefficients; of nothing but zeros one stays. */
static Array *without_leading_zeros(ArrayCall *call, Array *p) {
    Array *places[1];
    if (!p || !call_nonzero(call, p, places)) return NULL;
    int64_t length = p->shape[0], first = places[0]->shape[0] ? call_item_integer(call, places[0], 0) : length - 1;
    if (!length) return call_filled(call, p->dtype, 1, (int64_t[]){1}, variant_integer(0));
    return call_slice(call, p, 0, first, length - first, 1);
}

ARRAY_FUNCTION(
    polymul, NUMPY | CUPY, "(a1, a2)",
    "Product of two polynomials.\n\n>>> polymul([1, 2, 3], [9, 5, 1])\narray([ 9, 23, 38, 17,  3])\n",
               .traits = OF_POLYNOMIALS) {
    return call_give(call, product(call, without_leading_zeros(call, coefficients(call, 0)), without_leading_zeros(call, coefficients(call, 1))));
}

ARRAY_FUNCTION(polydiv, NUMPY, "(u, v)",
               "Quotient and remainder of two polynomials.\n\n>>> polydiv([3., 5., 2.], [2., 1.])\n(array([1.5 "
               ", 1.75]), array([0.25]))\n",
               .traits = OF_POLYNOMIALS) {
    Array *u = coefficients(call, 0), *v = coefficients(call, 1);
    if (!u || !v) return variant_absent();
    if (!u->shape[0] || !v->shape[0]) {
        call_fail(call, "IndexError", "index 0 is out of bounds for axis 0 with size 0");
        return variant_absent();
    }
    const Dtype *dtype = dtype_inexact(dtype_promote(u->dtype, v->dtype));
    int64_t m = u->shape[0] - 1, n = v->shape[0] - 1, count = m - n + 1 > 1 ? m - n + 1 : 1;
    Array *quotient = call_filled(call, dtype, 1, &count, variant_integer(0)),
          *rest = call_copy(call, call_cast(call, u, dtype), 'C');
    v = call_cast(call, v, dtype);
    Array *scale = v ? NUMBER_APPLY2(divide, variant_float(1), item(call, v, 0)) : NULL;
    for (int64_t k = 0; quotient && rest && v && k <= m - n; k++) {
        Array *factor = APPLY2(multiply, scale, item(call, rest, k)),
              *part = call_slice(call, rest, 0, k, n + 1, 1);
        if (!call_assign(call, item(call, quotient, k), factor) ||
            !call_assign(call, part, APPLY2(subtract, part, APPLY2(multiply, factor, v))))
            return variant_absent();
    }
    int64_t from = 0;
    Array *sizes = rest ? APPLY1(absolute, rest) : NULL;
    while (sizes && from + 1 < sizes->shape[0] && call_item(call, sizes, from) <= 1e-8) from++;
    rest = call_slice(call, rest, 0, from, rest ? rest->shape[0] - from : 0, 1);
    return quotient && rest ? call_give_list(call, (Array *[]){quotient, rest}, 2, true) : variant_absent();
}

ARRAY_FUNCTION(polyder, NUMPY, "(p, m=1)",
               "Derivative of a polynomial.\n\n>>> polyder([1, 1, 1, 1])\narray([3, 2, 1])\n",
               .traits = OF_POLYNOMIALS) {
    Array *p = coefficients(call, 0);
    int64_t times;
    if (!p || !call_integer(call, 1, &times)) return variant_absent();
    if (times < 0) {
        call_fail(call, "ValueError", "Order of derivative must be positive (see polyint)");
        return variant_absent();
    }
    for (; times > 0 && p && p->shape[0]; times--) {
        int64_t n = p->shape[0] - 1;
        p = APPLY2(multiply, call_slice(call, p, 0, 0, n, 1),
                   NUMBER_APPLY2(subtract, variant_integer(n), call_iota(call, n)));
    }
    return call_give(call, p);
}
ARRAY_FUNCTION(polyint, NUMPY, "(p, m=1, k=None)",
               "Antiderivative of a polynomial.\n\n>>> polyint([2., 1.])\narray([1., 1., 0.])\n",
               .traits = OF_POLYNOMIALS) {
    Array *p = coefficients(call, 0);
    int64_t times;
    if (!p || !call_integer(call, 1, &times)) return variant_absent();
    if (times < 0) {
        call_fail(call, "ValueError", "Order of integral must be positive (see polyder)");
        return variant_absent();
    }
    Array *constants = call_is_given(call, 2) ? call_at_least(call, call_array(call, 2), 1) : NULL;
    for (int64_t i = 0; i < times && p; i++) {
        int64_t n = p->shape[0];
        double constant = constants ? call_item(call, constants, constants->shape[0] == 1 ? 0 : i) : 0;
        Array *parts[] = {APPLY2(divide, p, NUMBER_APPLY2(subtract, variant_integer(n), call_iota(call, n))),
                          call_filled(call, DTYPE(FLOAT64), 1, (int64_t[]){1}, variant_float(constant))};
        p = parts[0] && parts[1] ? call_stack_axis(call, parts, 2, 0) : NULL;
    }
    return call_give(call, p);
}

ARRAY_FUNCTION(roots, NUMPY, "(p)",
               "Roots of a polynomial, by the eigenvalues of its companion matrix.\n\n>>> roots([1., -3., "
               "2.])\narray([2., 1.])\n") {
    Array *given = call_array(call, 0);
    if (given && given->dimensions > 1) {
        call_fail(call, "ValueError", "Input must be a rank-1 array.");
        return variant_absent();
    }
    Array *p = coefficients(call, 0);
    if (!p) return variant_absent();
    int64_t from = 0, to = p->shape[0];
    while (from < to && call_item(call, p, from) == 0) from++;
    while (to > from && call_item(call, p, to - 1) == 0) to--;
    int64_t n = to - from - 1, zeros = p->shape[0] - to;
    if (n < 1)
        return call_give(call, call_filled(call, DTYPE(FLOAT64), 1,
                                           (int64_t[]){from == p->shape[0] ? 0 : zeros}, variant_integer(0)));
    p = call_cast(call, call_slice(call, p, 0, from, n + 1, 1), dtype_inexact(p->dtype));
    Array *matrix = p ? call_filled(call, p->dtype, 2, (int64_t[]){n, n}, variant_integer(0)) : NULL;
    Array *top = APPLY2(divide, p ? APPLY1(negative, call_slice(call, p, 0, 1, n, 1)) : NULL, item(call, p, 0));
    if (!matrix || !call_assign(call, item(call, matrix, 0), top)) return variant_absent();
    if (n > 1) {
        int64_t stride = matrix->strides[0] + matrix->strides[1], count = n - 1;
        Array *below = call_view(call, matrix, 1, &count, &stride, matrix->strides[0]);
        if (!call_set(call, below, VARIANT_OF_KIND(VARIANT_ELLIPSIS), variant_integer(1)))
            return variant_absent();
    }
    Array *found = call_function_array(call, "linalg.eigvals", (Variant[]){of_array(matrix)}, 1);
    if (!zeros || !found) return call_give(call, found);
    Array *parts[] = {found, call_filled(call, found->dtype, 1, &zeros, variant_integer(0))};
    return parts[1] ? call_give(call, call_stack_axis(call, parts, 2, 0)) : variant_absent();
}

/* Is every root's conjugate a root, too? */
static bool come_in_pairs(ArrayCall *call, Array *roots, bool *pairs) {
    Array *one = call_sort(call, roots, 0), *other = call_sort(call, APPLY1(conjugate, roots), 0);
    return call_all_true(call, one && other ? APPLY2(equal, one, other) : NULL, pairs);
}

ARRAY_FUNCTION(poly, NUMPY, "(seq_of_zeros)",
               "The polynomial with the given roots, or with those of a square matrix's characteristic polynomial. ValueError for others.\n\n"
               ">>> poly([1., 2.])\narray([ 1., -3.,  2.])\n") {
    Array *zeros = call_at_least(call, call_array(call, 0), 1);
    if (!zeros) return variant_absent();
    bool is_square = zeros->dimensions == 2 && zeros->shape[0] == zeros->shape[1] && zeros->shape[0];
    if (!is_square && zeros->dimensions != 1) {
        call_fail(call, "ValueError", "input must be 1d or non-empty square 2d array.");
        return variant_absent();
    }
    if (is_square) zeros = call_function_array(call, "linalg.eigvals", (Variant[]){of_array(zeros)}, 1);
    if (!zeros || !zeros->shape[0]) return zeros ? variant_float(1) : variant_absent();
    if (zeros->dtype->kind != 'O' && (!dtype_is_inexact(zeros->dtype) || zeros->dtype->number == DTYPE_FLOAT16))
        zeros = call_cast(call, zeros, DTYPE(FLOAT64));
    Array *result = zeros ? call_filled(call, zeros->dtype, 1, (int64_t[]){1}, variant_integer(1)) : NULL;
    for (int64_t i = 0; result && i < zeros->shape[0]; i++) {
        Array *parts[] = {call_filled(call, result->dtype, 1, (int64_t[]){1}, variant_integer(1)),
                          call_expand(call, APPLY1(negative, item(call, zeros, i)), 0)};
        Array *factor = parts[0] && parts[1] ? call_stack_axis(call, parts, 2, 0) : NULL;
        result = product(call, result, factor);
    }
    bool pairs = false;
    if (result && dtype_is_complex(result->dtype) && !come_in_pairs(call, zeros, &pairs)) return variant_absent();
    return call_give(call, pairs ? call_copy(call, call_hold(call, array_real_part(result, call->error)), 'C') : result);
}

ARRAY_FUNCTION(polyfit, NUMPY | CUPY, "(x, y, deg, rcond=None, full=False, w=None, cov=False)",
               "Least-squares polynomial of a degree.\n\n>>> polyfit([0., 1., 2.], [1., 3., 5.], "
               "1).round(6)\narray([2., 1.])\n") {
    Array *x = call_array(call, 0), *y = call_array(call, 1);
    int64_t degree;
    bool full, with_covariance = false;
    if (!x || !y || !call_integer(call, 2, &degree) || !call_truth(call, 4, &full)) return variant_absent();
    bool unscaled = call->arguments[6].kind == VARIANT_STRING;
    if (!call_truth(call, 6, &with_covariance)) return variant_absent();
    const char *wrong = degree < 0                               ? "expected deg >= 0"
                        : x->dimensions != 1                     ? "expected 1D vector for x"
                        : !x->shape[0]                           ? "expected non-empty vector for x"
                        : y->dimensions < 1 || y->dimensions > 2 ? "expected 1D or 2D array for y"
                        : x->shape[0] != y->shape[0]             ? "expected x and y to have same length"
                                                                 : NULL;
    if (wrong) {
        call_fail(call, "TypeError", "%s", wrong);
        return variant_absent();
    }
    x = call_cast(call, x, dtype_inexact(x->dtype));
    y = call_cast(call, y, dtype_inexact(y->dtype));
    Array *powers = NUMBER_APPLY2(subtract, variant_integer(degree), call_iota(call, degree + 1));
    Array *left = x ? APPLY2(power, call_expand(call, x, 1), powers) : NULL;
    if (call_is_given(call, 5)) {
        Array *w = call_cast(call, call_array(call, 5), DTYPE(FLOAT64));
        if (!w) return variant_absent();
        left = APPLY2(multiply, left, call_expand(call, w, 1));
        y = APPLY2(multiply, y, y->dimensions == 2 ? call_expand(call, w, 1) : w);
    }
    if (!left || !y) return variant_absent();
    double tolerance = (double)x->shape[0] * (x->dtype->item_size == 4 ? FLT_EPSILON : DBL_EPSILON);
    if (call_is_given(call, 3) && !call_real(call, 3, &tolerance)) return variant_absent();
    Array *sums = call_reduce(call, OPERATOR(add), APPLY2(multiply, left, left), 1, false, NULL),
          *scale = sums ? APPLY1(sqrt, sums) : NULL;
    left = APPLY2(divide, left, scale);
    if (!left) return variant_absent();
    Variant solved = call_function(call, "linalg.lstsq", (Variant[]){of_array(left), of_array(y), variant_float(tolerance)}, 3);
    if (solved.kind != VARIANT_SEQUENCE) return solved;
    Array *c = call_hold(call, array_retain(solved.list->items[0].array)),
          *residuals = call_hold(call, array_retain(solved.list->items[1].array));
    Array *values = call_hold(call, array_retain(solved.list->items[3].array));
    Variant rank = solved.list->items[2];
    variant_release(&solved);
    c = APPLY2(divide, c, y->dimensions == 2 ? call_expand(call, scale, 1) : scale);
    if (!full && variant_to_integer(rank) != degree + 1 &&
        !runtime_warn(call->runtime, "numpy.exceptions.RankWarning", call->error,
                      "Polyfit may be poorly conditioned"))
        return variant_absent();
    if (full && c) {
        Variant all = variant_list(5, true);
        if (all.kind != VARIANT_SEQUENCE) return all;
        all.list->items[0] = call_give(call, c);
        all.list->items[1] = call_give(call, residuals);
        all.list->items[2] = rank;
        all.list->items[3] = call_give(call, values);
        all.list->items[4] = call->namespace == NUMPY && !call_is_given(call, 3) ? variant_scalar(DTYPE(FLOAT64), &tolerance) : variant_float(tolerance);
        return all;
    }
    if (!with_covariance || !c) return call_give(call, c);
    Array *base =
        call_function_array(call, "linalg.inv",
                  (Variant[]){of_array(call_matmul(call, call_transpose(call, left, NULL), left))}, 1);
    base = scale ? APPLY2(divide, base, APPLY2(multiply, call_expand(call, scale, 1), scale)) : NULL;
    bool many = y->dimensions == 2; /* a matrix for each column */
    if (many && base) base = call_expand(call, base, 2);
    if (!unscaled && base) {
        if (x->shape[0] <= degree + 1) {
            call_fail(call, "ValueError",
                      "the number of data points must exceed order to scale the covariance matrix");
            return variant_absent();
        }
        base = APPLY2(
            multiply, base,
            APPLY2_NUMBER(divide, call_flat(call, residuals), variant_integer(x->shape[0] - degree - 1)));
    }
    return base ? call_give_list(call, (Array *[]){c, base}, 2, true) : variant_absent();
}
