/* A text is split into lines, each line into plain runs and $mathematics$. The lines are stacked on
 * baselines (a line is never lower than "lp" is), the block is rotated, and then moved so that the wanted
 * side of its box lies at the anchor. On an image the baseline's start is put on a whole pixel. */
#include "kernel/plot/text/text.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

enum { line_limit = 256 };

static void select_font(Renderer *renderer, const FontStyle *font) {
    static const char *const families[] = {"DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono"};
    const CairoLibrary *cairo = renderer->cairo;
    cairo->select_font_face(renderer->target, families[font->family],
                            font->italic ? CAIRO_FONT_SLANT_OBLIQUE : CAIRO_FONT_SLANT_NORMAL,
                            font->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo->set_font_size(renderer->target, renderer_pixels(renderer, font->size));
}

void text_measure_run(Renderer *renderer, const char *letters, const FontStyle *font, TextLine *line,
                      double *advance) {
    cairo_text_extents_t extents;
    select_font(renderer, font);
    renderer->cairo->text_extents(renderer->target, letters, &extents);
    line->width = extents.width > 0 ? extents.x_bearing + extents.width : extents.x_advance;
    line->ascent = -extents.y_bearing;
    line->descent = extents.height + extents.y_bearing;
    *advance = extents.x_advance;
}

static bool append_run(Renderer *renderer, Arena *arena, const char *letters, size_t length,
                       const FontStyle *font, TextLine *line) {
    char *copy = arena_allocate(arena, length + 1);
    TextItem *items = arena_allocate(arena, (line->count + 1) * sizeof *items);
    if (!copy || !items) return false;
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        if (letters[i] == '\\' && i + 1 < length && letters[i + 1] == '$') continue;
        copy[used++] = letters[i];
    }
    TextLine run;
    double advance;
    text_measure_run(renderer, copy, font, &run, &advance);
    if (line->count) memcpy(items, line->items, line->count * sizeof *items);
    items[line->count++] = (TextItem){.letters = copy, .font = *font, .x = line->width};
    line->items = items;
    line->width += advance;
    line->ascent = fmax(line->ascent, run.ascent);
    line->descent = fmax(line->descent, run.descent);
    return true;
}

static bool append_math(Renderer *renderer, Arena *arena, const char *string, size_t length,
                        const FontStyle *font, TextLine *line) {
    TextLine math = {0};
    if (!mathtext_layout(renderer, arena, string, length, font, &math)) return false;
    TextItem *items = arena_allocate(arena, (line->count + math.count + 1) * sizeof *items);
    if (!items) return false;
    if (line->count) memcpy(items, line->items, line->count * sizeof *items);
    for (size_t i = 0; i < math.count; i++) {
        items[line->count + i] = math.items[i];
        items[line->count + i].x += line->width;
    }
    line->items = items;
    line->count += math.count;
    line->width += math.width;
    line->ascent = fmax(line->ascent, math.ascent);
    line->descent = fmax(line->descent, math.descent);
    return true;
}

static const char *find_dollar(const char *from, const char *end) {
    for (; from < end; from++) {
        if (*from == '\\')
            from++;
        else if (*from == '$')
            return from;
    }
    return NULL;
}

/* Mathematics needs an even number of dollars, not zero. */
static bool has_math(const char *string, const char *end) {
    size_t count = 0;
    for (const char *at = string; (at = find_dollar(at, end)); at++) count++;
    return count && count % 2 == 0;
}

bool text_layout_line(Renderer *renderer, Arena *arena, const char *string, size_t length,
                      const FontStyle *font, TextLine *line) {
    const char *end = string + length;
    *line = (TextLine){0};
    if (!has_math(string, end)) {
        TextLine run;
        double advance;
        if (!append_run(renderer, arena, string, length, font, line)) return false;
        text_measure_run(renderer, line->items[0].letters, font, &run, &advance);
        line->width = run.width;
        return true;
    }
    while (string < end) {
        const char *open = find_dollar(string, end);
        const char *plain_end = open ? open : end;
        if (plain_end > string &&
            !append_run(renderer, arena, string, (size_t)(plain_end - string), font, line))
            return false;
        if (!open) break;
        const char *close = find_dollar(open + 1, end);
        if (!append_math(renderer, arena, open + 1, (size_t)(close - open - 1), font, line)) return false;
        string = close + 1;
    }
    return true;
}

