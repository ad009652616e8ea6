/* Bessel functions of real order, by the methods of Temme (1975, small x), Steed and Barnett (continued fractions), Hankel
 * (large x) and by the power series (large order). */
#include "arraylib/functions/special/special.h"

#include <math.h>
#include <stdbool.h>

enum { STEPS_MAX = 200000 };
static const double tiny = 1e-300, enough = 1e-16, huge_scale = 1e250;

static double not_zero(double x) { return fabs(x) < tiny ? tiny : x; }
static bool is_whole(double x) { return x == floor(x); }

/* sin and cos of pi times x, exact where they are 0 or 1. */
static double sine_of_turns(double x) {
    x = fmod(x, 2);
    return is_whole(x) ? 0 : sin(M_PI * x);
}
static double cosine_of_turns(double x) { return sine_of_turns(x + 0.5); }

/* Temme's two functions of 1 / gamma(1 + m) and 1 / gamma(1 - m), |m| <= 1/2: half their difference over m, and their mean. */
static void temme_gammas(double m, double *difference, double *mean) {
    static const double series[] = {1.0,
                                    0.57721566490153286061,
                                    -0.65587807152025388108,
                                    -0.04200263503409523553,
                                    0.16653861138229148950,
                                    -0.04219773455554433675,
                                    -0.00962197152787697356,
                                    0.00721894324666309954,
                                    -0.00116516759185906511,
                                    -0.00021524167411495097,
                                    0.00012805028238811619,
                                    -0.00002013485478078824,
                                    -0.00000125049348214267,
                                    0.00000113302723198170,
                                    -0.00000020563384169776,
                                    0.00000000611609510448,
                                    0.00000000500200764447,
                                    -0.00000000118127457049,
                                    0.00000000010434267117,
                                    0.00000000000778226344,
                                    -0.00000000000369680562,
                                    0.00000000000051003703,
                                    -0.00000000000002058326};
    double square = m * m, power = 1;
    *difference = *mean = 0;
    for (int k = 0; k + 1 < 23; k += 2, power *= square) {
        *mean += series[k] * power;
        *difference -= series[k + 1] * power;
    }
}

/* The sum over (x*x/4)**k / (k! (order + 1) ... (order + k)), with alternating signs for J. */
static double power_series(double order, double x, double sign) {
    double quarter = sign * x * x / 4, term = 1, sum = 1;
    for (double k = 1; k < 500; k++) {
        term *= quarter / (k * (order + k));
        sum += term;
        if (fabs(term) < 1e-17 * fabs(sum)) break;
    }
    return sum;
}
static double power_front(double order, double x) {
    if (order < 150 && x > 1e-2) return pow(x / 2, order) / tgamma(order + 1);
    return exp(order * log(x / 2) - special_gammaln(order + 1));
}
static bool has_power_series(double order, double x) { return x * x < 2 * (order + 1) && order >= 0; }

/* Hankel's two sums for large x: P and Q. */
static bool hankel(double order, double x, double *p, double *q) {
    if (x < 25 || x < order * order / 2) return false;
    double m = 4 * order * order, term = 1;
    *p = 1;
    *q = 0;
    for (int k = 1; k < 200; k++) {
        double next = term * (m - (2.0 * k - 1) * (2.0 * k - 1)) / (k * 8.0 * x);
        if (fabs(next) > fabs(term) && k > order) break;
        term = next;
        if (k % 2) *q += k % 4 == 1 ? term : -term;
        else *p += k % 4 == 2 ? -term : term;
        if (fabs(term) < 1e-17) break;
    }
    return true;
}

