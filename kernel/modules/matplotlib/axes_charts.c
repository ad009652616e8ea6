/* Bars, histograms, error bars, areas, lines across, texts: functions of axes that are made of several artists.
 */
#include "kernel/modules/matplotlib/arrows.h"
#include "kernel/modules/matplotlib/error_bars.h"
#include "kernel/modules/matplotlib/settings.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double at(const Numbers *numbers, size_t index) {
    return numbers->count == 1 ? numbers->values[0] : numbers->values[index];
}

static size_t longest(const Numbers *const *lists, size_t count) {
    size_t length = 1;
    for (size_t i = 0; i < count; i++)
        if (lists[i]->values && lists[i]->count != 1) length = lists[i]->count;
    return length;
}

static bool same_length(Thread *thread, const Numbers *const *lists, size_t count, size_t length) {
    for (size_t i = 0; i < count; i++)
        if (lists[i]->values && lists[i]->count != 1 && lists[i]->count != length) {
            raise_value_error(
                thread,
                "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between "
                "arg 0 with shape (%zu,) and arg %zu with shape (%zu,).",
                length, i, lists[i]->count);
            return false;
        }
    return true;
}

/* ---- bars ---- */

static bool any_keyword(Value keywords, const char *first, const char *second, const char *third) {
    Value key, value;
    for (size_t at = 0; value_is_dict(keywords) && dict_next(value_dict(keywords), &at, &key, &value);) {
        const char *name = value_is_string(key) ? value_c_string(key) : "";
        if (value_given(value) && (!strcmp(name, first) || (second && !strcmp(name, second)) || (third && !strcmp(name, third))))
            return true;
    }
    return false;
}


static bool color_keywords(Thread *thread, Value keywords, Color **faces, size_t *face_count, Color **edges,
                           size_t *edge_count) {
    Value color = keyword_pop(thread, keywords, "color", "facecolor");
    Value edge = keyword_pop(thread, keywords, "edgecolor", "ec");
    static const char wrong[] = "'facecolor' or 'color' argument must be a valid color or sequence of colors.";
    bool done = (!value_given(color) || colors_from_value(thread, color, faces, face_count) ||
                 replace_color_error(thread, wrong, color)) &&
                (!value_given(edge) || colors_from_value(thread, edge, edges, edge_count));
    value_release(color);
    value_release(edge);
    return done;
}

/* hatch='/' for all, or one of a list for each. */
static bool set_item_hatch(Thread *thread, PlotPatch *patch, Value hatch, size_t index) {
    if (!value_given(hatch)) return true;
    bool list = value_is_list(hatch) || value_is_tuple(hatch);
    if (!list) return artist_set_property(thread, &patch->artist, "hatch", hatch);
    size_t count = sequence_fast_count(hatch);
    if (!count) return true;
    return artist_set_property(thread, &patch->artist, "hatch", sequence_fast_items(hatch)[index % count]);
}

/* error_kw=, with ecolor and capsize in it. */
static Value pop_error_keywords(Thread *thread, Value keywords) {
    Value given = keyword_pop(thread, keywords, "error_kw", NULL);
    Value all = value_is_dict(given) ? dict_copy(thread, value_dict(given)) : dict_new(thread);
    static const char *const names[] = {"ecolor", "capsize"};
    for (size_t i = 0; i < 2; i++) {
        Value value = keyword_pop(thread, keywords, names[i], NULL);
        if (!value_is_absent(all) && value_given(value) &&
            value_is_absent(dict_get_c(thread, value_dict(all), names[i])) &&
            !dict_set_c(thread, value_dict(all), names[i], value))
            value_replace(&all, VALUE_ABSENT);
        value_release(value);
    }
    value_release(given);
    return all;
}

/* Black ones without a line, by errorbar(); the container comes back in *container. */
static bool add_bar_errors(Thread *thread, PlotAxes *axes, const double *x, const double *y, size_t count,
                           Value x_errors, Value y_errors, Value keywords, Value *container) {
    Value places[2] = {value_from_doubles(thread, x, count), value_from_doubles(thread, y, count)};
    Value self = value_from_axes(thread, axes), none = string_from_c(thread, "none"),
          black = string_from_c(thread, "k"), hidden = string_from_c(thread, "_nolegend_");
    Value method = value_is_absent(self) ? self : value_get_attribute_c(thread, self, "errorbar");
    bool done = !value_is_absent(method) && !value_is_absent(places[0]) && !value_is_absent(places[1]) &&
                !value_is_absent(none) && !value_is_absent(black) && !value_is_absent(hidden);
    const struct {
        const char *name;
        Value value;
    } more[] = {{"fmt", none}, {"xerr", x_errors}, {"yerr", y_errors}, {"label", hidden}};
    for (size_t i = 0; done && i < sizeof more / sizeof *more; i++)
        if (value_given(more[i].value)) done = dict_set_c(thread, value_dict(keywords), more[i].name, more[i].value);
    if (done && value_is_absent(dict_get_c(thread, value_dict(keywords), "ecolor")))
        done = dict_set_c(thread, value_dict(keywords), "ecolor", black);
    Value pair = done ? tuple_from_values(thread, places, 2) : VALUE_ABSENT;
    Value result =
        value_is_absent(pair) ? pair : value_call_unpacked(thread, method, value_tuple(pair), value_dict(keywords));
    done = !value_is_absent(result);
    if (done) *container = result;
    const Value taken[] = {places[0], places[1], self, none, black, hidden, method, pair};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) value_release(taken[i]);
    return done;
}

static bool describe_bars(Thread *thread, Value container, const Numbers *lengths, size_t count, bool horizontal,
                          Value errors) {
    double *sizes = memory_allocate((count + 1) * sizeof *sizes);
    if (!sizes) return raise_no_memory(thread), false;
    for (size_t i = 0; i < count; i++) sizes[i] = at(lengths, i);
    const struct {
        const char *name;
        Value value;
    } rows[] = {{"datavalues", value_from_doubles(thread, sizes, count)},
                {"orientation", string_from_c(thread, horizontal ? "horizontal" : "vertical")},
                {"errorbar", value_retain(errors)}};
    bool done = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        String *name = string_intern(thread, rows[i].name);
        done = done && name && !value_is_absent(rows[i].value) &&
               value_set_attribute(thread, container, name, rows[i].value);
        value_release(rows[i].value);
    }
    memory_release(sizes);
    return done;
}

