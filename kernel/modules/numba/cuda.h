/* numba.cuda's kernels: what the launcher and the way to the compiler share. */
#ifndef KERNEL_MODULES_NUMBA_CUDA_H
#define KERNEL_MODULES_NUMBA_CUDA_H

#include "kernel/modules/numpy/numpy.h"

/* A compiled kernel as a value, over a text of one; owned. */
Value cuda_kernel_object(Thread *thread, KernelText *owned, const char *name);
/* The function that cuda.jit was given, borrowed; absent: the value is no such dispatcher. */
Value cuda_dispatcher_function(Value value);
KernelText *cuda_kernel_text(Value kernel); /* NULL: it is none */

extern const ModuleEntry module_numba_cuda_launch;
extern const NativeEntry cuda_compile_functions[], cuda_random_functions[];

#endif
