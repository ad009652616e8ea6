/* The numbers of the colour maps. */
#ifndef KERNEL_PLOT_COLORMAP_DATA_H
#define KERNEL_PLOT_COLORMAP_DATA_H

#include <stddef.h>

typedef enum ColormapKind {
    COLORMAP_LISTED,       /* `count` colours, as doubles */
    COLORMAP_LISTED_BYTES, /* `count` colours, as bytes: the map has just these */
    COLORMAP_LINEAR_BYTES, /* `count` colours at even distances, straight lines between them */
    COLORMAP_PIECES,       /* for each channel a run of (x, value before, value after) */
    COLORMAP_FUNCTION,     /* computed, by name */
    COLORMAP_ALIAS,        /* another name */
    COLORMAP_SHIFTED,      /* another map that begins at its middle, and backwards */
} ColormapKind;

typedef struct ColormapData {
    const char *name;
    ColormapKind kind;
    size_t count;
    const unsigned char *bytes;
    const double *values;
    size_t pieces[3];
    const char *alias;
} ColormapData;

extern const ColormapData colormap_table[]; /* sorted by name in byte order */
extern const size_t colormap_table_count;

extern const double colormap_values_magma[];
extern const double colormap_values_inferno[];
extern const double colormap_values_plasma[];
extern const double colormap_values_viridis[];
extern const double colormap_values_cividis[];
extern const double colormap_values_twilight[];
extern const double colormap_values_turbo[];
extern const double colormap_values_berlin[];
extern const double colormap_values_managua[];
extern const double colormap_values_vanimo[];

#endif
