/* Lines, points, images and fields: the functions of axes that make one kind of artist. */
#include "kernel/modules/matplotlib/face.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- plot ---- */

static bool set_auto_label(PlotArtist *artist, Error *error) {
    char label[48];
    if (artist->label) return true;
    size_t number = 0;
    for (size_t i = 0; i < artist->axes->artist_count; i++) number += artist->axes->artists[i] != artist;
    snprintf(label, sizeof label, "_child%zu", number);
    return plot_set_string(&artist->label, label, error);
}

/* Apply keywords; of several lines at once, label=[...] gives each its own. */
static bool finish_line(Thread *thread, PlotLine *line, Value keywords, size_t index, size_t total) {
    Value key, value;
    for (size_t at = 0; value_is_dict(keywords) && dict_next(value_dict(keywords), &at, &key, &value);) {
        const char *name = value_c_string(key);
        if (!strcmp(name, "scalex") || !strcmp(name, "scaley")) continue;
        if (!strcmp(name, "label") && total > 1 && (value_is_list(value) || value_is_tuple(value)) &&
            sequence_fast_count(value) == total)
            value = sequence_fast_items(value)[index];
        if (!artist_set_property(thread, &line->artist, name, value)) return false;
    }
    line_update(line);
    return true;
}

/* Which properties of a cycle the keywords and the format say already. */
static unsigned properties_given(Value keywords, const FormatString *format) {
    static const struct {
        const char *name, *alias;
        unsigned bit;
    } names[] = {{"color", "c", PROP_COLOR},
                 {"linestyle", "ls", PROP_DASH},
                 {"marker", "marker", PROP_MARKER},
                 {"linewidth", "lw", PROP_WIDTH},
                 {"markersize", "ms", PROP_MARKER_SIZE},
                 {"markeredgewidth", "mew", PROP_MARKER_EDGE_WIDTH},
                 {"markerfacecolor", "mfc", PROP_MARKER_FACE},
                 {"markeredgecolor", "mec", PROP_MARKER_EDGE},
                 {"alpha", "alpha", PROP_ALPHA}};
    unsigned given = 0;
    Value key, value;
    if (format && format->has_color) given |= PROP_COLOR;
    if (format && (format->has_dash || format->has_marker)) given |= PROP_DASH | PROP_MARKER;
    for (size_t at = 0; value_is_dict(keywords) && dict_next(value_dict(keywords), &at, &key, &value);)
        for (size_t i = 0; value_given(value) && i < sizeof names / sizeof *names; i++)
            if (!strcmp(value_c_string(key), names[i].name) || !strcmp(value_c_string(key), names[i].alias))
                given |= names[i].bit;
    return given;
}

static PlotLine *add_one_line(Thread *thread, PlotAxes *axes, const double *x, const double *y, size_t count,
                              const FormatString *format, Value keywords, size_t index, size_t total) {
    Error error = ERROR_NONE;
    PlotLine *line = axes_add_line(axes, x, y, count, &error);
    if (!line) {
        raise_plot_error(thread, &error);
        return NULL;
    }
    if (format && format->has_color) {
        line->color = format->color;
        memcpy(line->color_text, format->color_text, sizeof line->color_text);
    }
    if (format && format->has_dash) line->dash = format->dash;
    if (format && format->has_marker) {
        line->marker = format->marker;
        if (!format->has_dash) line->dash = (LineDash){.kind = LINE_NONE};
    }
    unsigned given = properties_given(keywords, format);
    const PlotProperties *row = axes_next_properties(axes, given);
    if (row) line_take_properties(line, row, given);
    if (!finish_line(thread, line, keywords, index, total)) {
        artist_discard(&line->artist);
        return NULL;
    }
    set_auto_label(&line->artist, &error);
    error_clear(&error);
    return line;
}

static double column_value(const Numbers *numbers, size_t row, size_t column, size_t rows) {
    size_t columns = numbers->count / (rows ? rows : 1);
    return numbers->values[row * columns + (columns > 1 ? column : 0)];
}

static bool plot_group(Thread *thread, PlotAxes *axes, Value x, Value y, const FormatString *format,
                       Value keywords, List *result) {
    Numbers xs = {0}, ys = {0};
    bool done = numbers_on_axis(thread, &axes->y, y, &ys);
    size_t rows = ys.dimensions ? ys.shape[0] : 1;
    if (done && !value_is_absent(x)) {
        done = numbers_on_axis(thread, &axes->x, x, &xs);
        size_t x_rows = xs.dimensions ? xs.shape[0] : 1;
        if (done && x_rows != rows) {
            const char *left_comma = xs.dimensions < 2 ? "," : "", *right_comma = ys.dimensions < 2 ? "," : "";
            raise_value_error(thread,
                              "x and y must have same first dimension, but have shapes (%zu%s) and (%zu%s)",
                              x_rows, left_comma, rows, right_comma);
            done = false;
        }
    }
    if (done && (xs.dimensions > 2 || ys.dimensions > 2)) {
        raise_value_error(thread, "x and y can be no greater than 2D, but have shapes of %d and %d dimensions",
                          xs.dimensions, ys.dimensions);
        done = false;
    }
    size_t y_columns = ys.dimensions == 2 ? ys.shape[1] : 1, x_columns = xs.dimensions == 2 ? xs.shape[1] : 1;
    size_t columns = y_columns > x_columns ? y_columns : x_columns;
    double *column_x = memory_allocate((rows + 1) * sizeof *column_x);
    double *column_y = memory_allocate((rows + 1) * sizeof *column_y);
    if (done && (!column_x || !column_y)) {
        raise_no_memory(thread);
        done = false;
    }
    for (size_t column = 0; done && column < columns; column++) {
        for (size_t row = 0; row < rows; row++) {
            column_x[row] = xs.values ? column_value(&xs, row, column, rows) : (double)row;
            column_y[row] = column_value(&ys, row, column, rows);
        }
        PlotLine *line =
            add_one_line(thread, axes, column_x, column_y, rows, format, keywords, column, columns);
        done = line && list_append_owned(thread, result, value_from_artist(thread, line));
    }
    memory_release(column_x);
    memory_release(column_y);
    numbers_release(&xs);
    numbers_release(&ys);
    return done;
}

