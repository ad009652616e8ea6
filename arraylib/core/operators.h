/* The elementwise operators: NumPy's ufuncs, one row each, which is all that is said of an operator by name; who needs
 * to know something of it reads a column. A row that lacks one does not compile.
 *
 * ROW(name, group of loops, identity, CUDA spelling, IR spelling, rule for objects, traits, docstring)
 *
 * identity: of reductions: NONE, ZERO, ONE, MINUS_ONE, MINUS_INFINITY, TRUE, FALSE.
 * IR spelling: how ir/operators.c builds it; NOTHING: not at all, and so it is never fused, nor compiled.
 * rule for objects: what is done with two values of the language (kernel/modules/numpy/elements.c): BINARY, UNARY,
 *     COMPARED (the language's own operator), METHOD (theirs of that name), MATH (the function of module math), EXTREME (the
 *     one that compares so), OWN (a function there), REFUSED.
 * traits: OperatorTraits below.
 *
 * The host's loops are found by name: device/host/loops/ defines one for each type of the group.
 *
 * A group lists the types an operator computes in, in
 * NumPy's order, as L1(A, R), L2(A, B, R), L1_2(A, R, S), L2_2(A, B, R, S), L3(A, B, C, R). From the same group
 * come the type list in NumPy's spelling ("dd->d"), the host's table of loops and the device's kernels.
 *
 * The CUDA spelling is a statement over in0, in1, in2, out0, out1, which have the types of the loop (float16 is
 * computed as float). The functions that it names beside CUDA's own are defined in the CUDA device's preamble,
 * overloaded over the types: floor_divide, remainder, python_power, minimum_, ... */
#ifndef ARRAYLIB_CORE_OPERATORS_H
#define ARRAYLIB_CORE_OPERATORS_H

#include "arraylib/core/dtype.h"
#include "base/error.h"

/* Groups. G(L1, L2, ...) expand to a list of loops; N is passed through to the loops' macros. */
#define GROUP_INTEGERS1(L, N) L(N, INT8, INT8) L(N, UINT8, UINT8) L(N, INT16, INT16) L(N, UINT16, UINT16)     \
    L(N, INT32, INT32) L(N, UINT32, UINT32) L(N, INT64, INT64) L(N, UINT64, UINT64)
#define GROUP_FLOATS1(L, N) L(N, FLOAT16, FLOAT16) L(N, FLOAT32, FLOAT32) L(N, FLOAT64, FLOAT64)
#define GROUP_COMPLEX1(L, N) L(N, COMPLEX64, COMPLEX64) L(N, COMPLEX128, COMPLEX128)
#define GROUP_INEXACT1(L, N) GROUP_FLOATS1(L, N) GROUP_COMPLEX1(L, N)
#define GROUP_BOOL_INTEGERS1(L, N) L(N, BOOL, BOOL) GROUP_INTEGERS1(L, N)
#define GROUP_REAL1(L, N) GROUP_BOOL_INTEGERS1(L, N) GROUP_FLOATS1(L, N)
#define GROUP_NUMERIC1(L, N) GROUP_INTEGERS1(L, N) GROUP_INEXACT1(L, N)
#define GROUP_ABSOLUTE1(L, N) GROUP_REAL1(L, N) L(N, COMPLEX64, FLOAT32) L(N, COMPLEX128, FLOAT64)
#define GROUP_SIGNBIT1(L, N) L(N, FLOAT16, BOOL) L(N, FLOAT32, BOOL) L(N, FLOAT64, BOOL)
#define GROUP_TIMES1(L, N) L(N, INT64, BOOL) /* dates and durations lie as int64; see flexible_loop.c */
#define GROUP_COUNT1(L, N) L(N, INT8, UINT8) L(N, UINT8, UINT8) L(N, INT16, UINT8) L(N, UINT16, UINT8)        \
    L(N, INT32, UINT8) L(N, UINT32, UINT8) L(N, INT64, UINT8) L(N, UINT64, UINT8)
#define GROUP_TEST1(L, N) L(N, BOOL, BOOL) L(N, INT8, BOOL) L(N, UINT8, BOOL) L(N, INT16, BOOL)               \
    L(N, UINT16, BOOL) L(N, INT32, BOOL) L(N, UINT32, BOOL) L(N, INT64, BOOL) L(N, UINT64, BOOL)              \
    L(N, FLOAT16, BOOL) L(N, FLOAT32, BOOL) L(N, FLOAT64, BOOL) L(N, COMPLEX64, BOOL) L(N, COMPLEX128, BOOL)

