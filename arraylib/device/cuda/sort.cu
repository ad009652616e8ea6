// Stable radix sort, eight bits a pass. In front of this stand Key, BITS, to_key, from_key and STAGE.
//
// Stage 1 counts the digits of all passes at once. A pass then is one launch (stage 2): every tile ranks its keys by digit,
// learns from the tiles before it how many of each digit come first, gathers its keys in shared memory and writes them out in
// runs. Tiles take their numbers as they begin, so that those before a tile are always under way: each tells its own counts at
// once and the sum of all up to it when it knows, and a tile adds up what it meets until it meets a sum (Merrill and Garland,
// Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016; Adinets and Merrill, Onesweep, 2022).
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
    unsigned long long *told; // [tiles][DIGITS]: what a tile tells; 0: nothing yet
    unsigned *totals;         // [DIGITS], of this pass; in stage 1 [passes][DIGITS]
    unsigned *next;           // the number of the next tile
    long long length;
    int shift, first, last;
};

enum { PASSES = BITS / 8 };

__device__ inline void count(const Pass &p) {
    __shared__ unsigned digits[PASSES][DIGITS];
    #pragma unroll
    for (int pass = 0; pass < PASSES; pass++) digits[pass][threadIdx.x] = 0;
    __syncthreads();
    for (long long i = blockIdx.x * 256ll + threadIdx.x; i < p.length; i += gridDim.x * 256ll) {
        Key key = to_key(p.keys[i]);
        #pragma unroll
        for (int pass = 0; pass < PASSES; pass++) atomicAdd(&digits[pass][digit_of(key, pass * 8)], 1u);
    }
    __syncthreads();
    #pragma unroll
    for (int pass = 0; pass < PASSES; pass++)
        if (digits[pass][threadIdx.x]) atomicAdd(&p.totals[pass * DIGITS + threadIdx.x], digits[pass][threadIdx.x]);
}

#define OWN (1ull << 62)  // the tile's own count
#define SUM (1ull << 63)  // of all tiles up to it

// How many keys with this thread's digit stand in the tiles before; `mine` are in this one.
__device__ inline unsigned look_back(const Pass &p, unsigned tile, unsigned mine) {
    volatile unsigned long long *told = p.told;
    unsigned before = 0;
    if (tile == 0) {
        told[threadIdx.x] = SUM | mine;
        return 0;
    }
    told[tile * (long long)DIGITS + threadIdx.x] = OWN | mine;
    for (long long other = tile - 1; other >= 0;) {
        unsigned long long word = told[other * DIGITS + threadIdx.x];
        if (!word) continue;
        before += (unsigned)word;
        if (word & SUM) break;
        other--;
    }
    told[tile * (long long)DIGITS + threadIdx.x] = SUM | (before + mine);
    return before;
}

__device__ inline void place(const Pass &p) {
    __shared__ __align__(16) char memory[TILE * (BITS < 32 ? 4 : BITS / 8)];
    __shared__ unsigned digits[WARPS][DIGITS], begins[DIGITS], targets[DIGITS], number;
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
    targets[threadIdx.x] = whole + look_back(p, tile, sum) - begin;
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

extern "C" __global__ void __launch_bounds__(256, BITS > 32 ? 2 : 4) kernel(const Pass p) {
#if STAGE == 1
    count(p);
#else
    place(p);
#endif
}
