/* Making arrays: from values, from shapes, along lines, as grids. */
#include "arraylib/core/datetime.h"
#include "arraylib/functions/compose.h"
#include "arraylib/functions/object_range.h"

#include <complex.h>
#include <math.h>
#include <string.h>

ARRAY_FAMILY(create);

/* In the order asked for: a new array when it is not already so. */
static Array *in_order(ArrayCall *call, Array *a, char order) {
    if (!a) return NULL;
    if (order == 'C' && !array_is_c_contiguous(a)) return call_copy(call, a, 'C');
    if (order == 'A' && !array_is_c_contiguous(a) && !array_is_f_contiguous(a)) return call_copy(call, a, 'C');
    if (order == 'F' && !array_is_f_contiguous(a)) return call_copy(call, a, 'F');
    return a;
}

static Array *convert(ArrayCall *call, const Dtype *dtype, bool copy, char order, int most) {
    Variant value = call->arguments[0];
    bool fresh = value.kind != VARIANT_ARRAY, is_limited = most < ARRAY_DIMENSIONS_MAX && value.kind == VARIANT_SEQUENCE;
    Array *a = call_hold(call, is_limited ? array_from_sequence(call->runtime, value, dtype, most, call->error)
                                          : array_from_variant(call->runtime, value, dtype, call->device, false, call->error));
    if (!a) return NULL;
    fresh = fresh || a != value.array;
    Array *ordered = order == 'A' && !fresh ? a : in_order(call, a, order); /* what need not be copied may lie in any order */
    return ordered && copy && !fresh && ordered == a ? call_copy(call, a, order) : ordered;
}

/* copy=False: never. False with the error. */
static bool is_as_given(ArrayCall *call, const Array *a, size_t copy) {
    bool copies = true;
    if (!call_is_given(call, copy) || call->arguments[copy].kind == VARIANT_NONE) return true;
    if (!call_truth(call, copy, &copies)) return false;
    if (copies) return true;
    bool is_array = call->arguments[0].kind == VARIANT_ARRAY, is_on_device = is_array && !device_is_host(array_device(call->arguments[0].array));
    if (is_array && a == call->arguments[0].array) return true;
    if (call->namespace == CUPY && !is_on_device) return true; /* what comes from the host is always copied */
    if (call->namespace == CUPY) return call_fail(call, "ValueError", "Unable to avoid copy while creating an array as requested.");
    return call_fail(call, "ValueError",
                     "Unable to avoid copy while creating an array as requested.\nIf using `np.array(obj, "
                     "copy=False)` replace it "
                     "with `np.asarray(obj)` to allow a copy when needed (no behavior change in NumPy 1.x).\nFor "
                     "more details, see "
                     "https://numpy.org/devdocs/"
                     "numpy_2_0_migration_guide.html#adapting-to-changes-in-the-copy-keyword.");
}

static Variant new_array(ArrayCall *call) {
    const Dtype *dtype = NULL;
    char order = 'K';
    int64_t least = 0, most = ARRAY_DIMENSIONS_MAX;
    bool copy = true;
    if (!call_dtype(call, 1, &dtype) || !call_order(call, 3, &order)) return variant_absent();
    if (call->arguments[2].kind == VARIANT_NONE)
        copy = false;
    else if (call_is_given(call, 2) && !call_truth(call, 2, &copy))
        return variant_absent();
    if (call_is_given(call, 5) && !call_integer(call, 5, &least)) return variant_absent();
    bool is_limited = call->namespace != CUPY && call_is_given(call, 6);
    if (is_limited && !call_integer(call, 6, &most)) return variant_absent();
    if (is_limited && (most < 0 || most > ARRAY_DIMENSIONS_MAX)) {
        call_fail(call, "ValueError", "ndmax must be in the range [0, NPY_MAXDIMS (%d)] ", ARRAY_DIMENSIONS_MAX);
        return variant_absent();
    }
    Array *a = convert(call, dtype, copy, order, most ? (int)most : ARRAY_DIMENSIONS_MAX);
    if (a && !is_as_given(call, a, 2)) return variant_absent();
    return call_give(call, least > 0 && least <= ARRAY_DIMENSIONS_MAX ? call_at_least(call, a, (int)least) : a);
}

ARRAY_FUNCTION(
    array, NUMPY | NO_DISPATCH,
    "(object, dtype=None, *, copy=True, order='K', subok=False, ndmin=0, ndmax=0, like=None)",
    "Create an array of a nested sequence, a number or another array.\n\n"
    ">>> array([[1, 2], [3, 4]])\narray([[1, 2],\n       [3, 4]])\n>>> array([1, 2.5], dtype='float32')\n"
    "array([1. , 2.5], dtype=float32)\n",
               .traits = MOVES_BYTES | CLASS_PLAIN) {
    return new_array(call);
}
ARRAY_FUNCTION_AT(cupy_array, "array", CUPY | NO_DISPATCH, "(obj, dtype=None, copy=True, order='K', subok=False, ndmin=0, *, blocking=False)",
                  "Create an array on the current device of a nested sequence, a number or another array.\n\n"
                  ">>> array([[1, 2], [3, 4]])\narray([[1, 2],\n       [3, 4]])\n",
                  .traits = MOVES_BYTES | CLASS_PLAIN) {
    return new_array(call);
}
static Variant as_array(ArrayCall *call) {
    const Dtype *dtype = NULL;
    char order = 'K';
    bool copy = false;
    if (!call_dtype(call, 1, &dtype) || !call_order(call, 2, &order)) return variant_absent();
    size_t place = call->namespace == CUPY ? 3 : 4; /* of copy= */
    if (call_is_given(call, place) && call->arguments[place].kind != VARIANT_NONE && !call_truth(call, place, &copy)) return variant_absent();
    Array *a = convert(call, dtype, copy, order, ARRAY_DIMENSIONS_MAX);
    return a && is_as_given(call, a, place) ? call_give(call, a) : variant_absent();
}

ARRAY_FUNCTION(asarray, NUMPY | NO_DISPATCH,
               "(a, dtype=None, order=None, *, device=None, copy=None, like=None)",
               "Convert to an array; an array of the right kind is returned as it is.\n\n>>> asarray([1, "
               "2])\narray([1, 2])\n",
               .traits = MOVES_BYTES | CLASS_PLAIN | CLASS_REFUSED) {
    return as_array(call);
}
ARRAY_FUNCTION_AT(cupy_asarray, "asarray", CUPY | NO_DISPATCH, "(a, dtype=None, order=None, *, copy=None, blocking=False)",
                  "Convert to an array on the current device; an array that is there is returned as it is.\n\n>>> asarray([1, "
                  "2])\narray([1, 2])\n",
                  .traits = MOVES_BYTES | CLASS_PLAIN | CLASS_REFUSED) {
    return as_array(call);
}
ARRAY_FUNCTION_AT(cupy_asanyarray, "asanyarray", CUPY | NO_DISPATCH, "(a, dtype=None, order=None, *, copy=None, blocking=False)",
                  "Convert to an array on the current device; an array that is there is returned as it is.\n\n>>> asanyarray((1, "
                  "2))\narray([1, 2])\n",
                  .traits = MOVES_BYTES) {
    return as_array(call);
}
ARRAY_FUNCTION(asanyarray, NUMPY | NO_DISPATCH,
               "(a, dtype=None, order=None, *, device=None, copy=None, like=None)",
               "Convert to an array; an array of the right kind is returned as it is.\n\n>>> asanyarray((1, "
               "2))\narray([1, 2])\n",
               .traits = MOVES_BYTES) {
    return as_array(call);
}

ARRAY_FUNCTION(ascontiguousarray, NUMPY | CUPY | NO_DISPATCH, "(a, dtype=None, *, like=None)",
               "Return an array whose elements lie one after another in C order.\n\n>>> ascontiguousarray([1, "
               "2])\narray([1, 2])\n",
               .traits = MOVES_BYTES | CLASS_PLAIN | CLASS_REFUSED) {
    const Dtype *dtype = NULL;
    if (!call_dtype(call, 1, &dtype)) return variant_absent();
    return call_give(call, call_at_least(call, convert(call, dtype, false, 'C', ARRAY_DIMENSIONS_MAX), 1));
}

