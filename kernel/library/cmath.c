/* cmath: functions of complex numbers, with C99's values for infinities and nans. */
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

/* ---- functions whose C library versions are good everywhere but in their errors ---- */

typedef Complex Function1(Complex z);

/* The logarithm, exact near |z| = 1 and for numbers whose magnitude overflows or underflows. */
static Complex log_of(Complex z) {
    if (!is_finite(z)) return clog(z);
    double x = fabs(creal(z)), y = fabs(cimag(z)), real;
    if (x > DBL_MAX / 4 || y > DBL_MAX / 4) {
        real = log(hypot(x / 2, y / 2)) + M_LN2;
    } else if (x < DBL_MIN && y < DBL_MIN) {
        if (x == 0 && y == 0) return CMPLX(-INFINITY, atan2(cimag(z), creal(z)));
        real = log(hypot(ldexp(x, DBL_MANT_DIG), ldexp(y, DBL_MANT_DIG))) - DBL_MANT_DIG * M_LN2;
    } else {
        double size = hypot(x, y);
        if (0.71 <= size && size <= 1.73) {
            double large = x > y ? x : y, small = x > y ? y : x;
            real = log1p((large - 1) * (large + 1) + small * small) / 2;
        } else {
            real = log(size);
        }
    }
    return CMPLX(real, atan2(cimag(z), creal(z)));
}

/* A square root by way of the magnitude, scaled so that nothing overflows. */
static Complex sqrt_of(Complex z) {
    if (!is_finite(z)) return csqrt(z);
    double x = fabs(creal(z)), y = fabs(cimag(z));
    if (creal(z) == 0 && cimag(z) == 0) return CMPLX(0, cimag(z));
    double s;
    if (x < DBL_MIN && y < DBL_MIN && (x > 0 || y > 0)) {
        x = ldexp(x, 53);
        s = ldexp(sqrt(x + hypot(x, ldexp(y, 53))), -27);
    } else {
        x /= 8;
        s = 2 * sqrt(x + hypot(x, y / 8));
    }
    double d = y / (2 * s);
    return creal(z) >= 0 ? CMPLX(s, copysign(d, cimag(z))) : CMPLX(d, copysign(s, cimag(z)));
}

static const double LARGE = DBL_MAX / 4;

static Complex acos_of(Complex z) {
    if (isinf(creal(z)) && isnan(cimag(z))) return CMPLX(NAN, INFINITY); /* the sign is free: as CPython's */
    if (!is_finite(z)) return cacos(z);
    if (fabs(creal(z)) > LARGE || fabs(cimag(z)) > LARGE) {
        double real = atan2(fabs(cimag(z)), creal(z));
        double size = log(hypot(creal(z) / 2, cimag(z) / 2)) + M_LN2 * 2;
        return CMPLX(real, creal(z) < 0 ? -copysign(size, cimag(z)) : copysign(size, -cimag(z)));
    }
    Complex s1 = sqrt_of(CMPLX(1 - creal(z), -cimag(z))), s2 = sqrt_of(CMPLX(1 + creal(z), cimag(z)));
    return CMPLX(2 * atan2(creal(s1), creal(s2)), asinh(creal(s2) * cimag(s1) - cimag(s2) * creal(s1)));
}

static Complex acosh_of(Complex z) {
    if (creal(z) == 0 && isnan(cimag(z))) return CMPLX(NAN, NAN);
    if (!is_finite(z)) return cacosh(z);
    if (fabs(creal(z)) > LARGE || fabs(cimag(z)) > LARGE)
        return CMPLX(log(hypot(creal(z) / 2, cimag(z) / 2)) + M_LN2 * 2, atan2(cimag(z), creal(z)));
    Complex s1 = sqrt_of(CMPLX(creal(z) - 1, cimag(z))), s2 = sqrt_of(CMPLX(creal(z) + 1, cimag(z)));
    return CMPLX(asinh(creal(s1) * creal(s2) + cimag(s1) * cimag(s2)), 2 * atan2(cimag(s1), creal(s2)));
}

static Complex asinh_of(Complex z) {
    if (isnan(creal(z)) && isinf(cimag(z))) return CMPLX(INFINITY, NAN);
    if (!is_finite(z)) return casinh(z);
    if (fabs(creal(z)) > LARGE || fabs(cimag(z)) > LARGE) {
        double size = log(hypot(creal(z) / 2, cimag(z) / 2)) + M_LN2 * 2;
        return CMPLX(cimag(z) >= 0 && !signbit(cimag(z)) ? copysign(size, creal(z)) : -copysign(size, -creal(z)),
                     atan2(cimag(z), fabs(creal(z))));
    }
    Complex s1 = sqrt_of(CMPLX(1 + cimag(z), -creal(z))), s2 = sqrt_of(CMPLX(1 - cimag(z), creal(z)));
    return CMPLX(asinh(creal(s1) * cimag(s2) - creal(s2) * cimag(s1)),
                 atan2(cimag(z), creal(s1) * creal(s2) - cimag(s1) * cimag(s2)));
}

