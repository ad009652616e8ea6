/* Integers beyond 64 bits, over GMP.
 *
 * GMP aborts the process when it cannot allocate, so every operation that can make a number much larger than its
 * operands asks int_reserve_bits for the size of the answer first. */
#include "kernel/objects/number/int_private.h"

#include "base/memory.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_BITS_LOG2 = 33, PROBED_BITS_LOG2 = 23 };

bool int_reserve_bits(Thread *thread, uint64_t bits) {
    size_t limit = thread->interpreter->memory_limit;
    if (bits >> MOST_BITS_LOG2 || (limit && bits / 8 > limit)) {
        raise_no_memory(thread);
        return false;
    }
    if (!(bits >> PROBED_BITS_LOG2)) return true;
    /* Multiplication and conversion need scratch space of a few times the result. */
    void *probe = memory_allocate((size_t)(bits / 8) * 4);
    if (!probe) {
        raise_no_memory(thread);
        return false;
    }
    memory_release(probe);
    return true;
}

/* The magnitude's leading 64 bits, the lowest one sticky, and what to scale by: |big| is about top * 2**shift. */
static uint64_t leading_bits(mpz_srcptr big, size_t bits, size_t *shift) {
    if (bits <= 64) {
        *shift = 0;
        return mpz_getlimbn(big, 0);
    }
    *shift = bits - 64;
    mpz_t top, magnitude;
    mpz_init(top);
    mpz_init(magnitude);
    mpz_abs(magnitude, big);
    mpz_tdiv_q_2exp(top, magnitude, *shift);
    uint64_t leading = mpz_getlimbn(top, 0);
    if (mpz_scan1(magnitude, 0) < *shift) leading |= 1;
    mpz_clear(magnitude);
    mpz_clear(top);
    return leading;
}

bool int_to_double(Thread *thread, Value value, double *number) {
    if (value.tag != TAG_OBJECT) {
        *number = (double)value.integer;
        return true;
    }
    mpz_srcptr big = ((Int *)value.object)->integer;
    if (mpz_sgn(big) == 0) {
        *number = 0;
        return true;
    }
    size_t bits = mpz_sizeinbase(big, 2), shift = 0;
    double magnitude = INFINITY;
    if (bits <= 1024) {
        uint64_t leading = leading_bits(big, bits, &shift);
        magnitude = ldexp((double)leading, (int)shift);
    }
    if (isinf(magnitude)) {
        raise_overflow_error(thread, "int too large to convert to float");
        return false;
    }
    *number = mpz_sgn(big) < 0 ? -magnitude : magnitude;
    return true;
}

/* a / b rounded once: a quotient of at least 55 bits with a sticky last bit, then to 53 bits (fewer for subnormals). */
static Value divide_true(Thread *thread, mpz_srcptr a, mpz_srcptr b) {
    if (mpz_sgn(a) == 0) return value_from_float(mpz_sgn(b) < 0 ? -0.0 : 0.0);
    bool negative = (mpz_sgn(a) < 0) != (mpz_sgn(b) < 0);
    int64_t difference = (int64_t)mpz_sizeinbase(a, 2) - (int64_t)mpz_sizeinbase(b, 2);
    if (difference > DBL_MAX_EXP) return raise_overflow_error(thread, "integer division result too large for a float");
    if (difference < DBL_MIN_EXP - DBL_MANT_DIG - 1) return value_from_float(negative ? -0.0 : 0.0);
    int64_t shift = 55 - difference;
    mpz_t numerator, denominator, quotient, remainder;
    mpz_inits(numerator, denominator, quotient, remainder, NULL);
    mpz_abs(numerator, a);
    mpz_abs(denominator, b);
    if (shift >= 0) mpz_mul_2exp(numerator, numerator, (mp_bitcnt_t)shift);
    else mpz_mul_2exp(denominator, denominator, (mp_bitcnt_t)-shift);
    mpz_tdiv_qr(quotient, remainder, numerator, denominator);
    uint64_t digits = mpz_getlimbn(quotient, 0);
    if (mpz_sgn(remainder)) digits |= 1;
    mpz_clears(numerator, denominator, quotient, remainder, NULL);
    /* value = digits * 2**-shift; keep 53 bits, or what is above 2**-1074. */
    int bits = 64 - __builtin_clzll(digits);
    int64_t extra = bits > DBL_MIN_EXP + shift ? bits - DBL_MANT_DIG : DBL_MIN_EXP + shift - DBL_MANT_DIG;
    if (extra > 0) {
        if (extra > 62) return value_from_float(negative ? -0.0 : 0.0);
        uint64_t half = (uint64_t)1 << (extra - 1), rest = digits & (2 * half - 1);
        digits >>= extra;
        if (rest > half || (rest == half && (digits & 1))) digits++;
        digits <<= extra;
    }
    double result = ldexp((double)digits, (int)-shift);
    if (isinf(result)) return raise_overflow_error(thread, "integer division result too large for a float");
    return value_from_float(negative ? -result : result);
}

