/* The loops of scipy.ndimage over regions: what is reached from places, distances to what is not there, sums by labels. On the host.
 *
 * Floods and steps go over a copy with a border, so that a neighbour is one offset and no edge is asked for. */
#include "arraylib/functions/images/ndimage.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

ARRAY_FAMILY(regions);

/* ---- Borders ---- */

typedef struct Bordered {
    int dimensions;
    int64_t shape[ARRAY_DIMENSIONS_MAX], before[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX]; /* with the border, in elements */
    int64_t size, rows, columns;                                                                      /* rows: of the array inside */
    const int64_t *inside;
} Bordered;

static bool border(Bordered *bordered, const Array *a, const int64_t *before, const int64_t *after) {
    bordered->dimensions = a->dimensions;
    bordered->inside = a->shape;
    bordered->size = 1;
    for (int axis = a->dimensions - 1; axis >= 0; axis--) {
        bordered->before[axis] = before[axis];
        bordered->shape[axis] = a->shape[axis] + before[axis] + after[axis];
        bordered->strides[axis] = bordered->size;
        if (__builtin_mul_overflow(bordered->size, bordered->shape[axis], &bordered->size)) return false;
    }
    bordered->columns = a->shape[a->dimensions - 1];
    bordered->rows = bordered->columns ? array_size(a) / bordered->columns : 0;
    return true;
}

/* Where a row of the array begins among the bordered elements. */
static int64_t row_start(const Bordered *bordered, int64_t row) {
    int last = bordered->dimensions - 1;
    int64_t start = bordered->before[last];
    for (int axis = last - 1; axis >= 0; axis--) {
        start += (row % bordered->inside[axis] + bordered->before[axis]) * bordered->strides[axis];
        row /= bordered->inside[axis];
    }
    return start;
}

/* ---- Floods ---- */

enum { REACHED = 1, OPEN = 2 };

typedef struct Flood {
    Bordered bordered;
    uint8_t *cells;
    int64_t *steps, *waiting; /* steps: from an element to those that it reaches */
    int64_t step_count;
} Flood;

static void flood_from(Flood *flood, int64_t waiting) {
    while (waiting) {
        int64_t from = flood->waiting[--waiting];
        for (int64_t k = 0; k < flood->step_count; k++) {
            int64_t to = from - flood->steps[k];
            if (to < 0 || to >= flood->bordered.size || flood->cells[to] != OPEN) continue;
            flood->cells[to] = REACHED;
            flood->waiting[waiting++] = to;
        }
    }
}

static Array *run_flood(ArrayCall *call, const Array *a, const Array *mask, bool outside, Flood *flood) {
    const Bordered *bordered = &flood->bordered;
    const uint8_t *truth = (const uint8_t *)array_data(a), *allowed = mask ? (const uint8_t *)array_data(mask) : NULL;
    memset(flood->cells, outside ? REACHED : 0, (size_t)bordered->size);
    for (int64_t row = 0; row < bordered->rows; row++) {
        uint8_t *cells = flood->cells + row_start(bordered, row);
        for (int64_t i = 0; i < bordered->columns; i++, truth++) {
            cells[i] = *truth ? REACHED : !allowed || *allowed ? OPEN : 0;
            if (allowed) allowed++;
        }
    }
    int64_t waiting = 0;
    for (int64_t at = 0; at < bordered->size; at++)
        if (flood->cells[at] & REACHED) flood->waiting[waiting++] = at;
    flood_from(flood, waiting);
    Array *result = call_new(call, DTYPE(BOOL), a->dimensions, a->shape);
    for (int64_t row = 0; result && row < bordered->rows; row++) {
        const uint8_t *cells = flood->cells + row_start(bordered, row);
        uint8_t *out = (uint8_t *)array_data(result) + row * bordered->columns;
        for (int64_t i = 0; i < bordered->columns; i++) out[i] = cells[i] & REACHED;
    }
    return result;
}

bool ndimage_floods(ArrayCall *call, const Array *a, const Neighbourhood *around, const uint8_t *member) {
    int64_t middle = 0;
    if (!device_is_host(call->device) || !a->dimensions || !array_size(a)) return false;
    for (int axis = 0; axis < a->dimensions; axis++) middle = middle * around->shape[axis] + around->before[axis];
    return member[ndimage_place_count(around) - 1 - middle] != 0; /* else what is reached may be lost again */
}

