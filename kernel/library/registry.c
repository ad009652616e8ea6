/* The standard modules in C that are built in. One that is never imported costs nothing. */
#include "kernel/library/module_list.h"
#include "kernel/objects/descriptor/native.h"

#define C(name) extern const ModuleEntry library_##name;
LIBRARY_C_MODULES(C)
#undef C

const ModuleEntry *const library_modules[] = {
#define C(name) &library_##name,
    LIBRARY_C_MODULES(C)
#undef C
        NULL};