ARRAY_FUNCTION(asfortranarray, NUMPY | CUPY | NO_DISPATCH, "(a, dtype=None, *, like=None)",
               "Return an array laid out in Fortran order.\n\n>>> asfortranarray([1, 2])\narray([1, 2])\n",
               .traits = MOVES_BYTES | CLASS_PLAIN | CLASS_REFUSED) {
    const Dtype *dtype = NULL;
    if (!call_dtype(call, 1, &dtype)) return variant_absent();
    return call_give(call, call_at_least(call, convert(call, dtype, false, 'F', ARRAY_DIMENSIONS_MAX), 1));
}

ARRAY_FUNCTION(asnumpy, CUPY, "(a, stream=None, order='C', out=None, *, blocking=True)",
               "Return the array on the host, as numpy's.") {
    Variant value = call->arguments[0];
    if (value.kind != VARIANT_ARRAY)
        return call_give(call, call_hold(call, array_from_variant(call->runtime, value, NULL,
                                                                  call->runtime->host, false, call->error)));
    Array *host = call_on_host(call, value.array);
    if (host && call_is_given(call, 3) && call->arguments[3].kind == VARIANT_ARRAY) {
        if (!call_assign(call, call->arguments[3].array, host)) return variant_absent();
        return variant_copy(call->arguments[3]);
    }
    return call_give(call, host);
}

/* A copy, and on the current device where arrays of devices are copied. */
static Array *copy_here(ArrayCall *call, Array *a, char order) {
    if (call->namespace != CUPY || device_is_host(array_device(a)) || array_device(a) == call->device) return call_copy(call, a, order);
    if (order == 'A') order = array_is_f_contiguous(a) && !array_is_c_contiguous(a) ? 'F' : 'C';
    bool is_ordered = order == 'F' ? array_is_f_contiguous(a) : array_is_c_contiguous(a) || (order == 'K' && array_is_f_contiguous(a));
    return call_on_device(call, is_ordered ? a : call_copy(call, a, order));
}

ARRAY_FUNCTION(copy, NUMPY | CUPY | NO_DISPATCH, "(a, order='K', subok=False)",
               "The same elements in memory of its own.\n\n>>> copy([1, 2])\narray([1, 2])\n",
               .traits = MOVES_BYTES | CUPY_METHOD | CLASS_PLAIN | METHOD_KEEPS) {
    char order = 'K';
    if (!call_order(call, 1, &order)) return variant_absent();
    Variant value = call->arguments[0];
    if (value.kind == VARIANT_ARRAY) return call_give(call, copy_here(call, value.array, order));
    return call_give(call, convert(call, NULL, true, order, ARRAY_DIMENSIONS_MAX));
}

ARRAY_FUNCTION_AT(ndarray_copy, "copy", NUMPY | CUPY | METHOD_ONLY, "(self, order='C')",
                  "The same elements in memory of its own.",
                  .traits = MOVES_BYTES | CUPY_METHOD | CLASS_PLAIN | METHOD_KEEPS) {
    char order = 'C';
    if (!call_order(call, 1, &order)) return variant_absent();
    return call_give(call, copy_here(call, call->arguments[0].array, order));
}

/* A number's type in C's words; NULL for what is no number. */
static const char *value_name(const Dtype *dtype) {
    static const struct {
        const char *type, *name;
    } names[] = {{"bool", "bool"},   {"int8", "byte"},    {"int16", "short"},   {"int32", "int"},    {"int64", "long"},
                 {"uint8", "ubyte"}, {"uint16", "ushort"}, {"uint32", "uint"},   {"uint64", "ulong"}, {"float16", "half"},
                 {"float32", "float"}, {"float64", "double"}, {"complex64", "cfloat"}, {"complex128", "cdouble"}};
    dtype = dtype_native(dtype);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!dtype_is_flexible(dtype) && !strcmp(names[i].type, dtype->name)) return names[i].name;
    return NULL;
}

/* Is each element of `result`, a cast of `self`, the same number? ValueError. Truth is no number, and taken as it comes. */
static bool has_kept_values(ArrayCall *call, Array *self, Array *result) {
    if (!result || dtype_native(result->dtype)->kind == 'b') return result != NULL;
    Array *given = call_contiguous(call, self, dtype_native(self->dtype)), *made = call_contiguous(call, result, dtype_native(result->dtype));
    if (!given || !made) return false;
    const char *from = value_name(given->dtype), *into = value_name(made->dtype);
    bool good = true, in_range = true;
    if (dtype_is_complex(given->dtype) && !dtype_is_complex(made->dtype)) {
        Array *imaginary = call_hold(call, array_imaginary_part(given, call->error));
        if (!imaginary || !call_all_true(call, APPLY2_NUMBER(equal, imaginary, variant_integer(0)), &good)) return false;
        if (!good) return call_fail(call, "ValueError", "could not cast 'same_value' %s to %s: imag is not 0", from, into);
        given = call_hold(call, array_real_part(given, call->error));
    }
    Array *other = given->dtype->kind == 'i' && made->dtype->kind == 'u'   ? given
                   : given->dtype->kind == 'u' && made->dtype->kind == 'i' ? made
                                                                             : NULL;
    if (other && !call_all_true(call, APPLY2_NUMBER(greater_equal, other, variant_integer(0)), &in_range)) return false;
    bool is_rounded = strchr("iu", given->dtype->kind) && made->dtype->kind == 'f'; /* beyond the largest number casts back wrap or end */
    double limit = ldexp(1, (int)given->dtype->item_size * 8 - (given->dtype->kind == 'i'));
    if (is_rounded && !call_all_true(call, APPLY2_NUMBER(less, made, variant_float(limit)), &in_range)) return false;
    Array *back = given ? call_cast(call, made, given->dtype) : NULL, *same = APPLY2(equal, back, given);
    if (same && strchr("fc", given->dtype->kind) && strchr("fc", made->dtype->kind))
        same = APPLY2(logical_or, same, APPLY2(logical_and, APPLY1(isnan, given), APPLY1(isnan, back)));
    if (!same || !call_all_true(call, same, &good)) return false;
    return (good && in_range) || call_fail(call, "ValueError", "could not cast 'same_value' %s to %s", from, into);
}

ARRAY_FUNCTION_AT(ndarray_astype, "astype", NUMPY | CUPY | METHOD_ONLY,
                  "(self, dtype, order='K', casting='unsafe', subok=True, copy=True)",
                  "The same elements in another type.\n\n>>> array([1.7, 2]).astype(int)\narray([1, 2])\n",
                  .traits = MOVES_BYTES) {
    Array *self = call->arguments[0].array;
    const Dtype *dtype = DTYPE(FLOAT64);
    const char *rule;
    char order = 'K';
    bool copy = true;
    Casting casting = CASTING_UNSAFE;
    if (!call_dtype(call, 1, &dtype) || !call_order(call, 2, &order) || !call_string(call, 3, &rule) ||
        !call_truth(call, 5, &copy))
        return variant_absent();
    bool keeps_values = rule && call->namespace != CUPY && !strcmp(rule, "same_value");
    if (rule && !keeps_values && !casting_from_name(rule, &casting)) {
        call_fail(call, "ValueError", "casting must be one of 'no', 'equiv', 'safe', 'same_kind', 'unsafe', 'same_value' (got '%s')", rule);
        return variant_absent();
    }
    if (keeps_values && !(value_name(self->dtype) && value_name(dtype)) && self->dtype != dtype) {
        call_fail(call, "TypeError", "Cannot cast array data from dtype(%s) to dtype(%s) according to the rule 'same_value'",
                  self->dtype->shown, dtype->shown);
        return variant_absent();
    }
    if (self->dtype->is_record && dtype->kind != 'V' && dtype->kind != 'O') { /* a record is what its only field is */
        if (self->dtype->field_count != 1) {
            if (dtype_is_text(dtype) && !dtype->item_size)
                call_fail(call, "TypeError", "cannot cast dtype %s to <class 'numpy.dtypes.%sDType'>.", self->dtype->shown, dtype_class_name(dtype));
            else
                call_fail(call, "TypeError", "Cannot cast array data from dtype(%s) to dtype(%s) according to the rule '%s'", self->dtype->shown,
                          dtype->shown, casting_name(casting));
            return variant_absent();
        }
        const char *name = self->dtype->fields[0].name;
        Variant field = variant_string(name, strlen(name));
        self = call_hold(call, array_fields(self, field, call->error));
        variant_release(&field);
        if (!self) return variant_absent();
    }
    if (!(dtype = open_cast(call->runtime, self, dtype, call->error))) {
        if (!error_is_set(call->error)) error_no_memory(call->error);
        return variant_absent();
    }
    if (!dtype_can_cast(self->dtype, dtype, casting)) {
        call_fail(call, "TypeError",
                  "Cannot cast array data from dtype(%s) to dtype(%s) according to the rule '%s'",
                  self->dtype->shown, dtype->shown, casting_name(casting));
        return variant_absent();
    }
    if (!warn_complex_discarded(call->runtime, self->dtype, dtype, call->error)) return variant_absent();
    if (dtype != self->dtype) {
        Array *result = order == 'C' ? call_contiguous(call, self, dtype) : call_cast(call, self, dtype);
        if (keeps_values && !has_kept_values(call, self, result)) return variant_absent();
        return call_give(call, in_order(call, result, order));
    }
    return call_give(call, copy ? call_copy(call, self, order) : order == 'A' ? self : in_order(call, self, order));
}