#define GROUP_INTEGERS2(L, N) L(N, INT8, INT8, INT8) L(N, UINT8, UINT8, UINT8) L(N, INT16, INT16, INT16)      \
    L(N, UINT16, UINT16, UINT16) L(N, INT32, INT32, INT32) L(N, UINT32, UINT32, UINT32)                       \
    L(N, INT64, INT64, INT64) L(N, UINT64, UINT64, UINT64)
#define GROUP_FLOATS2(L, N) L(N, FLOAT16, FLOAT16, FLOAT16) L(N, FLOAT32, FLOAT32, FLOAT32)                   \
    L(N, FLOAT64, FLOAT64, FLOAT64)
#define GROUP_COMPLEX2(L, N) L(N, COMPLEX64, COMPLEX64, COMPLEX64) L(N, COMPLEX128, COMPLEX128, COMPLEX128)
#define GROUP_INEXACT2(L, N) GROUP_FLOATS2(L, N) GROUP_COMPLEX2(L, N)
#define GROUP_BOOL_INTEGERS2(L, N) L(N, BOOL, BOOL, BOOL) GROUP_INTEGERS2(L, N)
#define GROUP_REAL_NO_BOOL2(L, N) GROUP_INTEGERS2(L, N) GROUP_FLOATS2(L, N)
#define GROUP_NUMERIC2(L, N) GROUP_INTEGERS2(L, N) GROUP_INEXACT2(L, N)
#define GROUP_ALL2(L, N) GROUP_BOOL_INTEGERS2(L, N) GROUP_INEXACT2(L, N)
#define GROUP_DIVIDE2(L, N) GROUP_INEXACT2(L, N)
#define GROUP_FLOAT_POWER2(L, N) L(N, FLOAT64, FLOAT64, FLOAT64) L(N, COMPLEX128, COMPLEX128, COMPLEX128)
#define GROUP_LDEXP2(L, N) L(N, FLOAT16, INT32, FLOAT16) L(N, FLOAT32, INT32, FLOAT32)                        \
    L(N, FLOAT16, INT64, FLOAT16) L(N, FLOAT32, INT64, FLOAT32) L(N, FLOAT64, INT32, FLOAT64)                 \
    L(N, FLOAT64, INT64, FLOAT64)
#define GROUP_COMPARE2(L, N) L(N, BOOL, BOOL, BOOL) L(N, INT8, INT8, BOOL) L(N, UINT8, UINT8, BOOL)           \
    L(N, INT16, INT16, BOOL) L(N, UINT16, UINT16, BOOL) L(N, INT32, INT32, BOOL) L(N, UINT32, UINT32, BOOL)   \
    L(N, INT64, INT64, BOOL) L(N, UINT64, UINT64, BOOL) L(N, FLOAT16, FLOAT16, BOOL)                          \
    L(N, FLOAT32, FLOAT32, BOOL) L(N, FLOAT64, FLOAT64, BOOL) L(N, COMPLEX64, COMPLEX64, BOOL)                \
    L(N, COMPLEX128, COMPLEX128, BOOL)

#define GROUP_FREXP1_2(L, N) L(N, FLOAT16, FLOAT16, INT32) L(N, FLOAT32, FLOAT32, INT32) L(N, FLOAT64, FLOAT64, INT32)
#define GROUP_MODF1_2(L, N) L(N, FLOAT16, FLOAT16, FLOAT16) L(N, FLOAT32, FLOAT32, FLOAT32)                   \
    L(N, FLOAT64, FLOAT64, FLOAT64)
#define GROUP_DIVMOD2_2(L, N) L(N, INT8, INT8, INT8, INT8) L(N, UINT8, UINT8, UINT8, UINT8)                   \
    L(N, INT16, INT16, INT16, INT16) L(N, UINT16, UINT16, UINT16, UINT16) L(N, INT32, INT32, INT32, INT32)    \
    L(N, UINT32, UINT32, UINT32, UINT32) L(N, INT64, INT64, INT64, INT64)                                     \
    L(N, UINT64, UINT64, UINT64, UINT64) L(N, FLOAT16, FLOAT16, FLOAT16, FLOAT16)                             \
    L(N, FLOAT32, FLOAT32, FLOAT32, FLOAT32) L(N, FLOAT64, FLOAT64, FLOAT64, FLOAT64)

#define GROUP_ALL3(L, N) L(N, BOOL, BOOL, BOOL, BOOL) L(N, INT8, INT8, INT8, INT8)                            \
    L(N, UINT8, UINT8, UINT8, UINT8) L(N, INT16, INT16, INT16, INT16) L(N, UINT16, UINT16, UINT16, UINT16)    \
    L(N, INT32, INT32, INT32, INT32) L(N, UINT32, UINT32, UINT32, UINT32) L(N, INT64, INT64, INT64, INT64)    \
    L(N, UINT64, UINT64, UINT64, UINT64) L(N, FLOAT16, FLOAT16, FLOAT16, FLOAT16)                             \
    L(N, FLOAT32, FLOAT32, FLOAT32, FLOAT32) L(N, FLOAT64, FLOAT64, FLOAT64, FLOAT64)                         \
    L(N, COMPLEX64, COMPLEX64, COMPLEX64, COMPLEX64) L(N, COMPLEX128, COMPLEX128, COMPLEX128, COMPLEX128)
