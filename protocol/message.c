#include "protocol/message.h"

#include "base/memory.h"
#include "protocol/json.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <uuid/uuid.h>

static const char delimiter[] = "<IDS|MSG>";

/* ---- frames ---------------------------------------------------------------------------------------------- */

bool frames_append_owned(MessageFrames *frames, char *bytes, size_t length) {
    if (bytes && frames->count == frames->capacity) {
        size_t capacity = frames->capacity ? 2 * frames->capacity : 8;
        MessagePart *parts = memory_resize(frames->parts, capacity * sizeof *parts);
        if (parts) {
            frames->parts = parts;
            frames->capacity = capacity;
        }
    }
    if (!bytes || frames->count == frames->capacity) {
        memory_release(bytes);
        return false;
    }
    frames->parts[frames->count++] = (MessagePart){bytes, length};
    return true;
}

bool frames_append(MessageFrames *frames, const void *bytes, size_t length) {
    return frames_append_owned(frames, memory_copy_bytes(bytes, length), length);
}

void frames_clear(MessageFrames *frames) {
    for (size_t i = 0; i < frames->count; i++) memory_release(frames->parts[i].bytes);
    memory_release(frames->parts);
    *frames = (MessageFrames){0};
}

static bool copy_frames(MessageFrames *copy, const MessageFrames *frames, size_t start, size_t end) {
    for (size_t i = start; i < end; i++)
        if (!frames_append(copy, frames->parts[i].bytes, frames->parts[i].length)) return false;
    return true;
}

/* ---- decoding -------------------------------------------------------------------------------------------- */

static bool parse_object(const MessagePart *part, const char *name, json_t **object, Error *error) {
    *object = json_parse(part->bytes, part->length);
    if (json_is_object(*object)) return true;
    return error_set(error, "ValueError", "its %s is not a JSON object", name);
}

static bool parse_content(const MessagePart *part, Message *message, Error *error) {
    message->content = json_parse_loosely(part->bytes, part->length, &message->has_surrogates);
    if (json_is_object(message->content)) return true;
    return error_set(error, "ValueError", "its content is not a JSON object");
}

static bool parse_parts(Message *message, const MessageFrames *frames, size_t first, Error *error) {
    const MessagePart *parts = frames->parts + first;
    if (!parse_object(&parts[0], "header", &message->header, error) ||
        !parse_object(&parts[2], "metadata", &message->metadata, error) ||
        !parse_content(&parts[3], message, error)) return false;
    message->parent_header = json_parse(parts[1].bytes, parts[1].length);
    if (json_is_null(message->parent_header)) message->parent_header = json_object();
    if (!json_is_object(message->parent_header))
        return error_set(error, "ValueError", "its parent header is not a JSON object");
    if (!json_is_string(json_object_get(message->header, "msg_type")) ||
        !json_is_string(json_object_get(message->header, "msg_id")))
        return error_set(error, "ValueError", "its header has no msg_type or no msg_id");
    message->header_text = memory_copy_bytes(parts[0].bytes, parts[0].length);
    message->header_length = parts[0].length;
    if (!message->header_text || !copy_frames(&message->identities, frames, 0, first - 2) ||
        !copy_frames(&message->buffers, frames, first + 4, frames->count)) return error_no_memory(error);
    return true;
}

bool message_decode(Message *message, const MessageFrames *frames, Signer *signer, Error *error) {
    *message = (Message){0};
    size_t at = 0;
    while (at < frames->count && (frames->parts[at].length != sizeof delimiter - 1 ||
                                  memcmp(frames->parts[at].bytes, delimiter, sizeof delimiter - 1))) at++;
    if (at == frames->count) return error_set(error, "ValueError", "it has no delimiter");
    if (frames->count - at < 6) return error_set(error, "ValueError", "it has too few frames");

    SignedPart parts[4];
    for (size_t i = 0; i < 4; i++)
        parts[i] = (SignedPart){frames->parts[at + 2 + i].bytes, frames->parts[at + 2 + i].length};
    switch (signer_check(signer, frames->parts[at + 1].bytes, frames->parts[at + 1].length, parts)) {
    case SIGNATURE_WRONG:
        return error_set(error, "ValueError", "its signature is wrong");
    case SIGNATURE_REPEATED:
        return error_set(error, "ValueError", "its signature was seen before");
    case SIGNATURE_GOOD:
        break;
    }
    if (parse_parts(message, frames, at + 2, error)) return true;
    message_clear(message);
    return false;
}

