// The sums before each of the block's numbers. All threads of the block take part.
template <typename T> __device__ inline T exclusive_sum(T mine) {
    __shared__ T warp_sums[32];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    T sum = mine;
    for (unsigned step = 1; step < 32; step <<= 1) {
        T before = __shfl_up_sync(0xffffffffu, sum, step);
        if (lane >= step) sum += before;
    }
    if (lane == 31) warp_sums[warp] = sum;
    __syncthreads();
    T base = lane < warp ? warp_sums[lane] : (T)0;
    for (unsigned step = 16; step; step >>= 1) base += __shfl_xor_sync(0xffffffffu, base, step);
    __syncthreads();
    return base + sum - mine;
}
