/* The modules of this folder, for the registry. */
#ifndef KERNEL_MODULES_MATPLOTLIB_MODULES_H
#define KERNEL_MODULES_MATPLOTLIB_MODULES_H

#include "kernel/objects/descriptor/native.h"

/* C identifier, module */
#define MATPLOTLIB_MODULES(X) \
    X(matplotlib) X(pyplot) X(matplotlib_cm) X(matplotlib_colors) \
    X(matplotlib_ticker) X(matplotlib_patches) X(matplotlib_lines) X(matplotlib_image) X(matplotlib_figure) \
    X(matplotlib_axes) X(matplotlib_projections) X(matplotlib_polar) X(matplotlib_gridspec) X(matplotlib_live) X(matplotlib_text) X(matplotlib_collections) \
    X(matplotlib_inline) X(matplotlib_inline_backend) X(matplotlib_arrows) X(matplotlib_movies)

#define X(identifier) extern const ModuleEntry identifier##_module;
MATPLOTLIB_MODULES(X)
#undef X

#endif
