/* The same elements in other places: shapes, axes, joining, splitting, repeating, turning. */
#include "arraylib/core/flexible.h"
#include "arraylib/functions/compose.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

ARRAY_FAMILY(rearrange);

static char order_of(ArrayCall *call, size_t index) {
    char order = 'C';
    return call_order(call, index, &order) ? order : 0;
}

/* A view whose axes stand as they lie in memory, that of the longest steps first; those without steps stay where they are. */
static Array *as_in_memory(ArrayCall *call, Array *a) {
    int axes[ARRAY_DIMENSIONS_MAX];
    for (int i = 0; i < a->dimensions; i++) {
        int place = i;
        for (; place && a->strides[axes[place - 1]] && llabs(a->strides[axes[place - 1]]) < llabs(a->strides[i]); place--)
            axes[place] = axes[place - 1];
        axes[place] = i;
    }
    return call_transpose(call, a, axes);
}

static Array *reshape_to(ArrayCall *call, Array *a, Variant shape, char order) {
    int dimensions;
    int64_t extents[ARRAY_DIMENSIONS_MAX];
    if (!a || !order) return NULL;
    if (order == 'K') return call_fail(call, "ValueError", "order 'K' is not permitted for reshaping"), NULL;
    if (shape.kind == VARIANT_SEQUENCE && shape.list->count == 1 &&
        shape.list->items[0].kind == VARIANT_SEQUENCE)
        shape = shape.list->items[0]; /* reshape((2, 3)) */
    if (!variant_to_shape(shape, &dimensions, extents, call->error)) return NULL;
    bool copy = false, is_given = call->arguments[3].kind != VARIANT_NONE && call_is_given(call, 3);
    if (is_given && !call_truth(call, 3, &copy)) return NULL;
    Array *result = call_hold(call, array_reshape(a, dimensions, extents, order, call->error));
    if (!result || !is_given) return result;
    if (result->buffer == a->buffer) return copy ? call_copy(call, result, order) : result;
    return copy ? result : (call_fail(call, "ValueError", "Unable to avoid creating a copy while reshaping."), NULL);
}

ARRAY_FUNCTION(reshape, NUMPY | CUPY, "(a, /, shape, order='C', *, copy=None)",
               "The array in another shape, as a view where that can be.\n\n"
               ">>> reshape(arange(6), (2, 3))\narray([[0, 1, 2],\n       [3, 4, 5]])\n",
               .traits = MOVES_BYTES | CUPY_METHOD) {
    return call_give(call, reshape_to(call, call_array(call, 0), call->arguments[1], order_of(call, 2)));
}
ARRAY_FUNCTION_AT(ndarray_reshape, "reshape", NUMPY | CUPY | METHOD_ONLY,
                  "(self, *shape, order='C', copy=None)",
                  "The array in another shape, as a view where that can be.",
                  .traits = MOVES_BYTES | CUPY_METHOD) {
    return call_give(call, reshape_to(call, call->arguments[0].array, call->arguments[1], order_of(call, 2)));
}

ARRAY_FUNCTION(ravel, NUMPY | CUPY | METHOD, "(a, order='C')",
               "The array in one dimension, as a view where that can be.\n\n>>> ravel([[1, 2], [3, "
               "4]])\narray([1, 2, 3, 4])\n",
               .traits = MOVES_BYTES | CUPY_METHOD | MATRIX_METHOD,
               .own_method = "order") {
    Array *a = call_array(call, 0);
    char order = order_of(call, 1);
    if (!a || !order) return variant_absent();
    if (order == 'K') a = as_in_memory(call, a);
    if (!a) return variant_absent();
    if (order == 'A') order = array_is_f_contiguous(a) && !array_is_c_contiguous(a) ? 'F' : 'C';
    if (order == 'K') order = 'C';
    int64_t size = array_size(a);
    if (!(order == 'F' ? array_is_f_contiguous(a) : array_is_c_contiguous(a))) a = call_copy(call, a, order); /* never a view with steps */
    return call_give(call, a ? call_hold(call, array_reshape(a, 1, &size, order, call->error)) : NULL);
}

ARRAY_FUNCTION_AT(ndarray_flatten, "flatten", NUMPY | CUPY | METHOD_ONLY, "(self, order='C')",
                  "A copy of the array in one dimension.",
                  .traits = MOVES_BYTES) {
    Array *a = call->arguments[0].array;
    char order = order_of(call, 1);
    if (!order) return variant_absent();
    if (call->namespace == CUPY && !(a = call_on_device(call, a))) return variant_absent();
    if (order == 'K' && !(a = as_in_memory(call, a))) return variant_absent();
    if (order == 'A') order = array_is_f_contiguous(a) && !array_is_c_contiguous(a) ? 'F' : 'C';
    if (order == 'K') order = 'C';
    int64_t size = array_size(a);
    Array *copy = call_copy(call, a, order);
    return copy ? call_give(
                      call,
                      call_copy(call, call_hold(call, array_reshape(copy, 1, &size, order, call->error)), 'C'))
                : variant_absent();
}

static Array *transpose_with(ArrayCall *call, Array *a, const int64_t *axes, size_t count) {
    int order[ARRAY_DIMENSIONS_MAX];
    uint64_t seen = 0;
    if (count != (size_t)a->dimensions) {
        call_fail(call, "ValueError", "axes don't match array");
        return NULL;
    }
    for (int i = 0; i < a->dimensions; i++) {
        if (!axis_normalise(axes[i], a->dimensions, &order[i], NULL, call->error)) return NULL;
        if (seen >> order[i] & 1) {
            call_fail(call, "ValueError", "repeated axis in transpose");
            return NULL;
        }
        seen |= 1ull << order[i];
    }
    return call_transpose(call, a, order);
}

static Array *transpose_by(ArrayCall *call, Array *a, Variant axes) {
    if (!a) return NULL;
    if (axes.kind == VARIANT_SEQUENCE && axes.list->count == 1 &&
        (axes.list->items[0].kind == VARIANT_SEQUENCE || axes.list->items[0].kind == VARIANT_NONE))
        axes = axes.list->items[0];
    if (axes.kind == VARIANT_SEQUENCE && axes.list->count == 1 && axes.list->items[0].kind == VARIANT_ARRAY &&
        axes.list->items[0].array->dimensions == 1)
        axes = axes.list->items[0];
    if (axes.kind == VARIANT_ARRAY && axes.array->dimensions == 1 && dtype_is_integer(axes.array->dtype)) {
        int64_t count = array_size(axes.array), numbers[ARRAY_DIMENSIONS_MAX];
        for (int64_t i = 0; i < count && i < ARRAY_DIMENSIONS_MAX; i++) numbers[i] = call_item_integer(call, axes.array, i);
        return error_is_set(call->error) ? NULL : transpose_with(call, a, numbers, (size_t)count);
    }
    if (axes.kind != VARIANT_SEQUENCE || (axes.list->count == 0 && a->dimensions))
        return call_transpose(call, a, NULL);
    int64_t numbers[ARRAY_DIMENSIONS_MAX];
    for (size_t i = 0; i < axes.list->count && i < ARRAY_DIMENSIONS_MAX; i++)
        if (!variant_to_index(axes.list->items[i], &numbers[i], call->error)) return NULL;
    return transpose_with(call, a, numbers, axes.list->count);
}

