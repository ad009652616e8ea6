// <cupy/complex.cuh> of kernels that users write: thrust::complex as CuPy's kernels know it.
#pragma once
#include <cupola/float.cuh>
namespace thrust {
template <typename T> struct alignas(2 * sizeof(T)) complex {
    typedef T value_type;
    complex() = default;
    __host__ __device__ complex(const T &r, const T &i = T()) : re(r), im(i) {}
    template <typename U> __host__ __device__ complex(const complex<U> &o) : re((T)o.real()), im((T)o.imag()) {}
    template <typename U> __host__ __device__ complex &operator=(const complex<U> &o) { re = (T)o.real(), im = (T)o.imag(); return *this; }
    __host__ __device__ T real() const { return re; }
    __host__ __device__ T imag() const { return im; }
    __host__ __device__ void real(T r) { re = r; }
    __host__ __device__ void imag(T i) { im = i; }
    template <typename U> __host__ __device__ complex &operator+=(const U &o) { return *this = *this + complex(o); }
    template <typename U> __host__ __device__ complex &operator-=(const U &o) { return *this = *this - complex(o); }
    template <typename U> __host__ __device__ complex &operator*=(const U &o) { return *this = *this * complex(o); }
    template <typename U> __host__ __device__ complex &operator/=(const U &o) { return *this = *this / complex(o); }
    __host__ __device__ friend complex operator+(const complex &a, const complex &b) { return complex(a.re + b.re, a.im + b.im); }
    __host__ __device__ friend complex operator-(const complex &a, const complex &b) { return complex(a.re - b.re, a.im - b.im); }
    __host__ __device__ friend complex operator*(const complex &a, const complex &b) { return complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); }
    __host__ __device__ friend complex operator/(const complex &a, const complex &b) { // Smith's method
        if (abs_of(b.re) >= abs_of(b.im)) {
            T ratio = b.im / b.re, scale = T(1) / (b.re + b.im * ratio);
            return complex((a.re + a.im * ratio) * scale, (a.im - a.re * ratio) * scale);
        }
        T ratio = b.re / b.im, scale = T(1) / (b.im + b.re * ratio);
        return complex((a.re * ratio + a.im) * scale, (a.im * ratio - a.re) * scale);
    }
    __host__ __device__ friend bool operator==(const complex &a, const complex &b) { return a.re == b.re && a.im == b.im; }
    __host__ __device__ friend bool operator!=(const complex &a, const complex &b) { return !(a == b); }
    __host__ __device__ friend bool operator<(const complex &a, const complex &b) { return a.re < b.re || (a.re == b.re && a.im < b.im); }
    __host__ __device__ friend bool operator>(const complex &a, const complex &b) { return b < a; }
    __host__ __device__ friend bool operator<=(const complex &a, const complex &b) { return !(b < a); }
    __host__ __device__ friend bool operator>=(const complex &a, const complex &b) { return !(a < b); }
    __host__ __device__ friend complex operator+(const complex &a) { return a; }
    __host__ __device__ friend complex operator-(const complex &a) { return complex(-a.re, -a.im); }
private:
    static __host__ __device__ T abs_of(T x) { return x < T(0) ? -x : x; }
    T re, im;
};
#define CUPOLA_COMPLEX template <typename T> __device__ inline complex<T>
#define CUPOLA_REAL template <typename T> __device__ inline T
CUPOLA_REAL abs(const complex<T> &z) { return ::hypot(z.real(), z.imag()); }
CUPOLA_REAL arg(const complex<T> &z) { return ::atan2(z.imag(), z.real()); }
CUPOLA_REAL norm(const complex<T> &z) { return z.real() * z.real() + z.imag() * z.imag(); }
CUPOLA_REAL real(const complex<T> &z) { return z.real(); }
CUPOLA_REAL imag(const complex<T> &z) { return z.imag(); }
CUPOLA_COMPLEX conj(const complex<T> &z) { return complex<T>(z.real(), -z.imag()); }
CUPOLA_COMPLEX proj(const complex<T> &z) { return z; }
CUPOLA_COMPLEX polar(const T &r, const T &angle = T()) { return complex<T>(r * ::cos(angle), r * ::sin(angle)); }
CUPOLA_COMPLEX exp(const complex<T> &z) { return polar<T>(::exp(z.real()), z.imag()); }
CUPOLA_COMPLEX log(const complex<T> &z) { return complex<T>(::log(abs(z)), arg(z)); }
CUPOLA_COMPLEX log10(const complex<T> &z) { return log(z) / complex<T>(T(2.30258509299404568402)); }
CUPOLA_COMPLEX sqrt(const complex<T> &z) {
    if (z.real() == T(0) && z.imag() == T(0)) return complex<T>(T(0), z.imag());
    T size = ::sqrt((::fabs(z.real()) + abs(z)) / 2);
    return z.real() >= T(0) ? complex<T>(size, z.imag() / (2 * size)) : complex<T>(::fabs(z.imag()) / (2 * size), ::copysign(size, z.imag()));
}
CUPOLA_COMPLEX sinh(const complex<T> &z) { return complex<T>(::sinh(z.real()) * ::cos(z.imag()), ::cosh(z.real()) * ::sin(z.imag())); }
CUPOLA_COMPLEX cosh(const complex<T> &z) { return complex<T>(::cosh(z.real()) * ::cos(z.imag()), ::sinh(z.real()) * ::sin(z.imag())); }
CUPOLA_COMPLEX tanh(const complex<T> &z) { T t = ::tanh(z.real()), v = ::tan(z.imag()); return complex<T>(t, v) / complex<T>(T(1), t * v); }
CUPOLA_COMPLEX sin(const complex<T> &z) { return complex<T>(::sin(z.real()) * ::cosh(z.imag()), ::cos(z.real()) * ::sinh(z.imag())); }
CUPOLA_COMPLEX cos(const complex<T> &z) { return complex<T>(::cos(z.real()) * ::cosh(z.imag()), -::sin(z.real()) * ::sinh(z.imag())); }
CUPOLA_COMPLEX tan(const complex<T> &z) { complex<T> t = tanh(complex<T>(-z.imag(), z.real())); return complex<T>(t.imag(), -t.real()); }
CUPOLA_COMPLEX asinh(const complex<T> &z) { return log(z + sqrt(z * z + complex<T>(T(1)))); }
CUPOLA_COMPLEX acosh(const complex<T> &z) { return log(z + sqrt(z + complex<T>(T(1))) * sqrt(z - complex<T>(T(1)))); }
CUPOLA_COMPLEX atanh(const complex<T> &z) { return (log(complex<T>(T(1)) + z) - log(complex<T>(T(1)) - z)) * complex<T>(T(0.5)); }
CUPOLA_COMPLEX asin(const complex<T> &z) { complex<T> t = asinh(complex<T>(-z.imag(), z.real())); return complex<T>(t.imag(), -t.real()); }
CUPOLA_COMPLEX acos(const complex<T> &z) { complex<T> t = asin(z); return complex<T>(T(1.57079632679489661923) - t.real(), -t.imag()); }
CUPOLA_COMPLEX atan(const complex<T> &z) { complex<T> t = atanh(complex<T>(-z.imag(), z.real())); return complex<T>(t.imag(), -t.real()); }
CUPOLA_COMPLEX pow(const complex<T> &a, const complex<T> &b) { return a == complex<T>() ? (b == complex<T>() ? complex<T>(T(1)) : complex<T>()) : exp(log(a) * b); }
CUPOLA_COMPLEX pow(const complex<T> &a, const T &b) { return pow(a, complex<T>(b)); }
CUPOLA_COMPLEX pow(const T &a, const complex<T> &b) { return pow(complex<T>(a), b); }
template <typename T> __device__ inline bool isnan(const complex<T> &z) { return z.real() != z.real() || z.imag() != z.imag(); }
template <typename T> __device__ inline bool isinf(const complex<T> &z) { return ::isinf(z.real()) || ::isinf(z.imag()); }
template <typename T> __device__ inline bool isfinite(const complex<T> &z) { return ::isfinite(z.real()) && ::isfinite(z.imag()); }
#undef CUPOLA_COMPLEX
#undef CUPOLA_REAL
}
using thrust::complex;
using thrust::conj;
