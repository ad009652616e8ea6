/* The VM's fast paths: copies of values, arithmetic and comparisons of ints and floats. Part of vm.c. */
#ifndef KERNEL_LANGUAGE_VM_FAST_H
#define KERNEL_LANGUAGE_VM_FAST_H

#include "kernel/language/run/vm.h"

#include "base/utf8.h"

#include <math.h>
#include <string.h>

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

static inline void put(Value *to, Value from) {
    to->tag = from.tag;
    to->integer = from.integer;
}
static inline void put_retained(Value *to, Value from) {
    Value old = *to;
    if (from.tag == TAG_OBJECT) from.object->references++;
    put(to, from);
    value_release(old);
}
static inline void put_owned(Value *to, Value from) {
    Value old = *to;
    put(to, from);
    value_release(old);
}
static inline void put_int(Value *to, int64_t integer) {
    if (UNLIKELY(to->tag == TAG_OBJECT)) {
        Value old = *to;
        to->tag = TAG_INT;
        to->integer = integer;
        value_release(old);
        return;
    }
    to->tag = TAG_INT;
    to->integer = integer;
}
static inline void put_float(Value *to, double number) {
    if (UNLIKELY(to->tag == TAG_OBJECT)) {
        Value old = *to;
        to->tag = TAG_FLOAT;
        to->number = number;
        value_release(old);
        return;
    }
    to->tag = TAG_FLOAT;
    to->number = number;
}
static inline void put_bool(Value *to, bool truth) {
    Value old = *to;
    to->tag = TAG_BOOL;
    to->integer = truth;
    value_release(old);
}
/* Take a temporary's value away. */
static inline Value take(Value *from) {
    Value value = *from;
    from->tag = TAG_ABSENT;
    return value;
}
static inline void drop(Value *place) {
    if (place->tag == TAG_OBJECT) {
        Object *object = place->object;
        place->tag = TAG_ABSENT;
        if (--object->references == 0) object_destroy(object);
    }
}

static inline bool is_number(Value value) { return value.tag == TAG_INT || value.tag == TAG_FLOAT; }
static inline double as_double(Value value) { return value.tag == TAG_INT ? (double)value.integer : value.number; }
static inline bool is_exact_integer_double(Value value) { /* converts to double without loss */
    return value.tag == TAG_FLOAT || (value.integer <= (INT64_C(1) << 53) && value.integer >= -(INT64_C(1) << 53));
}

static inline bool compare_ints(Comparison comparison, int64_t left, int64_t right) {
    switch (comparison) {
    case COMPARE_LT: return left < right;
    case COMPARE_LE: return left <= right;
    case COMPARE_EQ: return left == right;
    case COMPARE_NE: return left != right;
    case COMPARE_GT: return left > right;
    default: return left >= right;
    }
}
static inline bool compare_doubles(Comparison comparison, double left, double right) {
    switch (comparison) {
    case COMPARE_LT: return left < right;
    case COMPARE_LE: return left <= right;
    case COMPARE_EQ: return left == right;
    case COMPARE_NE: return left != right;
    case COMPARE_GT: return left > right;
    default: return left >= right;
    }
}

static inline bool compare_strings(Comparison comparison, const String *left, const String *right) {
    if (comparison == COMPARE_EQ || comparison == COMPARE_NE) {
        bool equal = left == right || (left->length == right->length && left->bytes[0] == right->bytes[0] &&
                                       !memcmp(left->bytes, right->bytes, left->length));
        return equal == (comparison == COMPARE_EQ);
    }
    int order = (unsigned char)left->bytes[0] - (unsigned char)right->bytes[0]; /* there is always the NUL at the end */
    if (order == 0) order = string_compare(left, right);
    return compare_ints(comparison, order, 0);
}

/* Truth of a comparison for a jump: 1, 0, -1. */
static int compare_slow(Thread *thread, Value left, Value right, Comparison comparison) {
    if (is_number(left) && is_number(right) && is_exact_integer_double(left) && is_exact_integer_double(right))
        return compare_doubles(comparison, as_double(left), as_double(right));
    const Type *string_type = thread_builtins(thread)->type_string;
    int truth;
    if (thread_builtins(thread)->type_scalar_float && vm_compare_scalars(thread, left, right, comparison, &truth)) return truth;
    if (left.tag == TAG_OBJECT && right.tag == TAG_OBJECT && left.object->type == string_type && right.object->type == string_type)
        return compare_strings(comparison, (const String *)left.object, (const String *)right.object);
    Value result = value_compare(thread, left, right, comparison);
    if (result.tag == TAG_BOOL) return (int)result.integer;
    if (value_is_absent(result)) return -1;
    truth = value_truth(thread, result);
    value_release(result);
    return truth;
}

/* The character of `text` at a byte offset, which moves on behind it; owned. */
static inline Value string_character_at(Thread *thread, const String *text, int64_t *offset) {
    unsigned char byte = (unsigned char)text->bytes[*offset];
    if (LIKELY(byte < 0x80)) {
        String *shared = thread_builtins(thread)->characters[byte];
        ++*offset;
        if (UNLIKELY(!shared)) return string_from_code_point(thread, byte);
        shared->object.references++;
        return (Value){.tag = TAG_OBJECT, .object = &shared->object};
    }
    size_t size;
    uint32_t code_point = utf8_decode(text->bytes + *offset, text->length - (size_t)*offset, &size);
    *offset += (int64_t)size;
    return string_from_code_point(thread, code_point);
}

/* text[index] of an ASCII str; borrowed, absent: the slow way. */
static inline Value string_item(const Builtins *builtins, const String *text, int64_t index) {
    uint64_t at = (uint64_t)(index < 0 ? index + (int64_t)text->length : index);
    if (!text->is_ascii || at >= text->length) return VALUE_ABSENT;
    String *shared = builtins->characters[(unsigned char)text->bytes[at]];
    return shared ? (Value){.tag = TAG_OBJECT, .object = &shared->object} : VALUE_ABSENT;
}

