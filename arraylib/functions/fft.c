/* Fourier transforms: numpy.fft (scipy.fft takes the same). Over the last axes at once where they are whole, else one
 * axis at a time, over contiguous rows. */
#include "arraylib/functions/compose.h"

#include <math.h>
#include <string.h>

ARRAY_FAMILY(fft);

typedef enum FftScale { SCALE_BACKWARD, SCALE_ORTHO, SCALE_FORWARD } FftScale;

static bool scale_argument(ArrayCall *call, size_t index, FftScale *scale) {
    const char *text;
    *scale = SCALE_BACKWARD;
    if (index >= call->count || !call_string(call, index, &text)) return index >= call->count;
    if (!text || !strcmp(text, "backward")) return true;
    if (!strcmp(text, "ortho"))
        *scale = SCALE_ORTHO;
    else if (!strcmp(text, "forward"))
        *scale = SCALE_FORWARD;
    else
        return call_fail(call, "ValueError", call->namespace == CUPY ? "Invalid norm value %s, should be \"backward\", \"ortho\", or \"forward\"."
                                                                    : "Invalid norm value %s; should be \"backward\",\"ortho\" or \"forward\".", text);
    return true;
}

static const Dtype *complex_for(const Array *a) {
    return a->dtype->number == DTYPE_FLOAT32 || a->dtype->number == DTYPE_COMPLEX64 ||
                   a->dtype->number == DTYPE_FLOAT16
               ? DTYPE(COMPLEX64)
               : DTYPE(COMPLEX128);
}

/* NumPy looks an axis up in the shape before it counts axes, and transforms halves as singles, but scales them as halves. */
static bool is_numpy(const ArrayCall *call) { return call->namespace != CUPY && !call->is_scipy; }

static double scale_factor(double points, FftScale scale, bool inverse, bool half) {
    if (scale != SCALE_ORTHO && (scale == SCALE_FORWARD) == inverse) return 1;
    if (!half) return scale == SCALE_ORTHO ? 1 / sqrt(points) : 1 / points;
    if (scale == SCALE_ORTHO) points = float16_to_float(float16_from_double(sqrt(points)));
    return float16_to_float(float16_from_double(1 / points));
}

/* Laid out as the argument was; real numbers made of halves are halves. */
static Array *finished(ArrayCall *call, Array *result, const Array *a) {
    if (result && is_numpy(call) && a->dtype->number == DTYPE_FLOAT16 && !dtype_is_complex(result->dtype)) result = call_cast(call, result, a->dtype);
    if (result && !is_numpy(call)) return array_is_c_contiguous(result) ? result : call_copy(call, result, 'C');
    return call_laid_out(call, result, a);
}

/* Cut or filled with zeros to `length` along the last axis, contiguous. */
static Array *fitted(ArrayCall *call, Array *a, int64_t length, const Dtype *dtype) {
    int last = a->dimensions - 1;
    int64_t have = a->shape[last], shape[ARRAY_DIMENSIONS_MAX];
    if (have == length) return call_contiguous(call, a, dtype);
    if (have > length) return call_contiguous(call, call_slice(call, a, last, 0, length, 1), dtype);
    memcpy(shape, a->shape, sizeof *shape * (size_t)a->dimensions);
    shape[last] = length;
    Array *wide = call_filled(call, dtype, a->dimensions, shape, variant_integer(0));
    return wide && call_assign(call, call_slice(call, wide, last, 0, have, 1), a) ? wide : NULL;
}

