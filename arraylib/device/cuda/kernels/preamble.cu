// What every kernel may use: half and complex numbers without headers, and the functions that the operators'
// CUDA spellings name, overloaded over the types. Compiled by NVRTC in front of the generated part.

typedef signed char int8; typedef unsigned char uint8; typedef unsigned short uint16;
typedef unsigned int uint32; typedef long long int64; typedef unsigned long long uint64;

#define NAN_F __int_as_float(0x7fffffff)
#define INFINITY_F __int_as_float(0x7f800000)

// ---- half: stored as bits, computed as float ----
struct half {
    unsigned short bits;
    half() = default;
    __device__ half(float f) { asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(f)); }
    __device__ operator float() const { float f; asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(bits)); return f; }
};

// ---- complex ----
template <typename T> struct alignas(2 * sizeof(T)) complex {
    T re, im;
    complex() = default;
    __device__ complex(T r, T i = 0) : re(r), im(i) {}
    template <typename U> __device__ complex(const complex<U> &o) : re((T)o.re), im((T)o.im) {}
};
template <typename T> struct is_complex { static const bool value = false; };
template <typename T> struct is_complex<complex<T>> { static const bool value = true; };
template <typename T> __device__ inline complex<T> operator+(complex<T> a, complex<T> b) { return {a.re + b.re, a.im + b.im}; }
template <typename T> __device__ inline complex<T> operator-(complex<T> a, complex<T> b) { return {a.re - b.re, a.im - b.im}; }
template <typename T> __device__ inline complex<T> operator-(complex<T> a) { return {-a.re, -a.im}; }
template <typename T> __device__ inline complex<T> operator*(complex<T> a, complex<T> b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
template <typename T> __device__ inline complex<T> operator*(complex<T> a, T b) { return {a.re * b, a.im * b}; }
template <typename T> __device__ inline complex<T> operator/(complex<T> a, complex<T> b) { // Smith's method
    if (fabs(b.re) >= fabs(b.im)) {
        if (b.re == 0 && b.im == 0) return {a.re / fabs(b.re), a.im / fabs(b.re)};
        T ratio = b.im / b.re, scale = 1 / (b.re + b.im * ratio);
        return {(a.re + a.im * ratio) * scale, (a.im - a.re * ratio) * scale};
    }
    T ratio = b.re / b.im, scale = 1 / (b.im + b.re * ratio);
    return {(a.re * ratio + a.im) * scale, (a.im * ratio - a.re) * scale};
}
template <typename T> __device__ inline bool operator==(complex<T> a, complex<T> b) { return a.re == b.re && a.im == b.im; }
template <typename T> __device__ inline bool operator!=(complex<T> a, complex<T> b) { return !(a == b); }
template <typename T> __device__ inline bool operator<(complex<T> a, complex<T> b) { return a.re < b.re || (a.re == b.re && a.im < b.im); }
template <typename T> __device__ inline bool operator>(complex<T> a, complex<T> b) { return b < a; }
template <typename T> __device__ inline bool operator<=(complex<T> a, complex<T> b) { return a.re < b.re || (a.re == b.re && a.im <= b.im); }
template <typename T> __device__ inline bool operator>=(complex<T> a, complex<T> b) { return b <= a; }

// ---- conversion between any two element types, as a C cast; complex to real drops the imaginary part ----
template <typename To, typename From> struct converter { static __device__ inline To of(From x) { return (To)x; } };
template <typename To> struct converter<To, half> { static __device__ inline To of(half x) { return (To)(float)x; } };
template <> struct converter<half, half> { static __device__ inline half of(half x) { return x; } };
template <typename From> struct converter<half, From> { static __device__ inline half of(From x) { return half((float)x); } };
template <typename To, typename T> struct converter<To, complex<T>> { static __device__ inline To of(complex<T> x) { return (To)x.re; } };
template <typename T> struct converter<half, complex<T>> { static __device__ inline half of(complex<T> x) { return half((float)x.re); } };
template <typename T> struct converter<bool, complex<T>> { static __device__ inline bool of(complex<T> x) { return x.re != 0 || x.im != 0; } };
template <typename U, typename T> struct converter<complex<U>, complex<T>> { static __device__ inline complex<U> of(complex<T> x) { return {(U)x.re, (U)x.im}; } };
template <typename U, typename From> struct converter<complex<U>, From> { static __device__ inline complex<U> of(From x) { return {(U)x, (U)0}; } };
template <typename U> struct converter<complex<U>, half> { static __device__ inline complex<U> of(half x) { return {(U)(float)x, (U)0}; } };
template <> struct converter<bool, half> { static __device__ inline bool of(half x) { return (float)x != 0; } };
template <typename To, typename From> __device__ inline To convert(From x) { return converter<To, From>::of(x); }

template <typename T> __device__ inline bool truth(T x) { return x != (T)0; }
template <typename T> __device__ inline bool truth(complex<T> x) { return x.re != 0 || x.im != 0; }
__device__ inline bool truth(half x) { return (float)x != 0; }

// ---- integers: what the float functions of CUDA have no overload for ----
#define FOR_INTEGERS(X) X(bool) X(int8) X(uint8) X(short) X(uint16) X(int) X(uint32) X(int64) X(uint64)
#define IDENTITY_FUNCTIONS(T) \
    __device__ inline T floor(T x) { return x; } __device__ inline T ceil(T x) { return x; } \
    __device__ inline T trunc(T x) { return x; } __device__ inline T conj(T x) { return x; } \
    __device__ inline bool isnan(T) { return false; } __device__ inline bool isinf(T) { return false; } \
    __device__ inline bool isfinite(T) { return true; }
FOR_INTEGERS(IDENTITY_FUNCTIONS)
__device__ inline float conj(float x) { return x; }
__device__ inline double conj(double x) { return x; }

template <typename T> __device__ inline T add(T a, T b) { return (T)(a + b); }
__device__ inline bool add(bool a, bool b) { return a || b; }
template <typename T> __device__ inline T invert(T x) { return (T)~x; }
__device__ inline bool invert(bool x) { return !x; }

template <typename T> __device__ inline T absolute(T x) { return x < (T)0 ? (T)-x : x; }
__device__ inline float absolute(float x) { return fabsf(x); }
__device__ inline double absolute(double x) { return fabs(x); }
__device__ inline bool absolute(bool x) { return x; }
__device__ inline uint8 absolute(uint8 x) { return x; } __device__ inline uint16 absolute(uint16 x) { return x; }
__device__ inline uint32 absolute(uint32 x) { return x; } __device__ inline uint64 absolute(uint64 x) { return x; }
__device__ inline float absolute(complex<float> x) { return hypotf(x.re, x.im); }
__device__ inline double absolute(complex<double> x) { return hypot(x.re, x.im); }

template <typename T> __device__ inline T sign(T x) { return (T)((x > (T)0) - (x < (T)0)); }
__device__ inline float sign(float x) { return isnan(x) ? x : (float)((x > 0) - (x < 0)); }
__device__ inline double sign(double x) { return isnan(x) ? x : (double)((x > 0) - (x < 0)); }
template <typename T> __device__ inline complex<T> sign(complex<T> x) {
    T size = absolute(x);
    if (isnan(x.re) || isnan(x.im)) return {(T)NAN_F, (T)NAN_F};
    if (size == 0) return {0, 0};
    return {x.re / size, x.im / size};
}
template <typename T> __device__ inline T reciprocal(T x) { return x == (T)0 ? (T)0 : (T)((T)1 / x); }
__device__ inline float reciprocal(float x) { return 1.0f / x; }
__device__ inline double reciprocal(double x) { return 1.0 / x; }
template <typename T> __device__ inline complex<T> reciprocal(complex<T> x) { return complex<T>(1, 0) / x; }
template <typename T> __device__ inline uint8 bitwise_count(T x) { return (uint8)__popcll((uint64)(x < (T)0 ? -(int64)x : (int64)x)); }
__device__ inline uint8 bitwise_count(uint64 x) { return (uint8)__popcll(x); }
__device__ inline float spacing(float x) { return isinf(x) ? NAN_F : copysignf(nextafterf(fabsf(x), INFINITY_F) - fabsf(x), x); }
__device__ inline double spacing(double x) { return isinf(x) ? (double)NAN_F : copysign(nextafter(fabs(x), (double)INFINITY_F) - fabs(x), x); }

// Division and remainder round towards minus infinity; integers give 0 for a divisor of 0.
template <typename T> __device__ inline T floor_divide(T a, T b) {
    if (b == (T)0) return (T)0;
    if (b == (T)-1 && (T)-1 < (T)0) return (T)(0 - a);
    T quotient = (T)(a / b);
    return (T)(quotient - (((a % b) != 0) && ((a < (T)0) != (b < (T)0))));
}
template <typename T> __device__ inline T remainder_integer(T a, T b) {
    if (b == (T)0 || (b == (T)-1 && (T)-1 < (T)0)) return (T)0;
    T rest = (T)(a % b);
    return (rest != (T)0 && (rest < (T)0) != (b < (T)0)) ? (T)(rest + b) : rest;
}
template <typename T> __device__ inline T remainder_float(T a, T b) {
    T rest = fmod(a, b);
    if (b == 0) return rest;
    if (rest != 0) return (b < 0) != (rest < 0) ? rest + b : rest;
    return copysign((T)0, b);
}
template <typename T> __device__ inline T floor_divide_float(T a, T b) {
    if (b == 0) return a / b;
    T rest = fmod(a, b), quotient = (a - rest) / b;
    if (rest != 0 && (b < 0) != (rest < 0)) quotient -= 1;
    if (quotient == 0) return copysign((T)0, a / b);
    T whole = floor(quotient);
    return quotient - whole > (T)0.5 ? whole + 1 : whole;
}
__device__ inline float floor_divide(float a, float b) { return floor_divide_float(a, b); }
__device__ inline double floor_divide(double a, double b) { return floor_divide_float(a, b); }
#define INTEGER_REMAINDERS(T) \
    __device__ inline T remainder_(T a, T b) { return remainder_integer(a, b); } \
    __device__ inline T fmod_(T a, T b) { return b == (T)0 || (b == (T)-1 && (T)-1 < (T)0) ? (T)0 : (T)(a % b); }
INTEGER_REMAINDERS(int8) INTEGER_REMAINDERS(uint8) INTEGER_REMAINDERS(short) INTEGER_REMAINDERS(uint16)
INTEGER_REMAINDERS(int) INTEGER_REMAINDERS(uint32) INTEGER_REMAINDERS(int64) INTEGER_REMAINDERS(uint64)
__device__ inline float remainder_(float a, float b) { return remainder_float(a, b); }
__device__ inline double remainder_(double a, double b) { return remainder_float(a, b); }
__device__ inline float fmod_(float a, float b) { return fmodf(a, b); }
__device__ inline double fmod_(double a, double b) { return fmod(a, b); }

template <typename T> __device__ inline T power(T base, T exponent) { // integers
    if (exponent < (T)0) return base == (T)1 ? (T)1 : base == (T)-1 ? ((exponent & 1) ? base : (T)1) : (T)0;
    T result = 1;
    while (exponent) {
        if (exponent & 1) result = (T)(result * base);
        exponent = (T)(exponent >> 1);
        base = (T)(base * base);
    }
    return result;
}
__device__ inline float power(float a, float b) { return powf(a, b); }
__device__ inline double power(double a, double b) { return pow(a, b); }

template <typename T> __device__ inline T maximum(T a, T b) { return a >= b ? a : b; }
template <typename T> __device__ inline T minimum(T a, T b) { return a <= b ? a : b; }
template <typename T> __device__ inline bool is_nan(T) { return false; }
__device__ inline bool is_nan(float x) { return x != x; }
__device__ inline bool is_nan(double x) { return x != x; }
template <typename T> __device__ inline bool is_nan(complex<T> x) { return x.re != x.re || x.im != x.im; }
#define NAN_EXTREMA(T) \
    __device__ inline T maximum(T a, T b) { return is_nan(a) ? a : is_nan(b) ? b : a >= b ? a : b; } \
    __device__ inline T minimum(T a, T b) { return is_nan(a) ? a : is_nan(b) ? b : a <= b ? a : b; }
NAN_EXTREMA(float) NAN_EXTREMA(double) NAN_EXTREMA(complex<float>) NAN_EXTREMA(complex<double>)
template <typename T> __device__ inline T fmaximum(T a, T b) { return is_nan(a) ? b : is_nan(b) ? a : a >= b ? a : b; }
template <typename T> __device__ inline T fminimum(T a, T b) { return is_nan(a) ? b : is_nan(b) ? a : a <= b ? a : b; }
template <typename T> __device__ inline T heaviside(T x, T middle) { return isnan(x) ? x : x < 0 ? (T)0 : x > 0 ? (T)1 : middle; }
template <typename T> __device__ inline T logaddexp(T a, T b) { return a == b ? a + (T)0.693147180559945309417 : a > b ? a + log1p(exp(b - a)) : a < b ? b + log1p(exp(a - b)) : a + b; }
template <typename T> __device__ inline T logaddexp2(T a, T b) { return a == b ? a + 1 : a > b ? a + log1p(exp2(b - a)) * (T)1.44269504088896340736 : a < b ? b + log1p(exp2(a - b)) * (T)1.44269504088896340736 : a + b; }
template <typename T> __device__ inline T left_shift(T a, T b) { return (uint64)b < 8 * sizeof(T) ? (T)(a << b) : (T)0; }
template <typename T> __device__ inline T right_shift(T a, T b) { return (uint64)b < 8 * sizeof(T) ? (T)(a >> b) : a < (T)0 ? (T)-1 : (T)0; }
template <typename T> __device__ inline T gcd(T a, T b) {
    a = absolute(a), b = absolute(b);
    while (b) { T rest = (T)(a % b); a = b; b = rest; }
    return a;
}
template <typename T> __device__ inline T lcm(T a, T b) { T divisor = gcd(a, b); return divisor ? (T)(absolute(a) / divisor * absolute(b)) : (T)0; }

// ---- functions of complex numbers ----
#define T_COMPLEX template <typename T> __device__ inline complex<T>
T_COMPLEX conj(complex<T> x) { return {x.re, -x.im}; }
T_COMPLEX exp(complex<T> x) { T size = exp(x.re); return x.im == 0 ? complex<T>(size, x.im) : complex<T>(size * cos(x.im), size * sin(x.im)); }
T_COMPLEX log(complex<T> x) { return {log(hypot(x.re, x.im)), atan2(x.im, x.re)}; }
T_COMPLEX exp2(complex<T> x) { return exp(x * (T)0.693147180559945309417); }
T_COMPLEX expm1(complex<T> x) { T half_sine = sin(x.im / 2); return {expm1(x.re) * cos(x.im) - 2 * half_sine * half_sine, exp(x.re) * sin(x.im)}; }
T_COMPLEX log1p(complex<T> x) { T above = x.re + 1; return {log(hypot(above, x.im)), atan2(x.im, above)}; }
T_COMPLEX log2(complex<T> x) { return log(x) * (T)1.44269504088896340736; }
T_COMPLEX log10(complex<T> x) { return log(x) * (T)0.434294481903251827651; }
T_COMPLEX sqrt(complex<T> x) {
    if (x.re == 0 && x.im == 0) return {0, x.im};
    T size = sqrt((fabs(x.re) + hypot(x.re, x.im)) / 2);
    return x.re >= 0 ? complex<T>(size, x.im / (2 * size)) : complex<T>(fabs(x.im) / (2 * size), copysign(size, x.im));
}
T_COMPLEX sinh(complex<T> x) { return {sinh(x.re) * cos(x.im), cosh(x.re) * sin(x.im)}; }
T_COMPLEX cosh(complex<T> x) { return {cosh(x.re) * cos(x.im), sinh(x.re) * sin(x.im)}; }
T_COMPLEX tanh(complex<T> x) { T t = tanh(x.re), v = tan(x.im); return complex<T>(t, v) / complex<T>(1, t * v); }
T_COMPLEX sin(complex<T> x) { return {sin(x.re) * cosh(x.im), cos(x.re) * sinh(x.im)}; }
T_COMPLEX cos(complex<T> x) { return {cos(x.re) * cosh(x.im), -sin(x.re) * sinh(x.im)}; }
T_COMPLEX tan(complex<T> x) { complex<T> t = tanh(complex<T>(-x.im, x.re)); return {t.im, -t.re}; }
T_COMPLEX asinh(complex<T> x) { return log(x + sqrt(x * x + complex<T>(1, 0))); }
T_COMPLEX acosh(complex<T> x) { return log(x + sqrt(x + complex<T>(1, 0)) * sqrt(x - complex<T>(1, 0))); }
T_COMPLEX atanh(complex<T> x) { return (log(complex<T>(1, 0) + x) - log(complex<T>(1, 0) - x)) * (T)0.5; }
T_COMPLEX asin(complex<T> x) { complex<T> t = asinh(complex<T>(-x.im, x.re)); return {t.im, -t.re}; }
T_COMPLEX acos(complex<T> x) { complex<T> t = asin(x); return {(T)1.57079632679489661923 - t.re, -t.im}; }
T_COMPLEX atan(complex<T> x) { complex<T> t = atanh(complex<T>(-x.im, x.re)); return {t.im, -t.re}; }
T_COMPLEX rint(complex<T> x) { return {rint(x.re), rint(x.im)}; }
T_COMPLEX power(complex<T> a, complex<T> b) {
    if (b.re == 0 && b.im == 0) return {1, 0};
    if (a.re == 0 && a.im == 0) return b.re > 0 && b.im == 0 ? complex<T>(0, 0) : complex<T>((T)NAN_F, (T)NAN_F);
    if (b.im == 0 && b.re == rint(b.re) && fabs(b.re) <= 100) { // as NumPy: small whole powers by multiplication
        int n = (int)fabs(b.re);
        complex<T> result(1, 0), base = a;
        for (; n; n >>= 1, base = base * base) if (n & 1) result = result * base;
        return b.re < 0 ? complex<T>(1, 0) / result : result;
    }
    return exp(log(a) * b);
}
template <typename T> __device__ inline bool isnan(complex<T> x) { return isnan(x.re) || isnan(x.im); }
template <typename T> __device__ inline bool isinf(complex<T> x) { return isinf(x.re) || isinf(x.im); }
template <typename T> __device__ inline bool isfinite(complex<T> x) { return isfinite(x.re) && isfinite(x.im); }

// The operators' spellings mean Python's remainder, CUDA's own function of that name means IEEE's.
#define remainder remainder_
#define fmod fmod_
