/* Properties of artists by name: what keyword arguments, set_... and get_... methods, set() and setp go
 * through. */
#include "kernel/modules/matplotlib/arrows.h"
#include "kernel/modules/matplotlib/settings.h"

#include "base/memory.h"
#include "kernel/objects/number/float.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *alias, *name;
} aliases[] = {
    {"c", "color"},
    {"lw", "linewidth"},
    {"linewidths", "linewidth"},
    {"ls", "linestyle"},
    {"linestyles", "linestyle"},
    {"ms", "markersize"},
    {"mfc", "markerfacecolor"},
    {"mec", "markeredgecolor"},
    {"mew", "markeredgewidth"},
    {"ds", "drawstyle"},
    {"aa", "antialiased"},
    {"ec", "edgecolor"},
    {"edgecolors", "edgecolor"},
    {"fc", "facecolor"},
    {"facecolors", "facecolor"},
    {"colors", "color"},
    {"size", "fontsize"},
    {"ha", "horizontalalignment"},
    {"va", "verticalalignment"},
    {"weight", "fontweight"},
    {"style", "fontstyle"},
    {"family", "fontfamily"},
    {"fontname", "fontfamily"},
    {"font_properties", "fontproperties"},
    {"font", "fontproperties"},
    {"ma", "multialignment"},
    {"antialiaseds", "antialiased"},
    {"backgroundcolor", "bbox"},
};

static const char *canonical_name(const PlotArtist *artist, const char *name) {
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (!strcmp(aliases[i].alias, name)) return aliases[i].name;
    (void)artist;
    return name;
}

static const char *class_name(const PlotArtist *artist) {
    static const char *const names[] = {
        [ARTIST_LINE] = "Line2D",     [ARTIST_POINTS] = "PathCollection",
        [ARTIST_PATCH] = "Patch",     [ARTIST_PATHS] = "PolyCollection",
        [ARTIST_IMAGE] = "AxesImage", [ARTIST_MESH] = "QuadMesh",
        [ARTIST_QUIVER] = "Quiver",   [ARTIST_TEXT] = "Text",
    };
    static const char *const shapes[] = {
        [PATCH_RECTANGLE] = "Rectangle", [PATCH_ELLIPSE] = "Ellipse", [PATCH_WEDGE] = "Wedge", [PATCH_POLYGON] = "Polygon",
        [PATCH_PATH] = "Patch", [PATCH_ROUNDED] = "FancyBboxPatch", [PATCH_ARROW] = "FancyArrowPatch"};
    if (artist->kind == ARTIST_PATCH) return shapes[((const PlotPatch *)artist)->shape];
    if (artist->kind == ARTIST_PATHS && !((const PlotPaths *)artist)->face_count) return "LineCollection";
    return names[artist->kind];
}

typedef enum Outcome { PROPERTY_SET, PROPERTY_FAILED, PROPERTY_UNKNOWN } Outcome;

static Outcome outcome(bool done) { return done ? PROPERTY_SET : PROPERTY_FAILED; }

bool coordinates_from_value(Thread *thread, Value value, CoordinateSystem *coordinates) {
    static const struct {
        const char *name;
        CoordinateSystem system;
    } names[] = {
        {"data", COORDINATES_DATA},
        {"axes fraction", COORDINATES_AXES},
        {"figure fraction", COORDINATES_FIGURE},
        {"offset points", COORDINATES_OFFSET_POINTS},
        {"offset pixels", COORDINATES_OFFSET_POINTS},
        {"figure pixels", COORDINATES_PIXELS},
    };
    if (value_has_type(value, &transform_type_template)) {
        *coordinates = (CoordinateSystem)((PartObject *)value.object)->part;
        return true;
    }
    for (size_t i = 0; value_is_string(value) && i < sizeof names / sizeof *names; i++)
        if (string_equals_c(value_string(value), names[i].name)) {
            *coordinates = names[i].system;
            return true;
        }
    Value text = value_repr(thread, value);
    if (!value_is_absent(text)) raise_value_error(thread, "%s is not a valid coordinate", value_c_string(text));
    value_release(text);
    return false;
}

static bool set_visible(Thread *thread, PlotArtist *artist, Value value) {
    int truth = value_truth(thread, value);
    artist->hidden = truth == 0;
    return truth >= 0;
}

static void multiply_affine(double into[6], const double by[6]) {
    double product[6];
    for (int column = 0; column < 3; column++) {
        Point point = {by[0] * into[2 * column] + by[2] * into[2 * column + 1],
                       by[1] * into[2 * column] + by[3] * into[2 * column + 1]};
        product[2 * column] = point.x + (column == 2 ? by[4] : 0);
        product[2 * column + 1] = point.y + (column == 2 ? by[5] : 0);
    }
    memcpy(into, product, sizeof product);
}

static bool read_affine(Thread *thread, Value part, double affine[6]) {
    Value values = value_call_method(thread, part, "to_values", NULL, 0);
    Numbers numbers = {0};
    bool done = !value_is_absent(values) && numbers_from_value(thread, values, &numbers);
    if (done && numbers.count == 6) memcpy(affine, numbers.values, 6 * sizeof *affine);
    if (done && numbers.count != 6) done = (raise_value_error(thread, "a transform has six numbers"), false);
    numbers_release(&numbers);
    value_release(values);
    return done;
}

/* The parts of a transform made in Python: affine ones, and one of the axes' or figure's own among them. */
static bool read_parts(Thread *thread, Value parts, CoordinateSystem *coordinates, ArtistMove *move) {
    bool found = false;
    for (size_t i = 0; i < sequence_fast_count(parts); i++) {
        Value part = sequence_fast_items(parts)[i];
        double affine[6];
        if (value_has_type(part, &transform_type_template)) {
            int system = ((PartObject *)part.object)->part;
            if (found || system & TRANSFORM_INVERTED)
                return raise_value_error(thread, "an artist has one system of coordinates, and affine transforms of it"), false;
            found = true;
            *coordinates = (CoordinateSystem)system;
        } else if (!read_affine(thread, part, affine)) {
            return false;
        } else {
            multiply_affine(found ? move->after : move->before, affine);
        }
    }
    if (!found) *coordinates = COORDINATES_PIXELS;
    return true;
}

static bool set_transform(Thread *thread, PlotArtist *artist, Value value) {
    Value chain = value_is_object(value) && !value_has_type(value, &transform_type_template)
                      ? value_get_attribute_c(thread, value, "_chain")
                      : VALUE_ABSENT;
    if (value_is_absent(chain) && exception_is_set(thread)) {
        if (!exception_matches(thread, thread_builtins(thread)->exception_AttributeError)) return false;
        exception_clear(thread);
    }
    if (value_is_absent(chain)) {
        memory_release(artist->move);
        artist->move = NULL;
        return coordinates_from_value(thread, value, &artist->coordinates);
    }
    ArtistMove *move = memory_allocate(sizeof *move);
    Value parts = move ? value_call(thread, chain, &(Call){0}) : raise_no_memory(thread);
    Value list = value_is_absent(parts) ? parts : sequence_fast(thread, parts, NULL);
    bool done = false;
    if (!value_is_absent(list)) {
        *move = (ArtistMove){{1, 0, 0, 1, 0, 0}, {1, 0, 0, 1, 0, 0}};
        done = read_parts(thread, list, &artist->coordinates, move);
    }
    value_release(list);
    value_release(parts);
    value_release(chain);
    if (!done) return memory_release(move), false;
    memory_release(artist->move);
    artist->move = move;
    if (artist->kind == ARTIST_PATCH) patch_update((PlotPatch *)artist);
    return true;
}

/* As float() of Python does: texts of numbers too. */
static bool float_from_value(Thread *thread, Value value, double *number) {
    if (!value_is_string(value)) return double_from_value(thread, value, number);
    if (float_parse(value_c_string(value), value_string(value)->length, number)) return true;
    Value text = value_repr(thread, value);
    if (!value_is_absent(text)) raise_value_error(thread, "could not convert string to float: %s", value_c_string(text));
    value_release(text);
    return false;
}

