/* Error bars: of errorbar(), and of bars. */
#include "kernel/modules/matplotlib/error_bars.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

/* From low to high at each point; where only one limit is meant, from the point alone, with a caret at the end. */
typedef struct Direction {
    double *from, *to, *low, *high;
    bool *chosen, *lower, *upper; /* lower: the point is a lower limit */
    bool of_y, any_lower, any_upper;
} Direction;

static void direction_release(Direction *direction) {
    memory_release(direction->from);
    memory_release(direction->chosen);
    *direction = (Direction){0};
}

static bool direction_allocate(Thread *thread, Direction *direction, size_t count) {
    double *numbers = memory_allocate_zeroed(4 * count + 1, sizeof *numbers);
    bool *flags = memory_allocate_zeroed(3 * count + 1, sizeof *flags);
    *direction = (Direction){.from = numbers, .chosen = flags};
    if (!numbers || !flags) {
        direction_release(direction);
        return raise_no_memory(thread), false;
    }
    direction->to = numbers + count;
    direction->low = numbers + 2 * count;
    direction->high = numbers + 3 * count;
    direction->lower = flags + count;
    direction->upper = flags + 2 * count;
    return true;
}

/* True, or a list of flags as long as the data. */
static bool read_flags(Thread *thread, Value value, size_t count, bool *flags, bool *any) {
    Numbers numbers;
    *any = false;
    if (!value_given(value)) return true;
    if (!numbers_from_value(thread, value, &numbers)) return false;
    bool fits = numbers.count == 1 || numbers.count == count;
    for (size_t i = 0; fits && i < count; i++) {
        flags[i] = numbers.values[numbers.count == 1 ? 0 : i] != 0;
        *any = *any || flags[i];
    }
    if (!fits)
        raise_value_error(thread, "could not broadcast input array from shape (%zu,) into shape (%zu,)",
                          numbers.count, count);
    numbers_release(&numbers);
    return fits;
}

/* errorevery: every how manyth point, (first, step), or a mask. */
static bool choose_points(Thread *thread, Value every, size_t count, bool *chosen) {
    int64_t first = 0, step = 1;
    if (value_given(every)) {
        bool pair = value_is_tuple(every) && value_tuple(every)->count == 2;
        bool mask = !pair && (value_is_list(every) || value_is_tuple(every) || value_is_ndarray(every));
        bool any;
        if (mask) return read_flags(thread, every, count, chosen, &any);
        if (pair ? !value_to_int64(thread, value_tuple(every)->items[0], &first) ||
                       !value_to_int64(thread, value_tuple(every)->items[1], &step)
                 : !value_to_int64(thread, every, &step))
            return false;
        if (step < 1 || first < 0) {
            raise_value_error(thread, "errorevery must be positive integer or tuple of integers");
            return false;
        }
    }
    for (size_t i = (size_t)first; i < count; i += (size_t)step) chosen[i] = true;
    return true;
}

