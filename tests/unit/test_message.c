#include "base/memory.h"
#include "protocol/connection.h"
#include "protocol/json.h"
#include "protocol/message.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void test_signature_is_hmac_sha256(void **state) {
    (void)state;
    /* RFC 4231, test case 2, its data split over the parts. */
    Signer *signer = signer_new("Jefe", 4);
    SignedPart parts[4] = {{"what do ya", 10}, {" want", 5}, {" for nothing", 12}, {"?", 1}};
    char signature[SIGNATURE_LENGTH + 1];
    signer_sign(signer, parts, signature);
    assert_string_equal(signature, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    assert_int_equal(signer_check(signer, signature, SIGNATURE_LENGTH, parts), SIGNATURE_GOOD);
    assert_int_equal(signer_check(signer, signature, SIGNATURE_LENGTH, parts), SIGNATURE_REPEATED);
    signature[0] = '6';
    assert_int_equal(signer_check(signer, signature, SIGNATURE_LENGTH, parts), SIGNATURE_WRONG);
    assert_int_equal(signer_check(signer, signature, 10, parts), SIGNATURE_WRONG);
    signer_delete(&signer);
    assert_null(signer);
}

static void test_long_key_is_hashed(void **state) {
    (void)state;
    /* RFC 4231, test case 6. */
    char key[131];
    memset(key, 0xaa, sizeof key);
    Signer *signer = signer_new(key, sizeof key);
    SignedPart parts[4] = {{"Test Using Larger Than Block-Size Key - Hash Key First", 54}, {"", 0}, {"", 0}, {"", 0}};
    char signature[SIGNATURE_LENGTH + 1];
    signer_sign(signer, parts, signature);
    assert_string_equal(signature, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    signer_delete(&signer);
}

static SignatureVerdict check_number(Signer *signer, int number) {
    char text[16], signature[SIGNATURE_LENGTH + 1];
    snprintf(text, sizeof text, "%d", number);
    SignedPart parts[4] = {{text, strlen(text)}, {"", 0}, {"", 0}, {"", 0}};
    signer_sign(signer, parts, signature);
    return signer_check(signer, signature, SIGNATURE_LENGTH, parts);
}

static void test_the_last_65536_are_remembered_and_none_for_ever(void **state) {
    (void)state;
    enum { COUNT = 140000 };
    Signer *signer = signer_new("k", 1);
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(check_number(signer, i), SIGNATURE_GOOD);
        if (i % 1000 == 0) assert_int_equal(check_number(signer, i < 65536 ? 0 : i - 65536), SIGNATURE_REPEATED);
    }
    for (int i = COUNT - 65536; i < COUNT; i += 999) assert_int_equal(check_number(signer, i), SIGNATURE_REPEATED);
    assert_int_equal(check_number(signer, COUNT - 1), SIGNATURE_REPEATED);
    assert_int_equal(check_number(signer, 100), SIGNATURE_GOOD);
    signer_delete(&signer);
}

static void make_request(MessageFrames *frames, MessageWriter *writer) {
    json_t *content = json_pack("{s:s}", "code", "print('\xc3\xa9')");
    MessageFrames buffers = {0};
    assert_true(frames_append(&buffers, "\0\1", 2));
    assert_true(frames_append(frames, "client", 6));
    assert_true(message_encode(writer, frames, NULL, "execute_request", NULL, content, &buffers));
    frames_clear(&buffers);
    json_decref(content);
}

static void test_round_trip(void **state) {
    (void)state;
    Signer *signer = signer_new("secret", 6);
    MessageWriter writer;
    assert_true(message_writer_initialize(&writer, signer));
    MessageFrames frames = {0};
    make_request(&frames, &writer);

    Message message;
    Error error = ERROR_NONE;
    assert_true(message_decode(&message, &frames, signer, &error));
    assert_string_equal(message_type(&message), "execute_request");
    assert_string_equal(json_member_string(message.content, "code", ""), "print('\xc3\xa9')");
    assert_int_equal(message.identities.count, 1);
    assert_int_equal(message.buffers.count, 1);
    assert_memory_equal(message.buffers.parts[0].bytes, "\0\1", 2);
    assert_string_equal(json_member_string(message.header, "version", ""), PROTOCOL_VERSION);

    /* The answer names its parent by the header as it came. */
    MessageParent *parent = message_parent_new(&message);
    MessageFrames answer = {0};
    assert_true(message_encode(&writer, &answer, parent, "execute_reply", NULL, message.content, NULL));
    assert_string_equal(answer.parts[3].bytes, message.header_text);
    message_parent_release(parent);
    frames_clear(&answer);
    message_clear(&message);

    /* One changed byte, and it is dropped. */
    frames.parts[frames.count - 2].bytes[3] ^= 1;
    assert_false(message_decode(&message, &frames, signer, &error));
    assert_string_equal(error.message, "its signature is wrong");
    error_clear(&error);
    frames_clear(&frames);
    message_writer_clear(&writer);
    signer_delete(&signer);
}

static void test_date_has_six_digits(void **state) {
    (void)state;
    for (int i = 0; i < 1000; i++) {
        char date[32];
        message_date(date);
        assert_int_equal(strlen(date), 27);
        assert_int_equal(date[19], '.');
        assert_int_equal(date[26], 'Z');
    }
}

static void test_broken_text_is_mended(void **state) {
    (void)state;
    json_t *text = json_from_text("a\xff z\xed\xa0\x80", 7);
    assert_non_null(text);
    assert_string_equal(json_string_value(text), "a\xef\xbf\xbd z\xef\xbf\xbd");
    json_decref(text);
}

static void test_connection_file(void **state) {
    (void)state;
    static const char tcp[] = "{\"shell_port\":1,\"iopub_port\":2,\"stdin_port\":3,\"control_port\":4,\"hb_port\":5,"
                              "\"ip\":\"::1\",\"key\":\"k\",\"transport\":\"tcp\",\"signature_scheme\":\"hmac-sha256\"}";
    Connection connection;
    Error error = ERROR_NONE;
    assert_true(connection_parse(&connection, tcp, strlen(tcp), &error));
    char *endpoint = connection_endpoint(&connection, CHANNEL_HEARTBEAT);
    assert_string_equal(endpoint, "tcp://[::1]:5");
    memory_release(endpoint);
    connection_clear(&connection);
    assert_false(connection_parse(&connection, "{}", 2, &error));
    assert_string_equal(error.message, "\"shell_port\" is missing or no port");
    error_clear(&error);
    assert_false(connection_parse(&connection, "[", 1, &error));
    error_clear(&error);
    assert_false(connection_load(&connection, "/nonexistent/file", &error));
    assert_string_equal(error.message, "No such file or directory");
    error_clear(&error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signature_is_hmac_sha256),
        cmocka_unit_test(test_long_key_is_hashed),
        cmocka_unit_test(test_the_last_65536_are_remembered_and_none_for_ever),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_date_has_six_digits),
        cmocka_unit_test(test_broken_text_is_mended),
        cmocka_unit_test(test_connection_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