static Complex asin_of(Complex z) {
    Complex s = asinh_of(CMPLX(-cimag(z), creal(z)));
    return CMPLX(cimag(s), -creal(s));
}

static Complex atanh_of(Complex z) {
    if (isnan(creal(z)) && isinf(cimag(z))) return CMPLX(0, copysign(M_PI_2, cimag(z)));
    if (!is_finite(z)) return catanh(z);
    if (creal(z) < 0 || (creal(z) == 0 && signbit(creal(z)))) {
        Complex opposite = atanh_of(CMPLX(-creal(z), -cimag(z)));
        return CMPLX(-creal(opposite), -cimag(opposite));
    }
    const double root = sqrt(LARGE), least = sqrt(DBL_MIN);
    double ay = fabs(cimag(z));
    if (creal(z) > root || ay > root) {
        double h = hypot(creal(z) / 2, cimag(z) / 2);
        return CMPLX(creal(z) / 4 / h / h, -copysign(M_PI_2, -cimag(z)));
    }
    if (creal(z) == 1 && ay < least) {
        if (ay == 0) return CMPLX(INFINITY, cimag(z));
        return CMPLX(-log(sqrt(ay) / sqrt(hypot(ay, 2))), copysign(atan2(2, -ay) / 2, cimag(z)));
    }
    double gap = 1 - creal(z);
    return CMPLX(log1p(4 * creal(z) / (gap * gap + ay * ay)) / 4,
                 -atan2(-2 * cimag(z), gap * (1 + creal(z)) - ay * ay) / 2);
}

static Complex atan_of(Complex z) {
    Complex s = atanh_of(CMPLX(-cimag(z), creal(z)));
    return CMPLX(cimag(s), -creal(s));
}

static const double LOG_LARGE = 708.3964185322641; /* log(DBL_MAX / 4) */

static Complex cosh_of(Complex z) {
    if (isnan(creal(z)) && cimag(z) == 0) return CMPLX(NAN, 0);
    if (!is_finite(z)) return ccosh(z);
    if (fabs(creal(z)) > LOG_LARGE) { /* e in front, so that a large one does not overflow too early */
        double x = creal(z) - copysign(1, creal(z));
        return CMPLX(cos(cimag(z)) * cosh(x) * M_E, sin(cimag(z)) * sinh(x) * M_E);
    }
    return CMPLX(cos(cimag(z)) * cosh(creal(z)), sin(cimag(z)) * sinh(creal(z)));
}

static Complex sinh_of(Complex z) {
    if (creal(z) == 0 && isnan(cimag(z))) return CMPLX(0, NAN);
    if (!is_finite(z)) return csinh(z);
    if (fabs(creal(z)) > LOG_LARGE) {
        double x = creal(z) - copysign(1, creal(z));
        return CMPLX(cos(cimag(z)) * sinh(x) * M_E, sin(cimag(z)) * cosh(x) * M_E);
    }
    return CMPLX(cos(cimag(z)) * sinh(creal(z)), sin(cimag(z)) * cosh(creal(z)));
}

static Complex tanh_of(Complex z) {
    if (creal(z) == 0 && isnan(cimag(z))) return CMPLX(NAN, NAN);
    if (isinf(creal(z)) && isinf(cimag(z))) return CMPLX(copysign(1, creal(z)), 0);
    if (!is_finite(z)) return ctanh(z);
    double x = creal(z), y = cimag(z);
    if (fabs(x) > LOG_LARGE) return CMPLX(copysign(1, x), 4 * sin(y) * cos(y) * exp(-2 * fabs(x)));
    double tx = tanh(x), ty = tan(y), cx = 1 / cosh(x), both = tx * ty, bottom = 1 + both * both;
    return CMPLX(tx * (1 + ty * ty) / bottom, ty / bottom * cx * cx);
}

static Complex exp_of(Complex z) {
    if (isinf(creal(z)) && creal(z) < 0 && isinf(cimag(z))) return 0;
    if (!is_finite(z)) return cexp(z);
    if (creal(z) > LOG_LARGE) {
        double size = exp(creal(z) - 1);
        return CMPLX(size * cos(cimag(z)) * M_E, size * sin(cimag(z)) * M_E);
    }
    double size = exp(creal(z));
    return CMPLX(size * cos(cimag(z)), size * sin(cimag(z)));
}

static Complex cos_of(Complex z) { return cosh_of(CMPLX(-cimag(z), creal(z))); }
static Complex sin_of(Complex z) {
    Complex s = sinh_of(CMPLX(-cimag(z), creal(z)));
    return CMPLX(cimag(s), -creal(s));
}
static Complex tan_of(Complex z) {
    Complex s = tanh_of(CMPLX(-cimag(z), creal(z)));
    return CMPLX(cimag(s), -creal(s));
}

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