/* The transform of contiguous `input` over its last `axes` axes; `length`: of the last one's real side; `half`: it was one of halves. */
static Array *transform_last(ArrayCall *call, Array *input, int axes, int64_t length, FftKind kind, bool inverse,
                             FftScale scale, bool half) {
    if (!input) return NULL;
    int last = input->dimensions - 1;
    const Dtype *complex_type = complex_for(input);
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    memcpy(shape, input->shape, sizeof *shape * (size_t)input->dimensions);
    shape[last] = kind == FFT_REAL_TO_COMPLEX ? length / 2 + 1 : length;
    Array *output = call_new(call, kind == FFT_COMPLEX_TO_REAL ? dtype_real(complex_type) : complex_type,
                             input->dimensions, shape);
    if (!output) return NULL;
    FftTask task = {.kind = kind, .complex_type = complex_type, .inverse = inverse, .axes = axes, .rows = 1,
                    .input = array_data(input), .output = array_data(output)};
    double points = (double)length;
    for (int i = 0; i <= last - axes; i++) task.rows *= shape[i];
    for (int i = 0; i < axes - 1; i++) points *= (double)(task.lengths[i] = shape[last - axes + 1 + i]);
    task.lengths[axes - 1] = length;
    if (!call->device->operations->fft(call->device, &task, call->error)) return NULL;
    double factor = scale_factor(points, scale, inverse, half);
    if (factor == 1) return output;
    if (!is_numpy(call) || !dtype_is_complex(output->dtype)) return APPLY2_NUMBER(multiply, output, variant_float(factor));
    /* Part by part: infinity times a number that has no imaginary part stays what it is. */
    Array *parts = APPLY2_NUMBER(multiply, call_hold(call, array_view_as(output, dtype_real(output->dtype), call->error)), variant_float(factor));
    return parts ? call_hold(call, array_view_as(parts, output->dtype, call->error)) : NULL;
}

/* Transform along one axis; n < 0: the axis's own length. */
static Array *transform(ArrayCall *call, Array *a, int64_t n, int axis, FftKind kind, bool inverse,
                        FftScale scale) {
    if (!a) return NULL;
    int last = a->dimensions - 1;
    const Dtype *complex_type = complex_for(a);
    bool half = a->dtype->number == DTYPE_FLOAT16 && is_numpy(call);
    Array *rows = call_move_axis(call, a, axis, last);
    if (!rows) return NULL;
    int64_t length = n >= 0 ? n : kind == FFT_COMPLEX_TO_REAL ? 2 * (rows->shape[last] - 1) : rows->shape[last];
    if (length < 1) {
        call_fail(call, "ValueError", "Invalid number of FFT data points (%lld) specified.", (long long)length);
        return NULL;
    }
    /* Complex-to-real works in its input's place, so it gets a copy. */
    Array *input = fitted(call, rows, kind == FFT_COMPLEX_TO_REAL ? length / 2 + 1 : length,
                          kind == FFT_REAL_TO_COMPLEX ? dtype_real(complex_type) : complex_type);
    if (input && kind == FFT_COMPLEX_TO_REAL) input = call_copy(call, input, 'C');
    Array *output = transform_last(call, input, 1, length, kind, inverse, scale, half);
    return output ? call_move_axis(call, output, last, axis) : NULL;
}

/* (a, n=None, axis=-1, norm=None, out=None); n is -1 where it is not given. */
static bool one_axis_arguments(ArrayCall *call, Array *a, int64_t *n, int *axis, FftScale *scale) {
    *n = -1;
    if (!a) return false;
    if (is_numpy(call)) {
        bool has_length = call_is_given(call, 1);
        int64_t number = -1;
        if (!call_is_given(call, 2))
            return call_fail(call, "TypeError", has_length ? "'NoneType' object cannot be interpreted as an integer"
                                                           : "tuple indices must be integers or slices, not NoneType");
        if (!call_integer(call, 2, &number)) return false;
        if (!has_length && (number >= a->dimensions || number < -a->dimensions)) return call_fail(call, "IndexError", "tuple index out of range");
    }
    if (!a || (call_is_given(call, 1) && !call_integer(call, 1, n)) || !scale_argument(call, 3, scale)) return false;
    if (call_is_given(call, 1) && *n < 1)
        return call_fail(call, "ValueError", "Invalid number of FFT data points (%lld) specified.", (long long)*n);
    if (!a->dimensions) return call_fail(call, "numpy.exceptions.AxisError", "axis -1 is out of bounds for array of dimension 0");
    *axis = a->dimensions - 1;
    return call_axis(call, 2, a->dimensions, axis);
}

