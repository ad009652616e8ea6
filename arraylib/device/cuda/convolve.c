/* Convolution in one and two dimensions (convolve_row.cu, convolve_image.cu). */
#include "arraylib/device/cuda/cuda.h"

#include "arraylib/device/cuda/convolve_text.h"

#include <stdio.h>

/* Where a place outside is taken from. */
static const char fold_text[] =
    "__device__ inline long long fold_index(long long i, long long n) {\n"
    "#if BOUNDARY == 0\n    return i;\n#else\n    if (i >= 0 && i < n) return i;\n"
    "#if BOUNDARY == 1\n    i %= n; return i < 0 ? i + n : i;\n"
    "#else\n    long long period = 2 * n; i %= period; if (i < 0) i += period; return i < n ? i : period - 1 - i;\n"
    "#endif\n#endif\n}\n";

bool cuda_convolve(Device *device, const ConvolveTask *task, Error *error) {
    bool flat = task->kernel_shape[0] == 1 && task->output_shape[0] == 1, is_complex = task->dtype->kind == 'c';
    /* A thread's outputs and a block's threads. */
    int rows = flat ? 1 : is_complex ? 2 : 4, columns = flat ? 4 : is_complex ? 4 : 8, by = flat ? 1 : 8, bx = flat ? 256 : 8;
    int ty = rows * by, tx = columns * bx;
    char key[32];
    snprintf(key, sizeof key, "convolve/%c/%d/%d", task->dtype->code, flat, (int)task->boundary);
    if (task->output_shape[0] == 0 || task->output_shape[1] == 0) return true;
    if (!cuda_enter(device, error)) return false;
    CudaFunction function = cuda_function_find(device, key);
    if (!function) {
        TextBuffer source = TEXT_BUFFER_EMPTY;
        text_append_format(&source, "typedef %s Stored;\ntypedef %s Loaded;\n#define BOUNDARY %d\nenum { ROWS = %d, COLUMNS = %d };\n%s%s",
                           cuda_type(task->dtype), cuda_loop_type(task->dtype->number), (int)task->boundary, rows, columns, fold_text,
                           flat ? convolve_row_text : convolve_image_text);
        function = cuda_function_build(device, key, BUILD_CONTRACTED, &source, error);
    }
    if (!function) return false;
    ConvolveTask t = *task;
    _Alignas(16) char fill[16] = {0};
    if (task->fill_value) __builtin_memcpy(fill, task->fill_value, task->dtype->item_size);
    void *parameters[] = {&t.input, &t.kernel, &t.output, &t.input_shape[0], &t.input_shape[1], &t.kernel_shape[0],
                          &t.kernel_shape[1], &t.output_shape[0], &t.output_shape[1], &t.origin[0], &t.origin[1], fill};
    int64_t grid_x = (t.output_shape[1] + tx - 1) / tx, grid_y = (t.output_shape[0] + ty - 1) / ty;
    if (grid_y > 65535 || grid_x > INT32_MAX)
        return error_set(error, "ValueError", "the image is too large to convolve on a CUDA device");
    return cuda_launch_grid(device, function, (unsigned)grid_x, (unsigned)grid_y, 1, (unsigned)bx, (unsigned)by, parameters, error);
}
