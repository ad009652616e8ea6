/* cupy.random: cuRAND's XORWOW, drawn and shaped as CuPy's RandomState does, so that a seed gives the same arrays here,
 * under CuPy, on a GPU and on an emulated device. */
#include "arraylib/array.h"
#include "arraylib/functions/compose.h"
#include "arraylib/functions/random/bits.h"
#include "arraylib/functions/random/random.h"

#include <stdlib.h>
#include <string.h>

ARRAY_FAMILY(random_cupy);

/* ---- the stream ---- */

static void start(Device *device) {
    const char *text = getenv("CUPY_SEED");
    uint32_t words[4];
    if (device->random.seeded) return;
    if (text && *text) {
        device->random.seed = strtoull(text, NULL, 10);
    } else {
        entropy_from_system(words);
        device->random.seed = (uint64_t)words[1] << 32 | words[0];
    }
    device->random.element = device->random.seed;
    device->random.offset = 0;
    device->random.seeded = true;
}

/* `count` draws into a new one-dimensional array. */
static Array *draw(ArrayCall *call, RandomDraw kind, int64_t count, double mean, double deviation) {
    bool is_wide = kind == DRAW_UNIFORM64 || kind == DRAW_NORMAL64;
    const Dtype *dtype = kind == DRAW_BITS32 ? DTYPE(UINT32) : is_wide ? DTYPE(FLOAT64) : DTYPE(FLOAT32);
    Device *device = call->device;
    start(device);
    Array *output = call_new(call, dtype, 1, &count);
    if (!output) return NULL;
    RandomTask task = {kind, device->random.seed, device->random.offset, count, array_data(output), mean, deviation, device->random.stream};
    if (!device->operations->random(device, &task, call->error)) return NULL;
    device->random.offset += (uint64_t)count * (is_wide ? 2 : 1);
    return output;
}

typedef struct Extents {
    int dimensions;
    int64_t shape[ARRAY_DIMENSIONS_MAX], count;
} Extents;

static bool extents_of(ArrayCall *call, size_t index, Extents *extents) {
    extents->dimensions = 0;
    extents->count = 1;
    if (call_is_given(call, index) && !call_shape(call, index, &extents->dimensions, extents->shape)) return false;
    for (int i = 0; i < extents->dimensions; i++)
        if (extents->shape[i] < 0) return call_fail(call, "ValueError", "Negative dimensions are not allowed");
    return shape_size(extents->dimensions, extents->shape, 8, &extents->count, call->error);
}

/* rand(2, 3): no arguments give a single number. */
static bool extents_of_arguments(ArrayCall *call, size_t index, Extents *extents) {
    Variant list = call->arguments[index];
    extents->dimensions = 0;
    extents->count = 1;
    if (list.kind != VARIANT_SEQUENCE || list.list->count == 0) return true;
    return extents_of(call, index, extents);
}

static bool float_type(ArrayCall *call, size_t index, bool *is_double) {
    const Dtype *dtype = DTYPE(FLOAT64);
    if (!call_dtype(call, index, &dtype)) return false;
    *is_double = dtype == DTYPE(FLOAT64);
    if (*is_double || dtype == DTYPE(FLOAT32)) return true;
    return call_fail(call, "TypeError", "cupy.random only supports float32 and float64");
}

static Array *uniform(ArrayCall *call, const Extents *extents, bool is_double) {
    Array *drawn = draw(call, is_double ? DRAW_UNIFORM64 : DRAW_UNIFORM32, extents->count, 0, 1);
    if (!drawn) return NULL;
    Array *is_one = APPLY2_NUMBER(equal, drawn, variant_float(1)); /* (0, 1] becomes [0, 1) */
    drawn = call_where(call, is_one, variant_float(0), of_array(drawn));
    return drawn ? call_reshape(call, drawn, extents->dimensions, extents->shape) : NULL;
}

static Array *normal(ArrayCall *call, const Extents *extents, bool is_double, double mean, double deviation) {
    int64_t even = extents->count + (extents->count & 1);
    Array *drawn = draw(call, is_double ? DRAW_NORMAL64 : DRAW_NORMAL32, even, (double)(float)mean, (double)(float)deviation);
    if (drawn && even != extents->count) drawn = call_copy(call, call_slice(call, drawn, 0, 0, extents->count, 1), 'C');
    return drawn ? call_reshape(call, drawn, extents->dimensions, extents->shape) : NULL;
}

