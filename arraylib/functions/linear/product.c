/* Matrix products: matmul, dot and what is made of them. */
#include "arraylib/functions/compose.h"

#include <string.h>

ARRAY_FAMILY(product);

static Array *shapes_differ(ArrayCall *call, Array *a, Array *b) {
    if (call->namespace == CUPY) {
        char one[SHAPE_TEXT_SIZE], two[SHAPE_TEXT_SIZE];
        if (a->dimensions <= 2 && b->dimensions <= 2) call_fail(call, "ValueError", "Axis dimension mismatch");
        else
            call_fail(call, "ValueError", "shapes %s and %s not aligned", shape_text_tight(a->dimensions, a->shape, one),
                      shape_text_tight(b->dimensions, b->shape, two));
        return NULL;
    }
    call_fail(call, "ValueError",
              "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
              "(n?,k),(k,m?)->(n?,m?) "
              "(size %lld is different from %lld)",
              (long long)b->shape[b->dimensions > 1 ? b->dimensions - 2 : 0],
              (long long)a->shape[a->dimensions - 1]);
    return NULL;
}

/* `name`: floating-point errors are told by it; NULL: they are not. */
static Array *product(ArrayCall *call, Array *a, Array *b, const char *name) {
    if (!a || !b) return NULL;
    if ((!a->dimensions || !b->dimensions) && call->namespace == CUPY) {
        call_fail(call, "ValueError", "Scalar operands are not allowed, use '*' instead");
        return NULL;
    }
    if (!a->dimensions || !b->dimensions) {
        call_fail(call, "ValueError",
                  "matmul: Input operand %d does not have enough dimensions (has 0, gufunc core with signature "
                  "(n?,k),(k,m?)->(n?,m?) requires 1)",
                  a->dimensions ? 1 : 0);
        return NULL;
    }
    const Dtype *dtype = dtype_promote(a->dtype, b->dtype);
    bool left_vector = a->dimensions == 1, right_vector = b->dimensions == 1;
    a = call_cast(call, left_vector ? call_expand(call, a, 0) : a, dtype);
    b = call_cast(call, right_vector ? call_expand(call, b, 1) : b, dtype);
    if (!a || !b) return NULL;
    int left = a->dimensions, right = b->dimensions, batch = 0;
    if (a->shape[left - 1] != b->shape[right - 2]) {
        if (left_vector) a = call_drop_axis(call, a, 0);
        return a ? shapes_differ(call, a, b) : NULL;
    }
    int64_t shape[ARRAY_DIMENSIONS_MAX + 2];
    if (!shape_broadcast(left - 2, a->shape, &batch, shape) ||
        !shape_broadcast(right - 2, b->shape, &batch, shape)) {
        char one[SHAPE_TEXT_SIZE], two[SHAPE_TEXT_SIZE];
        call_fail(call, "ValueError",
                  "operands could not be broadcast together with remapped shapes [original->remapped]: %s->%s "
                  "%s->%s  and "
                  "requested shape (%lld,%lld)",
                  shape_text(left, a->shape, one), one, shape_text(right, b->shape, two), two,
                  (long long)a->shape[left - 2], (long long)b->shape[right - 1]);
        return NULL;
    }
    if (batch + 2 > ARRAY_DIMENSIONS_MAX) {
        call_fail(call, "ValueError", "too many dimensions");
        return NULL;
    }
    shape[batch] = a->shape[left - 2];
    shape[batch + 1] = b->shape[right - 1];
    if (dtype_is_flexible(dtype)) { /* by the elements' own operators: rows beside columns, multiplied and added up */
        Array *terms = APPLY2(multiply, call_expand(call, a, left), call_expand(call, b, right - 2));
        Array *sums = terms ? call_reduce(call, OPERATOR(add), terms, 1ull << (terms->dimensions - 2), false, NULL) : NULL;
        if (sums && left_vector) sums = call_drop_axis(call, sums, sums->dimensions - 2);
        if (sums && right_vector) sums = call_drop_axis(call, sums, sums->dimensions - 1);
        return call_copy(call, sums, 'C');
    }
    Array *out = call_new(call, dtype, batch + 2, shape);
    if (!out) return NULL;
    int64_t left_strides[ARRAY_DIMENSIONS_MAX], right_strides[ARRAY_DIMENSIONS_MAX];
    for (int i = 0; i < batch; i++) {
        int at = i - (batch - (left - 2)), other = i - (batch - (right - 2));
        left_strides[i] = at < 0 || a->shape[at] == 1 ? 0 : a->strides[at];
        right_strides[i] = other < 0 || b->shape[other] == 1 ? 0 : b->strides[other];
    }
    MatmulTask task = {.dtype = dtype,
                       .rows = shape[batch],
                       .inner = a->shape[left - 1],
                       .columns = shape[batch + 1],
                       .batch = {batch, shape},
                       .left = {dtype, array_data(a), left_strides, false},
                       .right = {dtype, array_data(b), right_strides, false},
                       .output = {dtype, array_data(out), out->strides, false},
                       .left_strides = {a->strides[left - 2], a->strides[left - 1]},
                       .right_strides = {b->strides[right - 2], b->strides[right - 1]},
                       .output_strides = {out->strides[batch], out->strides[batch + 1]}};
    int flags = 0;
    if (!call->device->operations->matmul(call->device, &task, &flags, call->error) ||
        (name && !runtime_float_errors(call->runtime, name, flags, call->error)))
        return NULL;
    if (right_vector) out = call_drop_axis(call, out, batch + 1);
    if (left_vector) out = call_drop_axis(call, out, batch);
    return out;
}

