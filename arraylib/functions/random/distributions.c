#include "arraylib/functions/random/distributions.h"

#include "arraylib/array.h"

#include <math.h>
#include <string.h>

double random_unit(RandomObject *random, const double *p) {
    (void)p;
    return bits_double(&random->bits);
}

double random_standard_normal(RandomObject *random, const double *p) {
    (void)p;
    return draw_normal(random);
}

double random_standard_exponential(RandomObject *random, const double *p) {
    (void)p;
    return draw_exponential(random);
}

double random_standard_cauchy(RandomObject *random, const double *p) {
    (void)p;
    double above = draw_normal(random);
    return above / draw_normal(random);
}

double random_uniform(RandomObject *random, const double *p) { return p[0] + (p[1] - p[0]) * bits_double(&random->bits); }
double random_normal(RandomObject *random, const double *p) { return p[0] + p[1] * draw_normal(random); }
double random_exponential(RandomObject *random, const double *p) { return p[0] * draw_exponential(random); }
double random_lognormal(RandomObject *random, const double *p) { return exp(p[0] + p[1] * draw_normal(random)); }

double random_laplace(RandomObject *random, const double *p) {
    for (;;) {
        double u = bits_double(&random->bits);
        if (u >= 0.5) return p[0] - p[1] * log(2.0 - u - u);
        if (u > 0.0) return p[0] + p[1] * log(u + u);
    }
}

double random_logistic(RandomObject *random, const double *p) {
    for (;;) {
        double u = bits_double(&random->bits);
        if (u > 0.0) return p[0] + p[1] * log(u / (1.0 - u));
    }
}

double random_gumbel(RandomObject *random, const double *p) {
    for (;;) {
        double u = 1.0 - bits_double(&random->bits);
        if (u < 1.0) return p[0] - p[1] * log(-log(u));
    }
}

double random_rayleigh(RandomObject *random, const double *p) {
    if (random->is_legacy) return p[0] * sqrt(-2.0 * log(1.0 - bits_double(&random->bits)));
    return p[0] * sqrt(2.0 * draw_exponential(random));
}

double random_weibull(RandomObject *random, const double *p) {
    return p[0] == 0.0 ? 0.0 : pow(draw_exponential(random), 1.0 / p[0]);
}

double random_pareto(RandomObject *random, const double *p) {
    double x = draw_exponential(random) / p[0];
    return random->is_legacy ? exp(x) - 1.0 : expm1(x);
}

double random_power(RandomObject *random, const double *p) {
    double x = draw_exponential(random);
    return pow(random->is_legacy ? 1.0 - exp(-x) : -expm1(-x), 1.0 / p[0]);
}

double random_triangular(RandomObject *random, const double *p) {
    double base = p[2] - p[0], left = p[1] - p[0], u = bits_double(&random->bits);
    if (u <= left / base) return p[0] + sqrt(u * (left * base));
    return p[2] - sqrt((1.0 - u) * ((p[2] - p[1]) * base));
}

double random_standard_gamma(RandomObject *random, const double *p) { return draw_gamma(random, p[0]); }
double random_gamma(RandomObject *random, const double *p) { return p[1] * draw_gamma(random, p[0]); }
double random_chisquare(RandomObject *random, const double *p) { return 2.0 * draw_gamma(random, p[0] / 2.0); }

double random_f(RandomObject *random, const double *p) {
    double above = 2.0 * draw_gamma(random, p[0] / 2.0) * p[1];
    return above / (2.0 * draw_gamma(random, p[1] / 2.0) * p[0]);
}

double random_standard_t(RandomObject *random, const double *p) {
    double normal = draw_normal(random), gamma = draw_gamma(random, p[0] / 2);
    return sqrt(p[0] / 2) * normal / sqrt(gamma);
}

