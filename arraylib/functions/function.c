#include "arraylib/functions/function.h"

#include "arraylib/array.h"
#include "base/memory.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const ArrayFunction *array_function_find(const char *path, unsigned namespaces) {
    size_t count;
    const ArrayFunction *const *functions = array_functions(&count);
    for (size_t i = 0; i < count; i++)
        if (functions[i]->namespaces & namespaces &&
            (!(functions[i]->namespaces & METHOD_ONLY) || namespaces & METHOD_ONLY) &&
            !strcmp(functions[i]->path, path))
            return functions[i];
    return NULL;
}

/* Is there an array of an accelerator in it? */
static bool has_accelerator_array(Variant variant) {
    if (variant.kind == VARIANT_ARRAY) return !device_is_host(array_device(variant.array));
    if (variant.kind != VARIANT_SEQUENCE) return false;
    for (size_t i = 0; i < variant.list->count; i++) {
        if (has_accelerator_array(variant.list->items[i])) return true;
        if (i == 0 && variant_is_number(variant.list->items[0])) return false; /* a list of numbers */
    }
    return false;
}

bool call_hold_room(ArrayCall *call) {
    if (call->held_count < call->held_capacity) return true;
    size_t capacity = call->held_capacity ? call->held_capacity * 2 : 16;
    Array **more = memory_resize(call->held, capacity * sizeof *more);
    if (!more) return error_no_memory(call->error);
    call->held = more;
    call->held_capacity = capacity;
    return true;
}

Array *call_hold(ArrayCall *call, Array *owned) {
    if (!owned) return NULL;
    if (!call_hold_room(call)) {
        array_release(owned);
        return NULL;
    }
    return call->held[call->held_count++] = owned;
}

void call_release_held(ArrayCall *call) {
    for (size_t i = call->held_count; i-- > 0;) array_release(call->held[i]);
    memory_release(call->held);
    call->held = NULL;
    call->held_count = call->held_capacity = 0;
}

/* What is pending among the arguments is computed. */
static bool observe(Variant variant, Error *error) {
    if (variant.kind == VARIANT_ARRAY) return graph_observe(variant.array, error);
    if (variant.kind != VARIANT_SEQUENCE) return true;
    for (size_t i = 0; i < variant.list->count; i++) {
        if (variant.list->items[i].kind != VARIANT_ARRAY) return true; /* mixed: array_data sees to it */
        if (!graph_observe(variant.list->items[i].array, error)) return false;
    }
    return true;
}

/* ---- Numbers of the other byte order: what does not only move elements computes with them as the machine has them. */

/* The first argument is an array whose elements stay as they are; of some it is a shape. */
static bool keeps_first(const ArrayFunction *function) {
    return function->traits & MOVES_BYTES && strncmp(function->signature, "(shape", 6) != 0;
}

int array_function_parameter(const ArrayFunction *function, const char *name) {
    size_t length = strlen(name);
    int place = 0;
    for (const char *at = function->signature; *at; at++) {
        if (*at == ',') place += at[-1] != '*' && at[-1] != '/';
        if (*at != ' ' && *at != '(') continue;
        if (!strncmp(at + 1, name, length) && strchr("=,)", at[1 + length])) return place;
    }
    return -1;
}

static Variant call_natively(ArrayRuntime *runtime, const ArrayFunction *function, ArrayNamespace namespace, ArrayObject *self,
                             const Variant *arguments, size_t count, Error *error) {
    Variant native[32];
    Array *made[32] = {NULL};
    Variant result = variant_absent();
    int out = array_function_parameter(function, "out");
    size_t done = 0, kept = keeps_first(function) ? 1 : 0;
    for (; done < count && done < 32; done++) {
        native[done] = arguments[done];
        if (native[done].kind != VARIANT_ARRAY || !native[done].array->dtype->native || (int)done == out || done < kept) continue;
        made[done] = array_cast(native[done].array, native[done].array->dtype->native, error);
        if (!made[done]) break;
        native[done].array = made[done];
    }
    if (done == count) result = array_function_call(runtime, function, namespace, self, native, count, error);
    for (size_t i = 0; i < done; i++) array_release(made[i]);
    return result;
}

