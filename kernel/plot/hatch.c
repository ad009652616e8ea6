/* Hatches: a tile of one inch with lines and shapes, repeated from the upper left corner of the page. What a letter
 * stands for comes six times as often with each further one; letters of one kind of lines add up. */
#include "kernel/plot/hatch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DENSITY = 6, MOST = 120 /* of one kind in a tile */, MOST_TILES = 400 /* that are drawn one by one */ };

static int count_letters(const char *pattern, const char *letters) {
    int count = 0;
    for (; *pattern; pattern++) count += strchr(letters, *pattern) != NULL;
    return count * DENSITY < MOST ? count * DENSITY : MOST;
}

/* Coordinates in tiles, y upwards; lines go beyond the tile so that they meet those of the next. */
static void append_lines(Path *path, const char *pattern) {
    int across = count_letters(pattern, "-+"), up = count_letters(pattern, "|+");
    int rising = count_letters(pattern, "/xX"), falling = count_letters(pattern, "\\xX");
    for (int i = 0; i < across; i++) {
        double y = (i + 0.5) / across;
        path_move(path, 0, y);
        path_line(path, 1, y);
    }
    for (int i = 0; i < up; i++) {
        double x = (i + 0.5) / up;
        path_move(path, x, 0);
        path_line(path, x, 1);
    }
    for (int i = 0; rising && i <= rising; i++) {
        double at = 2.0 * i / rising - 1; /* where it meets the lower side */
        path_move(path, at - 0.5, -0.5);
        path_line(path, at + 1.5, 1.5);
    }
    for (int i = 0; falling && i <= falling; i++) {
        double at = 2.0 * i / falling - 1; /* where it meets the upper side */
        path_move(path, at - 0.5, 1.5);
        path_line(path, at + 1.5, -0.5);
    }
}

static void append_star(Path *path, Point centre, double radius) {
    const double inner = 0.381966;
    for (int i = 0; i < 10; i++) {
        double turn = M_PI / 2 + M_PI * i / 5, reach = i % 2 ? inner * radius : radius;
        double x = centre.x + reach * cos(turn), y = centre.y + reach * sin(turn);
        if (i)
            path_line(path, x, y);
        else
            path_move(path, x, y);
    }
    path_close(path);
}

/* Rows of shapes, every second one shifted by half a place; those on the border belong to both tiles. */
typedef enum Shape { SHAPE_DISC, SHAPE_RING, SHAPE_STAR } Shape;

static void append_shapes(Path *path, int count, double size, Shape shape) {
    const double hole = 0.9;
    for (int row = 0; count && row <= count; row++) {
        double shift = row % 2 ? 0.5 : 0;
        for (int column = 0; column <= count; column++) {
            Point centre = {(column + shift) / count, (double)row / count};
            if (shape == SHAPE_STAR)
                append_star(path, centre, size / count);
            else
                path_circle(path, centre, size / count);
            if (shape != SHAPE_RING) continue;
            path_arc(path, centre, hole * size / count, hole * size / count, 2 * M_PI, 0, false);
            path_close(path);
        }
    }
}

typedef struct Tile {
    Path lines, filled; /* in tiles */
} Tile;

static Tile make_tile(const char *pattern) {
    Tile tile = {PATH_EMPTY, PATH_EMPTY};
    append_lines(&tile.lines, pattern);
    append_shapes(&tile.filled, count_letters(pattern, "o"), 0.2, SHAPE_RING);
    append_shapes(&tile.filled, count_letters(pattern, "O"), 0.35, SHAPE_RING);
    append_shapes(&tile.filled, count_letters(pattern, "."), 0.1, SHAPE_DISC);
    append_shapes(&tile.filled, count_letters(pattern, "*"), 1.0 / 3, SHAPE_STAR);
    return tile;
}