static bool takes_real(ArrayCall *call, const Array *a, int64_t length) {
    return !dtype_is_complex(a->dtype) || operator_refuse_types(length % 2 ? "rfft_n_odd" : "rfft_n_even", CASTING_SAFE, call->error);
}

/* NumPy multiplies by a factor, and has transforms of numbers alone. */
static bool takes_numbers(ArrayCall *call, const Array *a, const char *name) {
    const Dtype *dtype = dtype_native(a->dtype);
    if (!dtype_is_flexible(dtype) || !is_numpy(call)) return true;
    if (dtype->kind == 'O') return operator_refuse_types(name, CASTING_SAFE, call->error);
    const char *text = dtype_class_name(dtype);
    return error_set(call->error, "numpy.exceptions.DTypePromotionError",
                     "The DType <class 'numpy.dtypes.%sDType'> could not be promoted by <class 'numpy.dtypes._PyFloatDType'>. This means that no common "
                     "DType exists for the given inputs. For example they cannot be stored in a single array unless the dtype is `object`. The full list "
                     "of DTypes is: (<class 'numpy.dtypes.%sDType'>, <class 'numpy.dtypes._PyFloatDType'>)",
                     text, text);
}

static Variant one_axis(ArrayCall *call, FftKind kind, bool inverse) {
    Array *a = call_array(call, 0);
    int64_t n;
    int axis;
    FftScale scale;
    if (!one_axis_arguments(call, a, &n, &axis, &scale)) return variant_absent();
    if (kind == FFT_REAL_TO_COMPLEX && dtype_is_complex(a->dtype) && !device_is_host(array_device(a))) /* CuPy drops the other part */
        a = call_hold(call, array_real_part(a, call->error));
    if (!a) return variant_absent();
    int64_t length = n < 0 ? a->shape[axis] : n;
    const char *name = kind == FFT_COMPLEX_TO_REAL ? "irfft" : kind == FFT_COMPLEX ? inverse ? "ifft" : "fft" : length % 2 ? "rfft_n_odd" : "rfft_n_even";
    if (!takes_numbers(call, a, name) || (kind == FFT_REAL_TO_COMPLEX && !takes_real(call, a, length))) return variant_absent();
    Array *result = transform(call, a, n, axis, kind, inverse, scale);
    return call_give_out(call, finished(call, result, a), 4);
}

