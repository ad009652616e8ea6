#include "kernel/plot/artist.h"

#include "kernel/plot/polar.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

const DataLimits limits_empty = {INFINITY, INFINITY, -INFINITY, -INFINITY, INFINITY, INFINITY};

void limits_include(DataLimits *limits, double x, double y) {
    if (isfinite(x)) {
        limits->x0 = fmin(limits->x0, x);
        limits->x1 = fmax(limits->x1, x);
        if (x > 0) limits->smallest_x = fmin(limits->smallest_x, x);
    }
    if (isfinite(y)) {
        limits->y0 = fmin(limits->y0, y);
        limits->y1 = fmax(limits->y1, y);
        if (y > 0) limits->smallest_y = fmin(limits->smallest_y, y);
    }
}

static double *copy_doubles(const double *from, size_t count, Error *error) {
    if (count > SIZE_MAX / sizeof *from - 1) {
        error_no_memory(error);
        return NULL;
    }
    double *copy = memory_allocate((count ? count : 1) * sizeof *copy);
    if (!copy) {
        error_no_memory(error);
        return NULL;
    }
    if (count) memcpy(copy, from, count * sizeof *copy);
    return copy;
}

bool figure_own_artist(PlotFigure *figure, PlotAxes *axes, PlotArtist *artist, Error *error) {
    if (!plot_append_pointer(&figure->owned, &figure->owned_count, &figure->owned_capacity, artist, error)) return false;
    artist->figure = figure;
    artist->axes = axes;
    artist->number = ++figure->artist_number;
    artist->unlisted = true;
    return true;
}

bool figure_list_artist(PlotArtist *artist, Error *error) {
    PlotAxes *axes = artist->axes;
    PlotFigure *figure = artist->figure;
    artist->unlisted =
        !(axes ? plot_append_pointer(&axes->artists, &axes->artist_count, &axes->artist_capacity, artist, error)
               : plot_append_pointer(&figure->artists, &figure->artist_count, &figure->artist_capacity, artist, error));
    return !artist->unlisted;
}

PlotArtist *figure_adopt_artist(PlotFigure *figure, PlotAxes *axes, PlotArtist *artist, Error *error) {
    if (!figure_own_artist(figure, axes, artist, error)) return NULL;
    if (figure_list_artist(artist, error)) return artist;
    figure->owned_count--;
    artist->figure = NULL;
    artist->axes = NULL;
    return NULL;
}

static void *artist_allocate(ArtistKind kind, size_t size, double zorder, Error *error) {
    PlotArtist *artist = memory_allocate_zeroed(1, size);
    if (!artist) {
        error_no_memory(error);
        return NULL;
    }
    artist->kind = kind;
    artist->zorder = zorder;
    artist->alpha = NAN;
    artist->limits = limits_empty;
    return artist;
}

static void *adopt_or_release(PlotFigure *figure, PlotAxes *axes, void *artist, bool complete, Error *error) {
    if (complete && figure_adopt_artist(figure, axes, artist, error)) return artist;
    if (artist) artist_release(artist);
    return NULL;
}

static void mappable_release(Mappable *mappable) {
    memory_release(mappable->values);
    memory_release(mappable->norm.boundaries);
}

