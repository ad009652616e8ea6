/* Outlines of arrows along a track.
 *
 * Outlines beside a quadratic curve are quadratic curves too, which is an approximation: one that runs
 * alongside keeps the directions of the ends; one whose distance changes goes through the offset ends and the
 * offset middle. */
#include "kernel/plot/arrow.h"

#include <math.h>

static Point middle_of(Point a, Point b) { return (Point){(a.x + b.x) / 2, (a.y + b.y) / 2}; }

static Point unit(Point from, Point to) {
    double x = to.x - from.x, y = to.y - from.y, length = hypot(x, y);
    return length > 0 ? (Point){x / length, y / length} : (Point){0, 0};
}

/* Beside a point: to the left of a direction. */
static Point beside(Point point, Point direction, double distance) {
    return (Point){point.x - direction.y * distance, point.y + direction.x * distance};
}

typedef struct Curve {
    Point start, control, end;
} Curve;

typedef struct Sides {
    Curve left, right;
} Sides;

static Point curve_middle(const Curve *curve) {
    return middle_of(middle_of(curve->start, curve->control), middle_of(curve->control, curve->end));
}

static Curve through(Point start, Point middle, Point end) {
    Point ends = middle_of(start, end);
    return (Curve){start, {2 * middle.x - ends.x, 2 * middle.y - ends.y}, end};
}

/* At the distances `width` times 1, `half` and `last`, at the beginning, in the middle and at the end. */
static Sides widen(const Curve *curve, double width, double first, double half, double last) {
    Point a = unit(curve->start, curve->control), c = unit(curve->control, curve->end),
          center = curve_middle(curve);
    Point b = unit(middle_of(curve->start, curve->control), middle_of(curve->control, curve->end));
    Curve sides[2];
    for (int i = 0; i < 2; i++) {
        double side = i ? -width : width;
        sides[i] = through(beside(curve->start, a, side * first), beside(center, b, side * half),
                           beside(curve->end, c, side * last));
    }
    return (Sides){sides[0], sides[1]};
}

static Curve parallel(const Curve *curve, double distance) {
    Point a = unit(curve->start, curve->control), c = unit(curve->control, curve->end);
    Curve side = {beside(curve->start, a, distance), beside(curve->control, a, distance),
                  beside(curve->end, c, distance)};
    double cross = a.x * c.y - a.y * c.x;
    if (fabs(cross) > 1e-9) { /* where the tangents of the moved ends meet */
        double share = ((side.end.x - side.start.x) * c.y - (side.end.y - side.start.y) * c.x) / cross;
        side.control = (Point){side.start.x + a.x * share, side.start.y + a.y * share};
    } else {
        side.control = middle_of(side.start, side.end);
    }
    return side;
}

static Curve curve_of(const Track *track) {
    return (Curve){track->start, track->parts[0].control, track->parts[0].end};
}

/* The part of a curve within (or outside of) a circle round its end; false: all of it is within. */
static bool split_at_end(const Curve *curve, double radius, Curve *tail, Curve *head) {
    Area circle = {.center = curve->end, .radius = radius};
    if (area_contains(&circle, curve->start)) return false;
    Track part = {.start = curve->start};
    track_curve(&part, curve->control, curve->end);
    track_leave(&part, &circle, true);
    *tail = curve_of(&part);
    /* what was cut off: the same curve from there on, by the share of the parameter that is left */
    double full = hypot(curve->control.x - curve->start.x, curve->control.y - curve->start.y);
    double kept = hypot(tail->control.x - tail->start.x, tail->control.y - tail->start.y);
    double share = full > 0 ? kept / full : 1;
    *head = (Curve){tail->end,
                    {curve->control.x + (curve->end.x - curve->control.x) * share,
                     curve->control.y + (curve->end.y - curve->control.y) * share},
                    curve->end};
    return true;
}

/* A straight piece of this length that ends as the curve does. */
static Curve straight_end(const Curve *curve, double length) {
    Point direction = unit(curve->control, curve->end);
    Point start = {curve->end.x - direction.x * length, curve->end.y - direction.y * length};
    return (Curve){start, middle_of(start, curve->end), curve->end};
}

static void append_back(Track *track, const Curve *curve) { track_curve(track, curve->control, curve->start); }

static void make_simple(const ArrowStyle *style, const Curve *curve, double size, Track *out) {
    double head_length = style->head_length * size;
    Curve tail, head;
    bool tailed = split_at_end(curve, head_length, &tail, &head);
    if (!tailed) head = straight_end(curve, head_length);
    Sides point = widen(&head, style->head_width * size / 2, 1, 0.5, 0);
    Curve left = point.left, right = point.right;
    *out = (Track){.closed = true, .start = left.start};
    if (tailed) {
        Curve above = parallel(&tail, style->tail_width * size / 2),
              below = parallel(&tail, -style->tail_width * size / 2);
        out->start = above.start;
        track_curve(out, above.control, above.end);
        track_line(out, left.start);
        track_curve(out, left.control, left.end);
        append_back(out, &right);
        track_line(out, below.end);
        append_back(out, &below);
        track_line(out, above.start);
    } else {
        track_curve(out, left.control, left.end);
        append_back(out, &right);
    }
}

