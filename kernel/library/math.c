/* math: functions of floats, and of whole numbers of any size. */
#include "base/memory.h"
#include "kernel/library/math_gamma.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/descriptor/native.h"

#include <errno.h>
#include <float.h>
#include <math.h>

/* ---- one float in, one float out ---- */

typedef double Function1(double x);

static double degrees_of(double x) { return x * (180.0 / 3.14159265358979323846); }
static double radians_of(double x) { return x * (3.14159265358979323846 / 180.0); }

/* Python's rule: a NaN from no NaN is a domain error; an infinity from a finite number a range error, or a domain error at
 * a pole. */
NATIVE(call_function1) {
    Function1 *const *function = native->entry->data;
    double x;
    if (!value_to_double(thread, arguments[0], &x)) return VALUE_ABSENT;
    double y = (*function)(x);
    if (isnan(y) && !isnan(x)) return raise_value_error(thread, "math domain error");
    if (isinf(y) && isfinite(x)) {
        bool overflows = *function == exp || *function == sinh || *function == cosh || *function == expm1 || *function == exp2 ||
                         (*function == math_gamma && x != 0) || *function == math_log_gamma;
        if (overflows && !(*function == math_log_gamma && x <= 0)) return raise_overflow_error(thread, "math range error");
        return raise_value_error(thread, "math domain error");
    }
    return value_new_float(thread, y);
}

#define FUNCTIONS1(X)                                                                                              \
    X(acos, acos, "Arc cosine in radians.") X(acosh, acosh, "Inverse hyperbolic cosine.")                          \
    X(asin, asin, "Arc sine in radians.") X(asinh, asinh, "Inverse hyperbolic sine.")                              \
    X(atan, atan, "Arc tangent in radians.") X(atanh, atanh, "Inverse hyperbolic tangent.")                        \
    X(cbrt, cbrt, "Cube root.") X(cos, cos, "Cosine of an angle in radians.") X(cosh, cosh, "Hyperbolic cosine.")  \
    X(degrees, degrees_of, "Radians in degrees.") X(erf, erf, "Error function.")                                   \
    X(erfc, erfc, "Complementary error function.") X(exp, exp, "e raised to x.") X(exp2, exp2, "2 raised to x.")   \
    X(expm1, expm1, "exp(x) - 1, exact near 0.") X(fabs, fabs, "Absolute value.")                                  \
    X(gamma, math_gamma, "Gamma function.") X(lgamma, math_log_gamma, "Logarithm of the absolute gamma function.")           \
    X(log1p, log1p, "log(1 + x), exact near 0.") X(radians, radians_of, "Degrees in radians.")                     \
    X(sin, sin, "Sine of an angle in radians.") X(sinh, sinh, "Hyperbolic sine.") X(sqrt, sqrt, "Square root.")    \
    X(tan, tan, "Tangent of an angle in radians.") X(tanh, tanh, "Hyperbolic tangent.")

#define X(name, function, what) static Function1 *const function_##name = function;
FUNCTIONS1(X)
#undef X

/* ---- two floats ---- */

static bool two_doubles(Thread *thread, const Value *arguments, double *x, double *y) {
    return value_to_double(thread, arguments[0], x) && value_to_double(thread, arguments[1], y);
}

NATIVE(math_atan2) {
    (void)native;
    double x, y;
    return two_doubles(thread, arguments, &y, &x) ? value_new_float(thread, atan2(y, x)) : VALUE_ABSENT;
}

NATIVE(math_copysign) {
    (void)native;
    double x, y;
    return two_doubles(thread, arguments, &x, &y) ? value_new_float(thread, copysign(x, y)) : VALUE_ABSENT;
}

NATIVE(math_nextafter) {
    (void)native;
    double x, y;
    return two_doubles(thread, arguments, &x, &y) ? value_new_float(thread, nextafter(x, y)) : VALUE_ABSENT;
}

NATIVE(math_fmod) {
    (void)native;
    double x, y;
    if (!two_doubles(thread, arguments, &x, &y)) return VALUE_ABSENT;
    if (isinf(y) && isfinite(x)) return value_new_float(thread, x);
    double rest = fmod(x, y);
    if (isnan(rest) && !isnan(x) && !isnan(y)) return raise_value_error(thread, "math domain error");
    return value_new_float(thread, rest);
}

