#include "kernel/modules/matplotlib/face.h"

#include "base/memory.h"
#include "kernel/objects/number/float.h"

#include <math.h>
#include <string.h>

bool value_given(Value value) { return !value_is_absent(value) && !value_is_none(value); }

void numbers_release(Numbers *numbers) {
    memory_release(numbers->values);
    *numbers = (Numbers){0};
}

static void copy_elements(const Array *array, double *to) {
    int64_t index[ARRAY_DIMENSIONS_MAX] = {0}, count = array_size(array);
    const char *at = array_data(array);
    for (int64_t i = 0; i < count; i++) {
        memcpy(&to[i], at, sizeof *to);
        for (int axis = array->dimensions - 1; axis >= 0; axis--) {
            at += array->strides[axis];
            if (++index[axis] < array->shape[axis]) break;
            at -= array->strides[axis] * array->shape[axis];
            index[axis] = 0;
        }
    }
}

bool numbers_from_value(Thread *thread, Value value, Numbers *numbers) {
    *numbers = (Numbers){0};
    if (value.tag == TAG_INT || value.tag == TAG_FLOAT || value.tag == TAG_BOOL) {
        numbers->values = memory_allocate(sizeof(double));
        if (!numbers->values) return raise_no_memory(thread), false;
        numbers->values[0] = value.tag == TAG_FLOAT ? value.number : (double)value.integer;
        numbers->count = 1;
        return true;
    }
    Array *array = array_from_value(thread, value, NULL);
    if (!array) return false;
    numbers->is_byte = array->dtype == DTYPE(UINT8);
    numbers->is_integer = array->dtype->kind == 'i' || array->dtype->kind == 'u' || array->dtype->kind == 'b';
    if (array->dtype != DTYPE(FLOAT64)) {
        Value original = value_from_array(thread, array);
        array = value_is_absent(original) ? NULL : array_from_value(thread, original, DTYPE(FLOAT64));
        value_release(original);
        if (!array) return false;
    }
    size_t count = (size_t)array_size(array);
    numbers->dimensions = array->dimensions;
    for (int i = 0; i < array->dimensions && i < 4; i++) numbers->shape[i] = (size_t)array->shape[i];
    numbers->count = count;
    numbers->values = memory_allocate((count ? count : 1) * sizeof(double));
    if (numbers->values) copy_elements(array, numbers->values);
    array_release(array);
    if (!numbers->values) return raise_no_memory(thread), false;
    return true;
}

/* ["a", "b"]: the places of names among the labels that the axis has; new names come after them. */
static bool places_of_names(Thread *thread, PlotAxis *axis, const Value *items, size_t count,
                            Numbers *numbers) {
    Formatter *formatter = &axis->view->major_format;
    size_t known = formatter->kind == FORMATTER_FIXED ? formatter->count : 0;
    const char **labels = memory_allocate((known + count + 1) * sizeof *labels);
    double *positions = memory_allocate((known + count + 1) * sizeof *positions);
    Error error = ERROR_NONE;
    numbers->values = memory_allocate((count + 1) * sizeof(double));
    bool done = labels && positions && numbers->values;
    for (size_t i = 0; done && i < known; i++) labels[i] = formatter->labels[i];
    for (size_t i = 0; done && i < count; i++) {
        const char *name = value_c_string(items[i]);
        size_t at = 0;
        while (at < known && strcmp(labels[at], name) != 0) at++;
        if (at == known) labels[known++] = name;
        numbers->values[i] = (double)at;
    }
    for (size_t i = 0; done && i < known; i++) positions[i] = (double)i;
    char **copies = done ? memory_allocate_zeroed(known + 1, sizeof *copies) : NULL;
    done = done && copies;
    for (size_t i = 0; done && i < known; i++)
        done = (copies[i] = memory_copy_string(labels[i])); /* axis_set_labels frees what `labels` points to */
    done = done && axis_set_ticks(&axis->view->major, positions, known, &error) &&
           axis_set_labels(formatter, (const char *const *)copies, known, &error);
    for (size_t i = 0; copies && i < known; i++) memory_release(copies[i]);
    memory_release(copies);
    memory_release(labels);
    memory_release(positions);
    error_clear(&error);
    numbers->count = numbers->shape[0] = count;
    numbers->dimensions = 1;
    if (!done) {
        numbers_release(numbers);
        raise_no_memory(thread);
    }
    return done;
}

