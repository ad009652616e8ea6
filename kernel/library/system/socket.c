/* _socket: connections. A call that may wait waits in select.c's short steps, so that interrupts and other threads get their turn;
 * the descriptor itself blocks only where no time-out is set. */
#include "base/memory.h"
#include "kernel/library/system/os_private.h"
#include "kernel/library/system/select.h"
#include "kernel/objects/error/exception.h"
#include "kernel/objects/core/interpreter.h"
#include "kernel/objects/core/type.h"
#include "kernel/objects/text/string.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

typedef struct Socket {
    Object object;
    struct WeakReference *weak_references;
    int descriptor, family, type, protocol;
    double timeout; /* negative: none */
} Socket;
typedef struct Address {
    struct sockaddr_storage storage;
    socklen_t length;
} Address;

static Socket *socket_of(Value value) { return (Socket *)value.object; }

/* ---- addresses ---- */

/* socket.gaierror, which the Python half of the module has. */
static Value raise_name_error_of(Thread *thread, int code) {
    Value module = import_module(thread, "socket"), type = value_is_absent(module) ? module : value_get_attribute_c(thread, module, "gaierror");
    Value text = value_is_absent(type) ? type : string_from_c(thread, gai_strerror(code));
    Value error = value_is_absent(text) ? text : value_call_two(thread, type, value_from_int(code), text);
    if (!value_is_absent(error)) raise_instance(thread, error);
    value_release(module), value_release(type), value_release(text), value_release(error);
    return VALUE_ABSENT;
}

static bool find_host(Thread *thread, const char *name, int family, Address *address) {
    struct addrinfo hints = {.ai_family = family, .ai_socktype = SOCK_DGRAM}, *found = NULL;
    if (!*name) hints.ai_flags = AI_PASSIVE;
    char copy[256];
    if (strlen(name) >= sizeof copy) return raise_name_error_of(thread, EAI_NONAME), false;
    strcpy(copy, name);
    thread_block(thread);
    int error = getaddrinfo(*copy ? strcmp(copy, "<broadcast>") ? copy : "255.255.255.255" : NULL, "0", &hints, &found);
    thread_unblock(thread);
    if (error) return raise_name_error_of(thread, error), false;
    memcpy(&address->storage, found->ai_addr, found->ai_addrlen);
    address->length = found->ai_addrlen;
    freeaddrinfo(found);
    return true;
}

static bool address_from(Thread *thread, const Socket *self, Value value, const char *function, Address *address) {
    memset(address, 0, sizeof *address);
    if (self->family == AF_UNIX) {
        struct sockaddr_un *local = (struct sockaddr_un *)&address->storage;
        const char *bytes;
        size_t length;
        Value name = value_is_string(value) ? string_for_system(thread, value) : value_retain(value);
        bool good = !value_is_absent(name);
        if (good && value_is_string(name)) bytes = value_c_string(name), length = value_string(name)->length;
        else good = good && value_buffer(thread, name, &bytes, &length);
        if (good && length >= sizeof local->sun_path)
            good = (raise_format(thread, thread_builtins(thread)->exception_OSError, "AF_UNIX path too long"), false);
        if (good) {
            local->sun_family = AF_UNIX;
            memcpy(local->sun_path, bytes, length);
            address->length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (length && !bytes[0] ? 0 : 1));
        }
        value_release(name);
        return good;
    }
    if (self->family != AF_INET && self->family != AF_INET6)
        return raise_format(thread, thread_builtins(thread)->exception_OSError, "%s(): bad family", function), false;
    bool is_six = self->family == AF_INET6;
    if (!value_is_tuple(value))
        return raise_type_error(thread, "%s(): AF_INET%s address must be tuple, not %s", function, is_six ? "6" : "", value_type_name(thread, value)), false;
    const Tuple *pair = value_tuple(value);
    if (pair->count < 2 || pair->count > (is_six ? 4 : 2))
        return raise_type_error(thread, is_six ? "AF_INET6 address must be a tuple (host, port[, flowinfo[, scopeid]])" : "AF_INET address must be a pair (host, port)"), false;
    int64_t port, flow = 0, scope = 0;
    if (!value_is_string(pair->items[0])) return raise_type_error(thread, "str, bytes or bytearray expected, not %s", value_type_name(thread, pair->items[0])), false;
    if (!value_to_int64(thread, pair->items[1], &port) || (pair->count > 2 && !value_to_int64(thread, pair->items[2], &flow)) ||
        (pair->count > 3 && !value_to_int64(thread, pair->items[3], &scope))) return false;
    if (port < 0 || port > 65535) return raise_overflow_error(thread, "%s(): port must be 0-65535.", function), false;
    if (!find_host(thread, value_c_string(pair->items[0]), self->family, address)) return false;
    if (is_six) {
        struct sockaddr_in6 *six = (struct sockaddr_in6 *)&address->storage;
        six->sin6_port = htons((uint16_t)port), six->sin6_flowinfo = htonl((uint32_t)flow);
        if (pair->count > 3) six->sin6_scope_id = (uint32_t)scope;
    } else {
        ((struct sockaddr_in *)&address->storage)->sin_port = htons((uint16_t)port);
    }
    return true;
}