NATIVE(math_remainder) {
    (void)native;
    double x, y;
    if (!two_doubles(thread, arguments, &x, &y)) return VALUE_ABSENT;
    double rest = remainder(x, y);
    if (isnan(rest) && !isnan(x) && !isnan(y)) return raise_value_error(thread, "math domain error");
    return value_new_float(thread, rest);
}

NATIVE(math_pow) {
    (void)native;
    double x, y;
    if (!two_doubles(thread, arguments, &x, &y)) return VALUE_ABSENT;
    double result = pow(x, y);
    if (isfinite(x) && isfinite(y)) {
        if (isnan(result)) return raise_value_error(thread, "math domain error");
        if (isinf(result))
            return x == 0 ? raise_value_error(thread, "math domain error") : raise_overflow_error(thread, "math range error");
    }
    return value_new_float(thread, result);
}

/* The length of a vector: the squares summed with what their roundings lost, then one correction of the root. Every entry is
 * at most `largest`, which is finite and positive. */
static double vector_length(double *entries, size_t count, double largest) {
    if (count <= 1) return largest;
    int exponent;
    frexp(largest, &exponent);
    if (exponent < -1023) { /* subnormal: the scale would overflow */
        for (size_t i = 0; i < count; i++) entries[i] /= DBL_MIN;
        return DBL_MIN * vector_length(entries, count, largest / DBL_MIN);
    }
    double scale = ldexp(1, -exponent), sum = 1, lost_products = 0, lost_sums = 0;
    for (size_t i = 0; i <= count; i++) {
        double x = i < count ? entries[i] * scale : sqrt(sum - 1 + (lost_products + lost_sums));
        double product = i < count ? x * x : -x * x, rest = fma(i < count ? x : -x, x, -product);
        double next = sum + product;
        lost_sums += product - (next - sum);
        lost_products += rest;
        sum = next;
        if (i == count) return (x + (sum - 1 + (lost_products + lost_sums)) / (2 * x)) / scale;
    }
    return 0;
}

/* Of `entries`, which it takes over. */
static Value length_value(Thread *thread, double *entries, size_t count) {
    double largest = 0;
    bool has_nan = false, has_infinity = false;
    for (size_t i = 0; i < count; i++) {
        entries[i] = fabs(entries[i]);
        has_nan |= isnan(entries[i]);
        has_infinity |= isinf(entries[i]);
        if (entries[i] > largest) largest = entries[i];
    }
    double length = has_infinity ? INFINITY : has_nan ? NAN : largest == 0 ? 0 : vector_length(entries, count, largest);
    memory_release(entries);
    return value_new_float(thread, length);
}

NATIVE(math_hypot) {
    (void)native;
    const Tuple *coordinates = value_tuple(arguments[0]);
    double *entries = memory_allocate((coordinates->count + 1) * sizeof *entries);
    if (!entries) return raise_no_memory(thread);
    for (size_t i = 0; i < coordinates->count; i++) {
        if (value_to_double(thread, coordinates->items[i], &entries[i])) continue;
        memory_release(entries);
        return VALUE_ABSENT;
    }
    return length_value(thread, entries, coordinates->count);
}

NATIVE(math_dist) {
    (void)native;
    Value p = tuple_from_iterable(thread, arguments[0]), q = tuple_from_iterable(thread, arguments[1]), result = VALUE_ABSENT;
    if (!value_is_absent(p) && !value_is_absent(q)) {
        const Tuple *left = value_tuple(p), *right = value_tuple(q);
        double *entries = memory_allocate((left->count + 1) * sizeof *entries);
        bool good = entries && left->count == right->count;
        if (!entries) raise_no_memory(thread);
        else if (!good) raise_value_error(thread, "both points must have the same number of dimensions");
        for (size_t i = 0; good && i < left->count; i++) {
            double x, y;
            good = value_to_double(thread, left->items[i], &x) && value_to_double(thread, right->items[i], &y);
            if (good) entries[i] = x - y;
        }
        if (good) result = length_value(thread, entries, left->count);
        else memory_release(entries);
    }
    value_release(p), value_release(q);
    return result;
}

/* ---- logarithms, also of ints that no float holds ---- */