static Value divide(Thread *thread, BinaryOperator operator, mpz_srcptr a, mpz_srcptr b) {
    if (mpz_sgn(b) == 0)
        return raise_zero_division(thread, operator == BINARY_TRUE_DIVIDE ? "division by zero"
                                           : operator == BINARY_REMAINDER ? "integer modulo by zero"
                                                                          : "integer division or modulo by zero");
    if (operator == BINARY_TRUE_DIVIDE) return divide_true(thread, a, b);
    mpz_t quotient, remainder;
    mpz_init(quotient);
    mpz_init(remainder);
    mpz_fdiv_qr(quotient, remainder, a, b);
    if (operator == BINARY_FLOOR_DIVIDE) {
        mpz_clear(remainder);
        return int_from_mpz(thread, quotient);
    }
    if (operator == BINARY_REMAINDER) {
        mpz_clear(quotient);
        return int_from_mpz(thread, remainder);
    }
    Value first = int_from_mpz(thread, quotient), second = int_from_mpz(thread, remainder);
    return tuple_pair_owned(thread, first, second);
}

static Value shift(Thread *thread, BinaryOperator operator, Value left, Value right) {
    if (int_sign(right) < 0) return raise_value_error(thread, "negative shift count");
    if (int_sign(left) == 0) return value_from_int(0);
    int64_t count;
    IntView view;
    mpz_t result;
    if (operator == BINARY_RIGHT_SHIFT) {
        if (!int_fits_int64(right, &count)) return value_from_int(int_sign(left) < 0 ? -1 : 0);
        mpz_init(result);
        mpz_fdiv_q_2exp(result, int_view(left, &view), (mp_bitcnt_t)count);
        return int_from_mpz(thread, result);
    }
    if (!int_fits_int64(right, &count)) return raise_overflow_error(thread, "too many digits in integer");
    if (!int_reserve_bits(thread, (uint64_t)count + int_bit_length(left))) return VALUE_ABSENT;
    mpz_init(result);
    mpz_mul_2exp(result, int_view(left, &view), (mp_bitcnt_t)count);
    return int_from_mpz(thread, result);
}

static Value power(Thread *thread, Value left, Value right) {
    if (int_sign(right) < 0) {
        double base, exponent;
        if (int_sign(left) == 0) return raise_zero_division(thread, "0.0 cannot be raised to a negative power");
        if (!int_to_double(thread, left, &base) || !int_to_double(thread, right, &exponent)) return VALUE_ABSENT;
        return float_power(thread, base, exponent);
    }
    int64_t exponent, base;
    if (int_fits_int64(left, &base) && base >= -1 && base <= 1) {
        IntView view;
        if (base < 0 && mpz_even_p(int_view(right, &view))) base = 1;
        return value_from_int(int_sign(right) == 0 ? 1 : base);
    }
    if (!int_fits_int64(right, &exponent)) return raise_no_memory(thread);
    size_t bits = int_bit_length(left);
    uint64_t total;
    if (__builtin_mul_overflow((uint64_t)exponent, (uint64_t)bits, &total)) return raise_no_memory(thread);
    if (!int_reserve_bits(thread, total)) return VALUE_ABSENT;
    mpz_t result;
    IntView view;
    mpz_init(result);
    mpz_pow_ui(result, int_view(left, &view), (unsigned long)exponent);
    return int_from_mpz(thread, result);
}

