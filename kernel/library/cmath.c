/* cmath: functions of complex numbers, with C99's values for infinities and nans.
 *
 * After W. Kahan, "Branch Cuts for Complex Elementary Functions, or Much Ado About Nothing's Sign Bit" (in The State of
 * the Art in Numerical Analysis, 1987): the signs of zero choose the side of a cut, so nothing here adds a zero to a part,
 * and inverse functions are made of the real functions of the roots of 1 - z and 1 + z, in which nothing cancels. Where a
 * step of the paper would overflow, half of a number or a number less by 1 is taken in its place. Of functions of which
 * one is another turned by a right angle, only one is written: f(iz) / i. */
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"

#include <complex.h>
#include <float.h>
#include <math.h>

#ifndef CMPLX /* clang with glibc */
#define CMPLX(real, imaginary) __builtin_complex((double)(real), (double)(imaginary))
#endif

typedef double complex Complex;
typedef Complex Function1(Complex z);
typedef double Real1(double x);

static bool complex_from(Thread *thread, Value value, Complex *z) {
    double real, imaginary;
    if (!value_to_own_complex(thread, value, &real, &imaginary)) return false;
    *z = CMPLX(real, imaginary);
    return true;
}
static Value complex_value(Thread *thread, Complex z) { return complex_new(thread, creal(z), cimag(z)); }
static bool is_finite(Complex z) { return isfinite(creal(z)) && isfinite(cimag(z)); }
static bool is_nan(Complex z) { return isnan(creal(z)) || isnan(cimag(z)); }
static bool is_infinite(Complex z) { return isinf(creal(z)) || isinf(cimag(z)); }

static Value domain_error(Thread *thread) { return raise_value_error(thread, "math domain error"); }
static Value range_error(Thread *thread) { return raise_overflow_error(thread, "math range error"); }

static Complex turned(Function1 *function, Complex z) {
    Complex side = function(CMPLX(-cimag(z), creal(z)));
    return CMPLX(cimag(side), -creal(side));
}

/* ---- roots and logarithms ---- */

/* The larger part is brought to between a quarter and 1 by an even power of two, whose root is exact. */
static Complex sqrt_of(Complex z) {
    if (!is_finite(z)) return csqrt(z);
    double x = fabs(creal(z)), y = fabs(cimag(z));
    if (x == 0 && y == 0) return CMPLX(0, cimag(z));
    int exponent;
    frexp(fmax(x, y), &exponent);
    int half = exponent / 2;
    double near = ldexp(x, -2 * half);
    double size = ldexp(sqrt((near + hypot(near, ldexp(y, -2 * half))) / 2), half), other = y / size / 2;
    return signbit(creal(z)) && x > 0 ? CMPLX(other, copysign(size, cimag(z))) : CMPLX(size, copysign(other, cimag(z)));
}

/* log |2z| without an overflow. */
static double log_of_twice(Complex z) { return log(hypot(creal(z) / 2, cimag(z) / 2)) + 2 * M_LN2; }

/* log |z|. Near 1 it is small: of |z|^2 - 1, in whose factors nothing is lost. */
static double log_of_size(double x, double y) {
    double size = hypot(x, y), larger = fmax(x, y), smaller = fmin(x, y);
    if (larger > DBL_MAX / 4) return log_of_twice(CMPLX(x, y)) - M_LN2;
    if (size > 0.71 && size < 1.73) return log1p((larger - 1) * (larger + 1) + smaller * smaller) / 2;
    if (size > 0 && larger < DBL_MIN) /* few digits are left of such a size */
        return log(hypot(ldexp(x, DBL_MANT_DIG), ldexp(y, DBL_MANT_DIG))) - DBL_MANT_DIG * M_LN2;
    return log(size);
}

static Complex log_of(Complex z) {
    return is_finite(z) ? CMPLX(log_of_size(fabs(creal(z)), fabs(cimag(z))), atan2(cimag(z), creal(z))) : clog(z);
}

/* ---- inverse functions ---- */

/* So far out that a 1 beside a part is nothing. */
static bool is_far(Complex z) { return fmax(fabs(creal(z)), fabs(cimag(z))) > DBL_MAX / 4; }

/* conj(a) * b, part by part */
static double real_between(Complex a, Complex b) { return creal(a) * creal(b) + cimag(a) * cimag(b); }
static double imaginary_between(Complex a, Complex b) { return creal(a) * cimag(b) - cimag(a) * creal(b); }

static Complex acos_of(Complex z) {
    double x = creal(z), y = cimag(z);
    if (isinf(x) && isnan(y)) return CMPLX(NAN, INFINITY); /* the sign is free: as CPython's */
    if (!is_finite(z)) return cacos(z);
    if (is_far(z)) return CMPLX(atan2(fabs(y), x), -copysign(log_of_twice(z), y));
    Complex below = sqrt_of(CMPLX(1 - x, -y)), above = sqrt_of(CMPLX(1 + x, y));
    return CMPLX(2 * atan2(creal(below), creal(above)), asinh(imaginary_between(above, below)));
}

