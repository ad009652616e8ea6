/* The gamma function's family and the exponential integrals of complex numbers.
 *
 * loggamma: Stirling's formula, reached by recurrence, reflection on the left (D. E. G. Hare, Computing the
 * principal branch of log-Gamma, J. Algorithms 25, 1997), and a Taylor series near its zeros 1 and 2.
 * Exponential integrals: power series in wide numbers near zero and the left axis, else the continued fraction
 * (Abramowitz and Stegun 5.1). */
#include "arraylib/functions/special/apply.h"
#include "arraylib/functions/special/special.h"
#include "arraylib/functions/special/wide.h"

#include <math.h>

ARRAY_FAMILY(special_gamma);

static Complex made(double x, double y) { return special_complex(x, y); }

static Complex stirling(Complex z) {
    static const double series[] = {1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
                                    1.0 / 1188, -691.0 / 360360, 1.0 / 156,  -3617.0 / 122400};
    Complex inverse = 1 / z, square = inverse * inverse, power = inverse, sum = 0;
    for (int i = 0; i < 8; i++, power *= square) sum += series[i] * power;
    return (z - 0.5) * clog(z) - z + 0.91893853320467274178 + sum;
}

/* log(gamma(1 + z)) for small z */
static Complex loggamma_near_one(Complex z) {
    Complex power = z, sum = -0.57721566490153286061 * z;
    for (int k = 2; k < 60; k++) {
        power *= -z;
        Complex term = -power * (special_zeta(k, 1) / k);
        sum += term;
        if (cabs(term) < 1e-18 * cabs(sum)) break;
    }
    return sum;
}

/* log(1 + z), exact for small z */
static Complex log_of_one_and(Complex z) {
    double x = creal(z), y = cimag(z);
    if (cabs(z) > 0.5) return clog(1 + z);
    return made(0.5 * log1p(x * (2 + x) + y * y), atan2(y, 1 + x));
}
static Complex expm1_of(Complex z) {
    double x = creal(z), y = cimag(z), half = sin(y / 2);
    if (isinf(x) || isnan(x) || isinf(y) || isnan(y)) return cexp(z) - 1;
    return made(expm1(x) * cos(y) - 2 * half * half, exp(x) * sin(y));
}

/* sin(pi z) by the fraction of the real part's turns; its logarithm without overflow */
static Complex sine_of_half_turns(Complex z) {
    double x = fmod(creal(z), 2), y = cimag(z) * M_PI;
    double s = x == floor(x) ? 0 : sin(M_PI * x), c = fabs(x) == 0.5 || fabs(x) == 1.5 ? 0 : cos(M_PI * x);
    return made(s * cosh(y), c * sinh(y));
}

Complex special_complex_loggamma(Complex z) {
    double x = creal(z), y = cimag(z);
    if (isnan(x) || isnan(y)) return made(NAN, NAN);
    if (y == 0 && x > 0) return made(special_gammaln(x), y);
    if (y == 0 && x <= 0 && x == floor(x)) return made(NAN, NAN);
    if (x > 7 || fabs(y) > 7) return stirling(z);
    if (cabs(z - 1) < 0.2) return loggamma_near_one(z - 1);
    if (cabs(z - 2) < 0.2) return log_of_one_and(z - 2) + loggamma_near_one(z - 2);
    if (x < 0.1) { /* reflection, on the branch that is continuous off the negative axis */
        double turns = copysign(2 * M_PI, y) * floor(0.5 * x + 0.25);
        return made(1.1447298858494001741, turns) - clog(sine_of_half_turns(z)) -
               special_complex_loggamma(1 - z);
    }
    if (signbit(y)) return conj(special_complex_loggamma(conj(z)));
    Complex product = z; /* upwards to where Stirling's formula holds, counting how often the product passes the
                            negative axis */
    int crossings = 0;
    bool was_below = false;
    for (x += 1; x <= 7; x++) {
        product *= made(x, y);
        bool is_below = signbit(cimag(product));
        if (is_below && !was_below) crossings++;
        was_below = is_below;
    }
    return stirling(made(x, y)) - clog(product) - made(0, crossings * 2 * M_PI);
}

static Complex complex_gamma(Complex z) {
    if (cimag(z) == 0 && creal(z) <= 0 && creal(z) == floor(creal(z))) return made(NAN, NAN);
    if (cimag(z) == 0)
        return made(special_gamma(creal(z)), cimag(z) * special_gamma(creal(z)) * special_psi(creal(z)));
    return cexp(special_complex_loggamma(z));
}
static Complex complex_rgamma(Complex z) {
    if (cimag(z) == 0) return made(special_rgamma(creal(z)), cimag(z));
    return cexp(-special_complex_loggamma(z));
}