ARRAY_FUNCTION(transpose, NUMPY | CUPY, "(a, axes=None)",
               "The array with its axes in another order.\n\n>>> transpose([[1, 2], [3, 4]])\narray([[1, 3],\n "
               "      [2, 4]])\n",
               .traits = MOVES_BYTES | CUPY_METHOD,
               .own_method = "axes |") {
    return call_give(call, transpose_by(call, call_array(call, 0), call->arguments[1]));
}
ARRAY_FUNCTION(permute_dims, NUMPY, "(a, axes=None)", "The array with its axes in another order.",
               .traits = MOVES_BYTES) {
    return call_give(call, transpose_by(call, call_array(call, 0), call->arguments[1]));
}
ARRAY_FUNCTION_AT(ndarray_transpose, "transpose", NUMPY | CUPY | METHOD_ONLY, "(self, *axes)",
                  "The array with its axes in another order.",
                  .traits = MOVES_BYTES | CUPY_METHOD) {
    return call_give(call, transpose_by(call, call->arguments[0].array, call->arguments[1]));
}
ARRAY_FUNCTION(matrix_transpose, NUMPY, "(x, /)", "The array with its last two axes swapped.",
               .traits = MOVES_BYTES) {
    Array *a = call_array(call, 0);
    if (!a) return variant_absent();
    if (a->dimensions < 2) {
        call_fail(call, "ValueError", "Input array must be at least 2-dimensional, but it is %d",
                  a->dimensions);
        return variant_absent();
    }
    int order[ARRAY_DIMENSIONS_MAX];
    for (int i = 0; i < a->dimensions; i++) order[i] = i;
    order[a->dimensions - 1] = a->dimensions - 2;
    order[a->dimensions - 2] = a->dimensions - 1;
    return call_give(call, call_transpose(call, a, order));
}

ARRAY_FUNCTION(
    swapaxes, NUMPY | CUPY | METHOD, "(a, axis1, axis2)",
    "The array with two axes swapped.\n\n>>> swapaxes([[1, 2]], 0, 1)\narray([[1],\n       [2]])\n",
               .traits = MOVES_BYTES | CUPY_METHOD | CLASS_MOVES,
               .own_method = "axis1 axis2 |") {
    Array *a = call_array(call, 0);
    int one = 0, two = 0, order[ARRAY_DIMENSIONS_MAX];
    int64_t numbers[2];
    if (!a || !call_integer(call, 1, &numbers[0]) || !call_integer(call, 2, &numbers[1])) return variant_absent();
    for (int i = 0; i < 2 && call->namespace == CUPY; i++)
        if (numbers[i] < -a->dimensions || numbers[i] >= a->dimensions)
            return call_fail(call, "ValueError", "Axis out of range"), variant_absent();
    if (
        !axis_normalise(numbers[0], a->dimensions, &one, "axis1", call->error) ||
        !axis_normalise(numbers[1], a->dimensions, &two, "axis2", call->error))
        return variant_absent();
    for (int i = 0; i < a->dimensions; i++) order[i] = i == one ? two : i == two ? one : i;
    return call_give(call, call_transpose(call, a, order));
}

static bool axis_list(ArrayCall *call, size_t index, int dimensions, const char *name, int *axes, int *count) {
    Variant variant = call->arguments[index], single[1] = {variant};
    const Variant *items = variant.kind == VARIANT_SEQUENCE ? variant.list->items : single;
    *count = variant.kind == VARIANT_SEQUENCE ? (int)variant.list->count : 1;
    uint64_t seen = 0;
    if (*count > ARRAY_DIMENSIONS_MAX) return call_fail(call, "ValueError", "too many axes");
    for (int i = 0; i < *count; i++) {
        int64_t number;
        if (!variant_to_index(items[i], &number, call->error) ||
            !axis_normalise(number, dimensions, &axes[i], name, call->error))
            return false;
        if (seen >> axes[i] & 1) return call_fail(call, "ValueError", "repeated axis in `%s` argument", name);
        seen |= 1ull << axes[i];
    }
    return true;
}

ARRAY_FUNCTION(moveaxis, NUMPY | CUPY, "(a, source, destination)",
               "Move axes to new places.\n\n>>> moveaxis(zeros((3, 4, 5)), 0, -1).shape\n(4, 5, 3)\n",
               .traits = MOVES_BYTES | CUPY_TYPED) {
    Array *a = call_array(call, 0);
    int from[ARRAY_DIMENSIONS_MAX], to[ARRAY_DIMENSIONS_MAX], order[ARRAY_DIMENSIONS_MAX], from_count, to_count;
    if (!a || !axis_list(call, 1, a->dimensions, "source", from, &from_count) ||
        !axis_list(call, 2, a->dimensions, "destination", to, &to_count))
        return variant_absent();
    if (from_count != to_count) {
        call_fail(call, "ValueError",
                  "`source` and `destination` arguments must have the same number of elements");
        return variant_absent();
    }
    uint64_t moved = 0;
    for (int i = 0; i < a->dimensions; i++) order[i] = -1;
    for (int i = 0; i < from_count; i++) {
        order[to[i]] = from[i];
        moved |= 1ull << from[i];
    }
    for (int i = 0, next = 0; i < a->dimensions; i++) {
        if (order[i] >= 0) continue;
        while (moved >> next & 1) next++;
        order[i] = next++;
    }
    return call_give(call, call_transpose(call, a, order));
}

ARRAY_FUNCTION(rollaxis, NUMPY | CUPY, "(a, axis, start=0)",
               "Move an axis back until it lies before another.",
               .traits = MOVES_BYTES | CUPY_TYPED) {
    Array *a = call_array(call, 0);
    int axis = 0;
    int64_t start;
    if (!a || !call_axis(call, 1, a->dimensions, &axis) || !call_integer(call, 2, &start))
        return variant_absent();
    if (start < 0) start += a->dimensions;
    if (start < 0 || start > a->dimensions) {
        call_fail(call, "numpy.exceptions.AxisError",
                  "'start' arg requires %d <= start < %d, but %lld was passed in", -a->dimensions,
                  a->dimensions + 1, (long long)start);
        return variant_absent();
    }
    return call_give(call, call_move_axis(call, a, axis, (int)(axis < start ? start - 1 : start)));
}