/* One value into all elements that are no numbers. Zero is an empty text. */
static bool call_fill(ArrayCall *call, Array *a, Variant value) {
    bool is_zero = value.kind == VARIANT_INTEGER && !value.integer;
    if (is_zero && (dtype_is_text(dtype_native(a->dtype)) || dtype_is_date(a->dtype) || (a->dtype->kind == 'V' && !a->dtype->has_objects))) return true;
    if (value.kind == VARIANT_ARRAY && value.array->dimensions && a->dtype->native) return call_assign(call, a, value.array);
    Array *single = call_new(call, a->dtype, 0, NULL);
    return single && element_store(call->runtime, value, single->dtype, array_data(single), call->error) && call_assign(call, a, single);
}

ARRAY_FUNCTION_AT(ndarray_fill, "fill", NUMPY | CUPY | METHOD_ONLY, "(self, value)",
                  "Give every element the same value.",
                  .traits = MOVES_BYTES) {
    Array *self = call->arguments[0].array;
    Variant index = VARIANT_OF_KIND(VARIANT_ELLIPSIS), value = call->arguments[1];
    bool several = value.kind == VARIANT_SEQUENCE || (value.kind == VARIANT_ARRAY && value.array->dimensions);
    if (call->namespace != CUPY && self->dtype->kind == 'O' && (several || value.kind == VARIANT_ARRAY)) /* the list or array itself */
        return call_fill(call, self, value) ? variant_none() : variant_absent();
    if (several && call->namespace != CUPY && !self->dtype->has_objects && self->dtype->kind != 'V' &&
        (self->dtype->kind != 'b' || value.kind == VARIANT_ARRAY)) {
        if (value.kind == VARIANT_SEQUENCE) sequence_refuse(value, self->dtype, call->error);
        else call_fail(call, "ValueError", "setting an array element with a sequence.");
        return variant_absent();
    }
    return array_set_item(call->runtime, self, index, call->arguments[1], call->error) ? variant_none()
                                                                                       : variant_absent();
}

ARRAY_FUNCTION_AT(ndarray_view, "view", NUMPY | CUPY | METHOD_ONLY, "(self, dtype=None, type=None)",
                  "A new view of the same bytes, as another type if one is given.",
                  .traits = MOVES_BYTES | VIEWS_CLASS) {
    Array *self = call->arguments[0].array;
    const Dtype *dtype = self->dtype;
    if (!call_dtype(call, 1, &dtype)) return variant_absent();
    return call_give(call, call_hold(call, array_view_as(self, dtype, call->error)));
}

/* ---- Of a shape. */

/* New arrays have no order to keep. */
static bool is_plain_order(ArrayCall *call, char order) {
    return order == 'C' || order == 'F' || call->namespace == CUPY || call_fail(call, "ValueError", "only 'C' or 'F' order is permitted");
}

static Array *new_in_order(ArrayCall *call, const Dtype *dtype, int dimensions, const int64_t *shape, char order) {
    return call_hold(call, (order == 'F' ? array_create_f : array_create)(call->device, dtype, dimensions, shape, call->error));
}

/* Records without references are memory to a device: they are made, set, copied back and given to kernels, not computed with. */
static bool is_record_of_device(const ArrayCall *call, const Dtype *dtype) {
    return dtype->is_record && !dtype->has_objects && dtype->item_size > 0 && !device_is_host(call->device);
}

static Array *record_array(ArrayCall *call, const Dtype *dtype, int dimensions, const int64_t *shape, bool is_zero) {
    int64_t size;
    if (!shape_size(dimensions, shape, dtype->item_size, &size, call->error)) return NULL;
    size *= dtype->item_size;
    Array *bytes = call_new(call, DTYPE(UINT8), 1, &size);
    if (!bytes || (is_zero && !call_fill(call, bytes, variant_integer(0)))) return NULL;
    if (!array_settle(bytes, call->error)) return NULL;
    return call_hold(call, array_over_buffer(bytes->buffer, dtype, dimensions, shape, NULL, bytes->offset, call->error));
}

static Variant of_shape(ArrayCall *call, const Variant *fill, size_t dtype_index, size_t order_index,
                        const Dtype *dtype) {
    int dimensions;
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    char order = 'C';
    if (!call_shape(call, 0, &dimensions, shape) || !call_dtype(call, dtype_index, &dtype) ||
        !call_order(call, order_index, &order))
        return variant_absent();
    if (!is_plain_order(call, order)) return variant_absent();
    if (is_record_of_device(call, dtype) && (!fill || (fill->kind == VARIANT_INTEGER && !fill->integer)))
        return call_give(call, record_array(call, dtype, dimensions, shape, fill != NULL));
    Array *a = new_in_order(call, dtype, dimensions, shape, order);
    if (!a || !fill) return call_give(call, a);
    uint8_t bytes[16];
    bool is_plain = a->dtype->kind == 'V' && !a->dtype->is_record && !a->dtype->base; /* its bytes are those of an int64 */
    if (is_plain && fill->kind == VARIANT_INTEGER) return call_fill(call, a, variant_scalar_integer(fill->integer)) ? call_give(call, a) : variant_absent();
    if (dtype_is_flexible(a->dtype)) return call_fill(call, a, *fill) ? call_give(call, a) : variant_absent();
    if (!variant_store(call->runtime, *fill, dtype, bytes, call->error) ||
        !call->device->operations->fill(call->device, (Shape){dimensions, shape}, array_operand(a), bytes,
                                        call->error))
        return variant_absent();
    return call_give(call, a);
}

ARRAY_FUNCTION(zeros, NUMPY | CUPY, "(shape, dtype=float, order='C', *, device=None, like=None)",
               "A new array of zeros.\n\n>>> zeros((2, 2))\narray([[0., 0.],\n       [0., 0.]])\n",
               .traits = MOVES_BYTES) {
    Variant zero = variant_integer(0);
    return of_shape(call, &zero, 1, 2, DTYPE(FLOAT64));
}
ARRAY_FUNCTION(ones, NUMPY | CUPY, "(shape, dtype=None, order='C', *, device=None, like=None)",
               "A new array of ones.\n\n>>> ones(3, dtype=int)\narray([1, 1, 1])\n",
               .traits = MOVES_BYTES) {
    Variant one = variant_integer(1);
    return of_shape(call, &one, 1, 2, DTYPE(FLOAT64));
}
ARRAY_FUNCTION(empty, NUMPY | CUPY, "(shape, dtype=float, order='C', *, device=None, like=None)",
               "A new array whose elements are not set.\n\n>>> empty(0)\narray([], dtype=float64)\n",
               .traits = MOVES_BYTES) {
    return of_shape(call, NULL, 1, 2, DTYPE(FLOAT64));
}
/* A float to be cast, not one that must fit. */
static Variant as_element(Variant number) {
    if (number.kind == VARIANT_FLOAT) return variant_scalar_double(number.real);
    if (number.kind != VARIANT_COMPLEX) return number;
    Complex128 value = {number.real, number.imaginary};
    return variant_scalar(DTYPE(COMPLEX128), &value);
}
ARRAY_FUNCTION(full, NUMPY | CUPY, "(shape, fill_value, dtype=None, order='C', *, device=None, like=None)",
               "A new array filled with a value.\n\n>>> full((2, 2), 7)\narray([[7, 7],\n       [7, 7]])\n",
               .traits = MOVES_BYTES) {
    Variant value = as_element(call->arguments[1]);
    if (variant_is_number(value) && !(value.kind == VARIANT_SCALAR && dtype_is_flexible(value.dtype))) {
        Array *model = call_hold(
            call, array_from_variant(call->runtime, value, NULL, call->runtime->host, false, call->error));
        const Dtype *asked = NULL;
        if (!model || !call_dtype(call, 2, &asked)) return variant_absent();
        if (call->namespace == CUPY && asked && dtype_is_integer(asked) && model->dtype->kind == 'f') { /* made an integer on the host */
            model = call_cast(call, model, asked);
            value = model ? array_scalar_at(model, 0, call->error) : variant_absent();
        }
        return model && value.kind != VARIANT_ABSENT ? of_shape(call, &value, 2, 3, model->dtype) : variant_absent();
    }
    const Dtype *dtype = NULL;
    int dimensions;
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    char order = 'C';
    if (!call_dtype(call, 2, &dtype) || !call_shape(call, 0, &dimensions, shape) || !call_order(call, 3, &order) || !is_plain_order(call, order))
        return variant_absent();
    if (dtype && dtype_is_text(dtype) && !dtype->item_size) dtype = dtype_text(call->runtime->flexible_types, dtype->kind, 1);
    Array *fill = dtype && dtype_is_flexible(dtype)
                      ? call_hold(call, array_from_variant(call->runtime, value, dtype, call->device, false, call->error))
                      : call_array(call, 1);
    if (fill && dtype) dtype = dtype_is_flexible(dtype) ? fill->dtype : dtype;
    if (!fill) return variant_absent();
    Array *a = new_in_order(call, dtype ? dtype : fill->dtype, dimensions, shape, order);
    return call_assign(call, a, fill) ? call_give(call, a) : variant_absent();
}

