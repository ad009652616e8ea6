/* The loops of scipy.ndimage's interpolation: coefficients of splines along lines, and the splines' values at coordinates.
 *
 * On the host, in double. Sums are taken in SciPy's order, an element at a time, so that no digit depends on blocks, vectors or
 * threads. */
#include "arraylib/functions/compose.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

ARRAY_FAMILY(spline);

enum { ORDER_MOST = 5, NEIGHBOURS_MOST = ORDER_MOST + 1 };

/* Loops whose vectors may be wider than the baseline's; their digits are the same. */
#if defined(__x86_64__) && defined(__GLIBC__)
#define VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define VECTOR_CLONES
#endif

typedef enum SplineMode {
    SPLINE_NEAREST,
    SPLINE_WRAP,
    SPLINE_REFLECT,
    SPLINE_MIRROR,
    SPLINE_CONSTANT,
    SPLINE_GRID_WRAP,
    SPLINE_GRID_CONSTANT
} SplineMode;

static bool spline_mode(ArrayCall *call, size_t index, SplineMode *mode) {
    static const struct {
        const char *name;
        SplineMode mode;
    } names[] = {{"nearest", SPLINE_NEAREST},     {"wrap", SPLINE_WRAP},
                 {"reflect", SPLINE_REFLECT},     {"grid-mirror", SPLINE_REFLECT},
                 {"mirror", SPLINE_MIRROR},       {"constant", SPLINE_CONSTANT},
                 {"grid-wrap", SPLINE_GRID_WRAP}, {"grid-constant", SPLINE_GRID_CONSTANT}};
    const char *given;
    if (!call_text(call, index, &given)) return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(given, names[i].name)) {
            *mode = names[i].mode;
            return true;
        }
    return call_fail(call, "RuntimeError", "boundary mode not supported");
}

static bool spline_order(ArrayCall *call, size_t index, int *order) {
    int64_t number;
    if (!call_integer(call, index, &number)) return false;
    *order = (int)number;
    return (number >= 0 && number <= ORDER_MOST) || call_fail(call, "RuntimeError", "spline order not supported");
}

/* ---- Coefficients ---- */

enum { LINES = 16 }; /* that are filtered side by side */

static int spline_poles(int order, double *poles) {
    if (order < 4) {
        poles[0] = order == 2 ? sqrt(8.0) - 3.0 : sqrt(3.0) - 2.0;
        return 1;
    }
    double inner = sqrt(order == 4 ? 438976.0 : 4436.25), outer = order == 4 ? 664.0 : 67.5;
    double apart = sqrt(order == 4 ? 304.0 : 26.25), whole = order == 4 ? 19.0 : 6.5;
    poles[0] = sqrt(outer - inner) + apart - whole;
    poles[1] = sqrt(outer + inner) - apart - whole;
    return 2;
}

/* The first value of the causal filter and, when `last`, that of the filter which goes back. */
static void start_lines(double (*c)[LINES], int64_t n, double z, SplineMode mode, bool last) {
    for (int k = 0; k < LINES; k++) {
        double power = z, first = c[0][k], zn;
        if (mode == SPLINE_GRID_WRAP) {
            double sum = last ? c[n - 1][k] : first;
            for (int64_t i = 1; i < n; i++, power *= z) sum += power * (last ? c[i - 1][k] : c[n - i][k]);
            c[last ? n - 1 : 0][k] = last ? sum * (z / (power - 1)) : sum / (1 - power);
        } else if (mode == SPLINE_NEAREST || mode == SPLINE_REFLECT) {
            if (last) {
                c[n - 1][k] *= z / (z - 1);
                continue;
            }
            zn = pow(z, (double)n);
            c[0][k] = first + zn * c[n - 1][k];
            for (int64_t i = 1; i < n; i++, power *= z)
                c[0][k] += power * (c[i][k] + zn * c[n - 1 - i][k]); /* the last one takes the sum so far */
            c[0][k] *= z / (1 - zn * zn);
            c[0][k] += first;
        } else {
            if (last) {
                c[n - 1][k] = (z * c[n - 2][k] + c[n - 1][k]) * z / (z * z - 1);
                continue;
            }
            zn = pow(z, (double)(n - 1));
            c[0][k] = first + zn * c[n - 1][k];
            for (int64_t i = 1; i < n - 1; i++, power *= z) c[0][k] += power * (c[i][k] + zn * c[n - 1 - i][k]);
            c[0][k] /= 1 - zn * zn;
        }
    }
}

