#include "kernel/shell/kernel.h"

#include "base/memory.h"

#include <string.h>

enum { ON_SHELL = 1 << CHANNEL_SHELL, ON_CONTROL = 1 << CHANNEL_CONTROL, POSTED = 1 << CHANNEL_COUNT };

/* Every message that is answered. A handler on the control channel runs in the control thread beside a cell and
 * must not touch a Value, unless it is posted to the main thread. What is not here gets busy and idle and nothing else. */
static const struct {
    const char *type;
    unsigned channels;
    RequestHandler *handler;
} handlers[] = {
    {"kernel_info_request", ON_SHELL | ON_CONTROL, handle_kernel_info},
    {"execute_request", ON_SHELL | ON_CONTROL | POSTED, handle_execute},
    {"complete_request", ON_SHELL | ON_CONTROL | POSTED, handle_complete},
    {"inspect_request", ON_SHELL | ON_CONTROL | POSTED, handle_inspect},
    {"is_complete_request", ON_SHELL | ON_CONTROL, handle_is_complete},
    {"history_request", ON_SHELL | ON_CONTROL | POSTED, handle_history},
    {"comm_info_request", ON_SHELL | ON_CONTROL | POSTED, handle_comm_info},
    {"comm_open", ON_SHELL, handle_comm_open},
    {"comm_msg", ON_SHELL, handle_comm_ignored},
    {"comm_close", ON_SHELL, handle_comm_ignored},
    {"connect_request", ON_SHELL | ON_CONTROL, handle_connect},
    {"shutdown_request", ON_SHELL | ON_CONTROL, handle_shutdown},
    {"interrupt_request", ON_CONTROL, handle_interrupt},
    {"usage_request", ON_CONTROL, handle_usage},
};

/* Where it is in the table; below 0: nowhere. */
static int find_handler(const char *type, Channel channel) {
    for (int i = 0; i < (int)(sizeof handlers / sizeof *handlers); i++)
        if (handlers[i].channels & 1u << channel && !strcmp(handlers[i].type, type)) return i;
    return -1;
}

bool request_needs_interpreter(const Request *request) {
    int place = find_handler(message_type(&request->message), request->channel);
    return place >= 0 && handlers[place].channels & POSTED;
}

void dispatch_request(Kernel *kernel, Request *request) {
    const char *type = message_type(&request->message);
    int place = find_handler(type, request->channel);
    publisher_send_status(kernel->publisher, request->parent, "busy");
    if (place >= 0) handlers[place].handler(kernel, request);
    else kernel_log(kernel, "unknown message type \"%.60s\"", type);
    memory_make_room();
    publisher_send_status(kernel->publisher, request->parent, "idle");
}

void request_delete(Request *request) {
    message_clear(&request->message);
    message_parent_release(request->parent);
    memory_release(request);
}

void request_reply_with_metadata(Kernel *kernel, const Request *request, const char *type, json_t *metadata,
                                 json_t *content) {
    if (!content || !(request->is_posted ? posted_reply(kernel, request, type, metadata, content)
                                         : channels_send(&kernel->channels, request->channel, request->parent, type, metadata, content)))
        kernel_log(kernel, "a %s could not be sent", type);
    json_decref(metadata);
    json_decref(content);
}

void request_reply(Kernel *kernel, const Request *request, const char *type, json_t *content) {
    request_reply_with_metadata(kernel, request, type, NULL, content);
}
