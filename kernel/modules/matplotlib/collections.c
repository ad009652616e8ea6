/* Collections that users make (LineCollection, PolyCollection, PatchCollection), the paths of collections and
 * patches, and what charts written in Python tell about their artists. */
#include "kernel/modules/matplotlib/collections.h"
#include "kernel/modules/matplotlib/arrows.h"

#include "base/memory.h"
#include "kernel/plot/artist.h"

#include <math.h>
#include <string.h>

/* ---- making ---- */

static bool fill_path(Thread *thread, Value points, bool closed, Path *path) {
    Numbers numbers;
    if (!numbers_from_value(thread, points, &numbers)) return false;
    bool good = numbers.count % 2 == 0;
    for (size_t i = 0; good && i + 1 < numbers.count; i += 2)
        (i ? path_line : path_move)(path, numbers.values[i], numbers.values[i + 1]);
    if (closed && numbers.count) path_close(path);
    numbers_release(&numbers);
    if (!good) return raise_value_error(thread, "lines and polygons are arrays of pairs of numbers"), false;
    if (path->failed) raise_no_memory(thread);
    return !path->failed;
}

/* The outline of a patch that belongs to no figure, in its own units. */
static bool patch_path(Thread *thread, Value item, Path *path) {
    PlotArtist *artist = value_has_type(item, &artist_type_template) ? value_artist(item) : NULL;
    if (!artist || artist->kind != ARTIST_PATCH)
        return raise_attribute_error(thread, item, string_intern(thread, "get_path")), false;
    PlotPatch stand_in = *(PlotPatch *)artist;
    Renderer renderer = {.dpi = 72};
    stand_in.artist.axes = NULL;
    stand_in.artist.coordinates = COORDINATES_PIXELS;
    if (patch_outline(&stand_in, &renderer, path)) return true;
    raise_no_memory(thread);
    return false;
}

static bool one_color(Color color, Color **colors, size_t *count) {
    *colors = memory_allocate(sizeof **colors);
    if (*colors) **colors = color, *count = 1;
    return *colors;
}

/* Edges in the lines' colour; faces as those of patches. */
static bool set_usual_looks(Thread *thread, PlotPaths *paths, const PlotSettings *settings,
                            CollectionKind kind) {
    const PropCycle *cycle = settings->cycle;
    Color line =
        cycle && cycle->count && cycle->rows[0].given & PROP_COLOR ? cycle->rows[0].color : COLOR_BLACK;
    bool done = kind == COLLECTION_LINES ? one_color(line, &paths->edges, &paths->edge_count) &&
                                               one_color(COLOR_NONE, &paths->faces, &paths->face_count)
                                         : one_color(settings->patch_face, &paths->faces, &paths->face_count);
    if (done && kind == COLLECTION_LINES) paths->face_count = 0;
    paths->map_edges = kind == COLLECTION_LINES;
    paths->widths = memory_allocate(sizeof *paths->widths);
    if (!done || !paths->widths) return raise_no_memory(thread), false;
    paths->widths[0] = kind == COLLECTION_LINES ? settings->line_width : settings->patch_width;
    paths->width_count = 1;
    return true;
}

/* match_original=True: every patch keeps its colours. */
static bool keep_looks(Thread *thread, PlotPaths *paths, Value patches) {
    size_t count = sequence_fast_count(patches);
    Color *faces = memory_allocate((count + 1) * sizeof *faces),
          *edges = memory_allocate((count + 1) * sizeof *edges);
    double *widths = memory_resize(paths->widths, (count + 1) * sizeof *widths);
    if (widths) paths->widths = widths;
    if (!faces || !edges || !widths) {
        memory_release(faces);
        memory_release(edges);
        return raise_no_memory(thread), false;
    }
    for (size_t i = 0; i < count; i++) {
        const PlotPatch *patch = (const PlotPatch *)value_artist(sequence_fast_items(patches)[i]);
        faces[i] = patch->hollow ? COLOR_NONE : patch->face;
        edges[i] = patch->edge;
        widths[i] = patch->line_width;
    }
    memory_release(paths->faces);
    memory_release(paths->edges);
    paths->faces = faces;
    paths->edges = edges;
    paths->face_count = paths->edge_count = paths->width_count = count;
    return true;
}

