/* The ndarray types among their files. */
#ifndef KERNEL_MODULES_NUMPY_NDARRAY_H
#define KERNEL_MODULES_NUMPY_NDARRAY_H

#include "kernel/modules/numpy/numpy.h"

extern const NativeEntry cupy_ndarray_methods[];
Value ndarray_dlpack(Thread *thread, const Native *native, const Value *arguments);
Value ndarray_dlpack_device(Thread *thread, const Native *native, const Value *arguments);

Value ndarray_to_file(Thread *thread, const Native *native, const Value *arguments);
bool ndarray_add_seldom_methods(Thread *thread, Type *type, bool is_cupy);
Value ndarray_addresses(Thread *thread, Value self, Value address);
int array_from_interface(Thread *thread, Value object, Value *array);
int array_from_device_interface(Thread *thread, Value object, Value *array); /* the same by __cuda_array_interface__ alone */
/* __array_struct__: a capsule that holds an array, and the array (owned) that one of these capsules holds, else NULL. */
Value array_capsule_new(Thread *thread, Array *array);
Array *array_in_capsule(Thread *thread, Value capsule);
Value ndarray_item(Thread *thread, Value self); /* the only element (or the first) as Python's own number */
Value ndarray_to_complex(Thread *thread, Value self);
/* An array over the bytes of a bytes, bytearray, memoryview or array object. */
Array *array_over_memory(Thread *thread, Value object); /* what a memoryview of it shows, shared */
Array *array_over_all_bytes(Thread *thread, Value object); /* its bytes, shared; TypeError where it has none */
/* The memoryview over which the array lies, borrowed, or absent; and what such an array tells as its base, or None. */
Value array_memory_view(const Array *array);
Value array_memory_base(Thread *thread, const Array *array);
Array *ndarray_over_buffer(Thread *thread, const Dtype *dtype, int count, const int64_t *shape, Value buffer, Value offset);

/* ---- Classes derived from ndarray (subclass.c) ---- */
bool value_is_subclass_array(Value value);
bool value_is_array_class(Value value); /* ndarray's, or derived from it */
bool array_priority_below(Thread *thread, Value self, Value stranger); /* has the stranger a higher __array_priority__ of its own? */
bool array_overrides_ufuncs(Thread *thread, Value value); /* has an __array_ufunc__ of its own; or an exception */
Value ndarray_repr(Thread *thread, Value self);
Value ndarray_str(Thread *thread, Value self);
/* The same array as an object of `type`, which __array_finalize__(parent) has seen. */
Value array_as_class(Thread *thread, Value array, Type *type, Value parent);
bool array_finalize(Thread *thread, Value object, Value parent);
/* An owned result as the class that the arguments' classes ask for. Computed ones go through __array_wrap__, and scalars become arrays. */
Value array_keep_class(Thread *thread, Value owned, const Value *arguments, size_t count, bool is_computed);
/* The same for a call of a ufunc: `arguments` are its inputs, then the outputs that were given (None: one was not). */
Value array_keep_class_of_ufunc(Thread *thread, Value owned, const Operator *row, const Value *arguments, size_t inputs, size_t count);
/* The same for a function of the table. */
Value array_keep_class_of_call(Thread *thread, Value owned, const ArrayFunction *function, bool is_method, const Value *arguments, size_t count);
int array_call_observed(Thread *thread, const Native *native, const ArrayFunction *function, const Value *arguments, size_t count, Value *result);
int array_call_own_method(Thread *thread, const ArrayFunction *function, const Value *arguments, size_t count, Value *result);
Value array_view_as_class(Thread *thread, Value array, Type *type);
Value ndarray_array_finalize(Thread *thread, const Native *native, const Value *arguments);
Value ndarray_array_wrap(Thread *thread, const Native *native, const Value *arguments);
Value ndarray_array_function(Thread *thread, const Native *native, const Value *arguments);
Value ndarray_array_ufunc(Thread *thread, const Native *native, const Value *arguments);

#endif