static Array *like(ArrayCall *call, size_t dtype_index) {
    Array *model = call_array(call, 0);
    char order = 'K';
    if (!model || !call_order(call, dtype_index + 1, &order)) return NULL;
    const Dtype *dtype = model->dtype;
    if (!call_dtype(call, dtype_index, &dtype)) return NULL;
    if (is_record_of_device(call, dtype) && !call_is_given(call, dtype_index + 3)) return record_array(call, dtype, model->dimensions, model->shape, false);
    if (call_is_given(call, dtype_index + 3)) {
        int dimensions;
        int64_t shape[ARRAY_DIMENSIONS_MAX];
        if (!call_shape(call, dtype_index + 3, &dimensions, shape)) return NULL;
        if (order == 'K' && dimensions == model->dimensions)
            return call_hold(call, array_create_like_shaped(call->device, dtype, model, shape, call->error));
        return call_hold(call, (order == 'F' ? array_create_f : array_create)(call->device, dtype, dimensions,
                                                                              shape, call->error));
    }
    bool f_only = array_is_f_contiguous(model) && !array_is_c_contiguous(model);
    if (order == 'F' || (order == 'A' && f_only))
        return call_hold(call,
                         array_create_f(call->device, dtype, model->dimensions, model->shape, call->error));
    if (order == 'K') return call_hold(call, array_create_like(call->device, dtype, model, call->error));
    return call_new(call, dtype, model->dimensions, model->shape);
}

static Variant filled_like(ArrayCall *call, Variant number, size_t dtype_index) {
    Array *a = like(call, dtype_index);
    Variant all = VARIANT_OF_KIND(VARIANT_ELLIPSIS);
    uint8_t bytes[16];
    if (a && dtype_is_flexible(a->dtype)) return call_fill(call, a, number) ? call_give(call, a) : variant_absent();
    if (a && variant_is_number(number) && !(number.kind == VARIANT_SCALAR && dtype_is_flexible(number.dtype))) {
        number = as_element(number);
        if (!variant_store(call->runtime, number, a->dtype, bytes, call->error)) return variant_absent();
        number = variant_scalar(a->dtype, bytes);
    }
    return a && array_set_item(call->runtime, a, all, number, call->error) ? call_give(call, a)
                                                                           : variant_absent();
}

ARRAY_FUNCTION(zeros_like, NUMPY | CUPY, "(a, dtype=None, order='K', subok=True, shape=None, *, device=None)",
               "Zeros in the shape and type of another array.\n\n>>> zeros_like([1, 2])\narray([0, 0])\n",
               .traits = MOVES_BYTES | CUPY_TAKES_HOST) {
    return filled_like(call, variant_integer(0), 1);
}
ARRAY_FUNCTION(ones_like, NUMPY | CUPY, "(a, dtype=None, order='K', subok=True, shape=None, *, device=None)",
               "Ones in the shape and type of another array.\n\n>>> ones_like([1., 2.])\narray([1., 1.])\n",
               .traits = MOVES_BYTES | CUPY_TAKES_HOST) {
    return filled_like(call, variant_integer(1), 1);
}
ARRAY_FUNCTION(empty_like, NUMPY | CUPY,
               "(prototype, dtype=None, order='K', subok=True, shape=None, *, device=None)",
               "An array of the shape and type of another, not set.\n\n>>> empty_like([1, 2]).shape\n(2,)\n",
               .traits = MOVES_BYTES | CUPY_TAKES_HOST) {
    return call_give(call, like(call, 1));
}
ARRAY_FUNCTION(full_like, NUMPY | CUPY,
               "(a, fill_value, dtype=None, order='K', subok=True, shape=None, *, device=None)",
               "A value in the shape and type of another array.\n\n>>> full_like([1, 2], 9)\narray([9, 9])\n",
               .traits = MOVES_BYTES | CUPY_TAKES_HOST) {
    return filled_like(call, call->arguments[1], 2);
}

/* ---- Along lines. */

static bool scalar_argument(ArrayCall *call, size_t index, Variant *number) {
    *number = call->arguments[index];
    if (number->kind == VARIANT_ARRAY && array_size(number->array) == 1)
        *number = array_scalar_at(number->array, 0, call->error);
    if (number->kind == VARIANT_ABSENT) return false;
    if (variant_is_number(*number)) return true;
    call_fail(call, "TypeError", "unsupported operand type(s) for -: '%s' and 'int'", variant_type_name(*number));
    if (call->arguments[index].kind == VARIANT_ARRAY && number->kind != VARIANT_ARRAY) variant_release(number);
    return false;
}

/* Values that are counted by the language: whole numbers beyond 64 bits, or no numbers at all. */
static bool is_of_objects(const ArrayCall *call, const Dtype *asked) {
    bool found = asked && asked->kind == 'O';
    for (size_t i = 0; i < 3; i++) {
        const Variant value = call->arguments[i];
        found = found || value.kind == VARIANT_BIG || value.kind == VARIANT_CALLABLE || value.kind == VARIANT_MAPPING ||
                (value.kind == VARIANT_ARRAY && !value.array->dimensions && value.array->dtype->kind == 'O');
    }
    return found && call->namespace != CUPY;
}

static Variant arange_of_objects(ArrayCall *call, const Dtype *asked) {
    bool two = call_is_given(call, 1);
    Variant step = call_is_given(call, 2) ? call->arguments[2] : variant_integer(1);
    Array *range = call_object_range(call, two ? call->arguments[0] : variant_integer(0), call->arguments[two], step);
    return call_give(call, asked ? call_cast(call, range, asked) : range);
}

static bool check_ranged(ArrayCall *call, const Dtype *asked) {
    const Dtype *bad = asked && strchr("SUV", asked->kind) ? asked : NULL;
    for (size_t i = 0; i < 3 && !asked; i++) {
        const Variant value = call->arguments[i];
        bool is_text = value.kind == VARIANT_STRING || value.kind == VARIANT_BYTES;
        if (is_text) bad = dtype_text(call->runtime->flexible_types, value.kind == VARIANT_STRING ? 'U' : 'S', 0);
    }
    return !bad || call_fail(call, "TypeError", "arange() not supported for inputs with DType <class 'numpy.dtypes.%sDType'>.", dtype_class_name(bad));
}

static const Dtype *number_type(Variant number) {
    switch (number.kind) {
    case VARIANT_SCALAR:
        return number.dtype;
    case VARIANT_FLOAT:
    case VARIANT_BIG:
        return DTYPE(FLOAT64);
    case VARIANT_COMPLEX:
        return DTYPE(COMPLEX128);
    case VARIANT_UNSIGNED:
        return DTYPE(UINT64);
    default:
        return DTYPE(INT64);
    }
}

