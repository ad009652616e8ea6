/* From the host to a device.
 *
 * The driver copies pageable memory into pinned memory of its own with one thread, piece after piece, before the device can
 * fetch it. Large blocks go through pinned memory of ours instead, filled by the workers, while the device fetches the pieces
 * filled before: whoever calls waits until all is read, not until it has arrived. */
#include "arraylib/device/cuda/cuda.h"

#include <string.h>

enum { SLOT_SIZE = 4 << 20, GRAIN = 256 << 10 };
static const size_t WORTHWHILE = 8 << 20;

typedef struct Piece {
    char *target;
    const char *source;
} Piece;

static void copy_part(void *context, int64_t from, int64_t to) {
    const Piece *piece = context;
    memcpy(piece->target + from, piece->source + from, (size_t)(to - from));
}

/* Pinned memory and an event for each slot, made when first needed; false: there is none to be had. */
static bool staging_ready(Device *device) {
    CudaState *state = cuda_state(device);
    CudaDriver *driver = &state->system->driver;
    if (state->staging) return true;
    void *memory = NULL;
    if (driver->host_allocate(&memory, CUDA_STAGING_SLOTS * (size_t)SLOT_SIZE)) return false;
    for (int i = 0; i < CUDA_STAGING_SLOTS; i++)
        if (driver->event_create(&state->staging_events[i], 2 /* without timing */)) {
            while (i-- > 0) driver->event_destroy(state->staging_events[i]);
            driver->host_free(memory);
            return false;
        }
    state->staging = memory;
    return true;
}

void cuda_staging_release(Device *device) {
    CudaState *state = cuda_state(device);
    if (!state->staging) return;
    for (int i = 0; i < CUDA_STAGING_SLOTS; i++) state->system->driver.event_destroy(state->staging_events[i]);
    state->system->driver.host_free(state->staging);
    state->staging = NULL;
}

bool cuda_copy_from_host(Device *device, char *target, const void *source, size_t size, Error *error) {
    if (size == 0) return true;
    if (!cuda_enter(device, error)) return false;
    CudaState *state = cuda_state(device);
    CudaDriver *driver = &state->system->driver;
    if (size < WORTHWHILE || !staging_ready(device)) return cuda_check(device, driver->copy_to_device(cuda_address(target), source, size), error);
    int slot = 0;
    for (size_t at = 0; at < size; at += SLOT_SIZE, slot = (slot + 1) % CUDA_STAGING_SLOTS) {
        size_t length = size - at < SLOT_SIZE ? size - at : SLOT_SIZE;
        Piece piece = {state->staging + (size_t)slot * SLOT_SIZE, (const char *)source + at};
        if (!cuda_check(device, driver->event_synchronize(state->staging_events[slot]), error)) return false; /* what was there is fetched */
        runtime_parallel_for(device->runtime, (int64_t)length, GRAIN, copy_part, &piece);
        if (!cuda_check(device, driver->copy_to_device_async(cuda_address(target + at), piece.target, length, NULL), error) ||
            !cuda_check(device, driver->event_record(state->staging_events[slot], NULL), error))
            return false;
    }
    return true;
}
