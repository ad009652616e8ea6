/* pyplot: the functions that act on the current figure and axes. Those of axes come from their tables (face.h);
 * here are the ones about figures, colour maps, files and settings. */
#include "kernel/modules/matplotlib/polar_type.h"
#include "kernel/modules/matplotlib/face.h"

#include "base/memory.h"
#include "kernel/plot/png.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- figures ---- */

NATIVE(pyplot_figure) {
    (void)native;
    MatplotlibState *state = matplotlib_state(thread);
    double size[2] = {0, 0}, dpi = 0;
    int64_t number = 0;
    Value num = arguments[0], keywords = arguments[3];
    if (!state) return VALUE_ABSENT;
    if (value_has_type(num, &figure_type_template)) {
        state->current = (FigureObject *)num.object;
        return value_retain(num);
    }
    if (value_is_string(num)) {
        for (size_t i = 0; i < state->figure_count; i++)
            if (state->figures[i]->figure->label &&
                string_equals_c(value_string(num), state->figures[i]->figure->label))
                number = state->figures[i]->figure->number;
    } else if (value_given(num) && !value_to_int64(thread, num, &number)) {
        return VALUE_ABSENT;
    }
    for (size_t i = 0; number && i < state->figure_count; i++)
        if (state->figures[i]->figure->number == number) {
            state->current = state->figures[i];
            return value_from_object(object_retain(state->current));
        }
    if ((value_given(arguments[1]) && !pair_from_value(thread, arguments[1], size)) ||
        (value_given(arguments[2]) && !double_from_value(thread, arguments[2], &dpi)))
        return VALUE_ABSENT;
    Value figure = figure_open(thread, size[0], size[1], dpi, number);
    if (value_is_absent(figure)) return figure;
    PlotFigure *plot = value_figure(figure);
    Error error = ERROR_NONE;
    if (value_is_string(num)) plot_set_string(&plot->label, value_c_string(num), &error);
    Value face = keyword_pop(thread, keywords, "facecolor", NULL),
          tight = keyword_pop(thread, keywords, "tight_layout", NULL);
    Value constrained = keyword_pop(thread, keywords, "constrained_layout", NULL),
          layout = keyword_pop(thread, keywords, "layout", NULL);
    Value frame = keyword_pop(thread, keywords, "frameon", NULL);
    bool done = !value_given(face) || color_from_value(thread, face, &plot->face);
    plot->tight = (value_given(tight) && value_truth(thread, tight) == 1) ||
                  (value_is_string(layout) && string_equals_c(value_string(layout), "tight"));
    plot->constrained = (value_given(constrained) && value_truth(thread, constrained) == 1) ||
                        (value_is_string(layout) && (string_equals_c(value_string(layout), "constrained") ||
                                                     string_equals_c(value_string(layout), "compressed")));
    plot->frame_hidden = value_given(frame) && value_truth(thread, frame) == 0;
    const Value taken[] = {face, tight, constrained, layout, frame};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) value_release(taken[i]);
    if (!done) {
        value_release(figure);
        return VALUE_ABSENT;
    }
    return figure;
}

NATIVE(pyplot_gcf) {
    NATIVE_UNUSED;
    FigureObject *figure = current_figure(thread);
    return figure ? value_from_object(object_retain(figure)) : VALUE_ABSENT;
}

NATIVE(pyplot_gca) {
    NATIVE_UNUSED;
    PlotAxes *axes = current_axes(thread);
    return axes ? value_from_axes(thread, axes) : VALUE_ABSENT;
}

static bool make_current(Thread *thread, PlotAxes *axes) {
    MatplotlibState *state = matplotlib_state(thread);
    if (!state) return false;
    axes->figure->current = axes;
    for (size_t i = 0; i < state->figure_count; i++)
        if (state->figures[i]->figure == axes->figure) state->current = state->figures[i];
    return true;
}

NATIVE(pyplot_sca) {
    (void)native;
    if (!value_is_axes(arguments[0])) return raise_type_error(thread, "sca() needs an Axes");
    return make_current(thread, value_axes(arguments[0])) ? VALUE_NONE : VALUE_ABSENT;
}

static bool same_place(const Placement *left, const Placement *right) {
    return left->grid && left->grid == right->grid && left->row == right->row &&
           left->column == right->column && left->last_row == right->last_row &&
           left->last_column == right->last_column;
}

