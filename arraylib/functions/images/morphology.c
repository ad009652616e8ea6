/* scipy.ndimage's morphology, labels and measurements of what is labelled. */
#include "arraylib/functions/images/ndimage.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

ARRAY_FAMILY(morphology);

/* ---- Structures ---- */

/* Ones within `connectivity` steps of the middle of a cube of three. */
static Array *binary_structure(ArrayCall *call, int rank, int64_t connectivity) {
    int64_t shape[ARRAY_DIMENSIONS_MAX], size = 1;
    if (connectivity < 1) connectivity = 1;
    if (rank > 20) {
        call_fail(call, "ValueError", "a structure of %d dimensions is too large", rank);
        return NULL;
    }
    for (int i = 0; i < rank; i++) size *= shape[i] = 3;
    Array *structure = call_hold(call, array_create(call->runtime->host, DTYPE(BOOL), rank, shape, call->error));
    for (int64_t at = 0; structure && at < size; at++) {
        int64_t rest = at, steps = 0;
        for (int i = 0; i < rank; i++, rest /= 3) steps += rest % 3 != 1;
        ((uint8_t *)array_data(structure))[at] = steps <= connectivity;
    }
    return structure;
}

ARRAY_FUNCTION_AT(ndimage_generate_binary_structure, "ndimage.generate_binary_structure", SCIPY | CUPYX, "(rank, connectivity)",
                  "A structuring element of three elements an axis: those within so many steps of the middle.\n\n"
                  ">>> ndimage.generate_binary_structure(2, 1).astype(int)\narray([[0, 1, 0],\n       [1, 1, 1],\n       [0, 1, 0]])\n") {
    int64_t rank, connectivity;
    if (!call_integer(call, 0, &rank) || !call_integer(call, 1, &connectivity)) return variant_absent();
    Array *structure = binary_structure(call, rank < 0 ? 0 : rank > 64 ? 64 : (int)rank, connectivity);
    return call_give(call, structure ? call_on_device(call, structure) : NULL);
}

/* ---- Binary morphology ---- */

typedef struct Morphology {
    Array *structure; /* on the host, of bool */
    Array *mask;      /* or NULL: only there anything changes */
    int64_t iterations; /* below 1: until nothing changes */
    size_t origin;    /* of the argument */
    bool outside;     /* what lies beyond the edges */
    int64_t sign;     /* -1: turned around, as a dilation is */
} Morphology;

static Array *structure_argument(ArrayCall *call, size_t index, const Array *a) {
    AxesAsked asked;
    if (!ndimage_axes_asked(call, a->dimensions, &asked)) return NULL;
    Array *structure = call_is_given(call, index) ? call_array_of(call, index, DTYPE(BOOL)) : binary_structure(call, asked.count, 1);
    if (structure && structure->dimensions != asked.count && !call_is_given(call, call->count - 1)) {
        const bool is_on_device = call->arguments[0].kind == VARIANT_ARRAY && !device_is_host(array_device(call->arguments[0].array));
        call_fail(call, "RuntimeError", "structure and input must have %s", is_on_device ? "equal rank" : "same dimensionality");
        return NULL;
    }
    structure = ndimage_along_axes(call, structure, a->dimensions, "structure");
    structure = structure ? call_on_host(call, call_contiguous(call, structure, NULL)) : NULL;
    if (structure && !array_size(structure)) {
        call_fail(call, "RuntimeError", "structure must not be empty");
        return NULL;
    }
    return structure;
}

/* The neighbours that the structure names. */
static bool neighbours_of(ArrayCall *call, Array *a, const Morphology *how, bool dilates, Neighbourhood *around) {
    *around = (Neighbourhood){.dimensions = a->dimensions, .extended = a};
    for (int axis = 0; axis < a->dimensions; axis++) {
        Variant given;
        int64_t origin, length = how->structure->shape[axis];
        if (!ndimage_for_axis(call, how->origin, axis, a->dimensions, "sequence argument", &given) || !variant_to_index(given, &origin, call->error))
            return false;
        if (dilates) origin = -origin - !(length & 1);
        if (!ndimage_check_origin(call, origin, length, "")) return false;
        around->shape[axis] = length;
        around->before[axis] = length / 2 + origin;
    }
    return true;
}

