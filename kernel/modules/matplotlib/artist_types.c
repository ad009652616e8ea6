/* The classes of artists: Line2D, Text, Rectangle, AxesImage, ... They differ by name and constructor; what
 * they do goes through properties.c. */
#include "kernel/modules/matplotlib/arrows.h"
#include "kernel/modules/matplotlib/collections.h"
#include "kernel/modules/matplotlib/holders.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

NATIVE(artist_set_one) {
    return artist_set_property(thread, value_artist(arguments[0]), native->entry->data, arguments[1])
               ? VALUE_NONE
               : VALUE_ABSENT;
}

NATIVE(artist_get_one) { return artist_get_property(thread, value_artist(arguments[0]), native->entry->data); }

NATIVE(artist_set_many) {
    (void)native;
    if (!artist_set_properties(thread, value_artist(arguments[0]), arguments[1])) return VALUE_ABSENT;
    return list_new(thread);
}

/* set_data(x, y) of lines, set_data(a) of images, set_data((x, y)). */
NATIVE(artist_set_data) {
    (void)native;
    const Tuple *given = value_tuple(arguments[1]);
    Value data = given->count == 1 ? given->items[0] : arguments[1];
    return artist_set_property(thread, value_artist(arguments[0]), "data", data) ? VALUE_NONE : VALUE_ABSENT;
}

/* The corners of each path. */
NATIVE(artist_get_segments) {
    (void)native;
    const PlotArtist *artist = value_artist(arguments[0]);
    Value list = list_new(thread);
    if (artist->kind != ARTIST_PATHS)
        value_replace(&list, raise_attribute_error(thread, arguments[0], string_intern(thread, "get_segments")));
    for (size_t i = 0; !value_is_absent(list) && i < ((const PlotPaths *)artist)->count; i++) {
        const Path *path = &((const PlotPaths *)artist)->paths[i];
        double *numbers = memory_allocate((2 * path->point_count + 1) * sizeof *numbers);
        size_t used = 0;
        for (size_t k = 0; numbers && k < path->point_count; k++) {
            if (!isfinite(path->points[k].x) || !isfinite(path->points[k].y)) continue;
            numbers[used++] = path->points[k].x;
            numbers[used++] = path->points[k].y;
        }
        const Value sizes[2] = {value_from_int((int64_t)used / 2), value_from_int(2)};
        Value flat = numbers ? value_from_doubles(thread, numbers, used) : raise_no_memory(thread),
              shape = tuple_from_values(thread, sizes, 2);
        Value points = value_is_absent(flat) || value_is_absent(shape) ? VALUE_ABSENT
                                                                       : call_numpy_two(thread, "reshape", flat, shape);
        memory_release(numbers);
        value_release(flat);
        value_release(shape);
        if (!list_append_owned(thread, value_list(list), points)) value_replace(&list, VALUE_ABSENT);
    }
    return list;
}

