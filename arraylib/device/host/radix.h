/* Sorting by radix (radix.c): for many numbers of four or eight bytes. */
#ifndef ARRAYLIB_DEVICE_HOST_RADIX_H
#define ARRAYLIB_DEVICE_HOST_RADIX_H

#include "arraylib/device/device.h"

bool host_radix_fits(const Dtype *dtype, int64_t count);
/* `order` NULL: the numbers are sorted in place, NaN last. Else they are only read, and `order` gets the stable order. */
bool host_radix_sort(Device *device, const Dtype *dtype, void *data, int64_t count, int64_t *order, Error *error);

#endif
