#include "kernel/plot/artist.h"

#include <math.h>

enum { extension_share = 20 }; /* a triangle takes 1/20 of the bar's length */

static bool source_levels(const PlotArtist *source, const double **levels, size_t *count) {
    *count = 0;
    if (source->kind == ARTIST_PATHS && ((const PlotPaths *)source)->level_count) {
        *levels = ((const PlotPaths *)source)->levels;
        *count = ((const PlotPaths *)source)->level_count;
    } else {
        const Mappable *mappable = artist_mappable((PlotArtist *)source);
        if (mappable && mappable->norm.kind == NORM_BOUNDARY) {
            *levels = mappable->norm.boundaries;
            *count = mappable->norm.boundary_count;
        }
    }
    return *count > 0;
}

/* Ten at most; between them, boundaries of a norm keep minor ticks. */
static void set_level_ticks(AxisView *view, const double *levels, size_t count, bool of_norm, Error *error) {
    enum { most = 10 };
    if (!axis_set_ticks(&view->major, levels, count, error)) return;
    view->major.maximum = most;
    Ticks majors = {0};
    TickRange range = {.scale = {.kind = SCALE_LINEAR}, .low = levels[0], .high = levels[count - 1]};
    if (!of_norm && view->minor.kind == LOCATOR_DEFAULT) view->minor.kind = LOCATOR_NULL;
    if (!of_norm || view->minor.kind != LOCATOR_DEFAULT || count <= most ||
        !ticks_locate(&view->major, &range, false, NULL, &majors, error))
        return;
    if (axis_set_ticks(&view->minor, levels, count, error)) {
        size_t used = 0;
        for (size_t i = 0, k = 0; i < count; i++)
            if (k < majors.count && levels[i] == majors.positions[k])
                k++;
            else
                view->minor.positions[used++] = levels[i];
        view->minor.count = used;
    }
    ticks_release(&majors);
}

void colorbar_update(PlotAxes *axes) {
    PlotColorbar *bar = axes->colorbar;
    Mappable *mappable = artist_mappable(bar->source);
    AxisView *along = bar->horizontal ? axes->x.view : axes->y.view;
    AxisView *across = bar->horizontal ? axes->y.view : axes->x.view;
    Error ignored = ERROR_NONE;
    const double *levels;
    size_t level_count;
    if (!mappable) return;
    if (isnan(mappable->norm.minimum) || isnan(mappable->norm.maximum)) mappable_fit(mappable);
    across->low = 0;
    across->high = 1;
    along->low = mappable->norm.minimum;
    along->high = mappable->norm.maximum;
    if (along->scale.kind == SCALE_LEVELS) along->scale = (AxisScale){.kind = SCALE_LINEAR};
    if (source_levels(bar->source, &levels, &level_count)) {
        const PlotPaths *paths = bar->source->kind == ARTIST_PATHS ? (const PlotPaths *)bar->source : NULL;
        along->low = levels[0];
        along->high = levels[level_count - 1];
        if (paths && !paths->filled && level_count == 1) along->low -= 1, along->high += 1;
        if (along->major.kind == LOCATOR_DEFAULT) set_level_ticks(along, levels, level_count, !paths, &ignored);
        if (level_count > 1 && !bar->proportional && mappable->norm.kind != NORM_LOG)
            along->scale = (AxisScale){.kind = SCALE_LEVELS, .levels = levels, .level_count = level_count};
    }
    if (along->low == along->high) range_widen(&along->low, &along->high, 0.1, 1e-15);
    if (mappable->norm.kind == NORM_LOG && along->low > 0)
        along->scale = (AxisScale){.kind = SCALE_LOG, .base = 10};
    if (along->inverted) {
        double swapped = along->low;
        along->low = along->high;
        along->high = swapped;
    }
    error_clear(&ignored);
}

static void fill_between_values(Renderer *renderer, const PlotAxes *axes, double from, double to, Color color,
                                const PathStyle *hatch) {
    bool horizontal = axes->colorbar->horizontal;
    Point low = axes_to_pixels(axes, horizontal ? from : 0, horizontal ? 0 : from);
    Point high = axes_to_pixels(axes, horizontal ? to : 1, horizontal ? 1 : to);
    Path path = PATH_EMPTY;
    path_rectangle(&path, (Box){low.x, low.y, high.x, high.y});
    PathStyle style = {.fill = color, .aliased = true};
    if (hatch) {
        style.hatch = hatch->hatch;
        style.hatch_color = hatch->hatch_color;
        style.hatch_width = hatch->hatch_width;
    }
    renderer_draw_path(renderer, &path, &style);
    path_release(&path);
}

/* A line across the bar, between two colours. */
static void draw_divider(Renderer *renderer, const PlotAxes *axes, double value) {
    bool horizontal = axes->colorbar->horizontal;
    Point at = axes_to_pixels(axes, horizontal ? value : 0, horizontal ? 0 : value);
    Path path = PATH_EMPTY;
    path_move(&path, at.x, at.y);
    path_line(&path, horizontal ? at.x : axes->box.x1, horizontal ? axes->box.y1 : at.y);
    PathStyle style = {.stroke = axes->spines[SPINE_LEFT].color, .width = axes->spines[SPINE_LEFT].width};
    renderer_draw_path(renderer, &path, &style);
    path_release(&path);
}

