/* Hypergeometric functions, and Struve's.
 *
 * Power series are summed in wide numbers, which hold what cancels; near the circle of convergence and beyond
 * it by the linear transformations (Abramowitz and Stegun 15.3) and W. Buehring's expansion about 1/2 (SIAM J.
 * Math. Anal. 18, 1987). Where a transformation has a removable pole, its parameter is moved by 1e-17: both the
 * error and what cancels stay below the last digit of a double. hyperu: its integral by the double exponential
 * rule, and recurrence. */
#include "arraylib/functions/special/apply.h"
#include "arraylib/functions/special/special.h"
#include "arraylib/functions/special/wide.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

ARRAY_FAMILY(special_hypergeometric);

static Complex made(double x, double y) { return special_complex(x, y); }
static bool is_pole(double x) { return x <= 0 && x == floor(x); }

/* ---- wide exponentials and the gamma function ---- */

static WideComplex wide_of(Complex z) { return (WideComplex)z; }
static WideComplex wide_exponential(WideComplex z) {
    int halvings = 0;
    while (wide_size(z) > 0.1 && halvings < 40) {
        z = wide_scaled(z, 0.5);
        halvings++;
    }
    WideComplex term = 1, sum = 1;
    for (int k = 1; k < 30; k++) {
        term = wide_scaled(wide_product(term, z), (Wide)1 / k);
        sum += term;
    }
    while (halvings--) sum = wide_product(sum, sum);
    return sum;
}
static Wide wide_logarithm(Wide x) {
    int exponent;
    double leading = frexp((double)x, &exponent);
    Wide ln2 = (Wide)0x1.62e42fefa39efp-1 + (Wide)0x1.abc9e3b39803fp-56 + (Wide)0x1.7b57a079a1934p-111, y;
    x /= (Wide)ldexp(1, exponent);
    y = log(leading);
    for (int k = 0; k < 3; k++) {
        Wide e = __real__ wide_exponential(y);
        y += 2 * (x - e) / (x + e);
    }
    return y + exponent * ln2;
}

/* 1 / gamma(x) */
static Wide wide_rgamma(Wide x) {
    static const double numerators[] = {1, -1, 1, -1, 1, -691, 1, -3617, 43867, -174611, 77683, -236364091};
    static const double denominators[] = {12,  360,    1260,   1680,   1188, 360360,
                                          156, 122400, 244188, 125400, 5796, 1506960};
    Wide product = 1;
    if (x == (Wide)floor((double)x) && x <= 0) return 0;
    while (x < 40) product *= x, x += 1;
    Wide sum = 0, power = 1 / x, square = power * power;
    for (int k = 0; k < 12; k++, power *= square) sum += (Wide)numerators[k] / (Wide)denominators[k] * power;
    Wide half_log = (Wide)0x1.d67f1c864beb5p-1 + (Wide)-0x1.65b5a1b7ff5dfp-55 +
                    (Wide)-0x1.b7f70c13dc1ccp-110; /* log(2 pi) / 2 */
    Wide logarithm = (x - (Wide)0.5) * wide_logarithm(x) - x + half_log + sum;
    return product * __real__ wide_exponential(-logarithm);
}

/* z**s: the whole part of s by multiplication, the rest by the exponential of the logarithm */
static WideComplex wide_power(WideComplex z, Wide s) {
    double whole = round((double)s);
    WideComplex result = 1, base = z;
    if (fabs(whole) > 1e6) return wide_of(cpow(wide_rounded(z), (double)s));
    long n = labs((long)whole);
    for (; n; n >>= 1) {
        if (n & 1) result = wide_product(result, base);
        base = wide_product(base, base);
    }
    if (whole < 0) {
        Wide size = __real__ result * __real__ result + __imag__ result * __imag__ result;
        __imag__ result = -__imag__ result;
        result = wide_scaled(result, 1 / size);
    }
    return wide_product(result, wide_exponential(wide_scaled(wide_of(clog(wide_rounded(z))), s - (Wide)whole)));
}

enum { TERMS_MAX = 100000 };

