#include "kernel/plot/polar.h"

#include "kernel/plot/artist.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double label_angle = 22.5, /* degrees: where the distances are written */
    label_distance = 7;                 /* points that the labels of angles are farther out than others */

void polar_begin(PlotAxes *axes) {
    axes->polar = true;
    axes->round = (PolarView){.direction = 1, .origin = NAN, .labels = label_angle * M_PI / 180};
    axes->x.view->low = 0;
    axes->x.view->high = 2 * M_PI;
    axes->x.view->fixed = true;
    axes->x.major_grid.visible = axes->y.major_grid.visible = axes->figure->context->settings.polar_grid;
}

static double turn(const PlotAxes *axes, double theta) { return axes->round.direction * theta + axes->round.offset; }

bool polar_is_full(const PlotAxes *axes) {
    return fabs(fabs(axes->x.view->high - axes->x.view->low) - 2 * M_PI) < 1e-12;
}

double polar_origin(const PlotAxes *axes) {
    return isnan(axes->round.origin) ? axes->y.view->low : axes->round.origin;
}

/* 0 in the middle, 1 at the rim; NAN: not shown. */
static double share_of_radius(const PlotAxes *axes, double r) {
    const AxisScale *scale = &axes->y.view->scale;
    double middle = scale_transform(scale, polar_origin(axes));
    double share = (scale_transform(scale, r) - middle) / (scale_transform(scale, axes->y.view->high) - middle);
    return share >= 0 ? share : NAN;
}

Point polar_to_pixels(const PlotAxes *axes, double theta, double r) {
    double angle = turn(axes, theta), distance = share_of_radius(axes, r) * axes->round.radius;
    return (Point){axes->round.middle.x + distance * cos(angle), axes->round.middle.y + distance * sin(angle)};
}

Point polar_from_pixels(const PlotAxes *axes, Point pixels) {
    const AxisScale *scale = &axes->y.view->scale;
    double x = pixels.x - axes->round.middle.x, y = pixels.y - axes->round.middle.y;
    double middle = scale_transform(scale, polar_origin(axes)), rim = scale_transform(scale, axes->y.view->high);
    double theta = fmod((atan2(y, x) - axes->round.offset) * axes->round.direction, 2 * M_PI);
    return (Point){theta < 0 ? theta + 2 * M_PI : theta,
                   scale_invert(scale, middle + hypot(x, y) / axes->round.radius * (rim - middle))};
}

static double inner_share(const PlotAxes *axes) {
    double share = share_of_radius(axes, axes->y.view->low);
    return isfinite(share) ? fmin(share, 1) : 0;
}

/* The corners of the piece, and where it touches an axis. */
static Box piece_bounds(const PlotAxes *axes) {
    double from = turn(axes, axes->x.view->low), to = turn(axes, axes->x.view->high), inner = inner_share(axes);
    if (polar_is_full(axes)) return (Box){-1, -1, 1, 1};
    if (from > to) {
        double swap = from;
        from = to;
        to = swap;
    }
    Box box = box_empty;
    const double ends[2] = {from, to};
    for (int i = 0; i < 4; i++) {
        double x = (i & 2 ? inner : 1) * cos(ends[i & 1]), y = (i & 2 ? inner : 1) * sin(ends[i & 1]);
        box = box_union(box, (Box){x, y, x, y});
    }
    for (double quarter = ceil(from / (M_PI / 2)); quarter * M_PI / 2 <= fmin(to, from + 2 * M_PI); quarter++) {
        double x = cos(quarter * M_PI / 2), y = sin(quarter * M_PI / 2);
        box = box_union(box, (Box){x, y, x, y});
    }
    return box;
}

Box polar_fit(PlotAxes *axes, Box box) {
    double width = box_width(box), height = box_height(box), side = fmin(width, height);
    box.x0 += axes->anchor_x * (width - side);
    box.y0 += axes->anchor_y * (height - side);
    box.x1 = box.x0 + side;
    box.y1 = box.y0 + side;
    Box piece = piece_bounds(axes);
    double span = fmax(box_width(piece), box_height(piece));
    axes->round.radius = side / (span > 0 ? span : 2);
    axes->round.middle = (Point){box.x0 + side / 2 - axes->round.radius * (piece.x0 + piece.x1) / 2,
                                 box.y0 + side / 2 - axes->round.radius * (piece.y0 + piece.y1) / 2};
    return box;
}

