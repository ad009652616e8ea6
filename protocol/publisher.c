/* How text travels: publisher_write appends to the last batch of that parent and stream, if nothing but batches
 * came after it, else opens a new batch that is due BATCH_SECONDS later. The thread sends from the head of the queue;
 * a batch at the head waits until it is due, unless a message that is no batch stands anywhere behind it.
 *
 * The captured descriptors are pipes that this same thread reads. A marker in the queue (ITEM_DRAIN) makes it read
 * them empty at that point and send what was there. */
#include "protocol/publisher.h"

#include "base/memory.h"
#include "base/utf8.h"
#include "protocol/json.h"
#include "protocol/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <zmq.h>

#define BATCH_SECONDS 0.05
#define FLUSH_SECONDS 0.005 /* the least time between two flushes: programs flush after every line */

enum { BATCH_LIMIT = 512 * 1024, QUEUE_LIMIT = 64 << 20, PIPE_SIZE = 1 << 20 };

typedef enum ItemKind { ITEM_MESSAGE, ITEM_BATCH, ITEM_DRAIN } ItemKind;

typedef struct Item {
    struct Item *next;
    ItemKind kind;
    MessageParent *parent;
    const char *type;
    json_t *metadata, *content;
    bool is_error; /* a batch: stderr */
    double due;
    TextBuffer text;
} Item;

/* One of the captured descriptors. */
typedef struct Capture {
    int reader;       /* -1: none */
    int original;     /* a copy of the descriptor as it was */
    char held[4];     /* the beginning of a UTF-8 sequence whose rest has not come yet */
    size_t held_length;
} Capture;

struct Publisher {
    Channels *channels;
    void *socket;
    pthread_t thread;
    Wakeup wakeup;
    pthread_mutex_t lock; /* over what follows */
    pthread_cond_t shrunk;
    Item *head, *tail;
    size_t message_count; /* items in the queue that are not batches */
    size_t text_size;     /* bytes in batches */
    bool is_sleeping, is_stopping;
    unsigned long drain_count; /* of ITEM_DRAIN that are done; only one thread asks for them */
    double flushed_at;
    MessageParent *parent; /* of captured text */
    Capture captures[2];   /* stdout, stderr; the reader's side belongs to the thread */
};

/* ---- the queue; the lock is held -------------------------------------------------------------------------- */

static void release_item(Item *item) {
    message_parent_release(item->parent);
    json_decref(item->metadata);
    json_decref(item->content);
    text_release(&item->text);
    memory_release(item);
}

static void append_item(Publisher *publisher, Item *item) {
    if (publisher->tail) publisher->tail->next = item;
    else publisher->head = item;
    publisher->tail = item;
    if (item->kind != ITEM_BATCH) publisher->message_count++;
}

static Item *take_head(Publisher *publisher) {
    Item *item = publisher->head;
    publisher->head = item->next;
    if (!publisher->head) publisher->tail = NULL;
    if (item->kind != ITEM_BATCH) publisher->message_count--;
    publisher->text_size -= item->text.length;
    return item;
}

static void wake(Publisher *publisher) {
    if (publisher->is_sleeping) wakeup_signal(&publisher->wakeup);
    publisher->is_sleeping = false;
}

static bool add_item(Publisher *publisher, Item item) {
    Item *copy = memory_allocate(sizeof *copy);
    if (!copy) return false;
    *copy = item;
    message_parent_retain(copy->parent);
    pthread_mutex_lock(&publisher->lock);
    append_item(publisher, copy);
    wake(publisher);
    pthread_mutex_unlock(&publisher->lock);
    return true;
}

bool publisher_send(Publisher *publisher, MessageParent *parent, const char *type, json_t *metadata,
                    json_t *content) {
    Item item = {.kind = ITEM_MESSAGE, .parent = parent, .type = type, .metadata = metadata, .content = content};
    if (content && add_item(publisher, item)) return true;
    json_decref(metadata);
    json_decref(content);
    return false;
}

bool publisher_send_status(Publisher *publisher, MessageParent *parent, const char *state) {
    return publisher_send(publisher, parent, "status", NULL, json_pack("{s:s}", "execution_state", state));
}

static bool has_captured(const Publisher *publisher) {
    for (int i = 0; i < 2; i++) {
        int count = 0;
        if (ioctl(publisher->captures[i].reader, FIONREAD, &count) == 0 && count > 0) return true;
    }
    return false;
}

void publisher_drain_capture(Publisher *publisher) {
    if (publisher->captures[0].reader < 0) return;
    fflush(NULL);
    if (!has_captured(publisher)) return;
    unsigned long before = publisher->drain_count;
    if (!add_item(publisher, (Item){.kind = ITEM_DRAIN})) return;
    /* Until it is done, so that what the next cell writes does not mix with it. */
    pthread_mutex_lock(&publisher->lock);
    while (publisher->drain_count == before) pthread_cond_wait(&publisher->shrunk, &publisher->lock);
    pthread_mutex_unlock(&publisher->lock);
}

