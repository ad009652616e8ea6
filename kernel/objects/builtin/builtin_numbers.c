/* abs, bin, chr, divmod, hash, hex, id, max, min, oct, ord, pow, round, sum. */
#include "kernel/objects/builtin/builtin_private.h"
#include "kernel/objects/text/bytes_private.h"
#include "kernel/objects/number/float.h"

#include "base/utf8.h"

#include <string.h>

NATIVE(builtin_abs) {
    NATIVE_UNUSED;
    return value_unary(thread, UNARY_ABSOLUTE, arguments[0]);
}

NATIVE(builtin_divmod) {
    NATIVE_UNUSED;
    return value_binary(thread, BINARY_DIVMOD, arguments[0], arguments[1]);
}

NATIVE(builtin_hash) {
    NATIVE_UNUSED;
    int64_t hash;
    return value_hash(thread, arguments[0], &hash) ? value_from_int(hash) : VALUE_ABSENT;
}

/* Unboxed values have no address: a number made of the tag and the bits stands for one. */
Value value_identity(Thread *thread, Value value) {
    if (value.tag == TAG_OBJECT) return int_from_uint64(thread, (uint64_t)(uintptr_t)value.object);
    uint64_t bits = (uint64_t)value.integer * 0x9E3779B97F4A7C15u;
    return value_from_int((int64_t)(bits >> 17 ^ (uint64_t)value.tag << 44) & 0xFFFFFFFFFFF0);
}

NATIVE(builtin_id) {
    NATIVE_UNUSED;
    return value_identity(thread, arguments[0]);
}

static Value with_prefix(Thread *thread, Value value, int base, char letter) {
    const Type *type = type_of(thread->interpreter, value);
    Value index = is_int(value) ? value_retain(value)
                  : type->to_index
                      ? type->to_index(thread, value)
                      : raise_type_error(thread, "'%s' object cannot be interpreted as an integer",
                                         value_type_name(thread, value));
    if (value_is_absent(index)) return VALUE_ABSENT;
    Value digits = int_to_text(thread, index, base);
    value_release(index);
    if (value_is_absent(digits)) return VALUE_ABSENT;
    const char *text = value_c_string(digits);
    Value result = string_format(thread, "%s0%c%s", *text == '-' ? "-" : "", letter, text + (*text == '-'));
    value_release(digits);
    return result;
}

NATIVE(builtin_bin) {
    NATIVE_UNUSED;
    return with_prefix(thread, arguments[0], 2, 'b');
}
NATIVE(builtin_oct) {
    NATIVE_UNUSED;
    return with_prefix(thread, arguments[0], 8, 'o');
}
NATIVE(builtin_hex) {
    NATIVE_UNUSED;
    return with_prefix(thread, arguments[0], 16, 'x');
}

NATIVE(builtin_chr) {
    NATIVE_UNUSED;
    int64_t code_point;
    if (!value_to_c_int(thread, arguments[0], &code_point)) return VALUE_ABSENT;
    if (code_point < 0 || code_point > 0x10FFFF) return raise_value_error(thread, "chr() arg not in range(0x110000)");
    return string_from_code_point(thread, (uint32_t)code_point);
}

NATIVE(builtin_ord) {
    NATIVE_UNUSED;
    Value value = arguments[0];
    const char *bytes;
    size_t length;
    if (is_string(value)) {
        length = value_string(value)->count;
        if (length == 1) return value_from_int(string_code_point(value_string(value), 0));
    } else if (is_bytes(value) || value_has_type(value, &bytearray_type_template)) {
        if (!value_buffer(thread, value, &bytes, &length)) return VALUE_ABSENT;
        if (length == 1) return value_from_int((unsigned char)*bytes);
    } else {
        return raise_type_error(thread, "ord() expected string of length 1, but %s found", value_type_name(thread, value));
    }
    return raise_type_error(thread, "ord() expected a character, but string of length %zu found", length);
}

NATIVE(builtin_pow) {
    NATIVE_UNUSED;
    return value_power(thread, arguments[0], arguments[1], arguments[2]);
}

NATIVE(builtin_round) {
    NATIVE_UNUSED;
    Value method;
    bool self_first;
    Builtins *builtins = thread_builtins(thread);
    if (!value_find_special(thread, arguments[0], builtins->name___round__, &method, &self_first)) {
        if (exception_is_set(thread)) return VALUE_ABSENT;
        return raise_type_error(thread, "type %s doesn't define __round__ method", value_type_name(thread, arguments[0]));
    }
    Value values[2] = {arguments[0], arguments[1]};
    size_t count = arguments[1].tag == TAG_NONE ? 1 : 2;
    Value result = self_first ? value_call_values(thread, method, values, count)
                              : value_call_values(thread, method, values + 1, count - 1);
    value_release(method);
    return result;
}

