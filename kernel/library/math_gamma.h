/* The gamma function as CPython rounds it. */
#ifndef KERNEL_LIBRARY_MATH_GAMMA_H
#define KERNEL_LIBRARY_MATH_GAMMA_H

#include <stdbool.h>

double math_gamma(double x);     /* NaN where it has a pole */
double math_log_gamma(double x); /* of its absolute value */

#endif
