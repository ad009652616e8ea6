/* The gamma function's family: gamma, digamma, zeta, beta, and the incomplete integrals with their inverses.
 *
 * Powers and exponentials that nearly cancel (x**a exp(-x) / gamma(a + 1) and its like) are taken together through
 * log(1 + x) - x and what Stirling's formula leaves over, so that large parameters cost no digits. */
#include "arraylib/functions/special/special.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

static const double euler = 0.57721566490153286061;

static bool is_pole(double x) { return x <= 0 && x == floor(x); }

double special_gamma(double x) {
    if (x == 0) return copysign(INFINITY, x);
    if (is_pole(x)) return NAN;
    return tgamma(x);
}

double special_gammaln(double x) {
    int sign;
    return isinf(x) ? x : lgamma_r(x, &sign);
}

double special_loggamma(double x) { return x < 0 ? NAN : special_gammaln(x); }

double special_gammasgn(double x) {
    if (isnan(x)) return x;
    if (x == 0) return copysign(1, x);
    if (is_pole(x)) return NAN;
    return x > 0 || fmod(floor(x), 2) == 0 ? 1 : -1;
}

double special_rgamma(double x) {
    if (is_pole(x)) return 0;
    return fabs(x) < 170 ? 1 / tgamma(x) : special_gammasgn(x) * exp(-special_gammaln(x));
}

double special_stirling_rest(double x) {
    static const double bernoulli[] = {1.0 / 12,      -1.0 / 360,      1.0 / 1260,     -1.0 / 1680,
                                       1.0 / 1188, -691.0 / 360360, 1.0 / 156, -3617.0 / 122400};
    double inverse = 1 / x, square = inverse * inverse, power = inverse, sum = 0;
    for (int i = 0; i < 8; i++, power *= square) sum += bernoulli[i] * power;
    return sum;
}

double special_log1pmx(double x) {
    if (fabs(x) >= 0.4) return log1p(x) - x;
    double r = x / (2 + x), square = r * r, power = r * square, sum = 0; /* log(1 + x) is 2 artanh(r) */
    for (int k = 3; k < 60; k += 2, power *= square) {
        sum += power / k;
        if (fabs(power) < 1e-18 * fabs(sum)) break;
    }
    return 2 * sum - r * x;
}

/* log(x / a) - (x - a) / a, of positive numbers */
static double log_ratio_rest(double x, double a) {
    double away = (x - a) / a;
    return fabs(away) < 0.4 ? special_log1pmx(away) : log(x / a) - away;
}

/* ---- digamma and zeta ---- */

double special_psi(double x) {
    if (isnan(x) || x == -INFINITY) return NAN;
    if (x == 0) return copysign(INFINITY, -x);
    if (is_pole(x)) return NAN;
    static const double root = 1.4616321449683623413, root_rest = -9.2412655217294275e-17;
    if (fabs(x - root) < 0.3) { /* the only positive root: a Taylor series, whose coefficients are zeta functions */
        double step = (x - root) - root_rest, power = step, sum = 0;
        for (int n = 2; n < 80; n++, power *= -step) {
            double term = power * special_zeta(n, root);
            sum += term;
            if (fabs(term) < 1e-17 * fabs(sum)) break;
        }
        return sum;
    }
    double result = 0;
    if (x < 0) { /* the reflection; the tangent's argument is reduced first */
        double part = x - round(x);
        result = fabs(part) == 0.5 ? 0 : -M_PI / tan(M_PI * part);
        x = 1 - x;
    }
    for (; x < 10; x++) result -= 1 / x;
    static const double series[] = {1.0 / 12, -1.0 / 120, 1.0 / 252, -1.0 / 240, 1.0 / 132, -691.0 / 32760, 1.0 / 12};
    double square = 1 / (x * x), power = square, sum = 0;
    for (int i = 0; i < 7; i++, power *= square) sum += series[i] * power;
    return isinf(x) ? x : result + log(x) - 0.5 / x - sum;
}