/* sum (a)_k (b)_k / (c)_k z**k / k!; of pFq the parameters that are there */
static WideComplex wide_series(const Wide *above, int above_count, const Wide *below, int below_count,
                               WideComplex z) {
    WideComplex term = 1, sum = 1;
    for (int k = 0; k < TERMS_MAX; k++) {
        Wide factor = (Wide)1 / (k + 1);
        for (int i = 0; i < above_count; i++) factor *= above[i] + k;
        for (int i = 0; i < below_count; i++) factor /= below[i] + k;
        term = wide_scaled(wide_product(term, z), factor);
        sum += term;
        if (factor == 0 || (wide_size(term) < 1e-36 * wide_size(sum) && k > 3)) break;
        if (!(wide_size(term) < INFINITY) && !(wide_size(term * (Wide)1e-300) < INFINITY)) break;
    }
    return sum;
}

/* ---- 2F1 ---- */

static WideComplex gauss_series(Wide a, Wide b, Wide c, WideComplex z) {
    return wide_series((Wide[]){a, b}, 2, (Wide[]){c}, 1, z);
}

static Wide moved_off(Wide s) { /* off the whole numbers */
    Wide rest = s - (Wide)round((double)s);
    return (rest < 0 ? -rest : rest) < (Wide)1e-17 ? (Wide)1e-17 : 0;
}

/* Buehring's series in 1 / (z - 1/2), for the exponent s of {a, b} */
static WideComplex about_half(Wide s, Wide a, Wide b, Wide c, WideComplex inverse) {
    WideComplex before = 0, now = 1, sum = 1, power = 1;
    for (int k = 1; k < 2000; k++) {
        WideComplex next = wide_scaled(now, (a + b + 1) / 2 - c) + wide_scaled(before, (k + s - 2) / 4);
        next = wide_scaled(next, (k + s - 1) / (k * (k + 2 * s - a - b)));
        before = now;
        now = next;
        power = wide_product(power, inverse);
        WideComplex term = wide_product(power, now);
        sum += term;
        if (wide_size(term) < 1e-36 * wide_size(sum) && k > 5) break;
    }
    return sum;
}

static Complex hyp2f1(double a, double b, double c, Complex z) {
    if (isnan(a) || isnan(b) || isnan(c) || isnan(creal(z)) || isnan(cimag(z))) return made(NAN, NAN);
    if (z == 0 || a == 0 || b == 0) return c == 0 && z != 0 ? made(NAN, 0) : 1;
    bool ends = is_pole(a) || is_pole(b);
    double last = is_pole(a) ? -a : INFINITY;
    if (is_pole(b) && -b < last) last = -b;
    if (is_pole(c) && !(ends && last <= -c)) return made(INFINITY, 0);
    if (ends && last < 20000) return wide_rounded(gauss_series(a, b, c, wide_of(z)));
    Complex rest = 1 - z;
    if (rest == 0) {
        if (c - a - b <= 0) return made(INFINITY, 0);
        return (double)(wide_rgamma((Wide)c - a) * wide_rgamma((Wide)c - b) /
                        (wide_rgamma(c) * wide_rgamma((Wide)c - a - b)));
    }
    if ((is_pole(c - a) || is_pole(c - b)) && fabs(c - a) < 5000 &&
        fabs(c - b) < 5000) /* Euler's transformation ends */
        return wide_rounded(wide_product(wide_power(wide_of(rest), (Wide)c - a - b),
                                         gauss_series((Wide)c - a, (Wide)c - b, c, wide_of(z))));
    if (cabs(z) < 0.9) return wide_rounded(gauss_series(a, b, c, wide_of(z)));
    WideComplex one = 1;
    if (cabs(z / (z - 1)) < 0.9) {
        WideComplex x = wide_of(z) / (wide_of(z) - one);
        return wide_rounded(
            wide_product(wide_power(one - wide_of(z), -(Wide)a), gauss_series(a, (Wide)c - b, c, x)));
    }
    if (cabs(rest) < 0.9) {
        Wide wc = (Wide)c + moved_off((Wide)c - a - b), s = wc - a - b, top = 1 / wide_rgamma(wc);
        WideComplex x = one - wide_of(z);
        Wide first = top * wide_rgamma(wc - a) * wide_rgamma(wc - b) / wide_rgamma(s),
             second = top * wide_rgamma(a) * wide_rgamma(b) / wide_rgamma(-s);
        WideComplex left = wide_scaled(gauss_series(a, b, 1 - s, x), first);
        WideComplex right =
            wide_scaled(wide_product(wide_power(x, s), gauss_series(wc - a, wc - b, s + 1, x)), second);
        return wide_rounded(left + right);
    }
    Wide wb = (Wide)b + moved_off((Wide)a - b), top = 1 / wide_rgamma(c), d = wb - a;
    Wide first = top * wide_rgamma(wb) * wide_rgamma((Wide)c - a) / wide_rgamma(d),
         second = top * wide_rgamma(a) * wide_rgamma((Wide)c - wb) / wide_rgamma(-d);
    if (cabs(z) >
        1 / 0.9) { /* both parts by the power of a, whose rounding then is no matter of what cancels */
        WideComplex x = one / wide_of(z), minus = -wide_of(z);
        if (cimag(z) == 0) __imag__ minus = -(Wide)0.0;
        WideComplex left = gauss_series(a, a - (Wide)c + 1, 1 - d, x);
        WideComplex right = wide_product(wide_power(minus, -d), gauss_series(wb, wb - (Wide)c + 1, 1 + d, x));
        return wide_rounded(
            wide_product(wide_scaled(left, first) + wide_scaled(right, second), wide_power(minus, -(Wide)a)));
    }
    WideComplex half = (Wide)0.5 - wide_of(z), inverse = -one / half;
    WideComplex left = about_half(a, a, wb, c, inverse);
    WideComplex right = wide_product(wide_power(half, -d), about_half(wb, a, wb, c, inverse));
    return wide_rounded(
        wide_product(wide_scaled(left, first) + wide_scaled(right, second), wide_power(half, -(Wide)a)));
}
static void hyp2f1_of_complex(const Complex *z, Complex *result) {
    *result = hyp2f1(creal(z[0]), creal(z[1]), creal(z[2]), z[3]);
}
double special_hyp2f1(double a, double b, double c, double x) {
    if (x > 1 && !is_pole(a) && !is_pole(b)) return INFINITY;
    return creal(hyp2f1(a, b, c, x));
}
static void hyp2f1_of_reals(const double *x, double *result) {
    *result = special_hyp2f1(x[0], x[1], x[2], x[3]);
}
SPECIAL_BLOCK(hyp2f1, "(a, b, c, z, out=None)", "Gauss's hypergeometric function.",
              "hyp2f1(1, 1, 2, 0.5).round(9)\nnp.float64(1.386294361)", 4, 1, 7, hyp2f1_of_reals,
              hyp2f1_of_complex)

