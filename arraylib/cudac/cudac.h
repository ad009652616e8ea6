/* CUDA C to the typed IR, so that kernels written as text run without a GPU. README.md tells what is understood. */
#ifndef ARRAYLIB_CUDAC_CUDAC_H
#define ARRAYLIB_CUDAC_CUDAC_H

#include "arraylib/ir.h"

typedef struct CudacOptions {
    const char *file_name;          /* for messages; NULL: "kernel.cu" */
    const char *const *definitions; /* "NAME" or "NAME=VALUE", as -D gives them */
    int definition_count;
    const char *const *names;       /* name expressions: "scale<float>"; each becomes a kernel, or names a variable */
    int name_count;
    bool is_not_contracted;         /* -fmad=false: a product and a sum are rounded one after the other */
} CudacOptions;

/* The module of a text, verified. A kernel that is no template keeps its name; what names[i] means is called as
 * cudac_symbol(i) says. NULL: `error`. Its kind is "CompileException" with messages as the compiler of CUDA writes them,
 * or "NotImplementedError" for what only a GPU can do. */
IrModule *cudac_compile(const char *source, size_t length, const CudacOptions *options, Error *error);
/* The name in the module of a name expression: "scale<float>" is "scale_0". */
void cudac_symbol(char *symbol, size_t size, const char *expression, int position);

#endif
