/* Kernels that a program brings as CUDA C (cupy.RawKernel and its relations): NVRTC with the headers that such texts expect,
 * kept on disk as all compiled kernels are, and launched on the default stream.
 *
 * What the cache holds: the names in the image of the name expressions, each with its NUL, NULs up to a multiple of 16,
 * the image. */
#include "arraylib/device/cuda/cuda.h"

#include "arraylib/device/cuda/header_text.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PARAMETERS_MAX = 256, OPTIONS_MAX = 256, IMAGE_ALIGNMENT = 16 };

struct DeviceProgram {
    Device *device;
    unsigned context; /* the number of the one that it was loaded into */
    CudaModule module;
    HashTable kernels; /* name -> DeviceKernel */
    HashTable lowered; /* name expression -> its name in the module */
    bool prints;
};

struct DeviceKernel {
    CudaFunction function;
    int parameter_count; /* -1: the driver does not tell */
    uint32_t parameter_sizes[];
};

/* ---- compiling ---- */

typedef struct Header {
    const char *name, *text;
} Header;

static const Header headers[] = {
    {"cupy/complex.cuh", header_complex_text}, {"cupy/carray.cuh", header_carray_text}, {"cupy/atomics.cuh", header_atomics_text},
    {"math.h", header_standard_text},          {"cmath", header_standard_text},         {"ctype.h", header_standard_text},              
    {"stdint.h", header_standard_text},        {"cstdint", header_standard_text},       {"inttypes.h", header_standard_text},
    {"limits.h", header_standard_text},        {"climits", header_standard_text},       {"float.h", header_standard_text},
    {"cfloat", header_standard_text},          {"assert.h", header_standard_text},      {"cassert", header_standard_text},
    {"stdio.h", header_standard_text},         {"cstdio", header_standard_text},        {"stdlib.h", header_standard_text},
    {"cstdlib", header_standard_text},         {"string.h", header_standard_text},      {"cstring", header_standard_text},
    {"stddef.h", header_standard_text},        {"cstddef", header_standard_text},       {"stdbool.h", header_standard_text},
    {"algorithm", header_standard_text},       {"iostream", header_standard_text},         {"time.h", header_standard_text},
    {"ctime", header_standard_text},           {"utility", header_standard_text},          {"new", header_standard_text},
    {"cupola/random.cuh", random_text},        {"cupola/float.cuh", header_float_text},
};
enum { HEADER_COUNT = sizeof headers / sizeof *headers };

/* Options of nvcc that mean nothing to NVRTC, and processors other than the one at hand; `words`: how many words it takes. */
static bool is_dropped(const char *option, int *words) {
    static const char *const alone[] = {"-arch=", "--gpu-architecture=", "-gencode=", "--generate-code=", "-code=", "-O0", "-O1", "-O2", "-O3", "-Xcompiler=", "-m64"};
    static const char *const pairs[] = {"-arch", "--gpu-architecture", "-gencode", "--generate-code", "-code", "-Xcompiler"};
    *words = 2;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strcmp(option, pairs[i]) == 0) return true;
    *words = 1;
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        if (strncmp(option, alone[i], strlen(alone[i])) == 0) return true;
    return false;
}

typedef struct Options {
    const char *list[OPTIONS_MAX + 8];
    int count;
    char architecture[32], general[520], cccl[560];
    HeaderFolders folders;
} Options;

static void gather_options(Options *options, const Nvrtc *nvrtc, const KernelSource *source, int capability) {
    bool has_standard = false;
    int words;
    options->count = 0;
    snprintf(options->architecture, sizeof options->architecture, "-arch=sm_%d", capability);
    options->list[options->count++] = options->architecture;
    for (int i = 0; i < source->option_count && i < OPTIONS_MAX; i++) {
        const char *option = source->options[i];
        if (is_dropped(option, &words)) {
            i += words - 1;
            continue;
        }
        if (!strncmp(option, "-std", 4) || !strncmp(option, "--std", 5)) has_standard = true;
        options->list[options->count++] = option;
    }
    if (!has_standard) options->list[options->count++] = "-std=c++17";
    options->list[options->count++] = "-ftz=true";
    options->list[options->count++] = "-w";
    nvrtc_header_folders(nvrtc, &options->folders);
    if (*options->folders.general) {
        snprintf(options->general, sizeof options->general, "-I%s", options->folders.general);
        options->list[options->count++] = options->general;
    }
    if (*options->folders.cccl) {
        snprintf(options->cccl, sizeof options->cccl, "-I%s", options->folders.cccl);
        options->list[options->count++] = options->cccl;
    }
}

