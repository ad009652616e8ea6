/* cuRAND's XORWOW generator on the host, in cuRAND's default ordering, so that an emulated device draws what a GPU
 * draws. Marsaglia, "Xorshift RNGs" (2003); seeding, ordering and transforms as cuRAND documents and shows them. */
#ifndef ARRAYLIB_DEVICE_EMULATED_XORWOW_H
#define ARRAYLIB_DEVICE_EMULATED_XORWOW_H

#include "arraylib/device/device.h"

typedef struct Xorwow Xorwow;

Xorwow *xorwow_create(Error *error);
void xorwow_destroy(Xorwow *generator);
/* As DeviceOperations.random: `task->output` is host memory. */
bool xorwow_generate(Xorwow *generator, ArrayRuntime *runtime, const RandomTask *task, Error *error);

#endif
