/* Sorting numbers of four and eight bytes by vectors (vector_sort.c), where the processor has AVX-512. */
#ifndef ARRAYLIB_DEVICE_HOST_VECTOR_SORT_H
#define ARRAYLIB_DEVICE_HOST_VECTOR_SORT_H

#include "arraylib/device/device.h"

bool host_vector_sort_fits(const Dtype *dtype, int64_t count);
bool host_vector_sort(Device *device, const Dtype *dtype, char *data, int64_t count, Error *error); /* NaN last */
/* Only the elements from `first` to `last` come into their places, none less after them, none greater before them. */
bool host_vector_select(Device *device, const Dtype *dtype, char *data, int64_t count, int64_t first, int64_t last, Error *error);

#endif
