// Words of two and four numbers. What a pair of numbers gives: see the cases.
__device__ unsigned int __simd(unsigned int a, unsigned int b, int operation, int bits, bool is_signed) {
    unsigned int r = 0, mask = (1u << bits) - 1u;
    int high = is_signed ? (1 << (bits - 1)) - 1 : (int)mask, low = is_signed ? -high - 1 : 0;
    for (int at = 0; at < 32; at += bits) {
        int x = (int)((a >> at) & mask), y = (int)((b >> at) & mask), v = 0;
        if (is_signed) x = x > high ? x - (int)mask - 1 : x;
        if (is_signed) y = y > high ? y - (int)mask - 1 : y;
        switch (operation) {
        case 0: v = x + y; break;
        case 1: v = x - y; break;
        case 2: v = max(x, y); break;
        case 3: v = min(x, y); break;
        case 4: v = abs(x - y); break;
        case 5: v = x == y; break;
        case 6: v = x != y; break;
        case 7: v = x > y; break;
        case 8: v = x >= y; break;
        case 9: v = x < y; break;
        case 10: v = x <= y; break;
        case 11: v = (x + y + 1) >> 1; break;
        case 12: v = min(max(x + y, low), high); break;
        case 13: v = min(max(x - y, low), high); break;
        case 14: v = abs(x); break;
        case 15: v = min(abs(x), high); break;
        case 16: v = (x + y) >> 1; break;
        }
        r |= ((unsigned int)v & mask) << at;
    }
    return r;
}
__device__ unsigned int __simd_sum(unsigned int a, int bits) {
    unsigned int r = 0;
    for (int at = 0; at < 32; at += bits) r += (a >> at) & ((1u << bits) - 1u);
    return r;
}
#define SIMD(name, operation, is_signed)                                                                                                  \
    __device__ unsigned int __v##name##2(unsigned int a, unsigned int b) { return __simd(a, b, operation, 16, is_signed); }               \
    __device__ unsigned int __v##name##4(unsigned int a, unsigned int b) { return __simd(a, b, operation, 8, is_signed); }
SIMD(add, 0, false) SIMD(sub, 1, false) SIMD(maxs, 2, true) SIMD(maxu, 2, false) SIMD(mins, 3, true) SIMD(minu, 3, false) SIMD(absdiffs, 4, true) SIMD(absdiffu, 4, false)
SIMD(avgs, 11, true) SIMD(avgu, 11, false) SIMD(addss, 12, true) SIMD(addus, 12, false) SIMD(subss, 13, true) SIMD(subus, 13, false) SIMD(haddu, 16, false)
#define SIMD_COMPARISON(name, operation, is_signed)                                                                                       \
    __device__ unsigned int __vset##name##2(unsigned int a, unsigned int b) { return __simd(a, b, operation, 16, is_signed); }            \
    __device__ unsigned int __vset##name##4(unsigned int a, unsigned int b) { return __simd(a, b, operation, 8, is_signed); }             \
    __device__ unsigned int __vcmp##name##2(unsigned int a, unsigned int b) { return __simd(a, b, operation, 16, is_signed) * 0xffffu; }  \
    __device__ unsigned int __vcmp##name##4(unsigned int a, unsigned int b) { return __simd(a, b, operation, 8, is_signed) * 0xffu; }
SIMD_COMPARISON(eq, 5, false) SIMD_COMPARISON(ne, 6, false) SIMD_COMPARISON(gts, 7, true) SIMD_COMPARISON(gtu, 7, false) SIMD_COMPARISON(ges, 8, true)
SIMD_COMPARISON(geu, 8, false) SIMD_COMPARISON(lts, 9, true) SIMD_COMPARISON(ltu, 9, false) SIMD_COMPARISON(les, 10, true) SIMD_COMPARISON(leu, 10, false)
#define SIMD_ONE(n, bits)                                                                                                                 \
    __device__ unsigned int __vabs##n(unsigned int a) { return __simd(a, 0, 14, bits, true); }                                            \
    __device__ unsigned int __vabsss##n(unsigned int a) { return __simd(a, 0, 15, bits, true); }                                          \
    __device__ unsigned int __vneg##n(unsigned int a) { return __simd(0, a, 1, bits, true); }                                             \
    __device__ unsigned int __vnegss##n(unsigned int a) { return __simd(0, a, 13, bits, true); }                                          \
    __device__ unsigned int __vsads##n(unsigned int a, unsigned int b) { return __simd_sum(__simd(a, b, 4, bits, true), bits); }          \
    __device__ unsigned int __vsadu##n(unsigned int a, unsigned int b) { return __simd_sum(__simd(a, b, 4, bits, false), bits); }
SIMD_ONE(2, 16) SIMD_ONE(4, 8)
