// Cooperative groups: blocks, tiles of warps, and the lanes that are there. A grid cannot wait for itself. Lanes of all tiles
// take part in a tile's shuffles and votes together: each reads within its own.
__device__ unsigned int __block_rank() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
__device__ unsigned int __block_threads() { return blockDim.x * blockDim.y * blockDim.z; }

// Any group: a mask of 0 is the whole block.
struct thread_group {
    unsigned int __mask, __rank, __count;
    __device__ void sync() const {
        if (__mask) __syncwarp(__mask);
        else __syncthreads();
    }
    __device__ unsigned int size() const { return __count; }
    __device__ unsigned int num_threads() const { return __count; }
    __device__ unsigned int thread_rank() const { return __rank; }
    __device__ bool is_valid() const { return true; }
};
struct thread_block : public thread_group {
    __device__ static void sync() { __syncthreads(); }
    __device__ static unsigned int size() { return __block_threads(); }
    __device__ static unsigned int num_threads() { return __block_threads(); }
    __device__ static unsigned int thread_rank() { return __block_rank(); }
    __device__ static dim3 group_index() { return dim3{blockIdx.x, blockIdx.y, blockIdx.z}; }
    __device__ static dim3 thread_index() { return dim3{threadIdx.x, threadIdx.y, threadIdx.z}; }
    __device__ static dim3 group_dim() { return dim3{blockDim.x, blockDim.y, blockDim.z}; }
    __device__ static dim3 dim_threads() { return dim3{blockDim.x, blockDim.y, blockDim.z}; }
};
__device__ thread_block this_thread_block() {
    thread_block r;
    r.__mask = 0;
    r.__rank = __block_rank();
    r.__count = __block_threads();
    return r;
}
struct grid_group {
    __device__ static void sync() { __refuse("a grid that waits for itself (grid_group::sync)"); }
    __device__ static unsigned long long size() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * __block_threads(); }
    __device__ static unsigned long long num_threads() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * __block_threads(); }
    __device__ static unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
    __device__ static unsigned long long block_rank() { return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z); }
    __device__ static unsigned long long thread_rank() {
        return (blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z)) * __block_threads() + __block_rank();
    }
    __device__ static dim3 group_dim() { return dim3{gridDim.x, gridDim.y, gridDim.z}; }
    __device__ static dim3 dim_blocks() { return dim3{gridDim.x, gridDim.y, gridDim.z}; }
    __device__ static dim3 block_index() { return dim3{blockIdx.x, blockIdx.y, blockIdx.z}; }
    __device__ static bool is_valid() { return false; }
};
__device__ grid_group this_grid() {
    grid_group r;
    return r;
}
template <unsigned int N, typename P = void> struct thread_block_tile : public thread_group {
    __device__ void sync() const { __syncwarp(this->__mask); }
    __device__ static unsigned int size() { return N; }
    __device__ static unsigned int num_threads() { return N; }
    __device__ static unsigned int thread_rank() { return __lane_id() & (N - 1); }
    __device__ static unsigned int meta_group_rank() { return __block_rank() / N; }
    __device__ static unsigned int meta_group_size() { return (__block_threads() + N - 1) / N; }
    template <typename T> __device__ T shfl(T value, int rank) const { return __shfl_sync(__activemask(), value, rank, N); }
    template <typename T> __device__ T shfl_down(T value, unsigned int by) const { return __shfl_down_sync(__activemask(), value, by, N); }
    template <typename T> __device__ T shfl_up(T value, unsigned int by) const { return __shfl_up_sync(__activemask(), value, by, N); }
    template <typename T> __device__ T shfl_xor(T value, unsigned int by) const { return __shfl_xor_sync(__activemask(), value, by, N); }
    __device__ int any(int p) const { return (__ballot_sync(__activemask(), p) & this->__mask) != 0; }
    __device__ int all(int p) const { return (__ballot_sync(__activemask(), p) & this->__mask) == this->__mask; }
    __device__ unsigned int ballot(int p) const { return (__ballot_sync(__activemask(), p) & this->__mask) >> (__lane_id() & ~(N - 1)); }
    template <typename T> __device__ unsigned int match_any(T value) const { return (__match_any_sync(this->__mask, value) & this->__mask) >> (__lane_id() & ~(N - 1)); }
};
template <unsigned int N, typename G> __device__ thread_block_tile<N> tiled_partition(const G &group) {
    static_assert(N <= 32, "tiles of up to a warp");
    thread_block_tile<N> r;
    r.__mask = N == 32 ? 0xffffffffu : ((1u << (N & 31)) - 1u) << (__lane_id() & ~(N - 1));
    r.__rank = __lane_id() & (N - 1);
    r.__count = N;
    return r;
}
__device__ thread_group tiled_partition(const thread_group &group, unsigned int n) {
    thread_group r;
    r.__mask = n == 32 ? 0xffffffffu : ((1u << (n & 31)) - 1u) << (__lane_id() & ~(n - 1));
    r.__rank = __lane_id() & (n - 1);
    r.__count = n;
    return r;
}
struct coalesced_group : public thread_group {
    __device__ int __lane(int rank) const {
        int lane = 0;
        for (int i = 0; i < 32; i++)
            if ((this->__mask >> i) & 1) {
                if (rank == 0) lane = i;
                rank--;
            }
        return lane;
    }
    template <typename T> __device__ T shfl(T value, int rank) const { return __shfl_sync(this->__mask, value, __lane(rank)); }
    template <typename T> __device__ T shfl_down(T value, int by) const {
        return __shfl_sync(this->__mask, value, __lane(this->__rank + by < this->__count ? this->__rank + by : this->__rank));
    }
    template <typename T> __device__ T shfl_up(T value, int by) const { return __shfl_sync(this->__mask, value, __lane((int)this->__rank >= by ? this->__rank - by : this->__rank)); }
    __device__ int any(int p) const { return __any_sync(this->__mask, p); }
    __device__ int all(int p) const { return __all_sync(this->__mask, p); }
    __device__ unsigned int ballot(int p) const {
        unsigned int lanes = __ballot_sync(this->__mask, p), r = 0, at = 0;
        for (int i = 0; i < 32; i++)
            if ((this->__mask >> i) & 1) r |= ((lanes >> i) & 1u) << at++;
        return r;
    }
};
__device__ coalesced_group coalesced_threads() {
    coalesced_group r;
    r.__mask = __activemask();
    r.__rank = __popc(r.__mask & __lanemask_lt());
    r.__count = __popc(r.__mask);
    return r;
}
template <typename G> __device__ void sync(const G &group) { group.sync(); }
template <typename G> __device__ unsigned int thread_rank(const G &group) { return group.thread_rank(); }
template <typename G> __device__ unsigned int group_size(const G &group) { return group.size(); }
template <typename T> struct plus { __device__ T operator()(const T &a, const T &b) const { return a + b; } };
template <typename T> struct less { __device__ T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
template <typename T> struct greater { __device__ T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
template <typename T> struct bit_and { __device__ T operator()(const T &a, const T &b) const { return a & b; } };
template <typename T> struct bit_or { __device__ T operator()(const T &a, const T &b) const { return a | b; } };
template <typename T> struct bit_xor { __device__ T operator()(const T &a, const T &b) const { return a ^ b; } };
template <unsigned int N, typename P, typename T, typename O> __device__ T reduce(const thread_block_tile<N, P> &group, T value, O operation) {
    for (unsigned int i = N / 2; i > 0; i /= 2) value = operation(value, group.shfl_xor(value, i));
    return value;
}
template <typename T, typename O> __device__ T reduce(const coalesced_group &group, T value, O operation) {
    T r = group.shfl(value, 0);
    for (unsigned int i = 1; i < group.size(); i++) r = operation(r, group.shfl(value, i));
    return r;
}
