/* complex: a pair of doubles, always boxed. */
#include "kernel/objects/number/float_private.h"
#include "kernel/objects/text/unicode.h"

#include "base/memory.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

Value complex_new(Thread *thread, double real, double imaginary) {
    Complex *complex = object_new(thread, thread_builtins(thread)->type_complex);
    if (!complex) return VALUE_ABSENT;
    complex->real = real;
    complex->imaginary = imaginary;
    return value_from_object(complex);
}

bool value_is_complex(Value value) { return is_complex(value); }

/* Operands of arithmetic: 1 converted, 0 not a number, -1 an exception. */
static int operand(Thread *thread, Value value, Complex *number) {
    number->imaginary = 0;
    if (is_float(value)) number->real = float_number(value);
    else if (is_int(value)) return int_to_double(thread, value, &number->real) ? 1 : -1;
    else if (is_complex(value)) *number = *(Complex *)value.object;
    else return 0;
    return 1;
}

bool value_to_complex(Thread *thread, Value value, double *real, double *imaginary) {
    Complex number;
    /* which may have a __complex__ or a __float__ of its own */
    bool is_derived = value.tag == TAG_OBJECT && value.object->type->flags & TYPE_HEAP;
    int converted = is_derived ? 0 : operand(thread, value, &number);
    if (converted < 0) return false;
    if (!converted) {
        Value method;
        bool self_first;
        if (value_find_special(thread, value, thread_builtins(thread)->name___complex__, &method, &self_first)) {
            Value result = self_first ? value_call_one(thread, method, value) : value_call_none(thread, method);
            value_release(method);
            if (value_is_absent(result)) return false;
            bool is_valid = is_complex(result);
            if (is_valid) {
                number = *(Complex *)result.object;
                is_valid = complex_result(thread, result);
            } else
                raise_type_error(thread, "__complex__ returned non-complex (type %s)", value_type_name(thread, result));
            value_release(result);
            if (!is_valid) return false;
        } else {
            if (exception_is_set(thread)) return false;
            number.imaginary = 0;
            if (!value_ask_double(thread, value, &number.real)) return false;
        }
    }
    *real = number.real;
    *imaginary = number.imaginary;
    return true;
}

/* As C functions take a complex number: a derived one's own value, and that of a derived float without a __complex__. */
bool value_to_own_complex(Thread *thread, Value value, double *real, double *imaginary) {
    if (is_complex(value)) {
        *real = ((Complex *)value.object)->real, *imaginary = ((Complex *)value.object)->imaginary;
        return true;
    }
    bool is_derived = is_float(value) && value.tag == TAG_OBJECT;
    if (!is_derived || !value_is_absent(type_lookup(value.object->type, thread_builtins(thread)->name___complex__)))
        return value_to_complex(thread, value, real, imaginary);
    *imaginary = 0;
    return value_to_double(thread, value, real);
}

/* ---- arithmetic ---- */

/* Scaled by the larger part of the divisor, so that it does not overflow where the quotient does not. */
static Complex quotient(Complex a, Complex b) {
    Complex result = {.real = NAN, .imaginary = NAN};
    if (fabs(b.real) >= fabs(b.imaginary)) {
        double ratio = b.imaginary / b.real, denominator = b.real + b.imaginary * ratio;
        result.real = (a.real + a.imaginary * ratio) / denominator;
        result.imaginary = (a.imaginary - a.real * ratio) / denominator;
    } else if (fabs(b.imaginary) >= fabs(b.real)) {
        double ratio = b.real / b.imaginary, denominator = b.real * ratio + b.imaginary;
        result.real = (a.real * ratio + a.imaginary) / denominator;
        result.imaginary = (a.imaginary * ratio - a.real) / denominator;
    }
    return result;
}

static Complex product(Complex a, Complex b) {
    return (Complex){.real = a.real * b.real - a.imaginary * b.imaginary,
                     .imaginary = a.real * b.imaginary + a.imaginary * b.real};
}

static Complex integer_power(Complex base, int64_t exponent) {
    Complex result = {.real = 1}, square = base;
    int64_t left = exponent < 0 ? -exponent : exponent;
    for (; left > 0; left >>= 1) {
        if (left & 1) result = product(result, square);
        square = product(square, square);
    }
    return exponent < 0 ? quotient((Complex){.real = 1}, result) : result;
}

