// What CUDA's headers declare, as far as it can be written in CUDA C itself. Read before every text; line numbers are 0.
#define __CUDACC__ 1
#define __CUDACC_RTC__ 1
#define __CUDA_ARCH__ 900
#define __cplusplus 201703L
#define __NVCC__ 1
#define CUDART_VERSION 13000
#define CUDA_VERSION 13000
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 48
#define NULL 0
#pragma header begins
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fffffff)
#define HUGE_VAL __longlong_as_double(0x7ff0000000000000LL)
#define HUGE_VALF __int_as_float(0x7f800000)
#define CUDART_INF_F __int_as_float(0x7f800000)
#define CUDART_NAN_F __int_as_float(0x7fffffff)
#define CUDART_INF __longlong_as_double(0x7ff0000000000000LL)
#define CUDART_NAN __longlong_as_double(0x7fffffffffffffffLL)
#define CUDART_PI_F 3.141592654f
#define CUDART_PI 3.1415926535897931e+0
#define CUDART_SQRT_TWO_F 1.414213562f
#define CUDART_ZERO_F 0.0f
#define CUDART_ONE_F 1.0f
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_E 2.7182818284590452354
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define M_2_SQRTPI 1.12837916709551257390
#define CHAR_BIT 8
#define CHAR_MIN (-128)
#define CHAR_MAX 127
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295u
#define LONG_MIN (-9223372036854775807L - 1)
#define LONG_MAX 9223372036854775807L
#define ULONG_MAX 18446744073709551615UL
#define LLONG_MIN (-9223372036854775807LL - 1)
#define LLONG_MAX 9223372036854775807LL
#define ULLONG_MAX 18446744073709551615ULL
#define INT8_MAX 127
#define INT16_MAX 32767
#define INT32_MAX 2147483647
#define INT32_MIN (-2147483647 - 1)
#define INT64_MAX 9223372036854775807LL
#define INT64_MIN (-9223372036854775807LL - 1)
#define UINT8_MAX 255
#define UINT16_MAX 65535
#define UINT32_MAX 4294967295u
#define UINT64_MAX 18446744073709551615ULL
#define SIZE_MAX 18446744073709551615ULL
#define FLT_MAX 3.402823466e+38f
#define FLT_MIN 1.175494351e-38f
#define FLT_EPSILON 1.192092896e-07f
#define DBL_MAX 1.7976931348623158e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-16
#pragma header ends
#define __launch_bounds__(...)

typedef __half half;
typedef __half float16;
typedef unsigned int uint;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned long ulong;
typedef long long longlong;
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
typedef unsigned long size_t;
typedef long ssize_t;
typedef long ptrdiff_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef long long clock_t;
typedef long cudaError_t;

struct dim3 {
    unsigned int x, y, z;
};
#define VECTORS(T, name, a1, a2, a4)                                                                                                      \
    struct a1 name##1 { T x; };                                                                                                           \
    struct a2 name##2 { T x, y; };                                                                                                        \
    struct name##3 { T x, y, z; };                                                                                                        \
    struct a4 name##4 { T x, y, z, w; };                                                                                                  \
    __device__ name##1 make_##name##1(T x) { name##1 r; r.x = x; return r; }                                                              \
    __device__ name##2 make_##name##2(T x, T y) { name##2 r; r.x = x; r.y = y; return r; }                                                \
    __device__ name##3 make_##name##3(T x, T y, T z) { name##3 r; r.x = x; r.y = y; r.z = z; return r; }                                  \
    __device__ name##4 make_##name##4(T x, T y, T z, T w) { name##4 r; r.x = x; r.y = y; r.z = z; r.w = w; return r; }
VECTORS(signed char, char, , __align__(2), __align__(4))
VECTORS(unsigned char, uchar, , __align__(2), __align__(4))
VECTORS(short, short, , __align__(4), __align__(8))
VECTORS(unsigned short, ushort, , __align__(4), __align__(8))
VECTORS(int, int, , __align__(8), __align__(16))
VECTORS(unsigned int, uint, , __align__(8), __align__(16))
VECTORS(long, long, , __align__(16), __align__(16))
VECTORS(unsigned long, ulong, , __align__(16), __align__(16))
VECTORS(long long, longlong, , __align__(16), __align__(16))
VECTORS(unsigned long long, ulonglong, , __align__(16), __align__(16))
VECTORS(float, float, , __align__(8), __align__(16))
VECTORS(double, double, , __align__(16), __align__(16))


