/* The gamma function and its logarithm, by the approximation of Lanczos with thirteen terms: the C library's differ from
 * CPython's in their last digits, which are printed. */
#include "kernel/library/math_gamma.h"

#include <math.h>

enum { TERMS = 13 };
static const double LANCZOS_G = 6.024680040776729583740234375;
static const double LOGARITHM_OF_PI = 1.144729885849400174143427351353058711647;

/* The sum is a quotient of two polynomials, from the constant term up. */
static const double numerator[TERMS] = {
    23531376880.410759688572007674451636754734846804940, 42919803642.649098768957899047001988850926355848959,
    35711959237.355668049440185451547166705960488635843, 17921034426.037209699919755754458931112671403265390,
    6039542586.3520280050642916443072979210699388420708, 1439720407.3117216736632230727949123939715485786372,
    248874557.86205415651146038641322942321632125127801, 31426415.585400194380614231628318205362874684987640,
    2876370.6289353724412254090516208496135991145378768, 186056.26539522349504029498971604569928220784236328,
    8071.6720023658162106380029022722506138218516325024, 210.82427775157934587250973392071336271166969580291,
    2.5066282746310002701649081771338373386264310793408};
static const double denominator[TERMS] = {0.0,       39916800.0, 120543840.0, 150917976.0, 105258076.0, 45995730.0, 13339535.0,
                                          2637558.0, 357423.0,   32670.0,     1925.0,      66.0,        1.0};

/* For large x in powers of 1/x, so that nothing overflows. */
static double lanczos_sum(double x) {
    double above = 0, below = 0;
    for (int i = 0; i < TERMS; i++) {
        int term = x < 5 ? TERMS - 1 - i : i;
        above = (x < 5 ? above * x : above / x) + numerator[term];
        below = (x < 5 ? below * x : below / x) + denominator[term];
    }
    return above / below;
}

/* sin(pi * x), exact in its zeros. */
static double sine_of_pi_times(double x) {
    double rest = fmod(fabs(x), 2.0), sine;
    switch ((int)round(2.0 * rest)) {
    case 0: sine = sin(M_PI * rest); break;
    case 1: sine = cos(M_PI * (rest - 0.5)); break;
    case 2: sine = sin(M_PI * (1.0 - rest)); break;
    case 3: sine = -cos(M_PI * (rest - 1.5)); break;
    default: sine = sin(M_PI * (rest - 2.0)); break;
    }
    return copysign(1.0, x) * sine;
}

/* NaN where it has a pole. */
double math_gamma(double x) {
    if (isnan(x) || x == INFINITY) return x;
    if (x == 0 || x == -INFINITY || (x < 0 && x == floor(x))) return NAN;
    if (x == floor(x) && x <= 23) { /* (x - 1)!, a float holds it exactly */
        double product = 1;
        for (double factor = 2; factor < x; factor++) product *= factor;
        return product;
    }
    double size = fabs(x);
    if (size < 1e-20) return 1.0 / x;
    if (size > 200.0) return x < 0 ? 0.0 / sine_of_pi_times(x) : INFINITY;
    const double shift = LANCZOS_G - 0.5;
    double y = size + shift;
    double lost = size > shift ? (y - size) - shift : (y - shift) - size; /* by rounding y */
    double correction = lost * LANCZOS_G / y;
    bool halves = size >= 140.0; /* the power alone would overflow */
    double power = halves ? pow(y, size / 2.0 - 0.25) : pow(y, size - 0.5);
    double result;
    if (x < 0) {
        result = -M_PI / sine_of_pi_times(size) / size * exp(y) / lanczos_sum(size);
        result -= correction * result;
        result /= power;
        if (halves) result /= power;
    } else {
        result = lanczos_sum(size) / exp(y);
        result += correction * result;
        result *= power;
        if (halves) result *= power;
    }
    return result;
}

double math_log_gamma(double x) {
    if (isnan(x)) return x;
    if (isinf(x)) return INFINITY;
    if (x == floor(x) && x <= 2.0) return x <= 0 ? INFINITY : 0.0;
    double size = fabs(x);
    if (size < 1e-20) return -log(size);
    double result = log(lanczos_sum(size)) - LANCZOS_G;
    result += (size - 0.5) * (log(size + LANCZOS_G - 0.5) - 1);
    return x < 0 ? LOGARITHM_OF_PI - log(fabs(sine_of_pi_times(size))) - log(size) - result : result;
}
