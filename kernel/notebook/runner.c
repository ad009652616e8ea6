/* The runner is a front end: what the session shows arrives through the functions below and becomes outputs of the
 * cell that runs. */
#include "kernel/notebook/runner.h"

#include "base/memory.h"
#include "base/terminal.h"
#include "base/text_buffer.h"
#include "kernel/objects/system/language_info.h"
#include "kernel/objects/system/machine_library.h"
#include "kernel/language/session/session.h"
#include "kernel/library/json/json_value.h"
#include "kernel/notebook/document.h"
#include "kernel/notebook/watch.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/system/children.h"
#include "kernel/objects/container/containers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct Runner {
    json_t *document;
    json_t *outputs;      /* of the running cell, borrowed from the document */
    json_t *displays;     /* object: display id -> array of outputs that carry it */
    bool clear_at_next;
    bool shows_colour;    /* stderr is a terminal that shows them */
    const RunOptions *options;
    Interpreter *interpreter;
    Watchdog watchdog;
    Stopper stopper;
    pthread_mutex_t lock; /* of the document: the main thread has it while no cell runs, and whoever changes or saves it */
    time_t saved; /* when, of a clock that only goes forward */
} Runner;

/* ---- saving ---- */

enum { SAVE_SECONDS = 10 }; /* while a cell runs: what it has shown is not lost with the process */

static time_t seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

static bool save(Runner *runner, Error *error) {
    const RunOptions *options = runner->options;
    pthread_mutex_lock(&runner->lock);
    bool good = options->output_descriptor >= 0 ? document_write(runner->document, options->output_descriptor, error)
                : options->output               ? document_save(runner->document, options->output, error)
                                                : true;
    runner->saved = seconds_now();
    pthread_mutex_unlock(&runner->lock);
    return good;
}

static void save_now_and_then(Runner *runner) {
    Error error = ERROR_NONE;
    if (seconds_now() - runner->saved >= SAVE_SECONDS) save(runner, &error);
    error_clear(&error); /* it is told behind the cell */
}

/* Of a run whose cell does not end after a signal. */
static void save_and_tell(void *context, int number) {
    Runner *runner = context;
    Error error = ERROR_NONE;
    const char *name = runner->options->name;
    if (save(runner, &error))
        fprintf(stderr, "cupola: %s: stopped by signal %d (%s) in a cell that did not end\n", name, number, strsignal(number));
    else fprintf(stderr, "cupola: %s: %s\n", name, error.message ? error.message : "out of memory");
    fflush(stderr);
}

/* ---- outputs ---- */

static void append_output(Runner *runner, json_t *output) {
    if (!output || !runner->outputs) {
        json_decref(output);
        return;
    }
    if (runner->clear_at_next) {
        json_array_clear(runner->outputs);
        runner->clear_at_next = false;
    }
    json_array_append_new(runner->outputs, output);
    save_now_and_then(runner);
}

static void add_output(Runner *runner, json_t *output) {
    pthread_mutex_lock(&runner->lock);
    append_output(runner, output);
    pthread_mutex_unlock(&runner->lock);
}

static void write_text(Runner *runner, bool is_error, const char *text, size_t length) {
    const char *name = is_error ? "stderr" : "stdout";
    size_t count = runner->outputs ? json_array_size(runner->outputs) : 0;
    json_t *last = count && !runner->clear_at_next ? json_array_get(runner->outputs, count - 1) : NULL;
    const char *last_name = json_string_value(json_object_get(last, "name"));
    if (last_name && !strcmp(last_name, name)) {
        json_t *before = json_object_get(last, "text");
        TextBuffer joined = TEXT_BUFFER_EMPTY;
        text_append_bytes(&joined, json_string_value(before), json_string_length(before));
        text_append_bytes(&joined, text, length);
        if (!joined.failed) json_object_set_new(last, "text", json_stringn(joined.bytes, joined.length));
        text_release(&joined);
        save_now_and_then(runner);
        return;
    }
    append_output(runner, json_pack("{s:s, s:s, s:o}", "output_type", "stream", "name", name, "text",
                                    json_stringn(text, length)));
}