NATIVE(artist_set_clim) {
    (void)native;
    PlotArtist *artist = value_artist(arguments[0]);
    if (value_given(arguments[1]) && !value_given(arguments[2]) && value_is_object(arguments[1]) &&
        !value_is_numpy_scalar(arguments[1]))
        return artist_set_property(thread, artist, "clim", arguments[1]) ? VALUE_NONE : VALUE_ABSENT;
    bool done = (!value_given(arguments[1]) || artist_set_property(thread, artist, "vmin", arguments[1])) &&
                (!value_given(arguments[2]) || artist_set_property(thread, artist, "vmax", arguments[2]));
    return done ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(artist_autoscale) {
    NATIVE_UNUSED;
    Mappable *mappable = artist_mappable(value_artist(arguments[0]));
    if (mappable) {
        mappable->has_minimum = mappable->has_maximum = false;
        mappable_fit(mappable);
    }
    return VALUE_NONE;
}

NATIVE(artist_remove) {
    NATIVE_UNUSED;
    value_artist(arguments[0])->removed = true;
    return VALUE_NONE;
}

NATIVE(artist_to_rgba) {
    (void)native;
    Mappable *mappable = artist_mappable(value_artist(arguments[0]));
    if (!mappable) return raise_type_error(thread, "this artist has no colour map");
    double value;
    if (!double_from_value(thread, arguments[1], &value)) return VALUE_ABSENT;
    return value_from_color(
        thread, colormap_at(mappable->map, norm_apply(&mappable->norm, value, mappable->map->count)));
}

#define SETTER(name)                                                                                           \
    {                                                                                                          \
        "set_" name,                                                                                           \
            "($self, "                                                                                         \
            "value)",                                                                                          \
            "Set the property " name ".", artist_set_one, name, 0                                              \
    }
#define GETTER(name)                                                                                           \
    { "get_" name, "($self)", "The property " name ".", artist_get_one, name, 0 }
#define BOTH(name) SETTER(name), GETTER(name)

static const NativeEntry artist_methods[] = {
    GETTER("lw"),
    GETTER("ls"),
    GETTER("fc"),
    GETTER("ec"),
    BOTH("c"),
    BOTH("ms"),
    BOTH("mfc"),
    BOTH("mec"),
    BOTH("mew"),
    BOTH("ds"),
    GETTER("drawstyle"),
    GETTER("markerfacecolor"),
    GETTER("markeredgecolor"),
    BOTH("solid_capstyle"),
    BOTH("dash_capstyle"),
    BOTH("solid_joinstyle"),
    BOTH("dash_joinstyle"),
    BOTH("capstyle"),
    BOTH("joinstyle"),
    BOTH("fillstyle"),
    GETTER("clip_on"),
    GETTER("xydata"),
    GETTER("offsets"),
    GETTER("ha"),
    GETTER("va"),
    GETTER("horizontalalignment"),
    GETTER("verticalalignment"),
    GETTER("fontweight"),
    GETTER("weight"),
    GETTER("fontstyle"),
    BOTH("style"),
    GETTER("fontfamily"),
    BOTH("family"),
    GETTER("size"),
    BOTH("rotation_mode"),
    BOTH("alpha"),
    BOTH("label"),
    BOTH("visible"),
    BOTH("zorder"),
    SETTER("clip_on"),
    SETTER("transform"),
    BOTH("color"),
    BOTH("linewidth"),
    BOTH("linestyle"),
    BOTH("marker"),
    BOTH("markersize"),
    SETTER("markerfacecolor"),
    SETTER("markeredgecolor"),
    BOTH("markeredgewidth"),
    BOTH("xdata"),
    BOTH("ydata"),
    SETTER("dashes"),
    SETTER("drawstyle"),
    BOTH("facecolor"),
    BOTH("edgecolor"),
    BOTH("fill"),
    BOTH("sizes"),
    SETTER("offsets"),
    BOTH("array"),
    BOTH("cmap"),
    SETTER("norm"),
    BOTH("interpolation"),
    BOTH("extent"),
    BOTH("text"),
    BOTH("fontsize"),
    SETTER("fontweight"),
    SETTER("fontstyle"),
    SETTER("fontfamily"),
    BOTH("fontproperties"),
    SETTER("font_properties"),
    BOTH("rotation"),
    SETTER("horizontalalignment"),
    SETTER("verticalalignment"),
    SETTER("ha"),
    SETTER("va"),
    SETTER("size"),
    SETTER("weight"),
    BOTH("position"),
    SETTER("bbox"),
    SETTER("lw"),
    SETTER("ls"),
    SETTER("fc"),
    SETTER("ec"),
    BOTH("x"),
    BOTH("y"),
    BOTH("width"),
    BOTH("height"),
    BOTH("xy"),
    BOTH("radius"),
    BOTH("center"),
    BOTH("angle"),
    BOTH("hatch"),
    BOTH("hatchcolor"),
    BOTH("hatch_linewidth"),
    SETTER("rasterized"),
    SETTER("picker"),
    SETTER("animated"),
    SETTER("path_effects"),
    BOTH("linewidths"),
    BOTH("edgecolors"),
    BOTH("facecolors"),
    SETTER("clip_path"),
    SETTER("antialiased"),
    SETTER("markevery"),
    SETTER("gid"),
    SETTER("in_layout"),
    {"set", "($self, **kwargs)", "Set several properties at once.", artist_set_many, NULL, 0},
    {"update", "($self, props)", "Set several properties at once.", artist_set_many, NULL, 0},
    {"set_data", "($self, *args)", "Set the data.", artist_set_data, NULL, 0},
    GETTER("data"),
    {"get_segments", "($self)", "The points of each line.", artist_get_segments, NULL, 0},
    GETTER("clim"),
    {"set_clim", "($self, vmin=None, vmax=None)", "Which values the first and the last colour stand for.", artist_set_clim,
     NULL, 0},
    {"autoscale", "($self)", "Let the colours reach from the least to the greatest value.",
     artist_autoscale, NULL, 0},
    {"to_rgba", "($self, x, alpha=None, bytes=False, norm=True)", "The colour of a value.", artist_to_rgba,
     NULL, 0},
    {"remove", "($self)", "Take it out of its figure, which shows it no more.", artist_remove, NULL, 0},
    {0},
};

static Value artist_axes(Thread *thread, Value self) {
    return value_from_axes(thread, value_artist(self)->axes);
}

static Value artist_figure(Thread *thread, Value self) {
    PlotArtist *artist = value_artist(self);
    return artist->figure ? value_from_figure(thread, artist->figure) : VALUE_NONE;
}

static Value artist_levels(Thread *thread, Value self) {
    PlotArtist *artist = value_artist(self);
    if (artist->kind != ARTIST_PATHS || !((PlotPaths *)artist)->level_count)
        return raise_attribute_error(thread, self, string_intern(thread, "levels"));
    return value_from_doubles(thread, ((PlotPaths *)artist)->levels, ((PlotPaths *)artist)->level_count);
}

static Value artist_cmap(Thread *thread, Value self) {
    return artist_get_property(thread, value_artist(self), "cmap");
}

static Value artist_norm(Thread *thread, Value self) {
    PlotArtist *artist = value_artist(self);
    return artist_mappable(artist) ? value_from_norm(thread, artist)
                                   : raise_attribute_error(thread, self, string_intern(thread, "norm"));
}

static Value artist_filled(Thread *thread, Value self) {
    const PlotArtist *artist = value_artist(self);
    if (artist->kind != ARTIST_PATHS || !((const PlotPaths *)artist)->level_count)
        return raise_attribute_error(thread, self, string_intern(thread, "filled"));
    return value_from_bool(((const PlotPaths *)artist)->filled);
}

static Value artist_zorder(Thread *thread, Value self) {
    return artist_get_property(thread, value_artist(self), "zorder");
}

static bool artist_put_zorder(Thread *thread, Value self, Value value) {
    return artist_set_property(thread, value_artist(self), "zorder", value);
}

static const PropertyEntry artist_properties[] = {
    {"zorder", artist_zorder, artist_put_zorder, "The place in the order of drawing."},
    {"axes", artist_axes, NULL, "The Axes the artist is in."},
    {"figure", artist_figure, NULL, "The Figure the artist is in."},
    {"levels", artist_levels, NULL, "Of contours: the values of the lines."},
    {"cmap", artist_cmap, NULL, "The colour map."},
    {"norm", artist_norm, NULL, "How values become fractions of the map."},
    {"filled", artist_filled, NULL, "Of contours: whether they are areas."},
    {0},
};

static bool same_artist_hash(Thread *thread, Value self, int64_t *hash) {
    (void)thread;
    *hash = (int64_t)((uintptr_t)self.object >> 4);
    return true;
}

#define ARTIST_TYPE(identifier, class_name, text)                                                              \
    const Type identifier##_type_template = {.name = class_name,                                               \
                                             .documentation = text,                                            \
                                             .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_NO_CREATE,             \
                                             .instance_size = sizeof(ArtistObject),                            \
                                             .destroy = artist_object_destroy,                                 \
                                             .attributes_offset = offsetof(ArtistObject, attributes),          \
                                             .weak_offset = offsetof(ArtistObject, weak),                      \
                                             .methods = artist_methods,                                        \
                                             .properties = artist_properties,                                  \
                                             .hash = same_artist_hash}

