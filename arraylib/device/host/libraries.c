#include "arraylib/device/host/libraries.h"

#include "base/memory.h"
#include "base/processors.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

typedef struct Libraries {
    void *blas, *lapack, *fftw, *fftw_single;
    bool blas_tried, fftw_tried[2];
    FftPlans *plans;
    void (*set_blas_threads)(int);
    int blas_threads;
} Libraries;

static Libraries *libraries_of(ArrayRuntime *runtime, Error *error) {
    if (!runtime->libraries) runtime->libraries = memory_allocate_zeroed(1, sizeof(Libraries));
    if (!runtime->libraries) error_no_memory(error);
    return runtime->libraries;
}

static void *open_first(const char *const *names) {
    for (; *names; names++) {
        void *library = dlopen(*names, RTLD_LAZY | RTLD_LOCAL);
        if (library) return library;
    }
    return NULL;
}

/* OpenBLAS chooses its kernels by the CPU's model, and takes one that is newer than itself for the oldest: five
 * times slower. Tell it what the CPU can do, for the time of its opening. */
static void *open_blas(const char *const *names) {
    const char *kernels = NULL;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        kernels = "SkylakeX";
    else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        kernels = "Haswell";
#endif
    bool tell = kernels && !getenv("OPENBLAS_CORETYPE");
    if (tell) setenv("OPENBLAS_CORETYPE", kernels, 0);
    sigset_t all, before; /* its threads shall not take signals that are for the main thread */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    void *library = open_first(names);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (tell) unsetenv("OPENBLAS_CORETYPE");
    return library;
}

/* As many threads as the host's loops have, if OpenBLAS's own variable does not say how many. */
static void set_blas_threads(Libraries *libraries) {
    int (*count)(void) = NULL;
    void *set = dlsym(libraries->blas, "openblas_set_num_threads"), *get = dlsym(libraries->blas, "openblas_get_num_threads");
    if (!set || !get) return;
    memcpy(&libraries->set_blas_threads, &set, sizeof set);
    memcpy(&count, &get, sizeof get);
    int most = processor_count(NULL);
    libraries->blas_threads = count();
    if (libraries->blas_threads <= most || getenv("OPENBLAS_NUM_THREADS")) return;
    libraries->blas_threads = most;
    libraries->set_blas_threads(most);
}

void blas_alone(ArrayRuntime *runtime, bool alone) {
    Libraries *libraries = runtime->libraries;
    if (libraries->set_blas_threads && libraries->blas_threads > 1) libraries->set_blas_threads(alone ? 1 : libraries->blas_threads);
}

LibraryFunction *blas_function(ArrayRuntime *runtime, const char *name, Error *error) {
    static const char *const blas_names[] = {"libopenblas.so.0", "libopenblas.so", "libblas.so.3", NULL};
    static const char *const lapack_names[] = {"liblapack.so.3", "liblapack.so", NULL};
    Libraries *libraries = libraries_of(runtime, error);
    if (!libraries) return NULL;
    if (!libraries->blas_tried) {
        libraries->blas_tried = true;
        libraries->blas = open_blas(blas_names);
        libraries->lapack = open_first(lapack_names);
        if (libraries->blas) set_blas_threads(libraries);
    }
    void *found = libraries->blas ? dlsym(libraries->blas, name) : NULL;
    if (!found && libraries->lapack) found = dlsym(libraries->lapack, name);
    if (!found)
        error_set(error, "ImportError", "%s was not found: install OpenBLAS (apt install libopenblas0)", name);
    return (LibraryFunction *)found;
}

LibraryFunction *fftw_function(ArrayRuntime *runtime, bool is_double, const char *name, Error *error) {
    static const char *const double_names[] = {"libfftw3.so.3", "libfftw3.so", NULL};
    static const char *const single_names[] = {"libfftw3f.so.3", "libfftw3f.so", NULL};
    Libraries *libraries = libraries_of(runtime, error);
    if (!libraries) return NULL;
    void **library = is_double ? &libraries->fftw : &libraries->fftw_single;
    if (!libraries->fftw_tried[is_double]) {
        libraries->fftw_tried[is_double] = true;
        *library = open_first(is_double ? double_names : single_names);
    }
    void *found = *library ? dlsym(*library, name) : NULL;
    if (!found)
        error_set(error, "ImportError", "the Fourier transforms need FFTW: install it (apt install %s)",
                  is_double ? "libfftw3-double3" : "libfftw3-single3");
    return (LibraryFunction *)found;
}

FftPlans **fft_plans(ArrayRuntime *runtime) { return &((Libraries *)runtime->libraries)->plans; }

/* The libraries stay mapped: OpenBLAS's threads would not survive the unmapping. */
void libraries_close(ArrayRuntime *runtime) {
    Libraries *libraries = runtime->libraries;
    if (libraries) fft_plans_destroy(libraries->plans);
    memory_release(libraries);
    runtime->libraries = NULL;
}
