#include "kernel/shell/kernel.h"

#include "base/memory.h"
#include "kernel/objects/system/children.h"
#include "kernel/shell/commands.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zmq.h>

void kernel_log(Kernel *kernel, const char *format, ...) {
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    dprintf(kernel->publisher ? publisher_log_descriptor(kernel->publisher) : STDERR_FILENO, "cupola: %s\n", line);
}

void kernel_stop(Kernel *kernel, double grace) {
    double deadline = clock_seconds() + grace, before = atomic_load(&kernel->deadline);
    if (before == 0 || deadline < before) atomic_store(&kernel->deadline, deadline);
    atomic_store(&kernel->is_stopping, true);
    if (atomic_load(&kernel->is_executing)) interpreter_interrupt(kernel->interpreter);
    wakeup_signal(&kernel->wakeup);
    wakeup_signal(&kernel->control.look);
}

bool kernel_begin_work(Kernel *kernel) {
    if (atomic_load(&kernel->is_executing)) return false;
    atomic_store(&kernel->interpreter->interrupted, false);
    atomic_store(&kernel->is_executing, true);
    return true;
}

void kernel_end_work(Kernel *kernel, bool begun) {
    if (begun) atomic_store(&kernel->is_executing, false);
}

/* ---- the shell channel ----------------------------------------------------------------------------------- */

static Request *receive_request(Kernel *kernel, ReceiveResult *result) {
    Request *request = memory_allocate_zeroed(1, sizeof *request);
    Error error = ERROR_NONE;
    *result = RECEIVE_NOTHING;
    if (!request) return NULL;
    request->channel = CHANNEL_SHELL;
    *result = channels_receive(&kernel->channels, CHANNEL_SHELL, &request->message, &error);
    if (*result == RECEIVE_BAD) kernel_log(kernel, "a message on shell was dropped: %s", error.message ? error.message : error.kind);
    error_clear(&error);
    if (*result == RECEIVE_MESSAGE) request->parent = message_parent_new(&request->message);
    if (request->parent) return request;
    request_delete(request);
    return NULL;
}

static void receive_pending(Kernel *kernel) {
    ReceiveResult result;
    do {
        Request *request = receive_request(kernel, &result);
        if (!request) continue;
        if (kernel->pending_end) kernel->pending_end->next = request;
        else kernel->pending = request;
        kernel->pending_end = request;
    } while (result == RECEIVE_MESSAGE || result == RECEIVE_BAD);
}

void kernel_collect_pending(Kernel *kernel, double seconds) {
    double end = clock_seconds() + seconds;
    for (double left = seconds; left > 0; left = end - clock_seconds()) {
        zmq_pollitem_t item = {kernel->channels.sockets[CHANNEL_SHELL], 0, ZMQ_POLLIN, 0};
        if (zmq_poll(&item, 1, (long)(left * 1e3) + 1) > 0) receive_pending(kernel);
    }
}

static Request *take_pending(Kernel *kernel) {
    Request *request = kernel->pending;
    if (!request) return NULL;
    kernel->pending = request->next;
    if (!kernel->pending) kernel->pending_end = NULL;
    request->next = NULL;
    return request;
}

enum { MEMORY_RESERVE = 8 << 20 }; /* bytes, untouched: for replies and messages when a cell has taken all there was */

static void handle_request(Kernel *kernel, Request *request) {
    message_parent_release(kernel->parent);
    kernel->parent = message_parent_retain(request->parent);
    publisher_set_parent(kernel->publisher, kernel->parent);
    memory_keep_reserve(MEMORY_RESERVE);
    Thread *thread = kernel->interpreter->main;
    value_replace(&thread->output_owner, output_owner_new(thread, kernel->parent));
    dispatch_request(kernel, request);
    request_delete(request);
    children_reap_adopted(kernel->interpreter);
}

/* asyncio's tasks go on between requests: how long to wait until they want to again, -1 for ever. What a task runs can be
 * interrupted like a cell. */
