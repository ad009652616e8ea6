/* What a mask keeps, and what is put where it is true, by several threads: each part is counted, then each knows where its
 * elements go, or come from. */
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/vector/vector_bits.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif
#include <string.h>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

enum { PARTS_MAX = 64, PART_LEAST = 1 << 15 };

/* How many bytes of the run are not 0. */
static int64_t count_true(const char *mask, int64_t count) {
    int64_t found = 0, i = 0;
    while (i < count) { /* sums of bytes do not overflow in stretches of 255 */
        int64_t end = count - i < 255 * 32 ? count : i + 255 * 32;
        uint8_t sums[32] = {0};
        for (; i + 32 <= end; i += 32)
            for (int k = 0; k < 32; k++) sums[k] += mask[i + k] != 0;
        for (; i < end; i++) found += mask[i] != 0;
        for (int k = 0; k < 32; k++) found += sums[k];
    }
    return found;
}

/* Nothing is written beyond the elements that are kept: another thread's follow there. */
#define COMPRESS(name, type)                                                                                  \
    static void compress_##name(const char *mask, const char *in, int64_t count, char *out) {                 \
        const type *source = (const type *)in;                                                                \
        type *target = (type *)out;                                                                           \
        for (int64_t i = 0; i < count; i++)                                                                   \
            if (mask[i]) *target++ = source[i];                                                               \
    }
COMPRESS(1, uint8_t)
COMPRESS(2, uint16_t)
COMPRESS(4, uint32_t)
COMPRESS(8, uint64_t)
typedef struct Pair {
    uint64_t first, second;
} Pair;
COMPRESS(16, Pair)

/* One value for all is written wherever the mask is true, and what was there is written again elsewhere: no branch is guessed. */
#define EXPAND(name, type)                                                                                    \
    static void expand_##name(const char *mask, const char *in, int64_t step, int64_t count, char *out) {     \
        type *target = (type *)out;                                                                           \
        type value = *(const type *)in;                                                                       \
        if (step == 0)                                                                                        \
            for (int64_t i = 0; i < count; i++) target[i] = mask[i] ? value : target[i];                      \
        else                                                                                                  \
            for (int64_t i = 0; i < count; i++)                                                               \
                if (mask[i]) target[i] = *(const type *)in, in += step;                                       \
    }
EXPAND(1, uint8_t)
EXPAND(2, uint16_t)
EXPAND(4, uint32_t)
EXPAND(8, uint64_t)
EXPAND(16, Pair)

#ifdef __x86_64__
#define VECTOR_TARGET __attribute__((target("avx512f,avx512bw,avx512vl,popcnt")))

/* Which of the next 16 elements the mask keeps: `left` of them are there. */
VECTOR_TARGET static inline __attribute__((always_inline)) __mmask16 kept_of_16(const char *mask, int64_t left) {
    __mmask16 there = (__mmask16)(left >= 16 ? 0xffff : (1u << left) - 1);
    __m128i bytes = _mm_maskz_loadu_epi8(there, mask);
    return _mm_test_epi8_mask(bytes, bytes);
}

/* Elements are moved together, or apart, in registers: instructions that do so in memory take a hundred cycles on some processors. */
VECTOR_TARGET static inline __attribute__((always_inline)) char *put_8(char *target, __mmask8 kept, const char *source) {
    __m512i packed = _mm512_maskz_compress_epi64(kept, _mm512_maskz_loadu_epi64(kept, source));
    unsigned found = (unsigned)__builtin_popcount(kept);
    _mm512_mask_storeu_epi64(target, (__mmask8)((1u << found) - 1), packed);
    return target + found * 8;
}

VECTOR_TARGET static void compress_8_wide(const char *mask, const char *source, int64_t count, char *target) {
    for (int64_t i = 0; i < count; i += 16) {
        unsigned kept = kept_of_16(mask + i, count - i);
        if (kept & 0xff) target = put_8(target, (__mmask8)kept, source + i * 8);
        if (kept >> 8) target = put_8(target, (__mmask8)(kept >> 8), source + i * 8 + 64);
    }
}

VECTOR_TARGET static void compress_4_wide(const char *mask, const char *source, int64_t count, char *target) {
    for (int64_t i = 0; i < count; i += 16) {
        __mmask16 kept = kept_of_16(mask + i, count - i);
        if (!kept) continue;
        unsigned found = (unsigned)__builtin_popcount(kept);
        __m512i packed = _mm512_maskz_compress_epi32(kept, _mm512_maskz_loadu_epi32(kept, source + i * 4));
        _mm512_mask_storeu_epi32(target, (__mmask16)((1u << found) - 1), packed);
        target += found * 4;
    }
}

VECTOR_TARGET static inline __attribute__((always_inline)) const char *take_8(const char *values, __mmask8 put, char *target) {
    unsigned found = (unsigned)__builtin_popcount(put);
    __m512i packed = _mm512_maskz_loadu_epi64((__mmask8)((1u << found) - 1), values);
    _mm512_mask_storeu_epi64(target, put, _mm512_maskz_expand_epi64(put, packed));
    return values + found * 8;
}

