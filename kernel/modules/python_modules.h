/* The modules of python_list.h as entries: python_module_<identifier>. */
#ifndef KERNEL_MODULES_PYTHON_MODULES_H
#define KERNEL_MODULES_PYTHON_MODULES_H

#include "kernel/modules/python_list.h"
#include "kernel/objects/native.h"

#define P(identifier, name) extern const ModuleEntry python_module_##identifier;
PYTHON_MODULES(P)
#undef P

extern const PythonText module_texts[]; /* the last has no file */

#endif