Value int_binary_big(Thread *thread, BinaryOperator operator, Value left, Value right) {
    IntView left_view, right_view;
    mpz_srcptr a = int_view(left, &left_view), b = int_view(right, &right_view);
    switch (operator) {
    case BINARY_TRUE_DIVIDE:
    case BINARY_FLOOR_DIVIDE:
    case BINARY_REMAINDER:
    case BINARY_DIVMOD: return divide(thread, operator, a, b);
    case BINARY_LEFT_SHIFT:
    case BINARY_RIGHT_SHIFT: return shift(thread, operator, left, right);
    case BINARY_POWER: return power(thread, left, right);
    case BINARY_MULTIPLY:
        if (!int_reserve_bits(thread, (uint64_t)int_bit_length(left) + int_bit_length(right))) return VALUE_ABSENT;
        break;
    default: break;
    }
    mpz_t result;
    mpz_init(result);
    switch (operator) {
    case BINARY_ADD: mpz_add(result, a, b); break;
    case BINARY_SUBTRACT: mpz_sub(result, a, b); break;
    case BINARY_MULTIPLY: mpz_mul(result, a, b); break;
    case BINARY_AND: mpz_and(result, a, b); break;
    case BINARY_OR: mpz_ior(result, a, b); break;
    case BINARY_XOR: mpz_xor(result, a, b); break;
    default: mpz_clear(result); return VALUE_NOT_IMPLEMENTED;
    }
    return int_from_mpz(thread, result);
}

/* With a modulus of 32 bits every product fits in a word. */
static Value power_modulus_small(int64_t base, int64_t exponent, int64_t modulus) {
    uint64_t result = 1 % (uint64_t)modulus, square = (uint64_t)int_remainder_fast(base, modulus);
    for (uint64_t left = (uint64_t)exponent; left; left >>= 1) {
        if (left & 1) result = result * square % (uint64_t)modulus;
        square = square * square % (uint64_t)modulus;
    }
    return value_from_int((int64_t)result);
}

Value int_power_modulus(Thread *thread, Value base, Value exponent, Value modulus) {
    if (base.tag == TAG_INT && exponent.tag == TAG_INT && modulus.tag == TAG_INT && exponent.integer >= 0 && modulus.integer > 0 &&
        modulus.integer <= UINT32_MAX)
        return power_modulus_small(base.integer, exponent.integer, modulus.integer);
    if (!is_int(base) || !is_int(exponent) || !is_int(modulus)) return VALUE_NOT_IMPLEMENTED;
    if (int_sign(modulus) == 0) return raise_value_error(thread, "pow() 3rd argument cannot be 0");
    IntView base_view, exponent_view, modulus_view;
    mpz_srcptr b = int_view(base, &base_view), e = int_view(exponent, &exponent_view),
               m = int_view(modulus, &modulus_view);
    mpz_t result, magnitude, inverse, positive;
    mpz_inits(result, magnitude, inverse, positive, NULL);
    mpz_abs(magnitude, m);
    bool invertible = true;
    if (mpz_cmp_ui(magnitude, 1) == 0) {
        mpz_set_ui(result, 0);
    } else if (mpz_sgn(e) < 0) {
        invertible = mpz_invert(inverse, b, magnitude) != 0;
        mpz_neg(positive, e);
        if (invertible) mpz_powm(result, inverse, positive, magnitude);
    } else {
        mpz_powm(result, b, e, magnitude);
    }
    if (mpz_sgn(m) < 0 && mpz_sgn(result) != 0) mpz_add(result, result, m);
    mpz_clears(magnitude, inverse, positive, NULL);
    if (!invertible) {
        mpz_clear(result);
        return raise_value_error(thread, "base is not invertible for the given modulus");
    }
    return int_from_mpz(thread, result);
}
