/* The heartbeat: a thread that sends back whatever it is sent. */
#ifndef PROTOCOL_HEARTBEAT_H
#define PROTOCOL_HEARTBEAT_H

#include "protocol/channels.h"
#include "protocol/thread.h"

typedef struct Heartbeat {
    void *socket;
    Wakeup stop;
    pthread_t thread;
    bool is_running;
} Heartbeat;

bool heartbeat_start(Heartbeat *heartbeat, Channels *channels, Error *error);
void heartbeat_stop(Heartbeat *heartbeat); /* fine when it never started */

#endif
