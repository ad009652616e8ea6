/* The model of a picture: a figure has axes, axes have artists, an artist has its data and its looks.
 *
 * Everything belongs to its figure and lives as long as the figure does, which is counted (figure_retain,
 * figure_release): whoever keeps a pointer to axes or an artist keeps the figure. Removing an artist only
 * hides it. The structures are open: a setter is an assignment, unless a function here does more. Strings in them
 * are owned by them; replace one with plot_set_string. Nothing is drawn before figure_render (render.h). */
#ifndef KERNEL_PLOT_FIGURE_H
#define KERNEL_PLOT_FIGURE_H

#include "base/error.h"
#include "kernel/plot/arrow.h"
#include "kernel/plot/box_style.h"
#include "kernel/plot/color/colormap.h"
#include "kernel/plot/renderer.h"
#include "kernel/plot/settings.h"
#include "kernel/plot/text/text.h"
#include "kernel/plot/text/ticks.h"

typedef struct PlotFigure PlotFigure;
typedef struct PlotAxes PlotAxes;
typedef struct PlotArtist PlotArtist;
typedef struct PlotAxis PlotAxis;

typedef struct PlotContext {
    CairoLibrary cairo;
    PlotSettings settings;
    Colormap *maps; /* named maps made so far, and those of users */
    size_t users;   /* figures too, which may outlive whoever made the context */
} PlotContext;

PlotContext *plot_context_create(Error *error);
PlotContext *plot_context_retain(PlotContext *context);
void plot_context_release(PlotContext *context);
/* The map of this name, borrowed; an error in matplotlib's words when there is none. */
Colormap *plot_colormap(PlotContext *context, const char *name, Error *error);
void plot_adopt_colormap(PlotContext *context, Colormap *map); /* the context releases it at its end */
bool plot_set_string(char **string, const char *value, Error *error); /* a copy; NULL clears */

typedef enum CoordinateSystem {
    COORDINATES_DATA,
    COORDINATES_AXES,   /* 0 to 1 over the axes */
    COORDINATES_FIGURE, /* 0 to 1 over the figure */
    COORDINATES_X_AXIS, /* x in data, y over the axes */
    COORDINATES_Y_AXIS, /* x over the axes, y in data */
    COORDINATES_PIXELS,
    COORDINATES_OFFSET_POINTS, /* points from another position (annotations) */
} CoordinateSystem;

typedef enum ArtistKind {
    ARTIST_LINE,
    ARTIST_POINTS,
    ARTIST_PATCH,
    ARTIST_PATHS,
    ARTIST_IMAGE,
    ARTIST_MESH,
    ARTIST_QUIVER,
    ARTIST_TEXT,
} ArtistKind;

typedef struct DataLimits {
    double x0, y0, x1, y1;           /* empty: x0 > x1 */
    double smallest_x, smallest_y;   /* of the positive values; INFINITY: none */
} DataLimits;

/* Affine transforms (a, b, c, d, e, f: x' = a x + c y + e, y' = b x + d y + f) of the numbers before they are taken for
 * coordinates, and of the pixels that come out. */
typedef struct ArtistMove {
    double before[6], after[6];
} ArtistMove;

Point affine_apply(const double affine[6], double x, double y);

struct PlotArtist {
    ArtistKind kind;
    PlotFigure *figure;
    PlotAxes *axes; /* NULL: of the figure itself */
    char *label;    /* "_..." and NULL stay out of the legend */
    double zorder, alpha; /* alpha NAN: as the colours say */
    bool hidden, removed, unclipped, contained; /* contained: a part of bars or the like, listed last in legends */
    bool quiet; /* does not ask for limits that show it: add_patch and its kin */
    bool apart; /* nor counts for them when others ask: add_artist */
    bool unlisted; /* belongs to a figure that does not draw it: figure_own_artist */
    CoordinateSystem coordinates;
    ArtistMove *move; /* owned; NULL: none */
    PathEffect *effects; /* owned */
    size_t effect_count;
    DataLimits limits;
    double sticky_x[2], sticky_y[2];
    int sticky_x_count, sticky_y_count;
    void *face; /* the language's object for it; the owner of the face keeps it up */
    size_t number; /* order of creation */
};

