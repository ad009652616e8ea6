/* Elliptic integrals and functions.
 *
 * Integrals by duplication: B. C. Carlson, Numerical computation of real or complex elliptic integrals, Numer.
 * Algorithms 10 (1995) 13. Jacobi's functions by the arithmetic-geometric mean and descending steps (Abramowitz
 * and Stegun 16.4). */
#include "arraylib/functions/special/apply.h"
#include "arraylib/functions/special/special.h"

#include <float.h>
#include <math.h>

ARRAY_FAMILY(special_elliptic);

static Complex made(double x, double y) { return special_complex(x, y); }
static bool is_on_cut(Complex z) { return cimag(z) == 0 && creal(z) < 0; }
static bool is_bad(Complex z) { return isnan(creal(z)) || isnan(cimag(z)); }

static Complex carlson_rc(Complex x, Complex y) {
    if (is_bad(x) || is_bad(y) || is_on_cut(x)) return made(NAN, NAN);
    if (y == 0) return made(INFINITY, 0);
    if (cimag(y) == 0 && creal(y) < 0) { /* the principal value */
        return csqrt(x / (x - y)) * carlson_rc(x - y, -y);
    }
    Complex mean = (x + 2 * y) / 3, offset = y - mean;
    double scale = 1, away = pow(3 * DBL_EPSILON / 16, -0.125) * cabs(mean - x);
    while (away * scale >= cabs(mean)) {
        Complex lambda = 2 * csqrt(x) * csqrt(y) + y;
        x = (x + lambda) / 4;
        y = (y + lambda) / 4;
        mean = (mean + lambda) / 4;
        scale /= 4;
    }
    Complex s = offset * scale / mean, t = s * s;
    return (1 +
            t * (3.0 / 10 + s * (1.0 / 7 + s * (3.0 / 8 + s * (9.0 / 22 + s * (159.0 / 208 + s * 9.0 / 8)))))) /
           csqrt(mean);
}

static Complex carlson_rf(Complex x, Complex y, Complex z) {
    if (is_bad(x) || is_bad(y) || is_bad(z) || is_on_cut(x) || is_on_cut(y) || is_on_cut(z))
        return made(NAN, NAN);
    if ((x == 0) + (y == 0) + (z == 0) > 1) return made(INFINITY, 0);
    Complex start = (x + y + z) / 3, mean = start, dx = start - x, dy = start - y;
    double scale = 1,
           away = pow(3 * DBL_EPSILON / 8, -1.0 / 6) * fmax(cabs(dx), fmax(cabs(dy), cabs(start - z)));
    while (away * scale >= cabs(mean)) {
        Complex a = csqrt(x), b = csqrt(y), c = csqrt(z), lambda = a * b + a * c + b * c;
        x = (x + lambda) / 4;
        y = (y + lambda) / 4;
        z = (z + lambda) / 4;
        mean = (mean + lambda) / 4;
        scale /= 4;
    }
    Complex u = dx * scale / mean, v = dy * scale / mean, w = -(u + v), two = u * v - w * w, three = u * v * w;
    return (1 + three * (1.0 / 14 + 3.0 / 104 * three) +
            two * (-0.1 + two / 24 - 3.0 / 44 * three - 5.0 / 208 * two * two - two * three / 16)) /
           csqrt(mean);
}

/* What R_D and R_J share: the series in terms of the elementary symmetric functions. */
static Complex fifth_degree(Complex e2, Complex e3, Complex e4, Complex e5) {
    return 1 - 3 * e2 / 14 + e3 / 6 + 9 * e2 * e2 / 88 - 3 * e4 / 22 - 9 * e2 * e3 / 52 + 3 * e5 / 26 -
           e2 * e2 * e2 / 16 + 3 * e3 * e3 / 40 + 3 * e2 * e4 / 20 + 45 * e2 * e2 * e3 / 272 -
           9 * (e3 * e4 + e2 * e5) / 68;
}