static Complex acosh_of(Complex z) {
    double x = creal(z), y = cimag(z);
    if (x == 0 && isnan(y)) return CMPLX(NAN, NAN);
    if (!is_finite(z)) return cacosh(z);
    if (is_far(z)) return CMPLX(log_of_twice(z), atan2(y, x));
    Complex below = sqrt_of(CMPLX(x - 1, y)), above = sqrt_of(CMPLX(x + 1, y));
    return CMPLX(asinh(real_between(below, above)), 2 * atan2(cimag(below), creal(above)));
}

static Complex asin_of(Complex z) {
    double x = creal(z), y = cimag(z);
    if (isinf(x) && isnan(y)) return CMPLX(NAN, -INFINITY);
    if (!is_finite(z)) return casin(z);
    if (is_far(z)) return CMPLX(atan2(x, fabs(y)), copysign(log_of_twice(z), y));
    Complex below = sqrt_of(CMPLX(1 - x, -y)), above = sqrt_of(CMPLX(1 + x, y));
    double across = creal(below) * creal(above) - cimag(below) * cimag(above);
    return CMPLX(atan2(x, across), asinh(imaginary_between(below, above)));
}

static Complex asinh_of(Complex z) {
    if (isnan(creal(z)) && isinf(cimag(z))) return CMPLX(INFINITY, NAN);
    return turned(asin_of, z);
}

/* On the right half, with y as it is: log of |1 + z| / |1 - z|, and half the angle between them. */
static Complex atanh_on_right(double x, double y) {
    double away = fabs(y);
    if (fmax(x, away) > sqrt(DBL_MAX / 4)) { /* 1 / z and a right angle */
        double half = hypot(x / 2, away / 2);
        return CMPLX(x / half / half / 4, copysign(M_PI_2, y));
    }
    if (x == 1 && away < sqrt(DBL_MIN)) { /* at the pole */
        double size = away == 0 ? INFINITY : (M_LN2 - log(away)) / 2;
        return CMPLX(size, away == 0 ? y : copysign(M_PI_4, y));
    }
    double gap = 1 - x;
    return CMPLX(log1p(4 * x / (gap * gap + away * away)) / 4, atan2(2 * y, gap * (1 + x) - away * away) / 2);
}

static Complex atanh_of(Complex z) {
    if (isnan(creal(z)) && isinf(cimag(z))) return CMPLX(0, copysign(M_PI_2, cimag(z)));
    if (!is_finite(z)) return catanh(z);
    double side = copysign(1, creal(z)); /* atanh(-z) = -atanh(z) */
    Complex right = atanh_on_right(side * creal(z), side * cimag(z));
    return CMPLX(side * creal(right), side * cimag(right));
}

static Complex atan_of(Complex z) { return turned(atanh_of, z); }

/* ---- exponentials ---- */

static const double LOG_LARGE = 708.3964185322641; /* log(DBL_MAX / 4) */

/* cos(y) * along(x) + i sin(y) * across(x). What is so large that it overflows where the product does not is taken for a
 * number less by 1, and multiplied by e in the end. */
static Complex wave(Real1 *along, Real1 *across, double x, double y) {
    bool is_large = along == exp ? x > LOG_LARGE : fabs(x) > LOG_LARGE;
    double near = is_large ? x - copysign(1, x) : x, rest = is_large ? M_E : 1;
    return CMPLX(cos(y) * along(near) * rest, sin(y) * across(near) * rest);
}

static Complex cosh_of(Complex z) {
    if (isnan(creal(z)) && cimag(z) == 0) return CMPLX(NAN, 0);
    return is_finite(z) ? wave(cosh, sinh, creal(z), cimag(z)) : ccosh(z);
}

static Complex sinh_of(Complex z) {
    if (creal(z) == 0 && isnan(cimag(z))) return CMPLX(0, NAN);
    return is_finite(z) ? wave(sinh, cosh, creal(z), cimag(z)) : csinh(z);
}

static Complex exp_of(Complex z) {
    if (creal(z) == -INFINITY && isinf(cimag(z))) return 0;
    return is_finite(z) ? wave(exp, exp, creal(z), cimag(z)) : cexp(z);
}

/* With t = tan y and s = sinh x, of which neither overflows before it is seen that the other part is all:
 * (s cosh x (1 + t^2) + i t) / (1 + s^2 (1 + t^2)). */
