/* What PolarAxes shares with Axes and with pyplot's rgrids and thetagrids. */
#ifndef KERNEL_MODULES_MATPLOTLIB_POLAR_TYPE_H
#define KERNEL_MODULES_MATPLOTLIB_POLAR_TYPE_H

#include "kernel/modules/matplotlib/face.h"

extern const Type polar_type_template;
Value axes_repr(Thread *thread, Value self);
Value axes_str(Thread *thread, Value self);
bool axes_hash(Thread *thread, Value self, int64_t *hash);
/* (angles, labels, fmt, keywords) and (radii, labels, angle, fmt, keywords) */
Value polar_set_angle_grid(Thread *thread, Value self, const Value *arguments);
Value polar_set_distance_grid(Thread *thread, Value self, const Value *arguments);

#endif
