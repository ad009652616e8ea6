/* np.random's functions and RandomState: Mersenne Twister and the distributions of old, stream for stream. */
#include "arraylib/array.h"
#include "arraylib/functions/compose.h"
#include "arraylib/functions/random/distributions.h"

#include <string.h>

ARRAY_FAMILY(random_legacy);

static bool seed_state(ArrayCall *call, RandomObject *random, size_t index) {
    Variant seed = call->arguments[index];
    uint32_t words[4];
    if (random->bits->kind != BITS_MT19937) return call_fail(call, "TypeError", "can only re-seed a MT19937 BitGenerator");
    if (seed.kind == VARIANT_SEQUENCE || (seed.kind == VARIANT_ARRAY && seed.array->dimensions)) {
        Array *numbers = call_array(call, index);
        if (!numbers) return false;
        if (!array_size(numbers)) return call_fail(call, "ValueError", "Seed must be non-empty");
        if (numbers->dimensions != 1) return call_fail(call, "ValueError", "Seed array must be 1-d");
        if (!dtype_is_integer(numbers->dtype) && numbers->dtype->kind != 'b')
            return call_fail(call, "TypeError", "Cannot cast array data from dtype(%s) to dtype('int64') according to the rule 'safe'",
                             numbers->dtype->shown);
        for (int64_t i = 0; i < array_size(numbers); i++) {
            double number = call_item(call, numbers, i);
            if (number < 0 || number > UINT32_MAX) return call_fail(call, "ValueError", "Seed must be between 0 and 2**32 - 1");
        }
    }
    if (!call_is_given(call, index)) {
        entropy_from_system(words);
        bits_seed(random->bits, BITS_MT19937, words, 4);
    } else if (variant_is_integral(seed) || seed.kind == VARIANT_BIG) {
        int64_t number = seed.kind == VARIANT_BIG ? -1 : variant_to_integer(seed);
        if (number < 0 || number > UINT32_MAX)
            return call_fail(call, "ValueError", "Seed must be between 0 and 2**32 - 1");
        twister_seed(random->bits, (uint32_t)number);
    } else if (seed.kind == VARIANT_SEQUENCE || seed.kind == VARIANT_ARRAY) {
        Entropy entropy = {0};
        bool read = call_entropy(call, index, &entropy);
        if (read && entropy.count) twister_seed_array(random->bits, entropy.words, entropy.count);
        else if (read) read = call_fail(call, "ValueError", "Seed must be non-empty");
        entropy_release(&entropy);
        if (!read) return false;
    } else {
        return call_fail(call, "TypeError", "Cannot cast scalar from dtype('%s') to dtype('int64') according to the rule 'safe'",
                         seed.kind == VARIANT_FLOAT ? "float64" : "O");
    }
    random->has_normal = false;
    return true;
}

ARRAY_FUNCTION_AT(random_seed, "random.seed", NUMPY | RANDOM_STATE, "(seed=None)",
                  "Start the stream anew.\n\n>>> random.seed(0)\n>>> random.randint(0, 10, 3)\narray([5, 0, 3])\n") {
    RandomObject *random = call_random(call);
    return random && seed_state(call, random, 0) ? variant_none() : variant_absent();
}

/* The old distributions over another's stream. */
static void state_use(RandomObject *random, RandomObject *bits) {
    array_object_retain(&bits->object);
    if (random->source) array_object_release(&random->source->object);
    random->source = bits;
    random->bits = bits->bits;
    random->has_normal = false;
}

/* Its bit generator as an object. */
static Variant state_bits(ArrayCall *call, RandomObject *random) {
    if (!random->source) { /* its own stream, from now on in an object of its own */
        RandomObject *bits = random_object_new(random_bits_type(BITS_MT19937), call->error);
        if (!bits) return variant_absent();
        bits->own = random->own;
        bool has_normal = random->has_normal;
        state_use(random, bits);
        random->has_normal = has_normal;
        array_object_release(&bits->object);
    }
    return variant_object(array_object_retain(&random->source->object));
}

