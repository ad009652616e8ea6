/* BLAS, LAPACK and FFTW, opened with dlopen at first use: linking them would cost every start 6 MB and 4 ms. */
#ifndef ARRAYLIB_DEVICE_HOST_LIBRARIES_H
#define ARRAYLIB_DEVICE_HOST_LIBRARIES_H

#include "arraylib/core/runtime.h"

/* The Fortran interface: arguments by address, integers of 32 bits; the lengths of strings are passed last. */
typedef void LibraryFunction(void);

/* The function `name` ("dgesdd_", "cblas_dgemm"), or NULL with `error`, which says what to install. */
LibraryFunction *blas_function(ArrayRuntime *runtime, const char *name, Error *error);
/* The like for FFTW: `is_double` chooses libfftw3 or libfftw3f. */
LibraryFunction *fftw_function(ArrayRuntime *runtime, bool is_double, const char *name, Error *error);
void libraries_close(ArrayRuntime *runtime);

#endif