VECTOR_CLONES static void filter_lines(double (*c)[LINES], int64_t n, int order, SplineMode mode) {
    double poles[2], gain = 1.0;
    int count = spline_poles(order, poles);
    for (int p = 0; p < count; p++) gain *= (1.0 - poles[p]) * (1.0 - 1.0 / poles[p]);
    for (int64_t i = 0; i < n; i++)
        for (int k = 0; k < LINES; k++) c[i][k] *= gain;
    for (int p = 0; p < count; p++) {
        double z = poles[p];
        start_lines(c, n, z, mode, false);
        for (int64_t i = 1; i < n; i++)
            for (int k = 0; k < LINES; k++) c[i][k] += z * c[i - 1][k];
        start_lines(c, n, z, mode, true);
        for (int64_t i = n - 2; i >= 0; i--)
            for (int k = 0; k < LINES; k++) c[i][k] = z * (c[i + 1][k] - c[i][k]);
    }
}

typedef struct LineRun {
    ArrayRuntime *runtime;
    double *data;
    int64_t n, inner, lines;
    int order;
    SplineMode mode;
    bool failed;
} LineRun;

static void run_bundles(void *context, int64_t from, int64_t to) {
    LineRun *run = context;
    double(*tile)[LINES] = memory_allocate((size_t)run->n * sizeof *tile);
    if (!tile) run->failed = true;
    for (int64_t bundle = from; tile && bundle < to; bundle++) {
        if (run->runtime->interrupt && *run->runtime->interrupt) break;
        double *lines[LINES];
        int64_t first = bundle * LINES, count = run->lines - first < LINES ? run->lines - first : LINES;
        for (int k = 0; k < LINES; k++) {
            int64_t line = first + (k < count ? k : 0);
            lines[k] = run->data + line / run->inner * run->inner * run->n + line % run->inner;
        }
        for (int64_t i = 0; i < run->n; i++)
            for (int k = 0; k < LINES; k++) tile[i][k] = lines[k][i * run->inner];
        filter_lines(tile, run->n, run->order, run->mode);
        for (int64_t i = 0; i < run->n; i++)
            for (int64_t k = 0; k < count; k++) lines[k][i * run->inner] = tile[i][k];
    }
    memory_release(tile);
}

ARRAY_FUNCTION_AT(ndimage_coefficients, "ndimage._loops.coefficients", SCIPY | NO_DISPATCH, "(input, order, mode, *axes)",
                  "The coefficients, float64, of the splines of an order (2 to 5) through an array's values along axes.\n\n"
                  ">>> ndimage._loops.coefficients([1.0, 2.0, 3.0], 3, 'mirror', 0).round(6)\narray([0.5, 2. , 3.5])\n") {
    Array *a = call_array(call, 0);
    LineRun run = {.runtime = call->runtime};
    a = a ? call_on_host(call, a) : NULL;
    a = a ? call_copy(call, call_cast(call, a, DTYPE(FLOAT64)), 'C') : NULL;
    if (!a || !spline_order(call, 1, &run.order) || !spline_mode(call, 2, &run.mode)) return variant_absent();
    run.data = (double *)array_data(a);
    Variant axes = call->arguments[3];
    for (size_t i = 0; array_size(a) && run.order > 1 && i < axes.list->count; i++) {
        int64_t number;
        int axis;
        if (!variant_to_index(axes.list->items[i], &number, call->error) ||
            !axis_normalise(number, a->dimensions, &axis, NULL, call->error))
            return variant_absent();
        run.n = a->shape[axis];
        run.inner = 1;
        for (int k = axis + 1; k < a->dimensions; k++) run.inner *= a->shape[k];
        run.lines = array_size(a) / run.n;
        if (run.n < 2) continue;
        runtime_parallel_for(call->runtime, (run.lines + LINES - 1) / LINES, 4096 / run.n + 1, run_bundles, &run);
        if (run.failed) error_no_memory(call->error);
        if (run.failed || !runtime_poll(call->runtime, call->error)) return variant_absent();
    }
    return call_give(call, a);
}

/* ---- Values ---- */

/* A coordinate brought into the array as the mode says; -1: outside. What the nearest stands for stays: the neighbours of it
 * do. */
