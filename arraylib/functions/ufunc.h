/* What the files about ufuncs and the families share. */
#ifndef ARRAYLIB_FUNCTIONS_UFUNC_H
#define ARRAYLIB_FUNCTIONS_UFUNC_H

#include "arraylib/array.h"

/* A 0-d array as numpy's scalar (on the host) or as the array itself; others as arrays. Borrows. */
Variant ufunc_result(Array *array, bool cupy);
/* The loop whose first input is of `dtype`; -1: none. */
int operator_loop_for(const Operator *row, const Dtype *dtype);
/* Reduce over the axes of the mask, into a new array (kept axes of extent 1 stay when `keep_dimensions`), computing
 * in `dtype` (NULL: the operator's own choice). `initial` NULL: none; else an element of the computed type. */
Array *array_reduce(ArrayRuntime *runtime, const Operator *row, Array *array, uint64_t axes, bool keep_dimensions,
                    const Dtype *dtype, const Variant *initial, Array *where, const char *name, Error *error);
Array *array_accumulate(ArrayRuntime *runtime, const Operator *row, Array *array, int axis, const Dtype *dtype,
                        Error *error);
/* The type that a reduction of `dtype` computes in: add and multiply widen small integers. */
const Dtype *reduction_dtype(const Operator *row, const Dtype *dtype);

/* The loop of an operator of two operands for two arrays' types; false: there is none, and `error` says so. */
bool ufunc_resolve(ArrayRuntime *runtime, const Operator *row, const Array *left, const Array *right, int *loop, Error *error);

#endif
