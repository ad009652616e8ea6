/* Copies between arrays whose neighbours lie along different axes: by tiles (transpose.cu). */
#include "arraylib/device/cuda/cuda.h"

#include "arraylib/device/cuda/transpose_text.h"

#include <stdio.h>
#include <string.h>

enum { ROWS = 4, OUTER = 6, WORTHWHILE = 32 /* extents from which tiles pay */ };

typedef struct Transpose { /* as in transpose.cu */
    const char *in;
    char *out;
    int64_t rows, columns, in_step, out_step, blocks;
    int64_t extents[OUTER], in_steps[OUTER], out_steps[OUTER];
} Transpose;

/* The axis along which an operand's elements are neighbours; -1: there is none. */
static int near_axis(Shape shape, const Operand *operand) {
    for (int axis = 0; axis < shape.dimensions; axis++)
        if (shape.extents[axis] > 1 && operand->strides[axis] == operand->dtype->item_size) return axis;
    return -1;
}

static bool plan(Shape shape, const Operand *input, const Operand *output, int tile, Transpose *task) {
    int columns = near_axis(shape, input), rows = near_axis(shape, output), outer = 0;
    if (columns < 0 || rows < 0 || columns == rows) return false;
    if (shape.extents[columns] < WORTHWHILE || shape.extents[rows] < WORTHWHILE) return false;
    *task = (Transpose){.in = input->data,
                        .out = output->data,
                        .rows = shape.extents[rows],
                        .columns = shape.extents[columns],
                        .in_step = input->strides[rows],
                        .out_step = output->strides[columns]};
    task->blocks = ((task->rows + tile - 1) / tile) * ((task->columns + tile - 1) / tile);
    for (int axis = shape.dimensions - 1; axis >= 0; axis--) {
        if (axis == columns || axis == rows || shape.extents[axis] == 1) continue;
        if (outer == OUTER) return false;
        task->extents[outer] = shape.extents[axis];
        task->in_steps[outer] = input->strides[axis];
        task->out_steps[outer++] = output->strides[axis];
        task->blocks *= shape.extents[axis];
    }
    for (; outer < OUTER; outer++) task->extents[outer] = 1;
    return task->blocks > 0;
}

/* 1: done; 0: not a case for tiles; -1: failed. */
int cuda_transpose(Device *device, Shape shape, const Operand *input, const Operand *output, Error *error) {
    static const char *const types[] = {[1] = "unsigned char", [2] = "unsigned short", [4] = "unsigned", [8] = "unsigned long long",
                                        [16] = "struct { unsigned long long a, b; }"};
    int size = input->dtype->item_size, tile = size == 16 ? 32 : 64;
    Transpose task;
    if (size > 16 || !types[size] || !plan(shape, input, output, tile, &task)) return 0;
    if (!cuda_enter(device, error)) return -1;
    char key[24];
    snprintf(key, sizeof key, "transpose/%d", size);
    CudaFunction function = cuda_function_find(device, key);
    if (!function) {
        TextBuffer source = TEXT_BUFFER_EMPTY;
        text_append_format(&source, "typedef %s T;\nenum { TILE = %d };\n", types[size], tile);
        text_append(&source, transpose_text);
        function = cuda_function_build(device, key, BUILD_NOW, &source, error);
    }
    void *parameters[] = {&task};
    int64_t grid = task.blocks < INT32_MAX ? task.blocks : INT32_MAX;
    return function && cuda_launch(device, function, grid, (unsigned)(tile * ROWS), parameters, error) ? 1 : -1;
}
