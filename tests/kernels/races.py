"""Kernels with races, and without, under CUPOLA_CHECK_KERNELS=1: prints what each ends in."""
import cupy as cp
import numpy as np

KERNELS = r'''
extern "C" {
__global__ void forgotten(const float *x, float *out) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    out[t] = s[63 - t];
}
__global__ void reduced(const float *x, float *out) {
    extern __shared__ float sums[];
    int t = threadIdx.x;
    sums[t] = x[t];
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        __syncthreads();
        if (t < k) sums[t] += sums[t + k];
    }
    if (t == 0) out[0] = sums[0];
}
__global__ void one_barrier_too_few(const float *x, float *out) {
    __shared__ float tile[8][8];
    int i = threadIdx.y, j = threadIdx.x;
    for (int k = 0; k < 3; k++) {
        tile[i][j] = x[i * 8 + j] + k;
        __syncthreads();
        out[i * 8 + j] += tile[j][i];
    }
}
__global__ void all_into_one(const float *x, float *total) { *total += x[threadIdx.x]; }
__global__ void added(const float *x, float *total) { atomicAdd(total, x[threadIdx.x]); }
__global__ void half_atomic(int *count) {
    if (threadIdx.x % 2) atomicAdd(count, 1);
    else *count = 5;
}
__global__ void same_flag(const float *x, int *found) { if (x[threadIdx.x] >= 0.0f) *found = 1; }
__global__ void neighbour(float *y) { y[threadIdx.x + 1] = y[threadIdx.x] + 1.0f; }
__global__ void by_warp(const float *x, float *out) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncwarp();
    out[t] = s[t ^ 1];
}
__global__ void across_warps(const float *x, float *out) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncwarp();
    out[t] = s[t ^ 32];
}
__global__ void half_waits(float *out) {
    if (threadIdx.x < 16) __syncthreads();
    out[threadIdx.x] = 1.0f;
}
__global__ void two_ways(float *out) {
    if (threadIdx.x < 16) __syncthreads();
    else __syncthreads();
    out[threadIdx.x] = 1.0f;
}
__global__ void gone(float *out) {
    if (threadIdx.x >= 40) return;
    __syncthreads();
    out[threadIdx.x] = 1.0f;
}
struct body { float4 place; float mass; };
__device__ int counter;
__global__ void fields(body *bodies) {
    int t = threadIdx.x;
    if (t < 2) bodies[3].place.z = (float)t;
}
__global__ void of_module() { counter = counter + 1; }
__global__ void bytes(unsigned char *y) { y[threadIdx.x] = (unsigned char)threadIdx.x; }
__global__ void with_dynamic(float *y) {
    extern __shared__ float own[];
    own[threadIdx.x] = 1.0f;
    y[threadIdx.x % 8] = own[threadIdx.x] + (float)threadIdx.x;
}
__global__ void two_blocks(float *y) { y[threadIdx.x] += (float)blockIdx.x; }
}
'''
module = cp.RawModule(code=KERNELS)
x = cp.arange(64, dtype=cp.float32)


def show(name, block, *arguments, grid=1, shared=0):
    try:
        module.get_function(name)((grid,), block, arguments, shared_mem=shared)
        print("fine", name)
    except Exception as error:
        print(type(error).__name__ + ": " + str(error))


def zeros(dtype=cp.float32):
    return cp.zeros(80, dtype=dtype)


show("forgotten", (64,), x, zeros())
show("reduced", (64,), x, zeros(), shared=256)
show("one_barrier_too_few", (8, 8), x, zeros())
show("all_into_one", (8,), x, zeros())
show("added", (64,), x, zeros())
show("half_atomic", (4,), zeros(cp.int32))
show("same_flag", (64,), x, zeros(cp.int32))
show("neighbour", (64,), zeros())
show("by_warp", (64,), x, zeros())
show("across_warps", (64,), x, zeros())
show("half_waits", (32,), zeros())
show("two_ways", (32,), zeros())
show("gone", (64,), zeros())
show("fields", (64,), zeros())
show("of_module", (2,))
show("bytes", (64,), zeros(cp.uint8))
show("with_dynamic", (16,), zeros(), shared=64)
show("two_blocks", (64,), zeros(), grid=3)
