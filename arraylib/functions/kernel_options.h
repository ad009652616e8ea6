/* What the options of a kernel's text mean to an emulated device. */
#ifndef ARRAYLIB_FUNCTIONS_KERNEL_OPTIONS_H
#define ARRAYLIB_FUNCTIONS_KERNEL_OPTIONS_H

#include "arraylib/cudac/cudac.h"
#include "arraylib/device/device.h"

/* Fill the settings, with up to `most` definitions of macros (borrowed of the source). False with CompileException, in NVRTC's words. */
bool kernel_options_read(const KernelSource *source, CudacOptions *settings, const char **definitions, int most, Error *error);

#endif