ARRAY_FUNCTION_AT(cupy_random_seed, "random._seed", CUPY, "(seed=None)",
                  "Start the current device's stream anew; None takes a seed from the system.\n") {
    Device *device = call->device;
    Entropy entropy = {0};
    bool read = call_entropy(call, 0, &entropy);
    uint64_t low = entropy.count ? entropy.words[0] : 0, high = entropy.count > 1 ? entropy.words[1] : 0;
    entropy_release(&entropy);
    if (!read) return variant_absent();
    device->random.seed = high << 32 | low;
    device->random.element = device->random.seed;
    device->random.offset = 0;
    device->random.seeded = true;
    return variant_none();
}

/* ---- the stream itself, for what is written in Python ---- */

static Variant unsigned_number(uint64_t number) {
    return number <= INT64_MAX ? variant_integer((int64_t)number)
                               : (Variant){.kind = VARIANT_UNSIGNED, .unsigned_integer = number};
}

ARRAY_FUNCTION_AT(cupy_take_seed, "random._take_seed", CUPY, "(count)",
                  "What seeds the next `count` elements; the stream moves on by as many.\n") {
    int64_t count;
    if (!call_integer(call, 0, &count)) return variant_absent();
    start(call->device);
    uint64_t seed = call->device->random.element;
    unsigned __int128 next = (unsigned __int128)seed + (uint64_t)count;
    call->device->random.element = (uint64_t)(next % UINT64_MAX);
    return unsigned_number(seed);
}

ARRAY_FUNCTION_AT(cupy_stream, "random._stream", CUPY, "()",
                  "Where the current device's stream is: seed, offset, the next element's seed, the stream's number.\n") {
    start(call->device);
    Variant state = variant_list(4, true);
    if (state.kind != VARIANT_SEQUENCE) return state;
    variant_items(state)[0] = unsigned_number(call->device->random.seed);
    variant_items(state)[1] = unsigned_number(call->device->random.offset);
    variant_items(state)[2] = unsigned_number(call->device->random.element);
    variant_items(state)[3] = variant_integer(call->device->random.stream);
    return state;
}

static bool unsigned_argument(ArrayCall *call, size_t index, uint64_t *number) {
    Variant given = call->arguments[index];
    int64_t plain;
    if (given.kind == VARIANT_UNSIGNED) return *number = given.unsigned_integer, true;
    if (!call_integer(call, index, &plain)) return false;
    return *number = (uint64_t)plain, true;
}

ARRAY_FUNCTION_AT(cupy_set_stream, "random._set_stream", CUPY,
                  "(seed, offset, element, stream)", "Go to a place in a stream.\n") {
    uint64_t seed, offset, element;
    int64_t stream;
    if (!unsigned_argument(call, 0, &seed) || !unsigned_argument(call, 1, &offset) ||
        !unsigned_argument(call, 2, &element) || !call_integer(call, 3, &stream))
        return variant_absent();
    if (stream < 0 || stream > INT32_MAX) {
        call_fail(call, "ValueError", "no such stream");
        return variant_absent();
    }
    call->device->random.stream = (int)stream;
    call->device->random.seed = seed;
    call->device->random.offset = offset;
    call->device->random.element = element;
    call->device->random.seeded = true;
    return variant_none();
}

ARRAY_FUNCTION_AT(cupy_forget_stream, "random._forget_stream", CUPY, "()", "The next draw begins a new stream.\n") {
    call->device->random.seeded = false;
    return variant_none();
}

ARRAY_FUNCTION_AT(cupy_random_bits, "random._bits", CUPY, "(size)", "Words of 32 bits.\n") {
    Extents extents;
    if (!extents_of(call, 0, &extents)) return variant_absent();
    Array *drawn = draw(call, DRAW_BITS32, extents.count, 0, 1);
    return call_give(call, drawn ? call_reshape(call, drawn, extents.dimensions, extents.shape) : NULL);
}

ARRAY_FUNCTION_AT(cupy_random_raw, "random._raw", CUPY, "(size, dtype=float)", "Floats in (0, 1], as cuRAND draws them.\n") {
    Extents extents;
    bool is_double;
    if (!extents_of(call, 0, &extents) || !float_type(call, 1, &is_double)) return variant_absent();
    Array *drawn = draw(call, is_double ? DRAW_UNIFORM64 : DRAW_UNIFORM32, extents.count, 0, 1);
    return call_give(call, drawn ? call_reshape(call, drawn, extents.dimensions, extents.shape) : NULL);
}

