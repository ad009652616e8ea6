/* The standard library of the machine's own Python: the pure modules that are not part of this program are imported from
 * there. Which one, in this order: CUPOLA_PYTHON_LIB (a folder .../lib/python3.N), the active environment's (VIRTUAL_ENV,
 * CONDA_PREFIX), that of the prefix which the kernelspec was installed under, /usr/bin/python3's. A few looks at the file
 * system; no process is started. */
#ifndef KERNEL_OBJECTS_MACHINE_LIBRARY_H
#define KERNEL_OBJECTS_MACHINE_LIBRARY_H

#include "kernel/objects/core/interpreter.h"

#include <limits.h>

/* The versions whose libraries are read, and the one whose language and messages the cells follow. */
enum { MACHINE_OLDEST = 10, MACHINE_NEWEST = 14, MACHINE_USUAL = 11 };

typedef struct MachineLibrary {
    char folder[PATH_MAX];      /* .../lib/python3.N; "": there is none */
    char prefix[PATH_MAX];      /* where that Python is installed: sys.base_prefix */
    char environment[PATH_MAX]; /* the environment's folder, sys.prefix; "": prefix */
    char refused[PATH_MAX];     /* the first that was looked at and is of another version, or "" */
    char version[16];           /* "3.11.2" */
    int minor, micro;           /* of 3.minor.micro */
    bool is_wanted;             /* CUPOLA_PYTHON_LIB is set: no other is looked for */
} MachineLibrary;

void machine_library_find(MachineLibrary *library);
/* The same, found once an interpreter. */
const MachineLibrary *machine_library(Interpreter *interpreter); /* NULL: no memory */

/* Is this the name of a module that every Python of the machine has? */
bool machine_library_has(const char *name);
extern const char *const machine_module_names[]; /* those that are not part of this program; ends with NULL */

#endif
