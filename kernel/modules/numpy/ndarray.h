/* The ndarray types among their files. */
#ifndef KERNEL_MODULES_NUMPY_NDARRAY_H
#define KERNEL_MODULES_NUMPY_NDARRAY_H

#include "kernel/modules/numpy/numpy.h"

extern const NativeEntry cupy_ndarray_methods[];

Value ndarray_item(Thread *thread, Value self); /* the only element (or the first) as Python's own number */
Value ndarray_to_complex(Thread *thread, Value self);
/* An array over the bytes of a bytes, bytearray, memoryview or array object. */
Array *array_over_memory(Thread *thread, Value object); /* what a memoryview of it shows, shared */
Array *ndarray_over_buffer(Thread *thread, const Dtype *dtype, int count, const int64_t *shape, Value buffer, Value offset);

#endif
