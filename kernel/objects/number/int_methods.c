/* The type int: its slots and methods. */
#include "kernel/objects/text/bytes_private.h"
#include "kernel/objects/number/int_private.h"
#include "kernel/objects/text/format_spec.h"
#include "kernel/objects/text/string.h"

#include "base/memory.h"

#include <string.h>

/* ---- slots ---- */

#define INT_OPERATORS(X)                                                                                          \
    X(ADD) X(SUBTRACT) X(MULTIPLY) X(TRUE_DIVIDE) X(FLOOR_DIVIDE) X(REMAINDER) X(POWER) X(LEFT_SHIFT) X(RIGHT_SHIFT) \
    X(AND) X(XOR) X(OR) X(DIVMOD)

#define X(name)                                                                              \
    static Value operator_##name(Thread *thread, Value left, Value right) {                  \
        if (!is_int(left) || !is_int(right)) return VALUE_NOT_IMPLEMENTED;                   \
        return int_binary(thread, BINARY_##name, left, right);                               \
    }
INT_OPERATORS(X)
#undef X

static Value int_negative(Thread *thread, Value self) {
    int64_t integer;
    if (int_fits_int64(self, &integer) && integer != INT64_MIN) return value_from_int(-integer);
    IntView view;
    mpz_t result;
    mpz_init(result);
    mpz_neg(result, int_view(self, &view));
    return int_from_mpz(thread, result);
}

static Value int_absolute(Thread *thread, Value self) {
    return int_sign(self) < 0 ? int_negative(thread, self) : int_plain(thread, self);
}

static Value int_invert(Thread *thread, Value self) {
    int64_t integer;
    if (int_fits_int64(self, &integer)) return value_from_int(~integer);
    mpz_t result;
    mpz_init(result);
    mpz_com(result, ((Int *)self.object)->integer);
    return int_from_mpz(thread, result);
}

static Value int_repr(Thread *thread, Value self) { return int_to_text(thread, self, 10); }

static Value int_format(Thread *thread, Value self, Value specification) {
    return format_int(thread, self, value_string(specification));
}

static bool int_hash_slot(Thread *thread, Value self, int64_t *hash) {
    (void)thread;
    *hash = int_hash(self);
    return true;
}

static int int_truth(Thread *thread, Value self) {
    (void)thread;
    return int_sign(self) != 0;
}

static Value int_compare_slot(Thread *thread, Value left, Value right, Comparison comparison) {
    (void)thread;
    if (!is_int(right)) return VALUE_NOT_IMPLEMENTED;
    return value_from_bool(comparison_holds(comparison, int_compare(left, right)));
}

static Value int_to_float_slot(Thread *thread, Value self) {
    double number;
    return int_to_double(thread, self, &number) ? value_from_float(number) : VALUE_ABSENT;
}

static void int_destroy(Object *self) { mpz_clear(((Int *)self)->integer); }

/* ---- construction ---- */

Value int_from_value(Thread *thread, Value value) {
    if (value.tag == TAG_INT) return value;
    if (value.tag == TAG_BOOL) return value_from_int(value.integer);
    if (value.tag == TAG_FLOAT) return int_from_double(thread, value.number);
    const Type *type = type_of(thread->interpreter, value);
    Value result;
    if (type->to_int || type->to_index) {
        result = int_result(thread, (type->to_int ? type->to_int : type->to_index)(thread, value),
                            type->to_int ? "__int__" : "__index__");
        if (value_is_absent(result)) return VALUE_ABSENT;
        Value plain = int_plain(thread, result);
        value_release(result);
        return plain;
    }
    Value truncate = VALUE_ABSENT;
    bool self_first = false;
    bool truncates = value_is_object(value) &&
                     value_find_special(thread, value, thread_builtins(thread)->name___trunc__, &truncate, &self_first);
    if (exception_is_set(thread)) return VALUE_ABSENT;
    if (truncates) {
        Type *category = thread_builtins(thread)->exception_DeprecationWarning;
        bool allowed = warn_format(thread, category, "The delegation of int() to __trunc__ is deprecated.");
        result = allowed ? value_call_values(thread, truncate, &value, self_first ? 1 : 0) : VALUE_ABSENT;
        value_release(truncate);
        if (value_is_absent(result)) return result;
        if (is_int(result)) {
            Value plain = int_plain(thread, result);
            value_release(result);
            return plain;
        }
        Value again = type_of(thread->interpreter, result)->to_index ? int_from_value(thread, result) : VALUE_ABSENT;
        if (value_is_absent(again) && !exception_is_set(thread))
            raise_type_error(thread, "__trunc__ returned non-Integral (type %s)", value_type_name(thread, result));
        value_release(result);
        return again;
    }
    if (is_string(value)) {
        String *text = value_string(value);
        return int_parse(thread, text->bytes, text->length, 10, value, &result) ? result : VALUE_ABSENT;
    }
    const char *bytes;
    size_t length;
    if (buffer_of(thread, value, &bytes, &length)) {
        Value copy = bytes_new(thread, bytes, length); /* which is what messages show */
        bool done = !value_is_absent(copy) && int_parse(thread, ((Bytes *)copy.object)->bytes, length, 10, copy, &result);
        value_release(copy);
        return done ? result : VALUE_ABSENT;
    }
    if (exception_is_set(thread)) return VALUE_ABSENT;
    return raise_type_error(thread, "int() argument must be a string, a bytes-like object or a real number, not '%s'",
                            type->name);
}