static Value draw_bars(Thread *thread, PlotAxes *axes, Value position, Value length, Value thickness,
                       Value base, Value align, Value keywords, bool horizontal) {
    Numbers places = {0}, lengths = {0}, widths = {0}, bases = {0};
    Color *faces = NULL, *edges = NULL;
    size_t face_count = 0, edge_count = 0;
    Error error = ERROR_NONE;
    Value result = VALUE_ABSENT, items = list_new(thread);
    Value label = keyword_pop(thread, keywords, "label", NULL),
          tick_label = keyword_pop(thread, keywords, "tick_label", NULL);
    Value log = keyword_pop(thread, keywords, "log", NULL), x_errors = keyword_pop(thread, keywords, "xerr", NULL),
          y_errors = keyword_pop(thread, keywords, "yerr", NULL);
    Value error_keywords = pop_error_keywords(thread, keywords), error_container = VALUE_NONE;
    Value hatch = keyword_pop(thread, keywords, "hatch", NULL);
    bool edge_aligned = value_is_string(align) && string_equals_c(value_string(align), "edge");
    bool done = !value_is_absent(items) && !value_is_absent(error_keywords) &&
                numbers_on_axis(thread, horizontal ? &axes->y : &axes->x, position, &places) &&
                numbers_from_value(thread, length, &lengths) &&
                numbers_from_value(thread, thickness, &widths) &&
                (!value_given(base) || numbers_from_value(thread, base, &bases)) &&
                color_keywords(thread, keywords, &faces, &face_count, &edges, &edge_count);
    const Numbers *lists[] = {&places, &lengths, &widths, &bases};
    size_t count = longest(lists, 4);
    if (places.values && !places.count) count = 0;
    done = done && same_length(thread, lists, 4, count);
    bool many_labels = value_is_list(label) && sequence_fast_count(label) == count;
    double *tips = memory_allocate((count + 1) * sizeof *tips),
           *middles = memory_allocate((count + 1) * sizeof *middles);
    bool colored = face_count || any_keyword(keywords, "fc", NULL, NULL);
    Color face = colored || !done ? COLOR_BLACK : axes_next_color(axes, true);
    for (size_t i = 0; done && tips && middles && i < count; i++) {
        double size = at(&lengths, i), width = at(&widths, i), start = bases.values ? at(&bases, i) : 0;
        double side = at(&places, i) - (edge_aligned ? 0 : width / 2);
        PlotPatch *patch = axes_add_bar(axes, horizontal ? start : side, horizontal ? side : start,
                                        horizontal ? size : width, horizontal ? width : size, horizontal,
                                        face_count ? faces[i % face_count] : face, &error);
        if (!patch) {
            raise_plot_error(thread, &error);
            done = false;
            break;
        }
        tips[i] = start + size;
        middles[i] = side + width / 2;
        if (edge_count) patch->edge = edges[i % edge_count];
        patch->artist.contained = true;
        if (many_labels)
            done = set_label_string(thread, &patch->artist.label, sequence_fast_items(label)[i]);
        else if (i == 0 && value_given(label))
            done = set_label_string(thread, &patch->artist.label, label);
        else
            done = plot_set_string(&patch->artist.label, "_nolegend_", &error);
        done = done && artist_set_properties(thread, &patch->artist, keywords) &&
               set_item_hatch(thread, patch, hatch, i) &&
               list_append_owned(thread, value_list(items), value_from_artist(thread, patch));
    }
    AxisScale scale;
    if (done && value_given(log) && value_truth(thread, log) == 1 && scale_parse("log", &scale))
        axes_set_scale(axes, horizontal ? &axes->x : &axes->y, scale);
    if (done && (value_given(x_errors) || value_given(y_errors)))
        done = add_bar_errors(thread, axes, horizontal ? tips : middles, horizontal ? middles : tips, count, x_errors,
                              y_errors, error_keywords, &error_container);
    if (done && value_given(tick_label)) {
        Value sequence = sequence_fast(thread, tick_label, NULL);
        Numbers ignored = {0};
        done = !value_is_absent(sequence) &&
               numbers_on_axis(thread, horizontal ? &axes->y : &axes->x, sequence, &ignored);
        if (done && ignored.count == count)
            done = axis_set_ticks(horizontal ? &axes->y.view->major : &axes->x.view->major, middles, count,
                                  &error);
        numbers_release(&ignored);
        value_release(sequence);
    }
    if (done) {
        result = container_new(thread, "BarContainer", value_retain(items));
        if (!value_is_absent(result))
            ((ContainerObject *)result.object)->label = value_given(label) ? value_retain(label) : VALUE_ABSENT;
        if (!value_is_absent(result) && !describe_bars(thread, result, &lengths, count, horizontal, error_container))
            value_replace(&result, VALUE_ABSENT);
    }
    memory_release(faces);
    memory_release(edges);
    memory_release(tips);
    memory_release(middles);
    numbers_release(&places);
    numbers_release(&lengths);
    numbers_release(&widths);
    numbers_release(&bases);
    const Value taken[] = {items, label, tick_label, log, x_errors, y_errors, error_keywords, error_container, hatch};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) value_release(taken[i]);
    return result;
}

static Value draw_bar(Thread *thread, PlotAxes *axes, const Value *a) {
    return draw_bars(thread, axes, a[0], a[1], a[2], a[3], a[4], a[6], false);
}

static Value draw_barh(Thread *thread, PlotAxes *axes, const Value *a) {
    return draw_bars(thread, axes, a[0], a[1], a[2], a[3], a[4], a[6], true);
}

/* ---- histogram ---- */

enum {
    HIST_X,
    HIST_BINS,
    HIST_RANGE,
    HIST_DENSITY,
    HIST_WEIGHTS,
    HIST_CUMULATIVE,
    HIST_BOTTOM,
    HIST_TYPE,
    HIST_ALIGN,
    HIST_ORIENTATION,
    HIST_RWIDTH,
    HIST_LOG,
    HIST_COLOR,
    HIST_LABEL,
    HIST_STACKED,
    HIST_DATA,
    HIST_KEYWORDS
};

/* The data sets of x: one array, or a list of arrays, or the columns of a matrix. */
typedef struct DataSets {
    Numbers *sets;
    size_t count;
} DataSets;

static void sets_release(DataSets *data) {
    for (size_t i = 0; i < data->count; i++) numbers_release(&data->sets[i]);
    memory_release(data->sets);
}

static bool sets_from_value(Thread *thread, Value value, DataSets *data) {
    bool list =
        (value_is_list(value) || value_is_tuple(value)) && sequence_fast_count(value) &&
        (value_is_list(sequence_fast_items(value)[0]) || value_is_tuple(sequence_fast_items(value)[0]) ||
         (value_is_ndarray(sequence_fast_items(value)[0]) &&
          value_ndarray(sequence_fast_items(value)[0])->dimensions));
    size_t count = list ? sequence_fast_count(value) : 1;
    Numbers whole = {0};
    if (!list && !numbers_from_value(thread, value, &whole)) return false;
    size_t columns = whole.dimensions == 2 ? whole.shape[1] : 1,
           rows = whole.dimensions == 2 ? whole.shape[0] : whole.count;
    if (!list) count = columns;
    data->sets = memory_allocate_zeroed(count + 1, sizeof *data->sets);
    if (!data->sets) {
        numbers_release(&whole);
        return raise_no_memory(thread), false;
    }
    for (size_t i = 0; i < count; i++) {
        data->count = i + 1;
        if (list) {
            if (!numbers_from_value(thread, sequence_fast_items(value)[i], &data->sets[i])) return false;
            continue;
        }
        double *column = memory_allocate((rows + 1) * sizeof *column);
        if (!column) {
            numbers_release(&whole);
            return raise_no_memory(thread), false;
        }
        for (size_t row = 0; row < rows; row++) column[row] = whole.values[row * columns + i];
        data->sets[i] = (Numbers){.values = column, .count = rows, .dimensions = 1};
    }
    numbers_release(&whole);
    return true;
}