/* One step: all (erosion) or any (dilation) of the neighbours. */
static Array *morph_once(ArrayCall *call, Array *a, const Morphology *how, bool dilates) {
    Neighbourhood around;
    Array *result = NULL;
    if (!neighbours_of(call, a, how, dilates, &around)) return NULL;
    for (int axis = 0; axis < a->dimensions; axis++) {
        int64_t length = around.shape[axis];
        around.extended = ndimage_extended(call, around.extended, axis, around.before[axis], length - 1 - around.before[axis], EDGE_CONSTANT, how->outside);
        if (!around.extended) return NULL;
    }
    const uint8_t *member = (const uint8_t *)array_data(how->structure);
    int64_t count = ndimage_place_count(&around);
    for (int64_t i = 0; i < count; i++) {
        if (!member[dilates ? count - 1 - i : i]) continue;
        Array *view = ndimage_neighbour(call, a, &around, i);
        result = result ? call_apply2(call, dilates ? OPERATOR(logical_or) : OPERATOR(logical_and), of_array(result), of_array(view)) : view;
        if (!result || !runtime_poll(call->runtime, call->error)) return NULL;
    }
    if (!result) result = call_filled(call, DTYPE(BOOL), a->dimensions, a->shape, variant_bool(!dilates));
    return result && how->mask ? call_where(call, how->mask, of_array(result), of_array(a)) : result;
}

static Array *morph(ArrayCall *call, Array *a, const Morphology *how, bool dilates) {
    Neighbourhood around;
    const uint8_t *member = (const uint8_t *)array_data(how->structure);
    if (a && how->iterations < 1 && dilates) {
        if (!neighbours_of(call, a, how, dilates, &around)) return NULL;
        if (ndimage_floods(call, a, &around, member)) return ndimage_flood(call, a, how->mask, &around, member, how->outside);
    }
    for (int64_t i = 0; a && (how->iterations < 1 || i < how->iterations); i++) {
        Array *next = morph_once(call, a, how, dilates), *differs = APPLY2(not_equal, next, a);
        int64_t changed = differs ? call_count_nonzero(call, differs) : -1;
        if (changed < 0) return NULL;
        a = next;
        if (!changed) break;
    }
    return a;
}

static Array *truth_argument(ArrayCall *call, size_t index) {
    Array *a = call_array(call, index);
    if (a && dtype_is_complex(a->dtype)) {
        call_fail(call, "TypeError", "Complex type not supported");
        return NULL;
    }
    return call_cast(call, a, DTYPE(BOOL));
}

/* The arguments' places in a signature; 0: there is none. */
typedef struct MorphologyPlaces {
    size_t structure, iterations, mask, output, border, origin;
} MorphologyPlaces;

static bool morphology_arguments(ArrayCall *call, const MorphologyPlaces *at, Array **a, Morphology *how) {
    *how = (Morphology){.iterations = -1, .origin = at->origin};
    if (!(*a = truth_argument(call, 0)) || !(how->structure = structure_argument(call, at->structure, *a))) return false;
    if (at->iterations) {
        how->iterations = 1;
        if (call->arguments[at->iterations].kind == VARIANT_FLOAT) return call_fail(call, "TypeError", "iterations parameter should be an integer");
        if (!call_integer(call, at->iterations, &how->iterations)) return false;
    }
    if (at->mask && call_is_given(call, at->mask)) {
        how->mask = call_array_of(call, at->mask, DTYPE(BOOL));
        if (!how->mask) return false;
        if (how->mask->dimensions != (*a)->dimensions || memcmp(how->mask->shape, (*a)->shape, sizeof(int64_t) * (size_t)(*a)->dimensions))
            return call_fail(call, "RuntimeError", "mask and input must have equal sizes");
    }
    return !at->border || call_truth(call, at->border, &how->outside);
}

static Variant give_truths(ArrayCall *call, Array *result, size_t output) {
    if (!result) return variant_absent();
    if (call->arguments[output].kind == VARIANT_ARRAY) return call_give_out(call, result, output);
    const Dtype *dtype = DTYPE(BOOL);
    return call_dtype(call, output, &dtype) ? call_give(call, call_cast(call, call_copy(call, result, 'C'), dtype)) : variant_absent();
}

