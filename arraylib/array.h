/* The public face of the array library: all that kernel/modules uses.
 *
 *     runtime_create                 one for an Interpreter
 *     Variant                        what goes in and comes out (core/variant.h)
 *     array_functions, ..._call      numpy's functions as blocks (functions/function.h)
 *     operators, ufunc_...           numpy's ufuncs as rows (core/operators.h), called below
 *     array_get_item, ..._set_item   indexing with Variants
 *     array_repr, scalar_repr, ...   printing
 *
 * Results in `Variant`: ABSENT means failure, with the reason in `error`. NumPy's scalars come out as
 * VARIANT_SCALAR; cupy's 0-d results as VARIANT_ARRAY. */
#ifndef ARRAYLIB_ARRAY_H
#define ARRAYLIB_ARRAY_H

#include "arraylib/core/array.h"
#include "arraylib/core/datetime.h"
#include "arraylib/core/dtype.h"
#include "arraylib/core/operators.h"
#include "arraylib/core/runtime.h"
#include "arraylib/core/variant.h"
#include "arraylib/device/device.h"
#include "arraylib/device/pool.h"
#include "arraylib/functions/function.h"
#include "arraylib/functions/kernels.h"
#include "arraylib/graph/graph.h"
#include "base/text_buffer.h"

/* ---- Ufuncs: operators[] in core/operators.h are numpy's ufuncs, by name. */

typedef struct UfuncOptions { /* all borrowed; zeroed: none given */
    Variant out;   /* ABSENT, NONE, an ARRAY, or a tuple of ARRAY and NONE */
    Variant where; /* ABSENT or anything that makes a bool array */
    const Dtype *dtype;
    Casting casting; /* set `has_casting` */
    bool has_casting;
    char order; /* 0 means 'K' */
    bool is_operator; /* called as a + b: between scalars, warnings say "scalar add" as NumPy's do */
    bool is_immediate; /* not put off */
    ArrayNamespace namespace; /* CUPY: lists and host arrays are refused; 0 means NUMPY */
} UfuncOptions;

/* op(inputs...). Result: one array or scalar, or a tuple of them. In-place operators pass `out` = left operand. */
Variant ufunc_call(ArrayRuntime *runtime, const Operator *operator_row, const Variant *inputs, size_t count,
                   const UfuncOptions *options, Error *error);
/* One float64 with less ado, by an operator of one operand and one result. ABSENT without an error: it computes in other types. */
Variant ufunc_of_double(ArrayRuntime *runtime, const Operator *operator_row, double number, Error *error);
/* The commonest case with less ado: + - * / of two small arrays of one shape and type on the host, in C order, or of a small
 * float64 array and a number (an array is NULL then). *done false: not this case, and nothing has happened. */
Array *ufunc_quick(ArrayRuntime *runtime, const Operator *operator_row, const Array *left, const Array *right, double number, bool *done,
                   Error *error);
/* The ufunc that a function of scipy.special is, as a row of operators. The row points into `made`, which is to stay. False: it is none. */
enum { SPECIAL_LOOPS_MAX = 8 };
typedef struct SpecialOperator {
    Operator row;
    OwnLoops own;
    uint8_t loops[SPECIAL_LOOPS_MAX][OPERATOR_OPERANDS_MAX];
} SpecialOperator;
bool special_operator(const ArrayFunction *function, SpecialOperator *made);

/* The methods. `axis`: NONE, an integer or a tuple, as NumPy's; ABSENT is the default 0. `initial`: ABSENT or a
 * number. */
Variant ufunc_reduce(ArrayRuntime *runtime, const Operator *operator_row, Variant array, Variant axis,
                     bool keep_dimensions, Variant initial, const UfuncOptions *options, Error *error);
Variant ufunc_accumulate(ArrayRuntime *runtime, const Operator *operator_row, Variant array, Variant axis,
                         const UfuncOptions *options, Error *error);
Variant ufunc_reduceat(ArrayRuntime *runtime, const Operator *operator_row, Variant array, Variant indices,
                       Variant axis, const UfuncOptions *options, Error *error);
Variant ufunc_outer(ArrayRuntime *runtime, const Operator *operator_row, Variant left, Variant right,
                    const UfuncOptions *options, Error *error);
bool ufunc_at(ArrayRuntime *runtime, const Operator *operator_row, Variant array, Variant indices, Variant values,
              Error *error); /* values ABSENT for a unary operator */

/* ---- Indexing. `index` is what stands in the brackets: an INTEGER, SLICE, ELLIPSIS, NONE, ARRAY, SEQUENCE
 * (a tuple is several indices, a list one), BOOL. */
