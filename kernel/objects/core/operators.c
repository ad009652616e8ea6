/* Operators over any values: + - * ..., their in-place forms, comparisons, hash and truth.
 *
 * A binary operator asks the left operand's slot, then the right one's (first, when the right one's class is derived
 * from the left one's and has a slot of its own); NotImplemented means "not mine". */
#include "kernel/objects/container/containers.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/objects_state.h"

#include <string.h>

static const char *const binary_symbols[] = {
#define X(name, dunder, reflected, in_place, symbol) symbol,
    BINARY_OPERATORS(X)
#undef X
};
static const char *const in_place_symbols[] = {"+=", "-=", "*=", "@=", "/=", "//=", "%=", "**=", "<<=", ">>=", "&=", "^=", "|=", "divmod()"};
static const char *const unary_symbols[] = {
#define X(name, dunder, symbol) symbol,
    UNARY_OPERATORS(X)
#undef X
};
static const char *const comparison_symbols[] = {"<", "<=", "==", "!=", ">", ">="};

static inline bool is_not_implemented(Value value) { return value.tag == TAG_NOT_IMPLEMENTED; }

/* Sequences say what they miss in their own words. */
static bool is_sequence(const Type *type) {
    return type->flags & (TYPE_STRING | TYPE_BYTES | TYPE_LIST | TYPE_TUPLE) || type_has_origin(type, &bytearray_type_template);
}

bool raise_sequence_operands(Thread *thread, BinaryOperator operator, Type *left, Type *right, bool in_place) {
    if (operator== BINARY_ADD && is_sequence(left)) {
        if (left->flags & TYPE_BYTES || type_has_origin(left, &bytearray_type_template))
            raise_type_error(thread, "can't concat %s to %s", right->name, left->name);
        else if (left->flags & TYPE_LIST && in_place)
            return false;
        else {
            const char *kind = left->flags & TYPE_STRING ? "str" : left->flags & TYPE_LIST ? "list" : "tuple";
            raise_type_error(thread, "can only concatenate %s (not \"%s\") to %s", kind, right->name, kind);
        }
        return true;
    }
    /* *= asks the right side for its repetition only when the left one is no container at all. */
    bool right_counts = is_sequence(right) && !(in_place && left->length);
    if (operator== BINARY_MULTIPLY && (is_sequence(left) || right_counts)) {
        raise_type_error(thread, "can't multiply sequence by non-int of type '%s'",
                         is_sequence(left) ? right->name : left->name);
        return true;
    }
    return false;
}

static Value raise_operands(Thread *thread, BinaryOperator operator, Value left, Value right, bool in_place) {
    Type *left_type = type_of(thread->interpreter, left), *right_type = type_of(thread->interpreter, right);
    if (raise_sequence_operands(thread, operator, left_type, right_type, in_place)) return VALUE_ABSENT;
    const char *symbol = in_place ? in_place_symbols[operator] : binary_symbols[operator];
    bool is_print = left_type->origin == &native_type_template && strcmp(((Native *)left.object)->entry->name, "print") == 0;
    if (operator== BINARY_RIGHT_SHIFT && is_print)
        return raise_type_error(thread,
                                "unsupported operand type(s) for %s: '%s' and '%s'. Did you mean \"print(<message>, "
                                "file=<output_stream>)\"?",
                                symbol, left_type->name, right_type->name);
    return raise_type_error(thread, "unsupported operand type(s) for %s: '%s' and '%s'", symbol, left_type->name,
                            right_type->name);
}

/* A slot looks at both sides, so that the same function is asked once. */
static Value binary_by_slots(Thread *thread, BinaryOperator operator, Value left, Value right) {
    Type *left_type = type_of(thread->interpreter, left), *right_type = type_of(thread->interpreter, right);
    BinarySlot *left_slot = left_type->binary[operator];
    BinarySlot *right_slot = left_type == right_type ? NULL : right_type->binary[operator];
    if (right_slot == left_slot) right_slot = NULL;
    if (left_slot) {
        if (right_slot && type_is_subtype(right_type, left_type)) {
            Value result = right_slot(thread, left, right);
            if (!is_not_implemented(result)) return result;
            right_slot = NULL;
        }
        Value result = left_slot(thread, left, right);
        if (!is_not_implemented(result)) return result;
    }
    return right_slot ? right_slot(thread, left, right) : VALUE_NOT_IMPLEMENTED;
}

