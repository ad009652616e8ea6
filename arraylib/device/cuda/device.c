/* CUDA devices: opening the driver, contexts, transfers, and the table of primitives. */
#include "config.h"

#include "arraylib/device/cuda/cuda.h"

#include "arraylib/device/cuda/open.h"
#include "arraylib/device/pool.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- contexts and errors ---- */

bool cuda_check(Device *device, int status, Error *error) {
    if (status == 0) return true;
    CudaDriver *driver = &cuda_state(device)->system->driver;
    const char *name = "CUDA_ERROR", *text = "unknown error";
    driver->error_name(status, &name);
    driver->error_string(status, &text);
    return error_set(error, "cupy_backends.cuda.api.driver.CUDADriverError", "%s: %s", name, text);
}

bool cuda_enter(Device *device, Error *error) {
    CudaState *state = cuda_state(device);
    CudaDriver *driver = &state->system->driver;
    CudaContext current;
    if (!state->context && !cuda_check(device, driver->primary_context_retain(&state->context, state->device), error)) {
        state->context = NULL;
        return false;
    }
    if (driver->context_get_current(&current) == 0 && current == state->context) return true;
    return cuda_check(device, driver->context_set_current(state->context), error);
}

/* ---- transfers ---- */

static bool copy_within(Device *device, char *target, const char *source, size_t size, Error *error) {
    if (size == 0) return true;
    if (!cuda_enter(device, error)) return false;
    return cuda_check(device,
                      cuda_state(device)->system->driver.copy_within_async(cuda_address(target), cuda_address(source), size, NULL),
                      error);
}

static bool copy_through_host(Device *device, char *target, Device *from, const char *source, size_t size, Error *error) {
    if (from->kind != DEVICE_CUDA) return cuda_copy_from_host(device, target, source, size, error);
    char *block = memory_allocate(size);
    if (!block) return error_no_memory(error);
    bool good = from->operations->copy_to_host(from, block, source, size, error) &&
                cuda_copy_from_host(device, target, block, size, error);
    memory_release(block);
    return good;
}

static bool copy_peer(Device *device, char *target, Device *from, const char *source, size_t size, Error *error) {
    if (size == 0) return true;
    if (from->kind != DEVICE_CUDA) return copy_through_host(device, target, from, source, size, error);
    /* What the source's stream still has to write is waited for: the two devices' streams know nothing of each other. */
    if (!from->operations->synchronize(from, error) || !cuda_enter(device, error)) return false;
    CudaDriver *driver = &cuda_state(device)->system->driver;
    /* Without it the copy goes through the host's memory. That it is open already, or cannot be, is no failure. */
    if (cuda_can_access_peer(device, from)) driver->context_enable_peer(cuda_state(from)->context, 0);
    int status = driver->copy_peer(cuda_address(target), cuda_state(device)->context, cuda_address(source),
                                   cuda_state(from)->context, size);
    return cuda_check(device, status, error);
}

static bool synchronize(Device *device, Error *error) {
    if (!cuda_state(device)->context) return true; /* never used */
    if (!cuda_enter(device, error)) return false;
    return cuda_check(device, cuda_state(device)->system->driver.context_synchronize(), error);
}

static bool memory_info(Device *device, size_t *free_bytes, size_t *total_bytes, Error *error) {
    if (!cuda_enter(device, error)) return false;
    return cuda_check(device, cuda_state(device)->system->driver.memory_information(free_bytes, total_bytes), error);
}

/* ---- the end ---- */

void cuda_release_libraries(Device *device) {
    CudaState *state = cuda_state(device);
    CudaSystem *system = state->system;
    cuda_launches_release(device);
    cuda_fft_release(device);
    cuda_staging_release(device);
    if (state->cublas) system->cublas.destroy(state->cublas);
    cuda_random_release(device);
    if (state->cusolver_parameters) system->cusolver.destroy_parameters(state->cusolver_parameters);
    if (state->cusolver) system->cusolver.destroy(state->cusolver);
    state->cublas = state->cusolver = state->cusolver_parameters = NULL;
}

static void destroy(Device *device) {
    CudaState *state = cuda_state(device);
    Error ignored = ERROR_NONE;
    cuda_compiler_stop(state->system);
    hash_release(&state->jobs, cuda_job_release);
    if (state->context && cuda_enter(device, &ignored)) {
        cuda_release_libraries(device);
        pool_trim_all(device->pool);
        state->system->driver.primary_context_release(state->device);
    }
    error_clear(&ignored);
    hash_release(&state->functions, NULL);
    if (--state->system->users == 0) memory_release(state->system);
    pool_destroy(device->pool);
    memory_release(state);
    memory_release(device);
}

