/* The device's memory: blocks of the driver's behind the pool. A new block costs a call of the driver that waits for the device;
 * what the pool has costs nothing. */
#include "arraylib/device/cuda/cuda.h"

#include "arraylib/device/pool.h"

enum { DRIVER_OUT_OF_MEMORY = 2 };

static uintptr_t take_block(void *context, size_t size, Error *error) {
    Device *device = context;
    CudaAddress address = 0;
    int status = cuda_state(device)->system->driver.memory_allocate(&address, size);
    return status == DRIVER_OUT_OF_MEMORY || !cuda_check(device, status, error) ? 0 : (uintptr_t)address;
}

static void give_block(void *context, uintptr_t address, size_t size) {
    Error ignored = ERROR_NONE;
    (void)size;
    if (cuda_enter(context, &ignored)) cuda_state(context)->system->driver.memory_free((CudaAddress)address);
    error_clear(&ignored);
}

const PoolBacking cuda_pool_backing = {take_block, give_block};

char *cuda_allocate(Device *device, size_t size, Error *error) {
    return cuda_enter(device, error) ? (char *)pool_take(device->taking, size, error) : NULL;
}

void cuda_free(Device *device, char *bytes, size_t size) {
    (void)size;
    if (bytes) pool_give(device->pool, (uintptr_t)bytes);
}

void cuda_pool_trim(Device *device, DevicePool *pool) {
    Error ignored = ERROR_NONE;
    if (cuda_state(device)->context && cuda_enter(device, &ignored)) pool ? pool_trim(pool) : pool_trim_all(device->pool);
    error_clear(&ignored);
}

bool cuda_holds(Device *device, const char *bytes, size_t size) {
    enum { ATTRIBUTE_DEVICE = 9, ATTRIBUTE_RANGE_START = 11, ATTRIBUTE_RANGE_SIZE = 12 }; /* CU_POINTER_ATTRIBUTE_... */
    const CudaDriver *driver = &cuda_state(device)->system->driver;
    Error ignored = ERROR_NONE;
    CudaAddress address = cuda_address(bytes), start = 0;
    size_t length = 0;
    int number = -1;
    if (!cuda_enter(device, &ignored)) return error_clear(&ignored), false;
    return driver->pointer_attribute(&number, ATTRIBUTE_DEVICE, address) == 0 && number == device->number &&
           driver->pointer_attribute(&start, ATTRIBUTE_RANGE_START, address) == 0 &&
           driver->pointer_attribute(&length, ATTRIBUTE_RANGE_SIZE, address) == 0 && size <= length && address - start <= length - size;
}
