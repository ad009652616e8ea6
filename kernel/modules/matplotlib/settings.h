/* rcParams. */
#ifndef KERNEL_MODULES_MATPLOTLIB_SETTINGS_H
#define KERNEL_MODULES_MATPLOTLIB_SETTINGS_H

#include "base/memory.h"
#include "kernel/modules/matplotlib/face.h"

Value matplotlib_setting(Thread *thread, const char *name); /* borrowed; absent: there is none */
PropCycle *cycle_from_value(Thread *thread, Value cycler);  /* an iterable of dicts; owned */
bool weight_is_bold(Thread *thread, Value value, bool *bold);
bool cap_from_value(Thread *thread, Value value, LineCap *cap);
bool join_from_value(Thread *thread, Value value, LineJoin *join);

#endif
