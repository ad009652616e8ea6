/* SIGINT is blocked in every thread; one thread waits for it and sets the interpreter's flag. So no handler runs in
 * the middle of anything, and no signal breaks into a system call: what waits here polls the flag. */
#include "kernel/shell/console.h"

#include "base/memory.h"
#include "base/terminal.h"
#include "base/text_buffer.h"
#include "kernel/language/session/session.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- output ----------------------------------------------------------------------------------------------- */

/* Programs write through sys.stdout and sys.stderr: this is for what is said when these are not there. */
static void console_write(void *context, bool is_error, const char *text, size_t length) {
    (void)context;
    fwrite(text, 1, length, is_error ? stderr : stdout);
    fflush(is_error ? stderr : stdout);
}

static void print_plain(Thread *thread, Value data) {
    Value text = value_is_dict(data) ? dict_get_c(thread, value_dict(data), "text/plain") : VALUE_ABSENT;
    if (value_is_absent(text) || !value_is_string(text)) return;
    bool done = interpreter_write(thread, false, value_string(text)->bytes, value_string(text)->length) &&
                interpreter_write(thread, false, "\n", 1);
    if (!done) exception_clear(thread);
}

static void console_display(void *context, Thread *thread, Value data, Value metadata, Value transient, bool update) {
    (void)context, (void)metadata, (void)transient;
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
    interpreter_flush(console->interpreter->main);
    for (size_t i = 0; i < count; i++) terminal_write_line(stderr, lines[i], console->shows_colour);
}

/* ---- input ------------------------------------------------------------------------------------------------ */

static char *console_input(void *context, Thread *thread, const char *prompt, bool password) {
    Console *console = context;
    interpreter_flush(thread);
    return console->read_line(console->read_context, thread, prompt, password);
}

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
        .display = console_display,
        .result = console_result,
        .clear_output = console_clear_output,
        .input = console->read_line ? console_input : NULL,
        .page = console_page,
        .is_interactive = console->is_interactive,
        .has_descriptors = true,
    };
    signal(SIGPIPE, SIG_IGN);
    console->shows_colour = terminal_shows_colour(STDERR_FILENO);
    console->interpreter = interpreter_new(&front_end);
    if (!console->interpreter) return false;
    console->interpreter->program = program;
    console->interpreter->argument_count = console->argument_count;
    console->interpreter->arguments = console->arguments;
    start_interrupter(console);
    if (!session_new(console->interpreter)) return false;
    Value system = import_module(console->interpreter->main, "sys"); /* its streams are what everybody writes to */
    value_release(system);
    return !value_is_absent(system);
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
}