// Mathematics beyond C's.
#define BOTH(name, body_f, body_d)                                                                                                        \
    __device__ float name##f(float x) { return body_f; }                                                                                  \
    __device__ float name(float x) { return body_f; }                                                                                     \
    __device__ double name(double x) { return body_d; }
BOTH(rsqrt, 1.0f / sqrtf(x), 1.0 / sqrt(x))
BOTH(rcbrt, 1.0f / cbrtf(x), 1.0 / cbrt(x))
BOTH(exp10, powf(10.0f, x), pow(10.0, x))
BOTH(normcdf, 0.5f * erfcf(x * -0.70710678118654752440f), 0.5 * erfc(x * -0.70710678118654752440))
__device__ float __frsqrt_rn(float x) { return 1.0f / sqrtf(x); }
__device__ float __frcp_rn(float x) { return 1.0f / x; }
__device__ float __frcp_rz(float x) { return 1.0f / x; }
__device__ double __drcp_rn(double x) { return 1.0 / x; }
__device__ float __exp10f(float x) { return powf(10.0f, x); }
__device__ float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
__device__ __half hrsqrt(__half x) { return (__half)(1.0f / sqrtf((float)x)); }
__device__ __half hrcp(__half x) { return (__half)(1.0f / (float)x); }
__device__ float fdimf(float x, float y) { return x > y ? x - y : 0.0f; }
__device__ float fdim(float x, float y) { return x > y ? x - y : 0.0f; }
__device__ double fdim(double x, double y) { return x > y ? x - y : 0.0; }
__device__ void sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }
__device__ void __sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }
__device__ void sincos(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }
__device__ void sincos(double x, double *s, double *c) { *s = sin(x); *c = cos(x); }
__device__ float ldexpf(float x, int e) { return (float)((double)x * exp2((double)e)); }
__device__ float ldexp(float x, int e) { return (float)((double)x * exp2((double)e)); }
__device__ double ldexp(double x, int e) { int half = e / 2; return x * exp2((double)half) * exp2((double)(e - half)); }
__device__ double scalbn(double x, int e) { return ldexp(x, e); }
__device__ float scalbnf(float x, int e) { return ldexpf(x, e); }
__device__ double frexp(double x, int *e) {
    if (x == 0.0 || isnan(x) || isinf(x)) { *e = 0; return x; }
    long long b = __double_as_longlong(x);
    int k = (int)((b >> 52) & 2047);
    if (k == 0) { double r = frexp(x * 18014398509481984.0, e); *e -= 54; return r; }
    *e = k - 1022;
    return __longlong_as_double((b & ~(2047LL << 52)) | (1022LL << 52));
}
__device__ float frexpf(float x, int *e) { return (float)frexp((double)x, e); }
__device__ float rhypotf(float a, float b) { return 1.0f / hypotf(a, b); }
__device__ double rhypot(double a, double b) { return 1.0 / hypot(a, b); }
__device__ long lround(double x) { return (long)round(x); }
__device__ long lroundf(float x) { return (long)roundf(x); }
__device__ long long llround(double x) { return (long long)round(x); }
__device__ long long llroundf(float x) { return (long long)roundf(x); }
__device__ long lrint(double x) { return (long)rint(x); }
__device__ long lrintf(float x) { return (long)rintf(x); }
__device__ long long llrint(double x) { return (long long)rint(x); }
__device__ long long llrintf(float x) { return (long long)rintf(x); }
__device__ float nanf(const char *tag) { return __int_as_float(0x7fffffff); }
__device__ double nan(const char *tag) { return __longlong_as_double(0x7fffffffffffffffLL); }

