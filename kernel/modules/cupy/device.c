/* Devices: which there are, which is the current one, cp.cuda.Device and cp.cuda.runtime. */
#include "kernel/modules/cupy/device.h"

#include "base/folders.h"
#include "base/memory.h"
#include "kernel/modules/numpy/types.h"

#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEVICE_STACK_LIMIT = 1000 };

/* ---- The devices ---- */

/* The classes of CUDA's errors: of its runtime, of its driver, of a device's memory. */
static const struct ErrorClass {
    const char *name, *alias, *documentation;
    size_t base;
} error_classes[] = {
    {"cupy_backends.cuda.api.runtime.CUDARuntimeError", "cupy.cuda.runtime.CUDARuntimeError", "An error of the CUDA runtime.",
     offsetof(Builtins, exception_RuntimeError)},
    {"cupy_backends.cuda.api.driver.CUDADriverError", "cupy.cuda.driver.CUDADriverError", "An error of the CUDA driver.",
     offsetof(Builtins, exception_RuntimeError)},
    {"cupy.cuda.memory.OutOfMemoryError", "cupy.cuda.memory.OutOfMemoryError", "A device has not that much memory, or its pool may not take it.",
     offsetof(Builtins, exception_MemoryError)},
};

static Type *error_type(Thread *thread, const struct ErrorClass *row) {
    Type *type = interpreter_state(thread->interpreter, row);
    if (type) return type;
    type = type_new_simple(thread, row->name, *(Type **)((char *)thread_builtins(thread) + row->base), row->documentation);
    if (!type || !interpreter_set_state(thread->interpreter, row, type, object_release)) return NULL;
    return exception_register(thread, row->name, type) && exception_register(thread, row->alias, type) ? type : NULL;
}

static Value error_class(Thread *thread, const struct ErrorClass *row) {
    Type *type = error_type(thread, row);
    return type ? value_from_object(object_retain(type)) : VALUE_ABSENT;
}

Value cuda_runtime_error_class(Thread *thread) { return error_class(thread, &error_classes[0]); }
Value cuda_driver_error_class(Thread *thread) { return error_class(thread, &error_classes[1]); }
Value cuda_memory_error_class(Thread *thread) { return error_class(thread, &error_classes[2]); }

Value raise_cuda_error(Thread *thread, const char *name, const char *text) {
    Type *type = error_type(thread, &error_classes[0]);
    static const struct {
        const char *name;
        int status;
    } statuses[] = {{"cudaErrorInvalidDevice", 101}, {"cudaErrorNoDevice", 100}, {"cudaErrorInvalidResourceHandle", 400}, {"cudaErrorNotReady", 600},
                   {"cudaErrorStreamCaptureUnsupported", 900}};
    if (!type) return VALUE_ABSENT;
    raise_format(thread, type, "%s: %s", name, text);
    Value exception = exception_take(thread);
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (!strcmp(statuses[i].name, name) && !value_set_attribute_c(thread, exception, "status", value_from_int(statuses[i].status))) exception_clear(thread);
    exception_restore(thread, exception);
    return VALUE_ABSENT;
}

static bool synchronize_all(Thread *thread, void *listening) {
    const ArrayContext *context = thread->interpreter->arrays;
    (void)listening;
    for (size_t i = 0; context && i < context->runtime->accelerator_count; i++) {
        Error error = ERROR_NONE;
        Device *device = context->runtime->accelerators[i];
        if (device) device->operations->synchronize(device, &error);
        error_clear(&error);
    }
    return true;
}

static bool announce_emulation(Thread *thread, const ArrayRuntime *runtime) {
    char text[120];
    size_t count = runtime->accelerator_count;
    if (!count || runtime->accelerators[0]->kind != DEVICE_EMULATED) return true;
    int length = snprintf(text, sizeof text, "cupola: no CUDA device here; cupy runs on %zu emulated device%s\n", count,
                          count == 1 ? "" : "s");
    return interpreter_write(thread, true, text, (size_t)length);
}

enum { WARMING_PROCESSES = 4 };

/* Once for each cache of compiled kernels: processes of our own fill it with what programs begin with (python/warm.py), beside
 * the session's work. CUPOLA_WARM=0 says no. */