ARRAY_FUNCTION(squeeze, NUMPY | CUPY | METHOD, "(a, axis=None)",
               "Drop axes of extent one.\n\n>>> squeeze([[1, 2]])\narray([1, 2])\n",
               .traits = MOVES_BYTES | CUPY_METHOD) {
    Array *a = call_array(call, 0);
    uint64_t axes = 0;
    if (!a) return variant_absent();
    if (call_is_given(call, 1)) {
        if (!call_axes(call, 1, a->dimensions, &axes)) return variant_absent();
    } else {
        for (int i = 0; i < a->dimensions; i++) axes |= (uint64_t)(a->shape[i] == 1) << i;
    }
    for (int i = a->dimensions - 1; i >= 0 && a; i--) {
        if (!(axes >> i & 1)) continue;
        if (a->shape[i] != 1) {
            call_fail(call, "ValueError",
                      "cannot select an axis to squeeze out which has size not equal to one");
            return variant_absent();
        }
        a = call_drop_axis(call, a, i);
    }
    return call_give(call, a);
}

ARRAY_FUNCTION(expand_dims, NUMPY | CUPY, "(a, axis)",
               "Insert new axes of extent one.\n\n>>> expand_dims([1, 2], 0)\narray([[1, 2]])\n",
               .traits = MOVES_BYTES | CUPY_TYPED | MATRIX_METHOD) {
    Array *a = call_array(call, 0);
    if (!a) return variant_absent();
    int count = call->arguments[1].kind == VARIANT_SEQUENCE ? (int)call->arguments[1].list->count : 1;
    uint64_t axes;
    if (a->dimensions + count > ARRAY_DIMENSIONS_MAX) {
        call_fail(call, "ValueError", "too many dimensions");
        return variant_absent();
    }
    if (!call_axes(call, 1, a->dimensions + count, &axes)) return variant_absent();
    for (int i = 0; i < ARRAY_DIMENSIONS_MAX && a; i++)
        if (axes >> i & 1) a = call_expand(call, a, i);
    if (a && array_size(a) && call->namespace == NUMPY) { /* a new axis steps over all that lies within it, as reshape has it */
        int64_t strides[ARRAY_DIMENSIONS_MAX];
        memcpy(strides, a->strides, (size_t)a->dimensions * sizeof *strides);
        for (int i = a->dimensions - 1; i >= 0; i--)
            if (axes >> i & 1) strides[i] = i + 1 < a->dimensions ? a->shape[i + 1] * strides[i + 1] : a->dtype->item_size;
        a = call_view(call, a, a->dimensions, a->shape, strides, 0);
    }
    return call_give(call, a);
}

ARRAY_FUNCTION(broadcast_to, NUMPY | CUPY, "(array, shape, subok=False)",
               "The array as if repeated to a shape, read-only.\n\n>>> broadcast_to([1, 2], (2, "
               "2))\narray([[1, 2],\n       [1, 2]])\n",
               .traits = MOVES_BYTES | CLASS_PLAIN) {
    Array *a = call_array(call, 0);
    int dimensions;
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    if (!a || !call_shape(call, 1, &dimensions, shape)) return variant_absent();
    const char *wrong = dimensions && a->dimensions > dimensions ? "input operand has more dimensions than allowed by the axis remapping"
                        : !dimensions && a->dimensions ? "cannot broadcast a non-scalar to a scalar array" : NULL;
    for (int i = 0; i < dimensions; i++)
        if (shape[i] < 0) wrong = "all elements of broadcast shape must be non-negative";
    if (wrong && call->namespace == NUMPY) {
        call_fail(call, "ValueError", "%s", wrong);
        return variant_absent();
    }
    return call_give(call, call_broadcast(call, a, dimensions, shape));
}

static bool common_shape(ArrayCall *call, Array *const *arrays, size_t count, int *dimensions, int64_t *shape) {
    *dimensions = 0;
    bool fits = true;
    for (size_t i = 0; i < count && fits; i++) fits = shape_broadcast(arrays[i]->dimensions, arrays[i]->shape, dimensions, shape);
    if (fits) return true;
    if (call->namespace == CUPY) {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        char shown[SHAPE_TEXT_SIZE];
        for (size_t i = 0; i < count; i++) text_append_format(&text, i ? " %s" : "%s", shape_text(arrays[i]->dimensions, arrays[i]->shape, shown));
        call_fail(call, "ValueError", "operands could not be broadcast together with shapes %s", text_string(&text));
        text_release(&text);
        return false;
    }
    int *counts = memory_allocate(count * sizeof *counts);
    const int64_t **shapes = memory_allocate(count * sizeof *shapes);
    for (size_t i = 0; counts && shapes && i < count; i++) {
        counts[i] = arrays[i]->dimensions;
        shapes[i] = arrays[i]->shape;
    }
    if (!counts || !shapes) error_no_memory(call->error);
    else shapes_check_broadcast(count, counts, shapes, call->error);
    memory_release(counts);
    memory_release(shapes);
    return false;
}

static bool all_arrays(Variant list) {
    for (size_t i = 0; list.kind == VARIANT_SEQUENCE && i < list.list->count; i++)
        if (list.list->items[i].kind != VARIANT_ARRAY) return false;
    return true;
}

/* CuPy gives numbers back as they are. */
static Variant broadcast_arrays_of_device(ArrayCall *call) {
    const VariantList *given = call->arguments[0].list;
    Array *arrays[ARRAY_DIMENSIONS_MAX];
    size_t count = 0;
    int dimensions;
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    for (size_t i = 0; i < given->count; i++) {
        if (given->items[i].kind == VARIANT_ARRAY && count < ARRAY_DIMENSIONS_MAX) arrays[count++] = given->items[i].array;
        else if (!variant_is_number(given->items[i]))
            return call_fail(call, "TypeError", "Unsupported type <class '%s'>", variant_type_name(given->items[i])), variant_absent();
    }
    for (size_t i = 0; i < count; i++)
        if (!(arrays[i] = call_hold(call, array_reach(arrays[i], call->device, call->error)))) return variant_absent();
    if (!common_shape(call, arrays, count, &dimensions, shape)) return variant_absent();
    Variant list = variant_list(given->count, true);
    if (list.kind == VARIANT_ABSENT) return list;
    for (size_t i = 0, at = 0; i < given->count; i++) {
        bool is_number = given->items[i].kind != VARIANT_ARRAY;
        list.list->items[i] = is_number ? variant_copy(given->items[i])
                                        : call_give(call, call_broadcast(call, arrays[at++], dimensions, shape));
        if (list.list->items[i].kind != VARIANT_ABSENT) continue;
        variant_release(&list);
        break;
    }
    return list;
}