/* Hurwitz's zeta by Euler's and Maclaurin's formula. */
double special_zeta(double s, double q) {
    static const double factors[] = {/* (2k)! / B2k */
                                     12.0, -720.0, 30240.0, -1209600.0, 47900160.0, -1.8924375803183791606e9, 7.47242496e10,
                                     -2.950130727918164224e12, 1.1646782814350067249e14, -4.5979787224074726105e15,
                                     1.8152105401943546773e17, -7.1661652561756670113e18};
    if (isnan(s) || isnan(q)) return NAN;
    if (s == 1) return INFINITY;
    if (s < 1) return NAN;
    if (q <= 0) {
        if (q == floor(q)) return INFINITY;
        if (s != floor(s)) return NAN;
    }
    if (q > 1e8) return (1 / (s - 1) + 1 / (2 * q)) * pow(q, 1 - s);
    double sum = pow(q, -s), a = q, b = 0;
    for (int i = 0; i < 9 || a <= 9;) {
        i++;
        a += 1;
        b = pow(a, -s);
        sum += b;
        if (fabs(b / sum) < DBL_EPSILON / 2) return sum;
    }
    sum += b * a / (s - 1) - 0.5 * b;
    double factor = 1, k = 0;
    for (int i = 0; i < 12; i++) {
        factor *= s + k;
        b /= a;
        double term = factor * b / factors[i];
        sum += term;
        if (fabs(term / sum) < DBL_EPSILON / 2) break;
        k += 1;
        factor *= s + k;
        b /= a;
        k += 1;
    }
    return sum;
}

double special_polygamma(double n, double x) {
    if (n < 0 || n != floor(n)) return NAN;
    if (n == 0) return special_psi(x);
    return (fmod(n, 2) == 0 ? -1 : 1) * tgamma(n + 1) * special_zeta(n + 1, x);
}

/* ---- beta ---- */

double special_betaln(double a, double b) {
    if (a > 1e-3 && b > 1e-3 && a < 100 && b < 100 && a + b < 170) return log(special_beta(a, b)); /* which does not call this then */
    if (a > b) {
        double held = a;
        a = b;
        b = held;
    }
    if (a > 0 && b >= 10) { /* Stirling's formula for those that are large, and its parts put together */
        double ratio = a / b, rest = special_stirling_rest(b) - special_stirling_rest(a + b);
        if (a >= 10) {
            rest += special_stirling_rest(a);
            return -0.5 * log(b) + 0.91893853320467274178 + rest + (a - 0.5) * log(ratio / (1 + ratio)) - b * log1p(ratio);
        }
        return special_gammaln(a) + a - a * log(a + b) - (b - 0.5) * log1p(ratio) + rest;
    }
    return special_gammaln(a) + special_gammaln(b) - special_gammaln(a + b);
}

double special_beta(double a, double b) {
    if (is_pole(a) || is_pole(b)) return INFINITY;
    if (fabs(a) < 100 && fabs(b) < 100 && fabs(a + b) < 170) {
        if (is_pole(a + b)) return 0;
        double large = fmax(fabs(a), fabs(b)) == fabs(a) ? a : b, small = large == a ? b : a;
        return tgamma(large) / tgamma(a + b) * tgamma(small);
    }
    return special_gammasgn(a) * special_gammasgn(b) * special_gammasgn(a + b) * exp(special_betaln(a, b));
}

double special_binom(double n, double k) {
    if (n < 0 && n == floor(n)) return NAN;
    if (k == floor(k) && (fabs(n) > 1e-8 || n == 0)) {
        double whole = n == floor(n) && k > n / 2 && n > 0 ? n - k : k, product = 1, divisor = 1;
        if (whole >= 0 && whole < 20) {
            for (int i = 1; i <= (int)whole; i++) {
                product *= i + n - whole;
                divisor *= i;
                if (fabs(product) > 1e50) {
                    product /= divisor;
                    divisor = 1;
                }
            }
            return product / divisor;
        }
    }
    if (n >= 1e10 * k && k > 0) return exp(-special_betaln(1 + n - k, 1 + k) - log(n + 1));
    return 1 / (n + 1) / special_beta(1 + n - k, 1 + k);
}

double special_poch(double z, double m) {
    if (is_pole(z + m) && !is_pole(z)) return INFINITY;
    if (m == floor(m) && m >= 0 && m < 50) {
        double product = 1;
        for (int i = 0; i < (int)m; i++) product *= z + i;
        return product;
    }
    return special_gammasgn(z) * special_gammasgn(z + m) * exp(special_gammaln(z + m) - special_gammaln(z));
}

