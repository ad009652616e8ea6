#include "kernel/plot/figure.h"

#include "base/memory.h"

#include <string.h>

PlotContext *plot_context_create(Error *error) {
    PlotContext *context = memory_allocate_zeroed(1, sizeof *context);
    if (!context) {
        error_no_memory(error);
        return NULL;
    }
    if (!plot_settings_init(&context->settings)) {
        memory_release(context);
        error_no_memory(error);
        return NULL;
    }
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
    plot_settings_release(&context->settings);
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
