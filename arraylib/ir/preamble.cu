// What rendered kernels use: IR's operations where C++ leaves them open. Compiled by NVRTC in front of the functions.

template <typename T> struct ir_wide { typedef unsigned type; };
template <> struct ir_wide<long long> { typedef unsigned long long type; };
template <> struct ir_wide<unsigned long long> { typedef unsigned long long type; };
#define IR_DEVICE static __device__ __forceinline__
#define IR_T template <typename T> IR_DEVICE
#define IR_WIDE typename ir_wide<T>::type

// ---- half: stored as bits, computed as float ----
struct ir_half {
    unsigned short bits;
    ir_half() = default;
    __device__ __forceinline__ ir_half(float x) { asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x)); }
    __device__ __forceinline__ operator float() const { float x; asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits)); return x; }
};
IR_DEVICE ir_half ir_half_bits(unsigned bits) { ir_half h; h.bits = (unsigned short)bits; return h; }
IR_DEVICE ir_half ir_half_from(double x) { ir_half h; asm("cvt.rn.f16.f64 %0, %1;" : "=h"(h.bits) : "d"(x)); return h; }

// ---- arrays as kernels take them ----
template <int N> struct ir_array { char *data; long long shape[N], strides[N]; };
template <> struct ir_array<0> { char *data; };

// ---- integers ----
IR_T T ir_add(T a, T b) { return (T)((IR_WIDE)a + (IR_WIDE)b); }
IR_T T ir_sub(T a, T b) { return (T)((IR_WIDE)a - (IR_WIDE)b); }
IR_T T ir_mul(T a, T b) { return (T)((IR_WIDE)a * (IR_WIDE)b); }
IR_T T ir_neg(T a) { return (T)(0 - (IR_WIDE)a); }
IR_T T ir_abs(T a) { return a < (T)0 ? ir_neg(a) : a; }
IR_T bool ir_is_minus_one(T b) { return (T)-1 < (T)0 && b == (T)-1; }
IR_T T ir_div(T a, T b) { return b == (T)0 ? (T)0 : ir_is_minus_one(b) ? ir_neg(a) : (T)(a / b); }
IR_T T ir_rem(T a, T b) { return b == (T)0 || ir_is_minus_one(b) ? (T)0 : (T)(a % b); }
IR_T T ir_floor_div(T a, T b) {
    T rest = ir_rem(a, b), quotient = ir_div(a, b);
    return rest != (T)0 && (rest < (T)0) != (b < (T)0) ? (T)(quotient - 1) : quotient;
}
IR_T T ir_floor_rem(T a, T b) {
    T rest = ir_rem(a, b);
    return rest != (T)0 && (rest < (T)0) != (b < (T)0) ? (T)(rest + b) : rest;
}
IR_T T ir_shl(T a, T by) { return (unsigned long long)by >= 8 * sizeof(T) ? (T)0 : (T)((IR_WIDE)a << by); }
IR_T T ir_shr(T a, T by) {
    bool far = (unsigned long long)by >= 8 * sizeof(T);
    return far ? (a < (T)0 ? (T)-1 : (T)0) : (T)(a >> by);
}
IR_T unsigned long long ir_bits(T a) { return sizeof(T) == 8 ? (unsigned long long)a : (unsigned long long)a & ((1ull << (8 * sizeof(T) & 63)) - 1); }
IR_T T ir_popcount(T a) { return (T)__popcll(ir_bits(a)); }
IR_T T ir_clz(T a) { return (T)(__clzll((long long)ir_bits(a)) - (int)(64 - 8 * sizeof(T))); }
IR_T T ir_ctz(T a) { return ir_bits(a) ? (T)(__ffsll((long long)ir_bits(a)) - 1) : (T)(8 * sizeof(T)); }
IR_T T ir_reverse_bits(T a) { return (T)(__brevll(ir_bits(a)) >> (64 - 8 * sizeof(T))); }
IR_T T ir_min(T a, T b) { return a < b ? a : b; }
IR_T T ir_max(T a, T b) { return a < b ? b : a; }
template <typename T> IR_DEVICE unsigned long long ir_trips(T start, T stop, T step) {
    unsigned long long from = (unsigned long long)start, to = (unsigned long long)stop;
    if (step > (T)0) return start < stop ? (to - from - 1) / (unsigned long long)step + 1 : 0;
    return step == (T)0 || start <= stop ? 0 : (from - to - 1) / (0 - (unsigned long long)step) + 1;
}