/* ---- the incomplete gamma integrals ---- */

/* x**a exp(-x) / gamma(a + 1) */
static double gamma_front(double a, double x) {
    if (a < 10) return exp(a * log(x) - x - special_gammaln(a + 1));
    return exp(a * log_ratio_rest(x, a) - special_stirling_rest(a)) / sqrt(2 * M_PI * a);
}

/* The series of the lower integral, by rising powers of x. */
static double lower_series(double a, double x) {
    double term = 1, sum = 1;
    for (double k = a + 1; term > sum * 1e-17; k++) sum += term *= x / k;
    return sum * gamma_front(a, x);
}

/* The upper integral's continued fraction (Lentz). */
static double upper_fraction(double a, double x) {
    double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;
    for (double i = 1; i < 1e7; i++) {
        double an = -i * (i - a);
        b += 2;
        d = an * d + b;
        c = b + an / c;
        if (fabs(d) < 1e-300) d = 1e-300;
        if (fabs(c) < 1e-300) c = 1e-300;
        d = 1 / d;
        double change = d * c;
        h *= change;
        if (fabs(change - 1) < 1e-16) break;
    }
    return h * gamma_front(a, x) * a;
}

/* For small a and x: 1 - x**a / gamma(a + 1) less the series that follows. */
static double upper_near_zero(double a, double x) {
    double term = 1, sum = 0;
    for (int n = 1; n < 200; n++) {
        term *= -x / n;
        double t = term / (a + n);
        sum += t;
        if (fabs(t) <= 1e-17 * fabs(sum)) break;
    }
    int sign;
    double power = a * log(x), minus = -expm1(power - lgamma_r(1 + a, &sign));
    return minus - exp(power - lgamma_r(a, &sign)) * sum;
}

double special_gammainc(double a, double x) {
    if (isnan(a) || isnan(x) || a < 0 || x < 0) return NAN;
    if (a == 0) return x > 0 ? 1 : NAN;
    if (x == 0) return 0;
    if (isinf(a)) return isinf(x) ? NAN : 0;
    if (isinf(x)) return 1;
    if (special_gamma_is_uniform(a, x)) return special_gamma_uniform(a, x, false);
    return x > a && x > 1 ? 1 - special_gammaincc(a, x) : lower_series(a, x);
}

double special_gammaincc(double a, double x) {
    if (isnan(a) || isnan(x) || a < 0 || x < 0) return NAN;
    if (a == 0) return x > 0 ? 0 : NAN;
    if (x == 0) return 1;
    if (isinf(a)) return isinf(x) ? NAN : 1;
    if (isinf(x)) return 0;
    if (special_gamma_is_uniform(a, x)) return special_gamma_uniform(a, x, true);
    if (x <= 1.1 && a <= 0.5 && x > 0) return upper_near_zero(a, x);
    return x > a && x > 1 ? upper_fraction(a, x) : x <= 1 && a < 1 ? upper_near_zero(a, x) : 1 - lower_series(a, x);
}

/* Where the integral has a value: Halley's steps that stay between bounds. */
static double gamma_found(double a, double goal, bool upper) {
    if (isnan(a) || isnan(goal) || a < 0 || goal < 0 || goal > 1) return NAN;
    if (goal == 0) return upper ? INFINITY : 0;
    if (goal == 1) return upper ? 0 : INFINITY;
    double z = special_ndtri(upper ? 1 - goal : goal), guess = a * pow(fmax(1 - 1 / (9 * a) + z / (3 * sqrt(a)), 0), 3);
    double low = 0, high = INFINITY, lower_goal = upper ? 1 - goal : goal;
    if (!(guess > 0) || a < 1) guess = exp((log(lower_goal) + special_gammaln(a + 1)) / a);
    if (!(guess > 0)) guess = DBL_MIN;
    if (isinf(guess)) guess = a + 1;
    double x = guess;
    for (int i = 0; i < 200; i++) {
        double value = upper ? special_gammaincc(a, x) - goal : special_gammainc(a, x) - goal;
        if (value == 0) return x;
        if ((value > 0) != upper) high = x;
        else low = x;
        double slope = gamma_front(a, x) * a / x, step = (upper ? -value : value) / slope;
        double bend = step * 0.5 * ((a - 1) / x - 1); /* Halley's correction */
        double next = x - step / (fabs(bend) < 0.9 ? 1 - bend : 1);
        if (!(next > low && next < high)) next = isinf(high) ? 2 * x : low == 0 ? x / 4 : 0.5 * (low + high);
        if (fabs(next - x) <= 2e-16 * fabs(x)) return next;
        x = next;
    }
    return x;
}
double special_gammaincinv(double a, double p) { return gamma_found(a, p, false); }
double special_gammainccinv(double a, double q) { return gamma_found(a, q, true); }