#define GROUP_SELECT3(L, N) L(N, BOOL, BOOL, BOOL, BOOL) L(N, BOOL, INT8, INT8, INT8)                         \
    L(N, BOOL, UINT8, UINT8, UINT8) L(N, BOOL, INT16, INT16, INT16) L(N, BOOL, UINT16, UINT16, UINT16)        \
    L(N, BOOL, INT32, INT32, INT32) L(N, BOOL, UINT32, UINT32, UINT32) L(N, BOOL, INT64, INT64, INT64)        \
    L(N, BOOL, UINT64, UINT64, UINT64) L(N, BOOL, FLOAT16, FLOAT16, FLOAT16)                                  \
    L(N, BOOL, FLOAT32, FLOAT32, FLOAT32) L(N, BOOL, FLOAT64, FLOAT64, FLOAT64)                               \
    L(N, BOOL, COMPLEX64, COMPLEX64, COMPLEX64) L(N, BOOL, COMPLEX128, COMPLEX128, COMPLEX128)

/* The rows, by arity. */
#define ELEMENTWISE_UNARY(ROW)                                                                               \
    ROW(negative, GROUP_NUMERIC1, NONE, "out0 = -in0", ONE(NEG), UNARY(NEGATIVE), IS_QUIET,                  \
        "Numerical negative, element-wise.")                                                                 \
    ROW(positive, GROUP_NUMERIC1, NONE, "out0 = in0", SAME, UNARY(POSITIVE), IS_QUIET,                       \
        "Numerical positive, element-wise.")                                                                 \
    ROW(absolute, GROUP_ABSOLUTE1, NONE, "out0 = absolute(in0)", OWN(absolute), UNARY(ABSOLUTE),             \
        IS_QUIET | IS_BRIEF, "Distance from zero, of each element.")                                         \
    ROW(fabs, GROUP_FLOATS1, NONE, "out0 = fabs(in0)", ONE(ABS), METHOD, IS_QUIET | IS_BRIEF,                \
        "Compute the absolute values element-wise, as floats.")                                              \
    ROW(sign, GROUP_NUMERIC1, NONE, "out0 = sign(in0)", OWN(sign), OWN(sign), IS_QUIET,                      \
        "Sign of each number: -1, 0 or 1.")                                                                  \
    ROW(square, GROUP_NUMERIC1, NONE, "out0 = in0 * in0", OWN(square), OWN(square), IS_PLAIN,                \
        "x * x.")                                                                                            \
    ROW(sqrt, GROUP_INEXACT1, NONE, "out0 = sqrt(in0)", MATH(sqrt), METHOD, IS_BRIEF,                        \
        "Non-negative square root, element-wise.")                                                           \
    ROW(cbrt, GROUP_FLOATS1, NONE, "out0 = cbrt(in0)", FLOATS(cbrt), METHOD, IS_PLAIN,                       \
        "Cube root, element-wise.")                                                                          \
    ROW(reciprocal, GROUP_NUMERIC1, NONE, "out0 = reciprocal(in0)", OWN(reciprocal), OWN(reciprocal),        \
        IS_PLAIN, "1 / x, in the type of x.")                                                                \
    ROW(exp, GROUP_INEXACT1, NONE, "out0 = exp(in0)", MATH(exp), METHOD, IS_PLAIN,                           \
        "Exponential of all elements.")                                                                      \
    ROW(exp2, GROUP_INEXACT1, NONE, "out0 = exp2(in0)", FLOATS(exp2), METHOD, IS_PLAIN,                      \
        "2**x for all elements.")                                                                            \
    ROW(expm1, GROUP_INEXACT1, NONE, "out0 = expm1(in0)", FLOATS(expm1), METHOD, IS_PLAIN,                   \
        "exp(x) - 1 for all elements, exact near 0.")                                                        \
    ROW(log, GROUP_INEXACT1, NONE, "out0 = log(in0)", MATH(log), METHOD, IS_PLAIN,                           \
        "Natural logarithm, element-wise.")                                                                  \
    ROW(log2, GROUP_INEXACT1, NONE, "out0 = log2(in0)", FLOATS(log2), METHOD, IS_PLAIN,                      \
        "Base-2 logarithm, element-wise.")                                                                   \
    ROW(log10, GROUP_INEXACT1, NONE, "out0 = log10(in0)", FLOATS(log10), METHOD, IS_PLAIN,                   \
        "Base-10 logarithm, element-wise.")                                                                  \
    ROW(log1p, GROUP_INEXACT1, NONE, "out0 = log1p(in0)", FLOATS(log1p), METHOD, IS_PLAIN,                   \
        "log(1 + x), element-wise, exact near 0.")                                                           \
    ROW(sin, GROUP_INEXACT1, NONE, "out0 = sin(in0)", MATH(sin), METHOD, IS_PLAIN,                           \
        "Trigonometric sine, element-wise (radians).")                                                       \
    ROW(cos, GROUP_INEXACT1, NONE, "out0 = cos(in0)", MATH(cos), METHOD, IS_PLAIN,                           \
        "Cosine, element-wise (radians).")                                                                   \
    ROW(tan, GROUP_INEXACT1, NONE, "out0 = tan(in0)", MATH(tan), METHOD, IS_PLAIN,                           \
        "Tangent, element-wise (radians).")                                                                  \
    ROW(arcsin, GROUP_INEXACT1, NONE, "out0 = asin(in0)", FLOATS(asin), METHOD, IS_PLAIN,                    \
        "Inverse sine, element-wise.")                                                                       \
    ROW(arccos, GROUP_INEXACT1, NONE, "out0 = acos(in0)", FLOATS(acos), METHOD, IS_PLAIN,                    \
        "Inverse cosine, element-wise.")                                                                     \
    ROW(arctan, GROUP_INEXACT1, NONE, "out0 = atan(in0)", FLOATS(atan), METHOD, IS_PLAIN,                    \
        "Inverse tangent, element-wise.")                                                                    \
    ROW(sinh, GROUP_INEXACT1, NONE, "out0 = sinh(in0)", FLOATS(sinh), METHOD, IS_PLAIN,                      \
        "Hyperbolic sine, element-wise.")                                                                    \
    ROW(cosh, GROUP_INEXACT1, NONE, "out0 = cosh(in0)", FLOATS(cosh), METHOD, IS_PLAIN,                      \
        "Hyperbolic cosine, element-wise.")                                                                  \
    ROW(tanh, GROUP_INEXACT1, NONE, "out0 = tanh(in0)", FLOATS(tanh), METHOD, IS_PLAIN,                      \
        "Hyperbolic tangent, element-wise.")                                                                 \
    ROW(arcsinh, GROUP_INEXACT1, NONE, "out0 = asinh(in0)", FLOATS(asinh), METHOD, IS_PLAIN,                 \
        "The number whose sinh is the element.")                                                             \
    ROW(arccosh, GROUP_INEXACT1, NONE, "out0 = acosh(in0)", FLOATS(acosh), METHOD, IS_PLAIN,                 \
        "The number not below 0 whose cosh is the element.")                                                 \
    ROW(arctanh, GROUP_INEXACT1, NONE, "out0 = atanh(in0)", FLOATS(atanh), METHOD, IS_PLAIN,                 \
        "The number whose tanh is the element.")                                                             \
    ROW(degrees, GROUP_FLOATS1, NONE, "out0 = in0 * (180.0 / 3.14159265358979323846)", SCALED(180, M_PI),    \
        METHOD, IS_PLAIN, "Angles in which a full turn is 2 pi, so that it is 360.")                         \
    ROW(rad2deg, GROUP_FLOATS1, NONE, "out0 = in0 * (180.0 / 3.14159265358979323846)", SCALED(180, M_PI),    \
        METHOD, IS_PLAIN, "Angles in which a full turn is 2 pi, so that it is 360.")                         \
    ROW(radians, GROUP_FLOATS1, NONE, "out0 = in0 * (3.14159265358979323846 / 180.0)", SCALED(M_PI, 180),    \
        METHOD, IS_PLAIN, "Angles in which a full turn is 360, so that it is 2 pi.")                         \
    ROW(deg2rad, GROUP_FLOATS1, NONE, "out0 = in0 * (3.14159265358979323846 / 180.0)", SCALED(M_PI, 180),    \
        METHOD, IS_PLAIN, "Angles in which a full turn is 360, so that it is 2 pi.")                         \
    ROW(floor, GROUP_REAL1, NONE, "out0 = floor(in0)", PARTS(floor), MATH, IS_QUIET | IS_BRIEF,              \
        "Largest integer not above x, element-wise.")                                                        \
    ROW(ceil, GROUP_REAL1, NONE, "out0 = ceil(in0)", PARTS(ceil), MATH, IS_QUIET,                            \
        "Smallest integer not below x, element-wise.")                                                       \
    ROW(trunc, GROUP_REAL1, NONE, "out0 = trunc(in0)", PARTS(trunc), MATH, IS_QUIET,                         \
        "Nearest integer towards zero, element-wise.")                                                       \
    ROW(rint, GROUP_INEXACT1, NONE, "out0 = rint(in0)", PARTS(rint), METHOD, IS_QUIET,                       \
        "Round to the nearest integer, halves to even.")                                                     \
    ROW(conjugate, GROUP_NUMERIC1, NONE, "out0 = conj(in0)", OWN(conjugate), METHOD, IS_QUIET | IS_BRIEF,    \
        "Complex conjugate, element-wise.")                                                                  \
    ROW(spacing, GROUP_FLOATS1, NONE, "out0 = spacing(in0)", NOTHING, REFUSED, IS_PLAIN,                     \
        "Distance to the nearest adjacent number.")                                                          \
    ROW(invert, GROUP_BOOL_INTEGERS1, NONE, "out0 = invert(in0)", ONE(NOT), UNARY(INVERT), IS_QUIET,         \
        "Bit-wise inversion, element-wise.")                                                                 \
    ROW(bitwise_count, GROUP_COUNT1, NONE, "out0 = bitwise_count(in0)", OWN(bitwise_count), OWN(bitwise_count),\
        IS_QUIET, "How many bits of the distance from zero are 1.")                                          \
    ROW(logical_not, GROUP_TEST1, NONE, "out0 = !truth(in0)", OWN(logical_not), OWN(logical_not), IS_QUIET,  \
        "Is it false?")                                                                                      \
    ROW(isnan, GROUP_TEST1, NONE, "out0 = isnan(in0)", TEST(isnan, OR, false), REFUSED, IS_QUIET | IS_BRIEF, \
        "Is it no number?")                                                                                  \
    ROW(isinf, GROUP_TEST1, NONE, "out0 = isinf(in0)", TEST(isinf, OR, false), REFUSED, IS_QUIET,            \
        "Is it infinite, of either sign?")                                                                   \
    ROW(isfinite, GROUP_TEST1, NONE, "out0 = isfinite(in0)", TEST(isfinite, AND, true), REFUSED, IS_QUIET,   \
        "Is it neither infinite nor nan?")                                                                   \
    ROW(isnat, GROUP_TIMES1, NONE, "out0 = in0 == (-9223372036854775807ll - 1)", NOTHING, METHOD, IS_QUIET,  \
        "Is it no time?")                                                                                    \
    ROW(signbit, GROUP_SIGNBIT1, NONE, "out0 = signbit(in0)", MATH(signbit), REFUSED, IS_QUIET,              \
        "True where the sign bit is set.")

