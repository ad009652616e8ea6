/* No frozen modules: for programs that are not linked with frozen_code.c. */
#include "kernel/language/frozen.h"

const FrozenModule frozen_modules[] = {{0}};
const size_t frozen_module_count = 0;