static const MorphologyPlaces plain_places = {1, 2, 3, 4, 5, 6}, double_places = {1, 2, 5, 3, 6, 4};
#define MORPHOLOGY "(input, structure=None, iterations=1, mask=None, output=None, border_value=0, origin=0, brute_force=False, *, axes=None)"
ARRAY_FUNCTION_AT(ndimage_binary_erosion, "ndimage.binary_erosion", SCIPY | CUPYX, MORPHOLOGY,
                  "True where all neighbours of the structure are.\n\n>>> ndimage.binary_erosion([1, 1, 1, 0, 1]).astype(int)\narray([0, 1, 0, 0, 0])\n") {
    Array *a;
    Morphology how;
    return morphology_arguments(call, &plain_places, &a, &how) ? give_truths(call, morph(call, a, &how, false), 4) : variant_absent();
}
ARRAY_FUNCTION_AT(ndimage_binary_dilation, "ndimage.binary_dilation", SCIPY | CUPYX, MORPHOLOGY,
                  "True where any neighbour of the structure is.\n\n>>> ndimage.binary_dilation([0, 0, 1, 0, 0]).astype(int)\narray([0, 1, 1, 1, 0])\n") {
    Array *a;
    Morphology how;
    return morphology_arguments(call, &plain_places, &a, &how) ? give_truths(call, morph(call, a, &how, true), 4) : variant_absent();
}
#define DOUBLE_MORPHOLOGY "(input, structure=None, iterations=1, output=None, origin=0, mask=None, border_value=0, brute_force=False, *, axes=None)"
ARRAY_FUNCTION_AT(ndimage_binary_opening, "ndimage.binary_opening", SCIPY | CUPYX, DOUBLE_MORPHOLOGY,
                  "An erosion and then a dilation: what is thin goes.\n\n>>> ndimage.binary_opening([0, 1, 0, 1, 1, 1, 0]).astype(int)\narray([0, 0, 0, 1, 1, 1, 0])\n") {
    Array *a;
    Morphology how;
    if (!morphology_arguments(call, &double_places, &a, &how)) return variant_absent();
    return give_truths(call, morph(call, morph(call, a, &how, false), &how, true), 3);
}
ARRAY_FUNCTION_AT(ndimage_binary_closing, "ndimage.binary_closing", SCIPY | CUPYX, DOUBLE_MORPHOLOGY,
                  "A dilation and then an erosion: small gaps close.\n\n>>> ndimage.binary_closing([0, 1, 0, 1, 1, 1, 0]).astype(int)\narray([0, 1, 1, 1, 1, 1, 0])\n") {
    Array *a;
    Morphology how;
    if (!morphology_arguments(call, &double_places, &a, &how)) return variant_absent();
    return give_truths(call, morph(call, morph(call, a, &how, true), &how, false), 3);
}
ARRAY_FUNCTION_AT(ndimage_binary_propagation, "ndimage.binary_propagation", SCIPY | CUPYX,
                  "(input, structure=None, mask=None, output=None, border_value=0, origin=0, *, axes=None)",
                  "Dilations within a mask until nothing changes.\n\n>>> ndimage.binary_propagation([0, 1, 0, 0], mask=[1, 1, 1, 0]).astype(int)\narray([1, 1, 1, 0])\n") {
    static const MorphologyPlaces places = {1, 0, 2, 3, 4, 5};
    Array *a;
    Morphology how;
    return morphology_arguments(call, &places, &a, &how) ? give_truths(call, morph(call, a, &how, true), 3) : variant_absent();
}
ARRAY_FUNCTION_AT(ndimage_binary_fill_holes, "ndimage.binary_fill_holes", SCIPY | CUPYX, "(input, structure=None, output=None, origin=0, *, axes=None)",
                  "True for what cannot be reached from outside.\n\n>>> ndimage.binary_fill_holes([[1, 1, 1], [1, 0, 1], [1, 1, 1]]).all()\nnp.True_\n") {
    static const MorphologyPlaces places = {1, 0, 0, 2, 0, 3};
    Array *a;
    Morphology how;
    if (!morphology_arguments(call, &places, &a, &how)) return variant_absent();
    how.mask = APPLY1(logical_not, a);
    how.outside = true;
    Array *reached = how.mask ? call_filled(call, DTYPE(BOOL), a->dimensions, a->shape, variant_bool(false)) : NULL;
    reached = reached ? morph(call, reached, &how, true) : NULL;
    return reached ? give_truths(call, APPLY1(logical_not, reached), 2) : variant_absent();
}