ARTIST_TYPE(artist, "matplotlib.artist.Artist", "Whatever is drawn.");

/* Derived classes: `base` is given when the type is made ready (artist_type_make). */
/* str(): what an artist is made of; repr() is the plain one. */
static Value artist_str(Thread *thread, Value self) {
    PlotArtist *artist = value_artist(self);
    if (artist->kind == ARTIST_LINE)
        return string_format(thread, "Line2D(%s)", artist->label ? artist->label : "_line");
    if (artist->kind == ARTIST_IMAGE) {
        const PlotImage *image = (const PlotImage *)artist;
        return string_format(
            thread, image->channels == 1 ? "AxesImage(shape=(%zu, %zu))" : "AxesImage(shape=(%zu, %zu, %zu))",
            image->rows, image->columns, image->channels);
    }
    if (artist->kind == ARTIST_PATCH && ((const PlotPatch *)artist)->shape == PATCH_RECTANGLE) {
        const PlotPatch *patch = (const PlotPatch *)artist;
        return string_format(thread, "Rectangle(xy=(%g, %g), width=%g, height=%g, angle=%g)", patch->x,
                             patch->y, patch->width, patch->height, patch->angle);
    }
    if (artist->kind == ARTIST_PATCH && ((const PlotPatch *)artist)->arrow) return arrow_to_string(thread, self);
    return value_repr(thread, self);
}

