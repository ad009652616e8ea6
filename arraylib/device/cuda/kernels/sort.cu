// Stable radix sort, eight bits a pass. In front of this stand block_sum.cu, Key, BITS, to_key, from_key, STAGE and Told.
//
// Stage 1 counts the digits of all passes at once. A pass then is one launch (stage 2): every tile counts its digits and tells,
// gathers its keys in their order in shared memory, learns from the tiles before it how many of each digit come first, and writes them
// out in runs. Tiles take their numbers as they begin, so that those before a tile are always under way: each tells its own counts at
// once and the sum of all up to it when it knows, and a tile adds up what it meets until it meets a sum (Merrill and Garland,
// Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016; Adinets and Merrill, Onesweep, 2022).
// Within a tile each warp owns a run of keys and lanes with the same digit find each other by votes, which keeps the
// order. Keys are made from the elements by the first pass and turned back by the last.

enum { DIGITS = 256, THREADS = 384, WARPS = THREADS / 32, EACH = BITS > 32 ? 10 : 20, TILE = THREADS * EACH }; // as in sort.c

__device__ inline unsigned digit_of(Key key, int shift) { return (unsigned)(key >> shift) & (DIGITS - 1); }

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
    Told *told;               // [tiles][DIGITS]: what a tile tells; 0: nothing yet; in stage 1 [passes][tiles][DIGITS], cleared there
    unsigned *totals;         // [DIGITS], of this pass; in stage 1 [passes][DIGITS]
    unsigned *next;           // the number of the next tile
    const unsigned *needed;   // NULL: yes; else 0: the row is sorted already (sort_spread.cu)
    long long length, tiles;
    int shift, first, last;
};

enum { PASSES = BITS / 8 };

enum { COPIES = 2 }; // of the counts, since keys that are alike meet at one

__device__ inline void count(const Pass &p) {
    __shared__ unsigned digits[COPIES][PASSES][DIGITS];
    unsigned *all = &digits[0][0][0], (*mine)[DIGITS] = digits[threadIdx.x % COPIES];
    for (int i = threadIdx.x; i < COPIES * PASSES * DIGITS; i += THREADS) all[i] = 0;
    for (long long i = blockIdx.x * (long long)THREADS + threadIdx.x; i < PASSES * p.tiles * DIGITS; i += gridDim.x * (long long)THREADS) p.told[i] = 0;
    __syncthreads();
    for (long long i = blockIdx.x * (long long)THREADS + threadIdx.x; i < p.length; i += gridDim.x * (long long)THREADS) {
        Key key = to_key(p.keys[i]);
        #pragma unroll
        for (int pass = 0; pass < PASSES; pass++) atomicAdd(&mine[pass][digit_of(key, pass * 8)], 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < PASSES * DIGITS; i += THREADS) {
        unsigned sum = 0;
        for (int copy = 0; copy < COPIES; copy++) sum += all[copy * PASSES * DIGITS + i];
        if (sum) atomicAdd(&p.totals[i], sum);
    }
}

#define OWN ((Told)1 << (8 * sizeof(Told) - 2)) // the tile's own count
#define SUM ((Told)1 << (8 * sizeof(Told) - 1)) // of all tiles up to it

// How many keys with this thread's digit stand in the tiles before; `mine` are in this one, which has been told.
__device__ inline unsigned look_back(const Pass &p, unsigned tile, unsigned mine) {
    volatile Told *told = p.told;
    unsigned before = 0;
    if (tile == 0) return 0;
    for (long long other = tile - 1; other >= 0;) {
        Told word = told[other * DIGITS + threadIdx.x];
        if (!word) continue;
        before += (unsigned)(word & ~(OWN | SUM));
        if (word & SUM) break;
        other--;
    }
    told[tile * (long long)DIGITS + threadIdx.x] = SUM | (before + mine);
    return before;
}

__device__ inline void place(const Pass &p) {
    __shared__ __align__(16) char memory[TILE * (BITS < 32 ? 4 : BITS / 8)];
    __shared__ unsigned digits[WARPS][DIGITS], targets[DIGITS], number;
    Key *gathered = (Key *)memory;
    unsigned *gathered_indexes = (unsigned *)memory;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) number = atomicAdd(p.next, 1u);
    __syncthreads();
    unsigned tile = number;
    long long tile_from = tile * (long long)TILE;
    int count = p.length - tile_from < TILE ? (int)(p.length - tile_from) : TILE, own = warp * (TILE / WARPS) + lane;
    Key keys[EACH];
    unsigned short ranks[EACH];

    for (int i = threadIdx.x; i < WARPS * DIGITS; i += THREADS) (&digits[0][0])[i] = 0;
    #pragma unroll
    for (int k = 0; k < EACH; k++) {
        int at = own + k * 32;
        keys[k] = at < count ? p.keys[tile_from + at] : (Key)0;
        if (p.first) keys[k] = to_key(keys[k]);
    }
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < EACH; k++)
        if (own + k * 32 < count) atomicAdd(&digits[warp][digit_of(keys[k], p.shift)], 1u);
    __syncthreads();
    bool has_digit = threadIdx.x < DIGITS;
    unsigned sum = 0;
    for (int w = 0; w < WARPS && has_digit; w++) sum += digits[w][threadIdx.x];
    if (has_digit) ((volatile Told *)p.told)[tile * (long long)DIGITS + threadIdx.x] = (tile ? OWN : SUM) | sum;
    unsigned begin = exclusive_sum(sum), whole = exclusive_sum(has_digit ? p.totals[threadIdx.x] : 0u);
    // digits[w][d]: where the warp's next key with this digit goes.
    for (int w = 0, next = begin; w < WARPS && has_digit; w++) {
        unsigned here = digits[w][threadIdx.x];
        digits[w][threadIdx.x] = next;
        next += here;
    }
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < EACH; k++) {
        bool inside = own + k * 32 < count;
        unsigned digit = digit_of(keys[k], p.shift), same = lanes_with(digit, inside), base = 0;
        unsigned before = __popc(same & ((1u << lane) - 1));
        if (inside && before == 0) base = atomicAdd(&digits[warp][digit], __popc(same));
        ranks[k] = (unsigned short)(__shfl_sync(0xffffffffu, base, __ffs(same) - 1) + before);
        if (inside) gathered[ranks[k]] = keys[k];
    }
    if (has_digit) targets[threadIdx.x] = whole + look_back(p, tile, sum) - begin;
    __syncthreads();
    unsigned out[EACH];
    #pragma unroll
    for (int k = 0; k < EACH; k++) {
        int at = k * THREADS + threadIdx.x;
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
        int at = k * THREADS + threadIdx.x;
        if (at >= count) continue;
        if (p.last) ((long long *)p.indexes_out)[out[k]] = gathered_indexes[at];
        else ((unsigned *)p.indexes_out)[out[k]] = gathered_indexes[at];
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, 3) kernel(const Pass p) {
    if (p.needed && !*p.needed) return;
#if STAGE == 1
    count(p);
#else
    place(p);
#endif
}
