/* Streams of random bits; and SeedSequence, which spreads a seed over a state.
 *
 * Sources: Matsumoto & Nishimura, "Mersenne Twister" (1998); O'Neill, "PCG" (2014), the XSL-RR 128/64 and the DXSM members;
 * Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011), Philox 4x64 of ten rounds; Doty-Humphrey, PractRand's
 * SFC64; NumPy's documentation of SeedSequence (after O'Neill's seed_seq). The streams equal NumPy's word for word. */
#ifndef ARRAYLIB_FUNCTIONS_RANDOM_BITS_H
#define ARRAYLIB_FUNCTIONS_RANDOM_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(kind, name): the bit generators, named as NumPy's classes. */
#define BIT_GENERATORS(X) X(MT19937, MT19937) X(PCG64, PCG64) X(PCG64DXSM, PCG64DXSM) X(PHILOX, Philox) X(SFC64, SFC64)
typedef enum BitKind {
#define X(kind, name) BITS_##kind,
    BIT_GENERATORS(X)
#undef X
} BitKind;

typedef struct BitStream {
    BitKind kind;
    bool has_half; /* the upper half of the last 64-bit word waits (not MT19937's, whose words have 32) */
    uint32_t half;
    union {
        struct {
            uint32_t words[624];
            int at;
        } twister;
        struct {
            unsigned __int128 state, increment;
        } pcg;
        struct {
            uint64_t counter[4], key[2], block[4];
            int at; /* of the block; 4: used up */
        } philox;
        uint64_t sfc[4];
    };
} BitStream;

uint32_t bits_next32(BitStream *stream);
uint64_t bits_next64(BitStream *stream);

enum { TWISTER_WORDS = 624 };
void twister_leap(BitStream *stream); /* 2^128 words ahead */
void twister_turn(BitStream *stream); /* new words when all are used up */
static inline uint32_t twister_tempered(uint32_t y) {
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
}
static inline uint32_t twister_next(BitStream *stream) {
    if (stream->twister.at >= TWISTER_WORDS) twister_turn(stream);
    return twister_tempered(stream->twister.words[stream->twister.at++]);
}

#define PCG_MULTIPLIER ((unsigned __int128)2549297995355413924ull << 64 | 4865540595714422341ull)
static inline uint64_t pcg_next(BitStream *stream) {
    stream->pcg.state = stream->pcg.state * PCG_MULTIPLIER + stream->pcg.increment;
    uint64_t high = (uint64_t)(stream->pcg.state >> 64), mixed = high ^ (uint64_t)stream->pcg.state;
    unsigned turn = (unsigned)(high >> 58);
    return mixed >> turn | mixed << (-turn & 63);
}

static inline double bits_double(BitStream *stream) { /* in [0, 1) */
    if (stream->kind != BITS_MT19937) return (double)(bits_next64(stream) >> 11) * 0x1p-53;
    uint32_t a = twister_next(stream) >> 5, b = twister_next(stream) >> 6;
    return ((double)a * 67108864.0 + (double)b) / 9007199254740992.0;
}
static inline float bits_float(BitStream *stream) { return (float)(bits_next32(stream) >> 8) * 0x1p-24f; }

void twister_seed(BitStream *stream, uint32_t seed);                               /* Knuth's initialisation */
void twister_seed_array(BitStream *stream, const uint32_t *key, size_t count);     /* init_by_array */

/* SeedSequence(entropy, pool_size=size).pool, and .generate_state: `entropy` in 32-bit words, least significant first. */
void seed_pool(const uint32_t *entropy, size_t count, uint32_t *pool, size_t size);
void seed_words(const uint32_t *pool, size_t size, uint32_t *state, size_t words);
void bits_seed_pool(BitStream *stream, BitKind kind, const uint32_t *pool, size_t size);
void bits_seed(BitStream *stream, BitKind kind, const uint32_t *entropy, size_t count); /* as BitGenerator(SeedSequence) */
/* As if 64-bit words had been drawn (of Philox: blocks of four). PCG64, PCG64DXSM and Philox only. */
void bits_advance(BitStream *stream, unsigned __int128 distance);
void entropy_from_system(uint32_t words[4]);

/* A whole number in [0, largest]: by masks and rejection (the legacy way), or by Lemire's multiplication. */
uint64_t bits_masked(BitStream *stream, uint64_t largest);
uint64_t bits_bounded(BitStream *stream, uint64_t largest);

/* Many at once: the same numbers as one by one. */
void bits_doubles(BitStream *stream, double *out, int64_t count);
void bits_normals(BitStream *stream, double *out, int64_t count);

double bits_normal(BitStream *stream);      /* ziggurat */
double bits_exponential(BitStream *stream); /* ziggurat */
float bits_normal32(BitStream *stream);
float bits_exponential32(BitStream *stream);

#endif
