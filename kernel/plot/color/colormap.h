/* Colour maps: lookup tables from [0, 1] to colours, and the norms that bring data into [0, 1]. */
#ifndef KERNEL_PLOT_COLORMAP_H
#define KERNEL_PLOT_COLORMAP_H

#include "base/error.h"
#include "kernel/plot/color/color.h"

#include <stddef.h>
#include <stdint.h>

/* A map with `count` colours. Owned by the PlotContext that made it, and immutable once made, except for the
 * three colours of values that are out of range or not numbers. */
typedef struct Colormap {
    char *name;
    size_t count;
    double (*colors)[4]; /* `count` rows */
    Color under, over, bad;
    bool under_set, over_set;
    bool listed; /* its colours are the whole of it: no interpolation meant */
    struct Colormap *next;
} Colormap;

/* The map of this name ("viridis", "gray_r"), newly made with `count` entries (0: the map's own number); the
 * caller owns it. NULL with a ValueError in matplotlib's words when there is no such map. */
Colormap *colormap_create_named(const char *name, size_t count, Error *error);
/* A map from colours at positions in [0, 1]: a list (listed) or lines between the colours. */
Colormap *colormap_create_from_colors(const char *name, const Color *colors, const double *positions, size_t count,
                                      size_t table_count, bool listed, Error *error);
Colormap *colormap_create_reversed(const Colormap *map, Error *error);
Colormap *colormap_create_resampled(const Colormap *map, size_t count, Error *error);
void colormap_release(Colormap *map);
bool colormap_exists(const char *name);
/* The names of all maps, without and then with "_r", as a sorted list: entry `index`, or NULL. */
const char *colormap_name(size_t index, char buffer[32]);

/* The colour of a value in [0, 1] (below: under, above: over, NAN: bad), or of an index. */
Color colormap_at(const Colormap *map, double fraction);
Color colormap_at_index(const Colormap *map, int64_t index);
void color_to_bytes(Color color, uint8_t bytes[4]); /* truncated, as colour maps are drawn */

typedef enum NormKind { NORM_LINEAR, NORM_LOG, NORM_POWER, NORM_SYMLOG, NORM_TWO_SLOPE, NORM_BOUNDARY, NORM_NONE,
                        NORM_CENTERED } NormKind;

typedef struct Norm {
    NormKind kind;
    double minimum, maximum; /* NAN: taken from the data */
    double parameter;        /* power: gamma; two slopes, centred: the centre; symmetric logarithm: the linear threshold */
    double linear_scale, base; /* of a symmetric logarithm; 0: 1 and 10 */
    double *boundaries;      /* NORM_BOUNDARY: owned by the norm's owner */
    size_t boundary_count;
    bool clip;
} Norm;

/* Into [0, 1] (outside when the value is outside). A NORM_BOUNDARY gives the middle of the colour's interval. */
double norm_apply(const Norm *norm, double value, size_t color_count);
double norm_invert(const Norm *norm, double fraction);

#endif