static bool fill_collection(Thread *thread, PlotPaths *paths, Value items, CollectionKind kind, bool closed) {
    for (size_t i = 0; i < paths->count; i++) {
        Value item = sequence_fast_items(items)[i];
        Path *path = &paths->paths[i];
        if (!(kind == COLLECTION_PATCHES ? patch_path(thread, item, path)
                                         : fill_path(thread, item, closed, path)))
            return false;
    }
    return true;
}

static const char *const names[] = {"LineCollection", "PolyCollection", "PatchCollection"};
static const char *const signatures[] = {"(segments, *, zorder=2, **kwargs)",
                                         "(verts, sizes=None, *, closed=True, **kwargs)",
                                         "(patches, *, match_original=False, **kwargs)"};

static PlotPaths *make_collection(Thread *thread, PlotContext *context, CollectionKind kind,
                                  const Value *arguments, Value keywords) {
    Error error = ERROR_NONE;
    Value items = sequence_fast(thread, arguments[0], NULL);
    if (value_is_absent(items)) return NULL;
    bool closed = kind == COLLECTION_POLYGONS && value_truth(thread, arguments[2]) == 1;
    bool keep = kind == COLLECTION_PATCHES && value_truth(thread, arguments[1]) == 1;
    PlotPaths *paths = paths_create(context, sequence_fast_count(items), &error);
    bool done = paths && fill_collection(thread, paths, items, kind, closed) &&
                set_usual_looks(thread, paths, &context->settings, kind) &&
                (!keep || keep_looks(thread, paths, items));
    if (paths && kind == COLLECTION_LINES)
        done = done && double_from_value(thread, arguments[1], &paths->artist.zorder);
    done = done && artist_set_properties(thread, &paths->artist, keywords);
    value_release(items);
    if (error_is_set(&error)) raise_plot_error(thread, &error);
    if (!done && paths) artist_release(&paths->artist);
    return done ? paths : NULL;
}

Value collection_create(Thread *thread, Type *type, const Call *call, CollectionKind kind) {
    MatplotlibState *state = matplotlib_state(thread);
    Value arguments[4];
    size_t count = native_parameter_count(signatures[kind]);
    if (!state || !native_match(thread, names[kind], signatures[kind], call, arguments, 4)) return VALUE_ABSENT;
    PlotPaths *paths = make_collection(thread, state->plot, kind, arguments, arguments[count - 1]);
    native_release_arguments(arguments, count);
    ArtistObject *object = paths ? object_new(thread, type) : NULL;
    if (!object) {
        if (paths) artist_release(&paths->artist);
        return VALUE_ABSENT;
    }
    paths_update(paths);
    object->artist = &paths->artist;
    paths->artist.face = object;
    return value_from_object(object);
}

/* ---- paths of artists ---- */

NATIVE(artist_get_paths) {
    (void)native;
    const PlotArtist *artist = value_artist(arguments[0]);
    if (artist->kind != ARTIST_PATHS)
        return raise_attribute_error(thread, arguments[0], string_intern(thread, "get_paths"));
    const PlotPaths *paths = (const PlotPaths *)artist;
    Value list = list_new(thread);
    for (size_t i = 0; i < paths->count && !value_is_absent(list); i++)
        if (!list_append_owned(thread, value_list(list), value_from_path(thread, &paths->paths[i])))
            value_replace(&list, VALUE_ABSENT);
    return list;
}

/* Of a unit shape: Path.unit_rectangle() and its kin. */
static Value unit_path(Thread *thread, const char *maker) {
    Value module = import_module(thread, "matplotlib.path");
    Value type = value_is_absent(module) ? module : value_get_attribute_c(thread, module, "Path");
    Value path = value_is_absent(type) ? type : value_call_method(thread, type, maker, NULL, 0);
    value_release(type);
    value_release(module);
    return path;
}

static Value line_path(Thread *thread, const PlotLine *line) {
    Path path = PATH_EMPTY;
    for (size_t i = 0; i < line->count; i++) path_line(&path, line->x[i], line->y[i]);
    Value whole = value_from_path(thread, &path);
    if (!value_is_absent(whole) && !value_set_attribute_c(thread, whole, "codes", VALUE_NONE))
        value_replace(&whole, VALUE_ABSENT);
    path_release(&path);
    return whole;
}

