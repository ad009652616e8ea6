/* Choosing and searching: where, nonzero, take, put, sort, searchsorted, flat indices. */
#include "arraylib/functions/compose.h"
#include "base/memory.h"

#include <ctype.h>
#include <string.h>

ARRAY_FAMILY(search);

bool call_nonzero(ArrayCall *call, Array *a, Array **positions) {
    Array *truth = call_cast(call, a, DTYPE(BOOL));
    int64_t count = truth ? call_count_nonzero(call, truth) : -1;
    if (count < 0) return false;
    Array *all = call_new(call, DTYPE(INT64), 2, (int64_t[]){a->dimensions, count});
    if (!all || !call->device->operations->nonzero(call->device, (Shape){truth->dimensions, truth->shape},
                                                   array_operand(truth), count, (int64_t *)array_data(all),
                                                   call->error))
        return false;
    for (int i = 0; i < a->dimensions; i++)
        if (!(positions[i] = call_drop_axis(call, call_slice(call, all, 0, i, 1, 1), 0))) return false;
    return true;
}

static Variant refuse_scalar(ArrayCall *call) {
    call_fail(call, "ValueError", "Calling nonzero on 0d arrays is not allowed. Use %s.atleast_1d(scalar).nonzero() instead.",
              call->namespace == CUPY ? "cp" : "np");
    return variant_absent();
}

ARRAY_FUNCTION(nonzero, NUMPY | CUPY | METHOD, "(a)",
               "Indices of the elements that are not zero, one array an axis.\n\n>>> nonzero([0, 3, "
               "4])\n(array([1, 2]),)\n",
               .traits = CUPY_METHOD | CLASS_PLAIN,
               .own_method = "") {
    Array *a = call_array(call, 0), *positions[ARRAY_DIMENSIONS_MAX];
    if (!a) return variant_absent();
    if (!a->dimensions) return refuse_scalar(call);
    return call_nonzero(call, a, positions) ? call_give_list(call, positions, (size_t)a->dimensions, true)
                                       : variant_absent();
}

ARRAY_FUNCTION(where, NUMPY | CUPY | FUSES, "(condition, x=<no value>, y=<no value>, /)",
               "Elements of x where the condition holds, else of y; alone: the indices where it holds.\n\n"
               ">>> where([True, False], 1, [5, 6])\narray([1, 6])\n",
               .traits = CLASS_PLAIN) {
    Array *condition = call_array(call, 0);
    if (!condition) return variant_absent();
    bool x = call->arguments[1].kind != VARIANT_ABSENT, y = call->arguments[2].kind != VARIANT_ABSENT;
    if (x != y) {
        call_fail(call, "ValueError", "%s", call->namespace == CUPY ? "Must provide both 'x' and 'y' or neither."
                                                                    : "either both or neither of x and y should be given");
        return variant_absent();
    }
    if (!x) {
        Array *positions[ARRAY_DIMENSIONS_MAX];
        if (!condition->dimensions && call->namespace != CUPY) return refuse_scalar(call);
        condition = call_at_least(call, condition, 1);
        return condition && call_nonzero(call, condition, positions)
                   ? call_give_list(call, positions, (size_t)condition->dimensions, true)
                   : variant_absent();
    }
    Variant choices[2];
    for (size_t i = 0; i < 2; i++) {
        choices[i] = call->arguments[i + 1];
        if (!variant_is_number(choices[i])) choices[i] = of_array(call_array(call, i + 1));
    }
    condition = call_cast(call, condition, DTYPE(BOOL));
    /* Numbers of Python count by their kind, but two of them by their own types. */
    return call_give(call, condition ? call_where(call, condition, choices[0], choices[1]) : NULL);
}

ARRAY_FUNCTION(
    argwhere, NUMPY | CUPY, "(a)",
    "Indices of the nonzero elements, one row each.\n\n>>> argwhere([0, 1, 2])\narray([[1],\n       [2]])\n",
               .traits = CLASS_PLAIN) {
    Array *a = call_array(call, 0), *positions[ARRAY_DIMENSIONS_MAX];
    if (!a) return variant_absent();
    if (!a->dimensions) {
        int64_t count = call_count_nonzero(call, a);
        return call_give(call, call_new(call, DTYPE(INT64), 2, (int64_t[]){count > 0, 0}));
    }
    if (!call_nonzero(call, a, positions)) return variant_absent();
    int across = call->namespace == CUPY; /* NumPy's rows are the columns of a table that lies the other way round */
    for (int i = 0; i < a->dimensions; i++) positions[i] = call_expand(call, positions[i], across);
    Array *table = call_stack_axis(call, positions, (size_t)a->dimensions, across);
    return call_give(call, across ? table : call_transpose(call, table, NULL));
}

ARRAY_FUNCTION(flatnonzero, NUMPY | CUPY, "(a)",
               "Indices of the nonzero elements of the flattened array.\n\n>>> flatnonzero([[0, 1], [1, "
               "0]])\narray([1, 2])\n",
               .traits = CUPY_METHOD) {
    Array *a = call_flat(call, call_array(call, 0)), *positions[1];
    return a && call_nonzero(call, a, positions) ? call_give(call, positions[0]) : variant_absent();
}

/* Indexes brought into range as `mode` says: 'raise' leaves them, 'wrap' and 'clip' do not. */
static Array *in_mode(ArrayCall *call, Array *indexes, int64_t extent, const char *mode) {
    if (!indexes) return NULL;
    if (!dtype_is_integer(indexes->dtype) && indexes->dtype->kind != 'b' && array_size(indexes)) {
        call_fail(call, "TypeError",
                  "Cannot cast array data from dtype(%s) to dtype('int64') according to the rule 'safe'",
                  indexes->dtype->shown);
        return NULL;
    }
    indexes = call_cast(call, indexes, DTYPE(INT64));
    if (!mode || !strcmp(mode, "raise")) return indexes;
    if (!strcmp(mode, "wrap"))
        return call_apply2(call, OPERATOR(remainder), of_array(indexes), variant_integer(extent ? extent : 1));
    if (!strcmp(mode, "clip"))
        return call_apply3(call, OPERATOR(clip), of_array(indexes), variant_integer(0),
                           variant_integer(extent - 1));
    call_fail(call, "ValueError", "clipmode must be one of 'clip', 'raise', or 'wrap' (got '%s')", mode);
    return NULL;
}

