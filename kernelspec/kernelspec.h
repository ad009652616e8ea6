/* The kernelspec's files, held in the program so that `cupola install` needs nothing beside it. */
#ifndef KERNELSPEC_KERNELSPEC_H
#define KERNELSPEC_KERNELSPEC_H

#include <stddef.h>

typedef struct KernelspecFile {
    const char *name; /* "kernel.json" (with @PROGRAM@ for the program's path), "logo-32x32.png", ... */
    const char *bytes;
    const char *end;
} KernelspecFile;

extern const KernelspecFile kernelspec_files[];
extern const size_t kernelspec_file_count;

#endif