/* ---- 1F1 and 0F1 ---- */

static Complex far_hyp1f1(double a, double b, Complex z) { /* A&S 13.5.1 */
    Complex sums[2];
    for (int side = 0; side < 2; side++) {
        double p = side ? a : 1 - a, q = side ? 1 + a - b : b - a, size = INFINITY;
        Complex term = 1, sum = 1, x = side ? -z : z;
        for (int k = 0; k < 500; k++) {
            Complex next = term * (p + k) * (q + k) / ((k + 1) * x);
            if (cabs(next) > size) break;
            term = next;
            size = cabs(term);
            sum += term;
            if (size < 1e-17 * cabs(sum)) break;
        }
        sums[side] = sum;
    }
    double sign_b = special_gammasgn(b), log_b = special_gammaln(b);
    Complex grown = is_pole(a) ? 0
                               : sign_b * special_gammasgn(a) *
                                     cexp(z + (a - b) * clog(z) + log_b - special_gammaln(a)) * sums[0];
    Complex minus = cimag(z) == 0 ? made(-creal(z), -0.0) : -z;
    Complex fading = is_pole(b - a) ? 0
                                    : sign_b * special_gammasgn(b - a) *
                                          cexp(-a * clog(minus) + log_b - special_gammaln(b - a)) * sums[1];
    return grown + fading;
}
static Complex hyp1f1(double a, double b, Complex z) {
    if (isnan(a) || isnan(b) || isnan(creal(z)) || isnan(cimag(z))) return made(NAN, NAN);
    if (is_pole(b) && !(is_pole(a) && a >= b)) return made(INFINITY, 0);
    if (a == 0 || z == 0) return 1;
    if (a == b) return cexp(z);
    double size = cabs(z);
    if (is_pole(a) && -a < 20000) return wide_rounded(wide_series((Wide[]){a}, 1, (Wide[]){b}, 1, wide_of(z)));
    if (size > 60 && size > 2 * fabs(a) * fabs(a) && size > 2 * fabs(b) * fabs(b)) return far_hyp1f1(a, b, z);
    if (creal(z) < 0) { /* Kummer's transformation */
        WideComplex sum = wide_series((Wide[]){(Wide)b - a}, 1, (Wide[]){b}, 1, wide_of(-z));
        return wide_rounded(wide_product(sum, wide_exponential(wide_of(z))));
    }
    return wide_rounded(wide_series((Wide[]){a}, 1, (Wide[]){b}, 1, wide_of(z)));
}
double special_hyp1f1(double a, double b, double x) { return creal(hyp1f1(a, b, x)); }
static void hyp1f1_of_reals(const double *x, double *result) { *result = special_hyp1f1(x[0], x[1], x[2]); }
static void hyp1f1_of_complex(const Complex *z, Complex *result) {
    *result = hyp1f1(creal(z[0]), creal(z[1]), z[2]);
}
SPECIAL_BLOCK(hyp1f1, "(a, b, x, out=None)", "Kummer's confluent hypergeometric function.",
              "hyp1f1(1, 1, 0)\nnp.float64(1.0)", 3, 1, 3, hyp1f1_of_reals, hyp1f1_of_complex)

