/* Drawing on a cairo surface in pixels with y upwards, as the rest of the room thinks.
 *
 * A renderer either draws or measures: the same code walks the figure twice, and while it measures, paths are
 * skipped and every piece of text adds its box to `bounds`. Axis-parallel lines are moved to whole pixels so
 * that they look crisp (not in vector output). */
#ifndef KERNEL_PLOT_RENDERER_H
#define KERNEL_PLOT_RENDERER_H

#include "base/error.h"
#include "kernel/plot/cairo_library.h"
#include "kernel/plot/color/color.h"
#include "kernel/plot/path.h"

typedef enum LineKind { LINE_SOLID, LINE_DASHED, LINE_DASHDOT, LINE_DOTTED, LINE_NONE, LINE_CUSTOM } LineKind;
typedef enum LineCap { CAP_BUTT, CAP_ROUND, CAP_PROJECTING } LineCap;
typedef enum LineJoin { JOIN_MITER, JOIN_ROUND, JOIN_BEVEL } LineJoin;

enum { dash_capacity = 8 };

typedef struct LineDash {
    LineKind kind;
    /* In units of the line's width (or in points); LINE_CUSTOM has them, other kinds may have some in place of the usual. */
    double offset, lengths[dash_capacity];
    size_t count;
    bool in_points;
} LineDash;

/* How a path is painted. A stroke or fill with alpha 0 is left out. */
typedef struct PathStyle {
    Color stroke, fill;
    double width; /* points */
    LineDash dash;
    LineCap cap;
    LineJoin join;
    bool even_odd, no_snap, aliased;
    const char *hatch; /* letters; NULL: none */
    Color hatch_color;
    double hatch_width; /* points */
} PathStyle;

/* What is drawn in place of a path or a text: several in turn. */
typedef enum PathEffectKind { EFFECT_NORMAL, EFFECT_STROKE, EFFECT_LINE_SHADOW, EFFECT_PATCH_SHADOW } PathEffectKind;

typedef struct PathEffect {
    PathEffectKind kind;
    double x, y;         /* points to the right and upward */
    double width, alpha; /* NAN: as it is */
    Color color;         /* of strokes and shadows, when `colored` */
    bool colored, then_normal;
    double darkening; /* of shadows without a colour: what is left of each channel */
} PathEffect;

typedef struct Renderer {
    const CairoLibrary *cairo;
    cairo_t *target;
    double dpi;
    double origin_x, origin_y, height; /* the page's lower left corner in figure pixels; its height */
    bool vector, measuring, transparent;
    const PathEffect *effects; /* borrowed while an artist is drawn */
    size_t effect_count;
    bool layout_only; /* measuring for a layout: titles and labels count only across their line */
    Box bounds; /* of what was measured */
} Renderer;

static inline double renderer_pixels(const Renderer *renderer, double points)
{
    return points * renderer->dpi / 72;
}

void renderer_set_font_options(Renderer *renderer); /* once for a new target */
void renderer_draw_path(Renderer *renderer, const Path *path, const PathStyle *style);
/* How an effect changes a style. */
PathStyle effect_style(const PathEffect *effect, const PathStyle *style);
/* The path again at every point (whole pixels), in the same style: `path` is relative to the point. */
void renderer_draw_marker(Renderer *renderer, const Path *path, const PathStyle *style, Point at);
void renderer_clip(Renderer *renderer, Box box); /* until renderer_unclip; nests */
void renderer_clip_path(Renderer *renderer, const Path *path); /* likewise; holes by the even-odd rule */
void renderer_unclip(Renderer *renderer);
void renderer_include(Renderer *renderer, Box box);
/* Pixels as premultiplied ARGB words, top row first, `width` of them a row, into the box (nearest pixel). */
void renderer_draw_pixels(Renderer *renderer, const uint32_t *pixels, int width, int height, Box box);

#endif
