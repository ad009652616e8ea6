/* Distributions as functions, with the inverses by each of their parameters.
 *
 * Noncentral distributions are Poisson mixtures, summed from their largest term outwards (noncentral t: R. V.
 * Lenth, Algorithm AS 243, Applied Statistics 38, 1989). Inverses that have no formula are found by halving an
 * interval of the parameter's logarithm (its arsinh where it has a sign), which takes relative precision to the
 * last digits. */
#include "arraylib/functions/special/apply.h"
#include "arraylib/functions/special/special.h"

#include <float.h>
#include <math.h>

ARRAY_FAMILY(special_distributions);

/* ---- inverses ---- */

typedef double Distribution(const double *x);

static bool is_nan_among(const double *x, int count) {
    for (int i = 0; i < count; i++)
        if (isnan(x[i])) return true;
    return false;
}

/* The argument `place` with which a monotone function has the value `goal`, 0 to 1: of positive numbers, or (is_signed)
 * of all, up to `most`. */
static double inverse(Distribution *f, const double *given, int count, int place, double goal, bool is_signed,
                      double most) {
    double x[4];
    bool is_open = most < 0; /* NaN where no argument up to -most has it, not the one that comes nearest */
    most = fabs(most);
    for (int i = 0; i < count; i++) x[i] = given[i];
    x[place] = 0.5;
    if (is_nan_among(x, count) || !(goal >= 0 && goal <= 1)) return NAN;
    double low = is_signed ? -asinh(most) : log(1e-300), high = is_signed ? asinh(most) : log(most);
    x[place] = is_signed ? sinh(low) : exp(low);
    double at_low = f(x) - goal;
    x[place] = is_signed ? sinh(high) : exp(high);
    double at_high = f(x) - goal;
    if (isnan(at_low) || isnan(at_high)) return NAN;
    if (at_low == 0) return is_signed ? sinh(low) : 0;
    if ((at_low > 0) == (at_high > 0) && at_high != 0)
        return is_open ? NAN : fabs(at_low) < fabs(at_high) ? (is_signed ? sinh(low) : 0) : most;
    for (int i = 0; i < 90; i++) {
        double middle = 0.5 * (low + high);
        x[place] = is_signed ? sinh(middle) : exp(middle);
        double value = f(x) - goal;
        if (value == 0) return x[place];
        if ((value > 0) == (at_low > 0))
            low = middle;
        else
            high = middle;
        if (high - low <= 2e-16 * fmax(fabs(low), 1)) break;
    }
    return is_signed ? sinh(0.5 * (low + high)) : exp(0.5 * (low + high));
}

/* ---- binomial, negative binomial, Poisson ---- */

static double binomial_up_to(double k, double n, double p) {
    return k >= n ? 1 : special_betaincc(k + 1, n - k, p);
}
static double bdtri(double k, double n, double y) {
    k = floor(k);
    if (isnan(k) || isnan(n) || y < 0 || y > 1 || k < 0 || n <= k) return NAN;
    double rest = n - k;
    if (k == 0) return y > 0.8 ? -expm1(log1p(y - 1) / rest) : 1 - pow(y, 1 / rest);
    double middle = special_betainc(rest, k + 1, 0.5);
    return middle > 0.5 ? special_betaincinv(k + 1, rest, 1 - y) : 1 - special_betaincinv(rest, k + 1, y);
}
static double binomial_of(const double *x) { return binomial_up_to(x[0], x[1], x[2]); }
static double bdtrik(double y, double n, double p) {
    if (!(y >= 0 && y <= 1) || !(p >= 0 && p <= 1) || !(n >= 0)) return NAN;
    double x[] = {0, n, p}, least = pow(1 - p, n);
    if (y <= least) return 0;
    return inverse(binomial_of, x, 3, 0, y, false, n);
}
static double bdtrin(double k, double y, double p) {
    return inverse(binomial_of, (double[]){k, 0, p}, 3, 1, y, false, 1e100);
}