static Complex complex_psi(Complex z) {
    double x = creal(z), y = cimag(z);
    if (isnan(x) || isnan(y)) return made(NAN, NAN);
    if (y == 0) return made(special_psi(x), y);
    Complex result = 0;
    if (x < -12 && fabs(y) < 7) { /* reflection */
        Complex sine = sine_of_half_turns(z), cosine = sine_of_half_turns(z + 0.5);
        result = -M_PI * cosine / sine;
        z = 1 - z;
    } else if (x < -12) {
        Complex turn = made(x - floor(x), y), e = cexp(made(0, 2 * M_PI) * (y > 0 ? turn : conj(turn)));
        result = M_PI * made(0, y > 0 ? 1 : -1) * (1 + (y > 0 ? e : conj(e))) / (1 - (y > 0 ? e : conj(e)));
        z = 1 - z;
    }
    static const double root = 1.4616321449683623413, root_rest = -9.2412655217294275e-17;
    if (cabs(z - root) < 0.3) {
        Complex step = (z - root) - root_rest, power = step, sum = 0;
        for (int n = 2; n < 80; n++, power *= -step) {
            Complex term = power * special_zeta(n, root);
            sum += term;
            if (cabs(term) < 1e-17 * cabs(sum)) break;
        }
        return result + sum;
    }
    while (cabs(z) < 12) {
        result -= 1 / z;
        z += 1;
    }
    static const double series[] = {1.0 / 12,  -1.0 / 120,     1.0 / 252, -1.0 / 240,
                                    1.0 / 132, -691.0 / 32760, 1.0 / 12};
    Complex square = 1 / (z * z), power = square, sum = 0;
    for (int i = 0; i < 7; i++, power *= square) sum += series[i] * power;
    return result + clog(z) - 0.5 / z - sum;
}

ONE_COMPLEX(gamma, special_gamma, complex_gamma, "The gamma function.", "gamma(5)\nnp.float64(24.0)")
ONE_COMPLEX(loggamma, special_loggamma, special_complex_loggamma,
            "The logarithm of the gamma function, on its principal branch.", "loggamma(1)\nnp.float64(0.0)")
ONE_COMPLEX(rgamma, special_rgamma, complex_rgamma, "1 / gamma(x).", "rgamma(3)\nnp.float64(0.5)")
ONE_COMPLEX(psi, special_psi, complex_psi, "The digamma function, the derivative of gammaln.",
            "psi(1).round(6)\nnp.float64(-0.577216)")
ONE_COMPLEX(digamma, special_psi, complex_psi, "The digamma function, the derivative of gammaln.",
            "digamma(1).round(6)\nnp.float64(-0.577216)")

/* ---- logarithms ---- */

static double xlogy_of(double x, double y) { return x == 0 && !isnan(y) ? 0 : x * log(y); }
static double xlog1py_of(double x, double y) { return x == 0 && !isnan(y) ? 0 : x * log1p(y); }
static Complex complex_xlogy(Complex x, Complex y) {
    return x == 0 && !isnan(creal(y)) && !isnan(cimag(y)) ? 0 : x * clog(y);
}
static Complex complex_xlog1py(Complex x, Complex y) {
    return x == 0 && !isnan(creal(y)) && !isnan(cimag(y)) ? 0 : x * log_of_one_and(y);
}
ONE_COMPLEX(log1p, log1p, log_of_one_and, "log(1 + x).", "log1p(0.0)\nnp.float64(0.0)")
ONE_COMPLEX(expm1, expm1, expm1_of, "exp(x) - 1.", "expm1(0.0)\nnp.float64(0.0)")
TWO_COMPLEX(xlogy, "x, y", xlogy_of, complex_xlogy, "x * log(y), 0 where x is.", "xlogy(0, 0)\nnp.float64(0.0)")
TWO_COMPLEX(xlog1py, "x, y", xlog1py_of, complex_xlog1py, "x * log1p(y), 0 where x is.",
            "xlog1py(0, -1)\nnp.float64(0.0)")

/* ---- exponential integrals ---- */

/* sum (-z)**k / (k k!), k from 1 */
static Complex entire_exponential_integral(Complex z) {
    WideComplex power = -(WideComplex)z, sum = power, minus = power;
    for (int k = 2; k < 500; k++) {
        power = wide_scaled(wide_product(power, minus), (Wide)1 / k);
        WideComplex term = wide_scaled(power, (Wide)1 / k);
        sum += term;
        if (wide_size(term) < 1e-22 * wide_size(sum) && k > cabs(z)) break;
    }
    return wide_rounded(sum);
}

