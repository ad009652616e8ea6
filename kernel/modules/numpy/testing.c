/* numpy.testing (and cupy.testing): assertions over arrays, with NumPy's account of what differs. */
#include "kernel/modules/numpy/modules.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Messages ---- */

/* Header, message, then both values; a long repr keeps its first lines. */
static void append_value(Thread *thread, TextBuffer *text, const char *name, Value value) {
    Value repr = value_repr(thread, value);
    if (value_is_absent(repr)) {
        exception_clear(thread);
        return;
    }
    const char *words = value_c_string(repr), *end = words;
    int lines = 0;
    while (*end && lines < 3)
        if (*end++ == '\n') lines++;
    bool is_cut = lines == 3 && strchr(end, '\n');
    text_append_format(text, "\n %s: ", name);
    if (is_cut) {
        text_append_bytes(text, words, (size_t)(end - words));
        text_append(text, "...");
    } else {
        text_append(text, words);
    }
    value_release(repr);
}

static Value raise_assertion(Thread *thread, const char *header, const char *message, Value actual, Value desired,
                             bool is_order) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "\n%s", header);
    if (*message)
        text_append_format(&text, !strchr(message, '\n') && strlen(message) < 79 - strlen(header) ? " %s" : "\n%s", message);
    append_value(thread, &text, is_order ? "x" : "ACTUAL", actual);
    append_value(thread, &text, is_order ? "y" : "DESIRED", desired);
    raise_format(thread, thread_builtins(thread)->exception_AssertionError, "%s", text_string(&text));
    text_release(&text);
    return VALUE_ABSENT;
}

/* ---- Comparison ---- */

typedef struct ArrayTest {
    enum { TEST_EQUAL, TEST_CLOSE, TEST_ALMOST, TEST_LESS } kind;
    double relative, absolute; /* TEST_CLOSE; TEST_ALMOST: absolute is the bound */
    bool equal_nan;
    const char *header, *message;
} ArrayTest;

typedef struct ArrayPair {
    Array *actual, *desired;                 /* on the host */
    Array *actual_numbers, *desired_numbers; /* complex128, contiguous */
    int64_t size, actual_step, desired_step; /* step 0: a 0-d array stands for all */
} ArrayPair;

static Complex128 number_at(const Array *numbers, int64_t index) { return ((const Complex128 *)array_data(numbers))[index]; }
static bool is_nan(Complex128 number) { return isnan(number.real) || isnan(number.imaginary); }
static bool is_infinite(Complex128 number) { return isinf(number.real) || isinf(number.imaginary); }
static double size_of(Complex128 number) { return number.imaginary == 0 ? fabs(number.real) : hypot(number.real, number.imaginary); }
static double difference(Complex128 a, Complex128 b) {
    return size_of((Complex128){a.real - b.real, a.imaginary - b.imaginary});
}

static void pair_release(ArrayPair *pair) {
    array_release(pair->actual);
    array_release(pair->desired);
    array_release(pair->actual_numbers);
    array_release(pair->desired_numbers);
}

static bool pair_make(Thread *thread, Value actual, Value desired, ArrayPair *pair) {
    Error error = ERROR_NONE;
    *pair = (ArrayPair){0};
    pair->actual = array_from_value_any(thread, actual, NULL);
    pair->desired = pair->actual ? array_from_value_any(thread, desired, NULL) : NULL;
    if (!pair->desired) return false;
    pair->actual_numbers = array_contiguous(pair->actual, DTYPE(COMPLEX128), &error);
    pair->desired_numbers = pair->actual_numbers ? array_contiguous(pair->desired, DTYPE(COMPLEX128), &error) : NULL;
    if (!pair->desired_numbers) {
        raise_array_error(thread, &error);
        return false;
    }
    pair->actual_step = pair->actual->dimensions > 0;
    pair->desired_step = pair->desired->dimensions > 0;
    int64_t actual_size = array_size(pair->actual), desired_size = array_size(pair->desired);
    pair->size = pair->actual_step ? actual_size : desired_size;
    return true;
}

