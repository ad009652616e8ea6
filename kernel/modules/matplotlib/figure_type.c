/* Figure: its methods and properties. */
#include "kernel/modules/matplotlib/holders.h"
#include "kernel/modules/matplotlib/settings.h"
#include "kernel/plot/polar.h"

#include "base/memory.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- places ---- */

/* 111, 235; (2, 2, 1); (2, 2, (1, 2)); nothing. */
static bool parse_place(Thread *thread, const Tuple *given, size_t *rows, size_t *columns, size_t *first,
                        size_t *last) {
    int64_t numbers[3] = {1, 1, 1}, second;
    *rows = *columns = 1;
    *first = *last = 0;
    if (given->count == 1) {
        int64_t code;
        if (!value_to_int64(thread, given->items[0], &code)) return false;
        if (code < 100 || code > 999) {
            raise_value_error(thread, "Integer subplot specification must be a three-digit number, not %lld",
                              (long long)code);
            return false;
        }
        numbers[0] = code / 100;
        numbers[1] = code / 10 % 10;
        numbers[2] = code % 10;
        second = numbers[2];
    } else if (given->count == 3) {
        if (!value_to_int64(thread, given->items[0], &numbers[0]) ||
            !value_to_int64(thread, given->items[1], &numbers[1]))
            return false;
        Value index = given->items[2];
        if (value_is_tuple(index) && value_tuple(index)->count == 2) {
            if (!value_to_int64(thread, value_tuple(index)->items[0], &numbers[2]) ||
                !value_to_int64(thread, value_tuple(index)->items[1], &second))
                return false;
        } else {
            if (!value_to_int64(thread, index, &numbers[2])) return false;
            second = numbers[2];
        }
    } else if (given->count == 0) {
        second = 1;
    } else {
        raise_type_error(thread, "subplot() takes 1 or 3 positional arguments but %zu were given",
                         given->count);
        return false;
    }
    if (numbers[0] < 1 || numbers[1] < 1 || numbers[0] > 1000 || numbers[1] > 1000) {
        raise_value_error(thread, "Number of %s must be a positive integer, not %lld",
                          numbers[0] < 1 ? "rows" : "columns",
                          (long long)(numbers[0] < 1 ? numbers[0] : numbers[1]));
        return false;
    }
    int64_t count = numbers[0] * numbers[1];
    if (numbers[2] < 1 || numbers[2] > count || second < numbers[2] || second > count) {
        raise_value_error(thread, "num must be an integer with 1 <= num <= %lld, not %lld", (long long)count,
                          (long long)numbers[2]);
        return false;
    }
    *rows = (size_t)numbers[0];
    *columns = (size_t)numbers[1];
    *first = (size_t)numbers[2] - 1;
    *last = (size_t)second - 1;
    return true;
}

static PlotGrid *find_grid(PlotFigure *figure, size_t rows, size_t columns, Error *error) {
    for (size_t i = figure->grid_count; i-- > 0;) {
        PlotGrid *grid = figure->grids[i];
        if (!grid->parent && grid->rows == rows && grid->columns == columns && !grid->made_by_user && !grid->widths &&
            !grid->heights && isnan(grid->left) && isnan(grid->wspace))
            return grid;
    }
    return figure_add_grid(figure, rows, columns, error);
}

static PlotAxes *keyword_axes(Thread *thread, Value keywords, const char *name) {
    Value value = keyword_pop(thread, keywords, name, NULL);
    PlotAxes *axes = value_is_axes(value) ? value_axes(value) : NULL;
    value_release(value);
    return axes;
}

/* polar=True or projection=: axes are plain or round; other projections that matplotlib has are refused by name. */
static bool choose_projection(Thread *thread, PlotAxes *axes, Value keywords) {
    static const char *const others[] = {"3d", "aitoff", "hammer", "lambert", "mollweide"};
    Value projection = keyword_pop(thread, keywords, "projection", NULL), polar = keyword_pop(thread, keywords, "polar", NULL);
    bool round = value_given(polar) && value_truth(thread, polar) == 1, done = true;
    const char *name = value_is_string(projection) ? value_c_string(projection) : round ? "polar" : "rectilinear";
    if (value_given(projection) && !value_is_string(projection)) {
        Value repr = value_repr(thread, projection);
        if (!value_is_absent(repr))
            raise_type_error(thread, "projection must be a string, None or implement a _as_mpl_axes method, not %s",
                             value_c_string(repr));
        value_release(repr);
        done = false;
    }
    if (done && round && strcmp(name, "polar") != 0)
        done = (raise_value_error(thread,
                                  "polar=True, yet projection='%s'. Only one of these arguments should be supplied.",
                                  name),
                false);
    if (done && !strcmp(name, "polar")) {
        polar_begin(axes);
    } else if (done && strcmp(name, "rectilinear") != 0) {
        done = false;
        bool known = false;
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) known = known || !strcmp(name, others[i]);
        if (known)
            raise_format(thread, thread_builtins(thread)->exception_NotImplementedError,
                         "there are no axes of the projection '%s' here, only 'rectilinear' and 'polar'", name);
        else
            raise_value_error(thread, "'%s' is not a valid value for projection. Supported values are %s", name,
                              "'aitoff', 'hammer', 'lambert', 'mollweide', 'polar', 'rectilinear', '3d'");
    }
    value_release(projection);
    value_release(polar);
    return done;
}

static bool finish_axes(Thread *thread, PlotAxes *axes, Value keywords) {
    value_release(keyword_pop(thread, keywords, "axes_class", NULL));
    Value frame = keyword_pop(thread, keywords, "frameon", "frame_on");
    if (value_given(frame)) axes->frame_hidden = value_truth(thread, frame) == 0;
    value_release(frame);
    return choose_projection(thread, axes, keywords) && axes_set_properties(thread, axes, keywords);
}

