/* Shortest decimals by the Schubfach method (R. Giulietti, "The Schubfach way to render doubles").
 *
 * A double v = c * 2^q is what every decimal between v - half a gap and v + half a gap reads back as. Of all powers of
 * ten, take the largest 10^k that is not longer than this interval: then one or two multiples of 10^k lie inside, and at most
 * one multiple of 10^(k+1). v and the interval's ends are computed in units of 10^k / 4 from a 126-bit approximation of
 * 10^-k, rounded to odd, which is precise enough to compare exactly. */
#include "base/decimal.h"

#include "base/decimal_private.h"

#include <stdbool.h>
#include <string.h>

enum { FRACTION_BITS = 52, SMALLEST_EXPONENT = -1074, SMALLEST_POWER = -324 };

static int floor_log10_of_power2(int q) { return (int)((int64_t)q * 661971961083 >> 41); }
static int floor_log10_of_three_quarters_power2(int q) { return (int)(((int64_t)q * 661971961083 - 274743187321) >> 41); }
static int floor_log2_of_power10(int e) { return (int)((int64_t)e * 913124641741 >> 38); }

static uint64_t high_product(uint64_t a, uint64_t b) { return (uint64_t)((unsigned __int128)a * b >> 64); }

/* power * factor / 2^127, rounded to odd: the last bit also says whether anything was cut off. */
static uint64_t scale(const uint64_t power[2], uint64_t factor) {
    const uint64_t mask = ((uint64_t)1 << 63) - 1;
    uint64_t low = high_product(power[1], factor);
    uint64_t middle = (power[0] * factor >> 1) + low;
    uint64_t high = high_product(power[0], factor) + (middle >> 63);
    return high | ((middle & mask) + mask) >> 63;
}

static uint64_t strip_zeros(uint64_t digits, int *exponent) {
    while (digits % 10 == 0) {
        digits /= 10;
        ++*exponent;
    }
    return digits;
}

uint64_t decimal_shortest(double number, int *exponent) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    uint64_t c = bits & (((uint64_t)1 << FRACTION_BITS) - 1);
    int biased = (int)(bits >> FRACTION_BITS & 0x7FF), q = SMALLEST_EXPONENT;
    if (biased) {
        c |= (uint64_t)1 << FRACTION_BITS;
        q += biased - 1;
    }
    /* A whole number of at most 53 bits: its own digits are the shortest. */
    if (q <= 0 && q > -53 && (c & (((uint64_t)1 << -q) - 1)) == 0) {
        *exponent = 0;
        return strip_zeros(c >> -q, exponent);
    }
    /* At a power of two the gap below is half of that above. */
    bool irregular = c == (uint64_t)1 << FRACTION_BITS && biased > 1;
    int k = irregular ? floor_log10_of_three_quarters_power2(q) : floor_log10_of_power2(q);
    int shift = q + floor_log2_of_power10(-k) + 2;
    const uint64_t *power = decimal_powers[k - SMALLEST_POWER];
    uint64_t odd = c & 1;
    uint64_t value = scale(power, 4 * c << shift);
    uint64_t lower = scale(power, (4 * c - (irregular ? 1 : 2)) << shift) + odd;
    uint64_t upper = scale(power, (4 * c + 2) << shift);
    uint64_t below = value >> 2;
    *exponent = k;
    if (below >= 10) {
        uint64_t tens = below / 10 * 10, next = tens + 10;
        bool tens_inside = lower <= tens << 2, next_inside = (next << 2) + odd <= upper;
        if (tens_inside != next_inside) return strip_zeros(tens_inside ? tens : next, exponent);
    }
    uint64_t above = below + 1;
    bool below_inside = lower <= below << 2, above_inside = (above << 2) + odd <= upper;
    if (below_inside != above_inside) return strip_zeros(below_inside ? below : above, exponent);
    int64_t side = (int64_t)(value - ((below + above) << 1));
    return strip_zeros(side < 0 || (side == 0 && below % 2 == 0) ? below : above, exponent);
}
