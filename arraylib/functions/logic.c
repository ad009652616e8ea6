/* Questions about arrays: are they close, equal, real, do they share memory. */
#include "arraylib/functions/compose.h"

ARRAY_FAMILY(logic);

/* |a - b| <= atol + rtol * |b|, infinities equal to themselves. */
static Array *close_to(ArrayCall *call, Array *a, Array *b, double relative, double absolute, bool equal_nan) {
    if (!a || !b) return NULL;
    bool is_exact = !dtype_is_inexact(a->dtype) && !dtype_is_inexact(b->dtype);
    const Dtype *dtype = is_exact ? DTYPE(FLOAT64) : dtype_inexact(dtype_promote(a->dtype, b->dtype));
    a = call_cast(call, a, dtype);
    b = call_cast(call, b, dtype);
    const ErrorState state = call->runtime->error_state; /* nan and inf are no accident here */
    call->runtime->error_state.invalid = call->runtime->error_state.over = FLOAT_ERROR_IGNORE;
    Array *size = APPLY1(absolute, b);
    Array *bound = APPLY2_NUMBER(add, APPLY2_NUMBER(multiply, size, variant_float(relative)), variant_float(absolute));
    Array *close = APPLY2(less_equal, APPLY1(absolute, APPLY2(subtract, a, b)), bound);
    close = APPLY2(logical_and, close, APPLY1(isfinite, b));
    close = APPLY2(logical_or, close, APPLY2(equal, a, b));
    if (equal_nan) close = APPLY2(logical_or, close, APPLY2(logical_and, APPLY1(isnan, a), APPLY1(isnan, b)));
    call->runtime->error_state = state;
    return close;
}

static Array *close_arguments(ArrayCall *call) {
    double relative = 1e-5, absolute = 1e-8;
    bool equal_nan = false;
    if (!call_real(call, 2, &relative) || !call_real(call, 3, &absolute) || !call_truth(call, 4, &equal_nan)) return NULL;
    Array *a = call_array(call, 0);
    return close_to(call, a, a ? call_array(call, 1) : NULL, relative, absolute, equal_nan);
}

ARRAY_FUNCTION(isclose, NUMPY | CUPY, "(a, b, rtol=1e-05, atol=1e-08, equal_nan=False)",
               "Where two arrays are equal within a tolerance: |a - b| <= atol + rtol * |b|.\n\n"
               ">>> isclose(array([1.0, 2.0]), array([1.0, 2.1]))\narray([ True, False])\n",
               .traits = CUPY_TAKES_HOST | OBSERVED | OBSERVED_SECOND) {
    return call_give_item(call, close_arguments(call));
}

/* Python's bool on the host, a 0-d array of a device. */
static Variant give_truth(ArrayCall *call, Array *truths) {
    bool all;
    if (!truths) return variant_absent();
    if (call->namespace == CUPY) return call_give(call, call_reduce(call, OPERATOR(logical_and), truths, ALL_AXES, false, NULL));
    return call_all_true(call, truths, &all) ? variant_bool(all) : variant_absent();
}
static Variant give_answer(ArrayCall *call, bool answer) {
    if (call->namespace != CUPY) return variant_bool(answer);
    return call_give(call, call_number(call, DTYPE(BOOL), variant_bool(answer)));
}

ARRAY_FUNCTION(allclose, NUMPY | CUPY, "(a, b, rtol=1e-05, atol=1e-08, equal_nan=False)",
               "Whether two arrays are equal everywhere within a tolerance.\n\n"
               ">>> bool(allclose(array([1.0, 2.0]), array([1.0, 2.0 + 1e-9])))\nTrue\n",
               .traits = CUPY_TAKES_HOST | OBSERVED | OBSERVED_SECOND) {
    return give_truth(call, close_arguments(call));
}

static bool shapes_equal(const Array *a, const Array *b) {
    if (a->dimensions != b->dimensions) return false;
    for (int i = 0; i < a->dimensions; i++)
        if (a->shape[i] != b->shape[i]) return false;
    return true;
}

