/* What axes are asked about themselves, and whether they scale themselves. */
#include "kernel/modules/matplotlib/settings.h"

#include "kernel/plot/artist.h"

#include <math.h>
#include <string.h>

#define STATE(name) static Value name(Thread *thread, PlotAxes *axes, const Value *arguments)
#define STATE_UNUSED (void)thread, (void)axes, (void)arguments

STATE(get_facecolor) {
    (void)arguments;
    return value_from_color(thread, axes->face_hidden ? COLOR_NONE : axes->face);
}

STATE(get_autoscale_on) {
    STATE_UNUSED;
    return value_from_bool(!axes->x.view->fixed && !axes->y.view->fixed);
}

STATE(get_autoscalex_on) {
    STATE_UNUSED;
    return value_from_bool(!axes->x.view->fixed);
}

STATE(get_autoscaley_on) {
    STATE_UNUSED;
    return value_from_bool(!axes->y.view->fixed);
}

static Value set_scaling(Thread *thread, AxisView *view, Value value) {
    int truth = value_truth(thread, value);
    view->fixed = truth == 0;
    return truth < 0 ? VALUE_ABSENT : VALUE_NONE;
}

STATE(set_autoscalex_on) { return set_scaling(thread, axes->x.view, arguments[0]); }

STATE(set_autoscaley_on) { return set_scaling(thread, axes->y.view, arguments[0]); }

STATE(get_visible) {
    STATE_UNUSED;
    return value_from_bool(!axes->hidden);
}

STATE(get_frame_on) {
    STATE_UNUSED;
    return value_from_bool(!axes->frame_hidden);
}

static Value number_value(double number) {
    return number == floor(number) && fabs(number) < 1e15 ? value_from_int((int64_t)number)
                                                          : value_from_float(number);
}

STATE(get_zorder) {
    STATE_UNUSED;
    return number_value(axes->zorder);
}

STATE(get_axisbelow) {
    (void)arguments;
    return axes->axis_below ? value_from_bool(axes->axis_below > 0) : string_from_c(thread, "line");
}

STATE(get_adjustable) {
    (void)arguments;
    return string_from_c(thread, axes->adjust_limits ? "datalim" : "box");
}

STATE(get_anchor) {
    (void)arguments;
    const char *vertical = axes->anchor_y < 0.25 ? "S" : axes->anchor_y > 0.75 ? "N" : "";
    const char *horizontal = axes->anchor_x < 0.25 ? "W" : axes->anchor_x > 0.75 ? "E" : "";
    return *vertical || *horizontal ? string_format(thread, "%s%s", vertical, horizontal)
                                    : string_from_c(thread, "C");
}

STATE(get_box_aspect) {
    STATE_UNUSED;
    return isnan(axes->box_aspect) ? VALUE_NONE : value_from_float(axes->box_aspect);
}

STATE(get_xmargin) {
    STATE_UNUSED;
    return value_from_float(axes->margin_x);
}

STATE(get_ymargin) {
    STATE_UNUSED;
    return value_from_float(axes->margin_y);
}

static bool runs_down(PlotAxes *axes, const AxisView *view) {
    axes_autoscale(axes);
    return view->low > view->high;
}

STATE(get_xinverted) {
    STATE_UNUSED;
    return value_from_bool(runs_down(axes, axes->x.view));
}

STATE(get_yinverted) {
    STATE_UNUSED;
    return value_from_bool(runs_down(axes, axes->y.view));
}

STATE(has_data) {
    STATE_UNUSED;
    for (size_t i = 0; i < axes->artist_count; i++)
        if (!axes->artists[i]->removed && axes->artists[i]->kind != ARTIST_TEXT) return VALUE_TRUE;
    return VALUE_FALSE;
}

/* Round what is drawn: the limits of the data without margins. */
STATE(get_data_limits) {
    (void)arguments;
    Box box = box_empty;
    for (size_t i = 0; i < axes->artist_count; i++) {
        const DataLimits *limits = &axes->artists[i]->limits;
        if (!axes->artists[i]->removed && limits->x0 <= limits->x1 && limits->y0 <= limits->y1)
            box = box_union(box, (Box){limits->x0, limits->y0, limits->x1, limits->y1});
    }
    return value_from_box(thread, box);
}

