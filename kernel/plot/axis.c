/* One axis: its ticks, their labels, the grid, the axis' label and the offset text beside it. */
#include "kernel/plot/artist.h"

#include "kernel/plot/polar.h"

#include <math.h>

static double view_smallest(const PlotAxes *axes, bool of_x) {
    const AxisView *view = of_x ? axes->x.view : axes->y.view;
    double smallest = INFINITY;
    for (size_t a = 0; a < axes->figure->axes_count; a++) {
        const PlotAxes *other = axes->figure->axes[a];
        if ((of_x ? other->x.view : other->y.view) != view) continue;
        for (size_t i = 0; i < other->artist_count; i++) {
            const DataLimits *limits = &other->artists[i]->limits;
            smallest = fmin(smallest, of_x ? limits->smallest_x : limits->smallest_y);
        }
    }
    return smallest;
}

bool axis_find_ticks(const PlotAxes *axes, bool of_x, double dpi, bool minor, const Ticks *majors, Ticks *ticks,
                     TickRange *range, Error *error) {
    const PlotAxis *axis = of_x ? &axes->x : &axes->y;
    const AxisView *view = axis->view;
    double length = (of_x ? box_width(axes->box) : box_height(axes->box)) * 72 / dpi;
    double label_size = axis->major.label_size * (of_x ? 3 : 2);
    *range = (TickRange){.scale = view->scale,
                         .low = fmin(view->low, view->high),
                         .high = fmax(view->low, view->high),
                         .smallest = view_smallest(axes, of_x),
                         .space = label_size > 0 ? floor(length / label_size) : 9};
    bool angles = axes->polar && of_x && !minor;
    bool done = angles && view->major.kind == LOCATOR_DEFAULT
                    ? polar_angle_ticks(axes, range->space, ticks, error)
                    : ticks_locate(minor ? &view->minor : &view->major, range, minor, majors, ticks, error);
    if (done && axes->polar && !of_x && view->major.kind == LOCATOR_DEFAULT) polar_drop_middle(axes, ticks);
    if (done && angles && view->major_format.kind == FORMATTER_DEFAULT)
        done = polar_angle_labels(axes, ticks, error);
    else if (done)
        done = ticks_format(minor ? &view->minor_format : &view->major_format, range, minor, ticks, error);
    if (!done) {
        ticks_release(ticks);
        return false;
    }
    return true;
}

bool axis_prepare_ticks(const PlotAxes *axes, bool of_x, double dpi, bool minor, const Ticks *majors,
                        Ticks *ticks, Error *error) {
    TickRange range;
    if (!axis_find_ticks(axes, of_x, dpi, minor, majors, ticks, &range, error)) return false;
    ticks_clip(ticks, &range);
    return true;
}

static double spine_coordinate(const PlotAxes *axes, int side, double dpi) {
    const Spine *spine = &axes->spines[side];
    bool vertical = side == SPINE_LEFT || side == SPINE_RIGHT;
    double low = vertical ? axes->box.x0 : axes->box.y0, high = vertical ? axes->box.x1 : axes->box.y1;
    double edge = side == SPINE_LEFT || side == SPINE_BOTTOM ? low : high;
    double outward = side == SPINE_LEFT || side == SPINE_BOTTOM ? -1 : 1;
    switch (spine->place) {
    case SPINE_OUTWARD:
        return edge + outward * spine->amount * dpi / 72;
    case SPINE_AXES:
        return low + spine->amount * (high - low);
    case SPINE_DATA: {
        Point point = axes_to_pixels(axes, vertical ? spine->amount : axes->x.view->low,
                                     vertical ? axes->y.view->low : spine->amount);
        return vertical ? point.x : point.y;
    }
    case SPINE_EDGE:
        break;
    }
    return edge;
}

void axes_draw_spines(Renderer *renderer, PlotAxes *axes) {
    if (axes->polar) {
        polar_draw_spines(renderer, axes);
        return;
    }
    if (axes->frame_hidden || axes->axis_off) return;
    for (int side = 0; side < 4; side++) {
        const Spine *spine = &axes->spines[side];
        if (spine->hidden || !(spine->color.alpha > 0)) continue;
        bool vertical = side == SPINE_LEFT || side == SPINE_RIGHT;
        double at = spine_coordinate(axes, side, renderer->dpi);
        double from = vertical ? axes->box.y0 : axes->box.x0, to = vertical ? axes->box.y1 : axes->box.x1;
        if (spine->bounded) {
            Point low = axes_to_pixels(axes, vertical ? axes->x.view->low : spine->from,
                                       vertical ? spine->from : axes->y.view->low);
            Point high = axes_to_pixels(axes, vertical ? axes->x.view->low : spine->to,
                                        vertical ? spine->to : axes->y.view->low);
            from = vertical ? low.y : low.x;
            to = vertical ? high.y : high.x;
        }
        if (renderer->measuring) {
            renderer_include(renderer, vertical ? (Box){at, from, at, to} : (Box){from, at, to, at});
            continue;
        }
        Path path = PATH_EMPTY;
        path_move(&path, vertical ? at : from, vertical ? from : at);
        path_line(&path, vertical ? at : to, vertical ? to : at);
        PathStyle style = {.stroke = spine->color, .width = spine->width, .cap = CAP_PROJECTING};
        renderer_draw_path(renderer, &path, &style);
        path_release(&path);
    }
}

