/* Between the host and a device.
 *
 * What is page-locked (large_blocks.h) the device fetches and writes by itself. Other large blocks go through page-locked memory of ours: each worker
 * has a lane of two slots, and copies one while the device transfers the other. (The driver does the same with one thread: 80 MB in 9 ms
 * there and 5 back, or 49 into fresh pages; page-locked 1.45.) Whoever calls waits until all is read, not until it has arrived. */
#include "arraylib/device/cuda/cuda.h"

#include "arraylib/device/large_blocks.h"

#include <stdatomic.h>
#include <string.h>

enum { SLOT_SIZE = 512 << 10, LANE_SIZE = 2 * SLOT_SIZE, REGISTER_FOR_ALL_CONTEXTS = 1 };
static const size_t WORTHWHILE = 4 << 20;

typedef struct Transfer {
    Device *device;
    CudaAddress there;
    char *here;
    size_t size;
    atomic_size_t next; /* where nobody has begun */
    atomic_int status;  /* the first failure */
} Transfer;

/* The next part of it for a slot; its length, 0 at the end. */
static size_t take_part(Transfer *transfer, size_t *at) {
    *at = atomic_fetch_add(&transfer->next, SLOT_SIZE);
    if (*at >= transfer->size || atomic_load(&transfer->status)) return 0;
    return transfer->size - *at < SLOT_SIZE ? transfer->size - *at : SLOT_SIZE;
}

static void note(Transfer *transfer, int status) {
    int none = 0;
    if (status) atomic_compare_exchange_strong(&transfer->status, &none, status);
}

static void carry_there(Transfer *transfer, char *const slots[2], const CudaEvent *events) {
    const CudaDriver *driver = &cuda_state(transfer->device)->system->driver;
    size_t at, length;
    for (int side = 0; (length = take_part(transfer, &at)) > 0; side = !side) {
        note(transfer, driver->event_synchronize(events[side])); /* what was there is fetched */
        memcpy(slots[side], transfer->here + at, length);
        note(transfer, driver->copy_to_device_async(transfer->there + at, slots[side], length, NULL));
        note(transfer, driver->event_record(events[side], NULL));
    }
}

static void carry_here(Transfer *transfer, char *const slots[2], const CudaEvent *events) {
    const CudaDriver *driver = &cuda_state(transfer->device)->system->driver;
    size_t places[2] = {0}, lengths[2] = {0};
    for (int side = 0;; side = !side) {
        size_t length = lengths[side] = take_part(transfer, &places[side]);
        if (length) {
            note(transfer, driver->event_synchronize(events[side])); /* what an earlier transfer had there is fetched */
            note(transfer, driver->copy_to_host_async(slots[side], transfer->there + places[side], length, NULL));
            note(transfer, driver->event_record(events[side], NULL));
        }
        if (lengths[!side]) { /* what the other slot was asked for, meanwhile */
            note(transfer, driver->event_synchronize(events[!side]));
            memcpy(transfer->here + places[!side], slots[!side], lengths[!side]);
        }
        if (!length) return;
    }
}

static void carry(void *context, int64_t lane, int64_t end, void (*part)(Transfer *, char *const *, const CudaEvent *)) {
    Transfer *transfer = context;
    CudaState *state = cuda_state(transfer->device);
    note(transfer, state->system->driver.context_set_current(state->context));
    for (; lane < end; lane++) {
        char *slots[2] = {state->staging + lane * LANE_SIZE, state->staging + lane * LANE_SIZE + SLOT_SIZE};
        part(transfer, slots, &state->staging_events[2 * lane]);
    }
}

static void lanes_there(void *context, int64_t from, int64_t to) { carry(context, from, to, carry_there); }
static void lanes_here(void *context, int64_t from, int64_t to) { carry(context, from, to, carry_here); }

/* Page-locked memory, and an event for each slot, made when first needed; false: there is none to be had. */
static bool staging_ready(Device *device) {
    CudaState *state = cuda_state(device);
    CudaDriver *driver = &state->system->driver;
    if (state->staging) return true;
    void *memory = NULL;
    if (driver->host_allocate(&memory, CUDA_LANES * (size_t)LANE_SIZE)) return false;
    for (int i = 0; i < 2 * CUDA_LANES; i++)
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
    large_blocks_unlock(device);
    if (!state->staging) return;
    for (int i = 0; i < 2 * CUDA_LANES; i++) state->system->driver.event_destroy(state->staging_events[i]);
    state->system->driver.host_free(state->staging);
    state->staging = NULL;
}

static bool lock_pages(Device *device, char *bytes, size_t size) {
    return cuda_state(device)->system->driver.host_register(bytes, size, REGISTER_FOR_ALL_CONTEXTS) == 0;
}

static void unlock_pages(Device *device, char *bytes) {
    Error ignored = ERROR_NONE;
    if (cuda_enter(device, &ignored)) cuda_state(device)->system->driver.host_unregister(bytes);
    error_clear(&ignored);
}

static const PageLocker page_locker = {lock_pages, unlock_pages};

/* Is it worth the lanes? */
static bool goes_by_lanes(Device *device, const void *here, size_t size) {
    if (size >= LARGE_BLOCK && large_block_is_locked(device, &page_locker, here, size)) return false;
    return size >= WORTHWHILE && staging_ready(device);
}

static bool by_lanes(Device *device, CudaAddress there, const void *here, size_t size, ParallelBody *lanes, Error *error) {
    Transfer transfer = {.device = device, .there = there, .here = (char *)here, .size = size};
    runtime_parallel_for(device->runtime, CUDA_LANES, 1, lanes, &transfer);
    return cuda_check(device, atomic_load(&transfer.status), error);
}

bool cuda_copy_from_host(Device *device, char *target, const void *source, size_t size, Error *error) {
    if (size == 0) return true;
    if (!cuda_enter(device, error)) return false;
    if (goes_by_lanes(device, source, size)) return by_lanes(device, cuda_address(target), source, size, lanes_there, error);
    return cuda_check(device, cuda_state(device)->system->driver.copy_to_device(cuda_address(target), source, size), error);
}

bool cuda_copy_to_host(Device *device, void *target, const char *source, size_t size, Error *error) {
    if (size == 0) return true;
    if (!cuda_enter(device, error)) return false;
    if (goes_by_lanes(device, target, size)) return by_lanes(device, cuda_address(source), target, size, lanes_here, error);
    return cuda_check(device, cuda_state(device)->system->driver.copy_to_host(target, cuda_address(source), size), error);
}