/* The batch that more text of this stream may join: only batches stand behind it. */
static Item *find_batch(Publisher *publisher, const MessageParent *parent, bool is_error) {
    Item *found = NULL;
    for (Item *item = publisher->head; item; item = item->next) {
        if (item->kind != ITEM_BATCH) found = NULL;
        else if (item->parent == parent && item->is_error == is_error && item->text.length < BATCH_LIMIT)
            found = item;
    }
    return found;
}

static Item *new_batch(MessageParent *parent, bool is_error) {
    Item *batch = memory_allocate_zeroed(1, sizeof *batch);
    if (!batch) return NULL;
    batch->kind = ITEM_BATCH;
    batch->parent = message_parent_retain(parent);
    batch->is_error = is_error;
    batch->due = clock_seconds() + BATCH_SECONDS;
    return batch;
}

static bool append_text(Publisher *publisher, MessageParent *parent, bool is_error, const char *text,
                        size_t length) {
    Item *batch = publisher->tail;
    bool is_last = batch && batch->kind == ITEM_BATCH && batch->parent == parent && batch->is_error == is_error &&
                   batch->text.length < BATCH_LIMIT;
    if (!is_last) batch = find_batch(publisher, parent, is_error);
    if (!batch) {
        batch = new_batch(parent, is_error);
        if (!batch) return false;
        append_item(publisher, batch);
        wake(publisher);
    }
    size_t before = batch->text.length;
    text_append_bytes(&batch->text, text, length);
    publisher->text_size += batch->text.length - before;
    if (batch->text.length >= BATCH_LIMIT) {
        batch->due = 0;
        wake(publisher);
    }
    return !batch->text.failed;
}

bool publisher_write(Publisher *publisher, MessageParent *parent, bool is_error, const char *text, size_t length) {
    pthread_mutex_lock(&publisher->lock);
    while (publisher->text_size > QUEUE_LIMIT && !publisher->is_stopping)
        pthread_cond_wait(&publisher->shrunk, &publisher->lock);
    bool done = append_text(publisher, parent, is_error, text, length);
    pthread_mutex_unlock(&publisher->lock);
    return done;
}

void publisher_flush(Publisher *publisher) {
    double now = clock_seconds();
    pthread_mutex_lock(&publisher->lock);
    double due = publisher->flushed_at + FLUSH_SECONDS;
    if (due < now) due = now;
    bool changed = false;
    for (Item *item = publisher->head; item; item = item->next) {
        if (item->kind != ITEM_BATCH || item->due <= due) continue;
        item->due = due;
        changed = true;
    }
    if (changed) {
        publisher->flushed_at = due;
        wake(publisher);
    }
    pthread_mutex_unlock(&publisher->lock);
}

/* ---- sending; on the thread, without the lock ------------------------------------------------------------- */

static bool try_message(Publisher *publisher, const char *topic, const MessageParent *parent, const char *type,
                        const json_t *metadata, const json_t *content) {
    MessageFrames frames = {0};
    bool done = frames_append(&frames, topic, strlen(topic)) &&
                message_encode(&publisher->channels->writer, &frames, parent, type, metadata, content, NULL) &&
                frames_send(publisher->socket, &frames);
    frames_clear(&frames);
    return done;
}

static void send_message(Publisher *publisher, const char *topic, const MessageParent *parent, const char *type,
                         const json_t *metadata, const json_t *content) {
    if (try_message(publisher, topic, parent, type, metadata, content)) return;
    memory_make_room();
    try_message(publisher, topic, parent, type, metadata, content);
}

static void send_batch(Publisher *publisher, const Item *batch) {
    const char *name = batch->is_error ? "stderr" : "stdout";
    json_t *text = json_from_text(text_string(&batch->text), batch->text.length);
    json_t *content = text ? json_pack("{s:s, s:o}", "name", name, "text", text) : NULL;
    if (content) send_message(publisher, batch->is_error ? "stream.stderr" : "stream.stdout", batch->parent, "stream",
                              NULL, content);
    json_decref(content);
}

/* A subscriber came: it hears so before anything else. */
static void welcome_subscribers(Publisher *publisher) {
    MessageFrames frames = {0};
    while (frames_receive(publisher->socket, &frames) == RECEIVE_MESSAGE) {
        const MessagePart *part = &frames.parts[0];
        if (part->length >= 1 && part->bytes[0] == 1 && utf8_is_strict(part->bytes + 1, part->length - 1, NULL)) {
            json_t *topic = json_from_text(part->bytes + 1, part->length - 1);
            json_t *content = topic ? json_pack("{s:o}", "subscription", topic) : NULL;
            if (content) send_message(publisher, part->bytes + 1, NULL, "iopub_welcome", NULL, content);
            json_decref(content);
        }
        frames_clear(&frames);
    }
}

