#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/descriptor/signature.h"
#include "kernel/objects/core/type.h"
#include "kernel/objects/error/warnings.h"
#include "kernel/objects/core/weak.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static char written[4096];
static size_t written_length;

static void write_text(void *context, bool is_error, const char *text, size_t length) {
    (void)context, (void)is_error;
    if (written_length + length >= sizeof written) length = sizeof written - 1 - written_length;
    memcpy(written + written_length, text, length);
    written[written_length += length] = '\0';
}

static int set_up(void **state) {
    FrontEnd front_end = {.write = write_text};
    *state = interpreter_new(&front_end);
    written_length = 0;
    return *state ? 0 : -1;
}
static int tear_down(void **state) {
    interpreter_delete((Interpreter **)state);
    return 0;
}
static Thread *thread_of(void **state) { return ((Interpreter *)*state)->main; }

/* The value's repr, or "Class: text" of the exception that is set. Takes over the value. */
static const char *shown(Thread *thread, Value value) {
    static char text[4096];
    bool failed = value_is_absent(value);
    if (failed) value = exception_take(thread);
    if (value_is_absent(value)) return "nothing";
    Value string = failed ? value_str(thread, value) : value_repr(thread, value);
    snprintf(text, sizeof text, "%s%s%s", failed ? value_type_name(thread, value) : "", failed ? ": " : "",
             value_is_absent(string) ? "?" : value_c_string(string));
    value_release(string);
    value_release(value);
    return text;
}

static Value type_value(Type *type) { return (Value){.tag = TAG_OBJECT, .object = &type->object}; }

/* class name(base): attributes = {attribute: value} */
static Value make_class(Thread *thread, const char *name, Type *base, const char *attribute, Value value) {
    Value attributes = dict_new(thread), base_value = type_value(base);
    Value bases = tuple_from_values(thread, &base_value, 1);
    if (attribute) dict_set_c(thread, value_dict(attributes), attribute, value);
    Value class = type_new(thread, thread_builtins(thread)->type_type, string_intern(thread, name), value_tuple(bases),
                           value_dict(attributes));
    value_release(bases);
    value_release(attributes);
    return class;
}

static void operators_and_their_errors(void **state) {
    Thread *thread = thread_of(state);
    Value text = string_from_c(thread, "text"), one = value_from_int(1);
    assert_string_equal(shown(thread, value_binary(thread, BINARY_ADD, one, one)), "2");
    assert_string_equal(shown(thread, value_binary(thread, BINARY_ADD, one, text)),
                        "TypeError: unsupported operand type(s) for +: 'int' and 'str'");
    assert_string_equal(shown(thread, value_binary(thread, BINARY_ADD, text, one)),
                        "TypeError: can only concatenate str (not \"int\") to str");
    assert_string_equal(shown(thread, value_binary(thread, BINARY_MULTIPLY, text, value_from_float(1.5))),
                        "TypeError: can't multiply sequence by non-int of type 'float'");
    assert_string_equal(shown(thread, value_compare(thread, one, text, COMPARE_LT)),
                        "TypeError: '<' not supported between instances of 'int' and 'str'");
    assert_string_equal(shown(thread, value_unary(thread, UNARY_NEGATIVE, text)), "TypeError: bad operand type for unary -: 'str'");
    assert_string_equal(shown(thread, value_get_item(thread, one, one)), "TypeError: 'int' object is not subscriptable");
    assert_string_equal(shown(thread, value_call_none(thread, one)), "TypeError: 'int' object is not callable");
    assert_string_equal(shown(thread, value_iterate(thread, one)), "TypeError: 'int' object is not iterable");
    assert_int_equal(value_length(thread, one), -1);
    assert_string_equal(shown(thread, VALUE_ABSENT), "TypeError: object of type 'int' has no len()");
    value_release(text);
}

