#include "kernel/plot/artist.h"

#include "base/memory.h"

#include <math.h>

enum { thinning_limit = 4000 };

/* Of the points that follow each other in one column of pixels only the first, lowest, highest and last are
 * seen: a line of a million points becomes a few thousand. */
static size_t thin_points(Point *points, size_t count) {
    size_t kept = 0;
    for (size_t begin = 0, end; begin < count; begin = end) {
        double column = floor(points[begin].x);
        size_t low = begin, high = begin;
        for (end = begin; end < count && floor(points[end].x) == column && isfinite(points[end].y); end++) {
            if (points[end].y < points[low].y) low = end;
            if (points[end].y > points[high].y) high = end;
        }
        if (end == begin) {
            points[kept++] = points[end++];
            continue;
        }
        size_t chosen[4] = {begin, low < high ? low : high, low < high ? high : low, end - 1};
        Point picked[4];
        for (int i = 0; i < 4; i++) picked[i] = points[chosen[i]];
        for (int i = 0; i < 4; i++)
            if (!i || chosen[i] != chosen[i - 1]) points[kept++] = picked[i];
    }
    return kept;
}

static void trace_steps(Path *path, const PlotLine *line, const Point *points, size_t count) {
    bool begun = false;
    for (size_t i = 0; i < count; i++) {
        Point point = points[i];
        if (!isfinite(point.x) || !isfinite(point.y)) {
            begun = false;
            continue;
        }
        if (!begun) {
            path_move(path, point.x, point.y);
            begun = true;
            continue;
        }
        Point before = points[i - 1];
        switch (line->step) {
        case STEP_PRE:
            path_line(path, before.x, point.y);
            break;
        case STEP_POST:
            path_line(path, point.x, before.y);
            break;
        case STEP_MID:
            path_line(path, (before.x + point.x) / 2, before.y);
            path_line(path, (before.x + point.x) / 2, point.y);
            break;
        case STEP_NONE:
            break;
        }
        path_line(path, point.x, point.y);
    }
}

static void draw_markers(Renderer *renderer, const PlotLine *line, const Point *points, size_t count,
                         double scale) {
    Path marker = PATH_EMPTY;
    double alpha = line->artist.alpha;
    Color edge = line->marker_edge_set ? line->marker_edge : line->color;
    Color face = line->marker_face_set ? line->marker_face : line->color;
    bool filled = marker_is_filled(line->marker) && !line->marker_hollow && face.alpha > 0;
    double size = renderer_pixels(renderer, line->marker_size * scale);
    PathStyle style = {.stroke = edge.alpha > 0 ? color_with_alpha(edge, alpha) : edge,
                       .fill = filled ? color_with_alpha(face, alpha) : COLOR_NONE,
                       .width = line->marker_edge_width,
                       .join = JOIN_MITER,
                       .cap = CAP_BUTT};
    if (line->marker == MARKER_CIRCLE || line->marker == MARKER_POINT) style.join = JOIN_ROUND;
    if (line->marker == MARKER_PIXEL) style.width = 0;
    marker_path(line->marker, size, &marker);
    size_t every = line->mark_every ? line->mark_every : 1;
    for (size_t i = 0; i < count; i += every) renderer_draw_marker(renderer, &marker, &style, points[i]);
    path_release(&marker);
}

void line_draw_points(Renderer *renderer, const PlotLine *line, const Point *points, size_t count,
                      double marker_scale) {
    if (renderer->measuring) return;
    if (line->dash.kind != LINE_NONE && line->width > 0) {
        Path path = PATH_EMPTY;
        PathStyle style = {.stroke = color_with_alpha(line->color, line->artist.alpha),
                           .width = line->width,
                           .dash = line->dash,
                           .cap = line->dash.kind == LINE_SOLID ? line->cap : line->dash_cap,
                           .join = line->dash.kind == LINE_SOLID ? line->join : line->dash_join};
        trace_steps(&path, line, points, count);
        renderer_draw_path(renderer, &path, &style);
        path_release(&path);
    }
    if (line->marker != MARKER_NONE) draw_markers(renderer, line, points, count, marker_scale);
}