static Value bin_edges(Thread *thread, const Value *arguments, const DataSets *data) {
    double low = INFINITY, high = -INFINITY;
    size_t total = 0;
    for (size_t i = 0; i < data->count; i++)
        for (size_t k = 0; k < data->sets[i].count; k++, total++) {
            low = fmin(low, data->sets[i].values[k]);
            high = fmax(high, data->sets[i].values[k]);
        }
    Value bins = value_given(arguments[HIST_BINS]) ? arguments[HIST_BINS] : matplotlib_setting(thread, "hist.bins");
    if (!value_given(bins)) bins = value_from_int(10);
    double *all = memory_allocate((total + 2) * sizeof *all);
    if (!all) return raise_no_memory(thread);
    size_t used = 0;
    bool by_rule = value_is_string(bins);
    for (size_t i = 0; i < data->count; i++)
        for (size_t k = 0; k < data->sets[i].count && by_rule; k++) all[used++] = data->sets[i].values[k];
    if (!by_rule && total) { /* the ends are enough */
        all[used++] = low;
        all[used++] = high;
    }
    Value array = value_from_doubles(thread, all, used);
    memory_release(all);
    if (value_is_absent(array)) return array;
    const Value call[3] = {array, bins, arguments[HIST_RANGE]};
    Value edges = call_numpy(thread, "histogram_bin_edges", call, value_given(arguments[HIST_RANGE]) ? 3 : 2);
    value_release(array);
    return edges;
}

static bool flag(Value value) { return value.tag == TAG_BOOL && value.integer; }

static bool word_is(Value value, const char *word) {
    return value_is_string(value) && string_equals_c(value_string(value), word);
}

/* The outline of a 'step' or 'stepfilled' histogram. */
static PlotPatch *add_outline(PlotAxes *axes, const double *edges, const double *counts, const double *bases,
                              size_t bins, bool horizontal, bool filled, Color color, Error *error) {
    PlotPatch *patch = axes_add_patch(axes, PATCH_POLYGON, error);
    if (!patch) return NULL;
    for (size_t i = 0; i <= 2 * bins + 1; i++) {
        double x = edges[i / 2], y = i == 0              ? bases[0]
                                     : i == 2 * bins + 1 ? bases[bins - 1]
                                                         : bases[(i - 1) / 2] + counts[(i - 1) / 2];
        if (i)
            path_line(&patch->path, horizontal ? y : x, horizontal ? x : y);
        else
            path_move(&patch->path, horizontal ? y : x, horizontal ? x : y);
    }
    if (filled) {
        for (size_t i = 2 * bins; i-- > 1;) {
            double x = edges[(i + 1) / 2], y = bases[i / 2 < bins ? i / 2 : bins - 1];
            path_line(&patch->path, horizontal ? y : x, horizontal ? x : y);
        }
        path_close(&patch->path);
    }
    patch->hollow = !filled;
    patch->face = color;
    patch->edge = filled ? COLOR_NONE : color;
    patch_update(patch);
    patch->artist.sticky_y[0] = patch->artist.sticky_x[0] = 0;
    *(horizontal ? &patch->artist.sticky_x_count : &patch->artist.sticky_y_count) = 1;
    return patch;
}

/* Each data set takes its own of a list of hatches, edges, faces, line widths or styles. */
static bool set_histogram_properties(Thread *thread, PlotPatch *patch, Value keywords, size_t set) {
    static const char *const listed[] = {"hatch",     "edgecolor", "ec",        "facecolor", "fc",
                                         "linewidth", "lw",        "linestyle", "ls"};
    Value key, value;
    for (size_t at = 0; value_is_dict(keywords) && dict_next(value_dict(keywords), &at, &key, &value);) {
        bool may = false;
        for (size_t i = 0; i < sizeof listed / sizeof *listed; i++)
            may = may || !strcmp(value_c_string(key), listed[i]);
        bool numbers = value_is_tuple(value) || !may;
        if (!numbers && value_is_list(value) && sequence_fast_count(value))
            value = sequence_fast_items(value)[set % sequence_fast_count(value)];
        if (!artist_set_property(thread, &patch->artist, value_c_string(key), value)) return false;
    }
    return true;
}

static bool draw_histogram_set(Thread *thread, PlotAxes *axes, const Value *arguments, const double *edges,
                               size_t bins, const double *counts, const double *bases, size_t set,
                               size_t set_count, Color color, List *containers) {
    bool horizontal = word_is(arguments[HIST_ORIENTATION], "horizontal"),
         stacked = flag(arguments[HIST_STACKED]) || word_is(arguments[HIST_TYPE], "barstacked");
    bool step = word_is(arguments[HIST_TYPE], "step"),
         step_filled = word_is(arguments[HIST_TYPE], "stepfilled");
    double relative = set_count > 1 && !stacked ? 0.8 : 1;
    Error error = ERROR_NONE;
    if (value_given(arguments[HIST_RWIDTH]) && !double_from_value(thread, arguments[HIST_RWIDTH], &relative))
        return false;
    Value items = list_new(thread), label = arguments[HIST_LABEL];
    if (value_is_list(label) && set < sequence_fast_count(label))
        label = sequence_fast_items(label)[set];
    else if (set > 0)
        label = VALUE_NONE;
    bool done = !value_is_absent(items);
    size_t patches = step || step_filled ? 1 : bins;
    for (size_t i = 0; done && i < patches; i++) {
        PlotPatch *patch;
        if (step || step_filled) {
            axes_next_color(axes, true); /* an outline takes its turn, though its colour is another */
            patch = add_outline(axes, edges, counts, bases, bins, horizontal, step_filled, color, &error);
        } else {
            double slot = edges[i + 1] - edges[i], width = slot * relative / (stacked ? 1 : (double)set_count);
            double start = edges[i] + (slot - slot * relative) / 2 + (stacked ? 0 : (double)set * width);
            if (word_is(arguments[HIST_ALIGN], "left"))
                start -= slot / 2;
            else if (word_is(arguments[HIST_ALIGN], "right"))
                start += slot / 2;
            patch = axes_add_bar(axes, horizontal ? bases[i] : start, horizontal ? start : bases[i],
                                 horizontal ? counts[i] : width, horizontal ? width : counts[i], horizontal,
                                 color, &error);
        }
        if (!patch) {
            raise_plot_error(thread, &error);
            done = false;
            break;
        }
        done = i == 0 && value_given(label) ? set_label_string(thread, &patch->artist.label, label)
                                            : plot_set_string(&patch->artist.label, "_nolegend_", &error);
        done = done && set_histogram_properties(thread, patch, arguments[HIST_KEYWORDS], set) &&
               list_append_owned(thread, value_list(items), value_from_artist(thread, patch));
    }
    if (!done) {
        value_release(items);
        return false;
    }
    return list_append_owned(
        thread, containers,
        patches == bins && !step && !step_filled ? container_new(thread, "BarContainer", items) : items);
}

