/* What -p and its kin say, as the source of a cell. */
#ifndef KERNEL_NOTEBOOK_PARAMETERS_H
#define KERNEL_NOTEBOOK_PARAMETERS_H

#include "base/error.h"

#include <stddef.h>

typedef struct RunParameter {
    const char *kind;        /* "text" (-p), "raw", "yaml", "file", "base64" */
    const char *name, *value; /* name: NULL for the last three */
} RunParameter;

/* Owned; empty when nothing is to be said; NULL with the error set. */
char *parameters_source(const RunParameter *parameters, size_t count, Error *error);

#endif
