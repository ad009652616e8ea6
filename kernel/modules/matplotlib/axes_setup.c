/* Titles, labels, limits, ticks, scales, legends: the functions of axes that change how they look. */
#include "kernel/modules/matplotlib/face.h"
#include "kernel/modules/matplotlib/settings.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- titles and labels ---- */

static Value set_title(Thread *thread, PlotAxes *axes, const Value *arguments) {
    const char *place = value_is_string(arguments[2]) ? value_c_string(arguments[2]) : "center";
    PlotText *title = !strcmp(place, "left")    ? axes->left_title
                      : !strcmp(place, "right") ? axes->right_title
                                                : axes->title;
    double pad, y;
    if (strcmp(place, "left") && strcmp(place, "right") && strcmp(place, "center"))
        return raise_value_error(thread, "'%s' is not a valid location", place);
    title->x = !strcmp(place, "left") ? 0 : !strcmp(place, "right") ? 1 : 0.5;
    title->y = 1;
    if (value_given(arguments[3])) {
        if (!double_from_value(thread, arguments[3], &pad)) return VALUE_ABSENT;
        axes->title_pad = pad;
    }
    if (value_given(arguments[4])) {
        if (!double_from_value(thread, arguments[4], &y)) return VALUE_ABSENT;
        title->y = y;
        title->artist.coordinates = COORDINATES_AXES;
    }
    if (!set_label_string(thread, &title->string, arguments[0]) ||
        !text_set_properties(thread, title, arguments[1], arguments[5]))
        return VALUE_ABSENT;
    return value_from_artist(thread, title);
}

static Value set_axis_label(Thread *thread, PlotAxis *axis, const Value *arguments, bool of_x) {
    double pad;
    if (value_given(arguments[2])) {
        if (!double_from_value(thread, arguments[2], &pad)) return VALUE_ABSENT;
        axis->label_pad = pad;
    }
    axis->label->x = of_x ? 0.5 : 0;
    axis->label->y = of_x ? 0 : 0.5;
    axis->label->style.horizontal = ALIGN_CENTER;
    if (value_is_string(arguments[3])) {
        const char *place = value_c_string(arguments[3]);
        bool low = !strcmp(place, "left") || !strcmp(place, "bottom"),
             high = !strcmp(place, "right") || !strcmp(place, "top");
        axis->label->style.horizontal = low ? ALIGN_LEFT : high ? ALIGN_RIGHT : ALIGN_CENTER;
    }
    if (!set_label_string(thread, &axis->label->string, arguments[0]) ||
        !text_set_properties(thread, axis->label, arguments[1], arguments[4]))
        return VALUE_ABSENT;
    return value_from_artist(thread, axis->label);
}

static Value set_x_label(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return set_axis_label(thread, &axes->x, arguments, true);
}

static Value set_y_label(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return set_axis_label(thread, &axes->y, arguments, false);
}

/* ---- limits ---- */

static Value view_limits(Thread *thread, PlotAxes *axes, bool of_x) {
    axes_autoscale(axes);
    const AxisView *view = of_x ? axes->x.view : axes->y.view;
    return value_from_double_pair(thread, view->low, view->high);
}

static bool set_end(Thread *thread, AxisView *view, Value value, bool low) {
    double number;
    if (!value_given(value)) return true;
    if (!double_from_value(thread, value, &number)) return false;
    if (!isfinite(number)) {
        raise_value_error(thread, "Axis limits cannot be NaN or Inf");
        return false;
    }
    if (view->scale.kind == SCALE_LOG && number <= 0) {
        return warn_format(thread, thread_builtins(thread)->exception_UserWarning,
                           "Attempt to set non-positive %s on a log-scaled axis will be ignored.", "xlim");
    }
    *(low ? &view->low : &view->high) = number;
    return true;
}

/* (left, right), or one pair, or left= / right= / xmin= / xmax= by keyword. */
static Value set_limits(Thread *thread, PlotAxes *axes, const Value *arguments, bool of_x) {
    AxisView *view = of_x ? axes->x.view : axes->y.view;
    axes_autoscale(axes);
    Value low = arguments[0], high = arguments[1], pair = VALUE_ABSENT, keywords = arguments[2];
    Value emit = keyword_pop(thread, keywords, "emit", NULL),
          auto_value = keyword_pop(thread, keywords, "auto", NULL);
    Value low_keyword = keyword_pop(thread, keywords, of_x ? "left" : "bottom", of_x ? "xmin" : "ymin");
    Value high_keyword = keyword_pop(thread, keywords, of_x ? "right" : "top", of_x ? "xmax" : "ymax");
    Value result = VALUE_ABSENT;
    bool done = true;
    if (value_given(low_keyword)) low = low_keyword;
    if (value_given(high_keyword)) high = high_keyword;
    if (value_given(low) && !value_given(high) && value_is_object(low) && !value_is_numpy_scalar(low)) {
        pair = sequence_fast(thread, low, NULL);
        done = !value_is_absent(pair);
        if (done && sequence_fast_count(pair) != 2) {
            raise_value_error(thread, "limits need two values, not %zu", sequence_fast_count(pair));
            done = false;
        }
        if (done) {
            low = sequence_fast_items(pair)[0];
            high = sequence_fast_items(pair)[1];
        }
    }
    done = done && set_end(thread, view, low, true) && set_end(thread, view, high, false);
    if (done && view->low == view->high) {
        done = warn_format(
            thread, thread_builtins(thread)->exception_UserWarning,
            "Attempting to set identical low and high %slims makes transformation singular; automatically "
            "expanding.",
            of_x ? "x" : "y");
        double swapped_low = view->low, swapped_high = view->high;
        range_of_data(&view->scale, INFINITY, &swapped_low, &swapped_high);
        view->low = swapped_low;
        view->high = swapped_high;
    }
    if (done) {
        view->fixed = !(value_given(auto_value) && value_truth(thread, auto_value) == 1);
        view->inverted = view->low > view->high;
        const Value ends[2] = {value_from_float(view->low), value_from_float(view->high)};
        result = tuple_from_values(thread, ends, 2);
    }
    const Value taken[] = {pair, emit, auto_value, low_keyword, high_keyword};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) value_release(taken[i]);
    return result;
}

static Value set_x_limits(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return set_limits(thread, axes, arguments, true);
}

static Value set_y_limits(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return set_limits(thread, axes, arguments, false);
}

static bool nothing_given(const Value *arguments) {
    return !value_given(arguments[0]) && !value_given(arguments[1]) && !dict_count(value_dict(arguments[2]));
}

