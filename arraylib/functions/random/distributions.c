#include "arraylib/functions/random/distributions.h"

#include "arraylib/array.h"
#include "arraylib/functions/compose.h"

#include <math.h>
#include <string.h>

double random_unit(RandomObject *random, const double *p) {
    (void)p;
    return bits_double(random->bits);
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

double random_uniform(RandomObject *random, const double *p) { return p[0] + (p[1] - p[0]) * bits_double(random->bits); }
double random_normal(RandomObject *random, const double *p) { return p[0] + p[1] * draw_normal(random); }
double random_exponential(RandomObject *random, const double *p) { return p[0] * draw_exponential(random); }
double random_lognormal(RandomObject *random, const double *p) { return exp(p[0] + p[1] * draw_normal(random)); }

double random_laplace(RandomObject *random, const double *p) {
    for (;;) {
        double u = bits_double(random->bits);
        if (u >= 0.5) return p[0] - p[1] * log(2.0 - u - u);
        if (u > 0.0) return p[0] + p[1] * log(u + u);
    }
}

double random_logistic(RandomObject *random, const double *p) {
    for (;;) {
        double u = bits_double(random->bits);
        if (u > 0.0) return p[0] + p[1] * log(u / (1.0 - u));
    }
}

double random_gumbel(RandomObject *random, const double *p) {
    for (;;) {
        double u = 1.0 - bits_double(random->bits);
        if (u < 1.0) return p[0] - p[1] * log(-log(u));
    }
}

double random_rayleigh(RandomObject *random, const double *p) {
    if (random->is_legacy) return p[0] * sqrt(-2.0 * log(1.0 - bits_double(random->bits)));
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
    double base = p[2] - p[0], left = p[1] - p[0], u = bits_double(random->bits);
    if (u <= left / base) return p[0] + sqrt(u * (left * base));
    return p[2] - sqrt((1.0 - u) * ((p[2] - p[1]) * base));
}

double random_standard_gamma(RandomObject *random, const double *p) { return draw_gamma(random, p[0]); }
double random_gamma(RandomObject *random, const double *p) { return p[1] * draw_gamma(random, p[0]); }
static double chisquare(RandomObject *random, double freedom) { return 2.0 * draw_gamma(random, freedom / 2.0); }
double random_chisquare(RandomObject *random, const double *p) { return chisquare(random, p[0]); }

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
        double u = bits_double(random->bits), v = bits_double(random->bits);
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

double random_vonmises(RandomObject *random, const double *p) { /* Best & Fisher (1979) */
    double mean = p[0], kappa = p[1], s;
    if (isnan(kappa)) return NAN;
    if (kappa < 1e-8) return M_PI * (2 * bits_double(random->bits) - 1);
    if (kappa < 1e-5) {
        s = 1. / kappa + kappa;
    } else if (kappa <= 1e6 || random->is_legacy) {
        double r = 1 + sqrt(1 + 4 * kappa * kappa), rho = (r - sqrt(2 * r)) / (2 * kappa);
        s = (1 + rho * rho) / (2 * rho);
    } else { /* normal, as good as */
        double angle = mean + sqrt(1. / kappa) * draw_normal(random);
        if (angle < -M_PI) angle += 2 * M_PI;
        if (angle > M_PI) angle -= 2 * M_PI;
        return angle;
    }
    double w, y, v;
    do {
        double z = cos(M_PI * bits_double(random->bits));
        w = (1 + s * z) / (s + z);
        y = kappa * (s - w);
        v = bits_double(random->bits);
    } while (s > 1 && y * (2 - y) - v < 0 && log(y / v) + 1 - y < 0); /* s of 1: no digit is left of the spread, and NumPy's loop has no end */
    double u = bits_double(random->bits), angle = acos(w);
    if (u < 0.5) angle = -angle;
    angle += mean;
    double turned = fmod(fabs(angle) + M_PI, 2 * M_PI) - M_PI;
    return angle < 0 ? -turned : turned;
}

double random_wald(RandomObject *random, const double *p) { /* Michael, Schucany & Haas (1976) */
    double mean = p[0], scale = p[1], y = draw_normal(random), x;
    if (random->is_legacy) {
        double ratio = mean / (2 * scale);
        y = mean * y * y;
        x = mean + ratio * (y - sqrt(4 * scale * y + y * y));
    } else {
        y = mean * y * y;
        double d = 1 + sqrt(1 + 4 * scale / y);
        x = mean * (1 - 2 / d);
    }
    double u = bits_double(random->bits);
    return u <= mean / (mean + x) ? x : mean * mean / x;
}

double random_noncentral_chisquare(RandomObject *random, const double *p) {
    double freedom = p[0], shift = p[1];
    if (isnan(shift)) return NAN;
    if (shift == 0) return chisquare(random, freedom);
    if (freedom > 1) {
        double square = chisquare(random, freedom - 1), normal = draw_normal(random) + sqrt(shift);
        return square + normal * normal;
    }
    return chisquare(random, freedom + 2 * draw_poisson(random, shift / 2.0));
}

double random_noncentral_f(RandomObject *random, const double *p) {
    double above = random_noncentral_chisquare(random, (const double[]){p[0], p[2]}) * p[1];
    return above / (chisquare(random, p[1]) * p[0]);
}

/* ---- bad parameters ---- */

typedef enum Constraint { NOT_NEGATIVE, COUNT, POSITIVE, SHARE, SHARE_NOT_0, SHARE_NOT_1, ABOVE_1, MEAN } Constraint;

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
    {"beta", 1, "b", POSITIVE},             {"poisson", 0, "lam", MEAN},
    {"binomial", 1, "p", SHARE},            {"binomial", 0, "n", COUNT},        {"negative_binomial", 0, "n", POSITIVE},
    {"geometric", 0, "p", SHARE_NOT_0},     {"zipf", 0, "a", ABOVE_1},                 {"logseries", 0, "p", SHARE_NOT_1},
    {"vonmises", 1, "kappa", NOT_NEGATIVE}, {"wald", 0, "mean", POSITIVE},             {"wald", 1, "scale", POSITIVE},
    {"noncentral_chisquare", 0, "df", POSITIVE}, {"noncentral_chisquare", 1, "nonc", NOT_NEGATIVE},
    {"noncentral_f", 0, "dfnum", POSITIVE}, {"noncentral_f", 1, "dfden", POSITIVE},    {"noncentral_f", 2, "nonc", NOT_NEGATIVE},
};