static char *compile_with(Nvrtc *nvrtc, const KernelSource *source, const Options *options, TextBuffer *lowered, size_t *size, Error *error) {
    const char *texts[HEADER_COUNT], *names[HEADER_COUNT];
    for (int i = 0; i < HEADER_COUNT; i++) texts[i] = headers[i].text, names[i] = headers[i].name;
    KernelSource whole = *source;
    whole.options = options->list;
    whole.option_count = options->count;
    CudaBuildTask task = {.source = &whole, .headers = texts, .header_names = names, .header_count = HEADER_COUNT, .lowered = lowered};
    return nvrtc_build(nvrtc, &task, size, error);
}

char *cuda_kernel_text_compile(Nvrtc *nvrtc, const KernelSource *source, int capability, TextBuffer *lowered, size_t *size, Error *error) {
    Options options;
    if (!nvrtc_open(nvrtc, error)) return NULL;
    gather_options(&options, nvrtc, source, capability);
    return compile_with(nvrtc, source, &options, lowered, size, error);
}

static bool take_images(const Nvrtc *nvrtc, NvrtcProgram program, KernelImages *images, Error *error) {
    if (nvrtc->ptx_size(program, &images->ptx_size) == 0 && images->ptx_size) {
        if (!(images->ptx = memory_allocate(images->ptx_size))) return error_no_memory(error);
        if (nvrtc->ptx(program, images->ptx) == 0) images->ptx_size--; /* its NUL */
    }
    if (nvrtc->image_size(program, &images->cubin_size) == 0 && images->cubin_size) {
        if (!(images->cubin = memory_allocate(images->cubin_size))) return error_no_memory(error);
        nvrtc->image(program, images->cubin);
    }
    return true;
}

bool kernel_images_make(const KernelSource *source, const char *file_name, KernelImages *images, Error *error) {
    enum { LOG_MAX = 1 << 16 };
    const char *texts[HEADER_COUNT], *names[HEADER_COUNT], *options[OPTIONS_MAX + 2];
    char general[520], cccl[560], *log;
    Nvrtc nvrtc = {0};
    NvrtcProgram program;
    HeaderFolders folders;
    int count = 0;
    *images = (KernelImages){.names = TEXT_BUFFER_EMPTY};
    if (!nvrtc_open(&nvrtc, error)) return false;
    for (int i = 0; i < HEADER_COUNT; i++) texts[i] = headers[i].text, names[i] = headers[i].name;
    for (int i = 0; i < source->option_count && count < OPTIONS_MAX; i++) options[count++] = source->options[i];
    nvrtc_header_folders(&nvrtc, &folders);
    snprintf(general, sizeof general, "-I%s", folders.general);
    snprintf(cccl, sizeof cccl, "-I%s", folders.cccl);
    if (*folders.general) options[count++] = general;
    if (*folders.cccl) options[count++] = cccl;
    if (nvrtc.create(&program, source->text, file_name, HEADER_COUNT, texts, names) != 0) return error_no_memory(error);
    bool good = true;
    for (int i = 0; i < source->name_count; i++) good = good && nvrtc.add_name(program, source->names[i]) == 0;
    good = good && nvrtc.compile(program, count, options) == 0;
    size_t size = 0;
    if (!good && nvrtc.log_size(program, &size) == 0 && size < LOG_MAX && (log = memory_allocate(size + 1))) {
        if (nvrtc.log(program, log) == 0) error_set(error, "cupy.cuda.compiler.CompileException", "%.*s", (int)size, log);
        memory_release(log);
    }
    if (!good && !error_is_set(error)) error_set(error, "cupy.cuda.compiler.CompileException", "the text was not compiled");
    for (int i = 0; i < source->name_count && good; i++) {
        const char *lowered = "";
        if (nvrtc.lowered_name(program, source->names[i], &lowered) != 0) lowered = "";
        text_append_bytes(&images->names, lowered, strlen(lowered) + 1);
    }
    good = good && take_images(&nvrtc, program, images, error);
    nvrtc.destroy(&program);
    if (!good) kernel_images_release(images);
    return good;
}

void kernel_images_release(KernelImages *images) {
    memory_release(images->ptx);
    memory_release(images->cubin);
    text_release(&images->names);
    *images = (KernelImages){.names = TEXT_BUFFER_EMPTY};
}

