// Sorting many keys without places, by two readings of them. In front of this stand block_sum.cu, Key, BITS, MANTISSA (of floats; 0: integers),
// to_key, from_key, BUCKETS (at most; a power of two) and STAGE; sort_spread.c knows the sizes.
//
// A sample tells how the keys are distributed: how many of it fall into each of SEGMENTS equal parts of their range. With keys thought even
// within a segment, that gives every key a place in the sorted row, roughly: a number that never falls as keys rise. Its upper bits name
// one of some thousand buckets of about the same size, into which the keys are spread (stage 3); a block then has a bucket in shared
// memory, spreads it once more by the lower bits of the same number, to about one key for each value, and puts the few that
// share a value in order (stage 4). Few different keys are only counted. Where the sample misleads (keys in lumps), a bucket runs over
// its memory; `failed` then says that the radix sort has to do it: the keys themselves are not touched before stage 4.
// (Neubert, The Flashsort1 Algorithm, 1998; Leischner, Osipov and Sanders, GPU Sample Sort, 2010.)

enum {
    SEGMENTS = 2048, FINE_BITS = 18, // of a key's place below the bucket
    SAMPLE_THREADS = 256, SAMPLE_EACH = 8, SAMPLE_TILE = SAMPLE_THREADS * SAMPLE_EACH,
    SPREAD_THREADS = 1024, EACH = BITS > 32 ? 8 : 16, TILE = SPREAD_THREADS * EACH,
    THREADS = 512, HELD_EACH = BITS > 32 ? 12 : 24, CAPACITY = THREADS * HELD_EACH, // of a bucket
    PLACES_BITS = BITS > 32 ? 12 : 13, PLACES = 1 << PLACES_BITS,                  // that stage 4 tells apart
    EXPONENTS = MANTISSA ? 1 << (BITS - 1 - MANTISSA) : 1,
    BLOCK = STAGE < 3 ? SAMPLE_THREADS : STAGE == 3 ? SPREAD_THREADS : THREADS
};

struct Segment {
    unsigned from, size; // the places of its keys, if it has keys from end to end
};

struct Spread {
    Key *keys;         // in, and sorted by stage 4
    Key *spread;       // [buckets][CAPACITY]
    Key *sample;
    Key *low, *high;   // of the sample, but for infinities and NaN: ~least and greatest, zero at first
    Key *hole;         // what is nearer to zero is pressed together: else it would have most of the range, and hardly a key
    unsigned *exponents; // [EXPONENTS] of the sample, zero at first
    unsigned *counts;  // [SEGMENTS], zero at first
    Segment *segments; // [SEGMENTS]
    unsigned *filled;  // [buckets], zero at first
    unsigned *begins;  // [buckets]: where a bucket's keys go in the sorted row
    unsigned *tickets; // [2], zero at first
    unsigned *failed;  // zero at first
    long long length;
    unsigned samples, buckets;
};

// Whether this block is the last to come here; what the others wrote before is seen then.
__device__ inline bool is_last(unsigned *ticket) {
    __shared__ bool last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicAdd(ticket, 1u) == gridDim.x - 1;
    __syncthreads();
    if (last) __threadfence();
    return last;
}

// Floats' keys: the distance from zero in units of the last place, and the key when the hole around zero is pressed into `room`.
#define ZERO ((Key)1 << (BITS - 1))
#define BINADE ((Key)1 << MANTISSA) // within it, keys are as evenly distributed as the numbers
enum { PRESS = BITS > 32 ? 10 : 7 };
__device__ inline Key magnitude(Key key) { return key >= ZERO ? (Key)(key - ZERO) : (Key)(ZERO - 1 - key); }
__device__ inline Key room_of(Key hole) { return (Key)((hole >> PRESS) + BINADE - 1) & ~(BINADE - 1); }
__device__ inline Key pressed(Key key, Key hole, Key room) {
    if (!MANTISSA) return key;
    Key size = magnitude(key), left = size < hole ? (Key)(room - ((Key)(hole - size) >> PRESS)) : (Key)(size - hole + room);
    return key >= ZERO ? (Key)(ZERO + left) : (Key)(ZERO - 1 - left);
}

