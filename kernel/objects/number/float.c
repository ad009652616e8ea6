/* float: arithmetic on doubles with Python's rules, and the type. Text is in float_text.c. */
#include "kernel/objects/text/bytes_private.h"
#include "kernel/objects/number/float_private.h"

#include <math.h>
#include <string.h>

/* ---- the identity of a nan ----
 * x = float('nan') is equal to nothing, yet `x in [x]` holds and `float('nan') in [x]` does not: containers ask for identity
 * first. Floats are unboxed, so that a nan carries its identity in the 51 bits of its payload: NAN_MARK above a running number
 * that value_new_nan hands out. value_is compares bits, and sees it. Arithmetic of the machine hands payloads on, so that
 * whatever makes a float goes through value_new_float, and whatever takes the number out (struct, arrays, complex) through
 * float_number or value_to_double, which take the payload off. A payload that came from outside (struct.unpack, an array)
 * stays as it is: it is written again as it was read, and two such nans with the same bits are one. */
static const uint64_t NAN_MARK = UINT64_C(0x2D5) << 40, NAN_MARK_BITS = UINT64_C(0x7FF) << 40, NAN_NUMBER_BITS = (UINT64_C(1) << 40) - 1;
static const uint64_t NAN_PAYLOAD_BITS = (UINT64_C(1) << 51) - 1;

static uint64_t bits_of(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}
static double with_payload(double nan, uint64_t payload) {
    uint64_t bits = (bits_of(nan) & ~NAN_PAYLOAD_BITS) | payload;
    memcpy(&nan, &bits, sizeof nan);
    return nan;
}
static bool has_identity(uint64_t bits) { return (bits & NAN_MARK_BITS) == NAN_MARK; }

Value value_new_nan(Thread *thread, double nan) {
    uint64_t bits = bits_of(nan);
    if (bits & NAN_PAYLOAD_BITS && !has_identity(bits)) return value_from_float(nan);
    uint64_t number = SHARED_NAN_COUNT + thread->interpreter->nan_count++ % (NAN_NUMBER_BITS - SHARED_NAN_COUNT);
    return value_from_float(with_payload(nan, NAN_MARK | number));
}

Value value_shared_nan(SharedNan shared) { return value_from_float(with_payload(NAN, NAN_MARK | (uint64_t)shared)); }

double float_without_identity(double nan) { return has_identity(bits_of(nan)) ? with_payload(nan, 0) : nan; }

double float_remainder(double left, double right) {
    double remainder = fmod(left, right);
    if (remainder == 0) return copysign(0.0, right);
    return (right < 0) != (remainder < 0) ? remainder + right : remainder;
}

double float_floor_divide(double left, double right) {
    double remainder = fmod(left, right), quotient = (left - remainder) / right;
    if (remainder != 0 && (right < 0) != (remainder < 0)) quotient -= 1.0;
    if (quotient == 0) return copysign(0.0, left / right);
    double whole = floor(quotient);
    return quotient - whole > 0.5 ? whole + 1.0 : whole;
}

/* Reduction modulo 2^61 - 1 of the exact value, so that equal numbers hash alike; 28 bits at a time. */
int64_t float_hash(double number, const void *identity) {
    const uint64_t prime = ((uint64_t)1 << 61) - 1;
    if (isnan(number)) return identity ? (int64_t)((uintptr_t)identity >> 4 | (uintptr_t)identity << 60)
                                       : (int64_t)(bits_of(number) & NAN_PAYLOAD_BITS);
    if (isinf(number)) return number > 0 ? 314159 : -314159;
    int exponent;
    double mantissa = frexp(fabs(number), &exponent);
    uint64_t sum = 0;
    while (mantissa != 0) {
        sum = (sum << 28 & prime) | sum >> (61 - 28);
        mantissa *= 268435456.0;
        exponent -= 28;
        uint64_t digit = (uint64_t)mantissa;
        mantissa -= (double)digit;
        sum += digit;
        if (sum >= prime) sum -= prime;
    }
    exponent = exponent >= 0 ? exponent % 61 : 60 - (-1 - exponent) % 61;
    sum = (sum << exponent & prime) | sum >> (61 - exponent);
    int64_t hash = number < 0 ? -(int64_t)sum : (int64_t)sum;
    return hash == -1 ? -2 : hash;
}