/* J and Y of order >= 0 at x > 0. */
static void bessel_jy(double order, double x, double *j, double *y) {
    double p, q;
    if (hankel(order, x, &p, &q)) {
        double c = cos(x), s = sin(x), turn = order / 2 + 0.25, ct = cosine_of_turns(turn), st = sine_of_turns(turn);
        double cosine = c * ct + s * st, sine = s * ct - c * st, size = sqrt(M_2_PI / x);
        *j = size * (p * cosine - q * sine);
        *y = size * (p * sine + q * cosine);
        return;
    }
    int steps = x < 2 ? (int)(order + 0.5) : (int)fmax(0, order - x + 1.5);
    double mu = order - steps, wronskian = 2 / (M_PI * x), sign = 1;
    /* the ratio J'/J at the order */
    double h = not_zero(order / x), b = 2 * order / x, d = 0, c = h;
    for (int i = 0; i < STEPS_MAX; i++) {
        b += 2 / x;
        d = not_zero(b - d);
        c = not_zero(b - 1 / c);
        d = 1 / d;
        double change = c * d;
        h *= change;
        if (d < 0) sign = -sign;
        if (fabs(change - 1) < enough) break;
    }
    /* down to the order mu, to a scale of its own */
    double jl = sign * 1e-200, jp = h * jl, first = jl, factor = order / x;
    int scaled = 0;
    for (int l = steps; l > 0; l--) {
        double before = factor * jl + jp;
        factor -= 1 / x;
        jp = factor * before - jl;
        jl = before;
        if (fabs(jl) > huge_scale) {
            jl /= huge_scale;
            jp /= huge_scale;
            scaled++;
        }
    }
    if (jl == 0) jl = tiny;
    double f = jp / jl, jmu, ymu, ynext;
    if (x < 2) {
        double half = x / 2, turns = M_PI * mu, sinc = fabs(turns) < 1e-15 ? 1 : turns / sin(turns);
        double log_term = -log(half), e = mu * log_term, sinhc = fabs(e) < 1e-15 ? 1 : sinh(e) / e, gamma1, gamma2;
        temme_gammas(mu, &gamma1, &gamma2);
        double ff = M_2_PI * sinc * (gamma1 * cosh(e) + gamma2 * sinhc * log_term), expo = exp(e);
        double plus = gamma2 - mu * gamma1, minus = gamma2 + mu * gamma1; /* 1/gamma(1+mu), 1/gamma(1-mu) */
        double pp = expo / (plus * M_PI), qq = 1 / (expo * M_PI * minus), half_turn = turns / 2;
        double sinc_half = fabs(half_turn) < 1e-15 ? 1 : sin(half_turn) / half_turn;
        double r = M_PI * half_turn * sinc_half * sinc_half, term = 1, dd = -half * half, sum = ff + r * qq, sum1 = pp;
        for (int k = 1; k < STEPS_MAX; k++) {
            ff = (k * ff + pp + qq) / (k * k - mu * mu);
            term *= dd / k;
            pp /= k - mu;
            qq /= k + mu;
            double change = term * (ff + r * qq);
            sum += change;
            sum1 += term * pp - k * change;
            if (fabs(change) < (1 + fabs(sum)) * enough) break;
        }
        ymu = -sum;
        ynext = -sum1 * 2 / x;
        double yp = mu / x * ymu - ynext;
        jmu = wronskian / (yp - f * ymu);
    } else { /* p + iq, by Steed's complex fraction in Lentz's way */
        double a = 0.25 - mu * mu, pr = -0.5 / x, qi = 1, br = 2 * x, bi = 2;
        double scale = a / x / (pr * pr + qi * qi), cr = br + qi * scale, ci = bi + pr * scale, size = br * br + bi * bi;
        double dr = br / size, di = -bi / size, lr = cr * dr - ci * di, li = cr * di + ci * dr, held = pr * lr - qi * li;
        qi = pr * li + qi * lr;
        pr = held;
        for (int i = 2; i < STEPS_MAX; i++) {
            a += 2 * (i - 1);
            bi += 2;
            dr = a * dr + br;
            di = a * di + bi;
            if (fabs(dr) + fabs(di) < tiny) dr = tiny;
            scale = a / (cr * cr + ci * ci);
            cr = br + cr * scale;
            ci = bi - ci * scale;
            if (fabs(cr) + fabs(ci) < tiny) cr = tiny;
            size = dr * dr + di * di;
            dr /= size;
            di /= -size;
            lr = cr * dr - ci * di;
            li = cr * di + ci * dr;
            held = pr * lr - qi * li;
            qi = pr * li + qi * lr;
            pr = held;
            if (fabs(lr - 1) + fabs(li) < enough) break;
        }
        double gamma = (pr - f) / qi;
        jmu = copysign(sqrt(wronskian / ((pr - f) * gamma + qi)), jl);
        ymu = jmu * gamma;
        double yp = gamma == 0 ? jmu * qi : ymu * (pr + qi / gamma);
        ynext = mu / x * ymu - yp;
    }
    *j = jmu * (first / jl);
    for (; scaled; scaled--) *j /= huge_scale;
    if (has_power_series(order, x)) *j = power_front(order, x) * power_series(order, x, -1);
    for (int i = 1; i <= steps; i++) {
        double next = (mu + i) * 2 / x * ynext - ymu;
        ymu = ynext;
        ynext = next;
    }
    *y = ymu;
}

