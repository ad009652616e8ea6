#include "kernel/plot/artist.h"

#include "kernel/plot/polar.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

void axes_relimit(PlotAxes *axes) {
    for (size_t i = 0; i < axes->artist_count; i++) {
        PlotArtist *artist = axes->artists[i];
        if (artist->removed || artist->apart)
            artist->limits = limits_empty;
        else if (artist->kind == ARTIST_LINE)
            line_update((PlotLine *)artist);
        else if (artist->kind == ARTIST_PATCH)
            patch_update((PlotPatch *)artist);
        else if (artist->kind == ARTIST_PATHS)
            paths_update((PlotPaths *)artist);
    }
}

/* The nearest sticky values at or beyond each end of the data: margins do not cross them. */
typedef struct Sticky {
    double low, high;
    bool has_low, has_high;
} Sticky;

static void find_sticky(const PlotArtist *artist, bool of_x, bool positive_only, double low, double high,
                        double tolerance, Sticky *sticky) {
    const double *values = of_x ? artist->sticky_x : artist->sticky_y;
    int count = of_x ? artist->sticky_x_count : artist->sticky_y_count;
    for (int i = 0; i < count; i++) {
        double value = values[i];
        if (positive_only && value <= 0) continue;
        if (value < low + tolerance && (!sticky->has_low || value > sticky->low)) {
            sticky->low = value;
            sticky->has_low = true;
        }
        if (value >= high - tolerance && (!sticky->has_high || value < sticky->high)) {
            sticky->high = value;
            sticky->has_high = true;
        }
    }
}

/* Lines across the axes leave the direction alone in which they run; texts leave both. */
static bool asks_for_scaling(const PlotArtist *artist, bool of_x) {
    bool in_data = artist->coordinates == COORDINATES_DATA ||
                   artist->coordinates == (of_x ? COORDINATES_X_AXIS : COORDINATES_Y_AXIS);
    bool discarded = artist->removed && !(artist->limits.x0 <= artist->limits.x1);
    return artist->kind != ARTIST_TEXT && in_data && !discarded && !artist->quiet;
}

/* Outwards to the next ticks: the old way. */
static void limits_at_ticks(const AxisView *view, double *low, double *high) {
    TickRange range = {.scale = view->scale, .low = *low, .high = *high, .smallest = *low, .space = 9};
    Ticks ticks = {0};
    Error ignored = ERROR_NONE;
    if (view->scale.kind == SCALE_LINEAR && ticks_locate(&view->major, &range, false, NULL, &ticks, &ignored) &&
        ticks.count) {
        *low = fmin(*low, ticks.positions[0]);
        *high = fmax(*high, ticks.positions[ticks.count - 1]);
    }
    ticks_release(&ticks);
    error_clear(&ignored);
}

static void autoscale_view(PlotAxes *axes, bool of_x) {
    AxisView *view = of_x ? axes->x.view : axes->y.view;
    PlotFigure *figure = axes->figure;
    double low = INFINITY, high = -INFINITY, smallest = INFINITY,
           margin = of_x ? axes->margin_x : axes->margin_y;
    bool any = view->asked;
    if (view->fixed || (axes->polar && of_x)) return; /* angles: the whole circle */
    for (size_t a = 0; a < figure->axes_count; a++) {
        const PlotAxes *other = figure->axes[a];
        if (other->removed || (of_x ? other->x.view : other->y.view) != view) continue;
        for (size_t i = 0; i < other->artist_count; i++) {
            const PlotArtist *artist = other->artists[i];
            const DataLimits *limits = &artist->limits;
            any = any || asks_for_scaling(artist, of_x);
            low = fmin(low, of_x ? limits->x0 : limits->y0);
            high = fmax(high, of_x ? limits->x1 : limits->y1);
            smallest = fmin(smallest, of_x ? limits->smallest_x : limits->smallest_y);
        }
    }
    if (!any) return;
    if (low > high) low = -INFINITY, high = INFINITY;
    range_of_data(&view->scale, smallest, &low, &high);
    double tolerance = 1e-5 * fabs(high - low);
    Sticky sticky = {0};
    for (size_t a = 0; a < figure->axes_count && margin != 0 && !axes->no_sticky; a++) {
        const PlotAxes *other = figure->axes[a];
        if (other->removed || (of_x ? other->x.view : other->y.view) != view) continue;
        for (size_t i = 0; i < other->artist_count; i++)
            if (!other->artists[i]->removed)
                find_sticky(other->artists[i], of_x, view->scale.kind == SCALE_LOG, low, high, tolerance,
                            &sticky);
    }
    if (view->scale.kind == SCALE_LOG) {
        double floor_value = isfinite(smallest) ? smallest : 1e-300;
        low = low <= 0 ? floor_value : low;
        high = high <= 0 ? floor_value : high;
    }
    double least = low;
    double from = scale_transform(&view->scale, low), to = scale_transform(&view->scale, high);
    double delta = (to - from) * margin;
    if (!isfinite(delta)) delta = 0;
    low = scale_invert(&view->scale, from - delta);
    high = scale_invert(&view->scale, to + delta);
    if (sticky.has_low) low = fmax(low, sticky.low);
    if (sticky.has_high) high = fmin(high, sticky.high);
    if (view->scale.kind == SCALE_LINEAR) range_widen(&low, &high, 1e-12, 1e-13);
    if (axes->polar && least >= 0 && view->scale.kind != SCALE_LOG) low = 0; /* distances begin in the middle */
    if (view->round_limits) limits_at_ticks(view, &low, &high);
    view->low = view->inverted ? high : low;
    view->high = view->inverted ? low : high;
}

