/* scipy.special: what is computed a number at a time, by name. On the host; arrays of a device go there and
 * back. */
#include "arraylib/functions/special/apply.h"
#include "arraylib/functions/special/special.h"

#include <math.h>

ARRAY_FAMILY(special);

/* ---- errors and logistics ---- */

ONE(erfinv, special_erfinv, "The inverse of erf.", "erfinv(0.0)\nnp.float64(0.0)")
ONE(erfcinv, special_erfcinv, "The inverse of erfc.", "erfcinv(1.0)\nnp.float64(0.0)")
ONE(ndtri, special_ndtri, "The inverse of ndtr.", "ndtri(0.5)\nnp.float64(0.0)")

static double expit(double x) { return 1 / (1 + exp(-x)); }
static double logit(double p) {
    if (p < 0 || p > 1) return NAN;
    double s = 2 * (p - 0.5);
    return p < 0.3 || p > 0.65 ? log(p / (1 - p)) : log1p(s) - log1p(-s);
}
static double log_expit(double x) { return x < 0 ? x - log1p(exp(x)) : -log1p(exp(-x)); }
ONE(expit, expit, "The logistic function 1 / (1 + exp(-x)).", "expit(0)\nnp.float64(0.5)")
ONE(logit, logit, "The inverse of expit.", "logit(0.5)\nnp.float64(0.0)")
ONE(log_expit, log_expit, "The logarithm of expit.", "log_expit(0.0).round(6)\nnp.float64(-0.693147)")

static double entr(double x) { return isnan(x) ? x : x > 0 ? -x * log(x) : x == 0 ? 0 : -INFINITY; }
static double rel_entr(double x, double y) {
    if (isnan(x) || isnan(y)) return NAN;
    if (x <= 0 || y <= 0) return x == 0 && y >= 0 ? 0 : INFINITY;
    double ratio = x / y;
    return ratio > 0.5 && ratio < 2     ? x * log1p((x - y) / y)
           : isinf(ratio) || ratio == 0 ? x * (log(x) - log(y))
                                        : x * log(ratio);
}
static double kl_div(double x, double y) {
    if (isnan(x) || isnan(y)) return NAN;
    return x > 0 && y > 0 ? x * log(x / y) - x + y : x == 0 && y >= 0 ? y : INFINITY;
}
static double huber(double delta, double r) {
    return delta < 0 ? INFINITY : fabs(r) <= delta ? 0.5 * r * r : delta * (fabs(r) - 0.5 * delta);
}
static double pseudo_huber(double delta, double r) {
    if (delta < 0) return INFINITY;
    return delta == 0 || r == 0 ? 0 : delta * delta * expm1(0.5 * log1p(r / delta * (r / delta)));
}
ONE(entr, entr, "-x * log(x), the part of an entropy.", "entr(1.0)\nnp.float64(-0.0)")
TWO(rel_entr, "x, y", rel_entr, "x * log(x / y), the part of a relative entropy.",
    "rel_entr(1.0, 1.0)\nnp.float64(0.0)")
TWO(kl_div, "x, y", kl_div, "x * log(x / y) - x + y.", "kl_div(1.0, 2.0).round(6)\nnp.float64(0.306853)")
TWO(huber, "delta, r", huber, "Huber's loss.", "huber(1.0, 2.0)\nnp.float64(1.5)")
TWO(pseudo_huber, "delta, r", pseudo_huber, "A smooth form of Huber's loss.",
    "pseudo_huber(1.0, 0.0)\nnp.float64(0.0)")

