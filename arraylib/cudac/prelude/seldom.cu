// Functions of numbers that few kernels call: turns, errors' inverses, remainders, lengths of vectors.
// Quarters of a turn are taken off first, so that whole and half numbers give whole numbers.
#define HALF_TURNS(T, pi, sine, cosine)                                                                                                   \
    __device__ T __sine_of_turns(T x, int quarter) {                                                                                      \
        if (!quarter && x == trunc(x)) return x * 0;                                                                                      \
        T quarters = rint(2 * x), rest = pi * (x - quarters / 2);                                                                         \
        int at = ((int)(quarters - 4 * floor(quarters / 4)) + quarter) & 3;                                                               \
        T value = at & 1 ? cosine(rest) : sine(rest);                                                                                     \
        return at & 2 ? -value : value;                                                                                                   \
    }
HALF_TURNS(float, 3.14159265358979323846f, sinf, cosf)
HALF_TURNS(double, 3.14159265358979323846, sin, cos)
BOTH(sinpi, __sine_of_turns(x, 0), __sine_of_turns(x, 0))
BOTH(cospi, __sine_of_turns(x, 1) + 0.0f, __sine_of_turns(x, 1) + 0.0)
__device__ double __erfcx(double x) {
    if (x < 10.0) return exp(x * x) * erfc(x);
    double term = 1, sum = 1;
    for (int k = 1; k < 16; k++) sum += term *= -(2 * k - 1) / (2 * x * x);
    return sum * 0.56418958354775628695 / x;
}
BOTH(erfcx, (float)__erfcx((double)x), __erfcx(x))
__device__ double __logb(double x) {
    if (x == 0.0) return -HUGE_VAL;
    if (isnan(x) || isinf(x)) return x * x;
    int k = (int)((__double_as_longlong(x) >> 52) & 2047);
    return k ? k - 1023 : __logb(x * 18014398509481984.0) - 54;
}
BOTH(logb, (float)__logb((double)x), __logb(x))
__device__ void sincospif(float x, float *s, float *c) { *s = sinpif(x); *c = cospif(x); }
__device__ void sincospi(float x, float *s, float *c) { sincospif(x, s, c); }
__device__ void sincospi(double x, double *s, double *c) { *s = sinpi(x); *c = cospi(x); }
__device__ int ilogb(double x) { int e; frexp(x, &e); return x == 0.0 || isnan(x) ? -2147483647 - 1 : isinf(x) ? 2147483647 : e - 1; }
__device__ int ilogb(float x) { return ilogb((double)x); }
__device__ int ilogbf(float x) { return ilogb((double)x); }
__device__ float modff(float x, float *p) { *p = truncf(x); return copysignf(isinf(x) ? 0.0f : x - *p, x); }
__device__ float modf(float x, float *p) { return modff(x, p); }
__device__ double modf(double x, double *p) { *p = trunc(x); return copysign(isinf(x) ? 0.0 : x - *p, x); }
// x less the nearest multiple of y (the even one of two), and the last bits of that number.
__device__ double __remainder(double x, double y, int *bits) {
    double a = fabs(x), b = fabs(y);
    *bits = 0;
    if (isnan(x) || isnan(y) || isinf(x) || b == 0.0) return CUDART_NAN;
    if (isinf(b)) return x;
    int sign = (x < 0) != (y < 0) ? -1 : 1, odd;
    if (b < 2e307) a = fmod(a, 4 * b);
    if (a >= 2 * b) { a -= 2 * b; *bits += 2; }
    if (a >= b) { a -= b; *bits += 1; }
    odd = *bits & 1;
    if (a > b - a || (a == b - a && odd)) { a -= b; *bits += 1; }
    *bits = sign * (*bits & 3);
    return copysign(1.0, x) * a;
}
__device__ double remquo(double x, double y, int *bits) { return __remainder(x, y, bits); }
__device__ float remquof(float x, float y, int *bits) { return (float)__remainder((double)x, (double)y, bits); }
__device__ double remainder(double x, double y) { int bits; return __remainder(x, y, &bits); }
__device__ float remainder(float x, float y) { int bits; return (float)__remainder((double)x, (double)y, &bits); }
__device__ float remainderf(float x, float y) { return remainder(x, y); }
__device__ double norm4d(double a, double b, double c, double d) {
    double most = fmax(fmax(fabs(a), fabs(b)), fmax(fabs(c), fabs(d)));
    if (isinf(a) || isinf(b) || isinf(c) || isinf(d)) return HUGE_VAL;
    if (!(most > 1e150 || most < 1e-140)) return sqrt(a * a + b * b + c * c + d * d);
    if (most == 0.0) return 0.0;
    a /= most, b /= most, c /= most, d /= most;
    return most * sqrt(a * a + b * b + c * c + d * d);
}
__device__ double norm3d(double a, double b, double c) { return norm4d(a, b, c, 0.0); }
__device__ float norm3df(float a, float b, float c) { return (float)norm4d((double)a, (double)b, (double)c, 0.0); }
__device__ float norm4df(float a, float b, float c, float d) { return (float)norm4d((double)a, (double)b, (double)c, (double)d); }
__device__ double rnorm3d(double a, double b, double c) { return 1.0 / norm3d(a, b, c); }
__device__ double rnorm4d(double a, double b, double c, double d) { return 1.0 / norm4d(a, b, c, d); }
__device__ float rnorm4df(float a, float b, float c, float d) { return (float)rnorm4d((double)a, (double)b, (double)c, (double)d); }
__device__ double norm(int count, const double *p) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum = hypot(sum, p[i]);
    return sum;
}
__device__ float normf(int count, const float *p) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum = hypot(sum, (double)p[i]);
    return (float)sum;
}
__device__ double rnorm(int count, const double *p) { return 1.0 / norm(count, p); }
__device__ float rnormf(int count, const float *p) { return 1.0f / normf(count, p); }
__device__ double scalbln(double x, long e) { return ldexp(x, e > 5000 ? 5000 : e < -5000 ? -5000 : (int)e); }
__device__ float scalblnf(float x, long e) { return (float)scalbln((double)x, e); }
__device__ float __tanhf(float x) { return tanhf(x); }
__device__ float rnorm3df(float a, float b, float c) { return 1.0f / sqrtf(a * a + b * b + c * c); }
__device__ double __erfinv_middle(double y) {
    double w = log1p(-y * y), a = 4.3307467508 + w / 2, x = sqrt(sqrt(a * a - w / 0.147) - a);
    for (int i = 0; i < 4; i++) x -= (erf(x) - y) * 0.88622692545275801365 * exp(x * x);
    return x;
}
// A first guess, and Newton's steps by what keeps its digits there: erf in the middle, erfc at the ends.
__device__ double erfcinv(double y) {
    if (!(y > 0.0 && y < 2.0)) return y == 0.0 ? HUGE_VAL : y == 2.0 ? -HUGE_VAL : CUDART_NAN;
    double end = y > 1.0 ? 2.0 - y : y, w = log(end) + log(2.0 - end), a = 4.3307467508 + w / 2, x = sqrt(sqrt(a * a - w / 0.147) - a);
    if (end > 0.5) {
        for (int i = 0; i < 4; i++) x -= (erf(x) - (1.0 - end)) * 0.88622692545275801365 * exp(x * x);
    } else {
        for (int i = 0; i < 5; i++) x += log(erfc(x) / end) * erfc(x) * 0.88622692545275801365 * exp(x * x);
    }
    return y > 1.0 ? -x : x;
}
__device__ double erfinv(double y) {
    if (!(fabs(y) < 1.0)) return y == 1.0 ? HUGE_VAL : y == -1.0 ? -HUGE_VAL : CUDART_NAN;
    if (fabs(y) < 1e-9) return y * 0.88622692545275801365;
    return copysign(fabs(y) < 0.5 ? __erfinv_middle(fabs(y)) : erfcinv(1.0 - fabs(y)), y);
}
__device__ float erfinvf(float y) { return (float)erfinv((double)y); }
__device__ float erfcinvf(float y) { return (float)erfcinv((double)y); }
__device__ double normcdfinv(double y) { return -1.41421356237309504880 * erfcinv(2.0 * y); }
__device__ float normcdfinvf(float y) { return (float)normcdfinv((double)y); }
