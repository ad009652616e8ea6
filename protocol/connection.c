#include "protocol/connection.h"

#include "base/memory.h"
#include "protocol/json.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_LIMIT = 1 << 20, IPC_PATH_LIMIT = 103 };

static const char *const port_members[CHANNEL_COUNT] = {
#define X(name, member, type) member,
    CHANNELS(X)
#undef X
};

static bool copy_member(const json_t *file, const char *name, const char *otherwise, char **copy, Error *error) {
    const char *string = json_member_string(file, name, otherwise);
    if (!string) return error_set(error, "ValueError", "\"%s\" is missing", name);
    *copy = memory_copy_string(string);
    return *copy || error_no_memory(error);
}

static bool check_address(const Connection *connection, Error *error) {
    if (!strcmp(connection->transport, "tcp")) return true;
    if (strcmp(connection->transport, "ipc"))
        return error_set(error, "ValueError", "transport \"%s\" is neither tcp nor ipc", connection->transport);
    char *longest = connection_endpoint(connection, CHANNEL_HEARTBEAT);
    if (!longest) return error_no_memory(error);
    size_t length = strlen(longest) - strlen("ipc://");
    memory_release(longest);
    if (length > IPC_PATH_LIMIT)
        return error_set(error, "ValueError", "the ipc path is longer than %d bytes", IPC_PATH_LIMIT);
    return true;
}

static bool read_members(Connection *connection, const json_t *file, Error *error) {
    if (!json_is_object(file)) return error_set(error, "ValueError", "it is not a JSON object");
    const char *scheme = json_member_string(file, "signature_scheme", "hmac-sha256");
    if (!copy_member(file, "transport", "tcp", &connection->transport, error)) return false;
    bool is_ipc = !strcmp(connection->transport, "ipc");
    if (!copy_member(file, "ip", is_ipc ? NULL : "127.0.0.1", &connection->address, error)) return false;
    if (!copy_member(file, "key", "", &connection->key, error)) return false;
    connection->key_length = strlen(connection->key);
    if (connection->key_length && strcmp(scheme, "hmac-sha256"))
        return error_set(error, "ValueError", "signature scheme \"%s\" is not hmac-sha256", scheme);
    for (int channel = 0; channel < CHANNEL_COUNT; channel++) {
        json_int_t port = json_member_integer(file, port_members[channel], -1);
        if (port < 1 || port > (is_ipc ? 1000000 : 65535))
            return error_set(error, "ValueError", "\"%s\" is missing or no port", port_members[channel]);
        connection->ports[channel] = (int)port;
    }
    return check_address(connection, error);
}

bool connection_parse(Connection *connection, const char *bytes, size_t length, Error *error) {
    *connection = (Connection){0};
    json_t *file = json_parse(bytes, length);
    bool done = file ? read_members(connection, file, error) : error_set(error, "ValueError", "it is not JSON");
    json_decref(file);
    if (!done) connection_clear(connection);
    return done;
}

bool connection_load(Connection *connection, const char *path, Error *error) {
    *connection = (Connection){0};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return error_set(error, "OSError", "%s", strerror(errno));
    TextBuffer text = TEXT_BUFFER_EMPTY;
    char piece[4096];
    ssize_t count;
    while ((count = read(file, piece, sizeof piece)) > 0 && text.length < FILE_LIMIT)
        text_append_bytes(&text, piece, (size_t)count);
    int problem = count < 0 ? errno : 0;
    close(file);
    bool done = false;
    if (problem) error_set(error, "OSError", "%s", strerror(problem));
    else if (text.failed) error_no_memory(error);
    else done = connection_parse(connection, text_string(&text), text.length, error);
    text_release(&text);
    return done;
}

char *connection_endpoint(const Connection *connection, Channel channel) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    bool is_ipc = !strcmp(connection->transport, "ipc");
    bool is_version_6 = !is_ipc && strchr(connection->address, ':') && connection->address[0] != '[';
    text_append_format(&text, is_version_6 ? "%s://[%s]%c%d" : "%s://%s%c%d", connection->transport,
                       connection->address, is_ipc ? '-' : ':', connection->ports[channel]);
    return text_detach(&text);
}

void connection_clear(Connection *connection) {
    memory_release(connection->transport);
    memory_release(connection->address);
    memory_release(connection->key);
    *connection = (Connection){0};
}
