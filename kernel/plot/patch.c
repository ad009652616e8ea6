#include "kernel/plot/artist.h"
#include "kernel/plot/polar.h"

#include "base/memory.h"

#include <math.h>

bool hatch_set(PlotHatch *hatch, const char *const *patterns, size_t count, Error *error) {
    char **copies = memory_allocate_zeroed(count + 1, sizeof *copies);
    bool done = copies;
    for (size_t i = 0; done && i < count; i++) done = !patterns[i] || (copies[i] = memory_copy_string(patterns[i]));
    if (!done) {
        for (size_t i = 0; copies && i < count; i++) memory_release(copies[i]);
        memory_release(copies);
        return error_no_memory(error);
    }
    hatch_release(hatch);
    hatch->patterns = copies;
    hatch->count = count;
    return true;
}

void hatch_release(PlotHatch *hatch) {
    for (size_t i = 0; i < hatch->count; i++) memory_release(hatch->patterns[i]);
    memory_release(hatch->patterns);
    hatch->patterns = NULL;
    hatch->count = 0;
}

void hatch_apply(const PlotHatch *hatch, const PlotSettings *settings, size_t index, Color edge, double alpha,
                 bool alpha_always, PathStyle *style) {
    if (!hatch->count) return;
    style->hatch = hatch->patterns[index % hatch->count];
    style->hatch_width = hatch->width > 0 ? hatch->width : settings->hatch_width;
    bool own = hatch->own_color || settings->own_hatch_color;
    Color color = hatch->own_color            ? hatch->color
                  : settings->own_hatch_color ? settings->hatch_color
                  : edge.alpha > 0            ? edge
                                              : settings->patch_edge;
    style->hatch_color = own || edge.alpha > 0 || alpha_always ? color_with_alpha(color, alpha) : color;
}

void patch_style(const PlotPatch *patch, PathStyle *style) {
    double alpha = patch->artist.alpha;
    *style = (PathStyle){
        .stroke = patch->edge.alpha > 0 ? color_with_alpha(patch->edge, alpha) : patch->edge,
        .fill = patch->hollow || !(patch->face.alpha > 0) ? COLOR_NONE : color_with_alpha(patch->face, alpha),
        .width = patch->line_width,
        .dash = patch->dash,
        .cap = patch->cap,
        .join = patch->join,
    };
    hatch_apply(&patch->hatch, &patch->artist.figure->context->settings, 0, patch->edge, alpha, false, style);
}

/* The outline in the patch's own units. */
static void trace(const PlotPatch *patch, Path *path) {
    double width = patch->width, height = patch->height;
    switch (patch->shape) {
    case PATCH_RECTANGLE:
        path_rectangle(path, (Box){0, 0, width, height});
        break;
    case PATCH_ROUNDED: {
        double aspect = patch->box_aspect;
        box_style_trace(&patch->box, (Box){0, 0, width, height / aspect}, patch->box_scale, path);
        for (size_t i = 0; i < path->point_count; i++) path->points[i].y *= aspect;
        break;
    }
    case PATCH_ELLIPSE:
        path_arc(path, (Point){0, 0}, width / 2, height / 2, 0, 2 * M_PI, false);
        path_close(path);
        break;
    case PATCH_WEDGE: {
        double from = patch->from * M_PI / 180, to = patch->to * M_PI / 180, radius = width / 2;
        if (to < from) to += 2 * M_PI * ceil((from - to) / (2 * M_PI));
        path_arc(path, (Point){0, 0}, radius, radius, from, to, false);
        if (patch->ring > 0)
            path_arc(path, (Point){0, 0}, radius - patch->ring, radius - patch->ring, to, from, true);
        else
            path_line(path, 0, 0);
        path_close(path);
        break;
    }
    case PATCH_POLYGON:
    case PATCH_PATH:
        path_append(path, &patch->path, 1, 1, 0, 0);
        break;
    case PATCH_ARROW: /* its outlines depend on pixels: arrow_patch_outlines */
        break;
    }
}