typedef enum MarkerKind {
    MARKER_NONE, MARKER_POINT, MARKER_PIXEL, MARKER_CIRCLE, MARKER_TRIANGLE_DOWN, MARKER_TRIANGLE_UP,
    MARKER_TRIANGLE_LEFT, MARKER_TRIANGLE_RIGHT, MARKER_TRI_DOWN, MARKER_TRI_UP, MARKER_TRI_LEFT, MARKER_TRI_RIGHT,
    MARKER_OCTAGON, MARKER_SQUARE, MARKER_PENTAGON, MARKER_STAR, MARKER_HEXAGON, MARKER_HEXAGON_FLAT, MARKER_PLUS,
    MARKER_CROSS, MARKER_DIAMOND, MARKER_THIN_DIAMOND, MARKER_VERTICAL, MARKER_HORIZONTAL, MARKER_PLUS_FILLED,
    MARKER_CROSS_FILLED,
    /* 0 to 11 by number */
    MARKER_TICK_LEFT, MARKER_TICK_RIGHT, MARKER_TICK_UP, MARKER_TICK_DOWN, MARKER_CARET_LEFT, MARKER_CARET_RIGHT,
    MARKER_CARET_UP, MARKER_CARET_DOWN, MARKER_CARET_LEFT_BASE, MARKER_CARET_RIGHT_BASE, MARKER_CARET_UP_BASE,
    MARKER_CARET_DOWN_BASE,
} MarkerKind;

bool marker_parse(const char *name, MarkerKind *marker); /* "o", "^", ... ; "", "None", " " are MARKER_NONE */
const char *marker_name(MarkerKind marker);
bool marker_is_filled(MarkerKind marker);
/* Its outline about the origin, `size` pixels across. */
void marker_path(MarkerKind marker, double size, Path *path);
bool line_dash_parse(const char *name, LineDash *dash); /* "-", "--", "dashed", "", "None", ... */
const char *line_dash_name(const LineDash *dash);

typedef enum StepKind { STEP_NONE, STEP_PRE, STEP_MID, STEP_POST } StepKind;

typedef struct PlotLine {
    PlotArtist artist;
    double *x, *y;
    size_t count;
    Color color;
    char color_text[24]; /* as it was given, when that was a short text */
    double width;
    LineDash dash;
    LineCap cap, dash_cap;
    LineJoin join, dash_join;
    StepKind step;
    MarkerKind marker;
    double marker_size, marker_edge_width;
    Color marker_face, marker_edge;
    bool marker_face_set, marker_edge_set, marker_hollow;
    size_t mark_every; /* 0: all */
    /* A straight line through the first point (axline) is drawn over the whole view. */
    bool endless;
    /* What its sample in a legend has beside it: borrowed error bars; stems. */
    struct PlotPaths *x_bars, *y_bars, *stems;
    double bar_caps; /* points; 0: none */
} PlotLine;

/* Data that become colours. */
typedef struct Mappable {
    Colormap *map; /* borrowed from the context */
    Norm norm;
    bool has_minimum, has_maximum; /* given by the user */
    double *values;
    size_t count;
    size_t color_index; /* order among the figure's mappables: the last is the current image */
} Mappable;

/* How an area is hatched. */
typedef struct PlotHatch {
    char **patterns; /* owned, as are the strings; one, or taken in turn; NULL in it: none */
    size_t count;
    Color color;
    bool own_color; /* else the edge's, or black where there is no edge */
    double width;   /* points; 0: the settings' */
} PlotHatch;

bool hatch_set(PlotHatch *hatch, const char *const *patterns, size_t count, Error *error);
void hatch_release(PlotHatch *hatch);
/* For the item `index` of an artist whose edge has this colour. */
void hatch_apply(const PlotHatch *hatch, const PlotSettings *settings, size_t index, Color edge, double alpha,
                 bool alpha_always, PathStyle *style);