static void list_reverse_items(List *list) {
    for (size_t i = 0; i < list->count / 2; i++) {
        Value swapped = list->items[i];
        list->items[i] = list->items[list->count - 1 - i];
        list->items[list->count - 1 - i] = swapped;
    }
}

static Value draw_hist(Thread *thread, PlotAxes *axes, const Value *arguments) {
    DataSets data = {0};
    Numbers edges = {0}, weights = {0}, bottom = {0};
    Value edges_value = VALUE_ABSENT, containers = list_new(thread), result = VALUE_ABSENT,
          counts_list = list_new(thread);
    double *counts = NULL, *bases = NULL;
    Color *colors = NULL;
    size_t color_count = 0;
    bool stacked = flag(arguments[HIST_STACKED]) || word_is(arguments[HIST_TYPE], "barstacked");
    bool density = flag(arguments[HIST_DENSITY]), cumulative = flag(arguments[HIST_CUMULATIVE]);
    bool done =
        !value_is_absent(containers) && !value_is_absent(counts_list) &&
        sets_from_value(thread, arguments[HIST_X], &data) &&
        (!value_given(arguments[HIST_WEIGHTS]) ||
         numbers_from_value(thread, arguments[HIST_WEIGHTS], &weights)) &&
        (!value_given(arguments[HIST_BOTTOM]) || numbers_from_value(thread, arguments[HIST_BOTTOM], &bottom)) &&
        (!value_given(arguments[HIST_COLOR]) ||
         colors_from_value(thread, arguments[HIST_COLOR], &colors, &color_count));
    if (done) {
        edges_value = bin_edges(thread, arguments, &data);
        done = !value_is_absent(edges_value) && numbers_from_value(thread, edges_value, &edges);
    }
    size_t bins = edges.count > 1 ? edges.count - 1 : 0;
    if (done && weights.values && weights.count != data.sets[0].count) {
        raise_value_error(thread, "weights should have the same shape as x");
        done = false;
    }
    counts = memory_allocate_zeroed(data.count * bins + 1, sizeof *counts);
    bases = memory_allocate_zeroed(bins + 1, sizeof *bases);
    if (done && (!counts || !bases)) {
        raise_no_memory(thread);
        done = false;
    }
    for (size_t set = 0; done && set < data.count; set++) {
        double *own = counts + set * bins, total = 0;
        histogram_count(data.sets[set].values, weights.values, data.sets[set].count, edges.values, bins, own);
        for (size_t i = 0; i < bins; i++) total += own[i];
        for (size_t i = 0; density && i < bins; i++) own[i] /= total * (edges.values[i + 1] - edges.values[i]);
        double running = 0;
        for (size_t i = 0; cumulative && i < bins; i++)
            own[i] = running += density ? own[i] * (edges.values[i + 1] - edges.values[i]) : own[i];
    }
    AxisScale scale;
    bool horizontal = word_is(arguments[HIST_ORIENTATION], "horizontal");
    if (done && flag(arguments[HIST_LOG]) && scale_parse("log", &scale))
        axes_set_scale(axes, horizontal ? &axes->x : &axes->y, scale);
    for (size_t i = 0; done && bottom.values && i < bins; i++) bases[i] = at(&bottom, i);
    double *floors = memory_allocate((data.count * bins + 1) * sizeof *floors);
    Color *chosen = memory_allocate((data.count + 1) * sizeof *chosen);
    if (done && (!floors || !chosen)) {
        raise_no_memory(thread);
        done = false;
    }
    for (size_t set = 0; done && set < data.count; set++) {
        chosen[set] = color_count ? colors[set % color_count] : axes_next_color(axes, false);
        for (size_t i = 0; i < bins; i++) floors[set * bins + i] = bases[i];
        for (size_t i = 0; stacked && i < bins; i++) bases[i] += counts[set * bins + i];
    }
    /* Outlines are added last set first, so that the later ones lie below. */
    bool backwards = word_is(arguments[HIST_TYPE], "step") || word_is(arguments[HIST_TYPE], "stepfilled");
    for (size_t k = 0; done && k < data.count; k++) {
        size_t set = backwards ? data.count - 1 - k : k;
        done = draw_histogram_set(thread, axes, arguments, edges.values, bins, counts + set * bins,
                                  floors + set * bins, set, data.count, chosen[set], value_list(containers));
    }
    if (done && backwards) list_reverse_items(value_list(containers));
    for (size_t set = 0; done && set < data.count; set++) {
        double *own = counts + set * bins;
        for (size_t i = 0; stacked && i < bins; i++) own[i] += floors[set * bins + i];
        done = list_append_owned(thread, value_list(counts_list), value_from_doubles(thread, own, bins));
    }
    memory_release(floors);
    memory_release(chosen);
    if (done && data.count == 1) {
        const Value parts[3] = {value_list(counts_list)->items[0], edges_value,
                                value_list(containers)->items[0]};
        result = tuple_from_values(thread, parts, 3);
    } else if (done) {
        Value matrix = call_numpy_one(thread, "array", counts_list);
        const Value parts[3] = {matrix, edges_value, containers};
        result = value_is_absent(matrix) ? matrix : tuple_from_values(thread, parts, 3);
        value_release(matrix);
    }
    sets_release(&data);
    numbers_release(&edges);
    numbers_release(&weights);
    numbers_release(&bottom);
    memory_release(counts);
    memory_release(bases);
    memory_release(colors);
    value_release(edges_value);
    value_release(containers);
    value_release(counts_list);
    return result;
}

/* ---- areas ---- */

