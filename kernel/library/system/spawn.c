/* _spawn: starting other programs, for subprocess. Children stay in this process's group, unless they are given one or a session
 * of their own, and get signals as the system sets them. */
#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/library/system/os_private.h"
#include "kernel/library/system/signals.h"
#include "kernel/objects/system/children.h"
#include "kernel/objects/core/type.h"
#include "kernel/objects/text/string.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;

/* A NULL-terminated vector of the texts of a list; NULL with an exception. */
static char **text_vector(Thread *thread, Value list) {
    Value texts = list_from_iterable(thread, list);
    if (value_is_absent(texts)) return NULL;
    size_t count = value_list(texts)->count;
    char **vector = memory_allocate_zeroed(count + 1, sizeof *vector);
    if (!vector) raise_no_memory(thread);
    for (size_t i = 0; vector && i < count; i++) {
        Value text = os_system_path(thread, value_list(texts)->items[i]);
        bool good = !value_is_absent(text);
        if (good && strlen(system_bytes(text)) != system_length(text)) good = (raise_value_error(thread, "embedded null byte"), false);
        if (good && !(vector[i] = memory_copy_string(system_bytes(text)))) good = (raise_no_memory(thread), false);
        value_release(text);
        if (good) continue;
        for (size_t at = 0; at < i; at++) memory_release(vector[at]);
        memory_release(vector);
        vector = NULL;
    }
    value_release(texts);
    return vector;
}

static void release_vector(char **vector) {
    for (char **at = vector; at && *at; at++) memory_release(*at);
    memory_release(vector);
}

/* Redirect descriptors 0 to 2; those that are themselves below 3 were moved up by the caller. */
static int add_actions(posix_spawn_file_actions_t *actions, const int64_t ends[3], const char *folder, bool close_others) {
    int error = 0;
    if (folder) error = posix_spawn_file_actions_addchdir_np(actions, folder);
    for (int i = 0; i < 3 && !error; i++)
        if (ends[i] >= 0) error = posix_spawn_file_actions_adddup2(actions, (int)ends[i], i);
    if (!error && close_others) error = posix_spawn_file_actions_addclosefrom_np(actions, 3);
    return error;
}

NATIVE(spawn_start) {
    (void)native;
    int64_t ends[3];
    for (int i = 0; i < 3; i++)
        if (!value_to_int64(thread, arguments[4 + i], &ends[i])) return VALUE_ABSENT;
    int64_t group;
    int close_others = value_truth(thread, arguments[7]), session = value_truth(thread, arguments[8]);
    if (close_others < 0 || session < 0 || !value_to_int64(thread, arguments[9], &group)) return VALUE_ABSENT;
    char **words = text_vector(thread, arguments[1]), **variables = NULL;
    if (!words) return VALUE_ABSENT;
    Value program = os_system_path(thread, arguments[0]), folder = VALUE_NONE, result = VALUE_ABSENT;
    bool good = !value_is_absent(program);
    if (good && !value_is_none(arguments[2])) good = !value_is_absent(folder = os_system_path(thread, arguments[2]));
    if (good && !value_is_none(arguments[3])) good = (variables = text_vector(thread, arguments[3])) != NULL;
    if (good) {
        FrontEnd *front_end = &thread->interpreter->front_end;
        if (front_end->flush) front_end->flush(front_end->context);
        posix_spawn_file_actions_t actions;
        posix_spawnattr_t attributes;
        sigset_t none, defaults;
        pid_t process = 0;
        sigemptyset(&none);
        sigemptyset(&defaults);
        sigaddset(&defaults, SIGINT);
        sigaddset(&defaults, SIGPIPE);
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
        posix_spawnattr_setpgroup(&attributes, (pid_t)group);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &defaults);
        posix_spawnattr_setflags(&attributes, (short)(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                      (session ? POSIX_SPAWN_SETSID : 0) | (group >= 0 ? POSIX_SPAWN_SETPGROUP : 0)));
        int error = add_actions(&actions, ends, value_is_none(folder) ? NULL : system_bytes(folder), close_others);
        if (!error) error = posix_spawnp(&process, system_bytes(program), &actions, &attributes, words, variables ? variables : environ);
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
        if (!error) children_started(thread->interpreter, process);
        result = error ? raise_os_error_of(thread, error, arguments[0], VALUE_ABSENT) : value_from_int(process);
    }
    release_vector(words);
    release_vector(variables);
    value_release(program);
    value_release(folder);
    return result;
}