static double cosm1(double x) {
    double s = sin(x / 2);
    return -2 * s * s;
}
static double exp10_of(double x) { return pow(10, x); }
static double exprel(double x) { return fabs(x) < 1e-16 ? 1 : x > 717 ? INFINITY : expm1(x) / x; }
static double boxcox(double x, double lambda) {
    return fabs(lambda) < 1e-19 ? log(x) : expm1(lambda * log(x)) / lambda;
}
static double inv_boxcox(double x, double lambda) {
    return lambda == 0 ? exp(x) : exp(log1p(lambda * x) / lambda);
}
static double boxcox1p(double x, double lambda) {
    double grown = log1p(x);
    return fabs(lambda) < 1e-19 || (fabs(grown) < 1e-289 && fabs(lambda) < 1e273)
               ? grown
               : expm1(lambda * grown) / lambda;
}
ONE(cbrt, cbrt, "The cube root.", "cbrt(8.0)\nnp.float64(2.0)")
ONE(exp2, exp2, "2**x.", "exp2(3)\nnp.float64(8.0)")
ONE(exp10, exp10_of, "10**x.", "exp10(2)\nnp.float64(100.0)")
ONE(cosm1, cosm1, "cos(x) - 1, exact for small x.", "cosm1(0.0)\nnp.float64(-0.0)")
ONE(exprel, exprel, "(exp(x) - 1) / x.", "exprel(0)\nnp.float64(1.0)")
ONE(round, rint, "The nearest whole number, halves to even.", "round(2.5)\nnp.float64(2.0)")
TWO(boxcox, "x, lmbda", boxcox, "The transformation of Box and Cox.", "boxcox(2.0, 1.0)\nnp.float64(1.0)")
TWO(boxcox1p, "x, lmbda", boxcox1p, "The transformation of Box and Cox of 1 + x.",
    "boxcox1p(1.0, 1.0)\nnp.float64(1.0)")
TWO(inv_boxcox, "y, lmbda", inv_boxcox, "The inverse of boxcox.", "inv_boxcox(1.0, 1.0)\nnp.float64(2.0)")

/* ---- the gamma family ---- */

ONE(gammaln, special_gammaln, "The logarithm of the gamma function's absolute value.",
    "gammaln(1)\nnp.float64(0.0)")
ONE(gammasgn, special_gammasgn, "The sign of the gamma function.", "gammasgn(-0.5)\nnp.float64(-1.0)")
TWO(polygamma, "n, x", special_polygamma, "The n-th derivative of the digamma function.",
    "polygamma(1, 1).round(6)\nnp.float64(1.644934)")
TWO(beta, "a, b", special_beta, "gamma(a) * gamma(b) / gamma(a + b).", "beta(1, 1)\nnp.float64(1.0)")
TWO(betaln, "a, b", special_betaln, "The logarithm of beta's absolute value.", "betaln(1, 1)\nnp.float64(0.0)")
TWO(binom, "n, k", special_binom, "The binomial coefficient of real numbers.", "binom(5, 2)\nnp.float64(10.0)")
TWO(poch, "z, m", special_poch, "gamma(z + m) / gamma(z).", "poch(1, 3)\nnp.float64(6.0)")
TWO(gammainc, "a, x", special_gammainc, "The lower incomplete gamma integral, of 1 in all.",
    "gammainc(1, 0)\nnp.float64(0.0)")
TWO(gammaincc, "a, x", special_gammaincc, "The upper incomplete gamma integral, of 1 in all.",
    "gammaincc(1, 0)\nnp.float64(1.0)")
TWO(gammaincinv, "a, y", special_gammaincinv, "The x where gammainc(a, x) is y.",
    "gammaincinv(1, 0)\nnp.float64(0.0)")
TWO(gammainccinv, "a, y", special_gammainccinv, "The x where gammaincc(a, x) is y.",
    "gammainccinv(1, 1)\nnp.float64(0.0)")
THREE(betainc, "a, b, x", special_betainc, "The incomplete beta integral, of 1 in all.",
      "betainc(1, 1, 0.25)\nnp.float64(0.25)")
THREE(betaincc, "a, b, x", special_betaincc, "1 - betainc(a, b, x).", "betaincc(1, 1, 0.25)\nnp.float64(0.75)")
THREE(betaincinv, "a, b, y", special_betaincinv, "The x where betainc(a, b, x) is y.",
      "betaincinv(1, 1, 0.25)\nnp.float64(0.25)")