static void extend_endless(Point points[2]) {
    double x = points[1].x - points[0].x, y = points[1].y - points[0].y, length = hypot(x, y);
    if (!(length > 0)) return;
    Point middle = points[0];
    points[0] = (Point){middle.x - x / length * 2e4, middle.y - y / length * 2e4};
    points[1] = (Point){middle.x + x / length * 2e4, middle.y + y / length * 2e4};
}

void line_draw(Renderer *renderer, PlotArtist *artist) {
    PlotLine *line = (PlotLine *)artist;
    Point *points = memory_allocate((line->count ? line->count : 1) * sizeof *points);
    if (!points) return;
    size_t count = line->count;
    for (size_t i = 0; i < count; i++)
        points[i] = artist_to_pixels(artist, artist->coordinates, renderer, line->x[i], line->y[i]);
    if (line->endless && count == 2) extend_endless(points);
    if (renderer->measuring) {
        Box box = box_empty;
        for (size_t i = 0; i < count; i++)
            if (isfinite(points[i].x) && isfinite(points[i].y))
                box = box_union(box, (Box){points[i].x, points[i].y, points[i].x, points[i].y});
        double margin =
            renderer_pixels(renderer, line->marker != MARKER_NONE ? line->marker_size / 2 : line->width / 2);
        if (!box_is_empty(box) && !line->endless)
            renderer_include(renderer,
                             (Box){box.x0 - margin, box.y0 - margin, box.x1 + margin, box.y1 + margin});
    } else {
        if (count > thinning_limit && line->marker == MARKER_NONE && line->step == STEP_NONE)
            count = thin_points(points, count);
        line_draw_points(renderer, line, points, count, 1);
    }
    memory_release(points);
}

void points_draw(Renderer *renderer, PlotArtist *artist) {
    PlotPoints *points = (PlotPoints *)artist;
    if (renderer->measuring) return;
    Path marker = PATH_EMPTY, moved = PATH_EMPTY;
    double made_for = NAN;
    bool filled = marker_is_filled(points->marker) && !points->hollow;
    for (size_t i = 0; i < points->count; i++) {
        Point at = artist_to_pixels(artist, artist->coordinates, renderer, points->x[i], points->y[i]);
        if (!isfinite(at.x) || !isfinite(at.y)) continue;
        double size = points->size_count ? points->sizes[i % points->size_count] : 36;
        if (!(size > 0)) continue;
        if (size != made_for) {
            path_clear(&marker);
            marker_path(points->marker, renderer_pixels(renderer, sqrt(size)), &marker);
            made_for = size;
        }
        Color face = COLOR_BLACK;
        if (points->mappable.values)
            face = mappable_color(&points->mappable, i % points->mappable.count);
        else if (points->face_count)
            face = points->faces[i % points->face_count];
        Color edge = points->edge_count ? points->edges[i % points->edge_count] : face;
        double width = points->width_count ? points->widths[i % points->width_count] : 1.5;
        PathStyle style = {.stroke = edge.alpha > 0 ? color_with_alpha(edge, artist->alpha) : edge,
                           .fill =
                               filled && face.alpha > 0 ? color_with_alpha(face, artist->alpha) : COLOR_NONE,
                           .width = width,
                           .join = JOIN_ROUND,
                           .cap = CAP_BUTT};
        hatch_apply(&points->hatch, &artist->figure->context->settings, 0, edge, artist->alpha, true, &style);
        path_clear(&moved);
        path_append(&moved, &marker, 1, 1, at.x, at.y);
        renderer_draw_path(renderer, &moved, &style);
    }
    path_release(&marker);
    path_release(&moved);
}