void text_line_size(Renderer *renderer, const char *string, const FontStyle *font, double *width,
                    double *height, double *descent) {
    Arena arena = ARENA_EMPTY;
    TextLine line = {0}, lp = {0};
    double advance;
    text_measure_run(renderer, "lp", font, &lp, &advance);
    text_layout_line(renderer, &arena, string, strlen(string), font, &line);
    *descent = fmax(ceil(lp.descent - 0.01), ceil(line.descent - 0.01));
    *height = fmax(ceil(lp.ascent - 0.01), ceil(line.ascent - 0.01)) + *descent;
    *width = line.width;
    arena_release(&arena);
}

typedef struct TextBlock {
    TextLine lines[line_limit];
    Point starts[line_limit]; /* relative to the anchor, rotated */
    size_t count;
    Box box; /* relative to the anchor */
} TextBlock;

static Point rotate(Point point, double angle) {
    double c = cos(angle), s = sin(angle);
    if (fmod(fabs(angle), M_PI / 2) < 1e-12) c = rint(c), s = rint(s);
    return (Point){point.x * c - point.y * s, point.x * s + point.y * c};
}

static bool stack_lines(Renderer *renderer, Arena *arena, const char *string, const TextStyle *style,
                        TextBlock *block, double *width, double *last_baseline, double *bottom) {
    TextLine lp;
    double advance, y = 0, spacing = style->line_spacing > 0 ? style->line_spacing : 1.2;
    text_measure_run(renderer, "lp", &style->font, &lp, &advance);
    double lp_ascent = ceil(lp.ascent - 0.01), lp_descent = ceil(lp.descent - 0.01);
    *width = 0;
    block->count = 0;
    for (const char *line = string; block->count < line_limit; line++) {
        size_t length = strcspn(line, "\n");
        TextLine *laid = &block->lines[block->count];
        if (!text_layout_line(renderer, arena, line, length, &style->font, laid)) return false;
        double ascent = fmax(lp_ascent, ceil(laid->ascent - 0.01));
        double descent = fmax(lp_descent, ceil(laid->descent - 0.01));
        y -= block->count ? fmax(lp_ascent * spacing, ascent * spacing) : ascent;
        *last_baseline = -y;
        block->starts[block->count++] = (Point){0, y};
        y -= descent;
        *width = fmax(*width, laid->width);
        line += length;
        if (!*line) break;
    }
    *bottom = y;
    return true;
}

static Point choose_anchor(const TextStyle *style, Box box, double last_baseline) {
    Point anchor = {box.x0, box.y0};
    if (style->horizontal == ALIGN_CENTER)
        anchor.x = (box.x0 + box.x1) / 2;
    else if (style->horizontal == ALIGN_RIGHT)
        anchor.x = box.x1;
    switch (style->vertical) {
    case ALIGN_TOP:
        anchor.y = box.y1;
        break;
    case ALIGN_MIDDLE:
        anchor.y = (box.y0 + box.y1) / 2;
        break;
    case ALIGN_BASELINE:
        anchor.y = box.y1 - last_baseline;
        break;
    case ALIGN_CENTER_BASELINE:
        anchor.y = box.y1 - last_baseline / 2;
        break;
    case ALIGN_BOTTOM:
        break;
    }
    return anchor;
}

static bool layout_block(Renderer *renderer, Arena *arena, const char *string, const TextStyle *style,
                         TextBlock *block) {
    double width, last_baseline = 0, bottom, angle = style->rotation * M_PI / 180;
    if (!stack_lines(renderer, arena, string, style, block, &width, &last_baseline, &bottom)) return false;
    Box flat = {0, bottom, width, 0}, turned = box_empty;
    const Point corners[4] = {{0, 0}, {width, 0}, {width, bottom}, {0, bottom}};
    for (int i = 0; i < 4; i++) {
        Point corner = rotate(corners[i], angle);
        turned = box_union(turned, (Box){corner.x, corner.y, corner.x, corner.y});
    }
    Point anchor = style->anchored ? rotate(choose_anchor(style, flat, last_baseline), angle)
                                   : choose_anchor(style, turned, last_baseline);
    HorizontalAlignment lines = style->lines_set ? style->lines : style->horizontal;
    for (size_t i = 0; i < block->count; i++) {
        double slack = width - block->lines[i].width;
        Point start = {lines == ALIGN_RIGHT    ? slack
                       : lines == ALIGN_CENTER ? slack / 2
                                               : 0,
                       block->starts[i].y};
        start = rotate(start, angle);
        block->starts[i] = (Point){start.x - anchor.x, start.y - anchor.y};
    }
    block->box = (Box){turned.x0 - anchor.x, turned.y0 - anchor.y, turned.x1 - anchor.x, turned.y1 - anchor.y};
    return true;
}

