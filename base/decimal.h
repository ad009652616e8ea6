/* The shortest decimal that reads back as the same double. */
#ifndef BASE_DECIMAL_H
#define BASE_DECIMAL_H

#include <stdint.h>

/* number == digits * 10**exponent when read back; no trailing zeros. `number` is finite and positive. */
uint64_t decimal_shortest(double number, int *exponent);

#endif
