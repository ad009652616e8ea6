/* Tracks and connections of arrows. */
#include "kernel/plot/arrow.h"

#include <math.h>

static const double close_enough = 0.01; /* pixels */

static Point along(Point from, Point to, double share) {
    return (Point){from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
}

static Point moved(Point from, Point direction, double distance) {
    return (Point){from.x + direction.x * distance, from.y + direction.y * distance};
}

static Point direction_of(double degrees) {
    double radians = degrees * M_PI / 180;
    return (Point){cos(radians), sin(radians)};
}

static Point direction_between(Point from, Point to) {
    double x = to.x - from.x, y = to.y - from.y, length = hypot(x, y);
    return length > 0 ? (Point){x / length, y / length} : (Point){0, 0};
}

/* ---- tracks ---- */

void track_line(Track *track, Point end) {
    if (track->count < track_capacity) track->parts[track->count++] = (TrackPart){false, end, end};
}

void track_curve(Track *track, Point control, Point end) {
    if (track->count < track_capacity) track->parts[track->count++] = (TrackPart){true, control, end};
}

void track_append_to(const Track *track, Path *path) {
    Point at = track->start;
    path_move(path, at.x, at.y);
    for (size_t i = 0; i < track->count; i++) {
        const TrackPart *part = &track->parts[i];
        if (part->curved) /* raised to a cubic */
            path_curve(path, along(at, part->control, 2.0 / 3), along(part->end, part->control, 2.0 / 3),
                       part->end);
        else
            path_line(path, part->end.x, part->end.y);
        at = part->end;
    }
    if (track->closed) path_close(path);
}

bool track_is_curve(const Track *track) { return track->count == 1 && track->parts[0].curved; }

static void track_reverse(Track *track) {
    Track back = {.count = track->count, .closed = track->closed, .start = track->start};
    if (track->count) back.start = track->parts[track->count - 1].end;
    for (size_t i = 0; i < track->count; i++) {
        size_t from = track->count - 1 - i;
        back.parts[i] = track->parts[from];
        back.parts[i].end = from ? track->parts[from - 1].end : track->start;
    }
    *track = back;
}

bool area_contains(const Area *area, Point point) {
    if (!area->corners) return hypot(point.x - area->center.x, point.y - area->center.y) < area->radius;
    bool inside = false;
    for (size_t i = 0, k = area->count - 1; i < area->count; k = i++) {
        Point a = area->corners[i], b = area->corners[k];
        if ((a.y > point.y) != (b.y > point.y) && point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x))
            inside = !inside;
    }
    return inside;
}

static Point part_point(Point start, const TrackPart *part, double share) {
    if (!part->curved) return along(start, part->end, share);
    return along(along(start, part->control, share), along(part->control, part->end, share), share);
}

/* The first part whose end is outside loses what lies inside, those before it go. */
static void cut_beginning(Track *track, const Area *area) {
    if (!area_contains(area, track->start)) return;
    size_t leaving = 0;
    while (leaving < track->count && area_contains(area, track->parts[leaving].end)) leaving++;
    if (leaving == track->count) return;
    Point start = leaving ? track->parts[leaving - 1].end : track->start;
    TrackPart part = track->parts[leaving];
    double inside = 0, outside = 1, middle;
    for (;;) { /* bisection */
        Point a = part_point(start, &part, inside), b = part_point(start, &part, outside);
        middle = (inside + outside) / 2;
        if (!(hypot(b.x - a.x, b.y - a.y) > close_enough) || middle == inside || middle == outside) break;
        *(area_contains(area, part_point(start, &part, middle)) ? &inside : &outside) = middle;
    }
    Track rest = {.start = part_point(start, &part, middle)};
    if (part.curved)
        track_curve(&rest, along(part.control, part.end, middle), part.end);
    else
        track_line(&rest, part.end);
    for (size_t i = leaving + 1; i < track->count; i++) rest.parts[rest.count++] = track->parts[i];
    *track = rest;
}

void track_leave(Track *track, const Area *area, bool at_end) {
    if (at_end) track_reverse(track);
    cut_beginning(track, area);
    if (at_end) track_reverse(track);
}

