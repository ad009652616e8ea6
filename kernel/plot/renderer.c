#include "kernel/plot/renderer.h"

#include "kernel/plot/hatch.h"

#include <math.h>

enum { snap_point_limit = 1024 };

/* Page coordinates, as cairo has them: from the upper left corner, y downwards. */
static Point to_page(const Renderer *renderer, Point point) {
    return (Point){point.x - renderer->origin_x, renderer->height - (point.y - renderer->origin_y)};
}

static bool is_rectilinear(const Path *path) {
    if (path->point_count > snap_point_limit) return false;
    size_t at = 0;
    Point last = {0, 0};
    for (size_t i = 0; i < path->code_count; i++) {
        PathCode code = path->codes[i];
        if (code == PATH_CURVE) return false;
        if (code == PATH_CLOSE) continue;
        Point point = path->points[at++];
        if (code == PATH_LINE && fabs(point.x - last.x) >= 1e-4 && fabs(point.y - last.y) >= 1e-4) return false;
        last = point;
    }
    return true;
}

static double snap(double value, bool odd) { return floor(value + 0.5) + (odd ? 0.5 : 0); }

static void trace_path(Renderer *renderer, const Path *path, bool snapping, bool odd) {
    const CairoLibrary *cairo = renderer->cairo;
    cairo_t *target = renderer->target;
    bool broken = true; /* a point that is no number breaks the line */
    const Point *from = path->points;
    cairo->new_path(target);
    for (size_t i = 0; i < path->code_count; i++) {
        PathCode code = path->codes[i];
        if (code == PATH_CLOSE) {
            if (!broken) cairo->close_path(target);
            continue;
        }
        size_t count = code == PATH_CURVE ? 3 : 1;
        Point points[3];
        bool finite = true;
        for (size_t k = 0; k < count; k++, from++) {
            points[k] = to_page(renderer, *from);
            finite = finite && fabs(points[k].x) < 1e7 && fabs(points[k].y) < 1e7;
            if (snapping) points[k] = (Point){snap(points[k].x, odd), snap(points[k].y, odd)};
        }
        if (!finite) {
            broken = true;
            continue;
        }
        if (code == PATH_MOVE || broken)
            cairo->move_to(target, points[count - 1].x, points[count - 1].y);
        else if (code == PATH_LINE)
            cairo->line_to(target, points[0].x, points[0].y);
        else
            cairo->curve_to(target, points[0].x, points[0].y, points[1].x, points[1].y, points[2].x,
                            points[2].y);
        broken = false;
    }
}

static void set_dash(Renderer *renderer, const LineDash *dash, double width) {
    static const double dashed[] = {3.7, 1.6}, dashdot[] = {6.4, 1.6, 1, 1.6}, dotted[] = {1, 1.65};
    const double *lengths = dash->lengths;
    size_t count = dash->count;
    double unit = dash->in_points ? renderer_pixels(renderer, 1) : width;
    if (!count && dash->kind == LINE_DASHED)
        lengths = dashed, count = 2;
    else if (!count && dash->kind == LINE_DASHDOT)
        lengths = dashdot, count = 4;
    else if (!count && dash->kind == LINE_DOTTED)
        lengths = dotted, count = 2;
    double scaled[dash_capacity], total = 0;
    for (size_t i = 0; i < count; i++) total += scaled[i] = fmax(lengths[i] * unit, 0);
    if (!(total > 0)) count = 0;
    renderer->cairo->set_dash(renderer->target, scaled, (int)count, dash->offset * unit);
}

static void set_source(Renderer *renderer, Color color) {
    renderer->cairo->set_source_rgba(renderer->target, color.red, color.green, color.blue, color.alpha);
}

/* Within the path, which stays. */
static void paint_hatch(Renderer *renderer, const PathStyle *style) {
    const CairoLibrary *cairo = renderer->cairo;
    cairo_path_t *path = cairo->copy_path(renderer->target);
    cairo->save(renderer->target);
    cairo->set_fill_rule(renderer->target, style->even_odd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING);
    cairo->clip(renderer->target);
    hatch_fill(renderer, style->hatch, style->hatch_color, style->hatch_width);
    cairo->restore(renderer->target);
    cairo->new_path(renderer->target);
    cairo->append_path(renderer->target, path);
    cairo->path_destroy(path);
}

