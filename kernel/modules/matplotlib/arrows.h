/* Arrows: of annotations, and FancyArrowPatch. */
#ifndef KERNEL_MODULES_MATPLOTLIB_ARROWS_H
#define KERNEL_MODULES_MATPLOTLIB_ARROWS_H

#include "kernel/modules/matplotlib/face.h"

/* arrowprops= of an annotation whose text belongs to a figure. */
bool arrow_from_properties(Thread *thread, PlotText *text, Value dictionary);
/* What arrows have beside other patches; false without an exception: no such property. */
bool arrow_set_property(Thread *thread, PlotPatch *patch, const char *name, Value value, bool *known);
/* Patches at the ends of an arrow that belong to no figure yet become part of the arrow's. */
bool arrow_own_patches(Thread *thread, PlotPatch *patch);
Value arrow_create_object(Thread *thread, Type *type, const Call *call);
Value arrow_to_string(Thread *thread, Value self);
/* boxstyle=: "round,pad=0.3" or a BoxStyle. `pad`: taken where the words give none; NAN: the style's own. */
bool box_style_from_value(Thread *thread, Value value, double pad, BoxStyle *style);
/* matplotlib.path.Path of points and codes. */
Value value_from_path(Thread *thread, const Path *path);
bool path_from_value(Thread *thread, Value value, Path *path);
extern const NativeEntry arrow_methods[];

#endif