static Value address_value(Thread *thread, const Address *address) {
    char host[INET6_ADDRSTRLEN] = "";
    if (address->length < sizeof(sa_family_t)) return VALUE_NONE;
    if (address->storage.ss_family == AF_UNIX) {
        const struct sockaddr_un *local = (const struct sockaddr_un *)&address->storage;
        size_t length = address->length - offsetof(struct sockaddr_un, sun_path);
        if (address->length <= offsetof(struct sockaddr_un, sun_path)) return string_from_c(thread, "");
        if (!local->sun_path[0]) return bytes_new(thread, local->sun_path, length);
        return os_name(thread, local->sun_path, strnlen(local->sun_path, length), false);
    }
    if (address->storage.ss_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)&address->storage;
        inet_ntop(AF_INET6, &six->sin6_addr, host, sizeof host);
        const Value items[4] = {string_from_c(thread, host), value_from_int(ntohs(six->sin6_port)), value_from_int(ntohl(six->sin6_flowinfo)),
                                value_from_int(six->sin6_scope_id)};
        Value result = value_is_absent(items[0]) ? items[0] : tuple_from_values(thread, items, 4);
        value_release(items[0]);
        return result;
    }
    if (address->storage.ss_family != AF_INET) return VALUE_NONE;
    const struct sockaddr_in *four = (const struct sockaddr_in *)&address->storage;
    inet_ntop(AF_INET, &four->sin_addr, host, sizeof host);
    const Value items[2] = {string_from_c(thread, host), value_from_int(ntohs(four->sin_port))};
    Value result = value_is_absent(items[0]) ? items[0] : tuple_from_values(thread, items, 2);
    value_release(items[0]);
    return result;
}

/* ---- life ---- */

static bool set_nonblocking(int descriptor, bool wanted) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags >= 0 && fcntl(descriptor, F_SETFL, wanted ? flags | O_NONBLOCK : flags & ~O_NONBLOCK) >= 0;
}

static bool socket_initialize(Thread *thread, Value value, const Call *call) {
    Value given[4] = {VALUE_ABSENT, VALUE_ABSENT, VALUE_ABSENT, VALUE_ABSENT};
    if (!native_match(thread, "socket", "(family=-1, type=-1, proto=-1, fileno=None)", call, given, 4)) return false;
    Socket *self = socket_of(value);
    int64_t family, type, protocol, descriptor = -1;
    bool good = value_to_int64(thread, given[0], &family) && value_to_int64(thread, given[1], &type) && value_to_int64(thread, given[2], &protocol);
    if (good && !value_is_none(given[3])) {
        good = value_to_int64(thread, given[3], &descriptor);
        if (good && descriptor < 0) good = (raise_value_error(thread, "negative file descriptor"), false);
    }
    bool is_given = !value_is_none(given[3]);
    native_release_arguments(given, 4);
    if (!good) return false;
    if (is_given) {
        Address address = {.length = sizeof address.storage};
        socklen_t size = sizeof(int);
        int found = 0;
        if (family < 0) {
            if (getsockname((int)descriptor, (struct sockaddr *)&address.storage, &address.length) < 0) return raise_os_error(thread, errno, NULL), false;
            family = address.storage.ss_family;
        }
        if (type < 0) type = getsockopt((int)descriptor, SOL_SOCKET, SO_TYPE, &found, &size) < 0 ? SOCK_STREAM : found;
        if (protocol < 0) protocol = getsockopt((int)descriptor, SOL_SOCKET, SO_PROTOCOL, &found, &size) < 0 ? 0 : found;
    } else {
        if (family < 0) family = AF_INET;
        if (type < 0) type = SOCK_STREAM;
        if (protocol < 0) protocol = 0;
        descriptor = socket((int)family, (int)type | SOCK_CLOEXEC, (int)protocol);
        if (descriptor < 0) return raise_os_error(thread, errno, NULL), false;
    }
    if (self->descriptor >= 0) close(self->descriptor);
    self->descriptor = (int)descriptor, self->family = (int)family, self->protocol = (int)protocol;
    self->timeout = type & SOCK_NONBLOCK ? 0 : -1;
    self->type = (int)type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
    return true;
}
static Value socket_create(Thread *thread, Type *type, const Call *call) {
    (void)call;
    Socket *self = object_new(thread, type);
    if (self) self->descriptor = -1, self->timeout = -1;
    return value_from_object(self);
}
static void socket_destroy(Object *object) {
    Socket *self = (Socket *)object;
    if (self->descriptor >= 0) close(self->descriptor);
}

