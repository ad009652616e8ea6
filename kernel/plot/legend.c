/* A legend is packed from boxes: a sample and a label make a row, rows a column, columns stand side by side,
 * the title above. Its place is one of nine, or of these the one that hides the least ("best"). */
#include "kernel/plot/artist.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

static const char *const place_names[] = {
    "best",        "upper right",  "upper left",   "lower left",   "lower right", "right",
    "center left", "center right", "lower center", "upper center", "center",
};

bool legend_place_parse(const char *name, LegendPlace *place) {
    for (size_t i = 0; i < sizeof place_names / sizeof *place_names; i++)
        if (!strcmp(name, place_names[i])) {
            *place = (LegendPlace)i;
            return true;
        }
    return false;
}

static PlotLegend *legend_create(PlotFigure *figure, PlotAxes *axes, Error *error) {
    PlotLegend *legend = memory_allocate_zeroed(1, sizeof *legend);
    if (!legend) {
        error_no_memory(error);
        return NULL;
    }
    const PlotSettings *settings = &figure->context->settings;
    legend->artist =
        (PlotArtist){.kind = ARTIST_TEXT, .figure = figure, .axes = axes, .zorder = 5, .alpha = NAN};
    legend->columns = 1;
    const LegendSettings *looks = &settings->legend;
    legend->place = (LegendPlace)looks->place;
    legend->size = looks->size;
    legend->title_size = looks->own_title_size ? looks->title_size : settings->font_size;
    legend->frameless = looks->frameless;
    legend->sharp = looks->sharp;
    legend->shadow = looks->shadow;
    legend->frame_alpha = looks->frame_alpha;
    legend->face = looks->own_face ? looks->face : settings->axes_face;
    legend->edge = looks->own_edge ? looks->edge : settings->axes_edge;
    legend->label_color = looks->own_label_color ? looks->label_color : settings->text_color;
    legend->label_by = looks->label_by;
    legend->border_pad = looks->border_pad;
    legend->label_spacing = looks->label_spacing;
    legend->handle_length = looks->handle_length;
    legend->handle_height = looks->handle_height;
    legend->handle_pad = looks->handle_pad;
    legend->axes_pad = looks->axes_pad;
    legend->column_spacing = looks->column_spacing;
    legend->marker_scale = looks->marker_scale;
    legend->points = looks->points > 0 ? looks->points : 1;
    legend->scatter_points = looks->scatter_points > 0 ? looks->scatter_points : 1;
    return legend;
}

void legend_clear_entries(PlotLegend *legend) {
    for (size_t i = 0; i < legend->count; i++) memory_release(legend->entries[i].label);
    memory_release(legend->entries);
    legend->entries = NULL;
    legend->count = 0;
}

bool legend_add_entry(PlotLegend *legend, const char *label, PlotArtist *artist, Error *error) {
    LegendEntry *grown = memory_resize(legend->entries, (legend->count + 1) * sizeof *grown);
    char *copy = grown ? memory_copy_string(label) : NULL;
    if (grown) legend->entries = grown;
    if (!copy) return error_no_memory(error);
    legend->entries[legend->count++] = (LegendEntry){.label = copy, .artist = artist};
    return true;
}

static bool add_labelled(PlotLegend *legend, const PlotAxes *axes, Error *error) {
    for (int contained = 0; contained < 2; contained++)
        for (size_t i = 0; i < axes->artist_count; i++) {
            PlotArtist *artist = axes->artists[i];
            bool wanted = artist->label && *artist->label && artist->label[0] != '_' && !artist->removed &&
                          artist->kind != ARTIST_TEXT && artist->kind != ARTIST_IMAGE;
            if (wanted && artist->contained == (bool)contained &&
                !legend_add_entry(legend, artist->label, artist, error))
                return false;
        }
    return true;
}

PlotLegend *axes_add_legend(PlotAxes *axes, Error *error) {
    PlotLegend *legend = legend_create(axes->figure, axes, error);
    if (!legend) return NULL;
    if (axes->legend) {
        legend_clear_entries(axes->legend);
        memory_release(axes->legend->title);
        memory_release(axes->legend);
    }
    axes->legend = legend;
    return add_labelled(legend, axes, error) ? legend : NULL;
}