ARRAY_FUNCTION(array_equal, NUMPY | CUPY, "(a1, a2, equal_nan=False)",
               "Are shapes and all elements equal?\n\n"
               ">>> bool(array_equal(arange(3), array([0, 1, 2])))\nTrue\n",
               .traits = CUPY_METHOD) {
    bool equal_nan = false;
    Array *a = call_array(call, 0), *b = a ? call_array(call, 1) : NULL;
    if (!b || !call_truth(call, 2, &equal_nan)) return variant_absent();
    if (!shapes_equal(a, b)) return give_answer(call, false);
    Array *same = APPLY2(equal, a, b);
    if (equal_nan && dtype_is_inexact(a->dtype) && dtype_is_inexact(b->dtype))
        same = APPLY2(logical_or, same, APPLY2(logical_and, APPLY1(isnan, a), APPLY1(isnan, b)));
    else if (equal_nan && dtype_is_date(a->dtype) && dtype_is_date(b->dtype))
        same = APPLY2(logical_or, same, APPLY2(logical_and, APPLY1(isnat, a), APPLY1(isnat, b)));
    return give_truth(call, same);
}

ARRAY_FUNCTION(array_equiv, NUMPY | CUPY, "(a1, a2)",
               "Whether two arrays broadcast to each other and have equal elements.\n\n"
               ">>> bool(array_equiv(array([1, 2]), array([[1, 2], [1, 2]])))\nTrue\n") {
    Array *a = call_array(call, 0), *b = a ? call_array(call, 1) : NULL;
    if (!b) return variant_absent();
    int dimensions = a->dimensions;
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    for (int i = 0; i < dimensions; i++) shape[i] = a->shape[i];
    if (!shape_broadcast(b->dimensions, b->shape, &dimensions, shape)) return give_answer(call, false);
    return give_truth(call, APPLY2(equal, a, b));
}

/* ---- Real and complex ---- */

static Array *imaginary_is_zero(ArrayCall *call, bool zero) {
    Array *a = call_array(call, 0);
    if (!a) return NULL;
    if (dtype_is_text(a->dtype) && call->namespace != CUPY) { /* their imaginary part is an empty text, which is not 0 */
        return call_filled(call, DTYPE(BOOL), a->dimensions, a->shape, variant_bool(false));
    }
    if (!dtype_is_complex(a->dtype)) {
        Array *filled = call_filled(call, DTYPE(BOOL), a->dimensions, a->shape, variant_bool(zero));
        return zero && array_is_f_contiguous(a) ? call_copy(call, filled, 'F') : filled;
    }
    Array *part = call_hold(call, array_imaginary_part(a, call->error));
    return zero ? APPLY2_NUMBER(equal, part, variant_integer(0)) : APPLY2_NUMBER(not_equal, part, variant_integer(0));
}
ARRAY_FUNCTION(isreal, NUMPY | CUPY, "(x)",
               "Where the imaginary part is zero.\n\n>>> isreal(array([1 + 1j, 2]))\narray([False,  True])\n") {
    return call_give_item(call, imaginary_is_zero(call, true));
}
ARRAY_FUNCTION(iscomplex, NUMPY | CUPY, "(x)",
               "Where the imaginary part is not zero.\n\n>>> iscomplex(array([1 + 1j, 2]))\narray([ True, False])\n") {
    return call_give_item(call, imaginary_is_zero(call, false));
}
ARRAY_FUNCTION(iscomplexobj, NUMPY | CUPY, "(x)",
               "Whether the type is a complex one.\n\n>>> iscomplexobj(array([1j]))\nTrue\n") {
    Array *a = call_array(call, 0);
    return a ? variant_bool(dtype_is_complex(a->dtype)) : variant_absent();
}
ARRAY_FUNCTION(isrealobj, NUMPY | CUPY, "(x)", "Whether the type is not a complex one.\n\n>>> isrealobj(arange(3))\nTrue\n") {
    Array *a = call_array(call, 0);
    return a ? variant_bool(!dtype_is_complex(a->dtype)) : variant_absent();
}
ARRAY_FUNCTION(real_if_close, NUMPY | CUPY, "(a, tol=100)",
               "The real part of a complex array whose imaginary parts are all close to zero; else the array.") {
    double tolerance = 100;
    bool all = false;
    Array *a = call_array(call, 0);
    if (!a || !call_real(call, 1, &tolerance)) return variant_absent();
    if (!dtype_is_complex(a->dtype)) return call_give(call, a);
    if (tolerance > 1) tolerance *= a->dtype == DTYPE(COMPLEX64) ? 0x1p-23 : 0x1p-52;
    Array *part = APPLY1(absolute, call_hold(call, array_imaginary_part(a, call->error)));
    if (!call_all_true(call, APPLY2_NUMBER(less, part, variant_float(tolerance)), &all)) return variant_absent();
    return call_give(call, all ? call_hold(call, array_real_part(a, call->error)) : a);
}
/* ---- Infinities of a sign ---- */

