/* The modules that are not Python's own: the faces of arraylib and of plot. */
#include "kernel/modules/IPython/ipython.h"
#include "kernel/modules/matplotlib/modules.h"
#include "kernel/modules/numba/cuda.h"
#include "kernel/modules/numba/numba.h"
#include "kernel/modules/numpy/modules.h"

#define ARRAY_MODULES(X)                                                                                      \
    X(numpy) X(numpy_linalg) X(numpy_random) X(numpy_exceptions) X(cupy) X(cupy_cuda)        \
    X(cupy_cuda_runtime) X(cupy_cuda_stream) X(cupy_cuda_device) X(cupy_cuda_driver) X(cupy_cuda_nvtx)                           \
    X(cupy_fft) X(cupyx_profiler) X(cupyx_time) X(scipy)

#define X(identifier) extern const ArrayModule identifier##_module;
ARRAY_MODULES(X)
#undef X
#define X(identifier, name, text) extern const ArrayModule identifier##_module;
PLAIN_ARRAY_MODULES(X)
#undef X
#define X(identifier, name) extern const ArrayModule numpy_inner_##identifier##_module;
INNER_ARRAY_MODULES(X)
#undef X

const ModuleEntry *const extension_modules[] = {
#define X(identifier) &identifier##_module.entry,
    ARRAY_MODULES(X)
#undef X
#define X(identifier, name, text) &identifier##_module.entry,
        PLAIN_ARRAY_MODULES(X)
#undef X
#define X(identifier, name) &numpy_inner_##identifier##_module.entry,
            INNER_ARRAY_MODULES(X)
#undef X
#define X(identifier) &identifier##_module,
            MATPLOTLIB_MODULES(X)
#undef X
            &module_ipython, &module_ipython_core, &module_ipython_core_display, &module_ipython_core_magics,
            &module_ipython_display, &module_ipython_utils, &module_ipython_lib,
            &module_numba_compile,
            &module_numba_cuda_launch, NULL};