STATE(get_view_limits) {
    (void)arguments;
    axes_autoscale(axes);
    return value_from_box(thread,
                          (Box){axes->x.view->low, axes->y.view->low, axes->x.view->high, axes->y.view->high});
}

STATE(get_window_extent) {
    (void)arguments;
    figure_layout(axes->figure, axes->figure->dpi);
    return value_from_box(thread, axes->box);
}

STATE(get_data_ratio) {
    STATE_UNUSED;
    axes_autoscale(axes);
    const AxisView *x = axes->x.view, *y = axes->y.view;
    double width = scale_transform(&x->scale, x->high) - scale_transform(&x->scale, x->low);
    double height = scale_transform(&y->scale, y->high) - scale_transform(&y->scale, y->low);
    return value_from_float(fabs(height) / fmax(fabs(width), 1e-30));
}

STATE(next_line_color) {
    (void)arguments;
    return value_from_color(thread, axes_next_color(axes, false));
}

#define STATE_FUNCTION(name, documentation, code)                                                              \
    { name, "($self)", NULL, documentation, code }

const AxesFunction axes_state_functions[] = {
    STATE_FUNCTION("get_facecolor", "Return the background colour.", get_facecolor),
    STATE_FUNCTION("get_fc", "Return the background colour.", get_facecolor),
    STATE_FUNCTION("get_autoscale_on", "Return whether both axes are autoscaled.", get_autoscale_on),
    STATE_FUNCTION("get_autoscalex_on", "Return whether the x-axis is autoscaled.", get_autoscalex_on),
    STATE_FUNCTION("get_autoscaley_on", "Return whether the y-axis is autoscaled.", get_autoscaley_on),
    {"set_autoscalex_on", "($self, b)", NULL, "Set whether the x-axis is autoscaled.", set_autoscalex_on},
    {"set_autoscaley_on", "($self, b)", NULL, "Set whether the y-axis is autoscaled.", set_autoscaley_on},
    STATE_FUNCTION("get_visible", "Return whether the Axes are drawn.", get_visible),
    STATE_FUNCTION("get_frame_on", "Return whether the frame is drawn.", get_frame_on),
    STATE_FUNCTION("get_zorder", "Return the place in the order of drawing.", get_zorder),
    STATE_FUNCTION("get_axisbelow",
                   "Return whether ticks and grid lie under everything: True, 'line' or False.", get_axisbelow),
    STATE_FUNCTION("get_adjustable", "Return what changes to keep the aspect: 'box' or 'datalim'.",
                   get_adjustable),
    STATE_FUNCTION("get_anchor", "Return where the box lies in its place: 'C', 'SW', ...", get_anchor),
    STATE_FUNCTION("get_box_aspect", "Return height to width of the box, or None.", get_box_aspect),
    STATE_FUNCTION("get_xmargin", "Return the margin along x, a part of the data's width.", get_xmargin),
    STATE_FUNCTION("get_ymargin", "Return the margin along y, a part of the data's height.", get_ymargin),
    STATE_FUNCTION("get_xinverted", "Return whether x runs to the left.", get_xinverted),
    STATE_FUNCTION("get_yinverted", "Return whether y runs down.", get_yinverted),
    STATE_FUNCTION("xaxis_inverted", "Return whether x runs to the left.", get_xinverted),
    STATE_FUNCTION("yaxis_inverted", "Return whether y runs down.", get_yinverted),
    STATE_FUNCTION("has_data", "Return whether something is drawn.", has_data),
    STATE_FUNCTION("get_window_extent", "Return the box of the Axes in pixels.", get_window_extent),
    STATE_FUNCTION("get_data_ratio", "Return height to width of the limits, as the scales have them.",
                   get_data_ratio),
    STATE_FUNCTION("_get_lines_color", "Return the next colour of the cycle.", next_line_color),
    STATE_FUNCTION("_get_data_limits", "Return the box round the data.", get_data_limits),
    STATE_FUNCTION("_get_view_limits", "Return the box of the limits.", get_view_limits),
    {0},
};
