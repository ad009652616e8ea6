#include "config.h"

#include "kernel/plot/cairo_library.h"

#include <dlfcn.h>

bool cairo_library_open(CairoLibrary *library, Error *error) {
    if (library->handle) return true;
    void *handle = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return error_set(error, "ImportError",
                         "drawing pictures needs the cairo library, which is not here: install libcairo2");
#define CAIRO_FIND(name)                                                                                       \
    library->name = (__typeof__(library->name))dlsym(handle, "cairo_" #name);                                  \
    if (!library->name) {                                                                                      \
        dlclose(handle);                                                                                       \
        return error_set(error, "ImportError",                                                                 \
                         "the cairo library here is too old (no cairo_" #name "): install libcairo2 1.16");    \
    }
    CAIRO_FUNCTIONS(CAIRO_FIND)
#undef CAIRO_FIND
    library->handle = handle;
    return true;
}

#ifdef CUPOLA_SANITIZED
/* fontconfig, which cairo asks for fonts, keeps what it has read until the process ends. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libfontconfig\n"; }
#endif