/* ---- Labels ---- */

static int32_t root_of(int32_t *parents, int32_t label) {
    while (parents[label] != label) label = parents[label] = parents[parents[label]];
    return label;
}

/* The offsets of the structure's members that come before the middle in C order; -1: failed. */
static int earlier_neighbours(ArrayCall *call, const Array *structure, int64_t (*steps)[ARRAY_DIMENSIONS_MAX], int limit) {
    const uint8_t *member = (const uint8_t *)array_data(structure);
    int64_t size = array_size(structure);
    int count = 0;
    for (int64_t at = 0; at < size; at++) {
        if ((member[at] != 0) != (member[size - 1 - at] != 0)) {
            call_fail(call, "AssertionError", "Structuring element is not symmetric");
            return -1;
        }
        if (at >= size / 2 || !member[at] || count >= limit) continue;
        int64_t rest = at;
        for (int axis = structure->dimensions - 1; axis >= 0; axis--, rest /= 3) steps[count][axis] = rest % 3 - 1;
        count++;
    }
    return count;
}

enum { STEPS_MAX = 1 << 10 };
typedef struct Labelling {
    int64_t (*steps)[ARRAY_DIMENSIONS_MAX]; /* to the neighbours that come before */
    int step_count;
    int32_t *parents, *numbers; /* of labels that were given on the way */
    int32_t last;
} Labelling;

/* Elements in C order take the least label of a neighbour before them; labels that meet are joined. */
static bool label_elements(ArrayCall *call, Labelling *labelling, const Array *a, int32_t *labels) {
    int64_t size = array_size(a), strides[ARRAY_DIMENSIONS_MAX], position[ARRAY_DIMENSIONS_MAX] = {0};
    const uint8_t *truth = (const uint8_t *)array_data(a);
    int32_t *parents = labelling->parents;
    shape_c_strides(a->dimensions, a->shape, 1, strides);
    for (int64_t at = 0; at < size; at++) {
        int32_t label = 0;
        for (int s = 0; truth[at] && s < labelling->step_count; s++) {
            int64_t neighbour = at;
            bool inside = true;
            for (int axis = 0; axis < a->dimensions && inside; axis++) {
                int64_t place = position[axis] + labelling->steps[s][axis];
                inside = place >= 0 && place < a->shape[axis];
                neighbour += labelling->steps[s][axis] * strides[axis];
            }
            if (!inside || !truth[neighbour]) continue;
            int32_t other = root_of(parents, labels[neighbour]);
            if (label && other != label) parents[label > other ? label : other] = label > other ? other : label;
            label = label && label < other ? label : other;
        }
        if (truth[at] && !label) {
            label = ++labelling->last;
            parents[label] = label;
        }
        labels[at] = label;
        for (int axis = a->dimensions - 1; axis >= 0; axis--) {
            if (++position[axis] < a->shape[axis]) break;
            position[axis] = 0;
        }
        if ((at & 0xffff) == 0 && !runtime_poll(call->runtime, call->error)) return false;
    }
    return true;
}

