#define BINS 256
extern "C" __global__ void histogram(const unsigned char *buffer, long size, unsigned int *histo) {
    __shared__ unsigned int temp[BINS];
    temp[threadIdx.x] = 0;
    __syncthreads();
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int offset = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&temp[buffer[i]], 1);
        i += offset;
    }
    __syncthreads();
    atomicAdd(&(histo[threadIdx.x]), temp[threadIdx.x]);
}

extern "C" __global__ void ballots(const int *x, unsigned int *masks, int *counts, int *ranks) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned int mask = __ballot_sync(0xffffffffu, x[i] > 0);
    if (threadIdx.x % 32 == 0) {
        masks[i / 32] = mask;
        counts[i / 32] = __popc(mask);
    }
    ranks[i] = __popc(mask & ((1u << (threadIdx.x & 31)) - 1));
    if (__any_sync(0xffffffffu, x[i] > 1000000)) ranks[i] = -1;
    int all = __syncthreads_count(x[i] > 0);
    if (threadIdx.x == 0) counts[gridDim.x * blockDim.x / 32 + blockIdx.x] = all;
}

__device__ double atomicMulDouble(double *address, double val) {
    unsigned long long int *address_as_ull = (unsigned long long int *)address;
    unsigned long long int old = *address_as_ull, assumed;
    do {
        assumed = old;
        old = atomicCAS(address_as_ull, assumed, __double_as_longlong(val * __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

extern "C" __global__ void multiply_all(const double *x, double *product, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) atomicMulDouble(product, x[i]);
}
