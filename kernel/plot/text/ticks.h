/* Where an axis has its ticks and what stands at them. The rules, and so the numbers, are matplotlib's: steps of
 * 1, 2, 2.5, 5 or 10 times a power of ten that leave at least two and at most nine intervals; labels with just
 * the digits that tell them apart, a common power of ten and a common offset written once beside the axis. */
#ifndef KERNEL_PLOT_TICKS_H
#define KERNEL_PLOT_TICKS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum ScaleKind { SCALE_LINEAR, SCALE_LOG, SCALE_SYMLOG, SCALE_LOGIT, SCALE_LEVELS } ScaleKind;

typedef struct AxisScale {
    ScaleKind kind;
    double base;             /* of a logarithm */
    double linear_threshold; /* SCALE_SYMLOG: linear up to here */
    double linear_size;      /* SCALE_SYMLOG: decades that the linear half takes */
    const double *levels;    /* SCALE_LEVELS: rising values that lie at 0, 1, 2, ...: borrowed from a colour bar's source */
    size_t level_count;      /* at least 2 */
} AxisScale;

double scale_transform(const AxisScale *scale, double value); /* NAN outside of the domain */
double scale_invert(const AxisScale *scale, double value);
bool scale_parse(const char *name, AxisScale *scale); /* "linear", "log", "symlog", "logit" with defaults */
const char *scale_name(const AxisScale *scale);

typedef enum LocatorKind {
    LOCATOR_DEFAULT, /* the scale's own */
    LOCATOR_MAX_COUNT,
    LOCATOR_MULTIPLE,
    LOCATOR_FIXED,
    LOCATOR_NULL,
    LOCATOR_LOG,
    LOCATOR_LINEAR,
    LOCATOR_AUTO_MINOR,
    LOCATOR_INDEX,
} LocatorKind;

typedef struct Locator {
    LocatorKind kind;
    double *positions; /* LOCATOR_FIXED: owned */
    size_t count;
    double base, offset;    /* LOCATOR_MULTIPLE, LOCATOR_INDEX, LOCATOR_LOG */
    /* LOCATOR_MAX_COUNT, LOCATOR_LINEAR, LOCATOR_AUTO_MINOR; 0: by the axis's length. LOCATOR_FIXED: every second,
     * third, ... is left out until no more are left; 0: none. */
    int maximum;
    int minimum_count;      /* of ticks; 0: 2 */
    bool integer, symmetric;
    bool coarse; /* LOCATOR_DEFAULT: nine intervals at most, of 1, 2, 5 or 10 times a power of ten */
    bool prune_lower, prune_upper;
} Locator;

typedef enum FormatterKind {
    FORMATTER_DEFAULT, /* the scale's own */
    FORMATTER_SCALAR,
    FORMATTER_FIXED,    /* the labels of a list */
    FORMATTER_NULL,
    FORMATTER_PRINTF,   /* "%.2f" */
    FORMATTER_FUNCTION, /* asked for each label */
    FORMATTER_LOG,
} FormatterKind;

/* Returns an owned label, or NULL (no label). */
typedef char *FormatterFunction(void *owner, double value, size_t position);

typedef struct Formatter {
    FormatterKind kind;
    char **labels; /* FORMATTER_FIXED: owned */
    size_t count;
    char *format; /* FORMATTER_PRINTF: owned, checked to hold one conversion of a double */
    double scale; /* FORMATTER_PRINTF: what the value is multiplied by; 0: as it is */
    FormatterFunction *function;
    void *owner;
    void (*release_owner)(void *owner);
    bool no_offset, no_scientific, math_text, force_limits, ascii_minus;
    int offset_threshold; /* digits that an offset must save; 0: 4 */
    int low_exponent, high_exponent; /* when force_limits: the powers of ten from which one is split off */
} Formatter;

typedef struct Ticks {
    double *positions;
    char **labels; /* after ticks_format */
    size_t count;
    char *offset_label; /* "1e6", "+1e5" beside the axis; NULL: none */
} Ticks;

typedef struct TickRange {
    AxisScale scale;
    double low, high;        /* the view, low < high */
    double smallest;         /* the smallest positive value of the data, for logarithms */
    double space;            /* how many labels have room */
} TickRange;

void locator_release(Locator *locator);
void formatter_release(Formatter *formatter);
void ticks_release(Ticks *ticks);
/* `minor`: the default of minor ticks (none on a linear axis). `majors`: for LOCATOR_AUTO_MINOR, or NULL. */
bool ticks_locate(const Locator *locator, const TickRange *range, bool minor, const Ticks *majors, Ticks *ticks,
                  Error *error);
/* Drop the ticks that lie outside of the view. */
void ticks_clip(Ticks *ticks, const TickRange *range);
/* The labels. Those of a list go by their number in the list, so clip after formatting when positions are fixed. */
bool ticks_format(const Formatter *formatter, const TickRange *range, bool minor, Ticks *ticks, Error *error);
/* Grow a range of no (or almost no) width, as axes and locators do. */
void range_widen(double *low, double *high, double expander, double tiny);
/* The range that autoscaling starts from when the data gives [low, high]. */
void range_of_data(const AxisScale *scale, double smallest, double *low, double *high);
/* Levels for a contour plot of `count` intervals at most. Owned positions. */
bool contour_levels(double low, double high, size_t count, bool logarithmic, bool extend_low, bool extend_high, Ticks *ticks,
                    Error *error);
/* The same of what a locator gives. */
bool contour_levels_of(const Locator *locator, double low, double high, bool extend_low, bool extend_high, Ticks *ticks,
                       Error *error);

#endif