/* pyplot's forms: without arguments they ask. */
static Value x_limits(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return nothing_given(arguments) ? view_limits(thread, axes, true)
                                    : set_limits(thread, axes, arguments, true);
}

static Value y_limits(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return nothing_given(arguments) ? view_limits(thread, axes, false)
                                    : set_limits(thread, axes, arguments, false);
}

/* ---- scales ---- */

static Value set_scale(Thread *thread, PlotAxes *axes, PlotAxis *axis, const Value *arguments) {
    AxisScale scale;
    const char *name = value_is_string(arguments[0]) ? value_c_string(arguments[0]) : "";
    if (!scale_parse(name, &scale))
        return raise_value_error(thread, "'%s' is not a valid value for scale.", name);
    Value base = keyword_pop(thread, arguments[1], "base", NULL),
          threshold = keyword_pop(thread, arguments[1], "linthresh", NULL);
    Value size = keyword_pop(thread, arguments[1], "linscale", NULL);
    bool done = (!value_given(base) || double_from_value(thread, base, &scale.base)) &&
                (!value_given(threshold) || double_from_value(thread, threshold, &scale.linear_threshold)) &&
                (!value_given(size) || double_from_value(thread, size, &scale.linear_size));
    value_release(base);
    value_release(threshold);
    value_release(size);
    if (!done) return VALUE_ABSENT;
    axes_set_scale(axes, axis, scale);
    return VALUE_NONE;
}

static Value set_x_scale(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return set_scale(thread, axes, &axes->x, arguments);
}

static Value set_y_scale(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return set_scale(thread, axes, &axes->y, arguments);
}

/* ---- ticks ---- */

/* Properties of tick labels go to the style of all of them. */
static bool apply_tick_text(Thread *thread, PlotAxes *axes, PlotAxis *axis, Value keywords) {
    Error error = ERROR_NONE;
    if (!value_is_dict(keywords) || !dict_count(value_dict(keywords))) return true;
    PlotText *text = axes_add_text(axes, 0, 0, "", &error);
    if (!text) return !value_is_absent(raise_plot_error(thread, &error));
    text->artist.removed = true;
    TickStyle *style = &axis->major;
    text->style.font.size = style->label_size;
    text->style.color = style->label_color;
    text->style.rotation = style->label_rotation;
    Value key, value;
    for (size_t at = 0; dict_next(value_dict(keywords), &at, &key, &value);) {
        const char *name = value_c_string(key);
        if (!artist_set_property(thread, &text->artist, name, value)) return false;
        if (!strcmp(name, "ha") || !strcmp(name, "horizontalalignment"))
            style->label_horizontal = text->style.horizontal, style->label_horizontal_set = true;
        if (!strcmp(name, "va") || !strcmp(name, "verticalalignment"))
            style->label_vertical = text->style.vertical, style->label_vertical_set = true;
    }
    style->label_size = text->style.font.size;
    style->label_color = text->style.color;
    style->label_rotation = text->style.rotation;
    style->label_bold = text->style.font.bold;
    style->hidden_labels = text->artist.hidden;
    return true;
}

static Value tick_label_texts(Thread *thread, PlotAxes *axes, bool of_x, bool minor) {
    Ticks ticks = {0};
    Error error = ERROR_NONE;
    if (!axes_ticks(axes, of_x, minor, &ticks, &error)) return raise_plot_error(thread, &error);
    const TickStyle *style = of_x ? &axes->x.major : &axes->y.major;
    if (!style->label_near && !style->label_far) {
        ticks_release(&ticks);
        return list_new(thread);
    }
    Value list = list_new(thread);
    bool done = !value_is_absent(list);
    for (size_t i = 0; done && i < ticks.count; i++) {
        PlotText *text = axes_add_text(axes, of_x ? ticks.positions[i] : 0, of_x ? 0 : ticks.positions[i],
                                       ticks.labels[i] ? ticks.labels[i] : "", &error);
        if (!text) {
            raise_plot_error(thread, &error);
            done = false;
            break;
        }
        text->artist.removed = true; /* stands for the label, is not drawn itself */
        text->ticks = of_x ? &axes->x : &axes->y;
        text->style.font.size = style->label_size;
        text->style.color = style->label_color;
        text->style.rotation = style->label_rotation;
        done = list_append_owned(thread, value_list(list), value_from_artist(thread, text));
    }
    ticks_release(&ticks);
    if (!done) {
        value_release(list);
        return VALUE_ABSENT;
    }
    return list;
}

static bool set_tick_labels(Thread *thread, PlotAxes *axes, PlotAxis *axis, Value labels, bool minor) {
    Value sequence = sequence_fast(thread, labels, NULL);
    Error error = ERROR_NONE;
    if (value_is_absent(sequence)) return false;
    size_t count = sequence_fast_count(sequence);
    char **texts = memory_allocate_zeroed(count + 1, sizeof *texts);
    bool done = texts;
    for (size_t i = 0; done && i < count; i++) {
        Value item = sequence_fast_items(sequence)[i];
        if (value_has_type(item, &text_type_template)) {
            const char *string = ((PlotText *)value_artist(item))->string;
            texts[i] = memory_copy_string(string ? string : "");
            done = texts[i];
        } else {
            done = (texts[i] = label_from_value(thread, item));
        }
    }
    AxisView *view = axis->view;
    if (done && !minor && view->major.kind == LOCATOR_DEFAULT) { /* labels are for the ticks as they are now */
        Ticks ticks = {0};
        done = axes_ticks(axes, axis == &axes->x, false, &ticks, &error) &&
               axis_set_ticks(&view->major, ticks.positions, ticks.count, &error);
        ticks_release(&ticks);
    }
    done = done && axis_set_labels(minor ? &view->minor_format : &view->major_format,
                                   (const char *const *)texts, count, &error);
    if (!done && !exception_is_set(thread)) {
        if (!error_is_set(&error)) error_no_memory(&error);
        raise_plot_error(thread, &error);
    }
    for (size_t i = 0; texts && i < count; i++) memory_release(texts[i]);
    memory_release(texts);
    value_release(sequence);
    return done;
}