static Variant infinite_of_sign(ArrayCall *call, bool negative) {
    Array *a = call_array(call, 0);
    if (!a) return variant_absent();
    if (dtype_is_complex(a->dtype) && call->namespace != CUPY) {
        call_fail(call, "TypeError", "This operation is not supported for %s values because it would be ambiguous.", a->dtype->name);
        return variant_absent();
    }
    Array *sign = negative ? APPLY2_NUMBER(less, a, variant_integer(0)) : APPLY2_NUMBER(greater, a, variant_integer(0));
    return call_give_out(call, APPLY2(logical_and, APPLY1(isinf, a), sign), 1);
}
ARRAY_FUNCTION(isneginf, NUMPY | CUPY, "(x, out=None)",
               "Where the elements are negative infinity.\n\n>>> isneginf(array([-inf, 1.0]))\narray([ True, False])\n") {
    return infinite_of_sign(call, true);
}
ARRAY_FUNCTION(isposinf, NUMPY | CUPY, "(x, out=None)",
               "Where the elements are positive infinity.\n\n>>> isposinf(array([-inf, inf]))\narray([False,  True])\n") {
    return infinite_of_sign(call, false);
}

/* ---- Memory ---- */

/* `most` is the work allowed when none is given. */
static Variant share(ArrayCall *call, int64_t most, bool must_know) {
    Array *a = call_array(call, 0), *b = a ? call_array(call, 1) : NULL;
    if (!b) return variant_absent();
    if (call_is_given(call, 2) && !variant_to_index(call->arguments[2], &most, call->error)) {
        error_clear(call->error);
        call_fail(call, "ValueError", "max_work must be an integer");
        return variant_absent();
    }
    Overlap overlap = array_overlap(a, b, most);
    if (overlap == OVERLAP_UNKNOWN && must_know) {
        call_fail(call, "numpy.exceptions.TooHardError", "Exceeded max_work");
        return variant_absent();
    }
    return variant_bool(overlap != OVERLAP_NONE);
}
ARRAY_FUNCTION(may_share_memory, NUMPY | CUPY, "(a, b, /, max_work=None)",
               "Whether two arrays might share memory: whether their ranges of memory overlap. max_work: try so many places to find out exactly.\n\n"
               ">>> may_share_memory(arange(3), arange(3))\nFalse\n",
               .traits = MOVES_BYTES | ANY_ORDER) {
    return share(call, 0, false);
}
ARRAY_FUNCTION(shares_memory, NUMPY | CUPY, "(a, b, /, max_work=None)",
               "Whether two arrays have a byte in common. TooHardError: max_work places were not enough to find out.\n\n"
               ">>> x = arange(4)\n>>> shares_memory(x[::2], x[1::2])\nFalse\n",
               .traits = MOVES_BYTES | ANY_ORDER) {
    return share(call, -1, true);
}