void polar_outline(const PlotAxes *axes, Path *path) {
    double from = turn(axes, axes->x.view->low), to = turn(axes, axes->x.view->high);
    double radius = axes->round.radius, inner = inner_share(axes) * radius;
    Point middle = axes->round.middle;
    bool full = polar_is_full(axes);
    path_arc(path, middle, radius, radius, from, to, false);
    if (full) path_close(path);
    if (inner > 0)
        path_arc(path, middle, inner, inner, to, from, !full);
    else if (!full)
        path_line(path, middle.x, middle.y);
    path_close(path);
}

/* ---- ticks ---- */

static bool take_positions(Ticks *ticks, const double *positions, size_t count, Error *error) {
    *ticks = (Ticks){0};
    ticks->positions = memory_allocate((count + 1) * sizeof *positions);
    ticks->labels = memory_allocate_zeroed(count + 1, sizeof *ticks->labels);
    if (!ticks->positions || !ticks->labels) {
        ticks_release(ticks);
        return error_no_memory(error);
    }
    if (count) memcpy(ticks->positions, positions, count * sizeof *positions);
    ticks->count = count;
    return true;
}

/* Eight on a circle; on a piece round numbers of degrees, as many as there is room for. */
bool polar_angle_ticks(const PlotAxes *axes, double space, Ticks *ticks, Error *error) {
    static const double steps[] = {1, 1.5, 3, 4.5, 9, 10};
    enum { most = 40 };
    double positions[most];
    size_t count = 0;
    if (polar_is_full(axes)) {
        for (; count < 8; count++) positions[count] = axes->x.view->low + (double)count * M_PI / 4;
        return take_positions(ticks, positions, count, error);
    }
    double low = fmin(axes->x.view->low, axes->x.view->high) * 180 / M_PI;
    double high = fmax(axes->x.view->low, axes->x.view->high) * 180 / M_PI;
    double room = fmax(1, fmin(space, 9)), step = 0;
    double power = pow(10, floor(log10(fmax(high - low, 1e-12) / room)));
    for (size_t i = 0; !step && i < 2 * sizeof steps / sizeof *steps; i++) {
        double candidate = power * steps[i % 6] * (i < 6 ? 1 : 10);
        double first = floor(low / candidate + 1e-9), last = ceil(high / candidate - 1e-9);
        if (last - first <= room) step = candidate;
    }
    if (!step) return take_positions(ticks, positions, 0, error);
    double first = floor(low / step + 1e-9);
    for (; count < most && (first + (double)count - 1) * step < high - 1e-9 * step; count++)
        positions[count] = (first + (double)count) * step * M_PI / 180;
    return take_positions(ticks, positions, count, error);
}

/* Degrees, with decimals only where the view is narrow. */
bool polar_angle_labels(const PlotAxes *axes, Ticks *ticks, Error *error) {
    double span = fabs(axes->x.view->high - axes->x.view->low) * 180 / M_PI;
    int digits = span > 0 ? (int)-trunc(log10(span) - 1.5) : 0;
    if (!ticks->labels && !(ticks->labels = memory_allocate_zeroed(ticks->count + 1, sizeof *ticks->labels)))
        return error_no_memory(error);
    for (size_t i = 0; i < ticks->count; i++) {
        char text[64];
        double degrees = ticks->positions[i] * 180 / M_PI;
        snprintf(text, sizeof text, "%.*f°", digits > 0 ? digits : 0, degrees);
        memory_release(ticks->labels[i]);
        ticks->labels[i] = memory_copy_string(text);
        if (!ticks->labels[i]) return error_no_memory(error);
    }
    return true;
}

void polar_drop_middle(const PlotAxes *axes, Ticks *ticks) {
    double middle = polar_origin(axes);
    size_t kept = 0;
    if (!polar_is_full(axes) || axes->y.view->low > middle) return;
    for (size_t i = 0; i < ticks->count; i++) {
        if (!(ticks->positions[i] > middle)) {
            if (ticks->labels) memory_release(ticks->labels[i]);
            continue;
        }
        ticks->positions[kept] = ticks->positions[i];
        if (ticks->labels) ticks->labels[kept] = ticks->labels[i];
        kept++;
    }
    for (size_t i = kept; ticks->labels && i < ticks->count; i++) ticks->labels[i] = NULL;
    ticks->count = kept;
}

