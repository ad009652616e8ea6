/* The control thread: its channel, the process's signals, and the death of the parent process.
 *
 * Signals are blocked in every thread and read here from a descriptor, so no handler runs anywhere: SIGINT sets the
 * interpreter's flag while a cell runs and is ignored otherwise. Once the kernel is to stop, the main thread has some time
 * to leave a cell, which is interrupted again and again, and to tidy up; then the process ends without it. */
#include "kernel/shell/kernel.h"

#include "base/memory.h"
#include "kernel/objects/system/children.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <zmq.h>

enum { STOPPING_MILLISECONDS = 50, INSISTING_TURNS = 8 };

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

/* As whoever starts kernels does by a signal: programs that were started here are interrupted, too. A group that is not led
 * by this process holds others. */
static void interrupt_group(Kernel *kernel) {
    if (getpgrp() != getpid() || killpg(getpid(), SIGINT)) interrupt_cell(kernel);
}

void handle_interrupt(Kernel *kernel, Request *request) {
    interrupt_group(kernel);
    request_reply(kernel, request, "interrupt_reply", json_pack("{s:s}", "status", "ok"));
}

void handle_shutdown(Kernel *kernel, Request *request) {
    int restart = json_member_bool(request->message.content, "restart", false);
    json_t *content = json_pack("{s:s, s:b}", "status", "ok", "restart", restart);
    publisher_send(kernel->publisher, request->parent, "shutdown_reply", NULL, json_incref(content));
    request_reply(kernel, request, "shutdown_reply", content);
    kernel_stop(kernel, SHUTDOWN_GRACE);
}

static void read_signals(Kernel *kernel) {
    struct signalfd_siginfo information;
    while (read(kernel->control.signals, &information, sizeof information) == (ssize_t)sizeof information) {
        if (information.ssi_signo == SIGINT) interrupt_cell(kernel);
        else if (!interpreter_signal(kernel->interpreter, (int)information.ssi_signo)) kernel_stop(kernel, SHUTDOWN_GRACE);
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
        if (request->parent && request_needs_interpreter(request)) {
            posted_add(kernel, request);
        } else {
            if (request->parent) dispatch_request(kernel, request);
            request_delete(request);
        }
        error_clear(&error);
        if (result != RECEIVE_MESSAGE && result != RECEIVE_BAD) return;
    }
}

/* The main thread does not leave what it does. */
static _Noreturn void end_at_once(void) {
    children_end();
    _exit(0);
}

static void *run_control(void *argument) {
    Kernel *kernel = argument;
    ControlThread *control = &kernel->control;
    for (unsigned turns = 0;;) {
        zmq_pollitem_t items[] = {{kernel->channels.sockets[CHANNEL_CONTROL], 0, ZMQ_POLLIN, 0},
                                  {NULL, control->stop.descriptor, ZMQ_POLLIN, 0},
                                  {NULL, control->signals, ZMQ_POLLIN, 0},
                                  {NULL, control->look.descriptor, ZMQ_POLLIN, 0},
                                  {NULL, control->parent_process, ZMQ_POLLIN, 0}};
        bool is_stopping = atomic_load(&kernel->is_stopping);
        zmq_poll(items, control->parent_process >= 0 ? 5 : 4, is_stopping ? STOPPING_MILLISECONDS : -1);
        if (items[3].revents) wakeup_clear(&control->look);
        posted_send_replies(kernel);
        if (items[1].revents) return NULL;
        if (items[2].revents) read_signals(kernel);
        if (items[4].revents && !is_stopping) kernel_stop(kernel, SHUTDOWN_GRACE);
        if (items[0].revents) answer_requests(kernel);
        if (!is_stopping) continue;
        if (++turns % INSISTING_TURNS == 0) interrupt_cell(kernel);
        if (clock_seconds() > atomic_load(&kernel->deadline) && !atomic_load(&kernel->has_stopped)) end_at_once();
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
    if (control->signals < 0 || !wakeup_open(&control->stop) || !wakeup_open(&control->look))
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
    wakeup_close(&control->look);
    close(control->signals);
    if (control->parent_process >= 0) close(control->parent_process);
    control->is_running = false;
}
