/* Colours and how they are named: "r", "C0", "tab:blue", "0.5", "#rrggbbaa", "rebeccapurple". */
#ifndef KERNEL_PLOT_COLOR_H
#define KERNEL_PLOT_COLOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Color {
    double red, green, blue, alpha;
} Color;

#define COLOR_BLACK ((Color){0, 0, 0, 1})
#define COLOR_WHITE ((Color){1, 1, 1, 1})
#define COLOR_NONE ((Color){0, 0, 0, 0})

typedef struct NamedColor {
    const char *name;
    uint32_t rgb;
} NamedColor;

extern const NamedColor color_names[]; /* sorted by name */
extern const size_t color_names_count;

/* False when the text names no colour. "none" is COLOR_NONE. */
bool color_parse(const char *text, Color *color);
Color color_cycle(size_t index); /* of the default ten */
/* The colour with its alpha replaced; NAN keeps it. */
Color color_with_alpha(Color color, double alpha);
bool color_equal(Color left, Color right);
void color_format_hex(Color color, bool with_alpha, char hex[10]); /* "#rrggbb[aa]" */
void color_hsv_to_rgb(const double hsv[3], double rgb[3]);
void color_rgb_to_hsv(const double rgb[3], double hsv[3]);

#endif
