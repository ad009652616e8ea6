/* The kernel process: what its threads share, and the doors between the files of this room.
 *
 * The main thread runs the interpreter and owns the shell and stdin sockets; the control thread answers its channel,
 * signals and the parent's death; neither touches what the other owns except through the atomics below. */
#ifndef KERNEL_SHELL_KERNEL_H
#define KERNEL_SHELL_KERNEL_H

#include "kernel/language/session/session.h"
#include "kernel/shell/history.h"
#include "protocol/channels.h"
#include "protocol/heartbeat.h"
#include "protocol/json.h"
#include "protocol/publisher.h"
#include "protocol/thread.h"

#include <stdatomic.h>

/* A message on its way to a handler. */
typedef struct Request {
    Message message;
    MessageParent *parent;
    Channel channel;
    bool is_aborted; /* it waited behind a cell that failed */
    bool is_posted;  /* of the control channel, answered by the main thread */
    struct Request *next;
} Request;

typedef struct ControlThread {
    pthread_t thread;
    Wakeup stop, look; /* end; see what has changed */
    int signals;        /* a signalfd */
    int parent_process; /* a pidfd, or -1 */
    bool is_running;
    double cpu_time, asked_at;           /* at the last usage_request */
    unsigned long long host_busy, host_total;
} ControlThread;

typedef struct Posted Posted; /* posted.c */

typedef struct Kernel {
    Channels channels;
    Publisher *publisher;
    Heartbeat heartbeat;
    ControlThread control;
    Posted *posted;
    int ports[CHANNEL_COUNT];
    Wakeup wakeup; /* of the main loop */
    Interpreter *interpreter;
    History history;
    atomic_bool is_executing, is_stopping, has_stopped;
    _Atomic double deadline; /* when the process ends whatever the main thread does; 0: not yet */

    /* The main thread's own. */
    Request *pending, *pending_end; /* received before their turn */
    const Message *message;         /* the request to execute that is being answered, or NULL */
    const char *connection_file;
    MessageParent *parent;          /* of what is handled now, or of what was handled last */
    json_t *payloads;               /* of the cell that runs */
    char *result_text;              /* text/plain of its result, for the history */
    bool allows_input;
} Kernel;

/* From any thread: end the main loop, interrupting the cell that runs, and the process when it has not ended by itself after
 * so many seconds. */
void kernel_stop(Kernel *kernel, double grace);
#define SHUTDOWN_GRACE 1.5 /* front ends wait for a few seconds, then they kill */
#define EXIT_GRACE 15      /* for what exit() of a cell lets run */
/* Around everything that runs the user's code: an interrupt means this, and what came before means nothing. */
bool kernel_begin_work(Kernel *kernel); /* false: inside of other work */
void kernel_end_work(Kernel *kernel, bool begun);
void kernel_log(Kernel *kernel, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* dispatch.c: busy, the handler of that type and channel, idle. */
void dispatch_request(Kernel *kernel, Request *request);
bool request_needs_interpreter(const Request *request);
void request_delete(Request *request);
/* content is taken over; NULL (no memory) is logged. */
void request_reply(Kernel *kernel, const Request *request, const char *type, json_t *content);
void request_reply_with_metadata(Kernel *kernel, const Request *request, const char *type, json_t *metadata,
                                 json_t *content);

/* The handlers, by the files they are in. */
typedef void RequestHandler(Kernel *kernel, Request *request);
RequestHandler handle_kernel_info, handle_connect, handle_shutdown, handle_interrupt, handle_usage; /* control.c, about.c */
RequestHandler handle_execute;                                                   /* execute.c */
RequestHandler handle_complete, handle_inspect, handle_is_complete, handle_history; /* introspect.c */
RequestHandler handle_comm_info, handle_comm_open, handle_comm_ignored;             /* comm.c */

/* posted.c */
bool posted_open(Kernel *kernel); /* false: no memory */
void posted_close(Kernel *kernel);
void posted_add(Kernel *kernel, Request *request); /* takes the request over */
void posted_send_replies(Kernel *kernel);
void posted_answer(Kernel *kernel); /* all that wait; on the main thread */
bool posted_reply(Kernel *kernel, const Request *request, const char *type, json_t *metadata, json_t *content);

/* control.c */
bool control_start(Kernel *kernel, Error *error);
void control_stop(Kernel *kernel);
/* Before any thread is made: signals that the control thread takes are blocked in all of them. */
void control_block_signals(void);

/* owner.c: the request that the output of the running thread or task belongs to, borrowed; and a Value that says so. */
MessageParent *kernel_output_parent(Kernel *kernel);
Value output_owner_new(Thread *thread, MessageParent *parent); /* absent, without an exception: no memory */

/* front_end.c: what the session calls. */
FrontEnd kernel_front_end(Kernel *kernel);

/* kernel.c: move what has arrived on the shell channel into the pending requests, waiting at most so long for more. */
void kernel_collect_pending(Kernel *kernel, double seconds);

#endif
