/* The functions of the builtins module. */
#ifndef KERNEL_OBJECTS_BUILTIN_FUNCTIONS_H
#define KERNEL_OBJECTS_BUILTIN_FUNCTIONS_H

#include "kernel/objects/descriptor/native.h"

/* Tables by theme, each ends with a NULL name; entered into builtins one after the other. */
extern const NativeEntry *const builtin_functions[];

#endif
