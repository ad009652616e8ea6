/* Libraries of the machine that are opened when they are first used. One table says which, and what to install where one is
 * missing: `cupola version` shows it, and bootstrap reads the packages from these lines. (CUDA's libraries, which lie in many
 * places, and ICU's, whose functions have a version in their names, are found where they are used.) */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* name, what `cupola version` calls it (NULL: it is always there, or not worth a line), package (words that bootstrap cannot
 * install have blanks; NULL: it comes with others), file names in the order in which they are tried */
#define LIBRARIES(X)                                                                                           \
    X(BLAS, "BLAS", "libopenblas0-pthread", "libopenblas.so.0", "libopenblas.so", "libblas.so.3")              \
    X(LAPACK, NULL, NULL, "liblapack.so.3", "liblapack.so")                                                    \
    X(FFTW, "FFTW", "libfftw3-double3", "libfftw3.so.3", "libfftw3.so")                                        \
    X(FFTW_SINGLE, NULL, "libfftw3-single3", "libfftw3f.so.3", "libfftw3f.so")                                 \
    X(SLEEF, NULL, "libsleef3", "libsleef.so.3")                                                               \
    X(MVEC, NULL, NULL, "libmvec.so.1")                                                                        \
    X(CAIRO, "cairo", "libcairo2", "libcairo.so.2")                                                            \
    X(EDIT, "libedit", "libedit2", "libedit.so.2", "libedit.so.0")                                             \
    X(LLVM, "LLVM", "libllvm14 or newer", "libLLVM.so.19.1", "libLLVM-19.so.1", "libLLVM-18.so.1",             \
      "libLLVM.so.18.1", "libLLVM-17.so.1", "libLLVM-16.so.1", "libLLVM-15.so.1", "libLLVM-14.so.1")           \
    X(PCRE2_32, NULL, NULL, "libpcre2-32.so.0")                                                                \
    X(ZLIB, NULL, NULL, "libz.so.1")                                                                           \
    X(CUDA, NULL, NULL, "libcuda.so.1")                                                                        \
    X(NVML, NULL, NULL, "libnvidia-ml.so.1")

typedef enum LibraryName {
#define X(name, ...) LIBRARY_##name,
    LIBRARIES(X)
#undef X
    LIBRARY_COUNT
} LibraryName;

/* Open it; NULL when it is not there. What is open already is found again, so that nothing need be kept. *found, unless NULL:
 * the name under which it was found. */
void *library_open(LibraryName name, const char **found);
/* Its functions of these names, in their order; false when one is not there: *missing, unless NULL, is its name. */
bool library_functions(void *library, const char *const *names, size_t count, void **functions, const char **missing);

const char *library_title(LibraryName name);   /* NULL: it is not shown */
const char *library_package(LibraryName name); /* NULL: none of its own */

#endif
