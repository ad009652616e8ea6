/* The Python face of kernel/plot, shared among its files.
 *
 * Every object here is a thin holder of a pointer into a figure of the plot room, and keeps that figure. The
 * pointers back (artist->face, axes->face_object, figure->face_object) let the same artist always come out as
 * the same object; the holder takes its pointer back when it dies. */
#ifndef KERNEL_MODULES_MATPLOTLIB_FACE_H
#define KERNEL_MODULES_MATPLOTLIB_FACE_H

#include "kernel/modules/numpy/numpy.h"
#include "kernel/plot/charts.h"
#include "kernel/plot/render.h"

/* ---- state: one an interpreter ---- */
typedef struct MatplotlibState {
    Interpreter *interpreter;
    PlotContext *plot;
    struct FigureObject **figures; /* open ones, retained, by number; the current one is `current` */
    size_t figure_count, figure_capacity;
    struct FigureObject *current;          /* borrowed from figures */
    Value settings;                        /* rcParams */
    bool vector_pictures, double_pictures; /* InlineBackend.figure_format 'svg', 'retina' */
    bool interactive;
} MatplotlibState;

MatplotlibState *matplotlib_state(Thread *thread);               /* NULL: no memory, exception set */
Value matplotlib_settings(Thread *thread);                       /* rcParams, borrowed */

/* ---- objects ---- */
typedef struct FigureObject {
    Object object;
    PlotFigure *figure;
    Dict *attributes;
    struct WeakReference *weak;
} FigureObject;
typedef struct AxesObject {
    Object object;
    PlotAxes *axes;
    Dict *attributes;
    struct WeakReference *weak;
} AxesObject;
typedef struct ArtistObject {
    Object object;
    PlotArtist *artist;
    PlotFigure *figure; /* NULL: the artist belongs to no figure yet, and so to this object */
    Dict *attributes;
    struct WeakReference *weak;
} ArtistObject;
/* A part of axes: an axis, a spine, the legend, a colour bar, a transform. */
typedef struct PartObject {
    Object object;
    PlotAxes *axes;
    PlotFigure *figure;
    int part; /* axis: 1 for x; spine: its side, -1 all; transform: the CoordinateSystem, + TRANSFORM_INVERTED */
    Dict *attributes;
} PartObject;
enum { TRANSFORM_INVERTED = 64 };
typedef struct ColormapObject {
    Object object;
    Colormap *map;        /* of the context */
    PlotContext *context;
} ColormapObject;
typedef struct NormObject {
    Object object;
    Norm norm;
    PlotArtist *of; /* stands for this artist's norm; NULL: `norm` */
    PlotFigure *figure;
} NormObject;
Norm *value_norm(Value value);
Value value_from_norm(Thread *thread, PlotArtist *artist);
typedef struct LocatorObject {
    Object object;
    Locator locator;
} LocatorObject;
typedef struct FormatterObject {
    Object object;
    Formatter formatter;
    Value function; /* of FuncFormatter */
} FormatterObject;
typedef struct GridObject {
    Object object;
    PlotGrid *grid;     /* retained */
    PlotFigure *figure; /* retained; NULL: not bound to one */
    size_t row, column, last_row, last_column; /* of a SubplotSpec */
} GridObject;
typedef struct ContainerObject { /* BarContainer and the like: `name`, a list of artists */
    Object object;
    const char *name;
    Value items, label;
    Dict *attributes;
} ContainerObject;

extern const Type figure_type_template, axes_type_template, artist_type_template, line_type_template,
    points_type_template, patch_type_template, rectangle_type_template, circle_type_template,
    ellipse_type_template, fancy_arrow_type_template, path_patch_type_template, polygon_type_template, wedge_type_template, fancy_box_type_template,
    polygons_type_template, patch_collection_type_template, fill_between_type_template, lines_type_template, contour_type_template,
    image_type_template, mesh_type_template, quiver_type_template, text_type_template, annotation_type_template, axis_type_template,
    spine_type_template, spines_type_template, legend_type_template, colorbar_type_template,
    transform_type_template, colormap_type_template, norm_type_template, locator_type_template,
    formatter_type_template, grid_type_template, subplot_spec_type_template, container_type_template,
    bar_container_type_template, error_container_type_template, stem_container_type_template,
    axes_array_type_template;