static Value fill_area(Thread *thread, PlotAxes *axes, const Value *arguments, bool of_y) {
    Numbers x = {0}, low = {0}, high = {0}, mask = {0};
    Error error = ERROR_NONE;
    Value keywords = arguments[7], result = VALUE_ABSENT;
    bool colored = any_keyword(keywords, "color", "facecolor", "facecolors") || any_keyword(keywords, "fc", NULL, NULL);
    double *bounds = NULL;
    bool *where = NULL, done = numbers_on_axis(thread, of_y ? &axes->x : &axes->y, arguments[0], &x) &&
                               numbers_from_value(thread, arguments[1], &low) &&
                               numbers_from_value(thread, arguments[2], &high) &&
                               (!value_given(arguments[3]) || numbers_from_value(thread, arguments[3], &mask));
    const Numbers *lists[] = {&x, &low, &high, &mask};
    done = done && same_length(thread, lists, 4, x.count);
    StepKind step = word_is(arguments[5], "pre")    ? STEP_PRE
                    : word_is(arguments[5], "post") ? STEP_POST
                    : word_is(arguments[5], "mid")  ? STEP_MID
                                                    : STEP_NONE;
    if (done) {
        bounds = memory_allocate((2 * x.count + 1) * sizeof *bounds);
        where = memory_allocate(x.count + 1);
        done = bounds && where;
        if (!done) raise_no_memory(thread);
    }
    for (size_t i = 0; done && i < x.count; i++) {
        bounds[i] = at(&low, i);
        bounds[x.count + i] = at(&high, i);
        where[i] = !mask.values || at(&mask, i) != 0;
    }
    if (done) {
        PlotPaths *paths =
            axes_add_fill_between(axes, x.values, bounds, bounds + x.count, where, x.count, of_y, step,
                                  colored ? COLOR_BLACK : axes_next_color(axes, true), &error);
        if (!paths)
            raise_plot_error(thread, &error);
        else if (artist_set_properties(thread, &paths->artist, keywords))
            result = value_from_artist(thread, paths);
        else
            artist_discard(&paths->artist);
    }
    memory_release(bounds);
    memory_release(where);
    numbers_release(&x);
    numbers_release(&low);
    numbers_release(&high);
    numbers_release(&mask);
    return result;
}

static Value draw_fill_between(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return fill_area(thread, axes, arguments, true);
}

static Value draw_fill_betweenx(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return fill_area(thread, axes, arguments, false);
}

static Value draw_fill(Thread *thread, PlotAxes *axes, const Value *arguments) {
    const Tuple *given = value_tuple(arguments[0]);
    Value result = list_new(thread);
    for (size_t i = 0; i + 1 < given->count && !value_is_absent(result);) {
        Numbers x = {0}, y = {0};
        FormatString format = {0};
        Error error = ERROR_NONE;
        bool done = numbers_on_axis(thread, &axes->x, given->items[i], &x) &&
                    numbers_on_axis(thread, &axes->y, given->items[i + 1], &y);
        i += 2;
        if (done && i < given->count && value_is_string(given->items[i])) {
            done = format_string_parse(&axes->figure->context->settings, value_c_string(given->items[i]), &format, &error);
            i++;
        }
        PlotPatch *patch = done ? axes_add_patch(axes, PATCH_POLYGON, &error) : NULL;
        if (patch) {
            for (size_t k = 0; k < x.count && k < y.count; k++)
                if (k)
                    path_line(&patch->path, x.values[k], y.values[k]);
                else
                    path_move(&patch->path, x.values[k], y.values[k]);
            path_close(&patch->path);
            bool colored = any_keyword(arguments[1], "color", NULL, NULL);
            patch->face = format.has_color ? format.color : colored ? COLOR_BLACK : axes_next_color(axes, true);
            patch_update(patch);
            done = artist_set_properties(thread, &patch->artist, arguments[1]) &&
                   list_append_owned(thread, value_list(result), value_from_artist(thread, patch));
        } else if (error_is_set(&error)) {
            raise_plot_error(thread, &error);
            done = false;
        }
        numbers_release(&x);
        numbers_release(&y);
        if (!done || !patch) {
            value_release(result);
            return VALUE_ABSENT;
        }
    }
    return result;
}

/* ---- lines and spans across ---- */

static Value add_across(Thread *thread, PlotAxes *axes, const Value *arguments, bool horizontal) {
    double place, from, to;
    Error error = ERROR_NONE;
    if (!double_from_value(thread, arguments[0], &place) || !double_from_value(thread, arguments[1], &from) ||
        !double_from_value(thread, arguments[2], &to))
        return VALUE_ABSENT;
    const double along[2] = {from, to}, across[2] = {place, place};
    PlotLine *line = axes_add_line(axes, horizontal ? along : across, horizontal ? across : along, 2, &error);
    if (!line) return raise_plot_error(thread, &error);
    line->artist.coordinates = horizontal ? COORDINATES_Y_AXIS : COORDINATES_X_AXIS;
    line_update(line);
    plot_set_string(&line->artist.label, "_line", &error);
    error_clear(&error);
    if (!artist_set_properties(thread, &line->artist, arguments[3])) {
        artist_discard(&line->artist);
        return VALUE_ABSENT;
    }
    return value_from_artist(thread, line);
}

static Value draw_axhline(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return add_across(thread, axes, arguments, true);
}

static Value draw_axvline(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return add_across(thread, axes, arguments, false);
}

static Value draw_axline(Thread *thread, PlotAxes *axes, const Value *arguments) {
    double first[2], second[2], slope;
    Error error = ERROR_NONE;
    if (!pair_from_value(thread, arguments[0], first)) return VALUE_ABSENT;
    if (value_given(arguments[1])) {
        if (!pair_from_value(thread, arguments[1], second)) return VALUE_ABSENT;
    } else {
        if (!value_given(arguments[2]))
            return raise_type_error(thread, "Exactly one of 'xy2' and 'slope' must be given");
        if (!double_from_value(thread, arguments[2], &slope)) return VALUE_ABSENT;
        second[0] = first[0] + 1;
        second[1] = first[1] + slope;
    }
    const double x[2] = {first[0], second[0]}, y[2] = {first[1], second[1]};
    PlotLine *line = axes_add_line(axes, x, y, 2, &error);
    if (!line) return raise_plot_error(thread, &error);
    line->endless = true;
    line->color = axes_next_color(axes, false);
    return artist_set_properties(thread, &line->artist, arguments[3]) ? value_from_artist(thread, line)
                                                                      : VALUE_ABSENT;
}

static Value add_span(Thread *thread, PlotAxes *axes, const Value *arguments, bool horizontal) {
    double numbers[4];
    Error error = ERROR_NONE;
    for (int i = 0; i < 4; i++)
        if (!double_from_value(thread, arguments[i], &numbers[i])) return VALUE_ABSENT;
    PlotPatch *patch = axes_add_patch(axes, PATCH_RECTANGLE, &error);
    if (!patch) return raise_plot_error(thread, &error);
    double low = numbers[0], high = numbers[1], from = numbers[2], to = numbers[3];
    patch->x = horizontal ? from : low;
    patch->y = horizontal ? low : from;
    patch->width = horizontal ? to - from : high - low;
    patch->height = horizontal ? high - low : to - from;
    patch->artist.coordinates = horizontal ? COORDINATES_Y_AXIS : COORDINATES_X_AXIS;
    limits_span(&patch->artist.limits, low, high, !horizontal);
    if (!artist_set_properties(thread, &patch->artist, arguments[4])) {
        artist_discard(&patch->artist);
        return VALUE_ABSENT;
    }
    return value_from_artist(thread, patch);
}

