// Convolution in two dimensions: a block computes a tile of outputs from a tile of inputs with its border, both in shared memory, one
// chunk of the kernel after another, so that kernels of any size do. A thread owns ROWS x COLUMNS outputs: it reads a stretch of an input
// row into registers once for all of them. In front stand Stored, Loaded, BOUNDARY (0: fill, 1: wrap, 2: reflect), ROWS, COLUMNS.

enum { BX = 8, BY = 8, TX = BX * COLUMNS, TY = BY * ROWS, KX = 16, KY = 16, WIDTH = TX + KX, STRETCH = COLUMNS + KX - 1 };

extern "C" __global__ void __launch_bounds__(BX * BY) kernel(const Stored *input, const Stored *kernel_, Stored *output, long long ih, long long iw,
        long long kh, long long kw, long long oh, long long ow, long long oy, long long ox, Stored fill) {
    __shared__ __align__(16) char tile_memory[sizeof(Loaded) * (TY + KY - 1) * WIDTH];
    __shared__ __align__(16) char weights_memory[sizeof(Loaded) * KY * KX];
    Loaded *tile = (Loaded *)tile_memory, *weights = (Loaded *)weights_memory;
    long long y0 = (long long)blockIdx.y * TY, x0 = (long long)blockIdx.x * TX;
    int thread = threadIdx.y * BX + threadIdx.x, top = threadIdx.y * ROWS, left = threadIdx.x * COLUMNS;
    Loaded sums[ROWS][COLUMNS];
    #pragma unroll
    for (int a = 0; a < ROWS; a++)
        #pragma unroll
        for (int b = 0; b < COLUMNS; b++) sums[a][b] = (Loaded)0;
    for (long long m0 = 0; m0 < kh; m0 += KY) for (long long n0 = 0; n0 < kw; n0 += KX) {
        int ky = kh - m0 < KY ? (int)(kh - m0) : KY, kx = kw - n0 < KX ? (int)(kw - n0) : KX;
        for (int i = thread; i < ky * KX; i += BX * BY) {
            int m = i / KX, n = i % KX;
            if (n < kx) weights[i] = convert<Loaded>(kernel_[(m0 + m) * kw + n0 + n]);
        }
        // Output (y, x) takes input (y + oy - m0 - m, x + ox - n0 - n). Row r of the tile is input row y0 + oy - m0 - (ky - 1) + r;
        // columns stand so that the last is at the same place whatever kx is: then what a thread reads has fixed places, and is in registers.
        for (int r = thread / 32; r < TY + ky - 1; r += BX * BY / 32) {
            long long y = y0 + oy - m0 - (ky - 1) + r;
            const Stored *row = input + fold_index(y, ih) * iw;
            for (int c = thread % 32; c < TX + kx - 1; c += 32) {
                long long x = x0 + ox - n0 - (kx - 1) + c;
#if BOUNDARY == 0
                bool inside = y >= 0 && y < ih && x >= 0 && x < iw;
                tile[r * WIDTH + KX - kx + c] = convert<Loaded>(inside ? row[x] : fill);
#else
                tile[r * WIDTH + KX - kx + c] = convert<Loaded>(row[fold_index(x, iw)]);
#endif
            }
        }
        __syncthreads();
        for (int j = ROWS + ky - 2; j >= 0; j--) { // input rows; upwards, so that every output meets the kernel's rows in their order
            Loaded stretch[STRETCH];
            #pragma unroll
            for (int i = 0; i < STRETCH; i++) stretch[i] = tile[(top + j) * WIDTH + left + i];
            #pragma unroll
            for (int a = 0; a < ROWS; a++) {
                int m = a + ky - 1 - j;
                if (m < 0 || m >= ky) continue;
                #pragma unroll
                for (int n = 0; n < KX; n++) {
                    if (n >= kx) continue;
                    Loaded weight = weights[m * KX + n];
                    #pragma unroll
                    for (int b = 0; b < COLUMNS; b++) sums[a][b] = sums[a][b] + weight * stretch[b + KX - 1 - n];
                }
            }
        }
        __syncthreads();
    }
    #pragma unroll
    for (int a = 0; a < ROWS; a++)
        #pragma unroll
        for (int b = 0; b < COLUMNS; b++) {
            long long y = y0 + top + a, x = x0 + left + b;
            if (y < oh && x < ow) output[y * ow + x] = convert<Stored>(sums[a][b]);
        }
}