static Complex hyp0f1(double v, Complex z) {
    if (is_pole(v)) return made(NAN, NAN);
    if (cabs(z) < 300 || fabs(v) > cabs(z))
        return wide_rounded(wide_series(NULL, 0, (Wide[]){v}, 1, wide_of(z)));
    if (cimag(z) == 0 && creal(z) < 0) {
        double root = sqrt(-creal(z));
        return special_gammasgn(v) * exp(special_gammaln(v) + (1 - v) * log(root)) *
               special_jv(v - 1, 2 * root);
    }
    Complex root = csqrt(z), scaled = special_complex_ive(v - 1, 2 * root); /* without exp(Re 2 root) */
    return special_gammasgn(v) * cexp(2 * creal(root) + (1 - v) * clog(root) + special_gammaln(v)) * scaled;
}
static double hyp0f1_of(double v, double x) { return creal(hyp0f1(v, x)); }
ORDER_COMPLEX(hyp0f1, "v, z", hyp0f1_of, hyp0f1, "The confluent hypergeometric limit function.",
              "hyp0f1(1, 0)\nnp.float64(1.0)")

/* ---- U ---- */

/* integral of exp(-x t) t**(a - 1) (1 + t)**(b - a - 1) / gamma(a), a > 0, with t = exp(u - exp(-u)) */
static double tricomi_integral(double a, double b, double x) {
    double sum = 0, step = 1.0 / 64, log_gamma = special_gammaln(a), top = -INFINITY;
    for (int pass = 0; pass < 2; pass++)
        for (double u = -6.5; u < 700; u += step) {
            double fade = exp(-u), log_t = u - fade, t = exp(log_t),
                   exponent = a * log_t - x * t + (b - a - 1) * log1p(t) - log_gamma;
            if (!pass) {
                if (exponent > top) top = exponent;
                if (exponent < top - 60 && u > 1) break;
            } else {
                sum += exp(exponent - top) * (1 + fade);
                if (exponent < top - 60 && u > 1) break;
            }
        }
    return sum * step * exp(top);
}
double special_hyperu(double a, double b, double x) {
    if (isnan(a) || isnan(b) || isnan(x) || x < 0) return NAN;
    if (x == 0)
        return b > 1 ? (a == 0 ? 1 : INFINITY) : creal(special_gamma(1 - b) * special_rgamma(a - b + 1));
    if (is_pole(a)) { /* a polynomial */
        Wide sum = 0, term = 1;
        int n = (int)-a;
        for (int k = 0; k <= n; k++) { /* (-1)**n sum C(n, k) (b + k)_(n - k) (-x)**k */
            term = 1;
            for (int i = 0; i < n - k; i++) term *= (Wide)b + k + i;
            Wide binomial = 1;
            for (int i = 0; i < k; i++) binomial *= (Wide)(n - i) / (i + 1);
            for (int i = 0; i < k; i++) term *= -(Wide)x;
            sum += binomial * term;
        }
        return (double)(n % 2 ? -sum : sum);
    }
    if (a > 0) return tricomi_integral(a, b, x);
    if (1 + a - b > 0) return pow(x, 1 - b) * special_hyperu(1 + a - b, 2 - b, x);
    double start = a + ceil(-a) + (a == ceil(a) ? 1 : 0); /* down from positive a, which is stable */
    if (start <= 0) start += 1;
    double above = tricomi_integral(start + 1, b, x), here = tricomi_integral(start, b, x);
    for (double k = start; k > a + 0.5; k--) {
        double below = -(b - 2 * k - x) * here - k * (k - b + 1) * above;
        above = here;
        here = below;
    }
    return here;
}
THREE(hyperu, "a, b, x", special_hyperu, "Tricomi's confluent hypergeometric function.",
      "hyperu(0, 1, 2.0)\nnp.float64(1.0)")