// ---- floats ----
#define IR_FLOAT(T, fmod, floor, copysign)                                                                           \
    IR_DEVICE T ir_min(T a, T b) { return a <= b || isnan(a) ? a : b; }                                              \
    IR_DEVICE T ir_max(T a, T b) { return a >= b || isnan(a) ? a : b; }                                              \
    IR_DEVICE T ir_fmin(T a, T b) { return a <= b || isnan(b) ? a : b; }                                             \
    IR_DEVICE T ir_fmax(T a, T b) { return a >= b || isnan(b) ? a : b; }                                             \
    IR_DEVICE T ir_rem(T a, T b) { return fmod(a, b); }                                                              \
    IR_DEVICE T ir_floor_rem(T a, T b) {                                                                             \
        T rest = fmod(a, b);                                                                                         \
        if (b == 0) return rest;                                                                                     \
        if (rest == 0) return copysign((T)0, b);                                                                     \
        return (rest < 0) != (b < 0) ? rest + b : rest;                                                              \
    }                                                                                                                \
    IR_DEVICE T ir_floor_div(T a, T b) {                                                                             \
        if (b == 0) return a / b;                                                                                    \
        T rest = fmod(a, b);                                                                                         \
        if (isnan(rest)) return rest;                                                                                \
        T quotient = (a - rest) / b;                                                                                 \
        if (rest != 0 && (rest < 0) != (b < 0)) quotient -= 1;                                                       \
        if (quotient == 0) return copysign((T)0, a / b);                                                             \
        T whole = floor(quotient);                                                                                   \
        return quotient - whole > (T)0.5 ? whole + 1 : whole;                                                        \
    }
IR_FLOAT(float, fmodf, floorf, copysignf)
IR_FLOAT(double, fmod, floor, copysign)