/* subplot(...): axes that are there already come back. */
NATIVE(pyplot_subplot) {
    (void)native;
    FigureObject *figure = current_figure(thread);
    const Tuple *given = value_tuple(arguments[0]);
    if (!figure) return VALUE_ABSENT;
    if (given->count == 1 && value_is_axes(given->items[0])) {
        make_current(thread, value_axes(given->items[0]));
        return value_retain(given->items[0]);
    }
    PlotFigure *plot = figure->figure;
    Dict *keywords = value_dict(arguments[1]);
    Value polar = dict_get_c(thread, keywords, "polar"), projection = dict_get_c(thread, keywords, "projection");
    bool plain = dict_count(keywords) == (!value_is_absent(polar) + !value_is_absent(projection));
    PlotAxes *axes = figure_add_subplot(thread, plot, arguments[0], arguments[1]);
    if (!axes) return VALUE_ABSENT;
    for (size_t i = 0; plain && i + 1 < plot->axes_count; i++) {
        PlotAxes *other = plot->axes[i];
        if (!other->removed && !other->twin && other->polar == axes->polar &&
            same_place(&other->placement, &axes->placement)) {
            axes_remove(axes);
            plot->current = other;
            axes = other;
            break;
        }
    }
    return value_from_axes(thread, axes);
}

/* The current axes where there are some, else round ones. */
static PlotAxes *round_axes(Thread *thread) {
    FigureObject *figure = current_figure(thread);
    if (!figure) return NULL;
    if (figure->figure->current) return figure->figure->current;
    Value none = tuple_new(thread, 0), keywords = dict_new(thread);
    PlotAxes *axes = NULL;
    if (!value_is_absent(none) && !value_is_absent(keywords) &&
        dict_set_c(thread, value_dict(keywords), "polar", VALUE_TRUE))
        axes = figure_add_subplot(thread, figure->figure, none, keywords);
    value_release(none);
    value_release(keywords);
    return axes;
}

NATIVE(pyplot_polar) {
    (void)native;
    PlotAxes *axes = round_axes(thread);
    Value self = axes ? value_from_axes(thread, axes) : VALUE_ABSENT;
    if (axes && !axes->polar &&
        !warn_format(thread, thread_builtins(thread)->exception_UserWarning,
                     "There exists a non-polar current Axes: polar() draws into it")) {
        value_release(self);
        return VALUE_ABSENT;
    }
    Value method = value_is_absent(self) ? self : value_get_attribute_c(thread, self, "plot");
    Value result = value_is_absent(method) ? method
                                           : value_call_unpacked(thread, method, value_tuple(arguments[0]),
                                                                 value_dict(arguments[1]));
    value_release(method);
    value_release(self);
    return result;
}

NATIVE(pyplot_polar_grid) {
    PlotAxes *axes = current_axes(thread);
    bool angles = native->entry->data != NULL;
    if (!axes) return VALUE_ABSENT;
    if (!axes->polar)
        return raise_format(thread, thread_builtins(thread)->exception_RuntimeError, "%s only defined for polar Axes",
                            angles ? "thetagrids" : "rgrids");
    Value self = value_from_axes(thread, axes), result = VALUE_ABSENT;
    if (value_is_absent(self)) return self;
    if (value_given(arguments[0])) {
        result = angles ? polar_set_angle_grid(thread, self, arguments) : polar_set_distance_grid(thread, self, arguments);
    } else {
        Value pair[2] = {list_new(thread), value_call_method(thread, self, angles ? "get_xticklabels" : "get_yticklabels",
                                                             NULL, 0)};
        if (!value_is_absent(pair[0]) && !value_is_absent(pair[1])) result = tuple_from_values(thread, pair, 2);
        value_release(pair[0]);
        value_release(pair[1]);
    }
    value_release(self);
    return result;
}

NATIVE(pyplot_subplots) {
    (void)native;
    Value keywords = arguments[9];
    const Value figure_arguments[4] = {VALUE_NONE, VALUE_NONE, VALUE_NONE, keywords};
    Value size = keyword_pop(thread, keywords, "figsize", NULL),
          dpi = keyword_pop(thread, keywords, "dpi", NULL);
    Value num = keyword_pop(thread, keywords, "num", NULL);
    Value full[4];
    memcpy(full, figure_arguments, sizeof full);
    full[0] = value_given(num) ? num : VALUE_NONE;
    full[1] = value_given(size) ? size : VALUE_NONE;
    full[2] = value_given(dpi) ? dpi : VALUE_NONE;
    Value figure = pyplot_figure(thread, native, full);
    value_release(size);
    value_release(dpi);
    value_release(num);
    if (value_is_absent(figure)) return figure;
    Value axes = figure_make_subplots(thread, value_figure(figure), arguments), result = VALUE_ABSENT;
    if (!value_is_absent(axes)) {
        const Value pair[2] = {figure, axes};
        result = tuple_from_values(thread, pair, 2);
    }
    value_release(axes);
    value_release(figure);
    return result;
}