ARRAY_FUNCTION_AT(random_state_bits, "random.RandomState._bit_generator", MEMBER | PROPERTY, "()", "The source of random bits.\n") {
    return state_bits(call, (RandomObject *)call->self);
}

ARRAY_FUNCTION_AT(random_get_bit_generator, "random.get_bit_generator", NUMPY, "()",
                  "The bit generator of np.random's functions.\n") {
    RandomObject *random = call_random(call);
    return random ? state_bits(call, random) : variant_absent();
}

ARRAY_FUNCTION_AT(random_set_bit_generator, "random.set_bit_generator", NUMPY, "(bitgen)",
                  "Let np.random's functions draw from another bit generator.\n") {
    RandomObject *random = call_random(call);
    Variant bits = call->arguments[0];
    if (!random) return variant_absent();
    if (bits.kind != VARIANT_OBJECT || !random_is_bits(bits.object)) {
        call_fail(call, "ValueError", "Invalid bit generator. The bit generator must be instantized.");
        return variant_absent();
    }
    state_use(random, (RandomObject *)bits.object);
    return variant_none();
}

ARRAY_FUNCTION_AT(random_state_new, "random.RandomState", NUMPY, "(seed=None)",
                  "A container for the Mersenne Twister and the legacy distributions.\n") {
    RandomObject *random = random_object_new(&random_state_type, call->error);
    Variant seed = call->arguments[0];
    if (random && seed.kind == VARIANT_OBJECT && random_is_bits(seed.object)) {
        state_use(random, (RandomObject *)seed.object);
        return variant_object(&random->object);
    }
    if (seed.kind == VARIANT_CALLABLE) {
        call_fail(call, "ValueError", "Invalid bit generator. The bit generator must be instantized.");
        if (random) array_object_release(&random->object);
        return variant_absent();
    }
    if (random && seed_state(call, random, 0)) return variant_object(&random->object);
    if (random) array_object_release(&random->object);
    return variant_absent();
}

/* ---- the distributions of both generators ---- */

