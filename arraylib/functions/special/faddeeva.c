/* The error function of complex numbers and its relatives, by Faddeeva's function w(z) = exp(-z**2) erfc(-i z).
 *
 * w by the trapezoidal and the midpoint rule with the poles' residues: M. Al Azah and S. N. Chandler-Wilde,
 * Computation of the complex error function using modified trapezoidal rules, SIAM J. Numer. Anal. 59 (2021).
 * Near zeros of what is computed from it: power series. */
#include "arraylib/functions/special/apply.h"
#include "arraylib/functions/special/special.h"

#include <math.h>

ARRAY_FAMILY(special_faddeeva);

enum { NODES = 13 };

static Complex complex_number(double x, double y) {
    Complex z;
    ((double *)&z)[0] = x;
    ((double *)&z)[1] = y;
    return z;
}
Complex special_complex(double x, double y) { return complex_number(x, y); }

/* x, y >= 0 */
static Complex quadrant(double x, double y) {
    const double h = sqrt(M_PI / (NODES + 1));
    Complex z = complex_number(x, y), square = z * z, sum = 0;
    if (hypot(x, y) > 1e8) return complex_number(-y, x) / square / -sqrt(M_PI) * -1 * -1;
    double away = x / h - floor(x / h);
    bool is_shifted = !(away >= 0.25 && away <= 0.75) || y >= fmax(x, M_PI / h);
    for (int k = NODES; k >= 0; k--) {
        double t = (is_shifted ? k + 0.5 : k) * h;
        double weight = exp(-t * t) * (!is_shifted && !k ? 0.5 : 1);
        sum += weight / (square - t * t);
    }
    Complex value = complex_number(-2 * h * y / M_PI, 2 * h * x / M_PI) * sum;
    if (y >= fmax(x, M_PI / h)) return value;
    Complex turn = cexp(complex_number(2 * M_PI * y / h, -2 * M_PI * x / h)), pole = 2 * cexp(-square);
    return value + pole / (is_shifted ? 1 + turn : 1 - turn);
}

double special_dawsn(double x) {
    double size = fabs(x), square = x * x;
    if (isnan(x)) return x;
    if (size < 0.5) {
        double term = x, sum = x;
        for (int k = 1; k < 40 && fabs(term) > 1e-18 * fabs(sum); k++) {
            term *= -2 * square / (2 * k + 1);
            sum += term;
        }
        return sum;
    }
    if (size > 1e7) return 0.5 / x;
    return copysign(0.5 * sqrt(M_PI) * cimag(quadrant(size, 0)), x);
}

Complex special_wofz(Complex z) {
    double x = creal(z), y = cimag(z);
    if (isnan(x) || isnan(y)) return complex_number(NAN, NAN);
    if (y == 0) return complex_number(exp(-x * x), M_2_SQRTPI * special_dawsn(x));
    if (x == 0) return complex_number(special_erfcx(y), 0);
    if (isinf(x) || isinf(y)) {
        if (!(isinf(y) && y < 0)) return 0;
        return isinf(x) ? complex_number(NAN, NAN) : complex_number(INFINITY, 0);
    }
    Complex value = quadrant(fabs(x), fabs(y));
    if (y < 0) value = 2 * cexp(-complex_number(fabs(x), -y) * complex_number(fabs(x), -y)) - value;
    double sign = (x < 0) != (y < 0) ? -1 : 1;
    return complex_number(creal(value), sign * cimag(value));
}

static Complex erf_series(Complex z) { /* 2/sqrt(pi) sum (-1)^k z^(2k+1) / (k! (2k+1)) */
    Complex square = z * z, power = z, sum = z;
    for (int k = 1; k < 60; k++) {
        power *= -square / k;
        Complex term = power / (2 * k + 1);
        sum += term;
        if (cabs(term) < 1e-18 * cabs(sum)) break;
    }
    return M_2_SQRTPI * sum;
}

static Complex times_i(Complex z) { return complex_number(-cimag(z), creal(z)); }
static Complex over_i(Complex z) { return complex_number(cimag(z), -creal(z)); }

/* exp(-z**2), with the imaginary part's sine as exact as 2 x y */
static Complex gauss(Complex z) {
    double x = creal(z), y = cimag(z), size = exp((y - x) * (y + x)), angle = -2 * x * y;
    return complex_number(size * cos(angle), size == 0 ? 0 : size * sin(angle));
}

