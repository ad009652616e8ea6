/* Numbers of four and eight bytes sorted by radix, by several threads: the bits become an unsigned key that sorts alike, and one
 * pass after another orders by a digit of it, from the lowest. Only the bits that vary are looked at. In each pass the elements lie
 * in parts; a part's digits are counted, then each part knows where its elements of every digit go, so order among equals is kept. */
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/radix.h"

#include <string.h>

enum { DIGIT_BITS_MAX = 11, PARTS_MAX = 32, PART_LEAST = 1 << 15, PASSES_MAX = 8 };

typedef struct Radix {
    Device *device;
    const void *source;  /* the numbers as they came */
    void *from, *to;     /* of the pass */
    int64_t count, *order;
    uint64_t flip, flip_negative; /* bits that a key has otherwise than its number; those of negative numbers besides */
    uint64_t infinity;            /* of floats: what is larger without its sign is NaN */
    int parts, shift, bits;
    bool is_first, is_last, is_wide;
    uint64_t varying[PARTS_MAX];
    bool strange[PARTS_MAX]; /* a NaN is there */
    int64_t (*starts)[1 << DIGIT_BITS_MAX];
} Radix;

static int64_t part_begin(const Radix *radix, int64_t part) {
    return (int64_t)((unsigned __int128)radix->count * (uint64_t)part / (unsigned)radix->parts);
}

typedef struct WidePair {
    uint64_t key;
    int64_t index;
} WidePair;
#define NARROW_PAIR(key, index) ((uint64_t)(key) << 32 | (uint64_t)(index))
#define NARROW_KEY(pair) ((uint32_t)((pair) >> 32))
#define NARROW_INDEX(pair) ((int64_t)(uint32_t)(pair))
#define WIDE_PAIR(key, index) ((WidePair){key, index})
#define WIDE_KEY(pair) ((pair).key)
#define WIDE_INDEX(pair) ((pair).index)
#define SAME_KEY(key) (key)