typedef struct PlotPoints {
    PlotArtist artist;
    double *x, *y, *sizes; /* sizes in points squared */
    size_t count, size_count;
    MarkerKind marker;
    Color *faces, *edges; /* 1 or `count`, cycled; edges NULL: as the faces */
    size_t face_count, edge_count;
    double *widths;
    size_t width_count;
    bool hollow;
    PlotHatch hatch;
    Mappable mappable; /* values NULL: the colours are given */
} PlotPoints;

typedef enum PatchShape {
    PATCH_RECTANGLE,
    PATCH_ELLIPSE,
    PATCH_WEDGE,
    PATCH_POLYGON,
    PATCH_PATH,
    PATCH_ROUNDED,
    PATCH_ARROW,
} PatchShape;

/* What an arrow connects, and how. */
typedef struct PlotArrow {
    ArrowStyle style;
    Connection connection;
    Point from, to; /* in the patch's coordinates */
    bool placed;    /* of an annotation: it has been laid out */
    Track given;    /* a way of its own, in place of a connection; without parts: none */
    double scale, aspect, shrink_a, shrink_b; /* scale: points a unit of the style has; points left free at the ends */
    struct PlotPatch *patch_a, *patch_b;      /* where it begins and ends; borrowed from the figure; NULL: nowhere */
    Box leaves;                               /* a box in pixels that it leaves in place of patch_a; may be empty */
    BoxStyle frame;                           /* of a size of `frame_size` pixels, round that box */
    double frame_size;
    double unit;                              /* pixels of a point when it was drawn last; 1 before */
} PlotArrow;

typedef struct PlotPatch {
    PlotArtist artist;
    PatchShape shape;
    double x, y, width, height, angle; /* rectangle: its corner; ellipse, wedge: the centre */
    double from, to, ring;             /* wedge: degrees, width of the ring (0: whole) */
    BoxStyle box;                      /* PATCH_ROUNDED: of a size of `box_scale` data units, in a plane whose y is */
    double box_scale, box_aspect;      /* so many times shorter */
    Path path;                         /* polygon, path: in data units */
    PlotArrow *arrow;                  /* PATCH_ARROW: owned */
    Color face, edge;
    double line_width;
    LineDash dash;
    LineCap cap;
    LineJoin join;
    bool hollow; /* fill=False */
    PlotHatch hatch;
} PlotPatch;

/* Many paths with cycled looks: PolyCollection, LineCollection, contours. */
typedef struct PlotPaths {
    PlotArtist artist;
    Path *paths;
    size_t count;
    Color *faces, *edges; /* NULL: none */
    size_t face_count, edge_count;
    double *widths;
    size_t width_count;
    LineDash *dashes;
    size_t dash_count;
    bool even_odd, cap_set, join_set;
    LineCap cap;
    LineJoin join;
    Mappable mappable;
    PlotHatch hatch;
    bool map_edges;    /* values colour the lines, not the areas */
    bool edges_follow; /* lines have their area's colour */
    double *levels; /* contours */
    size_t level_count;
    bool filled, extend_low, extend_high;
} PlotPaths;

typedef enum Interpolation {
    INTERPOLATION_AUTO, INTERPOLATION_NEAREST, INTERPOLATION_BILINEAR, INTERPOLATION_BICUBIC,
    INTERPOLATION_SPLINE16, INTERPOLATION_SPLINE36, INTERPOLATION_HANNING, INTERPOLATION_HAMMING,
    INTERPOLATION_HERMITE, INTERPOLATION_KAISER, INTERPOLATION_QUADRIC, INTERPOLATION_CATROM,
    INTERPOLATION_GAUSSIAN, INTERPOLATION_BESSEL, INTERPOLATION_MITCHELL, INTERPOLATION_SINC,
    INTERPOLATION_LANCZOS, INTERPOLATION_BLACKMAN,
} Interpolation;

