#include "config.h"

#include "kernel/plot/cairo_library.h"
#include "base/library.h"

#include <dlfcn.h>
#include <stddef.h>

bool cairo_library_open(CairoLibrary *library, Error *error) {
    if (library->handle) return true;
    void *handle = library_open(LIBRARY_CAIRO, NULL);
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

void cairo_library_close(CairoLibrary *library) {
#ifdef CUPOLA_SANITIZED /* a process that ends needs none of it; the leak checker wants to see it all given back */
    if (!library->handle) return;
    void (*forget_fonts)(void) = (void (*)(void))dlsym(library->handle, "cairo_debug_reset_static_data");
    void (*forget_configuration)(void) = (void (*)(void))dlsym(library->handle, "FcFini"); /* fontconfig's, below cairo */
    if (forget_fonts && forget_configuration) forget_fonts(), forget_configuration();
#endif
    library->handle = NULL; /* it stays loaded */
}