/* ---- What CuPy makes of NumPy's arrays ---- */

/* The name of a parameter, by the signature. */
static int parameter_name(const ArrayFunction *function, size_t index, const char **name) {
    const char *at = (function->cupy_parameters ? function->cupy_parameters : function->signature) + 1;
    while (index-- && (at = strchr(at, ','))) at += 2;
    *name = at ? at : "";
    return at ? (int)strcspn(at, "=,) ") : 0;
}

/* The words for one argument that should be an array of a device. */
static bool refuse_host_array(ArrayCall *call, size_t index) {
    const char *name;
    int length = parameter_name(call->function, index, &name);
    if (call->function->traits & CUPY_NAMED)
        return call_fail(call, "TypeError", "'%.*s' must be a cupy.ndarray object, not <class 'numpy.ndarray'>.", length, name);
    if (!(call->function->traits & CUPY_TYPED)) return call_fail(call, "TypeError", "Unsupported type <class 'numpy.ndarray'>");
    return call_fail(call, "TypeError", "Argument '%.*s' has incorrect type (expected cupy._core.core._ndarray_base, got numpy.ndarray)", length, name);
}

Variant array_function_call(ArrayRuntime *runtime, const ArrayFunction *function, ArrayNamespace namespace,
                            ArrayObject *self, const Variant *arguments, size_t count, Error *error) {
    bool is_host = count && arguments[0].kind == VARIANT_ARRAY && device_is_host(array_device(arguments[0].array));
    bool is_handed_back = namespace == CUPY && is_host && function->traits & CUPY_METHOD;
    if (is_handed_back) namespace = NUMPY;
    for (size_t i = 0; i < count && count <= 32 && !(function->traits & ANY_ORDER); i++) {
        if (arguments[i].kind != VARIANT_ARRAY || !arguments[i].array->dtype->native) continue;
        if ((int)i == array_function_parameter(function, "out") || (!i && keeps_first(function))) continue;
        return call_natively(runtime, function, namespace, self, arguments, count, error);
    }
    /* SciPy asks for NumPy arrays; only its ufuncs, the special functions, hand CuPy's over to CuPy. */
    bool dispatches = !(function->namespaces & NO_DISPATCH) && !is_handed_back &&
                      (namespace != SCIPY || !strncmp(function->path, "special.", 8));
    bool is_scipy = namespace == SCIPY;
    if (namespace == SCIPY || namespace == METHOD || namespace == METHOD_ONLY) namespace = NUMPY;
    if (namespace == CUPYX) namespace = CUPY;
    if (namespace == NUMPY && dispatches)
        for (size_t i = 0; i < count && namespace == NUMPY; i++)
            if (has_accelerator_array(arguments[i])) namespace = CUPY;
    ArrayCall call = {.runtime = runtime,
                      .function = function,
                      .namespace = namespace,
                      .is_scipy = is_scipy,
                      .device = namespace == CUPY ? runtime_current_device(runtime) : runtime->host,
                      .self = self,
                      .arguments = arguments,
                      .count = count,
                      .error = error};
    if (!call.device) {
        error_set(error, "cupy_backends.cuda.api.runtime.CUDARuntimeError",
                  "cudaErrorNoDevice: no CUDA-capable device is detected");
        return variant_absent();
    }
    bool composes = !(function->namespaces & FUSES);
    for (size_t i = 0; composes && i < count; i++)
        if (!observe(arguments[i], error)) return variant_absent();
    runtime->composing += composes;
    Variant result = function->body(&call);
    runtime->composing -= composes;
    if (call.swapped && result.kind == VARIANT_ARRAY && result.array->dtype == call.swapped->native && function->traits & GIVES_ORDER) {
        Array *swapped = array_cast(result.array, call.swapped, error);
        variant_release(&result);
        if (swapped) result = variant_array(swapped);
    }
    call_release_held(&call);
    if (!runtime_had_elements(runtime, error) || error_is_set(error))
        variant_release(&result);
    else if (result.kind == VARIANT_ABSENT)
        error_no_memory(error);
    if (is_handed_back && result.kind == VARIANT_BOOL) result = variant_scalar(DTYPE(BOOL), &(uint8_t){result.integer != 0});
    return result;
}