bool interpolation_parse(const char *name, Interpolation *interpolation);
const char *interpolation_name(Interpolation interpolation); /* NULL past the last */

typedef struct PlotImage {
    PlotArtist artist;
    size_t rows, columns, channels; /* 1: values through the map; 3, 4: colours in 0..1 */
    double *colors;                 /* channels 3 and 4: rows * columns * channels */
    Mappable mappable;              /* channels 1: rows * columns values */
    double left, right, bottom, top; /* the extent */
    bool origin_lower;
    Interpolation interpolation;
    bool of_figure; /* figimage: at pixels */
} PlotImage;

/* Cells between corner points. */
typedef struct PlotMesh {
    PlotArtist artist;
    size_t rows, columns; /* of cells */
    double *x, *y;        /* (rows + 1) * (columns + 1) corners */
    Color edge;
    double line_width;
    bool gouraud;
    Mappable mappable;
} PlotMesh;

typedef struct PlotQuiver {
    PlotArtist artist;
    double *x, *y, *u, *v;
    size_t count;
    Color *colors;
    size_t color_count;
    double scale, width;          /* NAN: chosen */
    bool units_xy, angles_xy, pivot_middle, pivot_tip, scale_xy;
    Mappable mappable;
} PlotQuiver;

typedef struct PlotText {
    PlotArtist artist;
    char *string;
    double x, y;
    TextStyle style;
    bool boxed; /* a frame round it */
    Color box_face, box_edge;
    BoxStyle box; /* of the font's size */
    double box_width, box_alpha;
    LineDash box_dash;
    PlotHatch box_hatch;
    /* An annotation points at (target_x, target_y). */
    bool annotation;
    double target_x, target_y;
    CoordinateSystem target_coordinates;
    PlotPatch *pointer;              /* the arrow, of the same figure; NULL: none */
    double relative_x, relative_y;   /* where on the text's box it begins, 0 to 1; NAN: the place next to the target */
    double shrink;                   /* a part of the way left free at both ends; NAN: as the arrow says */
    bool starts_free;                /* it does not stop at the text's box */
    PlotAxis *ticks; /* stands for a tick label of this axis: what is set is the style of all of them */
} PlotText;

typedef struct TickStyle {
    double length, width, pad, label_size, label_rotation; /* points; degrees */
    Color color, label_color;
    int direction; /* 1: outward, -1: inward, 0: both */
    bool near, far, label_near, label_far; /* near: bottom or left */
    HorizontalAlignment label_horizontal;
    VerticalAlignment label_vertical;
    bool label_horizontal_set, label_vertical_set, label_bold, hidden_labels;
} TickStyle;

typedef struct GridStyle {
    bool visible;
    Color color;
    double width, alpha;
    LineDash dash;
} GridStyle;

/* What axes that share an axis have in common. */
typedef struct AxisView {
    AxisScale scale;
    double low, high; /* low > high: inverted */
    bool fixed;       /* limits given by the user: no autoscaling */
    bool inverted;    /* to be kept by autoscaling */
    bool round_limits; /* autoscaling ends at ticks */
    bool asked;        /* for limits that show the data, by a call and not by an artist */
    Locator major, minor;
    Formatter major_format, minor_format;
    size_t users;
} AxisView;

struct PlotAxis {
    AxisView *view;
    TickStyle major, minor;
    GridStyle major_grid, minor_grid;
    PlotText *label;
    double label_pad;
    bool label_far, hidden;
    double label_position; /* NAN: the middle; set_label_coords */
    double label_coordinate;
    double offset_size;
};

typedef struct Spine {
    bool hidden;
    Color color;
    double width;
    enum { SPINE_EDGE, SPINE_OUTWARD, SPINE_AXES, SPINE_DATA } place;
    double amount;
    bool bounded;
    double from, to;
} Spine;

enum { SPINE_LEFT, SPINE_RIGHT, SPINE_BOTTOM, SPINE_TOP };