static bool log_of(Thread *thread, Value value, double *result, Function1 *function) {
    double x;
    if (value_is_int(value) && value.tag == TAG_OBJECT) { /* beyond int64, perhaps beyond what a double holds */
        Value bits = value_call_method(thread, value, "bit_length", NULL, 0);
        if (bits.tag != TAG_INT) return false;
        if (bits.integer <= 1024 && value_to_double(thread, value, &x)) {
            if (x <= 0) return raise_value_error(thread, "math domain error"), false;
            return *result = function(x), true;
        }
        exception_clear(thread);
        int64_t shift = bits.integer - 1000;
        Value head = value_binary(thread, BINARY_RIGHT_SHIFT, value, value_from_int(shift));
        bool good = !value_is_absent(head) && value_to_double(thread, head, &x);
        value_release(head);
        if (!good) return false;
        if (x <= 0) return raise_value_error(thread, "math domain error"), false;
        int exponent;
        double mantissa = frexp(x, &exponent);
        *result = function(mantissa) + function(2.0) * (double)(exponent + shift);
        return true;
    }
    if (!value_to_double(thread, value, &x)) return false;
    if (x <= 0 || (isnan(function(x)) && !isnan(x))) return raise_value_error(thread, "math domain error"), false;
    *result = function(x);
    return true;
}

NATIVE(math_log) {
    (void)native;
    double x, base;
    if (!log_of(thread, arguments[0], &x, log)) return VALUE_ABSENT;
    if (value_is_absent(arguments[1])) return value_new_float(thread, x);
    if (!log_of(thread, arguments[1], &base, log)) return VALUE_ABSENT;
    return base == 0 ? raise_zero_division(thread, "float division by zero") : value_new_float(thread, x / base);
}

NATIVE(math_log2) {
    (void)native;
    double x;
    return log_of(thread, arguments[0], &x, log2) ? value_new_float(thread, x) : VALUE_ABSENT;
}

NATIVE(math_log10) {
    (void)native;
    double x;
    return log_of(thread, arguments[0], &x, log10) ? value_new_float(thread, x) : VALUE_ABSENT;
}

/* ---- to whole numbers ---- */

static Value to_whole(Thread *thread, Value value, const char *method, Function1 *function) {
    if (value_is_int(value) && value.tag == TAG_INT) return value;
    if (value.tag != TAG_FLOAT) {
        Value special;
        bool self_first;
        String *name = string_intern(thread, method);
        if (name && value_find_special(thread, value, name, &special, &self_first)) {
            Value result = self_first ? value_call_one(thread, special, value) : value_call_none(thread, special);
            value_release(special);
            return result;
        }
        if (exception_is_set(thread)) return VALUE_ABSENT;
    }
    double x;
    return value_to_double(thread, value, &x) ? int_from_double(thread, function(x)) : VALUE_ABSENT;
}

NATIVE(math_floor) {
    (void)native;
    return to_whole(thread, arguments[0], "__floor__", floor);
}

NATIVE(math_ceil) {
    (void)native;
    return to_whole(thread, arguments[0], "__ceil__", ceil);
}

NATIVE(math_trunc) {
    (void)native;
    if (!value_is_float(arguments[0]) && !value_is_int(arguments[0])) {
        String *name = string_intern(thread, "__trunc__");
        Type *type = type_of(thread->interpreter, arguments[0]);
        if (!name) return VALUE_ABSENT;
        if (value_is_absent(type_lookup(type, name)))
            return raise_type_error(thread, "type %s doesn't define __trunc__ method", type_short_name(type));
    }
    return to_whole(thread, arguments[0], "__trunc__", trunc);
}

/* ---- tests ---- */

#define TEST(name, test)                                                                    \
    NATIVE(math_##name) {                                                                   \
        (void)native;                                                                       \
        double x;                                                                           \
        return value_to_double(thread, arguments[0], &x) ? value_from_bool(test(x)) : VALUE_ABSENT; \
    }
TEST(isnan, isnan)
TEST(isinf, isinf)
TEST(isfinite, isfinite)

