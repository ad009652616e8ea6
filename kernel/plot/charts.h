/* Charts made of several artists: what a histogram, an error bar or a pie is made of. */
#ifndef KERNEL_PLOT_CHARTS_H
#define KERNEL_PLOT_CHARTS_H

#include "kernel/plot/figure.h"

/* "r--o", "C1:", "green": what is not said stays as it is. On failure a ValueError in matplotlib's words. */
typedef struct FormatString {
    Color color;
    LineDash dash;
    MarkerKind marker;
    bool has_color, has_dash, has_marker;
    char color_text[24];
} FormatString;
bool format_string_parse(const PlotSettings *settings, const char *text, FormatString *format, Error *error);

/* A bar from (x, y); sticky at its base. */
PlotPatch *axes_add_bar(PlotAxes *axes, double x, double y, double width, double height, bool horizontal, Color face,
                        Error *error);
/* The area between two curves; where a point is not a number, or `where` is false, it breaks. */
PlotPaths *axes_add_fill_between(PlotAxes *axes, const double *x, const double *low, const double *high,
                                 const bool *where, size_t count, bool of_y, StepKind step, Color face, Error *error);
/* Straight lines, (x0, y0)-(x1, y1) for each. */
PlotPaths *axes_add_segments(PlotAxes *axes, const double *x0, const double *y0, const double *x1, const double *y1,
                             size_t count, Color color, double width, Error *error);
/* Limits of one direction alone. */
void limits_span(DataLimits *limits, double low, double high, bool of_x);
/* Values into bins: edges has bin_count + 1 values. The last bin holds its upper edge too. */
void histogram_count(const double *values, const double *weights, size_t count, const double *edges, size_t bin_count,
                     double *counts);
/* Corners from centres: count + 1 values. */
void corners_from_centres(const double *centres, size_t count, double *corners);

#endif
