/* How many threads heavy work may use, and why that many. */
#ifndef BASE_PROCESSORS_H
#define BASE_PROCESSORS_H

/* The least of the processors this process may run on, the CPU quota of its control group, OMP_NUM_THREADS and
 * SLURM_CPUS_PER_TASK.
 * `why` may be NULL; else it gets a static string that names what decided. At least 1. */
int processor_count(const char **why);

#endif
