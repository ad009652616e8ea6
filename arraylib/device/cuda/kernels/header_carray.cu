// <cupy/carray.cuh> of kernels that users write: float16 without CUDA's own header.
#pragma once
class float16 {
    unsigned short bits;
public:
    float16() = default;
    __device__ float16(float x) { asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x)); }
    __device__ operator float() const { float x; asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits)); return x; }
    __device__ float16 &operator+=(float x) { return *this = float16(float(*this) + x); }
    __device__ float16 &operator-=(float x) { return *this = float16(float(*this) - x); }
    __device__ float16 &operator*=(float x) { return *this = float16(float(*this) * x); }
    __device__ float16 &operator/=(float x) { return *this = float16(float(*this) / x); }
};
__device__ inline float16 min(float16 a, float16 b) { return float16(fminf(a, b)); }
__device__ inline float16 max(float16 a, float16 b) { return float16(fmaxf(a, b)); }
