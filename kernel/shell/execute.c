#include "kernel/shell/kernel.h"

#include "base/memory.h"
#include "kernel/library/json/json_value.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"

#include <ctype.h>
#include <string.h>

/* How long an error's reply waits for requests that were sent before it: they are to be aborted, those sent after
 * it are not. */
#define ABORT_GRACE_SECONDS 0.003

typedef struct ExecuteOptions {
    const char *code;
    size_t length;
    bool silent, store_history, stop_on_error;
    const json_t *expressions;
    TextBuffer with_surrogates; /* the code of a message that has lone ones */
} ExecuteOptions;

static ExecuteOptions read_options(Kernel *kernel, const Message *message) {
    const json_t *content = message->content;
    const json_t *code = json_object_get(content, "code");
    ExecuteOptions options = {.code = "", .silent = json_member_bool(content, "silent", false)};
    if (json_is_string(code)) {
        options.code = json_string_value(code);
        options.length = json_string_length(code);
    }
    if (message->has_surrogates) {
        json_append_surrogates(&options.with_surrogates, options.code, options.length);
        options.code = text_string(&options.with_surrogates);
        options.length = options.with_surrogates.length;
    }
    options.store_history = !options.silent && json_member_bool(content, "store_history", true);
    options.stop_on_error = json_member_bool(content, "stop_on_error", true);
    options.expressions = json_object_get(content, "user_expressions");
    kernel->allows_input = json_member_bool(content, "allow_stdin", true);
    return options;
}

static json_t *describe_error(const CellResult *result) {
    json_t *lines = json_array();
    for (size_t i = 0; i < result->traceback_count; i++)
        json_array_append_new(lines, json_from_string(result->traceback[i]));
    return json_pack("{s:o, s:o, s:o}", "ename", json_from_string(result->error_name), "evalue",
                     json_from_string(result->error_value), "traceback", lines);
}

static json_t *evaluate_expression(Kernel *kernel, const char *source, size_t length) {
    Interpreter *interpreter = kernel->interpreter;
    Thread *thread = interpreter->main;
    Value bundle = session_evaluate_display(interpreter->session, thread, source, length);
    json_t *data = value_is_absent(bundle) ? NULL : value_to_json(thread, bundle);
    value_release(bundle);
    if (data) return json_pack("{s:s, s:o, s:{}}", "status", "ok", "data", data, "metadata");
    CellResult result = {0};
    session_describe_exception(interpreter->session, thread, &result);
    json_t *answer = describe_error(&result);
    json_object_set_new(answer, "status", json_string("error"));
    cell_result_clear(&result);
    return answer;
}

/* A text of the running request, with its lone surrogates. */
static void append_own_text(Kernel *kernel, TextBuffer *text, const char *bytes, size_t length) {
    if (kernel->message->has_surrogates) json_append_surrogates(text, bytes, length);
    else text_append_bytes(text, bytes, length);
}

static json_t *evaluate_expressions(Kernel *kernel, const json_t *expressions) {
    json_t *answers = json_object();
    bool begun = kernel_begin_work(kernel);
    for (void *at = json_object_iter((json_t *)expressions); at; at = json_object_iter_next((json_t *)expressions, at)) {
        const json_t *expression = json_object_iter_value(at);
        TextBuffer source = TEXT_BUFFER_EMPTY, name = TEXT_BUFFER_EMPTY;
        if (json_is_string(expression)) append_own_text(kernel, &source, json_string_value(expression), json_string_length(expression));
        append_own_text(kernel, &name, json_object_iter_key(at), strlen(json_object_iter_key(at)));
        json_t *key = json_from_text(text_string(&name), name.length); /* U+FFFD for what no message can carry */
        json_object_set_new(answers, key ? json_string_value(key) : "", evaluate_expression(kernel, text_string(&source), source.length));
        json_decref(key);
        text_release(&source), text_release(&name);
    }
    kernel_end_work(kernel, begun);
    return answers;
}

static bool is_blank(const char *code, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!isspace((unsigned char)code[i])) return false;
    return true;
}

static json_t *reply_metadata(const char *started, const char *status) {
    return json_pack("{s:s, s:b, s:s}", "started", started, "dependencies_met", 1, "status", status);
}

