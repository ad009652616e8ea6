__device__ int find(const int *x, int n, int v) {
    for (int i = 0; i < n; i++) {
        if (x[i] == v) return i;
        for (int k = 0; k < 3; k++)
            if (x[i] + k == v * 2) return -k;
    }
    return -9;
}

/* Lanes part, leave early and meet barriers on both sides of a branch. */
extern "C" __global__ void parting(const int *x, int *out, int n) {
    __shared__ int s[1024];
    int t = threadIdx.x + blockDim.x * threadIdx.y, size = blockDim.x * blockDim.y;
    int g = blockIdx.x * size + t;
    if (g >= n) return;
    s[t] = x[g];
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        if (i == t % 7) continue;
        if (i > 3 + t % 5) break;
        sum += x[(t + i) % n];
    }
    for (int r = 0; r < 3; r++) {
        __syncthreads();
        s[t] = s[t] * 3 + r;
        if ((t + r) % 2) {
            s[t] += 1;
            __syncthreads();
            sum += s[t];
        } else {
            sum -= 1;
            __syncthreads();
        }
    }
    out[g] = sum * 100 + find(x, 5, x[g]);
}
