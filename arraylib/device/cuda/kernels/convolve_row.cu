// Convolution in one dimension: a block computes a run of outputs from a run of inputs with its border, both in shared memory, one chunk
// of the kernel after another. In front stand Stored, Loaded and BOUNDARY (0: fill, 1: wrap, 2: reflect).

enum { BX = 256, TX = 4 * BX, KX = 256 };

extern "C" __global__ void __launch_bounds__(BX) kernel(const Stored *input, const Stored *kernel_, Stored *output, long long ih, long long iw,
        long long kh, long long kw, long long oh, long long ow, long long oy, long long ox, Stored fill) {
    __shared__ __align__(16) char run_memory[sizeof(Loaded) * (TX + KX - 1)];
    __shared__ __align__(16) char weights_memory[sizeof(Loaded) * KX];
    Loaded *run = (Loaded *)run_memory, *weights = (Loaded *)weights_memory;
    long long x0 = (long long)blockIdx.x * TX;
    Loaded sums[TX / BX];
    for (int b = 0; b < TX / BX; b++) sums[b] = (Loaded)0;
    for (long long n0 = 0; n0 < kw; n0 += KX) {
        int kx = kw - n0 < KX ? (int)(kw - n0) : KX;
        if (threadIdx.x < kx) weights[threadIdx.x] = convert<Loaded>(kernel_[n0 + threadIdx.x]);
        for (int c = threadIdx.x; c < TX + kx - 1; c += BX) {
            long long x = x0 + ox - n0 - (kx - 1) + c;
#if BOUNDARY == 0
            run[c] = convert<Loaded>(x >= 0 && x < iw ? input[x] : fill);
#else
            run[c] = convert<Loaded>(input[fold_index(x, iw)]);
#endif
        }
        __syncthreads();
        for (int n = 0; n < kx; n++) {
            Loaded weight = weights[n];
            #pragma unroll
            for (int b = 0; b < TX / BX; b++) sums[b] = sums[b] + weight * run[threadIdx.x + b * BX + kx - 1 - n];
        }
        __syncthreads();
    }
    for (int b = 0; b < TX / BX; b++) {
        long long x = x0 + threadIdx.x + b * BX;
        if (x < ow) output[x] = convert<Stored>(sums[b]);
    }
}
