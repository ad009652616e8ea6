/* Arrows: styles as objects of matplotlib._arrow_styles, arrowprops= of annotations, FancyArrowPatch. */
#include "kernel/modules/matplotlib/arrows.h"

#include "kernel/modules/matplotlib/holders.h"
#include "kernel/modules/matplotlib/settings.h"
#include "kernel/plot/artist.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { code_move = 1, code_line = 2, code_curve = 3, code_close = 79 };

/* ---- styles ---- */

/* A number that the object has under this name; NAN for None; `otherwise` where there is no such name. */
static bool read_number(Thread *thread, Value object, const char *name, double otherwise, double *number) {
    Value value = value_get_attribute_c(thread, object, name);
    *number = otherwise;
    if (value_is_absent(value)) {
        if (!exception_matches(thread, thread_builtins(thread)->exception_AttributeError)) return false;
        exception_clear(thread);
        return true;
    }
    bool done = true;
    if (value_is_none(value))
        *number = NAN;
    else
        done = double_from_value(thread, value, number);
    value_release(value);
    return done;
}

static bool read_kind(Thread *thread, Value style, const char *name, int count, int *kind) {
    Value value = value_get_attribute_c(thread, style, name);
    int64_t number = -1;
    if (value_is_absent(value)) {
        if (!exception_matches(thread, thread_builtins(thread)->exception_AttributeError)) return false;
        exception_clear(thread);
        return raise_type_error(thread, "'%s' object is not callable", value_type_name(thread, style)), false;
    }
    bool done = value_to_int64(thread, value, &number);
    value_release(value);
    if (done && (number < 0 || number >= count)) done = (raise_value_error(thread, "Unknown style"), false);
    *kind = (int)number;
    return done;
}

typedef struct NamedNumber {
    const char *name;
    double otherwise, *place;
} NamedNumber;

static bool read_numbers(Thread *thread, Value style, const NamedNumber *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!read_number(thread, style, numbers[i].name, numbers[i].otherwise, numbers[i].place)) return false;
    return true;
}

static bool read_ends(Thread *thread, Value style, ArrowStyle *arrow) {
    Value ends = value_get_attribute_c(thread, style, "_ends");
    double pair[2];
    bool done = !value_is_absent(ends) && pair_from_value(thread, ends, pair);
    value_release(ends);
    if (!done) return false;
    arrow->begin = (ArrowEnd)(int)pair[0];
    arrow->end = (ArrowEnd)(int)pair[1];
    return true;
}

enum { style_number_count = 10, connection_number_count = 7 };

static void name_style_numbers(ArrowStyle *arrow, NamedNumber numbers[style_number_count]) {
    ArrowBracket *a = &arrow->bracket_a, *b = &arrow->bracket_b;
    const NamedNumber names[style_number_count] = {{"head_length", 0, &arrow->head_length},
                                                   {"head_width", 0, &arrow->head_width},
                                                   {"tail_width", 0, &arrow->tail_width},
                                                   {"shrink_factor", 0.5, &arrow->shrink_factor},
                                                   {"widthA", 1, &a->width},
                                                   {"lengthA", 0, &a->length},
                                                   {"angleA", 0, &a->angle},
                                                   {"widthB", 1, &b->width},
                                                   {"lengthB", 0, &b->length},
                                                   {"angleB", 0, &b->angle}};
    memcpy(numbers, names, sizeof names);
}

static void name_connection_numbers(Connection *connection, NamedNumber numbers[connection_number_count]) {
    const NamedNumber names[connection_number_count] = {
        {"rad", 0, &connection->radius},     {"angleA", 0, &connection->angle_a},
        {"angleB", 0, &connection->angle_b}, {"armA", NAN, &connection->arm_a},
        {"armB", NAN, &connection->arm_b},   {"fraction", 0.3, &connection->fraction},
        {"angle", NAN, &connection->angle}};
    memcpy(numbers, names, sizeof names);
}

static bool read_arrow_style(Thread *thread, Value style, ArrowStyle *arrow) {
    int kind;
    NamedNumber numbers[style_number_count];
    *arrow = (ArrowStyle){0};
    name_style_numbers(arrow, numbers);
    if (!read_kind(thread, style, "_kind", 4, &kind) ||
        !read_numbers(thread, style, numbers, style_number_count))
        return false;
    arrow->kind = (ArrowKind)kind;
    if (isnan(arrow->bracket_a.angle)) arrow->bracket_a.angle = 0;
    if (isnan(arrow->bracket_b.angle)) arrow->bracket_b.angle = 0;
    return arrow->kind != ARROW_CURVE || read_ends(thread, style, arrow);
}