NATIVE(math_isclose) {
    (void)native;
    double a, b, relative, absolute;
    if (!two_doubles(thread, arguments, &a, &b) || !value_to_double(thread, arguments[2], &relative) ||
        !value_to_double(thread, arguments[3], &absolute))
        return VALUE_ABSENT;
    if (relative < 0 || absolute < 0) return raise_value_error(thread, "tolerances must be non-negative");
    if (a == b) return VALUE_TRUE;
    if (isinf(a) || isinf(b)) return VALUE_FALSE;
    double difference = fabs(b - a);
    return value_from_bool(difference <= fabs(relative * b) || difference <= fabs(relative * a) || difference <= absolute);
}

/* ---- parts ---- */

static Value pair(Thread *thread, Value first, Value second) {
    const Value items[] = {first, second};
    return tuple_from_values(thread, items, 2);
}

NATIVE(math_frexp) {
    (void)native;
    double x;
    int exponent = 0;
    if (!value_to_double(thread, arguments[0], &x)) return VALUE_ABSENT;
    double mantissa = isfinite(x) ? frexp(x, &exponent) : x;
    return pair(thread, value_new_float(thread, mantissa), value_from_int(exponent));
}

NATIVE(math_ldexp) {
    (void)native;
    double x;
    int64_t exponent;
    if (!value_to_double(thread, arguments[0], &x)) return VALUE_ABSENT;
    if (!value_is_int(arguments[1])) return raise_type_error(thread, "Expected an int as second argument to ldexp.");
    if (!int_fits_int64(arguments[1], &exponent)) exponent = int_sign(arguments[1]) < 0 ? INT64_MIN : INT64_MAX;
    if (exponent > 100000) exponent = 100000;
    if (exponent < -100000) exponent = -100000;
    double result = ldexp(x, (int)exponent);
    if (isinf(result) && isfinite(x)) return raise_overflow_error(thread, "math range error");
    return value_new_float(thread, result);
}

NATIVE(math_modf) {
    (void)native;
    double x, whole;
    if (!value_to_double(thread, arguments[0], &x)) return VALUE_ABSENT;
    double fraction = modf(x, &whole);
    return pair(thread, value_new_float(thread, fraction), value_new_float(thread, whole));
}

NATIVE(math_ulp) {
    (void)native;
    double x;
    if (!value_to_double(thread, arguments[0], &x)) return VALUE_ABSENT;
    x = fabs(x);
    if (!isfinite(x)) return value_new_float(thread, x);
    double above = nextafter(x, INFINITY);
    return value_new_float(thread, isinf(above) ? x - nextafter(x, 0) : above - x);
}

/* ---- whole numbers of any size ---- */

static Value as_index(Thread *thread, Value value) {
    if (value_is_int(value)) return value_retain(value);
    Type *type = type_of(thread->interpreter, value);
    if (type->to_index) return type->to_index(thread, value);
    return raise_type_error(thread, "'%s' object cannot be interpreted as an integer", type_short_name(type));
}

NATIVE(math_factorial) {
    (void)native;
    int64_t n;
    if (value_is_float(arguments[0]))
        return raise_type_error(thread, "'float' object cannot be interpreted as an integer");
    Value number = as_index(thread, arguments[0]);
    if (value_is_absent(number)) return number;
    bool is_negative = int_sign(number) < 0, fits = int_fits_int64(number, &n);
    value_release(number);
    if (is_negative) return raise_value_error(thread, "factorial() not defined for negative values");
    if (!fits) return raise_overflow_error(thread, "factorial() argument should not exceed %ld", INT64_MAX);
    if (n < 200000) { /* larger ones can be interrupted */
        mpz_t product;
        mpz_init(product);
        mpz_fac_ui(product, (unsigned long)n);
        return int_from_mpz(thread, product);
    }
    Value result = value_from_int(1);
    for (int64_t i = 2; i <= n && !value_is_absent(result); i++) {
        Value next = thread_poll(thread) ? value_binary(thread, BINARY_MULTIPLY, result, value_from_int(i)) : VALUE_ABSENT;
        value_release(result);
        result = next;
    }
    return result;
}