static bool read_effect(Thread *thread, Value object, PathEffect *effect) {
    Value parts = value_get_attribute_c(thread, object, "_effect");
    if (value_is_absent(parts)) return false;
    bool done = value_is_tuple(parts) && value_tuple(parts)->count == 8;
    if (!done) raise_type_error(thread, "path effects come from matplotlib.patheffects");
    const Value *items = done ? value_tuple(parts)->items : NULL;
    double numbers[6] = {0, 0, 0, NAN, NAN, 1};
    static const int places[] = {0, 1, 2, 3, 4, 6};
    for (int i = 0; done && i < 6; i++)
        done = value_is_none(items[places[i]]) || float_from_value(thread, items[places[i]], &numbers[i]);
    if (done) {
        *effect = (PathEffect){.kind = (PathEffectKind)(int)numbers[0], .x = numbers[1], .y = numbers[2], .width = numbers[3],
                               .alpha = numbers[4], .darkening = numbers[5], .colored = !value_is_none(items[5]),
                               .then_normal = value_truth(thread, items[7]) == 1};
        done = !effect->colored || color_from_value(thread, items[5], &effect->color);
    }
    value_release(parts);
    return done;
}

static bool set_effects(Thread *thread, PlotArtist *artist, Value value) {
    Value list = value_is_none(value) ? list_new(thread) : sequence_fast(thread, value, NULL);
    if (value_is_absent(list)) return false;
    size_t count = sequence_fast_count(list);
    PathEffect *effects = memory_allocate_zeroed(count + 1, sizeof *effects);
    bool done = effects || (raise_no_memory(thread), false);
    for (size_t i = 0; done && i < count; i++) done = read_effect(thread, sequence_fast_items(list)[i], &effects[i]);
    value_release(list);
    if (!done) return memory_release(effects), false;
    memory_release(artist->effects);
    artist->effects = effects;
    artist->effect_count = count;
    return true;
}

static Outcome set_common(Thread *thread, PlotArtist *artist, const char *name, Value value) {
    if (!strcmp(name, "label")) return outcome(set_label_string(thread, &artist->label, value));
    if (!strcmp(name, "alpha")) {
        artist->alpha = NAN;
        if (value_is_none(value)) return PROPERTY_SET;
        if (value_is_ndarray(value) && artist->kind == ARTIST_IMAGE) {
            raise_value_error(thread, "alpha as an array is not supported here");
            return PROPERTY_FAILED;
        }
        return outcome(double_from_value(thread, value, &artist->alpha));
    }
    if (!strcmp(name, "zorder")) return outcome(double_from_value(thread, value, &artist->zorder));
    if (!strcmp(name, "visible")) return outcome(set_visible(thread, artist, value));
    if (!strcmp(name, "clip_on")) {
        int truth = value_truth(thread, value);
        artist->unclipped = truth == 0;
        return outcome(truth >= 0);
    }
    if (!strcmp(name, "path_effects")) return outcome(set_effects(thread, artist, value));
    if (!strcmp(name, "transform")) return outcome(set_transform(thread, artist, value));
    static const char *const without_effect[] = {
        "antialiased",
        "picker",
        "rasterized",
        "gid",
        "url",
        "snap",
        "animated",
        "clip_path",
        "clip_box",
        "in_layout",
        "agg_filter",
        "sketch_params",
        "pickradius",
        "wrap",
        "usetex",
        "parse_math",
        "filternorm",
        "filterrad",
        "resample",
        "interpolation_stage",
        "stretch",
        "fontstretch",
        "variant",
        "fontvariant",
        "math_fontfamily",
        "data",
    };
    for (size_t i = 0; i < sizeof without_effect / sizeof *without_effect; i++)
        if (!strcmp(name, without_effect[i]) && (artist->kind != ARTIST_LINE || strcmp(name, "data") != 0) &&
            (artist->kind != ARTIST_IMAGE || strcmp(name, "data") != 0))
            return PROPERTY_SET;
    return PROPERTY_UNKNOWN;
}

static Outcome set_line_data(Thread *thread, PlotLine *line, Value x, Value y) {
    Numbers new_x = {0}, new_y = {0};
    Error error = ERROR_NONE;
    bool done = value_is_absent(x) || numbers_from_value(thread, x, &new_x);
    done = done && (value_is_absent(y) || numbers_from_value(thread, y, &new_y));
    if (done) {
        size_t count = value_is_absent(x)          ? new_y.count
                       : value_is_absent(y)        ? new_x.count
                       : new_x.count < new_y.count ? new_x.count
                                                   : new_y.count;
        if ((value_is_absent(x) || value_is_absent(y)) && count > line->count) count = line->count;
        done = line_set_data(line, value_is_absent(x) ? line->x : new_x.values,
                             value_is_absent(y) ? line->y : new_y.values, count, &error);
        if (!done) raise_plot_error(thread, &error);
    }
    numbers_release(&new_x);
    numbers_release(&new_y);
    return outcome(done);
}

static Outcome set_line(Thread *thread, PlotLine *line, const char *name, Value value) {
    if (!strcmp(name, "color")) {
        if (value_is_none(value)) return PROPERTY_SET;
        if (!checked_color_from_value(thread, value, &line->color)) return PROPERTY_FAILED;
        line->color_text[0] = 0;
        if (value_is_string(value) && value_string(value)->length < sizeof line->color_text)
            memcpy(line->color_text, value_c_string(value), value_string(value)->length + 1);
        return PROPERTY_SET;
    }
    if (!strcmp(name, "linewidth"))
        return outcome(value_is_none(value) || float_from_value(thread, value, &line->width));
    if (!strcmp(name, "linestyle"))
        return outcome(value_is_none(value) || dash_from_value(thread, value, &line->dash));
    if (!strcmp(name, "solid_capstyle") || !strcmp(name, "dash_capstyle"))
        return outcome(value_is_none(value) || cap_from_value(thread, value, name[0] == 's' ? &line->cap : &line->dash_cap));
    if (!strcmp(name, "solid_joinstyle") || !strcmp(name, "dash_joinstyle"))
        return outcome(value_is_none(value) ||
                       join_from_value(thread, value, name[0] == 's' ? &line->join : &line->dash_join));
    if (!strcmp(name, "dashes")) {
        Numbers lengths;
        if (!numbers_from_value(thread, value, &lengths)) return PROPERTY_FAILED;
        line->dash = (LineDash){.kind = LINE_CUSTOM,
                                .count = lengths.count < dash_capacity ? lengths.count : dash_capacity};
        memcpy(line->dash.lengths, lengths.values, line->dash.count * sizeof(double));
        numbers_release(&lengths);
        return PROPERTY_SET;
    }
    if (!strcmp(name, "marker")) return outcome(marker_from_value(thread, value, &line->marker));
    if (!strcmp(name, "markersize"))
        return outcome(value_is_none(value) || double_from_value(thread, value, &line->marker_size));
    if (!strcmp(name, "markeredgewidth"))
        return outcome(value_is_none(value) || double_from_value(thread, value, &line->marker_edge_width));
    if (!strcmp(name, "markerfacecolor")) {
        line->marker_face_set =
            value_given(value) && !(value_is_string(value) && string_equals_c(value_string(value), "auto"));
        return outcome(!line->marker_face_set || checked_color_from_value(thread, value, &line->marker_face));
    }
    if (!strcmp(name, "markeredgecolor")) {
        line->marker_edge_set =
            value_given(value) && !(value_is_string(value) && string_equals_c(value_string(value), "auto"));
        return outcome(!line->marker_edge_set || checked_color_from_value(thread, value, &line->marker_edge));
    }
    if (!strcmp(name, "fillstyle")) {
        line->marker_hollow = value_is_string(value) && string_equals_c(value_string(value), "none");
        return PROPERTY_SET;
    }
    if (!strcmp(name, "markevery")) {
        int64_t every = 0;
        if (value_given(value) && !value_to_int64(thread, value, &every)) return PROPERTY_FAILED;
        line->mark_every = every > 0 ? (size_t)every : 0;
        return PROPERTY_SET;
    }
    if (!strcmp(name, "drawstyle")) {
        const char *style = value_is_string(value) ? value_c_string(value) : "default";
        line->step = !strcmp(style, "steps-post")                             ? STEP_POST
                     : !strcmp(style, "steps-mid")                            ? STEP_MID
                     : !strcmp(style, "steps-pre") || !strcmp(style, "steps") ? STEP_PRE
                                                                              : STEP_NONE;
        return PROPERTY_SET;
    }
    if (!strcmp(name, "xdata")) return set_line_data(thread, line, value, VALUE_ABSENT);
    if (!strcmp(name, "ydata")) return set_line_data(thread, line, VALUE_ABSENT, value);
    if (!strcmp(name, "data")) {
        Value sequence = sequence_fast(thread, value, NULL);
        if (value_is_absent(sequence)) return PROPERTY_FAILED;
        Outcome result = PROPERTY_FAILED;
        if (sequence_fast_count(sequence) == 2)
            result =
                set_line_data(thread, line, sequence_fast_items(sequence)[0], sequence_fast_items(sequence)[1]);
        else
            raise_value_error(thread, "set_data needs x and y");
        value_release(sequence);
        return result;
    }
    return PROPERTY_UNKNOWN;
}

