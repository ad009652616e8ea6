/* The value types from the C side: what the VM's fast paths and caches rely on. */
#include "kernel/objects/container/dict.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/container/list.h"
#include "kernel/objects/container/range.h"
#include "kernel/objects/text/string.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static int start(void **state) {
    static const FrontEnd front_end = {0};
    Interpreter *interpreter = interpreter_new(&front_end);
    *state = interpreter;
    return interpreter ? 0 : -1;
}

static int stop(void **state) {
    Interpreter *interpreter = *state;
    interpreter_delete(&interpreter);
    return 0;
}

#define THREAD Thread *thread = ((Interpreter *)*state)->main

static void integers_leave_and_come_back_to_64_bits(void **state) {
    THREAD;
    Value largest = value_from_int(INT64_MAX);
    Value sum = int_binary(thread, BINARY_ADD, largest, value_from_int(1));
    assert_int_equal(sum.tag, TAG_OBJECT);
    Value back = int_binary(thread, BINARY_SUBTRACT, sum, value_from_int(1));
    assert_true(value_is(back, largest));
    int64_t small;
    assert_false(int_fits_int64(sum, &small));
    assert_int_equal(int_compare(sum, largest), 1);
    assert_int_equal(int_compare_double(sum, 0x1p63), 0);
    value_release(sum);
    Value impossible = int_binary(thread, BINARY_LEFT_SHIFT, value_from_int(1), value_from_int((int64_t)1 << 50));
    assert_true(value_is_absent(impossible));
    assert_true(exception_matches(thread, thread_builtins(thread)->exception_MemoryError));
    exception_clear(thread);
}

static void floor_division_rounds_down(void **state) {
    (void)state;
    assert_int_equal(int_floor_divide_fast(-7, 2), -4);
    assert_int_equal(int_floor_divide_fast(7, -2), -4);
    assert_int_equal(int_remainder_fast(-7, 2), 1);
    assert_int_equal(int_remainder_fast(7, -2), -1);
    assert_int_equal(int_remainder_fast(6, -2), 0);
}

static void an_index_into_a_string_counts_characters(void **state) {
    THREAD;
    Value text = string_from_c(thread, "a\xC3\xA9\xE6\x97\xA5\xF0\x9F\x98\x80z");
    String *string = value_string(text);
    assert_int_equal(string->count, 5);
    assert_false(string->is_ascii);
    static const uint32_t expected[] = {'a', 0xE9, 0x65E5, 0x1F600, 'z'};
    static const size_t order[] = {4, 0, 3, 1, 2, 2, 4};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        assert_int_equal(string_code_point(string, order[i]), expected[order[i]]);
    assert_int_equal(string_index_of_offset(string, 6), 3);
    Value middle = string_substring(thread, string, 1, 3);
    assert_true(string_equals_c(value_string(middle), "\xC3\xA9\xE6\x97\xA5"));
    value_release(middle);
    value_release(text);
}

static void appending_grows_in_place(void **state) {
    THREAD;
    Value text = string_from_c(thread, "ab"), more = string_from_c(thread, "\xC3\xA9x"), shared = VALUE_ABSENT;
    for (int i = 0; i < 100; i++) assert_true(string_append(thread, &text, more));
    assert_int_equal(value_string(text)->count, 202);
    assert_int_equal(string_code_point(value_string(text), 200), 0xE9);
    shared = value_retain(text);
    assert_true(string_append(thread, &text, more));
    assert_ptr_not_equal(shared.object, text.object);
    assert_int_equal(value_string(shared)->count, 202);
    value_release(shared);
    value_release(text);
    value_release(more);
}

static void interned_strings_are_one_object(void **state) {
    THREAD;
    String *name = string_intern(thread, "some_name");
    Value other = string_from_c(thread, "some_name");
    String *found = string_intern_object(thread, value_string(other));
    assert_ptr_equal(found, name);
    object_release(found);
    assert_int_equal(string_hash(value_string(other)), string_hash(name));
    value_release(other);
}