static Complex carlson_rd(Complex x, Complex y, Complex z) {
    if (is_bad(x) || is_bad(y) || is_bad(z) || is_on_cut(x) || is_on_cut(y) || is_on_cut(z))
        return made(NAN, NAN);
    if (z == 0 || (x == 0 && y == 0)) return made(INFINITY, 0);
    Complex start = (x + y + 3 * z) / 5, mean = start, dx = start - x, dy = start - y, sum = 0;
    double scale = 1, away = pow(DBL_EPSILON / 4, -1.0 / 6) * fmax(cabs(dx), fmax(cabs(dy), cabs(start - z)));
    while (away * scale >= cabs(mean)) {
        Complex a = csqrt(x), b = csqrt(y), c = csqrt(z), lambda = a * b + a * c + b * c;
        sum += scale / (c * (z + lambda));
        x = (x + lambda) / 4;
        y = (y + lambda) / 4;
        z = (z + lambda) / 4;
        mean = (mean + lambda) / 4;
        scale /= 4;
    }
    Complex u = dx * scale / mean, v = dy * scale / mean, w = -(u + v) / 3, uv = u * v, ww = w * w;
    return scale * fifth_degree(uv - 6 * ww, (3 * uv - 8 * ww) * w, 3 * (uv - ww) * ww, uv * w * ww) /
               (mean * csqrt(mean)) +
           3 * sum;
}

static Complex carlson_rj(Complex x, Complex y, Complex z, Complex p) {
    if (is_bad(x) || is_bad(y) || is_bad(z) || is_bad(p) || is_on_cut(x) || is_on_cut(y) || is_on_cut(z))
        return made(NAN, NAN);
    if (p == 0) return made(NAN, NAN);
    if ((x == 0) + (y == 0) + (z == 0) > 1) return made(INFINITY, 0);
    if (cimag(p) == 0 && creal(p) < 0 && cimag(x) == 0 && cimag(y) == 0 &&
        cimag(z) == 0) { /* the principal value */
        double a = fmin(creal(x), fmin(creal(y), creal(z))), c = fmax(creal(x), fmax(creal(y), creal(z)));
        double b = creal(x) + creal(y) + creal(z) - a - c, q = -creal(p),
               gamma = (c - b) * (b - a) / (b + q) + b;
        return ((gamma - b) * carlson_rj(a, b, c, gamma) - 3 * carlson_rf(a, b, c) +
                3 * sqrt(a * b * c / (a * c + q * gamma)) * carlson_rc(a * c + q * gamma, q * gamma)) /
               (b + q);
    }
    Complex start = (x + y + z + 2 * p) / 5, mean = start, dx = start - x, dy = start - y, dz = start - z,
            delta = (p - x) * (p - y) * (p - z), sum = 0;
    double scale = 1, away = pow(DBL_EPSILON / 4, -1.0 / 6) *
                             fmax(fmax(cabs(dx), cabs(dy)), fmax(cabs(dz), cabs(start - p)));
    while (away * scale >= cabs(mean)) {
        Complex a = csqrt(x), b = csqrt(y), c = csqrt(z), r = csqrt(p), lambda = a * b + a * c + b * c;
        Complex d = (r + a) * (r + b) * (r + c), e = scale * scale * scale * delta / (d * d);
        sum += scale / d * carlson_rc(1, 1 + e);
        x = (x + lambda) / 4;
        y = (y + lambda) / 4;
        z = (z + lambda) / 4;
        p = (p + lambda) / 4;
        mean = (mean + lambda) / 4;
        scale /= 4;
    }
    Complex u = dx * scale / mean, v = dy * scale / mean, w = dz * scale / mean, q = -(u + v + w) / 2,
            uvw = u * v * w, qq = q * q;
    Complex e2 = u * v + u * w + v * w - 3 * qq, e3 = uvw + 2 * e2 * q + 4 * q * qq,
            e4 = (2 * uvw + e2 * q + 3 * q * qq) * q, e5 = uvw * qq;
    return scale * fifth_degree(e2, e3, e4, e5) / (mean * csqrt(mean)) + 6 * sum;
}

