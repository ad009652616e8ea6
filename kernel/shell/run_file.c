/* `cupola run FILE.py ARGUMENTS...`: as `python FILE.py`, in a terminal or a batch job. */
#include "kernel/language/session/session.h"
#include "kernel/shell/commands.h"
#include "kernel/shell/console.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void die_of_interrupt(void) { /* so that the caller's shell sees it */
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    signal(SIGINT, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(SIGINT);
}

int run_text_command(const char *text, int count, char **words, const char *program, PrepareFunction *prepare) {
    Console console = {.argument_count = count, .arguments = words};
    int status = 1;
    if (console_open(&console, program) && prepare(console.interpreter->main)) {
        status = session_run_text(console.interpreter, text, "<string>");
    } else fputs("cupola: out of memory\n", stderr);
    console_close(&console);
    if (status == SESSION_INTERRUPTED) die_of_interrupt();
    return status;
}

int run_file_command(int count, char **words, const char *program, PrepareFunction *prepare) {
    if (count < 1) {
        fputs("usage: cupola run FILE.py [ARGUMENT...]\n       cupola run NOTEBOOK.ipynb... [OPTION...]\n", stderr);
        return 2;
    }
    if (access(words[0], R_OK) < 0) {
        fprintf(stderr, "cupola: can't open file '%s': [Errno %d] %s\n", words[0], errno, strerror(errno));
        return 2;
    }
    struct stat file;
    if (stat(words[0], &file) == 0 && S_ISDIR(file.st_mode)) {
        fprintf(stderr, "cupola: can't find '__main__' module in '%s'\n", words[0]);
        return 1;
    }
    Console console = {.argument_count = count, .arguments = words};
    int status = 1;
    if (console_open(&console, program) && prepare(console.interpreter->main)) {
        status = session_run_file(console.interpreter, words[0]);
    } else fputs("cupola: out of memory\n", stderr);
    console_close(&console);
    if (status == SESSION_INTERRUPTED) die_of_interrupt();
    return status;
}