/* I exp(-x) and K exp(x) of order >= 0 at x > 0. */
static void bessel_ik(double order, double x, double *scaled_i, double *scaled_k) {
    if (x > 25 && x > order * order / 2) {
        double m = 4 * order * order, term = 1, plus = 1, alternating = 1;
        for (int k = 1; k < 200; k++) {
            double next = term * (m - (2.0 * k - 1) * (2.0 * k - 1)) / (k * 8.0 * x);
            if (fabs(next) > fabs(term) && k > order) break;
            term = next;
            plus += term;
            alternating += k % 2 ? -term : term;
            if (fabs(term) < 1e-17) break;
        }
        *scaled_i = alternating / sqrt(2 * M_PI * x);
        *scaled_k = sqrt(M_PI / (2 * x)) * plus;
        return;
    }
    int steps = (int)(order + 0.5);
    double mu = order - steps, h = not_zero(order / x), b = 2 * order / x, d = 0, c = h;
    for (int i = 0; i < STEPS_MAX; i++) {
        b += 2 / x;
        d = 1 / (b + d);
        c = b + 1 / c;
        double change = c * d;
        h *= change;
        if (fabs(change - 1) < enough) break;
    }
    double il = 1e-200, ip = h * il, first = il, factor = order / x;
    int scaled = 0;
    for (int l = steps; l > 0; l--) {
        double before = factor * il + ip;
        factor -= 1 / x;
        ip = factor * before + il;
        il = before;
        if (fabs(il) > huge_scale) {
            il /= huge_scale;
            ip /= huge_scale;
            scaled++;
        }
    }
    double f = ip / il, kmu, knext;
    if (x < 2) {
        double half = x / 2, turns = M_PI * mu, sinc = fabs(turns) < 1e-15 ? 1 : turns / sin(turns);
        double log_term = -log(half), e = mu * log_term, sinhc = fabs(e) < 1e-15 ? 1 : sinh(e) / e, gamma1, gamma2;
        temme_gammas(mu, &gamma1, &gamma2);
        double ff = sinc * (gamma1 * cosh(e) + gamma2 * sinhc * log_term), sum = ff, expo = exp(e);
        double pp = 0.5 * expo / (gamma2 - mu * gamma1), qq = 0.5 / (expo * (gamma2 + mu * gamma1)), term = 1, dd = half * half, sum1 = pp;
        for (int k = 1; k < STEPS_MAX; k++) {
            ff = (k * ff + pp + qq) / (k * k - mu * mu);
            term *= dd / k;
            pp /= k - mu;
            qq /= k + mu;
            double change = term * ff;
            sum += change;
            sum1 += term * (pp - k * ff);
            if (fabs(change) < fabs(sum) * enough) break;
        }
        double growth = exp(x);
        kmu = sum * growth;
        knext = sum1 * 2 / x * growth;
    } else {
        double bb = 2 * (1 + x), dd = 1 / bb, hh = dd, change = dd, q1 = 0, q2 = 1, a1 = 0.25 - mu * mu, cc = a1, q = a1, a = -a1;
        double s = 1 + q * change;
        for (int i = 2; i < STEPS_MAX; i++) {
            a -= 2 * (i - 1);
            cc = -a * cc / i;
            double next = (q1 - bb * q2) / a;
            q1 = q2;
            q2 = next;
            q += cc * next;
            bb += 2;
            dd = 1 / (bb + a * dd);
            change = (bb * dd - 1) * change;
            hh += change;
            double part = q * change;
            s += part;
            if (fabs(part / s) < enough) break;
        }
        hh = a1 * hh;
        kmu = sqrt(M_PI / (2 * x)) / s;
        knext = kmu * (mu + x + 0.5 - hh) / x;
    }
    double kp = mu / x * kmu - knext, imu = 1 / (x * (f * kmu - kp));
    *scaled_i = imu * first / il;
    for (; scaled; scaled--) *scaled_i /= huge_scale;
    for (int i = 1; i <= steps; i++) {
        double next = (mu + i) * 2 / x * knext + kmu;
        kmu = knext;
        knext = next;
    }
    *scaled_k = kmu;
}

/* ---- any order, any argument ---- */

enum { ORDER_MAX = 100000 };