static bool read_errors(Thread *thread, const double *middle, size_t count, Value errors, const ErrorBars *bars,
                        bool of_y, Direction *direction) {
    Numbers sizes = {0};
    const char *name = of_y ? "yerr" : "xerr";
    if (value_is_list(errors) || value_is_tuple(errors))
        for (size_t i = 0; i < sequence_fast_count(errors); i++)
            if (value_is_none(sequence_fast_items(errors)[i])) {
                raise_value_error(thread, "'%s' must not contain None. Use NaN if you want to skip a value.", name);
                return false;
            }
    if (!numbers_from_value(thread, errors, &sizes)) return false;
    bool two_sided = sizes.dimensions == 2 && sizes.shape[0] == 2;
    size_t each = two_sided ? sizes.count / 2 : sizes.count;
    bool fits = each == 1 || each == count, negative = false, any_lower = false, any_upper = false;
    for (size_t i = 0; i < sizes.count; i++) negative = negative || sizes.values[i] < 0;
    if (!fits)
        raise_value_error(
            thread,
            "'%s' (shape: (%zu,)) must be a scalar or a 1D or (2, n) array-like whose shape matches '%s' "
            "(shape: (%zu,))",
            name, sizes.count, of_y ? "y" : "x", count);
    else if (negative)
        raise_value_error(thread, "'%s' must not contain negative values", name);
    bool done = fits && !negative && direction_allocate(thread, direction, count) &&
                choose_points(thread, bars->every, count, direction->chosen) &&
                read_flags(thread, of_y ? bars->y_lower : bars->x_lower, count, direction->lower, &any_lower) &&
                read_flags(thread, of_y ? bars->y_upper : bars->x_upper, count, direction->upper, &any_upper);
    for (size_t i = 0; done && i < count; i++) {
        size_t index = each == 1 ? 0 : i;
        direction->low[i] = middle[i] - sizes.values[index];
        direction->high[i] = middle[i] + sizes.values[two_sided ? each + index : index];
        direction->from[i] = direction->lower[i] ? middle[i] : direction->low[i];
        direction->to[i] = direction->upper[i] ? middle[i] : direction->high[i];
    }
    direction->of_y = of_y;
    direction->any_lower = any_lower;
    direction->any_upper = any_upper;
    numbers_release(&sizes);
    return done;
}

static PlotPaths *add_bars(Thread *thread, PlotAxes *axes, const double *places, size_t count,
                           const Direction *direction, const ErrorBars *bars) {
    Error error = ERROR_NONE;
    double *numbers = memory_allocate((3 * count + 1) * sizeof *numbers);
    size_t used = 0;
    if (!numbers) return raise_no_memory(thread), NULL;
    double *at = numbers, *from = numbers + count, *to = numbers + 2 * count;
    for (size_t i = 0; i < count; i++) {
        if (!direction->chosen[i]) continue;
        at[used] = places[i];
        from[used] = direction->from[i];
        to[used++] = direction->to[i];
    }
    Color color = bars->color_count ? bars->colors[0] : COLOR_BLACK;
    PlotPaths *paths = direction->of_y
                           ? axes_add_segments(axes, at, from, at, to, used, color, bars->width, &error)
                           : axes_add_segments(axes, from, at, to, at, used, color, bars->width, &error);
    memory_release(numbers);
    if (!paths) return raise_plot_error(thread, &error), NULL;
    if (bars->color_count > 1) {
        Color *colors = memory_resize(paths->edges, bars->color_count * sizeof *colors);
        if (!colors) return raise_no_memory(thread), NULL;
        memcpy(colors, bars->colors, bars->color_count * sizeof *colors);
        paths->edges = colors;
        paths->edge_count = bars->color_count;
    }
    if (bars->dash.kind != LINE_SOLID && (paths->dashes = memory_allocate(sizeof *paths->dashes))) {
        paths->dashes[0] = bars->dash;
        paths->dash_count = 1;
    }
    paths->artist.zorder = bars->zorder;
    paths->artist.alpha = bars->alpha;
    return paths;
}

typedef bool CapFilter(const Direction *direction, size_t index);

static bool has_no_limit(const Direction *direction, size_t index) {
    return !direction->lower[index] && !direction->upper[index];
}

static bool is_lower(const Direction *direction, size_t index) { return direction->lower[index]; }

static bool is_upper(const Direction *direction, size_t index) { return direction->upper[index]; }

