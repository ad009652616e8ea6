/* A front end of plain standard streams, for `cupola run` and `cupola repl`, and Ctrl-C for both. */
#ifndef KERNEL_SHELL_CONSOLE_H
#define KERNEL_SHELL_CONSOLE_H

#include "kernel/objects/core/interpreter.h"

#include <pthread.h>

typedef struct Console {
    Interpreter *interpreter;
    bool is_interactive;  /* shows results */
    int argument_count;   /* sys.argv */
    char **arguments;
    bool shows_colour;    /* stderr is a terminal that shows them */
    /* A line from the terminal, as FrontEnd.input wants it; NULL: sys.stdin is read. */
    char *(*read_line)(void *context, Thread *thread, const char *prompt, bool password);
    void *read_context;
    pthread_t interrupter;
    bool has_interrupter;
} Console;

/* An interpreter with this front end. False: no memory. SIGINT interrupts it from now on. */
bool console_open(Console *console, const char *program);
void console_close(Console *console);
/* Lines of a traceback, without their colours when nobody would see them. */
void console_print_error(const Console *console, char *const *lines, size_t count);

#endif