bool call_fail(ArrayCall *call, const char *kind, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return error_set(call->error, kind, "%s", text);
}

/* CuPy's word for an array of another device. */
bool array_check_device(const Array *array, const Device *device, Error *error) {
    const Device *there = array_device(array);
    if (there == device) return true;
    if (device_is_host(there)) return error_set(error, "TypeError", "Unsupported type <class 'numpy.ndarray'>");
    if (device_is_host(device))
        return error_set(
            error, "TypeError",
            "Implicit conversion to a NumPy array is not allowed. Please use `.get()` to construct a "
            "NumPy array explicitly.");
    return error_set(error, "ValueError",
                     "Array device must be same as the current device: array device = %d while current = %d",
                     there->number, device->number);
}

Array *array_reach(Array *array, Device *device, Error *error) {
    Device *there = array_device(array);
    bool is_peer = there != device && device->operations->reaches && !device_is_host(there) && device->operations->reaches(device, there);
    if (!is_peer) return array_check_device(array, device, error) ? array_retain(array) : NULL;
    if (!runtime_warn(device->runtime, "cupy._util.PerformanceWarning", error,
                      "The device where the array resides (%d) is different from the current device (%d). Peer access has been "
                      "activated automatically.",
                      there->number, device->number))
        return NULL;
    return array_to_device(array, device, error);
}

Array *call_array(ArrayCall *call, size_t index) {
    Variant variant = call->arguments[index];
    if (error_is_set(call->error)) return NULL;
    if (variant.kind == VARIANT_ARRAY) {
        if (variant.array->is_crooked) return call_hold(call, array_copy(variant.array, 'K', call->error));
        if (array_device(variant.array) == call->device) return variant.array;
        if (!device_is_host(call->device) && device_is_host(array_device(variant.array))) {
            if (call->function->traits & CUPY_TAKES_HOST) return call_hold(call, array_to_device(variant.array, call->device, call->error));
            refuse_host_array(call, index);
            return NULL;
        }
        if (!device_is_host(call->device) || !device_is_host(array_device(variant.array))) {
            return call_hold(call, array_reach(variant.array, call->device, call->error));
        }
    }
    return call_hold(call, array_from_variant(call->runtime, variant, NULL, call->device, false, call->error));
}

Array *call_array_of(ArrayCall *call, size_t index, const Dtype *dtype) {
    Array *array = call_array(call, index);
    return array ? call_hold(call, array_cast(array, dtype, call->error)) : NULL;
}

bool call_is_given(const ArrayCall *call, size_t index) {
    return index < call->count && call->arguments[index].kind != VARIANT_ABSENT &&
           call->arguments[index].kind != VARIANT_NONE;
}