/* ---- captured descriptors; on the thread ------------------------------------------------------------------ */

/* How many bytes at the end begin a UTF-8 sequence that is not complete. */
static size_t unfinished_length(const char *bytes, size_t length) {
    for (size_t back = 1; back <= 3 && back <= length; back++) {
        unsigned char byte = (unsigned char)bytes[length - back];
        if (byte < 0x80) return 0;
        if (byte < 0xc0) continue;
        size_t wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
        return back < wanted ? back : 0;
    }
    return 0;
}

/* Everything that is in the pipe now, as a batch. At the end of a cell an unfinished sequence is no longer held. */
static Item *read_capture(Publisher *publisher, bool is_error, MessageParent *parent, bool at_end) {
    Capture *capture = &publisher->captures[is_error];
    Item *batch = NULL;
    char piece[16384];
    for (;;) {
        memcpy(piece, capture->held, capture->held_length);
        ssize_t count = read(capture->reader, piece + capture->held_length, sizeof piece - capture->held_length);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0 && !(at_end && capture->held_length)) return batch;
        size_t length = capture->held_length + (count > 0 ? (size_t)count : 0);
        capture->held_length = count > 0 ? unfinished_length(piece, length) : 0;
        length -= capture->held_length;
        memcpy(capture->held, piece + length, capture->held_length);
        if (!length) continue;
        if (!batch) batch = new_batch(parent, is_error);
        if (!batch) return NULL;
        text_append_bytes(&batch->text, piece, length);
        if (batch->text.length >= BATCH_LIMIT && !at_end) return batch;
    }
}

static MessageParent *captured_parent(Publisher *publisher) {
    pthread_mutex_lock(&publisher->lock);
    MessageParent *parent = message_parent_retain(publisher->parent);
    pthread_mutex_unlock(&publisher->lock);
    return parent;
}

static void drain_captures(Publisher *publisher) {
    MessageParent *parent = captured_parent(publisher);
    for (int i = 0; i < 2; i++) {
        Item *batch = read_capture(publisher, i == 1, parent, true);
        if (!batch) continue;
        send_batch(publisher, batch);
        release_item(batch);
    }
    message_parent_release(parent);
}

/* Put a captured batch in front of the first message that waits: what a cell wrote belongs before its idle, even
 * when that was queued while the pipe was read. */
static void insert_captured(Publisher *publisher, Item *captured) {
    Item *last = NULL;
    for (Item *item = publisher->head; item && item->kind == ITEM_BATCH; last = item, item = item->next) {
        if (item->parent != captured->parent || item->is_error != captured->is_error) continue;
        if (item->text.length >= BATCH_LIMIT) continue;
        text_append_bytes(&item->text, captured->text.bytes, captured->text.length);
        publisher->text_size += captured->text.length;
        release_item(captured);
        return;
    }
    captured->next = last ? last->next : publisher->head;
    if (last) last->next = captured;
    else publisher->head = captured;
    if (!captured->next) publisher->tail = captured;
    publisher->text_size += captured->text.length;
}

static void queue_capture(Publisher *publisher, bool is_error) {
    MessageParent *parent = captured_parent(publisher);
    Item *batch = read_capture(publisher, is_error, parent, false);
    if (batch) {
        pthread_mutex_lock(&publisher->lock);
        insert_captured(publisher, batch);
        pthread_mutex_unlock(&publisher->lock);
    }
    message_parent_release(parent);
}

static bool capture_descriptor(Capture *capture, int descriptor) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0) return false;
    capture->original = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    if (capture->original < 0 || dup2(ends[1], descriptor) < 0) {
        close(ends[0]);
        close(ends[1]);
        return false;
    }
    close(ends[1]);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    fcntl(ends[0], F_SETPIPE_SZ, PIPE_SIZE);
    capture->reader = ends[0];
    return true;
}

static void release_capture(Capture *capture, int descriptor) {
    if (capture->reader < 0) return;
    dup2(capture->original, descriptor);
    close(capture->original);
    close(capture->reader);
    capture->reader = -1;
}

bool publisher_capture(Publisher *publisher, Error *error) {
    fflush(NULL);
    pthread_mutex_lock(&publisher->lock);
    bool done = capture_descriptor(&publisher->captures[0], STDOUT_FILENO) &&
                capture_descriptor(&publisher->captures[1], STDERR_FILENO);
    wakeup_signal(&publisher->wakeup); /* to poll the new descriptors */
    pthread_mutex_unlock(&publisher->lock);
    return done || error_set(error, "OSError", "stdout and stderr cannot be captured: %s", strerror(errno));
}