Value complex_power(Thread *thread, Complex base, Complex exponent) {
    Complex result;
    if (exponent.imaginary == 0 && exponent.real == floor(exponent.real) && fabs(exponent.real) <= 100) {
        if (base.real == 0 && base.imaginary == 0 && exponent.real < 0)
            return raise_zero_division(thread, "0.0 to a negative or complex power");
        result = integer_power(base, (int64_t)exponent.real);
    } else if (exponent.real == 0 && exponent.imaginary == 0) {
        result = (Complex){.real = 1};
    } else if (base.real == 0 && base.imaginary == 0) {
        if (exponent.imaginary != 0 || exponent.real < 0)
            return raise_zero_division(thread, "0.0 to a negative or complex power");
        result = (Complex){.real = 0};
    } else {
        double magnitude = hypot(base.real, base.imaginary), length = pow(magnitude, exponent.real);
        double angle = atan2(base.imaginary, base.real), phase = angle * exponent.real;
        if (exponent.imaginary != 0) {
            length /= exp(angle * exponent.imaginary);
            phase += exponent.imaginary * log(magnitude);
        }
        if (isinf(phase)) return raise_zero_division(thread, "0.0 to a negative or complex power");
        result = (Complex){.real = length * cos(phase), .imaginary = length * sin(phase)};
    }
    if (isinf(result.real) || isinf(result.imaginary)) return raise_overflow_error(thread, "complex exponentiation");
    return complex_new(thread, result.real, result.imaginary);
}

Value complex_binary(Thread *thread, BinaryOperator operator, Value left, Value right) {
    Complex a, b;
    int converted = operand(thread, left, &a);
    if (converted > 0) converted = operand(thread, right, &b);
    if (converted <= 0) return converted ? VALUE_ABSENT : VALUE_NOT_IMPLEMENTED;
    Complex result;
    switch (operator) {
    case BINARY_ADD: return complex_new(thread, a.real + b.real, a.imaginary + b.imaginary);
    case BINARY_SUBTRACT: return complex_new(thread, a.real - b.real, a.imaginary - b.imaginary);
    case BINARY_MULTIPLY: result = product(a, b); break;
    case BINARY_TRUE_DIVIDE:
        if (b.real == 0 && b.imaginary == 0) return raise_zero_division(thread, "complex division by zero");
        result = quotient(a, b);
        break;
    case BINARY_POWER: return complex_power(thread, a, b);
    default: return VALUE_NOT_IMPLEMENTED;
    }
    return complex_new(thread, result.real, result.imaginary);
}

#define COMPLEX_OPERATORS(X) X(ADD) X(SUBTRACT) X(MULTIPLY) X(TRUE_DIVIDE) X(POWER)
#define X(name)                                                                \
    static Value operator_##name(Thread *thread, Value left, Value right) {   \
        return complex_binary(thread, BINARY_##name, left, right);             \
    }
COMPLEX_OPERATORS(X)
#undef X

static const Complex *self_number(Value self) { return (const Complex *)self.object; }

static Value complex_negative(Thread *thread, Value self) {
    return complex_new(thread, -self_number(self)->real, -self_number(self)->imaginary);
}
static Value complex_positive(Thread *thread, Value self) {
    if (self.object->type->origin == &complex_type_template) return value_retain(self);
    return complex_new(thread, self_number(self)->real, self_number(self)->imaginary);
}
static Value complex_absolute(Thread *thread, Value self) {
    double magnitude = hypot(self_number(self)->real, self_number(self)->imaginary);
    if (isinf(magnitude) && isfinite(self_number(self)->real) && isfinite(self_number(self)->imaginary))
        return raise_overflow_error(thread, "absolute value too large");
    return value_new_float(thread, magnitude);
}
static int complex_truth(Thread *thread, Value self) {
    (void)thread;
    return self_number(self)->real != 0 || self_number(self)->imaginary != 0;
}
static bool complex_hash(Thread *thread, Value self, int64_t *hash) {
    (void)thread;
    uint64_t real = (uint64_t)float_hash(self_number(self)->real, self.object);
    uint64_t imaginary = (uint64_t)float_hash(self_number(self)->imaginary, self.object);
    *hash = (int64_t)(real + 1000003u * imaginary);
    if (*hash == -1) *hash = -2;
    return true;
}