/* The context goes, and with it all modules, functions and libraries' handles; programs notice by its number. */
static bool retire(Device *device, Error *error) {
    CudaState *state = cuda_state(device);
    if (!state->context) return true;
    if (!cuda_enter(device, error)) return false;
    cuda_release_libraries(device);
    pool_trim_all(device->pool);
    hash_release(&state->functions, NULL);
    state->contexts++;
    int status = state->system->driver.primary_context_release(state->device);
    state->context = NULL;
    return cuda_check(device, status, error);
}

static bool describe(Device *device, char *name, size_t size) {
    return cuda_state(device)->system->driver.device_name(name, (int)size, cuda_state(device)->device) == 0;
}

static bool attribute(Device *device, int number, int *value) {
    if (number == 0) return cuda_state(device)->system->driver.driver_version(value) == 0;
    return cuda_state(device)->system->driver.device_attribute(value, number, cuda_state(device)->device) == 0;
}

static const DeviceOperations cuda_operations = {
    .name = "cuda",
    .allocate = cuda_allocate,
    .free = cuda_free,
    .holds = cuda_holds,
    .copy_from_host = cuda_copy_from_host,
    .copy_to_host = cuda_copy_to_host,
    .copy_within = copy_within,
    .copy_peer = copy_peer,
    .reaches = cuda_can_access_peer,
    .synchronize = synchronize,
    .memory_info = memory_info,
    .elementwise = cuda_elementwise,
    .fused = cuda_fused,
    .cast = cuda_cast,
    .fill = cuda_fill,
    .iota = cuda_iota,
    .reduce = cuda_reduce,
    .scan = cuda_scan,
    .arg_reduce = cuda_arg_reduce,
    .gather = cuda_gather,
    .scatter = cuda_scatter,
    .count_nonzero = cuda_count_nonzero,
    .compress = cuda_compress,
    .nonzero = cuda_nonzero,
    .sort = cuda_sort,
    .search = cuda_search,
    .matmul = cuda_matmul,
    .convolve = cuda_convolve,
    .random = cuda_random,
    .fft = cuda_fft,
    .solve = cuda_solve,
    .destroy = destroy,
    .trim = cuda_pool_trim,
    .retire = retire,
    .describe = describe,
    .attribute = attribute,
    .program_build = cuda_program_build,
    .program_release = cuda_program_release,
    .program_is_stale = cuda_program_is_stale,
    .program_kernel = cuda_program_kernel,
    .program_variable = cuda_program_variable,
    .kernel_launch = cuda_kernel_launch,
    .kernel_attribute = cuda_kernel_attribute,
    .kernel_parameter_sizes = cuda_kernel_parameter_sizes,
    .kernel_set_attribute = cuda_kernel_set_attribute,
    .event_create = cuda_event_create,
    .event_destroy = cuda_event_destroy,
    .event_record = cuda_event_record,
    .event_query = cuda_event_query,
    .event_wait = cuda_event_wait,
    .event_elapsed = cuda_event_elapsed,
    .is_idle = cuda_is_idle,
    .textures = &cuda_textures,
};

/* ---- opening ---- */

static Device *device_open(ArrayRuntime *runtime, CudaSystem *system, int number, Error *error) {
    Device *device = memory_allocate_zeroed(1, sizeof *device);
    CudaState *state = memory_allocate_zeroed(1, sizeof *state);
    DevicePool *pool = device && state ? pool_create(&cuda_pool_backing, device, error) : NULL;
    int major = 0, minor = 0;
    if (!pool) {
        memory_release(device);
        memory_release(state);
        if (!error_is_set(error)) error_no_memory(error);
        return NULL;
    }
    state->system = system;
    system->driver.device_get(&state->device, number);
    system->driver.device_attribute(&major, ATTRIBUTE_MAJOR, state->device);
    system->driver.device_attribute(&minor, ATTRIBUTE_MINOR, state->device);
    system->driver.device_attribute(&state->processor_count, ATTRIBUTE_PROCESSORS, state->device);
    system->driver.device_attribute(&state->shared_most, ATTRIBUTE_SHARED_MOST, state->device);
    state->capability = 10 * major + minor;
    system->users++;
    *device = (Device){.operations = &cuda_operations, .runtime = runtime, .kind = DEVICE_CUDA, .number = number, .pool = pool, .taking = pool, .state = state};
    size_t total = 0;
    system->driver.device_total_memory(&total, state->device);
    if (pool_heed_environment(pool, total, error)) return device;
    system->users--;
    pool_destroy(pool);
    memory_release(state);
    memory_release(device);
    return NULL;
}