bool array_matmul_plain(ArrayRuntime *runtime, Array *a, Array *b, Array **result, Error *error) {
    *result = NULL;
    Device *device = array_device(a);
    const Dtype *dtype = a->dtype;
    bool is_plain = device_is_host(device) && device == array_device(b) && dtype == b->dtype && !dtype_is_flexible(dtype) && dtype_is_inexact(dtype);
    if (!is_plain || a->is_crooked || b->is_crooked || a->dimensions < 1 || a->dimensions > 2 || b->dimensions < 1 || b->dimensions > 2) return true;
    int left = a->dimensions - 1, right = b->dimensions - 1;
    int64_t inner = a->shape[left], rows = left ? a->shape[0] : 1, columns = right ? b->shape[1] : 1;
    if (inner != b->shape[0] || !inner || !rows || !columns) return true;
    if (!array_settle(a, error) || !array_settle(b, error)) return false;
    int64_t shape[2] = {left ? rows : columns, columns};
    Array *out = array_create(device, dtype, left + right, shape, error);
    if (!out) return false;
    int64_t size = dtype->item_size;
    MatmulTask task = {.dtype = dtype, .rows = rows, .inner = inner, .columns = columns,
                       .left = {dtype, array_data(a), NULL, false}, .right = {dtype, array_data(b), NULL, false},
                       .output = {dtype, array_data(out), NULL, false},
                       .left_strides = {left ? a->strides[0] : inner * size, a->strides[left]},
                       .right_strides = {b->strides[0], right ? b->strides[1] : size},
                       .output_strides = {columns * size, size}};
    int flags = 0;
    if (!device->operations->matmul(device, &task, &flags, error) || (flags && !runtime_float_errors(runtime, "matmul", flags, error))) {
        array_release(out);
        return false;
    }
    *result = out;
    return true;
}

Array *call_matmul(ArrayCall *call, Array *a, Array *b) { return product(call, a, b, NULL); }

