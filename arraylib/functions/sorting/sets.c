/* Sets: unique, membership, unions and what is left. A set is a sorted vector whose elements differ. */
#include "arraylib/functions/compose.h"

#include <math.h>

ARRAY_FAMILY(sets);

/* Where a sorted vector's elements differ from the one before; do NaNs count as equal? */
static Array *first_of_runs(ArrayCall *call, Array *sorted, bool equal_nan) {
    if (!sorted) return NULL;
    int64_t count = sorted->shape[0];
    Array *mask = call_filled(call, DTYPE(BOOL), 1, &count, variant_bool(true));
    if (count < 2 || !mask) return mask;
    Array *later = call_slice(call, sorted, 0, 1, count - 1, 1),
          *earlier = call_slice(call, sorted, 0, 0, count - 1, 1);
    Array *differs = APPLY2(not_equal, later, earlier);
    /* NaNs are sorted last: the host looks whether there is one. */
    bool strange = (dtype_is_inexact(sorted->dtype) || dtype_is_date(sorted->dtype)) && equal_nan;
    if (strange && sorted->dtype->kind == 'f' && device_is_host(call->device)) strange = isnan(call_item(call, sorted, count - 1));
    if (strange) /* what is not equal to itself is one, too */
        differs = APPLY2(logical_and, differs,
                         APPLY1(logical_not, APPLY2(logical_and, APPLY2(not_equal, later, later), APPLY2(not_equal, earlier, earlier))));
    return call_assign(call, call_slice(call, mask, 0, 1, count - 1, 1), differs) ? mask : NULL;
}

static Array *unique_values(ArrayCall *call, Array *a) {
    Array *sorted = call_sort(call, call_flat(call, a), 0);
    return sorted ? call_mask(call, sorted, first_of_runs(call, sorted, true)) : NULL;
}

/* Along an axis the slices are compared as rows: sort them by all their columns. */
static Array *order_of_rows(ArrayCall *call, Array *rows) {
    Array *order = call_iota(call, rows->shape[0]);
    for (int64_t column = rows->shape[1] - 1; column >= 0 && order; column--) {
        Array *key =
            call_take(call, call_drop_axis(call, call_slice(call, rows, 1, column, 1, 1), 1), order, 0);
        Array *step = key ? call_argsort(call, key, 0) : NULL;
        order = step ? call_take(call, order, step, 0) : NULL;
    }
    return order;
}

