/* Moments in the work of a device: events of the driver's, recorded on the default stream. */
#include "arraylib/device/cuda/cuda.h"

#include "base/memory.h"

enum { EVENT_UNTIMED = 2, NOT_READY = 600 };

struct DeviceEvent {
    CudaEvent handle;
    unsigned contexts; /* the number of its context: with that it is gone, and all work of that was done */
};

static bool is_gone(Device *device, const DeviceEvent *event) {
    return !cuda_state(device)->context || event->contexts != cuda_state(device)->contexts;
}

DeviceEvent *cuda_event_create(Device *device, bool is_timed, Error *error) {
    DeviceEvent *event = cuda_enter(device, error) ? memory_allocate(sizeof *event) : NULL;
    if (!event) {
        if (!error_is_set(error)) error_no_memory(error);
        return NULL;
    }
    event->contexts = cuda_state(device)->contexts;
    int status = cuda_state(device)->system->driver.event_create(&event->handle, is_timed ? 0 : EVENT_UNTIMED);
    if (cuda_check(device, status, error)) return event;
    memory_release(event);
    return NULL;
}

void cuda_event_destroy(Device *device, DeviceEvent *event) {
    Error ignored = ERROR_NONE;
    if (!is_gone(device, event) && cuda_enter(device, &ignored)) cuda_state(device)->system->driver.event_destroy(event->handle);
    error_clear(&ignored);
    memory_release(event);
}

bool cuda_event_record(Device *device, DeviceEvent *event, Error *error) {
    if (!cuda_enter(device, error)) return false;
    CudaDriver *driver = &cuda_state(device)->system->driver;
    if (event->contexts != cuda_state(device)->contexts) {
        if (!cuda_check(device, driver->event_create(&event->handle, 0), error)) return false;
        event->contexts = cuda_state(device)->contexts;
    }
    return cuda_check(device, driver->event_record(event->handle, NULL), error);
}

static int answer(Device *device, int status, Error *error) {
    if (status == NOT_READY) return 0;
    return cuda_check(device, status, error) ? 1 : -1;
}

int cuda_event_query(Device *device, DeviceEvent *event, Error *error) {
    if (is_gone(device, event)) return 1;
    if (!cuda_enter(device, error)) return -1;
    return answer(device, cuda_state(device)->system->driver.event_query(event->handle), error);
}

bool cuda_event_wait(Device *device, DeviceEvent *event, Error *error) {
    if (is_gone(device, event)) return true;
    return cuda_enter(device, error) && cuda_check(device, cuda_state(device)->system->driver.event_synchronize(event->handle), error);
}

int cuda_event_elapsed(Device *device, DeviceEvent *start, DeviceEvent *end, float *milliseconds, Error *error) {
    if (is_gone(device, start) || is_gone(device, end)) {
        error_set(error, "cupy_backends.cuda.api.driver.CUDADriverError", "CUDA_ERROR_INVALID_HANDLE: the context of the events is gone");
        return -1;
    }
    if (!cuda_enter(device, error)) return -1;
    return answer(device, cuda_state(device)->system->driver.event_elapsed(milliseconds, start->handle, end->handle), error);
}

int cuda_is_idle(Device *device, Error *error) {
    if (!cuda_state(device)->context) return 1; /* never used */
    if (!cuda_enter(device, error)) return -1;
    return answer(device, cuda_state(device)->system->driver.stream_query(NULL), error);
}