/* ---- the incomplete beta integral ---- */

/* x**a (1 - x)**b / beta(a, b), y being 1 - x */
static double beta_front(double a, double b, double x, double y) {
    if (a < 10 || b < 10) {
        double direct = pow(x, a) * pow(y, b);
        if (direct > 1e-290 && a < 60 && b < 60) return direct / special_beta(a, b);
        return exp(a * log(x) + b * log1p(-x) - special_betaln(a, b));
    }
    double total = a + b, power = a * log_ratio_rest(x * total, a) + b * log_ratio_rest(y * total, b);
    double rest = special_stirling_rest(total) - special_stirling_rest(a) - special_stirling_rest(b);
    return sqrt(a * b / (2 * M_PI * total)) * exp(power + rest);
}

static double beta_fraction(double a, double b, double x) {
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    if (fabs(d) < 1e-300) d = 1e-300;
    d = 1 / d;
    double h = d;
    for (double m = 1; m < 1e5; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        d = 1 + even * d;
        c = 1 + even / c;
        if (fabs(d) < 1e-300) d = 1e-300;
        if (fabs(c) < 1e-300) c = 1e-300;
        d = 1 / d;
        h *= d * c;
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 + odd * d;
        c = 1 + odd / c;
        if (fabs(d) < 1e-300) d = 1e-300;
        if (fabs(c) < 1e-300) c = 1e-300;
        d = 1 / d;
        double change = d * c;
        h *= change;
        if (fabs(change - 1) < 1e-16) break;
    }
    return h;
}

/* What the lower part leaves, for a that is tiny beside b and 1, where that part is nearly all: of the integral's series, of which the
 * logarithm is taken term by term. */
static double beta_rest(double a, double b, double x) {
    double middle = a / 2, series = 0, term = 1;
    double log_front = a * (special_psi(b + middle) - special_psi(1 + middle)) - a * a * a / 12 * (special_zeta(3, b + middle) - special_zeta(3, 1 + middle));
    for (double n = 1; n < 1000; n++) {
        term *= (n - b) * x / n;
        series += term / (a + n);
        if (fabs(term) < 1e-17 * fabs(series)) break;
    }
    return -expm1(a * log(x) + log_front + log1p(a * series));
}

/* The lower part (or, `upper`, the other one); x + y is 1. */
static double beta_part(double a, double b, double x, double y, bool upper) {
    if (isnan(a) || isnan(b) || isnan(x) || a < 0 || b < 0 || x < 0 || x > 1 || (a == 0 && b == 0)) return NAN;
    if (a == 0 || x >= 1) return upper ? 0 : 1;
    if (b == 0 || x <= 0) return upper ? 1 : 0;
    bool is_low = x <= (a + 1) / (a + b + 2);
    if (is_low == upper && (is_low ? a < 1e-5 * fmin(b, 1) : b < 1e-5 * fmin(a, 1))) return is_low ? beta_rest(a, b, x) : beta_rest(b, a, y);
    double value = is_low ? beta_front(a, b, x, y) * beta_fraction(a, b, x) / a : beta_front(b, a, y, x) * beta_fraction(b, a, y) / b;
    return is_low != upper ? value : 1 - value;
}
double special_betainc(double a, double b, double x) { return beta_part(a, b, x, 1 - x, false); }
double special_betaincc(double a, double b, double x) { return beta_part(a, b, x, 1 - x, true); }

