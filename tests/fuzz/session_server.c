/* Runs cells, each in a session of its own that is thrown away: what the fuzzer and the test of failing allocations send.
 *
 * One interpreter starts, modules are imported, and for every request a child is forked from it; a cell that brings its
 * child down costs nothing. A request on standard input is a line, and the bytes of the cell:
 *
 *     LENGTH MILLISECONDS FIRST COUNT LEAKS\n
 *
 * After MILLISECONDS of the processor's time the cell is interrupted, again and again until it ends; after ten times that
 * the child is killed.
 * COUNT allocations of the cell fail, from the FIRST on (0: none). When the cell is over, another one asks for 6 * 7.
 * LEAKS 1: the child ends its interpreter, so that the leak checker can look. The answer is a line, and what was written:
 *
 *     FATE ALLOCATIONS USABLE HELD ERROR OUTPUT_LENGTH REPORT_LENGTH\n
 *
 * HELD: with LEAKS, how many blocks the interpreter has not given back at its end.
 * FATE: "ok", "exit N", "signal N" or "hang", with a hyphen for the blank. ERROR: the cell's exception, or "-".
 *
 * Children may not send signals, make processes, run programs or open connections (seccomp), and are nobody when root
 * starts them, so that a mutated program does no harm. */
#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/language/session/session.h"
#include "kernel/language/run/tracing.h"
#include "kernel/magics/magic.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"

#include <errno.h>
#include <jansson.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LARGEST_OUTPUT = 1 << 20, INTERRUPTS_AGAIN_MILLISECONDS = 50, KILLED_AFTER = 10, WAITS_LONGER = 6, NOBODY = 65534 };

typedef struct Request {
    size_t length;
    long milliseconds, first_failure, failures;
    int checks_leaks;
    char *cell;
} Request;

/* What the child tells its parent, in memory that both see. */
typedef struct Report {
    long allocations, held;
    bool done, usable;
    char error[64];
} Report;

static Interpreter *the_interpreter; /* for the signal's handler */
static int output_descriptor, report_descriptor;
static size_t output_length;
static bool answered; /* the second cell gave 42 */

static void write_output(void *context, bool is_error, const char *text, size_t length) {
    (void)context, (void)is_error;
    if (length > LARGEST_OUTPUT - output_length) length = LARGEST_OUTPUT - output_length;
    if (length && write(output_descriptor, text, length) > 0) output_length += length;
}

static void take_result(void *context, Thread *thread, int64_t count, Value data, Value metadata) {
    (void)context, (void)count, (void)metadata;
    if (!value_is_dict(data)) return;
    Value text = dict_get_c(thread, value_dict(data), "text/plain");
    answered = value_is_string(text) && !strcmp(value_c_string(text), "42");
}

static void on_alarm(int number) {
    (void)number;
    interpreter_interrupt(the_interpreter);
}

static void start_timer(int which, int number, long milliseconds) {
    struct itimerval timer = {
        .it_value = {milliseconds / 1000, milliseconds % 1000 * 1000},
        .it_interval = {0, milliseconds ? INTERRUPTS_AGAIN_MILLISECONDS * 1000 : 0},
    };
    struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
    sigaction(number, &action, NULL);
    setitimer(which, &timer, NULL);
}

/* The time is the processor's, for the machine may be busy; a cell that only waits gets more of the clock's. */
static void start_alarm(long milliseconds) {
    start_timer(ITIMER_PROF, SIGPROF, milliseconds);
    start_timer(ITIMER_REAL, SIGALRM, milliseconds * WAITS_LONGER);
}

#ifdef __x86_64__
/* No signal, process, program or connection; a thread is fine, and so is a child that shares the memory (the leak
 * checker's). */
static void close_doors(void) {
#define REFUSE(name) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        REFUSE(fork), REFUSE(vfork), REFUSE(execve), REFUSE(execveat), REFUSE(kill), REFUSE(tkill), REFUSE(pidfd_send_signal),
        REFUSE(rt_sigqueueinfo), REFUSE(connect), REFUSE(bind), REFUSE(mount), REFUSE(reboot), REFUSE(chroot),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 1, 0), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_VM, 1, 0), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
