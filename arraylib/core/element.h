/* Single elements of any type, in host memory: in and out of Variants, copied, compared.
 *
 * Elements of object arrays are counted references (VariantHandle *, NULL for None), so their bytes are never copied without
 * these functions. */
#ifndef ARRAYLIB_CORE_ELEMENT_H
#define ARRAYLIB_CORE_ELEMENT_H

#include "arraylib/core/flexible.h"
#include "arraylib/core/variant.h"

#include <string.h>

/* NumPy's ComplexWarning where complex values become real ones; false: the warning was raised. */
bool warn_complex_discarded(ArrayRuntime *runtime, const Dtype *from, const Dtype *to, Error *error);

/* A number as an element of `dtype`: OverflowError when an integer does not fit, TypeError for no number. Only for elements of 16
 * bytes and less that are no references; the others are refused. */
bool variant_store(ArrayRuntime *runtime, Variant number, const Dtype *dtype, void *bytes, Error *error);
/* The same where a number is put into an array by itself (a[0] = x, a.fill(x), within lists): there NumPy's own numbers must
 * fit signed integers as Python's must. */
bool variant_set(ArrayRuntime *runtime, Variant number, const Dtype *dtype, void *bytes, Error *error);
/* The error of a list or tuple that is put into one element. */
bool sequence_refuse(Variant value, const Dtype *dtype, Error *error);
/* Any value into an element of any type; what an object element held is given up. */
bool element_store(ArrayRuntime *runtime, Variant value, const Dtype *dtype, void *bytes, Error *error);
/* The element as a value, owned: numbers and dates as SCALAR, text as STRING or BYTES with its dtype, records as a tuple, a value
 * of the language as its handle or NONE. ABSENT: no memory. */
Variant element_load(const Dtype *dtype, const void *bytes);

void element_make_plain(Variant *value); /* numbers, str and bytes of the language, instead of numpy's scalars */

void element_copy(const Dtype *dtype, void *to, const void *from); /* `to` holds an element already (or zeros) */
void elements_clear(const Dtype *dtype, void *bytes, int64_t count); /* references are given up; zeros are left */
/* *order: negative, 0 or positive as `left` sorts before, beside or after `right`; NaN and NaT come last. */
bool element_compare(ArrayRuntime *runtime, const Dtype *dtype, const void *left, const void *right, int *order, Error *error);
bool element_truth(ArrayRuntime *runtime, const Dtype *dtype, const void *bytes, bool *truth, Error *error);

static inline VariantHandle *handle_retain(VariantHandle *handle) {
    if (handle) handle->references++;
    return handle;
}
void handle_release(VariantHandle *handle); /* NULL is fine */
/* An element of an object array: borrowed; and in its place another one, which is taken. */
static inline VariantHandle *handle_read(const void *bytes) {
    VariantHandle *handle;
    memcpy(&handle, bytes, sizeof handle);
    return handle;
}
static inline void handle_put(void *bytes, VariantHandle *owned) {
    VariantHandle *old = handle_read(bytes);
    memcpy(bytes, &owned, sizeof owned);
    handle_release(old); /* last: it may run the language */
}

#endif
