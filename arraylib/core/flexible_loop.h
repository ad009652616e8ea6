/* Operators over elements that are no numbers: values of the language, text, dates, records.
 *
 * There are too many such types for tables of loops: what an operator computes in is found for each call (flexible_resolve), and
 * done element by element (loop->step). Host only. */
#ifndef ARRAYLIB_CORE_FLEXIBLE_LOOP_H
#define ARRAYLIB_CORE_FLEXIBLE_LOOP_H

#include "arraylib/core/element.h"
#include "arraylib/core/operators.h"

typedef struct FlexibleLoop FlexibleLoop;
struct FlexibleLoop {
    ArrayRuntime *runtime;
    const Operator *row;
    const Dtype *types[5]; /* of the inputs, then the outputs: elements are cast to them before */
    /* One element: `data` of the inputs, then of the outputs, which may be one of the inputs. */
    bool (*step)(const FlexibleLoop *loop, char *const *data, Error *error);
    int *flags;       /* where floating-point flags of the elements come together; NULL: each is acted on at once */
    bool one_divisor; /* the second operand is one element for all */
};

/* Does the operator, for inputs of which at least one is flexible, have a loop? False with `error` set in NumPy's words. */
/* An output other than the operator's own, for values of the language: truth, or the value that stands for it. */
void flexible_ask(FlexibleLoop *loop, const Dtype *asked);
/* Is it a comparison of int64 with uint64? */
bool flexible_compares_whole(const Operator *row, const Dtype *left, const Dtype *right);
bool flexible_resolve(ArrayRuntime *runtime, const Operator *row, const Dtype *const *inputs, FlexibleLoop *loop, Error *error);

#endif
