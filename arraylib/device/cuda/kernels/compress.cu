// What a mask keeps, in its order. In front of this stand block_sum.cu, Item and STAGE: 0 counts the true ones of every tile, 1 sums the counts (one
// block), 2 writes the elements that are kept. A single tile needs no stage 1: its count stands behind where its sum would.

enum { THREADS = 256, EACH = 32, TILE = THREADS * EACH, WARPS = THREADS / 32, BATCH = 8 }; // as in compress.c

// The sums before each tile, and that of all at the end.
__device__ inline void sum_tiles(long long *tiles, long long tile_count) {
    long long each = (tile_count + blockDim.x - 1) / blockDim.x, from = threadIdx.x * each;
    long long to = from + each < tile_count ? from + each : tile_count, sum = 0;
    for (long long t = from; t < to; t++) sum += tiles[t];
    sum = exclusive_sum(sum);
    for (long long t = from; t < to; t++) {
        long long here = tiles[t];
        tiles[t] = sum;
        sum += here;
    }
    if (from < tile_count && to == tile_count) tiles[tile_count] = sum;
}

// Bit k: whether the tile's element k * THREADS + threadIdx.x is kept.
__device__ inline unsigned read_mask(const char *mask, int length) {
    __shared__ __align__(16) char flags[TILE];
    if (length == TILE && (unsigned long long)mask % 16 == 0)
        for (int i = threadIdx.x; i < TILE / 16; i += THREADS) ((uint4 *)flags)[i] = ((const uint4 *)mask)[i];
    else
        for (int i = threadIdx.x; i < TILE; i += THREADS) flags[i] = i < length ? mask[i] : 0;
    __syncthreads();
    unsigned kept = 0;
    #pragma unroll
    for (int k = 0; k < EACH; k++) kept |= (unsigned)(flags[k * THREADS + threadIdx.x] != 0) << k;
    return kept;
}

__device__ inline void write_kept(unsigned kept, const Item *__restrict__ from, Item *__restrict__ to) {
    __shared__ unsigned begins[EACH * WARPS]; // of each warp's stretch of 32 elements
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    #pragma unroll
    for (int k = 0; k < EACH; k++) {
        unsigned votes = __ballot_sync(0xffffffffu, kept >> k & 1);
        if (lane == k) begins[k * WARPS + warp] = __popc(votes);
    }
    __syncthreads();
    unsigned begin = exclusive_sum(begins[threadIdx.x]);
    begins[threadIdx.x] = begin;
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < EACH; k += BATCH) { // several are read before the first is written
        Item items[BATCH];
        #pragma unroll
        for (int j = 0; j < BATCH; j++)
            if (kept >> (k + j) & 1) items[j] = from[(k + j) * THREADS + threadIdx.x];
        #pragma unroll
        for (int j = 0; j < BATCH; j++) {
            bool keeps = kept >> (k + j) & 1;
            unsigned votes = __ballot_sync(0xffffffffu, keeps);
            if (keeps) to[begins[(k + j) * WARPS + warp] + __popc(votes & ((1u << lane) - 1))] = items[j];
        }
    }
}

extern "C" __global__ void kernel(const char *mask, long long count, long long *tiles, long long tile_count, const Item *source,
                                  Item *output) {
#if STAGE == 1
    sum_tiles(tiles, tile_count);
#else
    for (long long tile = blockIdx.x; tile < tile_count; tile += gridDim.x) {
        long long from = tile * TILE;
        unsigned kept = read_mask(mask + from, count - from < TILE ? (int)(count - from) : TILE);
#if STAGE == 0
        unsigned here = __popc(kept), sum = exclusive_sum(here) + here;
        if (threadIdx.x == THREADS - 1) tiles[tile_count == 1 ? 1 : tile] = sum;
#else
        write_kept(kept, source + from, output + (tile_count == 1 ? 0 : tiles[tile]));
#endif
        __syncthreads();
    }
#endif
}
