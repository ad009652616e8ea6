/* int: 64-bit integers unboxed, larger ones (and instances of subclasses) boxed over GMP.
 *
 * Invariant: an exact int that fits int64 is always TAG_INT; only subclasses box small integers. The inline functions
 * are the VM's fast paths; the others are complete. */
#ifndef KERNEL_OBJECTS_INT_H
#define KERNEL_OBJECTS_INT_H

#include "kernel/objects/container/containers.h"
#include "kernel/objects/core/type_templates.h"

#include <gmp.h>

typedef struct Int {
    Object object;
    mpz_t integer;
} Int;

/* Fast paths: false when the result does not fit (nothing is written then). */
static inline bool int_add_fast(int64_t left, int64_t right, int64_t *result) {
    return !__builtin_add_overflow(left, right, result);
}
static inline bool int_subtract_fast(int64_t left, int64_t right, int64_t *result) {
    return !__builtin_sub_overflow(left, right, result);
}
static inline bool int_multiply_fast(int64_t left, int64_t right, int64_t *result) {
    return !__builtin_mul_overflow(left, right, result);
}
/* Division toward minus infinity; right must be neither 0 nor -1. */
static inline int64_t int_floor_divide_fast(int64_t left, int64_t right) {
    int64_t quotient = left / right;
    return quotient - ((left % right != 0) & ((left ^ right) < 0));
}
static inline int64_t int_remainder_fast(int64_t left, int64_t right) {
    int64_t remainder = left % right;
    return remainder + (((remainder != 0) & ((remainder ^ right) < 0)) ? right : 0);
}

/* The full operators: both operands are ints (any kind); bools and subclass instances count as their integer. */
Value int_binary(Thread *thread, BinaryOperator operator, Value left, Value right);
Value int_power_modulus(Thread *thread, Value base, Value exponent, Value modulus); /* pow(b, e, m) */
int int_compare(Value left, Value right);      /* -1, 0, 1; both ints */
int int_sign(Value value);                     /* -1, 0, 1 */
int64_t int_hash(Value value);
/* An int's repr in a base of 2 to 36, without prefix; ValueError beyond 4300 digits when base is 10. str. */
Value int_to_text(Thread *thread, Value value, int base);
/* Correctly rounded; OverflowError "int too large to convert to float". */
bool int_to_double(Thread *thread, Value value, double *number);
/* Compare an int with a double exactly: -1, 0, 1, or 2 when number is nan. */
int int_compare_double(Value value, double number);
/* Takes over the mpz (initialised; cleared here): small results are unboxed. */
Value int_from_mpz(Thread *thread, mpz_t integer);
/* A borrowed view of any int as an mpz: `storage` must live as long as it is used; nothing to clear. */
typedef struct IntView {
    mpz_t storage;
    mp_limb_t limb;
} IntView;
mpz_srcptr int_view(Value value, IntView *view);
/* int64 of any int (bool, subclass): false when it does not fit. No exception. */
bool int_fits_int64(Value value, int64_t *integer);
/* value as a plain int: bools and subclass instances lose their class; owned. */
Value int_plain(Thread *thread, Value value);
/* int(text) for a str, bytes or any object, as int(x) does. */
Value int_from_value(Thread *thread, Value value);
bool int_parse(Thread *thread, const char *text, size_t length, int base, Value original, Value *result);
size_t int_bit_length(Value value);
/* The most decimal digits that int() and str() convert, 0: no limit. */
int int_digits_limit(Thread *thread);
bool int_set_digits_limit(Thread *thread, int digits);

#endif