ARRAY_FUNCTION(unique, NUMPY | CUPY,
               "(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, "
               "equal_nan=True, sorted=True)",
               "The sorted unique elements.\n\n>>> unique([2, 1, 2])\narray([1, 2])\n>>> unique([2, 1, 2], "
               "return_counts=True)\n"
               "(array([1, 2]), array([1, 2]))\n",
               .traits = CUPY_TAKES_HOST | CLASS_MOVES | MATRIX_METHOD | OBSERVED) {
    Array *a = call_array(call, 0), *sorted, *order, *mask;
    bool index, inverse, counts, equal_nan;
    int axis = 0;
    if (!a || !call_truth(call, 5, &equal_nan) || !call_truth(call, 1, &index) || !call_truth(call, 2, &inverse) || !call_truth(call, 3, &counts))
        return variant_absent();
    bool rows = call_is_given(call, 4);
    Array *moved = NULL;
    if (rows) {
        if (!call_axis(call, 4, a->dimensions, &axis)) return variant_absent();
        rows = a->dimensions != 1 || call->namespace == CUPY; /* the only axis is all of them */
    }
    if (rows) {
        if (a->dtype->kind == 'O') {
            call_fail(call, "TypeError", "The axis argument to unique is not supported for dtype object");
            return variant_absent();
        }
        moved = call_move_axis(call, a, axis, 0);
        Array *table = moved ? call_reshape(call, moved, 2, (int64_t[]){moved->shape[0], -1}) : NULL;
        order = table ? order_of_rows(call, table) : NULL;
        sorted = order ? call_take(call, table, order, 0) : NULL;
        int64_t count = sorted ? sorted->shape[0] : 0;
        mask = sorted ? call_filled(call, DTYPE(BOOL), 1, &count, variant_bool(true)) : NULL;
        if (count > 1 && mask) {
            Array *differs = call_reduce(call, OPERATOR(logical_or),
                                         APPLY2(not_equal, call_slice(call, sorted, 0, 1, count - 1, 1),
                                                call_slice(call, sorted, 0, 0, count - 1, 1)),
                                         2, false, NULL);
            if (!call_assign(call, call_slice(call, mask, 0, 1, count - 1, 1), differs))
                return variant_absent();
        }
    } else {
        Array *flat = call_flat(call, a);
        if (!index && !inverse) {
            order = NULL;
            sorted = call_sort(call, flat, 0);
        } else {
            order = flat ? call_argsort(call, flat, 0) : NULL;
            sorted = order ? call_take(call, flat, order, 0) : NULL;
        }
        mask = first_of_runs(call, sorted, equal_nan);
    }
    Array *places[1];
    if (!mask || !call_nonzero(call, mask, places)) return variant_absent();
    Array *values;
    if (rows) {
        values = call_take(call, moved, call_take(call, order, places[0], 0), 0);
        values = values ? call_move_axis(call, values, 0, axis) : NULL;
    } else {
        values = call_take(call, sorted, places[0], 0);
    }
    Array *results[4] = {values};
    size_t count = 1;
    if (index) results[count++] = call_take(call, order, places[0], 0);
    if (inverse) {
        Array *run = call_accumulate(call, OPERATOR(add), mask, 0, DTYPE(INT64));
        Array *numbers = run ? APPLY2_NUMBER(subtract, run, variant_integer(1)) : NULL;
        Array *target = order ? call_new(call, DTYPE(INT64), 1, order->shape) : NULL;
        if (!target || !numbers || !call_set(call, target, of_array(order), of_array(numbers)))
            return variant_absent();
        results[count++] = rows ? target : call_reshape(call, target, a->dimensions, a->shape);
    }
    if (counts && values) {
        int64_t runs = places[0]->shape[0], total = mask->shape[0];
        Array *ends = call_new(call, DTYPE(INT64), 1, &runs);
        if (!ends) return variant_absent();
        if (runs && (!call_assign(call, call_slice(call, ends, 0, 0, runs - 1, 1),
                                  call_slice(call, places[0], 0, 1, runs - 1, 1)) ||
                     !call_assign(call, call_slice(call, ends, 0, runs - 1, 1, 1),
                                  call_number(call, DTYPE(INT64), variant_integer(total)))))
            return variant_absent();
        results[count++] = APPLY2(subtract, ends, places[0]);
    }
    return count == 1 ? call_give(call, values) : call_give_list(call, results, count, true);
}

/* Dates equal no numbers and no texts; NumPy sees that where it compares few elements one by one. */
static bool are_few_and_unlike(const Array *a, const Array *set) {
    char one = a->dtype->kind, other = set->dtype->kind;
    bool unlike = one != other && (one == 'M' || other == 'M' || (one == 'm' && strchr("fcUS", other)) || (other == 'm' && strchr("fcUS", one)));
    return unlike && (double)array_size(set) < 10 * pow((double)array_size(a), 0.145);
}

/* Which elements of a vector are in a sorted one without repetitions. */
static Array *members(ArrayCall *call, Array *a, Array *set) {
    if (!a || !set) return NULL;
    if (are_few_and_unlike(a, set)) return call_filled(call, DTYPE(BOOL), a->dimensions, a->shape, variant_bool(false));
    if (!set->shape[0]) return call_filled(call, DTYPE(BOOL), a->dimensions, a->shape, variant_bool(false));
    if (dtype_is_text(a->dtype) != dtype_is_text(set->dtype) && a->dtype->kind != 'O' && set->dtype->kind != 'O') { /* as text they are compared */
        const Dtype *text = dtype_promote(a->dtype, set->dtype);
        a = call_cast(call, a, text);
        set = set->dtype == text ? set : call_sort(call, call_cast(call, set, text), 0);
        if (!a || !set) return NULL;
    }
    Array *places = call_search(call, set, a, false);
    places = places ? APPLY2_NUMBER(minimum, places, variant_integer(set->shape[0] - 1)) : NULL;
    Array *found = places ? call_take(call, set, places, 0) : NULL;
    return found ? APPLY2(equal, found, a) : NULL;
}