/* The binary operators in lists, as host/loops_<list>.c has their loops. */
#define ELEMENTWISE_ARITHMETIC(ROW)                                                                          \
    ROW(add, GROUP_ALL2, ZERO, "out0 = add(in0, in1)", OWN(add), BINARY(ADD),                                \
        IS_ASSOCIATIVE | IS_WIDENED | IS_BRIEF, "Add arguments element-wise.")                               \
    ROW(subtract, GROUP_NUMERIC2, NONE, "out0 = in0 - in1", TWO(SUB), BINARY(SUBTRACT), IS_ORDERED,          \
        "Subtract arguments, element-wise.")                                                                 \
    ROW(multiply, GROUP_ALL2, ONE, "out0 = in0 * in1", OWN(multiply), BINARY(MULTIPLY),                      \
        IS_ASSOCIATIVE | IS_WIDENED, "Multiply arguments element-wise.")                                     \
    ROW(divide, GROUP_DIVIDE2, NONE, "out0 = in0 / in1", TWO(DIV), BINARY(TRUE_DIVIDE), IS_ORDERED,          \
        "Divide arguments element-wise.")                                                                    \
    ROW(maximum, GROUP_ALL2, NONE, "out0 = maximum(in0, in1)", EXTREME(MAX), EXTREME,                        \
        IS_QUIET | IS_ASSOCIATIVE | IS_IDEMPOTENT | IS_BRIEF, "Element-wise maximum; NaN is passed on.")     \
    ROW(minimum, GROUP_ALL2, NONE, "out0 = minimum(in0, in1)", EXTREME(MIN), EXTREME,                        \
        IS_QUIET | IS_ASSOCIATIVE | IS_IDEMPOTENT | IS_BRIEF, "Element-wise minimum; NaN is passed on.")     \
    ROW(fmax, GROUP_ALL2, NONE, "out0 = fmaximum(in0, in1)", NUMBERS(MAX, fmax), EXTREME,                    \
        IS_QUIET | IS_ASSOCIATIVE | IS_IDEMPOTENT, "Element-wise maximum; NaN is ignored.")                  \
    ROW(fmin, GROUP_ALL2, NONE, "out0 = fminimum(in0, in1)", NUMBERS(MIN, fmin), EXTREME,                    \
        IS_QUIET | IS_ASSOCIATIVE | IS_IDEMPOTENT, "Element-wise minimum; NaN is ignored.")