Value raise_range_error(Thread *thread) {
    Value arguments[2] = {value_from_int(34), string_from_c(thread, "Numerical result out of range")};
    if (value_is_absent(arguments[1])) return VALUE_ABSENT;
    Value class = value_from_object(thread_builtins(thread)->exception_OverflowError);
    Value instance = value_call_values(thread, class, arguments, 2);
    value_release(arguments[1]);
    if (value_is_absent(instance)) return VALUE_ABSENT;
    raise_instance(thread, instance);
    value_release(instance);
    return VALUE_ABSENT;
}

Value float_power(Thread *thread, double base, double exponent) {
    if (base == 0 && exponent < 0 && isfinite(exponent))
        return raise_zero_division(thread, "0.0 cannot be raised to a negative power");
    if (base < 0 && isfinite(base) && isfinite(exponent) && exponent != floor(exponent))
        return complex_power(thread, (Complex){.real = base}, (Complex){.real = exponent});
    double result = pow(base, exponent);
    if (isinf(result) && isfinite(base) && isfinite(exponent)) return raise_range_error(thread);
    return value_new_float(thread, result);
}

/* An int or float operand as a double. */
static bool operand(Thread *thread, Value value, double *number) {
    if (value.tag == TAG_FLOAT) *number = value.number;
    else if (value.tag == TAG_INT || value.tag == TAG_BOOL) *number = (double)value.integer;
    else if (is_float(value)) *number = float_number(value);
    else return int_to_double(thread, value, number);
    return true;
}

Value float_binary(Thread *thread, BinaryOperator operator, Value left, Value right) {
    double a, b;
    if (!operand(thread, left, &a) || !operand(thread, right, &b)) return VALUE_ABSENT;
    switch (operator) {
    case BINARY_ADD: return value_new_float(thread, a + b);
    case BINARY_SUBTRACT: return value_new_float(thread, a - b);
    case BINARY_MULTIPLY: return value_new_float(thread, a * b);
    case BINARY_TRUE_DIVIDE:
        if (b == 0) return raise_zero_division(thread, "float division by zero");
        return value_new_float(thread, a / b);
    case BINARY_FLOOR_DIVIDE:
        if (b == 0) return raise_zero_division(thread, "float floor division by zero");
        return value_new_float(thread, float_floor_divide(a, b));
    case BINARY_REMAINDER:
        if (b == 0) return raise_zero_division(thread, "float modulo");
        return value_new_float(thread, float_remainder(a, b));
    case BINARY_DIVMOD:
        if (b == 0) return raise_zero_division(thread, "float divmod()");
        return tuple_pair_owned(thread, value_new_float(thread, float_floor_divide(a, b)),
                                value_new_float(thread, float_remainder(a, b)));
    case BINARY_POWER: return float_power(thread, a, b);
    default: return VALUE_NOT_IMPLEMENTED;
    }
}

/* ---- slots ---- */

#define FLOAT_OPERATORS(X) \
    X(ADD) X(SUBTRACT) X(MULTIPLY) X(TRUE_DIVIDE) X(FLOOR_DIVIDE) X(REMAINDER) X(DIVMOD) X(POWER)
#define X(name)                                                                                      \
    static Value operator_##name(Thread *thread, Value left, Value right) {                          \
        if (!(is_float(left) || is_int(left)) || !(is_float(right) || is_int(right)))                \
            return VALUE_NOT_IMPLEMENTED;                                                            \
        return float_binary(thread, BINARY_##name, left, right);                                     \
    }