static bool warn_of_letters(Thread *thread, const char *pattern) {
    static const char letters[] = "*+-./OX\\ox|";
    char unknown[64];
    size_t count = 0;
    for (const char *at = pattern; *at && count + 1 < sizeof unknown; at++)
        if (!strchr(letters, *at) && !memchr(unknown, *at, count)) unknown[count++] = *at;
    unknown[count] = 0;
    return !count ||
           warn_format(thread, thread_builtins(thread)->exception_DeprecationWarning,
                       "hatch must consist of a string of \"%s\" or None, but found the following invalid values "
                       "\"%s\". Passing invalid values is deprecated since 3.4 and will become an error in 3.13.",
                       letters, unknown);
}

/* A str of letters, None, or with `list` several in turn. */
bool hatch_from_value(Thread *thread, Value value, bool list, PlotHatch *hatch) {
    Error error = ERROR_NONE;
    if (value_is_none(value)) return hatch_release(hatch), true;
    if (value_is_string(value)) {
        const char *pattern = value_c_string(value);
        if (!warn_of_letters(thread, pattern)) return false;
        return hatch_set(hatch, &pattern, 1, &error) || !value_is_absent(raise_plot_error(thread, &error));
    }
    Value sequence = list ? sequence_fast(thread, value, NULL) : VALUE_ABSENT;
    if (!list) raise_type_error(thread, "'%s' object is not iterable", value_type_name(thread, value));
    if (value_is_absent(sequence)) return false;
    size_t count = sequence_fast_count(sequence);
    const char **patterns = memory_allocate((count + 1) * sizeof *patterns);
    bool done = patterns || (raise_no_memory(thread), false);
    for (size_t i = 0; done && i < count; i++) {
        Value item = sequence_fast_items(sequence)[i];
        patterns[i] = value_is_string(item) ? value_c_string(item) : NULL;
        if (!value_is_string(item) && !value_is_none(item)) {
            raise_type_error(thread, "'%s' object is not iterable", value_type_name(thread, item));
            done = false;
        }
    }
    if (done && !hatch_set(hatch, patterns, count, &error)) {
        raise_plot_error(thread, &error);
        done = false;
    }
    memory_release(patterns);
    value_release(sequence);
    return done;
}

static PlotHatch *hatch_of(PlotArtist *artist) {
    return artist->kind == ARTIST_PATCH    ? &((PlotPatch *)artist)->hatch
           : artist->kind == ARTIST_PATHS  ? &((PlotPaths *)artist)->hatch
           : artist->kind == ARTIST_POINTS ? &((PlotPoints *)artist)->hatch
                                           : NULL;
}

static Outcome set_hatch(Thread *thread, PlotHatch *hatch, const char *name, Value value) {
    if (!strcmp(name, "hatch")) return outcome(hatch_from_value(thread, value, false, hatch));
    if (!strcmp(name, "hatches")) return outcome(hatch_from_value(thread, value, true, hatch));
    if (!strcmp(name, "hatch_linewidth"))
        return outcome(value_is_none(value) || double_from_value(thread, value, &hatch->width));
    if (strcmp(name, "hatchcolor") != 0) return PROPERTY_UNKNOWN;
    hatch->own_color = value_given(value) && !(value_is_string(value) && string_equals_c(value_string(value), "edge"));
    return outcome(!hatch->own_color || color_from_value(thread, value, &hatch->color));
}

static Outcome set_patch(Thread *thread, PlotPatch *patch, const char *name, Value value) {
    bool none = value_is_none(value);
    Outcome result = PROPERTY_SET;
    if (!strcmp(name, "color")) {
        result = outcome(none || color_from_value(thread, value, &patch->face));
        if (result == PROPERTY_SET && !none) patch->edge = patch->face;
        return result;
    }
    if (!strcmp(name, "facecolor")) return outcome(none || color_from_value(thread, value, &patch->face));
    if (!strcmp(name, "edgecolor")) return outcome(none || color_from_value(thread, value, &patch->edge));
    if (!strcmp(name, "linewidth"))
        return outcome(none || float_from_value(thread, value, &patch->line_width));
    if (!strcmp(name, "linestyle")) return outcome(none || dash_from_value(thread, value, &patch->dash));
    if (!strcmp(name, "capstyle")) return outcome(none || cap_from_value(thread, value, &patch->cap));
    if (!strcmp(name, "joinstyle")) return outcome(none || join_from_value(thread, value, &patch->join));
    if (!strcmp(name, "fill")) {
        int truth = value_truth(thread, value);
        patch->hollow = truth == 0;
        if (patch->hollow && !(patch->edge.alpha > 0)) {
            MatplotlibState *state = matplotlib_state(thread);
            patch->edge = state ? state->plot->settings.patch_edge : COLOR_BLACK;
        }
        return outcome(truth >= 0);
    }
    double pair[2];
    if (patch->shape == PATCH_ARROW) {
        bool known, done = arrow_set_property(thread, patch, name, value, &known);
        return known ? outcome(done) : PROPERTY_UNKNOWN;
    }
    if (!strcmp(name, "x") || !strcmp(name, "y") || !strcmp(name, "width") || !strcmp(name, "height") ||
        !strcmp(name, "angle")) {
        double *place = !strcmp(name, "x")       ? &patch->x
                        : !strcmp(name, "y")     ? &patch->y
                        : !strcmp(name, "width") ? &patch->width
                        : !strcmp(name, "angle") ? &patch->angle
                                                 : &patch->height;
        result = outcome(double_from_value(thread, value, place));
    } else if (!strcmp(name, "radius")) {
        result = outcome(double_from_value(thread, value, &patch->width));
        patch->width = patch->height = 2 * patch->width;
    } else if (!strcmp(name, "center") || (!strcmp(name, "xy") && patch->shape != PATCH_POLYGON)) {
        result = outcome(pair_from_value(thread, value, pair));
        if (result == PROPERTY_SET) patch->x = pair[0], patch->y = pair[1];
    } else {
        return PROPERTY_UNKNOWN;
    }
    patch_update(patch);
    return result;
}

static Outcome set_color_list(Thread *thread, Value value, Color **colors, size_t *count) {
    if (value_is_none(value)) return PROPERTY_SET;
    Color *fresh;
    size_t fresh_count;
    if (value_is_string(value) && string_equals_c(value_string(value), "face")) {
        memory_release(*colors);
        *colors = NULL;
        *count = 0;
        return PROPERTY_SET;
    }
    if (!colors_from_value(thread, value, &fresh, &fresh_count)) return PROPERTY_FAILED;
    memory_release(*colors);
    *colors = fresh;
    *count = fresh_count;
    return PROPERTY_SET;
}

static Outcome set_double_list(Thread *thread, Value value, double **list, size_t *count) {
    Numbers numbers;
    if (value_is_none(value)) return PROPERTY_SET;
    if (!numbers_from_value(thread, value, &numbers)) return PROPERTY_FAILED;
    memory_release(*list);
    *list = numbers.values;
    *count = numbers.count;
    return PROPERTY_SET;
}