/* ---- floats ---- */

#define UNIT(name_)                                                                                                  \
    ARRAY_FUNCTION_AT(cupy_##name_, "random." #name_, CUPY, "(size=None, dtype=float)",                              \
                      "Random floats in the half-open interval [0, 1).\n") {                                         \
        Extents extents;                                                                                             \
        bool is_double;                                                                                              \
        if (!extents_of(call, 0, &extents) || !float_type(call, 1, &is_double)) return variant_absent();             \
        return call_give(call, uniform(call, &extents, is_double));                                                  \
    }
UNIT(random_sample)
UNIT(random)
UNIT(ranf)
UNIT(sample)

ARRAY_FUNCTION_AT(cupy_rand, "random.rand", CUPY, "(*size, dtype=float)",
                  "Random floats in [0, 1) of the shape that the arguments give.\n") {
    Extents extents;
    bool is_double;
    if (!extents_of_arguments(call, 0, &extents) || !float_type(call, 1, &is_double)) return variant_absent();
    return call_give(call, uniform(call, &extents, is_double));
}

ARRAY_FUNCTION_AT(cupy_randn, "random.randn", CUPY, "(*size, dtype=float)",
                  "Samples of the standard normal distribution, of the shape that the arguments give.\n") {
    Extents extents;
    bool is_double;
    if (!extents_of_arguments(call, 0, &extents) || !float_type(call, 1, &is_double)) return variant_absent();
    return call_give(call, normal(call, &extents, is_double, 0, 1));
}

ARRAY_FUNCTION_AT(cupy_standard_normal, "random.standard_normal", CUPY, "(size=None, dtype=float)",
                  "Samples of mean 0 and deviation 1.\n") {
    Extents extents;
    bool is_double;
    if (!extents_of(call, 0, &extents) || !float_type(call, 1, &is_double)) return variant_absent();
    return call_give(call, normal(call, &extents, is_double, 0, 1));
}

/* Without a size: the shape that two parameters have together. */
static bool extents_of_parameters(ArrayCall *call, size_t size, const Array *first, const Array *second, Extents *extents) {
    if (call_is_given(call, size)) return true;
    shape_broadcast(first->dimensions, first->shape, &extents->dimensions, extents->shape);
    if (!shape_broadcast(second->dimensions, second->shape, &extents->dimensions, extents->shape))
        return call_fail(call, "ValueError", "shape mismatch: objects cannot be broadcast to a single shape");
    for (int i = 0; i < extents->dimensions; i++)
        if (extents->shape[i] < 0) return call_fail(call, "ValueError", "Negative dimensions are not allowed");
    return shape_size(extents->dimensions, extents->shape, 8, &extents->count, call->error);
}

ARRAY_FUNCTION_AT(cupy_normal, "random.normal", CUPY, "(loc=0.0, scale=1.0, size=None, dtype=float)",
                  "Samples from a normal distribution of mean loc and deviation scale.\n") {
    Extents extents;
    bool is_double;
    double mean, deviation;
    if (!extents_of(call, 2, &extents) || !float_type(call, 3, &is_double)) return variant_absent();
    bool plain = variant_is_number(call->arguments[0]) && variant_is_number(call->arguments[1]);
    if (plain) {
        if (!call_real(call, 0, &mean) || !call_real(call, 1, &deviation)) return variant_absent();
        return call_give(call, normal(call, &extents, is_double, mean, deviation));
    }
    const Dtype *dtype = is_double ? DTYPE(FLOAT64) : DTYPE(FLOAT32);
    Array *means = call_array_of(call, 0, dtype), *deviations = call_array_of(call, 1, dtype);
    if (!means || !deviations) return variant_absent();
    if (!extents_of_parameters(call, 2, means, deviations, &extents)) return variant_absent();
    Array *drawn = normal(call, &extents, is_double, 0, 1);
    Array *scaled = drawn ? APPLY2(multiply, drawn, deviations) : NULL;
    return call_give(call, scaled ? APPLY2(add, scaled, means) : NULL);
}

