#include "kernel/notebook/command.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/notebook/document.h"
#include "kernel/notebook/runner.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

typedef struct Command {
    const char **notebooks;
    size_t notebook_count;
    RunParameter *parameters;
    size_t parameter_count;
    const char *output;
    const char *timeout_text;
    double timeout;
    long jobs;
    bool allow_errors;
    PrepareSession *prepare;
} Command;

static int usage(const char *format, const char *word) {
    fputs("cupola run: ", stderr);
    fprintf(stderr, format, word);
    fputs("\nusage: cupola run NOTEBOOK.ipynb ... [-o OUT] [-p NAME VALUE] [--timeout SECONDS] [--allow-errors] "
          "[--jobs N]\n",
          stderr);
    return 2;
}

static bool is_notebook(const char *word) {
    size_t length = strlen(word);
    return length > 6 && !strcmp(word + length - 6, ".ipynb");
}

bool notebook_command_fits(int count, char **words) {
    for (int i = 0; i < count; i++) {
        size_t length = strlen(words[i]);
        if (is_notebook(words[i])) return true;
        if (length > 3 && !strcmp(words[i] + length - 3, ".py")) return false;
    }
    return false;
}

/* ---- the options ---- */

static bool number_option(const char *text, double *number) {
    char *end;
    *number = strtod(text, &end);
    return *text && *end == '\0' && *number >= 0 && *number < 1e9;
}

static bool is_identifier(const char *name) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    return *name && (*name < '0' || *name > '9') && name[strspn(name, letters)] == '\0';
}

/* 0 when the words were understood, else the exit status. Lists have room for every word. */
static int parse(Command *command, int count, char **words) {
    for (int i = 0; i < count; i++) {
        const char *word = words[i];
        int left = count - i - 1;
        double number;
        if (!strcmp(word, "--allow-errors")) {
            command->allow_errors = true;
        } else if (!strcmp(word, "-p") || !strcmp(word, "--parameter")) {
            if (left < 2) return usage("%s wants a name and a value", word);
            if (!is_identifier(words[i + 1])) return usage("'%s' is no name for a parameter", words[i + 1]);
            command->parameters[command->parameter_count++] = (RunParameter){words[i + 1], words[i + 2]};
            i += 2;
        } else if (!strcmp(word, "-o") || !strcmp(word, "--output")) {
            if (left < 1) return usage("%s wants a path", word);
            command->output = words[++i];
        } else if (!strcmp(word, "--timeout")) {
            if (left < 1 || !number_option(words[i + 1], &number)) return usage("%s wants seconds", word);
            command->timeout = number;
            command->timeout_text = words[++i];
        } else if (!strcmp(word, "--jobs")) {
            if (left < 1 || !number_option(words[i + 1], &number) || number < 1) return usage("%s wants a number", word);
            command->jobs = (long)number;
            i++;
        } else if (word[0] == '-') {
            return usage("unknown option %s", word);
        } else if (is_notebook(word)) {
            command->notebooks[command->notebook_count++] = word;
        } else {
            return usage("%s is not a notebook", word);
        }
    }
    if (command->notebook_count > 1 && command->output && is_notebook(command->output))
        return usage("several notebooks go to a folder, not to %s", command->output);
    return command->notebook_count ? 0 : usage("no notebook given%s", "");
}