static Value set_ticks(Thread *thread, PlotAxes *axes, const Value *arguments, bool of_x) {
    PlotAxis *axis = of_x ? &axes->x : &axes->y;
    Numbers numbers;
    Error error = ERROR_NONE;
    bool minor = value_given(arguments[2]) && value_truth(thread, arguments[2]) == 1;
    if (!numbers_on_axis(thread, axis, arguments[0], &numbers)) return VALUE_ABSENT;
    if (value_given(arguments[1]) && value_length(thread, arguments[1]) != (int64_t)numbers.count) {
        raise_value_error(
            thread,
            "The number of FixedLocator locations (%zu), usually from a call to set_ticks, does not match "
            "the number of labels (%lld).",
            numbers.count, (long long)value_length(thread, arguments[1]));
        numbers_release(&numbers);
        return VALUE_ABSENT;
    }
    Locator *locator = minor ? &axis->view->minor : &axis->view->major;
    bool done = axis_set_ticks(locator, numbers.values, numbers.count, &error);
    if (!done) raise_plot_error(thread, &error);
    /* The view grows to show every tick. */
    axes_autoscale(axes);
    AxisView *view = axis->view;
    for (size_t i = 0; done && i < numbers.count; i++) {
        double *low = view->low <= view->high ? &view->low : &view->high,
               *high = view->low <= view->high ? &view->high : &view->low;
        if (numbers.values[i] < *low) *low = numbers.values[i], view->fixed = true;
        if (numbers.values[i] > *high) *high = numbers.values[i], view->fixed = true;
    }
    numbers_release(&numbers);
    if (done && !minor && !value_given(arguments[1]) && view->major_format.kind == FORMATTER_FIXED)
        formatter_release(&view->major_format);
    done = done && (!value_given(arguments[1]) || set_tick_labels(thread, axes, axis, arguments[1], minor)) &&
           apply_tick_text(thread, axes, axis, arguments[3]);
    return done ? VALUE_NONE : VALUE_ABSENT;
}

static Value set_x_ticks(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return set_ticks(thread, axes, arguments, true);
}

static Value set_y_ticks(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return set_ticks(thread, axes, arguments, false);
}

static Value get_ticks(Thread *thread, PlotAxes *axes, bool of_x, bool minor) {
    Ticks ticks = {0};
    Error error = ERROR_NONE;
    if (!axes_ticks(axes, of_x, minor, &ticks, &error)) return raise_plot_error(thread, &error);
    Value result = value_from_doubles(thread, ticks.positions, ticks.count);
    ticks_release(&ticks);
    return result;
}

static Value pyplot_ticks(Thread *thread, PlotAxes *axes, const Value *arguments, bool of_x) {
    PlotAxis *axis = of_x ? &axes->x : &axes->y;
    if (value_given(arguments[0])) {
        Value done = set_ticks(thread, axes, arguments, of_x);
        if (value_is_absent(done)) return done;
    } else if ((value_given(arguments[1]) && !set_tick_labels(thread, axes, axis, arguments[1], false)) ||
               !apply_tick_text(thread, axes, axis, arguments[3])) {
        return VALUE_ABSENT;
    }
    Value parts[2] = {get_ticks(thread, axes, of_x, false), tick_label_texts(thread, axes, of_x, false)};
    Value result = value_is_absent(parts[0]) || value_is_absent(parts[1]) ? VALUE_ABSENT
                                                                          : tuple_from_values(thread, parts, 2);
    value_release(parts[0]);
    value_release(parts[1]);
    return result;
}

static Value pyplot_x_ticks(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return pyplot_ticks(thread, axes, arguments, true);
}

static Value pyplot_y_ticks(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return pyplot_ticks(thread, axes, arguments, false);
}

static Value set_labels_of(Thread *thread, PlotAxes *axes, const Value *arguments, bool of_x) {
    PlotAxis *axis = of_x ? &axes->x : &axes->y;
    bool minor = value_given(arguments[1]) && value_truth(thread, arguments[1]) == 1;
    if (!set_tick_labels(thread, axes, axis, arguments[0], minor) ||
        !apply_tick_text(thread, axes, axis, arguments[2]))
        return VALUE_ABSENT;
    return tick_label_texts(thread, axes, of_x, minor);
}

static Value set_x_tick_labels(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return set_labels_of(thread, axes, arguments, true);
}

static Value set_y_tick_labels(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return set_labels_of(thread, axes, arguments, false);
}

/* ---- tick_params, grid ---- */

static bool truth_of(Thread *thread, Value value, bool *flag) {
    int truth = value_truth(thread, value);
    *flag = truth == 1;
    return truth >= 0;
}

static bool set_tick_parameter(Thread *thread, PlotAxis *axis, TickStyle *style, GridStyle *grid, bool of_x,
                               const char *name, Value value) {
    const struct {
        const char *name;
        double *place;
    } numbers[] = {{"length", &style->length},
                   {"width", &style->width},
                   {"pad", &style->pad},
                   {"labelrotation", &style->label_rotation},
                   {"rotation", &style->label_rotation},
                   {"grid_alpha", &grid->alpha},
                   {"grid_linewidth", &grid->width}};
    const struct {
        const char *name;
        bool *place;
    } flags[] = {{of_x ? "bottom" : "left", &style->near},
                 {of_x ? "top" : "right", &style->far},
                 {of_x ? "labelbottom" : "labelleft", &style->label_near},
                 {of_x ? "labeltop" : "labelright", &style->label_far}};
    static const char *const others[] = {"bottom",      "top",      "left",           "right",
                                         "labelbottom", "labeltop", "labelleft",      "labelright",
                                         "zorder",      "reset",    "labelfontfamily"};
    (void)axis;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strcmp(name, numbers[i].name)) return double_from_value(thread, value, numbers[i].place);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (!strcmp(name, flags[i].name)) return truth_of(thread, value, flags[i].place);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(name, others[i])) return true;
    if (!strcmp(name, "labelsize")) return text_size_from_value(thread, value, &style->label_size);
    if (!strcmp(name, "color")) return color_from_value(thread, value, &style->color);
    if (!strcmp(name, "labelcolor")) return color_from_value(thread, value, &style->label_color);
    if (!strcmp(name, "colors"))
        return color_from_value(thread, value, &style->color) &&
               color_from_value(thread, value, &style->label_color);
    if (!strcmp(name, "grid_color")) return color_from_value(thread, value, &grid->color);
    if (!strcmp(name, "grid_linestyle")) return dash_from_value(thread, value, &grid->dash);
    if (!strcmp(name, "direction")) {
        style->direction = value_is_string(value) && string_equals_c(value_string(value), "in")      ? -1
                           : value_is_string(value) && string_equals_c(value_string(value), "inout") ? 0
                                                                                                     : 1;
        return true;
    }
    raise_value_error(
        thread,
        "keyword %s is not recognized; valid keywords are ['size', 'width', 'color', 'tickdir', 'pad', "
        "'labelsize', 'labelcolor', 'labelfontfamily', 'zorder', 'gridOn', 'tick1On', 'tick2On', 'label1On', "
        "'label2On', 'length', 'direction', 'left', 'bottom', 'right', 'top', 'labelleft', 'labelbottom', "
        "'labelright', 'labeltop', 'labelrotation']",
        name);
    return false;
}

