/* NVIDIA's library of management, apart from the arrays' headers (which have a LIBRARY_COUNT of their own). */
#ifndef KERNEL_MODULES_CUPY_NVML_H
#define KERNEL_MODULES_CUPY_NVML_H

void *nvml_function(const char *name); /* NULL: there is no such library, or no such function in it */

#endif