static Outcome set_points(Thread *thread, PlotPoints *points, const char *name, Value value) {
    if (!strcmp(name, "color")) {
        Outcome result = set_color_list(thread, value, &points->faces, &points->face_count);
        return result == PROPERTY_SET ? set_color_list(thread, value, &points->edges, &points->edge_count)
                                      : result;
    }
    if (!strcmp(name, "facecolor")) {
        points->hollow = value_is_string(value) && string_equals_c(value_string(value), "none");
        if (points->hollow) {
            if (!points->edge_count && points->face_count) { /* the rim keeps the colour */
                points->edges = memory_allocate(points->face_count * sizeof *points->edges);
                if (!points->edges) return raise_no_memory(thread), PROPERTY_FAILED;
                memcpy(points->edges, points->faces, points->face_count * sizeof *points->edges);
                points->edge_count = points->face_count;
            }
            return PROPERTY_SET;
        }
        return set_color_list(thread, value, &points->faces, &points->face_count);
    }
    if (!strcmp(name, "edgecolor")) return set_color_list(thread, value, &points->edges, &points->edge_count);
    if (!strcmp(name, "linewidth"))
        return set_double_list(thread, value, &points->widths, &points->width_count);
    if (!strcmp(name, "sizes")) return set_double_list(thread, value, &points->sizes, &points->size_count);
    if (!strcmp(name, "offsets")) {
        Numbers numbers;
        if (!numbers_from_value(thread, value, &numbers)) return PROPERTY_FAILED;
        size_t count = numbers.count / 2;
        double *x = memory_allocate((count + 1) * sizeof *x), *y = memory_allocate((count + 1) * sizeof *y);
        if (!x || !y) {
            memory_release(x);
            memory_release(y);
            numbers_release(&numbers);
            return raise_no_memory(thread), PROPERTY_FAILED;
        }
        for (size_t i = 0; i < count; i++) x[i] = numbers.values[2 * i], y[i] = numbers.values[2 * i + 1];
        memory_release(points->x);
        memory_release(points->y);
        points->x = x;
        points->y = y;
        points->count = count;
        numbers_release(&numbers);
        return PROPERTY_SET;
    }
    return PROPERTY_UNKNOWN;
}

static Outcome set_paths(Thread *thread, PlotPaths *paths, const char *name, Value value) {
    if (!strcmp(name, "color") || !strcmp(name, "facecolor")) {
        bool edges = !paths->face_count && !strcmp(name, "color");
        Outcome result =
            edges ? PROPERTY_SET : set_color_list(thread, value, &paths->faces, &paths->face_count);
        if (result != PROPERTY_SET || strcmp(name, "color") != 0) return result;
        return set_color_list(thread, value, &paths->edges, &paths->edge_count);
    }
    if (!strcmp(name, "edgecolor")) {
        if (!value_is_none(value))
            paths->edges_follow = value_is_string(value) && string_equals_c(value_string(value), "face");
        return set_color_list(thread, value, &paths->edges, &paths->edge_count);
    }
    if (!strcmp(name, "linewidth")) return set_double_list(thread, value, &paths->widths, &paths->width_count);
    if (!strcmp(name, "capstyle"))
        return paths->cap_set = true, outcome(cap_from_value(thread, value, &paths->cap));
    if (!strcmp(name, "joinstyle"))
        return paths->join_set = true, outcome(join_from_value(thread, value, &paths->join));
    if (!strcmp(name, "linestyle")) {
        LineDash dash;
        if (value_is_none(value)) return PROPERTY_SET;
        Value one = value_is_list(value) && sequence_fast_count(value) ? sequence_fast_items(value)[0] : value;
        if (!dash_from_value(thread, one, &dash)) return PROPERTY_FAILED;
        if (!paths->dashes) paths->dashes = memory_allocate(sizeof *paths->dashes);
        if (!paths->dashes) return raise_no_memory(thread), PROPERTY_FAILED;
        paths->dashes[0] = dash;
        paths->dash_count = 1;
        return PROPERTY_SET;
    }
    return PROPERTY_UNKNOWN;
}

static bool read_limits(Thread *thread, Mappable *mappable, Value low, Value high) {
    if (value_given(low)) {
        if (!double_from_value(thread, low, &mappable->norm.minimum)) return false;
        mappable->has_minimum = true;
    }
    if (value_given(high)) {
        if (!double_from_value(thread, high, &mappable->norm.maximum)) return false;
        mappable->has_maximum = true;
    }
    return true;
}

static Outcome set_mappable(Thread *thread, PlotArtist *artist, Mappable *mappable, const char *name,
                            Value value) {
    if (!strcmp(name, "cmap")) {
        Colormap *map = colormap_from_value(thread, value);
        if (map) mappable->map = map;
        return outcome(map);
    }
    if (!strcmp(name, "norm")) {
        bool done = norm_from_value(thread, value, mappable);
        if (done && mappable->values && (isnan(mappable->norm.minimum) || isnan(mappable->norm.maximum)))
            mappable_fit(mappable);
        return outcome(done);
    }
    if (!strcmp(name, "clim")) {
        double pair[2];
        if (!pair_from_value(thread, value, pair)) return PROPERTY_FAILED;
        mappable->norm.minimum = pair[0];
        mappable->norm.maximum = pair[1];
        mappable->has_minimum = mappable->has_maximum = true;
        return PROPERTY_SET;
    }
    if (!strcmp(name, "vmin")) return outcome(read_limits(thread, mappable, value, VALUE_NONE));
    if (!strcmp(name, "vmax")) return outcome(read_limits(thread, mappable, VALUE_NONE, value));
    if (!strcmp(name, "array")) {
        Numbers numbers;
        Error error = ERROR_NONE;
        if (value_is_none(value)) return PROPERTY_SET;
        if (!numbers_from_value(thread, value, &numbers)) return PROPERTY_FAILED;
        bool fits =
            artist->kind == ARTIST_POINTS || artist->kind == ARTIST_PATHS || numbers.count == mappable->count;
        bool done = fits && mappable_set_values(mappable, numbers.values, numbers.count, &error);
        numbers_release(&numbers);
        if (!fits)
            raise_value_error(thread, "the array has another number of values than before");
        else if (!done)
            raise_plot_error(thread, &error);
        return outcome(done);
    }
    return PROPERTY_UNKNOWN;
}

static Outcome set_image(Thread *thread, PlotImage *image, const char *name, Value value) {
    if (!strcmp(name, "interpolation")) {
        if (value_is_none(value) ||
            (value_is_string(value) && interpolation_parse(value_c_string(value), &image->interpolation)))
            return PROPERTY_SET;
        Value text = value_repr(thread, value);
        if (!value_is_absent(text))
            raise_value_error(thread, "%s is not a valid value for interpolation.", value_c_string(text));
        value_release(text);
        return PROPERTY_FAILED;
    }
    if (!strcmp(name, "extent")) {
        Numbers numbers;
        if (!numbers_from_value(thread, value, &numbers)) return PROPERTY_FAILED;
        bool four = numbers.count == 4;
        if (four)
            image_set_extent(image, numbers.values[0], numbers.values[1], numbers.values[2], numbers.values[3]);
        else
            raise_value_error(thread, "not enough values to unpack (expected 4, got %zu)", numbers.count);
        numbers_release(&numbers);
        return outcome(four);
    }
    if (!strcmp(name, "data")) {
        Numbers numbers;
        Error error = ERROR_NONE;
        if (!numbers_from_value(thread, value, &numbers)) return PROPERTY_FAILED;
        size_t channels = numbers.dimensions == 3 ? numbers.shape[2] : 1;
        for (size_t i = 0; channels > 1 && numbers.is_byte && i < numbers.count; i++) numbers.values[i] /= 255;
        bool fits = numbers.dimensions == 2 || (numbers.dimensions == 3 && (channels == 3 || channels == 4));
        bool done =
            fits && image_set_data(image, numbers.values, numbers.shape[0], numbers.shape[1], channels, &error);
        numbers_release(&numbers);
        if (!fits)
            raise_type_error(thread, "Invalid shape for image data");
        else if (!done)
            raise_plot_error(thread, &error);
        return outcome(done);
    }
    return PROPERTY_UNKNOWN;
}

/* The frame: a style, or without one a square whose padding is in points. */
static bool set_frame(Thread *thread, PlotText *text, Value style, double pad) {
    const double usual_points = 4, usual_part = 0.3;
    if (value_given(style)) return box_style_from_value(thread, style, isnan(pad) ? usual_part : pad, &text->box);
    double points = isnan(pad) ? usual_points : pad;
    text->box = (BoxStyle){.kind = BOX_SQUARE, .pad = points / text->style.font.size, .size = NAN};
    return true;
}