/* The elements at places of an axis. */
static Array *take_at(ArrayCall *call, Array *a, Array *places, int axis) {
    if (!a || !places) return NULL;
    bool lacks = array_size(places) > 0 && !a->shape[axis], is_empty = false;
    for (int i = 0; i < a->dimensions; i++) {
        lacks = lacks && (i == axis || a->shape[i]);
        is_empty = is_empty || (i < axis && !a->shape[i]);
    }
    if (lacks) {
        call_fail(call, "IndexError", "cannot do a non-empty take from an empty axes.");
        return NULL;
    }
    if (!is_empty || call->namespace == CUPY || places->dimensions != 1) return call_take(call, a, places, axis);
    int64_t shape[ARRAY_DIMENSIONS_MAX]; /* nothing is taken, so nothing is looked at */
    memcpy(shape, a->shape, sizeof *shape * (size_t)a->dimensions);
    shape[axis] = places->shape[0];
    return call_new(call, a->dtype, a->dimensions, shape);
}

ARRAY_FUNCTION(take, NUMPY | CUPY | METHOD, "(a, indices, axis=None, out=None, mode='raise')",
               "Elements at the given places along an axis.\n\n>>> take([4, 5, 6], [0, 2])\narray([4, 6])\n",
               .traits = MOVES_BYTES | CUPY_METHOD | CLASS_MOVES,
               .own_method = "indices | axis out mode") {
    Array *a = call_array(call, 0);
    int axis = 0;
    const char *mode;
    if (a && !call_is_given(call, 2)) a = call_flat(call, a);
    a = call_at_least(call, a, 1);
    if (!a || !call_axis(call, 2, a->dimensions, &axis) || !call_text(call, 4, &mode)) return variant_absent();
    Array *indexes = in_mode(call, call_array(call, 1), a->shape[axis], mode);
    Array *result = take_at(call, a, indexes, axis);
    if (result && result->buffer == a->buffer) result = call_copy(call, result, 'C'); /* a single place is a view */
    return call_give_out(call, result, 3);
}

/* The index of places that differ along an axis: open ranges along the other axes. ABSENT: failed. */
static Variant index_along(ArrayCall *call, Array *a, Array *places, int axis) {
    if (places->dimensions != a->dimensions) {
        call_fail(call, "ValueError", "`indices` and `arr` must have the same number of dimensions");
        return variant_absent();
    }
    Variant index = variant_list((size_t)a->dimensions, true);
    if (index.kind == VARIANT_ABSENT) return index;
    for (int i = 0; i < a->dimensions; i++) {
        Array *part = places;
        if (i != axis) {
            int64_t shape[ARRAY_DIMENSIONS_MAX];
            for (int k = 0; k < a->dimensions; k++) shape[k] = k == i ? a->shape[i] : 1;
            part = call_reshape(call, call_iota(call, a->shape[i]), a->dimensions, shape);
        }
        if (part) index.list->items[i] = variant_array(array_retain(part));
    }
    if (error_is_set(call->error)) variant_release(&index);
    return index;
}

ARRAY_FUNCTION(take_along_axis, NUMPY | CUPY, "(arr, indices, axis=-1)",
               "Elements at places that differ along an axis, as argsort gives them.\n\n"
               ">>> take_along_axis(array([[3, 1]]), array([[1, 0]]), 1)\narray([[1, 3]])\n") {
    Array *a = call_array(call, 0), *places = call_array(call, 1);
    int axis = a ? a->dimensions - 1 : 0;
    if (!a || !places) return variant_absent();
    if (!call_is_given(call, 2)) a = call_flat(call, a), axis = 0;
    if (!a || !call_axis(call, 2, a->dimensions, &axis)) return variant_absent();
    Variant index = index_along(call, a, places, axis);
    Array *result = index.kind == VARIANT_ABSENT ? NULL : call_get(call, a, index);
    variant_release(&index);
    return call_give(call, result);
}

/* An argument that is written to must be an array itself. */
static Array *target(ArrayCall *call, const char *format) {
    Variant given = call->arguments[0];
    if (given.kind == VARIANT_ARRAY) return call_array(call, 0);
    call_fail(call, strstr(format, "ndim") ? "AttributeError" : "TypeError", format, variant_type_name(given));
    return NULL;
}

ARRAY_FUNCTION(put_along_axis, NUMPY | CUPY, "(arr, indices, values, axis)",
               "Set elements at places that differ along an axis, in place.\n\n"
               ">>> a = array([[10, 30, 20]])\n>>> put_along_axis(a, argmax(a, axis=1, keepdims=True), 99, axis=1)\n"
               ">>> a\narray([[10, 99, 20]])\n") {
    Array *a = target(call, "'%s' object has no attribute 'ndim'");
    Array *places = a ? call_array(call, 1) : NULL;
    int axis = 0;
    if (!places) return variant_absent();
    if (!dtype_is_integer(places->dtype)) {
        call_fail(call, "IndexError", "`indices` must be an integer array");
        return variant_absent();
    }
    if (!call_is_given(call, 3)) { /* of the flattened array */
        int64_t size = array_size(a);
        a = array_is_c_contiguous(a) ? call_reshape(call, a, 1, &size) : a;
        if (a && a->dimensions != 1) {
            call_fail(call, "NotImplementedError", "put_along_axis with axis=None needs a contiguous array");
            return variant_absent();
        }
    }
    if (!a || !call_axis(call, 3, a->dimensions, &axis)) return variant_absent();
    Variant index = index_along(call, a, places, axis);
    bool done = index.kind != VARIANT_ABSENT && call_set(call, a, index, call->arguments[2]);
    variant_release(&index);
    return done ? variant_none() : variant_absent();
}

/* The mask of place and putmask, flat, and the values as the array's type. false: failed. */
static bool masked_arguments(ArrayCall *call, Array *a, Array **mask, Array **values) {
    Array *given = call_array(call, 1);
    if (given && array_size(given) != array_size(a))
        return call_fail(call, "ValueError", "%s: mask and data must be the same size", call->function->path);
    *mask = call_flat(call, call_cast(call, given, DTYPE(BOOL)));
    *values = call_flat(call, call_hold(call, array_from_variant(call->runtime, call->arguments[2], a->dtype, call->device, false, call->error)));
    if (!a->writeable) return call_fail(call, "ValueError", "assignment destination is read-only");
    return *mask && *values;
}

