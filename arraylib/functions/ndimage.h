/* What the files of scipy.ndimage share: edges, and neighbourhoods as shifted views of an array that was extended. */
#ifndef ARRAYLIB_FUNCTIONS_NDIMAGE_H
#define ARRAYLIB_FUNCTIONS_NDIMAGE_H

#include "arraylib/functions/compose.h"

typedef enum EdgeMode { EDGE_REFLECT, EDGE_CONSTANT, EDGE_NEAREST, EDGE_MIRROR, EDGE_WRAP } EdgeMode;
Array *ndimage_extended(ArrayCall *call, Array *a, int axis, int64_t before, int64_t after, EdgeMode mode, double fill);

/* An argument that is one for all axes or one for each: that of `axis`. */
bool ndimage_for_axis(ArrayCall *call, size_t index, int axis, int dimensions, const char *name, Variant *value);
bool ndimage_check_origin(ArrayCall *call, int64_t origin, int64_t length, const char *what);

typedef struct Neighbourhood {
    int dimensions;
    int64_t shape[ARRAY_DIMENSIONS_MAX], before[ARRAY_DIMENSIONS_MAX];
    Array *extended; /* the input with its edges */
} Neighbourhood;
/* The neighbours at one place of the neighbourhood, as a view of the input's shape. */
Array *ndimage_neighbour(ArrayCall *call, const Array *a, const Neighbourhood *around, int64_t number);
int64_t ndimage_place_count(const Neighbourhood *around);

#endif