static double place_of(double x, int64_t size, SplineMode mode) {
    double n = (double)size, period;
    bool low = x<0, high = x> n - 1;
    if (!low && !high) return x;
    switch (mode) {
    case SPLINE_NEAREST:
        return x;
    case SPLINE_CONSTANT:
    case SPLINE_GRID_CONSTANT:
        return -1;
    case SPLINE_GRID_WRAP:
        return low ? x + n * (trunc((-1 - x) / n) + 1) : x - n * trunc(x / n);
    default:
        break;
    }
    if (size <= 1) return 0;
    if (mode == SPLINE_WRAP) {
        period = n - 1;
        return low ? x + period * (trunc(-x / period) + 1) : x - period * trunc(x / period);
    }
    if (mode == SPLINE_MIRROR) {
        period = 2 * n - 2;
        if (low) {
            x = period * trunc(-x / period) + x;
            return x <= 1 - n ? x + period : -x;
        }
        x -= period * trunc(x / period);
        return x >= n ? period - x : x;
    }
    period = 2 * n;
    if (low) {
        if (x < -period) x = period * trunc(-x / period) + x;
        return x < -n ? x + period : (x > -1e-15 ? 1e-15 : -x) - 1;
    }
    x -= period * trunc(x / period);
    return x >= n ? period - x - 1 : x;
}

enum { BLOCK = 64, BEYOND = 8 };

typedef struct SampleAxis {
    int64_t size, step;    /* of the coefficients, in elements */
    const int64_t *places; /* by place + BEYOND: see neighbour_places */
    const double *coordinates;
    const int64_t *strides; /* of the coordinates, by the output's axes, in bytes */
} SampleAxis;

typedef struct Sampling {
    ArrayRuntime *runtime;
    const double *coefficients;
    int rank, dimensions, order;
    SplineMode mode;
    double cval, extent;
    const int64_t *shape;
    SampleAxis axes[ARRAY_DIMENSIONS_MAX];
    DtypeNumber number;
    char *output;
} Sampling;

/* For places -BEYOND .. size + BEYOND - 1 the offset of the coefficient that stands there; -1: cval does. */
static void neighbour_places(int64_t *places, const SampleAxis *axis, SplineMode mode) {
    SplineMode inner = mode == SPLINE_CONSTANT || mode == SPLINE_WRAP ? SPLINE_MIRROR : mode;
    for (int64_t at = -BEYOND; at < axis->size + BEYOND; at++) {
        int64_t place = (int64_t)place_of((double)at, axis->size, inner);
        if (mode == SPLINE_GRID_CONSTANT)
            place = at < 0 || at >= axis->size ? -1 : at;
        else
            place = place < 0 ? 0 : place >= axis->size ? axis->size - 1 : place;
        places[at + BEYOND] = place < 0 ? -1 : place * axis->step;
    }
}

typedef double Row[BLOCK];

/* The weights of order + 1 neighbours, where t is the distance from the middle one, or from the one below. */
static inline __attribute__((always_inline)) void weigh(int order, const double *distance, Row *w) {
    for (int i = 0; i < BLOCK; i++) {
        double t = distance[i], z = 1.0 - t;
        if (order == 1) {
            w[0][i] = z;
            w[1][i] = t;
        } else if (order == 2) {
            double middle = 0.75 - t * t, first = 0.5 * ((0.5 - t) * (0.5 - t));
            w[0][i] = first;
            w[1][i] = middle;
            w[2][i] = 1.0 - first - middle;
        } else if (order == 3) {
            double second = (t * t * (t - 2.0) * 3.0 + 4.0) / 6.0, third = (z * z * (z - 2.0) * 3.0 + 4.0) / 6.0,
                   first = z * z * z / 6.0;
            w[0][i] = first;
            w[1][i] = second;
            w[2][i] = third;
            w[3][i] = 1.0 - first - second - third;
        } else if (order == 4) {
            double square = t * t, y = 1.0 + t, x = 1.0 - t, h = 0.5 - t;
            double middle = square * (square * 0.25 - 0.625) + 115.0 / 192.0;
            double before = y * (y * (y * (5.0 - y) / 6.0 - 1.25) + 5.0 / 24.0) + 55.0 / 96.0;
            double after = x * (x * (x * (5.0 - x) / 6.0 - 1.25) + 5.0 / 24.0) + 55.0 / 96.0, first = h * h * (h * h) / 24.0;
            w[0][i] = first;
            w[1][i] = before;
            w[2][i] = middle;
            w[3][i] = after;
            w[4][i] = 1.0 - first - before - middle - after;
        } else if (order == 5) {
            double y = t + 1, x = z + 1, tt = t * t, zz = z * z, first = zz * zz * z / 120.0;
            double a = y * (y * (y * (y * (y / 24.0 - 0.375) + 1.25) - 1.75) + 0.625) + 0.425,
                   b = tt * (tt * (0.25 - t / 12.0) - 0.5) + 0.55;
            double c = zz * (zz * (0.25 - z / 12.0) - 0.5) + 0.55,
                   d = x * (x * (x * (x * (x / 24.0 - 0.375) + 1.25) - 1.75) + 0.625) + 0.425;
            w[0][i] = first;
            w[1][i] = a;
            w[2][i] = b;
            w[3][i] = c;
            w[4][i] = d;
            w[5][i] = 1.0 - first - a - b - c - d;
        }
    }
}