bool variant_to_index(Variant variant, int64_t *number, Error *error) {
    uint8_t bytes[16];
    switch (variant.kind) {
    case VARIANT_BOOL:
    case VARIANT_INTEGER:
        *number = variant.integer;
        return true;
    case VARIANT_UNSIGNED:
    case VARIANT_BIG:
        return error_set(error, "OverflowError", "Python int too large to convert to C long");
    case VARIANT_SCALAR:
        if (dtype_is_integer(variant.dtype) || variant.dtype->kind == 'b') {
            *number = variant_to_integer(variant);
            return true;
        }
        return error_set(error, "TypeError", "'numpy.%s' object cannot be interpreted as an integer",
                         variant.dtype->name);
    case VARIANT_ARRAY:
        if (array_size(variant.array) == 1 && variant.array->dimensions == 0 &&
            (dtype_is_integer(variant.array->dtype) || variant.array->dtype->kind == 'b')) {
            if (!array_read_item(variant.array, 0, bytes, error)) return false;
            *number = variant_to_integer(variant_scalar(variant.array->dtype, bytes));
            return true;
        }
        return error_set(error, "TypeError", "only integer scalar arrays can be converted to a scalar index");
    case VARIANT_CALLABLE:
        if (variant_has_index(variant)) {
            *number = variant.index;
            return true;
        }
        /* fall through */
    default:
        return error_set(error, "TypeError", "'%s' object cannot be interpreted as an integer",
                         variant_type_name(variant));
    }
}

bool call_integer(ArrayCall *call, size_t index, int64_t *number) {
    return !error_is_set(call->error) && variant_to_index(call->arguments[index], number, call->error);
}

bool call_real(ArrayCall *call, size_t index, double *number) {
    if (error_is_set(call->error)) return false;
    Variant variant = call->arguments[index];
    uint8_t bytes[16];
    if (variant.kind == VARIANT_ARRAY && array_size(variant.array) == 1) {
        if (dtype_is_flexible(variant.array->dtype) && !variant.array->dtype->native)
            return call_fail(call, "TypeError", "must be real number, not %s", variant_type_name(variant));
        if (!array_read_item(variant.array, 0, bytes, call->error)) return false;
        variant = variant_scalar(variant.array->dtype, bytes);
    }
    if (variant.kind == VARIANT_SCALAR && dtype_is_flexible(variant.dtype))
        return call_fail(call, "TypeError", "must be real number, not %s", variant_type_name(variant));
    if (variant.kind == VARIANT_ARRAY)
        return call_fail(call, "TypeError", "only 0-dimensional arrays can be converted to Python scalars");
    if (!variant_is_number(variant) || variant.kind == VARIANT_COMPLEX)
        return call_fail(call, "TypeError", "must be real number, not %s", variant_type_name(variant));
    *number = variant_to_double(variant);
    return true;
}

bool call_truth(ArrayCall *call, size_t index, bool *truth) {
    if (error_is_set(call->error)) return false;
    Variant variant = call->arguments[index];
    switch (variant.kind) {
    case VARIANT_ABSENT:
    case VARIANT_NONE:
        *truth = false;
        return true;
    case VARIANT_ARRAY:
        return array_truth(call->runtime, variant.array, truth, call->error);
    case VARIANT_STRING:
    case VARIANT_BYTES:
        *truth = variant.text->length > 0;
        return true;
    case VARIANT_SEQUENCE:
        *truth = variant.list->count > 0;
        return true;
    default: {
        Complex128 number = variant_to_complex(variant);
        *truth = !variant_is_number(variant) || number.real != 0 || number.imaginary != 0;
        return true;
    }
    }
}

bool call_string(ArrayCall *call, size_t index, const char **string) {
    if (error_is_set(call->error)) return false;
    Variant variant = call->arguments[index];
    *string = NULL;
    if (variant.kind == VARIANT_ABSENT || variant.kind == VARIANT_NONE) return true;
    if (variant.kind != VARIANT_STRING)
        return call_fail(call, "TypeError", "a str is expected, not '%s'", variant_type_name(variant));
    *string = variant.text->bytes;
    return true;
}

bool call_text(ArrayCall *call, size_t index, const char **string) {
    if (!call_string(call, index, string)) return false;
    return *string || call_fail(call, "TypeError", "a str is expected, not 'NoneType'");
}

