/* The modules that were compiled while the program was built are what compiling their texts gives now, and what comes back
 * from them is whole. */
#include "base/memory.h"
#include "kernel/language/compile/evaluate.h"
#include "kernel/language/compile/frozen.h"
#include "kernel/objects/core/interpreter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

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

static Value compile(Thread *thread, const PackRecord *record) {
    char file[PACK_FILE_SIZE], *text = pack_text(record);
    assert_non_null(text);
    pack_file(record, file);
    Value code = language_compile(thread, text, record->text_length, file, "exec", 0);
    memory_release(text);
    return code;
}

static void assert_written(Thread *thread, Value code, const PackRecord *record) {
    TextBuffer bytes = TEXT_BUFFER_EMPTY;
    assert_false(value_is_absent(code));
    assert_true(frozen_write(thread, value_code(code), &bytes));
    char *inflated = record->body_packed ? pack_frozen_inflated(record) : NULL;
    const void *wanted = inflated ? (const void *)inflated : pack_frozen(record);
    if (bytes.length != record->frozen_length || memcmp(bytes.bytes, wanted, bytes.length)) fail_msg("%s differs", pack_name(record));
    memory_release(inflated);
    text_release(&bytes);
    value_release(code);
}

static void every_module_is_what_its_text_compiles_to(void **state) {
    Thread *thread = ((Interpreter *)*state)->main;
    assert_true(pack_count() > 100);
    for (size_t i = 0; i < pack_count(); i++) {
        assert_written(thread, compile(thread, pack_at(i)), pack_at(i));
        assert_written(thread, frozen_load(thread, pack_at(i)), pack_at(i));
    }
}

/* By its name and by the name of its file; what is not there is not found. */
static void every_module_is_found(void **state) {
    (void)state;
    char file[PACK_FILE_SIZE];
    for (size_t i = 0; i < pack_count(); i++) {
        assert_ptr_equal(pack_find(pack_name(pack_at(i))), pack_at(i));
        pack_file(pack_at(i), file);
        assert_ptr_equal(pack_find_file(file), pack_at(i));
    }
    static const char *const missing[] = {"<frozen nothing>", "<frozen >", "<frozen ", "<native enum>", "enum", "", "<frozen enum"};
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) assert_null(pack_find_file(missing[i]));
    assert_null(pack_find("nothing"));
}

/* Asked for what is inside, it unfolds; the answers are those of the code that was compiled. */
static void half_a_code_answers_for_the_whole(void **state) {
    Thread *thread = ((Interpreter *)*state)->main;
    const PackRecord *record = pack_find("enum");
    static const char *const names[] = {"co_names", "co_code", "co_varnames", "co_nlocals", "co_firstlineno", "co_filename"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Value folded = frozen_load(thread, record), whole = compile(thread, record);
        Value first = value_get_attribute_c(thread, folded, names[i]), second = value_get_attribute_c(thread, whole, names[i]);
        assert_int_equal(value_equal(thread, first, second), 1);
        value_release(first);
        value_release(second);
        value_release(folded);
        value_release(whole);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_module_is_what_its_text_compiles_to, start, stop),
        cmocka_unit_test(every_module_is_found),
        cmocka_unit_test_setup_teardown(half_a_code_answers_for_the_whole, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
