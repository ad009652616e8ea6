/* Text: lines of plain words and $mathematics$, measured, aligned, rotated and drawn. */
#ifndef KERNEL_PLOT_TEXT_H
#define KERNEL_PLOT_TEXT_H

#include "base/arena.h"
#include "kernel/plot/renderer.h"

typedef enum FontFamily { FONT_SANS, FONT_SERIF, FONT_MONOSPACE } FontFamily;
typedef enum HorizontalAlignment { ALIGN_LEFT, ALIGN_CENTER, ALIGN_RIGHT } HorizontalAlignment;
typedef enum VerticalAlignment {
    ALIGN_BASELINE,
    ALIGN_BOTTOM,
    ALIGN_MIDDLE,
    ALIGN_TOP,
    ALIGN_CENTER_BASELINE,
} VerticalAlignment;

typedef struct FontStyle {
    FontFamily family;
    double size; /* points */
    bool bold, italic;
} FontStyle;

typedef struct TextStyle {
    FontStyle font;
    Color color;
    double rotation; /* degrees, anticlockwise */
    HorizontalAlignment horizontal;
    VerticalAlignment vertical;
    bool anchored; /* align first, then rotate about the anchor (else align the rotated box) */
    HorizontalAlignment lines; /* of the lines of one text to each other, when lines_set; else as `horizontal` */
    bool lines_set;
    double line_spacing;       /* 0: 1.2 */
} TextStyle;

/* A piece of a line: a run of letters in one font, or a filled rule. Positions are pixels from the line's
 * start on its baseline, y upwards. */
typedef struct TextItem {
    const char *letters; /* NULL: a rule from (x, y), `width` by `height` */
    FontStyle font;
    double x, y, width, height;
} TextItem;

typedef struct TextLine {
    TextItem *items;
    size_t count;
    double width, ascent, descent; /* pixels */
} TextLine;

/* One line, laid out; its pieces live in the arena. False: no memory. */
bool text_layout_line(Renderer *renderer, Arena *arena, const char *string, size_t length, const FontStyle *font,
                      TextLine *line);
/* The same for the inside of $...$. */
bool mathtext_layout(Renderer *renderer, Arena *arena, const char *string, size_t length, const FontStyle *font,
                     TextLine *line);
/* Ink extents of one run in one font, in pixels. */
void text_measure_run(Renderer *renderer, const char *letters, const FontStyle *font, TextLine *line,
                      double *advance);
/* The character of a command ("alpha", without backslash) as UTF-8, or NULL. `kind` tells how it is spaced. */
typedef enum MathKind { MATH_LETTER, MATH_UPRIGHT, MATH_BINARY, MATH_RELATION, MATH_LARGE, MATH_PUNCTUATION } MathKind;
const char *mathtext_symbol(const char *name, size_t length, MathKind *kind);

/* Where the text's box comes to lie when it is drawn at `at`. */
Box text_box(Renderer *renderer, const char *string, const TextStyle *style, Point at);
/* Draws, or while measuring adds the box to the renderer's bounds. */
void text_draw(Renderer *renderer, const char *string, const TextStyle *style, Point at);
/* A single line's size as boxes are packed with: at least a line of "lp". */
void text_line_size(Renderer *renderer, const char *string, const FontStyle *font, double *width, double *height,
                    double *descent);

#endif
