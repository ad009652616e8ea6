/* The standard modules that are built in. One that is never imported costs nothing. */
#include "kernel/objects/native.h"

#define LIBRARY_MODULES(X) X(__future__) X(collections) X(math) X(os) X(os_path) X(posixpath) X(sys) X(time)

#define X(name) extern const ModuleEntry library_##name;
LIBRARY_MODULES(X)
#undef X

const ModuleEntry *const library_modules[] = {
#define X(name) &library_##name,
    LIBRARY_MODULES(X)
#undef X
        NULL};
