/* _random: the Mersenne Twister behind the module random (MT19937, seeded from words as its authors' init_by_array). */
#include "base/memory.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/type.h"

#include <openssl/sha.h>
#include <string.h>
#include <sys/random.h>

enum { STATE_WORDS = 624, STATE_SHIFT = 397 };

typedef struct Twister {
    Object object;
    uint32_t words[STATE_WORDS];
    uint32_t index;
} Twister;

static void twister_start(Twister *twister, uint32_t seed) {
    uint32_t *words = twister->words;
    words[0] = seed;
    for (uint32_t i = 1; i < STATE_WORDS; i++) words[i] = UINT32_C(1812433253) * (words[i - 1] ^ (words[i - 1] >> 30)) + i;
    twister->index = STATE_WORDS;
}

static void twister_start_array(Twister *twister, const uint32_t *key, size_t length) {
    uint32_t *words = twister->words;
    twister_start(twister, UINT32_C(19650218));
    uint32_t i = 1;
    size_t j = 0;
    for (size_t k = STATE_WORDS > length ? STATE_WORDS : length; k; k--) {
        words[i] = (words[i] ^ ((words[i - 1] ^ (words[i - 1] >> 30)) * UINT32_C(1664525))) + key[j] + (uint32_t)j;
        if (++i == STATE_WORDS) words[0] = words[STATE_WORDS - 1], i = 1;
        if (++j == length) j = 0;
    }
    for (size_t k = STATE_WORDS - 1; k; k--) {
        words[i] = (words[i] ^ ((words[i - 1] ^ (words[i - 1] >> 30)) * UINT32_C(1566083941))) - i;
        if (++i == STATE_WORDS) words[0] = words[STATE_WORDS - 1], i = 1;
    }
    words[0] = UINT32_C(0x80000000);
}

static void twister_turn(Twister *twister) {
    uint32_t *words = twister->words;
    for (size_t k = 0; k < STATE_WORDS; k++) {
        uint32_t y = (words[k] & UINT32_C(0x80000000)) | (words[(k + 1) % STATE_WORDS] & UINT32_C(0x7fffffff));
        words[k] = words[(k + STATE_SHIFT) % STATE_WORDS] ^ (y >> 1) ^ (y & 1 ? UINT32_C(0x9908b0df) : 0);
    }
    twister->index = 0;
}

static uint32_t twister_word(Twister *twister) {
    if (twister->index >= STATE_WORDS) twister_turn(twister);
    uint32_t y = twister->words[twister->index++];
    y ^= y >> 11;
    y ^= (y << 7) & UINT32_C(0x9d2c5680);
    y ^= (y << 15) & UINT32_C(0xefc60000);
    return y ^ (y >> 18);
}

/* ---- seeds ---- */
/* The magnitude of an int as 32-bit words, the lowest first. */
static bool seed_from_int(Thread *thread, Twister *twister, Value seed) {
    IntView view;
    mpz_srcptr integer = int_view(seed, &view);
    size_t count = (mpz_sizeinbase(integer, 2) + 31) / 32;
    uint32_t *key = memory_allocate_zeroed(count ? count : 1, sizeof *key);
    if (!key) return raise_no_memory(thread), false;
    mpz_export(key, NULL, -1, sizeof *key, 0, 0, integer);
    twister_start_array(twister, key, count ? count : 1);
    memory_release(key);
    return true;
}

/* Text: its bytes and their SHA-512 behind them, read as one big-endian number. */
static bool seed_from_bytes(Thread *thread, Twister *twister, const char *bytes, size_t length) {
    unsigned char *all = memory_allocate(length + SHA512_DIGEST_LENGTH);
    if (!all) return raise_no_memory(thread), false;
    if (length) memcpy(all, bytes, length);
    SHA512((const unsigned char *)bytes, length, all + length);
    mpz_t number;
    mpz_init(number);
    mpz_import(number, length + SHA512_DIGEST_LENGTH, 1, 1, 0, 0, all);
    memory_release(all);
    Value seed = int_from_mpz(thread, number);
    bool done = !value_is_absent(seed) && seed_from_int(thread, twister, seed);
    value_release(seed);
    return done;
}

static bool twister_seed(Thread *thread, Twister *twister, Value seed) {
    if (value_is_none(seed) || value_is_absent(seed)) {
        uint32_t key[STATE_WORDS];
        if (getrandom(key, sizeof key, 0) != (ssize_t)sizeof key) return raise_os_error(thread, 5, NULL), false;
        twister_start_array(twister, key, STATE_WORDS);
        return true;
    }
    if (value_is_int(seed)) return seed_from_int(thread, twister, seed);
    if (value_is_string(seed)) return seed_from_bytes(thread, twister, value_c_string(seed), value_string(seed)->length);
    if (value_is_bytes(seed) || value_has_type(seed, &bytearray_type_template)) {
        const char *bytes;
        size_t length;
        return value_buffer(thread, seed, &bytes, &length) && seed_from_bytes(thread, twister, bytes, length);
    }
    if (value_is_float(seed)) { /* the hash's bits, without a sign */
        int64_t hash;
        if (!value_hash(thread, seed, &hash)) return false;
        Value number = int_from_uint64(thread, (uint64_t)hash);
        bool done = !value_is_absent(number) && seed_from_int(thread, twister, number);
        value_release(number);
        return done;
    }
    raise_type_error(thread, "The only supported seed types are: None,\nint, float, str, bytes, and bytearray.");
    return false;
}