/* An order puts all NaN last and takes zeros of both signs for equals. */
#define DEFINE_WIDTH(word, Key, Signed, Pair, PAIR, KEY, INDEX)                                               \
    static inline Key encode_##word(const Radix *radix, Key number) {                                         \
        Key negative = (Key)((Signed)number >> (sizeof(Key) * 8 - 1));                                        \
        return number ^ ((Key)radix->flip | (negative & (Key)radix->flip_negative));                          \
    }                                                                                                         \
    static inline Key decode_##word(const Radix *radix, Key key) {                                            \
        Key negative = (Key)(~(Signed)key >> (sizeof(Key) * 8 - 1));                                          \
        return key ^ ((Key)radix->flip | (negative & (Key)radix->flip_negative));                             \
    }                                                                                                         \
    static inline Key rank_##word(const Radix *radix, Key number) {                                           \
        if (!radix->infinity) return encode_##word(radix, number);                                            \
        Key sign = (Key)1 << (sizeof(Key) * 8 - 1), size = number & ~sign;                                    \
        if (size > (Key)radix->infinity) return (Key)-1;                                                      \
        return size ? encode_##word(radix, number) : sign;                                                    \
    }                                                                                                         \
    static void look_##word(void *context, int64_t from, int64_t to) {                                        \
        Radix *radix = context;                                                                               \
        const Key *source = radix->source;                                                                    \
        Key sign = (Key)1 << (sizeof(Key) * 8 - 1);                                                           \
        for (int64_t part = from; part < to; part++) {                                                        \
            Key varying = 0, most = 0, first = rank_##word(radix, source[0]);                                 \
            int64_t end = part_begin(radix, part + 1);                                                        \
            if (radix->order)                                                                                 \
                for (int64_t i = part_begin(radix, part); i < end; i++) varying |= rank_##word(radix, source[i]) ^ first; \
            else                                                                                              \
                for (int64_t i = part_begin(radix, part); i < end; i++) {                                     \
                    Key size = source[i] & ~sign;                                                             \
                    varying |= encode_##word(radix, source[i]) ^ first;                                       \
                    most = size > most ? size : most;                                                         \
                }                                                                                             \
            radix->varying[part] = varying;                                                                   \
            radix->strange[part] = radix->infinity && most > (Key)radix->infinity;                            \
        }                                                                                                     \
    }                                                                                                         \
    static void count_##word(void *context, int64_t from, int64_t to) {                                       \
        Radix *radix = context;                                                                               \
        unsigned mask = (1u << radix->bits) - 1, shift = (unsigned)radix->shift;                              \
        for (int64_t part = from; part < to; part++) {                                                        \
            int64_t *counts = radix->starts[part], i = part_begin(radix, part), end = part_begin(radix, part + 1); \
            memset(counts, 0, sizeof *counts << radix->bits);                                                 \
            const Key *source = radix->source, *keys = radix->from;                                           \
            const Pair *pairs = radix->from;                                                                  \
            if (!radix->is_first && radix->order)                                                             \
                for (; i < end; i++) counts[KEY(pairs[i]) >> shift & mask]++;                                 \
            else if (!radix->is_first)                                                                        \
                for (; i < end; i++) counts[keys[i] >> shift & mask]++;                                       \
            else if (radix->order)                                                                            \
                for (; i < end; i++) counts[rank_##word(radix, source[i]) >> shift & mask]++;                 \
            else                                                                                              \
                for (; i < end; i++) counts[encode_##word(radix, source[i]) >> shift & mask]++;               \
        }                                                                                                     \
    }                                                                                                         \
    static inline __attribute__((always_inline)) void move_##word(const Radix *radix, int64_t part, bool is_first, bool is_last) { \
        unsigned mask = (1u << radix->bits) - 1, shift = (unsigned)radix->shift;                              \
        int64_t *starts = radix->starts[part], end = part_begin(radix, part + 1);                             \
        const Key *source = radix->source, *keys = radix->from;                                               \
        const Pair *pairs = radix->from;                                                                      \
        Key *to = radix->to;                                                                                  \
        Pair *to_pairs = radix->to;                                                                           \
        if (radix->order)                                                                                     \
            for (int64_t i = part_begin(radix, part); i < end; i++) {                                         \
                Pair pair = is_first ? PAIR(rank_##word(radix, source[i]), i) : pairs[i];                     \
                int64_t at = starts[KEY(pair) >> shift & mask]++;                                             \
                if (is_last) radix->order[at] = INDEX(pair);                                                  \
                else to_pairs[at] = pair;                                                                     \
            }                                                                                                 \
        else                                                                                                  \
            for (int64_t i = part_begin(radix, part); i < end; i++) {                                         \
                Key key = is_first ? encode_##word(radix, source[i]) : keys[i];                               \
                to[starts[key >> shift & mask]++] = is_last ? decode_##word(radix, key) : key;                \
            }                                                                                                 \
    }                                                                                                         \
    static void scatter_##word(void *context, int64_t from, int64_t to) {                                     \
        Radix *radix = context;                                                                               \
        for (int64_t part = from; part < to; part++) {                                                        \
            if (radix->is_first && radix->is_last) move_##word(radix, part, true, true);                      \
            else if (radix->is_first) move_##word(radix, part, true, false);                                  \
            else if (radix->is_last) move_##word(radix, part, false, true);                                   \
            else move_##word(radix, part, false, false);                                                      \
        }                                                                                                     \
    }                                                                                                         \
    static void put_back_##word(void *context, int64_t from, int64_t to) {                                    \
        Radix *radix = context;                                                                               \
        const Key *keys = radix->from;                                                                        \
        Key *target = radix->to;                                                                              \
        for (int64_t i = from; i < to; i++) target[i] = decode_##word(radix, keys[i]);                        \
    }                                                                                                         \
    /* NaN go behind all others; how many there are. */                                                       \
    static int64_t set_aside_##word(const Radix *radix, Key *data) {                                          \
        Key sign = (Key)1 << (sizeof(Key) * 8 - 1);                                                           \
        int64_t end = radix->count;                                                                           \
        for (int64_t i = 0; i < end;) {                                                                       \
            if ((data[i] & ~sign) <= (Key)radix->infinity) {                                                  \
                i++;                                                                                          \
                continue;                                                                                     \
            }                                                                                                 \
            Key held = data[--end];                                                                           \
            data[end] = data[i];                                                                              \
            data[i] = held;                                                                                   \
        }                                                                                                     \
        return radix->count - end;                                                                            \
    }
DEFINE_WIDTH(narrow, uint32_t, int32_t, uint64_t, NARROW_PAIR, NARROW_KEY, NARROW_INDEX)
DEFINE_WIDTH(wide, uint64_t, int64_t, WidePair, WIDE_PAIR, WIDE_KEY, WIDE_INDEX)

static void in_parts(Radix *radix, ParallelBody *narrow, ParallelBody *wide) {
    runtime_parallel_for(radix->device->runtime, radix->parts, 1, radix->is_wide ? wide : narrow, radix);
}

/* How many passes over `span` bits: what a pass costs grows with the places that it writes to. An even number leaves sorted keys
 * where they were. */
