// What cuda_fp16.h has beyond arithmetic: functions of single halves and of pairs, comparisons, results that are held within bounds.
#define HALF(name, body) __device__ __half name(__half a) { return (__half)(body); }
HALF(htanh, tanhf((float)a))
HALF(htanh_approx, tanhf((float)a))
HALF(hexp10, exp10f((float)a))
__device__ int __hisinf(__half a) { return !isinf((float)a) ? 0 : (float)a > 0.0f ? 1 : -1; }
__device__ __half __hadd_rn(__half a, __half b) { return a + b; }
__device__ __half __hsub_rn(__half a, __half b) { return a - b; }
__device__ __half __hmul_rn(__half a, __half b) { return a * b; }
__device__ __half __half_held(__half a) { return (__half)__saturatef((float)a); }
__device__ __half __hadd_sat(__half a, __half b) { return __half_held(a + b); }
__device__ __half __hsub_sat(__half a, __half b) { return __half_held(a - b); }
__device__ __half __hmul_sat(__half a, __half b) { return __half_held(a * b); }
__device__ __half __hfma_sat(__half a, __half b, __half c) { return __half_held(__hfma(a, b, c)); }
__device__ __half __half_unless_negative(__half a) { return (float)a < 0.0f ? (__half)0.0f : a; }
__device__ __half __hfma_relu(__half a, __half b, __half c) { return __half_unless_negative(__hfma(a, b, c)); }
__device__ __half __hmin_nan(__half a, __half b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmin(a, b); }
__device__ __half __hmax_nan(__half a, __half b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmax(a, b); }

#define PAIR(name, one) __device__ __half2 name(__half2 a) { return __halves2half2(one(a.x), one(a.y)); }
#define PAIRS(name, one) __device__ __half2 name(__half2 a, __half2 b) { return __halves2half2(one(a.x, b.x), one(a.y, b.y)); }
#define THREE_PAIRS(name, one)                                                                                                            \
    __device__ __half2 name(__half2 a, __half2 b, __half2 c) { return __halves2half2(one(a.x, b.x, c.x), one(a.y, b.y, c.y)); }
PAIR(__habs2, __habs) PAIR(h2ceil, hceil) PAIR(h2floor, hfloor) PAIR(h2trunc, htrunc) PAIR(h2rint, hrint) PAIR(h2cos, hcos) PAIR(h2sin, hsin)
PAIR(h2exp, hexp) PAIR(h2exp2, hexp2) PAIR(h2exp10, hexp10) PAIR(h2log, hlog) PAIR(h2log2, hlog2) PAIR(h2log10, hlog10) PAIR(h2sqrt, hsqrt)
PAIR(h2rsqrt, hrsqrt) PAIR(h2rcp, hrcp) PAIR(h2tanh, htanh) PAIR(h2tanh_approx, htanh)
PAIRS(__hmin2, __hmin) PAIRS(__hmax2, __hmax) PAIRS(__hmin2_nan, __hmin_nan) PAIRS(__hmax2_nan, __hmax_nan) PAIRS(__hadd2_rn, __hadd_rn)
PAIRS(__hsub2_rn, __hsub_rn) PAIRS(__hmul2_rn, __hmul_rn) PAIRS(__hadd2_sat, __hadd_sat) PAIRS(__hsub2_sat, __hsub_sat) PAIRS(__hmul2_sat, __hmul_sat)
THREE_PAIRS(__hfma2_sat, __hfma_sat) THREE_PAIRS(__hfma2_relu, __hfma_relu)
__device__ __half2 __hcmadd(__half2 a, __half2 b, __half2 c) {
    return __halves2half2(__hfma(-a.y, b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
}
__device__ __half2 __low2half2(__half2 a) { return __halves2half2(a.x, a.x); }
__device__ __half2 __high2half2(__half2 a) { return __halves2half2(a.y, a.y); }
__device__ __half2 __lows2half2(__half2 a, __half2 b) { return __halves2half2(a.x, b.x); }
__device__ __half2 __highs2half2(__half2 a, __half2 b) { return __halves2half2(a.y, b.y); }
__device__ __half2 __lowhigh2highlow(__half2 a) { return __halves2half2(a.y, a.x); }
__device__ __half2 __hisnan2(__half2 a) { return __halves2half2((__half)(__hisnan(a.x) ? 1.0f : 0.0f), (__half)(__hisnan(a.y) ? 1.0f : 0.0f)); }

// Each comparison: of one, of pairs as numbers, as bits, and of both halves; with "u" true where a half is no number.
#define COMPARED(name, sign)                                                                                                              \
    __device__ bool __h##name##u(__half a, __half b) { return __hisnan(a) || __hisnan(b) || (float)a sign (float)b; }                     \
    __device__ __half2 __h##name##2(__half2 a, __half2 b) {                                                                               \
        return __halves2half2((__half)(__h##name(a.x, b.x) ? 1.0f : 0.0f), (__half)(__h##name(a.y, b.y) ? 1.0f : 0.0f));                  \
    }                                                                                                                                     \
    __device__ __half2 __h##name##u2(__half2 a, __half2 b) {                                                                              \
        return __halves2half2((__half)(__h##name##u(a.x, b.x) ? 1.0f : 0.0f), (__half)(__h##name##u(a.y, b.y) ? 1.0f : 0.0f));            \
    }                                                                                                                                     \
    __device__ unsigned int __h##name##2_mask(__half2 a, __half2 b) {                                                                     \
        return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);                                           \
    }                                                                                                                                     \
    __device__ unsigned int __h##name##u2_mask(__half2 a, __half2 b) {                                                                    \
        return (__h##name##u(a.x, b.x) ? 0xffffu : 0u) | (__h##name##u(a.y, b.y) ? 0xffff0000u : 0u);                                     \
    }                                                                                                                                     \
    __device__ bool __hb##name##2(__half2 a, __half2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }                            \
    __device__ bool __hb##name##u2(__half2 a, __half2 b) { return __h##name##u(a.x, b.x) && __h##name##u(a.y, b.y); }
COMPARED(eq, ==)
COMPARED(ne, !=)
COMPARED(lt, <)
COMPARED(le, <=)
COMPARED(gt, >)
COMPARED(ge, >=)