Value value_from_figure(Thread *thread, PlotFigure *figure);
Value value_from_axes(Thread *thread, PlotAxes *axes);
Value value_from_artist(Thread *thread, void *artist); /* PlotArtist or what begins with one; NULL passes */
Value value_from_part(Thread *thread, const Type *type_template, PlotAxes *axes, PlotFigure *figure, int part);
Value value_from_colormap(Thread *thread, Colormap *map);
Value value_from_artists(Thread *thread, void *const *artists, size_t count); /* a list */
Value container_new(Thread *thread, const char *name, Value items);           /* takes over a list */
Value axes_array_new(Thread *thread, PlotAxes **axes, size_t rows, size_t columns, int dimensions);
static inline PlotFigure *value_figure(Value value) { return ((FigureObject *)value.object)->figure; }
static inline PlotAxes *value_axes(Value value) { return ((AxesObject *)value.object)->axes; }
static inline PlotArtist *value_artist(Value value) { return ((ArtistObject *)value.object)->artist; }

/* ---- values in ---- */
typedef struct Numbers {
    double *values; /* C order; owned */
    size_t count;
    int dimensions;
    size_t shape[4];
    bool is_byte, is_integer;
} Numbers;
/* Any array-like. TypeError for arrays on devices, as CuPy's own. */
bool numbers_from_value(Thread *thread, Value value, Numbers *numbers);
/* The same, where strings name places along the axis (which gets ticks for them). */
bool numbers_on_axis(Thread *thread, PlotAxis *axis, Value value, Numbers *numbers);
void numbers_release(Numbers *numbers);
bool value_given(Value value);                                    /* neither absent nor None */
bool color_from_value(Thread *thread, Value value, Color *color); /* ValueError as matplotlib's */
bool checked_color_from_value(Thread *thread, Value value, Color *color); /* the same in the words of lines and texts */
bool replace_color_error(Thread *thread, const char *format, Value value); /* false; {}: repr(value) */
/* One colour, or a list of them: owned. */
bool colors_from_value(Thread *thread, Value value, Color **colors, size_t *count);
bool dash_from_value(Thread *thread, Value value, LineDash *dash);
bool marker_from_value(Thread *thread, Value value, MarkerKind *marker);
FontFamily family_from_words(const char *words);
bool legend_set_title_font(Thread *thread, PlotLegend *legend, Value font);
Value font_looks(Thread *thread, Value font); /* font properties (an object, a dict, a pattern) as a dict of a text's properties */
/* One of the two is NULL. */
bool alignment_from_value(Thread *thread, Value value, HorizontalAlignment *horizontal, VerticalAlignment *vertical);
bool text_size_from_value(Thread *thread, Value value, double *size);
bool double_from_value(Thread *thread, Value value, double *number);
bool pair_from_value(Thread *thread, Value value, double pair[2]);
/* A str, or str(value); owned C string for plot_set_string. */
char *label_from_value(Thread *thread, Value value);
bool set_label_string(Thread *thread, char **string, Value value);
Colormap *colormap_from_value(Thread *thread, Value value); /* name, Colormap, or None: the default */
bool norm_from_value(Thread *thread, Value value, Mappable *mappable);
Value value_from_color_tuple(Thread *thread, Color color);
Value value_from_color(Thread *thread, Color color);                          /* tuple of four floats */
Value value_from_doubles(Thread *thread, const double *values, size_t count); /* numpy array */
Value value_from_double_pair(Thread *thread, double first, double second);    /* tuple of np.float64 */