/* exp(z) E1(z) by the continued fraction, evaluated from behind with more and more terms the nearer z is to the
 * cut */
static Complex fraction_exponential_integral(Complex z) {
    double from_axis = creal(z) > 0 ? 1 : fmax(fabs(cimag(z)) / cabs(z), 0.02);
    int terms = 30 + (int)(500 / (cabs(z) * from_axis * from_axis));
    if (terms > 3000) terms = 3000;
    Complex tail = 0;
    for (int k = terms; k >= 1; k--) tail = k / (1 + k / (z + tail));
    return 1 / (z + tail);
}

static Complex complex_exp1(Complex z) {
    double x = creal(z), y = cimag(z);
    if (z == 0) return made(INFINITY, -y);
    if (isnan(x) || isnan(y)) return made(NAN, NAN);
    if (cabs(z) < 5 || (x < 0 && fabs(y) < 8 && cabs(z) < 45)) {
        Wide gamma = 0.57721566490153286061;
        Complex rest = entire_exponential_integral(z);
        Complex value = -(double)gamma - clog(z) - rest;
        return value;
    }
    if (x < 0 && cabs(z) >= 45 &&
        fabs(y) < 0.3 * cabs(z)) { /* asymptotic beside the cut, with what the cut adds */
        Complex term = 1, sum = 1;
        for (int k = 1; k < 45; k++) {
            term *= -k / z;
            sum += term;
            if (cabs(term) < 1e-17) break;
        }
        double smooth = erf(fabs(y) / sqrt(2 * fabs(x)));
        return cexp(-z) / z * sum - made(0, (signbit(y) ? -1 : 1) * M_PI * (1 - smooth));
    }
    return cexp(-z) * fraction_exponential_integral(z);
}
static double exp1_of(double x) { return x < 0 ? NAN : special_exp1(x); }
static Complex complex_expi(Complex z) {
    double y = cimag(z);
    if (y == 0 && !isnan(creal(z))) return made(special_expi(creal(z)), y);
    return -complex_exp1(-z) + made(0, y > 0 ? M_PI : y < 0 ? -M_PI : 0);
}
ONE_COMPLEX(exp1, exp1_of, complex_exp1, "The exponential integral E1.",
            "exp1(1).round(6)\nnp.float64(0.219384)")
ONE_COMPLEX(expi, special_expi, complex_expi, "The exponential integral Ei.",
            "expi(1).round(6)\nnp.float64(1.895118)")

/* Si, Ci (and, turned, Shi, Chi) by their series; `sign` is that of their squares. */
static void sine_cosine_series(Complex z, double sign, Complex *s, Complex *c) {
    WideComplex power = z, odd = 0, even = 0;
    for (int k = 1; k < 200; k++) {
        WideComplex term = wide_scaled(power, (Wide)1 / (2 * k - 1));
        odd += term;
        power = wide_scaled(wide_product(power, (WideComplex)z), (Wide)1 / (2 * k)); /* z**2k / (2k)! */
        WideComplex other = wide_scaled(power, (Wide)sign / (2 * k));
        even += other;
        power = wide_scaled(wide_product(power, (WideComplex)z), (Wide)sign / (2 * k + 1));
        if (wide_size(term) < 1e-22 * wide_size(odd) && wide_size(other) < 1e-22 * wide_size(even)) break;
    }
    *s = wide_rounded(odd);
    *c = wide_rounded(even);
}
/* Both integrals of small numbers. False: the number is not small. */
static bool integrals_of_small(Complex z, double sign, Complex *result) {
    if (!(cabs(z) < 12)) return false;
    if (cabs(z) == 0) {
        result[0] = 0;
        result[1] = made(-INFINITY, NAN);
        return true;
    }
    Complex even;
    sine_cosine_series(z, sign, &result[0], &even);
    result[1] = 0.57721566490153286061 + clog(z) + even;
    return true;
}
static void sici_of_complex(const Complex *input, Complex *result) {
    Complex z = input[0];
    if (integrals_of_small(z, -1, result)) return;
    Complex up = made(-cimag(z), creal(z)); /* i z */
    bool left = creal(z) < 0;
    Complex w = left ? -up : up, a = complex_exp1(w),
            b = complex_exp1(-w); /* E1(i z), E1(-i z) of the right half plane */
    Complex s = M_PI_2 + (a - b) * made(0, -0.5), c = -0.5 * (a + b);
    result[0] = left ? -s : s;
    result[1] = left ? c + made(0, signbit(cimag(z)) ? -M_PI : M_PI) : c;
}
static void sici_of_reals(const double *x, double *result) {
    double size = fabs(x[0]);
    if (isnan(x[0]) || isinf(x[0]) || size == 0) {
        result[0] = isinf(x[0]) ? copysign(M_PI_2, x[0]) : x[0];
        result[1] = isinf(x[0]) ? (x[0] > 0 ? 0 : NAN) : size == 0 ? -INFINITY : x[0];
        return;
    }
    Complex z = size, both[2];
    if (size > 1e9) {
        both[0] = M_PI_2 - cos(size) / size;
        both[1] = sin(size) / size;
    } else
        sici_of_complex(&z, both);
    result[0] = copysign(creal(both[0]), x[0]);
    result[1] = creal(both[1]);
}
SPECIAL_BLOCK(sici, "(x, out=None)", "The sine and the cosine integral: (Si, Ci).",
              "sici(0.0)\n(np.float64(0.0), np.float64(-inf))", 1, 2, 0, sici_of_reals, sici_of_complex)