NATIVE(pyplot_subplot2grid) {
    (void)native;
    FigureObject *figure = current_figure(thread);
    double shape[2], place[2];
    int64_t rows = 1, columns = 1;
    Error error = ERROR_NONE;
    if (!figure || !pair_from_value(thread, arguments[0], shape) ||
        !pair_from_value(thread, arguments[1], place) || !value_to_int64(thread, arguments[2], &rows) ||
        !value_to_int64(thread, arguments[3], &columns))
        return VALUE_ABSENT;
    if (!(shape[0] >= 1) || !(shape[1] >= 1) || place[0] < 0 || place[1] < 0 ||
        place[0] + (double)rows > shape[0] || place[1] + (double)columns > shape[1] || rows < 1 || columns < 1)
        return raise_index_error(thread, "index out of bounds for the grid");
    PlotGrid *grid = NULL;
    for (size_t i = figure->figure->grid_count; i-- > 0 && !grid;) {
        PlotGrid *at = figure->figure->grids[i];
        if (!at->parent && at->rows == (size_t)shape[0] && at->columns == (size_t)shape[1]) grid = at;
    }
    if (!grid) grid = figure_add_grid(figure->figure, (size_t)shape[0], (size_t)shape[1], &error);
    Placement placement = {.grid = grid,
                           .row = (size_t)place[0],
                           .column = (size_t)place[1],
                           .last_row = (size_t)(place[0] + (double)rows - 1),
                           .last_column = (size_t)(place[1] + (double)columns - 1)};
    PlotAxes *axes = grid ? figure_add_axes(figure->figure, placement, NULL, NULL, &error) : NULL;
    if (!axes) return raise_plot_error(thread, &error);
    return axes_set_properties(thread, axes, arguments[4]) ? value_from_axes(thread, axes) : VALUE_ABSENT;
}

NATIVE(pyplot_box) {
    (void)native;
    PlotAxes *axes = current_axes(thread);
    if (!axes) return VALUE_ABSENT;
    int on = value_given(arguments[0]) ? value_truth(thread, arguments[0]) : axes->frame_hidden;
    if (on >= 0) axes->frame_hidden = !on;
    return on < 0 ? VALUE_ABSENT : VALUE_NONE;
}

NATIVE(pyplot_figure_labels) {
    NATIVE_UNUSED;
    MatplotlibState *state = matplotlib_state(thread);
    Value list = state ? list_new(thread) : VALUE_ABSENT;
    for (size_t i = 0; !value_is_absent(list) && i < state->figure_count; i++) {
        const char *label = state->figures[i]->figure->label;
        if (!list_append_owned(thread, value_list(list), string_from_c(thread, label ? label : "")))
            value_replace(&list, VALUE_ABSENT);
    }
    return list;
}

/* A method of the current figure. */
NATIVE(pyplot_figure_method) {
    FigureObject *figure = current_figure(thread);
    if (!figure) return VALUE_ABSENT;
    Value self = value_from_object(object_retain(figure));
    Value method = value_get_attribute_c(thread, self, native->entry->data);
    Value result = value_is_absent(method) ? method
                                           : value_call_unpacked(thread, method, value_tuple(arguments[0]),
                                                                 value_dict(arguments[1]));
    value_release(method);
    value_release(self);
    return result;
}

NATIVE(pyplot_axes) {
    (void)native;
    if (value_is_none(arguments[0])) {
        FigureObject *figure = current_figure(thread);
        Value none = tuple_new(thread, 0);
        PlotAxes *axes = figure && !value_is_absent(none)
                             ? figure_add_subplot(thread, figure->figure, none, arguments[1])
                             : NULL;
        value_release(none);
        return axes ? value_from_axes(thread, axes) : VALUE_ABSENT;
    }
    Value positional = tuple_from_values(thread, arguments, 1);
    FigureObject *figure = current_figure(thread);
    if (!figure || value_is_absent(positional)) return VALUE_ABSENT;
    Value self = value_from_object(object_retain(figure)),
          method = value_get_attribute_c(thread, self, "add_axes");
    Value result = value_is_absent(method)
                       ? method
                       : value_call_unpacked(thread, method, value_tuple(positional), value_dict(arguments[1]));
    value_release(method);
    value_release(self);
    value_release(positional);
    return result;
}

