/* What a session shows and asks, as messages. Everything here runs on the interpreter's thread. */
#include "kernel/shell/kernel.h"

#include "base/memory.h"
#include "kernel/library/json/json_value.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/error/exception.h"

#include <string.h>
#include <zmq.h>

enum { INPUT_POLL_MILLISECONDS = 10 };

static void front_end_write(void *context, bool is_error, const char *text, size_t length) {
    Kernel *kernel = context;
    publisher_write(kernel->publisher, kernel_output_parent(kernel), is_error, text, length);
}

static void front_end_flush(void *context) {
    Kernel *kernel = context;
    publisher_flush(kernel->publisher);
}

/* A dict as a JSON object; {} for anything that cannot be one, without an exception. */
static json_t *object_from_value(Thread *thread, Value value) {
    json_t *object = value_is_dict(value) ? value_to_json(thread, value) : NULL;
    if (json_is_object(object)) return object;
    json_decref(object);
    exception_clear(thread);
    return json_object();
}

static void front_end_display(void *context, Thread *thread, Value data, Value metadata, Value transient, bool update) {
    Kernel *kernel = context;
    thread_finish_pending(thread); /* its warnings come first */
    json_t *content = json_pack("{s:o, s:o, s:o}", "data", object_from_value(thread, data), "metadata",
                                object_from_value(thread, metadata), "transient", object_from_value(thread, transient));
    publisher_send(kernel->publisher, kernel_output_parent(kernel), update ? "update_display_data" : "display_data", NULL,
                   content);
}

static void front_end_result(void *context, Thread *thread, int64_t execution_count, Value data, Value metadata) {
    Kernel *kernel = context;
    json_t *bundle = object_from_value(thread, data);
    const char *text = json_member_string(bundle, "text/plain", NULL);
    memory_release(kernel->result_text);
    kernel->result_text = text ? memory_copy_string(text) : NULL;
    json_t *content = json_pack("{s:I, s:o, s:o, s:{}}", "execution_count", (json_int_t)execution_count, "data", bundle,
                                "metadata", object_from_value(thread, metadata), "transient");
    publisher_send(kernel->publisher, kernel_output_parent(kernel), "execute_result", NULL, content);
}

static void front_end_clear_output(void *context, bool wait) {
    Kernel *kernel = context;
    publisher_send(kernel->publisher, kernel_output_parent(kernel), "clear_output", NULL, json_pack("{s:b}", "wait", wait));
}

static void front_end_page(void *context, Thread *thread, Value data, int64_t start) {
    Kernel *kernel = context;
    json_array_append_new(kernel->payloads, json_pack("{s:s, s:o, s:I}", "source", "page", "data",
                                                      object_from_value(thread, data), "start", (json_int_t)start));
}

/* A front end can take only one: the last wins. */
static void front_end_set_next_input(void *context, const char *text, bool replace) {
    Kernel *kernel = context;
    for (size_t i = json_array_size(kernel->payloads); i-- > 0;) {
        const char *source = json_member_string(json_array_get(kernel->payloads, i), "source", "");
        if (!strcmp(source, "set_next_input")) json_array_remove(kernel->payloads, i);
    }
    json_array_append_new(kernel->payloads, json_pack("{s:s, s:o, s:b}", "source", "set_next_input", "text",
                                                      json_from_string(text), "replace", replace));
}

static void front_end_publish(void *context, Thread *thread, const char *message_type, Value content) {
    static const char *const types[] = {"comm_open", "comm_msg", "comm_close", "execute_result", "update_display_data", "error"};
    Kernel *kernel = context;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(message_type, types[i]))
            publisher_send(kernel->publisher, kernel_output_parent(kernel), types[i], NULL, object_from_value(thread, content));
}

/* Its content is there while it is being answered. */
static json_t *describe_parent(const Kernel *kernel) {
    const MessageParent *parent = kernel_output_parent((Kernel *)kernel);
    if (!parent) return json_object();
    const Message *message = kernel->message;
    bool is_here = message && message->header_length == parent->header_length &&
                   !memcmp(message->header_text, parent->header_text, parent->header_length);
    json_t *header = json_parse(parent->header_text, parent->header_length);
    const char *names[] = {"msg_id", "msg_type"};
    json_t *found = json_pack("{s:O, s:O, s:O, s:O, s:[]}", "header", header, "parent_header",
                              is_here ? message->parent_header : json_object(), "metadata",
                              is_here ? message->metadata : json_object(), "content",
                              is_here ? message->content : json_object(), "buffers");
    for (size_t i = 0; found && i < sizeof names / sizeof *names; i++)
        json_object_set(found, names[i], json_object_get(header, names[i]));
    json_decref(header);
    return found;
}

static json_t *describe_ports(const Kernel *kernel) {
    const int *ports = kernel->ports;
    return json_pack("{s:i, s:i, s:i, s:i, s:i}", "shell_port", ports[CHANNEL_SHELL], "iopub_port", ports[CHANNEL_IOPUB],
                     "stdin_port", ports[CHANNEL_STDIN], "control_port", ports[CHANNEL_CONTROL], "hb_port",
                     ports[CHANNEL_HEARTBEAT]);
}

