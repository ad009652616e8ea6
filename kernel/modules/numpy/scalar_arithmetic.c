/* Operators of numpy scalars, without a detour through arrays.
 *
 * Both operands are read as a Number: an integer or a double, with the dtype it has or, for Python's own numbers, only
 * its kind (they take part in promotion by kind alone). Integers are computed in 128 bits and wrapped into the result's
 * width with NumPy's warning, floats in double and rounded (exact for + - * / of narrower floats). Whatever is not such
 * a pair - bool and complex scalars, arrays, lists, integers outside the other's range - goes the way of arrays. */
#include "kernel/modules/numpy/scalar.h"
#include "kernel/modules/numpy/types.h"

#include "kernel/objects/number/float.h"
#include "kernel/objects/number/int.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef __int128 Wide;

typedef struct Number {
    const Dtype *dtype; /* NULL: Python's own */
    bool is_float;
    Wide integer;
    double real; /* also of integers */
} Number;

static Wide read_integer(const Dtype *dtype, const void *bytes) {
    switch (dtype->number) {
    case DTYPE_BOOL: case DTYPE_UINT8: return *(const uint8_t *)bytes;
    case DTYPE_INT8: return *(const int8_t *)bytes;
    case DTYPE_INT16: return *(const int16_t *)bytes;
    case DTYPE_UINT16: return *(const uint16_t *)bytes;
    case DTYPE_INT32: return *(const int32_t *)bytes;
    case DTYPE_UINT32: return *(const uint32_t *)bytes;
    case DTYPE_INT64: return *(const int64_t *)bytes;
    default: return *(const uint64_t *)bytes;
    }
}

static bool number_read(Value value, Number *number) {
    const void *bytes;
    *number = (Number){0};
    if (value.tag == TAG_INT || value.tag == TAG_FLOAT) {
        number->is_float = value.tag == TAG_FLOAT;
        number->integer = number->is_float ? 0 : value.integer;
        number->real = number->is_float ? float_number(value) : (double)value.integer;
        return true;
    }
    const Dtype *dtype = value_scalar(value, &bytes);
    uint64_t natural;
    if (!dtype && value_is_int(value) && int_to_uint64(value, &natural)) { /* above int64, it may be within uint64 */
        number->integer = natural;
        number->real = (double)natural;
        return true;
    }
    if (!dtype || dtype_is_complex(dtype) || dtype_is_flexible(dtype)) return false;
    number->dtype = dtype;
    number->is_float = dtype_is_float(dtype);
    if (dtype == DTYPE(FLOAT64)) {
        number->real = *(const double *)bytes;
    } else if (dtype == DTYPE(FLOAT32)) {
        number->real = *(const float *)bytes;
    } else if (dtype == DTYPE(FLOAT16)) {
        number->real = float16_to_float(*(const float16_bits *)bytes);
    } else {
        number->integer = read_integer(dtype, bytes);
        number->real = (double)number->integer;
    }
    return true;
}

static bool fits(Wide integer, const Dtype *dtype) {
    int bits = dtype->item_size * 8;
    if (dtype->kind == 'u') return integer >= 0 && (bits == 64 ? integer <= (Wide)UINT64_MAX : !(integer >> bits));
    Wide limit = (Wide)1 << (bits - 1);
    return integer >= -limit && integer < limit;
}

/* The type that both take part in; NULL: a case for arrays. */
static const Dtype *common_dtype(const Number *left, const Number *right) {
    if (!left->dtype && !right->dtype) return NULL;
    if (left->dtype && right->dtype) {
        const Dtype *dtype = dtype_promote(left->dtype, right->dtype);
        return dtype == DTYPE(BOOL) ? NULL : dtype;
    }
    const Dtype *dtype = left->dtype ? left->dtype : right->dtype;
    const Number *weak = left->dtype ? right : left;
    if (dtype == DTYPE(BOOL)) return NULL;
    if (weak->is_float) return dtype_is_float(dtype) ? dtype : DTYPE(FLOAT64);
    return dtype_is_float(dtype) || fits(weak->integer, dtype) ? dtype : NULL;
}

/* NumPy's scalars leave to its arrays what needs a third type, and what begins with a truth: warnings have no "scalar" then. */
static bool is_own_arithmetic(const Number *left, const Number *right, const Dtype *common) {
    if (left->dtype == DTYPE(BOOL) || (!left->dtype && right->dtype == DTYPE(BOOL))) return false;
    return left->dtype == common || right->dtype == common;
}

