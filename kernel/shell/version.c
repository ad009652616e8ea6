/* `cupola version`: this program, and what it finds on this machine. Libraries are opened here as they are when work
 * needs them. */
#include "config.h"

#include "base/library.h"
#include "base/processors.h"
#include "kernel/objects/system/machine_library.h"
#include "kernel/shell/commands.h"
#include "protocol/message.h"

#include <stdio.h>
#include <string.h>

/* How OpenBLAS was built. */
static void print_configuration(void *library) {
    static const char *const names[] = {"openblas_get_config"};
    void *functions[1];
    char *(*describe)(void);
    if (!library_functions(library, names, 1, functions, NULL)) return;
    memcpy(&describe, functions, sizeof describe);
    printf(" (%s)", describe());
}

static void print_libraries(void) {
    for (LibraryName i = 0; i < LIBRARY_COUNT; i++) {
#ifndef CUPOLA_WITH_LLVM
        if (i == LIBRARY_LLVM) continue;
#endif
        if (!library_title(i)) continue;
        const char *name;
        void *library = library_open(i, &name);
        if (!library) {
            printf("%-10s not found (install %s)\n", library_title(i), library_package(i));
            continue;
        }
        printf("%-10s %s", library_title(i), name);
        if (i == LIBRARY_BLAS) print_configuration(library);
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
    static const char *const names[] = {"cuInit", "cuDriverGetVersion", "cuDeviceGetCount", "cuDeviceGetName", "cuDeviceTotalMem_v2"};
    void *library = library_open(LIBRARY_CUDA, NULL), *functions[sizeof names / sizeof *names];
    Driver driver;
    int version = 0;
    if (!library || !library_functions(library, names, sizeof names / sizeof *names, functions, NULL)) {
        puts("CUDA       no driver (libcuda.so.1); cupy works on emulated devices");
        return;
    }
    _Static_assert(sizeof driver == sizeof functions, "one symbol a function");
    memcpy(&driver, functions, sizeof driver);
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
