/* Runs in processes of their own: what one of them does to its process, the others and the word about it survive. */
#ifndef KERNEL_NOTEBOOK_SUPERVISE_H
#define KERNEL_NOTEBOOK_SUPERVISE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Runs {
    size_t count;
    long jobs;                                  /* at most that many at once */
    const char *(*name)(void *context, size_t index);
    int (*run)(void *context, size_t index);    /* in a process of its own: its exit status */
    void *context;
} Runs;

/* The number of runs that failed. SIGINT, SIGTERM and SIGHUP are passed on to them; *signal is the one that came, or 0. */
size_t supervise(const Runs *runs, int *signal);
void die_of(int signal); /* as one that nobody has caught; returns when that is not to be */

#endif
