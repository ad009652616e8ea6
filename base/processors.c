#include "base/processors.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int affinity_count(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

static int rounded_up(double quota, double period) {
    int count = (int)((quota + period - 1) / period);
    return count < 1 ? 1 : count;
}

/* The control group's quota in whole processors, 0 when there is none: version 2's "quota period" or version 1's two
 * files. A container sees its own group at the root. */
static int quota_count(void) {
    double quota = 0, period = 0;
    char word[32] = "";
    FILE *file = fopen("/sys/fs/cgroup/cpu.max", "re");
    if (file) {
        int count = fscanf(file, "%31s %lf", word, &period);
        fclose(file);
        if (count != 2 || !strcmp(word, "max") || period <= 0) return 0;
        quota = strtod(word, NULL);
        return quota > 0 ? rounded_up(quota, period) : 0;
    }
    static const char *const names[] = {"/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "/sys/fs/cgroup/cpu/cpu.cfs_period_us"};
    double *places[] = {&quota, &period};
    for (int i = 0; i < 2; i++) {
        file = fopen(names[i], "re");
        if (!file) return 0;
        int count = fscanf(file, "%lf", places[i]);
        fclose(file);
        if (count != 1) return 0;
    }
    return quota > 0 && period > 0 ? rounded_up(quota, period) : 0;
}

int processor_count(const char **why) {
    const char *reason = "the processors this process may run on";
    int count = affinity_count(), quota = quota_count();
    if (quota && quota < count) {
        count = quota;
        reason = "the CPU quota of the control group";
    }
    static const char *const names[] = {"OMP_NUM_THREADS", "SLURM_CPUS_PER_TASK"};
    for (int i = 0; i < 2; i++) {
        const char *wanted = getenv(names[i]);
        long number = wanted ? strtol(wanted, NULL, 10) : 0;
        if (number <= 0 || number >= count) continue;
        count = (int)number;
        reason = names[i];
    }
    if (why) *why = reason;
    return count < 1 ? 1 : count;
}