static void warm_cache(ArrayRuntime *runtime) {
    const char *wanted = getenv("CUPOLA_WARM");
    int capability = wanted && !strcmp(wanted, "0") ? 0 : runtime_warming_capability(runtime);
    if (!capability) return;
    char program[4096], shell[] = "sh", option[] = "-c", text[400];
    if (!folders_program(program, sizeof program)) return;
    snprintf(text, sizeof text,
             "unset CUDA_VISIBLE_DEVICES; for part in $(seq 0 %d); do CUPOLA_EAGER=1 CUPOLA_COMPILE_ONLY=%d nice -n 10 \"$0\" -m cupy._warm "
             "$part %d </dev/null >/dev/null 2>&1 & done",
             WARMING_PROCESSES - 1, capability, WARMING_PROCESSES);
    char *words[] = {shell, option, text, program, NULL};
    pid_t process;
    posix_spawnattr_t attributes;
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &none);
    if (posix_spawn(&process, "/bin/sh", NULL, &attributes, words, environ) == 0) waitpid(process, NULL, 0); /* the shell alone */
    posix_spawnattr_destroy(&attributes);
}

static bool devices_are_open(Thread *thread, ArrayContext *context) {
    if (!interpreter_on(context->interpreter, EVENT_WAIT, synchronize_all, NULL)) return raise_no_memory(thread), false;
    context->devices_ready = true;
    warm_cache(context->runtime);
    return true;
}

bool array_devices_ready(Thread *thread) {
    ArrayContext *context = array_context(thread);
    Error error = ERROR_NONE;
    if (!context) return false;
    if (context->devices_ready) return true;
    if (!runtime_open_devices(context->runtime, -1, &error)) {
        raise_array_error(thread, &error);
        return false;
    }
    if (!context->runtime->accelerator_count) {
        raise_cuda_error(thread, "cudaErrorNoDevice", "no CUDA-capable device is detected");
        return false;
    }
    return devices_are_open(thread, context) && announce_emulation(thread, context->runtime);
}

int device_count(Thread *thread) {
    return array_devices_ready(thread) ? (int)array_context(thread)->runtime->accelerator_count : -1;
}

int device_current(Thread *thread) {
    return array_devices_ready(thread) ? (int)array_context(thread)->runtime->current_accelerator : -1;
}

bool device_select(Thread *thread, int64_t number) {
    int count = device_count(thread);
    if (count < 0) return false;
    if (number < 0 || number >= count) {
        raise_cuda_error(thread, "cudaErrorInvalidDevice", "invalid device ordinal");
        return false;
    }
    array_context(thread)->runtime->current_accelerator = (size_t)number;
    return true;
}

bool devices_emulate(Thread *thread, int count) {
    ArrayContext *context = array_context(thread);
    Error error = ERROR_NONE;
    if (!context) return false;
    if (count < 1 || count > 64) {
        raise_value_error(thread, "the number of emulated devices is 1 to 64");
        return false;
    }
    if (!runtime_open_devices(context->runtime, count, &error) ||
        !runtime_set_emulated(context->runtime, count, &error)) {
        raise_array_error(thread, &error);
        return false;
    }
    if (context->runtime->current_accelerator >= context->runtime->accelerator_count)
        context->runtime->current_accelerator = 0;
    return devices_are_open(thread, context) && memory_allocation_apply(thread);
}

bool device_wait(Thread *thread, Device *device) {
    Error error = ERROR_NONE;
    if (device->capture) {
        capture_break(device->capture);
        raise_cuda_error(thread, "cudaErrorStreamCaptureUnsupported", "operation not permitted when stream is capturing");
        return false;
    }
    if (graph_finish(device->runtime, &error) && device->operations->synchronize(device, &error)) return true;
    raise_array_error(thread, &error);
    return false;
}

bool devices_synchronize(Thread *thread) {
    ArrayContext *context = array_context(thread);
    if (!context) return false;
    for (size_t i = 0; i < context->runtime->accelerator_count; i++)
        if (!device_wait(thread, context->runtime->accelerators[i])) return false;
    return true;
}

static Device *device_at(Thread *thread, int number) {
    int count = device_count(thread);
    if (count < 0) return NULL;
    if (number >= 0 && number < count) return array_context(thread)->runtime->accelerators[number];
    raise_cuda_error(thread, "cudaErrorInvalidDevice", "invalid device ordinal");
    return NULL;
}