/* The same of elements that can only be asked whether they are equal. */
static Array *members_by_equality(ArrayCall *call, Array *a, Array *set) {
    Array *flat = call_flat(call, set), *found = a && flat ? call_filled(call, DTYPE(BOOL), a->dimensions, a->shape, variant_bool(false)) : NULL;
    for (int64_t i = 0; found && i < flat->shape[0]; i++)
        found = APPLY2(logical_or, found, call_cast(call, APPLY2(equal, a, call_slice(call, flat, 0, i, 1, 1)), DTYPE(BOOL)));
    return found;
}

static Variant membership(ArrayCall *call, Array *a) {
    bool invert;
    Array *set = call_array(call, 1);
    const char *kind = NULL;
    if (!a || !set || (call->count > 4 && !call_string(call, 4, &kind))) return variant_absent();
    if (kind && strcmp(kind, "sort") && strcmp(kind, "table")) {
        call_fail(call, "ValueError", "Invalid kind: '%s'. Please use None, 'sort' or 'table'.", kind);
        return variant_absent();
    }
    bool countable = strchr("biu", a->dtype->kind) && strchr("biu", set->dtype->kind);
    if (kind && !strcmp(kind, "table") && !countable) {
        call_fail(call, "ValueError", "The 'table' method is only supported for boolean or integer arrays. Please select 'sort' or None for kind.");
        return variant_absent();
    }
    bool by_equality = a->dtype->kind == 'O' || set->dtype->kind == 'O';
    Array *found = by_equality ? members_by_equality(call, a, set) : members(call, a, are_few_and_unlike(a, set) ? set : unique_values(call, set));
    if (!found || !call_truth(call, 3, &invert)) return variant_absent();
    return call_give(call, invert ? APPLY1(logical_not, found) : found);
}

ARRAY_FUNCTION(isin, NUMPY | CUPY, "(element, test_elements, assume_unique=False, invert=False, *, kind=None)",
               "Which elements are among others.\n\n>>> isin([1, 2, 3], [2])\narray([False,  True, False])\n",
               .traits = CLASS_PLAIN) {
    return membership(call, call_array(call, 0));
}
ARRAY_FUNCTION(in1d, CUPY, "(ar1, ar2, assume_unique=False, invert=False)",
               "Which elements are among others, flattened.",
               .traits = CLASS_PLAIN) {
    return membership(call, call_flat(call, call_array(call, 0)));
}

/* Argument `index` as a set, sorted; or flat as it is, when the caller says that it is one. */
static Array *set_argument(ArrayCall *call, size_t index, bool is_set) {
    Array *a = call_array(call, index);
    return a && is_set ? call_flat(call, a) : unique_values(call, a);
}

static Array *both(ArrayCall *call, Array *a, Array *b) { return a && b ? call_stack_axis(call, (Array *[]){a, b}, 2, 0) : NULL; }

ARRAY_FUNCTION(union1d, NUMPY | CUPY, "(ar1, ar2)",
               "The sorted union.\n\n>>> union1d([1, 2], [2, 3])\narray([1, 2, 3])\n",
               .traits = CLASS_PLAIN) {
    return call_give(call, unique_values(call, both(call, set_argument(call, 0, true), set_argument(call, 1, true))));
}