// Integers.
__device__ int __ffs(int x) { return x ? 32 - __clz(x & -x) : 0; }
__device__ int __ffsll(long long x) { return x ? 64 - __clzll(x & -x) : 0; }
__device__ int __mulhi(int a, int b) { return (int)(((long long)a * (long long)b) >> 32); }
__device__ unsigned int __umulhi(unsigned int a, unsigned int b) { return (unsigned int)(((unsigned long long)a * (unsigned long long)b) >> 32); }
__device__ unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    unsigned long long al = a & 0xffffffffULL, ah = a >> 32, bl = b & 0xffffffffULL, bh = b >> 32;
    unsigned long long m = ah * bl + ((al * bl) >> 32), n = al * bh + (m & 0xffffffffULL);
    return ah * bh + (m >> 32) + (n >> 32);
}
__device__ long long __mul64hi(long long a, long long b) {
    return (long long)__umul64hi((unsigned long long)a, (unsigned long long)b) - (a < 0 ? b : 0) - (b < 0 ? a : 0);
}
__device__ int __rhadd(int a, int b) { return (int)(((long long)a + (long long)b + 1) >> 1); }
__device__ unsigned int __sad(int a, int b, unsigned int c) { return (unsigned int)(a > b ? a - b : b - a) + c; }
__device__ unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) { return (a > b ? a - b : b - a) + c; }
__device__ unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int s) {
    unsigned long long both = ((unsigned long long)y << 32) | x;
    unsigned int r = 0;
    for (int i = 0; i < 4; i++) r |= (unsigned int)((both >> (8 * ((s >> (4 * i)) & 7))) & 255) << (8 * i);
    return r;
}
__device__ unsigned int __funnelshift_l(unsigned int lo, unsigned int hi, unsigned int s) {
    return (unsigned int)(((((unsigned long long)hi << 32) | lo) << (s & 31)) >> 32);
}
__device__ unsigned int __funnelshift_r(unsigned int lo, unsigned int hi, unsigned int s) {
    return (unsigned int)((((unsigned long long)hi << 32) | lo) >> (s & 31));
}
__device__ int __dp4a(int a, int b, int c) {
    for (int i = 0; i < 4; i++) c += (int)(signed char)(a >> (8 * i)) * (int)(signed char)(b >> (8 * i));
    return c;
}
__device__ int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
__device__ int __double2loint(double x) { return (int)__double_as_longlong(x); }
__device__ double __hiloint2double(int hi, int lo) { return __longlong_as_double(((long long)hi << 32) | (unsigned int)lo); }
#define __builtin_expect(value, expected) (value)
#define __builtin_assume(condition) ((void)0)
#define __builtin_unreachable() ((void)0)
#define __isGlobal(pointer) ((pointer) != 0)
#define __builtin_popcount(x) __popc(x)
#define __builtin_popcountll(x) __popcll(x)
#define __builtin_clz(x) __clz((int)(x))
#define __builtin_assume_aligned(pointer, ...) (pointer)
__device__ unsigned int __lane_id();
__device__ unsigned int __lanemask_lt() { return (1u << __lane_id()) - 1u; }
__device__ unsigned int __lanemask_le() { return (2u << __lane_id()) - 1u; }
__device__ unsigned int __lanemask_eq() { return 1u << __lane_id(); }
__device__ unsigned int __lanemask_gt() { return ~((2u << __lane_id()) - 1u); }
__device__ unsigned int __lanemask_ge() { return ~((1u << __lane_id()) - 1u); }
template <typename T> struct numeric_limits {
    static constexpr bool is_specialized = false;
};
#define LIMITS(T, low, high, least, tiny, signs, whole, binary, decimal)                                                                  \
    template <> struct numeric_limits<T> {                                                                                                \
        static constexpr bool is_specialized = true, is_signed = signs, is_integer = whole, has_infinity = !(whole);                      \
        static constexpr int digits = binary, digits10 = decimal;                                                                         \
        __device__ static constexpr T min() { return least; }                                                                             \
        __device__ static constexpr T lowest() { return low; }                                                                            \
        __device__ static constexpr T max() { return high; }                                                                              \
        __device__ static constexpr T epsilon() { return tiny; }                                                                          \
        __device__ static constexpr T infinity() { return (T)((whole) ? 0.0 : HUGE_VAL); }                                                \
        __device__ static constexpr T quiet_NaN() { return (T)((whole) ? 0.0 : CUDART_NAN); }                                             \
    };
