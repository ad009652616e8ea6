/* From CUDA C++ to a function that can be launched: NVRTC, and a cache in memory and on disk.
 *
 * A file of the cache is named after the SHA-256 of everything that decides its contents (source, options, compiler,
 * processor) and begins with the digest of the image behind it, so that a torn or foreign file is noticed. It is
 * written beside its place and renamed: readers see all of it or nothing. */
#include "arraylib/device/cuda/cuda.h"

#include "arraylib/device/cuda/preamble_text.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DIGEST = 32, NAME = 2 * DIGEST + 1 };

/* ---- compiling ---- */

static bool compile_failed(Nvrtc *nvrtc, NvrtcProgram program, Error *error) {
    size_t size = 0;
    char *log = nvrtc->log_size(program, &size) == 0 && size < (1u << 24) ? memory_allocate_zeroed(size + 1, 1) : NULL;
    if (log) nvrtc->log(program, log);
    error_set(error, "cupy.cuda.compiler.CompileException", "%s", log ? log : "the kernel does not compile");
    memory_release(log);
    return false;
}

char *cuda_compile(Nvrtc *nvrtc, const char *source, int capability, size_t *size, Error *error) {
    NvrtcProgram program;
    char architecture[32], *image = NULL;
    if (!nvrtc_open(nvrtc, error)) return NULL;
    snprintf(architecture, sizeof architecture, "-arch=sm_%d", capability);
    const char *options[] = {architecture, "-std=c++17", "-ftz=true", "-default-device", "-w", "-DCUPOLA=1"};
    if (nvrtc->create(&program, source, "kernel.cu", 0, NULL, NULL) != 0) {
        error_no_memory(error);
        return NULL;
    }
    bool good = nvrtc->compile(program, sizeof options / sizeof *options, options) == 0 ||
                compile_failed(nvrtc, program, error);
    if (good && nvrtc->image_size(program, size) == 0 && (image = memory_allocate(*size)) != NULL)
        nvrtc->image(program, image);
    else if (good) error_no_memory(error);
    nvrtc->destroy(&program);
    return image;
}

/* ---- the cache on disk ---- */

static void digest(const void *bytes, size_t length, unsigned char result[DIGEST]) {
    EVP_Digest(bytes, length, result, NULL, EVP_sha256(), NULL);
}

static void digest_name(const char *text, size_t length, char name[NAME]) {
    unsigned char bytes[DIGEST];
    digest(text, length, bytes);
    for (int i = 0; i < DIGEST; i++) snprintf(name + 2 * i, 3, "%02x", bytes[i]);
}

/* The folder, made when it is not there, 0700. False: no cache. */
static bool cache_folder(TextBuffer *folder) {
    const char *own = getenv("CUPOLA_CACHE_DIR"), *general = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own && *own) text_append(folder, own);
    else if (general && *general) text_append_format(folder, "%s/cupola", general);
    else if (home && *home) text_append_format(folder, "%s/.cache/cupola", home);
    else return false;
    text_append(folder, "/cuda");
    if (folder->failed) return false;
    for (char *slash = strchr(folder->bytes + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder->bytes, 0700);
        *slash = '/';
    }
    return mkdir(folder->bytes, 0700) == 0 || errno == EEXIST;
}

static char *cache_read(const char *name) {
    TextBuffer path = TEXT_BUFFER_EMPTY;
    unsigned char stored[DIGEST], actual[DIGEST];
    char *image = NULL;
    struct stat status;
    if (cache_folder(&path)) text_append_format(&path, "/%s", name);
    int file = path.failed || !path.length ? -1 : open(path.bytes, O_RDONLY | O_CLOEXEC);
    if (file >= 0 && fstat(file, &status) == 0 && status.st_uid == geteuid() && status.st_size > DIGEST &&
        status.st_size < 1 << 28 && read(file, stored, DIGEST) == DIGEST) {
        size_t size = (size_t)status.st_size - DIGEST;
        image = memory_allocate(size);
        if (image && read(file, image, size) == (ssize_t)size) digest(image, size, actual);
        else memset(actual, 0, sizeof actual);
        if (memcmp(stored, actual, DIGEST) != 0) {
            memory_release(image);
            image = NULL;
        }
    }
    if (file >= 0) close(file);
    text_release(&path);
    return image;
}