PlotAxes *figure_add_subplot(Thread *thread, PlotFigure *figure, Value positional, Value keywords) {
    const Tuple *given = value_tuple(positional);
    Error error = ERROR_NONE;
    Placement placement = {0};
    PlotAxes *share_x = keyword_axes(thread, keywords, "sharex"),
             *share_y = keyword_axes(thread, keywords, "sharey");
    if (given->count == 1 && value_has_type(given->items[0], &subplot_spec_type_template)) {
        const GridObject *spec = (const GridObject *)given->items[0].object;
        if (!figure_keep_grid(figure, spec->grid, &error)) return raise_plot_error(thread, &error), NULL;
        placement = placement_of_spec(given->items[0]);
    } else {
        size_t rows, columns, first, last;
        if (!parse_place(thread, given, &rows, &columns, &first, &last)) return NULL;
        placement.grid = find_grid(figure, rows, columns, &error);
        placement.row = first / columns;
        placement.column = first % columns;
        placement.last_row = last / columns;
        placement.last_column = last % columns;
        if (placement.last_column < placement.column) {
            size_t column = placement.column;
            placement.column = placement.last_column;
            placement.last_column = column;
        }
    }
    PlotAxes *axes = error_is_set(&error) ? NULL : figure_add_axes(figure, placement, share_x, share_y, &error);
    if (!axes) {
        raise_plot_error(thread, &error);
        return NULL;
    }
    if (!finish_axes(thread, axes, keywords)) {
        axes_remove(axes);
        return NULL;
    }
    return axes;
}

static PlotAxes *add_box_axes(Thread *thread, PlotFigure *figure, Value rectangle, Value keywords) {
    Numbers box;
    Error error = ERROR_NONE;
    PlotAxes *share_x = keyword_axes(thread, keywords, "sharex"),
             *share_y = keyword_axes(thread, keywords, "sharey");
    if (!numbers_from_value(thread, rectangle, &box)) return NULL;
    if (box.count != 4) {
        raise_value_error(thread, "not enough values to unpack (expected 4, got %zu)", box.count);
        numbers_release(&box);
        return NULL;
    }
    const double *b = box.values;
    PlotAxes *axes = figure_add_axes(figure, (Placement){.box = {b[0], b[1], b[0] + b[2], b[1] + b[3]}},
                                     share_x, share_y, &error);
    numbers_release(&box);
    if (!axes)
        raise_plot_error(thread, &error);
    else if (!finish_axes(thread, axes, keywords)) {
        axes_remove(axes);
        return NULL;
    }
    return axes;
}

NATIVE(figure_add_axes_method) {
    (void)native;
    const Tuple *given = value_tuple(arguments[1]);
    PlotFigure *figure = value_figure(arguments[0]);
    if (given->count && value_is_axes(given->items[0])) return value_retain(given->items[0]);
    Value rectangle = keyword_pop(thread, arguments[2], "rect", NULL);
    if (!given->count && value_is_absent(rectangle))
        return raise_type_error(thread, "add_axes() takes 1 to 2 positional arguments");
    PlotAxes *axes = add_box_axes(thread, figure, given->count ? given->items[0] : rectangle, arguments[2]);
    value_release(rectangle);
    return axes ? value_from_axes(thread, axes) : VALUE_ABSENT;
}

NATIVE(figure_add_subplot_method) {
    (void)native;
    PlotAxes *axes = figure_add_subplot(thread, value_figure(arguments[0]), arguments[1], arguments[2]);
    return axes ? value_from_axes(thread, axes) : VALUE_ABSENT;
}

/* ---- subplots ---- */

enum {
    SUBPLOTS_ROWS,
    SUBPLOTS_COLUMNS,
    SUBPLOTS_SHAREX,
    SUBPLOTS_SHAREY,
    SUBPLOTS_SQUEEZE,
    SUBPLOTS_WIDTHS,
    SUBPLOTS_HEIGHTS,
    SUBPLOTS_KEYWORDS,
    SUBPLOTS_GRID
};

typedef enum Sharing { SHARE_NONE, SHARE_ALL, SHARE_ROW, SHARE_COLUMN } Sharing;

static Sharing sharing_from_value(Value value) {
    if (value_is_string(value)) {
        const String *word = value_string(value);
        return string_equals_c(word, "all")   ? SHARE_ALL
               : string_equals_c(word, "row") ? SHARE_ROW
               : string_equals_c(word, "col") ? SHARE_COLUMN
                                              : SHARE_NONE;
    }
    return value.tag == TAG_BOOL && value.integer ? SHARE_ALL : SHARE_NONE;
}

static PlotAxes *shared_with(PlotAxes **made, size_t row, size_t column, size_t columns, Sharing sharing) {
    size_t index = sharing == SHARE_ALL ? 0 : sharing == SHARE_ROW ? row * columns : column;
    return sharing == SHARE_NONE || index >= row * columns + column ? NULL : made[index];
}