struct Range {
    Key low, high;             // of the sample
    Key hole, room;
    Key hole_low, hole_high;   // the keys in the hole are above the one and below the other
    Key begin;                 // of the first segment: where a binade begins, so that no segment has parts of two
    Key below, above;          // what leads from a key on either side of the hole to its place in the range
    Key used_low, used_high;   // the places of low and high
    int shift;                 // a segment has 1 << shift keys
};

__device__ inline Range range_of(const Spread &p, Key hole) {
    Range range;
    range.low = (Key)~*p.low;
    range.high = *p.high > range.low ? *p.high : range.low;
    range.hole = hole;
    range.room = room_of(hole);
    range.hole_low = (Key)(ZERO - 1 - hole);
    range.hole_high = (Key)(ZERO + hole);
    Key low = pressed(range.low, hole, range.room), gone = (Key)(hole - range.room);
    range.begin = MANTISSA ? low & ~(BINADE - 1) : low;
    range.below = (Key)(range.begin - gone);
    range.above = (Key)(range.begin + gone);
    range.used_low = (Key)(low - range.begin);
    range.used_high = (Key)(pressed(range.high, hole, range.room) - range.begin);
    int bits = BITS > 32 ? 64 - __clzll((long long)range.used_high) : 32 - __clz((int)range.used_high);
    range.shift = bits > 11 ? bits - 11 : 0;
    return range;
}

__device__ inline Key in_range(const Range &range, Key key) {
    key = key > range.low ? key : range.low;
    key = key < range.high ? key : range.high;
    if (!MANTISSA) return (Key)(key - range.low);
    if (key >= range.hole_high) return (Key)(key - range.above);
    if (key <= range.hole_low) return (Key)(key - range.below);
    return (Key)(pressed(key, range.hole, range.room) - range.begin);
}

// How far a place is in its segment, of 2 ** 32.
__device__ inline unsigned within_segment(const Range &range, Key at) {
    return (unsigned)((Key)((Key)(at << 1) << (BITS - 1 - range.shift)) >> (BITS - 32));
}

// Where a key belongs, roughly.
__device__ inline unsigned place_of(const Range &range, const Segment *segments, Key key, unsigned *size = 0) {
    Key at = in_range(range, key);
    Segment segment = segments[at >> range.shift];
    if (size) *size = segment.size;
    return segment.from + __umulhi(within_segment(range, at), segment.size);
}

// ---- stage 1: the sample, its least and its greatest key, and its exponents ----

__device__ inline void take_sample(const Spread &p) {
    __shared__ unsigned exponents[EXPONENTS];
    for (int i = threadIdx.x; i < EXPONENTS; i += SAMPLE_THREADS) exponents[i] = 0;
    __syncthreads();
    Key low = 0, high = 0;
    unsigned long long stratum = (unsigned long long)p.length / p.samples;
    #pragma unroll
    for (int k = 0; k < SAMPLE_EACH; k++) {
        unsigned i = blockIdx.x * SAMPLE_TILE + k * SAMPLE_THREADS + threadIdx.x;
        unsigned mixed = (i + 1) * 2654435769u;
        mixed = (mixed ^ mixed >> 15) * 2246822519u;
        Key key = to_key(p.keys[i * (unsigned long long)p.length / p.samples + (mixed >> 8) % stratum]);
        p.sample[i] = key;
        if (MANTISSA) {
            unsigned exponent = (unsigned)(magnitude(key) >> MANTISSA) & (EXPONENTS - 1);
            atomicAdd(&exponents[exponent], 1u);
            if (exponent == EXPONENTS - 1) continue;
        }
        low = (Key)~key > low ? (Key)~key : low;
        high = key > high ? key : high;
    }
    for (int step = 16; step; step >>= 1) {
        Key other_low = __shfl_xor_sync(0xffffffffu, low, step), other_high = __shfl_xor_sync(0xffffffffu, high, step);
        low = other_low > low ? other_low : low;
        high = other_high > high ? other_high : high;
    }
    if (threadIdx.x % 32 == 0) {
        atomicMax(p.low, low);
        atomicMax(p.high, high);
    }
    __syncthreads();
    for (int i = threadIdx.x; MANTISSA && i < EXPONENTS; i += SAMPLE_THREADS)
        if (exponents[i]) atomicAdd(&p.exponents[i], exponents[i]);
}