/* ---- keyword arguments ---- */
/* Take one out of the dict: owned, absent when it is not there. `alias` may be NULL. */
Value keyword_pop(Thread *thread, Value keywords, const char *name, const char *alias);
/* Set a property of an artist by name or alias. false: an exception; unknown names are AttributeErrors. */
bool artist_set_property(Thread *thread, PlotArtist *artist, const char *name, Value value);
Value artist_get_property(Thread *thread, PlotArtist *artist, const char *name);
/* All that is left in the dict. */
bool artist_set_properties(Thread *thread, PlotArtist *artist, Value keywords);
bool text_set_properties(Thread *thread, PlotText *text, Value dictionary, Value keywords);
bool hatch_from_value(Thread *thread, Value value, bool list, PlotHatch *hatch);
bool coordinates_from_value(Thread *thread, Value value, CoordinateSystem *coordinates);

/* ---- functions of axes, which are methods of Axes and functions of pyplot ---- */
typedef Value AxesCode(Thread *thread, PlotAxes *axes, const Value *arguments);
typedef struct AxesFunction {
    const char *name, *method_signature, *function_signature, *documentation;
    AxesCode *code; /* NULL: written in Python (python_charts.c) */
} AxesFunction;
/* A row: parameters as text without self; parameters must not be empty. */
#define AXES_FUNCTION(name, parameters, documentation, code)                                                   \
    { name, "($self, " parameters ")", "(" parameters ")", documentation, code }
extern const AxesFunction axes_draw_functions[], axes_chart_functions[], axes_setup_functions[], axes_state_functions[],
    axes_python_functions[];
Value axes_call_python(Thread *thread, const AxesFunction *function, PlotAxes *axes, const Value *arguments);
Value raise_plot_error(Thread *thread, Error *error); /* returns absent */

PlotAxes *current_axes(Thread *thread); /* made when there are none */
FigureObject *current_figure(Thread *thread);
Value figure_open(Thread *thread, double width, double height, double dpi,
                  int64_t number); /* owned; becomes current */
bool figures_show(Thread *thread); /* all open ones, and close them */
bool figure_display(Thread *thread, PlotFigure *figure);
bool figure_close(Thread *thread, FigureObject *figure);
Value figure_save(Thread *thread, PlotFigure *figure, const Value *arguments); /* fname, **kwargs */
PlotAxes *figure_add_subplot(Thread *thread, PlotFigure *figure, Value positional, Value keywords);
Value figure_make_subplots(Thread *thread, PlotFigure *figure, const Value *arguments);
/* Axes in all cells: sharex, sharey, squeeze, subplot_kw. */
Value figure_fill_grid(Thread *thread, PlotFigure *figure, PlotGrid *grid, const Value *arguments);
bool grid_ratios_from_values(Thread *thread, PlotGrid *grid, Value widths, Value heights);
/* left=, width_ratios=, ... of "__init__" or "update" (margins only). */
bool grid_numbers_from_keywords(Thread *thread, PlotGrid *grid, Value keywords, const char *function);
Value make_grid(Thread *thread, PlotFigure *figure, Value rows, Value columns, Value keywords); /* figure may be NULL */
Value axes_subplot_spec(Thread *thread, PlotAxes *axes);
Placement placement_of_spec(Value value);
Value value_from_box(Thread *thread, Box box); /* a Bbox */
bool label_color_from_value(Thread *thread, Value value, Color *color, LabelColor *by); /* of legends */
Value figure_legend(Thread *thread, PlotFigure *figure, const Value *arguments);
Value figure_make_colorbar(Thread *thread, PlotFigure *figure, Value mappable, Value cax, Value axes,
                           Value keywords);
bool axes_set_properties(Thread *thread, PlotAxes *axes, Value keywords);
bool value_is_axes(Value value);
extern const NativeEntry pyplot_functions[];
Type *face_type(Thread *thread, const Type *type_template);
void *face_new(Thread *thread, const Type *type_template);

#endif
