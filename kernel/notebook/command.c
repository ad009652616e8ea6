#include "kernel/notebook/command.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/notebook/document.h"
#include "kernel/notebook/parameters.h"
#include "kernel/notebook/runner.h"
#include "kernel/notebook/supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct Command {
    const char **notebooks;
    size_t notebook_count;
    RunParameter *parameters;
    size_t parameter_count;
    char *parameters_source;
    const char *output, *program;
    int output_descriptor; /* of -o -: where a run leaves its notebook; -1: nowhere */
    double timeout;
    long jobs;
    bool allow_errors;
    PrepareSession *prepare;
} Command;

static int usage(const char *format, const char *word) {
    fputs("cupola run: ", stderr);
    fprintf(stderr, format, word);
    fputs("\nusage: cupola run NOTEBOOK.ipynb... [-o OUT] [-p NAME VALUE] [-r NAME TEXT] [-f FILE] [-y YAML] [--timeout SECONDS] "
          "[--allow-errors] [--jobs N]\n",
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

/* Options with parameters, under papermill's names as well. */
static const struct {
    const char *letter, *word, *kind;
    int values;
} parameter_options[] = {
    {"-p", "--parameters", "text", 2},           {"-p", "--parameter", "text", 2},       {"-r", "--parameters_raw", "raw", 2},
    {"-f", "--parameters_file", "file", 1},      {"-y", "--parameters_yaml", "yaml", 1}, {"-b", "--parameters_base64", "base64", 1},
};

/* How many words it took; 0: it is another option, -1: it lacks some. */
static int parse_parameter(Command *command, int left, char **words) {
    for (size_t i = 0; i < sizeof parameter_options / sizeof *parameter_options; i++) {
        if (strcmp(words[0], parameter_options[i].letter) != 0 && strcmp(words[0], parameter_options[i].word) != 0) continue;
        int values = parameter_options[i].values;
        if (left < values) return -1;
        command->parameters[command->parameter_count++] =
            (RunParameter){parameter_options[i].kind, values == 2 ? words[1] : NULL, words[values]};
        return values;
    }
    return 0;
}

/* 0 when the words were understood, else the exit status. Lists have room for every word. */
static int parse(Command *command, int count, char **words) {
    for (int i = 0; i < count; i++) {
        const char *word = words[i];
        int left = count - i - 1;
        double number;
        int taken = parse_parameter(command, left, words + i);
        if (taken < 0) return usage("%s wants more words", word);
        i += taken;
        if (taken) continue;
        if (!strcmp(word, "--allow-errors")) {
            command->allow_errors = true;
        } else if (!strcmp(word, "-o") || !strcmp(word, "--output")) {
            if (left < 1) return usage("%s wants a path", word);
            command->output = words[++i];
        } else if (!strcmp(word, "--timeout")) {
            if (left < 1 || !number_option(words[i + 1], &number)) return usage("%s wants seconds", word);
            command->timeout = number;
            i++;
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
    bool is_stream = command->output && !strcmp(command->output, "-");
    if (command->notebook_count > 1 && command->output && (is_stream || is_notebook(command->output)))
        return usage("several notebooks go to a folder, not to %s", is_stream ? "standard output" : command->output);
    return command->notebook_count ? 0 : usage("no notebook given%s", "");
}

/* ---- one notebook ---- */

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

/* A run in another language would only fail, cell by cell. */
static bool check_language(const json_t *document, Error *error) {
    const char *language = document_language(document);
    if (!language || !strncasecmp(language, "python", 6) || !strncasecmp(language, "ipython", 7)) return true;
    return error_set(error, "ValueError", "its cells are written in %s, and only Python runs here", language);
}

static bool enter_folder(const char *notebook, Error *error) {
    char *copy = memory_copy_string(notebook);
    bool good = copy ? chdir(dirname(copy)) == 0 || error_set(error, "OSError", "%s", strerror(errno)) : error_no_memory(error);
    memory_release(copy);
    return good;
}

static void tell_of_end(const char *notebook, bool good, int stopped, double seconds) {
    if (stopped)
        fprintf(stderr, "cupola: %s: stopped by signal %d (%s) in %.2f s\n", notebook, stopped, strsignal(stopped), seconds);
    else fprintf(stderr, "cupola: %s: %s in %.2f s\n", notebook, good ? "ran" : "failed", seconds);
}

static int run_one(void *context, size_t index) {
    const Command *command = context;
    const char *notebook = command->notebooks[index];
    Error error = ERROR_NONE;
    bool no_memory = false;
    int stopped = 0;
    double start = seconds_now();
    char *output = output_path(command, notebook, &no_memory);
    json_t *document = document_load(notebook, &error);
    bool good = document && (!no_memory || error_no_memory(&error)) && check_language(document, &error) &&
                enter_folder(notebook, &error);
    if (good) {
        RunOptions options = {.name = notebook,
                              .output = output,
                              .output_descriptor = command->output_descriptor,
                              .allow_errors = command->allow_errors,
                              .timeout = command->timeout,
                              .parameters = command->parameters_source,
                              .program = command->program,
                              .prepare = command->prepare};
        good = notebook_run(document, &options, &stopped, &error);
    }
    if (error_is_set(&error)) fprintf(stderr, "cupola: %s: %s\n", notebook, error.message ? error.message : "out of memory");
    else tell_of_end(notebook, good, stopped, seconds_now() - start);
    good = good && !error_is_set(&error);
    error_clear(&error);
    json_decref(document);
    memory_release(output);
    return stopped ? 128 + stopped : good ? 0 : 1;
}

/* ---- each in a process of its own ---- */

static const char *name_of(void *context, size_t index) { return ((const Command *)context)->notebooks[index]; }

/* `-o -`: the notebook goes to standard output at the end; until then all that cells make other programs write goes to the
 * standard error. The descriptor of the real one, or -1. */
static int set_output_aside(Command *command) {
    int output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    command->output_descriptor = memfd_create("notebook", MFD_CLOEXEC);
    if (output < 0 || command->output_descriptor < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        fprintf(stderr, "cupola: standard output: %s\n", strerror(errno));
        return -1;
    }
    command->output = NULL;
    return output;
}

static bool copy_output(const Command *command, int output) {
    char block[65536];
    off_t at = 0;
    for (ssize_t count; (count = pread(command->output_descriptor, block, sizeof block, at)) > 0; at += count)
        for (ssize_t written = 0, more; written < count; written += more)
            if ((more = write(output, block + written, (size_t)(count - written))) < 0) {
                fprintf(stderr, "cupola: standard output: %s\n", strerror(errno));
                return false;
            }
    return true;
}

static bool make_folder(const Command *command) {
    bool is_wanted = command->notebook_count > 1 && command->output && !is_folder(command->output);
    if (!is_wanted || mkdir(command->output, 0777) == 0) return true;
    fprintf(stderr, "cupola: %s: %s\n", command->output, strerror(errno));
    return false;
}

static int run_all(Command *command) {
    int stopped = 0, output = -1;
    bool to_stream = command->output && !strcmp(command->output, "-");
    if (!make_folder(command) || (to_stream && (output = set_output_aside(command)) < 0)) return 1;
    const Runs runs = {command->notebook_count, command->jobs, name_of, run_one, command};
    size_t failed = supervise(&runs, &stopped);
    if (failed && command->notebook_count > 1)
        fprintf(stderr, "cupola: %zu of %zu notebooks failed\n", failed, command->notebook_count);
    if (output >= 0 && !copy_output(command, output)) failed++;
    if (stopped) die_of(stopped);
    return failed ? 1 : 0;
}

static bool read_parameters(Command *command) {
    Error error = ERROR_NONE;
    command->parameters_source = parameters_source(command->parameters, command->parameter_count, &error);
    if (command->parameters_source) return true;
    fprintf(stderr, "cupola run: %s\n", error.message ? error.message : "out of memory");
    error_clear(&error);
    return false;
}

int notebook_command(int count, char **words, const char *program, PrepareSession *prepare) {
    size_t room = (size_t)count + 1;
    Command command = {.notebooks = memory_allocate_zeroed(room, sizeof *command.notebooks),
                       .parameters = memory_allocate_zeroed(room, sizeof *command.parameters),
                       .jobs = 1,
                       .output_descriptor = -1,
                       .program = program,
                       .prepare = prepare};
    int status = 1;
    if (command.notebooks && command.parameters) {
        status = parse(&command, count, words);
        if (status == 0) status = read_parameters(&command) ? run_all(&command) : 2;
    }
    memory_release(command.parameters_source);
    memory_release(command.notebooks);
    memory_release(command.parameters);
    return status;
}
