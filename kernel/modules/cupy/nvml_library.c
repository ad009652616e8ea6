#include "kernel/modules/cupy/nvml.h"

#include "base/library.h"

void *nvml_function(const char *name) {
    void *function = NULL, *library = library_open(LIBRARY_NVML, NULL);
    return library && library_functions(library, &name, 1, &function, NULL) ? function : NULL;
}
