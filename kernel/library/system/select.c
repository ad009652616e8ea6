/* select: waiting until descriptors can be read or written. Every wait is made of short ones, so that an interrupt or a
 * signal's handler is seen at once and other threads run meanwhile. */
#include "base/memory.h"
#include "kernel/library/system/select.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/error/exception.h"
#include "kernel/objects/core/interpreter.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/type.h"
#include "kernel/objects/core/value_support.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { SLICE_MILLISECONDS = 20 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Call wait(context, milliseconds) until it finds something, fails or the time is over (seconds < 0: never). */
typedef int Wait(void *context, int milliseconds);
static bool wait_in_slices(Thread *thread, double seconds, Wait *wait, void *context, int *found) {
    double end = seconds < 0 ? 0 : now() + seconds;
    for (;;) {
        if (!thread_poll(thread)) return false;
        double left = seconds < 0 ? 1 : end - now();
        int slice = left <= 0 ? 0 : left * 1e3 > SLICE_MILLISECONDS ? SLICE_MILLISECONDS : (int)ceil(left * 1e3);
        if (slice) thread_block(thread);
        *found = wait(context, slice);
        int error = errno;
        if (slice) thread_unblock(thread);
        if (*found > 0) return true;
        if (*found < 0 && error != EINTR) return raise_os_error(thread, error, NULL), false;
        if (seconds >= 0 && left <= 0) return thread_poll(thread);
    }
}

static int wait_poll(void *context, int milliseconds) {
    PollSet *set = context;
    return poll(set->items, set->count, milliseconds);
}
bool poll_wait(Thread *thread, PollSet *set, double seconds, int *found) { return wait_in_slices(thread, seconds, wait_poll, set, found); }

bool poll_one(Thread *thread, int descriptor, short events, double seconds, bool *ready) {
    struct pollfd item = {descriptor, events, 0};
    PollSet set = {&item, 1};
    int found = 0;
    bool good = poll_wait(thread, &set, seconds, &found);
    *ready = found > 0;
    return good;
}

bool descriptor_from(Thread *thread, Value value, int *descriptor) {
    int64_t number;
    Value given = VALUE_ABSENT;
    if (!value_is_int(value)) {
        Value method = value_find_attribute_c(thread, value, "fileno");
        if (value_is_absent(method)) {
            if (!exception_is_set(thread)) raise_type_error(thread, "argument must be an int, or have a fileno() method.");
            return false;
        }
        given = value_call_none(thread, method);
        value_release(method);
        if (value_is_absent(given)) return false;
        if (!value_is_int(given)) return value_release(given), raise_type_error(thread, "fileno() returned a non-integer"), false;
    }
    bool good = value_to_c_int(thread, value_is_absent(given) ? value : given, &number);
    value_release(given);
    if (!good) return false;
    if (number < 0) return raise_value_error(thread, "file descriptor cannot be a negative integer (%d)", (int)number), false;
    *descriptor = (int)number;
    return true;
}

/* None: for ever. `unit` is what a number counts, in seconds. */
static bool timeout_from(Thread *thread, Value value, double unit, bool negative_waits, double *seconds) {
    *seconds = -1;
    if (value_is_none(value)) return true;
    if (!value_is_float(value) && !value_is_int(value)) return raise_type_error(thread, "timeout must be a float or None"), false;
    if (!value_to_double(thread, value, seconds)) return false;
    if (isnan(*seconds)) return raise_value_error(thread, "Invalid value NaN (not a number)"), false;
    *seconds *= unit;
    if (*seconds >= 0) return *seconds < 1e10 || (raise_overflow_error(thread, "timeout is too large"), false);
    *seconds = -1;
    return negative_waits || (raise_value_error(thread, "timeout must be non-negative"), false);
}

/* ---- select() ---- */

static bool add_items(Thread *thread, Value list, PollSet *set, short events) {
    for (size_t i = 0; i < value_list(list)->count; i++) {
        int descriptor;
        if (!descriptor_from(thread, value_list(list)->items[i], &descriptor)) return false;
        set->items[set->count++] = (struct pollfd){descriptor, events, 0};
    }
    return true;
}

