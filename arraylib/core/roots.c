#include "arraylib/core/roots.h"

#include <math.h>

/* The C library's root is as much as 3 units off in its last place, also of cubes: one step of Newton's, whose remainder is taken in two
 * parts. Far from 1 the argument is scaled, so that the cube neither overflows nor loses digits. */
double real_cbrt(double x) {
    if (x == 0 || !isfinite(x)) return cbrt(x);
    double scale = 1, size = fabs(x);
    if (size < 0x1p-900) x *= 0x1p300, scale = 0x1p-100;
    else if (size > 0x1p900) x *= 0x1p-300, scale = 0x1p100;
    double root = cbrt(x), square = root * root, square_rest = fma(root, root, -square);
    double cube = square * root, cube_rest = fma(square, root, -cube) + square_rest * root;
    return (root - ((cube - x) + cube_rest) / (3 * square)) * scale;
}

float real_cbrtf(float x) { return (float)cbrt((double)x); }