static double tick_pixel(const PlotAxes *axes, bool of_x, double position) {
    return of_x ? axes_to_pixels(axes, position, axes->y.view->low).x
                : axes_to_pixels(axes, axes->x.view->low, position).y;
}

static void draw_grid(Renderer *renderer, const PlotAxes *axes, bool of_x, const Ticks *ticks,
                      const GridStyle *grid) {
    if (!grid->visible || renderer->measuring) return;
    PathStyle style = {.stroke = color_with_alpha(grid->color, grid->alpha),
                       .width = grid->width,
                       .dash = grid->dash,
                       .cap = grid->dash.kind == LINE_SOLID ? CAP_PROJECTING : CAP_BUTT};
    renderer_clip(renderer, axes->box);
    for (size_t i = 0; i < ticks->count; i++) {
        double at = tick_pixel(axes, of_x, ticks->positions[i]);
        Path path = PATH_EMPTY;
        path_move(&path, of_x ? at : axes->box.x0, of_x ? axes->box.y0 : at);
        path_line(&path, of_x ? at : axes->box.x1, of_x ? axes->box.y1 : at);
        renderer_draw_path(renderer, &path, &style);
        path_release(&path);
    }
    renderer_unclip(renderer);
}

/* Marks and labels of one side. The labels' box comes back. */
static Box draw_side(Renderer *renderer, const PlotAxes *axes, bool of_x, const Ticks *ticks,
                     const TickStyle *tick, bool far, bool marks, bool labels) {
    int side = of_x ? (far ? SPINE_TOP : SPINE_BOTTOM) : (far ? SPINE_RIGHT : SPINE_LEFT);
    double base = spine_coordinate(axes, side, renderer->dpi), outward = far ? 1 : -1;
    double length = renderer_pixels(renderer, tick->length);
    double outer = tick->direction > 0 ? length : tick->direction == 0 ? length / 2 : 0;
    double inner = tick->direction < 0 ? length : tick->direction == 0 ? length / 2 : 0;
    double distance = outer + renderer_pixels(renderer, tick->pad);
    Box box = box_empty;
    Path mark = PATH_EMPTY;
    path_move(&mark, of_x ? 0 : -inner * outward, of_x ? -inner * outward : 0);
    path_line(&mark, of_x ? 0 : outer * outward, of_x ? outer * outward : 0);
    PathStyle style = {.stroke = tick->color, .width = tick->width, .cap = CAP_BUTT};
    TextStyle text = {.font = {.family = axes->figure->context->settings.family,
                               .size = tick->label_size,
                               .bold = tick->label_bold || axes->figure->context->settings.font_bold,
                               .italic = axes->figure->context->settings.font_italic},
                      .color = tick->label_color,
                      .rotation = tick->label_rotation};
    text.horizontal = of_x ? ALIGN_CENTER : far ? ALIGN_LEFT : ALIGN_RIGHT;
    text.vertical = of_x ? (far ? ALIGN_BOTTOM : ALIGN_TOP) : ALIGN_CENTER_BASELINE;
    if (tick->label_horizontal_set) text.horizontal = tick->label_horizontal;
    if (tick->label_vertical_set) text.vertical = tick->label_vertical;
    for (size_t i = 0; i < ticks->count; i++) {
        double at = tick_pixel(axes, of_x, ticks->positions[i]);
        if (!isfinite(at)) continue;
        if (marks && length > 0) {
            renderer_draw_marker(renderer, &mark, &style, of_x ? (Point){at, base} : (Point){base, at});
            if (renderer->measuring)
                renderer_include(renderer, of_x ? (Box){at, base, at, base + outer * outward}
                                                : (Box){base, at, base + outer * outward, at});
        }
        if (!labels || tick->hidden_labels || !ticks->labels[i] || !*ticks->labels[i]) continue;
        Point place = of_x ? (Point){at, base + outward * distance} : (Point){base + outward * distance, at};
        box = box_union(box, text_box(renderer, ticks->labels[i], &text, place));
        text_draw(renderer, ticks->labels[i], &text, place);
    }
    if (renderer->measuring && marks && outer > 0)
        renderer_include(renderer, of_x ? (Box){axes->box.x0, fmin(base, base + outer * outward), axes->box.x1,
                                                fmax(base, base + outer * outward)}
                                        : (Box){fmin(base, base + outer * outward), axes->box.y0,
                                                fmax(base, base + outer * outward), axes->box.y1});
    path_release(&mark);
    return box;
}