/* TypeError with the value as repr() has it, or its type's name where the language is not asked. */
static bool refuse_value(ArrayRuntime *runtime, Variant variant, const char *format, Error *error) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    bool told = runtime->hooks.text && runtime->hooks.text(runtime->hook_context, &variant, true, &text, error);
    if (!error_is_set(error)) error_set(error, "TypeError", format, told ? text_string(&text) : variant_type_name(variant));
    text_release(&text);
    return false;
}

bool variant_to_dtype(ArrayRuntime *runtime, Variant variant, const Dtype **dtype, Error *error) {
    switch (variant.kind) {
    case VARIANT_ABSENT:
    case VARIANT_NONE:
        return true;
    case VARIANT_DTYPE:
        *dtype = variant.dtype;
        return true;
    case VARIANT_STRING: {
        const Dtype *found = dtype_parse(runtime->flexible_types, variant.text->bytes, variant.text->length, error);
        if (!found) return error_is_set(error) ? false : error_no_memory(error);
        *dtype = found;
        return true;
    }
    case VARIANT_SEQUENCE:
    case VARIANT_MAPPING:
    case VARIANT_CALLABLE:
        if (runtime->hooks.dtype && (variant.kind == VARIANT_CALLABLE || variant.list->origin))
            return (*dtype = runtime->hooks.dtype(runtime->hook_context, &variant, error)) != NULL;
        /* fall through */
    default:
        if (variant.kind == VARIANT_ARRAY) return error_set(error, "TypeError", "Cannot construct a dtype from an array");
        return refuse_value(runtime, variant, "Cannot interpret '%s' as a data type", error);
    }
}

bool call_dtype(ArrayCall *call, size_t index, const Dtype **dtype) {
    if (error_is_set(call->error) || !variant_to_dtype(call->runtime, call->arguments[index], dtype, call->error)) return false;
    if (*dtype && (*dtype)->native && !(call->function->traits & MOVES_BYTES)) *dtype = (call->swapped = *dtype)->native;
    return true;
}

bool variant_to_shape(Variant variant, int *dimensions, int64_t *shape, Error *error) {
    if (variant.kind == VARIANT_SEQUENCE) {
        if (variant.list->count > ARRAY_DIMENSIONS_MAX)
            return error_set(error, "ValueError",
                             "maximum supported dimension for an ndarray is currently 64, found %zu",
                             variant.list->count);
        *dimensions = (int)variant.list->count;
        for (int i = 0; i < *dimensions; i++)
            if (!variant_to_index(variant.list->items[i], &shape[i], error)) return false;
        return true;
    }
    if (variant.kind == VARIANT_ARRAY && variant.array->dimensions == 1 &&
        dtype_is_integer(variant.array->dtype)) {
        if (variant.array->shape[0] > ARRAY_DIMENSIONS_MAX)
            return error_set(error, "ValueError",
                             "maximum supported dimension for an ndarray is currently 64, found %lld",
                             (long long)variant.array->shape[0]);
        *dimensions = (int)variant.array->shape[0];
        for (int i = 0; i < *dimensions; i++) {
            Variant scalar = array_scalar_at(variant.array, i, error);
            if (scalar.kind == VARIANT_ABSENT) return false;
            shape[i] = variant_to_integer(scalar);
        }
        return true;
    }
    if (variant.kind == VARIANT_FLOAT) {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        text_append_double(&text, variant.real);
        error_set(error, "TypeError", "expected a sequence of integers or a single integer, got '%s'",
                  text_string(&text));
        text_release(&text);
        return false;
    }
    if (!variant_is_integral(variant) && variant.kind != VARIANT_ARRAY && !variant_is_number(variant) &&
        variant.kind != VARIANT_STRING && !variant_has_index(variant))
        return error_set(error, "TypeError", "expected a sequence of integers or a single integer, got '%s'",
                         variant_type_name(variant));
    *dimensions = 1;
    return variant_to_index(variant, shape, error);
}

