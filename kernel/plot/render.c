#include "kernel/plot/render.h"

#include "base/memory.h"
#include "kernel/plot/artist.h"
#include "kernel/plot/png.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { largest_side = 32000 };

bool picture_format_parse(const char *name, PictureFormat *format) {
    static const char *const names[] = {"png", "svg", "pdf"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcasecmp(name, names[i])) {
            *format = (PictureFormat)i;
            return true;
        }
    return false;
}

static cairo_status_t write_bytes(void *closure, const unsigned char *data, unsigned int length) {
    TextBuffer *bytes = closure;
    text_append_bytes(bytes, (const char *)data, length);
    return bytes->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static int compare_axes(const void *left, const void *right) {
    const PlotAxes *a = *(PlotAxes *const *)left, *b = *(PlotAxes *const *)right;
    return a->zorder < b->zorder ? -1 : a->zorder > b->zorder;
}

static void draw_text_part(Renderer *renderer, PlotText *text) {
    if (text && !text->artist.hidden && !text->artist.removed) plot_text_draw(renderer, &text->artist);
}

static void draw_figure(Renderer *renderer, PlotFigure *figure) {
    PlotAxes **order = memory_allocate((figure->axes_count + 1) * sizeof *order);
    if (!order) return;
    /* A stable order by zorder: insertion, since there are few. */
    size_t count = 0;
    for (size_t i = 0; i < figure->axes_count; i++) {
        size_t at = count++;
        while (at && compare_axes(&order[at - 1], &figure->axes[i]) > 0) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = figure->axes[i];
    }
    for (size_t i = 0; i < count; i++) axes_draw(renderer, order[i]);
    for (size_t i = 0; i < figure->artist_count; i++) artist_draw(renderer, figure->artists[i]);
    draw_text_part(renderer, figure->title);
    draw_text_part(renderer, figure->x_label);
    draw_text_part(renderer, figure->y_label);
    if (figure->legend) legend_draw(renderer, figure, NULL, figure->legend);
    memory_release(order);
}

static void fill_page(Renderer *renderer, PlotFigure *figure, const RenderOptions *options, double width,
                      double height) {
    Color face = options->has_face ? options->face : figure->face;
    if (options->transparent || figure->frame_hidden || !(face.alpha > 0)) return;
    renderer->cairo->set_source_rgba(renderer->target, face.red, face.green, face.blue, face.alpha);
    renderer->cairo->rectangle(renderer->target, 0, 0, width, height);
    renderer->cairo->fill(renderer->target);
}

/* What is drawn, in figure pixels; empty when nothing is. */
static Box measure_figure(PlotFigure *figure, double dpi, bool vector) {
    const CairoLibrary *cairo = &figure->context->cairo;
    cairo_surface_t *surface = cairo->image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1);
    Renderer renderer = {.cairo = cairo,
                         .target = cairo->create(surface),
                         .dpi = dpi,
                         .measuring = true,
                         .vector = vector,
                         .bounds = box_empty,
                         .height = figure->height * dpi};
    renderer_set_font_options(&renderer);
    draw_figure(&renderer, figure);
    cairo->destroy(renderer.target);
    cairo->surface_destroy(surface);
    return renderer.bounds;
}

typedef struct Page {
    double dpi, width, height, origin_x, origin_y;
} Page;

static bool lay_out_page(PlotFigure *figure, const RenderOptions *options, Page *page, Error *error) {
    if (!cairo_library_open(&figure->context->cairo, error)) return false;
    bool vector = options->format != PICTURE_PNG;
    double dpi = vector ? 72 : options->dpi > 0 ? options->dpi : figure->dpi;
    if (figure->tight || figure->constrained) figure_tight_layout(figure, NAN, NAN, NAN, error);
    if (error_is_set(error)) return false;
    figure_layout(figure, dpi);
    *page = (Page){dpi, figure->width * dpi, figure->height * dpi, 0, 0};
    if (options->tight) {
        Box box = measure_figure(figure, dpi, vector);
        double pad = (isnan(options->padding) ? 0.1 : options->padding) * dpi;
        if (!box_is_empty(box))
            *page =
                (Page){dpi, box_width(box) + 2 * pad, box_height(box) + 2 * pad, box.x0 - pad, box.y0 - pad};
    }
    if (!(page->width >= 1) || !(page->height >= 1) || page->width > largest_side ||
        page->height > largest_side)
        return error_set(
            error, "ValueError",
            "Image size of %.0fx%.0f pixels is too large. It must be less than 2^16 in each direction.",
            page->width, page->height);
    return true;
}