static Value plot_lines(Thread *thread, PlotAxes *axes, Value positional, Value keywords) {
    const Tuple *given = value_tuple(positional);
    Value result = list_new(thread);
    if (value_is_absent(result)) return result;
    if (!given->count) return result;
    for (size_t at = 0; at < given->count;) {
        Value first = given->items[at++], second = VALUE_ABSENT;
        FormatString format = {0};
        Error error = ERROR_NONE;
        bool has_format = false;
        if (at < given->count && !value_is_string(given->items[at])) second = given->items[at++];
        if (at < given->count && value_is_string(given->items[at])) {
            if (!format_string_parse(&axes->figure->context->settings, value_c_string(given->items[at++]), &format, &error)) {
                value_release(result);
                return raise_plot_error(thread, &error);
            }
            has_format = true;
        }
        Value x = value_is_absent(second) ? VALUE_ABSENT : first, y = value_is_absent(second) ? first : second;
        if (!plot_group(thread, axes, x, y, has_format ? &format : NULL, keywords, value_list(result))) {
            value_release(result);
            return VALUE_ABSENT;
        }
    }
    return result;
}

static Value draw_plot(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return plot_lines(thread, axes, arguments[0], arguments[1]);
}

static Value plot_scaled(Thread *thread, PlotAxes *axes, const Value *arguments, bool log_x, bool log_y) {
    AxisScale scale;
    scale_parse("log", &scale);
    Value base = keyword_pop(thread, arguments[1], "base", "basex");
    if (value_given(base) && !double_from_value(thread, base, &scale.base)) {
        value_release(base);
        return VALUE_ABSENT;
    }
    value_release(base);
    Value ignored = keyword_pop(thread, arguments[1], "nonpositive", "subs");
    value_release(ignored);
    if (log_x) axes_set_scale(axes, &axes->x, scale);
    if (log_y) axes_set_scale(axes, &axes->y, scale);
    return plot_lines(thread, axes, arguments[0], arguments[1]);
}

static Value draw_semilogx(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return plot_scaled(thread, axes, arguments, true, false);
}

static Value draw_semilogy(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return plot_scaled(thread, axes, arguments, false, true);
}

static Value draw_loglog(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return plot_scaled(thread, axes, arguments, true, true);
}

static Value draw_step(Thread *thread, PlotAxes *axes, const Value *arguments) {
    Value where = keyword_pop(thread, arguments[1], "where", NULL);
    char style[16] = "steps-pre";
    if (value_is_string(where)) snprintf(style, sizeof style, "steps-%.8s", value_c_string(where));
    value_release(where);
    Value text = string_from_c(thread, style);
    bool done = !value_is_absent(text) && dict_set_c(thread, value_dict(arguments[1]), "drawstyle", text);
    value_release(text);
    return done ? plot_lines(thread, axes, arguments[0], arguments[1]) : VALUE_ABSENT;
}

/* ---- scatter ---- */

enum {
    SCATTER_X,
    SCATTER_Y,
    SCATTER_S,
    SCATTER_C,
    SCATTER_MARKER,
    SCATTER_CMAP,
    SCATTER_NORM,
    SCATTER_VMIN,
    SCATTER_VMAX,
    SCATTER_ALPHA,
    SCATTER_WIDTHS,
    SCATTER_EDGES,
    SCATTER_NONFINITE,
    SCATTER_DATA,
    SCATTER_KEYWORDS
};

