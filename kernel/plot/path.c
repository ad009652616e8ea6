#include "kernel/plot/path.h"

#include "base/memory.h"

#include <math.h>

const Box box_empty = {INFINITY, INFINITY, -INFINITY, -INFINITY};

bool box_is_empty(Box box) { return !(box.x0 <= box.x1 && box.y0 <= box.y1); }

Box box_union(Box left, Box right) {
    if (box_is_empty(left)) return right;
    if (box_is_empty(right)) return left;
    return (Box){fmin(left.x0, right.x0), fmin(left.y0, right.y0), fmax(left.x1, right.x1),
                 fmax(left.y1, right.y1)};
}

Box box_intersection(Box left, Box right) {
    return (Box){fmax(left.x0, right.x0), fmax(left.y0, right.y0), fmin(left.x1, right.x1),
                 fmin(left.y1, right.y1)};
}

static bool reserve(Path *path, size_t points) {
    if (path->failed) return false;
    if (path->point_count + points > path->point_capacity) {
        size_t capacity = path->point_capacity ? path->point_capacity * 2 : 32;
        Point *grown = memory_resize(path->points, capacity * sizeof *grown);
        if (!grown) return !(path->failed = true);
        path->points = grown;
        path->point_capacity = capacity;
    }
    if (path->code_count + 1 > path->code_capacity) {
        size_t capacity = path->code_capacity ? path->code_capacity * 2 : 32;
        uint8_t *grown = memory_resize(path->codes, capacity);
        if (!grown) return !(path->failed = true);
        path->codes = grown;
        path->code_capacity = capacity;
    }
    return true;
}

static void append(Path *path, PathCode code, double x, double y) {
    if (!reserve(path, 1)) return;
    path->points[path->point_count++] = (Point){x, y};
    path->codes[path->code_count++] = (uint8_t)code;
}

void path_move(Path *path, double x, double y) { append(path, PATH_MOVE, x, y); }

void path_line(Path *path, double x, double y) { append(path, PATH_LINE, x, y); }

void path_curve(Path *path, Point first, Point second, Point end) {
    if (!reserve(path, 3)) return;
    path->points[path->point_count++] = first;
    path->points[path->point_count++] = second;
    path->points[path->point_count++] = end;
    path->codes[path->code_count++] = PATH_CURVE;
}

void path_close(Path *path) {
    if (reserve(path, 0)) path->codes[path->code_count++] = PATH_CLOSE;
}

void path_clear(Path *path) {
    path->point_count = path->code_count = 0;
    path->failed = false;
}

void path_release(Path *path) {
    memory_release(path->points);
    memory_release(path->codes);
    *path = PATH_EMPTY;
}

void path_rectangle(Path *path, Box box) {
    path_move(path, box.x0, box.y0);
    path_line(path, box.x1, box.y0);
    path_line(path, box.x1, box.y1);
    path_line(path, box.x0, box.y1);
    path_close(path);
}

void path_arc(Path *path, Point center, double radius_x, double radius_y, double from, double to,
              bool connect) {
    int count = (int)ceil(fabs(to - from) / (M_PI / 4) - 1e-9);
    if (count < 1) count = 1;
    double step = (to - from) / count, handle = 4.0 / 3 * tan(step / 4);
    Point start = {center.x + radius_x * cos(from), center.y + radius_y * sin(from)};
    if (connect)
        path_line(path, start.x, start.y);
    else
        path_move(path, start.x, start.y);
    for (int i = 0; i < count; i++) {
        double a = from + i * step, b = a + step;
        path_curve(path,
                   (Point){center.x + radius_x * (cos(a) - handle * sin(a)),
                           center.y + radius_y * (sin(a) + handle * cos(a))},
                   (Point){center.x + radius_x * (cos(b) + handle * sin(b)),
                           center.y + radius_y * (sin(b) - handle * cos(b))},
                   (Point){center.x + radius_x * cos(b), center.y + radius_y * sin(b)});
    }
}

void path_circle(Path *path, Point center, double radius) {
    path_arc(path, center, radius, radius, 0, 2 * M_PI, false);
    path_close(path);
}

void path_rounded_rectangle(Path *path, Box box, double radius) {
    if (radius <= 0) {
        path_rectangle(path, box);
        return;
    }
    path_arc(path, (Point){box.x1 - radius, box.y0 + radius}, radius, radius, -M_PI / 2, 0, false);
    path_arc(path, (Point){box.x1 - radius, box.y1 - radius}, radius, radius, 0, M_PI / 2, true);
    path_arc(path, (Point){box.x0 + radius, box.y1 - radius}, radius, radius, M_PI / 2, M_PI, true);
    path_arc(path, (Point){box.x0 + radius, box.y0 + radius}, radius, radius, M_PI, 1.5 * M_PI, true);
    path_close(path);
}

void path_append(Path *path, const Path *other, double scale_x, double scale_y, double x, double y) {
    const Point *from = other->points;
    for (size_t i = 0; i < other->code_count; i++) {
        PathCode code = other->codes[i];
        size_t count = code == PATH_CURVE ? 3 : code == PATH_CLOSE ? 0 : 1;
        if (!reserve(path, count)) return;
        for (; count; count--, from++)
            path->points[path->point_count++] = (Point){from->x * scale_x + x, from->y * scale_y + y};
        path->codes[path->code_count++] = (uint8_t)code;
    }
}

Box path_bounds(const Path *path) {
    Box box = box_empty;
    for (size_t i = 0; i < path->point_count; i++) {
        Point point = path->points[i];
        if (!isfinite(point.x) || !isfinite(point.y)) continue;
        box = box_union(box, (Box){point.x, point.y, point.x, point.y});
    }
    return box;
}