void axes_autoscale(PlotAxes *axes) {
    if (axes->colorbar) {
        colorbar_update(axes);
        return;
    }
    autoscale_view(axes, true);
    autoscale_view(axes, false);
}

typedef struct DrawStep {
    double zorder;
    size_t sequence;
    PlotArtist *artist; /* NULL: a part of the axes */
    enum { PART_SPINES, PART_X_AXIS, PART_Y_AXIS, PART_TITLES, PART_LEGEND } part;
} DrawStep;

static int compare_steps(const void *left, const void *right) {
    const DrawStep *a = left, *b = right;
    if (a->zorder != b->zorder) return a->zorder < b->zorder ? -1 : 1;
    return a->sequence < b->sequence ? -1 : a->sequence > b->sequence;
}

static void draw_background(Renderer *renderer, const PlotAxes *axes) {
    if (renderer->transparent || renderer->measuring || axes->frame_hidden || axes->axis_off || axes->face_hidden ||
        !(axes->face.alpha > 0))
        return;
    Path path = PATH_EMPTY;
    if (axes->polar)
        polar_outline(axes, &path);
    else
        path_rectangle(&path, axes->box);
    PathStyle style = {.fill = axes->face, .even_odd = axes->polar};
    renderer_draw_path(renderer, &path, &style);
    path_release(&path);
}

static void draw_part(Renderer *renderer, PlotAxes *axes, const DrawStep *step) {
    switch (step->part) {
    case PART_SPINES:
        axes_draw_spines(renderer, axes);
        break;
    case PART_X_AXIS:
        axis_draw(renderer, axes, true);
        break;
    case PART_Y_AXIS:
        axis_draw(renderer, axes, false);
        break;
    case PART_TITLES:
        axes_draw_titles(renderer, axes);
        break;
    case PART_LEGEND:
        legend_draw(renderer, axes->figure, axes, axes->legend);
        break;
    }
}

void axes_draw(Renderer *renderer, PlotAxes *axes) {
    if (axes->removed || axes->hidden) return;
    DrawStep *steps = memory_allocate((axes->artist_count + 8) * sizeof *steps);
    if (!steps) return;
    size_t count = 0;
    for (size_t i = 0; i < axes->artist_count; i++)
        if (!axes->artists[i]->removed && !axes->artists[i]->hidden) {
            steps[count] = (DrawStep){axes->artists[i]->zorder, count, axes->artists[i], PART_SPINES};
            count++;
        }
    static const double axis_orders[3] = {2.5, 1.5, 0.5};
    double axis_order = axis_orders[axes->axis_below + 1];
    const DrawStep parts[] = {{.zorder = 2.5, .part = PART_SPINES},
                              {.zorder = axis_order, .part = PART_X_AXIS},
                              {.zorder = axis_order, .part = PART_Y_AXIS},
                              {.zorder = 3, .part = PART_TITLES},
                              {.zorder = 5, .part = PART_LEGEND}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        steps[count] = parts[i];
        steps[count].sequence = count;
        count++;
    }
    qsort(steps, count, sizeof *steps, compare_steps);
    if (renderer->measuring) renderer_include(renderer, axes->box);
    draw_background(renderer, axes);
    if (axes->colorbar) colorbar_draw(renderer, axes);
    for (size_t i = 0; i < count; i++) {
        if (steps[i].artist)
            artist_draw(renderer, steps[i].artist);
        else
            draw_part(renderer, axes, &steps[i]);
    }
    memory_release(steps);
}
