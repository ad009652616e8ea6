/* Kernels written as text, for devices: cupy.RawKernel and its relations. A CUDA device compiles them with NVRTC; for an
 * emulated one cudac reads them and the IR runs them. */
#ifndef ARRAYLIB_FUNCTIONS_KERNELS_H
#define ARRAYLIB_FUNCTIONS_KERNELS_H

#include "arraylib/core/array.h"
#include "arraylib/device/device.h"

struct IrModule;
typedef struct KernelText KernelText; /* a text, compiled for every device that it has run on */

typedef struct KernelArgument {
    Array *array;            /* its first element's address; NULL: */
    const void *bytes;       /* the value */
    size_t size;
} KernelArgument;

/* Copies `source` and compiles it for cupy's current device. Emulated devices heed -DNAME=VALUE alone among the options. NULL:
 * `error` (its kind ends in "CompileException" with the compiler's log, when the text is wrong). */
KernelText *kernel_text_compile(ArrayRuntime *runtime, const KernelSource *source, Error *error);
/* The same of a module of the IR, which it takes over (also when it fails): rendered as CUDA C where that is needed. */
KernelText *kernel_text_from_module(ArrayRuntime *runtime, struct IrModule *module, const char *const *options, int option_count, Error *error);
/* The CUDA C of such a text; NULL: it was not rendered. */
const char *kernel_text_source(const KernelText *text);
void kernel_text_release(KernelText *text); /* NULL is fine */
/* All of these are about the current device. CUDA_ERROR_NOT_FOUND: there is no kernel of that name. */
bool kernel_exists(KernelText *text, const char *name, Error *error);
bool kernel_launch(KernelText *text, const char *name, const KernelLaunch *launch, const KernelArgument *arguments, int count, Error *error);
/* Where a variable of the text lies, and on what device; false without an error: there is none. */
bool kernel_variable(KernelText *text, const char *name, Device **device, char **bytes, size_t *size, Error *error);
/* A number of CUfunction_attribute; false without an error: emulated kernels have none. */
/* The bytes of each parameter, at most `most` of them; how many there are. -1: the device does not tell, or it failed. */
int kernel_parameter_sizes(KernelText *text, const char *name, uint32_t *sizes, int most, Error *error);
bool kernel_attribute(KernelText *text, const char *name, int attribute, int *value, Error *error);
bool kernel_set_attribute(KernelText *text, const char *name, int attribute, int value, Error *error);

#endif