/* Rows and columns within a figure or within a cell of another grid. Counted: several figures may use one. */
typedef struct PlotGrid {
    size_t users;
    size_t rows, columns;
    double *widths, *heights; /* ratios, or NULL */
    double left, right, bottom, top, wspace, hspace; /* NAN: the figure's */
    struct PlotGrid *parent; /* retained */
    size_t parent_row, parent_column, parent_last_row, parent_last_column;
    bool made_by_user; /* not to be shared with plain subplots */
    void *face;
} PlotGrid;

typedef struct Placement {
    PlotGrid *grid; /* NULL: `box` in fractions of the figure */
    size_t row, column, last_row, last_column;
    Box box;
    PlotAxes *inside; /* an inset: `box` in fractions of these axes */
} Placement;

typedef struct LegendEntry {
    char *label;
    PlotArtist *artist;
    struct PlotText *text; /* how it looks, once somebody has asked for it; the figure's */
} LegendEntry;

typedef enum LegendPlace {
    LEGEND_BEST, LEGEND_UPPER_RIGHT, LEGEND_UPPER_LEFT, LEGEND_LOWER_LEFT, LEGEND_LOWER_RIGHT, LEGEND_RIGHT,
    LEGEND_CENTER_LEFT, LEGEND_CENTER_RIGHT, LEGEND_LOWER_CENTER, LEGEND_UPPER_CENTER, LEGEND_CENTER,
} LegendPlace;

bool legend_place_parse(const char *name, LegendPlace *place);

typedef struct PlotLegend {
    PlotArtist artist;
    LegendEntry *entries;
    size_t count;
    LegendPlace place;
    bool at_point;          /* the lower left corner at (x, y) of the axes */
    bool anchored;          /* to `anchor`, in fractions of the axes (or figure) */
    Box anchor;
    double x, y;
    size_t columns;
    char *title;
    struct PlotText *title_text; /* as an entry's */
    double size, title_size; /* points */
    bool title_bold, title_italic, label_bold, label_italic;
    bool frameless, sharp, shadow;
    double frame_alpha;
    Color face, edge, label_color;
    bool label_color_set;
    double border_pad, label_spacing, handle_length, handle_pad, axes_pad, column_spacing, marker_scale;
    int points, scatter_points;
    LabelColor label_by;
    double handle_height;
    bool face_inherits;
} PlotLegend;

typedef struct PlotColorbar {
    PlotArtist *source;
    bool horizontal, extend_low, extend_high;
    bool draw_edges, proportional; /* of levels: each as long as its share; else all alike */
} PlotColorbar;

/* Of axes of an angle (x) and a distance (y). */
typedef struct PolarView {
    double offset;    /* radians: where the angle 0 lies */
    double direction; /* 1: anticlockwise, -1 */
    double origin;    /* the distance in the middle; NAN: the lower limit */
    double labels;    /* the angle along which distances are written */
    Point middle;     /* pixels, after layout */
    double radius;
} PolarView;

struct PlotAxes {
    PlotFigure *figure;
    Placement placement;
    PlotAxis x, y;
    PlotArtist **artists;
    size_t artist_count, artist_capacity;
    PlotText *title, *left_title, *right_title;
    double title_pad;
    Color face;
    PropCycle *cycle; /* retained */
    bool frame_hidden, axis_off, hidden, removed, face_hidden;
    Spine spines[4];
    double aspect;     /* of a unit of y to one of x; NAN: free */
    double box_aspect; /* height to width of the box; NAN: free */
    bool adjust_limits; /* to keep the aspect, change the limits and not the box */
    double anchor_x, anchor_y;
    double margin_x, margin_y;
    bool no_sticky;
    int axis_below; /* 1: under everything, 0: over patches and under lines, -1: over */
    double zorder;
    PlotLegend *legend;
    PlotColorbar *colorbar; /* these axes are a colour bar */
    size_t cycle_lines, cycle_patches;
    PlotAxes *twin;         /* shares its place with these */
    char *label;
    void *face_object;
    bool limits_tight;
    Box box; /* pixels, after layout */
    bool polar;
    PolarView round; /* when polar */
    bool pie; /* equal aspect without margins */
};