bool numbers_on_axis(Thread *thread, PlotAxis *axis, Value value, Numbers *numbers) {
    *numbers = (Numbers){0};
    if (value_is_string(value)) return places_of_names(thread, axis, &value, 1, numbers);
    bool sequence = value_is_list(value) || value_is_tuple(value);
    Value listed = VALUE_ABSENT;
    if (!sequence && value_is_object(value) && !value_is_ndarray(value) && !value_is_numpy_scalar(value) &&
        !value_is_int(value) && !value_is_float(value)) {
        listed = list_from_iterable(thread, value); /* dict views, ranges, generators */
        if (value_is_absent(listed)) {
            exception_clear(thread);
        } else {
            value = listed;
            sequence = true;
        }
    }
    bool done;
    if (sequence && sequence_fast_count(value) && value_is_string(sequence_fast_items(value)[0])) {
        const Value *items = sequence_fast_items(value);
        size_t count = sequence_fast_count(value);
        done = true;
        for (size_t i = 0; i < count && done; i++) done = value_is_string(items[i]);
        if (done)
            done = places_of_names(thread, axis, items, count, numbers);
        else
            raise_type_error(thread, "'value' must be an instance of str or bytes, not a float");
    } else {
        done = numbers_from_value(thread, value, numbers);
    }
    value_release(listed);
    return done;
}

bool double_from_value(Thread *thread, Value value, double *number) {
    if (value_is_ndarray(value)) {
        Numbers numbers;
        if (!numbers_from_value(thread, value, &numbers)) return false;
        bool one = numbers.count == 1;
        if (one) *number = numbers.values[0];
        numbers_release(&numbers);
        if (!one) raise_type_error(thread, "only 0-dimensional arrays can be converted to Python scalars");
        return one;
    }
    return value_to_double(thread, value, number);
}

bool pair_from_value(Thread *thread, Value value, double pair[2]) {
    Numbers numbers;
    if (!numbers_from_value(thread, value, &numbers)) return false;
    bool two = numbers.count == 2;
    if (two)
        memcpy(pair, numbers.values, 2 * sizeof *pair);
    else
        raise_value_error(thread, "a pair of numbers is needed, not %zu", numbers.count);
    numbers_release(&numbers);
    return two;
}

/* What matplotlib.colors.to_rgba says of it. */
static bool raise_color(Thread *thread, Value value) {
    Value text = value_repr(thread, value);
    double number;
    if (!value_is_absent(text)) {
        const char *word = value_is_string(value) ? value_c_string(value) : "", *shown = value_c_string(text);
        if (word[0] == '#')
            raise_value_error(thread, "Invalid hex color specifier: %s", shown);
        else if (*word && float_parse(word, value_string(value)->length, &number))
            raise_value_error(thread, "Invalid string grayscale value %s. Value must be within 0-1 range", shown);
        else
            raise_value_error(thread, "Invalid RGBA argument: %s", shown);
    }
    value_release(text);
    return false;
}

/* Another ValueError in place of the one that is set: `format` has a place for repr(value). */
bool replace_color_error(Thread *thread, const char *format, Value value) {
    if (!exception_matches(thread, thread_builtins(thread)->exception_ValueError)) return false;
    exception_clear(thread);
    Value text = value_repr(thread, value), whole = VALUE_ABSENT;
    if (!value_is_absent(text)) {
        const char *place = strstr(format, "{}");
        whole = place ? string_format(thread, "%.*s%s%s", (int)(place - format), format, value_c_string(text), place + 2)
                      : string_from_c(thread, format);
    }
    if (!value_is_absent(whole)) raise_value_error(thread, "%s", value_c_string(whole));
    value_release(text);
    value_release(whole);
    return false;
}

