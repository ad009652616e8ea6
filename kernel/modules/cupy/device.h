/* The devices as Python sees them: cp.cuda.Device, the current device, and what `%device` needs. */
#ifndef KERNEL_MODULES_CUPY_DEVICE_H
#define KERNEL_MODULES_CUPY_DEVICE_H

#include "kernel/modules/numpy/numpy.h"

/* The devices, opened at first use; says on stderr, once, when they are emulated. false with an exception. */
bool array_devices_ready(Thread *thread);
/* How many there are (opens them); -1 with an exception. */
int device_count(Thread *thread);
int device_current(Thread *thread); /* the number of cupy's current device; -1 with an exception */
bool device_select(Thread *thread, int64_t number); /* CUDARuntimeError when there is no such device */
/* `%device emulate N`: N emulated devices (beside the real ones, when there are any). */
bool devices_emulate(Thread *thread, int count);
/* Begin what was put off, and wait for the device's work. */
bool device_wait(Thread *thread, Device *device);
bool devices_synchronize(Thread *thread);
/* An idle device gives back what it holds: see device_send_away. */
bool device_release(Thread *thread, int number, AwayCounts *counts); /* waits for every device that was opened */

typedef struct DeviceDescription {
    char name[128];             /* "Emulated device"; of a real one its own */
    bool is_emulated, is_current;
    size_t free_bytes, total_bytes;
} DeviceDescription;
bool device_describe(Thread *thread, int number, DeviceDescription *description);
/* <CUDA Device n> */
Value device_object(Thread *thread, int number);
/* The number that a Device object, an int or None (the current one) means; -1 with an exception. */
int device_from_value(Thread *thread, Value value);

/* Members of cupy and its sub-modules (device.c, stream.c, memory.c, profiler.c, module.c). */
extern const Type device_type_template, stream_type_template, event_type_template,
    memory_pool_type_template, pinned_memory_pool_type_template;
extern const NativeEntry cuda_runtime_functions[], cuda_functions[], nvtx_functions[], memory_functions[], allocator_functions[],
    profiler_functions[], time_functions[], cupy_functions[], kernel_functions[], graph_functions[], texture_functions[], nvml_functions[];
extern const NativeEntry allocation_functions[], device_functions[];
/* memory.c: cupy's default MemoryPool, and the one that keeps nothing: set_allocator(None)'s. */
Value memory_pool_default(Thread *thread);
Value memory_pool_plain(Thread *thread);
bool memory_pool_take_from(Thread *thread, Value pool); /* from now on, on every device */
/* allocators.c: what allocator(size) gives on the device: the address, and the MemoryPointer (owned). NULL: it raised, and `error` says so. */
char *memory_from_allocator(Device *device, Value allocator, size_t size, Value *pointer, Error *error);
bool memory_allocation_apply(Thread *thread); /* to devices that are new, too */
Value event_new(Thread *thread); /* event.c */
bool event_note(Thread *thread, Value event, Value stream); /* record it now (None: in the current stream); false with an exception */
Value event_elapsed(Thread *thread, Value start, Value end); /* in milliseconds */
/* stream.c, event.c: the capture (an object of cupy.cuda.graph's) that a stream's work goes into, or that an event was recorded in. */
Value stream_capture(Thread *thread, Value stream); /* owned; None: there is none */
Value *event_capture(Value event); /* its place; absent: none */
bool event_is_recorded(Value event);
/* graph.c: what is recorded (NULL: None), as Python's captures hold it. */
DeviceCapture *capture_from_value(Value value);
/* cupy.cuda.graph.NAME(...), which is about streams that record. */
Value capture_call(Thread *thread, const char *name, const Value *arguments, size_t count);
Value stream_class(Thread *thread); /* cp.cuda.Stream, with Stream.null */
Value profiler_range_class(Thread *thread); /* cupyx.profiler.time_range */
Value cuda_runtime_error_class(Thread *thread);
Value cuda_driver_error_class(Thread *thread); /* from then on raise_error knows it */
Value cuda_memory_error_class(Thread *thread);
Value raise_cuda_error(Thread *thread, const char *name, const char *text); /* CUDARuntimeError: "name: text" */

#endif