/* Up to BLOCK places along one axis: where each one's neighbours begin, and their weights. `outside` gathers those of no value.
 */
static inline __attribute__((always_inline)) void locate(const Sampling *sampling, int axis, int order, const char *from,
                                                         int64_t stride, int count, int64_t *start, Row *w, bool *outside) {
    Row distance;
    const SampleAxis *along = &sampling->axes[axis];
    double most = (double)along->size - 1, reach = (double)along->size + BEYOND - 1 - order;
    for (int i = 0; i < BLOCK; i++) {
        double x = i < count ? *(const double *)(from + i * stride) + sampling->extent : 0;
        if (sampling->mode != SPLINE_GRID_CONSTANT && sampling->mode != SPLINE_NEAREST) {
            if (!(x >= 0 && x <= most)) x = place_of(x, along->size, sampling->mode);
            if (!(x > -1)) {
                if (i < count) outside[i] = true;
                x = 0;
            }
        }
        double whole = floor(order & 1 ? x : x + 0.5), first = whole - order / 2;
        distance[i] = x - whole;
        start[i] = first >= -BEYOND && first <= reach ? (int64_t)first : first > 0 ? along->size : -BEYOND;
    }
    weigh(order, distance, w);
}

/* The same for cubic splines on a plane whose neighbours all lie inside: the four of a row together. */
static inline __attribute__((always_inline)) double cubic_at(const Sampling *sampling, int64_t (*starts)[BLOCK],
                                                             Row (*weights)[NEIGHBOURS_MOST], int i) {
    typedef double Four __attribute__((vector_size(32)));
    int64_t step = sampling->axes[0].step;
    const double *from = sampling->coefficients + starts[0][i] * step + starts[1][i];
    Four along = {weights[1][0][i], weights[1][1][i], weights[1][2][i], weights[1][3][i]};
    double total = 0;
    for (int row = 0; row < 4; row++, from += step) {
        Four products;
        memcpy(&products, from, sizeof products);
        products = products * weights[0][row][i] * along;
        total += products[0];
        total += products[1];
        total += products[2];
        total += products[3];
    }
    return total;
}

static inline bool is_inside(const Sampling *sampling, int64_t (*starts)[BLOCK], int i) {
    bool inside = true;
    for (int axis = 0; axis < 2; axis++) inside &= starts[axis][i] >= 0 && starts[axis][i] + 3 < sampling->axes[axis].size;
    return inside;
}

/* The value at one place: products of coefficients with weights, axis by axis, in the order of the neighbours. */
static inline __attribute__((always_inline)) double value_at(const Sampling *sampling, int rank, int order,
                                                             int64_t (*starts)[BLOCK], Row (*weights)[NEIGHBOURS_MOST], int i) {
    int last = rank - 1, at[ARRAY_DIMENSIONS_MAX] = {0};
    const SampleAxis *along = &sampling->axes[last];
    int64_t start = starts[last][i];
    bool inside = start >= 0 && start + order < along->size, missing = false;
    const int64_t *places = along->places + BEYOND + start;
    double total = 0;
    for (;;) {
        int64_t offset = 0;
        bool beside = false;
        for (int axis = 0; axis < last; axis++) {
            int64_t place = sampling->axes[axis].places[BEYOND + starts[axis][i] + at[axis]];
            beside |= place < 0;
            offset += place;
        }
        double products[NEIGHBOURS_MOST];
        if (inside && !beside)
            memcpy(products, sampling->coefficients + offset + start, sizeof(double) * (size_t)(order + 1));
        else
            for (int k = 0; k <= order; k++) {
                missing = beside || places[k] < 0;
                products[k] = missing ? sampling->cval : sampling->coefficients[offset + places[k]];
            }
        if (order) {
            for (int axis = 0; axis < last; axis++)
                for (int k = 0; k <= order; k++) products[k] *= weights[axis][at[axis]][i];
            for (int k = 0; k <= order; k++) products[k] *= weights[last][k][i];
        }
        for (int k = 0; k <= order; k++) total += products[k];
        int axis = last - 1;
        for (; axis >= 0; axis--) {
            if (++at[axis] <= order) break;
            at[axis] = 0;
        }
        if (axis < 0) return total;
    }
}