#define ONE "(a, n=None, axis=-1, norm=None, out=None)"
ARRAY_FUNCTION_AT(fft_fft, "fft.fft", NUMPY | CUPY, ONE,
                  "Discrete Fourier transform.\n\n>>> fft.fft([1., 0.])\narray([1.+0.j, 1.+0.j])\n",
                  .traits = CLASS_PLAIN) {
    return one_axis(call, FFT_COMPLEX, false);
}
ARRAY_FUNCTION_AT(fft_ifft, "fft.ifft", NUMPY | CUPY, ONE,
                  "Inverse discrete Fourier transform.\n\n>>> fft.ifft([2., 0.])\narray([1.+0.j, 1.+0.j])\n",
                  .traits = CLASS_PLAIN) {
    return one_axis(call, FFT_COMPLEX, true);
}
ARRAY_FUNCTION_AT(fft_rfft, "fft.rfft", NUMPY | CUPY, ONE,
                  "Transform of real input: the non-negative frequencies.\n\n>>> fft.rfft([1., 1., "
                  "1.])\narray([3.+0.j, 0.+0.j])\n",
                  .traits = CLASS_PLAIN) {
    return one_axis(call, FFT_REAL_TO_COMPLEX, false);
}
ARRAY_FUNCTION_AT(fft_irfft, "fft.irfft", NUMPY | CUPY, ONE,
                  "Inverse of rfft.\n\n>>> fft.irfft([2., 0.])\narray([1., 1.])\n",
                  .traits = CLASS_PLAIN) {
    return one_axis(call, FFT_COMPLEX_TO_REAL, true);
}
/* The Hermitian ones are the real ones of the conjugate, scaled the other way round. */
static bool hermitian_arguments(ArrayCall *call, Array *a, int64_t *n, int *axis, FftScale *scale) {
    if (!one_axis_arguments(call, a, n, axis, scale)) return false;
    *scale = *scale == SCALE_ORTHO ? SCALE_ORTHO : *scale == SCALE_FORWARD ? SCALE_BACKWARD : SCALE_FORWARD;
    return true;
}
ARRAY_FUNCTION_AT(fft_hfft, "fft.hfft", NUMPY | CUPY, ONE,
                  "Transform of a signal with Hermitian symmetry.\n\n>>> fft.hfft([2., 0.])\narray([2., 2.])\n",
                  .traits = CLASS_PLAIN) {
    Array *a = call_array(call, 0);
    int64_t n;
    int axis;
    FftScale scale;
    if (!hermitian_arguments(call, a, &n, &axis, &scale)) return variant_absent();
    Array *whole = transform(call, APPLY1(conjugate, a), n, axis, FFT_COMPLEX_TO_REAL, true, scale);
    return call_give_out(call, whole && is_numpy(call) ? finished(call, whole, a) : whole, 4);
}
ARRAY_FUNCTION_AT(fft_ihfft, "fft.ihfft", NUMPY | CUPY, ONE,
                  "Inverse of hfft.\n\n>>> fft.ihfft([2., 2.])\narray([2.-0.j, 0.-0.j])\n",
                  .traits = CLASS_PLAIN) {
    Array *a = call_array(call, 0);
    int64_t n;
    int axis;
    FftScale scale;
    if (!hermitian_arguments(call, a, &n, &axis, &scale)) return variant_absent();
    if (is_numpy(call) && !takes_real(call, a, n < 0 ? a->shape[axis] : n)) return variant_absent();
    Array *half = transform(call, a, n, axis, FFT_REAL_TO_COMPLEX, false, scale);
    half = half ? APPLY1(conjugate, half) : NULL;
    return call_give_out(call, half && is_numpy(call) ? finished(call, half, a) : half, 4);
}

/* What NumPy 2 still takes, but is going to refuse: lengths without axes, and lengths that are None. */
static bool warn_of_open_lengths(ArrayCall *call, Variant s, Variant axes, int by_default) {
    if (!is_numpy(call) || s.kind != VARIANT_SEQUENCE) return true;
    bool is_open = false;
    for (size_t i = 0; i < s.list->count; i++) is_open = is_open || s.list->items[i].kind == VARIANT_NONE;
    if (axes.kind != VARIANT_SEQUENCE && (!by_default || axes.kind == VARIANT_NONE) &&
        !runtime_warn(call->runtime, "DeprecationWarning", call->error,
                      "`axes` should not be `None` if `s` is not `None` (Deprecated in NumPy 2.0). In a future version of NumPy, this will raise an error and "
                      "`s[i]` will correspond to the size along the transformed axis specified by `axes[i]`. To retain current behaviour, pass a sequence "
                      "[0, ..., k-1] to `axes` for an array of dimension k."))
        return false;
    return !is_open || runtime_warn(call->runtime, "DeprecationWarning", call->error,
                                    "Passing an array containing `None` values to `s` is deprecated in NumPy 2.0 and will raise an error in a future version "
                                    "of NumPy. To use the default behaviour of the corresponding 1-D transform, pass the value matching the default for its "
                                    "`n` parameter. To use the default behaviour for every axis, the `s` argument can be omitted.");
}

