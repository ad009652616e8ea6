#include "arraylib/functions/random/bits.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

/* ---- MT19937 ---- */

enum { LENGTH = TWISTER_WORDS, MIDDLE = 397 };

#if defined(__GNUC__) && !defined(__clang__)
#define VECTORISED __attribute__((optimize("O3")))
#define INDEPENDENT _Pragma("GCC ivdep")
#else
#define VECTORISED
#define INDEPENDENT
#endif

/* The word at `i` from the next one and one further on; in stretches without a wrap, which the compiler vectorises. */
static inline void turn_words(uint32_t *w, int from, int to, int further) {
    INDEPENDENT
    for (int i = from; i < to; i++) {
        uint32_t y = (w[i] & 0x80000000u) | (w[i + 1] & 0x7fffffffu);
        w[i] = w[i + further] ^ y >> 1 ^ (-(y & 1) & 0x9908b0dfu);
    }
}

VECTORISED void twister_turn(BitStream *stream) {
    uint32_t *w = stream->twister.words;
    turn_words(w, 0, LENGTH - MIDDLE, MIDDLE);
    turn_words(w, LENGTH - MIDDLE, LENGTH - 1, MIDDLE - LENGTH);
    uint32_t y = (w[LENGTH - 1] & 0x80000000u) | (w[0] & 0x7fffffffu);
    w[LENGTH - 1] = w[MIDDLE - 1] ^ y >> 1 ^ (-(y & 1) & 0x9908b0dfu);
    stream->twister.at = 0;
}

void twister_seed(BitStream *stream, uint32_t seed) {
    uint32_t *w = stream->twister.words;
    stream->kind = BITS_MT19937;
    w[0] = seed;
    for (uint32_t i = 1; i < LENGTH; i++) w[i] = 1812433253u * (w[i - 1] ^ w[i - 1] >> 30) + i;
    stream->twister.at = LENGTH;
}

void twister_seed_array(BitStream *stream, const uint32_t *key, size_t count) {
    uint32_t *w = stream->twister.words;
    twister_seed(stream, 19650218u);
    size_t i = 1, j = 0;
    for (size_t k = count > LENGTH ? count : LENGTH; k; k--) {
        w[i] = (w[i] ^ (w[i - 1] ^ w[i - 1] >> 30) * 1664525u) + key[j] + (uint32_t)j;
        if (++i >= LENGTH) w[0] = w[LENGTH - 1], i = 1;
        if (++j >= count) j = 0;
    }
    for (size_t k = LENGTH - 1; k; k--) {
        w[i] = (w[i] ^ (w[i - 1] ^ w[i - 1] >> 30) * 1566083941u) - (uint32_t)i;
        if (++i >= LENGTH) w[0] = w[LENGTH - 1], i = 1;
    }
    w[0] = 0x80000000u;
    stream->twister.at = LENGTH;
}

/* bits_double of `count` pairs of words. */
VECTORISED static void double_pairs(const uint32_t *words, double *out, int count) {
    uint32_t tempered[LENGTH];
    for (int i = 0; i < 2 * count; i++) tempered[i] = twister_tempered(words[i]);
    for (int i = 0; i < count; i++) {
        int32_t high = (int32_t)(tempered[2 * i] >> 5), low = (int32_t)(tempered[2 * i + 1] >> 6);
        out[i] = ((double)high * 67108864.0 + (double)low) * 0x1p-53;
    }
}

static void twister_doubles(BitStream *stream, double *out, int64_t count) {
    while (count > 0) {
        if (stream->twister.at >= LENGTH) twister_turn(stream);
        int64_t pairs = (LENGTH - stream->twister.at) / 2;
        if (pairs > count) pairs = count;
        if (pairs) {
            double_pairs(stream->twister.words + stream->twister.at, out, (int)pairs);
            stream->twister.at += 2 * (int)pairs;
        } else {
            *out = bits_double(stream); /* from one block's last word and the next one's first */
            pairs = 1;
        }
        out += pairs;
        count -= pairs;
    }
}

/* ---- PCG64 ---- */

/* DXSM: the state is mixed before it moves on, by a multiplier of 64 bits. */
#define PCG_SHORT_MULTIPLIER 0xda942042e4dd58b5ull

static uint64_t dxsm_next(BitStream *stream) {
    uint64_t high = (uint64_t)(stream->pcg.state >> 64), low = (uint64_t)stream->pcg.state | 1;
    high ^= high >> 32;
    high *= PCG_SHORT_MULTIPLIER;
    high ^= high >> 48;
    high *= low;
    stream->pcg.state = stream->pcg.state * PCG_SHORT_MULTIPLIER + stream->pcg.increment;
    return high;
}

