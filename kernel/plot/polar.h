/* Axes of an angle and a distance. */
#ifndef KERNEL_PLOT_POLAR_H
#define KERNEL_PLOT_POLAR_H

#include "kernel/plot/figure.h"

void polar_begin(PlotAxes *axes); /* make these axes round, or as round ones are at first */
bool polar_is_full(const PlotAxes *axes);
Box polar_fit(PlotAxes *axes, Box box); /* the largest square in the box; from then on points have places */
Point polar_to_pixels(const PlotAxes *axes, double theta, double r);
Point polar_from_pixels(const PlotAxes *axes, Point pixels);
double polar_origin(const PlotAxes *axes); /* the distance that stands in the middle */
void polar_outline(const PlotAxes *axes, Path *path); /* what is shown: a disc, a ring, or a piece of one */
/* Where ticks stand and what stands there, unless the user says it. */
bool polar_angle_ticks(const PlotAxes *axes, double space, Ticks *ticks, Error *error);
bool polar_angle_labels(const PlotAxes *axes, Ticks *ticks, Error *error);
void polar_drop_middle(const PlotAxes *axes, Ticks *ticks); /* no circle is drawn where it has no size */
void polar_draw_axis(Renderer *renderer, PlotAxes *axes, bool of_x);
void polar_draw_spines(Renderer *renderer, PlotAxes *axes);
Box polar_label_box(Renderer *renderer, PlotAxes *axes, bool of_x);
/* The lines of a path cut into short ones, so that they bend as the axes do. */
void polar_refine(const Path *path, Path *fine);

#endif
