#include "kernel/plot/box_style.h"

#include <math.h>

static const double most_teeth = 10000; /* of a side */

static void trace_points(Path *path, const Point *points, int count) {
    for (int i = 0; i < count; i++) (i ? path_line : path_move)(path, points[i].x, points[i].y);
    path_close(path);
}

/* A quadratic curve from where the path is. */
static void bend(Path *path, Point control, Point end) {
    if (!path->point_count) return;
    Point from = path->points[path->point_count - 1];
    path_curve(path, (Point){(from.x + 2 * control.x) / 3, (from.y + 2 * control.y) / 3},
               (Point){(end.x + 2 * control.x) / 3, (end.y + 2 * control.y) / 3}, end);
}

static void trace_ellipse(Path *path, Box box, double radius_x, double radius_y) {
    Point middle = {(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2};
    path_arc(path, middle, radius_x, radius_y, -M_PI / 2, 1.5 * M_PI, false);
    path_close(path);
}

/* Corners cut by curves of this size. */
static void trace_round(Path *path, Box b, double size) {
    path_move(path, b.x0 + size, b.y0);
    path_line(path, b.x1 - size, b.y0);
    bend(path, (Point){b.x1, b.y0}, (Point){b.x1, b.y0 + size});
    path_line(path, b.x1, b.y1 - size);
    bend(path, (Point){b.x1, b.y1}, (Point){b.x1 - size, b.y1});
    path_line(path, b.x0 + size, b.y1);
    bend(path, (Point){b.x0, b.y1}, (Point){b.x0, b.y1 - size});
    path_line(path, b.x0, b.y0 + size);
    bend(path, (Point){b.x0, b.y0}, (Point){b.x0 + size, b.y0});
    path_close(path);
}

/* Four bowed sides. */
static void trace_bowed(Path *path, Box o, double size) {
    Box b = {o.x0 + size, o.y0 + size, o.x1 - size, o.y1 - size};
    path_move(path, b.x0, b.y0);
    path_curve(path, (Point){b.x0 + size, o.y0}, (Point){b.x1 - size, o.y0}, (Point){b.x1, b.y0});
    path_curve(path, (Point){o.x1, b.y0 + size}, (Point){o.x1, b.y1 - size}, (Point){b.x1, b.y1});
    path_curve(path, (Point){b.x1 - size, o.y1}, (Point){b.x0 + size, o.y1}, (Point){b.x0, b.y1});
    path_curve(path, (Point){o.x0, b.y1 - size}, (Point){o.x0, b.y0 + size}, (Point){b.x0, b.y0});
    path_close(path);
}

/* Heads whose slanted edges go through the corners of the box. */
static void trace_arrow(Path *path, const BoxStyle *style, Box b) {
    double middle = (b.y0 + b.y1) / 2, half = style->head_width * box_height(b) / 2;
    double slope = tan(style->head_angle / 2 * M_PI / 180), overlap = (half - box_height(b) / 2) / slope;
    double foot = b.x1 - overlap, tip = foot + half / slope, low = middle - half, high = middle + half;
    if (style->kind == BOX_DOUBLE_ARROW) {
        double left = b.x0 + overlap, end = left - half / slope;
        const Point both[] = {{left, b.y1}, {left, high}, {end, middle}, {left, low},  {left, b.y0},
                              {foot, b.y0}, {foot, low},  {tip, middle}, {foot, high}, {foot, b.y1}};
        trace_points(path, both, 10);
        return;
    }
    Point one[] = {{b.x0, b.y0}, {foot, b.y0}, {foot, low}, {tip, middle},
                   {foot, high}, {foot, b.y1}, {b.x0, b.y1}};
    for (int i = 0; i < 7 && style->kind == BOX_LEFT_ARROW; i++) one[i].x = b.x0 + b.x1 - one[i].x;
    trace_points(path, one, 7);
}

/* Teeth along a side of the given length: outward, on the line, inward, on the line, ..., outward. */
static void append_teeth(Path *path, Point corner, Point along, Point out, double length, double tooth) {
    double half = tooth / 2, pairs = fmin(fmax(round((length - tooth) / (2 * tooth)), 0), most_teeth);
    double step = pairs > 0 ? (length - tooth) / (4 * pairs) : 0;
    path_line(path, corner.x, corner.y);
    for (int i = 0; i <= (int)(4 * pairs); i++) {
        double distance = half + step * i, off = i % 2 ? 0 : i % 4 ? -half : half;
        path_line(path, corner.x + along.x * distance + out.x * off,
                  corner.y + along.y * distance + out.y * off);
    }
}

static void trace_teeth(Path *path, Box o, double tooth, bool round) {
    double half = tooth / 2;
    Box b = {o.x0 + half, o.y0 + half, o.x1 - half, o.y1 - half};
    Path teeth = PATH_EMPTY;
    append_teeth(&teeth, (Point){b.x0, b.y0}, (Point){1, 0}, (Point){0, -1}, box_width(b), tooth);
    append_teeth(&teeth, (Point){b.x1, b.y0}, (Point){0, 1}, (Point){1, 0}, box_height(b), tooth);
    append_teeth(&teeth, (Point){b.x1, b.y1}, (Point){-1, 0}, (Point){0, 1}, box_width(b), tooth);
    append_teeth(&teeth, (Point){b.x0, b.y1}, (Point){0, -1}, (Point){-1, 0}, box_height(b), tooth);
    if (round && teeth.point_count > 2) {
        size_t count = teeth.point_count;
        path_move(path, teeth.points[0].x, teeth.points[0].y);
        for (size_t i = 1; i < count; i += 2) bend(path, teeth.points[i], teeth.points[(i + 1) % count]);
        path_close(path);
    } else {
        trace_points(path, teeth.points, (int)teeth.point_count);
    }
    path->failed = path->failed || teeth.failed;
    path_release(&teeth);
}

void box_style_trace(const BoxStyle *style, Box box, double size, Path *path) {
    double pad = style->pad * size, own = isnan(style->size) ? NAN : style->size * size;
    Box padded = {box.x0 - pad, box.y0 - pad, box.x1 + pad, box.y1 + pad};
    double width = box_width(padded), height = box_height(padded), tooth = isnan(own) ? pad / 2 : own;
    switch (style->kind) {
    case BOX_CIRCLE:
        trace_ellipse(path, padded, fmax(width, height) / 2, fmax(width, height) / 2);
        return;
    case BOX_ELLIPSE:
        trace_ellipse(path, padded, width / M_SQRT2, height / M_SQRT2);
        return;
    case BOX_RIGHT_ARROW:
    case BOX_LEFT_ARROW:
    case BOX_DOUBLE_ARROW:
        trace_arrow(path, style, padded);
        return;
    case BOX_ROUND:
        trace_round(path, padded, isnan(own) ? pad : own);
        return;
    case BOX_ROUND4:
        trace_bowed(path, padded, isnan(own) ? pad / 2 : own);
        return;
    case BOX_SAWTOOTH:
    case BOX_ROUND_TOOTH:
        if (tooth > 0) {
            trace_teeth(path, padded, tooth, style->kind == BOX_ROUND_TOOTH);
            return;
        }
        break;
    default:
        break;
    }
    path_rectangle(path, padded);
}