static Value gcd_of(Thread *thread, Value a, Value b) { /* both owned; the result too */
    while (!value_is_absent(a) && !value_is_absent(b)) {
        int more = value_truth(thread, b);
        if (more <= 0) {
            value_release(b);
            if (more < 0) {
                value_release(a);
                return VALUE_ABSENT;
            }
            Value size = value_unary(thread, UNARY_ABSOLUTE, a);
            value_release(a);
            return size;
        }
        Value rest = value_binary(thread, BINARY_REMAINDER, a, b);
        value_release(a);
        a = b;
        b = rest;
    }
    value_release(a), value_release(b);
    return VALUE_ABSENT;
}

NATIVE(math_gcd) {
    (void)native;
    const Tuple *numbers = value_tuple(arguments[0]);
    Value result = value_from_int(0);
    for (size_t i = 0; i < numbers->count && !value_is_absent(result); i++)
        result = gcd_of(thread, result, as_index(thread, numbers->items[i]));
    return result;
}

NATIVE(math_lcm) {
    (void)native;
    const Tuple *numbers = value_tuple(arguments[0]);
    Value result = value_from_int(1);
    for (size_t i = 0; i < numbers->count && !value_is_absent(result); i++) {
        Value number = as_index(thread, numbers->items[i]);
        int is_zero = value_is_absent(number) ? -1 : !value_truth(thread, number);
        if (is_zero == 1) {
            value_release(result), value_release(number);
            result = value_from_int(0);
            continue;
        }
        Value divisor = is_zero < 0 ? VALUE_ABSENT : gcd_of(thread, value_retain(result), value_retain(number));
        int divisor_is_zero = value_is_absent(divisor) ? 1 : !value_truth(thread, divisor);
        Value part = divisor_is_zero ? VALUE_ABSENT : value_binary(thread, BINARY_FLOOR_DIVIDE, result, divisor);
        Value product = value_is_absent(part) ? part : value_binary(thread, BINARY_MULTIPLY, part, number);
        Value size = value_is_absent(product) ? product : value_unary(thread, UNARY_ABSOLUTE, product);
        value_release(divisor), value_release(part), value_release(product), value_release(number), value_release(result);
        result = size;
    }
    return result;
}

/* Newton's method from above, on ints of any size. */
NATIVE(math_isqrt) {
    (void)native;
    Value n = as_index(thread, arguments[0]);
    if (value_is_absent(n)) return n;
    if (int_sign(n) < 0) {
        value_release(n);
        return raise_value_error(thread, "isqrt() argument must be nonnegative");
    }
    IntView view;
    mpz_t root;
    mpz_init(root);
    mpz_sqrt(root, int_view(n, &view));
    value_release(n);
    return int_from_mpz(thread, root);
}

/* n (n-1) ... (n-k+1), and that over k!. */
static Value product_down(Thread *thread, Value n, int64_t k, bool divides) {
    IntView view;
    int64_t small;
    if (divides && (k < 100000 || (int_fits_int64(n, &small) && small <= 10000000))) { /* larger ones can be interrupted */
        mpz_t ways;
        mpz_init(ways);
        mpz_bin_ui(ways, int_view(n, &view), (unsigned long)k);
        return int_from_mpz(thread, ways);
    }
    Value result = value_from_int(1), factor = value_retain(n);
    for (int64_t i = 0; i < k && !value_is_absent(result) && !value_is_absent(factor); i++) {
        Value next = thread_poll(thread) ? value_binary(thread, BINARY_MULTIPLY, result, factor) : VALUE_ABSENT;
        value_replace(&result, next);
        value_replace(&factor, value_binary(thread, BINARY_SUBTRACT, factor, value_from_int(1)));
        if (!divides || value_is_absent(result)) continue;
        value_replace(&result, value_binary(thread, BINARY_FLOOR_DIVIDE, result, value_from_int(i + 1)));
    }
    bool failed = value_is_absent(factor);
    value_release(factor);
    if (!failed) return result;
    value_release(result);
    return VALUE_ABSENT;
}