bool device_release(Thread *thread, int number, AwayCounts *counts) {
    Device *device = device_at(thread, number);
    Error error = ERROR_NONE;
    if (!device) return false;
    if (!device_wait(thread, device)) return false;
    if (device_send_away(device, counts, &error)) return true;
    raise_array_error(thread, &error);
    return false;
}

bool device_describe(Thread *thread, int number, DeviceDescription *description) {
    Device *device = device_at(thread, number);
    Error error = ERROR_NONE;
    if (!device) return false;
    description->is_emulated = device->kind == DEVICE_EMULATED;
    if (!device->operations->describe(device, description->name, sizeof description->name)) strcpy(description->name, "?");
    description->is_current = (int)array_context(thread)->runtime->current_accelerator == number;
    if (device->operations->memory_info(device, &description->free_bytes, &description->total_bytes, &error))
        return true;
    raise_array_error(thread, &error);
    return false;
}

/* ---- cp.cuda.Device ---- */

typedef struct DeviceObject {
    Object object;
    int number;
    int *entered; /* the devices that were current when `with` was entered */
    size_t depth;
} DeviceObject;

static int device_number(Value self) { return ((const DeviceObject *)self.object)->number; }

Value device_object(Thread *thread, int number) {
    Type *type = type_from_template(thread, &device_type_template);
    DeviceObject *device = type ? object_new(thread, type) : NULL;
    if (!device) return VALUE_ABSENT;
    device->number = number;
    return value_from_object(device);
}

int device_from_value(Thread *thread, Value value) {
    int64_t number;
    if (value_is_none(value) || value_is_absent(value)) return device_current(thread);
    if (value_has_type(value, &device_type_template)) number = device_number(value);
    else if (!value_to_int64(thread, value, &number)) return -1;
    if (number >= 0 && number < INT32_MAX) return (int)number;
    raise_cuda_error(thread, "cudaErrorInvalidDevice", "invalid device ordinal");
    return -1;
}

static Value device_create(Thread *thread, Type *type, const Call *call) {
    Value argument;
    (void)type;
    if (!native_match(thread, "Device", "(device=None)", call, &argument, 1)) return VALUE_ABSENT;
    int64_t number = 0;
    if (value_is_none(argument)) {
        native_release_arguments(&argument, 1);
        number = device_current(thread);
        if (number < 0) return VALUE_ABSENT;
    } else { /* as int() takes it; that there is such a device is asked when it is used */
        Value whole = value_call_one(thread, dict_get_c(thread, thread->interpreter->builtin_names, "int"), argument);
        native_release_arguments(&argument, 1);
        bool is_number = !value_is_absent(whole) && value_to_int64(thread, whole, &number);
        value_release(whole);
        if (!is_number) return VALUE_ABSENT;
        if (number < INT32_MIN || number > INT32_MAX) return raise_format(thread, thread_builtins(thread)->exception_OverflowError, "value too large to convert to int");
    }
    return device_object(thread, (int)number);
}

static void device_object_destroy(Object *self) { memory_release(((DeviceObject *)self)->entered); }
static Value device_repr(Thread *thread, Value self) {
    return string_format(thread, "<CUDA Device %d>", device_number(self));
}
static bool device_hash(Thread *thread, Value self, int64_t *hash) {
    (void)thread;
    *hash = device_number(self);
    return true;
}
static Value device_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    (void)thread;
    if (!value_has_type(right, &device_type_template)) return VALUE_NOT_IMPLEMENTED;
    int a = device_number(left), b = device_number(right);
    switch (comparison) {
    case COMPARE_LT: return value_from_bool(a < b);
    case COMPARE_LE: return value_from_bool(a <= b);
    case COMPARE_EQ: return value_from_bool(a == b);
    case COMPARE_NE: return value_from_bool(a != b);
    case COMPARE_GT: return value_from_bool(a > b);
    default: return value_from_bool(a >= b);
    }
}
static Value device_to_int(Thread *thread, Value self) { return (void)thread, value_from_int(device_number(self)); }

NATIVE(device_use) {
    NATIVE_UNUSED;
    return device_select(thread, device_number(arguments[0])) ? value_retain(arguments[0]) : VALUE_ABSENT;
}