static void trace(const CairoLibrary *cairo, cairo_t *target, const Path *path, double x, double y, double side) {
    const Point *from = path->points;
    cairo->new_path(target);
    for (size_t i = 0; i < path->code_count; i++) {
        PathCode code = path->codes[i];
        Point points[3];
        size_t count = code == PATH_CURVE ? 3 : code == PATH_CLOSE ? 0 : 1;
        for (size_t k = 0; k < count; k++, from++)
            points[k] = (Point){x + from->x * side, y + (1 - from->y) * side};
        if (code == PATH_MOVE)
            cairo->move_to(target, points[0].x, points[0].y);
        else if (code == PATH_LINE)
            cairo->line_to(target, points[0].x, points[0].y);
        else if (code == PATH_CURVE)
            cairo->curve_to(target, points[0].x, points[0].y, points[1].x, points[1].y, points[2].x, points[2].y);
        else
            cairo->close_path(target);
    }
}

static void draw_tile(const CairoLibrary *cairo, cairo_t *target, const Tile *tile, double x, double y, double side,
                      double width) {
    cairo->set_line_width(target, width);
    cairo->set_line_cap(target, CAIRO_LINE_CAP_BUTT);
    cairo->set_line_join(target, CAIRO_LINE_JOIN_MITER);
    cairo->set_dash(target, NULL, 0, 0);
    trace(cairo, target, &tile->filled, x, y, side);
    cairo->set_fill_rule(target, CAIRO_FILL_RULE_WINDING);
    cairo->fill_preserve(target);
    cairo->stroke(target);
    trace(cairo, target, &tile->lines, x, y, side);
    cairo->stroke(target);
}

/* Pixels: the tile is drawn once, and repeated as a picture. */
static void fill_with_picture(const Renderer *renderer, const Tile *tile, Color color, double width) {
    const CairoLibrary *cairo = renderer->cairo;
    int side = (int)renderer->dpi;
    if (side < 1) side = 1;
    cairo_surface_t *surface = cairo->image_surface_create(CAIRO_FORMAT_ARGB32, side, side);
    cairo_t *target = cairo->create(surface);
    cairo->set_source_rgba(target, color.red, color.green, color.blue, color.alpha);
    draw_tile(cairo, target, tile, 0, 0, side, width);
    cairo->destroy(target);
    cairo->set_source_surface(renderer->target, surface, 0, 0);
    cairo->pattern_set_extend(cairo->get_source(renderer->target), CAIRO_EXTEND_REPEAT);
    cairo->pattern_set_filter(cairo->get_source(renderer->target), CAIRO_FILTER_NEAREST);
    cairo->paint(renderer->target);
    cairo->set_source_rgba(renderer->target, 0, 0, 0, 1); /* lets go of the surface */
    cairo->surface_destroy(surface);
}

static void fill_with_tiles(const Renderer *renderer, const Tile *tile, Color color, double width) {
    const CairoLibrary *cairo = renderer->cairo;
    double x0, y0, x1, y1, side = renderer->dpi;
    cairo->clip_extents(renderer->target, &x0, &y0, &x1, &y1);
    double columns = ceil(x1 / side) - floor(x0 / side), rows = ceil(y1 / side) - floor(y0 / side);
    if (!(columns * rows <= MOST_TILES)) return;
    cairo->set_source_rgba(renderer->target, color.red, color.green, color.blue, color.alpha);
    for (double y = floor(y0 / side) * side; y < y1; y += side)
        for (double x = floor(x0 / side) * side; x < x1; x += side) {
            cairo->save(renderer->target);
            cairo->new_path(renderer->target);
            cairo->rectangle(renderer->target, x, y, side, side);
            cairo->clip(renderer->target);
            draw_tile(cairo, renderer->target, tile, x, y, side, width);
            cairo->restore(renderer->target);
        }
}

void hatch_fill(const Renderer *renderer, const char *pattern, Color color, double width) {
    if (!pattern || !*pattern || !(color.alpha > 0)) return;
    Tile tile = make_tile(pattern);
    double pixels = renderer_pixels(renderer, width);
    if (!tile.lines.failed && !tile.filled.failed) {
        if (renderer->vector)
            fill_with_tiles(renderer, &tile, color, pixels);
        else
            fill_with_picture(renderer, &tile, color, pixels);
    }
    path_release(&tile.lines);
    path_release(&tile.filled);
}