static Value complex_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    (void)thread;
    if (comparison != COMPARE_EQ && comparison != COMPARE_NE) return VALUE_NOT_IMPLEMENTED;
    const Complex *a = self_number(left);
    bool equal;
    if (is_complex(right)) {
        const Complex *b = self_number(right);
        equal = a->real == b->real && a->imaginary == b->imaginary;
    } else if (is_float(right)) {
        equal = a->imaginary == 0 && a->real == float_number(right);
    } else if (is_int(right)) {
        equal = a->imaginary == 0 && int_compare_double(right, a->real) == 0;
    } else {
        return VALUE_NOT_IMPLEMENTED;
    }
    return value_from_bool(equal == (comparison == COMPARE_EQ));
}

static Value complex_repr(Thread *thread, Value self) {
    const Complex *number = self_number(self);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    bool only_imaginary = number->real == 0 && !signbit(number->real);
    if (!only_imaginary) {
        text_append_char(&text, '(');
        float_append_format(&text, number->real, 'r', 0, false, false);
        if (!signbit(number->imaginary) || isnan(number->imaginary)) text_append_char(&text, '+');
    }
    float_append_format(&text, number->imaginary, 'r', 0, false, false);
    text_append(&text, only_imaginary ? "j" : "j)");
    return string_from_text_buffer(thread, &text);
}

static Value complex_format(Thread *thread, Value self, Value specification) {
    if (value_string(specification)->length == 0) return value_str(thread, self);
    return format_complex(thread, self_number(self)->real, self_number(self)->imaginary, value_string(specification));
}

/* ---- construction ---- */

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F); }
static bool is_unit(const char *text, size_t length) { return length == 1 && (*text == 'j' || *text == 'J'); }

/* "1+2j", "-j", "3", "(1e3-infj)": false when malformed. */
static bool parse_complex(const char *text, size_t length, Complex *number) {
    while (length && is_blank(*text)) text++, length--;
    while (length && is_blank(text[length - 1])) length--;
    if (length >= 2 && *text == '(' && text[length - 1] == ')') {
        text++, length -= 2;
        while (length && is_blank(*text)) text++, length--;
        while (length && is_blank(text[length - 1])) length--;
    }
    *number = (Complex){.real = 0};
    if (!length) return false;
    double first;
    size_t used = float_parse_prefix(text, length, &first);
    if (!used) { /* j, +j, -j */
        bool sign = *text == '+' || *text == '-';
        if (!is_unit(text + sign, length - sign)) return false;
        number->imaginary = *text == '-' ? -1 : 1;
        return true;
    }
    text += used, length -= used;
    if (is_unit(text, length)) {
        number->imaginary = first;
        return true;
    }
    number->real = first;
    if (!length) return true;
    if (*text != '+' && *text != '-') return false;
    used = float_parse_prefix(text, length, &number->imaginary);
    if (!used) {
        number->imaginary = *text == '-' ? -1 : 1;
        used = 1;
    }
    return is_unit(text + used, length - used);
}

static Value complex_from_text(Thread *thread, Value original, Complex *number) {
    size_t length;
    char *text = unicode_numeric_text(value_c_string(original), value_string(original)->length, &length);
    if (!text) return raise_no_memory(thread);
    size_t written = 0;
    bool underscores_fit = true;
    char previous = '\0';
    for (size_t i = 0; i < length; i++) { /* underscores only between digits */
        char c = text[i];
        if (c != '_') text[written++] = c;
        else if (!isdigit((unsigned char)previous) || !isdigit((unsigned char)text[i + 1])) underscores_fit = false;
        previous = c;
    }
    bool valid = underscores_fit && parse_complex(text, written, number);
    memory_release(text);
    if (valid) return VALUE_NONE;
    if (underscores_fit) return raise_value_error(thread, "complex() arg is a malformed string");
    Value repr = value_repr(thread, original);
    if (!value_is_absent(repr)) raise_value_error(thread, "could not convert string to complex: %s", value_c_string(repr));
    value_release(repr);
    return VALUE_ABSENT;
}

static bool has_complex_method(Thread *thread, Value value) {
    if (value.tag != TAG_OBJECT) return false;
    return !value_is_absent(type_lookup(value.object->type, thread_builtins(thread)->name___complex__));
}

static bool is_number_like(Thread *thread, Value value) {
    const Type *type = type_of(thread->interpreter, value);
    return is_complex(value) || type->to_float || type->to_index || has_complex_method(thread, value);
}