/* c=: one colour, a colour for each point, or values for the map. */
static bool scatter_colors(Thread *thread, PlotAxes *axes, PlotPoints *points, Value c, bool faces_given) {
    Error error = ERROR_NONE;
    if (value_given(c) && !value_is_string(c)) {
        bool words = (value_is_list(c) || value_is_tuple(c)) && sequence_fast_count(c) &&
                     (value_is_string(sequence_fast_items(c)[0]) || value_is_tuple(sequence_fast_items(c)[0]) ||
                      value_is_list(sequence_fast_items(c)[0]));
        Numbers values = {0};
        if (!words) {
            if (!numbers_from_value(thread, c, &values)) return false;
            if (values.count == points->count && values.dimensions <= 2 &&
                !(values.dimensions == 2 && values.shape[1] == 4 && values.shape[0] * 4 == values.count &&
                  values.shape[0] > 1)) {
                bool done = mappable_set_values(&points->mappable, values.values, values.count, &error);
                numbers_release(&values);
                if (done)
                    artist_set_current_image(&points->artist);
                else
                    raise_plot_error(thread, &error);
                return done;
            }
            bool fits = (values.dimensions == 2 && (values.shape[1] == 3 || values.shape[1] == 4)) ||
                        (values.dimensions == 1 && (values.count == 3 || values.count == 4));
            size_t count = values.count;
            numbers_release(&values);
            if (!fits) {
                raise_value_error(
                    thread,
                    "'c' argument has %zu elements, which is inconsistent with 'x' and 'y' with size %zu.",
                    count, points->count);
                return false;
            }
        }
        return colors_from_value(thread, c, &points->faces, &points->face_count) ||
               replace_color_error(thread,
                                   "'c' argument must be a color, a sequence of colors, or a sequence of numbers, not {}", c);
    }
    points->faces = memory_allocate(sizeof *points->faces);
    if (!points->faces) return raise_no_memory(thread), false;
    points->face_count = 1;
    if (!value_given(c)) {
        points->faces[0] = faces_given ? COLOR_BLACK : axes_next_color(axes, true);
        return true;
    }
    if (string_equals_c(value_string(c), "none")) {
        points->hollow = true;
        points->faces[0] = axes_next_color(axes, true);
        return true;
    }
    return color_from_value(thread, c, &points->faces[0]) ||
           replace_color_error(thread, "'c' argument must be a color, a sequence of colors, or a sequence of numbers, not {}", c);
}

static Value draw_scatter(Thread *thread, PlotAxes *axes, const Value *arguments) {
    Numbers x = {0}, y = {0}, sizes = {0};
    Error error = ERROR_NONE;
    PlotPoints *points = NULL;
    Value keywords = arguments[SCATTER_KEYWORDS], result = VALUE_ABSENT;
    Value color = keyword_pop(thread, keywords, "color", NULL);
    bool faces_given = false;
    static const char *const face_names[] = {"facecolor", "facecolors", "fc"};
    for (size_t i = 0; i < 3; i++)
        faces_given = faces_given || value_given(dict_get_c(thread, value_dict(keywords), face_names[i]));
    bool done = numbers_on_axis(thread, &axes->x, arguments[SCATTER_X], &x) &&
                numbers_on_axis(thread, &axes->y, arguments[SCATTER_Y], &y);
    if (done && x.count != y.count) {
        raise_value_error(thread, "x and y must be the same size");
        done = false;
    }
    if (done && value_given(arguments[SCATTER_S]))
        done = numbers_from_value(thread, arguments[SCATTER_S], &sizes);
    if (done && sizes.count > 1 && sizes.count != x.count) {
        raise_value_error(thread, "s must be a scalar, or float array-like with the same size as x and y");
        done = false;
    }
    if (done) {
        points = axes_add_points(axes, x.values, y.values, x.count, &error);
        if (!points) {
            raise_plot_error(thread, &error);
            done = false;
        }
    }
    if (done) {
        if (sizes.count) {
            points->sizes = sizes.values;
            points->size_count = sizes.count;
            sizes.values = NULL;
        }
        done = scatter_colors(thread, axes, points, value_given(color) ? color : arguments[SCATTER_C], faces_given) ||
               (value_given(color) &&
                replace_color_error(thread,
                                    "'color' kwarg must be a color or sequence of color specs.  For a sequence of values to "
                                    "be color-mapped, use the 'c' argument instead.",
                                    color));
        PlotArtist *artist = &points->artist;
        const PlotSettings *settings = &axes->figure->context->settings;
        if (!points->size_count && (points->sizes = memory_allocate(sizeof *points->sizes))) {
            points->sizes[0] = settings->classic ? 20 : settings->marker_size * settings->marker_size;
            points->size_count = 1;
        }
        if ((points->widths = memory_allocate(sizeof *points->widths)))
            points->widths[0] = settings->line_width, points->width_count = 1;
        if (settings->classic) {
            axes->margin_x = fmax(axes->margin_x, 0.05);
            axes->margin_y = fmax(axes->margin_y, 0.05);
            if (!settings->own_scatter_edge && (points->edges = memory_allocate(sizeof *points->edges)))
                points->edges[0] = COLOR_BLACK, points->edge_count = 1;
        }
        if (done && settings->own_scatter_edge && (points->edges = memory_allocate(sizeof *points->edges))) {
            points->edges[0] = settings->scatter_edge;
            points->edge_count = 1;
        }
        if (done && value_given(arguments[SCATTER_MARKER]))
            done = marker_from_value(thread, arguments[SCATTER_MARKER], &points->marker);
        const struct {
            const char *name;
            int index;
        } rest[] = {{"cmap", SCATTER_CMAP},      {"norm", SCATTER_NORM},   {"vmin", SCATTER_VMIN},
                    {"vmax", SCATTER_VMAX},      {"alpha", SCATTER_ALPHA}, {"linewidth", SCATTER_WIDTHS},
                    {"edgecolor", SCATTER_EDGES}};
        for (size_t i = 0; done && i < sizeof rest / sizeof *rest; i++)
            if (value_given(arguments[rest[i].index]))
                done = artist_set_property(thread, artist, rest[i].name, arguments[rest[i].index]);
        done = done && artist_set_properties(thread, artist, keywords);
        if (done) {
            if (!points->artist.label) set_auto_label(artist, &error);
            error_clear(&error);
            result = value_from_artist(thread, points);
        } else {
            artist_discard(artist);
        }
    }
    value_release(color);
    numbers_release(&x);
    numbers_release(&y);
    numbers_release(&sizes);
    return result;
}