static double nbdtr(double k, double n, double p) {
    k = floor(k), n = floor(n);
    return isnan(p) || p < 0 || p > 1 || k < 0 || isnan(k) || isnan(n) ? NAN : special_betainc(n, k + 1, p);
}
static double nbdtrc(double k, double n, double p) {
    k = floor(k), n = floor(n);
    return isnan(p) || p < 0 || p > 1 || k < 0 || isnan(k) || isnan(n) ? NAN : special_betainc(k + 1, n, 1 - p);
}
static double nbdtri(double k, double n, double y) {
    k = floor(k), n = floor(n);
    return isnan(y) || y < 0 || y > 1 || k < 0 || isnan(k) || isnan(n) ? NAN : special_betaincinv(n, k + 1, y);
}
static double negative_of(const double *x) { return special_betainc(x[1], x[0] + 1, x[2]); }
static double nbdtrik(double y, double n, double p) {
    double x[] = {0, n, p};
    if (!(y >= 0 && y <= 1) || !(p > 0 && p <= 1) || !(n >= 0)) return NAN;
    return y <= negative_of(x) ? 0 : inverse(negative_of, x, 3, 0, y, false, 1e100);
}
static double nbdtrin(double k, double y, double p) {
    return inverse(negative_of, (double[]){k, 0, p}, 3, 1, y, false, 1e100);
}

static double pdtri(double k, double y) {
    k = floor(k);
    return isnan(k) || isnan(y) || k < 0 || y < 0 || y >= 1 ? NAN : special_gammainccinv(k + 1, y);
}
static double poisson_of(const double *x) { return special_gammaincc(x[0] + 1, x[1]); }
static double pdtrik(double p, double m) {
    if (!(p >= 0 && p <= 1) || !(m >= 0)) return NAN;
    double x[] = {0, m};
    return p <= exp(-m) ? 0 : inverse(poisson_of, x, 2, 0, p, false, 1e100);
}

THREE(bdtri, "k, n, y", bdtri, "The probability with which bdtr(k, n, p) is y.",
      "bdtri(0, 1, 0.25)\nnp.float64(0.75)")
THREE(bdtrik, "y, n, p", bdtrik, "The number with which the binomial distribution up to it is y.",
      "bdtrik(0.5, 1, 0.5)\nnp.float64(0.0)")
THREE(bdtrin, "k, y, p", bdtrin, "The number of events with which the binomial distribution up to k is y.",
      "bdtrin(1, 0.5, 0.5).round(6)\nnp.float64(3.0)")
THREE(nbdtr, "k, n, p", nbdtr, "The negative binomial distribution up to k.",
      "nbdtr(0, 1, 0.5)\nnp.float64(0.5)")
THREE(nbdtrc, "k, n, p", nbdtrc, "The negative binomial distribution beyond k.",
      "nbdtrc(0, 1, 0.5)\nnp.float64(0.5)")
THREE(nbdtri, "k, n, y", nbdtri, "The probability with which nbdtr(k, n, p) is y.",
      "nbdtri(0, 1, 0.25).round(9)\nnp.float64(0.25)")
THREE(nbdtrik, "y, n, p", nbdtrik, "The number with which the negative binomial distribution up to it is y.",
      "nbdtrik(0.5, 1, 0.5)\nnp.float64(0.0)")
THREE(nbdtrin, "k, y, p", nbdtrin,
      "The number of events with which the negative binomial distribution up to k is y.",
      "nbdtrin(0, 0.25, 0.5).round(9)\nnp.float64(2.0)")
TWO(pdtri, "k, y", pdtri, "The mean with which pdtr(k, m) is y.",
    "pdtri(0, 0.5).round(6)\nnp.float64(0.693147)")
TWO(pdtrik, "p, m", pdtrik, "The number with which Poisson's distribution up to it is p.",
    "pdtrik(0.0, 1)\nnp.float64(0.0)")

/* ---- beta, gamma, chi square, F, t ---- */

