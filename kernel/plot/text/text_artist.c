#include "kernel/plot/artist.h"

#include <math.h>
#include <string.h>

static void draw_frame(Renderer *renderer, const PlotText *text, Box box) {
    double size = renderer_pixels(renderer, text->style.font.size), pad = text->box_padding * size;
    Box padded = {box.x0 - pad, box.y0 - pad, box.x1 + pad, box.y1 + pad};
    double margin = renderer_pixels(renderer, text->box_width) / 2;
    if (renderer->measuring) {
        renderer_include(renderer,
                         (Box){padded.x0 - margin, padded.y0 - margin, padded.x1 + margin, padded.y1 + margin});
        return;
    }
    double alpha = isnan(text->box_alpha) ? text->artist.alpha : text->box_alpha;
    PathStyle style = {.stroke =
                           text->box_edge.alpha > 0 ? color_with_alpha(text->box_edge, alpha) : COLOR_NONE,
                       .fill = text->box_face.alpha > 0 ? color_with_alpha(text->box_face, alpha) : COLOR_NONE,
                       .width = text->box_width};
    Path path = PATH_EMPTY;
    path_rounded_rectangle(&path, padded, text->box_rounded ? pad : 0);
    renderer_draw_path(renderer, &path, &style);
    path_release(&path);
}

/* Of the beginning, the middle and the end of a side, the one next to the target. */
static double nearest_on_side(double low, double high, double target) {
    const double places[3] = {low, (low + high) / 2, high};
    double best = places[0];
    for (int i = 1; i < 3; i++)
        if (fabs(places[i] - target) < fabs(best - target)) best = places[i];
    return best;
}

/* From the text's box to the target. */
static void place_pointer(const Renderer *renderer, const PlotText *text, Box box, Point at) {
    PlotArrow *arrow = text->pointer->arrow;
    const double margin = 2; /* points */
    bool empty = box_is_empty(box);
    if (empty) box = (Box){at.x, at.y, at.x, at.y};
    arrow->to = artist_to_pixels(&text->artist, text->target_coordinates, renderer, text->target_x, text->target_y);
    arrow->from = (Point){isnan(text->relative_x) ? nearest_on_side(box.x0, box.x1, arrow->to.x)
                                                  : box.x0 + text->relative_x * box_width(box),
                          isnan(text->relative_y) ? nearest_on_side(box.y0, box.y1, arrow->to.y)
                                                  : box.y0 + text->relative_y * box_height(box)};
    arrow->placed = true;
    if (!isnan(text->shrink))
        arrow->shrink_a = arrow->shrink_b = text->shrink * hypot(arrow->to.x - arrow->from.x, arrow->to.y - arrow->from.y) /
                                            renderer_pixels(renderer, 1);
    double pad = renderer_pixels(renderer, text->boxed ? text->box_padding * text->style.font.size : margin);
    arrow->rounding = text->boxed && text->box_rounded ? pad : 0;
    arrow->leaves = text->starts_free || empty ? box_empty
                                               : (Box){box.x0 - pad, box.y0 - pad, box.x1 + pad, box.y1 + pad};
}

void plot_text_draw(Renderer *renderer, PlotArtist *artist) {
    PlotText *text = (PlotText *)artist;
    Point at;
    if (artist->coordinates == COORDINATES_OFFSET_POINTS) {
        at = artist_to_pixels(artist, text->target_coordinates, renderer, text->target_x, text->target_y);
        at.x += renderer_pixels(renderer, text->x);
        at.y += renderer_pixels(renderer, text->y);
    } else {
        at = artist_to_pixels(artist, artist->coordinates, renderer, text->x, text->y);
    }
    if (!text->string || !isfinite(at.x) || !isfinite(at.y)) return;
    TextStyle style = text->style;
    style.color = color_with_alpha(style.color, artist->alpha);
    Box box = text_box(renderer, text->string, &style, at);
    if (text->pointer) {
        place_pointer(renderer, text, box, at);
        const PlotArtist *pointer = &text->pointer->artist;
        if (!pointer->hidden && !pointer->removed) arrow_patch_draw(renderer, text->pointer);
    }
    if (text->boxed && !box_is_empty(box)) draw_frame(renderer, text, box);
    text_draw(renderer, text->string, &style, at);
}
