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

/* Where a line from the middle of the box leaves it. */
static Point leave_box(Box box, Point toward) {
    Point middle = {(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2};
    double x = toward.x - middle.x, y = toward.y - middle.y, share = 1;
    if (x != 0) share = fmin(share, box_width(box) / 2 / fabs(x));
    if (y != 0) share = fmin(share, box_height(box) / 2 / fabs(y));
    return (Point){middle.x + x * share, middle.y + y * share};
}

static void draw_simple_arrow(Renderer *renderer, const PlotText *text, Point from, Point to) {
    double x = to.x - from.x, y = to.y - from.y, length = hypot(x, y);
    if (!(length > 0)) return;
    double shrink = text->arrow_shrink * length;
    from = (Point){from.x + x / length * shrink, from.y + y / length * shrink};
    to = (Point){to.x - x / length * shrink, to.y - y / length * shrink};
    length = fmax(length - 2 * shrink, 1e-6);
    double width = renderer_pixels(renderer, text->arrow_width) / 2;
    double head_width = renderer_pixels(renderer, text->arrow_head_width) / 2;
    double head = fmin(renderer_pixels(renderer, text->arrow_head_length), length);
    const Point outline[7] = {{0, width},  {length - head, width},       {length - head, head_width},
                              {length, 0}, {length - head, -head_width}, {length - head, -width},
                              {0, -width}};
    double c = x / hypot(x, y), s = y / hypot(x, y);
    Path path = PATH_EMPTY;
    for (int i = 0; i < 7; i++) {
        Point point = {from.x + outline[i].x * c - outline[i].y * s,
                       from.y + outline[i].x * s + outline[i].y * c};
        if (i)
            path_line(&path, point.x, point.y);
        else
            path_move(&path, point.x, point.y);
    }
    path_close(&path);
    PathStyle style = {.stroke = color_with_alpha(text->arrow_color, text->artist.alpha),
                       .fill = color_with_alpha(text->arrow_face, text->artist.alpha),
                       .width = 1};
    renderer_draw_path(renderer, &path, &style);
    path_release(&path);
}

/* Two strokes, or a filled triangle, at `tip`, coming from `back`. */
static void draw_head(Renderer *renderer, const PlotText *text, Point back, Point tip, bool filled,
                      double scale) {
    double angle = atan2(tip.y - back.y, tip.x - back.x);
    double length = 0.4 * scale, width = 0.2 * scale;
    Path path = PATH_EMPTY;
    double c = cos(angle), s = sin(angle);
    path_move(&path, tip.x - length * c - width * s, tip.y - length * s + width * c);
    path_line(&path, tip.x, tip.y);
    path_line(&path, tip.x - length * c + width * s, tip.y - length * s - width * c);
    if (filled) path_close(&path);
    PathStyle style = {.stroke = color_with_alpha(text->arrow_color, text->artist.alpha),
                       .fill = filled ? color_with_alpha(text->arrow_face, text->artist.alpha) : COLOR_NONE,
                       .width = text->arrow_width,
                       .cap = CAP_ROUND,
                       .join = JOIN_ROUND,
                       .no_snap = true};
    renderer_draw_path(renderer, &path, &style);
    path_release(&path);
}

static void draw_line_arrow(Renderer *renderer, const PlotText *text, Point from, Point to) {
    double x = to.x - from.x, y = to.y - from.y, length = hypot(x, y);
    if (!(length > 0)) return;
    double a = renderer_pixels(renderer, text->shrink_a), b = renderer_pixels(renderer, text->shrink_b);
    from = (Point){from.x + x / length * a, from.y + y / length * a};
    to = (Point){to.x - x / length * b, to.y - y / length * b};
    Point bend = {(from.x + to.x) / 2 + text->arrow_curve * (to.y - from.y),
                  (from.y + to.y) / 2 - text->arrow_curve * (to.x - from.x)};
    Path path = PATH_EMPTY;
    path_move(&path, from.x, from.y);
    path_curve(&path, (Point){from.x + (bend.x - from.x) * 2 / 3, from.y + (bend.y - from.y) * 2 / 3},
               (Point){to.x + (bend.x - to.x) * 2 / 3, to.y + (bend.y - to.y) * 2 / 3}, to);
    PathStyle style = {.stroke = color_with_alpha(text->arrow_color, text->artist.alpha),
                       .width = text->arrow_width,
                       .cap = CAP_ROUND,
                       .join = JOIN_ROUND};
    renderer_draw_path(renderer, &path, &style);
    path_release(&path);
    const char *name = text->arrow_style;
    double scale = renderer_pixels(renderer, text->arrow_head_length > 0 ? text->arrow_head_length
                                                                         : text->style.font.size);
    size_t letters = strlen(name);
    bool filled = strchr(name, '|') && letters > 1;
    if (letters && (strchr(name, '>'))) draw_head(renderer, text, bend, to, filled, scale);
    if (letters && name[0] == '<') draw_head(renderer, text, bend, from, filled, scale);
}

static void draw_arrow(Renderer *renderer, const PlotText *text, Box box) {
    Point target =
        artist_to_pixels(&text->artist, text->target_coordinates, renderer, text->target_x, text->target_y);
    if (renderer->measuring) {
        renderer_include(renderer, (Box){target.x, target.y, target.x, target.y});
        return;
    }
    double pad = renderer_pixels(renderer, text->boxed ? text->box_padding * text->style.font.size : 4);
    Box padded = {box.x0 - pad, box.y0 - pad, box.x1 + pad, box.y1 + pad};
    Point from = leave_box(padded, target);
    if (box_is_empty(box)) return;
    if (text->arrow_simple)
        draw_simple_arrow(renderer, text, from, target);
    else
        draw_line_arrow(renderer, text, from, target);
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
    if (text->annotation && text->arrow && !box_is_empty(box)) draw_arrow(renderer, text, box);
    if (text->boxed && !box_is_empty(box)) draw_frame(renderer, text, box);
    text_draw(renderer, text->string, &style, at);
}