/* ---- Struve's functions ---- */

static double struve_value(double v, double x, bool modified) {
    if (isnan(v) || isnan(x)) return NAN;
    if (x < 0) {
        if (v != floor(v)) return NAN;
        double value = struve_value(v, -x, modified);
        return fmod(fabs(v), 2) == 1 ? value : -value;
    }
    if (x == 0)
        return v > -1                         ? 0
               : v == -1                      ? M_2_PI
               : special_rgamma(v + 1.5) == 0 ? 0
               : special_rgamma(v + 1.5) > 0  ? INFINITY
                                              : -INFINITY;
    if (v < -0.5 && v + 0.5 == floor(v + 0.5)) { /* Bessel functions of half orders */
        double n = -v - 0.5;
        return modified          ? special_iv(n + 0.5, x)
               : fmod(n, 2) == 0 ? special_jv(n + 0.5, x)
                                 : -special_jv(n + 0.5, x);
    }
    if (x < 35 + 0.5 * fabs(v) || fabs(v) > x) {
        WideComplex square = (Wide)x * (Wide)x / 4 * (modified ? 1 : -1);
        WideComplex sum = wide_series((Wide[]){1}, 1, (Wide[]){1.5, (Wide)v + (Wide)1.5}, 2, square);
        double log_front = (v + 1) * log(x / 2) - special_gammaln(v + 1.5),
               front = special_gammasgn(v + 1.5) * M_2_SQRTPI;
        return front * (double)(__real__ sum * __real__ wide_exponential((WideComplex)(Wide)log_front));
    }
    double term = exp((v - 1) * log(x / 2) + special_gammaln(0.5) - special_gammaln(v + 0.5)) *
                  special_gammasgn(v + 0.5) / M_PI,
           sum = 0, size = INFINITY;
    for (int k = 0; k < 500; k++) {
        if (fabs(term) > size) break;
        size = fabs(term);
        sum += modified && k % 2 ? -term : term;
        term *= (k + 0.5) * (v - 0.5 - k) * 4 / (x * x);
        if (size < 1e-17 * fabs(sum)) break;
    }
    return modified ? special_iv(-v, x) - sum : special_yv(v, x) + sum;
}
static double struve_of(double v, double x) { return struve_value(v, x, false); }
static double modstruve_of(double v, double x) { return struve_value(v, x, true); }
TWO(struve, "v, x", struve_of, "Struve's function.", "struve(0, 0)\nnp.float64(0.0)")
TWO(modstruve, "v, x", modstruve_of, "Struve's modified function.", "modstruve(0, 0)\nnp.float64(0.0)")

/* ---- parabolic cylinders and Legendre's functions ---- */

/* D_v(x) and its derivative: 2**(v/2) exp(-x**2/4) U(-v/2, 1/2, x**2/2), on the left by Kummer's functions */
static double parabolic(double v, double x) {
    double half = x * x / 2;
    if (x >= 0 && (half > 8 || v < 0))
        return pow(2, v / 2) * exp(-half / 2) * special_hyperu(-v / 2, 0.5, half);
    Wide even = (Wide)special_rgamma((1 - v) / 2), odd = (Wide)special_rgamma(-v / 2);
    WideComplex first = wide_series((Wide[]){-(Wide)v / 2}, 1, (Wide[]){0.5}, 1, (Wide)half),
                second = wide_series((Wide[]){(1 - (Wide)v) / 2}, 1, (Wide[]){1.5}, 1, (Wide)half);
    double bracket = (double)(__real__ first * even - (Wide)(M_SQRT2 * x) * __real__ second * odd);
    return sqrt(M_PI) * pow(2, v / 2) * exp(-half / 2) * bracket;
}
static void pbdv_of_reals(const double *x, double *result) {
    if (isnan(x[0]) || isnan(x[1])) {
        result[0] = result[1] = NAN;
        return;
    }
    result[0] = parabolic(x[0], x[1]);
    result[1] = x[1] / 2 * result[0] - parabolic(x[0] + 1, x[1]);
}
SPECIAL_BLOCK(pbdv, "(v, x, out=None)", "The parabolic cylinder function D and its derivative: (d, dp).",
              "pbdv(0, 0.0)\n(np.float64(1.0), np.float64(-0.0))", 2, 2, 0, pbdv_of_reals, NULL)

