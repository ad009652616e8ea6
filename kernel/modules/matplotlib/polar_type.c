/* PolarAxes: Axes whose x is an angle and whose y is a distance. */
#include "kernel/modules/matplotlib/holders.h"
#include "kernel/modules/matplotlib/polar_type.h"

#include <math.h>
#include <string.h>

static double degrees(double radians) { return radians * 180 / M_PI; }

static double radians(double angle) { return angle * M_PI / 180; }

NATIVE(polar_zero_location) {
    static const char *const places[] = {"E", "NE", "N", "NW", "W", "SW", "S", "SE"};
    const char *word = value_is_string(arguments[1]) ? value_c_string(arguments[1]) : "";
    double more = 0;
    (void)native;
    if (value_given(arguments[2]) && !double_from_value(thread, arguments[2], &more)) return VALUE_ABSENT;
    for (int i = 0; i < 8; i++) {
        if (strcmp(word, places[i]) != 0) continue;
        value_axes(arguments[0])->round.offset = i * M_PI / 4 + radians(more);
        return VALUE_NONE;
    }
    return raise_key_error(thread, arguments[1]);
}

NATIVE(polar_set_direction) {
    PlotAxes *axes = value_axes(arguments[0]);
    Value given = arguments[1];
    double number = 0;
    (void)native;
    if (value_is_string(given)) {
        const char *word = value_c_string(given);
        number = !strcmp(word, "clockwise") ? -1 : strstr(" counterclockwise anticlockwise", word) && *word ? 1 : 0;
        if (number > 0 && strcmp(word, "counterclockwise") != 0 && strcmp(word, "anticlockwise") != 0) number = 0;
    } else if (!double_from_value(thread, given, &number)) {
        return VALUE_ABSENT;
    }
    if (number == 1 || number == -1) {
        axes->round.direction = number;
        return VALUE_NONE;
    }
    Value repr = value_repr(thread, given);
    if (!value_is_absent(repr))
        raise_value_error(thread,
                          "%s is not a valid value for direction. Supported values are -1, 1, 'clockwise', "
                          "'counterclockwise', 'anticlockwise'",
                          value_c_string(repr));
    value_release(repr);
    return VALUE_ABSENT;
}

