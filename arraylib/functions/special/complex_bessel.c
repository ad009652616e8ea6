/* Bessel functions of complex numbers, of real order, and what is made of them: Hankel's, Airy's, Kelvin's
 * functions.
 *
 * In the right half plane K comes from Temme's series (|z| < 2) or Steed's continued fraction and upward
 * recurrence, I from the fraction of its ratios and the Wronskian (N. M. Temme, J. Comput. Phys. 19 (1975) 324;
 * I. J. Thompson and A. R. Barnett, Comput. Phys. Commun. 47 (1987) 245); the other functions and half planes
 * by their connections (Abramowitz and Stegun 9.1, 9.6). Both are kept without their exponential. Large
 * arguments: Hankel's expansions (A&S 9.7). */
#include "arraylib/functions/special/apply.h"
#include "arraylib/functions/special/special.h"
#include "arraylib/functions/special/wide.h"

#include <math.h>

ARRAY_FAMILY(special_bessel);

static Complex made(double x, double y) { return special_complex(x, y); }
static bool is_nan(Complex z) { return isnan(creal(z)) || isnan(cimag(z)); }
static Complex undefined(void) { return made(NAN, NAN); }

/* sin and cos of pi v, exact at halves */
static double sine_turn(double v) {
    double x = fmod(v, 2);
    return x == floor(x)                      ? 0
           : fabs(x) == 0.5 || fabs(x) == 1.5 ? (x == 0.5 || x == -1.5 ? 1 : -1)
                                              : sin(M_PI * x);
}
static double cosine_turn(double v) {
    double x = fabs(fmod(v, 2));
    return x == 0.5 || x == 1.5 ? 0 : x == 0 ? 1 : x == 1 ? -1 : cos(M_PI * x);
}
static Complex turned(double v) { return made(cosine_turn(v), sine_turn(v)); } /* exp(i pi v) */

static Complex power_of(Complex z, double v) { return v == 0 ? 1 : z == 0 ? 0 : cpow(z, v); }

/* K of the orders mu and mu + 1, |mu| <= 1/2, times exp(z); Re z >= 0 */
static void temme_series(double mu, Complex z, Complex *k, Complex *next) {
    Complex half = z / 2, log_term = -clog(half), e = mu * log_term, square = half * half;
    double pi_mu = M_PI * mu, factor = fabs(mu) < 1e-9 ? 1 : pi_mu / sin(pi_mu), gamma1, gamma2;
    double plus = special_rgamma(1 + mu), minus = special_rgamma(1 - mu);
    if (fabs(mu) < 1e-3) {
        gamma1 = -0.57721566490153286061 + mu * mu * 0.04200263503409523553; /* 1/gamma's odd coefficients */
        gamma1 += mu * mu * mu * mu * 0.0421977345555443367;
    } else
        gamma1 = (minus - plus) / (2 * mu);
    gamma2 = (minus + plus) / 2;
    Complex f = factor * (gamma1 * ccosh(e) + gamma2 * (cabs(e) < 1e-8 ? 1 : csinh(e) / e) * log_term);
    Complex p = 0.5 * cexp(e) / plus, q = 0.5 * cexp(-e) / minus, c = 1, sum = f, second = p;
    for (int i = 1; i < 500; i++) {
        f = (i * f + p + q) / ((double)i * i - mu * mu);
        c *= square / i;
        p /= i - mu;
        q /= i + mu;
        Complex term = c * f;
        sum += term;
        second += c * (p - i * f);
        if (cabs(term) < 1e-17 * cabs(sum)) break;
    }
    Complex grown = cexp(z);
    *k = sum * grown;
    *next = second * 2 / z * grown;
}
static void steed_fraction(double mu, Complex z, Complex *k, Complex *next) {
    double a1 = 0.25 - mu * mu, a = -a1;
    Complex b = 2 * (1 + z), d = 1 / b, h = d, step = d, q1 = 0, q2 = 1, q = a1, c = a1, s = 1 + q * step;
    for (int i = 2; i < 100000; i++) {
        a -= 2 * (i - 1);
        c = -a * c / i;
        Complex q_new = (q1 - b * q2) / a;
        q1 = q2;
        q2 = q_new;
        q += c * q_new;
        b += 2;
        d = 1 / (b + a * d);
        step = (b * d - 1) * step;
        h += step;
        Complex change = q * step;
        s += change;
        if (cabs(change) < 1e-17 * cabs(s)) break;
    }
    *k = csqrt(M_PI / (2 * z)) / s;
    *next = *k * (mu + z + 0.5 - a1 * h) / z;
}