static bool read_connection(Thread *thread, Value style, Connection *connection) {
    int kind;
    NamedNumber numbers[connection_number_count];
    name_connection_numbers(connection, numbers);
    if (!read_kind(thread, style, "_kind", 5, &kind) ||
        !read_numbers(thread, style, numbers, connection_number_count))
        return false;
    connection->kind = (ConnectionKind)kind;
    if (connection->kind == CONNECT_BAR) {
        if (isnan(connection->arm_a)) connection->arm_a = 0;
        if (isnan(connection->arm_b)) connection->arm_b = 0;
    }
    return true;
}

/* "->,head_length=0.3" or a style itself, by a function of matplotlib._arrow_styles. */
static Value make_style(Thread *thread, const char *function, Value style, Value keywords) {
    Value module = import_module(thread, "matplotlib._arrow_styles");
    Value make = value_is_absent(module) ? module : value_get_attribute_c(thread, module, function);
    Value positional = value_is_absent(make) ? VALUE_ABSENT : tuple_from_values(thread, &style, 1),
          result = VALUE_ABSENT;
    Value none = value_is_absent(keywords) ? dict_new(thread) : value_retain(keywords);
    if (!value_is_absent(positional) && !value_is_absent(none))
        result = value_call_unpacked(thread, make, value_tuple(positional), value_dict(none));
    value_release(none);
    value_release(positional);
    value_release(make);
    value_release(module);
    return result;
}

bool box_style_from_value(Thread *thread, Value value, double pad, BoxStyle *style) {
    Value keywords = VALUE_ABSENT, words = VALUE_ABSENT;
    if (!isnan(pad) && value_is_string(value) && !strstr(value_c_string(value), "pad"))
        words = string_format(thread, "%s,pad=%.2f", value_c_string(value), pad);
    Value made = make_style(thread, "box_style", value_is_absent(words) ? value : words, keywords);
    const NamedNumber numbers[] = {{"pad", 0.3, &style->pad}, {"_size", NAN, &style->size},
                                   {"head_width", 1.5, &style->head_width}, {"head_angle", 90, &style->head_angle}};
    int kind = 0;
    bool done = !value_is_absent(made) && read_kind(thread, made, "_kind", box_kind_count, &kind) &&
                read_numbers(thread, made, numbers, sizeof numbers / sizeof *numbers);
    style->kind = (BoxKind)kind;
    value_release(words);
    value_release(made);
    return done;
}

static bool set_style(Thread *thread, PlotArrow *arrow, Value given, Value keywords) {
    Value style = make_style(thread, "arrow_style", given, keywords);
    bool done = !value_is_absent(style) && read_arrow_style(thread, style, &arrow->style);
    value_release(style);
    return done;
}

static bool set_connection(Thread *thread, PlotArrow *arrow, Value given, Value keywords) {
    Value style = make_style(thread, "connection_style", given, keywords);
    bool done = !value_is_absent(style) && read_connection(thread, style, &arrow->connection);
    value_release(style);
    return done;
}

/* What could not be drawn is an error when it is asked for. */
static bool check_fit(Thread *thread, const PlotArrow *arrow) {
    ConnectionKind kind = arrow->connection.kind;
    bool curve =
        arrow->given.count ? track_is_curve(&arrow->given) : kind == CONNECT_ARC3 || kind == CONNECT_ANGLE3;
    if (!arrow->given.count && !connection_is_possible(&arrow->connection))
        raise_value_error(thread,
                          "Given lines do not intersect. Please verify that the angles are not equal or differ "
                          "by 180 degrees.");
    else if (arrow->style.kind != ARROW_CURVE && !curve)
        raise_value_error(thread, "'path' is not a valid quadratic Bezier curve");
    else
        return true;
    return false;
}

/* ---- paths as values ---- */

typedef struct PathRows {
    Value points, codes; /* lists of numbers */
} PathRows;

static bool rows_begin(Thread *thread, PathRows *rows) {
    rows->points = list_new(thread);
    rows->codes = list_new(thread);
    return !value_is_absent(rows->points) && !value_is_absent(rows->codes);
}

static bool rows_add(Thread *thread, PathRows *rows, int code, Point point) {
    Value pair[2] = {value_from_float(point.x), value_from_float(point.y)};
    return list_append_owned(thread, value_list(rows->points), tuple_from_values(thread, pair, 2)) &&
           list_append_owned(thread, value_list(rows->codes), value_from_int(code));
}

/* A tuple (points, codes), or with `whole` a Path. */
static Value rows_finish(Thread *thread, PathRows *rows, bool done, bool whole) {
    Value result = VALUE_ABSENT, pair[2] = {rows->points, rows->codes};
    if (done && !whole) {
        result = tuple_from_values(thread, pair, 2);
    } else if (done) {
        Value module = import_module(thread, "matplotlib.path");
        Value type = value_is_absent(module) ? module : value_get_attribute_c(thread, module, "Path");
        if (!value_is_absent(type))
            result = value_list(rows->points)->count ? value_call_method(thread, module, "Path", pair, 2)
                                                     : value_call_method(thread, type, "make_compound_path", NULL, 0);
        value_release(type);
        value_release(module);
    }
    value_release(rows->points);
    value_release(rows->codes);
    return result;
}

