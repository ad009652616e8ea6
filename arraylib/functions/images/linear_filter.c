/* The recursion of digital filters: each output needs the one before, so this is done number by number, along lines. On the host. */
#include "arraylib/functions/compose.h"

#include <complex.h>

ARRAY_FAMILY(linear_filter);

enum { POLL_EVERY = 1 << 20 };

/* The transposed direct form II (Oppenheim and Schafer, Discrete-Time Signal Processing), as SciPy's, so that its digits are: b and a have
 * count + 1 coefficients, a[0] being 1, and z is what is carried on. */
#define FILTER(name, type)                                                                                    \
    static void filter_##name(const type *b, const type *a, int64_t count, const type *x, int64_t length, type *z, type *y) { \
        for (int64_t i = 0; i < length; i++) {                                                                \
            type value = x[i];                                                                                \
            if (!count) {                                                                                     \
                y[i] = b[0] * value;                                                                          \
                continue;                                                                                     \
            }                                                                                                 \
            type result = y[i] = z[0] + b[0] * value;                                                         \
            for (int64_t k = 0; k < count - 1; k++) z[k] = z[k + 1] + value * b[k + 1] - result * a[k + 1];   \
            z[count - 1] = value * b[count] - result * a[count];                                              \
        }                                                                                                     \
    }
FILTER(real, double)
FILTER(complex, double complex)

ARRAY_FUNCTION_AT(signal_recursion, "signal._recursion", SCIPY | NO_DISPATCH, "(b, a, x, z)",
                  "A filter of as many coefficients b as a, a[0] being 1, along the last axis of x; z has the state of every line: (y, the state behind "
                  "its end). All are of float64, or all of complex128.\n\n"
                  ">>> signal._recursion(np.array([1., 0.]), np.array([1., -.5]), np.array([1., 0., 0.]), np.zeros(1))\n"
                  "(array([1.  , 0.5 , 0.25]), array([0.125]))\n") {
    Array *parts[4];
    for (size_t i = 0; i < 4; i++) {
        if (!(parts[i] = call_array(call, i)) || !array_settle(parts[i], call->error)) return variant_absent();
        if ((parts[i]->dtype != DTYPE(FLOAT64) && parts[i]->dtype != DTYPE(COMPLEX128)) || parts[i]->dtype != parts[0]->dtype ||
            !array_is_c_contiguous(parts[i]) || !parts[i]->dimensions || !device_is_host(array_device(parts[i]))) {
            call_fail(call, "TypeError", "arrays of float64 or of complex128, as they lie in memory, on the host");
            return variant_absent();
        }
    }
    Array *b = parts[0], *a = parts[1], *x = parts[2], *z = parts[3];
    int64_t count = b->shape[0] - 1, length = x->shape[x->dimensions - 1], lines = length ? array_size(x) / length : 0;
    if (count < 0 || a->shape[0] != count + 1 || array_size(z) != (length ? lines * count : array_size(z))) {
        call_fail(call, "ValueError", "b and a of one length, and a state of one less for every line");
        return variant_absent();
    }
    Array *y = call_new(call, x->dtype, x->dimensions, x->shape);
    z = call_copy(call, z, 'C');
    if (!y || !z || !array_settle(z, call->error)) return variant_absent();
    for (int64_t line = 0; line < lines; line++)
        for (int64_t from = 0; from < length; from += POLL_EVERY) {
            int64_t part = length - from < POLL_EVERY ? length - from : POLL_EVERY, at = line * length + from;
            if (x->dtype == DTYPE(FLOAT64))
                filter_real((double *)array_data(b), (double *)array_data(a), count, (double *)array_data(x) + at, part,
                            (double *)array_data(z) + line * count, (double *)array_data(y) + at);
            else
                filter_complex((double complex *)array_data(b), (double complex *)array_data(a), count, (double complex *)array_data(x) + at, part,
                               (double complex *)array_data(z) + line * count, (double complex *)array_data(y) + at);
            if (!runtime_poll(call->runtime, call->error)) return variant_absent();
        }
    return call_give_list(call, (Array *[]){y, z}, 2, true);
}