static bool complex_from_parts(Thread *thread, Value first, Value second, Complex *number) {
    if (is_string(first)) {
        if (!value_is_absent(second))
            return raise_type_error(thread, "complex() can't take second arg if first is a string"), false;
        return !value_is_absent(complex_from_text(thread, first, number));
    }
    if (is_string(second)) return raise_type_error(thread, "complex() second arg can't be a string"), false;
    if (!value_is_absent(first) && !is_number_like(thread, first))
        return raise_type_error(thread, "complex() first argument must be a string or a number, not '%s'",
                                value_type_name(thread, first)),
               false;
    if (!value_is_absent(second) && !is_number_like(thread, second))
        return raise_type_error(thread, "complex() second argument must be a number, not '%s'",
                                value_type_name(thread, second)),
               false;
    Complex a = {.real = 0}, b = {.real = 0};
    if (!value_is_absent(first) && !value_to_complex(thread, first, &a.real, &a.imaginary)) return false;
    if (is_complex(second)) b = *(Complex *)second.object; /* __complex__ is asked of the first only */
    else if (!value_is_absent(second) && !value_to_complex(thread, second, &b.real, &b.imaginary)) return false;
    *number = a;
    if (value_is_absent(second)) return true;
    if (is_complex(second)) number->real -= b.imaginary;
    if (is_complex(first)) number->imaginary += b.real;
    else number->imaginary = b.real;
    return true;
}

static Value complex_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[2];
    if (!native_match(thread, "complex", "(real=<unrepresentable>, imag=<unrepresentable>)", call, arguments, 2))
        return VALUE_ABSENT;
    Complex number;
    Value result = VALUE_ABSENT;
    if (type->origin == &complex_type_template && value_is_absent(arguments[1]) && is_complex(arguments[0]) &&
        arguments[0].object->type->origin == &complex_type_template) {
        result = value_retain(arguments[0]);
    } else if (complex_from_parts(thread, arguments[0], arguments[1], &number)) {
        Complex *complex = object_new(thread, type);
        if (complex) {
            complex->real = number.real;
            complex->imaginary = number.imaginary;
        }
        result = value_from_object(complex);
    }
    native_release_arguments(arguments, 2);
    return result;
}

static void complex_destroy(Object *self) { (void)self; }

static Value complex_get_real(Thread *thread, Value self) {
    return value_new_float(thread, self_number(self)->real);
}
static Value complex_get_imaginary(Thread *thread, Value self) {
    return value_new_float(thread, self_number(self)->imaginary);
}

NATIVE(complex_method_conjugate) {
    NATIVE_UNUSED;
    return complex_new(thread, self_number(arguments[0])->real, -self_number(arguments[0])->imaginary);
}
NATIVE(complex_method_complex) {
    NATIVE_UNUSED;
    return complex_positive(thread, arguments[0]);
}
NATIVE(complex_method_getnewargs) {
    NATIVE_UNUSED;
    return tuple_pair_owned(thread, complex_get_real(thread, arguments[0]), complex_get_imaginary(thread, arguments[0]));
}

static const NativeEntry complex_methods[] = {
    {"conjugate", "($self, /)", "The number mirrored at the real axis: (1+2j).conjugate() == 1-2j.",
     complex_method_conjugate, NULL, 0},
    {"__complex__", "($self, /)", "The value as a plain complex number.", complex_method_complex, NULL, 0},
    {"__getnewargs__", "($self, /)", NULL, complex_method_getnewargs, NULL, 0},
    {0}};

static const PropertyEntry complex_properties[] = {
    {"real", complex_get_real, NULL, "the part that does not multiply 1j"},
    {"imag", complex_get_imaginary, NULL, "the part that multiplies 1j"},
    {0}};

const Type complex_type_template = {
    .name = "complex",
    .documentation = "The complex number real + imag*1j; a text such as '1+2j' is read.",
    .signature = "(real=0, imag=0)",
    .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .instance_size = sizeof(Complex),
    .create = complex_create,
    .destroy = complex_destroy,
    .repr = complex_repr,
    .format = complex_format,
    .hash = complex_hash,
    .truth = complex_truth,
    .compare = complex_compare,
#define X(name) .binary[BINARY_##name] = operator_##name,
    COMPLEX_OPERATORS(X)
#undef X
    .unary[UNARY_NEGATIVE] = complex_negative,
    .unary[UNARY_POSITIVE] = complex_positive,
    .unary[UNARY_ABSOLUTE] = complex_absolute,
    .methods = complex_methods,
    .properties = complex_properties,
};
