/* Scalars among themselves: the abstract classes, and the operators (scalar_arithmetic.c). */
#ifndef KERNEL_MODULES_NUMPY_SCALAR_H
#define KERNEL_MODULES_NUMPY_SCALAR_H

#include "kernel/modules/numpy/numpy.h"

extern const Type generic_type_template, number_type_template, integer_type_template, signedinteger_type_template,
    unsignedinteger_type_template, inexact_type_template, floating_type_template, complexfloating_type_template,
    flexible_type_template, character_type_template;

bool scalar_lend_memory(Thread *thread, Value self, bool lasting, struct LentMemory *memory);
Value scalar_compare(Thread *thread, Value left, Value right, Comparison comparison);

/* Operator of Python, operator of arrays. */
#define ARRAY_BINARY_SLOTS(X)                                                                                 \
    X(ADD, add) X(SUBTRACT, subtract) X(MULTIPLY, multiply) X(TRUE_DIVIDE, divide)                            \
    X(FLOOR_DIVIDE, floor_divide) X(REMAINDER, remainder) X(POWER, power) X(LEFT_SHIFT, left_shift)           \
    X(RIGHT_SHIFT, right_shift) X(AND, bitwise_and) X(XOR, bitwise_xor) X(OR, bitwise_or)
#define ARRAY_UNARY_SLOTS(X)                                                                                  \
    X(NEGATIVE, negative) X(POSITIVE, positive) X(INVERT, invert) X(ABSOLUTE, absolute)

#define X(slot, row)                                                                                          \
    Value scalar_##row(Thread *thread, Value left, Value right);
ARRAY_BINARY_SLOTS(X) X(DIVMOD, divmod)
#undef X
#define X(slot, row) Value scalar_##row(Thread *thread, Value self);
ARRAY_UNARY_SLOTS(X)
#undef X

#define SCALAR_BINARY_ENTRY(slot, row) [BINARY_##slot] = scalar_##row,
#define SCALAR_UNARY_ENTRY(slot, row) [UNARY_##slot] = scalar_##row,
#define SCALAR_OPERATORS                                                                                      \
    .binary = {ARRAY_BINARY_SLOTS(SCALAR_BINARY_ENTRY) SCALAR_BINARY_ENTRY(DIVMOD, divmod)}, .unary = {ARRAY_UNARY_SLOTS(SCALAR_UNARY_ENTRY)}

#endif
