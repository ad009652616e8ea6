/* What functions are composed of: the primitives, as calls that hold their results.
 *
 * Every array that these return belongs to the call and is released after the body, so a body just chains them.
 * Each takes NULL for a failed input and passes it on: check once, at the end. `call_give` makes the result. */
#ifndef ARRAYLIB_FUNCTIONS_COMPOSE_H
#define ARRAYLIB_FUNCTIONS_COMPOSE_H

#include "arraylib/array.h"
#include "arraylib/functions/ufunc.h"

/* Operands of call_apply: an array (NULL becomes ABSENT and fails) or a Python number, which counts by kind. */
static inline Variant of_array(Array *array) {
    return array ? (Variant){.kind = VARIANT_ARRAY, .array = array} : variant_absent();
}

Array *call_apply1(ArrayCall *call, const Operator *row, Array *a);
Array *call_apply2(ArrayCall *call, const Operator *row, Variant a, Variant b);
Array *call_apply3(ArrayCall *call, const Operator *row, Variant a, Variant b, Variant c);
#define APPLY1(NAME, a) call_apply1(call, OPERATOR(NAME), a)
#define APPLY2(NAME, a, b) call_apply2(call, OPERATOR(NAME), of_array(a), of_array(b))
#define APPLY2_NUMBER(NAME, a, number) call_apply2(call, OPERATOR(NAME), of_array(a), number)
#define NUMBER_APPLY2(NAME, number, b) call_apply2(call, OPERATOR(NAME), number, of_array(b))

/* An argument order=: 'C', 'F', 'A' or 'K'; unchanged where it is not given. */
bool call_order(ArrayCall *call, size_t index, char *order);

#define ALL_AXES UINT64_MAX
Array *call_reduce(ArrayCall *call, const Operator *row, Array *a, uint64_t axes, bool keep_dimensions, const Dtype *dtype);
Array *call_accumulate(ArrayCall *call, const Operator *row, Array *a, int axis, const Dtype *dtype);

Array *call_cast(ArrayCall *call, Array *a, const Dtype *dtype);
Array *call_contiguous(ArrayCall *call, Array *a, const Dtype *dtype); /* dtype NULL: its own */
Array *call_copy(ArrayCall *call, Array *a, char order);
Array *call_on_host(ArrayCall *call, Array *a);
Array *call_on_device(ArrayCall *call, Array *a);

Array *call_new(ArrayCall *call, const Dtype *dtype, int dimensions, const int64_t *shape); /* uninitialised */
Array *call_filled(ArrayCall *call, const Dtype *dtype, int dimensions, const int64_t *shape, Variant number);
Array *call_iota(ArrayCall *call, int64_t count); /* int64 0, 1, ... */
Array *call_number(ArrayCall *call, const Dtype *dtype, Variant number); /* a 0-d array */
/* An int64 array of the device out of host memory. */
Array *call_integers(ArrayCall *call, int64_t count, const int64_t *numbers);
/* The same elements, laid out in the order in which `model`, of as many axes, lies in memory. */
Array *call_laid_out(ArrayCall *call, Array *a, const Array *model);
bool call_assign(ArrayCall *call, Array *target, Array *source);

Array *call_view(ArrayCall *call, Array *a, int dimensions, const int64_t *shape, const int64_t *strides, int64_t offset);
Array *call_reshape(ArrayCall *call, Array *a, int dimensions, const int64_t *shape);
Array *call_flat(ArrayCall *call, Array *a); /* one dimension, C order */
Array *call_transpose(ArrayCall *call, Array *a, const int *axes);
Array *call_move_axis(ArrayCall *call, Array *a, int from, int to);
Array *call_slice(ArrayCall *call, Array *a, int axis, int64_t start, int64_t count, int64_t step);
Array *call_expand(ArrayCall *call, Array *a, int axis);    /* a new axis of extent 1 */
Array *call_drop_axis(ArrayCall *call, Array *a, int axis); /* one of extent 1 */
Array *call_broadcast(ArrayCall *call, Array *a, int dimensions, const int64_t *shape);
Array *call_at_least(ArrayCall *call, Array *a, int dimensions); /* leading axes of extent 1 */