bool cuda_devices_open(ArrayRuntime *runtime, Device ***devices, size_t *count, const char **reason, Error *error) {
    *devices = NULL;
    *count = 0;
    CudaSystem *system = memory_allocate_zeroed(1, sizeof *system);
    if (!system) return error_no_memory(error);
    *reason = "there is no NVIDIA driver";
    bool compiles_only = getenv("CUPOLA_COMPILE_ONLY") != NULL;
    if (compiles_only) cuda_driver_pretend(&system->driver);
    if (compiles_only || cuda_driver_open(&system->driver, NULL)) {
        int status = system->driver.initialize(0), version = 0;
        if (status == 0) status = system->driver.device_count(&system->device_count);
        *reason = "the driver sees no device";
        if (status == 0 && system->device_count > 0) {
            system->driver.driver_version(&version);
            if (version < 12000) {
                *reason = "the driver is older than CUDA 12";
                system->device_count = 0;
            }
        } else {
            system->device_count = 0;
        }
    }
    if (system->device_count <= 0) {
        memory_release(system);
        return true;
    }
    *devices = memory_allocate_zeroed((size_t)system->device_count, sizeof **devices);
    bool good = *devices || error_no_memory(error);
    for (int number = 0; number < system->device_count && good; number++) {
        (*devices)[*count] = device_open(runtime, system, number, error);
        good = (*devices)[*count] != NULL;
        if (good) ++*count;
    }
    if (system->users == 0) memory_release(system);
    return good;
}

/* ---- what a device says of itself ---- */

bool cuda_device_attribute(Device *device, int attribute, int *value, Error *error) {
    CudaState *state = cuda_state(device);
    return cuda_check(device, state->system->driver.device_attribute(value, attribute, state->device), error);
}

bool cuda_device_properties(Device *device, CudaProperties *properties, Error *error) {
    CudaState *state = cuda_state(device);
    CudaDriver *driver = &state->system->driver;
    const struct {
        int attribute, *place;
    } rows[] = {{ATTRIBUTE_MAJOR, &properties->major},
                {ATTRIBUTE_MINOR, &properties->minor},
                {ATTRIBUTE_PROCESSORS, &properties->processors},
                {ATTRIBUTE_WARP, &properties->warp_size},
                {ATTRIBUTE_THREADS_PER_BLOCK, &properties->threads_per_block},
                {ATTRIBUTE_CLOCK, &properties->clock_kilohertz},
                {ATTRIBUTE_MEMORY_CLOCK, &properties->memory_clock_kilohertz},
                {ATTRIBUTE_BUS_WIDTH, &properties->bus_width},
                {ATTRIBUTE_L2, &properties->l2_bytes},
                {ATTRIBUTE_SHARED, &properties->shared_per_block},
                {ATTRIBUTE_REGISTERS, &properties->registers_per_block},
                {ATTRIBUTE_CONSTANT, &properties->constant_bytes},
                {ATTRIBUTE_THREADS_PER_PROCESSOR, &properties->threads_per_processor},
                {ATTRIBUTE_BLOCK_X, &properties->block_extents[0]},
                {ATTRIBUTE_BLOCK_X + 1, &properties->block_extents[1]},
                {ATTRIBUTE_BLOCK_X + 2, &properties->block_extents[2]},
                {ATTRIBUTE_GRID_X, &properties->grid_extents[0]},
                {ATTRIBUTE_GRID_X + 1, &properties->grid_extents[1]},
                {ATTRIBUTE_GRID_X + 2, &properties->grid_extents[2]}};
    *properties = (CudaProperties){0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        driver->device_attribute(rows[i].place, rows[i].attribute, state->device);
    driver->device_pci_bus(properties->bus, sizeof properties->bus, state->device);
    return cuda_check(device, driver->device_name(properties->name, sizeof properties->name - 1, state->device), error) &&
           cuda_check(device, driver->device_total_memory(&properties->total_memory, state->device), error);
}

bool cuda_can_access_peer(Device *device, Device *peer) {
    int can = 0;
    if (device->kind != DEVICE_CUDA || peer->kind != DEVICE_CUDA) return false;
    cuda_state(device)->system->driver.can_access_peer(&can, cuda_state(device)->device, cuda_state(peer)->device);
    return can != 0;
}

int cuda_warming_capability(Device *device) {
    char name[80];
    if (device->kind != DEVICE_CUDA || getenv("CUPOLA_COMPILE_ONLY") || cuda_prebuilt_is_there(cuda_state(device)->capability)) return 0;
    snprintf(name, sizeof name, "warmed-%s-sm_%d", PACKAGE_VERSION, cuda_state(device)->capability);
    return cuda_cache_claim(name) ? cuda_state(device)->capability : 0;
}

int cuda_driver_number(Device *device) {
    int version = 0;
    cuda_state(device)->system->driver.driver_version(&version);
    return version;
}

int cuda_compiler_number(Device *device) {
    Nvrtc *nvrtc = &cuda_state(device)->system->nvrtc;
    Error ignored = ERROR_NONE;
    int major = 0, minor = 0;
    if (nvrtc_open(nvrtc, &ignored)) nvrtc->version(&major, &minor);
    error_clear(&ignored);
    return major * 1000 + minor * 10;
}