static Value twister_create(Thread *thread, Type *type, const Call *call) {
    (void)call;
    Value self = type_create_plain(thread, type);
    if (!value_is_absent(self)) twister_start(((Twister *)self.object), UINT32_C(5489));
    return self;
}

static bool twister_initialize(Thread *thread, Value self, const Call *call) {
    Value seed = call->positional_count ? call->values[0] : VALUE_NONE;
    return twister_seed(thread, (Twister *)self.object, seed);
}

/* ---- methods ---- */
NATIVE(random_seed) {
    (void)native;
    return twister_seed(thread, (Twister *)arguments[0].object, arguments[1]) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(random_random) {
    NATIVE_UNUSED;
    Twister *twister = (Twister *)arguments[0].object;
    uint32_t high = twister_word(twister) >> 5, low = twister_word(twister) >> 6;
    return value_from_float((high * 67108864.0 + low) * (1.0 / 9007199254740992.0));
}

NATIVE(random_bits) {
    (void)native;
    Twister *twister = (Twister *)arguments[0].object;
    int64_t count;
    if (!value_to_int64(thread, arguments[1], &count)) return VALUE_ABSENT;
    if (count < 0) return raise_value_error(thread, "number of bits must be non-negative");
    if (count == 0) return value_from_int(0);
    if (count <= 32) return value_from_int(twister_word(twister) >> (32 - count));
    if (count > INT64_C(1) << 33) return raise_no_memory(thread);
    size_t words = ((size_t)count + 31) / 32;
    uint32_t *bits = memory_allocate(words * sizeof *bits);
    if (!bits) return raise_no_memory(thread);
    for (size_t i = 0; i < words; i++, count -= 32) bits[i] = count < 32 ? twister_word(twister) >> (32 - count) : twister_word(twister);
    mpz_t number;
    mpz_init(number);
    mpz_import(number, words, -1, sizeof *bits, 0, 0, bits);
    memory_release(bits);
    return int_from_mpz(thread, number);
}

NATIVE(random_get_state) {
    (void)native;
    Twister *twister = (Twister *)arguments[0].object;
    Value state = tuple_new(thread, STATE_WORDS + 1);
    if (value_is_absent(state)) return state;
    for (size_t i = 0; i < STATE_WORDS; i++) value_tuple(state)->items[i] = value_from_int(twister->words[i]);
    value_tuple(state)->items[STATE_WORDS] = value_from_int(twister->index);
    return state;
}

NATIVE(random_set_state) {
    (void)native;
    Twister *twister = (Twister *)arguments[0].object;
    if (!value_is_tuple(arguments[1])) return raise_type_error(thread, "state vector must be a tuple");
    Tuple *state = value_tuple(arguments[1]);
    if (state->count != STATE_WORDS + 1) return raise_value_error(thread, "state vector is the wrong size");
    uint32_t words[STATE_WORDS + 1];
    for (size_t i = 0; i <= STATE_WORDS; i++) {
        int64_t word;
        if (!value_to_int64(thread, state->items[i], &word)) return VALUE_ABSENT;
        words[i] = (uint32_t)word;
    }
    if (words[STATE_WORDS] > STATE_WORDS) return raise_value_error(thread, "invalid state");
    memcpy(twister->words, words, sizeof twister->words);
    twister->index = words[STATE_WORDS];
    return VALUE_NONE;
}

static const NativeEntry random_methods[] = {
    {"seed", "($self, n=None, /)", "Start the generator.", random_seed, NULL, 0},
    {"random", "($self, /)", "The next float, from 0 up to but not including 1.", random_random, NULL, 0},
    {"getrandbits", "($self, k, /)", "An int of k random bits.", random_bits, NULL, 0},
    {"getstate", "($self, /)", "The state, as a tuple that setstate() takes.", random_get_state, NULL, 0},
    {"setstate", "($self, state, /)", "Go on from a state that getstate() gave.", random_set_state, NULL, 0},
    {0},
};

static const Type random_type = {
    .name = "_random.Random",
    .documentation = "A stream of random numbers with a state of its own.",
    .flags = TYPE_BASE,
    .instance_size = sizeof(Twister),
    .create = twister_create,
    .initialize = twister_initialize,
    .methods = random_methods,
};

static bool random_initialize(Thread *thread, Value module) {
    return module_add_type(thread, module, type_from_template(thread, &random_type));
}

const ModuleEntry library__random = {.name = "_random", .initialize = random_initialize};
