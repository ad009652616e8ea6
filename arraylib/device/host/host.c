/* The CPU as a device: its memory and the table of its primitives. */
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/libraries.h"

#include "base/memory.h"

#include <string.h>
#include <sys/sysinfo.h>

static char *host_allocate(Device *device, size_t size, Error *error) {
    (void)device;
    char *bytes = memory_allocate(size);
    if (!bytes) error_no_memory(error);
    return bytes;
}

static void host_free(Device *device, char *bytes, size_t size) {
    (void)device;
    (void)size;
    memory_release(bytes);
}

static bool host_copy_in(Device *device, char *target, const void *source, size_t size, Error *error) {
    (void)device;
    (void)error;
    if (size) memmove(target, source, size);
    return true;
}

static bool host_copy_out(Device *device, void *target, const char *source, size_t size, Error *error) {
    return host_copy_in(device, target, source, size, error);
}

static bool host_copy_within(Device *device, char *target, const char *source, size_t size, Error *error) {
    return host_copy_in(device, target, source, size, error);
}

static bool host_copy_peer(Device *device, char *target, Device *from, const char *source, size_t size, Error *error) {
    (void)device;
    return from->operations->copy_to_host(from, target, source, size, error);
}

static bool host_synchronize(Device *device, Error *error) {
    (void)device;
    (void)error;
    return true;
}

static bool host_memory_info(Device *device, size_t *free_bytes, size_t *total_bytes, Error *error) {
    (void)device;
    struct sysinfo info;
    if (sysinfo(&info)) return error_set(error, "OSError", "the memory's size is not known");
    *free_bytes = (size_t)info.freeram * info.mem_unit;
    *total_bytes = (size_t)info.totalram * info.mem_unit;
    return true;
}

static void host_destroy(Device *device) {
    libraries_close(device->runtime);
    memory_release(device);
}

const DeviceOperations host_operations = {
    .name = "host",
    .allocate = host_allocate,
    .free = host_free,
    .copy_from_host = host_copy_in,
    .copy_to_host = host_copy_out,
    .copy_within = host_copy_within,
    .copy_peer = host_copy_peer,
    .synchronize = host_synchronize,
    .memory_info = host_memory_info,
    .elementwise = host_elementwise,
    .cast = host_cast,
    .fill = host_fill,
    .iota = host_iota,
    .reduce = host_reduce,
    .scan = host_scan,
    .arg_reduce = host_arg_reduce,
    .gather = host_gather,
    .scatter = host_scatter,
    .count_nonzero = host_count_nonzero,
    .nonzero = host_nonzero,
    .sort = host_sort,
    .search = host_search,
    .matmul = host_matmul,
    .convolve = host_convolve,
    .fft = host_fft,
    .solve = host_solve,
    .destroy = host_destroy,
};

Device *host_device_create(ArrayRuntime *runtime, Error *error) {
    Device *device = memory_allocate(sizeof *device);
    if (!device) {
        error_no_memory(error);
        return NULL;
    }
    *device = (Device){.operations = &host_operations, .runtime = runtime, .kind = DEVICE_HOST, .number = -1};
    return device;
}