/* Axes and lengths of the many-dimensional transforms: (a, s=None, axes=..., norm=None). */
static bool axes_of(ArrayCall *call, Array *a, int by_default, int *count, int *axes, int64_t *lengths) {
    Variant s = call->arguments[1], given = call->arguments[2];
    *count = by_default > 0 ? by_default : a->dimensions;
    if (s.kind == VARIANT_SEQUENCE) *count = (int)s.list->count;
    if (given.kind == VARIANT_SEQUENCE) *count = (int)given.list->count;
    if (*count > ARRAY_DIMENSIONS_MAX) return call_fail(call, "ValueError", "too many axes");
    if (!warn_of_open_lengths(call, s, given, by_default)) return false;
    for (int i = 0; i < *count; i++) {
        int64_t number = i - *count;
        if (given.kind == VARIANT_SEQUENCE && !variant_to_index(given.list->items[i], &number, call->error))
            return false;
        bool looks = is_numpy(call) && s.kind != VARIANT_SEQUENCE && (given.kind == VARIANT_SEQUENCE || by_default > 0);
        if (looks && !a->dimensions) return call_fail(call, "IndexError", "cannot do a non-empty take from an empty axes.");
        if (looks && (number >= a->dimensions || number < -a->dimensions))
            return call_fail(call, "IndexError", "index %lld is out of bounds for axis 0 with size %d", (long long)number, a->dimensions);
        if (!axis_normalise(number, a->dimensions, &axes[i], NULL, call->error)) return false;
        lengths[i] = -1;
        if (s.kind == VARIANT_SEQUENCE) {
            if (s.list->count != (size_t)*count)
                return call_fail(call, "ValueError", "Shape and axes have different lengths.");
            bool is_open = s.list->items[i].kind == VARIANT_NONE;
            if (!is_open && !variant_to_index(s.list->items[i], &lengths[i], call->error)) return false;
        }
    }
    return true;
}

/* Are the axes the last ones in their order, each with its whole length? Then one transform does them all. */
static bool is_whole(const Array *a, int count, const int *axes, const int64_t *lengths, FftKind kind) {
    if (count < 2 || count > FFT_AXES_MAX || count > a->dimensions) return false;
    for (int i = 0; i < count; i++) {
        int64_t own = a->shape[axes[i]];
        if (axes[i] != a->dimensions - count + i || own == 0 || (lengths[i] >= 0 && lengths[i] != own)) return false;
    }
    return kind != FFT_COMPLEX_TO_REAL || (lengths[count - 1] < 0 && a->shape[axes[count - 1]] > 1);
}

