#define TILE 16
extern "C" __global__ void matmul(const float *A, const float *B, float *C, int N) {
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int t = 0; t < N / TILE; ++t) {
        As[threadIdx.y][threadIdx.x] = A[row * N + t * TILE + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = B[(t * TILE + threadIdx.y) * N + col];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k) sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }
    C[row * N + col] = sum;
}
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
template <typename T, int N> __device__ T sumup(const T *x) { T s = 0; for (int i = 0; i < N; i++) s += x[i]; return s; }
template <typename T> __global__ void scale(T *x, T a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= a;
}
struct cuComplex {
    float r, i;
    __device__ cuComplex(float a, float b) : r(a), i(b) {}
    __device__ float magnitude2(void) { return r * r + i * i; }
    __device__ cuComplex operator*(const cuComplex &a) { return cuComplex(r * a.r - i * a.i, i * a.r + r * a.i); }
    __device__ cuComplex operator+(const cuComplex &a) { return cuComplex(r + a.r, i + a.i); }
};
__device__ int julia(int x, int y) {
    const float scale = 1.5;
    float jx = scale * (float)(512 / 2 - x) / (512 / 2);
    float jy = scale * (float)(512 / 2 - y) / (512 / 2);
    cuComplex c(-0.8, 0.156);
    cuComplex a(jx, jy);
    int i = 0;
    for (i = 0; i < 200; i++) {
        a = a * a + c;
        if (a.magnitude2() > 1000) return 0;
    }
    return 1;
}
__global__ void k2(float4 *p, double *d, const int *idx, unsigned char *out) {
    float4 v = p[threadIdx.x];
    v.x += 1; float3 q = make_float3(1, 2, 3);
    v = v + make_float4(q.x, q.y, q.z, 0);
    p[threadIdx.x] = v;
    switch (idx[0]) { case 0: case 1: d[0] = 1; break; case 2: d[0] = sumup<double, 4>(d); break; default: d[1] = fib(10); }
    switch (idx[1]) { case 5: d[2] = 1; case 6: d[2] += 2; break; }
    for (int i = 0; i < 10; ++i) { if (i == 3) continue; if (i == 5) break; atomicAdd(&d[3], 1.0); }
    int x = 3; do { x--; } while (x > 0);
    out[0] = julia(threadIdx.x, blockIdx.x) ? 255 : 0;
    printf("hello %d %f\n", x, d[0]);
    complex<float> z(1.0f, 2.0f);
    z = z * z + conj(z);
    d[4] = abs(z) + rsqrtf(2.0f) + sinf(0.5f) + pow(2.0, 3) + max(1, 2) + __float2int_rn(2.5f);
    unsigned int r = idx[0] >> 3; r ^= r << 13; r >>= 2;
    d[5] = __shfl_down_sync(0xffffffff, v.x, 16);
}