static double beta_of(const double *x) { return special_betainc(x[0], x[1], x[2]); }
static double btdtria(double p, double b, double y) {
    return inverse(beta_of, (double[]){0, b, y}, 3, 0, p, false, 1e100);
}
static double btdtrib(double a, double p, double y) {
    return inverse(beta_of, (double[]){a, 0, y}, 3, 1, p, false, 1e100);
}
static double betainccinv(double a, double b, double y) {
    if (isnan(a) || isnan(b) || isnan(y) || a <= 0 || b <= 0 || y < 0 || y > 1) return NAN;
    if (y == 0 || y == 1) return 1 - y;
    double reverse = special_betaincinv(b, a, y);
    return y < special_betaincc(a, b, 0.5) ? 1 - reverse
                                           : inverse(beta_of, (double[]){a, b, 0}, 3, 2, 1 - y, false, 1);
}
static double gdtrc(double a, double b, double x) { return x < 0 ? NAN : special_gammaincc(b, a * x); }
static double gdtrix(double a, double b, double p) { return special_gammaincinv(b, p) / a; }
static double gdtria(double p, double b, double x) { return special_gammaincinv(b, p) / x; }
static double gamma_of(const double *x) { return special_gammainc(x[0], x[1]); }
static double gdtrib(double a, double p, double x) {
    return inverse(gamma_of, (double[]){0, a * x}, 2, 0, p, false, 1e100);
}
static double chdtriv(double p, double x) {
    return 2 * inverse(gamma_of, (double[]){0, x / 2}, 2, 0, p, false, 1e100);
}
static double f_of(const double *x) {
    double reached = x[0] * x[2], share = reached / (x[1] + reached);
    return share < 0.5 ? special_betainc(x[0] / 2, x[1] / 2, share) : special_betaincc(x[1] / 2, x[0] / 2, x[1] / (x[1] + reached));
}
static double fdtridfd(double dfn, double p, double x) {
    return inverse(f_of, (double[]){dfn, 0, x}, 3, 1, p, false, 1e100);
}
static double t_of(const double *x) {
    double df = x[0], t = x[1],
           tail = 0.5 * (t * t < df ? special_betaincc(0.5, df / 2, t * t / (df + t * t))
                                    : special_betainc(df / 2, 0.5, df / (df + t * t)));
    return t > 0 ? 1 - tail : tail;
}
static double stdtridf(double p, double t) { return inverse(t_of, (double[]){0, t}, 2, 0, p, false, 1e10); }
THREE(btdtria, "p, b, x", btdtria, "The a with which betainc(a, b, x) is p.",
      "btdtria(0.5, 1, 0.5).round(9)\nnp.float64(1.0)")
THREE(btdtrib, "a, p, x", btdtrib, "The b with which betainc(a, b, x) is p.",
      "btdtrib(1, 0.5, 0.5).round(9)\nnp.float64(1.0)")
THREE(betainccinv, "a, b, y", betainccinv, "The x where betaincc(a, b, x) is y.",
      "betainccinv(1, 1, 0.25).round(9)\nnp.float64(0.75)")
THREE(gdtrc, "a, b, x", gdtrc, "The gamma distribution beyond x.", "gdtrc(1, 1, 0)\nnp.float64(1.0)")
THREE(gdtria, "p, b, x", gdtria, "The a with which gdtr(a, b, x) is p.", "gdtria(0.0, 1, 1)\nnp.float64(0.0)")
THREE(gdtrib, "a, p, x", gdtrib, "The b with which gdtr(a, b, x) is p.",
      "gdtrib(1, 0.5, 1).round(3)\nnp.float64(1.338)")
THREE(gdtrix, "a, b, p", gdtrix, "The x where gdtr(a, b, x) is p.", "gdtrix(1, 1, 0.0)\nnp.float64(0.0)")
TWO(chdtriv, "p, x", chdtriv, "The degrees of freedom with which chdtr(v, x) is p.",
    "chdtriv(0.5, 1).round(3)\nnp.float64(1.597)")
THREE(fdtridfd, "dfn, p, x", fdtridfd, "The dfd with which fdtr(dfn, dfd, x) is p.",
      "fdtridfd(1, 0.5, 1).round(6)\nnp.float64(1.0)")
TWO(stdtridf, "p, t", stdtridf, "The degrees of freedom with which stdtr(df, t) is p.",
    "stdtridf(0.75, 1).round(6)\nnp.float64(1.0)")

/* ---- noncentral ones ---- */

typedef double MixedPart(double j, const double *x);

/* sum of Poisson's weights of mean `mean` times part(j), from the largest weight in both directions */
static double mixture(double mean, MixedPart *part, const double *x) {
    double middle = floor(mean),
           start = mean == 0 ? 0 : middle * log(mean) - mean - special_gammaln(middle + 1), sum = 0;
    double weight = exp(start);
    for (double j = middle; j < middle + 1e6; j++) {
        double term = weight * part(j, x);
        sum += term;
        weight *= mean / (j + 1);
        if (weight < 1e-18 && (term < 1e-17 * sum || weight < 1e-300)) break;
    }
    weight = exp(start);
    for (double j = middle - 1; j >= 0; j--) {
        weight *= (j + 1) / mean;
        double term = weight * part(j, x);
        sum += term;
        if (term < 1e-17 * sum && weight < 1e-18) break;
    }
    return sum;
}
static double chi_part(double j, const double *x) { return special_gammainc(x[1] / 2 + j, x[0] / 2); }
static double noncentral_chi(const double *x) { /* x, df, nc */
    if (is_nan_among(x, 3) || x[1] <= 0 || x[2] < 0) return NAN;
    return x[0] <= 0 ? 0 : isinf(x[0]) ? 1 : fmin(mixture(x[2] / 2, chi_part, x), 1);
}
static double chndtr(double x, double df, double nc) { return noncentral_chi((double[]){x, df, nc}); }
static double chndtrix(double p, double df, double nc) {
    if (p < 0 || p >= 1) return p == 1 ? INFINITY : NAN;
    return p == 0 ? 0 : inverse(noncentral_chi, (double[]){0, df, nc}, 3, 0, p, false, 1e100);
}
static double chndtridf(double x, double p, double nc) {
    return inverse(noncentral_chi, (double[]){x, 0, nc}, 3, 1, p, false, -1e10);
}
static double chndtrinc(double x, double df, double p) {
    return inverse(noncentral_chi, (double[]){x, df, 0}, 3, 2, p, false, -1e4);
}