Complex special_complex_erfc(Complex z) {
    double x = creal(z), y = cimag(z);
    if (y == 0) return complex_number(erfc(x), -y);
    if (isnan(x) || isnan(y)) return complex_number(NAN, NAN);
    if (cabs(z) < 0.7) return 1 - erf_series(z);
    if (x < 0) return 2 - special_complex_erfc(-z);
    return gauss(z) * special_wofz(complex_number(-y, x));
}
Complex special_complex_erf(Complex z) {
    double x = creal(z), y = cimag(z);
    if (y == 0) return complex_number(erf(x), y);
    if (x == 0)
        return complex_number(x, isinf(y)        ? y
                                 : fabs(y) < 0.7 ? cimag(erf_series(z))
                                                 : M_2_SQRTPI * exp(y * y) * special_dawsn(y));
    if (isnan(x) || isnan(y)) return complex_number(NAN, NAN);
    if (fabs(x) < 0.35 && fabs(y) < 3.5 && cabs(z) < 3)
        return cabs(z) < 1 ? erf_series(z) : 1 - special_complex_erfc(z);
    return cabs(z) < 1 ? erf_series(z) : x < 0 ? special_complex_erfc(-z) - 1 : 1 - special_complex_erfc(z);
}
Complex special_complex_erfcx(Complex z) {
    return cimag(z) == 0 ? complex_number(special_erfcx(creal(z)), -cimag(z)) : special_wofz(times_i(z));
}
static double erfi_of(double x) {
    return fabs(x) < 0.7 ? cimag(erf_series(complex_number(0, x)))
           : isinf(x)    ? x
                         : M_2_SQRTPI * exp(x * x) * special_dawsn(x);
}
static Complex complex_erfi(Complex z) { return over_i(special_complex_erf(times_i(z))); }
static Complex complex_dawsn(Complex z) {
    double x = creal(z), y = cimag(z);
    if (y == 0) return complex_number(special_dawsn(x), -y * (2 * x * special_dawsn(x) - 1));
    if (cabs(z) < 1.5) {
        Complex term = z, sum = z;
        for (int k = 1; k < 80 && cabs(term) > 1e-18 * cabs(sum); k++) {
            term *= -2 * z * z / (2 * k + 1);
            sum += term;
        }
        return sum;
    }
    Complex below = y < 0 ? -z : z, half = 0.5 * sqrt(M_PI) * times_i(gauss(below) - special_wofz(below));
    return y < 0 ? -half : half;
}
static Complex complex_ndtr(Complex z) { return 0.5 * special_complex_erfc(-z * M_SQRT1_2); }
static Complex complex_log_ndtr(Complex z) {
    if (cimag(z) == 0) return complex_number(special_log_ndtr(creal(z)), cimag(z));
    if (creal(z) > 0) { /* log(1 - erfc / 2) */
        Complex rest = -0.5 * special_complex_erfc(z * M_SQRT1_2);
        return cabs(rest) < 1e-3
                   ? rest * (1 - rest / 2 + rest * rest / 3 - rest * rest * rest / 4 + cpow(rest, 4) / 5)
                   : clog(1 + rest);
    }
    Complex value = clog(special_complex_erfcx(-z * M_SQRT1_2) / 2) - z * z / 2;
    double turns = round(cimag(value) / (2 * M_PI));
    return value - complex_number(0, 2 * M_PI * turns);
}

ONE_COMPLEX(erf, erf, special_complex_erf, "The error function.", "erf(0.5)\nnp.float64(0.5204998778130465)")
ONE_COMPLEX(erfc, erfc, special_complex_erfc, "1 - erf(x), exact where erf is near 1.",
            "erfc(3.0)\nnp.float64(2.2090496998585438e-05)")
ONE_COMPLEX(erfcx, special_erfcx, special_complex_erfcx, "exp(x**2) * erfc(x).", "erfcx(0)\nnp.float64(1.0)")
ONE_COMPLEX(erfi, erfi_of, complex_erfi, "-i erf(i z).", "erfi(0.5).round(9)\nnp.float64(0.614952095)")
ONE_COMPLEX(dawsn, special_dawsn, complex_dawsn, "Dawson's integral, sqrt(pi) / 2 exp(-x**2) erfi(x).",
            "dawsn(1.0).round(9)\nnp.float64(0.538079507)")
ONE_COMPLEX(ndtr, special_ndtr, complex_ndtr, "The standard normal distribution up to x.",
            "ndtr(0)\nnp.float64(0.5)")
ONE_COMPLEX(log_ndtr, special_log_ndtr, complex_log_ndtr, "The logarithm of ndtr.",
            "log_ndtr(0).round(6)\nnp.float64(-0.693147)")

static void wofz_of_complex(const Complex *z, Complex *result) { *result = special_wofz(z[0]); }
SPECIAL_BLOCK(wofz, "(z, out=None)", "Faddeeva's function exp(-z**2) erfc(-i z).",
              "wofz(1j).round(6)\nnp.complex128(0.427584+0j)", 1, 1, 0, NULL, wofz_of_complex)