static bool rows_add_track(Thread *thread, PathRows *rows, const Track *track) {
    bool done = rows_add(thread, rows, code_move, track->start), lines = true;
    for (size_t i = 0; done && i < track->count; i++) {
        const TrackPart *part = &track->parts[i];
        int code = part->curved ? code_curve : code_line;
        lines = lines && !part->curved;
        done = (!part->curved || rows_add(thread, rows, code, part->control)) &&
               rows_add(thread, rows, code, part->end);
    }
    /* The closing point counts for nothing: matplotlib has the origin behind heads, the last point behind
     * areas. */
    return done && (!track->closed || rows_add(thread, rows, code_close,
                                               lines ? (Point){0, 0} : track->parts[track->count - 1].end));
}

Value value_from_path(Thread *thread, const Path *path) {
    PathRows rows;
    bool done = rows_begin(thread, &rows);
    const Point *at = path->points;
    Point first = path->point_count ? path->points[0] : (Point){0, 0};
    for (size_t i = 0; done && i < path->code_count; i++) {
        static const int codes[] = {[PATH_MOVE] = 1, [PATH_LINE] = 2, [PATH_CURVE] = 4};
        PathCode code = path->codes[i];
        if (code == PATH_MOVE) first = *at;
        if (code == PATH_CLOSE) {
            done = rows_add(thread, &rows, code_close, first);
            continue;
        }
        for (int k = 0; done && k < (code == PATH_CURVE ? 3 : 1); k++)
            done = rows_add(thread, &rows, codes[code], *at++);
    }
    return rows_finish(thread, &rows, done, true);
}

/* The points and codes of a Path object; codes may be absent from `codes` (count 0). */
static bool read_path(Thread *thread, Value vertices, Value codes, Numbers *points, Numbers *steps) {
    *points = *steps = (Numbers){0};
    if (!numbers_from_value(thread, vertices, points)) return false;
    if (value_given(codes) && !numbers_from_value(thread, codes, steps)) return false;
    if (points->count % 2 || (steps->count && steps->count * 2 != points->count))
        return raise_value_error(thread, "a path has pairs of numbers, and a code for each"), false;
    return true;
}

static int step_code(const Numbers *steps, size_t index) {
    return steps->count ? (int)steps->values[index] : index ? code_line : code_move;
}

static Point step_point(const Numbers *points, size_t index) {
    return (Point){points->values[2 * index], points->values[2 * index + 1]};
}

static bool track_from_values(Thread *thread, Value vertices, Value codes, Track *track) {
    Numbers points, steps;
    bool done = read_path(thread, vertices, codes, &points, &steps);
    size_t count = done ? points.count / 2 : 0;
    *track = (Track){0};
    for (size_t i = 0; done && i < count; i++) {
        int code = step_code(&steps, i);
        if (track->count == track_capacity || code > code_curve || (code == code_move && i)) {
            raise_value_error(thread, "arrows follow paths of one piece: at most %d lines and quadratic curves",
                              (int)track_capacity);
            done = false;
        } else if (code == code_curve && i + 1 < count) {
            track_curve(track, step_point(&points, i), step_point(&points, i + 1));
            i++;
        } else if (code == code_move) {
            track->start = step_point(&points, i);
        } else {
            track_line(track, step_point(&points, i));
        }
    }
    numbers_release(&points);
    numbers_release(&steps);
    return done;
}

bool path_from_value(Thread *thread, Value value, Path *path) {
    Value vertices = value_get_attribute_c(thread, value, "vertices"), codes = VALUE_ABSENT;
    if (!value_is_absent(vertices)) codes = value_get_attribute_c(thread, value, "codes");
    Numbers points = {0}, steps = {0};
    bool done = !value_is_absent(codes) && read_path(thread, vertices, codes, &points, &steps);
    size_t count = done ? points.count / 2 : 0;
    for (size_t i = 0; i < count; i++) {
        int code = step_code(&steps, i);
        Point a = step_point(&points, i);
        if (code == code_move) {
            path_move(path, a.x, a.y);
        } else if (code == code_line) {
            path_line(path, a.x, a.y);
        } else if (code == code_curve && i + 1 < count && path->point_count) {
            Point from = path->points[path->point_count - 1], to = step_point(&points, ++i);
            path_curve(path, (Point){(from.x + 2 * a.x) / 3, (from.y + 2 * a.y) / 3},
                       (Point){(to.x + 2 * a.x) / 3, (to.y + 2 * a.y) / 3}, to);
        } else if (code == code_curve + 1 && i + 2 < count) {
            path_curve(path, a, step_point(&points, i + 1), step_point(&points, i + 2));
            i += 2;
        } else if (code == code_close) {
            path_close(path);
        } else {
            break; /* STOP, or a curve whose points are lacking */
        }
    }
    numbers_release(&points);
    numbers_release(&steps);
    value_release(vertices);
    value_release(codes);
    if (done && path->failed) raise_no_memory(thread);
    return done && !path->failed;
}

