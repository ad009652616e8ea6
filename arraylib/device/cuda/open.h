/* The door to CUDA devices for the rest of arraylib. */
#ifndef ARRAYLIB_DEVICE_CUDA_OPEN_H
#define ARRAYLIB_DEVICE_CUDA_OPEN_H

#include "arraylib/device/device.h"

/* The CUDA devices that this process may use (CUDA_VISIBLE_DEVICES is honoured), numbered from 0. None, with *count 0,
 * where there is no driver or no device; `reason` then says why in a few words. *devices is owned. False: no memory. */
bool cuda_devices_open(ArrayRuntime *runtime, Device ***devices, size_t *count, const char **reason, Error *error);

typedef struct CudaProperties {
    char name[256];
    char bus[32];
    int major, minor; /* compute capability */
    int processors, warp_size, threads_per_block, clock_kilohertz, memory_clock_kilohertz, bus_width, l2_bytes;
    int shared_per_block, registers_per_block, constant_bytes, threads_per_processor;
    int block_extents[3], grid_extents[3];
    size_t total_memory;
} CudaProperties;
bool cuda_device_properties(Device *device, CudaProperties *properties, Error *error);
/* Numbers of cuDeviceGetAttribute. */
bool cuda_device_attribute(Device *device, int attribute, int *value, Error *error);
bool cuda_can_access_peer(Device *device, Device *peer);
int cuda_warming_capability(Device *device); /* as runtime_warming_capability */
int cuda_driver_number(Device *device);  /* 13000 for CUDA 13.0 */
int cuda_compiler_number(Device *device); /* NVRTC's; 0: there is none */

#endif
