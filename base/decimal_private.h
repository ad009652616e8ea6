#ifndef BASE_DECIMAL_PRIVATE_H
#define BASE_DECIMAL_PRIVATE_H

#include <stdint.h>

extern const uint64_t decimal_powers[617][2];

#endif