typedef struct SideBoxes {
    Box near, far; /* of the labels */
} SideBoxes;

static SideBoxes draw_ticks(Renderer *renderer, const PlotAxes *axes, bool of_x, const Ticks *ticks,
                            const TickStyle *style) {
    SideBoxes boxes = {box_empty, box_empty};
    if (style->near || style->label_near)
        boxes.near = draw_side(renderer, axes, of_x, ticks, style, false, style->near, style->label_near);
    if (style->far || style->label_far)
        boxes.far = draw_side(renderer, axes, of_x, ticks, style, true, style->far, style->label_far);
    return boxes;
}

/* A layout counts a label only across its line, for otherwise a long title would squeeze the axes. */
static void draw_label(Renderer *renderer, const PlotText *label, Point at, bool of_x) {
    TextStyle style = label->style;
    style.color = color_with_alpha(style.color, label->artist.alpha);
    if (label->artist.hidden || !label->string || !*label->string) return;
    if (!renderer->measuring || !renderer->layout_only) {
        text_draw(renderer, label->string, &style, at);
        return;
    }
    Box box = text_box(renderer, label->string, &style, at);
    double middle_x = (box.x0 + box.x1) / 2, middle_y = (box.y0 + box.y1) / 2;
    renderer_include(renderer, of_x ? (Box){middle_x - 0.5, box.y0, middle_x + 0.5, box.y1}
                                    : (Box){box.x0, middle_y - 0.5, box.x1, middle_y + 0.5});
}

static void draw_axis_label(Renderer *renderer, PlotAxes *axes, bool of_x, Box labels) {
    PlotAxis *axis = of_x ? &axes->x : &axes->y;
    double pad = renderer_pixels(renderer, axis->label_pad), dpi = renderer->dpi;
    double outer = axis->major.direction > 0 ? renderer_pixels(renderer, axis->major.length) : 0;
    bool far = axis->label_far, marks = far ? axis->major.far : axis->major.near;
    int side = of_x ? (far ? SPINE_TOP : SPINE_BOTTOM) : (far ? SPINE_RIGHT : SPINE_LEFT);
    double edge = spine_coordinate(axes, side, dpi), outward = far ? 1 : -1;
    edge += outward * (marks ? outer : 0);
    double own_edge = of_x ? (far ? axes->box.y1 : axes->box.y0) : (far ? axes->box.x1 : axes->box.x0);
    (void)own_edge;
    if (!box_is_empty(labels)) {
        double reach = of_x ? (far ? labels.y1 : labels.y0) : (far ? labels.x1 : labels.x0);
        edge = far ? fmax(edge, reach) : fmin(edge, reach);
    }
    PlotText *label = axis->label;
    double along = isnan(axis->label_position) ? label->style.horizontal == ALIGN_LEFT    ? 0
                                                 : label->style.horizontal == ALIGN_RIGHT ? 1
                                                                                          : 0.5
                                               : axis->label_position;
    Point at = {axes->box.x0 + along * box_width(axes->box), axes->box.y0 + along * box_height(axes->box)};
    if (of_x)
        at.y = edge + outward * pad;
    else
        at.x = edge + outward * pad;
    if (!isnan(axis->label_coordinate)) {
        if (of_x)
            at.y = axes->box.y0 + axis->label_coordinate * box_height(axes->box);
        else
            at.x = axes->box.x0 + axis->label_coordinate * box_width(axes->box);
    }
    if (of_x)
        label->style.vertical = far ? ALIGN_BOTTOM : ALIGN_TOP;
    else if (label->style.rotation == 90)
        label->style.vertical = far ? ALIGN_TOP : ALIGN_BOTTOM;
    draw_label(renderer, label, at, of_x);
}

static void draw_offset(Renderer *renderer, PlotAxes *axes, bool of_x, const char *offset, Box labels) {
    const PlotAxis *axis = of_x ? &axes->x : &axes->y;
    if (!offset || !*offset || axis->major.hidden_labels || !(axis->major.label_near || axis->major.label_far))
        return;
    double pad = renderer_pixels(renderer, 3);
    TextStyle style = {.font = {.family = axes->figure->context->settings.family, .size = axis->offset_size},
                       .color = axis->major.label_color};
    Point at;
    bool far = axis->major.label_far && !axis->major.label_near;
    if (of_x) {
        style.horizontal = ALIGN_RIGHT;
        style.vertical = far ? ALIGN_BOTTOM : ALIGN_TOP;
        double edge = box_is_empty(labels) ? (far ? axes->box.y1 : axes->box.y0) : far ? labels.y1 : labels.y0;
        at = (Point){axes->box.x1, edge + (far ? pad : -pad)};
    } else {
        style.horizontal = far ? ALIGN_RIGHT : ALIGN_LEFT;
        style.vertical = ALIGN_BASELINE;
        at = (Point){far ? axes->box.x1 : axes->box.x0, axes->box.y1 + pad};
        if (axes->colorbar && far) style.horizontal = ALIGN_LEFT, at.x = axes->box.x0;
    }
    text_draw(renderer, offset, &style, at);
}

