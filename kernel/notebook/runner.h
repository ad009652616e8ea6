/* Runs one notebook in this process, natively: no Jupyter, no sockets. */
#ifndef KERNEL_NOTEBOOK_RUNNER_H
#define KERNEL_NOTEBOOK_RUNNER_H

#include "base/error.h"
#include "kernel/objects/core/interpreter.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct RunOptions {
    const char *name;        /* of the notebook, for messages */
    const char *output;      /* path to save to before the first cell and after each, or NULL */
    int output_descriptor;   /* where to save instead, rewritten each time; -1: nowhere */
    bool allow_errors;       /* go on after a failing cell */
    double timeout;          /* seconds for each cell, 0: none */
    const char *parameters;  /* source of the cell with parameters; empty: none */
    const char *program;     /* path of the running program */
    bool (*prepare)(Thread *thread); /* called once the session is there; may be NULL */
} RunOptions;

/* Execute the document's code cells in order and fill in their outputs. True when every cell succeeded (or was
 * allowed to fail). A failing cell's traceback goes to stderr; *error is set for a failure to save; *stopped is the signal
 * that ended the run (SIGINT, SIGTERM, SIGHUP), or 0. */
bool notebook_run(json_t *document, const RunOptions *options, int *stopped, Error *error);

#endif