static double voigt(double x, double sigma, double gamma) {
    if (sigma == 0)
        return gamma == 0 ? (isnan(x) ? x : x == 0 ? INFINITY : 0) : gamma / M_PI / (x * x + gamma * gamma);
    if (gamma == 0) return exp(-x * x / (2 * sigma * sigma)) / (sqrt(2 * M_PI) * sigma);
    return creal(special_wofz(complex_number(x / sigma * M_SQRT1_2, gamma / sigma * M_SQRT1_2))) /
           (sigma * sqrt(2 * M_PI));
}
THREE(voigt_profile, "x, sigma, gamma", voigt, "A normal distribution convolved with Cauchy's.",
      "voigt_profile(0, 1, 0).round(6)\nnp.float64(0.398942)")

/* ---- Fresnel's integrals ---- */

/* By the error function of (1 -+ i) z sqrt(pi) / 2; near 0 by their series. */
static void fresnel_complex(const Complex *input, Complex *result) {
    Complex z = input[0], fourth = z * z * z * z * (M_PI * M_PI / 4), s, c;
    if (cabs(z) < 1.2) {
        Complex cosine_term = z, sine_term = z * z * z * (M_PI / 2);
        c = 0, s = 0;
        for (int k = 0; k < 40; k++) {
            c += cosine_term / (4 * k + 1);
            s += sine_term / (4 * k + 3);
            cosine_term *= -fourth / ((2 * k + 1) * (2 * k + 2));
            sine_term *= -fourth / ((2 * k + 2) * (2 * k + 3));
            if (cabs(cosine_term) + cabs(sine_term) < 1e-19 * cabs(s)) break;
        }
    } else {
        double root = sqrt(M_PI) / 2;
        Complex plus = special_complex_erf(complex_number(root, root) * z),
                minus = special_complex_erf(complex_number(root, -root) * z);
        s = (complex_number(1, 1) * plus + complex_number(1, -1) * minus) * 0.25;
        s = complex_number(creal(s), cimag(s));
        c = (complex_number(1, -1) * plus + complex_number(1, 1) * minus) * 0.25;
    }
    result[0] = s;
    result[1] = c;
}
static void fresnel_real(const double *x, double *result) {
    if (isinf(x[0])) {
        result[0] = result[1] = copysign(0.5, x[0]);
        return;
    }
    double size = fabs(x[0]);
    if (size > 1.2) { /* 1/2 - f, g parts, with the angle taken from the square's fraction of 4 */
        double root = sqrt(M_PI) / 2, square = size * size, rest = fma(size, size, -square);
        double angle = M_PI / 2 * (fmod(square, 4) + rest);
        Complex w = special_wofz(complex_number(root * size, root * size)); /* exp(2i ...) erfc((1 - i) ...) */
        Complex tail = complex_number(cos(angle), sin(angle)) * w * complex_number(1, 1) * 0.5;
        result[1] = copysign(0.5 - creal(tail), x[0]);
        result[0] = copysign(0.5 - cimag(tail), x[0]);
        return;
    }
    Complex z = x[0], both[2];
    fresnel_complex(&z, both);
    result[0] = creal(both[0]);
    result[1] = creal(both[1]);
}
SPECIAL_BLOCK(fresnel, "(z, out=None)",
              "Fresnel's integrals of sin(pi t**2 / 2) and cos(pi t**2 / 2) from 0: (S, C).",
              "fresnel(0.0)\n(np.float64(0.0), np.float64(0.0))", 1, 2, 0, fresnel_real, fresnel_complex)

/* The integrals of exp(+-i t**2) from x on, and K = exp(-+i (x**2 + pi/4)) / sqrt(pi) F. */
static void modified_fresnel(double x, double sign, Complex *result) {
    double root = M_SQRT1_2;
    Complex tail = special_complex_erfc(complex_number(root * x, -sign * root * x)) * (0.5 * sqrt(M_PI)) *
                   complex_number(root, sign * root);
    result[0] = tail;
    result[1] = cexp(complex_number(0, -sign * (x * x + M_PI / 4))) / sqrt(M_PI) * tail;
}
static void modfresnelp_of_complex(const Complex *z, Complex *result) {
    modified_fresnel(creal(z[0]), 1, result);
}
static void modfresnelm_of_complex(const Complex *z, Complex *result) {
    modified_fresnel(creal(z[0]), -1, result);
}
SPECIAL_BLOCK(modfresnelp, "(x, out=None)",
              "The integral of exp(i t**2) from x on, and exp(-i (x**2 + pi/4)) / sqrt(pi) times it.",
              "modfresnelp(0.0)[0].round(6)\nnp.complex128(0.626657+0.626657j)", 1, 2, 1, NULL,
              modfresnelp_of_complex)
SPECIAL_BLOCK(modfresnelm, "(x, out=None)",
              "The integral of exp(-i t**2) from x on, and exp(i (x**2 + pi/4)) / sqrt(pi) times it.",
              "modfresnelm(0.0)[0].round(6)\nnp.complex128(0.626657-0.626657j)", 1, 2, 1, NULL,
              modfresnelm_of_complex)
