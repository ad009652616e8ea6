// Stable radix sort, eight bits a pass. In front of this stand Key, BITS, to_key, from_key and STAGE.
//
// A pass is three launches, a kernel each, so that counting does not have as few threads as placing. stage 1: every tile counts its digits. stage 2: a block a digit sums that digit's counts over
// the tiles. stage 3: every tile ranks its keys, gathers them by digit in shared memory, and writes them out in runs.
// Within a tile each warp owns a run of keys and lanes with the same digit find each other by votes, which keeps the
// order. Keys are made from the elements by the first pass and turned back by the last.

enum { DIGITS = 256, WARPS = 8, EACH = 16, TILE = 256 * EACH };

__device__ inline unsigned digit_of(Key key, int shift) { return (unsigned)(key >> shift) & (DIGITS - 1); }

// The sums before each of the block's 256 numbers.
__device__ inline unsigned exclusive_sum(unsigned mine) {
    __shared__ unsigned warp_sums[WARPS];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, sum = mine;
    for (unsigned step = 1; step < 32; step <<= 1) {
        unsigned before = __shfl_up_sync(0xffffffffu, sum, step);
        if (lane >= step) sum += before;
    }
    if (lane == 31) warp_sums[warp] = sum;
    __syncthreads();
    unsigned base = 0;
    for (unsigned w = 0; w < warp; w++) base += warp_sums[w];
    __syncthreads();
    return base + sum - mine;
}

// The lanes of the warp whose digit is this one's; out of range is a digit of its own.
__device__ inline unsigned lanes_with(unsigned digit, bool inside) {
    unsigned same = __ballot_sync(0xffffffffu, inside);
    if (!inside) same = ~same;
    #pragma unroll
    for (int bit = 0; bit < 8; bit++) {
        bool set = digit >> bit & 1;
        unsigned voted = __ballot_sync(0xffffffffu, set);
        same &= set ? voted : ~voted;
    }
    return same;
}

struct Pass {
    const Key *keys;         // in
    Key *keys_out;           // NULL: only the indexes are wanted
    const unsigned *indexes; // NULL: places are counted from 0 (the first pass), or there are none
    void *indexes_out;       // unsigned, or long long in the last pass; NULL: no indexes
    unsigned *counts;        // [DIGITS][tiles]
    unsigned *totals;        // [DIGITS]
    long long length;
    int shift, first, last;
};

__device__ inline void count(const Pass &p, long long tiles) {
    __shared__ unsigned digits[WARPS][DIGITS];
    for (int w = 0; w < WARPS; w++) digits[w][threadIdx.x] = 0;
    __syncthreads();
    long long from = blockIdx.x * (long long)TILE + threadIdx.x;
    #pragma unroll
    for (int k = 0; k < EACH; k++) {
        long long i = from + k * 256;
        bool inside = i < p.length;
        Key key = inside ? p.keys[i] : (Key)0;
        unsigned digit = digit_of(p.first ? to_key(key) : key, p.shift), same = lanes_with(digit, inside);
        // One lane counts for all with its digit: keys that are alike would wait for each other.
        if (inside && __ffs(same) - 1 == threadIdx.x % 32) atomicAdd(&digits[threadIdx.x / 32][digit], __popc(same));
    }
    __syncthreads();
    unsigned sum = 0;
    for (int w = 0; w < WARPS; w++) sum += digits[w][threadIdx.x];
    p.counts[threadIdx.x * tiles + blockIdx.x] = sum;
}

__device__ inline void sum_over_tiles(const Pass &p, long long tiles) {
    __shared__ unsigned last;
    unsigned *counts = p.counts + blockIdx.x * tiles, running = 0;
    for (long long from = 0; from < tiles; from += 256) {
        long long at = from + threadIdx.x;
        unsigned here = at < tiles ? counts[at] : 0, before = running + exclusive_sum(here);
        if (at < tiles) counts[at] = before;
        if (threadIdx.x == 255) last = before + here;
        __syncthreads();
        running = last;
        __syncthreads();
    }
    if (threadIdx.x == 0) p.totals[blockIdx.x] = running;
}

__device__ inline void place(const Pass &p, long long tiles) {
    __shared__ __align__(16) char memory[TILE * (BITS < 32 ? 4 : BITS / 8)];
    __shared__ unsigned digits[WARPS][DIGITS], begins[DIGITS], targets[DIGITS];
    Key *gathered = (Key *)memory;
    unsigned *gathered_indexes = (unsigned *)memory;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    long long tile_from = blockIdx.x * (long long)TILE;
    int count = p.length - tile_from < TILE ? (int)(p.length - tile_from) : TILE, own = warp * (TILE / WARPS) + lane;
    Key keys[EACH];
    unsigned short ranks[EACH];

    for (int w = 0; w < WARPS; w++) digits[w][threadIdx.x] = 0;
    #pragma unroll
    for (int k = 0; k < EACH; k++) {
        int at = own + k * 32;
        keys[k] = at < count ? p.keys[tile_from + at] : (Key)0;
        if (p.first) keys[k] = to_key(keys[k]);
    }
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < EACH; k++) {
        bool inside = own + k * 32 < count;
        unsigned digit = digit_of(keys[k], p.shift), same = lanes_with(digit, inside), base = 0;
        unsigned before = __popc(same & ((1u << lane) - 1));
        if (inside) base = digits[warp][digit];
        __syncwarp();
        if (inside && before == 0) digits[warp][digit] = base + __popc(same);
        __syncwarp();
        ranks[k] = (unsigned short)(base + before);
    }
    __syncthreads();
    // digits[w][d]: how many of the tile stand before the warp's first key with this digit.
    unsigned sum = 0;
    for (int w = 0; w < WARPS; w++) {
        unsigned here = digits[w][threadIdx.x];
        digits[w][threadIdx.x] = sum;
        sum += here;
    }
    unsigned begin = exclusive_sum(sum), whole = exclusive_sum(p.totals[threadIdx.x]);
    begins[threadIdx.x] = begin;
    targets[threadIdx.x] = whole + p.counts[threadIdx.x * tiles + blockIdx.x] - begin;
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < EACH; k++) {
        if (own + k * 32 >= count) continue;
        unsigned digit = digit_of(keys[k], p.shift);
        ranks[k] += (unsigned short)(begins[digit] + digits[warp][digit]);
        gathered[ranks[k]] = keys[k];
    }
    __syncthreads();
    unsigned out[EACH];
    #pragma unroll
    for (int k = 0; k < EACH; k++) {
        int at = k * 256 + threadIdx.x;
        if (at >= count) continue;
        Key key = gathered[at];
        out[k] = targets[digit_of(key, p.shift)] + at;
        if (p.keys_out) p.keys_out[out[k]] = p.last ? from_key(key) : key;
    }
    if (!p.indexes_out) return;
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < EACH; k++) {
        int at = own + k * 32;
        if (at < count) gathered_indexes[ranks[k]] = p.first ? (unsigned)(tile_from + at) : p.indexes[tile_from + at];
    }
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < EACH; k++) {
        int at = k * 256 + threadIdx.x;
        if (at >= count) continue;
        if (p.last) ((long long *)p.indexes_out)[out[k]] = gathered_indexes[at];
        else ((unsigned *)p.indexes_out)[out[k]] = gathered_indexes[at];
    }
}

extern "C" __global__ void __launch_bounds__(256) kernel(const Pass p) {
    long long tiles = (p.length + TILE - 1) / TILE;
#if STAGE == 1
    count(p, tiles);
#elif STAGE == 2
    sum_over_tiles(p, tiles);
#else
    place(p, tiles);
#endif
}
