/* The types of the faces, as their files know each other. */
#ifndef KERNEL_MODULES_NUMPY_TYPES_H
#define KERNEL_MODULES_NUMPY_TYPES_H

#include "kernel/modules/numpy/numpy.h"

/* np.add, cp.add */
typedef struct UfuncObject {
    Object object;
    const Operator *operator_row;
    ArrayLibrary library;
    Value function; /* of a ufunc over core dimensions (matmul): the library's function; else absent */
} UfuncObject;
/* A function of scipy.special as a ufunc; absent without an exception: it is none. */
Value special_ufunc_object(Thread *thread, const ArrayFunction *function);
/* The same as a function of the library's, called with arrays of devices. */
Value array_plain_function(Thread *thread, const ArrayFunction *function);
/* One of those by its name, or absent without an exception. */
Value core_ufunc_object(Thread *thread, const char *name);
const Operator *core_operator(const char *name); /* NULL: none */
extern const Type ufunc_type_template, cupy_ufunc_type_template;

Value ufunc_resolve_dtypes(Thread *thread, const Native *native, const Value *arguments);

/* x += y on an array. */
Value array_in_place(Thread *thread, const Operator *operator_row, Value left, Value right);

/* A random generator and other things of arraylib's own. NULL when the value is none. */
ArrayObject *value_array_object(Value value);

/* x.flat and x.flags */
Value flat_iterator_new(Thread *thread, Value array);
Value flags_new(Thread *thread, Value array);

/* np.vectorize and what numpy makes of Python callables. */
extern const NativeEntry callable_functions[], text_functions[];

/* ---- Pickles and copies (pickle.c) ---- */
Value ndarray_reduce(Thread *thread, const Native *native, const Value *arguments);
Value array_object_reduce(Thread *thread, const Native *native, const Value *arguments);
Value array_object_set_state(Thread *thread, const Native *native, const Value *arguments);
Value ndarray_set_state(Thread *thread, const Native *native, const Value *arguments);
Value ndarray_deep_copy(Thread *thread, const Native *native, const Value *arguments);
Value scalar_reduce(Thread *thread, const Native *native, const Value *arguments);
Value dtype_reduce(Thread *thread, const Native *native, const Value *arguments);
Value dtype_set_state(Thread *thread, const Native *native, const Value *arguments);

/* ---- Small helpers ---- */
/* A tuple of ints. */
Value tuple_from_extents(Thread *thread, const int64_t *extents, int count);
/* A shape or axes argument: an int or a sequence of ints. -1 with an exception. */
int extents_from_value(Thread *thread, Value value, int64_t *extents, int limit);
/* Keyword in a **kwargs dict: owned, absent when not there; taken out. */
Value keyword_take(Thread *thread, Value keywords, const char *name);
/* TypeError "f() got an unexpected keyword argument 'x'" when something is left. */
bool keywords_finish(Thread *thread, Value keywords, const char *function);

#endif