void artist_release(PlotArtist *artist) {
    Mappable *mappable = artist_mappable(artist);
    if (mappable) mappable_release(mappable);
    switch (artist->kind) {
    case ARTIST_LINE: {
        PlotLine *line = (PlotLine *)artist;
        memory_release(line->x);
        memory_release(line->y);
        break;
    }
    case ARTIST_POINTS: {
        PlotPoints *points = (PlotPoints *)artist;
        memory_release(points->x);
        memory_release(points->y);
        memory_release(points->sizes);
        memory_release(points->faces);
        memory_release(points->edges);
        memory_release(points->widths);
        hatch_release(&points->hatch);
        break;
    }
    case ARTIST_PATCH:
        path_release(&((PlotPatch *)artist)->path);
        hatch_release(&((PlotPatch *)artist)->hatch);
        memory_release(((PlotPatch *)artist)->arrow);
        break;
    case ARTIST_PATHS: {
        PlotPaths *paths = (PlotPaths *)artist;
        for (size_t i = 0; i < paths->count; i++) path_release(&paths->paths[i]);
        memory_release(paths->paths);
        memory_release(paths->faces);
        memory_release(paths->edges);
        memory_release(paths->widths);
        memory_release(paths->dashes);
        memory_release(paths->levels);
        hatch_release(&paths->hatch);
        break;
    }
    case ARTIST_IMAGE:
        memory_release(((PlotImage *)artist)->colors);
        break;
    case ARTIST_MESH:
        memory_release(((PlotMesh *)artist)->x);
        memory_release(((PlotMesh *)artist)->y);
        break;
    case ARTIST_QUIVER: {
        PlotQuiver *quiver = (PlotQuiver *)artist;
        memory_release(quiver->x);
        memory_release(quiver->y);
        memory_release(quiver->u);
        memory_release(quiver->v);
        memory_release(quiver->colors);
        break;
    }
    case ARTIST_TEXT:
        memory_release(((PlotText *)artist)->string);
        hatch_release(&((PlotText *)artist)->box_hatch);
        break;
    }
    memory_release(artist->label);
    memory_release(artist->move);
    memory_release(artist->effects);
    memory_release(artist);
}

void artist_discard(PlotArtist *artist) {
    artist->removed = true;
    artist->limits = limits_empty;
    artist->sticky_x_count = artist->sticky_y_count = 0;
    if (artist->figure && artist->figure->current_image == artist) artist->figure->current_image = NULL;
}

Mappable *artist_mappable(PlotArtist *artist) {
    switch (artist->kind) {
    case ARTIST_POINTS:
        return &((PlotPoints *)artist)->mappable;
    case ARTIST_PATHS:
        return &((PlotPaths *)artist)->mappable;
    case ARTIST_IMAGE:
        return &((PlotImage *)artist)->mappable;
    case ARTIST_MESH:
        return &((PlotMesh *)artist)->mappable;
    case ARTIST_QUIVER:
        return &((PlotQuiver *)artist)->mappable;
    default:
        return NULL;
    }
}

static bool mappable_init(Mappable *mappable, PlotContext *context, Error *error) {
    mappable->norm.minimum = mappable->norm.maximum = NAN;
    mappable->map = plot_colormap(context, context->settings.image_map, error);
    return mappable->map;
}

void mappable_fit(Mappable *mappable) {
    double low = INFINITY, high = -INFINITY;
    bool logarithmic = mappable->norm.kind == NORM_LOG;
    for (size_t i = 0; i < mappable->count; i++) {
        double value = mappable->values[i];
        if (!isfinite(value) || (logarithmic && value <= 0)) continue;
        low = fmin(low, value);
        high = fmax(high, value);
    }
    if (low > high) low = 0, high = 1;
    if (mappable->norm.kind == NORM_CENTERED) { /* as far to one side as to the other */
        double centre = mappable->norm.parameter, reach = fmax(fabs(low - centre), fabs(high - centre));
        low = centre - reach;
        high = centre + reach;
    }
    if (!mappable->has_minimum) mappable->norm.minimum = low;
    if (!mappable->has_maximum) mappable->norm.maximum = high;
}

bool mappable_set_values(Mappable *mappable, const double *values, size_t count, Error *error) {
    double *copy = copy_doubles(values, count, error);
    if (!copy) return false;
    memory_release(mappable->values);
    mappable->values = copy;
    mappable->count = count;
    if (isnan(mappable->norm.minimum) || isnan(mappable->norm.maximum)) mappable_fit(mappable);
    return true;
}

Color mappable_color(const Mappable *mappable, size_t index) {
    double fraction = norm_apply(&mappable->norm, mappable->values[index], mappable->map->count);
    return colormap_at(mappable->map, fraction);
}

void artist_set_current_image(PlotArtist *artist) {
    artist->figure->current_image = artist;
    Mappable *mappable = artist_mappable(artist);
    if (mappable) mappable->color_index = artist->number;
}

Color axes_next_color(PlotAxes *axes, bool of_patch) {
    const PlotSettings *settings = &axes->figure->context->settings;
    if (of_patch && settings->classic) return settings->patch_face;
    size_t *at = of_patch ? &axes->cycle_patches : &axes->cycle_lines;
    const PropCycle *cycle = axes->cycle;
    if (!cycle || !cycle->count) return COLOR_BLACK;
    const PlotProperties *row = &cycle->rows[(*at)++ % cycle->count];
    return row->given & PROP_COLOR ? row->color : COLOR_BLACK;
}