static double lpmv_of(double m, double v, double x) {
    if (isnan(m) || isnan(v) || isnan(x) || m != floor(m) || fabs(x) > 1) return NAN;
    if (v < 0) v = -v - 1;
    if (m < 0) { /* by the positive order */
        double n = -m;
        if (v == floor(v) && n > v) return NAN;
        double ratio = special_gammasgn(v - n + 1) * special_gammasgn(v + n + 1) *
                       exp(special_gammaln(v - n + 1) - special_gammaln(v + n + 1));
        return (fmod(n, 2) == 0 ? 1 : -1) * ratio * lpmv_of(n, v, x);
    }
    if (v == floor(v)) { /* by recurrence */
        if (m > v) return 0;
        double root = sqrt((1 - x) * (1 + x)), start = 1;
        for (int k = 1; k <= (int)m; k++) start *= -(2 * k - 1) * root;
        double before = 0, here = start;
        for (double n = m + 1; n <= v; n++) {
            double next = ((2 * n - 1) * x * here - (n + m - 1) * before) / (n - m);
            before = here;
            here = next;
        }
        return here;
    }
    if (x == -1) return m == 0 ? -INFINITY : INFINITY;
    double front = special_gammasgn(v + m + 1) * special_gammasgn(v - m + 1) *
                   exp(special_gammaln(v + m + 1) - special_gammaln(v - m + 1) - special_gammaln(m + 1));
    return (fmod(m, 2) == 0 ? 1 : -1) * front * pow((1 - x) * (1 + x), m / 2) / pow(2, m) *
           special_hyp2f1(m - v, m + v + 1, m + 1, (1 - x) / 2);
}
THREE(lpmv, "m, v, x", lpmv_of, "The associated Legendre function of whole order and real degree.",
      "lpmv(0, 1, 0.5)\nnp.float64(0.5)")

/* ---- orthogonal polynomials of any degree and complex numbers ---- */