static Value falling(Thread *thread, const Value *arguments, bool divides) {
    Value top = as_index(thread, arguments[0]);
    if (value_is_absent(top)) return top;
    Value bottom = value_is_none(arguments[1]) ? value_retain(top) : as_index(thread, arguments[1]);
    if (value_is_absent(bottom)) {
        value_release(top);
        return bottom;
    }
    int64_t k;
    Value result = VALUE_ABSENT;
    if (int_sign(top) < 0) raise_value_error(thread, "n must be a non-negative integer");
    else if (int_sign(bottom) < 0) raise_value_error(thread, "k must be a non-negative integer");
    else if (int_compare(bottom, top) > 0) result = value_from_int(0);
    else {
        Value other = divides ? value_binary(thread, BINARY_SUBTRACT, top, bottom) : VALUE_ABSENT;
        if (!divides || !value_is_absent(other)) {
            Value fewer = divides && int_compare(other, bottom) < 0 ? other : bottom;
            if (!int_fits_int64(fewer, &k))
                raise_overflow_error(thread, divides ? "min(n - k, k) must not exceed %lld" : "k must not exceed %lld",
                                     (long long)INT64_MAX);
            else result = product_down(thread, top, k, divides);
        }
        value_release(other);
    }
    value_release(top);
    value_release(bottom);
    return result;
}

NATIVE(math_comb) {
    (void)native;
    return falling(thread, arguments, true);
}

NATIVE(math_perm) {
    (void)native;
    return falling(thread, arguments, false);
}

/* ---- over iterables ---- */

/* Shewchuk's algorithm: partial sums that do not overlap; the last rounding as CPython's. */
static double round_partials(const double *partials, size_t count) {
    if (count == 0) return 0;
    double high = partials[--count], low = 0;
    while (count > 0) {
        double x = high, y = partials[--count];
        high = x + y;
        low = y - (high - x);
        if (low != 0) break;
    }
    if (count > 0 && ((low < 0 && partials[count - 1] < 0) || (low > 0 && partials[count - 1] > 0))) {
        double twice = low * 2, x = high + twice;
        if (twice == x - high) high = x;
    }
    return high;
}

NATIVE(math_fsum) {
    (void)native;
    double *partials = NULL, special = 0, infinities = 0;
    size_t count = 0, capacity = 0;
    bool is_special = false, good = true;
    Value iterator = value_iterate(thread, arguments[0]), item;
    if (value_is_absent(iterator)) return iterator;
    while (good && !value_is_absent(item = value_next(thread, iterator))) {
        double x;
        good = value_to_double(thread, item, &x);
        value_release(item);
        if (!good) break;
        if (!isfinite(x)) {
            special += x;
            if (isinf(x)) infinities += x;
            is_special = true;
            continue;
        }
        size_t used = 0;
        for (size_t i = 0; i < count; i++) {
            double y = partials[i];
            if (fabs(x) < fabs(y)) {
                double swapped = x;
                x = y, y = swapped;
            }
            double high = x + y, low = y - (high - x);
            if (low != 0) partials[used++] = low;
            x = high;
        }
        if (used + 1 > capacity) {
            double *more = memory_resize(partials, (capacity = capacity * 2 + 32) * sizeof *more);
            if (!more) {
                raise_no_memory(thread);
                good = false;
                break;
            }
            partials = more;
        }
        partials[used++] = x;
        count = used;
        if (isinf(x)) {
            raise_overflow_error(thread, "intermediate overflow in fsum");
            good = false;
        }
    }
    value_release(iterator);
    good = good && !exception_is_set(thread);
    double sum = good ? round_partials(partials, count) : 0;
    memory_release(partials);
    if (!good) return VALUE_ABSENT;
    if (isnan(infinities)) return raise_value_error(thread, "-inf + inf in fsum");
    return value_new_float(thread, is_special ? special : sum);
}

NATIVE(math_prod) {
    (void)native;
    Value result = value_retain(arguments[1]), iterator = value_iterate(thread, arguments[0]), item;
    while (!value_is_absent(iterator) && !value_is_absent(result) && !value_is_absent(item = value_next(thread, iterator))) {
        Value next = value_binary(thread, BINARY_MULTIPLY, result, item);
        value_release(result), value_release(item);
        result = next;
    }
    value_release(iterator);
    if (!exception_is_set(thread)) return result;
    value_release(result);
    return VALUE_ABSENT;
}