/* exp(z) K and exp(-z) I of order v >= 0; Re z >= 0, z not 0 */
static void scaled_pair(double v, Complex z, Complex *i, Complex *k) {
    double size = cabs(z);
    if (size > 50 && v * v < size) { /* Hankel's expansions */
        double mu = 4 * v * v;
        Complex term = 1, plus = 1, minus = 1;
        for (int n = 1; n < 60; n++) {
            term *= (mu - (2.0 * n - 1) * (2.0 * n - 1)) / (n * 8 * z);
            plus += term;
            minus += n % 2 ? -term : term;
            if (cabs(term) < 1e-17) break;
        }
        *k = csqrt(M_PI / (2 * z)) * plus;
        Complex recessive = 0; /* the other exponential beside the imaginary axis */
        if (creal(z) < 40)
            recessive =
                cexp(-2 * z) * plus * (cimag(z) >= 0 ? made(0, 1) * turned(v) : made(0, -1) * conj(turned(v)));
        *i = (minus + recessive) / csqrt(2 * M_PI * z);
        return;
    }
    int steps = (int)(v + 0.5);
    double mu = v - steps;
    Complex first, second;
    if (size < 2)
        temme_series(mu, z, &first, &second);
    else
        steed_fraction(mu, z, &first, &second);
    for (int n = 1; n <= steps; n++) {
        Complex up = first + 2 * (mu + n) / z * second;
        first = second;
        second = up;
    }
    *k = first;
    if (is_nan(second) || isinf(creal(second)) || isinf(cimag(second))) {
        *i = size < 2 || v > size * size
                 ? power_of(z / 2, v) * special_rgamma(v + 1) * (1 + z * z / 4 / (v + 1)) * cexp(-z)
                 : 0;
        if (is_nan(*k)) *k = made(INFINITY, 0);
        return;
    }
    const double tiny = 1e-300; /* I(v + 1) / I(v) by Lentz's method */
    Complex b = 2 * (v + 1) / z, ratio = tiny, c = b, d = 0;
    ratio = tiny;
    c = tiny;
    for (int n = 1; n < 200000; n++) {
        b = 2 * (v + n) / z;
        d = b + d;
        if (d == 0) d = tiny;
        c = b + 1 / c;
        if (c == 0) c = tiny;
        d = 1 / d;
        Complex change = c * d;
        ratio *= change;
        if (n == 1) ratio = d;
        if (cabs(change - 1) < 1e-16 && n > 2) break;
    }
    *i = 1 / (z * (second + ratio * first));
}

typedef struct Pair {
    Complex i, k; /* exp(-|Re|)-free: i exp(-z), k exp(z) of a number of the right half plane */
} Pair;

static Pair pair_of(double v, Complex z) {
    Pair pair;
    scaled_pair(v, z, &pair.i, &pair.k);
    return pair;
}

/* K of order v >= 0 anywhere, times exp(z) where `scales` */
static Complex bessel_k(double v, Complex z, bool scales) {
    v = fabs(v);
    if (is_nan(z)) return undefined();
    if (z == 0) return made(INFINITY, 0);
    if (creal(z) >= 0) {
        Complex k = pair_of(v, z).k;
        return scales ? k : k * cexp(-z);
    }
    Complex w = -z; /* z = w exp(+-i pi) */
    double side = signbit(cimag(z)) ? -1 : 1;
    Pair pair = pair_of(v, w);
    Complex spin = side > 0 ? conj(turned(v)) : turned(v), turn = made(0, side * M_PI);
    if (scales) return spin * pair.k * cexp(-2 * w) - turn * pair.i;
    return spin * pair.k * cexp(-w) - turn * pair.i * cexp(w);
}

