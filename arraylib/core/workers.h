/* The host's worker threads: they are started at the first large loop and wait for the next one. */
#ifndef ARRAYLIB_CORE_WORKERS_H
#define ARRAYLIB_CORE_WORKERS_H

#include "arraylib/core/runtime.h"

/* How many threads compute, the caller among them: OMP_NUM_THREADS, else SLURM_CPUS_PER_TASK, else the CPUs of
 * the process's affinity, at most the cgroup's quota. *reason (may be NULL) says which. */
int workers_count(const char **reason);
void workers_destroy(WorkerPool *pool); /* NULL is fine */

#endif
