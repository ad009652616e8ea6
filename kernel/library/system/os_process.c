/* os: this process, its children, the machine. */
#include "kernel/library/system/os_private.h"

#include "base/memory.h"
#include "kernel/objects/system/children.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/core/type.h"
#include "kernel/objects/text/string.h"

#include <dlfcn.h>
#include <errno.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

extern char **environ;

/* ---- numbers without arguments ---- */

typedef int64_t NumberCall(void);
static int64_t call_getpid(void) { return getpid(); }
static int64_t call_getppid(void) { return getppid(); }
static int64_t call_getuid(void) { return getuid(); }
static int64_t call_geteuid(void) { return geteuid(); }
static int64_t call_getgid(void) { return getgid(); }
static int64_t call_getegid(void) { return getegid(); }
static int64_t call_getpgrp(void) { return getpgrp(); }
typedef struct NumberEntry {
    NumberCall *call;
} NumberEntry;
#define NUMBER_ENTRY(name) static const NumberEntry name##_entry = {call_##name};
NUMBER_ENTRY(getpid) NUMBER_ENTRY(getppid) NUMBER_ENTRY(getuid) NUMBER_ENTRY(geteuid) NUMBER_ENTRY(getgid) NUMBER_ENTRY(getegid) NUMBER_ENTRY(getpgrp)

NATIVE(os_number) {
    (void)thread, (void)arguments;
    return value_from_int(((const NumberEntry *)native->entry->data)->call());
}

/* ---- numbers of one or two numbers; -1 is an error ---- */

typedef int64_t ProcessCall(int64_t first, int64_t second);
static int64_t call_kill(int64_t process, int64_t number) { return kill((pid_t)process, (int)number); }
static int64_t call_killpg(int64_t group, int64_t number) { return killpg((pid_t)group, (int)number); }
static int64_t call_getpgid(int64_t process, int64_t extra) { return (void)extra, getpgid((pid_t)process); }
static int64_t call_getsid(int64_t process, int64_t extra) { return (void)extra, getsid((pid_t)process); }
static int64_t call_setpgid(int64_t process, int64_t group) { return setpgid((pid_t)process, (pid_t)group); }
static int64_t call_nice(int64_t increment, int64_t extra) {
    (void)extra;
    errno = 0;
    int value = nice((int)increment);
    return value == -1 && errno ? -1 : value + (value == -1 ? -1 : 0);
}
static int64_t call_setsid(int64_t first, int64_t extra) { return (void)first, (void)extra, setsid(); }
static int64_t call_setpgrp(int64_t first, int64_t extra) { return (void)first, (void)extra, setpgid(0, 0); }
static int64_t call_sysconf(int64_t name, int64_t extra) { return (void)extra, sysconf((int)name); }
static int64_t call_sched_yield(int64_t first, int64_t extra) { return (void)first, (void)extra, sched_yield(); }
static int64_t call_setuid(int64_t user, int64_t extra) { return (void)extra, setuid((uid_t)user); }
static int64_t call_setgid(int64_t group, int64_t extra) { return (void)extra, setgid((gid_t)group); }
static int64_t call_getpriority(int64_t which, int64_t who) { return getpriority((int)which, (id_t)who); }
typedef struct ProcessEntry {
    ProcessCall *call;
    int count;
    bool gives_number;
} ProcessEntry;
#define PROCESS_ENTRY(name, count, gives_number) static const ProcessEntry name##_entry = {call_##name, count, gives_number};
PROCESS_ENTRY(kill, 2, false) PROCESS_ENTRY(killpg, 2, false) PROCESS_ENTRY(getpgid, 1, true) PROCESS_ENTRY(getsid, 1, true)
PROCESS_ENTRY(setpgid, 2, false) PROCESS_ENTRY(nice, 1, true) PROCESS_ENTRY(setsid, 0, false) PROCESS_ENTRY(setpgrp, 0, false) PROCESS_ENTRY(sched_yield, 0, false)
PROCESS_ENTRY(setuid, 1, false) PROCESS_ENTRY(setgid, 1, false) PROCESS_ENTRY(getpriority, 2, true)