/* ---- images ---- */

enum {
    IMSHOW_X,
    IMSHOW_CMAP,
    IMSHOW_NORM,
    IMSHOW_ASPECT,
    IMSHOW_INTERPOLATION,
    IMSHOW_ALPHA,
    IMSHOW_VMIN,
    IMSHOW_VMAX,
    IMSHOW_COLORIZER,
    IMSHOW_ORIGIN,
    IMSHOW_EXTENT,
    IMSHOW_STAGE,
    IMSHOW_FILTERNORM,
    IMSHOW_FILTERRAD,
    IMSHOW_RESAMPLE,
    IMSHOW_URL,
    IMSHOW_DATA,
    IMSHOW_KEYWORDS
};

static bool set_aspect(Thread *thread, PlotAxes *axes, Value value) {
    if (value_is_string(value)) {
        const String *word = value_string(value);
        if (!string_equals_c(word, "auto") && !string_equals_c(word, "equal")) {
            raise_value_error(thread, "could not convert string to float: '%s'", word->bytes);
            return false;
        }
        axes->aspect = string_equals_c(word, "equal") ? 1 : NAN;
        return true;
    }
    return double_from_value(thread, value, &axes->aspect);
}

static bool check_image_shape(Thread *thread, const Numbers *numbers, size_t *channels) {
    *channels = numbers->dimensions == 3 ? numbers->shape[2] : 1;
    if (numbers->dimensions == 2 || (numbers->dimensions == 3 && (*channels == 3 || *channels == 4)))
        return true;
    if (numbers->dimensions == 3 && *channels == 1) return true;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (int i = 0; i < numbers->dimensions && i < 4; i++)
        text_append_format(&text, i ? ", %zu" : "%zu", numbers->shape[i]);
    raise_type_error(thread, "Invalid shape (%s%s) for image data", text_string(&text),
                     numbers->dimensions == 1 ? "," : "");
    text_release(&text);
    return false;
}

static Value draw_imshow(Thread *thread, PlotAxes *axes, const Value *arguments) {
    Numbers numbers;
    Error error = ERROR_NONE;
    size_t channels;
    if (!numbers_from_value(thread, arguments[IMSHOW_X], &numbers)) return VALUE_ABSENT;
    if (!check_image_shape(thread, &numbers, &channels)) {
        numbers_release(&numbers);
        return VALUE_ABSENT;
    }
    for (size_t i = 0; channels > 1 && i < numbers.count; i++)
        numbers.values[i] = numbers.is_integer ? fmin(fmax(numbers.values[i], 0), 255) / 255
                                               : fmin(fmax(numbers.values[i], 0), 1);
    size_t rows = numbers.shape[0], columns = numbers.shape[1];
    PlotImage *image = axes_add_image(axes, numbers.values, rows, columns, channels, &error);
    numbers_release(&numbers);
    if (!image) return raise_plot_error(thread, &error);
    PlotArtist *artist = &image->artist;
    bool done = true;
    if (value_given(arguments[IMSHOW_ORIGIN])) {
        const char *origin =
            value_is_string(arguments[IMSHOW_ORIGIN]) ? value_c_string(arguments[IMSHOW_ORIGIN]) : "";
        image->origin_lower = !strcmp(origin, "lower");
        if (!image->origin_lower && strcmp(origin, "upper") != 0) {
            raise_value_error(
                thread, "'%s' is not a valid value for origin; supported values are 'upper', 'lower'", origin);
            done = false;
        }
    }
    double bottom = image->origin_lower ? -0.5 : (double)rows - 0.5,
           top = image->origin_lower ? (double)rows - 0.5 : -0.5;
    image_set_extent(image, -0.5, (double)columns - 0.5, bottom, top);
    const struct {
        const char *name;
        int index;
    } rest[] = {{"extent", IMSHOW_EXTENT}, {"norm", IMSHOW_NORM}, {"cmap", IMSHOW_CMAP},
                {"vmin", IMSHOW_VMIN},     {"vmax", IMSHOW_VMAX}, {"interpolation", IMSHOW_INTERPOLATION},
                {"alpha", IMSHOW_ALPHA}};
    for (size_t i = 0; done && i < sizeof rest / sizeof *rest; i++)
        if (value_given(arguments[rest[i].index]))
            done = artist_set_property(thread, artist, rest[i].name, arguments[rest[i].index]);
    if (done && value_given(arguments[IMSHOW_ASPECT]))
        done = set_aspect(thread, axes, arguments[IMSHOW_ASPECT]);
    else if (artist->coordinates == COORDINATES_DATA)
        axes->aspect = axes->figure->context->settings.image_aspect;
    done = done && artist_set_properties(thread, artist, arguments[IMSHOW_KEYWORDS]);
    if (!done) {
        artist_discard(artist);
        return VALUE_ABSENT;
    }
    if (!axes->x.view->fixed) axes->x.view->inverted = image->left > image->right;
    if (!axes->y.view->fixed) axes->y.view->inverted = image->bottom > image->top;
    return value_from_artist(thread, image);
}