/* Another program in this one's place: comes back only with an error. */
NATIVE(spawn_execute) {
    (void)native;
    char **words = text_vector(thread, arguments[1]), **variables = words && !value_is_none(arguments[2]) ? text_vector(thread, arguments[2]) : NULL;
    bool good = words && (variables || value_is_none(arguments[2]));
    Value program = good ? os_system_path(thread, arguments[0]) : VALUE_ABSENT;
    if (!value_is_absent(program)) {
        sigset_t none, before;
        sigemptyset(&none);
        pthread_sigmask(SIG_SETMASK, &none, &before);
        execve(system_bytes(program), words, variables ? variables : environ);
        int error = errno;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        raise_os_error(thread, error, NULL);
    }
    release_vector(words), release_vector(variables);
    value_release(program);
    return VALUE_ABSENT;
}

/* A descriptor above 2 for the same file, closed in children. */
NATIVE(spawn_move_up) {
    (void)native;
    int64_t descriptor;
    if (!value_to_int64(thread, arguments[0], &descriptor)) return VALUE_ABSENT;
    int copy = fcntl((int)descriptor, F_DUPFD_CLOEXEC, 3);
    return copy < 0 ? raise_os_error(thread, errno, NULL) : value_from_int(copy);
}

/* Wait until a descriptor is ready: a list of those that are. */
NATIVE(spawn_poll) {
    (void)native;
    enum { MOST = 16 };
    struct pollfd items[MOST];
    int64_t number;
    double seconds;
    Value readers = list_from_iterable(thread, arguments[0]), writers = value_is_absent(readers) ? readers : list_from_iterable(thread, arguments[1]);
    nfds_t count = 0;
    bool good = !value_is_absent(writers) && value_to_double(thread, arguments[2], &seconds);
    for (int kind = 0; good && kind < 2; kind++) {
        const List *list = value_list(kind ? writers : readers);
        for (size_t i = 0; good && i < list->count && count < MOST; i++) {
            good = value_to_int64(thread, list->items[i], &number);
            items[count++] = (struct pollfd){(int)number, kind ? POLLOUT : POLLIN, 0};
        }
    }
    value_release(readers), value_release(writers);
    if (!good) return VALUE_ABSENT;
    int ready = 0;
    for (;;) {
        int slice = seconds < 0 || seconds > 0.02 ? 20 : (int)(seconds * 1000);
        thread_block(thread);
        ready = poll(items, count, slice);
        thread_unblock(thread);
        if (ready > 0 || (ready < 0 && errno != EINTR)) break;
        if (!thread_poll(thread)) return VALUE_ABSENT;
        if (seconds >= 0 && (seconds -= 0.02) <= 0) break;
    }
    if (ready < 0) return raise_os_error(thread, errno, NULL);
    Value list = list_new(thread);
    for (nfds_t i = 0; i < count && !value_is_absent(list); i++)
        if (items[i].revents && !list_append(thread, value_list(list), value_from_int(items[i].fd))) value_release(list), list = VALUE_ABSENT;
    return list;
}

/* ---- a copy of this process, for multiprocessing ---- */

static void copy_write(void *context, bool is_error, const char *text, size_t length) {
    (void)context;
    while (length) {
        ssize_t count = write(is_error ? 2 : 1, text, length);
        if (count < 0 && errno != EINTR) return;
        if (count > 0) text += count, length -= (size_t)count;
    }
}

/* The signal of a parent's death comes when the thread that forked ends, and only the main one lives as long as the process:
 * a copy that another one made waits for the process itself. */
static void *wait_for_parent(void *argument) {
    struct pollfd item = {(int)(intptr_t)argument, POLLIN, 0};
    while (poll(&item, 1, -1) < 0 && errno == EINTR) continue;
    _exit(1);
}

static bool start_waiting(pid_t parent) {
    int descriptor = (int)syscall(SYS_pidfd_open, parent, 0);
    if (descriptor < 0) return false;
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    sigset_t all, before;
    pthread_attr_t attributes;
    pthread_t waiter;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int error = pthread_create(&waiter, &attributes, wait_for_parent, (void *)(intptr_t)descriptor);
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error == 0;
}

static void end_with_parent(Thread *thread, pid_t parent) {
    if (thread == thread->interpreter->main || !start_waiting(parent)) prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
}

/* Only the thread that called goes on in the copy: its front end is gone, what it writes goes to descriptors 1 and 2, and
 * it must end with os._exit(). The copies of a kernel end with it. */