bool patch_outline(const PlotPatch *patch, const Renderer *renderer, Path *path) {
    const PlotArtist *artist = &patch->artist;
    if (artist->axes && artist->axes->polar && patch->shape == PATCH_RECTANGLE) {
        Path straight = PATH_EMPTY;
        trace(patch, &straight);
        polar_refine(&straight, path);
        path_release(&straight);
    } else {
        trace(patch, path);
    }
    bool moved = patch->shape != PATCH_POLYGON && patch->shape != PATCH_PATH;
    double angle = moved ? patch->angle * M_PI / 180 : 0, c = cos(angle), s = sin(angle);
    for (size_t i = 0; i < path->point_count; i++) {
        Point point = path->points[i];
        double x = point.x * c - point.y * s + (moved ? patch->x : 0);
        double y = point.x * s + point.y * c + (moved ? patch->y : 0);
        path->points[i] = artist_to_pixels(artist, artist->coordinates, renderer, x, y);
    }
    return !path->failed;
}

void patch_draw(Renderer *renderer, PlotArtist *artist) {
    PlotPatch *patch = (PlotPatch *)artist;
    if (patch->shape == PATCH_ARROW) {
        arrow_patch_draw(renderer, patch);
        return;
    }
    Path path = PATH_EMPTY;
    patch_outline(patch, renderer, &path);
    if (renderer->measuring) {
        Box box = path_bounds(&path);
        if (!box_is_empty(box)) renderer_include(renderer, box);
    } else {
        PathStyle style;
        patch_style(patch, &style);
        renderer_draw_path(renderer, &path, &style);
    }
    path_release(&path);
}

void paths_draw(Renderer *renderer, PlotArtist *artist) {
    PlotPaths *paths = (PlotPaths *)artist;
    Path path = PATH_EMPTY;
    if (renderer->measuring) return;
    for (size_t i = 0; i < paths->count; i++) {
        path_clear(&path);
        path_append(&path, &paths->paths[i], 1, 1, 0, 0);
        for (size_t k = 0; k < path.point_count; k++)
            path.points[k] =
                artist_to_pixels(artist, artist->coordinates, renderer, path.points[k].x, path.points[k].y);
        Color face = paths->face_count ? paths->faces[i % paths->face_count] : COLOR_NONE;
        Color edge = paths->edge_count ? paths->edges[i % paths->edge_count] : COLOR_NONE;
        if (paths->mappable.values && paths->mappable.count) {
            Color mapped = mappable_color(&paths->mappable, i % paths->mappable.count);
            *(paths->map_edges ? &edge : &face) = mapped;
        }
        if (paths->edges_follow) edge = face;
        PathStyle style = {
            .stroke = edge.alpha > 0 ? color_with_alpha(edge, artist->alpha) : edge,
            .fill = face.alpha > 0 ? color_with_alpha(face, artist->alpha) : face,
            .width = paths->width_count ? paths->widths[i % paths->width_count] : 1,
            .dash = paths->dash_count ? paths->dashes[i % paths->dash_count] : (LineDash){0},
            .even_odd = paths->even_odd,
            .join = paths->join_set ? paths->join : JOIN_ROUND,
            .cap = paths->cap_set ? paths->cap : CAP_BUTT,
        };
        hatch_apply(&paths->hatch, &artist->figure->context->settings, i, edge, artist->alpha, true, &style);
        renderer_draw_path(renderer, &path, &style);
    }
    path_release(&path);
}

/* A corner of a cell, in pixels. */
static Point mesh_corner(const PlotMesh *mesh, const Renderer *renderer, size_t row, size_t column) {
    size_t index = row * (mesh->columns + 1) + column;
    return artist_to_pixels(&mesh->artist, mesh->artist.coordinates, renderer, mesh->x[index], mesh->y[index]);
}

void mesh_draw(Renderer *renderer, PlotArtist *artist) {
    PlotMesh *mesh = (PlotMesh *)artist;
    Path path = PATH_EMPTY;
    if (renderer->measuring) return;
    for (size_t row = 0; row < mesh->rows; row++)
        for (size_t column = 0; column < mesh->columns; column++) {
            Color face = mappable_color(&mesh->mappable, row * mesh->columns + column);
            if (!(face.alpha > 0)) continue;
            Point corners[4] = {
                mesh_corner(mesh, renderer, row, column), mesh_corner(mesh, renderer, row, column + 1),
                mesh_corner(mesh, renderer, row + 1, column + 1), mesh_corner(mesh, renderer, row + 1, column)};
            path_clear(&path);
            path_move(&path, corners[0].x, corners[0].y);
            for (int i = 1; i < 4; i++) path_line(&path, corners[i].x, corners[i].y);
            path_close(&path);
            PathStyle style = {.fill = color_with_alpha(face, artist->alpha),
                               .aliased = true,
                               .stroke = mesh->edge,
                               .width = mesh->line_width};
            renderer_draw_path(renderer, &path, &style);
        }
    path_release(&path);
}

