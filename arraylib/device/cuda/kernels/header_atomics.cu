// <cupy/atomics.cuh> of kernels that users write: what CuPy's kernels know beyond CUDA's own atomics.
#pragma once
#include <cupy/carray.cuh>
__device__ inline long long atomicAdd(long long *p, long long x) {
    return (long long)atomicAdd((unsigned long long *)p, (unsigned long long)x);
}
template <typename Bits, typename T, typename Combine> __device__ inline T cupola_exchange(T *p, T x, Combine combine) {
    Bits old = *(volatile Bits *)p, seen, wanted;
    for (;; old = seen) {
        T before, after;
        memcpy(&before, &old, sizeof old);
        after = combine(before, x);
        memcpy(&wanted, &after, sizeof wanted);
        seen = atomicCAS((Bits *)p, old, wanted);
        if (seen == old) return before;
    }
}
struct CupolaMost {
    __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
    __device__ double operator()(double a, double b) const { return fmax(a, b); }
};
struct CupolaLeast {
    __device__ float operator()(float a, float b) const { return fminf(a, b); }
    __device__ double operator()(double a, double b) const { return fmin(a, b); }
};
struct CupolaSum {
    __device__ float16 operator()(float16 a, float16 b) const { return float16(float(a) + float(b)); }
};
__device__ inline float atomicMax(float *p, float x) { return cupola_exchange<unsigned int>(p, x, CupolaMost()); }
__device__ inline double atomicMax(double *p, double x) { return cupola_exchange<unsigned long long>(p, x, CupolaMost()); }
__device__ inline float atomicMin(float *p, float x) { return cupola_exchange<unsigned int>(p, x, CupolaLeast()); }
__device__ inline double atomicMin(double *p, double x) { return cupola_exchange<unsigned long long>(p, x, CupolaLeast()); }
__device__ inline float16 atomicAdd(float16 *p, float16 x) { return cupola_exchange<unsigned short>(p, x, CupolaSum()); }