static const NativeEntry math_functions[] = {
#define X(name_, function, what) \
    {.name = #name_, .signature = "(x, /)", .documentation = what, .code = call_function1, .data = &function_##name_},
    FUNCTIONS1(X)
#undef X
    {.name = "atan2", .signature = "(y, x, /)", .documentation = "Arc tangent of y/x in the right quadrant.", .code = math_atan2},
    {.name = "ceil", .signature = "(x, /)", .documentation = "The smallest int not below x.", .code = math_ceil},
    {.name = "comb", .signature = "(n, k, /)", .documentation = "Ways to choose k of n without order.", .code = math_comb},
    {.name = "copysign", .signature = "(x, y, /)", .documentation = "x with the sign of y.", .code = math_copysign},
    {.name = "dist", .signature = "(p, q, /)", .documentation = "Distance of two points.", .code = math_dist},
    {.name = "factorial", .signature = "(x, /)", .documentation = "Product of 1 to x.", .code = math_factorial},
    {.name = "floor", .signature = "(x, /)", .documentation = "The largest int not above x.", .code = math_floor},
    {.name = "fmod", .signature = "(x, y, /)", .documentation = "Remainder with the sign of x.", .code = math_fmod},
    {.name = "frexp", .signature = "(x, /)", .documentation = "Mantissa and exponent.", .code = math_frexp},
    {.name = "fsum", .signature = "(seq, /)", .documentation = "Sum of floats without loss.", .code = math_fsum},
    {.name = "gcd", .signature = "(*integers)", .documentation = "Greatest common divisor.", .code = math_gcd},
    {.name = "hypot", .signature = "(*coordinates)", .documentation = "Euclidean length.", .code = math_hypot},
    {.name = "isclose", .signature = "(a, b, *, rel_tol=1e-09, abs_tol=0.0)", .documentation = "Are two numbers close?",
     .code = math_isclose},
    {.name = "isfinite", .signature = "(x, /)", .documentation = "Neither infinite nor NaN?", .code = math_isfinite},
    {.name = "isinf", .signature = "(x, /)", .documentation = "Infinite?", .code = math_isinf},
    {.name = "isnan", .signature = "(x, /)", .documentation = "Not a number?", .code = math_isnan},
    {.name = "isqrt", .signature = "(n, /)", .documentation = "The largest integer whose square is not above n.", .code = math_isqrt},
    {.name = "lcm", .signature = "(*integers)", .documentation = "Least common multiple.", .code = math_lcm},
    {.name = "ldexp", .signature = "(x, i, /)", .documentation = "x * 2**i.", .code = math_ldexp},
    {.name = "log", .signature = "(x, base=<unrepresentable>, /)", .documentation = "Logarithm to a base, e when none is given.",
     .code = math_log},
    {.name = "log10", .signature = "(x, /)", .documentation = "Logarithm to base 10.", .code = math_log10},
    {.name = "log2", .signature = "(x, /)", .documentation = "Logarithm to base 2.", .code = math_log2},
    {.name = "modf", .signature = "(x, /)", .documentation = "Fractional and whole part.", .code = math_modf},
    {.name = "nextafter", .signature = "(x, y, /)", .documentation = "The next float after x towards y.", .code = math_nextafter},
    {.name = "perm", .signature = "(n, k=None, /)", .documentation = "Ways to choose k of n in order.", .code = math_perm},
    {.name = "pow", .signature = "(x, y, /)", .documentation = "x raised to y, as floats.", .code = math_pow},
    {.name = "prod", .signature = "(iterable, /, *, start=1)", .documentation = "Product of the items.", .code = math_prod},
    {.name = "remainder", .signature = "(x, y, /)", .documentation = "IEEE's remainder.", .code = math_remainder},
    {.name = "trunc", .signature = "(x, /)", .documentation = "The whole part.", .code = math_trunc},
    {.name = "ulp", .signature = "(x, /)", .documentation = "Value of the last bit.", .code = math_ulp},
    {0}};

static bool math_initialize(Thread *thread, Value module) {
    return module_add(thread, module, "pi", value_from_float(3.14159265358979323846)) &&
           module_add(thread, module, "e", value_from_float(2.71828182845904523536)) &&
           module_add(thread, module, "tau", value_from_float(6.28318530717958647692)) &&
           module_add(thread, module, "inf", value_from_float(INFINITY)) &&
           module_add(thread, module, "nan", value_new_float(thread, NAN));
}

const ModuleEntry library_math = {.name = "math",
                                  .documentation = "Functions of real numbers, and of integers of any size.",
                                  .functions = math_functions,
                                  .initialize = math_initialize};