static Value tick_params(Thread *thread, PlotAxes *axes, const Value *arguments) {
    const char *which_axis = value_is_string(arguments[0]) ? value_c_string(arguments[0]) : "both";
    Value which = keyword_pop(thread, arguments[1], "which", NULL), key, value;
    const char *which_ticks = value_is_string(which) ? value_c_string(which) : "major";
    for (int of_x = 0; of_x < 2; of_x++) {
        if (!strcmp(which_axis, of_x ? "y" : "x")) continue;
        PlotAxis *axis = of_x ? &axes->x : &axes->y;
        for (int minor = 0; minor < 2; minor++) {
            if (!strcmp(which_ticks, minor ? "major" : "minor")) continue;
            for (size_t at = 0; dict_next(value_dict(arguments[1]), &at, &key, &value);)
                if (!set_tick_parameter(thread, axis, minor ? &axis->minor : &axis->major,
                                        minor ? &axis->minor_grid : &axis->major_grid, of_x,
                                        value_c_string(key), value)) {
                    value_release(which);
                    return VALUE_ABSENT;
                }
        }
    }
    value_release(which);
    return VALUE_NONE;
}

static Value set_grid(Thread *thread, PlotAxes *axes, const Value *arguments) {
    const char *which = value_is_string(arguments[1]) ? value_c_string(arguments[1]) : "major";
    const char *which_axis = value_is_string(arguments[2]) ? value_c_string(arguments[2]) : "both";
    bool has_keywords = dict_count(value_dict(arguments[3])) > 0;
    for (int of_x = 0; of_x < 2; of_x++) {
        if (!strcmp(which_axis, of_x ? "y" : "x")) continue;
        PlotAxis *axis = of_x ? &axes->x : &axes->y;
        for (int minor = 0; minor < 2; minor++) {
            if (!strcmp(which, minor ? "major" : "minor")) continue;
            GridStyle *grid = minor ? &axis->minor_grid : &axis->major_grid;
            bool on = has_keywords || !grid->visible;
            if (value_given(arguments[0]) && !truth_of(thread, arguments[0], &on)) return VALUE_ABSENT;
            grid->visible = on;
            Value key, value;
            for (size_t at = 0; dict_next(value_dict(arguments[3]), &at, &key, &value);) {
                const char *name = value_c_string(key);
                bool done = true;
                if (!strcmp(name, "color") || !strcmp(name, "c"))
                    done = color_from_value(thread, value, &grid->color);
                else if (!strcmp(name, "linestyle") || !strcmp(name, "ls"))
                    done = dash_from_value(thread, value, &grid->dash);
                else if (!strcmp(name, "linewidth") || !strcmp(name, "lw"))
                    done = double_from_value(thread, value, &grid->width);
                else if (!strcmp(name, "alpha"))
                    done = double_from_value(thread, value, &grid->alpha);
                if (!done) return VALUE_ABSENT;
            }
        }
    }
    return VALUE_NONE;
}

/* ---- aspect, margins, axis() ---- */

static Value set_aspect(Thread *thread, PlotAxes *axes, const Value *arguments) {
    if (value_is_string(arguments[0])) {
        const String *word = value_string(arguments[0]);
        if (!string_equals_c(word, "auto") && !string_equals_c(word, "equal"))
            return raise_value_error(thread, "could not convert string to float: '%s'", word->bytes);
        axes->aspect = string_equals_c(word, "equal") ? 1 : NAN;
    } else if (!double_from_value(thread, arguments[0], &axes->aspect)) {
        return VALUE_ABSENT;
    }
    if (value_is_string(arguments[1]))
        axes->adjust_limits = string_equals_c(value_string(arguments[1]), "datalim");
    return VALUE_NONE;
}

static Value set_box_aspect(Thread *thread, PlotAxes *axes, const Value *arguments) {
    if (value_is_none(arguments[0])) return axes->box_aspect = NAN, VALUE_NONE;
    return double_from_value(thread, arguments[0], &axes->box_aspect) ? VALUE_NONE : VALUE_ABSENT;
}

static Value set_margins(Thread *thread, PlotAxes *axes, const Value *arguments) {
    const Tuple *given = value_tuple(arguments[0]);
    Value x = arguments[1], y = arguments[2];
    if (given->count == 1)
        x = y = given->items[0];
    else if (given->count == 2)
        x = given->items[0], y = given->items[1];
    else if (given->count > 2)
        return raise_type_error(
            thread, "Must pass a single positional argument for all margins, or one for each margin (x, y).");
    if (!value_given(x) && !value_given(y)) {
        const Value pair[2] = {value_from_float(axes->margin_x), value_from_float(axes->margin_y)};
        return tuple_from_values(thread, pair, 2);
    }
    if ((value_given(x) && !double_from_value(thread, x, &axes->margin_x)) ||
        (value_given(y) && !double_from_value(thread, y, &axes->margin_y)))
        return VALUE_ABSENT;
    if (axes->margin_x <= -0.5 || axes->margin_y <= -0.5)
        return raise_value_error(thread, "margin must be greater than -0.5");
    axes->x.view->asked = axes->y.view->asked = true;
    return VALUE_NONE;
}

static Value all_limits(Thread *thread, PlotAxes *axes) {
    axes_autoscale(axes);
    Value ends[4] = {
        scalar_from_double(thread, axes->x.view->low), scalar_from_double(thread, axes->x.view->high),
        scalar_from_double(thread, axes->y.view->low), scalar_from_double(thread, axes->y.view->high)};
    Value result = tuple_from_values(thread, ends, 4);
    for (int i = 0; i < 4; i++) value_release(ends[i]);
    return result;
}

static void tighten(PlotAxes *axes) {
    axes->margin_x = axes->margin_y = 0;
    axes->x.view->fixed = axes->y.view->fixed = false;
    axes->x.view->asked = axes->y.view->asked = true;
    axes_autoscale(axes);
}