/* What each constraint demands, and how NumPy says that it does not hold of one number and of several. */
static bool holds(Constraint constraint, double value) {
    switch (constraint) {
    case NOT_NEGATIVE: return isnan(value) || !signbit(value);
    case COUNT: return value >= 0;
    case POSITIVE: return value > 0;
    case SHARE: return value >= 0 && value <= 1;
    case SHARE_NOT_0: return value > 0 && value <= 1;
    case SHARE_NOT_1: return value >= 0 && value < 1;
    case ABOVE_1: return value > 1;
    case MEAN: return value >= 0 && value <= 0x1p63 - 10 * sqrt(0x1p63);
    }
    return true;
}
static const char *const broken_texts[][2] = {
    [NOT_NEGATIVE] = {"%s < 0", "%s < 0"},
    [COUNT] = {"%s < 0", "%s < 0"},
    [POSITIVE] = {"%s <= 0", "%s <= 0"},
    [SHARE] = {"%s < 0, %s > 1 or %s is NaN", "%s < 0, %s > 1 or %s contains NaNs"},
    [SHARE_NOT_0] = {"%s <= 0, %s > 1 or %s contains NaNs", "%s <= 0, %s > 1 or %s contains NaNs"},
    [SHARE_NOT_1] = {"%s < 0, %s >= 1 or %s is NaN", "%s < 0, %s >= 1 or %s contains NaNs"},
    [ABOVE_1] = {"%s <= 1 or %s is NaN", "%s <= 1 or %s contains NaNs"},
    [MEAN] = {"%s < 0 or %s is NaN", "%s < 0 or %s contains NaNs"},
};

static bool check_one(ArrayCall *call, size_t index, const char *parameter, Constraint constraint) {
    Array *array = call_array_of(call, index, DTYPE(FLOAT64));
    int64_t size = array ? array_size(array) : 0;
    for (int64_t i = 0; i < size; i++) {
        Variant item = array_scalar_at(array, i, call->error);
        double value = variant_to_double(item);
        variant_release(&item);
        if (holds(constraint, value)) continue;
        if (constraint == MEAN && value > 0) return call_fail(call, "ValueError", "%s value too large", parameter);
        return call_fail(call, "ValueError", broken_texts[constraint][array->dimensions > 0], parameter, parameter, parameter);
    }
    return array != NULL;
}

static bool check_hypergeometric(ArrayCall *call, bool is_legacy) {
    Array *numbers[3];
    int64_t place[3] = {0};
    for (size_t i = 0; i < 3; i++)
        if (!(numbers[i] = call_array_of(call, i, DTYPE(FLOAT64)))) return false;
    int64_t most = 1;
    for (int i = 0; i < 3; i++)
        if (array_size(numbers[i]) > most) most = array_size(numbers[i]);
    for (int64_t k = 0; k < most; k++) { /* what does not broadcast is found by the draw */
        double value[3];
        for (int i = 0; i < 3; i++) {
            place[i] = k % (array_size(numbers[i]) ? array_size(numbers[i]) : 1);
            value[i] = array_size(numbers[i]) ? call_item(call, numbers[i], place[i]) : 0;
        }
        if (value[0] + value[1] < value[2]) return call_fail(call, "ValueError", "ngood + nbad < nsample");
        for (int i = 0; i < 2; i++)
            if (value[i] < 0) return call_fail(call, "ValueError", "%s < 0", i ? "nbad" : "ngood");
        if (value[2] < is_legacy)
            return call_fail(call, "ValueError", !is_legacy ? "nsample < 0" : most > 1 ? "nsample < 1 or nsample contains NaNs" : "nsample < 1 or nsample is NaN");
    }
    return !error_is_set(call->error);
}