static Value int_from_text_value(Thread *thread, Value text, Value base_value) {
    int64_t base;
    if (!value_to_int64(thread, base_value, &base)) {
        if (!exception_matches(thread, thread_builtins(thread)->exception_OverflowError)) return VALUE_ABSENT;
        exception_clear(thread);
        base = 99;
    }
    if (base != 0 && (base < 2 || base > 36))
        return raise_value_error(thread, "int() base must be >= 2 and <= 36, or 0");
    const char *bytes;
    size_t length;
    if (is_string(text)) {
        bytes = value_string(text)->bytes;
        length = value_string(text)->length;
    } else if (is_bytes(text) || value_has_type(text, &bytearray_type_template)) {
        if (!value_buffer(thread, text, &bytes, &length)) return VALUE_ABSENT;
    } else {
        return raise_type_error(thread, "int() can't convert non-string with explicit base");
    }
    Value result;
    return int_parse(thread, bytes, length, (int)base, text, &result) ? result : VALUE_ABSENT;
}

static Value int_create(Thread *thread, Type *type, const Call *call) {
    Value result;
    bool is_exact = type->origin == &int_type_template;
    if (is_exact && call->positional_count == 1 && !call->names) return int_from_value(thread, call->values[0]);
    Value arguments[2];
    if (!native_match(thread, "int", "(x=<unrepresentable>, /, base=<unrepresentable>)", call, arguments, 2))
        return VALUE_ABSENT;
    if (value_is_absent(arguments[0])) {
        if (value_is_absent(arguments[1])) result = value_from_int(0);
        else result = raise_type_error(thread, "int() missing string argument");
    } else if (value_is_absent(arguments[1])) {
        result = int_from_value(thread, arguments[0]);
    } else {
        result = int_from_text_value(thread, arguments[0], arguments[1]);
    }
    native_release_arguments(arguments, 2);
    if (is_exact || value_is_absent(result)) return result;
    Int *boxed = object_new(thread, type);
    IntView view;
    if (boxed) mpz_init_set(boxed->integer, int_view(result, &view));
    value_release(result);
    return value_from_object(boxed);
}

/* ---- methods ---- */

NATIVE(int_method_bit_length) {
    NATIVE_UNUSED;
    return value_from_int((int64_t)int_bit_length(arguments[0]));
}

NATIVE(int_method_bit_count) {
    NATIVE_UNUSED;
    int64_t integer;
    if (int_fits_int64(arguments[0], &integer))
        return value_from_int(__builtin_popcountll(integer < 0 ? 0 - (uint64_t)integer : (uint64_t)integer));
    mpz_t magnitude;
    mpz_init(magnitude);
    mpz_abs(magnitude, ((Int *)arguments[0].object)->integer);
    Value count = value_from_int((int64_t)mpz_popcount(magnitude));
    mpz_clear(magnitude);
    return count;
}

NATIVE(int_method_plain) {
    NATIVE_UNUSED;
    return int_plain(thread, arguments[0]);
}

NATIVE(int_method_as_integer_ratio) {
    NATIVE_UNUSED;
    return tuple_pair_owned(thread, int_plain(thread, arguments[0]), value_from_int(1));
}