static bool shapes_fit(const ArrayPair *pair) {
    if (!pair->actual_step || !pair->desired_step) return true;
    return pair->actual->dimensions == pair->desired->dimensions &&
           !memcmp(pair->actual->shape, pair->desired->shape, (size_t)pair->actual->dimensions * sizeof(int64_t));
}

static void pair_at(const ArrayPair *pair, int64_t index, Complex128 *actual, Complex128 *desired) {
    *actual = number_at(pair->actual_numbers, index * pair->actual_step);
    *desired = number_at(pair->desired_numbers, index * pair->desired_step);
}

/* Does this pair of numbers violate the test? NaN and infinities in equal places have been dealt with. */
static bool violates(const ArrayTest *test, Complex128 actual, Complex128 desired) {
    switch (test->kind) {
    case TEST_EQUAL: return actual.real != desired.real || actual.imaginary != desired.imaginary;
    case TEST_CLOSE: return !(difference(actual, desired) <= test->absolute + test->relative * size_of(desired));
    case TEST_ALMOST: return !(difference(actual, desired) < test->absolute);
    default: return !(actual.real < desired.real);
    }
}

static void append_index(TextBuffer *text, const Array *array, int64_t position) {
    int64_t index[ARRAY_DIMENSIONS_MAX];
    for (int i = array->dimensions - 1; i >= 0; i--) {
        index[i] = position % array->shape[i];
        position /= array->shape[i];
    }
    text_append(text, " [");
    for (int i = 0; i < array->dimensions; i++)
        text_append_format(text, "%s%lld", i ? ", " : "", (long long)index[i]);
    text_append(text, "]");
}

static void append_element(TextBuffer *text, const Array *array, int64_t position) {
    Error error = ERROR_NONE;
    Variant scalar = array_scalar_at(array, position, &error);
    if (scalar.kind == VARIANT_SCALAR) scalar_str(&print_options_default, scalar.dtype, scalar.scalar, text);
    error_clear(&error);
}

/* A number as a 0-d array prints inside array(...). */
static void append_measure(TextBuffer *text, double number, bool is_integer) {
    if (is_integer) {
        text_append_format(text, "%.0f", number);
        return;
    }
    size_t start = text->length;
    double scale = number != 0 && isfinite(number) ? pow(10, 8) : 0;
    bool is_plain = number == 0 || (fabs(number) >= 1e-4 && fabs(number) < 1e16);
    if (!isfinite(number) || !is_plain) {
        char digits[40];
        snprintf(digits, sizeof digits, "%.8e", number);
        char *exponent = strchr(digits, 'e');
        if (!exponent) {
            text_append_double(text, number);
            return;
        }
        char *end = exponent;
        while (end > digits && end[-1] == '0') end--;
        text_append_bytes(text, digits, (size_t)(end - digits));
        text_append(text, exponent);
        return;
    }
    text_append_double(text, scale ? round(number * scale) / scale : number);
    if (text->length > start + 2 && !strcmp(text->bytes + text->length - 2, ".0")) text_truncate(text, text->length - 1);
}

enum { SHOWN_MISMATCHES = 5 };

