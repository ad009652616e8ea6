/* Cube roots as operators and compiled functions take them: within half a unit of the last place and a little, of cubes exact. */
#ifndef ARRAYLIB_CORE_ROOTS_H
#define ARRAYLIB_CORE_ROOTS_H

double real_cbrt(double x);
float real_cbrtf(float x);

#endif
