/* Loops over dates and over text, of many elements at once, beside the steps of single ones in core/flexible_loop.c: the results are the
 * same. Each answers false where it has no loop and has done nothing. */
#ifndef ARRAYLIB_DEVICE_HOST_DATES_H
#define ARRAYLIB_DEVICE_HOST_DATES_H

#include "arraylib/core/flexible_loop.h"
#include "arraylib/device/device.h"

/* From dates to dates, from and to int64. *done: how many elements were cast; behind them is one that does not fit. */
bool dates_cast(const Dtype *from, const Dtype *to, char *const *data, const int64_t *strides, int64_t count, int64_t *done);
bool dates_operate(const FlexibleLoop *loop, char *const *data, const int64_t *strides, int64_t count);
bool dates_reduce(const FlexibleLoop *loop, char *out, const char *in, int64_t stride, int64_t count); /* into one element */
int64_t dates_extreme(const char *row, int64_t stride, int64_t length, bool maximum); /* the place of the first not-a-time or extreme */
bool dates_sort(Device *device, const SortTask *task, Error *error);

bool texts_compare(const FlexibleLoop *loop, char *const *data, const int64_t *strides, int64_t count);
/* The stable order of elements, by pieces of them that are taken for numbers. */
bool texts_order(Device *device, const Dtype *dtype, const char *data, int64_t *order, int64_t count, Error *error);

#endif