static Value ready_items(Thread *thread, Value list, const struct pollfd *items, short events) {
    Value ready = list_new(thread);
    for (size_t i = 0; !value_is_absent(ready) && i < value_list(list)->count; i++)
        if (items[i].revents & events && !list_append(thread, value_list(ready), value_list(list)->items[i])) value_release(ready), ready = VALUE_ABSENT;
    return ready;
}

NATIVE(select_select) {
    (void)native;
    static const short events[3] = {POLLIN, POLLOUT, POLLPRI}, meaning[3] = {POLLIN | POLLHUP | POLLERR, POLLOUT | POLLERR, POLLPRI};
    double seconds;
    if (!timeout_from(thread, arguments[3], 1, false, &seconds)) return VALUE_ABSENT;
    Value lists[3] = {VALUE_ABSENT, VALUE_ABSENT, VALUE_ABSENT}, result[3] = {VALUE_ABSENT, VALUE_ABSENT, VALUE_ABSENT}, answer = VALUE_ABSENT;
    size_t total = 0;
    bool good = true;
    for (int i = 0; i < 3 && good; i++) {
        lists[i] = list_from_iterable(thread, arguments[i]);
        good = !value_is_absent(lists[i]);
        if (good) total += value_list(lists[i])->count;
        else if (exception_matches(thread, thread_builtins(thread)->exception_TypeError))
            exception_clear(thread), raise_type_error(thread, "arguments 1-3 must be sequences");
    }
    PollSet set = {good ? memory_allocate_zeroed(total + 1, sizeof(struct pollfd)) : NULL, 0};
    if (good && !set.items) good = (raise_no_memory(thread), false);
    for (int i = 0; i < 3 && good; i++) good = add_items(thread, lists[i], &set, events[i]);
    int found = 0;
    good = good && poll_wait(thread, &set, seconds, &found);
    for (size_t i = 0; good && i < set.count; i++)
        if (set.items[i].revents & POLLNVAL) good = (raise_os_error(thread, EBADF, NULL), false);
    for (size_t i = 0, at = 0; good && i < 3; at += value_list(lists[i++])->count)
        good = !value_is_absent(result[i] = ready_items(thread, lists[i], set.items + at, meaning[i]));
    if (good) answer = tuple_from_values(thread, result, 3);
    for (int i = 0; i < 3; i++) value_release(lists[i]), value_release(result[i]);
    memory_release(set.items);
    return answer;
}

/* ---- poll() ---- */

typedef struct PollObject {
    Object object;
    PollSet set;
    size_t capacity;
    bool is_polling;
} PollObject;

static struct pollfd *poll_find(PollObject *self, int descriptor) {
    for (size_t i = 0; i < self->set.count; i++)
        if (self->set.items[i].fd == descriptor) return &self->set.items[i];
    return NULL;
}

static bool events_from(Thread *thread, Value value, int64_t *events) {
    if (!value_to_int64(thread, value, events)) return false;
    if (*events < 0) return raise_value_error(thread, "value must be positive"), false;
    return *events <= USHRT_MAX || (raise_overflow_error(thread, "Python int too large to convert to C unsigned short"), false);
}

