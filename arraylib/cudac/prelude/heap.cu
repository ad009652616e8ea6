// malloc and free of kernels: a heap of a module's own. It is given out in order, and begins again when nothing of it is held.
__device__ char __heap_bytes[8388608];
__device__ unsigned long long __heap_state; // how many pieces are held, from bit 40 on; below, how far they reach
__device__ void *malloc(size_t size) {
    unsigned long long room = size < 8388608 ? (size + 15) / 16 * 16 + (size == 0 ? 16 : 0) : 16777216, old = atomicAdd(&__heap_state, 0ULL), seen;
    for (;;) {
        if ((old & 0xffffffffffULL) + room > 8388608) return (void *)0;
        seen = atomicCAS(&__heap_state, old, old + (1ULL << 40) + room);
        if (seen == old) break;
        old = seen;
    }
    return (void *)(__heap_bytes + (old & 0xffffffffffULL));
}
__device__ void free(void *pointer) {
    unsigned long long old = atomicAdd(&__heap_state, 0ULL), next, seen;
    if (!pointer) return;
    for (;;) {
        next = old - (1ULL << 40);
        if ((next >> 40) == 0) next = 0;
        seen = atomicCAS(&__heap_state, old, next);
        if (seen == old) break;
        old = seen;
    }
}
template <typename T> __device__ T *__place_new(T value) {
    T *place = (T *)malloc(sizeof(T));
    if (place) *place = value;
    return place;
}
