#include "arraylib/core/roots.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* 1 / root of a positive number between 2**-900 and 2**900. */
static double inverse_root(double x) {
    uint64_t bits, guess;
    double inverse, left;
    memcpy(&bits, &x, sizeof bits);
    guess = (ROOT_MIDDLE - ((bits >> 32) * ROOT_THIRD >> 33)) << 32;
    memcpy(&inverse, &guess, sizeof inverse);
    ROOT_STEP(inverse, x);
    ROOT_STEP(inverse, x);
    return inverse;
}

double real_cbrt(double x) {
    if (x == 0 || !isfinite(x)) return x;
    double size = fabs(x), scale = 1, back = 1;
    if (size < 0x1p-900) scale = 0x1p300, back = 0x1p-100; /* so that cubes neither overflow nor lose digits */
    else if (size > 0x1p900) scale = 0x1p-300, back = 0x1p100;
    size *= scale;
    double inverse = inverse_root(size), square_inverse = inverse * inverse, root = size * square_inverse;
    double square = root * root, square_rest = fma(root, root, -square);
    double cube = square * root, cube_rest = fma(square, root, -cube) + square_rest * root;
    return copysign((root - ((cube - size) + cube_rest) * (square_inverse * (1.0 / 3))) * back, x);
}

float real_cbrtf(float x) { /* the double is nearer to the root than float can tell */
    if (x == 0 || !isfinite(x)) return x;
    double size = fabs((double)x), inverse = inverse_root(size);
    return (float)copysign(size * (inverse * inverse), (double)x);
}
