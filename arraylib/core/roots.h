/* Cube roots as operators and compiled functions take them: within half a unit of the last place and a little, of cubes exact.
 *
 * No step depends on the processor: the same bits come of one element here and of vectors of them (device/host/loops_wide.c). Two thirds of
 * the exponent are a first guess at 1 / root; a series in how far it is off is taken twice; what the root then lacks is found with a cube in
 * two parts. */
#ifndef ARRAYLIB_CORE_ROOTS_H
#define ARRAYLIB_CORE_ROOTS_H

double real_cbrt(double x);
float real_cbrtf(float x);

/* The high half of the bits of the first guess, less a third of the number's; a third of such a half is half * ROOT_THIRD >> 33. */
#define ROOT_MIDDLE 0x553ef0ff
#define ROOT_THIRD 0xAAAAAAABu
/* One step towards 1 / root: what is left of 1, and the root of that by its series. */
#define ROOT_STEP(inverse, x)                                                                                 \
    do {                                                                                                      \
        left = 1 - (x) * ((inverse) * (inverse) * (inverse));                                                 \
        inverse += (inverse) * (left * (1.0 / 3 + left * (2.0 / 9 + left * (14.0 / 81))));                    \
    } while (0)

#endif