#define ELEMENTWISE_DIVISION(ROW)                                                                            \
    ROW(floor_divide, GROUP_REAL_NO_BOOL2, NONE, "out0 = floor_divide(in0, in1)", INEXACT(FLOOR_DIV),        \
        BINARY(FLOOR_DIVIDE), IS_ORDERED, "Largest integer not above the quotient, element-wise.")           \
    ROW(remainder, GROUP_REAL_NO_BOOL2, NONE, "out0 = remainder(in0, in1)", INEXACT(FLOOR_REM),              \
        BINARY(REMAINDER), IS_ORDERED, "Remainder of division, with the divisor's sign, element-wise.")      \
    ROW(fmod, GROUP_REAL_NO_BOOL2, NONE, "out0 = fmod(in0, in1)", INEXACT(REM), METHOD, IS_ORDERED,          \
        "Remainder of division, with the dividend's sign, element-wise.")                                    \
    ROW(power, GROUP_NUMERIC2, NONE, "out0 = power(in0, in1)", OWN(power), BINARY(POWER), IS_ORDERED,        \
        "First array to the powers of the second.")                                                          \
    ROW(float_power, GROUP_FLOAT_POWER2, NONE, "out0 = power(in0, in1)", OWN(power), REFUSED, IS_ORDERED,    \
        "First array to the powers of the second, in double precision.")                                     \
    ROW(gcd, GROUP_INTEGERS2, ZERO, "out0 = gcd(in0, in1)", NOTHING, MATH, IS_ASSOCIATIVE | IS_IDEMPOTENT,   \
        "The largest number that divides both.")                                                             \
    ROW(lcm, GROUP_INTEGERS2, NONE, "out0 = lcm(in0, in1)", NOTHING, MATH,                                   \
        IS_ORDERED | IS_ASSOCIATIVE | IS_IDEMPOTENT, "The least number that both divide.")