#undef REFUSE
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0) perror("seccomp");
}
#else
static void close_doors(void) {}
#endif

static void set_limits(void) {
    struct rlimit core = {0, 0}, files = {4 * LARGEST_OUTPUT, 4 * LARGEST_OUTPUT};
    setrlimit(RLIMIT_CORE, &core);
    setrlimit(RLIMIT_FSIZE, &files);
    signal(SIGXFSZ, SIG_IGN);
    if (geteuid() == 0 && (setgid(NOBODY) < 0 || setuid(NOBODY) < 0)) perror("setuid");
    close_doors();
}

/* ---- the child ---- */

static void note_error(Report *report, const CellResult *result) {
    snprintf(report->error, sizeof report->error, "%s", result->error_name ? result->error_name : result->succeeded ? "-" : "?");
    for (char *at = report->error; *at; at++)
        if (*at <= ' ') *at = '_';
    for (size_t i = 0; i < result->traceback_count; i++) {
        write_output(NULL, true, result->traceback[i], strlen(result->traceback[i]));
        write_output(NULL, true, "\n", 1);
    }
}

static void run_in_child(const Request *request, Report *report) {
    Interpreter *interpreter = the_interpreter;
    Session *session = interpreter->session;
    CellOptions options = {.store_history = true};
    CellResult result = {0};
    uint32_t recursion_limit = interpreter->recursion_limit;
    dup2(report_descriptor, STDERR_FILENO);
    dup2(report_descriptor, STDOUT_FILENO);
    set_limits();
    thread_find_stack(interpreter->main);
    start_alarm(request->milliseconds);
    memory_fail(request->first_failure ? request->first_failure : 1, request->first_failure ? request->failures : 0);
    bool told = session_run_cell(session, interpreter->main, request->cell, request->length, options, &result);
    report->allocations = memory_fail(0, 0);
    start_alarm(0);
    atomic_store(&interpreter->interrupted, false);
    interpreter->exit_requested = false;
    if (told) note_error(report, &result);
    else snprintf(report->error, sizeof report->error, "nothing");
    cell_result_clear(&result);

    static const char question[] = "6 * 7";
    answered = false;
    interpreter->recursion_limit = recursion_limit; /* the cell may have set it to 5 */
    /* A trace function that it left behind and that raises would, rightly, end the next cell. */
    for (int is_profile = 0; is_profile < 2; is_profile++) tracing_set(interpreter->main, VALUE_NONE, is_profile);
    options.store_history = false;
    if (session_run_cell(session, interpreter->main, question, strlen(question), options, &result)) cell_result_clear(&result);
    report->usable = answered;
    report->done = true;
    if (!request->checks_leaks) _exit(0);
    session_finish(interpreter, false);
    session_delete(&interpreter->session);
    interpreter_delete(&the_interpreter);
    memory_release(request->cell);
    report->held = memory_held();
    exit(0);
}

/* ---- the parent ---- */

static bool read_request(Request *request) {
    char line[200];
    if (!fgets(line, sizeof line, stdin)) return false;
    if (sscanf(line, "%zu %ld %ld %ld %d", &request->length, &request->milliseconds, &request->first_failure,
               &request->failures, &request->checks_leaks) != 5) return false;
    request->cell = memory_allocate(request->length + 1);
    if (!request->cell || fread(request->cell, 1, request->length, stdin) != request->length) return false;
    request->cell[request->length] = '\0';
    return true;
}

static int open_scratch(const char *name) {
    int descriptor = memfd_create(name, 0);
    if (descriptor < 0) perror("memfd_create"), exit(1);
    return descriptor;
}

static size_t length_of(int descriptor) {
    off_t end = lseek(descriptor, 0, SEEK_END);
    return end < 0 ? 0 : end > LARGEST_OUTPUT ? LARGEST_OUTPUT : (size_t)end;
}