static Value draw_axhspan(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return add_span(thread, axes, arguments, true);
}

static Value draw_axvspan(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return add_span(thread, axes, arguments, false);
}

static Value add_lines(Thread *thread, PlotAxes *axes, const Value *arguments, bool horizontal) {
    Numbers place = {0}, low = {0}, high = {0};
    Error error = ERROR_NONE;
    Value result = VALUE_ABSENT;
    bool done = numbers_on_axis(thread, horizontal ? &axes->y : &axes->x, arguments[0], &place) &&
                numbers_from_value(thread, arguments[1], &low) &&
                numbers_from_value(thread, arguments[2], &high);
    const Numbers *lists[] = {&place, &low, &high};
    size_t count = longest(lists, 3);
    done = done && same_length(thread, lists, 3, count);
    double *buffer = memory_allocate((3 * count + 1) * sizeof *buffer);
    if (done && !buffer) {
        raise_no_memory(thread);
        done = false;
    }
    for (size_t i = 0; done && i < count; i++) {
        buffer[i] = at(&place, i);
        buffer[count + i] = at(&low, i);
        buffer[2 * count + i] = at(&high, i);
    }
    if (done) {
        const PlotSettings *looks = &axes->figure->context->settings;
        const double *places = buffer, *from = buffer + count, *to = buffer + 2 * count;
        PlotPaths *paths =
            horizontal ? axes_add_segments(axes, from, places, to, places, count, looks->line_color, looks->line_width, &error)
                       : axes_add_segments(axes, places, from, places, to, count, looks->line_color, looks->line_width, &error);
        if (!paths)
            raise_plot_error(thread, &error);
        else if ((!value_given(arguments[3]) ||
                  artist_set_property(thread, &paths->artist, "color", arguments[3])) &&
                 (!value_given(arguments[4]) ||
                  artist_set_property(thread, &paths->artist, "linestyle", arguments[4])) &&
                 set_label_string(thread, &paths->artist.label, arguments[5]) &&
                 artist_set_properties(thread, &paths->artist, arguments[6]))
            result = value_from_artist(thread, paths);
    }
    memory_release(buffer);
    numbers_release(&place);
    numbers_release(&low);
    numbers_release(&high);
    return result;
}

static Value draw_hlines(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return add_lines(thread, axes, arguments, true);
}

static Value draw_vlines(Thread *thread, PlotAxes *axes, const Value *arguments) {
    return add_lines(thread, axes, arguments, false);
}

static Value draw_stem(Thread *thread, PlotAxes *axes, const Value *arguments) {
    const Tuple *given = value_tuple(arguments[0]);
    Numbers x = {0}, y = {0};
    Error error = ERROR_NONE;
    Value keywords = arguments[1], result = VALUE_ABSENT, items = list_new(thread);
    if (!given->count)
        return raise_type_error(thread, "stem expected between 1 or 5 positional arguments, got ()");
    Value label = keyword_pop(thread, keywords, "label", NULL),
          bottom = keyword_pop(thread, keywords, "bottom", NULL);
    Value formats[3] = {keyword_pop(thread, keywords, "linefmt", NULL),
                        keyword_pop(thread, keywords, "markerfmt", NULL),
                        keyword_pop(thread, keywords, "basefmt", NULL)};
    double base = 0;
    bool done =
        numbers_from_value(thread, given->items[given->count > 1 && !value_is_string(given->items[1])], &y) &&
        (!value_given(bottom) || double_from_value(thread, bottom, &base));
    if (done && given->count > 1 && !value_is_string(given->items[1]))
        done = numbers_on_axis(thread, &axes->x, given->items[0], &x);
    size_t count = y.count;
    double *places = memory_allocate((2 * count + 2) * sizeof *places), low = INFINITY, high = -INFINITY;
    if (done && (!places || (x.values && x.count != count))) {
        raise_value_error(thread, "x and y must have the same size");
        done = false;
    }
    for (size_t i = 0; done && i < count; i++) {
        places[i] = x.values ? x.values[i] : (double)i;
        places[count + i] = base;
        low = fmin(low, places[i]);
        high = fmax(high, places[i]);
    }
    const PlotSettings *looks = &axes->figure->context->settings;
    FormatString parsed[3] = {{.color = plot_cycle_color(looks, 0), .marker = MARKER_CIRCLE},
                              {.color = plot_cycle_color(looks, 0), .marker = MARKER_CIRCLE},
                              {.color = plot_cycle_color(looks, looks->classic ? 2 : 3)}};
    for (int i = 0; done && i < 3; i++)
        if (value_is_string(formats[i])) {
            FormatString format;
            done = format_string_parse(&axes->figure->context->settings, value_c_string(formats[i]), &format, &error);
            if (!format.has_color) format.color = i == 1 ? parsed[0].color : parsed[i].color;
            if (!format.has_marker && i == 1) format.marker = MARKER_CIRCLE;
            parsed[i] = format;
            if (i == 0 && !value_is_string(formats[1])) parsed[1].color = format.color;
        }
    if (done) {
        PlotPaths *stems = axes_add_segments(axes, places, places + count, places, y.values, count,
                                             parsed[0].color, looks->line_width, &error);
        PlotLine *heads = stems ? axes_add_line(axes, places, y.values, count, &error) : NULL;
        const double ends[2] = {low, high}, bases[2] = {base, base};
        PlotLine *floor_line = heads ? axes_add_line(axes, ends, bases, 2, &error) : NULL;
        if (floor_line) {
            heads->dash.kind = LINE_NONE;
            heads->marker = parsed[1].marker;
            heads->color = parsed[1].color;
            heads->artist.contained = true;
            heads->stems = stems;
            floor_line->color = parsed[2].color;
            floor_line->dash = parsed[2].dash;
            plot_set_string(&floor_line->artist.label, "_base", &error);
            if (parsed[0].has_dash && (stems->dashes = memory_allocate(sizeof *stems->dashes))) {
                stems->dashes[0] = parsed[0].dash;
                stems->dash_count = 1;
            }
            done = (!value_given(label) || set_label_string(thread, &heads->artist.label, label)) &&
                   list_append_owned(thread, value_list(items), value_from_artist(thread, heads)) &&
                   list_append_owned(thread, value_list(items), value_from_artist(thread, stems)) &&
                   list_append_owned(thread, value_list(items), value_from_artist(thread, floor_line));
            if (done) result = container_new(thread, "StemContainer", value_retain(items));
        }
    }
    if (error_is_set(&error)) raise_plot_error(thread, &error);
    memory_release(places);
    numbers_release(&x);
    numbers_release(&y);
    const Value taken[] = {label, bottom, formats[0], formats[1], formats[2], items};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) value_release(taken[i]);
    return result;
}