static void make_fancy(const ArrowStyle *style, const Curve *given, double size, Track *out) {
    const double overlap = 0.8, notch_depth = 0.3, narrowed = 0.6, neck = 0.3;
    double head_length = style->head_length * size, tail_width = style->tail_width * size;
    Curve curve = *given, tail, head, unused;
    if (!split_at_end(&curve, head_length, &tail, &head)) {
        curve = straight_end(&curve, head_length);
        head = curve;
    }
    if (!split_at_end(&curve, overlap * head_length, &tail, &unused)) tail = curve;
    Sides point = widen(&head, style->head_width * size / 2, 1, narrowed, 0);
    Sides shaft = widen(&tail, tail_width / 2, 1, narrowed, neck);
    Track notch = {.start = curve.start};
    track_curve(&notch, curve.control, curve.end);
    track_leave(&notch, &(Area){.center = curve.start, .radius = notch_depth * tail_width}, false);
    *out = (Track){.closed = true, .start = notch.start};
    track_line(out, shaft.left.start);
    track_curve(out, shaft.left.control, shaft.left.end);
    track_line(out, point.left.start);
    track_curve(out, point.left.control, point.left.end);
    append_back(out, &point.right);
    track_line(out, shaft.right.end);
    append_back(out, &shaft.right);
    track_line(out, notch.start);
}

static void make_wedge(const ArrowStyle *style, const Curve *curve, double size, Track *out) {
    Sides sides = widen(curve, style->tail_width * size / 2, 1, style->shrink_factor, 0);
    *out = (Track){.closed = true, .start = sides.right.start};
    track_curve(out, sides.right.control, sides.right.end);
    track_line(out, sides.left.end);
    append_back(out, &sides.left);
}

/* A head whose point is at `tip`, drawn back by as much as its stroke sticks out. */
static Track make_head(const ArrowStyle *style, double size, double line_width, bool filled, Point back,
                       Point *tip) {
    double length = style->head_length * size, width = style->head_width * size;
    double slope = hypot(length, width), overshoot = width > 0 ? 0.5 * line_width * slope / width : 0;
    Point to = unit(back, *tip);
    *tip = (Point){tip->x - to.x * overshoot, tip->y - to.y * overshoot};
    Point foot = {tip->x - to.x * length, tip->y - to.y * length};
    Track head = {.start = beside(foot, to, width), .closed = filled};
    track_line(&head, *tip);
    track_line(&head, beside(foot, to, -width));
    return head;
}

/* A bar across the end; its ends bend away from the arrow. */
static Track make_bracket(const ArrowBracket *bracket, double size, Point back, Point tip) {
    double turn = bracket->angle * M_PI / 180, length = bracket->length * size, width = bracket->width * size;
    Point to = unit(back, tip),
          out = {to.x * cos(turn) - to.y * sin(turn), to.x * sin(turn) + to.y * cos(turn)};
    Point right = beside(tip, out, -width), left = beside(tip, out, width);
    Track track = {.start = {right.x + out.x * length, right.y + out.y * length}};
    track_line(&track, right);
    track_line(&track, left);
    track_line(&track, (Point){left.x + out.x * length, left.y + out.y * length});
    return track;
}

static void make_lines(const ArrowStyle *style, const Track *track, double size, double line_width,
                       ArrowOutlines *out) {
    Track *line = &out->tracks[0];
    *line = *track;
    out->filled[0] = false;
    out->count = 1;
    if (!track->count) return;
    TrackPart *last = &line->parts[line->count - 1];
    Point before_last = last->curved      ? last->control
                        : line->count > 1 ? line->parts[line->count - 2].end
                                          : line->start;
    Point after_first = line->parts[0].curved ? line->parts[0].control : line->parts[0].end;
    for (int i = 0; i < 2; i++) {
        ArrowEnd end = i ? style->end : style->begin;
        bool filled = end == ARROW_FILLED_HEAD;
        Point back = i ? before_last : after_first, *tip = i ? &last->end : &line->start;
        if (end == ARROW_PLAIN) continue;
        out->tracks[out->count] =
            end == ARROW_BRACKET ? make_bracket(i ? &style->bracket_b : &style->bracket_a, size, back, *tip)
                                 : make_head(style, size, line_width, filled, back, tip);
        out->filled[out->count++] = filled;
    }
}

static void stretch(Track *track, double times) {
    track->start.y *= times;
    for (size_t i = 0; i < track->count; i++) {
        track->parts[i].control.y *= times;
        track->parts[i].end.y *= times;
    }
}

bool arrow_outlines(const ArrowStyle *style, const Track *track, double size, double line_width, double aspect,
                    ArrowOutlines *outlines) {
    Track flat = *track;
    *outlines = (ArrowOutlines){.count = 1, .filled = {true}};
    stretch(&flat, 1 / aspect);
    if (style->kind == ARROW_CURVE) {
        make_lines(style, &flat, size, line_width, outlines);
    } else {
        if (!track_is_curve(track)) return false;
        Curve curve = curve_of(&flat);
        (style->kind == ARROW_SIMPLE  ? make_simple
         : style->kind == ARROW_FANCY ? make_fancy
                                      : make_wedge)(style, &curve, size, &outlines->tracks[0]);
    }
    for (size_t i = 0; i < outlines->count; i++) stretch(&outlines->tracks[i], aspect);
    return true;
}
