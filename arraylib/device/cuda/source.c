/* Pieces of generated CUDA C++: types, and the geometry of strided operands. */
#include "arraylib/device/cuda/cuda.h"

#include <stdlib.h>
#include <string.h>

const char *cuda_type(const Dtype *dtype) {
    static const char *const names[DTYPE_COUNT] = {
        "bool", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long long",
        "unsigned long long", "half", "float", "double", "complex<float>", "complex<double>"};
    return names[dtype->number];
}

const char *cuda_loop_type(DtypeNumber number) {
    return number == DTYPE_FLOAT16 ? "float" : cuda_type(&dtypes[number]);
}

void layout_make(Layout *layout, Shape shape, const int64_t *const *strides, int operands) {
    layout->dimensions = 0;
    layout->operands = operands;
    layout->count = 1;
    for (int d = 0; d < shape.dimensions; d++) {
        int64_t extent = shape.extents[d];
        layout->count *= extent;
        if (extent == 1) continue;
        int last = layout->dimensions - 1;
        bool merges = last >= 0;
        for (int k = 0; k < operands && merges; k++)
            merges = layout->strides[k][last] == strides[k][d] * extent;
        if (merges) {
            layout->extents[last] *= extent;
        } else {
            last = layout->dimensions++;
            layout->extents[last] = extent;
        }
        for (int k = 0; k < operands; k++) layout->strides[k][last] = strides[k][d];
    }
}

int layout_order_axes(Shape shape, const int64_t *strides, int order[ARRAY_DIMENSIONS_MAX]) {
    int count = 0;
    for (int axis = 0; axis < shape.dimensions; axis++) {
        if (shape.extents[axis] == 1) continue;
        int at = count++;
        for (; at > 0 && llabs(strides[order[at - 1]]) < llabs(strides[axis]); at--) order[at] = order[at - 1];
        order[at] = axis;
    }
    return count;
}

bool layout_is_contiguous(const Layout *layout, int which, int size) {
    return layout->dimensions == 0 || (layout->dimensions == 1 && layout->strides[which][0] == size);
}

bool layout_is_constant(const Layout *layout, int which) {
    for (int d = 0; d < layout->dimensions; d++)
        if (layout->strides[which][d] != 0) return false;
    return true;
}

void layout_append_source(TextBuffer *source, const Layout *layout) {
    int dimensions = layout->dimensions > 0 ? layout->dimensions : 1;
    text_append_format(source,
                       "struct Geometry { long long count; long long extents[%d]; long long strides[%d][%d]; };\n"
                       "struct Offsets { long long of[%d]; };\n"
                       "__device__ inline Offsets offsets_of(const Geometry &g, long long index) {\n"
                       "    Offsets o;\n"
                       "    #pragma unroll\n"
                       "    for (int k = 0; k < %d; k++) o.of[k] = 0;\n",
                       dimensions, layout->operands, dimensions, layout->operands, layout->operands);
    /* Division by a 32-bit extent is several times as fast where everything fits. */
    if (layout->count <= INT32_MAX)
        text_append_format(source,
                           "    unsigned rest = (unsigned)index;\n    #pragma unroll\n"
                           "    for (int d = %d; d >= 0; d--) {\n"
                           "        unsigned quotient = d ? rest / (unsigned)g.extents[d] : 0;\n"
                           "        unsigned position = rest - quotient * (unsigned)g.extents[d];\n",
                           dimensions - 1);
    else
        text_append_format(source,
                           "    long long rest = index;\n    #pragma unroll\n"
                           "    for (int d = %d; d >= 0; d--) {\n"
                           "        long long quotient = d ? rest / g.extents[d] : 0;\n"
                           "        long long position = rest - quotient * g.extents[d];\n",
                           dimensions - 1);
    text_append_format(source,
                       "        #pragma unroll\n"
                       "        for (int k = 0; k < %d; k++) o.of[k] += (long long)position * g.strides[k][d];\n"
                       "        rest = quotient;\n    }\n    return o;\n}\n",
                       layout->operands);
}

size_t layout_pack(const Layout *layout, int64_t *block) {
    size_t used = 0;
    int dimensions = layout->dimensions > 0 ? layout->dimensions : 1;
    block[used++] = layout->count;
    for (int d = 0; d < dimensions; d++) block[used++] = layout->dimensions ? layout->extents[d] : 1;
    for (int k = 0; k < layout->operands; k++)
        for (int d = 0; d < dimensions; d++) block[used++] = layout->dimensions ? layout->strides[k][d] : 0;
    return used;
}