/* All that decides what is built. */
static void append_key(const KernelSource *source, const Options *options, TextBuffer *key) {
    text_append(key, "// cupola's kernels of programs 1\n");
    for (int i = 0; i < options->count; i++) text_append_format(key, "// %s\n", options->list[i]);
    for (int i = 0; i < source->name_count; i++) text_append_format(key, "// %s\n", source->names[i]);
    text_append_bytes(key, source->text, source->length);
}

/* Names and image as the cache holds them (owned). */
static char *build(Nvrtc *nvrtc, const KernelSource *source, int capability, size_t *size, Error *error) {
    TextBuffer key = TEXT_BUFFER_EMPTY, path = TEXT_BUFFER_EMPTY, whole = TEXT_BUFFER_EMPTY;
    Options options;
    if (!nvrtc_open(nvrtc, error)) return NULL;
    gather_options(&options, nvrtc, source, capability);
    append_key(source, &options, &key);
    char *both = key.failed ? NULL : cuda_cache_find(nvrtc, key.bytes, key.length, &path, size);
    if (!both) {
        size_t image_size;
        char *image = compile_with(nvrtc, source, &options, &whole, &image_size, error);
        if (image) {
            while (whole.length % IMAGE_ALIGNMENT) text_append_char(&whole, '\0');
            text_append_bytes(&whole, image, image_size);
            *size = whole.length;
            if (whole.failed || !(both = text_detach(&whole))) error_no_memory(error);
            else cuda_cache_write(text_string(&path), both, *size);
        }
        memory_release(image);
    }
    text_release(&key);
    text_release(&path);
    text_release(&whole);
    return both;
}

/* ---- a program ---- */

bool cuda_program_is_stale(const DeviceProgram *program) { return program->context != cuda_state(program->device)->contexts; }

void cuda_program_release(DeviceProgram *program) {
    if (!program) return;
    Error ignored = ERROR_NONE;
    bool is_loaded = program->module && program->context == cuda_state(program->device)->contexts;
    if (is_loaded && cuda_enter(program->device, &ignored)) {
        cuda_launches_release(program->device);
        cuda_state(program->device)->system->driver.module_unload(program->module);
    }
    error_clear(&ignored);
    hash_release(&program->kernels, memory_release);
    hash_release(&program->lowered, memory_release);
    memory_release(program);
}

/* Keep the names; where the image begins behind them. NULL: the bytes are not what was written (or no memory). */
static const char *take_names(DeviceProgram *program, const KernelSource *source, const char *bytes, size_t size, Error *error) {
    size_t at = 0;
    for (int i = 0; i < source->name_count; i++) {
        const char *end = memchr(bytes + at, '\0', size - at);
        char *name = end ? memory_copy_string(bytes + at) : NULL;
        if (!name || !hash_set(&program->lowered, source->names[i], name)) {
            memory_release(name);
            error_no_memory(error);
            return NULL;
        }
        at = (size_t)(end - bytes) + 1;
    }
    at = (at + IMAGE_ALIGNMENT - 1) / IMAGE_ALIGNMENT * IMAGE_ALIGNMENT;
    return at < size ? bytes + at : (error_no_memory(error), NULL);
}

DeviceProgram *cuda_program_build(Device *device, const KernelSource *source, Error *error) {
    CudaState *state = cuda_state(device);
    if (!cuda_enter(device, error)) return NULL;
    DeviceProgram *program = memory_allocate_zeroed(1, sizeof *program);
    if (!program) {
        error_no_memory(error);
        return NULL;
    }
    program->device = device;
    program->context = cuda_state(device)->contexts;
    program->prints = memmem(source->text, source->length, "printf", 6) != NULL;
    size_t size = source->length;
    char *bytes = source->is_image ? NULL : build(&state->system->nvrtc, source, state->capability, &size, error);
    const char *image = source->is_image ? source->text : bytes ? take_names(program, source, bytes, size, error) : NULL;
    bool good = image && cuda_check(device, state->system->driver.module_load(&program->module, image), error);
    memory_release(bytes);
    if (good) return program;
    program->module = NULL;
    cuda_program_release(program);
    return NULL;
}