static Value subplots_in_grid(Thread *thread, PlotFigure *figure, PlotGrid *grid, Sharing share_x, Sharing share_y,
                              bool squeeze, Value keywords) {
    size_t rows = grid->rows, columns = grid->columns, count = rows * columns;
    Error error = ERROR_NONE;
    PlotAxes **made = memory_allocate_zeroed(count, sizeof *made);
    bool done = made;
    for (size_t i = 0; done && i < count; i++) {
        size_t row = i / columns, column = i % columns;
        Placement place = {.grid = grid, .row = row, .last_row = row, .column = column, .last_column = column};
        made[i] = figure_add_axes(figure, place, shared_with(made, row, column, columns, share_x),
                                  shared_with(made, row, column, columns, share_y), &error);
        Value copy = value_is_dict(keywords) ? dict_copy(thread, value_dict(keywords)) : VALUE_NONE;
        done = made[i] && !value_is_absent(copy) && finish_axes(thread, made[i], copy);
        value_release(copy);
        /* Inner axes of shared rows and columns show no numbers. */
        if (done && (share_x == SHARE_ALL || share_x == SHARE_COLUMN) && row + 1 < rows)
            made[i]->x.major.label_near = made[i]->x.minor.label_near = false;
        if (done && (share_y == SHARE_ALL || share_y == SHARE_ROW) && column)
            made[i]->y.major.label_near = made[i]->y.minor.label_near = false;
    }
    Value result = VALUE_ABSENT;
    if (done && squeeze && count == 1)
        result = value_from_axes(thread, made[0]);
    else if (done)
        result = squeeze && (rows == 1 || columns == 1) ? axes_array_new(thread, made, 1, count, 1)
                                                        : axes_array_new(thread, made, rows, columns, 2);
    else if (!exception_is_set(thread)) {
        if (!error_is_set(&error)) error_no_memory(&error);
        raise_plot_error(thread, &error);
    }
    memory_release(made);
    error_clear(&error);
    return result;
}

static bool squeezes(Value value) { return !(value.tag == TAG_BOOL && !value.integer); }

Value figure_fill_grid(Thread *thread, PlotFigure *figure, PlotGrid *grid, const Value *arguments) {
    Error error = ERROR_NONE;
    Sharing share_x = sharing_from_value(arguments[0]), share_y = sharing_from_value(arguments[1]);
    if (!figure_keep_grid(figure, grid, &error)) return raise_plot_error(thread, &error);
    return subplots_in_grid(thread, figure, grid, share_x, share_y, squeezes(arguments[2]), arguments[3]);
}

Value figure_make_subplots(Thread *thread, PlotFigure *figure, const Value *arguments) {
    int64_t rows, columns;
    Error error = ERROR_NONE;
    if (!value_to_int64(thread, arguments[SUBPLOTS_ROWS], &rows) ||
        !value_to_int64(thread, arguments[SUBPLOTS_COLUMNS], &columns))
        return VALUE_ABSENT;
    if (rows < 1 || columns < 1 || rows > 1000 || columns > 1000)
        return raise_value_error(thread, "Number of %s must be a positive integer, not %lld",
                                 rows < 1 ? "rows" : "columns", (long long)(rows < 1 ? rows : columns));
    PlotGrid *grid = figure_add_grid(figure, (size_t)rows, (size_t)columns, &error);
    if (!grid) return raise_plot_error(thread, &error);
    if (!grid_ratios_from_values(thread, grid, arguments[SUBPLOTS_WIDTHS], arguments[SUBPLOTS_HEIGHTS]) ||
        !grid_numbers_from_keywords(thread, grid, arguments[SUBPLOTS_GRID], "__init__"))
        return VALUE_ABSENT;
    return subplots_in_grid(thread, figure, grid, sharing_from_value(arguments[SUBPLOTS_SHAREX]),
                            sharing_from_value(arguments[SUBPLOTS_SHAREY]), squeezes(arguments[SUBPLOTS_SQUEEZE]),
                            arguments[SUBPLOTS_KEYWORDS]);
}

NATIVE(figure_subplots) {
    (void)native;
    return figure_make_subplots(thread, value_figure(arguments[0]), arguments + 1);
}

/* ---- colour bars ---- */

static bool collect_axes(Thread *thread, Value axes, PlotAxes **parents, size_t *count, size_t capacity) {
    if (value_is_axes(axes)) {
        if (*count < capacity) parents[(*count)++] = value_axes(axes);
        return true;
    }
    Value list = list_from_iterable(thread, axes);
    bool done = !value_is_absent(list);
    for (size_t i = 0; done && i < value_list(list)->count; i++)
        done = collect_axes(thread, value_list(list)->items[i], parents, count, capacity);
    value_release(list);
    return done;
}

static bool apply_bar_ticks(Thread *thread, PlotAxis *axis, Value ticks, Value format) {
    Error error = ERROR_NONE;
    if (value_has_type(ticks, &locator_type_template)) {
        axis->view->major = ((LocatorObject *)ticks.object)->locator;
        axis->view->major.positions = NULL;
        axis->view->major.count = 0;
    } else if (value_given(ticks)) {
        Numbers numbers;
        if (!numbers_from_value(thread, ticks, &numbers)) return false;
        bool done = axis_set_ticks(&axis->view->major, numbers.values, numbers.count, &error);
        numbers_release(&numbers);
        if (!done) return !value_is_absent(raise_plot_error(thread, &error));
    }
    if (value_is_string(format)) {
        char *copy = memory_copy_string(value_c_string(format));
        if (!copy) return raise_no_memory(thread), false;
        formatter_release(&axis->view->major_format);
        axis->view->major_format = (Formatter){.kind = FORMATTER_PRINTF, .format = copy};
    }
    return true;
}

