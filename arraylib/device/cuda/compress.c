/* What a mask keeps: tiles are counted, the counts summed, the elements written in their order. */
#include "arraylib/device/cuda/cuda.h"

#include "arraylib/device/cuda/block_sum_text.h"
#include "arraylib/device/cuda/compress_text.h"

#include <stdio.h>

enum { BLOCK = 256, TILE = 32 * BLOCK, SUMMING_BLOCK = 1024 };
enum { STAGE_COUNT, STAGE_SUM, STAGE_WRITE };

static CudaFunction stage_function(Device *device, int stage, size_t size, Error *error) {
    char key[32];
    snprintf(key, sizeof key, "compress%d/%zu", stage, size);
    CudaFunction function = cuda_function_find(device, key);
    if (function) return function;
    TextBuffer source = TEXT_BUFFER_EMPTY;
    text_append(&source, size == 16  ? "typedef struct { unsigned long long parts[2]; } Item;\n"
                         : size == 8 ? "typedef unsigned long long Item;\n"
                         : size == 4 ? "typedef unsigned Item;\n"
                         : size == 2 ? "typedef unsigned short Item;\n"
                                     : "typedef unsigned char Item;\n");
    text_append_format(&source, "#define STAGE %d\n%s%s", stage, block_sum_text, compress_text);
    return cuda_function_build(device, key, BUILD_NOW, &source, error);
}

typedef struct MaskRun {
    const char *mask, *source;
    char *output, *tiles; /* the sums before each tile, and that of all: numbers of 64 bits */
    int64_t count, tile_count;
} MaskRun;

static bool launch(Device *device, MaskRun *run, int stage, size_t size, Error *error) {
    CudaFunction function = stage_function(device, stage, size, error);
    void *parameters[] = {&run->mask, &run->count, &run->tiles, &run->tile_count, &run->source, &run->output};
    int64_t grid = stage == STAGE_SUM ? 1 : run->tile_count < 1 << 20 ? run->tile_count : 1 << 20;
    return function && cuda_launch(device, function, grid, stage == STAGE_SUM ? SUMMING_BLOCK : BLOCK, parameters, error);
}

/* Makes the tiles' memory, which is the caller's to free. */
static bool count_tiles(Device *device, MaskRun *run, Error *error) {
    run->tile_count = (run->count + TILE - 1) / TILE;
    if (!cuda_enter(device, error) || !(run->tiles = cuda_allocate(device, (size_t)(run->tile_count + 1) * 8, error))) return false;
    return launch(device, run, STAGE_COUNT, 1, error) && (run->tile_count == 1 || launch(device, run, STAGE_SUM, 1, error));
}

static void free_tiles(Device *device, MaskRun *run) { cuda_free(device, run->tiles, (size_t)(run->tile_count + 1) * 8); }

bool cuda_count_true(Device *device, const char *mask, int64_t count, int64_t *found, Error *error) {
    MaskRun run = {.mask = mask, .count = count};
    bool good = count_tiles(device, &run, error) &&
                device->operations->copy_to_host(device, found, run.tiles + run.tile_count * 8, sizeof *found, error);
    free_tiles(device, &run);
    return good;
}

bool cuda_compress(Device *device, const char *mask, const char *source, size_t size, int64_t count, char *output, Error *error) {
    MaskRun run = {.mask = mask, .source = source, .count = count, .output = output, .tile_count = 1};
    if (count == 0) return true;
    if (count <= TILE) return cuda_enter(device, error) && launch(device, &run, STAGE_WRITE, size, error);
    bool good = count_tiles(device, &run, error) && launch(device, &run, STAGE_WRITE, size, error);
    free_tiles(device, &run);
    return good;
}
