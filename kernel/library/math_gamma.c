/* The gamma function and its logarithm after C. Lanczos, "A Precision Approximation of the Gamma Function" (SIAM Journal on
 * Numerical Analysis B 1, 1964): with a shift g,
 *     gamma(x) = S(x) * (x + g - 1/2)^(x - 1/2) / e^(x + g - 1/2),
 * and S a sum that is nearly constant. g and the thirteen terms are those for doubles that G. R. Pugh's thesis ("An Analysis
 * of the Lanczos Gamma Approximation", 2004) and J. Maddock's Boost.Math give, as a quotient of polynomials; e^g is left out.
 * The C library's functions differ from CPython's in their last digits, which are printed. */
#include "kernel/library/math_gamma.h"

#include <math.h>

enum { TERMS = 13, LARGEST_FACTORIAL = 23 };
static const double G = 6.024680040776729583740234375;
static const double LOG_PI = 1.144729885849400174143427351353058711647;

/* {above, below} the bar, from the constant term up; below are the numbers of x (x + 1) ... (x + 11). */
static const double terms[TERMS][2] = {{23531376880.410759688572007674451636754734846804940, 0},
                                       {42919803642.649098768957899047001988850926355848959, 39916800},
                                       {35711959237.355668049440185451547166705960488635843, 120543840},
                                       {17921034426.037209699919755754458931112671403265390, 150917976},
                                       {6039542586.3520280050642916443072979210699388420708, 105258076},
                                       {1439720407.3117216736632230727949123939715485786372, 45995730},
                                       {248874557.86205415651146038641322942321632125127801, 13339535},
                                       {31426415.585400194380614231628318205362874684987640, 2637558},
                                       {2876370.6289353724412254090516208496135991145378768, 357423},
                                       {186056.26539522349504029498971604569928220784236328, 32670},
                                       {8071.6720023658162106380029022722506138218516325024, 1925},
                                       {210.82427775157934587250973392071336271166969580291, 66},
                                       {2.5066282746310002701649081771338373386264310793408, 1}};

/* S(x). Small numbers are put in from the highest term down; for large ones both polynomials are divided by x^12, that
 * nothing overflows, and put in from the lowest term up. */
static double sum_at(double x) {
    double above = 0, below = 0;
    if (x < 5) {
        for (const double(*term)[2] = terms + TERMS; term-- > terms;) {
            above = above * x + (*term)[0];
            below = below * x + (*term)[1];
        }
    } else {
        for (const double(*term)[2] = terms; term < terms + TERMS; term++) {
            above = above / x + (*term)[0];
            below = below / x + (*term)[1];
        }
    }
    return above / below;
}

/* sin(pi x) for x > 0: of the distance to the nearest half, so that it is 0 where it should be. */
static double sine_of_pi_times(double x) {
    double turn = fmod(x, 2); /* exact, as the differences below */
    int halves = (int)round(2 * turn);
    double away = turn - halves / 2.0;
    if (halves == 2) away = 1 - turn;
    if (halves == 3) return -cos(M_PI * away);
    return halves == 1 ? cos(M_PI * away) : sin(M_PI * away);
}

/* The parts of the formula at x > 0. The base is rounded, and what is lost there matters to its power: slip is what S
 * must be corrected by. Where the power alone would overflow only its root is taken. */
typedef struct {
    double sum, growth, slip, power;
    bool is_root;
} Parts;

static Parts parts_at(double x) {
    double shift = G - 0.5, base = x + shift;
    double lost = x > shift ? (base - x) - shift : (base - shift) - x;
    bool is_root = x >= 140;
    return (Parts){.sum = sum_at(x),
                   .growth = exp(base),
                   .slip = lost * G / base,
                   .power = pow(base, is_root ? x / 2 - 0.25 : x - 0.5),
                   .is_root = is_root};
}

static double gamma_of_positive(double x) {
    Parts parts = parts_at(x);
    double rest = parts.sum / parts.growth;
    rest = (rest + parts.slip * rest) * parts.power;
    return parts.is_root ? rest * parts.power : rest;
}

/* gamma(-x) = -pi / (sin(pi x) x gamma(x)), divided step by step: gamma(x) itself may overflow. */
static double gamma_of_negative(double x) {
    Parts parts = parts_at(x);
    double rest = -M_PI / sine_of_pi_times(x) / x * parts.growth / parts.sum;
    rest = (rest - parts.slip * rest) / parts.power;
    return parts.is_root ? rest / parts.power : rest;
}

/* NaN where it has a pole. */
double math_gamma(double x) {
    bool is_whole = x == floor(x);
    if (isnan(x) || x == INFINITY) return x;
    if (is_whole && x <= 0) return NAN;
    if (is_whole && x <= LARGEST_FACTORIAL) { /* (x - 1)!, a double holds it exactly */
        double product = 1;
        while (--x > 1) product *= x;
        return product;
    }
    if (fabs(x) < 1e-20) return 1 / x; /* the next term is lost beside it */
    if (x > 200) return INFINITY;
    if (x < -200) return 0 / -sine_of_pi_times(-x);
    return x > 0 ? gamma_of_positive(x) : gamma_of_negative(-x);
}

/* The logarithm of |gamma(x)|, infinite at poles. */
double math_log_gamma(double x) {
    if (isnan(x)) return x;
    if (isinf(x) || (x <= 0 && x == floor(x))) return INFINITY;
    if (x == 1 || x == 2) return 0;
    double size = fabs(x);
    if (size < 1e-20) return -log(size);
    double result = (log(sum_at(size)) - G) + (size - 0.5) * (log(size + G - 0.5) - 1);
    return x > 0 ? result : LOG_PI - log(fabs(sine_of_pi_times(size))) - log(size) - result;
}
