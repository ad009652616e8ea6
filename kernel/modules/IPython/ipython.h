/* IPython's modules: what notebooks import of it. */
#ifndef KERNEL_MODULES_IPYTHON_IPYTHON_H
#define KERNEL_MODULES_IPYTHON_IPYTHON_H

#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"

extern const ModuleEntry module_ipython, module_ipython_core, module_ipython_display, module_ipython_core_display,
    module_ipython_core_magics, module_ipython_utils, module_ipython_lib;

/* The interpreter's state under this address is the function that gives the session's shell object, also in a script, where
 * get_ipython is no name and gives None. */
extern const char ipython_session_key;

/* Put display() into a namespace. */
bool ipython_add_display(Thread *thread, Dict *names);

#endif