NATIVE(poll_register) {
    (void)native;
    PollObject *self = (PollObject *)arguments[0].object;
    int descriptor;
    int64_t events;
    if (!descriptor_from(thread, arguments[1], &descriptor) || !events_from(thread, arguments[2], &events)) return VALUE_ABSENT;
    if (self->is_polling) return raise_runtime_error(thread, "poll() is under way");
    struct pollfd *item = poll_find(self, descriptor);
    if (!item) {
        if (self->set.count == self->capacity) {
            size_t capacity = self->capacity ? self->capacity * 2 : 8;
            struct pollfd *items = memory_resize(self->set.items, capacity * sizeof *items);
            if (!items) return raise_no_memory(thread);
            self->set.items = items, self->capacity = capacity;
        }
        item = &self->set.items[self->set.count++];
    }
    *item = (struct pollfd){descriptor, (short)events, 0};
    return VALUE_NONE;
}
NATIVE(poll_modify) {
    PollObject *self = (PollObject *)arguments[0].object;
    int descriptor;
    if (!descriptor_from(thread, arguments[1], &descriptor)) return VALUE_ABSENT;
    return poll_find(self, descriptor) ? poll_register(thread, native, arguments) : raise_os_error(thread, ENOENT, NULL);
}
NATIVE(poll_unregister) {
    (void)native;
    PollObject *self = (PollObject *)arguments[0].object;
    int descriptor;
    if (!descriptor_from(thread, arguments[1], &descriptor)) return VALUE_ABSENT;
    if (self->is_polling) return raise_runtime_error(thread, "poll() is under way");
    struct pollfd *item = poll_find(self, descriptor);
    if (!item) return raise_key_error(thread, value_from_int(descriptor));
    struct pollfd *last = &self->set.items[--self->set.count];
    for (; item < last; item++) *item = item[1];
    return VALUE_NONE;
}

static bool append_pair(Thread *thread, Value list, int64_t descriptor, int64_t events) {
    const Value pair[2] = {value_from_int(descriptor), value_from_int(events)};
    return list_append_owned(thread, value_list(list), tuple_from_values(thread, pair, 2));
}

NATIVE(poll_poll) {
    (void)native;
    PollObject *self = (PollObject *)arguments[0].object;
    double seconds;
    int found = 0;
    if (!timeout_from(thread, arguments[1], 1e-3, true, &seconds)) return VALUE_ABSENT;
    if (self->is_polling) return raise_runtime_error(thread, "concurrent poll() invocation");
    self->is_polling = true;
    bool good = poll_wait(thread, &self->set, seconds, &found);
    self->is_polling = false;
    Value list = good ? list_new(thread) : VALUE_ABSENT;
    for (size_t i = 0; !value_is_absent(list) && i < self->set.count; i++)
        if (self->set.items[i].revents && !append_pair(thread, list, self->set.items[i].fd, (unsigned short)self->set.items[i].revents))
            value_release(list), list = VALUE_ABSENT;
    return list;
}
static void poll_destroy(Object *self) { memory_release(((PollObject *)self)->set.items); }
static const NativeEntry poll_methods[] = {
    {"register", "($self, fd, eventmask=7, /)", "Wait for a descriptor, too.", poll_register, NULL, 0},
    {"modify", "($self, fd, eventmask, /)", "Wait for something else of a descriptor.", poll_modify, NULL, 0},
    {"unregister", "($self, fd, /)", "Wait for a descriptor no more.", poll_unregister, NULL, 0},
    {"poll", "($self, timeout=None, /)", "Pairs of descriptor and what it is ready for, after so many milliseconds at the latest.", poll_poll, NULL, 0},
    {0}};
static const Type poll_type = {.name = "select.poll", .flags = TYPE_NO_CREATE | TYPE_IMMUTABLE, .instance_size = sizeof(PollObject),
                               .documentation = "Descriptors that are waited for.", .destroy = poll_destroy, .methods = poll_methods};
NATIVE(select_poll) {
    (void)native, (void)arguments;
    Type *type = type_from_template(thread, &poll_type);
    return type ? value_from_object(object_new(thread, type)) : VALUE_ABSENT;
}

/* ---- epoll ---- */

typedef struct Epoll {
    Object object;
    int descriptor;
} Epoll;

static bool epoll_open(Thread *thread, const Epoll *self) {
    return self->descriptor >= 0 || (raise_value_error(thread, "I/O operation on closed epoll object"), false);
}

static Value epoll_from(Thread *thread, Type *type, int descriptor) {
    if (descriptor < 0) return raise_os_error(thread, errno, NULL);
    Epoll *self = object_new(thread, type);
    if (self) self->descriptor = descriptor;
    else close(descriptor);
    return value_from_object(self);
}