/* ---- what the style objects call ---- */

NATIVE(arrows_outline) {
    (void)native;
    ArrowStyle style;
    Track track;
    double size, line_width, aspect;
    ArrowOutlines outlines;
    if (!read_arrow_style(thread, arguments[0], &style) ||
        !track_from_values(thread, arguments[1], arguments[2], &track) ||
        !double_from_value(thread, arguments[3], &size) ||
        !double_from_value(thread, arguments[4], &line_width) ||
        !double_from_value(thread, arguments[5], &aspect))
        return VALUE_ABSENT;
    if (!arrow_outlines(&style, &track, size, line_width, aspect, &outlines))
        return raise_value_error(thread, "'path' is not a valid quadratic Bezier curve");
    Value paths = list_new(thread), filled = list_new(thread), result = VALUE_ABSENT;
    bool done = !value_is_absent(paths) && !value_is_absent(filled);
    for (size_t i = 0; done && i < outlines.count; i++) {
        PathRows rows;
        bool good = rows_begin(thread, &rows) && rows_add_track(thread, &rows, &outlines.tracks[i]);
        done = list_append_owned(thread, value_list(paths), rows_finish(thread, &rows, good, false)) &&
               list_append(thread, value_list(filled), value_from_bool(outlines.filled[i]));
    }
    if (done) result = tuple_from_values(thread, (Value[]){paths, filled}, 2);
    value_release(paths);
    value_release(filled);
    return result;
}

static PlotPatch *patch_from_value(Value value) {
    if (!value_is_object(value) || !value_has_type(value, &artist_type_template)) return NULL;
    PlotArtist *artist = value_artist(value);
    return artist->kind == ARTIST_PATCH ? (PlotPatch *)artist : NULL;
}

/* None, or a patch. */
static bool patch_at_end(Thread *thread, Value value, PlotPatch **patch) {
    *patch = NULL;
    if (!value_given(value)) return true;
    *patch = patch_from_value(value);
    if (!*patch)
        raise_attribute_error_format(thread, value, string_intern(thread, "contains"),
                                     "'%s' object has no attribute 'contains'", value_type_name(thread, value));
    return *patch;
}

/* The outline of a patch as it is, without a figure: its own units are taken for pixels. */
static bool leave_patch(Thread *thread, const PlotPatch *patch, Track *track, bool at_end) {
    PlotPatch stand_in = *patch;
    Renderer renderer = {.dpi = 72};
    stand_in.artist.axes = NULL;
    stand_in.artist.coordinates = COORDINATES_PIXELS;
    if (patch->artist.figure) stand_in.artist = patch->artist, renderer.dpi = patch->artist.figure->dpi;
    if (!track_leave_patch(track, &stand_in, &renderer, at_end)) return raise_no_memory(thread), false;
    return true;
}

NATIVE(arrows_connect) {
    (void)native;
    Connection connection;
    Track track;
    double from[2], to[2], shrink[2];
    PlotPatch *patches[2];
    if (!read_connection(thread, arguments[0], &connection) || !pair_from_value(thread, arguments[1], from) ||
        !pair_from_value(thread, arguments[2], to))
        return VALUE_ABSENT;
    for (int i = 0; i < 2; i++) {
        shrink[i] = 0;
        if ((value_given(arguments[3 + i]) && !double_from_value(thread, arguments[3 + i], &shrink[i])) ||
            !patch_at_end(thread, arguments[5 + i], &patches[i]))
            return VALUE_ABSENT;
    }
    if (!connection_is_possible(&connection))
        return raise_value_error(thread,
                                 "Given lines do not intersect. Please verify that the angles are not equal or "
                                 "differ by 180 degrees.");
    if (!connection_track(&connection, (Point){from[0], from[1]}, (Point){to[0], to[1]}, &track))
        return raise_zero_division(thread, "float division by zero");
    for (int i = 0; i < 2; i++)
        if (patches[i] && !leave_patch(thread, patches[i], &track, i)) return VALUE_ABSENT;
    track_shrink(&track, shrink[0], shrink[1]);
    PathRows rows;
    bool done = rows_begin(thread, &rows) && rows_add_track(thread, &rows, &track);
    return rows_finish(thread, &rows, done, false);
}

NATIVE(arrows_frame) {
    (void)native;
    BoxStyle style;
    double numbers[5];
    for (int i = 0; i < 5; i++)
        if (!double_from_value(thread, arguments[1 + i], &numbers[i])) return VALUE_ABSENT;
    if (!box_style_from_value(thread, arguments[0], NAN, &style)) return VALUE_ABSENT;
    Path path = PATH_EMPTY;
    box_style_trace(&style, (Box){numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3]}, numbers[4], &path);
    Value whole = value_from_path(thread, &path);
    path_release(&path);
    return whole;
}

