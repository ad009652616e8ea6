/* The host's loops of ndimage's filters: lines are brought, with their edges, into a work space of doubles, weighted there and
 * stored in the output's type, a bundle of lines at a time. Each element's sum is taken in SciPy's order, whatever the vectors'
 * width. */
#include "arraylib/functions/images/ndimage.h"
#include "base/memory.h"

#include <string.h>

/* Loops whose vectors may be wider than the baseline's; their digits are the same. */
#if defined(__x86_64__) && defined(__GLIBC__)
#define VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define VECTOR_CLONES
#endif

typedef double Four __attribute__((vector_size(32)));
enum { VECTORS = 6, LANES = 4, STRETCH = VECTORS * LANES, COLUMNS = 32 };

#define LOAD_FOUR(four, from) memcpy(&(four), from, sizeof(Four))

/* Elements 0 .. count - 1 of weighted sums; element i of the k-th summand is in[i + offsets[k]]. */
VECTOR_CLONES static void weigh(const double *in, double *out, int64_t count, const int64_t *offsets, const double *weights,
                                int64_t taps) {
    int64_t i = 0;
    for (; i + STRETCH <= count; i += STRETCH) {
        Four sums[VECTORS];
        memcpy(sums, in + i + offsets[0], sizeof sums);
        for (int v = 0; v < VECTORS; v++) sums[v] *= weights[0];
        for (int64_t k = 1; k < taps; k++)
            for (int v = 0; v < VECTORS; v++) {
                Four one;
                LOAD_FOUR(one, in + i + offsets[k] + v * LANES);
                sums[v] += one * weights[k];
            }
        memcpy(out + i, sums, sizeof sums);
    }
    for (; i < count; i++) {
        double sum = in[i + offsets[0]] * weights[0];
        for (int64_t k = 1; k < taps; k++) sum += in[i + offsets[k]] * weights[k];
        out[i] = sum;
    }
}

/* The same for weights that are alike (sign 1) or opposite (-1) around the middle one: pairs are added first, the outermost
 * first. */
static inline __attribute__((always_inline)) void weigh_pairs(const double *in, double *out, int64_t count, int64_t step,
                                                              const double *weights, int64_t half, double sign) {
    int64_t i = 0;
    for (; i + STRETCH <= count; i += STRETCH) {
        Four sums[VECTORS];
        memcpy(sums, in + i + half * step, sizeof sums);
        for (int v = 0; v < VECTORS; v++) sums[v] *= weights[half];
        for (int64_t k = 0; k < half; k++) {
            const double *left = in + i + k * step, *right = in + i + (2 * half - k) * step;
            for (int v = 0; v < VECTORS; v++) {
                Four one, other;
                LOAD_FOUR(one, left + v * LANES);
                LOAD_FOUR(other, right + v * LANES);
                sums[v] += (sign > 0 ? one + other : one - other) * weights[k];
            }
        }
        memcpy(out + i, sums, sizeof sums);
    }
    for (; i < count; i++) {
        double sum = in[i + half * step] * weights[half];
        for (int64_t k = 0; k < half; k++) {
            double one = in[i + k * step], other = in[i + (2 * half - k) * step];
            sum += (sign > 0 ? one + other : one - other) * weights[k];
        }
        out[i] = sum;
    }
}
VECTOR_CLONES static void weigh_alike(const double *in, double *out, int64_t count, int64_t step, const double *weights,
                                      int64_t half) {
    weigh_pairs(in, out, count, step, weights, half, 1);
}
VECTOR_CLONES static void weigh_opposite(const double *in, double *out, int64_t count, int64_t step, const double *weights,
                                         int64_t half) {
    weigh_pairs(in, out, count, step, weights, half, -1);
}