static double zeta_of_one(double s) {
    if (isinf(s) && s < 0) return NAN;
    if (s < 0) { /* the functional equation */
        double turn = fmod(s / 2, 2);
        if (s / 2 == floor(s / 2)) return 0;
        return 2 * pow(2 * M_PI, s - 1) * sin(M_PI * turn) * tgamma(1 - s) * special_zeta(1 - s, 1);
    }
    if (s == 0) return -0.5;
    if (s < 1) { /* Euler's alternating sum, accelerated */
        double d[41], sum = 0, total = 1, part = 1;
        d[0] = 1;
        for (int i = 1; i <= 40; i++) {
            part *= 4.0 * (40 + i - 1) * (40 - i + 1) / ((2.0 * i) * (2.0 * i - 1));
            total += part;
            d[i] = total;
        }
        for (int k = 0; k < 40; k++) sum += (k % 2 ? -1 : 1) * (d[k] - d[40]) / pow(k + 1, s);
        return -sum / d[40] / (1 - pow(2, 1 - s));
    }
    return special_zeta(s, 1);
}
static void zeta_of_reals(const double *x, double *result) { *result = zeta_of_one(x[0]); }
static void hurwitz_of_reals(const double *x, double *result) { *result = special_zeta(x[0], x[1]); }
ARRAY_FUNCTION_AT(
    special_zeta, "special.zeta", SCIPY | CUPYX, "(x, q=None, out=None)",
    "Riemann's zeta function, or Hurwitz's with q.\n\n>>> special.zeta(2).round(6)\nnp.float64(1.644934)\n") {
    static const SpecialFunction of_one = {1, 1, 0, zeta_of_reals, NULL},
                                 of_two = {2, 1, 0, hurwitz_of_reals, NULL};
    if (call_is_given(call, 1)) return special_apply(call, &of_two);
    Variant arguments[] = {call->arguments[0], call->arguments[2]};
    ArrayCall inner = call_inner_begin(call, arguments, 2);
    Variant result = special_apply(&inner, &of_one);
    call_inner_end(call, &inner);
    return result;
}
static double zetac(double x) { return isinf(x) && x > 0 ? 0 : x > 1 ? special_zeta(x, 2) : zeta_of_one(x) - 1; }
ONE(zetac, zetac, "zeta(x) - 1.", "zetac(2).round(6)\nnp.float64(0.644934)")
TWO(expn, "n, x", special_expn, "The exponential integral of order n.", "expn(2, 0)\nnp.float64(1.0)")
ONE(ellipk, special_ellipk, "The complete elliptic integral of the first kind.",
    "ellipk(0)\nnp.float64(1.5707963267948966)")
ONE(ellipkm1, special_ellipkm1, "ellipk(1 - p).", "ellipkm1(1)\nnp.float64(1.5707963267948966)")
ONE(ellipe, special_ellipe, "The complete elliptic integral of the second kind.", "ellipe(1)\nnp.float64(1.0)")

/* ---- distributions, as functions ---- */