int publisher_log_descriptor(const Publisher *publisher) {
    return publisher->captures[1].reader >= 0 ? publisher->captures[1].original : STDERR_FILENO;
}

void publisher_set_parent(Publisher *publisher, MessageParent *parent) {
    pthread_mutex_lock(&publisher->lock);
    MessageParent *before = publisher->parent;
    publisher->parent = message_parent_retain(parent);
    pthread_mutex_unlock(&publisher->lock);
    message_parent_release(before);
}

/* ---- the thread ------------------------------------------------------------------------------------------- */

/* Send whatever may go now. Returns the seconds until the next batch is due, -1 for none; sleeping is then set. */
static double send_due(Publisher *publisher, bool *stop) {
    pthread_mutex_lock(&publisher->lock);
    double wait = -1;
    while (publisher->head) {
        if (publisher->head->kind == ITEM_BATCH && !publisher->message_count && !publisher->is_stopping) {
            wait = publisher->head->due - clock_seconds();
            if (wait > 0) break;
        }
        Item *item = take_head(publisher);
        pthread_cond_broadcast(&publisher->shrunk);
        pthread_mutex_unlock(&publisher->lock);
        ItemKind kind = item->kind;
        if (kind == ITEM_BATCH) send_batch(publisher, item);
        else if (kind == ITEM_DRAIN) drain_captures(publisher);
        else send_message(publisher, item->type, item->parent, item->type, item->metadata, item->content);
        release_item(item);
        pthread_mutex_lock(&publisher->lock);
        if (kind == ITEM_DRAIN) {
            publisher->drain_count++;
            pthread_cond_broadcast(&publisher->shrunk);
        }
        wait = -1;
    }
    publisher->is_sleeping = true;
    *stop = publisher->is_stopping && !publisher->head;
    pthread_mutex_unlock(&publisher->lock);
    return wait;
}

static void *run_publisher(void *argument) {
    Publisher *publisher = argument;
    for (;;) {
        welcome_subscribers(publisher);
        bool stop;
        double wait = send_due(publisher, &stop);
        if (stop) return NULL;
        pthread_mutex_lock(&publisher->lock);
        int readers[2] = {publisher->captures[0].reader, publisher->captures[1].reader};
        pthread_mutex_unlock(&publisher->lock);
        zmq_pollitem_t items[4] = {{publisher->socket, 0, ZMQ_POLLIN, 0},
                                   {NULL, publisher->wakeup.descriptor, ZMQ_POLLIN, 0},
                                   {NULL, readers[0], ZMQ_POLLIN, 0},
                                   {NULL, readers[1], ZMQ_POLLIN, 0}};
        int count = readers[1] >= 0 ? 4 : 2;
        if (zmq_poll(items, count, wait < 0 ? -1 : (long)(wait * 1e3) + 1) < 0) continue;
        pthread_mutex_lock(&publisher->lock);
        publisher->is_sleeping = false;
        pthread_mutex_unlock(&publisher->lock);
        if (items[1].revents) wakeup_clear(&publisher->wakeup);
        for (int i = 2; i < count; i++)
            if (items[i].revents) queue_capture(publisher, i == 3);
    }
}

Publisher *publisher_start(Channels *channels, Error *error) {
    Publisher *publisher = memory_allocate_zeroed(1, sizeof *publisher);
    if (!publisher) {
        error_no_memory(error);
        return NULL;
    }
    publisher->channels = channels;
    publisher->socket = channels->sockets[CHANNEL_IOPUB];
    publisher->captures[0].reader = publisher->captures[1].reader = -1;
    pthread_mutex_init(&publisher->lock, NULL);
    pthread_cond_init(&publisher->shrunk, NULL);
    if (wakeup_open(&publisher->wakeup) && thread_start(&publisher->thread, run_publisher, publisher))
        return publisher;
    wakeup_close(&publisher->wakeup);
    memory_release(publisher);
    error_set(error, "OSError", "no thread for the iopub channel");
    return NULL;
}

void publisher_stop(Publisher **place) {
    Publisher *publisher = *place;
    if (!publisher) return;
    publisher_drain_capture(publisher);
    pthread_mutex_lock(&publisher->lock);
    publisher->is_stopping = true;
    wakeup_signal(&publisher->wakeup);
    pthread_cond_broadcast(&publisher->shrunk);
    pthread_mutex_unlock(&publisher->lock);
    pthread_join(publisher->thread, NULL);
    release_capture(&publisher->captures[0], STDOUT_FILENO);
    release_capture(&publisher->captures[1], STDERR_FILENO);
    message_parent_release(publisher->parent);
    wakeup_close(&publisher->wakeup);
    pthread_cond_destroy(&publisher->shrunk);
    pthread_mutex_destroy(&publisher->lock);
    memory_release(publisher);
    *place = NULL;
}