/* Lines and texts say what they take. */
bool checked_color_from_value(Thread *thread, Value value, Color *color) {
    return color_from_value(thread, value, color) ||
           replace_color_error(thread,
                               "{} is not a valid value for color: supported inputs are (r, g, b) and (r, g, b, a) 0-1 "
                               "float tuples; '#rrggbb', '#rrggbbaa', '#rgb', '#rgba' strings; named color strings; string "
                               "reprs of 0-1 floats for grayscale values; 'C0', 'C1', ... strings for colors of the color "
                               "cycle; and pairs combining one of the above with an alpha value",
                               value);
}

static bool color_from_numbers(Thread *thread, Value value, Color *color) {
    Numbers numbers;
    if (!numbers_from_value(thread, value, &numbers)) {
        exception_clear(thread);
        return raise_color(thread, value);
    }
    bool good = numbers.count == 3 || numbers.count == 4;
    if (good)
        *color = (Color){numbers.values[0], numbers.values[1], numbers.values[2],
                         numbers.count == 4 ? numbers.values[3] : 1};
    for (size_t i = 0; good && i < numbers.count; i++)
        if (!(numbers.values[i] >= 0 && numbers.values[i] <= 1)) {
            numbers_release(&numbers);
            raise_value_error(thread, "RGBA values should be within 0-1 range");
            return false;
        }
    numbers_release(&numbers);
    if (!good) raise_value_error(thread, "RGBA sequence should have length 3 or 4");
    return good;
}

bool color_from_value(Thread *thread, Value value, Color *color) {
    if (value_is_string(value)) {
        MatplotlibState *state = matplotlib_state(thread);
        return state && (plot_color_parse(&state->plot->settings, value_c_string(value), color) || raise_color(thread, value));
    }
    if (value_is_tuple(value) && value_tuple(value)->count == 2) { /* a colour and its alpha */
        double alpha;
        if (!double_from_value(thread, value_tuple(value)->items[1], &alpha)) return false;
        if (!(alpha >= 0 && alpha <= 1)) return raise_value_error(thread, "'alpha' must be between 0 and 1, inclusive"), false;
        if (!color_from_value(thread, value_tuple(value)->items[0], color)) return false;
        color->alpha = alpha;
        return true;
    }
    if (!value_is_object(value)) return raise_color(thread, value);
    return color_from_numbers(thread, value, color);
}

bool colors_from_value(Thread *thread, Value value, Color **colors, size_t *count) {
    *colors = NULL;
    *count = 0;
    bool list = value_is_list(value) || value_is_tuple(value);
    size_t items = list ? sequence_fast_count(value) : 0;
    bool many = list && items &&
                (!(items == 3 || items == 4) || value_is_object(sequence_fast_items(value)[0])) &&
                !(value_is_tuple(value) && items == 2 && !value_is_object(sequence_fast_items(value)[1]));
    if (many && items && value_is_numpy_scalar(sequence_fast_items(value)[0])) many = false;
    Numbers rows = {0};
    if (!list && value_is_ndarray(value)) {
        if (!numbers_from_value(thread, value, &rows)) return false;
        if (rows.dimensions == 2 && (rows.shape[1] == 3 || rows.shape[1] == 4)) {
            *count = rows.shape[0];
            *colors = memory_allocate((*count + 1) * sizeof **colors);
            for (size_t i = 0; *colors && i < *count; i++) {
                const double *row = rows.values + i * rows.shape[1];
                (*colors)[i] = (Color){row[0], row[1], row[2], rows.shape[1] == 4 ? row[3] : 1};
            }
            numbers_release(&rows);
            return *colors || (raise_no_memory(thread), false);
        }
        numbers_release(&rows);
    }
    size_t wanted = many ? items : 1;
    *colors = memory_allocate((wanted + 1) * sizeof **colors);
    if (!*colors) return raise_no_memory(thread), false;
    for (size_t i = 0; i < wanted; i++)
        if (!color_from_value(thread, many ? sequence_fast_items(value)[i] : value, &(*colors)[i])) {
            memory_release(*colors);
            *colors = NULL;
            return value_is_string(value) && replace_color_error(thread, "{} is not a valid color value.", value);
        }
    *count = wanted;
    return true;
}