const PlotProperties *axes_next_properties(PlotAxes *axes, unsigned given) {
    const PropCycle *cycle = axes->cycle;
    if (!cycle || !cycle->count || !(cycle->given & ~given)) return NULL;
    return &cycle->rows[axes->cycle_lines++ % cycle->count];
}

void line_take_properties(PlotLine *line, const PlotProperties *row, unsigned given) {
    unsigned wanted = row->given & ~given;
    if (wanted & PROP_COLOR) {
        line->color = row->color;
        memcpy(line->color_text, row->color_text, sizeof line->color_text);
    }
    if (wanted & PROP_DASH) line->dash = row->dash;
    if (wanted & PROP_MARKER) line->marker = (MarkerKind)row->marker;
    if (wanted & PROP_WIDTH) line->width = row->width;
    if (wanted & PROP_MARKER_SIZE) line->marker_size = row->marker_size;
    if (wanted & PROP_MARKER_EDGE_WIDTH) line->marker_edge_width = row->marker_edge_width;
    if (wanted & PROP_ALPHA) line->artist.alpha = row->alpha;
    if (wanted & PROP_MARKER_FACE) line->marker_face = row->marker_face, line->marker_face_set = true;
    if (wanted & PROP_MARKER_EDGE) line->marker_edge = row->marker_edge, line->marker_edge_set = true;
}

static void line_init(PlotLine *line, const PlotSettings *settings) {
    line->width = settings->line_width;
    line->dash = settings->line_dash;
    line->color = settings->line_color;
    line->marker = (MarkerKind)settings->line_marker;
    line->marker_size = settings->marker_size;
    line->marker_edge_width = settings->marker_edge_width;
    line->marker_face = settings->marker_face;
    line->marker_face_set = settings->own_marker_face;
    line->marker_edge = settings->marker_edge;
    line->marker_edge_set = settings->own_marker_edge || settings->classic;
    if (settings->classic && !settings->own_marker_edge) line->marker_edge = COLOR_BLACK;
    line->cap = settings->solid_cap;
    line->dash_cap = settings->dash_cap;
    line->join = settings->solid_join;
    line->dash_join = settings->dash_join;
}

PlotLine *line_create(PlotContext *context, const double *x, const double *y, size_t count, Error *error) {
    PlotLine *line = artist_allocate(ARTIST_LINE, sizeof *line, 2, error);
    if (!line) return NULL;
    line_init(line, &context->settings);
    if (!line_set_data(line, x, y, count, error)) {
        artist_release(&line->artist);
        return NULL;
    }
    line_update(line);
    return line;
}

PlotLine *axes_add_line(PlotAxes *axes, const double *x, const double *y, size_t count, Error *error) {
    PlotLine *line = line_create(axes->figure->context, x, y, count, error);
    return line ? adopt_or_release(axes->figure, axes, line, true, error) : NULL;
}

bool line_set_data(PlotLine *line, const double *x, const double *y, size_t count, Error *error) {
    double *new_x = copy_doubles(x, count, error), *new_y = new_x ? copy_doubles(y, count, error) : NULL;
    if (!new_y) {
        memory_release(new_x);
        return false;
    }
    memory_release(line->x);
    memory_release(line->y);
    line->x = new_x;
    line->y = new_y;
    line->count = count;
    return true;
}

void line_update(PlotLine *line) {
    line->artist.limits = limits_empty;
    CoordinateSystem system = line->artist.coordinates;
    for (size_t i = 0; i < line->count; i++) {
        if (system == COORDINATES_DATA)
            limits_include(&line->artist.limits, isfinite(line->y[i]) ? line->x[i] : NAN,
                           isfinite(line->x[i]) ? line->y[i] : NAN);
        else if (system == COORDINATES_X_AXIS)
            limits_include(&line->artist.limits, line->x[i], NAN);
        else if (system == COORDINATES_Y_AXIS)
            limits_include(&line->artist.limits, NAN, line->y[i]);
    }
}

