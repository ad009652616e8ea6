/* Binary functions of floats. */
#include "arraylib/device/host/loops/binary.h"

/* Where the power of two is a normal number a product has the digits and the flags of ldexp. */
#define DEFINE_TIMES_POWER(A, real, Bits, LEAST, MOST, DIGITS, c_function)                                   \
    static inline real A##_times_power(real a, int64_t b) {                                                  \
        if (b < LEAST || b > MOST) return c_function(a, b > 100000 ? 100000 : b < -100000 ? -100000 : (int)b); \
        Bits bits = (Bits)(b + MOST) << DIGITS;                                                              \
        real power;                                                                                          \
        memcpy(&power, &bits, sizeof power);                                                                 \
        return a * power;                                                                                    \
    }
DEFINE_TIMES_POWER(FLOAT64, double, uint64_t, -1022, 1023, 52, ldexp)
DEFINE_TIMES_POWER(FLOAT32, float, uint32_t, -126, 127, 23, ldexpf)
#define FLOAT16_times_power FLOAT32_times_power

#define arctan2_REAL(A, a, b) MATH(A, atan2)(a, b)
#define hypot_REAL(A, a, b) MATH(A, hypot)(a, b)
#define copysign_REAL(A, a, b) MATH(A, copysign)(a, b)
#define nextafter_REAL(A, a, b) PASTE(A, _nextafter)(a, b)
#define heaviside_REAL(A, a, b) PASTE(A, _heaviside)(a, b)
#define logaddexp_REAL(A, a, b) PASTE(A, _logaddexp)(a, b)
#define logaddexp2_REAL(A, a, b) PASTE(A, _logaddexp2)(a, b)
#define ldexp_REAL(A, a, b) PASTE(A, _times_power)(a, b)

BINARY_LOOPS(ELEMENTWISE_MATHEMATICS)