ARRAY_FUNCTION_AT(cupy_uniform, "random.uniform", CUPY, "(low=0.0, high=1.0, size=None, dtype=float)",
                  "Samples from the half-open interval [low, high).\n") {
    Extents extents;
    bool is_double;
    double low, high;
    if (!extents_of(call, 2, &extents) || !float_type(call, 3, &is_double)) return variant_absent();
    if (variant_is_number(call->arguments[0]) && variant_is_number(call->arguments[1])) {
        if (!call_real(call, 0, &low) || !call_real(call, 1, &high)) return variant_absent();
        Array *drawn = uniform(call, &extents, is_double);
        Array *scaled = drawn ? APPLY2_NUMBER(multiply, drawn, variant_float(high - low)) : NULL;
        return call_give(call, scaled ? APPLY2_NUMBER(add, scaled, variant_float(low)) : NULL);
    }
    const Dtype *dtype = is_double ? DTYPE(FLOAT64) : DTYPE(FLOAT32);
    Array *lows = call_array_of(call, 0, dtype), *highs = call_array_of(call, 1, dtype);
    if (!lows || !highs || !extents_of_parameters(call, 2, lows, highs, &extents)) return variant_absent();
    Array *drawn = uniform(call, &extents, is_double);
    Array *scaled = drawn ? APPLY2(multiply, drawn, APPLY2(subtract, highs, lows)) : NULL;
    return call_give(call, scaled ? APPLY2(add, scaled, lows) : NULL);
}

/* ---- whole numbers ---- */

/* Whole numbers in [0, largest] as uint32 or uint64: masked where the range is a power of two; else draws above the last
 * whole multiple of the range are drawn again, at least 1,024 at a time. */
static Array *bits_of(ArrayCall *call, int64_t count, bool is_wide) {
    Array *words = draw(call, DRAW_BITS32, is_wide ? 2 * count : count, 0, 1);
    if (!words || !is_wide) return words;
    return call_hold(call, array_view_as(words, DTYPE(UINT64), call->error));
}

static Array *interval(ArrayCall *call, int64_t count, uint64_t largest) {
    bool is_wide = largest > UINT32_MAX;
    const Dtype *dtype = is_wide ? DTYPE(UINT64) : DTYPE(UINT32);
    if (largest == 0) return call_filled(call, dtype, 1, &count, variant_integer(0));
    Array *drawn = bits_of(call, count, is_wide);
    if (!drawn) return NULL;
    if ((largest & (largest + 1)) == 0) return APPLY2_NUMBER(bitwise_and, drawn, unsigned_number(largest));
    uint64_t top = is_wide ? UINT64_MAX : UINT32_MAX, range = largest + 1, limit = top - (top % range + 1) % range;
    for (;;) {
        Array *bad = APPLY2_NUMBER(greater, drawn, unsigned_number(limit));
        int64_t missing = bad ? call_count_nonzero(call, bad) : -1;
        if (missing < 0) return NULL;
        if (missing == 0) break;
        int64_t more = 2 * missing > 1024 ? 2 * missing : 1024;
        Array *again = bits_of(call, more, is_wide);
        Array *good = again ? APPLY2_NUMBER(less_equal, again, unsigned_number(limit)) : NULL;
        Array *fresh = good ? call_mask(call, again, good) : NULL;
        if (!fresh) return NULL;
        if (array_size(fresh) < missing) continue;
        fresh = call_slice(call, fresh, 0, 0, missing, 1);
        if (!fresh || !call_set(call, drawn, of_array(bad), of_array(fresh))) return NULL;
    }
    return APPLY2_NUMBER(remainder, drawn, unsigned_number(range));
}

static bool integer_range(ArrayCall *call, int64_t *low, uint64_t *largest) {
    int64_t high;
    if (call_is_given(call, 1)) {
        if (!call_integer(call, 0, low) || !call_integer(call, 1, &high)) return false;
    } else {
        *low = 0;
        if (!call_integer(call, 0, &high)) return false;
    }
    if (*low >= high) return call_fail(call, "ValueError", "low >= high");
    *largest = (uint64_t)high - (uint64_t)*low - 1;
    return true;
}

/* Do low and low + largest lie in the type's range? */
static bool fits_type(ArrayCall *call, int64_t low, uint64_t largest, const Dtype *dtype) {
    int bits = 8 * dtype->item_size;
    if (dtype->kind != 'i' && dtype->kind != 'u') return true;
    bool is_signed = dtype->kind == 'i';
    __int128 least = is_signed ? -((__int128)1 << (bits - 1)) : 0, most = ((__int128)1 << (bits - is_signed)) - 1;
    if (low < least) return call_fail(call, "ValueError", "low is out of bounds for %s", dtype->name);
    if ((__int128)low + (__int128)largest > most) return call_fail(call, "ValueError", "high is out of bounds for %s", dtype->name);
    return true;
}