ARRAY_FUNCTION(
    broadcast_arrays, NUMPY | CUPY, "(*args, subok=False)",
    "Arrays broadcast against each other.\n\n>>> broadcast_arrays([1, 2], [[3]])[1]\narray([[3, 3]])\n",
               .traits = MOVES_BYTES | CLASS_PLAIN) {
    size_t count;
    int dimensions;
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    if (call->namespace == CUPY && !all_arrays(call->arguments[0])) return broadcast_arrays_of_device(call);
    Array **arrays = call_array_list(call, 0, &count);
    if (!arrays || !common_shape(call, arrays, count, &dimensions, shape)) return variant_absent();
    for (size_t i = 0; i < count; i++) arrays[i] = call_broadcast(call, arrays[i], dimensions, shape);
    return call_give_list(call, arrays, count, true);
}

static Array *at_least(ArrayCall *call, Array *a, int dimensions) {
    if (!a) return NULL;
    if (dimensions == 3 && a->dimensions == 2) return call_expand(call, a, 2);
    if (dimensions == 3 && a->dimensions == 1) return call_expand(call, call_expand(call, a, 0), 2);
    return call_at_least(call, a, dimensions);
}

static Variant all_at_least(ArrayCall *call, int dimensions) {
    size_t count;
    Variant given = call->arguments[0];
    if (given.kind != VARIANT_SEQUENCE) return variant_absent();
    count = given.list->count;
    if (count > 64) {
        call_fail(call, "ValueError", "too many arrays");
        return variant_absent();
    }
    Array *arrays[64];
    for (size_t i = 0; i < count; i++)
        arrays[i] = at_least(call,
                             call_hold(call, array_from_variant(call->runtime, given.list->items[i], NULL,
                                                                call->device, false, call->error)),
                             dimensions);
    if (count == 1) return call_give(call, arrays[0]);
    return call_give_list(call, arrays, count, true);
}
ARRAY_FUNCTION(atleast_1d, NUMPY | CUPY, "(*arys)",
               "The arrays, numbers made a row of one.\n\n>>> atleast_1d(1.0)\narray([1.])\n",
               .traits = MOVES_BYTES | CLASS_EACH) {
    return all_at_least(call, 1);
}
ARRAY_FUNCTION(atleast_2d, NUMPY | CUPY, "(*arys)",
               "The arrays, axes put in front up to two.\n\n>>> atleast_2d([1, 2])\narray([[1, 2]])\n",
               .traits = MOVES_BYTES | CLASS_EACH) {
    return all_at_least(call, 2);
}
ARRAY_FUNCTION(atleast_3d, NUMPY | CUPY, "(*arys)",
               "The arrays, axes of length 1 put in up to three.\n\n>>> atleast_3d([1, 2]).shape\n(1, 2, 1)\n",
               .traits = MOVES_BYTES | CLASS_EACH) {
    return all_at_least(call, 3);
}

/* ---- Joining. */

static Array *concatenate(ArrayCall *call, Array **arrays, size_t count, int64_t axis, const Dtype *dtype) {
    int place;
    if (!arrays) return NULL;
    const bool on_device = call->namespace == CUPY;
    if (!count) {
        call_fail(call, "ValueError", on_device ? "Cannot concatenate from empty tuple" : "need at least one array to concatenate");
        return NULL;
    }
    if (!arrays[0]->dimensions) {
        call_fail(call, on_device ? "TypeError" : "ValueError", "zero-dimensional arrays cannot be concatenated");
        return NULL;
    }
    if (!axis_normalise(axis, arrays[0]->dimensions, &place, NULL, call->error)) return NULL;
    for (size_t i = 1; i < count; i++) {
        if (on_device && arrays[i]->dimensions != arrays[0]->dimensions) {
            call_fail(call, "ValueError", "All arrays to concatenate must have the same ndim");
            return NULL;
        }
        if (arrays[i]->dimensions != arrays[0]->dimensions) {
            call_fail(call, "ValueError",
                      "all the input arrays must have same number of dimensions, but the array at index 0 has "
                      "%d dimension(s) and "
                      "the array at index %zu has %d dimension(s)",
                      arrays[0]->dimensions, i, arrays[i]->dimensions);
            return NULL;
        }
        for (int k = 0; k < arrays[0]->dimensions; k++)
            if (k != place && arrays[i]->shape[k] != arrays[0]->shape[k]) {
                if (on_device) {
                    call_fail(call, "ValueError", "All arrays must have same shape except the axis to concatenate");
                    return NULL;
                }
                call_fail(
                    call, "ValueError",
                    "all the input array dimensions except for the concatenation axis must match exactly, but "
                    "along "
                    "dimension %d, the array at index 0 has size %lld and the array at index %zu has size %lld",
                    k, (long long)arrays[0]->shape[k], i, (long long)arrays[i]->shape[k]);
                return NULL;
            }
    }
    Array *joined = call_stack_axis(call, arrays, count, place);
    return dtype ? call_cast(call, joined, dtype) : joined;
}

/* What stack and its kin take: a sequence, no iterator. */
static Array **arrays_to_stack(ArrayCall *call, size_t *count) {
    VariantKind kind = call->arguments[0].kind;
    *count = 0;
    if (kind != VARIANT_SEQUENCE && kind != VARIANT_ARRAY && call->namespace == NUMPY) {
        call_fail(call, "TypeError", "arrays to stack must be passed as a \"sequence\" type such as list or tuple.");
        return NULL;
    }
    return call_array_list(call, 0, count);
}

/* dtype= or out=, not both, say what the elements are cast to, by the rule of casting=. */
static bool joining_options(ArrayCall *call, Array **arrays, size_t count, size_t out, size_t dtype_at, size_t casting_at, const Dtype **dtype) {
    Casting casting = CASTING_SAME_KIND;
    const char *rule = "same_kind";
    *dtype = NULL;
    if (!call_dtype(call, dtype_at, dtype) || !call_string(call, casting_at, &rule)) return false;
    if (rule && !casting_from_name(rule, &casting))
        return call_fail(call, "ValueError",
                         "casting must be one of 'no', 'equiv', 'safe', 'same_kind', 'unsafe' (got '%s')", rule);
    if (*dtype && dtype_is_text(*dtype) && !(*dtype)->item_size) { /* text as long as any of the arrays needs it */
        int64_t length = 1;
        for (size_t i = 0; i < count; i++) {
            int64_t own = dtype_is_text(arrays[i]->dtype) ? dtype_text_length(arrays[i]->dtype)
                          : arrays[i]->dtype->number < DTYPE_COUNT ? number_text_length(arrays[i]->dtype) : 0;
            if (own > length) length = own;
        }
        if (!(*dtype = dtype_text(call->runtime->flexible_types, (*dtype)->kind, length))) return error_no_memory(call->error);
    }
    bool has_out = out < call->count && call_is_given(call, out);
    if (has_out && *dtype)
        return call_fail(call, "TypeError", "concatenate() only takes `out` or `dtype` as an argument, but both were provided.");
    if (has_out && call->arguments[out].kind != VARIANT_ARRAY) return call_fail(call, "TypeError", "'out' must be an array");
    const Dtype *target = has_out ? call->arguments[out].array->dtype : *dtype;
    for (size_t i = 0; target && i < count; i++)
        if (!dtype_can_cast(arrays[i]->dtype, target, casting))
            return call_fail(call, "TypeError", "Cannot cast array data from dtype(%s) to dtype(%s) according to the rule '%s'",
                             arrays[i]->dtype->shown, target->shown, rule ? rule : "same_kind");
    return true;
}