static Value epoll_make(Thread *thread, Type *type, const Call *call) {
    Value given[2] = {VALUE_ABSENT, VALUE_ABSENT};
    if (!native_match(thread, "epoll", "(sizehint=-1, flags=0)", call, given, 2)) return VALUE_ABSENT;
    int64_t hint, flags;
    bool good = value_to_int64(thread, given[0], &hint) && value_to_int64(thread, given[1], &flags);
    native_release_arguments(given, 2);
    if (!good) return VALUE_ABSENT;
    if (hint != -1 && hint <= 0) return raise_value_error(thread, "sizehint must be positive or -1");
    if (flags && flags != EPOLL_CLOEXEC) return raise_os_error(thread, EINVAL, NULL);
    return epoll_from(thread, type, epoll_create1(EPOLL_CLOEXEC));
}

static Value epoll_change(Thread *thread, const Value *arguments, int operation) {
    Epoll *self = (Epoll *)arguments[0].object;
    int descriptor;
    int64_t events = 0;
    if (!epoll_open(thread, self) || !descriptor_from(thread, arguments[1], &descriptor)) return VALUE_ABSENT;
    if (operation != EPOLL_CTL_DEL && !value_to_int64(thread, arguments[2], &events)) return VALUE_ABSENT;
    struct epoll_event event = {.events = (uint32_t)events, .data.fd = descriptor};
    return epoll_ctl(self->descriptor, operation, descriptor, &event) < 0 ? raise_os_error(thread, errno, NULL) : VALUE_NONE;
}
NATIVE(epoll_register) { return (void)native, epoll_change(thread, arguments, EPOLL_CTL_ADD); }
NATIVE(epoll_modify) { return (void)native, epoll_change(thread, arguments, EPOLL_CTL_MOD); }
NATIVE(epoll_unregister) { return (void)native, epoll_change(thread, arguments, EPOLL_CTL_DEL); }

typedef struct EpollWait {
    int descriptor, most;
    struct epoll_event *events;
} EpollWait;

static int wait_epoll(void *context, int milliseconds) {
    EpollWait *wait = context;
    return epoll_wait(wait->descriptor, wait->events, wait->most, milliseconds);
}

NATIVE(epoll_poll) {
    (void)native;
    Epoll *self = (Epoll *)arguments[0].object;
    double seconds;
    int64_t most;
    if (!epoll_open(thread, self) || !timeout_from(thread, arguments[1], 1, true, &seconds) || !value_to_int64(thread, arguments[2], &most)) return VALUE_ABSENT;
    if (most == 0 || most < -1) return raise_value_error(thread, "maxevents must be greater than 0, got %lld", (long long)most);
    struct epoll_event space[64];
    EpollWait wait = {self->descriptor, most < 0 || most > 64 ? 64 : (int)most, space};
    int found = 0;
    if (!wait_in_slices(thread, seconds, wait_epoll, &wait, &found)) return VALUE_ABSENT;
    Value list = list_new(thread);
    for (int i = 0; !value_is_absent(list) && i < found; i++)
        if (!append_pair(thread, list, space[i].data.fd, space[i].events)) value_release(list), list = VALUE_ABSENT;
    return list;
}

