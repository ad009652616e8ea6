/* Modules of the library that are written in Python themselves: their text is part of the program (python/NAME.py, made a C
 * string by the build) and is run when the module is first imported. */
#ifndef KERNEL_LIBRARY_PYTHON_MODULE_H
#define KERNEL_LIBRARY_PYTHON_MODULE_H

#include "kernel/objects/native.h"

/* Run `source` in the module's namespace; tracebacks name it "<frozen NAME>". */
bool python_module_run(Thread *thread, Value module, const char *name, const char *source, size_t length);

extern const PythonText library_texts[]; /* all such modules of this room; the last has no file */

#endif
