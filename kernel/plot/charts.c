#include "kernel/plot/charts.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool format_string_parse(const PlotSettings *settings, const char *text, FormatString *format, Error *error) {
    *format = (FormatString){0};
    /* A whole colour name wins, unless it is a number ("1" is a marker). */
    if (strspn(text, "0123456789.") != strlen(text) && plot_color_parse(settings, text, &format->color)) {
        format->has_color = true;
        snprintf(format->color_text, sizeof format->color_text, "%s", text);
        return true;
    }
    for (const char *at = text; *at;) {
        static const char *const dashes[] = {"--", "-.", "-", ":"};
        bool found = false;
        for (size_t i = 0; i < sizeof dashes / sizeof *dashes && !found; i++) {
            size_t length = strlen(dashes[i]);
            if (strncmp(at, dashes[i], length) != 0) continue;
            if (format->has_dash)
                return error_set(error, "ValueError",
                                 "'%s' is not a valid format string (two linestyle symbols)", text);
            line_dash_parse(dashes[i], &format->dash);
            format->dash.count = plot_dash_lengths(settings, format->dash.kind, format->dash.lengths);
            format->dash.in_points = settings->unscaled_dashes;
            format->has_dash = found = true;
            at += length;
        }
        if (found) continue;
        char one[2] = {*at, 0};
        MarkerKind marker;
        if (*at != ' ' && *at != '\'' && marker_parse(one, &marker) && marker != MARKER_NONE) {
            if (format->has_marker)
                return error_set(error, "ValueError", "'%s' is not a valid format string (two marker symbols)",
                                 text);
            format->marker = marker;
            format->has_marker = true;
            at++;
            continue;
        }
        if (strchr("bgrcmykw", *at)) {
            if (format->has_color)
                return error_set(error, "ValueError", "'%s' is not a valid format string (two color symbols)",
                                 text);
            color_parse(one, &format->color);
            memcpy(format->color_text, one, sizeof one);
            format->has_color = true;
            at++;
            continue;
        }
        if (*at == 'C' && at[1] >= '0' && at[1] <= '9') {
            size_t digits = strspn(at + 1, "0123456789");
            char name[16];
            memcpy(name, at, digits + 1 < sizeof name ? digits + 1 : sizeof name - 1);
            name[digits + 1 < sizeof name ? digits + 1 : sizeof name - 1] = 0;
            format->has_color = plot_color_parse(settings, name, &format->color);
            memcpy(format->color_text, name, sizeof name);
            at += digits + 1;
            continue;
        }
        return error_set(error, "ValueError", "'%s' is not a valid format string (unrecognized character '%c')",
                         text, *at);
    }
    return true;
}

PlotPatch *axes_add_bar(PlotAxes *axes, double x, double y, double width, double height, bool horizontal,
                        Color face, Error *error) {
    PlotPatch *patch = axes_add_patch(axes, PATCH_RECTANGLE, error);
    if (!patch) return NULL;
    patch->x = x;
    patch->y = y;
    patch->width = width;
    patch->height = height;
    patch->face = face;
    patch_update(patch);
    PlotArtist *artist = &patch->artist;
    if (horizontal) {
        artist->sticky_x[0] = x;
        artist->sticky_x_count = 1;
    } else {
        artist->sticky_y[0] = y;
        artist->sticky_y_count = 1;
    }
    return patch;
}

static void trace_side(Path *path, const double *x, const double *y, size_t from, size_t to, bool forward,
                       bool of_y, StepKind step, bool first) {
    for (size_t i = 0; i < to - from; i++) {
        size_t at = forward ? from + i : to - 1 - i;
        Point point = of_y ? (Point){x[at], y[at]} : (Point){y[at], x[at]};
        if (i && step != STEP_NONE) {
            size_t before = forward ? at - 1 : at + 1;
            bool keep_old = (step == STEP_POST) == forward;
            double middle = (x[before] + x[at]) / 2;
            if (step == STEP_MID) {
                path_line(path, of_y ? middle : y[before], of_y ? y[before] : middle);
                path_line(path, of_y ? middle : y[at], of_y ? y[at] : middle);
            } else {
                double corner_x = keep_old ? x[at] : x[before], corner_y = keep_old ? y[before] : y[at];
                path_line(path, of_y ? corner_x : corner_y, of_y ? corner_y : corner_x);
            }
        }
        if (!i && first)
            path_move(path, point.x, point.y);
        else
            path_line(path, point.x, point.y);
    }
}