/* Marks at `ends` of the points that pass. */
static bool add_caps(Thread *thread, PlotAxes *axes, const double *places, const double *ends, size_t count,
                     const Direction *direction, CapFilter *filter, MarkerKind marker, const ErrorBars *bars,
                     List *caps) {
    Error error = ERROR_NONE;
    double *numbers = memory_allocate((2 * count + 1) * sizeof *numbers);
    size_t used = 0;
    if (!numbers) return raise_no_memory(thread), false;
    double *at = numbers, *to = numbers + count;
    for (size_t i = 0; i < count; i++)
        if (direction->chosen[i] && filter(direction, i)) {
            at[used] = places[i];
            to[used++] = ends[i];
        }
    PlotLine *line = !used             ? NULL
                     : direction->of_y ? axes_add_line(axes, at, to, used, &error)
                                       : axes_add_line(axes, to, at, used, &error);
    memory_release(numbers);
    if (!used) return true;
    if (!line) return raise_plot_error(thread, &error), false;
    line->dash.kind = LINE_NONE;
    line->color = bars->color_count ? bars->colors[0] : COLOR_BLACK;
    line->marker = marker;
    line->artist.zorder = bars->zorder;
    line->artist.alpha = bars->alpha;
    if (bars->cap_size > 0) line->marker_size = 2 * bars->cap_size;
    if (!isnan(bars->cap_thickness)) line->marker_edge_width = bars->cap_thickness;
    plot_set_string(&line->artist.label, "_nolegend_", &error);
    error_clear(&error);
    return list_append_owned(thread, caps, value_from_artist(thread, line));
}

static bool add_all_caps(Thread *thread, PlotAxes *axes, const double *places, const double *middle, size_t count,
                         const Direction *direction, const ErrorBars *bars, List *caps) {
    bool of_y = direction->of_y;
    const AxisView *view = of_y ? axes->y.view : axes->x.view;
    MarkerKind plain = of_y ? MARKER_HORIZONTAL : MARKER_VERTICAL;
    MarkerKind up = of_y ? MARKER_CARET_UP_BASE : MARKER_CARET_RIGHT_BASE,
               down = of_y ? MARKER_CARET_DOWN_BASE : MARKER_CARET_LEFT_BASE;
    if (view->inverted) {
        MarkerKind swapped = up;
        up = down;
        down = swapped;
    }
    bool flat = bars->cap_size > 0;
    return (!flat || (add_caps(thread, axes, places, direction->low, count, direction, has_no_limit, plain, bars, caps) &&
                      add_caps(thread, axes, places, direction->high, count, direction, has_no_limit, plain, bars, caps))) &&
           (!direction->any_lower ||
            (add_caps(thread, axes, places, direction->high, count, direction, is_lower, up, bars, caps) &&
             (!flat || add_caps(thread, axes, places, middle, count, direction, is_lower, plain, bars, caps)))) &&
           (!direction->any_upper ||
            (add_caps(thread, axes, places, direction->low, count, direction, is_upper, down, bars, caps) &&
             (!flat || add_caps(thread, axes, places, middle, count, direction, is_upper, plain, bars, caps))));
}

bool add_error_bars(Thread *thread, PlotAxes *axes, const double *x, const double *y, size_t count,
                    const ErrorBars *bars, PlotLine *line, List *lines, List *caps) {
    const Value errors[2] = {bars->x_errors, bars->y_errors};
    Direction directions[2] = {{0}, {0}};
    bool done = true;
    for (int of_y = 0; done && of_y < 2; of_y++) {
        if (!value_given(errors[of_y])) continue;
        done = read_errors(thread, of_y ? y : x, count, errors[of_y], bars, of_y, &directions[of_y]);
        PlotPaths *paths =
            done ? add_bars(thread, axes, of_y ? x : y, count, &directions[of_y], bars) : NULL;
        done = paths && list_append_owned(thread, lines, value_from_artist(thread, paths));
        if (done && line) *(of_y ? &line->y_bars : &line->x_bars) = paths;
    }
    for (int of_y = 0; done && of_y < 2; of_y++)
        if (value_given(errors[of_y]))
            done = add_all_caps(thread, axes, of_y ? x : y, of_y ? y : x, count, &directions[of_y], bars, caps);
    if (line) line->bar_caps = bars->cap_size;
    direction_release(&directions[0]);
    direction_release(&directions[1]);
    return done;
}

/* ---- errorbar() ---- */