static const char *const coordinate_names[] = {
    [COORDINATES_DATA] = "data",         [COORDINATES_AXES] = "axes fraction",      [COORDINATES_FIGURE] = "figure fraction",
    [COORDINATES_X_AXIS] = "data",       [COORDINATES_Y_AXIS] = "data",             [COORDINATES_PIXELS] = "figure pixels",
    [COORDINATES_OFFSET_POINTS] = "offset points"};

static Value annotation_arrow(Thread *thread, Value self) {
    PlotPatch *arrow = ((PlotText *)value_artist(self))->pointer;
    return arrow ? value_from_artist(thread, arrow) : VALUE_NONE;
}

/* The pair as it was given, which the object keeps under another name; else from numbers. */
static Value given_pair(Thread *thread, Value self, const char *keeper, double x, double y) {
    const ArtistObject *object = (const ArtistObject *)self.object;
    Value kept = object->attributes ? dict_get_c(thread, object->attributes, keeper) : VALUE_ABSENT;
    if (!value_is_absent(kept)) return value_retain(kept);
    return tuple_from_values(thread, (Value[]){value_from_float(x), value_from_float(y)}, 2);
}

static Value annotation_xy(Thread *thread, Value self) {
    const PlotText *text = (const PlotText *)value_artist(self);
    return given_pair(thread, self, "_xy", text->target_x, text->target_y);
}

static Value annotation_place(Thread *thread, Value self) {
    const PlotText *text = (const PlotText *)value_artist(self);
    return given_pair(thread, self, "_xyann", text->x, text->y);
}

static bool annotation_set_xy(Thread *thread, Value self, Value value) {
    PlotText *text = (PlotText *)value_artist(self);
    double pair[2];
    if (!pair_from_value(thread, value, pair)) return false;
    text->target_x = pair[0];
    text->target_y = pair[1];
    return value_set_attribute_c(thread, self, "_xy", value);
}