LIMITS(bool, false, true, false, 0, false, true, 1, 0)
LIMITS(char, CHAR_MIN, CHAR_MAX, CHAR_MIN, 0, true, true, 7, 2)
LIMITS(unsigned char, 0, UCHAR_MAX, 0, 0, false, true, 8, 2)
LIMITS(short, SHRT_MIN, SHRT_MAX, SHRT_MIN, 0, true, true, 15, 4)
LIMITS(unsigned short, 0, USHRT_MAX, 0, 0, false, true, 16, 4)
LIMITS(int, INT_MIN, INT_MAX, INT_MIN, 0, true, true, 31, 9)
LIMITS(unsigned int, 0, UINT_MAX, 0, 0, false, true, 32, 9)
LIMITS(long long, LLONG_MIN, LLONG_MAX, LLONG_MIN, 0, true, true, 63, 18)
LIMITS(unsigned long long, 0, ULLONG_MAX, 0, 0, false, true, 64, 19)
LIMITS(float, -FLT_MAX, FLT_MAX, FLT_MIN, FLT_EPSILON, true, false, 24, 6)
LIMITS(double, -DBL_MAX, DBL_MAX, DBL_MIN, DBL_EPSILON, true, false, 53, 15)
template <typename A, typename B> struct is_same { static constexpr bool value = false; };
template <typename A> struct is_same<A, A> { static constexpr bool value = true; };
template <typename T> struct is_floating_point { static constexpr bool value = is_same<T, float>::value || is_same<T, double>::value || is_same<T, __half>::value; };
template <typename T> struct is_integral { static constexpr bool value = numeric_limits<T>::is_specialized && numeric_limits<T>::is_integer; };
template <bool C, typename A, typename B> struct conditional { typedef A type; };
template <typename A, typename B> struct conditional<false, A, B> { typedef B type; };
template <bool C, typename T = void> struct enable_if {};
template <typename T> struct enable_if<true, T> { typedef T type; };
template <typename T> struct remove_const { typedef T type; };
template <typename T> struct remove_const<const T> { typedef T type; };
template <typename T> struct remove_pointer { typedef T type; };
template <typename T> struct remove_pointer<T *> { typedef T type; };
template <typename T> struct remove_reference { typedef T type; };
template <typename T> struct remove_reference<T &> { typedef T type; };
template <bool C, typename T = void> using enable_if_t = typename enable_if<C, T>::type;
template <bool C, typename A, typename B> using conditional_t = typename conditional<C, A, B>::type;
template <typename T> using remove_const_t = typename remove_const<T>::type;
template <typename T> using remove_cv_t = typename remove_const<T>::type;
template <typename T> using remove_pointer_t = typename remove_pointer<T>::type;
template <typename T> using remove_reference_t = typename remove_reference<T>::type;
template <typename A, typename B> constexpr bool is_same_v = is_same<A, B>::value;
template <typename T> constexpr bool is_floating_point_v = is_floating_point<T>::value;
template <typename T> constexpr bool is_integral_v = is_integral<T>::value;
template <typename T> __device__ T &forward(T &x) { return x; }
template <typename T> __device__ T &&move(T &&x) { return (T &&)x; }
template <typename T> __device__ void swap(T &a, T &b) { T t = a; a = b; b = t; }
template <typename T> __device__ T __reduce_fold_sync(unsigned int mask, T value, int operation) {
    T r = value;
    bool first = true;
    for (int i = 0; i < 32; i++) {
        T other = __shfl_sync(mask, value, i);
        if (!((mask >> i) & 1)) continue;
        if (first) r = other;
        else r = operation == 0 ? r + other : operation == 1 ? min(r, other) : operation == 2 ? max(r, other) : operation == 3 ? (r & other) : operation == 4 ? (r | other) : (r ^ other);
        first = false;
    }
    return r;
}
#define REDUCES(T)                                                                                                                        \
    __device__ T __reduce_add_sync(unsigned int m, T v) { return __reduce_fold_sync(m, v, 0); }                                           \
    __device__ T __reduce_min_sync(unsigned int m, T v) { return __reduce_fold_sync(m, v, 1); }                                           \
    __device__ T __reduce_max_sync(unsigned int m, T v) { return __reduce_fold_sync(m, v, 2); }                                           \
    __device__ T __reduce_and_sync(unsigned int m, T v) { return __reduce_fold_sync(m, v, 3); }                                           \
    __device__ T __reduce_or_sync(unsigned int m, T v) { return __reduce_fold_sync(m, v, 4); }                                            \
    __device__ T __reduce_xor_sync(unsigned int m, T v) { return __reduce_fold_sync(m, v, 5); }
