extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

extern "C" __global__ void saxpy(float a, const float *__restrict__ x, float *__restrict__ y, size_t n) {
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void iota_mix(unsigned char *bytes, short *shorts, long long *longs, double *doubles, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    bytes[i] = (unsigned char)(i * 7);
    shorts[i] = (short)(i * 1000);
    longs[i] = (long long)i * i * i * 1000003LL;
    doubles[i] = i / 3 + i % 3 * 0.5 + (i & 5) - (i ^ 9) + (i << 2) - (i >> 1) + ~i;
}

extern "C" __global__ void clamp_all(int *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = x[i] < 0 ? 0 : x[i] > 255 ? 255 : x[i];
}
