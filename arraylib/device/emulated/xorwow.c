/* Four thousand and ninety-six lanes, 2^67 draws apart, are visited in turn; a visit yields one number, or a pair of
 * normals. A lane is five words that evolve linearly over GF(2) and a counter. */
#include "arraylib/device/emulated/xorwow.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

enum { LANES = 4096, WORDS = 5, BITS = 32 * WORDS };

typedef struct Lane {
    uint32_t counter, words[WORDS];
} Lane;

struct Xorwow {
    uint64_t seed, position; /* 32-bit draws so far */
    bool seeded;
    uint32_t lane;           /* the next to visit */
    Lane lanes[LANES];
};

static uint32_t step(Lane *lane) {
    uint32_t t = lane->words[0] ^ lane->words[0] >> 2;
    memmove(lane->words, lane->words + 1, (WORDS - 1) * sizeof *lane->words);
    lane->words[4] = (lane->words[3] ^ lane->words[3] << 4) ^ (t ^ t << 1);
    lane->counter += 362437;
    return lane->words[4] + lane->counter;
}

/* ---- the jump of 2^67 draws ---- */

/* The coefficients of x to the power of 2^67 modulo the characteristic polynomial of a step (a row of the table in
 * cudac/random.cu): the words after the jump are a sum of the next 160 ones. The counter returns to itself. */
static const uint32_t jump_coefficients[WORDS] = {0x26294934u, 0x77bbc248u, 0x1a87dad0u, 0x930052d4u, 0x947e6dd2u};

static void jump(const Lane *from, Lane *to) {
    Lane lane = *from;
    *to = (Lane){from->counter, {0}};
    for (int bit = 0; bit < BITS; bit++, step(&lane))
        if (jump_coefficients[bit / 32] >> bit % 32 & 1)
            for (int word = 0; word < WORDS; word++) to->words[word] ^= lane.words[word];
}

static void seed_lanes(Xorwow *generator, uint64_t seed) {
    uint32_t s0 = (uint32_t)seed ^ 0xaad26b49u, s1 = (uint32_t)(seed >> 32) ^ 0xf7dcefddu;
    uint32_t t0 = 1099087573u * s0, t1 = 2591861531u * s1;
    generator->lanes[0] = (Lane){6615241u + t0 + t1,
                                 {123456789u + t0, 362436069u ^ t0, 521288629u + t1, 88675123u ^ t1, 5783321u + t0}};
    for (int i = 1; i < LANES; i++) jump(&generator->lanes[i - 1], &generator->lanes[i]);
    generator->seed = seed;
    generator->position = 0;
    generator->lane = 0;
    generator->seeded = true;
}

/* ---- draws ---- */

static float uniform32(uint32_t x) { return (float)x * 0x1p-32f + 0x1p-33f; }

static double uniform64(uint32_t x, uint32_t y) {
    return (double)((uint64_t)x ^ (uint64_t)y << 21) * 0x1p-53 + 0x1p-54;
}

static void normal_pair32(Lane *lane, float out[2]) {
    static const float turn = 0x1p-32f * 6.2831855f;
    uint32_t x = step(lane), y = step(lane);
    float angle = (float)y * turn + turn / 2, size = sqrtf(-2.0f * logf(uniform32(x)));
    out[0] = size * sinf(angle);
    out[1] = size * cosf(angle);
}

static void normal_pair64(Lane *lane, double out[2]) {
    uint32_t x0 = step(lane), x1 = step(lane), y0 = step(lane), y1 = step(lane);
    double turns = (double)((uint64_t)y0 ^ (uint64_t)y1 << 21) * 0x1p-52 + 0x1p-53;
    double size = sqrt(-2.0 * log(uniform64(x0, x1)));
    out[0] = size * sin(turns * 3.14159265358979323846);
    out[1] = size * cos(turns * 3.14159265358979323846);
}

static bool is_normal(RandomDraw draw) { return draw == DRAW_NORMAL32 || draw == DRAW_NORMAL64; }

static void visit(Lane *lane, const RandomTask *task, int64_t at) {
    switch (task->draw) {
    case DRAW_BITS32: ((uint32_t *)task->output)[at] = step(lane); break;
    case DRAW_UNIFORM32: ((float *)task->output)[at] = uniform32(step(lane)); break;
    case DRAW_UNIFORM64: {
        uint32_t x = step(lane), y = step(lane);
        ((double *)task->output)[at] = uniform64(x, y);
        break;
    }
    case DRAW_NORMAL32: {
        float pair[2];
        normal_pair32(lane, pair);
        for (int i = 0; i < 2 && at + i < task->count; i++)
            ((float *)task->output)[at + i] = (float)task->mean + (float)task->deviation * pair[i];
        break;
    }
    case DRAW_NORMAL64: {
        double pair[2];
        normal_pair64(lane, pair);
        for (int i = 0; i < 2 && at + i < task->count; i++)
            ((double *)task->output)[at + i] = task->mean + task->deviation * pair[i];
        break;
    }
    }
}

static bool move_to(Xorwow *generator, uint64_t offset) {
    /* Only a position of the plain ordering can be named: one draw a visit. */
    for (uint64_t lane = 0; lane < LANES; lane++) {
        uint64_t draws = offset / LANES + (lane < offset % LANES);
        for (uint64_t i = 0; i < draws; i++) step(&generator->lanes[lane]);
    }
    generator->lane = (uint32_t)(offset % LANES);
    generator->position = offset;
    return true;
}

bool xorwow_generate(Xorwow *generator, ArrayRuntime *runtime, const RandomTask *task, Error *error) {
    if (!generator->seeded || generator->seed != task->seed || generator->position != task->offset) {
        seed_lanes(generator, task->seed);
        if (task->offset) move_to(generator, task->offset);
    }
    int64_t width = is_normal(task->draw) ? 2 : 1;
    for (int64_t at = 0; at < task->count; at += width) {
        visit(&generator->lanes[generator->lane], task, at);
        generator->lane = (generator->lane + 1) % LANES;
        if ((at & 0xffff) == 0 && !runtime_poll(runtime, error)) return false;
    }
    bool is_wide = task->draw == DRAW_UNIFORM64 || task->draw == DRAW_NORMAL64;
    generator->position = task->offset + (uint64_t)task->count * (is_wide ? 2 : 1);
    return true;
}

Xorwow *xorwow_create(Error *error) {
    Xorwow *generator = memory_allocate_zeroed(1, sizeof *generator);
    if (!generator) error_no_memory(error);
    return generator;
}

void xorwow_destroy(Xorwow *generator) { memory_release(generator); }
