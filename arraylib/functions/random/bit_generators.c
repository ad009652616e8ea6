/* SeedSequence and the bit generators: how they are made, their states, and leaps ahead. */
#include "arraylib/array.h"
#include "arraylib/core/element.h"
#include "arraylib/functions/compose.h"
#include "arraylib/functions/random/random.h"
#include "base/memory.h"
#include "base/text_buffer.h"

#include <stdio.h>
#include <string.h>

ARRAY_FAMILY(random_bit_generators);

enum { POOL_SIZE = 4, POOL_SIZE_MAX = 1 << 16 };
typedef unsigned __int128 Wide;

/* ---- numbers of 128 bits as Variants ---- */

static Variant variant_from_wide(Wide number) {
    uint64_t high = (uint64_t)(number >> 64), low = (uint64_t)number;
    if (!high && low <= INT64_MAX) return variant_integer((int64_t)low);
    if (!high) return (Variant){.kind = VARIANT_UNSIGNED, .unsigned_integer = low};
    char digits[33];
    int length = snprintf(digits, sizeof digits, "%llx%016llx", (unsigned long long)high, (unsigned long long)low);
    return variant_big((double)number, digits, (size_t)length);
}

static bool variant_to_wide(ArrayCall *call, Variant number, Wide *wide) {
    if (number.kind == VARIANT_SCALAR) number = scalar_to_variant(number.dtype, number.scalar);
    *wide = number.unsigned_integer;
    bool is_whole = number.kind == VARIANT_BOOL || number.kind == VARIANT_INTEGER || number.kind == VARIANT_UNSIGNED;
    if (is_whole && (number.kind == VARIANT_UNSIGNED || number.integer >= 0)) return true;
    if (number.kind != VARIANT_BIG || !number.digits || number.digits->length > 32)
        return call_fail(call, "ValueError", "an integer of 128 bits is expected, not %s", variant_type_name(number));
    *wide = 0;
    for (const char *digit = number.digits->bytes; *digit; digit++)
        *wide = *wide << 4 | (Wide)(*digit <= '9' ? *digit - '0' : *digit - 'a' + 10);
    return number.digits->bytes[0] != '-' || call_fail(call, "ValueError", "expected non-negative integer");
}

/* ---- SeedSequence ---- */

static void append_decimal(TextBuffer *text, Variant number) {
    if (number.kind == VARIANT_SCALAR) number = scalar_to_variant(number.dtype, number.scalar);
    if (number.kind == VARIANT_UNSIGNED) text_append_format(text, "%llu", (unsigned long long)number.unsigned_integer);
    if (number.kind == VARIANT_INTEGER || number.kind == VARIANT_BOOL) text_append_format(text, "%lld", (long long)number.integer);
    if (number.kind != VARIANT_BIG || !number.digits) return;
    size_t room = 2 * strlen(number.digits->bytes) + 1, count = 0;
    char *decimals = memory_allocate(room); /* the least digit first */
    if (!decimals) return;
    for (const char *digit = number.digits->bytes; *digit; digit++) {
        unsigned carry = (unsigned)(*digit <= '9' ? *digit - '0' : *digit - 'a' + 10);
        for (size_t i = 0; i < count; i++) {
            carry += 16u * (unsigned char)decimals[i];
            decimals[i] = (char)(carry % 10);
            carry /= 10;
        }
        for (; carry && count < room; carry /= 10) decimals[count++] = (char)(carry % 10);
    }
    while (count) text_append_format(text, "%d", decimals[--count]);
    memory_release(decimals);
}

static void append_numbers(TextBuffer *text, Variant numbers) {
    if (numbers.kind != VARIANT_SEQUENCE) {
        append_decimal(text, numbers);
        return;
    }
    bool is_tuple = numbers.list->is_tuple;
    text_append(text, is_tuple ? "(" : "[");
    for (size_t i = 0; i < numbers.list->count; i++) {
        if (i) text_append(text, ", ");
        append_decimal(text, numbers.list->items[i]);
    }
    text_append(text, !is_tuple ? "]" : numbers.list->count == 1 ? ",)" : ")");
}