void track_shrink(Track *track, double at_start, double at_end) {
    if (at_start > 0) track_leave(track, &(Area){.center = track->start, .radius = at_start}, false);
    Point end = track->count ? track->parts[track->count - 1].end : track->start;
    if (at_end > 0) track_leave(track, &(Area){.center = end, .radius = at_end}, true);
}

/* ---- connections ---- */

bool connection_is_possible(const Connection *connection) {
    if (connection->kind != CONNECT_ANGLE && connection->kind != CONNECT_ANGLE3) return true;
    return fabs(sin((connection->angle_b - connection->angle_a) * M_PI / 180)) > 1e-12;
}

/* Where the line through `a` at angle_a meets the one through `b` at angle_b. */
static Point meeting(const Connection *connection, Point a, Point b) {
    Point u = direction_of(connection->angle_a), v = direction_of(connection->angle_b);
    double cross = u.x * v.y - u.y * v.x;
    return moved(a, u, ((b.x - a.x) * v.y - (b.y - a.y) * v.x) / cross);
}

/* A line to just before the corner, a curve round it; what comes next leaves it towards `next`. */
static void turn(Track *track, Point before, Point corner, Point next, double radius) {
    track_line(track, moved(corner, direction_between(corner, before), radius));
    track_curve(track, corner, moved(corner, direction_between(corner, next), radius));
}

static void connect_by_angle(const Connection *connection, Point from, Point to, Track *track) {
    Point corner = meeting(connection, from, to);
    if (connection->radius != 0)
        turn(track, from, corner, to, connection->radius);
    else
        track_line(track, corner);
    track_line(track, to);
}

static bool has_arm(double arm) { return !isnan(arm) && arm != 0; }

static void connect_by_arms(const Connection *connection, Point from, Point to, Track *track) {
    bool first = has_arm(connection->arm_a), second = has_arm(connection->arm_b);
    Point a = moved(from, direction_of(connection->angle_a), first ? connection->arm_a : 0);
    Point b = moved(to, direction_of(connection->angle_b), second ? connection->arm_b : 0);
    if (first) turn(track, from, a, second ? b : to, connection->radius);
    if (second) turn(track, first ? a : from, b, to, connection->radius);
    track_line(track, to);
}

/* Two arms at right angles to a bar, which stands off by a part of the distance; the longer arm decides. */
static bool connect_by_bar(const Connection *connection, Point from, Point to, Track *track) {
    double distance = hypot(to.x - from.x, to.y - from.y), arm_a = connection->arm_a, arm_b = connection->arm_b;
    if (!(distance > 0)) return false;
    Point beside = to, bar = direction_between(from, to);
    if (!isnan(connection->angle)) {
        bar = direction_of(connection->angle);
        double projection = (to.x - from.x) * bar.x + (to.y - from.y) * bar.y;
        beside = moved(from, bar, projection);
        arm_b -= bar.x * (to.y - from.y) - bar.y * (to.x - from.x);
        if (projection < 0) bar = (Point){-bar.x, -bar.y};
    }
    double arm = fmax(arm_a, arm_b) + connection->fraction * distance;
    Point out = {bar.y, -bar.x};
    track_line(track, moved(from, out, arm));
    track_line(track, moved(beside, out, arm));
    track_line(track, to);
    return true;
}

bool connection_track(const Connection *connection, Point from, Point to, Track *track) {
    *track = (Track){.start = from};
    if (!connection_is_possible(connection)) return false;
    switch (connection->kind) {
    case CONNECT_ARC3: {
        Point middle = along(from, to, 0.5);
        track_curve(track,
                    (Point){middle.x + connection->radius * (to.y - from.y),
                            middle.y - connection->radius * (to.x - from.x)},
                    to);
        return true;
    }
    case CONNECT_ANGLE3:
        track_curve(track, meeting(connection, from, to), to);
        return true;
    case CONNECT_ANGLE:
        connect_by_angle(connection, from, to, track);
        return true;
    case CONNECT_ARC:
        connect_by_arms(connection, from, to, track);
        return true;
    case CONNECT_BAR:
        break;
    }
    return connect_by_bar(connection, from, to, track);
}
