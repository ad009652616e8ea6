// cuda/atomic: all scopes and orders are the strongest.
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
enum memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };
__device__ void atomic_thread_fence(memory_order, thread_scope = thread_scope_system) { __threadfence_system(); }
#define ATOMIC_METHODS(P)                                                                                                                 \
    __device__ T load(memory_order = memory_order_seq_cst) const { return atomicAdd((T *)P, (T)0); }                                      \
    __device__ void store(T v, memory_order = memory_order_seq_cst) { atomicExch(P, v); }                                                 \
    __device__ T exchange(T v, memory_order = memory_order_seq_cst) { return atomicExch(P, v); }                                          \
    __device__ T fetch_add(T v, memory_order = memory_order_seq_cst) { return atomicAdd(P, v); }                                          \
    __device__ T fetch_sub(T v, memory_order = memory_order_seq_cst) { return atomicAdd(P, (T)-v); }                                      \
    __device__ T fetch_min(T v, memory_order = memory_order_seq_cst) { return atomicMin(P, v); }                                          \
    __device__ T fetch_max(T v, memory_order = memory_order_seq_cst) { return atomicMax(P, v); }                                          \
    __device__ T fetch_and(T v, memory_order = memory_order_seq_cst) { return atomicAnd(P, v); }                                          \
    __device__ T fetch_or(T v, memory_order = memory_order_seq_cst) { return atomicOr(P, v); }                                            \
    __device__ T fetch_xor(T v, memory_order = memory_order_seq_cst) { return atomicXor(P, v); }                                          \
    __device__ bool compare_exchange_strong(T &expected, T v, memory_order = memory_order_seq_cst, memory_order = memory_order_seq_cst) { \
        T old = atomicCAS(P, expected, v);                                                                                                \
        bool same = old == expected;                                                                                                      \
        expected = old;                                                                                                                   \
        return same;                                                                                                                      \
    }                                                                                                                                     \
    __device__ bool compare_exchange_weak(T &expected, T v, memory_order = memory_order_seq_cst, memory_order = memory_order_seq_cst) {   \
        return compare_exchange_strong(expected, v);                                                                                      \
    }                                                                                                                                     \
    __device__ T operator++() { return atomicAdd(P, (T)1) + (T)1; }                                                                       \
    __device__ T operator++(int) { return atomicAdd(P, (T)1); }                                                                           \
    __device__ T operator--() { return atomicAdd(P, (T)-1) - (T)1; }                                                                      \
    __device__ T operator--(int) { return atomicAdd(P, (T)-1); }                                                                          \
    __device__ T operator+=(T v) { return atomicAdd(P, v) + v; }                                                                          \
    __device__ T operator-=(T v) { return atomicAdd(P, (T)-v) - v; }                                                                      \
    __device__ operator T() const { return load(); }
template <typename T, thread_scope S = thread_scope_system> struct atomic_ref {
    T *__p;
    __device__ explicit atomic_ref(T &x) : __p(&x) {}
    ATOMIC_METHODS(__p)
};
template <typename T, thread_scope S = thread_scope_system> struct atomic {
    T __v;
    __device__ T operator=(T v) { store(v); return v; }
    ATOMIC_METHODS(&__v)
};