NATIVE(socket_close) {
    (void)native;
    Socket *self = socket_of(arguments[0]);
    int descriptor = self->descriptor;
    self->descriptor = -1;
    if (descriptor >= 0 && close(descriptor) < 0 && errno != ECONNRESET) return raise_os_error(thread, errno, NULL);
    return VALUE_NONE;
}
NATIVE(socket_detach) {
    (void)native, (void)thread;
    Socket *self = socket_of(arguments[0]);
    int descriptor = self->descriptor;
    self->descriptor = -1;
    return value_from_int(descriptor);
}
NATIVE(socket_fileno) {
    (void)native, (void)thread;
    return value_from_int(socket_of(arguments[0])->descriptor);
}
NATIVE(socket_settimeout) {
    (void)native;
    Socket *self = socket_of(arguments[0]);
    double seconds = -1;
    if (!value_is_none(arguments[1])) {
        if (!value_to_double(thread, arguments[1], &seconds)) return VALUE_ABSENT;
        if (isnan(seconds)) return raise_value_error(thread, "Invalid value NaN (not a number)");
        if (seconds < 0) return raise_value_error(thread, "Timeout value out of range");
    }
    self->timeout = seconds;
    return set_nonblocking(self->descriptor, seconds >= 0) ? VALUE_NONE : raise_os_error(thread, errno, NULL);
}
NATIVE(socket_gettimeout) {
    (void)native, (void)thread;
    double seconds = socket_of(arguments[0])->timeout;
    return seconds < 0 ? VALUE_NONE : value_from_float(seconds);
}

/* ---- connecting ---- */

/* Before a call that would block. For a socket that does not block nothing is waited for. */
static bool wait_for(Thread *thread, const Socket *self, short events) {
    bool ready;
    if (self->timeout == 0 || self->descriptor < 0) return true;
    if (!poll_one(thread, self->descriptor, events, self->timeout, &ready)) return false;
    if (!ready) raise_format(thread, thread_builtins(thread)->exception_TimeoutError, "timed out");
    return ready;
}