NATIVE(pyplot_close) {
    (void)native;
    MatplotlibState *state = matplotlib_state(thread);
    int64_t number;
    if (!state) return VALUE_ABSENT;
    if (value_is_string(arguments[0]) && string_equals_c(value_string(arguments[0]), "all")) {
        while (state->figure_count) figure_close(thread, state->figures[0]);
        return VALUE_NONE;
    }
    if (value_has_type(arguments[0], &figure_type_template)) {
        figure_close(thread, (FigureObject *)arguments[0].object);
        return VALUE_NONE;
    }
    if (!value_given(arguments[0])) {
        if (state->current) figure_close(thread, state->current);
        return VALUE_NONE;
    }
    if (value_is_string(arguments[0])) {
        for (size_t i = 0; i < state->figure_count; i++)
            if (state->figures[i]->figure->label &&
                string_equals_c(value_string(arguments[0]), state->figures[i]->figure->label)) {
                figure_close(thread, state->figures[i]);
                break;
            }
        return VALUE_NONE;
    }
    if (!value_to_int64(thread, arguments[0], &number)) return VALUE_ABSENT;
    for (size_t i = 0; i < state->figure_count; i++)
        if (state->figures[i]->figure->number == number) {
            figure_close(thread, state->figures[i]);
            break;
        }
    return VALUE_NONE;
}