NATIVE(spawn_fork) {
    (void)native;
    Interpreter *interpreter = thread->interpreter;
    int ends = value_truth(thread, arguments[0]);
    if (ends < 0) return VALUE_ABSENT;
    if (interpreter->front_end.flush) interpreter->front_end.flush(interpreter->front_end.context);
    pid_t parent = getpid(), process = fork();
    if (process < 0) return raise_os_error(thread, errno, NULL);
    if (process) {
        children_started(interpreter, process);
        return value_from_int(process);
    }
    if (ends || interpreter->runs_cells) end_with_parent(thread, parent);
    interpreter->lock = NULL;
    interpreter->main = interpreter->running = thread;
    thread->next = NULL;
    interpreter->front_end = (FrontEnd){.write = copy_write, .has_descriptors = interpreter->front_end.has_descriptors};
    atomic_store(&interpreter->interrupted, false);
    children_forget(interpreter);
    signals_begin_copy(interpreter);
    return value_from_int(0);
}

/* ---- memory that this process and its copies share ---- */

typedef struct Shared {
    Object object;
    char *bytes;
    size_t size;
} Shared;

static void shared_destroy(Object *self) {
    Shared *shared = (Shared *)self;
    if (shared->bytes) munmap(shared->bytes, shared->size);
}

static bool shared_range(Thread *thread, const Shared *shared, Value offset_value, int64_t size, int64_t *offset) {
    if (!value_to_int64(thread, offset_value, offset)) return false;
    if (*offset >= 0 && size >= 0 && (uint64_t)*offset <= shared->size && (uint64_t)size <= shared->size - (uint64_t)*offset) return true;
    raise_index_error(thread, "index out of range");
    return false;
}

NATIVE(shared_read) {
    (void)native;
    const Shared *shared = (const Shared *)arguments[0].object;
    int64_t offset, size;
    if (!value_to_int64(thread, arguments[2], &size) || !shared_range(thread, shared, arguments[1], size, &offset)) return VALUE_ABSENT;
    return bytes_new(thread, shared->bytes + offset, (size_t)size);
}
NATIVE(shared_write) {
    (void)native;
    const Shared *shared = (const Shared *)arguments[0].object;
    int64_t offset;
    const char *bytes;
    size_t size;
    if (!value_buffer(thread, arguments[2], &bytes, &size) || !shared_range(thread, shared, arguments[1], (int64_t)size, &offset)) return VALUE_ABSENT;
    memcpy(shared->bytes + offset, bytes, size);
    return VALUE_NONE;
}
static const NativeEntry shared_methods[] = {{"read", "($self, offset, size, /)", "Bytes of it.", shared_read, NULL, 0},
                                             {"write", "($self, offset, data, /)", "Put bytes into it.", shared_write, NULL, 0},
                                             {0}};
static const Type shared_type = {.name = "_spawn.Shared", .flags = TYPE_NO_CREATE, .instance_size = sizeof(Shared),
                                 .documentation = "Memory that is shared with copies of this process.", .destroy = shared_destroy,
                                 .methods = shared_methods};

NATIVE(spawn_shared) {
    (void)native;
    int64_t size;
    if (!value_to_int64(thread, arguments[0], &size)) return VALUE_ABSENT;
    if (size < 0 || size > (int64_t)1 << 40) return raise_no_memory(thread);
    Type *type = type_from_template(thread, &shared_type);
    Shared *shared = type ? object_new(thread, type) : NULL;
    if (!shared) return VALUE_ABSENT;
    shared->size = size ? (size_t)size : 1;
    shared->bytes = mmap(NULL, shared->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (shared->bytes != MAP_FAILED) return value_from_object(shared);
    shared->bytes = NULL;
    object_release(shared);
    return raise_no_memory(thread);
}

static const NativeEntry spawn_functions[] = {
    {"fork", "(ends_with_parent=False, /)", "Copy this process: 0 in the copy, its number here.", spawn_fork, NULL, 0},
    {"shared", "(size, /)", "Memory that is shared with copies of this process.", spawn_shared, NULL, 0},
    {"poll", "(readers, writers, seconds, /)", "Which descriptors can be read or written; waits for one, a negative time for ever.", spawn_poll, NULL, 0},
    {"start", "(program, words, folder, variables, input, output, errors, close_others, session, group, /)",
     "Start a program: its process number. Descriptors are -1 where the child has those of this process.", spawn_start, NULL, 0},
    {"execute", "(program, words, variables, /)", "Run another program in this one's place.", spawn_execute, NULL, 0},
    {"move_up", "(descriptor, /)", "A descriptor above 2 for the same file.", spawn_move_up, NULL, 0},
    {0}};

const ModuleEntry library__spawn = {.name = "_spawn", .documentation = "Starting programs.", .functions = spawn_functions};
