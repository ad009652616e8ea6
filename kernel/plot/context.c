#include "kernel/plot/figure.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

void plot_settings_reset(PlotSettings *settings) {
    *settings = (PlotSettings){
        .figure_width = 6.4,
        .figure_height = 4.8,
        .figure_dpi = 100,
        .font_size = 10,
        .title_size = 12,
        .label_size = 10,
        .tick_size = 10,
        .legend_size = 10,
        .line_width = 1.5,
        .marker_size = 6,
        .subplot_left = 0.125,
        .subplot_right = 0.9,
        .subplot_bottom = 0.11,
        .subplot_top = 0.88,
        .subplot_wspace = 0.2,
        .subplot_hspace = 0.2,
        .margin_x = 0.05,
        .margin_y = 0.05,
        .image_map = "viridis",
        .image_interpolation = "auto",
        .spines = {true, true, true, true},
        .figure_face = COLOR_WHITE,
        .axes_face = COLOR_WHITE,
        .axes_edge = COLOR_BLACK,
        .text_color = COLOR_BLACK,
        .grid_width = 0.8,
        .grid_alpha = 1,
        .cycle_count = 10,
    };
    color_parse("#b0b0b0", &settings->grid_color);
    for (size_t i = 0; i < settings->cycle_count; i++) settings->cycle[i] = color_cycle(i);
}

PlotContext *plot_context_create(Error *error) {
    PlotContext *context = memory_allocate_zeroed(1, sizeof *context);
    if (!context) {
        error_no_memory(error);
        return NULL;
    }
    plot_settings_reset(&context->settings);
    context->users = 1;
    return context;
}

PlotContext *plot_context_retain(PlotContext *context) {
    context->users++;
    return context;
}

void plot_context_release(PlotContext *context) {
    if (!context || --context->users) return;
    for (Colormap *map = context->maps, *next; map; map = next) {
        next = map->next;
        colormap_release(map);
    }
    cairo_library_close(&context->cairo);
    memory_release(context);
}

void plot_adopt_colormap(PlotContext *context, Colormap *map) {
    map->next = context->maps;
    context->maps = map;
}

Colormap *plot_colormap(PlotContext *context, const char *name, Error *error) {
    for (Colormap *map = context->maps; map; map = map->next)
        if (!strcmp(map->name, name)) return map;
    Colormap *map = colormap_create_named(name, 0, error);
    if (map) plot_adopt_colormap(context, map);
    return map;
}

bool plot_set_string(char **string, const char *value, Error *error) {
    char *copy = value ? memory_copy_string(value) : NULL;
    if (value && !copy) return error_no_memory(error);
    memory_release(*string);
    *string = copy;
    return true;
}