PlotLegend *figure_add_legend(PlotFigure *figure, Error *error) {
    PlotLegend *legend = legend_create(figure, NULL, error);
    if (!legend) return NULL;
    if (figure->legend) {
        legend_clear_entries(figure->legend);
        memory_release(figure->legend->title);
        memory_release(figure->legend);
    }
    figure->legend = legend;
    legend->place = LEGEND_UPPER_RIGHT;
    for (size_t i = 0; i < figure->axes_count; i++)
        if (!figure->axes[i]->removed && !add_labelled(legend, figure->axes[i], error)) return NULL;
    return legend;
}

typedef struct Row {
    double width, ascent, descent, text_width;
} Row;

typedef struct Packing {
    Row *rows;
    double *column_widths, *column_heights;
    size_t columns, per_column;
    double size; /* of the letters, pixels */
    double width, height, title_width, title_height, title_descent, content_width;
} Packing;

static void row_range(const PlotLegend *legend, const Packing *packing, size_t column, size_t *first,
                      size_t *last) {
    size_t base = legend->count / packing->columns, longer = legend->count % packing->columns;
    *first = column * base + (column < longer ? column : longer);
    *last = *first + base + (column < longer ? 1 : 0);
}

static FontStyle label_font(const PlotLegend *legend, double size) {
    return (FontStyle){.family = legend->artist.figure->context->settings.family, .size = size};
}

static Color label_color(const PlotLegend *legend, const PlotArtist *artist);

/* An entry's words, and their looks. */
static const char *entry_label(const LegendEntry *entry) {
    return entry->text && entry->text->string ? entry->text->string : entry->label;
}

TextStyle legend_entry_style(const PlotLegend *legend, const LegendEntry *entry) {
    if (entry->text) {
        TextStyle style = entry->text->style;
        style.horizontal = ALIGN_LEFT;
        style.vertical = ALIGN_BASELINE;
        return style;
    }
    TextStyle style = {.font = label_font(legend, legend->size), .color = label_color(legend, entry->artist),
                       .vertical = ALIGN_BASELINE};
    style.font.bold = legend->label_bold;
    style.font.italic = legend->label_italic;
    return style;
}

static const char *title_words(const PlotLegend *legend) {
    return legend->title_text ? legend->title_text->string : legend->title;
}

TextStyle legend_title_style(const PlotLegend *legend) {
    TextStyle style = {.font = label_font(legend, legend->title_size), .color = legend->label_color};
    style.font.bold = legend->title_bold;
    style.font.italic = legend->title_italic;
    if (legend->title_text) style = legend->title_text->style;
    style.horizontal = ALIGN_CENTER;
    style.vertical = ALIGN_BASELINE;
    return style;
}