struct PlotFigure {
    PlotContext *context;
    size_t users;
    double width, height, dpi; /* inches */
    Color face, edge;
    bool frame_hidden;
    double left, right, bottom, top, wspace, hspace;
    PlotAxes **axes;
    size_t axes_count, axes_capacity;
    PlotArtist **artists; /* texts, lines, patches of the figure itself */
    size_t artist_count, artist_capacity;
    PlotText *title, *x_label, *y_label;
    PlotGrid **grids; /* retained */
    size_t grid_count, grid_capacity;
    PlotLegend *legend;
    PlotAxes *current;
    PlotArtist *current_image;
    bool tight, constrained; /* lay out before drawing */
    int number;
    char *label;
    void *face_object;
    size_t artist_number;
    PlotArtist **owned; /* every artist ever made, for the release */
    size_t owned_count, owned_capacity;
};

PlotFigure *figure_create(PlotContext *context, double width, double height, double dpi, Error *error);
PlotFigure *figure_retain(PlotFigure *figure);
void figure_release(PlotFigure *figure);
void figure_clear(PlotFigure *figure); /* hides all axes and artists */

PlotGrid *grid_create(size_t rows, size_t columns, Error *error);
PlotGrid *grid_retain(PlotGrid *grid);
void grid_release(PlotGrid *grid);
void grid_set_parent(PlotGrid *grid, PlotGrid *parent, size_t row, size_t column, size_t last_row, size_t last_column);
bool figure_keep_grid(PlotFigure *figure, PlotGrid *grid, Error *error); /* before axes are placed in it */
PlotGrid *figure_add_grid(PlotFigure *figure, size_t rows, size_t columns, Error *error);
bool grid_set_ratios(PlotGrid *grid, const double *widths, const double *heights, Error *error);
PlotAxes *figure_add_axes(PlotFigure *figure, Placement placement, PlotAxes *share_x, PlotAxes *share_y, Error *error);
PlotAxes *axes_add_twin(PlotAxes *axes, bool of_x, Error *error); /* of_x: twinx, a second y axis */
/* Axes for a colour bar beside `parents`, which give up a part of their place. */
typedef struct ColorbarOptions {
    bool horizontal, first; /* first: left or top */
    double fraction, pad, shrink, aspect; /* NAN: the usual */
    PlotAxes *into; /* draw into these instead */
    bool extend_low, extend_high, draw_edges, proportional;
} ColorbarOptions;
PlotAxes *figure_add_colorbar(PlotFigure *figure, PlotArtist *source, PlotAxes **parents, size_t parent_count,
                              const ColorbarOptions *options, Error *error);

void axes_clear(PlotAxes *axes);
void axes_remove(PlotAxes *axes);
bool axes_set_scale(PlotAxes *axes, PlotAxis *axis, AxisScale scale);
void axes_share_view(PlotAxes *axes, bool of_x, PlotAxes *with);
/* Limits for data that moved: of all artists anew. */
void axes_relimit(PlotAxes *axes);
/* Work out limits that are not fixed. Called by drawing, and by whoever asks for a limit. */
void axes_autoscale(PlotAxes *axes);
bool axis_set_ticks(Locator *locator, const double *positions, size_t count, Error *error);
bool axis_set_labels(Formatter *formatter, const char *const *labels, size_t count, Error *error);

/* Artists. Data are copied. They belong to the axes; `axes` NULL makes one of the figure (texts, patches, lines). */
PlotLine *axes_add_line(PlotAxes *axes, const double *x, const double *y, size_t count, Error *error);
PlotPoints *axes_add_points(PlotAxes *axes, const double *x, const double *y, size_t count, Error *error);
PlotPatch *axes_add_patch(PlotAxes *axes, PatchShape shape, Error *error); /* fill in, then patch_update */
PlotPaths *axes_add_paths(PlotAxes *axes, size_t count, Error *error);     /* fill in, then paths_update */
PlotImage *axes_add_image(PlotAxes *axes, const double *values, size_t rows, size_t columns, size_t channels,
                          Error *error);