static double chdtr(double v, double x) { return x < 0 ? 0 : special_gammainc(v / 2, x / 2); }
static double chdtrc(double v, double x) { return x < 0 ? 1 : special_gammaincc(v / 2, x / 2); }
static double chdtri(double v, double p) { return 2 * special_gammainccinv(v / 2, p); }
static double fdtr(double n, double d, double x) {
    return x <= 0 ? 0 : isinf(x) ? 1 : special_betainc(n / 2, d / 2, n * x / (d + n * x));
}
static double fdtrc(double n, double d, double x) {
    return x <= 0 ? 1 : isinf(x) ? 0 : special_betainc(d / 2, n / 2, d / (d + n * x));
}
static double fdtri(double n, double d, double p) {
    if (p <= 0 || p >= 1) return p == 0 ? 0 : p == 1 ? INFINITY : NAN;
    double x = special_betaincinv(d / 2, n / 2, 1 - p);
    return (d - d * x) / (x * n);
}
static double stdtr(double df, double t) {
    if (isnan(df) || isnan(t) || df <= 0) return NAN;
    if (isinf(df)) return special_ndtr(t);
    if (isinf(t)) return t > 0;
    double tail = 0.5 * (t * t < df ? special_betaincc(0.5, df / 2, t * t / (df + t * t))
                                    : special_betainc(df / 2, 0.5, df / (df + t * t)));
    return t > 0 ? 1 - tail : tail;
}
static double stdtrit(double df, double p) {
    if (isnan(df) || isnan(p) || df <= 0 || p < 0 || p > 1) return NAN;
    if (isinf(df)) return special_ndtri(p);
    if (p == 0 || p == 1) return p == 0 ? -INFINITY : INFINITY;
    if (p == 0.5) return 0;
    double tail = p < 0.5 ? p : 1 - p, size;
    if (tail > 0.25) {
        double z = special_betaincinv(0.5, df / 2, 1 - 2 * tail);
        size = sqrt(df * z / (1 - z));
    } else {
        double z = special_betaincinv(df / 2, 0.5, 2 * tail);
        size = sqrt(df / z - df);
    }
    return p < 0.5 ? -size : size;
}
static double pdtr(double k, double m) { return k < 0 || m < 0 ? NAN : special_gammaincc(floor(k) + 1, m); }
static double pdtrc(double k, double m) { return k < 0 || m < 0 ? NAN : special_gammainc(floor(k) + 1, m); }
static double bdtr(double k, double n, double p) {
    k = floor(k);
    return k < 0 || n < k || p < 0 || p > 1 ? NAN : k == n ? 1 : special_betainc(n - k, k + 1, 1 - p);
}
static double bdtrc(double k, double n, double p) {
    k = floor(k);
    return n < k || p < 0 || p > 1 ? NAN : k < 0 ? 1 : k == n ? 0 : special_betainc(k + 1, n - k, p);
}
static double gdtr(double a, double b, double x) { return x < 0 ? NAN : special_gammainc(b, a * x); }
TWO(chdtr, "v, x", chdtr, "The chi-square distribution up to x.", "chdtr(2, 0)\nnp.float64(0.0)")
TWO(chdtrc, "v, x", chdtrc, "The chi-square distribution beyond x.", "chdtrc(2, 0)\nnp.float64(1.0)")
TWO(chdtri, "v, p", chdtri, "The inverse of chdtrc.", "chdtri(2, 1)\nnp.float64(0.0)")
THREE(fdtr, "dfn, dfd, x", fdtr, "The F distribution up to x.", "fdtr(2, 3, 0)\nnp.float64(0.0)")
THREE(fdtrc, "dfn, dfd, x", fdtrc, "The F distribution beyond x.", "fdtrc(2, 3, 0)\nnp.float64(1.0)")
THREE(fdtri, "dfn, dfd, p", fdtri, "The inverse of fdtr.", "fdtri(2, 3, 0)\nnp.float64(0.0)")
TWO(stdtr, "df, t", stdtr, "Student's distribution up to t.", "stdtr(3, 0)\nnp.float64(0.5)")
TWO(stdtrit, "df, p", stdtrit, "The inverse of stdtr.", "stdtrit(3, 0.5)\nnp.float64(0.0)")
TWO(pdtr, "k, m", pdtr, "Poisson's distribution up to k.", "pdtr(0, 0)\nnp.float64(1.0)")
TWO(pdtrc, "k, m", pdtrc, "Poisson's distribution beyond k.", "pdtrc(0, 0)\nnp.float64(0.0)")
THREE(bdtr, "k, n, p", bdtr, "The binomial distribution up to k.", "bdtr(2, 2, 0.5)\nnp.float64(1.0)")
THREE(bdtrc, "k, n, p", bdtrc, "The binomial distribution beyond k.", "bdtrc(2, 2, 0.5)\nnp.float64(0.0)")
THREE(gdtr, "a, b, x", gdtr, "The gamma distribution up to x.", "gdtr(1, 1, 0)\nnp.float64(0.0)")

/* ---- Bessel functions ---- */