static void append_mismatches(TextBuffer *text, const ArrayPair *pair, const ArrayTest *test, const bool *violations,
                              int64_t count) {
    bool is_order = test->kind == TEST_LESS;
    double percent = 100.0 * (double)count / (double)pair->size;
    text_append_format(text, "Mismatched elements: %lld / %lld (%.3g%%)", (long long)count, (long long)pair->size, percent);
    const Array *shaped = pair->actual_step ? pair->actual : pair->desired;
    if (shaped->dimensions) {
        text_append(text, count > SHOWN_MISMATCHES ? "\nFirst 5 mismatches are at indices:"
                          : count > 1              ? "\nMismatch at indices:"
                                                   : "\nMismatch at index:");
        int shown = 0;
        for (int64_t i = 0; i < pair->size && shown < SHOWN_MISMATCHES; i++) {
            if (!violations[i]) continue;
            shown++;
            text_append(text, "\n");
            append_index(text, shaped, i);
            text_append(text, ": ");
            append_element(text, pair->actual, i * pair->actual_step);
            text_append(text, is_order ? " (x), " : " (ACTUAL), ");
            append_element(text, pair->desired, i * pair->desired_step);
            text_append(text, is_order ? " (y)" : " (DESIRED)");
        }
    }
    if (pair->actual->dtype == DTYPE(BOOL) && pair->desired->dtype == DTYPE(BOOL)) return;
    double most = 0, most_relative = -1;
    for (int64_t i = 0; i < pair->size; i++) {
        Complex128 actual, desired;
        if (!violations[i]) continue;
        pair_at(pair, i, &actual, &desired);
        double error = difference(actual, desired);
        most = fmax(most, error);
        if (size_of(desired) != 0) most_relative = fmax(most_relative, error / size_of(desired));
    }
    bool is_integer = !dtype_is_inexact(pair->actual->dtype) && !dtype_is_inexact(pair->desired->dtype);
    text_append(text, "\nMax absolute difference among violations: ");
    append_measure(text, most, is_integer);
    text_append(text, "\nMax relative difference among violations: ");
    append_measure(text, most_relative < 0 ? INFINITY : most_relative, false);
}

/* NaN (or infinities of either sign) must lie in the same places; marks those places as settled. */
static bool places_agree(const ArrayPair *pair, bool *settled, bool of_nan) {
    for (int64_t i = 0; i < pair->size; i++) {
        Complex128 actual, desired;
        pair_at(pair, i, &actual, &desired);
        bool first = of_nan ? is_nan(actual) : is_infinite(actual), second = of_nan ? is_nan(desired) : is_infinite(desired);
        if (first != second) return false;
        if (first && !of_nan && (actual.real != desired.real || actual.imaginary != desired.imaginary)) return false;
        settled[i] = settled[i] || first;
    }
    return true;
}

static Value test_arrays(Thread *thread, Value actual, Value desired, const ArrayTest *test) {
    ArrayPair pair;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    Value result = VALUE_NONE, first = VALUE_ABSENT, second = VALUE_ABSENT;
    bool *settled = NULL, failed = false;
    if (!pair_make(thread, actual, desired, &pair)) {
        pair_release(&pair);
        return VALUE_ABSENT;
    }
    text_append_format(&text, "%s\n", test->message);
    if (!shapes_fit(&pair)) {
        char left[SHAPE_TEXT_SIZE], right[SHAPE_TEXT_SIZE];
        text_append_format(&text, "(shapes %s, %s mismatch)", shape_text(pair.actual->dimensions, pair.actual->shape, left),
                           shape_text(pair.desired->dimensions, pair.desired->shape, right));
        failed = true;
    } else if (!(settled = memory_allocate_zeroed((size_t)pair.size + 1, sizeof *settled))) {
        result = raise_no_memory(thread);
    } else if (test->equal_nan && !places_agree(&pair, settled, true)) {
        text_append(&text, "nan location mismatch:");
        failed = true;
    } else if ((test->kind == TEST_CLOSE || test->kind == TEST_ALMOST) && !places_agree(&pair, settled, false)) {
        text_append(&text, "inf location mismatch:");
        failed = true;
    } else {
        int64_t count = 0;
        for (int64_t i = 0; i < pair.size; i++) {
            Complex128 a, b;
            pair_at(&pair, i, &a, &b);
            settled[i] = !settled[i] && violates(test, a, b); /* from here on: the violations */
            count += settled[i];
        }
        if ((failed = count > 0)) append_mismatches(&text, &pair, test, settled, count);
    }
    if (failed) {
        first = value_from_array(thread, array_retain(pair.actual));
        second = value_from_array(thread, array_retain(pair.desired));
        result = value_is_absent(first) || value_is_absent(second)
                     ? VALUE_ABSENT
                     : raise_assertion(thread, test->header, text_string(&text), first, second, test->kind == TEST_LESS);
    }
    value_release(first);
    value_release(second);
    memory_release(settled);
    text_release(&text);
    pair_release(&pair);
    return result;
}

static const char *message_text(Value value) { return value_is_string(value) ? value_c_string(value) : ""; }