enum {
    ERRORBAR_X,
    ERRORBAR_Y,
    ERRORBAR_YERR,
    ERRORBAR_XERR,
    ERRORBAR_FMT,
    ERRORBAR_ECOLOR,
    ERRORBAR_ELINEWIDTH,
    ERRORBAR_ELINESTYLE,
    ERRORBAR_CAPSIZE,
    ERRORBAR_BARSABOVE,
    ERRORBAR_LOLIMS,
    ERRORBAR_UPLIMS,
    ERRORBAR_XLOLIMS,
    ERRORBAR_XUPLIMS,
    ERRORBAR_EVERY,
    ERRORBAR_CAPTHICK,
    ERRORBAR_DATA,
    ERRORBAR_KEYWORDS
};

static PlotLine *add_data_line(Thread *thread, PlotAxes *axes, const Numbers *x, const Numbers *y,
                               const FormatString *format, bool hidden, Value keywords) {
    Error error = ERROR_NONE;
    PlotLine *line = axes_add_line(axes, x->values, y->values, x->count, &error);
    if (!line) return raise_plot_error(thread, &error), NULL;
    Value color = keyword_pop(thread, keywords, "color", "c");
    bool done = true;
    if (value_given(color))
        done = artist_set_property(thread, &line->artist, "color", color);
    else
        line->color = format->has_color ? format->color
                      : hidden ? plot_cycle_color(&axes->figure->context->settings, 0) /* takes no turn */
                                                   : axes_next_color(axes, false);
    if (format->has_color && !value_given(color))
        memcpy(line->color_text, format->color_text, sizeof line->color_text);
    value_release(color);
    if (format->has_dash) line->dash = format->dash;
    if (format->has_marker) {
        line->marker = format->marker;
        if (!format->has_dash) line->dash.kind = LINE_NONE;
    }
    line->artist.hidden = hidden;
    line->artist.contained = true;
    if (done && artist_set_properties(thread, &line->artist, keywords)) return line;
    artist_discard(&line->artist);
    return NULL;
}

/* What the bars take from the line and from the arguments. */
static bool read_style(Thread *thread, const Value *arguments, const PlotLine *line, bool edge_width_given,
                       ErrorBars *bars) {
    const PlotSettings *settings = &line->artist.figure->context->settings;
    *bars = (ErrorBars){.x_errors = arguments[ERRORBAR_XERR],
                        .y_errors = arguments[ERRORBAR_YERR],
                        .every = arguments[ERRORBAR_EVERY],
                        .y_lower = arguments[ERRORBAR_LOLIMS],
                        .y_upper = arguments[ERRORBAR_UPLIMS],
                        .x_lower = arguments[ERRORBAR_XLOLIMS],
                        .x_upper = arguments[ERRORBAR_XUPLIMS],
                        .width = line->width,
                        .cap_size = settings->error_bar_caps,
                        .cap_thickness = edge_width_given ? line->marker_edge_width : NAN,
                        .alpha = line->artist.alpha,
                        .zorder = line->artist.zorder};
    if (!edge_width_given && value_given(arguments[ERRORBAR_CAPTHICK]) &&
        !double_from_value(thread, arguments[ERRORBAR_CAPTHICK], &bars->cap_thickness))
        return false;
    if (value_given(arguments[ERRORBAR_ECOLOR]))
        return colors_from_value(thread, arguments[ERRORBAR_ECOLOR], &bars->colors, &bars->color_count);
    bars->colors = memory_allocate(sizeof *bars->colors);
    if (!bars->colors) return raise_no_memory(thread), false;
    bars->colors[0] = line->color;
    bars->color_count = 1;
    return true;
}

static bool flag(Thread *thread, Value value) { return value_given(value) && value_truth(thread, value) == 1; }

static bool set_flag(Thread *thread, Value object, const char *name, bool value) {
    String *key = string_intern(thread, name);
    return key && value_set_attribute(thread, object, key, value_from_bool(value));
}