static bool pack(Renderer *renderer, const PlotLegend *legend, Packing *packing) {
    double size = packing->size = renderer_pixels(renderer, legend->size);
    packing->columns = legend->columns ? legend->columns : 1;
    if (packing->columns > legend->count && legend->count) packing->columns = legend->count;
    packing->rows = memory_allocate_zeroed(legend->count + 1, sizeof *packing->rows);
    packing->column_widths = memory_allocate_zeroed(packing->columns, sizeof(double));
    packing->column_heights = memory_allocate_zeroed(packing->columns, sizeof(double));
    if (!packing->rows || !packing->column_widths || !packing->column_heights) return false;
    double handle_width = legend->handle_length * size, handle_height = 0.7 * size, tallest = 0;
    for (size_t column = 0; column < packing->columns; column++) {
        size_t first, last;
        row_range(legend, packing, column, &first, &last);
        for (size_t i = first; i < last; i++) {
            Row *row = &packing->rows[i];
            double height, descent;
            FontStyle font = legend_entry_style(legend, &legend->entries[i]).font;
            text_line_size(renderer, entry_label(&legend->entries[i]), &font, &row->text_width, &height, &descent);
            for (const char *at = entry_label(&legend->entries[i]); (at = strchr(at, '\n')); at++) height += 1.2 * size;
            row->ascent = fmax(height - descent, handle_height);
            row->descent = descent;
            row->width = handle_width + legend->handle_pad * size + row->text_width;
            packing->column_widths[column] = fmax(packing->column_widths[column], row->width);
            packing->column_heights[column] +=
                row->ascent + row->descent + (i > first ? legend->label_spacing * size : 0);
        }
        tallest = fmax(tallest, packing->column_heights[column]);
        packing->content_width += packing->column_widths[column] + (column ? legend->column_spacing * size : 0);
    }
    packing->width = packing->content_width;
    packing->height = tallest;
    const char *title = title_words(legend);
    if (title && *title) {
        FontStyle title_font = legend_title_style(legend).font;
        text_line_size(renderer, title, &title_font, &packing->title_width, &packing->title_height,
                       &packing->title_descent);
        packing->width = fmax(packing->width, packing->title_width);
        packing->height += packing->title_height + legend->label_spacing * size;
    }
    packing->width += 2 * legend->border_pad * size;
    packing->height += 2 * legend->border_pad * size;
    return true;
}

static void release_packing(Packing *packing) {
    memory_release(packing->rows);
    memory_release(packing->column_widths);
    memory_release(packing->column_heights);
}

static void draw_paths_sample(Renderer *renderer, const PlotPaths *paths, Box box) {
    double alpha = paths->artist.alpha;
    Color face = paths->face_count ? paths->faces[0] : COLOR_NONE,
          edge = paths->edge_count ? paths->edges[0] : COLOR_NONE;
    PathStyle style = {.stroke = edge.alpha > 0 ? color_with_alpha(edge, alpha) : edge,
                       .fill = face.alpha > 0 ? color_with_alpha(face, alpha) : face,
                       .width = paths->width_count ? paths->widths[0] : 1,
                       .dash = paths->dash_count ? paths->dashes[0] : (LineDash){0},
                       .cap = CAP_BUTT};
    Path path = PATH_EMPTY;
    hatch_apply(&paths->hatch, &paths->artist.figure->context->settings, 0, edge, alpha, true, &style);
    if (paths->face_count) {
        path_rectangle(&path, box);
    } else {
        path_move(&path, box.x0, (box.y0 + box.y1) / 2);
        path_line(&path, box.x1, (box.y0 + box.y1) / 2);
    }
    renderer_draw_path(renderer, &path, &style);
    path_release(&path);
}

static void draw_points_sample(Renderer *renderer, const PlotLegend *legend, const PlotPoints *points,
                               Box box) {
    double largest = points->size_count ? points->sizes[0] : 36, smallest = largest;
    for (size_t i = 0; i < points->size_count; i++) {
        largest = fmax(largest, points->sizes[i]);
        smallest = fmin(smallest, points->sizes[i]);
    }
    double size = sqrt((largest + smallest) / 2) * legend->marker_scale;
    Color face = points->face_count ? points->faces[0] : COLOR_BLACK;
    if (points->mappable.values) face = colormap_at(points->mappable.map, 0.5);
    Color edge = points->edge_count ? points->edges[0] : face;
    double alpha = points->artist.alpha;
    bool filled = marker_is_filled(points->marker) && !points->hollow && face.alpha > 0;
    PathStyle style = {.stroke = edge.alpha > 0 ? color_with_alpha(edge, alpha) : edge,
                       .fill = filled ? color_with_alpha(face, alpha) : COLOR_NONE,
                       .width = points->width_count ? points->widths[0] : 1.5,
                       .join = JOIN_ROUND};
    Path marker = PATH_EMPTY, moved = PATH_EMPTY;
    marker_path(points->marker, renderer_pixels(renderer, size), &marker);
    path_append(&moved, &marker, 1, 1, (box.x0 + box.x1) / 2, box.y0 + 0.375 * box_height(box));
    renderer_draw_path(renderer, &moved, &style);
    path_release(&marker);
    path_release(&moved);
}