NATIVE(int_method_getnewargs) {
    NATIVE_UNUSED;
    Value plain = int_plain(thread, arguments[0]);
    if (value_is_absent(plain)) return VALUE_ABSENT;
    Value result = tuple_from_values(thread, &plain, 1);
    value_release(plain);
    return result;
}

NATIVE(int_method_sizeof) {
    NATIVE_UNUSED;
    size_t bits = int_bit_length(arguments[0]);
    return value_from_int(24 + 4 * (int64_t)((bits + 29) / 30));
}

/* Half to even at a power of ten: round(1250, -2) is 1200. */
static Value int_round(Thread *thread, Value self, Value digits_value) {
    if (is_missing(digits_value)) return int_plain(thread, self);
    int64_t digits;
    if (!value_to_int64(thread, digits_value, &digits)) return VALUE_ABSENT;
    if (digits >= 0) return int_plain(thread, self);
    if (digits < -(int64_t)int_bit_length(self) - 1) return value_from_int(0);
    IntView view;
    mpz_srcptr number = int_view(self, &view);
    mpz_t unit, quotient, remainder, doubled;
    mpz_inits(unit, quotient, remainder, doubled, NULL);
    mpz_ui_pow_ui(unit, 10, (unsigned long)-digits);
    mpz_fdiv_qr(quotient, remainder, number, unit);
    mpz_mul_2exp(doubled, remainder, 1);
    int order = mpz_cmp(doubled, unit);
    if (order > 0 || (order == 0 && mpz_odd_p(quotient))) mpz_add_ui(quotient, quotient, 1);
    mpz_mul(quotient, quotient, unit);
    mpz_clears(unit, remainder, doubled, NULL);
    return int_from_mpz(thread, quotient);
}

NATIVE(int_method_round) {
    NATIVE_UNUSED;
    return int_round(thread, arguments[0], arguments[1]);
}

static bool parse_byte_order(Thread *thread, const char *method, Value value, bool *is_little) {
    if (!is_string(value)) {
        raise_type_error(thread, "%s() argument 'byteorder' must be str, not %s", method, argument_type_name(thread, value));
        return false;
    }
    *is_little = string_equals_c(value_string(value), "little");
    if (!*is_little && !string_equals_c(value_string(value), "big"))
        return raise_value_error(thread, "byteorder must be either 'little' or 'big'"), false;
    return true;
}

NATIVE(int_method_to_bytes) {
    NATIVE_UNUSED;
    int64_t length;
    bool is_little;
    if (!value_to_count(thread, arguments[1], &length) || !parse_byte_order(thread, "to_bytes", arguments[2], &is_little))
        return VALUE_ABSENT;
    int is_signed = value_truth(thread, arguments[3]);
    if (is_signed < 0) return VALUE_ABSENT;
    if (length < 0) return raise_value_error(thread, "length argument must be non-negative");
    if (length > INT64_MAX - 33) return raise_overflow_error(thread, "byte string is too large"); /* what the header of CPython's takes */
    if (length > PTRDIFF_MAX / 2) return raise_no_memory(thread);
    int sign = int_sign(arguments[0]);
    if (sign < 0 && !is_signed) return raise_overflow_error(thread, "can't convert negative int to unsigned");
    IntView view;
    mpz_srcptr number = int_view(arguments[0], &view);
    mpz_t magnitude;
    mpz_init(magnitude);
    if (sign < 0) mpz_com(magnitude, number); /* ~n has the bits to be inverted */
    else mpz_set(magnitude, number);
    size_t bits = mpz_sgn(magnitude) ? mpz_sizeinbase(magnitude, 2) : 0;
    if (bits + (is_signed ? 1 : 0) > (uint64_t)length * 8 && !(sign == 0)) {
        mpz_clear(magnitude);
        return raise_overflow_error(thread, "int too big to convert");
    }
    unsigned char *bytes = memory_allocate_zeroed((size_t)length + 1, 1);
    if (!bytes) {
        mpz_clear(magnitude);
        return raise_no_memory(thread);
    }
    size_t written;
    mpz_export(bytes, &written, -1, 1, 0, 0, magnitude);
    mpz_clear(magnitude);
    if (sign < 0)
        for (int64_t i = 0; i < length; i++) bytes[i] = (unsigned char)~bytes[i];
    if (!is_little)
        for (int64_t i = 0, j = length - 1; i < j; i++, j--) {
            unsigned char byte = bytes[i];
            bytes[i] = bytes[j];
            bytes[j] = byte;
        }
    Value result = bytes_new(thread, bytes, (size_t)length);
    memory_release(bytes);
    return result;
}