/* ---- sum: runs of ints and of floats are added without going through the operators ---- */

static bool sum_fast(Value *total, Value item) {
    int64_t integer;
    if (total->tag == TAG_INT && (item.tag == TAG_INT || item.tag == TAG_BOOL)) {
        if (!int_add_fast(total->integer, item.integer, &integer)) return false;
        total->integer = integer;
        return true;
    }
    if (total->tag == TAG_FLOAT) {
        double number = total->number;
        if (item.tag == TAG_FLOAT) number += item.number;
        else if (item.tag == TAG_INT || item.tag == TAG_BOOL) number += (double)item.integer;
        else return false;
        if (number != number) return false; /* a new nan is value_binary's */
        total->number = number;
        return true;
    }
    return false;
}

static bool sum_add(Thread *thread, Value *total, Value item) {
    if (sum_fast(total, item)) return true;
    Value next = value_binary(thread, BINARY_ADD, *total, item);
    if (value_is_absent(next)) return false;
    value_replace(total, next);
    return true;
}

static bool sum_items(Thread *thread, Value iterable, Value *total) {
    if (value_is_exact_list(iterable) || value_is_exact_tuple(iterable)) {
        for (size_t i = 0; i < sequence_fast_count(iterable); i++) {
            Value item = value_retain(sequence_fast_items(iterable)[i]);
            bool done = sum_add(thread, total, item);
            value_release(item);
            if (!done) return false;
        }
        return true;
    }
    Value iterator = value_iterate(thread, iterable);
    if (value_is_absent(iterator)) return false;
    bool failed = false;
    Value (*next)(Thread *, Value) = type_of(thread->interpreter, iterator)->next;
    while (!failed) {
        Value item = next ? next(thread, iterator) : value_advance(thread, iterator);
        if (value_is_absent(item)) {
            iteration_ended(thread);
            failed = exception_is_set(thread);
            break;
        }
        failed = !sum_add(thread, total, item) || !thread_poll(thread);
        value_release(item);
    }
    value_release(iterator);
    return !failed;
}

NATIVE(builtin_sum) {
    NATIVE_UNUSED;
    Value start = arguments[1];
    if (is_string(start) || is_bytes(start) || value_has_type(start, &bytearray_type_template)) {
        Value iterator = value_iterate(thread, arguments[0]); /* which is asked for first */
        if (value_is_absent(iterator)) return VALUE_ABSENT;
        value_release(iterator);
    }
    if (is_string(start)) return raise_type_error(thread, "sum() can't sum strings [use ''.join(seq) instead]");
    if (is_bytes(start)) return raise_type_error(thread, "sum() can't sum bytes [use b''.join(seq) instead]");
    if (value_has_type(start, &bytearray_type_template))
        return raise_type_error(thread, "sum() can't sum bytearray [use b''.join(seq) instead]");
    Value total = start.tag == TAG_FLOAT ? value_new_float(thread, start.number) : value_retain(start);
    if (sum_items(thread, arguments[0], &total)) return total;
    value_release(total);
    return VALUE_ABSENT;
}

/* ---- min and max ---- */

/* Of nothing but ints, or of floats; absent otherwise. */
static Value extreme_item(const Value *items, size_t count, bool largest) {
    if (!count || (items[0].tag != TAG_INT && items[0].tag != TAG_FLOAT)) return VALUE_ABSENT;
    Value best = items[0];
    for (size_t i = 1; i < count; i++) {
        if (items[i].tag != best.tag) return VALUE_ABSENT;
        bool better = best.tag == TAG_INT ? (largest ? items[i].integer > best.integer : items[i].integer < best.integer)
                                          : (largest ? items[i].number > best.number : items[i].number < best.number);
        if (better) best = items[i];
    }
    return best;
}

/* Likewise of a list or tuple. */
static Value extreme_number(Value source, bool largest) {
    if (!value_is_exact_list(source) && !value_is_exact_tuple(source)) return VALUE_ABSENT;
    return extreme_item(sequence_fast_items(source), sequence_fast_count(source), largest);
}

