/* Areas hatched with letters: / \ | - + x o O . * */
#ifndef KERNEL_PLOT_HATCH_H
#define KERNEL_PLOT_HATCH_H

#include "kernel/plot/renderer.h"

/* Over all that the target's clip leaves; the line width is in points. */
void hatch_fill(const Renderer *renderer, const char *pattern, Color color, double width);

#endif
