/* rcParams. */
#ifndef KERNEL_MODULES_MATPLOTLIB_SETTINGS_H
#define KERNEL_MODULES_MATPLOTLIB_SETTINGS_H

#include "base/memory.h"
#include "kernel/modules/matplotlib/face.h"

extern const Type settings_type_template;
extern const NativeEntry settings_functions[];
Value settings_context(Thread *thread); /* for a with block: what is set now comes back at its end */
bool settings_restore_defaults(Thread *thread);

#endif
