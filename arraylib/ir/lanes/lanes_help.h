#ifndef ARRAYLIB_IR_LANES_HELP_H
#define ARRAYLIB_IR_LANES_HELP_H

#include "arraylib/ir/lanes/lanes.h"

void lanes_generic(const IrValue *value, const void *a, const void *b, const void *c, void *out, uint32_t mask, int32_t width);
void lanes_math_f32(float (*function)(float), const float *x, float *out, uint32_t mask, int32_t width);
void lanes_math_f64(double (*function)(double), const double *x, double *out, uint32_t mask, int32_t width);
/* Each active lane reads into or writes from `data`. 1: a fault. [low, high) is where the pointer should lead. */
int32_t lanes_access(const LaneCall *call, IrRun *run, const IrValue *value, const uint64_t *addresses, void *data, uint32_t mask, uint64_t low, uint64_t high, int64_t vector);
int32_t lanes_atomic(const LaneCall *call, IrRun *run, const IrValue *value, const uint64_t *addresses, const void *first, const void *second, void *out, uint32_t mask,
                     int64_t vector);
void lanes_shuffle(const IrValue *value, const uint32_t *masks, const void *values, const int32_t *by, const int32_t *widths, void *out, uint32_t exec);
void lanes_print(IrRun *run, const IrValue *value, const void *const *values, uint32_t mask, int32_t width);
void lanes_fault(IrRun *run, const IrValue *check); /* NULL: an interrupt */

#endif