static Complex jacobi_complex(double n, double a, double b, Complex x) {
    double front = special_binom(n + a, n);
    return front * hyp2f1(-n, n + a + b + 1, a + 1, (1 - x) / 2);
}
#define POLYNOMIAL(name, parameters, inputs, reals, expression, real_code, text, example)                      \
    static void name##_of_complex(const Complex *z, Complex *result) { *result = expression; }                 \
    static void name##_of_reals(const double *x, double *result) {                                             \
        if (x[0] == floor(x[0]) && fabs(x[0]) < 1e6) {                                                         \
            *result = real_code;                                                                               \
            return;                                                                                            \
        }                                                                                                      \
        Complex z[4];                                                                                          \
        for (int i = 0; i < inputs; i++) z[i] = x[i];                                                          \
        name##_of_complex(z, z);                                                                               \
        *result = creal(z[0]);                                                                                 \
    }                                                                                                          \
    SPECIAL_BLOCK(name, "(" parameters ", out=None)", text, example, inputs, 1, reals, name##_of_reals,        \
                  name##_of_complex)
#define N creal(z[0])
POLYNOMIAL(eval_legendre, "n, x", 2, 1, hyp2f1(-N, N + 1, 1, (1 - z[1]) / 2), special_legendre(x[0], x[1]),
           "Legendre's function of degree n.", "eval_legendre(2, 1)\nnp.float64(1.0)")
POLYNOMIAL(eval_chebyt, "n, x", 2, 1, hyp2f1(N, -N, 0.5, (1 - z[1]) / 2), special_chebyt(x[0], x[1]),
           "Chebyshev's function of the first kind.", "eval_chebyt(2, 1)\nnp.float64(1.0)")
POLYNOMIAL(eval_chebyu, "n, x", 2, 1, (N + 1) * hyp2f1(-N, N + 2, 1.5, (1 - z[1]) / 2),
           special_chebyu(x[0], x[1]), "Chebyshev's function of the second kind.",
           "eval_chebyu(1, 1)\nnp.float64(2.0)")
POLYNOMIAL(eval_laguerre, "n, x", 2, 1, hyp1f1(-N, 1, z[1]), special_genlaguerre(x[0], 0, x[1]),
           "Laguerre's function.", "eval_laguerre(1, 1)\nnp.float64(0.0)")
POLYNOMIAL(eval_genlaguerre, "n, alpha, x", 3, 3,
           special_binom(N + creal(z[1]), N) * hyp1f1(-N, creal(z[1]) + 1, z[2]),
           special_genlaguerre(x[0], x[1], x[2]), "The generalised Laguerre function.",
           "eval_genlaguerre(1, 1, 2)\nnp.float64(0.0)")
POLYNOMIAL(eval_gegenbauer, "n, alpha, x", 3, 3,
           special_gamma(N + 2 * creal(z[1])) * special_rgamma(1 + N) * special_rgamma(2 * creal(z[1])) *
               hyp2f1(-N, N + 2 * creal(z[1]), creal(z[1]) + 0.5, (1 - z[2]) / 2),
           special_gegenbauer(x[0], x[1], x[2]), "Gegenbauer's function.",
           "eval_gegenbauer(1, 1, 2)\nnp.float64(4.0)")
POLYNOMIAL(eval_jacobi, "n, alpha, beta, x", 4, 7, jacobi_complex(N, creal(z[1]), creal(z[2]), z[3]),
           special_jacobi(x[0], x[1], x[2], x[3]), "Jacobi's function.",
           "eval_jacobi(0, 1, 1, 2)\nnp.float64(1.0)")
POLYNOMIAL(eval_sh_legendre, "n, x", 2, 1, hyp2f1(-N, N + 1, 1, 1 - z[1]), special_legendre(x[0], 2 * x[1] - 1),
           "Legendre's function of 2x - 1.", "eval_sh_legendre(2, 1)\nnp.float64(1.0)")
POLYNOMIAL(eval_sh_chebyt, "n, x", 2, 1, hyp2f1(N, -N, 0.5, 1 - z[1]), special_chebyt(x[0], 2 * x[1] - 1),
           "Chebyshev's function of the first kind of 2x - 1.", "eval_sh_chebyt(2, 1)\nnp.float64(1.0)")
POLYNOMIAL(eval_sh_chebyu, "n, x", 2, 1, (N + 1) * hyp2f1(-N, N + 2, 1.5, 1 - z[1]),
           special_chebyu(x[0], 2 * x[1] - 1), "Chebyshev's function of the second kind of 2x - 1.",
           "eval_sh_chebyu(1, 1)\nnp.float64(2.0)")
POLYNOMIAL(eval_chebyc, "n, x", 2, 1, 2 * hyp2f1(N, -N, 0.5, (1 - z[1] / 2) / 2),
           2 * special_chebyt(x[0], x[1] / 2), "Chebyshev's function 2 T(x / 2).",
           "eval_chebyc(1, 1)\nnp.float64(1.0)")
POLYNOMIAL(eval_chebys, "n, x", 2, 1, (N + 1) * hyp2f1(-N, N + 2, 1.5, (1 - z[1] / 2) / 2),
           special_chebyu(x[0], x[1] / 2), "Chebyshev's function U(x / 2).",
           "eval_chebys(1, 1)\nnp.float64(1.0)")
POLYNOMIAL(eval_sh_jacobi, "n, p, q, x", 4, 7,
           jacobi_complex(N, creal(z[1]) - creal(z[2]), creal(z[2]) - 1, 2 * z[3] - 1) /
               special_binom(2 * N + creal(z[1]) - 1, N),
           special_jacobi(x[0], x[1] - x[2], x[2] - 1, 2 * x[3] - 1) / special_binom(2 * x[0] + x[1] - 1, x[0]),
           "Jacobi's shifted function.", "eval_sh_jacobi(0, 1, 1, 2)\nnp.float64(1.0)")