/* `scalar_name`: of the operator among scalars; NULL: it is told by `name` alone. */
static bool report(Thread *thread, const char *scalar_name, const char *name, int flags) {
    if (!flags) return true;
    ArrayContext *context = array_context(thread);
    Error error = ERROR_NONE;
    char text[32] = "";
    snprintf(text, sizeof text, "%s%s", scalar_name ? "scalar " : "", name);
    if (!context) return false;
    if (runtime_float_errors(context->runtime, text, flags, &error)) return true;
    raise_array_error(thread, &error);
    return false;
}

/* ---- Floats ---- */

static Value float_result(Thread *thread, const Dtype *dtype, double number, bool was_finite, int *flags) {
    if (dtype == DTYPE(FLOAT64)) {
        if (isinf(number) && was_finite && !(*flags & FLOAT_DIVIDE)) *flags |= FLOAT_OVERFLOW;
        return scalar_new(thread, dtype, &number);
    }
    float single = (float)number;
    float16_bits half = float16_from_double(number);
    double rounded = dtype == DTYPE(FLOAT32) ? single : float16_to_float(half);
    if (isinf(rounded) && was_finite && !(*flags & FLOAT_DIVIDE)) *flags |= FLOAT_OVERFLOW;
    return dtype == DTYPE(FLOAT32) ? scalar_new(thread, dtype, &single) : scalar_new(thread, dtype, &half);
}

static double remainder_of(double left, double right) {
    double modulus = fmod(left, right);
    if (right == 0) return NAN;
    if (modulus == 0) return copysign(0.0, right);
    return (right < 0) != (modulus < 0) ? modulus + right : modulus;
}

static double floor_quotient(double left, double right) {
    if (right == 0) return left / right;
    double modulus = fmod(left, right), quotient = (left - modulus) / right;
    if (modulus != 0 && (right < 0) != (modulus < 0)) quotient -= 1;
    if (quotient == 0) return copysign(0.0, left / right);
    double whole = floor(quotient);
    return quotient - whole > 0.5 ? whole + 1 : whole;
}

/* false: not an operator of floats. */
static bool float_compute(OperatorNumber operator, double left, double right, double *result, int *flags) {
    bool has_nan = isnan(left) || isnan(right);
    switch (operator) {
    case OPERATOR_add: *result = left + right; break;
    case OPERATOR_subtract: *result = left - right; break;
    case OPERATOR_multiply: *result = left * right; break;
    case OPERATOR_divide:
        *result = left / right;
        if (right == 0 && left != 0 && !isinf(left) && !has_nan) *flags |= FLOAT_DIVIDE;
        break;
    case OPERATOR_floor_divide:
        *result = floor_quotient(left, right);
        if (right == 0 && left != 0 && !isinf(left) && !has_nan) *flags |= FLOAT_DIVIDE;
        break;
    case OPERATOR_remainder: *result = remainder_of(left, right); break;
    case OPERATOR_power:
        *result = pow(left, right);
        if (left == 0 && right < 0) *flags |= FLOAT_DIVIDE;
        break;
    default: return false;
    }
    if (isnan(*result) && !has_nan) *flags |= FLOAT_INVALID;
    return true;
}

/* ---- Integers ---- */

static Value integer_result(Thread *thread, const Dtype *dtype, Wide integer, int *flags) {
    if (!fits(integer, dtype)) *flags |= FLOAT_OVERFLOW;
    uint64_t bits = (uint64_t)integer;
    switch (dtype->item_size) {
    case 1: return scalar_new(thread, dtype, &(uint8_t){(uint8_t)bits});
    case 2: return scalar_new(thread, dtype, &(uint16_t){(uint16_t)bits});
    case 4: return scalar_new(thread, dtype, &(uint32_t){(uint32_t)bits});
    default: return scalar_new(thread, dtype, &bits);
    }
}

static Wide wrap(Wide integer, const Dtype *dtype) {
    int shift = 64 - dtype->item_size * 8;
    uint64_t bits = (uint64_t)integer << shift;
    return dtype->kind == 'u' ? (Wide)(bits >> shift) : (Wide)((int64_t)bits >> shift);
}