static void natives_match_their_signatures(void **state) {
    Thread *thread = thread_of(state);
    Value list = list_new(thread), one = value_from_int(1);
    assert_string_equal(shown(thread, value_call_method(thread, list, "append", &one, 1)), "None");
    assert_string_equal(shown(thread, value_call_method(thread, list, "append", NULL, 0)),
                        "TypeError: list.append() takes exactly one argument (0 given)");
    assert_string_equal(shown(thread, value_call_method(thread, list, "insert", &one, 1)), "TypeError: insert expected 2 arguments, got 1");
    assert_string_equal(shown(thread, value_call_method(thread, list, "nothing", NULL, 0)),
                        "AttributeError: 'list' object has no attribute 'nothing'");
    value_release(list);
    const Signature *signature = signature_get(thread, "($self, a, /, b=1, *rest, key='x, y', **options)");
    assert_non_null(signature);
    assert_int_equal(signature->count, 6);
    assert_int_equal(signature->required_count, 2);
    assert_int_equal(signature->positional_only_count, 2);
    assert_int_equal(signature->list_index, 3);
    assert_int_equal(signature->dict_index, 5);
    assert_string_equal(value_c_string(signature->parameters[4].default_value), "x, y");
    assert_int_equal(native_parameter_count("($self, a, /, b=1, *rest, key='x, y', **options)"), 6);
    Value arguments[3], values[2] = {value_from_int(1), value_from_int(2)};
    Call call = {.values = values, .positional_count = 2};
    assert_true(native_match(thread, "f", "(a, b, c=(), /)", &call, arguments, 3));
    assert_true(value_is_tuple(arguments[2]));
    native_release_arguments(arguments, 3);
    assert_false(native_match(thread, "f", "(a, /)", &call, arguments, 3));
    assert_string_equal(shown(thread, VALUE_ABSENT), "TypeError: f expected 1 argument, got 2");
}

static void classes_of_built_in_types(void **state) {
    Thread *thread = thread_of(state);
    Builtins *builtins = thread_builtins(thread);
    Type *const bases[] = {builtins->type_object, builtins->type_list, builtins->type_string, builtins->type_int,
                           builtins->type_tuple, builtins->type_dict, builtins->type_float, builtins->exception_ValueError};
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        Value class = make_class(thread, "Derived", bases[i], "x", value_from_int(5));
        assert_true(value_is_type(class));
        Value instance = value_call_none(thread, class);
        assert_false(value_is_absent(instance));
        assert_string_equal(shown(thread, value_get_attribute_c(thread, instance, "x")), "5");
        assert_true(value_set_attribute_c(thread, instance, "y", instance)); /* a cycle through its dict */
        assert_int_equal(value_is_instance_of(thread, instance, type_value(bases[i])), 1);
        Value reference = bases[i] == builtins->type_int ? VALUE_NONE : weak_reference_new(thread, instance, VALUE_NONE);
        value_release(instance);
        collector_collect(thread, 1);
        if (value_is_object(reference)) assert_string_equal(shown(thread, weak_reference_get(reference)), "None");
        value_release(reference);
        value_release(class);
    }
    assert_string_equal(shown(thread, make_class(thread, "B", builtins->type_bool, NULL, VALUE_NONE)),
                        "TypeError: type 'bool' is not an acceptable base type");
}

static void a_change_of_a_class_is_seen(void **state) {
    Thread *thread = thread_of(state);
    Value base = make_class(thread, "Base", thread_builtins(thread)->type_object, "x", value_from_int(1));
    Value derived = make_class(thread, "Derived", value_type(base), NULL, VALUE_NONE);
    Value instance = value_call_none(thread, derived);
    assert_string_equal(shown(thread, value_get_attribute_c(thread, instance, "x")), "1");
    uint32_t version = value_type(derived)->version;
    assert_true(value_set_attribute_c(thread, base, "x", value_from_int(2)));
    assert_true(value_type(derived)->version != version);
    assert_string_equal(shown(thread, value_get_attribute_c(thread, instance, "x")), "2");
    assert_true(value_delete_attribute(thread, base, string_intern(thread, "x")));
    assert_string_equal(shown(thread, value_get_attribute_c(thread, instance, "x")),
                        "AttributeError: 'Derived' object has no attribute 'x'");
    value_release(instance);
    value_release(derived);
    value_release(base);
}

