/* The control thread: its channel, the process's signals, and the death of the parent process.
 *
 * Signals are blocked in every thread and read here from a descriptor, so no handler runs anywhere: SIGINT sets the
 * interpreter's flag while a cell runs and is ignored otherwise. Once the kernel is to stop, the main thread has
 * GRACE_SECONDS to leave a cell that does not poll its flag; then the process ends without it. */
#include "kernel/shell/kernel.h"

#include "base/memory.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <zmq.h>

#define GRACE_SECONDS 1.5

static sigset_t taken_signals(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    return signals;
}

void control_block_signals(void) {
    sigset_t signals = taken_signals();
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static void interrupt_cell(Kernel *kernel) {
    if (atomic_load(&kernel->is_executing)) interpreter_interrupt(kernel->interpreter);
}

void handle_interrupt(Kernel *kernel, Request *request) {
    interrupt_cell(kernel);
    request_reply(kernel, request, "interrupt_reply", json_pack("{s:s}", "status", "ok"));
}

void handle_shutdown(Kernel *kernel, Request *request) {
    int restart = json_member_bool(request->message.content, "restart", false);
    json_t *content = json_pack("{s:s, s:b}", "status", "ok", "restart", restart);
    publisher_send(kernel->publisher, request->parent, "shutdown_reply", NULL, json_incref(content));
    request_reply(kernel, request, "shutdown_reply", content);
    kernel_stop(kernel);
}

static void read_signals(Kernel *kernel) {
    struct signalfd_siginfo information;
    while (read(kernel->control.signals, &information, sizeof information) == (ssize_t)sizeof information) {
        if (information.ssi_signo == SIGINT) interrupt_cell(kernel);
        else if (!interpreter_signal(kernel->interpreter, (int)information.ssi_signo)) kernel_stop(kernel);
    }
}

static void answer_requests(Kernel *kernel) {
    for (;;) {
        Request *request = memory_allocate_zeroed(1, sizeof *request);
        if (!request) return;
        Error error = ERROR_NONE;
        request->channel = CHANNEL_CONTROL;
        ReceiveResult result = channels_receive(&kernel->channels, CHANNEL_CONTROL, &request->message, &error);
        if (result == RECEIVE_BAD) kernel_log(kernel, "a message on control was dropped: %s", error.message);
        if (result == RECEIVE_MESSAGE) request->parent = message_parent_new(&request->message);
        if (request->parent) dispatch_request(kernel, request);
        request_delete(request);
        error_clear(&error);
        if (result != RECEIVE_MESSAGE && result != RECEIVE_BAD) return;
    }
}

static void *run_control(void *argument) {
    Kernel *kernel = argument;
    ControlThread *control = &kernel->control;
    double deadline = 0;
    for (;;) {
        zmq_pollitem_t items[] = {{kernel->channels.sockets[CHANNEL_CONTROL], 0, ZMQ_POLLIN, 0},
                                  {NULL, control->stop.descriptor, ZMQ_POLLIN, 0},
                                  {NULL, control->signals, ZMQ_POLLIN, 0},
                                  {NULL, control->parent_process, ZMQ_POLLIN, 0}};
        bool is_stopping = atomic_load(&kernel->is_stopping);
        zmq_poll(items, control->parent_process >= 0 ? 4 : 3, is_stopping ? 50 : -1);
        if (items[1].revents) return NULL;
        if (items[2].revents) read_signals(kernel);
        if (items[3].revents && !is_stopping) kernel_stop(kernel);
        if (items[0].revents) answer_requests(kernel);
        if (!is_stopping) continue;
        if (!deadline) deadline = clock_seconds() + GRACE_SECONDS;
        if (clock_seconds() > deadline && !atomic_load(&kernel->has_stopped)) _exit(0);
    }
}

/* Front ends say in JPY_PARENT_PID that the kernel should not outlive them. */
static int watch_parent_process(void) {
    const char *number = getenv("JPY_PARENT_PID");
    if (!number || !*number || !strcmp(number, "0") || getppid() <= 1) return -1;
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, getppid(), 0);
#else
    return -1;
#endif
}

bool control_start(Kernel *kernel, Error *error) {
    ControlThread *control = &kernel->control;
    sigset_t signals = taken_signals();
    control->signals = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
    control->parent_process = watch_parent_process();
    if (control->signals < 0 || !wakeup_open(&control->stop))
        return error_set(error, "OSError", "no descriptors for the control channel");
    control->is_running = thread_start(&control->thread, run_control, kernel);
    return control->is_running || error_set(error, "OSError", "no thread for the control channel");
}

void control_stop(Kernel *kernel) {
    ControlThread *control = &kernel->control;
    if (!control->is_running) return;
    wakeup_signal(&control->stop);
    pthread_join(control->thread, NULL);
    wakeup_close(&control->stop);
    close(control->signals);
    if (control->parent_process >= 0) close(control->parent_process);
    control->is_running = false;
}