static bool annotation_set_place(Thread *thread, Value self, Value value) {
    PlotText *text = (PlotText *)value_artist(self);
    double pair[2];
    if (!pair_from_value(thread, value, pair)) return false;
    text->x = pair[0];
    text->y = pair[1];
    return value_set_attribute_c(thread, self, "_xyann", value);
}

static Value annotation_str(Thread *thread, Value self) {
    const PlotText *text = (const PlotText *)value_artist(self);
    Value words = string_from_c(thread, text->string ? text->string : "");
    Value shown = value_is_absent(words) ? words : value_repr(thread, words);
    value_release(words);
    if (value_is_absent(shown)) return shown;
    Value result = string_format(thread, "Annotation(%g, %g, %s)", text->target_x, text->target_y, value_c_string(shown));
    value_release(shown);
    return result;
}

static Value annotation_xycoords(Thread *thread, Value self) {
    return string_from_c(thread, coordinate_names[((const PlotText *)value_artist(self))->target_coordinates]);
}

static Value annotation_anncoords(Thread *thread, Value self) {
    return string_from_c(thread, coordinate_names[value_artist(self)->coordinates]);
}

static const PropertyEntry annotation_properties[] = {
    {"arrow_patch", annotation_arrow, NULL, "The arrow, or None."},
    {"xy", annotation_xy, annotation_set_xy, "What it points at."},
    {"xyann", annotation_place, annotation_set_place, "Where the text is."},
    {"xycoords", annotation_xycoords, NULL, "The coordinates of xy."},
    {"anncoords", annotation_anncoords, NULL, "The coordinates of xyann."},
    {0},
};

#define DERIVED_TYPE_WITH(identifier, class_name, text, kind_flags, ...)                                       \
    const Type identifier##_type_template = {.name = class_name,                                               \
                                             .documentation = text,                                            \
                                             .flags = TYPE_COLLECTED | TYPE_BASE | (kind_flags),               \
                                             .base = (Type *)&artist_type_template,                            \
                                             .instance_size = sizeof(ArtistObject),                            \
                                             .destroy = artist_object_destroy,                                 \
                                             .attributes_offset = offsetof(ArtistObject, attributes),          \
                                             .weak_offset = offsetof(ArtistObject, weak),                      \
                                             .hash = same_artist_hash,                                         \
                                             .str = artist_str,                                                \
                                             __VA_ARGS__}
#define DERIVED_TYPE(identifier, class_name, text, creator)                                                    \
    DERIVED_TYPE_WITH(identifier, class_name, text, 0, .create = creator, .methods = collection_methods)
#define FOUND_TYPE(identifier, class_name, text)                                                               \
    DERIVED_TYPE_WITH(identifier, class_name, text, TYPE_NO_CREATE, .create = NULL, .methods = collection_methods)

/* ---- constructors of artists that users make ---- */

static Value wrap_patch(Thread *thread, Type *type, PlotPatch *patch) {
    ArtistObject *object = object_new(thread, type);
    if (!object) {
        artist_release(&patch->artist);
        return VALUE_ABSENT;
    }
    object->artist = &patch->artist;
    patch->artist.face = object;
    return value_from_object(object);
}

enum { patch_arguments = 8 };

typedef bool PatchFill(Thread *thread, PlotPatch *patch, const Value *arguments);

static Value create_patch(Thread *thread, Type *type, const Call *call, const char *name, const char *signature,
                          PatchShape shape, PatchFill *fill) {
    MatplotlibState *state = matplotlib_state(thread);
    Value arguments[patch_arguments];
    Error error = ERROR_NONE;
    size_t count = native_parameter_count(signature);
    if (!state || !native_match(thread, name, signature, call, arguments, patch_arguments)) return VALUE_ABSENT;
    PlotPatch *patch = patch_create(state->plot, shape, &error);
    bool done = patch && fill(thread, patch, arguments) &&
                artist_set_properties(thread, &patch->artist, arguments[count - 1]);
    native_release_arguments(arguments, count);
    if (error_is_set(&error)) return raise_plot_error(thread, &error);
    if (!done) {
        artist_release(&patch->artist);
        return VALUE_ABSENT;
    }
    patch_update(patch);
    return wrap_patch(thread, type, patch);
}

