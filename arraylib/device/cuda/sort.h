/* What the parts of sorting share. */
#ifndef CUPOLA_CUDA_SORT_H
#define CUPOLA_CUDA_SORT_H

#include "arraylib/device/cuda/cuda.h"

/* Key, BITS, MANTISSA, to_key and from_key: keys whose unsigned order is the elements' (NaN last). `places`: zeros of either sign are
 * equal, as a stable argsort has them; else each keeps its sign, and -0.0 comes first. */
void cuda_sort_append_key(TextBuffer *source, const Dtype *dtype, bool places);

/* ---- sort_spread.c ---- */
/* The memory that a row takes: for keys, and for all else; false: not a case for it. */
bool cuda_sort_spread_room(Device *device, const SortTask *task, size_t *keys, size_t *rest);
/* Sort a row, if its keys are distributed so that it can be. `failed` is where the device will say so: then nothing was touched. */
bool cuda_sort_spread(Device *device, const SortTask *task, char *elements, char *keys, char *rest, char **failed, Error *error);

#endif