/* I of any order, times exp(-|Re z|) where `scales` */
static Complex bessel_i(double v, Complex z, bool scales) {
    if (is_nan(z)) return undefined();
    if (z == 0) return v == 0 ? 1 : v > 0 || v == floor(v) ? 0 : made(INFINITY, 0);
    bool is_left = creal(z) < 0;
    Complex w = is_left ? -z : z;
    double order = fabs(v);
    Pair pair = pair_of(order, w);
    Complex up = scales ? made(cos(cimag(w)), sin(cimag(w))) : cexp(w);
    Complex value = pair.i * up;
    if (v < 0 && v != floor(v)) {
        Complex down = scales ? cexp(-w - creal(w)) : cexp(-w);
        value += M_2_PI * sine_turn(order) * pair.k * down;
    }
    if (is_left) value *= signbit(cimag(z)) ? conj(turned(v)) : turned(v);
    return value;
}

Complex special_complex_ive(double order, Complex z) { return bessel_i(order, z, true); }

/* Of the upper half plane: J and H1 by I and K of -i z, without exp(|Im z|) and its inverse. */
typedef struct Upper {
    Complex j, h; /* J exp(-Im z), H1 exp(-i z) */
} Upper;
static Upper upper_of(double v, Complex z) { /* v >= 0, Im z >= 0 */
    Complex w = made(cimag(z), -creal(z)), half_turn = turned(v / 2);
    Pair pair = pair_of(v, w);
    Upper upper = {half_turn * pair.i * made(cos(creal(z)), -sin(creal(z))),
                   made(0, -M_2_PI) * conj(half_turn) * pair.k};
    return upper;
}

static Complex bessel_j(double v, Complex z, bool scales);

/* H1 of any order, times exp(-i z) where `scales` */
static Complex hankel_1(double v, Complex z, bool scales) {
    if (is_nan(z) || isnan(v)) return undefined();
    if (z == 0) return made(NAN, INFINITY);
    double order = fabs(v);
    Complex value;
    if (!signbit(cimag(z))) {
        value = upper_of(order, z).h;
        if (!scales) value *= cexp(made(-cimag(z), creal(z)));
    } else { /* 2 J - H2 */
        Upper other = upper_of(order, conj(z));
        Complex grow = scales ? made(cos(creal(z)), -sin(creal(z))) : exp(-cimag(z));
        Complex fade = scales ? cexp(-2 * made(-cimag(z), creal(z))) : cexp(-made(-cimag(z), creal(z)));
        value = 2 * conj(other.j) * grow - conj(other.h) * fade;
        if (scales)
            value = 2 * conj(other.j) * made(cos(creal(z)), -sin(creal(z))) -
                    conj(other.h) * cexp(made(2 * cimag(z), -2 * creal(z)));
    }
    return v < 0 ? value * turned(order) : value;
}
static Complex hankel_2(double v, Complex z, bool scales) {
    if (is_nan(z) || isnan(v)) return undefined();
    if (z == 0) return made(NAN, -INFINITY);
    return conj(hankel_1(v, conj(z), scales));
}

static Complex bessel_y(double v, Complex z, bool scales) {
    if (is_nan(z) || isnan(v)) return undefined();
    if (z == 0) return made(-INFINITY, 0);
    if (signbit(cimag(z))) return conj(bessel_y(v, conj(z), scales));
    double order = fabs(v), y = cimag(z);
    Upper upper = upper_of(order, z);
    Complex j = upper.j * (scales ? 1 : exp(y));
    Complex h = upper.h * (scales ? cexp(made(-2 * y, creal(z))) : cexp(made(-y, creal(z))));
    Complex value = made(0, -1) * (h - j);
    return v < 0 ? sine_turn(order) * j + cosine_turn(order) * value : value;
}
static Complex bessel_j(double v, Complex z, bool scales) {
    if (is_nan(z) || isnan(v)) return undefined();
    if (z == 0) return v == 0 ? 1 : v > 0 || v == floor(v) ? 0 : made(INFINITY, 0);
    if (signbit(cimag(z))) return conj(bessel_j(v, conj(z), scales));
    double order = fabs(v), y = cimag(z);
    Upper upper = upper_of(order, z);
    Complex j = upper.j * (scales ? 1 : exp(y));
    if (v >= 0) return j;
    if (v == floor(v)) return fmod(v, 2) == 0 ? j : -j;
    Complex h = upper.h * (scales ? cexp(made(-2 * y, creal(z))) : cexp(made(-y, creal(z))));
    return cosine_turn(order) * j - sine_turn(order) * made(0, -1) * (h - j);
}