/* The beta distribution's share below `part` of `part` + `rest`, neither of which may be lost beside the other. */
static double beta_share(double a, double b, double part, double rest) {
    return part < rest ? special_betainc(a, b, part / (part + rest)) : special_betaincc(b, a, rest / (part + rest));
}
static double f_part(double j, const double *x) { /* dfn, dfd, nc, f */
    return beta_share(x[0] / 2 + j, x[1] / 2, x[0] * x[3], x[1]);
}
static double noncentral_f(const double *x) {
    if (is_nan_among(x, 4) || x[0] <= 0 || x[1] <= 0 || x[2] < 0) return NAN;
    return x[3] <= 0 ? 0 : isinf(x[3]) ? 1 : fmin(mixture(x[2] / 2, f_part, x), 1);
}
static double ncfdtr(double dfn, double dfd, double nc, double f) {
    return noncentral_f((double[]){dfn, dfd, nc, f});
}
static double ncfdtri(double dfn, double dfd, double nc, double p) {
    if (p < 0 || p >= 1) return p == 1 ? INFINITY : NAN;
    return p == 0 ? 0 : inverse(noncentral_f, (double[]){dfn, dfd, nc, 0}, 4, 3, p, false, 1e100);
}
static double ncfdtridfd(double dfn, double p, double nc, double f) {
    return inverse(noncentral_f, (double[]){dfn, 0, nc, f}, 4, 1, p, false, 1e10);
}
static double ncfdtridfn(double p, double dfd, double nc, double f) {
    return inverse(noncentral_f, (double[]){0, dfd, nc, f}, 4, 0, p, false, 1e10);
}
static double ncfdtrinc(double dfn, double dfd, double p, double f) {
    return inverse(noncentral_f, (double[]){dfn, dfd, 0, f}, 4, 2, p, false, -1e4);
}

static double noncentral_t(const double *x) { /* df, nc, t */
    double df = x[0], nc = x[1], t = x[2];
    if (is_nan_among(x, 3) || df <= 0) return NAN;
    if (t < 0) {
        double mirrored = noncentral_t((double[]){df, -nc, -t});
        return 1 - mirrored;
    }
    double square = t * t, half = nc * nc / 2, sum = 0;
    if (square > 0) {
        double middle = floor(half),
               log_p = half == 0 ? 0 : middle * log(half) - half - special_gammaln(middle + 1);
        double p = exp(log_p),
               q = nc / M_SQRT2 *
                   exp((half == 0 ? 0 : middle * log(half)) - half - special_gammaln(middle + 1.5)),
               p0 = p, q0 = q;
        for (double j = middle; j < middle + 1e5; j++) {
            double part = p * beta_share(j + 0.5, df / 2, square, df) + q * beta_share(j + 1, df / 2, square, df);
            sum += part;
            p *= half / (j + 1);
            q *= half / (j + 1.5);
            if (p + fabs(q) < 1e-18) break;
        }
        p = p0, q = q0;
        for (double j = middle - 1; j >= 0; j--) {
            p *= (j + 1) / half;
            q *= (j + 1.5) / half;
            sum += p * beta_share(j + 0.5, df / 2, square, df) + q * beta_share(j + 1, df / 2, square, df);
            if (p + fabs(q) < 1e-18) break;
        }
    }
    return fmin(fmax(special_ndtr(-nc) + sum / 2, 0), 1);
}
static double nctdtr(double df, double nc, double t) { return noncentral_t((double[]){df, nc, t}); }
static double nctdtrit(double df, double nc, double p) {
    if (!(p > 0 && p < 1)) return p == 0 || p == 1 ? INFINITY : NAN; /* 0, too, as SciPy has it */
    return inverse(noncentral_t, (double[]){df, nc, 0}, 3, 2, p, true, 1e100);
}
static double nctdtrinc(double df, double p, double t) {
    return inverse(noncentral_t, (double[]){df, 0, t}, 3, 1, p, true, -100);
}
static double nctdtridf(double p, double nc, double t) {
    return inverse(noncentral_t, (double[]){0, nc, t}, 3, 0, p, false, 1e10);
}
THREE(chndtr, "x, df, nc", chndtr, "The noncentral chi-square distribution up to x.",
      "chndtr(0, 1, 1)\nnp.float64(0.0)")
