/* Generator's methods: ziggurats and Lemire's bounded integers. */
#include "arraylib/array.h"
#include "arraylib/functions/compose.h"
#include "arraylib/functions/random/distributions.h"

#include <math.h>
#include <string.h>

ARRAY_FAMILY(random_generator);

/* ---- distributions ---- */

#define X(name_, parameters_, count_, whole_, what_)                                                                \
    ARRAY_FUNCTION_AT(generator_##name_, "random.Generator." #name_, MEMBER, "(" parameters_ ", size=None)", \
                      what_ "\n") {                                                                                 \
        if (!random_check(call, #name_)) return variant_absent();                                                   \
        return (whole_ ? call_draw_integers : call_draw)(call, random_##name_, 0, count_, count_);                  \
    }
RANDOM_DISTRIBUTIONS(X)
#undef X

static double float_unit(RandomObject *random, const double *p) {
    (void)p;
    return (double)bits_float(random->bits);
}

static double float_normal(RandomObject *random, const double *p) {
    (void)p;
    return (double)bits_normal32(random->bits);
}

static double float_exponential(RandomObject *random, const double *p) {
    (void)p;
    return (double)bits_exponential32(random->bits);
}

static double float_gamma(RandomObject *random, const double *p) { return (double)draw_gamma32(random, (float)p[0]); }

/* The call with the extents of `out` (argument out_index) for its size (argument size_index), when that is given. */
static bool size_of_out(ArrayCall *call, size_t size_index, size_t out_index, const Dtype *dtype, Variant *size) {
    Variant out = call->arguments[out_index];
    int dimensions = 0;
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    *size = variant_copy(call->arguments[size_index]);
    if (!call_is_given(call, out_index)) return true;
    if (out.kind != VARIANT_ARRAY) return call_fail(call, "TypeError", "Cannot convert %s to numpy.ndarray", variant_type_name(out));
    const Array *array = out.array;
    if (!array_is_c_contiguous(array) && !array_is_f_contiguous(array))
        return call_fail(call, "ValueError", "Supplied output array must be contiguous, writable, aligned, and in machine byte-order.");
    if (array->dtype != dtype)
        return call_fail(call, "TypeError", "Supplied output array has the wrong type. Expected %s, got %s", dtype->name, array->dtype->name);
    if (call_is_given(call, size_index)) {
        if (!call_shape(call, size_index, &dimensions, shape)) return false;
        if (dimensions != array->dimensions || memcmp(shape, array->shape, (size_t)dimensions * sizeof *shape))
            return call_fail(call, "ValueError", "size must match out.shape when used together");
    }
    variant_release(size);
    *size = variant_list((size_t)array->dimensions, true);
    if (size->kind != VARIANT_SEQUENCE) return false;
    for (int i = 0; i < array->dimensions; i++) variant_items(*size)[i] = variant_integer(array->shape[i]);
    return true;
}

/* float64, or float32 with draws of its own (`narrow`, NULL where there are none); into `out` when that is given. The
 * parameters come before size and dtype. */
static Variant draw_of_type(ArrayCall *call, RandomDraw1 *wide, RandomDraw1 *narrow, size_t parameters, size_t out_index) {
    const Dtype *dtype = DTYPE(FLOAT64);
    if (!call_dtype(call, parameters + 1, &dtype)) return variant_absent();
    if (dtype != DTYPE(FLOAT64) && (dtype != DTYPE(FLOAT32) || !narrow)) {
        call_fail(call, "TypeError", "Unsupported dtype dtype(%s) for %s", dtype->shown, strrchr(call->function->path, '.') + 1);
        return variant_absent();
    }
    Variant arguments[2] = {call->arguments[0]}, drawn = variant_absent();
    if (size_of_out(call, parameters, out_index, dtype, &arguments[parameters])) {
        ArrayCall inner = call_inner_begin(call, arguments, parameters + 1);
        drawn = call_draw(&inner, dtype == DTYPE(FLOAT64) ? wide : narrow, 0, parameters, parameters);
        call_inner_end(call, &inner);
    }
    variant_release(&arguments[parameters]);
    if (drawn.kind != VARIANT_ARRAY) return drawn;
    return call_give_out(call, call_cast(call, call_hold(call, drawn.array), dtype), out_index);
}

ARRAY_FUNCTION_AT(generator_random, "random.Generator.random", MEMBER, "(size=None, dtype=float, out=None)",
                  "Numbers from 0 on and below 1, all alike probable.\n") {
    return draw_of_type(call, random_unit, float_unit, 0, 2);
}

ARRAY_FUNCTION_AT(generator_standard_normal, "random.Generator.standard_normal", MEMBER,
                  "(size=None, dtype=float, out=None)", "Samples of mean 0 and deviation 1.\n") {
    return draw_of_type(call, random_standard_normal, float_normal, 0, 2);
}

static double inverse_exponential(RandomObject *random, const double *p) {
    (void)p;
    return -log1p(-bits_double(random->bits));
}

static double inverse_float_exponential(RandomObject *random, const double *p) {
    (void)p;
    return -log1p(-(double)bits_float(random->bits));
}

ARRAY_FUNCTION_AT(generator_standard_exponential, "random.Generator.standard_exponential", MEMBER,
                  "(size=None, dtype=float, method='zig', out=None)",
                  "Samples from the exponential distribution of scale 1, by ziggurat or ('inv') by inversion.\n") {
    const char *method = NULL;
    if (!call_string(call, 2, &method)) return variant_absent();
    bool inverts = method && !strcmp(method, "inv");
    return draw_of_type(call, inverts ? inverse_exponential : random_standard_exponential, inverts ? inverse_float_exponential : float_exponential, 0, 3);
}

ARRAY_FUNCTION_AT(generator_standard_gamma, "random.Generator.standard_gamma", MEMBER, "(shape, size=None, dtype=float, out=None)",
                  "Samples from a gamma distribution of scale 1.\n") {
    if (!random_check(call, "standard_gamma")) return variant_absent();
    return draw_of_type(call, random_standard_gamma, float_gamma, 1, 3);
}

ARRAY_FUNCTION_AT(generator_standard_cauchy, "random.Generator.standard_cauchy", MEMBER, "(size=None)",
                  "Samples from a Cauchy distribution of mode 0.\n") {
    return call_draw(call, random_standard_cauchy, 0, 0, 0);
}

/* ---- whole numbers and orders ---- */

ARRAY_FUNCTION_AT(generator_integers, "random.Generator.integers", MEMBER,
                  "(low, high=None, size=None, dtype=int, endpoint=False)",
                  "Whole numbers, all alike probable: low and what is below high, or high as well with endpoint=True.\n") {
    const Dtype *dtype = DTYPE(INT64);
    bool closed;
    if (!call_dtype(call, 3, &dtype) || !call_truth(call, 4, &closed)) return variant_absent();
    return call_random_integers(call, (RandomObject *)call->self, 0, 1, 2, dtype, closed);
}

ARRAY_FUNCTION_AT(generator_choice, "random.Generator.choice", MEMBER,
                  "(a, size=None, replace=True, p=None, axis=0, shuffle=True)",
                  "A random sample of an array along an axis, or of arange(a).\n") {
    int64_t axis;
    bool shuffles;
    if (!call_integer(call, 4, &axis) || !call_truth(call, 5, &shuffles)) return variant_absent();
    return call_choice(call, (RandomObject *)call->self, (int)axis, shuffles);
}

ARRAY_FUNCTION_AT(generator_permutation, "random.Generator.permutation", MEMBER, "(x, axis=0)",
                  "A shuffled range, or a copy of an array shuffled along an axis.\n") {
    RandomObject *random = (RandomObject *)call->self;
    if (variant_is_integral(call->arguments[0])) {
        int64_t count = variant_to_integer(call->arguments[0]);
        return call_give(call, call_shuffled(call, random, count < 0 ? 0 : count, 1, true));
    }
    Array *array = call_array(call, 0);
    int axis = 0;
    if (!array || !call_axis(call, 1, array->dimensions, &axis)) return variant_absent();
    Array *order = call_shuffled(call, random, array->shape[axis], 1, true);
    int turned[ARRAY_DIMENSIONS_MAX] = {axis}, back[ARRAY_DIMENSIONS_MAX];
    for (int i = 1; i < array->dimensions; i++) turned[i] = i <= axis ? i - 1 : i;
    for (int i = 0; i < array->dimensions; i++) back[turned[i]] = i;
    array = order ? call_transpose(call, array, turned) : NULL;
    Variant picked = array ? array_pick(call->runtime, array, of_array(order), false, call->error) : variant_absent();
    if (!axis || picked.kind != VARIANT_ARRAY) return picked;
    return call_give(call, call_transpose(call, call_hold(call, picked.array), back));
}

ARRAY_FUNCTION_AT(generator_shuffle, "random.Generator.shuffle", MEMBER, "(x, axis=0)",
                  "Shuffle an array in place along an axis.\n",
                  .traits = SHUFFLES_ITEMS) {
    RandomObject *random = (RandomObject *)call->self;
    int axis = 0;
    if (call->arguments[0].kind == VARIANT_SEQUENCE) {
        call_fail(call, "TypeError", "'tuple' object does not support item assignment");
        return variant_absent();
    }
    if (call->arguments[0].kind != VARIANT_ARRAY) {
        call_fail(call, "TypeError", "object of type '%s%s' has no len()", call->arguments[0].kind == VARIANT_SCALAR ? "numpy." : "",
                  variant_type_name(call->arguments[0]));
        return variant_absent();
    }
    if (!call_axis(call, 1, call->arguments[0].array->dimensions, &axis)) return variant_absent();
    return call_shuffle(call, random, call->arguments[0].array, axis) ? variant_none() : variant_absent();
}