/* Running sums of `size` along lines that lie side by side, each divided by it. */
VECTOR_CLONES static void average(const double *in, double *out, int64_t count, int64_t width, int64_t size) {
    double sums[COLUMNS], divisor = (double)size;
    for (int64_t k = 0; k < width; k++) {
        sums[k] = in[k];
        for (int64_t i = 1; i < size; i++) sums[k] += in[i * width + k];
        out[k] = sums[k] / divisor;
    }
    for (int64_t i = 1; i < count; i++) {
        const double *gone = in + (i - 1) * width, *come = in + (i - 1 + size) * width;
        for (int64_t k = 0; k < width; k++) {
            sums[k] += come[k] - gone[k];
            out[i * width + k] = sums[k] / divisor;
        }
    }
}

/* ---- Types ---- */

#define INTEGERS(X)                                                                                                            \
    X(INT8, int8_t)                                                                                                            \
    X(INT16, int16_t) X(INT32, int32_t) X(INT64, int64_t) X(UINT8, uint8_t) X(UINT16, uint16_t) X(UINT32, uint32_t)
#define NUMBERS(X) INTEGERS(X) X(BOOL, uint8_t) X(UINT64, uint64_t) X(FLOAT32, float) X(FLOAT64, double)

static bool is_number(const Dtype *dtype) {
    switch (dtype->number) {
#define CASE(NAME, Number) case DTYPE_##NAME:
        NUMBERS(CASE) return true;
#undef CASE
    default:
        return false;
    }
}

static void load(DtypeNumber number, const char *from, double *to, int64_t count) {
    switch (number) {
#define CASE(NAME, Number)                                                                                                     \
    case DTYPE_##NAME:                                                                                                         \
        for (int64_t i = 0; i < count; i++) to[i] = (double)((const Number *)from)[i];                                         \
        break;
        NUMBERS(CASE)
#undef CASE
    default:
        break;
    }
}

/* As the host casts: through 64 bits, of which the lower ones stay. */
static int64_t whole(double number) { return number >= -0x1p63 && number < 0x1p63 ? (int64_t)number : INT64_MIN; }

static bool fit_32_bits(const double *from, int64_t count) {
    bool fit = true;
    for (int64_t i = 0; i < count; i++) fit &= from[i] > -0x1p31 && from[i] < 0x1p31;
    return fit;
}

static void store(DtypeNumber number, const double *from, char *to, int64_t count) {
    bool fit = number != DTYPE_FLOAT64 && fit_32_bits(from, count);
    switch (number) {
#define CASE(NAME, Number)                                                                                                     \
    case DTYPE_##NAME:                                                                                                         \
        if (fit)                                                                                                               \
            for (int64_t i = 0; i < count; i++) ((Number *)to)[i] = (Number)(int32_t)from[i];                                  \
        else                                                                                                                   \
            for (int64_t i = 0; i < count; i++) ((Number *)to)[i] = (Number)whole(from[i]);                                    \
        break;
        INTEGERS(CASE)
#undef CASE
    case DTYPE_BOOL:
        for (int64_t i = 0; i < count; i++) to[i] = from[i] != 0;
        break;
    case DTYPE_UINT64:
        for (int64_t i = 0; i < count; i++)
            ((uint64_t *)to)[i] = from[i] >= 0x1p63 ? (uint64_t)whole(from[i] - 0x1p63) ^ 1ull << 63 : (uint64_t)whole(from[i]);
        break;
    case DTYPE_FLOAT32:
        for (int64_t i = 0; i < count; i++) ((float *)to)[i] = (float)from[i];
        break;
    default:
        memcpy(to, from, (size_t)count * sizeof *from);
    }
}

/* ---- Lines ---- */

typedef struct LineRun {
    ArrayRuntime *runtime;
    const Lines *lines;
    const char *input;
    char *output;
    DtypeNumber from, to;
    int64_t from_size, to_size, count, inner, bundles, width; /* bundles: of `width` lines side by side, for each outer place */
    const int64_t *places; /* of the elements before the line and behind it; NULL: all are `fill` */
    bool failed;
} LineRun;