/* ---- Philox ---- */

static void philox_block(BitStream *stream) {
    uint64_t *c = stream->philox.block, key[2] = {stream->philox.key[0], stream->philox.key[1]};
    memcpy(c, stream->philox.counter, sizeof stream->philox.block);
    for (int round = 0; round < 10; round++) {
        unsigned __int128 first = (unsigned __int128)0xD2E7470EE14C6C93ull * c[0];
        unsigned __int128 second = (unsigned __int128)0xCA5A826395121157ull * c[2];
        uint64_t next[4] = {(uint64_t)(second >> 64) ^ c[1] ^ key[0], (uint64_t)second, (uint64_t)(first >> 64) ^ c[3] ^ key[1],
                            (uint64_t)first};
        memcpy(c, next, sizeof next);
        key[0] += 0x9E3779B97F4A7C15ull;
        key[1] += 0xBB67AE8584CAA73Bull;
    }
    stream->philox.at = 0;
}

static uint64_t philox_next(BitStream *stream) {
    if (stream->philox.at >= 4) {
        for (int i = 0; i < 4 && !++stream->philox.counter[i]; i++) {}
        philox_block(stream);
    }
    return stream->philox.block[stream->philox.at++];
}

/* ---- SFC64 ---- */

static uint64_t sfc_next(BitStream *stream) {
    uint64_t *s = stream->sfc, result = s[0] + s[1] + s[3]++;
    s[0] = s[1] ^ s[1] >> 11;
    s[1] = s[2] + (s[2] << 3);
    s[2] = (s[2] << 24 | s[2] >> 40) + result;
    return result;
}

/* ---- any ---- */

uint64_t bits_next64(BitStream *stream) {
    switch (stream->kind) {
    case BITS_PCG64: return pcg_next(stream);
    case BITS_PCG64DXSM: return dxsm_next(stream);
    case BITS_PHILOX: return philox_next(stream);
    case BITS_SFC64: return sfc_next(stream);
    case BITS_MT19937: break;
    }
    uint64_t high = twister_next(stream);
    return high << 32 | twister_next(stream);
}

uint32_t bits_next32(BitStream *stream) {
    if (stream->kind == BITS_MT19937) return twister_next(stream);
    if (stream->has_half) {
        stream->has_half = false;
        return stream->half;
    }
    uint64_t word = bits_next64(stream);
    stream->has_half = true;
    stream->half = (uint32_t)(word >> 32);
    return (uint32_t)word;
}

void bits_doubles(BitStream *stream, double *out, int64_t count) {
    if (stream->kind == BITS_PCG64) {
        BitStream own = *stream; /* in registers */
        for (int64_t i = 0; i < count; i++) out[i] = (double)(pcg_next(&own) >> 11) * 0x1p-53;
        stream->pcg.state = own.pcg.state;
    } else if (stream->kind == BITS_MT19937) {
        twister_doubles(stream, out, count);
    } else {
        for (int64_t i = 0; i < count; i++) out[i] = bits_double(stream);
    }
}

/* A linear congruential generator `distance` steps on: Brown (1994). */
static void pcg_advance(BitStream *stream, unsigned __int128 multiplier, unsigned __int128 distance) {
    unsigned __int128 increment = stream->pcg.increment, factor = 1, term = 0;
    for (; distance; distance >>= 1) {
        if (distance & 1) {
            factor *= multiplier;
            term = term * multiplier + increment;
        }
        increment *= multiplier + 1;
        multiplier *= multiplier;
    }
    stream->pcg.state = factor * stream->pcg.state + term;
}

void bits_advance(BitStream *stream, unsigned __int128 distance) {
    if (stream->kind == BITS_PCG64) pcg_advance(stream, PCG_MULTIPLIER, distance);
    if (stream->kind == BITS_PCG64DXSM) pcg_advance(stream, PCG_SHORT_MULTIPLIER, distance);
    if (stream->kind == BITS_PHILOX) {
        uint64_t *counter = stream->philox.counter;
        for (int i = 0; i < 4; i++) {
            unsigned __int128 sum = (unsigned __int128)counter[i] + (uint64_t)distance;
            counter[i] = (uint64_t)sum;
            distance = (distance >> 64) + (sum >> 64);
        }
        stream->philox.at = 4;
    }
    stream->has_half = false;
    stream->half = 0;
}

/* ---- SeedSequence ---- */

enum { POOL = 4 }; /* words by default, and at least */

static uint32_t hash_mix(uint32_t value, uint32_t *constant) {
    value ^= *constant;
    *constant *= 0x931e8875u;
    value *= *constant;
    return value ^ value >> 16;
}

