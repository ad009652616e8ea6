/* Integers of 64 bits, their boxes, and the choice between the two ways of computing.
 *
 * int_binary tries the machine's arithmetic first and falls to GMP (int_arithmetic.c) when it overflows. */
#include "kernel/objects/number/int_private.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

bool int_fits_int64(Value value, int64_t *integer) {
    if (value.tag == TAG_INT || value.tag == TAG_BOOL) {
        *integer = value.integer;
        return true;
    }
    mpz_srcptr big = ((Int *)value.object)->integer;
    if (!mpz_fits_slong_p(big)) return false;
    *integer = mpz_get_si(big);
    return true;
}

mpz_srcptr int_view(Value value, IntView *view) {
    if (value.tag == TAG_OBJECT) return ((Int *)value.object)->integer;
    int64_t integer = value.integer;
    view->limb = integer < 0 ? 0 - (mp_limb_t)integer : (mp_limb_t)integer;
    return mpz_roinit_n(view->storage, &view->limb, integer < 0 ? -1 : integer > 0);
}

Value int_from_mpz(Thread *thread, mpz_t integer) {
    if (mpz_fits_slong_p(integer)) {
        Value value = value_from_int(mpz_get_si(integer));
        mpz_clear(integer);
        return value;
    }
    Int *boxed = object_new(thread, thread_builtins(thread)->type_int);
    if (!boxed) {
        mpz_clear(integer);
        return VALUE_ABSENT;
    }
    memcpy(boxed->integer, integer, sizeof(mpz_t));
    return value_from_object(boxed);
}

Value int_from_uint64(Thread *thread, uint64_t integer) {
    if (integer <= INT64_MAX) return value_from_int((int64_t)integer);
    mpz_t big;
    mpz_init_set_ui(big, integer);
    return int_from_mpz(thread, big);
}

bool int_to_uint64(Value value, uint64_t *integer) {
    if (value.tag == TAG_INT || value.tag == TAG_BOOL) {
        *integer = (uint64_t)value.integer;
        return value.integer >= 0;
    }
    if (!value_has_flag(value, TYPE_INT)) return false;
    mpz_srcptr big = ((Int *)value.object)->integer;
    if (!mpz_fits_ulong_p(big)) return false;
    *integer = mpz_get_ui(big);
    return true;
}

Value int_from_double(Thread *thread, double number) {
    if (isnan(number)) return raise_value_error(thread, "cannot convert float NaN to integer");
    if (isinf(number)) return raise_overflow_error(thread, "cannot convert float infinity to integer");
    number = trunc(number);
    if (number >= -0x1p63 && number < 0x1p63) return value_from_int((int64_t)number);
    mpz_t big;
    mpz_init_set_d(big, number);
    return int_from_mpz(thread, big);
}

Value int_plain(Thread *thread, Value value) {
    int64_t small;
    if (int_fits_int64(value, &small)) return value_from_int(small);
    if (value.object->type->origin == &int_type_template) return value_retain(value);
    mpz_t copy;
    mpz_init_set(copy, ((Int *)value.object)->integer);
    return int_from_mpz(thread, copy);
}

int int_sign(Value value) {
    if (value.tag != TAG_OBJECT) return (value.integer > 0) - (value.integer < 0);
    return mpz_sgn(((Int *)value.object)->integer);
}

int int_compare(Value left, Value right) {
    int64_t a, b;
    if (int_fits_int64(left, &a) && int_fits_int64(right, &b)) return (a > b) - (a < b);
    IntView left_view, right_view;
    int order = mpz_cmp(int_view(left, &left_view), int_view(right, &right_view));
    return (order > 0) - (order < 0);
}

int int_compare_double(Value value, double number) {
    if (isnan(number)) return 2;
    if (isinf(number)) return number > 0 ? -1 : 1;
    int64_t integer;
    if (int_fits_int64(value, &integer)) {
        if (number >= 0x1p63) return -1;
        if (number < -0x1p63) return 1;
        double whole = trunc(number);
        int64_t other = (int64_t)whole;
        if (integer != other) return integer < other ? -1 : 1;
        return (whole > number) - (whole < number);
    }
    int order = mpz_cmp_d(((Int *)value.object)->integer, number);
    return (order > 0) - (order < 0);
}

/* Reduction modulo the Mersenne prime 2^61 - 1, as float and Fraction hash too, so that equal numbers agree. */
int64_t int_hash(Value value) {
    const uint64_t prime = ((uint64_t)1 << 61) - 1;
    int64_t hash;
    if (value.tag != TAG_OBJECT) {
        uint64_t magnitude = value.integer < 0 ? 0 - (uint64_t)value.integer : (uint64_t)value.integer;
        hash = (int64_t)(magnitude % prime);
        if (value.integer < 0) hash = -hash;
    } else {
        mpz_srcptr big = ((Int *)value.object)->integer;
        hash = (int64_t)mpz_tdiv_ui(big, prime);
        if (mpz_sgn(big) < 0) hash = -hash;
    }
    return hash == -1 ? -2 : hash;
}