Array *call_take(ArrayCall *call, Array *a, Array *indexes, int axis); /* a[..., indexes, ...] */
Array *call_mask(ArrayCall *call, Array *a, Array *mask);              /* a[mask] */
Array *call_get(ArrayCall *call, Array *a, Variant index);
bool call_set(ArrayCall *call, Array *a, Variant index, Variant value);
Array *call_mean(ArrayCall *call, Array *a, uint64_t axes);
Array *call_median(ArrayCall *call, Array *a, uint64_t axes);
Array *call_quantile(ArrayCall *call, Array *sorted, double q); /* over the last axis, interpolated */
Array *call_where(ArrayCall *call, Array *condition, Variant a, Variant b);
Array *call_sort(ArrayCall *call, Array *a, int axis);    /* a sorted copy */
Array *call_argsort(ArrayCall *call, Array *a, int axis); /* stable */
/* The same, elements compared as those of `by`: records with their fields in another order. */
Array *call_sort_by(ArrayCall *call, Array *a, int axis, const Dtype *by);
Array *call_argsort_by(ArrayCall *call, Array *a, int axis, const Dtype *by);
/* Only the elements from `first` to `last` need be in their places (of an order the first), -1: all. */
Array *call_partition_by(ArrayCall *call, Array *a, int axis, const Dtype *by, int64_t first, int64_t last);
Array *call_argpartition_by(ArrayCall *call, Array *a, int axis, const Dtype *by, int64_t place);
Array *call_search(ArrayCall *call, Array *sorted, Array *values, bool right); /* searchsorted */
/* axes= (argument `index`) of a function over core dimensions: `core` counts those of the two operands, which come out with them last,
 * and of the result, whose own are put where `axes` says. */
bool call_core_axes(ArrayCall *call, size_t index, const char *name, const int *core, Array **operands, Variant *result_axes);
Array *call_place_core_axes(ArrayCall *call, Array *result, const char *name, int core, Variant axes);
#define CORE_PARAMETERS "(x1, x2, /, out=None, *, casting='same_kind', order='K', dtype=None, subok=True, axes=<no value>, axis=<no value>)"
Array *call_matmul(ArrayCall *call, Array *a, Array *b); /* NumPy's matmul, types promoted */
Array *call_stack_axis(ArrayCall *call, Array *const *arrays, size_t count, int axis); /* concatenate */
int64_t call_count_nonzero(ArrayCall *call, Array *a); /* -1: failed */
bool call_nonzero(ArrayCall *call, Array *a, Array **positions); /* of the true elements: an array for each axis */
bool call_all_true(ArrayCall *call, Array *a, bool *all);
double call_item(ArrayCall *call, Array *a, int64_t position); /* as a double; 0 on failure */
int64_t call_item_integer(ArrayCall *call, Array *a, int64_t position);

/* Another block by its path, in the call's namespace. `arguments` in signature order; those left out at the end are ABSENT,
 * not their defaults. The result is owned; or its array is the call's. */
enum { BLOCK_PARAMETERS_MAX = 16 };
Variant call_function(ArrayCall *call, const char *path, const Variant *arguments, size_t count);
Array *call_function_array(ArrayCall *call, const char *path, const Variant *arguments, size_t count);

/* The same call with other arguments, for a helper that reads them; what it holds is the call's own once it has ended. */
ArrayCall call_inner_begin(const ArrayCall *call, const Variant *arguments, size_t count);
void call_inner_end(ArrayCall *call, const ArrayCall *inner);

/* Results. NULL gives ABSENT. */
Variant call_give(ArrayCall *call, Array *a);        /* the array itself */
Variant call_give_item(ArrayCall *call, Array *a);   /* 0-d ones as numpy's scalars */
/* The same, or copied into `out` (argument `index`) when that is given. */
Variant call_give_out(ArrayCall *call, Array *a, size_t index);
Variant call_give_list(ArrayCall *call, Array *const *arrays, size_t count, bool is_tuple);
/* The elements of a sequence argument (or the rows of an array) as arrays; NULL: failed. The block is the call's. */
Array **call_array_list(ArrayCall *call, size_t index, size_t *count);

#endif