/* ---- The assertions ---- */

NATIVE(assert_allclose) {
    NATIVE_UNUSED;
    char header[96];
    double relative, absolute;
    if (!value_to_double(thread, arguments[2], &relative) || !value_to_double(thread, arguments[3], &absolute))
        return VALUE_ABSENT;
    snprintf(header, sizeof header, "Not equal to tolerance rtol=%g, atol=%g", relative, absolute);
    int equal_nan = value_truth(thread, arguments[4]);
    if (equal_nan < 0) return VALUE_ABSENT;
    const ArrayTest test = {TEST_CLOSE, relative, absolute, equal_nan, header, message_text(arguments[5])};
    return test_arrays(thread, arguments[0], arguments[1], &test);
}

NATIVE(assert_array_equal) {
    NATIVE_UNUSED;
    const ArrayTest test = {TEST_EQUAL, 0, 0, true, "Arrays are not equal", message_text(arguments[2])};
    return test_arrays(thread, arguments[0], arguments[1], &test);
}

NATIVE(assert_array_almost_equal) {
    NATIVE_UNUSED;
    char header[64];
    int64_t decimal;
    if (!value_to_int64(thread, arguments[2], &decimal)) return VALUE_ABSENT;
    snprintf(header, sizeof header, "Arrays are not almost equal to %lld decimals", (long long)decimal);
    const ArrayTest test = {TEST_ALMOST, 0, 1.5 * pow(10, -(double)decimal), true, header, message_text(arguments[3])};
    return test_arrays(thread, arguments[0], arguments[1], &test);
}

NATIVE(assert_array_less) {
    NATIVE_UNUSED;
    const ArrayTest test = {TEST_LESS, 0, 0, true, "Arrays are not strictly ordered `x < y`", message_text(arguments[2])};
    return test_arrays(thread, arguments[0], arguments[1], &test);
}

static bool is_array_like(Value value) { return value_is_ndarray(value); }

NATIVE(assert_almost_equal) {
    NATIVE_UNUSED;
    if (is_array_like(arguments[0]) || is_array_like(arguments[1]) || value_is_list(arguments[0]) ||
        value_is_tuple(arguments[0]))
        return assert_array_almost_equal(thread, native, arguments);
    double actual, desired;
    int64_t decimal;
    if (!value_to_double(thread, arguments[0], &actual) || !value_to_double(thread, arguments[1], &desired) ||
        !value_to_int64(thread, arguments[2], &decimal))
        return VALUE_ABSENT;
    bool same = (isnan(actual) && isnan(desired)) || actual == desired ||
                fabs(actual - desired) < 1.5 * pow(10, -(double)decimal);
    if (same) return VALUE_NONE;
    char header[64];
    snprintf(header, sizeof header, "Arrays are not almost equal to %lld decimals", (long long)decimal);
    return raise_assertion(thread, header, message_text(arguments[3]), arguments[0], arguments[1], false);
}

static Value assert_same(Thread *thread, Value actual, Value desired, const char *message);

/* A message for what lies inside: "key='a'\n<message>". */
static Value assert_inside(Thread *thread, Value actual, Value desired, const char *kind, Value place, const char *message) {
    Value text = value_repr(thread, place);
    Value words = value_is_absent(text) ? text : string_format(thread, "%s=%s\n%s", kind, value_c_string(text), message);
    Value result = value_is_absent(words) ? VALUE_ABSENT : assert_same(thread, actual, desired, value_c_string(words));
    value_release(text);
    value_release(words);
    return result;
}