REDUCES(int)
REDUCES(unsigned int)
template <typename T> __device__ unsigned int __match_any_sync(unsigned int mask, T value) {
    unsigned int r = 0;
    for (int i = 0; i < 32; i++)
        if (__shfl_sync(mask, value, i) == value && ((mask >> i) & 1)) r |= 1u << i;
    return r;
}
template <typename T> __device__ unsigned int __match_all_sync(unsigned int mask, T value, int *all) {
    *all = __match_any_sync(mask, value) == mask;
    return *all ? mask : 0;
}
__device__ unsigned int __lane_id() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31; }
__device__ void __nanosleep(unsigned int) {}
__device__ void __trap() { assert(false); }
__device__ void __brkpt() {}
__device__ void *memcpy(void *to, const void *from, size_t n) {
    for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
    return to;
}
__device__ void *memset(void *to, int value, size_t n) {
    for (size_t i = 0; i < n; i++) ((char *)to)[i] = (char)value;
    return to;
}

template <typename T> __device__ T *__place_at(T value, void *place) {
    *(T *)place = value;
    return (T *)place;
}

// Atomics on halves of words.
__device__ unsigned short atomicCAS(unsigned short *p, unsigned short compare, unsigned short value) {
    unsigned int *word = (unsigned int *)((unsigned long long)p & ~3ULL), shift = (unsigned int)((unsigned long long)p & 2) * 8, old = *word, seen;
    for (;;) {
        if ((unsigned short)(old >> shift) != compare) return (unsigned short)(old >> shift);
        seen = atomicCAS(word, old, (old & ~(0xffffu << shift)) | ((unsigned int)value << shift));
        if (seen == old) return compare;
        old = seen;
    }
}
__device__ __half atomicAdd(__half *p, __half value) {
    unsigned short old = *(unsigned short *)p, seen;
    for (;;) {
        seen = atomicCAS((unsigned short *)p, old, __half_as_ushort(__ushort_as_half(old) + value));
        if (seen == old) return __ushort_as_half(old);
        old = seen;
    }
}

// Pairs of half.
struct __align__(4) __half2 {
    __half x, y;
};
typedef __half2 half2;
__device__ __half2 __halves2half2(__half a, __half b) { __half2 r; r.x = a; r.y = b; return r; }
__device__ __half2 make_half2(__half a, __half b) { __half2 r; r.x = a; r.y = b; return r; }
__device__ __half2 __half2half2(__half a) { __half2 r; r.x = a; r.y = a; return r; }
__device__ __half2 __float2half2_rn(float a) { __half2 r; r.x = (__half)a; r.y = (__half)a; return r; }
__device__ __half2 __floats2half2_rn(float a, float b) { __half2 r; r.x = (__half)a; r.y = (__half)b; return r; }
__device__ __half2 __float22half2_rn(float2 a) { __half2 r; r.x = (__half)a.x; r.y = (__half)a.y; return r; }
__device__ float2 __half22float2(__half2 a) { float2 r; r.x = (float)a.x; r.y = (float)a.y; return r; }
__device__ float __low2float(__half2 a) { return (float)a.x; }
__device__ float __high2float(__half2 a) { return (float)a.y; }
__device__ __half __low2half(__half2 a) { return a.x; }
__device__ __half __high2half(__half2 a) { return a.y; }
#define HALF2(name, sign)                                                                                                                 \
    __device__ __half2 name(__half2 a, __half2 b) { __half2 r; r.x = a.x sign b.x; r.y = a.y sign b.y; return r; }