bool call_shape(ArrayCall *call, size_t index, int *dimensions, int64_t shape[ARRAY_DIMENSIONS_MAX]) {
    if (error_is_set(call->error)) return false;
    Variant given = call->arguments[index];
    bool speaks = call->namespace != CUPY && call->namespace != CUPYX;
    if (speaks && given.kind == VARIANT_NONE) return call_fail(call, "TypeError", "Use () not None as shape arguments");
    bool is_list = given.kind == VARIANT_SEQUENCE, is_whole = !strcmp(variant_type_name(given), "int") || (variant_is_integral(given) && given.kind != VARIANT_BOOL);
    if (speaks && !is_list && !is_whole && !variant_has_index(given) && given.kind != VARIANT_ARRAY && given.kind != VARIANT_STRING && given.kind != VARIANT_FLOAT)
        return refuse_value(call->runtime, given, "expected a sequence of integers or a single integer, got '%s'", call->error);
    for (size_t i = 0; speaks && is_list && i < given.list->count; i++)
        if (given.list->items[i].kind == VARIANT_BOOL) return call_fail(call, "TypeError", "an integer is required");
    if (variant_to_shape(given, dimensions, shape, call->error)) return true;
    if (!call->error->kind || strcmp(call->error->kind, "OverflowError")) return false;
    error_clear(call->error);
    if (!speaks) return call_fail(call, "OverflowError", "Python int too large to convert to C ssize_t");
    return call_fail(call, "ValueError", "Maximum allowed dimension exceeded");
}

bool axis_normalise(int64_t axis, int dimensions, int *result, const char *name, Error *error) {
    if (axis < -dimensions || axis >= dimensions)
        return error_set(error, "numpy.exceptions.AxisError",
                         "%s%saxis %lld is out of bounds for array of dimension %d", name ? name : "",
                         name ? ": " : "", (long long)axis, dimensions);
    *result = (int)(axis < 0 ? axis + dimensions : axis);
    return true;
}

bool call_axis(ArrayCall *call, size_t index, int dimensions, int *axis) {
    int64_t number;
    if (error_is_set(call->error)) return false;
    if (!call_is_given(call, index)) return true;
    return call_integer(call, index, &number) && axis_normalise(number, dimensions, axis, NULL, call->error);
}

bool variant_to_axes(Variant variant, int dimensions, uint64_t *axes, Error *error) {
    int64_t number;
    int axis = 0;
    *axes = 0;
    if (variant.kind == VARIANT_ABSENT || variant.kind == VARIANT_NONE) {
        *axes = dimensions == 64 ? UINT64_MAX : (1ull << dimensions) - 1;
        return true;
    }
    if (variant.kind != VARIANT_SEQUENCE) {
        if (!variant_to_index(variant, &number, error)) return false;
        if (dimensions == 0 && (number == 0 || number == -1)) return true; /* reductions of scalars allow it */
        if (!axis_normalise(number, dimensions, &axis, NULL, error)) return false;
        *axes = 1ull << axis;
        return true;
    }
    for (size_t i = 0; i < variant.list->count; i++) {
        if (!variant_to_index(variant.list->items[i], &number, error) ||
            !axis_normalise(number, dimensions, &axis, NULL, error))
            return false;
        if (*axes >> axis & 1) return error_set(error, "ValueError", "duplicate value in 'axis'");
        *axes |= 1ull << axis;
    }
    return true;
}

bool call_axes_iterable(ArrayCall *call, size_t index) {
    VariantKind kind = call->arguments[index].kind;
    bool single = kind == VARIANT_FLOAT || kind == VARIANT_COMPLEX;
    return !single || call_fail(call, "TypeError", "'%s' object is not iterable", variant_type_name(call->arguments[index]));
}

bool call_axes(ArrayCall *call, size_t index, int dimensions, uint64_t *axes) {
    return !error_is_set(call->error) && variant_to_axes(call->arguments[index], dimensions, axes, call->error);
}
