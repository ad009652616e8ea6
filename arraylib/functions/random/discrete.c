/* Draws of the distributions over whole numbers. Each is the method that NumPy's streams are made with; RandomState and
 * Generator differ in places (is_legacy). */
#include "arraylib/functions/random/distributions.h"

#include <math.h>
#include <stdint.h>

/* ---- binomial ---- */

static double binomial_by_inversion(RandomObject *random, int64_t n, double p) {
    double q = 1.0 - p, mean = (double)n * p, none = exp((double)n * log1p(-p)); /* p may be lost beside 1 */
    double most = mean + 10.0 * sqrt(mean * q + 1);
    int64_t bound = (int64_t)((double)n < most ? (double)n : most), x = 0;
    double px = none, u = bits_double(random->bits);
    while (u > px) {
        if (++x > bound) {
            x = 0;
            px = none;
            u = bits_double(random->bits);
        } else {
            u -= px;
            px = ((double)(n - x + 1) * p * px) / ((double)x * q);
        }
    }
    return (double)x;
}

/* The last terms of Stirling's series. */
static double stirling_tail(double x) {
    double square = x * x;
    return (13680. - (462. - (132. - (99. - 140. / square) / square) / square) / square) / x / 166320.;
}

/* Does y lie under the curve at height v (of the mode's)? Step 5 of BTPE. */
static bool binomial_accepts(int64_t n, double r, double q, int64_t m, double xm, int64_t y, double v) {
    int64_t k = y > m ? y - m : m - y;
    double nrq = (double)n * r * q;
    if (k <= 20 || (double)k >= nrq / 2.0 - 1) {
        double s = r / q, a = s * (double)(n + 1), height = 1.0;
        for (int64_t i = m + 1; i <= y; i++) height *= a / (double)i - s;
        for (int64_t i = y + 1; i <= m; i++) height /= a / (double)i - s;
        return v <= height;
    }
    double far = (double)k;
    double rho = (far / nrq) * ((far * (far / 3.0 + 0.625) + 0.16666666666666666) / nrq + 0.5);
    double t = -far * far / (2 * nrq), height = log(v);
    if (height < t - rho) return true;
    if (height > t + rho) return false;
    double x1 = (double)(y + 1), f1 = (double)(m + 1), z = (double)(n + 1 - m), w = (double)(n - y + 1);
    return height <= xm * log(f1 / x1) + ((double)(n - m) + 0.5) * log(z / w) + (double)(y - m) * log(w * r / (x1 * q)) +
                         stirling_tail(f1) + stirling_tail(z) + stirling_tail(x1) + stirling_tail(w);
}

/* BTPE: Kachitvichyanukul & Schmeiser (1988). */
static double binomial_by_rejection(RandomObject *random, int64_t n, double p) {
    double r = p < 1.0 - p ? p : 1.0 - p, q = 1.0 - r, mode = (double)n * r + r;
    int64_t m = (int64_t)floor(mode), y;
    double p1 = floor(2.195 * sqrt((double)n * r * q) - 4.6 * q) + 0.5;
    double xm = (double)m + 0.5, xl = xm - p1, xr = xm + p1, c = 0.134 + 20.5 / (15.3 + (double)m);
    double a = (mode - xl) / (mode - xl * r), left = a * (1.0 + a / 2.0);
    a = (xr - mode) / (xr * q);
    double right = a * (1.0 + a / 2.0);
    double p2 = p1 * (1.0 + 2.0 * c), p3 = p2 + c / left, p4 = p3 + c / right;
    for (;;) {
        double u = bits_double(random->bits) * p4, v = bits_double(random->bits);
        if (u <= p1) return floor(xm - p1 * v + u); /* the triangle */
        if (u <= p2) { /* the parallelograms */
            double x = xl + (u - p1) / c;
            v = v * c + 1.0 - fabs((double)m - x + 0.5) / p1;
            if (v > 1.0) continue;
            y = (int64_t)floor(x);
        } else if (u <= p3) { /* the left tail */
            if (v == 0.0) continue;
            y = (int64_t)floor(xl + log(v) / left);
            if (y < 0) continue;
            v = v * (u - p2) * left;
        } else {
            if (v == 0.0) continue;
            y = (int64_t)floor(xr - log(v) / right);
            if (y > n) continue;
            v = v * (u - p3) * right;
        }
        if (binomial_accepts(n, r, q, m, xm, y, v)) return (double)y;
    }
}

static double draw_binomial_below_half(RandomObject *random, int64_t n, double p) {
    return p * (double)n <= 30.0 ? binomial_by_inversion(random, n, p) : binomial_by_rejection(random, n, p);
}

static double draw_binomial_above_none(RandomObject *random, int64_t n, double p) {
    if (p <= 0.5) return draw_binomial_below_half(random, n, p);
    return (double)n - draw_binomial_below_half(random, n, 1.0 - p);
}

double draw_binomial(RandomObject *random, int64_t n, double p) {
    return n == 0 || p == 0.0 ? 0 : draw_binomial_above_none(random, n, p);
}

/* RandomState draws a number even where there is nothing to decide. */
double random_binomial(RandomObject *random, const double *p) {
    return (random->is_legacy ? draw_binomial_above_none : draw_binomial)(random, (int64_t)p[0], p[1]);
}

double random_negative_binomial(RandomObject *random, const double *p) {
    return draw_poisson(random, (1 - p[1]) / p[1] * draw_gamma(random, p[0]));
}

/* ---- geometric, Zipf's, logarithmic series ---- */

