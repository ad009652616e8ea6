/* The connection file: where a front end expects its kernel. */
#ifndef PROTOCOL_CONNECTION_H
#define PROTOCOL_CONNECTION_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* name, member of the connection file, ZeroMQ's socket type of the kernel's end */
#define CHANNELS(X)                        \
    X(SHELL, "shell_port", ZMQ_ROUTER)     \
    X(IOPUB, "iopub_port", ZMQ_XPUB)       \
    X(STDIN, "stdin_port", ZMQ_ROUTER)     \
    X(CONTROL, "control_port", ZMQ_ROUTER) \
    X(HEARTBEAT, "hb_port", ZMQ_ROUTER)

typedef enum Channel {
#define X(name, member, type) CHANNEL_##name,
    CHANNELS(X)
#undef X
        CHANNEL_COUNT
} Channel;

typedef struct Connection {
    char *transport; /* "tcp" or "ipc" */
    char *address;   /* IP, or the path prefix of the ipc sockets */
    char *key;
    size_t key_length;
    int ports[CHANNEL_COUNT];
} Connection;

/* False: error says in one line what is wrong with the file. */
bool connection_load(Connection *connection, const char *path, Error *error);
bool connection_parse(Connection *connection, const char *bytes, size_t length, Error *error);
/* "tcp://127.0.0.1:5555", "ipc:///run/x-1"; owned, NULL without memory. */
char *connection_endpoint(const Connection *connection, Channel channel);
void connection_clear(Connection *connection);

#endif