ARRAY_FUNCTION_AT(ndimage_label, "ndimage.label", SCIPY | CUPYX, "(input, structure=None, output=None)",
                  "Number the connected parts of what is not zero: the labels, and how many there are.\n\n"
                  ">>> ndimage.label([1, 1, 0, 1])\n(array([1, 1, 0, 2], dtype=int32), 2)\n") {
    Array *given = truth_argument(call, 0), *a = given ? call_on_host(call, call_contiguous(call, given, NULL)) : NULL;
    Array *structure = a ? structure_argument(call, 1, a) : NULL;
    if (!structure) return variant_absent();
    for (int axis = 0; axis < structure->dimensions; axis++)
        if (structure->shape[axis] != 3) {
            call_fail(call, "ValueError", "structure dimensions must be equal to 3");
            return variant_absent();
        }
    int64_t size = array_size(a), count = 0;
    Array *labels = call_hold(call, array_create(call->runtime->host, DTYPE(INT32), a->dimensions, a->shape, call->error));
    Labelling labelling = {.steps = memory_allocate(STEPS_MAX * sizeof *labelling.steps),
                           .parents = memory_allocate(((size_t)size + 1) * sizeof *labelling.parents),
                           .numbers = memory_allocate_zeroed((size_t)size + 1, sizeof *labelling.numbers)};
    bool ready = labels && labelling.steps && labelling.parents && labelling.numbers;
    if (!ready && labels) error_no_memory(call->error);
    labelling.step_count = ready ? earlier_neighbours(call, structure, labelling.steps, STEPS_MAX) : -1;
    int32_t *label = ready ? (int32_t *)array_data(labels) : NULL;
    if (labelling.step_count >= 0 && label_elements(call, &labelling, a, label)) {
        for (int32_t i = 1; i <= labelling.last; i++) { /* a root is the least of its labels */
            int32_t root = root_of(labelling.parents, i);
            if (!labelling.numbers[root]) labelling.numbers[root] = (int32_t)++count;
        }
        for (int64_t at = 0; at < size; at++)
            if (label[at]) label[at] = labelling.numbers[root_of(labelling.parents, label[at])];
    }
    memory_release(labelling.steps);
    memory_release(labelling.parents);
    memory_release(labelling.numbers);
    if (error_is_set(call->error)) return variant_absent();
    labels = call_on_device(call, labels);
    if (call->arguments[2].kind == VARIANT_ARRAY) {
        Variant stored = call_give_out(call, labels, 2);
        bool done = stored.kind != VARIANT_ABSENT;
        variant_release(&stored);
        return done ? variant_integer(count) : variant_absent();
    }
    const Dtype *dtype = DTYPE(INT32);
    if (!call_dtype(call, 2, &dtype)) return variant_absent();
    Variant pair = variant_list(2, true);
    if (pair.kind == VARIANT_ABSENT) return pair;
    variant_items(pair)[0] = call_give(call, call_cast(call, labels, dtype));
    variant_items(pair)[1] = variant_integer(count);
    if (variant_items(pair)[0].kind == VARIANT_ABSENT) variant_release(&pair);
    return pair;
}

ARRAY_FUNCTION_AT(ndimage_find_objects, "ndimage.find_objects", SCIPY, "(input, max_label=0)",
                  "For each label the slices that hold it; None where there is none of it.\n\n"
                  ">>> ndimage.find_objects(array([0, 1, 1, 0, 2]))\n[(slice(1, 3, None),), (slice(4, 5, None),)]\n") {
    Array *a = call_on_host(call, call_contiguous(call, call_array_of(call, 0, DTYPE(INT64)), NULL));
    int64_t most;
    if (!a || !call_integer(call, 1, &most)) return variant_absent();
    const int64_t *label = (const int64_t *)array_data(a);
    int64_t size = array_size(a), position[ARRAY_DIMENSIONS_MAX] = {0};
    if (most < 1)
        for (int64_t i = 0; i < size; i++)
            if (label[i] > most) most = label[i];
    if (most < 0) most = 0;
    if (most > 1 << 28) {
        call_fail(call, "MemoryError", "too many labels");
        return variant_absent();
    }
    Array *bounds = call_filled(call, DTYPE(INT64), 2, (int64_t[]){most ? most : 1, 2 * (int64_t)a->dimensions + 1}, variant_integer(-1));
    bounds = bounds ? call_on_host(call, bounds) : NULL;
    if (!bounds) return variant_absent();
    int64_t *bound = (int64_t *)array_data(bounds), row = 2 * (int64_t)a->dimensions + 1;
    for (int64_t at = 0; at < size; at++) {
        if (label[at] > 0 && label[at] <= most) {
            int64_t *mine = bound + (label[at] - 1) * row;
            for (int axis = 0; axis < a->dimensions; axis++) {
                if (mine[2 * axis] < 0 || position[axis] < mine[2 * axis]) mine[2 * axis] = position[axis];
                if (position[axis] + 1 > mine[2 * axis + 1]) mine[2 * axis + 1] = position[axis] + 1;
            }
        }
        for (int axis = a->dimensions - 1; axis >= 0; axis--) {
            if (++position[axis] < a->shape[axis]) break;
            position[axis] = 0;
        }
    }
    Variant list = variant_list((size_t)most, false);
    for (int64_t i = 0; list.kind == VARIANT_SEQUENCE && i < most; i++) {
        const int64_t *mine = bound + i * row;
        variant_items(list)[i] = variant_none();
        if (a->dimensions && mine[0] < 0) continue;
        Variant tuple = variant_list((size_t)a->dimensions, true);
        if (tuple.kind == VARIANT_ABSENT) {
            variant_release(&list);
            break;
        }
        for (int axis = 0; axis < a->dimensions; axis++)
            variant_items(tuple)[axis] = variant_slice(variant_integer(mine[2 * axis]), variant_integer(mine[2 * axis + 1]), variant_none());
        variant_items(list)[i] = tuple;
    }
    return list;
}