static Complex tanh_of(Complex z) {
    double x = creal(z), y = cimag(z);
    if (x == 0 && isnan(y)) return CMPLX(NAN, NAN);
    if (isinf(x) && isinf(y)) return CMPLX(copysign(1, x), 0);
    if (!is_finite(z)) return ctanh(z);
    if (fabs(x) > LOG_LARGE / 4) return CMPLX(copysign(1, x), 4 * sin(y) * cos(y) * exp(-2 * fabs(x)));
    double t = tan(y), s = sinh(x), square = 1 + t * t, below = 1 + square * s * s;
    return CMPLX(square * s * sqrt(1 + s * s) / below, t / below);
}

static Complex cos_of(Complex z) { return cosh_of(CMPLX(-cimag(z), creal(z))); }
static Complex sin_of(Complex z) { return turned(sinh_of, z); }
static Complex tan_of(Complex z) { return turned(tanh_of, z); }

#define FUNCTIONS(X)                                                                                                    \
    X(acos, "Arc cosine.") X(acosh, "Inverse hyperbolic cosine.") X(asin, "Arc sine.")                                  \
    X(asinh, "Inverse hyperbolic sine.") X(atan, "Arc tangent.") X(atanh, "Inverse hyperbolic tangent.")                \
    X(cos, "Cosine.") X(cosh, "Hyperbolic cosine.") X(exp, "e raised to z.") X(sin, "Sine.") X(sinh, "Hyperbolic sine.") \
    X(sqrt, "Square root.") X(tan, "Tangent.") X(tanh, "Hyperbolic tangent.")
#define X(name, what) static Function1 *const function_##name = name##_of;
FUNCTIONS(X)
#undef X

/* An infinity that grew out of a finite number is an overflow, or a domain error at a pole; so is the sine or exponential of
 * an infinite angle. */
NATIVE(call_function) {
    Function1 *const *function = native->entry->data;
    Complex z;
    if (!complex_from(thread, arguments[0], &z)) return VALUE_ABSENT;
    Complex result = (*function)(z);
    if (is_finite(z) && is_infinite(result)) return *function == atanh_of || *function == atan_of ? domain_error(thread) : range_error(thread);
    bool turns_real = *function == cos_of || *function == sin_of;
    bool turns_imaginary = *function == cosh_of || *function == sinh_of || *function == exp_of;
    if (turns_real && isinf(creal(z)) && !isnan(cimag(z)) && cimag(z) != 0) return domain_error(thread);
    if (turns_real && isinf(creal(z)) && cimag(z) == 0) return domain_error(thread);
    if (turns_imaginary && isinf(cimag(z)) && !isnan(creal(z))) {
        if (*function == exp_of && isinf(creal(z)) && creal(z) < 0) return complex_value(thread, result);
        return domain_error(thread);
    }
    if (*function == tanh_of && isinf(cimag(z)) && isfinite(creal(z))) return domain_error(thread);
    if (*function == tan_of && isinf(creal(z)) && isfinite(cimag(z))) return domain_error(thread);
    return complex_value(thread, result);
}

NATIVE(cmath_log) {
    (void)native;
    Complex z, base;
    if (!complex_from(thread, arguments[0], &z)) return VALUE_ABSENT;
    if (z == 0) return domain_error(thread);
    Complex result = log_of(z);
    if (value_is_absent(arguments[1])) return complex_value(thread, result);
    if (!complex_from(thread, arguments[1], &base)) return VALUE_ABSENT;
    if (base == 0) return domain_error(thread);
    Value parts[2] = {complex_value(thread, result), complex_value(thread, log_of(base))};
    bool by_zero = base == 1; /* the quotient is a domain error */
    Value quotient = by_zero ? domain_error(thread) : value_binary(thread, BINARY_TRUE_DIVIDE, parts[0], parts[1]);
    value_release(parts[0]);
    value_release(parts[1]);
    return quotient;
}

NATIVE(cmath_log10) {
    (void)native;
    Complex z;
    if (!complex_from(thread, arguments[0], &z)) return VALUE_ABSENT;
    if (z == 0) return domain_error(thread);
    Complex result = log_of(z);
    return complex_new(thread, creal(result) / M_LN10, cimag(result) / M_LN10);
}

NATIVE(cmath_phase) {
    (void)native;
    Complex z;
    if (!complex_from(thread, arguments[0], &z)) return VALUE_ABSENT;
    double angle = atan2(cimag(z), creal(z));
    bool vanishes = angle == 0 && cimag(z) != 0 && is_finite(z); /* too small for a float: an error in CPython */
    return vanishes ? range_error(thread) : value_new_float(thread, angle);
}

NATIVE(cmath_polar) {
    (void)native;
    Complex z;
    if (!complex_from(thread, arguments[0], &z)) return VALUE_ABSENT;
    double size = hypot(creal(z), cimag(z));
    if (isinf(size) && is_finite(z)) return range_error(thread);
    Value pair[2] = {value_new_float(thread, size), value_new_float(thread, atan2(cimag(z), creal(z)))};
    return tuple_from_values(thread, pair, 2);
}