static Wide integer_power(Wide base, Wide exponent, const Dtype *dtype) {
    uint64_t result = 1, factor = (uint64_t)base;
    for (uint64_t rest = (uint64_t)exponent; rest; rest >>= 1, factor *= factor)
        if (rest & 1) result *= factor;
    return wrap((Wide)result, dtype);
}

static bool integer_compute(Thread *thread, OperatorNumber operator, const Dtype *dtype, Wide left, Wide right,
                            Wide *result, int *flags) {
    int bits = dtype->item_size * 8;
    Wide modulus;
    switch (operator) {
    case OPERATOR_add: *result = left + right; return true;
    case OPERATOR_subtract: *result = left - right; return true;
    case OPERATOR_multiply:
        if (!__builtin_mul_overflow(left, right, result)) return true;
        *result = wrap((Wide)((unsigned __int128)left * (unsigned __int128)right), dtype);
        *flags |= FLOAT_OVERFLOW;
        return true;
    case OPERATOR_floor_divide:
    case OPERATOR_remainder:
        if (right == 0) {
            *flags |= FLOAT_DIVIDE;
            *result = 0;
            return true;
        }
        modulus = left % right;
        if (modulus != 0 && (modulus < 0) != (right < 0)) modulus += right;
        *result = operator == OPERATOR_remainder ? modulus : (left - modulus) / right;
        return true;
    case OPERATOR_power:
        if (right < 0) {
            raise_value_error(thread, "Integers to negative integer powers are not allowed.");
            return false;
        }
        *result = integer_power(left, right, dtype);
        return true;
    case OPERATOR_bitwise_and: *result = left & right; return true;
    case OPERATOR_bitwise_or: *result = left | right; return true;
    case OPERATOR_bitwise_xor: *result = left ^ right; return true;
    case OPERATOR_left_shift:
        *result = right < 0 || right >= bits ? 0 : wrap((Wide)((uint64_t)left << (int)right), dtype);
        return true;
    case OPERATOR_right_shift:
        *result = right < 0 || right >= bits ? (left < 0 ? -1 : 0) : left >> (int)right;
        return true;
    default: return false;
    }
}

/* ---- Binary operators ---- */

static double rounded_to(const Dtype *dtype, double number) {
    if (dtype->number == DTYPE_FLOAT32) return (float)number;
    return dtype->number == DTYPE_FLOAT16 ? float16_to_float(float16_from_double(number)) : number;
}

static Value compute(Thread *thread, OperatorNumber operator, const Number *left, const Number *right,
                     const Dtype *dtype) {
    int flags = 0;
    Value result = VALUE_ABSENT;
    if (dtype_is_float(dtype) || operator == OPERATOR_divide) {
        double number;
        const Dtype *type = dtype_is_float(dtype) ? dtype : DTYPE(FLOAT64);
        double a = rounded_to(type, left->real), b = rounded_to(type, right->real); /* Python's numbers take the scalar's type */
        bool beyond = (isinf(a) && !isinf(left->real)) || (isinf(b) && !isinf(right->real));
        if (beyond && !report(thread, NULL, "cast", FLOAT_OVERFLOW)) return VALUE_ABSENT;
        if (!float_compute(operator, a, b, &number, &flags)) return VALUE_ABSENT;
        result = float_result(thread, type, number, isfinite(a) && isfinite(b), &flags);
    } else {
        Wide integer;
        if (!integer_compute(thread, operator, dtype, left->integer, right->integer, &integer, &flags))
            return VALUE_ABSENT;
        result = integer_result(thread, dtype, integer, &flags);
    }
    bool scalars = is_own_arithmetic(left, right, dtype);
    if (!scalars && !dtype_is_float(dtype)) flags &= ~FLOAT_OVERFLOW; /* arrays wrap in silence */
    if (flags && !report(thread, scalars ? operators[operator].name : NULL, operators[operator].name, flags)) value_replace(&result, VALUE_ABSENT);
    return result;
}

/* 'b', 'i', 'f', 'c' of a numpy scalar; 0: none. */
static char scalar_kind(Value value) {
    const void *bytes;
    const Dtype *dtype = value_scalar(value, &bytes);
    return dtype ? dtype->kind : 0;
}

static bool is_sequence(Value value) {
    return value.tag == TAG_OBJECT && value.object->type->flags & (TYPE_LIST | TYPE_TUPLE | TYPE_STRING | TYPE_BYTES);
}

