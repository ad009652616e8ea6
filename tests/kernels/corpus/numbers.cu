#include <cuda_fp16.h>
#include <cupy/complex.cuh>

extern "C" __global__ void complex_square(const complex<float> *x, complex<float> *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] * x[i] + conj(x[i]) - complex<float>(0.0f, 1.0f);
}

extern "C" __global__ void complex_functions(const complex<double> *x, double *y, complex<double> *z, int n) {
    int i = threadIdx.x;
    if (i < n) {
        y[i] = abs(x[i]) + arg(x[i]) + norm(x[i]) + x[i].real() * x[i].imag();
        z[i] = exp(x[i]) / (x[i] + 1.0);
    }
}

extern "C" __global__ void halves(const __half *a, const __half *b, __half *c, float *d, int n) {
    int i = threadIdx.x;
    if (i < n) {
        __half x = __hadd(a[i], b[i]);
        c[i] = __hfma(x, b[i], __float2half(0.5f));
        d[i] = __half2float(a[i]) * 2.0f;
    }
}

extern "C" __global__ void functions(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i], s, c;
    sincosf(v, &s, &c);
    y[i] = s * s + c * c + expf(-v) + logf(v + 2.0f) + powf(v + 1.0f, 1.5f) + fmaxf(v, 0.5f) + fminf(v, 0.25f) + fabsf(v - 1) + rsqrtf(v + 1) +
           tanhf(v) + erff(v) + floorf(v * 10) + fmodf(v * 7, 2.0f) + __expf(v) + atan2f(v, 2.0f) + copysignf(v, -1.0f) + hypotf(v, 3.0f) +
           cbrtf(v) + exp2f(v) + log1pf(v) + fmaf(v, v, v) + (isnan(v) ? 1.0f : 0.0f) + __int_as_float(__float_as_int(v));
}

extern "C" __global__ void bits(const unsigned int *x, int *y, int n) {
    int i = threadIdx.x;
    if (i < n) y[i] = __popc(x[i]) + __clz(x[i]) * 100 + __ffs(x[i]) * 10000 + (__brev(x[i]) & 255) + (int)__umulhi(x[i], 77777u);
}