#define ELEMENTWISE_MATHEMATICS(ROW)                                                                         \
    ROW(arctan2, GROUP_FLOATS2, NONE, "out0 = atan2(in0, in1)", MATH(atan2), METHOD, IS_ORDERED,             \
        "Arc tangent of x1/x2, in the right quadrant.")                                                      \
    ROW(hypot, GROUP_FLOATS2, ZERO, "out0 = hypot(in0, in1)", MATH(hypot), METHOD, IS_ASSOCIATIVE,           \
        "Hypotenuse of a right triangle, element-wise.")                                                     \
    ROW(copysign, GROUP_FLOATS2, NONE, "out0 = copysign(in0, in1)", MATH(copysign), REFUSED,                 \
        IS_QUIET | IS_ORDERED, "x1 with the sign of x2, element-wise.")                                      \
    ROW(nextafter, GROUP_FLOATS2, NONE, "out0 = nextafter(in0, in1)", OWN(nextafter), REFUSED, IS_ORDERED,   \
        "Next number after x1 towards x2.")                                                                  \
    ROW(heaviside, GROUP_FLOATS2, NONE, "out0 = heaviside(in0, in1)", OWN(heaviside), REFUSED,               \
        IS_QUIET | IS_ORDERED, "Heaviside step function.")                                                   \
    ROW(logaddexp, GROUP_FLOATS2, MINUS_INFINITY, "out0 = logaddexp(in0, in1)", OWN(logaddexp), REFUSED,     \
        IS_ASSOCIATIVE, "log(exp(x1) + exp(x2)), where these would overflow, too.")                          \
    ROW(logaddexp2, GROUP_FLOATS2, MINUS_INFINITY, "out0 = logaddexp2(in0, in1)", OWN(logaddexp2), REFUSED,  \
        IS_ASSOCIATIVE, "Logarithm of the sum of exponentials in base 2.")                                   \
    ROW(ldexp, GROUP_LDEXP2, NONE, "out0 = ldexp(in0, (int)in1)", NOTHING, REFUSED, IS_PLAIN,                \
        "x1 with x2 added to its exponent of two.")

