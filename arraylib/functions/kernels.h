/* Kernels written as text, for devices: cupy.RawKernel and its relations. On an emulated device cudac reads them and the IR
 * runs them. */
#ifndef ARRAYLIB_FUNCTIONS_KERNELS_H
#define ARRAYLIB_FUNCTIONS_KERNELS_H

#include "arraylib/core/array.h"

typedef struct KernelText KernelText; /* a compiled text */

typedef struct KernelArgument {
    Array *array;            /* its first element's address; NULL: */
    const void *bytes;       /* the value */
    size_t size;
} KernelArgument;

typedef struct KernelLaunch {
    uint32_t grid[3], block[3];
    size_t shared; /* bytes of dynamic shared memory */
    void (*print)(void *context, const char *text, size_t length); /* printf's output */
    void *print_context;
} KernelLaunch;

/* `options` as the compiler's: -DNAME=VALUE counts, others do not. NULL: `error` (kind "CompileException" with the log). */
KernelText *kernel_text_compile(ArrayRuntime *runtime, const char *source, size_t length, const char *const *options, int option_count,
                                const char *const *names, int name_count, Error *error);
void kernel_text_release(KernelText *text); /* NULL is fine */
/* How many parameters the kernel `name` has; -1: there is none of that name. A name expression counts as one. */
int kernel_parameter_count(const KernelText *text, const char *name);
bool kernel_launch(KernelText *text, const char *name, const KernelLaunch *launch, const KernelArgument *arguments, int count, Error *error);
/* Where a variable of the text lies; false: there is none. */
bool kernel_variable(const KernelText *text, const char *name, char **bytes, size_t *size);

#endif