bool figure_place(PlotFigure *figure, Error *error) {
    Page page;
    if (!lay_out_page(figure, &(RenderOptions){.padding = NAN}, &page, error)) return false;
    measure_figure(figure, page.dpi, false);
    return true;
}

static void draw_page(PlotFigure *figure, const RenderOptions *options, const Page *page,
                      cairo_surface_t *surface, double height) {
    const CairoLibrary *cairo = &figure->context->cairo;
    Renderer renderer = {.cairo = cairo,
                         .target = cairo->create(surface),
                         .dpi = page->dpi,
                         .origin_x = page->origin_x,
                         .origin_y = page->origin_y,
                         .height = height,
                         .vector = options->format != PICTURE_PNG,
                         .transparent = options->transparent,
                         .bounds = box_empty};
    renderer_set_font_options(&renderer);
    fill_page(&renderer, figure, options, ceil(page->width), ceil(page->height));
    draw_figure(&renderer, figure);
    cairo->destroy(renderer.target);
}

static cairo_surface_t *draw_image(PlotFigure *figure, const RenderOptions *options, Error *error) {
    Page page;
    if (!lay_out_page(figure, options, &page, error)) return NULL;
    const CairoLibrary *cairo = &figure->context->cairo;
    int width = (int)(page.width + 1e-6), height = (int)(page.height + 1e-6);
    cairo_surface_t *surface = cairo->image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    if (cairo->surface_status(surface) != CAIRO_STATUS_SUCCESS) {
        error_set(error, "MemoryError", "cannot draw: %s",
                  cairo->status_to_string(cairo->surface_status(surface)));
        cairo->surface_destroy(surface);
        return NULL;
    }
    draw_page(figure, options, &page, surface, height);
    cairo->surface_flush(surface);
    return surface;
}

static bool render_vector(PlotFigure *figure, const RenderOptions *options, TextBuffer *bytes, Error *error) {
    Page page;
    if (!lay_out_page(figure, options, &page, error)) return false;
    const CairoLibrary *cairo = &figure->context->cairo;
    cairo_surface_t *surface =
        options->format == PICTURE_SVG
            ? cairo->svg_surface_create_for_stream(write_bytes, bytes, page.width, page.height)
            : cairo->pdf_surface_create_for_stream(write_bytes, bytes, page.width, page.height);
    draw_page(figure, options, &page, surface, page.height);
    cairo->surface_finish(surface);
    cairo_status_t status = cairo->surface_status(surface);
    cairo->surface_destroy(surface);
    return status == CAIRO_STATUS_SUCCESS ||
           error_set(error, "RuntimeError", "cannot draw: %s", cairo->status_to_string(status));
}

bool figure_is_empty(const PlotFigure *figure) {
    for (size_t i = 0; i < figure->axes_count; i++)
        if (!figure->axes[i]->removed) return false;
    for (size_t i = 0; i < figure->artist_count; i++)
        if (!figure->artists[i]->removed && figure->artists[i]->kind == ARTIST_LINE) return false;
    return true;
}