static const NativeEntry arrows_functions[] = {
    {"frame", "(style, x0, y0, width, height, size)", "The frame round a box.", arrows_frame, NULL, 0},
    {"outline", "(style, vertices, codes, size, linewidth, aspect)", "The outlines of an arrow along a path.",
     arrows_outline, NULL, 0},
    {"connect", "(style, posA, posB, shrinkA, shrinkB, patchA, patchB)", "The path from one point to another.",
     arrows_connect, NULL, 0},
    {0},
};

const ModuleEntry matplotlib_arrows_module = {
    .name = "matplotlib._arrows",
    .documentation = "The shapes of arrows.",
    .functions = arrows_functions,
};

/* ---- properties ---- */

bool arrow_own_patches(Thread *thread, PlotPatch *patch) {
    PlotPatch *ends[2] = {patch->arrow->patch_a, patch->arrow->patch_b};
    Error error = ERROR_NONE;
    if (!patch->artist.figure) return true;
    for (int i = 0; i < 2; i++) {
        if (!ends[i] || ends[i]->artist.figure) continue;
        if (!figure_own_artist(patch->artist.figure, patch->artist.axes, &ends[i]->artist, &error))
            return raise_plot_error(thread, &error), false;
        ArtistObject *object = ends[i]->artist.face;
        if (object) object->figure = figure_retain(patch->artist.figure);
    }
    return true;
}

/* The object of a patch is kept alive by the arrow's own until both belong to a figure. */
static bool set_end_patch(Thread *thread, PlotPatch *patch, const char *name, Value value, PlotPatch **end) {
    if (!patch_at_end(thread, value, end)) return false;
    if (!patch->artist.figure && *end && !(*end)->artist.figure) {
        if (!patch->artist.face)
            return *end = NULL, raise_value_error(thread, "%s must be in a figure", name), false;
        Value self = value_from_object(object_retain(patch->artist.face));
        char keeper[16];
        snprintf(keeper, sizeof keeper, "_%s", name);
        bool kept = value_set_attribute_c(thread, self, keeper, value);
        value_release(self);
        if (!kept) return *end = NULL, false;
    }
    return arrow_own_patches(thread, patch);
}

static bool points_or_none(Thread *thread, Value value, double *points) {
    *points = 0;
    return value_is_none(value) || double_from_value(thread, value, points);
}

bool arrow_set_property(Thread *thread, PlotPatch *patch, const char *name, Value value, bool *known) {
    PlotArrow *arrow = patch->arrow;
    *known = true;
    if (!strcmp(name, "arrowstyle"))
        return set_style(thread, arrow, value, VALUE_ABSENT) && check_fit(thread, arrow);
    if (!strcmp(name, "connectionstyle"))
        return set_connection(thread, arrow, value, VALUE_ABSENT) && check_fit(thread, arrow);
    if (!strcmp(name, "shrinkA")) return points_or_none(thread, value, &arrow->shrink_a);
    if (!strcmp(name, "shrinkB")) return points_or_none(thread, value, &arrow->shrink_b);
    if (!strcmp(name, "mutation_scale")) return double_from_value(thread, value, &arrow->scale);
    if (!strcmp(name, "mutation_aspect")) {
        arrow->aspect = 1;
        return value_is_none(value) || double_from_value(thread, value, &arrow->aspect);
    }
    if (!strcmp(name, "patchA")) return set_end_patch(thread, patch, name, value, &arrow->patch_a);
    if (!strcmp(name, "patchB")) return set_end_patch(thread, patch, name, value, &arrow->patch_b);
    *known = false;
    return true;
}

/* ---- annotations ---- */

static bool take_number(Thread *thread, Value dictionary, const char *name, double otherwise, double *number) {
    Value value = keyword_pop(thread, dictionary, name, NULL);
    *number = otherwise;
    bool done = value_is_absent(value) ? !exception_is_set(thread) : double_from_value(thread, value, number);
    value_release(value);
    return done;
}

/* Without a style: an area whose widths are points. */
static bool set_given_widths(Thread *thread, PlotText *text, Value dictionary) {
    PlotArrow *arrow = text->pointer->arrow;
    double width, head_width, head_length, scale = arrow->scale;
    if (!take_number(thread, dictionary, "width", 4, &width) ||
        !take_number(thread, dictionary, "headwidth", 12, &head_width) ||
        !take_number(thread, dictionary, "headlength", 12, &head_length) ||
        !take_number(thread, dictionary, "shrink", 0, &text->shrink))
        return false;
    arrow->style = (ArrowStyle){.kind = ARROW_SIMPLE,
                                .head_length = head_length / scale,
                                .head_width = head_width / scale,
                                .tail_width = width / scale};
    return true;
}