PlotMesh *axes_add_mesh(PlotAxes *axes, const double *x, const double *y, const double *values, size_t rows,
                        size_t columns, Error *error);
PlotQuiver *axes_add_quiver(PlotAxes *axes, const double *x, const double *y, const double *u, const double *v,
                            size_t count, Error *error);
PlotText *axes_add_text(PlotAxes *axes, double x, double y, const char *string, Error *error);
PlotText *figure_add_text(PlotFigure *figure, double x, double y, const char *string, Error *error);
PlotLegend *axes_add_legend(PlotAxes *axes, Error *error); /* of all labelled artists; replaces an earlier one */
PlotLegend *figure_add_legend(PlotFigure *figure, Error *error);
bool legend_add_entry(PlotLegend *legend, const char *label, PlotArtist *artist, Error *error);
void legend_clear_entries(PlotLegend *legend);
TextStyle legend_entry_style(const PlotLegend *legend, const LegendEntry *entry); /* how its words look */
TextStyle legend_title_style(const PlotLegend *legend);
/* Artists made for no axes yet (patches.Circle(...)), and their arrival. */
PlotArtist *figure_adopt_artist(PlotFigure *figure, PlotAxes *axes, PlotArtist *artist, Error *error);
PlotPatch *patch_create(PlotContext *context, PatchShape shape, Error *error);
PlotPaths *paths_create(PlotContext *context, size_t count, Error *error); /* fill in, then paths_update */
PlotPatch *arrow_patch_create(PlotContext *context, Error *error);
/* Belongs to the figure without being drawn by it; figure_list_artist makes it drawn after all. */
bool figure_own_artist(PlotFigure *figure, PlotAxes *axes, PlotArtist *artist, Error *error);
bool figure_list_artist(PlotArtist *artist, Error *error);
PlotLine *line_create(PlotContext *context, const double *x, const double *y, size_t count, Error *error);
void artist_release(PlotArtist *artist); /* of one that no figure owns */
void artist_discard(PlotArtist *artist); /* as if it had never been: for calls that fail half-way */

bool line_set_data(PlotLine *line, const double *x, const double *y, size_t count, Error *error);
void line_update(PlotLine *line);
void patch_update(PlotPatch *patch); /* limits after a change of geometry */
void paths_update(PlotPaths *paths);
bool image_set_data(PlotImage *image, const double *values, size_t rows, size_t columns, size_t channels,
                    Error *error);
void image_set_extent(PlotImage *image, double left, double right, double bottom, double top);
/* The mappable part of an artist, or NULL. */
Mappable *artist_mappable(PlotArtist *artist);
/* Values (copied), and limits from them where the user gave none. */
bool mappable_set_values(Mappable *mappable, const double *values, size_t count, Error *error);
void mappable_fit(Mappable *mappable);
Color mappable_color(const Mappable *mappable, size_t index);
void artist_set_current_image(PlotArtist *artist);
Color axes_next_color(PlotAxes *axes, bool of_patch);
/* The next row of the cycle of lines, for a line that has the properties `given` already; NULL: it needs none. */
const PlotProperties *axes_next_properties(PlotAxes *axes, unsigned given);
void line_take_properties(PlotLine *line, const PlotProperties *row, unsigned given);

/* Contours of values on a grid of points (rows * columns of each of x, y, z). `filled`: areas between the levels. */
typedef struct ContourOptions {
    const double *levels;
    size_t level_count;
    bool filled, logarithmic;
    bool extend_low, extend_high; /* filled: areas below the first level, above the last one */
} ContourOptions;
PlotPaths *axes_add_contour(PlotAxes *axes, const double *x, const double *y, const double *z, size_t rows,
                            size_t columns, const ContourOptions *options, Error *error);

#endif
