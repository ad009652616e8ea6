// What kernels use of C++ beside templates.

struct Shape {
    float scale = 2.0f;
    static constexpr float half = 0.5f;
    __device__ float scaled(float x) const { return x * scale; }
};
struct Square : public Shape {
    float side;
    __device__ Square(float s) : side(s) {}
    __device__ float area() const { return scaled(side * side); }
};

template <typename T> struct Traits { static constexpr int code = 0; };
template <> struct Traits<float> { static constexpr int code = 1; };
template <typename T> struct Traits<T *> { static constexpr int code = 10 + Traits<T>::code; };
template <typename T> __device__ T nothing();
template <> __device__ int nothing<int>() { return -1; }
template <> __device__ float nothing<float>() { return -2.5f; }

__host__ __device__ constexpr int square(int x) { return x * x; }
template <int N> __host__ __device__ constexpr int rounded(int x) { return (x + N - 1) / N * N; }

__device__ float twice(float x) { return 2 * x; }
__device__ float negated(float x) { return -x; }
typedef float (*operation)(float);
__device__ operation operations[] = {twice, negated};
template <typename F> __device__ float applied(F f, float x) { return f(x); }

struct Pair {
    int a, b;
};

extern "C" __global__ void classes(float *out) {
    Square square(threadIdx.x);
    out[threadIdx.x] = square.area() + Shape::half + Traits<float>::code + Traits<float *>::code + nothing<int>() + nothing<float>();
}

extern "C" __global__ void lambdas(const float *x, float *out, int n) {
    __shared__ float shared[64];
    int t = threadIdx.x;
    float sum = 0;
    auto load = [&](int i) { return i < n ? x[i] : 0.0f; };
    auto add = [&sum](float v) { sum += v; };
    auto weigh = [n](float v) { return v * n; };
    shared[t] = load(t);
    __syncthreads();
    auto neighbour = [&](int by) -> float { return shared[(t + by) % 64]; };
    for (int i = 0; i < 3; i++) add(neighbour(i));
    out[t] = weigh(sum) + applied([](float v) { return v + 1; }, 1.0f);
}

extern "C" __global__ void pointers_to_functions(const float *x, float *out) {
    operation chosen = threadIdx.x % 2 ? twice : &negated;
    out[threadIdx.x] = chosen(x[threadIdx.x]) + operations[threadIdx.x / 2 % 2](10.0f) + applied(twice, 0.25f);
}

extern "C" __global__ void forms(int *out) {
    int table[square(2)] = {1, 2, 3, 4}, m[2][3] = {{1, 2, 3}, {4, 5, 6}}, total = 0, x = 1, y = 2;
    int (*rows)[3] = m;
    for (int v : table) total += v;
    for (auto &v : table) v *= 2;
    (x > y ? x : y) = 1'000;
    Pair pair = {3, 4};
    const char *word = "kernel";
    char letters[] = "abc";
    out[0] = total;
    out[1] = table[3];
    out[2] = y;
    out[3] = pair.a * 10 + pair.b;
    out[4] = word[1];
    out[5] = letters[2] + sizeof(letters);
    out[6] = rows[1][2];
    out[7] = 2147483647;
    out[8] = rounded<32>(33);
    out[9] = __builtin_expect(x == 1, 1) ? "0123456789"[7] : 0;
}

extern "C" __global__ void heap(int *out, int n) {
    int *items = (int *)malloc(n * sizeof(int)), sum = 0;
    Pair *pair = new Pair{1, 2};
    if (!items) return;
    for (int i = 0; i < n; i++) items[i] = i * threadIdx.x;
    for (int i = 0; i < n; i++) sum += items[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum + pair->b;
    delete pair;
    free(items);
}