static bool is_drawn(const double *x, const double *low, const double *high, const bool *where, size_t at) {
    return isfinite(x[at]) && isfinite(low[at]) && isfinite(high[at]) && (!where || where[at]);
}

/* Each run begins at its first upper point and comes to its last one on the way back. */
static void trace_end(Path *path, double x, double y, bool of_y, bool begin) {
    (begin ? path_move : path_line)(path, of_y ? x : y, of_y ? y : x);
}

PlotPaths *axes_add_fill_between(PlotAxes *axes, const double *x, const double *low, const double *high,
                                 const bool *where, size_t count, bool of_y, StepKind step, Color face,
                                 Error *error) {
    PlotPaths *paths = axes_add_paths(axes, 1, error);
    if (!paths) return NULL;
    for (size_t from = 0; from < count;) {
        if (!is_drawn(x, low, high, where, from)) {
            from++;
            continue;
        }
        size_t to = from;
        while (to < count && is_drawn(x, low, high, where, to)) to++;
        trace_end(&paths->paths[0], x[from], high[from], of_y, true);
        trace_side(&paths->paths[0], x, low, from, to, true, of_y, step, false);
        trace_end(&paths->paths[0], x[to - 1], high[to - 1], of_y, false);
        trace_side(&paths->paths[0], x, high, from, to, false, of_y, step, false);
        path_close(&paths->paths[0]);
        from = to;
    }
    paths->faces = memory_allocate(sizeof *paths->faces);
    if (!paths->faces || paths->paths[0].failed) {
        error_no_memory(error);
        return NULL;
    }
    paths->faces[0] = face;
    paths->face_count = 1;
    const PlotSettings *settings = &axes->figure->context->settings;
    paths->widths = memory_allocate(sizeof *paths->widths);
    if (settings->force_patch_edge) paths->edges = memory_allocate(sizeof *paths->edges);
    if (paths->widths) paths->widths[0] = settings->patch_width, paths->width_count = 1;
    if (paths->edges) paths->edges[0] = settings->patch_edge, paths->edge_count = 1;
    paths_update(paths);
    return paths;
}

PlotPaths *axes_add_segments(PlotAxes *axes, const double *x0, const double *y0, const double *x1,
                             const double *y1, size_t count, Color color, double width, Error *error) {
    PlotPaths *paths = axes_add_paths(axes, count, error);
    if (!paths) return NULL;
    paths->artist.zorder = 2;
    paths->map_edges = true;
    paths->edges = memory_allocate(sizeof *paths->edges);
    paths->widths = memory_allocate(sizeof *paths->widths);
    if (!paths->edges || !paths->widths) {
        error_no_memory(error);
        return NULL;
    }
    paths->edges[0] = color;
    paths->widths[0] = width;
    paths->edge_count = paths->width_count = 1;
    for (size_t i = 0; i < count; i++) {
        path_move(&paths->paths[i], x0[i], y0[i]);
        path_line(&paths->paths[i], x1[i], y1[i]);
    }
    paths_update(paths);
    return paths;
}

void histogram_count(const double *values, const double *weights, size_t count, const double *edges,
                     size_t bin_count, double *counts) {
    memset(counts, 0, bin_count * sizeof *counts);
    for (size_t i = 0; i < count; i++) {
        double value = values[i];
        if (!(value >= edges[0] && value <= edges[bin_count])) continue;
        size_t low = 0, high = bin_count;
        while (high - low > 1) {
            size_t middle = (low + high) / 2;
            if (value >= edges[middle])
                low = middle;
            else
                high = middle;
        }
        counts[low] += weights ? weights[i] : 1;
    }
}

void corners_from_centres(const double *centres, size_t count, double *corners) {
    if (count == 1) {
        corners[0] = centres[0] - 0.5;
        corners[1] = centres[0] + 0.5;
        return;
    }
    for (size_t i = 1; i < count; i++) corners[i] = (centres[i - 1] + centres[i]) / 2;
    corners[0] = centres[0] - (centres[1] - centres[0]) / 2;
    corners[count] = centres[count - 1] + (centres[count - 1] - centres[count - 2]) / 2;
}

void limits_span(DataLimits *limits, double low, double high, bool of_x) {
    *limits = (DataLimits){INFINITY, INFINITY, -INFINITY, -INFINITY, INFINITY, INFINITY};
    *(of_x ? &limits->x0 : &limits->y0) = fmin(low, high);
    *(of_x ? &limits->x1 : &limits->y1) = fmax(low, high);
    if (fmin(low, high) > 0) *(of_x ? &limits->smallest_x : &limits->smallest_y) = fmin(low, high);
}