/* Bars of half the letters' size to each side of the marker, with their caps. */
static void draw_error_sample(Renderer *renderer, const PlotLegend *legend, const PlotLine *line, Point centre) {
    double reach = 0.5 * renderer_pixels(renderer, legend->size);
    for (int of_y = 0; of_y < 2; of_y++) {
        const PlotPaths *bars = of_y ? line->y_bars : line->x_bars;
        if (!bars) continue;
        Color color = bars->edge_count ? bars->edges[0] : COLOR_BLACK;
        const Point ends[2] = {{centre.x - (of_y ? 0 : reach), centre.y - (of_y ? reach : 0)},
                               {centre.x + (of_y ? 0 : reach), centre.y + (of_y ? reach : 0)}};
        PlotLine caps = {.artist = line->artist,
                         .color = color,
                         .width = bars->width_count ? bars->widths[0] : 1.5,
                         .dash = bars->dash_count ? bars->dashes[0] : (LineDash){0},
                         .marker = line->bar_caps > 0 ? of_y ? MARKER_HORIZONTAL : MARKER_VERTICAL : MARKER_NONE,
                         .marker_size = 2 * line->bar_caps,
                         .marker_edge_width = line->marker_edge_width};
        caps.artist.alpha = bars->artist.alpha;
        line_draw_points(renderer, &caps, ends, 2, 1);
    }
}

/* Five stems of several heights. */
static void draw_stem_sample(Renderer *renderer, const PlotLegend *legend, const PlotLine *line,
                             const PlotLine *marks, Box box) {
    static const double heights[5] = {0.35, 0.6, 0.45, 0.7, 0.5};
    double inset = 0.3 * renderer_pixels(renderer, legend->size);
    const PlotPaths *stems = line->stems;
    PlotLine stem = *line;
    stem.marker = MARKER_NONE;
    stem.color = stems->edge_count ? stems->edges[0] : line->color;
    stem.width = stems->width_count ? stems->widths[0] : line->width;
    stem.dash = stems->dash_count ? stems->dashes[0] : (LineDash){0};
    for (int i = 0; i < 5; i++) {
        double x = box.x0 + inset + (box_width(box) - 2 * inset) * i / 4;
        const Point ends[2] = {{x, box.y0}, {x, box.y0 + heights[i] * box_height(box)}};
        line_draw_points(renderer, &stem, ends, 2, 1);
        line_draw_points(renderer, marks, ends + 1, 1, legend->marker_scale);
    }
}

static void draw_sample(Renderer *renderer, const PlotLegend *legend, PlotArtist *artist, Box box) {
    double middle = (box.y0 + box.y1) / 2;
    if (artist->kind == ARTIST_LINE) {
        PlotLine line = *(PlotLine *)artist;
        const Point ends[2] = {{box.x0, middle}, {box.x1, middle}};
        Point centre[16] = {{(box.x0 + box.x1) / 2, middle}};
        size_t marks_count = legend->points < 16 ? (size_t)legend->points : 16;
        double inset = 0.3 * renderer_pixels(renderer, legend->size);
        for (size_t i = 0; marks_count > 1 && i < marks_count; i++) {
            double share = (double)i / (double)(marks_count - 1);
            centre[i] = (Point){box.x0 + inset + share * (box_width(box) - 2 * inset), middle};
        }
        line.step = STEP_NONE;
        line.mark_every = 0;
        PlotLine marks = line;
        marks.dash.kind = LINE_NONE;
        line.marker = MARKER_NONE;
        if (line.stems) {
            draw_stem_sample(renderer, legend, &line, &marks, box);
            return;
        }
        if (line.x_bars || line.y_bars) draw_error_sample(renderer, legend, &line, centre[0]);
        if (line.artist.hidden) return;
        line_draw_points(renderer, &line, ends, 2, legend->marker_scale);
        line_draw_points(renderer, &marks, centre, marks_count, legend->marker_scale);
    } else if (artist->kind == ARTIST_PATCH) {
        PathStyle style;
        Path path = PATH_EMPTY;
        patch_style((PlotPatch *)artist, &style);
        path_rectangle(&path, box);
        renderer_draw_path(renderer, &path, &style);
        path_release(&path);
    } else if (artist->kind == ARTIST_PATHS) {
        draw_paths_sample(renderer, (PlotPaths *)artist, box);
    } else if (artist->kind == ARTIST_POINTS) {
        draw_points_sample(renderer, legend, (PlotPoints *)artist, box);
    }
}

