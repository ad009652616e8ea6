/* The message decoder. An input is frames, each with its length in two bytes (little end first) in front; the first
 * byte says whether signatures are checked. What decodes is encoded again. */
#include "base/error.h"
#include "protocol/connection.h"
#include "protocol/message.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void decode(const MessageFrames *frames, Signer *signer) {
    Message message;
    Error error = ERROR_NONE;
    if (message_decode(&message, frames, signer, &error)) {
        MessageWriter writer;
        MessageFrames answer = {0};
        MessageParent *parent = message_parent_new(&message);
        if (message_writer_initialize(&writer, signer) && parent &&
            !message_encode(&writer, &answer, parent, "fuzz_reply", message.metadata, message.content,
                            &message.buffers)) abort();
        frames_clear(&answer);
        message_parent_release(parent);
        message_writer_clear(&writer);
    } else if (!error_is_set(&error)) abort();
    message_clear(&message);
    error_clear(&error);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    if (!length) return 0;
    Signer *signer = signer_new("key", bytes[0] & 1 ? 3 : 0);
    MessageFrames frames = {0};
    for (size_t at = 1; at + 2 <= length;) {
        size_t size = (size_t)bytes[at] | (size_t)bytes[at + 1] << 8;
        at += 2;
        if (size > length - at) size = length - at;
        if (!frames_append(&frames, bytes + at, size)) break;
        at += size;
    }
    decode(&frames, signer);
    frames_clear(&frames);
    signer_delete(&signer);

    Connection connection;
    Error error = ERROR_NONE;
    if (connection_parse(&connection, (const char *)bytes, length, &error)) connection_clear(&connection);
    else if (!error_is_set(&error)) abort();
    error_clear(&error);
    return 0;
}
