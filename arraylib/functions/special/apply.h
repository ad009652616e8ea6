/* Functions of numbers as functions of arrays, and the blocks that make scipy.special's names of them. */
#ifndef ARRAYLIB_FUNCTIONS_SPECIAL_APPLY_H
#define ARRAYLIB_FUNCTIONS_SPECIAL_APPLY_H

#include "arraylib/functions/compose.h"

#include <complex.h>

typedef double complex Complex;

enum { SPECIAL_INPUTS_MAX = 5, SPECIAL_OUTPUTS_MAX = 4 };

typedef struct SpecialFunction {
    size_t inputs, outputs;
    unsigned real_inputs; /* bits: inputs that stay real where others are complex */
    void (*of_reals)(const double *x, double *result);     /* NULL: real numbers are taken as complex ones */
    void (*of_complex)(const Complex *z, Complex *result); /* NULL: complex numbers are refused */
} SpecialFunction;

/* The same over elements, for a ufunc's loops. */
typedef struct SpecialLoops {
    const char *name;
    const SpecialFunction *function;
    ElementLoop *reals, *complexes;
} SpecialLoops;
void special_run_reals(const SpecialFunction *function, char *const *data, const int64_t *strides, int64_t count);
void special_run_complexes(const SpecialFunction *function, char *const *data, const int64_t *strides, int64_t count);

/* float32 (complex64) where all are, else float64 (complex128); numbers of the language count by kind. On the
 * host; arrays of a device go there and back. The argument behind the inputs is out=. Several results are a
 * tuple. */
Variant special_apply(ArrayCall *call, const SpecialFunction *function);

/* One result. `code` takes doubles; `complex_code` Complex numbers, but doubles for the inputs that stay real.
 */
#define SPECIAL_BLOCK(name, signature, text, example, ...)                                                     \
    SPECIAL_BLOCK_IN(SCIPY | CUPYX, name, signature, text, example, __VA_ARGS__)
#define SPECIAL_BLOCK_IN(namespaces, name, signature, text, example, ...)                                      \
    static const SpecialFunction special_##name##_numbers = {__VA_ARGS__};                                     \
    static void special_##name##_reals(char *const *data, const int64_t *strides, int64_t count) {             \
        special_run_reals(&special_##name##_numbers, data, strides, count);                                    \
    }                                                                                                          \
    static void special_##name##_complexes(char *const *data, const int64_t *strides, int64_t count) {         \
        special_run_complexes(&special_##name##_numbers, data, strides, count);                                \
    }                                                                                                          \
    static const SpecialLoops special_##name##_loops = {#name, &special_##name##_numbers,                      \
                                                        special_##name##_reals, special_##name##_complexes};   \
    static const SpecialLoops *const special_##name##_loops_entry                                              \
        __attribute__((section("special_loops"), used)) = &special_##name##_loops;                             \
    ARRAY_FUNCTION_AT(special_##name, "special." #name, namespaces, signature,                                 \
                      text "\n\n>>> special." example "\n") {                                                  \
        return special_apply(call, &special_##name##_numbers);                                                 \
    }

#define ONE(name, code, text, example)                                                                         \
    static void name##_of_reals(const double *x, double *result) { *result = code(x[0]); }                     \
    SPECIAL_BLOCK(name, "(x, out=None)", text, example, 1, 1, 0, name##_of_reals, NULL)
/* `cuda_code` is what cupyx.scipy's is of a number. */
#define ONE_AS_CUDA(name, code, cuda_code, text, example)                                                      \
    static void name##_of_reals(const double *x, double *result) { *result = code(x[0]); }                     \
    SPECIAL_BLOCK_IN(SCIPY, name, "(x, out=None)", text, example, 1, 1, 0, name##_of_reals, NULL)              \
    static void name##_of_devices(const double *x, double *result) { *result = cuda_code(x[0]); }              \
    ARRAY_FUNCTION_AT(special_##name##_of_devices, "special." #name, CUPYX, "(x, out=None)",                   \
                      text "\n\n>>> special." example "\n") {                                                  \
        static const SpecialFunction numbers = {1, 1, 0, name##_of_devices, NULL};                             \
        return special_apply(call, &numbers);                                                                  \
    }
#define TWO(name, parameters, code, text, example)                                                             \
    static void name##_of_reals(const double *x, double *result) { *result = code(x[0], x[1]); }               \
    SPECIAL_BLOCK(name, "(" parameters ", out=None)", text, example, 2, 1, 0, name##_of_reals, NULL)
#define THREE(name, parameters, code, text, example)                                                           \
    static void name##_of_reals(const double *x, double *result) { *result = code(x[0], x[1], x[2]); }         \
    SPECIAL_BLOCK(name, "(" parameters ", out=None)", text, example, 3, 1, 0, name##_of_reals, NULL)
#define FOUR(name, parameters, code, text, example)                                                            \
    static void name##_of_reals(const double *x, double *result) { *result = code(x[0], x[1], x[2], x[3]); }   \
    SPECIAL_BLOCK(name, "(" parameters ", out=None)", text, example, 4, 1, 0, name##_of_reals, NULL)

/* The same for complex numbers too. */
#define ONE_COMPLEX(name, code, complex_code, text, example)                                                   \
    static void name##_of_reals(const double *x, double *result) { *result = code(x[0]); }                     \
    static void name##_of_complex(const Complex *z, Complex *result) { *result = complex_code(z[0]); }         \
    SPECIAL_BLOCK(name, "(z, out=None)", text, example, 1, 1, 0, name##_of_reals, name##_of_complex)
#define TWO_COMPLEX(name, parameters, code, complex_code, text, example)                                       \
    static void name##_of_reals(const double *x, double *result) { *result = code(x[0], x[1]); }               \
    static void name##_of_complex(const Complex *z, Complex *result) { *result = complex_code(z[0], z[1]); }   \
    SPECIAL_BLOCK(name, "(" parameters ", out=None)", text, example, 2, 1, 0, name##_of_reals,                 \
                  name##_of_complex)
#define ORDER_COMPLEX(name, parameters, code, complex_code, text, example)                                     \
    static void name##_of_reals(const double *x, double *result) { *result = code(x[0], x[1]); }               \
    static void name##_of_complex(const Complex *z, Complex *result) {                                         \
        *result = complex_code(creal(z[0]), z[1]);                                                             \
    }                                                                                                          \
    SPECIAL_BLOCK(name, "(" parameters ", out=None)", text, example, 2, 1, 1, name##_of_reals,                 \
                  name##_of_complex)

#endif
