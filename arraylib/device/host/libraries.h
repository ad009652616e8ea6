/* BLAS, LAPACK and FFTW, opened with dlopen at first use: linking them would cost every start 6 MB and 4 ms. */
#ifndef ARRAYLIB_DEVICE_HOST_LIBRARIES_H
#define ARRAYLIB_DEVICE_HOST_LIBRARIES_H

#include "arraylib/core/runtime.h"

/* The Fortran interface: arguments by address, integers of 32 bits; the lengths of strings are passed last. */
typedef void LibraryFunction(void);

/* The function `name` ("dgesdd_", "cblas_dgemm"), or NULL with `error`, which says what to install. */
LibraryFunction *blas_function(ArrayRuntime *runtime, const char *name, Error *error);
/* BLAS's threads: one for what would mostly wait for them, or as many as it had; after blas_function has found something. OpenBLAS's
 * threads yield the processor while they wait: beside other busy programs each of thousands of small steps takes milliseconds. */
void blas_alone(ArrayRuntime *runtime, bool alone);
/* The like for FFTW: `is_double` chooses libfftw3 or libfftw3f. */
LibraryFunction *fftw_function(ArrayRuntime *runtime, bool is_double, const char *name, Error *error);
/* Is there memory to plan or do a transform of rows of so many bytes? False: `error` is set. */
bool fftw_has_room(size_t bytes, Error *error);
/* Where FFTW's plans are kept (fft.c); valid once fftw_function has found something. */
typedef struct FftPlans FftPlans;
FftPlans **fft_plans(ArrayRuntime *runtime);
void fft_plans_destroy(FftPlans *plans); /* NULL is fine */
void libraries_close(ArrayRuntime *runtime);

#endif