static Variant many_axes(ArrayCall *call, int by_default, FftKind kind, bool inverse) {
    Array *a = call_array(call, 0), *const original = a;
    int count, axes[ARRAY_DIMENSIONS_MAX];
    int64_t lengths[ARRAY_DIMENSIONS_MAX];
    FftScale scale;
    if (!a || !axes_of(call, a, by_default, &count, axes, lengths) || !scale_argument(call, 3, &scale))
        return variant_absent();
    int last = count - 1;
    bool half = a->dtype->number == DTYPE_FLOAT16 && is_numpy(call), real = kind != FFT_COMPLEX && is_numpy(call);
    if (real && !count) {
        call_fail(call, "IndexError", "list index out of range");
        return variant_absent();
    }
    if (real && kind == FFT_REAL_TO_COMPLEX && !takes_real(call, a, lengths[last] < 0 ? a->shape[axes[last]] : lengths[last])) return variant_absent();
    if (!half && is_whole(a, count, axes, lengths, kind)) {
        const Dtype *complex_type = complex_for(a);
        int64_t length = a->shape[axes[last]];
        if (kind == FFT_COMPLEX_TO_REAL) length = 2 * (length - 1);
        a = kind == FFT_REAL_TO_COMPLEX ? call_contiguous(call, a, dtype_real(complex_type))
                                        : call_contiguous(call, a, complex_type);
        if (a && kind == FFT_COMPLEX_TO_REAL) a = call_copy(call, a, 'C');
        return call_give_out(call, finished(call, transform_last(call, a, count, length, kind, inverse, scale, false), original), 4);
    }
    if (kind == FFT_REAL_TO_COMPLEX && count)
        a = transform(call, a, lengths[last], axes[last], kind, inverse, scale);
    int complex_count = kind == FFT_COMPLEX ? count : last;
    for (int i = complex_count - 1; i >= 0 && kind != FFT_COMPLEX_TO_REAL; i--)
        a = transform(call, a, lengths[i], axes[i], FFT_COMPLEX, inverse, scale);
    for (int i = 0; i < complex_count && kind == FFT_COMPLEX_TO_REAL; i++)
        a = transform(call, a, lengths[i], axes[i], FFT_COMPLEX, inverse, scale);
    if (kind == FFT_COMPLEX_TO_REAL && count)
        a = transform(call, a, lengths[last], axes[last], kind, inverse, scale);
    return call_give_out(call, finished(call, a, original), 4);
}
#define TWO "(a, s=None, axes=(-2, -1), norm=None, out=None)"
#define MANY "(a, s=None, axes=None, norm=None, out=None)"
ARRAY_FUNCTION_AT(fft_fft2, "fft.fft2", NUMPY | CUPY, TWO,
                  "Two-dimensional transform.\n\n>>> fft.fft2([[1., 0.]])\narray([[1.+0.j, 1.+0.j]])\n",
                  .traits = CLASS_PLAIN) {
    return many_axes(call, 2, FFT_COMPLEX, false);
}
ARRAY_FUNCTION_AT(fft_ifft2, "fft.ifft2", NUMPY | CUPY, TWO, "Inverse two-dimensional transform.",
                  .traits = CLASS_PLAIN) {
    return many_axes(call, 2, FFT_COMPLEX, true);
}
ARRAY_FUNCTION_AT(fft_rfft2, "fft.rfft2", NUMPY | CUPY, TWO,
                  "Two-dimensional transform of real input.",
                  .traits = CLASS_PLAIN) {
    return many_axes(call, 2, FFT_REAL_TO_COMPLEX, false);
}
ARRAY_FUNCTION_AT(fft_irfft2, "fft.irfft2", NUMPY | CUPY, TWO, "Inverse of rfft2.",
                  .traits = CLASS_PLAIN) {
    return many_axes(call, 2, FFT_COMPLEX_TO_REAL, true);
}
ARRAY_FUNCTION_AT(fft_fftn, "fft.fftn", NUMPY | CUPY, MANY, "Transform over several axes.",
                  .traits = CLASS_PLAIN) {
    return many_axes(call, 0, FFT_COMPLEX, false);
}
ARRAY_FUNCTION_AT(fft_ifftn, "fft.ifftn", NUMPY | CUPY, MANY, "Inverse transform over several axes.",
                  .traits = CLASS_PLAIN) {
    return many_axes(call, 0, FFT_COMPLEX, true);
}
ARRAY_FUNCTION_AT(fft_rfftn, "fft.rfftn", NUMPY | CUPY, MANY,
                  "Transform of real input over several axes.",
                  .traits = CLASS_PLAIN) {
    return many_axes(call, 0, FFT_REAL_TO_COMPLEX, false);
}
ARRAY_FUNCTION_AT(fft_irfftn, "fft.irfftn", NUMPY | CUPY, MANY, "Inverse of rfftn.",
                  .traits = CLASS_PLAIN) {
    return many_axes(call, 0, FFT_COMPLEX_TO_REAL, true);
}