static uint32_t mix(uint32_t x, uint32_t y) {
    uint32_t result = 0xca01f9ddu * x - 0x4973f715u * y;
    return result ^ result >> 16;
}

void seed_pool(const uint32_t *entropy, size_t count, uint32_t *pool, size_t size) {
    uint32_t constant = 0x43b0d7e5u;
    for (size_t i = 0; i < size; i++) pool[i] = hash_mix(i < count ? entropy[i] : 0, &constant);
    for (size_t from = 0; from < size; from++)
        for (size_t to = 0; to < size; to++)
            if (from != to) pool[to] = mix(pool[to], hash_mix(pool[from], &constant));
    for (size_t from = size; from < count; from++)
        for (size_t to = 0; to < size; to++) pool[to] = mix(pool[to], hash_mix(entropy[from], &constant));
}

void seed_words(const uint32_t *pool, size_t size, uint32_t *state, size_t words) {
    uint32_t constant = 0x8b51f9ddu;
    for (size_t i = 0; i < words; i++) {
        uint32_t value = pool[i % size] ^ constant;
        constant *= 0x58f38dedu;
        value *= constant;
        state[i] = value ^ value >> 16;
    }
}

void bits_seed(BitStream *stream, BitKind kind, const uint32_t *entropy, size_t count) {
    uint32_t pool[POOL];
    seed_pool(entropy, count, pool, POOL);
    bits_seed_pool(stream, kind, pool, POOL);
}

void bits_seed_pool(BitStream *stream, BitKind kind, const uint32_t *pool, size_t size) {
    uint32_t words[8];
    uint64_t wide[4];
    *stream = (BitStream){.kind = kind};
    if (kind == BITS_MT19937) {
        seed_words(pool, size, stream->twister.words, LENGTH);
        stream->twister.words[0] = 0x80000000u;
        stream->twister.at = LENGTH - 1;
        return;
    }
    seed_words(pool, size, words, 8);
    for (int i = 0; i < 4; i++) wide[i] = (uint64_t)words[2 * i + 1] << 32 | words[2 * i];
    if (kind == BITS_PHILOX) {
        memcpy(stream->philox.key, wide, sizeof stream->philox.key);
        stream->philox.at = 4;
    } else if (kind == BITS_SFC64) {
        memcpy(stream->sfc, wide, 3 * sizeof *wide);
        stream->sfc[3] = 1;
        for (int i = 0; i < 12; i++) sfc_next(stream);
    } else {
        unsigned __int128 start = (unsigned __int128)wide[0] << 64 | wide[1], sequence = (unsigned __int128)wide[2] << 64 | wide[3];
        stream->pcg.increment = sequence << 1 | 1;
        stream->pcg.state = stream->pcg.increment + start;
        stream->pcg.state = stream->pcg.state * PCG_MULTIPLIER + stream->pcg.increment;
    }
}

void entropy_from_system(uint32_t words[4]) {
    if (getrandom(words, 16, 0) == 16) return;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    words[0] = (uint32_t)now.tv_nsec, words[1] = (uint32_t)now.tv_sec, words[2] = (uint32_t)clock(), words[3] = 0;
}

/* ---- bounded whole numbers ---- */

uint64_t bits_masked(BitStream *stream, uint64_t largest) {
    uint64_t mask = largest, value;
    if (largest == 0) return 0;
    for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
    do {
        value = (largest <= UINT32_MAX ? bits_next32(stream) : bits_next64(stream)) & mask;
    } while (value > largest);
    return value;
}

uint64_t bits_bounded(BitStream *stream, uint64_t largest) {
    if (largest == 0) return 0;
    if (largest == UINT32_MAX) return bits_next32(stream);
    if (largest == UINT64_MAX) return bits_next64(stream);
    if (largest < UINT32_MAX) {
        uint32_t range = (uint32_t)largest + 1;
        uint64_t product = (uint64_t)bits_next32(stream) * range;
        if ((uint32_t)product < range) {
            uint32_t threshold = (UINT32_MAX - (uint32_t)largest) % range;
            while ((uint32_t)product < threshold) product = (uint64_t)bits_next32(stream) * range;
        }
        return product >> 32;
    }
    uint64_t range = largest + 1;
    unsigned __int128 product = (unsigned __int128)bits_next64(stream) * range;
    if ((uint64_t)product < range) {
        uint64_t threshold = (UINT64_MAX - largest) % range;
        while ((uint64_t)product < threshold) product = (unsigned __int128)bits_next64(stream) * range;
    }
    return (uint64_t)(product >> 64);
}