static Value extreme(Thread *thread, const char *name, const Value *arguments, Comparison comparison) {
    const Tuple *positional = value_tuple(arguments[0]);
    Value key = arguments[1], missing = arguments[2], source, best = VALUE_ABSENT, best_key = VALUE_ABSENT;
    if (positional->count == 0) return raise_type_error(thread, "%s expected at least 1 argument, got 0", name);
    if (positional->count > 1) {
        if (!value_is_absent(missing))
            return raise_type_error(thread, "Cannot specify a default for %s() with multiple positional arguments", name);
        source = arguments[0];
    } else {
        source = positional->items[0];
    }
    if (key.tag == TAG_NONE) {
        Value number = extreme_number(source, comparison == COMPARE_GT);
        if (!value_is_absent(number)) return number;
    }
    Value iterator = value_iterate(thread, source);
    if (value_is_absent(iterator)) return VALUE_ABSENT;
    bool failed = false;
    while (!failed) {
        Value item = value_next(thread, iterator);
        if (value_is_absent(item)) {
            failed = exception_is_set(thread);
            break;
        }
        Value item_key = key.tag == TAG_NONE ? value_retain(item) : value_call_one(thread, key, item);
        int better = value_is_absent(item_key) ? -1
                     : value_is_absent(best)   ? 1
                                               : value_compare_truth(thread, item_key, best_key, comparison);
        if (better > 0) {
            value_replace(&best, item);
            value_replace(&best_key, item_key);
        } else {
            value_release(item);
            value_release(item_key);
            failed = better < 0;
        }
        failed = failed || !thread_poll(thread);
    }
    value_release(iterator);
    value_release(best_key);
    if (failed) {
        value_release(best);
        return VALUE_ABSENT;
    }
    if (!value_is_absent(best)) return best;
    if (!value_is_absent(missing)) return value_retain(missing);
    return raise_value_error(thread, "%s() arg is an empty sequence", name);
}

NATIVE(builtin_max) {
    NATIVE_UNUSED;
    return extreme(thread, "max", arguments, COMPARE_GT);
}
NATIVE(builtin_min) {
    NATIVE_UNUSED;
    return extreme(thread, "min", arguments, COMPARE_LT);
}

/* min(a, b) of two ints or two floats. */
static Value max_quickly(Thread *thread, const Native *native, const Call *call) {
    (void)thread, (void)native;
    return call->positional_count > 1 ? extreme_item(call->values, call->positional_count, true) : VALUE_ABSENT;
}
static Value min_quickly(Thread *thread, const Native *native, const Call *call) {
    (void)thread, (void)native;
    return call->positional_count > 1 ? extreme_item(call->values, call->positional_count, false) : VALUE_ABSENT;
}

const NativeEntry builtin_number_functions[] = {
    {"abs", "(x, /)", "The distance of a number from zero.", builtin_abs, NULL, 0},
    {"bin", "(number, /)",
     "An integer in base two, as text.\n\n   >>> bin(10)\n   '0b1010'", builtin_bin, NULL, 0},
    {"chr", "(i, /)", "The character with this code point, from 0 up to 0x10ffff.", builtin_chr, NULL, 0},
    {"divmod", "(x, y, /)", "Quotient and remainder at once: (x//y, x%y).", builtin_divmod, NULL, 0},
    {"hash", "(obj, /)",
     "The number by which sets and dicts find the object. What is equal has the same hash.",
     builtin_hash, NULL, 0},
    {"hex", "(number, /)",
     "An integer in base sixteen, as text.\n\n   >>> hex(255)\n   '0xff'", builtin_hex, NULL, 0},
    {"id", "(obj, /)",
     "A number that no other living object has.", builtin_id,
     NULL, 0},
    {"max", "(*args, key=None, default=<unrepresentable>)",
     "max(iterable, *[, default=obj, key=func]) -> value\n"
     "max(arg1, arg2, *args, *[, key=func]) -> value\n\n"
     "The largest element of an iterable, or of several arguments. key gives what is compared; default is the "
     "answer for an empty\niterable.",
     builtin_max, (void *)(uintptr_t)max_quickly, NATIVE_QUICK},
    {"min", "(*args, key=None, default=<unrepresentable>)",
     "min(iterable, *[, default=obj, key=func]) -> value\n"
     "min(arg1, arg2, *args, *[, key=func]) -> value\n\n"
     "The smallest element of an iterable, or of several arguments. key gives what is compared; default is the "
     "answer for an empty\niterable.",
     builtin_min, (void *)(uintptr_t)min_quickly, NATIVE_QUICK},
    {"oct", "(number, /)", "An integer in base eight, as text.\n\n   >>> oct(8)\n   '0o10'", builtin_oct,
     NULL, 0},
    {"ord", "(c, /)", "The code point of a character.", builtin_ord, NULL, 0},
    {"pow", "(base, exp, mod=None)",
     "base to the power of exp; with mod, the remainder of that, found without the large number in between.",
     builtin_pow, NULL, 0},
    {"round", "(number, ndigits=None)",
     "The nearest number with ndigits decimals, the even one of two that are as near.\n\n"
     "Without ndigits the result is an integer; a negative one rounds to tens, hundreds and so on.",
     builtin_round, NULL, 0},
    {"sum", "(iterable, /, start=0)",
     "All elements added up, from start on.\n\n"
     "Meant for numbers; to put strings in a row, ''.join() is the way.",
     builtin_sum, NULL, 0},
    {0}};