/* The largest number of an argument; what it has not is 0. */
static double largest(ArrayCall *call, size_t index) {
    Array *array = call_array_of(call, index, DTYPE(FLOAT64));
    double most = 0;
    for (int64_t i = 0; array && i < array_size(array); i++) most = fmax(most, call_item(call, array, i));
    return most;
}

/* The numbers of several arguments together, as they are broadcast. */
static bool together(ArrayCall *call, size_t count, Array *arrays[3], int64_t *size) {
    int dimensions = 0;
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    for (size_t k = 0; k < count; k++) {
        arrays[k] = call_array_of(call, k, DTYPE(FLOAT64));
        if (!arrays[k]) return false;
        if (!shape_broadcast(arrays[k]->dimensions, arrays[k]->shape, &dimensions, shape)) return *size = 0, true; /* told by the draw */
    }
    for (size_t k = 0; k < count; k++)
        if (!(arrays[k] = call_broadcast(call, arrays[k], dimensions, shape))) return false;
    *size = array_size(arrays[0]);
    return true;
}

static bool check_triangular(ArrayCall *call) {
    Array *points[3];
    int64_t size;
    if (!together(call, 3, points, &size)) return false;
    for (int k = 0; k < 3; k++)
        for (int64_t i = 0; i < size; i++) {
            double left = call_item(call, points[0], i), mode = call_item(call, points[1], i), right = call_item(call, points[2], i);
            if (k == 0 && left > mode) return call_fail(call, "ValueError", "left > mode");
            if (k == 1 && mode > right) return call_fail(call, "ValueError", "mode > right");
            if (k == 2 && left == right) return call_fail(call, "ValueError", "left == right");
        }
    return true;
}

static bool check_uniform(ArrayCall *call, bool is_legacy) {
    Array *ends[3];
    int64_t size;
    if (variant_is_number(call->arguments[0]) && variant_is_number(call->arguments[1])) { /* the usual case, without arrays */
        double range = variant_to_double(call->arguments[1]) - variant_to_double(call->arguments[0]);
        if (isfinite(range) && (is_legacy || range >= 0)) return true;
    }
    if (!together(call, 2, ends, &size)) return false;
    bool is_single = !ends[0]->dimensions;
    for (int64_t i = 0; i < size; i++) {
        double range = call_item(call, ends[1], i) - call_item(call, ends[0], i);
        if (!isfinite(range))
            return call_fail(call, "OverflowError", is_legacy || !is_single ? "Range exceeds valid bounds" : "high - low range exceeds valid bounds");
        if (!is_legacy && range < 0) return call_fail(call, "ValueError", "high - low < 0");
    }
    return true;
}

/* How many failures there may be, lest they exceed an int64. */
static bool check_waiting(ArrayCall *call) {
    Array *both[3];
    int64_t size;
    if (!together(call, 2, both, &size)) return false;
    for (int64_t i = 0; i < size; i++) {
        double n = call_item(call, both[0], i), p = call_item(call, both[1], i), q = 1 - p, limit = 0x1p63 - 10 * sqrt(0x1p63);
        if (n * q / p + 10 * sqrt(n * q) / p > limit)
            return call_fail(call, "ValueError", "n too large or p too small, see Generator.negative_binomial Notes");
    }
    return true;
}

bool random_check(ArrayCall *call, const char *name) {
    for (size_t i = 0; i < sizeof constraints / sizeof *constraints; i++)
        if (!strcmp(constraints[i].distribution, name) &&
            !check_one(call, constraints[i].index, constraints[i].parameter, constraints[i].constraint))
            return false;
    bool is_legacy = !call->self || ((RandomObject *)call->self)->is_legacy;
    if (!strcmp(name, "negative_binomial") && !check_one(call, 1, "p", is_legacy ? SHARE : SHARE_NOT_0)) return false;
    if (!strcmp(name, "hypergeometric") && !check_hypergeometric(call, is_legacy)) return false;
    if (!strcmp(name, "triangular") && !check_triangular(call)) return false;
    if (!strcmp(name, "uniform") && !check_uniform(call, is_legacy)) return false;
    if (!strcmp(name, "hypergeometric") && !is_legacy) {
        double good = largest(call, 0), bad = largest(call, 1);
        if (good >= 1e9 || bad >= 1e9) return call_fail(call, "ValueError", "both ngood and nbad must be less than 1000000000");
    }
    if (!strcmp(name, "negative_binomial") && !is_legacy && !check_waiting(call)) return false;
    return true;
}
