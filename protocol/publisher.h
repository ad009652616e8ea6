/* The iopub thread, the only one that touches that socket. Other threads put messages into its queue.
 *
 * Text for stdout and stderr is batched for each parent and stream, since front ends count messages. Any other
 * message sends what is waiting first, so the order of a cell's outputs is kept. */
#ifndef PROTOCOL_PUBLISHER_H
#define PROTOCOL_PUBLISHER_H

#include "protocol/channels.h"

typedef struct Publisher Publisher;

Publisher *publisher_start(Channels *channels, Error *error); /* NULL: no thread or no memory */
void publisher_stop(Publisher **publisher);                   /* sends everything that waits first */

/* content and metadata are taken over (metadata may be NULL), also on failure; type is static; parent may be NULL. */
bool publisher_send(Publisher *publisher, MessageParent *parent, const char *type, json_t *metadata,
                    json_t *content);
/* busy, idle, starting */
bool publisher_send_status(Publisher *publisher, MessageParent *parent, const char *state);
/* Append to a stream. Waits for the thread when very much text is in the queue. */
bool publisher_write(Publisher *publisher, MessageParent *parent, bool is_error, const char *text, size_t length);
void publisher_flush(Publisher *publisher); /* the streams' text need not wait for its batch to fill */

/* Take over descriptors 1 and 2, so that what C libraries and child processes write becomes streams too, with the
 * parent set by publisher_set_parent. The descriptor that was stderr is kept: publisher_log_descriptor. */
bool publisher_capture(Publisher *publisher, Error *error);
void publisher_set_parent(Publisher *publisher, MessageParent *parent);
/* What was written to the descriptors so far comes before whatever is sent next. */
void publisher_drain_capture(Publisher *publisher);
int publisher_log_descriptor(const Publisher *publisher);

#endif