static void reply_aborted(Kernel *kernel, Request *request) {
    char date[32];
    message_date(date);
    request_reply_with_metadata(kernel, request, "execute_reply", reply_metadata(date, "aborted"),
                                json_pack("{s:s, s:I}", "status", "aborted", "execution_count",
                                          (json_int_t)session_execution_count(kernel->interpreter->session) - 1));
}

static void publish_error(void *context, const CellResult *result) {
    if (!result->traceback_count) return; /* it is on stderr already */
    Kernel *kernel = context;
    memory_make_room(); /* what the cell keeps may be all there was */
    publisher_drain_capture(kernel->publisher);
    publisher_send(kernel->publisher, kernel->parent, "error", NULL, describe_error(result));
}

static bool run_cell(Kernel *kernel, const ExecuteOptions *options, CellResult *result) {
    Interpreter *interpreter = kernel->interpreter;
    CellOptions cell = {.silent = options->silent, .store_history = options->store_history,
                        .show_error = publish_error, .context = kernel};
    bool begun = kernel_begin_work(kernel);
    bool done = session_run_cell(interpreter->session, interpreter->main, options->code, options->length, cell, result);
    memory_make_room();
    kernel_end_work(kernel, begun);
    if (!done) publish_error(kernel, result);
    return done;
}

/* Everything that waits behind a failed cell: the requests to execute among it are refused. */
static void abort_pending(Kernel *kernel) {
    kernel_collect_pending(kernel, ABORT_GRACE_SECONDS);
    for (Request *request = kernel->pending; request; request = request->next)
        if (!strcmp(message_type(&request->message), "execute_request")) request->is_aborted = true;
}

static void reply_executed(Kernel *kernel, Request *request, const ExecuteOptions *options, CellResult *result,
                           const char *started) {
    const char *status = result->succeeded ? "ok" : "error";
    json_t *content;
    if (result->succeeded) {
        content = json_pack("{s:o}", "user_expressions", evaluate_expressions(kernel, options->expressions));
    } else {
        content = describe_error(result);
        json_object_set_new(content, "user_expressions", json_object());
        if (options->stop_on_error && !options->silent && !request->is_posted) abort_pending(kernel);
    }
    if (result->exit_requested)
        json_array_append_new(kernel->payloads, json_pack("{s:s, s:b}", "source", "ask_exit", "keepkernel", 0));
    json_object_set_new(content, "status", json_string(status));
    json_object_set_new(content, "execution_count", json_integer(result->execution_count));
    json_object_set(content, "payload", kernel->payloads);
    publisher_drain_capture(kernel->publisher);
    request_reply_with_metadata(kernel, request, "execute_reply", reply_metadata(started, status), content);
}

void handle_execute(Kernel *kernel, Request *request) {
    if (request->is_aborted) {
        reply_aborted(kernel, request);
        return;
    }
    char started[32];
    message_date(started);
    ExecuteOptions options = read_options(kernel, &request->message);
    int64_t count = session_execution_count(kernel->interpreter->session);
    if (!options.silent)
        publisher_send(kernel->publisher, request->parent, "execute_input", NULL,
                       json_pack("{s:o, s:I}", "code", json_from_text(options.code, options.length),
                                 "execution_count", (json_int_t)count));
    kernel->payloads = json_array();
    CellResult result = {.execution_count = count};
    const Message *outer = kernel->message;
    kernel->message = &request->message;
    if (!run_cell(kernel, &options, &result)) kernel_log(kernel, "no memory for the result of a cell");
    if (options.store_history && !is_blank(options.code, options.length))
        history_record(&kernel->history, result.execution_count, options.code, options.length, kernel->result_text);
    reply_executed(kernel, request, &options, &result, started);
    kernel->message = outer;
    if (result.exit_requested) kernel_stop(kernel, EXIT_GRACE);
    cell_result_clear(&result);
    json_decref(kernel->payloads);
    kernel->payloads = NULL;
    text_release(&options.with_surrogates);
    memory_release(kernel->result_text);
    kernel->result_text = NULL;
    kernel->allows_input = false;
}