Box text_box(Renderer *renderer, const char *string, const TextStyle *style, Point at) {
    TextBlock *block = memory_allocate(sizeof *block);
    Arena arena = ARENA_EMPTY;
    Box box = box_empty;
    if (block && *string && layout_block(renderer, &arena, string, style, block))
        box = (Box){block->box.x0 + at.x, block->box.y0 + at.y, block->box.x1 + at.x, block->box.y1 + at.y};
    arena_release(&arena);
    memory_release(block);
    return box;
}

/* Letters as paths, filled and outlined: what effects need. */
static void paint_outlines(Renderer *renderer, const PathStyle *style) {
    const CairoLibrary *cairo = renderer->cairo;
    cairo_t *target = renderer->target;
    if (style->fill.alpha > 0) {
        cairo->set_source_rgba(target, style->fill.red, style->fill.green, style->fill.blue, style->fill.alpha);
        cairo->fill_preserve(target);
    }
    if (style->stroke.alpha > 0 && style->width > 0) {
        cairo->set_source_rgba(target, style->stroke.red, style->stroke.green, style->stroke.blue, style->stroke.alpha);
        cairo->set_line_width(target, renderer_pixels(renderer, style->width));
        cairo->set_line_join(target, CAIRO_LINE_JOIN_ROUND);
        cairo->stroke(target);
    }
    cairo->new_path(target);
}

/* `outlines` NULL: in the text's colour. */
static void draw_item(Renderer *renderer, const TextItem *item, const PathStyle *outlines) {
    const CairoLibrary *cairo = renderer->cairo;
    cairo->new_path(renderer->target);
    if (!item->letters) {
        cairo->rectangle(renderer->target, item->x, -item->y - item->height, item->width, item->height);
        if (!outlines) cairo->fill(renderer->target);
    } else {
        select_font(renderer, &item->font);
        cairo->move_to(renderer->target, item->x, -item->y);
        (outlines ? cairo->text_path : cairo->show_text)(renderer->target, item->letters);
    }
    if (outlines) paint_outlines(renderer, outlines);
}

static void draw_line_once(Renderer *renderer, const TextLine *line, Point start, const TextStyle *style,
                           const PathStyle *outlines) {
    const CairoLibrary *cairo = renderer->cairo;
    double x = start.x - renderer->origin_x, y = renderer->height - (start.y - renderer->origin_y);
    if (!renderer->vector) {
        x = floor(x + 0.5);
        y = floor(y + 0.5);
    }
    cairo->save(renderer->target);
    cairo->translate(renderer->target, x, y);
    if (style->rotation != 0) cairo->rotate(renderer->target, -style->rotation * M_PI / 180);
    cairo->set_source_rgba(renderer->target, style->color.red, style->color.green, style->color.blue,
                           style->color.alpha);
    for (size_t i = 0; i < line->count; i++) draw_item(renderer, &line->items[i], outlines);
    cairo->new_path(renderer->target);
    cairo->restore(renderer->target);
}

static void draw_line(Renderer *renderer, const TextLine *line, Point start, const TextStyle *style) {
    const PathStyle letters = {.fill = style->color, .stroke = style->color, .width = 0};
    if (!renderer->effect_count) draw_line_once(renderer, line, start, style, NULL);
    for (size_t i = 0; i < renderer->effect_count; i++) {
        const PathEffect *effect = &renderer->effects[i];
        PathStyle changed = effect_style(effect, &letters);
        Point moved = {start.x + renderer_pixels(renderer, effect->x), start.y + renderer_pixels(renderer, effect->y)};
        draw_line_once(renderer, line, moved, style, effect->kind == EFFECT_NORMAL ? NULL : &changed);
        if (effect->then_normal) draw_line_once(renderer, line, start, style, NULL);
    }
}

void text_draw(Renderer *renderer, const char *string, const TextStyle *style, Point at) {
    if (!string || !*string || !isfinite(at.x) || !isfinite(at.y)) return;
    if (renderer->measuring) {
        renderer_include(renderer, text_box(renderer, string, style, at));
        return;
    }
    TextBlock *block = memory_allocate(sizeof *block);
    Arena arena = ARENA_EMPTY;
    if (block && layout_block(renderer, &arena, string, style, block))
        for (size_t i = 0; i < block->count; i++)
            draw_line(renderer, &block->lines[i], (Point){block->starts[i].x + at.x, block->starts[i].y + at.y},
                      style);
    arena_release(&arena);
    memory_release(block);
}
