/* What the parts of the room share about figures and artists. */
#ifndef KERNEL_PLOT_ARTIST_H
#define KERNEL_PLOT_ARTIST_H

#include "kernel/plot/figure.h"

/* `list` is the address of an array of pointers. */
bool plot_append_pointer(void *list, size_t *count, size_t *capacity, void *item, Error *error);

/* Where a placement lies, in fractions of the figure. */
Box placement_box(PlotFigure *figure, const Placement *placement);

/* From data (or another system) to pixels, y upwards. */
Point axes_to_pixels(const PlotAxes *axes, double x, double y);
Point artist_to_pixels(const PlotArtist *artist, CoordinateSystem coordinates, const Renderer *renderer, double x,
                       double y);

/* The way back. */
Point artist_from_pixels(const PlotArtist *artist, CoordinateSystem coordinates, const Renderer *renderer, Point pixels);

/* Limits that grow by a point. */
extern const DataLimits limits_empty;
void limits_include(DataLimits *limits, double x, double y);

/* Drawing, one function a kind of artist. */
typedef void ArtistDraw(Renderer *renderer, PlotArtist *artist);
void line_draw(Renderer *renderer, PlotArtist *artist);
void points_draw(Renderer *renderer, PlotArtist *artist);
void patch_draw(Renderer *renderer, PlotArtist *artist);
void paths_draw(Renderer *renderer, PlotArtist *artist);
void image_draw(Renderer *renderer, PlotArtist *artist);
void mesh_draw(Renderer *renderer, PlotArtist *artist);
void quiver_draw(Renderer *renderer, PlotArtist *artist);
void plot_text_draw(Renderer *renderer, PlotArtist *artist);
void artist_draw(Renderer *renderer, PlotArtist *artist);
/* A line's stroke and markers along points in pixels; legends draw their samples with it. */
void line_draw_points(Renderer *renderer, const PlotLine *line, const Point *points, size_t count,
                      double marker_scale);
void patch_style(const PlotPatch *patch, PathStyle *style);
/* The outline in pixels; of an arrow all of its outlines. */
bool patch_outline(const PlotPatch *patch, const Renderer *renderer, Path *path);
void arrow_patch_draw(Renderer *renderer, PlotPatch *patch);
bool track_leave_patch(Track *track, const PlotPatch *patch, const Renderer *renderer, bool at_end);
/* In pixels, with points of so many pixels. false: there is no way, or its style cannot follow it. */
bool arrow_patch_outlines(const PlotPatch *patch, const Renderer *renderer, double unit, ArrowOutlines *outlines);

/* The axes' frame, ticks, labels. */
void axis_draw(Renderer *renderer, PlotAxes *axes, bool of_x);
void axes_draw_titles(Renderer *renderer, PlotAxes *axes);
void axes_draw_spines(Renderer *renderer, PlotAxes *axes);
/* All that the locator gives (a few lie outside of the view), and only those that are seen. */
bool axis_find_ticks(const PlotAxes *axes, bool of_x, double dpi, bool minor, const Ticks *majors, Ticks *ticks,
                     TickRange *range, Error *error);
bool axis_prepare_ticks(const PlotAxes *axes, bool of_x, double dpi, bool minor, const Ticks *majors, Ticks *ticks,
                        Error *error);
void axes_draw(Renderer *renderer, PlotAxes *axes);
void legend_draw(Renderer *renderer, PlotFigure *figure, PlotAxes *axes, PlotLegend *legend);
void colorbar_draw(Renderer *renderer, PlotAxes *axes);
void colorbar_update(PlotAxes *axes);
/* Sets `box` of all axes, in pixels at this resolution. */
void figure_layout(PlotFigure *figure, double dpi);
/* Boxes of the axes' tick labels (both axes), for what has to stand clear of them. */
Box axis_tick_label_box(Renderer *renderer, PlotAxes *axes, bool of_x, bool far);

#endif