/* ---- drawing ---- */

static void arc_at(const PlotAxes *axes, double r, Path *path) {
    double radius = share_of_radius(axes, r) * axes->round.radius;
    if (!(radius > 0)) return;
    path_arc(path, axes->round.middle, radius, radius, turn(axes, axes->x.view->low),
             turn(axes, axes->x.view->high), false);
    if (polar_is_full(axes)) path_close(path);
}

static void ray_at(const PlotAxes *axes, double theta, Path *path) {
    Point from = polar_to_pixels(axes, theta, axes->y.view->low), to = polar_to_pixels(axes, theta, axes->y.view->high);
    path_move(path, from.x, from.y);
    path_line(path, to.x, to.y);
}

static void draw_grid(Renderer *renderer, const PlotAxes *axes, bool of_x, const Ticks *ticks, const GridStyle *grid) {
    if (!grid->visible || renderer->measuring) return;
    PathStyle style = {.stroke = color_with_alpha(grid->color, grid->alpha),
                       .width = grid->width,
                       .dash = grid->dash,
                       .cap = grid->dash.kind == LINE_SOLID ? CAP_PROJECTING : CAP_BUTT};
    Path path = PATH_EMPTY;
    for (size_t i = 0; i < ticks->count; i++) {
        path_clear(&path);
        if (of_x)
            ray_at(axes, ticks->positions[i], &path);
        else
            arc_at(axes, ticks->positions[i], &path);
        renderer_draw_path(renderer, &path, &style);
    }
    path_release(&path);
}

static HorizontalAlignment beside(double x) { return x > 0.4 ? ALIGN_LEFT : x < -0.4 ? ALIGN_RIGHT : ALIGN_CENTER; }

static VerticalAlignment above(double y) { return y > 0.4 ? ALIGN_BOTTOM : y < -0.4 ? ALIGN_TOP : ALIGN_MIDDLE; }

/* Angles stand outside of the rim; distances along a line of their own, or beside the first edge of a piece. */
static Point label_place(const Renderer *renderer, const PlotAxes *axes, bool of_x, double position, TextStyle *style) {
    const TickStyle *tick = of_x ? &axes->x.major : &axes->y.major;
    double pad = renderer_pixels(renderer, tick->pad + (of_x || !polar_is_full(axes) ? tick->length : 0));
    if (of_x) {
        double angle = turn(axes, position);
        Point at = polar_to_pixels(axes, position, axes->y.view->high);
        pad += renderer_pixels(renderer, label_distance);
        style->horizontal = ALIGN_CENTER;
        style->vertical = ALIGN_MIDDLE;
        return (Point){at.x + pad * cos(angle), at.y + pad * sin(angle)};
    }
    if (polar_is_full(axes)) {
        style->horizontal = ALIGN_LEFT;
        style->vertical = ALIGN_BOTTOM;
        return polar_to_pixels(axes, axes->round.labels, position);
    }
    double outward = turn(axes, axes->x.view->low) - axes->round.direction * M_PI / 2;
    Point at = polar_to_pixels(axes, axes->x.view->low, position);
    style->horizontal = beside(cos(outward));
    style->vertical = above(sin(outward));
    return (Point){at.x + pad * cos(outward), at.y + pad * sin(outward)};
}

static Box draw_labels(Renderer *renderer, const PlotAxes *axes, bool of_x, const Ticks *ticks) {
    const TickStyle *tick = of_x ? &axes->x.major : &axes->y.major;
    const PlotSettings *settings = &axes->figure->context->settings;
    Box box = box_empty;
    if (tick->hidden_labels || !(tick->label_near || tick->label_far)) return box;
    for (size_t i = 0; i < ticks->count; i++) {
        TextStyle style = {.font = {.family = settings->family,
                                    .size = tick->label_size,
                                    .bold = tick->label_bold || settings->font_bold,
                                    .italic = settings->font_italic},
                           .color = tick->label_color,
                           .rotation = tick->label_rotation};
        if (!ticks->labels[i] || !*ticks->labels[i]) continue;
        Point at = label_place(renderer, axes, of_x, ticks->positions[i], &style);
        if (tick->label_horizontal_set) style.horizontal = tick->label_horizontal;
        if (tick->label_vertical_set) style.vertical = tick->label_vertical;
        if (!isfinite(at.x) || !isfinite(at.y)) continue;
        box = box_union(box, text_box(renderer, ticks->labels[i], &style, at));
        text_draw(renderer, ticks->labels[i], &style, at);
    }
    return box;
}