NATIVE(device_enter) {
    NATIVE_UNUSED;
    DeviceObject *self = (DeviceObject *)arguments[0].object;
    int current = device_current(thread);
    if (current < 0) return VALUE_ABSENT;
    if (self->depth >= DEVICE_STACK_LIMIT) return raise_runtime_error(thread, "too many devices entered");
    int *grown = memory_resize(self->entered, (self->depth + 1) * sizeof *grown);
    if (!grown) return raise_no_memory(thread);
    self->entered = grown;
    if (!device_select(thread, self->number)) return VALUE_ABSENT;
    self->entered[self->depth++] = current;
    return value_retain(arguments[0]);
}

NATIVE(device_exit) {
    NATIVE_UNUSED;
    DeviceObject *self = (DeviceObject *)arguments[0].object;
    if (!self->depth) return raise_runtime_error(thread, "the device was not entered");
    return device_select(thread, self->entered[--self->depth]) ? VALUE_NONE : VALUE_ABSENT;
}

static Value synchronize_device(Thread *thread, int number) {
    Device *device = device_at(thread, number);
    return device && device_wait(thread, device) ? VALUE_NONE : VALUE_ABSENT;
}
NATIVE(device_synchronize) {
    NATIVE_UNUSED;
    return synchronize_device(thread, device_number(arguments[0]));
}

static Value device_get_id(Thread *thread, Value self) { return device_to_int(thread, self); }
static Value device_get_memory(Thread *thread, Value self) {
    DeviceDescription description;
    if (!device_describe(thread, device_number(self), &description)) return VALUE_ABSENT;
    const Value pair[2] = {value_from_int((int64_t)description.free_bytes),
                           value_from_int((int64_t)description.total_bytes)};
    return tuple_from_values(thread, pair, 2);
}

/* Facts about a device: name in getDeviceProperties, number of the driver's attribute. */
static const struct {
    const char *property;
    int number;
} device_facts[] = {
    {"maxThreadsPerBlock", 1}, {"sharedMemPerBlock", 8}, {"totalConstMem", 9}, {"warpSize", 10}, {"regsPerBlock", 12},
    {"clockRate", 13}, {"textureAlignment", 14}, {"deviceOverlap", 15}, {"multiProcessorCount", 16},
    {"kernelExecTimeoutEnabled", 17}, {"integrated", 18}, {"canMapHostMemory", 19}, {"computeMode", 20}, {"maxTexture1D", 21},
    {"surfaceAlignment", 30}, {"concurrentKernels", 31}, {"ECCEnabled", 32}, {"pciBusID", 33}, {"pciDeviceID", 34},
    {"tccDriver", 35}, {"memoryClockRate", 36}, {"memoryBusWidth", 37}, {"l2CacheSize", 38},
    {"maxThreadsPerMultiProcessor", 39}, {"asyncEngineCount", 40}, {"unifiedAddressing", 41}, {"pciDomainID", 50},
    {"texturePitchAlignment", 51}, {"major", 75}, {"minor", 76}, {"streamPrioritiesSupported", 78},
    {"globalL1CacheSupported", 79}, {"localL1CacheSupported", 80}, {"sharedMemPerMultiprocessor", 81},
    {"regsPerMultiprocessor", 82}, {"managedMemory", 83}, {"isMultiGpuBoard", 84}, {"multiGpuBoardGroupID", 85},
    {"hostNativeAtomicSupported", 86}, {"singleToDoublePrecisionPerfRatio", 87}, {"pageableMemoryAccess", 88},
    {"concurrentManagedAccess", 89}, {"computePreemptionSupported", 90}, {"canUseHostPointerForRegisteredMem", 91},
    {"cooperativeLaunch", 95}, {"sharedMemPerBlockOptin", 97}, {"maxBlocksPerMultiProcessor", 106},
    {"reservedSharedMemPerBlock", 111}, {"cooperativeMultiDeviceLaunch", 96}, {"pageableMemoryAccessUsesHostPageTables", 100},
    {"directManagedMemAccessFromHost", 101}, {"persistingL2CacheMaxSize", 108}, {"accessPolicyMaxWindowSize", 109},
    {"maxTextureCubemap", 52}, {"maxSurface1D", 55}, {"maxSurfaceCubemap", 66}, {"maxTexture1DLinear", 69}, {"maxTexture1DMipmap", 77}};