static bool is_positive(Complex z) { return cimag(z) == 0 && creal(z) > 0; }
static Complex jv_of(double v, Complex z) {
    return is_positive(z) ? special_jv(v, creal(z)) : bessel_j(v, z, false);
}
static Complex jve_of(double v, Complex z) {
    return is_positive(z) ? special_jv(v, creal(z)) : bessel_j(v, z, true);
}
static Complex yv_of(double v, Complex z) {
    return is_positive(z) ? special_yv(v, creal(z)) : bessel_y(v, z, false);
}
static Complex yve_of(double v, Complex z) {
    return is_positive(z) ? special_yv(v, creal(z)) : bessel_y(v, z, true);
}
static Complex iv_of(double v, Complex z) {
    return is_positive(z) ? special_iv(v, creal(z)) : bessel_i(v, z, false);
}
static Complex ive_of(double v, Complex z) {
    return is_positive(z) ? special_ive(v, creal(z)) : bessel_i(v, z, true);
}
static Complex kv_of(double v, Complex z) {
    return is_positive(z) ? special_kv(v, creal(z)) : bessel_k(v, z, false);
}
static Complex kve_of(double v, Complex z) {
    return is_positive(z) ? special_kve(v, creal(z)) : bessel_k(v, z, true);
}
ORDER_COMPLEX(jv, "v, z", special_jv, jv_of, "Bessel's J of any real order.",
              "jv(0, 0)\nnp.float64(1.0)")
ORDER_COMPLEX(jn, "v, z", special_jv, jv_of, "Bessel's J of any real order.",
              "jn(0, 0)\nnp.float64(1.0)")
ORDER_COMPLEX(jve, "v, z", special_jv, jve_of, "jv(v, z) * exp(-abs(z.imag)).", "jve(0, 0)\nnp.float64(1.0)")
ORDER_COMPLEX(yv, "v, z", special_yv, yv_of, "Bessel's Y of any real order.",
              "yv(0, 0)\nnp.float64(-inf)")
ORDER_COMPLEX(yve, "v, z", special_yv, yve_of, "yv(v, z) * exp(-abs(z.imag)).", "yve(0, 0)\nnp.float64(-inf)")
ORDER_COMPLEX(iv, "v, z", special_iv, iv_of, "Modified Bessel function of the first kind.",
              "iv(0, 0)\nnp.float64(1.0)")
ORDER_COMPLEX(ive, "v, z", special_ive, ive_of, "iv(v, z) * exp(-abs(z.real)).", "ive(0, 0)\nnp.float64(1.0)")
ORDER_COMPLEX(kv, "v, z", special_kv, kv_of, "Modified Bessel function of the second kind.",
              "kv(0, 0)\nnp.float64(inf)")
ORDER_COMPLEX(kve, "v, z", special_kve, kve_of, "kv(v, z) * exp(z).", "kve(0, 0)\nnp.float64(inf)")

