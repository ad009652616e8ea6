/* Points, boxes, and paths of lines and cubic curves. Coordinates are pixels, y upwards. */
#ifndef KERNEL_PLOT_PATH_H
#define KERNEL_PLOT_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Point {
    double x, y;
} Point;

typedef struct Box {
    double x0, y0, x1, y1;
} Box;

extern const Box box_empty; /* x0 > x1: the neutral element of box_union */

Box box_union(Box left, Box right);
Box box_intersection(Box left, Box right); /* may come out empty */
bool box_is_empty(Box box);
static inline double box_width(Box box) { return box.x1 - box.x0; }
static inline double box_height(Box box) { return box.y1 - box.y0; }
static inline bool box_contains(Box box, double x, double y)
{
    return x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1;
}

typedef enum PathCode { PATH_MOVE, PATH_LINE, PATH_CURVE, PATH_CLOSE } PathCode; /* 1, 1, 3, 0 points */

typedef struct Path {
    Point *points;
    uint8_t *codes;
    size_t point_count, point_capacity, code_count, code_capacity;
    bool failed; /* memory ran out: what was appended since is lost */
} Path;

#define PATH_EMPTY ((Path){0})

void path_move(Path *path, double x, double y);
void path_line(Path *path, double x, double y);
void path_curve(Path *path, Point first, Point second, Point end);
void path_close(Path *path);
void path_clear(Path *path); /* keeps the memory */
void path_release(Path *path);
void path_rectangle(Path *path, Box box);
void path_rounded_rectangle(Path *path, Box box, double radius);
/* An ellipse's arc, angles in radians anticlockwise; begins with a move, or a line when `connect`. */
void path_arc(Path *path, Point center, double radius_x, double radius_y, double from, double to, bool connect);
void path_circle(Path *path, Point center, double radius);
void path_append(Path *path, const Path *other, double scale_x, double scale_y, double x, double y);
Box path_bounds(const Path *path); /* of the points, curves' control points with them */

#endif