#define ELEMENTWISE_LOGIC(ROW)                                                                               \
    ROW(bitwise_and, GROUP_BOOL_INTEGERS2, MINUS_ONE, "out0 = in0 & in1", TWO(AND), BINARY(AND),             \
        IS_ASSOCIATIVE | IS_IDEMPOTENT | IS_BITWISE, "Bit-wise AND, element-wise.")                          \
    ROW(bitwise_or, GROUP_BOOL_INTEGERS2, ZERO, "out0 = in0 | in1", TWO(OR), BINARY(OR),                     \
        IS_ASSOCIATIVE | IS_IDEMPOTENT | IS_BITWISE, "Bit-wise OR, element-wise.")                           \
    ROW(bitwise_xor, GROUP_BOOL_INTEGERS2, ZERO, "out0 = in0 ^ in1", TWO(XOR), BINARY(XOR),                  \
        IS_ASSOCIATIVE | IS_BITWISE, "Bit-wise XOR, element-wise.")                                          \
    ROW(left_shift, GROUP_INTEGERS2, NONE, "out0 = left_shift(in0, in1)", TWO(SHL), BINARY(LEFT_SHIFT),      \
        IS_ORDERED | IS_BITWISE, "Shift the bits to the left.")                                              \
    ROW(right_shift, GROUP_INTEGERS2, NONE, "out0 = right_shift(in0, in1)", TWO(SHR), BINARY(RIGHT_SHIFT),   \
        IS_ORDERED | IS_BITWISE, "Shift the bits to the right.")                                             \
    ROW(logical_and, GROUP_COMPARE2, TRUE, "out0 = truth(in0) && truth(in1)", LOGICAL(AND),                  \
        OWN(logical_and), IS_QUIET | IS_ASSOCIATIVE | IS_IDEMPOTENT, "Are both true?")                       \
    ROW(logical_or, GROUP_COMPARE2, FALSE, "out0 = truth(in0) || truth(in1)", LOGICAL(OR), OWN(logical_or),  \
        IS_QUIET | IS_ASSOCIATIVE | IS_IDEMPOTENT, "Is one of them true, or both?")                          \
    ROW(logical_xor, GROUP_COMPARE2, FALSE, "out0 = truth(in0) != truth(in1)", LOGICAL(XOR),                 \
        METHOD, IS_QUIET | IS_ASSOCIATIVE, "Is just one of them true?")

#define ELEMENTWISE_COMPARISON(ROW)                                                                          \
    ROW(equal, GROUP_COMPARE2, NONE, "out0 = in0 == in1", COMPARE(EQ), COMPARED(EQ), IS_QUIET | IS_ORDERED,  \
        "(x1 == x2) element-wise.")                                                                          \
    ROW(not_equal, GROUP_COMPARE2, NONE, "out0 = in0 != in1", COMPARE(NE), COMPARED(NE),                     \
        IS_QUIET | IS_ORDERED, "(x1 != x2) element-wise.")                                                   \
    ROW(less, GROUP_COMPARE2, NONE, "out0 = in0 < in1", COMPARE(LT), COMPARED(LT), IS_QUIET | IS_ORDERED,    \
        "(x1 < x2) element-wise.")                                                                           \
    ROW(less_equal, GROUP_COMPARE2, NONE, "out0 = in0 <= in1", COMPARE(LE), COMPARED(LE),                    \
        IS_QUIET | IS_ORDERED, "(x1 <= x2) element-wise.")                                                   \
    ROW(greater, GROUP_COMPARE2, NONE, "out0 = in0 > in1", COMPARE(GT), COMPARED(GT), IS_QUIET | IS_ORDERED, \
        "(x1 > x2) element-wise.")                                                                           \
    ROW(greater_equal, GROUP_COMPARE2, NONE, "out0 = in0 >= in1", COMPARE(GE), COMPARED(GE),                 \
        IS_QUIET | IS_ORDERED, "(x1 >= x2) element-wise.")

#define ELEMENTWISE_BINARY(ROW) \
    ELEMENTWISE_ARITHMETIC(ROW) ELEMENTWISE_DIVISION(ROW) ELEMENTWISE_MATHEMATICS(ROW) \
    ELEMENTWISE_LOGIC(ROW) ELEMENTWISE_COMPARISON(ROW)

#define ELEMENTWISE_UNARY_PAIR(ROW)                                                                          \
    ROW(frexp, GROUP_FREXP1_2, NONE, "int exponent; out0 = frexp(in0, &exponent); out1 = exponent", NOTHING, \
        REFUSED, IS_QUIET, "m from 0.5 to 1 and a whole e with x = m * 2**e.")                               \
    ROW(modf, GROUP_MODF1_2, NONE, "out0 = modf(in0, &out1)", NOTHING, REFUSED, IS_QUIET,                    \
        "Fractional and integral parts, element-wise.")

#define ELEMENTWISE_BINARY_PAIR(ROW)                                                                         \
    ROW(divmod, GROUP_DIVMOD2_2, NONE, "out0 = floor_divide(in0, in1); out1 = remainder(in0, in1)", NOTHING, \
        REFUSED, IS_PLAIN, "x1 // x2 and x1 % x2 of each pair.")