void axis_draw(Renderer *renderer, PlotAxes *axes, bool of_x) {
    PlotAxis *axis = of_x ? &axes->x : &axes->y;
    if (axes->polar) {
        polar_draw_axis(renderer, axes, of_x);
        return;
    }
    if (axis->hidden || axes->axis_off) return;
    Error ignored = ERROR_NONE;
    Ticks majors = {0}, minors = {0};
    Box near = box_empty, far = box_empty;
    if (axis_prepare_ticks(axes, of_x, renderer->dpi, false, NULL, &majors, &ignored) &&
        axis_prepare_ticks(axes, of_x, renderer->dpi, true, &majors, &minors, &ignored)) {
        draw_grid(renderer, axes, of_x, &minors, &axis->minor_grid);
        draw_grid(renderer, axes, of_x, &majors, &axis->major_grid);
        SideBoxes minor = draw_ticks(renderer, axes, of_x, &minors, &axis->minor);
        SideBoxes major = draw_ticks(renderer, axes, of_x, &majors, &axis->major);
        near = box_union(minor.near, major.near);
        far = box_union(minor.far, major.far);
        draw_offset(renderer, axes, of_x, majors.offset_label,
                    axis->major.label_far && !axis->major.label_near ? far : near);
    }
    draw_axis_label(renderer, axes, of_x, axis->label_far ? far : near);
    ticks_release(&majors);
    ticks_release(&minors);
    error_clear(&ignored);
}

Box axis_tick_label_box(Renderer *renderer, PlotAxes *axes, bool of_x, bool far) {
    if (axes->polar) return polar_label_box(renderer, axes, of_x);
    Renderer measure = *renderer;
    measure.measuring = true;
    measure.bounds = box_empty;
    PlotAxis *axis = of_x ? &axes->x : &axes->y;
    Error ignored = ERROR_NONE;
    Ticks majors = {0};
    Box box = box_empty;
    if (!axis->hidden && !axes->axis_off &&
        axis_prepare_ticks(axes, of_x, renderer->dpi, false, NULL, &majors, &ignored)) {
        if (far ? axis->major.label_far : axis->major.label_near)
            box = draw_side(&measure, axes, of_x, &majors, &axis->major, far, false, true);
        if (far && axis->major.far)
            box = box_union(
                box, (Box){axes->box.x0, axes->box.y1, axes->box.x1,
                           axes->box.y1 +
                               renderer_pixels(renderer, axis->major.direction > 0 ? axis->major.length : 0)});
    }
    ticks_release(&majors);
    error_clear(&ignored);
    return box;
}

void axes_draw_titles(Renderer *renderer, PlotAxes *axes) {
    PlotText *titles[3] = {axes->title, axes->left_title, axes->right_title};
    static const double places[3] = {0.5, 0, 1};
    double top = axes->box.y1;
    bool any = false;
    for (int i = 0; i < 3; i++) any = any || (titles[i]->string && *titles[i]->string);
    if (!any) return;
    for (size_t a = 0; a < axes->figure->axes_count; a++) {
        PlotAxes *other = axes->figure->axes[a];
        if (other != axes && other->twin != axes) continue;
        Box far = axis_tick_label_box(renderer, other, true, true);
        if (!box_is_empty(far)) top = fmax(top, far.y1);
        if (other->x.label_far && !other->x.hidden && other->x.label->string && *other->x.label->string) {
            double width, height, descent;
            text_line_size(renderer, other->x.label->string, &other->x.label->style.font, &width, &height,
                           &descent);
            top += height + renderer_pixels(renderer, other->x.label_pad);
        }
    }
    for (int i = 0; i < 3; i++) {
        double pad = renderer_pixels(renderer, axes->title_pad);
        if (titles[i]->artist.coordinates == COORDINATES_AXES) /* placed by hand: set_title(..., y=) */
            draw_label(renderer, titles[i],
                       (Point){axes->box.x0 + titles[i]->x * box_width(axes->box),
                               axes->box.y0 + titles[i]->y * box_height(axes->box) + pad},
                       true);
        else
            draw_label(renderer, titles[i], (Point){axes->box.x0 + places[i] * box_width(axes->box), top + pad},
                       true);
    }
}
