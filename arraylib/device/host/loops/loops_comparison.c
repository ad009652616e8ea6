/* Comparisons. */
#include "arraylib/device/host/loops/binary.h"

#define equal_BOOLEAN(A, a, b) ((a) == (b))
#define equal_SIGNED equal_BOOLEAN
#define equal_UNSIGNED equal_BOOLEAN
#define equal_REAL equal_BOOLEAN
#define equal_COMPLEX(A, a, b) PASTE(A, _equal)(a, b)
#define not_equal_BOOLEAN(A, a, b) ((a) != (b))
#define not_equal_SIGNED not_equal_BOOLEAN
#define not_equal_UNSIGNED not_equal_BOOLEAN
#define not_equal_REAL not_equal_BOOLEAN
#define not_equal_COMPLEX(A, a, b) (!PASTE(A, _equal)(a, b))
#define less_BOOLEAN(A, a, b) ((a) < (b))
#define less_SIGNED less_BOOLEAN
#define less_UNSIGNED less_BOOLEAN
#define less_REAL less_BOOLEAN
#define less_COMPLEX(A, a, b) PASTE(A, _less)(a, b)
#define less_equal_BOOLEAN(A, a, b) ((a) <= (b))
#define less_equal_SIGNED less_equal_BOOLEAN
#define less_equal_UNSIGNED less_equal_BOOLEAN
#define less_equal_REAL less_equal_BOOLEAN
#define less_equal_COMPLEX(A, a, b) PASTE(A, _less_equal)(a, b)
#define greater_BOOLEAN(A, a, b) ((a) > (b))
#define greater_SIGNED greater_BOOLEAN
#define greater_UNSIGNED greater_BOOLEAN
#define greater_REAL greater_BOOLEAN
#define greater_COMPLEX(A, a, b) PASTE(A, _less)(b, a)
#define greater_equal_BOOLEAN(A, a, b) ((a) >= (b))
#define greater_equal_SIGNED greater_equal_BOOLEAN
#define greater_equal_UNSIGNED greater_equal_BOOLEAN
#define greater_equal_REAL greater_equal_BOOLEAN
#define greater_equal_COMPLEX(A, a, b) PASTE(A, _less_equal)(b, a)

BINARY_LOOPS(ELEMENTWISE_COMPARISON)