static int passes_for(int span) {
    static const int costs[DIGIT_BITS_MAX + 1] = {10, 10, 10, 10, 10, 10, 10, 10, 10, 12, 15, 19};
    int best = 0, least = 0;
    for (int passes = 1; passes <= PASSES_MAX; passes += passes > 1 ? 2 : 1) {
        int bits = (span + passes - 1) / passes;
        if (bits > DIGIT_BITS_MAX) continue;
        int cost = costs[bits] * passes + (passes == 1) * 5;
        if (best && cost >= least) continue;
        best = passes;
        least = cost;
    }
    return best;
}

static void one_pass(Radix *radix) {
    in_parts(radix, count_narrow, count_wide);
    int64_t position = 0;
    for (int digit = 0; digit < 1 << radix->bits; digit++)
        for (int part = 0; part < radix->parts; part++) {
            int64_t here = radix->starts[part][digit];
            radix->starts[part][digit] = position;
            position += here;
        }
    in_parts(radix, scatter_narrow, scatter_wide);
}

/* Bits [low, low + span) of the keys vary. `spaces`: one for keys, two for pairs. */
static bool all_passes(Radix *radix, void *data, void *spaces[2], int low, int span, Error *error) {
    int passes = passes_for(span), bits = (span + passes - 1) / passes, done = 0;
    bool going = true;
    for (; done < passes && going; done++) {
        radix->shift = low + done * bits;
        radix->bits = bits < low + span - radix->shift ? bits : low + span - radix->shift;
        radix->is_first = done == 0;
        radix->is_last = done == passes - 1 && (radix->order || passes > 1);
        radix->to = radix->order ? spaces[done % 2] : done % 2 ? data : spaces[0];
        if (radix->bits < 1) radix->bits = 1, radix->shift = low + span - 1;
        one_pass(radix);
        radix->from = radix->to;
        going = runtime_poll(radix->device->runtime, error);
    }
    if (radix->order || (radix->is_last && radix->from == data)) return going;
    radix->to = data; /* keys lie elsewhere, or an interrupt left them where the numbers were */
    runtime_parallel_for(radix->device->runtime, radix->count, PART_LEAST, radix->is_wide ? put_back_wide : put_back_narrow, radix);
    return going;
}

bool host_radix_fits(const Dtype *dtype, int64_t count) {
    return count >= 1024 && count <= UINT32_MAX && strchr("iuf", dtype->kind) && dtype->item_size >= 4;
}

bool host_radix_sort(Device *device, const Dtype *dtype, void *data, int64_t count, int64_t *order, Error *error) {
    Radix radix = {.device = device, .source = data, .count = count, .order = order, .is_wide = dtype->item_size == 8};
    uint64_t sign = radix.is_wide ? 1ull << 63 : 1u << 31, all = radix.is_wide ? UINT64_MAX : UINT32_MAX, varying = 0;
    bool strange = false;
    if (dtype->kind != 'u') radix.flip = sign;
    if (dtype->kind == 'f') {
        radix.flip_negative = all;
        radix.infinity = radix.is_wide ? 0x7ff0000000000000ull : 0x7f800000u;
    }
    radix.parts = count < 2 * PART_LEAST ? 1 : count / PART_LEAST < PARTS_MAX ? (int)(count / PART_LEAST) : PARTS_MAX;
    in_parts(&radix, look_narrow, look_wide);
    for (int part = 0; part < radix.parts; part++) {
        varying |= radix.varying[part];
        strange = strange || radix.strange[part];
    }
    if (strange) { /* among keys: what is left is looked at again */
        count -= radix.is_wide ? set_aside_wide(&radix, data) : set_aside_narrow(&radix, data);
        return count < 2 || host_radix_sort(device, dtype, data, count, NULL, error);
    }
    if (!varying) {
        for (int64_t i = 0; order && i < count; i++) order[i] = i;
        return true;
    }
    int low = __builtin_ctzll(varying), span = 64 - __builtin_clzll(varying) - low, passes = passes_for(span);
    size_t item = order ? radix.is_wide ? sizeof(WidePair) : sizeof(uint64_t) : (size_t)dtype->item_size, size = (size_t)count * item;
    size_t table = (size_t)radix.parts * sizeof *radix.starts;
    int spaces_wanted = !order ? 1 : passes > 2 ? 2 : passes - 1;
    void *spaces[2] = {NULL, NULL};
    bool well = (radix.starts = (void *)host_allocate(device, table, error)) != NULL;
    for (int i = 0; i < spaces_wanted && well; i++) well = (spaces[i] = host_allocate(device, size, error)) != NULL;
    if (well) well = all_passes(&radix, data, spaces, low, span, error);
    for (int i = 0; i < 2; i++)
        if (spaces[i]) host_free(device, spaces[i], size);
    if (radix.starts) host_free(device, (char *)radix.starts, table);
    return well;
}