/* Where the regularised integral is `goal`, below a half: Newton's steps from `x`, kept between bounds. */
static double beta_quantile(double a, double b, double goal, double x) {
    double low = 0, high = 0.5;
    for (int i = 0; i < 300; i++) {
        double value = beta_part(a, b, x, 1 - x, false) - goal;
        if (value == 0) break;
        if (value > 0) high = x;
        else low = x;
        double next = x - value / (beta_front(a, b, x, 1 - x) / (x * (1 - x)));
        if (!(next > low && next < high)) next = low == 0 && i < 100 ? x / 4 : 0.5 * (low + high);
        if (fabs(next - x) <= 1e-16 * x) break;
        x = next;
    }
    return x;
}

double special_betaincinv(double a, double b, double p) {
    if (isnan(a) || isnan(b) || isnan(p) || a <= 0 || b <= 0 || p < 0 || p > 1) return NAN;
    if (p == 0 || p == 1) return p;
    if (p > special_betainc(a, b, 0.5)) { /* the smaller of x and 1 - x is sought, for its digits */
        double middle = b / (a + b);
        return 1 - beta_quantile(b, a, 1 - p, middle > 0.5 ? 0.25 : middle);
    }
    return beta_quantile(a, b, p, fmin(a / (a + b), 0.25));
}

/* ---- exponential integrals ---- */

double special_exp1(double x) { return x < 0 ? NAN : special_expn(1, x); }

double special_expn(double n, double x) {
    if (isnan(n) || isnan(x) || n < 0 || x < 0) return NAN;
    if (x == 0) return n > 1 ? 1 / (n - 1) : INFINITY;
    if (isinf(x)) return 0;
    if (n == 0) return exp(-x) / x;
    if (x > 1) {
        double b = x + n, c = 1e300, d = 1 / b, h = d;
        for (double i = 1; i < 1e5; i++) {
            double a = -i * (n - 1 + i);
            b += 2;
            d = 1 / (a * d + b);
            c = b + a / c;
            double change = c * d;
            h *= change;
            if (fabs(change - 1) < 1e-16) break;
        }
        return h * exp(-x);
    }
    double result = n == 1 ? -log(x) - euler : 1 / (n - 1), factor = 1;
    for (double i = 1; i < 200; i++) {
        factor *= -x / i;
        double term = i != n - 1 ? -factor / (i - (n - 1)) : factor * (-log(x) + special_psi(n));
        result += term;
        if (fabs(term) < fabs(result) * 1e-17) break;
    }
    return result;
}

double special_expi(double x) {
    if (x == 0) return -INFINITY;
    if (x < 0) return -special_expn(1, -x);
    if (isinf(x)) return x;
    if (x < 40) {
        static const double root = 0.37250741078136663446; /* series around the root keep the digits there */
        double sum = 0, term = 1;
        if (fabs(x - root) < 0.1) {
            double low = (x - root) - 1.3140183414386028e-17, part = log1p(low / root);
            double fx = 1, fr = 1;
            for (int n = 1; n < 60; n++) {
                fx *= x / n;
                fr *= root / n;
                sum += (fx - fr) / n;
                if (fx < 1e-19) break;
            }
            return part + sum;
        }
        for (int n = 1; n < 400; n++) {
            term *= x / n;
            sum += term / n;
            if (term / n < 1e-17 * sum) break;
        }
        return euler + log(x) + sum;
    }
    double sum = 1, term = 1;
    for (int n = 1; n < 60; n++) {
        double next = term * n / x;
        if (next > term || next < 1e-17) break;
        sum += term = next;
    }
    return exp(x) / x * sum;
}

/* ---- elliptic integrals, by arithmetic and geometric means ---- */

double special_ellipkm1(double p) {
    if (isnan(p) || p < 0) return NAN;
    if (p == 0) return INFINITY;
    double a = 1, g = sqrt(p);
    if (isinf(p)) return 0;
    while (fabs(a - g) > 1e-16 * a) {
        double mean = 0.5 * (a + g);
        g = sqrt(a * g);
        if (mean == a) break;
        a = mean;
    }
    return M_PI_2 / a;
}
double special_ellipk(double m) { return m > 1 ? NAN : special_ellipkm1(1 - m); }

