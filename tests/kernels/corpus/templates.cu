template <typename T>
__device__ T square(T x) {
    return x * x;
}

template <typename T, int N>
struct Polynomial {
    T coefficients[N];
    __device__ T at(T x) const {
        T r = 0;
        for (int i = N - 1; i >= 0; i--) r = r * x + coefficients[i];
        return r;
    }
};

template <typename T>
__global__ void squares(const T *in, T *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = square(in[i]);
}

template <typename T, int BLOCK>
__global__ void sums(const T *in, T *out) {
    __shared__ T s[BLOCK];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    if (BLOCK >= 64) {
        if (t < 32) s[t] += s[t + 32];
        __syncthreads();
    }
    if (t == 0) {
        T total = 0;
        for (int i = 0; i < (BLOCK >= 64 ? 32 : BLOCK); i++) total += s[i];
        out[blockIdx.x] = total;
    }
}

extern "C" __global__ void polynomial(const double *x, double *y, int n) {
    Polynomial<double, 4> p = {{1.0, -2.0, 0.5, 0.25}};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = p.at(x[i]);
}

__device__ int fibonacci(int n) {
    if (n < 2) return n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}

extern "C" __global__ void fibonaccis(int *out) { out[threadIdx.x] = fibonacci(threadIdx.x); }

enum Kind { FIRST, SECOND = 5, THIRD };

__device__ int classify(int x) {
    switch (x % 8) {
    case 0: return FIRST;
    case 1:
    case 2: return SECOND;
    case 3: x += 100; /* falls through */
    case 4: x *= 2; break;
    case 5:
        for (int i = 0; i < 10; i++) {
            if (i == 3) continue;
            if (i == 7) break;
            x += i;
        }
        break;
    default: x = THIRD; break;
    }
    return x;
}

extern "C" __global__ void classes(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    do {
        if (i >= n) break;
        out[i] = classify(i);
        i += gridDim.x * blockDim.x;
    } while (true);
}