static void exceptions_know_their_members(void **state) {
    Thread *thread = thread_of(state);
    Builtins *builtins = thread_builtins(thread);
    assert_string_equal(shown(thread, raise_key_error(thread, value_from_int(3))), "KeyError: 3");
    assert_string_equal(shown(thread, raise_os_error(thread, 2, "/nowhere")),
                        "FileNotFoundError: [Errno 2] No such file or directory: '/nowhere'");
    Error error = ERROR_NONE;
    error_set(&error, "ZeroDivisionError", "division by %s", "zero");
    assert_string_equal(shown(thread, raise_error(thread, &error)), "ZeroDivisionError: division by zero");
    raise_value_error(thread, "first");
    Value first = exception_take(thread);
    thread->handled = first;
    raise_type_error(thread, "second");
    assert_true(value_is(((Exception *)thread->exception.object)->context, first));
    thread->handled = VALUE_ABSENT;
    exception_clear(thread);
    value_release(first);
    assert_string_equal(shown(thread, raise_no_memory(thread)), "MemoryError: ");
    bool matches;
    raise_index_error(thread, "i");
    Value instance = exception_take(thread);
    assert_true(exception_matches_value(thread, instance, type_value(builtins->exception_LookupError), &matches) && matches);
    assert_false(exception_matches_value(thread, instance, value_from_int(1), &matches));
    assert_string_equal(shown(thread, VALUE_ABSENT),
                        "TypeError: catching classes that do not inherit from BaseException is not allowed");
    value_release(instance);
}

static void long_chains_are_destroyed_flat(void **state) {
    Thread *thread = thread_of(state);
    Value chain = list_new(thread);
    for (int i = 0; i < 300000; i++) {
        Value outer = list_new(thread);
        assert_true(list_append_owned(thread, value_list(outer), chain));
        chain = outer;
    }
    Value repr = value_repr(thread, chain);
    assert_true(value_is_absent(repr));
    assert_string_equal(shown(thread, repr),
                        "RecursionError: maximum recursion depth exceeded while getting the repr of an object");
    value_release(chain);
}

static void cycles_are_collected(void **state) {
    Thread *thread = thread_of(state);
    collector_collect(thread, 1);
    for (int i = 0; i < 100; i++) {
        Value list = list_new(thread), dict = dict_new(thread);
        list_append(thread, value_list(list), dict);
        dict_set_c(thread, value_dict(dict), "list", list);
        value_release(list);
        value_release(dict);
    }
    Value kept = list_new(thread), inner = list_new(thread);
    list_append(thread, value_list(kept), inner);
    list_append(thread, value_list(inner), kept);
    value_release(inner);
    assert_int_equal(collector_collect(thread, 1), 200);
    assert_string_equal(shown(thread, value_repr(thread, kept)), "'[[[...]]]'");
    value_release(kept);
    assert_int_equal(collector_collect(thread, 1), 2);
}

static void warnings_are_shown_once(void **state) {
    Thread *thread = thread_of(state);
    Type *category = thread_builtins(thread)->exception_RuntimeWarning;
    Value message = string_from_c(thread, "careful");
    Value registry = dict_new(thread), module = string_from_c(thread, "m");
    String *file = string_intern(thread, "nowhere.py");
    for (int i = 0; i < 2; i++)
        assert_true(warn_explicit(thread, message, category, file, 3, module, value_dict(registry), VALUE_NONE));
    assert_string_equal(written, "nowhere.py:3: RuntimeWarning: careful\n");
    assert_true(warnings_add_filter(thread, "error", VALUE_NONE, category, VALUE_NONE, 0, false));
    assert_false(warn_explicit(thread, message, category, file, 3, module, value_dict(registry), VALUE_NONE));
    assert_string_equal(shown(thread, VALUE_ABSENT), "RuntimeWarning: careful");
    value_release(message);
    value_release(module);
    value_release(registry);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(operators_and_their_errors),    TEST(natives_match_their_signatures), TEST(classes_of_built_in_types),
        TEST(a_change_of_a_class_is_seen),   TEST(exceptions_know_their_members),  TEST(long_chains_are_destroyed_flat),
        TEST(cycles_are_collected),          TEST(warnings_are_shown_once),
    };
    return cmocka_run_group_tests_name("objects", tests, NULL, NULL);
}