/* ---- Ranges of dates: counted in the unit of the first and the last. */

static bool is_date_argument(Variant value) {
    return (value.kind == VARIANT_SCALAR && dtype_is_date(value.dtype)) ||
           (value.kind == VARIANT_ARRAY && !value.array->dimensions && dtype_is_date(value.array->dtype));
}

static bool is_of_dates(const ArrayCall *call, const Dtype *asked) {
    return (asked && dtype_is_date(asked)) || is_date_argument(call->arguments[0]) || is_date_argument(call->arguments[1]) ||
           is_date_argument(call->arguments[2]);
}

/* The argument as a date or a difference of `dtype`'s unit; whole numbers count that unit. */
static bool date_argument(ArrayCall *call, size_t index, const Dtype *dtype, int64_t *count) {
    _Alignas(8) char bytes[8];
    Variant value = call->arguments[index];
    if (value.kind == VARIANT_ARRAY && !value.array->dimensions) value = array_scalar_at(value.array, 0, call->error);
    if (value.kind == VARIANT_ABSENT) return false;
    if (!element_store(call->runtime, value, dtype, bytes, call->error)) return false;
    memcpy(count, bytes, sizeof *count);
    if (*count == NOT_A_TIME) return call_fail(call, "ValueError", "arange: cannot use NaT (not-a-time) datetime values");
    return true;
}

static Variant arange_of_dates(ArrayCall *call, const Dtype *asked) {
    DtypeTable *table = call->runtime->flexible_types;
    bool two = call_is_given(call, 1);
    size_t last = two ? 1 : 0;
    Array *ends[3] = {NULL};
    const Dtype *found = asked, *own = NULL;
    char kind = asked && dtype_is_date(asked) ? asked->kind : 0;
    for (size_t i = 0; i < 3; i++) { /* the unit that all of them have */
        if (!call_is_given(call, i) || !(is_date_argument(call->arguments[i]) || call->arguments[i].kind == VARIANT_STRING)) continue;
        const Dtype *open = dtype_date(table, i == 2 ? 'm' : kind ? kind : 'M', UNIT_GENERIC, 1);
        ends[i] = call_hold(call, array_from_variant(call->runtime, call->arguments[i], is_date_argument(call->arguments[i]) ? NULL : open, call->device, false,
                                                     call->error));
        if (!ends[i]) return variant_absent();
        const Dtype *type = ends[i]->dtype;
        if (i < 2 && type->kind == 'M') kind = 'M';
        else if (i < 2 && !kind) kind = type->kind;
        type = dtype_date(table, 'm', type->unit, type->multiple);
        own = own && type ? dtype_promote(own, type) : type;
    }
    if (!found || !dtype_is_date(found) || found->unit == UNIT_GENERIC) {
        if (!own || !dtype_is_date(own)) own = dtype_date(table, 'm', UNIT_GENERIC, 1);
        found = own ? dtype_date(table, kind ? kind : 'm', own->unit, own->multiple) : NULL;
    }
    const Dtype *difference = found ? dtype_date(table, 'm', found->unit, found->multiple) : NULL;
    if (!difference) {
        error_no_memory(call->error);
        return variant_absent();
    }
    int64_t start = 0, stop, step = 1;
    if (found->kind == 'M' && !two) {
        call_fail(call, "ValueError", "arange requires both a start and a stop for NumPy datetime64 ranges");
        return variant_absent();
    }
    if (two && !date_argument(call, 0, found, &start)) return variant_absent();
    bool counts = two && found->kind == 'M' && variant_is_number(call->arguments[last]) && !is_date_argument(call->arguments[last]);
    bool steps = two && found->kind == 'M' && ends[last] && ends[last]->dtype->kind == 'm';
    if (!date_argument(call, last, counts || steps ? difference : found, &stop)) return variant_absent();
    if (counts || steps) stop += start; /* so many behind the start */
    if (call_is_given(call, 2) && !date_argument(call, 2, difference, &step)) return variant_absent();
    if (!step) {
        call_fail(call, "ZeroDivisionError", "division by zero");
        return variant_absent();
    }
    __int128 span = (__int128)stop - start, count = (span > 0) == (step > 0) && span ? (span + step - (step > 0 ? 1 : -1)) / step : 0;
    if (count > INT64_MAX / 8) {
        call_fail(call, "ValueError", "Maximum allowed size exceeded");
        return variant_absent();
    }
    int64_t length = (int64_t)count;
    Array *a = call_new(call, found, 1, &length);
    if (!a || !length) return call_give(call, a);
    Operand numbers = array_operand(a);
    numbers.dtype = DTYPE(INT64);
    if (!call->device->operations->iota(call->device, numbers, length, &start, &step, call->error)) return variant_absent();
    return call_give(call, a);
}

ARRAY_FUNCTION(
    arange, NUMPY | CUPY, "(start_or_stop, /, stop=None, step=1, dtype=None, *, device=None, like=None)",
    "Evenly spaced values within an interval, the stop excluded.\n\n>>> arange(5)\narray([0, 1, 2, 3, 4])\n"
    ">>> arange(1, 2, 0.5)\narray([1. , 1.5])\n",
               .traits = GIVES_ORDER) {
    Variant start = variant_integer(0), stop, step = variant_integer(1);
    const Dtype *asked = NULL;
    if (!call_dtype(call, 3, &asked)) return variant_absent();
    if (is_of_dates(call, asked)) return arange_of_dates(call, asked);
    if (!check_ranged(call, asked)) return variant_absent();
    if (is_of_objects(call, asked)) return arange_of_objects(call, asked);
    if (!scalar_argument(call, 0, &stop)) return variant_absent();
    if (call_is_given(call, 1)) {
        start = stop;
        if (!scalar_argument(call, 1, &stop)) return variant_absent();
    }
    if (call_is_given(call, 2) && !scalar_argument(call, 2, &step)) return variant_absent();
    const Dtype *dtype = dtype_promote(dtype_promote(number_type(start), number_type(stop)), number_type(step));
    const Dtype *computed = dtype;
    bool in_plane = dtype_is_complex(computed) && call->namespace != CUPY;
    if (!call_dtype(call, 3, &dtype)) return variant_absent();
    if (in_plane && !dtype_is_complex(dtype)) {
        call_fail(call, "TypeError", "must be real number, not complex");
        return variant_absent();
    }
    double from = variant_to_double(start), by = variant_to_double(step), to = variant_to_double(stop);
    Complex128 stride_in_plane = variant_to_complex(step);
    if (by == 0 && !(in_plane && stride_in_plane.imaginary != 0)) {
        call_fail(call, "ZeroDivisionError",
                  dtype_is_inexact(computed) ? "float division by zero" : "division by zero");
        return variant_absent();
    }
    double exact = ceil((to - from) / by);
    if (in_plane) { /* as many as both parts allow */
        Complex128 a = variant_to_complex(start), b = variant_to_complex(stop);
        double complex steps = CMPLX(b.real - a.real, b.imaginary - a.imaginary) / CMPLX(stride_in_plane.real, stride_in_plane.imaginary);
        exact = fmin(ceil(creal(steps)), ceil(cimag(steps)));
    }
    if (!dtype_is_inexact(computed)) { /* integers count exactly */
        int64_t low = variant_to_integer(start), high = variant_to_integer(stop),
                stride = variant_to_integer(step);
        __int128 span = (__int128)high - low;
        exact = (double)(span == 0 || (span > 0) != (stride > 0)
                             ? 0
                             : (span + stride - (stride > 0 ? 1 : -1)) / stride);
    }
    if (isnan(exact)) {
        call_fail(call, "ValueError", "arange: cannot compute length");
        return variant_absent();
    }
    if (exact > 0x1p62) {
        call_fail(call, "ValueError", "Maximum allowed size exceeded");
        return variant_absent();
    }
    int64_t count = exact > 0 ? (int64_t)exact : 0;
    if (dtype->kind == 'b' && count > 2) {
        call_fail(call, "TypeError",
                  "arange() is only supported for booleans when the result has at most length 2.");
        return variant_absent();
    }
    Array *a = call_new(call, dtype, 1, &count);
    if (!a || !count) return call_give(call, a);
    uint8_t first[16], second[16], delta[16];
    Complex128 next = variant_to_complex(start);
    next.real += by;
    if (in_plane) next.imaginary += stride_in_plane.imaginary;
    if (!variant_store(call->runtime, start, dtype, first, call->error)) return variant_absent();
    if (dtype_is_inexact(dtype)) {
        Variant sum =
            dtype->kind == 'c' ? variant_complex(next.real, next.imaginary) : variant_float(next.real);
        if (!variant_store(call->runtime, sum, dtype, second, call->error)) return variant_absent();
        Complex128 a0 = variant_to_complex(variant_scalar(dtype, first)),
                   a1 = variant_to_complex(variant_scalar(dtype, second));
        Variant difference =
            dtype->kind == 'c' ? variant_complex(a1.real - a0.real, a1.imaginary - a0.imaginary) : variant_float(a1.real - a0.real);
        if (!variant_store(call->runtime, difference, dtype, delta, call->error)) return variant_absent();
    } else {
        int64_t whole =
            dtype_is_inexact(computed) ? (int64_t)next.real - (int64_t)from : variant_to_integer(step);
        memcpy(delta, &whole, sizeof whole); /* wraps like the type; little end first */
    }
    if (!call->device->operations->iota(call->device, array_operand(a), count, first, delta, call->error))
        return variant_absent();
    return call_give(call, a);
}