static void on_write(void *context, bool is_error, const char *text, size_t length) {
    Runner *runner = context;
    pthread_mutex_lock(&runner->lock);
    write_text(runner, is_error, text, length);
    pthread_mutex_unlock(&runner->lock);
}

/* New references to data and metadata as JSON objects; false when they cannot be had. */
static bool bundle(Thread *thread, Value data, Value metadata, json_t **data_json, json_t **metadata_json) {
    *data_json = value_to_json(thread, data);
    *metadata_json = value_is_dict(metadata) ? value_to_json(thread, metadata) : json_object();
    if (*data_json && *metadata_json) return true;
    json_decref(*data_json);
    json_decref(*metadata_json);
    exception_clear(thread);
    return false;
}

static void rewrite_displays(Runner *runner, const char *identifier, json_t *data, json_t *metadata) {
    size_t index;
    json_t *output;
    json_array_foreach(json_object_get(runner->displays, identifier), index, output) {
        json_object_set_new(output, "data", json_deep_copy(data));
        json_object_set_new(output, "metadata", json_deep_copy(metadata));
    }
}

static void on_display(void *context, Thread *thread, Value data, Value metadata, Value transient, bool update) {
    Runner *runner = context;
    Value name = value_is_dict(transient) ? dict_get_c(thread, value_dict(transient), "display_id") : VALUE_ABSENT;
    const char *identifier = value_is_string(name) ? value_c_string(name) : NULL;
    json_t *data_json, *metadata_json;
    if (!bundle(thread, data, metadata, &data_json, &metadata_json)) return;
    pthread_mutex_lock(&runner->lock);
    if (identifier) rewrite_displays(runner, identifier, data_json, metadata_json);
    if (!update) {
        json_t *output = json_pack("{s:s, s:O, s:O}", "output_type", "display_data", "data", data_json, "metadata",
                                   metadata_json);
        if (identifier && output) {
            json_t *list = json_object_get(runner->displays, identifier);
            if (!list) {
                list = json_array();
                json_object_set_new(runner->displays, identifier, list);
            }
            json_array_append(list, output);
        }
        append_output(runner, output);
    }
    pthread_mutex_unlock(&runner->lock);
    json_decref(data_json);
    json_decref(metadata_json);
}

static void on_result(void *context, Thread *thread, int64_t execution_count, Value data, Value metadata) {
    json_t *data_json, *metadata_json;
    if (!bundle(thread, data, metadata, &data_json, &metadata_json)) return;
    add_output(context, json_pack("{s:s, s:I, s:o, s:o}", "output_type", "execute_result", "execution_count",
                                  (json_int_t)execution_count, "data", data_json, "metadata", metadata_json));
}

/* A line of a traceback: the document keeps its colours. */
static void tell_line(const Runner *runner, const char *line) { terminal_write_line(stderr, line, runner->shows_colour); }

/* An error that was shown while the cell went on. */
static void on_error(void *context, Thread *thread, const char *name, const char *value, Value lines) {
    json_t *traceback = value_to_json(thread, lines), *line;
    size_t index;
    exception_clear(thread);
    json_array_foreach(traceback, index, line) tell_line(context, json_string_value(line));
    if (traceback)
        add_output(context, json_pack("{s:s, s:s, s:s, s:o}", "output_type", "error", "ename", name, "evalue", value,
                                      "traceback", traceback));
}

static void on_clear(void *context, bool wait) {
    Runner *runner = context;
    pthread_mutex_lock(&runner->lock);
    if (wait) runner->clear_at_next = true;
    else if (runner->outputs) json_array_clear(runner->outputs);
    pthread_mutex_unlock(&runner->lock);
}

static char *on_input(void *context, Thread *thread, const char *prompt, bool password) {
    (void)context, (void)prompt, (void)password;
    Type *type = type_new_simple(thread, "IPython.core.error.StdinNotImplementedError",
                                 thread_builtins(thread)->exception_NotImplementedError, NULL);
    if (type)
        raise_format(thread, type, "raw_input was called, but this frontend does not support input requests.");
    object_release(type);
    return NULL;
}

