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

/* ---- Classes that handle functions themselves (overrides.c) ---- */
typedef Value OverrideHook(Thread *thread, const Native *native, const Call *call);
OverrideHook *array_override_of(const char *module, const ArrayFunction *function); /* what sees its calls first; NULL: nothing */
/* ASKS_NOBODY and ASKS_LISTS of the functions in tables of the module's own. */
enum { NATIVE_ASKS_NOBODY = NATIVE_ROOM, NATIVE_ASKS_LISTS = NATIVE_ROOM << 1 };
/* A member in Python that is to be overridable; others as they are. Takes it over. */
Value array_overridable_member(Thread *thread, const char *module, const char *name, Value member);
/* Makes the functions overridable that are in a module. */
void array_override_functions(Thread *thread, Value module, const char *module_name);

#endif