NATIVE(artist_get_path) {
    (void)native;
    const PlotArtist *artist = value_artist(arguments[0]);
    if (artist->kind == ARTIST_LINE) return line_path(thread, (const PlotLine *)artist);
    if (artist->kind != ARTIST_PATCH)
        return raise_attribute_error(thread, arguments[0], string_intern(thread, "get_path"));
    const PlotPatch *patch = (const PlotPatch *)artist;
    if (patch->shape == PATCH_RECTANGLE) return unit_path(thread, "unit_rectangle");
    if (patch->shape == PATCH_ELLIPSE) return unit_path(thread, "unit_circle");
    Path outline = PATH_EMPTY;
    Value path = patch_path(thread, arguments[0], &outline) ? value_from_path(thread, &outline) : VALUE_ABSENT;
    path_release(&outline);
    return path;
}

/* ---- what charts tell ---- */

NATIVE(artist_show_limits) {
    (void)native;
    double box[4];
    for (int i = 0; i < 4; i++)
        if (!double_from_value(thread, arguments[1 + i], &box[i])) return VALUE_ABSENT;
    PlotArtist *artist = value_artist(arguments[0]);
    artist->limits = limits_empty;
    artist->quiet = false;
    limits_include(&artist->limits, box[0], box[1]);
    limits_include(&artist->limits, box[2], box[3]);
    return VALUE_NONE;
}

static bool read_sticky(Thread *thread, Value value, double sticky[2], int *count) {
    Numbers numbers;
    if (!numbers_from_value(thread, value, &numbers)) return false;
    *count = numbers.count < 2 ? (int)numbers.count : 2;
    for (int i = 0; i < *count; i++) sticky[i] = numbers.values[i];
    numbers_release(&numbers);
    return true;
}

NATIVE(artist_stick) {
    (void)native;
    PlotArtist *artist = value_artist(arguments[0]);
    return read_sticky(thread, arguments[1], artist->sticky_x, &artist->sticky_x_count) &&
                   read_sticky(thread, arguments[2], artist->sticky_y, &artist->sticky_y_count)
               ? VALUE_NONE
               : VALUE_ABSENT;
}

/* As many paths as there are: what is drawn in their place. */
NATIVE(artist_set_paths) {
    (void)native;
    PlotArtist *artist = value_artist(arguments[0]);
    Value items = sequence_fast(thread, arguments[1], NULL);
    if (value_is_absent(items)) return items;
    PlotPaths *paths = (PlotPaths *)artist;
    bool done = artist->kind == ARTIST_PATHS && sequence_fast_count(items) == paths->count;
    if (!done) raise_value_error(thread, "a collection keeps the number of its paths");
    for (size_t i = 0; done && i < paths->count; i++) {
        Path path = PATH_EMPTY;
        done = path_from_value(thread, sequence_fast_items(items)[i], &path);
        path_release(done ? &paths->paths[i] : &path);
        if (done) paths->paths[i] = path;
    }
    value_release(items);
    return done ? VALUE_NONE : VALUE_ABSENT;
}

/* Of contours: the levels written on them. */
NATIVE(artist_label_levels) {
    (void)native;
    PlotArtist *artist = value_artist(arguments[0]);
    Value axes = value_from_axes(thread, artist->axes), module = import_module(thread, "matplotlib._charts");
    Value label = value_is_absent(module) ? module : value_get_attribute_c(thread, module, "clabel"), result = VALUE_ABSENT;
    Value given = tuple_from_values(thread, (Value[]){axes, arguments[0], arguments[1]}, 3);
    if (!value_is_absent(label) && !value_is_absent(given))
        result = value_call_unpacked(thread, label, value_tuple(given), value_dict(arguments[2]));
    value_release(given);
    value_release(label);
    value_release(module);
    value_release(axes);
    return result;
}

const NativeEntry collection_methods[] = {
    {"_set_paths", "($self, paths)", "Draw other paths, as many as there are.", artist_set_paths, NULL, 0},
    {"clabel", "($self, levels=None, **kwargs)", "Of contours: write the levels on the lines.", artist_label_levels, NULL, 0},
    {"get_paths", "($self)", "The paths of a collection.", artist_get_paths, NULL, 0},
    {"get_path", "($self)", "The path: of a line in its data, of a rectangle or circle the unit one.",
     artist_get_path, NULL, 0},
    {"_show_limits", "($self, x0, y0, x1, y1)", "What the axes are to show.", artist_show_limits, NULL, 0},
    {"_stick", "($self, x, y)", "Where no margin is put.", artist_stick, NULL, 0},
    {0},
};