/* spacing=, drawedges=; those that change nothing here are taken. */
static bool colorbar_words(Thread *thread, Value keywords, ColorbarOptions *options) {
    static const char *const ignored[] = {"extendfrac", "extendrect",   "alpha",  "values",
                                          "boundaries", "use_gridspec", "anchor", "panchor"};
    if (!value_is_dict(keywords)) return true;
    Value spacing = keyword_pop(thread, keywords, "spacing", NULL),
          edges = keyword_pop(thread, keywords, "drawedges", NULL);
    options->proportional = value_is_string(spacing) && string_equals_c(value_string(spacing), "proportional");
    bool known = options->proportional || !value_given(spacing) ||
                 (value_is_string(spacing) && string_equals_c(value_string(spacing), "uniform"));
    if (!known) {
        Value text = value_repr(thread, spacing);
        if (!value_is_absent(text))
            raise_value_error(thread, "%s is not a valid value for spacing; supported values are 'uniform', 'proportional'",
                              value_c_string(text));
        value_release(text);
    }
    options->draw_edges = value_given(edges) && value_truth(thread, edges) == 1;
    value_release(spacing);
    value_release(edges);
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        value_release(keyword_pop(thread, keywords, ignored[i], NULL));
    return known && !exception_is_set(thread);
}

static bool no_keywords_left(Thread *thread, Value keywords, const char *function) {
    Value key, value;
    size_t at = 0;
    if (!value_is_dict(keywords) || !dict_next(value_dict(keywords), &at, &key, &value)) return true;
    raise_type_error(thread, "%s() got an unexpected keyword argument '%s'", function,
                     value_is_string(key) ? value_c_string(key) : "");
    return false;
}

Value figure_make_colorbar(Thread *thread, PlotFigure *figure, Value mappable, Value cax, Value axes,
                           Value keywords) {
    PlotAxes *parents[64];
    size_t count = 0;
    Error error = ERROR_NONE;
    PlotArtist *source = value_has_type(mappable, &artist_type_template) ? value_artist(mappable) : NULL;
    if (!source || !artist_mappable(source))
        return raise_runtime_error(
            thread, "No mappable was found to use for colorbar creation. First define a mappable such as an "
                    "image (with imshow) or a contour set (with contourf).");
    ColorbarOptions options = {.fraction = NAN, .pad = NAN, .shrink = NAN, .aspect = NAN};
    Value orientation = keyword_pop(thread, keywords, "orientation", NULL),
          location = keyword_pop(thread, keywords, "location", NULL);
    Value label = keyword_pop(thread, keywords, "label", NULL),
          ticks = keyword_pop(thread, keywords, "ticks", NULL);
    Value format = keyword_pop(thread, keywords, "format", NULL),
          extend = keyword_pop(thread, keywords, "extend", NULL);
    const struct {
        const char *name;
        double *place;
    } numbers[] = {{"fraction", &options.fraction},
                   {"pad", &options.pad},
                   {"shrink", &options.shrink},
                   {"aspect", &options.aspect}};
    bool done = colorbar_words(thread, keywords, &options);
    for (size_t i = 0; done && i < sizeof numbers / sizeof *numbers; i++) {
        Value value = keyword_pop(thread, keywords, numbers[i].name, NULL);
        done = !value_given(value) || double_from_value(thread, value, numbers[i].place);
        value_release(value);
    }
    done = done && no_keywords_left(thread, keywords, "Colorbar.__init__");
    const char *word = value_is_string(location) ? value_c_string(location) : "";
    options.horizontal =
        (value_is_string(orientation) && string_equals_c(value_string(orientation), "horizontal")) ||
        !strcmp(word, "top") || !strcmp(word, "bottom");
    options.first = !strcmp(word, "left") || !strcmp(word, "top");
    const char *ends = value_is_string(extend) ? value_c_string(extend) : "";
    const PlotPaths *contours = source->kind == ARTIST_PATHS ? (const PlotPaths *)source : NULL;
    options.extend_low = !strcmp(ends, "both") || !strcmp(ends, "min") || (contours && contours->extend_low);
    options.extend_high = !strcmp(ends, "both") || !strcmp(ends, "max") || (contours && contours->extend_high);
    if (value_is_axes(cax))
        options.into = value_axes(cax);
    else if (done && value_given(axes))
        done = collect_axes(thread, axes, parents, &count, 64);
    else if (source->axes)
        parents[count++] = source->axes;
    PlotAxes *bar = done ? figure_add_colorbar(figure, source, parents, count, &options, &error) : NULL;
    if (done && !bar) {
        raise_plot_error(thread, &error);
        done = false;
    }
    PlotAxis *along = !bar ? NULL : options.horizontal ? &bar->x : &bar->y;
    done = done && apply_bar_ticks(thread, along, ticks, format) &&
           (!value_given(label) || set_label_string(thread, &along->label->string, label));
    const Value taken[] = {orientation, location, label, ticks, format, extend};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) value_release(taken[i]);
    return done ? value_from_part(thread, &colorbar_type_template, bar, NULL, 0) : VALUE_ABSENT;
}

NATIVE(figure_colorbar) {
    (void)native;
    return figure_make_colorbar(thread, value_figure(arguments[0]), arguments[1], arguments[2], arguments[3],
                                arguments[4]);
}

/* ---- saving ---- */