/* a.flat[positions] = values[numbers % len(values)] */
static Variant put_repeated(ArrayCall *call, Array *a, Array *mask, Array *values, Array *numbers) {
    Array *chosen = call_take(call, values, APPLY2_NUMBER(remainder, numbers, variant_integer(values->shape[0])), 0);
    mask = call_reshape(call, mask, a->dimensions, a->shape);
    return chosen && mask && call_set(call, a, of_array(mask), of_array(chosen)) ? variant_none() : variant_absent();
}

ARRAY_FUNCTION(place, NUMPY | CUPY, "(arr, mask, vals)",
               "Set the elements where a mask is true to the values one after the other, in place.\n\n"
               ">>> a = arange(4)\n>>> place(a, a > 1, [7, 8])\n>>> a\narray([0, 1, 7, 8])\n",
               .traits = MOVES_BYTES) {
    Array *a = target(call, "place() argument 1 must be numpy.ndarray, not %s"), *mask, *values;
    if (!a || !masked_arguments(call, a, &mask, &values)) return variant_absent();
    int64_t count = call_count_nonzero(call, mask);
    if (count <= 0) return count < 0 ? variant_absent() : variant_none();
    if (!values->shape[0]) {
        call_fail(call, "ValueError", "Cannot insert from an empty array!");
        return variant_absent();
    }
    return put_repeated(call, a, mask, values, call_iota(call, count));
}

ARRAY_FUNCTION(putmask, NUMPY | CUPY, "(a, /, mask, values)",
               "Set the elements where a mask is true to the values that stand at their places, in place.\n\n"
               ">>> a = arange(4)\n>>> putmask(a, a > 1, a * 10)\n>>> a\narray([ 0,  1, 20, 30])\n",
               .traits = MOVES_BYTES | CLASS_PLAIN) {
    Array *a = target(call, "putmask: first argument must be an array"), *mask, *values, *positions[1];
    if (!a || !masked_arguments(call, a, &mask, &values)) return variant_absent();
    if (!values->shape[0]) return variant_none();
    return call_nonzero(call, mask, positions) ? put_repeated(call, a, mask, values, positions[0]) : variant_absent();
}

ARRAY_FUNCTION(put, NUMPY | CUPY | METHOD, "(a, ind, v, mode='raise')",
               "Set elements of the flattened array, in place.",
               .traits = MOVES_BYTES) {
    Array *a = call_array(call, 0);
    const char *mode;
    if (!a || !call_text(call, 3, &mode)) return variant_absent();
    if (!a->writeable) {
        call_fail(call, "ValueError", "put: output array is read-only");
        return variant_absent();
    }
    int64_t size = array_size(a);
    Array *indexes = call_flat(call, in_mode(call, call_array(call, 1), size, mode));
    Array *values = call_hold(call, array_from_variant(call->runtime, call->arguments[2], a->dtype, call->device, false, call->error));
    values = call_flat(call, values);
    if (!indexes || !values) return variant_absent();
    if (!values->shape[0]) return variant_none();
    if (!size && indexes->shape[0]) {
        call_fail(call, "IndexError", "cannot replace elements of an empty array");
        return variant_absent();
    }
    if (values->shape[0] != indexes->shape[0]) /* repeated or cut to the number of places */
        values = call_take(call, values,
                           call_apply2(call, OPERATOR(remainder), of_array(call_iota(call, indexes->shape[0])),
                                       variant_integer(values->shape[0])),
                           0);
    Array *flat = call_reshape(call, a, 1, &size);
    if (!flat || !call_set(call, flat, of_array(indexes), of_array(values))) return variant_absent();
    if (flat->buffer != a->buffer && !call_assign(call, a, call_reshape(call, flat, a->dimensions, a->shape)))
        return variant_absent();
    return variant_none();
}

ARRAY_FUNCTION(fill_diagonal, NUMPY | CUPY, "(a, val, wrap=False)", "Set the main diagonal, in place.") {
    Array *a = call_array(call, 0);
    if (!a) return variant_absent();
    if (a->dimensions < 2) {
        call_fail(call, "ValueError", "array must be at least 2-d");
        return variant_absent();
    }
    if (!a->writeable) {
        call_fail(call, "ValueError", "underlying array is read-only");
        return variant_absent();
    }
    bool wraps;
    if (!call_truth(call, 2, &wraps)) return variant_absent();
    int64_t count = a->shape[0], stride = 0;
    for (int i = 0; i < a->dimensions; i++) {
        if (a->dimensions > 2 && a->shape[i] != a->shape[0]) {
            call_fail(call, "ValueError", "All dimensions of input must be of equal length");
            return variant_absent();
        }
        if (a->shape[i] < count) count = a->shape[i];
        stride += a->strides[i];
    }
    wraps = wraps && a->dimensions == 2 && a->shape[0] > a->shape[1] + 1;
    int64_t period = a->shape[1] + 1, parts = wraps ? (a->shape[0] + period - 1) / period : 1; /* a row stays empty between the diagonals */
    Array *values = call_flat(call, call_array(call, 1));
    if (!values) return variant_absent();
    for (int64_t part = 0, put = 0; part < parts; part++) {
        int64_t left = a->shape[0] - part * period, length = left < count ? left : count;
        Array *view = call_view(call, a, 1, &length, &stride, part * period * a->strides[0]);
        Variant value = call->arguments[1];
        if (array_size(values) > 1) { /* the values run on from one diagonal to the next, and begin anew */
            Array *places = APPLY2_NUMBER(add, call_iota(call, length), variant_integer(put));
            value = of_array(call_take(call, values, APPLY2_NUMBER(remainder, places, variant_integer(array_size(values))), 0));
        }
        if (!view || !call_set(call, view, VARIANT_OF_KIND(VARIANT_ELLIPSIS), value)) return variant_absent();
        put += length;
    }
    return variant_none();
}