double random_geometric(RandomObject *random, const double *p) {
    double chance = p[0];
    if (chance >= 0.333333333333333333333333) { /* one after the other */
        double count = 1, sum = chance, term = chance, u = bits_double(random->bits);
        for (; u > sum; count++) {
            term *= 1.0 - chance;
            sum += term;
        }
        return count;
    }
    double count = random->is_legacy ? ceil(log1p(-bits_double(random->bits)) / log(1.0 - chance))
                                     : ceil(-draw_exponential(random) / log1p(-chance));
    return !random->is_legacy && count >= 0x1p63 ? 0x1p63 : count; /* "as many as there are", where whole numbers end */
}

double random_zipf(RandomObject *random, const double *p) {
    if (!random->is_legacy && p[0] >= 1025) return 1;
    double power = p[0] - 1.0, b = pow(2.0, power), least = random->is_legacy ? 0 : pow(0x1p63, -power);
    for (;;) {
        double u = bits_double(random->bits), v;
        u = random->is_legacy ? 1.0 - u : u * least + (1 - u);
        v = bits_double(random->bits);
        double x = floor(pow(u, -1.0 / power));
        if (x > 0x1p63 || x < 1.0) continue;
        double t = pow(1.0 + 1.0 / x, power);
        if (v * x * (t - 1.0) / (b - 1.0) <= t / b) return x;
    }
}

double random_logseries(RandomObject *random, const double *p) { /* Kemp's LK */
    double r = random->is_legacy ? log(1.0 - p[0]) : log1p(-p[0]);
    for (;;) {
        double v = bits_double(random->bits);
        if (v >= p[0]) return 1;
        double u = bits_double(random->bits), q = random->is_legacy ? 1.0 - exp(r * u) : -expm1(r * u);
        if (v <= q * q) {
            double count = floor(1 + log(v) / log(q));
            if (count < 1 || v == 0.0) continue;
            return count;
        }
        return v >= q ? 1 : 2;
    }
}

/* ---- hypergeometric ---- */

static double hypergeometric_drawn(RandomObject *random, int64_t good, int64_t bad, int64_t sample) {
    if (random->is_legacy) {
        double rest = (double)(bad + good - sample), fewer = (double)(good < bad ? good : bad), y = fewer;
        for (int64_t k = sample; y > 0.0 && k > 0; k--) y -= (double)(int64_t)floor(bits_double(random->bits) + y / (rest + (double)k));
        double found = fewer - y;
        return good > bad ? (double)sample - found : found;
    }
    int64_t total = good + bad, drawn = sample > total / 2 ? total - sample : sample, left = total, good_left = good;
    while (drawn > 0 && good_left > 0 && left > good_left) {
        left--;
        if ((int64_t)bits_masked(random->bits, (uint64_t)left) < good_left) good_left--;
        drawn--;
    }
    if (left == good_left) good_left -= drawn;
    return (double)(sample > total / 2 ? good_left : good - good_left);
}

static double log_factorial(const RandomObject *random, int64_t k) {
    if (random->is_legacy) return random_log_gamma((double)k + 1);
    if (k < 126) return lgamma((double)k + 1);
    double x = (double)k;
    return (x + 0.5) * log(x) - x + (0.9189385332046728 + (1.0 / x) * (1 / 12.0 - 1 / (360.0 * x * x)));
}

/* HRUA: Stadlober (1989), by the ratio of uniforms. */
static double hypergeometric_by_rejection(RandomObject *random, int64_t good, int64_t bad, int64_t sample) {
    int64_t fewer = good < bad ? good : bad, more = good < bad ? bad : good, total = good + bad;
    int64_t drawn = sample < total - sample ? sample : total - sample, mode, k;
    double p = (double)fewer / (double)total, q = random->is_legacy ? 1.0 - p : (double)more / (double)total;
    double taken = (double)(random->is_legacy ? sample : drawn), a = (double)drawn * p + 0.5;
    double c = sqrt((double)(total - drawn) * taken * p * q / (double)(total - 1) + 0.5);
    double h = 1.7155277699214135 * c + 0.8989161620588988;
    mode = (int64_t)floor((double)(drawn + 1) * (double)(fewer + 1) / (double)(total + 2));
    double g = log_factorial(random, mode) + log_factorial(random, fewer - mode) + log_factorial(random, drawn - mode) +
               log_factorial(random, more - drawn + mode);
    double limit = (double)(drawn < fewer ? drawn : fewer) + 1.0, far = floor(a + 16 * c);
    if (far < limit) limit = far;
    for (;;) {
        double u = bits_double(random->bits), v = bits_double(random->bits), x = a + h * (v - 0.5) / u;
        if (!(x >= 0.0 && x < limit)) continue;
        k = (int64_t)floor(x);
        double t = g - (log_factorial(random, k) + log_factorial(random, fewer - k) + log_factorial(random, drawn - k) +
                        log_factorial(random, more - drawn + k));
        if (u * (4.0 - u) - 3.0 <= t) break;
        if (u * (u - t) >= 1) continue;
        if (2.0 * log(u) <= t) break;
    }
    if (good > bad) k = drawn - k;
    if (drawn < sample) k = good - k;
    return (double)k;
}

double random_hypergeometric(RandomObject *random, const double *p) {
    int64_t good = (int64_t)p[0], bad = (int64_t)p[1], sample = (int64_t)p[2];
    bool rejects = random->is_legacy ? sample > 10 : sample >= 10 && sample <= good + bad - 10;
    if (random->is_legacy && sample <= 0) return 0;
    return rejects ? hypergeometric_by_rejection(random, good, bad, sample) : hypergeometric_drawn(random, good, bad, sample);
}
