#include "arraylib/device/cuda/driver.h"

#include "base/text_buffer.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- finding a library ---- */

static void *open_glob(const char *pattern) {
    glob_t found;
    void *library = NULL;
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = found.gl_pathc; i > 0 && !library; i--) /* the highest version first */
            library = dlopen(found.gl_pathv[i - 1], RTLD_LAZY | RTLD_LOCAL);
    }
    globfree(&found);
    return library;
}

static void *open_in(const char *folder, const char *pattern) {
    TextBuffer path = TEXT_BUFFER_EMPTY;
    text_append_format(&path, "%s/%s", folder, pattern);
    void *library = path.failed ? NULL : open_glob(path.bytes);
    text_release(&path);
    return library;
}

/* `names`: the sonames for CUDA 13 and 12; `pattern`: for the folders that ld.so does not know. */
static void *open_library(const char *const *names, const char *pattern, const char *package) {
    void *library = NULL;
    const char *root = getenv("CUDA_PATH");
    TextBuffer folder = TEXT_BUFFER_EMPTY;
    if (root) {
        text_append_format(&folder, "%s/lib64", root);
        if (!folder.failed) library = open_in(folder.bytes, pattern);
    }
    for (size_t i = 0; names[i] && !library; i++) library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
    if (!library) library = open_in("/usr/local/cuda*/lib64", pattern);
    if (!library) library = open_in("/usr/local/cuda*/targets/*/lib", pattern);
    /* pip's wheels: CUDA 13 shares one folder, CUDA 12 has one a library. */
    const char *home = getenv("HOME"), *environment = getenv("VIRTUAL_ENV");
    const char *roots[] = {environment, home, "/usr/local", "/usr", "/opt"};
    static const char *const layouts[] = {"%s/lib/python3*/*-packages/nvidia/cu13/lib",
                                          "%s/.local/lib/python3*/site-packages/nvidia/cu13/lib",
                                          "%s/*/.venv/lib/python3*/site-packages/nvidia/cu13/lib"};
    for (size_t i = 0; i < sizeof roots / sizeof *roots && !library; i++) {
        for (size_t j = 0; j < sizeof layouts / sizeof *layouts && roots[i] && !library; j++) {
            text_truncate(&folder, 0);
            text_append_format(&folder, layouts[j], roots[i]);
            if (!folder.failed) library = open_in(folder.bytes, pattern);
            char *end = folder.failed ? NULL : strstr(folder.bytes, "cu13/lib");
            if (library || !end) continue;
            text_truncate(&folder, (size_t)(end - folder.bytes));
            text_append_format(&folder, "%s/lib", package);
            if (!folder.failed) library = open_in(folder.bytes, pattern);
        }
    }
    text_release(&folder);
    return library;
}

typedef struct Symbol {
    const char *name;
    size_t offset;
} Symbol;

static bool fill(void *table, void *library, const Symbol *symbols, size_t count, const char **missing) {
    for (size_t i = 0; i < count; i++) {
        void *address = dlsym(library, symbols[i].name);
        *missing = symbols[i].name;
        if (!address) return false;
        memcpy((char *)table + symbols[i].offset, &address, sizeof address);
    }
    return true;
}

static bool open_table(void **library, void *table, const Symbol *symbols, size_t count, const char *const *names,
                       const char *pattern, const char *package, const char *title, Error *error) {
    const char *missing = NULL;
    if (*library) return true;
    void *opened = open_library(names, pattern, package);
    if (!opened) {
        if (error)
            error_set(error, "RuntimeError", "%s was not found: install it with CUDA, or set CUDA_PATH to where CUDA is",
                      title);
        return false;
    }
    if (!fill(table, opened, symbols, count, &missing)) {
        if (error) error_set(error, "RuntimeError", "%s is too old: it has no %s", title, missing);
        dlclose(opened);
        return false;
    }
    *library = opened;
    return true;
}

#define SYMBOL(symbol_, member_, parameters) {#symbol_, offsetof(TABLE, member_)},
#define OPEN(functions, table, pattern, package, title, error, ...)                                                 \
    do {                                                                                                            \
        static const Symbol symbols[] = {functions(SYMBOL)};                                                        \
        static const char *const names[] = {__VA_ARGS__, NULL};                                                     \
        return open_table(&(table)->library, (table), symbols, sizeof symbols / sizeof *symbols, names, pattern,    \
                          package, title, error);                                                                   \
    } while (0)