Value figure_save(Thread *thread, PlotFigure *figure, const Value *arguments) {
    Value keywords = arguments[1], result = VALUE_ABSENT;
    RenderOptions options = {.padding = NAN};
    Value format = keyword_pop(thread, keywords, "format", NULL),
          dpi = keyword_pop(thread, keywords, "dpi", NULL);
    Value box = keyword_pop(thread, keywords, "bbox_inches", NULL),
          pad = keyword_pop(thread, keywords, "pad_inches", NULL);
    Value transparent = keyword_pop(thread, keywords, "transparent", NULL),
          face = keyword_pop(thread, keywords, "facecolor", NULL);
    const struct {
        const char *name;
        Value *value;
    } usual[] = {{"savefig.dpi", &dpi},
                 {"savefig.bbox", &box},
                 {"savefig.pad_inches", &pad},
                 {"savefig.transparent", &transparent},
                 {"savefig.facecolor", &face}};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (!value_given(*usual[i].value)) {
            Value setting = matplotlib_setting(thread, usual[i].name);
            if (!value_is_absent(setting)) value_replace(usual[i].value, value_retain(setting));
        }
    TextBuffer bytes = TEXT_BUFFER_EMPTY;
    Error error = ERROR_NONE;
    Value name = VALUE_ABSENT;
    bool to_file = !value_is_string(arguments[0]);
    Value write = to_file ? value_find_attribute_c(thread, arguments[0], "write") : VALUE_ABSENT;
    if (value_is_absent(write) && !exception_is_set(thread)) name = value_str(thread, arguments[0]);
    bool done = !exception_is_set(thread) && (!value_is_absent(write) || !value_is_absent(name));
    const char *path = value_is_absent(name) ? "" : value_c_string(name), *dot = strrchr(path, '.');
    char with_suffix[4096];
    if (done && value_is_string(format)) {
        if (!picture_format_parse(value_c_string(format), &options.format)) {
            raise_value_error(thread, "Format '%s' is not supported (supported formats: pdf, png, svg)",
                              value_c_string(format));
            done = false;
        }
    } else if (done && dot && !strchr(dot, '/')) {
        if (!picture_format_parse(dot + 1, &options.format)) {
            raise_value_error(thread, "Format '%s' is not supported (supported formats: pdf, png, svg)",
                              dot + 1);
            done = false;
        }
    } else if (done && *path) {
        Value usual_format = matplotlib_setting(thread, "savefig.format");
        const char *suffix = value_is_string(usual_format) ? value_c_string(usual_format) : "png";
        if (!picture_format_parse(suffix, &options.format)) suffix = "png";
        snprintf(with_suffix, sizeof with_suffix, "%s.%s", path, suffix);
        path = with_suffix;
    }
    if (done && value_given(dpi) && !(value_is_string(dpi)))
        done = double_from_value(thread, dpi, &options.dpi);
    options.tight = value_is_string(box) && string_equals_c(value_string(box), "tight");
    if (done && value_given(pad) && !value_is_string(pad))
        done = double_from_value(thread, pad, &options.padding);
    options.transparent = value_given(transparent) && value_truth(thread, transparent) == 1;
    if (done && value_given(face) && !(value_is_string(face) && string_equals_c(value_string(face), "auto")))
        options.has_face = done = color_from_value(thread, face, &options.face);
    if (done && (!figure_render(figure, &options, &bytes, &error) || bytes.failed)) {
        if (!error_is_set(&error)) error_no_memory(&error);
        raise_plot_error(thread, &error);
        done = false;
    }
    if (done && !value_is_absent(write)) {
        Value data = bytes_new(thread, bytes.bytes, bytes.length);
        Value written = value_is_absent(data) ? data : value_call_one(thread, write, data);
        if (!value_is_absent(written)) result = VALUE_NONE;
        value_release(data);
        value_release(written);
    } else if (done) {
        FILE *file = fopen(path, "wbe");
        bool good = file && fwrite(bytes.bytes, 1, bytes.length, file) == bytes.length;
        good = file && fclose(file) == 0 && good;
        result = good ? VALUE_NONE : raise_os_error(thread, errno, path);
    }
    text_release(&bytes);
    const Value taken[] = {format, dpi, box, pad, transparent, face, name, write};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) value_release(taken[i]);
    return result;
}

NATIVE(figure_savefig) {
    (void)native;
    return figure_save(thread, value_figure(arguments[0]), arguments + 1);
}

/* ---- texts ---- */

static Value set_figure_text(Thread *thread, PlotFigure *figure, PlotText **place, double x, double y,
                             const Value *arguments, VerticalAlignment vertical, double rotation) {
    Error error = ERROR_NONE;
    if (!*place) {
        *place = figure_add_text(figure, x, y, "", &error);
        if (!*place) return raise_plot_error(thread, &error);
        figure->artist_count--; /* drawn by the figure itself */
    }
    PlotText *text = *place;
    text->style.horizontal = ALIGN_CENTER;
    text->style.vertical = vertical;
    text->style.rotation = rotation;
    if (rotation != 0) text->style.horizontal = ALIGN_LEFT, text->style.vertical = ALIGN_MIDDLE;
    const PlotSettings *settings = &figure->context->settings;
    bool title = place == &figure->title;
    text->style.font.size = title ? settings->figure_title_size : settings->figure_label_size;
    text->style.font.bold = title ? settings->figure_title_bold : settings->figure_label_bold;
    if (!set_label_string(thread, &text->string, arguments[0]) ||
        !artist_set_properties(thread, &text->artist, arguments[1]))
        return VALUE_ABSENT;
    return value_from_artist(thread, text);
}

NATIVE(figure_suptitle) {
    (void)native;
    PlotFigure *figure = value_figure(arguments[0]);
    return set_figure_text(thread, figure, &figure->title, 0.5, 0.98, arguments + 1, ALIGN_TOP, 0);
}

NATIVE(figure_supxlabel) {
    (void)native;
    PlotFigure *figure = value_figure(arguments[0]);
    return set_figure_text(thread, figure, &figure->x_label, 0.5, 0.01, arguments + 1, ALIGN_BOTTOM, 0);
}

NATIVE(figure_supylabel) {
    (void)native;
    PlotFigure *figure = value_figure(arguments[0]);
    return set_figure_text(thread, figure, &figure->y_label, 0.02, 0.5, arguments + 1, ALIGN_MIDDLE, 90);
}

NATIVE(figure_text) {
    (void)native;
    double x, y;
    Error error = ERROR_NONE;
    if (!double_from_value(thread, arguments[1], &x) || !double_from_value(thread, arguments[2], &y))
        return VALUE_ABSENT;
    PlotText *text = figure_add_text(value_figure(arguments[0]), x, y, "", &error);
    if (!text) return raise_plot_error(thread, &error);
    if (!set_label_string(thread, &text->string, arguments[3]) ||
        !text_set_properties(thread, text, arguments[4], arguments[5]))
        return VALUE_ABSENT;
    return value_from_artist(thread, text);
}

