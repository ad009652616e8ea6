/* Frames round a box: rounded, as an arrow, with teeth, ... */
#ifndef KERNEL_PLOT_BOX_STYLE_H
#define KERNEL_PLOT_BOX_STYLE_H

#include "kernel/plot/path.h"

typedef enum BoxKind {
    BOX_SQUARE,
    BOX_CIRCLE,
    BOX_ELLIPSE,
    BOX_RIGHT_ARROW,
    BOX_LEFT_ARROW,
    BOX_DOUBLE_ARROW,
    BOX_ROUND,
    BOX_ROUND4,
    BOX_SAWTOOTH,
    BOX_ROUND_TOOTH,
    box_kind_count,
} BoxKind;

/* Lengths are parts of the size; `size`: of the rounding or of a tooth, NAN: from the padding. */
typedef struct BoxStyle {
    BoxKind kind;
    double pad, size, head_width, head_angle;
} BoxStyle;

void box_style_trace(const BoxStyle *style, Box box, double size, Path *path);

#endif