static Variant give_joined(ArrayCall *call, Array *joined, size_t out) {
    if (!joined || !call_is_given(call, out)) return call_give(call, joined);
    Array *target = call->arguments[out].array;
    bool fits = target->dimensions == joined->dimensions;
    for (int i = 0; i < joined->dimensions && fits; i++) fits = target->shape[i] == joined->shape[i];
    if (!fits) {
        call_fail(call, "ValueError",
                  target->dimensions == joined->dimensions ? "Output array is the wrong shape" : "Output array has wrong dimensionality");
        return variant_absent();
    }
    return call_assign(call, target, joined) ? variant_copy(call->arguments[out]) : variant_absent();
}

static Variant join(ArrayCall *call) {
    size_t count;
    int64_t axis = 0;
    const Dtype *dtype;
    Array **arrays = call_array_list(call, 0, &count);
    if (!arrays || !joining_options(call, arrays, count, 2, 3, 4, &dtype)) return variant_absent();
    if (call_is_given(call, 1)) {
        if (!call_integer(call, 1, &axis)) return variant_absent();
    } else {
        for (size_t i = 0; i < count; i++)
            if (!(arrays[i] = call_flat(call, arrays[i]))) return variant_absent();
    }
    return give_joined(call, concatenate(call, arrays, count, axis, dtype), 2);
}

ARRAY_FUNCTION(concatenate, NUMPY | CUPY, "(arrays, /, axis=0, out=None, *, dtype=None, casting='same_kind')",
               "Join arrays along an axis.\n\n>>> concatenate([[1, 2], [3]])\narray([1, 2, 3])\n",
               .traits = GIVES_ORDER | CLASS_PLAIN | CLASS_JOINS | ASKS_LISTS) {
    return join(call);
}
ARRAY_FUNCTION(concat, NUMPY, "(arrays, /, axis=0, out=None, *, dtype=None, casting='same_kind')",
               "Join arrays along an axis.",
               .traits = CLASS_JOINS) {
    return join(call);
}

ARRAY_FUNCTION(
    stack, NUMPY | CUPY, "(arrays, axis=0, out=None, *, dtype=None, casting='same_kind')",
    "Arrays side by side; which one is told by an axis put in.\n\n>>> stack([[1, 2], [3, 4]], axis=1)\narray([[1, 3],\n       [2, 4]])\n",
               .traits = GIVES_ORDER | CLASS_PLAIN | CLASS_JOINS | ASKS_LISTS) {
    size_t count;
    int64_t axis;
    int place;
    const Dtype *dtype = NULL;
    Array **arrays = arrays_to_stack(call, &count);
    if (!arrays || !call_integer(call, 1, &axis) || !joining_options(call, arrays, count, 2, 3, 4, &dtype)) return variant_absent();
    if (!count) {
        call_fail(call, "ValueError", "%s",
                  call->namespace == CUPY ? "Cannot concatenate from empty tuple" : "need at least one array to stack");
        return variant_absent();
    }
    for (size_t i = 1; i < count; i++)
        if (arrays[i]->dimensions != arrays[0]->dimensions ||
            memcmp(arrays[i]->shape, arrays[0]->shape, sizeof(int64_t) * (size_t)arrays[0]->dimensions)) {
            call_fail(call, "ValueError", "%s",
                      call->namespace != CUPY                            ? "all input arrays must have the same shape"
                      : arrays[i]->dimensions != arrays[0]->dimensions ? "All arrays to concatenate must have the same ndim"
                                                                         : "All arrays must have same shape except the axis to concatenate");
            return variant_absent();
        }
    if (!axis_normalise(axis, arrays[0]->dimensions + 1, &place, NULL, call->error)) return variant_absent();
    for (size_t i = 0; i < count; i++)
        if (!(arrays[i] = call_expand(call, arrays[i], place))) return variant_absent();
    return give_joined(call, concatenate(call, arrays, count, place, dtype), 2);
}

static Variant stack_at_least(ArrayCall *call, int dimensions, int axis) {
    size_t count;
    const Dtype *dtype = NULL;
    Array **arrays = arrays_to_stack(call, &count);
    if (!arrays || !joining_options(call, arrays, count, SIZE_MAX, 1, 2, &dtype)) return variant_absent();
    for (size_t i = 0; i < count; i++)
        if (!(arrays[i] = at_least(call, arrays[i], dimensions))) return variant_absent();
    if (axis == 1 && dimensions == 1 && count && arrays[0]->dimensions == 1) axis = 0; /* hstack of vectors */
    return call_give(call, concatenate(call, arrays, count, axis, dtype));
}
ARRAY_FUNCTION(vstack, NUMPY | CUPY, "(tup, *, dtype=None, casting='same_kind')",
               "Stack arrays row by row.\n\n>>> vstack([[1, 2], [3, 4]])\narray([[1, 2],\n       [3, 4]])\n",
               .traits = GIVES_ORDER | CLASS_PLAIN | CLASS_JOINS | ASKS_LISTS) {
    return stack_at_least(call, 2, 0);
}
ARRAY_FUNCTION(hstack, NUMPY | CUPY, "(tup, *, dtype=None, casting='same_kind')",
               "Stack arrays column by column.\n\n>>> hstack([[1, 2], [3, 4]])\narray([1, 2, 3, 4])\n",
               .traits = GIVES_ORDER | CLASS_PLAIN | CLASS_JOINS | ASKS_LISTS) {
    return stack_at_least(call, 1, 1);
}
ARRAY_FUNCTION(dstack, NUMPY | CUPY, "(tup)",
               "Stack arrays along the third axis.\n\n>>> dstack([[1, 2], [3, 4]])\narray([[[1, 3],\n        "
               "[2, 4]]])\n",
               .traits = CLASS_PLAIN | CLASS_JOINS | ASKS_LISTS) {
    size_t count;
    Array **arrays = arrays_to_stack(call, &count);
    for (size_t i = 0; arrays && i < count; i++)
        if (!(arrays[i] = at_least(call, arrays[i], 3))) return variant_absent();
    return call_give(call, concatenate(call, arrays, count, 2, NULL));
}
ARRAY_FUNCTION(
    column_stack, NUMPY | CUPY, "(tup)",
    "Stack vectors as columns.\n\n>>> column_stack([[1, 2], [3, 4]])\narray([[1, 3],\n       [2, 4]])\n",
               .traits = CLASS_PLAIN | CLASS_JOINS | ASKS_LISTS) {
    size_t count;
    Array **arrays = arrays_to_stack(call, &count);
    for (size_t i = 0; arrays && i < count; i++) {
        if (arrays[i]->dimensions < 2)
            arrays[i] = call_transpose(call, call_at_least(call, arrays[i], 2), NULL);
        if (!arrays[i]) return variant_absent();
    }
    return call_give(call, concatenate(call, arrays, count, 1, NULL));
}

