/* What the files of scipy.ndimage share: edges, and neighbourhoods as shifted views of an array that was extended. */
#ifndef ARRAYLIB_FUNCTIONS_NDIMAGE_H
#define ARRAYLIB_FUNCTIONS_NDIMAGE_H

#include "arraylib/functions/compose.h"

typedef enum EdgeMode { EDGE_REFLECT, EDGE_CONSTANT, EDGE_NEAREST, EDGE_MIRROR, EDGE_WRAP } EdgeMode;
Array *ndimage_extended(ArrayCall *call, Array *a, int axis, int64_t before, int64_t after, EdgeMode mode, double fill);

/* Where an element at place `at`, before or behind `count` of them, comes from. */
int64_t ndimage_edge_place(int64_t at, int64_t count, EdgeMode mode);

/* A filter along lines: weights (NULL: all 1 / length, by a running sum) of the elements from `before` on; symmetry 1 or -1
 * where they are alike or opposite around the middle one. */
enum { LINE_WEIGHTS_MOST = 1024 }; /* of those that are neither */
typedef struct Lines {
    const double *weights;
    int64_t length, before, after;
    int symmetry;
    EdgeMode mode;
    double fill;
} Lines;
bool ndimage_filters_lines(ArrayCall *call, const Array *a, const Lines *lines, const Dtype *dtype); /* else it is composed */
Array *ndimage_filter_lines(ArrayCall *call, Array *a, int axis, const Lines *lines, const Dtype *dtype);

/* The axes that a call is about, by its last parameter where that is `axes`: their number, and for each of the input's axes its
 * place among them, -1: it is none of them. */
typedef struct AxesAsked {
    int count, place[ARRAY_DIMENSIONS_MAX];
} AxesAsked;
bool ndimage_axes_asked(ArrayCall *call, int dimensions, AxesAsked *asked);
/* An array (weights, a footprint, a structure) with one axis for each asked: one element wide along the others.
 * Its axes are those asked in the order of the input. */
Array *ndimage_along_axes(ArrayCall *call, Array *a, int dimensions, const char *name);
/* An argument that is one for all axes asked or one for each: that of `axis`, 0 (or any mode) for one that is not asked. */
bool ndimage_for_axis(ArrayCall *call, size_t index, int axis, int dimensions, const char *name, Variant *value);
bool ndimage_check_origin(ArrayCall *call, int64_t origin, int64_t length, const char *what);

typedef struct Neighbourhood {
    int dimensions;
    int64_t shape[ARRAY_DIMENSIONS_MAX], before[ARRAY_DIMENSIONS_MAX];
    Array *extended; /* the input with its edges */
} Neighbourhood;
/* The neighbours at one place of the neighbourhood, as a view of the input's shape. */
Array *ndimage_neighbour(ArrayCall *call, const Array *a, const Neighbourhood *around, int64_t number);
/* The neighbours of some numbers, weighted and added in turn, where the host can do that at once; extended is of doubles. */
bool ndimage_weighs_neighbours(ArrayCall *call, const Array *a, const Dtype *dtype);
Array *ndimage_weigh_neighbours(ArrayCall *call, const Array *a, const Neighbourhood *around, const double *weights, int64_t taps,
                                const int64_t *numbers, const Dtype *dtype);
int64_t ndimage_place_count(const Neighbourhood *around);

/* Dilations within a mask (NULL: anywhere) until nothing changes, where the structure keeps what is reached. `member` is turned around. */
bool ndimage_floods(ArrayCall *call, const Array *a, const Neighbourhood *around, const uint8_t *member);
Array *ndimage_flood(ArrayCall *call, Array *a, Array *mask, const Neighbourhood *around, const uint8_t *member, bool outside);

/* For each label of index (int64, on the host) the sum of the elements, added in turn, or of the squares of what they are apart from
 * their mean; and how many they are, as float64. */
bool ndimage_labels_count(ArrayCall *call, const Array *a, Array *labels);
Array *ndimage_label_sums(ArrayCall *call, Array *a, Array *labels, const Array *index, bool squares, Array **counts);

#endif