/* ---- texts ---- */

static Value draw_text(Thread *thread, PlotAxes *axes, const Value *arguments) {
    double x, y;
    Error error = ERROR_NONE;
    if (!double_from_value(thread, arguments[0], &x) || !double_from_value(thread, arguments[1], &y))
        return VALUE_ABSENT;
    PlotText *text = axes_add_text(axes, x, y, "", &error);
    if (!text) return raise_plot_error(thread, &error);
    if (!set_label_string(thread, &text->string, arguments[2]) ||
        !text_set_properties(thread, text, arguments[3], arguments[4])) {
        artist_discard(&text->artist);
        return VALUE_ABSENT;
    }
    return value_from_artist(thread, text);
}

enum {
    ANNOTATE_TEXT,
    ANNOTATE_XY,
    ANNOTATE_XYTEXT,
    ANNOTATE_XYCOORDS,
    ANNOTATE_TEXTCOORDS,
    ANNOTATE_ARROW,
    ANNOTATE_CLIP,
    ANNOTATE_KEYWORDS
};

static Value draw_annotate(Thread *thread, PlotAxes *axes, const Value *arguments) {
    double target[2], place[2];
    Error error = ERROR_NONE;
    if (!pair_from_value(thread, arguments[ANNOTATE_XY], target)) return VALUE_ABSENT;
    memcpy(place, target, sizeof place);
    if (value_given(arguments[ANNOTATE_XYTEXT]) && !pair_from_value(thread, arguments[ANNOTATE_XYTEXT], place))
        return VALUE_ABSENT;
    PlotText *text = axes_add_text(axes, place[0], place[1], "", &error);
    if (!text) return raise_plot_error(thread, &error);
    text->annotation = true;
    text->target_x = target[0];
    text->target_y = target[1];
    bool done = set_label_string(thread, &text->string, arguments[ANNOTATE_TEXT]) &&
                (!value_given(arguments[ANNOTATE_XYCOORDS]) ||
                 coordinates_from_value(thread, arguments[ANNOTATE_XYCOORDS], &text->target_coordinates));
    text->artist.coordinates = text->target_coordinates;
    done = done &&
           (!value_given(arguments[ANNOTATE_TEXTCOORDS]) ||
            coordinates_from_value(thread, arguments[ANNOTATE_TEXTCOORDS], &text->artist.coordinates)) &&
           artist_set_properties(thread, &text->artist, arguments[ANNOTATE_KEYWORDS]) &&
           arrow_from_properties(thread, text, arguments[ANNOTATE_ARROW]);
    if (!done) {
        artist_discard(&text->artist);
        return VALUE_ABSENT;
    }
    Value object = value_from_artist(thread, text);
    if (value_is_absent(object)) return object;
    bool elsewhere = value_given(arguments[ANNOTATE_XYTEXT]), arrow = value_given(arguments[ANNOTATE_ARROW]);
    if (!value_set_attribute_c(thread, object, "xy", arguments[ANNOTATE_XY]) ||
        !value_set_attribute_c(thread, object, "xyann", arguments[elsewhere ? ANNOTATE_XYTEXT : ANNOTATE_XY]) ||
        !value_set_attribute_c(thread, object, "arrowprops", arrow ? arguments[ANNOTATE_ARROW] : VALUE_NONE))
        value_replace(&object, VALUE_ABSENT);
    return object;
}

static Value draw_arrow(Thread *thread, PlotAxes *axes, const Value *arguments) {
    double n[4], width = 0.001, head_width = NAN, head_length = NAN;
    Error error = ERROR_NONE;
    for (int i = 0; i < 4; i++)
        if (!double_from_value(thread, arguments[i], &n[i])) return VALUE_ABSENT;
    const struct {
        const char *name;
        double *place;
    } sizes[] = {{"width", &width}, {"head_width", &head_width}, {"head_length", &head_length}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        Value value = keyword_pop(thread, arguments[4], sizes[i].name, NULL);
        bool done = !value_given(value) || double_from_value(thread, value, sizes[i].place);
        value_release(value);
        if (!done) return VALUE_ABSENT;
    }
    Value inclusive = keyword_pop(thread, arguments[4], "length_includes_head", NULL);
    bool includes = value_given(inclusive) && value_truth(thread, inclusive) == 1;
    value_release(inclusive);
    if (isnan(head_width)) head_width = 3 * width;
    if (isnan(head_length)) head_length = 1.5 * head_width;
    double length = hypot(n[2], n[3]), c = length > 0 ? n[2] / length : 1, s = length > 0 ? n[3] / length : 0;
    double tip = includes ? length : length + head_length, neck = tip - head_length;
    const double outline[7][2] = {{0, width / 2},          {neck, width / 2},  {neck, head_width / 2}, {tip, 0},
                                  {neck, -head_width / 2}, {neck, -width / 2}, {0, -width / 2}};
    PlotPatch *patch = axes_add_patch(axes, PATCH_POLYGON, &error);
    if (!patch) return raise_plot_error(thread, &error);
    for (int i = 0; i < 7; i++) {
        double x = n[0] + outline[i][0] * c - outline[i][1] * s,
               y = n[1] + outline[i][0] * s + outline[i][1] * c;
        if (i)
            path_line(&patch->path, x, y);
        else
            path_move(&patch->path, x, y);
    }
    path_close(&patch->path);
    patch->edge = COLOR_BLACK;
    patch_update(patch);
    return artist_set_properties(thread, &patch->artist, arguments[4]) ? value_from_artist(thread, patch)
                                                                       : VALUE_ABSENT;
}

/* ---- pie ---- */