static Value draw_matshow(Thread *thread, PlotAxes *axes, const Value *arguments) {
    Value call[IMSHOW_KEYWORDS + 1];
    for (int i = 0; i <= IMSHOW_KEYWORDS; i++) call[i] = VALUE_NONE;
    call[IMSHOW_X] = arguments[0];
    call[IMSHOW_KEYWORDS] = arguments[1];
    Value image = draw_imshow(thread, axes, call);
    if (value_is_absent(image)) return image;
    axes->title_pad = 6;
    axes->x.major.far = axes->x.major.near = axes->x.major.label_far = true;
    axes->x.major.label_near = false;
    Locator integers = {.kind = LOCATOR_MAX_COUNT, .maximum = 9, .integer = true};
    locator_release(&axes->x.view->major);
    locator_release(&axes->y.view->major);
    axes->x.view->major = axes->y.view->major = integers;
    ((PlotImage *)value_artist(image))->interpolation = INTERPOLATION_NEAREST;
    return image;
}

/* ---- fields on grids ---- */

/* x and y for a field of rows * columns: given as axes or as grids; else indexes. Owned. */
static bool grid_points(Thread *thread, Value given, size_t rows, size_t columns, bool of_x, double **grid) {
    Numbers numbers = {0};
    *grid = memory_allocate((rows * columns + 1) * sizeof **grid);
    if (!*grid) return raise_no_memory(thread), false;
    if (value_given(given) && !numbers_from_value(thread, given, &numbers)) return false;
    size_t length = of_x ? columns : rows;
    bool whole = numbers.values && numbers.count == rows * columns &&
                 (numbers.dimensions == 2 || rows == 1 || columns == 1);
    if (numbers.values && !whole && numbers.count != length) {
        raise_type_error(thread, "Length of %s (%zu) must match number of %s in z (%zu)", of_x ? "x" : "y",
                         numbers.count, of_x ? "columns" : "rows", length);
        numbers_release(&numbers);
        return false;
    }
    for (size_t row = 0; row < rows; row++)
        for (size_t column = 0; column < columns; column++) {
            size_t along = of_x ? column : row;
            (*grid)[row * columns + column] = !numbers.values ? (double)along
                                              : whole         ? numbers.values[row * columns + column]
                                                              : numbers.values[along];
        }
    numbers_release(&numbers);
    return true;
}

static bool contour_level_list(Thread *thread, Value levels, Value locator, const Numbers *z,
                               const ContourOptions *options, Ticks *ticks) {
    bool logarithmic = options->logarithmic;
    Error error = ERROR_NONE;
    double low = INFINITY, high = -INFINITY;
    int64_t count = 7;
    for (size_t i = 0; i < z->count; i++)
        if (isfinite(z->values[i]) && (!logarithmic || z->values[i] > 0)) {
            low = fmin(low, z->values[i]);
            high = fmax(high, z->values[i]);
        }
    if (low > high) low = 0, high = 1;
    if (value_given(levels) && !value_is_int(levels)) {
        Numbers numbers;
        if (!numbers_from_value(thread, levels, &numbers)) return false;
        *ticks = (Ticks){.positions = numbers.values, .count = numbers.count};
        for (size_t i = 1; i < numbers.count; i++)
            if (numbers.values[i] <= numbers.values[i - 1]) {
                raise_value_error(thread, "Contour levels must be increasing");
                ticks_release(ticks);
                return false;
            }
        return true;
    }
    if (value_given(levels) && !value_to_int64(thread, levels, &count)) return false;
    bool by_locator = value_has_type(locator, &locator_type_template) && !logarithmic;
    if (by_locator ? contour_levels_of(&((LocatorObject *)locator.object)->locator, low, high, options->extend_low,
                                       options->extend_high, ticks, &error)
                   : contour_levels(low, high, (size_t)(count > 0 ? count : 1), logarithmic, options->extend_low,
                                    options->extend_high, ticks, &error))
        return true;
    raise_plot_error(thread, &error);
    return false;
}

static double contour_width(const PlotAxes *axes) {
    const PlotSettings *settings = &axes->figure->context->settings;
    return isnan(settings->contour_width) ? settings->line_width : settings->contour_width;
}

/* A logarithm shows nothing of what is not positive. */
static bool mask_not_positive(Thread *thread, Numbers *field) {
    bool masked = false;
    for (size_t i = 0; i < field->count; i++) {
        if (!(field->values[i] <= 0)) continue;
        field->values[i] = NAN;
        masked = true;
    }
    return !masked || warn_format(thread, thread_builtins(thread)->exception_UserWarning,
                                  "Log scale: values of z <= 0 have been masked");
}

