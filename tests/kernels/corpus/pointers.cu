// Pointers that come by other ways than an argument: numbers, tables of addresses, structs in memory, variables.
struct Row {
    long long length;
    float *items;
};

__device__ float *remembered;

template <typename T> __device__ T total(const T *items, int n) {
    T sum = 0;
    for (int i = 0; i < n; i++) sum += items[i];
    return sum;
}

template <typename T> __device__ void add_one(volatile T *item) {
    T value = *item;
    value += 1;
    *item = value;
}

extern "C" __global__ void add_to(float *x, float by) { x[threadIdx.x] += by; }

extern "C" __global__ void add_rows(float **rows, int n, int m) {
    int i = blockIdx.x, j = threadIdx.x;
    if (i < n && j < m) rows[i][j] += i;
}

extern "C" __global__ void double_rows(const Row *rows) {
    const Row &row = rows[blockIdx.x];
    for (int i = threadIdx.x; i < row.length; i += blockDim.x) row.items[i] *= 2;
}

extern "C" __global__ void remember(float *x) { remembered = x; }
extern "C" __global__ void write_remembered(float value) { remembered[threadIdx.x] = value; }

extern "C" __global__ void totals(const int *items, const float *reals, int n, int *out, float *real_out) {
    out[threadIdx.x] = total(items, n);
    real_out[threadIdx.x] = total(reals, n);
    if (threadIdx.x == 0) add_one(out);
}