PlotPoints *axes_add_points(PlotAxes *axes, const double *x, const double *y, size_t count, Error *error) {
    PlotPoints *points = artist_allocate(ARTIST_POINTS, sizeof *points, 1, error);
    if (!points) return NULL;
    points->count = count;
    points->marker = (MarkerKind)axes->figure->context->settings.scatter_marker;
    points->x = copy_doubles(x, count, error);
    points->y = points->x ? copy_doubles(y, count, error) : NULL;
    bool complete = points->y && mappable_init(&points->mappable, axes->figure->context, error);
    for (size_t i = 0; complete && i < count; i++)
        limits_include(&points->artist.limits, isfinite(y[i]) ? x[i] : NAN, isfinite(x[i]) ? y[i] : NAN);
    return adopt_or_release(axes->figure, axes, points, complete, error);
}

PlotPatch *patch_create(PlotContext *context, PatchShape shape, Error *error) {
    PlotPatch *patch = artist_allocate(ARTIST_PATCH, sizeof *patch, 1, error);
    if (!patch) return NULL;
    patch->shape = shape;
    const PlotSettings *settings = &context->settings;
    patch->face = settings->patch_face;
    patch->edge = settings->force_patch_edge ? settings->patch_edge : COLOR_NONE;
    patch->line_width = settings->patch_width;
    patch->join = JOIN_MITER;
    patch->box = (BoxStyle){.kind = BOX_SQUARE, .size = NAN};
    patch->box_scale = patch->box_aspect = 1;
    return patch;
}

PlotPatch *axes_add_patch(PlotAxes *axes, PatchShape shape, Error *error) {
    PlotPatch *patch = patch_create(axes->figure->context, shape, error);
    return adopt_or_release(axes->figure, axes, patch, patch, error);
}

/* The data that an artist shows where a transform moves them. */
static void artist_move_limits(PlotArtist *artist) {
    DataLimits from = artist->limits;
    if (!artist->move || !(from.x0 <= from.x1) || !(from.y0 <= from.y1)) return;
    artist->limits = limits_empty;
    for (int corner = 0; corner < 4; corner++) {
        Point point = affine_apply(artist->move->before, corner & 1 ? from.x1 : from.x0, corner & 2 ? from.y1 : from.y0);
        limits_include(&artist->limits, point.x, point.y);
    }
}

void patch_update(PlotPatch *patch) {
    DataLimits limits = limits_empty;
    if (patch->artist.coordinates == COORDINATES_DATA) {
        switch (patch->shape) {
        case PATCH_RECTANGLE:
        case PATCH_ROUNDED: {
            double angle = patch->angle * M_PI / 180, c = cos(angle), s = sin(angle);
            const double corners[4][2] = {
                {0, 0}, {patch->width, 0}, {patch->width, patch->height}, {0, patch->height}};
            if (patch->width == 0 && patch->height == 0) break;
            for (int i = 0; i < 4; i++)
                limits_include(&limits, patch->x + corners[i][0] * c - corners[i][1] * s,
                               patch->y + corners[i][0] * s + corners[i][1] * c);
            break;
        }
        case PATCH_ELLIPSE:
        case PATCH_WEDGE: {
            double angle = patch->angle * M_PI / 180, a = patch->width / 2, b = patch->height / 2;
            double reach_x = hypot(a * cos(angle), b * sin(angle)),
                   reach_y = hypot(a * sin(angle), b * cos(angle));
            limits_include(&limits, patch->x - reach_x, patch->y - reach_y);
            limits_include(&limits, patch->x + reach_x, patch->y + reach_y);
            break;
        }
        case PATCH_ARROW:
            if (patch->arrow->given.count) limits_include(&limits, patch->arrow->given.start.x, patch->arrow->given.start.y);
            for (size_t i = 0; i < patch->arrow->given.count; i++)
                limits_include(&limits, patch->arrow->given.parts[i].end.x, patch->arrow->given.parts[i].end.y);
            if (patch->arrow->given.count) break;
            limits_include(&limits, patch->arrow->from.x, patch->arrow->from.y);
            limits_include(&limits, patch->arrow->to.x, patch->arrow->to.y);
            break;
        default:
            for (size_t i = 0; i < patch->path.point_count; i++)
                limits_include(&limits, patch->path.points[i].x, patch->path.points[i].y);
        }
    }
    patch->artist.limits = limits;
    artist_move_limits(&patch->artist);
}

