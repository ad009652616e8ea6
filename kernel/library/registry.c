/* The standard modules that are built in. One that is never imported costs nothing. */
#include "kernel/objects/native.h"

#define LIBRARY_MODULES(X) \
    X(__future__) X(_copyreg) X(_operator) X(_random) X(_warnings) X(_weakref) X(abc) X(bisect) \
    X(collections) X(contextlib) X(copy) X(copyreg) X(dataclasses) X(enum) X(functools) X(gc) X(getpass) X(heapq) X(io) \
    X(itertools) X(math) X(operator) X(os) X(os_path) X(posixpath) X(random) X(string) X(sys) X(time) \
    X(types) X(typing) X(warnings) X(weakref)

#define X(name) extern const ModuleEntry library_##name;
LIBRARY_MODULES(X)
#undef X

const ModuleEntry *const library_modules[] = {
#define X(name) &library_##name,
    LIBRARY_MODULES(X)
#undef X
        NULL};