/* ---- parameters ---- */

/* In the place of those of an earlier run; else behind the first cell that is tagged for it; else first of all. */
static bool inject_parameters(json_t *document, const RunOptions *options) {
    if (!options->parameters || !*options->parameters) return true;
    json_t *cells = json_object_get(document, "cells"), *cell;
    size_t index, place = 0;
    bool found = false, replaces = false;
    json_array_foreach(cells, index, cell) {
        bool is_injected = cell_has_tag(cell, "injected-parameters");
        if (!is_injected && (found || !cell_has_tag(cell, "parameters"))) continue;
        place = is_injected ? index : index + 1;
        found = true;
        replaces = is_injected;
        if (replaces) break;
    }
    if (replaces) json_array_remove(cells, place);
    return document_insert_cell(document, place, options->parameters, "injected-parameters");
}

/* ---- cells ---- */

static void stamp(json_t *cell, const char *event) {
    struct timespec now;
    struct tm calendar;
    char text[64];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &calendar);
    size_t length = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &calendar);
    snprintf(text + length, sizeof text - length, ".%06ldZ", now.tv_nsec / 1000);
    json_t *metadata = json_object_get(cell, "metadata");
    json_t *execution = json_object_get(metadata, "execution");
    if (!execution) {
        execution = json_object();
        json_object_set_new(metadata, "execution", execution);
    }
    json_object_set_new(execution, event, json_string(text));
}

static void add_error(void *context, const CellResult *result) {
    Runner *runner = context;
    if (!result->traceback_count) return; /* it is on stderr already */
    json_t *lines = json_array();
    for (size_t i = 0; i < result->traceback_count; i++) {
        json_array_append_new(lines, json_string(result->traceback[i]));
        tell_line(runner, result->traceback[i]);
    }
    add_output(runner, json_pack("{s:s, s:s, s:s, s:o}", "output_type", "error", "ename",
                                 result->error_name ? result->error_name : "", "evalue",
                                 result->error_value ? result->error_value : "", "traceback", lines));
}

typedef enum CellOutcome { CELL_PASSED, CELL_FAILED, CELL_EXITED } CellOutcome;

static CellOutcome run_cell(Runner *runner, json_t *cell) {
    Interpreter *interpreter = runner->interpreter;
    const char *source = cell_source(cell);
    CellResult result = {0};
    json_array_clear(json_object_get(cell, "outputs"));
    runner->outputs = json_object_get(cell, "outputs");
    runner->clear_at_next = false;
    json_object_del(json_object_get(cell, "metadata"), "execution");
    stamp(cell, "iopub.status.busy");
    stamp(cell, "iopub.execute_input");
    if (runner->options->timeout > 0) watchdog_arm(&runner->watchdog, runner->options->timeout);
    pthread_mutex_unlock(&runner->lock);
    bool ran = session_run_cell(interpreter->session, interpreter->main, source, strlen(source),
                                (CellOptions){.store_history = true, .show_error = add_error, .context = runner}, &result);
    pthread_mutex_lock(&runner->lock);
    bool timed_out = runner->options->timeout > 0 && watchdog_disarm(&runner->watchdog);
    stamp(cell, "shell.execute_reply");
    stamp(cell, "iopub.status.idle");
    json_object_set_new(cell, "execution_count", json_integer(result.execution_count));
    CellOutcome outcome = result.exit_requested ? CELL_EXITED : CELL_PASSED;
    if (!ran || !result.succeeded || timed_out) {
        if (!ran) add_error(runner, &result);
        bool allowed = runner->options->allow_errors || cell_has_tag(cell, "raises-exception");
        if (!result.exit_requested && (!allowed || timed_out)) outcome = CELL_FAILED;
    }
    if (timed_out) fprintf(stderr, "cupola: the cell ran longer than %g s\n", runner->options->timeout);
    cell_result_clear(&result);
    runner->outputs = NULL;
    return outcome;
}