/* ---- layout and size ---- */

NATIVE(figure_subplots_adjust) {
    (void)native;
    PlotFigure *figure = value_figure(arguments[0]);
    double *places[6] = {&figure->left, &figure->bottom, &figure->right,
                         &figure->top,  &figure->wspace, &figure->hspace};
    for (int i = 0; i < 6; i++)
        if (value_given(arguments[i + 1]) && !double_from_value(thread, arguments[i + 1], places[i]))
            return VALUE_ABSENT;
    if (figure->left >= figure->right) return raise_value_error(thread, "left cannot be >= right");
    if (figure->bottom >= figure->top) return raise_value_error(thread, "bottom cannot be >= top");
    return VALUE_NONE;
}

NATIVE(figure_tight_layout_method) {
    (void)native;
    double pads[3] = {NAN, NAN, NAN}; /* pad, h_pad, w_pad */
    Error error = ERROR_NONE;
    for (int i = 0; i < 3; i++)
        if (value_given(arguments[i + 1]) && !double_from_value(thread, arguments[i + 1], &pads[i]))
            return VALUE_ABSENT;
    PlotFigure *figure = value_figure(arguments[0]);
    if (!figure_tight_layout(figure, pads[0], pads[2], pads[1], &error))
        return raise_plot_error(thread, &error);
    if (value_given(arguments[4])) { /* within a part of the figure */
        Numbers box;
        if (!numbers_from_value(thread, arguments[4], &box)) return VALUE_ABSENT;
        if (box.count == 4) {
            double width = box.values[2] - box.values[0], height = box.values[3] - box.values[1];
            figure->left = box.values[0] + figure->left * width;
            figure->right = box.values[0] + figure->right * width;
            figure->bottom = box.values[1] + figure->bottom * height;
            figure->top = box.values[1] + figure->top * height;
        }
        numbers_release(&box);
    }
    return VALUE_NONE;
}

NATIVE(figure_set_size) {
    (void)native;
    PlotFigure *figure = value_figure(arguments[0]);
    double size[2];
    if (value_given(arguments[2])) {
        if (!double_from_value(thread, arguments[1], &size[0]) ||
            !double_from_value(thread, arguments[2], &size[1]))
            return VALUE_ABSENT;
    } else if (!pair_from_value(thread, arguments[1], size)) {
        return VALUE_ABSENT;
    }
    if (!(size[0] > 0) || !(size[1] > 0))
        return raise_value_error(thread, "figure size must be positive finite not (%g, %g)", size[0], size[1]);
    figure->width = size[0];
    figure->height = size[1];
    return VALUE_NONE;
}

NATIVE(figure_get_size) {
    (void)native;
    const PlotFigure *figure = value_figure(arguments[0]);
    const double size[2] = {figure->width, figure->height};
    return value_from_doubles(thread, size, 2);
}

NATIVE(figure_set_number) /* set_dpi, set_figwidth, set_figheight */
{
    PlotFigure *figure = value_figure(arguments[0]);
    const char *name = native->entry->data;
    return double_from_value(thread, arguments[1],
                             !strcmp(name, "dpi")     ? &figure->dpi
                             : !strcmp(name, "width") ? &figure->width
                                                      : &figure->height)
               ? VALUE_NONE
               : VALUE_ABSENT;
}

NATIVE(figure_get_number) {
    (void)thread;
    const PlotFigure *figure = value_figure(arguments[0]);
    const char *name = native->entry->data;
    return value_from_float(!strcmp(name, "dpi")     ? figure->dpi
                            : !strcmp(name, "width") ? figure->width
                                                     : figure->height);
}

NATIVE(figure_set_facecolor) {
    (void)native;
    return color_from_value(thread, arguments[1], &value_figure(arguments[0])->face) ? VALUE_NONE
                                                                                     : VALUE_ABSENT;
}

NATIVE(figure_gca) {
    (void)native;
    PlotFigure *figure = value_figure(arguments[0]);
    if (figure->current) return value_from_axes(thread, figure->current);
    Value none = tuple_new(thread, 0), keywords = dict_new(thread);
    PlotAxes *axes = value_is_absent(none) || value_is_absent(keywords)
                         ? NULL
                         : figure_add_subplot(thread, figure, none, keywords);
    value_release(none);
    value_release(keywords);
    return axes ? value_from_axes(thread, axes) : VALUE_ABSENT;
}

NATIVE(figure_sca) {
    NATIVE_UNUSED;
    if (value_is_axes(arguments[1])) value_figure(arguments[0])->current = value_axes(arguments[1]);
    return value_retain(arguments[1]);
}

NATIVE(figure_clear_method) {
    NATIVE_UNUSED;
    figure_clear(value_figure(arguments[0]));
    return VALUE_NONE;
}

NATIVE(figure_delete_axes) {
    NATIVE_UNUSED;
    if (value_is_axes(arguments[1])) axes_remove(value_axes(arguments[1]));
    return VALUE_NONE;
}

NATIVE(figure_show) {
    (void)native;
    return figure_display(thread, value_figure(arguments[0])) ? VALUE_NONE : VALUE_ABSENT;
}