static void paint(Renderer *renderer, const PathStyle *style) {
    const CairoLibrary *cairo = renderer->cairo;
    cairo_t *target = renderer->target;
    bool strokes = style->stroke.alpha > 0 && style->width > 0 && style->dash.kind != LINE_NONE;
    cairo->set_antialias(target, style->aliased ? CAIRO_ANTIALIAS_NONE : CAIRO_ANTIALIAS_DEFAULT);
    if (style->fill.alpha > 0) {
        set_source(renderer, style->fill);
        cairo->set_fill_rule(target, style->even_odd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING);
        cairo->fill_preserve(target);
    }
    if (style->hatch && *style->hatch) paint_hatch(renderer, style);
    if (strokes) {
        double width = renderer_pixels(renderer, style->width);
        set_source(renderer, style->stroke);
        cairo->set_line_width(target, width);
        cairo->set_line_cap(target, style->cap == CAP_BUTT    ? CAIRO_LINE_CAP_BUTT
                                    : style->cap == CAP_ROUND ? CAIRO_LINE_CAP_ROUND
                                                              : CAIRO_LINE_CAP_SQUARE);
        cairo->set_line_join(target, style->join == JOIN_MITER   ? CAIRO_LINE_JOIN_MITER
                                     : style->join == JOIN_ROUND ? CAIRO_LINE_JOIN_ROUND
                                                                 : CAIRO_LINE_JOIN_BEVEL);
        set_dash(renderer, &style->dash, width);
        cairo->stroke(target);
    }
    cairo->new_path(target);
}

static bool stroke_is_odd(const Renderer *renderer, const PathStyle *style) {
    if (!(style->stroke.alpha > 0) || style->dash.kind == LINE_NONE) return false;
    return (long)floor(renderer_pixels(renderer, style->width) + 0.5) % 2;
}

static Color darkened(Color color, double share) {
    return (Color){color.red * share, color.green * share, color.blue * share, color.alpha};
}

PathStyle effect_style(const PathEffect *effect, const PathStyle *style) {
    PathStyle changed = *style;
    Color shadow = effect->kind == EFFECT_LINE_SHADOW ? style->stroke : style->fill.alpha > 0 ? style->fill : COLOR_WHITE;
    shadow = effect->colored ? effect->color : darkened(shadow, effect->darkening);
    if (effect->kind == EFFECT_LINE_SHADOW || effect->kind == EFFECT_PATCH_SHADOW) {
        bool lines = effect->kind == EFFECT_LINE_SHADOW;
        changed.stroke = lines && style->stroke.alpha > 0 ? color_with_alpha(shadow, effect->alpha) : COLOR_NONE;
        changed.fill = !lines ? color_with_alpha(shadow, effect->alpha) : COLOR_NONE;
        changed.hatch = NULL;
    } else if (effect->kind == EFFECT_STROKE) {
        if (effect->colored) changed.stroke = effect->color;
        if (!isnan(effect->width)) changed.width = effect->width;
        changed.stroke = color_with_alpha(changed.stroke, effect->alpha);
        if (changed.fill.alpha > 0) changed.fill = color_with_alpha(changed.fill, effect->alpha);
    }
    return changed;
}

static void draw_with_effects(Renderer *renderer, const Path *path, const PathStyle *style) {
    Renderer plain = *renderer;
    plain.effects = NULL;
    plain.effect_count = 0;
    for (size_t i = 0; i < renderer->effect_count; i++) {
        const PathEffect *effect = &renderer->effects[i];
        PathStyle changed = effect_style(effect, style);
        Path moved = PATH_EMPTY;
        path_append(&moved, path, 1, 1, renderer_pixels(renderer, effect->x), renderer_pixels(renderer, effect->y));
        renderer_draw_path(&plain, &moved, &changed);
        path_release(&moved);
        if (effect->then_normal) renderer_draw_path(&plain, path, style);
    }
}

void renderer_draw_path(Renderer *renderer, const Path *path, const PathStyle *style) {
    if (renderer->measuring || !path->code_count) return;
    if (renderer->effect_count) {
        draw_with_effects(renderer, path, style);
        return;
    }
    bool snapping = !renderer->vector && !style->no_snap && is_rectilinear(path);
    trace_path(renderer, path, snapping, stroke_is_odd(renderer, style));
    paint(renderer, style);
}

