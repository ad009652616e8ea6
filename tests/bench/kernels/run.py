"""Kernels of one's own on the emulated device: matmul in tiles and reductions, beside NumPy in the same run.

    CUDA_VISIBLE_DEVICES= cupola run tests/bench/kernels/run.py

The least of several runs: processor time of all threads, and wall time; then how far the result is from NumPy's."""
import time

import cupy as cp
import numpy as np

PLAIN = r'''
#define TILE %d
extern "C" __global__ void matmul(const float *A, const float *B, float *C, int N)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float sum = 0.0f;
    for (int m = 0; m < N / TILE; ++m) {
        As[ty][tx] = A[row * N + (m * TILE + tx)];
        Bs[ty][tx] = B[(m * TILE + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[row * N + col] = sum;
}
'''
GUARDED = r'''
#define TILE %d
extern "C" __global__ void matmul(const float *A, const float *B, float *C, int N)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int m = 0; m < (N + TILE - 1) / TILE; ++m) {
        if (row < N && m * TILE + threadIdx.x < N)
            As[threadIdx.y][threadIdx.x] = A[row * N + m * TILE + threadIdx.x];
        else
            As[threadIdx.y][threadIdx.x] = 0.0f;
        if (col < N && m * TILE + threadIdx.y < N)
            Bs[threadIdx.y][threadIdx.x] = B[(m * TILE + threadIdx.y) * N + col];
        else
            Bs[threadIdx.y][threadIdx.x] = 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }
    if (row < N && col < N) C[row * N + col] = sum;
}
'''
# with structs, as the programming guide has it
GUIDE = r'''
typedef struct { int width; int height; int stride; float* elements; } Matrix;
#define BLOCK_SIZE 16
__device__ float GetElement(const Matrix A, int row, int col) { return A.elements[row * A.stride + col]; }
__device__ void SetElement(Matrix A, int row, int col, float value) { A.elements[row * A.stride + col] = value; }
__device__ Matrix GetSubMatrix(Matrix A, int row, int col)
{
    Matrix Asub;
    Asub.width = BLOCK_SIZE; Asub.height = BLOCK_SIZE; Asub.stride = A.stride;
    Asub.elements = &A.elements[A.stride * BLOCK_SIZE * row + BLOCK_SIZE * col];
    return Asub;
}
extern "C" __global__ void matmul(float *a, float *b, float *c, int n)
{
    Matrix A, B, C;
    A.width = A.height = A.stride = n; A.elements = a;
    B.width = B.height = B.stride = n; B.elements = b;
    C.width = C.height = C.stride = n; C.elements = c;
    int blockRow = blockIdx.y, blockCol = blockIdx.x;
    Matrix Csub = GetSubMatrix(C, blockRow, blockCol);
    float Cvalue = 0;
    int row = threadIdx.y, col = threadIdx.x;
    for (int m = 0; m < (A.width / BLOCK_SIZE); ++m) {
        Matrix Asub = GetSubMatrix(A, blockRow, m);
        Matrix Bsub = GetSubMatrix(B, m, blockCol);
        __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
        __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
        As[row][col] = GetElement(Asub, row, col);
        Bs[row][col] = GetElement(Bsub, row, col);
        __syncthreads();
        for (int e = 0; e < BLOCK_SIZE; ++e) Cvalue += As[row][e] * Bs[e][col];
        __syncthreads();
    }
    SetElement(Csub, row, col, Cvalue);
}
'''
RED = r'''
extern "C" __global__ void reduce(const float *x, float *out, int n)
{
    __shared__ float s[256];
    int tid = threadIdx.x;
    float v = 0.0f;
    for (int i = blockIdx.x * blockDim.x + tid; i < n; i += blockDim.x * gridDim.x) v += x[i];
    s[tid] = v;
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (tid < k) s[tid] += s[tid + k];
        __syncthreads();
    }
    if (tid == 0) atomicAdd(out, s[0]);
}
extern "C" __global__ void reduce1(const float *x, float *out, int n)
{
    extern __shared__ float s[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[tid] = (i < n) ? x[i] : 0.0f;
    __syncthreads();
    for (unsigned int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (tid < k) s[tid] += s[tid + k];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = s[0];
}
extern "C" __global__ void reduce2(const float *x, float *out, int n)
{
    extern __shared__ float s[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    s[tid] = x[i] + x[i + blockDim.x];
    __syncthreads();
    for (unsigned int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (tid < k) s[tid] += s[tid + k];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = s[0];
}
extern "C" __global__ void reduce_warp(const float *x, float *out, int n)
{
    __shared__ float s[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float v = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += x[i];
    for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffff, v, o);
    if (lane == 0) s[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = lane < blockDim.x / 32 ? s[lane] : 0.0f;
        for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffff, v, o);
        if (lane == 0) atomicAdd(out, v);
    }
}
'''


def best(function, rounds=15):
    function()
    processor, wall = [], []
    for _ in range(rounds):
        before, start = time.process_time(), time.perf_counter()
        function()
        processor.append(time.process_time() - before)
        wall.append(time.perf_counter() - start)
    return "processor %6.2f ms  wall %6.2f ms" % (min(processor) * 1e3, min(wall) * 1e3)


N = 512
rng = np.random.RandomState(0)
a, b = rng.rand(N, N).astype(np.float32), rng.rand(N, N).astype(np.float32)
da, db, dc = cp.asarray(a), cp.asarray(b), cp.zeros((N, N), dtype=cp.float32)
want = a.astype(np.float64) @ b
for name, source, t in (("plain", PLAIN, 16), ("plain", PLAIN, 32), ("guarded", GUARDED, 16), ("guarded", GUARDED, 32), ("guide", GUIDE, 16)):
    k = cp.RawKernel(source % t if "%d" in source else source, "matmul")

    def go():
        k((N // t, N // t), (t, t), (da, db, dc, np.int32(N)))
        cp.cuda.Device().synchronize()

    dc[:] = 0
    result = best(go)
    print("matmul %-8s %2d" % (name, t), result, float(np.abs(cp.asnumpy(dc) - want).max()))
print("numpy matmul", best(lambda: a @ b))
n = 1 << 24
x = rng.rand(n).astype(np.float32)
dx = cp.asarray(x)
m = cp.RawModule(code=RED)
for name, grid, block, sh, outs in (("reduce", 256, 256, 0, 1), ("reduce_warp", 256, 256, 0, 1), ("reduce1", n // 256, 256, 1024, n // 256), ("reduce1", n // 1024, 1024, 4096, n // 1024), ("reduce2", n // 512, 256, 1024, n // 512)):
    k = m.get_function(name)
    out = cp.zeros(outs, dtype=cp.float32)

    def go():
        out.fill(0)
        k((grid,), (block,), (dx, out, np.int32(n)), shared_mem=sh)
        cp.cuda.Device().synchronize()

    result = best(go)
    print("%-11s %4d" % (name, block), result, float(out.sum() / x.sum(dtype=np.float64)))
print("numpy sum", best(lambda: x.sum()))