static void a_cached_entry_index_is_checked_by_its_key(void **state) {
    THREAD;
    Value namespace = dict_new(thread);
    Dict *dict = value_dict(namespace);
    String *x = string_intern(thread, "x"), *y = string_intern(thread, "y");
    assert_true(dict_set_string(thread, dict, x, value_from_int(1)));
    uint32_t version = dict_keys_version(thread->interpreter, dict);
    assert_int_not_equal(version, 0);
    int64_t index = dict_find_index(dict, x);
    assert_int_equal(dict_entry_value(dict, (size_t)index, x).integer, 1);
    dict_entry_set_value(dict, (size_t)index, value_from_int(2));
    assert_int_equal(dict_get_string(dict, x).integer, 2);
    assert_int_equal(dict->keys_version, version);
    assert_true(value_is_absent(dict_entry_value(dict, (size_t)index, y)));
    assert_int_equal(dict_remove(thread, dict, value_from_object(x)), 1);
    assert_true(value_is_absent(dict_entry_value(dict, (size_t)index, x)));
    assert_int_not_equal(dict_keys_version(thread->interpreter, dict), version);
    assert_int_equal(dict_find_index(dict, x), -1);
    value_release(namespace);
}

static void a_dict_used_as_a_stack_or_a_queue_stays_small(void **state) {
    THREAD;
    Value value = dict_new(thread);
    Dict *dict = value_dict(value);
    for (int64_t i = 0; i < 100000; i++) {
        assert_true(dict_set(thread, dict, value_from_int(i), value_from_int(i)));
        if (i >= 10) assert_int_equal(dict_remove(thread, dict, value_from_int(i - 10)), 1);
    }
    assert_int_equal(dict_count(dict), 10);
    assert_true(dict->capacity < 100);
    value_release(value);
}

static void sorting_keeps_equal_items_in_order(void **state) {
    THREAD;
    Value list = list_new(thread);
    for (int64_t i = 0; i < 5000; i++) {
        Value pair[2] = {value_from_int(i * 7919 % 13), value_from_int(i)};
        assert_true(list_append_owned(thread, value_list(list), tuple_from_values(thread, pair, 2)));
    }
    assert_true(list_sort(thread, value_list(list), VALUE_NONE, false));
    for (size_t i = 1; i < 5000; i++) {
        const Tuple *a = value_tuple(value_list(list)->items[i - 1]), *b = value_tuple(value_list(list)->items[i]);
        assert_true(a->items[0].integer < b->items[0].integer ||
                    (a->items[0].integer == b->items[0].integer && a->items[1].integer < b->items[1].integer));
    }
    value_release(list);
}

static void a_range_counts_to_the_edge_of_64_bits(void **state) {
    THREAD;
    Value range = range_new(thread, value_from_int(INT64_MAX - 2), value_from_int(INT64_MAX), value_from_int(1));
    Value iterator = value_iterate(thread, range);
    int64_t item, count = 0;
    while (range_iterator_next_fast((RangeIterator *)iterator.object, &item)) count++;
    assert_int_equal(count, 2);
    assert_int_equal(item, INT64_MAX - 1);
    value_release(iterator);
    value_release(range);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_leave_and_come_back_to_64_bits),
        cmocka_unit_test(floor_division_rounds_down),
        cmocka_unit_test(an_index_into_a_string_counts_characters),
        cmocka_unit_test(appending_grows_in_place),
        cmocka_unit_test(interned_strings_are_one_object),
        cmocka_unit_test(a_cached_entry_index_is_checked_by_its_key),
        cmocka_unit_test(a_dict_used_as_a_stack_or_a_queue_stays_small),
        cmocka_unit_test(sorting_keeps_equal_items_in_order),
        cmocka_unit_test(a_range_counts_to_the_edge_of_64_bits),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
