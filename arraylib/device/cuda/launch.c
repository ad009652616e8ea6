/* Launching kernels.
 *
 * A launch by cuLaunchKernel costs 2.8 us on an H200's host; a graph of one kernel whose parameters are set anew costs 1.4, the
 * device is through with it sooner (1.7 us for 2.9 each when many are queued), and takes 20 us to make. So what is launched often with the same
 * geometry gets a graph. One that changes its function or its geometry is as slow as a plain launch, so each geometry has its
 * own; each takes 112 KiB of the device, so there are few: a table of slots, in which the one that is used more stays. */
#include "arraylib/device/cuda/cuda.h"

#include "base/memory.h"

#include <string.h>

enum { SLOTS = 64, WORTHWHILE = 24, CREDIT_MAX = 256 };

typedef struct Slot {
    CudaFunction function; /* NULL: empty */
    LaunchShape shape;
    unsigned credit;       /* launches of this shape, less those of others that would have this slot */
    bool fails;            /* the driver makes no graph of it */
    CudaGraphExecutable executable;
    CudaGraph graph;
    CudaGraphNode node;
} Slot;

struct CudaLaunches {
    Slot slots[SLOTS];
};

static void slot_clear(const CudaDriver *driver, Slot *slot) {
    if (slot->executable) driver->graph_executable_destroy(slot->executable);
    if (slot->graph) driver->graph_destroy(slot->graph);
    *slot = (Slot){0};
}

void cuda_launches_release(Device *device) {
    CudaState *state = cuda_state(device);
    for (int i = 0; state->launches && i < SLOTS; i++) slot_clear(&state->system->driver, &state->launches->slots[i]);
    memory_release(state->launches);
    state->launches = NULL;
}

/* The slot of this launch, if it holds it (then it is counted); NULL: another one's. */
static Slot *slot_find(CudaState *state, CudaFunction function, const LaunchShape *shape) {
    if (!state->launches && !(state->launches = memory_allocate_zeroed(1, sizeof *state->launches))) return NULL;
    uint64_t mixed = (uint64_t)(uintptr_t)function >> 4;
    mixed = (mixed ^ shape->grid[0] ^ (uint64_t)shape->grid[1] << 20 ^ (uint64_t)shape->block[0] << 40) * 0x9e3779b97f4a7c15u;
    Slot *slot = &state->launches->slots[mixed >> 58];
    if (slot->function == function && memcmp(&slot->shape, shape, sizeof *shape) == 0) {
        if (slot->credit < CREDIT_MAX) slot->credit++;
        return slot;
    }
    if (slot->function && --slot->credit > 0) return NULL;
    slot_clear(&state->system->driver, slot);
    slot->function = function;
    slot->shape = *shape;
    slot->credit = 1;
    return slot;
}

static void slot_build(const CudaDriver *driver, Slot *slot, const KernelNode *kernel) {
    slot->fails = driver->graph_create(&slot->graph, 0) || driver->graph_add_kernel(&slot->node, slot->graph, NULL, 0, kernel) ||
                  driver->graph_instantiate(&slot->executable, slot->graph, 0);
    if (!slot->fails) return;
    if (slot->graph) driver->graph_destroy(slot->graph);
    slot->graph = NULL;
    slot->executable = NULL;
}

bool cuda_launch_shape(Device *device, CudaFunction function, const LaunchShape *shape, void **parameters, Error *error) {
    CudaState *state = cuda_state(device);
    const CudaDriver *driver = &state->system->driver;
    const unsigned *grid = shape->grid, *block = shape->block;
    Slot *slot = driver->graph_set_kernel ? slot_find(state, function, shape) : NULL;
    if (slot && slot->credit >= WORTHWHILE && !slot->fails) {
        KernelNode kernel = {function, grid[0], grid[1], grid[2], block[0], block[1], block[2], shape->shared, parameters, NULL, NULL, NULL};
        if (!slot->executable) slot_build(driver, slot, &kernel);
        else slot->fails = driver->graph_set_kernel(slot->executable, slot->node, &kernel) != 0;
        if (!slot->fails) return cuda_check(device, driver->graph_launch(slot->executable, NULL), error);
    }
    return cuda_check(device,
                      driver->launch(function, grid[0], grid[1], grid[2], block[0], block[1], block[2], shape->shared, NULL, parameters, NULL),
                      error);
}

bool cuda_launch_grid(Device *device, CudaFunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                      unsigned block_y, void **parameters, Error *error) {
    return cuda_launch_shape(device, function, &(LaunchShape){{grid_x, grid_y, grid_z}, {block_x, block_y, 1}, 0}, parameters, error);
}

bool cuda_launch(Device *device, CudaFunction function, int64_t grid, unsigned block, void **parameters, Error *error) {
    if (grid < 1) grid = 1;
    if (grid > INT32_MAX) grid = INT32_MAX;
    return cuda_launch_grid(device, function, (unsigned)grid, 1, 1, block, 1, parameters, error);
}
