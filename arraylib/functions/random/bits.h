/* Streams of random bits: MT19937 and PCG64; and SeedSequence, which spreads a seed over a state.
 *
 * Sources: Matsumoto & Nishimura, "Mersenne Twister" (1998); O'Neill, "PCG" (2014), the XSL-RR 128/64 member;
 * NumPy's documentation of SeedSequence (after O'Neill's seed_seq). The streams equal NumPy's word for word. */
#ifndef ARRAYLIB_FUNCTIONS_RANDOM_BITS_H
#define ARRAYLIB_FUNCTIONS_RANDOM_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum BitKind { BITS_MT19937, BITS_PCG64 } BitKind;

typedef struct BitStream {
    BitKind kind;
    union {
        struct {
            uint32_t words[624];
            int at;
        } twister;
        struct {
            unsigned __int128 state, increment;
            bool has_half; /* the upper half of the last 64-bit word waits */
            uint32_t half;
        } pcg;
    };
} BitStream;

uint32_t bits_next32(BitStream *stream);
uint64_t bits_next64(BitStream *stream);
static inline double bits_double(BitStream *stream) { /* in [0, 1) */
    if (stream->kind == BITS_PCG64) return (double)(bits_next64(stream) >> 11) * 0x1p-53;
    uint32_t a = bits_next32(stream) >> 5, b = bits_next32(stream) >> 6;
    return ((double)a * 67108864.0 + (double)b) / 9007199254740992.0;
}
static inline float bits_float(BitStream *stream) { return (float)(bits_next32(stream) >> 8) * 0x1p-24f; }

void twister_seed(BitStream *stream, uint32_t seed);                               /* Knuth's initialisation */
void twister_seed_array(BitStream *stream, const uint32_t *key, size_t count);     /* init_by_array */

/* SeedSequence(entropy).generate_state: `entropy` in 32-bit words, least significant first. */
void seed_sequence(const uint32_t *entropy, size_t count, uint32_t *state, size_t words);
void pcg_seed(BitStream *stream, const uint32_t *entropy, size_t count);
void twister_seed_sequence(BitStream *stream, const uint32_t *entropy, size_t count);
void entropy_from_system(uint32_t words[4]);

/* A whole number in [0, largest]: by masks and rejection (the legacy way), or by Lemire's multiplication. */
uint64_t bits_masked(BitStream *stream, uint64_t largest);
uint64_t bits_bounded(BitStream *stream, uint64_t largest);

double bits_normal(BitStream *stream);      /* ziggurat */
double bits_exponential(BitStream *stream); /* ziggurat */
float bits_normal32(BitStream *stream);

#endif
