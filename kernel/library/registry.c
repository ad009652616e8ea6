/* The standard modules that are built in. One that is never imported costs nothing. */
#include "kernel/library/module_list.h"
#include "kernel/objects/native.h"

#define C(name) extern const ModuleEntry library_##name;
#define P(identifier, name) extern const ModuleEntry library_##identifier;
#define N P
LIBRARY_C_MODULES(C)
LIBRARY_PYTHON_MODULES(P)
LIBRARY_NATIVE_MODULES(N)
#undef C
#undef P
#undef N

const ModuleEntry *const library_modules[] = {
#define C(name) &library_##name,
#define P(identifier, name) &library_##identifier,
#define N P
    LIBRARY_C_MODULES(C)
    LIBRARY_PYTHON_MODULES(P)
    LIBRARY_NATIVE_MODULES(N)
#undef C
#undef P
#undef N
        NULL};