ARRAY_FUNCTION(append, NUMPY | CUPY, "(arr, values, axis=None)",
               "An array with more values behind its own.\n\n>>> append([1, 2], [[3]])\narray([1, 2, 3])\n",
               .traits = CLASS_PLAIN | CLASS_JOINS | OBSERVED | OBSERVED_SECOND) {
    Array *pair[2] = {call_array(call, 0), call_array(call, 1)};
    int64_t axis = 0;
    if (!pair[0] || !pair[1]) return variant_absent();
    if (call_is_given(call, 2)) {
        if (!call_integer(call, 2, &axis)) return variant_absent();
    } else {
        pair[0] = call_flat(call, pair[0]);
        pair[1] = call_flat(call, pair[1]);
        if (!pair[0] || !pair[1]) return variant_absent();
    }
    return call_give(call, concatenate(call, pair, 2, axis, NULL));
}

/* ---- Splitting. */

static Variant split(ArrayCall *call, Array *a, Variant sections, int axis, bool equal) {
    if (!a) return variant_absent();
    int64_t extent = a->shape[axis], count;
    if (sections.kind == VARIANT_SEQUENCE || sections.kind == VARIANT_ARRAY) {
        int parts;
        int64_t at[ARRAY_DIMENSIONS_MAX];
        if (!variant_to_shape(sections, &parts, at, call->error)) return variant_absent();
        Array *pieces[ARRAY_DIMENSIONS_MAX + 1];
        int64_t from = 0;
        for (int i = 0; i <= parts; i++) {
            int64_t to = i < parts ? at[i] : extent;
            if (to < 0) to += extent;
            if (to < 0) to = 0;
            if (to > extent) to = extent;
            if (from > extent) from = extent;
            pieces[i] = call_slice(call, a, axis, from, to - from, 1);
            from = i < parts ? (at[i] < 0 ? at[i] + extent : at[i]) : from;
        }
        return call_give_list(call, pieces, (size_t)parts + 1, false);
    }
    if (!variant_to_index(sections, &count, call->error)) return variant_absent();
    if (count <= 0) {
        call_fail(call, "ValueError", "number sections must be larger than 0.");
        return variant_absent();
    }
    if (equal && extent % count) {
        call_fail(call, "ValueError", "%s",
                  call->namespace != CUPY ? "array split does not result in an equal division"
                                          : "indices_or_sections must divide the size along the axes.\nIf you want to split the array "
                                            "into non-equally-sized arrays, use array_split instead.");
        return variant_absent();
    }
    Variant list = variant_list((size_t)count, false);
    int64_t from = 0;
    for (int64_t i = 0; i < count && list.kind == VARIANT_SEQUENCE; i++) {
        int64_t size = extent / count + (i < extent % count);
        list.list->items[i] = call_give(call, call_slice(call, a, axis, from, size, 1));
        if (list.list->items[i].kind == VARIANT_ABSENT) variant_release(&list);
        from += size;
    }
    return list;
}

static Variant split_at(ArrayCall *call, bool equal) {
    Array *a = call_array(call, 0);
    int axis = 0;
    if (!a || !call_axis(call, 2, a->dimensions, &axis)) return variant_absent();
    if (!a->dimensions) {
        call_fail(call, "ValueError", "array_split only works on arrays of 1 or more dimensions");
        return variant_absent();
    }
    return split(call, a, call->arguments[1], axis, equal);
}
ARRAY_FUNCTION(split, NUMPY | CUPY, "(ary, indices_or_sections, axis=0)",
               "Split into parts, as views.\n\n>>> split(arange(4), 2)\n[array([0, 1]), array([2, 3])]\n",
               .traits = MOVES_BYTES) {
    return split_at(call, true);
}
ARRAY_FUNCTION(array_split, NUMPY | CUPY, "(ary, indices_or_sections, axis=0)",
               "Split into parts that need not be equal.\n\n>>> array_split(arange(3), 2)\n[array([0, 1]), "
               "array([2])]\n",
               .traits = MOVES_BYTES) {
    return split_at(call, false);
}
static Variant split_along(ArrayCall *call, int axis, const char *name, int least) {
    Array *a = call_array(call, 0);
    if (!a) return variant_absent();
    if (a->dimensions < least) {
        call_fail(call, "ValueError", "%s only works on arrays of %d or more dimensions", name, least);
        return variant_absent();
    }
    return split(call, a, call->arguments[1], axis == 1 && a->dimensions == 1 ? 0 : axis, true);
}
ARRAY_FUNCTION(vsplit, NUMPY | CUPY, "(ary, indices_or_sections)",
               "Split row-wise.\n\n>>> vsplit([[1], [2]], 2)\n[array([[1]]), array([[2]])]\n",
               .traits = MOVES_BYTES) {
    return split_along(call, 0, "vsplit", 2);
}
ARRAY_FUNCTION(hsplit, NUMPY | CUPY, "(ary, indices_or_sections)",
               "Split column-wise.\n\n>>> hsplit([1, 2], 2)\n[array([1]), array([2])]\n",
               .traits = MOVES_BYTES) {
    return split_along(call, 1, "hsplit", 1);
}
ARRAY_FUNCTION(dsplit, NUMPY | CUPY, "(ary, indices_or_sections)",
               "Parts of an array that is cut through its depth.\n\n>>> dsplit([[[1, 2]]], 2)[0]\narray([[[1]]])\n",
               .traits = MOVES_BYTES) {
    return split_along(call, 2, "dsplit", 3);
}

/* ---- Repeating. */