Array *ndimage_flood(ArrayCall *call, Array *a, Array *mask, const Neighbourhood *around, const uint8_t *member, bool outside) {
    int64_t after[ARRAY_DIMENSIONS_MAX], before[ARRAY_DIMENSIONS_MAX], count = ndimage_place_count(around);
    Flood flood = {0};
    for (int axis = 0; axis < a->dimensions; axis++) before[axis] = around->before[axis], after[axis] = around->shape[axis] - 1 - around->before[axis];
    a = call_contiguous(call, a, DTYPE(BOOL));
    mask = a && mask ? call_contiguous(call, call_broadcast(call, mask, a->dimensions, a->shape), DTYPE(BOOL)) : mask;
    if (!a || (call->error && error_is_set(call->error))) return NULL;
    bool ready = border(&flood.bordered, a, before, after);
    flood.cells = ready ? memory_allocate((size_t)flood.bordered.size) : NULL;
    flood.waiting = ready ? memory_allocate((size_t)flood.bordered.size * sizeof *flood.waiting) : NULL;
    flood.steps = memory_allocate((size_t)count * sizeof *flood.steps);
    Array *result = NULL;
    if (flood.cells && flood.waiting && flood.steps) {
        for (int64_t i = 0; i < count; i++) {
            if (!member[count - 1 - i]) continue;
            int64_t rest = i, step = 0;
            for (int axis = a->dimensions - 1; axis >= 0; axis--) {
                step += (rest % around->shape[axis] - around->before[axis]) * flood.bordered.strides[axis];
                rest /= around->shape[axis];
            }
            if (step) flood.steps[flood.step_count++] = step;
        }
        result = run_flood(call, a, mask, outside, &flood);
    } else error_no_memory(call->error);
    memory_release(flood.cells);
    memory_release(flood.waiting);
    memory_release(flood.steps);
    return result;
}

/* ---- Distances by steps ---- */

static int neighbour_steps(const Bordered *bordered, bool straight, int64_t *steps, int most) {
    int64_t all = 1;
    int count = 0;
    for (int axis = 0; axis < bordered->dimensions; axis++) all *= 3;
    for (int64_t at = 0; at < all / 2; at++) { /* those before the middle */
        int64_t rest = at, step = 0;
        int apart = 0;
        for (int axis = bordered->dimensions - 1; axis >= 0; axis--, rest /= 3) {
            step += (rest % 3 - 1) * bordered->strides[axis];
            apart += rest % 3 != 1;
        }
        if ((!straight || apart == 1) && count < most) steps[count++] = step;
    }
    return count;
}

enum { STEPS_MOST = 2187, FAR = INT32_MAX - 1 };

ARRAY_FUNCTION_AT(ndimage_step_distances, "ndimage._loops.step_distances", SCIPY | NO_DISPATCH, "(input, straight)",
                  "How many steps, straight or to any neighbour, each element that is not 0 is from the nearest that is; -1: there is none.\n\n"
                  ">>> ndimage._loops.step_distances([0, 1, 1], True)\narray([0, 1, 2], dtype=int32)\n") {
    Array *a = call_array_of(call, 0, DTYPE(BOOL));
    bool straight;
    a = a ? call_contiguous(call, call_on_host(call, a), NULL) : NULL;
    if (!a || !call_truth(call, 1, &straight)) return variant_absent();
    Array *result = call_hold(call, array_create(call->runtime->host, DTYPE(INT32), a->dimensions, a->shape, call->error));
    int64_t ones[ARRAY_DIMENSIONS_MAX], steps[STEPS_MOST];
    for (int axis = 0; axis < a->dimensions; axis++) ones[axis] = 1;
    if (!result || !array_size(a)) return call_give(call, result);
    Bordered bordered;
    if (a->dimensions > 7) {
        call_fail(call, "NotImplementedError", "distances over %d dimensions", a->dimensions);
        return variant_absent();
    }
    int32_t *cells = a->dimensions && border(&bordered, a, ones, ones) ? memory_allocate((size_t)bordered.size * sizeof *cells) : NULL;
    if (!cells) {
        error_no_memory(call->error);
        return variant_absent();
    }
    int count = neighbour_steps(&bordered, straight, steps, STEPS_MOST);
    const uint8_t *truth = (const uint8_t *)array_data(a);
    for (int64_t at = 0; at < bordered.size; at++) cells[at] = FAR;
    for (int64_t row = 0; row < bordered.rows; row++) {
        int32_t *line = cells + row_start(&bordered, row);
        for (int64_t i = 0; i < bordered.columns; i++) {
            int32_t least = truth[row * bordered.columns + i] ? FAR : 0;
            for (int k = 0; k < count && least; k++) {
                int32_t other = line[i + steps[k]];
                if (other < least - 1) least = other + 1;
            }
            line[i] = least;
        }
    }
    int32_t *out = (int32_t *)array_data(result);
    for (int64_t row = bordered.rows - 1; row >= 0; row--) {
        int32_t *line = cells + row_start(&bordered, row);
        for (int64_t i = bordered.columns - 1; i >= 0; i--) {
            int32_t least = line[i];
            for (int k = 0; k < count && least; k++) {
                int32_t other = line[i - steps[k]];
                if (other < least - 1) least = other + 1;
            }
            line[i] = least;
            out[row * bordered.columns + i] = least == FAR ? -1 : least;
        }
    }
    memory_release(cells);
    return call_give(call, result);
}

