/* The kernel's five sockets. Each belongs to one thread at a time: shell and stdin to the interpreter's, control to
 * the control thread, iopub to the publisher, the heartbeat to its own. */
#ifndef PROTOCOL_CHANNELS_H
#define PROTOCOL_CHANNELS_H

#include "protocol/connection.h"
#include "protocol/message.h"

typedef struct Channels {
    void *context; /* ZeroMQ's */
    void *sockets[CHANNEL_COUNT];
    Signer *signer;
    MessageWriter writer;
} Channels;

/* Binds all five. False: error names the endpoint that could not be bound. */
bool channels_open(Channels *channels, const Connection *connection, Error *error);
void channels_close(Channels *channels); /* after the threads that use them have ended */

typedef enum ReceiveResult { RECEIVE_MESSAGE, RECEIVE_NOTHING, RECEIVE_BAD, RECEIVE_CLOSED } ReceiveResult;
/* The next message that is there, without waiting. RECEIVE_BAD: one was dropped, error says why. */
ReceiveResult channels_receive(Channels *channels, Channel channel, Message *message, Error *error);
/* To the sender of `parent`, on its channel. content is borrowed. */
bool channels_send(Channels *channels, Channel channel, const MessageParent *parent, const char *type,
                   const json_t *metadata, const json_t *content);

/* All parts of one message, in order; the frames stay the caller's. */
bool frames_send(void *socket, const MessageFrames *frames);
ReceiveResult frames_receive(void *socket, MessageFrames *frames);

#endif