static Value draw_contours(Thread *thread, PlotAxes *axes, const Value *arguments, bool filled) {
    const Tuple *given = value_tuple(arguments[0]);
    Value keywords = arguments[1], x = VALUE_NONE, y = VALUE_NONE, z, levels = VALUE_NONE,
          result = VALUE_ABSENT;
    if (given->count < 1 || given->count > 4)
        return raise_type_error(thread, "%s takes from 1 to 4 positional arguments but %zu were given",
                                filled ? "contourf()" : "contour()", given->count);
    size_t at = given->count >= 3 ? 2 : 0;
    if (at) {
        x = given->items[0];
        y = given->items[1];
    }
    z = given->items[at];
    if (given->count > at + 1) levels = given->items[at + 1];
    Value level_keyword = keyword_pop(thread, keywords, "levels", NULL),
          norm = keyword_pop(thread, keywords, "norm", NULL);
    Value colors = keyword_pop(thread, keywords, "colors", NULL),
          origin = keyword_pop(thread, keywords, "origin", NULL);
    Value extend = keyword_pop(thread, keywords, "extend", NULL),
          extent = keyword_pop(thread, keywords, "extent", NULL);
    Value widths = keyword_pop(thread, keywords, "linewidths", "linewidth");
    Value locator = keyword_pop(thread, keywords, "locator", NULL),
          corner = keyword_pop(thread, keywords, "corner_mask", NULL);
    if (value_given(level_keyword)) levels = level_keyword;
    Numbers field = {0}, ends = {0};
    Ticks ticks = {0};
    double *grid_x = NULL, *grid_y = NULL;
    Error error = ERROR_NONE;
    bool done = numbers_from_value(thread, z, &field);
    if (done && (field.dimensions != 2 || field.shape[0] < 2 || field.shape[1] < 2)) {
        if (field.dimensions == 2)
            raise_type_error(thread, "Input z must be at least a (2, 2) shaped array, but has shape (%zu, %zu)",
                             field.shape[0], field.shape[1]);
        else
            raise_type_error(thread, "Input z must be 2D, not %dD", field.dimensions);
        done = false;
    }
    bool logarithmic =
        value_has_type(norm, &norm_type_template) && value_norm(norm)->kind == NORM_LOG;
    logarithmic = logarithmic || (value_has_type(locator, &locator_type_template) &&
                                  ((LocatorObject *)locator.object)->locator.kind == LOCATOR_LOG);
    done = done && (!logarithmic || mask_not_positive(thread, &field));
    const char *open_ends = value_is_string(extend) ? value_c_string(extend) : "";
    ContourOptions options = {.filled = filled,
                              .logarithmic = logarithmic,
                              .extend_low = !strcmp(open_ends, "both") || !strcmp(open_ends, "min"),
                              .extend_high = !strcmp(open_ends, "both") || !strcmp(open_ends, "max")};
    done = done && contour_level_list(thread, levels, locator, &field, &options, &ticks) &&
           grid_points(thread, x, field.shape[0], field.shape[1], true, &grid_x) &&
           grid_points(thread, y, field.shape[0], field.shape[1], false, &grid_y);
    if (done && value_given(extent) && numbers_from_value(thread, extent, &ends) && ends.count == 4) {
        size_t rows = field.shape[0], columns = field.shape[1];
        for (size_t i = 0; i < rows * columns; i++) {
            bool centred = value_given(origin);
            double u =
                ((double)(i % columns) + (centred ? 0.5 : 0)) / (double)(centred ? columns : columns - 1);
            double v = ((double)(i / columns) + (centred ? 0.5 : 0)) / (double)(centred ? rows : rows - 1);
            bool upper = value_is_string(origin) && string_equals_c(value_string(origin), "upper");
            grid_x[i] = ends.values[0] + u * (ends.values[1] - ends.values[0]);
            grid_y[i] = upper ? ends.values[3] - v * (ends.values[3] - ends.values[2])
                              : ends.values[2] + v * (ends.values[3] - ends.values[2]);
        }
    }
    PlotPaths *paths = NULL;
    if (done) {
        options.levels = ticks.positions;
        options.level_count = ticks.count;
        paths = axes_add_contour(axes, grid_x, grid_y, field.values, field.shape[0], field.shape[1], &options,
                                 &error);
        if (!paths) {
            raise_plot_error(thread, &error);
            done = false;
        }
    }
    if (done && value_given(norm)) {
        done = artist_set_property(thread, &paths->artist, "norm", norm);
        Mappable *mappable = &paths->mappable; /* what the norm leaves open goes by the levels */
        size_t lowest = 0; /* a logarithm has no level that is not positive */
        while (logarithmic && lowest + 1 < ticks.count && ticks.positions[lowest] <= 0) lowest++;
        if (ticks.count && !mappable->has_minimum) mappable->norm.minimum = ticks.positions[lowest];
        if (ticks.count && !mappable->has_maximum) mappable->norm.maximum = ticks.positions[ticks.count - 1];
    }
    if (done && value_given(colors)) {
        memory_release(paths->mappable.values);
        paths->mappable.values = NULL;
        paths->mappable.count = 0;
        done = colors_from_value(thread, colors, filled ? &paths->faces : &paths->edges,
                                 filled ? &paths->face_count : &paths->edge_count);
        if (done && !filled && paths->edge_count == 1 && !(paths->dashes)) {
            /* One colour: negative levels are dashed, so that they are told apart. */
            paths->dashes = memory_allocate_zeroed(paths->count + 1, sizeof *paths->dashes);
            paths->dash_count = paths->dashes ? paths->count : 0;
            for (size_t i = 0; i < paths->dash_count; i++)
                if (ticks.positions[i] < 0) paths->dashes[i] = axes->figure->context->settings.negative_contour;
        }
    }
    if (done && !filled)
        done = artist_set_property(thread, &paths->artist, "linewidth",
                                   value_given(widths) ? widths : value_from_float(contour_width(axes)));
    done = done && artist_set_properties(thread, &paths->artist, keywords);
    if (done)
        result = value_from_artist(thread, paths);
    else if (paths)
        artist_discard(&paths->artist);
    memory_release(grid_x);
    memory_release(grid_y);
    ticks_release(&ticks);
    numbers_release(&field);
    numbers_release(&ends);
    const Value taken[] = {level_keyword, norm, colors, origin, extend, extent, widths, locator, corner};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) value_release(taken[i]);
    return result;
}

