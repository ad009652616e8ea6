/* The static template of every built-in type. interpreter_new copies each; see builtins.h for the copies. */
#ifndef KERNEL_OBJECTS_TYPE_TEMPLATES_H
#define KERNEL_OBJECTS_TYPE_TEMPLATES_H

#include "kernel/objects/builtin/builtins.h"

#define X(name) extern const Type name##_type_template;
BUILTIN_TYPES(X)
#undef X

#endif
