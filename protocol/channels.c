#include "protocol/channels.h"

#include "base/memory.h"

#include <errno.h>
#include <string.h>
#include <zmq.h>

/* A stuck subscriber may fall this many messages behind before the publisher drops what it would get. */
enum { PUBLISH_LIMIT = 65536, LINGER_MILLISECONDS = 1000 };

static const int socket_types[CHANNEL_COUNT] = {
#define X(name, member, type) type,
    CHANNELS(X)
#undef X
};

static void set_option(void *socket, int option, int value) {
    zmq_setsockopt(socket, option, &value, sizeof value);
}

static void *open_socket(void *context, Channel channel) {
    void *socket = zmq_socket(context, socket_types[channel]);
    if (!socket) return NULL;
    set_option(socket, ZMQ_LINGER, LINGER_MILLISECONDS);
    set_option(socket, ZMQ_IPV6, 1);
    if (socket_types[channel] == ZMQ_ROUTER) {
        /* A client that comes back under its old identity while a cell runs takes the new connection. */
        set_option(socket, ZMQ_ROUTER_HANDOVER, 1);
        set_option(socket, ZMQ_SNDHWM, 0);
        set_option(socket, ZMQ_RCVHWM, 0);
    } else {
        set_option(socket, ZMQ_XPUB_VERBOSE, 1);
        set_option(socket, ZMQ_SNDHWM, PUBLISH_LIMIT);
    }
    return socket;
}

static bool bind_socket(Channels *channels, const Connection *connection, Channel channel, Error *error) {
    channels->sockets[channel] = open_socket(channels->context, channel);
    if (!channels->sockets[channel]) return error_set(error, "OSError", "no socket: %s", zmq_strerror(errno));
    char *endpoint = connection_endpoint(connection, channel);
    if (!endpoint) return error_no_memory(error);
    bool bound = zmq_bind(channels->sockets[channel], endpoint) == 0;
    if (!bound) error_set(error, "OSError", "cannot bind %s: %s", endpoint, zmq_strerror(errno));
    memory_release(endpoint);
    return bound;
}

bool channels_open(Channels *channels, const Connection *connection, Error *error) {
    *channels = (Channels){0};
    channels->signer = signer_new(connection->key, connection->key_length);
    channels->context = zmq_ctx_new();
    bool done = channels->signer && channels->context;
    if (!done || !message_writer_initialize(&channels->writer, channels->signer)) done = error_no_memory(error);
    for (int channel = 0; done && channel < CHANNEL_COUNT; channel++)
        done = bind_socket(channels, connection, (Channel)channel, error);
    if (!done) channels_close(channels);
    return done;
}

void channels_close(Channels *channels) {
    for (int channel = 0; channel < CHANNEL_COUNT; channel++)
        if (channels->sockets[channel]) zmq_close(channels->sockets[channel]);
    if (channels->context) zmq_ctx_term(channels->context);
    message_writer_clear(&channels->writer);
    signer_delete(&channels->signer);
    *channels = (Channels){0};
}

/* ---- whole messages -------------------------------------------------------------------------------------- */

/* One part; false: no memory. */
static bool fill_part(zmq_msg_t *part, const MessagePart *from) {
    if (zmq_msg_init_size(part, from->length) < 0) return false;
    if (from->length) memcpy(zmq_msg_data(part), from->bytes, from->length);
    return true;
}

/* All parts are there before the first goes: half a message would be the beginning of the next one. */
bool frames_send(void *socket, const MessageFrames *frames) {
    zmq_msg_t few[16], *parts = few;
    if (frames->count > sizeof few / sizeof *few) parts = memory_allocate(frames->count * sizeof *parts);
    size_t filled = 0, sent = 0;
    while (parts && filled < frames->count && fill_part(&parts[filled], &frames->parts[filled])) filled++;
    while (filled == frames->count && sent < filled) {
        if (zmq_msg_send(&parts[sent], socket, sent + 1 < filled ? ZMQ_SNDMORE : 0) >= 0) sent++;
        else if (errno != EINTR) break;
    }
    for (size_t i = sent; i < filled; i++) zmq_msg_close(&parts[i]);
    if (parts != few) memory_release(parts);
    return sent == frames->count;
}

ReceiveResult frames_receive(void *socket, MessageFrames *frames) {
    bool more = true;
    while (more) {
        zmq_msg_t part;
        zmq_msg_init(&part);
        int status;
        /* The first part may not be there; the others of a message always are. */
        while ((status = zmq_msg_recv(&part, socket, ZMQ_DONTWAIT)) < 0 && errno == EINTR) {}
        if (status < 0) {
            int problem = errno;
            zmq_msg_close(&part);
            frames_clear(frames);
            return problem == EAGAIN ? RECEIVE_NOTHING : RECEIVE_CLOSED;
        }
        more = zmq_msg_more(&part);
        bool kept = frames_append(frames, zmq_msg_data(&part), zmq_msg_size(&part));
        if (!kept) {
            memory_make_room();
            kept = frames_append(frames, zmq_msg_data(&part), zmq_msg_size(&part));
        }
        zmq_msg_close(&part);
        if (kept) continue;
        frames_clear(frames);
        for (zmq_msg_t rest; more; zmq_msg_close(&rest)) { /* no memory: drop the whole message */
            zmq_msg_init(&rest);
            more = zmq_msg_recv(&rest, socket, 0) >= 0 && zmq_msg_more(&rest);
        }
        return RECEIVE_BAD;
    }
    return RECEIVE_MESSAGE;
}

ReceiveResult channels_receive(Channels *channels, Channel channel, Message *message, Error *error) {
    MessageFrames frames = {0};
    ReceiveResult result = frames_receive(channels->sockets[channel], &frames);
    if (result == RECEIVE_BAD) error_no_memory(error);
    if (result == RECEIVE_MESSAGE && !message_decode(message, &frames, channels->signer, error))
        result = RECEIVE_BAD;
    frames_clear(&frames);
    return result;
}

static bool try_to_send(Channels *channels, Channel channel, const MessageParent *parent, const char *type,
                        const json_t *metadata, const json_t *content) {
    MessageFrames frames = {0};
    bool done = true;
    for (size_t i = 0; done && i < parent->identities.count; i++)
        done = frames_append(&frames, parent->identities.parts[i].bytes, parent->identities.parts[i].length);
    done = done && message_encode(&channels->writer, &frames, parent, type, metadata, content, NULL) &&
           frames_send(channels->sockets[channel], &frames);
    frames_clear(&frames);
    return done;
}

bool channels_send(Channels *channels, Channel channel, const MessageParent *parent, const char *type,
                   const json_t *metadata, const json_t *content) {
    if (try_to_send(channels, channel, parent, type, metadata, content)) return true;
    memory_make_room();
    return try_to_send(channels, channel, parent, type, metadata, content);
}
