/* An emulated accelerator: the host's primitives over memory that is the device's own by the books. */
#include "arraylib/device/device.h"

#include "base/memory.h"

static void emulated_destroy(Device *device) {
    memory_release(device->state);
    memory_release(device);
}

Device *emulated_device_create(ArrayRuntime *runtime, int number, Error *error) {
    Device *device = memory_allocate(sizeof *device);
    DeviceOperations *operations = memory_allocate(sizeof *operations);
    if (!device || !operations) {
        memory_release(device);
        memory_release(operations);
        error_no_memory(error);
        return NULL;
    }
    *operations = host_operations;
    operations->name = "emulated";
    operations->destroy = emulated_destroy;
    *device = (Device){operations, runtime, DEVICE_EMULATED, number, operations};
    return device;
}