bool dash_from_value(Thread *thread, Value value, LineDash *dash) {
    if (value_is_string(value) && line_dash_parse(value_c_string(value), dash)) {
        MatplotlibState *state = matplotlib_state(thread);
        if (!state) return false;
        dash->count = plot_dash_lengths(&state->plot->settings, dash->kind, dash->lengths);
        dash->in_points = state->plot->settings.unscaled_dashes;
        return true;
    }
    if (value_is_tuple(value) && value_tuple(value)->count == 2) {
        const Value *items = value_tuple(value)->items;
        Numbers lengths;
        *dash = (LineDash){.kind = LINE_CUSTOM};
        if (!double_from_value(thread, items[0], &dash->offset)) return false;
        if (value_is_none(items[1])) return dash->kind = LINE_SOLID, true;
        if (!numbers_from_value(thread, items[1], &lengths)) return false;
        dash->count = lengths.count < dash_capacity ? lengths.count : dash_capacity;
        memcpy(dash->lengths, lengths.values, dash->count * sizeof(double));
        if (!dash->count) dash->kind = LINE_SOLID;
        numbers_release(&lengths);
        return true;
    }
    Value text = value_repr(thread, value);
    if (!value_is_absent(text))
        raise_value_error(
            thread,
            "%s is not a valid value for ls; supported values are '-', '--', '-.', ':', 'None', ' ', '', "
            "'solid', 'dashed', 'dashdot', 'dotted'",
            value_c_string(text));
    value_release(text);
    return false;
}

bool marker_from_value(Thread *thread, Value value, MarkerKind *marker) {
    if (value_is_none(value)) return *marker = MARKER_NONE, true;
    if (value_is_string(value) && marker_parse(value_c_string(value), marker)) return true;
    int64_t number;
    if (value_is_int(value) && value_to_int64(thread, value, &number) && number >= 0 && number < 12)
        return *marker = (MarkerKind)(MARKER_TICK_LEFT + number), true;
    exception_clear(thread);
    Value text = value_repr(thread, value);
    if (!value_is_absent(text)) raise_value_error(thread, "Unrecognized marker style %s", value_c_string(text));
    value_release(text);
    return false;
}

bool text_size_from_value(Thread *thread, Value value, double *size) {
    static const struct {
        const char *name;
        double factor;
    } names[] = {{"xx-small", 0.579}, {"x-small", 0.694},  {"small", 0.833}, {"medium", 1},     {"large", 1.2},
                 {"x-large", 1.44},   {"xx-large", 1.728}, {"larger", 1.2},  {"smaller", 0.833}};
    if (!value_is_string(value)) return double_from_value(thread, value, size);
    MatplotlibState *state = matplotlib_state(thread);
    for (size_t i = 0; state && i < sizeof names / sizeof *names; i++)
        if (string_equals_c(value_string(value), names[i].name)) {
            *size = names[i].factor * state->plot->settings.font_size;
            return true;
        }
    raise_value_error(thread, "'%s' is not a valid value for size", value_c_string(value));
    return false;
}

char *label_from_value(Thread *thread, Value value) {
    Value text = value_str(thread, value);
    char *copy = value_is_absent(text) ? NULL : memory_copy_string(value_c_string(text));
    if (!copy && !exception_is_set(thread)) raise_no_memory(thread);
    value_release(text);
    return copy;
}

bool set_label_string(Thread *thread, char **string, Value value) {
    char *copy = value_is_none(value) ? NULL : label_from_value(thread, value);
    if (!copy && !value_is_none(value)) return false;
    memory_release(*string);
    *string = copy;
    return true;
}