/* `clip` and `where_select` are not ufuncs that a user sees by that name, but rows all the same. */
#define ELEMENTWISE_TERNARY(ROW)                                                                             \
    ROW(clip, GROUP_ALL3, NONE, "out0 = minimum(maximum(in0, in1), in2)", OWN(clip), METHOD,                 \
        IS_QUIET | IS_BRIEF, "Limit the values to an interval.")                                             \
    ROW(where_select, GROUP_SELECT3, NONE, "out0 = in0 ? in1 : in2", OWN(where_select), METHOD, IS_QUIET,    \
        "Elements of x2 where x1, else of x3.")

#define ELEMENTWISE_ROWS(ROW) \
    ELEMENTWISE_UNARY(ROW) ELEMENTWISE_BINARY(ROW) ELEMENTWISE_UNARY_PAIR(ROW) ELEMENTWISE_BINARY_PAIR(ROW) \
    ELEMENTWISE_TERNARY(ROW)

typedef enum OperatorNumber {
#define ROW(name, group, identity, cuda, ir, objects, traits, documentation) OPERATOR_##name,
    ELEMENTWISE_ROWS(ROW)
#undef ROW
        OPERATOR_COUNT
} OperatorNumber;

/* Lists of the table above that hang together: their order there is relied on here only. */
static inline bool operator_is_comparison(OperatorNumber number) {
    return number >= OPERATOR_equal && number <= OPERATOR_greater_equal;
}
static inline bool operator_is_logical(OperatorNumber number) { /* of two operands */
    return number >= OPERATOR_logical_and && number <= OPERATOR_logical_xor;
}

typedef enum OperatorIdentity {
    IDENTITY_NONE,
    IDENTITY_ZERO,
    IDENTITY_ONE,
    IDENTITY_MINUS_ONE,
    IDENTITY_MINUS_INFINITY,
    IDENTITY_TRUE,
    IDENTITY_FALSE
} OperatorIdentity;

typedef enum OperatorTraits {
    IS_PLAIN = 0,
    IS_QUIET = 1 << 0,       /* raises none of the processor's flags, whatever the numbers (but for the order of complex ones) */
    IS_ORDERED = 1 << 1,     /* a reduction goes by the elements' order: not along several axes at once */
    IS_ASSOCIATIVE = 1 << 2, /* a running result may be computed in parts; of floats with another rounding */
    IS_IDEMPOTENT = 1 << 3,  /* x with x is x: an element may be taken twice */
    IS_WIDENED = 1 << 4,     /* integers are reduced in 64 bits */
    IS_BITWISE = 1 << 5,
    IS_BRIEF = 1 << 6        /* in CUDA C a few instructions, though it is spelled as a call */
} OperatorTraits;

#define OPERATOR_INPUTS_MAX 5
#define OPERATOR_OUTPUTS_MAX 4
#define OPERATOR_OPERANDS_MAX 6

/* A loop over elements: where the operands lie, how far apart their elements are, how many. */
typedef void ElementLoop(char *const *data, const int64_t *strides, int64_t count);

/* What computes a ufunc that is no row of this table (scipy.special's): all its operands as float64, or, in the loops whose types name
 * a complex one, as complex128. */
typedef struct OwnLoops {
    ElementLoop *reals, *complexes;
    const char *types; /* as the ufunc tells them: "d->d f->f" */
} OwnLoops;
enum { OPERATOR_OF_OWN_LOOPS = 1000 }; /* their number */

typedef struct Operator {
    OperatorNumber number;
    const char *name; /* "add" */
    int inputs, outputs;
    OperatorIdentity identity;
    int loop_count;
    const uint8_t (*loops)[OPERATOR_OPERANDS_MAX]; /* DtypeNumbers: inputs, then outputs */
    const char *cuda;
    OperatorTraits traits;
    bool refuses_objects;
    const char *documentation;
    const OwnLoops *own; /* NULL: a row of this table */
} Operator;

extern const Operator operators[OPERATOR_COUNT];
#define OPERATOR(NAME) (&operators[OPERATOR_##NAME])

/* The type in which the host's loop takes an operand. */
const Dtype *operator_loop_type(const Operator *row, int loop, int operand);
const Operator *operator_find(const char *name); /* also NumPy's aliases: abs, mod, true_divide, pow, ... */
/* TypeError: the ufunc of that name has no loop that the inputs could be cast to by this rule. False. */
bool operator_refuse_types(const char *name, Casting casting, Error *error);
/* The next alias: index from 0; false at the end. */
bool operator_alias(size_t index, const char **alias, const Operator **operator_row);

#endif