/* `num` values from start to stop in `dtype`; the step comes back as an array. */
static Array *line(ArrayCall *call, Array *start, Array *stop, int64_t num, bool endpoint, Array **step) {
    const Dtype *dtype = start && stop ? dtype_inexact(dtype_promote(start->dtype, stop->dtype)) : NULL;
    bool of_objects = start && stop && (start->dtype->kind == 'O' || stop->dtype->kind == 'O');
    if (of_objects) return call_object_line(call, call_cast(call, start, &dtype_object), call_cast(call, stop, &dtype_object), num, endpoint, step);
    start = dtype ? call_cast(call, start, dtype) : NULL;
    stop = dtype ? call_cast(call, stop, dtype) : NULL;
    Array *delta = APPLY2(subtract, stop, start);
    if (!delta) return NULL;
    int64_t parts = endpoint ? num - 1 : num;
    Array *y = call_cast(call, call_iota(call, num), dtype_real(dtype));
    for (int i = 0; i < delta->dimensions && y; i++) y = call_expand(call, y, y->dimensions);
    if (parts > 0) {
        *step = APPLY2_NUMBER(divide, delta, variant_integer(parts));
        bool has_zero = *step && call_count_nonzero(call, *step) != array_size(*step);
        y = has_zero ? APPLY2(multiply, APPLY2_NUMBER(divide, y, variant_integer(parts)), delta)
                     : APPLY2(multiply, y, *step);
    } else {
        *step = call_number(call, DTYPE(FLOAT64), variant_float(NAN));
        y = APPLY2(multiply, y, delta);
    }
    y = APPLY2(add, y, start);
    if (y && endpoint && num > 1 &&
        !call_assign(call, call_slice(call, y, 0, num - 1, 1, 1), call_expand(call, stop, 0)))
        return NULL;
    return y;
}

ARRAY_FUNCTION(linspace, NUMPY | CUPY,
               "(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, device=None)",
               "Evenly spaced numbers over an interval, the stop included.\n\n>>> linspace(0, 1, 5)\n"
               "array([0.  , 0.25, 0.5 , 0.75, 1.  ])\n",
               .traits = GIVES_ORDER) {
    int64_t num, axis = 0;
    bool endpoint, with_step;
    const Dtype *dtype = NULL;
    if (!call_integer(call, 2, &num) || !call_truth(call, 3, &endpoint) || !call_truth(call, 4, &with_step) ||
        !call_dtype(call, 5, &dtype) || (call_is_given(call, 6) && !call_integer(call, 6, &axis)))
        return variant_absent();
    if (num < 0) {
        if (call->namespace == CUPY) call_fail(call, "ValueError", "linspace with num<0 is not supported");
        else call_fail(call, "ValueError", "Number of samples, %lld, must be non-negative.", (long long)num);
        return variant_absent();
    }
    Array *start = call_array(call, 0), *stop = start ? call_array(call, 1) : NULL;
    if (!stop) return variant_absent();
    if (dtype_is_date(start->dtype) || dtype_is_date(stop->dtype)) {
        const char *one = dtype_class_name(start->dtype), *other = dtype_class_name(stop->dtype);
        call_fail(call, "numpy.exceptions.DTypePromotionError",
                  "The DType <class 'numpy.dtypes._PyFloatDType'> could not be promoted by <class 'numpy.dtypes.%sDType'>. This means that no "
                  "common DType exists for the given inputs. For example they cannot be stored in a single array unless the dtype is "
                  "`object`. The full list of DTypes is: (<class 'numpy.dtypes.%sDType'>, <class 'numpy.dtypes.%sDType'>, <class "
                  "'numpy.dtypes._PyFloatDType'>)", dtype_is_date(stop->dtype) ? other : one, one, other);
        return variant_absent();
    }
    Array *step = NULL, *y = line(call, start, stop, num, endpoint, &step);
    int place = 0;
    if (!y || !axis_normalise(axis, y->dimensions, &place, NULL, call->error)) return variant_absent();
    y = call_move_axis(call, y, 0, place);
    if (y && dtype && dtype_is_integer(dtype)) y = APPLY1(floor, y);
    if (dtype) y = call_cast(call, y, dtype);
    if (!with_step || !y) return call_give(call, y);
    Variant pair = call_give_list(call, (Array *[]){y, step}, 2, true);
    if (pair.kind == VARIANT_SEQUENCE) {
        variant_release(&pair.list->items[1]);
        pair.list->items[1] = call_give_item(call, step);
    }
    return pair;
}

ARRAY_FUNCTION(logspace, CUPY, "(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0)",
               "Numbers from one power of the base to another, each as many times the one before.\n\n>>> logspace(0, 2, 3)\narray([  1.,  10., 100.])\n",
               .traits = GIVES_ORDER) {
    int64_t num;
    bool endpoint;
    const Dtype *dtype = NULL;
    if (!call_integer(call, 2, &num) || !call_truth(call, 3, &endpoint) || !call_dtype(call, 5, &dtype))
        return variant_absent();
    if (num < 0) {
        call_fail(call, "ValueError", "linspace with num<0 is not supported");
        return variant_absent();
    }
    Array *step, *y = line(call, call_array(call, 0), call_array(call, 1), num, endpoint, &step);
    Array *result = APPLY2(power, call_array(call, 4), y);
    return call_give(call, dtype ? call_cast(call, result, dtype) : result);
}

/* ---- Matrices. */

static Array *zero_array(ArrayCall *call, const Dtype *dtype, int dimensions, const int64_t *shape) {
    return call_filled(call, dtype, dimensions, shape, variant_integer(0));
}

/* A view of the k-th diagonal of the last two axes' matrix. */
static Array *diagonal_view(ArrayCall *call, Array *a, int64_t k, int axis1, int axis2) {
    if (!a) return NULL;
    int64_t rows = a->shape[axis1], columns = a->shape[axis2], offset = 0, shape[ARRAY_DIMENSIONS_MAX],
            strides[ARRAY_DIMENSIONS_MAX];
    if (k > columns) k = columns; /* nothing there, as further out */
    if (k < -rows) k = -rows;
    if (k >= 0) {
        columns -= k;
        offset = k * a->strides[axis2];
    } else {
        rows += k;
        offset = -k * a->strides[axis1];
    }
    int64_t count = rows < columns ? rows : columns;
    int at = 0;
    for (int i = 0; i < a->dimensions; i++) {
        if (i == axis1 || i == axis2) continue;
        shape[at] = a->shape[i];
        strides[at++] = a->strides[i];
    }
    shape[at] = count > 0 ? count : 0;
    strides[at++] = a->strides[axis1] + a->strides[axis2];
    return call_view(call, a, at, shape, strides, count > 0 ? offset : 0);
}

