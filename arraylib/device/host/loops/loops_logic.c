/* Bits of two integers, shifts, truth values of two numbers. */
#include "arraylib/device/host/loops/binary.h"

#define bitwise_and_BOOLEAN(A, a, b) ((a) & (b))
#define bitwise_and_SIGNED bitwise_and_BOOLEAN
#define bitwise_and_UNSIGNED bitwise_and_BOOLEAN
#define bitwise_or_BOOLEAN(A, a, b) ((a) | (b))
#define bitwise_or_SIGNED bitwise_or_BOOLEAN
#define bitwise_or_UNSIGNED bitwise_or_BOOLEAN
#define bitwise_xor_BOOLEAN(A, a, b) ((a) ^ (b))
#define bitwise_xor_SIGNED bitwise_xor_BOOLEAN
#define bitwise_xor_UNSIGNED bitwise_xor_BOOLEAN
#define left_shift_SIGNED(A, a, b) PASTE(A, _left_shift)(a, b)
#define left_shift_UNSIGNED left_shift_SIGNED
#define right_shift_SIGNED(A, a, b) PASTE(A, _right_shift)(a, b)
#define right_shift_UNSIGNED right_shift_SIGNED
#define logical_and_BOOLEAN(A, a, b) (((a) != 0) & ((b) != 0))
#define logical_and_SIGNED logical_and_BOOLEAN
#define logical_and_UNSIGNED logical_and_BOOLEAN
#define logical_and_REAL logical_and_BOOLEAN
#define logical_and_COMPLEX(A, a, b) (PASTE(A, _truth)(a) && PASTE(A, _truth)(b))
#define logical_or_BOOLEAN(A, a, b) (((a) != 0) | ((b) != 0))
#define logical_or_SIGNED logical_or_BOOLEAN
#define logical_or_UNSIGNED logical_or_BOOLEAN
#define logical_or_REAL logical_or_BOOLEAN
#define logical_or_COMPLEX(A, a, b) (PASTE(A, _truth)(a) || PASTE(A, _truth)(b))
#define logical_xor_BOOLEAN(A, a, b) (((a) != 0) != ((b) != 0))
#define logical_xor_SIGNED logical_xor_BOOLEAN
#define logical_xor_UNSIGNED logical_xor_BOOLEAN
#define logical_xor_REAL logical_xor_BOOLEAN
#define logical_xor_COMPLEX(A, a, b) (PASTE(A, _truth)(a) != PASTE(A, _truth)(b))

BINARY_LOOPS(ELEMENTWISE_LOGIC)
