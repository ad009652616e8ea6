/* Division that rounds, powers, common divisors. */
#include "arraylib/device/host/loops/binary.h"

#define floor_divide_SIGNED(A, a, b) PASTE(A, _floor_divide)(a, b)
#define floor_divide_UNSIGNED floor_divide_SIGNED
#define floor_divide_REAL floor_divide_SIGNED
#define remainder_SIGNED(A, a, b) PASTE(A, _remainder)(a, b)
#define remainder_UNSIGNED remainder_SIGNED
#define remainder_REAL remainder_SIGNED
#define fmod_SIGNED(A, a, b) PASTE(A, _fmod)(a, b)
#define fmod_UNSIGNED fmod_SIGNED
#define fmod_REAL(A, a, b) MATH(A, fmod)(a, b)
#define power_SIGNED(A, a, b) PASTE(A, _power)(a, b)
#define power_UNSIGNED power_SIGNED
#define power_REAL power_SIGNED
#define power_COMPLEX power_SIGNED
#define float_power_REAL power_SIGNED
#define float_power_COMPLEX power_SIGNED
#define gcd_SIGNED(A, a, b) PASTE(A, _gcd)(a, b)
#define gcd_UNSIGNED gcd_SIGNED
#define lcm_SIGNED(A, a, b) PASTE(A, _lcm)(a, b)
#define lcm_UNSIGNED lcm_SIGNED

BINARY_LOOPS(ELEMENTWISE_DIVISION)

#define DEFINE_DIVMOD(name, A, B, R, S)                                                                      \
    static void name##_##A(char *const *data, const int64_t *strides, int64_t count) {                       \
        const char *left = data[0], *right = data[1];                                                        \
        char *quotient = data[2], *rest = data[3];                                                           \
        for (int64_t i = 0; i < count; i++) {                                                                \
            COMPUTED_##A a = LOAD_##A(*(const STORED_##A *)left), b = LOAD_##A(*(const STORED_##A *)right);  \
            *(STORED_##A *)quotient = STORE_##A(PASTE(A, _floor_divide)(a, b));                              \
            *(STORED_##A *)rest = STORE_##A(PASTE(A, _remainder)(a, b));                                     \
            left += strides[0], right += strides[1], quotient += strides[2], rest += strides[3];             \
        }                                                                                                    \
    }
GROUP_DIVMOD2_2(DEFINE_DIVMOD, divmod)

#define ENTRY_PAIR(name, A, B, R, S) name##_##A,
HostLoop *const host_loops_divmod[] = {GROUP_DIVMOD2_2(ENTRY_PAIR, divmod)};