/* kill() of this process. An interrupt is told at once: the thread that waits for it would be later. */
static Value signal_self(Thread *thread, int number) {
    sigset_t blocked;
    if (number == SIGINT && !pthread_sigmask(SIG_BLOCK, NULL, &blocked) && sigismember(&blocked, SIGINT) == 1) {
        if (!interpreter_signal(thread->interpreter, SIGINT)) interpreter_interrupt(thread->interpreter);
    } else if (kill(getpid(), number) < 0) {
        return raise_os_error(thread, errno, NULL);
    }
    return thread_poll(thread) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(os_process_call) {
    const ProcessEntry *entry = native->entry->data;
    int64_t numbers[2] = {0, 0};
    for (int i = 0; i < entry->count; i++)
        if (!value_to_int64(thread, arguments[i], &numbers[i])) return VALUE_ABSENT;
    if (entry->call == call_kill && numbers[0] == getpid()) return signal_self(thread, (int)numbers[1]);
    int64_t result = entry->call(numbers[0], numbers[1]);
    if (result == -1) return raise_os_error(thread, errno, NULL);
    return entry->gives_number ? value_from_int(result) : VALUE_NONE;
}

static const struct {
    const char *name;
    int number;
} configuration[] = {{"SC_NPROCESSORS_ONLN", _SC_NPROCESSORS_ONLN}, {"SC_NPROCESSORS_CONF", _SC_NPROCESSORS_CONF}, {"SC_PAGESIZE", _SC_PAGESIZE},
                     {"SC_PAGE_SIZE", _SC_PAGESIZE}, {"SC_PHYS_PAGES", _SC_PHYS_PAGES}, {"SC_AVPHYS_PAGES", _SC_AVPHYS_PAGES},
                     {"SC_OPEN_MAX", _SC_OPEN_MAX}, {"SC_CLK_TCK", _SC_CLK_TCK}, {"SC_ARG_MAX", _SC_ARG_MAX}, {"SC_CHILD_MAX", _SC_CHILD_MAX},
                     {"SC_IOV_MAX", _SC_IOV_MAX}, {"SC_LOGIN_NAME_MAX", _SC_LOGIN_NAME_MAX}, {"SC_HOST_NAME_MAX", _SC_HOST_NAME_MAX},
                     {"SC_LEVEL1_DCACHE_SIZE", _SC_LEVEL1_DCACHE_SIZE}, {"SC_LEVEL2_CACHE_SIZE", _SC_LEVEL2_CACHE_SIZE},
                     {"SC_LEVEL3_CACHE_SIZE", _SC_LEVEL3_CACHE_SIZE}, {"SC_LEVEL1_DCACHE_LINESIZE", _SC_LEVEL1_DCACHE_LINESIZE}};

NATIVE(os_sysconf) {
    (void)native;
    int64_t number = -1;
    if (value_is_string(arguments[0])) {
        for (size_t i = 0; i < sizeof configuration / sizeof *configuration; i++)
            if (string_equals_c(value_string(arguments[0]), configuration[i].name)) number = configuration[i].number;
        if (number < 0) return raise_value_error(thread, "unrecognized configuration name");
    } else if (!value_to_int64(thread, arguments[0], &number)) return VALUE_ABSENT;
    errno = 0;
    int64_t value = call_sysconf(number, 0);
    return value == -1 && errno ? raise_os_error(thread, errno, NULL) : value_from_int(value);
}

NATIVE(os_cpu_count) {
    NATIVE_UNUSED;
    return value_from_int(sysconf(_SC_NPROCESSORS_ONLN));
}

NATIVE(os_sched_getaffinity) {
    (void)native;
    cpu_set_t set;
    int64_t process;
    if (!value_to_int64(thread, arguments[0], &process)) return VALUE_ABSENT;
    if (sched_getaffinity((pid_t)process, sizeof set, &set) != 0) return raise_os_error(thread, errno, NULL);
    Value result = set_new(thread, false);
    for (int cpu = 0; cpu < CPU_SETSIZE && !value_is_absent(result); cpu++) {
        if (!CPU_ISSET(cpu, &set) || set_add(thread, result, value_from_int(cpu))) continue;
        value_release(result);
        return VALUE_ABSENT;
    }
    return result;
}

NATIVE(os_sched_setaffinity) {
    (void)native;
    cpu_set_t set;
    int64_t process, cpu;
    CPU_ZERO(&set);
    Value iterator = value_to_int64(thread, arguments[0], &process) ? value_iterate(thread, arguments[1]) : VALUE_ABSENT, item;
    if (value_is_absent(iterator)) return iterator;
    while (!value_is_absent(item = value_next(thread, iterator))) {
        bool good = value_to_int64(thread, item, &cpu);
        value_release(item);
        if (good && cpu < 0) good = (raise_value_error(thread, "negative CPU number"), false);
        if (!good) break;
        if (cpu < CPU_SETSIZE) CPU_SET((size_t)cpu, &set);
    }
    value_release(iterator);
    if (exception_is_set(thread)) return VALUE_ABSENT;
    return sched_setaffinity((pid_t)process, sizeof set, &set) ? raise_os_error(thread, errno, NULL) : VALUE_NONE;
}

NATIVE(os_urandom) {
    (void)native;
    int64_t count;
    if (!value_to_int64(thread, arguments[0], &count)) return VALUE_ABSENT;
    if (count < 0) return raise_value_error(thread, "negative argument not allowed");
    char *bytes = count < (int64_t)1 << 30 ? memory_allocate((size_t)count + 1) : NULL;
    if (!bytes) return raise_no_memory(thread);
    for (int64_t at = 0; at < count;) {
        ssize_t got = getrandom(bytes + at, (size_t)(count - at), 0);
        if (got < 0 && errno != EINTR) {
            memory_release(bytes);
            return raise_os_error(thread, errno, NULL);
        }
        if (got > 0) at += got;
    }
    Value result = bytes_new(thread, bytes, (size_t)count);
    memory_release(bytes);
    return result;
}

NATIVE(os_getloadavg) {
    (void)native, (void)arguments;
    double loads[3];
    if (getloadavg(loads, 3) != 3) return raise_format(thread, thread_builtins(thread)->exception_OSError, "Load averages are unobtainable");
    const Value items[] = {value_from_float(loads[0]), value_from_float(loads[1]), value_from_float(loads[2])};
    return tuple_from_values(thread, items, 3);
}

NATIVE(os_getlogin) {
    (void)native, (void)arguments;
    char name[256];
    int error = getlogin_r(name, sizeof name);
    return error ? raise_os_error(thread, error, NULL) : string_from_c(thread, name);
}

NATIVE(os_getgroups) {
    (void)native, (void)arguments;
    gid_t groups[256];
    int count = getgroups(256, groups);
    if (count < 0) return raise_os_error(thread, errno, NULL);
    Value list = list_new(thread);
    for (int i = 0; i < count && !value_is_absent(list); i++)
        if (!list_append_owned(thread, value_list(list), value_from_int(groups[i]))) value_release(list), list = VALUE_ABSENT;
    return list;
}

NATIVE(os_strerror) {
    (void)native;
    int64_t number;
    return value_to_int64(thread, arguments[0], &number) ? string_from_c(thread, strerror((int)number)) : VALUE_ABSENT;
}

static const PropertyEntry uname_fields[] = {STRUCT_FIELD("sysname", 0), STRUCT_FIELD("nodename", 1), STRUCT_FIELD("release", 2),
                                             STRUCT_FIELD("version", 3), STRUCT_FIELD("machine", 4), {0}};
STRUCT_SEQUENCE_TYPE(uname_type, "posix.uname_result", "The operating system.", uname_fields)

NATIVE(os_uname) {
    (void)native, (void)arguments;
    struct utsname name;
    uname(&name);
    const Value items[] = {string_from_c(thread, name.sysname), string_from_c(thread, name.nodename), string_from_c(thread, name.release),
                           string_from_c(thread, name.version), string_from_c(thread, name.machine)};
    return struct_sequence_new(thread, &uname_type, items, 5, 0);
}

static const PropertyEntry times_fields[] = {STRUCT_FIELD("user", 0), STRUCT_FIELD("system", 1), STRUCT_FIELD("children_user", 2),
                                             STRUCT_FIELD("children_system", 3), STRUCT_FIELD("elapsed", 4), {0}};
STRUCT_SEQUENCE_TYPE(times_type, "posix.times_result", "Seconds that this process took.", times_fields)

NATIVE(os_times) {
    (void)native, (void)arguments;
    struct tms spent;
    double second = (double)sysconf(_SC_CLK_TCK);
    thread_finish_pending(thread);
    clock_t elapsed = times(&spent);
    const Value items[] = {value_from_float((double)spent.tms_utime / second), value_from_float((double)spent.tms_stime / second),
                           value_from_float((double)spent.tms_cutime / second), value_from_float((double)spent.tms_cstime / second),
                           value_from_float((double)elapsed / second)};
    return struct_sequence_new(thread, &times_type, items, 5, 0);
}

/* ---- children ---- */

/* Of all that a process of ours may wait for, what it adopted is not the program's to know. */
static pid_t next_child(Interpreter *interpreter, pid_t process, int *status, int options) {
    bool adopts = process <= 0 && children_are_adopted(interpreter);
    for (;;) {
        if (adopts && !children_count(interpreter)) {
            errno = ECHILD;
            return -1;
        }
        pid_t found = waitpid(process, status, options | WNOHANG);
        if (found > 0 && adopts && !children_has(interpreter, found)) continue;
        if (found > 0 && (WIFEXITED(*status) || WIFSIGNALED(*status))) children_ended(interpreter, found);
        return found;
    }
}

/* Wait in turns, so that an interrupt is seen and other threads run. */
static Value wait_for(Thread *thread, pid_t process, int options) {
    int status = 0;
    for (;;) {
        pid_t found = next_child(thread->interpreter, process, &status, options);
        if (found < 0 && errno != EINTR) return raise_os_error(thread, errno, NULL);
        if (found > 0) children_await_interrupt(thread, status);
        if (found > 0 || options & WNOHANG) {
            const Value items[] = {value_from_int(found < 0 ? 0 : found), value_from_int(status)};
            return tuple_from_values(thread, items, 2);
        }
        if (!thread_poll(thread)) return VALUE_ABSENT;
        thread_block(thread);
        usleep(1000);
        thread_unblock(thread);
    }
}

NATIVE(os_waitpid) {
    (void)native;
    int64_t process, options;
    if (!value_to_int64(thread, arguments[0], &process) || !value_to_int64(thread, arguments[1], &options)) return VALUE_ABSENT;
    return wait_for(thread, (pid_t)process, (int)options);
}
NATIVE(os_wait) {
    (void)native, (void)arguments;
    return wait_for(thread, -1, 0);
}

/* The questions to a wait status; the entry's data says which. */
NATIVE(os_status) {
    int64_t value;
    if (!value_to_int64(thread, arguments[0], &value)) return VALUE_ABSENT;
    int status = (int)value;
    switch (((const char *)native->entry->data)[0]) {
    case 'e': return value_from_bool(WIFEXITED(status));
    case 'E': return value_from_int(WEXITSTATUS(status));
    case 's': return value_from_bool(WIFSIGNALED(status));
    case 'S': return value_from_int(WTERMSIG(status));
    case 'p': return value_from_bool(WIFSTOPPED(status));
    case 'P': return value_from_int(WSTOPSIG(status));
    case 'c': return value_from_bool(WIFCONTINUED(status));
    default: return value_from_bool(WCOREDUMP(status));
    }
}

NATIVE(os_exit) {
    (void)native;
    int64_t status;
    if (!value_to_int64(thread, arguments[0], &status)) return VALUE_ABSENT;
    _exit((int)status);
}
NATIVE(os_abort) {
    NATIVE_UNUSED;
    abort();
}

static int start_shell(pid_t *process, const char *command) {
    const char *words[] = {"sh", "-c", command, NULL};
    posix_spawnattr_t attributes;
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int problem = posix_spawnp(process, "sh", NULL, &attributes, (char *const *)words, environ);
    posix_spawnattr_destroy(&attributes);
    return problem;
}

/* An interrupt is the command's, which got the same signal, and its end is no more than a status. One that goes on is told
 * so again, and at last ended; then the interrupt is ours. */
enum { TURN_MICROSECONDS = 2000, AGAIN_AFTER = 250, END_AFTER = 1500 }; /* the last two in milliseconds */

typedef struct ShellWait {
    pid_t process;
    int status;
    int interrupted; /* milliseconds ago; below 0: not */
    Value interrupt;
} ShellWait;

static void heed_exception(Thread *thread, ShellWait *wait) {
    bool is_interrupt = exception_matches(thread, thread_builtins(thread)->exception_KeyboardInterrupt);
    value_replace(&wait->interrupt, exception_take(thread));
    if (!is_interrupt || wait->interrupted >= 0) children_signal(wait->process, SIGKILL);
    if (wait->interrupted < 0) wait->interrupted = is_interrupt ? 0 : AGAIN_AFTER;
}

static bool wait_for_shell(Thread *thread, ShellWait *wait) {
    while (waitpid(wait->process, &wait->status, WNOHANG) != wait->process) {
        if (!thread_poll(thread)) heed_exception(thread, wait);
        thread_block(thread);
        usleep(TURN_MICROSECONDS);
        thread_unblock(thread);
        if (wait->interrupted < 0) continue;
        wait->interrupted += TURN_MICROSECONDS / 1000;
        if (wait->interrupted == AGAIN_AFTER) children_signal(wait->process, SIGINT);
        if (wait->interrupted == END_AFTER) children_signal(wait->process, SIGKILL);
    }
    children_ended(thread->interpreter, wait->process);
    if (wait->interrupted >= AGAIN_AFTER) {
        exception_restore(thread, wait->interrupt);
        return false;
    }
    value_clear(&wait->interrupt);
    if (wait->interrupted >= 0) return true;
    children_await_interrupt(thread, wait->status);
    if (thread_poll(thread)) return true;
    bool is_interrupt = exception_matches(thread, thread_builtins(thread)->exception_KeyboardInterrupt);
    if (is_interrupt) exception_clear(thread);
    return is_interrupt;
}

/* The command's output goes where file descriptors 1 and 2 go; the wait can be interrupted. */
NATIVE(os_system) {
    (void)native;
    Value command = os_path_argument(thread, arguments[0], "system", "command", NULL);
    if (value_is_absent(command)) return command;
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (front_end->flush) front_end->flush(front_end->context);
    ShellWait wait = {.interrupted = -1, .interrupt = VALUE_ABSENT};
    int problem = start_shell(&wait.process, system_bytes(command));
    value_release(command);
    if (problem) return raise_os_error(thread, problem, "sh");
    children_started(thread->interpreter, wait.process);
    return wait_for_shell(thread, &wait) ? value_from_int(wait.status) : VALUE_ABSENT;
}

#define NUMBER_CALL(name_, documentation_) \
    {.name = #name_, .signature = "()", .documentation = documentation_, .code = os_number, .data = &name_##_entry}
#define PROCESS_CALL(name_, signature_, documentation_) \
    {.name = #name_, .signature = signature_, .documentation = documentation_, .code = os_process_call, .data = &name_##_entry}
const NativeEntry os_process_functions[] = {
    NUMBER_CALL(getpid, "This process's number."), NUMBER_CALL(getppid, "The parent's number."), NUMBER_CALL(getuid, "The user's number."),
    NUMBER_CALL(geteuid, "The number of the user whose rights this process has."), NUMBER_CALL(getgid, "The group's number."),
    NUMBER_CALL(getegid, "The number of the group whose rights this process has."), NUMBER_CALL(getpgrp, "The process group."),
    PROCESS_CALL(kill, "(pid, signal, /)", "Send a signal to a process."), PROCESS_CALL(killpg, "(pgid, signal, /)", "Send a signal to a process group."),
    PROCESS_CALL(getpgid, "(pid)", "A process's group."), PROCESS_CALL(getsid, "(pid, /)", "A process's session."),
    PROCESS_CALL(setpgid, "(pid, pgrp, /)", "Put a process into a group."), PROCESS_CALL(setsid, "()", "Start a session."),
    PROCESS_CALL(setpgrp, "()", "Become the leader of a process group."),
    PROCESS_CALL(nice, "(increment, /)", "Have a lower priority."), PROCESS_CALL(sched_yield, "()", "Let others run."),
    PROCESS_CALL(setuid, "(uid, /)", "Become another user."), PROCESS_CALL(setgid, "(gid, /)", "Take another group."),
    PROCESS_CALL(getpriority, "(which, who)", "The priority of a process, group or user."),
    {"sysconf", "(name, /)", "A number that the system is configured with.", os_sysconf, NULL, 0},
    {"cpu_count", "()", "The number of processors.", os_cpu_count, NULL, 0},
    {"sched_getaffinity", "(pid, /)", "The processors that may be used.", os_sched_getaffinity, NULL, 0},
    {"sched_setaffinity", "(pid, mask, /)", "Say which processors may be used.", os_sched_setaffinity, NULL, 0},
    {"urandom", "(size, /)", "Random bytes of the system.", os_urandom, NULL, 0},
    {"getrandom", "(size, flags=0)", "Random bytes of the system.", os_urandom, NULL, 0},
    {"getloadavg", "()", "How many processes ran in the last 1, 5 and 15 minutes.", os_getloadavg, NULL, 0},
    {"getlogin", "()", "Who logged in.", os_getlogin, NULL, 0},
    {"getgroups", "()", "The groups of this process.", os_getgroups, NULL, 0},
    {"strerror", "(code, /)", "What an error number means.", os_strerror, NULL, 0},
    {"uname", "()", "The operating system.", os_uname, NULL, 0},
    {"times", "()", "Seconds that this process took.", os_times, NULL, 0},
    {"waitpid", "(pid, options, /)", "Wait for a child: (number, status).", os_waitpid, NULL, 0},
    {"wait", "()", "Wait for any child: (number, status).", os_wait, NULL, 0},
    {"WIFEXITED", "(status)", "Did it exit?", os_status, "e", 0},
    {"WEXITSTATUS", "(status)", "Its exit status.", os_status, "E", 0},
    {"WIFSIGNALED", "(status)", "Did a signal end it?", os_status, "s", 0},
    {"WTERMSIG", "(status)", "The signal that ended it.", os_status, "S", 0},
    {"WIFSTOPPED", "(status)", "Was it stopped?", os_status, "p", 0},
    {"WSTOPSIG", "(status)", "The signal that stopped it.", os_status, "P", 0},
    {"WIFCONTINUED", "(status)", "Was it continued?", os_status, "c", 0},
    {"WCOREDUMP", "(status, /)", "Was its memory written to a file?", os_status, "d", 0},
    {"_exit", "(status)", "End the process at once.", os_exit, NULL, 0},
    {"abort", "()", "End the process with SIGABRT.", os_abort, NULL, 0},
    {"system", "(command)", "Run a shell command; its wait status.", os_system, NULL, 0},
    {0}};

bool os_add_process_names(Thread *thread, Value module) {
#define NUMBER(name) {#name, name},
    static const struct {
        const char *name;
        int64_t value;
    } numbers[] = {NUMBER(WNOHANG) NUMBER(WUNTRACED) NUMBER(WCONTINUED) NUMBER(WEXITED) NUMBER(WSTOPPED) NUMBER(WNOWAIT) NUMBER(P_ALL)
                   NUMBER(P_PID) NUMBER(P_PGID) NUMBER(EX_OK) NUMBER(EX_USAGE) NUMBER(EX_DATAERR) NUMBER(EX_NOINPUT) NUMBER(EX_NOUSER)
                   NUMBER(EX_NOHOST) NUMBER(EX_UNAVAILABLE) NUMBER(EX_SOFTWARE) NUMBER(EX_OSERR) NUMBER(EX_OSFILE) NUMBER(EX_CANTCREAT)
                   NUMBER(EX_IOERR) NUMBER(EX_TEMPFAIL) NUMBER(EX_PROTOCOL) NUMBER(EX_NOPERM) NUMBER(EX_CONFIG) NUMBER(PRIO_PROCESS)
                   NUMBER(PRIO_PGRP) NUMBER(PRIO_USER) NUMBER(SCHED_OTHER) NUMBER(SCHED_FIFO) NUMBER(SCHED_RR) NUMBER(SCHED_BATCH)
                   NUMBER(SCHED_IDLE) NUMBER(RTLD_LAZY) NUMBER(RTLD_NOW) NUMBER(RTLD_GLOBAL) NUMBER(RTLD_LOCAL) NUMBER(GRND_NONBLOCK)
                   NUMBER(GRND_RANDOM) {"P_WAIT", 0}, {"P_NOWAIT", 1}, {"P_NOWAITO", 1}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!module_add(thread, module, numbers[i].name, value_from_int(numbers[i].value))) return false;
    Value names = dict_new(thread);
    for (size_t i = 0; i < sizeof configuration / sizeof *configuration && !value_is_absent(names); i++)
        if (!dict_set_c(thread, value_dict(names), configuration[i].name, value_from_int(configuration[i].number))) value_release(names), names = VALUE_ABSENT;
    return module_add(thread, module, "sysconf_names", names) && struct_sequence_add(thread, module, &uname_type) &&
           struct_sequence_add(thread, module, &times_type);
}