/* All but 'on' and 'off' find limits for the data anew; 'tight' keeps these, and the margins are part of them. */
static bool set_axis_by_word(PlotAxes *axes, const char *word) {
    static const char *const words[] = {"equal", "tight", "scaled", "auto", "image", "square"};
    AxisView *x = axes->x.view, *y = axes->y.view;
    if (!strcmp(word, "on") || !strcmp(word, "off")) {
        axes->axis_off = word[1] == 'f';
        return true;
    }
    bool known = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) known = known || !strcmp(word, words[i]);
    if (!known) return false;
    x->fixed = y->fixed = false;
    x->asked = y->asked = true;
    axes->aspect = NAN;
    axes_autoscale(axes);
    if (!strcmp(word, "equal")) {
        axes->aspect = 1;
        axes->adjust_limits = true;
    } else if (strcmp(word, "auto") != 0) {
        x->fixed = y->fixed = true;
        if (strcmp(word, "tight") != 0) {
            axes->aspect = 1;
            axes->adjust_limits = false;
            axes->anchor_x = axes->anchor_y = 0.5;
        }
    }
    if (!strcmp(word, "square")) {
        double range = fmax(fabs(x->high - x->low), fabs(y->high - y->low));
        x->high = x->low + range;
        y->high = y->low + range;
    }
    return true;
}

static Value set_axis(Thread *thread, PlotAxes *axes, const Value *arguments) {
    Value option = arguments[0];
    if (option.tag == TAG_BOOL) {
        axes->axis_off = !option.integer;
        return all_limits(thread, axes);
    }
    if (value_is_string(option)) {
        const char *word = value_c_string(option);
        if (!set_axis_by_word(axes, word))
            return raise_value_error(thread, "Unrecognized string '%s' to axis; try 'on' or 'off'", word);
        return all_limits(thread, axes);
    }
    if (value_given(option)) {
        Numbers numbers;
        if (!numbers_from_value(thread, option, &numbers)) return VALUE_ABSENT;
        bool four = numbers.count == 4;
        if (four) {
            axes->x.view->low = numbers.values[0];
            axes->x.view->high = numbers.values[1];
            axes->y.view->low = numbers.values[2];
            axes->y.view->high = numbers.values[3];
            axes->x.view->fixed = axes->y.view->fixed = true;
        }
        numbers_release(&numbers);
        if (!four)
            return raise_type_error(
                thread,
                "The first argument to axis() must be an iterable of the form [xmin, xmax, ymin, ymax]");
        return all_limits(thread, axes);
    }
    const struct {
        const char *name;
        double *place;
        AxisView *view;
    } ends[] = {{"xmin", &axes->x.view->low, axes->x.view},
                {"xmax", &axes->x.view->high, axes->x.view},
                {"ymin", &axes->y.view->low, axes->y.view},
                {"ymax", &axes->y.view->high, axes->y.view}};
    axes_autoscale(axes);
    for (size_t i = 0; i < 4; i++) {
        Value value = keyword_pop(thread, arguments[1], ends[i].name, NULL);
        bool done = !value_given(value) || double_from_value(thread, value, ends[i].place);
        if (value_given(value)) ends[i].view->fixed = true;
        value_release(value);
        if (!done) return VALUE_ABSENT;
    }
    Value key, value;
    size_t first = 0;
    if (dict_next(value_dict(arguments[1]), &first, &key, &value))
        return raise_type_error(thread, "axis() got an unexpected keyword argument '%s'", value_c_string(key));
    return all_limits(thread, axes);
}

static Value autoscale(Thread *thread, PlotAxes *axes, const Value *arguments) {
    const char *which = value_is_string(arguments[1]) ? value_c_string(arguments[1]) : "both";
    bool on = true;
    if (value_given(arguments[0]) && !truth_of(thread, arguments[0], &on)) return VALUE_ABSENT;
    axes_autoscale(axes);
    bool unchanged = value_is_none(arguments[0]);
    for (int of_x = 0; of_x < 2; of_x++) {
        AxisView *view = of_x ? axes->x.view : axes->y.view;
        if (!strcmp(which, of_x ? "y" : "x")) continue;
        if (!unchanged) view->fixed = !on;
        view->asked = view->asked || !view->fixed;
    }
    if (value_given(arguments[2]) && value_truth(thread, arguments[2]) == 1) tighten(axes);
    return VALUE_NONE;
}

static Value set_locator_count(Thread *thread, PlotAxes *axes, const Value *arguments) {
    const char *which = value_is_string(arguments[0]) ? value_c_string(arguments[0]) : "both";
    for (int of_x = 0; of_x < 2; of_x++) {
        if (!strcmp(which, of_x ? "y" : "x")) continue;
        AxisView *view = of_x ? axes->x.view : axes->y.view;
        Value bins = dict_get_c(thread, value_dict(arguments[1]), "nbins");
        int64_t count = 0;
        if (value_given(bins) && !value_to_int64(thread, bins, &count)) return VALUE_ABSENT;
        locator_release(&view->major);
        view->major = (Locator){.kind = count ? LOCATOR_MAX_COUNT : LOCATOR_DEFAULT, .maximum = (int)count};
    }
    return VALUE_NONE;
}

static Value ticklabel_format(Thread *thread, PlotAxes *axes, const Value *arguments) {
    Value keywords = arguments[0];
    Value which = keyword_pop(thread, keywords, "axis", NULL),
          style = keyword_pop(thread, keywords, "style", NULL);
    Value limits = keyword_pop(thread, keywords, "scilimits", NULL),
          offset = keyword_pop(thread, keywords, "useOffset", NULL);
    Value math = keyword_pop(thread, keywords, "useMathText", NULL);
    bool done = true;
    for (int of_x = 0; of_x < 2 && done; of_x++) {
        if (value_is_string(which) && string_equals_c(value_string(which), of_x ? "y" : "x")) continue;
        Formatter *formatter = of_x ? &axes->x.view->major_format : &axes->y.view->major_format;
        if (formatter->kind != FORMATTER_DEFAULT && formatter->kind != FORMATTER_SCALAR) continue;
        if (value_is_string(style)) formatter->no_scientific = string_equals_c(value_string(style), "plain");
        double pair[2];
        if (value_given(limits)) {
            done = pair_from_value(thread, limits, pair);
            formatter->force_limits = true;
            formatter->low_exponent = (int)pair[0];
            formatter->high_exponent = (int)pair[1];
        }
        if (value_given(offset)) formatter->no_offset = value_truth(thread, offset) == 0;
        if (value_given(math)) formatter->math_text = value_truth(thread, math) == 1;
    }
    const Value taken[] = {which, style, limits, offset, math};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) value_release(taken[i]);
    return done ? VALUE_NONE : VALUE_ABSENT;
}

static Value minorticks_on(Thread *thread, PlotAxes *axes, const Value *arguments) {
    (void)thread, (void)arguments;
    AxisView *views[2] = {axes->x.view, axes->y.view};
    for (int i = 0; i < 2; i++)
        if (views[i]->scale.kind == SCALE_LINEAR) {
            locator_release(&views[i]->minor);
            views[i]->minor.kind = LOCATOR_AUTO_MINOR;
        }
    return VALUE_NONE;
}