FLOAT_OPERATORS(X)
#undef X

static Value float_plain(Thread *thread, Value self) {
    return self.tag == TAG_FLOAT ? self : value_new_float(thread, float_number(self));
}
static Value float_negative(Thread *thread, Value self) {
    return value_new_float(thread, -float_number(self));
}
static Value float_absolute(Thread *thread, Value self) {
    return value_new_float(thread, fabs(float_number(self)));
}
static Value float_to_int(Thread *thread, Value self) { return int_from_double(thread, float_number(self)); }
static int float_truth(Thread *thread, Value self) {
    (void)thread;
    return float_number(self) != 0;
}
static bool float_hash_slot(Thread *thread, Value self, int64_t *hash) {
    (void)thread;
    *hash = float_hash(self.tag == TAG_FLOAT ? self.number : ((Float *)self.object)->number, self.tag == TAG_OBJECT ? self.object : NULL);
    return true;
}

static Value float_repr(Thread *thread, Value self) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_double(&text, float_number(self));
    return string_from_text_buffer(thread, &text);
}

static Value float_format(Thread *thread, Value self, Value specification) {
    if (value_string(specification)->length == 0) return value_str(thread, self);
    return format_float(thread, float_number(self), value_string(specification));
}

static Value float_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    (void)thread;
    double a = float_number(left);
    if (is_int(right)) {
        int order = int_compare_double(right, a);
        return value_from_bool(order == 2 ? comparison == COMPARE_NE : comparison_holds(comparison, -order));
    }
    if (!is_float(right)) return VALUE_NOT_IMPLEMENTED;
    double b = float_number(right);
    switch (comparison) {
    case COMPARE_LT: return value_from_bool(a < b);
    case COMPARE_LE: return value_from_bool(a <= b);
    case COMPARE_EQ: return value_from_bool(a == b);
    case COMPARE_NE: return value_from_bool(a != b);
    case COMPARE_GT: return value_from_bool(a > b);
    default: return value_from_bool(a >= b);
    }
}

/* ---- construction ---- */

static Value float_from_text(Thread *thread, const char *text, size_t length, Value original) {
    double number;
    if (float_parse(text, length, &number)) return value_new_float(thread, number);
    Value repr = value_repr(thread, original);
    if (!value_is_absent(repr)) raise_value_error(thread, "could not convert string to float: %s", value_c_string(repr));
    value_release(repr);
    return VALUE_ABSENT;
}

static Value float_from_value(Thread *thread, Value value) {
    if (value.tag == TAG_FLOAT) return value;
    const char *bytes;
    size_t length;
    if (is_string(value) && !value.object->type->to_float)
        return float_from_text(thread, value_string(value)->bytes, value_string(value)->length, value);
    const Type *type = type_of(thread->interpreter, value);
    if (!type->to_float && !type->to_index) {
        if (buffer_of(thread, value, &bytes, &length)) return float_from_text(thread, bytes, length, value);
        if (exception_is_set(thread)) return VALUE_ABSENT;
        return raise_type_error(thread, "float() argument must be a string or a real number, not '%s'", type->name);
    }
    double number;
    return value_ask_double(thread, value, &number) ? value_new_float(thread, number) : VALUE_ABSENT;
}

static Value float_create(Thread *thread, Type *type, const Call *call) {
    bool is_exact = type->origin == &float_type_template;
    if (!create_without_keywords(thread, type, call)) return VALUE_ABSENT;
    if (call->positional_count > 1)
        return raise_type_error(thread, "float expected at most 1 argument, got %zu", call->positional_count);
    Value result = call->positional_count ? float_from_value(thread, call->values[0]) : value_from_float(0);
    if (is_exact || value_is_absent(result)) return result;
    Float *boxed = object_new(thread, type);
    if (boxed) boxed->number = float_number(result);
    return value_from_object(boxed);
}