ARRAY_FUNCTION(eye, NUMPY | CUPY, "(N, M=None, k=0, dtype=float, order='C', *, device=None, like=None)",
               "Ones on a diagonal and zeros elsewhere.\n\n>>> eye(2)\narray([[1., 0.],\n       [0., 1.]])\n",
               .traits = GIVES_ORDER) {
    int64_t shape[2], k = 0;
    const Dtype *dtype = DTYPE(FLOAT64);
    char order = 'C';
    if (!call_integer(call, 0, &shape[0]) || !call_dtype(call, 3, &dtype) || !call_order(call, 4, &order) || !is_plain_order(call, order))
        return variant_absent();
    shape[1] = shape[0];
    if ((call_is_given(call, 1) && !call_integer(call, 1, &shape[1])) || !call_integer(call, 2, &k))
        return variant_absent();
    Array *a = zero_array(call, dtype, 2, shape);
    if (order == 'F') a = call_copy(call, a, 'F');
    if (!a || k >= shape[1] || -k >= shape[0]) return call_give(call, a);
    Variant all = VARIANT_OF_KIND(VARIANT_ELLIPSIS);
    return call_set(call, diagonal_view(call, a, k, 0, 1), all, variant_integer(1)) ? call_give(call, a)
                                                                                    : variant_absent();
}

ARRAY_FUNCTION(identity, NUMPY | CUPY, "(n, dtype=None, *, like=None)",
               "The identity matrix.\n\n>>> identity(2)\narray([[1., 0.],\n       [0., 1.]])\n",
               .traits = GIVES_ORDER) {
    int64_t shape[2];
    const Dtype *dtype = DTYPE(FLOAT64);
    if (!call_integer(call, 0, &shape[0]) || !call_dtype(call, 1, &dtype)) return variant_absent();
    shape[1] = shape[0];
    Array *a = zero_array(call, dtype, 2, shape);
    Variant all = VARIANT_OF_KIND(VARIANT_ELLIPSIS);
    return a && call_set(call, diagonal_view(call, a, 0, 0, 1), all, variant_integer(1)) ? call_give(call, a)
                                                                                         : variant_absent();
}

static Array *diagonal_matrix(ArrayCall *call, Array *v, int64_t k) {
    if (!v) return NULL;
    int64_t side = v->shape[0] + (k < 0 ? -k : k), shape[2] = {side, side};
    Array *a = zero_array(call, v->dtype, 2, shape);
    if (v->shape[0] && !call_assign(call, diagonal_view(call, a, k, 0, 1), v)) return NULL;
    return a;
}

ARRAY_FUNCTION(
    diag, NUMPY | CUPY, "(v, k=0)",
    "Extract a diagonal, or make a matrix with one.\n\n>>> diag([1, 2])\narray([[1, 0],\n       [0, 2]])\n") {
    Array *v = call_array(call, 0);
    int64_t k;
    if (!v || !call_integer(call, 1, &k)) return variant_absent();
    if (v->dimensions == 1) return call_give(call, diagonal_matrix(call, v, k));
    if (v->dimensions != 2) {
        call_fail(call, "ValueError", "Input must be 1- or 2-d.");
        return variant_absent();
    }
    Array *view = diagonal_view(call, v, k, 0, 1);
    if (view) view->writeable = false;
    return call_give(call, view);
}

ARRAY_FUNCTION(diagflat, NUMPY | CUPY, "(v, k=0)",
               "A matrix with the flattened input as its diagonal.\n\n>>> diagflat([[1, 2]])\narray([[1, 0],\n "
               "      [0, 2]])\n") {
    int64_t k;
    if (!call_integer(call, 1, &k)) return variant_absent();
    return call_give(call, diagonal_matrix(call, call_flat(call, call_array(call, 0)), k));
}

static bool diagonal_arguments(ArrayCall *call, Array *a, int64_t *k, int *axis1, int *axis2) {
    *axis1 = 0;
    *axis2 = 1;
    if (!a || !call_integer(call, 1, k)) return false;
    if (a->dimensions < 2)
        return call_fail(call, "ValueError", "diag requires an array of at least two dimensions");
    int64_t one, other;
    if (!call_integer(call, 2, &one) || !axis_normalise(one, a->dimensions, axis1, "axis1", call->error)) return false;
    if (!call_integer(call, 3, &other) || !axis_normalise(other, a->dimensions, axis2, "axis2", call->error)) return false;
    return *axis1 != *axis2 || call_fail(call, "ValueError", "axis1 and axis2 cannot be the same");
}

ARRAY_FUNCTION(diagonal, NUMPY | CUPY | METHOD, "(a, offset=0, axis1=0, axis2=1)",
               "The given diagonals.\n\n>>> diagonal(array([[1, 2], [3, 4]]))\narray([1, 4])\n",
               .traits = MOVES_BYTES | CUPY_METHOD | CLASS_MOVES | MATRIX_METHOD,
               .own_method = "offset axis1 axis2") {
    Array *a = call_array(call, 0);
    int64_t k;
    int axis1, axis2;
    if (!diagonal_arguments(call, a, &k, &axis1, &axis2)) return variant_absent();
    Array *view = diagonal_view(call, a, k, axis1, axis2);
    if (view) view->writeable = false;
    return call_give(call, view);
}

ARRAY_FUNCTION(trace, NUMPY | CUPY | METHOD, "(a, offset=0, axis1=0, axis2=1, dtype=None, out=None)",
               "Sum along a diagonal.\n\n>>> trace(array([[1, 2], [3, 4]]))\nnp.int64(5)\n",
               .traits = CUPY_METHOD | MATRIX_METHOD | OBSERVED,
               .own_method = "offset axis1 axis2 dtype out") {
    Array *a = call_array(call, 0);
    int64_t k;
    int axis1, axis2;
    const Dtype *dtype = NULL;
    if (!diagonal_arguments(call, a, &k, &axis1, &axis2) || !call_dtype(call, 4, &dtype))
        return variant_absent();
    if (call->namespace != CUPY && (k > INT32_MAX || k < INT32_MIN)) {
        call_fail(call, "OverflowError", "Python int too large to convert to C int");
        return variant_absent();
    }
    Array *view = diagonal_view(call, a, k, axis1, axis2);
    if (!view) return variant_absent();
    return call_give_out(
        call, call_reduce(call, OPERATOR(add), view, 1ull << (view->dimensions - 1), false, dtype), 5);
}

/* True at and below (or above) the k-th diagonal: column - row compared with k. */
static Array *triangle(ArrayCall *call, int64_t rows, int64_t columns, int64_t k, const Operator *comparison) {
    Array *i = call_expand(call, call_iota(call, rows), 1), *j = call_iota(call, columns);
    return call_apply2(call, comparison, of_array(APPLY2(subtract, j, i)), variant_integer(k));
}

ARRAY_FUNCTION(tri, NUMPY | CUPY, "(N, M=None, k=0, dtype=float, *, like=None)",
               "Ones at and below a diagonal.\n\n>>> tri(2, dtype=int)\narray([[1, 0],\n       [1, 1]])\n",
               .traits = GIVES_ORDER) {
    int64_t rows, columns, k;
    const Dtype *dtype = DTYPE(FLOAT64);
    if (!call_integer(call, 0, &rows) || !call_integer(call, 2, &k) || !call_dtype(call, 3, &dtype))
        return variant_absent();
    columns = rows;
    if (call_is_given(call, 1) && !call_integer(call, 1, &columns)) return variant_absent();
    return call_give(
        call, call_cast(call, triangle(call, rows < 0 ? 0 : rows, columns, k, OPERATOR(less_equal)), dtype));
}

static Variant triangle_of(ArrayCall *call, const Operator *comparison) {
    Array *a = call_array(call, 0);
    int64_t k;
    if (!a || !call_integer(call, 1, &k)) return variant_absent();
    if (a->dimensions == 1) a = call_broadcast(call, a, 2, (int64_t[]){a->shape[0], a->shape[0]});
    if (!a || a->dimensions < 2) {
        call_fail(call, "ValueError", "at least one dimension is required");
        return variant_absent();
    }
    Array *mask = triangle(call, a->shape[a->dimensions - 2], a->shape[a->dimensions - 1], k, comparison);
    Array *zero = call_number(call, a->dtype, variant_integer(0));
    return call_give(call, call_where(call, mask, of_array(a), of_array(zero)));
}

ARRAY_FUNCTION(tril, NUMPY | CUPY, "(m, k=0)",
               "The lower triangle.\n\n>>> tril(array([[1, 2], [3, 4]]))\narray([[1, 0],\n       [3, 4]])\n",
               .traits = CLASS_PLAIN) {
    return triangle_of(call, OPERATOR(less_equal));
}
ARRAY_FUNCTION(triu, NUMPY | CUPY, "(m, k=0)",
               "The upper triangle.\n\n>>> triu(array([[1, 2], [3, 4]]))\narray([[1, 2],\n       [0, 4]])\n",
               .traits = CLASS_PLAIN) {
    return triangle_of(call, OPERATOR(greater_equal));
}