/* NumPy divides by Python's number n * d first, CuPy by n and d of arrays. */
static bool frequency_arguments(ArrayCall *call, int64_t *n, double *spacing) {
    if (is_numpy(call) && !variant_is_integral(call->arguments[0])) return call_fail(call, "ValueError", "n should be an integer");
    if (!call_integer(call, 0, n) || !call_real(call, 1, spacing)) return false;
    bool is_plain = call->arguments[1].kind != VARIANT_SCALAR && call->arguments[1].kind != VARIANT_ARRAY;
    if (is_numpy(call) && is_plain && (double)*n * *spacing == 0) return call_fail(call, "ZeroDivisionError", "float division by zero");
    return true;
}
ARRAY_FUNCTION_AT(
    fft_fftfreq, "fft.fftfreq", NUMPY | CUPY | SCIPY, "(n, d=1.0, device=None)",
    "Frequencies of the transform's places.\n\n>>> fft.fftfreq(4)\narray([ 0.  ,  0.25, -0.5 , -0.25])\n",
                  .traits = ASKS_NOBODY | CLASS_PLAIN) {
    int64_t n;
    double spacing;
    if (!frequency_arguments(call, &n, &spacing)) return variant_absent();
    int64_t positive = (n + 1) / 2;
    Array *line = call_iota(call, n), *result = call_new(call, DTYPE(INT64), 1, &n);
    if (!result ||
        !call_assign(call, call_slice(call, result, 0, 0, positive, 1),
                     call_slice(call, line, 0, 0, positive, 1)) ||
        !call_assign(
            call, call_slice(call, result, 0, positive, n - positive, 1),
            APPLY2_NUMBER(subtract, call_slice(call, line, 0, positive, n - positive, 1), variant_integer(n))))
        return variant_absent();
    return call_give(call, APPLY2_NUMBER(multiply, result, variant_float(1 / ((double)n * spacing))));
}
ARRAY_FUNCTION_AT(fft_rfftfreq, "fft.rfftfreq", NUMPY | CUPY | SCIPY, "(n, d=1.0, device=None)",
                  "Frequencies of rfft's places.\n\n>>> fft.rfftfreq(4)\narray([0.  , 0.25, 0.5 ])\n",
                  .traits = ASKS_NOBODY | CLASS_PLAIN) {
    int64_t n;
    double spacing;
    if (!frequency_arguments(call, &n, &spacing)) return variant_absent();
    int64_t count = n < 0 ? 0 : n / 2 + 1;
    return call_give(
        call, APPLY2_NUMBER(multiply, call_iota(call, count), variant_float(1 / ((double)n * spacing))));
}

static Variant shifted(ArrayCall *call, bool inverse) {
    Array *a = call_array(call, 0);
    uint64_t axes;
    if (!a || !call_axes(call, 1, a->dimensions, &axes)) return variant_absent();
    if (!a->dimensions && call->namespace != CUPY && !call_is_given(call, 1)) {
        call_fail(call, "ValueError", "not enough values to unpack (expected 2, got 0)");
        return variant_absent();
    }
    const Array *original = a;
    for (int i = 0; i < a->dimensions && a; i++) {
        if (!(axes >> i & 1) || !a->shape[i]) continue;
        int64_t extent = a->shape[i], shift = inverse ? extent - extent / 2 : extent / 2;
        Array *parts[] = {call_slice(call, a, i, extent - shift, shift, 1),
                          call_slice(call, a, i, 0, extent - shift, 1)};
        a = parts[0] && parts[1] ? call_stack_axis(call, parts, 2, i) : NULL;
    }
    return call_give(call, a && call->namespace != CUPY ? call_laid_out(call, a, original) : a);
}
ARRAY_FUNCTION_AT(
    fft_fftshift, "fft.fftshift", NUMPY | CUPY | SCIPY, "(x, axes=None)",
    "Move the zero frequency to the centre.\n\n>>> fft.fftshift([0, 1, 2, 3])\narray([2, 3, 0, 1])\n",
                  .traits = CLASS_PLAIN) {
    return shifted(call, false);
}
ARRAY_FUNCTION_AT(fft_ifftshift, "fft.ifftshift", NUMPY | CUPY | SCIPY, "(x, axes=None)",
                  "Undo fftshift.\n\n>>> fft.ifftshift([2, 3, 0, 1])\narray([0, 1, 2, 3])\n",
                  .traits = CLASS_PLAIN) {
    return shifted(call, true);
}
