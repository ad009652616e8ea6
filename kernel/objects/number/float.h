/* float: doubles, unboxed; instances of subclasses are boxed. */
#ifndef KERNEL_OBJECTS_FLOAT_H
#define KERNEL_OBJECTS_FLOAT_H

#include "kernel/objects/container/containers.h"
#include "kernel/objects/core/type_templates.h"

#include "base/text_buffer.h"

typedef struct Float {
    Object object;
    double number;
} Float;

typedef struct Complex {
    Object object;
    double real, imaginary;
} Complex;

/* How NumPy's int64 begins. */
typedef struct IntegerScalar {
    Object object;
    int64_t integer;
} IntegerScalar;

/* The int or complex that a special method returned: TypeError for another type, a warning for a class derived from it. */
Value int_result(Thread *thread, Value result, const char *method); /* takes `result` over */
bool complex_result(Thread *thread, Value result);

double float_without_identity(double nan);
/* The nans that are one object, whichever module hands them out. */
typedef enum SharedNan { NAN_OF_NUMPY, NAN_OF_JSON, SHARED_NAN_COUNT } SharedNan;
Value value_shared_nan(SharedNan shared);
/* The number of a float (boxed or not), as everyone outside may see it; value_is_float must hold. */
static inline double float_number(Value value) {
    double number = value.tag == TAG_FLOAT ? value.number : ((Float *)value.object)->number;
    return __builtin_expect(number == number, 1) ? number : float_without_identity(number);
}
/* Python's // and % for finite and other doubles; divisor != 0. */
double float_floor_divide(double left, double right);
double float_remainder(double left, double right);
int64_t float_hash(double number, const void *identity); /* nan hashes by identity, which may be NULL */
/* Both operands int or float (any kind), at least one float. */
Value float_binary(Thread *thread, BinaryOperator operator, Value left, Value right);
Value float_power(Thread *thread, double base, double exponent); /* may be complex; ZeroDivisionError, OverflowError */
/* float(text): false without an exception when it is not a number. */
bool float_parse(const char *text, size_t length, double *number);
/* Longest prefix that is a plain number (no underscores, no spaces): its length, 0 when none. */
size_t float_parse_prefix(const char *text, size_t length, double *number);
/* Round half to even at a decimal place, correctly (digits may be negative). */
double float_round_digits(double number, int digits);
/* 'e', 'f', 'g' or 'r' (repr) digits as Python prints them; alternate keeps the point and zeros. */
void float_append_format(TextBuffer *text, double number, char kind, int precision, bool alternate, bool add_point_zero);

Value complex_binary(Thread *thread, BinaryOperator operator, Value left, Value right);
Value complex_power(Thread *thread, Complex base, Complex exponent);

#endif
