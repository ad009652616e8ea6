// What instructions of PTX compute that CUDA C has no word for.
__device__ unsigned int __ptx_bfe(unsigned int a, unsigned int at, unsigned int count) {
    at &= 255u;
    count &= 255u;
    unsigned int v = at > 31 ? 0 : a >> at;
    return count > 31 ? v : v & ((1u << count) - 1u);
}
__device__ int __ptx_bfe(int a, unsigned int at, unsigned int count) {
    at &= 255u;
    count &= 255u;
    if (count == 0) return 0;
    unsigned int last = at + count - 1 > 31 ? 31 : at + count - 1, width = last < at ? 0 : last - at + 1;
    int sign = (a >> last) & 1 ? -1 : 0;
    if (width == 0) return sign;
    unsigned int v = (unsigned int)a >> at;
    if (width < 32) v = (v & ((1u << width) - 1u)) | ((unsigned int)sign << width);
    return (int)v;
}
__device__ unsigned int __ptx_bfi(unsigned int a, unsigned int b, unsigned int at, unsigned int count) {
    at &= 255u;
    count &= 255u;
    unsigned int mask = at > 31 ? 0 : (count > 31 ? 0xffffffffu : (1u << count) - 1u) << at;
    return (b & ~mask) | ((at > 31 ? 0 : a << at) & mask);
}
__device__ unsigned int __ptx_bfind(unsigned int a) { return a ? 31u - (unsigned int)__clz((int)a) : 0xffffffffu; }
__device__ unsigned int __ptx_lop3(unsigned int a, unsigned int b, unsigned int c, unsigned int table) {
    unsigned int r = 0;
    for (int i = 0; i < 8; i++)
        if ((table >> i) & 1) r |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return r;
}
__device__ unsigned int __ptx_warp() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32; }
__device__ unsigned int __ptx_warps() { return (blockDim.x * blockDim.y * blockDim.z + 31) / 32; }
__device__ unsigned int __ptx_high(unsigned int a, unsigned int b) { return __umulhi(a, b); }
__device__ int __ptx_high(int a, int b) { return __mulhi(a, b); }
__device__ unsigned long long __ptx_high(unsigned long long a, unsigned long long b) { return __umul64hi(a, b); }
__device__ long long __ptx_high(long long a, long long b) { return __mul64hi(a, b); }