static bool fill_rectangle(Thread *thread, PlotPatch *patch, const Value *arguments) {
    double xy[2];
    if (!pair_from_value(thread, arguments[0], xy)) return false;
    patch->x = xy[0];
    patch->y = xy[1];
    return double_from_value(thread, arguments[1], &patch->width) &&
           double_from_value(thread, arguments[2], &patch->height) &&
           double_from_value(thread, arguments[3], &patch->angle);
}

static Value rectangle_create(Thread *thread, Type *type, const Call *call) {
    return create_patch(thread, type, call, "Rectangle", "(xy, width, height, angle=0.0, **kwargs)",
                        PATCH_RECTANGLE, fill_rectangle);
}

static bool fill_circle(Thread *thread, PlotPatch *patch, const Value *arguments) {
    double xy[2], radius;
    if (!pair_from_value(thread, arguments[0], xy) || !double_from_value(thread, arguments[1], &radius))
        return false;
    patch->x = xy[0];
    patch->y = xy[1];
    patch->width = patch->height = 2 * radius;
    return true;
}

static Value circle_create(Thread *thread, Type *type, const Call *call) {
    return create_patch(thread, type, call, "Circle", "(xy, radius=5, **kwargs)", PATCH_ELLIPSE, fill_circle);
}

static bool fill_ellipse(Thread *thread, PlotPatch *patch, const Value *arguments) {
    return fill_rectangle(thread, patch, arguments);
}

static Value ellipse_create(Thread *thread, Type *type, const Call *call) {
    return create_patch(thread, type, call, "Ellipse", "(xy, width, height, angle=0, **kwargs)", PATCH_ELLIPSE,
                        fill_ellipse);
}

static bool fill_polygon(Thread *thread, PlotPatch *patch, const Value *arguments) {
    Numbers points;
    if (!numbers_from_value(thread, arguments[0], &points)) return false;
    for (size_t i = 0; i + 1 < points.count; i += 2)
        if (i)
            path_line(&patch->path, points.values[i], points.values[i + 1]);
        else
            path_move(&patch->path, points.values[i], points.values[i + 1]);
    if (value_truth(thread, arguments[1]) == 1) path_close(&patch->path);
    numbers_release(&points);
    return true;
}

static Value polygon_create(Thread *thread, Type *type, const Call *call) {
    return create_patch(thread, type, call, "Polygon", "(xy, closed=True, **kwargs)", PATCH_POLYGON,
                        fill_polygon);
}

static bool fill_wedge(Thread *thread, PlotPatch *patch, const Value *arguments) {
    double xy[2], radius;
    if (!pair_from_value(thread, arguments[0], xy) || !double_from_value(thread, arguments[1], &radius) ||
        !double_from_value(thread, arguments[2], &patch->from) ||
        !double_from_value(thread, arguments[3], &patch->to) ||
        (value_given(arguments[4]) && !double_from_value(thread, arguments[4], &patch->ring)))
        return false;
    patch->x = xy[0];
    patch->y = xy[1];
    patch->width = patch->height = 2 * radius;
    return true;
}

static Value wedge_create(Thread *thread, Type *type, const Call *call) {
    return create_patch(thread, type, call, "Wedge", "(center, r, theta1, theta2, width=None, **kwargs)",
                        PATCH_WEDGE, fill_wedge);
}