/* ---- methods ---- */

NATIVE(float_method_plain) {
    NATIVE_UNUSED;
    return float_plain(thread, arguments[0]);
}
NATIVE(float_method_is_integer) {
    NATIVE_UNUSED;
    double number = float_number(arguments[0]);
    return value_from_bool(isfinite(number) && number == floor(number));
}
NATIVE(float_method_trunc) {
    NATIVE_UNUSED;
    return int_from_double(thread, float_number(arguments[0]));
}
NATIVE(float_method_floor) {
    NATIVE_UNUSED;
    return int_from_double(thread, floor(float_number(arguments[0])));
}
NATIVE(float_method_ceil) {
    NATIVE_UNUSED;
    return int_from_double(thread, ceil(float_number(arguments[0])));
}

NATIVE(float_method_round) {
    NATIVE_UNUSED;
    double number = float_number(arguments[0]);
    if (is_missing(arguments[1])) return int_from_double(thread, isfinite(number) ? rint(number) : number);
    int64_t digits;
    if (is_int(arguments[1]) && !int_fits_int64(arguments[1], &digits)) digits = int_sign(arguments[1]) * 1000;
    else if (!value_to_count(thread, arguments[1], &digits)) return VALUE_ABSENT;
    if (!isfinite(number) || digits > 323) return value_new_float(thread, number);
    if (digits < -309) return value_new_float(thread, 0.0 * number);
    double rounded = float_round_digits(number, (int)digits);
    if (isinf(rounded)) return raise_overflow_error(thread, "rounded value too large to represent");
    return value_new_float(thread, rounded);
}

NATIVE(float_method_as_integer_ratio) {
    NATIVE_UNUSED;
    double number = float_number(arguments[0]);
    if (isinf(number)) return raise_overflow_error(thread, "cannot convert Infinity to integer ratio");
    if (isnan(number)) return raise_value_error(thread, "cannot convert NaN to integer ratio");
    int exponent;
    double mantissa = frexp(number, &exponent);
    for (int i = 0; i < 300 && mantissa != floor(mantissa); i++) {
        mantissa *= 2;
        exponent--;
    }
    mpz_t numerator, denominator;
    mpz_init_set_d(numerator, mantissa);
    mpz_init_set_ui(denominator, 1);
    if (exponent > 0) mpz_mul_2exp(numerator, numerator, (mp_bitcnt_t)exponent);
    else mpz_mul_2exp(denominator, denominator, (mp_bitcnt_t)-exponent);
    Value first = int_from_mpz(thread, numerator), second = int_from_mpz(thread, denominator);
    return tuple_pair_owned(thread, first, second);
}

NATIVE(float_method_getnewargs) {
    NATIVE_UNUSED;
    Value plain = value_new_float(thread, float_number(arguments[0]));
    return tuple_from_values(thread, &plain, 1);
}

NATIVE(float_method_hex) {
    NATIVE_UNUSED;
    double number = float_number(arguments[0]);
    if (!isfinite(number)) return float_repr(thread, arguments[0]);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (signbit(number)) text_append_char(&text, '-');
    if (number == 0) {
        text_append(&text, "0x0.0p+0");
        return string_from_text_buffer(thread, &text);
    }
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7FF);
    text_append_format(&text, "0x%d.%013llxp%+d", exponent != 0,
                       (unsigned long long)(bits & (((uint64_t)1 << 52) - 1)), exponent ? exponent - 1023 : -1022);
    return string_from_text_buffer(thread, &text);
}

NATIVE(float_method_get_format) {
    NATIVE_UNUSED;
    if (!is_string(arguments[1]))
        return raise_type_error(thread, "__getformat__() argument must be str, not %s", value_type_name(thread, arguments[1]));
    if (!string_equals_c(value_string(arguments[1]), "double") && !string_equals_c(value_string(arguments[1]), "float"))
        return raise_value_error(thread, "__getformat__() argument 1 must be 'double' or 'float'");
    return string_from_c(thread, "IEEE, little-endian");
}