static Variant compress_along(ArrayCall *call, Array *a, Array *condition) {
    Array *positions[1];
    int axis = 0;
    if (a && !call_is_given(call, 2)) a = call_flat(call, a);
    if (condition && condition->dimensions != 1) {
        call_fail(call, "ValueError", "condition must be a 1-d array");
        return variant_absent();
    }
    a = call_at_least(call, a, 1);
    if (!a || !condition || !call_axis(call, 2, a->dimensions, &axis) || !call_nonzero(call, condition, positions))
        return variant_absent();
    return call_give_out(call, take_at(call, a, positions[0], axis), 3);
}
ARRAY_FUNCTION(compress, NUMPY | CUPY, "(condition, a, axis=None, out=None)",
               "Slices where the condition holds.\n\n>>> compress([True, False], [4, 5])\narray([4])\n",
               .traits = MOVES_BYTES | CUPY_METHOD | CLASS_MOVES) {
    return compress_along(call, call_array(call, 1), call_array_of(call, 0, DTYPE(BOOL)));
}
ARRAY_FUNCTION_AT(ndarray_compress, "compress", NUMPY | CUPY | METHOD_ONLY, "(self, condition, axis=None, out=None)",
                  "Slices where the condition holds.",
                  .traits = MOVES_BYTES | CUPY_METHOD | CLASS_MOVES) {
    return compress_along(call, call_array(call, 0), call_array_of(call, 1, DTYPE(BOOL)));
}

ARRAY_FUNCTION(extract, NUMPY | CUPY, "(condition, arr)",
               "Elements that satisfy a condition.\n\n>>> extract([True, False], [4, 5])\narray([4])\n",
               .traits = CUPY_METHOD) {
    Array *condition = call_flat(call, call_array_of(call, 0, DTYPE(BOOL))),
          *a = call_flat(call, call_array(call, 1)), *positions[1];
    return condition && a && call_nonzero(call, condition, positions)
               ? call_give(call, call_take(call, a, positions[0], 0))
               : variant_absent();
}

static Variant choose(ArrayCall *call) {
    size_t count;
    const char *mode;
    Array *a = call_array(call, 0), **choices = call_array_list(call, 1, &count);
    if (!a || !choices || !call_text(call, 3, &mode)) return variant_absent();
    a = in_mode(call, a, (int64_t)count, mode);
    Variant given = call->arguments[1];
    bool is_list = given.kind == VARIANT_SEQUENCE; /* whose plain numbers take the others' type */
    Array *result = count ? choices[0] : NULL;
    for (size_t i = 1; i < count && result; i++) {
        Variant rest = i == 1 && is_list && variant_is_number(given.list->items[0]) ? given.list->items[0] : of_array(result);
        result = call_where(call, call_apply2(call, OPERATOR(equal), of_array(a), variant_integer((int64_t)i)),
                            is_list && variant_is_number(given.list->items[i]) ? given.list->items[i] : of_array(choices[i]), rest);
    }
    if (a && count) {
        Array *outside =
            APPLY2(logical_or, call_apply2(call, OPERATOR(less), of_array(a), variant_integer(0)),
                   call_apply2(call, OPERATOR(greater_equal), of_array(a), variant_integer((int64_t)count)));
        if (call_count_nonzero(call, outside) > 0)
            call_fail(call, "ValueError", "invalid entry in choice array");
    }
    if (result && call->namespace != CUPY && !call_is_given(call, 2)) result = call_contiguous(call, result, NULL);
    return error_is_set(call->error) ? variant_absent() : call_give_out(call, result, 2);
}
ARRAY_FUNCTION(choose, NUMPY | CUPY, "(a, choices, out=None, mode='raise')",
               "Pick from several arrays by index.\n\n>>> choose([0, 1], [[1, 2], [3, 4]])\narray([1, 4])\n",
               .traits = CUPY_METHOD | CLASS_MOVES | ASKS_LISTS) {
    return choose(call);
}
ARRAY_FUNCTION_AT(ndarray_choose, "choose", NUMPY | CUPY | METHOD_ONLY, "(self, *choices, out=None, mode='raise')",
                  "Pick from several arrays by index.",
                  .traits = CUPY_METHOD | CLASS_MOVES | ASKS_LISTS) {
    const Variant *given = call->arguments, choices = given[1];
    Variant one_list[4];
    memcpy(one_list, given, sizeof one_list);
    if (choices.kind == VARIANT_SEQUENCE && choices.list->count == 1) one_list[1] = choices.list->items[0];
    call->arguments = one_list;
    Variant result = choose(call);
    call->arguments = given;
    return result;
}

ARRAY_FUNCTION(select, NUMPY | CUPY, "(condlist, choicelist, default=0)",
               "Elements of the first choice whose condition holds.\n\n>>> select([array([True, False])], "
               "[array([1, 2])], 9)\narray([1, 9])\n",
               .traits = CLASS_PLAIN | ASKS_LISTS) {
    size_t count, choice_count;
    Array **conditions = call_array_list(call, 0, &count), **choices = call_array_list(call, 1, &choice_count);
    if (!conditions || !choices) return variant_absent();
    if (!count && !choice_count) {
        call_fail(call, "ValueError", "select with an empty condition list is not possible");
        return variant_absent();
    }
    if (count != choice_count || !count) {
        call_fail(call, "ValueError", "list of cases must be same length as list of conditions");
        return variant_absent();
    }
    Variant result = call->arguments[2];
    if (!variant_is_number(result)) result = of_array(call_array(call, 2));
    for (size_t i = count; i-- > 0 && result.kind != VARIANT_ABSENT;)
        result = of_array(call_where(call, conditions[i], of_array(choices[i]), result));
    bool unlike = error_is_set(call->error) && call->error->kind && strstr(call->error->kind, "DTypePromotionError") && call->namespace != CUPY;
    if (unlike) {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        text_append(&text, call->error->message);
        error_clear(call->error);
        call_fail(call, "TypeError", "Choicelist and default value do not have a common dtype: %s", text_string(&text));
        text_release(&text);
    }
    return result.kind == VARIANT_ARRAY ? call_give(call, call_contiguous(call, result.array, NULL)) : variant_absent();
}

/* ---- Sorting. */

/* Every kind sorts in the same way here, but only NumPy's names are taken: their first letter tells. */
static bool sort_kind(ArrayCall *call, size_t index) {
    if (!call_is_given(call, index) || call->arguments[index].kind != VARIANT_STRING) return true;
    const char *kind = call->arguments[index].text->bytes;
    if (*kind && strchr("qQhHmMsS", *kind)) return true;
    if (call->namespace == CUPY) return call_fail(call, "ValueError", "kind can only be None or 'stable'");
    return call_fail(call, "ValueError", "sort kind must be one of 'quick', 'heap', or 'stable' (got '%s')", kind);
}