char *repr_seed_sequence(ArrayObject *object) {
    const RandomObject *sequence = (const RandomObject *)object;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append(&text, "SeedSequence(\n    entropy=");
    append_numbers(&text, sequence->given);
    if (sequence->spawn_key.kind == VARIANT_SEQUENCE && sequence->spawn_key.list->count) {
        text_append(&text, ",\n    spawn_key=");
        append_numbers(&text, sequence->spawn_key);
    }
    if (sequence->pool_size != POOL_SIZE) text_append_format(&text, ",\n    pool_size=%zu", sequence->pool_size);
    if (sequence->children) text_append_format(&text, ",\n    n_children_spawned=%lld", (long long)sequence->children);
    text_append(&text, ",\n)");
    char *copy = memory_copy_string(text_string(&text));
    text_release(&text);
    return copy;
}

/* The words of `given`, and those of the spawn key behind them. */
static bool fill_entropy(ArrayCall *call, RandomObject *sequence) {
    Entropy key = {0}, *entropy = &sequence->entropy;
    const Variant parts[] = {sequence->given, sequence->spawn_key};
    ArrayCall inner = call_inner_begin(call, parts, 2);
    bool is_spawned = sequence->spawn_key.kind == VARIANT_SEQUENCE && sequence->spawn_key.list->count;
    bool good = call_entropy(&inner, 0, entropy) && (!is_spawned || call_entropy(&inner, 1, &key));
    call_inner_end(call, &inner);
    while (is_spawned && good && entropy->count < sequence->pool_size) good = entropy_append(call, entropy, 0);
    for (size_t i = 0; i < key.count && good; i++) good = entropy_append(call, entropy, key.words[i]);
    entropy_release(&key);
    sequence->pool = good ? memory_allocate_zeroed(sequence->pool_size, sizeof *sequence->pool) : NULL;
    if (good && !sequence->pool) return error_no_memory(call->error);
    if (good) seed_pool(entropy->words, entropy->count, sequence->pool, sequence->pool_size);
    return good;
}

/* Long lists of numbers come as arrays. */
static Variant tuple_of_array(Array *array, Error *error) {
    Variant tuple = variant_list((size_t)array_size(array), true);
    for (int64_t i = 0; tuple.kind == VARIANT_SEQUENCE && i < array_size(array); i++) {
        Variant item = array_scalar_at(array, i, error);
        if (item.kind == VARIANT_ABSENT) return variant_release(&tuple), tuple;
        element_make_plain(&item);
        tuple.list->items[i] = item;
    }
    return tuple;
}

/* `entropy` None (or absent): the system's. */
static RandomObject *sequence_new(ArrayCall *call, Variant entropy, Variant spawn_key, size_t pool_size) {
    RandomObject *sequence = random_object_new(&random_seed_sequence_type, call->error);
    if (!sequence) return NULL;
    sequence->pool_size = pool_size;
    sequence->spawn_key = spawn_key.kind == VARIANT_ARRAY      ? tuple_of_array(spawn_key.array, call->error)
                          : spawn_key.kind == VARIANT_SEQUENCE ? variant_copy(spawn_key)
                                                               : variant_list(0, true);
    if (error_is_set(call->error)) return array_object_release(&sequence->object), NULL;
    if (entropy.kind == VARIANT_ABSENT || entropy.kind == VARIANT_NONE) {
        uint32_t words[4];
        entropy_from_system(words);
        sequence->given = variant_from_wide((Wide)words[3] << 96 | (Wide)words[2] << 64 | (Wide)words[1] << 32 | words[0]);
    } else {
        sequence->given = variant_copy(entropy);
    }
    if (fill_entropy(call, sequence)) return sequence;
    array_object_release(&sequence->object);
    return NULL;
}

ARRAY_FUNCTION_AT(random_seed_sequence_new, "random.SeedSequence", NUMPY,
                  "(entropy=None, *, spawn_key=(), pool_size=4, n_children_spawned=0)",
                  "Mixes entropy into the states of bit generators.\n\n"
                  ">>> random.SeedSequence(5).generate_state(2)\narray([2870108824, 3453453411], dtype=uint32)\n") {
    int64_t pool_size, children;
    if (!call_integer(call, 2, &pool_size) || !call_integer(call, 3, &children)) return variant_absent();
    if (pool_size < POOL_SIZE || pool_size > POOL_SIZE_MAX) {
        if (pool_size < POOL_SIZE) call_fail(call, "ValueError", "The size of the entropy pool should be at least 4");
        else error_no_memory(call->error);
        return variant_absent();
    }
    RandomObject *sequence = sequence_new(call, call->arguments[0], call->arguments[1], (size_t)pool_size);
    if (!sequence) return variant_absent();
    sequence->children = children;
    return variant_object(&sequence->object);
}