PlotPaths *paths_create(PlotContext *context, size_t count, Error *error) {
    PlotPaths *paths = artist_allocate(ARTIST_PATHS, sizeof *paths, 1, error);
    if (!paths) return NULL;
    paths->paths = memory_allocate_zeroed(count ? count : 1, sizeof *paths->paths);
    if (paths->paths) {
        paths->count = count;
        if (mappable_init(&paths->mappable, context, error)) return paths;
    } else {
        error_no_memory(error);
    }
    artist_release(&paths->artist);
    return NULL;
}

PlotPaths *axes_add_paths(PlotAxes *axes, size_t count, Error *error) {
    PlotPaths *paths = paths_create(axes->figure->context, count, error);
    return paths ? adopt_or_release(axes->figure, axes, paths, true, error) : NULL;
}

void paths_update(PlotPaths *paths) {
    DataLimits limits = limits_empty;
    CoordinateSystem system = paths->artist.coordinates;
    for (size_t i = 0; i < paths->count; i++)
        for (size_t k = 0; k < paths->paths[i].point_count; k++) {
            Point point = paths->paths[i].points[k];
            limits_include(&limits, system == COORDINATES_Y_AXIS ? NAN : point.x,
                           system == COORDINATES_X_AXIS ? NAN : point.y);
        }
    paths->artist.limits = limits;
}

bool image_set_data(PlotImage *image, const double *values, size_t rows, size_t columns, size_t channels,
                    Error *error) {
    size_t count;
    if (__builtin_mul_overflow(rows, columns, &count) || __builtin_mul_overflow(count, channels, &count))
        return error_no_memory(error);
    if (channels == 1) {
        if (!mappable_set_values(&image->mappable, values, count, error)) return false;
    } else {
        double *copy = copy_doubles(values, count, error);
        if (!copy) return false;
        memory_release(image->colors);
        image->colors = copy;
    }
    image->rows = rows;
    image->columns = columns;
    image->channels = channels;
    return true;
}

void image_set_extent(PlotImage *image, double left, double right, double bottom, double top) {
    PlotArtist *artist = &image->artist;
    image->left = left;
    image->right = right;
    image->bottom = bottom;
    image->top = top;
    artist->limits = limits_empty;
    limits_include(&artist->limits, left, bottom);
    limits_include(&artist->limits, right, top);
    artist->sticky_x[0] = fmin(left, right);
    artist->sticky_x[1] = fmax(left, right);
    artist->sticky_y[0] = fmin(bottom, top);
    artist->sticky_y[1] = fmax(bottom, top);
    artist->sticky_x_count = artist->sticky_y_count = 2;
}

PlotImage *axes_add_image(PlotAxes *axes, const double *values, size_t rows, size_t columns, size_t channels,
                          Error *error) {
    PlotImage *image = artist_allocate(ARTIST_IMAGE, sizeof *image, 0, error);
    if (!image) return NULL;
    bool complete = mappable_init(&image->mappable, axes->figure->context, error) &&
                    image_set_data(image, values, rows, columns, channels, error);
    image->origin_lower = axes->figure->context->settings.image_origin_lower;
    interpolation_parse(axes->figure->context->settings.image_interpolation, &image->interpolation);
    image = adopt_or_release(axes->figure, axes, image, complete, error);
    if (image) artist_set_current_image(&image->artist);
    return image;
}

PlotMesh *axes_add_mesh(PlotAxes *axes, const double *x, const double *y, const double *values, size_t rows,
                        size_t columns, Error *error) {
    PlotMesh *mesh = artist_allocate(ARTIST_MESH, sizeof *mesh, 1, error);
    if (!mesh) return NULL;
    size_t corners = (rows + 1) * (columns + 1);
    mesh->rows = rows;
    mesh->columns = columns;
    mesh->x = copy_doubles(x, corners, error);
    mesh->y = mesh->x ? copy_doubles(y, corners, error) : NULL;
    bool complete = mesh->y && mappable_init(&mesh->mappable, axes->figure->context, error) &&
                    mappable_set_values(&mesh->mappable, values, rows * columns, error);
    PlotArtist *artist = &mesh->artist;
    for (size_t i = 0; complete && i < corners; i++) limits_include(&artist->limits, x[i], y[i]);
    artist->sticky_x[0] = artist->limits.x0;
    artist->sticky_x[1] = artist->limits.x1;
    artist->sticky_y[0] = artist->limits.y0;
    artist->sticky_y[1] = artist->limits.y1;
    artist->sticky_x_count = artist->sticky_y_count = 2;
    mesh = adopt_or_release(axes->figure, axes, mesh, complete, error);
    if (mesh) artist_set_current_image(&mesh->artist);
    return mesh;
}

