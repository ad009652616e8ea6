/* The states of numba.cuda.random: xoroshiro128+ (Blackman, Vigna) from a seed by SplitMix64, each 2^64 numbers after the one before.
 * A jump is linear over the bits, so that many of them are table look-ups: 16 for each state instead of 128 steps. */
#include "kernel/modules/numba/cuda.h"

#include "base/memory.h"

#include <string.h>

typedef struct State {
    uint64_t low, high;
} State;

enum { TABLE_BYTES = 16, PAYS_FROM = 400 /* states */ };

static uint64_t rotate(uint64_t word, int by) { return word << by | word >> (64 - by); }

static uint64_t split_mix(uint64_t seed) {
    uint64_t word = seed + 0x9e3779b97f4a7c15u;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u;
    word = (word ^ word >> 27) * 0x94d049bb133111ebu;
    return word ^ word >> 31;
}

static State next_state(State state) {
    uint64_t mixed = state.high ^ state.low;
    return (State){rotate(state.low, 55) ^ mixed ^ mixed << 14, rotate(mixed, 36)};
}

static State jump(State state) {
    static const uint64_t polynomial[2] = {0xbeac0467eba5facbu, 0xd86b048b86aa9922u};
    State result = {0, 0};
    for (int bit = 0; bit < 128; bit++) {
        if (polynomial[bit / 64] >> bit % 64 & 1) result.low ^= state.low, result.high ^= state.high;
        state = next_state(state);
    }
    return result;
}

/* What a jump makes of each value of each byte of a state. */
static void fill_tables(State tables[TABLE_BYTES][256]) {
    for (int byte = 0; byte < TABLE_BYTES; byte++) {
        tables[byte][0] = (State){0, 0};
        for (int bit = 0; bit < 8; bit++) {
            int place = 8 * byte + bit;
            State one = place < 64 ? jump((State){(uint64_t)1 << place, 0}) : jump((State){0, (uint64_t)1 << (place - 64)});
            for (int below = 0; below < 1 << bit; below++) {
                State other = tables[byte][below];
                tables[byte][below | 1 << bit] = (State){other.low ^ one.low, other.high ^ one.high};
            }
        }
    }
}

static State jump_by_tables(State tables[TABLE_BYTES][256], State state) {
    State result = {0, 0};
    for (int byte = 0; byte < TABLE_BYTES; byte++) {
        uint64_t word = byte < 8 ? state.low : state.high;
        const State *part = &tables[byte][word >> 8 * (byte % 8) & 0xff];
        result.low ^= part->low;
        result.high ^= part->high;
    }
    return result;
}

/* _random_states(count, seed, start): bytes of so many states. */
NATIVE(random_states) {
    NATIVE_UNUSED;
    int64_t count, start, signed_seed;
    uint64_t seed;
    if (!value_to_int64(thread, arguments[0], &count) || !value_to_int64(thread, arguments[2], &start)) return VALUE_ABSENT;
    if (!int_to_uint64(arguments[1], &seed)) {
        if (!value_to_int64(thread, arguments[1], &signed_seed)) return VALUE_ABSENT;
        seed = (uint64_t)signed_seed;
    }
    if (count < 0 || count > INT64_MAX / (int64_t)sizeof(State)) return raise_value_error(thread, "negative dimensions are not allowed");
    State *states = memory_allocate((size_t)count * sizeof *states + 1), state = {split_mix(seed), split_mix(seed)};
    State(*tables)[256] = count + start >= PAYS_FROM ? memory_allocate(sizeof(State[TABLE_BYTES][256])) : NULL;
    if (!states) {
        memory_release(tables);
        return raise_no_memory(thread);
    }
    if (tables) fill_tables(tables);
    for (int64_t i = 0; i < start; i++) state = tables ? jump_by_tables(tables, state) : jump(state);
    for (int64_t i = 0; i < count; i++) {
        states[i] = state;
        state = tables ? jump_by_tables(tables, state) : jump(state);
    }
    Value result = bytes_new(thread, (const char *)states, (size_t)count * sizeof *states);
    memory_release(tables);
    memory_release(states);
    return result;
}

const NativeEntry cuda_random_functions[] = {
    {"_random_states", "(count, seed, start, /)", "States of random generators, 2^64 numbers apart.", random_states, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