/* ---- Measurements ---- */

typedef enum Measure { MEASURE_SUM, MEASURE_MEAN, MEASURE_VARIANCE, MEASURE_DEVIATION, MEASURE_LEAST, MEASURE_MOST, MEASURE_MEDIAN } Measure;

static Array *measure_one(ArrayCall *call, Array *part, Measure measure) {
    int64_t count = array_size(part);
    switch (measure) {
    case MEASURE_SUM: return call_reduce(call, OPERATOR(add), part, ALL_AXES, false, NULL);
    case MEASURE_LEAST:
    case MEASURE_MOST:
        if (count) return call_reduce(call, measure == MEASURE_LEAST ? OPERATOR(minimum) : OPERATOR(maximum), part, ALL_AXES, false, NULL);
        return call_number(call, part->dtype, variant_integer(0));
    case MEASURE_MEDIAN: return call_median(call, part, ALL_AXES);
    default: break;
    }
    Array *sum = call_cast(call, call_reduce(call, OPERATOR(add), part, ALL_AXES, false, NULL), DTYPE(FLOAT64));
    Array *mean = APPLY2_NUMBER(divide, sum, variant_scalar_double((double)count));
    if (measure == MEASURE_MEAN || !mean) return mean;
    Array *apart = APPLY2(subtract, part, mean);
    Array *squares = call_reduce(call, OPERATOR(add), APPLY2(multiply, apart, apart), ALL_AXES, false, NULL);
    Array *variance = APPLY2_NUMBER(divide, squares, variant_scalar_double((double)count));
    return measure == MEASURE_DEVIATION && variance ? APPLY1(sqrt, variance) : variance;
}

/* The elements with a label (below 0: with any label above 0). */
static Array *with_label(ArrayCall *call, Array *a, Array *labels, int64_t label) {
    Array *mask = label < 0 ? APPLY2_NUMBER(greater, labels, variant_integer(0)) : APPLY2_NUMBER(equal, labels, variant_integer(label));
    return mask ? call_mask(call, a, call_broadcast(call, mask, a->dimensions, a->shape)) : NULL;
}

static Array *measured(ArrayCall *call, Array *a, Measure measure) {
    if (!a || !call_is_given(call, 1)) return a ? measure_one(call, call_flat(call, a), measure) : NULL;
    Array *labels = call_array(call, 1);
    if (!labels) return NULL;
    if (!call_is_given(call, 2)) {
        Array *part = with_label(call, a, labels, -1);
        return part ? measure_one(call, part, measure) : NULL;
    }
    Array *index = call_array_of(call, 2, DTYPE(INT64)), *result = NULL;
    index = index ? call_on_host(call, call_contiguous(call, index, NULL)) : NULL;
    int64_t count = index ? array_size(index) : 0;
    if (index && index->dimensions && measure <= MEASURE_DEVIATION && ndimage_labels_count(call, a, labels)) {
        Array *counts, *sums = ndimage_label_sums(call, a, labels, index, measure >= MEASURE_VARIANCE, &counts);
        if (measure != MEASURE_SUM) sums = APPLY2(divide, sums, counts);
        if (measure == MEASURE_DEVIATION && sums) sums = APPLY1(sqrt, sums);
        return sums ? call_reshape(call, sums, index->dimensions, index->shape) : NULL;
    }
    for (int64_t i = 0; i < count; i++) {
        int64_t label = ((const int64_t *)array_data(index))[i];
        Array *part = with_label(call, a, labels, label < 0 ? INT64_MAX : label), *value = part ? measure_one(call, part, measure) : NULL;
        if (value && !index->dimensions) return value;
        if (value && measure == MEASURE_SUM) value = call_cast(call, value, dtype_is_complex(value->dtype) ? value->dtype : DTYPE(FLOAT64));
        if (value && !result) result = call_new(call, value->dtype, 1, &count);
        if (!value || !result || !call_assign(call, call_drop_axis(call, call_slice(call, result, 0, i, 1, 1), 0), value)) return NULL;
    }
    if (!result) result = index ? call_new(call, DTYPE(FLOAT64), 1, &count) : NULL;
    return result && index ? call_reshape(call, result, index->dimensions, index->shape) : NULL;
}