PlotQuiver *axes_add_quiver(PlotAxes *axes, const double *x, const double *y, const double *u, const double *v,
                            size_t count, Error *error) {
    PlotQuiver *quiver = artist_allocate(ARTIST_QUIVER, sizeof *quiver, 1, error);
    if (!quiver) return NULL;
    quiver->count = count;
    quiver->scale = quiver->width = NAN;
    quiver->x = copy_doubles(x, count, error);
    quiver->y = copy_doubles(y, count, error);
    quiver->u = copy_doubles(u, count, error);
    quiver->v = copy_doubles(v, count, error);
    bool complete = quiver->x && quiver->y && quiver->u && quiver->v &&
                    mappable_init(&quiver->mappable, axes->figure->context, error);
    for (size_t i = 0; complete && i < count; i++) limits_include(&quiver->artist.limits, x[i], y[i]);
    return adopt_or_release(axes->figure, axes, quiver, complete, error);
}

static PlotText *add_text(PlotFigure *figure, PlotAxes *axes, double x, double y, const char *string,
                          Error *error) {
    PlotText *text = artist_allocate(ARTIST_TEXT, sizeof *text, 3, error);
    if (!text) return NULL;
    const PlotSettings *settings = &figure->context->settings;
    text->x = x;
    text->y = y;
    text->style = (TextStyle){.font = {.family = settings->family,
                                       .size = settings->font_size,
                                       .bold = settings->font_bold,
                                       .italic = settings->font_italic},
                              .color = settings->text_color};
    text->artist.unclipped = true;
    text->artist.coordinates = axes ? COORDINATES_DATA : COORDINATES_FIGURE;
    text->box_width = 1;
    text->box = (BoxStyle){.kind = BOX_SQUARE, .pad = 0.4, .size = NAN};
    text->box_alpha = NAN;
    text->box_edge = COLOR_BLACK;
    text->shrink = NAN;
    bool complete = plot_set_string(&text->string, string, error);
    return adopt_or_release(figure, axes, text, complete, error);
}

PlotText *axes_add_text(PlotAxes *axes, double x, double y, const char *string, Error *error) {
    return add_text(axes->figure, axes, x, y, string, error);
}

PlotText *figure_add_text(PlotFigure *figure, double x, double y, const char *string, Error *error) {
    return add_text(figure, NULL, x, y, string, error);
}

/* What a logarithm cannot show lies far below everything: bars on a logarithmic axis begin at 0. */
static double view_fraction(const AxisView *view, double value) {
    double low = scale_transform(&view->scale, view->low), high = scale_transform(&view->scale, view->high);
    if (view->scale.kind == SCALE_LOG && value <= 0) return fmax(fmin((-1000 - low) / (high - low), 1000), -1000);
    return (scale_transform(&view->scale, value) - low) / (high - low);
}

Point axes_to_pixels(const PlotAxes *axes, double x, double y) {
    if (axes->polar) return polar_to_pixels(axes, x, y);
    return (Point){axes->box.x0 + view_fraction(axes->x.view, x) * box_width(axes->box),
                   axes->box.y0 + view_fraction(axes->y.view, y) * box_height(axes->box)};
}

static double view_value(const AxisView *view, double fraction) {
    double low = scale_transform(&view->scale, view->low), high = scale_transform(&view->scale, view->high);
    return scale_invert(&view->scale, low + fraction * (high - low));
}

Point affine_apply(const double affine[6], double x, double y) {
    return (Point){affine[0] * x + affine[2] * y + affine[4], affine[1] * x + affine[3] * y + affine[5]};
}