/* Of which bytes() would make so many zeros. */
static bool is_count(Thread *thread, Value value) {
    Type *type = type_of(thread->interpreter, value);
    return type->to_index && !type->iterate && value_is_absent(buffer_store(thread, value)) && !type->lend_memory &&
           value_is_absent(type_lookup(type, thread_builtins(thread)->name___bytes__));
}

NATIVE(int_method_from_bytes) {
    NATIVE_UNUSED;
    bool is_little;
    if (!parse_byte_order(thread, "from_bytes", arguments[2], &is_little)) return VALUE_ABSENT;
    int is_signed = value_truth(thread, arguments[3]);
    if (is_signed < 0) return VALUE_ABSENT;
    Value bytes_type = value_from_object(thread_builtins(thread)->type_bytes);
    const Type *given = type_of(thread->interpreter, arguments[1]);
    if (given->to_index && given->iterate && !given->lend_memory && value_is_absent(buffer_store(thread, arguments[1])) &&
        value_is_absent(type_lookup((Type *)(uintptr_t)given, thread_builtins(thread)->name___bytes__))) { /* no count here: its items */
        Value list = list_from_iterable(thread, arguments[1]);
        Value values[5] = {arguments[0], list, arguments[2], arguments[3], VALUE_ABSENT};
        Value result = value_is_absent(list) ? list : int_method_from_bytes(thread, native, values);
        value_release(list);
        return result;
    }
    Value owner = is_bytes(arguments[1]) ? value_retain(arguments[1])
                  : is_string(arguments[1]) || is_count(thread, arguments[1])
                      ? raise_type_error(thread, "cannot convert '%s' object to bytes", value_type_name(thread, arguments[1]))
                      : value_call_one(thread, bytes_type, arguments[1]);
    if (value_is_absent(owner)) return VALUE_ABSENT;
    const Bytes *bytes = (const Bytes *)owner.object;
    mpz_t number;
    mpz_init(number);
    mpz_import(number, bytes->length, is_little ? -1 : 1, 1, 0, 0, bytes->bytes);
    if (is_signed && bytes->length) {
        unsigned char top = (unsigned char)bytes->bytes[is_little ? bytes->length - 1 : 0];
        if (top & 0x80) {
            mpz_t modulus;
            mpz_init(modulus);
            mpz_setbit(modulus, bytes->length * 8);
            mpz_sub(number, number, modulus);
            mpz_clear(modulus);
        }
    }
    value_release(owner);
    Value result = int_from_mpz(thread, number);
    Type *type = (Type *)arguments[0].object;
    if (value_is_absent(result) || type->origin == &int_type_template) return result;
    Value instance = value_call_one(thread, arguments[0], result);
    value_release(result);
    return instance;
}

static Value int_get_plain(Thread *thread, Value self) { return int_plain(thread, self); }
static Value int_get_zero(Thread *thread, Value self) {
    (void)thread, (void)self;
    return value_from_int(0);
}
static Value int_get_one(Thread *thread, Value self) {
    (void)thread, (void)self;
    return value_from_int(1);
}

const NativeEntry int_methods[] = {
    {"bit_length", "($self, /)", "How many binary digits abs(self) has; 0 has none.", int_method_bit_length, NULL, 0},
    {"bit_count", "($self, /)", "How many bits of abs(self) are 1.",
     int_method_bit_count, NULL, 0},
    {"conjugate", "($self, /)", "An integer is its own conjugate.", int_method_plain, NULL, 0},
    {"as_integer_ratio", "($self, /)", "The pair (self, 1).",
     int_method_as_integer_ratio, NULL, 0},
    {"to_bytes", "($self, /, length=1, byteorder='big', *, signed=False)",
     "Write the integer as bytes.\n\n  length\n    How many bytes; a number that needs more is an "
     "OverflowError.\n  byteorder\n    'big' puts the highest byte first, 'little' puts it last.\n  signed\n    "
     "Whether two's complement is used; without it a negative number is an OverflowError.", int_method_to_bytes, NULL, 0},
    {"from_bytes", "($type, /, bytes, byteorder='big', *, signed=False)",
     "Read an integer from bytes.\n\n  bytes\n    Bytes, or whatever makes them: a buffer, an iterable of small "
     "integers.\n  byteorder\n    'big' when the highest byte comes first, 'little' when it comes last.\n  "
     "signed\n    Whether the bytes are in two's complement.", int_method_from_bytes, NULL, NATIVE_CLASS},
    {"__trunc__", "($self, /)", "An integer has nothing to cut off.", int_method_plain, NULL, 0},
    {"__floor__", "($self, /)", "An integer is its own floor.", int_method_plain, NULL, 0},
    {"__ceil__", "($self, /)", "An integer is its own ceiling.", int_method_plain, NULL, 0},
    {"__round__", "($self, ndigits=<unrepresentable>, /)", "Round to a power of ten; the result stays an integer.",
     int_method_round, NULL, 0},
    {"__getnewargs__", "($self, /)", NULL, int_method_getnewargs, NULL, 0},
    {"__sizeof__", "($self, /)", "How many bytes the number takes.", int_method_sizeof, NULL, 0},
    {0}};

