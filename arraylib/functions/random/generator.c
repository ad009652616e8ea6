/* default_rng and Generator: PCG64 by default, ziggurats and Lemire's bounded integers. */
#include "arraylib/array.h"
#include "arraylib/functions/compose.h"
#include "arraylib/functions/random/distributions.h"

#include <string.h>

ARRAY_FAMILY(random_generator);

static RandomObject *object_of(Variant value, const ArrayObjectType *type) {
    return value.kind == VARIANT_OBJECT && value.object->type == type ? (RandomObject *)value.object : NULL;
}

/* The words of a seed argument, which may be a SeedSequence. */
static bool seed_words(ArrayCall *call, size_t index, uint32_t words[ENTROPY_WORDS], size_t *count) {
    RandomObject *sequence = object_of(call->arguments[index], &random_seed_sequence_type);
    if (!sequence) return call_entropy(call, index, words, count);
    memcpy(words, sequence->entropy, sizeof sequence->entropy);
    *count = sequence->entropy_count;
    return true;
}

static Variant give_seeded(ArrayCall *call, const ArrayObjectType *type, bool twister) {
    uint32_t words[ENTROPY_WORDS];
    size_t count;
    if (!seed_words(call, 0, words, &count)) return variant_absent();
    RandomObject *random = random_object_new(type, call->error);
    if (!random) return variant_absent();
    if (twister) twister_seed_sequence(&random->bits, words, count);
    else pcg_seed(&random->bits, words, count);
    return variant_object(&random->object);
}

ARRAY_FUNCTION_AT(random_default_rng, "random.default_rng", NUMPY, "(seed=None)",
                  "A new Generator over PCG64.\n\n>>> random.default_rng(42).integers(0, 10, 5)\narray([0, 7, 6, 4, 4])\n") {
    RandomObject *given = object_of(call->arguments[0], &random_generator_type);
    if (given) return variant_object(array_object_retain(&given->object));
    RandomObject *bits = object_of(call->arguments[0], &random_pcg64_type);
    if (!bits) bits = object_of(call->arguments[0], &random_mt19937_type);
    if (!bits) return give_seeded(call, &random_generator_type, false);
    RandomObject *random = random_object_new(&random_generator_type, call->error);
    if (random) random->bits = bits->bits;
    return random ? variant_object(&random->object) : variant_absent();
}

ARRAY_FUNCTION_AT(random_generator_new, "random.Generator", NUMPY, "(bit_generator)",
                  "A container for a bit generator and the distributions over it.\n") {
    RandomObject *bits = object_of(call->arguments[0], &random_pcg64_type);
    if (!bits) bits = object_of(call->arguments[0], &random_mt19937_type);
    if (!bits) {
        call_fail(call, "TypeError", "bit_generator must be a BitGenerator, not %s", variant_type_name(call->arguments[0]));
        return variant_absent();
    }
    RandomObject *random = random_object_new(&random_generator_type, call->error);
    if (random) random->bits = bits->bits;
    return random ? variant_object(&random->object) : variant_absent();
}

ARRAY_FUNCTION_AT(random_pcg64_new, "random.PCG64", NUMPY, "(seed=None)", "The PCG64 bit generator.\n") {
    return give_seeded(call, &random_pcg64_type, false);
}

ARRAY_FUNCTION_AT(random_mt19937_new, "random.MT19937", NUMPY, "(seed=None)", "The Mersenne Twister bit generator.\n") {
    return give_seeded(call, &random_mt19937_type, true);
}

ARRAY_FUNCTION_AT(random_seed_sequence_new, "random.SeedSequence", NUMPY, "(entropy=None)",
                  "Mixes entropy into the states of bit generators.\n") {
    RandomObject *sequence = random_object_new(&random_seed_sequence_type, call->error);
    if (!sequence) return variant_absent();
    if (call_entropy(call, 0, sequence->entropy, &sequence->entropy_count)) return variant_object(&sequence->object);
    array_object_release(&sequence->object);
    return variant_absent();
}