NATIVE(cmath_rect) {
    (void)native;
    double r, phi;
    if (!value_to_double(thread, arguments[0], &r) || !value_to_double(thread, arguments[1], &phi)) return VALUE_ABSENT;
    if (!isfinite(r) || !isfinite(phi)) {
        if (isinf(phi) && r != 0 && !isnan(r)) return domain_error(thread);
        if (r == 0) return complex_new(thread, 0, 0);
        if (isinf(r) && isfinite(phi) && phi != 0)
            return r > 0 ? complex_new(thread, copysign(INFINITY, cos(phi)), copysign(INFINITY, sin(phi)))
                         : complex_new(thread, -copysign(INFINITY, cos(phi)), -copysign(INFINITY, sin(phi)));
        if (isinf(r) && phi == 0) return complex_new(thread, r, r < 0 ? -phi : phi);
        if (isinf(r)) return complex_new(thread, INFINITY, NAN);
        return complex_new(thread, NAN, phi == 0 ? 0 : NAN);
    }
    if (phi == 0) return complex_new(thread, r, r * phi);
    return complex_new(thread, r * cos(phi), r * sin(phi));
}

#define TEST(name, expression)                                                                                  \
    NATIVE(cmath_##name) {                                                                                      \
        (void)native;                                                                                           \
        Complex z;                                                                                              \
        return complex_from(thread, arguments[0], &z) ? value_from_bool(expression) : VALUE_ABSENT;             \
    }
TEST(isfinite, is_finite(z))
TEST(isinf, is_infinite(z))
TEST(isnan, is_nan(z))

NATIVE(cmath_isclose) {
    (void)native;
    Complex a, b;
    double relative, absolute;
    if (!complex_from(thread, arguments[0], &a) || !complex_from(thread, arguments[1], &b) ||
        !value_to_double(thread, arguments[2], &relative) || !value_to_double(thread, arguments[3], &absolute))
        return VALUE_ABSENT;
    if (relative < 0 || absolute < 0) return raise_value_error(thread, "tolerances must be non-negative");
    if (creal(a) == creal(b) && cimag(a) == cimag(b)) return VALUE_TRUE;
    if (is_infinite(a) || is_infinite(b)) return VALUE_FALSE;
    double distance = hypot(creal(a) - creal(b), cimag(a) - cimag(b));
    return value_from_bool(distance <= relative * hypot(creal(b), cimag(b)) || distance <= relative * hypot(creal(a), cimag(a)) ||
                           distance <= absolute);
}

static const NativeEntry cmath_functions[] = {
#define X(name_, what) \
    {.name = #name_, .signature = "(z, /)", .documentation = what, .code = call_function, .data = &function_##name_},
    FUNCTIONS(X)
#undef X
    {.name = "log", .signature = "(z, base=<unrepresentable>, /)", .documentation = "Logarithm, natural or to a base.", .code = cmath_log},
    {.name = "log10", .signature = "(z, /)", .documentation = "Logarithm to base 10.", .code = cmath_log10},
    {.name = "phase", .signature = "(z, /)", .documentation = "The angle of a number.", .code = cmath_phase},
    {.name = "polar", .signature = "(z, /)", .documentation = "(distance, angle) of a number.", .code = cmath_polar},
    {.name = "rect", .signature = "(r, phi, /)", .documentation = "The number of a distance and an angle.", .code = cmath_rect},
    {.name = "isclose", .signature = "(a, b, *, rel_tol=1e-09, abs_tol=0.0)", .documentation = "Whether two numbers are nearly the same.",
     .code = cmath_isclose},
    {.name = "isfinite", .signature = "(z, /)", .documentation = "Neither part is infinite or nan.", .code = cmath_isfinite},
    {.name = "isinf", .signature = "(z, /)", .documentation = "A part is infinite.", .code = cmath_isinf},
    {.name = "isnan", .signature = "(z, /)", .documentation = "A part is nan.", .code = cmath_isnan},
    {0}};

static bool cmath_initialize(Thread *thread, Value module) {
    return module_add(thread, module, "pi", value_from_float(M_PI)) && module_add(thread, module, "e", value_new_float(thread, M_E)) &&
           module_add(thread, module, "tau", value_from_float(2 * M_PI)) && module_add(thread, module, "inf", value_new_float(thread, INFINITY)) &&
           module_add(thread, module, "nan", value_new_float(thread, NAN)) &&
           module_add(thread, module, "infj", complex_new(thread, 0, INFINITY)) &&
           module_add(thread, module, "nanj", complex_new(thread, 0, NAN));
}

const ModuleEntry library_cmath = {.name = "cmath",
                                   .documentation = "Functions of complex numbers.",
                                   .functions = cmath_functions,
                                   .initialize = cmath_initialize};
