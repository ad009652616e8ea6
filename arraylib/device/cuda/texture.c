/* Arrays in memory for textures, and the handles by which kernels read and write them. */
#include "arraylib/device/cuda/cuda.h"

#include <string.h>

typedef struct ArrayDescriptor { /* CUDA_ARRAY3D_DESCRIPTOR */
    size_t width, height, depth;
    int format;
    unsigned channels, flags;
} ArrayDescriptor;

typedef struct CopyPlace { /* one half of CUDA_MEMCPY3D */
    size_t x, y, z, level;
    int memory; /* CUmemorytype: 1 host, 2 device, 3 array */
    void *host;
    CudaAddress device;
    void *array, *reserved;
    size_t pitch, height;
} CopyPlace;

typedef struct Copy3d {
    CopyPlace source, target;
    size_t width, height, depth; /* the width in bytes */
} Copy3d;

typedef struct ResourceDescriptor { /* CUDA_RESOURCE_DESC */
    int type;
    union {
        struct { void *array; } array;
        struct { CudaAddress address; int format; unsigned channels; size_t size; } linear;
        struct { CudaAddress address; int format; unsigned channels; size_t width, height, pitch; } rows;
        int reserved[32];
    };
    unsigned flags;
} ResourceDescriptor;

typedef struct TextureDescriptor { /* CUDA_TEXTURE_DESC */
    int modes[3], filter;
    unsigned flags, anisotropy;
    int mip_filter;
    float mip_bias, mip_least, mip_most, border[4];
    int reserved[12];
} TextureDescriptor;

enum { MEMORY_HOST = 1, MEMORY_DEVICE, MEMORY_ARRAY, RESOURCE_ARRAY = 0, RESOURCE_LINEAR = 2, RESOURCE_ROWS = 3 };

static bool ready(Device *device, Error *error) {
    if (!cuda_enter(device, error)) return false;
    return cuda_state(device)->system->driver.image_create || error_set(error, "RuntimeError", "the driver has no textures");
}

static bool image_create(Device *device, const ImageShape *shape, uint64_t *handle, Error *error) {
    ArrayDescriptor descriptor = {shape->width, shape->height, shape->depth, shape->format, (unsigned)shape->channels, (unsigned)shape->flags};
    void *array = NULL;
    if (!ready(device, error) || !cuda_check(device, cuda_state(device)->system->driver.image_create(&array, &descriptor), error)) return false;
    *handle = (uint64_t)(uintptr_t)array;
    return true;
}

static void image_destroy(Device *device, uint64_t handle) {
    Error ignored = ERROR_NONE;
    if (cuda_state(device)->context && ready(device, &ignored)) cuda_state(device)->system->driver.image_destroy((void *)(uintptr_t)handle);
    error_clear(&ignored);
}

static bool image_copy(Device *device, uint64_t image, const ImageCopy *copy, Error *error) {
    CopyPlace array = {.memory = MEMORY_ARRAY, .array = (void *)(uintptr_t)image};
    CopyPlace memory = {.memory = copy->is_on_host ? MEMORY_HOST : MEMORY_DEVICE, .pitch = copy->row_bytes, .height = copy->height};
    if (copy->is_on_host) memory.host = copy->bytes;
    else memory.device = cuda_address(copy->bytes);
    Copy3d whole = {copy->into_image ? memory : array, copy->into_image ? array : memory, copy->row_bytes, copy->height, copy->depth};
    return ready(device, error) && cuda_check(device, cuda_state(device)->system->driver.copy_image(&whole), error);
}

static bool sampler_create(Device *device, const SamplerTask *task, uint64_t *handle, Error *error) {
    ResourceDescriptor resource = {.type = task->resource};
    TextureDescriptor texture = {.filter = task->filter, .flags = (unsigned)task->flags, .anisotropy = (unsigned)task->anisotropy, .mip_filter = 0};
    if (!ready(device, error)) return false;
    const CudaDriver *driver = &cuda_state(device)->system->driver;
    switch (task->resource) {
    case RESOURCE_ARRAY: resource.array.array = (void *)(uintptr_t)task->address; break;
    case RESOURCE_LINEAR:
        resource.linear.address = task->address;
        resource.linear.format = task->format;
        resource.linear.channels = (unsigned)task->channels;
        resource.linear.size = task->pitch;
        break;
    default:
        resource.rows.address = task->address;
        resource.rows.format = task->format;
        resource.rows.channels = (unsigned)task->channels;
        resource.rows.width = task->width;
        resource.rows.height = task->height;
        resource.rows.pitch = task->pitch;
    }
    memcpy(texture.modes, task->modes, sizeof texture.modes);
    for (int i = 0; i < 4; i++) texture.border[i] = (float)task->border[i];
    unsigned long long made = 0;
    int status = task->is_surface ? driver->surface_create(&made, &resource) : driver->texture_create(&made, &resource, &texture, NULL);
    *handle = made;
    return cuda_check(device, status, error);
}

static void sampler_destroy(Device *device, uint64_t handle, bool is_surface) {
    Error ignored = ERROR_NONE;
    if (cuda_state(device)->context && ready(device, &ignored)) {
        const CudaDriver *driver = &cuda_state(device)->system->driver;
        is_surface ? driver->surface_destroy(handle) : driver->texture_destroy(handle);
    }
    error_clear(&ignored);
}

const TextureOperations cuda_textures = {image_create, image_destroy, image_copy, sampler_create, sampler_destroy};