THREE(chndtrix, "p, df, nc", chndtrix, "The inverse of chndtr by x.", "chndtrix(0, 1, 1)\nnp.float64(0.0)")
THREE(chndtridf, "x, p, nc", chndtridf, "The inverse of chndtr by df.",
      "chndtridf(1, 0.5, 0).round(3)\nnp.float64(1.597)")
THREE(chndtrinc, "x, df, p", chndtrinc, "The inverse of chndtr by nc.",
      "chndtrinc(1, 1, 0.5).round(3)\nnp.float64(0.849)")
FOUR(ncfdtr, "dfn, dfd, nc, f", ncfdtr, "The noncentral F distribution up to f.",
     "ncfdtr(1, 1, 1, 0)\nnp.float64(0.0)")
FOUR(ncfdtri, "dfn, dfd, nc, p", ncfdtri, "The inverse of ncfdtr by f.", "ncfdtri(1, 1, 1, 0)\nnp.float64(0.0)")
FOUR(ncfdtridfd, "dfn, p, nc, f", ncfdtridfd, "The inverse of ncfdtr by dfd.",
     "ncfdtridfd(1, 0.5, 0, 1).round(6)\nnp.float64(1.0)")
FOUR(ncfdtridfn, "p, dfd, nc, f", ncfdtridfn, "The inverse of ncfdtr by dfn.",
     "ncfdtridfn(0.5, 1, 0, 1).round(6)\nnp.float64(1.0)")
FOUR(ncfdtrinc, "dfn, dfd, p, f", ncfdtrinc, "The inverse of ncfdtr by nc.",
     "ncfdtrinc(1, 1, 0.25, 1).round(3) > 1\nnp.True_")
THREE(nctdtr, "df, nc, t", nctdtr, "The noncentral t distribution up to t.", "nctdtr(1, 0, 0)\nnp.float64(0.5)")
THREE(nctdtrit, "df, nc, p", nctdtrit, "The inverse of nctdtr by t.",
      "nctdtrit(1, 0, 0.75).round(6)\nnp.float64(1.0)")
THREE(nctdtrinc, "df, p, t", nctdtrinc, "The inverse of nctdtr by nc.",
      "nctdtrinc(1, 0.5, 1).round(3)\nnp.float64(0.794)")
THREE(nctdtridf, "p, nc, t", nctdtridf, "The inverse of nctdtr by df.",
      "nctdtridf(0.75, 0, 1).round(6)\nnp.float64(1.0)")

/* ---- normal ---- */

static double nrdtrimn(double p, double sd, double x) { return x - sd * special_ndtri(p); }
static double nrdtrisd(double mean, double p, double x) { return (x - mean) / special_ndtri(p); }
static double ndtri_exp(double y) {
    if (isnan(y) || y > 0) return NAN;
    if (y == 0) return INFINITY;
    if (isinf(y)) return -INFINITY;
    if (y > -1e-2) return -special_ndtri(-expm1(y));
    double x = y > -700 ? special_ndtri(exp(y)) : -sqrt(-2 * y - log(2 * M_PI * fmax(-2 * y - log(-2 * y), 1)));
    for (int i = 0; i < 6; i++) { /* Newton's steps on log_ndtr */
        double value = special_log_ndtr(x) - y,
               slope = exp(-x * x / 2 - 0.91893853320467274178 - special_log_ndtr(x)), step = value / slope;
        x -= step;
        if (fabs(step) < 1e-16 * fabs(x)) break;
    }
    return x;
}
THREE(nrdtrimn, "p, std, x", nrdtrimn, "The mean of a normal distribution that is p up to x.",
      "nrdtrimn(0.5, 1, 2)\nnp.float64(2.0)")
THREE(nrdtrisd, "mn, p, x", nrdtrisd, "The deviation of a normal distribution that is p up to x.",
      "nrdtrisd(1, 0.75, 1)\nnp.float64(0.0)")
ONE(ndtri_exp, ndtri_exp, "The x where log_ndtr(x) is y.", "ndtri_exp(0.0)\nnp.float64(inf)")