double special_jv(double order, double x) {
    if (isnan(order) || isnan(x) || isinf(x) || fabs(order) > ORDER_MAX) return NAN;
    double j, y;
    if (is_whole(order)) {
        double sign = order < 0 && fmod(order, 2) != 0 ? -1 : 1;
        if (fabs(order) < 2) return sign * (order == 0 ? j0(x) : j1(x));
        if (x < 0) {
            sign *= fmod(order, 2) != 0 ? -1 : 1;
            x = -x;
        }
        if (x == 0) return 0;
        bessel_jy(fabs(order), x, &j, &y);
        return sign * j;
    }
    if (x < 0) return NAN;
    if (x == 0) return order > 0 ? 0 : INFINITY * special_rgamma(order + 1);
    bessel_jy(fabs(order), x, &j, &y);
    return order >= 0 ? j : cosine_of_turns(order) * j + sine_of_turns(order) * y;
}

double special_yv(double order, double x) {
    if (isnan(order) || isnan(x) || isinf(x) || x < 0 || fabs(order) > ORDER_MAX) return NAN;
    if (x == 0) return order < 0 && is_whole(order - 0.5) ? 0 : -INFINITY;
    double j, y;
    if (order == 0 || order == 1) return order == 0 ? y0(x) : y1(x);
    bessel_jy(fabs(order), x, &j, &y);
    if (isnan(y) && x < fabs(order)) y = -INFINITY;
    return order >= 0 ? y : cosine_of_turns(order) * y - sine_of_turns(order) * j;
}

static double bessel_i(double order, double x, bool scales) {
    if (isnan(order) || isnan(x) || fabs(order) > ORDER_MAX) return NAN;
    if (x < 0) {
        if (!is_whole(order)) return NAN;
        return (fmod(order, 2) != 0 ? -1 : 1) * bessel_i(order, -x, scales);
    }
    if (x == 0) return order == 0 ? 1 : order > 0 || is_whole(order) ? 0 : INFINITY * special_rgamma(order + 1);
    if (isinf(x)) return NAN;
    double i, k, absolute = fabs(order), value;
    bool by_powers = has_power_series(absolute, x);
    if (by_powers && (order >= 0 || is_whole(order))) {
        value = power_front(absolute, x) * power_series(absolute, x, 1);
        return scales ? value * exp(-x) : value;
    }
    bessel_ik(absolute, x, &i, &k);
    double growth = scales ? 1 : exp(x), decay = scales ? exp(-2 * x) : exp(-x);
    if (!scales && isinf(growth)) value = exp(x / 2) * i * exp(x / 2);
    else value = i * growth;
    if (order < 0 && !is_whole(order)) value += M_2_PI * sine_of_turns(absolute) * k * decay;
    return value;
}
double special_iv(double order, double x) { return bessel_i(order, x, false); }
double special_ive(double order, double x) { return bessel_i(order, x, true); }

double special_kve(double order, double x) {
    if (isnan(order) || isnan(x) || x < 0 || fabs(order) > ORDER_MAX) return NAN;
    if (x == 0) return INFINITY;
    if (isinf(x)) return NAN;
    double i, k;
    bessel_ik(fabs(order), x, &i, &k);
    return k;
}
double special_kv(double order, double x) {
    if (isinf(x) && x > 0 && fabs(order) <= ORDER_MAX) return 0;
    double k = special_kve(order, x);
    return isinf(k) || isnan(k) ? k : x > 700 ? k * exp(-x / 2) * exp(-x / 2) : k * exp(-x);
}

double special_spherical_j(double n, double x) {
    if (isnan(x) || n < 0 || !is_whole(n)) return NAN;
    if (x == 0) return n == 0;
    if (n == 0) return isinf(x) ? 0 : sin(x) / x;
    double sign = x < 0 && fmod(n, 2) != 0 ? -1 : 1;
    if (isinf(x)) return sign * 0;
    return sign * sqrt(M_PI_2 / fabs(x)) * special_jv(n + 0.5, fabs(x));
}
double special_spherical_y(double n, double x) {
    if (isnan(x) || n < 0 || !is_whole(n)) return NAN;
    if (x == 0) return -INFINITY;
    double sign = x < 0 && fmod(n, 2) == 0 ? -1 : 1;
    if (isinf(x)) return sign * 0;
    return sign * sqrt(M_PI_2 / fabs(x)) * special_yv(n + 0.5, fabs(x));
}