/* Rounded as SciPy does: whole numbers away from zero by halves, unsigned ones kept within their range. */
#define STORE_SIGNED(Number) ((Number *)output)[i] = (Number)(int64_t)(value > 0 ? value + 0.5 : value - 0.5)
#define STORE_UNSIGNED(Number, most)                                                                                           \
    ((Number *)output)[i] = value + 0.5 >= (double)(most) ? (Number)(most) : (Number)(uint64_t)(value > 0 ? value + 0.5 : 0)
static void store_values(DtypeNumber number, char *output, const double *values, int count) {
    for (int i = 0; i < count; i++) {
        double value = values[i];
        switch (number) {
        case DTYPE_BOOL:
            ((uint8_t *)output)[i] = (int64_t)value != 0;
            break;
        case DTYPE_INT8:
            STORE_SIGNED(int8_t);
            break;
        case DTYPE_INT16:
            STORE_SIGNED(int16_t);
            break;
        case DTYPE_INT32:
            STORE_SIGNED(int32_t);
            break;
        case DTYPE_INT64:
            STORE_SIGNED(int64_t);
            break;
        case DTYPE_UINT8:
            STORE_UNSIGNED(uint8_t, UINT8_MAX);
            break;
        case DTYPE_UINT16:
            STORE_UNSIGNED(uint16_t, UINT16_MAX);
            break;
        case DTYPE_UINT32:
            STORE_UNSIGNED(uint32_t, UINT32_MAX);
            break;
        case DTYPE_UINT64:
            STORE_UNSIGNED(uint64_t, UINT64_MAX);
            break;
        case DTYPE_FLOAT32:
            ((float *)output)[i] = (float)value;
            break;
        default:
            ((double *)output)[i] = value;
        }
    }
}

static inline __attribute__((always_inline)) void sample(const Sampling *sampling, int rank, int order, int64_t from,
                                                         int64_t to) {
    int64_t starts[ARRAY_DIMENSIONS_MAX][BLOCK], position[ARRAY_DIMENSIONS_MAX];
    Row weights[ARRAY_DIMENSIONS_MAX][NEIGHBOURS_MOST];
    int inner = sampling->dimensions - 1;
    int64_t columns = sampling->shape[inner], item = dtypes[sampling->number].item_size;
    for (int64_t row = from; row < to; row++) {
        if (sampling->runtime->interrupt && *sampling->runtime->interrupt) return;
        int64_t rest = row;
        for (int axis = inner - 1; axis >= 0; axis--, rest /= sampling->shape[axis + 1])
            position[axis] = rest % sampling->shape[axis];
        for (int64_t column = 0; column < columns; column += BLOCK) {
            bool outside[BLOCK] = {false};
            int count = columns - column < BLOCK ? (int)(columns - column) : BLOCK;
            for (int axis = 0; axis < rank; axis++) {
                const SampleAxis *along = &sampling->axes[axis];
                const char *at = (const char *)along->coordinates + column * along->strides[inner];
                for (int k = 0; k < inner; k++) at += position[k] * along->strides[k];
                locate(sampling, axis, order, at, along->strides[inner], count, starts[axis], weights[axis], outside);
            }
            double values[BLOCK];
            for (int i = 0; i < count; i++) {
                if (outside[i])
                    values[i] = sampling->cval;
                else if (rank == 2 && order == 3 && is_inside(sampling, starts, i))
                    values[i] = cubic_at(sampling, starts, weights, i);
                else
                    values[i] = value_at(sampling, rank, order, starts, weights, i);
            }
            store_values(sampling->number, sampling->output + (row * columns + column) * item, values, count);
        }
    }
}