VECTOR_TARGET static void expand_8_wide(const char *mask, const char *values, int64_t step, int64_t count, char *target) {
    __m512i value = _mm512_set1_epi64(*(const int64_t *)values);
    for (int64_t i = 0; i < count; i += 16) {
        unsigned put = kept_of_16(mask + i, count - i);
        if (step) {
            if (put & 0xff) values = take_8(values, (__mmask8)put, target + i * 8);
            if (put >> 8) values = take_8(values, (__mmask8)(put >> 8), target + i * 8 + 64);
        } else {
            if (put & 0xff) _mm512_mask_storeu_epi64(target + i * 8, (__mmask8)put, value);
            if (put >> 8) _mm512_mask_storeu_epi64(target + i * 8 + 64, (__mmask8)(put >> 8), value);
        }
    }
}

VECTOR_TARGET static void expand_4_wide(const char *mask, const char *values, int64_t step, int64_t count, char *target) {
    __m512i value = _mm512_set1_epi32(*(const int32_t *)values);
    for (int64_t i = 0; i < count; i += 16) {
        __mmask16 put = kept_of_16(mask + i, count - i);
        if (!put) continue;
        if (step) {
            unsigned found = (unsigned)__builtin_popcount(put);
            __m512i packed = _mm512_maskz_loadu_epi32((__mmask16)((1u << found) - 1), values);
            _mm512_mask_storeu_epi32(target + i * 4, put, _mm512_maskz_expand_epi32(put, packed));
            values += found * 4;
        } else {
            _mm512_mask_storeu_epi32(target + i * 4, put, value);
        }
    }
}
#endif

typedef void Compress(const char *mask, const char *source, int64_t count, char *target);

typedef void Expand(const char *mask, const char *values, int64_t step, int64_t count, char *target);

static bool is_wide(void) {
#ifdef __x86_64__
    return host_vector_bits() >= 512 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
#else
    return false;
#endif
}

static Expand *expand_of(size_t size, int64_t step) {
#ifdef __x86_64__
    if (is_wide() && (step == 0 || step == (int64_t)size) && (size == 8 || size == 4)) return size == 8 ? expand_8_wide : expand_4_wide;
#endif
    (void)step;
    switch (size) {
    case 1: return expand_1;
    case 2: return expand_2;
    case 4: return expand_4;
    case 8: return expand_8;
    default: return expand_16;
    }
}

static Compress *compress_of(size_t size) {
#ifdef __x86_64__
    if (is_wide() && size == 8) return compress_8_wide;
    if (is_wide() && size == 4) return compress_4_wide;
#endif
    switch (size) {
    case 1: return compress_1;
    case 2: return compress_2;
    case 4: return compress_4;
    case 8: return compress_8;
    default: return compress_16;
    }
}

typedef struct MaskRun {
    const char *mask, *source;
    char *output;
    size_t size;
    int64_t count, step;
    int parts;
    int64_t kept[PARTS_MAX];
} MaskRun;

static int64_t part_begin(const MaskRun *run, int64_t part) { return part == run->parts ? run->count : run->count / run->parts * part; }

static void count_parts(void *context, int64_t from, int64_t to) {
    MaskRun *run = context;
    for (int64_t part = from; part < to; part++)
        run->kept[part] = count_true(run->mask + part_begin(run, part), part_begin(run, part + 1) - part_begin(run, part));
}

static void compress_parts(void *context, int64_t from, int64_t to) {
    const MaskRun *run = context;
    Compress *compress = compress_of(run->size);
    for (int64_t part = from; part < to; part++) {
        int64_t begin = part_begin(run, part);
        compress(run->mask + begin, run->source + begin * (int64_t)run->size, part_begin(run, part + 1) - begin,
                 run->output + run->kept[part] * (int64_t)run->size);
    }
}

static int64_t count_all(Device *device, MaskRun *run) {
    int64_t parts = run->count / PART_LEAST, total = 0;
    run->parts = parts < 1 ? 1 : parts > PARTS_MAX ? PARTS_MAX : (int)parts;
    runtime_parallel_for(device->runtime, run->parts, 1, count_parts, run);
    for (int part = 0; part < run->parts; part++) {
        int64_t here = run->kept[part];
        run->kept[part] = total;
        total += here;
    }
    return total;
}

int64_t host_count_true(Device *device, const char *mask, int64_t count) {
    MaskRun run = {.mask = mask, .count = count};
    return count_all(device, &run);
}

bool host_compress(Device *device, const char *mask, const char *source, size_t size, int64_t count, char *output, Error *error) {
    MaskRun run = {.mask = mask, .source = source, .output = output, .size = size, .count = count};
    count_all(device, &run);
    runtime_parallel_for(device->runtime, run.parts, 1, compress_parts, &run);
    return runtime_poll(device->runtime, error);
}

static void expand_parts(void *context, int64_t from, int64_t to) {
    const MaskRun *run = context;
    Expand *expand = expand_of(run->size, run->step);
    for (int64_t part = from; part < to; part++) {
        int64_t begin = part_begin(run, part);
        expand(run->mask + begin, run->source + run->kept[part] * run->step, run->step, part_begin(run, part + 1) - begin,
               run->output + begin * (int64_t)run->size);
    }
}

bool host_expand(Device *device, const char *mask, const char *values, int64_t step, size_t size, int64_t count, char *output, Error *error) {
    MaskRun run = {.mask = mask, .source = values, .output = output, .size = size, .count = count, .step = step};
    count_all(device, &run);
    runtime_parallel_for(device->runtime, run.parts, 1, expand_parts, &run);
    return runtime_poll(device->runtime, error);
}
