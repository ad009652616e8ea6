/* A driver that only pretends: memory is the process's, launches do nothing. With CUPOLA_COMPILE_ONLY=90 there is one device of
 * compute capability 9.0 whose kernels are compiled into the cache on disk, with or without a GPU: programs run (their numbers mean
 * nothing), and what they need is there when they run in earnest. */
#include "arraylib/device/cuda/cuda.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wunused-parameter"

/* Every function succeeds; those that give something are below. */
#define PRETEND(symbol, member, parameters) static int pretend_##member parameters { return 0; }
CUDA_DRIVER_FUNCTIONS(PRETEND)
#undef PRETEND

static CudaContext the_context(void) { return (CudaContext)(uintptr_t)1; }

static int give_version(int *version) { return *version = 12000, 0; }
static int give_count(int *count) { return *count = 1, 0; }
static int give_device(int *device, int number) { return *device = number, 0; }
static int give_name(char *name, int size, int device) { return snprintf(name, (size_t)size, "No device: kernels are only compiled"), 0; }
static int give_context(CudaContext *context, int device) { return *context = the_context(), 0; }
static int give_current(CudaContext *context) { return *context = the_context(), 0; }
static int give_zero(int *can, int device, int peer) { return *can = 0, 0; }

static int give_attribute(int *value, int attribute, int device) {
    const char *text = getenv("CUPOLA_COMPILE_ONLY");
    int capability = text ? atoi(text) : 0;
    int shared = capability == 80 || capability == 87 ? 163 : capability >= 90 && capability < 120 ? 227 : capability >= 80 ? 99 : 64; /* KiB */
    if (attribute == ATTRIBUTE_SHARED_MOST) return *value = shared * 1024, 0;
    *value = attribute == ATTRIBUTE_MAJOR ? capability / 10 : attribute == ATTRIBUTE_MINOR ? capability % 10 : attribute == ATTRIBUTE_PROCESSORS ? 100 : 1024;
    return 0;
}

static int give_total(size_t *size, int device) { return *size = (size_t)1 << 40, 0; }
static int give_information(size_t *free, size_t *total) { return *free = *total = (size_t)1 << 40, 0; }

static int give_memory(CudaAddress *address, size_t size) {
    *address = (CudaAddress)(uintptr_t)memory_allocate_zeroed(1, size);
    return *address ? 0 : 2; /* CUDA_ERROR_OUT_OF_MEMORY */
}
static int take_memory(CudaAddress address) { return memory_release((void *)(uintptr_t)address), 0; }
static int give_host_memory(void **address, size_t size) { return (*address = memory_allocate_zeroed(1, size)) ? 0 : 2; }
static int take_host_memory(void *address) { return memory_release(address), 0; }
static int copy_in(CudaAddress target, const void *source, size_t size) { return memcpy((void *)(uintptr_t)target, source, size), 0; }
static int copy_out(void *target, CudaAddress source, size_t size) { return memcpy(target, (void *)(uintptr_t)source, size), 0; }

static int give_module(CudaModule *module, const void *image) { return *module = (CudaModule)(uintptr_t)1, 0; }
static int give_function(CudaFunction *function, CudaModule module, const char *name) { return *function = (CudaFunction)(uintptr_t)1, 0; }
static int give_variable(CudaAddress *address, size_t *size, CudaModule module, const char *name) { return 500; } /* CUDA_ERROR_NOT_FOUND */
static int give_event(CudaEvent *event, unsigned flags) { return *event = (CudaEvent)(uintptr_t)1, 0; }
static int give_stream(CudaStream *stream, unsigned flags) { return *stream = (CudaStream)(uintptr_t)1, 0; }
static int give_image(void **array, const void *descriptor) { return *array = (void *)1, 0; }
static int take_image(void *array) { return 0; }
static int copy_image(const void *copy) { return 0; }
static int give_texture(unsigned long long *handle, const void *resource, const void *texture, const void *view) { return *handle = 1, 0; }
static int give_surface(unsigned long long *handle, const void *resource) { return *handle = 1, 0; }
static int take_sampler(unsigned long long handle) { return 0; }
static int give_elapsed(float *milliseconds, CudaEvent start, CudaEvent end) { return *milliseconds = 0, 0; }
static int give_error(int error, const char **text) { return *text = "CUDA_ERROR_OUT_OF_MEMORY", 0; }

void cuda_driver_pretend(CudaDriver *driver) {
#define PRETEND(symbol, member, parameters) driver->member = pretend_##member;
    CUDA_DRIVER_FUNCTIONS(PRETEND)
#undef PRETEND
    driver->driver_version = give_version;
    driver->device_count = give_count;
    driver->device_get = give_device;
    driver->device_name = give_name;
    driver->device_attribute = give_attribute;
    driver->device_total_memory = give_total;
    driver->can_access_peer = give_zero;
    driver->primary_context_retain = give_context;
    driver->context_get_current = give_current;
    driver->memory_allocate = give_memory;
    driver->memory_free = take_memory;
    driver->memory_information = give_information;
    driver->host_allocate = give_host_memory;
    driver->host_free = take_host_memory;
    driver->copy_to_device = copy_in;
    driver->copy_to_host = copy_out;
    driver->module_load = give_module;
    driver->module_function = give_function;
    driver->module_variable = give_variable;
    driver->event_create = give_event;
    driver->event_elapsed = give_elapsed;
    driver->stream_create = give_stream;
    driver->image_create = give_image;
    driver->image_destroy = take_image;
    driver->copy_image = copy_image;
    driver->texture_create = give_texture;
    driver->surface_create = give_surface;
    driver->texture_destroy = driver->surface_destroy = take_sampler;
    driver->error_name = give_error;
    driver->error_string = give_error;
}