/* The same of several numbers, from one on. */
static const struct {
    const char *property;
    int first, count;
} device_extents[] = {
    {"maxThreadsDim", 2, 3}, {"maxGridSize", 5, 3}, {"maxTexture2D", 22, 2}, {"maxTexture3D", 24, 3}, {"maxTexture2DLayered", 27, 3},
    {"maxTexture1DLayered", 42, 2}, {"maxTexture2DGather", 45, 2}, {"maxTexture3DAlt", 47, 3}, {"maxTextureCubemapLayered", 53, 2},
    {"maxSurface2D", 56, 2}, {"maxSurface3D", 58, 3}, {"maxSurface1DLayered", 61, 2}, {"maxSurface2DLayered", 63, 3},
    {"maxSurfaceCubemapLayered", 67, 2}, {"maxTexture2DLinear", 70, 3}, {"maxTexture2DMipmap", 73, 2}};

static int device_fact(const Device *device, int number) {
    int value = 0;
    return device->operations->attribute((Device *)device, number, &value) ? value : 0;
}

static Value device_get_attributes(Thread *thread, Value self) {
    if (!device_at(thread, device_number(self))) return VALUE_ABSENT;
    Value function = array_module_member(thread, "cupy.cuda.runtime._members", "_attributes");
    Value attributes = value_is_absent(function) ? function : value_call_one(thread, function, value_from_int(device_number(self)));
    value_release(function);
    return attributes;
}
static Value device_get_capability(Thread *thread, Value self) {
    const Device *device = device_at(thread, device_number(self));
    return device ? string_format(thread, "%d%d", device_fact(device, 75), device_fact(device, 76)) : VALUE_ABSENT;
}
static Value device_get_bus(Thread *thread, Value self) {
    const Device *device = device_at(thread, device_number(self));
    return device ? string_format(thread, "%04X:%02X:%02X.0", (unsigned)device_fact(device, 50),
                                  (unsigned)device_fact(device, 33), (unsigned)device_fact(device, 34))
                  : VALUE_ABSENT;
}

static const PropertyEntry device_properties[] = {
    {"id", device_get_id, NULL, "The device's number."},
    {"mem_info", device_get_memory, NULL, "The device memory: free and total bytes."},
    {"attributes", device_get_attributes, NULL, "What the device can do, by name."},
    {"compute_capability", device_get_capability, NULL, "Compute capability as a string, such as '90'."},
    {"pci_bus_id", device_get_bus, NULL, "A string of the PCI bus ID."},
    {NULL, NULL, NULL, NULL}};
