/* Error bars, for charts that have some. */
#ifndef KERNEL_MODULES_MATPLOTLIB_ERROR_BARS_H
#define KERNEL_MODULES_MATPLOTLIB_ERROR_BARS_H

#include "kernel/modules/matplotlib/face.h"

typedef struct ErrorBars {
    Value x_errors, y_errors; /* None: none in this direction */
    Value every, x_lower, x_upper, y_lower, y_upper;
    Color *colors;
    size_t color_count;
    double width, cap_size, cap_thickness; /* points; thickness NAN: the markers' own */
    LineDash dash;
    double alpha, zorder;
} ErrorBars;

/* `line` (may be NULL): its sample in the legend gets bars, too. The artists go to the end of the lists. */
bool add_error_bars(Thread *thread, PlotAxes *axes, const double *x, const double *y, size_t count,
                    const ErrorBars *bars, PlotLine *line, List *lines, List *caps);
AxesCode draw_errorbar;
#define ERRORBAR_PARAMETERS                                                                                    \
    "x, y, yerr=None, xerr=None, fmt='', *, ecolor=None, elinewidth=None, elinestyle=None, capsize=None, "      \
    "barsabove=False, lolims=False, uplims=False, xlolims=False, xuplims=False, errorevery=1, capthick=None, "   \
    "data=None, **kwargs"

#endif