/* Straight RGBA bytes from a surface of premultiplied words. */
static uint8_t *unpack_surface(const CairoLibrary *cairo, cairo_surface_t *surface, size_t channels,
                               Error *error) {
    size_t width = (size_t)cairo->image_surface_get_width(surface);
    size_t height = (size_t)cairo->image_surface_get_height(surface);
    size_t stride = (size_t)cairo->image_surface_get_stride(surface);
    const unsigned char *data = cairo->image_surface_get_data(surface);
    bool opaque = cairo->image_surface_get_format(surface) == CAIRO_FORMAT_RGB24; /* the first byte says nothing */
    uint8_t *bytes = memory_allocate(width * height * channels + 1);
    if (!bytes) {
        error_no_memory(error);
        return NULL;
    }
    for (size_t row = 0; row < height; row++)
        for (size_t column = 0; column < width; column++) {
            uint32_t word;
            memcpy(&word, data + row * stride + 4 * column, 4);
            uint32_t alpha = channels == 4 && !opaque ? word >> 24 : 255;
            uint8_t *out = bytes + (row * width + column) * channels;
            for (int i = 0; i < (channels == 1 ? 1 : 3); i++) {
                uint32_t channel = word >> (16 - 8 * i) & 255;
                out[i] = (uint8_t)(alpha == 255 || !alpha ? channel : (channel * 255 + alpha / 2) / alpha);
            }
            if (channels == 4) out[3] = (uint8_t)alpha;
        }
    return bytes;
}

uint8_t *figure_render_pixels(PlotFigure *figure, const RenderOptions *options, size_t *rows, size_t *columns,
                              Error *error) {
    cairo_surface_t *surface = draw_image(figure, options, error);
    if (!surface) return NULL;
    const CairoLibrary *cairo = &figure->context->cairo;
    *rows = (size_t)cairo->image_surface_get_height(surface);
    *columns = (size_t)cairo->image_surface_get_width(surface);
    uint8_t *bytes = unpack_surface(cairo, surface, 4, error);
    cairo->surface_destroy(surface);
    return bytes;
}

bool figure_render(PlotFigure *figure, const RenderOptions *options, TextBuffer *bytes, Error *error) {
    if (options->format != PICTURE_PNG) return render_vector(figure, options, bytes, error);
    size_t rows, columns;
    uint8_t *pixels = figure_render_pixels(figure, options, &rows, &columns, error);
    double dpi = options->dpi > 0 ? options->dpi : figure->dpi;
    bool done = pixels && png_encode(pixels, rows, columns, dpi, bytes, error);
    memory_release(pixels);
    return done;
}

typedef struct ByteSource {
    const char *bytes;
    size_t length, at;
} ByteSource;

static cairo_status_t read_bytes(void *closure, unsigned char *data, unsigned int length) {
    ByteSource *source = closure;
    if (source->length - source->at < length) return CAIRO_STATUS_READ_ERROR;
    memcpy(data, source->bytes + source->at, length);
    source->at += length;
    return CAIRO_STATUS_SUCCESS;
}

/* As many as the file's kind of colour has: grey 1, red, green and blue 3; palettes and what has alpha 4. */
static size_t picture_channels(const char *bytes, size_t length) {
    enum { color_type_place = 25 };
    char type = length > color_type_place ? bytes[color_type_place] : 6;
    return type == 0 ? 1 : type == 2 ? 3 : 4;
}

uint8_t *picture_read_png(PlotContext *context, const char *bytes, size_t length, size_t *rows, size_t *columns,
                          size_t *channels, Error *error) {
    uint8_t *decoded = png_decode(bytes, length, rows, columns, channels, error);
    if (decoded || error_is_set(error)) return decoded;
    if (!cairo_library_open(&context->cairo, error)) return NULL;
    const CairoLibrary *cairo = &context->cairo;
    ByteSource source = {bytes, length, 0};
    cairo_surface_t *surface = cairo->image_surface_create_from_png_stream(read_bytes, &source);
    uint8_t *pixels = NULL;
    if (cairo->surface_status(surface) != CAIRO_STATUS_SUCCESS) {
        error_set(error, "ValueError", "cannot identify image file: it is not a PNG image");
    } else {
        cairo_format_t format = cairo->image_surface_get_format(surface);
        *channels = picture_channels(bytes, length);
        *rows = (size_t)cairo->image_surface_get_height(surface);
        *columns = (size_t)cairo->image_surface_get_width(surface);
        if (format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24)
            pixels = unpack_surface(cairo, surface, *channels, error);
        else
            error_set(error, "ValueError", "this kind of PNG image cannot be read");
    }
    cairo->surface_destroy(surface);
    return pixels;
}