static void draw_name(Renderer *renderer, PlotAxes *axes, bool of_x, Box labels) {
    PlotText *label = of_x ? axes->x.label : axes->y.label;
    if (label->artist.hidden || !label->string || !*label->string) return;
    double pad = renderer_pixels(renderer, of_x ? axes->x.label_pad : axes->y.label_pad);
    Box box = box_union(labels, axes->box);
    TextStyle style = label->style;
    style.color = color_with_alpha(style.color, label->artist.alpha);
    style.vertical = of_x ? ALIGN_TOP : ALIGN_BOTTOM;
    text_draw(renderer, label->string, &style,
              of_x ? (Point){(axes->box.x0 + axes->box.x1) / 2, box.y0 - pad}
                   : (Point){box.x0 - pad, (axes->box.y0 + axes->box.y1) / 2});
}

void polar_draw_axis(Renderer *renderer, PlotAxes *axes, bool of_x) {
    PlotAxis *axis = of_x ? &axes->x : &axes->y;
    if (axis->hidden || axes->axis_off) return;
    Error ignored = ERROR_NONE;
    Ticks majors = {0}, minors = {0};
    Box labels = box_empty;
    if (axis_prepare_ticks(axes, of_x, renderer->dpi, false, NULL, &majors, &ignored) &&
        axis_prepare_ticks(axes, of_x, renderer->dpi, true, &majors, &minors, &ignored)) {
        draw_grid(renderer, axes, of_x, &minors, &axis->minor_grid);
        draw_grid(renderer, axes, of_x, &majors, &axis->major_grid);
        labels = draw_labels(renderer, axes, of_x, &majors);
    }
    draw_name(renderer, axes, of_x, labels);
    ticks_release(&majors);
    ticks_release(&minors);
    error_clear(&ignored);
}

Box polar_label_box(Renderer *renderer, PlotAxes *axes, bool of_x) {
    Renderer measure = *renderer;
    measure.measuring = true;
    measure.bounds = box_empty;
    Error ignored = ERROR_NONE;
    Ticks majors = {0};
    Box box = box_empty;
    if (!(of_x ? axes->x.hidden : axes->y.hidden) && !axes->axis_off &&
        axis_prepare_ticks(axes, of_x, renderer->dpi, false, NULL, &majors, &ignored))
        box = draw_labels(&measure, axes, of_x, &majors);
    ticks_release(&majors);
    error_clear(&ignored);
    return box;
}

void polar_draw_spines(Renderer *renderer, PlotAxes *axes) {
    const Spine *spine = &axes->spines[SPINE_LEFT];
    if (axes->frame_hidden || axes->axis_off || spine->hidden || renderer->measuring) return;
    Path path = PATH_EMPTY;
    polar_outline(axes, &path);
    PathStyle style = {.stroke = spine->color, .width = spine->width, .cap = CAP_PROJECTING};
    renderer_draw_path(renderer, &path, &style);
    path_release(&path);
}

void polar_refine(const Path *path, Path *fine) {
    enum { pieces = 100 };
    const Point *next = path->points;
    Point start = {0, 0}, at = {0, 0};
    for (size_t i = 0; i < path->code_count; i++) {
        PathCode code = path->codes[i];
        Point to = code == PATH_CLOSE ? start : *next;
        if (code == PATH_MOVE) {
            path_move(fine, to.x, to.y);
            start = to;
            next++;
        } else if (code == PATH_CURVE) {
            path_curve(fine, next[0], next[1], next[2]);
            to = next[2];
            next += 3;
        } else {
            for (int k = 1; k <= pieces; k++)
                path_line(fine, at.x + (to.x - at.x) * k / pieces, at.y + (to.y - at.y) * k / pieces);
            if (code == PATH_CLOSE)
                path_close(fine);
            else
                next++;
        }
        at = to;
    }
}