static bool set_pointer(Thread *thread, PlotText *text, Value dictionary) {
    PlotPatch *patch = text->pointer;
    PlotArrow *arrow = patch->arrow;
    double relative[2] = {0.5, 0.5};
    if (!take_number(thread, dictionary, "mutation_scale", text->style.font.size, &arrow->scale)) return false;
    Value place = keyword_pop(thread, dictionary, "relpos", NULL),
          style = keyword_pop(thread, dictionary, "arrowstyle", NULL);
    bool styled = value_given(style), placed = !value_is_absent(place);
    if (!styled) relative[0] = relative[1] = NAN;
    bool done =
        (!placed || pair_from_value(thread, place, relative)) &&
        (styled ? set_style(thread, arrow, style, VALUE_ABSENT) : set_given_widths(thread, text, dictionary));
    text->relative_x = relative[0];
    text->relative_y = relative[1];
    text->starts_free = !value_is_absent(dict_get_c(thread, value_dict(dictionary), "patchA"));
    value_release(place);
    value_release(style);
    return done && artist_set_properties(thread, &patch->artist, dictionary) && check_fit(thread, arrow);
}

bool arrow_from_properties(Thread *thread, PlotText *text, Value dictionary) {
    Error error = ERROR_NONE;
    PlotFigure *figure = text->artist.figure;
    if (!value_given(dictionary)) return true;
    if (!value_is_dict(dictionary)) {
        raise_attribute_error_format(thread, dictionary, string_intern(thread, "copy"),
                                     "'%s' object has no attribute 'copy'",
                                     value_type_name(thread, dictionary));
        return false;
    }
    PlotPatch *patch = arrow_patch_create(figure->context, &error);
    if (!patch || !figure_own_artist(figure, text->artist.axes, &patch->artist, &error)) {
        if (patch) artist_release(&patch->artist);
        return raise_plot_error(thread, &error), false;
    }
    patch->artist.coordinates = COORDINATES_PIXELS;
    text->pointer = patch;
    Value copy = value_call_method(thread, dictionary, "copy", NULL, 0);
    bool done = !value_is_absent(copy) && set_pointer(thread, text, copy);
    value_release(copy);
    return done;
}

/* ---- FancyArrowPatch ---- */

static PlotPatch *arrow_patch_of(Value self) { return (PlotPatch *)value_artist(self); }

enum {
    ARROW_FROM,
    ARROW_TO,
    ARROW_PATH,
    ARROW_STYLE,
    ARROW_CONNECTION,
    ARROW_PATCH_A,
    ARROW_PATCH_B,
    ARROW_SHRINK_A,
    ARROW_SHRINK_B,
    ARROW_SCALE,
    ARROW_ASPECT,
    ARROW_KEYWORDS,
    arrow_argument_count
};

static const char arrow_signature[] =
    "(posA=None, posB=None, *, path=None, arrowstyle='simple', connectionstyle='arc3', "
    "patchA=None, patchB=None, shrinkA=2, shrinkB=2, mutation_scale=1, "
    "mutation_aspect=1, **kwargs)";

static bool set_way(Thread *thread, PlotPatch *patch, const Value *arguments) {
    PlotArrow *arrow = patch->arrow;
    double from[2], to[2];
    bool both = value_given(arguments[ARROW_FROM]) && value_given(arguments[ARROW_TO]);
    bool way = value_given(arguments[ARROW_PATH]);
    if (both == way || (way && (value_given(arguments[ARROW_FROM]) || value_given(arguments[ARROW_TO]))))
        return raise_value_error(thread, "Either posA and posB, or path need to provided"), false;
    if (way) {
        Value vertices = value_get_attribute_c(thread, arguments[ARROW_PATH], "vertices"), codes = VALUE_ABSENT;
        if (!value_is_absent(vertices)) codes = value_get_attribute_c(thread, arguments[ARROW_PATH], "codes");
        bool done = !value_is_absent(codes) && track_from_values(thread, vertices, codes, &arrow->given);
        value_release(vertices);
        value_release(codes);
        return done;
    }
    if (!pair_from_value(thread, arguments[ARROW_FROM], from) ||
        !pair_from_value(thread, arguments[ARROW_TO], to))
        return false;
    arrow->from = (Point){from[0], from[1]};
    arrow->to = (Point){to[0], to[1]};
    return true;
}

