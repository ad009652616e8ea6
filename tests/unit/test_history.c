#include "kernel/shell/history.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static int make_folder(void **state) {
    char template[] = "/tmp/cupola-history-XXXXXX";
    char *folder = mkdtemp(template);
    if (!folder) return -1;
    setenv("XDG_DATA_HOME", folder, 1);
    *state = strdup(folder);
    return 0;
}

static int remove_folder(void **state) {
    char path[256];
    snprintf(path, sizeof path, "%s/cupola/history.jsonl", (char *)*state);
    unlink(path);
    snprintf(path, sizeof path, "%s/cupola", (char *)*state);
    rmdir(path);
    rmdir(*state);
    free(*state);
    return 0;
}

static void record(History *history, int64_t line, const char *source) {
    history_record(history, line, source, strlen(source), NULL);
}

/* What a request finds, as JSON text. */
static void assert_found(History *history, const char *request, const char *expected) {
    json_t *content = json_loads(request, 0, NULL);
    json_t *found = history_find(history, content);
    char *text = json_dumps(found, JSON_COMPACT);
    assert_string_equal(text, expected);
    free(text);
    json_decref(found);
    json_decref(content);
}

static void test_kinds_of_access(void **state) {
    (void)state;
    History history;
    history_initialize(&history);
    record(&history, 1, "a = 1");
    record(&history, 2, "b");
    record(&history, 3, "a = 1");
    history_record(&history, 4, "c\n", 2, "'x'");
    assert_found(&history, "{\"hist_access_type\":\"tail\",\"n\":2}", "[[1,3,\"a = 1\"],[1,4,\"c\\n\"]]");
    assert_found(&history, "{\"hist_access_type\":\"tail\",\"n\":1,\"output\":true}", "[[1,4,[\"c\\n\",\"'x'\"]]]");
    assert_found(&history, "{\"hist_access_type\":\"range\",\"session\":0,\"start\":2,\"stop\":3}", "[[1,2,\"b\"]]");
    assert_found(&history, "{\"hist_access_type\":\"range\",\"session\":1,\"start\":4,\"stop\":null}", "[[1,4,\"c\\n\"]]");
    assert_found(&history, "{\"hist_access_type\":\"search\",\"pattern\":\"a*\"}", "[[1,1,\"a = 1\"],[1,3,\"a = 1\"]]");
    assert_found(&history, "{\"hist_access_type\":\"search\",\"pattern\":\"a ? [12]\",\"unique\":true}",
                 "[[1,3,\"a = 1\"]]");
    assert_found(&history, "{\"hist_access_type\":\"search\",\"pattern\":\"*\",\"n\":1}", "[[1,4,\"c\\n\"]]");
    history_release(&history);
}

static void test_sessions_follow_each_other(void **state) {
    (void)state;
    History first, second, third;
    history_initialize(&first);
    history_initialize(&second);
    record(&first, 1, "one");
    record(&second, 1, "two");
    record(&first, 2, "three");
    assert_int_equal(second.session, first.session + 1);
    history_release(&first);
    history_release(&second);
    history_initialize(&third);
    assert_found(&third, "{\"hist_access_type\":\"search\",\"pattern\":\"t*\"}", "[[2,1,\"two\"],[1,2,\"three\"]]");
    assert_found(&third, "{\"hist_access_type\":\"range\",\"session\":-2,\"start\":2}", "[[1,2,\"three\"]]");
    record(&third, 1, "four");
    assert_found(&third, "{\"hist_access_type\":\"range\",\"session\":-1,\"start\":1}", "[[2,1,\"two\"]]");
    history_release(&third);
}

static void test_broken_lines_are_passed_over(void **state) {
    char path[256];
    History history;
    history_initialize(&history);
    record(&history, 1, "good");
    history_release(&history);
    snprintf(path, sizeof path, "%s/cupola/history.jsonl", (char *)*state);
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    fputs("rubbish\n[1]\n[1,2,3]\n\xff\n[7,1,\"seven\"]\n[7,2", file);
    fclose(file);
    history_initialize(&history);
    assert_found(&history, "{\"hist_access_type\":\"tail\",\"n\":9}", "[[1,1,\"good\"],[7,1,\"seven\"]]");
    record(&history, 1, "next");
    assert_int_equal(history.session, 8);
    history_release(&history);
}

static void test_nothing_is_kept_when_switched_off(void **state) {
    char path[256];
    setenv("CUPOLA_HISTORY", "0", 1);
    History history;
    history_initialize(&history);
    record(&history, 1, "secret");
    assert_found(&history, "{\"hist_access_type\":\"tail\",\"n\":9}", "[[1,1,\"secret\"]]");
    history_release(&history);
    unsetenv("CUPOLA_HISTORY");
    snprintf(path, sizeof path, "%s/cupola/history.jsonl", (char *)*state);
    assert_int_not_equal(access(path, F_OK), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_kinds_of_access, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_sessions_follow_each_other, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_broken_lines_are_passed_over, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_nothing_is_kept_when_switched_off, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