/* Complex128 with itself, float64 and int64, and with Python's numbers: sums, differences and products that are finite. */
static bool read_complex(Value value, Complex128 *number, bool *is_scalar) {
    const void *bytes;
    const Dtype *dtype = value_scalar(value, &bytes);
    *is_scalar = dtype != NULL;
    if (dtype == DTYPE(COMPLEX128)) memcpy(number, bytes, sizeof *number);
    else if (dtype == DTYPE(FLOAT64)) *number = (Complex128){*(const double *)bytes, 0};
    else if (dtype == DTYPE(INT64)) *number = (Complex128){(double)*(const int64_t *)bytes, 0};
    else if (dtype) return false;
    else if (value.tag == TAG_FLOAT) *number = (Complex128){float_number(value), 0};
    else if (value.tag == TAG_INT) *number = (Complex128){(double)value.integer, 0};
    else if (value_has_type(value, &complex_type_template)) *number = (Complex128){((Complex *)value.object)->real, ((Complex *)value.object)->imaginary};
    else return false;
    return true;
}

static Value complex_arithmetic(Thread *thread, OperatorNumber operator, Value left, Value right) {
    Complex128 a, b, result;
    bool left_is_scalar, right_is_scalar;
    if (!read_complex(left, &a, &left_is_scalar) || !read_complex(right, &b, &right_is_scalar)) return VALUE_ABSENT;
    if (!left_is_scalar && !right_is_scalar) return VALUE_ABSENT;
    switch (operator) {
    case OPERATOR_add: result = (Complex128){a.real + b.real, a.imaginary + b.imaginary}; break;
    case OPERATOR_subtract: result = (Complex128){a.real - b.real, a.imaginary - b.imaginary}; break;
    case OPERATOR_multiply: result = (Complex128){a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real}; break;
    default: return VALUE_ABSENT;
    }
    if (!isfinite(result.real) || !isfinite(result.imaginary)) return VALUE_ABSENT;
    return scalar_new(thread, DTYPE(COMPLEX128), &result);
}

static Value scalar_binary(Thread *thread, OperatorNumber operator, Value left, Value right) {
    Number numbers[2];
    if (number_read(left, &numbers[0]) && number_read(right, &numbers[1])) {
        const Dtype *dtype = common_dtype(&numbers[0], &numbers[1]);
        bool is_bitwise = operators[operator].traits & IS_BITWISE;
        if (dtype && !(is_bitwise && dtype_is_float(dtype)))
            return compute(thread, operator, &numbers[0], &numbers[1], dtype);
    }
    if (operator == OPERATOR_add || operator == OPERATOR_subtract || operator == OPERATOR_multiply) {
        Value result = complex_arithmetic(thread, operator, left, right);
        if (!value_is_absent(result) || exception_is_set(thread)) return result;
    }
    if (operator == OPERATOR_add && value_is_string(left) && number_read(right, &numbers[1])) return VALUE_NOT_IMPLEMENTED; /* text is joined */
    if (operator == OPERATOR_multiply) { /* np.int64(3) * [0]: the list repeats itself */
        const void *bytes;
        const Dtype *dtype = value_scalar(is_sequence(left) ? right : left, &bytes);
        if ((is_sequence(left) || is_sequence(right)) && dtype) {
            if (dtype_is_integer(dtype)) return VALUE_NOT_IMPLEMENTED;
            return raise_type_error(thread, "can't multiply sequence by non-int of type 'numpy.%s'", dtype->name);
        }
    }
    bool is_division = operator == OPERATOR_floor_divide || operator == OPERATOR_remainder;
    bool is_complex = scalar_kind(left) == 'c' || scalar_kind(right) == 'c';
    if (is_division && is_complex && scalar_kind(left) != 'b' && scalar_kind(right) != 'b' && !value_is_ndarray(left) &&
        !value_is_ndarray(right) && !is_sequence(left) && !is_sequence(right))
        return VALUE_NOT_IMPLEMENTED; /* complex numbers have neither */
    return array_binary(thread, &operators[operator], left, right);
}

