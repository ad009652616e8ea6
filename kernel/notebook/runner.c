/* The runner is a front end: what the session shows arrives through the functions below and becomes outputs of the
 * cell that runs. A watchdog thread only sets the interrupt flag when a cell's time is over; the cell then ends with
 * KeyboardInterrupt as it would under a hand at the keyboard, and is reported as timed out. */
#include "kernel/notebook/runner.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/objects/language_info.h"
#include "kernel/objects/machine_library.h"
#include "kernel/language/session.h"
#include "kernel/library/json_value.h"
#include "kernel/notebook/document.h"
#include "kernel/objects/builtins.h"
#include "kernel/objects/children.h"
#include "kernel/objects/containers.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Watchdog {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct timespec deadline;
    Interpreter *interpreter;
    bool running, armed, stopping, fired;
} Watchdog;

typedef struct Runner {
    json_t *document;
    json_t *outputs;      /* of the running cell, borrowed from the document */
    json_t *displays;     /* object: display id -> array of outputs that carry it */
    bool clear_at_next;
    const RunOptions *options;
    Interpreter *interpreter;
    Watchdog watchdog;
} Runner;

/* ---- outputs ---- */

static void add_output(Runner *runner, json_t *output) {
    if (!output || !runner->outputs) {
        json_decref(output);
        return;
    }
    if (runner->clear_at_next) {
        json_array_clear(runner->outputs);
        runner->clear_at_next = false;
    }
    json_array_append_new(runner->outputs, output);
}

static void on_write(void *context, bool is_error, const char *text, size_t length) {
    Runner *runner = context;
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
        return;
    }
    add_output(runner, json_pack("{s:s, s:s, s:o}", "output_type", "stream", "name", name, "text",
                                 json_stringn(text, length)));
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

static void on_display(void *context, Thread *thread, Value data, Value metadata, const char *identifier,
                       bool update) {
    Runner *runner = context;
    json_t *data_json, *metadata_json;
    if (!bundle(thread, data, metadata, &data_json, &metadata_json)) return;
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
        add_output(runner, output);
    }
    json_decref(data_json);
    json_decref(metadata_json);
}

static void on_result(void *context, Thread *thread, int64_t execution_count, Value data, Value metadata) {
    json_t *data_json, *metadata_json;
    if (!bundle(thread, data, metadata, &data_json, &metadata_json)) return;
    add_output(context, json_pack("{s:s, s:I, s:o, s:o}", "output_type", "execute_result", "execution_count",
                                  (json_int_t)execution_count, "data", data_json, "metadata", metadata_json));
}

/* An error that was shown while the cell went on. */
static void on_error(void *context, Thread *thread, const char *name, const char *value, Value lines) {
    json_t *traceback = value_to_json(thread, lines), *line;
    size_t index;
    exception_clear(thread);
    json_array_foreach(traceback, index, line) fprintf(stderr, "%s\n", json_string_value(line));
    if (traceback)
        add_output(context, json_pack("{s:s, s:s, s:s, s:o}", "output_type", "error", "ename", name, "evalue", value,
                                      "traceback", traceback));
}

static void on_clear(void *context, bool wait) {
    Runner *runner = context;
    if (wait) runner->clear_at_next = true;
    else if (runner->outputs) json_array_clear(runner->outputs);
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

/* ---- the watchdog ---- */

static void *watch(void *argument) {
    Watchdog *watchdog = argument;
    pthread_mutex_lock(&watchdog->lock);
    while (!watchdog->stopping) {
        if (!watchdog->armed) {
            pthread_cond_wait(&watchdog->changed, &watchdog->lock);
            continue;
        }
        int status = pthread_cond_timedwait(&watchdog->changed, &watchdog->lock, &watchdog->deadline);
        if (status != 0 && watchdog->armed) { /* and again: a cell may catch it, or the end of a program be all it does */
            watchdog->deadline.tv_sec++;
            watchdog->fired = true;
            interpreter_interrupt(watchdog->interpreter);
        }
    }
    pthread_mutex_unlock(&watchdog->lock);
    return NULL;
}

static void watchdog_start(Watchdog *watchdog, Interpreter *interpreter) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&watchdog->lock, NULL);
    pthread_cond_init(&watchdog->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    watchdog->interpreter = interpreter;
    sigset_t all, mask; /* signals are for the main thread */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &mask);
    watchdog->running = pthread_create(&watchdog->thread, NULL, watch, watchdog) == 0;
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

static void watchdog_arm(Watchdog *watchdog, double seconds) {
    if (!watchdog->running) return;
    pthread_mutex_lock(&watchdog->lock);
    clock_gettime(CLOCK_MONOTONIC, &watchdog->deadline);
    watchdog->deadline.tv_sec += (time_t)seconds;
    watchdog->deadline.tv_nsec += (long)((seconds - (double)(time_t)seconds) * 1e9);
    if (watchdog->deadline.tv_nsec >= 1000000000) {
        watchdog->deadline.tv_nsec -= 1000000000;
        watchdog->deadline.tv_sec++;
    }
    watchdog->armed = true;
    watchdog->fired = false;
    pthread_cond_signal(&watchdog->changed);
    pthread_mutex_unlock(&watchdog->lock);
}