ARRAY_FUNCTION(tile, NUMPY | CUPY, "(A, reps)",
               "Repeat the whole array.\n\n>>> tile([1, 2], 2)\narray([1, 2, 1, 2])\n",
               .traits = MOVES_BYTES | CUPY_TAKES_HOST | CLASS_MOVES) {
    Array *a = call_array(call, 0);
    int count;
    int64_t given[ARRAY_DIMENSIONS_MAX], reps[ARRAY_DIMENSIONS_MAX], shape[2 * ARRAY_DIMENSIONS_MAX],
        wide[2 * ARRAY_DIMENSIONS_MAX], final[ARRAY_DIMENSIONS_MAX];
    if (!a || !call_shape(call, 1, &count, given)) return variant_absent();
    int dimensions = a->dimensions > count ? a->dimensions : count;
    a = call_at_least(call, a, dimensions);
    if (!a || 2 * dimensions > ARRAY_DIMENSIONS_MAX) {
        call_fail(call, "ValueError", "too many dimensions");
        return variant_absent();
    }
    for (int i = 0; i < dimensions; i++) {
        reps[i] = i < dimensions - count ? 1 : given[i - (dimensions - count)];
        if (reps[i] < 0) {
            call_fail(call, "ValueError", "negative dimensions are not allowed");
            return variant_absent();
        }
        shape[2 * i] = 1;
        shape[2 * i + 1] = a->shape[i];
        wide[2 * i] = reps[i];
        wide[2 * i + 1] = a->shape[i];
        final[i] = reps[i] * a->shape[i];
    }
    Array *view = call_broadcast(call, call_reshape(call, a, 2 * dimensions, shape), 2 * dimensions, wide);
    return call_give(call, call_reshape(call, call_copy(call, view, 'C'), dimensions, final));
}

ARRAY_FUNCTION(repeat, NUMPY | CUPY | METHOD, "(a, repeats, axis=None)",
               "Repeat each element.\n\n>>> repeat([1, 2], 2)\narray([1, 1, 2, 2])\n",
               .traits = MOVES_BYTES | CUPY_METHOD | CLASS_MOVES,
               .own_method = "repeats | axis") {
    Array *a = call_array(call, 0);
    const bool is_on_device = a && !device_is_host(array_device(a)) && call->arguments[1].kind == VARIANT_ARRAY;
    Array *repeats = is_on_device ? call_on_host(call, call->arguments[1].array) /* CuPy reads its own numbers, too */
                                  : call_hold(call, array_from_variant(call->runtime, call->arguments[1], NULL, call->runtime->host, false, call->error));
    int axis = 0;
    if (!a || !repeats) return variant_absent();
    if (!call_is_given(call, 2)) a = call_flat(call, a);
    a = call_at_least(call, a, 1);
    if (!a || !call_axis(call, 2, a->dimensions, &axis)) return variant_absent();
    bool is_empty_list = call->arguments[1].kind == VARIANT_SEQUENCE && !array_size(repeats);
    if (!is_empty_list && !dtype_can_cast(repeats->dtype, DTYPE(INT64), CASTING_SAFE)) {
        call_fail(call, "TypeError",
                  "Cannot cast array data from dtype(%s) to dtype('int64') according to the rule 'safe'",
                  repeats->dtype->shown);
        return variant_absent();
    }
    int64_t extent = a->shape[axis], given = array_size(repeats), total = 0;
    if (given != 1 && given != extent) {
        call_fail(call, "ValueError", "operands could not be broadcast together with shape (%lld,) (%lld,)",
                  (long long)extent, (long long)given);
        return variant_absent();
    }
    Array *counts = call_hold(call, array_contiguous(repeats, DTYPE(INT64), call->error));
    if (!counts) return variant_absent();
    const int64_t *count = (const int64_t *)array_data(counts);
    for (int64_t i = 0; i < extent; i++) {
        int64_t times = count[given == 1 ? 0 : i];
        if (times < 0) {
            call_fail(call, "ValueError", "repeats may not contain negative values.");
            return variant_absent();
        }
        if (__builtin_add_overflow(total, times, &total)) {
            call_fail(call, "ValueError", "negative dimensions are not allowed"); /* as NumPy says of a total beyond all numbers */
            return variant_absent();
        }
    }
    Array *places = call_hold(call, array_create(call->runtime->host, DTYPE(INT64), 1, &total, call->error));
    if (!places) return variant_absent();
    int64_t *place = (int64_t *)array_data(places);
    for (int64_t i = 0; i < extent; i++)
        for (int64_t k = count[given == 1 ? 0 : i]; k > 0; k--) *place++ = i;
    return call_give(call, call_take(call, a, call_on_device(call, places), axis));
}

ARRAY_FUNCTION(resize, NUMPY | CUPY, "(a, new_shape)",
               "An array of a new shape, filled by repeating.\n\n>>> resize([1, 2], (2, 3))\narray([[1, 2, "
               "1],\n       [2, 1, 2]])\n",
               .traits = MOVES_BYTES | CLASS_PLAIN | METHOD_KEEPS | OBSERVED) {
    Array *a = call_flat(call, call_array(call, 0));
    int dimensions;
    int64_t shape[ARRAY_DIMENSIONS_MAX], size;
    if (!a || !call_shape(call, 1, &dimensions, shape) ||
        !shape_size(dimensions, shape, a->dtype->item_size, &size, call->error))
        return variant_absent();
    if (!a->shape[0])
        return call_give(call, call_filled(call, a->dtype, dimensions, shape, variant_integer(0)));
    Array *places =
        call_apply2(call, OPERATOR(remainder), of_array(call_iota(call, size)), variant_integer(a->shape[0]));
    return call_give(call, call_reshape(call, call_take(call, a, places, 0), dimensions, shape));
}

/* ---- Turning. */

static Array *flip(ArrayCall *call, Array *a, uint64_t axes) {
    for (int i = 0; a && i < a->dimensions; i++)
        if (axes >> i & 1) a = call_slice(call, a, i, a->shape[i] - 1, a->shape[i], -1);
    return a;
}

ARRAY_FUNCTION(flip, NUMPY | CUPY, "(m, axis=None)",
               "Reverse the elements along axes.\n\n>>> flip([1, 2, 3])\narray([3, 2, 1])\n",
               .traits = MOVES_BYTES | CLASS_MOVES) {
    Array *a = call_array(call, 0);
    uint64_t axes;
    if (call->namespace != CUPY && !call_axes_iterable(call, 1)) return variant_absent();
    if (!a || !call_axes(call, 1, a->dimensions, &axes)) return variant_absent();
    if (!a->dimensions) {
        int axis = 0;
        bool whole = call->arguments[1].kind == VARIANT_NONE || call->arguments[1].kind == VARIANT_SEQUENCE;
        return whole || call_axis(call, 1, 0, &axis) ? call_give_item(call, a) : variant_absent();
    }
    return call_give(call, flip(call, a, axes));
}
ARRAY_FUNCTION(flipud, NUMPY | CUPY, "(m)",
               "Reverse the rows.\n\n>>> flipud([[1], [2]])\narray([[2],\n       [1]])\n",
               .traits = MOVES_BYTES | CLASS_MOVES) {
    Array *a = call_array(call, 0);
    if (a && a->dimensions < 1) call_fail(call, "ValueError", "Input must be >= 1-d.");
    return error_is_set(call->error) ? variant_absent() : call_give(call, flip(call, a, 1));
}
ARRAY_FUNCTION(fliplr, NUMPY | CUPY, "(m)", "Reverse the columns.\n\n>>> fliplr([[1, 2]])\narray([[2, 1]])\n",
               .traits = MOVES_BYTES | CLASS_MOVES) {
    Array *a = call_array(call, 0);
    if (a && a->dimensions < 2) call_fail(call, "ValueError", "Input must be >= 2-d.");
    return error_is_set(call->error) ? variant_absent() : call_give(call, flip(call, a, 2));
}