static bool set_box_look(Thread *thread, PlotText *text, const char *name, Value value) {
    static const char *const without_effect[] = {"zorder", "clip_on", "transform", "mutation_scale", "mutation_aspect",
                                                 "joinstyle", "capstyle", "antialiased", "label", "gid"};
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (!strcmp(aliases[i].alias, name)) name = aliases[i].name;
    if (!strcmp(name, "facecolor")) return color_from_value(thread, value, &text->box_face);
    if (!strcmp(name, "edgecolor")) return color_from_value(thread, value, &text->box_edge);
    if (!strcmp(name, "color"))
        return color_from_value(thread, value, &text->box_face) && color_from_value(thread, value, &text->box_edge);
    if (!strcmp(name, "alpha")) return value_is_none(value) || double_from_value(thread, value, &text->box_alpha);
    if (!strcmp(name, "linewidth")) return value_is_none(value) || float_from_value(thread, value, &text->box_width);
    if (!strcmp(name, "linestyle")) return value_is_none(value) || dash_from_value(thread, value, &text->box_dash);
    if (!strcmp(name, "hatch")) return hatch_from_value(thread, value, false, &text->box_hatch);
    if (!strcmp(name, "fill") || !strcmp(name, "visible")) {
        int truth = value_truth(thread, value);
        if (truth == 0 && name[0] == 'f') text->box_face = COLOR_NONE;
        if (truth == 0 && name[0] == 'v') text->boxed = false;
        return truth >= 0;
    }
    for (size_t i = 0; i < sizeof without_effect / sizeof *without_effect; i++)
        if (!strcmp(name, without_effect[i])) return true;
    raise_format(thread, thread_builtins(thread)->exception_AttributeError,
                 "FancyBboxPatch.set() got an unexpected keyword argument '%s'", name);
    return false;
}

static bool set_box_looks(Thread *thread, PlotText *text, Value dictionary) {
    Value style = dict_get_c(thread, value_dict(dictionary), "boxstyle");
    Value padding = dict_get_c(thread, value_dict(dictionary), "pad"), key, value;
    double pad = NAN;
    text->boxed = true;
    text->box_face = text->artist.figure ? plot_cycle_color(&text->artist.figure->context->settings, 0) : color_cycle(0);
    text->box_edge = COLOR_BLACK;
    if (value_given(padding) && !double_from_value(thread, padding, &pad)) return false;
    if (!set_frame(thread, text, style, pad)) return false;
    for (size_t at = 0; dict_next(value_dict(dictionary), &at, &key, &value);) {
        const char *name = value_is_string(key) ? value_c_string(key) : "";
        if (strcmp(name, "boxstyle") && strcmp(name, "pad") && !set_box_look(thread, text, name, value)) return false;
    }
    return true;
}

static Outcome set_box(Thread *thread, PlotText *text, Value dictionary) {
    if (value_is_string(dictionary)) { /* backgroundcolor */
        text->boxed = true;
        text->box = (BoxStyle){.kind = BOX_SQUARE, .pad = 0.3, .size = NAN};
        text->box_edge = COLOR_NONE;
        return outcome(color_from_value(thread, dictionary, &text->box_face));
    }
    if (!value_is_dict(dictionary) && !value_is_none(dictionary)) {
        raise_attribute_error_format(thread, dictionary, string_intern(thread, "copy"),
                                     "'%s' object has no attribute 'copy'", value_type_name(thread, dictionary));
        return PROPERTY_FAILED;
    }
    if (!value_is_dict(dictionary)) {
        text->boxed = false;
        return PROPERTY_SET;
    }
    return outcome(set_box_looks(thread, text, dictionary));
}

bool alignment_from_value(Thread *thread, Value value, HorizontalAlignment *horizontal,
                                 VerticalAlignment *vertical) {
    static const char *const horizontal_names[] = {"left", "center", "right"};
    static const char *const vertical_names[] = {"baseline", "bottom", "center", "top", "center_baseline"};
    const char *const *names = horizontal ? horizontal_names : vertical_names;
    size_t count = horizontal ? 3 : 5;
    for (size_t i = 0; value_is_string(value) && i < count; i++)
        if (string_equals_c(value_string(value), names[i])) {
            if (horizontal)
                *horizontal = (HorizontalAlignment)i;
            else
                *vertical = (VerticalAlignment)i;
            return true;
        }
    Value text = value_repr(thread, value);
    if (!value_is_absent(text))
        raise_value_error(thread, "%s is not a valid value for align; supported values are %s",
                          value_c_string(text),
                          horizontal ? "'center', 'right', 'left'"
                                     : "'baseline', 'bottom', 'center', 'center_baseline', 'top'");
    value_release(text);
    return false;
}

FontFamily family_from_words(const char *words) {
    return strstr(words, "ono")                               ? FONT_MONOSPACE
           : strstr(words, "erif") && !strstr(words, "ans")   ? FONT_SERIF
           : strstr(words, "Times") || strstr(words, "Roman") ? FONT_SERIF
           : strstr(words, "Courier")                         ? FONT_MONOSPACE
                                                              : FONT_SANS;
}

static bool set_font(Thread *thread, PlotText *text, Value font);

static Outcome set_text(Thread *thread, PlotText *text, const char *name, Value value) {
    bool none = value_is_none(value);
    if (!strcmp(name, "text")) return outcome(set_label_string(thread, &text->string, value));
    if (!strcmp(name, "color")) return outcome(none || checked_color_from_value(thread, value, &text->style.color));
    if (!strcmp(name, "fontsize"))
        return outcome(none || text_size_from_value(thread, value, &text->style.font.size));
    if (!strcmp(name, "fontweight")) return outcome(weight_is_bold(thread, value, &text->style.font.bold));
    if (!strcmp(name, "fontstyle")) {
        text->style.font.italic = value_is_string(value) && !string_equals_c(value_string(value), "normal");
        return PROPERTY_SET;
    }
    if (!strcmp(name, "fontfamily")) {
        Value family =
            value_is_list(value) && sequence_fast_count(value) ? sequence_fast_items(value)[0] : value;
        text->style.font.family = family_from_words(value_is_string(family) ? value_c_string(family) : "sans-serif");
        return PROPERTY_SET;
    }
    if (!strcmp(name, "rotation")) {
        if (value_is_string(value)) {
            text->style.rotation = string_equals_c(value_string(value), "vertical") ? 90 : 0;
            return PROPERTY_SET;
        }
        return outcome(none || double_from_value(thread, value, &text->style.rotation));
    }
    if (!strcmp(name, "rotation_mode")) {
        text->style.anchored = value_is_string(value) && string_equals_c(value_string(value), "anchor");
        return PROPERTY_SET;
    }
    if (!strcmp(name, "horizontalalignment"))
        return outcome(alignment_from_value(thread, value, &text->style.horizontal, NULL));
    if (!strcmp(name, "verticalalignment"))
        return outcome(alignment_from_value(thread, value, NULL, &text->style.vertical));
    if (!strcmp(name, "multialignment"))
        return text->style.lines_set = true,
               outcome(alignment_from_value(thread, value, &text->style.lines, NULL));
    if (!strcmp(name, "linespacing"))
        return outcome(double_from_value(thread, value, &text->style.line_spacing));
    if (!strcmp(name, "bbox")) return set_box(thread, text, value);
    if (!strcmp(name, "x")) return outcome(double_from_value(thread, value, &text->x));
    if (!strcmp(name, "y")) return outcome(double_from_value(thread, value, &text->y));
    if (!strcmp(name, "position")) {
        double pair[2];
        if (!pair_from_value(thread, value, pair)) return PROPERTY_FAILED;
        text->x = pair[0];
        text->y = pair[1];
        return PROPERTY_SET;
    }
    if (!strcmp(name, "fontproperties")) return outcome(set_font(thread, text, value));
    if (!strcmp(name, "labelpad")) return PROPERTY_SET;
    return PROPERTY_UNKNOWN;
}

Value font_looks(Thread *thread, Value font) {
    Value home = import_module(thread, "matplotlib.font_manager");
    Value looks = value_is_absent(home) ? home : value_get_attribute_c(thread, home, "_looks");
    Value found = value_is_absent(looks) ? looks : value_call_one(thread, looks, font);
    value_release(looks);
    value_release(home);
    return found;
}

