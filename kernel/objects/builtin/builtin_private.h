/* The tables that builtin_functions.c lists. */
#ifndef KERNEL_OBJECTS_BUILTIN_PRIVATE_H
#define KERNEL_OBJECTS_BUILTIN_PRIVATE_H

#include "kernel/objects/builtin/builtin_functions.h"
#include "kernel/objects/container/dict_private.h"

extern const NativeEntry builtin_number_functions[], builtin_iteration_functions[], builtin_attribute_functions[],
    builtin_text_functions[], builtin_evaluate_functions[], builtin_help_functions[];

#endif