static bool open_driver(CudaDriver *driver, Error *error) {
#define TABLE CudaDriver
    OPEN(CUDA_DRIVER_FUNCTIONS, driver, "libcuda.so.1", "driver", "NVIDIA's driver (libcuda)", error, "libcuda.so.1",
         "/usr/local/nvidia/lib64/libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1");
#undef TABLE
}

bool cuda_driver_open(CudaDriver *driver, Error *error) {
    if (driver->library) return true;
    if (!open_driver(driver, error)) return false;
#define TABLE CudaDriver
    static const Symbol newer[] = {CUDA_DRIVER_NEWER_FUNCTIONS(SYMBOL)};
#undef TABLE
    const char *missing;
    for (size_t i = 0; i < sizeof newer / sizeof *newer; i++) fill(driver, driver->library, &newer[i], 1, &missing);
    return true;
}

bool nvrtc_open(Nvrtc *nvrtc, Error *error) {
#define TABLE Nvrtc
    OPEN(NVRTC_FUNCTIONS, nvrtc, "libnvrtc.so.1[23]", "cuda_nvrtc", "CUDA's compiler (libnvrtc)", error,
         "libnvrtc.so.13", "libnvrtc.so.12");
#undef TABLE
}

static bool take_folder(const char *folder, const char *below, HeaderFolders *folders) {
    char file[600];
    struct stat status;
    int length = snprintf(folders->general, sizeof folders->general, "%s%s", folder, below);
    if (length > 0 && (size_t)length < sizeof folders->general) {
        snprintf(file, sizeof file, "%s/cuda_fp16.h", folders->general);
        if (stat(file, &status) == 0) {
            snprintf(folders->cccl, sizeof folders->cccl, "%s/cccl", folders->general);
            if (stat(folders->cccl, &status) != 0) folders->cccl[0] = '\0';
            return true;
        }
    }
    folders->general[0] = folders->cccl[0] = '\0';
    return false;
}

void nvrtc_header_folders(const Nvrtc *nvrtc, HeaderFolders *folders) {
    Dl_info found;
    void *symbol;
    char library[512] = "";
    memcpy(&symbol, &nvrtc->compile, sizeof symbol);
    if (dladdr(symbol, &found) && found.dli_fname) snprintf(library, sizeof library, "%s", found.dli_fname);
    char *slash = strrchr(library, '/'), *real = slash ? realpath(library, NULL) : NULL;
    if (slash) *slash = '\0';
    const char *root = getenv("CUDA_PATH");
    bool good = (slash && (take_folder(library, "/../include", folders) || take_folder(library, "/../../cuda_runtime/include", folders))) ||
                (root && take_folder(root, "/include", folders)) || take_folder("/usr/local/cuda", "/include", folders);
    if (!good && real && (slash = strrchr(real, '/')) != NULL) {
        *slash = '\0';
        take_folder(real, "/../include", folders);
    }
    free(real);
}

bool cublas_open(Cublas *cublas, Error *error) {
#define TABLE Cublas
    OPEN(CUBLAS_FUNCTIONS, cublas, "libcublas.so.1[23]", "cublas", "cuBLAS", error, "libcublas.so.13",
         "libcublas.so.12");
#undef TABLE
}

bool curand_open(Curand *curand, Error *error) {
#define TABLE Curand
    OPEN(CURAND_FUNCTIONS, curand, "libcurand.so.10", "curand", "cuRAND", error, "libcurand.so.10");
#undef TABLE
}

bool cufft_open(Cufft *cufft, Error *error) {
#define TABLE Cufft
    OPEN(CUFFT_FUNCTIONS, cufft, "libcufft.so.1[12]", "cufft", "cuFFT", error, "libcufft.so.12", "libcufft.so.11");
#undef TABLE
}

bool cusolver_open(Cusolver *cusolver, Error *error) {
#define TABLE Cusolver
    OPEN(CUSOLVER_FUNCTIONS, cusolver, "libcusolver.so.1[12]", "cusolver", "cuSOLVER", error, "libcusolver.so.12",
         "libcusolver.so.11");
#undef TABLE
}