#define SEQUENCE_PROPERTY(name, text, result)                                                                      \
    ARRAY_FUNCTION_AT(sequence_##name, "random.SeedSequence." #name, MEMBER | PROPERTY, "()", text "\n") {          \
        const RandomObject *sequence = (const RandomObject *)call->self;                                           \
        (void)sequence;                                                                                            \
        return result;                                                                                             \
    }
SEQUENCE_PROPERTY(entropy, "What the sequence was made from.", variant_copy(sequence->given))
SEQUENCE_PROPERTY(spawn_key, "The place among the sequences that were spawned.", variant_copy(sequence->spawn_key))
SEQUENCE_PROPERTY(n_children_spawned, "How many sequences it has spawned.", variant_integer(sequence->children))
SEQUENCE_PROPERTY(pool_size, "The number of 32-bit words that entropy is mixed in.", variant_integer((int64_t)sequence->pool_size))

ARRAY_FUNCTION_AT(random_sequence_pool, "random.SeedSequence.pool", MEMBER | PROPERTY, "()", "The mixed words.\n") {
    const RandomObject *sequence = (const RandomObject *)call->self;
    Array *pool = call_new(call, DTYPE(UINT32), 1, (int64_t[]){(int64_t)sequence->pool_size});
    if (pool) memcpy(array_data(pool), sequence->pool, sequence->pool_size * sizeof *sequence->pool);
    return call_give(call, pool);
}

ARRAY_FUNCTION_AT(random_generate_state, "random.SeedSequence.generate_state", MEMBER, "(n_words, dtype='uint32')",
                  "n_words words to begin a generator with.\n") {
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
        seed_words(sequence->pool, sequence->pool_size, (uint32_t *)array_data(state), (size_t)count * dtype->item_size / 4);
    return call_give(call, state);
}

static RandomObject *sequence_child(ArrayCall *call, RandomObject *sequence) {
    size_t length = variant_count(sequence->spawn_key);
    Variant key = variant_list(length + 1, true);
    if (key.kind != VARIANT_SEQUENCE) return NULL;
    for (size_t i = 0; i < length; i++) variant_items(key)[i] = variant_copy(variant_items(sequence->spawn_key)[i]);
    variant_items(key)[length] = variant_integer(sequence->children);
    RandomObject *child = sequence_new(call, sequence->given, key, sequence->pool_size);
    variant_release(&key);
    if (child) sequence->children++;
    return child;
}

/* `count` things made of the sequence's children: sequences, bit generators (kind >= 0), or generators over them. */
static RandomObject *bits_new(ArrayCall *call, BitKind kind, RandomObject *sequence);
static RandomObject *generator_over(ArrayCall *call, RandomObject *bits);
static Variant spawn(ArrayCall *call, RandomObject *sequence, int kind, bool generators) {
    int64_t count;
    if (!call_integer(call, 0, &count)) return variant_absent();
    if (count < 0 || count > 1 << 24) {
        call_fail(call, "ValueError", "n_children must be a non-negative number of sequences");
        return variant_absent();
    }
    Variant list = variant_list((size_t)count, false);
    for (int64_t i = 0; i < count && list.kind == VARIANT_SEQUENCE; i++) {
        RandomObject *made = sequence_child(call, sequence);
        if (made && kind >= 0) {
            RandomObject *bits = bits_new(call, (BitKind)kind, made);
            array_object_release(&made->object);
            made = bits;
        }
        if (made && generators) {
            RandomObject *generator = generator_over(call, made);
            array_object_release(&made->object);
            made = generator;
        }
        if (made) variant_items(list)[i] = variant_object(&made->object);
        else variant_release(&list);
    }
    return list;
}

ARRAY_FUNCTION_AT(random_sequence_spawn, "random.SeedSequence.spawn", MEMBER, "(n_children)",
                  "A list of new sequences, independent of this one and of each other.\n") {
    return spawn(call, (RandomObject *)call->self, -1, false);
}

/* ---- the bit generators ---- */

static RandomObject *bits_new(ArrayCall *call, BitKind kind, RandomObject *sequence) {
    RandomObject *bits = random_object_new(random_bits_type(kind), call->error);
    if (!bits) return NULL;
    bits->source = sequence;
    array_object_retain(&sequence->object);
    bits_seed_pool(bits->bits, kind, sequence->pool, sequence->pool_size);
    return bits;
}

