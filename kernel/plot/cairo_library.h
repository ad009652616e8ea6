/* cairo, opened at the first drawing: linking it would cost every start its memory and its loading time. */
#ifndef KERNEL_PLOT_CAIRO_LIBRARY_H
#define KERNEL_PLOT_CAIRO_LIBRARY_H

#include "base/error.h"

#include <cairo.h>
#include <cairo-pdf.h>
#include <cairo-svg.h>

/* Every function that is used, without its "cairo_". */
#define CAIRO_FUNCTIONS(F) \
    F(append_path) F(arc) F(clip) F(clip_extents) F(close_path) F(copy_path) F(copy_path_flat) \
    F(create) F(curve_to) F(destroy) F(fill) F(fill_preserve) F(font_face_destroy) F(font_options_create) F(font_options_destroy) \
    F(font_options_set_antialias) F(font_options_set_hint_metrics) F(font_options_set_hint_style) \
    F(get_target) F(identity_matrix) F(image_surface_create) F(image_surface_create_for_data) \
    F(image_surface_create_from_png_stream) F(image_surface_get_data) F(image_surface_get_format) \
    F(image_surface_get_height) F(image_surface_get_stride) F(image_surface_get_width) F(line_to) \
    F(matrix_init_translate) F(move_to) F(new_path) F(paint) F(paint_with_alpha) F(path_destroy) \
    F(pattern_set_extend) F(pattern_set_filter) F(get_source) F(rectangle) F(restore) F(rotate) F(save) F(scale) \
    F(select_font_face) F(set_antialias) F(set_dash) F(set_fill_rule) F(set_font_options) F(set_font_size) \
    F(set_line_cap) F(set_line_join) F(set_line_width) F(set_miter_limit) F(set_operator) \
    F(set_source_rgba) F(set_source_surface) F(show_page) F(show_text) F(status) F(status_to_string) F(stroke) \
    F(surface_destroy) F(surface_finish) F(surface_flush) F(surface_mark_dirty) F(surface_status) \
    F(surface_write_to_png_stream) F(pdf_surface_create_for_stream) F(svg_surface_create_for_stream) \
    F(text_extents) F(text_path) F(translate)

typedef struct CairoLibrary {
    void *handle; /* NULL: not open yet */
#define CAIRO_FIELD(name) __typeof__(&cairo_##name) name;
    CAIRO_FUNCTIONS(CAIRO_FIELD)
#undef CAIRO_FIELD
} CairoLibrary;

/* Opens the library unless it is open. Without it: an ImportError that says what to install. */
bool cairo_library_open(CairoLibrary *library, Error *error);
void cairo_library_close(CairoLibrary *library); /* no surface may be left */

#endif