__device__ __half2 atomicAdd(__half2 *p, __half2 value) {
    __half2 old;
    old.x = atomicAdd(&p->x, value.x);
    old.y = atomicAdd(&p->y, value.y);
    return old;
}
HALF2(__hadd2, +) HALF2(__hsub2, -) HALF2(__hmul2, *) HALF2(__h2div, /) HALF2(operator+, +) HALF2(operator-, -) HALF2(operator*, *) HALF2(operator/, /)
__device__ __half2 __hfma2(__half2 a, __half2 b, __half2 c) { __half2 r; r.x = __hfma(a.x, b.x, c.x); r.y = __hfma(a.y, b.y, c.y); return r; }
__device__ __half2 __hneg2(__half2 a) { __half2 r; r.x = -a.x; r.y = -a.y; return r; }

// Complex numbers: complex<T> itself is built in.
#define COMPLEXES(T)                                                                                                                      \
    __device__ complex<T> conj(complex<T> z) { return complex<T>(z.real(), -z.imag()); }                                                  \
    __device__ T norm(complex<T> z) { return z.real() * z.real() + z.imag() * z.imag(); }                                                 \
    __device__ T arg(complex<T> z) { return atan2(z.imag(), z.real()); }                                                                  \
    __device__ complex<T> polar(T r, T t) { return complex<T>(r * cos(t), r * sin(t)); }                                                  \
    __device__ complex<T> proj(complex<T> z) { return z; }                                                                                \
    __device__ complex<T> sinh(complex<T> z) { return complex<T>(sinh(z.real()) * cos(z.imag()), cosh(z.real()) * sin(z.imag())); }       \
    __device__ complex<T> cosh(complex<T> z) { return complex<T>(cosh(z.real()) * cos(z.imag()), sinh(z.real()) * sin(z.imag())); }       \
    __device__ complex<T> tanh(complex<T> z) { return sinh(z) / cosh(z); }                                                                \
    __device__ complex<T> log10(complex<T> z) { return log(z) / (T)2.30258509299404568402; }
COMPLEXES(float)
COMPLEXES(double)
typedef float2 cuFloatComplex;
typedef float2 cuComplex;
typedef double2 cuDoubleComplex;
#define CU_COMPLEX(T, V, f, make)                                                                                                         \
    __device__ V make(T x, T y) { V r; r.x = x; r.y = y; return r; }                                                                      \
    __device__ T cuCreal##f(V a) { return a.x; }                                                                                          \
    __device__ T cuCimag##f(V a) { return a.y; }                                                                                          \
    __device__ V cuConj##f(V a) { return make(a.x, -a.y); }                                                                               \
    __device__ V cuCadd##f(V a, V b) { return make(a.x + b.x, a.y + b.y); }                                                               \
    __device__ V cuCsub##f(V a, V b) { return make(a.x - b.x, a.y - b.y); }                                                               \
    __device__ V cuCmul##f(V a, V b) { return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }                                       \
    __device__ V cuCfma##f(V a, V b, V d) { return make(a.x * b.x - a.y * b.y + d.x, a.x * b.y + a.y * b.x + d.y); }                      \
    __device__ V cuCdiv##f(V a, V b) {                                                                                                    \
        T s = fabs(b.x) + fabs(b.y), o = 1 / s, ar = a.x * o, ai = a.y * o, br = b.x * o, bi = b.y * o;                                   \
        s = br * br + bi * bi;                                                                                                            \
        o = 1 / s;                                                                                                                        \
        return make((ar * br + ai * bi) * o, (ai * br - ar * bi) * o);                                                                    \
    }                                                                                                                                     \
    __device__ T cuCabs##f(V a) { return hypot(a.x, a.y); }
CU_COMPLEX(float, float2, f, make_cuFloatComplex)
CU_COMPLEX(double, double2, , make_cuDoubleComplex)
__device__ float2 make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }
