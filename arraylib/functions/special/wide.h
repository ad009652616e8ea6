/* Sums whose terms cancel are taken in numbers of 113 bits (in software where the processor has none). */
#ifndef ARRAYLIB_FUNCTIONS_SPECIAL_WIDE_H
#define ARRAYLIB_FUNCTIONS_SPECIAL_WIDE_H

#include <complex.h>

typedef float Wide __attribute__((mode(TF)));
typedef _Complex float WideComplex __attribute__((mode(TC)));

static inline double wide_size(WideComplex z) {
    double x = (double)__real__ z, y = (double)__imag__ z;
    return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}
static inline WideComplex wide_product(WideComplex a, WideComplex b) { /* without a look at infinities */
    WideComplex r;
    __real__ r = __real__ a * __real__ b - __imag__ a * __imag__ b;
    __imag__ r = __real__ a * __imag__ b + __imag__ a * __real__ b;
    return r;
}
static inline WideComplex wide_scaled(WideComplex a, Wide by) {
    __real__ a *= by;
    __imag__ a *= by;
    return a;
}
static inline double complex wide_rounded(WideComplex a) {
    double complex z;
    ((double *)&z)[0] = (double)__real__ a;
    ((double *)&z)[1] = (double)__imag__ a;
    return z;
}

#endif
