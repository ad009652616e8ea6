// cuda_bf16.h: the upper half of a float's bits, rounded to even. Computed as floats.
struct __nv_bfloat16 {
    unsigned short __x;
    __nv_bfloat16() = default;
    __device__ __nv_bfloat16(float v) {
        unsigned int b = __float_as_uint(v);
        __x = v != v ? 0x7fff : (unsigned short)((b + 0x7fffu + ((b >> 16) & 1u)) >> 16);
    }
    __device__ __nv_bfloat16(double v) {
        float f = (float)v;
        double back = (double)f;
        if (back != v && v == v && (__float_as_uint(f) & 1u) == 0 && f - f == 0) f = __uint_as_float(__float_as_uint(f) + ((back < v) == (v > 0) ? 1u : -1u)); // to odd: rounded once
        unsigned int b = __float_as_uint(f);
        __x = v != v ? 0x7fff : (unsigned short)((b + 0x7fffu + ((b >> 16) & 1u)) >> 16);
    }
    __device__ __nv_bfloat16(int v) : __nv_bfloat16((double)v) {}
    __device__ __nv_bfloat16(unsigned int v) : __nv_bfloat16((double)v) {}
    __device__ operator float() const { return __uint_as_float((unsigned int)__x << 16); }
};
typedef __nv_bfloat16 nv_bfloat16;
struct __align__(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;
};
typedef __nv_bfloat162 nv_bfloat162;
__device__ __nv_bfloat16 __float2bfloat16(float v) { return __nv_bfloat16(v); }
__device__ __nv_bfloat16 __float2bfloat16_rn(float v) { return __nv_bfloat16(v); }
__device__ __nv_bfloat16 __double2bfloat16(double v) { return __nv_bfloat16(v); }
__device__ __nv_bfloat16 __int2bfloat16_rn(int v) { return __nv_bfloat16(v); }
__device__ float __bfloat162float(__nv_bfloat16 v) { return __uint_as_float((unsigned int)v.__x << 16); }
__device__ int __bfloat162int_rn(__nv_bfloat16 v) { return (int)rintf(__bfloat162float(v)); }
__device__ int __bfloat162int_rz(__nv_bfloat16 v) { return (int)__bfloat162float(v); }
__device__ unsigned short __bfloat16_as_ushort(__nv_bfloat16 v) { return v.__x; }
__device__ short __bfloat16_as_short(__nv_bfloat16 v) { return (short)v.__x; }
__device__ __nv_bfloat16 __ushort_as_bfloat16(unsigned short v) { __nv_bfloat16 r; r.__x = v; return r; }
__device__ __nv_bfloat16 __short_as_bfloat16(short v) { __nv_bfloat16 r; r.__x = (unsigned short)v; return r; }
#define BFLOAT_OPERATOR(name, name2, sign)                                                                                                \
    __device__ __nv_bfloat16 operator sign(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __nv_bfloat16(__bfloat162float(a) sign __bfloat162float(b)); } \
    __device__ __nv_bfloat16 &operator sign##=(__nv_bfloat16 &a, const __nv_bfloat16 &b) { a = a sign b; return a; }                      \
    __device__ __nv_bfloat16 name(__nv_bfloat16 a, __nv_bfloat16 b) { return a sign b; }                                                  \
    __device__ __nv_bfloat162 name2(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 r; r.x = a.x sign b.x; r.y = a.y sign b.y; return r; } \
    __device__ __nv_bfloat162 operator sign(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return name2(a, b); }
BFLOAT_OPERATOR(__hadd, __hadd2, +) BFLOAT_OPERATOR(__hsub, __hsub2, -) BFLOAT_OPERATOR(__hmul, __hmul2, *) BFLOAT_OPERATOR(__hdiv, __h2div, /)
#define BFLOAT_COMPARISON(name, sign)                                                                                                     \
    __device__ bool operator sign(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __bfloat162float(a) sign __bfloat162float(b); } \
    __device__ bool name(__nv_bfloat16 a, __nv_bfloat16 b) { return a sign b; }
BFLOAT_COMPARISON(__heq, ==) BFLOAT_COMPARISON(__hne, !=) BFLOAT_COMPARISON(__hlt, <) BFLOAT_COMPARISON(__hle, <=) BFLOAT_COMPARISON(__hgt, >) BFLOAT_COMPARISON(__hge, >=)
__device__ __nv_bfloat16 operator-(const __nv_bfloat16 &a) { return __ushort_as_bfloat16(a.__x ^ 0x8000); }
__device__ __nv_bfloat16 __hneg(__nv_bfloat16 a) { return -a; }
__device__ __nv_bfloat16 __habs(__nv_bfloat16 a) { return __ushort_as_bfloat16(a.__x & 0x7fff); }
__device__ __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __nv_bfloat16(fmaf(__bfloat162float(a), __bfloat162float(b), __bfloat162float(c))); }
__device__ __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { __nv_bfloat162 r; r.x = __hfma(a.x, b.x, c.x); r.y = __hfma(a.y, b.y, c.y); return r; }
__device__ __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(fmaxf(__bfloat162float(a), __bfloat162float(b))); }
__device__ __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(fminf(__bfloat162float(a), __bfloat162float(b))); }
__device__ bool __hisnan(__nv_bfloat16 a) { return isnan(__bfloat162float(a)); }
#define BFLOAT_FUNCTION(name, f) __device__ __nv_bfloat16 name(__nv_bfloat16 a) { return __nv_bfloat16(f(__bfloat162float(a))); }
BFLOAT_FUNCTION(hexp, expf) BFLOAT_FUNCTION(hexp2, exp2f) BFLOAT_FUNCTION(hlog, logf) BFLOAT_FUNCTION(hlog2, log2f) BFLOAT_FUNCTION(hsqrt, sqrtf) BFLOAT_FUNCTION(hrsqrt, rsqrtf)
BFLOAT_FUNCTION(hsin, sinf) BFLOAT_FUNCTION(hcos, cosf) BFLOAT_FUNCTION(hfloor, floorf) BFLOAT_FUNCTION(hceil, ceilf) BFLOAT_FUNCTION(htrunc, truncf) BFLOAT_FUNCTION(hrint, rintf)
__device__ __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { __nv_bfloat162 r; r.x = a; r.y = b; return r; }
__device__ __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __halves2bfloat162(a, b); }
__device__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __halves2bfloat162(a, a); }
__device__ __nv_bfloat162 __float2bfloat162_rn(float a) { return __halves2bfloat162(__nv_bfloat16(a), __nv_bfloat16(a)); }
__device__ __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __halves2bfloat162(__nv_bfloat16(a), __nv_bfloat16(b)); }
__device__ __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __floats2bfloat162_rn(a.x, a.y); }
__device__ float2 __bfloat1622float2(__nv_bfloat162 a) { return make_float2(__bfloat162float(a.x), __bfloat162float(a.y)); }
__device__ float __low2float(__nv_bfloat162 a) { return __bfloat162float(a.x); }
__device__ float __high2float(__nv_bfloat162 a) { return __bfloat162float(a.y); }
__device__ __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
__device__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