static Value minorticks_off(Thread *thread, PlotAxes *axes, const Value *arguments) {
    (void)thread, (void)arguments;
    locator_release(&axes->x.view->minor);
    locator_release(&axes->y.view->minor);
    axes->x.view->minor.kind = axes->y.view->minor.kind = LOCATOR_NULL;
    return VALUE_NONE;
}

static Value clear_axes(Thread *thread, PlotAxes *axes, const Value *arguments) {
    (void)thread, (void)arguments;
    axes_clear(axes);
    return VALUE_NONE;
}

static Value invert_axis(PlotAxes *axes, AxisView *view) {
    axes_autoscale(axes);
    double low = view->low;
    view->low = view->high;
    view->high = low;
    view->inverted = view->low > view->high;
    return VALUE_NONE;
}

static Value invert_x(Thread *thread, PlotAxes *axes, const Value *arguments) {
    (void)thread, (void)arguments;
    return invert_axis(axes, axes->x.view);
}

static Value invert_y(Thread *thread, PlotAxes *axes, const Value *arguments) {
    (void)thread, (void)arguments;
    return invert_axis(axes, axes->y.view);
}

static Value make_twin(Thread *thread, PlotAxes *axes, bool of_x) {
    Error error = ERROR_NONE;
    PlotAxes *twin = axes_add_twin(axes, of_x, &error);
    return twin ? value_from_axes(thread, twin) : raise_plot_error(thread, &error);
}

static Value twin_x(Thread *thread, PlotAxes *axes, const Value *arguments) {
    (void)arguments;
    return make_twin(thread, axes, true);
}

static Value twin_y(Thread *thread, PlotAxes *axes, const Value *arguments) {
    (void)arguments;
    return make_twin(thread, axes, false);
}

/* ---- legend ---- */

bool label_color_from_value(Thread *thread, Value value, Color *color, LabelColor *by) {
    static const struct {
        const char *name;
        LabelColor by;
    } words[] = {{"linecolor", LABEL_COLOR_LINE},        {"markerfacecolor", LABEL_COLOR_MARKER_FACE},
                 {"mfc", LABEL_COLOR_MARKER_FACE},       {"markeredgecolor", LABEL_COLOR_MARKER_EDGE},
                 {"mec", LABEL_COLOR_MARKER_EDGE}};
    *by = LABEL_COLOR_PLAIN;
    for (size_t i = 0; value_is_string(value) && i < sizeof words / sizeof *words; i++)
        if (string_equals_c(value_string(value), words[i].name)) return *by = words[i].by, true;
    return color_from_value(thread, value, color);
}

/* Size, weight and slant as font properties tell. */
static bool read_font(Thread *thread, Value font, double *size, bool *bold, bool *italic) {
    Value looks = font_looks(thread, font);
    if (value_is_absent(looks)) return false;
    Value points = dict_get_c(thread, value_dict(looks), "fontsize"), slant = VALUE_ABSENT, weight = VALUE_ABSENT;
    bool done = !value_is_absent(points) && text_size_from_value(thread, points, size);
    done = done && !value_is_absent(weight = dict_get_c(thread, value_dict(looks), "fontweight"));
    done = done && weight_is_bold(thread, weight, bold);
    done = done && !value_is_absent(slant = dict_get_c(thread, value_dict(looks), "fontstyle"));
    if (done) *italic = value_is_string(slant) && !string_equals_c(value_string(slant), "normal");
    value_release(looks);
    return done;
}

bool legend_set_title_font(Thread *thread, PlotLegend *legend, Value font) {
    PlotText *text = legend->title_text;
    return read_font(thread, font, &legend->title_size, &legend->title_bold, &legend->title_italic) &&
           (!text || artist_set_property(thread, &text->artist, "fontproperties", font));
}

static bool legend_option(Thread *thread, PlotLegend *legend, const char *name, Value value) {
    const struct {
        const char *name;
        double *place;
    } numbers[] = {{"framealpha", &legend->frame_alpha},       {"borderpad", &legend->border_pad},
                   {"labelspacing", &legend->label_spacing},   {"handlelength", &legend->handle_length},
                   {"handletextpad", &legend->handle_pad},     {"borderaxespad", &legend->axes_pad},
                   {"columnspacing", &legend->column_spacing}, {"markerscale", &legend->marker_scale}};
    static const char *const ignored[] = {
        "numpoints",    "scatterpoints", "mode",    "bbox_transform", "handler_map", "prop",
        "handleheight", "markerfirst",   "reverse", "alignment",      "draggable",   "title_fontproperties"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strcmp(name, numbers[i].name))
            return value_is_none(value) || double_from_value(thread, value, numbers[i].place);
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        if (!strcmp(name, ignored[i])) {
            if (!strcmp(name, "title_fontproperties"))
                return value_is_none(value) || legend_set_title_font(thread, legend, value);
            if (strcmp(name, "prop") != 0 || value_is_none(value)) return true;
            return read_font(thread, value, &legend->size, &legend->label_bold, &legend->label_italic);
        }
    bool flag;
    if (!strcmp(name, "loc")) {
        int64_t code;
        if (value_is_none(value)) return true;
        if (value_is_string(value)) {
            if (legend_place_parse(value_c_string(value), &legend->place)) return true;
            raise_value_error(thread, "'%s' is not a valid value for loc.", value_c_string(value));
            return false;
        }
        if (value_is_int(value) && value_to_int64(thread, value, &code)) {
            legend->place = code >= 0 && code <= LEGEND_CENTER ? (LegendPlace)code : LEGEND_BEST;
            return true;
        }
        double pair[2];
        if (!pair_from_value(thread, value, pair)) return false;
        legend->at_point = true;
        legend->x = pair[0];
        legend->y = pair[1];
        return true;
    }
    if (!strcmp(name, "bbox_to_anchor")) {
        Numbers box;
        if (value_is_none(value)) return true;
        if (!numbers_from_value(thread, value, &box)) return false;
        if (box.count >= 2) {
            legend->anchored = true;
            double width = box.count == 4 ? box.values[2] : 0, height = box.count == 4 ? box.values[3] : 0;
            legend->anchor = (Box){box.values[0], box.values[1], box.values[0] + width, box.values[1] + height};
        }
        numbers_release(&box);
        return true;
    }
    if (!strcmp(name, "ncol") || !strcmp(name, "ncols")) {
        int64_t columns;
        if (!value_to_int64(thread, value, &columns)) return false;
        legend->columns = columns > 0 ? (size_t)columns : 1;
        return true;
    }
    if (!strcmp(name, "fontsize"))
        return value_is_none(value) || text_size_from_value(thread, value, &legend->size);
    if (!strcmp(name, "title_fontsize"))
        return value_is_none(value) || text_size_from_value(thread, value, &legend->title_size);
    if (!strcmp(name, "title")) return set_label_string(thread, &legend->title, value);
    if (!strcmp(name, "frameon"))
        return value_is_none(value) || (truth_of(thread, value, &flag) && (legend->frameless = !flag, true));
    if (!strcmp(name, "fancybox"))
        return value_is_none(value) || (truth_of(thread, value, &flag) && (legend->sharp = !flag, true));
    if (!strcmp(name, "shadow")) return truth_of(thread, value, &legend->shadow);
    if (!strcmp(name, "facecolor"))
        return (value_is_string(value) && string_equals_c(value_string(value), "inherit")) ||
               color_from_value(thread, value, &legend->face);
    if (!strcmp(name, "edgecolor")) return color_from_value(thread, value, &legend->edge);
    if (!strcmp(name, "labelcolor"))
        return value_is_none(value) || label_color_from_value(thread, value, &legend->label_color, &legend->label_by);
    raise_type_error(thread, "Legend.__init__() got an unexpected keyword argument '%s'", name);
    return false;
}

