/* `cupola version`: this program, and what it finds on this machine. Libraries are opened here as they are when work
 * needs them. */
#include "config.h"

#include "base/processors.h"
#include "kernel/objects/system/machine_library.h"
#include "kernel/shell/commands.h"
#include "protocol/message.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef struct OptionalLibrary {
    const char *purpose;
    const char *names[12]; /* tried in order, NULL-terminated */
    const char *package;   /* what to install */
} OptionalLibrary;

static const OptionalLibrary libraries[] = {
    {"BLAS", {"libopenblas.so.0", "libblas.so.3"}, "libopenblas0-pthread"},
    {"LAPACKE", {"liblapacke.so.3", "libopenblas.so.0"}, "liblapacke"},
    {"FFTW", {"libfftw3.so.3"}, "libfftw3-double3"},
    {"cairo", {"libcairo.so.2"}, "libcairo2"},
    {"libedit", {"libedit.so.2", "libedit.so.0"}, "libedit2"},
#ifdef CUPOLA_WITH_LLVM
    {"LLVM",
     {"libLLVM-19.so.1", "libLLVM.so.19.1", "libLLVM-18.so.1", "libLLVM-17.so.1", "libLLVM-16.so.1", "libLLVM-15.so.1",
      "libLLVM-14.so.1"},
     "libllvm14 or newer"},
#endif
};

static const char *find_library(const OptionalLibrary *library, void **handle) {
    for (size_t i = 0; library->names[i]; i++)
        if ((*handle = dlopen(library->names[i], RTLD_LAZY | RTLD_LOCAL))) return library->names[i];
    return NULL;
}

/* A function of a library as a pointer of its type. */
static bool find_function(void *handle, const char *name, void *place) {
    void *symbol = dlsym(handle, name);
    if (symbol) memcpy(place, &symbol, sizeof symbol);
    return symbol != NULL;
}

static void print_libraries(void) {
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        void *handle = NULL;
        const char *name = find_library(&libraries[i], &handle);
        if (!name) {
            printf("%-10s not found (install %s)\n", libraries[i].purpose, libraries[i].package);
            continue;
        }
        char *(*describe)(void);
        printf("%-10s %s", libraries[i].purpose, name);
        if (i == 0 && find_function(handle, "openblas_get_config", &describe)) printf(" (%s)", describe());
        putchar('\n');
        /* Left open: some libraries start threads and do not like to go. */
    }
#ifndef CUPOLA_WITH_LLVM
    puts("LLVM       not used: configured with --with-llvm=no");
#endif
}

/* ---- CUDA ------------------------------------------------------------------------------------------------- */

typedef struct Driver {
    int (*initialize)(unsigned flags);
    int (*version)(int *version);
    int (*device_count)(int *count);
    int (*device_name)(char *name, int size, int device);
    int (*device_memory)(size_t *bytes, int device);
} Driver;

static void print_devices(const Driver *driver) {
    int count = 0;
    driver->device_count(&count);
    if (!count) puts("devices    no GPU; cupy works on emulated devices");
    for (int device = 0; device < count; device++) {
        char name[128] = "";
        size_t bytes = 0;
        driver->device_name(name, sizeof name, device);
        driver->device_memory(&bytes, device);
        printf("device %-3d %s, %.1f GiB\n", device, name, (double)bytes / (1u << 30));
    }
}

static void print_cuda(void) {
    void *handle = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    Driver driver;
    int version = 0;
    if (!handle || !find_function(handle, "cuInit", &driver.initialize) ||
        !find_function(handle, "cuDriverGetVersion", &driver.version) ||
        !find_function(handle, "cuDeviceGetCount", &driver.device_count) ||
        !find_function(handle, "cuDeviceGetName", &driver.device_name) ||
        !find_function(handle, "cuDeviceTotalMem_v2", &driver.device_memory)) {
        puts("CUDA       no driver (libcuda.so.1); cupy works on emulated devices");
        return;
    }
    int status = driver.initialize(0);
    driver.version(&version);
    printf("CUDA       driver for CUDA %d.%d", version / 1000, version % 1000 / 10);
    if (status) printf(", which does not start (error %d)", status);
    putchar('\n');
    if (!status) print_devices(&driver);
}

static void print_language(void) {
    MachineLibrary library;
    machine_library_find(&library);
    printf("language   Python %s\n", library.version);
    if (*library.folder) printf("library    %s%s%s\n", library.folder, *library.environment ? " for " : "", library.environment);
    else if (library.is_wanted && !*library.refused) puts("library    none where CUPOLA_PYTHON_LIB says (a folder .../lib/python3.N)");
    else puts("library    not found (install libpython3-stdlib)");
    if (*library.refused)
        printf("           %s is of another version (3.%d to 3.%d are read)\n", library.refused, MACHINE_OLDEST, MACHINE_NEWEST);
}

int version_command(int count, char **words, const char *program) {
    (void)words;
    if (count) {
        fputs("usage: cupola version\n", stderr);
        return 2;
    }
    const char *why;
    int threads = processor_count(&why);
    printf("cupola     %s (%s)\n", PACKAGE_VERSION, program);
    print_language();
    printf("protocol   Jupyter %s\n", PROTOCOL_VERSION);
    printf("threads    %d (%s)\n", threads, why);
    print_cuda();
    print_libraries();
    return 0;
}