/* Owen's T by Gauss's and Legendre's rule on parts of the interval; arguments above 1 by reflection */
static double owen(double h, double a) {
    static const double at[] = {0.1488743389816312, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845,
                                0.9739065285171717};
    static const double weight[] = {0.2955242247147529, 0.2692667193099963, 0.2190863625159820,
                                    0.1494513491505806, 0.0666713443086881};
    if (isnan(h) || isnan(a)) return NAN;
    h = fabs(h);
    double sign = a < 0 ? -1 : 1, whole = 0, minus = 1;
    a = fabs(a);
    if (isinf(a)) return sign * 0.5 * special_ndtr(-h);
    if (a > 1) {
        double first = special_ndtr(-h), second = special_ndtr(-a * h);
        whole = 0.5 * (first + second) - first * second;
        h = a * h;
        a = 1 / a;
        minus = -1;
    }
    double sum = 0;
    int parts = 8;
    for (int p = 0; p < parts; p++)
        for (int k = 0; k < 10; k++) {
            double x = a / parts * (p + 0.5 + (k < 5 ? -0.5 : 0.5) * at[k % 5]);
            sum += weight[k % 5] * exp(-h * h * x * x / 2) / (1 + x * x);
        }
    return sign * (whole + minus * sum * a / parts / 2 * exp(-h * h / 2) / (2 * M_PI));
}
TWO(owens_t, "h, a", owen, "Owen's T function.", "owens_t(0, 1)\nnp.float64(0.125)")

/* ---- Kolmogorov and Smirnov ---- */

static double kolmogorov(double x) {
    if (isnan(x)) return x;
    if (x <= 0) return 1;
    if (x < 1) { /* by the theta function's other form */
        double sum = 0, factor = -M_PI * M_PI / (8 * x * x);
        for (int k = 1; k < 40; k += 2) sum += exp(factor * k * k);
        return 1 - sqrt(2 * M_PI) / x * sum;
    }
    double sum = 0;
    for (int k = 1; k < 40; k++) sum += (k % 2 ? 2 : -2) * exp(-2.0 * k * k * x * x);
    return sum;
}
static double kolmogorov_of(const double *x) { return kolmogorov(x[0]); }
static double kolmogi(double p) {
    if (!(p >= 0 && p <= 1)) return NAN;
    return p == 0 ? INFINITY : p == 1 ? 0 : inverse(kolmogorov_of, (double[]){0}, 1, 0, p, false, 100);
}
static double smirnov(double n, double d) {
    if (isnan(n) || isnan(d) || n < 1 || n != floor(n) || d < 0 || d > 1) return NAN;
    if (d == 0 || d == 1) return d == 0;
    double sum = 0, last = floor(n * (1 - d));
    for (double j = 0; j <= last; j++) {
        double up = d + j / n, down = 1 - up;
        if (down <= 0) continue;
        double binomial = special_gammaln(n + 1) - special_gammaln(j + 1) - special_gammaln(n - j + 1);
        sum += n < 60 ? special_binom(n, j) * pow(up, j - 1) * pow(down, n - j)
                      : exp(binomial + (j - 1) * log(up) + (n - j) * log(down));
    }
    return fmin(sum * d, 1);
}
static double smirnov_of(const double *x) { return smirnov(x[0], x[1]); }
static double smirnovi(double n, double p) {
    if (isnan(n) || n < 1 || n != floor(n) || !(p >= 0 && p <= 1)) return NAN;
    return p == 0 ? 1 : p == 1 ? 0 : inverse(smirnov_of, (double[]){n, 0}, 2, 1, p, false, 1);
}
ONE(kolmogorov, kolmogorov, "Kolmogorov's distribution beyond y.", "kolmogorov(0)\nnp.float64(1.0)")
ONE(kolmogi, kolmogi, "The inverse of kolmogorov.", "kolmogi(1)\nnp.float64(0.0)")
TWO(smirnov, "n, d", smirnov, "The distribution of the one-sided statistic of Kolmogorov and Smirnov beyond d.",
    "smirnov(1, 0.25)\nnp.float64(0.75)")
TWO(smirnovi, "n, p", smirnovi, "The inverse of smirnov.", "smirnovi(1, 1)\nnp.float64(0.0)")

static double tukey_lambda(double x, double lambda) {
    if (isnan(x) || isnan(lambda)) return NAN;
    if (lambda > 0 && fabs(x) >= 1 / lambda) return x > 0;
    if (fabs(lambda) < 1e-4) return 1 / (1 + exp(-x));
    double low = 0, high = 1;
    for (int i = 0; i < 120; i++) {
        double p = 0.5 * (low + high), value = (pow(p, lambda) - pow(1 - p, lambda)) / lambda;
        if (value < x)
            low = p;
        else
            high = p;
        if (high - low < 1e-17 * high) break;
    }
    return 0.5 * (low + high);
}
TWO(tklmbda, "x, lmbda", tukey_lambda, "Tukey's lambda distribution up to x.",
    "tklmbda(0, 1).round(9)\nnp.float64(0.5)")