/* The lower left corner of a legend of this size at one of the places in the container. */
static Point anchor_at(LegendPlace place, Box container, double width, double height, double pad) {
    static const struct {
        double x, y;
    } shares[] = {
        [LEGEND_UPPER_RIGHT] = {1, 1},    [LEGEND_UPPER_LEFT] = {0, 1},     [LEGEND_LOWER_LEFT] = {0, 0},
        [LEGEND_LOWER_RIGHT] = {1, 0},    [LEGEND_RIGHT] = {1, 0.5},        [LEGEND_CENTER_LEFT] = {0, 0.5},
        [LEGEND_CENTER_RIGHT] = {1, 0.5}, [LEGEND_LOWER_CENTER] = {0.5, 0}, [LEGEND_UPPER_CENTER] = {0.5, 1},
        [LEGEND_CENTER] = {0.5, 0.5},
    };
    Box inner = {container.x0 + pad, container.y0 + pad, container.x1 - pad, container.y1 - pad};
    return (Point){inner.x0 + shares[place].x * (box_width(inner) - width),
                   inner.y0 + shares[place].y * (box_height(inner) - height)};
}

static bool segment_meets(Point a, Point b, Box box) {
    double from = 0, to = 1;
    const double starts[2] = {a.x, a.y}, deltas[2] = {b.x - a.x, b.y - a.y}, lows[2] = {box.x0, box.y0},
                 highs[2] = {box.x1, box.y1};
    for (int i = 0; i < 2; i++) {
        if (deltas[i] == 0) {
            if (starts[i] < lows[i] || starts[i] > highs[i]) return false;
            continue;
        }
        double enter = (lows[i] - starts[i]) / deltas[i], leave = (highs[i] - starts[i]) / deltas[i];
        from = fmax(from, fmin(enter, leave));
        to = fmin(to, fmax(enter, leave));
    }
    return from <= to;
}

static size_t polyline_badness(const Point *points, size_t count, Box box) {
    size_t badness = 0;
    bool meets = false;
    for (size_t i = 0; i < count; i++) {
        badness += box_contains(box, points[i].x, points[i].y);
        meets = meets || (i && segment_meets(points[i - 1], points[i], box));
    }
    return badness + meets;
}