double random_beta(RandomObject *random, const double *p) {
    double a = p[0], b = p[1];
    if (a > 1.0 || b > 1.0) {
        double left = draw_gamma(random, a);
        return left / (left + draw_gamma(random, b));
    }
    for (;;) { /* Johnk's method, with logarithms where the powers vanish */
        double u = bits_double(&random->bits), v = bits_double(&random->bits);
        double x = pow(u, 1.0 / a), y = pow(v, 1.0 / b);
        if (x + y > 1.0) continue;
        if (!random->is_legacy && u + v <= 0.0) continue;
        if (x + y > 0) return x / (x + y);
        double log_x = log(u) / a, log_y = log(v) / b, most = log_x > log_y ? log_x : log_y;
        log_x -= most;
        log_y -= most;
        return exp(log_x - log(exp(log_x) + exp(log_y)));
    }
}

double random_poisson(RandomObject *random, const double *p) { return draw_poisson(random, p[0]); }

/* ---- bad parameters ---- */

typedef enum Constraint { NOT_NEGATIVE, POSITIVE } Constraint;

static const struct {
    const char *distribution;
    size_t index;
    const char *parameter;
    Constraint constraint;
} constraints[] = {
    {"normal", 1, "scale", NOT_NEGATIVE},   {"exponential", 0, "scale", NOT_NEGATIVE}, {"lognormal", 1, "sigma", NOT_NEGATIVE},
    {"laplace", 1, "scale", NOT_NEGATIVE},  {"logistic", 1, "scale", NOT_NEGATIVE},    {"gumbel", 1, "scale", NOT_NEGATIVE},
    {"rayleigh", 0, "scale", NOT_NEGATIVE}, {"weibull", 0, "a", NOT_NEGATIVE},         {"pareto", 0, "a", POSITIVE},
    {"power", 0, "a", POSITIVE},            {"standard_gamma", 0, "shape", NOT_NEGATIVE}, {"gamma", 0, "shape", NOT_NEGATIVE},
    {"gamma", 1, "scale", NOT_NEGATIVE},    {"chisquare", 0, "df", POSITIVE},          {"f", 0, "dfnum", POSITIVE},
    {"f", 1, "dfden", POSITIVE},            {"standard_t", 0, "df", POSITIVE},         {"beta", 0, "a", POSITIVE},
    {"beta", 1, "b", POSITIVE},             {"poisson", 0, "lam", NOT_NEGATIVE},
};

static bool check_one(ArrayCall *call, size_t index, const char *parameter, Constraint constraint) {
    Array *array = call_array_of(call, index, DTYPE(FLOAT64));
    int64_t size = array ? array_size(array) : 0;
    for (int64_t i = 0; i < size; i++) {
        Variant item = array_scalar_at(array, i, call->error);
        double value = variant_to_double(item);
        variant_release(&item);
        if (constraint == POSITIVE ? value > 0 : value >= 0 && !(value == 0 && signbit(value))) continue;
        bool many = array->dimensions > 0;
        return call_fail(call, "ValueError", constraint == POSITIVE ? "%s <= 0" : many ? "%s < 0 or %s contains NaNs" : "%s < 0",
                         parameter, parameter);
    }
    return array != NULL;
}

bool random_check(ArrayCall *call, const char *name) {
    for (size_t i = 0; i < sizeof constraints / sizeof *constraints; i++)
        if (!strcmp(constraints[i].distribution, name) &&
            !check_one(call, constraints[i].index, constraints[i].parameter, constraints[i].constraint))
            return false;
    double left, mode, right, low, high;
    if (!strcmp(name, "triangular") && call->arguments[0].kind != VARIANT_ARRAY && call->arguments[1].kind != VARIANT_ARRAY &&
        call->arguments[2].kind != VARIANT_ARRAY) {
        if (!call_real(call, 0, &left) || !call_real(call, 1, &mode) || !call_real(call, 2, &right)) return false;
        if (left > mode) return call_fail(call, "ValueError", "left > mode");
        if (mode > right) return call_fail(call, "ValueError", "mode > right");
        if (left == right) return call_fail(call, "ValueError", "left == right");
    }
    if (!strcmp(name, "uniform") && variant_is_number(call->arguments[0]) && variant_is_number(call->arguments[1])) {
        if (!call_real(call, 0, &low) || !call_real(call, 1, &high)) return false;
        if (!isfinite(high - low)) return call_fail(call, "OverflowError", "Range exceeds valid bounds");
    }
    return true;
}