static bool start_connecting(Thread *thread, const Value *arguments, int *error) {
    Socket *self = socket_of(arguments[0]);
    Address address;
    if (!address_from(thread, self, arguments[1], "connect", &address)) return false;
    bool blocks = self->timeout < 0;
    if (blocks) set_nonblocking(self->descriptor, true);
    *error = connect(self->descriptor, (struct sockaddr *)&address.storage, address.length) < 0 ? errno : 0;
    bool good = true;
    if (*error == EINPROGRESS && self->timeout != 0) {
        socklen_t size = sizeof *error;
        good = wait_for(thread, self, POLLOUT);
        if (good && getsockopt(self->descriptor, SOL_SOCKET, SO_ERROR, error, &size) < 0) *error = errno;
    }
    if (blocks) set_nonblocking(self->descriptor, false);
    return good;
}
NATIVE(socket_connect) {
    (void)native;
    int error;
    if (!start_connecting(thread, arguments, &error)) return VALUE_ABSENT;
    return error ? raise_os_error(thread, error, NULL) : VALUE_NONE;
}
NATIVE(socket_connect_ex) {
    (void)native;
    int error;
    return start_connecting(thread, arguments, &error) ? value_from_int(error) : VALUE_ABSENT;
}
NATIVE(socket_bind) {
    (void)native;
    Address address;
    if (!address_from(thread, socket_of(arguments[0]), arguments[1], "bind", &address)) return VALUE_ABSENT;
    return bind(socket_of(arguments[0])->descriptor, (struct sockaddr *)&address.storage, address.length) < 0 ? raise_os_error(thread, errno, NULL) : VALUE_NONE;
}
NATIVE(socket_listen) {
    (void)native;
    int64_t backlog;
    if (!value_to_int64(thread, arguments[1], &backlog)) return VALUE_ABSENT;
    return listen(socket_of(arguments[0])->descriptor, backlog < 0 ? 0 : backlog > INT_MAX ? INT_MAX : (int)backlog) < 0 ? raise_os_error(thread, errno, NULL) : VALUE_NONE;
}
NATIVE(socket_accept) {
    (void)native;
    Socket *self = socket_of(arguments[0]);
    Address address = {.length = sizeof address.storage};
    if (!wait_for(thread, self, POLLIN)) return VALUE_ABSENT;
    int descriptor = accept4(self->descriptor, (struct sockaddr *)&address.storage, &address.length, SOCK_CLOEXEC);
    if (descriptor < 0) return raise_os_error(thread, errno, NULL);
    const Value pair[2] = {value_from_int(descriptor), address_value(thread, &address)};
    Value result = value_is_absent(pair[1]) ? pair[1] : tuple_from_values(thread, pair, 2);
    value_release(pair[1]);
    if (value_is_absent(result)) close(descriptor);
    return result;
}
NATIVE(socket_shutdown) {
    (void)native;
    int64_t how;
    if (!value_to_int64(thread, arguments[1], &how)) return VALUE_ABSENT;
    return shutdown(socket_of(arguments[0])->descriptor, (int)how) < 0 ? raise_os_error(thread, errno, NULL) : VALUE_NONE;
}
static Value name_of(Thread *thread, Value self, int (*get)(int, struct sockaddr *, socklen_t *)) {
    Address address = {.length = sizeof address.storage};
    if (get(socket_of(self)->descriptor, (struct sockaddr *)&address.storage, &address.length) < 0) return raise_os_error(thread, errno, NULL);
    return address_value(thread, &address);
}
static int own_name(int descriptor, struct sockaddr *address, socklen_t *length) { return getsockname(descriptor, address, length); }
static int peer_name(int descriptor, struct sockaddr *address, socklen_t *length) { return getpeername(descriptor, address, length); }
NATIVE(socket_getsockname) { return (void)native, name_of(thread, arguments[0], own_name); }
NATIVE(socket_getpeername) { return (void)native, name_of(thread, arguments[0], peer_name); }

/* ---- data ---- */

/* (bytes, address) */
NATIVE(socket_receive) {
    (void)native;
    Socket *self = socket_of(arguments[0]);
    int64_t size, flags;
    if (!value_to_int64(thread, arguments[1], &size) || !value_to_int64(thread, arguments[2], &flags)) return VALUE_ABSENT;
    if (size < 0) return raise_value_error(thread, "negative buffersize in recv");
    if (size > 1 << 30) size = 1 << 30;
    if (!wait_for(thread, self, POLLIN)) return VALUE_ABSENT;
    Address address = {.length = sizeof address.storage};
    char *space = memory_allocate((size_t)size + 1);
    if (!space) return raise_no_memory(thread);
    ssize_t count = recvfrom(self->descriptor, space, (size_t)size, (int)flags, (struct sockaddr *)&address.storage, &address.length);
    Value result = VALUE_ABSENT;
    if (count < 0) {
        raise_os_error(thread, errno, NULL);
    } else {
        const Value pair[2] = {bytes_new(thread, space, (size_t)count), address_value(thread, &address)};
        if (!value_is_absent(pair[0]) && !value_is_absent(pair[1])) result = tuple_from_values(thread, pair, 2);
        value_release(pair[0]), value_release(pair[1]);
    }
    memory_release(space);
    return result;
}