static bool is_blank(const char *source) { return source[strspn(source, " \t\r\n\f")] == '\0'; }

static bool is_run(const json_t *cell) {
    return cell_is_code(cell) && !is_blank(cell_source(cell)) && !cell_has_tag(cell, "skip-execution");
}

/* What an earlier run has left is no result of this one. */
static void forget_results(json_t *document) {
    size_t index;
    json_t *cell;
    json_array_foreach(json_object_get(document, "cells"), index, cell) {
        if (!is_run(cell)) continue;
        json_array_clear(json_object_get(cell, "outputs"));
        json_object_set_new(cell, "execution_count", json_null());
    }
}

static bool run_cells(Runner *runner, Error *error) {
    size_t index;
    json_t *cell;
    bool good = true;
    json_array_foreach(json_object_get(runner->document, "cells"), index, cell) {
        if (atomic_load(&runner->stopper.number)) return false;
        if (!is_run(cell)) continue;
        CellOutcome outcome = run_cell(runner, cell);
        children_reap_adopted(runner->interpreter);
        if (!save(runner, error)) return false;
        if (outcome == CELL_FAILED) good = false;
        if (outcome == CELL_EXITED) good = runner->interpreter->exit_status == 0;
        if (outcome != CELL_PASSED) break;
    }
    return good && !atomic_load(&runner->stopper.number);
}

static bool open_session(Runner *runner, const FrontEnd *front_end, Error *error) {
    runner->interpreter = interpreter_new(front_end);
    if (!runner->interpreter) return error_no_memory(error);
    const MachineLibrary *library = machine_library(runner->interpreter);
    if (!library) return error_no_memory(error);
    char information[512];
    snprintf(information, sizeof information, LANGUAGE_INFO_JSON, library->version);
    json_object_set_new(json_object_get(runner->document, "metadata"), "language_info", json_loads(information, 0, NULL));
    runner->interpreter->program = runner->options->program;
    runner->interpreter->runs_cells = true;
    children_adopt(runner->interpreter);
    bool good = session_new(runner->interpreter) != NULL;
    if (good && runner->options->prepare) good = runner->options->prepare(runner->interpreter->main);
    return good || error_no_memory(error);
}

/* It may be taken again by who has it. */
static void open_lock(pthread_mutex_t *lock) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

bool notebook_run(json_t *document, const RunOptions *options, int *stopped, Error *error) {
    Runner runner = {.document = document, .displays = json_object(), .options = options,
                     .shows_colour = terminal_shows_colour(STDERR_FILENO)};
    FrontEnd front_end = {.context = &runner,
                          .write = on_write,
                          .display = on_display,
                          .result = on_result,
                          .clear_output = on_clear,
                          .input = on_input,
                          .error = on_error,
                          .is_interactive = true};
    *stopped = 0;
    open_lock(&runner.lock);
    if (!inject_parameters(document, options)) return error_no_memory(error);
    forget_results(document);
    bool good = open_session(&runner, &front_end, error) && save(&runner, error);
    runner.stopper.give_up = save_and_tell;
    runner.stopper.context = &runner;
    if (runner.interpreter) stopper_start(&runner.stopper, runner.interpreter);
    if (good && options->timeout > 0) watchdog_start(&runner.watchdog, runner.interpreter);
    pthread_mutex_lock(&runner.lock);
    good = good && run_cells(&runner, error);
    pthread_mutex_unlock(&runner.lock);
    if (runner.interpreter && !error_is_set(error)) good = save(&runner, error) && good;
    *stopped = atomic_load(&runner.stopper.number);
    watchdog_stop(&runner.watchdog);
    if (runner.interpreter) {
        atomic_store(&runner.interpreter->interrupted, false); /* what ends the session may run code */
        session_delete(&runner.interpreter->session);
        children_end();
        interpreter_delete(&runner.interpreter);
    }
    stopper_stop(&runner.stopper);
    json_decref(runner.displays);
    pthread_mutex_destroy(&runner.lock);
    return good;
}
