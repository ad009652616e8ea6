/* The destroy slots of the holders, for the types' tables. */
#ifndef KERNEL_MODULES_MATPLOTLIB_HOLDERS_H
#define KERNEL_MODULES_MATPLOTLIB_HOLDERS_H

#include "kernel/modules/matplotlib/face.h"

void figure_object_destroy(Object *self);
void axes_object_destroy(Object *self);
void artist_object_destroy(Object *self);
void part_object_destroy(Object *self);
void colormap_object_destroy(Object *self);

#endif