static PlotArtist *handle_artist(Value handle) {
    if (value_has_type(handle, &container_type_template)) {
        Value items = ((ContainerObject *)handle.object)->items;
        handle = sequence_fast_count(items) ? sequence_fast_items(items)[0] : VALUE_NONE;
    }
    if (value_is_tuple(handle) && value_tuple(handle)->count) handle = value_tuple(handle)->items[0];
    return value_has_type(handle, &artist_type_template) ? value_artist(handle) : NULL;
}

static bool add_handles(Thread *thread, PlotLegend *legend, Value handles, Value labels) {
    Error error = ERROR_NONE;
    Value artists = sequence_fast(thread, handles, NULL),
          names = value_given(labels) ? sequence_fast(thread, labels, NULL) : VALUE_ABSENT;
    bool done = !value_is_absent(artists) && (!value_given(labels) || !value_is_absent(names));
    legend_clear_entries(legend);
    for (size_t i = 0; done && i < sequence_fast_count(artists); i++) {
        PlotArtist *artist = handle_artist(sequence_fast_items(artists)[i]);
        if (!artist || (!value_is_absent(names) && i >= sequence_fast_count(names))) continue;
        char *label = value_is_absent(names) ? memory_copy_string(artist->label ? artist->label : "")
                                             : label_from_value(thread, sequence_fast_items(names)[i]);
        done = label && legend_add_entry(legend, label, artist, &error);
        memory_release(label);
        /* A handle that was made for the legend alone has to live as long as the figure. */
        if (done && !artist->figure) {
            PlotFigure *figure = legend->artist.figure;
            PlotAxes *axes = legend->artist.axes;
            artist->removed = false;
            if (axes) {
                done = figure_adopt_artist(figure, axes, artist, &error);
                axes->artist_count -= done;
            } else {
                done = figure_adopt_artist(figure, NULL, artist, &error);
                figure->artist_count -= done;
            }
            if (done) ((ArtistObject *)artist->face)->figure = figure_retain(figure);
        }
    }
    if (error_is_set(&error)) raise_plot_error(thread, &error);
    value_release(artists);
    value_release(names);
    return done;
}

static bool add_labels(Thread *thread, PlotLegend *legend, Value labels) {
    Value names = sequence_fast(thread, labels, NULL);
    bool done = !value_is_absent(names);
    size_t used = 0;
    const PlotAxes *axes = legend->artist.axes;
    Error error = ERROR_NONE;
    legend_clear_entries(legend);
    for (size_t i = 0; done && axes && i < axes->artist_count && used < sequence_fast_count(names); i++) {
        PlotArtist *artist = axes->artists[i];
        bool shown = artist->kind == ARTIST_LINE || artist->kind == ARTIST_POINTS ||
                     artist->kind == ARTIST_PATCH || artist->kind == ARTIST_PATHS;
        if (artist->removed || !shown || (artist->label && !strcmp(artist->label, "_nolegend_"))) continue;
        char *label = label_from_value(thread, sequence_fast_items(names)[used++]);
        done = label && legend_add_entry(legend, label, artist, &error);
        memory_release(label);
    }
    value_release(names);
    return done;
}

static bool fill_legend(Thread *thread, PlotLegend *legend, Value positional, Value keywords) {
    const Tuple *given = value_tuple(positional);
    Value handles = keyword_pop(thread, keywords, "handles", NULL),
          labels = keyword_pop(thread, keywords, "labels", NULL);
    bool done = true;
    if (given->count >= 2)
        done = add_handles(thread, legend, given->items[0], given->items[1]);
    else if (value_given(handles))
        done = add_handles(thread, legend, handles, labels);
    else if (given->count == 1 || value_given(labels)) {
        Value first = given->count == 1 ? given->items[0] : labels;
        bool artists = (value_is_list(first) || value_is_tuple(first)) && sequence_fast_count(first) &&
                       handle_artist(sequence_fast_items(first)[0]);
        done = artists ? add_handles(thread, legend, first, VALUE_ABSENT) : add_labels(thread, legend, first);
    } else if (!legend->count) {
        done = warn_format(
            thread, thread_builtins(thread)->exception_UserWarning,
            "No artists with labels found to put in legend.  Note that artists whose label start with an "
            "underscore are ignored when legend() is called with no argument.");
    }
    value_release(handles);
    value_release(labels);
    Value key, value;
    for (size_t at = 0; done && dict_next(value_dict(keywords), &at, &key, &value);)
        done = legend_option(thread, legend, value_c_string(key), value);
    return done;
}

static Value add_legend(Thread *thread, PlotAxes *axes, const Value *arguments) {
    Error error = ERROR_NONE;
    PlotLegend *legend = axes_add_legend(axes, &error);
    if (!legend) return raise_plot_error(thread, &error);
    if (!fill_legend(thread, legend, arguments[0], arguments[1])) return VALUE_ABSENT;
    return value_from_part(thread, &legend_type_template, axes, NULL, 0);
}

Value figure_legend(Thread *thread, PlotFigure *figure, const Value *arguments) {
    Error error = ERROR_NONE;
    PlotLegend *legend = figure_add_legend(figure, &error);
    if (!legend) return raise_plot_error(thread, &error);
    if (!fill_legend(thread, legend, arguments[0], arguments[1])) return VALUE_ABSENT;
    return value_from_part(thread, &legend_type_template, NULL, figure, 0);
}