/* SciPy's know no limit at infinity, CUDA's do. */
static double j0_of(double x) { return isinf(x) ? NAN : j0(x); }
static double j1_of(double x) { return isinf(x) ? NAN : j1(x); }
static double y0_cuda(double x) { return isinf(x) && x > 0 ? 0 : special_yv(0, x); }
static double y1_cuda(double x) { return isinf(x) && x > 0 ? 0 : special_yv(1, x); }
static double i0_cuda(double x) { return isinf(x) ? INFINITY : special_iv(0, x); }
static double i1_cuda(double x) { return isinf(x) ? x : special_iv(1, x); }
static double i0_of(double x) { return special_iv(0, x); }
static double i0e_of(double x) { return isinf(x) ? 0 : special_ive(0, x); }
static double i1_of(double x) { return special_iv(1, x); }
static double i1e_of(double x) { return isinf(x) ? copysign(0, x) : special_ive(1, x); }
static double k0_of(double x) { return special_kv(0, x); }
static double k0e_of(double x) { return isinf(x) && x > 0 ? 0 : special_kve(0, x); }
static double k1_of(double x) { return special_kv(1, x); }
static double k1e_of(double x) { return isinf(x) && x > 0 ? 0 : special_kve(1, x); }
static double y0_of(double x) { return special_yv(0, x); }
static double y1_of(double x) { return special_yv(1, x); }
static double kn(double n, double x) { return special_kv(n, x); }
TWO(yn, "n, x", special_yv, "Bessel function of the second kind of whole order.", "yn(0, 0)\nnp.float64(-inf)")
TWO(kn, "n, x", kn, "Bessel's K of a whole order.", "kn(0, 0)\nnp.float64(inf)")
ONE_AS_CUDA(j0, j0_of, j0, "Bessel function of the first kind, order 0.", "j0(0)\nnp.float64(1.0)")
ONE_AS_CUDA(j1, j1_of, j1, "Bessel function of the first kind, order 1.", "j1(0)\nnp.float64(0.0)")
ONE_AS_CUDA(y0, y0_of, y0_cuda, "Bessel function of the second kind, order 0.", "y0(0)\nnp.float64(-inf)")
ONE_AS_CUDA(y1, y1_of, y1_cuda, "Bessel function of the second kind, order 1.", "y1(0)\nnp.float64(-inf)")
ONE_AS_CUDA(i0, i0_of, i0_cuda, "Bessel's I of order 0.", "i0(0)\nnp.float64(1.0)")
ONE(i0e, i0e_of, "i0(x) * exp(-abs(x)).", "i0e(0)\nnp.float64(1.0)")
ONE_AS_CUDA(i1, i1_of, i1_cuda, "Modified Bessel function of the first kind, order 1.", "i1(0)\nnp.float64(0.0)")
ONE(i1e, i1e_of, "i1(x) * exp(-abs(x)).", "i1e(0)\nnp.float64(0.0)")
ONE(k0, k0_of, "Modified Bessel function of the second kind, order 0.", "k0(0)\nnp.float64(inf)")
ONE(k0e, k0e_of, "k0(x) * exp(x).", "k0e(0)\nnp.float64(inf)")
ONE(k1, k1_of, "Modified Bessel function of the second kind, order 1.", "k1(0)\nnp.float64(inf)")
ONE(k1e, k1e_of, "k1(x) * exp(x).", "k1e(0)\nnp.float64(inf)")

/* ---- orthogonal polynomials of whole degree, by recurrence ---- */