#define HANKEL(name, code, is_scaled, text)                                                                    \
    static void name##_of_complex(const Complex *z, Complex *result) {                                         \
        *result = code(creal(z[0]), z[1], is_scaled);                                                          \
    }                                                                                                          \
    SPECIAL_BLOCK(name, "(v, z, out=None)", text, #name "(0, 1.0).real.round(1)\nnp.float64(0.8)", 2, 1, 1,    \
                  NULL, name##_of_complex)
HANKEL(hankel1, hankel_1, false, "Hankel's function of the first kind, jv + i yv.")
HANKEL(hankel2, hankel_2, false, "Hankel's function of the second kind, jv - i yv.")
#undef HANKEL
#define HANKEL(name, code, text)                                                                               \
    static void name##_of_complex(const Complex *z, Complex *result) {                                         \
        *result = code(creal(z[0]), z[1], true);                                                               \
    }                                                                                                          \
    SPECIAL_BLOCK(name, "(v, z, out=None)", text, #name "(0, 1.0).real.round(1)\nnp.float64(0.5)", 2, 1, 1,    \
                  NULL, name##_of_complex)
HANKEL(hankel1e, hankel_1, "hankel1(v, z) * exp(-1j * z).")
HANKEL(hankel2e, hankel_2, "hankel2(v, z) * exp(1j * z).")

/* ---- Airy's functions ---- */

enum { AIRY_RADIUS = 8 };

/* Ai, Ai', Bi, Bi' by the power series (A&S 10.4.2) in wide numbers; 113 bits hold what cancels up to the
 * radius */
static void airy_series(Complex z, Complex *result) {
    static const double parts[3][3] = {{0x1.6b8c7962715b8p-2, 0x1.7a96d7bb04e65p-56, -0x1.24ad0a9dff29bp-113},
                                       {0x1.0907f42b70f8bp-2, -0x1.d1459035afde2p-56, -0x1.8478657383db3p-110},
                                       {0x1.bb67ae8584caap+0, 0x1.cec95d0b5c1e3p-54, -0x1.f11db689f2ccfp-110}};
    Wide constants[3]; /* Ai(0), -Ai'(0), sqrt(3) */
    for (int k = 0; k < 3; k++) constants[k] = (Wide)parts[k][0] + (Wide)parts[k][1] + (Wide)parts[k][2];
    Wide at = constants[0], slope = constants[1], root = constants[2];
    WideComplex x = (WideComplex)z, cube = wide_product(wide_product(x, x), x);
    WideComplex f = 1, g = x, df = 0, dg = 1, f_term = 1, g_term = x;
    for (int k = 1; k < 400; k++) {
        WideComplex f_next = wide_scaled(f_term, (Wide)1 / (3 * k - 1)),
                    g_next = wide_scaled(g_term, (Wide)1 / (3 * k));
        WideComplex square = wide_product(x, x);
        df += wide_product(f_next, square); /* k-th term's derivative */
        dg += wide_product(g_next, square);
        f_term = wide_scaled(wide_product(f_next, cube), (Wide)1 / (3 * k));
        g_term = wide_scaled(wide_product(g_next, cube), (Wide)1 / (3 * k + 1));
        f += f_term;
        g += g_term;
        if (wide_size(f_term) < 1e-34 * wide_size(f) && wide_size(g_term) < 1e-34 * wide_size(g) && k > 3)
            break;
    }
    result[0] = wide_rounded(wide_scaled(f, at) - wide_scaled(g, slope));
    result[1] = wide_rounded(wide_scaled(df, at) - wide_scaled(dg, slope));
    result[2] = wide_rounded(wide_scaled(wide_scaled(f, at) + wide_scaled(g, slope), root));
    result[3] = wide_rounded(wide_scaled(wide_scaled(df, at) + wide_scaled(dg, slope), root));
}

/* Ai and Ai' times exp(zeta), |arg z| <= 2 pi / 3 (A&S 10.4.59, 61) */
static void airy_decaying(Complex z, Complex *ai, Complex *slope) {
    Complex root = csqrt(z), zeta = 2.0 / 3 * z * root, quarter = csqrt(root), u = 1, v = 1, sum = 1,
            sum_of_slopes = 1;
    double size = 1;
    for (int k = 1; k < 60; k++) {
        u *= -(6.0 * k - 5) * (6.0 * k - 3) * (6.0 * k - 1) / ((2.0 * k - 1) * 216 * k) / zeta;
        v = u * (6.0 * k + 1) / (1 - 6.0 * k);
        double next = cabs(u);
        if (next > size) break;
        size = next;
        sum += u;
        sum_of_slopes += v;
        if (size < 1e-17) break;
    }
    *ai = sum / (2 * sqrt(M_PI) * quarter);
    *slope = -sum_of_slopes * quarter / (2 * sqrt(M_PI));
}
static Complex zeta_of(Complex z) { return 2.0 / 3 * z * csqrt(z); }

static void airy_far(Complex z, Complex *result) {
    static const double third = 2 * M_PI / 3;
    if (signbit(cimag(z))) {
        airy_far(conj(z), result);
        for (int i = 0; i < 4; i++) result[i] = conj(result[i]);
        return;
    }
    Complex spin = made(-0.5, sqrt(0.75)), left = z * conj(spin),
            right = z * spin; /* z exp(-2 pi i / 3), z exp(2 pi i / 3) */
    Complex a, da, b, db, c, dc;
    airy_decaying(left, &b, &db);
    Complex grow = cexp(-zeta_of(left));
    b *= grow, db *= grow;
    if (carg(z) <= third) {
        airy_decaying(z, &a, &da);
        Complex fade = cexp(-zeta_of(z));
        a *= fade, da *= fade;
        result[2] = 2 * made(sqrt(0.75), -0.5) * b + made(0, 1) * a; /* Bi = 2 exp(-i pi/6) Ai(z / w) + i Ai */
        result[3] = 2 * made(sqrt(0.75), -0.5) * conj(spin) * db + made(0, 1) * da;
    } else { /* beside the negative axis: Ai = -w Ai(z w) - Ai(z / w) / w, arg(z w) now below zero */
        airy_decaying(right, &c, &dc);
        Complex other = cexp(-zeta_of(right));
        c *= other, dc *= other;
        a = -spin * c - conj(spin) * b;
        da = -spin * spin * dc - conj(spin) * conj(spin) * db;
        result[2] = made(sqrt(0.75), 0.5) * c + made(sqrt(0.75), -0.5) * b;
        result[3] = made(sqrt(0.75), 0.5) * spin * dc + made(sqrt(0.75), -0.5) * conj(spin) * db;
    }
    result[0] = a;
    result[1] = da;
}
static void airy_of_complex(const Complex *z, Complex *result) {
    if (is_nan(z[0])) {
        for (int i = 0; i < 4; i++) result[i] = undefined();
        return;
    }
    if (cabs(z[0]) < AIRY_RADIUS)
        airy_series(z[0], result);
    else
        airy_far(z[0], result);
    for (int i = 0; i < 4 && cimag(z[0]) == 0; i++) result[i] = creal(result[i]);
}
static void airy_of_reals(const double *x, double *result) {
    Complex z = x[0], values[4];
    if (isnan(x[0]) || isinf(x[0])) {
        for (int i = 0; i < 4; i++)
            result[i] = NAN;
        return;
    }
    airy_of_complex(&z, values);
    for (int i = 0; i < 4; i++) result[i] = creal(values[i]);
}
SPECIAL_BLOCK(airy, "(z, out=None)", "Airy's functions and their derivatives: (Ai, Aip, Bi, Bip).",
              "airy(0.0)[0].round(6)\nnp.float64(0.355028)", 1, 4, 0, airy_of_reals, airy_of_complex)

static void airye_of_complex(const Complex *z, Complex *result) {
    Complex zeta = zeta_of(z[0]);
    if (cabs(z[0]) > 20 && creal(z[0]) > 0 &&
        fabs(carg(z[0])) < 1) { /* without the exponential from the beginning */
        airy_decaying(z[0], &result[0], &result[1]);
        Complex root = csqrt(z[0]), quarter = csqrt(root), u = 1, sum = 1, slopes = 1;
        for (int k = 1; k < 40; k++) {
            u *= (6.0 * k - 5) * (6.0 * k - 3) * (6.0 * k - 1) / ((2.0 * k - 1) * 216 * k) / zeta;
            sum += u;
            slopes += u * (6.0 * k + 1) / (1 - 6.0 * k);
            if (cabs(u) < 1e-17) break;
        }
        Complex turn = made(cos(cimag(zeta)), sin(cimag(zeta)));
        Complex recessive = cexp(-zeta - creal(zeta)) * made(0, signbit(cimag(z[0])) ? -1
                                                                : cimag(z[0]) == 0   ? 0
                                                                                     : 1);
        result[2] = turn * sum / (sqrt(M_PI) * quarter) + recessive * result[0];
        result[3] = turn * slopes * quarter / sqrt(M_PI) + recessive * result[1];
        return;
    }
    airy_of_complex(z, result);
    Complex up = cexp(zeta);
    double down = exp(-fabs(creal(zeta)));
    result[0] *= up;
    result[1] *= up;
    result[2] *= down;
    result[3] *= down;
}
static void airye_of_reals(const double *x, double *result) {
    Complex z = x[0], values[4];
    airye_of_complex(&z, values);
    for (int i = 0; i < 4; i++) result[i] = isinf(x[0]) ? NAN : creal(values[i]);
    if (x[0] < 0) result[0] = result[1] = NAN;
}
SPECIAL_BLOCK(
    airye, "(z, out=None)",
    "Airy's functions times exp(2/3 z**1.5) and exp(-abs(2/3 (z**1.5).real)): (eAi, eAip, eBi, eBip).",
    "airye(0.0)[0].round(6)\nnp.float64(0.355028)", 1, 4, 0, airye_of_reals, airye_of_complex)

/* ---- Kelvin's functions ---- */

static void kelvin_all(double x, Complex *result) { /* Be, Ke, Be', Ke' */
    static const double root = M_SQRT1_2;
    if (x == 0) {
        result[0] = 1, result[1] = made(INFINITY, -M_PI / 4), result[2] = 0, result[3] = made(-INFINITY, 0);
        return;
    }
    double size = fabs(x);
    Complex i0 = bessel_i(0, made(size * root, size * root), false),
            i1 = bessel_i(1, made(size * root, size * root), false);
    Complex spin = made(root, root), k0 = bessel_k(0, size * spin, false), k1 = bessel_k(1, size * spin, false);
    result[0] = i0;
    result[1] = k0;
    result[2] = spin * i1;
    if (size < 5) { /* by powers: both parts to all their digits */
        double quarter = size * size / 4, term = 1, slope = 0, parts[4] = {0};
        for (int k = 0; k < 60; k++) {
            double sign = k % 4 < 2 ? 1 : -1;
            parts[k % 2] += sign * term;
            parts[2 + k % 2] += sign * slope;
            slope = term * size / (2 * (k + 1.0));
            term *= quarter / ((k + 1.0) * (k + 1.0));
            if (term < 1e-40) break;
        }
        result[0] = made(parts[0], parts[1]);
        result[2] = made(parts[2], parts[3]);
    }
    result[3] = -spin * k1;
    if (x < 0) {
        result[2] = -result[2];
        result[1] = result[3] = undefined();
    }
}
static void kelvin_of_complex(const Complex *z, Complex *result) {
    if (isnan(creal(z[0])))
        result[0] = result[1] = result[2] = result[3] = undefined();
    else
        kelvin_all(creal(z[0]), result);
}
SPECIAL_BLOCK(kelvin, "(x, out=None)", "Kelvin's functions as complex numbers: (Be, Ke, Bep, Kep).",
              "kelvin(0.0)[0]\nnp.complex128(1+0j)", 1, 4, 1, NULL, kelvin_of_complex)
#define KELVIN(name, part, place, text)                                                                        \
    static double name##_value(double x) {                                                                     \
        Complex all[4];                                                                                        \
        if (isnan(x) || (isinf(x) && place % 2)) return NAN;                                                   \
        kelvin_all(x, all);                                                                                    \
        return part(all[place]);                                                                               \
    }                                                                                                          \
    ONE(name, name##_value, text, #name "(1.0).ndim\n0")
KELVIN(ber, creal, 0, "Kelvin's function ber.")
KELVIN(bei, cimag, 0, "Kelvin's function bei.")
KELVIN(ker, creal, 1, "Kelvin's function ker.")
KELVIN(kei, cimag, 1, "Kelvin's function kei.")
KELVIN(berp, creal, 2, "The derivative of ber.")
KELVIN(beip, cimag, 2, "The derivative of bei.")
KELVIN(kerp, creal, 3, "The derivative of ker.")
KELVIN(keip, cimag, 3, "The derivative of kei.")