/* ---- elementary ---- */

static double turn(double degrees, bool cosine) {
    if (isinf(degrees)) return 0;
    double x = fmod(fabs(degrees), 360), sign = !cosine && degrees < 0 ? -1 : 1;
    if (x > 180) x = 360 - x, sign = cosine ? sign : -sign;
    if (cosine) return x == 90 ? 0 : x > 90 ? -cos((180 - x) * (M_PI / 180)) : cos(x * (M_PI / 180));
    return sign * (x == 180 ? 0 : x > 90 ? sin((180 - x) * (M_PI / 180)) : sin(x * (M_PI / 180)));
}
static double sindg(double x) { return turn(x, false); }
static double cosdg(double x) { return turn(x, true); }
static double tandg(double x) {
    double c = cosdg(x), s = sindg(x);
    if (isinf(x)) return 0;
    return c == 0 ? INFINITY : s / c;
}
static double cotdg(double x) {
    double c = cosdg(x), s = sindg(x);
    if (isinf(x)) return 0;
    return s == 0 ? INFINITY : c / s;
}
static double radian(double d, double m, double s) { return (d + m / 60 + s / 3600) * (M_PI / 180); }
static double powm1(double x, double y) {
    if (y == 0 || x == 1) return 0;
    if (x > 0 && fabs(y * log(x)) < 0.5) return expm1(y * (fabs(x - 1) < 0.5 ? log1p(x - 1) : log(x)));
    if (x < 0 && y == floor(y) && fmod(y, 2) == 0) return powm1(-x, y);
    return pow(x, y) - 1;
}
static double inv_boxcox1p(double x, double lambda) {
    return lambda == 0 ? expm1(x) : fabs(lambda * x) < 1e-154 ? x : expm1(log1p(lambda * x) / lambda);
}
static double besselpoly(double a, double lambda, double nu) {
    double term = 1, sum = 0, before, ratio = a * a;
    bool is_odd = nu < 0 && nu == floor(nu) && fmod(nu, 2) != 0;
    nu = nu < 0 && nu == floor(nu) ? -nu : nu;
    term = exp(nu * log(a) - special_gammaln(nu + 1)) * special_gammasgn(nu + 1) / (lambda + nu + 1);
    if (a == 0) return nu == 0 ? 1 / (lambda + 1) : 0;
    for (int k = 0; k < 1000; k++) {
        sum += term;
        before = lambda + nu + 1 + 2 * k;
        term *= -ratio / ((nu + k + 1) * (k + 1)) * before / (before + 2);
        if (fabs(term) < 1e-17 * fabs(sum)) break;
    }
    return is_odd ? -sum : sum;
}
ONE(sindg, sindg, "The sine of an angle in degrees.", "sindg(180)\nnp.float64(0.0)")
ONE(cosdg, cosdg, "The cosine of an angle in degrees.", "cosdg(90)\nnp.float64(0.0)")
ONE(tandg, tandg, "The tangent of an angle in degrees.", "tandg(0)\nnp.float64(0.0)")
ONE(cotdg, cotdg, "The cotangent of an angle in degrees.", "cotdg(90)\nnp.float64(0.0)")
THREE(radian, "d, m, s", radian, "Degrees, minutes and seconds as radians.", "radian(0, 0, 0)\nnp.float64(0.0)")
TWO(powm1, "x, y", powm1, "x**y - 1.", "powm1(1, 2)\nnp.float64(0.0)")
TWO(inv_boxcox1p, "y, lmbda", inv_boxcox1p, "The inverse of boxcox1p.",
    "inv_boxcox1p(1.0, 1.0).round(9)\nnp.float64(1.0)")
THREE(besselpoly, "a, lmb, nu", besselpoly, "The integral of x**lmb jv(nu, 2 a x) from 0 to 1.",
      "besselpoly(0, 0, 0)\nnp.float64(1.0)")

/* ---- Lambert's W and Wright's omega: Halley's steps (R. M. Corless et al., Adv. Comput. Math. 5 (1996) 329)
 * ---- */