/* ---- Straight distances ----
 *
 * Axis by axis each line keeps, of the nearest places found so far, those whose regions meet the line, and hands them out along it
 * (Maurer, Qi and Raghavan, 2003). */

typedef struct Nearest {
    ArrayRuntime *runtime;
    int rank, axis;
    const int64_t *shape, *strides;
    const double *widths;
    int32_t *places; /* [rank][size]; the first one -1: none yet */
    int64_t size;
    bool failed;
} Nearest;

typedef struct Site {
    int64_t at;
    double beside; /* the square of the distance from the line */
} Site;

/* Is the middle one of three nowhere the nearest? */
static bool is_hidden(Site left, Site middle, Site right, double width) {
    double a = (double)(middle.at - left.at) * width, b = (double)(right.at - middle.at) * width, c = a + b;
    return c * middle.beside - b * left.beside - a * right.beside - a * b * c > 0;
}

static double distance_to(Site site, int64_t at, double width) {
    double along = (double)(site.at - at) * width;
    return site.beside + along * along;
}

static void nearest_lines(void *context, int64_t from, int64_t to) {
    Nearest *run = context;
    int64_t n = run->shape[run->axis], step = run->strides[run->axis];
    double width = run->widths[run->axis];
    Site *sites = memory_allocate((size_t)n * sizeof *sites);
    int32_t *found = memory_allocate((size_t)(n * run->rank) * sizeof *found);
    if (!sites || !found) run->failed = true;
    for (int64_t line = from; sites && found && line < to; line++) {
        if (run->runtime->interrupt && *run->runtime->interrupt) break;
        int64_t start = line / step * step * n + line % step, count = 0;
        for (int64_t i = 0; i < n; i++) {
            int64_t at = start + i * step;
            if (run->places[at] < 0) continue;
            Site site = {i, 0};
            for (int axis = 0; axis < run->axis; axis++) {
                double apart = (double)(run->places[axis * run->size + at] - at / run->strides[axis] % run->shape[axis]) * run->widths[axis];
                site.beside += apart * apart;
            }
            while (count > 1 && is_hidden(sites[count - 2], sites[count - 1], site, width)) count--;
            sites[count++] = site;
        }
        if (!count) continue;
        for (int64_t i = 0, near = 0; i < n; i++) {
            while (near + 1 < count && distance_to(sites[near], i, width) > distance_to(sites[near + 1], i, width)) near++;
            for (int axis = 0; axis < run->rank; axis++)
                found[axis * n + i] = run->places[axis * run->size + start + sites[near].at * step];
        }
        for (int axis = 0; axis < run->rank; axis++)
            for (int64_t i = 0; i < n; i++) run->places[axis * run->size + start + i * step] = found[axis * n + i];
    }
    memory_release(sites);
    memory_release(found);
}

static bool widths_argument(ArrayCall *call, size_t index, int rank, double *widths) {
    Array *given = call_array_of(call, index, DTYPE(FLOAT64));
    given = given ? call_on_host(call, call_contiguous(call, given, NULL)) : NULL;
    if (!given) return false;
    if (given->dimensions != 1 || given->shape[0] != rank) return call_fail(call, "RuntimeError", "sequence argument must have length equal to input rank");
    memcpy(widths, array_data(given), sizeof *widths * (size_t)rank);
    return true;
}