static void run_bundles(void *context, int64_t from, int64_t to) {
    LineRun *run = context;
    const Lines *lines = run->lines;
    int64_t rows = lines->before + run->count + lines->after, count = run->count;
    double *in = memory_allocate((size_t)((rows + count) * run->width) * sizeof *in), *out = in ? in + rows * run->width : NULL;
    if (!in) run->failed = true;
    for (int64_t bundle = from; in && bundle < to; bundle++) {
        if (run->runtime->interrupt && *run->runtime->interrupt) break;
        int64_t first = bundle % run->bundles * run->width,
                width = run->inner - first < run->width ? run->inner - first : run->width;
        int64_t start = bundle / run->bundles * count * run->inner + first;
        double *middle = in + lines->before * width;
        if (run->inner == 1)
            load(run->from, run->input + start * run->from_size, middle, count);
        else
            for (int64_t i = 0; i < count; i++)
                load(run->from, run->input + (start + i * run->inner) * run->from_size, middle + i * width, width);
        for (int64_t i = 0; i < lines->before + lines->after; i++) {
            double *edge = i < lines->before ? in + i * width : middle + (count + i - lines->before) * width;
            if (run->places)
                memcpy(edge, middle + run->places[i] * width, (size_t)width * sizeof *edge);
            else
                for (int64_t k = 0; k < width; k++) edge[k] = lines->fill;
        }
        int64_t half = lines->length / 2;
        if (!lines->weights)
            average(in, out, count, width, lines->length);
        else if (lines->symmetry > 0)
            weigh_alike(in, out, count * width, width, lines->weights, half);
        else if (lines->symmetry < 0)
            weigh_opposite(in, out, count * width, width, lines->weights, half);
        else {
            int64_t last = lines->length - 1;
            double weights[LINE_WEIGHTS_MOST];
            int64_t offsets[LINE_WEIGHTS_MOST];
            for (int64_t k = 0; k <= last; k++) { /* the last one first */
                weights[k] = lines->weights[k ? k - 1 : last];
                offsets[k] = (k ? k - 1 : last) * width;
            }
            weigh(in, out, count * width, offsets, weights, lines->length);
        }
        if (run->inner == 1)
            store(run->to, out, run->output + start * run->to_size, count);
        else
            for (int64_t i = 0; i < count; i++)
                store(run->to, out + i * width, run->output + (start + i * run->inner) * run->to_size, width);
    }
    memory_release(in);
}

bool ndimage_filters_lines(ArrayCall *call, const Array *a, const Lines *lines, const Dtype *dtype) {
    bool is_short = lines->symmetry || !lines->weights || lines->length <= LINE_WEIGHTS_MOST;
    return device_is_host(call->device) && is_number(a->dtype) && is_number(dtype) && is_short;
}

Array *ndimage_filter_lines(ArrayCall *call, Array *a, int axis, const Lines *lines, const Dtype *dtype) {
    LineRun run = {.runtime = call->runtime,
                   .lines = lines,
                   .from = a->dtype->number,
                   .to = dtype->number,
                   .from_size = a->dtype->item_size,
                   .to_size = dtype->item_size,
                   .count = a->shape[axis],
                   .inner = 1};
    a = call_contiguous(call, a, NULL);
    Array *result = a ? call_new(call, dtype, a->dimensions, a->shape) : NULL;
    int64_t edges = lines->before + lines->after;
    if (!result || !array_size(result)) return result;
    if (lines->mode != EDGE_CONSTANT && edges) {
        Array *places = call_hold(call, array_create(call->runtime->host, DTYPE(INT64), 1, &edges, call->error));
        int64_t *place = places ? (int64_t *)array_data(places) : NULL;
        for (int64_t i = 0; place && i < edges; i++) {
            int64_t at = i < lines->before ? i - lines->before : run.count + i - lines->before;
            place[i] = ndimage_edge_place(at, run.count, lines->mode);
        }
        run.places = place;
        if (!places) return NULL;
    }
    for (int k = axis + 1; k < a->dimensions; k++) run.inner *= a->shape[k];
    run.width = run.inner < COLUMNS ? run.inner : COLUMNS;
    run.bundles = (run.inner + run.width - 1) / run.width;
    run.input = array_data(a);
    run.output = array_data(result);
    int64_t work = (run.count + edges) * run.width * (lines->weights ? lines->length : 4);
    runtime_parallel_for(call->runtime, array_size(a) / (run.count * run.inner) * run.bundles, (1 << 17) / (work + 1) + 1,
                         run_bundles, &run);
    if (run.failed) error_no_memory(call->error);
    return !run.failed && runtime_poll(call->runtime, call->error) ? result : NULL;
}