static bool sort_axis(ArrayCall *call, size_t index, Array **a, int *axis) {
    if (!*a || (index == 1 && !sort_kind(call, 2))) return false;
    if (index == 1 && call_is_given(call, 2) && call_is_given(call, 4))
        return call_fail(call, "ValueError", "`kind` and keyword parameters can't be provided at the same time. Use only one of them.");
    if (index && call->arguments[index].kind == VARIANT_NONE) *a = call_flat(call, *a);
    if (!*a) return false;
    if (!(*a)->dimensions && call->function->path[0] == 'a') *a = call_flat(call, *a); /* argsort of a number */
    if (!*a) return false;
    if (!(*a)->dimensions) {
        int64_t number = -1;
        if (call_is_given(call, index) && !call_integer(call, index, &number)) return false;
        if (call->namespace == CUPY)
            return call_fail(call, "numpy.exceptions.AxisError", "Sorting arrays with the rank of zero is not supported");
        return call_fail(call, "numpy.exceptions.AxisError", "axis %lld is out of bounds for array of dimension 0", (long long)number);
    }
    *axis = (*a)->dimensions - 1;
    return call_axis(call, index, (*a)->dimensions, axis);
}

/* Puts the field of a name next in `fields`, of which `taken` are there already. */
static bool field_comes_next(ArrayCall *call, DtypeField *fields, int count, int *taken, Variant name) {
    const char *text = name.kind == VARIANT_STRING ? name.text->bytes : "";
    for (int i = 0; i < count && name.kind == VARIANT_STRING; i++) {
        if (strcmp(fields[i].name, text)) continue;
        if (i < *taken) return call_fail(call, "ValueError", "duplicate field name: %s", text);
        const DtypeField field = fields[i];
        memmove(&fields[*taken + 1], &fields[*taken], (size_t)(i - *taken) * sizeof *fields);
        fields[(*taken)++] = field;
        return true;
    }
    if (variant_is_integral(name)) return call_fail(call, "ValueError", "unknown field name: %lld", (long long)variant_to_integer(name));
    return call_fail(call, "ValueError", "unknown field name: %s", text);
}

/* The type by which elements are compared: with order= (argument `index`) the fields that it names come first. */
static bool sort_order(ArrayCall *call, size_t index, const Array *a, const Dtype **by) {
    *by = a->dtype;
    if (!call_is_given(call, index)) return true;
    const Variant order = call->arguments[index];
    if (!a->dtype->is_record) return call_fail(call, "ValueError", "Cannot specify order when the array has no fields.");
    if (order.kind != VARIANT_STRING && order.kind != VARIANT_SEQUENCE)
        return variant_is_integral(order)
                   ? call_fail(call, "ValueError", "unsupported order value: %lld", (long long)variant_to_integer(order))
                   : call_fail(call, "ValueError", "unsupported order value: %s", variant_type_name(order));
    int count = a->dtype->field_count, taken = 0;
    DtypeField *fields = memory_allocate((size_t)(count + 1) * sizeof *fields);
    if (!fields) return error_no_memory(call->error);
    memcpy(fields, a->dtype->fields, (size_t)count * sizeof *fields);
    bool well = true;
    if (order.kind == VARIANT_STRING) well = field_comes_next(call, fields, count, &taken, order);
    else
        for (size_t i = 0; i < order.list->count && well; i++) well = field_comes_next(call, fields, count, &taken, order.list->items[i]);
    if (well) *by = dtype_record(call->runtime->flexible_types, fields, count, a->dtype->item_size, a->dtype->is_aligned);
    memory_release(fields);
    return well && (*by || error_no_memory(call->error));
}

/* A sorted copy, laid out as the original; place: only this element need be in its place. */
static Array *sorted_like(ArrayCall *call, Array *a, int axis, const Dtype *by, int64_t place) {
    Array *sorted = call_partition_by(call, a, axis, by, place, place);
    if (!sorted || array_is_c_contiguous(a)) return sorted;
    Array *result = call_hold(call, array_create_like(call->device, a->dtype, a, call->error));
    return call_assign(call, result, sorted) ? result : NULL;
}

ARRAY_FUNCTION(sort, NUMPY | CUPY, "(a, axis=-1, kind=None, order=None, *, stable=None)",
               "A sorted copy; records by the fields that `order` names first, then by the others.\n\n"
               ">>> sort([3, 1, 2])\narray([1, 2, 3])\n",
               .traits = MOVES_BYTES | CUPY_METHOD | CLASS_MOVES | OWN_METHOD_COPIES,
               .own_method = "axis kind order") {
    Array *a = call_array(call, 0);
    const Dtype *by;
    int axis;
    if (!sort_axis(call, 1, &a, &axis) || !sort_order(call, 3, a, &by)) return variant_absent();
    return call_give(call, sorted_like(call, a, axis, by, -1));
}
ARRAY_FUNCTION_AT(ndarray_sort, "sort", NUMPY | CUPY | METHOD_ONLY,
                  "(self, axis=-1, kind=None, order=None, *, stable=None)", "Sort the array in place.",
                  .traits = MOVES_BYTES | CUPY_METHOD | CLASS_MOVES) {
    Array *a = call->arguments[0].array;
    const Dtype *by;
    int axis = a->dimensions - 1;
    if (call->arguments[1].kind == VARIANT_NONE && call->namespace != CUPY) {
        call_fail(call, "TypeError", "'NoneType' object cannot be interpreted as an integer");
        return variant_absent();
    }
    if (!sort_axis(call, 1, &a, &axis) || !sort_order(call, 3, a, &by)) return variant_absent();
    if (!a->writeable) {
        call_fail(call, "ValueError", "sort array is read-only");
        return variant_absent();
    }
    return call_assign(call, a, call_sort_by(call, a, axis, by)) ? variant_none() : variant_absent();
}
ARRAY_FUNCTION(argsort, NUMPY | CUPY | METHOD, "(a, axis=-1, kind=None, order=None, *, stable=None)",
               "Indices that would sort the array.\n\n>>> argsort([3, 1, 2])\narray([1, 2, 0])\n",
               .traits = CUPY_METHOD | CLASS_MOVES,
               .own_method = "axis kind order") {
    Array *a = call_array(call, 0);
    const Dtype *by;
    int axis;
    return sort_axis(call, 1, &a, &axis) && sort_order(call, 3, a, &by) ? call_give(call, call_argsort_by(call, a, axis, by))
                                                                        : variant_absent();
}
/* Each kth must be a place of the axis. */
static bool kth_fits(ArrayCall *call, const Array *a, int axis) {
    Variant kth = call->arguments[1];
    int64_t place, extent = a->shape[axis];
    const char *kind = NULL, *beyond = call->namespace == CUPY ? "kth(=%lld) out of bounds %lld" : "kth(=%lld) out of bounds (%lld)";
    if (call->namespace != CUPY && call->arguments[3].kind == VARIANT_STRING && !call_text(call, 3, &kind)) return false;
    if (kind && strcmp(kind, "introselect"))
        return call_fail(call, "ValueError", "select kind must be 'introselect' (got '%s')", kind);
    if (!array_size(a)) return true;
    if (kth.kind == VARIANT_BOOL || (kth.kind == VARIANT_SCALAR && kth.dtype->kind == 'b'))
        return runtime_warn(call->runtime, "DeprecationWarning", call->error,
                            "Passing booleans as partition index is deprecated and will be removed in a future version.");
    bool is_array = kth.kind == VARIANT_SEQUENCE || (kth.kind == VARIANT_ARRAY && kth.array->dimensions);
    if (!is_array) {
        if (kth.kind != VARIANT_INTEGER && !variant_is_integral(kth) && kth.kind != VARIANT_ARRAY)
            return call_fail(call, "TypeError", "Partition index must be integer");
        if (!variant_to_index(kth, &place, call->error)) return false;
        if (place < 0) place += extent;
        if (place < 0 || place >= extent)
            return call_fail(call, "ValueError", beyond, (long long)place, (long long)extent);
        return true;
    }
    Array *given = call_array(call, 1);
    if (!given) return false;
    if (!array_size(given)) return true;
    if (!dtype_is_integer(given->dtype)) return call_fail(call, "TypeError", "Partition index must be integer");
    if (given->dimensions > 1) return call_fail(call, "ValueError", "kth array must have dimension <= 1");
    for (int64_t i = 0; i < array_size(given); i++) {
        place = call_item_integer(call, given, i);
        if (place < 0) place += extent;
        if (place < 0 || place >= extent)
            return call_fail(call, "ValueError", beyond, (long long)place, (long long)extent);
    }
    return !error_is_set(call->error);
}