NATIVE(socket_send) {
    (void)native;
    const Socket *self = socket_of(arguments[0]);
    const char *bytes;
    size_t length;
    int64_t flags;
    if (!value_to_int64(thread, arguments[2], &flags) || !wait_for(thread, self, POLLOUT) || !value_buffer(thread, arguments[1], &bytes, &length)) return VALUE_ABSENT;
    ssize_t count = send(self->descriptor, bytes, length, (int)flags | MSG_NOSIGNAL | MSG_DONTWAIT);
    return count < 0 ? raise_os_error(thread, errno, NULL) : value_from_int(count);
}
NATIVE(socket_sendall) {
    (void)native;
    const Socket *self = socket_of(arguments[0]);
    int64_t flags;
    if (!value_to_int64(thread, arguments[2], &flags)) return VALUE_ABSENT;
    for (size_t sent = 0;;) {
        const char *bytes;
        size_t length;
        if (!wait_for(thread, self, POLLOUT) || !value_buffer(thread, arguments[1], &bytes, &length)) return VALUE_ABSENT; /* it may have changed meanwhile */
        if (sent >= length) return VALUE_NONE;
        ssize_t count = send(self->descriptor, bytes + sent, length - sent, (int)flags | MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count >= 0) sent += (size_t)count;
        else if (errno != EINTR && (errno != EAGAIN || self->timeout == 0)) return raise_os_error(thread, errno, NULL);
        if (!thread_poll(thread)) return VALUE_ABSENT;
    }
}
NATIVE(socket_sendto) {
    (void)native;
    const Socket *self = socket_of(arguments[0]);
    const char *bytes;
    size_t length;
    int64_t flags = 0;
    bool has_flags = !value_is_absent(arguments[3]);
    Address address;
    if (has_flags && !value_to_int64(thread, arguments[2], &flags)) return VALUE_ABSENT;
    if (!address_from(thread, self, arguments[has_flags ? 3 : 2], "sendto", &address) || !wait_for(thread, self, POLLOUT) ||
        !value_buffer(thread, arguments[1], &bytes, &length)) return VALUE_ABSENT;
    ssize_t count = sendto(self->descriptor, bytes, length, (int)flags | MSG_NOSIGNAL, (struct sockaddr *)&address.storage, address.length);
    return count < 0 ? raise_os_error(thread, errno, NULL) : value_from_int(count);
}

/* ---- options ---- */

NATIVE(socket_setsockopt) {
    (void)native;
    int64_t level, name, number;
    if (!value_to_int64(thread, arguments[1], &level) || !value_to_int64(thread, arguments[2], &name)) return VALUE_ABSENT;
    const char *bytes;
    size_t length;
    int small;
    if (value_is_int(arguments[3])) {
        if (!value_to_int64(thread, arguments[3], &number)) return VALUE_ABSENT;
        small = (int)number, bytes = (const char *)&small, length = sizeof small;
    } else if (!value_buffer(thread, arguments[3], &bytes, &length)) return VALUE_ABSENT;
    return setsockopt(socket_of(arguments[0])->descriptor, (int)level, (int)name, bytes, (socklen_t)length) < 0 ? raise_os_error(thread, errno, NULL) : VALUE_NONE;
}
NATIVE(socket_getsockopt) {
    (void)native;
    int64_t level, name, size;
    char space[1024];
    if (!value_to_int64(thread, arguments[1], &level) || !value_to_int64(thread, arguments[2], &name) || !value_to_int64(thread, arguments[3], &size)) return VALUE_ABSENT;
    if (size < 0 || size > (int64_t)sizeof space) return raise_format(thread, thread_builtins(thread)->exception_OSError, "getsockopt buflen out of range");
    socklen_t length = size ? (socklen_t)size : sizeof(int);
    if (getsockopt(socket_of(arguments[0])->descriptor, (int)level, (int)name, space, &length) < 0) return raise_os_error(thread, errno, NULL);
    if (size) return bytes_new(thread, space, length);
    int number;
    memcpy(&number, space, sizeof number);
    return value_from_int(number);
}

#define NUMBER_PROPERTY(field)                                \
    static Value get_##field(Thread *thread, Value self) {   \
        (void)thread;                                        \
        return value_from_int(socket_of(self)->field);       \
    }
NUMBER_PROPERTY(family) NUMBER_PROPERTY(type) NUMBER_PROPERTY(protocol)
static Value get_timeout(Thread *thread, Value self) { return socket_gettimeout(thread, NULL, &self); }
static const PropertyEntry socket_properties[] = {{"family", get_family, NULL, "The kind of addresses."}, {"type", get_type, NULL, "Stream or datagrams."},
                                                  {"proto", get_protocol, NULL, "The protocol's number."},
                                                  {"timeout", get_timeout, NULL, "Seconds after which a call fails, or None."}, {0}};