static long turn_loop(Kernel *kernel) {
    Interpreter *interpreter = kernel->interpreter;
    if (value_is_absent(interpreter->cell_loop.loop)) return -1;
    bool begun = kernel_begin_work(kernel);
    double seconds = interpreter_turn_loop(interpreter->main);
    kernel_end_work(kernel, begun);
    if (interpreter->front_end.flush) interpreter->front_end.flush(interpreter->front_end.context);
    return seconds < 0 ? -1 : seconds > 3600 ? 3600000 : (long)(seconds * 1e3) + (seconds > 0);
}

/* ---- nobody asks for anything ---- */

enum { IDLE_SECONDS = 30 }; /* CUPOLA_IDLE_SECONDS says otherwise; below 0: never */

typedef struct Idleness {
    double limit, since;
    bool has_given; /* memory was given back since the last request */
} Idleness;

static Idleness idleness_begin(void) {
    const char *text = getenv("CUPOLA_IDLE_SECONDS");
    char *end = NULL;
    double seconds = text ? strtod(text, &end) : IDLE_SECONDS;
    if (text && (end == text || *end)) seconds = IDLE_SECONDS;
    return (Idleness){.limit = seconds, .since = clock_seconds()};
}

/* How long to wait at most, until memory is to be given back; it is, when the time has come. */
static long idleness_turn(Idleness *idleness, Kernel *kernel, long milliseconds) {
    if (idleness->has_given || !(idleness->limit >= 0)) return milliseconds;
    double left = idleness->since + idleness->limit - clock_seconds();
    if (left <= 0) {
        children_reap_adopted(kernel->interpreter);
        interpreter_tell(kernel->interpreter->main, EVENT_IDLE);
        malloc_trim(0);
        idleness->has_given = true;
        return milliseconds;
    }
    long until = left > 3600 ? 3600000 : (long)(left * 1e3) + 1;
    return milliseconds < 0 || milliseconds > until ? until : milliseconds;
}

static void run_loop(Kernel *kernel) {
    Idleness idleness = idleness_begin();
    while (!atomic_load(&kernel->is_stopping)) {
        Request *request = take_pending(kernel);
        if (request) {
            handle_request(kernel, request);
            idleness.since = clock_seconds();
            idleness.has_given = false;
            continue;
        }
        long milliseconds = idleness_turn(&idleness, kernel, turn_loop(kernel));
        zmq_pollitem_t items[] = {{kernel->channels.sockets[CHANNEL_SHELL], 0, ZMQ_POLLIN, 0},
                                  {NULL, kernel->wakeup.descriptor, ZMQ_POLLIN, 0},
                                  {NULL, kernel->interpreter->cell_loop.descriptor, ZMQ_POLLIN, 0}};
        bool has_loop = !value_is_absent(kernel->interpreter->cell_loop.loop);
        thread_block(kernel->interpreter->main); /* threads of the cells go on while nothing is asked */
        zmq_poll(items, has_loop ? 3 : 2, milliseconds);
        thread_unblock(kernel->interpreter->main);
        if (items[1].revents) wakeup_clear(&kernel->wakeup);
        posted_answer(kernel);
        receive_pending(kernel);
    }
}

/* ---- the process ----------------------------------------------------------------------------------------- */

static bool answer_posted(Thread *thread, void *kernel) {
    (void)thread;
    posted_answer(kernel);
    return true;
}

static bool open_interpreter(Kernel *kernel, const char *program, PrepareFunction *prepare, Error *error) {
    FrontEnd front_end = kernel_front_end(kernel);
    kernel->interpreter = interpreter_new(&front_end);
    if (!kernel->interpreter) return error_no_memory(error);
    kernel->interpreter->program = program;
    kernel->interpreter->runs_cells = true;
    if (!interpreter_on(kernel->interpreter, EVENT_POSTED, answer_posted, kernel)) return error_no_memory(error);
    children_adopt(kernel->interpreter);
    return (session_new(kernel->interpreter) && prepare(kernel->interpreter->main)) || error_no_memory(error);
}

static bool wants_capture(void) {
    const char *wanted = getenv("CUPOLA_CAPTURE_OUTPUT");
    return !wanted || strcmp(wanted, "0") != 0;
}