static void epoll_shut(Epoll *self) {
    if (self->descriptor >= 0) close(self->descriptor);
    self->descriptor = -1;
}
NATIVE(epoll_close) {
    (void)native, (void)thread;
    epoll_shut((Epoll *)arguments[0].object);
    return VALUE_NONE;
}
NATIVE(epoll_fileno) {
    (void)native;
    const Epoll *self = (const Epoll *)arguments[0].object;
    return epoll_open(thread, self) ? value_from_int(self->descriptor) : VALUE_ABSENT;
}
NATIVE(epoll_enter) {
    (void)native;
    return epoll_open(thread, (const Epoll *)arguments[0].object) ? value_retain(arguments[0]) : VALUE_ABSENT;
}
static Value epoll_get_closed(Thread *thread, Value self) {
    (void)thread;
    return value_from_bool(((const Epoll *)self.object)->descriptor < 0);
}
NATIVE(epoll_fromfd) {
    (void)native;
    int64_t descriptor;
    if (!value_to_int64(thread, arguments[1], &descriptor)) return VALUE_ABSENT;
    return epoll_from(thread, value_type(arguments[0]), (int)descriptor);
}
static void epoll_destroy(Object *self) { epoll_shut((Epoll *)self); }
static const PropertyEntry epoll_properties[] = {{"closed", epoll_get_closed, NULL, "Was it closed?"}, {0}};
static const NativeEntry epoll_methods[] = {
    {"register", "($self, fd, eventmask=7)", "Wait for a descriptor, too.", epoll_register, NULL, 0},
    {"modify", "($self, fd, eventmask)", "Wait for something else of a descriptor.", epoll_modify, NULL, 0},
    {"unregister", "($self, fd)", "Wait for a descriptor no more.", epoll_unregister, NULL, 0},
    {"poll", "($self, timeout=None, maxevents=-1)", "Pairs of descriptor and what it is ready for, after so many seconds at the latest.", epoll_poll, NULL, 0},
    {"close", "($self)", "Give the system's descriptor back.", epoll_close, NULL, 0},
    {"fileno", "($self)", "The system's descriptor of the set.", epoll_fileno, NULL, 0},
    {"fromfd", "($cls, fd, /)", "A set for a descriptor that exists.", epoll_fromfd, NULL, NATIVE_CLASS},
    {"__enter__", "($self, /)", NULL, epoll_enter, NULL, 0},
    {"__exit__", "($self, exc_type=None, exc_value=None, exc_tb=None, /)", NULL, epoll_close, NULL, 0},
    {0}};
static const Type epoll_type = {.name = "select.epoll", .flags = TYPE_IMMUTABLE, .instance_size = sizeof(Epoll), .create = epoll_make,
                                .documentation = "A set of descriptors that the system keeps.", .destroy = epoll_destroy,
                                .methods = epoll_methods, .properties = epoll_properties};

static const NativeEntry functions[] = {
    {"select", "(rlist, wlist, xlist, timeout=None, /)", "Those that can be read, those that can be written, and those with something special.", select_select, NULL, 0},
    {"poll", "()", "A new set of descriptors to wait for.", select_poll, NULL, 0},
    {0}};

static bool initialize(Thread *thread, Value module) {
    static const struct {
        const char *name;
        unsigned number;
    } constants[] = {{"POLLIN", POLLIN}, {"POLLPRI", POLLPRI}, {"POLLOUT", POLLOUT}, {"POLLERR", POLLERR}, {"POLLHUP", POLLHUP}, {"POLLNVAL", POLLNVAL},
                     {"POLLRDNORM", 64}, {"POLLRDBAND", 128}, {"POLLWRNORM", 256}, {"POLLWRBAND", 512}, {"POLLMSG", 1024}, {"POLLRDHUP", 8192},
                     {"PIPE_BUF", 4096}, {"EPOLLIN", EPOLLIN}, {"EPOLLPRI", EPOLLPRI}, {"EPOLLOUT", EPOLLOUT}, {"EPOLLERR", EPOLLERR}, {"EPOLLHUP", EPOLLHUP},
                     {"EPOLLRDHUP", EPOLLRDHUP}, {"EPOLLRDNORM", 64}, {"EPOLLRDBAND", 128}, {"EPOLLWRNORM", 256}, {"EPOLLWRBAND", 512}, {"EPOLLMSG", 1024},
                     {"EPOLLET", 1u << 31}, {"EPOLLONESHOT", 1u << 30}, {"EPOLLEXCLUSIVE", 1u << 28}, {"EPOLL_CLOEXEC", EPOLL_CLOEXEC}};
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (!module_add(thread, module, constants[i].name, value_from_int(constants[i].number))) return false;
    Type *epoll = type_from_template(thread, &epoll_type);
    return epoll && module_add_type(thread, module, epoll) &&
           module_add(thread, module, "error", value_from_object(object_retain(thread_builtins(thread)->exception_OSError)));
}

const ModuleEntry library_select = {.name = "select", .documentation = "Waiting until descriptors can be read or written.",
                                    .functions = functions, .initialize = initialize};