/* item in container: 1, 0, -1. */
static inline int contains_fast(Thread *thread, const Builtins *builtins, Value container, Value item) {
    if (LIKELY(container.tag == TAG_OBJECT)) {
        Type *type = container.object->type;
        Value value;
        if (type == builtins->type_dict) return dict_lookup(thread, (Dict *)container.object, item, &value);
        if (type == builtins->type_string && item.tag == TAG_OBJECT && item.object->type == type) {
            const String *text = (const String *)container.object, *part = (const String *)item.object;
            if (part->length == 1) return text->length && memchr(text->bytes, part->bytes[0], text->length) != NULL;
        }
        if (type == builtins->type_set && (item.tag != TAG_OBJECT || item.object->type == builtins->type_string))
            return set_contains(thread, container, item);
    }
    return value_contains(thread, container, item);
}

static inline int truth_fast(Thread *thread, Value value) {
    switch (value.tag) {
    case TAG_BOOL: case TAG_INT: return value.integer != 0;
    case TAG_NONE: return 0;
    case TAG_FLOAT: return value.number != 0.0;
    default: return value_truth(thread, value);
    }
}

/* A nan is left to the slow path, which gives it an identity. */
static inline bool put_result(Value *to, double number) {
    if (UNLIKELY(__builtin_isnan(number))) return false;
    put_float(to, number);
    return true;
}

static inline bool two_doubles(Value left, Value right, double *a, double *b) {
    if (LIKELY(left.tag == TAG_FLOAT && right.tag == TAG_FLOAT)) {
        *a = left.number, *b = right.number;
        return true;
    }
    if (!is_number(left) || !is_number(right)) return false;
    *a = as_double(left), *b = as_double(right);
    return true;
}

/* Arithmetic whose fast path is the same for ints (with a test for overflow) and floats. Results: 1 done, 0 slow. */
static inline bool fast_add(Value left, Value right, Value *to) {
    int64_t integer;
    if (left.tag == TAG_INT && right.tag == TAG_INT) {
        if (UNLIKELY(__builtin_add_overflow(left.integer, right.integer, &integer))) return false;
        put_int(to, integer);
        return true;
    }
    double a, b;
    return two_doubles(left, right, &a, &b) && put_result(to, a + b);
}
static inline bool fast_subtract(Value left, Value right, Value *to) {
    int64_t integer;
    if (left.tag == TAG_INT && right.tag == TAG_INT) {
        if (UNLIKELY(__builtin_sub_overflow(left.integer, right.integer, &integer))) return false;
        put_int(to, integer);
        return true;
    }
    double a, b;
    return two_doubles(left, right, &a, &b) && put_result(to, a - b);
}
static inline bool fast_multiply(Value left, Value right, Value *to) {
    int64_t integer;
    if (left.tag == TAG_INT && right.tag == TAG_INT) {
        if (UNLIKELY(__builtin_mul_overflow(left.integer, right.integer, &integer))) return false;
        put_int(to, integer);
        return true;
    }
    double a, b;
    return two_doubles(left, right, &a, &b) && put_result(to, a * b);
}
static inline bool fast_true_divide(Value left, Value right, Value *to) {
    if (!is_number(left) || !is_number(right) || !is_exact_integer_double(left) || !is_exact_integer_double(right)) return false;
    double divisor = as_double(right);
    if (divisor == 0.0) return false;
    return put_result(to, as_double(left) / divisor);
}
static inline bool fast_floor_divide(Value left, Value right, Value *to) {
    if (left.tag != TAG_INT || right.tag != TAG_INT || right.integer == 0 || right.integer == -1) return false;
    put_int(to, int_floor_divide_fast(left.integer, right.integer));
    return true;
}
static inline bool fast_remainder(Value left, Value right, Value *to) {
    if (left.tag != TAG_INT || right.tag != TAG_INT || right.integer == 0 || right.integer == -1) return false;
    put_int(to, int_remainder_fast(left.integer, right.integer));
    return true;
}
static inline bool fast_power(Value left, Value right, Value *to) {
    if (right.tag != TAG_INT || right.integer != 2) return false;
    return fast_multiply(left, left, to) && (to->tag != TAG_FLOAT || isfinite(to->number) || !isfinite(left.number));
}
static inline bool fast_left_shift(Value left, Value right, Value *to) {
    if (left.tag != TAG_INT || right.tag != TAG_INT || (uint64_t)right.integer > 62) return false;
    int64_t shifted = (int64_t)((uint64_t)left.integer << right.integer);
    if (shifted >> right.integer != left.integer) return false;
    put_int(to, shifted);
    return true;
}
static inline bool fast_right_shift(Value left, Value right, Value *to) {
    if (left.tag != TAG_INT || right.tag != TAG_INT || right.integer < 0) return false;
    put_int(to, left.integer >> (right.integer > 63 ? 63 : right.integer));
    return true;
}
#define FAST_BITS(name, operator)                                                       \
    static inline bool name(Value left, Value right, Value *to) {                       \
        if (left.tag == TAG_INT && right.tag == TAG_INT) {                              \
            put_int(to, left.integer operator right.integer);                           \
            return true;                                                                \
        }                                                                               \
        return false;                                                                   \
    }
FAST_BITS(fast_and, &)
FAST_BITS(fast_xor, ^)
FAST_BITS(fast_or, |)
static inline bool fast_matrix_multiply(Value left, Value right, Value *to) {
    (void)left, (void)right, (void)to;
    return false;
}

#endif