ARRAY_FUNCTION_AT(random_generate_state, "random.SeedSequence.generate_state", MEMBER, "(n_words, dtype='uint32')",
                  "The requested number of words for seeding.\n") {
    RandomObject *sequence = (RandomObject *)call->self;
    const Dtype *dtype = DTYPE(UINT32);
    int64_t count;
    if (!call_integer(call, 0, &count) || !call_dtype(call, 1, &dtype)) return variant_absent();
    if (dtype != DTYPE(UINT32) && dtype != DTYPE(UINT64)) {
        call_fail(call, "ValueError", "only support uint32 or uint64");
        return variant_absent();
    }
    Array *state = call_new(call, dtype, 1, &count);
    if (state)
        seed_sequence(sequence->entropy, sequence->entropy_count, (uint32_t *)array_data(state),
                      (size_t)count * dtype->item_size / 4);
    return call_give(call, state);
}

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
    return (double)bits_float(&random->bits);
}

static double float_normal(RandomObject *random, const double *p) {
    (void)p;
    return (double)bits_normal32(&random->bits);
}

/* random, standard_normal: float64, or float32 with draws of its own. */
static Variant draw_of_type(ArrayCall *call, RandomDraw1 *wide, RandomDraw1 *narrow) {
    const Dtype *dtype = DTYPE(FLOAT64);
    if (!call_dtype(call, 1, &dtype)) return variant_absent();
    if (dtype == DTYPE(FLOAT64)) return call_draw(call, wide, 0, 0, 0);
    if (dtype != DTYPE(FLOAT32) || !narrow) {
        call_fail(call, "TypeError", "Unsupported dtype dtype('%s') for %s", dtype->name, strrchr(call->function->path, '.') + 1);
        return variant_absent();
    }
    Variant drawn = call_draw(call, narrow, 0, 0, 0);
    if (drawn.kind != VARIANT_ARRAY) return drawn;
    return call_give(call, call_cast(call, call_hold(call, drawn.array), dtype));
}

ARRAY_FUNCTION_AT(generator_random, "random.Generator.random", MEMBER, "(size=None, dtype=float, out=None)",
                  "Random floats in the half-open interval [0.0, 1.0).\n") {
    return draw_of_type(call, random_unit, float_unit);
}

ARRAY_FUNCTION_AT(generator_standard_normal, "random.Generator.standard_normal", MEMBER,
                  "(size=None, dtype=float, out=None)", "Samples of mean 0 and deviation 1.\n") {
    return draw_of_type(call, random_standard_normal, float_normal);
}

ARRAY_FUNCTION_AT(generator_standard_exponential, "random.Generator.standard_exponential", MEMBER,
                  "(size=None, dtype=float)", "Samples from the exponential distribution of scale 1.\n") {
    return draw_of_type(call, random_standard_exponential, NULL);
}

ARRAY_FUNCTION_AT(generator_standard_cauchy, "random.Generator.standard_cauchy", MEMBER, "(size=None)",
                  "Samples from a Cauchy distribution of mode 0.\n") {
    return call_draw(call, random_standard_cauchy, 0, 0, 0);
}

/* ---- whole numbers and orders ---- */

ARRAY_FUNCTION_AT(generator_integers, "random.Generator.integers", MEMBER,
                  "(low, high=None, size=None, dtype=int, endpoint=False)",
                  "Random integers from low (inclusive) to high (exclusive, or inclusive with endpoint=True).\n") {
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
    return call_give(call, order ? call_take(call, array, order, axis) : NULL);
}

ARRAY_FUNCTION_AT(generator_shuffle, "random.Generator.shuffle", MEMBER, "(x, axis=0)",
                  "Shuffle an array in place along an axis.\n") {
    RandomObject *random = (RandomObject *)call->self;
    int axis = 0;
    if (call->arguments[0].kind != VARIANT_ARRAY) {
        call_fail(call, "TypeError", "object of type '%s%s' has no len()", call->arguments[0].kind == VARIANT_SCALAR ? "numpy." : "",
                  variant_type_name(call->arguments[0]));
        return variant_absent();
    }
    if (!call_axis(call, 1, call->arguments[0].array->dimensions, &axis)) return variant_absent();
    return call_shuffle(call, random, call->arguments[0].array, axis) ? variant_none() : variant_absent();
}
