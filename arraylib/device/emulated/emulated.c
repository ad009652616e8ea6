/* An emulated accelerator: the host's primitives over memory that is the device's own by the books, and cuRAND's
 * generator, so that what a notebook draws does not depend on whether there is a GPU. */
#include "arraylib/device/device.h"

#include "arraylib/device/emulated/xorwow.h"
#include "base/memory.h"

typedef struct EmulatedState {
    DeviceOperations operations; /* the host's, with what differs replaced */
    Xorwow *generator;           /* made at the first draw */
} EmulatedState;

static bool emulated_random(Device *device, const RandomTask *task, Error *error) {
    EmulatedState *state = device->state;
    if (!state->generator && !(state->generator = xorwow_create(error))) return false;
    return xorwow_generate(state->generator, device->runtime, task, error);
}

static void emulated_destroy(Device *device) {
    EmulatedState *state = device->state;
    xorwow_destroy(state->generator);
    memory_release(state);
    memory_release(device);
}

Device *emulated_device_create(ArrayRuntime *runtime, int number, Error *error) {
    Device *device = memory_allocate(sizeof *device);
    EmulatedState *state = memory_allocate_zeroed(1, sizeof *state);
    if (!device || !state) {
        memory_release(device);
        memory_release(state);
        error_no_memory(error);
        return NULL;
    }
    state->operations = host_operations;
    state->operations.name = "emulated";
    state->operations.random = emulated_random;
    state->operations.destroy = emulated_destroy;
    *device = (Device){.operations = &state->operations, .runtime = runtime, .kind = DEVICE_EMULATED, .number = number, .state = state};
    return device;
}