/* Two unboxed ints or floats: absent when it is another case (or overflows). */
static inline Value binary_fast(Thread *thread, BinaryOperator operator, Value left, Value right) {
    if (left.tag == TAG_INT && right.tag == TAG_INT) {
        int64_t result;
        switch (operator) {
        case BINARY_ADD: return int_add_fast(left.integer, right.integer, &result) ? value_from_int(result) : VALUE_ABSENT;
        case BINARY_SUBTRACT:
            return int_subtract_fast(left.integer, right.integer, &result) ? value_from_int(result) : VALUE_ABSENT;
        case BINARY_MULTIPLY:
            return int_multiply_fast(left.integer, right.integer, &result) ? value_from_int(result) : VALUE_ABSENT;
        default: return VALUE_ABSENT;
        }
    }
    if (left.tag == TAG_FLOAT && right.tag == TAG_FLOAT) {
        switch (operator) {
        case BINARY_ADD: return value_new_float(thread, left.number + right.number);
        case BINARY_SUBTRACT: return value_new_float(thread, left.number - right.number);
        case BINARY_MULTIPLY: return value_new_float(thread, left.number * right.number);
        default: return VALUE_ABSENT;
        }
    }
    return VALUE_ABSENT;
}

/* A sequence repeats itself, or is joined, only when what stands beside it, which may be an array, does not multiply or add. */
static Value before_sequence(Thread *thread, BinaryOperator operator, Value left, Value right) {
    if ((operator!= BINARY_MULTIPLY && operator!= BINARY_ADD) || left.tag != TAG_OBJECT || right.tag != TAG_OBJECT) return VALUE_NOT_IMPLEMENTED;
    const Type *left_type = left.object->type, *right_type = right.object->type;
    if (left_type->flags & TYPE_HEAP || !is_sequence(left_type) || is_sequence(right_type) || !right_type->binary[operator])
        return VALUE_NOT_IMPLEMENTED;
    return right_type->binary[operator](thread, left, right);
}

Value value_binary(Thread *thread, BinaryOperator operator, Value left, Value right) {
    Value fast = binary_fast(thread, operator, left, right);
    if (!value_is_absent(fast)) return fast;
    if (!thread_may_nest(thread)) return VALUE_ABSENT;
    Value result = before_sequence(thread, operator, left, right);
    if (is_not_implemented(result)) result = binary_by_slots(thread, operator, left, right);
    return is_not_implemented(result) ? raise_operands(thread, operator, left, right, false) : result;
}

Value value_in_place(Thread *thread, BinaryOperator operator, Value left, Value right) {
    Value result = binary_fast(thread, operator, left, right);
    if (!value_is_absent(result)) return result;
    if (!thread_may_nest(thread)) return VALUE_ABSENT;
    BinarySlot *slot = type_of(thread->interpreter, left)->in_place[operator];
    result = before_sequence(thread, operator, left, right);
    if (!is_not_implemented(result)) return result;
    if (slot) {
        result = slot(thread, left, right);
        if (!is_not_implemented(result)) return result;
    }
    result = binary_by_slots(thread, operator, left, right);
    return is_not_implemented(result) ? raise_operands(thread, operator, left, right, true) : result;
}

Value value_unary(Thread *thread, UnaryOperator operator, Value value) {
    if (value.tag == TAG_FLOAT && operator== UNARY_NEGATIVE) return value_new_float(thread, -value.number);
    Type *type = type_of(thread->interpreter, value);
    if (!thread_may_nest(thread)) return VALUE_ABSENT;
    if (type->unary[operator]) return type->unary[operator](thread, value);
    return raise_type_error(thread, "bad operand type for %s%s: '%s'", operator== UNARY_ABSOLUTE ? "" : "unary ",
                            unary_symbols[operator], type->name);
}

/* pow(base, exponent, modulus): only ints know it, and classes whose __pow__ takes three arguments. */
Value value_power(Thread *thread, Value base, Value exponent, Value modulus) {
    if (value_is_none(modulus) || value_is_absent(modulus)) return value_binary(thread, BINARY_POWER, base, exponent);
    Value method;
    bool self_first;
    Type *type = type_of(thread->interpreter, base);
    if (type->flags & TYPE_HEAP && value_find_special(thread, base, string_intern(thread, "__pow__"), &method, &self_first)) {
        Value values[2] = {exponent, modulus};
        Call call = {.values = values, .positional_count = 2};
        Value result = self_first ? value_call_with_self(thread, method, base, &call) : value_call(thread, method, &call);
        value_release(method);
        if (value_is_absent(result) || !is_not_implemented(result)) return result;
    }
    if (exception_is_set(thread)) return VALUE_ABSENT;
    if (value_is_int(base) && value_is_int(exponent) && value_is_int(modulus))
        return int_power_modulus(thread, base, exponent, modulus);
    const Value operands[3] = {base, exponent, modulus};
    for (size_t i = 0; i < 3; i++) {
        if (value_is_complex(operands[i])) return raise_value_error(thread, "complex modulo");
        if (value_is_float(operands[i]))
            return raise_type_error(thread, "pow() 3rd argument not allowed unless all arguments are integers");
    }
    return raise_type_error(thread, "unsupported operand type(s) for ** or pow(): '%s', '%s', '%s'", type->name,
                            value_type_name(thread, exponent), value_type_name(thread, modulus));
}