static bool set_font(Thread *thread, PlotText *text, Value font) {
    static const char *const names[] = {"fontsize", "fontweight", "fontstyle", "fontfamily"};
    Value looks = font_looks(thread, font);
    bool done = !value_is_absent(looks);
    for (size_t i = 0; done && i < sizeof names / sizeof *names; i++) {
        Value look = dict_get_c(thread, value_dict(looks), names[i]);
        done = !value_is_absent(look) && set_text(thread, text, names[i], look) == PROPERTY_SET;
    }
    value_release(looks);
    return done;
}

static Outcome set_other(Thread *thread, PlotArtist *artist, const char *name, Value value) {
    if (artist->kind == ARTIST_MESH) {
        PlotMesh *mesh = (PlotMesh *)artist;
        if (!strcmp(name, "edgecolor")) {
            bool word = value_is_string(value);
            if (value_is_none(value) || (word && (string_equals_c(value_string(value), "face"))))
                return PROPERTY_SET;
            if (mesh->line_width == 0) mesh->line_width = 1;
            return outcome(color_from_value(thread, value, &mesh->edge));
        }
        if (!strcmp(name, "linewidth"))
            return outcome(value_is_none(value) || double_from_value(thread, value, &mesh->line_width));
    }
    if (artist->kind == ARTIST_QUIVER) {
        PlotQuiver *quiver = (PlotQuiver *)artist;
        if (!strcmp(name, "color") || !strcmp(name, "facecolor"))
            return set_color_list(thread, value, &quiver->colors, &quiver->color_count);
        if (!strcmp(name, "scale") || !strcmp(name, "width"))
            return outcome(value_is_none(value) ||
                           double_from_value(thread, value, name[0] == 's' ? &quiver->scale : &quiver->width));
        const char *word = value_is_string(value) ? value_c_string(value) : "";
        if (!strcmp(name, "angles")) return quiver->angles_xy = !strcmp(word, "xy"), PROPERTY_SET;
        if (!strcmp(name, "scale_units")) return quiver->scale_xy = !strcmp(word, "xy"), PROPERTY_SET;
        if (!strcmp(name, "pivot")) {
            quiver->pivot_middle = !strncmp(word, "mid", 3);
            quiver->pivot_tip = !strcmp(word, "tip");
            return PROPERTY_SET;
        }
        if (!strcmp(name, "units") || !strncmp(name, "head", 4) || !strncmp(name, "min", 3))
            return PROPERTY_SET;
    }
    return PROPERTY_UNKNOWN;
}

/* A label that stands for a tick's: its looks become those of all labels of the axis. */
static void pass_to_tick_labels(const PlotText *text, const char *name) {
    TickStyle *style = &text->ticks->major;
    style->label_size = text->style.font.size;
    style->label_color = text->style.color;
    style->label_rotation = text->style.rotation;
    style->label_bold = text->style.font.bold;
    if (!strcmp(name, "visible")) style->hidden_labels = text->artist.hidden;
    if (!strcmp(name, "horizontalalignment")) {
        style->label_horizontal = text->style.horizontal;
        style->label_horizontal_set = true;
    }
    if (!strcmp(name, "verticalalignment")) {
        style->label_vertical = text->style.vertical;
        style->label_vertical_set = true;
    }
}

bool artist_set_property(Thread *thread, PlotArtist *artist, const char *given, Value value) {
    const char *name = canonical_name(artist, given);
    if (artist->kind == ARTIST_PATCH && !strcmp(name, "fontsize")) name = given;
    Outcome result = set_common(thread, artist, name, value);
    Mappable *mappable = artist_mappable(artist);
    if (result == PROPERTY_UNKNOWN && hatch_of(artist)) result = set_hatch(thread, hatch_of(artist), name, value);
    if (result == PROPERTY_UNKNOWN) switch (artist->kind) {
        case ARTIST_LINE:
            result = set_line(thread, (PlotLine *)artist, name, value);
            break;
        case ARTIST_PATCH:
            result = set_patch(thread, (PlotPatch *)artist, name, value);
            break;
        case ARTIST_POINTS:
            result = set_points(thread, (PlotPoints *)artist, name, value);
            break;
        case ARTIST_PATHS:
            result = set_paths(thread, (PlotPaths *)artist, name, value);
            break;
        case ARTIST_IMAGE:
            result = set_image(thread, (PlotImage *)artist, name, value);
            break;
        case ARTIST_TEXT:
            result = set_text(thread, (PlotText *)artist, name, value);
            break;
        default:
            result = set_other(thread, artist, name, value);
            break;
        }
    if (result == PROPERTY_UNKNOWN && mappable) result = set_mappable(thread, artist, mappable, name, value);
    if (result == PROPERTY_UNKNOWN)
        raise_format(thread, thread_builtins(thread)->exception_AttributeError,
                     "%s.set() got an unexpected keyword argument '%s'", class_name(artist), given);
    if (result == PROPERTY_SET && artist->kind == ARTIST_TEXT && ((PlotText *)artist)->ticks)
        pass_to_tick_labels((PlotText *)artist, name);
    return result == PROPERTY_SET;
}

bool artist_set_properties(Thread *thread, PlotArtist *artist, Value keywords) {
    Value key, value;
    if (!value_is_dict(keywords)) return true;
    for (size_t at = 0; dict_next(value_dict(keywords), &at, &key, &value);)
        if (!artist_set_property(thread, artist, value_c_string(key), value)) return false;
    return true;
}

bool text_set_properties(Thread *thread, PlotText *text, Value dictionary, Value keywords) {
    return artist_set_properties(thread, &text->artist, dictionary) &&
           artist_set_properties(thread, &text->artist, keywords);
}

static Value doubles_of_list(Thread *thread, const double *values, size_t count) {
    return value_from_doubles(thread, values, count);
}

/* Patches name their lines in full. */
static const char *patch_dash_name(const LineDash *dash) {
    static const char *const names[] = {
        [LINE_SOLID] = "solid", [LINE_DASHED] = "dashed", [LINE_DASHDOT] = "dashdot", [LINE_DOTTED] = "dotted"};
    return (size_t)dash->kind < sizeof names / sizeof *names ? names[dash->kind] : line_dash_name(dash);
}

static Value polygon_corners(Thread *thread, const Path *path) {
    size_t count = path->point_count;
    bool closed = path->code_count && path->codes[path->code_count - 1] == PATH_CLOSE && count;
    double *numbers = memory_allocate((2 * count + 2) * sizeof *numbers);
    if (!numbers) return raise_no_memory(thread);
    for (size_t i = 0; i < count + closed; i++) {
        numbers[2 * i] = path->points[i % count].x;
        numbers[2 * i + 1] = path->points[i % count].y;
    }
    Value flat = value_from_doubles(thread, numbers, 2 * (count + closed));
    const Value sizes[2] = {value_from_int((int64_t)(count + closed)), value_from_int(2)};
    Value shape = tuple_from_values(thread, sizes, 2);
    Value result = value_is_absent(flat) || value_is_absent(shape) ? VALUE_ABSENT
                                                                   : call_numpy_two(thread, "reshape", flat, shape);
    memory_release(numbers);
    value_release(flat);
    value_release(shape);
    return result;
}

/* Rows of four channels, as collections give them. */
static Value colors_array(Thread *thread, const PlotArtist *artist, const Color *colors, size_t count,
                          const Mappable *mappable) {
    if (mappable) count = mappable->count;
    double *rows = memory_allocate((4 * count + 1) * sizeof *rows);
    if (!rows) return raise_no_memory(thread);
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        Color color = mappable ? mappable_color(mappable, i) : colors[i];
        if (!mappable && !(color.alpha > 0) && count == 1) break; /* 'none' */
        color = color_with_alpha(color, artist->alpha);
        const double row[4] = {color.red, color.green, color.blue, color.alpha};
        memcpy(rows + 4 * used++, row, sizeof row);
    }
    Value flat = value_from_doubles(thread, rows, 4 * used);
    const Value sizes[2] = {value_from_int((int64_t)used), value_from_int(4)};
    Value shape = tuple_from_values(thread, sizes, 2);
    Value result = value_is_absent(flat) || value_is_absent(shape) ? VALUE_ABSENT
                                                                   : call_numpy_two(thread, "reshape", flat, shape);
    memory_release(rows);
    value_release(flat);
    value_release(shape);
    return result;
}