ARRAY_FUNCTION(matmul, NUMPY | CUPY,
               CORE_PARAMETERS,
               "Matrix product of two arrays; of stacks of matrices when they have more than two axes.\n\n"
               ">>> matmul(array([[1, 2], [3, 4]]), array([5, 6]))\narray([17, 39])\n",
               .traits = CUPY_TYPED | ASKS_NOBODY,
               .cupy_parameters = "(a, b)") {
    const Dtype *dtype = NULL;
    if (!call_dtype(call, 5, &dtype)) return variant_absent();
    Array *a = call_array(call, 0), *b = call_array(call, 1);
    if (dtype) {
        a = call_cast(call, a, dtype);
        b = call_cast(call, b, dtype);
    }
    if (!a || !b) return variant_absent();
    if (call_is_given(call, 8)) {
        call_fail(call, "TypeError", "matmul: axis can only be used with a single shared core dimension, not with the 3 distinct ones implied by "
                  "signature (n?,k),(k,m?)->(n?,m?).");
        return variant_absent();
    }
    int core[3] = {a->dimensions > 1 ? 2 : 1, b->dimensions > 1 ? 2 : 1, (a->dimensions > 1) + (b->dimensions > 1)};
    Array *operands[2] = {a, b};
    Variant axes;
    if (!call_core_axes(call, 7, "matmul", core, operands, &axes)) return variant_absent();
    char order = 'C';
    if (!call_order(call, 4, &order)) return variant_absent();
    Array *result = call_place_core_axes(call, product(call, operands[0], operands[1], "matmul"), "matmul", core[2], axes);
    return call_give_out(call, order == 'F' && result ? call_copy(call, result, 'F') : result, 2);
}

/* dot of more than two axes: the last axis of a with the last but one of b, all other axes kept. */
static Array *tensor_product(ArrayCall *call, Array *a, Array *b, int b_axis, const char *name) {
    int64_t shape[2 * ARRAY_DIMENSIONS_MAX], rows = 1, columns = 1, inner;
    int dimensions = 0;
    if (!a || !b) return NULL;
    inner = a->shape[a->dimensions - 1];
    for (int i = 0; i < a->dimensions - 1; i++) rows *= shape[dimensions++] = a->shape[i];
    Array *moved = call_move_axis(call, b, b_axis, 0);
    if (!moved) return NULL;
    for (int i = 1; i < moved->dimensions; i++) columns *= shape[dimensions++] = moved->shape[i];
    if (dimensions > ARRAY_DIMENSIONS_MAX) {
        call_fail(call, "ValueError", "too many dimensions in the product");
        return NULL;
    }
    Array *left = call_reshape(call, a, 2, (int64_t[]){rows, inner});
    Array *right = call_reshape(call, moved, 2, (int64_t[]){inner, columns});
    return call_reshape(call, product(call, left, right, name), dimensions, shape);
}

static Array *dot(ArrayCall *call, Array *a, Array *b, const char *name) {
    if (!a || !b) return NULL;
    if (!a->dimensions || !b->dimensions) return APPLY2(multiply, a, b);
    int b_axis = b->dimensions > 1 ? b->dimensions - 2 : 0;
    if (a->shape[a->dimensions - 1] != b->shape[b_axis]) {
        char one[SHAPE_TEXT_SIZE], two[SHAPE_TEXT_SIZE];
        if (!device_is_host(array_device(a))) {
            call_fail(call, "ValueError", "Axis dimension mismatch");
            return NULL;
        }
        shape_text(a->dimensions, a->shape, one);
        shape_text(b->dimensions, b->shape, two);
        for (char *text = one; *text; text++)
            if (text[0] == ',' && text[1] == ' ') memmove(text + 1, text + 2, strlen(text + 2) + 1);
        for (char *text = two; *text; text++)
            if (text[0] == ',' && text[1] == ' ') memmove(text + 1, text + 2, strlen(text + 2) + 1);
        call_fail(call, "ValueError", "shapes %s and %s not aligned: %lld (dim %d) != %lld (dim %d)", one, two,
                  (long long)a->shape[a->dimensions - 1], a->dimensions - 1, (long long)b->shape[b_axis],
                  b_axis);
        return NULL;
    }
    if (a->dimensions <= 2 && b->dimensions <= 2) return product(call, a, b, name);
    return tensor_product(call, a, b, b_axis, name);
}

ARRAY_FUNCTION(dot, NUMPY | CUPY | METHOD, "(a, b, out=None)",
               "Products summed over the last axis of one and the last but one of the other.\n\n>>> dot(array([1, 2, 3]), array([4, 5, 6]))\nnp.int64(32)\n",
               .traits = CUPY_METHOD | CUPY_TYPED | CLASS_MOVES) {
    return call_give_out(call, dot(call, call_array(call, 0), call_array(call, 1), "dot"), 2);
}