static bool fill_arrow(Thread *thread, PlotPatch *patch, const Value *arguments) {
    PlotArrow *arrow = patch->arrow;
    patch->arrow->placed = true;
    return set_way(thread, patch, arguments) &&
           set_style(thread, arrow, arguments[ARROW_STYLE], VALUE_ABSENT) &&
           set_connection(thread, arrow, arguments[ARROW_CONNECTION], VALUE_ABSENT) &&
           check_fit(thread, arrow) &&
           set_end_patch(thread, patch, "patchA", arguments[ARROW_PATCH_A], &arrow->patch_a) &&
           set_end_patch(thread, patch, "patchB", arguments[ARROW_PATCH_B], &arrow->patch_b) &&
           points_or_none(thread, arguments[ARROW_SHRINK_A], &arrow->shrink_a) &&
           points_or_none(thread, arguments[ARROW_SHRINK_B], &arrow->shrink_b) &&
           double_from_value(thread, arguments[ARROW_SCALE], &arrow->scale) &&
           (!value_given(arguments[ARROW_ASPECT]) ||
            double_from_value(thread, arguments[ARROW_ASPECT], &arrow->aspect)) &&
           artist_set_properties(thread, &patch->artist, arguments[ARROW_KEYWORDS]);
}

Value arrow_create_object(Thread *thread, Type *type, const Call *call) {
    MatplotlibState *state = matplotlib_state(thread);
    Value arguments[arrow_argument_count];
    Error error = ERROR_NONE;
    if (!state ||
        !native_match(thread, "FancyArrowPatch", arrow_signature, call, arguments, arrow_argument_count))
        return VALUE_ABSENT;
    PlotPatch *patch = arrow_patch_create(state->plot, &error);
    ArtistObject *object = patch ? object_new(thread, type) : NULL;
    if (!object) {
        if (patch) artist_release(&patch->artist);
        native_release_arguments(arguments, arrow_argument_count);
        return patch ? VALUE_ABSENT : raise_plot_error(thread, &error);
    }
    object->artist = &patch->artist;
    patch->artist.face = object;
    Value self = value_from_object(object);
    bool done = fill_arrow(thread, patch, arguments);
    native_release_arguments(arguments, arrow_argument_count);
    if (!done) {
        value_release(self);
        return VALUE_ABSENT;
    }
    patch_update(patch);
    return self;
}

Value arrow_to_string(Thread *thread, Value self) {
    const PlotArrow *arrow = arrow_patch_of(self)->arrow;
    if (arrow->given.count) {
        PathRows rows;
        bool done = rows_begin(thread, &rows) && rows_add_track(thread, &rows, &arrow->given);
        Value path = rows_finish(thread, &rows, done, true),
              text = value_is_absent(path) ? path : value_repr(thread, path);
        Value result =
            value_is_absent(text) ? text : string_format(thread, "FancyArrowPatch(%s)", value_c_string(text));
        value_release(path);
        value_release(text);
        return result;
    }
    return string_format(thread, "FancyArrowPatch((%g, %g)->(%g, %g))", arrow->from.x, arrow->from.y,
                         arrow->to.x, arrow->to.y);
}

NATIVE(arrow_get_path) {
    (void)native;
    PlotPatch *patch = arrow_patch_of(arguments[0]);
    PlotArtist *artist = &patch->artist, stand_in = *artist;
    PlotFigure *figure = artist->figure;
    if (!patch->arrow->placed) return raise_value_error(thread, "the annotation has not been drawn yet");
    Renderer renderer = {.dpi = figure ? figure->dpi : 72};
    ArrowOutlines outlines;
    if (!figure || (!artist->axes && artist->coordinates == COORDINATES_DATA)) {
        artist->coordinates = stand_in.coordinates = COORDINATES_PIXELS;
    } else {
        figure_layout(figure, figure->dpi);
    }
    bool possible = arrow_patch_outlines(patch, &renderer, patch->arrow->unit, &outlines);
    PathRows rows;
    bool done = rows_begin(thread, &rows);
    for (size_t i = 0; done && possible && i < outlines.count; i++) {
        Track *track = &outlines.tracks[i];
        track->start = artist_from_pixels(&stand_in, stand_in.coordinates, &renderer, track->start);
        for (size_t k = 0; k < track->count; k++) {
            TrackPart *part = &track->parts[k];
            part->control = artist_from_pixels(&stand_in, stand_in.coordinates, &renderer, part->control);
            part->end = artist_from_pixels(&stand_in, stand_in.coordinates, &renderer, part->end);
        }
        done = rows_add_track(thread, &rows, track);
    }
    if (!figure) artist->coordinates = COORDINATES_DATA;
    return rows_finish(thread, &rows, done, true);
}

NATIVE(arrow_set_positions) {
    (void)native;
    PlotPatch *patch = arrow_patch_of(arguments[0]);
    double pair[2];
    for (int i = 0; i < 2; i++) {
        if (!value_given(arguments[1 + i])) continue;
        if (!pair_from_value(thread, arguments[1 + i], pair)) return VALUE_ABSENT;
        *(i ? &patch->arrow->to : &patch->arrow->from) = (Point){pair[0], pair[1]};
    }
    patch_update(patch);
    return VALUE_NONE;
}

