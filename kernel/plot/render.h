/* From a figure to the bytes of a PNG, SVG or PDF file. */
#ifndef KERNEL_PLOT_RENDER_H
#define KERNEL_PLOT_RENDER_H

#include "base/text_buffer.h"
#include "kernel/plot/figure.h"

typedef enum PictureFormat { PICTURE_PNG, PICTURE_SVG, PICTURE_PDF } PictureFormat;

typedef struct RenderOptions {
    PictureFormat format;
    double dpi;       /* 0: the figure's */
    bool tight;       /* cut to what is drawn */
    double padding;   /* inches round a tight cut; NAN: 0.1 */
    bool transparent;
    bool has_face;    /* in place of the figure's own colour */
    Color face;
} RenderOptions;

bool picture_format_parse(const char *name, PictureFormat *format); /* "png", "svg", "pdf", any case */
bool figure_is_empty(const PlotFigure *figure); /* neither axes nor lines of its own: no picture to show */
bool figure_render(PlotFigure *figure, const RenderOptions *options, TextBuffer *bytes, Error *error);
/* Lay out, and place what is placed by drawing (arrows of annotations), without a picture. */
bool figure_place(PlotFigure *figure, Error *error);
/* The same as pixels: rows * columns * 4 bytes RGBA; the caller frees. */
uint8_t *figure_render_pixels(PlotFigure *figure, const RenderOptions *options, size_t *rows, size_t *columns,
                              Error *error);
/* Choose the subplot margins so that nothing overlaps. `pad` in font sizes (NAN: 1.08). */
bool figure_tight_layout(PlotFigure *figure, double pad, double pad_width, double pad_height, Error *error);
/* Where an axes' box lies, in fractions of the figure (after its aspect is kept). */
Box axes_position(PlotAxes *axes);
/* The ticks as the axis has them: those beyond the ends of the view too. */
bool axes_ticks(PlotAxes *axes, bool of_x, bool minor, Ticks *ticks, Error *error);
/* PNG files as images: rows * columns * channels (1, 3 or 4) bytes, which the caller frees. */
uint8_t *picture_read_png(PlotContext *context, const char *bytes, size_t length, size_t *rows, size_t *columns,
                          size_t *channels, Error *error);

#endif