double special_ellipe(double m) {
    if (isnan(m) || m > 1) return NAN;
    if (m == 1) return 1;
    if (isinf(m)) return INFINITY;
    if (m < 0) return sqrt(1 - m) * special_ellipe(m / (m - 1));
    double a = 1, g = sqrt(1 - m), power = 0.5, sum = power * m;
    for (int i = 0; i < 40; i++) {
        double c = 0.5 * (a - g), mean = 0.5 * (a + g);
        g = sqrt(a * g);
        a = mean;
        power *= 2;
        sum += power * c * c;
        if (power * c * c < 1e-18) break;
    }
    if (m > 0.9) { /* 1 - sum would lose digits: by Legendre's relation of complements */
        double p = 1 - m, k = M_PI_2 / a, a2 = 1, g2 = sqrt(m), power2 = 0.5, sum2 = power2 * p;
        for (int i = 0; i < 40; i++) {
            double c = 0.5 * (a2 - g2), mean = 0.5 * (a2 + g2);
            g2 = sqrt(a2 * g2);
            a2 = mean;
            power2 *= 2;
            sum2 += power2 * c * c;
            if (power2 * c * c < 1e-18) break;
        }
        double k2 = M_PI_2 / a2, e2 = k2 * (1 - sum2); /* Legendre: E K' + E' K - K K' = pi / 2 */
        return (M_PI_2 - k * (e2 - k2)) / k2;
    }
    return M_PI_2 / a * (1 - sum);
}

/* ---- the error function and the normal distribution ---- */

/* The place where erf has the value y, 0 <= y; `rest` is 1 - y to all its digits. */
static double erf_found(double y, double rest) {
    double x;
    if (y < 0.5) {
        x = y * 0.88622692545275801365;
        for (int i = 0; i < 8; i++) {
            double step = (erf(x) - y) * 0.88622692545275801365 * exp(x * x), next = x - step / (1 + x * step);
            if (next == x) break;
            x = next;
        }
        return x;
    }
    double t = sqrt(-2 * log(rest / 2)); /* Hastings' approximation to begin with */
    x = (t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))) * M_SQRT1_2;
    for (int i = 0; i < 8; i++) {
        double have = erfc(x), step = (rest - have) / have * (x > 5 ? special_erfcx(x) : have * exp(x * x)) * 0.88622692545275801365;
        double next = x - step / (1 + x * step);
        if (fabs(next - x) <= 1e-16 * x) return next;
        x = next;
    }
    return x;
}

double special_erfinv(double y) {
    if (isnan(y) || fabs(y) > 1) return NAN;
    if (fabs(y) == 1) return copysign(INFINITY, y);
    return copysign(erf_found(fabs(y), 1 - fabs(y)), y);
}

double special_erfcinv(double y) {
    if (isnan(y) || y < 0 || y > 2) return NAN;
    if (y == 0 || y == 2) return y == 0 ? INFINITY : -INFINITY;
    return y <= 1 ? erf_found(1 - y, y) : -erf_found(y - 1, 2 - y);
}

double special_erfcx(double x) {
    if (x < 5) return x < -26.7 ? INFINITY : exp(x * x) * erfc(x);
    double f = 0; /* the continued fraction, from its end */
    for (int k = x < 25 ? 100 : 12; k > 0; k--) f = k * 0.5 / (x + f);
    return 0.56418958354775628695 / (x + f);
}

double special_ndtr(double x) {
    double t = x * M_SQRT1_2;
    return fabs(t) < 1 ? 0.5 + 0.5 * erf(t) : t > 0 ? 1 - 0.5 * erfc(t) : 0.5 * erfc(-t);
}

double special_log_ndtr(double x) {
    double t = x * M_SQRT1_2;
    return x < -1 ? log(special_erfcx(-t) / 2) - t * t : log1p(-erfc(t) / 2);
}

double special_ndtri(double p) {
    if (isnan(p) || p < 0 || p > 1) return NAN;
    if (p == 0 || p == 1) return p == 0 ? -INFINITY : INFINITY;
    if (p > 0.25 && p < 0.75) return M_SQRT2 * special_erfinv(2 * p - 1);
    return p < 0.5 ? -M_SQRT2 * erf_found(1 - 2 * p, 2 * p) : M_SQRT2 * erf_found(2 * p - 1, 2 * (1 - p));
}
