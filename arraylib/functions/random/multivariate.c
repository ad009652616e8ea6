/* Distributions whose draws are vectors, for RandomState and Generator; and what else both have that is no distribution. */
#include "arraylib/array.h"
#include "arraylib/functions/compose.h"
#include "arraylib/functions/random/distributions.h"

#include <float.h>
#include <math.h>
#include <string.h>

ARRAY_FAMILY(random_multivariate);

/* The shape `size` gives, with one more axis of `length`; `*count` vectors. */
static bool vector_shape(ArrayCall *call, size_t size_index, int64_t length, int *dimensions, int64_t *shape, int64_t *count) {
    *dimensions = 0;
    *count = 1;
    if (call_is_given(call, size_index) && !call_shape(call, size_index, dimensions, shape)) return false;
    if (*dimensions >= ARRAY_DIMENSIONS_MAX) return call_fail(call, "ValueError", "maximum supported dimension for an ndarray is currently 64");
    for (int i = 0; i < *dimensions; i++) {
        if (shape[i] < 0) return call_fail(call, "ValueError", "negative dimensions are not allowed");
        *count *= shape[i];
    }
    shape[(*dimensions)++] = length;
    return true;
}

/* ---- multinomial ---- */

static double kahan_sum(const double *numbers, int64_t count) {
    double sum = count > 0 ? numbers[0] : 0, lost = 0;
    for (int64_t i = 1; i < count; i++) {
        double y = numbers[i] - lost, t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
    return sum;
}

static void draw_multinomial(RandomObject *random, int64_t trials, int64_t *result, const double *shares, int64_t length) {
    double left = 1.0;
    memset(result, 0, (size_t)length * sizeof *result);
    for (int64_t j = 0; j < length - 1; j++) {
        result[j] = (int64_t)draw_binomial(random, trials, shares[j] / left);
        trials -= result[j];
        if (trials <= 0) return;
        left -= shares[j];
    }
    if (trials > 0 && length) result[length - 1] = trials;
}

static bool check_shares(ArrayCall *call, const double *shares, int64_t rows, int64_t length, bool was_double) {
    for (int64_t i = 0; i < rows * length; i++)
        if (!(shares[i] >= 0 && shares[i] <= 1)) return call_fail(call, "ValueError", "pvals < 0, pvals > 1 or pvals contains NaNs");
    for (int64_t row = 0; row < rows; row++) {
        if (kahan_sum(shares + row * length, length - 1) <= 1.0 + 1e-12) continue;
        if (rows == 1 || was_double)
            return call_fail(call, "ValueError", "sum(pvals[:-1]%s) > 1.0%s", was_double ? "" : ".astype(np.float64)",
                             was_double ? "" : ". The pvals array is cast to 64-bit floating point prior to checking the sum. Precision "
                                               "changes when casting may cause problems even if the sum of the original pvals is valid.");
    }
    return true;
}

static Variant multinomial(ArrayCall *call) {
    RandomObject *random = call_random(call);
    Array *given = random ? call_array(call, 1) : NULL, *trials = given ? call_array_of(call, 0, DTYPE(INT64)) : NULL;
    Array *shares = trials ? call_contiguous(call, given, DTYPE(FLOAT64)) : NULL;
    if (!shares) return variant_absent();
    int last = shares->dimensions - 1, dimensions = 0;
    bool several = shares->dimensions > 1 || trials->dimensions > 0;
    int64_t shape[ARRAY_DIMENSIONS_MAX], count = 1;
    if (random->is_legacy && last != 0) {
        call_fail(call, last < 0 ? "TypeError" : "ValueError", last < 0 ? "pvals must be a 1-d sequence"
                  : "setting an array element with a sequence. The requested array would exceed the maximum number of dimension of 1.");
        return variant_absent();
    }
    if (random->is_legacy && trials->dimensions) {
        call_fail(call, "TypeError", "only 0-dimensional arrays can be converted to Python scalars");
        return variant_absent();
    }
    if (last < 0 || (!random->is_legacy && shares->shape[last] == 0)) {
        call_fail(call, "ValueError", "pvals must have at least 1 dimension and the last dimension of pvals must be greater than 0.");
        return variant_absent();
    }
    int64_t length = shares->shape[last], rows = length ? array_size(shares) / length : 0;
    const double *chances = (const double *)array_data(shares);
    bool was_double = given->dtype == DTYPE(FLOAT64) || call->arguments[1].kind != VARIANT_ARRAY;
    for (int64_t i = 0; i < array_size(trials); i++)
        if (call_item_integer(call, trials, i) < 0) {
            call_fail(call, "ValueError", trials->dimensions ? "n < 0 or n contains NaNs" : "n < 0");
            return variant_absent();
        }
    if (!check_shares(call, chances, rows, length, was_double)) return variant_absent();
    if (!several) {
        if (!vector_shape(call, 2, length, &dimensions, shape, &count)) return variant_absent();
    } else { /* n and the rows of pvals are broadcast together */
        memcpy(shape, shares->shape, (size_t)last * sizeof *shape);
        dimensions = last;
        if (!shape_broadcast(trials->dimensions, trials->shape, &dimensions, shape)) {
            call_fail(call, "ValueError", "shape mismatch: objects cannot be broadcast to a single shape.");
            return variant_absent();
        }
        if (!call_join_size(call, 2, true, &dimensions, shape)) return variant_absent();
        for (int i = 0; i < dimensions; i++) count *= shape[i];
        trials = call_contiguous(call, call_broadcast(call, trials, dimensions, shape), NULL);
        shape[dimensions++] = length;
        shares = call_contiguous(call, call_broadcast(call, shares, dimensions, shape), NULL);
        if (!trials || !shares) return variant_absent();
        chances = (const double *)array_data(shares);
    }
    Array *result = call_new(call, DTYPE(INT64), dimensions, shape);
    if (!result) return variant_absent();
    for (int64_t i = 0; i < count; i++) {
        draw_multinomial(random, call_item_integer(call, trials, several ? i : 0), (int64_t *)array_data(result) + i * length,
                         chances + (several ? i * length : 0), length);
        if ((i & 0xfff) == 0 && !runtime_poll(call->runtime, call->error)) return variant_absent();
    }
    return call_give(call, result);
}

#define VECTOR_DISTRIBUTION(name, legacy_parameters, parameters, text, body)                                              \
    ARRAY_FUNCTION_AT(random_legacy_##name, "random." #name, NUMPY | RANDOM_STATE, legacy_parameters, text "\n") { return body(call); } \
    ARRAY_FUNCTION_AT(generator_##name, "random.Generator." #name, MEMBER, parameters, text "\n") { return body(call); }

VECTOR_DISTRIBUTION(multinomial, "(n, pvals, size=None)", "(n, pvals, size=None)",
                    "How often each of the outcomes with probabilities pvals shows among n trials.", multinomial)

/* ---- Dirichlet ---- */

static Variant dirichlet(ArrayCall *call) {
    RandomObject *random = call_random(call);
    Array *given = random ? call_array(call, 0) : NULL;
    if (given && given->dimensions > 1) {
        call_fail(call, "ValueError", "setting an array element with a sequence. The requested array would exceed the maximum number of dimension of 1.");
        return variant_absent();
    }
    Array *alpha = given ? call_contiguous(call, call_at_least(call, given, 1), DTYPE(FLOAT64)) : NULL;
    if (!alpha) return variant_absent();
    const double *a = (const double *)array_data(alpha);
    int64_t length = alpha->shape[0], shape[ARRAY_DIMENSIONS_MAX], count;
    int dimensions;
    double most = length ? a[0] : 0;
    for (int64_t i = 0; i < length; i++) {
        if (random->is_legacy ? !(a[i] > 0) : a[i] < 0) {
            call_fail(call, "ValueError", random->is_legacy ? "alpha <= 0" : "alpha < 0");
            return variant_absent();
        }
        if (a[i] > most) most = a[i];
    }
    if (!vector_shape(call, 1, length, &dimensions, shape, &count)) return variant_absent();
    Array *result = call_new(call, DTYPE(FLOAT64), dimensions, shape), *tails = call_new(call, DTYPE(FLOAT64), 1, &length);
    if (!result || !tails) return variant_absent();
    double *tail = (double *)array_data(tails), sum = 0;
    for (int64_t i = length; i-- > 0;) tail[i] = sum += a[i];
    bool breaks_stick = !random->is_legacy && length && most < 0.1;
    for (int64_t i = 0; i < count; i++) {
        double *row = (double *)array_data(result) + i * length, rest = 1.0;
        if (!breaks_stick) {
            sum = 0;
            for (int64_t j = 0; j < length; j++) sum += row[j] = draw_gamma(random, a[j]);
            for (int64_t j = 0; j < length; j++) row[j] *= 1 / sum;
        } else {
            memset(row, 0, (size_t)length * sizeof *row);
            for (int64_t j = 0; tail[0] > 0 && j < length - 1; j++) {
                double share = random_beta(random, (const double[]){a[j], tail[j + 1]});
                row[j] = rest * share;
                rest *= 1.0 - share;
                if (tail[j + 1] == 0) break;
            }
            if (tail[0] > 0) row[length - 1] = rest;
        }
        if ((i & 0xfff) == 0 && !runtime_poll(call->runtime, call->error)) return variant_absent();
    }
    return call_give(call, result);
}
VECTOR_DISTRIBUTION(dirichlet, "(alpha, size=None)", "(alpha, size=None)", "Samples from the Dirichlet distribution: shares that sum to 1.",
                    dirichlet)

/* ---- multivariate normal ---- */

/* u, s, v of the covariance as arrays of the call. */
static bool decompose(ArrayCall *call, const char *path, const Variant *arguments, size_t count, Array **parts, size_t wanted) {
    Variant result = call_function(call, path, arguments, count);
    bool fits = result.kind == VARIANT_SEQUENCE && variant_count(result) == wanted;
    for (size_t i = 0; fits && i < wanted; i++) parts[i] = call_hold(call, array_retain(variant_items(result)[i].array));
    variant_release(&result);
    return fits;
}

/* Is the covariance what it should be? By the product of the factors, or by the signs of its eigenvalues; within tol. */
static bool is_close(ArrayCall *call, Array *rebuilt, Array *covariance) {
    double tolerance;
    if (!call_real(call, 4, &tolerance)) return false;
    Variant close = call_function(call, "allclose", (Variant[]){of_array(rebuilt), of_array(covariance), variant_float(tolerance),
                                                               variant_float(tolerance), variant_bool(false)}, 5);
    bool is_true = close.kind == VARIANT_BOOL ? close.integer != 0 : close.kind == VARIANT_SCALAR && variant_to_double(close) != 0;
    variant_release(&close);
    return is_true;
}
static bool eigenvalues_fit(ArrayCall *call, Array *values) {
    double tolerance;
    if (!call_real(call, 4, &tolerance)) return false;
    for (int64_t i = 0; i < values->shape[0]; i++)
        if (call_item(call, values, i) < -tolerance) return false;
    return true;
}

/* What check_valid wants of a covariance that is none. */
static bool check_covariance(ArrayCall *call, bool is_valid) {
    const char *check = NULL;
    if (error_is_set(call->error) || !call_string(call, 3, &check)) return false;
    if (!check || (strcmp(check, "warn") && strcmp(check, "raise") && strcmp(check, "ignore")))
        return call_fail(call, "ValueError", "check_valid must equal 'warn', 'raise', or 'ignore'");
    if (is_valid || !strcmp(check, "ignore")) return true;
    if (!strcmp(check, "raise")) return call_fail(call, "ValueError", "covariance is not symmetric positive-semidefinite.");
    return runtime_warn(call->runtime, "RuntimeWarning", call->error, "covariance is not symmetric positive-semidefinite.");
}

static Variant multivariate_normal(ArrayCall *call) {
    RandomObject *random = call_random(call);
    Array *mean = random ? call_array(call, 0) : NULL, *given = mean ? call_array(call, 1) : NULL;
    if (!given) return variant_absent();
    const char *text = mean->dimensions != 1                                            ? "mean must be 1 dimensional"
                       : given->dimensions != 2 || given->shape[0] != given->shape[1] ? "cov must be 2 dimensional and square"
                       : mean->shape[0] != given->shape[0]                            ? "mean and cov must have same length"
                                                                                      : NULL;
    if (!text && dtype_is_complex(dtype_promote(mean->dtype, given->dtype))) text = "mean and cov must not be complex";
    const char *method = "svd";
    if (!text && !random->is_legacy) {
        if (!call_string(call, 5, &method)) return variant_absent();
        if (!method || (strcmp(method, "svd") && strcmp(method, "eigh") && strcmp(method, "cholesky")))
            text = "method must be one of {'eigh', 'svd', 'cholesky'}";
    }
    if (text) {
        call_fail(call, !random->is_legacy && strstr(text, "complex") ? "TypeError" : "ValueError", "%s", text);
        return variant_absent();
    }
    Array *covariance = call_cast(call, given, DTYPE(FLOAT64)), *parts[3] = {0}, *factor;
    int64_t length = mean->shape[0], shape[ARRAY_DIMENSIONS_MAX], count;
    int dimensions;
    Array *normals = vector_shape(call, 2, length, &dimensions, shape, &count) ? call_new(call, DTYPE(FLOAT64), 2, (int64_t[]){count, length}) : NULL;
    if (!normals) return variant_absent();
    for (int64_t i = 0; i < count * length; i++) {
        ((double *)array_data(normals))[i] = draw_normal(random);
        if ((i & 0xffff) == 0 && !runtime_poll(call->runtime, call->error)) return variant_absent();
    }
    if (!strcmp(method, "cholesky")) {
        factor = call_function_array(call, "linalg.cholesky", (Variant[]){of_array(covariance), variant_bool(false)}, 2);
    } else if (!strcmp(method, "eigh")) {
        Variant lower = variant_string("L", 1);
        bool decomposed = decompose(call, "linalg.eigh", (Variant[]){of_array(covariance), lower}, 2, parts, 2);
        variant_release(&lower);
        if (!decomposed) return variant_absent();
        if (!check_covariance(call, eigenvalues_fit(call, parts[0]))) return variant_absent();
        factor = APPLY2(multiply, parts[1], APPLY1(sqrt, APPLY1(absolute, parts[0])));
    } else {
        Variant options[] = {of_array(covariance), variant_bool(true), variant_bool(true), variant_bool(false)};
        if (!decompose(call, "linalg.svd", options, 4, parts, 3)) return variant_absent();
        Array *rebuilt = call_matmul(call, APPLY2(multiply, call_transpose(call, parts[2], NULL), parts[1]), parts[2]);
        if (!check_covariance(call, is_close(call, rebuilt, covariance))) return variant_absent();
        Array *roots = APPLY1(sqrt, parts[1]);
        factor = random->is_legacy ? roots ? APPLY2(multiply, call_expand(call, roots, 1), parts[2]) : NULL
                                   : APPLY2(multiply, parts[0], roots);
    }
    Array *moved = factor ? call_matmul(call, normals, random->is_legacy ? factor : call_transpose(call, factor, NULL)) : NULL;
    moved = APPLY2(add, moved, mean);
    return call_give(call, moved ? call_reshape(call, moved, dimensions, shape) : NULL);
}
VECTOR_DISTRIBUTION(multivariate_normal, "(mean, cov, size=None, check_valid='warn', tol=1e-08)",
                    "(mean, cov, size=None, check_valid='warn', tol=1e-08, *, method='svd')",
                    "Samples of several normal numbers with a mean and a covariance matrix.", multivariate_normal)

/* ---- multivariate hypergeometric ---- */

static Array *colors_of(ArrayCall *call, int64_t *total) {
    Array *colors = call_array(call, 0);
    *total = 0;
    if (colors && colors->dimensions == 1 && !colors->shape[0]) return call_cast(call, colors, DTYPE(INT64));
    if (colors && (colors->dimensions != 1 || !dtype_is_integer(colors->dtype))) {
        call_fail(call, "ValueError", "colors must be a one-dimensional sequence of nonnegative integers not exceeding 9223372036854775807.");
        return NULL;
    }
    colors = call_contiguous(call, colors, DTYPE(INT64));
    for (int64_t i = 0; colors && i < colors->shape[0]; i++) {
        int64_t number = ((const int64_t *)array_data(colors))[i];
        if (number < 0 || __builtin_add_overflow(*total, number, total)) {
            call_fail(call, "ValueError", number < 0 ? "colors must be a one-dimensional sequence of nonnegative integers not exceeding 9223372036854775807."
                                                     : "sum(colors) must not exceed the maximum value of a 64 bit signed integer (9223372036854775807)");
            return NULL;
        }
    }
    return colors;
}

/* One after the other: how many of each colour among what is left ("marginals"). */
static void draw_marginals(RandomObject *random, const int64_t *colors, int64_t count, int64_t total, int64_t sample, int64_t *result) {
    int64_t left = total, wanted = sample > total / 2 ? total - sample : sample;
    memset(result, 0, (size_t)count * sizeof *result);
    for (int64_t j = 0; wanted > 0 && j + 1 < count; j++) {
        left -= colors[j];
        result[j] = (int64_t)random_hypergeometric(random, (const double[]){(double)colors[j], (double)left, (double)wanted});
        wanted -= result[j];
    }
    if (wanted > 0 && count) result[count - 1] = wanted;
    for (int64_t j = 0; sample > total / 2 && j < count; j++) result[j] = colors[j] - result[j];
}

/* A partial shuffle of all the things ("count"), which goes on from draw to draw. */
static bool draw_counted(ArrayCall *call, RandomObject *random, const int64_t *colors, int64_t count, int64_t total, int64_t sample,
                         Array *things, int64_t *result) {
    int64_t *thing = (int64_t *)array_data(things), drawn = sample > total / 2 ? total - sample : sample;
    memset(result, 0, (size_t)count * sizeof *result);
    for (int64_t j = 0; j < drawn; j++) {
        int64_t k = j + (int64_t)bits_masked(random->bits, (uint64_t)(total - j - 1)), swapped = thing[k];
        thing[k] = thing[j];
        thing[j] = swapped;
    }
    for (int64_t j = 0; j < drawn; j++) result[thing[j]]++;
    for (int64_t j = 0; sample > total / 2 && j < count; j++) result[j] = colors[j] - result[j];
    return runtime_poll(call->runtime, call->error);
}

ARRAY_FUNCTION_AT(generator_multivariate_hypergeometric, "random.Generator.multivariate_hypergeometric", MEMBER,
                  "(colors, nsample, size=None, method='marginals')",
                  "How many of each colour are among nsample things drawn without replacement.\n") {
    RandomObject *random = call_random(call);
    const char *method = NULL;
    int64_t total, sample, shape[ARRAY_DIMENSIONS_MAX], count;
    int dimensions;
    if (!random || !call_string(call, 3, &method)) return variant_absent();
    if (!method || (strcmp(method, "marginals") && strcmp(method, "count"))) {
        call_fail(call, "ValueError", "method must be \"count\" or \"marginals\".");
        return variant_absent();
    }
    if (!call_integer(call, 1, &sample)) return variant_absent();
    if (sample < 0) {
        call_fail(call, "ValueError", "nsample must be nonnegative.");
        return variant_absent();
    }
    Array *colors = colors_of(call, &total);
    if (!colors) return variant_absent();
    bool marginals = !strcmp(method, "marginals");
    if (marginals && total >= 1000000000) call_fail(call, "ValueError", "When method is \"marginals\", sum(colors) must be less than 1000000000.");
    if (!error_is_set(call->error) && sample > total) call_fail(call, "ValueError", "nsample > sum(colors)");
    if (error_is_set(call->error) || !vector_shape(call, 2, colors->shape[0], &dimensions, shape, &count)) return variant_absent();
    Array *result = call_new(call, DTYPE(INT64), dimensions, shape), *things = marginals ? NULL : call_new(call, DTYPE(INT64), 1, &total);
    if (!result || (!marginals && !things)) return variant_absent();
    for (int64_t j = 0, at = 0; !marginals && j < colors->shape[0]; j++)
        for (int64_t k = 0; k < ((const int64_t *)array_data(colors))[j]; k++) ((int64_t *)array_data(things))[at++] = j;
    for (int64_t i = 0; i < count; i++) {
        int64_t *row = (int64_t *)array_data(result) + i * colors->shape[0];
        if (marginals) draw_marginals(random, (const int64_t *)array_data(colors), colors->shape[0], total, sample, row);
        else if (!draw_counted(call, random, (const int64_t *)array_data(colors), colors->shape[0], total, sample, things, row)) return variant_absent();
    }
    return call_give(call, result);
}

/* ---- bytes, old names ---- */

static Variant draw_bytes(ArrayCall *call) {
    RandomObject *random = call_random(call);
    int64_t length;
    if (!random || !call_integer(call, 0, &length)) return variant_absent();
    if (length < 0) {
        call_fail(call, "ValueError", "negative dimensions are not allowed");
        return variant_absent();
    }
    Array *words = call_new(call, DTYPE(UINT32), 1, (int64_t[]){length ? (length - 1) / 4 + 1 : 1}); /* NumPy draws a word for none, too */
    int64_t count = words ? words->shape[0] : 0;
    for (int64_t i = 0; i < count; i++) ((uint32_t *)array_data(words))[i] = bits_next32(random->bits);
    return words ? variant_bytes(array_data(words), (size_t)length) : variant_absent();
}
VECTOR_DISTRIBUTION(bytes, "(length)", "(length)", "Random bytes.", draw_bytes)

ARRAY_FUNCTION_AT(random_random_integers, "random.random_integers", NUMPY | RANDOM_STATE, "(low, high=None, size=None)",
                  "Random integers from low to high, both included. Deprecated: randint(low, high + 1).\n") {
    RandomObject *random = call_random(call);
    int64_t low, high;
    if (!random || !call_integer(call, 0, &low)) return variant_absent();
    bool is_interval = call_is_given(call, 1);
    if (is_interval && !call_integer(call, 1, &high)) return variant_absent();
    bool warned = is_interval ? runtime_warn(call->runtime, "DeprecationWarning", call->error,
                                             "This function is deprecated. Please call randint(%lld, %lld + 1) instead", (long long)low, (long long)high)
                              : runtime_warn(call->runtime, "DeprecationWarning", call->error,
                                             "This function is deprecated. Please call randint(1, %lld + 1) instead", (long long)low);
    if (!warned) return variant_absent();
    Variant bounds[] = {variant_integer(is_interval ? low : 1), variant_integer(is_interval ? high : low), call->arguments[2],
                        variant_dtype(DTYPE(INT64))};
    ArrayCall inner = call_inner_begin(call, bounds, 4);
    Variant result = call_random_integers(&inner, random, 0, 1, 2, DTYPE(INT64), true);
    if (result.kind == VARIANT_INTEGER) result = variant_scalar_integer(result.integer);
    call_inner_end(call, &inner);
    return result;
}

ARRAY_FUNCTION_AT(random_tomaxint, "random.RandomState.tomaxint", MEMBER, "(size=None)", "Random integers from 0 to the largest.\n") {
    RandomObject *random = call_random(call);
    int dimensions = 0;
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    if (!call_is_given(call, 0)) return variant_integer((int64_t)(bits_next64(random->bits) >> 1));
    if (!call_shape(call, 0, &dimensions, shape)) return variant_absent();
    Array *numbers = call_new(call, DTYPE(INT64), dimensions, shape);
    int64_t count = numbers ? array_size(numbers) : 0;
    for (int64_t i = 0; i < count; i++) ((int64_t *)array_data(numbers))[i] = (int64_t)(bits_next64(random->bits) >> 1);
    return call_give(call, numbers);
}

/* Two elements of any width. */
static void swap_bytes(char *one, char *two, size_t size) {
    char held[16];
    for (size_t part; size && one != two; size -= part, one += part, two += part) {
        part = size < sizeof held ? size : sizeof held;
        memcpy(held, one, part);
        memcpy(one, two, part);
        memcpy(two, held, part);
    }
}

ARRAY_FUNCTION_AT(generator_permuted, "random.Generator.permuted", MEMBER, "(x, *, axis=None, out=None)",
                  "The elements shuffled along an axis, each line for itself; along none: all of them.\n") {
    RandomObject *random = call_random(call);
    Array *array = call_array(call, 0);
    int axis = 0;
    if (!array || !call_axis(call, 1, array->dimensions, &axis)) return variant_absent();
    Variant out = call->arguments[2];
    if (call_is_given(call, 2)) {
        bool is_array = out.kind == VARIANT_ARRAY;
        if (!is_array) call_fail(call, "TypeError", "out must be a numpy array");
        else if (out.array->dimensions != array->dimensions || memcmp(out.array->shape, array->shape, (size_t)array->dimensions * sizeof *array->shape))
            call_fail(call, "ValueError", "out must have the same shape as x");
        else if (!dtype_can_cast(array->dtype, out.array->dtype, CASTING_SAFE))
            call_fail(call, "TypeError", "Cannot cast array data from dtype(%s) to dtype(%s) according to the rule 'safe'", array->dtype->shown,
                      out.array->dtype->shown);
        if (error_is_set(call->error)) return variant_absent();
    }
    Array *flat = call_is_given(call, 1) ? call_move_axis(call, array, axis, array->dimensions - 1) : array;
    Array *lines = call_copy(call, flat, 'C');
    if (!lines) return variant_absent();
    int64_t size = array_size(lines), length = call_is_given(call, 1) ? lines->shape[lines->dimensions - 1] : size;
    size_t item = lines->dtype->item_size;
    for (int64_t line = 0; length && line < size / length; line++) {
        char *first = array_data(lines) + (size_t)(line * length) * item;
        for (int64_t i = length - 1; i >= 1; i--) {
            int64_t j = (int64_t)bits_masked(random->bits, (uint64_t)i);
            swap_bytes(first + (size_t)i * item, first + (size_t)j * item, item);
        }
    }
    if (call_is_given(call, 1)) lines = call_move_axis(call, lines, lines->dimensions - 1, axis);
    return call_give_out(call, lines && !call_is_given(call, 2) ? call_copy(call, lines, 'C') : lines, 2);
}
