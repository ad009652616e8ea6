/* Convolution in one and two dimensions: a block computes a tile of outputs from a tile of inputs with its border, both
 * in shared memory, one chunk of the kernel after another, so that kernels of any size do. */
#include "arraylib/device/cuda/cuda.h"

#include <stdio.h>

static const char convolve_text[] =
    "__device__ inline long long fold_index(long long i, long long n) {\n"
    "#if BOUNDARY == 1\n    i %= n; return i < 0 ? i + n : i;\n"
    "#elif BOUNDARY == 2\n    long long period = 2 * n; i %= period; if (i < 0) i += period; return i < n ? i : period - 1 - i;\n"
    "#else\n    return i;\n#endif\n}\n"
    "extern \"C\" __global__ void __launch_bounds__(BX * BY) kernel(const Stored *input, const Stored *kernel_, Stored *output, long long ih, long long iw, "
    "long long kh, long long kw, long long oh, long long ow, long long oy, long long ox, Stored fill) {\n"
    "    __shared__ __align__(16) char in_memory[sizeof(Loaded) * (TY + KY - 1) * (TX + KX - 1)];\n"
    "    __shared__ __align__(16) char k_memory[sizeof(Loaded) * KY * KX];\n"
    "    Loaded *tile = (Loaded *)in_memory, *weights = (Loaded *)k_memory;\n"
    "    const int WIDTH = TX + KX - 1;\n"
    "    long long y0 = (long long)blockIdx.y * TY, x0 = (long long)blockIdx.x * TX;\n"
    "    int thread = threadIdx.y * BX + threadIdx.x;\n"
    "    Loaded sums[TY / BY][TX / BX];\n"
    "    for (int a = 0; a < TY / BY; a++) for (int b = 0; b < TX / BX; b++) sums[a][b] = (Loaded)0;\n"
    "    for (long long m0 = 0; m0 < kh; m0 += KY) for (long long n0 = 0; n0 < kw; n0 += KX) {\n"
    "        int ky = kh - m0 < KY ? (int)(kh - m0) : KY, kx = kw - n0 < KX ? (int)(kw - n0) : KX;\n"
    "        for (int i = thread; i < KY * KX; i += BX * BY) {\n            int m = i / KX, n = i % KX;\n"
    "            weights[i] = m < ky && n < kx ? convert<Loaded>(kernel_[(m0 + m) * kw + n0 + n]) : (Loaded)0;\n        }\n"
    // Output (y, x) takes input (y + oy - m0 - m, x + ox - n0 - n): row r of the tile is input row y0 + oy - m0 - (ky - 1) + r.
    "        for (int i = thread; i < (TY + ky - 1) * (TX + kx - 1); i += BX * BY) {\n"
    "            int r = i / (TX + kx - 1), c = i % (TX + kx - 1);\n"
    "            long long y = y0 + oy - m0 - (ky - 1) + r, x = x0 + ox - n0 - (kx - 1) + c;\n"
    "#if BOUNDARY == 0\n            bool inside = y >= 0 && y < ih && x >= 0 && x < iw;\n"
    "            tile[r * WIDTH + c] = convert<Loaded>(inside ? input[y * iw + x] : fill);\n"
    "#else\n            tile[r * WIDTH + c] = convert<Loaded>(input[fold_index(y, ih) * iw + fold_index(x, iw)]);\n#endif\n"
    "        }\n        __syncthreads();\n"
    "        for (int m = 0; m < ky; m++) for (int n = 0; n < kx; n++) {\n            Loaded w = weights[m * KX + n];\n"
    "            #pragma unroll\n            for (int a = 0; a < TY / BY; a++)\n"
    "                #pragma unroll\n                for (int b = 0; b < TX / BX; b++)\n"
    "                    sums[a][b] = sums[a][b] + w * tile[(threadIdx.y + a * BY + ky - 1 - m) * WIDTH + threadIdx.x + b * BX + kx - 1 - n];\n"
    "        }\n        __syncthreads();\n    }\n"
    "    for (int a = 0; a < TY / BY; a++) for (int b = 0; b < TX / BX; b++) {\n"
    "        long long y = y0 + threadIdx.y + a * BY, x = x0 + threadIdx.x + b * BX;\n"
    "        if (y < oh && x < ow) output[y * ow + x] = convert<Stored>(sums[a][b]);\n    }\n}\n";

bool cuda_convolve(Device *device, const ConvolveTask *task, Error *error) {
    bool flat = task->kernel_shape[0] == 1 && task->output_shape[0] == 1, wide = task->dtype->item_size > 8;
    /* Tile of outputs, block of threads, chunk of the kernel. */
    int ty = flat ? 1 : 32, tx = flat ? 1024 : 32, by = flat ? 1 : 8, bx = flat ? 256 : 32;
    int ky = flat ? 1 : wide ? 12 : 16, kx = flat ? 256 : wide ? 12 : 16;
    char key[32];
    snprintf(key, sizeof key, "convolve/%c/%d/%d", task->dtype->code, flat, (int)task->boundary);
    if (task->output_shape[0] == 0 || task->output_shape[1] == 0) return true;
    if (!cuda_enter(device, error)) return false;
    CudaFunction function = cuda_function_find(device, key);
    if (!function) {
        TextBuffer source = TEXT_BUFFER_EMPTY;
        text_append_format(&source,
                           "typedef %s Stored;\ntypedef %s Loaded;\n#define BOUNDARY %d\n#define TY %d\n#define TX %d\n"
                           "#define BY %d\n#define BX %d\n#define KY %d\n#define KX %d\n%s",
                           cuda_type(task->dtype), cuda_loop_type(task->dtype->number), (int)task->boundary, ty, tx, by, bx, ky,
                           kx, convolve_text);
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