static void draw_triangle(Renderer *renderer, const PlotAxes *axes, bool high_end, Color color) {
    Box box = axes->box;
    bool horizontal = axes->colorbar->horizontal;
    double length = horizontal ? box_width(box) : box_height(box), reach = length / extension_share;
    Path path = PATH_EMPTY;
    if (horizontal) {
        double x = high_end ? box.x1 : box.x0;
        path_move(&path, x, box.y0);
        path_line(&path, x + (high_end ? reach : -reach), (box.y0 + box.y1) / 2);
        path_line(&path, x, box.y1);
    } else {
        double y = high_end ? box.y1 : box.y0;
        path_move(&path, box.x0, y);
        path_line(&path, (box.x0 + box.x1) / 2, y + (high_end ? reach : -reach));
        path_line(&path, box.x1, y);
    }
    path_close(&path);
    const Spine *frame = &axes->spines[SPINE_LEFT];
    PathStyle style = {.fill = color, .stroke = frame->hidden ? COLOR_NONE : frame->color, .width = frame->width};
    if (renderer->measuring)
        renderer_include(renderer, path_bounds(&path));
    else
        renderer_draw_path(renderer, &path, &style);
    path_release(&path);
}

static void draw_level_lines(Renderer *renderer, PlotAxes *axes, const PlotPaths *paths) {
    bool horizontal = axes->colorbar->horizontal;
    for (size_t i = 0; i < paths->level_count; i++) {
        Point at = axes_to_pixels(axes, horizontal ? paths->levels[i] : 0, horizontal ? 0 : paths->levels[i]);
        Color color = paths->mappable.values && paths->mappable.count > i ? mappable_color(&paths->mappable, i)
                      : paths->edge_count                                 ? paths->edges[i % paths->edge_count]
                                                                          : COLOR_BLACK;
        Path path = PATH_EMPTY;
        path_move(&path, at.x, at.y);
        path_line(&path, horizontal ? at.x : axes->box.x1, horizontal ? axes->box.y1 : at.y);
        PathStyle style = {.stroke = color,
                           .width = paths->width_count ? paths->widths[i % paths->width_count] : 1.5};
        renderer_draw_path(renderer, &path, &style);
        path_release(&path);
    }
}

/* The colour of what is below or above all that the bar shows. */
static Color end_color(const PlotColorbar *bar, const Mappable *mappable, bool high) {
    const PlotPaths *paths = bar->source->kind == ARTIST_PATHS ? (const PlotPaths *)bar->source : NULL;
    if (paths && !paths->mappable.values && paths->face_count)
        return paths->faces[(high ? paths->count - 1 : 0) % paths->face_count];
    return colormap_at_index(mappable->map, high ? (int64_t)mappable->map->count : -1);
}

void colorbar_draw(Renderer *renderer, PlotAxes *axes) {
    PlotColorbar *bar = axes->colorbar;
    const Mappable *mappable = artist_mappable(bar->source);
    const double *levels;
    size_t level_count;
    if (!mappable) return;
    double alpha = bar->source->alpha;
    if (bar->extend_low) draw_triangle(renderer, axes, false, color_with_alpha(end_color(bar, mappable, false), alpha));
    if (bar->extend_high) draw_triangle(renderer, axes, true, color_with_alpha(end_color(bar, mappable, true), alpha));
    if (renderer->measuring) return;
    if (source_levels(bar->source, &levels, &level_count)) {
        const PlotPaths *paths = bar->source->kind == ARTIST_PATHS ? (const PlotPaths *)bar->source : NULL;
        if (paths && !paths->filled) {
            draw_level_lines(renderer, axes, paths);
            return;
        }
        for (size_t i = 0; i + 1 < level_count; i++) {
            Color color =
                paths && !paths->mappable.values && paths->face_count
                    ? paths->faces[(i + paths->extend_low) % paths->face_count]
                    : colormap_at(mappable->map, norm_apply(&mappable->norm, (levels[i] + levels[i + 1]) / 2,
                                                            mappable->map->count));
            PathStyle hatch = {0};
            if (paths)
                hatch_apply(&paths->hatch, &axes->figure->context->settings, i + paths->extend_low, COLOR_NONE, alpha,
                            true, &hatch);
            fill_between_values(renderer, axes, levels[i], levels[i + 1], color_with_alpha(color, alpha), &hatch);
        }
        for (size_t i = 1; bar->draw_edges && i + 1 < level_count; i++) draw_divider(renderer, axes, levels[i]);
        return;
    }
    size_t count = mappable->map->count;
    for (size_t i = 0; i < count; i++) {
        double from = norm_invert(&mappable->norm, (double)i / (double)count);
        double to = norm_invert(&mappable->norm, (double)(i + 1) / (double)count);
        fill_between_values(renderer, axes, from, to,
                            color_with_alpha(colormap_at_index(mappable->map, (int64_t)i), alpha), NULL);
        if (i && bar->draw_edges) draw_divider(renderer, axes, from);
    }
}