/* Where the elements that a sorted set holds came from first. */
static Array *first_places(ArrayCall *call, Array *a) {
    Array *order = call_argsort(call, a, 0), *sorted = order ? call_take(call, a, order, 0) : NULL;
    return sorted ? call_mask(call, order, first_of_runs(call, sorted, true)) : NULL;
}

ARRAY_FUNCTION(intersect1d, NUMPY | CUPY, "(ar1, ar2, assume_unique=False, return_indices=False)",
               "The sorted common elements; with return_indices also where they stand first in either array.\n\n"
               ">>> intersect1d([1, 2], [2, 3])\narray([2])\n"
               ">>> intersect1d([5, 2], [2, 3], return_indices=True)\n(array([2]), array([1]), array([0]))\n") {
    bool is_set, indices;
    if (!call_truth(call, 2, &is_set) || !call_truth(call, 3, &indices)) return variant_absent();
    Array *a = set_argument(call, 0, is_set), *b = set_argument(call, 1, is_set), *all = both(call, a, b), *order = NULL, *sorted;
    if (!all) return variant_absent();
    if (indices) order = call_argsort(call, all, 0);
    sorted = order ? call_take(call, all, order, 0) : indices ? NULL : call_sort(call, all, 0);
    if (!sorted) return variant_absent();
    int64_t count = sorted->shape[0] > 0 ? sorted->shape[0] - 1 : 0;
    Array *earlier = call_slice(call, sorted, 0, 0, count, 1),
          *later = call_slice(call, sorted, 0, 1, count, 1), *same = APPLY2(equal, earlier, later);
    Array *results[3] = {same ? call_mask(call, earlier, same) : NULL};
    if (!results[0] || !indices) return call_give(call, results[0]);
    for (int i = 0; i < 2; i++) {
        results[i + 1] = call_mask(call, call_slice(call, order, 0, i, count, 1), same);
        if (i && results[2]) results[2] = APPLY2_NUMBER(subtract, results[2], variant_integer(array_size(a)));
        Array *given = is_set ? NULL : call_flat(call, call_array(call, (size_t)i)), *places = given ? first_places(call, given) : NULL;
        if (!is_set) results[i + 1] = results[i + 1] && places ? call_take(call, places, results[i + 1], 0) : NULL;
        if (!results[i + 1]) return variant_absent();
    }
    return call_give_list(call, results, 3, true);
}

ARRAY_FUNCTION(setdiff1d, NUMPY | CUPY, "(ar1, ar2, assume_unique=False)",
               "The elements of the first set that are not in the second; with assume_unique in their own order.\n\n"
               ">>> setdiff1d([1, 2], [2, 3])\narray([1])\n") {
    bool is_set;
    if (!call_truth(call, 2, &is_set)) return variant_absent();
    Array *a = set_argument(call, 0, is_set), *found = members(call, a, set_argument(call, 1, false));
    return call_give(call, found ? call_mask(call, a, APPLY1(logical_not, found)) : NULL);
}

ARRAY_FUNCTION(setxor1d, NUMPY | CUPY, "(ar1, ar2, assume_unique=False)",
               "The elements of exactly one of two sets.\n\n>>> setxor1d([1, 2], [2, 3])\narray([1, 3])\n") {
    bool is_set;
    if (!call_truth(call, 2, &is_set)) return variant_absent();
    Array *all = both(call, set_argument(call, 0, is_set), set_argument(call, 1, is_set)), *sorted = all ? call_sort(call, all, 0) : NULL;
    if (!sorted) return variant_absent();
    int64_t count = sorted->shape[0];
    Array *first = first_of_runs(call, sorted, false);
    Array *last = first ? call_filled(call, DTYPE(BOOL), 1, &count, variant_bool(true)) : NULL;
    if (count > 1 && !call_assign(call, call_slice(call, last, 0, 0, count - 1, 1),
                                  call_slice(call, first, 0, 1, count - 1, 1)))
        return variant_absent();
    return call_give(call, first && last ? call_mask(call, sorted, APPLY2(logical_and, first, last)) : NULL);
}