/* The one place that is asked for, from the axis' beginning; -1: several, or it is nothing that is gained by. */
static int64_t only_place(ArrayCall *call, const Array *a, int axis) {
    int64_t place;
    const Variant kth = call->arguments[1];
    if (kth.kind != VARIANT_INTEGER || !variant_to_index(kth, &place, call->error)) return -1;
    return place < 0 ? place + a->shape[axis] : place;
}

ARRAY_FUNCTION(
    partition, NUMPY | CUPY, "(a, kth, axis=-1, kind='introselect', order=None)",
    "A copy with the kth element in its sorted place.\n\n>>> partition([3, 1, 2], 1)\narray([1, 2, 3])\n",
               .traits = MOVES_BYTES | CUPY_METHOD | CLASS_MOVES) {
    Array *a = call_array(call, 0);
    const Dtype *by;
    int axis;
    return sort_axis(call, 2, &a, &axis) && sort_order(call, 4, a, &by) && kth_fits(call, a, axis)
               ? call_give(call, sorted_like(call, a, axis, by, only_place(call, a, axis))) : variant_absent();
}
ARRAY_FUNCTION(
    argpartition, NUMPY | CUPY | METHOD, "(a, kth, axis=-1, kind='introselect', order=None)",
    "Indices that would partition the array.\n\n>>> argpartition([3, 1, 2], 1)\narray([1, 2, 0])\n",
               .traits = CUPY_METHOD | CLASS_MOVES) {
    Array *a = call_array(call, 0);
    const Dtype *by;
    int axis;
    return sort_axis(call, 2, &a, &axis) && sort_order(call, 4, a, &by) && kth_fits(call, a, axis)
               ? call_give(call, call_argpartition_by(call, a, axis, by, only_place(call, a, axis))) : variant_absent();
}
ARRAY_FUNCTION_AT(ndarray_partition, "partition", NUMPY | CUPY | METHOD_ONLY,
                  "(self, kth, axis=-1, kind='introselect', order=None)",
                  "Put the kth element into its sorted place, in place.",
                  .traits = MOVES_BYTES | CUPY_METHOD | CLASS_MOVES) {
    Array *a = call->arguments[0].array;
    const Dtype *by;
    int axis;
    if (!sort_axis(call, 2, &a, &axis) || !sort_order(call, 4, a, &by) || !kth_fits(call, a, axis)) return variant_absent();
    if (!a->writeable) {
        call_fail(call, "ValueError", "partition array is read-only");
        return variant_absent();
    }
    int64_t place = only_place(call, a, axis);
    return call_assign(call, a, call_partition_by(call, a, axis, by, place, place)) ? variant_none() : variant_absent();
}
ARRAY_FUNCTION(
    sort_complex, NUMPY, "(a)",
    "Sort by real part, then by imaginary part.\n\n>>> sort_complex([2, 1])\narray([1.+0.j, 2.+0.j])\n") {
    Array *a = call_array(call, 0);
    if (!a) return variant_absent();
    if (!a->dimensions) {
        call_fail(call, "numpy.exceptions.AxisError", "axis -1 is out of bounds for array of dimension 0");
        return variant_absent();
    }
    bool is_small = dtype_is_integer(a->dtype) && a->dtype->item_size <= 2;
    const Dtype *dtype = dtype_is_complex(a->dtype) ? a->dtype : is_small ? DTYPE(COMPLEX64) : DTYPE(COMPLEX128);
    return call_give(call, call_sort(call, call_cast(call, a, dtype), a->dimensions - 1));
}

