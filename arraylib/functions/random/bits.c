#include "arraylib/functions/random/bits.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

/* ---- MT19937 ---- */

enum { LENGTH = 624, MIDDLE = 397 };

static void twist(BitStream *stream) {
    uint32_t *w = stream->twister.words;
    for (int i = 0; i < LENGTH; i++) {
        uint32_t y = (w[i] & 0x80000000u) | (w[(i + 1) % LENGTH] & 0x7fffffffu);
        w[i] = w[(i + MIDDLE) % LENGTH] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    stream->twister.at = 0;
}

static uint32_t twister_next(BitStream *stream) {
    if (stream->twister.at >= LENGTH) twist(stream);
    uint32_t y = stream->twister.words[stream->twister.at++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
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

/* ---- PCG64 ---- */

#define PCG_MULTIPLIER ((unsigned __int128)2549297995355413924ull << 64 | 4865540595714422341ull)

static uint64_t pcg_next(BitStream *stream) {
    stream->pcg.state = stream->pcg.state * PCG_MULTIPLIER + stream->pcg.increment;
    uint64_t high = (uint64_t)(stream->pcg.state >> 64), mixed = high ^ (uint64_t)stream->pcg.state;
    unsigned turn = (unsigned)(high >> 58);
    return mixed >> turn | mixed << (-turn & 63);
}

uint64_t bits_next64(BitStream *stream) {
    if (stream->kind == BITS_PCG64) return pcg_next(stream);
    uint64_t high = twister_next(stream);
    return high << 32 | twister_next(stream);
}

uint32_t bits_next32(BitStream *stream) {
    if (stream->kind == BITS_MT19937) return twister_next(stream);
    if (stream->pcg.has_half) {
        stream->pcg.has_half = false;
        return stream->pcg.half;
    }
    uint64_t word = pcg_next(stream);
    stream->pcg.has_half = true;
    stream->pcg.half = (uint32_t)(word >> 32);
    return (uint32_t)word;
}

/* ---- SeedSequence ---- */

enum { POOL = 4 };

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

void seed_sequence(const uint32_t *entropy, size_t count, uint32_t *state, size_t words) {
    uint32_t pool[POOL], constant = 0x43b0d7e5u;
    for (size_t i = 0; i < POOL; i++) pool[i] = hash_mix(i < count ? entropy[i] : 0, &constant);
    for (size_t from = 0; from < POOL; from++)
        for (size_t to = 0; to < POOL; to++)
            if (from != to) pool[to] = mix(pool[to], hash_mix(pool[from], &constant));
    for (size_t from = POOL; from < count; from++)
        for (size_t to = 0; to < POOL; to++) pool[to] = mix(pool[to], hash_mix(entropy[from], &constant));
    constant = 0x8b51f9ddu;
    for (size_t i = 0; i < words; i++) {
        uint32_t value = pool[i % POOL] ^ constant;
        constant *= 0x58f38dedu;
        value *= constant;
        state[i] = value ^ value >> 16;
    }
}

void pcg_seed(BitStream *stream, const uint32_t *entropy, size_t count) {
    uint32_t words[8];
    uint64_t wide[4];
    seed_sequence(entropy, count, words, 8);
    for (int i = 0; i < 4; i++) wide[i] = (uint64_t)words[2 * i + 1] << 32 | words[2 * i];
    unsigned __int128 start = (unsigned __int128)wide[0] << 64 | wide[1], sequence = (unsigned __int128)wide[2] << 64 | wide[3];
    *stream = (BitStream){.kind = BITS_PCG64};
    stream->pcg.increment = sequence << 1 | 1;
    stream->pcg.state = stream->pcg.increment + start;
    stream->pcg.state = stream->pcg.state * PCG_MULTIPLIER + stream->pcg.increment;
}

void twister_seed_sequence(BitStream *stream, const uint32_t *entropy, size_t count) {
    stream->kind = BITS_MT19937;
    seed_sequence(entropy, count, stream->twister.words, LENGTH);
    stream->twister.words[0] = 0x80000000u;
    stream->twister.at = LENGTH - 1;
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
