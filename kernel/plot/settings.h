/* How new figures, axes and artists look: what rcParams says, in the form that drawing wants. */
#ifndef KERNEL_PLOT_SETTINGS_H
#define KERNEL_PLOT_SETTINGS_H

#include "kernel/plot/renderer.h"
#include "kernel/plot/text/text.h"

/* One row of a property cycle; `given` says which members count. */
enum {
    PROP_COLOR = 1, PROP_DASH = 2, PROP_MARKER = 4, PROP_WIDTH = 8, PROP_MARKER_SIZE = 16, PROP_MARKER_EDGE_WIDTH = 32,
    PROP_MARKER_FACE = 64, PROP_MARKER_EDGE = 128, PROP_ALPHA = 256,
};

typedef struct PlotProperties {
    unsigned given;
    Color color, marker_face, marker_edge;
    char color_text[24]; /* as it was given, when that was a short text */
    LineDash dash;
    int marker; /* a MarkerKind */
    double width, marker_size, marker_edge_width, alpha;
} PlotProperties;

/* Counted: the settings and every axes that began with it keep it. */
typedef struct PropCycle {
    size_t users, count;
    unsigned given; /* by any row */
    PlotProperties rows[];
} PropCycle;

PropCycle *prop_cycle_create(size_t count); /* NULL: no memory */
PropCycle *prop_cycle_retain(PropCycle *cycle);
void prop_cycle_release(PropCycle *cycle);

typedef struct TickSettings {
    double major_size, minor_size, major_width, minor_width, major_pad, minor_pad, label_size; /* points */
    Color color, label_color;
    bool own_label_color; /* else as the ticks */
    int direction;        /* as TickStyle's */
    bool near, far, label_near, label_far, major_near, major_far, minor_near, minor_far, minor_visible;
    int minor_divisions; /* 0: chosen */
    HorizontalAlignment horizontal;
    VerticalAlignment vertical;
} TickSettings;

typedef enum LabelColor { LABEL_COLOR_PLAIN, LABEL_COLOR_LINE, LABEL_COLOR_MARKER_FACE, LABEL_COLOR_MARKER_EDGE } LabelColor;

typedef struct LegendSettings {
    LabelColor label_by; /* what the colour of a label follows */
    int place; /* a LegendPlace */
    bool frameless, sharp, shadow, own_face, own_edge, own_label_color, own_title_size;
    Color face, edge, label_color;
    double frame_alpha, size, title_size, border_pad, label_spacing, handle_length, handle_height, handle_pad, axes_pad,
        column_spacing, marker_scale;
    int points, scatter_points;
} LegendSettings;

typedef struct PlotSettings {
    bool classic; /* the ways of matplotlib 1: ticks, limits at ticks */
    double figure_width, figure_height, figure_dpi; /* inches */
    Color figure_face, figure_edge;
    bool figure_frameless, figure_tight, figure_constrained;
    double figure_title_size, figure_label_size;
    bool figure_title_bold, figure_label_bold;
    double font_size;
    FontFamily family;
    bool font_bold, font_italic;
    Color text_color;
    double line_width, marker_size, marker_edge_width, error_bar_caps, contour_width; /* contour NAN: lines' */
    LineDash line_dash;
    int line_marker, scatter_marker; /* MarkerKinds */
    Color line_color, marker_face, marker_edge;
    bool own_marker_face, own_marker_edge;
    LineCap solid_cap, dash_cap;
    LineJoin solid_join, dash_join;
    double dashed[dash_capacity], dash_dot[dash_capacity], dotted[dash_capacity]; /* in widths of the line */
    size_t dashed_count, dash_dot_count, dotted_count;
    bool unscaled_dashes; /* in points */
    LineDash negative_contour;
    double patch_width;
    Color patch_face, patch_edge;
    bool force_patch_edge;
    Color hatch_color;
    bool own_hatch_color; /* else the edge's */
    double hatch_width;
    Color scatter_edge;
    bool own_scatter_edge; /* else as the faces */
    double subplot_left, subplot_right, subplot_bottom, subplot_top, subplot_wspace, subplot_hspace;
    double margin_x, margin_y;
    bool round_limits; /* to ticks */
    bool image_origin_lower;
    double image_aspect; /* NAN: 'auto' */
    char image_map[64], image_interpolation[24];
    PropCycle *cycle;
    Color axes_face, axes_edge, label_color, title_color;
    bool own_title_color; /* else the text's */
    double axes_width, title_size, title_pad, title_y, label_size, label_pad; /* title_y NAN: by itself */
    bool title_bold, label_bold, spines[4];
    int axis_below; /* as PlotAxes' */
    bool grid_x, grid_y, grid_major, grid_minor; /* axes.grid, by axis and by ticks */
    bool polar_grid;
    Color grid_color;
    LineDash grid_dash;
    double grid_width, grid_alpha;
    int low_exponent, high_exponent, offset_threshold, minimum_exponent;
    bool no_offset, math_text, ascii_minus;
    TickSettings ticks[2]; /* of x, of y */
    LegendSettings legend;
} PlotSettings;

/* False: no memory. What is there is not released: for a new structure. */
bool plot_settings_init(PlotSettings *settings);
void plot_settings_release(PlotSettings *settings);
/* The colour "C<index>": of the row of the cycle; black where rows have none. */
Color plot_cycle_color(const PlotSettings *settings, size_t index);
/* As color_parse, with the colours of the cycle. */
bool plot_color_parse(const PlotSettings *settings, const char *text, Color *color);
/* The lengths of a kind of dashes; 0: a solid line. */
size_t plot_dash_lengths(const PlotSettings *settings, LineKind kind, double lengths[dash_capacity]);

#endif