ARRAY_FUNCTION(lexsort, NUMPY | CUPY, "(keys, axis=-1)",
               "Indices that sort by several keys, the last one first.\n\n>>> lexsort([[2, 1], [1, "
               "1]])\narray([1, 0])\n",
               .traits = CLASS_PLAIN | ASKS_LISTS) {
    size_t count;
    Array **keys = call_array_list(call, 0, &count);
    if (!keys) return variant_absent();
    if (!count) {
        call_fail(call, "TypeError", "need sequence of keys with len > 0 in lexsort");
        return variant_absent();
    }
    int dimensions = keys[0]->dimensions, axis = dimensions - 1;
    for (size_t i = 1; i < count; i++)
        if (keys[i]->dimensions != dimensions || memcmp(keys[i]->shape, keys[0]->shape, sizeof *keys[0]->shape * (size_t)dimensions)) {
            call_fail(call, "ValueError", "all keys need to be the same shape");
            return variant_absent();
        }
    if (!dimensions) return call_give_item(call, call_number(call, DTYPE(INT64), variant_integer(0)));
    if (!call_axis(call, 1, dimensions, &axis)) return variant_absent();
    int64_t length = keys[0]->shape[axis], size = array_size(keys[0]), rows = length ? size / length : 0;
    Array *order = NULL, *starts = rows ? APPLY2_NUMBER(multiply, call_reshape(call, call_iota(call, rows), 2, (int64_t[]){rows, 1}), variant_integer(length)) : NULL;
    if (rows && !starts) return variant_absent();
    for (size_t i = 0; i < count && rows; i++) { /* stable sorts, from the least important key on; `order` holds places in the flat rows */
        Array *key = call_flat(call, call_move_axis(call, keys[i], axis, dimensions - 1));
        Array *sorted = key && order ? call_take(call, key, order, 0) : key ? call_reshape(call, key, 2, (int64_t[]){rows, length}) : NULL;
        Array *step = sorted ? call_argsort(call, sorted, 1) : NULL, *places = step ? APPLY2(add, step, starts) : NULL;
        order = order && places ? call_take(call, call_flat(call, order), places, 0) : places;
        if (!order) return variant_absent();
    }
    if (!rows) return call_give(call, call_new(call, DTYPE(INT64), dimensions, keys[0]->shape));
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    for (int i = 0, at = 0; i < dimensions; i++)
        if (i != axis) shape[at++] = keys[0]->shape[i];
    shape[dimensions - 1] = length;
    order = call_reshape(call, APPLY2(subtract, order, starts), dimensions, shape);
    return call_give(call, order ? call_copy(call, call_move_axis(call, order, dimensions - 1, axis), 'C') : NULL);
}

ARRAY_FUNCTION(
    searchsorted, NUMPY | CUPY | METHOD, "(a, v, side='left', sorter=None)",
    "Where elements would be inserted to keep order.\n\n>>> searchsorted([1, 2, 3], 2.5)\nnp.int64(2)\n",
               .traits = CLASS_PLAIN) {
    Array *a = call_array(call, 0), *v = call_array(call, 1);
    const char *side;
    if (!a || !v || !call_text(call, 2, &side)) return variant_absent();
    if (strcmp(side, "left") && strcmp(side, "right")) {
        if (tolower(*side) == 'l' || tolower(*side) == 'r') call_fail(call, "ValueError", "search side must be one of 'left' or 'right'");
        else call_fail(call, "ValueError", "search side must be 'left' or 'right' (got '%s')", side);
        return variant_absent();
    }
    if (a->dimensions != 1) {
        call_fail(call, "ValueError", "object too deep for desired array");
        return variant_absent();
    }
    if (call_is_given(call, 3)) a = call_take(call, a, call_array_of(call, 3, DTYPE(INT64)), 0);
    return call_give_item(call, call_search(call, a, v, side[0] == 'r'));
}

ARRAY_FUNCTION(digitize, NUMPY | CUPY, "(x, bins, right=False)",
               "Which bin each element falls into.\n\n>>> digitize([0.2, 6.4], [0, 1, 5])\narray([1, 3])\n",
               .traits = CLASS_PLAIN) {
    Array *x = call_array(call, 0), *bins = call_array(call, 1);
    bool right;
    if (!x || !bins || !call_truth(call, 2, &right)) return variant_absent();
    if (dtype_is_complex(x->dtype) && call->namespace != CUPY) {
        call_fail(call, "TypeError", "x may not be complex");
        return variant_absent();
    }
    if (call->namespace != CUPY && (dtype_is_date(x->dtype) || dtype_is_date(bins->dtype))) {
        call_fail(call, "TypeError", "Cannot cast array data from dtype(%s) to dtype('float64') according to the rule 'safe'",
                  dtype_is_date(bins->dtype) ? bins->dtype->shown : x->dtype->shown);
        return variant_absent();
    }
    if (bins->dimensions != 1 && call->namespace != CUPY) {
        call_fail(call, "ValueError", "object %s for desired array", bins->dimensions ? "too deep" : "of too small depth");
        return variant_absent();
    }
    int64_t count = bins->dimensions == 1 ? bins->shape[0] : 0;
    Array *rising = count > 1 ? APPLY2(less_equal, call_slice(call, bins, 0, 0, count - 1, 1),
                                       call_slice(call, bins, 0, 1, count - 1, 1))
                              : NULL;
    Array *falling = count > 1 ? APPLY2(greater_equal, call_slice(call, bins, 0, 0, count - 1, 1),
                                        call_slice(call, bins, 0, 1, count - 1, 1))
                               : NULL;
    bool up = true, down = false;
    if (count > 1 && (!call_all_true(call, rising, &up) || !call_all_true(call, falling, &down)))
        return variant_absent();
    if (!up && !down) {
        call_fail(call, "ValueError", "bins must be monotonically increasing or decreasing");
        return variant_absent();
    }
    if (up) return call_give_item(call, call_search(call, bins, x, !right));
    Array *places = call_search(call, call_slice(call, bins, 0, count - 1, count, -1), x, !right);
    return call_give_item(call, NUMBER_APPLY2(subtract, variant_integer(count), places));
}

/* ---- Flat and many-dimensional indices. */

/* The order of flat indices: does the first axis run fastest? */
static bool flat_order(ArrayCall *call, size_t index, bool *first_fastest) {
    const char *order;
    if (!call_text(call, index, &order)) return false;
    if (strcmp(order, "C") && strcmp(order, "F"))
        return call_fail(call, "ValueError", strcmp(order, "A") && strcmp(order, "K") ? "order must be one of 'C', 'F', 'A', or 'K' (got '%s')"
                                                                                       : "only 'C' or 'F' order is permitted%.0s", order);
    *first_fastest = *order == 'F';
    return true;
}

static int64_t first_item(ArrayCall *call, Array *a, Array *mask) {
    Array *chosen = call_mask(call, call_flat(call, a), call_flat(call, mask));
    return chosen ? call_item_integer(call, chosen, 0) : 0;
}

static bool check_whole(ArrayCall *call, Variant given, const Array *indices) {
    if (call->namespace != NUMPY || dtype_is_integer(indices->dtype)) return true;
    bool is_nothing = given.kind == VARIANT_SEQUENCE && !array_size(indices);
    return call_fail(call, "TypeError", is_nothing ? "indices must be integral: the provided empty sequence was inferred as float. Wrap it with "
                                                     "'np.array(indices, dtype=np.intp)'"
                                                   : "only int indices permitted");
}