/* ---- Neighbourhoods ---- */

typedef struct PlaneRun {
    ArrayRuntime *runtime;
    const double *input;
    char *output;
    DtypeNumber to;
    int dimensions;
    const int64_t *shape, *strides, *offsets;
    const double *weights;
    int64_t taps;
    bool failed;
} PlaneRun;

static void run_rows(void *context, int64_t from, int64_t to) {
    PlaneRun *run = context;
    int last = run->dimensions - 1;
    int64_t columns = run->shape[last], size = dtypes[run->to].item_size;
    double *out = memory_allocate((size_t)columns * sizeof *out);
    if (!out) run->failed = true;
    for (int64_t row = from; out && row < to; row++) {
        if (run->runtime->interrupt && *run->runtime->interrupt) break;
        int64_t rest = row, start = 0;
        for (int axis = last - 1; axis >= 0; axis--) {
            start += rest % run->shape[axis] * run->strides[axis];
            rest /= run->shape[axis];
        }
        weigh(run->input + start, out, columns, run->offsets, run->weights, run->taps);
        store(run->to, out, run->output + row * columns * size, columns);
    }
    memory_release(out);
}

bool ndimage_weighs_neighbours(ArrayCall *call, const Array *a, const Dtype *dtype) {
    return device_is_host(call->device) && a->dimensions && is_number(a->dtype) && is_number(dtype);
}

Array *ndimage_weigh_neighbours(ArrayCall *call, const Array *a, const Neighbourhood *around, const double *weights,
                                int64_t taps, const int64_t *numbers, const Dtype *dtype) {
    Array *extended = call_contiguous(call, around->extended, NULL), *result = call_new(call, dtype, a->dimensions, a->shape);
    Array *offsets = call_hold(call, array_create(call->runtime->host, DTYPE(INT64), 1, &taps, call->error));
    int64_t strides[ARRAY_DIMENSIONS_MAX];
    if (!extended || !result || !offsets || !array_size(result)) return extended && offsets ? result : NULL;
    shape_c_strides(extended->dimensions, extended->shape, 1, strides);
    int64_t *offset = (int64_t *)array_data(offsets);
    for (int64_t i = 0; i < taps; i++) {
        int64_t rest = numbers[i];
        offset[i] = 0;
        for (int axis = a->dimensions - 1; axis >= 0; axis--) {
            offset[i] += rest % around->shape[axis] * strides[axis];
            rest /= around->shape[axis];
        }
    }
    PlaneRun run = {.runtime = call->runtime,
                    .input = (const double *)array_data(extended),
                    .output = array_data(result),
                    .to = dtype->number,
                    .dimensions = a->dimensions,
                    .shape = a->shape,
                    .strides = strides,
                    .offsets = offset,
                    .weights = weights,
                    .taps = taps};
    int64_t columns = a->shape[a->dimensions - 1];
    runtime_parallel_for(call->runtime, array_size(a) / columns, (1 << 17) / (columns * taps + 1) + 1, run_rows, &run);
    if (run.failed) error_no_memory(call->error);
    return !run.failed && runtime_poll(call->runtime, call->error) ? result : NULL;
}