static bool watchdog_disarm(Watchdog *watchdog) { /* true when it fired */
    if (!watchdog->running) return false;
    pthread_mutex_lock(&watchdog->lock);
    watchdog->armed = false;
    bool fired = watchdog->fired;
    pthread_cond_signal(&watchdog->changed);
    pthread_mutex_unlock(&watchdog->lock);
    return fired;
}

static void watchdog_stop(Watchdog *watchdog) {
    if (!watchdog->running) return;
    pthread_mutex_lock(&watchdog->lock);
    watchdog->stopping = true;
    pthread_cond_signal(&watchdog->changed);
    pthread_mutex_unlock(&watchdog->lock);
    pthread_join(watchdog->thread, NULL);
    pthread_cond_destroy(&watchdog->changed);
    pthread_mutex_destroy(&watchdog->lock);
}

/* ---- parameters ---- */

/* A parameter's text as a Python literal: numbers, True, False and None as they are, anything else a string. */
static void append_literal(TextBuffer *text, const char *value) {
    char *end;
    static const char *const words[] = {"True", "False", "None"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!strcmp(value, words[i])) {
            text_append(text, value);
            return;
        }
    }
    bool is_number = *value && !strpbrk(value, "xXpPiIN \t\n");
    if (is_number) (void)strtod(value, &end);
    if (is_number && *end == '\0') {
        text_append(text, value);
        return;
    }
    text_append_char(text, '"');
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') text_append_char(text, '\\');
        if (*value == '\n') text_append(text, "\\n");
        else text_append_char(text, *value);
    }
    text_append_char(text, '"');
}

static bool inject_parameters(json_t *document, const RunOptions *options) {
    if (!options->parameter_count) return true;
    TextBuffer source = TEXT_BUFFER_EMPTY;
    text_append(&source, "# Parameters\n");
    for (size_t i = 0; i < options->parameter_count; i++) {
        text_append_format(&source, "%s = ", options->parameters[i].name);
        append_literal(&source, options->parameters[i].value);
        text_append_char(&source, '\n');
    }
    json_t *cells = json_object_get(document, "cells"), *cell;
    size_t index, place = 0;
    json_array_foreach(cells, index, cell) {
        if (!cell_has_tag(cell, "injected-parameters")) continue;
        json_array_remove(cells, index);
        place = index;
        break;
    }
    json_array_foreach(cells, index, cell) {
        if (cell_has_tag(cell, "parameters")) place = index + 1;
    }
    bool good = !source.failed && document_insert_cell(document, place, source.bytes, "injected-parameters");
    text_release(&source);
    return good;
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
        fprintf(stderr, "%s\n", result->traceback[i]);
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
    bool ran = session_run_cell(interpreter->session, interpreter->main, source, strlen(source),
                                (CellOptions){.store_history = true, .show_error = add_error, .context = runner}, &result);
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

static bool run_cells(Runner *runner, Error *error) {
    size_t index;
    json_t *cell;
    bool good = true;
    json_array_foreach(json_object_get(runner->document, "cells"), index, cell) {
        if (!cell_is_code(cell) || is_blank(cell_source(cell)) || cell_has_tag(cell, "skip-execution")) continue;
        CellOutcome outcome = run_cell(runner, cell);
        children_reap_adopted(runner->interpreter);
        const char *output = runner->options->output;
        if (output && !document_save(runner->document, output, error)) return false;
        if (outcome == CELL_FAILED) good = false;
        if (outcome == CELL_EXITED) good = runner->interpreter->exit_status == 0;
        if (outcome != CELL_PASSED) break;
    }
    return good;
}

bool notebook_run(json_t *document, const RunOptions *options, Error *error) {
    Runner runner = {.document = document, .displays = json_object(), .options = options};
    FrontEnd front_end = {.context = &runner,
                          .write = on_write,
                          .display = on_display,
                          .result = on_result,
                          .error = on_error,
                          .clear_output = on_clear,
                          .input = on_input,
                          .is_interactive = true};
    if (!inject_parameters(document, options)) return error_no_memory(error);
    runner.interpreter = interpreter_new(&front_end);
    const MachineLibrary *library = runner.interpreter ? machine_library(runner.interpreter) : NULL;
    if (!library) return interpreter_delete(&runner.interpreter), error_no_memory(error);
    char information[512];
    snprintf(information, sizeof information, LANGUAGE_INFO_JSON, library->version);
    json_object_set_new(json_object_get(document, "metadata"), "language_info", json_loads(information, 0, NULL));
    runner.interpreter->runs_cells = true;
    children_adopt(runner.interpreter);
    bool good = session_new(runner.interpreter) != NULL;
    if (good && options->prepare) good = options->prepare(runner.interpreter->main);
    if (!good) error_no_memory(error);
    if (options->timeout > 0) watchdog_start(&runner.watchdog, runner.interpreter);
    good = good && run_cells(&runner, error);
    if (options->output && !error_is_set(error)) good = document_save(document, options->output, error) && good;
    watchdog_stop(&runner.watchdog);
    session_delete(&runner.interpreter->session);
    children_end();
    interpreter_delete(&runner.interpreter);
    json_decref(runner.displays);
    return good;
}