static Color first_edge(const PlotArtist *artist) {
    if (artist->kind == ARTIST_PATHS)
        return ((const PlotPaths *)artist)->edge_count ? ((const PlotPaths *)artist)->edges[0] : COLOR_NONE;
    const PlotPoints *points = (const PlotPoints *)artist;
    return points->edge_count ? points->edges[0] : points->face_count ? points->faces[0] : COLOR_NONE;
}

/* Of many paths or points: facecolor, edgecolor, linewidth. Absent without an exception: another property. */
static Value get_of_collection(Thread *thread, PlotArtist *artist, const char *name) {
    const Mappable *mappable = artist_mappable(artist);
    const PlotPaths *paths = artist->kind == ARTIST_PATHS ? (const PlotPaths *)artist : NULL;
    const PlotPoints *points = paths ? NULL : (const PlotPoints *)artist;
    bool mapped = mappable->values && mappable->count, map_edges = paths && paths->map_edges;
    bool of_faces = !strcmp(name, "facecolor"), of_edges = !strcmp(name, "edgecolor");
    const Color *faces = paths ? paths->faces : points->faces, *edges = paths ? paths->edges : points->edges;
    size_t face_count = paths ? paths->face_count : points->face_count,
           edge_count = paths ? paths->edge_count : points->edge_count;
    if (!strcmp(name, "color") && map_edges) of_edges = true;
    if (of_faces) {
        if (points && points->hollow) return colors_array(thread, artist, NULL, 0, NULL);
        return colors_array(thread, artist, faces, face_count, mapped && !map_edges ? mappable : NULL);
    }
    if (of_edges) {
        bool as_faces = points && !points->edges; /* the rim has the face's colour */
        bool use_map = mapped && (map_edges || as_faces);
        return colors_array(thread, artist, as_faces ? faces : edges, as_faces ? face_count : edge_count,
                            use_map ? mappable : NULL);
    }
    if (!strcmp(name, "linewidth")) {
        double usual = points ? 1.5 : 1;
        const double *widths = paths ? paths->widths : points->widths;
        size_t count = paths ? paths->width_count : points->width_count;
        return count ? doubles_of_list(thread, widths, count) : doubles_of_list(thread, &usual, 1);
    }
    if (!strcmp(name, "sizes") && points) {
        double usual = 36;
        return points->size_count ? doubles_of_list(thread, points->sizes, points->size_count)
                                  : doubles_of_list(thread, &usual, 1);
    }
    return VALUE_ABSENT;
}

static Value get_label(Thread *thread, const char *label) { return string_from_c(thread, label ? label : ""); }

static const char *cap_name(LineCap cap) {
    return cap == CAP_BUTT ? "butt" : cap == CAP_ROUND ? "round" : "projecting";
}

static const char *join_name(LineJoin join) {
    return join == JOIN_MITER ? "miter" : join == JOIN_ROUND ? "round" : "bevel";
}

/* Rows of x and y. */
static Value point_rows(Thread *thread, const double *x, const double *y, size_t count) {
    double *numbers = memory_allocate((2 * count + 1) * sizeof *numbers);
    if (!numbers) return raise_no_memory(thread);
    for (size_t i = 0; i < count; i++) numbers[2 * i] = x[i], numbers[2 * i + 1] = y[i];
    Value flat = value_from_doubles(thread, numbers, 2 * count);
    Value shape = tuple_from_values(thread, (Value[]){value_from_int((int64_t)count), value_from_int(2)}, 2);
    Value rows = value_is_absent(flat) || value_is_absent(shape) ? VALUE_ABSENT : call_numpy_two(thread, "reshape", flat, shape);
    memory_release(numbers);
    value_release(flat);
    value_release(shape);
    return rows;
}

/* Looks of lines beside their colour and widths. Absent without an exception: another property. */
static Value get_of_line(Thread *thread, const PlotLine *line, const char *name) {
    static const char *const steps[] = {[STEP_NONE] = "default", [STEP_PRE] = "steps-pre", [STEP_MID] = "steps-mid",
                                        [STEP_POST] = "steps-post"};
    if (!strcmp(name, "drawstyle")) return string_from_c(thread, steps[line->step]);
    if (!strcmp(name, "solid_capstyle")) return string_from_c(thread, cap_name(line->cap));
    if (!strcmp(name, "dash_capstyle")) return string_from_c(thread, cap_name(line->dash_cap));
    if (!strcmp(name, "solid_joinstyle")) return string_from_c(thread, join_name(line->join));
    if (!strcmp(name, "dash_joinstyle")) return string_from_c(thread, join_name(line->dash_join));
    if (!strcmp(name, "fillstyle")) return string_from_c(thread, line->marker_hollow ? "none" : "full");
    if (!strcmp(name, "markerfacecolor"))
        return value_from_color_tuple(thread, line->marker_face_set ? line->marker_face : line->color);
    if (!strcmp(name, "markeredgecolor"))
        return value_from_color_tuple(thread, line->marker_edge_set ? line->marker_edge : line->color);
    if (!strcmp(name, "xydata")) return point_rows(thread, line->x, line->y, line->count);
    return VALUE_ABSENT;
}

static Value get_of_text(Thread *thread, const PlotText *text, const char *name);

/* A text's looks as a FontProperties. */
static Value font_of_text(Thread *thread, const PlotText *text) {
    static const char *const names[][2] = {{"fontfamily", "family"}, {"fontstyle", "style"}, {"fontweight", "weight"}};
    Value home = import_module(thread, "matplotlib.font_manager");
    Value make = value_is_absent(home) ? home : value_get_attribute_c(thread, home, "FontProperties");
    Value looks = value_is_absent(make) ? make : dict_new(thread), none = value_is_absent(looks) ? looks : tuple_new(thread, 0);
    bool done = !value_is_absent(none) && dict_set_c(thread, value_dict(looks), "size", value_from_float(text->style.font.size));
    for (size_t i = 0; done && i < sizeof names / sizeof *names; i++) {
        Value look = get_of_text(thread, text, names[i][0]);
        done = !value_is_absent(look) && dict_set_c(thread, value_dict(looks), names[i][1], look);
        value_release(look);
    }
    Value font = done ? value_call_unpacked(thread, make, value_tuple(none), value_dict(looks)) : VALUE_ABSENT;
    value_release(none);
    value_release(looks);
    value_release(make);
    value_release(home);
    return font;
}

static Value get_of_text(Thread *thread, const PlotText *text, const char *name) {
    static const char *const across[] = {"left", "center", "right"};
    static const char *const upright[] = {"baseline", "bottom", "center", "top", "center_baseline"};
    static const char *const families[] = {[FONT_SANS] = "sans-serif", [FONT_SERIF] = "serif", [FONT_MONOSPACE] = "monospace"};
    const TextStyle *style = &text->style;
    if (!strcmp(name, "horizontalalignment")) return string_from_c(thread, across[style->horizontal]);
    if (!strcmp(name, "verticalalignment")) return string_from_c(thread, upright[style->vertical]);
    if (!strcmp(name, "fontweight")) return string_from_c(thread, style->font.bold ? "bold" : "normal");
    if (!strcmp(name, "fontstyle")) return string_from_c(thread, style->font.italic ? "italic" : "normal");
    if (!strcmp(name, "rotation_mode")) return string_from_c(thread, style->anchored ? "anchor" : "default");
    if (!strcmp(name, "fontproperties")) return font_of_text(thread, text);
    if (strcmp(name, "fontfamily") != 0) return VALUE_ABSENT;
    Value list = list_new(thread);
    if (!value_is_absent(list) && !list_append_owned(thread, value_list(list), string_from_c(thread, families[style->font.family])))
        value_replace(&list, VALUE_ABSENT);
    return list;
}