static Complex weighted(Complex x, Complex y, Complex z) {
    return x == 0 ? 0 : x * (y + z) * carlson_rd(y, z, x);
}
static Complex carlson_rg(Complex x, Complex y, Complex z) {
    if (is_bad(x) || is_bad(y) || is_bad(z) || is_on_cut(x) || is_on_cut(y) || is_on_cut(z))
        return made(NAN, NAN);
    if ((x == 0) + (y == 0) + (z == 0) > 1) return csqrt(x + y + z) / 2;
    return (weighted(x, y, z) + weighted(y, z, x) + weighted(z, x, y)) / 6; /* symmetric: nothing cancels */
}

static double rc_of(double x, double y) { return creal(carlson_rc(x, y)); }
static double rf_of(double x, double y, double z) { return creal(carlson_rf(x, y, z)); }
static double rd_of(double x, double y, double z) { return creal(carlson_rd(x, y, z)); }
static double rg_of(double x, double y, double z) { return creal(carlson_rg(x, y, z)); }
static double rj_of(double x, double y, double z, double p) { return creal(carlson_rj(x, y, z, p)); }
TWO_COMPLEX(elliprc, "x, y", rc_of, carlson_rc, "Carlson's degenerate elliptic integral R_C.",
            "elliprc(1, 1)\nnp.float64(1.0)")
