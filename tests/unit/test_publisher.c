/* The iopub thread with a subscriber beside it in this process. */
#include "base/text_buffer.h"
#include "protocol/publisher.h"
#include "protocol/json.h"
#include "protocol/thread.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zmq.h>

#include <cmocka.h>

typedef struct Stage {
    char folder[32];
    Channels channels;
    Publisher *publisher;
    void *subscriber;
} Stage;

/* The next message as "type content", owned; NULL after a while without one. */
static char *next_message(Stage *stage) {
    zmq_pollitem_t item = {stage->subscriber, 0, ZMQ_POLLIN, 0};
    if (zmq_poll(&item, 1, 1000) <= 0) return NULL;
    MessageFrames frames = {0};
    assert_int_equal(frames_receive(stage->subscriber, &frames), RECEIVE_MESSAGE);
    assert_true(frames.count >= 7);
    json_t *header = json_parse(frames.parts[3].bytes, frames.parts[3].length);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "%s %s", json_member_string(header, "msg_type", ""), frames.parts[6].bytes);
    json_decref(header);
    frames_clear(&frames);
    return text_detach(&text);
}

static void assert_next(Stage *stage, const char *expected) {
    char *message = next_message(stage);
    assert_non_null(message);
    assert_string_equal(message, expected);
    free(message);
}

static int set_up(void **state) {
    Stage *stage = calloc(1, sizeof *stage);
    strcpy(stage->folder, "/tmp/cupola-publish-XXXXXX");
    if (!mkdtemp(stage->folder)) return -1;
    TextBuffer file = TEXT_BUFFER_EMPTY;
    text_append_format(&file, "{\"transport\":\"ipc\",\"ip\":\"%s/s\",\"key\":\"k\",\"shell_port\":1,\"iopub_port\":2,"
                       "\"stdin_port\":3,\"control_port\":4,\"hb_port\":5}", stage->folder);
    Connection connection;
    Error error = ERROR_NONE;
    bool done = connection_parse(&connection, file.bytes, file.length, &error) &&
                channels_open(&stage->channels, &connection, &error);
    if (done) stage->publisher = publisher_start(&stage->channels, &error);
    stage->subscriber = done ? zmq_socket(stage->channels.context, ZMQ_SUB) : NULL;
    char *endpoint = connection_endpoint(&connection, CHANNEL_IOPUB);
    zmq_setsockopt(stage->subscriber, ZMQ_SUBSCRIBE, "", 0);
    zmq_connect(stage->subscriber, endpoint);
    free(endpoint);
    text_release(&file);
    connection_clear(&connection);
    *state = stage;
    if (!stage->publisher) return -1;
    assert_next(stage, "iopub_welcome {\"subscription\":\"\"}");
    return 0;
}

static int tear_down(void **state) {
    Stage *stage = *state;
    publisher_stop(&stage->publisher);
    zmq_close(stage->subscriber);
    channels_close(&stage->channels);
    rmdir(stage->folder);
    free(stage);
    return 0;
}

static void test_streams_are_batched_and_flushed_by_messages(void **state) {
    Stage *stage = *state;
    for (int i = 0; i < 3; i++) publisher_write(stage->publisher, NULL, false, "out\n", 4);
    publisher_write(stage->publisher, NULL, true, "err\n", 4);
    publisher_write(stage->publisher, NULL, false, "out\n", 4);
    publisher_send_status(stage->publisher, NULL, "idle");
    assert_next(stage, "stream {\"name\":\"stdout\",\"text\":\"out\\nout\\nout\\nout\\n\"}");
    assert_next(stage, "stream {\"name\":\"stderr\",\"text\":\"err\\n\"}");
    assert_next(stage, "status {\"execution_state\":\"idle\"}");
}

static void test_a_batch_goes_when_it_is_due(void **state) {
    Stage *stage = *state;
    double began = clock_seconds();
    publisher_write(stage->publisher, NULL, false, "late", 4);
    assert_next(stage, "stream {\"name\":\"stdout\",\"text\":\"late\"}");
    assert_true(clock_seconds() - began > 0.03);
    began = clock_seconds();
    publisher_write(stage->publisher, NULL, false, "soon", 4);
    publisher_flush(stage->publisher);
    assert_next(stage, "stream {\"name\":\"stdout\",\"text\":\"soon\"}");
    assert_true(clock_seconds() - began < 0.04);
}

static void test_captured_text_comes_before_what_follows(void **state) {
    Stage *stage = *state;
    Error error = ERROR_NONE;
    assert_true(publisher_capture(stage->publisher, &error));
    bool wrote = write(STDOUT_FILENO, "a\xe2\x82", 3) == 3;
    usleep(20000);
    wrote = wrote && write(STDOUT_FILENO, "\xac\n", 2) == 2 && write(STDERR_FILENO, "e\n", 2) == 2;
    printf("buffered\n");
    publisher_drain_capture(stage->publisher);
    publisher_send_status(stage->publisher, NULL, "idle");
    char *messages[4];
    for (int i = 0; i < 4; i++) messages[i] = next_message(stage);
    publisher_stop(&stage->publisher); /* gives the descriptors back, so that a failure can be seen */
    assert_true(wrote);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (int i = 0; i < 4; i++) {
        text_append_format(&text, "%s\n", messages[i] ? messages[i] : "nothing");
        free(messages[i]);
    }
    /* stdout may come in two pieces, never split inside the sign. */
    assert_null(strstr(text.bytes, "\xef\xbf\xbd"));
    assert_non_null(strstr(text.bytes, "\"name\":\"stderr\",\"text\":\"e\\n\""));
    assert_non_null(strstr(text.bytes, "buffered"));
    assert_non_null(strstr(text.bytes, "\xe2\x82\xac"));
    text_release(&text);
}

static void test_much_text_does_not_pile_up(void **state) {
    Stage *stage = *state;
    static char block[1 << 16];
    memset(block, 'x', sizeof block);
    size_t received = 0, sent = 0;
    for (int i = 0; i < 2000; i++, sent += sizeof block)
        assert_true(publisher_write(stage->publisher, NULL, false, block, sizeof block));
    publisher_send_status(stage->publisher, NULL, "idle");
    for (char *message; (message = next_message(stage)); free(message)) {
        if (!strncmp(message, "status", 6)) {
            free(message);
            break;
        }
        assert_true(strlen(message) < 1 << 20);
        for (const char *at = strstr(message, "xx"); at && *at == 'x'; at++) received++;
    }
    assert_int_equal(received, sent);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_streams_are_batched_and_flushed_by_messages, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_batch_goes_when_it_is_due, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_captured_text_comes_before_what_follows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_much_text_does_not_pile_up, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