NATIVE(polar_set_offset) {
    (void)native;
    return double_from_value(thread, arguments[1], &value_axes(arguments[0])->round.offset) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(polar_set_origin) {
    PlotAxes *axes = value_axes(arguments[0]);
    (void)native;
    axes_autoscale(axes);
    axes->round.origin = NAN;
    return value_is_none(arguments[1]) || double_from_value(thread, arguments[1], &axes->round.origin) ? VALUE_NONE
                                                                                                       : VALUE_ABSENT;
}

NATIVE(polar_set_label_angle) {
    double angle;
    (void)native;
    if (!double_from_value(thread, arguments[1], &angle)) return VALUE_ABSENT;
    value_axes(arguments[0])->round.labels = radians(angle);
    return VALUE_NONE;
}

/* One number of the axes, by the name of its getter. */
NATIVE(polar_get) {
    PlotAxes *axes = value_axes(arguments[0]);
    const char *name = native->entry->name + 4;
    axes_autoscale(axes);
    const AxisView *angle = axes->x.view, *distance = axes->y.view;
    double number = !strcmp(name, "theta_direction")  ? axes->round.direction
                    : !strcmp(name, "theta_offset")   ? axes->round.offset
                    : !strcmp(name, "thetamin")       ? degrees(angle->low)
                    : !strcmp(name, "thetamax")       ? degrees(angle->high)
                    : !strcmp(name, "rmin")           ? distance->low
                    : !strcmp(name, "rmax")           ? distance->high
                    : !strcmp(name, "rlabel_position") ? degrees(axes->round.labels)
                    : !strcmp(name, "rsign")          ? (distance->low <= distance->high ? 1 : -1)
                    : isnan(axes->round.origin)       ? distance->low
                                                      : axes->round.origin;
    return scalar_from_double(thread, number);
}

/* One end of a view; angles in degrees. */
NATIVE(polar_set_end) {
    PlotAxes *axes = value_axes(arguments[0]);
    const char *name = native->entry->name + 4;
    bool angle = name[0] == 't', high = name[strlen(name) - 1] == 'x';
    AxisView *view = angle ? axes->x.view : axes->y.view;
    double number;
    if (value_is_none(arguments[1])) return VALUE_NONE;
    if (!double_from_value(thread, arguments[1], &number)) return VALUE_ABSENT;
    axes_autoscale(axes);
    *(high ? &view->high : &view->low) = angle ? radians(number) : number;
    view->fixed = true;
    return VALUE_NONE;
}

/* The limits of angles: in radians, or by thetamin= and thetamax= in degrees, which is also what comes back. */
NATIVE(polar_set_angle_limits) {
    PlotAxes *axes = value_axes(arguments[0]);
    const Tuple *given = value_tuple(arguments[1]);
    AxisView *view = axes->x.view;
    double ends[2] = {view->low, view->high};
    (void)native;
    if (given->count == 1 ? !pair_from_value(thread, given->items[0], ends) : false) return VALUE_ABSENT;
    for (size_t i = 0; given->count != 1 && i < 2 && i < given->count; i++)
        if (value_given(given->items[i]) && !double_from_value(thread, given->items[i], &ends[i])) return VALUE_ABSENT;
    for (int i = 0; i < 2; i++) {
        Value value = keyword_pop(thread, arguments[2], i ? "thetamax" : "thetamin", i ? "xmax" : "xmin");
        double angle;
        bool done = !value_given(value) || double_from_value(thread, value, &angle);
        if (value_given(value) && done) ends[i] = radians(angle);
        value_release(value);
        if (!done) return VALUE_ABSENT;
    }
    if (fabs(ends[1] - ends[0]) > 2 * M_PI * (1 + 1e-12))
        return raise_value_error(thread, "The angle range must be less than a full circle");
    view->low = ends[0];
    view->high = ends[1];
    return value_from_double_pair(thread, degrees(ends[0]), degrees(ends[1]));
}

/* set_yticks, set_ylim and set_yscale under the names of distances. */
static Value call_own(Thread *thread, Value self, const char *name, Value positional, Value keywords) {
    Value method = value_get_attribute_c(thread, self, name);
    Value result = value_is_absent(method)
                       ? method
                       : value_call_unpacked(thread, method, value_tuple(positional), value_dict(keywords));
    value_release(method);
    return result;
}

NATIVE(polar_of_distance) { return call_own(thread, arguments[0], native->entry->data, arguments[1], arguments[2]); }

NATIVE(polar_set_distance_limits) {
    static const char *const names[2][2] = {{"rmin", "bottom"}, {"rmax", "top"}};
    const Tuple *given = value_tuple(arguments[1]);
    (void)native;
    for (size_t i = 0; i < 2; i++) {
        Value value = keyword_pop(thread, arguments[2], names[i][0], NULL);
        bool twice = value_given(value) && given->count > i && value_given(given->items[i]);
        if (twice)
            raise_value_error(thread, "Cannot supply both positional \"%s\"argument and kwarg \"%s\"", names[i][1],
                              names[i][0]);
        bool done = !twice && (!value_given(value) || dict_set_c(thread, value_dict(arguments[2]), names[i][1], value));
        value_release(value);
        if (!done) return VALUE_ABSENT;
    }
    return call_own(thread, arguments[0], "set_ylim", arguments[1], arguments[2]);
}

NATIVE(polar_refuse_scale) {
    NATIVE_UNUSED;
    return raise_format(thread, thread_builtins(thread)->exception_NotImplementedError,
                        "The xscale cannot be set on a polar plot");
}

/* Lines and labels at these angles (degrees) or distances. */
static Value set_grid(Thread *thread, Value self, Value places, Value labels, Value keywords, bool angles) {
    PlotAxes *axes = value_axes(self);
    Numbers numbers;
    if (!numbers_from_value(thread, places, &numbers)) return VALUE_ABSENT;
    for (size_t i = 0; angles && i < numbers.count; i++) numbers.values[i] = radians(numbers.values[i]);
    Value positions = value_from_doubles(thread, numbers.values, numbers.count), done = VALUE_ABSENT;
    Value positional[2] = {positions, labels};
    Value tuple = value_is_absent(positions) ? positions : tuple_from_values(thread, positional, value_given(labels) ? 2 : 1);
    if (!value_is_absent(tuple))
        done = call_own(thread, self, angles ? "set_xticks" : "set_yticks", tuple, keywords);
    value_release(tuple);
    value_release(positions);
    Value texts = value_is_absent(done) ? done
                                        : value_call_method(thread, self, angles ? "get_xticklabels" : "get_yticklabels",
                                                            NULL, 0);
    value_release(done);
    Value lines = value_is_absent(texts) ? texts : list_new(thread);
    Error error = ERROR_NONE;
    bool good = !value_is_absent(lines);
    for (size_t i = 0; good && i < numbers.count; i++) { /* stand-ins: the grid is drawn by the axis */
        double x[2] = {angles ? numbers.values[i] : 0, angles ? numbers.values[i] : 1};
        double y[2] = {angles ? 0 : numbers.values[i], angles ? 1 : numbers.values[i]};
        PlotLine *line = axes_add_line(axes, x, y, 2, &error);
        if (line) artist_discard(&line->artist);
        good = line && list_append_owned(thread, value_list(lines), value_from_artist(thread, &line->artist));
    }
    numbers_release(&numbers);
    Value pair[2] = {lines, texts}, result = VALUE_ABSENT;
    if (error_is_set(&error))
        raise_plot_error(thread, &error);
    else if (good)
        result = tuple_from_values(thread, pair, 2);
    value_release(lines);
    value_release(texts);
    return result;
}

Value polar_set_angle_grid(Thread *thread, Value self, const Value *arguments) {
    return set_grid(thread, self, arguments[0], arguments[1], arguments[3], true);
}

Value polar_set_distance_grid(Thread *thread, Value self, const Value *arguments) {
    if (value_given(arguments[2])) {
        double angle;
        if (!double_from_value(thread, arguments[2], &angle)) return VALUE_ABSENT;
        value_axes(self)->round.labels = radians(angle);
    }
    return set_grid(thread, self, arguments[0], arguments[1], arguments[4], false);
}

NATIVE(polar_angle_grid) {
    (void)native;
    return polar_set_angle_grid(thread, arguments[0], arguments + 1);
}

NATIVE(polar_distance_grid) {
    (void)native;
    return polar_set_distance_grid(thread, arguments[0], arguments + 1);
}

static const NativeEntry polar_methods[] = {
    {"set_theta_zero_location", "($self, loc, offset=0.0)",
     "Turn the axes so that the angle 0 lies at a point of the compass: 'E' (where it is at first), 'NE', 'N', 'NW', "
     "'W', 'SW', 'S' or 'SE', and offset degrees further on. Another word is a KeyError.",
     polar_zero_location, NULL, 0},
    {"set_theta_direction", "($self, direction)",
     "The way that angles grow: 1 or 'counterclockwise', -1 or 'clockwise'. ValueError for anything else.",
     polar_set_direction, NULL, 0},
    {"set_theta_offset", "($self, offset)", "Where the angle 0 lies: so many radians from the east.", polar_set_offset,
     NULL, 0},
    {"set_rorigin", "($self, rorigin)",
     "The distance in the middle of the axes; below rmin it leaves a hole. None: rmin itself.", polar_set_origin, NULL, 0},
    {"set_rlabel_position", "($self, value)", "The angle, in degrees, along which distances are written.",
     polar_set_label_angle, NULL, 0},
    {"get_theta_direction", "($self)", "1 where angles grow anticlockwise, -1 where clockwise.", polar_get, NULL, 0},
    {"get_theta_offset", "($self)", "Where the angle 0 lies, in radians from the east.", polar_get, NULL, 0},
    {"get_thetamin", "($self)", "The first angle shown, in degrees.", polar_get, NULL, 0},
    {"get_thetamax", "($self)", "The last angle shown, in degrees.", polar_get, NULL, 0},
    {"get_rmin", "($self)", "The smallest distance shown.", polar_get, NULL, 0},
    {"get_rmax", "($self)", "The distance at the rim.", polar_get, NULL, 0},
    {"get_rorigin", "($self)", "The distance in the middle.", polar_get, NULL, 0},
    {"get_rsign", "($self)", "1, or -1 where distances shrink outwards.", polar_get, NULL, 0},
    {"get_rlabel_position", "($self)", "The angle, in degrees, along which distances are written.", polar_get, NULL, 0},
    {"set_thetamin", "($self, thetamin)", "Show angles from here on, in degrees.", polar_set_end, NULL, 0},
    {"set_thetamax", "($self, thetamax)", "Show angles up to here, in degrees.", polar_set_end, NULL, 0},
    {"set_rmin", "($self, rmin)", "Show distances from here on.", polar_set_end, NULL, 0},
    {"set_rmax", "($self, rmax)", "Let this distance be the rim.", polar_set_end, NULL, 0},
    {"set_thetalim", "($self, *args, **kwargs)",
     "Show a piece of the circle: two angles in radians, or thetamin= and thetamax= in degrees. Gives both in degrees; "
     "ValueError for more than a circle.",
     polar_set_angle_limits, NULL, 0},
    {"set_rlim", "($self, *args, **kwargs)",
     "The distances in the middle and at the rim, as two numbers or as rmin= and rmax=. Gives both.",
     polar_set_distance_limits, NULL, 0},
    {"set_rticks", "($self, *args, **kwargs)", "Circles and their labels at these distances; see set_yticks.",
     polar_of_distance, "set_yticks", 0},
    {"set_rscale", "($self, *args, **kwargs)", "How distances grow: 'linear', 'log', 'symlog'; see set_yscale.",
     polar_of_distance, "set_yscale", 0},
    {"set_xscale", "($self, *args, **kwargs)", "Angles have one scale: NotImplementedError.", polar_refuse_scale, NULL, 0},
    {"set_thetagrids", "($self, angles, labels=None, fmt=None, **kwargs)",
     "Rays at these angles (degrees), with these labels. Gives the lines and the labels.", polar_angle_grid, NULL, 0},
    {"set_rgrids", "($self, radii, labels=None, angle=None, fmt=None, **kwargs)",
     "Circles at these distances, with these labels along an angle (degrees). Gives the lines and the labels.",
     polar_distance_grid, NULL, 0},
    {0},
};

static Value polar_name(Thread *thread, Value self) {
    (void)self;
    return string_from_c(thread, "polar");
}

static const PropertyEntry polar_properties[] = {
    {"name", polar_name, NULL, "The projection's name."},
    {0},
};

const Type polar_type_template = {
    .name = "matplotlib.projections.polar.PolarAxes",
    .documentation = "Axes whose x is an angle in radians and whose y is the distance from the middle.",
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_NO_CREATE,
    .base = (Type *)&axes_type_template,
    .instance_size = sizeof(AxesObject),
    .attributes_offset = offsetof(AxesObject, attributes),
    .weak_offset = offsetof(AxesObject, weak),
    .destroy = axes_object_destroy,
    .repr = axes_repr,
    .str = axes_str,
    .hash = axes_hash,
    .methods = polar_methods,
    .properties = polar_properties,
};