static const NativeEntry socket_methods[] = {
    {"close", "($self)", "End the connection.", socket_close, NULL, 0},
    {"detach", "($self)", "Give the descriptor away.", socket_detach, NULL, 0},
    {"fileno", "($self)", "The system's descriptor, -1 when closed.", socket_fileno, NULL, 0},
    {"settimeout", "($self, timeout, /)", "Set the seconds after which calls fail; None: never, 0: never wait.", socket_settimeout, NULL, 0},
    {"gettimeout", "($self)", "The seconds after which calls fail, or None.", socket_gettimeout, NULL, 0},
    {"connect", "($self, address, /)", "Connect to an address.", socket_connect, NULL, 0},
    {"connect_ex", "($self, address, /)", "Connect: 0 or the number of the error.", socket_connect_ex, NULL, 0},
    {"bind", "($self, address, /)", "Take an address of this machine.", socket_bind, NULL, 0},
    {"listen", "($self, backlog=128, /)", "Let others connect.", socket_listen, NULL, 0},
    {"_accept", "($self)", "The descriptor of a new connection, and who it is.", socket_accept, NULL, 0},
    {"shutdown", "($self, how, /)", "End one direction or both.", socket_shutdown, NULL, 0},
    {"getsockname", "($self)", "The own address.", socket_getsockname, NULL, 0},
    {"getpeername", "($self)", "The other end's address.", socket_getpeername, NULL, 0},
    {"recvfrom", "($self, buffersize, flags=0, /)", "Receive up to so many bytes: them, and who sent them.", socket_receive, NULL, 0},
    {"send", "($self, data, flags=0, /)", "Send bytes: how many were taken.", socket_send, NULL, 0},
    {"sendall", "($self, data, flags=0, /)", "Send all the bytes.", socket_sendall, NULL, 0},
    {"sendto", "($self, data, flags_or_address, address=<unrepresentable>, /)", "Send bytes to an address.", socket_sendto, NULL, 0},
    {"setsockopt", "($self, level, option, value, /)", "Set an option: an int, or bytes.", socket_setsockopt, NULL, 0},
    {"getsockopt", "($self, level, option, buflen=0, /)", "An option, as an int or as so many bytes at most.", socket_getsockopt, NULL, 0},
    {0}};
static const Type socket_type = {.name = "_socket.socket", .documentation = "A connection, or one that is to be made.", .flags = TYPE_BASE,
                                 .instance_size = sizeof(Socket), .weak_offset = offsetof(Socket, weak_references), .create = socket_create,
                                 .initialize = socket_initialize, .destroy = socket_destroy, .methods = socket_methods, .properties = socket_properties};

/* ---- functions ---- */

NATIVE(socket_pair) {
    (void)native;
    int64_t family, type, protocol;
    int ends[2];
    if (!value_to_int64(thread, arguments[0], &family) || !value_to_int64(thread, arguments[1], &type) || !value_to_int64(thread, arguments[2], &protocol)) return VALUE_ABSENT;
    if (socketpair((int)family, (int)type | SOCK_CLOEXEC, (int)protocol, ends) < 0) return raise_os_error(thread, errno, NULL);
    const Value pair[2] = {value_from_int(ends[0]), value_from_int(ends[1])};
    return tuple_from_values(thread, pair, 2);
}

static bool text_or_none(Thread *thread, Value value, char *space, size_t size, const char **text) {
    *text = NULL;
    if (value_is_none(value)) return true;
    int64_t number;
    const char *bytes = space;
    if (value_is_int(value)) {
        if (!value_to_int64(thread, value, &number)) return false;
        snprintf(space, size, "%lld", (long long)number);
    } else {
        size_t length;
        if (value_is_string(value)) bytes = value_c_string(value), length = value_string(value)->length;
        else if (!value_buffer(thread, value, &bytes, &length)) return false;
        if (length >= size) return raise_name_error_of(thread, EAI_NONAME), false;
        memcpy(space, bytes, length);
        space[length] = 0;
    }
    *text = space;
    return true;
}