NATIVE(float_method_fromhex) {
    NATIVE_UNUSED;
    if (!is_string(arguments[1])) return raise_type_error(thread, "bad argument type for built-in operation");
    const String *text = value_string(arguments[1]);
    double number;
    HexResult result = float_parse_hex(text->bytes, text->length, &number);
    if (result == HEX_INVALID) return raise_value_error(thread, "invalid hexadecimal floating-point string");
    if (result == HEX_TOO_LARGE)
        return raise_overflow_error(thread, "hexadecimal value too large to represent as a float");
    if (((Type *)arguments[0].object)->origin == &float_type_template) return value_new_float(thread, number);
    return value_call_one(thread, arguments[0], value_new_float(thread, number));
}

static Value float_get_zero(Thread *thread, Value self) {
    (void)thread, (void)self;
    return value_from_float(0);
}

static const NativeEntry float_methods[] = {
    {"conjugate", "($self, /)", "A float is its own conjugate.", float_method_plain, NULL, 0},
    {"is_integer", "($self, /)", "Whether it has no decimals.", float_method_is_integer, NULL, 0},
    {"hex", "($self, /)", "The float written exactly, mantissa in base 16 and exponent of two.\n\n"
                          ">>> (12.0).hex()\n'0x1.8000000000000p+3'", float_method_hex, NULL, 0},
    {"fromhex", "($type, string, /)", "The float that a text such as '0x1.8p3' writes.", float_method_fromhex, NULL,
     NATIVE_CLASS},
    {"__getformat__", "($type, typestr, /)", "How the machine stores 'double' and 'float'.", float_method_get_format, NULL,
     NATIVE_CLASS},
    {"as_integer_ratio", "($self, /)", "The fraction, as two integers in lowest terms, that is this float to the "
                                       "last bit.\n\n>>> (0.75).as_integer_ratio()\n"
                                       "(3, 4)",
     float_method_as_integer_ratio, NULL, 0},
    {"__round__", "($self, ndigits=None, /)",
     "The nearest integer, the even one of two that are as near; with ndigits, a float with that many decimals.",
     float_method_round, NULL, 0},
    {"__trunc__", "($self, /)", "The integer that is left when the decimals are cut off.", float_method_trunc, NULL, 0},
    {"__floor__", "($self, /)", "The largest integer that is not above.", float_method_floor, NULL, 0},
    {"__ceil__", "($self, /)", "The smallest integer that is not below.", float_method_ceil, NULL, 0},
    {"__getnewargs__", "($self, /)", NULL, float_method_getnewargs, NULL, 0},
    {0}};

static const PropertyEntry float_properties[] = {
    {"real", float_plain, NULL, "the part that does not multiply 1j"},
    {"imag", float_get_zero, NULL, "the part that multiplies 1j"},
    {0}};

const Type float_type_template = {
    .name = "float",
    .documentation = "A number of double precision, from a number or from text such as '1e-3', 'inf' or 'nan'.",
    .signature = "(x=0, /)",
    .flags = TYPE_BASE | TYPE_FLOAT | TYPE_IMMUTABLE,
    .instance_size = sizeof(Float),
    .create = float_create,
    .repr = float_repr,
    .format = float_format,
    .hash = float_hash_slot,
    .truth = float_truth,
    .compare = float_compare,
    .to_int = float_to_int,
    .to_float = float_plain,
#define X(name) .binary[BINARY_##name] = operator_##name,
    FLOAT_OPERATORS(X)
#undef X
    .unary[UNARY_NEGATIVE] = float_negative,
    .unary[UNARY_POSITIVE] = float_plain,
    .unary[UNARY_ABSOLUTE] = float_absolute,
    .methods = float_methods,
    .properties = float_properties,
};