/* ---- one notebook, in this process ---- */

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Where the executed notebook goes, as an absolute path (the run changes the working folder). Owned; NULL: nowhere. */
static char *output_path(const Command *command, const char *notebook, bool *failed) {
    TextBuffer path = TEXT_BUFFER_EMPTY;
    char folder[PATH_MAX];
    const char *base = strrchr(notebook, '/');
    base = base ? base + 1 : notebook;
    if (!command->output) return NULL;
    if (command->output[0] != '/' && getcwd(folder, sizeof folder)) text_append_format(&path, "%s/", folder);
    text_append(&path, command->output);
    if (is_folder(command->output)) text_append_format(&path, "/%s", base);
    char *result = text_detach(&path);
    *failed = !result;
    return result;
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int run_one(const Command *command, const char *notebook) {
    Error error = ERROR_NONE;
    bool no_memory = false;
    double start = seconds_now();
    char *output = output_path(command, notebook, &no_memory);
    json_t *document = document_load(notebook, &error);
    bool good = document != NULL && !no_memory;
    if (good) {
        char *copy = memory_copy_string(notebook);
        if (copy && chdir(dirname(copy)) != 0) error_set(&error, "OSError", "%s", strerror(errno));
        memory_release(copy);
        RunOptions options = {.output = output,
                              .allow_errors = command->allow_errors,
                              .timeout = command->timeout,
                              .parameters = command->parameters,
                              .parameter_count = command->parameter_count,
                              .prepare = command->prepare};
        good = !error_is_set(&error) && notebook_run(document, &options, &error);
    }
    if (error_is_set(&error))
        fprintf(stderr, "cupola: %s: %s\n", notebook, error.message ? error.message : "out of memory");
    else fprintf(stderr, "cupola: %s: %s in %.2f s\n", notebook, good ? "ran" : "failed", seconds_now() - start);
    good = good && !error_is_set(&error);
    error_clear(&error);
    json_decref(document);
    memory_release(output);
    return good ? 0 : 1;
}

/* ---- several, a process each ---- */

static pid_t start_one(const Command *command, const char *notebook) {
    const char *words[16 + 3 * command->parameter_count];
    size_t count = 0;
    words[count++] = "cupola";
    words[count++] = "run";
    words[count++] = notebook;
    if (command->output) {
        words[count++] = "-o";
        words[count++] = command->output;
    }
    if (command->timeout_text) {
        words[count++] = "--timeout";
        words[count++] = command->timeout_text;
    }
    if (command->allow_errors) words[count++] = "--allow-errors";
    for (size_t i = 0; i < command->parameter_count; i++) {
        words[count++] = "-p";
        words[count++] = command->parameters[i].name;
        words[count++] = command->parameters[i].value;
    }
    words[count] = NULL;
    pid_t process;
    int status = posix_spawn(&process, "/proc/self/exe", NULL, NULL, (char *const *)words, environ);
    if (status == 0) return process;
    fprintf(stderr, "cupola: %s: %s\n", notebook, strerror(status));
    return -1;
}

static int run_several(const Command *command) {
    size_t started = 0, failed = 0;
    long running = 0;
    if (command->output && !is_folder(command->output) && mkdir(command->output, 0777) != 0) {
        fprintf(stderr, "cupola: %s: %s\n", command->output, strerror(errno));
        return 1;
    }
    pid_t processes[command->notebook_count];
    while (started < command->notebook_count || running > 0) {
        if (started < command->notebook_count && running < command->jobs) {
            processes[started] = start_one(command, command->notebooks[started]);
            if (processes[started++] < 0) failed++;
            else running++;
            continue;
        }
        int status;
        pid_t process = waitpid(-1, &status, 0);
        if (process < 0 && errno == EINTR) continue;
        if (process < 0) break;
        running--;
        if (WIFSIGNALED(status)) {
            for (size_t i = 0; i < started; i++)
                if (processes[i] == process)
                    fprintf(stderr, "cupola: %s: killed by signal %d (%s)\n", command->notebooks[i],
                            WTERMSIG(status), strsignal(WTERMSIG(status)));
        }
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) failed++;
    }
    if (failed) fprintf(stderr, "cupola: %zu of %zu notebooks failed\n", failed, command->notebook_count);
    return failed ? 1 : 0;
}

int notebook_command(int count, char **words, PrepareSession *prepare) {
    size_t room = (size_t)count + 1;
    Command command = {.notebooks = memory_allocate_zeroed(room, sizeof *command.notebooks),
                       .parameters = memory_allocate_zeroed(room, sizeof *command.parameters),
                       .jobs = 1,
                       .prepare = prepare};
    int status = 1;
    if (command.notebooks && command.parameters) {
        status = parse(&command, count, words);
        if (status == 0)
            status = command.notebook_count == 1 ? run_one(&command, command.notebooks[0]) : run_several(&command);
    }
    memory_release(command.notebooks);
    memory_release(command.parameters);
    return status;
}
