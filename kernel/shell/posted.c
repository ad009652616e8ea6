/* Requests on the control channel whose answers need the interpreter: the control thread posts them, the main thread answers
 * them when it is idle or, while a cell runs, where that looks for interrupts, and the control thread sends the replies. So
 * they are answered beside a cell, as soon as it comes to such a place, and run between two of its steps. */
#include "kernel/shell/kernel.h"

#include "base/memory.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/error/exception.h"

/* A reply that waits for the control thread. */
typedef struct PostedReply {
    struct PostedReply *next;
    MessageParent *parent;
    const char *type; /* static */
    json_t *metadata, *content;
} PostedReply;

struct Posted {
    pthread_mutex_t lock;
    Request *first, *last;
    PostedReply *first_reply, *last_reply;
    bool is_answering; /* the main thread's own: one at a time */
};

bool posted_open(Kernel *kernel) {
    kernel->posted = memory_allocate_zeroed(1, sizeof *kernel->posted);
    if (kernel->posted) pthread_mutex_init(&kernel->posted->lock, NULL);
    return kernel->posted != NULL;
}

static void release_reply(PostedReply *reply) {
    message_parent_release(reply->parent);
    json_decref(reply->metadata);
    json_decref(reply->content);
    memory_release(reply);
}

static Request *take_request(Posted *posted) {
    pthread_mutex_lock(&posted->lock);
    Request *request = posted->first;
    if (request) posted->first = request->next;
    if (!posted->first) posted->last = NULL;
    pthread_mutex_unlock(&posted->lock);
    if (request) request->next = NULL;
    return request;
}

static PostedReply *take_reply(Posted *posted) {
    pthread_mutex_lock(&posted->lock);
    PostedReply *reply = posted->first_reply;
    if (reply) posted->first_reply = reply->next;
    if (!posted->first_reply) posted->last_reply = NULL;
    pthread_mutex_unlock(&posted->lock);
    return reply;
}

void posted_close(Kernel *kernel) {
    Posted *posted = kernel->posted;
    if (!posted) return;
    for (Request *request; (request = take_request(posted));) request_delete(request);
    for (PostedReply *reply; (reply = take_reply(posted));) release_reply(reply);
    pthread_mutex_destroy(&posted->lock);
    memory_release(posted);
    kernel->posted = NULL;
}

/* ---- the control thread ---- */

void posted_add(Kernel *kernel, Request *request) {
    Posted *posted = kernel->posted;
    Interpreter *interpreter = kernel->interpreter;
    request->is_posted = true;
    pthread_mutex_lock(&posted->lock);
    if (posted->last) posted->last->next = request;
    else posted->first = request;
    posted->last = request;
    pthread_mutex_unlock(&posted->lock);
    atomic_store(&interpreter->has_posted, true);
    atomic_store(&interpreter->attention, true);
    wakeup_signal(&kernel->wakeup);
}

void posted_send_replies(Kernel *kernel) {
    for (PostedReply *reply; (reply = take_reply(kernel->posted));) {
        if (!channels_send(&kernel->channels, CHANNEL_CONTROL, reply->parent, reply->type, reply->metadata, reply->content))
            kernel_log(kernel, "a %s could not be sent", reply->type);
        release_reply(reply);
    }
}

/* ---- the main thread ---- */

bool posted_reply(Kernel *kernel, const Request *request, const char *type, json_t *metadata, json_t *content) {
    Posted *posted = kernel->posted;
    PostedReply *reply = memory_allocate(sizeof *reply);
    if (!reply) return false;
    *reply = (PostedReply){.parent = message_parent_retain(request->parent), .type = type, .metadata = json_incref(metadata),
                           .content = json_incref(content)};
    pthread_mutex_lock(&posted->lock);
    if (posted->last_reply) posted->last_reply->next = reply;
    else posted->first_reply = reply;
    posted->last_reply = reply;
    pthread_mutex_unlock(&posted->lock);
    wakeup_signal(&kernel->control.look);
    return true;
}

/* What belongs to the cell that runs, if one does, is laid aside. */
static void answer(Kernel *kernel, Request *request) {
    Interpreter *interpreter = kernel->interpreter;
    Thread *thread = interpreter->main;
    MessageParent *parent = kernel->parent;
    json_t *payloads = kernel->payloads;
    char *result_text = kernel->result_text;
    bool allows_input = kernel->allows_input;
    FrontEnd front_end = interpreter->front_end;
    Value exception = exception_take(thread), handled = thread->handled, owner = thread->output_owner;
    kernel->payloads = NULL, kernel->result_text = NULL;
    kernel->parent = message_parent_retain(request->parent);
    interpreter->front_end = kernel_front_end(kernel);
    thread->handled = VALUE_ABSENT;
    thread->output_owner = output_owner_new(thread, kernel->parent);
    publisher_drain_capture(kernel->publisher); /* what was written so far is the cell's */
    publisher_set_parent(kernel->publisher, kernel->parent);
    dispatch_request(kernel, request);
    publisher_set_parent(kernel->publisher, parent);
    message_parent_release(kernel->parent);
    kernel->parent = parent, kernel->payloads = payloads, kernel->result_text = result_text;
    kernel->allows_input = allows_input;
    interpreter->front_end = front_end;
    thread->handled = handled;
    value_replace(&thread->output_owner, owner);
    if (!value_is_absent(exception)) exception_restore(thread, exception);
}

/* A cell may be waiting in asyncio's loop for what was done beside it. */
static void wake_loop(Thread *thread) {
    if (value_is_absent(thread->interpreter->cell_loop.wake)) return;
    Value before = exception_take(thread), result = value_call_none(thread, thread->interpreter->cell_loop.wake);
    value_release(result);
    exception_clear(thread);
    if (!value_is_absent(before)) exception_restore(thread, before);
}

void posted_answer(Kernel *kernel) {
    Posted *posted = kernel->posted;
    atomic_store(&kernel->interpreter->has_posted, false);
    if (posted->is_answering) return; /* whoever does goes on with the rest */
    posted->is_answering = true;
    for (Request *request; !atomic_load(&kernel->is_stopping) && (request = take_request(posted));) {
        answer(kernel, request);
        request_delete(request);
        wake_loop(kernel->interpreter->main);
    }
    posted->is_answering = false;
}