DeviceKernel *cuda_program_kernel(DeviceProgram *program, const char *name, Error *error) {
    DeviceKernel *kernel = hash_get(&program->kernels, name);
    if (kernel) return kernel;
    CudaDriver *driver = &cuda_state(program->device)->system->driver;
    const char *lowered = hash_get(&program->lowered, name);
    CudaFunction function;
    if (!cuda_enter(program->device, error) ||
        !cuda_check(program->device, driver->module_function(&function, program->module, lowered ? lowered : name), error))
        return NULL;
    uint32_t sizes[PARAMETERS_MAX];
    size_t offset, size;
    int count = 0;
    for (; driver->function_parameter && count < PARAMETERS_MAX && driver->function_parameter(function, (size_t)count, &offset, &size) == 0; count++)
        sizes[count] = (uint32_t)size;
    kernel = memory_allocate(sizeof *kernel + (size_t)count * sizeof *sizes);
    if (!kernel || !hash_set(&program->kernels, name, kernel)) {
        memory_release(kernel);
        error_no_memory(error);
        return NULL;
    }
    *kernel = (DeviceKernel){.function = function, .parameter_count = driver->function_parameter ? count : -1};
    memcpy(kernel->parameter_sizes, sizes, (size_t)count * sizeof *sizes);
    return kernel;
}

bool cuda_program_variable(DeviceProgram *program, const char *name, char **address, size_t *size) {
    CudaDriver *driver = &cuda_state(program->device)->system->driver;
    const char *lowered = hash_get(&program->lowered, name);
    CudaAddress place;
    Error ignored = ERROR_NONE;
    bool good = cuda_enter(program->device, &ignored) && driver->module_variable(&place, size, program->module, lowered ? lowered : name) == 0;
    error_clear(&ignored);
    if (good) *address = (char *)(uintptr_t)place;
    return good;
}

/* ---- launching ---- */

/* The driver writes what printf printed to the process's standard output when the device is waited for: caught there. */
static bool wait_and_listen(DeviceProgram *program, const KernelLaunch *launch, Error *error) {
    CudaDriver *driver = &cuda_state(program->device)->system->driver;
    fflush(stdout);
    int caught = memfd_create("printf", MFD_CLOEXEC), before = caught >= 0 ? dup(STDOUT_FILENO) : -1;
    bool listens = before >= 0 && dup2(caught, STDOUT_FILENO) >= 0;
    bool good = cuda_check(program->device, driver->context_synchronize(), error);
    fflush(stdout);
    if (listens) {
        char block[4096];
        dup2(before, STDOUT_FILENO);
        lseek(caught, 0, SEEK_SET);
        for (ssize_t length; (length = read(caught, block, sizeof block)) > 0;) launch->print(launch->print_context, block, (size_t)length);
    }
    if (before >= 0) close(before);
    if (caught >= 0) close(caught);
    return good;
}

bool cuda_kernel_launch(DeviceProgram *program, DeviceKernel *kernel, const KernelLaunch *launch, void **values, const size_t *sizes, int count,
                        Error *error) {
    if (kernel->parameter_count > count)
        return error_set(error, "CUDA_ERROR_INVALID_VALUE", "the kernel takes %d arguments, not %d", kernel->parameter_count, count);
    for (int i = 0; i < kernel->parameter_count; i++)
        if (sizes[i] < kernel->parameter_sizes[i] && kernel->parameter_sizes[i] > 16) /* numbers have room for 16 bytes */
            return error_set(error, "TypeError", "argument %d needs %u bytes", i, (unsigned)kernel->parameter_sizes[i]);
    if (!cuda_enter(program->device, error)) return false;
    const LaunchShape shape = {{launch->grid[0], launch->grid[1], launch->grid[2]},
                               {launch->block[0], launch->block[1], launch->block[2]},
                               (unsigned)launch->shared};
    if (!cuda_launch_shape(program->device, kernel->function, &shape, values, error)) return false;
    return !program->prints || !launch->print || wait_and_listen(program, launch, error);
}

int cuda_kernel_parameter_sizes(const DeviceKernel *kernel, uint32_t *sizes, int most) {
    for (int i = 0; i < kernel->parameter_count && i < most; i++) sizes[i] = kernel->parameter_sizes[i];
    return kernel->parameter_count;
}

bool cuda_kernel_attribute(DeviceProgram *program, DeviceKernel *kernel, int attribute, int *value, Error *error) {
    return cuda_enter(program->device, error) &&
           cuda_check(program->device, cuda_state(program->device)->system->driver.function_attribute(value, attribute, kernel->function), error);
}

bool cuda_kernel_set_attribute(DeviceProgram *program, DeviceKernel *kernel, int attribute, int value, Error *error) {
    if (!cuda_enter(program->device, error)) return false;
    cuda_launches_release(program->device);
    return cuda_check(program->device, cuda_state(program->device)->system->driver.function_set_attribute(kernel->function, attribute, value), error);
}
