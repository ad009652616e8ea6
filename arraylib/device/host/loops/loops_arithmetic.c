/* Sums, differences, products, quotients, and the larger and the smaller of two. */
#include "arraylib/device/host/loops/binary.h"

#define add_BOOLEAN(A, a, b) ((a) | (b))
#define add_SIGNED(A, a, b) ((WRAPPING_##A)(a) + (WRAPPING_##A)(b))
#define add_UNSIGNED add_SIGNED
#define add_REAL(A, a, b) ((a) + (b))
#define add_COMPLEX(A, a, b) PASTE(A, _add)(a, b)
#define subtract_SIGNED(A, a, b) ((WRAPPING_##A)(a) - (WRAPPING_##A)(b))
#define subtract_UNSIGNED subtract_SIGNED
#define subtract_REAL(A, a, b) ((a) - (b))
#define subtract_COMPLEX(A, a, b) PASTE(A, _subtract)(a, b)
#define multiply_BOOLEAN(A, a, b) ((a) & (b))
#define multiply_SIGNED(A, a, b) ((WRAPPING_##A)(a) * (WRAPPING_##A)(b))
#define multiply_UNSIGNED multiply_SIGNED
#define multiply_REAL(A, a, b) ((a) * (b))
#define multiply_COMPLEX(A, a, b) PASTE(A, _multiply)(a, b)
#define divide_REAL(A, a, b) ((a) / (b))
#define divide_COMPLEX(A, a, b) PASTE(A, _divide)(a, b)
#define maximum_BOOLEAN(A, a, b) ((a) | (b))
#define maximum_SIGNED(A, a, b) ((a) > (b) ? (a) : (b))
#define maximum_UNSIGNED maximum_SIGNED
#define maximum_REAL(A, a, b) PASTE(A, _maximum)(a, b)
#define maximum_COMPLEX maximum_REAL
#define minimum_BOOLEAN(A, a, b) ((a) & (b))
#define minimum_SIGNED(A, a, b) ((a) < (b) ? (a) : (b))
#define minimum_UNSIGNED minimum_SIGNED
#define minimum_REAL(A, a, b) PASTE(A, _minimum)(a, b)
#define minimum_COMPLEX minimum_REAL
#define fmax_BOOLEAN maximum_BOOLEAN
#define fmax_SIGNED maximum_SIGNED
#define fmax_UNSIGNED maximum_SIGNED
#define fmax_REAL(A, a, b) PASTE(A, _fmax)(a, b)
#define fmax_COMPLEX fmax_REAL
#define fmin_BOOLEAN minimum_BOOLEAN
#define fmin_SIGNED minimum_SIGNED
#define fmin_UNSIGNED minimum_SIGNED
#define fmin_REAL(A, a, b) PASTE(A, _fmin)(a, b)
#define fmin_COMPLEX fmin_REAL

BINARY_LOOPS(ELEMENTWISE_ARITHMETIC)