VECTOR_CLONES static void sample_rows(void *context, int64_t from, int64_t to) {
    const Sampling *sampling = context;
    if (sampling->rank == 2) switch (sampling->order) {
        case 0:
            sample(sampling, 2, 0, from, to);
            return;
        case 1:
            sample(sampling, 2, 1, from, to);
            return;
        case 3:
            sample(sampling, 2, 3, from, to);
            return;
        default:
            break;
        }
    if (sampling->order == 3)
        sample(sampling, sampling->rank, 3, from, to);
    else
        sample(sampling, sampling->rank, sampling->order, from, to);
}

/* Each axis' coefficients and the coordinates along it. */
static bool sample_axes(ArrayCall *call, Array *a, Array *const *coordinates, int dimensions, const int64_t *shape,
                        Sampling *sampling) {
    int64_t strides[ARRAY_DIMENSIONS_MAX];
    shape_c_strides(a->dimensions, a->shape, 1, strides);
    for (int axis = 0; axis < a->dimensions; axis++) {
        SampleAxis *along = &sampling->axes[axis];
        Array *places =
            call_broadcast(call, call_cast(call, call_on_host(call, coordinates[axis]), DTYPE(FLOAT64)), dimensions, shape);
        int64_t count = a->shape[axis] + 2 * BEYOND;
        Array *table = places ? call_hold(call, array_create(call->runtime->host, DTYPE(INT64), 1, &count, call->error)) : NULL;
        if (!table) return false;
        *along = (SampleAxis){a->shape[axis], strides[axis], (int64_t *)array_data(table), (const double *)array_data(places),
                              places->strides};
        neighbour_places((int64_t *)array_data(table), along, sampling->mode);
    }
    return true;
}

ARRAY_FUNCTION_AT(ndimage_sampled, "ndimage._loops.sampled", SCIPY | NO_DISPATCH,
                  "(coefficients, coordinates, shape, order, mode, cval, extent, dtype)",
                  "The values, of a shape, of the spline with these coefficients (float64) at coordinates: an array for each "
                  "axis, which broadcast to "
                  "the shape and to which extent is added. The result is of a real dtype, rounded as scipy.ndimage rounds.\n\n"
                  ">>> ndimage._loops.sampled(np.array([0.0, 2.0, 4.0]), [np.array([0.5, 1.0])], (2,), 1, 'constant', 0.0, 0, "
                  "float)\narray([1., 2.])\n") {
    Array *a = call_array(call, 0), **coordinates;
    const Dtype *dtype = DTYPE(FLOAT64);
    size_t count;
    int dimensions;
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    a = a ? call_contiguous(call, call_on_host(call, a), DTYPE(FLOAT64)) : NULL;
    Sampling sampling = {.runtime = call->runtime, .shape = shape};
    if (!a || !call_shape(call, 2, &dimensions, shape) || !spline_order(call, 3, &sampling.order) ||
        !spline_mode(call, 4, &sampling.mode) || !call_real(call, 5, &sampling.cval) || !call_real(call, 6, &sampling.extent) ||
        !call_dtype(call, 7, &dtype) || !(coordinates = call_array_list(call, 1, &count)))
        return variant_absent();
    if (!a->dimensions || count != (size_t)a->dimensions || dimensions < 0) {
        call_fail(call, "RuntimeError", "invalid shape for coordinate array");
        return variant_absent();
    }
    bool is_stored =
        strchr("biu", dtype->kind) || dtype == DTYPE(FLOAT32); /* what values are rounded to here; the rest is cast */
    const Dtype *stored = is_stored ? dtype : DTYPE(FLOAT64);
    Array *result = call_hold(call, array_create(call->runtime->host, stored, dimensions, shape, call->error));
    if (!result || !sample_axes(call, a, coordinates, dimensions, shape, &sampling)) return variant_absent();
    int64_t size = array_size(result), one = 1;
    sampling.coefficients = (const double *)array_data(a);
    sampling.rank = a->dimensions;
    sampling.dimensions = dimensions;
    sampling.number = result->dtype->number;
    sampling.output = array_data(result);
    if (!dimensions) { /* one value: a row of one */
        sampling.dimensions = 1;
        sampling.shape = &one;
    }
    if (size && array_size(a)) {
        int64_t columns = dimensions ? shape[dimensions - 1] : 1, work = columns;
        for (int axis = 0; axis < a->dimensions; axis++) work *= sampling.order + 1;
        runtime_parallel_for(call->runtime, size / columns, 16384 / (work + 1) + 1, sample_rows, &sampling);
        if (!runtime_poll(call->runtime, call->error)) return variant_absent();
    }
    return call_give(call, call_cast(call, result, dtype));
}
