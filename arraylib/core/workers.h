/* The host's worker threads, as many as base/processors.h says: they are started at the first large loop and wait for
 * the next one. */
#ifndef ARRAYLIB_CORE_WORKERS_H
#define ARRAYLIB_CORE_WORKERS_H

#include "arraylib/core/runtime.h"

void workers_destroy(WorkerPool *pool); /* NULL is fine */

#endif