static Value make_container(Thread *thread, PlotLine *line, bool hidden, Value lines, Value caps,
                            const ErrorBars *bars) {
    Value parts[3] = {hidden ? VALUE_NONE : value_from_artist(thread, line), tuple_from_iterable(thread, caps),
                      tuple_from_iterable(thread, lines)};
    Value items = VALUE_ABSENT, result = VALUE_ABSENT;
    if (!value_is_absent(parts[0]) && !value_is_absent(parts[1]) && !value_is_absent(parts[2]))
        items = list_from_values(thread, parts, 3);
    if (!value_is_absent(items)) result = container_new(thread, "ErrorbarContainer", items);
    for (int i = 0; i < 3; i++) value_release(parts[i]);
    if (!value_is_absent(result) && (!set_flag(thread, result, "has_xerr", value_given(bars->x_errors)) ||
                                     !set_flag(thread, result, "has_yerr", value_given(bars->y_errors))))
        value_replace(&result, VALUE_ABSENT);
    return result;
}

static bool edge_width_is_given(Thread *thread, Value keywords) {
    return value_is_dict(keywords) && (!value_is_absent(dict_get_c(thread, value_dict(keywords), "markeredgewidth")) ||
                                       !value_is_absent(dict_get_c(thread, value_dict(keywords), "mew")));
}

Value draw_errorbar(Thread *thread, PlotAxes *axes, const Value *arguments) {
    Numbers x = {0}, y = {0};
    Error error = ERROR_NONE;
    FormatString format = {0};
    ErrorBars bars = {0};
    PlotLine *line = NULL;
    Value keywords = arguments[ERRORBAR_KEYWORDS], result = VALUE_ABSENT, lines = list_new(thread),
          caps = list_new(thread);
    Value label = keyword_pop(thread, keywords, "label", NULL);
    bool edge_width = edge_width_is_given(thread, keywords);
    const char *text = value_is_string(arguments[ERRORBAR_FMT]) ? value_c_string(arguments[ERRORBAR_FMT]) : "";
    bool hidden = !strcasecmp(text, "none");
    bool done = !value_is_absent(lines) && !value_is_absent(caps) &&
                numbers_on_axis(thread, &axes->x, arguments[ERRORBAR_X], &x) &&
                numbers_on_axis(thread, &axes->y, arguments[ERRORBAR_Y], &y);
    if (done && x.count != y.count) {
        raise_value_error(thread, "'x' and 'y' must have the same size");
        done = false;
    }
    if (done && !hidden && !format_string_parse(&axes->figure->context->settings, text, &format, &error)) {
        raise_plot_error(thread, &error);
        done = false;
    }
    if (done) line = add_data_line(thread, axes, &x, &y, &format, hidden, keywords);
    if (line) {
        done = read_style(thread, arguments, line, edge_width, &bars) &&
               (!value_given(arguments[ERRORBAR_ELINEWIDTH]) ||
                double_from_value(thread, arguments[ERRORBAR_ELINEWIDTH], &bars.width)) &&
               (!value_given(arguments[ERRORBAR_ELINESTYLE]) ||
                dash_from_value(thread, arguments[ERRORBAR_ELINESTYLE], &bars.dash)) &&
               (!value_given(arguments[ERRORBAR_CAPSIZE]) ||
                double_from_value(thread, arguments[ERRORBAR_CAPSIZE], &bars.cap_size)) &&
               (!value_given(label) || set_label_string(thread, &line->artist.label, label));
        if (!value_given(label)) plot_set_string(&line->artist.label, "_nolegend_", &error);
        line->artist.zorder += flag(thread, arguments[ERRORBAR_BARSABOVE]) ? -0.1 : 0.1;
        done = done && add_error_bars(thread, axes, x.values, y.values, x.count, &bars, line, value_list(lines),
                                      value_list(caps));
        if (done) result = make_container(thread, line, hidden, lines, caps, &bars);
        if (!value_is_absent(result) && value_given(label))
            ((ContainerObject *)result.object)->label = value_retain(label);
    }
    memory_release(bars.colors);
    value_release(lines);
    value_release(caps);
    value_release(label);
    numbers_release(&x);
    numbers_release(&y);
    return result;
}