ARRAY_FUNCTION(vdot, NUMPY | CUPY, "(a, b, /)",
               "Dot product of two flattened arrays, the first conjugated.\n\n"
               ">>> vdot(array([1+2j, 3]), array([1, 1j]))\nnp.complex128(1+1j)\n",
               .traits = CLASS_PLAIN) {
    Array *a = call_flat(call, call_array(call, 0)), *b = call_flat(call, call_array(call, 1));
    if (a && (dtype_is_complex(a->dtype) || a->dtype->kind == 'O')) a = APPLY1(conjugate, a);
    return call_give_item(call, dot(call, a, b, NULL));
}

ARRAY_FUNCTION(inner, NUMPY | CUPY, "(a, b, /)",
               "Sum of products over the last axes of two arrays.\n\n"
               ">>> inner(array([1, 2, 3]), array([0, 1, 0]))\nnp.int64(2)\n",
               .traits = CUPY_TYPED | CLASS_MOVES) {
    Array *a = call_array(call, 0), *b = call_array(call, 1);
    if (!a || !b) return variant_absent();
    if (!a->dimensions || !b->dimensions) return call_give_item(call, APPLY2(multiply, a, b));
    if (a->shape[a->dimensions - 1] != b->shape[b->dimensions - 1]) {
        char one[SHAPE_TEXT_SIZE], two[SHAPE_TEXT_SIZE];
        if (call->namespace != CUPY) { /* it is a product with the second one turned */
            int64_t turned[ARRAY_DIMENSIONS_MAX];
            int last = b->dimensions - 1, before = last ? last - 1 : 0;
            memcpy(turned, b->shape, sizeof *turned * (size_t)b->dimensions);
            turned[last] = b->shape[before];
            turned[before] = b->shape[last];
            shape_text_tight(a->dimensions, a->shape, one);
            shape_text_tight(b->dimensions, turned, two);
            call_fail(call, "ValueError", "shapes %s and %s not aligned: %lld (dim %d) != %lld (dim %d)", one, two,
                      (long long)a->shape[a->dimensions - 1], a->dimensions - 1, (long long)turned[before], before);
            return variant_absent();
        }
        call_fail(call, "ValueError", "Axis dimension mismatch");
        return variant_absent();
    }
    return call_give_item(call, tensor_product(call, a, b, b->dimensions - 1, "dot"));
}

ARRAY_FUNCTION(outer, NUMPY | CUPY, "(a, b, out=None)",
               "Outer product of two flattened arrays.\n\n>>> outer(array([1, 2]), array([3, 4]))\n"
               "array([[3, 4],\n       [6, 8]])\n",
               .traits = CLASS_PLAIN) {
    Array *a = call_flat(call, call_array(call, 0)), *b = call_flat(call, call_array(call, 1));
    if (!a || !b) return variant_absent();
    return call_give_out(call, APPLY2(multiply, call_expand(call, a, 1), call_expand(call, b, 0)), 2);
}

/* The axes of a tensordot argument: an integer counts the last (or first) ones, a sequence names them. */
static bool contracted_axes(ArrayCall *call, Variant axes, int dimensions, bool is_left, int *count,
                            int *named) {
    int64_t number;
    if (axes.kind != VARIANT_SEQUENCE) {
        if (!variant_to_index(axes, &number, call->error) ||
            !axis_normalise(number, dimensions, &named[0], NULL, call->error))
            return false;
        *count = 1;
        return true;
    }
    *count = (int)axes.list->count;
    (void)is_left;
    for (int i = 0; i < *count && i < ARRAY_DIMENSIONS_MAX; i++)
        if (!variant_to_index(axes.list->items[i], &number, call->error) ||
            !axis_normalise(number, dimensions, &named[i], NULL, call->error))
            return false;
    return true;
}