static bool is_the_same(const Array *target, const Array *source) {
    bool same = target->dtype == source->dtype && target->dimensions == source->dimensions && target->buffer == source->buffer &&
                target->offset == source->offset;
    for (int i = 0; i < target->dimensions && same; i++)
        same = target->shape[i] == source->shape[i] && target->strides[i] == source->strides[i];
    return same;
}
static Array *broadcast_to_target(ArrayCall *call, Array *a, const Array *target, const char *what) {
    bool fits = a != NULL;
    int extra = a ? target->dimensions - a->dimensions : 0;
    for (int i = 0; fits && i < a->dimensions; i++) fits = i + extra >= 0 && (a->shape[i] == 1 || a->shape[i] == target->shape[i + extra]);
    if (fits) return call_broadcast(call, a, target->dimensions, target->shape);
    char from[SHAPE_TEXT_SIZE], to[SHAPE_TEXT_SIZE];
    if (a)
        call_fail(call, "ValueError", "could not broadcast %s from shape %s into shape %s", what, shape_text_tight(a->dimensions, a->shape, from),
                  shape_text_tight(target->dimensions, target->shape, to));
    return NULL;
}

ARRAY_FUNCTION(copyto, NUMPY | CUPY, "(dst, src, casting='same_kind', where=True)",
               "Write the values of one array into another one, stretched to its shape.",
               .traits = MOVES_BYTES) {
    const char *name = NULL;
    Casting casting = CASTING_SAME_KIND;
    if (call->arguments[0].kind != VARIANT_ARRAY) {
        call_fail(call, "TypeError", "copyto() argument 1 must be a numpy.ndarray, not %s%s",
                  call->arguments[0].kind == VARIANT_SCALAR ? "numpy." : "", variant_type_name(call->arguments[0]));
        return variant_absent();
    }
    Array *target = call->arguments[0].array, *source = call_array(call, 1);
    if (!source || !call_string(call, 2, &name)) return variant_absent();
    if (name && !casting_from_name(name, &casting)) {
        call_fail(call, "ValueError", "casting must be one of 'no', 'equiv', 'safe', 'same_kind', 'unsafe' (got '%s')", name);
        return variant_absent();
    }
    Variant given = call->arguments[1];
    bool is_weak = variant_is_number(given) && given.kind != VARIANT_SCALAR; /* Python's whole numbers have no width */
    bool fits = is_weak && source->dtype->kind == 'i' && dtype_is_integer(target->dtype);
    if (!fits && !dtype_can_cast(source->dtype, target->dtype, casting)) {
        bool is_narrow = is_weak && source->dtype->kind == 'c' && target->dtype->kind == 'f' && target->dtype->item_size < 8;
        call_fail(call, "TypeError", "Cannot cast %s from dtype(%s) to dtype(%s) according to the rule '%s'",
                  source->dimensions ? "array data" : "scalar", (is_narrow ? DTYPE(COMPLEX64) : source->dtype)->shown, target->dtype->shown,
                  casting_name(casting));
        return variant_absent();
    }
    if (is_the_same(target, source) && target->dimensions) return variant_none();
    if (!target->writeable) {
        call_fail(call, "ValueError", "assignment destination is read-only");
        return variant_absent();
    }
    if (call->namespace != CUPY && !warn_complex_discarded(call->runtime, source->dtype, target->dtype, call->error)) return variant_absent();
    if (!source->dimensions) { /* a number is converted once, used or not; Python's integers must fit */
        uint8_t bytes[16];
        if (is_weak && variant_is_integral(given) && dtype_is_integer(target->dtype) &&
            !variant_set(call->runtime, given, target->dtype, bytes, call->error))
            return variant_absent();
        source = call_cast(call, source, target->dtype);
    }
    bool everywhere = !call_is_given(call, 3) || (call->arguments[3].kind == VARIANT_BOOL && call->arguments[3].integer);
    if (!everywhere) {
        Array *values = broadcast_to_target(call, source, target, "input array");
        Array *mask = values ? broadcast_to_target(call, call_array_of(call, 3, DTYPE(BOOL)), target, "where mask") : NULL;
        if (values && mask && values->dtype != target->dtype) { /* what is not chosen is not converted */
            Variant chosen = array_pick(call->runtime, values, of_array(mask), false, call->error);
            bool done = chosen.kind != VARIANT_ABSENT && array_set_item(call->runtime, target, of_array(mask), chosen, call->error);
            variant_release(&chosen);
            return done ? variant_none() : variant_absent();
        }
        source = call_where(call, mask, of_array(values), of_array(target));
    }
    return call_assign(call, target, source) ? variant_none() : variant_absent();
}