NATIVE(socket_getaddrinfo) {
    (void)native;
    char host_space[1100], port_space[300];
    const char *host, *port;
    int64_t numbers[4];
    for (int i = 0; i < 4; i++)
        if (!value_to_int64(thread, arguments[2 + i], &numbers[i])) return VALUE_ABSENT;
    if (!text_or_none(thread, arguments[0], host_space, sizeof host_space, &host) || !text_or_none(thread, arguments[1], port_space, sizeof port_space, &port)) return VALUE_ABSENT;
    const struct addrinfo hints = {.ai_family = (int)numbers[0], .ai_socktype = (int)numbers[1], .ai_protocol = (int)numbers[2], .ai_flags = (int)numbers[3]};
    struct addrinfo *found = NULL;
    thread_block(thread);
    int error = getaddrinfo(host, port, &hints, &found);
    thread_unblock(thread);
    if (error) return raise_name_error_of(thread, error);
    Value list = list_new(thread);
    for (const struct addrinfo *at = found; at && !value_is_absent(list); at = at->ai_next) {
        Address address = {.length = at->ai_addrlen};
        memcpy(&address.storage, at->ai_addr, at->ai_addrlen);
        const Value items[5] = {value_from_int(at->ai_family), value_from_int(at->ai_socktype), value_from_int(at->ai_protocol),
                                string_from_c(thread, at->ai_canonname ? at->ai_canonname : ""), address_value(thread, &address)};
        Value row = value_is_absent(items[3]) || value_is_absent(items[4]) ? VALUE_ABSENT : tuple_from_values(thread, items, 5);
        value_release(items[3]), value_release(items[4]);
        if (!list_append_owned(thread, value_list(list), row)) value_release(list), list = VALUE_ABSENT;
    }
    freeaddrinfo(found);
    return list;
}

NATIVE(socket_inet_pton) {
    (void)native;
    int64_t family;
    unsigned char space[16];
    if (!value_to_int64(thread, arguments[0], &family)) return VALUE_ABSENT;
    if (!value_is_string(arguments[1])) return raise_type_error(thread, "inet_pton() argument 2 must be str, not %s", value_type_name(thread, arguments[1]));
    if (family != AF_INET && family != AF_INET6) return raise_os_error(thread, EAFNOSUPPORT, NULL);
    if (inet_pton((int)family, value_c_string(arguments[1]), space) == 1) return bytes_new(thread, space, family == AF_INET ? 4 : 16);
    return raise_format(thread, thread_builtins(thread)->exception_OSError, "illegal IP address string passed to inet_pton");
}
NATIVE(socket_inet_ntop) {
    (void)native;
    int64_t family;
    const char *bytes;
    size_t length;
    char text[INET6_ADDRSTRLEN];
    if (!value_to_int64(thread, arguments[0], &family) || !value_buffer(thread, arguments[1], &bytes, &length)) return VALUE_ABSENT;
    if (family != AF_INET && family != AF_INET6) return raise_value_error(thread, "unknown address family %lld", (long long)family);
    if (length != (family == AF_INET ? 4 : 16)) return raise_value_error(thread, "invalid length of packed IP address string");
    return string_from_c(thread, inet_ntop((int)family, bytes, text, sizeof text));
}
NATIVE(socket_gethostname) {
    (void)native, (void)arguments;
    char name[256] = "";
    return gethostname(name, sizeof name - 1) < 0 ? raise_os_error(thread, errno, NULL) : string_from_c(thread, name);
}

static const NativeEntry functions[] = {
    {"socketpair", "(family, type, proto, /)", "The descriptors of two connected sockets.", socket_pair, NULL, 0},
    {"getaddrinfo", "(host, port, family=0, type=0, proto=0, flags=0)", "What a machine and a service are on the net.", socket_getaddrinfo, NULL, 0},
    {"inet_pton", "(address_family, ip_string, /)", "An address's text as bytes.", socket_inet_pton, NULL, 0},
    {"inet_ntop", "(address_family, packed_ip, /)", "An address's bytes as text.", socket_inet_ntop, NULL, 0},
    {"gethostname", "()", "The machine's name.", socket_gethostname, NULL, 0},
    {0}};

static bool initialize(Thread *thread, Value module) {
    Type *type = type_from_template(thread, &socket_type);
    return type && module_add_type(thread, module, type);
}

const ModuleEntry library__socket = {.name = "_socket", .documentation = "Connections.", .functions = functions, .initialize = initialize};