ARRAY_FUNCTION_AT(ndimage_nearest_zeros, "ndimage._loops.nearest_zeros", SCIPY | NO_DISPATCH, "(input, widths)",
                  "For each element the distance, float64, to the nearest that is 0 and its place, int32, where steps along the axes have widths.\n\n"
                  ">>> ndimage._loops.nearest_zeros([0, 1, 1], [2.0])\n(array([0., 2., 4.]), array([[0, 0, 0]], dtype=int32))\n") {
    Array *a = call_array_of(call, 0, DTYPE(BOOL));
    double widths[ARRAY_DIMENSIONS_MAX];
    int64_t shape[ARRAY_DIMENSIONS_MAX + 1], strides[ARRAY_DIMENSIONS_MAX];
    a = a ? call_contiguous(call, call_on_host(call, a), NULL) : NULL;
    if (!a || a->dimensions >= ARRAY_DIMENSIONS_MAX || !widths_argument(call, 1, a->dimensions, widths)) return variant_absent();
    shape[0] = a->dimensions;
    memcpy(shape + 1, a->shape, sizeof *shape * (size_t)a->dimensions);
    Array *places = call_hold(call, array_create(call->runtime->host, DTYPE(INT32), a->dimensions + 1, shape, call->error));
    Array *distances = call_hold(call, array_create(call->runtime->host, DTYPE(FLOAT64), a->dimensions, a->shape, call->error));
    if (!places || !distances) return variant_absent();
    shape_c_strides(a->dimensions, a->shape, 1, strides);
    Nearest run = {.runtime = call->runtime, .rank = a->dimensions, .shape = a->shape, .strides = strides, .widths = widths,
                   .places = (int32_t *)array_data(places), .size = array_size(a)};
    const uint8_t *truth = (const uint8_t *)array_data(a);
    for (int axis = 0; axis < run.rank; axis++)
        for (int64_t at = 0; at < run.size; at++) {
            int32_t place = (int32_t)(at / strides[axis] % a->shape[axis]);
            run.places[axis * run.size + at] = !truth[at] ? place : axis ? 0 : -1; /* only the first place tells of none */
        }
    for (run.axis = 0; run.axis < run.rank && run.size; run.axis++) {
        runtime_parallel_for(call->runtime, run.size / a->shape[run.axis], 8192 / a->shape[run.axis] + 1, nearest_lines, &run);
        if (run.failed) error_no_memory(call->error);
        if (run.failed || !runtime_poll(call->runtime, call->error)) return variant_absent();
    }
    double *distance = (double *)array_data(distances);
    for (int64_t at = 0; at < run.size; at++) {
        double sum = 0;
        for (int axis = 0; axis < run.rank; axis++) {
            double apart = (double)(run.places[axis * run.size + at] - at / strides[axis] % a->shape[axis]) * widths[axis];
            sum += apart * apart;
        }
        distance[at] = sqrt(sum);
    }
    return call_give_list(call, (Array *const[]){distances, places}, 2, true);
}

/* ---- Sums by labels ---- */

Array *ndimage_label_sums(ArrayCall *call, Array *a, Array *labels, const Array *index, bool squares, Array **counts) {
    int64_t size = array_size(a), most = 0, wanted = array_size(index);
    a = call_contiguous(call, a, DTYPE(FLOAT64));
    labels = a ? call_contiguous(call, call_broadcast(call, labels, a->dimensions, a->shape), DTYPE(INT64)) : NULL;
    Array *sums = labels ? call_new(call, DTYPE(FLOAT64), 1, &wanted) : NULL;
    *counts = sums ? call_new(call, DTYPE(FLOAT64), 1, &wanted) : NULL;
    if (!*counts) return NULL;
    const double *value = (const double *)array_data(a);
    const int64_t *label = (const int64_t *)array_data(labels), *asked = (const int64_t *)array_data(index);
    for (int64_t i = 0; i < size; i++) most = label[i] > most ? label[i] : most;
    double *bins = memory_allocate_zeroed((size_t)most + 1, 3 * sizeof *bins), *sum = bins, *count = bins + most + 1, *apart = bins + 2 * (most + 1);
    if (!bins) {
        error_no_memory(call->error);
        return NULL;
    }
    for (int64_t i = 0; i < size; i++) {
        sum[label[i]] += value[i];
        count[label[i]]++;
    }
    for (int64_t i = 0; squares && i < size; i++) {
        double difference = value[i] - sum[label[i]] / count[label[i]];
        apart[label[i]] += difference * difference;
    }
    for (int64_t i = 0; i < wanted; i++) {
        bool found = asked[i] >= 0 && asked[i] <= most;
        ((double *)array_data(sums))[i] = !found ? 0 : squares ? apart[asked[i]] : sum[asked[i]];
        ((double *)array_data(*counts))[i] = found ? count[asked[i]] : 0;
    }
    memory_release(bins);
    return sums;
}

/* Are the labels whole numbers from 0 that count no more than the elements? */
bool ndimage_labels_count(ArrayCall *call, const Array *a, Array *labels) {
    if (!device_is_host(call->device) || dtype_is_complex(a->dtype) || dtype_is_flexible(a->dtype) || dtype_is_flexible(labels->dtype)) return false;
    if (!dtype_is_integer(labels->dtype) || labels->dimensions > a->dimensions || !array_size(labels) || !array_size(a)) return false;
    Array *least = call_reduce(call, OPERATOR(minimum), labels, ALL_AXES, false, NULL);
    Array *most = call_reduce(call, OPERATOR(maximum), labels, ALL_AXES, false, NULL);
    return least && most && call_item(call, least, 0) >= 0 && call_item(call, most, 0) <= (double)array_size(a);
}