static size_t artist_badness(Renderer *renderer, PlotArtist *artist, Box box) {
    size_t badness = 0;
    if (artist->removed || artist->hidden) return 0;
    if (artist->kind == ARTIST_LINE) {
        PlotLine *line = (PlotLine *)artist;
        Point last = {NAN, NAN};
        for (size_t i = 0; i < line->count; i++) {
            Point pair[2] = {last,
                             artist_to_pixels(artist, artist->coordinates, renderer, line->x[i], line->y[i])};
            badness += box_contains(box, pair[1].x, pair[1].y);
            if (i && isfinite(last.x + last.y) && segment_meets(pair[0], pair[1], box))
                badness |= (size_t)1 << 32; /* counted once, below */
            last = pair[1];
        }
        badness = (badness & 0xffffffff) + (badness >> 32 ? 1 : 0);
    } else if (artist->kind == ARTIST_POINTS) {
        PlotPoints *points = (PlotPoints *)artist;
        for (size_t i = 0; i < points->count; i++) {
            Point at = artist_to_pixels(artist, artist->coordinates, renderer, points->x[i], points->y[i]);
            badness += box_contains(box, at.x, at.y);
        }
    } else if (artist->kind == ARTIST_PATCH) {
        const DataLimits *limits = &artist->limits;
        if (limits->x0 > limits->x1) return 0;
        Point low = artist_to_pixels(artist, artist->coordinates, renderer, limits->x0, limits->y0);
        Point high = artist_to_pixels(artist, artist->coordinates, renderer, limits->x1, limits->y1);
        Box own = {fmin(low.x, high.x), fmin(low.y, high.y), fmax(low.x, high.x), fmax(low.y, high.y)};
        badness += own.x0 < box.x1 && own.x1 > box.x0 && own.y0 < box.y1 && own.y1 > box.y0;
    } else if (artist->kind == ARTIST_PATHS && ((PlotPaths *)artist)->face_count) {
        PlotPaths *paths = (PlotPaths *)artist;
        for (size_t k = 0; k < paths->count; k++) {
            const Path *path = &paths->paths[k];
            Point *points = memory_allocate((path->point_count + 1) * sizeof *points);
            for (size_t i = 0; points && i < path->point_count; i++)
                points[i] = artist_to_pixels(artist, artist->coordinates, renderer, path->points[i].x,
                                             path->points[i].y);
            if (points) badness += polyline_badness(points, path->point_count, box);
            memory_release(points);
        }
    } else if (artist->kind == ARTIST_TEXT) {
        PlotText *text = (PlotText *)artist;
        Point at = artist_to_pixels(artist, artist->coordinates, renderer, text->x, text->y);
        Box own = text_box(renderer, text->string, &text->style, at);
        badness += own.x0 < box.x1 && own.x1 > box.x0 && own.y0 < box.y1 && own.y1 > box.y0;
    }
    return badness;
}

static Point find_best(Renderer *renderer, PlotAxes *axes, Box container, double width, double height,
                       double pad) {
    Point best = {0, 0};
    size_t least = SIZE_MAX;
    for (int place = LEGEND_UPPER_RIGHT; place <= LEGEND_CENTER && least; place++) {
        Point corner = anchor_at((LegendPlace)place, container, width, height, pad);
        Box box = {corner.x, corner.y, corner.x + width, corner.y + height};
        size_t badness = 0;
        for (size_t i = 0; i < axes->artist_count; i++)
            badness += artist_badness(renderer, axes->artists[i], box);
        if (badness < least) {
            least = badness;
            best = corner;
        }
    }
    return best;
}

static Box container_box(const Renderer *renderer, const PlotFigure *figure, const PlotAxes *axes,
                         const PlotLegend *legend) {
    Box whole = axes ? axes->box : (Box){0, 0, figure->width * renderer->dpi, figure->height * renderer->dpi};
    if (!legend->anchored) return whole;
    return (Box){
        whole.x0 + legend->anchor.x0 * box_width(whole), whole.y0 + legend->anchor.y0 * box_height(whole),
        whole.x0 + legend->anchor.x1 * box_width(whole), whole.y0 + legend->anchor.y1 * box_height(whole)};
}

static void draw_frame(Renderer *renderer, const PlotLegend *legend, Box box) {
    if (legend->frameless) return;
    Path path = PATH_EMPTY;
    path_rounded_rectangle(&path, box, legend->sharp ? 0 : 0.2 * renderer_pixels(renderer, legend->size));
    if (legend->shadow) {
        double offset = renderer_pixels(renderer, 2);
        Path shade = PATH_EMPTY;
        path_append(&shade, &path, 1, 1, offset, -offset);
        PathStyle style = {.fill = {0.3, 0.3, 0.3, 0.5}};
        renderer_draw_path(renderer, &shade, &style);
        path_release(&shade);
    }
    PathStyle style = {.stroke = color_with_alpha(legend->edge, legend->frame_alpha),
                       .fill = color_with_alpha(legend->face, legend->frame_alpha),
                       .width = legend->artist.figure->context->settings.patch_width};
    renderer_draw_path(renderer, &path, &style);
    path_release(&path);
}