void renderer_draw_marker(Renderer *renderer, const Path *path, const PathStyle *style, Point at) {
    if (renderer->measuring || !path->code_count || !isfinite(at.x) || !isfinite(at.y)) return;
    const CairoLibrary *cairo = renderer->cairo;
    Point page = to_page(renderer, at);
    if (fabs(page.x) > 1e6 || fabs(page.y) > 1e6) return;
    if (!renderer->vector) page = (Point){floor(page.x + 0.5), floor(page.y + 0.5)};
    Renderer moved = *renderer;
    moved.origin_x = moved.origin_y = moved.height = 0;
    cairo->save(renderer->target);
    cairo->translate(renderer->target, page.x, page.y);
    bool snapping = !renderer->vector && !style->no_snap && is_rectilinear(path);
    trace_path(&moved, path, snapping, stroke_is_odd(renderer, style));
    paint(renderer, style);
    cairo->restore(renderer->target);
}

void renderer_clip(Renderer *renderer, Box box) {
    const CairoLibrary *cairo = renderer->cairo;
    Point low = to_page(renderer, (Point){box.x0, box.y1}), high = to_page(renderer, (Point){box.x1, box.y0});
    if (!renderer->vector) {
        low = (Point){floor(low.x + 0.5), floor(low.y + 0.5)};
        high = (Point){floor(high.x + 0.5), floor(high.y + 0.5)};
    }
    cairo->save(renderer->target);
    cairo->new_path(renderer->target);
    cairo->rectangle(renderer->target, low.x, low.y, high.x - low.x, high.y - low.y);
    cairo->clip(renderer->target);
}

void renderer_clip_path(Renderer *renderer, const Path *path) {
    renderer->cairo->save(renderer->target);
    trace_path(renderer, path, false, false);
    renderer->cairo->set_fill_rule(renderer->target, CAIRO_FILL_RULE_EVEN_ODD);
    renderer->cairo->clip(renderer->target);
}

void renderer_unclip(Renderer *renderer) { renderer->cairo->restore(renderer->target); }

void renderer_include(Renderer *renderer, Box box) {
    if (isfinite(box.x0) && isfinite(box.y0) && isfinite(box.x1) && isfinite(box.y1))
        renderer->bounds = box_union(renderer->bounds, box);
}

void renderer_draw_pixels(Renderer *renderer, const uint32_t *pixels, int width, int height, Box box) {
    if (renderer->measuring || width <= 0 || height <= 0) return;
    const CairoLibrary *cairo = renderer->cairo;
    cairo_surface_t *surface = cairo->image_surface_create_for_data(
        (unsigned char *)(uintptr_t)pixels, CAIRO_FORMAT_ARGB32, width, height, 4 * width);
    Point corner = to_page(renderer, (Point){box.x0, box.y1});
    if (!renderer->vector) corner = (Point){floor(corner.x + 0.5), floor(corner.y + 0.5)};
    cairo->save(renderer->target);
    cairo->translate(renderer->target, corner.x, corner.y);
    double scale_x = box_width(box) / width, scale_y = box_height(box) / height;
    if (renderer->vector) cairo->scale(renderer->target, scale_x, scale_y);
    cairo->set_source_surface(renderer->target, surface, 0, 0);
    cairo->pattern_set_filter(cairo->get_source(renderer->target), CAIRO_FILTER_NEAREST);
    cairo->paint(renderer->target);
    cairo->restore(renderer->target);
    cairo->surface_destroy(surface);
}

void renderer_set_font_options(Renderer *renderer) {
    const CairoLibrary *cairo = renderer->cairo;
    cairo_font_options_t *font = cairo->font_options_create();
    cairo->font_options_set_antialias(font, CAIRO_ANTIALIAS_GRAY);
    cairo->font_options_set_hint_style(font,
                                       renderer->vector ? CAIRO_HINT_STYLE_NONE : CAIRO_HINT_STYLE_SLIGHT);
    cairo->font_options_set_hint_metrics(font, CAIRO_HINT_METRICS_OFF);
    cairo->set_font_options(renderer->target, font);
    cairo->font_options_destroy(font);
}