const PropertyEntry int_properties[] = {
    {"real", int_get_plain, NULL, "the part that does not multiply 1j"},
    {"imag", int_get_zero, NULL, "the part that multiplies 1j"},
    {"numerator", int_get_plain, NULL, "what stands above the line when the number is a fraction"},
    {"denominator", int_get_one, NULL, "what stands below the line when the number is a fraction: 1"},
    {0}};

const Type int_type_template = {
    .name = "int",
    .documentation = "int([x]) -> integer\nint(x, base=10) -> integer\n\n"
                     "An integer of any size: from a number, whose decimals are cut off, or from text in the "
                     "base (2 to 36; 0 reads prefixes\nsuch as 0x). Without an argument it is 0.",
    .signature = "(x=0, /, base=10)",
    .flags = TYPE_BASE | TYPE_INT | TYPE_IMMUTABLE,
    .instance_size = sizeof(Int),
    .create = int_create,
    .destroy = int_destroy,
    .repr = int_repr,
    .format = int_format,
    .hash = int_hash_slot,
    .truth = int_truth,
    .compare = int_compare_slot,
    .to_int = int_plain,
    .to_float = int_to_float_slot,
    .to_index = int_plain,
#define X(name) .binary[BINARY_##name] = operator_##name,
    INT_OPERATORS(X)
#undef X
    .unary[UNARY_NEGATIVE] = int_negative,
    .unary[UNARY_POSITIVE] = int_plain,
    .unary[UNARY_INVERT] = int_invert,
    .unary[UNARY_ABSOLUTE] = int_absolute,
    .methods = int_methods,
    .properties = int_properties,
};

/* ---- bool ---- */

static Value bool_repr(Thread *thread, Value self) {
    return value_from_object(object_retain(string_intern(thread, self.integer ? "True" : "False")));
}

static Value bool_create(Thread *thread, Type *type, const Call *call) {
    (void)type;
    if (!call_without_keywords(thread, "bool", call)) return VALUE_ABSENT;
    if (call->positional_count > 1)
        return raise_type_error(thread, "bool expected at most 1 argument, got %zu", call->positional_count);
    if (call->positional_count == 0) return VALUE_FALSE;
    int truth = value_truth(thread, call->values[0]);
    return truth < 0 ? VALUE_ABSENT : value_from_bool(truth);
}

#define BOOL_OPERATORS(X) X(AND, &) X(OR, |) X(XOR, ^)
#define X(name, symbol)                                                        \
    static Value bool_operator_##name(Thread *thread, Value left, Value right) { \
        if (left.tag == TAG_BOOL && right.tag == TAG_BOOL)                     \
            return value_from_bool(left.integer symbol right.integer);         \
        return operator_##name(thread, left, right);                           \
    }
BOOL_OPERATORS(X)
#undef X

const Type bool_type_template = {
    .name = "bool",
    .documentation = "bool(x) -> bool\n\nWhether x counts as true. There are two objects of this type, True and "
                     "False; as numbers they are 1 and 0, and\n"
                     "no class can derive from it.",
    .signature = "(x=False, /)",
    .base = (Type *)&int_type_template,
    .flags = TYPE_INT | TYPE_IMMUTABLE,
    .instance_size = sizeof(Int),
    .create = bool_create,
    .repr = bool_repr,
#define X(name, symbol) .binary[BINARY_##name] = bool_operator_##name,
    BOOL_OPERATORS(X)
#undef X
};