Value scalar_divmod(Thread *thread, Value left, Value right) {
    if (value_is_ndarray(left) || value_is_ndarray(right) || is_sequence(left) || is_sequence(right))
        return array_binary(thread, OPERATOR(divmod), left, right);
    if (scalar_kind(left) == 'm' && scalar_kind(right) == 'm') return array_binary(thread, OPERATOR(divmod), left, right);
    Value quotient = scalar_binary(thread, OPERATOR_floor_divide, left, right);
    if (quotient.tag == TAG_NOT_IMPLEMENTED || value_is_absent(quotient)) return quotient;
    Value modulus = scalar_binary(thread, OPERATOR_remainder, left, right);
    Value pair[2] = {quotient, modulus};
    Value result = value_is_absent(modulus) ? VALUE_ABSENT : tuple_from_values(thread, pair, 2);
    value_release(quotient);
    value_release(modulus);
    return result;
}

#define BINARY(row)                                                                                           \
    Value scalar_##row(Thread *thread, Value left, Value right) {                                             \
        return scalar_binary(thread, OPERATOR_##row, left, right);                                            \
    }
BINARY(add) BINARY(subtract) BINARY(multiply) BINARY(divide) BINARY(floor_divide) BINARY(remainder) BINARY(power)
BINARY(left_shift) BINARY(right_shift) BINARY(bitwise_and) BINARY(bitwise_xor) BINARY(bitwise_or)

/* ---- Unary operators ---- */

static Value scalar_unary(Thread *thread, OperatorNumber operator, Value self) {
    Number number;
    int flags = 0;
    if (!number_read(self, &number) || number.dtype == DTYPE(BOOL))
        return array_operate(thread, &operators[operator], &self, 1);
    if (operator == OPERATOR_positive) return value_retain(self);
    if (number.is_float) {
        if (operator == OPERATOR_invert) return array_operate(thread, &operators[operator], &self, 1);
        return float_result(thread, number.dtype, operator == OPERATOR_negative ? -number.real : fabs(number.real),
                            false, &flags);
    }
    Wide integer = operator == OPERATOR_negative   ? -number.integer
                   : operator == OPERATOR_invert   ? wrap(~number.integer, number.dtype)
                   : number.integer < 0            ? -number.integer
                                                   : number.integer;
    Value result = integer_result(thread, number.dtype, integer, &flags);
    if (flags && !report(thread, operators[operator].name, operators[operator].name, flags)) value_replace(&result, VALUE_ABSENT);
    return result;
}

#define UNARY(row)                                                                                            \
    Value scalar_##row(Thread *thread, Value self) { return scalar_unary(thread, OPERATOR_##row, self); }
UNARY(negative) UNARY(positive) UNARY(invert) UNARY(absolute)

/* ---- Comparison ---- */

static bool compare_result(Comparison comparison, int order) { /* order: -1, 0, 1, or 2 for unordered */
    switch (comparison) {
    case COMPARE_LT: return order == -1;
    case COMPARE_LE: return order == -1 || order == 0;
    case COMPARE_EQ: return order == 0;
    case COMPARE_NE: return order != 0;
    case COMPARE_GT: return order == 1;
    default: return order == 1 || order == 0;
    }
}

Value scalar_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    Number numbers[2];
    if (!number_read(left, &numbers[0]) || !number_read(right, &numbers[1]))
        return array_compare(thread, left, right, comparison);
    int order;
    const Dtype *common = common_dtype(&numbers[0], &numbers[1]);
    for (int i = 0; i < 2 && common; i++) { /* a number of Python's takes the other's type, and may not fit */
        double real = numbers[i].real;
        bool fits = common == DTYPE(FLOAT32) ? !isinf((float)real) : common != DTYPE(FLOAT16) || (float16_from_double(real) & 0x7fff) != 0x7c00;
        if (numbers[i].dtype) continue;
        numbers[i].real = rounded_to(common, real);
        if (!isinf(real) && !fits && !report(thread, NULL, "cast", FLOAT_OVERFLOW)) return VALUE_ABSENT;
    }
    if (numbers[0].is_float || numbers[1].is_float) {
        double a = numbers[0].real, b = numbers[1].real;
        order = a < b ? -1 : a > b ? 1 : a == b ? 0 : 2;
    } else {
        order = numbers[0].integer < numbers[1].integer ? -1 : numbers[0].integer > numbers[1].integer;
    }
    uint8_t truth = compare_result(comparison, order);
    return scalar_new(thread, DTYPE(BOOL), &truth);
}
