/* Arrows as artists: between points of the data, and between a text and what it points at. */
#include "kernel/plot/artist.h"

#include "base/memory.h"

#include <math.h>

enum { curve_steps = 24 };

PlotPatch *arrow_patch_create(PlotContext *context, Error *error) {
    PlotPatch *patch = patch_create(context, PATCH_ARROW, error);
    if (!patch) return NULL;
    patch->arrow = memory_allocate_zeroed(1, sizeof *patch->arrow);
    if (!patch->arrow) {
        artist_release(&patch->artist);
        error_no_memory(error);
        return NULL;
    }
    patch->edge = context->settings.patch_edge;
    patch->cap = CAP_ROUND;
    patch->join = JOIN_ROUND;
    *patch->arrow =
        (PlotArrow){.scale = 1, .aspect = 1, .shrink_a = 2, .shrink_b = 2, .leaves = box_empty, .unit = 1};
    return patch;
}

typedef struct Corners {
    Point *points;
    size_t count;
} Corners;

static Point cubic_point(const Point p[4], double t) {
    double s = 1 - t, a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
    return (Point){a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                   a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

/* A path as a polygon; without points when memory runs out. */
static Corners flatten(const Path *path) {
    Corners corners = {memory_allocate((path->point_count * curve_steps + 1) * sizeof(Point)), 0};
    if (!corners.points) return corners;
    const Point *from = path->points;
    for (size_t i = 0; i < path->code_count; i++) {
        PathCode code = path->codes[i];
        if (code == PATH_CLOSE) continue;
        if (code == PATH_CURVE && corners.count) {
            const Point p[4] = {corners.points[corners.count - 1], from[0], from[1], from[2]};
            for (int k = 1; k <= curve_steps; k++)
                corners.points[corners.count++] = cubic_point(p, (double)k / curve_steps);
        } else {
            corners.points[corners.count++] = from[code == PATH_CURVE ? 2 : 0];
        }
        from += code == PATH_CURVE ? 3 : 1;
    }
    return corners;
}

static bool leave_path(Track *track, const Path *path, bool at_end) {
    Corners corners = flatten(path);
    if (corners.count > 2)
        track_leave(track, &(Area){.corners = corners.points, .count = corners.count}, at_end);
    memory_release(corners.points);
    return corners.points;
}

bool track_leave_patch(Track *track, const PlotPatch *patch, const Renderer *renderer, bool at_end) {
    Path outline = PATH_EMPTY;
    bool done = patch_outline(patch, renderer, &outline) && leave_path(track, &outline, at_end);
    path_release(&outline);
    return done;
}

static void leave_ends(Track *track, const PlotArrow *arrow, const Renderer *renderer, double unit) {
    Path box = PATH_EMPTY;
    if (!box_is_empty(arrow->leaves)) box_style_trace(&arrow->frame, arrow->leaves, arrow->frame_size, &box);
    if (arrow->patch_a)
        track_leave_patch(track, arrow->patch_a, renderer, false);
    else if (box.point_count)
        leave_path(track, &box, false);
    if (arrow->patch_b) track_leave_patch(track, arrow->patch_b, renderer, true);
    track_shrink(track, arrow->shrink_a * unit, arrow->shrink_b * unit);
    path_release(&box);
}

bool arrow_patch_outlines(const PlotPatch *patch, const Renderer *renderer, double unit,
                          ArrowOutlines *outlines) {
    const PlotArrow *arrow = patch->arrow;
    const PlotArtist *artist = &patch->artist;
    Track track = arrow->given;
    if (track.count) {
        track.start = artist_to_pixels(artist, artist->coordinates, renderer, track.start.x, track.start.y);
        for (size_t i = 0; i < track.count; i++) {
            TrackPart *part = &track.parts[i];
            part->control =
                artist_to_pixels(artist, artist->coordinates, renderer, part->control.x, part->control.y);
            part->end = artist_to_pixels(artist, artist->coordinates, renderer, part->end.x, part->end.y);
        }
    } else {
        Point from = artist_to_pixels(artist, artist->coordinates, renderer, arrow->from.x, arrow->from.y);
        Point to = artist_to_pixels(artist, artist->coordinates, renderer, arrow->to.x, arrow->to.y);
        if (!connection_track(&arrow->connection, from, to, &track)) return false;
        leave_ends(&track, arrow, renderer, unit);
    }
    return arrow_outlines(&arrow->style, &track, arrow->scale * unit, patch->line_width * unit, arrow->aspect,
                          outlines);
}

void arrow_patch_draw(Renderer *renderer, PlotPatch *patch) {
    ArrowOutlines outlines;
    PathStyle style;
    patch->arrow->unit = renderer_pixels(renderer, 1);
    if (!arrow_patch_outlines(patch, renderer, patch->arrow->unit, &outlines)) return;
    patch_style(patch, &style);
    Color fill = style.fill;
    for (size_t i = 0; i < outlines.count; i++) {
        Path path = PATH_EMPTY;
        track_append_to(&outlines.tracks[i], &path);
        style.fill = outlines.filled[i] ? fill : COLOR_NONE;
        Corners corners = renderer->measuring ? flatten(&path) : (Corners){0};
        for (size_t k = 0; k < corners.count; k++)
            renderer_include(renderer, (Box){corners.points[k].x, corners.points[k].y, corners.points[k].x,
                                             corners.points[k].y});
        memory_release(corners.points);
        renderer_draw_path(renderer, &path, &style);
        path_release(&path);
    }
}
