/* Comms: no target is registered, so every one that a front end opens is closed again, as the protocol asks. */
#include "kernel/shell/kernel.h"

void handle_comm_info(Kernel *kernel, Request *request) {
    request_reply(kernel, request, "comm_info_reply", json_pack("{s:s, s:{}}", "status", "ok", "comms"));
}

void handle_comm_open(Kernel *kernel, Request *request) {
    const char *identifier = json_member_string(request->message.content, "comm_id", NULL);
    if (!identifier) return;
    publisher_send(kernel->publisher, request->parent, "comm_close", NULL,
                   json_pack("{s:s, s:{}}", "comm_id", identifier, "data"));
}

void handle_comm_ignored(Kernel *kernel, Request *request) {
    (void)kernel, (void)request;
}
