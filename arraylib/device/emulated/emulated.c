/* An emulated accelerator: the host's primitives over memory that is the device's own by the books, and cuRAND's
 * generator, so that what a notebook draws does not depend on whether there is a GPU. */
#include "arraylib/device/device.h"

#include "arraylib/device/emulated/xorwow.h"
#include "base/memory.h"

#include <stdio.h>

typedef struct EmulatedState {
    DeviceOperations operations; /* the host's, with what differs replaced */
    Xorwow *generator;           /* made at the first draw */
} EmulatedState;

static bool emulated_random(Device *device, const RandomTask *task, Error *error) {
    EmulatedState *state = device->state;
    if (!state->generator && !(state->generator = xorwow_create(error))) return false;
    return xorwow_generate(state->generator, device->runtime, task, error);
}

static bool emulated_describe(Device *device, char *name, size_t size) {
    (void)device;
    return snprintf(name, size, "Emulated device") > 0;
}

/* The driver's numbers of attributes, and what kernels may count on here: a device of compute capability 9.0. */
static bool emulated_attribute(Device *device, int attribute, int *value) {
    static const int facts[][2] = {{0, 13000}, {1, 1024},  {2, 1024},    {3, 1024},   {4, 64},    {5, 2147483647}, {6, 65535}, {7, 65535},
                                   {8, 49152}, {9, 65536},   {10, 32},    {12, 65536}, {13, 1000000},  {16, 1},    {31, 1},
                                   {36, 0},    {37, 0},      {38, 0},     {39, 2048}, {40, 0},         {41, 1},    {50, 0},
                                   {34, 0},    {75, 9},      {76, 0},     {83, 1}};
    if (attribute == 33) { /* the bus number tells devices apart */
        *value = device->number + 1;
        return true;
    }
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (facts[i][0] == attribute) {
            *value = facts[i][1];
            return true;
        }
    return false;
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
    state->operations.describe = emulated_describe;
    state->operations.attribute = emulated_attribute;
    *device = (Device){.operations = &state->operations, .runtime = runtime, .kind = DEVICE_EMULATED, .number = number, .state = state};
    return device;
}