Colormap *colormap_from_value(Thread *thread, Value value) {
    MatplotlibState *state = matplotlib_state(thread);
    Error error = ERROR_NONE;
    if (!state) return NULL;
    if (value_has_type(value, &colormap_type_template)) return ((ColormapObject *)value.object)->map;
    if (value_given(value) && !value_is_string(value)) {
        Value text = value_repr(thread, value);
        if (!value_is_absent(text))
            raise_value_error(thread, "%s is not a valid value for cmap.", value_c_string(text));
        value_release(text);
        return NULL;
    }
    Colormap *map = plot_colormap(
        state->plot, value_given(value) ? value_c_string(value) : state->plot->settings.image_map, &error);
    if (!map) raise_plot_error(thread, &error);
    return map;
}

bool norm_from_value(Thread *thread, Value value, Mappable *mappable) {
    if (!value_given(value)) return true;
    if (value_is_string(value)) {
        const String *name = value_string(value);
        mappable->norm.kind = string_equals_c(name, "log")      ? NORM_LOG
                              : string_equals_c(name, "symlog") ? NORM_SYMLOG
                                                                : NORM_LINEAR;
        if (mappable->norm.kind == NORM_SYMLOG) mappable->norm.parameter = 2; /* the scale's own threshold */
        return true;
    }
    if (!value_has_type(value, &norm_type_template)) {
        raise_value_error(thread, "norm must be an instance of matplotlib.colors.Normalize or None or str");
        return false;
    }
    const Norm *norm = value_norm(value);
    if (norm == &mappable->norm) return true;
    double *boundaries = NULL;
    if (norm->boundary_count) {
        boundaries = memory_allocate(norm->boundary_count * sizeof *boundaries);
        if (!boundaries) return raise_no_memory(thread), false;
        memcpy(boundaries, norm->boundaries, norm->boundary_count * sizeof *boundaries);
    }
    memory_release(mappable->norm.boundaries);
    mappable->norm = *norm;
    mappable->norm.boundaries = boundaries;
    mappable->has_minimum = !isnan(norm->minimum);
    mappable->has_maximum = !isnan(norm->maximum);
    return true;
}

/* Three numbers, or four where it is not opaque. */
Value value_from_color_tuple(Thread *thread, Color color) {
    const Value channels[4] = {value_from_float(color.red), value_from_float(color.green),
                               value_from_float(color.blue), value_from_float(color.alpha)};
    return tuple_from_values(thread, channels, color.alpha < 1 ? 4 : 3);
}

Value value_from_color(Thread *thread, Color color) {
    const Value channels[4] = {value_from_float(color.red), value_from_float(color.green),
                               value_from_float(color.blue), value_from_float(color.alpha)};
    return tuple_from_values(thread, channels, 4);
}

Value value_from_doubles(Thread *thread, const double *values, size_t count) {
    Value list = list_new(thread);
    bool done = !value_is_absent(list);
    for (size_t i = 0; done && i < count; i++)
        done = list_append_owned(thread, value_list(list), value_from_float(values[i]));
    Array *array = done ? array_from_value(thread, list, DTYPE(FLOAT64)) : NULL;
    value_release(list);
    return array ? value_from_array(thread, array) : VALUE_ABSENT;
}

Value value_from_double_pair(Thread *thread, double first, double second) {
    Value pair[2] = {scalar_from_double(thread, first), scalar_from_double(thread, second)};
    Value tuple = value_is_absent(pair[0]) || value_is_absent(pair[1]) ? VALUE_ABSENT
                                                                       : tuple_from_values(thread, pair, 2);
    value_release(pair[0]);
    value_release(pair[1]);
    return tuple;
}

Value keyword_pop(Thread *thread, Value keywords, const char *name, const char *alias) {
    if (!value_is_dict(keywords)) return VALUE_ABSENT;
    for (int i = 0; i < 2; i++, name = alias) {
        if (!name) break;
        Value key = value_from_object(string_intern(thread, name));
        if (value_is_absent(key)) break;
        Value found = value_retain(dict_get_string(value_dict(keywords), value_string(key)));
        if (!value_is_absent(found)) {
            dict_remove(thread, value_dict(keywords), key);
            return found;
        }
    }
    return VALUE_ABSENT;
}
