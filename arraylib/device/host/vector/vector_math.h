/* The transcendental functions over many elements at once: of float64 our own (vector_doubles.h) or SLEEF's, opened when one is
 * first computed, of float32 our own (vector_floats.h).
 *
 * SLEEF's "finz" functions give the same bits on every processor with fused multiply-add, whatever the width of its vectors, and
 * are within 1 ulp, as are our own. They know neither the ends of the range nor floating-point flags well: elements that are not
 * finite or give results that are not normal are computed by the C library, which also raises the flags that NumPy warns by. So an
 * element has one result, whatever stands beside it. Without SLEEF (or on processors without fused multiply-add, with its
 * "cinz" functions) the last digit may be another. CUPOLA_VECTOR_MATH=0 does without all of it. */
#ifndef ARRAYLIB_DEVICE_HOST_VECTOR_MATH_H
#define ARRAYLIB_DEVICE_HOST_VECTOR_MATH_H

#include "arraylib/device/host/loops/loops.h"

/* The loop of float32 or float64; NULL: there is none (or no library), the operator's own serves. */
HostLoop *vector_math_loop(const Operator *operator_row, int loop);
bool vector_math_is_wanted(void); /* by CUPOLA_VECTOR_MATH */

/* Operator, name in C and in SLEEF. Square roots and hypotenuses, asked for exact values at whole arguments, are elsewhere. */
#define VECTOR_FUNCTIONS(X)                                                                                   \
    X(sin, sin)                                                                                               \
    X(cos, cos)                                                                                               \
    X(tan, tan)                                                                                               \
    X(arcsin, asin)                                                                                           \
    X(arccos, acos)                                                                                           \
    X(arctan, atan)                                                                                           \
    X(exp, exp)                                                                                               \
    X(exp2, exp2)                                                                                             \
    X(expm1, expm1)                                                                                           \
    X(log, log)                                                                                               \
    X(log2, log2)                                                                                             \
    X(log10, log10)                                                                                           \
    X(log1p, log1p)                                                                                           \
    X(sinh, sinh)                                                                                             \
    X(cosh, cosh)                                                                                             \
    X(tanh, tanh)                                                                                             \
    X(arcsinh, asinh)                                                                                         \
    X(arccosh, acosh)                                                                                         \
    X(arctanh, atanh)

/* The same of two arguments. SLEEF's powers are within 0.7 ulp, so those that a number holds exactly are exact. */
#define VECTOR_FUNCTIONS2(X)                                                                                  \
    X(power, pow)                                                                                             \
    X(arctan2, atan2)

typedef enum VectorNumber {
#define X(name, c_name) VECTOR_##name,
    VECTOR_FUNCTIONS(X) VECTOR_FUNCTIONS2(X)
#undef X
        VECTOR_cbrt, /* of float32 only */
    VECTOR_COUNT
} VectorNumber;

/* One function over contiguous elements, with vectors of a width: for vector_math.c alone. `function` is SLEEF's where it is called. */
typedef void VectorFunction(void);
typedef bool ApplyDoubles(VectorFunction *function, const double *in, double *out, int64_t count); /* true: some are special */
typedef bool ApplyFloats(VectorFunction *function, const float *in, float *out, int64_t count);
/* The same of two arguments; with `is_power` exponents that the functions below serve are special too. */
typedef bool ApplyDoubles2(VectorFunction *function, bool is_power, const double *a, const double *b, double *out, int64_t count);
typedef bool ApplyFloats2(VectorFunction *function, bool is_power, const float *a, const float *b, float *out, int64_t count);
ApplyDoubles vector_apply_doubles_16, vector_apply_doubles_32, vector_apply_doubles_64;
ApplyDoubles2 vector_apply_doubles2_16, vector_apply_doubles2_32, vector_apply_doubles2_64;
/* Our own by VectorNumber, NULL where there is none. */
extern ApplyDoubles *const vector_doubles_16[], *const vector_doubles_32[], *const vector_doubles_64[];
extern ApplyDoubles2 *const vector_doubles2_16[], *const vector_doubles2_32[], *const vector_doubles2_64[];
extern ApplyFloats *const vector_floats_16[], *const vector_floats_32[], *const vector_floats_64[];
extern ApplyFloats2 *const vector_floats2_16[], *const vector_floats2_32[], *const vector_floats2_64[];

/* Powers of whole exponents from 2 to VECTOR_WHOLE_MOST, at most VECTOR_PIECE at once, by products that are all but rounded once;
 * special are those that are not finite and the smallest. Those of float64 need fused multiply-add. */
enum { VECTOR_PIECE = 256, VECTOR_WHOLE_MOST = 8 };
typedef bool WholeDoubles(const double *in, int power, double *out, int64_t count);
typedef bool WholeFloats(const float *in, int power, float *out, int64_t count);
WholeDoubles vector_whole_doubles_16, vector_whole_doubles_32, vector_whole_doubles_64;
WholeFloats vector_whole_floats_16, vector_whole_floats_32, vector_whole_floats_64;

#endif