static void shichi_of_complex(const Complex *input, Complex *result) {
    Complex z = input[0];
    if (integrals_of_small(z, 1, result)) return;
    bool left = creal(z) < 0;
    Complex w = left ? -z : z, a = complex_exp1(w), b = complex_expi(w);
    Complex s = 0.5 * (b + a), c = 0.5 * (b - a);
    result[0] = left ? -s : s;
    result[1] = left ? c + made(0, signbit(cimag(z)) ? -M_PI : M_PI) : c;
}
static void shichi_of_reals(const double *x, double *result) {
    double size = fabs(x[0]);
    if (isnan(x[0]) || isinf(x[0]) || size == 0) {
        result[0] = x[0];
        result[1] = isinf(x[0]) ? INFINITY : size == 0 ? -INFINITY : x[0];
        return;
    }
    double minus = size < 700 ? special_exp1(size) : 0, plus = special_expi(size);
    Complex s, even;
    if (size < 12) sine_cosine_series(size, 1, &s, &even);
    result[0] = copysign(size < 12 ? creal(s) : 0.5 * (plus + minus), x[0]);
    result[1] = size < 12 ? 0.57721566490153286061 + log(size) + creal(even) : 0.5 * (plus - minus);
}
SPECIAL_BLOCK(shichi, "(x, out=None)", "The hyperbolic sine and cosine integral: (Shi, Chi).",
              "shichi(0.0)\n(np.float64(0.0), np.float64(-inf))", 1, 2, 0, shichi_of_reals, shichi_of_complex)

/* ---- Spence's function: the integral of -log(t) / (t - 1) from 1 to z ---- */

static Complex
spence_series(Complex z) { /* |z - 1| < 1: sum (1 - z)**k / k**2, made faster (Ginsberg and Zaborowski, 1975) */
    z = 1 - z;
    Complex power = 1, sum = 0;
    if (z == 1) return M_PI * M_PI / 6;
    for (int k = 1; k < 500; k++) {
        power *= z;
        double a = (double)k * (k + 1) * (k + 2);
        Complex term = power / (a * a);
        sum += term;
        if (cabs(term) <= 1e-17 * cabs(sum)) break;
    }
    return (4 * z * z * sum + 4 * z + 5.75 * z * z + 3 * (1 - z * z) * log_of_one_and(-z)) /
           (1 + 4 * z + z * z);
}
static Complex spence_near_zero(Complex z) { /* pi**2 / 6 - log(z) log(1 - z) - Li2 of z, by powers of z */
    if (z == 0) return M_PI * M_PI / 6;
    Complex power = 1, first = 0, second = 0;
    for (int k = 1; k < 500; k++) {
        power *= z;
        first += power / ((double)k * k);
        second += power / k;
        if (cabs(power) < 1e-17 * cabs(first)) break;
    }
    return M_PI * M_PI / 6 - first + clog(z) * second;
}
static Complex complex_spence(Complex z) {
    if (cabs(z) < 0.5) return spence_near_zero(z);
    if (cabs(1 - z) > 1) {
        Complex l = clog(z - 1);
        return -spence_series(z / (z - 1)) - M_PI * M_PI / 6 - 0.5 * l * l;
    }
    return spence_series(z);
}
static double spence_of(double x) {
    return x < 0 || isnan(x) || isinf(x) ? NAN
           : x > 2           ? -creal(spence_near_zero(1 / x)) - 0.5 * log(x) * log(x)
                             : creal(complex_spence(x));
}
ONE_COMPLEX(spence, spence_of, complex_spence, "Spence's function, the dilogarithm of 1 - z.",
            "spence(1.0)\nnp.float64(0.0)")