#define X(name_, parameters_, count_, whole_, what_)                                                                \
    ARRAY_FUNCTION_AT(random_legacy_##name_, "random." #name_, NUMPY | RANDOM_STATE, "(" parameters_ ", size=None)", \
                      what_ "\n") {                                                                                 \
        if (!random_check(call, #name_)) return variant_absent();                                                   \
        return (whole_ ? call_draw_integers : call_draw)(call, random_##name_, 0, count_, count_);                  \
    }
RANDOM_DISTRIBUTIONS(X)
#undef X

#define PLAIN(name_, draw_, what_)                                                                                  \
    ARRAY_FUNCTION_AT(random_legacy_##name_, "random." #name_, NUMPY | RANDOM_STATE, "(size=None)", what_ "\n") {   \
        return call_draw(call, draw_, 0, 0, 0);                                                                     \
    }
PLAIN(random_sample, random_unit, "Numbers from 0 on and below 1, all alike probable.")
PLAIN(random, random_unit, "Numbers from 0 on and below 1, all alike probable.")
PLAIN(sample, random_unit, "Random floats in the half-open interval [0.0, 1.0). An alias of random_sample.")
PLAIN(ranf, random_unit, "Random floats in the half-open interval [0.0, 1.0). An alias of random_sample.")
PLAIN(standard_normal, random_standard_normal, "Samples of mean 0 and deviation 1.")
PLAIN(standard_exponential, random_standard_exponential, "Samples from the exponential distribution of scale 1.")
PLAIN(standard_cauchy, random_standard_cauchy, "Samples from a Cauchy distribution of mode 0.")

ARRAY_FUNCTION_AT(random_legacy_standard_gamma, "random.standard_gamma", NUMPY | RANDOM_STATE, "(shape, size=None)",
                  "Samples from a gamma distribution of scale 1.\n") {
    return random_check(call, "standard_gamma") ? call_draw(call, random_standard_gamma, 0, 1, 1) : variant_absent();
}

/* rand(2, 3): the extents are the arguments. */
static Variant draw_extents(ArrayCall *call, RandomDraw1 *draw) {
    Variant extents = call->arguments[0], arguments[1];
    arguments[0] = extents.kind == VARIANT_SEQUENCE && extents.list->count ? extents : variant_none();
    ArrayCall inner = call_inner_begin(call, arguments, 1);
    Variant result = call_draw(&inner, draw, 0, 0, 0);
    call_inner_end(call, &inner);
    return result;
}

ARRAY_FUNCTION_AT(random_rand, "random.rand", NUMPY | RANDOM_STATE, "(*args)",
                  "Random floats in [0, 1) of the shape that the arguments give.\n\n>>> random.rand(3, 2).shape\n(3, 2)\n") {
    return draw_extents(call, random_unit);
}

ARRAY_FUNCTION_AT(random_randn, "random.randn", NUMPY | RANDOM_STATE, "(*args)",
                  "Samples of the standard normal distribution, of the shape that the arguments give.\n\n"
                  ">>> random.randn(2, 4).shape\n(2, 4)\n") {
    return draw_extents(call, random_standard_normal);
}

/* ---- whole numbers and orders ---- */

ARRAY_FUNCTION_AT(random_randint, "random.randint", NUMPY | RANDOM_STATE, "(low, high=None, size=None, dtype=int)",
                  "Whole numbers, all alike probable: low and what is below high, or from 0 to below low when there is no high.\n") {
    const Dtype *dtype = DTYPE(INT64);
    RandomObject *random = call_random(call);
    if (!random || !call_dtype(call, 3, &dtype)) return variant_absent();
    return call_random_integers(call, random, 0, 1, 2, dtype, false);
}

ARRAY_FUNCTION_AT(random_choice, "random.choice", NUMPY | RANDOM_STATE, "(a, size=None, replace=True, p=None)",
                  "A random sample of a one-dimensional array, or of arange(a).\n") {
    RandomObject *random = call_random(call);
    return random ? call_choice(call, random, 0, true) : variant_absent();
}

ARRAY_FUNCTION_AT(random_permutation, "random.permutation", NUMPY | RANDOM_STATE, "(x)",
                  "A shuffled range, or a shuffled copy of an array along its first axis.\n") {
    RandomObject *random = call_random(call);
    if (!random) return variant_absent();
    if (variant_is_integral(call->arguments[0])) {
        int64_t count = variant_to_integer(call->arguments[0]);
        return call_give(call, call_shuffled(call, random, count < 0 ? 0 : count, 1, true));
    }
    Array *array = call_array(call, 0);
    if (!array) return variant_absent();
    if (array->dimensions == 0) {
        call_fail(call, "IndexError", "x must be an integer or at least 1-dimensional");
        return variant_absent();
    }
    Array *order = call_shuffled(call, random, array->shape[0], 1, true);
    return order ? array_pick(call->runtime, array, of_array(order), false, call->error) : variant_absent();
}

ARRAY_FUNCTION_AT(random_shuffle, "random.shuffle", NUMPY | RANDOM_STATE, "(x)",
                  "Shuffle an array in place along its first axis.\n",
                  .traits = SHUFFLES_ITEMS) {
    RandomObject *random = call_random(call);
    if (call->arguments[0].kind == VARIANT_SEQUENCE) {
        call_fail(call, "TypeError", "'tuple' object does not support item assignment");
        return variant_absent();
    }
    if (call->arguments[0].kind != VARIANT_ARRAY) {
        call_fail(call, "TypeError", "object of type '%s%s' has no len()", call->arguments[0].kind == VARIANT_SCALAR ? "numpy." : "",
                  variant_type_name(call->arguments[0]));
        return variant_absent();
    }
    return random && call_shuffle(call, random, call->arguments[0].array, 0) ? variant_none() : variant_absent();
}