static void copy_out(int descriptor, size_t length) {
    char block[1 << 14];
    lseek(descriptor, 0, SEEK_SET);
    while (length) {
        ssize_t count = read(descriptor, block, length < sizeof block ? length : sizeof block);
        if (count <= 0) break;
        fwrite(block, 1, (size_t)count, stdout);
        length -= (size_t)count;
    }
    for (; length; length--) putchar(0);
}

static double seconds_of(clockid_t clock) {
    struct timespec now;
    return clock_gettime(clock, &now) < 0 ? 0 : (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* False: the child has used so many seconds of the processor, or WAITS_LONGER times as many have passed. */
static bool wait_until_ended(pid_t child, long seconds, int *status) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    clockid_t clock;
    bool has_clock = clock_getcpuclockid(child, &clock) == 0;
    double end = seconds_of(CLOCK_MONOTONIC) + (double)seconds * WAITS_LONGER;
    for (;;) {
        if (waitpid(child, status, WNOHANG) == child) return true;
        if (seconds_of(CLOCK_MONOTONIC) >= end || (has_clock && seconds_of(clock) >= (double)seconds)) return false;
        struct timespec pause = {1, 0};
        sigtimedwait(&set, NULL, &pause);
    }
}

static bool wait_for_child(pid_t child, long milliseconds, int *status) {
    double began = seconds_of(CLOCK_MONOTONIC);
    if (wait_until_ended(child, milliseconds * KILLED_AFTER / 1000 + 20, status)) return true;
    clockid_t clock;
    if (clock_getcpuclockid(child, &clock) == 0)
        dprintf(report_descriptor, "%.1f s of the processor in %.1f s\n", seconds_of(clock), seconds_of(CLOCK_MONOTONIC) - began);
    kill(child, SIGABRT); /* the sanitizer tells where it was */
    if (wait_until_ended(child, 10, status)) return false;
    kill(child, SIGKILL);
    waitpid(child, status, 0);
    return false;
}

static bool serve(void) {
    Request request;
    if (!read_request(&request)) return false;
    output_descriptor = open_scratch("output");
    report_descriptor = open_scratch("report");
    output_length = 0;
    Report *report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (report == MAP_FAILED) return false;
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) return false;
    if (child == 0) run_in_child(&request, report);
    int status;
    bool ended = wait_for_child(child, request.milliseconds, &status);
    if (!ended) printf("hang");
    else if (WIFSIGNALED(status)) printf("signal-%d", WTERMSIG(status));
    else if (WEXITSTATUS(status)) printf("exit-%d", WEXITSTATUS(status));
    else printf(report->done ? "ok" : "left");
    size_t output = length_of(output_descriptor), notes = length_of(report_descriptor);
    printf(" %ld %d %ld %s %zu %zu\n", report->allocations, report->usable, report->held, *report->error ? report->error : "-", output, notes);
    copy_out(output_descriptor, output);
    copy_out(report_descriptor, notes);
    fflush(stdout);
    close(output_descriptor);
    close(report_descriptor);
    munmap(report, sizeof *report);
    memory_release(request.cell);
    return true;
}

/* Words: modules that are imported beforehand. */
int main(int count, char **words) {
    json_set_alloc_funcs(memory_allocate, memory_release);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
    memory_fail(1, 0); /* they are counted from the start, so that there is no pool */
    FrontEnd front_end = {.write = write_output, .result = take_result, .is_interactive = true};
    the_interpreter = interpreter_new(&front_end);
    if (!the_interpreter || !session_new(the_interpreter) || !magics_install(the_interpreter->main)) return 1;
    the_interpreter->program = "/bin/false";
    output_descriptor = STDERR_FILENO;
    for (int i = 1; i < count; i++) {
        char cell[200];
        CellResult result;
        CellOptions options = {.silent = true};
        snprintf(cell, sizeof cell, "import %s; del %.*s", words[i], (int)strcspn(words[i], "."), words[i]);
        if (!session_run_cell(the_interpreter->session, the_interpreter->main, cell, strlen(cell), options, &result)) return 1;
        cell_result_clear(&result);
    }
    while (serve()) {}
    session_delete(&the_interpreter->session);
    interpreter_delete(&the_interpreter);
    return 0;
}