ARRAY_FUNCTION_AT(cupy_randint, "random._randint", CUPY, "(low, high=None, size=None, dtype=int)",
                  "Whole numbers, all alike probable: low and what is below high, or from 0 to below low when there is no high.\n") {
    const Dtype *dtype = DTYPE(INT64);
    Extents extents;
    int64_t low;
    uint64_t largest = 0;
    if (!integer_range(call, &low, &largest) || !extents_of(call, 2, &extents) || !call_dtype(call, 3, &dtype))
        return variant_absent();
    if (!fits_type(call, low, largest, dtype)) return variant_absent();
    Array *drawn = interval(call, extents.count, largest);
    Array *typed = drawn ? call_cast(call, drawn, dtype) : NULL;
    Array *moved = typed ? APPLY2_NUMBER(add, typed, variant_integer(low)) : NULL;
    return call_give(call, moved ? call_reshape(call, moved, extents.dimensions, extents.shape) : NULL);
}

/* ---- orders ---- */

static Array *shuffled_range(ArrayCall *call, int64_t count) {
    Array *words = draw(call, DRAW_BITS32, count, 0, 1);
    Array *keys = words ? call_hold(call, array_view_as(words, DTYPE(INT32), call->error)) : NULL;
    return keys ? call_argsort(call, keys, 0) : NULL;
}

ARRAY_FUNCTION_AT(cupy_permutation, "random.permutation", CUPY, "(a)",
                  "A shuffled range, or a shuffled copy of an array along its first axis.\n") {
    if (variant_is_integral(call->arguments[0])) return call_give(call, shuffled_range(call, variant_to_integer(call->arguments[0])));
    Array *array = call_array(call, 0);
    if (!array) return variant_absent();
    if (array->dimensions == 0) {
        call_fail(call, "TypeError", "An array whose ndim is 0 is not supported");
        return variant_absent();
    }
    Array *order = shuffled_range(call, array->shape[0]);
    return call_give(call, order ? call_take(call, array, order, 0) : NULL);
}

ARRAY_FUNCTION_AT(cupy_shuffle, "random.shuffle", CUPY, "(a)", "Shuffle an array in place along its first axis.\n",
                  .traits = SHUFFLES_ITEMS) {
    Array *array = call_array(call, 0);
    if (!array) return variant_absent();
    if (array->dimensions == 0) {
        call_fail(call, "TypeError", "An array whose ndim is 0 is not supported");
        return variant_absent();
    }
    Array *order = shuffled_range(call, array->shape[0]);
    Array *mixed = order ? call_take(call, array, order, 0) : NULL;
    return mixed && call_assign(call, array, mixed) ? variant_none() : variant_absent();
}

ARRAY_FUNCTION_AT(cupy_choice, "random._choice", CUPY, "(a, size=None, replace=True)",
                  "A random sample of a one-dimensional array, or of arange(a).\n") {
    bool is_count = variant_is_integral(call->arguments[0]), replaces;
    Array *items = is_count ? NULL : call_array(call, 0), *indexes;
    Extents extents;
    if ((!is_count && !items) || !call_truth(call, 2, &replaces) || !extents_of(call, 1, &extents)) return variant_absent();
    if (items && items->dimensions != 1) {
        call_fail(call, "ValueError", "a must be 1-dimensional or an integer");
        return variant_absent();
    }
    int64_t population = items ? items->shape[0] : variant_to_integer(call->arguments[0]);
    if (population <= 0) {
        call_fail(call, "ValueError", items ? "a must be non-empty" : "a must be greater than or equal to 0");
        return variant_absent();
    }
    if (!replaces && extents.count > population) {
        call_fail(call, "ValueError", "Cannot take a larger sample than population when 'replace=False'");
        return variant_absent();
    }
    if (replaces) {
        indexes = interval(call, extents.count, (uint64_t)population - 1);
        indexes = indexes ? call_cast(call, indexes, DTYPE(INT64)) : NULL;
    } else {
        indexes = shuffled_range(call, population);
        indexes = indexes ? call_slice(call, indexes, 0, 0, extents.count, 1) : NULL;
    }
    indexes = indexes ? call_reshape(call, indexes, extents.dimensions, extents.shape) : NULL;
    return call_give(call, indexes && items ? call_take(call, items, indexes, 0) : indexes);
}
