#include "base/library.h"

#include <dlfcn.h>

enum { MOST_NAMES = 10 };

static const struct {
    const char *title, *package;
    const char *names[MOST_NAMES]; /* NULL behind the last one */
} libraries[] = {
#define X(name, title, package, ...) {title, package, {__VA_ARGS__}},
    LIBRARIES(X)
#undef X
};

void *library_open(LibraryName name, const char **found) {
    /* libedit's callbacks look for one of its functions among all that the process has. */
    int flags = RTLD_LAZY | (name == LIBRARY_EDIT ? RTLD_GLOBAL : RTLD_LOCAL);
    for (size_t i = 0; i < MOST_NAMES && libraries[name].names[i]; i++) {
        void *library = dlopen(libraries[name].names[i], flags);
        if (!library) continue;
        if (found) *found = libraries[name].names[i];
        return library;
    }
    return NULL;
}

bool library_functions(void *library, const char *const *names, size_t count, void **functions, const char **missing) {
    for (size_t i = 0; i < count; i++) {
        if ((functions[i] = dlsym(library, names[i]))) continue;
        if (missing) *missing = names[i];
        return false;
    }
    return true;
}

const char *library_title(LibraryName name) { return libraries[name].title; }
const char *library_package(LibraryName name) { return libraries[name].package; }