/* The styles and their parameters as a table, when no style is given. */
static Value style_table(Thread *thread, const char *family) {
    Value module = import_module(thread, "matplotlib._arrow_styles");
    Value type = value_is_absent(module) ? module : value_get_attribute_c(thread, module, family);
    Value table = value_is_absent(type) ? type : value_call_method(thread, type, "pprint_styles", NULL, 0);
    value_release(module);
    value_release(type);
    return table;
}

NATIVE(arrow_set_style) {
    PlotArrow *arrow = arrow_patch_of(arguments[0])->arrow;
    bool connection = native->entry->data != NULL;
    if (!value_given(arguments[1])) return style_table(thread, connection ? "ConnectionStyle" : "ArrowStyle");
    bool done = (connection ? set_connection : set_style)(thread, arrow, arguments[1], arguments[2]);
    return done && check_fit(thread, arrow) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(arrow_set_one) {
    bool known;
    return arrow_set_property(thread, arrow_patch_of(arguments[0]), native->entry->data, arguments[1], &known)
               ? VALUE_NONE
               : VALUE_ABSENT;
}

NATIVE(arrow_get_scale) {
    (void)thread;
    const PlotArrow *arrow = arrow_patch_of(arguments[0])->arrow;
    double number = native->entry->data ? arrow->aspect : arrow->scale;
    return number == floor(number) && fabs(number) < 1e15 ? value_from_int((int64_t)number)
                                                          : value_from_float(number);
}

/* A style as an object again, from its numbers. */
static Value style_again(Thread *thread, const char *family, int kind, const int ends[2],
                         const NamedNumber *numbers, size_t count) {
    Value module = import_module(thread, "matplotlib._arrow_styles"), table = dict_new(thread),
          result = VALUE_ABSENT;
    Value pair = tuple_from_values(thread, (Value[]){value_from_int(ends[0]), value_from_int(ends[1])}, 2);
    Value name = string_from_c(thread, family);
    bool done =
        !value_is_absent(module) && !value_is_absent(table) && !value_is_absent(pair) && !value_is_absent(name);
    for (size_t i = 0; done && i < count; i++)
        done = dict_set_c(thread, value_dict(table), numbers[i].name,
                          isnan(*numbers[i].place) ? VALUE_NONE : value_from_float(*numbers[i].place));
    if (done)
        result = value_call_method(thread, module, "style_again",
                                   (Value[]){name, value_from_int(kind), pair, table}, 4);
    value_release(module);
    value_release(table);
    value_release(pair);
    value_release(name);
    return result;
}

NATIVE(arrow_get_style) {
    (void)native;
    ArrowStyle *style = &arrow_patch_of(arguments[0])->arrow->style;
    NamedNumber numbers[style_number_count];
    name_style_numbers(style, numbers);
    return style_again(thread, "ArrowStyle", style->kind, (int[2]){style->begin, style->end}, numbers,
                       style_number_count);
}

NATIVE(arrow_get_connection) {
    (void)native;
    Connection *connection = &arrow_patch_of(arguments[0])->arrow->connection;
    NamedNumber numbers[connection_number_count];
    name_connection_numbers(connection, numbers);
    return style_again(thread, "ConnectionStyle", connection->kind, (int[2]){0, 0}, numbers,
                       connection_number_count);
}

const NativeEntry arrow_methods[] = {
    {"get_arrowstyle", "($self)", "The style.", arrow_get_style, NULL, 0},
    {"get_connectionstyle", "($self)", "How the arrow runs.", arrow_get_connection, NULL, 0},
    {"get_path", "($self)", "The outlines of the arrow as one Path, in its own coordinates.", arrow_get_path,
     NULL, 0},
    {"set_positions", "($self, posA, posB)", "Set where the arrow begins and ends.", arrow_set_positions, NULL,
     0},
    {"set_arrowstyle", "($self, arrowstyle=None, **kwargs)", "Set the style; without one, a table of them all.",
     arrow_set_style, NULL, 0},
    {"set_connectionstyle", "($self, connectionstyle=None, **kwargs)",
     "Set how the arrow runs; without a style, a table of them all.", arrow_set_style, "connection", 0},
    {"set_patchA", "($self, patchA)", "Set the patch at the beginning.", arrow_set_one, "patchA", 0},
    {"set_patchB", "($self, patchB)", "Set the patch at the end.", arrow_set_one, "patchB", 0},
    {"set_mutation_scale", "($self, scale)", "Set the points that a unit of the style has.", arrow_set_one,
     "mutation_scale", 0},
    {"set_mutation_aspect", "($self, aspect)", "Set how much higher than wide the style is drawn.",
     arrow_set_one, "mutation_aspect", 0},
    {"get_mutation_scale", "($self)", "The points that a unit of the style has.", arrow_get_scale, NULL, 0},
    {"get_mutation_aspect", "($self)", "How much higher than wide the style is drawn.", arrow_get_scale,
     "aspect", 0},
    {0},
};
