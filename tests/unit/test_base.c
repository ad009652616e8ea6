#include "base/arena.h"
#include "base/error.h"
#include "base/folders.h"
#include "base/hash_table.h"
#include "base/memory.h"
#include "base/text_buffer.h"
#include "base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void test_text_appends(void **state) {
    (void)state;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append(&text, "pi is ");
    text_append_double(&text, 3.25);
    text_append_format(&text, " and %d", 4);
    text_append_code_point(&text, 0x20ac);
    text_append_repeated(&text, '!', 3);
    assert_string_equal(text_string(&text), "pi is 3.25 and 4\xe2\x82\xac!!!");
    assert_false(text.failed);
    text_release(&text);
}

static void test_double_digits(void **state) {
    (void)state;
    static const struct { double number; const char *digits; } rows[] = {
        {1.0, "1.0"}, {0.1, "0.1"}, {1e16, "1e+16"}, {1e-5, "1e-05"}, {123456789.125, "123456789.125"},
        {-0.0, "-0.0"}, {1e22, "1e+22"}, {5e-324, "5e-324"},
        {0x1p-44, "5.684341886080802e-14"}, {2.5e-320, "2.5e-320"}, {0x1p-1022, "2.2250738585072014e-308"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        text_append_double(&text, rows[i].number);
        assert_string_equal(text_string(&text), rows[i].digits);
        text_release(&text);
    }
}

static void test_hash_table_keeps_order(void **state) {
    (void)state;
    HashTable table = HASH_TABLE_EMPTY;
    static char values[200];
    char key[16];
    for (int i = 0; i < 200; i++) {
        snprintf(key, sizeof key, "key%d", i);
        assert_true(hash_set(&table, key, &values[i]));
    }
    assert_ptr_equal(hash_remove(&table, "key7"), &values[7]);
    assert_null(hash_get(&table, "key7"));
    assert_ptr_equal(hash_get(&table, "key199"), &values[199]);
    HashEntry *entry;
    size_t count = 0;
    char *last = NULL;
    for (size_t at = 0; hash_next(&table, &at, &entry); count++) {
        assert_true(last == NULL || last < (char *)entry->value);
        last = entry->value;
    }
    assert_int_equal(count, 199);
    hash_release(&table, NULL);
}

static void test_utf8_counts_code_points(void **state) {
    (void)state;
    const char *text = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x99\x82";
    size_t length = strlen(text), bad = 0;
    assert_int_equal(utf8_count(text, length), 4);
    assert_int_equal(utf8_offset(text, length, 2), 3);
    assert_true(utf8_is_valid(text, length, &bad));
    assert_false(utf8_is_valid("ok\xff", 3, &bad));
    assert_int_equal(bad, 2);
}

static void test_error_keeps_the_first(void **state) {
    (void)state;
    Error error = ERROR_NONE;
    assert_false(error_set(&error, "ValueError", "first %d", 1));
    assert_false(error_set(&error, "TypeError", "second"));
    assert_string_equal(error.kind, "ValueError");
    assert_string_equal(error.message, "first 1");
    error_clear(&error);
    assert_false(error_is_set(&error));
}

static void test_arena_aligns(void **state) {
    (void)state;
    Arena arena = ARENA_EMPTY;
    for (size_t size = 1; size < 5000; size = size * 3 + 1) {
        unsigned char *block = arena_allocate(&arena, size);
        assert_non_null(block);
        assert_int_equal((uintptr_t)block % 16, 0);
        assert_int_equal(block[size - 1], 0);
        memset(block, 0xff, size);
    }
    assert_string_equal(arena_copy(&arena, "copied", 4), "copi");
    arena_release(&arena);
}

static void test_folders_are_made_with_those_above(void **state) {
    char root[] = "/tmp/cupola-folders-XXXXXX", file[80], path[120];
    struct stat status;
    (void)state;
    assert_non_null(mkdtemp(root));
    snprintf(path, sizeof path, "%s/a/b/c", root);
    snprintf(file, sizeof file, "%s/x/y/file", root);
    for (int again = 0; again < 2; again++) assert_true(folders_make(path, 0700));
    assert_true(stat(path, &status) == 0 && S_ISDIR(status.st_mode) && (status.st_mode & 0777) == 0700);
    assert_true(folders_make_above(file, 0700));
    assert_true(stat(file, &status) != 0 && strstr(file, "/x/y/file"));
    int made = open(file, O_CREAT | O_WRONLY, 0600);
    assert_true(made >= 0 && close(made) == 0);
    snprintf(path, sizeof path, "%s/below", file);
    assert_false(folders_make(path, 0700));
    assert_int_equal(errno, ENOTDIR);
    static const char *const parts[] = {"x/y/file", "x/y", "x", "a/b/c", "a/b", "a", ""};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        snprintf(path, sizeof path, "%s/%s", root, parts[i]);
        assert_int_equal(remove(path), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_appends),
        cmocka_unit_test(test_double_digits),
        cmocka_unit_test(test_hash_table_keeps_order),
        cmocka_unit_test(test_utf8_counts_code_points),
        cmocka_unit_test(test_error_keeps_the_first),
        cmocka_unit_test(test_arena_aligns),
        cmocka_unit_test(test_folders_are_made_with_those_above),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
