/* Random generators as objects, and the distributions over them. */
#ifndef ARRAYLIB_FUNCTIONS_RANDOM_RANDOM_H
#define ARRAYLIB_FUNCTIONS_RANDOM_RANDOM_H

#include "arraylib/functions/function.h"
#include "arraylib/functions/random/bits.h"

typedef struct Entropy { /* words of 32 bits, the least significant first; all zero: none */
    uint32_t *words;
    size_t count, room;
} Entropy;

typedef struct RandomObject {
    ArrayObject object;
    BitStream *bits;       /* its own, or its source's */
    BitStream own;
    struct RandomObject *source; /* Generator: the bit generator, retained. A bit generator: its SeedSequence, or NULL */
    bool is_legacy;            /* RandomState: the old distributions */
    bool has_normal;           /* the polar method makes two */
    double normal;
    Entropy entropy;           /* SeedSequence: what it was made from, the spawn key last */
    Variant given, spawn_key;  /* SeedSequence: as its attributes show them */
    int64_t children;          /* SeedSequence: spawned so far */
    uint32_t *pool;            /* SeedSequence: the mixed words */
    size_t pool_size;
} RandomObject;

extern const ArrayObjectType random_state_type, random_generator_type, random_seed_sequence_type;
/* The class of a bit generator. */
const ArrayObjectType *random_bits_type(BitKind kind);
bool random_is_bits(const ArrayObject *object);

char *repr_seed_sequence(ArrayObject *object);

RandomObject *random_object_new(const ArrayObjectType *type, Error *error);
/* The generator of a call: its object, or np.random's own, made at first use. NULL and the call's error. */
RandomObject *call_random(ArrayCall *call);
/* The words of a seed argument (int, sequence of ints, None) behind those that are there; to be released, also where it failed. */
bool call_entropy(ArrayCall *call, size_t index, Entropy *entropy);
bool entropy_append(ArrayCall *call, Entropy *entropy, uint32_t word);
void entropy_release(Entropy *entropy);

/* The size argument in place of the shape that the parameters have together, if it is given and they fit it.
 * `tells_mismatch`: what does not broadcast at all is told as broadcasting tells it. */
bool call_join_size(ArrayCall *call, size_t size_index, bool tells_mismatch, int *dimensions, int64_t *shape);

/* One number of a distribution. */
typedef double RandomDraw1(RandomObject *random, const double *parameters);
double draw_normal(RandomObject *random);
double draw_exponential(RandomObject *random);
double draw_gamma(RandomObject *random, double shape);
float draw_gamma32(RandomObject *random, float shape);
double draw_poisson(RandomObject *random, double mean);

/* Numbers for argument `size_index`, the parameters being arguments first .. first + count - 1 broadcast together. Python's
 * float when everything is a number and no size is given. */
Variant call_draw(ArrayCall *call, RandomDraw1 *draw, size_t first, size_t count, size_t size_index);
Variant call_draw_integers(ArrayCall *call, RandomDraw1 *draw, size_t first, size_t count, size_t size_index);
/* arange(n) shuffled by bits_masked (true) or bits_bounded; int64, owned by the call. */
Array *call_shuffled(ArrayCall *call, RandomObject *random, int64_t count, int64_t first, bool masked);
/* Whole numbers low <= x < high of `dtype` (or high included): both generators' bodies. */
Variant call_random_integers(ArrayCall *call, RandomObject *random, size_t low, size_t high, size_t size, const Dtype *dtype,
                             bool closed);
/* Shuffle an array in place along an axis. */
bool call_shuffle(ArrayCall *call, RandomObject *random, Array *array, int axis);
/* numpy's choice() over `a` (argument 0), size 1, replace 2, p 3. */
Variant call_choice(ArrayCall *call, RandomObject *random, int axis, bool shuffles);

#endif