bool axes_set_properties(Thread *thread, PlotAxes *axes, Value keywords) {
    Value key, value, self = value_from_axes(thread, axes);
    bool done = !value_is_absent(self);
    for (size_t at = 0;
         done && value_is_dict(keywords) && dict_next(value_dict(keywords), &at, &key, &value);) {
        char name[64];
        Value one = value_retain(value);
        snprintf(name, sizeof name, "set_%s", value_c_string(key));
        Value method = value_find_attribute_c(thread, self, name);
        if (value_is_absent(method)) {
            if (!exception_is_set(thread))
                raise_format(thread, thread_builtins(thread)->exception_AttributeError,
                             "Axes.set() got an unexpected keyword argument '%s'", value_c_string(key));
            done = false;
        } else {
            Value result = value_call_one(thread, method, one);
            done = !value_is_absent(result);
            value_release(result);
        }
        value_release(method);
        value_release(one);
    }
    value_release(self);
    return done;
}

#define LIMIT_PARAMETERS(low, high) low "=None, " high "=None, **kwargs"
#define TITLE_PARAMETERS "label, fontdict=None, loc=None, pad=None, *, y=None, **kwargs"
#define LABEL_PARAMETERS "label, fontdict=None, labelpad=None, *, loc=None, **kwargs"

/* Rows named set_... are methods; pyplot has the same under the name without set_. */
const AxesFunction axes_setup_functions[] = {
    AXES_FUNCTION("set_title", TITLE_PARAMETERS, "Write a title above, in the middle or at a side.", set_title),
    AXES_FUNCTION("set_xlabel", "x" LABEL_PARAMETERS, "Name what x tells, below the axis.", set_x_label),
    AXES_FUNCTION("set_ylabel", "y" LABEL_PARAMETERS, "Name what y tells, beside the axis.", set_y_label),
    AXES_FUNCTION("set_xlim", LIMIT_PARAMETERS("left", "right"), "Show x from one value to another.", set_x_limits),
    AXES_FUNCTION("set_ylim", LIMIT_PARAMETERS("bottom", "top"), "Show y from one value to another.", set_y_limits),
    AXES_FUNCTION("set_xbound", LIMIT_PARAMETERS("lower", "upper"),
                  "The least and the greatest x shown, whichever way the axis runs.", set_x_limits),
    AXES_FUNCTION("set_ybound", LIMIT_PARAMETERS("lower", "upper"),
                  "The least and the greatest y shown, whichever way the axis runs.", set_y_limits),
    AXES_FUNCTION("xlim", LIMIT_PARAMETERS("left", "right"), "From where to where x is shown: ask, or change it.",
                  x_limits),
    AXES_FUNCTION("ylim", LIMIT_PARAMETERS("bottom", "top"), "From where to where y is shown: ask, or change it.",
                  y_limits),
    AXES_FUNCTION("set_xscale", "value, **kwargs", "Set the x-axis' scale.", set_x_scale),
    AXES_FUNCTION("set_yscale", "value, **kwargs", "Set the y-axis' scale.", set_y_scale),
    AXES_FUNCTION("set_xticks", "ticks, labels=None, *, minor=False, **kwargs",
                  "Set the x-axis' tick locations and optionally tick labels.", set_x_ticks),
    AXES_FUNCTION("set_yticks", "ticks, labels=None, *, minor=False, **kwargs",
                  "Set the y-axis' tick locations and optionally tick labels.", set_y_ticks),
    AXES_FUNCTION("xticks", "ticks=None, labels=None, *, minor=False, **kwargs",
                  "Where ticks of x are and what is written there: ask, or change it.", pyplot_x_ticks),
    AXES_FUNCTION("yticks", "ticks=None, labels=None, *, minor=False, **kwargs",
                  "Where ticks of y are and what is written there: ask, or change it.", pyplot_y_ticks),
    AXES_FUNCTION("set_xticklabels", "labels, *, minor=False, **kwargs",
                  "Set the x-axis' labels with list of string labels.", set_x_tick_labels),
    AXES_FUNCTION("set_yticklabels", "labels, *, minor=False, **kwargs",
                  "Set the y-axis' labels with list of string labels.", set_y_tick_labels),
    AXES_FUNCTION("tick_params", "axis='both', **kwargs",
                  "How ticks, what is written at them and the grid look.", tick_params),
    AXES_FUNCTION("grid", "visible=None, which='major', axis='both', **kwargs", "Configure the grid lines.",
                  set_grid),
    AXES_FUNCTION("set_aspect", "aspect, adjustable=None, anchor=None, share=False",
                  "How long a unit of y is beside one of x: a number, 'equal' or 'auto'.", set_aspect),
    AXES_FUNCTION("set_box_aspect", "aspect=None",
                  "How high the box is beside its width; None leaves it free.", set_box_aspect),
    AXES_FUNCTION("margins", "*margins, x=None, y=None, tight=True",
                  "How much room is left round the data when limits follow them: set it, or ask.", set_margins),
    AXES_FUNCTION("axis", "arg=None, /, **kwargs", "Limits and looks of both axes at once: four numbers, a word or a truth value.",
                  set_axis),
    AXES_FUNCTION("autoscale", "enable=True, axis='both', tight=None",
                  "Let the limits follow the data, or no longer.", autoscale),
    AXES_FUNCTION("locator_params", "axis='both', **kwargs", "Tell what finds the ticks how many there should be, and the like.",
                  set_locator_count),
    AXES_FUNCTION("ticklabel_format", "**kwargs",
                  "How numbers at ticks are written: offsets, powers of ten.", ticklabel_format),
    AXES_FUNCTION("legend", "*args, **kwargs", "Explain what is drawn in a box inside of the axes.", add_legend),
    {"minorticks_on", "($self)", "()", "Small ticks between the large ones.", minorticks_on},
    {"minorticks_off", "($self)", "()", "No small ticks between the large ones.", minorticks_off},
    {"cla", "($self)", "()", "Clear the Axes.", clear_axes},
    {"clear", "($self)", NULL, "Clear the Axes.", clear_axes},
    {"invert_xaxis", "($self)", NULL, "Invert the x-axis.", invert_x},
    {"invert_yaxis", "($self)", NULL, "Invert the y-axis.", invert_y},
    {"twinx", "($self)", "(ax=None)", "Axes over these with the same x and a y of their own.", twin_x},
    {"twiny", "($self)", "(ax=None)", "Axes over these with the same y and an x of their own.", twin_y},
    {0},
};
