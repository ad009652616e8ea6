/* Frames <-> Message. A message on the wire: identities, "<IDS|MSG>", signature, header, parent header, metadata,
 * content, and any number of binary buffers. */
#ifndef PROTOCOL_MESSAGE_H
#define PROTOCOL_MESSAGE_H

#include "base/error.h"
#include "base/text_buffer.h"
#include "protocol/signature.h"

#include <jansson.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define PROTOCOL_VERSION "5.6"

/* One frame, owned where a struct below holds it. */
typedef struct MessagePart {
    char *bytes;
    size_t length;
} MessagePart;

typedef struct MessageFrames {
    MessagePart *parts;
    size_t count, capacity;
} MessageFrames;

bool frames_append(MessageFrames *frames, const void *bytes, size_t length); /* copies */
bool frames_append_owned(MessageFrames *frames, char *bytes, size_t length); /* takes over, also on failure */
void frames_clear(MessageFrames *frames);

typedef struct Message {
    MessageFrames identities;
    json_t *header, *parent_header, *metadata, *content; /* objects */
    MessageFrames buffers;
    char *header_text; /* as it came: replies carry it as their parent header */
    size_t header_length;
    bool has_surrogates; /* of the content: see json_parse_loosely */
} Message;

/* Takes the frames apart. False: error tells why this message has to be dropped; `message` is then empty. */
bool message_decode(Message *message, const MessageFrames *frames, Signer *signer, Error *error);
void message_clear(Message *message);
const char *message_type(const Message *message); /* never NULL */

/* The request that something answers or belongs to. Shared by the threads that send: counted. */
typedef struct MessageParent {
    atomic_int references;
    char *header_text;
    size_t header_length;
    MessageFrames identities;
} MessageParent;

MessageParent *message_parent_new(const Message *message); /* NULL: no memory */
MessageParent *message_parent_retain(MessageParent *parent);
void message_parent_release(MessageParent *parent); /* NULL is fine */

/* What every message of this kernel shares: its session, the user's name, and a count that makes identifiers fresh. */
typedef struct MessageWriter {
    Signer *signer;       /* borrowed */
    char session[37];
    char *header_end;     /* the members that are the same in every header */
    atomic_ulong count;
} MessageWriter;

bool message_writer_initialize(MessageWriter *writer, Signer *signer);
void message_writer_clear(MessageWriter *writer);

/* The parts of a message in front of which the caller has put the identities or the topic. `parent` may be NULL;
 * metadata may be NULL; content and metadata are borrowed. */
bool message_encode(MessageWriter *writer, MessageFrames *frames, const MessageParent *parent, const char *type,
                    const json_t *metadata, const json_t *content, const MessageFrames *buffers);

/* UTC now as the protocol writes it: 2024-01-02T03:04:05.000006Z */
void message_date(char date[32]);

#endif