ARRAY_FUNCTION(unravel_index, NUMPY | CUPY, "(indices, shape, order='C')",
               "Coordinates of flat indices.\n\n>>> unravel_index(5, (2, 3))\n(np.int64(1), np.int64(2))\n") {
    Array *given = call_array(call, 0);
    if (given && !check_whole(call, call->arguments[0], given)) return variant_absent();
    Array *flat = call_array_of(call, 0, DTYPE(INT64));
    int dimensions;
    int64_t shape[ARRAY_DIMENSIONS_MAX], size;
    if (!flat || !call_shape(call, 1, &dimensions, shape) ||
        !shape_size(dimensions, shape, 8, &size, call->error))
        return variant_absent();
    if (!dimensions && flat->dimensions && call->namespace == NUMPY) {
        call_fail(call, "ValueError", "multiple indices are not supported for 0d arrays");
        return variant_absent();
    }
    Array *outside = APPLY2(logical_or, call_apply2(call, OPERATOR(less), of_array(flat), variant_integer(0)),
                            call_apply2(call, OPERATOR(greater_equal), of_array(flat), variant_integer(size)));
    if (call_count_nonzero(call, outside) > 0) {
        call_fail(call, "ValueError", "index %lld is out of bounds for array with size %lld",
                  (long long)first_item(call, flat, outside), (long long)size);
        return variant_absent();
    }
    bool first_fastest;
    if (!flat_order(call, 2, &first_fastest)) return variant_absent();
    Variant result = variant_list((size_t)dimensions, true);
    for (int step = dimensions - 1; step >= 0 && result.kind == VARIANT_SEQUENCE; step--) {
        int i = first_fastest ? dimensions - 1 - step : step;
        Array *here = call_apply2(call, OPERATOR(remainder), of_array(flat), variant_integer(shape[i]));
        result.list->items[i] = call_give_item(call, here);
        flat = call_apply2(call, OPERATOR(floor_divide), of_array(flat), variant_integer(shape[i]));
        if (!flat || !here) variant_release(&result);
    }
    return result;
}

ARRAY_FUNCTION(ravel_multi_index, NUMPY | CUPY, "(multi_index, dims, mode='raise', order='C')",
               "Flat indices of coordinates.\n\n>>> ravel_multi_index(([1], [2]), (2, 3))\narray([5])\n") {
    size_t count;
    int dimensions;
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    Array **parts = call_array_list(call, 0, &count);
    if (!parts || !call_shape(call, 1, &dimensions, shape)) return variant_absent();
    if (count != (size_t)dimensions) {
        call_fail(call, "ValueError", "parameter multi_index must be a sequence of length %d", dimensions);
        return variant_absent();
    }
    bool first_fastest;
    Variant modes = call->arguments[2];
    const char *mode = NULL;
    bool several = modes.kind == VARIANT_SEQUENCE;
    if (!flat_order(call, 3, &first_fastest) || (!several && !call_text(call, 2, &mode))) return variant_absent();
    if (several && modes.list->count != count) {
        call_fail(call, "ValueError", "invalid mode: must be a single mode or one for each dimension");
        return variant_absent();
    }
    int64_t room = 1;
    for (int i = 0; i < dimensions; i++)
        if (__builtin_mul_overflow(room, shape[i], &room)) {
            call_fail(call, "ValueError", "invalid dims: array size defined by dims is larger than the maximum possible size.");
            return variant_absent();
        }
    Array *flat = count ? NULL : call_number(call, DTYPE(INT64), variant_integer(0));
    for (size_t step = 0; step < count; step++) {
        size_t i = first_fastest ? count - 1 - step : step;
        if (several) mode = modes.list->items[i].kind == VARIANT_STRING ? modes.list->items[i].text->bytes : "";
        Variant given = call->arguments[0].kind == VARIANT_SEQUENCE ? call->arguments[0].list->items[i] : call->arguments[0];
        if (!check_whole(call, given, parts[i])) return variant_absent();
        Array *part = in_mode(call, parts[i], shape[i], mode);
        if (!part) return variant_absent();
        Array *outside =
            APPLY2(logical_or, call_apply2(call, OPERATOR(less), of_array(part), variant_integer(0)),
                   call_apply2(call, OPERATOR(greater_equal), of_array(part), variant_integer(shape[i])));
        if (call_count_nonzero(call, outside) > 0)
            call_fail(call, "ValueError", "invalid entry in coordinates array");
        if (error_is_set(call->error)) return variant_absent();
        flat = flat ? APPLY2(add, call_apply2(call, OPERATOR(multiply), of_array(flat), variant_integer(shape[i])), part) : part;
    }
    return call_give_item(call, flat);
}

ARRAY_FUNCTION(ix_, NUMPY | CUPY, "(*args)",
               "An open mesh of index vectors.\n\n>>> ix_([0, 1], [2])[0]\narray([[0],\n       [1]])\n") {
    const VariantList *given = call->arguments[0].list;
    size_t count = given->count;
    Array *vectors[ARRAY_DIMENSIONS_MAX], *positions[1];
    if (count > ARRAY_DIMENSIONS_MAX) {
        call_fail(call, "ValueError", "too many index vectors");
        return variant_absent();
    }
    for (size_t i = 0; i < count; i++) {
        vectors[i] = call_hold(call, array_from_variant(call->runtime, given->items[i], NULL, call->device, false, call->error));
        if (!vectors[i]) return variant_absent();
        if (vectors[i]->dimensions != 1) {
            call_fail(call, "ValueError", "Cross index must be 1 dimensional");
            return variant_absent();
        }
        if (!array_size(vectors[i]) && given->items[i].kind != VARIANT_ARRAY && !dtype_is_integer(vectors[i]->dtype)) vectors[i] = call_cast(call, vectors[i], DTYPE(INT64));
        if (!vectors[i]) return variant_absent();
        if (vectors[i]->dtype->kind == 'b') {
            if (!call_nonzero(call, vectors[i], positions)) return variant_absent();
            vectors[i] = positions[0];
        }
        int64_t shape[ARRAY_DIMENSIONS_MAX];
        for (size_t k = 0; k < count; k++) shape[k] = k == i ? vectors[i]->shape[0] : 1;
        vectors[i] = call_reshape(call, vectors[i], (int)count, shape);
        if (!vectors[i]) return variant_absent();
    }
    return call_give_list(call, vectors, count, true);
}