#define MEASUREMENT(name, measure, text, example)                                                                     \
    ARRAY_FUNCTION_AT(ndimage_##name, "ndimage." #name, SCIPY | CUPYX, "(input, labels=None, index=None)",            \
                      text " of the elements with each label of index; without index of those with any, without labels of all.\n\n" example) { \
        return call_give_item(call, measured(call, call_array(call, 0), measure));                                    \
    }
MEASUREMENT(sum_labels, MEASURE_SUM, "Sum", ">>> ndimage.sum_labels([1, 2, 3], [1, 1, 2], [1, 2])\narray([3., 3.])\n")
MEASUREMENT(sum, MEASURE_SUM, "Sum", ">>> ndimage.sum([1, 2, 3], [1, 1, 2], [1, 2])\narray([3., 3.])\n")
MEASUREMENT(mean, MEASURE_MEAN, "Mean", ">>> ndimage.mean([1, 2, 3], [1, 1, 2], [1, 2])\narray([1.5, 3. ])\n")
MEASUREMENT(variance, MEASURE_VARIANCE, "Variance", ">>> ndimage.variance([1, 3, 3], [1, 1, 2], [1, 2])\narray([1., 0.])\n")
MEASUREMENT(standard_deviation, MEASURE_DEVIATION, "Standard deviation", ">>> ndimage.standard_deviation([1, 3, 3], [1, 1, 2], 1)\nnp.float64(1.0)\n")
MEASUREMENT(minimum, MEASURE_LEAST, "Least", ">>> ndimage.minimum([1, 2, 3], [1, 1, 2], [1, 2])\narray([1, 3])\n")
MEASUREMENT(maximum, MEASURE_MOST, "Largest", ">>> ndimage.maximum([1, 2, 3], [1, 1, 2], [1, 2])\narray([2, 3])\n")
MEASUREMENT(median, MEASURE_MEDIAN, "Median", ">>> ndimage.median([1, 2, 3], [1, 1, 2], [1, 2])\narray([1.5, 3. ])\n")

ARRAY_FUNCTION_AT(ndimage_center_of_mass, "ndimage.center_of_mass", SCIPY | CUPYX, "(input, labels=None, index=None)",
                  "Where the middle of the elements lies that they weigh: a tuple, or a list of one for each label.\n\n"
                  ">>> ndimage.center_of_mass([0.0, 1.0, 1.0])\n(np.float64(1.5),)\n") {
    Array *a = call_array(call, 0), *total = measured(call, a, MEASURE_SUM), *places[ARRAY_DIMENSIONS_MAX];
    if (!total) return variant_absent();
    for (int axis = 0; axis < a->dimensions; axis++) {
        int64_t shape[ARRAY_DIMENSIONS_MAX];
        for (int k = 0; k < a->dimensions; k++) shape[k] = k == axis ? a->shape[k] : 1;
        Array *grid = call_reshape(call, call_cast(call, call_iota(call, a->shape[axis]), DTYPE(FLOAT64)), a->dimensions, shape);
        places[axis] = APPLY2(divide, measured(call, APPLY2(multiply, a, grid), MEASURE_SUM), total);
        if (!places[axis]) return variant_absent();
    }
    bool several = a->dimensions && places[0]->dimensions > 0;
    int64_t count = several ? array_size(places[0]) : 1;
    Variant list = variant_list((size_t)count, false);
    for (int64_t i = 0; list.kind == VARIANT_SEQUENCE && i < count; i++) {
        Variant tuple = variant_list((size_t)a->dimensions, true);
        for (int axis = 0; tuple.kind == VARIANT_SEQUENCE && axis < a->dimensions; axis++)
            variant_items(tuple)[axis] = call->namespace == CUPY
                                             ? call_give(call, several ? call_drop_axis(call, call_slice(call, places[axis], 0, i, 1, 1), 0) : places[axis])
                                             : variant_scalar_double(call_item(call, places[axis], i));
        variant_items(list)[i] = tuple;
    }
    if (several || list.kind == VARIANT_ABSENT) return list;
    Variant only = variant_copy(variant_items(list)[0]);
    variant_release(&list);
    return only;
}