static Value front_end_describe(void *context, Thread *thread, const char *what) {
    const Kernel *kernel = context;
    if (!strcmp(what, "session")) return string_from_c(thread, kernel->channels.writer.session);
    if (!strcmp(what, "connection_file")) return string_from_c(thread, kernel->connection_file);
    json_t *found = !strcmp(what, "parent") ? describe_parent(kernel) : describe_ports(kernel);
    if (!found) return raise_no_memory(thread);
    Value value = value_from_json(thread, found);
    json_decref(found);
    return value;
}

static void front_end_error(void *context, Thread *thread, const char *name, const char *value, Value lines) {
    Kernel *kernel = context;
    publisher_drain_capture(kernel->publisher);
    json_t *traceback = value_to_json(thread, lines);
    if (traceback)
        publisher_send(kernel->publisher, kernel_output_parent(kernel), "error", NULL,
                       json_pack("{s:o, s:o, s:o}", "ename", json_from_string(name), "evalue", json_from_string(value),
                                 "traceback", traceback));
}

/* ---- input ------------------------------------------------------------------------------------------------ */

static void raise_no_input(Thread *thread, const char *function) {
    Type *type = type_new_simple(thread, "IPython.core.error.StdinNotImplementedError",
                                 thread_builtins(thread)->exception_NotImplementedError, NULL);
    if (!type) return;
    raise_format(thread, type, "%s was called, but this frontend does not support input requests.", function);
    object_release(type);
}

static char *take_line(Thread *thread, const Message *message) {
    const json_t *value = json_object_get(message->content, "value");
    const char *text = json_is_string(value) ? json_string_value(value) : "";
    if (!strcmp(text, "\x04")) {
        raise_format(thread, thread_builtins(thread)->exception_EOFError, "%s", "");
        return NULL;
    }
    char *line = memory_copy_bytes(text, strlen(text));
    if (!line) raise_no_memory(thread);
    return line;
}

/* The interrupt says where it came from, unless it is a handler's own. */
static void name_interrupt(Thread *thread) {
    Type *type = thread_builtins(thread)->exception_KeyboardInterrupt;
    if (!exception_matches(thread, type)) return;
    const Exception *exception = (const Exception *)thread->exception.object;
    if (exception->arguments->count) return;
    exception_clear(thread);
    raise_format(thread, type, "Interrupted by user");
}

/* Wait for the answer, looking at the interrupt flag every few milliseconds. */
static char *wait_for_line(Kernel *kernel, Thread *thread) {
    for (;;) {
        if (!thread_poll(thread)) {
            name_interrupt(thread);
            return NULL;
        }
        zmq_pollitem_t item = {kernel->channels.sockets[CHANNEL_STDIN], 0, ZMQ_POLLIN, 0};
        thread_block(thread);
        zmq_poll(&item, 1, INPUT_POLL_MILLISECONDS);
        thread_unblock(thread);
        Message message;
        Error error = ERROR_NONE;
        ReceiveResult result = channels_receive(&kernel->channels, CHANNEL_STDIN, &message, &error);
        if (result == RECEIVE_BAD) kernel_log(kernel, "a message on stdin was dropped: %s", error.message);
        error_clear(&error);
        if (result != RECEIVE_MESSAGE) continue;
        bool is_answer = !strcmp(message_type(&message), "input_reply");
        char *line = is_answer ? take_line(thread, &message) : NULL;
        message_clear(&message);
        if (is_answer) return line;
    }
}

static void drop_stale_replies(Kernel *kernel) {
    MessageFrames frames = {0};
    while (frames_receive(kernel->channels.sockets[CHANNEL_STDIN], &frames) == RECEIVE_MESSAGE) frames_clear(&frames);
}

static char *front_end_input(void *context, Thread *thread, const char *prompt, bool password) {
    Kernel *kernel = context;
    if (!kernel->allows_input || !kernel->parent) {
        raise_no_input(thread, password ? "getpass" : "raw_input");
        return NULL;
    }
    publisher_drain_capture(kernel->publisher);
    drop_stale_replies(kernel);
    json_t *content = json_pack("{s:o, s:b}", "prompt", json_from_string(prompt), "password", password);
    bool sent = content && channels_send(&kernel->channels, CHANNEL_STDIN, kernel_output_parent(kernel), "input_request", NULL, content);
    json_decref(content);
    if (sent) return wait_for_line(kernel, thread);
    raise_no_memory(thread);
    return NULL;
}

FrontEnd kernel_front_end(Kernel *kernel) {
    return (FrontEnd){
        .context = kernel,
        .write = front_end_write,
        .flush = front_end_flush,
        .display = front_end_display,
        .result = front_end_result,
        .clear_output = front_end_clear_output,
        .input = front_end_input,
        .page = front_end_page,
        .set_next_input = front_end_set_next_input,
        .publish = front_end_publish,
        .describe = front_end_describe,
        .error = front_end_error,
        .is_interactive = true,
    };
}
