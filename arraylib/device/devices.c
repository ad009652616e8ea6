/* The runtime's devices: the host, and cupy's accelerators. */
#include "arraylib/device/device.h"

#include "arraylib/core/variant.h"
#include "arraylib/core/workers.h"
#include "arraylib/device/cuda/open.h"
#include "base/memory.h"

#include <stdlib.h>

#define EMULATED_DEFAULT 4

ArrayRuntime *runtime_create(Error *error) {
    ArrayRuntime *runtime = memory_allocate_zeroed(1, sizeof *runtime);
    if (!runtime) {
        error_no_memory(error);
        return NULL;
    }
    runtime->error_state =
        (ErrorState){FLOAT_ERROR_WARN, FLOAT_ERROR_WARN, FLOAT_ERROR_IGNORE, FLOAT_ERROR_WARN};
    runtime->print_options = print_options_default;
    runtime->deferred_from = INT64_MAX;
    runtime->flexible_types = dtype_table_create();
    runtime->host = runtime->flexible_types ? host_device_create(runtime, error) : NULL;
    if (!runtime->host) {
        if (!runtime->flexible_types) error_no_memory(error);
        dtype_table_destroy(runtime->flexible_types);
        memory_release(runtime);
        return NULL;
    }
    return runtime;
}

void runtime_destroy(ArrayRuntime *runtime) {
    if (!runtime) return;
    array_object_release(runtime->random_state);
    workers_destroy(runtime->workers);
    for (size_t i = 0; i < runtime->accelerators_made; i++) device_destroy(runtime->accelerators[i]);
    memory_release(runtime->accelerators);
    device_destroy(runtime->host);
    dtype_table_destroy(runtime->flexible_types);
    memory_release(runtime);
}

void device_destroy(Device *device) {
    if (device) device->operations->destroy(device);
}

static bool add_emulated(ArrayRuntime *runtime, size_t wanted, Error *error) {
    while (runtime->accelerator_count < wanted) {
        if (runtime->accelerator_count < runtime->accelerators_made) { /* one that was taken out of sight */
            runtime->accelerator_count++;
            continue;
        }
        Device **more = memory_resize(runtime->accelerators, (runtime->accelerator_count + 1) * sizeof *more);
        if (!more) return error_no_memory(error);
        runtime->accelerators = more;
        Device *device = emulated_device_create(runtime, (int)runtime->accelerator_count, error);
        if (!device) return false;
        runtime->accelerators[runtime->accelerator_count++] = device;
        runtime->accelerators_made = runtime->accelerator_count;
    }
    return true;
}

bool runtime_open_devices(ArrayRuntime *runtime, int emulated_count, Error *error) {
    if (runtime->accelerator_count) return true;
    /* Real devices first; emulated ones only where there is none, or as many as are asked for. */
    if (!cuda_devices_open(runtime, &runtime->accelerators, &runtime->accelerator_count,
                           &runtime->no_cuda_reason, error))
        return false;
    runtime->accelerators_made = runtime->accelerator_count;
    if (runtime->accelerator_count && emulated_count < 0) return true;
    if (emulated_count < 0) {
        const char *text = getenv("CUPOLA_EMULATED_DEVICES");
        emulated_count = text && atoi(text) > 0 ? atoi(text) : EMULATED_DEFAULT;
    }
    return add_emulated(runtime, (size_t)emulated_count, error);
}

bool runtime_set_emulated(ArrayRuntime *runtime, int count, Error *error) {
    if (!runtime->accelerator_count && !runtime_open_devices(runtime, 0, error)) return false;
    size_t wanted = count < 1 ? 1 : (size_t)count;
    /* Emulated devices beyond the number are only taken out of sight: arrays may live on them. */
    while (runtime->accelerator_count > wanted &&
           runtime->accelerators[runtime->accelerator_count - 1]->kind == DEVICE_EMULATED)
        runtime->accelerator_count--;
    return add_emulated(runtime, wanted, error);
}

Device *runtime_current_device(ArrayRuntime *runtime) {
    Error ignored = ERROR_NONE;
    if (!runtime->accelerator_count) runtime_open_devices(runtime, -1, &ignored);
    error_clear(&ignored);
    return runtime->current_accelerator < runtime->accelerator_count
               ? runtime->accelerators[runtime->current_accelerator]
               : NULL;
}

static int pinned_class(size_t size) {
    int class = 9;
    while (class < 63 && (size_t)1 << class < size) class++;
    return class;
}

void pinned_take(ArrayRuntime *runtime, size_t size) {
    uint32_t *blocks = &runtime->pinned_blocks[pinned_class(size)];
    if (*blocks) --*blocks;
}

void pinned_give(ArrayRuntime *runtime, size_t size) { runtime->pinned_blocks[pinned_class(size)]++; }

void runtime_trim(ArrayRuntime *runtime) {
    runtime->host->operations->trim(runtime->host, NULL);
    for (size_t i = 0; i < runtime->accelerator_count; i++) runtime->accelerators[i]->operations->trim(runtime->accelerators[i], NULL);
}

int runtime_warming_capability(ArrayRuntime *runtime) {
    return runtime->accelerator_count ? cuda_warming_capability(runtime->accelerators[0]) : 0;
}