static bool open_kernel(Kernel *kernel, const Connection *connection, const char *program, PrepareFunction *prepare,
                        Error *error) {
    history_initialize(&kernel->history);
    memcpy(kernel->ports, connection->ports, sizeof kernel->ports);
    if (!posted_open(kernel)) return error_no_memory(error);
    if (!wakeup_open(&kernel->wakeup)) return error_set(error, "OSError", "no descriptor for the main loop");
    /* Bound first, so that clients that connect early are not sent away while the interpreter starts. */
    if (!channels_open(&kernel->channels, connection, error)) return false;
    if (!heartbeat_start(&kernel->heartbeat, &kernel->channels, error)) return false;
    kernel->publisher = publisher_start(&kernel->channels, error);
    if (!kernel->publisher) return false;
    publisher_send_status(kernel->publisher, NULL, "starting");
    if (!open_interpreter(kernel, program, prepare, error)) return false;
    if (!control_start(kernel, error)) return false;
    return !wants_capture() || publisher_capture(kernel->publisher, error);
}

static void close_kernel(Kernel *kernel) {
    if (kernel->interpreter) {
        atomic_store(&kernel->interpreter->interrupted, false); /* what ends the session may run code */
        session_delete(&kernel->interpreter->session);
        interpreter_delete(&kernel->interpreter);
    }
    children_end();
    atomic_store(&kernel->has_stopped, true);
    control_stop(kernel);
    for (Request *request; (request = take_pending(kernel));) request_delete(request);
    posted_close(kernel);
    publisher_stop(&kernel->publisher);
    message_parent_release(kernel->parent);
    heartbeat_stop(&kernel->heartbeat);
    channels_close(&kernel->channels);
    history_release(&kernel->history);
    wakeup_close(&kernel->wakeup);
}

static int run_kernel(const char *connection_file, const char *program, PrepareFunction *prepare) {
    Connection connection;
    Error error = ERROR_NONE;
    if (!connection_load(&connection, connection_file, &error)) {
        fprintf(stderr, "cupola: connection file %s: %s\n", connection_file, error.message ? error.message : error.kind);
        error_clear(&error);
        return 2;
    }
    control_block_signals();
    Kernel kernel = {.connection_file = connection_file, .wakeup.descriptor = -1, .control.look.descriptor = -1};
    bool opened = open_kernel(&kernel, &connection, program, prepare, &error);
    connection_clear(&connection);
    if (opened) run_loop(&kernel);
    else kernel_log(&kernel, "%s", error.message ? error.message : error.kind);
    error_clear(&error);
    int status = opened ? kernel.interpreter->exit_status : 1;
    close_kernel(&kernel);
    return status;
}

/* The connection file that a word names, as NAME=FILE; NULL: it is about something else. */
static const char *named_file(const char *word) {
    static const char *const names[] = {"-f=", "--f=", "--connection-file=", "--IPKernelApp.connection_file="};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(word, names[i], strlen(names[i]))) return word + strlen(names[i]);
    return NULL;
}

static bool wants_file(const char *word) {
    static const char *const names[] = {"-f", "--f", "--connection-file", "--IPKernelApp.connection_file"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(word, names[i])) return true;
    return false;
}

/* Kernelspecs and managers pass what ipykernel is configured with, too: --log-level=10, --matplotlib=inline, --debug, --profile x,
 * --HistoryManager.enabled=False. It is taken and means nothing here. NULL: a word that is no option, or no file. */
static const char *find_connection_file(int count, char **words) {
    const char *file = NULL;
    for (int i = 0; i < count; i++) {
        const char *word = words[i];
        if (!strcmp(word, "--")) break;
        if (wants_file(word)) {
            if (i + 1 == count) return NULL;
            file = words[++i];
        } else if (named_file(word)) {
            file = named_file(word);
        } else if (word[0] != '-' || !word[1]) {
            bool is_value = i && words[i - 1][0] == '-' && !strchr(words[i - 1], '=');
            if (!is_value) return NULL;
        }
    }
    return file;
}

int kernel_command(int count, char **words, const char *program, PrepareFunction *prepare) {
    const char *file = find_connection_file(count, words);
    if (file) return run_kernel(file, program, prepare);
    fputs("usage: cupola kernel -f CONNECTION_FILE\n", stderr);
    return 2;
}
