/* What pickle and copy ask of arrays, scalars, dtypes and random generators: the work is numpy._pickle's and numpy.random._pickle's. */
#include "kernel/modules/numpy/functions.h"
#include "kernel/modules/numpy/ndarray.h"
#include "kernel/modules/numpy/types.h"

static Value call_member(Thread *thread, const char *module, const char *name, const Value *arguments, size_t count) {
    Value function = array_module_member(thread, module, name);
    Value result = value_is_absent(function) ? function : value_call_values(thread, function, arguments, count);
    value_release(function);
    return result;
}

static Value call_helper(Thread *thread, const char *name, const Value *arguments, size_t count) {
    return call_member(thread, "numpy._pickle", name, arguments, count);
}

Value ndarray_reduce(Thread *thread, const Native *native, const Value *arguments) {
    NATIVE_UNUSED;
    return call_helper(thread, "reduce_array", arguments, 1);
}

/* Makes the array what a pickle's state says: (version, shape, dtype, is in Fortran's order, bytes or list of values). */
Value ndarray_set_state(Thread *thread, const Native *native, const Value *arguments) {
    NATIVE_UNUSED;
    Value made = call_helper(thread, "array_of_state", &arguments[1], 1);
    if (value_is_absent(made)) return made;
    if (!value_is_ndarray(made)) {
        value_release(made);
        return raise_type_error(thread, "the state is no array");
    }
    NdArray *self = (NdArray *)arguments[0].object;
    Array *old = self->array;
    self->array = array_retain(value_ndarray(made));
    array_release(old);
    value_release(made);
    return VALUE_NONE;
}

Value ndarray_deep_copy(Thread *thread, const Native *native, const Value *arguments) {
    NATIVE_UNUSED;
    const Array *array = value_ndarray(arguments[0]);
    if (array->dtype->has_objects) return call_helper(thread, "deepcopy_array", arguments, 2);
    ArrayRuntime *runtime = array_context(thread)->runtime;
    size_t current = runtime->current_accelerator;
    if (array_library(array) == LIBRARY_CUPY) runtime->current_accelerator = (size_t)array_device(array)->number; /* it stays there */
    Value copy = value_call_method(thread, arguments[0], "copy", NULL, 0);
    runtime->current_accelerator = current;
    return copy;
}

Value scalar_reduce(Thread *thread, const Native *native, const Value *arguments) {
    NATIVE_UNUSED;
    return call_helper(thread, "reduce_scalar", arguments, 1);
}

Value dtype_reduce(Thread *thread, const Native *native, const Value *arguments) {
    NATIVE_UNUSED;
    return call_helper(thread, "reduce_dtype", arguments, 1);
}

/* Dates and records get their unit or fields from the state; of other dtypes it says nothing new. */
Value dtype_set_state(Thread *thread, const Native *native, const Value *arguments) {
    NATIVE_UNUSED;
    Value made = call_helper(thread, "dtype_of_state", arguments, 2);
    if (value_is_absent(made) || value_is_none(made)) return made;
    const Dtype *dtype = dtype_from_value(thread, made), *old = dtype_from_value(thread, arguments[0]);
    value_release(made);
    if (!dtype || !old) return VALUE_ABSENT;
    if (dtype_is_flexible(old)) ((DtypeObject *)arguments[0].object)->dtype = dtype; /* the others are shared */
    return VALUE_NONE;
}

/* Random generators. */
Value array_object_reduce(Thread *thread, const Native *native, const Value *arguments) {
    NATIVE_UNUSED;
    return call_member(thread, "numpy.random._pickle", "reduce", arguments, 1);
}

Value array_object_set_state(Thread *thread, const Native *native, const Value *arguments) {
    NATIVE_UNUSED;
    return call_member(thread, "numpy.random._pickle", "set_state", arguments, 2);
}