static bool fill_fancy_box(Thread *thread, PlotPatch *patch, const Value *arguments) {
    double xy[2];
    if (!pair_from_value(thread, arguments[0], xy)) return false;
    patch->x = xy[0];
    patch->y = xy[1];
    if (!box_style_from_value(thread, arguments[3], NAN, &patch->box)) return false;
    MatplotlibState *state = matplotlib_state(thread);
    if (!state || !double_from_value(thread, arguments[4], &patch->box_scale) ||
        !double_from_value(thread, arguments[5], &patch->box_aspect))
        return false;
    patch->edge = state->plot->settings.patch_edge;
    return double_from_value(thread, arguments[1], &patch->width) &&
           double_from_value(thread, arguments[2], &patch->height);
}

static Value fancy_box_create(Thread *thread, Type *type, const Call *call) {
    return create_patch(thread, type, call, "FancyBboxPatch", "(xy, width, height, boxstyle='round', mutation_scale=1, mutation_aspect=1, **kwargs)",
                        PATCH_ROUNDED, fill_fancy_box);
}

static bool fill_path(Thread *thread, PlotPatch *patch, const Value *arguments) {
    MatplotlibState *state = matplotlib_state(thread);
    if (state) patch->edge = state->plot->settings.patch_edge;
    return state && path_from_value(thread, arguments[0], &patch->path);
}

static Value path_patch_create(Thread *thread, Type *type, const Call *call) {
    return create_patch(thread, type, call, "PathPatch", "(path, **kwargs)", PATCH_PATH, fill_path);
}

static Value line_collection_create(Thread *thread, Type *type, const Call *call) {
    return collection_create(thread, type, call, COLLECTION_LINES);
}

static Value polygon_collection_create(Thread *thread, Type *type, const Call *call) {
    return collection_create(thread, type, call, COLLECTION_POLYGONS);
}

static Value patch_collection_create(Thread *thread, Type *type, const Call *call) {
    return collection_create(thread, type, call, COLLECTION_PATCHES);
}

static bool fill_nothing(Thread *thread, PlotPatch *patch, const Value *arguments) {
    (void)thread, (void)patch, (void)arguments;
    return true;
}

static Value patch_create_object(Thread *thread, Type *type, const Call *call) {
    return create_patch(thread, type, call, "Patch", "(**kwargs)", PATCH_PATH, fill_nothing);
}

/* A line is made in a figure of its own until axes take it: Line2D is mostly a legend's handle. */
static Value line_create_object(Thread *thread, Type *type, const Call *call) {
    MatplotlibState *state = matplotlib_state(thread);
    static const char signature[] = "(xdata, ydata, **kwargs)";
    Value arguments[3];
    Numbers x = {0}, y = {0};
    Error error = ERROR_NONE;
    if (!state || !native_match(thread, "Line2D", signature, call, arguments, 3)) return VALUE_ABSENT;
    ArtistObject *object = NULL;
    PlotLine *line = NULL;
    if (numbers_from_value(thread, arguments[0], &x) && numbers_from_value(thread, arguments[1], &y))
        line = line_create(state->plot, x.values, y.values, x.count < y.count ? x.count : y.count, &error);
    if (line && artist_set_properties(thread, &line->artist, arguments[2])) object = object_new(thread, type);
    if (object) {
        line_update(line);
        object->artist = &line->artist;
        line->artist.face = object;
    } else if (line) {
        artist_release(&line->artist);
    }
    if (error_is_set(&error)) raise_plot_error(thread, &error);
    numbers_release(&x);
    numbers_release(&y);
    native_release_arguments(arguments, 3);
    return object ? value_from_object(object) : VALUE_ABSENT;
}

/* Text(0.5, 1.0, 'title') */
static void append_number(TextBuffer *text, double number, bool whole) {
    if (whole && number == floor(number) && fabs(number) < 1e15)
        text_append_format(text, "%.0f", number);
    else
        text_append_double(text, number);
}