static Complex made(double x, double y) { return special_complex(x, y); }
static Complex lambert(Complex z, double branch, double tolerance) {
    long k = (long)branch;
    if (isnan(creal(z)) || isnan(cimag(z))) return z;
    if (isinf(creal(z)) && creal(z) > 0 && cimag(z) == 0) return z + made(0, 2 * M_PI * (double)k);
    if (isinf(creal(z))) return -z + made(0, 2 * M_PI * (double)k + M_PI);
    if (z == 0) return k == 0 ? z : made(-INFINITY, 0);
    if (z == 1 && k == 0) return 0.567143290409783872999968662210355;
    static const double inverse_e = 0.36787944117144232159552377016146;
    Complex w = clog(z) + made(0, 2 * M_PI * (double)k);
    if (cabs(z + inverse_e) < 0.3 && (k == 0 || (k == -1 && cimag(z) >= 0) || (k == 1 && cimag(z) < 0))) {
        Complex p = csqrt(2 * (M_E * z + 1)) * (k == 0 ? 1 : -1);
        w = -1 + p * (1 + p * (-1.0 / 3 + p * 11 / 72));
    } else if (k == 0 && creal(z) > -1 && creal(z) < 1.5 && fabs(cimag(z)) < 1 &&
               -2.5 * fabs(cimag(z)) - 0.2 < creal(z)) {
        w = z * (3 + 4 * z) / (3 + 7 * z + 2.5 * z * z);
    } else if (k == -1 && cabs(z) <= inverse_e && cimag(z) == 0 && creal(z) < 0) {
        double l = log(-creal(z));
        w = l - log(-l);
    } else
        w -= clog(w);
    if (creal(w) > 1e300) return w;
    for (int i = 0; i < 100; i++) {
        Complex next;
        if (creal(w) >= 0) {
            Complex fading = cexp(-w), f = w - z * fading;
            next = w - f / (w + 1 - (w + 2) * f / (2 * w + 2));
        } else {
            Complex grown = cexp(w), f = w * grown - z;
            next = w - f / (grown * (w + 1) - (w + 2) * f / (2 * w + 2));
        }
        if (isnan(creal(next))) return w;
        if (cabs(next - w) <= fmin(tolerance, 1e-15) * cabs(next)) return next;
        w = next;
    }
    return w;
}
static void lambertw_of_complex(const Complex *z, Complex *result) {
    *result = lambert(z[0], creal(z[1]), creal(z[2]));
}
ARRAY_FUNCTION_AT(
    special_lambertw, "special.lambertw", SCIPY | CUPYX, "(z, k=0, tol=1e-8)",
    "The branch k of the inverse of w * exp(w), complex.\n\n>>> special.lambertw(0.0)\nnp.complex128(0j)\n") {
    static const SpecialFunction function = {3, 1, 6, NULL, lambertw_of_complex};
    Variant arguments[] = {call->arguments[0], call->arguments[1], call->arguments[2], variant_none()};
    ArrayCall inner = call_inner_begin(call, arguments, 4);
    Variant result = special_apply(&inner, &function);
    call_inner_end(call, &inner);
    return result;
}

static double omega_of(double x) {
    if (isnan(x) || isinf(x)) return x > 0 || isnan(x) ? x : 0;
    if (x < -50) return exp(x);
    if (x > 1e20) return x;
    double w = x < -2 ? exp(x) : x < 1 ? exp(2 * (x - 1) / 3) : x - log(x) + log(x) / x;
    for (int i = 0; i < 30; i++) {
        double f = x - w - log(w), step = w * f / (1 + w) * 2 * (1 + w) * (1 + w) / (2 * (1 + w) * (1 + w) - f);
        w += step;
        if (fabs(step) < 1e-16 * fabs(w)) break;
    }
    return w;
}
static Complex complex_omega(Complex z) {
    double x = creal(z), y = cimag(z);
    if (isnan(x) || isnan(y)) return made(NAN, NAN);
    if (y == 0) return made(omega_of(x), y);
    if (isinf(x) && x < 0) return fabs(y) <= M_PI ? made(copysign(0, cos(y)), copysign(0, y)) : z;
    if (isinf(x) || isinf(y)) return z;
    double branch = ceil((y - M_PI) / (2 * M_PI)); /* the unwinding number */
    if (x < 600) {
        Complex w = lambert(cexp(z), branch, 1e-16);
        return w;
    }
    Complex w = z - clog(z);
    for (int i = 0; i < 50; i++) {
        Complex f = z - w - clog(w), step = w * f / (1 + w);
        w += step;
        if (cabs(step) < 1e-16 * cabs(w)) break;
    }
    return w;
}
ONE_COMPLEX(wrightomega, omega_of, complex_omega, "Wright's omega, the solution of w + log(w) = z.",
            "wrightomega(1.0)\nnp.float64(1.0)")