/* An arrow along x: shaft, head three shafts wide and five long, scaled down with very short arrows. */
static void arrow_outline(Path *path, double length, double width) {
    const double head_width = 3, head_length = 5, head_axis = 4.5, shortest = 1;
    double tip = length / width, shrink = tip < head_length ? tip / head_length : 1;
    if (tip < shortest) {
        path_circle(path, (Point){0, 0}, width * shortest * 0.5);
        return;
    }
    double y = 0.5 * shrink, h = head_width / 2 * shrink;
    double back = tip - head_length * shrink, neck = tip - head_axis * shrink;
    path_move(path, 0, -y * width);
    path_line(path, neck * width, -y * width);
    path_line(path, back * width, -h * width);
    path_line(path, tip * width, 0);
    path_line(path, back * width, h * width);
    path_line(path, neck * width, y * width);
    path_line(path, 0, y * width);
    path_close(path);
}

void quiver_draw(Renderer *renderer, PlotArtist *artist) {
    PlotQuiver *quiver = (PlotQuiver *)artist;
    if (renderer->measuring || !quiver->count) return;
    const PlotAxes *axes = artist->axes;
    double span = box_width(axes->box), number = fmin(fmax(sqrt((double)quiver->count), 8), 25), total = 0;
    double width = isnan(quiver->width) ? 0.06 * span / number : quiver->width * span;
    for (size_t i = 0; i < quiver->count; i++) {
        double length = hypot(quiver->u[i], quiver->v[i]);
        total += isfinite(length) ? length : 0;
    }
    double mean = total / (double)quiver->count, many = fmax(10, ceil(sqrt((double)quiver->count)));
    double scale = isnan(quiver->scale) ? 1.8 * mean * many : quiver->scale;
    double unit = scale > 0 ? span / scale : 0; /* pixels for a vector of length 1 */
    Path outline = PATH_EMPTY, path = PATH_EMPTY;
    for (size_t i = 0; i < quiver->count; i++) {
        Point at = artist_to_pixels(artist, artist->coordinates, renderer, quiver->x[i], quiver->y[i]);
        double u = quiver->u[i], v = quiver->v[i], angle = atan2(v, u), length = hypot(u, v) * unit;
        if (quiver->angles_xy || quiver->scale_xy) {
            Point tip =
                artist_to_pixels(artist, artist->coordinates, renderer, quiver->x[i] + u, quiver->y[i] + v);
            angle = atan2(tip.y - at.y, tip.x - at.x);
            if (quiver->scale_xy)
                length = hypot(tip.x - at.x, tip.y - at.y) / (isnan(quiver->scale) ? 1 : quiver->scale);
        }
        if (!isfinite(length) || !isfinite(at.x) || !isfinite(at.y)) continue;
        path_clear(&outline);
        path_clear(&path);
        arrow_outline(&outline, length, width);
        double back = quiver->pivot_middle ? length / 2
                      : quiver->pivot_tip  ? length
                                           : 0,
               c = cos(angle), s = sin(angle);
        for (size_t k = 0; k < outline.point_count; k++) {
            Point point = outline.points[k];
            outline.points[k] = (Point){(point.x - back) * c - point.y * s, (point.x - back) * s + point.y * c};
        }
        path_append(&path, &outline, 1, 1, at.x, at.y);
        Color color = quiver->color_count ? quiver->colors[i % quiver->color_count] : COLOR_BLACK;
        if (quiver->mappable.values) color = mappable_color(&quiver->mappable, i % quiver->mappable.count);
        PathStyle style = {.fill = color_with_alpha(color, artist->alpha), .no_snap = true};
        renderer_draw_path(renderer, &path, &style);
    }
    path_release(&outline);
    path_release(&path);
}