/* Of a seed: None, whole numbers, a SeedSequence. */
static RandomObject *bits_of_seed(ArrayCall *call, BitKind kind, Variant seed) {
    bool is_sequence = seed.kind == VARIANT_OBJECT && seed.object->type == &random_seed_sequence_type;
    RandomObject *sequence = is_sequence ? (RandomObject *)array_object_retain(seed.object) : sequence_new(call, seed, variant_absent(), POOL_SIZE);
    RandomObject *bits = sequence ? bits_new(call, kind, sequence) : NULL;
    if (sequence) array_object_release(&sequence->object);
    return bits;
}

static Variant give_object(RandomObject *object) { return object ? variant_object(&object->object) : variant_absent(); }

/* Words of 64 bits of a whole number below 2^(64 count), or of a sequence of them. */
static bool words_of_number(ArrayCall *call, size_t index, const char *name, uint64_t *words, int count) {
    Variant given = call->arguments[index];
    memset(words, 0, (size_t)count * sizeof *words);
    Wide wide;
    if (given.kind == VARIANT_SEQUENCE || given.kind == VARIANT_ARRAY) {
        Array *array = call_array_of(call, index, DTYPE(UINT64));
        if (!array) return false;
        if (array->dimensions > 1 || array_size(array) > count || (array->dimensions && array->shape[0] != count))
            return call_fail(call, "ValueError", "%s must have %d elements when using array form", name, count);
        for (int64_t i = 0; i < array_size(array); i++) words[i] = ((const uint64_t *)array_data(call_copy(call, array, 'C')))[i];
        return true;
    }
    bool is_negative = given.kind == VARIANT_INTEGER && given.integer < 0;
    Error problem = ERROR_NONE, *kept = call->error;
    call->error = &problem;
    bool fits = !is_negative && variant_to_wide(call, given, &wide);
    call->error = kept;
    error_clear(&problem);
    if (!fits) return call_fail(call, "ValueError", "%s must be positive and less than 2**%d.", name, 64 * count);
    words[0] = (uint64_t)wide;
    words[1] = (uint64_t)(wide >> 64);
    return true;
}

ARRAY_FUNCTION_AT(random_Philox_new, "random.Philox", NUMPY, "(seed=None, counter=None, key=None)",
                  "The Philox bit generator: words of a counter, by a key that comes from the seed or is given.\n\n"
                  ">>> random.Philox(key=5).random_raw()\n13535223855206698129\n") {
    bool has_key = call_is_given(call, 2);
    if (call_is_given(call, 0) && has_key) {
        call_fail(call, "ValueError", "seed and key cannot be both used");
        return variant_absent();
    }
    uint64_t key[2], counter[4];
    if ((has_key && !words_of_number(call, 2, "key", key, 2)) || (call_is_given(call, 1) && !words_of_number(call, 1, "counter", counter, 4)))
        return variant_absent();
    RandomObject *bits = bits_of_seed(call, BITS_PHILOX, call->arguments[0]);
    if (!bits) return variant_absent();
    if (has_key) memcpy(bits->bits->philox.key, key, sizeof key);
    if (call_is_given(call, 1)) memcpy(bits->bits->philox.counter, counter, sizeof counter);
    return variant_object(&bits->object);
}