// ---- stage 2: how many of the sample each segment has, and from that the places of its keys ----

// The greatest power of two that few keys are below, but for zeros.
__device__ inline Key find_hole(const Spread &p) {
    __shared__ unsigned exponent;
    enum { EACH_OWN = EXPONENTS > SAMPLE_THREADS ? EXPONENTS / SAMPLE_THREADS : 1 };
    unsigned own[EACH_OWN], sum = 0;
    if (threadIdx.x == 0) exponent = 0;
    for (int k = 0; k < EACH_OWN; k++) {
        unsigned i = threadIdx.x * EACH_OWN + k;
        sum += own[k] = i ? p.exponents[i] : 0;
    }
    sum = exclusive_sum(sum);
    for (int k = 0; k < EACH_OWN; k++) {
        if (sum < p.samples / 4096) atomicMax(&exponent, threadIdx.x * EACH_OWN + k);
        sum += own[k];
    }
    __syncthreads();
    return (Key)exponent << MANTISSA;
}

// The first segment may have keys towards its end only, the last towards its beginning: the places are for that part.
__device__ inline void stretch(const Range &range, bool first, bool last, Segment *segment) {
    unsigned begin = first ? within_segment(range, range.used_low) : 0, end = last ? within_segment(range, range.used_high) : ~0u;
    unsigned used = end - begin > 1u << 26 ? end - begin : 1u << 26;
    // Less than the places there are, so that rounding leads to none beyond.
    unsigned long long size = segment->size < 2 ? 0 : ((unsigned long long)(segment->size - 2) << 32) / used;
    segment->size = size < 0xffffffffull ? (unsigned)size : 0xffffffffu;
    segment->from -= __umulhi(begin, segment->size);
}

__device__ inline void count_segments(const Spread &p) {
    __shared__ unsigned counts[SEGMENTS];
    for (int i = threadIdx.x; i < SEGMENTS; i += SAMPLE_THREADS) counts[i] = 0;
    Key hole = MANTISSA ? find_hole(p) : (Key)0;
    if (threadIdx.x == 0) *p.hole = hole;
    __syncthreads();
    Range range = range_of(p, hole);
    #pragma unroll
    for (int k = 0; k < SAMPLE_EACH; k++)
        atomicAdd(&counts[in_range(range, p.sample[blockIdx.x * SAMPLE_TILE + k * SAMPLE_THREADS + threadIdx.x]) >> range.shift], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < SEGMENTS; i += SAMPLE_THREADS)
        if (counts[i]) atomicAdd(&p.counts[i], counts[i]);
    if (!is_last(&p.tickets[0])) return;
    enum { EACH_OWN = SEGMENTS / SAMPLE_THREADS };
    // Of those in use one more than there are: a segment that the sample missed has keys, too.
    unsigned own[EACH_OWN], sum = 0, first = (unsigned)(range.used_low >> range.shift), last = (unsigned)(range.used_high >> range.shift);
    for (int k = 0; k < EACH_OWN; k++) {
        unsigned i = threadIdx.x * EACH_OWN + k;
        sum += own[k] = p.counts[i] + (i >= first && i <= last);
    }
    sum = exclusive_sum(sum);
    unsigned long long places = (unsigned long long)p.buckets << FINE_BITS, all = p.samples + last + 1 - first;
    for (int k = 0; k < EACH_OWN; k++) {
        unsigned i = threadIdx.x * EACH_OWN + k;
        Segment segment = {(unsigned)(sum * places / all), 0};
        sum += own[k];
        segment.size = (unsigned)(sum * places / all) - segment.from;
        if (i == first || i == last) stretch(range, i == first, i == last, &segment);
        p.segments[i] = segment;
    }
}

// ---- stage 3: keys into buckets, a tile of them at a time ----

__device__ inline void load_tile(const Spread &p, long long tile_from, Key *keys) {
    #pragma unroll
    for (int k = 0; k < EACH; k++) {
        long long at = tile_from + k * SPREAD_THREADS + threadIdx.x;
        if (at < p.length) keys[k] = p.keys[at];
    }
}