void message_clear(Message *message) {
    frames_clear(&message->identities);
    frames_clear(&message->buffers);
    json_decref(message->header);
    json_decref(message->parent_header);
    json_decref(message->metadata);
    json_decref(message->content);
    memory_release(message->header_text);
    *message = (Message){0};
}

const char *message_type(const Message *message) {
    return json_member_string(message->header, "msg_type", "");
}

/* ---- parents --------------------------------------------------------------------------------------------- */

MessageParent *message_parent_new(const Message *message) {
    MessageParent *parent = memory_allocate_zeroed(1, sizeof *parent);
    if (!parent) return NULL;
    atomic_init(&parent->references, 1);
    parent->header_text = memory_copy_bytes(message->header_text, message->header_length);
    parent->header_length = message->header_length;
    if (!parent->header_text ||
        !copy_frames(&parent->identities, &message->identities, 0, message->identities.count)) {
        message_parent_release(parent);
        return NULL;
    }
    return parent;
}

MessageParent *message_parent_retain(MessageParent *parent) {
    if (parent) atomic_fetch_add(&parent->references, 1);
    return parent;
}

void message_parent_release(MessageParent *parent) {
    if (!parent || atomic_fetch_sub(&parent->references, 1) != 1) return;
    memory_release(parent->header_text);
    frames_clear(&parent->identities);
    memory_release(parent);
}

/* ---- encoding -------------------------------------------------------------------------------------------- */

bool message_writer_initialize(MessageWriter *writer, Signer *signer) {
    *writer = (MessageWriter){.signer = signer};
    uuid_t identifier;
    uuid_generate_random(identifier);
    uuid_unparse_lower(identifier, writer->session);
    const char *name = getenv("USER");
    TextBuffer text = TEXT_BUFFER_EMPTY;
    json_t *user = json_from_string(name && *name ? name : "kernel");
    text_append_format(&text, "\",\"session\":\"%s\",\"username\":", writer->session);
    bool done = user && json_append_text(&text, user);
    json_decref(user);
    text_append(&text, ",\"version\":\"" PROTOCOL_VERSION "\"}");
    writer->header_end = text_detach(&text);
    return done && writer->header_end;
}

void message_writer_clear(MessageWriter *writer) {
    memory_release(writer->header_end);
    *writer = (MessageWriter){0};
}

void message_date(char date[32]) {
    struct timespec now;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    size_t length = strftime(date, 24, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(date + length, 32 - length, ".%06ldZ", now.tv_nsec / 1000 % 1000000);
}

static bool append_header(MessageWriter *writer, MessageFrames *frames, const char *type) {
    char date[32];
    message_date(date);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "{\"msg_id\":\"%s_%lu\",\"msg_type\":\"%s\",\"date\":\"%s", writer->session,
                       atomic_fetch_add(&writer->count, 1) + 1, type, date);
    text_append(&text, writer->header_end);
    size_t length = text.length;
    return frames_append_owned(frames, text_detach(&text), length);
}

static bool append_json(MessageFrames *frames, const json_t *value) {
    if (!value) return frames_append(frames, "{}", 2);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (!json_append_text(&text, value)) {
        text_release(&text);
        return false;
    }
    size_t length = text.length;
    return frames_append_owned(frames, text_detach(&text), length);
}

bool message_encode(MessageWriter *writer, MessageFrames *frames, const MessageParent *parent, const char *type,
                    const json_t *metadata, const json_t *content, const MessageFrames *buffers) {
    size_t signature_at = frames->count + 1;
    char signature[SIGNATURE_LENGTH + 1] = "";
    if (!frames_append(frames, delimiter, sizeof delimiter - 1) || !frames_append(frames, "", 0) ||
        !append_header(writer, frames, type)) return false;
    if (!(parent ? frames_append(frames, parent->header_text, parent->header_length)
                 : frames_append(frames, "{}", 2))) return false;
    if (!append_json(frames, metadata) || !append_json(frames, content)) return false;

    SignedPart parts[4];
    for (size_t i = 0; i < 4; i++)
        parts[i] = (SignedPart){frames->parts[signature_at + 1 + i].bytes, frames->parts[signature_at + 1 + i].length};
    signer_sign(writer->signer, parts, signature);
    MessagePart *place = &frames->parts[signature_at];
    memory_release(place->bytes);
    place->length = strlen(signature);
    place->bytes = memory_copy_bytes(signature, place->length);
    if (!place->bytes) {
        place->length = 0;
        return false;
    }
    return !buffers || copy_frames(frames, buffers, 0, buffers->count);
}