size_t int_bit_length(Value value) {
    if (value.tag != TAG_OBJECT) {
        uint64_t magnitude = value.integer < 0 ? 0 - (uint64_t)value.integer : (uint64_t)value.integer;
        return magnitude ? 64 - (size_t)__builtin_clzll(magnitude) : 0;
    }
    mpz_srcptr big = ((Int *)value.object)->integer;
    return mpz_sgn(big) ? mpz_sizeinbase(big, 2) : 0;
}

/* ---- arithmetic in 64 bits: false when the answer does not fit, else *result (absent: an exception) ---- */

static bool small_power(int64_t base, int64_t exponent, Value *result) {
    int64_t product = 1;
    while (exponent) {
        if ((exponent & 1) && __builtin_mul_overflow(product, base, &product)) return false;
        exponent >>= 1;
        if (exponent && __builtin_mul_overflow(base, base, &base)) return false;
    }
    *result = value_from_int(product);
    return true;
}

static bool small_divide(Thread *thread, BinaryOperator operator, int64_t a, int64_t b, Value *result) {
    if (b == 0) {
        *result = raise_zero_division(thread, operator == BINARY_TRUE_DIVIDE ? "division by zero"
                                              : operator == BINARY_REMAINDER ? "integer modulo by zero"
                                              : operator == BINARY_DIVMOD
                                                  ? "integer division or modulo by zero"
                                                  : "integer division or modulo by zero");
        return true;
    }
    if (operator == BINARY_TRUE_DIVIDE) {
        const int64_t exact = (int64_t)1 << 53;
        if (a < -exact || a > exact || b < -exact || b > exact) return false;
        *result = value_from_float((double)a / (double)b);
        return true;
    }
    if (b == -1) {
        if (operator == BINARY_REMAINDER) *result = value_from_int(0);
        else if (a == INT64_MIN) return false;
        else if (operator == BINARY_FLOOR_DIVIDE) *result = value_from_int(-a);
        else *result = tuple_pair_owned(thread, value_from_int(-a), value_from_int(0));
        return true;
    }
    if (operator == BINARY_FLOOR_DIVIDE) *result = value_from_int(int_floor_divide_fast(a, b));
    else if (operator == BINARY_REMAINDER) *result = value_from_int(int_remainder_fast(a, b));
    else
        *result = tuple_pair_owned(thread, value_from_int(int_floor_divide_fast(a, b)),
                                   value_from_int(int_remainder_fast(a, b)));
    return true;
}

static bool small_shift(Thread *thread, BinaryOperator operator, int64_t a, int64_t b, Value *result) {
    if (b < 0) {
        *result = raise_value_error(thread, "negative shift count");
        return true;
    }
    if (operator == BINARY_RIGHT_SHIFT) {
        *result = value_from_int(a >> (b > 63 ? 63 : b));
        return true;
    }
    if (a == 0) {
        *result = value_from_int(0);
        return true;
    }
    if (b > 62) return false;
    int64_t shifted = (int64_t)((uint64_t)a << b);
    if (shifted >> b != a) return false;
    *result = value_from_int(shifted);
    return true;
}

static bool small_binary(Thread *thread, BinaryOperator operator, int64_t a, int64_t b, Value *result) {
    int64_t integer;
    switch (operator) {
    case BINARY_ADD:
        if (!int_add_fast(a, b, &integer)) return false;
        break;
    case BINARY_SUBTRACT:
        if (!int_subtract_fast(a, b, &integer)) return false;
        break;
    case BINARY_MULTIPLY:
        if (!int_multiply_fast(a, b, &integer)) return false;
        break;
    case BINARY_AND: integer = a & b; break;
    case BINARY_OR: integer = a | b; break;
    case BINARY_XOR: integer = a ^ b; break;
    case BINARY_TRUE_DIVIDE:
    case BINARY_FLOOR_DIVIDE:
    case BINARY_REMAINDER:
    case BINARY_DIVMOD: return small_divide(thread, operator, a, b, result);
    case BINARY_LEFT_SHIFT:
    case BINARY_RIGHT_SHIFT: return small_shift(thread, operator, a, b, result);
    case BINARY_POWER:
        if (b >= 0) return small_power(a, b, result);
        return false;
    default: *result = VALUE_NOT_IMPLEMENTED; return true;
    }
    *result = value_from_int(integer);
    return true;
}

Value int_binary(Thread *thread, BinaryOperator operator, Value left, Value right) {
    int64_t a, b;
    Value result;
    if (int_fits_int64(left, &a) && int_fits_int64(right, &b) && small_binary(thread, operator, a, b, &result))
        return result;
    return int_binary_big(thread, operator, left, right);
}