double special_jacobi(double n, double a, double b, double x) {
    if (n < 0 || n != floor(n) || n > 1e7) return NAN;
    double p = 1, d = (a + b + 2) * (x - 1) / (2 * (a + 1));
    if (n == 0) return 1;
    p = d + 1;
    for (double k = 1; k < n; k++) {
        double t = 2 * k + a + b;
        d = (t * (t + 1) * (t + 2) * (x - 1) * p + 2 * k * (k + b) * (t + 2) * d) /
            (2 * (k + a + 1) * (k + a + b + 1) * t);
        p = d + p;
    }
    return special_binom(n + a, n) * p;
}
double special_legendre(double n, double x) {
    if (n != floor(n) || fabs(n) > 1e7) return NAN;
    if (n < 0) n = -n - 1;
    if (n == 0) return 1;
    if (n == 1) return x;
    double d = x - 1, p = x;
    for (double k = 1; k < n; k++) {
        d = (2 * k + 1) / (k + 1) * (x - 1) * p + k / (k + 1) * d;
        p = d + p;
    }
    return p;
}
/* T_n and U_n by the same steps: only the beginning differs. */
double special_chebyt(double n, double x) {
    if (n != floor(n) || fabs(n) > 1e7) return NAN;
    double b0 = 0, b1 = -1, b2 = 0;
    x = 2 * x;
    for (double k = 0; k <= fabs(n); k++) {
        b2 = b1;
        b1 = b0;
        b0 = x * b1 - b2;
        if (k == 0) b0 = 1;
    }
    return fabs(n) < 1 ? 1 : (b0 - b2) / 2;
}
double special_chebyu(double n, double x) {
    if (n != floor(n) || fabs(n) > 1e7) return NAN;
    if (n == -1) return 0;
    if (n < -1) return -special_chebyu(-n - 2, x);
    double b0 = 0, b1 = -1, b2 = 0;
    for (double k = 0; k <= n; k++) {
        b2 = b1;
        b1 = b0;
        b0 = 2 * x * b1 - b2;
    }
    return b0;
}
static double hermitenorm(double n, double x) {
    if (n < 0 || n != floor(n) || n > 1e7) return n < 0 ? 0 : NAN;
    if (n == 0) return 1;
    if (n == 1) return x;
    double before = 1, value = x;
    for (double k = 1; k < n; k++) {
        double next = x * value - k * before;
        before = value;
        value = next;
    }
    return value;
}
static double hermite(double n, double x) { return hermitenorm(n, M_SQRT2 * x) * pow(2, n / 2); }
double special_genlaguerre(double n, double a, double x) {
    if (n < 0 || n != floor(n) || n > 1e7 || a <= -1) return n < 0 && a > -1 ? 0 : NAN;
    if (n == 0) return 1;
    if (n == 1) return -x + a + 1;
    double d = -x / (a + 1), p = d + 1;
    for (double k = 1; k < n; k++) {
        d = -x / (k + a + 1) * p + k / (k + a + 1) * d;
        p = d + p;
    }
    return special_binom(n + a, n) * p;
}
double special_gegenbauer(double n, double a, double x) {
    if (n != floor(n) || n < 0 || n > 1e7) return n < 0 ? 0 : NAN;
    if (n == 0) return 1;
    if (n == 1) return 2 * a * x;
    if (a == 0) return 0;
    double d = x - 1, p = x;
    for (double k = 1; k < n; k++) {
        d = (2 * (k + a)) / (k + 2 * a) * (x - 1) * p + k / (k + 2 * a) * d;
        p = d + p;
    }
    return fabs(a / n) < 1e-8 ? 2 * a / n * p : special_binom(n + 2 * a - 1, n) * p;
}
TWO(eval_hermite, "n, x", hermite, "Hermite's polynomial of the physicists.",
    "eval_hermite(0, 1)\nnp.float64(1.0)")
TWO(eval_hermitenorm, "n, x", hermitenorm, "Hermite's polynomial of the probabilists.",
    "eval_hermitenorm(2, 1)\nnp.float64(0.0)")

/* The spherical functions of real numbers; their derivatives and complex numbers are members of scipy.special
 * in Python. */
TWO(_spherical_jn, "n, z", special_spherical_j, "The spherical Bessel function of the first kind.",
    "_spherical_jn(0, 0)\nnp.float64(1.0)")
TWO(_spherical_yn, "n, z", special_spherical_y, "The spherical Bessel function of the second kind.",
    "_spherical_yn(0, 0)\nnp.float64(-inf)")