#define X(kind, name)                                                                                             \
    ARRAY_FUNCTION_AT(random_##name##_new, "random." #name, NUMPY, "(seed=None)", "The " #name " bit generator.\n") { \
        return give_object(bits_of_seed(call, BITS_##kind, call->arguments[0]));                                  \
    }
X(MT19937, MT19937) X(PCG64, PCG64) X(PCG64DXSM, PCG64DXSM) X(SFC64, SFC64)
#undef X

static RandomObject *generator_over(ArrayCall *call, RandomObject *bits) {
    RandomObject *random = random_object_new(&random_generator_type, call->error);
    if (!random) return NULL;
    random->source = bits;
    array_object_retain(&bits->object);
    random->bits = bits->bits;
    return random;
}

ARRAY_FUNCTION_AT(random_generator_new, "random.Generator", NUMPY, "(bit_generator)",
                  "A container for a bit generator and the distributions over it.\n\n"
                  ">>> random.Generator(random.Philox(7)).integers(0, 10, 3)\narray([9, 6, 0])\n") {
    Variant given = call->arguments[0];
    if (given.kind == VARIANT_OBJECT && random_is_bits(given.object))
        return give_object(generator_over(call, (RandomObject *)given.object));
    if (given.kind == VARIANT_CALLABLE)
        call_fail(call, "ValueError", "Invalid bit generator. The bit generator must be instantiated.");
    else
        call_fail(call, "AttributeError", "'%s' object has no attribute 'capsule'", variant_type_name(given));
    return variant_absent();
}

ARRAY_FUNCTION_AT(random_default_rng, "random.default_rng", NUMPY, "(seed=None)",
                  "A new Generator over PCG64.\n\n>>> random.default_rng(42).integers(0, 10, 5)\narray([0, 7, 6, 4, 4])\n") {
    Variant given = call->arguments[0];
    if (given.kind == VARIANT_OBJECT && given.object->type == &random_generator_type) return variant_copy(given);
    if (given.kind == VARIANT_OBJECT && random_is_bits(given.object))
        return give_object(generator_over(call, (RandomObject *)given.object));
    RandomObject *bits = bits_of_seed(call, BITS_PCG64, given);
    RandomObject *random = bits ? generator_over(call, bits) : NULL;
    if (bits) array_object_release(&bits->object);
    return give_object(random);
}

ARRAY_FUNCTION_AT(random_generator_bits, "random.Generator.bit_generator", MEMBER | PROPERTY, "()", "The source of random bits.\n") {
    return variant_object(array_object_retain(&((RandomObject *)call->self)->source->object));
}

ARRAY_FUNCTION_AT(random_generator_spawn, "random.Generator.spawn", MEMBER, "(n_children)",
                  "A list of new generators, independent of this one and of each other.\n") {
    RandomObject *bits = ((RandomObject *)call->self)->source;
    if (bits->source) return spawn(call, bits->source, (int)bits->bits->kind, true);
    call_fail(call, "TypeError", "The underlying SeedSequence does not implement spawning.");
    return variant_absent();
}

ARRAY_FUNCTION_AT(random_bits_spawn, "random.BitGenerator.spawn", MEMBER, "(n_children)",
                  "A list of new bit generators, independent of this one and of each other.\n") {
    RandomObject *bits = (RandomObject *)call->self;
    if (bits->source) return spawn(call, bits->source, (int)bits->bits->kind, false);
    call_fail(call, "TypeError", "The underlying SeedSequence does not implement spawning.");
    return variant_absent();
}

ARRAY_FUNCTION_AT(random_bits_sequence, "random.BitGenerator.seed_seq", MEMBER | PROPERTY, "()", "The SeedSequence that it was made of.\n") {
    RandomObject *sequence = ((RandomObject *)call->self)->source;
    return sequence ? variant_object(array_object_retain(&sequence->object)) : variant_none();
}

ARRAY_FUNCTION_AT(random_bits_raw, "random.BitGenerator.random_raw", MEMBER, "(size=None, output=True)",
                  "Words of the stream: of 64 bits, of 32 with MT19937.\n") {
    BitStream *stream = ((RandomObject *)call->self)->bits;
    bool narrow = stream->kind == BITS_MT19937, gives;
    int dimensions = 0;
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    if (!call_truth(call, 1, &gives)) return variant_absent();
    if (!call_is_given(call, 0)) {
        uint64_t word = narrow ? bits_next32(stream) : bits_next64(stream);
        return gives ? variant_from_wide(word) : variant_none();
    }
    if (!call_shape(call, 0, &dimensions, shape)) return variant_absent();
    Array *words = call_new(call, DTYPE(UINT64), dimensions, shape);
    int64_t count = words ? array_size(words) : 0;
    for (int64_t i = 0; i < count; i++)
        ((uint64_t *)array_data(words))[i] = narrow ? bits_next32(stream) : bits_next64(stream);
    return gives || !words ? call_give(call, words) : variant_none();
}

static Variant advance(ArrayCall *call) {
    RandomObject *bits = (RandomObject *)call->self;
    Variant delta = call->arguments[0];
    Wide distance;
    bool backwards = delta.kind == VARIANT_INTEGER && delta.integer < 0;
    if (backwards) delta.integer = -delta.integer;
    if (!variant_to_wide(call, delta, &distance)) return variant_absent();
    bits_advance(bits->bits, backwards ? -distance : distance);
    return variant_object(array_object_retain(call->self));
}

static Variant jumped(ArrayCall *call) {
    const RandomObject *bits = (const RandomObject *)call->self;
    const Wide pcg_jump = (Wide)0x9e3779b97f4a7c15ull << 64 | 0xf39cc0605cedc835ull; /* 2^128 over the golden ratio */
    int64_t jumps;
    if (!call_integer(call, 0, &jumps)) return variant_absent();
    RandomObject *ahead = random_object_new(bits->object.type, call->error);
    if (!ahead) return variant_absent();
    ahead->own = bits->own;
    if (bits->bits->kind == BITS_PHILOX) {
        uint64_t *counter = ahead->own.philox.counter;
        counter[2] += (uint64_t)jumps;
        counter[3] += counter[2] < (uint64_t)jumps; /* the carry */
        bits_advance(&ahead->own, 0);
    } else if (bits->bits->kind == BITS_MT19937) {
        for (int64_t i = 0; i < jumps; i++) twister_leap(&ahead->own);
    } else {
        bits_advance(&ahead->own, pcg_jump * (Wide)(__int128)jumps);
    }
    return variant_object(&ahead->object);
}

#define LEAPS(name)                                                                                            \
    ARRAY_FUNCTION_AT(random_##name##_jumped, "random." #name ".jumped", MEMBER, "(jumps=1)",                  \
                      "A new bit generator far ahead of this one.\n") {                                        \
        return jumped(call);                                                                                   \
    }
#define ADVANCES(name)                                                                                         \
    ARRAY_FUNCTION_AT(random_##name##_advance, "random." #name ".advance", MEMBER, "(delta)",                  \
                      "Go on as if so many words had been drawn.\n") {                                         \
        return advance(call);                                                                                  \
    }
LEAPS(PCG64) LEAPS(PCG64DXSM) LEAPS(Philox) LEAPS(MT19937) ADVANCES(PCG64) ADVANCES(PCG64DXSM) ADVANCES(Philox)

/* ---- states ---- */

static Variant mapping(const char *const *keys, Variant *values, size_t count) {
    Variant map = variant_list(count * 2, false);
    if (map.kind == VARIANT_ABSENT) {
        for (size_t i = 0; i < count; i++) variant_release(&values[i]);
        return map;
    }
    map.kind = VARIANT_MAPPING;
    for (size_t i = 0; i < count; i++) {
        variant_items(map)[2 * i] = variant_string(keys[i], strlen(keys[i]));
        variant_items(map)[2 * i + 1] = values[i];
    }
    return map;
}

SEQUENCE_PROPERTY(state, "All that another sequence is made like this one from.",
                  mapping((const char *const[]){"entropy", "spawn_key", "pool_size", "n_children_spawned"},
                          (Variant[]){variant_copy(sequence->given), variant_copy(sequence->spawn_key), variant_integer((int64_t)sequence->pool_size),
                                      variant_integer(sequence->children)},
                          4))

static Variant mapping_get(Variant map, const char *key) {
    for (size_t i = 0; map.kind == VARIANT_MAPPING && i < map.list->count; i += 2)
        if (map.list->items[i].kind == VARIANT_STRING && !strcmp(map.list->items[i].text->bytes, key)) return map.list->items[i + 1];
    return variant_absent();
}

static Variant words_of(ArrayCall *call, const Dtype *dtype, const void *words, int64_t count) {
    Array *array = call_new(call, dtype, 1, &count);
    if (array) memcpy(array_data(array), words, (size_t)count * dtype->item_size);
    return call_give(call, array);
}

static bool words_from(ArrayCall *call, Variant value, const Dtype *dtype, void *words, int64_t count) {
    if (value.kind == VARIANT_ABSENT) return call_fail(call, "ValueError", "state is not a legacy MT19937 state");
    Array *array = array_from_variant(call->runtime, value, dtype, call->runtime->host, false, call->error);
    array = call_contiguous(call, call_hold(call, array), dtype);
    if (!array) return false;
    if (array_size(array) < count) /* as whoever takes one after the other is told */
        return value.kind == VARIANT_SEQUENCE
                   ? call_fail(call, "IndexError", "%s index out of range", value.list->is_tuple ? "tuple" : "list")
                   : call_fail(call, "IndexError", "index %lld is out of bounds for axis 0 with size %lld", (long long)array_size(array),
                               (long long)array_size(array));
    memcpy(words, array_data(array), (size_t)count * dtype->item_size);
    return true;
}

static bool number_from(ArrayCall *call, Variant map, const char *key, Wide *number) {
    Variant value = mapping_get(map, key);
    if (value.kind == VARIANT_ABSENT) return call_fail(call, "KeyError", "'%s'", key);
    return variant_to_wide(call, value, number);
}

static const char *name_of(const RandomObject *bits) { return strrchr(random_bits_type(bits->bits->kind)->path, '.') + 1; }

static Variant state_of(ArrayCall *call, const RandomObject *random) {
    const BitStream *stream = random->bits;
    const char *name = name_of(random);
    Variant named = variant_string(name, strlen(name)), inner;
    Variant half[2] = {variant_integer(stream->has_half), variant_integer(stream->half)};
    switch (stream->kind) {
    case BITS_MT19937:
        inner = mapping((const char *[]){"key", "pos"},
                        (Variant[]){words_of(call, DTYPE(UINT32), stream->twister.words, 624), variant_integer(stream->twister.at)}, 2);
        return mapping((const char *[]){"bit_generator", "state"}, (Variant[]){named, inner}, 2);
    case BITS_PHILOX:
        inner = mapping((const char *[]){"counter", "key"},
                        (Variant[]){words_of(call, DTYPE(UINT64), stream->philox.counter, 4), words_of(call, DTYPE(UINT64), stream->philox.key, 2)}, 2);
        return mapping((const char *[]){"bit_generator", "state", "buffer", "buffer_pos", "has_uint32", "uinteger"},
                       (Variant[]){named, inner, words_of(call, DTYPE(UINT64), stream->philox.block, 4), variant_integer(stream->philox.at),
                                   half[0], half[1]}, 6);
    case BITS_SFC64:
        inner = mapping((const char *[]){"state"}, (Variant[]){words_of(call, DTYPE(UINT64), stream->sfc, 4)}, 1);
        break;
    default:
        inner = mapping((const char *[]){"state", "inc"}, (Variant[]){variant_from_wide(stream->pcg.state), variant_from_wide(stream->pcg.increment)}, 2);
    }
    return mapping((const char *[]){"bit_generator", "state", "has_uint32", "uinteger"}, (Variant[]){named, inner, half[0], half[1]}, 4);
}

static bool set_state(ArrayCall *call, RandomObject *random, Variant map) {
    BitStream stream = *random->bits;
    Variant named = mapping_get(map, "bit_generator"), inner = mapping_get(map, "state");
    const char *name = name_of(random);
    Wide number = 0, half = 0;
    if (map.kind != VARIANT_MAPPING) return call_fail(call, "TypeError", "state must be a dict");
    if (named.kind != VARIANT_STRING || strcmp(named.text->bytes, name))
        return call_fail(call, "ValueError", "state must be for a %s %s", name, stream.kind == BITS_PCG64 || stream.kind == BITS_SFC64 ? "RNG" : "PRNG");
    switch (stream.kind) {
    case BITS_MT19937:
        if (!words_from(call, mapping_get(inner, "key"), DTYPE(UINT32), stream.twister.words, 624) || !number_from(call, inner, "pos", &number))
            return false;
        stream.twister.at = number > 624 ? 624 : (int)number;
        *random->bits = stream;
        return true;
    case BITS_PHILOX:
        if (!words_from(call, mapping_get(inner, "counter"), DTYPE(UINT64), stream.philox.counter, 4) ||
            !words_from(call, mapping_get(inner, "key"), DTYPE(UINT64), stream.philox.key, 2) ||
            !words_from(call, mapping_get(map, "buffer"), DTYPE(UINT64), stream.philox.block, 4) || !number_from(call, map, "buffer_pos", &number))
            return false;
        stream.philox.at = number > 4 ? 4 : (int)number;
        break;
    case BITS_SFC64:
        if (!words_from(call, mapping_get(inner, "state"), DTYPE(UINT64), stream.sfc, 4)) return false;
        break;
    default:
        if (!number_from(call, inner, "state", &stream.pcg.state) || !number_from(call, inner, "inc", &stream.pcg.increment)) return false;
    }
    if (!number_from(call, map, "has_uint32", &number) || !number_from(call, map, "uinteger", &half)) return false;
    stream.has_half = number != 0;
    stream.half = (uint32_t)half;
    *random->bits = stream;
    return true;
}

ARRAY_FUNCTION_AT(random_bits_state, "random.BitGenerator.state", MEMBER | PROPERTY, "(value=<no value>)",
                  "The state, a dict that can be set again.\n") {
    RandomObject *bits = (RandomObject *)call->self;
    if (call->arguments[0].kind == VARIANT_ABSENT) return state_of(call, bits);
    return set_state(call, bits, call->arguments[0]) ? variant_none() : variant_absent();
}

/* RandomState's, a tuple of old: name, key, position, whether a normal number waits, and it. */
ARRAY_FUNCTION_AT(random_get_state, "random.get_state", NUMPY | RANDOM_STATE, "(legacy=True)",
                  "The state of the stream, for set_state.\n\n>>> random.seed(1)\n>>> kept = random.get_state()\n"
                  ">>> first = random.rand()\n>>> random.set_state(kept)\n>>> random.rand() == first\nTrue\n") {
    RandomObject *random = call_random(call);
    bool legacy;
    if (!random || !call_truth(call, 0, &legacy)) return variant_absent();
    Variant map = state_of(call, random);
    if (map.kind != VARIANT_MAPPING) return map;
    if (random->bits->kind != BITS_MT19937 && legacy) {
        if (runtime_warn(call->runtime, "RuntimeWarning", call->error,
                         "get_state and legacy can only be used with the MT19937 BitGenerator. To silence this warning, set `legacy` to False."))
            return map;
        variant_release(&map);
        return variant_absent();
    }
    Variant parts[4] = {variant_copy(mapping_get(map, "bit_generator")), variant_copy(mapping_get(map, "state")),
                        variant_integer(random->has_normal), variant_float(random->has_normal ? random->normal : 0.0)};
    variant_release(&map);
    if (!legacy) return mapping((const char *[]){"bit_generator", "state", "has_gauss", "gauss"}, parts, 4);
    Variant tuple = variant_list(5, true);
    if (tuple.kind == VARIANT_SEQUENCE) {
        Variant *items = variant_items(tuple);
        items[0] = variant_copy(parts[0]);
        items[1] = variant_copy(mapping_get(parts[1], "key"));
        items[2] = variant_copy(mapping_get(parts[1], "pos"));
        items[3] = parts[2];
        items[4] = parts[3];
    }
    variant_release(&parts[0]);
    variant_release(&parts[1]);
    return tuple;
}

ARRAY_FUNCTION_AT(random_set_state, "random.set_state", NUMPY | RANDOM_STATE, "(state)",
                  "Go on from a state that get_state gave.\n") {
    RandomObject *random = call_random(call);
    Variant state = call->arguments[0];
    Wide number;
    if (!random) return variant_absent();
    if (state.kind == VARIANT_MAPPING) {
        if (mapping_get(state, "bit_generator").kind == VARIANT_ABSENT || mapping_get(state, "state").kind == VARIANT_ABSENT) {
            call_fail(call, "ValueError", "state dictionary is not valid.");
            return variant_absent();
        }
        Variant waits = mapping_get(state, "has_gauss"), normal = mapping_get(state, "gauss");
        if (!set_state(call, random, state)) return variant_absent();
        random->has_normal = variant_is_number(waits) && variant_to_double(waits) != 0;
        random->normal = variant_is_number(normal) ? variant_to_double(normal) : 0;
        return variant_none();
    }
    if (state.kind != VARIANT_SEQUENCE) {
        call_fail(call, "TypeError", "state must be a dict or a tuple.");
        return variant_absent();
    }
    const Variant *items = variant_items(state);
    size_t count = variant_count(state);
    if (count && (items[0].kind != VARIANT_STRING || strcmp(items[0].text->bytes, "MT19937"))) {
        call_fail(call, "ValueError", "set_state can only be used with legacy MT19937 state instances.");
        return variant_absent();
    }
    if (count < 3 || count == 4) { /* as whoever looks for the rest is told */
        call_fail(call, "IndexError", "%s index out of range", state.list->is_tuple ? "tuple" : "list");
        return variant_absent();
    }
    BitStream stream = *random->bits;
    if (!words_from(call, items[1], DTYPE(UINT32), stream.twister.words, 624) || !variant_to_wide(call, items[2], &number)) return variant_absent();
    stream.twister.at = number > 624 ? 624 : (int)number;
    *random->bits = stream;
    random->has_normal = count > 3 && variant_is_number(items[3]) && variant_to_double(items[3]) != 0;
    random->normal = count > 4 && variant_is_number(items[4]) ? variant_to_double(items[4]) : 0;
    return variant_none();
}