/* The array with the named axes last (or first) and joined into one. */
static Array *gather_axes(ArrayCall *call, Array *a, int count, const int *named, bool last, int *kept,
                          int64_t *kept_shape) {
    int order[ARRAY_DIMENSIONS_MAX], at = 0;
    int64_t inner = 1, outer = 1;
    bool is_named[ARRAY_DIMENSIONS_MAX] = {false};
    for (int i = 0; i < count; i++) {
        is_named[named[i]] = true;
        inner *= a->shape[named[i]];
    }
    if (!last)
        for (int i = 0; i < count; i++) order[at++] = named[i];
    *kept = 0;
    for (int i = 0; i < a->dimensions; i++) {
        if (is_named[i]) continue;
        order[at++] = i;
        outer *= kept_shape[(*kept)++] = a->shape[i];
    }
    if (last)
        for (int i = 0; i < count; i++) order[at++] = named[i];
    int64_t shape[2] = {last ? outer : inner, last ? inner : outer};
    return call_reshape(call, call_transpose(call, a, order), 2, shape);
}

ARRAY_FUNCTION(tensordot, NUMPY | CUPY, "(a, b, axes=2)",
               "Sum of products over the given axes of two arrays.\n\n"
               ">>> tensordot(arange(6).reshape(2, 3), arange(3), 1)\narray([ 5, 14])\n",
               .traits = CUPY_TYPED | CLASS_PLAIN) {
    Array *a = call_array(call, 0), *b = call_array(call, 1);
    if (!a || !b) return variant_absent();
    int left[ARRAY_DIMENSIONS_MAX], right[ARRAY_DIMENSIONS_MAX], left_count, right_count;
    Variant axes = call->arguments[2];
    if (axes.kind == VARIANT_SEQUENCE) {
        if (axes.list->count != 2) {
            call_fail(call, "ValueError", "axes must be an integer or a pair");
            return variant_absent();
        }
        if (!contracted_axes(call, axes.list->items[0], a->dimensions, true, &left_count, left) ||
            !contracted_axes(call, axes.list->items[1], b->dimensions, false, &right_count, right))
            return variant_absent();
    } else {
        int64_t count;
        if (!variant_to_index(axes, &count, call->error)) return variant_absent();
        if (count > a->dimensions || count > b->dimensions || count < 0) {
            call_fail(call, "IndexError", "tuple index out of range");
            return variant_absent();
        }
        left_count = right_count = (int)count;
        for (int i = 0; i < count; i++) {
            left[i] = a->dimensions - (int)count + i;
            right[i] = i;
        }
    }
    bool fits = left_count == right_count;
    for (int i = 0; i < left_count && fits; i++) fits = a->shape[left[i]] == b->shape[right[i]];
    if (!fits) {
        call_fail(call, "ValueError", "shape-mismatch for sum");
        return variant_absent();
    }
    int64_t shape[2 * ARRAY_DIMENSIONS_MAX];
    int left_kept, right_kept;
    Array *one = gather_axes(call, a, left_count, left, true, &left_kept, shape);
    Array *two = one ? gather_axes(call, b, right_count, right, false, &right_kept, shape + left_kept) : NULL;
    if (!two) return variant_absent();
    return call_give(call, call_reshape(call, product(call, one, two, "dot"), left_kept + right_kept, shape));
}

ARRAY_FUNCTION(kron, NUMPY | CUPY, "(a, b)",
               "Kronecker product.\n\n>>> kron(array([1, 10]), array([5, 6]))\narray([ 5,  6, 50, 60])\n") {
    Array *a = call_array(call, 0), *b = call_array(call, 1);
    if (!a || !b) return variant_absent();
    int dimensions = a->dimensions > b->dimensions ? a->dimensions : b->dimensions;
    a = call_at_least(call, a, dimensions);
    b = call_at_least(call, b, dimensions);
    if (!a || !b) return variant_absent();
    int64_t left[2 * ARRAY_DIMENSIONS_MAX], right[2 * ARRAY_DIMENSIONS_MAX], shape[ARRAY_DIMENSIONS_MAX];
    if (2 * dimensions > ARRAY_DIMENSIONS_MAX) {
        call_fail(call, "ValueError", "too many dimensions in the product");
        return variant_absent();
    }
    for (int i = 0; i < dimensions; i++) {
        left[2 * i] = a->shape[i];
        left[2 * i + 1] = 1;
        right[2 * i] = 1;
        right[2 * i + 1] = b->shape[i];
        shape[i] = a->shape[i] * b->shape[i];
    }
    Array *product = APPLY2(multiply, call_reshape(call, a, 2 * dimensions, left),
                            call_reshape(call, b, 2 * dimensions, right));
    return call_give_item(call, call_reshape(call, product, dimensions, shape));
}