NATIVE(pyplot_show) {
    NATIVE_UNUSED;
    return figures_show(thread) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(pyplot_fignums) {
    NATIVE_UNUSED;
    MatplotlibState *state = matplotlib_state(thread);
    Value list = state ? list_new(thread) : VALUE_ABSENT;
    for (size_t i = 0; !value_is_absent(list) && i < state->figure_count; i++)
        list_append_owned(thread, value_list(list), value_from_int(state->figures[i]->figure->number));
    return list;
}

NATIVE(pyplot_fignum_exists) {
    (void)native;
    MatplotlibState *state = matplotlib_state(thread);
    int64_t number;
    if (!state || !value_to_int64(thread, arguments[0], &number)) return VALUE_ABSENT;
    for (size_t i = 0; i < state->figure_count; i++)
        if (state->figures[i]->figure->number == number) return VALUE_TRUE;
    return VALUE_FALSE;
}

NATIVE(pyplot_nothing) {
    NATIVE_UNUSED;
    return VALUE_NONE;
}

NATIVE(pyplot_isinteractive) {
    NATIVE_UNUSED;
    MatplotlibState *state = matplotlib_state(thread);
    return state ? value_from_bool(state->interactive || thread->interpreter->front_end.is_interactive)
                 : VALUE_ABSENT;
}

/* ---- images and colour ---- */

static PlotArtist *current_image(Thread *thread, bool complain) {
    MatplotlibState *state = matplotlib_state(thread);
    PlotArtist *image = state && state->current ? state->current->figure->current_image : NULL;
    if (image && image->removed) image = NULL;
    if (!image && complain) raise_runtime_error(thread, "You must first define an image, e.g., with imshow");
    return image;
}

NATIVE(pyplot_gci) {
    NATIVE_UNUSED;
    PlotArtist *image = current_image(thread, false);
    return image ? value_from_artist(thread, image) : VALUE_NONE;
}

NATIVE(pyplot_sci) {
    NATIVE_UNUSED;
    if (value_has_type(arguments[0], &artist_type_template))
        artist_set_current_image(value_artist(arguments[0]));
    return VALUE_NONE;
}

NATIVE(pyplot_clim) {
    (void)native;
    PlotArtist *image = current_image(thread, true);
    bool done = image &&
                (!value_given(arguments[0]) || artist_set_property(thread, image, "vmin", arguments[0])) &&
                (!value_given(arguments[1]) || artist_set_property(thread, image, "vmax", arguments[1]));
    return done ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(pyplot_colorbar) {
    (void)native;
    FigureObject *figure = current_figure(thread);
    if (!figure) return VALUE_ABSENT;
    Value mappable = value_given(arguments[0]) ? value_retain(arguments[0]) : VALUE_NONE;
    if (value_is_none(mappable)) {
        PlotArtist *image = current_image(thread, false);
        if (image) mappable = value_from_artist(thread, image);
    }
    PlotFigure *plot = value_has_type(mappable, &artist_type_template) && value_artist(mappable)->figure
                           ? value_artist(mappable)->figure
                           : figure->figure;
    Value result = figure_make_colorbar(thread, plot, mappable, arguments[1], arguments[2], arguments[3]);
    value_release(mappable);
    return result;
}

NATIVE(pyplot_get_cmap) {
    (void)native;
    Colormap *map = colormap_from_value(thread, arguments[0]);
    int64_t count = 0;
    if (!map || (value_given(arguments[1]) && !value_to_int64(thread, arguments[1], &count)))
        return VALUE_ABSENT;
    Value value = value_from_colormap(thread, map);
    if (count > 0 && !value_is_absent(value)) {
        Value number = value_from_int(count),
              resampled = value_call_method(thread, value, "resampled", &number, 1);
        value_release(value);
        return resampled;
    }
    return value;
}

static bool set_default_map(Thread *thread, Colormap *map) {
    MatplotlibState *state = matplotlib_state(thread);
    Value settings = matplotlib_settings(thread);
    if (!state || value_is_absent(settings) || !map) return false;
    snprintf(state->plot->settings.image_map, sizeof state->plot->settings.image_map, "%s", map->name);
    Value name = string_from_c(thread, map->name);
    bool done = !value_is_absent(name) && dict_set_c(thread, value_dict(settings), "image.cmap", name);
    value_release(name);
    PlotArtist *image = current_image(thread, false);
    if (done && image && artist_mappable(image)) artist_mappable(image)->map = map;
    return done;
}

NATIVE(pyplot_set_cmap) {
    (void)native;
    return set_default_map(thread, colormap_from_value(thread, arguments[0])) ? VALUE_NONE : VALUE_ABSENT;
}

/* gray(), viridis(), ... */
NATIVE(pyplot_named_map) {
    (void)arguments;
    Value name = string_from_c(thread, native->entry->name);
    bool done = !value_is_absent(name) && set_default_map(thread, colormap_from_value(thread, name));
    value_release(name);
    return done ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(pyplot_imread) {
    (void)native;
    MatplotlibState *state = matplotlib_state(thread);
    TextBuffer bytes = TEXT_BUFFER_EMPTY;
    Error error = ERROR_NONE;
    Value read = value_find_attribute_c(thread, arguments[0], "read");
    if (exception_is_set(thread) || !state) return VALUE_ABSENT;
    if (!value_is_absent(read)) {
        Value data = value_call_none(thread, read);
        const char *start;
        size_t length;
        bool done = !value_is_absent(data) && value_buffer(thread, data, &start, &length);
        if (done) text_append_bytes(&bytes, start, length);
        value_release(data);
        value_release(read);
        if (!done) return VALUE_ABSENT;
    } else {
        Value name = value_str(thread, arguments[0]);
        if (value_is_absent(name)) return name;
        FILE *file = fopen(value_c_string(name), "rbe");
        if (!file) {
            raise_os_error(thread, errno, value_c_string(name));
            value_release(name);
            return VALUE_ABSENT;
        }
        char block[65536];
        for (size_t count; (count = fread(block, 1, sizeof block, file)) > 0;)
            text_append_bytes(&bytes, block, count);
        fclose(file);
        value_release(name);
    }
    size_t rows = 0, columns = 0, channels = 0;
    uint8_t *pixels = picture_read_png(state->plot, bytes.bytes ? bytes.bytes : "", bytes.length, &rows,
                                       &columns, &channels, &error);
    text_release(&bytes);
    if (!pixels) return raise_plot_error(thread, &error);
    size_t count = rows * columns * channels;
    double *values = memory_allocate((count + 1) * sizeof *values);
    for (size_t i = 0; values && i < count; i++) values[i] = (float)pixels[i] / 255.0f;
    memory_release(pixels);
    if (!values) return raise_no_memory(thread);
    Value flat = value_from_doubles(thread, values, count);
    memory_release(values);
    const Value sizes[3] = {value_from_int((int64_t)rows), value_from_int((int64_t)columns),
                            value_from_int((int64_t)channels)};
    Value shape = tuple_from_values(thread, sizes, channels == 1 ? 2 : 3), name = string_from_c(thread, "float32");
    Value single = value_is_absent(flat) ? flat : value_call_method(thread, flat, "astype", &name, 1);
    Value result = value_is_absent(single) || value_is_absent(shape)
                       ? VALUE_ABSENT
                       : call_numpy_two(thread, "reshape", single, shape);
    value_release(flat);
    value_release(shape);
    value_release(name);
    value_release(single);
    return result;
}

NATIVE(pyplot_imsave) {
    (void)native;
    MatplotlibState *state = matplotlib_state(thread);
    Numbers numbers;
    Error error = ERROR_NONE;
    Colormap *map = state ? colormap_from_value(thread, arguments[4]) : NULL;
    if (!map || !numbers_from_value(thread, arguments[1], &numbers)) return VALUE_ABSENT;
    size_t channels = numbers.dimensions == 3 ? numbers.shape[2] : 1,
           count = numbers.dimensions >= 2 ? numbers.shape[0] * numbers.shape[1] : 0;
    if (!count || (channels != 1 && channels != 3 && channels != 4)) {
        bool third = numbers.dimensions == 3 && count;
        numbers_release(&numbers);
        return third ? raise_value_error(thread, "Third dimension must be 3 or 4")
                     : raise_type_error(thread, "Invalid shape for image data");
    }
    for (size_t i = 0; channels > 1 && !numbers.is_integer && !numbers.is_byte && i < numbers.count; i++)
        if (!(numbers.values[i] >= 0 && numbers.values[i] <= 1)) {
            numbers_release(&numbers);
            return raise_value_error(thread, "Floating point image RGB values must be in the [0,1] range");
        }
    double dpi = 100;
    Value resolution = keyword_pop(thread, arguments[7], "dpi", NULL);
    if (value_given(resolution) && !double_from_value(thread, resolution, &dpi)) dpi = NAN;
    value_release(resolution);
    if (isnan(dpi)) return numbers_release(&numbers), VALUE_ABSENT;
    Mappable mappable = {
        .map = map, .norm = {.minimum = NAN, .maximum = NAN}, .values = numbers.values, .count = count};
    bool done = (!value_given(arguments[2]) ||
                 (mappable.has_minimum = double_from_value(thread, arguments[2], &mappable.norm.minimum))) &&
                (!value_given(arguments[3]) ||
                 (mappable.has_maximum = double_from_value(thread, arguments[3], &mappable.norm.maximum)));
    bool lower = value_is_string(arguments[6]) && string_equals_c(value_string(arguments[6]), "lower");
    uint8_t *pixels = memory_allocate(4 * count + 1);
    if (channels == 1) mappable_fit(&mappable);
    for (size_t i = 0; done && pixels && i < count; i++) {
        Color color;
        if (channels == 1) {
            color = mappable_color(&mappable, i);
        } else {
            const double *cell = numbers.values + i * channels, scale = numbers.is_integer ? 255 : 1;
            color = (Color){cell[0] / scale + 1e-9, cell[1] / scale + 1e-9, cell[2] / scale + 1e-9,
                            channels == 4 ? cell[3] / scale : 1};
        }
        size_t row = i / numbers.shape[1],
               to = lower ? (numbers.shape[0] - 1 - row) * numbers.shape[1] + i % numbers.shape[1] : i;
        color_to_bytes(color, pixels + 4 * to);
    }
    TextBuffer bytes = TEXT_BUFFER_EMPTY;
    done = done && pixels &&
           png_encode(pixels, numbers.shape[0], numbers.shape[1], dpi, &bytes, &error);
    memory_release(pixels);
    numbers_release(&numbers);
    Value result = VALUE_ABSENT;
    if (done) {
        Value write = value_is_string(arguments[0]) ? VALUE_ABSENT
                                                    : value_find_attribute_c(thread, arguments[0], "write");
        if (!value_is_absent(write)) {
            Value data = bytes_new(thread, bytes.bytes, bytes.length),
                  written = value_is_absent(data) ? data : value_call_one(thread, write, data);
            result = value_is_absent(written) ? written : VALUE_NONE;
            value_release(data);
            value_release(written);
            value_release(write);
        } else {
            Value name = value_str(thread, arguments[0]);
            FILE *file = value_is_absent(name) ? NULL : fopen(value_c_string(name), "wbe");
            bool good = file && fwrite(bytes.bytes, 1, bytes.length, file) == bytes.length;
            good = file && fclose(file) == 0 && good;
            result = good                    ? VALUE_NONE
                     : value_is_absent(name) ? VALUE_ABSENT
                                             : raise_os_error(thread, errno, value_c_string(name));
            value_release(name);
        }
    } else if (!exception_is_set(thread)) {
        raise_plot_error(thread, &error);
    }
    text_release(&bytes);
    return result;
}

/* ---- properties ---- */

NATIVE(pyplot_setp) {
    (void)native;
    const Tuple *given = value_tuple(arguments[1]);
    Value targets = value_has_type(arguments[0], &artist_type_template) || value_is_axes(arguments[0])
                        ? tuple_from_values(thread, arguments, 1)
                        : sequence_fast(thread, arguments[0], NULL);
    bool done = !value_is_absent(targets);
    for (size_t i = 0; done && i < sequence_fast_count(targets); i++) {
        Value target = sequence_fast_items(targets)[i];
        if (value_is_axes(target)) {
            done = axes_set_properties(thread, value_axes(target), arguments[2]);
            continue;
        }
        if (!value_has_type(target, &artist_type_template)) continue;
        for (size_t k = 0; done && k + 1 < given->count; k += 2)
            done = value_is_string(given->items[k]) &&
                   artist_set_property(thread, value_artist(target), value_c_string(given->items[k]),
                                       given->items[k + 1]);
        done = done && artist_set_properties(thread, value_artist(target), arguments[2]);
    }
    value_release(targets);
    return done ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(pyplot_getp) {
    (void)native;
    if (!value_has_type(arguments[0], &artist_type_template) || !value_is_string(arguments[1]))
        return raise_type_error(thread, "getp() needs an artist and the name of a property");
    return artist_get_property(thread, value_artist(arguments[0]), value_c_string(arguments[1]));
}

NATIVE(pyplot_figaspect) {
    (void)native;
    double aspect;
    if (value_is_ndarray(arguments[0])) {
        const Array *array = value_ndarray(arguments[0]);
        if (array->dimensions < 2)
            return raise_value_error(thread, "figaspect() needs a number or an array of two dimensions");
        aspect = (double)array->shape[0] / (double)array->shape[1];
    } else if (!double_from_value(thread, arguments[0], &aspect)) {
        return VALUE_ABSENT;
    }
    double height = 4.8, width = height / aspect;
    double grow = fmax(1, fmax(4 / width, 2 / height));
    width *= grow, height *= grow;
    double shrink = fmin(1, fmin(16 / width, 16 / height));
    const double size[2] = {width * shrink, height * shrink};
    return value_from_doubles(thread, size, 2);
}

#define MAP_FUNCTION(name)                                                                                     \
    { #name, "()", "Colour with the map '" #name "' from now on.", pyplot_named_map, NULL, 0 }
#define FIGURE_FUNCTION(name, method, text)                                                                    \
    { name, "(*args, **kwargs)", text, pyplot_figure_method, method, 0 }

const NativeEntry pyplot_functions[] = {
    {"figure", "(num=None, figsize=None, dpi=None, **kwargs)",
     "Begin a figure, or go back to one by its number or name.", pyplot_figure, NULL, 0},
    {"gcf", "()", "Get the current figure.", pyplot_gcf, NULL, 0},
    {"gca", "(**kwargs)", "Get the current Axes.", pyplot_gca, NULL, 0},
    {"sca", "(ax)", "Draw into these axes from now on.", pyplot_sca, NULL, 0},
    {"polar", "(*args, **kwargs)",
     "Plot angles (radians) and distances: plot() of the current axes, which are made round ones where there are none.",
     pyplot_polar, NULL, 0},
    {"rgrids", "(radii=None, labels=None, angle=None, fmt=None, **kwargs)",
     "The circles of the current polar axes: without arguments what there is, else set_rgrids. RuntimeError for other "
     "axes.",
     pyplot_polar_grid, NULL, 0},
    {"thetagrids", "(angles=None, labels=None, fmt=None, **kwargs)",
     "The rays of the current polar axes: without arguments what there is, else set_thetagrids (degrees). RuntimeError "
     "for other axes.",
     pyplot_polar_grid, "angles", 0},
    {"subplot", "(*args, **kwargs)", "The plot at one place of a grid; it is made if there is none.",
     pyplot_subplot, NULL, 0},
    {"subplots",
     "(nrows=1, ncols=1, *, sharex=False, sharey=False, squeeze=True, width_ratios=None, height_ratios=None, "
     "subplot_kw=None, gridspec_kw=None, **fig_kw)",
     "Begin a figure with plots in rows and columns: the figure and its axes.", pyplot_subplots, NULL, 0},
    {"subplot2grid", "(shape, loc, rowspan=1, colspan=1, **kwargs)",
     "A plot at a row and a column of a grid, several of them high or wide if wanted.", pyplot_subplot2grid, NULL, 0},
    {"axes", "(arg=None, **kwargs)", "Make axes, anywhere on the page or over it all; what follows is drawn there.",
     pyplot_axes, NULL, 0},
    {"close", "(fig=None)", "Close a figure window.", pyplot_close, NULL, 0},
    {"show", "(*args, **kwargs)", "Display all open figures.", pyplot_show, NULL, 0},
    {"get_fignums", "()", "Numbers of the figures that are open.", pyplot_fignums, NULL, 0},
    {"fignum_exists", "(num)", "Is there a figure of this number or name?", pyplot_fignum_exists,
     NULL, 0},
    {"box", "(on=None)", "Draw the frame, or do not.", pyplot_box, NULL, 0},
    {"get_figlabels", "()", "Names of the figures that are open.", pyplot_figure_labels, NULL, 0},
    {"draw_if_interactive", "()", "Nothing to do: figures are drawn when they are shown.", pyplot_nothing, NULL, 0},
    {"draw", "()", "Redraw the current figure (it is drawn when it is shown).", pyplot_nothing, NULL, 0},
    {"pause", "(interval)", "Nothing to wait for: figures have no window.", pyplot_nothing, NULL, 0},
    {"ion", "()", "Interactive mode: figures are shown at the end of the cell anyhow.", pyplot_nothing, NULL,
     0},
    {"ioff", "()", "Interactive mode: figures are shown at the end of the cell anyhow.", pyplot_nothing, NULL,
     0},
    {"isinteractive", "()", "Is a figure drawn again by each command?",
     pyplot_isinteractive, NULL, 0},
    {"switch_backend", "(newbackend)", "Pictures always go where the cell's output goes.", pyplot_nothing, NULL,
     0},
    {"gci", "()", "What was drawn last of all that has a colour map.", pyplot_gci, NULL, 0},
    {"sci", "(im)", "Set the current image.", pyplot_sci, NULL, 0},
    {"clim", "(vmin=None, vmax=None)", "Which values the first and the last colour of the image stand for.", pyplot_clim, NULL, 0},
    {"colorbar", "(mappable=None, cax=None, ax=None, **kwargs)", "Draw the scale of an image's colours beside it.", pyplot_colorbar,
     NULL, 0},
    {"get_cmap", "(name=None, lut=None)", "A colour map by its name; the usual one without a name.",
     pyplot_get_cmap, NULL, 0},
    {"set_cmap", "(cmap)", "Use a colour map from now on, for the image drawn last, too.",
     pyplot_set_cmap, NULL, 0},
    {"imread", "(fname, format=None)", "The pixels of a PNG file.", pyplot_imread, NULL,
     0},
    {"imsave", "(fname, arr, vmin=None, vmax=None, cmap=None, format=None, origin=None, **kwargs)",
     "Write an array as a picture, a pixel for each element.", pyplot_imsave, NULL, 0},
    {"setp", "(obj, *args, **kwargs)", "Change properties of an artist, or of several.", pyplot_setp, NULL, 0},
    {"getp", "(obj, property=None)", "One property of an artist by its name, or all of them.", pyplot_getp, NULL, 0},
    {"figaspect", "(arg)", "Inches of a page that has the shape of an array, or a ratio.",
     pyplot_figaspect, NULL, 0},
    FIGURE_FUNCTION("savefig", "savefig", "Write the page to a file: PNG, PDF or SVG, by the name's end."),
    FIGURE_FUNCTION("suptitle", "suptitle", "Add a centered title to the figure."),
    FIGURE_FUNCTION("figtext", "text", "Add text to figure."),
    FIGURE_FUNCTION("figlegend", "legend", "Explain what is drawn in a box on the page."),
    FIGURE_FUNCTION("tight_layout", "tight_layout", "Move plots so that no label covers another one."),
    FIGURE_FUNCTION("subplots_adjust", "subplots_adjust", "Where plots begin and end on the page, and the room between them."),
    FIGURE_FUNCTION("clf", "clf", "Clear the current figure."),
    FIGURE_FUNCTION("delaxes", "delaxes", "Remove an Axes from the current figure."),
    MAP_FUNCTION(autumn),
    MAP_FUNCTION(bone),
    MAP_FUNCTION(cool),
    MAP_FUNCTION(copper),
    MAP_FUNCTION(flag),
    MAP_FUNCTION(gray),
    MAP_FUNCTION(hot),
    MAP_FUNCTION(hsv),
    MAP_FUNCTION(inferno),
    MAP_FUNCTION(jet),
    MAP_FUNCTION(magma),
    MAP_FUNCTION(nipy_spectral),
    MAP_FUNCTION(pink),
    MAP_FUNCTION(plasma),
    MAP_FUNCTION(prism),
    MAP_FUNCTION(spring),
    MAP_FUNCTION(summer),
    MAP_FUNCTION(viridis),
    MAP_FUNCTION(winter),
    {0},
};