// Where the buckets' keys go.
__device__ inline void place_buckets(const Spread &p) {
    enum { OWN = BUCKETS / SPREAD_THREADS };
    unsigned own[OWN], first = threadIdx.x * OWN, sum = 0;
    for (int k = 0; k < OWN; k++) sum += own[k] = p.filled[first + k];
    sum = exclusive_sum(sum);
    for (int k = 0; k < OWN; k++) {
        p.begins[first + k] = sum;
        sum += own[k];
    }
}

// Few different keys: a bucket for each, and only their numbers matter.
__device__ inline bool are_few(const Range &range) { return (Key)(range.high - range.low) < SEGMENTS; }

__device__ inline void tally(const Spread &p, const Range &range) {
    __shared__ unsigned counts[SEGMENTS];
    for (int i = threadIdx.x; i < SEGMENTS; i += SPREAD_THREADS) counts[i] = 0;
    __syncthreads();
    bool strays = false;
    for (long long i = blockIdx.x * (long long)SPREAD_THREADS + threadIdx.x; i < p.length; i += gridDim.x * (long long)SPREAD_THREADS) {
        Key key = to_key(p.keys[i]);
        if (key >= range.low && key <= range.high) atomicAdd(&counts[key - range.low], 1u);
        else strays = true; // which the sample did not see
    }
    if (strays) *p.failed = 1;
    __syncthreads();
    for (int i = threadIdx.x; i < SEGMENTS; i += SPREAD_THREADS)
        if (counts[i]) atomicAdd(&p.filled[i], counts[i]);
    if (is_last(&p.tickets[1])) place_buckets(p);
}

__device__ inline void spread(const Spread &p) {
    extern __shared__ __align__(16) char memory[];
    Key *gathered = (Key *)memory;
    Segment *segments = (Segment *)(gathered + TILE);
    unsigned *counts = (unsigned *)(segments + SEGMENTS), *targets = counts + BUCKETS;
    unsigned short *buckets = (unsigned short *)(targets + BUCKETS);
    __shared__ bool runs_over;
    enum { OWN = BUCKETS / SPREAD_THREADS };
    unsigned first = threadIdx.x * OWN;
    Range range = range_of(p, *p.hole);
    if (are_few(range)) return tally(p, range);
    for (int i = threadIdx.x; i < SEGMENTS; i += SPREAD_THREADS) segments[i] = p.segments[i];
    for (int i = threadIdx.x; i < BUCKETS; i += SPREAD_THREADS) counts[i] = 0;
    if (threadIdx.x == 0) runs_over = false;
    Key keys[EACH];
    load_tile(p, blockIdx.x * (long long)TILE, keys);
    __syncthreads();
    for (long long tile_from = blockIdx.x * (long long)TILE; tile_from < p.length; tile_from += gridDim.x * (long long)TILE) {
        int count = p.length - tile_from < TILE ? (int)(p.length - tile_from) : TILE;
        unsigned ranks[EACH]; // the bucket, and above it the key's number among the tile's in it
        #pragma unroll
        for (int k = 0; k < EACH; k++) {
            if (k * SPREAD_THREADS + threadIdx.x >= count) continue;
            keys[k] = to_key(keys[k]);
            unsigned bucket = place_of(range, segments, keys[k]) >> FINE_BITS;
            ranks[k] = bucket | atomicAdd(&counts[bucket], 1u) << 16;
        }
        __syncthreads();
        unsigned here[OWN], filled[OWN], sum = 0;
        #pragma unroll
        for (int k = 0; k < OWN; k++) {
            here[k] = counts[first + k];
            filled[k] = here[k] ? atomicAdd(&p.filled[first + k], here[k]) : 0;
            sum += here[k];
        }
        sum = exclusive_sum(sum);
        bool over = false;
        #pragma unroll
        for (int k = 0; k < OWN; k++) {
            over |= filled[k] + here[k] > CAPACITY;
            targets[first + k] = (first + k) * CAPACITY + filled[k] - sum;
            counts[first + k] = sum;
            sum += here[k];
        }
        if (over) runs_over = true;
        __syncthreads();
        if (runs_over) {
            *p.failed = 1;
            return;
        }
        #pragma unroll
        for (int k = 0; k < EACH; k++) {
            if (k * SPREAD_THREADS + threadIdx.x >= count) continue;
            unsigned bucket = ranks[k] & 0xffff, at = counts[bucket] + (ranks[k] >> 16);
            gathered[at] = keys[k];
            buckets[at] = (unsigned short)bucket;
        }
        load_tile(p, tile_from + gridDim.x * (long long)TILE, keys); // they come while these go
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < OWN; k++) counts[first + k] = 0;
        #pragma unroll
        for (int k = 0; k < EACH; k++) {
            int at = k * SPREAD_THREADS + threadIdx.x;
            if (at < count) p.spread[targets[buckets[at]] + at] = gathered[at];
        }
        if (*(volatile unsigned *)p.failed) runs_over = true;
        __syncthreads();
        if (runs_over) return;
    }
    if (is_last(&p.tickets[1])) place_buckets(p);
}

