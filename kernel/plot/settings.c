#include "kernel/plot/settings.h"

#include "base/memory.h"
#include "kernel/plot/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

PropCycle *prop_cycle_create(size_t count) {
    PropCycle *cycle = memory_allocate_zeroed(1, sizeof *cycle + count * sizeof *cycle->rows);
    if (!cycle) return NULL;
    cycle->users = 1;
    cycle->count = count;
    return cycle;
}

PropCycle *prop_cycle_retain(PropCycle *cycle) {
    if (cycle) cycle->users++;
    return cycle;
}

void prop_cycle_release(PropCycle *cycle) {
    if (cycle && !--cycle->users) memory_release(cycle);
}

Color plot_cycle_color(const PlotSettings *settings, size_t index) {
    const PropCycle *cycle = settings->cycle;
    if (!cycle || !cycle->count || !(cycle->given & PROP_COLOR)) return COLOR_BLACK;
    return cycle->rows[index % cycle->count].color;
}

bool plot_color_parse(const PlotSettings *settings, const char *text, Color *color) {
    if (text[0] == 'C' && text[1] && strspn(text + 1, "0123456789") == strlen(text + 1)) {
        *color = plot_cycle_color(settings, (size_t)strtoul(text + 1, NULL, 10));
        return true;
    }
    return color_parse(text, color);
}

size_t plot_dash_lengths(const PlotSettings *settings, LineKind kind, double lengths[dash_capacity]) {
    const double *from = kind == LINE_DASHED    ? settings->dashed
                         : kind == LINE_DASHDOT ? settings->dash_dot
                                                : settings->dotted;
    size_t count = kind == LINE_DASHED    ? settings->dashed_count
                   : kind == LINE_DASHDOT ? settings->dash_dot_count
                   : kind == LINE_DOTTED  ? settings->dotted_count
                                          : 0;
    if (count) memcpy(lengths, from, count * sizeof *lengths);
    return count;
}

static TickSettings first_ticks(bool of_x) {
    return (TickSettings){.major_size = 3.5,
                          .minor_size = 2,
                          .major_width = 0.8,
                          .minor_width = 0.6,
                          .major_pad = 3.5,
                          .minor_pad = 3.4,
                          .label_size = 10,
                          .color = COLOR_BLACK,
                          .direction = 1,
                          .near = true,
                          .label_near = true,
                          .major_near = true,
                          .major_far = true,
                          .minor_near = true,
                          .minor_far = true,
                          .horizontal = of_x ? ALIGN_CENTER : ALIGN_RIGHT,
                          .vertical = of_x ? ALIGN_TOP : ALIGN_CENTER_BASELINE};
}

static LegendSettings first_legend(void) {
    return (LegendSettings){.frame_alpha = 0.8,
                            .own_edge = true,
                            .edge = {0.8, 0.8, 0.8, 1},
                            .size = 10,
                            .border_pad = 0.4,
                            .label_spacing = 0.5,
                            .handle_length = 2,
                            .handle_height = 0.7,
                            .handle_pad = 0.8,
                            .axes_pad = 0.5,
                            .column_spacing = 2,
                            .marker_scale = 1,
                            .points = 1,
                            .scatter_points = 1};
}

static PropCycle *first_cycle(void) {
    enum { count = 10 };
    PropCycle *cycle = prop_cycle_create(count);
    for (size_t i = 0; cycle && i < count; i++)
        cycle->rows[i] = (PlotProperties){.given = PROP_COLOR, .color = color_cycle(i)};
    if (cycle) cycle->given = PROP_COLOR;
    return cycle;
}

bool plot_settings_init(PlotSettings *settings) {
    *settings = (PlotSettings){
        .figure_width = 6.4,
        .figure_height = 4.8,
        .figure_dpi = 100,
        .figure_face = COLOR_WHITE,
        .figure_edge = COLOR_WHITE,
        .figure_title_size = 12,
        .figure_label_size = 12,
        .font_size = 10,
        .text_color = COLOR_BLACK,
        .line_width = 1.5,
        .marker_size = 6,
        .marker_edge_width = 1,
        .contour_width = NAN,
        .line_marker = MARKER_NONE,
        .scatter_marker = MARKER_CIRCLE,
        .line_color = color_cycle(0),
        .solid_cap = CAP_PROJECTING,
        .dash_cap = CAP_BUTT,
        .solid_join = JOIN_ROUND,
        .dash_join = JOIN_ROUND,
        .dashed = {3.7, 1.6},
        .dashed_count = 2,
        .dash_dot = {6.4, 1.6, 1, 1.6},
        .dash_dot_count = 4,
        .dotted = {1, 1.65},
        .dotted_count = 2,
        .negative_contour = {.kind = LINE_DASHED},
        .patch_width = 1,
        .patch_face = color_cycle(0),
        .patch_edge = COLOR_BLACK,
        .hatch_width = 1,
        .subplot_left = 0.125,
        .subplot_right = 0.9,
        .subplot_bottom = 0.11,
        .subplot_top = 0.88,
        .subplot_wspace = 0.2,
        .subplot_hspace = 0.2,
        .margin_x = 0.05,
        .margin_y = 0.05,
        .image_aspect = 1,
        .image_map = "viridis",
        .image_interpolation = "auto",
        .axes_face = COLOR_WHITE,
        .axes_edge = COLOR_BLACK,
        .label_color = COLOR_BLACK,
        .axes_width = 0.8,
        .title_size = 12,
        .title_pad = 6,
        .title_y = NAN,
        .label_size = 10,
        .label_pad = 4,
        .spines = {true, true, true, true},
        .polar_grid = true,
        .grid_width = 0.8,
        .grid_alpha = 1,
        .low_exponent = -5,
        .high_exponent = 6,
        .offset_threshold = 4,
        .grid_major = true,
        .ticks = {first_ticks(true), first_ticks(false)},
        .legend = first_legend(),
    };
    color_parse("#b0b0b0", &settings->grid_color);
    settings->cycle = first_cycle();
    return settings->cycle;
}

void plot_settings_release(PlotSettings *settings) {
    prop_cycle_release(settings->cycle);
    settings->cycle = NULL;
}