// ---- complex numbers: aligned as their parts, for that is how they lie in structs and in views ----
template <typename T> struct ir_complex { T re, im; };
#define IR_C template <typename T> IR_DEVICE ir_complex<T>
IR_C operator+(ir_complex<T> a, ir_complex<T> b) { return {a.re + b.re, a.im + b.im}; }
IR_C operator-(ir_complex<T> a, ir_complex<T> b) { return {a.re - b.re, a.im - b.im}; }
IR_C operator-(ir_complex<T> a) { return {-a.re, -a.im}; }
IR_C operator*(ir_complex<T> a, ir_complex<T> b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
IR_C operator/(ir_complex<T> a, ir_complex<T> b) {
    if (fabs(b.re) >= fabs(b.im)) {
        if (b.re == 0 && b.im == 0) return {a.re / fabs(b.re), a.im / fabs(b.re)};
        T ratio = b.im / b.re, scale = 1 / (b.re + b.im * ratio);
        return {(a.re + a.im * ratio) * scale, (a.im - a.re * ratio) * scale};
    }
    T ratio = b.re / b.im, scale = 1 / (b.im + b.re * ratio);
    return {(a.re * ratio + a.im) * scale, (a.im * ratio - a.re) * scale};
}
template <typename T> IR_DEVICE bool operator==(ir_complex<T> a, ir_complex<T> b) { return a.re == b.re && a.im == b.im; }
template <typename T> IR_DEVICE bool operator!=(ir_complex<T> a, ir_complex<T> b) { return !(a == b); }
template <typename T> IR_DEVICE T ir_abs(ir_complex<T> x) { return hypot(x.re, x.im); }
IR_C exp(ir_complex<T> x) { T size = exp(x.re); return {size * cos(x.im), size * sin(x.im)}; }
IR_C log(ir_complex<T> x) { return {log(hypot(x.re, x.im)), atan2(x.im, x.re)}; }
IR_C sin(ir_complex<T> x) { return {sin(x.re) * cosh(x.im), cos(x.re) * sinh(x.im)}; }
IR_C cos(ir_complex<T> x) { return {cos(x.re) * cosh(x.im), -sin(x.re) * sinh(x.im)}; }
IR_C tan(ir_complex<T> x) { return sin(x) / cos(x); }
IR_C sqrt(ir_complex<T> x) {
    if (x.re == 0 && x.im == 0) return {0, x.im};
    T size = sqrt((fabs(x.re) + hypot(x.re, x.im)) / 2);
    if (x.re >= 0) return {size, x.im / (2 * size)};
    return {fabs(x.im) / (2 * size), copysign(size, x.im)};
}
IR_C pow(ir_complex<T> a, ir_complex<T> b) {
    if (b.re == 0 && b.im == 0) return {1, 0};
    if (a.re == 0 && a.im == 0) return {0, 0};
    return exp(log(a) * b);
}

// ---- casts: cut, to the nearest that fits, NaN to 0 ----
template <typename To> struct ir_from_float {
    static __device__ __forceinline__ To of(double x) { // of up to 32 bits
        const double highest = (To)-1 < (To)0 ? (double)((1u << (8 * sizeof(To) - 1)) - 1) : (double)(0xffffffffu >> (32 - 8 * sizeof(To)));
        const double lowest = (To)-1 < (To)0 ? -highest - 1 : 0;
        if (isnan(x)) return (To)0;
        return (To)(long long)(x >= highest ? highest : x <= lowest ? lowest : x);
    }
    static __device__ __forceinline__ To of(float x) { return of((double)x); }
};
template <> struct ir_from_float<int> {
    static __device__ __forceinline__ int of(float x) { return isnan(x) ? 0 : __float2int_rz(x); }
    static __device__ __forceinline__ int of(double x) { return isnan(x) ? 0 : __double2int_rz(x); }
};
template <> struct ir_from_float<unsigned> {
    static __device__ __forceinline__ unsigned of(float x) { return isnan(x) ? 0 : __float2uint_rz(x); }
    static __device__ __forceinline__ unsigned of(double x) { return isnan(x) ? 0 : __double2uint_rz(x); }
};
template <> struct ir_from_float<long long> {
    static __device__ __forceinline__ long long of(float x) { return isnan(x) ? 0 : __float2ll_rz(x); }
    static __device__ __forceinline__ long long of(double x) { return isnan(x) ? 0 : __double2ll_rz(x); }
};
template <> struct ir_from_float<unsigned long long> {
    static __device__ __forceinline__ unsigned long long of(float x) { return isnan(x) ? 0 : __float2ull_rz(x); }
    static __device__ __forceinline__ unsigned long long of(double x) { return isnan(x) ? 0 : __double2ull_rz(x); }
};
template <typename To, typename From> IR_DEVICE To ir_bitcast(From x) {
    static_assert(sizeof(To) == sizeof(From), "sizes");
    To y;
    memcpy(&y, &x, sizeof y);
    return y;
}
IR_DEVICE bool ir_load_bool(const char *p) { return *(const unsigned char *)p != 0; }

// ---- atomics: what the hardware has not is done by exchange ----
template <int Size> struct ir_word { typedef unsigned type; };
template <> struct ir_word<8> { typedef unsigned long long type; };
template <typename T> IR_DEVICE T ir_atomic_cas(char *p, T expected, T wanted) {
    typedef typename ir_word<sizeof(T)>::type W;
    return ir_bitcast<T>(atomicCAS((W *)p, ir_bitcast<W>(expected), ir_bitcast<W>(wanted)));
}
IR_T T ir_combine(int operation, T old, T x) { return operation == 2 ? ir_min(old, x) : ir_max(old, x); }
template <typename T> IR_DEVICE T ir_atomic_loop(int operation, char *p, T x) {
    typedef typename ir_word<sizeof(T)>::type W;
    W old = *(volatile W *)p, before;
    do {
        before = old;
        old = atomicCAS((W *)p, before, ir_bitcast<W>(ir_combine(operation, ir_bitcast<T>(before), x)));
    } while (old != before);
    return ir_bitcast<T>(old);
}
#define IR_ATOMIC(name, T, W, call) IR_DEVICE T ir_atomic_##name(char *p, T x) { return (T)call; }
#define IR_ATOMIC_BITS(T, W)                                                                                         \
    IR_ATOMIC(add, T, W, atomicAdd((W *)p, (W)x)) IR_ATOMIC(sub, T, W, atomicAdd((W *)p, (W)0 - (W)x))               \
    IR_ATOMIC(and, T, W, atomicAnd((W *)p, (W)x)) IR_ATOMIC(or, T, W, atomicOr((W *)p, (W)x))                        \
    IR_ATOMIC(xor, T, W, atomicXor((W *)p, (W)x)) IR_ATOMIC(exchange, T, W, atomicExch((W *)p, (W)x))                \
    IR_ATOMIC(min, T, W, atomicMin((T *)p, x)) IR_ATOMIC(max, T, W, atomicMax((T *)p, x))
IR_ATOMIC_BITS(int, unsigned)
IR_ATOMIC_BITS(unsigned, unsigned)
IR_ATOMIC_BITS(long long, unsigned long long)
IR_ATOMIC_BITS(unsigned long long, unsigned long long)
IR_ATOMIC(inc, unsigned, unsigned, atomicInc((unsigned *)p, x))
IR_ATOMIC(dec, unsigned, unsigned, atomicDec((unsigned *)p, x))
#define IR_ATOMIC_FLOAT(T, W)                                                                                        \
    IR_DEVICE T ir_atomic_add(char *p, T x) { return atomicAdd((T *)p, x); }                                         \
    IR_DEVICE T ir_atomic_sub(char *p, T x) { return atomicAdd((T *)p, -x); }                                        \
    IR_DEVICE T ir_atomic_exchange(char *p, T x) { return ir_bitcast<T>(atomicExch((W *)p, ir_bitcast<W>(x))); }     \
    IR_DEVICE T ir_atomic_min(char *p, T x) { return ir_atomic_loop(2, p, x); }                                      \
    IR_DEVICE T ir_atomic_max(char *p, T x) { return ir_atomic_loop(3, p, x); }
IR_ATOMIC_FLOAT(float, unsigned)
IR_ATOMIC_FLOAT(double, unsigned long long)

extern __shared__ __align__(16) char ir_dynamic_shared[];