// ---- stage 4: a bucket in order ----

__device__ inline void order(Key &a, Key &b) {
    Key least = a < b ? a : b;
    b = a < b ? b : a;
    a = least;
}

// Up to four keys by a network, more by insertion.
__device__ inline void sort_few(Key *keys, int count) {
    if (count <= 4) {
        Key a = keys[0], b = keys[1], c = count > 2 ? keys[2] : (Key)~(Key)0, d = count > 3 ? keys[3] : (Key)~(Key)0;
        order(a, b);
        order(c, d);
        order(a, c);
        order(b, d);
        order(b, c);
        keys[0] = a;
        keys[1] = b;
        if (count > 2) keys[2] = c;
        if (count > 3) keys[3] = d;
        return;
    }
    for (int i = 1; i < count; i++) {
        Key key = keys[i];
        int at = i;
        for (; at > 0 && keys[at - 1] > key; at--) keys[at] = keys[at - 1];
        keys[at] = key;
    }
}

// Bitonic, by comparisons that all go one way, so that nothing needs to stand behind the last key.
__device__ inline void sort_many(Key *keys, unsigned count) {
    for (unsigned size = 2; size < 2 * count; size <<= 1) {
        for (unsigned step = size >> 1; step; step >>= 1) {
            for (unsigned i = threadIdx.x;; i += THREADS) { // pairs
                unsigned low = (i & ~(step - 1)) * 2 + (i & (step - 1));
                if (low >= count) break;
                unsigned high = step == size >> 1 ? low ^ (size - 1) : low + step;
                if (high < count && keys[low] > keys[high]) {
                    Key key = keys[low];
                    keys[low] = keys[high];
                    keys[high] = key;
                }
            }
            __syncthreads();
        }
    }
}

__device__ inline void load_bucket(const Spread &p, unsigned bucket, Key *keys) {
    unsigned count = bucket < p.buckets ? p.filled[bucket] : 0;
    const Key *from = p.spread + bucket * (unsigned long long)CAPACITY;
    #pragma unroll
    for (int k = 0; k < HELD_EACH; k++)
        if (k * THREADS + threadIdx.x < count) keys[k] = from[k * THREADS + threadIdx.x];
}

// Each key as often as it was counted.
__device__ inline void write_out(const Spread &p, const Range &range) {
    for (long long i = blockIdx.x * (long long)THREADS + threadIdx.x; i < p.length; i += gridDim.x * (long long)THREADS) {
        unsigned low = 0, high = SEGMENTS; // the last bucket that begins here or before, of those: an empty one begins where the next does
        while (high - low > 1) {
            unsigned middle = (low + high) / 2;
            if (p.begins[middle] <= i) low = middle;
            else high = middle;
        }
        p.keys[i] = from_key((Key)(range.low + low));
    }
}