static Value text_repr(Thread *thread, Value self) {
    const PlotText *text = (const PlotText *)value_artist(self);
    const PlotAxes *axes = text->artist.axes;
    TextBuffer out = TEXT_BUFFER_EMPTY;
    bool label = axes && (text == axes->x.label || text == axes->y.label);
    text_append(&out, "Text(");
    append_number(&out, text->x, label || text->artist.removed || text->artist.coordinates == COORDINATES_DATA);
    text_append(&out, ", ");
    bool title = axes && (text == axes->title || text == axes->left_title || text == axes->right_title);
    append_number(&out, text->y, !title && text->artist.axes);
    text_append(&out, ", ");
    string_append_repr(&out, text->string ? text->string : "", text->string ? strlen(text->string) : 0, false);
    text_append(&out, ")");
    return string_from_text_buffer(thread, &out);
}

DERIVED_TYPE(line, "matplotlib.lines.Line2D", "A line, with markers at its points.", line_create_object);
FOUND_TYPE(points, "matplotlib.collections.PathCollection", "The points of a scatter plot.");
DERIVED_TYPE(patch, "matplotlib.patches.Patch", "An area with a face colour and an edge colour.",
             patch_create_object);
DERIVED_TYPE(rectangle, "matplotlib.patches.Rectangle",
             "A rectangle by its lower left corner, width and height.", rectangle_create);
DERIVED_TYPE(circle, "matplotlib.patches.Circle", "A circle by its centre and radius.", circle_create);
DERIVED_TYPE(ellipse, "matplotlib.patches.Ellipse", "An ellipse by its centre, width and height.",
             ellipse_create);
DERIVED_TYPE(polygon, "matplotlib.patches.Polygon", "A polygon by its corners.", polygon_create);
DERIVED_TYPE(wedge, "matplotlib.patches.Wedge", "A piece of a pie.", wedge_create);
DERIVED_TYPE_WITH(fancy_arrow, "matplotlib.patches.FancyArrowPatch",
                  "An arrow between two points: posA, posB, arrowstyle, connectionstyle.", 0,
                  .create = arrow_create_object, .methods = arrow_methods);
DERIVED_TYPE(path_patch, "matplotlib.patches.PathPatch", "The area within a path.", path_patch_create);
DERIVED_TYPE(fancy_box, "matplotlib.patches.FancyBboxPatch", "A box with a margin round it.", fancy_box_create);
DERIVED_TYPE(polygons, "matplotlib.collections.PolyCollection", "Many polygons.", polygon_collection_create);
DERIVED_TYPE(patch_collection, "matplotlib.collections.PatchCollection", "Many patches.", patch_collection_create);
FOUND_TYPE(fill_between, "matplotlib.collections.FillBetweenPolyCollection", "The area between two curves.");
DERIVED_TYPE(lines, "matplotlib.collections.LineCollection", "Many lines.", line_collection_create);
FOUND_TYPE(contour, "matplotlib.contour.QuadContourSet", "Contour lines or areas.");
FOUND_TYPE(image, "matplotlib.image.AxesImage", "An image attached to an Axes.");
FOUND_TYPE(mesh, "matplotlib.collections.QuadMesh", "A field of coloured cells.");
FOUND_TYPE(quiver, "matplotlib.quiver.Quiver", "A field of arrows.");
DERIVED_TYPE_WITH(text, "matplotlib.text.Text", "Words at a place.", TYPE_NO_CREATE, .repr = text_repr);
const Type annotation_type_template = {.name = "matplotlib.text.Annotation",
                                       .documentation = "Words that point at a place.",
                                       .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_NO_CREATE,
                                       .base = (Type *)&text_type_template,
                                       .instance_size = sizeof(ArtistObject),
                                       .destroy = artist_object_destroy,
                                       .attributes_offset = offsetof(ArtistObject, attributes),
                                       .weak_offset = offsetof(ArtistObject, weak),
                                       .hash = same_artist_hash,
                                       .str = annotation_str,
                                       .repr = text_repr,
                                       .properties = annotation_properties};
