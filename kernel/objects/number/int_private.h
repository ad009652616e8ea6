/* Shared by the files of int. */
#ifndef KERNEL_OBJECTS_INT_PRIVATE_H
#define KERNEL_OBJECTS_INT_PRIVATE_H

#include "kernel/objects/number/float.h"
#include "kernel/objects/core/value_support.h"

/* The operators over GMP; operands of any size. */
Value int_binary_big(Thread *thread, BinaryOperator operator, Value left, Value right);
/* Room for a number of so many bits, or false with MemoryError: GMP itself aborts when it cannot allocate. */
bool int_reserve_bits(Thread *thread, uint64_t bits);
extern const NativeEntry int_methods[];
extern const PropertyEntry int_properties[];

#endif
