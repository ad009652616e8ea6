extern "C" __global__ void scan_block(float *g_odata, const float *g_idata, int n) {
    extern __shared__ float temp[];
    int thid = threadIdx.x;
    int pout = 0, pin = 1;
    temp[pout * n + thid] = (thid > 0) ? g_idata[thid - 1] : 0;
    __syncthreads();
    for (int offset = 1; offset < n; offset *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (thid >= offset) temp[pout * n + thid] = temp[pin * n + thid] + temp[pin * n + thid - offset];
        else temp[pout * n + thid] = temp[pin * n + thid];
        __syncthreads();
    }
    g_odata[thid] = temp[pout * n + thid];
}

extern "C" __global__ void scan_tree(int *data, int n) {
    __shared__ int temp[512];
    int tid = threadIdx.x, offset = 1;
    temp[2 * tid] = data[2 * tid];
    temp[2 * tid + 1] = data[2 * tid + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (tid < d) {
            int ai = offset * (2 * tid + 1) - 1, bi = offset * (2 * tid + 2) - 1;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    if (tid == 0) temp[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (tid < d) {
            int ai = offset * (2 * tid + 1) - 1, bi = offset * (2 * tid + 2) - 1;
            int t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();
    data[2 * tid] = temp[2 * tid];
    data[2 * tid + 1] = temp[2 * tid + 1];
}

extern "C" __global__ void scan_warp(int *x) {
    int lane = threadIdx.x & 31, value = x[threadIdx.x];
    for (int i = 1; i <= 16; i *= 2) {
        int n = __shfl_up_sync(0xffffffff, value, i, 32);
        if (lane >= i) value += n;
    }
    x[threadIdx.x] = value;
}

__device__ inline void swap_if(int &a, int &b, bool up) {
    if ((a > b) == up) {
        int t = a;
        a = b;
        b = t;
    }
}

extern "C" __global__ void bitonic_sort(int *data) {
    __shared__ int s[512];
    unsigned int tid = threadIdx.x;
    s[tid] = data[tid];
    __syncthreads();
    for (unsigned int k = 2; k <= blockDim.x; k <<= 1)
        for (unsigned int j = k >> 1; j > 0; j >>= 1) {
            unsigned int ixj = tid ^ j;
            if (ixj > tid) swap_if(s[tid], s[ixj], (tid & k) == 0);
            __syncthreads();
        }
    data[tid] = s[tid];
}