/* a @ b of one or two axes each, of one inexact type on the host. *result NULL with true: another product, nothing is done. */
bool array_matmul_plain(ArrayRuntime *runtime, Array *a, Array *b, Array **result, Error *error);
Variant array_get_item(ArrayRuntime *runtime, Array *array, Variant index, Error *error);
/* With the choice of C order for what index arrays pick. */
Variant array_pick(ArrayRuntime *runtime, Array *array, Variant index, bool c_order, Error *error);
/* array[..., places, ...] by an array of places along an axis, as a new array in C order (or a scalar). */
Variant array_take_places(ArrayRuntime *runtime, Array *array, Array *places, int axis, Error *error);
bool array_set_item(ArrayRuntime *runtime, Array *array, Variant index, Variant value, Error *error);

/* The field of records that a STRING names, or the fields of a list of them, as a view. NULL with `error`. */
Array *array_fields(Array *array, Variant index, Error *error);

/* ---- Making and reading. */

/* np.array(value, dtype): nested sequences, numbers, scalars, arrays. dtype NULL: found. `copy`: always a copy. */
Array *array_from_variant(ArrayRuntime *runtime, Variant value, const Dtype *dtype, Device *device, bool copy,
                          Error *error);
/* The same of a sequence, on the host, with `most` axes at most: deeper sequences are the elements of object arrays, ValueError for
 * others. */
Array *array_from_sequence(ArrayRuntime *runtime, Variant value, const Dtype *dtype, int most, Error *error);
/* Text or dates of which the length or the unit was left open, as an array's elements need them; other types as they are. NULL with
 * `error`. */
const Dtype *open_cast(ArrayRuntime *runtime, Array *source, const Dtype *dtype, Error *error);
/* An array over bytes of a device that belong to someone else; `release_owner(owner)` is called when the last view is
 * gone. */
Array *array_from_memory(Device *device, void *bytes, const Dtype *dtype, int dimensions,
                         const int64_t *shape, const int64_t *strides, void *owner,
                         void (*release_owner)(void *owner), Error *error);
/* The owner of such memory, where `release_owner` is what releases it; NULL for other arrays. */
void *array_memory_owner(const Array *array, void (*release_owner)(void *owner));
/* The element at flat C-order position `position` as a VARIANT_SCALAR. */
Variant array_scalar_at(const Array *array, int64_t position, Error *error);
/* x.tolist(): nested lists of Python's numbers; a 0-d array gives the number. */
Variant array_to_list(ArrayRuntime *runtime, Array *array, Error *error);
/* bool(x), with NumPy's error for more than one element. */
bool array_truth(ArrayRuntime *runtime, Array *array, bool *truth, Error *error);

/* ---- Views. New references; NULL and `error` on failure. */
Array *array_transpose(Array *array, const int *axes, Error *error); /* axes NULL: reversed */
Array *array_reshape(Array *array, int dimensions, const int64_t *shape, char order, Error *error); /* -1 allowed */
Array *array_real_part(Array *array, Error *error);      /* a view; the array itself when it is not complex */
Array *array_imaginary_part(Array *array, Error *error); /* a view when complex, else read-only zeros */
Array *array_view_as(Array *array, const Dtype *dtype, Error *error); /* x.view(dtype) */
bool array_set_shape(Array *array, int dimensions, const int64_t *shape, Error *error); /* x.shape = ... */

/* ---- Printing. */
bool array_repr(ArrayRuntime *runtime, Array *array, TextBuffer *text, Error *error); /* array([1, 2]) */
/* Class([1, 2]): as an array of a derived class shows itself. */
bool array_repr_as(ArrayRuntime *runtime, Array *array, const char *class_name, TextBuffer *text, Error *error);
bool array_str(ArrayRuntime *runtime, Array *array, TextBuffer *text, Error *error);  /* [1 2] */
/* np.array2string's core: `prefix` and `suffix` only matter for indentation and wrapping. */
bool array_to_text(ArrayRuntime *runtime, Array *array, const PrintOptions *options, const char *separator,
                   const char *prefix, const char *suffix, TextBuffer *text, Error *error);
void scalar_repr(const PrintOptions *options, const Dtype *dtype, const void *bytes, TextBuffer *text); /* np.float64(1.0) */
void scalar_str(const PrintOptions *options, const Dtype *dtype, const void *bytes, TextBuffer *text);  /* 1.0 */
/* format(np.float64, spec) is Python's own: convert with scalar_to_variant (core/variant.h), which is x.item() too. */

#endif
