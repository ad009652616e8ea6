/* The function table as Python sees it. */
#ifndef KERNEL_MODULES_NUMPY_FUNCTIONS_H
#define KERNEL_MODULES_NUMPY_FUNCTIONS_H

#include "kernel/modules/cupy/device.h"
#include "kernel/modules/numpy/numpy.h"

/* The member of a module that the table has: a native, a ufunc, or absent (no exception). Owned. */
Value array_numpy_function(Thread *thread, const char *name); /* numpy's block of that name, as a function */
Value array_table_member(Thread *thread, const char *module, const char *name);
bool array_table_names(Thread *thread, const char *module, List *names);
bool array_object_add_methods(Thread *thread, Type *type, const char *path, ArrayNamespace namespace);
Value array_construct(Thread *thread, const char *path, ArrayNamespace namespace, const Call *call);

#endif
