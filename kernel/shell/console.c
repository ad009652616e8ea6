/* SIGINT is blocked in every thread; one thread waits for it and sets the interpreter's flag. So no handler runs in
 * the middle of anything, and no signal breaks into a system call: what waits here polls the flag. */
#include "kernel/shell/console.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/language/session.h"
#include "kernel/objects/builtins.h"
#include "kernel/objects/containers.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { POLL_MILLISECONDS = 10 };

/* ---- output ----------------------------------------------------------------------------------------------- */

/* Programs write to pipes of their own and get a BrokenPipeError; one whose own reader is gone ends as others in a pipeline. */
static void check_reader(bool good) {
    if (good || errno != EPIPE) return;
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}

static void console_write(void *context, bool is_error, const char *text, size_t length) {
    (void)context;
    if (is_error) fflush(stdout);
    check_reader(fwrite(text, 1, length, is_error ? stderr : stdout) == length);
}

static void console_flush(void *context) {
    (void)context;
    check_reader(fflush(stdout) == 0);
    fflush(stderr);
}

static void print_plain(Thread *thread, Value data) {
    Value text = value_is_dict(data) ? dict_get_c(thread, value_dict(data), "text/plain") : VALUE_ABSENT;
    if (value_is_absent(text) || !value_is_string(text)) return;
    fwrite(value_string(text)->bytes, 1, value_string(text)->length, stdout);
    fputc('\n', stdout);
}

static void console_display(void *context, Thread *thread, Value data, Value metadata, const char *identifier,
                            bool update) {
    (void)context, (void)metadata, (void)identifier;
    if (!update) print_plain(thread, data);
}

static void console_result(void *context, Thread *thread, int64_t execution_count, Value data, Value metadata) {
    (void)execution_count, (void)metadata;
    const Console *console = context;
    if (console->is_interactive) print_plain(thread, data);
}

static void console_clear_output(void *context, bool wait) {
    (void)context, (void)wait;
    if (isatty(STDOUT_FILENO)) fputs("\r\033[K", stdout);
}

static void console_page(void *context, Thread *thread, Value data, int64_t start) {
    (void)context, (void)start;
    print_plain(thread, data);
}

void console_print_error(const Console *console, char *const *lines, size_t count) {
    fflush(stdout);
    for (size_t i = 0; i < count; i++) {
        for (const char *at = lines[i]; *at; at++) {
            if (*at == '\033' && !console->shows_colour) at += strcspn(at, "m");
            else fputc(*at, stderr);
            if (!*at) break;
        }
        fputc('\n', stderr);
    }
}

/* ---- input ------------------------------------------------------------------------------------------------ */

/* False with the exception set when interrupted. */
static bool wait_for_input(Thread *thread) {
    struct pollfd item = {STDIN_FILENO, POLLIN, 0};
    for (;;) {
        if (!thread_poll(thread)) return false;
        thread_block(thread);
        int count = poll(&item, 1, POLL_MILLISECONDS);
        thread_unblock(thread);
        if (count > 0 || (count < 0 && errno != EINTR)) return true;
    }
}

enum { INPUT_SIZE = 8192 }; /* as much as CPython reads ahead: who takes the descriptor over finds the same left */

/* Some of the input in console->input; false at its end, or with an exception. */
static bool fill_input(Console *console, Thread *thread) {
    if (console->input_at < console->input_end) return true;
    memory_release(console->input);
    console->input_at = console->input_end = 0;
    console->input = memory_allocate(INPUT_SIZE);
    if (!console->input) return raise_no_memory(thread), false;
    if (!wait_for_input(thread)) return false;
    ssize_t count = read(STDIN_FILENO, console->input, INPUT_SIZE);
    console->input_end = count > 0 ? (size_t)count : 0;
    return count > 0;
}

static char *read_standard_line(Console *console, Thread *thread) {
    TextBuffer line = TEXT_BUFFER_EMPTY;
    bool ended = false;
    while (!ended && fill_input(console, thread)) {
        const char *from = console->input + console->input_at;
        size_t left = console->input_end - console->input_at;
        const char *end = memchr(from, '\n', left);
        size_t taken = end ? (size_t)(end - from) : left;
        text_append_bytes(&line, from, taken);
        console->input_at += taken + (end != NULL);
        ended = end != NULL;
    }
    if (exception_is_set(thread)) {
        text_release(&line);
        return NULL;
    }
    if (!ended && !line.length) {
        text_release(&line);
        raise_format(thread, thread_builtins(thread)->exception_EOFError, "EOF when reading a line");
        return NULL;
    }
    console->input_is_cut = !ended;
    char *text = line.length ? text_detach(&line) : memory_copy_string("");
    if (!line.length) text_release(&line);
    if (!text) raise_no_memory(thread);
    return text;
}

static bool console_input_unread(void *context, const char *bytes, size_t length) {
    Console *console = context;
    size_t left = console->input_end - console->input_at;
    char *joined = memory_allocate(length + left + 1);
    if (!joined) return false;
    memcpy(joined, bytes, length);
    if (left) memcpy(joined + length, console->input + console->input_at, left);
    memory_release(console->input);
    console->input = joined;
    console->input_at = 0;
    console->input_end = length + left;
    return true;
}

static char *console_input(void *context, Thread *thread, const char *prompt, bool password) {
    Console *console = context;
    console_flush(context);
    if (console->read_line) return console->read_line(console->read_context, thread, prompt, password);
    if (prompt) fputs(prompt, stdout);
    fflush(stdout);
    return read_standard_line(console, thread);
}

static bool console_input_is_cut(void *context) { return ((Console *)context)->input_is_cut; }

/* ---- the interrupt ---------------------------------------------------------------------------------------- */

static void *wait_for_interrupts(void *argument) {
    Interpreter *interpreter = argument;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    for (int number; sigwait(&signals, &number) == 0;) interpreter_interrupt(interpreter);
    return NULL;
}

static void start_interrupter(Console *console) {
    sigset_t signals, all, mask;
    struct sigaction before;
    /* A program put into the background by a script is started with the signal ignored, and keeps it so. */
    if (!sigaction(SIGINT, NULL, &before) && before.sa_handler == SIG_IGN) return;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    sigfillset(&all); /* the others are for the main thread, where a program may block them or wait for them */
    pthread_sigmask(SIG_SETMASK, &all, &mask);
    console->has_interrupter = pthread_create(&console->interrupter, NULL, wait_for_interrupts,
                                              console->interpreter) == 0;
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    if (!console->has_interrupter) pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

bool console_open(Console *console, const char *program) {
    FrontEnd front_end = {
        .context = console,
        .write = console_write,
        .flush = console_flush,
        .display = console_display,
        .result = console_result,
        .clear_output = console_clear_output,
        .input = console_input,
        .input_is_cut = console_input_is_cut,
        .input_unread = console_input_unread,
        .page = console_page,
        .is_interactive = console->is_interactive,
    };
    signal(SIGPIPE, SIG_IGN);
    console->shows_colour = isatty(STDERR_FILENO) && !getenv("NO_COLOR");
    console->interpreter = interpreter_new(&front_end);
    if (!console->interpreter) return false;
    console->interpreter->program = program;
    start_interrupter(console);
    return session_new(console->interpreter) != NULL;
}

void console_close(Console *console) {
    if (console->has_interrupter) {
        pthread_cancel(console->interrupter);
        pthread_join(console->interrupter, NULL);
    }
    if (console->interpreter) {
        session_delete(&console->interpreter->session);
        interpreter_delete(&console->interpreter);
    }
    memory_release(console->input);
    console->input = NULL;
    fflush(stdout);
}