static Value assert_same(Thread *thread, Value actual, Value desired, const char *message) {
    if (value_is_dict(desired)) {
        if (!value_is_dict(actual)) return raise_format(thread, thread_builtins(thread)->exception_AssertionError, "%s", message);
        Value result = assert_same(thread, value_from_int(dict_count(value_dict(actual))),
                                   value_from_int(dict_count(value_dict(desired))), message);
        size_t at = 0;
        Value key, value;
        while (!value_is_absent(result) && dict_next(value_dict(desired), &at, &key, &value)) {
            Value other = dict_get(thread, value_dict(actual), key);
            if (value_is_absent(other)) {
                if (!exception_is_set(thread)) raise_key_error(thread, key);
                return VALUE_ABSENT;
            }
            result = assert_inside(thread, other, value, "key", key, message);
        }
        return result;
    }
    bool are_sequences = (value_is_list(desired) || value_is_tuple(desired)) && (value_is_list(actual) || value_is_tuple(actual));
    if (are_sequences) {
        Value result = assert_same(thread, value_from_int((int64_t)sequence_fast_count(actual)),
                                   value_from_int((int64_t)sequence_fast_count(desired)), message);
        for (size_t i = 0; i < sequence_fast_count(desired) && !value_is_absent(result); i++)
            result = assert_inside(thread, sequence_fast_items(actual)[i], sequence_fast_items(desired)[i], "item",
                                   value_from_int((int64_t)i), message);
        return result;
    }
    if (is_array_like(actual) || is_array_like(desired)) {
        const ArrayTest test = {TEST_EQUAL, 0, 0, true, "Arrays are not equal", message};
        return test_arrays(thread, actual, desired, &test);
    }
    if (value_is_float(actual) && value_is_float(desired) && isnan(float_number(actual)) && isnan(float_number(desired)))
        return VALUE_NONE;
    int same = value_equal(thread, actual, desired);
    if (same) return same < 0 ? VALUE_ABSENT : VALUE_NONE;
    return raise_assertion(thread, "Items are not equal:", message, actual, desired, false);
}

NATIVE(assert_equal) {
    NATIVE_UNUSED;
    return assert_same(thread, arguments[0], arguments[1], message_text(arguments[2]));
}

NATIVE(assert_true) {
    NATIVE_UNUSED;
    int truth = value_truth(thread, arguments[0]);
    if (truth > 0) return VALUE_NONE;
    if (truth < 0) return VALUE_ABSENT;
    return raise_format(thread, thread_builtins(thread)->exception_AssertionError, "%s", message_text(arguments[1]));
}

NATIVE(assert_string_equal) {
    NATIVE_UNUSED;
    for (int i = 0; i < 2; i++)
        if (!value_is_string(arguments[i])) return raise_format(thread, thread_builtins(thread)->exception_AssertionError, "not a str");
    if (string_equals(value_string(arguments[0]), value_string(arguments[1]))) return VALUE_NONE;
    return raise_format(thread, thread_builtins(thread)->exception_AssertionError, "Differences in strings:\n- %s+ %s",
                        value_c_string(arguments[0]), value_c_string(arguments[1]));
}

/* ---- assert_raises: called with a function, or as a context ---- */

typedef struct RaisesContext {
    Object object;
    Value expected, exception;
} RaisesContext;
static void raises_destroy(Object *object) {
    value_release(((RaisesContext *)object)->expected);
    value_release(((RaisesContext *)object)->exception);
}
static Value raise_not_raised(Thread *thread, Value expected, Value function) {
    Value name = value_find_attribute_c(thread, expected, "__name__");
    Value called = value_is_absent(function) ? VALUE_ABSENT : value_find_attribute_c(thread, function, "__name__");
    exception_clear(thread);
    raise_format(thread, thread_builtins(thread)->exception_AssertionError, "%s not raised%s%s",
                 value_is_string(name) ? value_c_string(name) : "exception", value_is_string(called) ? " by " : "",
                 value_is_string(called) ? value_c_string(called) : "");
    value_release(name);
    value_release(called);
    return VALUE_ABSENT;
}
NATIVE(raises_enter) {
    NATIVE_UNUSED;
    return value_retain(arguments[0]);
}
NATIVE(raises_exit) {
    NATIVE_UNUSED;
    RaisesContext *self = (RaisesContext *)arguments[0].object;
    if (value_is_none(arguments[1])) return raise_not_raised(thread, self->expected, VALUE_ABSENT);
    int matches = value_is_subclass_of(thread, arguments[1], self->expected);
    if (matches < 0) return VALUE_ABSENT;
    value_replace(&self->exception, value_retain(arguments[2]));
    return value_from_bool(matches);
}
static Value raises_get_exception(Thread *thread, Value self) {
    Value exception = ((const RaisesContext *)self.object)->exception;
    return (void)thread, value_is_absent(exception) ? VALUE_NONE : value_retain(exception);
}
static const PropertyEntry raises_properties[] = {{"exception", raises_get_exception, NULL, NULL}, {NULL, NULL, NULL, NULL}};
static const NativeEntry raises_methods[] = {{"__enter__", "($self)", NULL, raises_enter, NULL, 0},
                                             {"__exit__", "($self, kind, value, traceback)", NULL, raises_exit, NULL, 0},
                                             {NULL, NULL, NULL, NULL, NULL, 0}};