ARRAY_FUNCTION(vander, NUMPY | CUPY, "(x, N=None, increasing=False)",
               "A Vandermonde matrix: powers of x in its columns.\n\n>>> vander([1, 2, 3], 2)\narray([[1, "
               "1],\n       [2, 1],\n       [3, 1]])\n") {
    Array *x = call_array(call, 0);
    bool increasing;
    if (!x || !call_truth(call, 2, &increasing)) return variant_absent();
    if (x->dimensions != 1) {
        call_fail(call, "ValueError", "x must be a one-dimensional array or sequence.");
        return variant_absent();
    }
    int64_t count = x->shape[0];
    if (call_is_given(call, 1) && !call_integer(call, 1, &count)) return variant_absent();
    if (count < 0) {
        call_fail(call, "ValueError", "negative dimensions are not allowed");
        return variant_absent();
    }
    Array *powers = call_iota(call, count);
    if (!increasing) powers = NUMBER_APPLY2(subtract, variant_integer(count - 1), powers);
    Array *result = APPLY2(power, call_expand(call, x, 1), powers);
    return call_give(call, call_cast(call, result, dtype_promote(x->dtype, DTYPE(INT64))));
}

/* ---- Grids. */

ARRAY_FUNCTION(meshgrid, NUMPY | CUPY, "(*xi, copy=True, sparse=False, indexing='xy')",
               "Coordinate matrices of coordinate vectors.\n\n>>> meshgrid([1, 2], [3, 4, 5])[0]\n"
               "array([[1, 2],\n       [1, 2],\n       [1, 2]])\n",
               .traits = CLASS_EACH) {
    size_t count;
    bool copy, sparse;
    const char *indexing;
    Array **vectors = call_array_list(call, 0, &count);
    if (!vectors || !call_truth(call, 1, &copy) || !call_truth(call, 2, &sparse) ||
        !call_text(call, 3, &indexing))
        return variant_absent();
    if (indexing && strcmp(indexing, "xy") && strcmp(indexing, "ij")) {
        call_fail(call, "ValueError", "Valid values for `indexing` are 'xy' and 'ij'.");
        return variant_absent();
    }
    bool swapped = !indexing || !strcmp(indexing, "xy");
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    if (count > ARRAY_DIMENSIONS_MAX) count = ARRAY_DIMENSIONS_MAX;
    for (size_t i = 0; i < count; i++) {
        size_t axis = swapped && i < 2 && count > 1 ? 1 - i : i;
        vectors[i] = call_flat(call, vectors[i]);
        if (!vectors[i]) return variant_absent();
        shape[axis] = vectors[i]->shape[0];
    }
    for (size_t i = 0; i < count; i++) {
        size_t axis = swapped && i < 2 && count > 1 ? 1 - i : i;
        int64_t own[ARRAY_DIMENSIONS_MAX];
        for (size_t k = 0; k < count; k++) own[k] = k == axis ? shape[axis] : 1;
        vectors[i] = call_reshape(call, vectors[i], (int)count, own);
        if (!sparse) vectors[i] = call_broadcast(call, vectors[i], (int)count, shape);
        if (copy) vectors[i] = call_copy(call, vectors[i], 'C');
    }
    return call_give_list(call, vectors, count, true);
}

ARRAY_FUNCTION(
    indices, NUMPY | CUPY, "(dimensions, dtype=int, sparse=False)",
    "An array of the indices of a grid.\n\n>>> indices((1, 2))\narray([[[0, 0]],\n\n       [[0, 1]]])\n",
               .traits = ASKS_NOBODY | TAKES_ITERATOR) {
    int dimensions;
    int64_t shape[ARRAY_DIMENSIONS_MAX + 1];
    const Dtype *dtype = DTYPE(INT64);
    bool sparse;
    if (!call_shape(call, 0, &dimensions, shape + 1) || !call_dtype(call, 1, &dtype) ||
        !call_truth(call, 2, &sparse))
        return variant_absent();
    shape[0] = dimensions;
    Array *parts[ARRAY_DIMENSIONS_MAX];
    Array *result = sparse ? NULL : call_new(call, dtype, dimensions + 1, shape);
    for (int i = 0; i < dimensions; i++) {
        int64_t own[ARRAY_DIMENSIONS_MAX];
        for (int k = 0; k < dimensions; k++) own[k] = k == i ? shape[i + 1] : 1;
        parts[i] = call_reshape(call, call_cast(call, call_iota(call, shape[i + 1]), dtype), dimensions, own);
        if (!sparse &&
            !call_assign(call, call_drop_axis(call, call_slice(call, result, 0, i, 1, 1), 0), parts[i]))
            return variant_absent();
    }
    return sparse ? call_give_list(call, parts, (size_t)dimensions, true) : call_give(call, result);
}

ARRAY_FUNCTION(frombuffer, NUMPY | CUPY, "(buffer, dtype=float, count=-1, offset=0, *, like=None)",
               "Interpret bytes as a one-dimensional array.\n\n>>> frombuffer(b'\\x01\\x02', "
               "dtype='uint8')\narray([1, 2], dtype=uint8)\n",
               .traits = MOVES_BYTES | CLASS_PLAIN | TAKES_MEMORY) {
    const Dtype *dtype = DTYPE(FLOAT64);
    int64_t count, offset;
    Variant bytes = call->arguments[0];
    if (!call_dtype(call, 1, &dtype) || !call_integer(call, 2, &count) || !call_integer(call, 3, &offset))
        return variant_absent();
    if (!dtype->item_size) {
        call_fail(call, "ValueError", "itemsize cannot be zero in type");
        return variant_absent();
    }
    bool is_same = bytes.kind == VARIANT_ARRAY && bytes.array->dtype == dtype && offset % dtype->item_size == 0;
    if (dtype->has_objects && !is_same) { /* bytes are no references */
        call_fail(call, "ValueError", "cannot create an OBJECT array from memory buffer");
        return variant_absent();
    }
    const char *data;
    int64_t size;
    if (bytes.kind == VARIANT_BYTES) {
        data = bytes.text->bytes;
        size = (int64_t)bytes.text->length;
    } else if (bytes.kind == VARIANT_ARRAY && device_is_host(array_device(bytes.array)) &&
               array_is_c_contiguous(bytes.array)) {
        data = array_data(bytes.array);
        size = array_byte_count(bytes.array);
    } else if (bytes.kind == VARIANT_ARRAY && device_is_host(array_device(bytes.array))) {
        call_fail(call, "ValueError", "ndarray is not C-contiguous");
        return variant_absent();
    } else {
        call_fail(call, "TypeError", "a bytes-like object is required, not '%s'", variant_type_name(bytes));
        return variant_absent();
    }
    if (offset < 0 || offset > size) {
        call_fail(call, "ValueError", "offset must be non-negative and no greater than buffer length (%lld)",
                  (long long)size);
        return variant_absent();
    }
    size -= offset;
    if (count < 0) {
        if (size % dtype->item_size) {
            call_fail(call, "ValueError", "buffer size must be a multiple of element size");
            return variant_absent();
        }
        count = size / dtype->item_size;
    } else if (count > size / dtype->item_size) {
        call_fail(call, "ValueError", "buffer is smaller than requested size");
        return variant_absent();
    }
    if (bytes.kind == VARIANT_ARRAY && call->namespace == NUMPY) {
        /* The memory is shared: as a view of an array, or beside one that was only made for this call. */
        bool is_kept = bytes.array->references > 1;
        Array *view = is_kept ? array_view(bytes.array, dtype, 1, &count, NULL, offset, call->error)
                              : array_over_buffer(bytes.array->buffer, dtype, 1, &count, NULL, bytes.array->offset + offset, call->error);
        if (view && !is_kept) view->writeable = bytes.array->writeable;
        if (view && bytes.array->dtype->has_objects && !dtype->has_objects) view->writeable = false;
        return view ? variant_array(view) : variant_absent();
    }
    Array *a = call_new(call, dtype, 1, &count);
    if (!a || !call->device->operations->copy_from_host(call->device, array_data(a), data + offset,
                                                        (size_t)(count * dtype->item_size), call->error))
        return variant_absent();
    if (bytes.kind == VARIANT_BYTES && call->namespace == NUMPY) a->writeable = false;
    return call_give(call, a);
}