ARRAY_FUNCTION(rot90, NUMPY | CUPY, "(m, k=1, axes=(0, 1))",
               "Turn by 90 degrees.\n\n>>> rot90([[1, 2], [3, 4]])\narray([[2, 4],\n       [1, 3]])\n",
               .traits = MOVES_BYTES | CLASS_MOVES) {
    Array *a = call_array(call, 0);
    int64_t k;
    int plane[ARRAY_DIMENSIONS_MAX], count, order[ARRAY_DIMENSIONS_MAX];
    plane[0] = 0;
    plane[1] = 1;
    count = 2;
    if (!a || !call_integer(call, 1, &k) ||
        (call_is_given(call, 2) && !axis_list(call, 2, a->dimensions, "axes", plane, &count)))
        return variant_absent();
    bool twice = call->arguments[2].kind == VARIANT_SEQUENCE && count == 2 && plane[0] == plane[1];
    if ((a->dimensions == 1 || twice) && call->namespace != CUPY) {
        call_fail(call, "ValueError", "Axes must be different.");
        return variant_absent();
    }
    if (a->dimensions < 2) {
        call_fail(call, "ValueError", "Axes=(0, 1) out of range for array of ndim=%d.", a->dimensions);
        return variant_absent();
    }
    if (count != 2) {
        call_fail(call, "ValueError", "len(axes) must be 2.");
        return variant_absent();
    }
    for (int i = 0; i < a->dimensions; i++) order[i] = i == plane[0] ? plane[1] : i == plane[1] ? plane[0] : i;
    k = (k % 4 + 4) % 4;
    if (k == 2)
        a = flip(call, a, 1ull << plane[0] | 1ull << plane[1]);
    else if (k == 1)
        a = call_transpose(call, flip(call, a, 1ull << plane[1]), order);
    else if (k == 3)
        a = flip(call, call_transpose(call, a, order), 1ull << plane[1]);
    return call_give(call, a);
}

/* A cyclic shift along one axis: two parts change places. */
static Array *roll_axis(ArrayCall *call, Array *a, int64_t shift, int axis) {
    if (!a || !a->shape[axis]) return a;
    int64_t extent = a->shape[axis];
    shift = (shift % extent + extent) % extent;
    if (!shift) return call_copy(call, a, 'C');
    Array *parts[] = {call_slice(call, a, axis, extent - shift, shift, 1),
                      call_slice(call, a, axis, 0, extent - shift, 1)};
    return parts[0] && parts[1] ? call_stack_axis(call, parts, 2, axis) : NULL;
}

ARRAY_FUNCTION(
    roll, NUMPY | CUPY, "(a, shift, axis=None)",
    "Roll array elements along the given axes.\n\n>>> roll(arange(5), 2)\narray([3, 4, 0, 1, 2])\n",
               .traits = MOVES_BYTES | CLASS_MOVES) {
    Array *a = call_array(call, 0);
    if (!a) return variant_absent();
    int count, axis_count, axes[ARRAY_DIMENSIONS_MAX];
    int64_t shifts[ARRAY_DIMENSIONS_MAX];
    if (!call_shape(call, 1, &count, shifts)) return variant_absent();
    if (!call_is_given(call, 2)) {
        Array *flat = call_flat(call, a);
        for (int i = 0; i < count && flat; i++) flat = roll_axis(call, flat, shifts[i], 0);
        return flat ? call_give(call, call_reshape(call, flat, a->dimensions, a->shape)) : variant_absent();
    }
    Variant given = call->arguments[2], single[1] = {given};
    const Variant *items = given.kind == VARIANT_SEQUENCE ? given.list->items : single;
    axis_count = given.kind == VARIANT_SEQUENCE ? (int)given.list->count : 1;
    int steps = count > axis_count ? count : axis_count;
    if (count != 1 && axis_count != 1 && count != axis_count && call->namespace != CUPY) {
        call_fail(call, "ValueError", "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg 0 with shape (%d,) and "
                  "arg 1 with shape (%d,).", count, axis_count);
        return variant_absent();
    }
    if ((count != 1 && axis_count != 1 && count != axis_count) || steps > ARRAY_DIMENSIONS_MAX) {
        call_fail(call, "ValueError", "'shift' and 'axis' should be scalars or 1D sequences");
        return variant_absent();
    }
    for (int i = 0; i < steps; i++) {
        int64_t number;
        if (!variant_to_index(items[axis_count == 1 ? 0 : i], &number, call->error) ||
            !axis_normalise(number, a->dimensions, &axes[i], NULL, call->error))
            return variant_absent();
    }
    Array *given_array = a;
    for (int i = 0; i < steps && a; i++) a = roll_axis(call, a, shifts[count == 1 ? 0 : i], axes[i]);
    if (call->namespace == CUPY || array_is_c_contiguous(given_array)) return call_give(call, a == given_array ? call_copy(call, a, 'C') : a);
    Array *result = a ? call_hold(call, array_create_like(call->device, a->dtype, given_array, call->error)) : NULL; /* laid out as the original */
    return call_assign(call, result, a) ? call_give(call, result) : variant_absent();
}

/* ---- Inserting and deleting along an axis. */

ARRAY_FUNCTION(delete, CUPY, "(arr, obj, axis=None)",
               "The array without the given places.\n\n>>> delete([1, 2, 3], 1)\narray([1, 3])\n",
               .traits = CLASS_MOVES) {
    Array *a = call_array(call, 0);
    int axis = 0;
    if (a && !call_is_given(call, 2)) a = call_flat(call, a);
    if (!a || !call_axis(call, 2, a->dimensions, &axis)) return variant_absent();
    int64_t extent = a->shape[axis];
    Array *keep = call_filled(call, DTYPE(BOOL), 1, &extent, variant_bool(true));
    if (!keep || !array_set_item(call->runtime, keep, call->arguments[1], variant_bool(false), call->error))
        return variant_absent();
    int64_t count = call_count_nonzero(call, keep);
    Array *places = count < 0 ? NULL : call_new(call, DTYPE(INT64), 1, &count);
    if (!places ||
        !call->device->operations->nonzero(call->device, (Shape){1, keep->shape}, array_operand(keep), count,
                                           (int64_t *)array_data(places), call->error))
        return variant_absent();
    return call_give(call, call_take(call, a, places, axis));
}