static Value draw_contour(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return draw_contours(thread, axes, arguments, false);
}

static Value draw_contourf(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return draw_contours(thread, axes, arguments, true);
}

/* Corners of cells: given as such, or as centres (shading 'nearest', or 'auto' with equal shapes). */
static bool mesh_corners(Thread *thread, Value given, size_t rows, size_t columns, bool of_x,
                         double **corners) {
    Numbers numbers = {0};
    size_t corner_rows = rows + 1, corner_columns = columns + 1, length = of_x ? columns : rows;
    *corners = memory_allocate(corner_rows * corner_columns * sizeof **corners);
    double *along = memory_allocate((length + 2) * sizeof *along);
    bool done = *corners && along;
    if (!done) raise_no_memory(thread);
    if (done && value_given(given)) done = numbers_from_value(thread, given, &numbers);
    bool line = numbers.values && (numbers.dimensions < 2 || numbers.shape[0] == 1 || numbers.shape[1] == 1);
    bool centres = numbers.values &&
                   (line ? numbers.count == length : numbers.shape[0] == rows && numbers.shape[1] == columns);
    bool fits = !numbers.values || centres ||
                (line ? numbers.count == length + 1
                      : numbers.shape[0] == corner_rows && numbers.shape[1] == corner_columns);
    if (done && !fits) {
        raise_type_error(thread,
                         "Dimensions of C (%zu, %zu) should be one smaller than X(%zu) and Y(%zu) while using "
                         "shading='flat' see help(pcolormesh)",
                         rows, columns, numbers.dimensions == 2 ? numbers.shape[1] : numbers.count,
                         numbers.dimensions == 2 ? numbers.shape[0] : numbers.count);
        done = false;
    }
    if (done) {
        bool grid = numbers.values && !line;
        if (grid && centres) /* rows or columns of a meshgrid */
            for (size_t i = 0; i < length; i++)
                along[i] = of_x ? numbers.values[i] : numbers.values[i * columns];
        double *edge = memory_allocate((length + 2) * sizeof *edge);
        if (!edge) {
            raise_no_memory(thread);
            done = false;
        }
        if (done && (centres || !numbers.values)) {
            if (numbers.values) corners_from_centres(grid ? along : numbers.values, length, edge);
            for (size_t i = 0; !numbers.values && i <= length; i++) edge[i] = (double)i;
        } else if (done && !grid) {
            memcpy(edge, numbers.values, (length + 1) * sizeof *edge);
        }
        for (size_t i = 0; done && i < corner_rows * corner_columns; i++)
            (*corners)[i] =
                grid && !centres ? numbers.values[i] : edge[of_x ? i % corner_columns : i / corner_columns];
        memory_release(edge);
    }
    memory_release(along);
    numbers_release(&numbers);
    return done;
}

static Value draw_pcolormesh(Thread *thread, PlotAxes *axes, const Value *arguments) {
    const Tuple *given = value_tuple(arguments[0]);
    Value keywords = arguments[1], result = VALUE_ABSENT;
    if (given->count != 1 && given->count != 3)
        return raise_type_error(thread, "pcolormesh() takes 1 or 3 positional arguments but %zu were given",
                                given->count);
    Value x = given->count == 3 ? given->items[0] : VALUE_NONE,
          y = given->count == 3 ? given->items[1] : VALUE_NONE;
    Value shading = keyword_pop(thread, keywords, "shading", NULL);
    value_release(shading);
    Numbers values = {0};
    double *corner_x = NULL, *corner_y = NULL;
    Error error = ERROR_NONE;
    bool done = numbers_from_value(thread, given->items[given->count - 1], &values);
    if (done && values.dimensions != 2) {
        raise_value_error(thread, "not enough values to unpack (expected 2, got %d)", values.dimensions);
        done = false;
    }
    done = done && mesh_corners(thread, x, values.shape[0], values.shape[1], true, &corner_x) &&
           mesh_corners(thread, y, values.shape[0], values.shape[1], false, &corner_y);
    if (done) {
        PlotMesh *mesh =
            axes_add_mesh(axes, corner_x, corner_y, values.values, values.shape[0], values.shape[1], &error);
        if (!mesh)
            raise_plot_error(thread, &error);
        else if (artist_set_properties(thread, &mesh->artist, keywords))
            result = value_from_artist(thread, mesh);
        else
            artist_discard(&mesh->artist);
    }
    memory_release(corner_x);
    memory_release(corner_y);
    numbers_release(&values);
    return result;
}