static Value draw_pie(Thread *thread, PlotAxes *axes, const Value *arguments) {
    Numbers sizes = {0}, explode = {0};
    Error error = ERROR_NONE;
    Color *colors = NULL;
    size_t color_count = 0;
    double total = 0, angle = 0;
    Value wedges = list_new(thread), texts = list_new(thread), percents = list_new(thread),
          result = VALUE_ABSENT;
    Value start = keyword_pop(thread, arguments[5], "startangle", NULL),
          radius = keyword_pop(thread, arguments[5], "radius", NULL);
    bool done =
        numbers_from_value(thread, arguments[0], &sizes) &&
        (!value_given(arguments[1]) || numbers_from_value(thread, arguments[1], &explode)) &&
        (!value_given(arguments[3]) || colors_from_value(thread, arguments[3], &colors, &color_count)) &&
        (!value_given(start) || double_from_value(thread, start, &angle));
    for (size_t i = 0; i < sizes.count; i++) total += sizes.values[i];
    Value labels = value_given(arguments[2]) ? sequence_fast(thread, arguments[2], NULL) : VALUE_ABSENT;
    static const char *const ignored[] = {"shadow",        "textprops",    "wedgeprops", "counterclock",
                                          "labeldistance", "pctdistance",  "normalize",  "frame",
                                          "center",        "rotatelabels"};
    Value hatch = keyword_pop(thread, arguments[5], "hatch", NULL);
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        value_release(keyword_pop(thread, arguments[5], ignored[i], NULL));
    for (size_t i = 0; done && i < sizes.count; i++) {
        double share = total > 0 ? sizes.values[i] / total : 0, to = angle + 360 * share;
        double middle = (angle + to) / 2 * M_PI / 180,
               out = explode.values && i < explode.count ? explode.values[i] : 0;
        PlotPatch *patch = axes_add_patch(axes, PATCH_WEDGE, &error);
        if (!patch) {
            raise_plot_error(thread, &error);
            done = false;
            break;
        }
        patch->x = out * cos(middle);
        patch->y = out * sin(middle);
        patch->width = patch->height = 2;
        patch->from = angle;
        patch->to = to;
        patch->face = color_count ? colors[i % color_count] : axes_next_color(axes, true);
        patch_update(patch);
        done = set_item_hatch(thread, patch, hatch, i) &&
               list_append_owned(thread, value_list(wedges), value_from_artist(thread, patch));
        for (int kind = 0; done && kind < 2; kind++) {
            bool percent = kind == 1;
            if (percent ? !value_is_string(arguments[4])
                        : value_is_absent(labels) || i >= sequence_fast_count(labels))
                continue;
            double distance = (percent ? 0.6 : 1.1) + out;
            PlotText *text = axes_add_text(axes, distance * cos(middle), distance * sin(middle), "", &error);
            if (!text) {
                raise_plot_error(thread, &error);
                done = false;
                break;
            }
            text->style.vertical = ALIGN_MIDDLE;
            text->style.horizontal = percent ? ALIGN_CENTER : cos(middle) >= 0 ? ALIGN_LEFT : ALIGN_RIGHT;
            if (percent) {
                Value number = value_from_float(100 * share);
                Value shown = string_format_percent(thread, value_string(arguments[4]), number);
                done = !value_is_absent(shown) && set_label_string(thread, &text->string, shown);
                value_release(shown);
            } else {
                done = set_label_string(thread, &patch->artist.label, sequence_fast_items(labels)[i]) &&
                       set_label_string(thread, &text->string, sequence_fast_items(labels)[i]);
            }
            done = done && list_append_owned(thread, value_list(percent ? percents : texts),
                                             value_from_artist(thread, text));
        }
        angle = to;
    }
    if (done) {
        axes->aspect = 1;
        axes->frame_hidden = true;
        axes->x.view->fixed = axes->y.view->fixed = true;
        axes->x.view->low = axes->y.view->low = -1.25;
        axes->x.view->high = axes->y.view->high = 1.25;
        done = axis_set_ticks(&axes->x.view->major, NULL, 0, &error) &&
               axis_set_ticks(&axes->y.view->major, NULL, 0, &error);
        const Value parts[3] = {wedges, texts, percents};
        result = tuple_from_values(thread, parts, value_given(arguments[4]) ? 3 : 2);
    }
    memory_release(colors);
    numbers_release(&sizes);
    numbers_release(&explode);
    const Value taken[] = {wedges, texts, percents, start, radius, labels, hatch};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) value_release(taken[i]);
    return result;
}

const AxesFunction axes_chart_functions[] = {
    AXES_FUNCTION("bar", "x, height, width=0.8, bottom=None, *, align='center', data=None, **kwargs",
                  "Make a bar plot.", draw_bar),
    AXES_FUNCTION("barh", "y, width, height=0.8, left=None, *, align='center', data=None, **kwargs",
                  "Draw bars that lie, one for each y.", draw_barh),
    AXES_FUNCTION(
        "hist",
        "x, bins=None, *, range=None, density=False, weights=None, cumulative=False, bottom=None, "
        "histtype='bar', "
        "align='mid', orientation='vertical', rwidth=None, log=False, color=None, label=None, stacked=False, "
        "data=None, **kwargs",
        "Count values in bins, and draw a bar for each bin.", draw_hist),
    AXES_FUNCTION("errorbar", ERRORBAR_PARAMETERS,
                  "Draw points, a line through them if wanted, and bars as long as their errors.", draw_errorbar),
    AXES_FUNCTION("fill_between",
                  "x, y1, y2=0, where=None, interpolate=False, step=None, *, data=None, **kwargs",
                  "Colour what lies between y1 and y2 over x.", draw_fill_between),
    AXES_FUNCTION("fill_betweenx",
                  "y, x1, x2=0, where=None, interpolate=False, step=None, *, data=None, **kwargs",
                  "Colour what lies between x1 and x2 along y.", draw_fill_betweenx),
    AXES_FUNCTION("fill", "*args, **kwargs", "Plot filled polygons.", draw_fill),
    AXES_FUNCTION("axhline", "y=0, xmin=0, xmax=1, **kwargs",
                  "Draw a level line at y, from side to side or a part of that way.", draw_axhline),
    AXES_FUNCTION("axvline", "x=0, ymin=0, ymax=1, **kwargs",
                  "Draw an upright line at x, from bottom to top or a part of that way.", draw_axvline),
    AXES_FUNCTION("axline", "xy1, xy2=None, slope=None, **kwargs", "Draw the line through two points, or through one with a slope, without ends.",
                  draw_axline),
    AXES_FUNCTION("axhspan", "ymin, ymax, xmin=0, xmax=1, **kwargs",
                  "Shade the band between two y, from side to side.", draw_axhspan),
    AXES_FUNCTION("axvspan", "xmin, xmax, ymin=0, ymax=1, **kwargs",
                  "Shade the band between two x, from bottom to top.", draw_axvspan),
    AXES_FUNCTION("hlines", "y, xmin, xmax, colors=None, linestyles='solid', label='', **kwargs",
                  "Draw level lines, each with a y and its two ends.", draw_hlines),
    AXES_FUNCTION("vlines", "x, ymin, ymax, colors=None, linestyles='solid', label='', **kwargs",
                  "Draw upright lines, each with an x and its two ends.", draw_vlines),
    AXES_FUNCTION("stem", "*args, **kwargs", "Create a stem plot.", draw_stem),
    AXES_FUNCTION("text", "x, y, s, fontdict=None, **kwargs", "Write text at a place in data.", draw_text),
    AXES_FUNCTION("annotate",
                  "text, xy, xytext=None, xycoords='data', textcoords=None, arrowprops=None, "
                  "annotation_clip=None, **kwargs",
                  "Write text about a point, with an arrow to it if asked for.", draw_annotate),
    AXES_FUNCTION("arrow", "x, y, dx, dy, **kwargs", "Draw an arrow from (x, y), dx and dy long.", draw_arrow),
    AXES_FUNCTION("pie", "x, explode=None, labels=None, colors=None, autopct=None, **kwargs",
                  "Plot a pie chart.", draw_pie),
    {0},
};