static const NativeEntry device_methods[] = {
    {"use", "($self)", "Make this device the current one.", device_use, NULL, 0},
    {"synchronize", "($self)", "Wait for the device's work to finish.", device_synchronize, NULL, 0},
    {"__enter__", "($self)", NULL, device_enter, NULL, 0},
    {"__exit__", "($self, *args)", NULL, device_exit, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};

const Type device_type_template = {
    .name = "cupy.cuda.device.Device",
    .documentation = "A CUDA device: with Device(1): ... makes it the current one inside the block.",
    .signature = "(device=None)",
    .base = (Type *)&object_type_template,
    .flags = TYPE_BASE,
    .instance_size = sizeof(DeviceObject),
    .create = device_create,
    .destroy = device_object_destroy,
    .repr = device_repr,
    .hash = device_hash,
    .compare = device_compare,
    .to_int = device_to_int,
    .methods = device_methods,
    .properties = device_properties,
};

/* ---- cp.cuda.runtime ---- */

NATIVE(runtime_get_device_count) {
    NATIVE_UNUSED;
    int count = device_count(thread);
    return count < 0 ? VALUE_ABSENT : value_from_int(count);
}
NATIVE(runtime_get_device) {
    NATIVE_UNUSED;
    int number = device_current(thread);
    return number < 0 ? VALUE_ABSENT : value_from_int(number);
}
NATIVE(runtime_set_device) {
    NATIVE_UNUSED;
    int64_t number;
    if (!value_to_int64(thread, arguments[0], &number)) return VALUE_ABSENT;
    return device_select(thread, number) ? VALUE_NONE : VALUE_ABSENT;
}
NATIVE(runtime_device_synchronize) {
    NATIVE_UNUSED;
    return synchronize_device(thread, device_current(thread));
}
NATIVE(runtime_memory_info) {
    NATIVE_UNUSED;
    Value device = device_object(thread, device_current(thread));
    Value pair = value_is_absent(device) ? VALUE_ABSENT : device_get_memory(thread, device);
    value_release(device);
    return pair;
}
NATIVE(runtime_get_device_properties) {
    NATIVE_UNUSED;
    int number = device_from_value(thread, arguments[0]);
    DeviceDescription description;
    if (number < 0 || !device_describe(thread, number, &description)) return VALUE_ABSENT;
    Value properties = dict_new(thread);
    if (value_is_absent(properties)) return properties;
    Dict *dict = value_dict(properties);
    bool filled = dict_set_c_owned(thread, dict, "name",
                                   bytes_new(thread, description.name, strlen(description.name))) &&
                  dict_set_c(thread, dict, "totalGlobalMem", value_from_int((int64_t)description.total_bytes));
    const Device *device = device_at(thread, number);
    for (size_t i = 0; i < sizeof device_facts / sizeof *device_facts && filled; i++)
        filled = dict_set_c(thread, dict, device_facts[i].property, value_from_int(device_fact(device, device_facts[i].number)));
    for (size_t i = 0; i < sizeof device_extents / sizeof *device_extents && filled; i++) {
        Value extents[3];
        for (int k = 0; k < device_extents[i].count; k++) extents[k] = value_from_int(device_fact(device, device_extents[i].first + k));
        filled = dict_set_c_owned(thread, dict, device_extents[i].property, tuple_from_values(thread, extents, (size_t)device_extents[i].count));
    }
    if (!filled) value_replace(&properties, VALUE_ABSENT);
    return properties;
}
NATIVE(runtime_can_access_peer) {
    NATIVE_UNUSED;
    int first = device_from_value(thread, arguments[0]), second = device_from_value(thread, arguments[1]);
    Device *device = first < 0 ? NULL : device_at(thread, first), *other = second < 0 || !device ? NULL : device_at(thread, second);
    if (!other) return VALUE_ABSENT;
    return value_from_int(device != other && device->operations->reaches && device->operations->reaches(device, other));
}
NATIVE(runtime_version) {
    NATIVE_UNUSED;
    const Device *device = device_at(thread, 0);
    return device ? value_from_int(device_fact(device, 0)) : VALUE_ABSENT;
}

/* _device_attribute(number, device): None: it does not know that. */
NATIVE(runtime_attribute) {
    NATIVE_UNUSED;
    int64_t number;
    int which = device_from_value(thread, arguments[1]), value = 0;
    if (which < 0 || !value_to_int64(thread, arguments[0], &number)) return VALUE_ABSENT;
    Device *device = device_at(thread, which);
    if (!device) return VALUE_ABSENT;
    return number > 0 && number < 1000 && device->operations->attribute(device, (int)number, &value) ? value_from_int(value) : VALUE_NONE;
}

const NativeEntry device_functions[] = {{"_device_attribute", "(number, device, /)", NULL, runtime_attribute, NULL, 0}, {NULL, NULL, NULL, NULL, NULL, 0}};
const NativeEntry cuda_runtime_functions[] = {
    {"getDeviceCount", "()", "The number of devices.", runtime_get_device_count, NULL, 0},
    {"getDevice", "()", "The number of the current device.", runtime_get_device, NULL, 0},
    {"setDevice", "(device)", "Make a device the current one.", runtime_set_device, NULL, 0},
    {"deviceSynchronize", "()", "Wait for the current device's work to finish.", runtime_device_synchronize, NULL, 0},
    {"memGetInfo", "()", "Free and total bytes of the current device's memory.", runtime_memory_info, NULL, 0},
    {"getDeviceProperties", "(device)", "A dict of what the device can do.", runtime_get_device_properties, NULL, 0},
    {"deviceCanAccessPeer", "(device, peerDevice)", "Whether one device can read the other's memory.",
     runtime_can_access_peer, NULL, 0},
    {"runtimeGetVersion", "()", "The version of the CUDA runtime.", runtime_version, NULL, 0},
    {"driverGetVersion", "()", "The version of the CUDA driver.", runtime_version, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