/* As a cell's value a figure is its picture, in the format that was chosen. */
NATIVE(figure_picture) {
    MatplotlibState *state = matplotlib_state(thread);
    bool vector = native->entry->data != NULL;
    TextBuffer bytes = TEXT_BUFFER_EMPTY;
    Error error = ERROR_NONE;
    if (!state) return VALUE_ABSENT;
    PlotFigure *figure = value_figure(arguments[0]);
    if (vector != state->vector_pictures || figure_is_empty(figure)) return VALUE_NONE;
    RenderOptions options = {.format = vector ? PICTURE_SVG : PICTURE_PNG,
                             .tight = true,
                             .padding = NAN,
                             .dpi = state->double_pictures ? 2 * figure->dpi : 0};
    Value result = VALUE_ABSENT;
    if (figure_render(figure, &options, &bytes, &error) && !bytes.failed)
        result = vector ? string_new(thread, bytes.bytes, bytes.length)
                        : bytes_new(thread, bytes.bytes, bytes.length);
    else
        raise_plot_error(thread, &error);
    text_release(&bytes);
    return result;
}

NATIVE(figure_draw) {
    (void)native;
    Error error = ERROR_NONE;
    return figure_place(value_figure(arguments[0]), &error) ? VALUE_NONE : raise_plot_error(thread, &error);
}

NATIVE(figure_nothing) {
    NATIVE_UNUSED;
    return VALUE_NONE;
}

NATIVE(figure_legend_method) {
    (void)native;
    return figure_legend(thread, value_figure(arguments[0]), arguments + 1);
}

static Value figure_axes_list(Thread *thread, Value self) {
    const PlotFigure *figure = value_figure(self);
    Value list = list_new(thread);
    for (size_t i = 0; i < figure->axes_count && !value_is_absent(list); i++)
        if (!figure->axes[i]->removed &&
            !list_append_owned(thread, value_list(list), value_from_axes(thread, figure->axes[i]))) {
            value_release(list);
            return VALUE_ABSENT;
        }
    return list;
}

NATIVE(figure_get_axes) {
    (void)native;
    return figure_axes_list(thread, arguments[0]);
}

NATIVE(figure_add_gridspec) {
    (void)native;
    return make_grid(thread, value_figure(arguments[0]), arguments[1], arguments[2], arguments[3]);
}

NATIVE(figure_add_artist) {
    (void)native;
    Error error = ERROR_NONE;
    if (!value_has_type(arguments[1], &artist_type_template))
        return raise_type_error(thread, "add_artist() needs an artist");
    ArtistObject *object = (ArtistObject *)arguments[1].object;
    PlotFigure *figure = value_figure(arguments[0]);
    if (!object->artist->figure) {
        if (object->artist->coordinates == COORDINATES_DATA) object->artist->coordinates = COORDINATES_FIGURE;
        if (!figure_adopt_artist(figure, NULL, object->artist, &error)) return raise_plot_error(thread, &error);
        object->figure = figure_retain(figure);
    }
    return value_retain(arguments[1]);
}

static Value figure_repr(Thread *thread, Value self) {
    const PlotFigure *figure = value_figure(self);
    size_t count = 0;
    for (size_t i = 0; i < figure->axes_count; i++) count += !figure->axes[i]->removed;
    return string_format(thread, "<Figure size %gx%g with %zu Axes>", figure->width * figure->dpi,
                         figure->height * figure->dpi, count);
}

static Value figure_str(Thread *thread, Value self) {
    const PlotFigure *figure = value_figure(self);
    return string_format(thread, "Figure(%gx%g)", figure->width * figure->dpi, figure->height * figure->dpi);
}

static Value figure_get_figure_number(Thread *thread, Value self) {
    (void)thread;
    return value_from_int(value_figure(self)->number);
}

static Value figure_get_dpi(Thread *thread, Value self) {
    (void)thread;
    return value_from_float(value_figure(self)->dpi);
}

static bool figure_put_dpi(Thread *thread, Value self, Value value) {
    return double_from_value(thread, value, &value_figure(self)->dpi);
}

static Value figure_transform(Thread *thread, Value self) {
    return value_from_part(thread, &transform_type_template, NULL, value_figure(self), COORDINATES_FIGURE);
}

static Value figure_patch(Thread *thread, Value self) {
    return value_from_part(thread, &spine_type_template, NULL, value_figure(self), 5); /* its background */
}

static Value figure_canvas(Thread *thread, Value self) {
    (void)thread;
    return value_retain(self); /* draws itself: canvas.draw(), canvas.draw_idle() */
}