static Point to_pixels(const PlotArtist *artist, CoordinateSystem coordinates, const Renderer *renderer, double x,
                       double y) {
    const PlotAxes *axes = artist->axes;
    if (!axes && coordinates != COORDINATES_PIXELS) coordinates = COORDINATES_FIGURE;
    switch (coordinates) {
    case COORDINATES_DATA:
        return axes_to_pixels(axes, x, y);
    case COORDINATES_AXES:
        return (Point){axes->box.x0 + x * box_width(axes->box), axes->box.y0 + y * box_height(axes->box)};
    case COORDINATES_X_AXIS:
        if (axes->polar) return polar_to_pixels(axes, x, view_value(axes->y.view, y));
        return (Point){axes_to_pixels(axes, x, 1).x, axes->box.y0 + y * box_height(axes->box)};
    case COORDINATES_Y_AXIS:
        if (axes->polar) return polar_to_pixels(axes, view_value(axes->x.view, x), y);
        return (Point){axes->box.x0 + x * box_width(axes->box), axes_to_pixels(axes, 1, y).y};
    case COORDINATES_FIGURE:
        return (Point){x * artist->figure->width * renderer->dpi, y * artist->figure->height * renderer->dpi};
    default:
        break;
    }
    return (Point){x, y};
}

Point artist_to_pixels(const PlotArtist *artist, CoordinateSystem coordinates, const Renderer *renderer, double x,
                       double y) {
    const ArtistMove *move = coordinates == artist->coordinates ? artist->move : NULL;
    if (!move) return to_pixels(artist, coordinates, renderer, x, y);
    Point point = affine_apply(move->before, x, y);
    point = to_pixels(artist, coordinates, renderer, point.x, point.y);
    return affine_apply(move->after, point.x, point.y);
}

Point artist_from_pixels(const PlotArtist *artist, CoordinateSystem coordinates, const Renderer *renderer, Point pixels) {
    const PlotAxes *axes = artist->axes;
    if (!axes && coordinates != COORDINATES_PIXELS) coordinates = COORDINATES_FIGURE;
    if (coordinates == COORDINATES_FIGURE)
        return (Point){pixels.x / (artist->figure->width * renderer->dpi),
                       pixels.y / (artist->figure->height * renderer->dpi)};
    if (!axes || coordinates == COORDINATES_PIXELS) return pixels;
    if (axes->polar && coordinates == COORDINATES_DATA) return polar_from_pixels(axes, pixels);
    Point share = {(pixels.x - axes->box.x0) / box_width(axes->box), (pixels.y - axes->box.y0) / box_height(axes->box)};
    bool data_x = coordinates == COORDINATES_DATA || coordinates == COORDINATES_X_AXIS;
    bool data_y = coordinates == COORDINATES_DATA || coordinates == COORDINATES_Y_AXIS;
    return (Point){data_x ? view_value(axes->x.view, share.x) : share.x,
                   data_y ? view_value(axes->y.view, share.y) : share.y};
}

static void clip_to_axes(Renderer *renderer, const PlotAxes *axes) {
    if (!axes->polar) {
        renderer_clip(renderer, axes->box);
        return;
    }
    Path path = PATH_EMPTY;
    polar_outline(axes, &path);
    renderer_clip_path(renderer, &path);
    path_release(&path);
}

void artist_draw(Renderer *renderer, PlotArtist *artist) {
    static ArtistDraw *const draw[] = {
        [ARTIST_LINE] = line_draw,     [ARTIST_POINTS] = points_draw,  [ARTIST_PATCH] = patch_draw,
        [ARTIST_PATHS] = paths_draw,   [ARTIST_IMAGE] = image_draw,    [ARTIST_MESH] = mesh_draw,
        [ARTIST_QUIVER] = quiver_draw, [ARTIST_TEXT] = plot_text_draw,
    };
    if (artist->hidden || artist->removed) return;
    bool clips = artist->axes && !artist->unclipped;
    if (clips && renderer->measuring) return;
    if (clips) clip_to_axes(renderer, artist->axes);
    renderer->effects = artist->effects;
    renderer->effect_count = artist->effect_count;
    draw[artist->kind](renderer, artist);
    renderer->effects = NULL;
    renderer->effect_count = 0;
    if (clips) renderer_unclip(renderer);
}
