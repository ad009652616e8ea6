// Bessel functions of whole orders: sums over a circle, and the expansion for large arguments.
__device__ double __bessel_sum(int n, double x) {
    int points = (int)(2.0 * fabs(x)) + 2 * n + 64;
    double sum = 0;
    for (int i = 0; i < points; i++) {
        double t = 6.28318530717958647693 * i / points;
        sum += cos(n * t - x * sin(t));
    }
    return sum / points;
}
__device__ double __bessel_far(int n, double x) {
    double p = 1, q = 0, term = 1, m = 4.0 * n * n;
    for (int k = 1; k < 30; k++) {
        double next = term * (m - (2.0 * k - 1) * (2.0 * k - 1)) / (k * 8.0 * x);
        if (fabs(next) >= fabs(term) && k > n) break;
        term = next;
        if (k & 1) q += (k & 2) ? -term : term;
        else p += (k & 2) ? -term : term;
    }
    double s = sin(x), c = cos(x), angle_c = n & 1 ? s - c : s + c, angle_s = n & 1 ? -(s + c) : s - c;
    return sqrt(1.0 / (3.14159265358979323846 * x)) * (p * angle_c - q * angle_s);
}
__device__ double j0(double x) { return fabs(x) > 60 ? __bessel_far(0, fabs(x)) : __bessel_sum(0, x); }
__device__ double j1(double x) { return fabs(x) > 60 ? (x < 0 ? -1.0 : 1.0) * __bessel_far(1, fabs(x)) : __bessel_sum(1, x); }
__device__ double jn(int n, double x) {
    if (n < 0) return CUDART_NAN;
    if (fabs(x) <= 60 || n > fabs(x)) return __bessel_sum(n, x);
    double a = j0(x), b = j1(x), r = n ? b : a;
    for (int k = 1; k < n; k++) r = 2.0 * k / x * b - a, a = b, b = r;
    return r;
}
__device__ float j0f(float x) { return (float)j0((double)x); }
__device__ float j1f(float x) { return (float)j1((double)x); }
__device__ float jnf(int n, float x) { return (float)jn(n, (double)x); }
__device__ double __bessel_i(int n, double x) {
    int points = (int)(2.0 * fabs(x)) + 64;
    double sum = 0;
    for (int i = 0; i < points && points < 3000; i++) {
        double t = 6.28318530717958647693 * i / points;
        sum += exp(x * cos(t)) * (n ? cos(t) : 1.0);
    }
    return points < 3000 ? sum / points : n && x < 0 ? -HUGE_VAL : HUGE_VAL;
}
__device__ double cyl_bessel_i0(double x) { return __bessel_i(0, x); }
__device__ double cyl_bessel_i1(double x) { return __bessel_i(1, x); }
__device__ float cyl_bessel_i0f(float x) { return (float)__bessel_i(0, (double)x); }
__device__ float cyl_bessel_i1f(float x) { return (float)__bessel_i(1, (double)x); }
