/* Machine code from an object file in memory, made ready to run: what is needed of a linker for one file at a time. */
#ifndef ARRAYLIB_IR_LOADER_H
#define ARRAYLIB_IR_LOADER_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct LoadedCode LoadedCode;

/* The address of a symbol that the file does not define; NULL: not known. */
typedef void *CodeResolver(void *context, const char *name);
/* NULL: no memory (`error`), or an object of another kind than this loader knows (`error` is not set). */
LoadedCode *code_load(const char *object, size_t size, CodeResolver *resolve, void *context, Error *error);
void *code_symbol(const LoadedCode *code, const char *name); /* NULL: it defines no such function */
size_t code_size(const LoadedCode *code); /* bytes of memory mapped */
void code_unload(LoadedCode *code);

#endif
