#include "arraylib/device/host/libraries.h"

#include "base/library.h"
#include "base/memory.h"
#include "base/processors.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* dlsym takes longer than to multiply two short vectors. Places are by the names' addresses, which are mostly constants. */
enum { SYMBOLS = 64 };
typedef struct FoundSymbol {
    char name[24];
    LibraryFunction *function;
} FoundSymbol;

typedef struct Libraries {
    FoundSymbol symbols[SYMBOLS];
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

/* FFTW ends the process where it gets no memory: to be opened or to plan it needs little, for lengths with large prime factors
 * several copies of a row. */
enum { FFTW_BYTES = 8 << 20, FFTW_COPIES = 8 };

/* ---- OpenBLAS --------------------------------------------------------------------------------------------
 *
 * It takes a buffer for each of its threads when it is opened and one for who calls it, later, and asks again and again for
 * what it does not get: such a call never ends. So there is room for all of that before it is opened, and they are taken
 * before anybody else can; where there is little, it gets fewer threads. */

enum { BLAS_BUFFER_BYTES = 128 << 20, BLAS_MAPPED_BYTES = 64 << 20, MOST_WAITS = 100 };

static size_t blas_bytes(int threads) {
    pthread_attr_t attributes;
    size_t stack = 0;
    if (pthread_getattr_default_np(&attributes) == 0) {
        pthread_attr_getstacksize(&attributes, &stack);
        pthread_attr_destroy(&attributes);
    }
    return BLAS_MAPPED_BYTES + (size_t)threads * BLAS_BUFFER_BYTES + (size_t)(threads - 1) * (stack + (1 << 20));
}

/* How many threads OpenBLAS gets: as many as the host's loops have if its own variable does not say another number, and no
 * more than there is room for. 0: there is none for one. */
static int affordable_threads(void) {
    const char *text = getenv("OPENBLAS_NUM_THREADS");
    int threads = text ? atoi(text) : 0;
    if (threads < 1) threads = processor_count(NULL);
    while (threads && !memory_has_room(blas_bytes(threads))) threads /= 2;
    return threads;
}

static size_t mapped_bytes(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    if (fscanf(file, "%lu", &pages) != 1) pages = 0;
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* The caller's buffer, and those that the threads take as soon as they run. */
static void take_buffers(void *library, int threads, size_t before) {
    void *(*take)(int) = NULL;
    void (*release)(void *) = NULL;
    void *symbols[] = {dlsym(library, "blas_memory_alloc"), dlsym(library, "blas_memory_free")};
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    size_t wanted = before + (size_t)(threads - 1) * BLAS_BUFFER_BYTES;
    for (int i = 0; i < MOST_WAITS && mapped_bytes() < wanted; i++) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    if (!symbols[0] || !symbols[1]) return;
    memcpy(&take, &symbols[0], sizeof take);
    memcpy(&release, &symbols[1], sizeof release);
    release(take(0)); /* it is kept for the next caller */
}

/* Sets a variable of the environment, or removes it; what it was before is the result, owned. */
static char *exchange_variable(const char *name, const char *value) {
    const char *text = getenv(name);
    char *before = text ? memory_copy_string(text) : NULL;
    if (value) setenv(name, value, 1);
    else unsetenv(name);
    return before;
}

/* The variables are for the time of its opening. It chooses its kernels by the CPU's model, and takes one that is newer than
 * itself for the oldest, five times slower: so it is told what the CPU can do. */
static void *open_blas(int threads) {
    const char *kernels = NULL;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        kernels = "SkylakeX";
    else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        kernels = "Haswell";
#endif
    char count[16];
    snprintf(count, sizeof count, "%d", threads);
    char *count_before = exchange_variable("OPENBLAS_NUM_THREADS", count);
    bool tell = kernels && !getenv("OPENBLAS_CORETYPE");
    if (tell) setenv("OPENBLAS_CORETYPE", kernels, 0);
    size_t before = mapped_bytes();
    sigset_t all, mask; /* its threads shall not take signals that are for the main thread */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &mask);
    void *library = library_open(LIBRARY_BLAS, NULL);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    memory_release(exchange_variable("OPENBLAS_NUM_THREADS", count_before));
    if (tell) unsetenv("OPENBLAS_CORETYPE");
    memory_release(count_before);
    if (library) take_buffers(library, threads, before);
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
    Libraries *libraries = libraries_of(runtime, error);
    if (!libraries) return NULL;
    if (!libraries->blas_tried) {
        int threads = affordable_threads();
        if (!threads) {
            error_set(error, "MemoryError", "no address space for OpenBLAS: it needs %zu MiB", blas_bytes(1) >> 20);
            return NULL;
        }
        libraries->blas_tried = true;
        libraries->blas = open_blas(threads);
        libraries->lapack = library_open(LIBRARY_LAPACK, NULL);
        if (libraries->blas) set_blas_threads(libraries);
    }
    FoundSymbol *known = &libraries->symbols[((uintptr_t)name >> 3) % SYMBOLS];
    if (known->function && !strcmp(known->name, name)) return known->function;
    void *found = libraries->blas ? dlsym(libraries->blas, name) : NULL;
    if (!found && libraries->lapack) found = dlsym(libraries->lapack, name);
    if (found && strlen(name) < sizeof known->name) {
        snprintf(known->name, sizeof known->name, "%s", name);
        known->function = (LibraryFunction *)found;
    }
    if (!found)
        error_set(error, "ImportError", "%s was not found: install OpenBLAS (apt install libopenblas0)", name);
    return (LibraryFunction *)found;
}

bool fftw_has_room(size_t bytes, Error *error) {
    if (memory_has_room(FFTW_BYTES + FFTW_COPIES * bytes)) return true;
    return error_set(error, "MemoryError", "no memory for FFTW");
}

LibraryFunction *fftw_function(ArrayRuntime *runtime, bool is_double, const char *name, Error *error) {
    Libraries *libraries = libraries_of(runtime, error);
    if (!libraries) return NULL;
    void **library = is_double ? &libraries->fftw : &libraries->fftw_single;
    if (!libraries->fftw_tried[is_double]) {
        if (!fftw_has_room(0, error)) return NULL;
        libraries->fftw_tried[is_double] = true;
        *library = library_open(is_double ? LIBRARY_FFTW : LIBRARY_FFTW_SINGLE, NULL);
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
