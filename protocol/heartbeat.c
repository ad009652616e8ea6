#include "protocol/heartbeat.h"

#include <zmq.h>

static void *run_heartbeat(void *argument) {
    Heartbeat *heartbeat = argument;
    for (;;) {
        zmq_pollitem_t items[] = {{heartbeat->socket, 0, ZMQ_POLLIN, 0},
                                  {NULL, heartbeat->stop.descriptor, ZMQ_POLLIN, 0}};
        if (zmq_poll(items, 2, -1) < 0) continue;
        if (items[1].revents) return NULL;
        MessageFrames frames = {0};
        while (frames_receive(heartbeat->socket, &frames) == RECEIVE_MESSAGE) {
            frames_send(heartbeat->socket, &frames);
            frames_clear(&frames);
        }
    }
}

bool heartbeat_start(Heartbeat *heartbeat, Channels *channels, Error *error) {
    heartbeat->socket = channels->sockets[CHANNEL_HEARTBEAT];
    if (!wakeup_open(&heartbeat->stop)) return error_set(error, "OSError", "no descriptor for the heartbeat");
    heartbeat->is_running = thread_start(&heartbeat->thread, run_heartbeat, heartbeat);
    if (heartbeat->is_running) return true;
    wakeup_close(&heartbeat->stop);
    return error_set(error, "OSError", "no thread for the heartbeat");
}

void heartbeat_stop(Heartbeat *heartbeat) {
    if (!heartbeat->is_running) return;
    wakeup_signal(&heartbeat->stop);
    pthread_join(heartbeat->thread, NULL);
    wakeup_close(&heartbeat->stop);
    heartbeat->is_running = false;
}