static Value get_more(Thread *thread, const PlotArtist *artist, const char *name) {
    if (!strcmp(name, "clip_on")) return value_from_bool(!artist->unclipped);
    if (artist->kind == ARTIST_LINE) return get_of_line(thread, (const PlotLine *)artist, name);
    if (artist->kind == ARTIST_TEXT) return get_of_text(thread, (const PlotText *)artist, name);
    if (artist->kind == ARTIST_PATCH && !strcmp(name, "capstyle"))
        return string_from_c(thread, cap_name(((const PlotPatch *)artist)->cap));
    if (artist->kind == ARTIST_PATCH && !strcmp(name, "joinstyle"))
        return string_from_c(thread, join_name(((const PlotPatch *)artist)->join));
    if (artist->kind == ARTIST_POINTS && !strcmp(name, "offsets")) {
        const PlotPoints *points = (const PlotPoints *)artist;
        return point_rows(thread, points->x, points->y, points->count);
    }
    return VALUE_ABSENT;
}

Value artist_get_property(Thread *thread, PlotArtist *artist, const char *given) {
    const char *name = canonical_name(artist, given);
    Mappable *mappable = artist_mappable(artist);
    char hex[10];
    if (!strcmp(name, "label")) return get_label(thread, artist->label);
    if (!strcmp(name, "alpha")) return isnan(artist->alpha) ? VALUE_NONE : value_from_float(artist->alpha);
    if (!strcmp(name, "zorder"))
        return artist->zorder == floor(artist->zorder) ? value_from_int((int64_t)artist->zorder)
                                                       : value_from_float(artist->zorder);
    if (!strcmp(name, "visible")) return value_from_bool(!artist->hidden);
    if (mappable && !strcmp(name, "cmap")) return value_from_colormap(thread, mappable->map);
    if (mappable && !strcmp(name, "clim")) {
        const Value pair[2] = {value_from_float(mappable->norm.minimum),
                               value_from_float(mappable->norm.maximum)};
        return tuple_from_values(thread, pair, 2);
    }
    if (mappable && !strcmp(name, "array") && !mappable->values) return VALUE_NONE;
    if (mappable && !strcmp(name, "array")) {
        Value flat = doubles_of_list(thread, mappable->values, mappable->count);
        if (artist->kind != ARTIST_IMAGE || value_is_absent(flat)) return flat;
        const PlotImage *image = (const PlotImage *)artist;
        const Value shape[2] = {value_from_int((int64_t)image->rows), value_from_int((int64_t)image->columns)};
        Value sizes = tuple_from_values(thread, shape, 2);
        Value shaped = value_is_absent(sizes) ? sizes : call_numpy_two(thread, "reshape", flat, sizes);
        value_release(flat);
        value_release(sizes);
        return shaped;
    }
    if (artist->kind == ARTIST_LINE) {
        const PlotLine *line = (const PlotLine *)artist;
        if (!strcmp(name, "color"))
            return line->color_text[0] ? string_from_c(thread, line->color_text)
                                       : value_from_color_tuple(thread, line->color);
        if (!strcmp(name, "linewidth")) return value_from_float(line->width);
        if (!strcmp(name, "linestyle")) return string_from_c(thread, line_dash_name(&line->dash));
        if (!strcmp(name, "marker") && line->marker >= MARKER_TICK_LEFT)
            return value_from_int(line->marker - MARKER_TICK_LEFT);
        if (!strcmp(name, "marker")) return string_from_c(thread, marker_name(line->marker));
        if (!strcmp(name, "markeredgewidth")) return value_from_float(line->marker_edge_width);
        if (!strcmp(name, "markersize")) return value_from_float(line->marker_size);
        if (!strcmp(name, "xdata")) return doubles_of_list(thread, line->x, line->count);
        if (!strcmp(name, "ydata")) return doubles_of_list(thread, line->y, line->count);
        if (!strcmp(name, "data")) {
            Value pair[2] = {doubles_of_list(thread, line->x, line->count),
                             doubles_of_list(thread, line->y, line->count)};
            Value both = value_is_absent(pair[0]) || value_is_absent(pair[1])
                             ? VALUE_ABSENT
                             : tuple_from_values(thread, pair, 2);
            value_release(pair[0]);
            value_release(pair[1]);
            return both;
        }
    }
    if (artist->kind == ARTIST_PATCH) {
        const PlotPatch *patch = (const PlotPatch *)artist;
        static const char *const names[] = {"x", "y", "width", "height", "angle", "linewidth"};
        const double numbers[] = {patch->x,      patch->y,     patch->width,
                                  patch->height, patch->angle, patch->line_width};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (!strcmp(name, names[i])) return value_from_float(numbers[i]);
        if (!strcmp(name, "facecolor")) {
            Color face = patch->face.alpha > 0 ? color_with_alpha(patch->face, artist->alpha) : patch->face;
            if (patch->hollow) face.alpha = 0;
            return value_from_color(thread, face);
        }
        if (!strcmp(name, "edgecolor"))
            return value_from_color(thread, patch->edge.alpha > 0 ? color_with_alpha(patch->edge, artist->alpha)
                                                                  : patch->edge);
        if (!strcmp(name, "linestyle")) return string_from_c(thread, patch_dash_name(&patch->dash));
        if (!strcmp(name, "fill")) return value_from_bool(!patch->hollow);
        if (!strcmp(name, "xy") && patch->shape == PATCH_POLYGON) return polygon_corners(thread, &patch->path);
        if (!strcmp(name, "radius")) return value_from_float(patch->width / 2);
        if (!strcmp(name, "xy") || !strcmp(name, "center")) {
            const Value pair[2] = {value_from_float(patch->x), value_from_float(patch->y)};
            return tuple_from_values(thread, pair, 2);
        }
    }
    if (artist->kind == ARTIST_TEXT) {
        const PlotText *text = (const PlotText *)artist;
        if (!strcmp(name, "text")) return get_label(thread, text->string);
        if (!strcmp(name, "fontsize")) return value_from_float(text->style.font.size);
        if (!strcmp(name, "rotation")) return value_from_float(text->style.rotation);
        if (!strcmp(name, "color")) {
            color_format_hex(text->style.color, false, hex);
            return string_from_c(thread, hex);
        }
        if (!strcmp(name, "position")) {
            const Value pair[2] = {value_from_float(text->x), value_from_float(text->y)};
            return tuple_from_values(thread, pair, 2);
        }
    }
    if (hatch_of(artist)) {
        const PlotHatch *hatch = hatch_of(artist);
        MatplotlibState *state = matplotlib_state(thread);
        if (!state) return VALUE_ABSENT;
        const PlotSettings *settings = &state->plot->settings;
        if (!strcmp(name, "hatch"))
            return hatch->count && hatch->patterns[0] ? string_from_c(thread, hatch->patterns[0]) : VALUE_NONE;
        if (!strcmp(name, "hatch_linewidth"))
            return value_from_float(hatch->width > 0 ? hatch->width : settings->hatch_width);
        if (!strcmp(name, "hatchcolor")) {
            PathStyle style = {0};
            PlotHatch stand_in = *hatch;
            char *none[1] = {NULL};
            stand_in.patterns = none;
            stand_in.count = 1;
            bool patch = artist->kind == ARTIST_PATCH;
            Color edge = patch ? ((const PlotPatch *)artist)->edge : first_edge(artist);
            hatch_apply(&stand_in, settings, 0, edge, artist->alpha, !patch, &style);
            return patch ? value_from_color(thread, style.hatch_color)
                         : colors_array(thread, &(PlotArtist){.alpha = NAN}, &style.hatch_color, 1, NULL);
        }
    }
    if (artist->kind == ARTIST_PATHS || artist->kind == ARTIST_POINTS) {
        Value found = get_of_collection(thread, artist, name);
        if (!value_is_absent(found) || exception_is_set(thread)) return found;
    }
    if (artist->kind == ARTIST_IMAGE && !strcmp(name, "extent")) {
        const PlotImage *image = (const PlotImage *)artist;
        const Value four[4] = {value_from_float(image->left), value_from_float(image->right),
                               value_from_float(image->bottom), value_from_float(image->top)};
        return list_from_values(thread, four, 4);
    }
    if (artist->kind == ARTIST_IMAGE && !strcmp(name, "interpolation"))
        return string_from_c(thread, interpolation_name(((const PlotImage *)artist)->interpolation));
    Value more = get_more(thread, artist, name);
    if (!value_is_absent(more) || exception_is_set(thread)) return more;
    return raise_format(thread, thread_builtins(thread)->exception_AttributeError,
                        "'%s' object has no attribute 'get_%s'", class_name(artist), given);
}