__device__ inline void finish(const Spread &p) {
    extern __shared__ __align__(16) char memory[];
    enum { WORDS = PLACES / 2 / THREADS, FEW = 32, MANY = 32 };
    Key *sorted = (Key *)memory;
    unsigned *halves = (unsigned *)(sorted + CAPACITY); // PLACES counts of 16 bits
    const unsigned short *begins = (const unsigned short *)halves;
    __shared__ bool shared_places, has_disorder;
    __shared__ unsigned many_count;
    __shared__ unsigned short many[MANY]; // places of more keys than a few
    if (*p.failed) return;
    Range range = range_of(p, *p.hole);
    if (are_few(range)) return write_out(p, range);
    unsigned own = threadIdx.x * WORDS;
    Key keys[HELD_EACH];
    load_bucket(p, blockIdx.x, keys);
    for (unsigned bucket = blockIdx.x; bucket < p.buckets; bucket += gridDim.x) {
        unsigned count = p.filled[bucket];
        Key *to = p.keys + p.begins[bucket];
        unsigned ranks[HELD_EACH]; // the place, and above it the key's number among the keys there
        for (int i = threadIdx.x; i < PLACES / 2; i += THREADS) halves[i] = 0;
        if (threadIdx.x == 0) {
            shared_places = has_disorder = false;
            many_count = 0;
        }
        __syncthreads();
        bool shares = false;
        #pragma unroll
        for (int k = 0; k < HELD_EACH; k++) {
            if (k * THREADS + threadIdx.x >= count) continue;
            unsigned size, place = place_of(range, p.segments, keys[k], &size) >> (FINE_BITS - PLACES_BITS) & (PLACES - 1);
            unsigned half = place % 2 * 16;
            ranks[k] = place | (atomicAdd(&halves[place / 2], 1u << half) >> half & 0xffff) << PLACES_BITS;
            shares |= (unsigned long long)size < (Key)1 << range.shift << (FINE_BITS - PLACES_BITS) || keys[k] < range.low || keys[k] > range.high;
        }
        if (shares) shared_places = true; // keys that differ may have the same place
        __syncthreads();
        unsigned words[WORDS], sum = 0;
        #pragma unroll
        for (int k = 0; k < WORDS; k += 4) *(uint4 *)&words[k] = *(const uint4 *)&halves[own + k];
        #pragma unroll
        for (int k = 0; k < WORDS; k++) sum += (words[k] & 0xffff) + (words[k] >> 16);
        sum = exclusive_sum(sum);
        #pragma unroll
        for (int k = 0; k < WORDS; k++) {
            unsigned lower = words[k] & 0xffff, upper = words[k] >> 16;
            words[k] = sum | (sum + lower) << 16;
            sum += lower + upper;
        }
        #pragma unroll
        for (int k = 0; k < WORDS; k += 4) *(uint4 *)&halves[own + k] = *(const uint4 *)&words[k];
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < HELD_EACH; k++) {
            if (k * THREADS + threadIdx.x >= count) continue;
            sorted[begins[ranks[k] & (PLACES - 1)] + (ranks[k] >> PLACES_BITS)] = keys[k];
        }
        load_bucket(p, bucket + gridDim.x, keys); // they come while these are put in order
        __syncthreads();
        if (shared_places) {
            for (int place = threadIdx.x; place < PLACES; place += THREADS) {
                int begin = begins[place], here = (place + 1 < PLACES ? begins[place + 1] : (int)count) - begin;
                if (here > FEW) {
                    unsigned number = atomicAdd(&many_count, 1u);
                    if (number < MANY) many[number] = (unsigned short)place;
                } else if (here > 1) sort_few(sorted + begin, here);
            }
            __syncthreads();
            unsigned places = many_count;
            if (places) { // keys that are all alike, as a rule
                for (unsigned i = threadIdx.x + 1; i < count; i += THREADS)
                    if (sorted[i - 1] > sorted[i]) has_disorder = true;
                __syncthreads();
                if (has_disorder && places > MANY) sort_many(sorted, count);
                else if (has_disorder)
                    for (unsigned k = 0; k < places; k++) {
                        unsigned place = many[k], begin = begins[place], end = place + 1 < PLACES ? begins[place + 1] : count;
                        sort_many(sorted + begin, end - begin);
                    }
            }
        }
        for (unsigned i = threadIdx.x; i < count; i += THREADS) to[i] = from_key(sorted[i]);
        __syncthreads();
    }
}

extern "C" __global__ void __launch_bounds__(BLOCK, STAGE == 4 ? 2 : 1) kernel(const Spread p) {
#if STAGE == 1
    take_sample(p);
#elif STAGE == 2
    count_segments(p);
#elif STAGE == 3
    spread(p);
#else
    finish(p);
#endif
}