static Array *component(ArrayCall *call, Array *a, int64_t i) {
    return a ? call_drop_axis(call, call_slice(call, a, a->dimensions - 1, i, 1, 1), a->dimensions - 1) : NULL;
}

ARRAY_FUNCTION(cross, NUMPY | CUPY, "(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None)",
               "Cross product of vectors of three components.\n\n"
               ">>> cross(array([1, 2, 3]), array([4, 5, 6]))\narray([-3,  6, -3])\n",
               .traits = CLASS_PLAIN) {
    Array *a = call_array(call, 0), *b = call_array(call, 1);
    if (!a || !b) return variant_absent();
    if (call->namespace == NUMPY && (!a->dimensions || !b->dimensions)) {
        call_fail(call, "ValueError", "At least one array has zero dimension");
        return variant_absent();
    }
    int places[3];
    for (int k = 0; k < 3; k++) {
        int dimensions = k == 0   ? a->dimensions
                         : k == 1 ? b->dimensions
                                  : (a->dimensions > b->dimensions ? a->dimensions : b->dimensions);
        places[k] = dimensions - 1;
        if (!call_axis(call, call_is_given(call, 5) ? 5 : (size_t)(2 + k), dimensions, &places[k]))
            return variant_absent();
    }
    a = call_move_axis(call, a, places[0], a->dimensions - 1);
    b = call_move_axis(call, b, places[1], b->dimensions - 1);
    if (!a || !b) return variant_absent();
    int64_t a_size = a->dimensions ? a->shape[a->dimensions - 1] : 0,
            b_size = b->dimensions ? b->shape[b->dimensions - 1] : 0;
    if ((a_size != 2 && a_size != 3) || (b_size != 2 && b_size != 3)) {
        call_fail(call, "ValueError", "incompatible dimensions for cross product\n(dimension must be 2 or 3)");
        return variant_absent();
    }
    if ((a_size == 2 || b_size == 2) && call->namespace == NUMPY &&
        !runtime_warn(call->runtime, "DeprecationWarning", call->error, "Arrays of 2-dimensional vectors are deprecated. Use arrays of "
                      "3-dimensional vectors instead. (deprecated in NumPy 2.0)"))
        return variant_absent();
    Array *a0 = component(call, a, 0), *a1 = component(call, a, 1), *b0 = component(call, b, 0),
          *b1 = component(call, b, 1);
    Array *z = APPLY2(subtract, APPLY2(multiply, a0, b1), APPLY2(multiply, a1, b0));
    if (a_size == 2 && b_size == 2) return call_give(call, z);
    Array *none = call_apply2(call, OPERATOR(multiply), of_array(a0), variant_integer(0));
    Array *a2 = a_size == 3 ? component(call, a, 2) : none, *b2 = b_size == 3 ? component(call, b, 2) : none;
    Array *x = APPLY2(subtract, APPLY2(multiply, a1, b2), APPLY2(multiply, a2, b1));
    Array *y = APPLY2(subtract, APPLY2(multiply, a2, b0), APPLY2(multiply, a0, b2));
    if (!x || !y || !z) return variant_absent();
    Array *parts[] = {call_expand(call, x, x->dimensions), call_expand(call, y, y->dimensions),
                      call_expand(call, z, z->dimensions)};
    Array *result = call_stack_axis(call, parts, 3, x->dimensions);
    return call_give(call, call_move_axis(call, result, x->dimensions, places[2]));
}
