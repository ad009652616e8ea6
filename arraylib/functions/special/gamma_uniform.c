/* The incomplete gamma integrals of large a, near x = a: Temme's uniform expansion (N. M. Temme, "The asymptotic expansion of the
 * incomplete gamma functions", SIAM J. Math. Anal. 10 (1979); DLMF 8.12), whose cost does not grow with a. */
#include "arraylib/functions/special/special.h"

#include <math.h>
#include <pthread.h>

enum { ORDERS = 14, POWERS = 26, ROOM = POWERS + 2 * ORDERS + 2 };

/* c_k(eta) = sum of coefficients[k][n] eta^n, by the recurrences of DLMF 8.12.8 and 8.12.12. */
static double coefficients[ORDERS][POWERS];

static void find_coefficients(void) {
    long double alpha[ROOM + 2] = {0, 1, 1 / 3.0L}, row[ROOM], stirling = 1; /* lambda - 1 = sum of alpha[n] eta^n */
    for (int n = 3; n < ROOM + 2; n++) {
        long double sum = alpha[n - 1];
        for (int j = 2; j < n; j++) sum -= j * alpha[j] * alpha[n - j + 1];
        alpha[n] = sum / (n + 1);
    }
    for (int k = 0; k < ORDERS; k++) {
        stirling *= k ? -(2 * k + 1) : 1; /* times alpha[2k + 1]: of the scaled gamma function's series */
        for (int n = 0; n < ROOM - 2 * k; n++) {
            long double first = n ? (n + 2) * alpha[n + 2 < ROOM + 2 ? n + 2 : 0] : -1 / 3.0L;
            row[n] = k ? stirling * alpha[2 * k + 1] * first + (n + 2) * row[n + 2] : first;
        }
        for (int n = 0; n < POWERS; n++) coefficients[k][n] = (double)row[n];
    }
}

bool special_gamma_is_uniform(double a, double x) {
    double away = fabs(x - a) / a;
    return (a > 20 && away < 0.3) || (a > 200 && away < 4.5 / sqrt(a));
}

double special_gamma_uniform(double a, double x, bool upper) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_coefficients);
    double away = (x - a) / a, eta = copysign(sqrt(-2 * special_log1pmx(away)), away), sum = 0, power = 1;
    for (int k = 0; k < ORDERS; k++, power /= a) {
        double inner = 0;
        for (int n = POWERS - 1; n >= 0; n--) inner = inner * eta + coefficients[k][n];
        sum += inner * power;
        if (fabs(inner * power) < 1e-17 * fabs(sum)) break;
    }
    double rest = exp(-0.5 * a * eta * eta) * sum / sqrt(2 * M_PI * a), tail = 0.5 * erfc((upper ? eta : -eta) * sqrt(a / 2));
    return upper ? tail + rest : tail - rest;
}