static Value draw_quiver(Thread *thread, PlotAxes *axes, const Value *arguments) {
    const Tuple *given = value_tuple(arguments[0]);
    Value result = VALUE_ABSENT;
    if (given->count < 2 || given->count > 5)
        return raise_type_error(thread, "quiver() takes from 2 to 5 positional arguments but %zu were given",
                                given->count);
    size_t at = given->count >= 4 ? 2 : 0;
    Numbers u = {0}, v = {0}, c = {0};
    double *x = NULL, *y = NULL;
    Error error = ERROR_NONE;
    bool done = numbers_from_value(thread, given->items[at], &u) &&
                numbers_from_value(thread, given->items[at + 1], &v);
    if (done && given->count > at + 2) done = numbers_from_value(thread, given->items[at + 2], &c);
    if (done && u.count != v.count) {
        raise_value_error(thread, "Arguments U and V must have the same size");
        done = false;
    }
    size_t rows = u.dimensions == 2 ? u.shape[0] : 1, columns = rows ? u.count / rows : 0;
    if (u.dimensions < 2 && at) { /* a list of places */
        Numbers places = {0};
        done = done && numbers_from_value(thread, given->items[0], &places);
        x = places.values;
        Numbers others = {0};
        done = done && numbers_from_value(thread, given->items[1], &others);
        y = others.values;
        if (done && (places.count != u.count || others.count != u.count)) {
            raise_value_error(
                thread, "Argument U has a size %zu which does not match %zu, the number of arrow positions",
                u.count, places.count);
            done = false;
        }
    } else {
        done = done && grid_points(thread, at ? given->items[0] : VALUE_NONE, rows, columns, true, &x) &&
               grid_points(thread, at ? given->items[1] : VALUE_NONE, rows, columns, false, &y);
    }
    if (done) {
        PlotQuiver *quiver = axes_add_quiver(axes, x, y, u.values, v.values, u.count, &error);
        bool good = quiver && (!c.values || mappable_set_values(&quiver->mappable, c.values, c.count, &error));
        if (!good) {
            raise_plot_error(thread, &error);
        } else if (artist_set_properties(thread, &quiver->artist, arguments[1])) {
            if (c.values) artist_set_current_image(&quiver->artist);
            result = value_from_artist(thread, quiver);
        } else {
            artist_discard(&quiver->artist);
        }
    }
    memory_release(x);
    memory_release(y);
    numbers_release(&u);
    numbers_release(&v);
    numbers_release(&c);
    return result;
}

#define MAPPED_PARAMETERS "*args, **kwargs"

const AxesFunction axes_draw_functions[] = {
    AXES_FUNCTION("plot", "*args, **kwargs",
                  "Draw lines, marks or both through points.\n\nplot([x], y, [fmt], *, ...)\n\nA format string "
                  "is made of a "
                  "marker, a line style and a colour: 'r--o'.",
                  draw_plot),
    AXES_FUNCTION("semilogx", "*args, **kwargs", "As plot(), the scale of x logarithmic.", draw_semilogx),
    AXES_FUNCTION("semilogy", "*args, **kwargs", "As plot(), the scale of y logarithmic.", draw_semilogy),
    AXES_FUNCTION("loglog", "*args, **kwargs", "As plot(), both scales logarithmic.", draw_loglog),
    AXES_FUNCTION("step", "*args, **kwargs", "Make a step plot.\n\nwhere is 'pre', 'post' or 'mid'.",
                  draw_step),
    AXES_FUNCTION(
        "scatter",
        "x, y, s=None, c=None, *, marker=None, cmap=None, norm=None, vmin=None, vmax=None, alpha=None, "
        "linewidths=None, edgecolors=None, plotnonfinite=False, data=None, **kwargs",
        "Draw a mark for each point, with a size and a colour of its own if wanted.", draw_scatter),
    AXES_FUNCTION(
        "imshow",
        "X, cmap=None, norm=None, *, aspect=None, interpolation=None, alpha=None, vmin=None, vmax=None, "
        "colorizer=None, origin=None, extent=None, interpolation_stage=None, filternorm=True, filterrad=4.0, "
        "resample=None, url=None, data=None, **kwargs",
        "Show an array as a picture, a cell for each element.", draw_imshow),
    AXES_FUNCTION("matshow", "Z, **kwargs", "Show a matrix as colours, its first row at the top.",
                  draw_matshow),
    AXES_FUNCTION("contour", MAPPED_PARAMETERS, "Plot contour lines.\n\ncontour([X, Y,] Z, [levels], **kwargs)",
                  draw_contour),
    AXES_FUNCTION("contourf", MAPPED_PARAMETERS,
                  "Plot filled contours.\n\ncontourf([X, Y,] Z, [levels], **kwargs)", draw_contourf),
    AXES_FUNCTION(
        "pcolormesh", MAPPED_PARAMETERS,
        "Colour the cells of a grid, whose lines may be anywhere.\n\npcolormesh([X, Y,] C, **kwargs)",
        draw_pcolormesh),
    AXES_FUNCTION(
        "pcolor", MAPPED_PARAMETERS,
        "Colour the cells of a grid, whose lines may be anywhere.\n\npcolor([X, Y,] C, **kwargs)",
        draw_pcolormesh),
    AXES_FUNCTION("quiver", MAPPED_PARAMETERS,
                  "Plot a 2D field of arrows.\n\nquiver([X, Y], U, V, [C], **kwargs)", draw_quiver),
    {0},
};