/* labelcolor='linecolor', 'markerfacecolor', 'markeredgecolor': as the sample beside it. */
static Color label_color(const PlotLegend *legend, const PlotArtist *artist) {
    if (legend->label_by == LABEL_COLOR_PLAIN) return legend->label_color;
    bool edge = legend->label_by == LABEL_COLOR_MARKER_EDGE;
    if (artist->kind == ARTIST_LINE) {
        const PlotLine *line = (const PlotLine *)artist;
        if (legend->label_by == LABEL_COLOR_LINE) return line->color;
        return edge ? line->marker_edge_set ? line->marker_edge : line->color
               : line->marker_face_set      ? line->marker_face
                                            : line->color;
    }
    if (artist->kind == ARTIST_PATCH)
        return edge ? ((const PlotPatch *)artist)->edge : ((const PlotPatch *)artist)->face;
    if (artist->kind == ARTIST_POINTS) {
        const PlotPoints *points = (const PlotPoints *)artist;
        if (edge && points->edge_count) return points->edges[0];
        return points->face_count && !points->mappable.values ? points->faces[0] : legend->label_color;
    }
    if (artist->kind == ARTIST_PATHS) {
        const PlotPaths *paths = (const PlotPaths *)artist;
        if (paths->face_count && !edge) return paths->faces[0];
        if (paths->edge_count) return paths->edges[0];
    }
    return legend->label_color;
}

static void draw_rows(Renderer *renderer, const PlotLegend *legend, const Packing *packing, Box box) {
    double size = packing->size, pad = legend->border_pad * size, top = box.y1 - pad;
    if (packing->title_height > 0) {
        TextStyle style = legend_title_style(legend);
        text_draw(renderer, title_words(legend), &style,
                  (Point){(box.x0 + box.x1) / 2, top - packing->title_height + packing->title_descent});
        top -= packing->title_height + legend->label_spacing * size;
    }
    double x = box.x0 + pad + (box_width(box) - 2 * pad - packing->content_width) / 2;
    for (size_t column = 0; column < packing->columns; column++) {
        size_t first, last;
        double y = top;
        row_range(legend, packing, column, &first, &last);
        for (size_t i = first; i < last; i++) {
            const Row *row = &packing->rows[i];
            double baseline = y - row->ascent, handle = legend->handle_length * size;
            draw_sample(renderer, legend, legend->entries[i].artist,
                        (Box){x, baseline, x + handle, baseline + 0.7 * size});
            TextStyle style = legend_entry_style(legend, &legend->entries[i]);
            if (!legend->entries[i].text || !legend->entries[i].text->artist.hidden)
                text_draw(renderer, entry_label(&legend->entries[i]), &style,
                          (Point){x + handle + legend->handle_pad * size, baseline});
            y = baseline - row->descent - legend->label_spacing * size;
        }
        x += packing->column_widths[column] + legend->column_spacing * size;
    }
}

void legend_draw(Renderer *renderer, PlotFigure *figure, PlotAxes *axes, PlotLegend *legend) {
    Packing packing = {0};
    if (!legend || legend->artist.hidden || legend->artist.removed) return;
    if (!pack(renderer, legend, &packing)) {
        release_packing(&packing);
        return;
    }
    Box container = container_box(renderer, figure, axes, legend);
    double pad = legend->axes_pad * packing.size;
    Point corner;
    if (legend->at_point)
        corner = (Point){container.x0 + legend->x * box_width(container),
                         container.y0 + legend->y * box_height(container)};
    else if (legend->place == LEGEND_BEST && axes)
        corner = find_best(renderer, axes, container, packing.width, packing.height, pad);
    else
        corner = anchor_at(legend->place == LEGEND_BEST ? LEGEND_UPPER_RIGHT : legend->place, container,
                           packing.width, packing.height, pad);
    Box box = {corner.x, corner.y, corner.x + packing.width, corner.y + packing.height};
    if (renderer->measuring) {
        renderer_include(renderer, box);
    } else {
        draw_frame(renderer, legend, box);
        draw_rows(renderer, legend, &packing, box);
    }
    release_packing(&packing);
}