static void cache_write(const char *name, const char *image, size_t size) {
    TextBuffer path = TEXT_BUFFER_EMPTY, temporary = TEXT_BUFFER_EMPTY;
    unsigned char head[DIGEST];
    if (cache_folder(&path)) {
        text_append_format(&path, "/%s", name);
        text_append_format(&temporary, "%s.%ld.part", text_string(&path), (long)getpid());
        int file = path.failed || temporary.failed
                       ? -1
                       : open(temporary.bytes, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        digest(image, size, head);
        if (file >= 0) {
            bool good = write(file, head, DIGEST) == DIGEST && write(file, image, size) == (ssize_t)size;
            if (close(file) != 0 || !good || rename(temporary.bytes, path.bytes) != 0) unlink(temporary.bytes);
        }
    }
    text_release(&path);
    text_release(&temporary);
}

/* ---- a function ---- */

static CudaFunction load(Device *device, const char *image, Error *error) {
    CudaDriver *driver = &cuda_state(device)->system->driver;
    CudaModule module;
    CudaFunction function;
    if (!cuda_check(device, driver->module_load(&module, image), error)) return NULL;
    if (!cuda_check(device, driver->module_function(&function, module, "kernel"), error)) return NULL;
    return function;
}

static CudaFunction build(Device *device, const char *source, Error *error) {
    CudaState *state = cuda_state(device);
    TextBuffer program = TEXT_BUFFER_EMPTY;
    char name[NAME];
    int major = 0, minor = 0;
    size_t size;
    if (!nvrtc_open(&state->system->nvrtc, error)) return NULL;
    state->system->nvrtc.version(&major, &minor);
    text_append_format(&program, "// cupola 1, NVRTC %d.%d, sm_%d\n%s", major, minor, state->capability, preamble_text);
    text_append(&program, source);
    if (program.failed) {
        error_no_memory(error);
        return NULL;
    }
    digest_name(program.bytes, program.length, name);
    char *image = cache_read(name);
    CudaFunction function = NULL;
    if (image) {
        Error stale = ERROR_NONE;
        function = load(device, image, &stale);
        error_clear(&stale);
    }
    if (!function) {
        memory_release(image);
        image = cuda_compile(&state->system->nvrtc, program.bytes, state->capability, &size, error);
        if (image) {
            function = load(device, image, error);
            if (function) cache_write(name, image, size);
        }
    }
    memory_release(image);
    text_release(&program);
    return function;
}

CudaFunction cuda_function_find(Device *device, const char *key) {
    return hash_get(&cuda_state(device)->functions, key);
}

CudaFunction cuda_function_build(Device *device, const char *key, TextBuffer *source, Error *error) {
    CudaFunction function = NULL;
    if (source->failed) error_no_memory(error);
    else if (cuda_enter(device, error)) function = build(device, text_string(source), error);
    text_release(source);
    if (function && !hash_set(&cuda_state(device)->functions, key, function)) error_no_memory(error);
    return function;
}

/* ---- launching ---- */

bool cuda_launch_grid(Device *device, CudaFunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                      unsigned block_x, unsigned block_y, void **parameters, Error *error) {
    CudaDriver *driver = &cuda_state(device)->system->driver;
    return cuda_check(device,
                      driver->launch(function, grid_x, grid_y, grid_z, block_x, block_y, 1, 0, NULL, parameters, NULL),
                      error);
}

bool cuda_launch(Device *device, CudaFunction function, int64_t grid, unsigned block, void **parameters, Error *error) {
    if (grid < 1) grid = 1;
    if (grid > INT32_MAX) grid = INT32_MAX;
    return cuda_launch_grid(device, function, (unsigned)grid, 1, 1, block, 1, parameters, error);
}
