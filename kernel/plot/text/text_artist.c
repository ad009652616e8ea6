#include "kernel/plot/artist.h"

#include <math.h>
#include <string.h>

static void draw_frame(Renderer *renderer, const PlotText *text, Box box) {
    double size = renderer_pixels(renderer, text->style.font.size), alpha = text->box_alpha;
    if (isnan(alpha)) alpha = text->artist.alpha;
    Path path = PATH_EMPTY;
    box_style_trace(&text->box, box, size, &path);
    if (renderer->measuring) {
        double margin = renderer_pixels(renderer, text->box_width) / 2;
        Box outline = path_bounds(&path);
        renderer_include(renderer,
                         (Box){outline.x0 - margin, outline.y0 - margin, outline.x1 + margin, outline.y1 + margin});
    } else {
        PathStyle style = {.stroke = text->box_edge.alpha > 0 ? color_with_alpha(text->box_edge, alpha) : COLOR_NONE,
                           .fill = text->box_face.alpha > 0 ? color_with_alpha(text->box_face, alpha) : COLOR_NONE,
                           .width = text->box_width,
                           .dash = text->box_dash};
        hatch_apply(&text->box_hatch, &text->artist.figure->context->settings, 0, text->box_edge, alpha, false, &style);
        renderer_draw_path(renderer, &path, &style);
    }
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
    arrow->frame = text->boxed ? text->box : (BoxStyle){.kind = BOX_SQUARE, .pad = 1};
    arrow->frame_size = renderer_pixels(renderer, text->boxed ? text->style.font.size : margin);
    arrow->leaves = text->starts_free || empty ? box_empty : box;
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