/* ---- comparisons ---- */
static inline Value compare_fast(Value left, Value right, Comparison comparison) {
#define COMPARE(a, b)                                              \
    switch (comparison) {                                          \
    case COMPARE_LT: return value_from_bool((a) < (b));            \
    case COMPARE_LE: return value_from_bool((a) <= (b));           \
    case COMPARE_EQ: return value_from_bool((a) == (b));           \
    case COMPARE_NE: return value_from_bool((a) != (b));           \
    case COMPARE_GT: return value_from_bool((a) > (b));            \
    case COMPARE_GE: return value_from_bool((a) >= (b));           \
    }
    if (left.tag == TAG_INT && right.tag == TAG_INT) COMPARE(left.integer, right.integer)
    if (left.tag == TAG_FLOAT && right.tag == TAG_FLOAT) COMPARE(left.number, right.number)
#undef COMPARE
    return VALUE_ABSENT;
}

static const Comparison swapped[] = {COMPARE_GT, COMPARE_GE, COMPARE_EQ, COMPARE_NE, COMPARE_LT, COMPARE_LE};

static Value compare_by_slots(Thread *thread, Value left, Value right, Comparison comparison) {
    Type *left_type = type_of(thread->interpreter, left), *right_type = type_of(thread->interpreter, right);
    bool right_asked = false;
    if (left_type != right_type && right_type->compare && type_is_subtype(right_type, left_type)) {
        right_asked = true;
        Value result = right_type->compare(thread, right, left, swapped[comparison]);
        if (!is_not_implemented(result)) return result;
    }
    if (left_type->compare) {
        Value result = left_type->compare(thread, left, right, comparison);
        if (!is_not_implemented(result)) return result;
    }
    if (!right_asked && right_type->compare) {
        Value result = right_type->compare(thread, right, left, swapped[comparison]);
        if (!is_not_implemented(result)) return result;
    }
    if (comparison == COMPARE_EQ) return value_from_bool(value_is(left, right));
    if (comparison == COMPARE_NE) return value_from_bool(!value_is(left, right));
    return raise_type_error(thread, "'%s' not supported between instances of '%s' and '%s'", comparison_symbols[comparison],
                            left_type->name, right_type->name);
}

Value value_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    Value fast = compare_fast(left, right, comparison);
    if (!value_is_absent(fast)) return fast;
    if (!thread_enter(thread, " in comparison")) return VALUE_ABSENT;
    Value result = compare_by_slots(thread, left, right, comparison);
    thread_leave(thread);
    return result;
}

int value_compare_truth(Thread *thread, Value left, Value right, Comparison comparison) {
    if (value_is(left, right) && left.tag != TAG_FLOAT) {
        if (comparison == COMPARE_EQ) return 1;
        if (comparison == COMPARE_NE) return 0;
    }
    Value result = value_compare(thread, left, right, comparison);
    if (value_is_absent(result)) return -1;
    if (result.tag == TAG_BOOL) return (int)result.integer;
    int truth = value_truth(thread, result);
    value_release(result);
    return truth;
}

int value_equal(Thread *thread, Value left, Value right) {
    if (value_is(left, right)) return 1;
    return value_compare_truth(thread, left, right, COMPARE_EQ);
}

/* ---- truth and hash ---- */
int value_truth(Thread *thread, Value value) {
    switch ((ValueTag)value.tag) {
    case TAG_NONE: return 0;
    case TAG_BOOL:
    case TAG_INT: return value.integer != 0;
    case TAG_FLOAT: return value.number != 0;
    case TAG_ELLIPSIS: return 1;
    default: break;
    }
    Type *type = type_of(thread->interpreter, value);
    if (!thread_may_nest(thread)) return -1;
    if (type->truth) return type->truth(thread, value);
    if (type->length) {
        int64_t length = type->length(thread, value);
        return length < 0 ? -1 : length > 0;
    }
    return 1;
}

bool value_hash(Thread *thread, Value value, int64_t *hash) {
    if (value.tag == TAG_INT) {
        /* As CPython: the integer modulo 2^61 - 1, -1 is -2. */
        int64_t modulus = (INT64_C(1) << 61) - 1;
        *hash = value.integer >= 0 && value.integer < modulus ? value.integer : value.integer % modulus;
        if (*hash == -1) *hash = -2;
        return true;
    }
    Type *type = type_of(thread->interpreter, value);
    if (!thread_may_nest(thread)) return false; /* a tuple of a tuple of ... */
    if (type->hash) return type->hash(thread, value, hash);
    raise_type_error(thread, "unhashable type: '%s'", value_type_name(thread, value));
    return false;
}