#define CARLSON3(name, real_code, complex_code, text)                                                          \
    static void name##_of_reals(const double *x, double *result) { *result = real_code(x[0], x[1], x[2]); }    \
    static void name##_of_complex(const Complex *z, Complex *result) {                                         \
        *result = complex_code(z[0], z[1], z[2]);                                                              \
    }                                                                                                          \
    SPECIAL_BLOCK(name, "(x, y, z, out=None)", text, #name "(1, 1, 1).round(9)\nnp.float64(1.0)", 3, 1, 0,     \
                  name##_of_reals, name##_of_complex)
CARLSON3(elliprf, rf_of, carlson_rf, "Carlson's elliptic integral R_F.")
CARLSON3(elliprd, rd_of, carlson_rd, "Carlson's elliptic integral R_D.")
CARLSON3(elliprg, rg_of, carlson_rg, "Carlson's elliptic integral R_G.")
static void elliprj_of_reals(const double *x, double *result) { *result = rj_of(x[0], x[1], x[2], x[3]); }
static void elliprj_of_complex(const Complex *z, Complex *result) {
    *result = carlson_rj(z[0], z[1], z[2], z[3]);
}
SPECIAL_BLOCK(elliprj, "(x, y, z, p, out=None)", "Carlson's elliptic integral R_J.",
              "elliprj(1, 1, 1, 1).round(9)\nnp.float64(1.0)", 4, 1, 0, elliprj_of_reals, elliprj_of_complex)

/* ---- Legendre's ---- */

/* The integral up to phi, of the first or the second kind: whole half turns by the complete one. */
static double incomplete(double phi, double m, bool second) {
    if (isnan(phi) || isnan(m) || m > 1) return NAN;
    if (isinf(phi)) return isinf(m) ? NAN : phi;
    if (isinf(m)) return second ? INFINITY : 0;
    if (m == 0) return phi;
    double turns = round(phi / M_PI), rest = phi - turns * M_PI,
           complete = turns == 0 ? 0
                      : second   ? special_ellipe(m)
                                 : special_ellipk(m);
    if (m == 1 && !second) return fabs(phi) > M_PI_2 ? INFINITY : asinh(tan(phi));
    double s = sin(rest), c = cos(rest), ss = s * s, delta = fma(-m, ss, 1);
    if (m > 0.5) delta = c * c + (1 - m) * ss;
    double value = s * rf_of(c * c, delta, 1);
    if (second) value -= m * s * ss * rd_of(c * c, delta, 1) / 3;
    return 2 * turns * complete + value;
}
static double kinc(double phi, double m) { return incomplete(phi, m, false); }
static double einc(double phi, double m) { return incomplete(phi, m, true); }
TWO(ellipkinc, "phi, m", kinc, "The incomplete elliptic integral of the first kind.",
    "ellipkinc(1.0, 0)\nnp.float64(1.0)")
TWO(ellipeinc, "phi, m", einc, "The incomplete elliptic integral of the second kind.",
    "ellipeinc(1.0, 0)\nnp.float64(1.0)")

/* ---- Jacobi's ---- */

static void jacobi_functions(const double *x, double *result) { /* sn, cn, dn, ph */
    double u = x[0], m = x[1], a[20], c[20], b, phi;
    if (isnan(u) || isnan(m) || m < 0 || m > 1) {
        for (int i = 0; i < 4; i++) result[i] = NAN;
        return;
    }
    if (m < 1e-9) {
        double s = sin(u), k = cos(u), small = 0.25 * m * (u - s * k);
        result[0] = s - small * k;
        result[1] = k + small * s;
        result[2] = 1 - 0.5 * m * s * s;
        result[3] = u - small;
        return;
    }
    if (m >= 0.9999999999) {
        double small = 0.25 * (1 - m), grown = cosh(u), tangent = tanh(u), inverse = 1 / grown,
               twin = grown * sinh(u);
        result[0] = tangent + small * (twin - u) / (grown * grown);
        result[3] = 2 * atan(exp(u)) - M_PI_2 + small * (twin - u) / grown;
        small *= tangent * inverse;
        result[1] = inverse - small * (twin - u);
        result[2] = inverse + small * (twin + u);
        return;
    }
    int n = 0;
    double power = 1;
    a[0] = 1;
    b = sqrt(1 - m);
    c[0] = sqrt(m);
    while (n < 18 && fabs(c[n] / a[n]) > DBL_EPSILON / 2) {
        double mean = a[n];
        n++;
        c[n] = (mean - b) / 2;
        b = sqrt(mean * b);
        a[n] = (mean + (a[n - 1] - 2 * c[n])) / 2;
        power *= 2;
    }
    phi = power * a[n] * u;
    double before = phi;
    for (; n > 0; n--) {
        double s = c[n] * sin(phi) / a[n];
        before = phi;
        phi = (asin(s) + phi) / 2;
    }
    result[0] = sin(phi);
    result[1] = cos(phi);
    double divisor = cos(phi - before);
    result[2] = fabs(divisor) < 0.1 ? sqrt(1 - m * result[0] * result[0]) : result[1] / divisor;
    result[3] = phi;
}
SPECIAL_BLOCK(ellipj, "(u, m, out=None)", "Jacobi's elliptic functions and the amplitude: (sn, cn, dn, ph).",
              "ellipj(0.0, 0.5)\n(np.float64(0.0), np.float64(1.0), np.float64(1.0), np.float64(0.0))", 2, 4, 0,
              jacobi_functions, NULL)

static double mean_of(double a, double b) {
    if (isnan(a) || isnan(b) || (a < 0) != (b < 0)) return isnan(a) || isnan(b) || (a != 0 && b != 0) ? NAN : 0;
    if (a == 0 || b == 0) return isinf(a) || isinf(b) ? NAN : 0;
    if (isinf(a) || isinf(b)) return a;
    if (a == b) return a;
    double sign = a < 0 ? -1 : 1;
    a = fabs(a), b = fabs(b);
    for (int i = 0; i < 60 && fabs(a - b) > 2 * DBL_EPSILON * a; i++) {
        double next = a / 2 + b / 2;
        b = sqrt(a) * sqrt(b);
        a = next;
    }
    return sign * a;
}
TWO(agm, "a, b", mean_of, "The arithmetic-geometric mean.", "agm(4.0, 4.0)\nnp.float64(4.0)")