static const Type raises_type_template = {
    .name = "unittest.case._AssertRaisesContext",
    .base = (Type *)&object_type_template,
    .instance_size = sizeof(RaisesContext),
    .destroy = raises_destroy,
    .methods = raises_methods,
    .properties = raises_properties,
};

NATIVE(assert_raises) {
    NATIVE_UNUSED;
    const Tuple *given = value_tuple(arguments[1]);
    if (!given->count) {
        Type *type = type_from_template(thread, &raises_type_template);
        RaisesContext *context = type ? object_new(thread, type) : NULL;
        if (context) context->expected = value_retain(arguments[0]);
        return value_from_object(context);
    }
    Value positional = tuple_from_values(thread, given->items + 1, given->count - 1);
    if (value_is_absent(positional)) return positional;
    Value result = value_call_unpacked(thread, given->items[0], value_tuple(positional), value_dict(arguments[2]));
    value_release(positional);
    if (!value_is_absent(result)) {
        value_release(result);
        return raise_not_raised(thread, arguments[0], given->items[0]);
    }
    Value exception = exception_take(thread);
    int matches = value_is_instance_of(thread, exception, arguments[0]);
    if (matches > 0) {
        value_release(exception);
        return VALUE_NONE;
    }
    exception_restore(thread, exception);
    return VALUE_ABSENT;
}

const NativeEntry testing_functions[] = {
    {"assert_allclose", "(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg='', verbose=True, *, strict=False)",
     "Raise an AssertionError if two arrays are not equal up to a tolerance.", assert_allclose, NULL, 0},
    {"assert_array_equal", "(actual, desired, err_msg='', verbose=True, *, strict=False)",
     "Raise an AssertionError if two arrays are not equal.", assert_array_equal, NULL, 0},
    {"assert_array_almost_equal", "(actual, desired, decimal=6, err_msg='', verbose=True)",
     "Raise an AssertionError if two arrays are not equal up to so many decimals.", assert_array_almost_equal, NULL, 0},
    {"assert_array_less", "(x, y, err_msg='', verbose=True, *, strict=False)",
     "Raise an AssertionError if x is not below y everywhere.", assert_array_less, NULL, 0},
    {"assert_almost_equal", "(actual, desired, decimal=7, err_msg='', verbose=True)",
     "Raise an AssertionError if two numbers are not equal up to so many decimals.", assert_almost_equal, NULL, 0},
    {"assert_equal", "(actual, desired, err_msg='', verbose=True, *, strict=False)",
     "Raise an AssertionError if two objects are not equal.", assert_equal, NULL, 0},
    {"assert_", "(val, msg='')", "Raise an AssertionError if val is false.", assert_true, NULL, 0},
    {"assert_string_equal", "(actual, desired)", "Raise an AssertionError if two strings differ.", assert_string_equal, NULL,
     0},
    {"assert_raises", "(exception_class, *args, **kwargs)", "Raise an AssertionError unless the call raises.",
     assert_raises, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};

const ArrayModule numpy_testing_module = {
    {"numpy.testing", "Assertions over arrays.", testing_functions, array_module_initialize, array_module_get_attribute}, NULL};
const ArrayModule cupy_testing_module = {
    {"cupy.testing", "Assertions over arrays, of devices too.", testing_functions, array_module_initialize, array_module_get_attribute}, NULL};