static const NativeEntry figure_methods[] = {
    {"add_subplot", "($self, *args, **kwargs)", "Make a plot at one place of a grid.",
     figure_add_subplot_method, NULL, 0},
    {"add_axes", "($self, *args, **kwargs)", "Add an Axes to the figure at [left, bottom, width, height].",
     figure_add_axes_method, NULL, 0},
    {"subplots",
     "($self, nrows=1, ncols=1, sharex=False, sharey=False, squeeze=True, width_ratios=None, "
     "height_ratios=None, "
     "subplot_kw=None, gridspec_kw=None)",
     "Make plots in rows and columns.", figure_subplots, NULL, 0},
    {"subplots_adjust", "($self, left=None, bottom=None, right=None, top=None, wspace=None, hspace=None)",
     "Where plots begin and end on the page, and the room between them.", figure_subplots_adjust, NULL, 0},
    {"tight_layout", "($self, pad=None, h_pad=None, w_pad=None, rect=None)",
     "Move plots so that no label covers another one.", figure_tight_layout_method, NULL, 0},
    {"savefig", "($self, fname, **kwargs)", "Write the page to a file: PNG, PDF or SVG, by the name's end.",
     figure_savefig, NULL, 0},
    {"suptitle", "($self, t, **kwargs)", "Add a centered title to the figure.", figure_suptitle, NULL, 0},
    {"supxlabel", "($self, t, **kwargs)", "Add a centered label below all axes.", figure_supxlabel, NULL, 0},
    {"supylabel", "($self, t, **kwargs)", "Add a centered label beside all axes.", figure_supylabel, NULL, 0},
    {"text", "($self, x, y, s, fontdict=None, **kwargs)", "Add text to figure.", figure_text, NULL, 0},
    {"colorbar", "($self, mappable, cax=None, ax=None, **kwargs)", "Draw the scale of an image's colours beside it.", figure_colorbar,
     NULL, 0},
    {"legend", "($self, *args, **kwargs)", "Explain what is drawn in a box on the page.", figure_legend_method, NULL, 0},
    {"gca", "($self)", "Get the current Axes.", figure_gca, NULL, 0},
    {"sca", "($self, a)", "Set the current Axes.", figure_sca, NULL, 0},
    {"clf", "($self, keep_observers=False)", "Clear the figure.", figure_clear_method, NULL, 0},
    {"clear", "($self, keep_observers=False)", "Clear the figure.", figure_clear_method, NULL, 0},
    {"delaxes", "($self, ax)", "Remove the Axes from the figure.", figure_delete_axes, NULL, 0},
    {"get_axes", "($self)", "Its plots.", figure_get_axes, NULL, 0},
    {"show", "($self, warn=True)", "Show the figure.", figure_show, NULL, 0},
    {"set_size_inches", "($self, w, h=None, forward=True)", "Make the page so wide and so high, in inches.", figure_set_size,
     NULL, 0},
    {"get_size_inches", "($self)", "Width and height of the page, in inches.", figure_get_size, NULL,
     0},
    {"set_dpi", "($self, val)", "So many dots an inch from now on.", figure_set_number, "dpi",
     0},
    {"get_dpi", "($self)", "Return the resolution of the figure in dots-per-inch.", figure_get_number, "dpi",
     0},
    {"set_figwidth", "($self, val)", "Make the page so many inches wide.", figure_set_number, "width", 0},
    {"get_figwidth", "($self)", "How wide the page is, in inches.", figure_get_number, "width", 0},
    {"set_figheight", "($self, val)", "Make the page so many inches high.", figure_set_number, "height",
     0},
    {"get_figheight", "($self)", "How high the page is, in inches.", figure_get_number, "height", 0},
    {"set_facecolor", "($self, color)", "Colour of the page behind everything.", figure_set_facecolor, NULL, 0},
    {"add_gridspec", "($self, nrows=1, ncols=1, **kwargs)", "A grid of this page, for plots of different sizes.",
     figure_add_gridspec, NULL, 0},
    {"add_artist", "($self, artist, clip=False)", "Draw something on the page itself, outside of all axes.", figure_add_artist, NULL, 0},
    {"_repr_png_", "($self)", "The picture as PNG.", figure_picture, NULL, 0},
    {"_repr_svg_", "($self)", "The picture as SVG.", figure_picture, "svg", 0},
    {"draw_without_rendering", "($self)", "Lay out the figure and place what is in it.", figure_draw, NULL, 0},
    {"autofmt_xdate", "($self, bottom=0.2, rotation=30, ha='right', which='major')",
     "Rotate dates so that they do not overlap.", figure_nothing, NULL, 0},
    {"align_labels", "($self, axs=None)", "Align the labels of subplots.", figure_nothing, NULL, 0},
    {"draw", "($self, renderer=None)", "Lay out the figure and place what is in it; its picture comes when it is shown.",
     figure_draw, NULL, 0},
    {"draw_idle", "($self)", "Lay out the figure (its picture comes when it is shown).", figure_draw, NULL, 0},
    {"flush_events", "($self)", "Nothing to do: figures have no window.", figure_nothing, NULL, 0},
    {0},
};

static const PropertyEntry figure_properties[] = {
    {"axes", figure_axes_list, NULL, "Its plots."},
    {"number", figure_get_figure_number, NULL, "The figure id."},
    {"dpi", figure_get_dpi, figure_put_dpi, "How many dots an inch has."},
    {"transFigure", figure_transform, NULL, "Fractions of the figure."},
    {"patch", figure_patch, NULL, "The background."},
    {"canvas", figure_canvas, NULL, "What the figure is drawn on."},
    {0},
};

static Value figure_create_object(Thread *thread, Type *type, const Call *call) {
    (void)type;
    MatplotlibState *state = matplotlib_state(thread);
    static const char signature[] = "(figsize=None, dpi=None, **kwargs)";
    Value arguments[3];
    double size[2] = {0, 0}, dpi = 0;
    Error error = ERROR_NONE;
    if (!state || !native_match(thread, "Figure", signature, call, arguments, 3)) return VALUE_ABSENT;
    bool done = (!value_given(arguments[0]) || pair_from_value(thread, arguments[0], size)) &&
                (!value_given(arguments[1]) || double_from_value(thread, arguments[1], &dpi));
    native_release_arguments(arguments, 3);
    PlotFigure *figure = done ? figure_create(state->plot, size[0], size[1], dpi, &error) : NULL;
    if (!figure) return done ? raise_plot_error(thread, &error) : VALUE_ABSENT;
    Value value = value_from_figure(thread, figure);
    figure_release(figure);
    return value;
}

const Type figure_type_template = {
    .name = "matplotlib.figure.Figure",
    .documentation = "A figure: everything that is drawn on one page.",
    .flags = TYPE_COLLECTED | TYPE_BASE,
    .instance_size = sizeof(FigureObject),
    .attributes_offset = offsetof(FigureObject, attributes),
    .weak_offset = offsetof(FigureObject, weak),
    .create = figure_create_object,
    .destroy = figure_object_destroy,
    .repr = figure_repr,
    .str = figure_str,
    .methods = figure_methods,
    .properties = figure_properties,
};
