/* Waiting for descriptors, interruptibly. */
#ifndef KERNEL_LIBRARY_SELECT_H
#define KERNEL_LIBRARY_SELECT_H

#include "kernel/objects/core/object.h"

#include <poll.h>

typedef struct PollSet {
    struct pollfd *items;
    nfds_t count;
} PollSet;
/* Wait until one is ready, for `seconds` (negative: for ever). false: an exception is set. */
bool poll_wait(Thread *thread, PollSet *set, double seconds, int *found);
bool poll_one(Thread *thread, int descriptor, short events, double seconds, bool *ready);
/* An int, or what fileno() says. */
bool descriptor_from(Thread *thread, Value value, int *descriptor);

#endif
